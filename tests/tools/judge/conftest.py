"""Fixtures: real judges against servers on the loopback interface."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from helpers.fault_server import FaultServer
from helpers.judge_questions import MakeJudge

from qgauge.tools.judge.judge import ServerJudge
from qgauge.tools.judge.server import OWN_KEY, Server
from qgauge.tools.judge.store import Store


@pytest.fixture(autouse=True)
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (OWN_KEY, "OPENAI_API_KEY", "QGAUGE_JUDGE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Path for a new store, in a folder that does not exist yet."""
    return tmp_path / "deep" / "answers.sqlite"


@pytest.fixture
def judge(tmp_path: Path) -> MakeJudge:
    """Makes a judge with short pauses and a store in the test folder."""

    def make(server: FaultServer, **settings: Any) -> ServerJudge:
        quick = {"deadline": 60.0, "pause": 0.01, "tries": 4, **settings}
        made = Server("test-model", server.url, **quick)
        return ServerJudge(made, Store(tmp_path / "answers.sqlite"))

    return make


@pytest.fixture
def interrupt() -> Iterator[Callable[[], None]]:
    """Sends Ctrl-C to this process and waits until Python has handled it, so that two stay two."""
    noticed = threading.Semaphore(0)

    def handle(_: int, __: FrameType | None) -> None:
        noticed.release()
        raise KeyboardInterrupt

    def send() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        assert noticed.acquire(timeout=120)

    before = signal.signal(signal.SIGINT, handle)
    yield send
    signal.signal(signal.SIGINT, before)
