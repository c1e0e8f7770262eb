"""What `qgauge set` has found in the rows of a report: duplicates, leaks, copies, balance."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from qgauge.core import Example
from qgauge.report.blocks import Block, Cell, Column, Section, Table, Value

_FINDINGS = {
    "duplicates": "have a duplicate",
    "gives_away_itself": "give away their own answer",
    "gives_away": "give away the answer of another question",
    "given_away_by": "are given away by another question",
    "generic": "are generic",
    "copied": "are copied from the passage",
}
MOST_CLASSES = 12


@dataclass(slots=True)
class SetFindings:
    """Counts of findings by system, from the field `set` of the rows."""

    _rows: Counter[str] = field(default_factory=Counter)
    _found: Counter[tuple[str, str]] = field(default_factory=Counter)
    _classes: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, example: Example) -> None:
        """Count what is known about a row."""
        found = example.meta.get("set")
        if not isinstance(found, dict):
            return
        self._rows[example.system] += 1
        for name in _FINDINGS:
            self._found[name, example.system] += bool(found.get(name))
        if isinstance(found.get("class"), str):
            self._classes[found["class"], example.system] += 1

    def section(self) -> Section | None:
        """Return the tables; None if no row has been through `qgauge set`."""
        if not self._rows:
            return None
        kinds = Counter[str]()
        for (name, _), count in self._classes.items():
            kinds[name] += count
        shown = [name for name, _ in kinds.most_common(MOST_CLASSES)]
        blocks: list[Block] = [
            self._table("Findings of qgauge set", "questions that", _FINDINGS, self._found),
        ]
        if shown:
            named = {name: name for name in shown}
            caption = "What the questions ask for"
            blocks.append(self._table(caption, "kind of question", named, self._classes))
        return Section("The set", blocks)

    def _table(
        self, caption: str, head: str, named: dict[str, str], counts: Counter[tuple[str, str]]
    ) -> Table:
        columns = [Column(head)]
        columns += [Column(system or "(no name)", numeric=True) for system in self._rows]
        rows = [
            [words, *(self._share(counts[name, system], system) for system in self._rows)]
            for name, words in named.items()
        ]
        return Table(caption, columns, rows)

    def _share(self, count: int, system: str) -> Cell:
        return Value(f"{count} ({count / self._rows[system]:.0%})", count)
