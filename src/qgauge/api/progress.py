"""A line on stderr that says how far a long call is, in notebooks and terminals."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from qgauge.core import Progress

QUIET = 2.0
"""Seconds before the line appears, so that short calls print nothing."""
PAUSE = 0.5
"""Seconds between two changes of the line."""


@contextmanager
def progress_line(what: str, total: int | None, wanted: bool | None) -> Iterator[Progress | None]:
    """Yield a callback that updates the line; None if none is wanted.

    If `wanted` is None, the line is shown in a terminal or a notebook.
    """
    if sys.stderr is None or not (_is_seen() if wanted is None else wanted):
        yield None
        return
    line = _Line(what, total)
    try:
        yield line.advance
    finally:
        line.clear()


class _Line:
    def __init__(self, what: str, total: int | None) -> None:
        self._what, self._total = what, total
        self._start = monotonic()
        self._next = self._start + QUIET
        self._done = self._width = 0

    def advance(self, done: int) -> None:
        self._done += done
        now = monotonic()
        if now >= self._next:
            self._next = now + PAUSE
            self._write(self._text(now - self._start))

    def clear(self) -> None:
        if self._width:
            self._write("")
            print("\r", end="", file=sys.stderr, flush=True)

    def _text(self, seconds: float) -> str:
        of = f" of {self._total:,}" if self._total else ""
        text = f"qgauge: {self._what}, {self._done:,}{of} rows"
        if self._total and self._done:
            left = seconds / self._done * max(0, self._total - self._done)
            text += f", about {left // 60:.0f}:{left % 60:02.0f} min left"
        return text

    def _write(self, text: str) -> None:
        # a longer line before this one is overwritten with spaces
        print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(text)


def _is_seen() -> bool:
    """Return whether stderr is a terminal, or a notebook shows it."""
    if sys.stderr.isatty():
        return True
    shell = sys.modules.get("IPython")
    return shell is not None and hasattr(shell.get_ipython(), "kernel")
