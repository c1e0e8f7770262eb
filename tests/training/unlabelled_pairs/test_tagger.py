"""A tagger trained on a few sentences knows their words and guesses the rest."""

from __future__ import annotations

import pytest

from training.unlabelled_pairs.tagger import Tagger, Token, codes, join, tokenise

TRAINED = [
    [("The", "DT"), ("king", "NN"), ("saw", "VBD"), ("a", "DT"), ("ship", "NN"), (".", ".")],
    [("A", "DT"), ("saw", "NN"), ("lay", "VBD"), ("there", "RB"), (".", ".")],
    [("Ann", "NNP"), ("saw", "VBD"), ("the", "DT"), ("king", "NN"), (".", ".")],
] * 3


@pytest.mark.parametrize(
    "text",
    [
        "In 1990, the company paid $1,200.50 (or 3%) to Mr. Smith.",
        "She didn't know the king's son, and they'll leave the U.S. soon...",
        'He said: "It’s well-known."',
    ],
)
def test_tokens_join_to_the_same_text(text: str) -> None:
    assert join(Token(w, "XX", s) for w, s in tokenise(text)) == text


def test_tokens_are_words_clitics_and_marks() -> None:
    words = [w for w, _ in tokenise("In 1990, Ann's dog didn't eat 1,200 pears.")]
    assert words == [
        "In", "1990", ",", "Ann", "'s", "dog", "did", "n't", "eat", "1,200", "pears", ".",
    ]  # fmt: skip


def test_context_distinguishes_verb_and_noun() -> None:
    tagger = Tagger(TRAINED)
    assert [t.tag for t in tagger.tag("The king saw the saw.")] == [
        "DT", "NN", "VBD", "DT", "NN", ".",
    ]  # fmt: skip
    assert [t.tag for t in tagger.tag("The king saw 1850")][
        3
    ] == "CD"  # no number in the training sentences
    assert tagger.tag("") == []


def test_codes_distinguish_auxiliaries_and_prepositions() -> None:
    tokens = [Token("was", "VBD"), Token("had", "VBD"), Token("did", "VBD"), Token("saw", "VBD")]
    assert codes(tokens) == "bhqD"
    tokens = [Token("of", "IN"), Token("that", "IN"), Token("in", "IN"), Token("$", "$")]
    assert codes(tokens) == "fSic"
