"""Read questions from any of the accepted formats, row by row."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import zip_longest

from qgauge import plugins
from qgauge.core.errors import BadInput, QgaugeError
from qgauge.core.example import Example
from qgauge.data.ids import Ids
from qgauge.data.json_rows import array_of_json, lines_of_json
from qgauge.data.parquet import rows_of_parquet
from qgauge.data.rows import Raw, Refused, Rows, Unfit, refuse
from qgauge.data.tables import comma_separated, tab_separated
from qgauge.data.text_files import Source, Text, encoding_problem, label, open_text, printable_line

FORMATS = ("jsonl", "json", "csv", "tsv", "parquet", "txt")

_TEXTUAL = {
    "jsonl": lines_of_json,
    "json": array_of_json,
    "csv": comma_separated,
    "tsv": tab_separated,
}
_SUFFIXES = {"ndjson": "jsonl", "tab": "tsv", "text": "txt", "pq": "parquet"}


def read(
    source: Source,
    *,
    format: str | None = None,
    references: Source | Sequence[Source] | None = None,
    system: str | None = None,
    ids: Ids | None = None,
) -> Iterator[Example | Refused]:
    """The rows of a file in order: an Example each, or Refused with what is wrong with it.

    A problem of the file as a whole raises BadInput. `references` are text files beside a text
    file, line by line; `system` names the system of rows that name none; files that share `ids`
    may not repeat each other's (system, id).
    """
    name = label(source)
    beside = _several(references)
    form = _format(source, format) or ("txt" if beside else "")
    if beside and form != "txt":
        problem = f"files of references go with plain text only; this is {form}"
        raise BadInput(f"{problem}: put the references in a column", file=name)
    return Rows(name, system or "", ids).examples(_rows(source, form, beside))


def read_objects(source: Source, *, format: str | None = None) -> Iterator[Raw | Refused]:
    """The rows of a JSON or JSONL file as they are: line, number and value; for other things than
    questions.
    """
    return _rows(source, _format(source, format, among=("jsonl", "json", "")), [])


def read_table(source: Source, *, format: str | None = None) -> Iterator[Raw | Refused]:
    """The rows of a CSV or TSV file that holds other things than questions, every cell as text."""
    form = _format(source, format, among=("csv", "tsv", "")) or "csv"
    with open_text(source, keep_newlines=form == "csv") as text:
        yield from (comma_separated if form == "csv" else tab_separated)(text, of_questions=False)


def _format(source: Source, format: str | None, among: Sequence[str] = ()) -> str:
    """The format by its name or by the suffix; '' when the first character has to tell."""
    name = label(source)
    if format is not None:
        form = format.lower().removeprefix(".")
        hint = "; choose one of " + ", ".join(FORMATS)
    elif source == "-" or not isinstance(source, str | os.PathLike):
        return ""
    else:
        form = name.lower().removesuffix(".gz").rpartition("/")[2].rpartition(".")[2]
        hint = f"; say --format with one of {', '.join(FORMATS)}"
    form = _SUFFIXES.get(form, form)
    if isinstance(source, str | os.PathLike) and os.path.isdir(source):
        raise BadInput("this is a folder; name the file in it", file=name)
    if form not in FORMATS and form not in (others := plugins.found("reader")):
        hint += "".join(f", {other}" for other in others)
        raise BadInput(f"unknown format{f' {form!r}' if form else ''}{hint}", file=name)
    if among and form not in among:
        raise BadInput(
            f"this is {form}; only {among[0]} and {among[1]} can be read here", file=name
        )
    return form


def stem(file: str) -> str:
    """The path without the suffixes that tell the format: `run.v1` for `run.v1.jsonl.gz`."""
    bare = file[:-3] if file.lower().endswith(".gz") else file
    rest, dot, suffix = bare.rpartition(".")
    form = _SUFFIXES.get(suffix.lower(), suffix.lower())
    known = dot and (form in FORMATS or form in plugins.found("reader"))
    return rest if known and rest.rpartition("/")[2] else bare


def _several(references: Source | Sequence[Source] | None) -> list[Source]:
    if references is None:
        return []
    return list(references) if isinstance(references, list | tuple) else [references]  # type: ignore[list-item]


def _rows(source: Source, form: str, references: list[Source]) -> Iterator[Raw | Refused]:
    if form == "parquet":
        yield from rows_of_parquet(source)
        return
    with ExitStack() as stack:
        text = stack.enter_context(open_text(source, keep_newlines=form == "csv"))
        if form == "txt":
            beside = [stack.enter_context(open_text(file)) for file in references]
            yield from _plain(text, beside)
        elif form and form not in FORMATS:
            yield from _of_plugin(text, plugins.found("reader")[form])
        else:
            yield from _TEXTUAL[form or _sniffed(text)](text)


def _of_plugin(text: Text, plugin: plugins.Plugin) -> Iterator[Raw | Refused]:
    """What another package's reader makes of the lines; a row is where its last line is."""
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


def _sniffed(text: Text) -> str:
    first = text.first()
    if not first:
        raise BadInput("it is empty", file=text.name)
    if first not in ("{", "["):
        problem = "the format cannot be told from the first character"
        raise BadInput(f"{problem}; say --format with one of {', '.join(FORMATS)}", file=text.name)
    return "jsonl" if first == "{" else "json"


def _plain(text: Text, references: list[Text]) -> Iterator[Raw | Refused]:
    """One question a line, with the same line of every file of references."""
    streams = [text.lines(), *(file.lines() for file in references)]
    for number, lines in enumerate(zip_longest(*streams), 1):
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
    """Which two files differ, counted to their ends without keeping a line."""
    there = [line is not None for line in lines]
    counts = [
        number + sum(1 for _ in stream) if more else number - 1
        for stream, more in zip(streams, there, strict=True)
    ]
    # The questions against the first file that differs from them.
    other = next(index for index in range(1, len(files)) if there[index] != there[0])
    short, long = (0, other) if there[other] else (other, 0)
    problem = (
        f"{files[long].name} has {counts[long]} lines but {files[short].name} has {counts[short]}; "
        f"line {number} of {files[long].name} has no partner"
    )
    return BadInput(problem, file=files[long].name, line=number)
