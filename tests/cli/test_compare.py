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
    # 10 and 30 of 40 rows are correct; the others share no word with the reference
    assert found["first_value"] == pytest.approx(0.25)
    assert found["second_value"] == pytest.approx(0.75)
    assert found["difference"] == pytest.approx(0.5)
    # the difference is 1 in half the rows: standard error .5 / sqrt(40) = .079
    assert found["ci"] == pytest.approx([0.5 - 0.155, 0.5 + 0.155], abs=0.03)
    assert found["p_randomisation"] == pytest.approx(1 / 10_001)
    assert found["verdict"] == "better"


def test_equal_systems_do_not_differ_significantly(qgauge: Any, write: Any) -> None:
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


def test_unpaired_rows_are_counted(qgauge: Any, write: Any) -> None:
    one, two = write("one.jsonl", rows(5, 5)), write("two.jsonl", rows(5, 3))
    done = qgauge("compare", one, two, "-m", "bleu1")
    assert "excluded 2 unpaired" in done.stdout


def test_rows_with_different_references_cannot_be_paired(qgauge: Any, write: Any) -> None:
    changed = rows(5, 5)
    changed[3]["references"] = ["Which one?"]
    one, two = write("one.jsonl", rows(5, 5)), write("two.jsonl", changed)
    done = qgauge("compare", one, two, "-m", "bleu1")
    assert done.returncode == 2
    assert "id '3'" in done.stderr
    assert "different references" in done.stderr


def test_text_files_share_their_references(qgauge: Any, write: Any) -> None:
    for name in ("a.txt", "b.txt", "gold.txt"):
        write(name, ["Who came?", "Why not?"])
    done = qgauge("compare", "a.txt", "b.txt", "--references", "gold.txt", "-m", "bleu1")
    assert done.returncode == 0, done.stderr
    assert "a -> b" in done.stdout


def test_rows_without_ids_pair_across_formats(qgauge: Any, write: Any) -> None:
    write("a.csv", ["question,reference", '"Who, me?",Who?', "Why?,Why?"])
    second = {"prediction": "Why?", "target": ["Why?"]}
    write("b.jsonl", ["", {"question": "Me?", "reference": "Who?"}, "", second])
    (found,) = json.loads(qgauge("compare", "a.csv", "b.jsonl", "-m", "bleu1", "--json").stdout)[
        "comparisons"
    ]
    assert (found["n"], found["unpaired"]) == (2, 0)


def test_unscored_rows_fail_the_run_as_for_score(qgauge: Any, write: Any) -> None:
    kept = [row | ({} if at < 2 else {"references": []}) for at, row in enumerate(rows(20, 0))]
    one, two = write("one.jsonl", kept), write("two.jsonl", kept)
    done = qgauge("compare", one, two, "-m", "bleu1")
    assert done.returncode == 1
    assert "bleu1 leaves 90.0 % of the rows unscored" in done.stderr
    assert qgauge("compare", one, two, "-m", "bleu1", "--max-unscored", "90").returncode == 0


def test_nothing_to_compare(qgauge: Any, write: Any, tmp_path: Path) -> None:
    empty, bad = write("empty.jsonl", []), write("bad.jsonl", ["{"])
    done = qgauge("compare", empty)
    assert done.returncode == 2
    assert "found no questions" in done.stderr
    done = qgauge("compare", empty, bad, "--keep-going", "--refused", "side.jsonl")
    assert done.returncode == 2
    assert "none of the 1 rows can be used; they are in side.jsonl" in done.stderr
    assert (tmp_path / "side.jsonl").read_text(encoding="utf-8").count("\n") == 1


def test_a_narrow_terminal_gets_a_block_of_lines_for_each_test(terminal: Any, qgauge: Any) -> None:
    words = ("compare", EXAMPLES, "-m", "bleu1", "-m", "bleu4:level=corpus")
    shown = terminal(80, *words)
    assert "…" not in shown
    assert "metric, systems\r\n" in shown
    assert "bleu4:level=corpus, atlas -> birch\r\n" in shown
    assert max(map(len, shown.split("signature")[0].split("\r\n"))) <= 80
    for row in json.loads(qgauge(*words, "--json").stdout)["comparisons"]:
        assert f"  difference  {row['difference']:+.4f}\r\n" in shown
        assert f"  p Holm      {row['p_holm']:.4f}\r\n" in shown
    assert "  p Holm  verdict" in terminal(130, *words)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["one.jsonl"], "only one system"),
        (["one.jsonl", "other.jsonl"], "no id in common"),
        ([EXAMPLES, "--baseline", "oak"], "the systems are: atlas, birch, cedar"),
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
