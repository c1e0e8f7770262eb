"""The part of a long passage around a span, for models that cannot read all of it."""

from __future__ import annotations

import re

from qgauge.text.sentences import sentence_spans

Span = tuple[int, int]


def window_around(text: str, start: int, end: int, most: int) -> Span:
    """Return the offsets of whole sentences around a span.

    Args:
        text: The passage.
        start: Offset of the span.
        end: Offset after the span.
        most: Maximum number of characters. Of a longer span, the beginning is returned.

    Returns:
        Start and end of the window. A sentence that contains the span and does not fit is cut,
        between words if possible.

    Examples:
        >>> text = "It rained. Ada left at ten. Nobody saw her."
        >>> start, end = window_around(text, 11, 14, 30)
        >>> text[start:end]
        'It rained. Ada left at ten.'
    """
    low, high = balanced(start, end, len(text), most)
    return whole_sentences(text, (low, high), (start, min(end, high)))


def balanced(start: int, end: int, length: int, most: int) -> Span:
    """Return a window of at most `most` units with about as many before a span as after it.

    What one side of the span does not need goes to the other side.

    Examples:
        >>> balanced(10, 12, 100, 6), balanced(1, 3, 100, 6), balanced(10, 40, 100, 6)
        ((8, 14), (0, 6), (10, 16))
    """
    room = most - (end - start)
    if room <= 0:
        return start, start + most
    after = length - end
    before = min(start, max(room // 2, room - after))
    return start - before, end + min(after, room - before)


def whole_sentences(text: str, window: Span, span: Span) -> Span:
    """Return the part of a window without cut sentences or words at its edges.

    Args:
        text: The passage.
        window: Start and end of the window.
        span: A span inside the window, which the result contains.

    Returns:
        Start and end of the new window.
    """
    low, high = window
    sentences = [(low + first, low + last) for first, last in sentence_spans(text[low:high])]
    if low > 0:  # the first sentence may have begun before the window
        begins = [first for first, _ in sentences[1:] if first <= span[0]]
        low = begins[0] if begins else _next_word(text, low, span[0])
    if high < len(text):
        ends = [last for _, last in sentences[:-1] if last >= span[1]]
        high = ends[-1] if ends else _last_word(text, span[1], high)
    return low, high


def _next_word(text: str, low: int, start: int) -> int:
    """Return the first start of a word after `low`, at most `start`."""
    if text[low - 1].isspace():
        return low
    found = re.compile(r"\s+").search(text, low, start)
    return found.end() if found else start


def _last_word(text: str, end: int, high: int) -> int:
    """Return the last end of a word before `high`, at least `end`."""
    if text[high].isspace():
        return high
    at = high
    while at > end and not text[at - 1].isspace():
        at -= 1
    while at > end and text[at - 1].isspace():
        at -= 1
    return at
