"""The judge: a large language model that gives verdicts, behind any OpenAI-compatible server.

`Ask` holds messages, the schema of the answer and how to read it; `Form` makes the last two from
the fields of an answer; `fenced` puts texts into a prompt as data. `ServerJudge.ask` takes
questions and gives verdicts, and keeps every answer that was paid for.

To read the code: `verdict` (the types), `judge` (what callers use), `scheduler` (one question from
claim to verdict), `http` (one call), `store` (the paid answers); the others are small.
"""

from typing import TYPE_CHECKING, Any

from qgauge.core.old_names import old_name
from qgauge.tools.judge.escaping import disarmed, fenced
from qgauge.tools.judge.schema import Filled, Form, OneOf, Text, Whole
from qgauge.tools.judge.verdict import (
    Ask,
    FailureReason,
    Judge,
    Message,
    Totals,
    Unreadable,
    Usage,
    Verdict,
)

__all__ = [
    "Ask",
    "FailureReason",
    "Filled",
    "Form",
    "Judge",
    "Message",
    "OneOf",
    "Text",
    "Totals",
    "Unreadable",
    "Usage",
    "Verdict",
    "Whole",
    "disarmed",
    "fenced",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        return old_name(__name__, name, {"Why": "FailureReason"})
