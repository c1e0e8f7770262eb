"""Questions about sentences tagged by hand; each expected question is written by hand."""

from __future__ import annotations

from random import Random

import pytest

from tests.training.unlabelled_pairs.tagged_sentences import BOUGHT, MOVED, SENT, tagged
from training.unlabelled_pairs.question_rules import Asker, apposed, clauses, question
from training.unlabelled_pairs.tagger import Token, join
from training.unlabelled_pairs.thesaurus import Thesaurus


@pytest.fixture(scope="module")
def thesaurus(tmp_path_factory) -> Thesaurus:
    """Without WordNet, so that the same rules apply everywhere."""
    return Thesaurus(tmp_path_factory.mktemp("none"))


def asked(tokens: list[Token], thesaurus: Thesaurus) -> set[str]:
    """Return the questions of forty seeds about the first clause."""
    found = set()
    for seed in range(40):
        asker = Asker(thesaurus, Random(seed))
        clause = clauses(tokens)[0]
        found |= {a.text for a in asker.ask(clause)}
        found |= {a.text for a in asker.in_place(clause)}
        found |= {a.text for a in asker.key_words(clause)}
    return found


def test_clauses_end_before_the_next_one() -> None:
    first, second = clauses(SENT)
    assert join(first.subject) == "The old king"
    assert join(first.verbs) == "sent"
    assert [(k, join(p)) for k, p in first.pieces] == [
        ("np", "three sons"),
        ("pp", "to the forest"),
    ]
    assert join(second.subject) == "he"


def test_a_leading_adjunct_belongs_to_its_clause() -> None:
    assert join(clauses(BOUGHT)[0].before) == "In 1990"


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        (
            SENT,
            "What sent three sons to the forest?",
        ),  # without WordNet, a king is not known to be a person
        (SENT, "How many sons did the old king send to the forest?"),
        (SENT, "What did the old king send three sons to?"),
        (SENT, "What did the old king do?"),
        (BOUGHT, "When was the company bought by Ford?"),
        (BOUGHT, "In what year was the company bought by Ford?"),
        (BOUGHT, "Who was the company bought by?"),
        (BOUGHT, "What was bought by Ford in 1990?"),
        (BOUGHT, "What happened to the company?"),
        (BOUGHT, "In 1990 the company was bought by whom?"),
        (MOVED, "When did Tesla move to Paris to work for Edison?"),
        (MOVED, "Why did Tesla move to Paris in 1882?"),
        (MOVED, "Who moved to Paris in 1882 to work for Edison?"),
        (MOVED, "moved paris 1882 work edison"),
        (tagged("She/PRP does/VBZ n't/RB like/VB it/PRP ./."), "What doesn't she like?"),
        (tagged("A/DT man/NN is/VBZ playing/VBG music/NN ./."), "What is a man doing?"),
        (tagged("Paris/NNP is/VBZ the/DT capital/NN of/IN France/NNP ./."), "What is Paris?"),
    ],
)
def test_rules_ask(tokens: list[Token], expected: str, thesaurus: Thesaurus) -> None:
    assert expected in asked(tokens, thesaurus)


def test_answers_are_parts_of_the_sentence(thesaurus: Thesaurus) -> None:
    asker = Asker(thesaurus, Random(1))
    for tokens in (SENT, BOUGHT, MOVED):
        for found in asker.ask(clauses(tokens)[0]):
            assert found.answer in join(tokens)


def test_appositions_ask_both_ways(thesaurus: Thesaurus) -> None:
    tokens = tagged("Plimsoll/NNP ,/, a/DT member/NN of/IN Parliament/NNP ,/, left/VBD ./.")
    found = {a.text for seed in range(20) for a in apposed(tokens, Asker(thesaurus, Random(seed)))}
    assert {"What is Plimsoll?", "What is the name of a member of Parliament?"} <= found


def test_a_question_has_a_capital_and_a_mark() -> None:
    assert question("who", tagged("left/VBD ,/,"), "early") == "Who left, early?"
