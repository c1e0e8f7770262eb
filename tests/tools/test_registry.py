"""Open tools by role and engine, with and without a cache."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from qgauge.core import BadSetting
from qgauge.tools.cache import Cache
from qgauge.tools.registry import ROLES, open_tool
from qgauge.tools.roles import Place

PAIRS = [("Who slept?", "A man slept in the park."), ("Who ran?", "A dog ran.")]
TRIPLES = [("Who slept?", "A man", "A man slept in the park."), ("Who ran?", "", "A dog ran.")]
INPUTS: dict[str, list[Any]] = {
    "parser": ["Ada Lovelace paid $5 in London.", "", "why?"],
    "classifier": ["Who wrote it?", "", "why?"],
    "grammarian": ["What are the capital of France?", "", "why?"],
    "reader": PAIRS,
    "entailer": PAIRS,
    "verifier": TRIPLES,
    "rater": TRIPLES,
    "embedder": PAIRS,
    "generator": [Place("A man slept in the park.", 0, 5), Place("A dog ran.", 6, 9, "what")],
}

OFFLINE = [role for role, about in ROLES.items() if "embedded" in about.engines]
"""Roles with an embedded engine."""


def use(tool: Any, role: str) -> Any:
    return getattr(tool, ROLES[role].verb)(INPUTS[role])


def test_every_role_has_inputs_here() -> None:
    assert set(INPUTS) == set(OFFLINE)


def test_unknown_role_and_engine() -> None:
    with pytest.raises(BadSetting, match=r"no tool 'singer'.*parser"):
        open_tool("singer")
    with pytest.raises(BadSetting, match=r"no parser 'magic'.*embedded or spacy:MODEL"):
        open_tool("parser", "magic")
    with pytest.raises(BadSetting, match="no parser 'spacy'"):
        open_tool("parser", "spacy")
    with pytest.raises(BadSetting, match=r"no embedder 'vectors'.*FILE is a text file"):
        open_tool("embedder", "vectors")
    with pytest.raises(BadSetting, match=r"no reader 'embedded:x'. Choose embedded or hf:MODEL"):
        open_tool("reader", "embedded:x")
    with pytest.raises(BadSetting, match=r"no verifier 'hf:x'. Choose embedded"):
        open_tool("verifier", "hf:x")


@pytest.mark.parametrize("role", OFFLINE)
def test_results_are_the_same_with_and_without_a_cache(role: str, tmp_path: Path) -> None:
    with Cache(tmp_path / "tools.sqlite") as cache:
        plain = use(open_tool(role), role)
        tool = open_tool(role, cache=cache)
        assert use(tool, role) == plain
        assert use(tool, role) == plain
        assert use(pickle.loads(pickle.dumps(tool)), role) == plain
        assert open_tool(role, threads=2).identity == tool.identity


@pytest.mark.parametrize("role", [role for role in OFFLINE if ROLES[role].cached])
def test_a_warm_cache_needs_no_model(
    role: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Cache(tmp_path / "tools.sqlite") as cache:
        known = use(open_tool(role, cache=cache), role)

        def no_model(*_: object, **__: object) -> None:
            raise AssertionError("the model was loaded")

        monkeypatch.setattr("qgauge.models.load", no_model)
        monkeypatch.setattr("qgauge.models.Session.run", no_model)  # it may already be loaded
        assert use(open_tool(role, cache=cache), role) == known


def test_results_with_and_without_suggestions_are_cached_separately(tmp_path: Path) -> None:
    with Cache(tmp_path / "tools.sqlite") as cache:
        tool = open_tool("grammarian", cache=cache)
        text = "How many book did he read?"
        (plain,), (corrected,) = tool.check([text]), tool.check([text], suggest=True)
        assert plain.errors[0].suggestion is None
        assert corrected.errors[0].suggestion == "books"
