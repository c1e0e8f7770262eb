"""sacreBLEU's metrics give sacreBLEU's numbers, for sentences and for a corpus."""

from __future__ import annotations

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from qgauge.core import Example
from qgauge.metrics import create

PAIRS = [
    ("Who directed Titanic?", "Who was the director of Titanic?"),
    ("What color is the flower", "What color is the flower?"),
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


@pytest.mark.parametrize(
    "name", ["sacrebleu", "chrf", "chrf:word_order=2", "sacrebleu:smooth=none"]
)
def test_corpus_scores(name: str) -> None:
    separator = "," if ":" in name else ":"
    metric = create(f"{name}{separator}level=corpus")
    found = metric.aggregate(metric.score(EXAMPLES, {}))
    questions, references = zip(*PAIRS, strict=True)
    if name.startswith("chrf"):
        order = 2 if "word_order" in name else 0
        expected = sacrebleu.corpus_chrf(questions, [references], word_order=order).score
    else:
        smooth = "none" if "smooth" in name else "exp"
        expected = sacrebleu.corpus_bleu(questions, [references], smooth_method=smooth).score
    assert found == pytest.approx(expected)


def test_signature_names_the_sacrebleu_version() -> None:
    assert f"sacrebleu:{sacrebleu.__version__}" in create("chrf").signature({}, "1")
