"""A saved calibration, which admits only the metrics that people were found to agree with."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, isfinite
from typing import Any

from qgauge.core import BadInput, Score
from qgauge.core.damaged_files import fault_text

FORMAT = "qgauge calibration"
SCHEMA = 1
"""The version of the file that this version of qgauge reads."""
TRUST = "trust"
VERDICTS = (TRUST, "not good enough", "undecided")
_MOST_BYTES = 16_000_000

Step = float | str
"""A step of a rating scale: a number, or a label."""


@dataclass(frozen=True, slots=True)
class CalibratedMetric:
    """What a calibration says about one metric on one dimension."""

    dimension: str
    metric: str
    """The metric as it was requested, with its settings."""
    part: str
    """The part of its scores that was calibrated; empty for their value."""
    signature: str
    verdict: str
    kappa: float | None
    required: float
    steps: tuple[Step, ...]
    """The steps that scores stand for, from the lowest to the highest."""
    cuts: tuple[float, ...] | None
    """The cut points between them; None if the scores are steps themselves."""

    def step(self, score: Score) -> Step | None:
        """Return the step of the raters' scale that a score stands for; None without a score."""
        value = score.parts.get(self.part) if self.part else score.value
        if isinstance(value, str):
            return value if value in self.steps else None
        if value is None or not isfinite(value):
            return None
        if self.cuts is not None:
            return self.steps[bisect_right(self.cuts, value)]
        nearest = float(floor(value + 0.5))
        return nearest if nearest in self.steps else None

    def __str__(self) -> str:
        kappa = "no kappa" if self.kappa is None else f"kappa {self.kappa:.3f}"
        part = f".{self.part}" if self.part else ""
        of = f"{self.metric}{part}: " if part else ""
        return f"{self.dimension} ({of}{self.verdict}, {kappa}, {self.required:.3f} required)"


@dataclass(frozen=True, slots=True)
class Admitted:
    """A metric of a run that the calibration admits."""

    label: str
    entries: tuple[CalibratedMetric, ...]

    @property
    def trusted(self) -> list[CalibratedMetric]:
        """Where it is trusted: the best line of each dimension."""
        return _best([one for one in self.entries if one.verdict == TRUST])

    @property
    def others(self) -> list[CalibratedMetric]:
        """The other dimensions, each with its best line."""
        trusted = {one.dimension for one in self.trusted}
        return _best([one for one in self.entries if one.dimension not in trusted])

    def steps(self, score: Score) -> dict[str, Step]:
        """Return the step of a score on each dimension that the metric is trusted for."""
        found = {one.dimension: one.step(score) for one in self.trusted}
        return {
            name: int(step) if isinstance(step, float) and step.is_integer() else step
            for name, step in found.items()
            if step is not None
        }

    def line(self) -> str:
        """Say what the scores are trusted for, in one line."""
        yes = ", ".join(
            one.dimension + (f" (by {one.metric}.{one.part})" if one.part else "")
            for one in self.trusted
        )
        no = ", ".join(f"{one.dimension} ({one.verdict})" for one in self.others)
        said = f"{self.label}: trusted for {yes or 'no dimension'}"
        return f"{said}; not for {no}" if no else said

    def as_json(self) -> dict[str, Any]:
        """Return the entry of `--json`."""
        return {
            "trusted": [one.dimension for one in self.trusted],
            "not_trusted": {one.dimension: one.verdict for one in self.others},
        }


def _best(entries: Sequence[CalibratedMetric]) -> list[CalibratedMetric]:
    """Return the entry with the highest kappa of each dimension."""
    found: dict[str, CalibratedMetric] = {}
    for one in sorted(entries, key=lambda one: -2.0 if one.kappa is None else one.kappa):
        found[one.dimension] = one
    return [found[name] for name in dict.fromkeys(one.dimension for one in entries)]


@dataclass(frozen=True, slots=True)
class SavedCalibration:
    """The calibration of a file."""

    file: str
    """The file; empty if it was not saved."""
    entries: tuple[CalibratedMetric, ...]

    def admit(
        self, signatures: Mapping[str, str], *, untrusted: bool = False, parts: bool = True
    ) -> list[Admitted]:
        """Return the metrics of a run, if the calibration admits all of them.

        Args:
            signatures: The signature of each metric of the run, by its label.
            untrusted: Whether to admit metrics that are not trusted for any dimension.
            parts: Whether the run uses the parts of scores, too, so that one of them may be what
                is trusted.

        Returns:
            What the calibration says about each metric.

        Raises:
            BadInput: A metric was not calibrated, was calibrated with another signature, or is not
                trusted for any dimension.
        """
        return [self._admitted(*one, untrusted, parts) for one in signatures.items()]

    def _admitted(self, label: str, signature: str, untrusted: bool, parts: bool) -> Admitted:
        same = tuple(one for one in self.entries if one.signature == signature)
        if not same:
            raise BadInput(self._why_unknown(label, signature), file=self.file)
        admitted = Admitted(label, tuple(one for one in same if parts or not one.part))
        if not admitted.trusted and not untrusted:
            raise BadInput(
                f"{_why_untrusted(admitted, same)}. Choose another metric, rate more "
                "rows and calibrate again, or accept it with --allow-untrusted (in Python, "
                "allow_untrusted=True)",
                file=self.file,
            )
        return admitted

    def _why_unknown(self, label: str, signature: str) -> str:
        name = signature.partition("|")[0]
        known = list(dict.fromkeys(one.signature for one in self.entries))
        alike = [one for one in known if one.partition("|")[0] == name]
        if not alike:
            metrics = ", ".join(dict.fromkeys(one.metric for one in self.entries)) or "no metric"
            return (
                f"{label} was not calibrated; the calibration has {metrics}. Calibrate it with "
                f"`qgauge calibrate RATED -m {label} -o FILE.json`"
            )
        nearest = min(alike, key=lambda one: len(differences(signature, one)))
        what = "; ".join(differences(signature, nearest)) or "the order of its settings"
        return (
            f"{label} is not the metric that was calibrated: {what}. This run: {signature}. "
            f"Calibrated: {nearest}. Give it the calibrated settings and tools, or calibrate it "
            f"again with `qgauge calibrate RATED -m {label} -o FILE.json`"
        )


def _why_untrusted(admitted: Admitted, entries: Sequence[CalibratedMetric]) -> str:
    said = "; ".join(map(str, admitted.others))
    trusted = list(dict.fromkeys(one.part for one in entries if one.verdict == TRUST))
    if not trusted:
        return f"{admitted.label} is not trusted for any dimension: {said}"
    only = ", ".join(f"{admitted.label}.{part}" for part in trusted)
    return (
        f"the value of {admitted.label} is not trusted: {said}. Of its scores, only {only} can be "
        "trusted, and rank needs the value"
    )


def differences(signature: str, calibrated: str) -> list[str]:
    """Return in words what differs between two signatures of a metric.

    Args:
        signature: The signature of this run.
        calibrated: The signature in the file.

    Returns:
        One phrase per setting, tool or version.

    Examples:
        >>> from qgauge.gates.calibration import differences
        >>> differences("bleu1|level:mean|v:0.2.0", "bleu1|level:mean|v:0.1.0")
        ['version is 0.2.0, not 0.1.0']
    """
    here, there = _settings(signature), _settings(calibrated)
    names = dict.fromkeys([*here, *there])
    return [
        f"{'version' if name == 'v' else name} is {here.get(name, 'absent')}, "
        f"not {there.get(name, 'absent')}"
        for name in names
        if here.get(name) != there.get(name)
    ]


def _settings(signature: str) -> dict[str, str]:
    pieces = (piece.partition(":") for piece in signature.split("|")[1:])
    return {name: value for name, _, value in pieces}


def read_calibration(file: str) -> SavedCalibration:
    """Read a file that `qgauge calibrate -o` has written.

    Args:
        file: Its path.

    Returns:
        The calibration.

    Raises:
        BadInput: The file cannot be read, or is not a calibration of this version.
    """
    try:
        with open(file, "rb") as stream:
            content = stream.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            raise ValueError("the file is too large")
        found = json.loads(content, parse_constant=_no_constant)
    except OSError as fault:
        raise BadInput(f"cannot read the calibration: {fault_text(fault)}", file=file) from None
    except (ValueError, RecursionError) as fault:
        raise BadInput(f"this is not a calibration in JSON: {fault}", file=file) from None
    return calibration_in(found, file)


def calibration_in(found: Any, file: str = "") -> SavedCalibration:
    """Return the calibration of a JSON object.

    Args:
        found: The object.
        file: The file that it comes from, for messages.

    Returns:
        The calibration.

    Raises:
        BadInput: The object is not a calibration of this version.
    """
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadInput(
            "this is not a calibration; `qgauge calibrate RATED -o FILE.json` writes one", file=file
        )
    if found.get("schema") != SCHEMA:
        raise BadInput(
            f"the calibration was written by another version of qgauge (schema "
            f"{found.get('schema')!r}, not {SCHEMA}); calibrate again",
            file=file,
            field="schema",
        )
    return SavedCalibration(file, tuple(_Fields(file, found).entries()))


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number in JSON")


_KINDS: dict[type[Any], str] = {dict: "an object", list: "a list", str: "a text"}


class _Fields:
    """Reads the fields of a calibration, and names the one that is wrong."""

    def __init__(self, file: str, record: Mapping[str, Any]) -> None:
        self._file, self._record = file, record

    def entries(self) -> list[CalibratedMetric]:
        dimensions = self._of(self._record, "dimensions", dict, "")
        return [
            one
            for name in dimensions
            for one in self._dimension(name, self._of(dimensions, name, dict, "dimensions."))
        ]

    def _dimension(self, name: str, record: Mapping[str, Any]) -> list[CalibratedMetric]:
        at = f"dimensions.{name}."
        required = self._of(record, "required", dict, at)
        kappa = self._number(required, "kappa", f"{at}required.")
        lines = self._of(record, "metrics", list, at)
        found = []
        for number, line in enumerate(lines):
            where = f"{at}metrics[{number}]"
            if not isinstance(line, dict):
                raise self._bad(where, "must be an object")
            found.append(self._metric(name, kappa, line, f"{where}."))
        return found

    def _metric(
        self, dimension: str, required: float, line: Mapping[str, Any], at: str
    ) -> CalibratedMetric:
        verdict = self._of(line, "verdict", str, at)
        if verdict not in VERDICTS:
            raise self._bad(f"{at}verdict", f"must be one of: {', '.join(VERDICTS)}")
        kappa = self._of(line, "kappa", dict, at)
        value = None
        if kappa.get("value") is not None:
            value = self._number(kappa, "value", f"{at}kappa.")
        steps, cuts = self._steps(line, at), self._cuts(line, at)
        if verdict == TRUST and len(steps) < 2:
            raise self._bad(f"{at}steps", "must have at least two steps")
        if cuts is not None and len(cuts) != len(steps) - 1:
            raise self._bad(f"{at}cuts", "must have one cut fewer than steps")
        return CalibratedMetric(
            dimension,
            self._of(line, "metric", str, at),
            self._of(line, "part", str, at),
            self._of(line, "signature", str, at),
            verdict,
            value,
            required,
            steps,
            cuts,
        )

    def _steps(self, line: Mapping[str, Any], at: str) -> tuple[Step, ...]:
        steps = self._of(line, "steps", list, at)
        if all(isinstance(one, str) for one in steps):
            return tuple(steps)
        if all(map(_is_number, steps)):
            return tuple(map(float, steps))
        raise self._bad(f"{at}steps", "must be numbers, or texts")

    def _cuts(self, line: Mapping[str, Any], at: str) -> tuple[float, ...] | None:
        if "cuts" in line and line["cuts"] is None:
            return None
        cuts = self._of(line, "cuts", list, at)
        if not all(map(_is_number, cuts)) or sorted(cuts) != cuts:
            raise self._bad(f"{at}cuts", "must be numbers in ascending order")
        return tuple(map(float, cuts))

    def _number(self, record: Mapping[str, Any], name: str, at: str) -> float:
        if not _is_number(record.get(name)):
            raise self._bad(f"{at}{name}", "must be a number")
        return float(record[name])

    def _of(self, record: Mapping[str, Any], name: str, kind: type[Any], at: str) -> Any:
        if name not in record:
            raise self._bad(f"{at}{name}", "is missing")
        if not isinstance(record[name], kind):
            raise self._bad(f"{at}{name}", f"must be {_KINDS[kind]}")
        return record[name]

    def _bad(self, field: str, problem: str) -> BadInput:
        return BadInput(f"this {problem}; calibrate again", file=self._file, field=field)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def with_steps(
    row: dict[str, Any], scores: Mapping[str, Score], admitted: Sequence[Admitted]
) -> dict[str, Any]:
    """Return a scored row with the steps that its scores stand for, as `scores.NAME.calibrated`."""
    for one in admitted:
        if steps := one.steps(scores[one.label]):
            row["scores"][one.label]["calibrated"] = steps
    return row
