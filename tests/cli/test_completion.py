"""Shell completion, asked as the scripts for bash, zsh and fish ask."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from qgauge.metrics import TABLE
from qgauge.metrics.rubric import shipped

COMMAND = [sys.executable, "-m", "qgauge"]


def completed(shell: str, line: str, folder: Path) -> list[str]:
    """Return what the shell offers for the last word of the line."""
    asked = {
        "bash": {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)},
        "zsh": {"_TYPER_COMPLETE_ARGS": line},
        "fish": {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }[shell]
    env = {**os.environ, "_QGAUGE_COMPLETE": f"complete_{shell}", **asked}
    done = subprocess.run(COMMAND, env=env, capture_output=True, text=True, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.strip().splitlines()
    if shell == "zsh":
        words = done.stdout.strip().removeprefix("_arguments '*: :((").removesuffix("))'")
        lines = [word.split('":"')[0].strip('"') for word in words.splitlines()]
    return [line.split("\t")[0] for line in lines]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_metrics_are_completed_in_every_shell(shell: str, tmp_path: Path) -> None:
    q_metrics = [name for name in TABLE if name.startswith("q_")]
    assert completed(shell, "qgauge score x.jsonl -m q_", tmp_path) == q_metrics


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("qgauge sc", ["score"]),
        ("qgauge judge e", ["estimate"]),
        ("qgauge rank --each", ["--each-passage"]),
        ("qgauge score --parser ", ["embedded", "spacy:", "stanza:"]),
        ("qgauge score --cache ", ["off"]),
        ("qgauge meta --level ", ["items", "systems"]),
        ("qgauge items --power u", ["upper_lower"]),
        ("qgauge noise -k no_q", ["no_question_word", "no_question_mark"]),
        ("qgauge judge run --rubric ", list(shipped())),
        ("qgauge models try re", ["reader"]),
        ("qgauge list dat", ["datasets"]),
        ("qgauge docs q_me", ["q_meteor"]),
        ("qgauge docs tut", ["tutorial"]),
        ("qgauge tune --data simqg", ["simqg="]),
        ("qgauge score quest", []),  # left to the shell, which completes file names
    ],
)
def test_what_is_completed(line: str, offered: list[str], tmp_path: Path) -> None:
    (tmp_path / "qgauge.toml").write_text("this is [not toml")  # completion does not read it
    assert completed("bash", line, tmp_path) == offered


def in_bash(command: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a bash, which it finds by looking at its parent process."""
    return subprocess.run(
        ["bash", "-c", f"{sys.executable} -m qgauge {command}; exit $?"],
        env={**os.environ, "HOME": str(home)},
        capture_output=True,
        text=True,
        cwd=home,
    )


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_the_script_for_bash_is_shown_and_installed(tmp_path: Path) -> None:
    shown = in_bash("--show-completion", tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "_QGAUGE_COMPLETE=complete_bash" in shown.stdout
    assert subprocess.run(["bash", "-n"], input=shown.stdout, text=True).returncode == 0
    done = in_bash("--install-completion", tmp_path)
    assert done.returncode == 0, done.stderr
    script = tmp_path / ".bash_completions" / "qgauge.sh"
    assert script.read_text().strip() == shown.stdout.strip()
    assert str(script) in (tmp_path / ".bashrc").read_text()


def test_help_mentions_completion_without_listing_its_options(tmp_path: Path) -> None:
    shown = subprocess.run([*COMMAND, "-h"], capture_output=True, text=True, cwd=tmp_path).stdout
    options, _, end = shown.partition("\nCommands:\n")
    assert "completion" not in options
    assert "qgauge --install-completion" in end
