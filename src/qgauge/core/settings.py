"""Formatting and checking of settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qgauge.core.errors import BadSetting

Tools = Mapping[str, Any]
"""Language tools by role (`parser`, `reader`, …). Lexical metrics need none."""


def written(value: object) -> str:
    """Return a setting as written in signatures and on the command line, at full precision."""
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return str(value)


def check_choice(owner: str, setting: str, value: object, choices: Sequence[str]) -> None:
    """Raise BadSetting if the value is not one of the choices."""
    if value not in choices:
        raise BadSetting(f"{owner}: {setting} must be one of {', '.join(choices)}, not '{value}'.")
