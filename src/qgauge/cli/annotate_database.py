"""The database of `qgauge annotate`: where it is, and what can be wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

from qgauge.cli.options import argument, option
from qgauge.core import BadInput, MissingTool

if TYPE_CHECKING:
    from qgauge.annotate.web.settings import Site

INSTALL = "pip install 'qgauge[annotate]'"

Database = Annotated[
    str,
    argument(
        "The database of a project: an SQLite file, or postgres://USER:PASSWORD@HOST:PORT/NAME.",
        "DATABASE",
    ),
]
KeyFile = Annotated[
    str | None,
    option(
        "The file with the key that signs sessions; it is made if it is missing (default: "
        "DATABASE.key, or qgauge-annotate.key for PostgreSQL).",
        "FILE",
        "--key-file",
    ),
]


def need_django() -> None:
    try:
        import django
        import django_htmx
        import waitress
        import whitenoise
    except ImportError as missing:
        raise MissingTool(
            f"The annotation app needs the package {missing.name}.", INSTALL
        ) from None
    del django, django_htmx, waitress, whitenoise


def site_of(place: str, host: str, public: str) -> Site:
    """Return the site, which has no key yet; make the file of the database if it is missing."""
    from qgauge.annotate.web.settings import LOOPBACK as LOOPBACK_HOSTS
    from qgauge.annotate.web.settings import Site, is_address
    from qgauge.annotate.web.setup import make_private

    if not is_address(place):
        make_private(Path(place))
    names = {urlsplit(public).hostname, host if host not in ("0.0.0.0", "::") else None}  # noqa: S104
    shown = (f"[{name}]" if ":" in name else name for name in names if name)
    hosts = (*LOOPBACK_HOSTS, *sorted(shown))
    return Site(
        database=place,
        hosts=tuple(dict.fromkeys(hosts)),
        url=public,
        https=public.startswith("https:"),
    )


def key_of(place: str, key_file: str | None) -> Path:
    """Return where the key of a project is."""
    from qgauge.annotate.web.settings import is_address

    return Path(key_file or ("qgauge-annotate.key" if is_address(place) else f"{place}.key"))


def refuse_other_programs(place: str) -> None:
    """Refuse an SQLite file that holds something else, before anything is written to it."""
    import sqlite3

    from qgauge.annotate.web.settings import is_address
    from qgauge.annotate.web.setup import is_of_another_program, tables_of

    if is_address(place) or not Path(place).is_file():
        return
    try:
        tables = tables_of(Path(place))
    except sqlite3.Error:
        return  # what is wrong is said when the database is used
    if is_of_another_program(tables):
        raise BadInput("this is a database of another program", file=place)


@contextmanager
def database_errors(place: str) -> Iterator[None]:
    """Say in one message what is wrong with the database."""
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.db import DatabaseError, connections

    from qgauge.annotate.web.settings import shown_database

    try:
        yield
    except ImproperlyConfigured as problem:
        if "psycopg" in str(problem):
            raise MissingTool(
                "PostgreSQL needs the package psycopg.", "pip install 'qgauge[annotate-postgres]'"
            ) from None
        raise
    except DatabaseError as problem:
        why = str(problem).strip().splitlines()[0]
        raise BadInput(f"the database cannot be used: {why}", file=shown_database(place)) from None
    finally:
        if settings.configured:
            connections.close_all()


def has_project() -> bool:
    from qgauge.annotate.web.models import Project

    return bool(Project.objects.exists())


@contextmanager
def opened(place: str) -> Iterator[None]:
    """Use the database of a project that has begun."""
    need_django()
    from qgauge.annotate.web.settings import is_address, shown_database

    if not is_address(place) and not Path(place).is_file():
        raise BadInput("there is no such database", file=place)
    refuse_other_programs(place)
    with database_errors(place):
        from django.core.management import call_command

        from qgauge.annotate.web.setup import configure

        configure(site_of(place, "127.0.0.1", ""))
        try:
            call_command("migrate", check_unapplied=True, verbosity=0)
        except SystemExit:
            problem = "the database is not from this version; run `qgauge annotate --database "
            problem += f"{shown_database(place)}` once to update it, or check the name"
            raise BadInput(problem, file=shown_database(place)) from None
        if not has_project():
            raise BadInput("the database has no project", file=shown_database(place))
        yield
