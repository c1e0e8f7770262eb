"""The latest results of a tool, in memory, for runs without a cache."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any


class Recent:
    """The results of the latest inputs: at least of `most / 4` letters, and at most of `most`.

    It pickles empty. Threads may share it: at worst, a result is computed again.

    Examples:
        >>> recent = Recent(most=8)
        >>> for text in ("one", "two", "six"):
        ...     recent.put("length", text, len(text))
        >>> recent.get("length", "six"), recent.get("size", "six")
        (3, None)
    """

    def __init__(self, most: int) -> None:
        self._most, self._letters = most, 0
        self._new: dict[Hashable, Any] = {}
        self._old: dict[Hashable, Any] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return Recent, (self._most,)

    def get(self, method: str, asked: str | tuple[str, ...]) -> Any:
        """Return the result, or None if it is not known."""
        key = method, asked
        found = self._new.get(key)
        return self._old.get(key) if found is None else found

    def put(self, method: str, asked: str | tuple[str, ...], result: object) -> None:
        """Keep a result; the oldest ones may be forgotten."""
        size = len(asked) if isinstance(asked, str) else sum(map(len, asked))
        if size > self._most // 2 or (method, asked) in self._new:
            return
        if self._letters + size > self._most // 2:
            self._old, self._new, self._letters = self._new, {}, 0
        self._new[method, asked] = result
        self._letters += size
