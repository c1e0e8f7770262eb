"""Metrics, engines and readers from other packages, by their entry points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from qgauge.core.errors import QgaugeError

GROUPS: Mapping[str, str] = {
    "metric": "qgauge.metrics",
    "engine": "qgauge.engines",
    "reader": "qgauge.readers",
}
"""The group of entry points for each kind.

A metric is a class derived from `qgauge.Metric`, under its own name. An engine is called
`ROLE.NAME` and is made by a call with the model that was asked for ("" for none) and the number of
threads. A reader is called as its format and the ending of its files; it is called with the lines
of a file and yields a row each, as a dictionary.
"""


class BadPlugin(QgaugeError):
    """A plug-in that cannot be used: it is reported and left out."""

    def __reduce__(self) -> tuple[object, ...]:
        return BadPlugin, (str(self),)


@dataclass(frozen=True, slots=True)
class Plugin:
    """Something another package adds, not loaded yet."""

    kind: str
    name: str
    package: str
    _point: Any = field(repr=False, compare=False)

    def load(self) -> Any:
        """What the entry point names; whatever goes wrong is told with the package."""
        try:
            return self._point.load()
        except Exception as problem:
            raise self.bad(f"{type(problem).__name__}: {problem}") from problem

    def bad(self, problem: str) -> BadPlugin:
        return BadPlugin(
            f"The {self.kind} '{self.name}' of the package {self.package} cannot be used: {problem}"
        )


@cache
def found(kind: str) -> Mapping[str, Plugin]:
    """The plug-ins of a kind by name; of two of one name, the first by package."""
    from importlib.metadata import entry_points

    plugins = [
        Plugin(kind, point.name, _package(point), point)
        for point in entry_points(group=GROUPS[kind])
    ]
    by_name: dict[str, Plugin] = {}
    for plugin in sorted(plugins, key=lambda one: (one.name, one.package)):
        by_name.setdefault(plugin.name, plugin)
    return by_name


def _package(point: Any) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "?"
