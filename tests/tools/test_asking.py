"""Errors of tools that fail."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from qgauge.core import Example, ToolFailed
from qgauge.tools.asking import call

EXAMPLES = [Example(str(at), f"Who is number {at}?") for at in range(10)]


def test_the_error_names_the_examples_the_tool_fails_on() -> None:
    def work(examples: Sequence[Example]) -> int:
        if any("7" in example.question for example in examples):
            raise RuntimeError("no sevens")
        return len(examples)

    assert call("parser", work, EXAMPLES[:5]) == 5
    with pytest.raises(ToolFailed) as caught:
        call("parser", work, EXAMPLES)
    assert str(caught.value) == "The parser failed: no sevens (examples: 7)"
    assert isinstance(caught.value.__cause__, RuntimeError)


def test_the_error_names_all_examples_if_only_the_whole_batch_fails() -> None:
    def work(examples: Sequence[Example]) -> int:
        return {1: 1}[len(examples)]

    with pytest.raises(ToolFailed) as caught:
        call("parser", work, EXAMPLES[:3])
    assert caught.value.ids == ("0", "1", "2")
