"""Limit the calls in flight: fewer after HTTP 429, then slowly more again."""

from __future__ import annotations

from random import Random

LONGEST_PAUSE = 60.0
"""Maximum seconds between two tries if the server does not say how long to wait."""


class Throttle:
    """Halves the limit when the server is overloaded; adds one after `limit` answers.

    Times are seconds of a monotonic clock.
    """

    def __init__(self, most: int, first_pause: float = 1.0, seed: int | None = None) -> None:
        self.most, self._first_pause = most, first_pause
        self.limit = most
        self.not_before = 0.0
        """No call starts before this time: the server asked for a pause."""
        self._answers = 0
        self._shrunk_at = -1.0
        self._random = Random(seed)  # noqa: S311 - jitter only

    def answered(self) -> None:
        """Count an answer; allow one more call after enough of them."""
        self._answers += 1
        if self._answers >= self.limit and self.limit < self.most:
            self.limit, self._answers = self.limit + 1, 0

    def too_many(self, sent: float, now: float, retry_after: float | None) -> None:
        """Slow down: the server refused a call sent at `sent` with HTTP 429."""
        if retry_after is not None:
            self.not_before = max(self.not_before, now + retry_after)
        if sent > self._shrunk_at:  # a call sent before the last cut belongs to the same burst
            self.limit, self._answers, self._shrunk_at = max(1, self.limit // 2), 0, now

    def pause(self, failures: int, retry_after: float | None) -> float:
        """Return the seconds to wait after this many failures: doubling, with jitter."""
        longest = min(LONGEST_PAUSE, self._first_pause * 2.0 ** min(failures - 1, 20))
        jitter = longest * self._random.random()
        return jitter if retry_after is None else retry_after + 0.1 * jitter
