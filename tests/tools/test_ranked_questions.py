"""The list of a generator: distinct, in descending order, at most as long as asked for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qgauge.tools.ranked_questions import ranked_questions

TEXTS = st.text("Ww? \n", max_size=6)
SCORES = st.floats(-9, 0)


@given(st.lists(st.tuples(TEXTS, SCORES)), st.integers(-1, 9))
def test_the_best_of_each_distinct_question_is_kept(
    candidates: list[tuple[str, float]], count: int
) -> None:
    best: dict[str, float] = {}
    for text, score in candidates:
        plain = " ".join(text.lower().split())
        if plain:
            best[plain] = max(score, best.get(plain, score))
    found = ranked_questions(candidates, count)
    expected = sorted(best.values(), reverse=True)[: max(count, 0)]
    assert [one.score for one in found] == expected
    for one in found:
        assert best[one.question.lower()] == one.score


def test_a_score_above_zero_is_cut() -> None:
    """Rounding can lift the mean of log-probabilities a little above 0."""
    assert ranked_questions([("Who?", 1e-9)], 1)[0].score == 0
