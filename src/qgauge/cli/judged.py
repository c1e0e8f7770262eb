"""Questions that people have rated: public sets by name, or files of the user's own."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qgauge.cli.inputs import Intake
from qgauge.cli.terminal import with_progress
from qgauge.core import BadInput
from qgauge.data import label

if TYPE_CHECKING:
    from qgauge.meta import Judged

ALL = "all"
"""In place of a part's name: all parts as one set."""

Data = Annotated[
    list[str] | None,
    typer.Option(
        "--data",
        metavar="NAME=PATH[#PART]",
        help="A public set (see `qgauge list datasets`) and where its files are; repeat for "
        "more. Its parts are looked at one by one: #PART takes one, #all all as one.",
        show_default=False,
    ),
]


class GoldRule(StrEnum):
    mean = "mean"
    blatz = "blatz"


def wanted_set(given: str) -> tuple[str, str, str]:
    """Name, path and part of a public set; a file may have a # in its name."""
    name, found, path = given.partition("=")
    if not found or not name or not path:
        example = "--data answerability=FOLDER, or answerability=FOLDER#squad for one part"
        raise BadInput(f"--data is NAME=PATH[#PART], not '{given}'; for example {example}.")
    before, mark, part = path.rpartition("#")
    if not mark or not before or Path(path).exists():
        return name, path, ""
    return name, before, part


def read_public_sets(name: str, path: str, part: str) -> list[Judged]:
    from qgauge.data.public import read_public
    from qgauge.meta import Judged

    whole = read_public(name, path)
    if not whole.dimensions:
        raise BadInput(f"nobody rated these questions of {name}", file=label(path))
    if part and part != ALL:
        sets = [whole.part(part)]
    elif part == ALL or not whole.parts:
        sets = [whole]
    else:
        sets = [whole.part(one) for one in whole.parts]
    return [Judged.of_public(one) for one in sets]


def read_own(intake: Intake) -> Judged:
    from qgauge.meta import Judged

    examples = list(with_progress(intake.examples(), "reading", intake.files))
    if not examples:
        raise intake.nothing()
    judged = Judged.of_rows(examples, intake.names, _digest(intake.files))
    if not judged.scales:
        problem = 'no row has ratings; add a field such as "ratings": {"fluency": [4, 5]}, '
        problem += "or in CSV a column such as ratings.fluency"
        raise BadInput(problem, file=intake.names, field="ratings")
    return judged


def _digest(files: Sequence[str]) -> str:
    """SHA-256 of the file, or of the lines that `sha256sum` prints for several; none for pipes."""
    if not all(Path(file).is_file() for file in files):
        return ""
    found = [sha256(Path(file).read_bytes()).hexdigest() for file in files]
    if len(files) == 1:
        return found[0]
    lines = [f"{digest}  {file}\n" for digest, file in zip(found, files, strict=True)]
    return sha256("".join(lines).encode()).hexdigest()
