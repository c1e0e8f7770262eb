"""Documents with the spans that annotators and systems marked, put together from rows of files.

A row holds a document or a part of one: its text, the spans of some annotators, of some systems.
Rows with the same id make one document. A span that cannot be used is refused with its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from qgauge.concepts.offsets import Offsets, Unit, count_in, fits_another
from qgauge.core.errors import BadInput

Fragments = tuple[tuple[int, int], ...]
Kind = Literal["annotators", "systems", "adjudicated"]
VITAL, OPTIONAL = "vital", "optional"
FORMS = 'a span is [start, end], {"start": …, "end": …} or a list of such pairs'


@dataclass(frozen=True, slots=True, order=True)
class Snippet:
    """A piece of text that someone marked, mostly one fragment; offsets count code points."""

    fragments: Fragments
    source: str
    """The annotator, the system, or in a given adjudication `vital` or `optional`."""

    def text(self, document: str) -> str:
        return " … ".join(document[start:end] for start, end in self.fragments)

    def span(self) -> str:
        return ";".join(f"{start}-{end}" for start, end in self.fragments)


Snippets = tuple[Snippet, ...]
"""In the order of the text, each span of a source once."""


@dataclass(frozen=True)
class Document:
    """A text, and what each annotator and each system marked in it; () for nothing."""

    id: str
    text: str
    annotators: Mapping[str, Snippets] = field(default_factory=dict)
    systems: Mapping[str, Snippets] = field(default_factory=dict)
    adjudicated: Mapping[str, Snippets] | None = None
    """Where people have decided already: what is vital, and what is optional."""
    repeated: int = 0
    """Spans that a source marked more than once; they count once."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row before its spans are checked: for that, the text is needed, maybe from another row."""

    file: str
    line: int | None
    id: str
    text: str | None
    marked: tuple[tuple[Kind, str, str, list[Any]], ...]
    """Kind and name of the source, the field with its spans, and the spans as they came."""
    raw: Any

    def refusal(self, problem: str, field: str = "", span: Any = None) -> BadInput:
        line = self.line
        if line is None and isinstance(span, dict):  # in standoff each span has its own line
            line = span.get("line")
        about = f"document '{self.id}': {problem}"
        return BadInput(about, file=self.file, line=line, field=field)


Refuse = Callable[[BadInput, Any], None]
"""Told of each row that is left out, with the reason; may raise to stop instead."""


class Collection:
    """Takes rows in any order and makes documents of them."""

    def __init__(self, unit: Unit = "characters") -> None:
        self._unit: Unit = unit
        self._rows: dict[str, list[Row]] = {}

    def add(self, value: Any, *, file: str = "", line: int | None = None, number: int = 1) -> None:
        """Add one row of a file; without an id its number is the id."""
        row = _row(value, file, line, number)
        self._rows.setdefault(row.id, []).append(row)

    def documents(self, refuse: Refuse) -> Iterator[Document]:
        """The documents by id; rows that cannot be used cost no others."""
        for id in sorted(self._rows):
            document = self._document(id, self._rows[id], refuse)
            if document is not None:
                yield document

    def _document(self, id: str, rows: list[Row], refuse: Refuse) -> Document | None:
        text = next((row.text for row in rows if row.text is not None), None)
        found: dict[tuple[Kind, str], Snippets] = {}
        kept, repeated = [], 0
        for row in rows:
            try:
                own, more = _checked(row, text, self._unit, found)
            except BadInput as error:
                refuse(error, row.raw)
            else:
                found |= own
                repeated += more
                kept.append(row)
        by_kind: dict[Kind, dict[str, Snippets]] = {}
        for (kind, name), snippets in found.items():
            by_kind.setdefault(kind, {})[name] = snippets
        decided = by_kind.get("adjudicated")
        if text is None or ("annotators" not in by_kind and not decided):
            problem = "it has no annotator and no adjudication: there is nothing to measure against"
            for row in kept:
                refuse(row.refusal(problem), row.raw)
            return None
        if decided is not None:
            decided = {VITAL: (), OPTIONAL: ()} | decided
        annotators, systems = by_kind.get("annotators", {}), by_kind.get("systems", {})
        return Document(id, text, annotators, systems, decided, repeated)


def document(value: Any, *, unit: Unit = "characters") -> Document:
    """One document from one row, as JSON has it."""
    collection = Collection(unit)
    collection.add(value)

    def refuse(error: BadInput, _: Any) -> None:
        raise error

    return next(collection.documents(refuse))


def _row(value: Any, file: str, line: int | None, number: int) -> Row:
    if not isinstance(value, dict):
        raise BadInput("a document is an object with 'id', 'text', …", file=file, line=line)
    id = value.get("id")
    if id is None:
        id = number
    if isinstance(id, bool) or not isinstance(id, str | int) or id == "":
        raise BadInput("an id is a text or a whole number", file=file, line=line, field="id")
    row = Row(file, line, str(id), value.get("text"), (), value)
    if row.text is not None and not (isinstance(row.text, str) and row.text.strip()):
        raise row.refusal("the text is empty or no text", "text")
    marked = [*_named(row, "annotators"), *_named(row, "systems"), *_named(row, "adjudicated")]
    marked += _flat(row)
    if not marked and row.text is None:
        raise row.refusal(
            "it has no text and no spans; give 'text', 'annotators', 'systems' or 'spans'"
        )
    return Row(file, line, row.id, row.text, tuple(marked), value)


def _named(row: Row, kind: Kind) -> Iterator[tuple[Kind, str, str, list[Any]]]:
    """The spans under `annotators`, `systems` or `adjudicated`: an object of lists, by name."""
    by_name = row.raw.get(kind)
    if by_name is None:
        return
    if not isinstance(by_name, dict):
        raise row.refusal('write {"NAME": [spans], …}', kind)
    for name, spans in by_name.items():
        where = f"{kind}.{name}"
        if kind == "adjudicated" and name not in (VITAL, OPTIONAL):
            raise row.refusal(f"only '{VITAL}' and '{OPTIONAL}' can stand here", where)
        if not name:
            raise row.refusal("the name is empty", kind)
        if not isinstance(spans, list):
            raise row.refusal("a list of spans must stand here; [] for none", where)
        yield kind, name, where, spans


def _flat(row: Row) -> Iterator[tuple[Kind, str, str, list[Any]]]:
    """The other way to write it: one source a row, `system` or `annotator`, with its `spans`."""
    spans = row.raw.get("spans")
    if spans is None:
        return
    names: list[tuple[Kind, Any]] = [
        ("annotators", row.raw.get("annotator")),
        ("systems", row.raw.get("system")),
    ]
    given = [(kind, name) for kind, name in names if isinstance(name, str) and name]
    if len(given) != 1:
        raise row.refusal("say whose they are: either 'annotator' or 'system', a name", "spans")
    if not isinstance(spans, list):
        raise row.refusal("a list of spans must stand here; [] for none", "spans")
    yield *given[0], "spans", spans


def _checked(
    row: Row, text: str | None, unit: Unit, before: Mapping[tuple[Kind, str], Snippets]
) -> tuple[dict[tuple[Kind, str], Snippets], int]:
    """The snippets of a row by source, and how many repeat another; BadInput if one is unfit."""
    if text is None:
        raise row.refusal("no row has its text", "text")
    if row.text is not None and row.text != text:
        raise row.refusal("another row with this id has another text", "text")
    offsets = Offsets(text, unit)
    found: dict[tuple[Kind, str], Snippets] = {}
    repeated = 0
    for kind, name, where, spans in row.marked:
        if (kind, name) in before or (kind, name) in found:
            raise row.refusal(f"the spans of '{name}' are given twice", where)
        snippets = [
            Snippet(_fragments(row, f"{where}[{at}]", span, offsets), name)
            for at, span in enumerate(spans)
        ]
        found[kind, name] = tuple(sorted(set(snippets)))
        repeated += len(snippets) - len(found[kind, name])
    return found, repeated


def _fragments(row: Row, where: str, span: Any, offsets: Offsets) -> Fragments:
    pairs, quoted = _pairs(span)
    if not pairs:
        raise row.refusal(f"not a span: {FORMS}", where, span)
    places = []
    for pair in pairs:
        problem = _unfit(pair, offsets)
        if problem:
            raise row.refusal(problem, where, span)
        places.append((offsets.at(pair[0]), offsets.at(pair[1])))
    fragments = _joined([(start, end) for start, end in places if start is not None and end])
    if quoted is not None:
        problem = _other_text(pairs, fragments, quoted, offsets)
        if problem:
            raise row.refusal(problem, where, span)
    return fragments


def _unfit(pair: list[Any], offsets: Offsets) -> str:
    """What is wrong with a pair of offsets, or nothing."""
    if len(pair) != 2 or any(type(end) is not int for end in pair):
        return f"not a span: {FORMS}, of whole numbers"
    start, end = pair
    shown = f"the span {start}-{end}"
    if start < 0:
        return f"{shown} starts before the text; the first character is 0"
    if end < start:
        return f"{shown} ends before it starts"
    if end == start:
        return f"{shown} is empty; the end is the place after the last character"
    if end > offsets.length:
        return f"{shown} ends after the text, which has {offsets.length} {count_in(offsets.unit)}"
    if offsets.at(start) is None or offsets.at(end) is None:
        return f"{shown} cuts through a character, counted in {count_in(offsets.unit)}"
    return ""


def _pairs(span: Any) -> tuple[list[list[Any]], Any]:
    """The pairs of numbers of a span in any of its forms, and the text it says it has."""
    quoted = None
    if isinstance(span, dict):
        quoted = span.get("text")
        span = span["fragments"] if "fragments" in span else [span.get("start"), span.get("end")]
    if not isinstance(span, list | tuple) or not span:
        return [], quoted
    if all(isinstance(part, list | tuple) for part in span):
        return [list(part) for part in span], quoted
    return [list(span)], quoted


def _joined(fragments: list[tuple[int, int]]) -> Fragments:
    """In the order of the text; fragments that overlap or touch become one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(fragments):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return tuple(joined)


def _other_text(pairs: list[list[int]], found: Fragments, quoted: Any, offsets: Offsets) -> str:
    """The text given with a span must be the text at its offsets, up to white space."""
    if not isinstance(quoted, str):
        return "the text of a span must be a text"
    have = " ".join(offsets.text[start:end] for start, end in found)
    if have.split() == quoted.split():
        return ""
    other = fits_another(offsets, pairs, quoted.split())
    hint = f"; the offsets seem to count {count_in(other)}: try --offsets {other}" if other else ""
    return f"at its offsets stands {have[:60]!r}, not {quoted[:60]!r}{hint}"
