"""One round of questions: claims, calls, tries and answers, in one loop."""

from __future__ import annotations

import asyncio
import heapq
import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING, Any

from qgauge.core import QgaugeError, ToolFailed
from qgauge.tools.judge.asking import Ask, Message, Unreadable, Usage, Verdict, Why
from qgauge.tools.judge.entry import Answer
from qgauge.tools.judge.exchange import Reply, Trouble, open_client, send, unlogged
from qgauge.tools.judge.server import guess

if TYPE_CHECKING:
    import httpx

    from qgauge.tools.judge.judge import ServerJudge

_log = logging.getLogger("qgauge")
FRUITLESS_AT_FIRST, FRUITLESS = 3, 20
"""Questions in a row without an answer after which the server is given up: when it has never
answered, and when it has."""
SYNC_EVERY = 1.0
"""Seconds of answers that a loss of power may take, as long as nobody has used them."""
LONG_WAIT = 20.0
"""Seconds of waiting that are told."""
POLL = 0.1
"""Seconds until a question that another process is asking is looked at again."""
SHOWN = 2_000
"""Characters of a useless reply that the model is shown again."""


@dataclass(slots=True)
class Job:
    """A question on its way to a verdict."""

    ask: Ask[Any]
    key: bytes
    claimed: bool = False
    failures: int = 0
    more: tuple[Message, ...] = ()
    """The turns that follow a reply that could not be used."""
    reserved: float = 0.0
    sent: float = 0.0

    @property
    def messages(self) -> tuple[Message, ...]:
        return (*self.ask.messages, *self.more)


class Round:
    """The questions of one `ask`, worked on in one thread; the answers go to the judge's store."""

    def __init__(
        self, judge: ServerJudge, jobs: Sequence[Job], tell: Callable[[int], None]
    ) -> None:
        self._judge, self._server, self._store = judge, judge.server, judge.store
        self._ledger = judge.ledger
        self._tell = tell
        self.verdicts: dict[bytes, Verdict[Any]] = {}
        self.failure: BaseException | None = None
        """Why the whole round ended early."""
        self.over = threading.Event()
        self._numbers = count()
        self._fresh = deque(jobs)
        self._waiting: list[tuple[float, int, Job]] = []
        """Those that come again, and when: their call failed, or another process is asking."""
        self._running: dict[asyncio.Task[Reply | Trouble], Job] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event | None = None
        self._stopping = self._at_once = False
        self._synced = monotonic()

    @property
    def under_way(self) -> int:
        return len(self._running)

    def stop(self, *, at_once: bool) -> None:
        """Start no more calls, and wait for those under way unless at once; from any thread."""
        self._stopping, self._at_once = True, at_once
        if self._loop is not None and self._wake is not None:
            with suppress(RuntimeError):  # the round may be over
                self._loop.call_soon_threadsafe(self._wake.set)

    def work(self) -> None:
        """The whole round; what goes wrong is in `failure`."""
        try:
            with unlogged():
                asyncio.run(self._all())
        except Exception as problem:  # noqa: BLE001 - raised again in the thread that asked
            self.failure = self.failure or problem
        finally:
            claimed = [job.key for job in self._begun() if job.claimed]
            try:
                self._store.release(claimed)
                self._sync()  # before anybody uses an answer
            except QgaugeError as problem:
                self.failure = self.failure or problem
            finally:
                self.over.set()

    async def _all(self) -> None:
        self._loop, self._wake = asyncio.get_running_loop(), asyncio.Event()
        async with open_client(self._server) as client:
            waker = asyncio.create_task(self._wake.wait())
            while self._running or (not self._stopping and (self._fresh or self._waiting)):
                if self._at_once:
                    break
                if not self._stopping:
                    self._start(client)
                if not (self._fresh or self._waiting or self._running):
                    break
                await asyncio.wait(
                    [*self._running, waker],
                    timeout=self._until_next(),
                    return_when=asyncio.FIRST_COMPLETED,
                )
                if waker.done():
                    self._wake.clear()
                    waker = asyncio.create_task(self._wake.wait())
                for task in [task for task in self._running if task.done()]:
                    job = self._running.pop(task)
                    with self._ending_early(job):
                        self._settle(job, task.result())
                if monotonic() > self._synced + SYNC_EVERY:
                    self._sync()
            waker.cancel()
            for task in self._running:
                task.cancel()

    @contextmanager
    def _ending_early(self, job: Job) -> Iterator[None]:
        """What goes wrong ends the round, but not before the calls under way have come back."""
        try:
            yield
        except Exception as problem:  # noqa: BLE001 - raised again in the thread that asked
            self.failure, self._stopping = self.failure or problem, True
            self._later(job, 0.0)  # where its claim is found and released

    def _sync(self) -> None:
        self._store.sync()
        self._synced = monotonic()

    def _later(self, job: Job, ready: float) -> None:
        heapq.heappush(self._waiting, (ready, next(self._numbers), job))

    def _begun(self) -> list[Job]:
        return [*self._running.values(), *(job for _, _, job in self._waiting)]

    def _next(self, now: float) -> Job | None:
        """A question that may start now: one that has waited, or else a fresh one.

        Those that were begun and are not over count towards the concurrency, also while they wait
        to be tried again: a server in trouble is not tried with all questions one by one.
        """
        pace = self._judge.pace
        if len(self._running) >= pace.limit or now < pace.not_before:
            return None
        if self._server.limit and not self._judge.ever_answered and self._running:
            return None  # the first answer shows how the server counts
        if self._waiting and self._waiting[0][0] <= now:
            return heapq.heappop(self._waiting)[2]
        if self._fresh and len(self._begun()) < self._server.concurrency:
            return self._fresh.popleft()
        return None

    def _until_next(self) -> float | None:
        """Seconds until a question may start; None where only an answer can change that."""
        pace, now = self._judge.pace, monotonic()
        if self._stopping or len(self._running) >= pace.limit:
            return None
        times = [self._waiting[0][0]] if self._waiting else []
        if self._fresh and len(self._begun()) < self._server.concurrency:
            times.append(now)
        return max(0.001, max(min(times), pace.not_before) - now) if times else None

    # ------------------------------------------------------------------ before a call

    def _start(self, client: httpx.AsyncClient) -> None:
        """Start every call that may start now."""
        while job := self._next(now := monotonic()):
            with self._ending_early(job):
                if self._may(job, now):
                    job.sent = now
                    self._running[asyncio.create_task(self._call(client, job))] = job
            if self._stopping:
                return

    def _may(self, job: Job, now: float) -> bool:
        """Whether to call now; otherwise the job has its verdict, or comes again later."""
        if not job.claimed:
            claim = self._store.claim(job.key)
            if claim == "theirs":
                self._later(job, now + POLL)
                return False
            if claim == "answered":
                answer = self._store.get([job.key]).get(job.key)
                try:
                    if answer is not None:
                        self._finish(job, Verdict(job.ask.read(answer.reply), reply=answer.reply))
                        self._ledger.count_stored(1)
                        return False
                except Unreadable:
                    self._store.discard([job.key])
                self._later(job, now)
                return False
            job.claimed = True
        worst = self._server.cost(self._judge.at_most(job.messages))
        if self._ledger.reserve(worst, self._server.limit, self._server.limit_calls):
            job.reserved = worst
            return True
        if self._running:  # those may turn out to cost less than was set aside
            self._later(job, now + POLL)
        else:
            self._finish(job, Verdict(None, Why.over_limit))
        return False

    async def _call(self, client: httpx.AsyncClient, job: Job) -> Reply | Trouble:
        """One call; on a server that takes no schemas, the same without."""
        modes = self._judge.modes if job.ask.schema is not None else ("off",)
        first: Trouble | None = None
        for mode in modes:
            body = self._server.body(job.ask, job.messages, mode)
            outcome = await send(client, self._server, body)
            if not isinstance(outcome, Trouble) or outcome.kind != "rejected":
                if first is not None and isinstance(outcome, Reply):
                    self._judge.modes = self._judge.modes[self._judge.modes.index(mode) :]
                return outcome
            first = first or outcome
        assert first is not None
        return first

    # ------------------------------------------------------------------ after a call

    def _settle(self, job: Job, outcome: Reply | Trouble) -> None:
        if isinstance(outcome, Trouble):
            self._troubled(job, outcome)
            return
        self._judge.ever_answered, self._judge.failed_in_a_row = True, 0
        self._judge.pace.answered()
        usage = outcome.usage or self._guessed(job, outcome)
        self._judge.learn(job.messages, usage)
        cost = self._server.cost(usage)
        try:
            if outcome.why is not None:
                raise Unreadable(outcome.problem, outcome.why)
            value = job.ask.read(outcome.text)
        except Unreadable as problem:
            self._ledger.settle(job.reserved, usage, cost=cost, failure=problem.why.name)
            self._unusable(job, outcome, problem)
            return
        kept = self._store.put(job.key, self._answer(job, outcome, usage, cost))
        job.claimed = False
        self._ledger.settle(job.reserved, usage, cost=cost)
        if kept.reply != outcome.text:
            value = job.ask.read(kept.reply)
        self._finish(job, Verdict(value, reply=kept.reply))

    def _troubled(self, job: Job, trouble: Trouble) -> None:
        judge, now = self._judge, monotonic()
        uncertain = job.reserved if trouble.may_cost else 0.0
        self._ledger.settle(job.reserved, uncertain=uncertain, failure=trouble.kind)
        if trouble.kind == "too many requests" or trouble.retry_after is not None:
            if (trouble.retry_after or 0.0) > LONG_WAIT and now > judge.pace.not_before:
                _log.warning("The judge's server asks for %.0f s of rest.", trouble.retry_after)
            judge.pace.too_many(job.sent, now, trouble.retry_after)
        if trouble.kind == "no access":
            self._give_up(f"does not let us in: {trouble.detail}", trouble)
        job.failures += 1
        if trouble.passes and job.failures < self._server.tries:
            self._later(job, now + judge.pace.pause(job.failures, trouble.retry_after))
            return
        judge.failed_in_a_row += 1
        most = FRUITLESS if judge.ever_answered else FRUITLESS_AT_FIRST
        if judge.failed_in_a_row >= most:
            said = "stopped answering" if judge.ever_answered else "does not answer"
            self._give_up(f"{said}: {trouble.kind}, {trouble.detail}", trouble)
        why = Why.no_answer if trouble.passes else Why.rejected
        self._finish(job, Verdict(None, why, detail=trouble.detail))

    def _give_up(self, said: str, trouble: Trouble) -> None:
        advice = "Answers that came are kept; when it works again, run the same to go on."
        if trouble.kind == "no access":
            advice = (
                "Is the URL right (it ends before /chat/completions), the model's name, and the "
                "key in the environment?"
            )
        raise ToolFailed(f"The judge's server {self._server.url} {said.rstrip('.')}. {advice}")

    def _unusable(self, job: Job, reply: Reply, problem: Unreadable) -> None:
        """Asked once more, with the complaint; then there is none, and the reply is shown."""
        from qgauge.tools.judge.judge import again

        if job.more or problem.why in (Why.filtered, Why.refused):
            verdict: Verdict[Any] = Verdict(None, problem.why, reply.text, problem.problem)
            self._finish(job, verdict)
            return
        job.more = (
            Message("assistant", reply.text[:SHOWN].strip() or "…"),
            Message("user", again().safe_substitute(problem=problem.problem)),
        )
        self._later(job, monotonic())

    def _answer(self, job: Job, reply: Reply, usage: Usage, cost: float) -> Answer:
        return Answer(
            reply=reply.text,
            model=self._server.model,
            url=self._server.url,
            about=job.ask.about[:100],
            tokens_in=usage.tokens_in,
            tokens_out=usage.tokens_out,
            counted=reply.usage is not None,
            size=sum(len(one.text.encode("utf-8", "surrogatepass")) for one in job.messages),
            cost=cost,
            made=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def _guessed(self, job: Job, reply: Reply) -> Usage:
        sent = guess(job.messages, 0)
        return Usage(sent.tokens_in, len(reply.text.encode("utf-8", "replace")) // 3 + 1)

    def _finish(self, job: Job, verdict: Verdict[Any]) -> None:
        self.verdicts[job.key] = verdict
        if job.claimed:
            self._store.release([job.key])
            job.claimed = False
        self._tell(1)
