"""Hugging Face models as encoders."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import toy_models as toys

from qgauge.tools.registry import open_tool

pytest.importorskip("torch", reason="get it with: pip install '.[test-adapters]'")
pytest.importorskip("transformers", reason="get it with: pip install '.[test-adapters]'")


def test_long_texts_are_truncated(tmp_path: Path) -> None:
    model = toys.save_roberta(tmp_path / "roberta", "RobertaModel")
    long, short = open_tool("encoder", f"hf:{model}").encode(["the tower " * 50, "the"], 2)
    assert len(long.pieces) == 64
    assert short.pieces == ("<s>", "Ġthe", "</s>")  # tokenised as within a text, as in bert-score
