"""`qgauge report`, and `--html` of `score`, `rank` and `compare`, end to end."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from helpers.page_checks import checked

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
QUESTIONS = str(EXAMPLES / "questions.jsonl")


def scored(count: int = 6, **more: Any) -> list[dict[str, Any]]:
    return [
        {
            "id": str(at // 2),
            "system": "ab"[at % 2],
            "question": f"Who built pool {at}?",
            "scores": {"quality": {"value": at / count}},
            **more,
        }
        for at in range(count)
    ]


def without_provenance(html: str) -> str:
    """Return a page without its last section, which names command and files."""
    start = html.index('<section id="how-it-was-made"')
    return html[:start] + html[html.index("</section>", start) :]


def read(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")


def test_a_page_of_scored_rows_equals_the_page_of_the_run(qgauge: Any, tmp_path: Path) -> None:
    metrics = ["-m", "rouge_l", "-m", "q_bleu1"]
    done = qgauge("score", QUESTIONS, *metrics, "-o", "s.jsonl", "--html", "run.html")
    assert done.returncode == 0, done.stderr
    done = qgauge("report", "s.jsonl", "-o", "again.html", "--title", "Report on questions.jsonl")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    run, again = read(tmp_path, "run.html"), read(tmp_path, "again.html")
    assert without_provenance(run) == without_provenance(again)
    for html, command in ((run, "score"), (again, "report")):
        said = checked(html).text
        assert f"command qgauge {command} " in said
        assert "signature of rouge_l rouge_l|references:joint|flavour:coco|v:" in said
    digests = re.findall("sha256:[0-9a-f]{64}", again)
    assert len(digests) == 1


def test_the_same_input_gives_the_same_bytes(qgauge: Any, write: Any, tmp_path: Path) -> None:
    write("s.jsonl", scored(30))
    pages = []
    for _ in range(2):
        assert qgauge("report", "s.jsonl", "-o", "r.html", "--rows", "5").returncode == 0
        pages.append(read(tmp_path, "r.html") + read(tmp_path, "r.rows.jsonl"))
    assert pages[0] == pages[1]


def test_questions_without_scores_are_scored_first(qgauge: Any, write: Any, tmp_path: Path) -> None:
    write("q.jsonl", [{"question": "Who built it?", "references": ["Who built the mill?"]}] * 2)
    done = qgauge("report", "q.jsonl", "-o", "r.html")
    assert done.returncode == 0, done.stderr
    said = checked(read(tmp_path, "r.html")).text
    assert "2 questions, scored with bleu4, rouge_l, meteor and q_bleu1." in said
    assert "signature of meteor meteor|" in said


@pytest.mark.slow
def test_quality_is_scored_where_there_are_passages(qgauge: Any, tmp_path: Path) -> None:
    done = qgauge("report", QUESTIONS, "-o", "r.html")
    assert done.returncode == 0, done.stderr
    said = checked(read(tmp_path, "r.html")).text
    assert "36 questions of 3 systems, atlas, birch and cedar, scored with bleu4" in said
    assert "atlas has the highest quality, .71 [.68, .73], but its lead over birch may be" in said
    assert "atlas is better than cedar on quality" in said
    assert "Fix first: the commonest flaw is" in said


def test_questions_that_cannot_be_scored(qgauge: Any, write: Any) -> None:
    write("q.jsonl", [{"question": "Who built it?"}])
    done = qgauge("report", "q.jsonl", "-o", "r.html")
    assert done.returncode == 2
    assert "q.jsonl: the rows hold neither scores nor what the default metrics" in done.stderr


def test_rows_beyond_the_cap_are_beside_the_page(qgauge: Any, write: Any, tmp_path: Path) -> None:
    write("s.jsonl", scored(10, passage="long"))
    assert qgauge("report", "s.jsonl", "-o", "r.html", "--rows", "7").returncode == 0
    page = checked(read(tmp_path, "r.html"), beside=("r.rows.jsonl",))
    assert "The first 7 of 10 rows" in page.text and "The other 3 rows, as JSONL:" in page.text
    rest = [json.loads(line) for line in read(tmp_path, "r.rows.jsonl").splitlines()]
    assert rest[0] == {
        "id": "3",
        "system": "b",
        "question": "Who built pool 7?",
        "scores": {"quality": {"value": 0.7}},
    }
    assert len(rest) == 3


def test_the_rows_beside_the_page_overwrite_no_input(qgauge: Any, write: Any) -> None:
    write("r.rows.jsonl", scored(4))
    done = qgauge("report", "r.rows.jsonl", "-o", "r.html", "--rows", "1")
    assert done.returncode == 2
    assert "r.rows.jsonl, which is also an input of this run" in done.stderr


def test_what_changed_since_a_file(qgauge: Any, write: Any, tmp_path: Path) -> None:
    for name, value in (("old", 0.2), ("new", 0.7)):
        rows = [
            {"id": at, "question": f"{name} {at}?", "scores": {"quality": {"value": value + at}}}
            for at in (0.0, 0.1)
        ]
        write(f"{name}.jsonl", [row | {"id": str(row["id"])} for row in rows])
    for baseline in ("old", "old.jsonl"):
        done = qgauge("report", "new.jsonl", "old.jsonl", "--baseline", baseline, "-o", "r.html")
        assert done.returncode == 0, done.stderr
        said = checked(read(tmp_path, "r.html")).text
        assert "quality of new is higher in 2 (100 %), lower in 0 (0 %) and the same in 0" in said
        assert "+.50 .20 .70 old 0.0? new 0.0?" in said


def test_a_baseline_that_is_not_there(qgauge: Any, write: Any, tmp_path: Path) -> None:
    write("s.jsonl", scored())
    done = qgauge("report", "s.jsonl", "--baseline", "c", "-o", "r.html")
    assert done.returncode == 2
    assert "there is no system 'c'; the systems are: a, b." in done.stderr
    assert not (tmp_path / "r.html").exists()


@pytest.mark.parametrize("name", ["r.pdf", "r"])
def test_a_page_ends_in_html(qgauge: Any, write: Any, name: str) -> None:
    write("s.jsonl", scored())
    for words in (["report", "s.jsonl", "-o"], ["score", "s.jsonl", "-m", "grammar", "--html"]):
        done = qgauge(*words, name)
        assert done.returncode == 2
        assert "its name must end in .html or .htm" in done.stderr


def test_a_page_needs_a_name(qgauge: Any, write: Any) -> None:
    write("s.jsonl", scored())
    done = qgauge("report", "s.jsonl")
    assert done.returncode == 2 and "-o report.html" in done.stderr


def test_bad_rows_are_counted(qgauge: Any, write: Any, tmp_path: Path) -> None:
    write("s.jsonl", [*scored(), {"id": "x", "question": 7}])
    done = qgauge("report", "s.jsonl", "--keep-going", "-o", "r.html")
    assert done.returncode == 1 and "1 row(s) refused" in done.stderr
    assert "refused rows 1" in checked(read(tmp_path, "r.html")).text


def test_a_page_on_stdout(qgauge: Any, write: Any) -> None:
    write("s.jsonl", scored())
    done = qgauge("report", "s.jsonl", "--rows", "2", "-o", "-")
    assert "The first 2 of 6 rows" in checked(done.stdout).text
    done = qgauge("score", QUESTIONS, "-m", "rouge_l", "--html", "-")
    checked(done.stdout)
    assert "signature rouge_l|" in done.stderr


def test_a_page_must_not_replace_the_output(qgauge: Any) -> None:
    done = qgauge("score", QUESTIONS, "-m", "bleu1", "--html", "a.html", "-o", "a.html")
    assert done.returncode == 2


def test_the_page_of_rank_has_the_unscored_rows(qgauge: Any, write: Any, tmp_path: Path) -> None:
    rows = [{"question": f"Who built {at}?", "references": [f"Who built {at}?"]} for at in (1, 2)]
    write("q.jsonl", [*rows, {"question": "Who?"}])
    done = qgauge("rank", "q.jsonl", "-m", "rouge_l", "--max-unscored", "50", "--html", "r.html")
    assert done.returncode == 0, done.stderr
    said = checked(read(tmp_path, "r.html")).text
    assert "Unscored and not in any mean: 1 by rouge_l (no references)." in said


def test_the_page_of_compare_has_its_tests(qgauge: Any, tmp_path: Path) -> None:
    words = ["compare", QUESTIONS, "-m", "rouge_l", "--resamples", "200", "--seed", "7"]
    done = qgauge(*words, "--html", "c.html", "--json")
    found = json.loads(done.stdout)["comparisons"]
    said = checked(read(tmp_path, "c.html")).text
    assert "with 200 resamples each (seed 7)" in said
    for test in found:
        p = f"{test['p_holm']:.3f}".removeprefix("0")
        assert f"{test['second']} - {test['first']} rouge_l" in said and p in said
    assert "test:paired|resamples:200|seed:7" in said


def test_only_the_first_row_has_the_signatures(qgauge: Any, tmp_path: Path) -> None:
    for words in (["score", QUESTIONS, "-m", "rouge_l"], ["rank", QUESTIONS, "-m", "rouge_l"]):
        done = qgauge(*words, "-o", "out.jsonl")
        signature = re.search("signature (.*)", done.stdout)
        first, *rest = [json.loads(line) for line in read(tmp_path, "out.jsonl").splitlines()]
        assert signature and first["scores"]["rouge_l"]["signature"] == signature[1]
        assert not [row for row in rest if "signature" in row["scores"]["rouge_l"]]


def test_signatures_are_the_last_columns_of_a_table(qgauge: Any, tmp_path: Path) -> None:
    qgauge("score", QUESTIONS, "-m", "rouge_l", "-m", "bleu1", "-o", "out.csv")
    header, first, second, *_ = read(tmp_path, "out.csv").splitlines()
    assert header.endswith("rouge_l.signature,bleu1.signature")
    assert first.endswith("bleu1|references:joint|level:mean|v:0.1.0") and second.endswith(",,")


@pytest.mark.slow
def test_a_hundred_thousand_rows_give_a_small_page(qgauge: Any, write: Any, tmp_path: Path) -> None:
    evidence = {"why": ["the passage does not give this answer"] * 3, "flaws": [{"kind": "vague"}]}
    rows = [
        {
            "id": str(at // 2),
            "system": "ab"[at % 2],
            "question": f"Who built pool {at}, which is so old that nobody remembers?",
            "passage": f"Pool {at // 2} was built by Marta Holm. " * 10,
            "answer": "Marta Holm",
            "scores": {"quality": {"value": at * 7919 % 1000 / 1000, "evidence": evidence}},
        }
        for at in range(100_000)
    ]
    write("s.jsonl", rows)
    done = qgauge("report", "s.jsonl", "-o", "r.html", "--baseline", "a")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "r.html").stat().st_size < 5_000_000
    assert len(read(tmp_path, "r.rows.jsonl").splitlines()) == 100_000 - 200


def test_rated_rows_show_the_agreement_with_people(qgauge: Any, tmp_path: Path) -> None:
    rows = [
        {
            "id": str(at),
            "question": f"Who built {'the mill' * (at % 3)}?",
            "ratings": {"clarity": [at % 3 + 1]},
            "scores": {"rouge_l": {"value": (at % 3) / 2}, "q_bleu1": {"value": at / 30}},
        }
        for at in range(30)
    ]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = qgauge("report", "in.jsonl", "-o", "out.html")
    assert done.returncode == 0, done.stderr
    html = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "Agreement with people" in html
    assert "On clarity, rouge_l agrees best with people" in html


def test_rows_of_qgauge_set_show_its_findings(qgauge: Any, tmp_path: Path) -> None:
    leak = [{"id": "1", "said": "Ann", "shared": 1.0}]
    found = [
        {"class": "HUM", "duplicates": [{"id": "1"}], "gives_away": [], "generic": True},
        {"class": "HUM", "duplicates": [], "gives_away": leak, "generic": False},
        {"class": "LOC", "duplicates": [], "gives_away": leak, "generic": False},
    ]
    rows = [
        {"id": str(at), "question": "Who?", "set": one, "scores": {"rouge_l": {"value": 0.5}}}
        for at, one in enumerate(found)
    ]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert qgauge("report", "in.jsonl", "-o", "out.html").returncode == 0
    text = checked((tmp_path / "out.html").read_text(encoding="utf-8")).text
    assert "have a duplicate 1 (33%)" in text
    assert "give away the answer of another question 2 (67%)" in text
    assert "HUM 2 (67%)" in text
