"""`--workers` does not change the output of any verb.

A batch has 64 rows, so every file here has more than two batches.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SMALL = ("--tuned-on", "20", "--bag", "10", "--bags", "2", "--splits", "3", "-o", "out.json")


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EXAMPLES / name).read_text("utf-8").splitlines()]


def many_edges() -> list[dict[str, Any]]:
    """The example articles, with the edges of each from 20 systems."""
    return [
        {
            **row,
            "edges": [
                {**edge, "id": f"{row['id']}-{number}-{at}", "system": f"{edge['system']} {at % 3}"}
                for number, edge in enumerate(row["edges"])
                for at in range(20)
            ],
        }
        for row in rows("qud.jsonl")
    ]


def many_questions() -> list[dict[str, Any]]:
    return [
        {**row, "id": f"{row['id']}-{at}", "question": f"{row['question']} Say {at}."}
        for at in range(10)
        for row in rows("set.jsonl")
    ]


def many_rated() -> list[dict[str, Any]]:
    return [
        {**row, "id": f"{row['id']}-{at}", "system": f"{row['system']} {at}"}
        for at in range(5)
        for row in rows("rated.jsonl")
    ]


@pytest.mark.parametrize(
    ("made", "words"),
    [
        pytest.param(many_edges, ["qud", "eval", "-o", "out.jsonl"], id="qud eval"),
        pytest.param(
            many_edges,
            [
                "qud",
                "eval",
                "-o",
                "out.jsonl",
                "--no-skip",
                "--no-flags",
                "--method",
                "rule",
                "--json",
            ],
            id="qud eval without skips",
        ),
        pytest.param(many_edges, ["qud", "meta", "--method", "rule"], id="qud meta"),
        pytest.param(many_questions, ["set", "-o", "out.jsonl"], id="set"),
        pytest.param(
            many_rated, ["tune", "q_bleu1", "--dimension", "answerability", *SMALL], id="tune"
        ),
    ],
)
def test_workers_give_the_same_bytes(
    qgauge: Any, tmp_path: Path, made: Any, words: list[str]
) -> None:
    given = made()
    assert sum(len(row.get("edges", [row])) for row in given) > 128
    (tmp_path / "many.jsonl").write_text("\n".join(map(json.dumps, given)), encoding="utf-8")
    found = []
    for workers in ("1", "2"):
        done = qgauge(*words, "many.jsonl", "--workers", workers)
        written = [file.read_bytes() for file in sorted(tmp_path.glob("out*"))]
        found.append((done.returncode, done.stdout, done.stderr, written))
    assert found[0] == found[1]
    assert found[0][0] == 0, found[0][2]
    assert "-o" not in words or len(found[0][3]) == 1
