"""The key: in no log, store, file, report, traceback or list of processes."""

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
    """Errors that say all headers back, then answers."""
    return ["429", "503", "broken", "drop", None][min(times, 4)]


@pytest.mark.slow
def test_a_run_says_nothing_of_the_key_anywhere(tmp_path: Path, key: str) -> None:
    """With every logger at its loudest, and a server that repeats what it was sent."""
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
        assert any(f"Bearer {key}" in head for head in server.heads), "the key did go along"
    assert b"judge\0run" in listed, "the process was looked at"
    assert key.encode() not in out + err + listed
    assert b"authorization" not in (out + err).lower()
    written = everything_in(tmp_path)
    assert b"Who built house" in written, "the files were looked at"
    assert key.encode() not in written
    assert b"authorization" not in written.lower()
    assert b"[key]" in written, "where the server said it, it was blotted out"


def test_answers_that_hold_the_key_are_kept_without(
    tmp_path: Path, judge: MakeJudge, key: str
) -> None:
    with FaultServer(key=key, answer=lambda _: f'{{"reason": "{key}", "score": 1}}') as server:
        (verdict,) = judge(server).ask(asks(1))
    assert verdict.value == {"reason": "[key]", "score": 1}
    assert key.encode() not in everything_in(tmp_path)


@pytest.mark.parametrize("fault", ["403", "503", "drop", "302"])
def test_tracebacks_do_not_show_it(judge: MakeJudge, key: str, fault: str) -> None:
    """Not even those that show every variable of every frame."""
    with FaultServer(lambda request, times: fault, key=key, echo=True) as server:
        one = judge(server, tries=2)
        with pytest.raises(QgaugeError) as found:
            one.ask(asks(5))
    frames = traceback.TracebackException.from_exception(found.value, capture_locals=True)
    del frames.stack[0]  # the test itself, which knows it
    shown = "".join(frames.format())
    assert "in _give_up" in shown, "the frames were looked at"
    shown += repr(one.__dict__) + repr(one.server)
    assert key not in shown
    assert key not in str(found.value)


def test_the_key_goes_nowhere_else(judge: MakeJudge, key: str) -> None:
    """A redirect is not followed."""
    with FaultServer(key=key) as other, FaultServer(lambda *_: "302", key=key) as server:
        with pytest.raises(QgaugeError, match="302"):
            judge(server).ask(asks(1))
        assert other.heads == []


def test_a_wrong_key_is_told_with_advice(judge: MakeJudge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QGAUGE_JUDGE_KEY", "sk-wrong-key-000")
    expected = pytest.raises(QgaugeError, match="key in the environment")
    with FaultServer(key=KEY, echo=True) as server, expected as found:
        judge(server).ask(asks(1))
    assert "sk-wrong" not in str(found.value)
    assert "HTTP 401" in str(found.value)


def test_a_stand_in_for_a_key_does_no_harm(
    judge: MakeJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Local servers take any key; a short one may well be part of an answer."""
    monkeypatch.setenv("QGAUGE_JUDGE_KEY", "so")
    with FaultServer(answer=lambda _: '{"reason": "so", "score": 1}') as server:
        (verdict,) = judge(server).ask(asks(1))
    assert verdict.value == {"reason": "so", "score": 1}


def test_without_a_key_no_header_is_sent(judge: MakeJudge) -> None:
    assert "QGAUGE_JUDGE_KEY" not in os.environ
    with FaultServer() as server:
        judge(server).ask(asks(1))
        assert all("authorization" not in head.lower() for head in server.heads)
