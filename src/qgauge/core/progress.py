"""Progress: the type of the callbacks, and how a tool says how far it is within a batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Progress = Callable[[int], None]
"""Called from time to time with the number of items finished since the last call; with 0 when a
model is about to be loaded, which takes seconds."""

_listener: ContextVar[Progress | None] = ContextVar("listener", default=None)


def worked(amount: int) -> None:
    """Say that a tool has done some of its work: pieces of text read, or verdicts received.

    Tools call it often, so that a progress bar moves within a batch; 0 says that a model is about
    to be loaded. Without a listener it does nothing.
    """
    if (listener := _listener.get()) is not None:
        listener(amount)


def worked_on(text: str) -> None:
    """The same for tools that do not count pieces: a piece has about four characters."""
    worked(1 + len(text) // 4)


@contextmanager
def listening(listener: Progress) -> Iterator[None]:
    """Pass the work of tools to this listener, in this thread."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
