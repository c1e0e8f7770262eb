"""`qgauge init`: a file of questions to try and to replace, and a file of defaults."""

from __future__ import annotations

import csv
import os
import shlex
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from qgauge.cli.config_file import NAME
from qgauge.cli.options import argument
from qgauge.cli.terminal import clean
from qgauge.core import BadInput

QUESTIONS = "questions.csv"
_HOTEL = (
    "The Hotel Aurora in Tarro was built in 1912 by the architect Ida Falk. It has ninety rooms "
    "and a winter garden with palm trees. In 1950 a fire destroyed the east wing, which was "
    "never rebuilt. Today a school uses the building."
)
_BEES = (
    "Bees dance to tell each other where flowers are. A bee that has found food runs in a figure "
    "of eight on the comb. The direction of the run shows the direction of the food, and a longer "
    "dance means that the food is farther away."
)
ROWS = (
    ("id", "question", "answer", "passage", "references"),
    ("hotel-1", "Who built the Hotel Aurora?", "Ida Falk", _HOTEL, "Who built the Hotel Aurora?"),
    (
        "hotel-2",
        "When did a fire destroy the east wing?",
        "1950",
        _HOTEL,
        "In which year did the east wing burn down?",
    ),
    (
        "hotel-3",
        "What building the use school today?",
        "the Hotel Aurora",
        _HOTEL,
        "Which building does a school use today?",
    ),
    (
        "bees-1",
        "How does a bee show the direction of the food?",
        "by the direction of its run",
        _BEES,
        "How does a bee show where the food is?",
    ),
    (
        "bees-2",
        "What does a longer dance mean?",
        "that the food is farther away",
        _BEES,
        "What does it mean if a bee dances longer?",
    ),
    (
        "bees-3",
        "Who invented the telephone?",
        "Alexander Graham Bell",
        _BEES,
        "Why do bees dance?",
    ),
)
"""Good questions, and two that are not: one is ungrammatical, one is not about its passage."""

DEFAULTS = """\
# Defaults of the options of qgauge, for this folder and those below it. What you type on the
# command line wins. Delete the "# " in front of a line to use it. `qgauge docs config` explains
# this file, and `qgauge COMMAND --help` lists the options of a command.

# For every command that has the option:
# workers = 2              # processes
# cache = "off"            # do not keep the outputs of the language tools
# max-unscored = 5         # exit with code 1 if a metric leaves more than 5 % of the rows unscored

# For `qgauge score`. `qgauge list` shows all metrics, and the columns that each one needs.
# [score]
# metric = ["quality", "q_bleu1"]

# For `qgauge rank`:
# [rank]
# threshold = 0.5          # leave out questions that score lower
# each-passage = true      # rank the questions of each passage separately
"""
COMMANDS = (
    (f"qgauge rank {QUESTIONS}", "which questions are good, and why"),
    (f"qgauge score {QUESTIONS}", "how close they are to the references"),
    (f"qgauge explain {QUESTIONS} --id hotel-3 -m quality", "one score in detail"),
)


def init(
    folder: Annotated[
        str,
        argument("Where to write the files; made if it is missing (default: here).", "FOLDER"),
    ] = ".",
) -> None:
    """Write example questions to start from, and print the commands to run on them.

    Writes questions.csv, which a spreadsheet opens, and qgauge.toml, a commented file for your
    defaults. Existing files are never overwritten.
    """
    if not folder.strip():
        raise BadInput("the folder name is empty", field="FOLDER")
    there = Path(folder)
    files = [there / QUESTIONS, there / NAME]
    for file in files:
        if os.path.lexists(file):
            raise BadInput(
                "this file exists already and is not overwritten; choose another folder: "
                "qgauge init FOLDER",
                file=str(file),
            )
    try:
        there.mkdir(parents=True, exist_ok=True)
        _write(*files)
    except OSError as problem:
        text = f"the files cannot be written: {problem.strerror or problem}"
        raise BadInput(text, file=folder) from None
    typer.echo(f"Wrote {' and '.join(clean(str(file)) for file in files)}. Now run:\n")
    if folder != ".":
        typer.echo(f"  cd {clean(shlex.quote(folder))}")
    wide = max(len(command) for command, _ in COMMANDS)
    for command, purpose in COMMANDS:
        typer.echo(f"  {command:{wide}}  # {purpose}")
    typer.echo(
        f"\nThen replace the rows of {QUESTIONS} with your own. Only 'question' is required: rank "
        "needs\n'answer' and 'passage' too, and score needs 'references'. `qgauge docs files` "
        "explains the\ncolumns and the other formats."
    )


def _write(questions: Path, defaults: Path) -> None:
    """Write both files or, if one cannot be written, none."""
    with ExitStack() as undo:
        with questions.open("x", encoding="utf-8", newline="") as stream:
            undo.callback(questions.unlink)
            csv.writer(stream).writerows(ROWS)
        with defaults.open("x", encoding="utf-8") as stream:
            undo.callback(defaults.unlink)
            stream.write(DEFAULTS)
        undo.pop_all()
