"""The learned method of `quality`: the chance of no flaw in seven dimensions, with reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite, prod

from qgauge.core import BadSetting, Example, Score, Tools, view, written
from qgauge.metrics.dimension_features import Reading
from qgauge.metrics.dimensions import NAMES, Judged, judge
from qgauge.metrics.quality_reasons import faults, praise
from qgauge.metrics.readings import read

MOST = 10.0
"""Largest exponent of a dimension."""
WEIGHTS = (0.2, 0.3, 0.5)
"""The order in which the reasons of grammar, answering and inference are given."""
WORDS = {
    "misstated": "it may misstate the passage",
    "off target": "it may be about something else",
    "vague": "it is not clear what it asks",
    "unfluent": "the wording is clumsy",
    "too long": "it is longer than it needs to be",
    "not answerable": "the passage may not answer it",
    "wrong answer": "the answer may be wrong",
}
"""What the kinds of flaw mean, for those that no other reason explains."""
EXPLAINED_BY_PARTS = frozenset({"wrong answer", "not answerable", "unfluent"})
"""Flaws that the reasons of grammar, answering and inference explain, if there are any."""


@dataclass(frozen=True, slots=True)
class Exponents:
    """The last layer: the exponent of each dimension in the product; 0 leaves it out."""

    values: tuple[float, ...]

    @classmethod
    def parse(cls, text: str) -> Exponents:
        """Read exponents written as seven numbers separated by slashes.

        Raises:
            BadSetting: The text is not seven numbers from 0 to 10.
        """
        try:
            values = tuple(float(piece) for piece in text.split("/"))
        except ValueError:
            values = ()
        if len(values) != len(NAMES) or not all(isfinite(v) and 0 <= v <= MOST for v in values):
            raise BadSetting(
                f"'{text}' is not a set of weights of the learned quality: {len(NAMES)} numbers "
                f"from 0 to {MOST:g} are expected. Fit them with `qgauge tune quality`."
            )
        return cls(values)

    def __str__(self) -> str:
        return "/".join(map(written, self.values))

    def quality(self, flawless: Mapping[str, float]) -> float:
        """Return the product of the chances of no flaw, each to the power of its exponent."""
        powers = (flawless[name] ** one for name, one in zip(NAMES, self.values, strict=True))
        return float(prod(powers))


SHIPPED = Exponents((1.0,) * len(NAMES))
"""Every dimension counts once."""


@dataclass(frozen=True)
class LearnedQuality:
    """Scores complete examples; `quality` checks the input."""

    exponents: Exponents

    def score(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        readings = read(examples, tools)
        return [
            self._scored(reading, judge(example, reading))
            for example, reading in zip(examples, readings, strict=True)
        ]

    def explain(self, example: Example, tools: Tools) -> Score:
        (reading,) = read([example], tools)
        judged = judge(example, reading)
        score = self._scored(reading, judged)
        steps = [f"why: {one}" for one in score.evidence["why"]]
        if self.exponents != SHIPPED:
            steps.insert(0, f"with the fitted exponents {self.exponents}: {score.value:.4f}")
        views = [*judged.views(), view(steps)]
        return replace(score, evidence={**score.evidence, "choice": "", "views": views})

    def _scored(self, reading: Reading, judged: Judged) -> Score:
        score = judged.score()
        value = self.exponents.quality(judged.flawless())
        return Score(value, score.parts, {"why": _why(reading, judged), **score.evidence})


def _why(reading: Reading, judged: Judged) -> list[str]:
    """Return the reasons: what the rules, models and likely flaws say; or one line of praise."""
    assert reading.answering is not None
    assert reading.inference is not None
    scores = {
        "grammar": reading.grammar,
        "answering": reading.answering,
        "inference": reading.inference,
    }
    said = faults(scores, WEIGHTS, judged.findings)
    if any(
        finding.kind == "not_english" for finding in judged.findings
    ):  # the models know English only
        return said
    kinds = [str(flaw["kind"]) for flaw in judged.flaws if flaw["kind"] in WORDS]
    said += [WORDS[kind] for kind in kinds if not (said and kind in EXPLAINED_BY_PARTS)]
    return said or [praise(scores)]
