"""Runs the `qgauge` command: in this process, in a separate process, or in a terminal.

A run in this process takes only milliseconds, and uses the same entry point, arguments, streams and
exit code. Afterwards, all process state (working folder, environment, signal handlers, open caches)
is restored.
"""

from __future__ import annotations

import functools
import logging
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from unittest.mock import patch

import typer.main

from qgauge.cli import main
from qgauge.tools import cache

COMMAND = [sys.executable, "-c", "from qgauge.cli import main; main()"]
"""The command that starts `qgauge` in a separate process, without its arguments."""
Done = subprocess.CompletedProcess[str]
_SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
_made_once = functools.cache(typer.main.get_command)
"""Cached, because building the parser of all verbs takes longer than running most of them."""


def run_in_process(*words: str | Path, stdin: str | bytes = "", cwd: Path) -> Done:
    """Run the command in this process, with real file descriptors for its three streams."""
    content = stdin.encode() if isinstance(stdin, str) else stdin
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        with _piped(content) as source:
            code = _call(words, cwd, (source, out.fileno(), err.fileno()))
        shown = []
        for stream in (out, err):
            stream.seek(0)
            shown.append(stream.read().decode())
    return _checked(Done(["qgauge", *words], code, *shown))


def run_apart(*words: str | Path, stdin: str | bytes = "", cwd: Path) -> Done:
    """Run the command in a separate process, for tests of interpreter start-up and exit."""
    content = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run([*COMMAND, *words], input=content, capture_output=True, cwd=cwd)
    out, err = done.stdout.decode(), done.stderr.decode()
    return _checked(Done(done.args, done.returncode, out, err))


def run_in_terminal(columns: int, *words: str | Path, cwd: Path) -> str:
    """Return the output of the command on a terminal of this width, without colours."""
    return without_escapes(
        shown_in_terminal(*words, cwd=cwd, environment={"COLUMNS": str(columns)})
    )


def shown_in_terminal(
    *words: str | Path, cwd: Path, environment: Mapping[str, str], both: bool = False
) -> str:
    """Return all that the command writes to a terminal as stdout, with its escape codes.

    With `both`, also what it writes to stderr.
    """
    more = {"TERM": "xterm", **environment}
    with tempfile.TemporaryFile() as err:
        with _terminal() as (terminal, shown), _piped(b"") as source:
            second = terminal if both else err.fileno()
            code = _call(words, cwd, (source, terminal, second), environment=more)
        err.seek(0)
        assert code == 0, err.read().decode()
    return shown.decode()


def run_watched(
    *words: str | Path, cwd: Path, apart: bool = False, environment: Mapping[str, str] | None = None
) -> Done:
    """Run the command with a terminal as stderr, where its progress bars are; stdout is a file."""
    more = {"COLUMNS": "120", "TERM": "xterm-256color"} | dict(environment or {})
    with tempfile.TemporaryFile() as out:
        with _terminal() as (terminal, shown), _piped(b"") as source:
            if apart:
                streams = {"stdin": source, "stdout": out, "stderr": terminal}
                full = {**os.environ, **more}
                code = subprocess.run([*COMMAND, *words], cwd=cwd, env=full, **streams).returncode
            else:
                code = _call(words, cwd, (source, out.fileno(), terminal), environment=more)
        out.seek(0)
        return _checked(Done(["qgauge", *words], code, out.read().decode(), shown.decode()))


def without_escapes(shown: str) -> str:
    """Return terminal output without colours and cursor movements."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)


@contextmanager
def _terminal() -> Iterator[tuple[int, bytearray]]:
    """Return the descriptor of a new terminal, and what is written to it, complete at the end."""
    reading, terminal = pty.openpty()
    shown = bytearray()

    def read() -> None:
        with suppress(OSError):  # a terminal reports this when the other side is closed
            while block := os.read(reading, 1 << 16):
                shown.extend(block)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield terminal, shown
    finally:
        os.close(terminal)
        reader.join()
        os.close(reading)


def _checked(done: Done) -> Done:
    assert "Traceback" not in done.stderr, done.stderr
    return done


def _call(
    words: Sequence[str | Path],
    cwd: Path,
    descriptors: tuple[int, int, int],
    environment: Mapping[str, str] | None = None,
) -> int:
    """Return the exit code; bugs in the program raise their exception."""
    with _own_process_state(cwd), _streams(descriptors):
        os.environ.update(environment or {})
        sys.argv = ["qgauge", *map(os.fspath, words)]
        try:
            with patch("typer.main.get_command", _made_once):
                main()
        except SystemExit as end:
            return int(end.code or 0)
    return 0


@contextmanager
def _own_process_state(cwd: Path) -> Iterator[None]:
    """Set up the process state for a run, and restore it afterwards."""
    folder, environment, arguments = os.getcwd(), dict(os.environ), sys.argv
    handlers = {number: signal.getsignal(number) for number in _SIGNALS}
    root = logging.getLogger()
    # without handlers, warnings go to stderr instead of to pytest
    logged, root.handlers = root.handlers, []
    os.chdir(cwd)
    try:
        yield
    finally:
        _forget_caches()
        root.handlers = logged
        for number, handler in handlers.items():
            signal.signal(number, handler)
        sys.argv = arguments
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(folder)


def _forget_caches() -> None:
    """Close connections, and forget damaged files and warnings that are given once."""
    cache._disconnect_all()
    cache._FILES.clear()
    cache._WARNED.clear()


@contextmanager
def _streams(descriptors: tuple[int, int, int]) -> Iterator[None]:
    """Replace the standard streams, both in Python and at the level of file descriptors."""
    encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
    ours = sys.stdin, sys.stdout, sys.stderr
    kept = [os.dup(number) for number in range(3)]
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
    sys.stdin = open(0, encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding=encoding, closefd=False, buffering=1)  # noqa: SIM115
    try:
        yield
    finally:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            stream.close()
        sys.stdin, sys.stdout, sys.stderr = ours
        for number, descriptor in enumerate(kept):
            os.dup2(descriptor, number)
            os.close(descriptor)


@contextmanager
def _piped(content: bytes) -> Iterator[int]:
    """Return the read end of a pipe with this content."""
    reading, writing = os.pipe()

    def write() -> None:
        with suppress(BrokenPipeError), open(writing, "wb") as stream:
            stream.write(content)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        yield reading
    finally:
        os.close(reading)
