"""Options shared by the subcommands that read human ratings."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from qgauge.cli import completion
from qgauge.cli.options import flag, option
from qgauge.cli.terminal import counted, progress
from qgauge.data import QuestionFiles

if TYPE_CHECKING:
    from qgauge.meta import Judged

Data = Annotated[
    list[str] | None,
    option(
        "A public data set (see `qgauge list datasets`) and the path of its files; may be "
        "repeated. Its parts are analysed separately; #PART selects one, #all pools them.",
        "NAME=PATH[#PART]",
        autocompletion=completion.datasets,
    ),
]
Dimensions = Annotated[
    list[str] | None,
    option("A rated dimension; may be repeated (default: all dimensions).", "NAME"),
]
LeaveOutCopies = Annotated[
    bool, flag("Exclude questions identical to a reference.", "--leave-out-copies")
]


class GoldRule(StrEnum):
    mean = "mean"
    blatz = "blatz"


def read_own(questions: QuestionFiles) -> Judged:
    """Read the rated questions of the user's files, with a progress bar."""
    from qgauge.meta.rated_sets import own_set

    with progress("reading", files=questions.files) as done:
        examples = list(counted(questions.examples(), done))
    return own_set(examples, questions.files, questions.names)
