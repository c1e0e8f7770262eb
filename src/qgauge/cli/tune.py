"""`qgauge tune`: weights of a Q-metric that agree best with people."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.inputs import Intake
from qgauge.cli.judged import Data, GoldRule, read_own, read_public_sets, wanted_set
from qgauge.cli.terminal import console, print_json
from qgauge.core import BadInput, BadSetting
from qgauge.run import requests

if TYPE_CHECKING:
    from qgauge.meta.join import Judged, Scale


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
    judged, scale = _judged(files, format, data, dimension)
    said = opinions(judged, scale, gold.value)
    if said.reason:
        raise BadInput(f"the ratings of '{scale.name}' cannot be tuned on: {said.reason}.")
    rows = [at for at, each in enumerate(judged.examples) if len(each.references) == 1]
    plan = tuning.Plan(tuned_on, bag, bags, splits, seed)
    opened = tools.opened([asked])
    found = tuning.tune(
        asked.metric,
        [judged.examples[at] for at in rows],
        [float(said.gold[at]) for at in rows],
        [judged.clusters[at] for at in rows],
        plan,
        opened,
    )
    better = tuning.with_weights(asked.metric, found.weights)
    low, high = found.range
    result: dict[str, Any] = {
        "metric": asked.metric.name,
        "weights": str(found.weights),
        "settings": {
            key: value
            for key, value in asked.metric.settings().items()
            if key in ("variant", "absent", "content", "names")
        },
        "signature": better.signature(opened, __version__),
        "data": {"name": judged.name, "digest": judged.digest, "rows": found.rows},
        "dimension": scale.name,
        "gold": said.rule,
        "plan": {"tuned_on": tuned_on, "bag": bag, "bags": bags, "splits": splits, "seed": seed},
        "held_out": {"mean": found.mean, "low": low, "high": high, "each": found.held_out},
        "spread": found.spread,
        "before": found.before,
    }
    if output is not None:
        text = json_module.dumps(result, indent=1, allow_nan=False) + "\n"
        Path(output).write_text(text, encoding="utf-8")
    if json:
        print_json(result)
        return
    out = console()
    out.print(f"{asked.label} on {judged.name}, {scale.name}: {said.rule}", highlight=False)
    used = f"{found.rows} rows in {found.groups} clusters"
    left = len(judged.examples) - found.rows
    if left:
        used += f"; {left} left out, as they have no rating or not one reference"
    out.print(used, highlight=False, soft_wrap=True)
    if found.scored < found.rows:
        out.print(
            f"with these weights {found.rows - found.scored} rows are unscored: they have no word "
            "of a kind that counts",
            highlight=False,
            soft_wrap=True,
        )
    out.print()
    for kind, value in zip(
        (*tuning.KINDS, "delta"),
        (*found.weights.of_kinds(), found.weights.delta),
        strict=True,
    ):
        out.print(f"{kind:9} {value:.3f}  spread {found.spread[kind]:.3f}", highlight=False)
    out.print()
    out.print(
        f"Pearson with people, on rows not tuned on: {found.mean:.3f} "
        f"(95 % of {splits} splits: {low:.3f} to {high:.3f})",
        highlight=False,
        soft_wrap=True,
    )
    out.print(
        f"Pearson of {asked.label} as it was, on all rows: {found.before:.3f}", highlight=False
    )
    if output is not None:
        usual = {
            "variant": "paper",
            "absent": "renormalise",
            "content": "rest",
            "names": "capitals",
        }
        own = {key: value for key, value in result["settings"].items() if value != usual[key]}
        chosen = ",".join(f"{key}={value}" for key, value in {**own, "weights": output}.items())
        use = f"{asked.metric.name}:{chosen}"
        out.print(f"\nweights in {output}; use them with -m {use}", highlight=False, soft_wrap=True)


def _judged(
    files: list[str] | None, format: str | None, data: list[str] | None, dimension: str | None
) -> tuple[Judged, Scale]:
    """The one set to tune on, and what people judged in it."""
    if bool(files) == bool(data):
        raise BadInput("give files with ratings, or a public set with --data NAME=PATH.")
    if files:
        with Intake(files, format=format) as intake:
            sets = [read_own(intake)]
    else:
        sets = [one for each in data or [] for one in read_public_sets(*wanted_set(each))]
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
