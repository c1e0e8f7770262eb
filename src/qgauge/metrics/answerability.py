"""Answerability: does a question keep the words needed to answer it? (Nema and Khapra 2018)"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Literal

from qgauge.core import BadSetting, Example, Score, Tools, View, unscored, view, written
from qgauge.metrics.bleu import SMALL, TINY, brevity
from qgauge.metrics.metric import Implied, Metric
from qgauge.metrics.reference import ReferenceMetric, shared_words
from qgauge.metrics.weights import PRESETS, Weights, are_numbers, read_weights, tuned_weights
from qgauge.metrics.word_kinds import KINDS, WordKinds, sort_words, sort_words_as_released
from qgauge.text.ngrams import overlap
from qgauge.text.ptb import cased_words
from qgauge.tools.asking import ask, call

NOTHING_COUNTS = "no word belongs to a kind with a weight above 0"


@dataclass(frozen=True)
class AnswerabilitySettings(Metric):
    """Base class for the settings that answerability and the Q-metrics share."""

    with_delta: ClassVar[bool] = False
    """Whether the weights include delta, the share of answerability in a Q-metric."""

    variant: Literal["paper", "released"] = "paper"
    """`paper`: the formula as printed. `released`: the formula of the authors' script."""
    absent: Literal["renormalise", "one", "zero"] = "renormalise"
    """Treatment of a word kind that neither text has: spread its weight over the other kinds, or
    count it as 1 or as 0."""
    preset: Literal["squad", "wikimovies", "vqa", "own"] = Implied("squad")  # type: ignore[assignment]
    """Published weights to use; `own` takes those of `weights`."""
    weights: str = ""
    """Weights as name/content/function/question, for Q-metrics followed by /delta; or a file
    written by `qgauge tune`."""
    content: Literal["preset", "rest", "relations"] = "preset"
    """Content words: `rest`, all words of no other kind; `relations`, only words that name a movie
    relation; `preset`, `relations` for the preset `wikimovies` and `rest` for the others."""
    names: Literal["capitals", "parser"] = "capitals"
    """How names are found: by their capital letter, or with a parser."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.weights and self.preset != "own" and not isinstance(self.preset, Implied):
            raise BadSetting(f"{self.name}: give preset or weights, not both.")
        if self.preset == "own" and not self.weights:
            raise BadSetting(f"{self.name}: preset=own needs weights, such as {PRESETS['squad']}.")
        _ = self.weighting  # report invalid weights now rather than at the first row

    @cached_property
    def weighting(self) -> Weights:
        """The weights in effect."""
        if not self.weights:
            return PRESETS[self.preset]
        weights = self.weights
        if not are_numbers(weights) and Path(weights).suffix == ".json":
            own: dict[str, str] = {"variant": self.variant, "absent": self.absent}
            own |= {"content": self.content_rule, "names": self.names}
            weights = tuned_weights(self.name, weights, own)
        return read_weights(weights, self.with_delta)

    @property
    def content_rule(self) -> str:
        """The value of `content` in effect: `rest` or `relations`."""
        if self.content != "preset":
            return self.content
        return "relations" if self.preset == "wikimovies" else "rest"

    def settings(self) -> dict[str, str]:
        weights = self.weighting
        return {
            **super().settings(),
            "preset": "own" if self.weights else self.preset,
            "weights": str(weights) if self.with_delta else weights.without_delta(),
            "content": self.content_rule,
        }

    def roles(self) -> tuple[str, ...]:
        return ("parser",) if self.names == "parser" else ()


@dataclass(frozen=True)
class Answerability(AnswerabilitySettings, ReferenceMetric):
    """Weighted overlap of names, content words, function words and question words.

    Measures whether a question keeps the words that are needed to answer the reference (Nema and
    Khapra 2018, section 5).
    """

    name: ClassVar[str] = "answerability"
    about: ClassVar[str] = "does it keep the words needed to answer it? (weighted by word kind)"

    def preparation(self, examples: Sequence[Example], tools: Tools) -> Callable[[str], WordKinds]:
        if self.names == "capitals":
            return self.prepare
        parses = ask(
            "parser", tools["parser"].parse, examples, lambda one: (one.question, *one.references)
        )
        names = {
            text: frozenset(
                piece for word in parse.words if word.is_name for piece in cased_words(word.text)
            )
            for text, parse in parses.items()
        }
        return lambda text: self.prepare(text, names[text])

    def prepare(self, text: str, names: Set[str] | None = None) -> WordKinds:
        """Sort the words of a text by kind.

        Args:
            text: A question or a reference.
            names: Names found by a parser; None to recognise names by their capital letter.

        Returns:
            The words of each kind.
        """
        relations = self.content_rule == "relations"
        if self.variant == "released":
            return sort_words_as_released(text.split(), relations, names)
        return sort_words(cased_words(text), relations, names)

    def explain(self, example: Example, tools: Tools) -> Score:
        return self.with_parses(super().explain(example, tools), example, tools)

    def with_parses(self, score: Score, example: Example, tools: Tools) -> Score:
        """Add the parser's tags to an explained score if a parser found the names.

        Args:
            score: The explained score.
            example: The example it belongs to.
            tools: The tools by role.

        Returns:
            The score with the tags in its evidence.
        """
        if self.names == "capitals" or score.value is None:
            return score
        texts = [example.question, *example.references]
        parses = call("parser", lambda _: tools["parser"].parse(texts), [example])
        tagged = [
            "parser: "
            + " ".join("/".join(filter(None, (w.text, w.upos, w.entity))) for w in parse.words)
            for parse in parses
        ]
        first, *rest = score.evidence["views"]
        views = [{**first, "steps": [*tagged, *first["steps"]]}, *rest]
        return replace(score, evidence={**score.evidence, "views": views})

    def compare(self, question: WordKinds, references: Sequence[WordKinds]) -> Score:
        parts = self.parts_of(question, references[0])
        return Score(parts["answerability"], parts) if parts else unscored(NOTHING_COUNTS)

    def counts(self, question: WordKinds, reference: WordKinds) -> list[tuple[float, float] | None]:
        """Count the shared words of each kind.

        Args:
            question: The words of the question by kind.
            reference: The words of the reference by kind.

        Returns:
            Precision and recall of each kind; None for a kind that neither text has.
        """
        count = _paper if self.variant == "paper" else _released
        return [
            count(question.words[kind], reference.words[kind])
            if question.present[kind] or reference.present[kind]
            else None
            for kind in range(4)
        ]

    def parts_of(self, question: WordKinds, reference: WordKinds) -> dict[str, float]:
        """Compute answerability and its components.

        Args:
            question: The words of the question by kind.
            reference: The words of the reference by kind.

        Returns:
            The components by name; empty if no kind present has a weight.
        """
        parts, present, absent = {}, [], 0.0
        for kind, weight, counted in zip(
            KINDS, self.weighting.of_kinds(), self.counts(question, reference), strict=True
        ):
            if counted is None:
                absent += weight
                continue
            present.append((weight, *counted))
            parts[kind] = f_score(*counted)
        extra, whole = 0.0, 1.0
        if self.absent == "one":
            extra = absent
        elif self.absent == "renormalise":
            whole = 1.0 - absent
            if whole < 1e-9:
                return {}
        if self.variant == "released":
            summed = sum(weight * f_score(p, r) for weight, p, r in present)
            parts["answerability"] = (summed + extra) / whole
            return parts
        precision = (sum(weight * p for weight, p, _ in present) + extra) / whole
        recall = (sum(weight * r for weight, _, r in present) + extra) / whole
        parts["precision"], parts["recall"] = precision, recall
        parts["answerability"] = f_score(precision, recall)
        return parts

    def view(self, question: WordKinds, references: Sequence[WordKinds], score: Score) -> View:
        columns = ["kind", "weight", "in the question", "in the reference", "matched"]
        counts = self.counts(question, references[0])
        rows = [
            self._row(kind, question.words[kind], references[0].words[kind], counts[kind])
            for kind in range(4)
        ]
        return view(self._steps(score), columns=[*columns, "P", "R", "F"], rows=rows)

    def _row(
        self, kind: int, have: list[str], want: list[str], counts: tuple[float, float] | None
    ) -> list[str]:
        if counts:
            numbers = [f"{n:.4f}" for n in (*counts, f_score(*counts))]
        else:
            rule = {"one": "absent: counts as 1", "zero": "absent: counts as 0"}.get(
                self.absent, "absent: weight shared by the others"
            )
            numbers = ["-", "-", rule]
        return [
            KINDS[kind],
            written(self.weighting.of_kinds()[kind]),
            " ".join(have) or "-",
            " ".join(want) or "-",
            " ".join(shared_words(have, want)) or "-",
            *numbers,
        ]

    def _steps(self, score: Score) -> list[str]:
        parts = score.parts
        weights = zip(KINDS, self.weighting.of_kinds(), strict=True)
        absent = sum(weight for kind, weight in weights if kind not in parts)

        def summed(value: float) -> str:
            """Write the sum over the kinds, showing how absent kinds were treated."""
            if absent and self.absent == "renormalise":
                there = 1.0 - absent
                return f"{value * there:.4f} / {there:.4g} = {value:.4f}"
            if absent and self.absent == "one":
                return f"{value - absent:.4f} + {absent:.4g} = {value:.4f}"
            return f"{value:.4f}"

        value = parts["answerability"]
        if self.variant == "released":
            return [f"answerability = weighted sum of F = {summed(value)}"]
        precision, recall = summed(parts["precision"]), summed(parts["recall"])
        return [
            f"weighted precision = {precision}, weighted recall = {recall}",
            f"answerability = 2PR/(P+R) = {value:.4f}",
        ]


def f_score(precision: float, recall: float) -> float:
    """Return the harmonic mean of precision and recall; 0 if both are 0."""
    below = precision + recall
    return 2 * precision * recall / below if below else 0.0


def _paper(question: list[str], reference: list[str]) -> tuple[float, float]:
    """Return the shares of matched words in question and reference (c/l and c/r in the paper)."""
    if not question or not reference:
        return 0.0, 0.0
    shared = overlap(question, reference)
    return shared / len(question), shared / len(reference)


def _released(question: list[str], reference: list[str]) -> tuple[float, float]:
    """Return precision and recall as the released script does: BLEU-1 in either direction."""
    shared, here, there = overlap(question, reference), len(question), len(reference)
    precision = (shared + TINY) / (here + SMALL) * brevity(here, there)
    return precision, (shared + TINY) / (there + SMALL) * brevity(there, here)
