"""Calling a tool: whatever it raises becomes an error that names the examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from qgauge.core.errors import ToolFailed
from qgauge.core.example import Example

Made = TypeVar("Made")


def call(role: str, work: Callable[[Sequence[Example]], Made], examples: Sequence[Example]) -> Made:
    """What the tool's work makes of all these examples at once."""
    try:
        return work(examples)
    except Exception as problem:
        said = str(problem) or type(problem).__name__
        failed = [example.id for example in examples if _fails(work, example)]
        # it may fail on all of them together only
        ids = failed or [example.id for example in examples]
        raise ToolFailed(f"The {role} failed: {said}", ids) from problem


def _fails(work: Callable[[Sequence[Example]], object], example: Example) -> bool:
    try:
        work([example])
    except Exception:  # noqa: BLE001 - a tool may raise anything
        return True
    return False
