"""The features of `dimensions`, on hand-written parses and tool outputs."""

from __future__ import annotations

from math import log
from typing import Any

import pytest
from helpers.hand_made_tools import TOOLS
from hypothesis import given
from hypothesis import strategies as st

from qgauge.core import Example, Score
from qgauge.metrics.dimension_features import MOST_NAMES, Features, Reading, features
from qgauge.metrics.dimension_model import dimension_model
from qgauge.metrics.feature_words import in_words
from qgauge.metrics.readings import read
from qgauge.tools.roles import Answer, Parse, Word


def parsed(written: str) -> tuple[str, Parse]:
    """Return the text and the parse of words written as `text/UPOS[/ENTITY]`."""
    words, text = [], ""
    for piece in written.split():
        form, upos, *entity = piece.split("/")
        text += " " * (bool(text) and form not in "?,.") + form
        words.append(Word(form, len(text) - len(form), len(text), upos, "".join(entity)))
    return text, Parse(tuple(words))


def grammar(errors: int = 0, wellformed: float | None = 0.75, *, asks: bool = True) -> Score:
    parts = {"errors": float(errors)} | ({} if wellformed is None else {"wellformed": wellformed})
    kinds = [] if asks else ["no_question"]
    return Score(0.5, parts, {"errors": [{"kind": kind, "text": ""} for kind in kinds]})


def of_question(written: str, checked: Score | None = None) -> Features:
    text, parse = parsed(written)
    return features(Example("1", text), Reading(parse, checked or grammar()))


# ------------------------------------------------------------------ the question

MANY = " ".join(f"old{at}/ADJ" for at in range(22))
WORDING: list[tuple[str, dict[str, float]]] = [
    (
        "Who/PRON rowed/VERB ?/PUNCT",  # punctuation is no word
        {
            "words": 2,
            "words_beyond_20": 0,
            "words_below_6": 4,
            "lead_in": 0,
            "commas": 0,
            "content_words": 1,
            "repeated_words": 0,
            "repeated_pairs": 0,
            "prepositions": 0,
            "names_and_numbers": 0,
            "early_pronouns": 0,
            "pointers": 0,
            "unnamed_things": 0,
            "vague_words": 0,
        },
    ),
    (
        "On/ADP the/DET old/ADJ island/NOUN ,/PUNCT who/PRON sat/VERB ?/PUNCT",
        {
            "words": 6,
            "words_below_6": 0,
            "lead_in": 4,
            "commas": 1,
            "content_words": 3,  # old, island, sat
            "prepositions": 1,
            "unnamed_things": 1,
        },
    ),
    # 22 + 3 words; the question word is the first one
    (f"Who/PRON saw/VERB {MANY} men/NOUN ?/PUNCT", {"words": 25, "words_beyond_20": 5}),
    # nothing comes before a question that starts with its verb, also if "when" comes late
    (
        "Did/AUX the/DET crew/NOUN sit/VERB when/ADV it/PRON rained/VERB ?/PUNCT",
        {"lead_in": 0, "no_question_word": 0, "early_pronouns": 0},
    ),
    # without a question word, every word comes before it
    (
        "Name/VERB the/DET river/NOUN ./PUNCT",
        {"lead_in": 3, "no_question_word": 1, "cut_off": 0, "vague_words": 1},
    ),
    # stems: built, mill three times; nine pairs: the mill, mill of and of the occur twice
    (
        "Who/PRON built/VERB the/DET mill/NOUN of/ADP the/DET mill/NOUN of/ADP the/DET mills/NOUN",
        {
            "content_words": 4,
            "repeated_words": 2,
            "repeated_pairs": 3,
            "prepositions": 2,
            "unnamed_things": 3,
        },
    ),
    # Anna, 3rd, Oslo and 1990; one of them is enough for things to be named
    (
        "When/ADV did/AUX Anna/PROPN open/VERB the/DET 3rd/ADJ mill/NOUN in/ADP Oslo/X/LOC in/ADP "
        "1990/NUM/DATE ?/PUNCT",
        {"names_and_numbers": 4, "unnamed_things": 0, "prepositions": 2},
    ),
    # the first word has a capital anyway, so its tag does not count
    (
        "Mill/PROPN burned/VERB the/DET harbour/NOUN when/ADV ?/PUNCT",
        {"names_and_numbers": 1, "unnamed_things": 1, "lead_in": 4},
    ),
    # he, it and his come before the first noun, her does not
    (
        "Where/ADV did/AUX he/PRON hide/VERB it/PRON from/ADP his/PRON brother/NOUN and/CCONJ "
        "her/PRON ?/PUNCT",
        {"early_pronouns": 3},
    ),
    (
        "What/PRON do/AUX these/DET and/CCONJ those/DET mean/VERB in/ADP such/ADJ cases/NOUN",
        {"pointers": 3},
    ),
    (
        "What/DET kind/NOUN of/ADP thing/NOUN is/AUX part/NOUN of/ADP the/DET way/NOUN ?/PUNCT",
        {"vague_words": 4},
    ),
]


@pytest.mark.parametrize(("written", "expected"), WORDING)
def test_wording(written: str, expected: dict[str, float]) -> None:
    found = of_question(written)
    assert {name: found[name] for name in expected} == expected


PLAIN = "Who/PRON rowed/VERB ?/PUNCT"


def test_grammar_errors_are_counted_up_to_a_bound() -> None:
    assert [of_question(PLAIN, grammar(count))["errors"] for count in (0, 3, 6, 40)] == [0, 3, 6, 6]


def test_whether_it_asks_and_is_well_formed() -> None:
    found = of_question(PLAIN, grammar(wellformed=0.25))
    assert (found["asks"], found["wellformed"]) == (1, 0.25)
    assert of_question(PLAIN, grammar(asks=False))["asks"] == 0
    assert "wellformed" not in of_question(PLAIN, grammar(wellformed=None))


@pytest.mark.parametrize(
    ("written", "cut_off"),
    [
        ("Who/PRON rowed/VERB to/ADP the/DET", 1),
        ("Who/PRON rowed/VERB to/ADP The/DET ./PUNCT", 1),
        ("Who/PRON rowed/VERB to/ADP the/DET ?/PUNCT", 0),  # whoever put the mark was done
        ("Where/ADV did/AUX he/PRON row/VERB from/ADP", 0),  # questions may end in prepositions
        ("Who/PRON rowed/VERB", 0),
        ("?/PUNCT", 0),
        (".../PUNCT", 0),
    ],
)
def test_questions_that_are_cut_off(written: str, cut_off: int) -> None:
    assert of_question(written)["cut_off"] == cut_off


@pytest.mark.parametrize(
    ("written", "several", "comparison"),
    [
        (
            "Who/PRON built/VERB it/PRON and/CCONJ when/ADV was/AUX it/PRON opened/VERB ?/PUNCT",
            1,
            0,
        ),
        ("Which/DET is/AUX larger/ADJ ,/PUNCT Oslo/PROPN or/CCONJ Rome/PROPN ?/PUNCT", 0, 1),
        ("Which/PRON came/VERB first/ADV ,/PUNCT tea/NOUN or/CCONJ salt/NOUN ?/PUNCT", 0, 1),
        ("Is/AUX it/PRON red/ADJ or/CCONJ blue/ADJ ?/PUNCT", 0, 0),
        ("Which/DET city/NOUN is/AUX larger/ADJ ?/PUNCT", 0, 0),
    ],
)
def test_several_questions_and_comparisons(written: str, several: int, comparison: int) -> None:
    found = of_question(written)
    assert (found["several_questions"], found["comparison"]) == (several, comparison)


# ------------------------------------------------------------------ the passage

PASSAGE = "Anna built the mill. Karl sold the harbour. It rained."
ASKED = "Who/PRON built/VERB the/DET harbour/NOUN mill/NOUN of/ADP Rome/PROPN ?/PUNCT"


def of_passage(written: str, answer: Answer, passage: str = PASSAGE) -> Features:
    text, parse = parsed(written)
    return features(Example("1", text, (), passage), Reading(parse, grammar(), answer))


def answer(text: str = "", no_answer: float = 0.5, **flaws: float) -> Answer:
    return Answer(text, 0, len(text), 0.5, no_answer, **flaws)


def test_words_of_the_question_in_the_passage() -> None:
    # built, harbour and mill of built, harbour, mill, rome; built and mill are in one sentence
    found = of_passage(ASKED, answer())
    assert found["words_in_passage"] == 0.75
    assert found["words_in_a_sentence"] == 0.5
    assert found["words_close_together"] == 0.75
    # the last sentence separates nothing; another one between them does
    apart = of_passage(ASKED, answer(), "Anna built the mill. It rained. Karl sold the harbour.")
    assert (apart["words_in_passage"], apart["words_close_together"]) == (0.75, 0.5)


def test_names_that_the_passage_does_not_have() -> None:
    assert of_passage(ASKED, answer())["missing_names"] == 1
    twice = "Is/AUX Rome/PROPN the/DET Rome/PROPN of/ADP anna/X/PER and/CCONJ Theo/PROPN ?/PUNCT"
    assert of_passage(twice, answer())["missing_names"] == 2  # Rome once, Theo; Anna is there
    many = " ".join(f"Rome{at}/PROPN" for at in range(3 * MOST_NAMES))
    assert of_passage(many, answer())["missing_names"] == MOST_NAMES


@pytest.mark.parametrize(
    ("no_answer", "odds"),
    [(0.5, 0.0), (0.2, log(4)), (0.8, -log(4)), (0.0, log(1e6 - 1)), (1.0, -log(1e6 - 1))],
)
def test_the_odds_of_an_answer(no_answer: float, odds: float) -> None:
    found = of_passage(ASKED, answer(no_answer=no_answer))["answer_odds"]
    assert found == pytest.approx(odds, abs=1e-6)


def test_a_question_that_says_the_readers_answer() -> None:
    assert of_passage(ASKED, answer("the harbour"))["repeats_own_answer"] == 1
    assert of_passage(ASKED, answer("Karl"))["repeats_own_answer"] == 0
    assert of_passage(ASKED, answer(""))["repeats_own_answer"] == 0


def test_a_flaw_that_the_reader_may_judge() -> None:
    found = of_passage(ASKED, answer(elsewhere=0.1))
    assert found["elsewhere"] == pytest.approx(-log(9), abs=1e-6)
    without = of_passage(ASKED, answer())
    assert {"elsewhere"} == set(found) - set(without)


# ------------------------------------------------------------------ the answer


def of_answer(
    written: str = PLAIN,
    expected: str = "Bram",
    own: str = "old Bram",
    surprise: float = 3.0,
    confidence: float = 0.5,
    right: float = 0.9,
) -> Features:
    text, parse = parsed(written)
    said: dict[str, Any] = {"expected": expected, "predicted": {"text": own}, "surprise": surprise}
    reading = Reading(
        parse,
        grammar(),
        answer(),
        Score(0.875, {"confidence": confidence, "f1": 0.625}, said),
        Score(0.5, {"right": right}),
    )
    # the feature takes the gold answer that was judged, not the field
    return features(Example("1", text, (), PASSAGE, "another"), reading)


def test_scores_that_are_features() -> None:
    found = of_answer()
    assert (found["answering"], found["overlap"]) == (0.875, 0.625)
    assert found["verifier"] == pytest.approx(log(9), abs=1e-6)
    assert found["other_length"] == 1  # old Bram, Bram
    assert of_answer(own="", expected="the old man Bram")["other_length"] == 3  # no article


@pytest.mark.parametrize(
    ("surprise", "confidence", "nats"),
    [
        (3.0, 0.5, 3 - log(2)),
        (0.5, 0.5, 0.0),  # this answer is likelier than the reader's own one
        (50.0, 0.5, 25 - log(2)),  # the surprise counts up to 25
        (50.0, 0.0, 25 - log(1e6)),  # and the confidence from 1e-6
    ],
)
def test_how_much_likelier_the_readers_answer_is(
    surprise: float, confidence: float, nats: float
) -> None:
    found = of_answer(surprise=surprise, confidence=confidence)["likelier_answer"]
    assert found == pytest.approx(nats, abs=1e-6)


GIVEN = "Who/PRON is/AUX Bram/PROPN who/PRON rowed/VERB ?/PUNCT"
CHOICE = "Is/AUX it/PRON a/DET cat/NOUN or/CCONJ a/DET dog/NOUN ?/PUNCT"
OPEN = "Who/PRON fed/VERB the/DET old/ADJ dog/NOUN ?/PUNCT"
POLAR = "Did/AUX Bram/PROPN row/VERB ?/PUNCT"


@pytest.mark.parametrize(
    ("written", "expected", "found"),
    [
        (GIVEN, "Bram", {"gives_away": 1, "words_of_answer": 1}),
        (GIVEN, "Ines", {"gives_away": 0, "words_of_answer": 0}),
        # old is one of old and cat
        (OPEN, "the old cat", {"gives_away": 0, "words_of_answer": 0.5}),
        (CHOICE, "a dog", {"gives_away": 0, "words_of_answer": 0, "choice_without_answer": 0}),
        (CHOICE, "a horse", {"choice_without_answer": 1}),
        (CHOICE, "yes", {"choice_without_answer": 0, "yes_no_to_open": 0}),
        (OPEN, "a horse", {"choice_without_answer": 0}),
        (OPEN, "yes", {"yes_no_to_open": 1}),
        (OPEN, "Bram", {"yes_no_to_open": 0}),
        (POLAR, "no", {"yes_no_to_open": 0}),
    ],
)
def test_what_the_question_says_of_its_answer(
    written: str, expected: str, found: dict[str, float]
) -> None:
    made = of_answer(written, expected)
    assert {name: made[name] for name in found} == found


# ------------------------------------------------------------------ all of them


def test_missing_input_leaves_features_out() -> None:
    rows = [
        Example("1", "Who rowed?"),
        Example("2", "Who rowed?", (), " \n"),
        Example("3", "Who rowed?", (), PASSAGE),
        Example("4", "Who rowed?", (), PASSAGE, " "),
        Example("5", "Who rowed?", (), PASSAGE, "the"),
        Example("6", "Who rowed?", (), PASSAGE, "Karl"),
        Example("7", "Who rowed?", (), None, "Karl"),
    ]
    found = [set(features(*pair)) for pair in zip(rows, read(rows, TOOLS), strict=True)]
    alone, passage, answered = found[0], found[2], found[5]
    assert alone < passage < answered
    assert found == [alone, alone, passage, passage, passage, answered, alone]
    assert {"words", "errors"} <= alone
    assert {"words_in_passage", "elsewhere"} <= passage - alone
    assert {"answering", "verifier"} <= answered - passage


EVERY = Example("1", "Who built the mill?", (), PASSAGE, "Anna")


def test_every_feature_has_words_and_every_curve_has_a_feature() -> None:
    (reading,) = read([EVERY], TOOLS)
    known = features(EVERY, reading)
    for name, value in known.items():
        assert in_words(name, value)
    for one in dimension_model().dimensions.values():
        assert set(one.rating.curves) <= set(known)


texts = st.text(st.sampled_from("aB1 ?.,'\n東ß"), max_size=30)


@given(texts.filter(str.strip), texts, texts)
def test_features_are_finite_and_rounded_whatever_the_text(
    question: str, passage: str, said: str
) -> None:
    example = Example("1", question, (), passage, said)
    (reading,) = read([example], TOOLS)
    for name, value in features(example, reading).items():
        assert type(value) is float
        assert abs(value) < 1e3
        assert value == round(value, 6), name
