"""The embedder: how close words and texts are in meaning."""

from __future__ import annotations

from collections.abc import Sequence

from qgauge import models
from qgauge.models.vectors import Vector, cosine
from qgauge.text.ud import ud_words


class EmbeddedEmbedder:
    """The shipped table of word vectors; a text is the average of its words."""

    @property
    def identity(self) -> str:
        return f"embedded@{models.checksum('vectors.bin')[:8]}"

    def vector(self, word: str) -> Vector | None:
        return models.word_vectors().vector(word)

    def similarity(self, pairs: Sequence[tuple[str, str]]) -> list[float | None]:
        vectors = models.word_vectors()
        texts = dict.fromkeys(text for pair in pairs for text in pair)
        averages = {text: vectors.average(word.text for word in ud_words(text)) for text in texts}
        found: list[float | None] = []
        for first, second in pairs:
            one, two = averages[first], averages[second]
            found.append(None if one is None or two is None else cosine(one, two))
        return found
