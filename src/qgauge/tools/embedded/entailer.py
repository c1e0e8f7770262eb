"""Embedded inference model: entailment, contradiction or neither."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from qgauge.text.answer_forms import as_written_in
from qgauge.tools.embedded.pair_model import Look, PairTool, PieceText, Read, Span, encode, room
from qgauge.tools.embedded.rounding import rounded_shares, softmax
from qgauge.tools.roles import Entailment

WINDOW = 250
"""Window size in word pieces for a premise that does not fit into one input."""

_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\s+|\n\s*\n\s*")


class EmbeddedEntailer(PairTool):
    """Judges English pairs with the embedded model.

    A long premise is split into windows of whole sentences that overlap by about half. The least
    neutral window decides (the first if tied), so that irrelevant parts of a premise do not hide
    the relevant one. `start` and `end` are the offsets of that window. Numbers, dates, times and
    amounts of a hypothesis are read as the premise writes them: "4,200" for "4200". If a hypothesis
    has more than 320 word pieces, the first and the last 160 are read. If the premise or the
    hypothesis has no words, `neutral` is 1.
    """

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        written = {
            (premise, hypothesis): (premise, as_written_in(premise, hypothesis))
            for premise, hypothesis in dict.fromkeys(pairs)
        }
        texts = encode(text for pair in written.values() for text in pair)
        looks = (
            look
            for premise, hypothesis in dict.fromkeys(written.values())
            for look in _looks(texts[hypothesis], texts[premise])
        )
        found = {
            (premise, hypothesis): self._judge(reads)
            for (hypothesis, premise), reads in self._by_pair(looks, ["nli"])
        }
        nothing = Entailment(0.0, 1.0, 0.0)
        return [found.get(written[pair], nothing) for pair in pairs]

    def _judge(self, reads: Iterable[Read]) -> Entailment:
        names = self._session.labels["nli"]
        windows = []
        for look, outputs in reads:
            scores = outputs["nli"].astype(np.float64)
            shares = rounded_shares(softmax(scores).tolist())
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
