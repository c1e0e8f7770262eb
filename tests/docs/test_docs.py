"""Run every example on the pages, and check every link."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.blocks import PROJECT, blocks_of, problem_with
from helpers.pages import Reader
from helpers.shared_data import shared_folder

from qgauge.metrics import TABLE

PLACES = ("*.md", "docs/**/*.md", "benchmarks/**/*.md")
PAGES = sorted(page for place in PLACES for page in PROJECT.glob(place))
PAGES_WITH_DATA = [page for page in PAGES if any(block.needs_data for block in blocks_of(page))]

HINT = "If the new output is right, run: cd tests; python -m helpers.pages ../docs/PAGE.md"


def name(page: Path) -> str:
    return str(page.relative_to(PROJECT))


@pytest.fixture(autouse=True, scope="module")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("COLUMNS", "80")
        for variable in ("QGAUGE_CONFIG", "QGAUGE_JUDGE", "QGAUGE_JUDGE_KEY", "OPENAI_API_KEY"):
            patch.delenv(variable, raising=False)
        yield


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_block_is_run_or_says_why_not(page: Path) -> None:
    found = {block.place: problem_with(block) for block in blocks_of(page)}
    assert {place: problem for place, problem in found.items() if problem} == {}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_no_block_is_overlooked(page: Path) -> None:
    fences = re.findall(r"^\s*(?:```|~~~)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(fences) == 2 * len(blocks_of(page)), "a fence is indented or has extra words"


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=name)
def test_blocks_do_what_the_page_says(page: Path, tmp_path: Path) -> None:
    blocks = [block for block in blocks_of(page) if not block.needs_data]
    for block, wrong in Reader(tmp_path).follow(blocks):
        pytest.fail(f"{block.place}: {wrong}\n{HINT}")


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES_WITH_DATA, ids=name)
def test_blocks_with_public_data_do_what_the_page_says(page: Path, tmp_path: Path) -> None:
    blocks = [block for block in blocks_of(page) if block.needs_data]
    for block, wrong in Reader(tmp_path, shared_folder()).follow(blocks):
        pytest.fail(f"{block.place}: {wrong}\n{HINT}")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_python_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Reader(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_every_verb_has_a_page_that_shows_it() -> None:
    from typer.main import get_command

    from qgauge.cli.app import app

    for verb in get_command(app).commands:  # type: ignore[attr-defined]
        page = PROJECT / "docs" / f"{verb}.md"
        shown = [block.text for block in blocks_of(page) if block.language == "console"]
        assert any(f"qgauge {verb} " in text for text in shown), f"{page} shows no output"


@pytest.mark.parametrize("metric", TABLE)
def test_every_metric_has_a_card(metric: str) -> None:
    cards = {card: card.read_text(encoding="utf-8") for card in PROJECT.glob("docs/metrics/*.md")}
    own = [
        text
        for text in cards.values()
        if metric in text.split("\n", 1)[0].removeprefix("# ").split(", ")
    ]
    assert len(own) == 1, f"{metric} needs exactly one card with its name in the title"
    for section in ("**What", "**Range**", "**Formula.**", "**Example.**", "**Limits.**", ">>> "):
        assert section in own[0], f"the card of {metric} lacks {section}"


def test_the_index_links_to_every_page() -> None:
    index = PROJECT / "docs" / "index.md"
    linked = set(re.findall(r"\]\(([^)#]+)", index.read_text(encoding="utf-8")))
    pages = {str(page.relative_to(index.parent)) for page in index.parent.glob("**/*.md")}
    assert pages - linked == {"index.md"}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_point_to_existing_files_and_headings(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        if not link.startswith("https://"):
            target, _, anchor = link.partition("#")
            there = page.parent / target if target else page
            assert there.exists(), f"{name(page)}: {link}"
            assert not anchor or anchor in anchors(there), f"{name(page)}: {link}"


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes from the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_readme_has_the_two_commands_that_ci_runs() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    ci = (PROJECT / ".ci" / "run").read_text(encoding="utf-8")
    assert "pip install . && qgauge rank examples/stories.jsonl\n" in readme
    assert "pip install '.[test]' && pytest\n" in readme
    assert "pip install --quiet '.[test]' && pytest\n" in ci
    assert "qgauge rank examples/stories.jsonl\n" in ci
