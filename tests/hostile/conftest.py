"""Fixtures that run verbs in this process, with a local judge and without the user's files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from helpers.fault_server import FaultServer
from hostile.forks import ForkServer
from hostile.verbs import SERVER
from typer.main import get_command

from qgauge.tools import cache as cache_module

MARKUP = "[red]x[/red][/] :smile:"
"""Valid rich markup, invalid rich markup, and an emoji name."""
EVIL = f"\x1b]0;title\x07\x1b[31m\x9b2J\x7f\r\b{MARKUP}"
"""The same with terminal control characters: ESC, BEL, one-character CSI, DEL, CR, BS."""
CONTROLS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f]")


NOBODY = 65_534


@dataclass(frozen=True)
class Done:
    """The exit code and the output of a run."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


def _answer(request: dict[str, Any]) -> str:
    shape = request["response_format"]["json_schema"]["schema"]["properties"]
    said: dict[str, Any] = {"question": f"Why so?{EVIL}", "anchor": 1}
    for name, about in shape.items():
        said.setdefault(name, about["enum"][0] if "enum" in about else f"Because.{EVIL}")
    return json.dumps({name: said[name] for name in shape})


@pytest.fixture(scope="session")
def server() -> Iterator[FaultServer]:
    """A judge that always gives the first allowed answer, with control characters appended."""
    with FaultServer(answer=_answer) as made:
        yield made


@pytest.fixture(scope="session")
def forks() -> Iterator[ForkServer]:
    """Starts the command in a separate process."""
    made = ForkServer()
    yield made
    made.close()


@pytest.fixture(scope="session")
def nobody(forks: ForkServer, tmp_path_factory: pytest.TempPathFactory) -> int:
    """The id of a user who owns no files."""
    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    folder = tmp_path_factory.mktemp("nobody")
    with forks.start(["--version"], folder, uid=NOBODY) as fork:
        if fork.wait() != 0:
            pytest.skip(f"cannot switch to another user here: {fork.err}")
    return NOBODY


@pytest.fixture(scope="session")
def command() -> Any:
    from qgauge.cli.app import app

    return get_command(app)


@pytest.fixture
def folder(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """An empty working folder; the cache is elsewhere."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    for name in ("QGAUGE_JUDGE", "QGAUGE_JUDGE_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    cache_module._WARNED.clear()
    return tmp_path


@pytest.fixture
def full_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A file system without free space."""
    place = tmp_path_factory.mktemp("disk")
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", place], capture_output=True
    )
    if made.returncode:
        pytest.skip(f"cannot mount a file system here: {made.stderr.decode().strip()}")
    try:
        (place / "filler").write_bytes(b"x" * 12_288)
        yield place
    finally:
        subprocess.run(["umount", place], check=True)


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that every user can read, but only the user of this process can write to."""
    with TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


@pytest.fixture
def run(folder: Path, server: FaultServer, command: Any) -> Run:
    """Run the command with these arguments; an exception fails the test."""

    def invoke(words: Sequence[str], stdin: bytes = b"") -> Done:
        filled_in = judge_at(server, folder / "answers.sqlite", words)
        with _streams(stdin) as (out, err):
            try:
                command.main(filled_in, prog_name="qgauge")
                code: Any = 0
            except SystemExit as end:
                code = end.code
            return Done(code, _written(out), _written(err))

    return invoke


def judge_at(server: FaultServer, store: Path, words: Sequence[str | Path]) -> list[str]:
    """Return the arguments with the judge's address and store filled in."""
    judge = f"server:m@{server.url},store={store},pause=0.01"
    return [str(word).replace(SERVER, judge) for word in words]


@contextmanager
def _streams(stdin: bytes) -> Iterator[tuple[TextIOWrapper, TextIOWrapper]]:
    """Replace the standard streams. (typer's runner would rebuild the command for each run.)"""
    out, err = TextIOWrapper(BytesIO(), "utf-8"), TextIOWrapper(BytesIO(), "utf-8")
    with redirect_stdout(out), redirect_stderr(err):
        before, sys.stdin = sys.stdin, TextIOWrapper(BytesIO(stdin), "utf-8")
        try:
            yield out, err
        finally:
            sys.stdin = before


def _written(stream: TextIOWrapper) -> str:
    stream.flush()
    content = stream.buffer.getvalue()  # type: ignore[attr-defined]
    return str(content.decode())


def left_behind(folder: Path) -> list[str]:
    """Return the temporary files that a run did not remove."""
    return [name for name in os.listdir(folder) if name.endswith(".tmp")]
