"""BLEU and chrF equal those of sacreBLEU, for sentences and for a corpus."""

from __future__ import annotations

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

import qgauge
from qgauge.core import Example
from qgauge.metrics import create

PAIRS = [
    ("Who directed Titanic?", "Who was the director of Titanic?"),
    ("What color is the ferry", "What color is the ferry?"),
    ("When was it built in 1871 by her?", "When did she build it, in 1871?"),
]
EXAMPLES = [Example(str(at), question, (one,)) for at, (question, one) in enumerate(PAIRS)]


@pytest.mark.parametrize(("question", "reference"), PAIRS)
def test_sentence_bleu(question: str, reference: str) -> None:
    (score,) = create("sacrebleu").score([Example("1", question, (reference,))], {})
    assert score.value == sacrebleu.sentence_bleu(question, [reference]).score


@given(question=st.text(min_size=1, max_size=30), reference=st.text(min_size=1, max_size=30))
def test_sentence_chrf(question: str, reference: str) -> None:
    (score,) = create("chrf").score([Example("1", question, (reference,))], {})
    if score.value is None:
        assert not question.strip() or not reference.strip()
        return
    expected = sacrebleu.sentence_chrf(question.strip(), [reference.strip()]).score
    assert score.value == pytest.approx(expected)


def corpus(settings: str) -> float | None:
    (result,) = qgauge.score(EXAMPLES, [f"{settings},level=corpus"]).values()
    return result.value


QUESTIONS, REFERENCES = zip(*PAIRS, strict=True)


@pytest.mark.parametrize("order", [0, 2])
def test_corpus_chrf(order: int) -> None:
    expected = sacrebleu.corpus_chrf(QUESTIONS, [REFERENCES], word_order=order).score
    assert corpus(f"chrf:word_order={order}") == pytest.approx(expected)


@pytest.mark.parametrize("smooth", ["exp", "floor", "add-k", "none"])
def test_corpus_bleu(smooth: str) -> None:
    expected = sacrebleu.corpus_bleu(QUESTIONS, [REFERENCES], smooth_method=smooth).score
    assert corpus(f"sacrebleu:smooth={smooth}") == pytest.approx(expected)


@pytest.mark.parametrize("smooth", ["exp", "floor", "add-k", "none"])
def test_explain_shows_the_counts_before_smoothing(smooth: str) -> None:
    # "Who directed Titanic ?" against "Who was the director of Titanic ?":
    # 3 of 4 tokens match (who, titanic, ?), and 1 of 3 bigrams (titanic ?)
    score = create(f"sacrebleu:smooth={smooth}").explain(EXAMPLES[0], {})
    steps = score.evidence["views"][0]["steps"]
    assert steps[:3] == [
        "1-grams found: 3 of 4",
        "2-grams found: 1 of 3",
        "3-grams found: 0 of 2",
    ]
    expected = sacrebleu.sentence_bleu(QUESTIONS[0], [REFERENCES[0]], smooth_method=smooth).score
    assert score.value == expected


def test_signature_names_the_sacrebleu_version() -> None:
    assert f"sacrebleu:{sacrebleu.__version__}" in create("chrf").signature({}, "1")
