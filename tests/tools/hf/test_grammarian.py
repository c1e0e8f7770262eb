"""Hugging Face models as grammar checkers."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import toy_models as toys

from qgauge.core import BadSetting
from qgauge.tools.registry import open_tool

pytest.importorskip("torch", reason="get it with: pip install '.[test-adapters]'")
pytest.importorskip("transformers", reason="get it with: pip install '.[test-adapters]'")


def test_edit_tags_become_errors_with_suggestions(tmp_path: Path) -> None:
    """The toy model tags "ada" as an error."""
    labels = ("$KEEP", "$REPLACE_the")
    model = toys.save_hf("grammarian", tmp_path / "ged", labels=labels, points_at="ada")
    tool = open_tool("grammarian", f"hf:{model}")
    text = "who is Ada , who is it ? " * 30 + "is Ada Ada ?"
    (found,) = tool.check([text], suggest=True)
    assert len(found.errors) == 32  # every edit is a separate error, even if adjacent
    assert {text[error.start : error.end] for error in found.errors} == {"Ada"}
    assert {error.suggestion for error in found.errors} == {"the"}
    assert found.wellformed is None
    assert {error.suggestion for error in tool.check([text])[0].errors} == {None}


def test_adjacent_words_with_the_same_error_are_one_error(tmp_path: Path) -> None:
    labels = ("correct", "incorrect")
    model = toys.save_hf("grammarian", tmp_path / "ged", labels=labels, points_at="ada")
    (found,) = open_tool("grammarian", f"hf:{model}").check(["is Ada Ada it? Ada"])
    assert [(error.start, error.end) for error in found.errors] == [(3, 10), (15, 18)]
    assert {error.kind for error in found.errors} == {"incorrect"}


def test_taggers_for_other_tasks_are_rejected(tmp_path: Path) -> None:
    model = toys.save_hf("grammarian", tmp_path / "pos", labels=("NOUN", "VERB"))
    with pytest.raises(BadSetting, match="must be for correct words"):
        open_tool("grammarian", f"hf:{model}")
