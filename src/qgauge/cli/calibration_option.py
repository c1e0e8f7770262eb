"""The option `--calibration`: admit only metrics that people were found to agree with."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from rich.console import Console
from rich.text import Text

from qgauge import __version__
from qgauge.cli.options import flag, option
from qgauge.cli.terminal import clean
from qgauge.core import BadInput, Example, Score, Tools
from qgauge.data import dump, label, output_row
from qgauge.gates.calibration import Admitted, SavedCalibration, read_calibration, with_steps
from qgauge.run import Request

CalibrationFile = Annotated[
    str | None,
    option(
        "Refuse to run unless `qgauge calibrate` has found, and saved in this file, that people "
        "agree with each metric, with the same settings, tools and version. Rows get the steps of "
        "the raters' scale.",
        "FILE",
        "--calibration",
    ),
]
AllowUntrusted = Annotated[
    bool,
    flag(
        "Accept metrics that --calibration trusts for no dimension; the signatures must still be "
        "the same.",
        "--allow-untrusted",
    ),
]


@dataclass(frozen=True, slots=True)
class CalibrationChoice:
    """The values of both options."""

    saved: SavedCalibration | None = None
    untrusted: bool = False

    @classmethod
    def of(cls, file: str | None, untrusted: bool, *outputs: str | None) -> CalibrationChoice:
        """Read the file; `outputs` are the files that the run writes."""
        if file is None:
            if untrusted:
                raise BadInput("--allow-untrusted needs --calibration.")
            return cls()
        for one in outputs:
            if one and os.path.realpath(one) == os.path.realpath(file):
                raise BadInput("this file is also the calibration; choose another", file=label(one))
        return cls(read_calibration(file), untrusted)

    def admit(
        self, requests: Sequence[Request], tools: Tools, *, parts: bool = True
    ) -> list[Admitted]:
        """Return what is known about the metrics of a run; raise BadInput if one is refused.

        `parts` says whether the run uses the parts of scores, or only their values.
        """
        if self.saved is None:
            return []
        signatures = {one.label: one.metric.signature(tools, __version__) for one in requests}
        return self.saved.admit(signatures, untrusted=self.untrusted, parts=parts)


@dataclass(frozen=True, slots=True)
class CalibratedLine:
    """Writes a scored row with its steps. It runs in workers, so it pickles."""

    admitted: Sequence[Admitted]

    def __call__(self, example: Example, scores: Mapping[str, Score]) -> str:
        return dump(with_steps(output_row(example, scores), scores, self.admitted))


def admitted_json(admitted: Sequence[Admitted]) -> dict[str, Any]:
    """Return the entry of `--json`; nothing without a calibration."""
    return {"calibration": {one.label: one.as_json() for one in admitted}} if admitted else {}


def print_admitted(out: Console, admitted: Sequence[Admitted]) -> None:
    """Print what each metric is trusted for."""
    if admitted:
        out.print()
    for one in admitted:
        out.print(Text(clean(f"calibrated  {one.line()}")), soft_wrap=True)
