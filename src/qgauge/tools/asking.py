"""Calling a tool: whatever it raises becomes an error that names the examples."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from qgauge.core.errors import BadInput, BadSetting, MissingTool, ToolFailed
from qgauge.core.example import Example

Made = TypeVar("Made")
Asked = TypeVar("Asked", bound=Hashable)


def ask(
    role: str,
    tool: Callable[[list[Asked]], Sequence[Made]],
    examples: Sequence[Example],
    inputs: Callable[[Example], Iterable[Asked]],
) -> dict[Asked, Made]:
    """What a tool says about each different input of these examples, all asked at once."""

    def work(some: Sequence[Example]) -> dict[Asked, Made]:
        different = list(dict.fromkeys(one for example in some for one in inputs(example)))
        return dict(zip(different, tool(different), strict=True)) if different else {}

    return call(role, work, examples)


def call(role: str, work: Callable[[Sequence[Example]], Made], examples: Sequence[Example]) -> Made:
    """What the tool's work makes of all these examples at once."""
    try:
        return work(examples)
    except (BadInput, BadSetting, MissingTool):
        raise  # the user can mend it, and no example is at fault
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
