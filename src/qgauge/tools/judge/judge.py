"""The judge: asks a model questions and stores every paid answer."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextvars import copy_context
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar
from uuid import uuid4

from qgauge.core import worked
from qgauge.prompts import template
from qgauge.tools.judge.answer import Answer
from qgauge.tools.judge.http import is_local
from qgauge.tools.judge.ledger import Ledger
from qgauge.tools.judge.scheduler import Scheduler, ServerState, read_stored
from qgauge.tools.judge.server import Server, read_server
from qgauge.tools.judge.store import Store, default_path
from qgauge.tools.judge.verdict import Ask, Totals, Verdict

_log = logging.getLogger("qgauge")
Value = TypeVar("Value")


def open_judge(server: str) -> ServerJudge:
    """Open the judge on a server.

    Args:
        server: `MODEL@URL,setting=value,…`, or a `FILE.toml` with the settings.

    Returns:
        The judge. It connects when the first question is asked.

    Raises:
        BadSetting: The server or a setting is not valid.
        MissingTool: This is Windows, where the judge cannot lock its store.
    """
    return ServerJudge(read_server(server))


class ServerJudge:
    """A model behind an OpenAI-compatible server.

    Every answer is stored before it is returned. An interrupted run therefore loses only the
    answers in flight, and the next run asks only what is missing. One object is one run: its
    totals and limits cover all calls of `ask`, in all processes that it is sent to.

    Args:
        server: Model, URL and settings.
        store: The store of paid answers; by default `server.store`, else the user's store.
        run: Id of the run; by default a new one.
    """

    def __init__(self, server: Server, store: Store | None = None, run: str = "") -> None:
        server.check_key()
        self.server = server
        self.store = store or Store(server.store or default_path())
        self.run = run or uuid4().hex
        self.ledger = Ledger(self.store, self.run, self.identity)
        self.state = ServerState(server)
        self.watch: Callable[[int], None] | None = None
        """Called from another thread with the number of new verdicts; not pickled."""
        if server.key_name() and server.url.startswith("http:") and not is_local(server.url):
            _log.warning("The judge's key is sent to %s without encryption.", server.url)

    def __reduce__(self) -> tuple[object, ...]:
        return ServerJudge, (self.server, self.store, self.run)

    @property
    def identity(self) -> str:
        """Model, server, parameters and the prompt for retries, for signatures."""
        words = sha256(template("judge/again").template.encode()).hexdigest()[:8]
        return f"{self.server.identity};again={words}"

    def ask(self, asks: Sequence[Ask[Value]]) -> list[Verdict[Value]]:
        """Answer questions, from the store if possible.

        Args:
            asks: The questions. Equal ones are asked once.

        Returns:
            One verdict per question, in order.

        Raises:
            ToolFailed: The server denies access or has stopped answering, or the store cannot be
                used. Answers that arrived are stored.
            KeyboardInterrupt: Ctrl-C, after the answers in flight have arrived.
        """
        if not asks:
            return []
        keys = [self.server.key(ask) for ask in asks]
        distinct = dict(zip(keys, asks, strict=True))
        with self.store:
            verdicts = read_stored(self.store, distinct)
            self.ledger.count_stored(len(verdicts))
            self._tell(len(verdicts))
            if missing := {key: ask for key, ask in distinct.items() if key not in verdicts}:
                verdicts |= self._call_server(missing)
        return [verdicts[key] for key in keys]

    def known(self, asks: Sequence[Ask[Any]]) -> dict[bytes, Answer]:
        """Look up answers in the store, without any call.

        Args:
            asks: The questions.

        Returns:
            The stored answers by key (`Server.key`).
        """
        with self.store:
            return self.store.get(list(dict.fromkeys(map(self.server.key, asks))))

    def totals(self) -> Totals:
        """Return calls, tokens and cost of this run so far, over all processes."""
        with self.store:
            return self.ledger.totals()

    def _call_server(self, asks: Mapping[bytes, Ask[Any]]) -> dict[bytes, Verdict[Any]]:
        """Ask the server, in a separate thread because a notebook's thread runs a loop already.

        On Ctrl-C, start no more calls and wait for those in flight, which are paid for. On a
        second Ctrl-C, do not wait.
        """
        scheduler = Scheduler(self.server, self.store, self.ledger, self.state, asks, self._tell)
        # in this thread's context, so that the verdicts reach whoever listens to the work
        run = partial(copy_context().run, scheduler.run)
        thread = threading.Thread(target=run, name="qgauge-judge", daemon=True)
        interrupt: KeyboardInterrupt | None = None
        thread.start()
        while not scheduler.over.is_set():
            try:
                # do not use join(): interrupted, it would mark the thread as finished
                scheduler.over.wait()
            except KeyboardInterrupt as caught:
                if interrupt is None and scheduler.in_flight:
                    _log.warning(
                        "Waiting for %d answers in flight (at most %g s); "
                        "press Ctrl-C again to abandon them.",
                        scheduler.in_flight,
                        self.server.deadline,
                    )
                scheduler.stop(at_once=interrupt is not None)
                interrupt = caught
        if interrupt is not None:
            raise interrupt
        if scheduler.failure is not None:
            raise scheduler.failure
        return scheduler.verdicts

    def _tell(self, verdicts: int) -> None:
        if verdicts:
            worked(verdicts)
            if self.watch is not None:
                self.watch(verdicts)
