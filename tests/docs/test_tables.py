"""Run the examples for Polars and Hugging Face datasets where these are installed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parent.parent.parent / "docs" / "tables.md"
BLOCKS = {
    match[1]: match[0]
    for match in re.findall(
        r"^```python\n((?:import|from) (\w+)(?:.*\n)*?)```$", PAGE.read_text("utf-8"), re.MULTILINE
    )
}


@pytest.mark.parametrize(("package", "named"), [("polars", "frame"), ("datasets", "made")])
def test_the_example_scores_every_row(package: str, named: str) -> None:
    pytest.importorskip(package, reason="install it with: pip install '.[test-adapters]'")
    found: dict[str, Any] = {}
    exec(BLOCKS[package], found)
    assert [round(value, 4) for value in found[named]["q_bleu1"]] == [0.6464, 0.4860]


def test_the_page_has_both_examples() -> None:
    assert set(BLOCKS) == {"polars", "datasets"}
