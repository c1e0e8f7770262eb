"""The rater: better questions get better chances, whatever else is rated with them."""

from __future__ import annotations

import pytest

from qgauge import models
from qgauge.tools.embedded.pair_model import CLS, SEP
from qgauge.tools.embedded.rater import EmbeddedRater
from qgauge.tools.embedded.reader import EmbeddedReader
from qgauge.tools.embedded.verifier import Triple

RATER = EmbeddedRater()
BAKERY = (
    "Nora Vance opened her bakery in Kell in 1911. Two years later a fire destroyed it, and she "
    "moved to Port Annan, because her brother had an empty shop there. She baked at night so that "
    "the bread was warm in the morning."
)
PAIRS = [
    # the better one first
    (("Who opened a bakery in Kell in 1911?", "Nora Vance"), ("When did she move?", "1911")),
    (("What destroyed the bakery?", "a fire"), ("What destroyed the bakery?", "an empty shop")),
    (
        ("Why did Nora Vance move to Port Annan?", "her brother had an empty shop there"),
        ("Why did Nora Vance move to Port Annan?", "two years later"),
    ),
    (("Where did Nora Vance move?", "Port Annan"), ("Where did Nora Vance move?", "1911")),
]


def triple(asked: tuple[str, str]) -> Triple:
    return asked[0], asked[1], BAKERY


@pytest.mark.parametrize(("better", "worse"), PAIRS)
def test_better_questions_get_better_chances(
    better: tuple[str, str], worse: tuple[str, str]
) -> None:
    good, bad = RATER.rate([triple(better), triple(worse)])
    assert good > bad


def test_the_chance_is_the_logistic_of_the_output() -> None:
    tokenizer = models.tokenizer()
    question, answer, passage = (
        tokenizer.encode(text, add_special_tokens=False).ids for text in triple(PAIRS[0][0])
    )
    first = [CLS, *question, SEP, *answer, SEP]
    pieces = models.Pieces([*first, *passage, SEP], [0] * len(first) + [1] * (len(passage) + 1))
    (outputs,) = models.load("rater").run([pieces], ["usable"])
    (chance,) = RATER.rate([triple(PAIRS[0][0])])
    assert chance == pytest.approx(1 / (1 + 2.718281828 ** -float(outputs["usable"][0])), abs=1e-3)


def test_a_long_passage_is_read_in_full() -> None:
    question, answer = PAIRS[0][0]
    (alone,) = RATER.rate([(question, answer, BAKERY)])
    (far,) = RATER.rate([(question, answer, "The sea was calm that day. " * 150 + BAKERY)])
    (absent,) = RATER.rate([(question, answer, "The sea was calm that day. " * 150)])
    assert far > absent
    assert alone > absent


def test_texts_without_words() -> None:
    assert RATER.rate([("", "a", "b"), ("Who?", "", "b"), ("Who?", "a", " ")]) == [0.0] * 3
    assert RATER.rate([]) == []


def test_the_reader_does_not_depend_on_the_rater() -> None:
    assert RATER.identity != EmbeddedReader().identity
    assert "usable" not in models.load("reader").outputs
    shared = set(models.load("rater").outputs) & set(models.load("reader").outputs)
    assert {"start", "end", "verify"} <= shared
