"""Questions to a server that fails in all the ways that servers do."""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from helpers.fault_server import FaultServer, at_rates, filled, question_of
from helpers.judge_questions import FORM, MakeJudge, asks, once
from helpers.killed_runs import claimed

from qgauge.core import BadSetting, ToolFailed
from qgauge.tools.judge import Ask, FailureReason, Message, Verdict
from qgauge.tools.judge.http import wait_of


def always(fault: str | None) -> Any:
    return lambda request, times: fault


def first(fault: str, until: int = 1) -> Any:
    return lambda request, times: fault if times < until else None


def expected(ask: Ask[Any], server_model: str = "test-model") -> dict[str, Any]:
    """The answer of the fault server, computed without asking it."""
    messages = [{"role": one.role, "content": one.text} for one in ask.messages]
    name = question_of({"model": server_model, "messages": messages})
    return filled(FORM.schema(), name)


def test_verdicts_come_in_the_order_of_the_questions(judge: MakeJudge) -> None:
    """The server answers in a different order, because each answer takes a different time."""
    many = asks(40)
    with FaultServer(delay=0.02) as server:
        verdicts = judge(server).ask(many)
        assert list(server.paid) != list(server.asked), "the server did answer in a different order"
    assert [one.value for one in verdicts] == [expected(ask) for ask in many]


def test_equal_questions_are_asked_once_and_stored_ones_never(judge: MakeJudge) -> None:
    with FaultServer() as server:
        one = judge(server)
        verdicts = one.ask(asks(3) + asks(3))
        assert verdicts[:3] == verdicts[3:]
        assert sum(server.asked.values()) == 3
        again = judge(server)
        assert again.ask(asks(4)) == [*verdicts[:3], *one.ask(asks(1, 3))]
        assert sum(server.asked.values()) == 4
    assert (again.totals().stored, again.totals().answers) == (3, 1)


@pytest.mark.parametrize("fault", ["429", "500", "503", "drop", "cut", "broken", "choices"])
def test_temporary_failures_are_retried(judge: MakeJudge, fault: str) -> None:
    with FaultServer(first(fault, 2)) as server:
        (verdict,) = judge(server).ask(asks(1))
        assert verdict.value == expected(asks(1)[0])
        assert sum(server.asked.values()) == 3


@pytest.mark.parametrize("fault", ["hang", "drip"])
def test_the_deadline_covers_the_whole_call(judge: MakeJudge, fault: str) -> None:
    """A server that sends a byte now and then would never exceed a deadline per read."""
    with FaultServer(first(fault)) as server:
        one = judge(server, deadline=1.0, tries=20)
        (verdict,) = one.ask(asks(1))
    assert verdict.value is not None
    assert set(one.totals().failures) == {"deadline"}


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("prose", FailureReason.unreadable),
        ("wrong", FailureReason.misshapen),
        ("twice", FailureReason.unreadable),
        ("doubled", FailureReason.misshapen),
        ("truncated", FailureReason.cut),
        ("empty", FailureReason.unreadable),
        ("null", FailureReason.unreadable),
        ("unfinished", FailureReason.unreadable),
    ],
)
def test_after_an_invalid_reply_the_model_is_asked_once_more_and_told_why(
    judge: MakeJudge, fault: str, why: FailureReason
) -> None:
    with FaultServer(first(fault)) as server:
        (second,) = judge(server).ask(asks(1))
        assert second.value is not None
        system, user, reply, complaint = server.requests[1]["messages"]
        assert [system, user] == server.requests[0]["messages"]
        assert (reply["role"], complaint["role"]) == ("assistant", "user")
        assert "cannot be used" in complaint["content"]
    with FaultServer(always(fault)) as server:
        one = judge(server)
        (verdict,) = one.ask(asks(1, start=100))
        assert (verdict.value, verdict.why) == (None, why)
        assert sum(server.asked.values()) == 2
        assert one.totals().failures == {why.name: 2}
        assert one.known(asks(1, start=100)) == {}, "an invalid reply is never stored"
        if fault == "prose":
            assert verdict.reply == "I would say it is quite good!"


@pytest.mark.parametrize(
    ("fault", "why"), [("refusal", FailureReason.refused), ("filter", FailureReason.filtered)]
)
def test_a_refusal_is_final_and_not_stored(
    judge: MakeJudge, fault: str, why: FailureReason
) -> None:
    with FaultServer(always(fault)) as server:
        one = judge(server)
        (verdict,) = one.ask(asks(1))
        assert (verdict.value, verdict.why) == (None, why)
        assert sum(server.asked.values()) == 1
        assert one.known(asks(1)) == {}


def test_one_question_without_an_answer_does_not_affect_others(judge: MakeJudge) -> None:
    bad = asks(1, 5)[0].messages[1].text

    def script(request: dict[str, Any], times: int) -> str | None:
        return "503" if request["messages"][1]["content"] == bad else None

    with FaultServer(script) as server:
        verdicts = judge(server).ask(asks(10))
    assert [one.why for one in verdicts] == [None] * 5 + [FailureReason.no_answer] + [None] * 4


def test_a_rejected_question_has_the_message_of_the_server(judge: MakeJudge) -> None:
    bad = asks(1, 1)[0].messages[1].text

    def script(request: dict[str, Any], times: int) -> str | None:
        return "400" if request["messages"][1]["content"] == bad else None

    with FaultServer(script) as server:
        one = judge(server)
        fine, rejected, *_ = one.ask(asks(3))
    assert fine.value is not None
    assert (rejected.why, rejected.detail) == (FailureReason.rejected, "HTTP 400: out of order: no")
    assert one.state.modes[0] == "schema", "a bad question says nothing about schemas"


def test_a_server_without_schemas_is_asked_without(judge: MakeJudge) -> None:
    with FaultServer(takes_schemas=False, answer=lambda _: '{"reason": "r", "score": 2}') as server:
        one = judge(server, concurrency=1)
        verdicts = one.ask(asks(3))
        assert [verdict.value for verdict in verdicts] == [{"reason": "r", "score": 2}] * 3
        formats = [request.get("response_format", {}).get("type") for request in server.requests]
    # the first question is tried with a schema, as any JSON object, then without; others follow it
    assert formats == ["json_schema", "json_object", None, None, None]


def test_free_text_has_no_schema(judge: MakeJudge) -> None:
    ask = Ask((Message("user", "Answer in a sentence."),), str.strip)
    with FaultServer(answer=lambda _: " It is so. ") as server:
        assert judge(server).ask([ask]) == [Verdict("It is so.", reply=" It is so. ")]
        assert "response_format" not in server.requests[0]


def test_an_answer_sent_twice_is_not_taken_for_the_next(judge: MakeJudge) -> None:
    many = asks(6)
    with FaultServer(always("again")) as server:
        verdicts = judge(server, concurrency=1).ask(many)
    assert [one.value for one in verdicts] == [expected(ask) for ask in many]


def test_concurrency_is_bounded_and_shrinks(judge: MakeJudge) -> None:
    with FaultServer(delay=0.2) as server:
        judge(server, concurrency=4).ask(asks(20))
        assert server.most_at_once == 4
    with FaultServer(first("429"), delay=0.01) as server:
        one = judge(server, concurrency=8)
        one.ask(asks(8, start=50))
        assert one.state.throttle.limit < 8


def test_retry_after_delays_all_calls(judge: MakeJudge) -> None:
    calls: list[float] = []

    def script(request: dict[str, Any], times: int) -> str | None:
        calls.append(time.monotonic())
        return "429" if len(calls) == 1 else None

    with FaultServer(script, retry_after="1") as server:
        judge(server, concurrency=1).ask(asks(3))
    assert calls[1] - calls[0] >= 0.99, "no call during the pause that the server asked for"


def test_retry_after_in_seconds_and_as_a_date() -> None:
    now = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)
    assert wait_of("3", now) == 3.0
    assert wait_of("0.25", now) == 0.25
    assert wait_of("Thu, 01 Jan 2026 12:00:30 GMT", now) == 30.0
    assert wait_of("Thu, 01 Jan 2026 11:00:00 GMT", now) == 0.0
    for nothing in ("", "soon", "nan", "inf", "1e99"):
        assert wait_of(nothing, now) is None


@pytest.mark.parametrize(("fault", "said"), [("403", "HTTP 403"), ("302", "HTTP 302")])
def test_no_access_ends_the_run_at_once(judge: MakeJudge, fault: str, said: str) -> None:
    with FaultServer(always(fault)) as server:
        with pytest.raises(ToolFailed, match=said):
            judge(server, concurrency=1).ask(asks(50))
        assert sum(server.asked.values()) == 1


def test_a_server_that_never_answers_is_given_up_soon(judge: MakeJudge) -> None:
    with FaultServer(always("503")) as server:
        with pytest.raises(ToolFailed, match="does not answer: server error, HTTP 503"):
            judge(server, concurrency=1, tries=2).ask(asks(100))
        assert sum(server.asked.values()) <= 100 // 10


def test_a_server_that_does_not_exist(judge: MakeJudge) -> None:
    with FaultServer() as server:
        gone = judge(server, tries=2)
    with pytest.raises(ToolFailed, match="no connection"):
        gone.ask(asks(5))


def test_a_server_that_dies_loses_no_answer(judge: MakeJudge) -> None:
    calls = Counter[str]()

    def script(request: dict[str, Any], times: int) -> str | None:
        calls["all"] += 1
        return None if calls["all"] <= 30 else "drop"

    with FaultServer(script) as server:
        one = judge(server, tries=1)
        with pytest.raises(ToolFailed, match=r"stopped answering.*stored"):
            one.ask(asks(200))
        assert len(one.known(asks(200))) == 30


# ------------------------------------------------------------------ money


def test_tokens_and_cost_are_counted(judge: MakeJudge) -> None:
    """The server counts 100 tokens in and 10 out; at 2 and 5 per million, a call costs .00025."""
    with FaultServer(first("prose")) as server:
        one = judge(server, price_in=2.0, price_out=5.0)
        one.ask(asks(4))
    totals = one.totals()
    assert (totals.calls, totals.answers) == (8, 4)
    assert (totals.tokens_in, totals.tokens_out) == (800, 80)
    assert totals.spent == pytest.approx(8 * 0.00025)


def test_the_spend_limit_is_never_exceeded(judge: MakeJudge) -> None:
    """Each call costs 1.1, for 100 tokens in and 10 out; the judge learns this from the first.

    Then it reserves 1.2 per call, as an answer could have 20 tokens: 1.1 + 1.2 + 1.2 = 3.5.
    """
    with FaultServer() as server:
        one = judge(server, price_in=1e4, price_out=1e4, limit=3.5, max_tokens=20, concurrency=4)
        verdicts = one.ask(asks(10))
    assert one.totals().spent <= 3.5
    answered = [verdict for verdict in verdicts if verdict.value]
    assert len(answered) == 3
    assert {verdict.why for verdict in verdicts if not verdict.value} == {FailureReason.over_limit}


def test_calls_can_be_limited(judge: MakeJudge) -> None:
    with FaultServer() as server:
        verdicts = judge(server, limit_calls=4).ask(asks(10))
        assert sum(server.asked.values()) == 4
    assert Counter(one.why for one in verdicts) == {None: 4, FailureReason.over_limit: 6}


@pytest.mark.slow
def test_calls_that_may_be_charged_count_towards_the_limit(judge: MakeJudge) -> None:
    with FaultServer(always("hang")) as server:
        one = judge(
            server, deadline=1.0, tries=50, price_in=0.0, price_out=1e6, max_tokens=1, limit=3.0
        )
        (verdict,) = one.ask(asks(1))
        assert sum(server.asked.values()) == 3
    assert verdict.why is FailureReason.over_limit
    assert (one.totals().spent, one.totals().uncertain) == (0.0, 3.0)


def test_samples_are_separate_questions(judge: MakeJudge) -> None:
    (ask,) = asks(1)
    with FaultServer() as server:
        one = judge(server, seed=7)
        one.ask([replace(ask, sample=at) for at in range(3)])
        assert sorted(request["seed"] for request in server.requests) == [7, 8, 9]
        assert one.totals().answers == 3


# ------------------------------------------------------------------ interruptions and errors


def test_a_pickled_judge_continues_the_same_run(judge: MakeJudge) -> None:
    with FaultServer() as server:
        one = judge(server)
        one.ask(asks(2))
        other = pickle.loads(pickle.dumps(one))
        other.ask(asks(2, start=1))
        assert one.totals() == other.totals()
        assert (one.totals().answers, one.totals().stored) == (3, 1)
        assert other.identity == one.identity


def test_works_inside_a_running_event_loop(judge: MakeJudge) -> None:
    """Notebooks have one."""

    async def cell() -> list[Verdict[Any]]:
        with FaultServer() as server:
            return judge(server).ask(asks(2))

    assert all(verdict.value for verdict in asyncio.run(cell()))


@pytest.mark.slow
def test_ctrl_c_waits_for_the_answers_in_flight(
    judge: MakeJudge, interrupt: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    with FaultServer(delay=0.5) as server:
        one = judge(server, concurrency=5)
        stop = once(3, server, interrupt)
        with pytest.raises(KeyboardInterrupt), caplog.at_level(logging.WARNING):
            one.ask(asks(25))
        stop.join()
        paid = sum(server.paid.values())
        assert 25 > paid == len(one.known(asks(25))) > 0
        assert "in flight" in caplog.text
        assert claimed(Path(one.store.path)) == set()
        assert all(verdict.value for verdict in one.ask(asks(25)))
        assert sum(server.paid.values()) == 25


def test_a_second_ctrl_c_does_not_wait(judge: MakeJudge, interrupt: Callable[[], None]) -> None:
    with FaultServer(always("hang")) as server:
        one = judge(server, deadline=600.0)
        stop = once(1, server, interrupt, interrupt)
        with pytest.raises(KeyboardInterrupt):
            one.ask(asks(5))
        stop.join()


def test_a_failing_progress_bar_is_reported_and_loses_no_answer(judge: MakeJudge) -> None:
    def watch(_: int) -> None:
        raise OSError("the terminal is gone")

    with FaultServer() as server:
        one = judge(server)
        one.watch = watch
        with pytest.raises(OSError, match="terminal"):
            one.ask(asks(3))
        one.watch = None
        assert all(verdict.value for verdict in one.ask(asks(3)))
        assert sum(server.asked.values()) == 3


def test_a_changed_key_is_used(judge: MakeJudge, monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultServer() as server:
        one = judge(server)
        for key in ("an-old-key-0123456789", "a-new-key-0123456789"):
            monkeypatch.setenv("QGAUGE_JUDGE_KEY", key)
            one.ask(asks(1, start=len(server.heads)))
            assert f"Bearer {key}" in server.heads[-1]


def test_a_failing_read_function_is_reported_and_loses_no_other_answer(judge: MakeJudge) -> None:
    def broken(reply: str) -> Any:
        raise ZeroDivisionError("a mistake in the program")

    with FaultServer(delay=0.05) as server:
        one = judge(server)
        with pytest.raises(ZeroDivisionError):
            one.ask([replace(asks(1)[0], read=broken), *asks(3, start=1)])
        assert len(one.known(asks(4))) == 3


def test_faults_of_all_kinds_at_once(judge: MakeJudge) -> None:
    rates = {"429": 0.1, "503": 0.05, "drop": 0.03, "broken": 0.03, "prose": 0.03, "wrong": 0.03}
    many = asks(150)
    with FaultServer(at_rates(rates), delay=0.002) as server:
        one = judge(server, tries=12)
        verdicts = one.ask(many)
    reasons = Counter(verdict.why for verdict in verdicts)
    assert set(reasons) <= {None, FailureReason.unreadable, FailureReason.misshapen}
    assert reasons[None] == sum(server.paid.values()) == len(server.paid)
    for ask, verdict in zip(many, verdicts, strict=True):
        assert verdict.value in (None, expected(ask))


def test_without_httpx_the_message_says_how_to_install_it(
    judge: MakeJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "httpx", None)
    with FaultServer() as server, pytest.raises(Exception, match=r"pip install 'qgauge\[llm\]'"):
        judge(server).ask(asks(1))


def test_an_invalid_or_missing_server_is_refused() -> None:
    from qgauge.tools.registry import open_tool

    with pytest.raises(BadSetting, match="server:MODEL@URL"):
        open_tool("judge", "server:x")
    with pytest.raises(Exception, match="QGAUGE_JUDGE"):
        open_tool("judge")


def test_the_old_name_of_the_reasons_still_works() -> None:
    import qgauge.tools.judge as package

    with pytest.warns(DeprecationWarning, match="FailureReason"):
        assert package.Why is FailureReason
