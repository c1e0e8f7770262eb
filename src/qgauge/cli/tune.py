"""`qgauge tune`: weights of a Q-metric that agree best with people."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import Annotated, Any

import typer

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.judged import Data, Judged, judged_sets
from qgauge.cli.terminal import console, print_json
from qgauge.core import BadInput, BadSetting, Example
from qgauge.run import requests


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
        typer.Option(metavar="NAME", help="What people rated.", show_default=False),
    ] = None,
    gold: Annotated[
        str,
        typer.Option(
            metavar="RULE",
            help="blatz puts each rater on one scale first, as the paper did; mean does not.",
        ),
    ] = "blatz",
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
    json: options.Json = False,
) -> None:
    """Find the weights of a Q-metric that agree best with people's ratings.

    Weights are sought on a grid in bags of rows and averaged, as Nema and Khapra (2018) did. How
    well they agree is measured on rows that were not tuned on, again and again; rows with the same
    reference are never on both sides.
    """
    from qgauge import tune as tuning
    from qgauge.metrics.qmetric import QMetric

    (asked,) = requests([metric])
    if not isinstance(asked.metric, QMetric):
        raise BadSetting(f"{asked.label} has no weights to tune; q_bleu1 and its kin do.")
    if output is not None and not output.endswith(".json"):
        raise BadInput("the file of weights must end in .json", file=output)
    (judged,) = _one(list(judged_sets(data, files)))
    plan = tuning.Plan(tuned_on, bag, bags, splits, seed)
    examples, human, groups, named = _rated(judged, dimension, gold)
    found = tuning.tune(asked.metric, examples, human, groups, plan, tools.opened([asked]))
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
        "signature": better.signature(tools.opened([asked]), __version__),
        "data": {"name": judged.name, "digest": judged.digest, "rows": found.rows},
        "dimension": named,
        "gold": gold,
        "plan": {"tuned_on": tuned_on, "bag": bag, "bags": bags, "splits": splits, "seed": seed},
        "held_out": {"mean": found.mean, "low": low, "high": high, "each": found.held_out},
        "spread": found.spread,
        "before": found.before,
    }
    if output is not None:
        text = json_module.dumps(result, indent=1) + "\n"
        Path(output).write_text(text, encoding="utf-8")
    if json:
        print_json(result)
        return
    out = console()
    out.print(f"{asked.label} on {judged.name}, {named} ({gold} of the raters)", highlight=False)
    out.print(f"rows {found.rows}, references {found.groups}", highlight=False)
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


def _one(sets: list[Judged]) -> list[Judged]:
    if len(sets) != 1:
        names = ", ".join(each.name for each in sets)
        raise BadInput(f"weights are tuned on one set at a time, not on {names}; name a #PART.")
    return sets


def _rated(
    judged: Judged, dimension: str | None, gold: str
) -> tuple[list[Example], list[float], list[object], str]:
    """The rows with one reference and ratings, their human scores and groups, the dimension."""
    import numpy as np

    from qgauge.stats.ranks import gold_scores

    if gold not in ("blatz", "mean"):
        raise BadSetting(f"--gold is blatz or mean, not '{gold}'.")
    known = list(dict.fromkeys(name for each in judged.examples for name in each.ratings))
    if dimension is None:
        if len(known) != 1:
            raise BadInput(f"choose what people rated with --dimension: {', '.join(known)}.")
        dimension = known[0]
    if dimension not in known:
        raise BadInput(f"nobody rated '{dimension}'; people rated: {', '.join(known)}.")
    rows = [
        (example, group)
        for example, group in zip(judged.examples, judged.groups(), strict=True)
        if dimension in example.ratings and len(example.references) == 1
    ]
    given = [example.ratings[dimension] for example, _ in rows]
    if any(isinstance(rating, str) for ratings in given for rating in ratings):
        raise BadInput(f"the ratings of '{dimension}' are labels; tuning needs numbers.")
    raters = max(map(len, given), default=0)
    columns = [
        [float(ratings[at]) if at < len(ratings) else None for ratings in given]
        for at in range(raters)
    ]
    if gold == "blatz":
        human = gold_scores(columns)
    else:
        human = np.array([np.mean([float(rating) for rating in ratings]) for ratings in given])
    return [example for example, _ in rows], human.tolist(), [g for _, g in rows], dimension
