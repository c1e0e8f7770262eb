"""BLEU compared with values worked out by hand and with coco-caption."""

from __future__ import annotations

from importlib import import_module
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qgauge
from qgauge.core import BadSetting, Example
from qgauge.metrics import create

REFERENCE = "Who was the director of Titanic?"


def value(metric: str, question: str, *references: str) -> float:
    (score,) = create(metric).score([Example("1", question, references)], {})
    assert isinstance(score.value, float)
    return score.value


def test_bleu1_by_hand() -> None:
    # 3 of 3 words match; 3 words against 6: brevity penalty exp(1 - 6/3)
    assert value("bleu1", "director of Titanic?", REFERENCE) == pytest.approx(exp(-1), abs=1e-8)


def test_bleu3_of_the_papers_example() -> None:
    # the paper prints 81.9 for S2: all 5 words match, 5 words against 6: exp(1 - 6/5)
    assert value("bleu3", "Who was the director of?", REFERENCE) == pytest.approx(0.8187, abs=1e-4)
    # and 36.8 for S1
    assert value("bleu3", "director of Titanic?", REFERENCE) == pytest.approx(0.3679, abs=1e-4)


def test_repeated_words_are_clipped() -> None:
    # "the" is once in the reference: 1 of 3
    assert value("bleu1", "the the the", "the end is") == pytest.approx(1 / 3, abs=1e-8)


def test_short_identical_question_has_the_smoothed_bleu4_of_coco_caption() -> None:
    # p1 = p2 = 1; no 3- or 4-grams: (1e-15 / 1e-9) each; fourth root of 1e-12
    assert value("bleu4", "Why Rome?", "Why Rome?") == pytest.approx(1e-3, rel=1e-6)


def test_references_count_jointly_or_the_best_or_on_average() -> None:
    texts = ("who came", "when did she leave")
    # all 3 words found; the lengths 2 and 4 are equally close to 3
    joint = value("bleu1", "who did leave", *texts)
    assert joint == pytest.approx(1, abs=1e-8)
    best = value("bleu1:references=best", "who did leave", *texts)
    # 1 of 3 in the first; 2 of 3 in the second, times exp(1 - 4/3)
    second = 2 / 3 * exp(1 - 4 / 3)
    assert best == pytest.approx(second, abs=1e-8)
    mean = value("bleu1:references=mean", "who did leave", *texts)
    assert mean == pytest.approx((1 / 3 + second) / 2, abs=1e-8)


def test_corpus_level_sums_counts_before_dividing() -> None:
    rows = [Example("1", "a b", ("a b",)), Example("2", "c d e f", ("x y z w",))]
    mean, corpus = qgauge.score(rows, ["bleu1", "bleu1:level=corpus"]).values()
    # mean over rows: 1 and 0; corpus: 2 of 6 words
    assert mean.value == pytest.approx(1 / 2, abs=1e-8)
    assert corpus.value == pytest.approx(2 / 6, abs=1e-8)


def test_mean_over_references_has_no_corpus_level_form() -> None:
    with pytest.raises(BadSetting, match="no corpus-level form"):
        create("bleu2:references=mean,level=corpus")


tokens = st.lists(st.sampled_from(["who", "was", "the", "film", "of", "rome"]), min_size=1)


@given(
    rows=st.lists(
        st.tuples(tokens, st.lists(tokens, min_size=1, max_size=3)), min_size=1, max_size=4
    ),
    order=st.integers(1, 4),
)
def test_equals_coco_caption(rows: list[tuple[list[str], list[list[str]]]], order: int) -> None:
    scorer_module = import_module("pycocoevalcap.bleu.bleu_scorer")
    scorer = scorer_module.BleuScorer(n=order)
    examples = []
    for at, (question, references) in enumerate(rows):
        texts = [" ".join(reference) for reference in references]
        scorer += (" ".join(question), texts)
        examples.append(Example(str(at), " ".join(question), tuple(texts)))
    corpus, single = scorer.compute_score(option="closest")
    (found,) = qgauge.score(examples, [f"bleu{order}:level=corpus"]).values()
    for score, expected in zip(found.scores, single[order - 1], strict=True):
        assert score.value == pytest.approx(expected, rel=1e-9, abs=1e-15)
    assert found.value == pytest.approx(corpus[order - 1], rel=1e-9, abs=1e-15)


def test_a_token_with_a_space_is_two_words_as_in_coco_caption() -> None:
    # "2 1/2" is one PTB token, but coco-caption splits at white space: 4 words
    assert value("bleu1", "add 2 cups", "add 2 1/2 cups") == pytest.approx(exp(1 - 4 / 3), abs=1e-8)
