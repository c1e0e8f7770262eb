"""`qgauge list`: the metrics there are, what each needs, its settings; and the public sets."""

from __future__ import annotations

from dataclasses import asdict, fields
from math import isfinite
from typing import Annotated, Any, Literal, get_args, get_origin

import typer
from rich.table import Table
from rich.text import Text

from qgauge.cli import options
from qgauge.cli.terminal import console, print_json, table
from qgauge.core import Metric
from qgauge.core.metric import setting_types, written
from qgauge.data.public import DATASETS, PublicSet
from qgauge.metrics import TABLE, metric_class


def list_(
    metric: Annotated[
        str | None,
        typer.Argument(
            metavar="[METRIC|datasets]",
            help="A metric, to see its settings; or datasets, to see the public sets.",
            show_default=False,
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """List the metrics, the settings of one, or the public sets of human judgements."""
    if metric == "datasets":
        sets = [_describe_set(name, known) for name, known in DATASETS.items()]
        if json:
            print_json({"datasets": sets})
        else:
            _print_sets(sets)
        return
    if metric is None:
        everything = [_describe(metric_class(name)) for name in TABLE]
        if json:
            print_json({"metrics": everything})
        else:
            _print_all(everything)
        return
    one = _describe(metric_class(metric))
    if json:
        print_json(one)
    else:
        _print_one(one)


def _describe(cls: type[Metric]) -> dict[str, Any]:
    defaults = {field.name: field.default for field in fields(cls)}
    return {
        "name": cls.name,
        "about": cls.about,
        "needs": list(cls.needs),
        "range": [bound if isfinite(bound) else None for bound in cls.span],
        "settings": {
            setting: {
                "takes": list(get_args(kind)) if get_origin(kind) is Literal else kind.__name__,
                "default": written(defaults[setting]),
            }
            for setting, kind in setting_types(cls).items()
        },
    }


def _describe_set(name: str, known: PublicSet) -> dict[str, Any]:
    return {
        "name": name,
        "title": known.title,
        "rated": known.rated,
        "size": known.size,
        "paper": known.paper,
        "source": known.source,
        "licence": known.licence,
        "how_to_get": known.how_to_get,
        "files": [*known.files, *([known.beside] if known.beside else [])],
        "dimensions": [asdict(dimension) for dimension in known.dimensions],
        "cluster": known.cluster,
        "notes": list(known.notes),
    }


def _range(bounds: list[float | None]) -> str:
    low, high = bounds
    if low is None:
        return "any" if high is None else f"up to {high:g}"
    return f"{low:g} to {high:g}" if high is not None else f"{low:g} up"


def _print_all(everything: list[dict[str, Any]]) -> None:
    shown = table(["metric", "needs", "range", "what it measures"])
    for one in everything:
        shown.add_row(
            one["name"], ", ".join(one["needs"]), _range(one["range"]), Text(one["about"])
        )
    out = console()
    out.print(shown)
    out.print(
        Text("\nqgauge list METRIC shows its settings; set them with -m METRIC:SETTING=VALUE")
    )
    out.print(Text("qgauge list datasets shows the public sets of human judgements it can read"))


def _print_one(one: dict[str, Any]) -> None:
    out = console()
    out.print(Text(f"{one['name']}: {one['about']}"))
    out.print(Text(f"needs {', '.join(one['needs']) or 'nothing'}; range {_range(one['range'])}\n"))
    shown = table(["setting", "default", "takes"])
    for name, setting in one["settings"].items():
        takes = setting["takes"]
        kinds = {"str": "text", "int": "a whole number", "float": "a number"}
        shown.add_row(
            name,
            setting["default"] or "(empty)",
            Text(", ".join(takes) if isinstance(takes, list) else kinds[takes]),
        )
    out.print(shown)


def _print_sets(sets: list[dict[str, Any]]) -> None:
    out = console()
    for one in sets:
        out.print(Text(f"{one['name']}: {one['title']}", style="bold"))
        lines = Table.grid(padding=(0, 2))
        for label in ("rated", "size", "paper", "source", "licence", "how_to_get", "files"):
            value = ", ".join(one[label]) if label == "files" else one[label]
            lines.add_row("", label.replace("_", " "), Text(value, overflow="fold"))
        out.print(lines)
    out.print(
        Text("\nNothing is downloaded. Once you have the files: qgauge meta --data NAME=PATH")
    )
