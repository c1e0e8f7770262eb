"""What every form with an answer sends beside it: its version, the time, and a note."""

from __future__ import annotations

import secrets

from django.core.exceptions import BadRequest
from django.http import HttpRequest

_LONGEST_SAVE_ID = 64


def version_of(request: HttpRequest) -> tuple[int, str]:
    """Return the version that the person has seen, and the number of this save.

    Raises:
        BadRequest: The form was not made by this app.
    """
    save_id = request.POST.get("save_id", "")
    given = request.POST.get("version", "")
    if not given.isascii() or not given.isdigit() or len(given) > 9:
        raise BadRequest("version")
    if not save_id.isalnum() or len(save_id) > _LONGEST_SAVE_ID:
        raise BadRequest("save_id")
    return int(given), save_id


def new_save_id() -> str:
    return secrets.token_hex(16)


def seconds_of(request: HttpRequest) -> float:
    try:
        return float(request.POST.get("seconds", "")[:20])
    except ValueError:
        return 0.0


def note_of(request: HttpRequest) -> str:
    return storable(request.POST.get("note", "")).replace("\r\n", "\n").strip()


def storable(text: str) -> str:
    """Drop the one character that PostgreSQL cannot store."""
    return text.replace("\0", "")
