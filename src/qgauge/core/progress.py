"""The type of progress callbacks."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int], None]
"""Called from time to time with the number of items finished since the last call."""
