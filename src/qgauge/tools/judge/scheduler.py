"""Ask the server the questions of one `ask`: claims, calls, retries and answers in one loop."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, Any

from qgauge.core import ToolFailed
from qgauge.prompts import template
from qgauge.tools.judge.answer import Answer
from qgauge.tools.judge.http import Reply, Trouble, open_client, send, unlogged
from qgauge.tools.judge.ledger import Ledger
from qgauge.tools.judge.server import MODES, Mode, Server, guess, size_of
from qgauge.tools.judge.store import Store
from qgauge.tools.judge.throttle import Throttle
from qgauge.tools.judge.verdict import Ask, FailureReason, Message, Unreadable, Usage, Verdict

if TYPE_CHECKING:
    import httpx

_log = logging.getLogger("qgauge")
FRUITLESS_AT_FIRST, FRUITLESS = 3, 20
"""Consecutive unanswered questions after which the run gives up: before and after the first answer
of the server."""
LONG_WAIT = 20.0
"""Seconds of waiting that are worth a warning."""
POLL = 0.1
"""Seconds between two checks of a question that another process is asking."""
SHOWN = 2_000
"""Characters of an invalid reply that are shown to the model again."""


def read_stored(store: Store, asks: Mapping[bytes, Ask[Any]]) -> dict[bytes, Verdict[Any]]:
    """Return the verdicts that are in the store, by key."""
    verdicts, unreadable = {}, []
    for key, answer in store.get(list(asks)).items():
        try:
            verdicts[key] = Verdict(asks[key].read(answer.reply), reply=answer.reply)
        except Unreadable:
            unreadable.append(key)
    if unreadable:  # `read` accepted them once and has become stricter since
        store.remove(unreadable)
    return verdicts


class ServerState:
    """The state of the server as learnt from its replies; kept between calls of `ask`."""

    def __init__(self, server: Server) -> None:
        self.throttle = Throttle(server.concurrency, server.pause)
        self.modes: tuple[Mode, ...] = (
            MODES if server.structured == "auto" else (server.structured,)
        )
        """Ways to enforce a schema that the server has not rejected yet, the strictest first."""
        self.ever_answered = False
        self.failed_in_a_row = 0
        self.token_ratio = 1.0
        """Largest ratio so far of tokens counted by the server to tokens estimated."""


class _Stopped(Exception):
    """No more calls may start."""


class Scheduler:
    """One `ask`: a worker for each call that may be in flight, with one question at a time.

    A worker keeps its question while it waits to retry. Otherwise a failing server would use up
    the tries of every question.
    """

    def __init__(
        self,
        server: Server,
        store: Store,
        ledger: Ledger,
        state: ServerState,
        asks: Mapping[bytes, Ask[Any]],
        tell: Callable[[int], None],
    ) -> None:
        self._server, self._store, self._ledger, self._state = server, store, ledger, state
        self._tell = tell
        self.verdicts: dict[bytes, Verdict[Any]] = {}
        self.failure: Exception | None = None
        """The error that ended the work early."""
        self.over = threading.Event()
        self.in_flight = 0
        self._waiting = deque(asks.items())
        self._stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._workers: list[asyncio.Task[None]] = []
        self._changed = asyncio.Event()

    def run(self) -> None:
        """Ask all questions; put an error into `failure`."""
        try:
            with unlogged():
                asyncio.run(self._work())
        except Exception as problem:  # noqa: BLE001 - raised again in the thread that asked
            self.failure = self.failure or problem
        finally:
            self.over.set()

    def stop(self, *, at_once: bool) -> None:
        """Start no more calls, and cancel those in flight if `at_once`. Thread-safe."""
        self._stopping = True
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop may be closed
                self._loop.call_soon_threadsafe(self._cancel if at_once else self._wake)

    async def _work(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with open_client(self._server) as client:
            workers = min(self._server.concurrency, len(self._waiting))
            self._workers = [asyncio.create_task(self._worker(client)) for _ in range(workers)]
            await asyncio.gather(*self._workers, return_exceptions=True)

    async def _worker(self, client: httpx.AsyncClient) -> None:
        try:
            while self._waiting and not self._stopping:
                key, ask = self._waiting.popleft()
                try:
                    verdict = await self._verdict(client, key, ask)
                finally:
                    self._store.release(key)
                self.verdicts[key] = verdict
                self._tell(1)
        except _Stopped:
            pass
        except Exception as problem:  # noqa: BLE001 - raised again in the thread that asked
            # the other workers stop as soon as their calls have returned
            self.failure, self._stopping = self.failure or problem, True
            self._wake()

    def _cancel(self) -> None:
        for worker in self._workers:
            worker.cancel()

    def _wake(self) -> None:
        """Wake all waiting workers."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def _wait(self, seconds: float | None = None) -> None:
        """Wait until a call has ended or the seconds have passed."""
        if not self._stopping:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
        if self._stopping:
            raise _Stopped

    # ------------------------------------------------------------------ one question

    async def _verdict(self, client: httpx.AsyncClient, key: bytes, ask: Ask[Any]) -> Verdict[Any]:
        """Take one question from claim to verdict."""
        while (claim := self._store.claim(key)) != "mine":
            if claim == "theirs":
                await self._wait(POLL)
            elif stored := read_stored(self._store, {key: ask}):
                self._ledger.count_stored(1)
                return stored[key]
        messages, failures, not_before = ask.messages, 0, 0.0
        while (reserved := await self._reserve(messages, not_before)) is not None:
            sent = monotonic()
            outcome = await self._call(client, ask, messages)
            if isinstance(outcome, Trouble):
                failures += 1
                self._settle_trouble(outcome, reserved, sent)
                if not outcome.passes or failures >= self._server.tries:
                    return self._without_answer(outcome)
                pause = self._state.throttle.pause(failures, outcome.retry_after)
                not_before = monotonic() + pause
                continue
            usage = self._settle_usage(messages, outcome)
            cost = self._server.cost(usage)
            try:
                if outcome.why is not None:
                    raise Unreadable(outcome.problem, outcome.why)
                value = ask.read(outcome.text)
            except Unreadable as problem:
                self._ledger.settle(reserved, usage, cost=cost, failure=problem.why.name)
                final = problem.why in (FailureReason.filtered, FailureReason.refused)
                if final or messages != ask.messages:
                    return Verdict(None, problem.why, outcome.text, problem.problem)
                messages = (*ask.messages, *_complaint(outcome.text, problem.problem))
                continue
            self._store.put(key, self._answer(ask, messages, outcome, usage))
            self._ledger.settle(reserved, usage, cost=cost)
            return Verdict(value, reply=outcome.text)
        return Verdict(None, FailureReason.over_limit)

    async def _reserve(self, messages: Sequence[Message], not_before: float) -> float | None:
        """Wait until a call may start and reserve its cost; None if a limit is reached."""
        server, state, throttle = self._server, self._state, self._state.throttle
        while True:
            if self._stopping:
                raise _Stopped
            guessed = guess(messages, server.max_tokens)
            most = Usage(ceil(guessed.tokens_in * state.token_ratio), guessed.tokens_out)
            pause = max(not_before, throttle.not_before) - monotonic()
            # with a spend limit, wait for the first answer to learn how the server counts tokens
            most_in_flight = throttle.limit if state.ever_answered or not server.limit else 1
            if pause > 0:
                await self._wait(pause)
            elif self.in_flight >= most_in_flight:
                await self._wait()
            elif self._ledger.reserve(server.cost(most), server.limit, server.limit_calls):
                return server.cost(most)
            elif self.in_flight:  # those calls may cost less than was reserved
                await self._wait()
            else:
                return None

    async def _call(
        self, client: httpx.AsyncClient, ask: Ask[Any], messages: Sequence[Message]
    ) -> Reply | Trouble:
        """Make one call; if the server rejects the schema, repeat it in a less strict mode."""
        modes = self._state.modes if ask.schema is not None else ("off",)
        self.in_flight += 1
        try:
            for mode in modes:
                outcome = await send(client, self._server, self._server.body(ask, messages, mode))
                if not (isinstance(outcome, Trouble) and outcome.kind == "rejected"):
                    break
        finally:
            self.in_flight -= 1
            self._wake()
        if mode != modes[0] and isinstance(outcome, Reply):
            self._state.modes = modes[modes.index(mode) :]
        return outcome

    # ------------------------------------------------------------------ after a call

    def _settle_usage(self, messages: Sequence[Message], reply: Reply) -> Usage:
        """Return the tokens of an answered call, estimated if the server does not report them."""
        state, guessed = self._state, guess(messages, 0).tokens_in
        state.ever_answered, state.failed_in_a_row = True, 0
        state.throttle.answered()
        size = len(reply.text.encode("utf-8", "replace"))
        usage = reply.usage or Usage(guessed, size // 3 + 1)
        state.token_ratio = max(state.token_ratio, usage.tokens_in / guessed)
        return usage

    def _settle_trouble(self, trouble: Trouble, reserved: float, sent: float) -> None:
        throttle, now = self._state.throttle, monotonic()
        uncertain = reserved if trouble.may_cost else 0.0
        self._ledger.settle(reserved, uncertain=uncertain, failure=trouble.kind)
        if trouble.kind == "too many requests" or trouble.retry_after is not None:
            if (trouble.retry_after or 0.0) > LONG_WAIT and now > throttle.not_before:
                _log.warning("The judge's server asks to wait %.0f s.", trouble.retry_after)
            throttle.too_many(sent, now, trouble.retry_after)
        if trouble.kind == "no access":
            self._give_up(
                f"denies access: {trouble.detail}",
                "Check the URL (it ends before /chat/completions), the name of the model, and the "
                "key in the environment.",
            )

    def _without_answer(self, trouble: Trouble) -> Verdict[Any]:
        """Return a verdict without value; raise ToolFailed after too many in a row."""
        state = self._state
        state.failed_in_a_row += 1
        if state.failed_in_a_row >= (FRUITLESS if state.ever_answered else FRUITLESS_AT_FIRST):
            said = "stopped answering" if state.ever_answered else "does not answer"
            self._give_up(
                f"{said}: {trouble.kind}, {trouble.detail}",
                "Answers that arrived are stored; run the same command again to resume.",
            )
        why = FailureReason.no_answer if trouble.passes else FailureReason.rejected
        return Verdict(None, why, detail=trouble.detail)

    def _give_up(self, problem: str, advice: str) -> None:
        raise ToolFailed(f"The judge's server {self._server.url} {problem.rstrip('.')}. {advice}")

    def _answer(
        self, ask: Ask[Any], messages: Sequence[Message], reply: Reply, usage: Usage
    ) -> Answer:
        return Answer(
            reply=reply.text,
            model=self._server.model,
            url=self._server.url,
            about=ask.about[:100],
            tokens_in=usage.tokens_in,
            tokens_out=usage.tokens_out,
            counted=reply.usage is not None,
            size=size_of(messages),
            cost=self._server.cost(usage),
            made=datetime.now(UTC).isoformat(timespec="seconds"),
        )


def _complaint(reply: str, problem: str) -> tuple[Message, Message]:
    """Return the messages that follow an invalid reply: the reply and what is wrong with it."""
    return (
        Message("assistant", reply[:SHOWN].strip() or "…"),
        Message("user", template("judge/again").safe_substitute(problem=problem)),
    )
