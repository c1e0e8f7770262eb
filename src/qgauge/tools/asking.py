"""Call a tool; if it raises, report the examples at fault."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from qgauge.core.errors import BadInput, BadSetting, MissingTool, ToolFailed
from qgauge.core.example import Example
from qgauge.tools.roles import role_title

Made = TypeVar("Made")
Asked = TypeVar("Asked", bound=Hashable)


def ask(
    role: str,
    tool: Callable[[list[Asked]], Sequence[Made]],
    examples: Sequence[Example],
    inputs: Callable[[Example], Iterable[Asked]],
) -> dict[Asked, Made]:
    """Return the tool's output for each distinct input of these examples, in one batch.

    Args:
        role: The role of the tool, for messages.
        tool: The method of the tool to call.
        examples: The examples.
        inputs: Returns the inputs of one example.

    Returns:
        The outputs by input.

    Raises:
        ToolFailed: If the tool fails; names the examples it fails on.
    """

    def work(some: Sequence[Example]) -> dict[Asked, Made]:
        different = list(dict.fromkeys(one for example in some for one in inputs(example)))
        return dict(zip(different, tool(different), strict=True)) if different else {}

    return call(role, work, examples)


def call(role: str, work: Callable[[Sequence[Example]], Made], examples: Sequence[Example]) -> Made:
    """Return `work(examples)`; if it fails, raise `ToolFailed` with the examples at fault."""
    try:
        return work(examples)
    except (BadInput, BadSetting, MissingTool):
        raise  # for the user to fix; no example is at fault
    except Exception as problem:
        said = str(problem) or type(problem).__name__
        failed = [example.id for example in examples if _fails(work, example)]
        # if no single example fails, the batch as a whole does
        ids = failed or [example.id for example in examples]
        raise ToolFailed(f"The {role_title(role)} failed: {said}", ids) from problem


def _fails(work: Callable[[Sequence[Example]], object], example: Example) -> bool:
    try:
        work([example])
    except Exception:  # noqa: BLE001 - a tool may raise anything
        return True
    return False
