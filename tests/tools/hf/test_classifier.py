"""Hugging Face models as classifiers."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import toy_models as toys

from qgauge.tools.registry import open_tool

pytest.importorskip("torch", reason="get it with: pip install '.[test-adapters]'")
pytest.importorskip("transformers", reason="get it with: pip install '.[test-adapters]'")


def test_class_names_of_li_and_roth_are_normalised(tmp_path: Path) -> None:
    model = toys.save_hf("classifier", tmp_path / "classes")
    (label,) = open_tool("classifier", f"hf:{model}").classify(["Who built it?"])
    assert list(label.probabilities) == ["HUM:ind", "NUM:date", "LOC:city"]


def test_the_end_of_a_long_question_is_read(tmp_path: Path) -> None:
    model = toys.save_hf("classifier", tmp_path / "classes")
    tool = open_tool("classifier", f"hf:{model}")
    one, other = tool.classify(["the tower " * 90 + "ada", "the tower " * 90 + "who"])
    assert one.probabilities != other.probabilities
