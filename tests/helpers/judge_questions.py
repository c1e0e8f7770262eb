"""Questions for a judge, shared by several tests."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from helpers.fault_server import FaultServer
from qgauge.tools.judge import Ask, Filled, Form, Message, Text, Whole
from qgauge.tools.judge.judge import ServerJudge

MakeJudge = Callable[..., ServerJudge]
FORM = Form({"reason": Text(), "score": Whole(1, 5)})


def asks(count: int, start: int = 0) -> list[Ask[Filled]]:
    return [
        FORM.ask(Message("system", "Judge."), Message("user", f"Question {at}?"), about=f"row {at}")
        for at in range(start, start + count)
    ]


def until(happened: Callable[[], bool]) -> None:
    """Wait for a condition; fail after two minutes."""
    given_up = time.monotonic() + 120
    while not happened():
        assert time.monotonic() < given_up, "the condition never held"
        time.sleep(0.01)


def once(asked: int, server: FaultServer, *acts: Callable[[], object]) -> threading.Thread:
    """Call these functions in order, in a thread, once the server has received `asked` calls."""

    def wait() -> None:
        until(lambda: sum(server.asked.values()) >= asked)
        for act in acts:
            time.sleep(0.2)
            act()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread
