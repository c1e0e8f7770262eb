"""What `qgauge.calibrate` returns: which metric or judge can be trusted for which dimension."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from qgauge import __version__
from qgauge.core import BadInput
from qgauge.core.display import Shown, Table, bar, frame, plain
from qgauge.data import TextOutput
from qgauge.stats.deciding import More, Verdict
from qgauge.stats.estimate import Estimate

if TYPE_CHECKING:
    import pandas

FORMAT = "qgauge calibration"
SCHEMA = 1
"""The version of the saved form; readers refuse others."""

SLIGHT = 0.2
"""Below this kappa, agreement is slight, by Landis and Koch (1977)."""

Step = float | str
"""A step of a rating scale: a number, or a label."""


@dataclass(frozen=True, slots=True)
class RowToRead:
    """A rated row that is worth reading."""

    id: str
    """The id of the row."""
    system: str
    """Its system."""
    question: str
    """Its question."""
    ratings: tuple[Any, ...]
    """What each rater said."""
    apart: float
    """How far apart people and the metric are, or the raters from each other, in steps."""
    score: float | str | None = None
    """The score of the metric; None if the raters disagree with each other."""
    step: Step | None = None
    """The step of the scale that the score stands for."""

    def as_json(self) -> dict[str, Any]:
        """Return the row as `--json` prints it."""
        found: dict[str, Any] = {"id": self.id, "system": self.system, "question": self.question}
        found |= {"ratings": list(self.ratings), "apart": self.apart}
        return found if self.step is None else found | {"score": self.score, "step": self.step}


@dataclass(frozen=True, slots=True)
class MetricTrust:
    """Whether one metric, or one part of its scores, can be trusted for one dimension."""

    metric: str
    """The metric, with its settings."""
    part: str
    """The part of its scores that has the name of the dimension; empty for its value."""
    signature: str
    """The metric with all settings, tools and versions that affect its value."""
    kappa: Estimate
    """Agreement with people, on rows that the cut points were not fitted to."""
    spearman: float | None
    """The rank correlation with the mean rating; None if there is none."""
    unscored: int
    """Rated rows without a score."""
    verdict: Verdict
    """`trust`, `not good enough` or `undecided`."""
    more: More | None = None
    """How many further rows would decide; None if it is decided."""
    steps: tuple[Step, ...] = ()
    """The steps that its scores stand for, from the lowest to the highest."""
    cuts: tuple[float, ...] | None = None
    """The cut points between them, fitted to all rows; None if its scores are steps themselves."""
    read_first: tuple[RowToRead, ...] = ()
    """Rows on which people agree and the metric differs most from them."""

    @property
    def name(self) -> str:
        """The metric, with the part if there is one."""
        return f"{self.metric}.{self.part}" if self.part else self.metric

    def gate(self) -> dict[str, Any]:
        """Return the entry of the saved calibration, which has no texts of rows."""
        return {
            "metric": self.metric,
            "part": self.part,
            "signature": self.signature,
            "verdict": self.verdict,
            "kappa": self.kappa.as_json(),
            "steps": list(self.steps),
            "cuts": None if self.cuts is None else list(self.cuts),
        }

    def as_json(self) -> dict[str, Any]:
        """Return the line as `--json` prints it."""
        more = None
        if self.more is not None:
            more = asdict(self.more)
        return self.gate() | {
            "spearman": self.spearman,
            "unscored": self.unscored,
            "more": more,
            "read_first": [one.as_json() for one in self.read_first],
        }


@dataclass(frozen=True, slots=True)
class DimensionTrust:
    """Which metrics can be trusted for one rated dimension."""

    dimension: str
    """The rated dimension."""
    steps: tuple[Step, ...]
    """The steps of its scale, from the lowest to the highest."""
    weights: str
    """The weights of kappa: `quadratic` for ordered steps, otherwise `none`."""
    people: str
    """How the ratings of a row become one step."""
    rated: int
    """The number of rated rows."""
    each_rater: bool
    """Whether rows have the ratings of several raters, so that it is known where people agree."""
    ceiling: Estimate
    """The human ceiling: the kappa of each rater with the others, on average."""
    required: float
    """The kappa that a metric needs."""
    rule: str
    """Where the requirement comes from."""
    reason: str
    """Why no metric can be measured; empty otherwise."""
    metrics: tuple[MetricTrust, ...] = ()
    """One line per metric, and per part that has the name of the dimension."""
    floor: tuple[MetricTrust, ...] = ()
    """The trivial baselines: length and random scores. Their verdicts mean nothing."""
    raters_disagree: tuple[RowToRead, ...] = ()
    """Rows on which the raters disagree most with each other."""

    @property
    def trusted(self) -> tuple[MetricTrust, ...]:
        """The metrics to trust, the best first."""
        return tuple(one for one in self.by_kappa if one.verdict == "trust")

    @property
    def as_good_as_length(self) -> tuple[MetricTrust, ...]:
        """The trusted metrics that may agree no better with people than the length does."""
        length = next((one.kappa.value for one in self.floor if one.metric == "length"), None)
        return tuple(
            one
            for one in self.trusted
            if length is not None and one.kappa.low is not None and one.kappa.low <= length
        )

    @property
    def warning(self) -> str:
        """What to fix in the ratings before any verdict counts; empty if nothing is known."""
        if self.weights == "none" and self.steps and all(map(_is_number_text, self.steps)):
            first = self.steps[0]
            return (
                f"the ratings of {self.dimension} are numbers written as texts, so they are taken "
                f'as labels without an order: write {first} instead of "{first}"'
            )
        value, low = self.ceiling.value, self.ceiling.low
        if value is None or (value >= SLIGHT and (low is None or low > 0)):
            return ""
        hardly = "hardly agree" if value < SLIGHT else "may hardly agree"
        return (
            f"raters {hardly} on {self.dimension} (ceiling {self.ceiling}): fix the guidelines or "
            "the ratings first"
        )

    @property
    def by_kappa(self) -> tuple[MetricTrust, ...]:
        """The metrics that have a kappa, the highest first."""
        known = [one for one in self.metrics if one.kappa.value is not None]
        return tuple(sorted(known, key=lambda one: -(one.kappa.value or 0.0)))

    def gate(self) -> dict[str, Any]:
        """Return the entry of the saved calibration, which has no texts of rows."""
        return self._head() | {"metrics": [one.gate() for one in self.metrics]}

    def as_json(self) -> dict[str, Any]:
        """Return the dimension as `--json` prints it."""
        return self._head() | {
            "metrics": [one.as_json() for one in self.metrics],
            "floor": {
                one.metric: {"kappa": one.kappa.as_json(), "spearman": one.spearman}
                for one in self.floor
            },
            "raters_disagree": [one.as_json() for one in self.raters_disagree],
            "warning": self.warning,
        }

    def _head(self) -> dict[str, Any]:
        return {
            "steps": list(self.steps),
            "weights": self.weights,
            "people": self.people,
            "rated": self.rated,
            "reason": self.reason,
            "ceiling": self.ceiling.as_json(),
            "required": {"kappa": self.required, "rule": self.rule},
        }


@dataclass(frozen=True, slots=True, repr=False)
class Calibration(Shown):
    """Which metric or judge can be trusted for which rated dimension.

    Examples:
        >>> import qgauge
        >>> found = qgauge.calibrate("examples/rated.jsonl", ["q_bleu1"])
        >>> found
        Calibration(examples/rated.jsonl: nothing to trust for answerability, fluency; 30 rows)
        >>> answerability = found.dimensions[0]
        >>> answerability.metrics[0].verdict
        'undecided'
    """

    data: str
    """The name of the rated set."""
    digest: str
    """SHA-256 of its files."""
    rows: int
    """The number of rows."""
    clusters: int
    """The number of clusters."""
    clustered_by: str
    """What the rows of a cluster share; empty if all rows are independent."""
    notes: tuple[str, ...]
    """Caveats to know before using the data."""
    settings: Mapping[str, Any]
    """The requirement, the folds and the seed."""
    dimensions: tuple[DimensionTrust, ...]
    """One entry per rated dimension."""

    @property
    def unscored(self) -> dict[str, int]:
        """The largest number of rated rows that each metric leaves unscored in a dimension."""
        found: dict[str, int] = {}
        for one in self.dimensions:
            for line in one.metrics:
                if not line.part:
                    found[line.metric] = max(found.get(line.metric, 0), line.unscored)
        return found

    def as_json(self, refused: int = 0) -> dict[str, Any]:
        """Return the calibration as `qgauge calibrate --json` prints it.

        Args:
            refused: The number of rows that the command left out; Python functions raise instead.

        Returns:
            The data, the settings, and one object per dimension.
        """
        dimensions = {one.dimension: one.as_json() for one in self.dimensions}
        return self._head() | {"dimensions": dimensions, "refused": refused}

    def gate(self) -> dict[str, Any]:
        """Return what `qgauge calibrate -o` saves: no texts of rows, and no date."""
        dimensions = {one.dimension: one.gate() for one in self.dimensions}
        head = {"format": FORMAT, "schema": SCHEMA, "qgauge": __version__}
        return head | self._head() | {"dimensions": dimensions}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file that `qgauge calibrate -o` writes, with the same bytes.

        Args:
            path: The file; its name must end in `.json`.

        Raises:
            BadInput: The name has another ending, or the file cannot be written.

        Examples:
            >>> import pathlib, tempfile, qgauge
            >>> file = pathlib.Path(tempfile.mkdtemp()) / "calibration.json"
            >>> qgauge.calibrate("examples/rated.jsonl", ["q_bleu1"], require_kappa=0.4).save(file)
            >>> qgauge.score("examples/rated.jsonl", ["q_bleu1"], calibration=file)
            Results(q_bleu1: 0.6917)
        """
        check_saved_name(path)
        with TextOutput(path) as output:
            output.write_line(self.gate_text())

    def gate_text(self) -> str:
        """Return `gate()` as the text of a file."""
        return json.dumps(self.gate(), indent=1, allow_nan=False)

    def to_pandas(self) -> pandas.DataFrame:
        """Return one row per dimension and metric (or baseline)."""
        names = ["dimension", "metric", "part", "floor", "n", "unscored", "kappa", "low", "high"]
        names += ["spearman", "ceiling", "required", "verdict", "more_rows", "reason"]
        return frame(self._records(), names)

    def _records(self) -> Iterator[dict[str, Any]]:
        for one in self.dimensions:
            for line in (*one.metrics, *one.floor):
                floor = line in one.floor
                yield {
                    "dimension": one.dimension,
                    "metric": line.metric,
                    "part": line.part,
                    "floor": floor,
                    "n": line.kappa.n,
                    "unscored": line.unscored,
                    "kappa": line.kappa.value,
                    "low": line.kappa.low,
                    "high": line.kappa.high,
                    "spearman": line.spearman,
                    "ceiling": one.ceiling.value,
                    "required": one.required,
                    "verdict": None if floor else line.verdict,
                    "more_rows": line.more and line.more.rows,
                    "reason": line.kappa.reason,
                }

    def _head(self) -> dict[str, Any]:
        data = {"name": self.data, "sha256": self.digest, "rows": self.rows}
        data |= {"clusters": self.clusters, "clustered_by": self.clustered_by}
        return {"data": data, "settings": dict(self.settings)}

    def __repr__(self) -> str:
        said = [
            f"{plain(one.trusted[0].name, 40)} for {plain(one.dimension, 40)}"
            for one in self.dimensions[:8]
            if one.trusted
        ]
        rest = [plain(one.dimension, 40) for one in self.dimensions[:8] if not one.trusted]
        parts = [f"trust {', '.join(said)}"] if said else []
        parts += [f"nothing to trust for {', '.join(rest)}"] if rest else []
        return f"Calibration({plain(self.data, 40)}: {'; '.join([*parts, f'{self.rows:,} rows'])})"

    def _table(self) -> Table:
        columns = ["dimension", "metric", "n", "kappa", "95% CI", "ceiling", "required", "verdict"]
        rows = [
            [
                one.dimension,
                f"floor: {line.name}" if line in one.floor else line.name,
                str(line.kappa.n),
                bar(line.kappa.value),
                f"{line.kappa.low:.3f} .. {line.kappa.high:.3f}" if line.kappa.interval else "-",
                "-" if one.ceiling.value is None else f"{one.ceiling.value:.3f}",
                f"{one.required:.3f}",
                "-" if line in one.floor else line.verdict,
            ]
            for one in self.dimensions
            for line in (*one.metrics, *one.floor)
        ]
        notes = [f"{one.dimension}: {one.reason}" for one in self.dimensions if one.reason]
        notes += [one.warning for one in self.dimensions if one.warning]
        return Table(columns, rows, notes=notes, right=columns[2:7])


def check_saved_name(path: str | os.PathLike[str]) -> None:
    """Raise BadInput unless a calibration can be saved under this name."""
    if not os.fspath(path).endswith(".json"):
        raise BadInput("the name of the calibration must end in .json", file=os.fspath(path))


def _is_number_text(step: Step) -> bool:
    try:
        return isinstance(step, str) and isfinite(float(step))
    except ValueError:
        return False
