"""`--require`, end to end: exit codes, the failing rows, and files that are written anyway."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.fault_server import FaultServer

EXAMPLES = str(Path(__file__).parent.parent.parent / "examples" / "questions.jsonl")
SAME = {"id": "a", "question": "Who came home?", "references": ["Who came home?"]}
OTHER = {"id": "b", "system": "s", "question": "Why?", "references": ["Who came home?"]}
NONE = {"id": "c", "question": "When?"}
"""bleu1 is close to 1 for the first row and to 0 for the second; the third is unscored."""
EDGE = {
    "id": "e",
    "question": "Why does the pool close?",
    "sentences": ["The pool closes.", "It leaks.", "People swim."],
    "anchor": 1,
    "answer_sentence": 2,
}


def test_met_requirements_are_listed(qgauge: Any) -> None:
    done = qgauge("score", EXAMPLES, "-m", "q_bleu1", "--require", "q_bleu1>=.6")
    assert (done.returncode, done.stderr) == (0, "")
    last = done.stdout.splitlines()[-1]
    assert last == "met      q_bleu1>=.6: 0.6935 (95% CI 0.6179 .. 0.7690, n 36)"


def test_an_unmet_requirement_shows_its_worst_rows(qgauge: Any, write: Any, tmp_path: Path) -> None:
    words = ["score", write("in.jsonl", [SAME, OTHER]), "-o", "out.jsonl"]
    done = qgauge(*words, "--require", "bleu1 >= .6", "--require", "max(bleu1)<=1")
    assert done.returncode == 3
    assert done.stderr == "qgauge: 1 of 2 requirements is not met, so the exit code is 3.\n"
    lines = done.stdout.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("not met"))
    assert lines[at].startswith("not met  bleu1 >= .6: 0.5000 (95% CI ")
    assert lines[at + 1 :] == [
        "           0.0000  b of s: Why?",
        "met      max(bleu1)<=1: 1.0000 (n 2)",
    ]
    written = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert [list(json.loads(line)["scores"]) for line in written] == [["bleu1"]] * 2


def test_required_metrics_are_scored_besides_the_chosen_ones(qgauge: Any, write: Any) -> None:
    words = ["score", write("in.jsonl", [SAME]), "--json", "--require", "rouge_l.recall>=1"]
    assert list(json.loads(qgauge(*words).stdout)["metrics"]) == ["rouge_l"]
    done = qgauge(*words, "-m", "bleu1", "--require", "min(bleu1)>=.9")
    assert list(json.loads(done.stdout)["metrics"]) == ["bleu1", "rouge_l"]


def test_json_has_every_requirement_with_its_rows(qgauge: Any, write: Any) -> None:
    required = ["share(bleu1<.5)<=10%", "unscored(bleu1)<=1%", "min(bleu1)>=0", "bleu1<=1"]
    words = [word for one in required for word in ("--require", one)]
    done = qgauge("score", write("in.jsonl", [SAME, OTHER, NONE]), *words, "--json")
    assert done.returncode == 3
    found = json.loads(done.stdout)["requirements"]
    assert found == {
        "share(bleu1<.5)<=10%": {
            "value": 0.5,
            "n": 2,
            "holds": False,
            "failing": 1,
            "rows": [
                {"id": "b", "system": "s", "question": "Why?", "value": pytest.approx(0, abs=1e-9)}
            ],
        },
        "unscored(bleu1)<=1%": {
            "value": 1 / 3,
            "n": 3,
            "holds": False,
            "failing": 1,
            "rows": [
                {
                    "id": "c",
                    "system": "",
                    "question": "When?",
                    "value": None,
                    "unscored": "no references",
                }
            ],
        },
        "min(bleu1)>=0": {"value": pytest.approx(0, abs=1e-9), "n": 2, "holds": True},
        "bleu1<=1": {"value": pytest.approx(0.5), "n": 2, "holds": True},
    }
    whole = json.loads(done.stdout)["metrics"]["bleu1"]
    assert found["bleu1<=1"]["value"] == whole["value"]  # the same number, not one close to it


def test_without_requirements_json_has_no_entry_for_them(qgauge: Any, write: Any) -> None:
    done = qgauge("score", write("in.jsonl", [SAME]), "-m", "bleu1", "--json")
    assert list(json.loads(done.stdout)) == ["metrics", "refused"]


def test_an_unmet_requirement_beats_refused_and_unscored_rows(qgauge: Any, write: Any) -> None:
    rows = write("in.jsonl", [SAME, NONE, {"id": "d", "question": " "}])
    words = ["score", rows, "--keep-going", "-m", "bleu1", "--require"]
    done = qgauge(*words, "unscored(bleu1)<=50%")
    assert done.returncode == 1
    assert "more than --max-unscored 10, so the exit code is 1." in done.stderr
    done = qgauge(*words, "unscored(bleu1)<=1%")
    assert done.returncode == 3
    refused, unscored, unmet = done.stderr.splitlines()
    assert "1 row(s) refused" in refused
    assert unscored.endswith("leaves 50.0 % of the rows unscored, more than --max-unscored 10.")
    assert unmet == "qgauge: 1 of 1 requirement is not met, so the exit code is 3."


def test_a_requirement_that_cannot_be_computed_is_not_met(qgauge: Any, write: Any) -> None:
    """answerability finds nothing to compare in these rows."""
    rows = [{"id": "a", "question": "?", "references": ["?"]}]
    done = qgauge("score", write("in.jsonl", rows), "--require", "answerability<=1")
    assert done.returncode == 3
    assert "not met  answerability<=1: no value, because no row was scored: " in done.stdout


@pytest.mark.parametrize("words", [("score",), ("rank", "-m", "bleu1")])
def test_workers_do_not_change_the_output(qgauge_apart: Any, write: Any, words: Any) -> None:
    rows = [
        {**SAME, "id": str(at), "system": "ab"[at % 2], "question": "Oh, who came"[: 2 + at % 11]}
        for at in range(1500)
    ]
    required = ["bleu1>=.9", "share(bleu1<.1)<=1%", "unscored(bleu1)<=0"]
    if words == ("score",):
        required += ["rouge_l.recall>=.99", "share(rouge_l>=1)>=50%"]
    each = [word for one in required for word in ("--require", one)]
    file = write("in.jsonl", rows)
    one = qgauge_apart(*words, file, *each, "--json")
    two = qgauge_apart(*words, file, *each, "--json", "--workers", "2")
    assert one.returncode == two.returncode == 3
    assert (one.stdout, one.stderr) == (two.stdout, two.stderr)
    assert len(json.loads(one.stdout)["requirements"]) == len(required)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bleu1", "The requirement 'bleu1': it has no comparison (>=, <=, > or <). Write, for"),
        ("blue1>=.5", "There is no metric 'blue1'. Did you mean 'bleu1'?"),
        ("bleu1:levl=corpus>=.5", "bleu1 has no setting 'levl'. Did you mean 'level'?"),
        ("bleu1>=50", "The requirement 'bleu1>=50': bleu1 lies between 0 and 1; write 50%"),
        ("rouge_l.recal>=.5", "rouge_l has no part 'recal'. Did you mean 'recall'?"),
        ("share(qud_language=good)>=.5", "qud_language has no label 'good'."),
        ("qud_language>=.5", "Require a share of them: share(qud_language=yes)>=90%."),
    ],
)
def test_a_bad_requirement_is_bad_input(
    qgauge: Any, write: Any, tmp_path: Path, text: str, message: str
) -> None:
    file = write("in.jsonl", [EDGE if "qud" in text else SAME])
    done = qgauge("score", file, "--require", text, "-o", "out.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.slow
def test_shares_of_labels(qgauge: Any, write: Any) -> None:
    rows = [EDGE, {**EDGE, "id": "f", "question": "Pool why the the close does of?"}]
    text = "share(qud_language=no)<=40%"
    done = qgauge("score", write("in.jsonl", rows), "--require", text, "--json")
    found = json.loads(done.stdout)
    assert found["metrics"]["qud_language"]["labels"] == {"no": 1, "yes": 1}
    measured = found["requirements"][text]
    assert (measured["value"], measured["holds"], done.returncode) == (0.5, False, 3)
    assert [(row["id"], row["value"]) for row in measured["rows"]] == [("f", "no")]


def test_rank_requires_of_all_rows_not_only_those_shown(qgauge: Any, write: Any) -> None:
    file = write("in.jsonl", [SAME, OTHER])
    words = ["rank", file, "-m", "bleu1", "--top", "1", "--require", "share(bleu1<.5)<=10%"]
    done = qgauge(*words, "-o", "out.jsonl")
    assert done.returncode == 3
    lines = done.stdout.splitlines()
    assert lines[-2:] == [
        "not met  share(bleu1<.5)<=10%: 0.5000 (1 of 2 rows)",
        "           0.0000  b of s: Why?",
    ]
    assert json.loads(qgauge(*words, "--json").stdout)["requirements"][words[-1]]["value"] == 0.5
    met = qgauge("rank", file, "-m", "bleu1", "--require", "bleu1>=.4")
    assert (met.returncode, met.stderr) == (0, "")


def test_rank_refuses_requirements_on_other_metrics(qgauge: Any, write: Any) -> None:
    done = qgauge("rank", write("in.jsonl", [SAME]), "-m", "bleu1", "--require", "rouge_l>=.5")
    assert done.returncode == 2
    assert "this run scores bleu1, not rouge_l. Name the same metric, or use" in done.stderr


def test_the_mean_of_rank_is_that_of_score(qgauge: Any) -> None:
    words = [EXAMPLES, "-m", "q_bleu1", "--require", "q_bleu1>=.99", "--json"]
    ranked, scored = (
        json.loads(qgauge(verb, *words).stdout)["requirements"] for verb in ("rank", "score")
    )
    assert ranked == scored


def test_judge_run_takes_requirements(qgauge: Any, write: Any) -> None:
    with FaultServer() as server:
        words = ["judge", "run", write("in.jsonl", [SAME]), "--rubric", "fluency"]
        words += ["--judge", f"server:m@{server.url}", "--json", "--require"]
        done = qgauge(*words, "min(judge:rubric=fluency)>=1")
        assert done.returncode == 0, done.stderr
        (found,) = json.loads(done.stdout)["requirements"].values()
        assert found["holds"] and found["n"] == 1
        assert qgauge(*words, "judge:rubric=clarity>=1").returncode == 2


def test_with_rows_on_stdout_the_requirements_go_to_stderr(qgauge: Any, write: Any) -> None:
    file = write("in.jsonl", [SAME])
    done = qgauge("score", file, "-o", "-", "--require", "min(bleu1)>=.5")
    assert json.loads(done.stdout)["id"] == "a"
    assert "met      min(bleu1)>=.5: 1.0000 (n 1)" in done.stderr


def test_control_characters_in_rows_are_escaped(qgauge: Any, write: Any) -> None:
    row = {**OTHER, "question": "Why\x1b[31m?", "system": ""}
    done = qgauge("score", write("in.jsonl", [row]), "--require", "bleu1>=.5")
    assert "b: Why\\x1b[31m?" in done.stdout
    assert "\x1b" not in done.stdout
