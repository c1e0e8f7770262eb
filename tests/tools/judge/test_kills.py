"""Runs that are killed and restarted: same output, and only calls in flight are paid again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.fault_server import FaultServer
from helpers.killed_runs import COMMAND, CONCURRENCY, judged, write_rows

from qgauge.tools.judge import FailureReason

TYPED = {why.value for why in FailureReason}


@pytest.mark.slow
def test_killed_at_random_and_rerun_the_file_is_the_same(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    write_rows(rows, 160)
    undisturbed = judged(tmp_path / "undisturbed", rows, 0)
    killed = judged(tmp_path / "killed", rows, 5)
    assert killed.kills == 5
    assert killed.output == undisturbed.output
    scores = [
        json.loads(line)["scores"]["judge:rubric=fluency"] for line in killed.output.splitlines()
    ]
    assert len(scores) == 160
    scored = [score for score in scores if score["value"] is not None]
    assert all(score["value"] is not None or score["unscored"] in TYPED for score in scores)
    assert len(scored) == undisturbed.paid == undisturbed.distinct == killed.distinct
    # only calls in flight at a kill are paid again
    assert killed.twice <= {question for _, question in killed.in_flight}
    assert killed.paid - killed.distinct <= len(killed.in_flight) <= killed.kills * CONCURRENCY


@pytest.mark.slow
def test_two_processes_share_a_store_and_pay_once(tmp_path: Path) -> None:
    rows, store = tmp_path / "rows.jsonl", tmp_path / "answers.sqlite"
    write_rows(rows, 120)
    with FaultServer(delay=0.01) as server:
        words = ["judge", "run", str(rows), "--rubric", "fluency"]
        words += ["--judge", f"server:m@{server.url},concurrency=4,store={store}"]
        both = [
            subprocess.Popen(
                [sys.executable, "-c", COMMAND, *words, "-o", str(tmp_path / f"{name}.jsonl")],
                stdout=subprocess.DEVNULL,
            )
            for name in "ab"
        ]
        assert [process.wait() for process in both] == [0, 0]
        assert sum(server.asked.values()) == sum(server.paid.values()) == 120
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
