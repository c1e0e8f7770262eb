"""Labelling candidates and fitting the model that scores them, on invented data."""

from __future__ import annotations

import pytest

pytest.importorskip("scipy")
pytest.importorskip("sklearn")

import numpy as np
from helpers.hand_made_parses import tree

from qgauge.generation.answer_tree import AnswerTree
from qgauge.models.additive import Additive
from qgauge.models.json_models import load_json
from training.answer_finder.examples import Labelled, label, token_f1, tokens
from training.answer_finder.fit import Basis, as_json, fit
from training.answer_finder.measure import at_random, at_top, interval
from training.answer_finder.passages import HumanAnswer, Passage, split_of
from training.export.manifest import record
from training.reader.records import Question

WRITTEN = (
    "the/DET/det>2 old/ADJ/amod>2 miller/NOUN/nsubj>3 sold/VERB/root>-1 a/DET/det>6 "
    "white/ADJ/amod>6 horse/NOUN/obj>3"
)


def labelled(*answers: HumanAnswer, source: str = "squad") -> Labelled:
    text, parse = tree(WRITTEN)
    return label(Passage(source, "train", "a", text, list(answers)), AnswerTree(parse))


def positives(made: Labelled) -> list[str]:
    return [made.text(at) for at, flag in enumerate(made.asked) if flag]


def test_an_equal_candidate_is_the_answer_whatever_the_article() -> None:
    made = labelled(HumanAnswer(("white horse",), 22))
    assert (positives(made), made.found) == (["a white horse"], ["exact"])


def test_a_close_candidate_is_the_answer() -> None:
    # "the old miller" without "the" has 2 words, both among the 3 given: F1 2 * 2 / 5 = .8
    made = labelled(HumanAnswer(("good old miller",), -1))
    assert (positives(made), made.found) == (["the old miller"], ["close"])


def test_an_answer_elsewhere_is_missing() -> None:
    # the words are those of a candidate, but the place is not
    made = labelled(HumanAnswer(("a white horse",), 0), HumanAnswer(("a red cow",), -1))
    assert (positives(made), made.found) == ([], ["missing", "missing"])


def test_token_f1_counts_repeated_words() -> None:
    assert token_f1(tokens("red red"), tokens("red")) == pytest.approx(2 / 3)
    assert token_f1(tokens("a"), tokens("the")) == 0.0


def test_the_model_learns_which_feature_matters_and_reads_back(tmp_path) -> None:  # type: ignore[no-untyped-def]
    random = np.random.default_rng(1)
    rows = []
    for at in range(40):
        one = labelled(source="squad" if at % 2 else "fairytaleqa")
        values = random.random((20, 2))
        one.features = [{"good": float(x), "noise": float(y)} for x, y in values]
        one.asked = [bool(x > 0.7) for x, _ in values]
        rows.append(one)
    odds = fit(rows)
    low, high = ({"good": value, "noise": 0.5} for value in (0.1, 0.9))
    assert odds.predict(high) - odds.predict(low) > 3
    quiet, loud = ({"good": 0.5, "noise": value} for value in (0.1, 0.9))
    assert abs(odds.predict(loud) - odds.predict(quiet)) < 1
    (tmp_path / "model.json").write_text(as_json(odds), encoding="utf-8")
    record("model.json", "card.md", tmp_path)
    read = load_json("model.json", 1, lambda found: Additive.of_json(found["odds"]), tmp_path)
    assert read.predict(high) == odds.predict(high)


def test_curves_give_what_the_columns_give() -> None:
    rows = [{"size": float(at % 7), **({"flag": 1.0} if at % 2 else {})} for at in range(100)]
    basis = Basis.of(rows)
    weights = np.random.default_rng(2).normal(size=basis.matrix(rows).shape[1])
    odds = Additive(0.0, basis.curves(weights))
    by_columns = basis.matrix(rows) @ weights
    assert [odds.predict(row) for row in rows] == pytest.approx(by_columns.tolist(), abs=0.001)


def test_articles_and_test_tales_are_held_out_whole() -> None:
    def ask(source: str, split: str, group: str) -> Question:
        return Question(source, split, group, "", "", [])

    assert split_of(ask("fairytaleqa", "test", "tale")) == "held"
    assert split_of(ask("fairytaleqa", "train", "tale")) == "train"
    splits = {split_of(ask("squad", "train", f"article {at}")) for at in range(40)}
    assert splits == {"held", "train"}


def test_figures_of_a_choice() -> None:
    made = labelled(HumanAnswer(("a white horse",), 20))
    everything = at_top([made], lambda one, count: [one.asked.index(True)], 1)
    assert everything.tolist() == [[1.0, 1.0, 1.0]]
    assert at_random(made, 2) == at_random(made, 2)
    assert interval(np.array([1.0, 0.0, 1.0, 0.0]), ["a", "a", "b", "b"]) == ".500 (.500 to .500)"
