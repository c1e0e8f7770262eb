"""Many raters at once on the annotation app: errors, lost saves and response times.

Starts `qgauge annotate` as a separate process, lets raters save through real HTTP connections, and
then compares the database with what the server acknowledged. With --kills, the server is killed
(-9) and started again in between, and raters repeat what was not acknowledged, as the page does.

    python -m benchmarks.annotation.load --raters 50 --every 2
    python -m benchmarks.annotation.load --raters 300 --every 10 --database postgres://…
    python -m benchmarks.annotation.load --raters 50 --every 2 --kills 10
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from uuid import uuid4

import numpy as np

FIELDS = (
    *("fluency", "clarity", "conciseness", "relevance", "consistency", "answerability"),
    "answer_consistency",
)
PORT = 8971


@dataclass
class Rater:
    """One rater with a browser: cookies, and what the server has acknowledged."""

    name: str
    cookies: dict[str, str] = field(default_factory=dict)
    saved: dict[str, str] = field(default_factory=dict)
    """The save_id of the last acknowledged save by the path of the task."""
    took: list[float] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    connection: HTTPConnection | None = None

    def ask(
        self, method: str, path: str, form: dict[str, str] | None = None
    ) -> tuple[int, str, str]:
        """Send a request on a kept connection; return status, target of a redirect, and body."""
        if self.connection is None:
            self.connection = HTTPConnection("127.0.0.1", PORT, timeout=60)
        body = urllib.parse.urlencode(form) if form else None
        headers = {"Cookie": "; ".join(f"{key}={value}" for key, value in self.cookies.items())}
        if form:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            text = answer.read().decode()
        except (OSError, HTTPException):
            self.connection.close()
            self.connection = None
            raise
        self._keep_cookies(answer)
        return answer.status, answer.headers.get("Location", ""), text

    def _keep_cookies(self, answer: HTTPResponse) -> None:
        for line in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value

    def follow(self, path: str) -> tuple[int, str, str]:
        """Get a page, through redirects; return status, the last path, and the body."""
        for _ in range(5):
            status, target, text = self.ask("GET", path)
            if status not in (301, 302, 303):
                return status, path, text
            path = urllib.parse.urlsplit(target).path
        return status, path, text


def hidden(page: str, name: str) -> str:
    """Return the value of a hidden input."""
    found = re.search(rf'<input[^>]*name="{re.escape(name)}"[^>]*>', page)
    value = found and re.search(r'value="([^"]*)"', found.group())
    if not value:
        raise ValueError(f"the page has no input {name}: {page[:300]}")
    return value.group(1)


def work(rater: Rater, every: float, until: float, kills: bool) -> None:
    """Rate until the time is over, one item every so many seconds."""
    draw = random.Random(rater.name)
    time.sleep(draw.random() * every)
    form: dict[str, str] | None = None
    path = ""
    while time.monotonic() < until or form is not None:
        begun = time.monotonic()
        try:
            if form is None:
                status, path, page = rater.follow("/work/")
                rater.opened.append(time.monotonic() - begun)
                if status != 200 or "save_id" not in page:
                    rater.errors.append(f"GET {path}: {status}")
                    return
                page = page[page.index(f'action="{path}"') :]  # undo has a form of its own
                form = {
                    "csrfmiddlewaretoken": hidden(page, "csrfmiddlewaretoken"),
                    "version": hidden(page, "version"),
                    "save_id": uuid4().hex,
                    "seconds": "1.5",
                    **{f"field.{name}": str(draw.randint(1, 3)) for name in FIELDS},
                }
            sent = time.monotonic()
            status, _, page = rater.ask("POST", path, form)
            rater.took.append(time.monotonic() - sent)
            if status in (200, 204, 302, 303):
                rater.saved[path] = form["save_id"]
                form = None
            else:
                rater.errors.append(f"POST {path}: {status} {page[:200]}")
                return
        except (OSError, HTTPException) as problem:
            if not kills:
                rater.errors.append(repr(problem))
                return
            if time.monotonic() > until + 60:
                rater.errors.append(f"gave up: {problem!r}")
                return
            time.sleep(0.3)  # the server is starting again; send the same save once more
            continue
        time.sleep(max(0.0, every - (time.monotonic() - begun)))


class Server:
    """The app in a process of its own."""

    def __init__(self, database: str, folder: Path) -> None:
        words = [sys.executable, "-m", "qgauge", "annotate", "--database", database]
        words += ["--team", "--port", str(PORT), "--no-browser"]
        words += ["--key-file", str(folder / "key")]
        self._words, self._log = words, (folder / "server.log").open("a")
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._words, stderr=self._log, stdout=self._log)
        for _ in range(300):
            try:
                HTTPConnection("127.0.0.1", PORT, timeout=1).connect()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the server does not start")

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()
        self._log.close()


def prepare(database: str, folder: Path, raters: int, items: int) -> list[Rater]:
    """Make the project, and raters who are logged in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from qgauge.annotate.scheme_files import read_scheme
    from qgauge.annotate.tasks import Task
    from qgauge.annotate.web.settings import Site
    from qgauge.annotate.web.setup import configure, migrate, secret_key

    configure(Site(database, secret_key(folder / "key")))
    migrate()
    from qgauge.annotate.web.models import Person
    from qgauge.annotate.web.project import Plan, begin

    content = {"question": "Who built the mill at Sund?", "passage": "Ada built the mill. " * 20}
    tasks = [
        Task(str(at), {**content, "answer": f"Ada {at}"}, {"id": str(at)}, cluster=str(at // 10))
        for at in range(items)
    ]
    begin(read_scheme("qgeval"), tasks, [], Plan("load", overlap=raters, team=True))
    found = []
    for at in range(raters):
        person = Person.objects.create(username=f"rater {at}")
        person.set_unusable_password()
        person.save()
        session = SessionStore()
        session[SESSION_KEY] = str(person.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = person.get_session_auth_hash()
        session.create()
        assert session.session_key
        found.append(Rater(person.username, {settings.SESSION_COOKIE_NAME: session.session_key}))
    return found


def lost_saves(raters: list[Rater]) -> tuple[int, int]:
    """Return the number of acknowledged saves, and how many of them are not in the database."""
    from qgauge.annotate.web.models import Revision

    there = {
        (save.assignment.person.username, save.save_id, save.assignment_id)
        for save in Revision.objects.select_related("assignment__person")
    }
    acknowledged = [
        (rater.name, save_id, int(path.strip("/").split("/")[-1]))
        for rater in raters
        for path, save_id in rater.saved.items()
    ]
    return len(acknowledged), sum(one not in there for one in acknowledged)


@contextmanager
def killing(server: Server, kills: int, seconds: float) -> Iterator[None]:
    """Kill and restart the server so many times, at random moments."""
    draw = random.Random(1)

    def kill() -> None:
        for _ in range(kills):
            time.sleep(draw.uniform(0.5, 1.0) * seconds / max(kills, 1))
            server.kill()
            server.start()

    thread = threading.Thread(target=kill)
    thread.start()
    yield
    thread.join()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("--raters", type=int, default=50)
    asked.add_argument("--every", type=float, default=2.0, help="seconds between two saves")
    asked.add_argument("--seconds", type=float, default=60.0)
    asked.add_argument("--kills", type=int, default=0)
    asked.add_argument("--database", help="postgres://…, an empty database (default: SQLite)")
    given = asked.parse_args()
    items = int(given.seconds / given.every) + 20
    with TemporaryDirectory() as name:
        folder = Path(name)
        database = given.database or str(folder / "load.sqlite3")
        raters = prepare(database, folder, given.raters, items)
        server = Server(database, folder)
        until = time.monotonic() + given.seconds
        threads = [
            threading.Thread(target=work, args=(one, given.every, until, bool(given.kills)))
            for one in raters
        ]
        for thread in threads:
            thread.start()
        with killing(server, given.kills, given.seconds):
            for thread in threads:
                thread.join()
        server.stop()
        saved, lost = lost_saves(raters)
        log = (folder / "server.log").read_text()
    errors = [error for rater in raters for error in rater.errors]
    if not saved:
        raise SystemExit(f"nothing was saved: {errors[:3]}\n{log[-2000:]}")
    took = np.array([one for rater in raters for one in rater.took]) * 1000
    opened = [one * 1000 for rater in raters for one in rater.opened]
    kind = "PostgreSQL" if given.database else "SQLite"
    result = {
        "date": date.today().isoformat(),
        "database": kind,
        "raters": given.raters,
        "a save every": f"{given.every:g} s",
        "seconds": given.seconds,
        "kills": given.kills,
        "saves acknowledged": saved,
        "lost": lost,
        "errors": len(errors),
        "save ms, median": round(float(np.median(took)), 1),
        "save ms, p95": round(float(np.percentile(took, 95)), 1),
        "save ms, max": round(float(took.max()), 1),
        "page ms, median": round(median(opened), 1),
        "cores": len(os.sched_getaffinity(0)),
    }
    print(json.dumps(result, indent=1))
    for error in errors[:5]:
        print(error, file=sys.stderr)
    if "Traceback" in log or "ERROR" in log:
        print(log[-3000:], file=sys.stderr)
    sys.exit(bool(lost or errors))


if __name__ == "__main__":
    main()
