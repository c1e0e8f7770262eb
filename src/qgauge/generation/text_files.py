"""Read texts to ask about: plain text, Markdown, and rows of JSON."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from qgauge.core import BadInput
from qgauge.core.field_names import names_of, plain_name
from qgauge.data import NO_MAP, ColumnMap, Refused, RowFiles, label, stem
from qgauge.data.columns import Unfit
from qgauge.data.json_rows import array_of_json, lines_of_json
from qgauge.data.rows import Raw, refuse
from qgauge.data.text_files import Text, encoding_problem, open_text
from qgauge.generation.markdown import prose_of
from qgauge.generation.texts import Document, document_of

FIELDS = ("text",)
"""Fields of a row that questions do not have, for `--map`."""
_TEXT_COLUMNS = ("text", *names_of("passage"))
_ENDINGS = {
    ".txt": "txt",
    ".text": "txt",
    ".md": "md",
    ".markdown": "md",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
}
_LONGEST_PATH = 4096
_JSON = {"jsonl": lines_of_json, "json": array_of_json}


class TextFiles(RowFiles):
    """The documents of one or more files; a text file is one document, and so is a row."""

    def __init__(
        self,
        files: Sequence[str] | None,
        *,
        keep_going: bool | None = None,
        refused_file: str | None = None,
        output: str | None = None,
        columns: ColumnMap = NO_MAP,
    ) -> None:
        """Check the file names before anything is read; the arguments are those of `RowFiles`."""
        if not files:
            raise BadInput("give a text, or - to read it from stdin.")
        super().__init__(
            files,
            keep_going=keep_going,
            refused_file=refused_file,
            output=output,
            columns=columns,
            output_is_rows=False,
        )

    def documents(self) -> Iterator[Document]:
        """Yield the documents, file by file.

        Raises:
            BadInput: For a bad row without `keep_going`, and if there is no text at all.
        """
        seen: set[str] = set()
        for file in self.files:
            for item in self._read(file):
                if isinstance(item, Document):
                    document = item
                else:
                    try:
                        document = _of_row(item[2], item[1], label(file), item[0], seen)
                    except BadInput as error:
                        self.refuse(error, item[2])
                        continue
                seen.add(document.id)
                yield document
        if not seen:
            raise self.no_good_rows("texts")

    def _read(self, file: str) -> Iterator[Document | Raw]:
        """Yield the document of a text file, or the rows of a file of rows."""
        form = _format_of(file)
        with open_text(file) as text:
            form = form or _sniffed(text)
            if form in _JSON:
                yield from self._rows(text, form)
                return
            content = "".join(_decoded_lines(text))
            plain = prose_of(content) if form == "md" else content
            name = "stdin" if file == "-" else os.path.basename(_bare(file))
            document = document_of(name, plain)
            if not any(map(str.isalnum, document.text)):
                raise BadInput("there is no text in this file", file=text.name)
            yield document

    def _rows(self, text: Text, form: str) -> Iterator[Raw]:
        for item in _JSON[form](text):
            if not isinstance(item, Refused) and isinstance(item[2], dict):
                line, number, row = item
                try:
                    item = line, number, self.columns.renamed(row)
                except Unfit as unfit:
                    item = refuse(unfit, text.name, line, row, number)
            if isinstance(item, Refused):
                self.refuse(item.error, item.row)
            else:
                yield item


def _format_of(file: str) -> str:
    """Return the format that the name shows; "" if the content must decide."""
    if file == "-":
        return ""
    if os.path.isdir(file):
        raise BadInput("this is a folder; name a file in it", file=label(file))
    ending = os.path.splitext(file.lower().removesuffix(".gz"))[1]
    if ending in _ENDINGS:
        return _ENDINGS[ending]
    if not os.path.lexists(file):
        raise BadInput("there is no such file", file=label(file))
    accepted = "save it as .txt, .md or .jsonl first"
    if ending in (".pdf", ".docx", ".doc", ".odt", ".html", ".htm", ".epub"):
        raise BadInput(f"cannot read {ending} files; {accepted}", file=label(file))
    raise BadInput(f"the name does not show what it is; {accepted}", file=label(file))


def _bare(file: str) -> str:
    bare = stem(file)
    return bare[:-3] if bare.lower().endswith(".md") else bare.removesuffix(".markdown")


def _sniffed(text: Text) -> str:
    first = text.first_line()
    if first.startswith("{"):
        return "jsonl" if first.rstrip().endswith("}") else "json"
    return "json" if first.startswith("[") and first[1:].lstrip()[:1] in ("{", "") else "txt"


def _decoded_lines(text: Text) -> Iterator[str]:
    for number, line in enumerate(text.lines_of_any_encoding(), 1):
        if problem := encoding_problem(line):
            raise BadInput(problem, file=text.name, line=number)
        yield line


def _of_row(row: Any, number: int, file: str, line: int | None, seen: set[str]) -> Document:
    """Return the document of a row with a text or sentences."""

    def refused(problem: str, field: str = "") -> BadInput:
        return BadInput(problem, file=file, line=line, field=field)

    if not isinstance(row, Mapping):
        raise refused("must be an object with a text")
    id = row.get("id", number)
    if not isinstance(id, str | int) or isinstance(id, bool) or id == "":
        raise refused("must be a string or a whole number", "id")
    if str(id) in seen:
        raise refused(f"the text '{str(id)[:80]}' appears twice", "id")
    by_name = {plain_name(str(name)): name for name in reversed(list(row))}
    column = next((by_name[name] for name in _TEXT_COLUMNS if name in by_name), "")
    text = row[column] if column else None
    if text is None and "sentences" in row:
        column = "sentences"
        sentences = row[column]
        if not isinstance(sentences, list) or not all(isinstance(one, str) for one in sentences):
            raise refused("must be a list of strings", column)
        text = " ".join(sentences)
    if text is None:
        raise refused("the row has no text; name its column with --map text=COLUMN")
    if not isinstance(text, str):
        raise refused("must be a string", column)
    document = document_of(str(id), text)
    if not any(map(str.isalnum, document.text)):
        raise refused("there is no text here", column)
    return document


def documents_of(texts: object) -> list[Document]:
    """Return the documents that Python code names.

    Args:
        texts: A text, the path of a file, or several texts, paths and rows. A string is a path if
            it is one line that ends like the name of a file of texts.

    Returns:
        The documents.

    Raises:
        BadInput: A file or a row is invalid, or there is no text.

    Examples:
        >>> from qgauge.generation.text_files import documents_of
        >>> [one.text for one in documents_of(["The pool leaks.", {"text": "It rains."}])]
        ['The pool leaks.', 'It rains.']
    """
    several = [texts] if isinstance(texts, str | os.PathLike | Mapping) else texts
    if not isinstance(several, Iterable):
        raise BadInput(f"give a text, a path, or a list of them, not {texts!r}"[:200])
    found: list[Document] = []
    for number, one in enumerate(several, 1):
        seen = {document.id for document in found}
        if isinstance(one, os.PathLike) or (isinstance(one, str) and _is_path(one)):
            for document in TextFiles([os.fspath(one)]).documents():
                name = document.id if document.id not in seen else f"{document.id} ({number})"
                found.append(Document(name, document.text))
        else:
            row = {"id": f"text{number}", "text": one} if isinstance(one, str) else one
            found.append(_of_row(row, number, "", None, seen))
    if not found:
        raise BadInput("found no texts")
    return found


def _is_path(text: str) -> bool:
    ending = os.path.splitext(text.lower().removesuffix(".gz"))[1]
    return "\n" not in text and len(text) < _LONGEST_PATH and ending in _ENDINGS
