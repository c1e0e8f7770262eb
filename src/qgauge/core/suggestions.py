"""Suggestions for misspelt names: "Did you mean …?"."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def closest(given: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the known name most similar to the given one, or ""."""
    return next(iter(get_close_matches(given, list(known), 1, cutoff)), "")


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Return " Did you mean '…'?", with a leading space, or "" if no name is similar."""
    name = closest(given, known)
    return f" Did you mean '{name}'?" if name else ""


def no_such(start: str, given: str, known: Iterable[str]) -> str:
    """Return a message with the given name, the most similar known name, and all known names."""
    names = [str(name) for name in known]
    listed = f"Choose one of: {', '.join(names)}." if names else "There are none."
    return f"{start} '{given}'.{did_you_mean(given, names)} {listed}"
