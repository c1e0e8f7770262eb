"""ROUGE-L: the longest common subsequence of words, as coco-caption or as rouge-score has it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from rapidfuzz.distance import LCSseq

from qgauge.core import Score
from qgauge.metrics.reference import ReferenceMetric
from qgauge.text.ptb import tokenize

COCO_BETA = 1.2
"""coco-caption weighs recall above precision by this factor."""

_SEPARATORS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class RougeL(ReferenceMetric):
    """F of the longest common subsequence; coco-caption takes precision and recall apart."""

    name: ClassVar[str] = "rouge_l"
    about: ClassVar[str] = "longest run of words in common, gaps allowed"

    references: Literal["joint", "best", "mean"] = "joint"  # type: ignore[assignment]
    flavour: Literal["coco", "rouge_score"] = "coco"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.flavour == "rouge_score" and self.references == "joint":
            # rouge-score itself takes the best reference, so this is what its users mean
            object.__setattr__(self, "references", "best")

    def prepare(self, text: str) -> list[str]:
        if self.flavour == "coco":
            return tokenize(text)
        return _SEPARATORS.sub(" ", text.lower()).split()

    def against(self, question: list[str], references: Sequence[list[str]]) -> Score:
        if not question:
            return Score(0.0, {"precision": 0.0, "recall": 0.0})
        length = len(question)
        common = [LCSseq.similarity(question, reference) for reference in references]
        precision = max(common) / length
        recall = max(
            shared / len(reference) for shared, reference in zip(common, references, strict=True)
        )
        weight = COCO_BETA**2 if self.flavour == "coco" else 1.0
        below = recall + weight * precision
        value = (1 + weight) * precision * recall / below if below else 0.0
        return Score(value, {"precision": precision, "recall": recall})

    def view(
        self, question: list[str], references: Sequence[list[str]], score: Score
    ) -> dict[str, Any]:
        nearest = max(references, key=lambda reference: LCSseq.similarity(question, reference))
        blocks = LCSseq.opcodes(question, nearest)
        in_question: set[int] = set()
        in_reference: set[int] = set()
        for block in blocks:
            if block.tag == "equal":
                in_question.update(range(block.src_start, block.src_end))
                in_reference.update(range(block.dest_start, block.dest_end))
        length = len(in_question)
        beta = COCO_BETA if self.flavour == "coco" else 1.0
        return {
            "question": _by_place(question, in_question),
            "references": [_by_place(nearest, in_reference)],
            "steps": [
                f"longest common subsequence: {length} words",
                f"precision = {score.parts['precision']:.4f}, recall = {score.parts['recall']:.4f}",
                f"F with recall weighted {beta:g} = {score.value:.4f}",
            ],
        }


def _by_place(words: Sequence[str], places: set[int]) -> list[tuple[str, str]]:
    return [(word, "matched" if at in places else "") for at, word in enumerate(words)]
