"""Fixtures for tests that compare functions with the command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.command import run_in_process

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
Printed = Callable[..., Any]


@pytest.fixture
def printed(tmp_path: Path) -> Printed:
    """Run the command with `--json`, and return what it prints."""

    def run(*words: str | Path) -> Any:
        done = run_in_process(*words, "--json", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def as_printed(value: Any) -> Any:
    """Return a value as JSON would give it back: tuples as lists."""
    return json.loads(json.dumps(value, allow_nan=False))


def rows_of(name: str) -> list[dict[str, Any]]:
    """Return the rows of an example file."""
    return [json.loads(line) for line in (EXAMPLES / name).read_text("utf-8").splitlines()]
