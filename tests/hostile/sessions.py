"""Run the command in a separate session, and find the processes of a session."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import pytest

QGAUGE = [sys.executable, "-c", "from qgauge.cli import main; main()"]
PATIENCE = 120.0
"""Seconds to wait for an event before a test fails; long, because loaded machines are slow."""

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="processes are counted in Linux's /proc"
)


@contextmanager
def session(
    words: Sequence[str],
    folder: Path,
    *,
    command: Sequence[str] = QGAUGE,
    stdin: int | IO[bytes] = subprocess.PIPE,
    env: Mapping[str, str] | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """Start the command in a new session, and kill the whole session at the end."""

    def heed_interrupts() -> None:
        # a shell starts background jobs with SIGINT ignored, and children inherit that
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    with (folder / STDERR).open("wb") as stderr:
        process = subprocess.Popen(
            [*command, *words],
            cwd=folder,
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            start_new_session=True,
            preexec_fn=heed_interrupts,
            env={**os.environ, **(env or {})},
        )
    try:
        yield process
    finally:
        kill_session(process.pid)
        process.wait()
        if process.stdin:
            with suppress(BrokenPipeError):
                process.stdin.close()


STDERR = "stderr.txt"
"""The file for stderr: orphans would hold a pipe open."""


def kill_session(session_id: int) -> None:
    """Kill all processes of a session."""
    for pid in members(session_id):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def members(session_id: int) -> list[int]:
    """Return the running processes of a session (Linux)."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                # the command name is in parentheses and may contain any character
                state, _, _, of_session = (
                    folder.joinpath("stat").read_text().rpartition(")")[2].split()[:4]
                )
                if int(of_session) == session_id and state not in "ZX":
                    found.append(int(folder.name))
    return found


def until(happened: Callable[[], Any], what: str) -> None:
    """Wait for an event; fail if it does not happen in time."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, f"still waiting after {PATIENCE:g} s: {what}"
        time.sleep(0.01)
