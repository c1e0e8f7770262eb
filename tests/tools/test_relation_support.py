"""Support of a question's relations by the passage, on hand-made parses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.tools.relation_support import ALONE, PRONOUN, UNKNOWN, support
from qgauge.tools.roles import Parse, Word


def parse(*words: tuple[str, str, int, str], sentence: int = 0) -> Parse:
    """Make a parse of (lemma, upos, head, relation) tuples."""
    made, at = [], 0
    for lemma, upos, head, relation in words:
        made.append(Word(lemma, at, at + len(lemma), upos, "", lemma, head, relation, sentence))
        at += len(lemma) + 1
    return Parse(tuple(made))


# "The teacher gave money to the owners": teacher <- give -> money, give -> owner
PASSAGE = parse(
    ("teacher", "NOUN", 1, "nsubj"),
    ("give", "VERB", -1, "root"),
    ("money", "NOUN", 1, "obj"),
    ("owner", "NOUN", 1, "obl"),
)


def test_a_relation_of_the_passage_is_supported() -> None:
    # "Who gave money?": money depends on give, as in the passage
    question = parse(
        ("who", "PRON", 1, "nsubj"), ("give", "VERB", -1, "root"), ("money", "NOUN", 1, "obj")
    )
    assert support(question, PASSAGE) == 1.0


def test_words_that_are_two_steps_apart_count_less() -> None:
    # "the owner's teacher": teacher - give - owner are two steps, worth .8
    question = parse(("owner", "NOUN", 1, "compound"), ("teacher", "NOUN", -1, "root"))
    assert support(question, PASSAGE) == 0.8


def test_the_mean_is_over_the_pairs() -> None:
    # money-give 1.0, and kitten-give with a word that the passage does not have
    question = parse(
        ("give", "VERB", -1, "root"), ("money", "NOUN", 0, "obj"), ("kitten", "NOUN", 0, "obl")
    )
    assert support(question, PASSAGE) == pytest.approx((1.0 + UNKNOWN) / 2)


def test_words_of_different_sentences_are_not_joined() -> None:
    first = parse(("dog", "NOUN", 1, "nsubj"), ("bark", "VERB", -1, "root"))
    second = [
        Word("cat", 20, 23, "NOUN", "", "cat", 3, "nsubj", 1),
        Word("sleep", 24, 29, "VERB", "", "sleep", -1, "root", 1),
    ]
    both = Parse((*first.words, *second))
    question = parse(("dog", "NOUN", 1, "nsubj"), ("sleep", "VERB", -1, "root"))
    assert support(question, both) == 0.0


def test_two_names_of_one_thing_are_not_an_owner() -> None:
    # "the owners, Samir": apposition; "the owners of Samir" is something else
    passage = parse(("owner", "NOUN", -1, "root"), ("Samir", "PROPN", 0, "appos"))
    asked = parse(("owner", "NOUN", -1, "root"), ("Samir", "PROPN", 0, "nmod"))
    assert support(asked, passage) == 0.0
    assert support(passage, passage) == 1.0


def test_a_question_without_relations_says_little() -> None:
    assert support(parse(("who", "PRON", 1, "nsubj"), ("be", "AUX", -1, "root")), PASSAGE) == ALONE
    assert support(Parse(()), Parse(())) == ALONE


@st.composite
def trees(draw: st.DrawFn) -> Parse:
    size = draw(st.integers(1, 8))
    lemmas = st.sampled_from(["teacher", "give", "money", "owner", "cat"])
    return parse(
        *(
            (draw(lemmas), draw(st.sampled_from(["NOUN", "VERB", "ADJ"])), head, "dep")
            for head in [-1, *(draw(st.integers(0, at - 1)) for at in range(1, size))]
        )
    )


@given(trees(), trees())
def test_support_is_a_share(question: Parse, passage: Parse) -> None:
    assert 0.0 <= support(question, passage) <= 1.0
    assert support(passage, passage) == (1.0 if len(passage.words) > 1 else ALONE)


def test_a_pronoun_may_be_the_subject_that_the_question_names() -> None:
    # "Ada came. She sold it." against "Ada sold": no tree joins Ada and sell
    passage = Parse(
        (
            Word("Ada", 0, 3, "PROPN", "", "Ada", 1, "nsubj", 0),
            Word("came", 4, 8, "VERB", "", "come", -1, "root", 0),
            Word("She", 9, 12, "PRON", "", "she", 3, "nsubj", 1),
            Word("sold", 13, 17, "VERB", "", "sell", -1, "root", 1),
        )
    )
    asked = parse(("Ada", "PROPN", 1, "nsubj"), ("sell", "VERB", -1, "root"))
    assert support(asked, passage) == PRONOUN
    acted_on = parse(("Ada", "PROPN", 1, "obj"), ("sell", "VERB", -1, "root"))
    assert support(acted_on, passage) == 0.0
