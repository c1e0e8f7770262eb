"""`qgauge score`, end to end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from qgauge.cli.terminal import rows_in

EXAMPLES = str(Path(__file__).parent.parent.parent / "examples" / "questions.jsonl")
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
    assert {name: first[name] for name in GOOD} == GOOD
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


def test_only_bad_rows(qgauge: Any, write: Any, tmp_path: Path) -> None:
    done = qgauge("score", write("in.jsonl", [{"question": None}]), "--keep-going")
    assert done.returncode == 2
    assert "none of the 1 rows" in done.stderr
    assert lines(tmp_path / "in.jsonl.refused.jsonl")[0]["field"] == "question"
    done = qgauge("score", write("empty.jsonl", []))
    assert done.returncode == 2
    assert "no questions" in done.stderr


def test_a_missing_field_is_named_before_anything_is_scored(qgauge: Any, write: Any) -> None:
    name = write("in.jsonl", [{"question": "Who?", "passage": "Me."}])
    done = qgauge("score", name, "-m", "rouge_l")
    assert done.returncode == 2
    assert "rouge_l needs 'references'" in done.stderr
    assert "columns there: question, passage" in done.stderr
    assert "in.jsonl: " in done.stderr
    done = qgauge("score", name)
    assert done.returncode == 2
    assert "in.jsonl: the rows have no references" in done.stderr


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
        (["score", EXAMPLES, "-m", "bleu4:level"], "SETTING=VALUE"),
        (["score", EXAMPLES, "-m", "bleu4", "-m", "bleu4"], "given twice"),
        (["score", EXAMPLES, "-m", "meteor:stages=exact+stem+synonym,wordnet=/none"], "WordNet"),
        (["score", EXAMPLES, "-o", "/none/out.jsonl"], "/none"),
        (["score", EXAMPLES, "--references", "r.txt"], "references"),
        (["score", EXAMPLES, EXAMPLES], "given twice"),
        (["score", EXAMPLES, "--workers", "0"], "workers"),
        (["score", EXAMPLES, "--refused", "r.jsonl"], "needs --keep-going"),
        (["score", EXAMPLES, "-o", ""], "the file name is empty"),
        (["score", EXAMPLES, "-o", "out.jsonl.gz"], "drop .gz"),
        (["score", EXAMPLES, "--parser", "spacy:en", "-m", "bleu1"], "no requested metric uses it"),
        (["score", "-", "--format", "txt", "--references", "-"], "only once"),
        (["score", "a.txt", "b.txt", "--references", "-"], "only once"),
        (["score", "-"], "stdin: the file is empty"),
    ],
)
def test_mistakes_get_a_message_and_exit_2(qgauge: Any, words: list[str], complaint: str) -> None:
    done = qgauge(*words)
    assert done.returncode == 2
    assert complaint in done.stderr


@pytest.mark.slow
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


def test_escape_sequences_are_escaped(qgauge: Any, write: Any) -> None:
    name = write("in.jsonl", [GOOD | {"system": "a\x1b[31m\x9b", "id": "\x07"}] * 2)
    assert r"a\x1b[31m\x9b" in qgauge("score", name, "-m", "bleu1", "--keep-going").stdout
    done = qgauge("score", name, "-m", "bleu1")
    assert r"'\x07' of system 'a\x1b[31m\x9b'" in done.stderr
    assert r"a\x1b[31m" in qgauge("explain", name, "-m", "bleu1").stdout


def test_the_output_can_be_the_next_input(qgauge: Any, write: Any, tmp_path: Path) -> None:
    row = {"prediction": "Who came?", "gold": "Who?", "context": "P.", "answers": ["a", "b"]}
    name = write("in.jsonl", [row, row | {"system": "s", "anchor": 2, "ratings": {"f": 3}}])
    assert qgauge("score", name, "-m", "bleu1", "-o", "1.jsonl").returncode == 0
    assert qgauge("score", "1.jsonl", "-m", "bleu1", "-m", "bleu2", "-o", "2.jsonl").returncode == 0
    first, second = lines(tmp_path / "1.jsonl"), lines(tmp_path / "2.jsonl")
    assert first[0]["question"] == "Who came?"
    for one, two in zip(first, second, strict=True):
        assert set(two["scores"]) == {"bleu1", "bleu2"}
        assert one.pop("scores")["bleu1"] == two.pop("scores")["bleu1"]
        assert one == two


@pytest.mark.parametrize(
    "words",
    [
        ["in.jsonl", "-o", "in.jsonl"],
        ["in.jsonl", "-o", "link.jsonl"],
        ["in.jsonl", "--keep-going", "--refused", "./in.jsonl"],
        ["in.jsonl", "--keep-going", "-o", "out.jsonl", "--refused", "out.jsonl"],
        ["in.jsonl", "--keep-going", "-o", "-", "--refused", "-"],
        ["a.txt", "--references", "in.jsonl", "-o", "in.jsonl"],
        ["o.jsonl.refused.jsonl", "--keep-going", "-o", "o.jsonl"],
    ],
)
def test_no_input_file_is_overwritten(
    qgauge: Any, write: Any, tmp_path: Path, words: list[str]
) -> None:
    (tmp_path / "link.jsonl").symlink_to("in.jsonl")
    for name in ("in.jsonl", "out.jsonl", "o.jsonl.refused.jsonl"):
        write(name, [GOOD, "{"])
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    done = qgauge("score", *words)
    assert done.returncode == 2
    assert "of this run; choose another" in done.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_references_apply_to_every_text_file(qgauge: Any, write: Any) -> None:
    write("a.txt", ["Who came?"])
    write("b.txt", ["Why not?"])
    write("gold.txt", ["Who came?"])
    done = qgauge("score", "a.txt", "b.txt", "--references", "gold.txt", "-m", "bleu1", "--json")
    systems = json.loads(done.stdout)["metrics"]["bleu1"]["systems"]
    assert [round(systems[name]["value"], 6) for name in ("a", "b")] == [1, 0]


@pytest.mark.parametrize(
    ("files", "systems"),
    [
        (["s1/p.jsonl", "s2/p.jsonl"], ["s1/p", "s2/p"]),
        (["run.v1.jsonl", "run.v2.jsonl"], ["run.v1", "run.v2"]),
        (["s1/p.jsonl", "s1/p.ndjson"], ["p.jsonl", "p.ndjson"]),
        (["x/s/p.jsonl", "y/s/p.jsonl", "s1/p.jsonl"], ["x/s/p", "y/s/p", "s1/p"]),
    ],
)
def test_files_with_the_same_name_get_different_system_names(
    qgauge: Any, write: Any, tmp_path: Path, files: list[str], systems: list[str]
) -> None:
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        write(file, [GOOD])
    done = qgauge("score", *files, "-m", "bleu1", "--json")
    assert list(json.loads(done.stdout)["metrics"]["bleu1"]["systems"]) == systems


def test_too_many_systems_are_not_listed(qgauge: Any, write: Any) -> None:
    name = write("in.jsonl", [{**GOOD, "system": f"s{at}"} for at in range(1500)])
    done = qgauge("score", name, "-m", "bleu1")
    assert done.returncode == 0
    assert "too many systems" in done.stderr
    assert "s7" not in done.stdout
    assert "1500" in done.stdout


def test_numbers_are_not_cut_in_a_narrow_terminal(terminal: Any) -> None:
    long = "q_bleu1:preset=vqa,absent=one,content=rest,level=corpus"
    for columns in (40, 80):
        shown = terminal(columns, "score", EXAMPLES, "-m", "bleu1", "-m", long)
        assert "…" not in shown
        assert "0.7974 .. 0.9793" in shown
        rows = shown.split("signature")[0].split("\r\n")
        assert max(map(len, rows)) <= columns


def test_long_names_are_not_cut_in_pipes(qgauge: Any) -> None:
    long = "q_bleu1:variant=paper,absent=one,preset=vqa,content=rest,names=capitals,level=corpus"
    assert long in qgauge("compare", EXAMPLES, "-m", long).stdout
    assert long in qgauge("score", EXAMPLES, "-m", long).stdout


def test_a_folder_is_refused(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "runs.jsonl").mkdir()
    done = qgauge("score", "runs.jsonl", "-m", "bleu1")
    assert done.returncode == 2
    assert done.stderr == "qgauge: runs.jsonl: this is a folder; name a file in it\n"


def test_unreadable_files_do_not_break_the_row_count(tmp_path: Path) -> None:
    loop = tmp_path / "loop.jsonl"
    loop.write_text("{}\n{}\n")
    assert rows_in([str(loop)]) == 2
    with patch("builtins.open", side_effect=PermissionError):
        assert rows_in([str(loop)]) is None
