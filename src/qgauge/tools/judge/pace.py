"""How many calls may be under way, and from when: fewer after "too many", slowly more again."""

from __future__ import annotations

from random import Random

LONGEST_PAUSE = 60.0
"""Seconds between two tries where the server does not say how long."""


class Pace:
    """Halved when the server has had too much, one more after as many answers as are under way.

    Times are seconds on any clock that only goes forward.
    """

    def __init__(self, most: int, first_pause: float = 1.0, seed: int | None = None) -> None:
        self.most, self._first_pause = most, first_pause
        self.limit = most
        self.not_before = 0.0
        """No call starts earlier: the server asked for a pause."""
        self._answers = 0
        self._shrunk_at = -1.0
        self._random = Random(seed)  # noqa: S311 - spreads calls in time, decides nothing

    def answered(self) -> None:
        self._answers += 1
        if self._answers >= self.limit and self.limit < self.most:
            self.limit, self._answers = self.limit + 1, 0

    def too_many(self, sent: float, now: float, retry_after: float | None) -> None:
        """A call that started at `sent` was one too many."""
        if retry_after is not None:
            self.not_before = max(self.not_before, now + retry_after)
        if sent > self._shrunk_at:  # those sent before the last cut were part of the same crowd
            self.limit, self._answers, self._shrunk_at = max(1, self.limit // 2), 0, now

    def pause(self, failures: int, retry_after: float | None) -> float:
        """Seconds before a call that failed so often is made again: doubling, and by chance."""
        longest = min(LONGEST_PAUSE, self._first_pause * 2.0 ** min(failures - 1, 20))
        spread = longest * self._random.random()
        return spread if retry_after is None else retry_after + 0.1 * spread
