"""Assemble documents from rows: a text with the spans that annotators and systems marked.

A row holds a document or a part of one: its text, or the spans of some annotators or systems.
Rows with the same id form one document. An invalid span is refused with its position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from qgauge.concepts.finding import Finder
from qgauge.concepts.offsets import Offsets, Unit, count_in, fits_another
from qgauge.core.errors import BadInput

Fragments = tuple[tuple[int, int], ...]
Kind = Literal["annotators", "systems", "adjudicated"]
VITAL, OPTIONAL = "vital", "optional"
FORMS = 'a span is [start, end], {"start": …, "end": …}, a list of such pairs, or the text itself'


@dataclass(frozen=True, slots=True, order=True)
class Snippet:
    """A marked piece of text, usually one fragment.

    Examples:
        >>> from qgauge.concepts import Snippet
        >>> snippet = Snippet(((0, 4), (10, 17)), "ann")
        >>> snippet.text("Acid rain damages forests."), snippet.span()
        ('Acid … damages', '0-4;10-17')
    """

    fragments: Fragments
    """Pairs of start and end, in code points."""
    source: str
    """The annotator or system; in a human adjudication, `vital` or `optional`."""

    def text(self, document: str) -> str:
        """Return the marked text; an ellipsis separates fragments.

        Args:
            document: The text of the document.

        Returns:
            The marked text.
        """
        return " … ".join(document[start:end] for start, end in self.fragments)

    def span(self) -> str:
        """Return the offsets as text, such as `0-4;10-17`."""
        return ";".join(f"{start}-{end}" for start, end in self.fragments)


Snippets = tuple[Snippet, ...]
"""In text order, without duplicates."""


@dataclass(frozen=True)
class Document:
    """A text with the snippets that each annotator and each system marked."""

    id: str
    """The id of the document."""
    text: str
    """The whole text."""
    annotators: Mapping[str, Snippets] = field(default_factory=dict)
    """The snippets of each annotator; () for an annotator who marked nothing."""
    systems: Mapping[str, Snippets] = field(default_factory=dict)
    """The snippets of each system; () for a system that marked nothing."""
    adjudicated: Mapping[str, Snippets] | None = None
    """The vital and the optional snippets, if people have adjudicated the document."""
    repeated: int = 0
    """Spans that a source marked more than once; each counts once."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row whose spans are not checked yet: its text may be in another row."""

    file: str
    line: int | None
    id: str
    text: str | None
    marked: tuple[tuple[Kind, str, str, list[Any]], ...]
    """Kind and name of the source, the field with its spans, and the unchecked spans."""
    raw: Any

    def refusal(self, problem: str, field: str = "", span: Any = None) -> BadInput:
        line = self.line
        if line is None and isinstance(span, dict):  # in standoff files each span has a line
            line = span.get("line")
        about = f"document '{self.id}': {problem}"
        return BadInput(about, file=self.file, line=line, field=field)


Refuse = Callable[[BadInput, Any], None]
"""Called with the error and the value of each bad row; may raise to stop instead."""


class Collection:
    """Assembles documents from rows in any order.

    Examples:
        >>> from qgauge.concepts import Collection
        >>> rows = Collection()
        >>> rows.add({"id": "1", "text": "Acid rain damages forests."})
        >>> rows.add({"id": "1", "annotator": "ann", "spans": [[0, 9]]})
        >>> [document.annotators for document in rows.documents(print)]
        [{'ann': (Snippet(fragments=((0, 9),), source='ann'),)}]
    """

    def __init__(self, unit: Unit = "characters") -> None:
        """Start an empty collection.

        Args:
            unit: The unit of the offsets: `"characters"`, `"utf-16"` or `"bytes"`.
        """
        self._unit: Unit = unit
        self._rows: dict[str, list[Row]] = {}

    def add(self, value: Any, *, file: str = "", line: int | None = None, number: int = 1) -> None:
        """Add one row.

        Args:
            value: The row, as decoded from JSON.
            file: The name of its file, for messages.
            line: Its line in the file, for messages.
            number: The id of a row without one.

        Raises:
            BadInput: If the row is malformed.
        """
        row = _row(value, file, line, number)
        self._rows.setdefault(row.id, []).append(row)

    def documents(self, refuse: Refuse) -> Iterator[Document]:
        """Yield the documents, sorted by id. A bad row does not affect the others.

        Args:
            refuse: Called with the error and the value of each bad row.

        Yields:
            The documents that have a text, and an annotator or an adjudication.
        """
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
            problem = "it has no annotator and no adjudication to score against"
            for row in kept:
                refuse(row.refusal(problem), row.raw)
            return None
        if decided is not None:
            decided = {VITAL: (), OPTIONAL: ()} | decided
        annotators, systems = by_kind.get("annotators", {}), by_kind.get("systems", {})
        return Document(id, text, annotators, systems, decided, repeated)


def document(value: Any, *, unit: Unit = "characters") -> Document:
    """Build one document from one row.

    Args:
        value: The row, as decoded from JSON: `id`, `text`, and spans by name under `annotators`
            and `systems`, or vital and optional ones under `adjudicated`.
        unit: The unit of the offsets: `"characters"`, `"utf-16"` or `"bytes"`.

    Returns:
        The document.

    Raises:
        BadInput: If the row or one of its spans is malformed.

    Examples:
        >>> from qgauge.concepts import document
        >>> row = {"id": "1", "text": "Acid rain damages forests.", "annotators": {"ann": [[0, 9]]}}
        >>> document(row).annotators["ann"]
        (Snippet(fragments=((0, 9),), source='ann'),)
    """
    collection = Collection(unit)
    collection.add(value)

    def refuse(error: BadInput, _: Any) -> None:
        raise error

    return next(collection.documents(refuse))


def _row(value: Any, file: str, line: int | None, number: int) -> Row:
    if not isinstance(value, dict):
        problem = "a document must be an object with 'id', 'text', …"
        raise BadInput(problem, file=file, line=line)
    id = value.get("id")
    if id is None:
        id = number
    if isinstance(id, bool) or not isinstance(id, str | int) or id == "":
        problem = "an id must be a string or a whole number"
        raise BadInput(problem, file=file, line=line, field="id")
    row = Row(file, line, str(id), value.get("text"), (), value)
    if row.text is not None and not (isinstance(row.text, str) and row.text.strip()):
        raise row.refusal("the text is empty or not a string", "text")
    marked = [*_named(row, "annotators"), *_named(row, "systems"), *_named(row, "adjudicated")]
    marked += _flat(row)
    if not marked and row.text is None:
        raise row.refusal(
            "it has no text and no spans; give 'text', 'annotators', 'systems', 'spans' or "
            "'snippets'"
        )
    return Row(file, line, row.id, row.text, tuple(marked), value)


def _named(row: Row, kind: Kind) -> Iterator[tuple[Kind, str, str, list[Any]]]:
    """Yield the spans under `annotators`, `systems` or `adjudicated`: lists by name."""
    by_name = row.raw.get(kind)
    if by_name is None:
        return
    if not isinstance(by_name, dict):
        raise row.refusal('write {"NAME": [spans], …}', kind)
    for name, spans in by_name.items():
        where = f"{kind}.{name}"
        if kind == "adjudicated" and name not in (VITAL, OPTIONAL):
            raise row.refusal(f"only '{VITAL}' and '{OPTIONAL}' are allowed here", where)
        if not name:
            raise row.refusal("the name is empty", kind)
        if not isinstance(spans, list):
            raise row.refusal("must be a list of spans; [] for none", where)
        yield kind, name, where, spans


def _flat(row: Row) -> Iterator[tuple[Kind, str, str, list[Any]]]:
    """Yield the `spans` or `snippets` of a row with one source, its `system` or `annotator`."""
    field = "snippets" if row.raw.get("spans") is None else "spans"
    spans = row.raw.get(field)
    if spans is None:
        return
    names: list[tuple[Kind, Any]] = [
        ("annotators", row.raw.get("annotator")),
        ("systems", row.raw.get("system")),
    ]
    given = [(kind, name) for kind, name in names if isinstance(name, str) and name]
    if len(given) != 1:
        problem = "name their source under either 'annotator' or 'system'"
        raise row.refusal(problem, field)
    if not isinstance(spans, list):
        raise row.refusal("must be a list of spans; [] for none", field)
    yield *given[0], field, spans


def _checked(
    row: Row, text: str | None, unit: Unit, before: Mapping[tuple[Kind, str], Snippets]
) -> tuple[dict[tuple[Kind, str], Snippets], int]:
    """Return the snippets of a row by source, and the number of duplicates."""
    if text is None:
        raise row.refusal(
            "no row has its text; if it is in a .txt file, name its folder with --texts",
            "text",
        )
    if row.text is not None and row.text != text:
        raise row.refusal("another row with this id has a different text", "text")
    offsets = Offsets(text, unit)
    finder: Finder | None = None
    found: dict[tuple[Kind, str], Snippets] = {}
    repeated = 0
    for kind, name, where, spans in row.marked:
        if (kind, name) in before or (kind, name) in found:
            raise row.refusal(f"the spans of '{name}' are given twice", where)
        snippets, last = [], dict[str, int]()
        for at, span in enumerate(spans):
            wanted = _as_text(span)
            if wanted is None:
                fragments = _fragments(row, f"{where}[{at}]", span, offsets)
            else:
                finder = finder or Finder(text)
                fragments = _found(row, f"{where}[{at}]", span, wanted, finder, last)
            snippets.append(Snippet(fragments, name))
        found[kind, name] = tuple(sorted(set(snippets)))
        repeated += len(snippets) - len(found[kind, name])
    return found, repeated


def _as_text(span: Any) -> str | None:
    """Return the text of a snippet that is given without offsets; None if it has offsets."""
    if isinstance(span, dict) and not {"start", "end", "fragments"} & span.keys():
        span = span.get("text")
    return span if isinstance(span, str) else None


def _found(
    row: Row, where: str, span: Any, wanted: str, finder: Finder, last: dict[str, int]
) -> Fragments:
    """Return the place of a snippet's text; each copy in a list has the next place, if any."""
    if not wanted.strip():
        raise row.refusal("the snippet is empty", where, span)
    place = finder.find(wanted, last.get(wanted, -1)) or finder.find(wanted)
    if place is None:
        raise row.refusal(finder.missing(wanted), where, span)
    last[wanted] = place[0]
    return (place,)


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
    """Return the problem with a pair of offsets, or ''."""
    if len(pair) != 2 or any(type(end) is not int for end in pair):
        return f"not a span: {FORMS}, of whole numbers"
    start, end = pair
    shown = f"the span {start}-{end}"
    if start < 0:
        return f"{shown} starts before the text; the first character is 0"
    if end < start:
        return f"{shown} ends before it starts"
    if end == start:
        return f"{shown} is empty; the end is the offset after the last character"
    if end > offsets.length:
        return f"{shown} ends after the text, which has {offsets.length} {count_in(offsets.unit)}"
    if offsets.at(start) is None or offsets.at(end) is None:
        return f"{shown} splits a character, counted in {count_in(offsets.unit)}"
    return ""


def _pairs(span: Any) -> tuple[list[list[Any]], Any]:
    """Return the offset pairs of a span in any form, and its quoted text."""
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
    """Sort the fragments and merge those that overlap or touch."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(fragments):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return tuple(joined)


def _other_text(pairs: list[list[int]], found: Fragments, quoted: Any, offsets: Offsets) -> str:
    """Return the problem if the quoted text differs from the text at the offsets, or ''.

    White space is ignored.
    """
    if not isinstance(quoted, str):
        return "the text of a span must be a string"
    have = " ".join(offsets.text[start:end] for start, end in found)
    if have.split() == quoted.split():
        return ""
    other = fits_another(offsets, pairs, quoted.split())
    hint = f"; the offsets seem to count {count_in(other)}: try --offsets {other}" if other else ""
    return f"the text at its offsets is {have[:60]!r}, not {quoted[:60]!r}{hint}"
