"""A bounded cache for functions of short texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_Value = TypeVar("_Value")

_ENTRIES = 100_000
_LONGEST = 64


class Memo(dict[str, _Value]):
    """Cache of `compute(text)` for short texts; emptied when full."""

    def __init__(self, compute: Callable[[str], _Value]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, text: str) -> _Value:
        value = self._compute(text)
        if len(text) <= _LONGEST:
            if len(self) >= _ENTRIES:
                self.clear()
            self[text] = value
        return value
