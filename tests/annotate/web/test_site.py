"""The site: settings, headers, the key file, the database, backup and restore."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from qgauge.annotate.web.backup import backup, restore
from qgauge.annotate.web.settings import Site, database_settings, django_settings
from qgauge.annotate.web.setup import secret_key
from qgauge.core import BadInput, BadSetting

sqlite_only = pytest.mark.skipif(
    "QGAUGE_TEST_DATABASE" in os.environ, reason="tests SQLite, not PostgreSQL"
)
TEAM = Site("rate.sqlite3", "k" * 64, ("rate.example.org",), "https://rate.example.org", https=True)


def test_a_team_behind_https_passes_the_checks_of_django(tmp_path: Path) -> None:
    import subprocess
    import sys

    code = (
        "from qgauge.annotate.web.settings import Site\n"
        "from qgauge.annotate.web.setup import configure, secret_key\n"
        "from pathlib import Path\n"
        "configure(Site('rate.sqlite3', secret_key(Path('key')), ('rate.example.org',),"
        " 'https://rate.example.org', https=True))\n"
        "from django.core.management import call_command\n"
        "call_command('check', deploy=True, fail_level='WARNING')\n"
        "call_command('makemigrations', check=True, dry_run=True)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "System check identified no issues (0 silenced)" in done.stdout


def test_safety_does_not_depend_on_the_mode() -> None:
    for site in (TEAM, Site("rate.sqlite3", "k" * 64)):
        made = django_settings(site)
        assert made["DEBUG"] is False
        assert "*" not in made["ALLOWED_HOSTS"]
        assert "django.middleware.csrf.CsrfViewMiddleware" in made["MIDDLEWARE"]
        assert "django.middleware.clickjacking.XFrameOptionsMiddleware" in made["MIDDLEWARE"]
        assert made["SESSION_COOKIE_HTTPONLY"] and made["CSRF_COOKIE_HTTPONLY"]
    assert django_settings(TEAM)["SESSION_COOKIE_SECURE"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a.sqlite3", "b.sqlite3"),
        ("a/rate.sqlite3", "b/rate.sqlite3"),
        ("rate.sqlite3", "postgres://localhost/rate"),
        ("postgres://localhost/a", "postgres://localhost/b"),
        ("postgres://localhost:5432/a", "postgres://localhost:5433/a"),
    ],
)
def test_two_projects_on_one_machine_do_not_share_cookies(one: str, other: str) -> None:
    """Browsers send a cookie to every port."""
    first, second = django_settings(Site(one)), django_settings(Site(other))
    names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME")
    assert len({made[name] for made in (first, second) for name in names}) == 4
    again = django_settings(Site(str(Path(one).absolute()) if "://" not in one else one))
    assert [again[name] for name in names] == [first[name] for name in names]


def test_a_new_password_of_postgresql_keeps_the_cookies() -> None:
    first, second = (
        django_settings(Site(f"postgres://ann:{password}@localhost/a")) for password in "xy"
    )
    assert first["SESSION_COOKIE_NAME"] == second["SESSION_COOKIE_NAME"]


def test_every_page_has_the_headers(project: Callable[..., Any], client_of: Any) -> None:
    project("answerability", [{"question": "Who?"}])
    for path in ("/login/", "/nowhere/", "/join/x/"):
        answer = client_of().get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Cache-Control"] == "no-store"


def test_other_host_names_are_refused(project: Callable[..., Any], client_of: Any) -> None:
    project("answerability", [{"question": "Who?"}])
    assert client_of(HTTP_HOST="evil.example").get("/login/").status_code == 400


def test_a_huge_request_is_refused(project: Callable[..., Any], client_of: Any) -> None:
    project("answerability", [{"question": "Who?"}])
    huge = {"username": "x" * 2**20, "password": "y"}
    assert client_of().post("/login/", huge).status_code in (400, 413)
    many = {f"x{at}": "1" for at in range(5000)}
    assert client_of().post("/login/", many).status_code == 400


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "postgres://ann:p%40ss@db.example:5433/rate?sslmode=require",
            ("rate", "ann", "p@ss", "db.example", "5433", {"sslmode": "require"}),
        ),
        ("postgresql://localhost/rate", ("rate", "", "", "localhost", "", {})),
    ],
)
def test_addresses_of_postgresql(url: str, expected: tuple[Any, ...]) -> None:
    made = database_settings(url)
    names = ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")
    assert tuple(made[name] for name in names) == expected


@pytest.mark.parametrize("url", ["mysql://x/y", "postgres://host", "postgres://host:x/y"])
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(BadSetting, match="--database must be"):
        database_settings(url)


@sqlite_only
def test_sqlite_keeps_every_commit_and_waits_for_its_turn(db: None) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        found = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,  # full
        "foreign_keys": 1,
        "busy_timeout": 20_000,
    }
    assert connection.transaction_mode == "IMMEDIATE"


def test_the_key_is_made_once_for_this_user_only(tmp_path: Path) -> None:
    file = tmp_path / "key"
    made = secret_key(file)
    assert len(made) >= 64 and secret_key(file) == made
    assert os.name == "nt" or stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("short")
    with pytest.raises(BadInput, match="not a key"):
        secret_key(file)


@sqlite_only
def test_a_backup_made_while_people_work_comes_back(
    project: Callable[..., Any], tmp_path: Path
) -> None:
    from django.db import connection

    project("answerability", [{"question": f"Who is {at}?"} for at in range(50)])
    source = Path(connection.settings_dict["NAME"])
    copy, again = tmp_path / "copy.sqlite3", tmp_path / "again.sqlite3"
    backup(source, copy)
    restore(copy, again)
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["again.sqlite3", "copy.sqlite3"]
    with closing(sqlite3.connect(again)) as found:
        assert found.execute("SELECT count(*) FROM annotate_item").fetchone() == (50,)
    with pytest.raises(BadInput, match="the file exists"):
        backup(source, copy)
    with pytest.raises(BadInput, match="the database exists"):
        restore(copy, again)


@pytest.mark.parametrize(
    ("content", "problem"),
    [(None, "no such file"), (b"not a database " * 100, "not an SQLite"), (b"", "not a database")],
)
def test_only_a_backup_can_be_restored(tmp_path: Path, content: bytes | None, problem: str) -> None:
    copy = tmp_path / "copy.sqlite3"
    if content is not None:
        copy.write_bytes(content)
    with pytest.raises(BadInput, match=problem):
        restore(copy, tmp_path / "new.sqlite3")
    assert not (tmp_path / "new.sqlite3").exists()
