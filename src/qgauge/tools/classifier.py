"""The classifier: what kind of answer a question asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from qgauge.tools.linguist import linguist
from qgauge.tools.rounding import rounded_shares


@dataclass(frozen=True, slots=True)
class Label:
    """The class of a question, such as `HUM:ind`, and the probability of every class."""

    name: str
    probabilities: Mapping[str, float]


class Classifier(Protocol):
    """Anything that classifies questions. `identity` goes into signatures."""

    @property
    def identity(self) -> str: ...

    def classify(self, texts: Sequence[str]) -> list[Label]:
        """One label per text, in order."""


class EmbeddedClassifier:
    """The shipped model: the 50 classes of Li and Roth (2002), such as `LOC:city`."""

    def __init__(self, threads: int = 1) -> None:
        self._linguist = linguist(threads)

    @property
    def identity(self) -> str:
        return self._linguist.identity

    def classify(self, texts: Sequence[str]) -> list[Label]:
        names = self._linguist.labels["trec"]
        return [
            Label(
                names[int(out["trec"].argmax())],
                dict(zip(names, _softmax(out["trec"]), strict=True)),
            )
            for out in self._linguist.whole(texts, ["trec"])
        ]


def _softmax(logits: npt.NDArray[np.float32]) -> list[float]:
    weights = np.exp(logits.astype(np.float64) - float(logits.max()))
    return rounded_shares((weights / weights.sum()).tolist())
