"""Answerability: are the words there that one needs to answer? (Nema and Khapra 2018, sec. 5)"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import Any, ClassVar, Literal

from qgauge.core import BadSetting, Example, Implied, Score, Tools, ask, call, unscored, written
from qgauge.metrics.bleu import SMALL, TINY, brevity
from qgauge.metrics.kinds import KINDS, Sorted, sort_words, sort_words_as_released
from qgauge.metrics.reference import ReferenceMetric, shared_words
from qgauge.text.ngrams import overlap
from qgauge.text.ptb import cased_words


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each kind of word counts, and delta, the share of answerability in a Q-metric."""

    name: float
    content: float
    function: float
    question: float
    delta: float

    def of_kinds(self) -> tuple[float, float, float, float]:
        return self.name, self.content, self.function, self.question

    def without_delta(self) -> str:
        return "/".join(map(written, self.of_kinds()))

    def __str__(self) -> str:
        return "/".join(map(written, (*self.of_kinds(), self.delta)))


PRESETS = {
    "squad": Weights(0.41, 0.36, 0.03, 0.20, 0.66),
    # the two below are printed with a sum of .99; as the released script does, the weight of
    # function words is what the others leave
    "wikimovies": Weights(0.55, 0.31, 0.03, 0.11, 0.83),
    "vqa": Weights(0.04, 0.59, 0.16, 0.21, 0.75),
}


def read_weights(text: str, delta_counts: bool) -> Weights:
    """Weights from `name/content/function/question/delta`; those of the kinds sum to 1.

    Delta may be left out where it does not count.
    """
    try:
        numbers = [float(piece) for piece in text.split("/")]
        if len(numbers) == 4 and not delta_counts:
            numbers.append(1.0)
        name, content, function, question, delta = numbers
    except ValueError:
        wanted = "five numbers name/content/function/question/delta, such as "
        wanted += str(PRESETS["squad"])
        if not delta_counts:
            wanted = "four numbers name/content/function/question, such as "
            wanted += PRESETS["squad"].without_delta()
        raise BadSetting(f"weights are {wanted}; not '{text}'.") from None
    if not all(isfinite(number) and 0 <= number <= 1 for number in numbers):
        raise BadSetting(f"weights lie between 0 and 1; not '{text}'.")
    total = name + content + function + question
    if abs(total - 1) > 1e-6:
        raise BadSetting(f"the weights of the four kinds must sum to 1; {text} sums to {total:g}.")
    return Weights(name, content, function, question, delta)


NOTHING_COUNTS = "no word of a kind that has a weight"


@dataclass(frozen=True)
class Answerability(ReferenceMetric):
    """Weighted overlap of names, content words, function words and question words."""

    name: ClassVar[str] = "answerability"
    about: ClassVar[str] = "are the words kept that one needs to answer? (weighted by kind)"
    weighs_base: ClassVar[bool] = False
    """Whether delta matters: only where another metric is mixed in."""

    variant: Literal["paper", "released"] = "paper"
    absent: Literal["renormalise", "one", "zero"] = "renormalise"
    preset: Literal["squad", "wikimovies", "vqa", "own"] = Implied("squad")  # type: ignore[assignment]
    weights: str = ""
    content: Literal["preset", "rest", "relations"] = "preset"
    names: Literal["capitals", "parser"] = "capitals"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.weights and self.preset != "own" and not isinstance(self.preset, Implied):
            raise BadSetting(f"{self.name}: give preset or weights, not both.")
        if self.preset == "own" and not self.weights:
            raise BadSetting(f"{self.name}: preset=own needs weights, such as {PRESETS['squad']}.")
        _ = self.weighting  # wrong weights are refused now, not at the first row

    @cached_property
    def weighting(self) -> Weights:
        if not self.weights:
            return PRESETS[self.preset]
        if not re.fullmatch(r"[\d./eE+-]+", self.weights) and Path(self.weights).suffix == ".json":
            return self._from_file(Path(self.weights))
        return read_weights(self.weights, self.weighs_base)

    def _from_file(self, file: Path) -> Weights:
        """Weights that `qgauge tune` wrote; they hold for the settings they were tuned with."""
        try:
            found = json.loads(file.read_bytes())
            weights, tuned_with = str(found["weights"]), dict(found["settings"])
        except OSError as problem:
            raise BadSetting(f"{self.name}: cannot read the weights {file}: {problem}.") from None
        except (ValueError, KeyError, TypeError):
            raise BadSetting(
                f"{self.name}: {file} is not a file of weights; `qgauge tune` writes them."
            ) from None
        if found.get("metric") != self.name:
            raise BadSetting(f"{self.name}: the weights in {file} are for {found.get('metric')}.")
        mine: dict[str, str] = {
            "variant": self.variant,
            "absent": self.absent,
            "content": "relations" if self.relations else "rest",
            "names": self.names,
        }
        for setting, value in mine.items():
            if tuned_with.get(setting) != value:
                wanted = tuned_with.get(setting)
                raise BadSetting(
                    f"{self.name}: the weights in {file} were tuned with {setting}={wanted}, not "
                    f"{value}. Add {setting}={wanted}, or tune again."
                )
        return read_weights(weights, self.weighs_base)

    @property
    def relations(self) -> bool:
        """Whether only words that name a movie relation are content."""
        if self.content == "preset":
            return self.preset == "wikimovies"
        return self.content == "relations"

    def settings(self) -> dict[str, str]:
        weights = self.weighting
        return {
            **super().settings(),
            "preset": "own" if self.weights else self.preset,
            "weights": str(weights) if self.weighs_base else weights.without_delta(),
            "content": "relations" if self.relations else "rest",
        }

    def roles(self) -> tuple[str, ...]:
        return ("parser",) if self.names == "parser" else ()

    def preparation(self, examples: Sequence[Example], tools: Tools) -> Callable[[str], Any]:
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

    def explain(self, example: Example, tools: Tools) -> Score:
        score = super().explain(example, tools)
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

    def prepare(self, text: str, names: Set[str] | None = None) -> Any:
        """The words by kind; `names` are those a parser found, None where capitals decide."""
        return self.kinds_and_words(text, names)[0]

    def kinds_and_words(self, text: str, names: Set[str] | None) -> tuple[Sorted, list[str] | None]:
        """The words by kind, and all of them in order where they were needed for that."""
        if self.variant == "released":
            return sort_words_as_released(text.split(), self.relations, names), None
        words = cased_words(text)
        lowered = [word.lower() for word in words]
        return sort_words(words, lowered, self.relations, names), lowered

    def against(self, question: Sorted, references: Sequence[Sorted]) -> Score:
        parts = self.parts_of(question, references[0])
        return Score(parts["answerability"], parts) if parts else unscored(NOTHING_COUNTS)

    def counts(self, question: Sorted, reference: Sorted) -> list[tuple[float, float] | None]:
        """Precision and recall of each kind; None for a kind that neither text has."""
        count = self._count
        return [
            count(question.words[kind], reference.words[kind])
            if question.present[kind] or reference.present[kind]
            else None
            for kind in range(4)
        ]

    def parts_of(self, question: Sorted, reference: Sorted) -> dict[str, float]:
        """Answerability and what it is made of; empty where no kind present has a weight."""
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

    def view(self, question: Sorted, references: Sequence[Sorted], score: Score) -> dict[str, Any]:
        columns = ["kind", "weight", "in the question", "in the reference", "matched"]
        return {
            "question": [],  # the table has the words, kind by kind
            "references": [],
            "table": {
                "columns": [*columns, "P", "R", "F"],
                "rows": [self._row(kind, question, references[0]) for kind in range(4)],
            },
            "steps": self._steps(score),
        }

    def _row(self, kind: int, question: Sorted, reference: Sorted) -> list[str]:
        have, want = question.words[kind], reference.words[kind]
        if question.present[kind] or reference.present[kind]:
            precision, recall = self._count(have, want)
            numbers = [f"{n:.4f}" for n in (precision, recall, f_score(precision, recall))]
        else:
            rule = {"one": "absent: counts 1", "zero": "absent: counts 0"}.get(
                self.absent, "absent: weight goes to the others"
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
            """The sum over the kinds, and what became of the weight of the absent ones."""
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

    @property
    def _count(self) -> Callable[[list[str], list[str]], tuple[float, float]]:
        """How precision and recall of one kind are counted."""
        return _paper if self.variant == "paper" else _released


def f_score(precision: float, recall: float) -> float:
    """Harmonic mean of precision and recall; 0 where both are."""
    below = precision + recall
    return 2 * precision * recall / below if below else 0.0


def _paper(question: list[str], reference: list[str]) -> tuple[float, float]:
    """Share of matching words in the question and in the reference (the paper's c/l and c/r)."""
    if not question or not reference:
        return 0.0, 0.0
    shared = overlap(question, reference)
    return shared / len(question), shared / len(reference)


def _released(question: list[str], reference: list[str]) -> tuple[float, float]:
    """The script's precision and recall: BLEU-1 of either against the other."""
    shared, here, there = overlap(question, reference), len(question), len(reference)
    precision = (shared + TINY) / (here + SMALL) * brevity(here, there)
    return precision, (shared + TINY) / (there + SMALL) * brevity(there, here)
