"""learned_reference: one number for the agreement with the reference, fitted to human ratings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from qgauge.core import Example, Score, Tools, View, unscored, view
from qgauge.metrics.question_reading import Reading, not_comparable, read_questions
from qgauge.metrics.reference import ReferenceMetric, marked, shared_words
from qgauge.metrics.reference_model import FILE, reference_model
from qgauge.models.json_models import identity


@dataclass(frozen=True)
class LearnedReference(ReferenceMetric):
    """Agreement with the reference, learned from ratings of answerability and similarity.

    A question that equals the reference scores 1. Each difference takes something: lost or new
    words, names and content words, another question word or class of answer, another meaning, other
    relations between the words, worse grammar.
    """

    name: ClassVar[str] = "learned_reference"
    about: ClassVar[str] = "does it ask what the reference asks? (fitted to human ratings)"
    uses: ClassVar[tuple[str, ...]] = ("parser", "classifier", "embedder", "grammarian")

    preset: Literal["all", "squad", "wikimovies", "vqa"] = "all"
    """Ratings that the model was fitted to: all sets, or one set if your questions are like it."""

    def settings(self) -> dict[str, str]:
        return {**super().settings(), "model": identity(FILE)}

    def preparation(self, examples: Sequence[Example], tools: Tools) -> Callable[[str], Reading]:
        return read_questions(examples, tools).__getitem__

    def compare(self, question: Reading, references: Sequence[Reading]) -> Score:
        (reference,) = references
        if problem := not_comparable(question, reference):
            return unscored(problem)
        model = reference_model()
        compared = model.compare(question, reference)
        parts = {part: next(iter(numbers.values())) for part, numbers in compared.parts.items()}
        return Score(model.value(self.preset, compared), parts)

    def view(self, question: Reading, references: Sequence[Reading], score: Score) -> View:
        (reference,) = references
        model = reference_model()
        compared = model.compare(question, reference)
        taken = model.taken(self.preset, compared)
        values = compared.values()
        rows = []
        for part, costs in taken.items():
            most = max(costs, key=lambda name: costs[name], default="")
            mostly = f"{most.replace('_', ' ')} {values[most]:.4f}" if most else "-"
            rows.append([part, f"{score.parts[part]:.4f}", f"{sum(costs.values()):.4f}", mostly])
        kinds = {name: share for name, share in compared.kinds.items() if share > 0}
        steps = ["kind of pair: " + _listed({name: f"{x:.0%}" for name, x in kinds.items()})]
        lost = sum(sum(costs.values()) for costs in taken.values())
        floor = ", at least 0" if lost > 1 else ""
        steps.append(f"1 - {lost:.4f} taken by the parts{floor} = {score.value:.4f}")
        return view(
            steps,
            marked(question.words, shared_words(question.words, reference.words)),
            [marked(reference.words, shared_words(question.words, reference.words))],
            columns=["part", "agreement", "took", "mostly for"],
            rows=rows,
        )


def _listed(shares: dict[str, str]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {share}" for name, share in shares.items())
