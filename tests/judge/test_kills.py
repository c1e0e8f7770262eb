"""Killed and started again: nothing is lost, nothing is paid twice, and the file is the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from fault_server import FaultServer
from killing import COMMAND, CONCURRENCY, judged, write_rows

from qgauge.tools.judge import Why

TYPED = {why.value for why in Why}


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
    assert killed.paid == killed.distinct, "no good answer is paid for twice"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs Linux's /proc")
def test_killed_with_all_that_it_started_only_calls_under_way_are_paid_twice(
    tmp_path: Path,
) -> None:
    """As when a machine goes down: the server answers into the void."""
    rows = tmp_path / "rows.jsonl"
    write_rows(rows, 100)
    killed = judged(tmp_path / "killed", rows, 3, everything=True)
    assert killed.output.count(b"\n") == 100
    assert killed.twice <= killed.under_way
    assert killed.paid - killed.distinct <= killed.kills * CONCURRENCY


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
