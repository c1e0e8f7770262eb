"""Embedded inference model: entailment, contradiction or neither."""

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
"""Window size in word pieces for a premise that does not fit into one input."""
SHARPNESS = 1.75
"""Factor on the logits before the softmax (an inverse temperature).

The model was distilled from a teacher's soft labels and is underconfident. The factor was fitted on
held-out pairs by `training/reader/entailer_sharpness.py`. It does not change the most probable
class.
"""

_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\s+|\n\s*\n\s*")


class EmbeddedEntailer(PairTool):
    """Judges English pairs with the embedded model.

    A long premise is split into windows of whole sentences that overlap by about half. The least
    neutral window decides (the first if tied), so that irrelevant parts of a premise do not hide
    the relevant one. `start` and `end` are the offsets of that window. If a hypothesis has more
    than 320 word pieces, the first and the last 160 are read. If the premise or the hypothesis has
    no words, `neutral` is 1.
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
    """Yield overlapping windows of whole sentences, or one window if the premise fits.

    Args:
        premise: The premise.
        places: Character offsets of each of its pieces.
        room: Maximum size of a window in pieces.

    Yields:
        The first piece of each window, and one past its last.
    """
    if len(places) <= room:
        yield 0, len(places)
        return
    size = min(WINDOW, room)
    starts = _unit_starts(premise, places, size // 2)
    first = 0
    while True:
        # a unit is at most half a window, so two always fit and the next window shares the second
        last = bisect_right(starts, starts[first] + size) - 1
        yield starts[first], starts[last]
        if last == len(starts) - 1:
            return
        first = min(bisect_left(starts, starts[first] + size // 2), last - 1)


def _unit_starts(premise: str, places: npt.NDArray[np.int32], longest: int) -> list[int]:
    """Return the first piece of each sentence, and the end; long sentences are split."""
    ends = [end.end() for end in _SENTENCE_END.finditer(premise)]
    begins = np.searchsorted(places[:, 0], ends).tolist()
    bounds = sorted({0, *begins, len(places)})
    starts = [at for a, b in pairwise(bounds) for at in range(a, b, longest)]
    return [*starts, len(places)]
