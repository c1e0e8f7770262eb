"""Read questions row by row from any accepted format."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import zip_longest

from qgauge import plugins
from qgauge.core.errors import BadInput, QgaugeError
from qgauge.core.example import Example
from qgauge.data.columns import NO_MAP, ColumnMap, Unfit
from qgauge.data.ids import Ids
from qgauge.data.json_rows import array_of_json, lines_of_json
from qgauge.data.parquet import is_dataset, rows_of_arrow, rows_of_dataset, rows_of_parquet
from qgauge.data.rows import Raw, Refused, Rows, refuse
from qgauge.data.squad import questions_of_squad
from qgauge.data.tables import comma_separated, is_header, tab_separated
from qgauge.data.text_files import Source, Text, encoding_problem, label, open_text, printable_line
from qgauge.data.xlsx import file_and_sheet, rows_of_xlsx

FORMATS = ("jsonl", "json", "csv", "tsv", "xlsx", "parquet", "arrow", "txt")

_TABLES = {"csv": comma_separated, "tsv": tab_separated}
_JSON = {"jsonl": lines_of_json, "json": array_of_json}
_BINARY = {
    "parquet": rows_of_parquet,
    "arrow": rows_of_arrow,
    "dataset": rows_of_dataset,
    "xlsx": rows_of_xlsx,
}
_SUFFIXES = {
    "ndjson": "jsonl",
    "tab": "tsv",
    "text": "txt",
    "pq": "parquet",
    "feather": "arrow",
    "xlsm": "xlsx",
}
_SAVE_AS = {"xls": ".xlsx", "ods": ".xlsx", "numbers": ".xlsx", "docx": ".txt", "pdf": ".txt"}
"""Endings of files that other programs must save in another format first."""


def read(
    source: Source,
    *,
    format: str | None = None,
    references: Source | Sequence[Source] | None = None,
    system: str | None = None,
    ids: Ids | None = None,
    columns: ColumnMap = NO_MAP,
) -> Iterator[Example | Refused]:
    """Read the rows of a file in order.

    Args:
        source: A path, `-` for standard input, or an open binary stream. A folder must hold a data
            set of Hugging Face; `FILE.xlsx#SHEET` names a sheet.
        format: One of `FORMATS`, or the name of a reader plug-in. The default is the file's suffix;
            a stream without `format` must hold JSON or JSONL.
        references: For plain text only: one or more text files with one reference per line.
        system: The system of rows that do not name one.
        ids: The ids seen so far. Pass one `Ids` to several calls to refuse an id that occurs twice
            within a system across files.
        columns: The columns that hold fields under other names.

    Yields:
        One `Example` per usable row. A bad row yields `Refused`, with the error and the row.

    Raises:
        BadInput: If the file as a whole cannot be read, or its format is unknown.

    Examples:
        >>> import io
        >>> from qgauge.data import read
        >>> rows = read(io.BytesIO(b"question,reference\\nWho?,Who was it?\\n"), format="csv")
        >>> [(row.id, row.question, row.references) for row in rows]
        [('1', 'Who?', ('Who was it?',))]
    """
    name = label(source)
    beside = _several(references)
    form = format_of(source, format) or ("txt" if beside else "")
    if beside and form != "txt":
        problem = f"reference files can be used only with plain text, and this is {form}"
        raise BadInput(f"{problem}; put the references in a column", file=name)
    rows = _rows(source, form, beside, columns)
    return Rows(name, system or "", ids, columns).examples(rows)


def read_objects(
    source: Source, *, format: str | None = None, columns: ColumnMap = NO_MAP
) -> Iterator[Raw | Refused]:
    """Read the rows of a JSON or JSONL file that does not hold questions.

    Args:
        source: A path, `-` for standard input, or an open binary stream.
        format: `"json"` or `"jsonl"`. The default is the suffix, or else the first character.
        columns: The columns that hold fields under other names.

    Yields:
        Line, row number and value of each row; `Refused` for a bad row.

    Raises:
        BadInput: If the file cannot be read or has a different format.

    Examples:
        >>> import io
        >>> from qgauge.data import read_objects
        >>> list(read_objects(io.BytesIO(b'{"title": "Soil"}')))
        [(1, 1, {'title': 'Soil'})]
    """
    form = format_of(source, format, among=("jsonl", "json", ""))
    with open_text(source) as text:
        form = form or sniffed(text)
        if form not in _JSON:
            raise BadInput(
                "this is a table, but only jsonl and json are accepted here", file=text.name
            )
        for item in _JSON[form](text):
            if isinstance(item, Refused) or not isinstance(item[2], dict):
                yield item
                continue
            line, number, row = item
            try:
                yield line, number, columns.renamed(row)
            except Unfit as unfit:
                yield refuse(unfit, text.name, line, row, number)


def read_table(source: Source, *, format: str | None = None) -> Iterator[Raw | Refused]:
    """Read the rows of a table that does not hold questions. Every cell is text.

    Args:
        source: A path, `-` for standard input, or an open binary stream.
        format: `"csv"`, `"tsv"` or `"xlsx"`. The default is the suffix, or CSV for a stream.

    Yields:
        Line, row number and the cells by column; `Refused` for a bad row.

    Raises:
        BadInput: If the file cannot be read or has a different format.

    Examples:
        >>> import io
        >>> from qgauge.data import read_table
        >>> list(read_table(io.BytesIO(b"item,correct\\n7,1\\n")))
        [(2, 1, {'item': '7', 'correct': '1'})]
    """
    form = format_of(source, format, among=("csv", "tsv", "xlsx", "")) or "csv"
    if form == "xlsx":
        yield from rows_of_xlsx(source, of_questions=False)
        return
    with open_text(source, keep_newlines=form == "csv") as text:
        yield from _TABLES[form](text, of_questions=False)


def format_of(source: Source, format: str | None, among: Sequence[str] = ()) -> str:
    """Return the format by name or suffix, or '' if the first character has to decide."""
    name = label(source)
    if isinstance(source, str | os.PathLike) and os.path.isdir(source):
        if is_dataset(source) and not among:
            return "dataset"
        raise BadInput(_folder(source), file=name)
    if format is not None:
        form = format.lower().removeprefix(".")
        hint = "; choose one of " + ", ".join(FORMATS)
    elif source == "-" or not isinstance(source, str | os.PathLike):
        return ""
    else:
        file = label(file_and_sheet(source)[0])
        form = file.lower().removesuffix(".gz").rpartition("/")[2].rpartition(".")[2]
        hint = f"; set --format to one of {', '.join(FORMATS)}"
    form = _SUFFIXES.get(form, form)
    if form in _SAVE_AS:
        raise BadInput(f"cannot read .{form} files; save it as {_SAVE_AS[form]} first", file=name)
    if form not in FORMATS and form not in (others := plugins.found("reader")):
        if format is None and "\0" not in name and not os.path.lexists(name):
            raise BadInput("there is no such file", file=name)
        hint += "".join(f", {other}" for other in others)
        raise BadInput(f"unknown format{f' {form!r}' if form else ''}{hint}", file=name)
    if among and form not in among:
        accepted = " and ".join(one for one in among if one)
        raise BadInput(f"this is {form}, but only {accepted} are accepted here", file=name)
    return form


def _folder(folder: str | os.PathLike[str]) -> str:
    """Say what to name instead of a folder."""
    try:
        inside = sorted(os.listdir(folder))
    except OSError:
        inside = []
    endings = tuple(f".{form}" for form in (*FORMATS, *_SUFFIXES))
    files = [one for one in inside if one.lower().removesuffix(".gz").endswith(endings)]
    listed = f": {', '.join(files[:5])}{' …' if len(files) > 5 else ''}" if files else ""
    return f"this is a folder; name a file in it{listed}"


def stem(file: str) -> str:
    """Return the path without the suffixes of its format.

    Args:
        file: A path.

    Returns:
        The path without `.gz` and the suffix of a known format.

    Examples:
        >>> from qgauge.data import stem
        >>> stem("run.v1.jsonl.gz")
        'run.v1'
    """
    bare = file[:-3] if file.lower().endswith(".gz") else file
    rest, dot, suffix = bare.rpartition(".")
    form = _SUFFIXES.get(suffix.lower(), suffix.lower())
    known = dot and (form in FORMATS or form in plugins.found("reader"))
    return rest if known and rest.rpartition("/")[2] else bare


def _several(references: Source | Sequence[Source] | None) -> list[Source]:
    if references is None:
        return []
    return list(references) if isinstance(references, list | tuple) else [references]  # type: ignore[list-item]


def _rows(
    source: Source, form: str, references: list[Source], columns: ColumnMap
) -> Iterator[Raw | Refused]:
    if form in _BINARY:
        yield from _BINARY[form](source, columns)
        return
    with ExitStack() as stack:
        text = stack.enter_context(open_text(source, keep_newlines=form == "csv"))
        if form == "txt":
            beside = [stack.enter_context(open_text(file)) for file in references]
            yield from _plain(text, beside)
        elif form and form not in FORMATS:
            yield from _of_plugin(text, plugins.found("reader")[form])
        else:
            yield from rows_of_text(text, form or sniffed(text), columns)


def rows_of_text(text: Text, form: str, columns: ColumnMap) -> Iterator[Raw | Refused]:
    """Yield the rows of an open file: `csv`, `tsv`, `json` or `jsonl`."""
    if form in _TABLES:
        return _TABLES[form](text, columns)
    return questions_of_squad(_JSON[form](text))


def _of_plugin(text: Text, plugin: plugins.Plugin) -> Iterator[Raw | Refused]:
    """Read rows with a plug-in. A row is reported at the last line that the plug-in consumed."""
    at = 0
    refused: list[Refused] = []

    def lines() -> Iterator[str]:
        nonlocal at
        for at, line in enumerate(text.lines(), 1):
            if problem := encoding_problem(line):
                refused.append(refuse(Unfit(problem), text.name, at, printable_line(line)))
            else:
                yield line

    try:
        for number, row in enumerate(plugin.load()(lines()), 1):
            while refused:
                yield refused.pop(0)
            yield max(1, at), number, row
        yield from refused
    except QgaugeError:
        raise
    except Exception as problem:
        said = f"the reader of the package {plugin.package} failed: {problem!r}"
        raise BadInput(said, file=text.name, line=at or None) from problem


def sniffed(text: Text) -> str:
    """Return the format that the first line shows."""
    first = text.first_line()
    if not first:
        raise BadInput("the file is empty", file=text.name)
    if is_header(first, ",;\t|"):
        return "csv"
    if first[0] not in ("{", "["):
        problem = "cannot tell the format from the first character"
        raise BadInput(f"{problem}; set --format to one of {', '.join(FORMATS)}", file=text.name)
    return "jsonl" if first[0] == "{" and first.rstrip().endswith("}") else "json"


def _plain(text: Text, references: list[Text]) -> Iterator[Raw | Refused]:
    """Read one question per line, with the same line of each reference file."""
    streams = [file.lines_of_any_encoding() for file in (text, *references)]
    for number, lines in enumerate(zip_longest(*streams), 1):
        if number == 1 and lines[0] and is_header(lines[0], "\t"):
            problem = "this looks like a table with a header; add --format csv"
            raise BadInput(problem, file=text.name, line=1)
        if None in lines:
            raise _uneven([text, *references], streams, list(lines), number)
        for file, line in zip((text, *references), lines, strict=True):
            if problem := encoding_problem(line):
                yield refuse(Unfit(problem), file.name, number, printable_line(line))
                break
        else:
            question, *others = (line.removesuffix("\n") for line in lines)
            yield number, number, {"question": question, "references": others}


def _uneven(
    files: list[Text], streams: list[Iterator[str]], lines: list[str | None], number: int
) -> BadInput:
    """Return the error for two files of different length, counting lines without storing them."""
    there = [line is not None for line in lines]
    counts = [
        number + sum(1 for _ in stream) if more else number - 1
        for stream, more in zip(streams, there, strict=True)
    ]
    # Compare the question file with the first reference file of a different length.
    other = next(index for index in range(1, len(files)) if there[index] != there[0])
    short, long = (0, other) if there[other] else (other, 0)
    problem = (
        f"this file has {counts[long]} lines but {files[short].name} has {counts[short]} lines; "
        "this line has no counterpart"
    )
    return BadInput(problem, file=files[long].name, line=number)
