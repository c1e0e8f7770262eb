"""The judge: a large language model that gives verdicts, behind any OpenAI-compatible server.

`Ask` holds messages, the schema of the answer and how to read it; `Form` makes the last two from
the fields of an answer; `fenced` puts texts into a prompt as data. `ServerJudge.ask` takes
questions and gives verdicts, and keeps every answer that was paid for.
"""

from qgauge.tools.judge.asking import Ask, Judge, Message, Totals, Unreadable, Usage, Verdict, Why
from qgauge.tools.judge.fence import disarmed, fenced
from qgauge.tools.judge.form import Filled, Form, OneOf, Text, Whole

__all__ = [
    "Ask",
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
    "Why",
    "disarmed",
    "fenced",
]
