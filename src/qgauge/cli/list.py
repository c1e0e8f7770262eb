"""`qgauge list`: metrics, their inputs and settings, plug-ins, and public data sets."""

from __future__ import annotations

from dataclasses import asdict, fields
from math import isfinite
from typing import Annotated, Any, Literal, get_args, get_origin

import typer
from rich.table import Table
from rich.text import Text

from qgauge import plugins
from qgauge.cli import completion, options
from qgauge.cli.options import argument
from qgauge.cli.terminal import clean, console, print_json, table
from qgauge.core import QgaugeError
from qgauge.core.settings import written
from qgauge.data.public import DATASETS, PublicSet
from qgauge.metrics import TABLE, metric_class
from qgauge.metrics.metric import Metric, setting_types

OURS = "qgauge"
_FACTS = ("title", "rated", "size", "paper", "source", "licence", "how_to_get")
"""The facts listed for a public data set, in addition to its files."""
_TEXTS = {
    "weights": "numbers, or a file of qgauge tune",
    "thresholds": "a file of qgauge qud meta --tune",
    "wordnet": "a folder",
    "metric": "a metric",
    "idf": "a file, or off",
    "baseline": "a file, or off",
    "rubric": "the name of a rubric, or a file",
}
"""What the text settings of qgauge's metrics take, by name of setting."""


def list_(
    metric: Annotated[
        str | None,
        argument(
            "The name of a metric, to see its settings; datasets, to see the public data sets; or "
            "plugins, to see what other packages add.",
            "METRIC|datasets|plugins",
            autocompletion=completion.listed,
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """List the metrics, the settings of a metric, the public data sets, or the plug-ins."""
    if metric == "datasets":
        sets = [_describe_set(name, known) for name, known in DATASETS.items()]
        if json:
            print_json({"datasets": sets})
        else:
            _print_sets(sets)
        return
    if metric == "plugins":
        _list_plugins(json)
        return
    if metric is None:
        everything = [_describe(metric_class(name)) for name in TABLE]
        for name, plugin in plugins.found("metric").items():
            try:
                if name not in TABLE:
                    everything.append(_describe(metric_class(name), plugin.package))
            except plugins.BadPlugin as bad:
                typer.echo(f"qgauge: {clean(str(bad).rstrip('.'))}; it is skipped.", err=True)
        if json:
            print_json({"metrics": everything})
        else:
            _print_all(everything)
        return
    others = {} if metric in TABLE else plugins.found("metric")
    cls = metric_class(metric)
    one = _describe(cls, others[metric].package if metric in others else OURS)
    if json:
        print_json(one)
    else:
        _print_one(one, _in_effect(cls))


def _list_plugins(json: bool) -> None:
    """List the plug-ins of other packages, and whether each can be used."""
    every = [
        _describe_plugin(one) for kind in plugins.GROUPS for one in plugins.found(kind).values()
    ]
    if json:
        print_json({"plugins": every})
        return
    out = console()
    if not every:
        out.print(Text("No plug-ins are installed."))
        return
    shown = table(["kind", "name", "from", "state"])
    for one in every:
        shown.add_row(one["kind"], one["name"], one["from"], Text(one["problem"] or "ok"))
    out.print(shown)


def _describe_plugin(plugin: plugins.Plugin) -> dict[str, Any]:
    problem = None
    try:
        if plugin.kind == "metric" and plugin.name in TABLE:
            problem = "skipped: qgauge already has a metric of this name"
        elif plugin.kind == "metric":
            metric_class(plugin.name)
        else:
            plugin.load()
    except plugins.BadPlugin as bad:
        problem = f"skipped: {str(bad).partition('cannot be used: ')[2]}"
    return {"kind": plugin.kind, "name": plugin.name, "from": plugin.package, "problem": problem}


def _describe(cls: type[Metric], package: str = OURS) -> dict[str, Any]:
    defaults = {field.name: field.default for field in fields(cls)}
    try:
        metric = cls()
    except (TypeError, QgaugeError):
        metric = cls.__new__(cls)  # a setting is required, so describe the metric without any
    return {
        "name": cls.name,
        "about": cls.about,
        "from": package,
        "needs": list(metric.needs),
        **_values(metric),
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
        **{field: getattr(known, field) for field in _FACTS},
        "files": [*known.files, *([known.beside] if known.beside else [])],
        "dimensions": [asdict(dimension) for dimension in known.dimensions],
        "cluster": known.cluster,
        "notes": list(known.notes),
    }


def _values(metric: Metric) -> dict[str, Any]:
    """Return the labels that a metric gives, or the range of its scores."""
    if metric.labelled:
        return {"labels": list(metric.verdicts)}
    return {"range": [bound if isfinite(bound) else None for bound in metric.span]}


def _range(one: dict[str, Any]) -> str:
    if "labels" in one:
        return f"{len(one['labels'])} labels"
    low, high = one["range"]
    if low is None:
        return "any" if high is None else f"up to {high:g}"
    return f"{low:g} to {high:g}" if high is not None else f"from {low:g}"


def _print_all(everything: list[dict[str, Any]]) -> None:
    # the column "from" is useful only if there are plug-ins
    foreign = any(one["from"] != OURS for one in everything)
    shown = table(["metric", *(["from"] if foreign else []), "needs", "range", "what it measures"])
    for one in everything:
        cells = [
            one["name"],
            *([one["from"]] if foreign else []),
            ", ".join(one["needs"]) or "question",
        ]
        shown.add_row(*map(Text, (*cells, _range(one), one["about"])))
    out = console()
    out.print(shown)
    out.print(
        Text(
            "\nqgauge list METRIC shows the settings of one; set them with -m METRIC:SETTING=VALUE"
        )
    )
    out.print(Text("qgauge list plugins shows what other packages add"))
    out.print(Text("qgauge list datasets shows the public data sets with human ratings"))


def _in_effect(cls: type[Metric]) -> dict[str, str]:
    """Return the settings in effect by default, which may differ from those written in the class.

    For example, the default weights of a metric may come from its preset.
    """
    try:
        return cls().settings()
    except (TypeError, QgaugeError):
        return {}  # a setting is required


def _print_one(one: dict[str, Any], in_effect: dict[str, str]) -> None:
    out = console()
    out.print(Text(f"{one['name']}: {one['about']}"))
    if "labels" in one:
        values = f"labels {', '.join(reversed(one['labels']))}"  # best first, as in other tables
    else:
        values = f"range {_range(one)}"
    out.print(Text(f"needs {', '.join(one['needs']) or 'only the question'}; {values}\n"))
    if not one["settings"]:
        out.print("It has no settings.")
        return
    shown = table(["setting", "default", "takes"])
    for name, setting in one["settings"].items():
        takes, default = setting["takes"], setting["default"]
        effective = in_effect.get(name, default)
        if default and effective != default:
            effective = f"{default} ({effective})"
        if isinstance(takes, list):
            takes = ", ".join(takes)
        elif takes == "str" and one["from"] == OURS:
            takes = _TEXTS.get(name, "text")
        else:
            takes = {"str": "text", "int": "a whole number", "float": "a number"}[takes]
        shown.add_row(name, Text(effective or "none"), Text(takes))
    out.print(shown)


def _print_sets(sets: list[dict[str, Any]]) -> None:
    out = console()
    for one in sets:
        out.print(Text(f"{one['name']}: {one['title']}", style="bold"))
        lines = Table.grid(padding=(0, 2))
        for label in (*_FACTS[1:], "files"):
            value = ", ".join(one[label]) if label == "files" else one[label]
            lines.add_row("", label.replace("_", " "), Text(value, overflow="fold"))
        out.print(lines)
    out.print(
        Text("\nqgauge downloads nothing. Once you have the files: qgauge meta --data NAME=PATH")
    )
