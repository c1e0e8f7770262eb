"""The judge: a large language model behind any OpenAI-compatible server.

An `Ask` holds the messages, the JSON schema of the answer and a function that reads the reply.
`Form` builds the last two from the fields of an answer; `fenced` quotes texts in a prompt as data.
`ServerJudge.ask` takes questions, returns verdicts, and stores every answer that was paid for.

Reading order: `verdict` (the types), `judge` (the entry point), `scheduler` (one question from
claim to verdict), `http` (one call), `store` (the paid answers). The other modules are small.
"""

from typing import TYPE_CHECKING, Any

from qgauge.core.old_names import old_name
from qgauge.tools.judge.escaping import disarmed, fenced
from qgauge.tools.judge.schema import Filled, Form, OneOf, Text, Texts, Whole
from qgauge.tools.judge.task import task_message
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
    "Texts",
    "Totals",
    "Unreadable",
    "Usage",
    "Verdict",
    "Whole",
    "disarmed",
    "fenced",
    "task_message",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        return old_name(__name__, name, {"Why": "FailureReason"})
