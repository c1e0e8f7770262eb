"""The documents tell the truth: every example is run, every link leads somewhere."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from qgauge.metrics import TABLE

PROJECT = Path(__file__).parent.parent.parent
PAGES = sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/**/*.md"), *PROJECT.glob("b*/*.md")])
CONSOLE = re.compile(r"^```console\n\$ (.+)\n((?:.*\n)*?)```$", re.MULTILINE)


def name(page: Path) -> str:
    return str(page.relative_to(PROJECT))


def shell_examples() -> list[tuple[str, str, str]]:
    return [
        (name(page), command, output)
        for page in PAGES
        for command, output in CONSOLE.findall(page.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_python_examples(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize(
    ("page", "command", "output"), shell_examples(), ids=lambda value: str(value)[:60]
)
def test_shell_examples_print_what_the_page_shows(page: str, command: str, output: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        cwd=PROJECT,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    shown = "\n".join(line.rstrip() for line in done.stdout.rstrip().split("\n"))
    assert shown == output.rstrip()


def test_there_are_examples_to_run() -> None:
    pages = {page for page, _, _ in shell_examples()}
    assert {"README.md", "docs/commands.md"} <= pages


@pytest.mark.parametrize("metric", TABLE)
def test_every_metric_has_a_card(metric: str) -> None:
    cards = {card: card.read_text(encoding="utf-8") for card in PROJECT.glob("docs/metrics/*.md")}
    own = [
        text
        for text in cards.values()
        if metric in text.split("\n", 1)[0].removeprefix("# ").split(", ")
    ]
    assert len(own) == 1, f"{metric} needs one card that names it in its title"
    for section in ("**What", "**Range**", "**Formula.**", "**Example.**", "**Limits.**", ">>> "):
        assert section in own[0], f"the card of {metric} lacks {section}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("https://"):
            assert (page.parent / target).exists(), f"{name(page)}: {target}"


def test_the_two_commands_stand_in_the_readme_and_ci_runs_them() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    ci = (PROJECT / ".ci" / "run").read_text(encoding="utf-8")
    assert "pip install . && qgauge rank examples/stories.jsonl\n" in readme
    assert "pip install '.[test]' && pytest\n" in readme
    assert "pip install --quiet '.[test]' && pytest\n" in ci
    assert "qgauge rank examples/stories.jsonl\n" in ci
