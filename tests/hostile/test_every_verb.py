"""The table of verbs is complete."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hostile.verbs import VERBS


def registered(command: Any, before: str = "") -> Iterator[str]:
    """Return the name of each verb of the command."""
    for name, inner in command.commands.items():
        if hasattr(inner, "commands"):
            yield from registered(inner, f"{before}{name} ")
        else:
            yield f"{before}{name}"


def test_every_verb_has_a_row(command: Any) -> None:
    assert {verb.name for verb in VERBS} == set(registered(command))


def test_every_row_says_what_the_verb_can_do(command: Any) -> None:
    for verb in VERBS:
        found = command
        for name in verb.name.split():
            found = found.commands[name]
        options = {option for param in found.params for option in param.opts}
        if verb.rows:
            assert verb.keeps_going == ("--keep-going" in options), verb
        assert verb.workers == ("--workers" in options), verb
        known = {"-o", "--html", "--export"} & options
        if verb.output != "--html":  # a page is an extra, beside tables and rows
            known -= {"--html"}
        assert known == ({verb.output} if verb.output else set()), verb
