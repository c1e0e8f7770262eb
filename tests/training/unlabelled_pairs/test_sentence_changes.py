"""Changes of sentences tagged by hand; each expected sentence is written by hand."""

from __future__ import annotations

from random import Random

import pytest

from tests.training.unlabelled_pairs.tagged_sentences import SENT, tagged
from training.unlabelled_pairs.sentence_changes import ASKED, CHANGES, WEIGHTS, Source, changed
from training.unlabelled_pairs.tagger import Token, join
from training.unlabelled_pairs.thesaurus import Thesaurus

FORD = tagged("Ford/NNP bought/VBD Volvo/NNP in/IN 1999/CD ./.")
DOG = tagged("A/DT large/JJ dog/NN is/VBZ running/VBG in/IN the/DT park/NN ./.")
ASKS = tagged("What/WP did/VBD Ford/NNP buy/VB ?/.")


@pytest.fixture(scope="module")
def thesaurus(tmp_path_factory) -> Thesaurus:
    return Thesaurus(tmp_path_factory.mktemp("none"))


def outcomes(kind: str, tokens: list[Token], thesaurus: Thesaurus) -> set[str]:
    """Return the results of sixty seeds on a sentence."""
    names, verbs = ("Saab", "Volvo"), ("sell",)
    return {
        join(CHANGES[kind](tokens, Source(thesaurus, Random(seed), names, verbs)))
        for seed in range(60)
    }


@pytest.mark.parametrize(
    ("kind", "tokens", "expected"),
    [
        ("antonym", DOG, "A small dog is running in the park."),
        ("number", SENT[:9], "The old king sent five sons to the forest"),
        ("negation", DOG, "A large dog is not running in the park."),
        ("negation", DOG, "A large dog isn't running in the park."),
        ("negation", FORD, "Ford did not buy Volvo in 1999."),
        ("negation", ASKS, "What didn't Ford buy?"),
        ("negation", tagged("He/PRP did/VBD n't/RB go/VB ./."), "He did go."),
        ("shorter", DOG, "A dog is running in the park."),
        ("adjunct", DOG, "A large dog is running."),
        ("adjunct", FORD, "Ford bought Volvo."),
        ("quantifier", tagged("All/DT men/NNS left/VBD ./."), "Some men left."),
        ("quantifier", tagged("Men/NNS left/VBD ./."), "No men left."),
        ("hedge", DOG, "A large dog may be running in the park."),
        ("hedge", FORD, "Ford might have bought Volvo in 1999."),
        ("name", FORD, "Ford bought Saab in 1999."),
        ("swapped", FORD, "Volvo bought Ford in 1999."),
        ("swapped", tagged("The/DT dog/NN bit/VBD a/DT man/NN ./."), "A man bit the dog."),
        ("passive", FORD, "Volvo was bought by Ford in 1999."),
        ("verb", FORD, "Ford sold Volvo in 1999."),
        ("part", SENT, "The old king sent three sons to the forest."),
        ("part", SENT, "The old king sent three sons."),
    ],
)
def test_a_change_gives(
    kind: str, tokens: list[Token], expected: str, thesaurus: Thesaurus
) -> None:
    assert expected in outcomes(kind, tokens, thesaurus)


@pytest.mark.parametrize("kind", sorted(CHANGES))
def test_a_change_that_does_not_fit_gives_nothing(kind: str, thesaurus: Thesaurus) -> None:
    assert outcomes(kind, tagged("Oh/UH !/."), thesaurus) == {""}


def test_an_article_follows_the_new_word(thesaurus: Thesaurus) -> None:
    tokens = tagged("It/PRP is/VBZ an/DT early/JJ train/NN ./.")
    assert outcomes("antonym", tokens, thesaurus) == {"It is a late train."}


def test_every_change_has_a_weight_and_the_same_seed_gives_the_same(thesaurus: Thesaurus) -> None:
    assert set(WEIGHTS) == set(CHANGES) >= set(ASKED)
    one, two = (changed(SENT, Source(thesaurus, Random(3), ("Ford",), ("go",))) for _ in "12")
    assert one == two and one[1] != join(SENT)
