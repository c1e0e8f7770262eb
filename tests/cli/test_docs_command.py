"""`qgauge docs`: finding and printing pages, and the pages in the wheel."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.conftest import Run
from hatchling.builders.wheel import WheelBuilder

from qgauge.cli import docs
from qgauge.metrics import TABLE

PROJECT = Path(__file__).parent.parent.parent


def test_lists_every_page_with_its_title(qgauge: Run) -> None:
    shown = dict(line.split(maxsplit=1) for line in qgauge("docs").stdout.splitlines()[1:-2])
    pages = {file.stem for file in PROJECT.glob("docs/*.md")}
    cards = {f"metrics/{file.stem}" for file in PROJECT.glob("docs/metrics/*.md")}
    assert set(shown) == pages | cards
    assert shown["choosing"].strip() == "Choosing a metric"
    assert shown["metrics/facet_f"].strip() == "facet_f, bigram_f"
    listed = json.loads(qgauge("docs", "--json").stdout)["pages"]
    assert {one["page"] for one in listed} == set(shown)


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("tutorial", "# Five minutes with qgauge"),
        ("results", "# "),
        ("docs/rank.md", "# qgauge rank"),
        ("Q_BLEU1", "# q_bleu1, q_bleu2"),
        ("metrics/judge", "# judge\n"),
        ("judge", "# The judge"),
        ("sacrebleu", "# "),
    ],
)
def test_prints_a_page_by_name_or_metric(qgauge: Run, name: str, start: str) -> None:
    done = qgauge("docs", name)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(start)


@pytest.mark.parametrize("metric", TABLE)
def test_every_metric_has_a_card_to_print(metric: str) -> None:
    assert docs.find(metric, docs.pages()).text().startswith("# ")


def test_comments_for_the_tests_are_left_out() -> None:
    for page in docs.pages().values():
        text, raw = page.text(), page.file.read_text(encoding="utf-8")
        assert "<!--" not in text
        assert text == re.sub(r"<!-- [^\n]* -->\n", "", raw)


@pytest.mark.parametrize(
    ("name", "hint"),
    [("tutorail", "Did you mean 'tutorial'?"), ("q_blue1", "Did you mean 'q_bleu1'?"), ("xyz", "")],
)
def test_unknown_pages(qgauge: Run, name: str, hint: str) -> None:
    done = qgauge("docs", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"There is no page '{name}'." in done.stderr
    assert hint in done.stderr


def test_a_terminal_shows_formatted_text(terminal: Callable[..., str]) -> None:
    shown = terminal(90, "docs", "rank")
    assert "qgauge rank" in shown
    for mark in ("# qgauge", "```", "](", "**"):
        assert mark not in shown


def test_the_wheel_has_the_pages() -> None:
    made = WheelBuilder(str(PROJECT))
    inside = {file.distribution_path for file in made.recurse_included_files()}
    pages = [*PROJECT.glob("docs/*.md"), *PROJECT.glob("docs/metrics/*.md")]
    expected = {f"qgauge/{page.relative_to(PROJECT).as_posix()}" for page in pages}
    assert {path for path in inside if path.startswith("qgauge/docs/")} == expected
    assert {"qgauge/__init__.py", "qgauge/cli/app.py", "qgauge/py.typed"} <= inside
    assert all(path.startswith("qgauge/") for path in inside)


def test_missing_pages(qgauge: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(docs, "PACKAGE", tmp_path / "lib" / "qgauge")
    done = qgauge("docs")
    assert done.returncode == 2
    assert "the pages are missing; install qgauge again" in done.stderr


def test_pages_in_the_package_come_first(
    qgauge: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    inside = tmp_path / "lib" / "qgauge" / "docs"
    inside.mkdir(parents=True)
    (inside / "tutorial.md").write_text("# Mine\n\n<!-- exits 1 -->\ntext\n")
    monkeypatch.setattr(docs, "PACKAGE", tmp_path / "lib" / "qgauge")
    assert qgauge("docs", "tutorial").stdout == "# Mine\n\ntext\n"
