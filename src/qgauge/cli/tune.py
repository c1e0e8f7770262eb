"""`qgauge tune`: weights of a Q-metric that agree best with people."""

from __future__ import annotations

import json as json_module
from contextlib import ExitStack
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.inputs import Intake, tell_left_out
from qgauge.cli.judged import Data, GoldRule, read_own, read_public_sets, wanted_set
from qgauge.cli.terminal import clean, console, print_json, with_progress
from qgauge.core import BadInput, BadSetting
from qgauge.data import Output
from qgauge.run import requests

if TYPE_CHECKING:
    from qgauge.meta.join import Judged, Scale
    from qgauge.tune import Tuned

USUAL = {"variant": "paper", "absent": "renormalise", "content": "rest", "names": "capitals"}
"""The settings that weights hold for, as they are where none is given."""


@options.with_tools
def tune(
    tools: options.ToolChoice,
    files: options.Files = None,
    data: Data = None,
    metric: Annotated[
        str,
        typer.Option("-m", "--metric", metavar="NAME[:SETTING=VALUE,...]", help="A Q-metric."),
    ] = "q_bleu1",
    dimension: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="What people judged.", show_default=False),
    ] = None,
    gold: Annotated[
        GoldRule,
        typer.Option(help="blatz puts each rater on one scale first, as the paper did."),
    ] = GoldRule.blatz,
    tuned_on: Annotated[int, typer.Option(metavar="N", min=10, help="Rows tuned on.")] = 300,
    bag: Annotated[int, typer.Option(metavar="N", min=5, help="Rows in a bag.")] = 200,
    bags: Annotated[int, typer.Option(metavar="N", min=1, help="Bags.")] = 20,
    splits: Annotated[
        int, typer.Option(metavar="N", min=2, help="How often rows are kept apart to measure on.")
    ] = 40,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Seed.")] = 12345,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE.json",
            help="Where the weights go, for -m NAME:weights=FILE.json.",
            show_default=False,
        ),
    ] = None,
    format: options.Format = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    json: options.Json = False,
) -> None:
    """Find the weights of a Q-metric that agree best with people's ratings.

    Weights are sought on a grid in bags of rows and averaged, as Nema and Khapra (2018) did. How
    well they agree is measured on rows that were not tuned on, again and again; rows with the same
    reference are never on both sides.
    """
    from qgauge import tune as tuning
    from qgauge.meta.ratings import opinions
    from qgauge.metrics.qmetric import QMetric

    (asked,) = requests([metric])
    if not isinstance(asked.metric, QMetric):
        raise BadSetting(f"{asked.label} has no weights to tune; q_bleu1 and its kin do.")
    if output is not None and not output.endswith(".json"):
        raise BadInput("the file of weights must end in .json", file=output)
    plan = tuning.Plan(tuned_on, bag, bags, splits, seed)
    with ExitStack() as open_files:
        intake = _intake(files, data, format, keep_going, refused, output)
        judged, scale = _judged(open_files.enter_context(intake), data, dimension)
        said = opinions(judged, scale, gold.value)
        if said.reason:
            raise BadInput(f"the ratings of '{scale.name}' cannot be tuned on: {said.reason}.")
        rows = [at for at, each in enumerate(judged.examples) if len(each.references) == 1]
        out_file = open_files.enter_context(Output(output)) if output is not None else None
        opened = tools.opened([asked])
        found = tuning.tune(
            asked.metric,
            [judged.examples[at] for at in rows],
            [float(said.gold[at]) for at in rows],
            [judged.clusters[at] for at in rows],
            plan,
            opened,
            lambda coming: with_progress(coming, "tuning", [], splits),
        )
        better = tuning.with_weights(asked.metric, found.weights)
        low, high = found.range
        result: dict[str, Any] = {
            "metric": asked.metric.name,
            "weights": str(found.weights),
            "settings": {
                key: value for key, value in asked.metric.settings().items() if key in USUAL
            },
            "signature": better.signature(opened, __version__),
            "data": {"name": judged.name, "digest": judged.digest, "rows": found.rows},
            "dimension": scale.name,
            "gold": said.rule,
            "plan": asdict(plan),
            "held_out": {"mean": found.mean, "low": low, "high": high, "each": found.held_out},
            "before_held_out": {"mean": found.mean_before, "each": found.before_held_out},
            "spread": found.spread,
            "before": found.before,
        }
        if out_file is not None:
            out_file.write_line(json_module.dumps(result, indent=1, allow_nan=False))
    if json:
        print_json(result)
    else:
        settings = {k: v for k, v in result["settings"].items() if v != USUAL[k]}
        use = ",".join(f"{k}={v}" for k, v in {**settings, "weights": output}.items())
        _print(found, asked.label, judged, f"{scale.name}: {said.rule}")
        if output is not None:
            told = f"\nweights in {output}; use them with -m {asked.metric.name}:{use}"
            console().print(Text(clean(told)), soft_wrap=True)
    tell_left_out(intake, {}, len(judged.examples), 100)


def _print(found: Tuned, label: str, judged: Judged, rated: str) -> None:
    out = console()

    def say(line: str) -> None:
        out.print(Text(clean(line)), soft_wrap=True)

    say(f"{label} on {judged.name}, {rated}")
    left = len(judged.examples) - found.rows
    used = f"{found.rows} rows in {found.groups} clusters"
    if left:
        used += f"; {left} left out, as they have no rating or not one reference"
    say(used)
    if found.scored < found.rows:
        say(
            f"with these weights {found.rows - found.scored} rows are unscored: they have no word "
            "of a kind that counts"
        )
    say("")
    weights = (*found.weights.of_kinds(), found.weights.delta)
    for kind, value in zip(found.spread, weights, strict=True):
        say(f"{kind:9} {value:.3f}  spread {found.spread[kind]:.3f}")
    low, high = found.range
    times = len(found.held_out)
    say("\nPearson with people, on rows not tuned on")
    say(f"tuned      {found.mean:.3f} (95 % of {times} splits: {low:.3f} to {high:.3f})")
    before = "-" if found.mean_before is None else f"{found.mean_before:.3f}"
    say(f"as it was  {before} on the same rows; tuned is better in {found.better} splits")


def _intake(
    files: list[str] | None,
    data: list[str] | None,
    format: str | None,
    keep_going: bool,
    refused: str | None,
    output: str | None,
) -> Intake:
    """The files to read; those of a public set have a reader of their own."""
    if bool(files) == bool(data):
        raise BadInput("give files with ratings, or a public set with --data NAME=PATH.")
    names = files or list(dict.fromkeys(wanted_set(each)[1] for each in data or []))
    return Intake(names, format=format, keep_going=keep_going, refused_file=refused, output=output)


def _judged(intake: Intake, data: list[str] | None, dimension: str | None) -> tuple[Judged, Scale]:
    """The one set to tune on, and what people judged in it."""
    if data:
        sets = [one for each in data for one in read_public_sets(*wanted_set(each))]
    else:
        sets = [read_own(intake)]
    if len(sets) != 1:
        names = ", ".join(each.name for each in sets)
        raise BadInput(f"weights are tuned on one set at a time, not on {names}; name a #PART.")
    scales = {scale.name: scale for scale in sets[0].scales}
    if dimension is None and len(scales) == 1:
        (dimension,) = scales
    if dimension not in scales:
        wrong = "choose what people judged" if dimension is None else f"nobody judged '{dimension}'"
        raise BadInput(f"{wrong} with --dimension; they judged: {', '.join(scales)}.")
    return sets[0], scales[dimension]
