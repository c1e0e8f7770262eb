"""What the app keeps: one project per database, its people, its items and all that was said."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models


class Project(models.Model):
    """What is rated, and how. A database holds exactly one."""

    name = models.CharField(max_length=200)
    scheme_name = models.CharField(max_length=200)
    scheme_source = models.TextField()
    scheme_digest = models.CharField(max_length=64)
    overlap = models.PositiveSmallIntegerField()
    """How many people rate each item."""
    shuffled = models.BooleanField()
    """Whether each rater gets an order of their own, or all get the order of the file."""
    seed = models.BigIntegerField()
    salt = models.CharField(max_length=64)
    """Makes pseudonyms that nobody can compute from the names."""
    files = models.JSONField(default=list)
    """The name and the SHA-256 digest of each imported file."""
    team = models.BooleanField()
    """Whether several people work here, each with a password."""
    made_at = models.DateTimeField(auto_now_add=True)


class PersonManager(BaseUserManager):
    """Finds people by name, whatever the case."""

    def get_by_natural_key(self, username: str | None) -> Any:
        wanted = self.model.normalize_username(username or "")
        if "\0" in wanted:  # which PostgreSQL cannot even look for
            raise self.model.DoesNotExist
        # ratings from elsewhere can bring a name that differs from another in capitals only
        alike = sorted(
            self.filter(username__iexact=wanted),
            key=lambda one: (one.username != wanted, not one.is_active, one.pk),
        )
        if not alike:
            raise self.model.DoesNotExist
        return alike[0]


class Person(AbstractBaseUser):
    """Somebody who works on the project."""

    class Role(models.TextChoices):
        ADMIN = "admin"
        ADJUDICATOR = "adjudicator"
        RATER = "rater"

    username = models.CharField(max_length=80, unique=True)
    role = models.CharField(max_length=20, choices=Role, default=Role.RATER)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    objects = PersonManager()
    USERNAME_FIELD = "username"

    @property
    def is_admin(self) -> bool:
        return self.role == self.Role.ADMIN

    @property
    def may_adjudicate(self) -> bool:
        return self.role in (self.Role.ADMIN, self.Role.ADJUDICATOR)


class Link(models.Model):
    """A secret link, valid once: an invitation, or the way in for a person who is known."""

    digest = models.CharField(max_length=64, unique=True)
    """A hash of the secret; the secret itself is nowhere in the database."""
    role = models.CharField(max_length=20, choices=Person.Role, default=Person.Role.RATER)
    person = models.ForeignKey(Person, models.CASCADE, null=True, related_name="links")
    """Whom the link logs in, or who has joined with it."""
    joins = models.BooleanField()
    """Whether the link lets somebody join."""
    note = models.CharField(max_length=200, blank=True)
    """For whom the admin made it."""
    made_at = models.DateTimeField(auto_now_add=True)
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class Item(models.Model):
    """A task, as `qgauge.annotate.tasks.Task`."""

    key = models.CharField(max_length=500, unique=True)
    number = models.PositiveIntegerField(unique=True)
    """Its place in the file, from 1."""
    content = models.JSONField()
    hidden = models.JSONField()
    cluster = models.CharField(max_length=200, db_index=True)
    gold = models.JSONField(null=True)
    why = models.TextField(blank=True)
    training = models.BooleanField(default=False)
    """Whether it belongs to the training round, which shows the right answer."""
    row = models.CharField(max_length=64, blank=True, db_index=True)
    """`Task.row`: tells which row of the file it is, even if the text has changed."""
    replaced = models.BooleanField(default=False)
    """Whether the row has another text now. Its answers are kept, and count nowhere."""


class Assignment(models.Model):
    """An item given to a person, with the latest answer."""

    class Stage(models.TextChoices):
        TRAINING = "training"
        RATING = "rating"
        ADJUDICATION = "adjudication"

    class State(models.TextChoices):
        OPEN = "open"
        DONE = "done"
        SKIPPED = "skipped"

    item = models.ForeignKey(Item, models.CASCADE, related_name="assignments")
    person = models.ForeignKey(Person, models.PROTECT, related_name="assignments")
    stage = models.CharField(max_length=20, choices=Stage)
    position = models.PositiveIntegerField()
    """Its place in the order of this person, from 1."""
    state = models.CharField(max_length=20, choices=State, default=State.OPEN)
    version = models.PositiveIntegerField(default=0)
    """Counts the saves; a save that started from an older version is refused."""
    values = models.JSONField(default=dict)
    skipped = models.CharField(max_length=500, blank=True)
    note = models.TextField(blank=True)
    seconds = models.FloatField(default=0)
    saved_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["item", "person", "stage"], name="once_per_person"),
            models.UniqueConstraint(fields=["person", "position"], name="one_order_per_person"),
        ]
        indexes: ClassVar = [models.Index(fields=["person", "state", "position"])]


class Revision(models.Model):
    """One save. Revisions are only ever added, so that nothing said is lost."""

    assignment = models.ForeignKey(Assignment, models.CASCADE, related_name="revisions")
    version = models.PositiveIntegerField()
    save_id = models.CharField(max_length=64)
    """Chosen by the browser: a save that is sent twice counts once."""
    state = models.CharField(max_length=20, choices=Assignment.State)
    values = models.JSONField()
    skipped = models.CharField(max_length=500, blank=True)
    note = models.TextField(blank=True)
    seconds = models.FloatField()
    saved_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["assignment", "version"], name="one_save_per_version")
        ]


class Attempts(models.Model):
    """Failed logins of late, by name or by address."""

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField()
    since = models.DateTimeField()
