"""Common runs of words."""

from __future__ import annotations

from difflib import SequenceMatcher

from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.text.runs import contains, longest_run

words = st.lists(st.sampled_from("abc"), max_size=9)


@settings(max_examples=300, deadline=None)
@given(words, words)
def test_longest_run_equals_difflib(first: list[str], second: list[str]) -> None:
    expected = SequenceMatcher(None, first, second, autojunk=False).find_longest_match()
    start, length = longest_run(first, second)
    assert length == expected.size
    run = first[start : start + length]
    assert any(run == second[at : at + length] for at in range(len(second) + 1))


@settings(max_examples=300, deadline=None)
@given(words, words)
def test_longest_run_is_the_first_if_tied(first: list[str], second: list[str]) -> None:
    start, length = longest_run(first, second)
    for earlier in range(start):
        assert not contains(second, first[earlier : earlier + length])


def test_nothing_in_common() -> None:
    assert longest_run(["a"], ["b"]) == longest_run([], ["b"]) == longest_run(["a"], []) == (0, 0)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc"), min_size=1, max_size=6))
def test_contains_equals_brute_force(words: list[str], part: list[str]) -> None:
    assert contains(words, part) == ("".join(part) in "".join(words))


def test_an_empty_part_is_not_contained() -> None:
    assert not contains(["a"], [])
