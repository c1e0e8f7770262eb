"""Judges for the tests: real ones, on servers of loopback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fault_server import FaultServer
from judging import MakeJudge

from qgauge.tools.judge.judge import ServerJudge
from qgauge.tools.judge.server import OWN_KEY, Server
from qgauge.tools.judge.store import Store


@pytest.fixture(autouse=True)
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (OWN_KEY, "OPENAI_API_KEY", "QGAUGE_JUDGE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def judge(tmp_path: Path) -> MakeJudge:
    """Makes a judge for a server, with a store of the test and no patience."""

    def make(server: FaultServer, **settings: Any) -> ServerJudge:
        quick = {"deadline": 5.0, "pause": 0.01, "tries": 4, **settings}
        made = Server("test-model", server.url, **quick)
        return ServerJudge(made, Store(tmp_path / "answers.sqlite"))

    return make
