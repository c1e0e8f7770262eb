"""Embedded grammar checker: errors and well-formedness."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np
import numpy.typing as npt

from qgauge.text.ud import Word
from qgauge.tools.embedded.corrections import candidates
from qgauge.tools.embedded.linguist import LinguistTool
from qgauge.tools.embedded.rounding import rounded_probability, softmax
from qgauge.tools.roles import Grammar, GrammarError

THRESHOLD = 0.7
"""Minimum probability of an error, tuned on held-out corrupted sentences."""


class EmbeddedGrammarian(LinguistTool):
    """Finds errors in each word, and rates the well-formedness of the whole text.

    For a suggestion, the model rates a list of candidate corrections for the kind of error. The one
    with the lowest total error probability is suggested, if it is clearly lower than before.
    """

    def check(self, texts: Sequence[str], suggest: bool = False) -> list[Grammar]:
        kinds = self._linguist.labels["errors"]
        readings = self._linguist.read(texts, ["errors"])
        whole = self._linguist.whole(texts, ["wellformed"])
        found = []
        for text, reading, out in zip(texts, readings, whole, strict=True):
            errors: list[GrammarError] = []
            for (first, last), each in zip(reading.sentences, reading.outputs, strict=True):
                words, wrong = reading.words[first:last], _wrong(each["errors"])
                for run, kind in _runs(each["errors"], wrong):
                    error = _error(words[run], kinds[kind], float(wrong[run].min()))
                    if suggest:
                        better = self._better(text, words, run, error, wrong.sum())
                        error = replace(error, suggestion=better)
                    errors.append(error)
            chance = rounded_probability(1 / (1 + math.exp(-float(out["wellformed"].reshape(())))))
            found.append(Grammar(tuple(errors), chance if reading.words else 0.0))
        return found

    def _better(
        self, text: str, words: Sequence[Word], run: slice, error: GrammarError, wrong: float
    ) -> str | None:
        wordings = candidates(error.kind, [word.text for word in words[run]], run.start == 0)
        before = text[words[0].start : error.start]
        after = text[error.end : words[-1].end]
        # deleting a word also deletes the space after it
        tried = [before + wording + (after if wording else after.lstrip()) for wording in wordings]
        left = [
            float(_wrong(out["errors"]).sum()) for out in self._linguist.whole(tried, ["errors"])
        ]
        best = min(range(len(left)), key=left.__getitem__, default=-1)
        return wordings[best] if best >= 0 and left[best] < wrong - error.probability / 2 else None


def _wrong(logits: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Return the probability of an error for each word."""
    return np.asarray(1 - softmax(logits)[:, 0])


def _runs(
    logits: npt.NDArray[np.float32], wrong: npt.NDArray[np.float64]
) -> Iterator[tuple[slice, int]]:
    """Yield each run of adjacent words with the same kind of error, and that kind's index."""
    kinds = [
        1 + int(kind) if sure > THRESHOLD else 0
        for kind, sure in zip(logits[:, 1:].argmax(-1), wrong, strict=True)
    ]
    for kind, places in groupby(range(len(kinds)), kinds.__getitem__):
        run = list(places)
        if kind:
            yield slice(run[0], run[-1] + 1), kind


def _error(words: Sequence[Word], kind: str, sure: float) -> GrammarError:
    return GrammarError(words[0].start, words[-1].end, kind, rounded_probability(sure))
