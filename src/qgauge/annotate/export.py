"""Ratings as rows that `qgauge meta`, `tune`, `qud meta` and `concepts` read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qgauge.annotate.collected import (
    Collected,
    choice_of,
    collect,
    exported,
    flags_of,
    raters_in,
)
from qgauge.annotate.final_ratings import final_values
from qgauge.annotate.marked import concepts_in
from qgauge.annotate.rater_names import Naming, shown_names
from qgauge.annotate.scheme import Choice, Field, Scheme
from qgauge.annotate.tasks import Answer, Task
from qgauge.core import BadInput, BadSetting
from qgauge.core.field_names import ALIASES, LOOSE_ALIASES

PREFERRED = "preferred"
"""The dimension of pairs: 1 for the question that a rater preferred, 0 for the other one."""
VITAL, OPTIONAL = "vital", "optional"
_UNDECIDED = "no final rating"
_FIRST = ("id", "system", "question", "references", "passage", "answer")
_EARLIER = ("ratings", "annotators")
"""Columns of the input that hold earlier ratings."""
_ABOUT_EARLIER = ("raters", "adjudicated")
"""Columns that describe earlier ratings, if there are any; otherwise columns like all others."""
GOLD, GOLD_WHY = "gold_values", "gold_why"
"""The right answer and the reason for it. No reader takes them for references or answers."""
_TAKEN = {
    *(name for field, names in ALIASES.items() for name in (field, *names)),
    *(name for names in LOOSE_ALIASES.values() for name in names),
    *(*_EARLIER, *_ABOUT_EARLIER, "flags", "edges", "systems"),
    *("notes", "skipped", "decided", "kinds", "pair", "against", GOLD, GOLD_WHY),
}
"""Columns that mean something else, to a reader or in the export itself."""


@dataclass(frozen=True, slots=True)
class Export:
    """The exported rows, and what is not in them."""

    rows: Sequence[Mapping[str, Any]]
    raters: Mapping[str, str]
    """By name, what each rater is called in the rows."""
    tasks: int
    """The tasks that the rows contain: an article is one row of several tasks."""
    skipped: int
    """Answers in which a rater skipped the task; they are null."""
    unrated: int
    """Tasks that are left out because nobody has rated or skipped them."""
    unresolved: int
    """Final ratings that are missing because the raters are tied, or the adjudicator skipped."""
    gold: int = 0
    """Gold tasks that are left out."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Other tasks that are left out, by reason."""


def export(
    scheme: Scheme,
    tasks: Sequence[Task],
    answers: Sequence[Answer],
    *,
    raters: Naming = "pseudonyms",
    final: bool = False,
    salt: str,
    notes: bool = False,
    keep_earlier: bool = False,
    gold: bool = False,
) -> Export:
    """Return the ratings in the format of the command that reads them.

    Questions become rows for `qgauge meta` and `tune`, edges articles for `qgauge qud meta`,
    documents rows for `qgauge concepts`, and pairs two rows each for `qgauge meta`.

    Args:
        scheme: What the raters were asked.
        tasks: The tasks.
        answers: All answers; those of the training round are ignored.
        raters: Whether to write pseudonyms or names.
        final: Write one rating per row instead of one per rater: the adjudicated one; without one,
            the mean of numbers, or the majority of labels and flags.
        salt: A secret of the project, for the pseudonyms.
        notes: Also write notes and reasons for skipping. They may say who wrote them.
        keep_earlier: Put the ratings of the input before the new ones; otherwise they are dropped.
        gold: Also export gold tasks, with their right answer in `gold_values`. They are clearer
            than others, so they would make agreement look better.

    Returns:
        The rows, and counts of what is missing.

    Raises:
        BadSetting: Both `final` and `keep_earlier` are given.

    Examples:
        >>> from qgauge.annotate.export import export
        >>> from qgauge.annotate.scheme import Choice, Field, Scheme
        >>> from qgauge.annotate.tasks import Answer, Task
        >>> marks = tuple(Choice(mark, str(mark)) for mark in (1, 2, 3))
        >>> fluency = Field("fluency", "How fluent is it?", "choice", marks, ordered=True)
        >>> scheme = Scheme("mine", "Mine", "", "question", ("question",), (fluency,), "")
        >>> task = Task("k", {"question": "Who?"}, {"id": "q1", "system": "finch"})
        >>> answers = [
        ...     Answer("k", "ann", "rating", {"fluency": 3}),
        ...     Answer("k", "ben", "rating", {"fluency": 2}),
        ... ]
        >>> (row,) = export(scheme, [task], answers, raters="names", salt="").rows
        >>> row["ratings"], row["raters"]
        ({'fluency': [3, 2]}, ['ann', 'ben'])
    """
    if final and keep_earlier:
        raise BadSetting("a final rating does not count earlier ratings; leave out one of the two.")
    collected = collect(tasks, answers)
    names = shown_names(raters_in(collected), raters, salt)
    made = _Export(scheme, names, final, notes, _Earlier.of(tasks) if keep_earlier else None)
    chosen = [one for one in collected if gold or one.task.gold is None]
    return made.of(chosen, len(collected) - len(chosen))


@dataclass(frozen=True, slots=True)
class _Earlier:
    """The ratings that the input already had."""

    names: list[str]
    dimensions: list[str]

    @classmethod
    def of(cls, tasks: Sequence[Task]) -> _Earlier:
        given = [task.hidden.get("ratings") or {} for task in tasks]
        most = max((len(_listed(row[name])) for row in given for name in row), default=0)
        named = [task.hidden.get("raters") for task in tasks]
        same = bool(named) and all(one == named[0] for one in named)
        if same and isinstance(named[0], list) and len(named[0]) == most:
            names = [str(name) for name in named[0]]
        else:
            names = [f"earlier_{at}" for at in range(1, most + 1)]
        return cls(names, list(dict.fromkeys(name for row in given for name in row)))

    def ratings(self, task: Task, dimension: str) -> list[Any]:
        own = _listed((task.hidden.get("ratings") or {}).get(dimension))
        return [*own, *[None] * (len(self.names) - len(own))]


def _listed(given: Any) -> list[Any]:
    if given is None:
        return []
    return list(given) if isinstance(given, list | tuple) else [given]


@dataclass(slots=True)
class _Export:
    scheme: Scheme
    names: Mapping[str, str]
    final: bool
    notes: bool
    earlier: _Earlier | None
    skipped: int = 0
    unrated: int = 0
    unresolved: int = 0
    left_out: Counter[str] = field(default_factory=Counter)

    def of(self, collected: Sequence[Collected], gold: int) -> Export:
        rows: list[tuple[Collected, list[dict[str, Any]]]] = []
        make = self._pair if self.scheme.kind == "pair" else self._question
        if self.scheme.kind == "document" and self._spans:
            make = self._document
        for one in collected:
            self.skipped += sum(bool(answer.skipped) for answer in one.ratings.values())
            if made := make(one):
                rows.append((one, [_joined(row, _gold(one.task, row)) for row in made]))
        if self.scheme.kind == "edge":
            rows = self._readable(rows)
        every = [row for _, made in rows for row in made]
        _number_ids(every)
        return Export(
            _articles(rows) if self.scheme.kind == "edge" else every,
            self.names,
            len(rows),
            self.skipped,
            self.unrated,
            self.unresolved,
            gold,
            dict(self.left_out),
        )

    @property
    def _choices(self) -> list[Field]:
        return [one for one in self.scheme.fields if one.type == "choice"]

    @property
    def _spans(self) -> Field | None:
        return next((one for one in self.scheme.fields if one.type == "spans"), None)

    @property
    def _beside(self) -> list[Field]:
        """The fields that are columns next to the ratings."""
        marked = self._spans if self.scheme.kind == "document" else None
        return [one for one in self.scheme.fields if one.type != "choice" and one != marked]

    def _counts(self, one: Collected) -> bool:
        """Return whether a task belongs in the export at all."""
        hidden = one.task.hidden
        earlier = hidden.get("ratings") or hidden.get("annotators")
        if one.ratings or one.adjudicated or (earlier and self.earlier is not None):
            return True
        self.unrated += 1
        return False

    def _question(self, one: Collected) -> list[dict[str, Any]]:
        rated = self._rated(one, {each.name: each for each in self._choices})
        return [] if rated is None else [_joined(_row(one.task), rated)]

    def _rated(self, one: Collected, dimensions: Mapping[str, Field]) -> dict[str, Any] | None:
        """Return the columns that hold what people said; None if the task is to be left out."""
        if not self._counts(one):
            return None
        if not self.final:
            return self._said(one, dimensions)
        found = final_values(self.scheme, one)
        self.unresolved += len(found.unresolved)
        if not found.ratings:
            self.left_out[_UNDECIDED] += 1
            return None
        return {
            "ratings": {name: [found.ratings.get(at.name)] for name, at in dimensions.items()},
            "raters": ["final"],
            **{column_of(each): found.values.get(each.name) for each in self._beside},
            "decided": dict(found.decided),
        }

    def _said(self, one: Collected, dimensions: Mapping[str, Field]) -> dict[str, Any]:
        """Return the columns that hold what each rater said."""
        ratings = {
            name: [exported(each, value) for value in self._by_rater(one, each)]
            for name, each in dimensions.items()
        }
        raters = list(self.names.values())
        if self.earlier is not None:
            raters = [*self.earlier.names, *raters]
            nobody = [None] * len(self.names)
            ratings = {
                name: [*self.earlier.ratings(one.task, name), *ratings.get(name, nobody)]
                for name in dict.fromkeys([*self.earlier.dimensions, *ratings])
            }
        columns = {"ratings": ratings, "raters": raters, **self._other_columns(one)}
        final = one.final
        if final is not None and not final.skipped:
            decided = {name: _value(each, final) for name, each in dimensions.items()}
            columns["adjudicated"] = {
                name: exported(dimensions[name], value)
                for name, value in decided.items()
                if value is not None
            }
        return columns

    def _by_rater(self, one: Collected, field: Field) -> list[Any]:
        """Return one value per rater, in the order of the raters; None where it is missing."""
        return [_value(field, one.rated.get(name)) for name in self.names]

    def _other_columns(self, one: Collected) -> dict[str, Any]:
        before = [None] * (len(self.earlier.names) if self.earlier else 0)
        found: dict[str, Any] = {
            column_of(each): before + self._by_rater(one, each) for each in self._beside
        }
        if self.notes:
            given = [one.ratings.get(name) for name in self.names]
            found["notes"] = before + [answer.note if answer else None for answer in given]
            found["skipped"] = before + [answer.skipped if answer else None for answer in given]
        return found

    def _pair(self, one: Collected) -> list[dict[str, Any]]:
        several = len(self._choices) > 1
        fields = {each.name if several else PREFERRED: each for each in self._choices}
        made = []
        for side in ("a", "b"):
            sided = {name: _preference(each, side) for name, each in fields.items()}
            columns = _Export(
                _with_choices(self.scheme, list(sided.values())),
                self.names,
                self.final,
                self.notes,
                self.earlier,
            )
            rated = columns._rated(one, sided)
            if side == "a":
                self.unrated += columns.unrated
                self.unresolved += columns.unresolved
                self.left_out += columns.left_out
            if rated is None:
                return []
            row = _joined(_side(one.task, side), rated)
            right = one.task.gold or {}
            if right:
                row[GOLD] = {
                    **{each.name: right[each.name] for each in self._beside if each.name in right},
                    **{
                        name: exported(each, right[each.name])
                        for name, each in sided.items()
                        if each.name in right
                    },
                }
            made.append(row)
        return made

    def _document(self, one: Collected) -> list[dict[str, Any]]:
        if not self._counts(one):
            return []
        field = self._spans
        assert field is not None
        marked = {name: answer.values.get(field.name) or [] for name, answer in one.rated.items()}
        final, decided = one.final, {}
        if final is not None and not final.skipped:
            decided = {"adjudicated": _by_kind(final.values.get(field.name) or [])}
        if self.final:
            if not decided and final is None and marked:
                decided = {"adjudicated": _counted(one.task, marked)}
            if not decided:
                self.left_out[_UNDECIDED] += 1
                return []
            return [_joined(_document_row(one.task), decided)]
        annotators: dict[str, Any] = {}
        if self.earlier is not None:
            annotators = dict(one.task.hidden.get("annotators") or {})
        kinds = {}
        for name, shown in self.names.items():
            if name in marked:
                spans = sorted(marked[name], key=lambda span: (span["start"], span["end"]))
                annotators[shown] = [[span["start"], span["end"]] for span in spans]
                kinds[shown] = [span.get("kind") or "" for span in spans]
        if not annotators and not decided:
            self.left_out["every rater skipped the document"] += 1
            return []
        said = self._other_columns(one)
        if self._choices:
            said |= self._said(one, {each.name: each for each in self._choices})
        columns = {**said, "annotators": annotators, "kinds": kinds, **decided}
        return [_joined(_document_row(one.task), columns)]

    def _readable(
        self, rows: Sequence[tuple[Collected, list[dict[str, Any]]]]
    ) -> list[tuple[Collected, list[dict[str, Any]]]]:
        """Leave out edges that `qgauge qud` refuses, such as one whose anchor is missing."""
        from qgauge.qud.documents import Place, edges_of_row

        kept = []
        for one, (edge,) in rows:
            row = {"id": "one", "sentences": edge["sentences"], "edges": [edge]}
            try:
                edges_of_row(row, Place(), 1)
            except BadInput as error:
                name = error.field.rpartition(".")[2]
                self.left_out[f"{name} {error.problem}"] += 1
            else:
                kept.append((one, [edge]))
        return kept


def _row(task: Task) -> dict[str, Any]:
    """Return the row that the task was made of, without earlier ratings."""
    hidden = _without_earlier(task.hidden)
    row = {**hidden, **task.content, "id": str(hidden.get("id") or task.key)}
    ordered = [name for name in _FIRST if name in row]
    return {name: row[name] for name in (*ordered, *(one for one in row if one not in ordered))}


def _without_earlier(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row without earlier ratings; columns in the way of new ones become `input_…`."""
    rated = any(row.get(name) for name in _EARLIER)
    left_out = {*_EARLIER, *(_ABOUT_EARLIER if rated else ())}
    return {
        f"input_{name}" if name in _ABOUT_EARLIER else name: value
        for name, value in row.items()
        if name not in left_out
    }


def _joined(row: Mapping[str, Any], columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row with more columns; those of the input keep their names."""
    joined = dict(row)
    for name, value in columns.items():
        free = name
        while free in joined or (free != name and free in columns):
            free += "_by_rater"
        joined[free] = value
    return joined


def _gold(task: Task, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a gold task; the rows of a pair have their answer already."""
    if task.gold is None:
        return {}
    values = {} if GOLD in row else {GOLD: dict(task.gold)}
    return {**values, **({GOLD_WHY: task.why} if task.why else {})}


def _document_row(task: Task) -> dict[str, Any]:
    row = _row(task)
    return {"id": row["id"], "text": row["text"]} | row


def column_of(field: Field) -> str:
    """Return the name of the column for a field that is not a rating."""
    return f"{field.name}_by_rater" if field.name in _TAKEN else field.name


def _value(field: Field, answer: Answer | None) -> Any:
    if answer is None or answer.skipped:
        return None
    if field.type == "choice":
        return choice_of(field, answer.values)
    if field.type == "flags":
        raised = flags_of(field, answer.values)
        return (
            None if raised is None else [one.value for one in field.choices if one.value in raised]
        )
    return answer.values.get(field.name)


def _articles(rows: Sequence[tuple[Collected, list[dict[str, Any]]]]) -> list[dict[str, Any]]:
    """Return one row per article, with its edges; two texts of one name are two articles."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    texts: Counter[str] = Counter()
    for one, (edge,) in rows:
        name = str(one.task.hidden.get("article") or one.cluster)
        key = name, "\n".join(map(str, edge["sentences"]))
        if key not in found:
            texts[name] += 1
            id = name if texts[name] == 1 else f"{name}#{texts[name]}"
            found[key] = {"id": id, "sentences": edge["sentences"], "edges": []}
        article = found[key]
        article["edges"].append(
            {key: value for key, value in edge.items() if key not in ("sentences", "article")}
        )
    return list(found.values())


def _with_choices(scheme: Scheme, fields: Sequence[Field]) -> Scheme:
    """Return the scheme with other choices for some fields."""
    from dataclasses import replace

    by_name = {one.name: one for one in fields}
    return replace(scheme, fields=tuple(by_name.get(one.name, one) for one in scheme.fields))


def _preference(field: Field, side: str) -> Field:
    """Return a field that asks for a question of a pair, with the score of one side.

    The score of a choice is that of question A. Without scores, the choices `a` and `b` name the
    better question, and every other choice is a tie.
    """
    from dataclasses import replace

    def score(one: Choice) -> float:
        of_a = one.score if one.score is not None else {"a": 1.0, "b": 0.0}.get(str(one.value), 0.5)
        return of_a if side == "a" else 1 - of_a

    choices = tuple(replace(one, score=score(one)) for one in field.choices)
    return replace(field, choices=choices)


def _side(task: Task, side: str) -> dict[str, Any]:
    """Return the row of one question of a pair, and which question it was compared with."""
    rows = {one: _columns_of(task, one) for one in ("a", "b")}
    row, other = rows[side], rows["b" if side == "a" else "a"]
    row["id"] = str(row.get("id") or f"{task.key}-{side}")
    row["system"] = str(row.get("system") or "")
    ordered = [name for name in _FIRST if name in row]
    return {
        **{name: row[name] for name in ordered},
        **{name: value for name, value in row.items() if name not in ordered},
        "pair": task.key,
        "against": {name: str(other.get(name) or "") for name in ("id", "system")},
    }


def _columns_of(task: Task, side: str) -> dict[str, Any]:
    """Return the columns of one question: the shared ones, those named `COLUMN_a`, and its row."""
    everything = {**task.hidden, **task.content}
    row: dict[str, Any] = {}
    own: dict[str, Any] = {}
    for name, value in everything.items():
        if name in ("a", "b", "row_a", "row_b"):
            own |= value if name[-1] == side else {}
        elif name[-2:] in ("_a", "_b") and {f"{name[:-2]}_a", f"{name[:-2]}_b"} <= set(everything):
            own |= {name[:-2]: value} if name[-1] == side else {}
        elif name != "swapped":
            row[name] = value
    return _without_earlier(row | own)


def _number_ids(rows: Sequence[dict[str, Any]]) -> None:
    """Make the ids unique: a question in several pairs gets q1#1, q1#2, …

    Rows of files without ids can have the same number, if they come from different files.
    """
    times = Counter((row["id"], row.get("system")) for row in rows)
    seen: Counter[tuple[str, str | None]] = Counter()
    for row in rows:
        key = row["id"], row.get("system")
        if times[key] > 1:
            seen[key] += 1
            row["id"] = f"{row['id']}#{seen[key]}"


def _by_kind(spans: Sequence[Mapping[str, Any]]) -> dict[str, list[list[int]]]:
    found: dict[str, list[list[int]]] = {VITAL: [], OPTIONAL: []}
    for one in sorted(spans, key=lambda span: (span["start"], span["end"])):
        found[OPTIONAL if one.get("kind") == OPTIONAL else VITAL].append([one["start"], one["end"]])
    return found


def _counted(
    task: Task, marked: Mapping[str, Sequence[Mapping[str, Any]]]
) -> dict[str, list[list[int]]]:
    """Return the concepts; vital are those that more than half of the people marked as vital."""
    found: dict[str, list[list[int]]] = {VITAL: [], OPTIONAL: []}
    for one in concepts_in(task, marked):
        votes = sum(kind != OPTIONAL for kind in one.kinds.values())
        found[VITAL if 2 * votes > len(marked) else OPTIONAL].append([one.start, one.end])
    return found
