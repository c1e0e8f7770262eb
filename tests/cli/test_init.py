"""`qgauge init`: the files it writes, and the commands it prints."""

from __future__ import annotations

import csv
import os
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from cli.conftest import Run
from helpers.command import run_in_process

from qgauge.cli.init import DEFAULTS


def printed_commands(shown: str) -> list[list[str]]:
    """Return the commands that the output tells the user to run."""
    lines = [line for line in shown.splitlines() if line.startswith("  ")]
    return [shlex.split(line, comments=True) for line in lines]


@pytest.mark.slow
@pytest.mark.parametrize("folder", [".", "my questions/new"])
def test_the_printed_commands_work(
    qgauge: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.delenv("QGAUGE_CONFIG")  # the qgauge.toml is read, too
    (tmp_path / ".git").mkdir()
    done = qgauge("init", *([] if folder == "." else [folder]))
    assert (done.returncode, done.stderr) == (0, "")
    commands = printed_commands(done.stdout)
    here = tmp_path
    if folder != ".":
        assert commands.pop(0) == ["cd", folder]
        here = tmp_path / folder
    assert [command[:2] for command in commands] == [
        ["qgauge", "rank"],
        ["qgauge", "score"],
        ["qgauge", "explain"],
    ]
    shown = []
    for command in commands:
        run = run_in_process(*command[1:], cwd=here)
        assert (run.returncode, run.stderr) == (0, ""), command
        shown.append(run.stdout)
    ranked = [line.split()[0] for line in shown[0].splitlines()[1:7]]
    assert ranked == ["1", "2", "3", "4", "5", "6"]
    assert "bees-3" in shown[0].splitlines()[6]  # the question that is not about its passage
    assert "unscored" in shown[1]
    assert "What building the use school today?" in shown[2]


def test_the_files_are_what_a_spreadsheet_and_qgauge_read(qgauge: Run, tmp_path: Path) -> None:
    assert qgauge("init").returncode == 0
    assert sorted(os.listdir(tmp_path)) == ["qgauge.toml", "questions.csv"]
    text = (tmp_path / "questions.csv").read_text(encoding="ascii")
    rows = list(csv.DictReader(text.splitlines()))
    assert list(rows[0]) == ["id", "question", "answer", "passage", "references"]
    assert all(all(row.values()) for row in rows)
    assert tomllib.loads((tmp_path / "qgauge.toml").read_text()) == {}


def test_the_lines_in_comments_are_valid_defaults(
    qgauge: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = DEFAULTS.splitlines()
    used = [line[2:] for line in lines if line.startswith("# ") and ("=" in line or "[" in line)]
    (tmp_path / "qgauge.toml").write_text("\n".join(used))
    assert list(tomllib.loads("\n".join(used))) == [
        "workers",
        "cache",
        "max-unscored",
        "score",
        "rank",
    ]
    monkeypatch.setenv("QGAUGE_CONFIG", str(tmp_path / "qgauge.toml"))
    for verb in ("score", "rank"):
        done = qgauge(verb, "none.jsonl")
        assert "defaults from" in done.stderr
        assert "none.jsonl: " in done.stderr  # and no complaint about the defaults


@pytest.mark.parametrize("there", ["questions.csv", "qgauge.toml"])
def test_nothing_is_overwritten(qgauge: Run, tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("mine")
    done = qgauge("init")
    assert done.returncode == 2
    assert done.stderr.startswith(f"qgauge: {there}: this file exists already")
    assert os.listdir(tmp_path) == [there]
    assert (tmp_path / there).read_text() == "mine"


@pytest.mark.parametrize(
    ("folder", "complaint"),
    [
        ("", "the folder name is empty"),
        ("file/new", "file/new: the files cannot be written: Not a directory"),
    ],
)
def test_bad_folders(qgauge: Run, tmp_path: Path, folder: str, complaint: Any) -> None:
    (tmp_path / "file").write_text("")
    done = qgauge("init", folder)
    assert done.returncode == 2
    assert complaint in done.stderr
