"""ROUGE-L: longest common subsequence of words, as computed by coco-caption or rouge-score."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from rapidfuzz.distance import LCSseq

from qgauge.core import BadSetting, Score, View, unscored, view
from qgauge.metrics.metric import Implied
from qgauge.metrics.reference import WordMetric, marked_at
from qgauge.text.ptb import tokenize

COCO_BETA = 1.2
"""Weight of recall relative to precision in coco-caption."""
COCO_WEIGHT = COCO_BETA**2

MOST_PAIRS = 1 << 32
"""Maximum number of word pairs: 65,536 words on both sides, which take a second. No substantially
subquadratic algorithm is known."""

_SEPARATORS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class RougeL(WordMetric):
    """ROUGE-L (Lin 2004): F-score of the longest common subsequence of words.

    With several references, coco-caption takes the best precision and the best recall separately.
    """

    name: ClassVar[str] = "rouge_l"
    about: ClassVar[str] = "F-score of the longest common subsequence of words"

    references: Literal["joint", "best", "mean"] = Implied("joint")  # type: ignore[assignment]
    """Several references: take the best precision and recall over all of them, the best score, or
    the mean."""
    flavour: Literal["coco", "rouge_score"] = "coco"
    """Implementation to reproduce: coco-caption or rouge-score."""

    def __post_init__(self) -> None:
        super().__post_init__()
        joint = self.references == "joint" and not isinstance(self.references, Implied)
        if self.flavour == "rouge_score" and joint:
            raise BadSetting(
                f"{self.name}: flavour=rouge_score does not support references=joint; "
                "use references=best, as rouge-score does, or references=mean."
            )

    @property
    def reference_mode(self) -> str:
        best = self.flavour == "rouge_score" and isinstance(self.references, Implied)
        return "best" if best else self.references

    def prepare(self, text: str) -> list[str]:
        if self.flavour == "coco":
            return tokenize(text)
        return _SEPARATORS.sub(" ", text.lower()).split()

    def compare(self, question: list[str], references: Sequence[list[str]]) -> Score:
        if not question:
            return Score(0.0, {"precision": 0.0, "recall": 0.0})
        if any(len(question) * len(reference) > MOST_PAIRS for reference in references):
            return unscored(f"the texts are too long: more than {MOST_PAIRS:,} pairs of words")
        precision = recall = 0.0
        for reference in references:
            shared = LCSseq.similarity(question, reference)
            precision = max(precision, shared / len(question))
            recall = max(recall, shared / len(reference))
        weight = COCO_WEIGHT if self.flavour == "coco" else 1.0
        below = recall + weight * precision
        value = (1 + weight) * precision * recall / below if below else 0.0
        return Score(value, {"precision": precision, "recall": recall})

    def view(self, question: list[str], references: Sequence[list[str]], score: Score) -> View:
        # precision and recall may come from two different references; show both
        common = [LCSseq.similarity(question, reference) for reference in references]
        recalls = [shared / len(one) for shared, one in zip(common, references, strict=True)]
        places = range(len(references))
        for_precision = max(places, key=lambda at: (common[at], recalls[at]))
        for_recall = max(places, key=lambda at: (recalls[at], common[at]))
        precision, recall = score.parts["precision"], score.parts["recall"]
        shown = [for_precision]
        steps = [
            f"longest common subsequence: {common[for_precision]} words",
            f"precision = {precision:.4f}, recall = {recall:.4f}",
        ]
        if recalls[for_precision] < recalls[for_recall]:
            shown.append(for_recall)
            steps = [
                f"best precision, with the first of these references: "
                f"{common[for_precision]} of {len(question)} words = {precision:.4f}",
                f"best recall, with the second: "
                f"{common[for_recall]} of {len(references[for_recall])} words = {recall:.4f}",
            ]
        beta = COCO_BETA if self.flavour == "coco" else 1.0
        found = [_common_places(question, references[at]) for at in shown]
        return view(
            [*steps, f"F-score with beta {beta:g} = {score.value:.4f}"],
            marked_at(question, found[0][0]),
            [marked_at(references[at], one[1]) for at, one in zip(shown, found, strict=True)],
        )


def _common_places(question: list[str], reference: list[str]) -> tuple[set[int], set[int]]:
    """Return the positions of the longest common subsequence in both texts."""
    here: set[int] = set()
    there: set[int] = set()
    for block in LCSseq.opcodes(question, reference):
        if block.tag == "equal":
            here.update(range(block.src_start, block.src_end))
            there.update(range(block.dest_start, block.dest_end))
    return here, there
