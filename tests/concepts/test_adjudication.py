"""Grouping snippets into concepts, their representatives, and when a concept is vital."""

from __future__ import annotations

from typing import Any

import pytest

from qgauge.concepts import ConceptSettings, Gold, Lexicon, adjudicate, document
from qgauge.concepts.adjudication import similar
from qgauge.core import BadSetting

TEXT = "one two three four five six seven eight"
WORDS = TEXT.split()


def span(first: str, last: str) -> list[int]:
    return [TEXT.index(first), TEXT.index(last) + len(last)]


def decided(annotators: dict[str, list[Any]], **settings: Any) -> Gold:
    chosen = ConceptSettings(**settings)
    made = document({"text": TEXT, "annotators": annotators})
    return adjudicate(made, Lexicon(TEXT, chosen.compare), chosen)


def shown(gold: Gold) -> list[tuple[str, bool, str]]:
    return [(one.face.text(TEXT), one.vital, "".join(one.annotators)) for one in gold.concepts]


def test_similarity_of_two_sets() -> None:
    # 2 shared of 3 and 4: Dice 4/7, Jaccard 2/5, overlap 2/3
    first, second = frozenset({"a", "b", "c"}), frozenset({"b", "c", "d", "e"})
    assert similar(first, second, "dice") == 4 / 7
    assert similar(first, second, "jaccard") == 2 / 5
    assert similar(first, second, "overlap") == 2 / 3


@pytest.mark.parametrize(
    ("annotators", "vital"),
    [("a", "a"), ("ab", "ab"), ("abc", "ab"), ("abcd", "abc"), ("abcde", "abc")],
)
def test_a_majority_is_more_than_half(annotators: str, vital: str) -> None:
    marks = span("one", "two")
    enough = {name: [marks] if name in vital else [] for name in annotators}
    assert decided(enough).concepts[0].vital
    if len(vital) > 1:
        fewer = enough | {vital[-1]: []}
        assert not decided(fewer).concepts[0].vital
        assert decided(fewer, vital=1).concepts[0].vital


def test_the_threshold_decides_what_is_one_concept() -> None:
    # a: one two three four; b: three four five six; Dice 4/8
    marked = {"a": [span("one", "four")], "b": [span("three", "six")]}
    assert shown(decided(marked)) == [("one two three four", True, "ab")]
    apart = [("one two three four", False, "a"), ("three four five six", False, "b")]
    assert shown(decided(marked, threshold=0.51)) == apart
    assert shown(decided(marked, similarity="jaccard")) == apart  # 2/6


def test_the_most_typical_snippet_represents_the_concept() -> None:
    # a: one..four, b: two..five, c: two..four. Dice a-b 6/8, a-c 6/7, b-c 6/7: c is closest to both
    marked = {
        "a": [span("one", "four")],
        "b": [span("two", "five")],
        "c": [span("two", "four")],
    }
    assert shown(decided(marked)) == [("two three four", True, "abc")]


def test_two_snippets_of_one_annotator_count_once() -> None:
    marked = {"a": [span("one", "three"), span("one", "two")], "b": [span("six", "seven")]}
    gold = decided(marked)
    assert shown(gold) == [("one two", False, "a"), ("six seven", False, "b")]
    assert len(gold.concepts[0].snippets) == 2


def test_concepts_are_connected_components_and_merge_off_counts_each_snippet() -> None:
    # a: one two three, b: two three four five, c: four five six. a-b 4/7, b-c 4/7, a-c 0.
    marked = {
        "a": [span("one", "three")],
        "b": [span("two", "five")],
        "c": [span("four", "six")],
    }
    assert shown(decided(marked, vital=3)) == [("two three four five", True, "abc")]
    assert shown(decided(marked, vital=3, merge="off")) == [
        ("one two three", False, "ab"),
        ("two three four five", True, "abc"),
        ("four five six", False, "bc"),
    ]


def test_snippets_without_content_words_are_listed_separately() -> None:
    made = document({"text": "the of iron", "annotators": {"a": [[0, 6], [7, 11]]}})
    gold = adjudicate(made, Lexicon(made.text, "words"), ConceptSettings())
    assert [one.span() for one in gold.wordless] == ["0-6"]
    assert [one.face.span() for one in gold.concepts] == ["7-11"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"compare": "letters"}, "words, stems, places, not 'letters'"),
        ({"similarity": "cosine"}, "dice, jaccard, overlap"),
        ({"threshold": 0.0}, "above 0"),
        ({"threshold": float("nan")}, "above 0"),
        ({"vital": 0}, "a number from 1"),
        ({"vital": "most"}, "'majority' or a number"),
        ({"vital": True}, "'majority' or a number"),
        ({"merge": "yes"}, "on, off"),
    ],
)
def test_settings_are_checked(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetting) as refused:
        ConceptSettings(**wrong)
    assert said in str(refused.value)
