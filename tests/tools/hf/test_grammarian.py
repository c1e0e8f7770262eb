"""Hugging Face models as grammarians."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import toy_models as toys

from qgauge.core import BadSetting
from qgauge.tools.registry import open_tool

pytest.importorskip("torch", reason="get it with: pip install '.[test-adapters]'")
pytest.importorskip("transformers", reason="get it with: pip install '.[test-adapters]'")


def test_grammar_tags_become_errors_with_better_wordings(tmp_path: Path) -> None:
    """The toy finds "ada" wrong."""
    labels = ("$KEEP", "$REPLACE_the")
    model = toys.save_hf("grammarian", tmp_path / "ged", labels=labels, points_at="ada")
    tool = open_tool("grammarian", f"hf:{model}")
    text = "who is Ada , who is it ? " * 30 + "is Ada Ada ?"
    (found,) = tool.check([text], suggest=True)
    assert len(found.errors) == 32  # edits are one each, neighbours or not
    assert {text[error.start : error.end] for error in found.errors} == {"Ada"}
    assert {error.suggestion for error in found.errors} == {"the"}
    assert found.wellformed is None
    assert {error.suggestion for error in tool.check([text])[0].errors} == {None}


def test_neighbours_with_one_error_are_one(tmp_path: Path) -> None:
    labels = ("correct", "incorrect")
    model = toys.save_hf("grammarian", tmp_path / "ged", labels=labels, points_at="ada")
    (found,) = open_tool("grammarian", f"hf:{model}").check(["is Ada Ada it? Ada"])
    assert [(error.start, error.end) for error in found.errors] == [(3, 10), (15, 18)]
    assert {error.kind for error in found.errors} == {"incorrect"}


def test_a_tagger_of_something_else_is_no_grammarian(tmp_path: Path) -> None:
    model = toys.save_hf("grammarian", tmp_path / "pos", labels=("NOUN", "VERB"))
    with pytest.raises(BadSetting, match="must be for correct words"):
        open_tool("grammarian", f"hf:{model}")
