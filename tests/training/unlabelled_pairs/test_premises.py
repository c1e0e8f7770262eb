"""Pairs made from a few rows written by hand: which premise is paired with which hypothesis."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from training.reader.records import Question, Record
from training.unlabelled_pairs.premises import MOST_WORDS, Pairs
from training.unlabelled_pairs.tagger import Tagger
from training.unlabelled_pairs.texts import Texts
from training.unlabelled_pairs.thesaurus import Thesaurus

TAGGED = [
    [("Ann", "NNP"), ("bought", "VBD"), ("a", "DT"), ("red", "JJ"), ("car", "NN"), (".", ".")],
    [("The", "DT"), ("saxophone", "NN"), ("was", "VBD"), ("old", "JJ"), (".", ".")],
] * 3
PASSAGE = "Ann bought a red car. The saxophone was old. Ann sold the saxophone in Rome."


def row(premise: str, hypothesis: str) -> Record:
    return {"source": "snli", "premise": premise, "hypothesis": hypothesis}


ROWS = [
    row("Ann plays the saxophone.", "Ann makes music."),
    row("A saxophone is on the table.", "There is a saxophone."),
    row("Ann plays the saxophone.", "Ann is asleep."),
    row("Bob sold a bus.", "Someone owns a saxophone."),
]


@pytest.fixture
def pairs() -> Pairs:
    asked = Question("squad", "train", "Ann", PASSAGE, "What did Ann buy?", ["a red car"], 11)
    texts = Texts([asked], [], ROWS, [], Tagger(TAGGED), Thesaurus(Path("none")))
    return Pairs(texts, [(PASSAGE, "Ann bought a bus.")], Random(1))


def test_turned_pairs_swap_premise_and_hypothesis(pairs: Pairs) -> None:
    assert ("turned", "Ann makes music.", "Ann plays the saxophone.") in set(pairs.turned())


def test_neighbours_share_their_longest_word_and_not_their_premise(pairs: Pairs) -> None:
    found = set(pairs.neighbours())
    assert ("neighbour", "Ann plays the saxophone.", "There is a saxophone.") in found
    assert ("neighbour", "Ann plays the saxophone.", "Ann is asleep.") not in found


def test_sisters_are_two_hypotheses_of_one_premise() -> None:
    texts = Texts([], [], [ROWS[0], ROWS[2]], [], Tagger(TAGGED), Thesaurus(Path("none")))
    found = list(Pairs(texts, [], Random(1)).neighbours())
    assert found == [("sisters", "Ann makes music.", "Ann is asleep.")]


def test_pairs_share_a_rare_word(pairs: Pairs) -> None:
    # saxophone is in two hypotheses, so it is rare and shared
    found = {(p, h) for _ in range(20) for _, p, h in pairs.rare()}
    assert ("Ann plays the saxophone.", "Someone owns a saxophone.") in found
    assert not any(p == "Bob sold a bus." for p, _ in found)


def test_statements_are_paired_with_the_most_similar_sentence(pairs: Pairs) -> None:
    found = {m for _ in range(20) for m in pairs.stated()}
    assert ("statement", "Ann bought a red car.", "Ann bought a bus.") in found
    windows = {p for kind, p, _ in found if kind == "statement window"}
    assert "Ann bought a red car. The saxophone was old." in windows
    assert {p for kind, p, _ in found if kind == "statement elsewhere"} <= {
        "The saxophone was old.",
        "Ann sold the saxophone in Rome.",
    }


def test_changed_sentences_keep_one_side_unchanged(pairs: Pairs) -> None:
    lines = {"Ann bought a red car.", "The saxophone was old.", "Ann sold the saxophone in Rome."}
    found = [m for _ in range(5) for m in pairs.changed_sentences()]
    assert found and all({one, two} & lines for _, one, two in found)
    assert all(max(len(a.split()), len(b.split())) <= MOST_WORDS for _, a, b in found)
