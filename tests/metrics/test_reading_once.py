"""A run of several metrics asks the models each question once, without a cache, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import qgauge
from qgauge.core import Example
from qgauge.models import Pieces, Session
from qgauge.tools.registry import open_tools

PASSAGE = "Marta Lind built the lighthouse in 1860. It rained. Theo Falk painted it green in 1902."
ROWS = [
    Example("1", "Who built the lighthouse?", (), PASSAGE, "Marta Lind"),
    Example("2", "When did Theo Falk paint it?", (), PASSAGE, "1902"),
    Example("3", "Did it rain?", (), PASSAGE, "Yes"),
]
ROLES = ("grammarian", "parser", "reader", "verifier", "entailer")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[Any, ...]]:
    """How often each model has read each input."""
    found: Counter[tuple[Any, ...]] = Counter()
    real = Session.run

    def spy(self: Session, sequences: Sequence[Pieces], outputs: Sequence[str] = ()) -> Any:
        found.update((self.name, tuple(one.ids)) for one in sequences)
        return real(self, sequences, outputs)

    monkeypatch.setattr(Session, "run", spy)
    return found


@pytest.mark.parametrize(
    "names", [["quality"], ["answering", "inference", "quality", "dimensions"]]
)
def test_each_input_is_read_once(names: list[str], read: Counter[tuple[Any, ...]]) -> None:
    tools = open_tools(ROLES, {}, cache=None)
    together = qgauge.score(ROWS, names, tools=tools)
    assert {model for model, _ in read} == {"linguist", "reader"}
    assert max(read.values()) == 1
    for name in names:
        alone = qgauge.score(ROWS, [name], tools=open_tools(ROLES, {}, cache=None))[name]
        assert alone.scores == together[name].scores
