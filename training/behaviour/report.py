"""The behaviour suite's results as a table, as a list of failures and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from training.behaviour.cases import KINDS, Case, InferenceCase, ReaderCase
from training.behaviour.outcomes import NO_ANSWER, Outcome, Row, mean_rate

NOT_RUN = "not run"


def table(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of the table, with the means beneath it."""
    width = max(len("capability"), *(len(row.capability) for row in rows))
    yield f"{'capability':{width}}  {'kind':9}  {'n':>4}  {'pass':>7}"
    for row in rows:
        yield f"{row.capability:{width}}  {row.kind:9}  {row.size:4}  {_percent(row.rate):>7}"
    yield ""
    for name in KINDS:
        some = [row for row in rows if row.kind == name]
        size = sum(row.size for row in some)
        yield f"{'mean':{width}}  {name:9}  {size:4}  {_percent(mean_rate(some)):>7}"
    size = sum(row.size for row in rows if row.outcomes is not None)
    yield f"{'mean':{width}}  {'all run':9}  {size:4}  {_percent(mean_rate(rows)):>7}"


def failures(rows: Sequence[Row], most: int) -> Iterator[str]:
    """Yield lines about the failed cases, at most `most` of each row."""
    for row in rows:
        failed = [one for one in row.outcomes or () if not one.passed]
        if failed and most:
            yield f"\n{row.capability}, {row.kind}: {len(failed)} of {row.size} failed"
        for one in failed[:most]:
            yield from _failure(one)


def as_json(rows: Sequence[Row], identities: Mapping[str, str]) -> dict[str, Any]:
    """Return everything as JSON values: the tools, the means, and every case with its reply."""
    by_kind = {name: mean_rate([row for row in rows if row.kind == name]) for name in KINDS}
    return {
        "tools": dict(identities),
        "mean": mean_rate(rows),
        "mean_by_kind": by_kind,
        "rows": [
            {
                "capability": row.capability,
                "kind": row.kind,
                "n": row.size,
                "rate": row.rate,
                "cases": [
                    {**asdict(one.case), "reply": one.reply, "passed": one.passed}
                    for one in row.outcomes or ()
                ],
            }
            for row in rows
        ],
    }


def _percent(rate: float | None) -> str:
    return NOT_RUN if rate is None else f"{100 * rate:.1f}%"


def _failure(one: Outcome) -> Iterator[str]:
    case = one.case
    if isinstance(case, InferenceCase):
        yield f"  premise:    {_clipped(case.premise)}"
        yield f"  hypothesis: {case.hypothesis}"
    else:
        yield f"  passage:    {_clipped(case.passage)}"
        yield f"  question:   {case.question}"
    yield f"  expected:   {_expected(case)}"
    yield f"  reply:      {one.reply}\n"


def _expected(case: Case) -> str:
    if isinstance(case, InferenceCase):
        return " or ".join(case.labels)
    if isinstance(case, ReaderCase):
        return " / ".join(case.answers) or NO_ANSWER
    return f"{case.answer} is {'right' if case.right else 'wrong'}"


def _clipped(text: str, most: int = 300) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
