"""What the generator reads to write a question under discussion.

Training (`training/qud/generator_rows.py`) and parsing use the same function, so that the
generator sees what it was trained on.
"""

from __future__ import annotations

from collections.abc import Sequence

from qgauge.tools.roles import Place

SENTENCES_BEFORE = 5
"""Sentences before the answer sentence in a passage, the anchor included."""
WORDS = 250
"""Words in a passage. Anchor and answer sentence are kept, however long they are."""


def question_place(sentences: Sequence[str], anchor: int, answer: int) -> Place:
    """Return the passage for a question, with its anchor and its answer marked.

    The passage has the anchor, the last sentences before the answer sentence as far as they fit,
    and the answer sentence, in the order of the text.

    Args:
        sentences: The sentences of the article; a missing one is an empty string.
        anchor: The number of the sentence that raises the question, from 1.
        answer: The number of the sentence that answers it; after the anchor.

    Returns:
        The place, whose answer is the whole answer sentence.

    Examples:
        >>> place = question_place(["The pool will close.", "It is old.", "It leaks."], 1, 3)
        >>> place.passage
        'The pool will close. It is old. It leaks.'
        >>> place.answer
        'It leaks.'
        >>> place.passage[slice(*place.anchor)]
        'The pool will close.'
    """
    texts = {number: " ".join(sentences[number - 1].split()) for number in (anchor, answer)}
    words = sum(len(text.split()) for text in texts.values())
    for number in range(answer - 1, 0, -1):
        text = " ".join(sentences[number - 1].split())
        if number == anchor or not text:
            continue
        words += len(text.split())
        # the answer sentence is one of the texts
        if len(texts) > SENTENCES_BEFORE or words > WORDS:
            break
        texts[number] = text
    starts, length = {}, 0
    for number in sorted(texts):
        starts[number] = length
        length += len(texts[number]) + 1
    passage = " ".join(texts[number] for number in sorted(texts))
    span = (starts[anchor], starts[anchor] + len(texts[anchor]))
    return Place(passage, starts[answer], len(passage), anchor=span)
