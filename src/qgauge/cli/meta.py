"""`qgauge meta`: does a metric agree with people?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from enum import StrEnum
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from rich.console import Console
from rich.text import Text

from qgauge.api import default_metrics
from qgauge.cli import options
from qgauge.cli.inputs import Intake, tell_left_out
from qgauge.cli.judged import Data, GoldRule, read_own, read_public_sets, wanted_set
from qgauge.cli.terminal import (
    PLAIN_WIDTH,
    clean,
    console,
    print_json,
    print_rows,
    table,
    with_progress,
)
from qgauge.core import BadInput, BadSetting, Result
from qgauge.data import Output
from qgauge.run import Tally, check, countable, keep, requests, stream
from qgauge.run.scoring import LOOK_AHEAD

if TYPE_CHECKING:
    from qgauge.meta import Block, Judged, Line, Study
    from qgauge.stats.agreement import Agreement, Ceiling
    from qgauge.stats.correlation import Correlation, Kind

STARS = {0.001: "***", 0.01: "**", 0.05: "*"}


class Level(StrEnum):
    items = "items"
    systems = "systems"


class Coefficient(StrEnum):
    pearson = "pearson"
    spearman = "spearman"
    kendall = "kendall"


@options.with_tools
def meta(
    files: options.Files = None,
    data: Data = None,
    metric: options.Metrics = None,
    dimension: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="What people judged; repeat for more (default: everything they judged).",
            show_default=False,
        ),
    ] = None,
    level: Annotated[
        Level, typer.Option(help="Correlate rows, or the means of systems.")
    ] = Level.items,
    gold: Annotated[
        GoldRule,
        typer.Option(
            help="How several raters make one score: their mean, or the mean of each rater's "
            "mid-distribution values (Blatz et al. 2004), which forgives strict raters."
        ),
    ] = GoldRule.mean,
    leave_out_copies: Annotated[
        bool,
        typer.Option("--leave-out-copies", help="Leave out questions that are the reference."),
    ] = False,
    kind: Annotated[
        list[Coefficient] | None,
        typer.Option(
            metavar="pearson|spearman|kendall",
            help="The correlation; repeat for more (default: pearson and spearman).",
            show_default=False,
        ),
    ] = None,
    resamples: Annotated[
        int, typer.Option(metavar="N", min=100, max=1_000_000, help="Resamples of the clusters.")
    ] = 1000,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Seed of the resampling.")] = 12345,
    plot: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Draw a scatter and a calibration plot for each metric and dimension (PNG).",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write each row's scores and gold scores as JSONL; - for stdout (tables go to "
            "stderr).",
            show_default=False,
        ),
    ] = None,
    format: options.Format = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: options.MaxUnscored = 10,
    workers: options.Workers = 1,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Does a metric agree with people?

    Correlations with human ratings, from public sets or from your own files with a field
    'ratings', between what needs no metric (the length of the question, chance) and what people
    reach among themselves.
    """
    if not files and not data:
        raise BadInput("give files with ratings, or a public set with --data NAME=PATH.")
    if plot is not None:
        from qgauge.meta.plots import check_plotting

        if not plot:
            raise BadInput("the name of the folder is empty", field="--plot")
        check_plotting()
    public = [wanted_set(one) for one in data or []]
    if len(set(public)) < len(public):
        raise BadInput("the same public set is given twice.")
    intakes = []
    if files:
        intakes.append(
            Intake(
                files,
                format=format,
                keep_going=keep_going,
                refused_file=refused,
                output=output,
            )
        )
    if public:
        # public sets have readers of their own; this keeps the output from being one of their files
        intakes.append(Intake(list(dict.fromkeys(path for _, path, _ in public)), output=output))
    kinds = list(dict.fromkeys(one.value for one in kind or ())) or ["pearson", "spearman"]
    with ExitStack() as open_files:
        judged = [read_own(open_files.enter_context(intakes[0]))] if files else []
        judged += [one for wanted in public for one in read_public_sets(*wanted)]
        judged = _chosen(judged, dimension)
        if leave_out_copies:
            judged = [_without_copies(one) for one in judged]
        out = open_files.enter_context(Output(output)) if output else None
        results = _scored(judged, metric, tools, workers)
        studies = _studies(judged, results, level, gold, kinds, resamples, seed)
        if out:
            for row in chain.from_iterable(one.rows() for one in studies):
                out.write(row)
        if plot is not None:
            from qgauge.meta.plots import write_plots

            for one in studies:
                write_plots(one, plot)
    to_stderr = output == "-"
    if json:
        settings: dict[str, Any] = {"level": level, "gold": gold, "kinds": kinds}
        settings |= {"resamples": resamples, "seed": seed}
        found = {"settings": settings, "studies": [one.as_json() for one in studies]}
        print_json(found | {"refused": intakes[0].refused}, stderr=to_stderr)
    else:
        _print(console(stderr=to_stderr), studies, resamples)
    unscored = Counter[str]()
    for result in chain.from_iterable(results):
        unscored[result.metric] += result.overall.unscored
    tell_left_out(intakes[0], unscored, sum(len(one.examples) for one in judged), max_unscored)


def _chosen(judged: list[Judged], dimensions: Sequence[str] | None) -> list[Judged]:
    if not dimensions:
        return judged
    there = list(dict.fromkeys(scale.name for one in judged for scale in one.scales))
    for name in dimensions:
        if name not in there:
            raise BadSetting(f"there is no dimension '{name}'; there are: {', '.join(there)}.")
    chosen = [one.only(dimensions) for one in judged]
    return [one for one in chosen if one.scales]


def _without_copies(judged: Judged) -> Judged:
    left = judged.without_copies()
    if not left.examples:
        raise BadInput("every question is a copy of its reference; none is left", file=judged.name)
    return left


# ------------------------------------------------------------------ working


def _scored(
    judged: Sequence[Judged],
    metric: Sequence[str] | None,
    tools: options.ToolChoice,
    workers: int,
) -> list[list[Result]]:
    """The results of every metric on every set; what cannot work is said before it is tried."""
    every = [example for one in judged for example in one.examples]
    asked = requests(metric or default_metrics(every[:LOOK_AHEAD]))
    opened = tools.opened(asked)
    for one in judged:
        try:
            check(one.examples, asked, opened)
        except BadInput as error:
            raise BadInput(error.problem, file=one.name) from None
    rows = stream(every, asked, opened, finish=keep, workers=workers)
    # all of them, so that processes and the progress bar come to their end
    coming = iter(list(with_progress(rows, "scoring", [one.name for one in judged])))
    used, found = [request.metric for request in asked], []
    for one in judged:
        tally, kept = Tally(asked), []
        for example, scores in islice(coming, len(one.examples)):
            tally.add(example.system, countable(used, scores))
            kept.append(scores)
        found.append(tally.results(opened, kept))
    return found


def _studies(
    judged: Sequence[Judged],
    results: Sequence[Sequence[Result]],
    level: Level,
    gold: GoldRule,
    kinds: Sequence[str],
    resamples: int,
    seed: int,
) -> list[Study]:
    from qgauge.meta import study

    return [
        study(
            one,
            scored,
            level=level.value,
            gold=gold.value,
            kinds=cast("Sequence[Kind]", kinds),
            resamples=resamples,
            seed=seed,
        )
        for one, scored in zip(judged, results, strict=True)
    ]


# ------------------------------------------------------------------ printing


def _print(out: Console, studies: Sequence[Study], resamples: int) -> None:
    for study in studies:
        digest = study.judged.digest or "unknown, as it came through a pipe"
        out.print(Text(clean(_title(study)), style="bold"), soft_wrap=True)
        out.print(Text(f"sha256 {digest}"), soft_wrap=True)
        for block in study.blocks:
            out.print()
            _print_block(out, block, study.level)
        out.print()
    for note in dict.fromkeys(note for study in studies for note in study.judged.notes):
        out.print(Text(f"note: {note}", style="dim"), soft_wrap=True)
    out.print(
        "* p < .05, ** p < .01, *** p < .001 by chance, after Holm's correction over a block's "
        f"metrics;\nno p is below 1/{resamples + 1} before it. Pearson given length: what is left "
        "without the number of words."
    )
    for signature in dict.fromkeys(s for study in studies for s in study.signatures.values()):
        out.print(Text(clean(f"signature {signature}")), soft_wrap=True)


def _title(study: Study) -> str:
    judged = study.judged
    rows = f"{judged.name}: {len(judged.examples)} rows"
    if judged.copies_left_out:
        rows += f" ({judged.copies_left_out} copies of a reference left out)"
    if not judged.clustered_by:
        return f"{rows}, each by itself"
    return f"{rows} in {study.clusters} clusters (the same {judged.clustered_by})"


def _print_block(out: Console, block: Block, level: str) -> None:
    unrated = f", {block.unrated} rows unrated" if block.unrated else ""
    out.print(
        Text.assemble((clean(block.dimension), "bold"), clean(f": {block.gold}{unrated}")),
        soft_wrap=True,
    )
    if block.reason:
        out.print(Text(f"no correlations: {block.reason}"))
    else:
        _print_lines(out, block, level)
    for reason, names in _reasons(block).items():
        out.print(Text(clean(f"{reason} ({', '.join(names)})")), soft_wrap=True)
    for line in block.metrics:
        for reason, count in line.reasons.items():
            out.print(Text(clean(f"unscored by {line.metric}: {count} ({reason})")), soft_wrap=True)
    if not block.reason:
        out.print(Text(f"human ceiling: {_ceiling(block.ceiling)}"))
        out.print(Text(f"equal gold scores: {_share(block.ties)} of the pairs"))
    out.print(Text(f"raters agree: {_agreement(block)}"))


def _print_lines(out: Console, block: Block, level: str) -> None:
    kinds = list(block.ceiling)
    columns = ["metric", "systems" if level == "systems" else "n", "unscored"]
    columns += [f"{kind.capitalize()} [95% CI]" for kind in kinds]
    columns += ["Pearson given length", "ties"]
    lines = [(line, line.metric) for line in block.metrics]
    lines += [(line, f"floor: {line.metric}") for line in block.floor]
    cells = [
        [
            name,
            str(line.n),
            str(line.unscored),
            *(_correlation(line.correlations[kind], _stars(line, kind)) for kind in kinds),
            _value(line.given_length.value),
            _share(line.ties),
        ]
        for line, name in lines
    ]
    shown = table(columns, columns[1:])
    for at, row in enumerate(cells):
        shown.add_row(*map(clean, row), style="dim" if at >= len(block.metrics) else None)
    unbounded = out.options.update(width=PLAIN_WIDTH)
    if out.measure(shown, options=unbounded).maximum <= out.width:
        out.print(shown, markup=False)
    else:
        print_rows(out, columns, cells, right=columns[1:])


def _correlation(found: Correlation, stars: str) -> str:
    if found.value is None:
        return "-"
    ends = "-".center(16)
    if found.low is not None and found.high is not None:
        ends = f"[{found.low:6.3f}, {found.high:6.3f}]"
    return f"{found.value:.3f}{stars:<3} {ends}"


def _stars(line: Line, kind: Kind) -> str:
    p = line.p_holm.get(kind, 1.0)
    return next((stars for limit, stars in STARS.items() if p < limit), "")


def _value(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _share(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}%"


def _reasons(block: Block) -> dict[str, list[str]]:
    """Why a number is missing, and for which lines: once each, however many have it."""
    found: dict[str, list[str]] = {}
    for line in (*block.metrics, *block.floor):
        why: dict[str, list[str]] = {}
        for kind, one in line.correlations.items():
            if one.reason:
                why.setdefault(one.reason, []).append(kind.capitalize())
        partial = line.given_length
        # that the length explains itself needs no words
        if partial.value is None and partial.reason not in why and line.metric != "length":
            why[partial.reason] = ["given length"]
        for reason, of in why.items():
            everywhere = len(of) == len(line.correlations) and of != ["given length"]
            text = reason if everywhere else f"{', '.join(of)}: {reason}"
            found.setdefault(text, []).append(line.metric)
    return found


def _ceiling(ceiling: Mapping[Kind, Ceiling]) -> str:
    shown = []
    for kind, one in ceiling.items():
        if one.value is None:
            return f"unknown: {one.reason}"
        shown.append(f"{kind.capitalize()} {_value(one.value)}")
    return f"{', '.join(shown)} (each rater against the others' mean)"


def _agreement(block: Block) -> str:
    kappa, alpha = block.agreement["kappa"], block.agreement["alpha"]
    if kappa.value is None and alpha.value is None:
        return f"unknown: {alpha.reason}"
    names = {"kappa": kappa, f"alpha ({block.alpha_level})": alpha}
    return ", ".join(f"{name} {_with_interval(one)}" for name, one in names.items())


def _with_interval(one: Agreement) -> str:
    if one.value is None:
        return f"- ({one.reason})"
    if one.low is None:
        return f"{_value(one.value)} ({one.reason})"
    return f"{_value(one.value)} [{_value(one.low)}, {_value(one.high)}]"
