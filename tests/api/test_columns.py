"""Every function hands `columns=` to the reader of rows."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import qgauge

CALLS: dict[str, Any] = {
    "scoring": lambda **more: qgauge.score([], **more),
    "ranking": lambda **more: qgauge.rank([], **more),
    "comparison": lambda **more: qgauge.compare([], **more),
    "explanation": lambda **more: qgauge.explain([], **more),
    "rating": lambda **more: qgauge.dimensions([], **more),
    "meta_evaluation": lambda **more: qgauge.meta([], **more),
    "qud_evaluation": lambda **more: qgauge.qud([], **more),
}


class Read(Exception):
    """Raised with the columns that the reader was given."""


@pytest.mark.parametrize("module", CALLS)
def test_columns_reach_the_reader(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(_: Any, columns: Any = None) -> Any:
        raise Read(columns)

    monkeypatch.setattr(import_module(f"qgauge.api.{module}"), "examples_of", read)
    with pytest.raises(Read) as caught:
        CALLS[module](columns={"question": "prediction"})
    assert caught.value.args == ({"question": "prediction"},)
