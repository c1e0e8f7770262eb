"""The GitHub workflow of docs/ci.md: well formed, and its steps do what the page says."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers.blocks import PROJECT, blocks_of

from qgauge.gates import parse

PAGE = PROJECT / "docs" / "ci.md"
ACTIONS = {"actions/checkout@v4", "actions/setup-python@v5", "actions/upload-artifact@v4"}
"""The actions that a test cannot run; their names are checked."""
FENCE = "```"


def text() -> str:
    (block,) = [block for block in blocks_of(PAGE) if block.language == "yaml"]
    return block.text


def workflow() -> dict[str, Any]:
    loaded: dict[Any, Any] = yaml.safe_load(text())
    loaded["on"] = loaded.pop(
        True
    )  # YAML 1.1 reads the word `on` as a truth value; GitHub does not
    return loaded


def steps() -> list[dict[str, Any]]:
    (job,) = workflow()["jobs"].values()
    return list(job["steps"])


def test_the_workflow_has_what_github_needs() -> None:
    found = workflow()
    assert found["name"]
    assert set(found["on"]) == {"push", "pull_request"}
    assert found["permissions"] == {"contents": "read"}
    (job,) = found["jobs"].values()
    assert job["runs-on"] == "ubuntu-latest"
    assert job["defaults"]["run"]["shell"] == "bash"
    for step in steps():
        assert ("uses" in step) != ("run" in step), step
    assert {step["uses"] for step in steps() if "uses" in step} == ACTIONS


def test_the_summary_and_the_artifact_do_not_need_success() -> None:
    kept = steps()[-2:]
    assert [step["if"] for step in kept] == ["${{ !cancelled() }}"] * 2
    assert kept[1]["with"]["path"] == "scored.jsonl"


@pytest.mark.skipif(
    importlib.util.find_spec("check_jsonschema") is None, reason="check-jsonschema is in dev"
)
def test_the_workflow_fits_the_schema_of_github(tmp_path: Path) -> None:
    (tmp_path / "questions.yml").write_text(text(), encoding="utf-8")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema"]
    done = subprocess.run(
        [*command, "vendor.github-workflows", "questions.yml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def run_steps(folder: Path) -> tuple[dict[str, int], str]:
    """Run the steps as GitHub does; return the exit code of each, and the summary of the job."""
    stubs = folder / "stubs"
    stubs.mkdir()
    (stubs / "pip").write_text('#!/bin/sh\necho "$@" >> installed.txt\n')
    (stubs / "pip").chmod(0o755)
    path = os.pathsep.join([str(stubs), str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {
        **os.environ,
        "PATH": path,
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }
    codes: dict[str, int] = {}
    for step in steps():
        if "run" not in step or (any(codes.values()) and "if" not in step):
            continue
        (folder / "step.sh").write_text(step["run"], encoding="utf-8")
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "step.sh"]
        done = subprocess.run(shell, cwd=folder, env=environment, capture_output=True, text=True)
        assert done.stderr == "", done.stderr
        codes[step["name"]] = done.returncode
    return codes, (folder / "summary.md").read_text(encoding="utf-8")


def rows() -> list[dict[str, Any]]:
    lines = (PROJECT / "examples" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines[:12]]


@pytest.mark.slow
@pytest.mark.parametrize(("shift", "code", "verdict"), [(0, 0, "met    "), (6, 3, "not met")])
def test_the_steps_pass_good_questions_and_stop_bad_ones(
    tmp_path: Path, shift: int, code: int, verdict: str
) -> None:
    """Bad questions are about another passage: each is the one of the sixth row after its own."""
    good = rows()
    asked = [row["question"] for row in good]
    moved = zip(good, asked[shift:] + asked[:shift], strict=True)
    lines = [json.dumps({**row, "question": question}) + "\n" for row, question in moved]
    (tmp_path / "made.jsonl").write_text("".join(lines), encoding="utf-8")
    codes, summary = run_steps(tmp_path)
    assert codes == {
        "Install qgauge": 0,
        "Score the questions": code,
        "Write the summary of the job": 0,
    }
    assert (tmp_path / "installed.txt").read_text() == "install qgauge\n"
    assert len((tmp_path / "scored.jsonl").read_text(encoding="utf-8").splitlines()) == 12
    assert summary.startswith(f"{FENCE}\nmetric ") and summary.endswith(f"\n{FENCE}\n")
    assert f"\n{verdict}  quality>=.45: 0." in summary
    assert ("so the exit code is 3." in summary) == (code == 3)


def test_every_requirement_on_the_page_can_be_read() -> None:
    page = PAGE.read_text(encoding="utf-8")
    table = page.partition("### Requirements")[2].partition("###")[0]
    rows_of_table = [line for line in table.splitlines() if line.startswith("| `")]
    shown = [one for line in rows_of_table for one in re.findall(r"`([^`]*[<>]=?[^`]*)`", line)]
    shown += re.findall(r"--require '([^']+)'", page)
    assert len(shown) >= 12
    for requirement in shown:
        parse(requirement)
