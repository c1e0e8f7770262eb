"""Any number of examples, alternating between two systems."""

from __future__ import annotations

from collections.abc import Iterator

from qgauge.core import Example


def examples(count: int) -> Iterator[Example]:
    for at in range(count):
        year = 1900 + at % 100
        yield Example(str(at), f"Who met in {year}?", (f"Who saw {year}?",), system="ab"[at % 2])
