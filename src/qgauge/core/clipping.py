"""Shortening of texts for messages and table cells."""

from __future__ import annotations


def one_line(text: str) -> str:
    """Return the text with every run of white space replaced by one space."""
    return " ".join(text.split())


def clip(text: str, most: int, *, strip: bool = False) -> str:
    """Return at most `most` characters of a text, ending in "…" if it was cut.

    With `strip`, spaces before the "…" are removed.
    """
    if len(text) <= most:
        return text
    start = text[: most - 1]
    return f"{start.rstrip() if strip else start}…"
