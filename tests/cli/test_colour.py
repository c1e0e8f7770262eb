"""Colours: only on terminals that want them, and never instead of the text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from cli.conftest import EXAMPLES
from helpers.command import shown_in_terminal, without_escapes
from rich.text import Text

from qgauge.cli.terminal import console, print_rows, shaded, verdict

STORIES = EXAMPLES.parent / "stories.jsonl"
COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-7][0-9;]*m")
GREEN, RED = "\x1b[32m", "\x1b[31m"


@pytest.mark.parametrize(
    ("value", "style"),
    [(0.0, "red"), (0.29, "red"), (0.2949, "red"), (0.2951, ""), (0.3, ""), (0.49, ""),
     (0.4951, "green"), (0.5, "green"), (1.0, "green")],
)  # fmt: skip
def test_equal_printed_numbers_have_one_colour(value: float, style: str) -> None:
    assert shaded(f"{value:.2f}", value, (0.3, 0.5)).style == style


def test_unknown_values_have_no_colour() -> None:
    assert shaded("0.10", 0.1, None).style == ""
    assert shaded("-", None, (0.3, 0.5)).style == ""


def test_verdicts() -> None:
    shown = {said: (str(verdict(said)), verdict(said).style) for said in ("better", "lower")}
    assert shown == {"better": ("better", "green"), "lower": ("lower", "red")}
    assert (str(verdict("not shown")), verdict("not shown").style) == ("not significant", "dim")
    assert (str(verdict(None)), verdict("").style) == ("-", "dim")


@pytest.mark.parametrize("columns", ["200", "60"])
def test_ranked_rows_are_coloured_by_their_quality(columns: str, tmp_path: Path) -> None:
    environment = {"COLUMNS": columns, "TERM": "xterm-256color"}
    shown = shown_in_terminal("rank", STORIES, cwd=tmp_path, environment=environment)
    lines = [line for line in shown.splitlines() if re.match(r" +\d+ +0\.", without_escapes(line))]
    assert len(lines) == 16
    for line in lines:
        value = float(without_escapes(line).split()[1])
        want = GREEN if value >= 0.5 else RED if value < 0.3 else None
        codes = re.sub(r"\x1b\[1;", "\x1b[", line)  # bold on narrow terminals
        assert [one for one in (GREEN, RED) if one in codes] == ([want] if want else [])


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "xterm", "NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ],
)
def test_colours_on_a_terminal(
    environment: dict[str, str], coloured: bool, qgauge: Any, tmp_path: Path
) -> None:
    wide = {"COLUMNS": "300", **environment}
    shown = shown_in_terminal("rank", STORIES, cwd=tmp_path, environment=wide)
    assert bool(COLOUR.search(shown)) is coloured
    if environment["TERM"] != "dumb":  # rich takes its width for 80
        plain = qgauge("rank", STORIES).stdout
        assert without_escapes(shown).split() == plain.split()


@pytest.mark.parametrize("json", [[], ["--json"]])
def test_no_escape_codes_in_a_pipe(json: list[str], qgauge: Any) -> None:
    assert "\x1b" not in qgauge("rank", STORIES, *json).stdout


def test_no_escape_codes_in_json_on_a_terminal(tmp_path: Path) -> None:
    wide = {"COLUMNS": "300", "TERM": "xterm-256color"}
    assert "\x1b" not in shown_in_terminal(
        "rank", STORIES, "--json", cwd=tmp_path, environment=wide
    )


def test_forced_colours_in_a_pipe(qgauge: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert COLOUR.search(qgauge("rank", STORIES).stdout)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not COLOUR.search(qgauge("rank", STORIES).stdout)


def test_a_metric_without_known_marks_has_no_colours(tmp_path: Path) -> None:
    wide = {"COLUMNS": "300", "TERM": "xterm-256color"}
    for words in (["score", EXAMPLES, "-m", "bleu1"], ["rank", EXAMPLES, "-m", "bleu1"]):
        assert not COLOUR.search(shown_in_terminal(*words, cwd=tmp_path, environment=wide))


@pytest.mark.parametrize("width", [80, 12])
def test_coloured_cells_are_cleaned(width: int, capsys: pytest.CaptureFixture[str]) -> None:
    out = console()
    out.width = width
    cells = ["a", Text("\x1b[31m[red]1[/red]", style="green")]
    print_rows(out, ["name", "value"], [cells], right=["value"])
    assert r"\x1b[31m[red]1[/red]" in capsys.readouterr().out.replace("\n", "")
