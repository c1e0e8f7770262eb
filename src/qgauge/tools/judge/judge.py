"""The judge: questions to a model, asked with care for the money that answers cost."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar
from uuid import uuid4

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
    """The judge on `MODEL@URL,setting=value`, or on the server of FILE.toml."""
    return ServerJudge(read_server(server))


class ServerJudge:
    """A model behind an OpenAI-compatible server.

    Every answer is in the store before anybody sees it, so that whatever ends a run loses only the
    answers that are on their way, and the next run asks only what is missing. One object is one
    run: its totals and its limits go over all calls of `ask`, in all processes it was handed to.
    """

    def __init__(self, server: Server, store: Store | None = None, run: str = "") -> None:
        server.check_key()
        self.server = server
        self.store = store or Store(server.store or default_path())
        self.run = run or uuid4().hex
        self.ledger = Ledger(self.store, self.run, self.identity)
        self.state = ServerState(server)
        self.watch: Callable[[int], None] | None = None
        """Called from another thread with the number of verdicts that came; not pickled."""
        if server.key_name() and server.url.startswith("http:") and not is_local(server.url):
            _log.warning("The judge's key goes to %s without encryption.", server.url)

    def __reduce__(self) -> tuple[object, ...]:
        return ServerJudge, (self.server, self.store, self.run)

    @property
    def identity(self) -> str:
        words = sha256(template("judge/again").template.encode()).hexdigest()[:8]
        return f"{self.server.identity};again={words}"

    def ask(self, asks: Sequence[Ask[Value]]) -> list[Verdict[Value]]:
        """One verdict per question, in order; equal questions are asked once."""
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
        """The answers to these that are in the store, by their keys; nothing is asked."""
        with self.store:
            return self.store.get(list(dict.fromkeys(map(self.server.key, asks))))

    def totals(self) -> Totals:
        """What this run has asked and paid until now, in all processes."""
        with self.store:
            return self.ledger.totals()

    def _call_server(self, asks: Mapping[bytes, Ask[Any]]) -> dict[bytes, Verdict[Any]]:
        """Verdicts from the server, by a thread of its own: a notebook's has a loop already.

        Ctrl-C starts no more calls and waits for those in flight, as they are paid for; the second
        time it does not wait.
        """
        scheduler = Scheduler(self.server, self.store, self.ledger, self.state, asks, self._tell)
        thread = threading.Thread(target=scheduler.run, name="qgauge-judge", daemon=True)
        interrupt: KeyboardInterrupt | None = None
        thread.start()
        while not scheduler.over.is_set():
            try:
                scheduler.over.wait()  # not join: interrupted once, it takes the thread for ended
            except KeyboardInterrupt as caught:
                if interrupt is None and scheduler.in_flight:
                    _log.warning(
                        "Waiting for %d answers that are on their way (at most %g s); "
                        "interrupt again to give them up.",
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
        if self.watch is not None and verdicts:
            self.watch(verdicts)
