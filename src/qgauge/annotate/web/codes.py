"""Short codes: proof that somebody has finished a text, and a name for a browser's drafts."""

from __future__ import annotations

import hmac
from base64 import b32encode

from django.utils.crypto import salted_hmac

from qgauge.annotate.web.models import Assignment, Person, Project


def code_of(person: Person, cluster: str) -> str:
    """Return the code that a person can copy after the last task of a text, like `K7QD-2MXA`."""
    return _code(f"{person.pk} {cluster}")


def whose_code(code: str) -> tuple[Person, str] | None:
    """Return who finished which text with this code; None if nobody has."""
    typed = "".join(code.split()).upper().encode()
    own = Assignment.objects.exclude(state=Assignment.State.OPEN).order_by("pk")
    pairs = own.values_list("person_id", "item__cluster").distinct()
    for person, cluster in pairs:
        if hmac.compare_digest(_code(f"{person} {cluster}").encode(), typed):
            return Person.objects.get(pk=person), cluster
    return None


def drafts_tag(project: Project, person: Person) -> str:
    """Return a name for the unsaved input of a person, which a browser keeps.

    It differs between projects that run at the same address at different times.
    """
    return _hmac("drafts", f"{project.salt} {person.pk}").hex()[:12]


def _code(what: str) -> str:
    letters = b32encode(_hmac("code", what)[:5]).decode()
    return f"{letters[:4]}-{letters[4:]}"


def _hmac(purpose: str, what: str) -> bytes:
    made: bytes = salted_hmac(f"qgauge.annotate.{purpose}", what, algorithm="sha256").digest()
    return made
