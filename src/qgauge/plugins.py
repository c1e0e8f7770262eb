"""Metrics, engines and file readers that other packages add through entry points."""

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
"""The entry-point group of each kind of plug-in.

metric: a subclass of `qgauge.Metric`. The entry point has the name of the metric.
engine: a callable that takes the requested model ("" for none) and the number of threads, and
    returns the tool. The entry point is named `ROLE.NAME`.
reader: a callable that takes the lines of a file and yields one dictionary per row. The entry point
    has the name of the format, which is also the file extension.
"""


class BadPlugin(QgaugeError):
    """A plug-in cannot be used; it is reported and skipped."""

    def __reduce__(self) -> tuple[object, ...]:
        return BadPlugin, (str(self),)


@dataclass(frozen=True, slots=True)
class Plugin:
    """An entry point of another package, not loaded yet."""

    kind: str
    name: str
    package: str
    _point: Any = field(repr=False, compare=False)

    def load(self) -> Any:
        """Load the entry point; raise BadPlugin, which names the package, on any error."""
        try:
            return self._point.load()
        except Exception as problem:
            raise self.bad(f"{type(problem).__name__}: {problem}") from problem

    def bad(self, problem: str) -> BadPlugin:
        return BadPlugin(
            f"The {self.kind} '{self.name}' from the package {self.package} cannot be used: "
            f"{problem}"
        )


@cache
def found(kind: str) -> Mapping[str, Plugin]:
    """Return the plug-ins of a kind by name; if two share a name, the first by package wins."""
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
