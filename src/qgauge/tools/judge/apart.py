"""A judge whose calls are made by a process of its own, which outlives whoever is killed.

A killed process cannot keep an answer that is still on its way to it. So another one makes the
calls, in a session of its own: when nobody listens to it any more it starts no call, waits for the
answers under way, keeps them, and ends. Its claims hold until then, so that a run that goes on at
once waits for these answers instead of paying for them again.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from qgauge.core import QgaugeError, ToolFailed
from qgauge.tools.judge.asking import Ask, Verdict
from qgauge.tools.judge.judge import ServerJudge
from qgauge.tools.judge.round import Job
from qgauge.tools.judge.server import Server, read_server
from qgauge.tools.judge.store import Store

_log = logging.getLogger("qgauge")
COMMAND = "from qgauge.tools.judge.apart import serve; serve()"
Said = tuple[str, Any]
"""What the two processes say to each other: a word, and what belongs to it."""


def open_judge(server: str) -> ServerJudge:
    """The judge on `MODEL@URL,setting=value`, or on the server of FILE.toml."""
    return ApartJudge(read_server(server))


class ApartJudge(ServerJudge):
    """A judge that asks in a process of its own; it starts with the first question to be paid."""

    def __init__(self, server: Server, store: Store | None = None, *, run: str = "") -> None:
        super().__init__(server, store, run=run)
        self._asker: Asker | None = None

    def _asked(self, jobs: Sequence[Job]) -> dict[bytes, Verdict[Any]]:
        try:
            sent = pickle.dumps([job.ask for job in jobs])
        except (pickle.PicklingError, AttributeError, TypeError):
            return super()._asked(jobs)  # how to read an answer cannot be told to another process
        try:
            asker = self._ready()
        except OSError:  # where no process can be started, this one asks
            return super()._asked(jobs)
        verdicts = asker.ask(sent, self._tell)
        if verdicts is None:
            return super()._asked(jobs)
        return {job.key: verdict for job, verdict in zip(jobs, verdicts, strict=True)}

    def _ready(self) -> Asker:
        """The process there is, or a new one where it is of no use any more."""
        if self._asker is None or not self._asker.serves(self.server):
            self._asker = Asker(self.server, self.store, self.run)
            weakref.finalize(self, self._asker.close)
        return self._asker


class Asker:
    """The other process, as this one sees it."""

    def __init__(self, server: Server, store: Store, run: str) -> None:
        self._parent, self._key = os.getpid(), _key(server)
        ours, theirs = socket.socketpair()
        with ours, theirs:
            # -P: nothing from the current folder is imported, but what we can import it can, too
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-P", "-c", COMMAND],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,  # whoever reads our output must not wait for it
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C in a terminal is for us to pass on
            )
            self._socket = ours.dup()
            self._connection = Connection(ours.detach())
        self._left = False
        self._one_by_one = threading.Lock()
        self._over = threading.Event()
        self._outcome: Said = ("", None)
        self._tell: Callable[[int], None] | None = None
        self._say((server, store, run))
        self._listener = threading.Thread(target=self._listen, name="qgauge-asker", daemon=True)
        self._listener.start()

    def serves(self, server: Server) -> bool:
        """Whether it can be asked: from the process that started it, with the key of today."""
        return not self._left and self._parent == os.getpid() and self._key == _key(server)

    def ask(self, asks: bytes, tell: Callable[[int], None]) -> list[Verdict[Any]] | None:
        """The verdicts on pickled questions; None if the other process does not know their kind."""
        with self._one_by_one:
            self._tell = tell
            self._over.clear()
            stopped: KeyboardInterrupt | None = None
            try:
                self._say(("ask", asks))
                while not self._over.is_set():
                    try:
                        self._over.wait()
                    except KeyboardInterrupt as stop:
                        stopped = stop
                        self._say(("stop", None))
            finally:
                self._tell = None
                if not self._over.is_set():
                    self.leave()  # what it says later must not pass for an answer to something else
            kind, what = self._outcome
        if stopped is not None:
            raise stopped
        if kind == "failed":
            raise what
        if kind == "gone":
            raise ToolFailed(
                "The process that asks the judge was ended from outside. Answers that came are "
                "kept; run the same again to go on."
            )
        return None if kind == "unknown" else list(what)

    def leave(self) -> None:
        """Nothing more is said or heard: the other process ends when its calls have."""
        self._left = True
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        if self._parent != os.getpid():
            return  # a copy in a forked process; the original is still in use
        self.leave()
        self._process.wait()
        self._listener.join()
        self._connection.close()
        self._socket.close()

    def _say(self, said: Any) -> None:
        try:
            self._connection.send(said)
        except OSError:
            self._settle(("gone", None))

    def _settle(self, outcome: Said) -> None:
        if outcome[0] == "gone":
            self._left = True
        if not self._over.is_set():
            self._outcome = outcome
            self._over.set()

    def _hear(self, kind: str, what: Any) -> None:
        if kind == "came":
            tell = self._tell
            if tell is not None:
                tell(what)
        elif kind == "log":
            _log.log(*what)
        else:
            self._settle((kind, what))

    def _listen(self) -> None:
        try:
            while True:
                self._hear(*self._connection.recv())
        except (EOFError, OSError):
            self._settle(("gone", None))
        except Exception as problem:  # noqa: BLE001 - raised again by `ask`
            self.leave()
            self._settle(("failed", problem))


def _key(server: Server) -> str:
    """The key as the environment has it now; the other process has what it had at its start."""
    return os.environ.get(server.key_name(), "")


# ------------------------------------------------------------------ the other process


def serve() -> None:
    """Ask what comes on stdin until its other end is closed; and no longer than calls take."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us says when to stop
    connection = Connection(sys.stdin.fileno())
    server, store, run = connection.recv()
    speaking = threading.Lock()

    def say(*said: Any) -> None:
        with speaking, suppress(OSError):  # there may be nobody left to hear it
            connection.send(said)

    judge = ServerJudge(server, store, run=run, watch=lambda count: say("came", count))
    _log.handlers[:] = [_Passed(say)]
    _log.propagate = False
    orders: SimpleQueue[bytes | None] = SimpleQueue()
    threading.Thread(target=_hear, args=(connection, judge, orders), daemon=True).start()
    while (order := orders.get()) is not None:
        told = _answered(judge, order)
        try:
            say(*told)
        except Exception:  # noqa: BLE001 - values that cannot be sent can be read over there
            say("unknown", None)


def _hear(connection: Connection, judge: ServerJudge, orders: SimpleQueue[bytes | None]) -> None:
    while True:
        try:
            kind, what = connection.recv()
        except (EOFError, OSError):
            judge.interrupt()
            orders.put(None)
            return
        if kind == "ask":
            judge.interrupts = 0  # one that came too late for the last order
            orders.put(what)
        else:
            judge.interrupt()


def _answered(judge: ServerJudge, order: bytes) -> Said:
    try:
        asks: list[Ask[Any]] = pickle.loads(order)  # noqa: S301 - from the process that started us
    except Exception:  # noqa: BLE001 - whatever it is, it can be asked over there
        return "unknown", None
    try:
        return "done", judge.ask(asks)
    except KeyboardInterrupt:
        return "stopped", None
    except QgaugeError as problem:
        return "failed", problem
    except Exception as problem:  # noqa: BLE001 - raised again over there
        try:
            pickle.loads(pickle.dumps(problem))  # noqa: S301
        except Exception:  # noqa: BLE001 - one that cannot be sent is told in words
            problem = RuntimeError(f"{type(problem).__name__}: {problem}")
        return "failed", problem


class _Passed(logging.Handler):
    """Warnings are told where people look."""

    def __init__(self, say: Callable[..., None]) -> None:
        super().__init__()
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        self._say("log", (record.levelno, "%s", record.getMessage()))
