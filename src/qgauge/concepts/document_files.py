"""Read documents with spans: JSON and JSONL rows, tables of snippets, standoff files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from qgauge.concepts.documents import Collection, Document, Kind
from qgauge.concepts.offsets import Unit
from qgauge.concepts.snippet_tables import Columns, is_table, table_columns
from qgauge.concepts.standoff import by_verdict, standoff
from qgauge.core import BadInput
from qgauge.data import NO_MAP, ColumnMap, Refused, RowFiles, label, read_objects, read_table
from qgauge.data.text_files import encoding_problem, open_text

FIELDS = (
    *("text", "spans", "snippets", "annotator", "annotators", "systems", "adjudicated"),
    *("document", "snippet"),
)
"""The fields of a row, next to `id` and `system`."""
Standoff = tuple[Kind, str, str]
"""Kind, name and path of a source; an adjudication has no name."""


class DocumentFiles(RowFiles):
    """The documents of one or more files."""

    def __init__(
        self,
        files: Sequence[str],
        marked: Sequence[Standoff] = (),
        *,
        texts: str | None = None,
        format: str | None = None,
        unit: Unit = "characters",
        keep_going: bool | None = None,
        refused_file: str | None = None,
        output: str | None = None,
        columns: ColumnMap = NO_MAP,
    ) -> None:
        """Check the file names before anything is read; `marked` are standoff files."""
        if not files and not marked:
            raise BadInput("give a file of documents, - for stdin, or --annotator NAME=FOLDER.")
        if texts is not None and not os.path.isdir(texts):
            raise BadInput("there is no such folder", file=label(texts), field="--texts")
        paths = list(dict.fromkeys(path for _, _, path in marked))
        super().__init__(
            [*files, *paths],
            keep_going=keep_going,
            refused_file=refused_file,
            output=output,
            columns=columns,
        )
        self._rows_files, self._marked, self._texts = files, marked, texts
        self._format, self._unit = format, unit

    def documents(self) -> Iterator[Document]:
        """Yield all usable documents, sorted by id; raise BadInput if there are none.

        All files are read first, because spans and their text may be in different files.
        """
        collection = Collection(self._unit)
        for file in self._rows_files:
            if is_table(file, self._format):
                self._add_table(collection, file)
                continue
            for item in read_objects(file, format=self._format, columns=self.columns):
                if isinstance(item, Refused):
                    self.refuse(item.error, item.row)
                    continue
                line, number, value = item
                self._add(collection, value, label(file), line, number)
        for kind, name, path in self._marked:
            for ann in _ann_files(path):
                self._add_standoff(collection, kind, name, ann)
        good = 0
        for document in collection.documents(self.refuse):
            good += 1
            yield document
        if not good:
            raise self.no_good_rows("documents with spans")

    def _add(
        self, collection: Collection, value: Any, file: str, line: int | None, number: int
    ) -> None:
        try:
            collection.add(value, file=file, line=line, number=number)
        except BadInput as error:
            self.refuse(error, value)

    def _add_table(self, collection: Collection, file: str) -> None:
        """Add the snippets of a table; those of one document and one source form one row."""
        rows: dict[tuple[str, Kind, str], list[Any]] = {}
        texts: dict[tuple[str, str], int] = {}
        columns: Columns | None = None
        for item in read_table(file, format=self._format):
            if isinstance(item, Refused):
                self.refuse(item.error, item.row)
                continue
            line, _, given = item
            cells = self.columns.renamed(given)
            columns = columns or table_columns(tuple(cells), label(file))
            try:
                id, kind, name = columns.source(cells, label(file), line)
            except BadInput as error:
                self.refuse(error, cells)
                continue
            marked = rows.setdefault((id, kind, name), [])
            if snippet := cells[columns.snippet].strip():
                marked.append({"text": snippet, "line": line})
            if columns.text and cells[columns.text].strip():
                texts.setdefault((id, cells[columns.text]), line)
        for (id, text), line in texts.items():
            self._add(collection, {"id": id, "text": text}, label(file), line, 1)
        for (id, kind, name), snippets in rows.items():
            row: dict[str, Any] = {"id": id, kind: {name: snippets}}
            if self._texts and Path(id).name == id:
                file_of_text = Path(self._texts) / f"{id}.txt"
                row |= {"text": _content(file_of_text)} if file_of_text.exists() else {}
            self._add(collection, row, label(file), None, 1)

    def _add_standoff(self, collection: Collection, kind: Kind, name: str, file: Path) -> None:
        row: dict[str, Any] = {"id": file.stem}
        try:
            for folder in (file.parent, *([Path(self._texts)] if self._texts else [])):
                if (folder / f"{file.stem}.txt").exists():
                    row["text"] = _content(folder / f"{file.stem}.txt")
                    break
            spans = standoff(_content(file).split("\n"), label(file))
            row[kind] = by_verdict(spans, label(file)) if kind == "adjudicated" else {name: spans}
        except BadInput as error:
            self.refuse(error, {"id": file.stem, "file": label(file)})
            return
        self._add(collection, row, label(file), None, 1)


def named_paths(option: str, kind: Kind, given: Sequence[str] | None) -> list[Standoff]:
    """Parse the NAME=PATH values of --annotator and --system."""
    found: list[Standoff] = []
    for each in given or []:
        name, _, path = each.partition("=")
        if not name or not path:
            example = f"{option} {'ann' if kind == 'annotators' else 'mine'}=FOLDER"
            raise BadInput(f"{option} must be NAME=PATH, not '{each}'; for example {example}.")
        found.append((kind, name, path))
    return found


def _ann_files(path: str) -> list[Path]:
    """Return one standoff file, or those of a folder sorted by name."""
    if not os.path.isdir(path):
        if not path.endswith(".ann"):
            raise BadInput("must be an .ann file or a folder of them", file=label(path))
        return [Path(path)]
    found = sorted(Path(path).glob("*.ann"))
    if not found:
        raise BadInput("there is no .ann file in this folder", file=label(path))
    return found


def _content(file: Path) -> str:
    """Return the whole file. Line ends are preserved, because offsets count them."""
    with open_text(file, keep_newlines=True) as text:
        content = text.read()
    if problem := encoding_problem(content):
        raise BadInput(problem.replace(" of the line", ""), file=label(file))
    return content
