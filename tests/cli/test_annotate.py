"""`qgauge annotate`: a real server, ratings through HTTP, export, backup, and clear refusals."""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from helpers.command import run_in_process

pytest.importorskip("django", reason="needs the extra `annotate`")

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ROWS = [
    {"id": f"q{at}", "system": "ab"[at % 2], "question": f"Who built mill {at}?"} for at in range(6)
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    gold = [{**row, "gold": {"answerability": 3}} for row in ROWS[:2]]
    (tmp_path / "gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in gold))
    (tmp_path / "scheme.toml").write_text('title = "Mine"\n')
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.execute("CREATE TABLE django_migrations (name TEXT)")
    return tmp_path


class Server:
    """A running `qgauge annotate`."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address
        parts = urllib.parse.urlsplit(address)
        self.root = f"{parts.scheme}://{parts.netloc}"


@contextmanager
def served(folder: Path, *words: str) -> Iterator[Server]:
    command = [sys.executable, "-m", "qgauge", "annotate", *words, "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout
        said = ""
        for line in process.stdout:
            said += line
            if line.startswith("Open "):
                break
        else:
            pytest.fail(said)
        try:
            yield Server(process, line.split()[1])
        finally:
            process.kill()


class Browser:
    """Cookies, and forms as a browser sends them."""

    def __init__(self) -> None:
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(jar)

    def open(self, address: str, form: dict[str, str] | None = None) -> tuple[str, str]:
        """Return the final address and the page."""
        data = urllib.parse.urlencode(form).encode() if form else None
        with self._opener.open(address, data, timeout=30) as answer:
            return answer.url, answer.read().decode()


def rate(browser: Browser, address: str, mark: int) -> tuple[str, str]:
    """Rate the next item, and return the page after that."""
    address, page = browser.open(address)
    form = page[page.index(f'action="{urllib.parse.urlsplit(address).path}"') :]
    hidden = dict(re.findall(r'name="(csrfmiddlewaretoken|version|save_id)" value="([^"]*)"', form))
    assert len(hidden) == 3
    return browser.open(address, {**hidden, "field.answerability": str(mark), "seconds": "2"})


def exported(folder: Path, *words: str) -> list[dict[str, Any]]:
    done = run_in_process("annotate", "export", "rows.annotate.sqlite3", *words, cwd=folder)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_rate_kill_go_on_and_export(folder: Path) -> None:
    browser = Browser()
    with served(folder, "rows.jsonl", "--scheme", "answerability", "--order", "file") as server:
        address, _ = browser.open(server.address)
        assert address.startswith(f"{server.root}/task/")
        with pytest.raises(urllib.error.HTTPError, match="410"):
            Browser().open(server.address)  # the link works once
        for mark in (5, 4, 3):
            rate(browser, f"{server.root}/work/", mark)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    assert [row["ratings"] for row in exported(folder)] == [
        {"answerability": [mark]} for mark in (5, 4, 3)
    ]
    with (folder / "rows.jsonl").open("a") as rows:
        rows.write('{"id": "q6", "system": "a", "question": "Who built the bridge?"}\n')
    with served(folder, "rows.jsonl") as server:  # the scheme is known, and one row is new
        browser = Browser()
        browser.open(server.address)
        for mark in (2, 1, 1, 2):
            _, page = rate(browser, f"{server.root}/work/", mark)
        assert "7 of 7" in " ".join(page.split())
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait() == 0
    done = exported(folder, "--data-sheet", "sheet.md", "-o", "-")
    assert [(row["id"], row["system"], row["raters"]) for row in done] == [
        *((row["id"], row["system"], ["r1"]) for row in ROWS),
        ("q6", "a", ["r1"]),
    ]
    sheet = (folder / "sheet.md").read_text()
    assert "answerability" in sheet and " me " not in sheet
    (folder / "rated.jsonl").write_text("".join(json.dumps(row) + "\n" for row in done))
    read = run_in_process("meta", "rated.jsonl", "-m", "grammar", "--resamples", "100", cwd=folder)
    assert read.returncode == 0, read.stderr
    assert "answerability: the one rating" in read.stdout


def test_a_team_has_passwords(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QGAUGE_ADMIN_PASSWORD", "correct horse battery staple")
    with served(folder, "rows.jsonl", "--scheme", "answerability", "--team") as server:
        browser = Browser()
        address, page = browser.open(server.root)
        assert address == f"{server.root}/login/?next=/"
        (token,) = re.findall(r'name="csrfmiddlewaretoken" value="([^"]*)"', page)
        form = {"csrfmiddlewaretoken": token, "username": "admin"}
        with pytest.raises(urllib.error.HTTPError, match="401"):
            browser.open(f"{server.root}/login/", {**form, "password": "wrong"})
        right = {**form, "password": "correct horse battery staple"}
        address, page = browser.open(f"{server.root}/login/", right)
        assert address == f"{server.root}/overview/" and "Log out" in page


def test_the_files_are_private(folder: Path) -> None:
    done = run_in_process(
        *("annotate", "rows.jsonl", "--scheme", "answerability", "--no-serve"), cwd=folder
    )
    assert done.stdout == (
        "6 new items, 6 in all, scheme answerability.\nThe project is in rows.annotate.sqlite3.\n"
    )
    for name in ("rows.annotate.sqlite3", "rows.annotate.sqlite3.key"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


def test_going_on(folder: Path) -> None:
    begin = ("annotate", "rows.jsonl", "--no-serve")
    assert run_in_process(*begin, "--scheme", "answerability", cwd=folder).returncode == 0
    again = run_in_process(*begin, "--overlap", "3", cwd=folder)
    assert again.stdout.startswith("0 new items, 6 in all")
    with sqlite3.connect(folder / "rows.annotate.sqlite3") as database:
        assert database.execute("SELECT overlap, seed FROM annotate_project").fetchone() == (
            3,
            12345,
        )
    database.close()
    other = run_in_process(*begin, "--scheme", "rubric:fluency", cwd=folder)
    assert other.returncode == 2 and "another scheme" in other.stderr
    assert "Leave out --scheme to go on with the old one" in other.stderr
    shuffled = run_in_process(*begin, "--seed", "7", cwd=folder)
    assert shuffled.returncode == 2 and "cannot be changed" in shuffled.stderr
    nothing = run_in_process(
        "annotate", "--database", "rows.annotate.sqlite3", "--no-serve", cwd=folder
    )
    assert nothing.returncode == 0


def test_backup_and_restore(folder: Path) -> None:
    run_in_process("annotate", "rows.jsonl", "--scheme", "answerability", "--no-serve", cwd=folder)
    first = ("annotate", "backup", "rows.annotate.sqlite3", "copy.sqlite3")
    assert run_in_process(*first, cwd=folder).returncode == 0
    again = run_in_process(*first, cwd=folder)
    assert again.returncode == 2 and "the file exists" in again.stderr
    (folder / "rows.annotate.sqlite3").unlink()
    back = ("annotate", "restore", "copy.sqlite3", "rows.annotate.sqlite3")
    assert run_in_process(*back, cwd=folder).returncode == 0
    go_on = run_in_process("annotate", "rows.jsonl", "--no-serve", cwd=folder)
    assert go_on.stdout.startswith("0 new items, 6 in all")


SCHEME = ("--scheme", "answerability")
TEAM = ("rows.jsonl", *SCHEME, "--team", "--no-serve")
SERVE_NOT = ("rows.jsonl", *SCHEME, "--no-serve")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["rows.jsonl"], "say what raters are asked: --scheme NAME"),
        (["rows.jsonl", "--scheme", "answerabilty"], "Did you mean 'answerability'?"),
        (["rows.jsonl", "--scheme", "none.toml"], "none.toml: the file cannot be read"),
        (["--team"], "give a FILE to rate, or the --database of a project"),
        (["-", *SCHEME], "say where to keep ratings: --database"),
        (["none.jsonl", *SCHEME], "none.jsonl"),
        (["--database", "none.sqlite3"], "there is no such database"),
        (["rows.jsonl", *SCHEME, "--database", "rows.jsonl"], "cannot be used: file is not a data"),
        (["rows.jsonl", *SCHEME, "--database", "no/x.sqlite3"], "no/x.sqlite3: cannot be made"),
        (["rows.jsonl", *SCHEME, "--database", "mysql://x/y"], "--database must be a file, or"),
        (["rows.jsonl", *SCHEME, "--host", "0.0.0.0"], "raters need passwords: add --team"),
        (["rows.jsonl", *SCHEME, "--host", "0.0.0.0", "--team"], "say which address raters open"),
        (["rows.jsonl", *SCHEME, "--url", "https://x.org"], "raters need passwords: add --team"),
        (["rows.jsonl", *SCHEME, "--team", "--url", "http://x.org"], "--plain-http"),
        (["rows.jsonl", *SCHEME, "--team", "--url", "ftp://x.org"], "--url must be https://NAME"),
        (["rows.jsonl", *SCHEME, "--team", "--url", "https://x.org/a"], "--url must be https://"),
        (["rows.jsonl", *SCHEME, "--host", "nowhere.invalid"], "raters need passwords"),
        ([*SERVE_NOT, "--new-password"], "--new-password is for the admin of a team"),
        ([*SERVE_NOT, "--proxy", "192.0.2.1"], "add --url https://NAME"),
        ([*TEAM, "--url", "https://x.org", "--proxy", "nix"], "--proxy must be an IP address"),
        (
            [*SERVE_NOT, "--training", "5"],
            "--training 5: only 0 rows have a right answer",
        ),
        (
            ["gold.jsonl", *SERVE_NOT[1:], "--training", "3"],
            "--training 3: only 2 rows have a right answer",
        ),
        ([*SERVE_NOT, "--database", "other.sqlite3"], "a database of another program"),
        (["--database", "other.sqlite3", "--no-serve"], "a database of another program"),
        (["exprot", "x.sqlite3"], "no file 'exprot': did you mean `qgauge annotate export`?"),
        (["bakup", "a.sqlite3", "b.sqlite3"], "did you mean `qgauge annotate backup`?"),
        (["rows.jsonl", "--scheme", "qgeval"], "passage"),
        (["export", "other.sqlite3"], "a database of another program"),
        (["export", "scheme.toml"], "cannot be used: file is not a database"),
        (["export", "none.sqlite3"], "there is no such database"),
        (["export", "rows.jsonl"], "cannot be used: file is not a database"),
        (["import", "none.sqlite3", "x.json", "--from", "doccano"], "there is no such database"),
        (["backup", "rows.jsonl", "copy"], "not an SQLite database"),
        (["restore", "none", "x.sqlite3"], "there is no such file"),
        (["backup", "postgres://x/y", "copy"], "use pg_dump"),
    ],
)
def test_clear_refusals(folder: Path, words: list[str], problem: str) -> None:
    before = sorted(file.name for file in folder.iterdir())
    done = run_in_process("annotate", *words, cwd=folder)
    assert done.returncode == 2
    assert problem in done.stderr and "Traceback" not in done.stderr
    assert not done.stdout
    assert sorted(file.name for file in folder.iterdir()) == before


def test_a_lost_password_can_be_replaced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run_in_process("annotate", *TEAM, cwd=folder)
    assert "Made the admin. Name: admin  Password: " in first.stdout
    monkeypatch.setenv("QGAUGE_ADMIN_PASSWORD", "correct horse battery staple")
    ignored = run_in_process("annotate", *TEAM, cwd=folder)
    assert ignored.returncode == 0 and "Password" not in ignored.stdout
    assert ignored.stderr == (
        "qgauge: QGAUGE_ADMIN_PASSWORD is not used: admin has a password; --new-password gives "
        "them this one.\n"
    )
    changed = run_in_process("annotate", *TEAM, "--new-password", cwd=folder)
    assert changed.stdout.splitlines()[1] == (
        "Gave the admin a new password. Name: admin  Password: the value of QGAUGE_ADMIN_PASSWORD"
    )
    assert not changed.stderr
    with served(folder, "--database", "rows.annotate.sqlite3") as server:
        browser = Browser()
        _, page = browser.open(server.root)
        (token,) = re.findall(r'name="csrfmiddlewaretoken" value="([^"]*)"', page)
        form = {"csrfmiddlewaretoken": token, "username": "admin"}
        form["password"] = "correct horse battery staple"
        assert browser.open(f"{server.root}/login/", form)[0] == f"{server.root}/overview/"
    monkeypatch.delenv("QGAUGE_ADMIN_PASSWORD")
    made = run_in_process("annotate", *TEAM, "--new-password", cwd=folder)
    assert re.search(r"new password. Name: admin  Password: \S{20}\n", made.stdout)


def test_a_password_without_a_team_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QGAUGE_ADMIN_PASSWORD", "correct horse battery staple")
    done = run_in_process("annotate", *SERVE_NOT, cwd=folder)
    assert done.returncode == 0
    assert "is not used: without a team there are no passwords" in done.stderr


def test_an_imported_rater_may_be_called_admin(folder: Path) -> None:
    run_in_process("annotate", *SERVE_NOT, cwd=folder)
    rows = [{"id": 1, "text": "Who built mill 0?", "label": ["5"], "annotator": "Admin"}]
    (folder / "theirs.jsonl").write_text(json.dumps(rows[0]) + "\n")
    theirs = ("theirs.jsonl", "--from", "doccano", "--rater", "Admin")
    done = run_in_process("annotate", "import", "rows.annotate.sqlite3", *theirs, cwd=folder)
    assert done.returncode == 0, done.stderr
    team = run_in_process("annotate", *TEAM, cwd=folder)
    assert "Made the admin. Name: admin 2 " in team.stdout, team.stderr


def test_a_second_rater_needs_a_team(folder: Path) -> None:
    alone = run_in_process("annotate", *SERVE_NOT, "--overlap", "2", cwd=folder)
    assert alone.returncode == 0
    assert alone.stderr == (
        "qgauge: 2 people should rate each item, but nobody else can rate: add --team.\n"
    )
    assert not run_in_process("annotate", *TEAM, cwd=folder).stderr


def test_training_items_stay_as_they_are(folder: Path) -> None:
    begin = ("annotate", "gold.jsonl", *SCHEME, "--no-serve", "--training")
    assert run_in_process(*begin, "1", cwd=folder).returncode == 0
    assert run_in_process(*begin, "1", cwd=folder).returncode == 0
    for number in ("0", "2"):
        done = run_in_process(*begin, number, cwd=folder)
        assert done.returncode == 2
        assert f"--training {number}: the number of training items would be 1." in done.stderr
    with (folder / "gold.jsonl").open("a") as rows:
        rows.write('{"id": "new", "question": "Who?", "gold": {"answerability": 1}}\n')
    done = run_in_process(*begin, "2", cwd=folder)
    assert done.stdout.startswith("1 new item, 3 in all")


def test_another_ending_is_another_project(folder: Path) -> None:
    (folder / "q.txt").write_text("Who built the mill?\n")
    (folder / "q.csv").write_text("question\nWho built the bridge?\n")
    words = (*SCHEME, "--no-serve")
    assert run_in_process("annotate", "q.txt", *words, cwd=folder).returncode == 0
    mixed = run_in_process("annotate", "q.csv", *words, cwd=folder)
    assert mixed.returncode == 2
    assert "q.annotate.sqlite3: this is the project of q.txt" in mixed.stderr
    assert run_in_process("annotate", "./q.txt", *words, cwd=folder).returncode == 0
    added = ("annotate", "q.csv", *words, "--database", "q.annotate.sqlite3")
    assert run_in_process(*added, cwd=folder).stdout.startswith("1 new item, 2 in all")
    assert run_in_process("annotate", "q.csv", *words, cwd=folder).returncode == 0


def test_only_the_server_needs_a_key(folder: Path) -> None:
    run_in_process("annotate", *SERVE_NOT, cwd=folder)
    (folder / "rows.annotate.sqlite3.key").unlink()
    assert exported(folder) == []
    assert not (folder / "rows.annotate.sqlite3.key").exists()


def test_a_refused_connection_leaves_no_key(folder: Path) -> None:
    pytest.importorskip("psycopg", reason="needs the extra `annotate-postgres`")
    before = sorted(file.name for file in folder.iterdir())
    words = ("annotate", *SERVE_NOT, "--database", "postgres://127.0.0.1:9/none")
    assert run_in_process(*words, cwd=folder).returncode == 2
    assert sorted(file.name for file in folder.iterdir()) == before


def test_another_program_keeps_its_database(folder: Path) -> None:
    before = (folder / "other.sqlite3").read_bytes()
    done = run_in_process("annotate", *SERVE_NOT, "--database", "other.sqlite3", cwd=folder)
    assert done.returncode == 2
    assert (folder / "other.sqlite3").read_bytes() == before


def test_copies_to_nowhere_are_refused(folder: Path) -> None:
    run_in_process("annotate", *SERVE_NOT, cwd=folder)
    before = sorted(file.name for file in folder.iterdir())
    for command in ("backup", "restore"):
        words = ("annotate", command, "rows.annotate.sqlite3", "none/copy.sqlite3")
        done = run_in_process(*words, cwd=folder)
        assert done.returncode == 2
        assert done.stderr.startswith("qgauge: none/copy.sqlite3: the copy cannot be made: No such")
    assert sorted(file.name for file in folder.iterdir()) == before


def test_a_read_only_folder_can_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_in_process("annotate", *SERVE_NOT, cwd=folder)
    shelf = folder / "shelf"
    shelf.mkdir()
    (folder / "rows.annotate.sqlite3").rename(shelf / "rows.annotate.sqlite3")
    shelf.chmod(0o500)
    allowed = os.access  # root may write everywhere, so the answer is given for it
    monkeypatch.setattr(
        os, "access", lambda path, mode: not str(path).endswith("shelf") and allowed(path, mode)
    )
    try:
        for words in (("export",), ("backup", "copy.sqlite3")):
            place = Path("shelf", "rows.annotate.sqlite3")
            done = run_in_process("annotate", words[0], place, *words[1:], cwd=folder)
            assert done.returncode == 0, done.stderr
            assert [file.name for file in shelf.iterdir()] == ["rows.annotate.sqlite3"]
    finally:
        shelf.chmod(0o700)


def test_a_weak_password_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QGAUGE_ADMIN_PASSWORD", "password")
    words = ("annotate", "rows.jsonl", *SCHEME, "--team", "--no-serve")
    done = run_in_process(*words, cwd=folder)
    assert done.returncode == 2 and "QGAUGE_ADMIN_PASSWORD: This password" in done.stderr


def test_a_taken_port_is_refused(folder: Path) -> None:
    with served(folder, "rows.jsonl", *SCHEME) as server:
        port = str(urllib.parse.urlsplit(server.root).port)
        words = ("annotate", "rows.jsonl", "--database", "b.sqlite3", *SCHEME, "--port", port)
        done = run_in_process(*words, "--no-browser", cwd=folder)
    assert done.returncode == 2
    assert f"cannot listen on 127.0.0.1, port {port}" in done.stderr


def test_without_django_the_message_says_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "waitress", None)
    done = run_in_process("annotate", "rows.jsonl", *SCHEME, cwd=folder)
    assert done.returncode == 2
    assert "pip install 'qgauge[annotate]'" in done.stderr


def test_bad_rows_do_not_cost_the_good_ones(folder: Path) -> None:
    with (folder / "rows.jsonl").open("a") as rows:
        rows.write('{"id": "q9", "question": 7}\n')
    words = ("annotate", "rows.jsonl", *SCHEME, "--no-serve")
    stopped = run_in_process(*words, cwd=folder)
    assert stopped.returncode == 2 and "rows.jsonl, line 7" in stopped.stderr
    assert not (folder / "rows.annotate.sqlite3").exists()
    done = run_in_process(*words, "--keep-going", cwd=folder)
    assert done.returncode == 1
    assert done.stdout.startswith("6 new items") and "1 row" in done.stderr
