"""What the command line lets in and gives away, and a real server under damaged requests."""

from __future__ import annotations

import os
import re
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from helpers.command import COMMAND, run_apart

from qgauge.annotate.web.backup import backup, restore
from qgauge.annotate.web.settings import database_settings, shown_database
from qgauge.cli.annotate import _public_address
from qgauge.cli.annotate_database import site_of
from qgauge.core import BadSetting

PASSWORD = "correct horse battery staple"
SERVE = ("annotate", "rows.jsonl", "--scheme", "answerability")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rows.jsonl").write_text('{"question": "Who built the mill?"}\n')
    return tmp_path


# ------------------------------------------------------------------ the command line


@pytest.mark.parametrize(
    ("host", "url", "options", "problem"),
    [
        ("0.0.0.0", None, "", "add --team"),
        ("::", None, "", "add --team"),
        ("192.0.2.1", None, "plain_http", "add --team"),
        ("", None, "", "add --team"),
        ("127.0.0.1", "https://x.org", "", "add --team"),
        ("0.0.0.0", None, "team", "say which address raters open"),
        ("0.0.0.0", "http://x.org", "team", "--plain-http"),
        ("127.0.0.1", "HTTP://x.org", "team", "--plain-http"),
        *(
            ("0.0.0.0", url, "team plain_http", "--url must be https://NAME")
            for url in (
                *(
                    "https://*",
                    "https://.example.org",
                    "https://*.example.org",
                    "https://",
                    "x.org",
                ),
                *("https://x.org:99999", "https://x.org:a", "https://[x", "https://u:pw@x.org"),
                *("https://x.org/?a", "https://x.org#a", "https://x.org/a", "javascript:alert(1)"),
                *("https://x.org\nhttps://y.org", "https://x y", "https://x.org\\", "ftp://x.org"),
                *("https://exämple.org", "https://x.org\0", " https://x.org", "https://-"),
            )
        ),
    ],
)
def test_addresses_that_would_let_strangers_in(
    host: str, url: str | None, options: str, problem: str
) -> None:
    with pytest.raises(BadSetting, match=re.escape(problem)) as refused:
        _public_address(host, url, team="team" in options, plain_http="plain_http" in options)
    assert "pw" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "public", "host"),
    [
        ("https://Rate.Example.org/", "https://rate.example.org", "rate.example.org"),
        ("https://rate.example.org:8443", "https://rate.example.org:8443", "rate.example.org"),
        ("http://192.0.2.1:8765", "http://192.0.2.1:8765", "192.0.2.1"),
        ("http://[2001:DB8::1]:8765", "http://[2001:db8::1]:8765", "[2001:db8::1]"),
        ("https://xn--exmple-cua.org", "https://xn--exmple-cua.org", "xn--exmple-cua.org"),
    ],
)
def test_browsers_may_ask_for_the_public_address_only(
    tmp_path: Path, url: str, public: str, host: str
) -> None:
    found = _public_address("0.0.0.0", url, team=True, plain_http=True)
    assert found == public
    site = site_of(str(tmp_path / "x.sqlite3"), "0.0.0.0", found)
    assert site.hosts == ("127.0.0.1", "localhost", "[::1]", host)
    assert (site.https, site.url) == (url.startswith("https"), public)


def test_the_command_for_a_team_passes_the_checks_of_django(folder: Path) -> None:
    """The settings are those of the real command, as it is about to serve."""
    words = [*SERVE, "--team", "--url", "https://rate.example.org", "--host", "0.0.0.0", "--port=0"]
    code = (
        "import sys, logging\n"
        "from qgauge.annotate.web import server\n"
        "def serve(listener, proxy=''):\n"
        "    from django.conf import settings\n"
        "    from django.core.management import call_command\n"
        "    listener.close()\n"
        "    call_command('check', deploy=True, fail_level='WARNING')\n"
        "    print(proxy, settings.SESSION_COOKIE_SECURE, settings.ALLOWED_HOSTS)\n"
        "server.serve = serve\n"
        f"sys.argv = ['qgauge', *{words!r}]\n"
        "from qgauge.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    assert "System check identified no issues (0 silenced)" in done.stdout
    assert "127.0.0.1 True ['127.0.0.1', 'localhost', '[::1]', 'rate.example.org']" in done.stdout


def test_listening_beyond_this_machine_is_refused_before_anything_is_made(folder: Path) -> None:
    for more in (["--host", "0.0.0.0"], ["--host", "0.0.0.0", "--team", "--url", "http://x.org"]):
        done = run_apart(*SERVE, *more, cwd=folder)
        assert done.returncode == 2 and not done.stdout
    assert [file.name for file in folder.iterdir()] == ["rows.jsonl"]


# ------------------------------------------------------------------ secrets

DAMAGED = [
    *("postgres://u:hunter2@[x/y", "postgres:/u:hunter2@h/y", "postgres:u:hunter2@h/y"),
    *("Postgres:\\\\u:hunter2@h", "postgres://u:hunter2@h:x/y", "mysql://u:hunter2@h/y"),
    *("postgres://u:hun/ter2@h/hunter2", "postgres://u:12/hunter2@h/y", "postgres://u:?hunter2@h/y"),
    *("postgres://u:#hunter2@h/y", "postgres://u:hunter2@h", "postgresql:hunter2"),
]  # fmt: skip


@pytest.mark.parametrize("database", DAMAGED)
def test_a_damaged_address_is_refused_without_its_password(database: str) -> None:
    for use in (database_settings, shown_database):
        with pytest.raises(BadSetting, match="--database must be a file, or") as refused:
            use(database)
        assert "hunter2" not in str(refused.value)


def test_no_message_shows_the_password_of_a_database(folder: Path) -> None:
    good = "postgres://u:hunter2@127.0.0.1:1/y?connect_timeout=1"
    assert shown_database(good) == "postgres://127.0.0.1/y"
    for words in (
        [*SERVE, "--no-serve", "--database", f"{good}&x=hunter2"],
        ["annotate", "--database", "postgres:/u:hunter2@h/y", "--no-serve"],
        ["annotate", "export", good],
        ["annotate", "backup", "postgres:u:hunter2@h/y", "copy"],
    ):
        done = run_apart(*words, cwd=folder)
        assert done.returncode == 2 and done.stderr.count("\n") == 1
        assert "hunter2" not in done.stdout + done.stderr, words


@pytest.mark.skipif(os.name == "nt", reason="files have no mode there")
def test_copies_of_the_database_are_private(folder: Path) -> None:
    """They hold names, hashes of passwords, and sessions."""
    assert run_apart(*SERVE, "--no-serve", cwd=folder).returncode == 0
    source, copy = folder / "rows.annotate.sqlite3", folder / "copy.sqlite3"
    before = os.umask(0)
    try:
        backup(source, copy)
        restore(copy, folder / "back.sqlite3")
    finally:
        os.umask(before)
    modes = {one.name: oct(stat.S_IMODE(one.stat().st_mode)) for one in folder.glob("*sqlite3*")}
    names = ("rows.annotate.sqlite3", "rows.annotate.sqlite3.key", "copy.sqlite3", "back.sqlite3")
    assert modes == dict.fromkeys(names, "0o600")


# ------------------------------------------------------------------ a real server


def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server:
    """A running server, asked byte by byte."""

    def __init__(self, port: int, link: str) -> None:
        self.port, self.link = port, link

    def ask(self, data: bytes) -> tuple[int, bytes]:
        """Return the status and all that came back; 0 if the server only hung up."""
        with closing(socket.create_connection(("127.0.0.1", self.port), timeout=20)) as line:
            came = b""
            with suppress(OSError):  # it may hang up before it has read everything
                line.sendall(data)
                line.shutdown(socket.SHUT_WR)
            with suppress(ConnectionError):
                while some := line.recv(65536):
                    came += some
        return int(came[9:12]) if came.startswith(b"HTTP/") else 0, came

    def request(
        self, method: str, path: str, form: str = "", host: str = "127.0.0.1", **headers: str
    ) -> tuple[int, str]:
        sent = {"Host": host, "Connection": "close", "Content-Length": str(len(form))}
        if form:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        status, came = self.ask(f"{method} {path} HTTP/1.1\r\n{lines}\r\n{form}".encode())
        return status, came.decode()


@contextmanager
def served(folder: Path, *words: str) -> Iterator[Server]:
    """Run the command, and check afterwards that it gave nothing away."""
    port, log = free_port(), folder / "log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [*COMMAND, *SERVE, *words, "--no-browser", "--port", str(port)],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=out,
            text=True,
            env={**os.environ, "QGAUGE_ADMIN_PASSWORD": PASSWORD},
        )
    with process:
        try:
            assert process.stdout
            said = ""
            while not said.startswith("Open "):
                said = process.stdout.readline()
                assert said, log.read_text()
                assert PASSWORD not in said
            yield Server(port, said.split()[1])
        finally:
            process.terminate()
            rest = process.stdout.read() if process.stdout else ""
    key = (folder / "rows.annotate.sqlite3.key").read_text().strip()
    gave = log.read_text() + rest
    assert not any(secret in gave for secret in (PASSWORD, key, "hunter2", "/enter/", "/join/"))
    assert "Traceback" not in gave and "Internal Server Error" not in gave, gave


DAMAGED_REQUESTS = [
    b"\r\n\r\n",
    b"GARBAGE\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # somebody tries HTTPS
    b"GET /\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /login/ HTTP/1.1\r\n\r\n",
    b"GET /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
    b"GET /login/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET /login/ HTTP/1.1\r\nHost: 127.0.0.1:99999999\r\n\r\n",
    b"GET /login/ HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b"GET http://evil.example/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /%zz%/%c0%ae%c0%ae/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /\x00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /?" + b"a=1&" * 7_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /static/../../../../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /static/%2e%2e/%2e%2e/settings.py HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: a\r\n" * 10_000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sessionid=\xff\x00; csrftoken=\xe9\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sessionid=" + b"x" * 9_000 + b"\r\n\r\n",
    b"GET /mine/?q=%5Cud800 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: a; charset=hex\r\n\r\n",
    b"GET /?q=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: a; charset*=x'y'%ff\r\n\r\n",
    b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
    b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1e3\r\n\r\n",
    b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999\r\n\r\nx",
    b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
    b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
    b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n",
    b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"ffffffffffffffff\r\nx\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n folded: 1\r\n\r\n",
    b"GET / HTTP/1.1\nHost: 127.0.0.1\n\n",
    b"TRACE / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: hunter2\r\n\r\n",
    b"CONNECT evil.example:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"get / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
]


def test_damaged_requests_do_not_break_the_server(folder: Path) -> None:
    with served(folder) as server:
        found = {}
        for data in DAMAGED_REQUESTS:
            status, came = server.ask(data)
            found[data[:60]] = status
            assert b"evil.example" not in came and b"hunter2" not in came, data[:60]
            assert b"SECRET_KEY" not in came and b"root:" not in came, data[:60]
        assert not [data for data, status in found.items() if status >= 500 and status != 501], (
            found
        )
        path = "/enter/" + server.link.split("/enter/")[1]
        status, came = server.request("GET", path)
        assert status == 302, "the server still works, and the link was not used"
        assert "waitress" not in came.lower() and "sessionid_" in came
        assert server.request("GET", path)[0] == 410
        assert server.request("POST", "/login/", "username=a&password=hunter2")[0] == 403


def token_from(page: str) -> tuple[str, str]:
    (cookie,) = re.findall(r"(csrftoken_\w+=[^;]+);", page)
    (token,) = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    return cookie, token


def test_behind_a_proxy_only_its_word_counts(folder: Path) -> None:
    with served(folder, "--team", "--url", "https://rate.example.org") as server:
        public = {"host": "rate.example.org", "X_Forwarded_Proto": "https"}
        status, came = server.request("GET", "/login/", host="rate.example.org")
        assert status == 301 and "Location: https://rate.example.org/login/" in came
        assert server.request("GET", "/login/", **{**public, "host": "evil.example"})[0] == 400
        for odd in ("X_Forwarded_Host", "X_Forwarded_Port", "X_Forwarded_By"):
            status, came = server.request("GET", "/people/", **public, **{odd: "evil.example"})
            assert "evil" not in came
        status, page = server.request("GET", "/login/", **public)
        assert status == 200 and "Strict-Transport-Security: max-age=31536000" in page
        (flags,) = re.findall(r"Set-Cookie:\s+csrftoken_\w+=(.+)", page)
        assert "Secure" in flags and "HttpOnly" in flags
        cookie, token = token_from(page)

        def login(password: str, came_from: str) -> tuple[int, str]:
            form = f"csrfmiddlewaretoken={token}&username=admin&password={password}"
            extra = {"Cookie": cookie, "X_Forwarded_For": came_from, "Origin": server.link[:-1]}
            return server.request("POST", "/login/", form, **public, **extra)

        # what the visitor says comes before what the proxy adds
        codes = [login("hunter2", f"198.51.100.{at}, 192.0.2.1")[0] for at in range(6)]
        assert codes == [401] * 5 + [429]
        status, came = login(PASSWORD.replace(" ", "+"), "192.0.2.2")
        assert status == 302
        (session,) = re.findall(r"Set-Cookie:\s+(sessionid_\w+=[^;]+);(.+)", came)
        assert "Secure" in session[1] and "HttpOnly" in session[1] and "SameSite=Lax" in session[1]
        token = re.findall(r"(csrftoken_\w+=[^;]+);", came)[0]
        jar = {"Cookie": f"{session[0]}; {token}"}
        _, page = server.request("GET", "/people/", **public, **jar)
        token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]
        form = f"csrfmiddlewaretoken={token}&role=rater"
        origin = {"Origin": "https://rate.example.org"}
        _, page = server.request("POST", "/people/invite/", form, **public, **jar, **origin)
        assert 'value="https://rate.example.org/join/' in page


def test_without_a_proxy_nobody_can_choose_an_address(folder: Path) -> None:
    with served(folder, "--team") as server:
        _, page = server.request("GET", "/login/")
        cookie, token = token_from(page)
        form = f"csrfmiddlewaretoken={token}&username=admin&password=hunter2"
        codes = [
            server.request(
                "POST", "/login/", form, Cookie=cookie,
                X_Forwarded_For=f"192.0.2.{at}", Forwarded=f"for=192.0.2.{at}",
                X_Forwarded_Proto="https",
            )[0]
            for at in range(6)
        ]  # fmt: skip
        assert codes == [401] * 5 + [429]
