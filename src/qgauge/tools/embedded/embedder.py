"""Embedded word vectors."""

from __future__ import annotations

from collections.abc import Sequence

from qgauge import models
from qgauge.models.vectors import Vector, cosines
from qgauge.text.ud import ud_words


class EmbeddedEmbedder:
    """Word vectors from the embedded table; the vector of a text is the average of its words."""

    @property
    def identity(self) -> str:
        return f"embedded@{models.checksum('vectors.bin')[:8]}"

    def vector(self, word: str) -> Vector | None:
        return models.word_vectors().vector(word)

    def similarity(self, pairs: Sequence[tuple[str, str]]) -> list[float | None]:
        return cosines(pairs, self._average)

    def _average(self, text: str) -> Vector | None:
        return models.word_vectors().average(word.text for word in ud_words(text))
