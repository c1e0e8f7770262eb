"""The progress line of long calls."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace

import pytest

import qgauge
from qgauge.api import progress as module
from qgauge.api.progress import progress_line


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(module, "monotonic", made)
    return made


def test_the_line_appears_after_two_seconds_and_changes_twice_a_second(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress_line("scoring", 1_000, True) as done:
        assert done is not None
        for _ in range(15):
            clock.now += 0.125
            done(10)
        assert capsys.readouterr().err == ""
        clock.now += 0.125
        done(50)
        assert capsys.readouterr().err == (
            "\rqgauge: scoring, 200 of 1,000 rows, about 0:08 min left"
        )
        clock.now += 0.375
        done(1)
        assert capsys.readouterr().err == ""
        clock.now += 0.125
        done(798)
        shown = capsys.readouterr().err
        assert shown.startswith("\rqgauge: scoring, 999 of 1,000 rows, about 0:00 min left")
    assert capsys.readouterr().err.strip("\r ") == ""


def test_without_a_total_only_rows_are_counted(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress_line("scoring", None, True) as done:
        assert done is not None
        clock.now += 5
        done(64)
        assert capsys.readouterr().err == "\rqgauge: scoring, 64 rows"


def test_short_calls_print_nothing(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with progress_line("scoring", 10, True) as done:
        assert done is not None
        done(10)
    assert capsys.readouterr().err == ""


def wanted(choice: bool | None) -> bool:
    with progress_line("scoring", 10, choice) as done:
        return done is not None


def test_it_is_shown_in_terminals_and_notebooks_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython", None)
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    assert [wanted(one) for one in (None, True, False)] == [False, True, False]
    monkeypatch.setattr(stream, "isatty", lambda: True)
    assert [wanted(one) for one in (None, True, False)] == [True, True, False]
    monkeypatch.setattr(sys, "stderr", None)
    assert wanted(True) is False
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    for shell, shown in [(None, False), (SimpleNamespace(kernel=1), True)]:
        ipython = SimpleNamespace(get_ipython=lambda shell=shell: shell)
        monkeypatch.setitem(sys.modules, "IPython", ipython)  # type: ignore[arg-type]
        assert wanted(None) is shown
        assert wanted(False) is False


def test_a_notebook_shows_one_output_and_empties_it(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[tuple[str, str]] = []

    def update(data: dict[str, str], raw: bool) -> None:
        shown.append(("update", data["text/plain"]))

    def display(data: dict[str, str], raw: bool, display_id: bool) -> SimpleNamespace:
        shown.append(("display", data["text/plain"]))
        return SimpleNamespace(update=update)

    ipython = SimpleNamespace(
        get_ipython=lambda: SimpleNamespace(kernel=1), display=SimpleNamespace(display=display)
    )
    monkeypatch.setitem(sys.modules, "IPython", ipython)  # type: ignore[arg-type]
    with progress_line("scoring", None, None) as done:
        assert done is not None
        for _ in range(2):
            clock.now += 5
            done(64)
    assert shown == [
        ("display", "qgauge: scoring, 64 rows"),
        ("update", "qgauge: scoring, 128 rows"),
        ("update", ""),
    ]
    assert capsys.readouterr().err == ""


def test_functions_report_their_rows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "QUIET", 0.0)
    monkeypatch.setattr(module, "PAUSE", 0.0)
    rows = [{"question": "Who?", "references": "Who?", "ratings": {"fit": at}} for at in range(3)]
    calls = {
        "score": lambda: qgauge.score(rows, ["bleu1"], progress=True),
        "compute": lambda: qgauge.load("bleu1").compute(
            predictions=["Who?"] * 3, references=["Who?"] * 3, progress=True
        ),
        "rank": lambda: qgauge.rank(rows, "bleu1", progress=True),
        "meta": lambda: qgauge.meta(rows, ["bleu1"], resamples=100, progress=True),
    }
    for name, call in calls.items():
        call()
        assert "scoring, 3 of 3 rows" in capsys.readouterr().err, name
