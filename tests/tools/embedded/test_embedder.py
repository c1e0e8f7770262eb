"""The embedded word vectors."""

from __future__ import annotations

import pytest

from qgauge.tools.embedded.embedder import EmbeddedEmbedder

EMBEDDER = EmbeddedEmbedder()


def test_similarity_depends_on_meaning_and_not_on_order() -> None:
    near, far, same = EMBEDDER.similarity(
        [
            ("Which film won the prize?", "What movie got the award?"),
            ("Which film won the prize?", "How deep is the ocean?"),
            ("Which film won the prize?", "won film the prize Which?"),
        ]
    )
    assert near is not None
    assert far is not None
    assert near > 0.5 > far
    assert same == pytest.approx(1)


def test_unknown_words() -> None:
    assert EMBEDDER.vector("xqzzv") is None
    assert EMBEDDER.similarity([("xqzzv", "film"), ("", ""), ("film xqzzv", "film")]) == [
        None,
        None,
        pytest.approx(1),
    ]
