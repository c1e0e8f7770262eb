"""Running the command as a user does."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "questions.jsonl"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache for the test alone, outside its folder; where its file will be."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder / "qgauge" / "tools.sqlite"


@pytest.fixture
def qgauge(tmp_path: Path) -> Run:
    """Runs `qgauge` with these words in an empty folder; never a traceback, whatever happens."""

    def run(*words: str, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [sys.executable, "-c", "from qgauge.cli import main; main()", *words],
            input=content,
            capture_output=True,
            cwd=tmp_path,
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in err, err
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return run


@pytest.fixture
def terminal(tmp_path: Path) -> Callable[..., str]:
    """Runs `qgauge` with these words in a terminal of so many columns; what it prints on stdout."""

    def run(columns: int, *words: str) -> str:
        main, side = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-c", "from qgauge.cli import main; main()", *words],
            stdout=side,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": str(columns), "TERM": "xterm"},
        ) as process:
            os.close(side)
            shown = b""
            try:
                while block := os.read(main, 1 << 16):
                    shown += block
            except OSError:
                pass  # how a terminal says that the other side is closed
            finally:
                os.close(main)
        assert process.returncode == 0
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())

    return run


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, Sequence[Any]], str]:
    """Writes rows as JSONL; strings are written as they are."""

    def save(name: str, rows: Sequence[Any]) -> str:
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return name

    return save
