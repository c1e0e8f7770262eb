"""The released Answerability-Metric pipeline (Nema and Khapra 2018), rebuilt from pycocoevalcap.

The script scores a file of hypotheses against a file of references. It sorts the words of each
question into four kinds, and evaluates five texts (the question, and the words of each kind) in
both directions with coco-caption: both sides go through its tokeniser, one Java process each, then
through its BLEU, which counts up to order 4. One direction is precision, the other recall.
"""

from __future__ import annotations

from collections.abc import Sequence

from pycocoevalcap.bleu.bleu import Bleu
from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

from qgauge.text.words import FUNCTION_WORDS, QUESTION_WORDS, TAKES_NEXT_WORD

Tokenised = dict[int, list[str]]

WEIGHTS = {"names": 0.41, "content": 0.36, "function": 0.03, "question": 0.20}
DELTA = 0.66
"""The weights for SQuAD."""


def q_bleu1(
    hypotheses: Sequence[str], references: Sequence[str], once: bool = False
) -> list[float]:
    """Return Q-BLEU1 of each pair, as the script computes it.

    With `once`, each text goes through Java once instead of once per direction: the fastest fair
    version of the script, for a second ratio.
    """
    tokenised: dict[int, Tokenised] = {}

    def words(texts: Sequence[str]) -> Tokenised:
        if not once or id(texts) not in tokenised:
            tokenised[id(texts)] = tokenise(texts)
        return tokenised[id(texts)]

    def bleu1(hypotheses: Sequence[str], references: Sequence[str]) -> list[float]:
        return bleu1_of(words(hypotheses), words(references))

    hypothesis_texts, reference_texts = texts_by_kind(hypotheses), texts_by_kind(references)
    found = {
        kind: (bleu1(texts, reference_texts[kind]), bleu1(reference_texts[kind], texts))
        for kind, texts in hypothesis_texts.items()
    }
    fluency = found["full"][0]
    answerability = [0.0] * len(fluency)
    for kind, weight in WEIGHTS.items():
        precision, recall = found[kind]
        texts = zip(hypothesis_texts[kind], reference_texts[kind], strict=True)
        for at, (here, there) in enumerate(texts):
            present = here or there
            answerability[at] += weight * (f_score(precision[at], recall[at]) if present else 1.0)
    return [
        DELTA * answerable + (1 - DELTA) * fluent
        for answerable, fluent in zip(answerability, fluency, strict=True)
    ]


def texts_by_kind(questions: Sequence[str]) -> dict[str, list[str]]:
    """Return the questions, and for each kind its words in every question."""
    texts: dict[str, list[str]] = {"full": list(questions), **{kind: [] for kind in WEIGHTS}}
    for question in questions:
        for kind, words in kinds(question.split()).items():
            texts[kind].append(" ".join(words))
    return texts


def kinds(words: list[str]) -> dict[str, list[str]]:
    """Sort words into the four kinds; a word can be of two kinds, or of none."""
    asked: list[str] = []
    for at, word in enumerate(words):
        lower = word.lower()
        if lower in QUESTION_WORDS and word in (lower, lower.capitalize()):
            asked += words[at : at + 2] if lower in TAKES_NEXT_WORD else [word]
    leading = bool(words) and words[0].lower() in QUESTION_WORDS
    return {
        "names": [word for word in words[leading:] if word[0].isupper()],
        "question": asked,
        "function": [word for word in words if word.lower() in FUNCTION_WORDS],
        "content": [
            word
            for word in words
            if word not in asked and not word[0].isupper() and word.lower() not in FUNCTION_WORDS
        ],
    }


def tokenise(texts: Sequence[str]) -> Tokenised:
    """Tokenise all texts in one Java process."""
    captions = {at: [{"caption": text}] for at, text in enumerate(texts)}
    tokenised: Tokenised = PTBTokenizer().tokenize(captions)
    return tokenised


def bleu1_of(hypotheses: Tokenised, references: Tokenised) -> list[float]:
    """Return BLEU-1 of each pair; the three higher orders are computed but not used."""
    _, by_order = Bleu(4).compute_score(references, hypotheses, verbose=0)
    scores: list[float] = by_order[0]
    return scores


def f_score(precision: float, recall: float) -> float:
    """Return the harmonic mean, or 0 if both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
