"""`qgauge compare`, end to end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = str(Path(__file__).parent.parent.parent / "examples" / "questions.jsonl")


def rows(good: int, bad: int, system: str | None = None) -> list[dict[str, Any]]:
    made = []
    for at in range(good + bad):
        row = {"id": str(at), "references": [f"Who met Ada in {at}?"]}
        row["question"] = f"Who met Ada in {at}?" if at < good else "Is soup warm?"
        made.append(row | ({"system": system} if system else {}))
    return made


def test_systems_in_one_file(qgauge: Any) -> None:
    done = qgauge("compare", EXAMPLES, "-m", "q_bleu1")
    assert done.returncode == 0, done.stderr
    assert "atlas -> birch" in done.stdout
    assert "atlas -> cedar" in done.stdout
    assert "worse" in done.stdout
    assert "test:paired|resamples:10000|seed:12345" in done.stdout


def test_two_files_are_two_systems(qgauge: Any, write: Any) -> None:
    one, two = write("one.jsonl", rows(10, 30)), write("two.jsonl", rows(30, 10))
    done = qgauge("compare", one, two, "-m", "bleu1", "--json")
    (found,) = json.loads(done.stdout)["comparisons"]
    assert (found["first"], found["second"], found["n"]) == ("one", "two", 40)
    # 10 and 30 of 40 rows are right; the others share no word
    assert found["first_value"] == pytest.approx(0.25)
    assert found["second_value"] == pytest.approx(0.75)
    assert found["difference"] == pytest.approx(0.5)
    # the gap is 1 in half the rows: standard error .5 / sqrt(40) = .079
    assert found["ci"] == pytest.approx([0.5 - 0.155, 0.5 + 0.155], abs=0.03)
    assert found["p_randomisation"] == pytest.approx(1 / 10_001)
    assert found["verdict"] == "better"


def test_equal_systems_show_no_difference(qgauge: Any, write: Any) -> None:
    one, two = write("one.jsonl", rows(5, 5)), write("two.jsonl", rows(5, 5))
    (found,) = json.loads(qgauge("compare", one, two, "-m", "bleu4", "--json").stdout)[
        "comparisons"
    ]
    assert found["p_randomisation"] == found["p_bootstrap"] == 1
    assert found["verdict"] == "not shown"


def test_seed_and_baseline(qgauge: Any) -> None:
    words = ("compare", EXAMPLES, "-m", "bleu1", "--json", "--baseline", "cedar")
    one = json.loads(qgauge(*words, "--seed", "1").stdout)
    assert one == json.loads(qgauge(*words, "--seed", "1").stdout)
    assert one != json.loads(qgauge(*words, "--seed", "2").stdout)
    assert [row["first"] for row in one["comparisons"]] == ["cedar", "cedar"]


def test_all_pairs_are_corrected_together(qgauge: Any) -> None:
    found = json.loads(qgauge("compare", EXAMPLES, "-m", "bleu1", "--all-pairs", "--json").stdout)
    assert len(found["comparisons"]) == 3
    assert all(row["p_holm"] >= row["p_randomisation"] for row in found["comparisons"])


def test_rows_without_a_partner_are_counted(qgauge: Any, write: Any) -> None:
    one, two = write("one.jsonl", rows(5, 5)), write("two.jsonl", rows(5, 3))
    done = qgauge("compare", one, two, "-m", "bleu1")
    assert "left out 2 row(s) without a partner" in done.stdout


def test_rows_about_other_things_cannot_be_paired(qgauge: Any, write: Any) -> None:
    changed = rows(5, 5)
    changed[3]["references"] = ["Which one?"]
    one, two = write("one.jsonl", rows(5, 5)), write("two.jsonl", changed)
    done = qgauge("compare", one, two, "-m", "bleu1")
    assert done.returncode == 2
    assert "id '3'" in done.stderr
    assert "different references" in done.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["one.jsonl"], "only one system"),
        (["one.jsonl", "other.jsonl"], "no id in common"),
        ([EXAMPLES, "--baseline", "oak"], "there are: atlas, birch, cedar"),
        ([EXAMPLES, "--baseline", "birch", "--all-pairs"], "not both"),
        ([EXAMPLES, "--resamples", "5"], "resamples"),
    ],
)
def test_mistakes_get_a_message(qgauge: Any, write: Any, words: list[str], complaint: str) -> None:
    write("one.jsonl", rows(2, 2))
    write("other.jsonl", [{"id": "z", "question": "Why?", "references": ["Why?"]}])
    done = qgauge("compare", *words)
    assert done.returncode == 2
    assert complaint in done.stderr
