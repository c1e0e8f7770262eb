"""The embedded tools, opened once, with the hand-made generator and answer finder."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.hand_made_generator import KnownQuestions, install

from qgauge.generation.quiz_settings import ROLES
from qgauge.tools import open_tool


@pytest.fixture(scope="session")
def embedded() -> dict[str, Any]:
    """Return the embedded tools, without a generator."""
    return {role: open_tool(role) for role in ROLES if role != "generator"}


@pytest.fixture
def tools(embedded: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return all tools of a quiz about the lighthouse; the answer finder is made by hand."""
    install(monkeypatch)
    return {**embedded, "generator": KnownQuestions()}
