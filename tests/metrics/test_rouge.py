"""ROUGE-L compared with values worked out by hand, coco-caption and rouge-score."""

from __future__ import annotations

from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.core import BadSetting, Example
from qgauge.metrics import create, rouge


def value(metric: str, question: str, *references: str) -> float:
    (score,) = create(metric).score([Example("1", question, references)], {})
    assert isinstance(score.value, float)
    return score.value


def test_by_hand() -> None:
    # "the boy home" is common: P = 3/4, R = 3/5; beta = 1.2
    # F = (1 + 1.44) * .75 * .6 / (.6 + 1.44 * .75) = 1.098 / 1.68
    assert value("rouge_l", "the boy went home", "the boy will go home") == pytest.approx(
        1.098 / 1.68
    )
    # rouge-score: 2 * .75 * .6 / 1.35
    assert value(
        "rouge_l:flavour=rouge_score", "the boy went home", "the boy will go home"
    ) == pytest.approx(0.9 / 1.35)


def test_coco_takes_precision_and_recall_from_different_references() -> None:
    # against "a": P = 1/2, R = 1; against "a b c d": P = 1, R = 1/2; coco-caption takes both 1s
    assert value("rouge_l", "a b", "a", "a b c d") == pytest.approx(1)
    assert value("rouge_l:references=best", "a b", "a", "a b c d") < 1


def test_explain_shows_the_references_that_were_used() -> None:
    example = Example("1", "a b", ("a", "a b c d", "x"))
    (view,) = create("rouge_l").explain(example, {}).evidence["views"]
    assert view["references"] == [
        [("a", "matched"), ("b", "matched"), ("c", ""), ("d", "")],
        [("a", "matched")],
    ]
    assert view["steps"][:2] == [
        "best precision, with the first of these references: 2 of 2 words = 1.0000",
        "best recall, with the second: 1 of 1 words = 1.0000",
    ]
    example = Example("1", "a b", ("x", "a b c d"))
    (view,) = create("rouge_l").explain(example, {}).evidence["views"]
    assert len(view["references"]) == 1
    assert "precision = 1.0000, recall = 0.5000" in view["steps"]


def test_rouge_score_takes_the_best_reference_and_rejects_joint() -> None:
    assert "|references:best|" in create("rouge_l:flavour=rouge_score").signature({}, "1")
    with pytest.raises(BadSetting, match="does not support references=joint"):
        create("rouge_l:flavour=rouge_score,references=joint")
    assert create("rouge_l:references=joint") == create("rouge_l")
    assert create("rouge_l:flavour=rouge_score").label() == "rouge_l:flavour=rouge_score"


tokens = st.lists(st.sampled_from(["who", "was", "the", "film", "of", "rome"]), min_size=1)


@settings(deadline=None)  # the first case imports the package
@given(question=tokens, references=st.lists(tokens, min_size=1, max_size=3))
def test_equals_coco_caption(question: list[str], references: list[list[str]]) -> None:
    rouge = import_module("pycocoevalcap.rouge.rouge")
    texts = [" ".join(reference) for reference in references]
    expected = rouge.Rouge().calc_score([" ".join(question)], texts)
    assert value("rouge_l", " ".join(question), *texts) == pytest.approx(expected)


@settings(deadline=None)  # the first case imports the package
@given(question=st.text(max_size=40), reference=st.text(max_size=40))
def test_equals_rouge_score(question: str, reference: str) -> None:
    rouge_scorer = import_module("rouge_score.rouge_scorer")
    example = Example("1", question, (reference,))
    (score,) = create("rouge_l:flavour=rouge_score").score([example], {})
    if score.value is None:
        return
    expected = rouge_scorer.RougeScorer(["rougeL"]).score(reference, question)["rougeL"].fmeasure
    assert score.value == pytest.approx(expected)


def test_texts_with_too_many_pairs_of_words_are_unscored(monkeypatch: pytest.MonkeyPatch) -> None:
    example = Example("1", "Who came?", ("Who came late?",))
    monkeypatch.setattr(rouge, "MOST_PAIRS", 6)
    assert create("rouge_l").score([example], {})[0].value is not None
    monkeypatch.setattr(rouge, "MOST_PAIRS", 5)
    for metric in ("rouge_l", "q_rouge_l"):
        (score,) = create(metric).score([example], {})
        assert score.unscored == "the texts are too long: more than 5 pairs of words"
