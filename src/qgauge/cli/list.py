"""`qgauge list`: the metrics there are, what each needs, and its settings."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal, get_args, get_origin

import typer
from rich.text import Text

from qgauge.cli import options
from qgauge.cli.terminal import console, print_json, table
from qgauge.core import Metric
from qgauge.core.metric import setting_types, written
from qgauge.metrics import TABLE, metric_class


def list_(
    metric: Annotated[
        str | None,
        typer.Argument(
            metavar="[METRIC]", help="A metric, to see its settings.", show_default=False
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """List the metrics, or the settings of one."""
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
        "range": [bound if bound != float("inf") else None for bound in cls.span],
        "settings": {
            setting: {
                "takes": list(get_args(kind)) if get_origin(kind) is Literal else kind.__name__,
                "default": written(defaults[setting]),
            }
            for setting, kind in setting_types(cls).items()
        },
    }


def _range(bounds: list[float | None]) -> str:
    low, high = bounds
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
