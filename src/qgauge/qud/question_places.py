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
    texts = [" ".join(one.split()) for one in sentences[:answer]]
    words = len(texts[anchor - 1].split()) + len(texts[answer - 1].split())
    shown = {anchor, answer}
    for number in range(answer - 1, 0, -1):
        if number == anchor or not texts[number - 1]:
            continue
        words += len(texts[number - 1].split())
        # shown includes the answer sentence
        if len(shown) > SENTENCES_BEFORE or words > WORDS:
            break
        shown.add(number)
    starts, length = {}, 0
    for number in sorted(shown):
        starts[number] = length
        length += len(texts[number - 1]) + 1
    passage = " ".join(texts[number - 1] for number in sorted(shown))
    span = (starts[anchor], starts[anchor] + len(texts[anchor - 1]))
    return Place(passage, starts[answer], len(passage), anchor=span)
