"""The phrase type of an answer, and its form inside a sentence."""

from __future__ import annotations

import pytest
from helpers.hand_made_parses import tree

from qgauge.statements.reply import Reply


def reply(written: str) -> Reply:
    return Reply.read(*tree(written))


@pytest.mark.parametrize(
    ("written", "inside"),
    [
        ("The/DET/det>1 dog/NOUN/root>-1 ./PUNCT/punct>1", "the dog"),
        ("Salt/NOUN/root>-1", "salt"),
        ("Paris/PROPN/root>-1", "Paris"),
        ("The/DET/det>2 Jungle/PROPN/compound>2 Book/PROPN/root>-1", "The Jungle Book"),
        ("Happy/ADJ/amod>1 Endings/NOUN/root>-1", "Happy Endings"),
        ("I/PRON/nsubj>1 did/VERB/root>-1", "I did"),
        ("NATO/NOUN/root>-1", "NATO"),
        ("5/NUM/nummod>1 p.m./NOUN/root>-1", "5 p.m."),
    ],
)
def test_only_an_initial_capital_is_lowered(written: str, inside: str) -> None:
    found = reply(written)
    assert found.inside.replace(" .", "") == inside


def test_a_clause_becomes_a_gerund_phrase() -> None:
    clause = reply("The/DET/det>1 sun/NOUN/nsubj>2 rises/VERB/root>-1 daily/ADV/advmod>2")
    assert clause.is_clause
    assert clause.as_noun == "the sun rising daily"


@pytest.mark.parametrize(
    ("written", "clause"),
    [
        ("They/PRON/nsubj>2 both/DET/det>0 swim/VERB/root>-1", True),
        # after a fronted phrase
        (
            "In/ADP/case>1 May/PROPN/obl>4 ,/PUNCT/punct>1 rivers/NOUN/nsubj>4 rise/VERB/root>-1",
            True,
        ),
        # a noun after a possessive, although parsed as a verb
        ("Bo/PROPN/nsubj>2 's/PART/case>0 walk/VERB/root>-1", False),
        # `held by` is a participle; `by digging` is an adverbial clause
        ("planks/NOUN/nsubj>1 held/VERB/root>-1 by/ADP/case>3 nails/NOUN/obl>1", False),
        ("thieves/NOUN/nsubj>1 escaped/VERB/root>-1 by/SCONJ/mark>3 digging/VERB/advcl>1", True),
    ],
)
def test_is_clause(written: str, clause: bool) -> None:
    assert reply(written).is_clause is clause


def test_a_verb_phrase_becomes_a_gerund() -> None:
    assert reply("bake/VERB/root>-1 a/DET/det>2 cake/NOUN/obj>0").as_gerund == "baking a cake"
    assert reply("sells/VERB/root>-1 milk/NOUN/obj>0").as_gerund == "selling milk"
    # unchanged: a noun that can be a verb, and a title
    assert reply("rise/VERB/root>-1 in/ADP/case>2 price/NOUN/obl>0").as_gerund == ("rise in price")
    assert reply("Save/VERB/root>-1 Our/PRON/nmod>2 Parks/PROPN/obj>0").as_gerund == (
        "Save Our Parks"
    )


def test_a_clause_with_a_second_finite_verb_has_no_gerund() -> None:
    clause = reply(
        "The/DET/det>1 inn/NOUN/nsubj>2 burned/VERB/root>-1 but/CCONJ/cc>5 is/AUX/cop>5"
        " open/ADJ/conj>2"
    )
    assert clause.as_noun == "the inn burned but is open"
    assert clause.as_fact == "the fact that the inn burned but is open"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Yes/INTJ/root>-1", True),
        ("No/INTJ/discourse>2 ,/PUNCT/punct>0 never/ADV/root>-1", False),
        ("No/DET/det>1 one/PRON/root>-1", None),
        ("Yes/PROPN/root>-1 Minister/PROPN/flat>0", None),
    ],
)
def test_yes_and_no(written: str, said: bool | None) -> None:
    assert reply(written).polarity is said
