"""Start the command quickly, by forking a process that has imported everything.

A fork has separate streams, session and user, like a process of `sessions.session`, and starts in a
tenth of the time.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from pathlib import Path
from pkgutil import walk_packages
from tempfile import NamedTemporaryFile
from typing import Any

from hostile.sessions import PATIENCE, kill_session

STDOUT, STDERR = "stdout.txt", "stderr.txt"


@dataclass
class Fork:
    """A running command."""

    pid: int
    folder: Path
    _parent: ForkServer

    def wait(self) -> int:
        """Return the exit code, or minus the number of the signal that ended the run."""
        return self._parent.ask({"wait": self.pid})

    def kill(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    @property
    def out(self) -> str:
        return (self.folder / STDOUT).read_bytes().decode()

    @property
    def err(self) -> str:
        return (self.folder / STDERR).read_bytes().decode()


class ForkServer:
    """The process that forks: it reads orders from stdin and replies on stdout."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )

    def ask(self, order: Mapping[str, Any]) -> int:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    @contextmanager
    def start(
        self,
        words: Sequence[str],
        folder: Path,
        *,
        logs: Path | None = None,
        stdin: str = os.devnull,
        stdout: str = "",
        stderr: str = "",
        uid: int = 0,
        env: Mapping[str, str] | None = None,
        file_limit: int = 0,
    ) -> Iterator[Fork]:
        """Start a run, and kill its whole session at the end.

        Streams are file names, by default in `logs`; "closed" closes a stream.
        `file_limit` is the maximum size of a file in bytes.
        """
        logs = logs or folder
        order = {
            "words": list(words),
            "folder": str(folder),
            "streams": [stdin, stdout or str(logs / STDOUT), stderr or str(logs / STDERR)],
            "uid": uid,
            "env": {**os.environ, **(env or {})},
            "file_limit": file_limit,
        }
        fork = Fork(self.ask(order), logs, self)
        try:
            yield fork
        finally:
            kill_session(fork.pid)

    def close(self) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()


# ------------------------------------------------------------------ the forking process


def serve() -> None:
    """Fork for every order until stdin ends."""
    _prepare()
    codes: dict[int, int] = {}
    for line in iter(sys.stdin.readline, ""):
        order = json.loads(line)
        if "wait" in order:
            pid = order["wait"]
            if pid not in codes:
                codes[pid] = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            print(codes[pid], flush=True)
            continue
        child = os.fork()
        if child == 0:
            _become(order)
            return
        print(child, flush=True)


def _prepare() -> None:
    """Import everything that verbs import, also lazily, and build the command."""
    import typer.main

    import qgauge
    from qgauge.cli.app import app

    for found in walk_packages(qgauge.__path__, "qgauge."):
        if found.name.startswith("qgauge.annotate.web."):
            continue  # models cannot be imported before a project is chosen
        with suppress(ImportError):  # an extra is not installed
            import_module(found.name)
    command = typer.main.get_command(app)
    typer.main.get_command = lambda _: command
    with NamedTemporaryFile("w", suffix=".jsonl") as file, redirect_stdout(StringIO()):
        file.write('{"question": "Who?", "references": ["Who?"], "ratings": {"a": 1}}\n' * 3)
        file.flush()
        for words in (["score", file.name, "-m", "bleu1"], ["meta", file.name, "-m", "bleu1"]):
            with suppress(SystemExit):
                command.main(words, prog_name="qgauge")
    gc.freeze()


def _become(order: dict[str, Any]) -> None:
    """Run the command in this process, as if it had been started with these arguments."""
    import resource

    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have ignored it
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["folder"])
    sys.stdin, sys.stdout, sys.stderr = map(_stream, range(3), order["streams"])
    if order["file_limit"]:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (order["file_limit"],) * 2)
    if order["uid"]:
        _change_user(order["uid"])
    sys.argv = ["qgauge", *order["words"]]
    from qgauge.cli import main

    main()


def _stream(number: int, name: str) -> Any:
    """Redirect this descriptor to the file, and return it as a Python stream."""
    if name == "closed":
        os.close(number)
        return None
    mode = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    opened = os.open(name, mode, 0o666)
    os.dup2(opened, number)
    os.close(opened)
    return open(number, "w" if number else "r", closefd=False)


def _change_user(uid: int) -> None:
    """Switch to this user, but keep the right to read: Python may be in another user's home."""
    import ctypes

    keep_capabilities, version, may_read = 8, 0x20080522, 1 << 2
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(keep_capabilities, 1)
    os.setgroups([])
    os.setgid(uid)
    os.setuid(uid)
    header = (ctypes.c_uint32 * 2)(version, 0)
    sets = (ctypes.c_uint32 * 6)(may_read, may_read)
    if libc.capset(header, sets):
        raise OSError(ctypes.get_errno(), "capset")


if __name__ == "__main__":
    serve()
