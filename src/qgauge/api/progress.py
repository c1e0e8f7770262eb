"""A line that says how far a long call is: on stderr, or below the cell of a notebook."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

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
    place = _Cell() if _in_notebook() else _Terminal() if sys.stderr is not None else None
    if place is None or not (place.is_seen() if wanted is None else wanted):
        yield None
        return
    line = _Line(what, total, place)
    try:
        yield line.advance
    finally:
        line.clear()


class _Terminal:
    """A line on stderr."""

    def __init__(self) -> None:
        self._width = 0

    def is_seen(self) -> bool:
        return sys.stderr.isatty()

    def write(self, text: str) -> None:
        # a longer line before this one is overwritten with spaces
        print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def clear(self) -> None:
        self.write("")
        print("\r", end="", file=sys.stderr, flush=True)


class _Cell:
    """An output of a notebook's cell. Its stderr would stay there, in the colour of errors."""

    def __init__(self) -> None:
        self._output: Any = None

    def is_seen(self) -> bool:
        return True

    def write(self, text: str) -> None:
        shown = {"text/plain": text}
        if self._output is None:
            display = sys.modules["IPython"].display.display
            self._output = display(shown, raw=True, display_id=True)
        else:
            self._output.update(shown, raw=True)

    def clear(self) -> None:
        self.write("")


class _Line:
    def __init__(self, what: str, total: int | None, place: _Terminal | _Cell) -> None:
        self._what, self._total, self._place = what, total, place
        self._start = monotonic()
        self._next = self._start + QUIET
        self._done = 0
        self._shown = False

    def advance(self, done: int) -> None:
        self._done += done
        now = monotonic()
        if now >= self._next:
            self._next = now + PAUSE
            self._shown = True
            self._place.write(self._text(now - self._start))

    def clear(self) -> None:
        if self._shown:
            self._place.clear()

    def _text(self, seconds: float) -> str:
        of = f" of {self._total:,}" if self._total else ""
        text = f"qgauge: {self._what}, {self._done:,}{of} rows"
        if self._total and self._done:
            left = seconds / self._done * max(0, self._total - self._done)
            text += f", about {left // 60:.0f}:{left % 60:02.0f} min left"
        return text


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    return shell is not None and hasattr(shell.get_ipython(), "kernel")
