"""Who works on a project: the first admin, invitations, roles, and links that log in once."""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256
from itertools import chain, count

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from qgauge.annotate.web.models import Link, Person, Project

OWNER = "me"
"""The name of the only person of a project without a team."""
ADMIN = "admin"
LINK_DAYS = 14
ENTRY_HOURS = 1
RENEWAL_HOURS = 24


class LastAdmin(Exception):
    """Without this admin, nobody could lead the project."""


def owner() -> Person:
    """Return the person of a project without a team; they rate and see everything."""
    found, _ = Person.objects.get_or_create(username=OWNER, defaults={"role": Person.Role.ADMIN})
    return found


def make_admin(password: str) -> Person:
    """Make the first admin of a team.

    Raises:
        ValidationError: The password is too weak.
    """
    # ratings from elsewhere can bring somebody with this name
    names = chain([ADMIN], (f"{ADMIN} {at}" for at in count(2)))
    free = next(one for one in names if not Person.objects.filter(username__iexact=one).exists())
    admin = Person(username=free, role=Person.Role.ADMIN)
    validate_password(password, admin)
    admin.set_password(password)
    admin.save()
    return admin


def first_admin() -> Person | None:
    """Return the admin who joined first and can log in; None if a team has none yet."""
    admins = Person.objects.filter(role=Person.Role.ADMIN, is_active=True).exclude(password="")
    return admins.order_by("pk").first()


def set_password(person: Person, password: str) -> None:
    """Give a person a new password; their sessions and links end.

    Raises:
        ValidationError: The password is too weak.
    """
    validate_password(password, person)
    person.set_password(password)
    with transaction.atomic():
        person.save(update_fields=["password"])
        withdraw(Link.objects.filter(person=person, joins=False))


def entry_secret(person: Person) -> str:
    """Make a link that logs this person in once, and return its secret."""
    return _new_link(Link(person=person, joins=False, role=person.role), hours=ENTRY_HOURS)


def renewal_secret(person: Person) -> str:
    """Make a link with which this person chooses a new password, and return its secret.

    Earlier links of the person no longer work.
    """
    withdraw(Link.objects.filter(person=person, joins=False))
    return _new_link(Link(person=person, joins=False, role=person.role), hours=RENEWAL_HOURS)


def invitation_secret(role: str, note: str = "") -> str:
    """Make an invitation, and return its secret."""
    return _new_link(Link(joins=True, role=role, note=note[:200]), hours=24 * LINK_DAYS)


def _new_link(link: Link, hours: int) -> str:
    secret = secrets.token_urlsafe(32)
    link.digest = _digest(secret)
    link.ends_at = timezone.now() + timedelta(hours=hours)
    link.save()
    return secret


def open_invitations() -> QuerySet[Link]:
    """Return the invitations that nobody has used, the oldest first."""
    found = Link.objects.filter(joins=True, used_at__isnull=True, ends_at__gt=timezone.now())
    return found.order_by("made_at", "pk")


def withdraw(links: QuerySet[Link]) -> int:
    """Make links invalid that nobody has used, and return how many."""
    return links.filter(used_at__isnull=True).delete()[0]


def change(person: Person, *, role: str | None = None, active: bool | None = None) -> Person:
    """Give a person another role, or let them in or out; open sessions follow at once.

    Raises:
        LastAdmin: No active admin would be left.
    """
    with transaction.atomic():
        # one change at a time, or two admins could remove each other
        Project.objects.select_for_update().first()
        person = Person.objects.get(pk=person.pk)
        person.role = person.role if role is None else role
        person.is_active = person.is_active if active is None else active
        others = Person.objects.filter(role=Person.Role.ADMIN, is_active=True).exclude(pk=person.pk)
        others = others.exclude(password="")  # the owner from before there was a team
        if not (person.is_admin and person.is_active) and not others.exists():
            raise LastAdmin
        person.save(update_fields=["role", "is_active"])
        if not person.is_active:
            withdraw(Link.objects.filter(person=person, joins=False))
    return person


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def open_link(secret: str, *, joins: bool) -> Link | None:
    """Return the link with this secret if it is still valid."""
    now = timezone.now()
    return Link.objects.filter(
        digest=_digest(secret), joins=joins, used_at__isnull=True, ends_at__gt=now
    ).first()


def enter(secret: str) -> Person | None:
    """Use up a link that logs in, and return whom; None if it is no longer valid."""
    with transaction.atomic():
        link = open_link(secret, joins=False)
        if link is None or not _use(link):
            return None
        return link.person if link.person and link.person.is_active else None


def renew(secret: str, password: str) -> Person | None:
    """Use up a link to choose a new password, and return whose; None if it is no longer valid.

    Sessions that began with the old password end.

    Raises:
        ValidationError: The password is too weak.
    """
    link = open_link(secret, joins=False)
    if link is None or link.person is None:
        return None
    person = link.person
    validate_password(password, person)
    person.set_password(password)  # slow on purpose, so before the database is locked
    with transaction.atomic():
        if enter(secret) is None:
            return None
        person.save(update_fields=["password"])
    return person


def join(secret: str, username: str, password: str) -> Person | None:
    """Use up an invitation, and return the new person; None if it is no longer valid.

    Raises:
        ValidationError: The name is taken, or the password is too weak.
    """
    name = " ".join(Person.normalize_username(username).split())
    if not name or len(name) > 80 or not name.isprintable():
        raise ValidationError({"username": "Choose a name of 1 to 80 characters."})
    link = open_link(secret, joins=True)
    if link is None:
        return None
    person = Person(username=name, role=link.role)
    try:
        validate_password(password, person)
    except ValidationError as weak:
        raise ValidationError({"password": weak.messages}) from None
    person.set_password(password)  # slow on purpose, so before the database is locked
    with transaction.atomic():
        # one at a time, or two people could take the same name
        Project.objects.select_for_update().first()
        if not _use(link):
            return None
        if Person.objects.filter(username__iexact=name).exists():
            raise ValidationError({"username": "This name is taken. Choose another one."})
        person.save()
        link.person = person
        link.save(update_fields=["person"])
    return person


def _use(link: Link) -> bool:
    """Mark the link as used; False if somebody was faster."""
    return bool(
        Link.objects.filter(pk=link.pk, used_at__isnull=True).update(used_at=timezone.now())
    )
