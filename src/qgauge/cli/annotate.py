"""`qgauge annotate`: people rate questions in the browser."""

from __future__ import annotations

import os
import re
import sys
import webbrowser
from enum import StrEnum
from hashlib import file_digest
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qgauge.cli import options
from qgauge.cli.annotate_database import (
    KeyFile,
    database_errors,
    has_project,
    key_of,
    need_django,
    refuse_other_programs,
    site_of,
)
from qgauge.cli.left_out import tell
from qgauge.cli.options import flag, one_of, option
from qgauge.cli.qud_options import Articles
from qgauge.cli.terminal import clean, say
from qgauge.core import BadInput, BadSetting
from qgauge.report.wording import counted

if TYPE_CHECKING:
    from qgauge.annotate.scheme import Scheme
    from qgauge.annotate.tasks import Task
    from qgauge.annotate.web.models import Person, Project
    from qgauge.annotate.web.project import Plan

PASSWORD = "QGAUGE_ADMIN_PASSWORD"  # noqa: S105 - the name of a variable
"""The environment variable with the password of the first admin."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_ADDRESS = re.compile(
    r"(?P<scheme>https?)://([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:(?P<port>[0-9]{1,5}))?/?",
    re.IGNORECASE | re.ASCII,
)
"""The address that raters open. Its name is one that browsers may ask for, so `*` must not be."""


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
    overlap: Annotated[
        int | None, option("How many people rate each item (default: 1).", "N", min=1, max=100)
    ] = None,
    training: Annotated[
        int | None,
        option(
            "How many of the gold items, which have a right answer, are for training (default: 0).",
            "N",
            min=0,
        ),
    ] = None,
    order: Annotated[
        Order | None,
        one_of(
            "Shuffled, in another order for each rater, or as in the file (default: shuffled).",
            Order,
        ),
    ] = None,
    seed: Annotated[
        int | None, option("Random seed of the order (default: 12345).", "N", min=0)
    ] = None,
    team: Annotated[
        bool,
        flag(
            "Several people, each with a password: makes an admin, who invites raters. The "
            f"password comes from {PASSWORD}, or is made and shown once.",
            "--team",
        ),
    ] = False,
    new_password: Annotated[
        bool,
        flag(
            "With --team: give the first admin a new password, as above, and end their sessions.",
            "--new-password",
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
        str | None,
        option(
            "The IP address of that proxy, whose headers alone are believed; * believes everybody "
            "(default: 127.0.0.1).",
            "ADDRESS",
        ),
    ] = None,
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
    from qgauge.annotate.web.settings import database_settings, shown_database

    place = database or _beside(files)
    database_settings(place)  # a damaged address is refused before a message shows it
    public = _public_address(host, url, team=team, plain_http=plain_http)
    trusted = _proxy_of(proxy, public)
    if new_password and not team:
        raise BadSetting("--new-password is for the admin of a team: add --team.")
    refuse_other_programs(place)
    begun = "://" in place or Path(place).exists()
    if not files and not begun:
        raise BadInput("there is no such database; give a FILE to rate.", file=place)
    if scheme is None and not begun:
        raise BadInput("say what raters are asked: --scheme NAME, such as qgeval or qud.")
    left_out: list[str] = []

    def tasks(of: Scheme) -> list[Task]:
        return read_tasks(
            files or [],
            of,
            format=format,
            columns=options.column_map(columns, ("edges", "text", "question_a", "question_b")),
            keep_going=keep_going,
            refused_file=refused,
            references=references,
            articles=articles,
            tell=left_out.append,
        )

    from qgauge.annotate.scheme_files import read_scheme
    from qgauge.annotate.task_files import read_tasks

    wanted = None if scheme is None else read_scheme(scheme)
    # read before anything is made: a bad file leaves no database behind
    read = None if wanted is None or not files else tasks(wanted)
    if read is not None and not begun:
        _need_gold(read, training or 0)
    with database_errors(place):
        from qgauge.annotate.web.setup import configure, migrate, sign_with

        configure(site_of(place, host, public))
        migrate()
        sign_with(key_of(place, key_file))
        if not files and not has_project():
            raise BadInput("the database has no project yet; give a FILE to rate.", file=place)
        if files:
            if database is None:
                _need_same_file(files[0], place)
            if wanted is None:
                wanted = _scheme_there(place)
            plan = _plan(files, overlap, training, order, seed, team=team)
            _import(files, wanted, tasks(wanted) if read is None else read, plan)
        project, admin = _ready(team, new_password=new_password)
        if project.overlap > 1 and not project.team:
            say(
                f"qgauge: {project.overlap} people should rate each item, but nobody else can "
                "rate: add --team."
            )
        if start:
            _serve(project, admin, host, port, public, trusted, browser=browser)
            _print(f"Stopped. The ratings are in {shown_database(place)}.")
        else:
            _print(f"The project is in {shown_database(place)}.")
    tell(left_out)


def _print(line: str) -> None:
    typer.echo(clean(line))
    sys.stdout.flush()  # a service manager should show the address at once


# ------------------------------------------------------------------ setting up


def _beside(files: list[str] | None) -> str:
    if not files:
        raise BadInput("give a FILE to rate, or the --database of a project.")
    if files[0] == "-":
        raise BadInput("the questions come from stdin, so say where to keep ratings: --database.")
    first = Path(files[0].partition("#")[0])
    return str(first.with_name(first.name.split(".")[0] + ".annotate.sqlite3"))


def _need_same_file(file: str, place: str) -> None:
    """Refuse to mix files whose names differ only in the ending, such as q.txt and q.csv."""
    from qgauge.annotate.web.store import the_project

    names = [_name_of(known) for known, _ in the_project().files] if has_project() else []
    if names and _name_of(file) not in names:
        this = _name_of(file)
        raise BadInput(
            f"this is the project of {names[0]}. Say where to keep the ratings of {this}: "
            "--database with this name adds its rows here, and with another one begins a project.",
            file=place,
        )


def _name_of(file: str) -> str:
    return Path(file.partition("#")[0]).name


def _need_gold(tasks: list[Task], training: int) -> None:
    gold = sum(task.gold is not None for task in tasks)
    if gold < training:
        raise BadSetting(
            f"--training {training}: only {gold} rows have a right answer, the field 'gold'."
        )


def _proxy_of(proxy: str | None, public: str) -> str:
    """Return the proxy whose headers are believed; "" without one."""
    is_there = public.startswith("https:")
    if proxy is None:
        return "127.0.0.1" if is_there else ""
    if not is_there:
        raise BadSetting("--proxy is for a proxy that provides HTTPS: add --url https://NAME.")
    if proxy == "*":
        return proxy
    try:
        return str(ip_address(proxy))
    except ValueError:
        raise BadSetting("--proxy must be an IP address, such as 127.0.0.1, or *.") from None


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
    found = _ADDRESS.fullmatch(url)
    if found is None or int(found["port"] or 0) > 65535:
        raise BadSetting("--url must be https://NAME or http://NAME:PORT, without anything else.")
    if not team:
        raise BadSetting("--url lets other machines in, so raters need passwords: add --team.")
    if found["scheme"].lower() == "http" and not plain_http:
        raise BadSetting(
            "over plain HTTP, others in the network can read passwords. Put a proxy with HTTPS in "
            "front and give --url https://NAME, or accept the risk with --plain-http."
        )
    return url.rstrip("/").lower()


def _scheme_there(place: str) -> Scheme:
    """Return the scheme of the project that is in the database."""
    from qgauge.annotate.web.settings import shown_database
    from qgauge.annotate.web.store import the_project, the_scheme

    if not has_project():
        raise BadInput(
            "say what raters are asked: --scheme NAME, such as qgeval or qud.",
            file=shown_database(place),
        )
    return the_scheme(the_project())


def _plan(
    files: list[str],
    overlap: int | None,
    training: int | None,
    order: Order | None,
    seed: int | None,
    *,
    team: bool,
) -> Plan:
    from qgauge.annotate.web.project import Plan

    return Plan(
        name=", ".join(Path(file).name for file in files)[:200],
        overlap=overlap,
        shuffled=None if order is None else order is Order.shuffled,
        seed=seed,
        training=training,
        team=team,
    )


def _import(files: list[str], scheme: Scheme, tasks: list[Task], plan: Plan) -> None:
    """Begin the project, or add what is new in the files."""
    from qgauge.annotate.web.models import Item
    from qgauge.annotate.web.project import begin

    _, added = begin(scheme, tasks, [(file, _digest(file)) for file in files], plan)
    items = Item.objects.filter(replaced=False).count()
    new = counted(added.new, "new item")
    _print(f"{new}, {items:,} in all, scheme {scheme.name}.")
    if added.corrected:
        rows = counted(added.corrected, "row has", "rows have")
        _print(f"{rows} a new text, which replaces the earlier one: nobody had rated it.")
    if added.kept:
        rows = counted(added.kept, "row has", "rows have")
        _print(
            f"{rows} a new text and will be rated again. The answers to the earlier text stay in "
            "the database, and count no more."
        )


def _digest(file: str) -> str:
    """Return the SHA-256 of a file; "" for pipes and folders."""
    if not Path(file).is_file():
        return ""
    with open(file, "rb") as source:
        return file_digest(source, "sha256").hexdigest()


def _ready(team: bool, *, new_password: bool) -> tuple[Project, Person]:
    """Return the project and the person who leads it; make that person if they are missing."""
    from qgauge.annotate.web import people
    from qgauge.annotate.web.store import the_project

    project = the_project()
    if team and not project.team:
        project.team = True
        project.save(update_fields=["team"])
    if not project.team:
        _not_used("without a team there are no passwords")
        return project, people.owner()
    admin = people.first_admin()
    if admin is None or new_password:
        return project, _with_password(admin)
    _not_used(f"{admin.username} has a password; --new-password gives them this one")
    return project, admin


def _not_used(why: str) -> None:
    if os.environ.get(PASSWORD):
        say(f"qgauge: {PASSWORD} is not used: {why}.")


def _with_password(admin: Person | None) -> Person:
    """Give the admin a new password, and show it once; without an admin, make one."""
    import secrets

    from django.core.exceptions import ValidationError

    from qgauge.annotate.web import people

    given = os.environ.get(PASSWORD)
    password = given or secrets.token_urlsafe(15)
    did = "Made the admin." if admin is None else "Gave the admin a new password."
    try:
        if admin is None:
            admin = people.make_admin(password)
        else:
            people.set_password(admin, password)
    except ValidationError as weak:
        raise BadSetting(f"{PASSWORD}: {' '.join(weak.messages)}") from None
    shown = f"the value of {PASSWORD}" if given else password
    _print(f"{did} Name: {admin.username}  Password: {shown}")
    return admin


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
        _print(f"Open {link} and log in as {admin.username}. Ctrl-C stops the server.")
    else:
        link = f"{address}/enter/{people.entry_secret(admin)}/"
        _print(f"Open {link} (this link works once). Ctrl-C stops the server.")
        if browser:
            webbrowser.open(link)
    server.serve(listener, proxy if public.startswith("https:") else "")
