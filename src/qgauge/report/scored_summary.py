"""The first sentences of a report of scored rows: what is best, is it luck, what to fix first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from qgauge.core.clipping import clip, one_line
from qgauge.report.summaries import Summaries
from qgauge.report.wording import counted, decimal, listed, p_text, share, with_ends

if TYPE_CHECKING:
    from qgauge.run.comparison import SystemTest

MOST_PAIRS = 4
"""Pairs of systems that get a sentence."""
FEWEST_TO_FIX = 2
"""A flaw is worth a sentence if so many rows have it."""


def named(system: str) -> str:
    """Return the name of a system, as sentences and tables show it."""
    return clip(one_line(system), 60) or "(no name)"


def sentences(found: Summaries, baseline: str | None = None) -> list[str]:
    """Return what a reader must know, in a few sentences."""
    return [
        _opening(found),
        *_best(found, baseline),
        *_pairs(found, baseline),
        *_good_and_poor(found),
        *_to_fix(found, baseline),
        *_left_out(found),
        *_scored_differently(found),
    ]


def _opening(found: Summaries) -> str:
    rows, systems = found.rows, [*found.rows.systems]
    text = counted(rows.rows, "question")
    if rows.too_many_systems:
        text += " of too many systems to compare"
    elif len(systems) > 1:
        text += f" of {len(systems)} systems, {listed([named(one) for one in systems])}"
    elif systems and systems[0]:
        text += f" of {named(systems[0])}"
    if not rows.metrics:
        return f"{text}; no row has a score."
    return f"{text}, scored with {listed([*rows.metrics])}."


def _best(found: Summaries, baseline: str | None) -> Iterator[str]:
    if found.main is None:
        return
    means = found.means[found.main]
    known = [name for name in found.order if name in means]
    if len(known) == 1:
        only = means[known[0]]
        of = f" of {named(known[0])}" if known[0] else ""
        yield (
            f"The mean {found.main}{of} is {with_ends(only.value, only.interval)}, over "
            f"{counted(only.n, 'question')}."
        )
    if len(known) < 2:
        return
    best, second = known[:2]
    value = with_ends(means[best].value, means[best].interval)
    lead = f"{named(best)} has the highest {found.main}, {value}"
    test = _test_of(found, found.main, best, second)
    if test is None:
        yield f"{lead}, before {named(second)}, {decimal(means[second].value)}."
    elif test.reason:
        yield (
            f"{lead}, before {named(second)}, {decimal(means[second].value)}. Whether that is luck "
            f"cannot be tested: {test.reason}."
        )
    elif test.verdict == "not shown":
        yield f"{lead}, but its lead over {named(second)} may be luck: {_figures(test, best)}."
    elif len(found.metrics) > 1 and baseline is None:  # the sentence on the pair has the figures
        yield f"{lead}. Its lead over {named(second)} is unlikely to be luck."
    else:
        figures = _figures(test, best)
        yield f"{lead}. Its lead over {named(second)} is unlikely to be luck: {figures}."


def _test_of(found: Summaries, metric: str, one: str, other: str) -> SystemTest | None:
    return next(
        (test for test in found.tests_of(metric) if {test.first, test.second} == {one, other}),
        None,
    )


def _figures(test: SystemTest, ahead: str | None = None) -> str:
    """Return a difference with interval and p-value, seen from one of its systems."""
    assert test.difference is not None
    assert test.ci is not None
    assert test.p_holm is not None
    difference, (low, high) = test.difference, test.ci
    if ahead == test.first:
        difference, low, high = -difference, -high, -low
    return f"{with_ends(difference, (low, high), signed=True)}, {p_text(test.p_holm)}"


def _pairs(found: Summaries, baseline: str | None) -> Iterator[str]:
    by_pair = [
        [*tests] for _, tests in groupby(found.tests, lambda test: (test.first, test.second))
    ]
    if baseline is None and found.order:  # the sentences are about the best system
        by_pair = [one for one in by_pair if found.order[0] in (one[0].first, one[0].second)]
    if len(found.metrics) == 1:  # said already: the lead of the best over the second
        by_pair = [one for one in by_pair if not _is_lead(found, one[0])]
    for tests in by_pair[:MOST_PAIRS]:
        yield from _pair(found, tests)
    if len(by_pair) > MOST_PAIRS:
        yield f"{len(by_pair) - MOST_PAIRS} more pairs are in the table of differences."


def _is_lead(found: Summaries, test: SystemTest) -> bool:
    """Return whether a test is of the best system and the second by the main metric."""
    means = found.means[found.main] if found.main is not None else {}
    known = [name for name in found.order if name in means]
    return {test.first, test.second} == {*known[:2]}


def _pair(found: Summaries, tests: Sequence[SystemTest]) -> Iterator[str]:
    by_metric = {test.metric: test for test in tests if not test.reason}
    ordered = [by_metric[metric] for metric in found.metrics if metric in by_metric]
    if not ordered:
        return
    first, second = named(tests[0].first), named(tests[0].second)
    groups = {
        verdict: [test for test in ordered if test.verdict == verdict]
        for verdict in ("better", "worse", "not shown")
    }
    said: list[str] = []
    for verdict in ("better", "worse"):
        if some := groups[verdict]:
            more = listed([test.metric for test in some[1:]])
            also = f", and on {more}" if more else ""
            than = f" than {first}" if not said else ""
            said.append(f"{verdict}{than} on {some[0].metric}, {_figures(some[0])}{also}")
    unsure = listed([test.metric for test in groups["not shown"]])
    if said:
        rest = f"; not on {unsure}" if unsure else ""
        yield f"{second} is {'; but '.join(said)}{rest}."
    else:
        yield f"No difference between {second} and {first} is significant ({unsure})."


def _good_and_poor(found: Summaries) -> Iterator[str]:
    marks = found.facts[found.main].marks if found.main is not None else None
    if found.main is None or marks is None:
        return
    poor_below, good_from = marks
    counts = {
        name: (
            sum(value >= good_from for value in values),
            sum(value < poor_below for value in values),
            len(values),
        )
        for name in found.order
        if (values := found.rows.systems[name].known(found.main))
    }
    good_means = f"a {found.main} of {decimal(good_from, 1)} or more"
    poor_means = f"below {decimal(poor_below, 1)}"
    if len(counts) == 1:
        good, poor, n = next(iter(counts.values()))
        yield (
            f"{good:,} of {counted(n, 'question')} ({share(good, n)}) are good ({good_means}); "
            f"{poor:,} ({share(poor, n)}) are poor ({poor_means})."
        )
        return
    shown = list(counts.items())[:6]
    good_shares = listed([f"{share(good, n)} of {named(one)}" for one, (good, _, n) in shown], 6)
    poor_shares = [f"{share(poor, n)} of {named(one)}" for one, (_, poor, n) in shown if poor]
    yield (
        f"Good questions, with {good_means}: {good_shares}. Poor ones, {poor_means}: "
        f"{listed(poor_shares, 6) or 'none'}."
    )


def _to_fix(found: Summaries, baseline: str | None) -> Iterator[str]:
    """Say what is wrong most often; the flaws of a baseline are those of the past."""
    systems = {name: of for name, of in found.rows.systems.items() if name != baseline}
    rows = sum(of.rows for of in systems.values())
    for kind in ("flaws", "errors"):
        totals: Counter[str] = Counter()
        for system in systems.values():
            totals.update(system.findings.get(kind, Counter()))
        for flaw, count in totals.most_common(1):
            if count < FEWEST_TO_FIX:
                continue
            by = {name: of.findings.get(kind, Counter())[flaw] for name, of in systems.items()}
            most = max(by, key=lambda name: by[name])
            part = "all" if by[most] == count else f"{by[most]:,}"
            whose = f", {part} of them of {named(most)}" if len(by) > 1 else ""
            noun = "flaw" if kind == "flaws" else "grammar error"
            yield (
                f"Fix first: the commonest {noun} is “{flaw}”, in {count:,} of "
                f"{counted(rows, 'question')} ({share(count, rows)}){whose}."
            )
            return
    worst = _worst_question(found, baseline)
    yield from [worst] if worst else _weakest_part(found)


def _worst_question(found: Summaries, baseline: str | None) -> str:
    """Without a common flaw, name the worst question, if it is not a good one."""
    main = found.main or ""
    marks = found.facts[main].marks if main in found.facts else None
    rows = [row for row in found.rows.worst(main) if row.example.system != baseline]
    if not rows or marks is None:
        return ""
    score = rows[0].scores[main]
    if score.value is None or score.value >= marks[1]:
        return ""
    why = f": {clip(one_line(score.reason), 200)}" if score.reason else ""
    return (
        "Fix first: no flaw is common; look at the worst question, "
        f"“{clip(one_line(rows[0].example.question), 200)}” ({main} {decimal(score.value)}){why}."
    )


def _weakest_part(found: Summaries) -> Iterator[str]:
    """Without flaws, name the part of the main metric that is lowest."""
    parts = found.rows.parts.get(found.main or "", {})
    means = {name: total / n for name, (n, total) in parts.items() if "." not in name}
    if len(means) < 2 or not all(0 <= mean <= 1 for mean in means.values()):
        return
    lowest = min(means, key=lambda name: means[name])
    yield (
        f"Fix first: no kinds of flaw are known; the lowest part of {found.main} is “{lowest}”, "
        f"{decimal(means[lowest])} on average."
    )


def _left_out(found: Summaries) -> Iterator[str]:
    said = []
    for metric in found.rows.metrics:
        reasons: Counter[str] = Counter()
        for system in found.rows.systems.values():
            reasons.update(system.unscored.get(metric, Counter()))
        if count := reasons.total():
            said.append(f"{count:,} by {metric} ({reasons.most_common(1)[0][0]})")
    if found.rows.without_scores and found.rows.metrics:
        said.append(f"{found.rows.without_scores:,} hold no scores at all")
    if said:
        yield f"Unscored and not in any mean: {listed(said, 4)}."


def _scored_differently(found: Summaries) -> Iterator[str]:
    several = [metric for metric, known in found.rows.signatures.items() if len(known) > 1]
    if several:
        yield (
            f"Beware: the rows were scored with different signatures of {listed(several)}, so "
            "their values may not be comparable."
        )
