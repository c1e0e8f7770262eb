"""Questions for a judge, in a form that all tests know."""

from __future__ import annotations

from collections.abc import Callable

from qgauge.tools.judge import Ask, Filled, Form, Message, Text, Whole
from qgauge.tools.judge.judge import ServerJudge

MakeJudge = Callable[..., ServerJudge]
FORM = Form({"reason": Text(), "score": Whole(1, 5)})


def asks(count: int, start: int = 0) -> list[Ask[Filled]]:
    return [
        FORM.ask(Message("system", "Judge."), Message("user", f"Question {at}?"), about=f"row {at}")
        for at in range(start, start + count)
    ]
