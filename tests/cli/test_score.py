"""`qgauge score`, end to end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = str(Path(__file__).parent.parent.parent / "examples" / "questions.jsonl")
QGAUGE = [sys.executable, "-c", "from qgauge.cli import main; main()"]
GOOD = {
    "id": "a",
    "question": "Who came home?",
    "references": ["Who came home?"],
    "topic": [1, None],
}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_prints_means_by_system_with_signatures(qgauge: Any) -> None:
    done = qgauge("score", EXAMPLES)
    assert done.returncode == 0, done.stderr
    for word in ("bleu4", "rouge_l", "meteor", "q_bleu1", "atlas", "birch", "cedar", "(all)"):
        assert word in done.stdout
    assert "signature q_bleu1|references:best|variant:paper|absent:renormalise" in done.stdout


def test_writes_rows_in_order_with_unknown_columns(qgauge: Any, write: Any, tmp_path: Path) -> None:
    rows = [GOOD, {**GOOD, "id": "b", "question": "Is soup warm?", "system": "s"}]
    done = qgauge(
        "score",
        write("in.jsonl", rows),
        "-m",
        "bleu1",
        "-m",
        "bleu1:level=corpus",
        "-o",
        "out.jsonl",
    )
    assert done.returncode == 0, done.stderr
    first, second = lines(tmp_path / "out.jsonl")
    assert (first["id"], second["id"], second["system"]) == ("a", "b", "s")
    assert first["topic"] == [1, None]
    assert first["scores"]["bleu1"]["value"] == pytest.approx(1)
    assert set(first["scores"]) == {"bleu1", "bleu1:level=corpus"}
    assert "stats" not in first["scores"]["bleu1"]


def test_json_holds_what_the_table_shows(qgauge: Any, write: Any) -> None:
    done = qgauge("score", write("in.jsonl", [GOOD, {**GOOD, "id": "b"}]), "-m", "bleu1", "--json")
    found = json.loads(done.stdout)["metrics"]["bleu1"]
    assert found["value"] == pytest.approx(1)
    assert (found["n"], found["unscored"]) == (2, 0)
    assert found["ci"] == pytest.approx([1, 1])
    assert found["signature"].startswith("bleu1|references:joint|level:mean|v:")


def test_rows_to_stdout_send_the_table_to_stderr(qgauge: Any, write: Any) -> None:
    done = qgauge("score", write("in.jsonl", [GOOD]), "-m", "bleu1", "-o", "-")
    assert json.loads(done.stdout)["id"] == "a"
    assert "signature bleu1" in done.stderr


def test_reads_stdin(qgauge: Any) -> None:
    done = qgauge("score", "-", "-m", "bleu1", "--json", stdin=json.dumps(GOOD))
    assert json.loads(done.stdout)["metrics"]["bleu1"]["n"] == 1


def test_plain_text_pairs(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "hyp.txt").write_text("Who came?\nWhy not?\n", encoding="utf-8")
    (tmp_path / "ref.txt").write_text("Who came?\nWhy so?\n", encoding="utf-8")
    done = qgauge("score", "hyp.txt", "--references", "ref.txt", "-m", "bleu1", "--json")
    assert json.loads(done.stdout)["metrics"]["bleu1"]["value"] == pytest.approx(0.75)


def test_several_files_are_several_systems(qgauge: Any, write: Any) -> None:
    one, two = write("one.jsonl", [GOOD]), write("two.jsonl", [GOOD])
    done = qgauge("score", one, two, "-m", "bleu1", "--json")
    assert set(json.loads(done.stdout)["metrics"]["bleu1"]["systems"]) == {"one", "two"}


def test_a_bad_row_stops_the_run_and_leaves_the_old_output(
    qgauge: Any, write: Any, tmp_path: Path
) -> None:
    (tmp_path / "out.jsonl").write_text("old\n", encoding="utf-8")
    name = write("in.jsonl", [GOOD, {"id": "b", "question": ""}])
    done = qgauge("score", name, "-m", "bleu1", "-o", "out.jsonl")
    assert done.returncode == 2
    assert "in.jsonl, line 2, field 'question'" in done.stderr
    assert "--keep-going" in done.stderr
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8") == "old\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_keep_going_scores_the_rest_and_saves_the_refused(
    qgauge: Any, write: Any, tmp_path: Path
) -> None:
    rows = [GOOD, '{"id": "b", "question": ', {**GOOD, "id": "c"}, {**GOOD, "id": "a"}]
    done = qgauge("score", write("in.jsonl", rows), "-m", "bleu1", "-o", "o.jsonl", "--keep-going")
    assert done.returncode == 1
    assert [row["id"] for row in lines(tmp_path / "o.jsonl")] == ["a", "c"]
    refused = lines(tmp_path / "o.jsonl.refused.jsonl")
    assert [row["line"] for row in refused] == [2, 4]
    assert refused[1]["field"] == "id"
    assert "2 row(s) refused" in done.stderr


def test_nothing_good_at_all(qgauge: Any, write: Any) -> None:
    done = qgauge("score", write("in.jsonl", [{"question": None}]), "--keep-going")
    assert done.returncode == 2
    assert "none of the 1 rows" in done.stderr
    done = qgauge("score", write("empty.jsonl", []))
    assert done.returncode == 2
    assert "no questions" in done.stderr


def test_a_missing_field_is_named_before_anything_is_scored(qgauge: Any, write: Any) -> None:
    name = write("in.jsonl", [{"question": "Who?", "passage": "Me."}])
    done = qgauge("score", name, "-m", "rouge_l")
    assert done.returncode == 2
    assert "rouge_l needs 'references'" in done.stderr
    assert "they have: question, passage" in done.stderr
    assert qgauge("score", name).returncode == 2


def test_too_many_unscored_rows_fail_the_run(qgauge: Any, write: Any) -> None:
    rows = [GOOD, {"id": "b", "question": "Why?"}]
    done = qgauge("score", write("in.jsonl", rows), "-m", "bleu1")
    assert done.returncode == 1
    assert "50.0 % of the rows unscored" in done.stderr
    assert "unscored by bleu1: 1 (no references)" in done.stdout
    assert qgauge("score", "in.jsonl", "-m", "bleu1", "--max-unscored", "50").returncode == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["score"], "give a file"),
        (["score", "none.jsonl"], "none.jsonl"),
        (["score", EXAMPLES, "-m", "blue4"], "Did you mean 'bleu4'"),
        (["score", EXAMPLES, "-m", "bleu4:levle=corpus"], "Did you mean 'level'"),
        (["score", EXAMPLES, "-m", "bleu4:level"], "setting=value"),
        (["score", EXAMPLES, "-m", "bleu4", "-m", "bleu4"], "asked for twice"),
        (["score", EXAMPLES, "-m", "meteor:stages=exact+stem+synonym,wordnet=/none"], "WordNet"),
        (["score", EXAMPLES, "-o", "/none/out.jsonl"], "/none"),
        (["score", EXAMPLES, "--references", "r.txt"], "references"),
        (["score", EXAMPLES, EXAMPLES], "given twice"),
        (["score", EXAMPLES, "--workers", "0"], "workers"),
    ],
)
def test_mistakes_get_a_message_and_exit_2(qgauge: Any, words: list[str], complaint: str) -> None:
    done = qgauge(*words)
    assert done.returncode == 2
    assert complaint in done.stderr


def test_workers_write_the_same_bytes(qgauge: Any, write: Any, tmp_path: Path) -> None:
    rows = [
        {"id": f"{at}", "question": f"Who met Ada in {at}?", "references": [f"Who saw Ada {at}?"]}
        for at in range(2000)
    ]
    name = write("in.jsonl", rows)
    shown = []
    for workers in ("1", "2", "3"):
        done = qgauge("score", name, "-o", f"{workers}.jsonl", "--workers", workers)
        assert done.returncode == 0, done.stderr
        shown.append((done.stdout, (tmp_path / f"{workers}.jsonl").read_bytes()))
    assert shown[0] == shown[1] == shown[2]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupt_stops_cleanly_and_keeps_the_old_output(tmp_path: Path, workers: str) -> None:
    (tmp_path / "out.jsonl").write_text("old\n", encoding="utf-8")
    row = json.dumps(GOOD | {"id": None})
    words = ["score", "-", "--format", "jsonl", "-m", "bleu1", "-o", "out.jsonl"]
    with subprocess.Popen(
        [*QGAUGE, *words, "--workers", workers],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdin
        assert process.stderr
        process.stdin.write(f"{row}\n".encode() * 3000)
        process.stdin.flush()
        deadline = time.monotonic() + 60
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)  # the temporary output appears once scoring has begun
        assert len(list(tmp_path.iterdir())) == 2
        os.killpg(process.pid, signal.SIGINT)  # as the terminal does: every process gets it
        complaint = process.stderr.read().decode()
        assert process.wait(30) == 130
    assert "interrupted" in complaint
    assert "Traceback" not in complaint
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8") == "old\n"


def test_a_closed_pipe_is_no_error_message(write: Any, tmp_path: Path) -> None:
    name = write("in.jsonl", [{**GOOD, "id": str(at)} for at in range(5000)])
    command = (
        f"{sys.executable} -c 'from qgauge.cli import main; main()' score {name} -m bleu1 -o -"
    )
    done = subprocess.run(
        f"{command} 2>errors | head -1", shell=True, cwd=tmp_path, capture_output=True, text=True
    )
    assert json.loads(done.stdout)["id"] == "0"
    assert "Traceback" not in (tmp_path / "errors").read_text(encoding="utf-8")
    assert "Exception" not in (tmp_path / "errors").read_text(encoding="utf-8")
