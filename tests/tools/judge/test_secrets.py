"""The API key appears in no log, store, file, report, traceback or process list."""

from __future__ import annotations

import os
import subprocess
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from helpers.fault_server import FaultServer
from helpers.judge_questions import MakeJudge, asks
from helpers.killed_runs import COMMAND, write_rows

from qgauge.core import QgaugeError

KEY = "sk-test-3f9a77c1d2e44b0c"
LOUD = "import logging; logging.basicConfig(level=logging.DEBUG); "


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("QGAUGE_JUDGE_KEY", KEY)
    return KEY


def echoing(request: dict[str, Any], times: int) -> str | None:
    """Errors that repeat all request headers, then answers."""
    return ["429", "503", "broken", "drop", None][min(times, 4)]


@pytest.mark.slow
def test_a_run_shows_the_key_nowhere(tmp_path: Path, key: str) -> None:
    """All loggers are at DEBUG, and the server repeats what it was sent."""
    rows = tmp_path / "rows.jsonl"
    write_rows(rows, 6)
    with FaultServer(
        echoing, key=key, echo=True, delay=0.05, answer=lambda _: f'{{"x": "{key}"}}'
    ) as server:
        words = ["judge", "run", str(rows), "--rubric", "fluency", "-o", "out.jsonl"]
        words += ["--judge", f"server:m@{server.url},pause=0.01,store=answers.sqlite"]
        process = subprocess.Popen(
            [sys.executable, "-X", "dev", "-c", LOUD + COMMAND, *words],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        listed = b""
        while process.poll() is None and not server.heads:
            with suppress(FileNotFoundError, ProcessLookupError):
                listed += Path(f"/proc/{process.pid}/cmdline").read_bytes()
        out, err = process.communicate()
        assert any(f"Bearer {key}" in head for head in server.heads), "the key was sent"
    assert b"judge\0run" in listed, "the process list was read"
    assert key.encode() not in out + err + listed
    assert b"authorization" not in (out + err).lower()
    written = everything_in(tmp_path)
    assert b"Who built house" in written, "the files were read"
    assert key.encode() not in written
    assert b"authorization" not in written.lower()
    assert b"[key]" in written, "the key was redacted where the server repeated it"


def test_the_key_is_redacted_in_stored_answers(tmp_path: Path, judge: MakeJudge, key: str) -> None:
    with FaultServer(key=key, answer=lambda _: f'{{"reason": "{key}", "score": 1}}') as server:
        (verdict,) = judge(server).ask(asks(1))
    assert verdict.value == {"reason": "[key]", "score": 1}
    assert key.encode() not in everything_in(tmp_path)


@pytest.mark.parametrize("fault", ["403", "503", "drop", "302"])
def test_tracebacks_do_not_show_the_key(judge: MakeJudge, key: str, fault: str) -> None:
    """Not even those that list the local variables of every frame."""
    with FaultServer(lambda request, times: fault, key=key, echo=True) as server:
        one = judge(server, tries=2)
        with pytest.raises(QgaugeError) as found:
            one.ask(asks(5))
    frames = traceback.TracebackException.from_exception(found.value, capture_locals=True)
    del frames.stack[0]  # the test itself, which knows it
    shown = "".join(frames.format())
    assert "in _give_up" in shown, "the frames were formatted"
    shown += repr(one.__dict__) + repr(one.server)
    assert key not in shown
    assert key not in str(found.value)


def test_redirects_are_not_followed(judge: MakeJudge, key: str) -> None:
    with FaultServer(key=key) as other, FaultServer(lambda *_: "302", key=key) as server:
        with pytest.raises(QgaugeError, match="302"):
            judge(server).ask(asks(1))
        assert other.heads == []


def test_a_wrong_key_is_reported_with_advice(
    judge: MakeJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QGAUGE_JUDGE_KEY", "sk-wrong-key-000")
    expected = pytest.raises(QgaugeError, match="key in the environment")
    with FaultServer(key=KEY, echo=True) as server, expected as found:
        judge(server).ask(asks(1))
    assert "sk-wrong" not in str(found.value)
    assert "HTTP 401" in str(found.value)


def test_a_placeholder_key_is_not_redacted(
    judge: MakeJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Local servers take any key; a short one may occur in an answer."""
    monkeypatch.setenv("QGAUGE_JUDGE_KEY", "so")
    with FaultServer(answer=lambda _: '{"reason": "so", "score": 1}') as server:
        (verdict,) = judge(server).ask(asks(1))
    assert verdict.value == {"reason": "so", "score": 1}


def test_without_a_key_no_header_is_sent(judge: MakeJudge) -> None:
    assert "QGAUGE_JUDGE_KEY" not in os.environ
    with FaultServer() as server:
        judge(server).ask(asks(1))
        assert all("authorization" not in head.lower() for head in server.heads)
