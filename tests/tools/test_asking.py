"""Tools that break."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from qgauge.core import Example, ToolFailed
from qgauge.tools.asking import call

EXAMPLES = [Example(str(at), f"Who is number {at}?") for at in range(10)]


def test_the_examples_it_fails_on_are_named() -> None:
    def work(examples: Sequence[Example]) -> int:
        if any("7" in example.question for example in examples):
            raise RuntimeError("no sevens")
        return len(examples)

    assert call("parser", work, EXAMPLES[:5]) == 5
    with pytest.raises(ToolFailed) as caught:
        call("parser", work, EXAMPLES)
    assert str(caught.value) == "The parser failed: no sevens (examples: 7)"
    assert isinstance(caught.value.__cause__, RuntimeError)


def test_all_are_named_where_it_fails_on_them_together_only() -> None:
    def work(examples: Sequence[Example]) -> int:
        return {1: 1}[len(examples)]

    with pytest.raises(ToolFailed) as caught:
        call("parser", work, EXAMPLES[:3])
    assert caught.value.ids == ("0", "1", "2")
