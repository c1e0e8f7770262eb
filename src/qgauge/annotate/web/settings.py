"""Settings of Django, made from the options of the command."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from qgauge.core import BadSetting

BUSY_SECONDS = 20
"""How long a write waits for another one; each takes milliseconds."""
MOST_BYTES = 2**20
"""The largest request: a form with spans and notes is far smaller."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Site:
    """Where the app runs and who can reach it."""

    database: str
    """The path of an SQLite file, or `postgres://USER:PASSWORD@HOST:PORT/NAME`."""
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(64))
    """Signs sessions; from the key file. The default is for a site that serves no pages."""
    hosts: tuple[str, ...] = LOOPBACK
    """The host names under which browsers may ask for pages."""
    url: str = ""
    """The public address, if there is one."""
    https: bool = False
    """Whether browsers reach the app over HTTPS only, through a proxy."""


def django_settings(site: Site) -> dict[str, Any]:
    """Return the settings for `django.conf.settings.configure`."""
    secure = {
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 365 * 24 * 3600,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": True,
        "SECURE_HSTS_PRELOAD": True,
    }
    mark = _mark_of(site.database)
    return {
        "DEBUG": False,
        "SECRET_KEY": site.secret,
        "ALLOWED_HOSTS": list(site.hosts),
        "CSRF_TRUSTED_ORIGINS": [site.url] if site.url else [],
        "ROOT_URLCONF": "qgauge.annotate.web.urls",
        "INSTALLED_APPS": [
            "django.contrib.contenttypes",
            "django.contrib.auth",
            "django.contrib.sessions",
            "django.contrib.staticfiles",
            "django_htmx",
            "qgauge.annotate.web.apps.AnnotateConfig",
        ],
        "MIDDLEWARE": [
            "django.middleware.security.SecurityMiddleware",
            "whitenoise.middleware.WhiteNoiseMiddleware",
            "qgauge.annotate.web.policy.content_policy",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.middleware.clickjacking.XFrameOptionsMiddleware",
            "django_htmx.middleware.HtmxMiddleware",
        ],
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "qgauge.annotate.web.views.pages.project_context",
                    ]
                },
            }
        ],
        "DATABASES": {"default": database_settings(site.database)},
        "AUTH_USER_MODEL": "annotate.Person",
        "AUTH_PASSWORD_VALIDATORS": [
            {"NAME": f"django.contrib.auth.password_validation.{name}"}
            for name in (
                "UserAttributeSimilarityValidator",
                "MinimumLengthValidator",
                "CommonPasswordValidator",
                "NumericPasswordValidator",
            )
        ],
        "LOGIN_URL": "login",
        "SESSION_COOKIE_NAME": f"sessionid_{mark}",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_AGE": 30 * 24 * 3600,
        "CSRF_COOKIE_NAME": f"csrftoken_{mark}",
        "CSRF_COOKIE_HTTPONLY": True,
        "CSRF_FAILURE_VIEW": "qgauge.annotate.web.views.errors.bad_token",
        "X_FRAME_OPTIONS": "DENY",
        "SECURE_REFERRER_POLICY": "same-origin",
        "SECURE_CONTENT_TYPE_NOSNIFF": True,
        "DATA_UPLOAD_MAX_MEMORY_SIZE": MOST_BYTES,
        "DATA_UPLOAD_MAX_NUMBER_FIELDS": 2000,  # a document with many concepts has one for each
        "DATA_UPLOAD_MAX_NUMBER_FILES": 0,
        "STATIC_URL": "/static/",
        "WHITENOISE_USE_FINDERS": True,
        "WHITENOISE_AUTOREFRESH": False,
        "USE_TZ": True,
        "TIME_ZONE": "UTC",
        "LOGGING": _LOGGING,
        **(secure if site.https else {}),
    }


def _mark_of(database: str) -> str:
    """Return what marks the cookies of this project.

    Browsers send a cookie to every port of a machine, so two projects there would otherwise log
    each other out.
    """
    made = database_settings(database)
    place = [str(made.get(part, "")) for part in ("HOST", "PORT", "NAME")]
    return sha256("\0".join(place).encode("utf-8", "surrogateescape")).hexdigest()[:8]


_LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(message)s"}},
    "filters": {"no links": {"()": "qgauge.annotate.web.policy.WithoutLinks"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "filters": ["no links"],
        }
    },
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        # requests that are refused, each with a stack trace: strangers could fill the disk
        "django.security": {"level": "CRITICAL", "propagate": False},
        "waitress": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
    },
}
"""Only faults of the app itself are logged; a wrong address or a refused save is none."""


_POSTGRES = ("postgres", "postgresql")
_BAD_ADDRESS = (
    "--database must be a file, or postgres://USER:PASSWORD@HOST:PORT/NAME for PostgreSQL; write "
    "%2F for a slash and %40 for @ in the password."
)


def is_address(database: str) -> bool:
    """Return whether a database is not a file.

    Raises:
        BadSetting: It is an address without its slashes. As the name of a file, it would be shown
            in messages, with the password.
    """
    if "://" in database:
        return True
    if database.lower().startswith(tuple(f"{name}:" for name in _POSTGRES)):
        raise BadSetting(_BAD_ADDRESS)
    return False


def shown_database(database: str) -> str:
    """Return the place of a database for messages: an address without its password.

    Examples:
        >>> from qgauge.annotate.web.settings import shown_database
        >>> shown_database("postgres://ann:secret@db.example:5433/rate")
        'postgres://db.example/rate'
    """
    if not is_address(database):
        return database
    made = database_settings(database)
    return f"postgres://{made['HOST']}/{made['NAME']}"


def is_frozen(file: Path) -> bool:
    """Return whether an SQLite file cannot be changed: it or its folder is read-only.

    SQLite then cannot make the files it needs beside a database that others may change. If those
    files are there, somebody else works with the database, and it is not frozen.
    """
    if not file.exists() or file.with_name(f"{file.name}-wal").exists():
        return False
    return not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


def reading_uri(file: Path) -> str:
    """Return the address with which SQLite opens a file that is there, to read it.

    Not `mode=ro`, which leaves files beside the database that it cannot delete.
    """
    how = "immutable=1" if is_frozen(file) else "mode=rw"
    return f"{file.absolute().as_uri()}?{how}"


def database_settings(database: str) -> dict[str, Any]:
    """Return Django's settings of a database.

    Args:
        database: The path of an SQLite file, or an address of PostgreSQL.

    Returns:
        One entry of `DATABASES`.

    Raises:
        BadSetting: The address cannot be understood.
    """
    if not is_address(database):
        file = Path(database).absolute()
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": reading_uri(file) if is_frozen(file) else str(file),
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                # take the write lock first: a transaction that reads and then writes could
                # otherwise fail with "database is locked" without waiting
                "transaction_mode": "IMMEDIATE",
                "timeout": BUSY_SECONDS,
                # readers do not wait for writers, and every commit is on disk
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                " PRAGMA foreign_keys=ON;",
            },
        }
    try:
        parts = urlsplit(database)
        port = parts.port
    except ValueError:
        raise BadSetting(_BAD_ADDRESS) from None
    name = parts.path.lstrip("/")
    # a slash or @ here belongs to a password that was not quoted
    if parts.scheme not in _POSTGRES or not name or port == 0 or set(name) & set("/@"):
        raise BadSetting(_BAD_ADDRESS)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(name),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(port or ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": dict(parse_qsl(parts.query)),
    }
