"""The outputs of the embedded linguist do not depend on how the work is split."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from helpers.spoiled_questions import QUESTIONS

from qgauge.models import Pieces, Session
from qgauge.models.session import Outputs
from qgauge.text.ud import ud_words
from qgauge.tools.embedded import linguist
from qgauge.tools.embedded.classifier import EmbeddedClassifier
from qgauge.tools.embedded.linguist import Linguist, Reading
from qgauge.tools.embedded.parser import EmbeddedParser

OUTPUTS = ["pos", "ner", "arc", "rel", "wellformed"]
LONG = " ".join(f"{question} It is said that {question.lower()}" for question in QUESTIONS)
TEXTS = [*QUESTIONS, "Who is he? What did she say?", "", "One.\n\nTwo.", LONG]


@pytest.fixture(scope="module")
def reader() -> Linguist:
    return Linguist()


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[list[Pieces]]:
    """The inputs of the model in each call."""
    given: list[list[Pieces]] = []
    real = Session.run

    def spy(self: Session, sequences: Sequence[Pieces], outputs: Sequence[str] = ()) -> Any:
        given.append(list(sequences))
        return real(self, sequences, outputs)

    monkeypatch.setattr(Session, "run", spy)
    return given


def bits(readings: list[Reading[Outputs]]) -> list[Any]:
    return [
        (
            each.words,
            each.sentences,
            [{name: out[name].tobytes() for name in sorted(out)} for out in each.outputs],
        )
        for each in readings
    ]


def test_one_pass_gives_the_same_bits_as_two(
    reader: Linguist, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = bits(reader.read(TEXTS, OUTPUTS))
    monkeypatch.setattr(linguist, "SHORT_BLOCK", 0)
    assert bits(reader.read(TEXTS, OUTPUTS)) == one


def test_a_question_takes_one_pass(reader: Linguist, runs: list[list[Pieces]]) -> None:
    (reading,) = reader.read([QUESTIONS[0]], OUTPUTS)
    assert len(reading.sentences) == 1
    assert sum(map(len, runs)) == 1


def test_duplicate_texts_are_read_once(reader: Linguist, runs: list[list[Pieces]]) -> None:
    readings = reader.read(QUESTIONS[:1] * 10_000, OUTPUTS)
    assert sum(map(len, runs)) <= 2
    assert len(readings) == 10_000
    assert all(each is readings[0] for each in readings)


@pytest.mark.slow
def test_order_batch_and_threads_do_not_matter(reader: Linguist) -> None:
    together = bits(reader.read(TEXTS, OUTPUTS))
    assert bits(reader.read(TEXTS[::-1], OUTPUTS)) == together[::-1]
    assert [bits(reader.read([text], OUTPUTS))[0] for text in TEXTS] == together
    assert bits(Linguist(threads=2).read(TEXTS, OUTPUTS)) == together


def test_the_size_of_a_run_is_limited(
    reader: Linguist, runs: list[list[Pieces]], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = reader.decoded(TEXTS, OUTPUTS, lambda out: out["pos"].argmax(-1).tolist())
    monkeypatch.setattr(linguist, "SLICE_PAIRS", 2000)
    runs.clear()
    assert reader.decoded(TEXTS, OUTPUTS, lambda out: out["pos"].argmax(-1).tolist()) == whole
    assert all(len(run) == 1 or sum(len(each.ids) ** 2 for each in run) <= 2000 for run in runs)


def test_windows_cover_texts_with_long_words(reader: Linguist) -> None:
    text = "x-y.z@w/" * 12 + " "
    words = ud_words(text * 80)
    reader._learn(word.text for word in words)
    seen = np.zeros(len(words), bool)
    for first, last in reader._windows(words):
        assert reader._fitting(words, first, last) == last
        seen[first:last] = True
    assert seen.all()


def test_clearing_the_word_cache_keeps_words_in_use(
    reader: Linguist, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = bits(reader.read(QUESTIONS, OUTPUTS))
    monkeypatch.setattr(linguist, "_KNOWN_WORDS", 1)
    assert bits(reader.read(QUESTIONS, OUTPUTS)) == before


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Smith met Mr. J. R. R. Tolkien at 5 p.m. in the U.S. embassy.",
        "The price rose by 3.5 percent to $4.20 a share.",
        "What does 'No.' mean in the name of the No. 5 perfume?",
        "who was the first man on the moon",
    ],
)
def test_one_sentence_is_not_split(reader: Linguist, text: str) -> None:
    (reading,) = reader.read([text], ["ends"])
    assert reading.sentences == ((0, len(reading.words)),)


@pytest.mark.parametrize(
    "text",
    [
        "Who wrote Hamlet? When was it written?",
        'She said: "I wrote it." The others knew the answer.',
        "1. Who wrote Hamlet\n2. When was it written",
        "He stopped, since it was late. She went on without him.",
    ],
)
def test_two_sentences_are_split(reader: Linguist, text: str) -> None:
    (reading,) = reader.read([text], ["ends"])
    assert len(reading.sentences) == 2


def test_parsing_a_question_also_computes_its_class(runs: list[list[Pieces]]) -> None:
    """The encoder runs once for both."""
    texts = [*QUESTIONS, "Who is he? What did she say?", "One.\n\nTwo.", LONG]
    apart = Linguist()
    alone = [out["trec"].tobytes() for out in apart.whole(texts, ["trec"])]
    shared = Linguist()
    shared.read(texts, OUTPUTS)
    runs.clear()
    assert [out["trec"].tobytes() for out in shared.whole(texts, ["trec"])] == alone
    # only the text of two blocks and the long one are read again
    assert sum(map(len, runs)) == 2


def test_parsing_a_question_also_checks_its_grammar(runs: list[list[Pieces]]) -> None:
    """The encoder runs once for both, also for several sentences and for long texts."""
    longer = " ".join(QUESTIONS)
    while len(ud_words(longer)) > 100:
        longer = longer.rpartition(" ")[0]
    assert len(ud_words(longer)) > linguist.SHORT_BLOCK
    texts = [*QUESTIONS, "Who is he? What did she say?", "", "One.\n\nTwo.", longer]
    alone = bits(Linguist().read(texts, ["errors"]))
    well = [out["wellformed"].tobytes() for out in Linguist().whole(texts, ["wellformed"])]
    shared = Linguist()
    shared.read(texts, OUTPUTS)
    runs.clear()
    assert bits(shared.read(texts[::-1], ["errors"])) == alone[::-1]
    assert sum(map(len, runs)) == 0
    assert [out["wellformed"].tobytes() for out in shared.whole(texts, ["wellformed"])] == well
    # only the empty text and the one of two blocks are read again
    assert sum(map(len, runs)) == 2


def test_what_is_kept_for_the_grammar_is_limited(
    monkeypatch: pytest.MonkeyPatch, runs: list[list[Pieces]]
) -> None:
    monkeypatch.setattr(linguist, "_KEPT_TEXTS", 2)
    reader = Linguist()
    before = bits(reader.read([*QUESTIONS[:5], LONG], OUTPUTS))
    assert list(reader._of_words) == QUESTIONS[3:5]
    assert bits(reader.read([*QUESTIONS[:5], LONG], OUTPUTS)) == before
    runs.clear()
    reader.read(QUESTIONS[:5], ["errors"])
    assert sum(map(len, runs)) == 3


def test_parser_and_classifier_share_a_linguist() -> None:
    parser, classifier = EmbeddedParser(), EmbeddedClassifier()
    assert parser._linguist is classifier._linguist
    assert pickle.loads(pickle.dumps(classifier))._linguist is parser._linguist
    assert EmbeddedParser(threads=2)._linguist is not parser._linguist
