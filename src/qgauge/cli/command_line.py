"""The command as it was typed, for pages that say how they were made."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextvars import ContextVar

_TYPED: ContextVar[tuple[str, ...]] = ContextVar("typed", default=())


def keep(path: str, arguments: Sequence[str]) -> None:
    """Remember the command of this run.

    Args:
        path: The program and the names of the command, such as `qgauge qud show`.
        arguments: What follows.
    """
    _TYPED.set(("qgauge", *path.split()[1:], *arguments))


def typed() -> str:
    """Return the command of this run, quoted for a shell."""
    return shlex.join(_TYPED.get())
