"""Texts made short enough for a message or a cell of a table."""

from __future__ import annotations


def one_line(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())


def clip(text: str, most: int, *, strip: bool = False) -> str:
    """At most so many characters, the last of them "…" where some are left out.

    With `strip`, no space stands before it.
    """
    if len(text) <= most:
        return text
    start = text[: most - 1]
    return f"{start.rstrip() if strip else start}…"
