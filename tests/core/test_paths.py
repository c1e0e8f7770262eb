"""The user's cache folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from qgauge.core.paths import cache_folder


def test_the_cache_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.path.abspath("somewhere"))
    assert cache_folder() == os.path.abspath("somewhere/qgauge")


@pytest.mark.parametrize("given", ["", "relative"])
def test_a_relative_path_is_ignored(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", given)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    assert cache_folder() == "/home/me/.cache/qgauge"


def test_there_is_none_without_a_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cache_folder() is None
