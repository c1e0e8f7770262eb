"""Slow down people who guess passwords."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from ipaddress import IPv6Address, IPv6Network, ip_address

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from qgauge.annotate.web.models import Attempts, Person

WINDOW = timedelta(minutes=15)
MOST_BY_NAME_AND_ADDRESS = 5
MOST_BY_ADDRESS = 30
MOST_BY_NAME = 100
"""Higher than the others, so that a stranger cannot easily lock a person out from everywhere."""


def _limits(name: str, address: str) -> dict[str, int]:
    name, address = _same_name(name), _same_place(address)
    return {
        _key("both", name, address): MOST_BY_NAME_AND_ADDRESS,
        _key("address", address): MOST_BY_ADDRESS,
        _key("name", name): MOST_BY_NAME,
    }


def _same_name(name: str) -> str:
    """Return a name so that all ways to write it are equal with which a person can log in.

    Databases differ in how they compare capitals: PostgreSQL has "ı" and "i" alike.
    """
    return Person.normalize_username(name).upper().casefold()


def _same_place(address: str) -> str:
    """Return the network of an IPv6 address: one line has more addresses than anybody can count."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False))


def _key(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def is_blocked(name: str, address: str) -> bool:
    """Return whether there were too many failures; ask before the slow check of a password."""
    limits = _limits(name, address)
    recent = Attempts.objects.filter(key__in=limits, since__gt=timezone.now() - WINDOW)
    return any(found.count >= limits[found.key] for found in recent)


def note_failure(name: str, address: str) -> None:
    """Count a failed attempt."""
    now = timezone.now()
    with transaction.atomic():
        Attempts.objects.filter(since__lte=now - WINDOW).delete()
        for key in _limits(name, address):
            _, made = Attempts.objects.get_or_create(key=key, defaults={"count": 1, "since": now})
            if not made:
                Attempts.objects.filter(key=key).update(count=F("count") + 1)


def note_success(name: str, address: str) -> None:
    """Forget the failures of this person from this address."""
    key = _key("both", _same_name(name), _same_place(address))
    Attempts.objects.filter(key=key).delete()
