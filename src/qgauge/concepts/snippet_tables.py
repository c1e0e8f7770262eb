"""Tables with one snippet per row: the document, its text, and who marked it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from qgauge.concepts.documents import Kind
from qgauge.core import BadInput

_FORMATS = ("csv", "tsv", "xlsx")
_DOCUMENT = ("document", "doc", "document_id", "doc_id", "id")
_SNIPPET = ("snippet", "concept", "key_concept", "span_text")
_SOURCES: Mapping[str, Kind] = {"annotator": "annotators", "system": "systems"}


@dataclass(frozen=True)
class Columns:
    """The columns of a table of snippets."""

    document: str
    snippet: str
    sources: Mapping[str, Kind]
    """The columns that name the annotator or the system."""
    text: str | None
    """The column with the text of the document."""

    def source(self, cells: Mapping[str, str], file: str, line: int) -> tuple[str, Kind, str]:
        """Return the document of a row, and the kind and name of its source."""
        id = cells[self.document].strip()
        if not id:
            raise BadInput("the document is empty", file=file, line=line, field=self.document)
        given = [(kind, cells[name].strip()) for name, kind in self.sources.items()]
        named = [(kind, name) for kind, name in given if name]
        if len(named) != 1:
            problem = f"document '{id[:80]}': name either the annotator or the system"
            raise BadInput(problem, file=file, line=line, field=next(iter(self.sources)))
        return id, *named[0]


def is_table(file: str, format: str | None) -> bool:
    """Return whether a file is a table, by its format or the ending of its name."""
    if format is not None:
        return format in _FORMATS
    return PurePath(file.lower().removesuffix(".gz")).suffix[1:] in _FORMATS


def table_columns(names: tuple[str, ...], file: str) -> Columns:
    """Find the columns of a table; raise BadInput if one is missing."""
    low = {name.strip().lower(): name for name in names}
    document = next((low[name] for name in _DOCUMENT if name in low), None)
    snippet = next((low[name] for name in _SNIPPET if name in low), None)
    sources = {low[name]: kind for name, kind in _SOURCES.items() if name in low}
    if document is None or snippet is None or not sources:
        there = ", ".join(name[:40] for name in names[:20])
        problem = (
            "a table of snippets needs the columns document, snippet, and annotator or system; the "
            f"columns are: {there}"
        )
        raise BadInput(problem, file=file, line=1)
    return Columns(document, snippet, sources, low.get("text"))
