"""Django for tests: one SQLite database per process, empty at the start of each test.

With QGAUGE_TEST_DATABASE=postgres://…, an empty database, and `-n 0` they run on PostgreSQL.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("django", reason="needs the extra `annotate`")

from qgauge.annotate.scheme import Scheme
from qgauge.annotate.scheme_files import read_scheme
from qgauge.annotate.tasks import Task
from qgauge.annotate.web.settings import Site
from qgauge.annotate.web.setup import configure, migrate

_FOLDER = tempfile.TemporaryDirectory(prefix="qgauge-annotate-")
SITE = Site(
    database=os.environ.get("QGAUGE_TEST_DATABASE") or str(Path(_FOLDER.name, "test.sqlite3")),
    secret=secrets.token_urlsafe(64),
    hosts=("testserver", "127.0.0.1", "localhost"),
)
configure(SITE)

if TYPE_CHECKING:
    from django.test import Client

    from qgauge.annotate.web.models import Person, Project

PASSWORD = "correct horse battery staple"


@pytest.fixture(scope="session")
def _tables() -> Iterator[None]:
    from django.db import connections

    configure(SITE)
    migrate()
    yield
    connections.close_all()
    _FOLDER.cleanup()


@pytest.fixture
def db(_tables: None) -> Iterator[None]:
    """The tables, without a row at the start of the test; other tests have other databases."""
    from django.conf import settings
    from django.core.management import call_command

    configure(SITE)
    slow = settings.PASSWORD_HASHERS
    _hash_with(["django.contrib.auth.hashers.MD5PasswordHasher"])  # fast
    call_command("flush", verbosity=0, interactive=False)
    yield
    _hash_with(slow)


def _hash_with(hashers: list[str]) -> None:
    from django.conf import settings
    from django.contrib.auth.hashers import get_hashers, get_hashers_by_algorithm

    settings.PASSWORD_HASHERS = hashers
    get_hashers.cache_clear()
    get_hashers_by_algorithm.cache_clear()


@pytest.fixture
def project(db: None) -> Callable[..., Project]:
    """Begin a project: `project("qgeval", [{"question": "Who?"}], overlap=2)`.

    The tasks are `Task`s, or the content of tasks. All other arguments are those of `Plan`.
    """
    from qgauge.annotate.web.project import Plan, begin

    def make(
        scheme: str | Scheme, tasks: Iterable[Task | Mapping[str, Any]], **plan: Any
    ) -> Project:
        read = read_scheme(scheme) if isinstance(scheme, str) else scheme
        given = [
            task if isinstance(task, Task) else Task(f"key{at}", task, {})
            for at, task in enumerate(tasks, start=1)
        ]
        settings = {"name": "Trial", "shuffled": False, "team": True, **plan}
        return begin(read, given, [], Plan(**settings))[0]

    return make


@pytest.fixture
def person(db: None) -> Callable[..., Person]:
    """Make a person: `person("rater", "ann")`. The password is `PASSWORD`."""
    from qgauge.annotate.web.models import Person

    def make(role: str = "rater", name: str = "") -> Person:
        made = Person(username=name or f"{role}{Person.objects.count() + 1}", role=role)
        made.set_password(PASSWORD)
        made.save()
        return made

    return make


@pytest.fixture
def client_of(db: None) -> Callable[..., Client]:
    """Return a browser in which a person is logged in; nobody without a person."""
    from django.test import Client

    def make(who: Person | None = None, **options: Any) -> Client:
        client = Client(**options)
        if who is not None:
            client.force_login(who)
        return client

    return make
