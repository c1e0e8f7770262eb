"""The expected answers of an example."""

from __future__ import annotations

from qgauge.core import Example


def gold_answers(example: Example) -> tuple[str, ...]:
    """Return the expected answer, and further ones from the column `answers`."""
    more = example.meta.get("answers")
    if isinstance(more, dict):  # the format of SQuAD files
        more = more.get("text")
    texts = [example.answer, *(more if isinstance(more, list) else [])]
    return tuple(dict.fromkeys(text for text in texts if isinstance(text, str) and text.strip()))
