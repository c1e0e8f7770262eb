"""The message that gives a model texts and a task."""

from __future__ import annotations

from collections.abc import Mapping

from qgauge.prompts import template
from qgauge.tools.judge.escaping import fenced
from qgauge.tools.judge.schema import Form
from qgauge.tools.judge.verdict import Message


def task_message(texts: Mapping[str, str], task: str, form: Form) -> Message:
    """Return the message with the texts, the task and the form of the reply.

    Args:
        texts: The texts by name. They are quoted as data.
        task: What to do with them.
        form: The form of the reply.

    Returns:
        A message of the user.

    Examples:
        >>> from qgauge.tools.judge import Text
        >>> form = Form({"question": Text()})
        >>> message = task_message({"answer": "in 1889"}, "Write its question.", form)
        >>> print(message.text.splitlines()[-1])
        The data ends here. Write its question. Reply with one JSON object of this form and \
nothing else: {"question": "…"}
    """
    shown, word = fenced(texts)
    text = template("task").substitute(word=word, texts=shown, task=task, form=form.words())
    return Message("user", text)
