"""The comparer: one number for how well a text says what another says, as a model learnt it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Comparer(Protocol):
    """Anything that rates a text beside its reference. `identity` goes into signatures."""

    @property
    def identity(self) -> str: ...

    def compare(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The rating of each (reference, text), in order: higher is better."""
