"""The encoder: the pieces of a text, each with a vector for what it means there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Encoding:
    """Pieces of a text in order, each with its vector; signs the model adds are pieces, too."""

    pieces: tuple[str, ...]
    vectors: npt.NDArray[np.float64]
    signs: tuple[bool, ...]


class Encoder(Protocol):
    """Anything that gives vectors in context. `identity` goes into signatures."""

    @property
    def identity(self) -> str: ...

    @property
    def usual_layer(self) -> int:
        """The layer that follows people best, where that is known; else the last."""

    def pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """The pieces of each text, in order, with the signs."""

    def encode(self, texts: Sequence[str], layer: int) -> list[Encoding]:
        """Each text in vectors of this layer, in order; layer 0 knows nothing of the context."""
