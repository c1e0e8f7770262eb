"""Metrics that fail, in a module that worker processes can import."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from qgauge.core import Example, Score, ToolFailed, Tools
from qgauge.metrics.metric import Metric


@dataclass(frozen=True)
class Deadly(Metric):
    """Kills the process that scores a certain example, as the out-of-memory killer would."""

    name: ClassVar[str] = "deadly"
    about: ClassVar[str] = "kills"

    def score(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        if any(example.id == "700" for example in examples):
            os.kill(os.getpid(), signal.SIGKILL)
        return [Score(1.0) for _ in examples]


@dataclass(frozen=True)
class Failing(Metric):
    """Uses a tool that fails and does not know the ids of the examples."""

    name: ClassVar[str] = "failing"
    about: ClassVar[str] = "fails"

    def score(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        raise ToolFailed("The parser broke.")
