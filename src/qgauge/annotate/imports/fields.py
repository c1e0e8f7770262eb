"""Translate the names and labels of another program into those of a scheme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qgauge.annotate.collected import is_asked
from qgauge.annotate.imports.given import Given, Mark
from qgauge.annotate.marked import text_of
from qgauge.annotate.scheme import Field, Scheme
from qgauge.annotate.tasks import Answer, Task
from qgauge.concepts.offsets import Offsets
from qgauge.core import BadInput, BadSetting
from qgauge.core.field_names import plain_name
from qgauge.core.suggestions import closest
from qgauge.data.columns import map_option

Value = int | str
_COLUMNS = ("id", "system")
"""Columns of the row that a mapping may name."""


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a scheme, and how another program calls them."""

    scheme: Scheme
    names: Mapping[str, Field]
    """By their name, as plain text."""
    values: Mapping[str, tuple[Field, Value]]
    """By their label, or their name and label: `fluency=good`."""
    columns: Mapping[str, str]
    """By their column, ours."""

    @classmethod
    def of(cls, scheme: Scheme, mapping: Mapping[str, str]) -> Fields:
        """Check a mapping; see `read_ratings`."""
        names, values, columns = {plain_name(one.name): one for one in scheme.fields}, {}, {}
        for theirs, ours in mapping.items():
            name, equals, value = ours.partition("=")
            if name in _COLUMNS and not equals:
                columns[theirs] = name
                continue
            field = next((one for one in scheme.fields if one.name == name), None)
            if field is None:
                known = ", ".join(one.name for one in scheme.fields)
                raise BadSetting(f"there is no field '{name}'; the fields are: {known}.")
            if not equals:
                names[plain_name(theirs)] = field
                continue
            chosen = _choice(field, value)
            if chosen is None:
                raise BadSetting(f"'{value}' is not a value of {name}; {_known(field)}.")
            values[_key(theirs)] = (field, chosen)
        return cls(scheme, names, values, columns)

    def renamed(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return a row with our names of its columns; in Label Studio's, those of its data."""
        if not self.columns:
            return row
        if isinstance(row.get("data"), dict):
            row = {**row, "data": {**row["data"], **self._ours(row["data"])}}
        return {**row, **self._ours(row)}

    def _ours(self, row: Mapping[str, Any]) -> dict[str, Any]:
        return {ours: row[theirs] for theirs, ours in self.columns.items() if theirs in row}

    def answer(self, given: Given, task: Task) -> Answer:
        """Return what somebody said as an answer; raise BadInput for what does not fit."""
        found: dict[str, list[Any]] = {}
        for mark in () if given.skipped else given.marks:
            field, value = self._meaning(mark)
            if mark.span is not None:
                value = _span(mark, given, task, value)
            found.setdefault(field.name, [])
            if value not in found[field.name]:
                found[field.name].append(value)
            if field.type == "choice" and len(found[field.name]) > 1:
                both = " and ".join(f"'{one}'" for one in found[field.name])
                raise BadInput(f"{both} for {field.name}, which has one value", field=mark.where)
        values: dict[str, Any] = {}
        for field in self.scheme.fields:
            if field.name in found and is_asked(field, values):
                values[field.name] = _value(field, found[field.name])
        return Answer(
            task=task.key,
            rater=given.rater,
            stage="rating",
            values=values,
            skipped=given.skipped,
            note=given.note,
            seconds=given.seconds,
            saved=given.saved,
        )

    def _meaning(self, mark: Mark) -> tuple[Field, Any]:
        """Return the field and the value that a mark means."""
        for label in (mark.label, mark.other):
            for key in (f"{mark.field}={label}", str(label)):
                if label is not None and _key(key) in self.values:
                    return self._fit(*self.values[_key(key)], mark)
        field = self.names.get(plain_name(mark.field)) if mark.field else None
        if field is None and mark.field:
            names = [one.name for one in self.scheme.fields]
            meant = closest(plain_name(mark.field), names) or names[0]
            problem = f"'{mark.field[:40]}' is not a field of the scheme ({', '.join(names)})"
            advice = f"say which one it is, such as {map_option({meant: mark.field})}"
            raise BadInput(f"{problem}; {advice}", field=mark.where)
        if field is None:
            return self._unnamed(mark)
        if field.type == "text":
            return self._fit(field, str(mark.label) if mark.typed is None else mark.typed, mark)
        for label in (mark.label, mark.other):
            if label is not None and (value := _choice(field, label)) is not None:
                return self._fit(field, value, mark)
        if field.type == "spans" and not field.choices:
            return self._fit(field, "", mark)
        problem = f"'{str(mark.label)[:40]}' is not a value of {field.name}; {_known(field)}"
        raise BadInput(f"{problem}{_advice(field, mark)}", field=mark.where)

    def _unnamed(self, mark: Mark) -> tuple[Field, Value]:
        """Return the only field that has this label; also read `fluency: good`."""
        text = str(mark.label)
        name, sign, label = text.replace(":", "=").partition("=")
        field = self.names.get(plain_name(name)) if sign else None
        if field is not None and (value := _choice(field, label.strip())) is not None:
            return self._fit(field, value, mark)
        wanted = ("spans",) if mark.span is not None else ("choice", "flags")
        having = [
            (one, value)
            for one in self.scheme.fields
            if one.type in wanted and (value := _choice(one, text)) is not None
        ]
        if len(having) == 1:
            return having[0]
        fields = [one for one, _ in having]
        if fields:
            names = " and ".join(one.name for one in fields)
            problem = f"{names} have a value '{text[:40]}'"
        else:
            problem = f"'{text[:40]}' is not a value of any field"
            fields = [one for one in self.scheme.fields if one.type in wanted and one.choices]
        advice = _advice(fields[0], mark) if fields else ""
        raise BadInput(f"{problem}{advice}", field=mark.where)

    def _fit(self, field: Field, value: Any, mark: Mark) -> tuple[Field, Any]:
        if (field.type == "spans") != (mark.span is not None):
            kind = "places in the text" if field.type == "spans" else "no places in the text"
            raise BadInput(f"{field.name} takes {kind}", field=mark.where)
        return field, value


def _choice(field: Field, label: Any) -> Value | None:
    """Return the value that a label or number means, by its value or by what is shown."""
    if isinstance(label, bool):
        return None
    if isinstance(label, float) and label.is_integer():
        label = int(label)
    wanted = plain_name(str(label))
    by_value = {plain_name(str(one.value)): one.value for one in field.choices}
    by_label = {plain_name(one.label): one.value for one in field.choices}
    return (by_label | by_value).get(wanted)


def _advice(field: Field, mark: Mark) -> str:
    """Return the option that would say which value of a field a label means."""
    if not field.choices:
        return ""
    value = _choice(field, mark.label)
    value = field.choices[-1].value if value is None else value
    return f"; say which it is, such as {map_option({f'{field.name}.{value}': str(mark.label)})}"


def _known(field: Field) -> str:
    if not field.choices:
        return "it has no values"
    return f"the values are: {', '.join(str(one.value) for one in field.choices)}"


def _key(theirs: str) -> str:
    return "=".join(plain_name(part) for part in theirs.split("="))


def _value(field: Field, given: Sequence[Any]) -> Any:
    if field.type == "choice":
        return given[0]
    if field.type == "flags":
        return [one.value for one in field.choices if one.value in given]
    if field.type == "text":
        return "\n".join(given)
    return sorted(given, key=lambda span: (span["start"], span["end"]))


def _span(mark: Mark, given: Given, task: Task, kind: Any) -> dict[str, Any]:
    """Return a span in code points; the quoted text tells what its offsets count."""
    text = text_of(task)
    if mark.quoted is None and text not in given.texts:
        problem = "the white space of the text differs from that of the task, so offsets do not fit"
        raise BadInput(problem, field=mark.where)
    start, end = mark.span or (0, 0)
    for unit in given.units:
        offsets = Offsets(text, unit)
        first, last = offsets.at(start), offsets.at(end)
        if first is None or last is None or not 0 <= first < last <= len(text):
            continue
        if mark.quoted is None or text[first:last].split() == mark.quoted.split():
            return {"start": first, "end": last, "kind": kind}
    problem = f"the span {start}-{end} is not a place in the text of the task"
    if mark.quoted is not None:
        problem = f"the text of the task at {start}-{end} is not '{mark.quoted[:60]}'"
    raise BadInput(problem, field=mark.where)
