"""Settings in words: how they are written, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qgauge.core.errors import BadSetting

Tools = Mapping[str, Any]
"""Language tools by role (`parser`, `reader`, …); lexical metrics use none."""


def written(value: object) -> str:
    """A setting's value as it stands in signatures and on the command line, to the last digit."""
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return str(value)


def check_choice(owner: str, setting: str, value: object, choices: Sequence[str]) -> None:
    """Refuse a setting of a command that is none of the choices."""
    if value not in choices:
        raise BadSetting(f"{owner}: {setting} is one of {', '.join(choices)}, not '{value}'.")
