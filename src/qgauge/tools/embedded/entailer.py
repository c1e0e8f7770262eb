"""The entailer: does a text follow from another, contradict it, or neither?"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from qgauge.tools.embedded.pair_model import Look, PairTool, PieceText, Read, Span, encode, room
from qgauge.tools.embedded.rounding import rounded_shares, softmax
from qgauge.tools.roles import Entailment

WINDOW = 250
"""Most word pieces of a premise that are judged together, unless all of it fits."""
SHARPNESS = 1.75
"""What the model's scores are multiplied with before they become probabilities.

It learned from the soft answers of a teacher and is less sure than it is right. Fitted on held-out
pairs by `training/reader/entailer_sharpness.py`; which of the three is likeliest does not change.
"""

_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\s+|\n\s*\n\s*")


class EmbeddedEntailer(PairTool):
    """The model we ship, for English.

    A premise that does not fit in one go is judged in windows of whole sentences that overlap by
    about half. The window furthest from neutral decides, the first of equals: what one part of a
    text supports or denies is not hidden by parts about something else. `start` and `end` say
    which window that was. Of a hypothesis of more than 320 word pieces, the first and the last
    160 are read. Where premise or hypothesis has no words, `neutral` is 1.
    """

    @property
    def identity(self) -> str:
        return f"{super().identity},sharpness={SHARPNESS}"

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        texts = encode(text for pair in pairs for text in pair)
        looks = (
            look
            for premise, hypothesis in dict.fromkeys(pairs)
            for look in _looks(texts[hypothesis], texts[premise])
        )
        found = {
            (premise, hypothesis): self._judge(reads)
            for (hypothesis, premise), reads in self._by_pair(looks, ["nli"])
        }
        nothing = Entailment(0.0, 1.0, 0.0)
        return [found.get(pair, nothing) for pair in pairs]

    def _judge(self, reads: Iterable[Read]) -> Entailment:
        names = self._session.labels["nli"]
        windows = []
        for look, outputs in reads:
            scores = outputs["nli"].astype(np.float64)
            shares = rounded_shares(softmax(SHARPNESS * (scores - scores.max())).tolist())
            chances = dict(zip(names, shares, strict=True))
            start, end = look.second.part(look.window)
            windows.append(Entailment(**chances, start=start, end=end))
        return min(windows, key=lambda window: window.neutral)


def _looks(hypothesis: PieceText, premise: PieceText) -> Iterator[Look]:
    if len(hypothesis) and len(premise):
        for window in windows(premise.text, premise.places, room(hypothesis)):
            yield Look(hypothesis, premise, window)


def windows(premise: str, places: npt.NDArray[np.int32], room: int) -> Iterator[Span]:
    """The whole premise if it fits; else overlapping windows of whole sentences, in pieces."""
    if len(places) <= room:
        yield 0, len(places)
        return
    size = min(WINDOW, room)
    starts = _unit_starts(premise, places, size // 2)
    first = 0
    while True:
        # units are at most half a window: two always fit, and the next window shares the last
        last = bisect_right(starts, starts[first] + size) - 1
        yield starts[first], starts[last]
        if last == len(starts) - 1:
            return
        first = min(bisect_left(starts, starts[first] + size // 2), last - 1)


def _unit_starts(premise: str, places: npt.NDArray[np.int32], longest: int) -> list[int]:
    """Where sentences begin, in pieces, and the end; one too long counts as several."""
    ends = [end.end() for end in _SENTENCE_END.finditer(premise)]
    begins = np.searchsorted(places[:, 0], ends).tolist()
    bounds = sorted({0, *begins, len(places)})
    starts = [at for a, b in pairwise(bounds) for at in range(a, b, longest)]
    return [*starts, len(places)]
