"""Significance tests between systems. Rows of two systems are paired by id."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

from qgauge import __version__
from qgauge.core import BadInput, Example, Progress, Score, Tools
from qgauge.core.display import Shown, Table, frame, interval_text, number, plain
from qgauge.run.requests import Request
from qgauge.run.scoring import stream
from qgauge.run.tally import Count, CountAndWrite

if TYPE_CHECKING:
    import pandas

SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True)
class SystemTest:
    """The test of one metric on one pair of systems."""

    metric: str
    """The metric as requested, with its settings."""
    first: str
    """The system to compare with."""
    second: str
    """The other system."""
    n: int
    """Rows that are scored for both systems."""
    unpaired: int
    """Rows that only one of the systems has."""
    unscored: int
    """Paired rows without a score for one of the systems."""
    reason: str = ""
    """Why there is no test; all that follows is then None."""
    first_value: float | None = None
    """The value of the first system, on the paired rows."""
    second_value: float | None = None
    """The value of the second system, on the paired rows."""
    difference: float | None = None
    """Second minus first."""
    ci: tuple[float, float] | None = None
    """95 % confidence interval of the difference."""
    p_bootstrap: float | None = None
    """p-value of the paired bootstrap."""
    p_randomisation: float | None = None
    """p-value of the approximate randomisation test."""
    p_holm: float | None = None
    """The latter with Holm's correction for all tests of the comparison."""
    verdict: Literal["better", "worse", "not shown"] | None = None
    """Whether the second system is better or worse, if the difference is significant."""

    def as_json(self) -> dict[str, Any]:
        """Return the test as `--json` prints it."""
        written = asdict(self)
        if self.ci is None:
            return {name: written[name] for name in (*_COUNTED, "reason")}
        del written["reason"]
        return written | {"ci": list(self.ci)}


_COUNTED = ("metric", "first", "second", "n", "unpaired", "unscored")
"""The fields that every test has."""


@dataclass(frozen=True, slots=True, repr=False)
class SystemComparison(Shown):
    """Significance tests between systems, one per metric and pair.

    Examples:
        >>> import qgauge
        >>> rows = [
        ...     {"id": at, "system": name, "question": f"{start} {at}?", "references": f"Why {at}?"}
        ...     for at in range(20)
        ...     for name, start in (("old", "Where is"), ("new", "Why"))
        ... ]
        >>> comparison = qgauge.compare(rows, ["rouge_l"])
        >>> comparison
        SystemComparison(rouge_l: new is better than old)
    """

    tests: tuple[SystemTest, ...]
    """One test per pair of systems and metric."""
    signatures: tuple[str, ...]
    """The signature of each metric, with the settings of the test."""
    rows: int
    """The number of rows."""
    unscored: Mapping[str, int]
    """The number of unscored rows of each metric."""

    def as_json(self, refused: int = 0) -> dict[str, Any]:
        """Return the comparison as `qgauge compare --json` prints it.

        Args:
            refused: The number of rows that the command left out; Python functions raise instead.

        Returns:
            The tests and the signatures.
        """
        tests = [test.as_json() for test in self.tests]
        return {"comparisons": tests, "signatures": list(self.signatures), "refused": refused}

    def to_pandas(self) -> pandas.DataFrame:
        """Return one row per test; the interval is in the columns `low` and `high`."""
        rows = []
        for test in self.tests:
            row = asdict(test)
            row["low"], row["high"] = row.pop("ci") or (None, None)
            rows.append(row)
        names = ["metric", "first", "second", "first_value", "second_value", "difference"]
        names += ["low", "high", "n", "unpaired", "unscored", "p_bootstrap", "p_randomisation"]
        return frame(rows, [*names, "p_holm", "verdict", "reason"])

    def __repr__(self) -> str:
        lines = [_in_words(test) for test in self.tests[:MOST_TOLD]]
        more = len(self.tests) - len(lines)
        return f"SystemComparison({'; '.join([*lines, *([f'… {more} more'] if more else [])])})"

    def _table(self) -> Table:
        columns = ["metric", "systems", "values", "difference", "95% CI", "n", "p Holm", "verdict"]
        rows = [
            [
                test.metric,
                f"{test.first or '(no name)'} -> {test.second or '(no name)'}",
                f"{number(test.first_value)} -> {number(test.second_value)}",
                "-" if test.difference is None else f"{test.difference:+.4f}",
                interval_text(test.ci),
                str(test.n),
                number(test.p_holm),
                test.reason or _VERDICTS[test.verdict or "not shown"],
            ]
            for test in self.tests
        ]
        notes = [
            f"{test.metric}, {test.first} -> {test.second}: excluded {test.unpaired} unpaired and "
            f"{test.unscored} unscored row(s)"
            for test in self.tests
            if test.unpaired or test.unscored
        ]
        return Table(columns, rows, notes=notes, right=columns[2:7])


MOST_TOLD = 4
"""Tests in the short form of a comparison."""
_VERDICTS = {"better": "better", "worse": "worse", "not shown": "not significant"}


def _in_words(test: SystemTest) -> str:
    metric, first, second = (plain(one, 40) for one in (test.metric, test.first, test.second))
    first, second = first or "(no name)", second or "(no name)"
    if test.verdict in ("better", "worse"):
        return f"{metric}: {second} is {test.verdict} than {first}"
    return f"{metric}: no significant difference of {second} from {first}"


Rows = dict[str, tuple[int, list[Count]]]
"""The rows of one system by id: a hash of references and passage, and the additive statistics."""


def add_row(systems: dict[str, Rows], example: Example, counts: list[Count]) -> None:
    """Add a scored row to its system."""
    about = hash((example.references, example.passage))
    systems.setdefault(example.system, {})[example.id] = about, counts


def compare_rows(
    examples: Iterable[Example],
    requests: Sequence[Request],
    tools: Tools,
    *,
    baseline: str | None = None,
    all_pairs: bool = False,
    resamples: int = 10_000,
    seed: int = 12345,
    workers: int = 1,
    progress: Progress | None = None,
) -> SystemComparison:
    """Score the rows, and test whether their systems differ."""
    systems = scored_systems(examples, requests, tools, workers=workers, progress=progress)
    pairs = pairs_of_systems(systems, baseline, all_pairs)
    return compare_scored(systems, pairs, requests, tools, resamples=resamples, seed=seed)


def scored_systems(
    examples: Iterable[Example],
    requests: Sequence[Request],
    tools: Tools,
    *,
    workers: int = 1,
    progress: Progress | None = None,
    write: Callable[[Example, Mapping[str, Score]], str] | None = None,
    seen: Callable[[Example, str], None] | None = None,
) -> dict[str, Rows]:
    """Return the scored rows of each system.

    If `seen` is given, it is called with every row and the line that `write` makes of it.
    """
    for request in requests:
        if request.metric.labelled:
            raise BadInput(f"{request.label} gives labels, but only numbers can be compared.")
    systems: dict[str, Rows] = {}
    finish = CountAndWrite(requests, write)
    rows = stream(examples, requests, tools, finish=finish, workers=workers, progress=progress)
    for example, (counts, line) in rows:
        add_row(systems, example, counts)
        if seen is not None:
            seen(example, line)
    return systems


def compare_scored(
    systems: Mapping[str, Rows],
    pairs: Sequence[tuple[str, str]],
    requests: Sequence[Request],
    tools: Tools,
    *,
    resamples: int,
    seed: int,
    progress: Progress | None = None,
) -> SystemComparison:
    """Test whether the systems of each pair differ."""
    found = compare_systems(
        systems, pairs, requests, resamples=resamples, seed=seed, progress=progress
    )
    settings = f"test:paired|resamples:{resamples}|seed:{seed}"
    scored = [counts for rows_of in systems.values() for _, counts in rows_of.values()]
    return SystemComparison(
        tuple(SystemTest(**test) for test in found),
        tuple(f"{one.metric.signature(tools, __version__)}|{settings}" for one in requests),
        len(scored),
        {
            request.label: sum(isinstance(counts[at], str) for counts in scored)
            for at, request in enumerate(requests)
        },
    )


def compare_systems(
    systems: Mapping[str, Rows],
    pairs: Sequence[tuple[str, str]],
    requests: Sequence[Request],
    *,
    resamples: int,
    seed: int,
    progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """Test each pair on each metric, on the rows with the same id, with Holm's correction.

    Progress is in resamples and permutations: twice `resamples` for each test.
    """
    import numpy as np  # here, so that `qgauge --help` does not load it

    from qgauge.stats import paired

    found = []
    for one, other in pairs:
        mine, theirs = systems[one], systems[other]
        shared = [id for id in mine if id in theirs]
        alone = len(mine) + len(theirs) - 2 * len(shared)
        if not shared:
            raise BadInput(
                f"systems '{one}' and '{other}' have no id in common, so their rows cannot be "
                f"paired. Give rows with the same reference or passage the same id."
            )
        for id in shared:
            if mine[id][0] != theirs[id][0]:
                raise BadInput(
                    f"the rows with id '{id}' of '{one}' and '{other}' have different references "
                    f"or passages, so they cannot be paired."
                )
        for at, request in enumerate(requests):
            counted = [(mine[id][1][at], theirs[id][1][at]) for id in shared]
            both = [pair for pair in counted if not any(isinstance(count, str) for count in pair)]
            first, second = (np.array([pair[place] for pair in both]) for place in (0, 1))
            row: dict[str, Any] = {
                "metric": request.label,
                "first": one,
                "second": other,
                "n": len(first),
                "unpaired": alone,
                "unscored": len(shared) - len(first),
            }
            if len(first) < 2:
                row["reason"] = "fewer than two rows are scored for both systems"
            else:
                result = paired.compare(
                    first,
                    second,
                    request.metric.combine,
                    resamples=resamples,
                    seed=seed,
                    progress=progress,
                )
                row |= {
                    "first_value": result.first,
                    "second_value": result.second,
                    "difference": result.difference,
                    "ci": result.interval,
                    "p_bootstrap": result.bootstrap_p,
                    "p_randomisation": result.randomisation_p,
                }
            found.append(row)
    correct(found)
    return found


def pairs_of_systems(
    systems: Mapping[str, object], baseline: str | None, all_pairs: bool
) -> list[tuple[str, str]]:
    """Return the pairs of systems to compare."""
    names = list(systems)
    if len(names) < 2:
        raise BadInput(
            f"there is only one system{f' ({names[0]})' if names and names[0] else ''} in the "
            f"data. Give two files, or add a field 'system' with the name of the system."
        )
    if all_pairs:
        return list(combinations(names, 2))
    base = names[0] if baseline is None else baseline
    if base not in systems:
        raise BadInput(f"there is no system '{base}'; the systems are: {', '.join(names)}.")
    return [(base, name) for name in names if name != base]


def correct(found: Sequence[dict[str, Any]]) -> None:
    """Add `p_holm`, corrected for all tests of the run, and `verdict` to each test."""
    from qgauge.stats import paired

    tested = [row for row in found if "p_randomisation" in row]
    for row, p in zip(tested, paired.holm([row["p_randomisation"] for row in tested]), strict=True):
        row["p_holm"] = p
        better = "better" if row["difference"] > 0 else "worse"
        row["verdict"] = better if p < SIGNIFICANT else "not shown"
