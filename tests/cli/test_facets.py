"""facet_f on the command line, with answers and reference qualities in the rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

GOLD = "Who built the bridge?"
ROWS = [
    {"id": "same", "question": "By whom was the bridge built?", "references": [GOLD]},
    {"id": "leak", "question": "Did Marta Lindqvist build the bridge?", "references": [GOLD]},
    {"id": "half", "question": GOLD, "references": [GOLD], "reference_quality": [0.5]},
    {"id": "wrong", "question": GOLD, "references": [GOLD], "reference_quality": "good"},
]
BOTH = ["-m", "facet_f", "-m", "facet_f:probability=entailer"]


def rows() -> list[dict[str, Any]]:
    return [{**row, "answer": "Marta Lindqvist"} for row in ROWS]


@pytest.mark.slow
def test_score_with_answers_qualities_and_workers(qgauge: Any, write: Any, tmp_path: Path) -> None:
    file = write("asked.jsonl", rows())
    written = []
    for workers in ("1", "2"):
        done = qgauge(
            *("score", file, *BOTH, "-m", "bigram_f", "-o", f"{workers}.jsonl"),
            *("--max-unscored", "50", "--workers", workers),
        )
        assert done.returncode == 0, done.stderr
        written.append((tmp_path / f"{workers}.jsonl").read_bytes())
    assert written[0] == written[1]
    same, leak, half, wrong = (
        json.loads(line)["scores"]["facet_f"] for line in written[0].splitlines()
    )
    assert same["value"] == 1
    assert leak["value"] == 0 and leak["parts"]["leak"] == 1
    assert half["value"] == 0.5
    assert wrong["value"] is None and "reference_quality" in wrong["unscored"]
    # CSV has no lists, so the qualities are written as text
    (tmp_path / "asked.csv").write_text(
        f"question,reference,reference_quality\n{GOLD},{GOLD},0.5\n"
    )
    found = json.loads(qgauge("score", "asked.csv", *BOTH, "--json").stdout)
    assert found["metrics"]["facet_f"]["value"] == 0.5


def test_explain_shows_facets_and_what_leaked(qgauge: Any) -> None:
    asked = ["--question", ROWS[1]["question"], "--reference", GOLD, "--answer", "Marta Lindqvist"]
    done = qgauge("explain", *asked, *BOTH)
    assert done.returncode == 0, done.stderr
    for words in (
        "theme(build, bridge)",
        "closest match",
        "as statements: ",
        "leak = 1.0000; given away",
    ):
        assert words in done.stdout
    bare = qgauge("explain", *asked[:4], "-m", "facet_f")
    assert "leak: not computed" in bare.stdout
