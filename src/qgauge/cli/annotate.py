"""`qgauge annotate`: people rate questions in the browser."""

from __future__ import annotations

import os
import webbrowser
from enum import StrEnum
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

from qgauge.cli import options
from qgauge.cli.annotate_database import (
    KeyFile,
    database_errors,
    has_project,
    need_django,
    shown,
    site_of,
)
from qgauge.cli.left_out import tell
from qgauge.cli.options import flag, one_of, option
from qgauge.cli.qud_options import Articles
from qgauge.cli.terminal import say
from qgauge.core import BadInput, BadSetting

if TYPE_CHECKING:
    from qgauge.annotate.web.models import Person, Project

PASSWORD = "QGAUGE_ADMIN_PASSWORD"  # noqa: S105 - the name of a variable
"""The environment variable with the password of the first admin."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Order(StrEnum):
    shuffled = "shuffled"
    file = "file"


def serve(
    files: options.Files = None,
    scheme: Annotated[
        str | None,
        option(
            "What raters are asked: qgeval, answerability, simqg, qud, qud_similarity, concepts, "
            "pairs, rubric:NAME, or your own FILE.toml.",
            "SCHEME",
        ),
    ] = None,
    database: Annotated[
        str | None,
        option(
            "Where ratings are kept: an SQLite file (default: FILE.annotate.sqlite3), or "
            "postgres://USER:PASSWORD@HOST:PORT/NAME.",
            "DATABASE",
        ),
    ] = None,
    overlap: Annotated[int, option("How many people rate each item.", "N", min=1, max=100)] = 1,
    training: Annotated[
        int,
        option(
            "How many of the gold items, which have a right answer, are for training.", "N", min=0
        ),
    ] = 0,
    order: Annotated[
        Order,
        one_of("Shuffled, in another order for each rater, or as in the file.", Order),
    ] = Order.shuffled,
    seed: Annotated[int, option("Random seed of the order.", "N", min=0)] = 12345,
    team: Annotated[
        bool,
        flag(
            "Several people, each with a password: makes an admin, who invites raters. The "
            f"password comes from {PASSWORD}, or is made and shown once.",
            "--team",
        ),
    ] = False,
    host: Annotated[
        str, option("The address to listen on; beyond this machine only with --team.", "HOST")
    ] = "127.0.0.1",
    port: Annotated[
        int, option("The port to listen on; 0 takes a free one.", "PORT", min=0, max=65535)
    ] = 8765,
    url: Annotated[
        str | None,
        option(
            "The address that raters open, such as https://rate.example.org, if it is another one: "
            "a proxy in front of the app must provide HTTPS.",
            "URL",
        ),
    ] = None,
    proxy: Annotated[
        str, option("The address of that proxy; only its headers are believed.", "ADDRESS")
    ] = "127.0.0.1",
    plain_http: Annotated[
        bool,
        flag(
            "Listen beyond this machine without HTTPS: others in the network can read passwords.",
            "--plain-http",
        ),
    ] = False,
    browser: Annotated[bool, flag("Open the page in a browser.", "--browser/--no-browser")] = True,
    start: Annotated[
        bool,
        flag("Start the server; without it, only set up the project.", "--serve/--no-serve"),
    ] = True,
    key_file: KeyFile = None,
    references: options.References = None,
    articles: Articles = None,
    format: options.Format = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
) -> None:
    """Rate questions in the browser, alone or as a team.

    Makes a database next to FILE (or goes on with the one that is there), and opens a page on which
    you rate. Every answer is saved at once. `qgauge annotate export` writes the ratings for
    `qgauge meta` and the other commands.
    """
    need_django()
    place = database or _beside(files)
    public = _public_address(host, url, team=team, plain_http=plain_http)
    site = site_of(place, key_file, host, public)
    with database_errors(place):
        from qgauge.annotate.web.setup import configure, migrate

        configure(site)
        migrate()
        if files:
            if scheme is None and not has_project():
                raise BadInput("say what raters are asked: --scheme NAME, such as qgeval or qud.")
            left_out = _import(
                files,
                scheme,
                overlap=overlap,
                training=training,
                shuffled=order is Order.shuffled,
                seed=seed,
                team=team,
                format=format,
                columns=columns,
                keep_going=keep_going,
                refused=refused,
                references=references,
                articles=articles,
            )
        elif not has_project():
            raise BadInput("the database has no project yet; give a FILE to rate.", file=place)
        else:
            left_out = []
        project, admin = _ready(team)
        if start:
            _serve(project, admin, host, port, public, proxy, browser=browser)
            say(f"qgauge: stopped. The ratings are in {shown(place)}.")
        else:
            say(f"qgauge: the project is in {shown(place)}.")
    tell(left_out)


# ------------------------------------------------------------------ setting up


def _beside(files: list[str] | None) -> str:
    if not files:
        raise BadInput("give a FILE to rate, or the --database of a project.")
    if files[0] == "-":
        raise BadInput("the questions come from stdin, so say where to keep ratings: --database.")
    first = Path(files[0].partition("#")[0])
    return str(first.with_name(first.name.split(".")[0] + ".annotate.sqlite3"))


def _public_address(host: str, url: str | None, *, team: bool, plain_http: bool) -> str:
    """Return the address that raters open if it is not this machine; check that it is safe."""
    beyond = host not in LOOPBACK
    if beyond and not team:
        raise BadSetting(
            f"--host {host} lets other machines in, so raters need passwords: add --team."
        )
    if url is None:
        if beyond:
            raise BadSetting(
                "say which address raters open: --url https://NAME with a proxy that provides "
                "HTTPS, or --url http://NAME:PORT with --plain-http."
            )
        return ""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise BadSetting(f"--url must be https://NAME or http://NAME:PORT, not '{url}'.")
    if not team:
        raise BadSetting("--url lets other machines in, so raters need passwords: add --team.")
    if parts.scheme == "http" and not plain_http:
        raise BadSetting(
            "over plain HTTP, others in the network can read passwords. Put a proxy with HTTPS in "
            "front and give --url https://NAME, or accept the risk with --plain-http."
        )
    return f"{parts.scheme}://{parts.netloc}"


def _import(
    files: list[str],
    scheme_name: str | None,
    *,
    overlap: int,
    training: int,
    shuffled: bool,
    seed: int,
    team: bool,
    format: str | None,
    columns: list[str] | None,
    keep_going: bool,
    refused: str | None,
    references: list[str] | None,
    articles: str | None,
) -> list[str]:
    """Begin the project, or add the new rows of the files; return what to say about bad rows."""
    from qgauge.annotate.scheme_files import read_scheme
    from qgauge.annotate.task_files import read_tasks
    from qgauge.annotate.web.models import Item
    from qgauge.annotate.web.project import Plan, begin
    from qgauge.annotate.web.store import the_project, the_scheme

    scheme = read_scheme(scheme_name) if scheme_name else the_scheme(the_project())
    plan = Plan(
        name=", ".join(Path(file).name for file in files)[:200],
        overlap=overlap,
        shuffled=shuffled,
        seed=seed,
        training=training,
        team=team,
    )
    left_out: list[str] = []
    tasks = read_tasks(
        files,
        scheme,
        format=format,
        columns=options.column_map(columns, ("edges", "text", "question_a", "question_b")),
        keep_going=keep_going,
        refused_file=refused,
        references=references,
        articles=articles,
        tell=left_out.append,
    )
    _, added = begin(scheme, tasks, [(file, _digest(file)) for file in files], plan)
    say(f"qgauge: {added:,} new items, {Item.objects.count():,} in all, scheme {scheme.name}.")
    return left_out


def _digest(file: str) -> str:
    """Return the SHA-256 of a file; "" for pipes and folders."""
    if not Path(file).is_file():
        return ""
    with open(file, "rb") as source:
        return file_digest(source, "sha256").hexdigest()


def _ready(team: bool) -> tuple[Project, Person]:
    """Return the project and the person who leads it; make that person if they are missing."""
    import secrets

    from django.core.exceptions import ValidationError

    from qgauge.annotate.web import people
    from qgauge.annotate.web.models import Person
    from qgauge.annotate.web.store import the_project

    project = the_project()
    if team and not project.team:
        project.team = True
        project.save(update_fields=["team"])
    if not project.team:
        return project, people.owner()
    admin = Person.objects.filter(role=Person.Role.ADMIN).exclude(password="").first()
    if admin is None:
        given = os.environ.get(PASSWORD)
        password = given or secrets.token_urlsafe(15)
        try:
            admin = people.make_admin(password)
        except ValidationError as weak:
            raise BadSetting(f"{PASSWORD}: {' '.join(weak.messages)}") from None
        shown = f"the value of {PASSWORD}" if given else password
        say(f"qgauge: made the admin. Name: {admin.username}  Password: {shown}")
    return project, admin


# ------------------------------------------------------------------ serving


def _serve(
    project: Project,
    admin: Person,
    host: str,
    port: int,
    public: str,
    proxy: str,
    *,
    browser: bool,
) -> None:
    from qgauge.annotate.web import people, server

    listener = server.listening(host, port)
    bound = listener.getsockname()[1]
    name = f"[{host}]" if ":" in host else host
    address = public or f"http://{name}:{bound}"
    if project.team:
        link = f"{address}/"
        say(f"qgauge: open {link} and log in as {admin.username}. Ctrl-C stops the server.")
    else:
        link = f"{address}/enter/{people.entry_secret(admin)}/"
        say(f"qgauge: open {link} (this link works once). Ctrl-C stops the server.")
        if browser:
            webbrowser.open(link)
    server.serve(listener, proxy if public.startswith("https:") else "")
