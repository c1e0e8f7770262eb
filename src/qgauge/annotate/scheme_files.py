"""Read schemes: TOML files that come with qgauge or are your own, and rubrics as forms."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

from qgauge.annotate.answers import InvalidAnswer, asked, check_answer
from qgauge.annotate.scheme import Choice, Field, FieldType, Kind, Scheme, WorkedExample
from qgauge.annotate.shown import content_keys
from qgauge.core import BadInput, BadSetting
from qgauge.core.damaged_files import fault_text
from qgauge.core.field_names import names_of, plain_name
from qgauge.core.suggestions import closest, did_you_mean
from qgauge.metrics.rubric import Rubric, parse_rubric, read_rubric
from qgauge.metrics.rubric import shipped as shipped_rubrics
from qgauge.prompts import FOLDER as PROMPTS

SHIPPED = Path(__file__).parent / "schemes"
RUBRIC = "rubric:"
"""Prefix of the name of a rubric that serves as a scheme."""
MOST_BYTES = 200_000
MOST_FIELDS = 100
MOST_CHOICES = 101

_KEYS = (
    *("name", "title", "about", "kind", "shows", "optional", "guidelines", "skip_reasons"),
    *("grouped", "feedback", "fields", "examples"),
)
_FIELD_KEYS = (
    *("name", "ask", "type", "choices", "scale", "meaning", "ordered", "required", "only_if"),
    "help",
)
_CHOICE_KEYS = ("value", "label", "meaning", "score")
_EXAMPLE_KEYS = ("content", "values", "why")
_READING_ORDER = (
    *("sentences", "anchor", "answer_sentence", "passage", "answer", "references", "question"),
)
"""The fields of a rubric, in the order in which people read them."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}")
_SECRET = {"id", "ratings", "gold", "why", "swapped", "row_a", "row_b"} | {
    f"{name}{end}" for name in names_of("system") for end in ("", "_a", "_b")
}
"""Columns that raters must not see."""


def shipped_schemes() -> list[str]:
    """Return the names of the schemes that come with qgauge.

    Examples:
        >>> from qgauge.annotate.scheme_files import shipped_schemes
        >>> "qgeval" in shipped_schemes()
        True
    """
    return sorted(file.stem for file in SHIPPED.glob("*.toml"))


def read_scheme(name: str) -> Scheme:
    """Read a scheme.

    Args:
        name: The name of a scheme that comes with qgauge, the path of a scheme file, or
            `rubric:NAME` or `rubric:FILE.toml` for a rubric of `qgauge judge` as a form.

    Returns:
        The scheme.

    Raises:
        BadSetting: There is no such scheme or rubric.
        BadInput: The file cannot be read or is invalid.

    Examples:
        >>> from qgauge.annotate.scheme_files import read_scheme
        >>> [field.name for field in read_scheme("simqg").fields]
        ['fluency', 'relevance', 'answerability', 'similarity']
        >>> [choice.value for choice in read_scheme("rubric:clarity").fields[0].choices]
        [1, 2, 3]
    """
    if name.startswith(RUBRIC):
        wanted = name.removeprefix(RUBRIC)
        read_rubric(wanted)  # the message names rubrics if there is none of this name
        rubrics = PROMPTS / "rubrics"
        file = rubrics / f"{wanted}.toml" if wanted in shipped_rubrics() else Path(wanted)
    elif name in shipped_schemes():
        file = SHIPPED / f"{name}.toml"
    elif name.endswith(".toml") or os.sep in name:
        file = Path(name)
    else:
        names = shipped_schemes()
        raise BadSetting(
            f"There is no scheme '{name}'.{did_you_mean(name, names)} Choose one of "
            f"{', '.join(names)}, rubric:NAME, or give a file, FILE.toml."
        )
    try:
        data = file.read_bytes()[: MOST_BYTES + 1]
    except OSError as problem:
        raise BadInput(f"the file cannot be read: {fault_text(problem)}", file=str(file)) from None
    if len(data) > MOST_BYTES:
        problem_text = f"not a scheme: the file is larger than {MOST_BYTES:,} bytes"
        raise BadInput(problem_text, file=str(file))
    try:
        source = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise BadInput(f"not UTF-8: {problem}", file=str(file)) from None
    return parse_scheme(source, str(file))


def parse_scheme(source: str, file: str = "") -> Scheme:
    """Return the scheme in a text, such as the `source` of a scheme that was read before.

    Args:
        source: The text of a scheme file or of a rubric.
        file: The name of the file, for messages.

    Returns:
        The scheme.

    Raises:
        BadInput: The text is not a scheme.

    Examples:
        >>> from qgauge.annotate.scheme_files import parse_scheme, read_scheme
        >>> scheme = read_scheme("pairs")
        >>> parse_scheme(scheme.source) == scheme
        True
    """
    try:
        found = tomllib.loads(source)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise BadInput(f"not valid TOML: {problem}", file=file) from None
    data = source.encode()
    if "instructions" in found and "guidelines" not in found:
        return _scheme_of_rubric(parse_rubric(data, file), source, file)
    return _Reader(file).scheme(found, source, sha256(data).hexdigest()[:8])


def _scheme_of_rubric(rubric: Rubric, source: str, file: str) -> Scheme:
    if not _NAME.fullmatch(rubric.name):
        raise BadInput(_BAD_NAME, file=file, field="name")
    steps = range(rubric.scale[0], rubric.scale[1] + 1) if rubric.scale else ()
    choices = tuple(
        Choice(value, _label(value), rubric.meaning.get(str(value), ""))
        for value in (*rubric.labels, *steps)
    )
    edges = {"sentences", "anchor", "answer_sentence"} & set(rubric.fields)
    shows = {*rubric.fields, *(["sentences"] if edges else [])}
    return Scheme(
        name=rubric.name,
        title=_label(rubric.name).capitalize(),
        about=rubric.about,
        kind="edge" if edges else "question",
        shows=tuple(key for key in _READING_ORDER if key in shows),
        fields=(
            Field(
                name=rubric.name,
                ask=f"Judge {rubric.about}.",
                type="choice",
                choices=choices,
                ordered=rubric.scale is not None,
            ),
        ),
        guidelines=rubric.instructions,
        source=source,
        digest=rubric.digest,
    )


# ------------------------------------------------------------------ the strict reader

_INCOMPLETE = "is missing; an example must answer every required field"
_BAD_NAME = "must be letters, digits, _ and -, and start with a letter (60 characters at most)"


def _label(value: int | str) -> str:
    return str(value).replace("_", " ")


class _Reader:
    """Reads and validates a scheme; errors name the file and the field."""

    def __init__(self, file: str) -> None:
        self._file = file

    def scheme(self, found: Mapping[str, Any], source: str, digest: str) -> Scheme:
        self._known(found, _KEYS, "", "a scheme")
        kind: Kind = self._one_of(found, "kind", get_args(Kind), "", "question")  # type: ignore[assignment]
        shows = self._shows(found, kind)
        optional = self._texts(found, "optional", "")
        for key in optional:
            if key not in shows:
                raise self._bad("optional", f"'{key}' is not in shows")
        tables = self._tables(found, "fields", "")
        if not tables:
            raise self._bad("fields", "is missing; add a [[fields]] table for each thing to ask")
        if len(tables) > MOST_FIELDS:
            raise self._bad("fields", f"there are {len(tables)} fields; {MOST_FIELDS} at most")
        fields: list[Field] = []
        for at, table in enumerate(tables, 1):
            fields.append(self._field(table, f"fields[{at}]", fields, kind))
        scheme = Scheme(
            name=self._name(found, ""),
            title=self._text(found, "title", ""),
            about=self._text(found, "about", ""),
            kind=kind,
            shows=shows,
            optional=optional,
            fields=tuple(fields),
            guidelines=self._text(found, "guidelines", ""),
            skip_reasons=self._texts(found, "skip_reasons", ""),
            grouped=self._flag(found, "grouped", "", False),
            feedback=self._flag(found, "feedback", "", False),
            examples=tuple(self._examples(found)),
            source=source,
            digest=digest,
        )
        if scheme.feedback and not scheme.grouped:
            raise self._bad("feedback", "needs grouped = true: the table is shown after a group")
        for at, example in enumerate(scheme.examples, 1):
            self._check_example(scheme, example, f"examples[{at}]")
        return scheme

    def _shows(self, found: Mapping[str, Any], kind: Kind) -> tuple[str, ...]:
        known = content_keys(kind)
        shows = self._texts(found, "shows", "")
        if not shows:
            raise self._bad("shows", f"is missing; list what raters see, such as {list(known)}")
        for key in shows:
            if plain_name(key) in _SECRET:
                raise self._bad("shows", f"raters must not see '{key}'")
            if key in known:
                continue
            if kind != "question" and kind != "pair":
                listed = ", ".join(known)
                raise self._bad("shows", f"'{key}' is not one of {listed}, as {kind} needs")
            if meant := closest(key, known, 0.8):
                raise self._bad("shows", f"'{key}' is unknown. Did you mean '{meant}'?")
        for key in _MUST_SHOW[kind]:
            if key not in shows:
                raise self._bad("shows", f"must contain '{key}' if the kind is {kind}")
        return shows

    def _field(
        self, found: Mapping[str, Any], where: str, before: Sequence[Field], kind: Kind
    ) -> Field:
        self._known(found, _FIELD_KEYS, where, "a field")
        name = self._name(found, where)
        if name in {field.name for field in before}:
            raise self._bad(f"{where}.name", f"there are two fields '{name}'")
        where = f"fields.{name}"
        type_: FieldType = self._one_of(found, "type", get_args(FieldType), where, "choice")  # type: ignore[assignment]
        if type_ == "spans" and kind != "document":
            raise self._bad(f"{where}.type", 'spans can be marked only if kind is "document"')
        choices = self._choices(found, where, type_)
        ordered = self._flag(found, "ordered", where, "scale" in found)
        if ordered and type_ != "choice":
            raise self._bad(f"{where}.ordered", "only the choices of type choice can be ordered")
        return Field(
            name=name,
            ask=self._text(found, "ask", where),
            type=type_,
            choices=choices,
            ordered=ordered,
            required=self._flag(found, "required", where, type_ in ("choice", "spans")),
            only_if=self._only_if(found, where, before),
            help=self._text(found, "help", where, ""),
        )

    def _choices(
        self, found: Mapping[str, Any], where: str, type_: FieldType
    ) -> tuple[Choice, ...]:
        if type_ == "text":
            for key in ("choices", "scale", "meaning"):
                if key in found:
                    raise self._bad(f"{where}.{key}", "a text has no choices")
            return ()
        if ("choices" in found) == ("scale" in found):
            raise self._bad(f"{where}.choices", "give either choices or a scale, such as [1, 5]")
        if "scale" in found:
            if type_ != "choice":
                raise self._bad(f"{where}.scale", f"give choices; {type_} have no scale")
            return self._scale(found, where)
        if "meaning" in found:
            problem = "belongs to a scale; give each of the choices its own meaning"
            raise self._bad(f"{where}.meaning", problem)
        given = found["choices"]
        fewest = 2 if type_ == "choice" else 1
        if not isinstance(given, list) or not fewest <= len(given) <= MOST_CHOICES:
            problem = f"must be a list of {fewest} to {MOST_CHOICES} choices"
            raise self._bad(f"{where}.choices", problem)
        choices = tuple(
            self._choice(one, f"{where}.choices[{at}]") for at, one in enumerate(given, 1)
        )
        values = [str(choice.value).casefold() for choice in choices]
        if twice := next((one for one in values if values.count(one) > 1), ""):
            raise self._bad(f"{where}.choices", f"the value '{twice}' is there twice")
        scored = {choice.score is not None for choice in choices}
        if len(scored) > 1:
            raise self._bad(f"{where}.choices", "give every choice a score, or none of them")
        return choices

    def _choice(self, given: Any, where: str) -> Choice:
        if isinstance(given, str | int) and not isinstance(given, bool):
            given = {"value": given}
        if not isinstance(given, dict):
            raise self._bad(where, 'must be a value, or a table such as { value = "yes" }')
        self._known(given, _CHOICE_KEYS, where, "a choice")
        value = given.get("value")
        if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
            raise self._bad(f"{where}.value", "must be a non-empty string or a whole number")
        if isinstance(value, str) and not _NAME.fullmatch(value):
            problem = f"{_BAD_NAME}; put what raters read into label"
            raise self._bad(f"{where}.value", problem)
        if abs(int(value) if isinstance(value, int) else 0) > 1_000_000:
            raise self._bad(f"{where}.value", "is too large")
        score = given.get("score")
        if score is not None and (isinstance(score, bool) or not isinstance(score, int | float)):
            raise self._bad(f"{where}.score", "must be a number")
        if score is not None and not abs(score) <= 1_000_000:  # also refuses nan
            raise self._bad(f"{where}.score", "must be a number of ordinary size")
        return Choice(
            value=value,
            label=self._text(given, "label", where, _label(value)),
            meaning=self._text(given, "meaning", where, ""),
            score=None if score is None else float(score),
        )

    def _scale(self, found: Mapping[str, Any], where: str) -> tuple[Choice, ...]:
        given = found["scale"]
        if not isinstance(given, list) or len(given) != 2 or {type(one) for one in given} != {int}:
            raise self._bad(f"{where}.scale", "must be two whole numbers, such as [1, 5]")
        low, high = given
        if not 0 < high - low < MOST_CHOICES or max(abs(low), abs(high)) > 1_000_000:
            problem = (
                f"the second number must be larger than the first, by less than {MOST_CHOICES}"
            )
            raise self._bad(f"{where}.scale", problem)
        meanings = found.get("meaning", {})
        if not isinstance(meanings, dict):
            raise self._bad(f"{where}.meaning", 'must be a table such as { 1 = "poor" }')
        steps = [str(step) for step in range(low, high + 1)]
        for step in meanings:
            if step not in steps:
                raise self._bad(f"{where}.meaning", f"'{step}' is not on the scale {low} to {high}")
        return tuple(
            Choice(int(step), step, self._text(meanings, step, f"{where}.meaning", ""))
            for step in steps
        )

    def _only_if(
        self, found: Mapping[str, Any], where: str, before: Sequence[Field]
    ) -> dict[str, tuple[int | str, ...]] | None:
        given = found.get("only_if")
        if given is None:
            return None
        if not isinstance(given, dict) or not given:
            raise self._bad(f"{where}.only_if", 'must be a table such as { language = "yes" }')
        by_name = {field.name: field for field in before if field.choices}
        made: dict[str, tuple[int | str, ...]] = {}
        for name, values in given.items():
            if name not in by_name:
                hint = did_you_mean(name, by_name)
                problem = f"there is no earlier field '{name}' with choices.{hint}"
                raise self._bad(f"{where}.only_if", problem)
            if by_name[name].type == "spans":
                raise self._bad(f"{where}.only_if", f"'{name}' holds spans; name a choice")
            values = values if isinstance(values, list) else [values]
            possible = [choice.value for choice in by_name[name].choices]
            for value in values:
                if not any(type(value) is type(one) and value == one for one in possible):
                    listed = ", ".join(map(str, possible))
                    problem = f"{value!r} is not a value of '{name}'; the values are: {listed}"
                    if isinstance(value, str) and value in map(str, possible):
                        problem = f"must be a number, not the text {value!r}"
                    raise self._bad(f"{where}.only_if", problem)
            if not values:
                raise self._bad(f"{where}.only_if", f"lists no value of '{name}'")
            made[name] = tuple(values)
        return made

    def _examples(self, found: Mapping[str, Any]) -> Iterable[WorkedExample]:
        for at, table in enumerate(self._tables(found, "examples", ""), 1):
            where = f"examples[{at}]"
            self._known(table, _EXAMPLE_KEYS, where, "an example")
            for key in ("content", "values"):
                if not isinstance(table.get(key), dict):
                    raise self._bad(f"{where}.{key}", f"is missing; add [{where[:8]}.{key}]")
            yield WorkedExample(
                table["content"], table["values"], self._text(table, "why", where, "")
            )

    def _check_example(self, scheme: Scheme, example: WorkedExample, where: str) -> None:
        for key in example.content:
            if key not in scheme.shows:
                known = did_you_mean(key, scheme.shows)
                raise self._bad(f"{where}.content.{key}", f"shows does not list it.{known}")
        for key in scheme.shows:
            value = example.content.get(key)
            if value is None and key in scheme.optional:
                continue
            wanted = _CONTENT_TYPES.get(key, "a string")
            if not _CONTENT_CHECKS[wanted](value):
                raise self._bad(f"{where}.content.{key}", f"must be {wanted}")
        sentences = example.content.get("sentences", [])
        for key in ("anchor", "answer_sentence"):
            if key in example.content and not 1 <= example.content[key] <= len(sentences):
                problem = f"must be the number of a sentence, 1 to {len(sentences)}"
                raise self._bad(f"{where}.content.{key}", problem)
        try:
            values = check_answer(scheme, example.values, example.content, missing=_INCOMPLETE)
        except InvalidAnswer as invalid:
            name, problem = next(iter(invalid.problems.items()))
            raise self._bad(f"{where}.values.{name}", problem) from None
        applying = asked(scheme, values)
        for field in scheme.fields:
            if field.name in example.values and field not in applying:
                conditions = [
                    f"{name} is {' or '.join(map(str, wanted))}"
                    for name, wanted in (field.only_if or {}).items()
                ]
                problem = f"leave it out: it is asked only if {' and '.join(conditions)}"
                raise self._bad(f"{where}.values.{field.name}", problem)

    # -------------------------------------------------------------- values of one type

    def _known(self, found: Mapping[str, Any], keys: Sequence[str], where: str, of: str) -> None:
        for key in found:
            if key not in keys:
                problem = f"there is no such key.{did_you_mean(key, keys)}"
                known = f"The keys of {of} are {', '.join(keys)}"
                raise self._bad(f"{where}.{key}" if where else key, f"{problem} {known}")

    def _name(self, found: Mapping[str, Any], where: str) -> str:
        name = self._text(found, "name", where)
        if not _NAME.fullmatch(name):
            raise self._bad(f"{where}.name" if where else "name", _BAD_NAME)
        return name

    def _text(
        self, found: Mapping[str, Any], key: str, where: str, default: str | None = None
    ) -> str:
        value = found.get(key, default)
        if value is None:
            raise self._bad(f"{where}.{key}" if where else key, "is missing")
        if not isinstance(value, str) or (key in found and not value.strip()):
            raise self._bad(f"{where}.{key}" if where else key, "must be a non-empty string")
        if "\0" in value:
            raise self._bad(f"{where}.{key}" if where else key, "contains a NUL character")
        return value.strip()

    def _texts(self, found: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
        value = found.get(key, [])
        if not isinstance(value, list) or not all(
            isinstance(one, str) and one.strip() for one in value
        ):
            raise self._bad(f"{where}.{key}" if where else key, "must be a list of strings")
        if len(set(value)) < len(value):
            raise self._bad(f"{where}.{key}" if where else key, "lists the same thing twice")
        return tuple(value)

    def _flag(self, found: Mapping[str, Any], key: str, where: str, default: bool) -> bool:
        value = found.get(key, default)
        if not isinstance(value, bool):
            raise self._bad(f"{where}.{key}" if where else key, "must be true or false")
        return value

    def _one_of(
        self, found: Mapping[str, Any], key: str, values: Sequence[str], where: str, default: str
    ) -> str:
        value = found.get(key, default)
        if value not in values:
            hint = did_you_mean(str(value), values)
            problem = f"{value!r} is not one of {', '.join(values)}.{hint}"
            raise self._bad(f"{where}.{key}" if where else key, problem)
        return str(value)

    def _tables(self, found: Mapping[str, Any], key: str, where: str) -> list[dict[str, Any]]:
        value = found.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self._bad(key, f"must be tables: write [[{key}]] above each")
        return value

    def _bad(self, field: str, problem: str) -> BadInput:
        return BadInput(problem, file=self._file, field=field)


_MUST_SHOW: dict[Kind, tuple[str, ...]] = {
    "question": ("question",),
    "edge": ("sentences", "question"),
    "document": ("text",),
    "pair": ("question_a", "question_b"),
}
_CONTENT_TYPES = {
    "references": "a list of strings",
    "sentences": "a list of strings",
    "anchor": "a whole number",
    "answer_sentence": "a whole number",
}
_CONTENT_CHECKS = {
    "a string": lambda value: isinstance(value, str) and bool(value.strip()),
    "a list of strings": lambda value: (
        isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)
    ),
    "a whole number": lambda value: type(value) is int,
}
