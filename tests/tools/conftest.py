"""Fixtures for the cache: a path, and a day that tests can change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from qgauge.tools import cache as module
from qgauge.tools.cache import Cache


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "folder" / "tools.sqlite"
    yield path
    Cache(path).close()


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The current day as a mutable one-element list."""
    today = [100]
    monkeypatch.setattr(module, "_today", lambda: today[0])
    return today
