"""The latest results of a tool: never wrong, and never more than allowed."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from qgauge.tools.recent import Recent

ASKED = st.text("ab", max_size=6) | st.tuples(st.text("ab", max_size=3), st.text("ab", max_size=3))


@given(st.lists(st.tuples(st.sampled_from("xy"), ASKED)))
def test_results_are_right_and_limited(given: list[tuple[str, str | tuple[str, ...]]]) -> None:
    recent = Recent(most=20)
    for method, asked in given:
        recent.put(method, asked, (method, asked))
        assert recent.get(method, asked) == (method, asked)
        for one, text in given:
            assert recent.get(one, text) in (None, (one, text))
        kept = [*recent._new, *recent._old]
        assert sum(len("".join(text)) for _, text in kept) <= 20  # type: ignore[arg-type,misc]


def test_the_latest_half_is_never_forgotten() -> None:
    recent = Recent(most=1_000)
    for number in range(1_000, 2_000):
        recent.put("read", str(number), number)
        assert all(recent.get("read", str(one)) for one in range(max(1_000, number - 124), number))
    assert recent.get("read", "1000") is None


def test_a_text_above_the_limit_is_not_kept() -> None:
    recent = Recent(most=10)
    recent.put("read", "abc", 1)
    recent.put("read", "a" * 6, 2)
    assert recent.get("read", "a" * 6) is None
    assert recent.get("read", "abc") == 1


def test_it_pickles_empty() -> None:
    recent = Recent(most=10)
    recent.put("read", "abc", 1)
    sent = pickle.loads(pickle.dumps(recent))
    assert sent.get("read", "abc") is None
    sent.put("read", "abcdef", 1)
    assert sent.get("read", "abcdef") is None
