"""Questions for a judge, in a form that all tests know."""

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
    """Wait for it; two minutes without it are a failure on any machine."""
    given_up = time.monotonic() + 120
    while not happened():
        assert time.monotonic() < given_up, "it never happened"
        time.sleep(0.01)


def once(asked: int, server: FaultServer, *acts: Callable[[], object]) -> threading.Thread:
    """Do these things, one after the other, when the server was asked so often."""

    def wait() -> None:
        until(lambda: sum(server.asked.values()) >= asked)
        for act in acts:
            time.sleep(0.2)
            act()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread
