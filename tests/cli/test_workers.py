"""`--workers` on every verb that has it: the same bytes as without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SMALL = ("--tuned-on", "20", "--bag", "10", "--bags", "2", "--splits", "3", "-o", "out.json")


@pytest.mark.parametrize(
    "words",
    [
        ["qud", "eval", EXAMPLES / "qud.jsonl", "-o", "out"],
        ["qud", "eval", EXAMPLES / "qud.jsonl", "-o", "out", "--no-skip", "--no-flags", "--json"],
        ["qud", "meta", EXAMPLES / "qud.jsonl", "--method", "rule"],
        ["set", EXAMPLES / "set.jsonl", "-o", "out"],
        ["tune", "q_bleu1", EXAMPLES / "rated.jsonl", "--dimension", "answerability", *SMALL],
    ],
    ids=["qud eval", "qud eval, no skips", "qud meta", "set", "tune"],
)
def test_workers_give_the_same_bytes(qgauge: Any, tmp_path: Path, words: list[Any]) -> None:
    found = []
    for workers in ("1", "2"):
        done = qgauge(*words, "--workers", workers)
        written = [file.read_bytes() for file in sorted(tmp_path.glob("out*"))]
        found.append((done.returncode, done.stdout, done.stderr, written))
    assert found[0] == found[1]
    assert found[0][0] == 0, found[0][2]
    assert "-o" not in words or len(found[0][3]) == 1
