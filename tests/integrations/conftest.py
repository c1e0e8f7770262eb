"""Tests of the frameworks run where a framework is installed, and never on a network."""

from __future__ import annotations

import gc
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

OFFLINE = {
    "DEEPEVAL_TELEMETRY_OPT_OUT": "1",
    "HF_DATASETS_OFFLINE": "1",
    "HF_EVALUATE_OFFLINE": "1",
    "HF_HUB_OFFLINE": "1",
    "RAGAS_DO_NOT_TRACK": "true",
}


@pytest.fixture(autouse=True, scope="module")
def _offline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    def refuse(*_: Any) -> None:
        raise AssertionError("a test must not open a connection")

    with pytest.MonkeyPatch.context() as patch:
        for name, value in OFFLINE.items():
            patch.setenv(name, value)
        patch.setenv("HF_HOME", str(tmp_path_factory.mktemp("hugging_face")))
        patch.setattr(socket.socket, "connect", refuse)
        yield


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frameworks leave files in the current folder."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def _leftovers_collected() -> Iterator[None]:
    """Frameworks leave streams open; their warnings must not reach the next test."""
    yield
    gc.collect()
