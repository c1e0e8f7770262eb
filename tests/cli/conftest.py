"""Fixtures that run the command as a user does."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from helpers.command import Done, run_apart, run_in_process, run_in_terminal

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "questions.jsonl"
Run = Callable[..., Done]


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of a cache for this test only, outside its working folder."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder / "qgauge" / "tools.sqlite"


@pytest.fixture
def qgauge(tmp_path: Path) -> Run:
    """Run `qgauge` with these arguments in an empty folder; fail on any traceback."""
    return partial(run_in_process, cwd=tmp_path)


@pytest.fixture
def qgauge_apart(tmp_path: Path) -> Run:
    """Like `qgauge`, in a separate process, for tests that change the interpreter's environment."""
    return partial(run_apart, cwd=tmp_path)


@pytest.fixture
def terminal(tmp_path: Path) -> Callable[..., str]:
    """Run `qgauge` in a terminal of this width and return its stdout."""
    return partial(run_in_terminal, cwd=tmp_path)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, Sequence[Any]], str]:
    """Write rows as JSONL; strings are written unchanged."""

    def save(name: str, rows: Sequence[Any]) -> str:
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return name

    return save
