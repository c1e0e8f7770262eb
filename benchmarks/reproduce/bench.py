"""Shared state of the tables: the data folder, the tools, and every score computed so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from qgauge.cli.terminal import progress
from qgauge.core import Example, Result
from qgauge.data.public import read_public
from qgauge.meta import Judged
from qgauge.metrics.metric import Metric
from qgauge.run import Request, check, evaluate, requests_for
from qgauge.tools.cache import Cache, default_cache
from qgauge.tools.registry import open_tool


class Missing(Exception):
    """The data of a table is not in the data folder; the message names it."""


@dataclass
class Bench:
    """The data folder and the results computed from it."""

    data: Path
    rows: int | None = None
    """Largest number of rows to use from each set, for a preview; None means all."""
    cache: str | None = None
    signatures: dict[str, str] = field(default_factory=dict)
    """The signature of every metric used, by its request."""
    used: dict[str, Judged] = field(default_factory=dict)
    """Every data set read, by name."""
    _tools: dict[str, Any] = field(default_factory=dict)
    _results: dict[tuple[str, str], Result] = field(default_factory=dict)

    def folder(self, name: str) -> Path:
        """Return the path of a folder or file in the data folder."""
        path = self.data / name
        if not path.exists():
            raise Missing(f"the data folder has no {name}")
        return path

    def judged(self, name: str, part: str = "") -> Judged:
        """Return a public data set with its ratings, or one part of it."""
        label = f"{name}/{part}" if part else name
        if label not in self.used:
            whole = read_public(name, self.folder(f"eval/{name}"))
            if part and part not in whole.parts:
                raise Missing(f"eval/{name} has no {part}")
            self.keep(Judged.of_public(whole.part(part) if part else whole))
        return self.used[label]

    def keep(self, judged: Judged) -> None:
        """Store a data set; if `rows` is given, thin it out evenly to about that many."""
        at = range(len(judged.examples))[:: self._step(len(judged.examples))]
        self.used[judged.name] = replace(
            judged,
            examples=[judged.examples[one] for one in at],
            clusters=[judged.clusters[one] for one in at],
        )

    def _step(self, rows: int) -> int:
        return 1 if self.rows is None else max(1, -(-rows // self.rows))

    def tools(self, metrics: Iterable[Metric]) -> dict[str, Any]:
        """Return the embedded tools that these metrics need."""
        roles = dict.fromkeys(role for metric in metrics for role in metric.roles())
        for role in roles:
            if role not in self._tools:
                kept = Cache(self.cache) if self.cache else default_cache()
                self._tools[role] = open_tool(role, cache=kept)
        return {role: self._tools[role] for role in roles}

    def results(
        self, name: str, examples: Sequence[Example], metrics: Sequence[str]
    ) -> list[Result]:
        """Score these examples; results are stored by `name`, so each is computed once."""
        new = [one for one in metrics if (name, one) not in self._results]
        for request in requests_for(new) if new else ():
            self._results[name, request.label] = self._scored(name, examples, request)
        return [self._results[name, one] for one in metrics]

    def on(self, judged: Judged, metrics: Sequence[str]) -> list[Result]:
        """Score a data set."""
        return self.results(judged.name, judged.examples, metrics)

    def _scored(self, name: str, examples: Sequence[Example], request: Request) -> Result:
        tools = self.tools([request.metric])
        check(examples, [request], tools)
        with progress(f"{request.label} on {name}", len(examples)) as done:
            (result,) = evaluate(examples, [request], tools, progress=done)
        self.signatures[request.label] = result.signature
        return result
