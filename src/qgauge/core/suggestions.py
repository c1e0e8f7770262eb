"""A known name that looks like the one that was given: "Did you mean …?"."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def closest(given: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The known name most like the given one, or ""."""
    return next(iter(get_close_matches(given, list(known), 1, cutoff)), "")


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """A sentence with a space before it, to go behind another; empty where no name is close."""
    name = closest(given, known)
    return f" Did you mean '{name}'?" if name else ""


def no_such(start: str, given: str, known: Iterable[str]) -> str:
    """A message that names what was given, a name like it, and all there are."""
    names = [str(name) for name in known]
    listed = ", ".join(names) if names else "none"
    return f"{start} '{given}'.{did_you_mean(given, names)} There is: {listed}."
