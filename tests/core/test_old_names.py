"""Deprecated names still work, with a warning that gives the new name."""

from __future__ import annotations

from importlib import import_module

import pytest

OLD = {
    "concepts": {
        "Judged": "JudgedDocument",
        "Settings": "ConceptSettings",
        "Study": "ConceptReport",
    },
    "items": {"Settings": "ItemSettings", "Study": "ItemAnalysis", "rated": "mean_rating"},
    "meta": {"Study": "MetaReport"},
    "sets": {"Settings": "SetSettings", "Question": "JudgedQuestion"},
}


@pytest.mark.parametrize(
    ("room", "old", "new"),
    [(room, old, new) for room, names in OLD.items() for old, new in names.items()],
)
def test_an_old_name_returns_the_new_object(room: str, old: str, new: str) -> None:
    module = import_module(f"qgauge.{room}")
    with pytest.warns(DeprecationWarning, match=f"qgauge.{room}.{old} is now qgauge.{room}.{new}"):
        assert getattr(module, old) is getattr(module, new)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Studies'"):
        _ = import_module("qgauge.items").Studies


def test_a_name_that_moved_to_another_module() -> None:
    import qgauge
    from qgauge import core

    with pytest.warns(DeprecationWarning, match="qgauge.core.Metric is now qgauge.Metric"):
        assert core.Metric is qgauge.Metric
