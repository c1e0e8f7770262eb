"""The model of `learned_reference`: what each disagreement with the reference costs.

An additive model over the numbers of `question_agreement`. What matters depends on the pair: a lost
name matters most in a short question, and a lost word may be a paraphrase in a reworded one. So
each number counts once for all pairs, and once for each kind of pair, by how much the pair is of
this kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from qgauge.metrics.question_agreement import agreement
from qgauge.metrics.question_reading import Reading, is_content
from qgauge.models.additive import Additive
from qgauge.models.files import FOLDER
from qgauge.models.json_models import load_json

FILE = "learned_reference.json"
FORMAT = 1
SAME_QUESTION = "same_question"

REWORDED, LONG, NAMED, PLAIN = "reworded", "long", "short_with_name", "short"
"""Kinds of pairs: the question has many new words, or else by its reference."""
NEW_WORDS = (0.15, 0.45)
"""Share of new words, by weight, from which a question starts to be reworded, and is so fully."""
CONTENT_WORDS = (3, 6)
"""Number of content words from which a reference starts to be long, and is so fully."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The numbers of one pair of texts."""

    parts: Mapping[str, Mapping[str, float]]
    """For each part its numbers by name; the first is its headline."""
    kinds: Mapping[str, float]
    """How much the pair is of each kind; the sum is 1."""

    def values(self) -> dict[str, float]:
        """Return every feature of the model: the numbers, and the numbers for each kind."""
        numbers = {name: value for part in self.parts.values() for name, value in part.items()}
        found = dict(numbers)
        for kind, share in self.kinds.items():
            for name, value in numbers.items():
                found[f"{kind}: {name}"] = 1.0 - share * (1.0 - value)
        return found

    def part_of(self) -> dict[str, str]:
        """Return the part that each number belongs to."""
        return {name: part for part, numbers in self.parts.items() for name in numbers}


@dataclass(frozen=True, slots=True)
class ReferenceModel:
    """The fitted models. Equal texts get 1; each feature that is below its highest value takes."""

    same_question: Additive
    """Whether two questions about one sentence have the same answer."""
    presets: Mapping[str, Additive]

    def compare(self, question: Reading, reference: Reading) -> Comparison:
        parts = agreement(question, reference)
        return with_same_question(parts, kinds_of(reference, parts), self.same_question)

    def value(self, preset: str, comparison: Comparison) -> float:
        """Return the score, from 0 to 1."""
        return within(self.presets[preset].predict(comparison.values()))

    def taken(self, preset: str, comparison: Comparison) -> dict[str, dict[str, float]]:
        """Return what each feature of each part took from 1; parts that took nothing are empty."""
        part_of = comparison.part_of()
        found: dict[str, dict[str, float]] = {part: {} for part in comparison.parts}
        for name, term in self.presets[preset].terms(comparison.values()).items():
            if term < 0:
                found[part_of[name.rpartition(": ")[2]]][name] = -term
        return found


def within(value: float) -> float:
    """Clip a value to 0 and 1."""
    return min(1.0, max(0.0, value))


def with_same_question(
    parts: Mapping[str, Mapping[str, float]], kinds: Mapping[str, float], model: Additive
) -> Comparison:
    """Add the number that is itself predicted from the others."""
    numbers = {name: value for part in parts.values() for name, value in part.items()}
    same = within(model.predict(numbers))
    return Comparison({**parts, SAME_QUESTION: {SAME_QUESTION: same}}, kinds)


def kinds_of(reference: Reading, parts: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return how much a pair is of each kind."""
    reworded = _ramp(1.0 - parts["words"]["words_old"], *NEW_WORDS)
    long = _ramp(sum(map(is_content, reference.parsed)), *CONTENT_WORDS)
    short = (1.0 - reworded) * (1.0 - long)
    named = float(bool(reference.kinds.words[0]))
    return {
        REWORDED: reworded,
        LONG: (1.0 - reworded) * long,
        NAMED: short * named,
        PLAIN: short * (1.0 - named),
    }


def _ramp(value: float, low: float, high: float) -> float:
    return within((value - low) / (high - low))


@cache
def reference_model(folder: Path = FOLDER) -> ReferenceModel:
    """Return the bundled model, verified and loaded once per process."""
    return load_json(FILE, FORMAT, _build, folder)


def _build(found: dict[str, Any]) -> ReferenceModel:
    presets = {name: Additive.of_json(one) for name, one in found["presets"].items()}
    return ReferenceModel(Additive.of_json(found[SAME_QUESTION]), presets)
