"""Calls made by a process of its own: the same verdicts, and none lost with the one that asks."""

from __future__ import annotations

import gc
import logging
import os
import pickle
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fault_server import FaultServer
from judging import MakeJudge, asks, once, until

from qgauge.core import ToolFailed
from qgauge.tools.judge import Unreadable
from qgauge.tools.judge.apart import ApartJudge, Asker
from qgauge.tools.judge.asking import Message
from qgauge.tools.judge.server import Server
from qgauge.tools.judge.store import Store


@pytest.fixture
def apart(tmp_path: Path) -> Callable[..., ApartJudge]:
    def make(server: FaultServer, **settings: Any) -> ApartJudge:
        quick = {"deadline": 60.0, "pause": 0.01, "tries": 4, **settings}
        return ApartJudge(Server("test-model", server.url, **quick), Store(tmp_path / "a.sqlite"))

    return make


def asker(judge: ApartJudge) -> Any:
    assert judge._asker is not None
    return judge._asker._process


def test_the_verdicts_are_those_of_a_judge_that_asks_itself(
    apart: Callable[..., ApartJudge], judge: MakeJudge
) -> None:
    came: list[int] = []
    with FaultServer(lambda _, times: "503" if times == 0 else None) as server:
        one = apart(server)
        one.watch = came.append
        verdicts = one.ask(asks(12))
        first = asker(one)
        assert one.ask(asks(14, start=6))[:6] == verdicts[6:]
        assert asker(one) is first, "one process for all that is asked"
        totals = one.totals()
        other = judge(server)
        assert other.ask(asks(12)) == verdicts
    assert sum(came) == 12 + 14
    assert (totals.answers, totals.stored, totals.failures) == (20, 6, {"server error": 20})
    assert first.pid != os.getpid()


def test_it_ends_with_the_judge(apart: Callable[..., ApartJudge]) -> None:
    with FaultServer() as server:
        one = apart(server)
        one.ask(asks(1))
        process = asker(one)
        assert process.poll() is None
        other = pickle.loads(pickle.dumps(one))
        assert isinstance(other, ApartJudge)
        assert other._asker is None, "a worker starts its own"
        del one
        gc.collect()
        assert process.returncode == 0


def test_what_cannot_be_told_to_another_process_is_asked_here(
    apart: Callable[..., ApartJudge],
) -> None:
    """A reader that is a function of the moment has no name over there."""

    def read(reply: str) -> int:
        if not reply.startswith("{"):
            raise Unreadable("no object")
        return len(reply)

    with FaultServer() as server:
        one = apart(server)
        (verdict,) = one.ask([replace(asks(1)[0], read=read)])
        assert verdict.value == len(verdict.reply) > 0
        assert one._asker is None
        # a lambda of a module the other process has no file for: told back, and asked here
        (named,) = one.ask([replace(asks(1, start=1)[0], read=_unknown_elsewhere())])
        assert named.value == 7


def _unknown_elsewhere() -> Callable[[str], int]:
    import sys
    from types import ModuleType

    module = sys.modules["made_here"] = ModuleType("made_here")
    exec("def read(reply): return 7", module.__dict__)
    found: Callable[[str], int] = module.__dict__["read"]
    return found


def test_where_no_process_can_be_started_this_one_asks(
    apart: Callable[..., ApartJudge], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "")
    with FaultServer() as server:
        one = apart(server)
        assert all(verdict.value for verdict in one.ask(asks(3)))
        assert one._asker is None


def test_a_server_that_denies_access_is_told_of(apart: Callable[..., ApartJudge]) -> None:
    with FaultServer(lambda *_: "403") as server, pytest.raises(ToolFailed, match="HTTP 403"):
        apart(server).ask(asks(3))


def test_warnings_reach_whoever_asked(
    apart: Callable[..., ApartJudge],
    interrupt: Callable[[], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    def script(_: dict[str, Any], times: int) -> str | None:
        return "429" if times == 0 else None

    with FaultServer(script, retry_after="21") as server, caplog.at_level(logging.WARNING):
        one = apart(server)
        stop = once(1, server, lambda: until(lambda: "of rest" in caplog.text), interrupt)
        with pytest.raises(KeyboardInterrupt):
            one.ask(asks(1))
        stop.join()
    assert "asks for 21 s of rest" in caplog.text


@pytest.mark.slow
def test_ctrl_c_waits_for_the_answers_under_way(
    apart: Callable[..., ApartJudge],
    interrupt: Callable[[], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    with FaultServer(delay=0.5) as server:
        one = apart(server, concurrency=5)
        stop = once(3, server, interrupt)
        with pytest.raises(KeyboardInterrupt), caplog.at_level(logging.WARNING):
            one.ask(asks(25))
        stop.join()
        assert 25 > sum(server.paid.values()) == len(one.known(asks(25))) > 0
        assert "on their way" in caplog.text
        assert all(verdict.value for verdict in one.ask(asks(25)))
        assert sum(server.paid.values()) == 25


def test_a_second_ctrl_c_does_not_wait(
    apart: Callable[..., ApartJudge], interrupt: Callable[[], None]
) -> None:
    with FaultServer(lambda *_: "hang") as server:
        one = apart(server, deadline=600.0)
        stop = once(1, server, interrupt, interrupt)
        with pytest.raises(KeyboardInterrupt):
            one.ask(asks(5))
        stop.join()


@pytest.mark.slow
def test_killed_from_outside_it_is_told_and_the_next_ask_goes_on(
    apart: Callable[..., ApartJudge],
) -> None:
    with FaultServer(delay=0.4) as server:
        one = apart(server, concurrency=4)
        one.ask(asks(1, start=90))
        stop = once(4, server, asker(one).kill)
        with pytest.raises(ToolFailed, match="ended from outside"):
            one.ask(asks(20))
        stop.join()
        assert all(verdict.value for verdict in one.ask(asks(20))), "by a new process"
        assert sum(server.paid.values()) <= 21 + 4, "only calls under way are paid again"


@pytest.mark.slow
def test_when_the_one_that_asks_is_gone_calls_under_way_come_to_their_end(
    apart: Callable[..., ApartJudge],
) -> None:
    with FaultServer(delay=0.8) as server:
        one = apart(server, concurrency=4)
        one.ask(asks(1, start=90))
        process = asker(one)
        assert one._asker is not None
        thread = threading.Thread(target=lambda: _quietly(one))
        thread.start()
        until(lambda: sum(server.asked.values()) >= 3)
        one._asker.leave()  # as when the one that asks is killed: its end is closed
        process.wait(120)
        thread.join(120)
        paid = sum(server.paid.values())
        assert 3 <= paid <= 9, "no call was started any more"
        assert len(one.known(asks(40))) == paid - 1, "and every answer was kept"


def _quietly(judge: ApartJudge) -> None:
    with pytest.raises(ToolFailed, match="ended from outside"):
        judge.ask(asks(40))


# ------------------------------------------------------------------ whatever breaks it off


@pytest.mark.slow
def test_an_ask_that_was_broken_off_answers_no_other(
    apart: Callable[..., ApartJudge], judge: MakeJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C just after the questions were sent: their answers still come, to nobody."""
    with FaultServer(delay=0.2) as server:
        one = apart(server)
        first, second = judge(server).ask(asks(2, start=1))
        assert first != second
        one.ask(asks(1))
        say = Asker._say

        def broken_off(self: Asker, said: Any) -> None:
            say(self, said)
            monkeypatch.undo()
            raise KeyboardInterrupt

        monkeypatch.setattr(Asker, "_say", broken_off)
        with pytest.raises(KeyboardInterrupt):
            one.ask(asks(1, start=1))
        assert one.ask(asks(1, start=2)) == [second]


@pytest.mark.slow
def test_ctrl_c_while_much_is_sent_ends_all(
    apart: Callable[..., ApartJudge], interrupt: Callable[[], None]
) -> None:
    """More than the pipe holds, to a process that does not listen: half a message is sent."""
    with FaultServer() as server:
        one = apart(server)
        one.ask(asks(1))
        process = asker(one)
        process.send_signal(signal.SIGSTOP)
        much = [
            replace(ask, messages=(*ask.messages, Message("user", "so long " * 20_000)))
            for ask in asks(40)
        ]
        timer = threading.Timer(0.5, interrupt)
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            one.ask(much)
        timer.join()
        process.send_signal(signal.SIGCONT)
        del one
        gc.collect()
        assert process.returncode == 0
        assert sum(server.asked.values()) == 1


def test_a_progress_bar_that_fails_is_told(apart: Callable[..., ApartJudge]) -> None:
    with FaultServer() as server:
        one = apart(server)

        def watch(_: int) -> None:
            raise OSError("the terminal is gone")

        one.watch = watch
        with pytest.raises((ToolFailed, OSError)):
            one.ask(asks(3))
        one.watch = None
        assert all(verdict.value for verdict in one.ask(asks(3)))


@pytest.mark.slow
def test_an_interrupt_for_the_other_process_alone_is_nothing(
    apart: Callable[..., ApartJudge],
) -> None:
    with FaultServer(delay=0.3) as server:
        one = apart(server)
        one.ask(asks(1))
        stop = once(2, server, lambda: asker(one).send_signal(signal.SIGINT))
        assert all(verdict.value for verdict in one.ask(asks(4, start=1)))
        stop.join()


def test_a_new_key_is_used(
    apart: Callable[..., ApartJudge], monkeypatch: pytest.MonkeyPatch
) -> None:
    with FaultServer() as server:
        monkeypatch.setenv("QGAUGE_JUDGE_KEY", "an-old-key-0123456789")
        one = apart(server)
        one.ask(asks(1))
        first = asker(one)
        one.ask(asks(1, start=1))
        assert asker(one) is first
        monkeypatch.setenv("QGAUGE_JUDGE_KEY", "a-new-key-0123456789")
        one.ask(asks(1, start=2))
        assert asker(one) is not first


def test_a_forked_process_starts_its_own(apart: Callable[..., ApartJudge]) -> None:
    with FaultServer() as server:
        one = apart(server)
        one.ask(asks(1))
        assert one._asker is not None and one._asker.serves(one.server)
        parent, one._asker._parent = one._asker._parent, -1  # as a fork sees it
        assert not one._asker.serves(one.server)
        one._asker.close()  # which a copy that goes away does
        assert asker(one).poll() is None
        one._asker._parent = parent
        assert all(verdict.value for verdict in one.ask(asks(3)))
