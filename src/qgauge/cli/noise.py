"""`qgauge noise`: degrade questions in known ways."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from functools import lru_cache
from typing import Annotated, Any

from qgauge.cli import completion, options
from qgauge.cli.left_out import tell_left_out
from qgauge.cli.options import flag, option
from qgauge.cli.terminal import console, counted, print_json, print_rows, progress
from qgauge.core import BadInput, Example
from qgauge.core.field_names import is_numbered_reference, names_of, plain_name
from qgauge.data import Output, QuestionFiles, example_row
from qgauge.noise import PUBLISHED, SEED, TABLE, apply, create, original


def _help() -> str:
    """Return the kinds of noise with their settings, one per line."""
    wide = max(map(len, TABLE))
    lines = [
        f"  {name:{wide}}  {kind.about}{f' [{kind.setting()}]' if kind.counts else ''}"
        for name, kind in TABLE.items()
    ]
    ends = [
        "Brackets show the default setting. share=S changes this share of the places",
        "where the noise is possible; most=N changes one to N of them, at random.",
    ]
    return "\n".join(["Kinds:", *lines, *ends])


HELP = _help()


def noise(
    files: options.Files = None,
    kind: Annotated[
        list[str] | None,
        option(
            "A kind of noise (see below); may be repeated. Each kind makes one system. "
            f"Default: {', '.join(PUBLISHED)}.",
            "KIND[:SETTING=VALUE]",
            "-k",
            "--kind",
            autocompletion=completion.noises,
        ),
    ] = None,
    seed: Annotated[int, option("Random seed of the noise.", "N", min=0)] = SEED,
    output: Annotated[
        str,
        option(
            f"Write the rows {options.OUTPUT_FORMATS} (the table then goes to stderr).",
            "FILE",
            "-o",
            "--output",
        ),
    ] = "-",
    keep_references: Annotated[
        bool,
        flag(
            "Keep the references of the row. By default, the original question becomes the "
            "reference.",
            "--keep-references",
        ),
    ] = False,
    include_original: Annotated[
        bool, flag("Also write the original rows, without noise.", "--include-original")
    ] = False,
    format: options.Format = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    json: options.Json = False,
) -> None:
    """Write every row again with a degraded question, to test metrics or to train on.

    The field 'noise' records the changes, and the system name ends in the kind of noise. The noise
    of a row does not depend on the other rows.
    """
    kinds = [create(request) for request in kind or PUBLISHED]
    for label, times in Counter(one.label for one in kinds).items():
        if times > 1:
            raise BadInput(f"the noise '{label}' is given twice.")
    questions = QuestionFiles(
        files,
        format=format,
        columns=options.column_map(columns),
        keep_going=keep_going,
        refused_file=refused,
        output=output,
    )
    rows, changed = 0, Counter[str]()
    with ExitStack() as open_files:
        open_files.enter_context(questions)
        out = open_files.enter_context(Output(output))
        bar = progress("writing", files=questions.files, output=output)
        done = open_files.enter_context(bar)
        for example in counted(questions.examples(), done):
            rows += 1
            if include_original:
                out.write(_row(original(example, keep_references), keep_references))
            for one in kinds:
                (noised,) = apply(one, [example], seed, keep_references=keep_references)
                changed[one.label] += noised.meta["noise"]["applied"]
                out.write(_row(noised, keep_references))
    counts = [(one.label, changed[one.label], rows - changed[one.label]) for one in kinds]
    to_stderr = output == "-"
    if json:
        found = {label: {"changed": made, "unchanged": left} for label, made, left in counts}
        print_json({"kinds": found, "refused": questions.refused}, stderr=to_stderr)
    else:
        columns = ["noise", "changed", "unchanged"]
        cells = [(label, str(made), str(left)) for label, made, left in counts]
        print_rows(console(stderr=to_stderr), columns, cells, right=columns[1:])
    tell_left_out(questions, {}, rows, 100)


def _row(example: Example, keep_references: bool) -> dict[str, Any]:
    """Return the row to write, with the old references renamed so that they are not read again."""
    row = example_row(example)
    if keep_references:
        return row
    return {f"input_{name}" if _is_reference(name) else name: row[name] for name in row}


@lru_cache(maxsize=1024)
def _is_reference(column: str) -> bool:
    plain = plain_name(column)
    return plain in names_of("references")[1:] or is_numbered_reference(plain)
