"""F1 of every span, against a direct computation."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.tools.embedded.pair_model import encode
from qgauge.tools.embedded.span_f1 import idle_pieces, overlaps


def f1(text: str, answer: str, first: int, size: int) -> float:
    one, other = (
        [piece for piece in part if piece not in idle_pieces()]
        for part in (
            encode([text])[text].ids[first : first + size].tolist(),
            encode([answer])[answer].ids.tolist(),
        )
    )
    shared = (Counter(one) & Counter(other)).total()
    return 2 * shared / (len(one) + len(other)) if shared else 0.0


WORDS = st.lists(st.sampled_from(["tea", "the", "cold", ",", "a", "ninety"]), max_size=8)


@settings(deadline=None)
@given(WORDS, WORDS, st.integers(1, 5))
def test_every_span(text: list[str], answer: list[str], longest: int) -> None:
    passage, wanted = " ".join(text), " ".join(answer)
    pieces = encode([passage, wanted])
    found = overlaps(pieces[passage].ids, pieces[wanted].ids, idle_pieces(), longest)
    if not set(answer) & {"tea", "cold", "ninety"}:
        assert found is None
        return
    assert found is not None
    assert found.shape == (len(pieces[passage]), longest)
    for first, row in enumerate(found):
        for more, value in enumerate(row):
            assert np.isclose(value, f1(passage, wanted, first, more + 1))


def test_articles_and_punctuation_do_not_count() -> None:
    pieces = encode(["she drank the cold tea .", "cold tea!"])
    passage, answer = pieces.values()
    found = overlaps(passage.ids, answer.ids, idle_pieces(), 4)
    assert found is not None
    # spans from "the": the, cold, tea, full stop; only cold and tea count
    assert found[2].tolist() == [0, 2 / 3, 1, 1]
    assert found[1].tolist() == [0, 0, 0.5, 0.8]
