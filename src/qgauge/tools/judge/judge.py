"""The judge: questions to a model, asked with care for the money that answers cost."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from math import ceil
from pathlib import Path
from string import Template
from typing import Any, TypeVar
from uuid import uuid4

from qgauge.tools.judge.asking import Ask, Message, Totals, Unreadable, Usage, Verdict
from qgauge.tools.judge.entry import Answer
from qgauge.tools.judge.exchange import is_local
from qgauge.tools.judge.ledger import Ledger
from qgauge.tools.judge.pace import Pace
from qgauge.tools.judge.round import Job, Round
from qgauge.tools.judge.server import MODES, Mode, Server, guess
from qgauge.tools.judge.store import Store, default_path

_log = logging.getLogger("qgauge")
Value = TypeVar("Value")


@cache
def again() -> Template:
    """What is said to a model whose reply cannot be used."""
    return Template((Path(__file__).parent / "prompts" / "again.txt").read_text("utf-8").strip())


class ServerJudge:
    """A model behind an OpenAI-compatible server.

    Answers are in the store before anybody sees them, so that whatever ends a run loses none that
    came, and the next run asks only what is missing. One object is one run: its totals and its
    limits go over all calls of `ask`, in all processes that it was handed to.
    """

    def __init__(
        self,
        server: Server,
        store: Store | None = None,
        *,
        run: str = "",
        watch: Callable[[int], None] | None = None,
    ) -> None:
        server.check_key()
        self.server = server
        self.store = store or Store(server.store or default_path())
        self.run = run or uuid4().hex
        self.ledger = Ledger(self.store, self.run)
        self.watch = watch
        """Called from another thread with the number of verdicts that came; not pickled."""
        self.pace = Pace(server.concurrency, server.pause)
        self.modes: tuple[Mode, ...] = (
            MODES if server.structured == "auto" else (server.structured,)
        )
        """How the server may still be asked to keep to a schema, the firmest way first."""
        self.ever_answered = False
        self._ratio = 1.0
        self.failed_in_a_row = 0
        self.interrupts = 0
        """How often what is being asked now was to be broken off."""
        self._round: Round | None = None
        if server.key_name() and server.url.startswith("http:") and not is_local(server.url):
            _log.warning("The judge's key goes to %s without encryption.", server.url)

    def __reduce__(self) -> tuple[object, ...]:
        return _reopened, (type(self), self.server, self.store, self.run)

    @property
    def identity(self) -> str:
        words = sha256(again().template.encode()).hexdigest()[:8]
        return f"{self.server.identity};again={words}"

    def ask(self, asks: Sequence[Ask[Value]]) -> list[Verdict[Value]]:
        """One verdict per question, in order; equal questions are asked once."""
        if not asks:
            return []
        keys = [self.server.key(ask) for ask in asks]
        distinct = dict(zip(keys, asks, strict=True))
        with self.store:
            began = datetime.now(UTC).isoformat(timespec="seconds")
            self.ledger.begin(began, self.identity)
            verdicts = self._stored(distinct)
            self.ledger.count_stored(len(verdicts))
            self._tell(len(verdicts))
            jobs = [Job(ask, key) for key, ask in distinct.items() if key not in verdicts]
            if jobs:
                verdicts |= self._asked(jobs)
        return [verdicts[key] for key in keys]

    def known(self, asks: Sequence[Ask[Any]]) -> dict[bytes, Answer]:
        """The answers to these that are in the store, by their keys; nothing is asked."""
        with self.store:
            return self.store.get(list(dict.fromkeys(map(self.server.key, asks))))

    def totals(self) -> Totals:
        """What this run has asked and paid until now, in all processes."""
        with self.store:
            return self.ledger.totals()

    def at_most(self, messages: Sequence[Message]) -> Usage:
        """The tokens that a call takes at most, by our guess and what the server counted so far."""
        guessed = guess(messages, self.server.max_tokens)
        return Usage(ceil(guessed.tokens_in * self._ratio), guessed.tokens_out)

    def learn(self, messages: Sequence[Message], usage: Usage) -> None:
        self._ratio = max(self._ratio, usage.tokens_in / guess(messages, 0).tokens_in)

    def _stored(self, asks: dict[bytes, Ask[Value]]) -> dict[bytes, Verdict[Value]]:
        verdicts, unreadable = {}, []
        for key, answer in self.store.get(list(asks)).items():
            try:
                verdicts[key] = Verdict(asks[key].read(answer.reply), reply=answer.reply)
            except Unreadable:
                unreadable.append(key)
        if unreadable:  # they could be read once; whoever reads them now is stricter
            self.store.discard(unreadable)
        return verdicts

    def interrupt(self) -> None:
        """What Ctrl-C does, from any thread: no call starts any more, and those under way come to
        their end, as they are paid for; the second time they do not.
        """
        self.interrupts += 1
        round = self._round
        if round is None:
            return
        if self.interrupts == 1 and (under_way := round.under_way):
            _log.warning(
                "Waiting for %d answers that are on their way (at most %g s); "
                "interrupt again to give them up.",
                under_way,
                self.server.deadline,
            )
        round.stop(at_once=self.interrupts > 1)

    def _asked(self, jobs: Sequence[Job]) -> dict[bytes, Verdict[Any]]:
        """The verdicts of a round in a thread of its own: notebooks have loops, too."""
        round = self._round = Round(self, jobs, self._tell)
        thread = threading.Thread(target=round.work, name="qgauge-judge", daemon=True)
        stopped: KeyboardInterrupt | None = None
        try:
            if self.interrupts:  # between the last look and this one
                round.stop(at_once=False)
            thread.start()
            while not round.over.is_set():
                try:
                    round.over.wait()  # not join: broken off once, it takes the thread for ended
                except KeyboardInterrupt as stop:
                    stopped = stop
                    self.interrupt()
            if self.interrupts and stopped is None:
                stopped = KeyboardInterrupt()
        finally:
            self._round, self.interrupts = None, 0
        if stopped is not None:
            raise stopped
        if round.failure is not None:
            raise round.failure
        return round.verdicts

    def _tell(self, verdicts: int) -> None:
        if self.watch is not None and verdicts:
            self.watch(verdicts)


def _reopened(kind: type[ServerJudge], server: Server, store: Store, run: str) -> ServerJudge:
    return kind(server, store, run=run)
