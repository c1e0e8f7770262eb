"""`qgauge qud meta`: agreement of the labels with human labels."""

from __future__ import annotations

import json as json_module
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from qgauge.cli import options, qud_options
from qgauge.cli.left_out import tell
from qgauge.cli.options import option
from qgauge.cli.terminal import clean, console, print_json, print_rows, progress
from qgauge.core import BadInput, Example
from qgauge.data import TextOutput
from qgauge.run import Request, evaluate

if TYPE_CHECKING:
    from qgauge.qud.agreement import HumanLabels, LabelAgreement


@options.with_tools_of(*qud_options.ROLES)
def meta(
    files: qud_options.Files = None,
    metric: options.Metrics = None,
    criterion: qud_options.Criteria = None,
    method: qud_options.MethodName = None,
    articles: qud_options.Articles = None,
    references: qud_options.References = None,
    only: qud_options.Only = None,
    without: qud_options.Without = None,
    tune: Annotated[
        str | None,
        option(
            "Tune the thresholds of method=reference on these edges and write them to a file, to "
            "be used on other edges with thresholds=FILE. No agreement is measured.",
            "FILE",
            "--tune",
        ),
    ] = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    workers: options.Workers = 1,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Compare the labels with human labels.

    Prints F1 per label, macro-F1 with an interval (jackknife over articles) and random and majority
    floors, kappa, whether systems are ranked as people rank them, and the human labels per system.
    """
    from qgauge.qud.agreement import human_labels, label_agreement
    from qgauge.qud.edge_files import EdgeFiles
    from qgauge.qud.labelling import requested

    requests = requested(metric, criterion, method)
    reading = EdgeFiles(
        files,
        columns=options.column_map(columns, ("edges",)),
        articles=articles,
        references=references,
        only=only,
        without=without,
        keep_going=keep_going,
        refused_file=refused,
        output=tune,
    )
    with reading:
        examples = reading.edges()
    requests = _rated(requests, examples, reading.names, chosen=bool(metric or criterion))
    if tune is not None:
        _tune(requests, examples, tools, tune, workers, json=json)
        tell(reading.left_out)
        return
    opened = tools.opened(requests)
    results = qud_options.labelled(examples, requests, opened, skip=False, workers=workers)
    studies = [
        label_agreement(request.label, request.metric, examples, result.scores)
        for request, result in zip(requests, results, strict=True)
    ]
    said = [
        human_labels(examples, name, labels)
        for name, labels in dict.fromkeys(
            (request.metric.judges, tuple(map(str, request.metric.verdicts)))
            for request in requests
        )
    ]
    signatures = {result.metric: f"{result.signature}|by:article" for result in results}
    if json:
        print_json(_as_json(studies, said, examples, signatures) | {"refused": reading.refused})
    else:
        _show(console(), studies, said, examples, signatures)
    tell(reading.left_out)


def _rated(
    requests: Sequence[Request], examples: Sequence[Example], names: str, *, chosen: bool
) -> list[Request]:
    """Return the metrics whose criterion has human labels; refuse a requested one without."""
    from qgauge.qud.agreement import gold_of

    found = []
    for request in requests:
        labels = set(map(str, request.metric.verdicts))
        gold = {gold_of(one, request.metric.judges) for one in examples} - {None}
        strange = sorted(str(one) for one in gold if one not in labels)
        if strange:
            raise BadInput(
                f"'{strange[0][:40]}' is not a label of {request.metric.judges}; the labels are: "
                f"{', '.join(sorted(labels))}",
                file=names,
                field=f"ratings.{request.metric.judges}",
            )
        if gold:
            found.append(request)
        elif chosen:
            problem = f"no edge has human labels for {request.metric.judges}"
            raise BadInput(problem, file=names, field="ratings")
    if not found:
        problem = 'no edge has human labels; add "ratings": {"givenness": ["answer_leakage"]}'
        raise BadInput(problem, file=names, field="ratings")
    return found


def _tune(
    requests: Sequence[Request],
    examples: Sequence[Example],
    tools: options.ToolChoice,
    file: str,
    workers: int,
    *,
    json: bool,
) -> None:
    from qgauge.qud.agreement import gold_of
    from qgauge.qud.criteria.reference import inner_metric, without_version
    from qgauge.stats.thresholds import Untuned
    from qgauge.stats.thresholds import tune as tuned

    written: dict[str, Any] = {}
    for request in requests:
        metric: Any = request.metric
        if getattr(metric, "method", "") != "reference":
            raise BadInput(f"--tune works only with method=reference, not with {request.label}.")
        if metric.judges in written:
            raise BadInput(f"--tune: {metric.judges} is given twice.")
        compares = inner_metric(metric.metric)
        compared = [Request.of(compares)]
        opened = tools.opened(compared)
        with progress("scoring", len(examples)) as done:
            (result,) = evaluate(examples, compared, opened, workers=workers, progress=done)
        values = [one.value if isinstance(one.value, float) else None for one in result.scores]
        gold = [gold_of(one, metric.judges) for one in examples]
        found = tuned(
            values,
            gold,
            order=list(map(str, metric.verdicts)),
            signature=without_version(compares.signature(opened, "")),
        )
        if isinstance(found, Untuned):
            raise BadInput(f"{request.label} cannot be tuned: {found.reason}.")
        written[metric.judges] = found.as_dict()
        if json:
            continue
        typer.echo(
            f"{metric.judges}: thresholds {', '.join(f'{cut:.4f}' for cut in found.cuts)}; "
            f"macro-F1 {found.macro_f1:.4f} on the {found.n} edges used for tuning"
        )
    with TextOutput(file) as out:
        out.write_line(json_module.dumps(written, indent=2))
    if json:
        print_json(written)


def _as_json(
    studies: Sequence[LabelAgreement],
    said: Sequence[HumanLabels],
    examples: Sequence[Example],
    signatures: Mapping[str, str],
) -> dict[str, Any]:
    from dataclasses import asdict

    from qgauge.qud.labelling import habits_by_system

    habits = habits_by_system(examples)
    return {
        "edges": len(examples),
        "metrics": {
            one.metric: {**one.as_json(), "signature": signatures[one.metric]} for one in studies
        },
        "people": {one.criterion: asdict(one) for one in said},
        "questions": {name: asdict(one) for name, one in habits.items()},
    }


def _show(
    out: Console,
    studies: Sequence[LabelAgreement],
    said: Sequence[HumanLabels],
    examples: Sequence[Example],
    signatures: Mapping[str, str],
) -> None:
    from qgauge.qud.labelling import habits_by_system

    for one in said:
        _print_people(out, one)
        of = [each for each in studies if each.criterion == one.criterion]
        for labels in dict.fromkeys(each.labels for each in of):
            alike = [each for each in of if each.labels == labels]
            for label, other in alike[0].merged.items():
                note = f"the method never gives {label}; the human label counts as {other}"
                out.print(Text(note))
            _print_f1(out, alike)
            _print_ranking(out, alike)
            out.print()
    qud_options.print_habits(out, habits_by_system(examples))
    out.print()
    for signature in signatures.values():
        out.print(Text(f"signature {signature}"), soft_wrap=True)


def _print_people(out: Console, one: HumanLabels) -> None:
    names = list(reversed(one.labels))
    columns = [f"{one.criterion}, human labels", *names, "n"]
    rows = []
    for system, counts in one.systems.items():
        total = sum(counts.values())
        shares = [f"{counts[name]} ({counts[name] / total:.1%})" for name in names]
        rows.append([system or "(no name)", *shares, str(total)])
    print_rows(out, columns, rows, right=columns[1:])
    for name, found in one.agreement.items():
        value = "-" if found.value is None else f"{found.value:.3f}"
        why = f" ({found.reason})" if found.value is None else ""
        measure = name.replace("_", " ")
        out.print(Text(f"agreement between raters, {measure}: {value}{why}, n {found.n}"))
    out.print()


def _print_f1(out: Console, studies: Sequence[LabelAgreement]) -> None:
    names = list(reversed(studies[0].labels))
    columns = ["F1", *names, "macro-F1", "95% CI", "kappa", "n", "unscored"]
    rows = []
    for one in studies:
        interval = f"{one.interval[0]:.3f} .. {one.interval[1]:.3f}" if one.interval else "-"
        rows.append(
            [
                one.metric,
                *(f"{one.f1[name]:.3f}" for name in names),
                "-" if one.macro_f1 is None else f"{one.macro_f1:.3f}",
                interval,
                "-" if one.kappa.value is None else f"{one.kappa.value:.3f}",
                str(one.n),
                str(sum(one.unscored.values())),
            ]
        )
    floor = studies[0].floors
    if floor is not None:
        blank = ["-"] * len(names)
        for name, value in (("floor random", floor.random), ("floor majority", floor.majority)):
            rows.append([name, *blank, f"{value:.3f}", "-", "-", str(studies[0].n), "-"])
    print_rows(out, columns, rows, right=columns[1:])
    for one in studies:
        if one.reason:
            out.print(Text(f"{one.metric}: {one.reason}"))
        for reason, count in one.unscored.items():
            out.print(Text(clean(f"unscored by {one.metric}: {count} ({reason})")))


def _print_ranking(out: Console, studies: Sequence[LabelAgreement]) -> None:
    ranked = [one for one in studies if one.ranking is not None]
    if not ranked:
        return
    first = ranked[0].ranking
    assert first is not None
    systems = sorted(first.people, key=lambda name: -first.people[name])
    best = ranked[0].labels[-1]
    columns = [f"share of {best}", *(name or "(no name)" for name in systems), "Kendall", "pairs"]
    rows = [["human labels", *(f"{first.people[name]:.3f}" for name in systems), "-", "-"]]
    for one in ranked:
        ranking = one.ranking
        assert ranking is not None
        tau = "-" if ranking.kendall is None else f"{ranking.kendall:+.3f}"
        shares = [f"{ranking.metric[name]:.3f}" for name in systems]
        rows.append([one.metric, *shares, tau, f"{ranking.agreed} of {ranking.pairs}"])
    out.print()
    print_rows(out, columns, rows, right=columns[1:])
