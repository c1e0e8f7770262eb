"""`qgauge noise`, end to end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qgauge.noise import PUBLISHED, TABLE

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "questions.jsonl"


def rows(done: Any) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_row_records_its_noise(qgauge: Any, write: Any) -> None:
    file = write("q.jsonl", [{"id": 3, "question": "Who met Ada?", "system": "oak", "mine": 1}])
    done = qgauge("noise", file, "-k", "no_names", "--seed", "5")
    assert rows(done) == [
        {
            "id": "3",
            "system": "oak+no_names",
            "question": "Who met?",
            "references": ["Who met Ada?"],
            "mine": 1,
            "noise": {
                "kind": "no_names",
                "seed": 5,
                "applied": True,
                "changed": [{"from": " Ada", "to": "", "start": 7, "end": 11}],
                "original": "Who met Ada?",
            },
        }
    ]
    assert "no_names        1          0" in done.stderr


def test_noise_then_score_then_compare(qgauge: Any, write: Any, tmp_path: Path) -> None:
    lines = EXAMPLES.read_text(encoding="utf-8").splitlines()
    file = write("atlas.jsonl", [line for line in lines if '"atlas"' in line])
    made = qgauge("noise", file, "--include-original", "-o", "noised.jsonl")
    assert made.returncode == 0, made.stderr
    assert "other_question_word" in made.stdout
    scored = qgauge("score", "noised.jsonl", "-m", "answerability", "--json")
    assert scored.returncode == 0, scored.stderr
    systems = json.loads(scored.stdout)["metrics"]["answerability"]["systems"]
    assert list(systems) == ["atlas", *(f"atlas+{kind}" for kind in PUBLISHED)]
    assert systems["atlas"]["value"] == 1
    assert all(found["value"] < 1 for name, found in systems.items() if name != "atlas")
    compared = qgauge("compare", "noised.jsonl", "-m", "q_bleu1", "--json")
    assert compared.returncode == 0, compared.stderr
    found = json.loads(compared.stdout)["comparisons"]
    assert [row["second"] for row in found] == [f"atlas+{kind}" for kind in PUBLISHED]
    assert {row["first"] for row in found} == {"atlas"}
    assert all(row["difference"] < 0 and row["n"] == 12 for row in found)


def test_noise_does_not_depend_on_order(qgauge: Any, write: Any) -> None:
    lines = EXAMPLES.read_text(encoding="utf-8").splitlines()
    write("here.jsonl", lines)
    write("there.jsonl", lines[::-1][:20])
    words = [word for kind in TABLE for word in ("-k", kind)]
    here = {(row["id"], row["system"]): row for row in rows(qgauge("noise", "here.jsonl", *words))}
    there = rows(qgauge("noise", "there.jsonl", *words))
    assert len(here) == 36 * len(TABLE)
    assert len(there) == 20 * len(TABLE)
    assert all(here[row["id"], row["system"]] == row for row in there)
    other = rows(qgauge("noise", "here.jsonl", *words, "--seed", "9"))
    assert [row["question"] for row in other] != [row["question"] for row in here.values()]


def test_references_are_kept_on_request(qgauge: Any) -> None:
    words = ("noise", str(EXAMPLES), "-k", "spelling", "--include-original", "--keep-references")
    made = rows(qgauge(*words))
    assert [row["references"] for row in made[::2]] == [row["references"] for row in made[1::2]]
    assert made[2]["references"][0] == "When was the Halden lighthouse built?"
    shown = qgauge("compare", "-", stdin="\n".join(map(json.dumps, made)))
    assert "atlas -> birch+spelling" in shown.stdout, (
        "systems that share a reference can be compared"
    )


def test_aliases_of_references_are_renamed(qgauge: Any, write: Any) -> None:
    row = {"question": "Who met Ada?", "references": ["Who?"], "target": "Who?"}
    done = qgauge("noise", write("q.jsonl", [row]), "-k", "no_names")
    (made,) = rows(done)
    assert made["input_target"] == "Who?"
    assert qgauge("score", "-", "-m", "bleu1", stdin=done.stdout).returncode == 0


def test_rows_without_a_system_get_one(qgauge: Any, write: Any) -> None:
    file = write("q.txt", ["Who met Ada?", "Why?"])
    words = ("noise", file, "-k", "no_names", "-k", "spelling:share=0.5", "--include-original")
    made = rows(qgauge(*words))
    assert [row["system"] for row in made] == ["original", "no_names", "spelling:share=0.5"] * 2
    assert "noise" not in made[0]
    assert made[4]["noise"]["applied"] is False
    assert made[4]["question"] == "Why?"


def test_counts_as_json_with_an_output_file(qgauge: Any, tmp_path: Path) -> None:
    done = qgauge("noise", str(EXAMPLES), "-k", "no_names", "-o", "out.jsonl", "--json")
    counts = {"no_names": {"changed": 9, "unchanged": 27}}
    assert json.loads(done.stdout) == {"kinds": counts, "refused": 0}
    assert len((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()) == 36


def test_bad_rows_stop_the_run_or_go_to_a_file(qgauge: Any, write: Any, tmp_path: Path) -> None:
    file = write("q.jsonl", [{"question": "Who met Ada?"}, "{"])
    done = qgauge("noise", file, "-o", "out.jsonl")
    assert done.returncode == 2
    assert "line 2" in done.stderr
    assert not (tmp_path / "out.jsonl").exists()
    done = qgauge("noise", file, "-o", "out.jsonl", "--keep-going")
    assert done.returncode == 1
    assert "1 row(s) refused" in done.stderr
    assert len((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()) == 4


def test_help_lists_the_kinds(qgauge: Any) -> None:
    shown = qgauge("noise", "--help").stdout
    for name, kind in TABLE.items():
        line = next(line for line in shown.splitlines() if line.split()[:1] == [name])
        assert kind.about in line
        assert not kind.setting() or f"[{kind.setting()}]" in line


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "give a file"),
        ([str(EXAMPLES), "-k", "no_name"], "Did you mean 'no_names'?"),
        ([str(EXAMPLES), "-k", "tense", "-k", "tense"], "'tense' is given twice"),
        ([str(EXAMPLES), "-k", "tense:share=2"], "above 0 and at most 1"),
        ([str(EXAMPLES), "--seed", "-1"], "seed"),
        (["empty.jsonl"], "found no questions"),
    ],
)
def test_mistakes_get_a_message(qgauge: Any, write: Any, words: list[str], complaint: str) -> None:
    write("empty.jsonl", [])
    done = qgauge("noise", *words)
    assert done.returncode == 2
    assert complaint in done.stderr
