"""The extrinsic evaluation: the input of the readers, and how their answers are scored."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.extrinsic.conditions import CLEAN, CONDITIONS, LONGEST_PASSAGE
from benchmarks.extrinsic.noised import flat, noised, windows
from benchmarks.extrinsic.report import answer_scores, cost
from qgauge.models import tokenizer
from training.reader.records import Question

PASSAGE = "The Halden lighthouse was built by Ada Brandt in 1861. It fell in 1902."


def asked(answer: str, passage: str = PASSAGE) -> Question:
    text = "Who had built the Halden lighthouse?"  # every noise changes something
    return Question("squad", "train", "Halden", passage, text, [answer], passage.index(answer))


def test_every_condition_except_the_clean_one_changes_the_questions() -> None:
    rows = [asked("Ada Brandt"), asked("1861")]
    for condition in CONDITIONS:
        texts = noised(rows, condition)
        assert len(texts) == 2
        assert (texts == [one.text for one in rows]) == (condition == CLEAN), condition
    assert noised(rows, "no_names") == ["Who had built the lighthouse?"] * 2


@pytest.mark.parametrize("filler", [0, 1000])
@pytest.mark.parametrize("test", [False, True])
def test_the_pieces_of_the_answer_are_the_answer(filler: int, test: bool) -> None:
    passage = PASSAGE + " More was said." * filler
    if not test:  # the window follows the answer; in the test it is the start of the passage
        passage = "Before that, nothing. " * filler + passage
    one = asked("Ada Brandt", passage)
    (ids,), (offsets,), ((first, last),) = windows(tokenizer(), [one], test)
    assert len(ids) <= LONGEST_PASSAGE and len(offsets) == 2 * len(ids)
    assert passage[offsets[2 * first] : offsets[2 * last + 1]] == "Ada Brandt"


def test_answers_are_counted_as_squad_does(tmp_path: Path) -> None:
    rows = [asked("Ada Brandt"), asked("1861"), asked("The Halden lighthouse")]
    _, offsets, spans = windows(tokenizer(), rows, test=True)
    np.savez(tmp_path / "data.npz", **flat(offsets, "test.offsets"))
    (_, brandt), (year, _), (_, lighthouse) = spans
    told = [(brandt, brandt), (year, year), (lighthouse, lighthouse)]
    np.save(tmp_path / "00-1.npy", np.array(told, np.uint16))
    found = answer_scores(rows, tmp_path / "data.npz", tmp_path / "00-1.npy")
    # "brandt" of "ada brandt": precision 1, recall 1/2; in the third answer "the" does not count,
    # and the reader gave one of its two words
    assert found == [(pytest.approx(2 / 3), 0.0), (1.0, 1.0), (pytest.approx(2 / 3), 0.0)]


def test_the_interval_of_the_cost_resamples_articles() -> None:
    clean, worse = np.array([1.0, 1.0, 1.0, 0.5]), np.array([0.5, 0.5, 0.5, 0.0])
    assert cost(clean, worse, ["a", "a", "b", "c"]) == pytest.approx([-0.5, -0.5])
    # article a loses 1 in each of two questions, b nothing in one: the means of the samples aa, ab
    # (two of four) and bb are -1, -2/3 and 0, so the middle 95 % is from -1 to 0
    low, high = cost(np.array([1.0, 1.0, 1.0]), np.array([0.0, 0.0, 1.0]), ["a", "a", "b"])
    assert (low, high) == (-1.0, 0.0)
