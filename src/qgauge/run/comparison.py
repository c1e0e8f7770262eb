"""Significance tests between systems. Rows of two systems are paired by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from qgauge.core import BadInput, Example, Progress
from qgauge.run.requests import Request
from qgauge.run.tally import Count
from qgauge.stats import paired

SIGNIFICANT = 0.05


Rows = dict[str, tuple[int, list[Count]]]
"""The rows of one system by id: a hash of references and passage, and the additive statistics."""


def add_row(systems: dict[str, Rows], example: Example, counts: list[Count]) -> None:
    """Add a scored row to its system."""
    about = hash((example.references, example.passage))
    systems.setdefault(example.system, {})[example.id] = about, counts


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
                    "ci": list(result.interval),
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
    tested = [row for row in found if "p_randomisation" in row]
    for row, p in zip(tested, paired.holm([row["p_randomisation"] for row in tested]), strict=True):
        row["p_holm"] = p
        better = "better" if row["difference"] > 0 else "worse"
        row["verdict"] = better if p < SIGNIFICANT else "not shown"
