"""Corruptions mark the position and kind of their errors, and a seed fixes them."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from training.grammar_errors.corrupt import KINDS, WEIGHTS, Parse, apply, corrupt
from training.grammar_errors.word_forms import inflect, plural, singular

SENTENCES = [
    ["What", "did", "the", "king", "give", "to", "an", "old", "man", "in", "the", "forest", "?"],
    ["How", "many", "books", "has", "she", "written", "about", "the", "two", "wars", "?"],
    ["The", "men", "were", "walking", "to", "the", "house", "of", "a", "rich", "woman", "."],
    [
        "what",
        "is",
        "the",
        "cheapest",
        "flight",
        "from",
        "denver",
        "to",
        "the",
        "city",
        "of",
        "boston",
    ],
    ["Who", "'s", "there", "?"],
    ["Hm", "!"],
    ["?"],
]


def outcomes(kind: str, text: str, parse: Parse | None = None) -> set[str]:
    """Return the results of two hundred seeds on a text, with the marked words in brackets."""
    found = set()
    for seed in range(200):
        words, kinds = apply(kind, text.split(), Random(seed), parse)
        assert set(kinds) <= {"ok", kind}
        found.add(" ".join(w if k == "ok" else f"[{w}]" for w, k in zip(words, kinds, strict=True)))
    return found


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("missing", "Where is the dog ?", "Where is [dog] ?"),
        ("missing", "Where does he live ?", "Where [he] live ?"),
        ("missing", "They spoke of war .", "They spoke [war] ."),
        ("missing", "the city they came from him", "the city they came [him]"),
        ("extra", "Where is the dog ?", "Where is the [the] dog ?"),
        ("extra", "Where did he go ?", "Where did [of] he go ?"),
        ("agreement", "Where is the dog ?", "Where [are] the dog ?"),
        ("agreement", "What does he want ?", "What [do] he want ?"),
        ("agreement", "The boy gives it .", "The boy [give] it ."),
        ("tense", "Where did he go ?", "Where did he [went] ?"),
        ("tense", "She has gone home .", "She has [go] home ."),
        ("article", "He ate an apple .", "He ate [a] apple ."),
        ("article", "He saw a dog .", "He saw [an] dog ."),
        ("preposition", "the capital of France", "the capital [at] France"),
        ("order", "What is he doing ?", "What [he] [is] doing ?"),
        ("order", "He saw the dog .", "He saw [dog] [the] ."),
        ("auxiliary", "Where did he go ?", "Where [was] he go ?"),
        ("auxiliary", "What is the name ?", "What [does] the name ?"),
        ("truncated", "What is the name of the river ?", "What is the name [of] ?"),
        ("truncated", "what is the name of the river", "what is the name of [the]"),
        ("noun_number", "How many books are there ?", "How many [book] are there ?"),
        ("noun_number", "He has a dog .", "He has a [dogs] ."),
    ],
)
def test_a_kind_marks_the_words_it_names(kind: str, text: str, expected: str) -> None:
    assert expected in outcomes(kind, text)


def test_inversion_is_undone_around_a_whole_subject() -> None:
    parse = Parse(
        upos=["PRON", "AUX", "DET", "ADJ", "NOUN", "VERB", "PUNCT"],
        heads=[6, 6, 5, 5, 6, 0, 6],
        rels=["obj", "aux", "det", "amod", "nsubj", "root", "punct"],
        lemmas=["what", "be", "the", "old", "man", "do", "?"],
        tags=["", "VBZ", "", "", "NN", "VBG", ""],
    )
    text = "What is the old man doing ?"
    assert "What [the] [old] [man] [is] doing ?" in outcomes("order", text, parse)
    assert outcomes("tense", text, parse) == {
        "What is the old man [do] ?",
        "What is the old man [does] ?",
    }


def test_a_plural_keeps_its_sense_without_an_article() -> None:
    parse = Parse(upos=["PRON", "VERB", "DET", "NOUN"], tags=["", "VBD", "", "NNS"])
    assert "They saw [dogs]" not in outcomes("missing", "They saw the dogs", parse)


def test_every_word_has_a_known_kind() -> None:
    assert KINDS[0] == "ok"
    assert set(WEIGHTS) == set(KINDS[1:])
    for words in SENTENCES:
        for seed in range(200):
            out, kinds = corrupt(words, Random(seed))
            assert len(out) == len(kinds) > 0
            assert set(kinds) <= set(KINDS)
            assert all(out)
            # a word is marked if and only if it has changed
            assert (out == list(words)) == (set(kinds) == {"ok"})


def test_all_kinds_occur() -> None:
    seen = {k for words in SENTENCES for s in range(300) for k in corrupt(words, Random(s))[1]}
    assert seen == set(KINDS)


def test_a_seed_fixes_the_outcome() -> None:
    for words in SENTENCES:
        assert corrupt(words, Random(7)) == corrupt(tuple(words), Random(7))
    assert len({tuple(corrupt(SENTENCES[0], Random(s))[0]) for s in range(40)}) > 10


def test_clean_stays_clean() -> None:
    before = list(SENTENCES[0])
    assert corrupt(before, Random(1), errors=0) == (before, ["ok"] * len(before))
    corrupt(before, Random(1))
    assert before == SENTENCES[0]
    for kind in KINDS[1:]:
        assert apply(kind, ["?"], Random(1)) == (["?"], ["ok"])


def test_two_errors_do_not_touch() -> None:
    for seed in range(200):
        _, kinds = corrupt(SENTENCES[0], Random(seed), errors=2)
        for left, right in pairwise(kinds):
            assert left == right or "ok" in (left, right) or "missing" in (left, right)


def test_inflected_forms() -> None:
    assert [inflect("go", t) for t in ("VB", "VBZ", "VBD", "VBN", "VBG")] == (
        ["go", "goes", "went", "gone", "going"]
    )
    assert inflect("stop", "VBG") == "stopping"
    assert inflect("carry", "VBD") == "carried"
    assert plural("city") == "cities"
    assert singular("women") == "woman"
    assert singular("series") == ""
