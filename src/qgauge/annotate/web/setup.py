"""Set up Django, the key that signs sessions, and the tables."""

from __future__ import annotations

import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from qgauge.annotate.web.settings import Site, django_settings, reading_uri
from qgauge.core import BadInput


def configure(site: Site) -> None:
    """Set up Django for this site. A second site in the same process replaces the first."""
    import django
    from django.conf import settings
    from django.db import connections

    wanted = django_settings(site)
    if not settings.configured:
        settings.configure(**wanted)
        django.setup()
        return
    for name, value in wanted.items():
        setattr(settings, name, value)
    connections.close_all()
    connections.settings = connections.configure_settings(wanted["DATABASES"])
    for alias in wanted["DATABASES"]:
        if hasattr(connections._connections, alias):
            delattr(connections._connections, alias)


def make_private(file: Path, content: str = "") -> None:
    """Make a file that only this user can read, if it does not exist.

    Raises:
        BadInput: The file cannot be made.
    """
    try:
        new_private(file, content)
    except FileExistsError:
        return
    except OSError as problem:
        raise BadInput(f"cannot be made: {problem.strerror}", file=str(file)) from None


def new_private(file: Path, content: str = "") -> None:
    """Make a new file that only this user can read.

    Raises:
        OSError: The file cannot be made, or is there already.
    """
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(content)


def secret_key(file: Path) -> str:
    """Return the key in this file; make the file if it is missing.

    Raises:
        BadInput: The file cannot be read or made, or holds something else.
    """
    make_private(file, secrets.token_urlsafe(64) + "\n")
    try:
        found = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise BadInput(f"the key cannot be read: {problem}", file=str(file)) from None
    if len(found) < 50:
        raise BadInput(
            "not a key: it is too short; delete the file to make another", file=str(file)
        )
    return found


def sign_with(file: Path) -> None:
    """Sign sessions with the key in this file; make the file if it is missing.

    Raises:
        BadInput: The file cannot be read or made, or holds something else.
    """
    from django.conf import settings

    settings.SECRET_KEY = secret_key(file)


def tables_of(file: Path) -> set[str]:
    """Return the names of the tables of an SQLite file, without changing anything.

    Raises:
        sqlite3.Error: It is no such file, or cannot be read.
    """
    with closing(sqlite3.connect(reading_uri(file), uri=True)) as database:
        found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {name for (name,) in found}


def is_of_another_program(tables: set[str]) -> bool:
    """Return whether tables are neither those of the app nor the first that Django makes for it."""
    if "annotate_project" in tables:
        return False
    return any(not name.startswith(("django_", "auth_", "sqlite_")) for name in tables)


def migrate() -> None:
    """Create or update the tables."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
