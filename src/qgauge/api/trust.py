"""The argument `calibration`: admit only metrics that people were found to agree with."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qgauge import __version__
from qgauge.core import BadSetting, Tools
from qgauge.gates.calibration import SavedCalibration, calibration_in, read_calibration
from qgauge.run import Request

if TYPE_CHECKING:
    from qgauge.meta.trust import Calibration


@dataclass(frozen=True, slots=True)
class Trust:
    """The values of the arguments `calibration` and `allow_untrusted`."""

    saved: SavedCalibration | None = None
    untrusted: bool = False

    @classmethod
    def of(
        cls, calibration: str | os.PathLike[str] | Calibration | None, allow_untrusted: bool
    ) -> Trust:
        """Read the calibration; raise BadSetting or BadInput if there is none."""
        if calibration is None:
            if allow_untrusted:
                raise BadSetting("allow_untrusted needs a calibration.")
            return cls()
        if isinstance(calibration, str | os.PathLike):
            return cls(read_calibration(os.fspath(calibration)), allow_untrusted)
        from qgauge.meta.trust import Calibration

        if not isinstance(calibration, Calibration):
            raise BadSetting(
                "calibration must be the path of a file, or what qgauge.calibrate returns, not "
                f"{type(calibration).__name__}."
            )
        return cls(calibration_in(calibration.gate()), allow_untrusted)

    def check(self, requests: Sequence[Request], tools: Tools, *, parts: bool = True) -> None:
        """Raise BadInput if a metric of a run is refused.

        `parts` says whether the run uses the parts of scores, or only their values.
        """
        if self.saved is not None:
            signatures = {one.label: one.metric.signature(tools, __version__) for one in requests}
            self.saved.admit(signatures, untrusted=self.untrusted, parts=parts)
