"""`qgauge qud` from files to labels, tables, pages and messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.page_checks import HOSTILE, checked
from typer.testing import CliRunner

from qgauge.cli.app import app

EXAMPLE = str(Path(__file__).parent.parent.parent / "examples" / "qud.jsonl")
ARTICLE: dict[str, Any] = {
    "id": "pool",
    "sentences": ["The pool will close in May.", None, "It leaks.", "People swim there."],
    "edges": [
        {"question": "Why will the pool close?", "anchor": 1, "answer_sentence": 3,
         "system": "a", "ratings": {"relevance": ["fully_grounded"]}},
        {"question": "Who swims?", "anchor": 4, "answer_sentence": 4, "system": "b",
         "ratings": {"relevance": ["not_grounded"]}},
        {"question": "Who swims?", "anchor": 1, "answer_sentence": 4, "system": "b",
         "ratings": {"relevance": ["not_grounded"]}},
    ],
}  # fmt: skip


def test_eval_labels_a_file_with_tables_by_system(qgauge: Any) -> None:
    shown = qgauge("qud", "eval", EXAMPLE, "--method", "rule", "--no-flags", "--cache", "off")
    assert shown.returncode == 0, shown.stderr
    words = [line.split() for line in shown.stdout.splitlines()]
    assert ["qud_language:method=rule", "yes", "no", "n", "skipped", "unscored"] in words
    assert any(line[:1] == ["birch"] and line[-3:] == ["9", "1", "0"] for line in words), (
        "the other criteria skip the backward edge"
    )
    assert "1 edge(s): the anchor is not before the answer sentence." in shown.stdout
    assert ["birch", "10", "2", "(20%)"] in [line[:4] for line in words], "asked twice"
    assert "signature qud_relevance|method:rule|parser:embedded@" in shown.stdout
    assert "qud_compatibility" not in shown.stdout, "there is no rule for it"


def test_eval_json_and_rows_and_show_with_labels(qgauge: Any, tmp_path: Path) -> None:
    done = qgauge("qud", "eval", EXAMPLE, "--only", "pool", "-o", "out.jsonl", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["edges"], found["anchor_not_before_answer"]) == (10, 1)
    assert list(found["metrics"]) == [
        "qud_language",
        "qud_compatibility",
        "qud_givenness",
        "qud_relevance",
        "flags",
    ]
    for name, metric in found["metrics"].items():
        assert sum(metric["labels"].values()) == metric["n"]
        assert metric["n"] + metric["skipped"] + metric["unscored"] == 10, name
        assert set(metric["systems"]) == {"atlas", "birch"}
    assert found["metrics"]["qud_language"]["labels"]["no"] >= 1
    assert found["metrics"]["flags"]["labels"]["generic"] >= 1, "What happened next?"
    assert found["questions"]["birch"]["duplicates"] == 0
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert len(rows) == 10
    scores = rows[0]["scores"]
    assert scores["qud_givenness"]["value"] in found["metrics"]["qud_givenness"]["labels"]
    assert sum(scores["qud_givenness"]["parts"].values()) == pytest.approx(1)
    skipped = next(row for row in rows if row["flags"])
    assert skipped["scores"]["qud_relevance"] == {
        "value": None,
        "unscored": "skipped: the language is not good enough",
    }
    text = qgauge("qud", "show", "out.jsonl", "--system", "birch")
    assert "1 -> 3 [birch] What did the engineer find" in text.stdout
    assert "qud_language no" in text.stdout
    page = qgauge("qud", "show", "out.jsonl", "--html", "page.html")
    assert page.returncode == 0, page.stderr
    shown = checked((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert "qud_relevance : fully_grounded" in shown.text


def test_meta_agreement_with_people(qgauge: Any) -> None:
    shown = qgauge("qud", "meta", EXAMPLE, "--method", "rule", "--json")
    assert shown.returncode == 0, shown.stderr
    found = json.loads(shown.stdout)
    relevance = found["metrics"]["qud_relevance:method=rule"]
    assert relevance["n"] == 19
    assert relevance["macro_f1"] == pytest.approx(sum(relevance["f1"].values()) / 3)
    assert relevance["ci"] is None
    assert "fewer than 5 articles" in relevance["reason"]
    assert relevance["signature"].endswith("|by:article")
    assert relevance["ranking"]["people"] == pytest.approx({"atlas": 0.7, "birch": 2 / 9})
    people = found["people"]["language"]["systems"]
    assert people == {"atlas": {"no": 0, "yes": 10}, "birch": {"no": 1, "yes": 9}}
    asked = found["questions"]
    assert {name: (one["questions"], one["duplicates"]) for name, one in asked.items()} == {
        "atlas": (10, 0),
        "birch": (10, 2),
        "(all)": (20, 2),
    }
    table = qgauge("qud", "meta", EXAMPLE, "--criterion", "relevance", "--method", "rule")
    assert "asked more than once  mean length" in table.stdout
    assert "floor majority" in table.stdout
    assert "share of fully_grounded" in table.stdout


def test_thresholds_are_tuned_on_some_articles_and_used_on_others(
    qgauge: Any, write: Any, tmp_path: Path
) -> None:
    labels = ["not_grounded", "partially_grounded", "fully_grounded"]
    questions = ["so", "why the tax", "why the pool closes"]
    rows = [
        {
            "id": name,
            "sentences": ["The pool closes.", "It leaks."],
            "edges": [
                {"question": text, "anchor": 1, "answer_sentence": 2,
                 "references": ["why the pool closes"], "ratings": {"relevance": [label]}}
                for label, text in zip(labels, questions, strict=True)
            ],
        }
        for name in ("one", "two")
    ]  # fmt: skip
    file = write("in.jsonl", rows)
    request = "qud_relevance:method=reference,metric=bleu1"
    tuned = qgauge("qud", "meta", file, "-m", request, "--only", "one", "--tune", "cuts.json")
    assert tuned.returncode == 0, tuned.stderr
    assert "macro-F1 1.0000 on the 3 edges" in tuned.stdout
    written = json.loads((tmp_path / "cuts.json").read_text())
    assert written["relevance"]["labels"] == labels
    again = qgauge(
        "qud", "meta", file, "-m", request, "--only", "one", "--tune", "2.json", "--json"
    )
    assert json.loads(again.stdout) == written
    request += ",thresholds=cuts.json"
    used = qgauge("qud", "meta", file, "-m", request, "--without", "one", "--json")
    assert json.loads(used.stdout)["metrics"][request]["macro_f1"] == 1.0


def test_references_from_human_edges(qgauge: Any, write: Any, tmp_path: Path) -> None:
    file = write("in.jsonl", [ARTICLE])
    asked = {"Question": "Why does it close?", "AnchorSentenceID": 1, "AnswerSentenceID": 3}
    dcqa = [{"Article": [{"ArticleID": "pool", "qas": [asked]}]}]
    (tmp_path / "dcqa.json").write_text(json.dumps(dcqa))
    words = ["qud", "eval", file, "--method", "reference", "--no-flags", "--max-unscored", "100"]
    shown = qgauge(*words, "--references", "dcqa.json", "-o", "-")
    assert shown.returncode == 0, shown.stderr
    first, second, _ = map(json.loads, shown.stdout.splitlines())
    assert first["references"] == ["Why does it close?"]
    assert first["scores"]["qud_relevance:method=reference"]["value"]
    assert second["scores"]["qud_relevance:method=reference"]["unscored"] == "no references"
    without = qgauge(*words)
    assert without.returncode == 2
    assert "Give human questions with --references" in without.stderr


def test_dcqa_is_read_with_its_articles(qgauge: Any, tmp_path: Path) -> None:
    asked = {"Question": "Why does it close?", "AnchorSentenceID": 1, "AnswerSentenceID": 3}
    dcqa = [{"Article": [{"ArticleID": "7", "qas": [asked]}]}]
    (tmp_path / "dcqa.json").write_text(json.dumps(dcqa))
    refused = qgauge("qud", "show", "dcqa.json")
    assert refused.returncode == 2
    assert "set the folder with --articles" in refused.stderr
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "7.txt").write_text("1\tThe pool closes.\n3\tIt leaks.\n")
    shown = qgauge("qud", "show", "dcqa.json", "--articles", "texts", "--tree")
    assert shown.stdout.splitlines() == [
        "article 7",
        "1 The pool closes.",
        "   ? Why does it close?",
        "   3 It leaks.",
    ]


def test_a_bad_row_is_named_and_skipped(qgauge: Any, write: Any, tmp_path: Path) -> None:
    bad = {**ARTICLE, "id": "bad", "edges": [{**ARTICLE["edges"][0], "anchor": 9}]}
    file = write("in.jsonl", [bad, "{", ARTICLE])
    stopped = qgauge("qud", "eval", file, "--method", "bleu1")
    assert stopped.returncode == 2
    assert (
        "in.jsonl, line 1, field 'edges[1].anchor': is 9, but article 'bad' has sentences 1 to 4"
        in stopped.stderr
    )
    words = ["qud", "eval", file, "--method", "bleu1", "--no-flags", "--keep-going", "--json"]
    kept = qgauge(*words)
    assert kept.returncode == 1
    found = json.loads(kept.stdout)
    assert (found["edges"], found["refused"]) == (3, 2)
    side = (tmp_path / "in.jsonl.refused.jsonl").read_text().splitlines()
    assert [json.loads(line)["line"] for line in side] == [1, 2]
    for verb in (["meta", "--criterion", "relevance", "--method", "bleu1"], ["show"]):
        again = qgauge("qud", *verb, file, "--keep-going")
        assert again.returncode == 1, "the exit code reports bad rows"
        assert "2 row(s) refused and written to in.jsonl.refused.jsonl" in again.stderr
        assert again.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["qud", "eval"], "give a file of edges"),
        (["qud", "eval", "nothing.jsonl"], "nothing.jsonl"),
        (["qud", "eval", EXAMPLE, "--method", "magic"], "no criterion has the method 'magic'"),
        (["qud", "eval", EXAMPLE, "--criterion", "taste"], "there is no criterion 'taste'"),
        (["qud", "eval", EXAMPLE, "-m", "bleu1"], "bleu1 is not a QUD criterion"),
        (["qud", "eval", EXAMPLE, "-m", "qud_relevance", "--method", "rule"], "not both"),
        (["qud", "eval", EXAMPLE, "--only", "x"], "there is no article 'x'"),
        (["qud", "eval", EXAMPLE, "--only", "pool", "--without", "pool"], "not both"),
        (["qud", "eval", EXAMPLE, "--method", "llm_zero"], "judge"),
        (["qud", "meta", EXAMPLE, "--method", "rule", "--tune", "x.json"], "method=reference"),
        (["qud", "show", EXAMPLE, "--article", "x"], "there is no article 'x'"),
        (["qud", "show", EXAMPLE, "--system", "x"], "has no questions of system 'x'"),
        (["qud", "show", EXAMPLE, "--html", "x.html", "--json"], "cannot be combined"),
        (["qud", "parse"], "give an article"),
        (["qud", "parse", EXAMPLE, "--answers", "two"], "sentence numbers"),
        (["qud", "parse", EXAMPLE, "--answers", "3,0"], "2 or more: the first sentence"),
        (["qud", "parse", EXAMPLE, "--method", "judge"], "judge"),
        (["qud", "eval", "-", "--references", "-"], "stdin (-) can be read only once"),
        (["qud", "eval", EXAMPLE, "--references", "-", "--references", "-"], "only once"),
    ],
)
def test_mistakes_get_a_message(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QGAUGE_JUDGE", raising=False)
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2, done.output
    assert told in done.stderr


def test_invalid_labels_are_named(qgauge: Any, write: Any) -> None:
    row = {**ARTICLE, "edges": [{**ARTICLE["edges"][0], "ratings": {"relevance": ["good"]}}]}
    done = qgauge("qud", "meta", write("in.jsonl", [row]), "--criterion", "relevance")
    assert done.returncode == 2
    assert "'good' is not a label of relevance; the labels are: fully_grounded" in done.stderr
    row["edges"][0]["ratings"] = {}
    done = qgauge("qud", "meta", write("in.jsonl", [row]))
    assert "no edge has human labels" in done.stderr


def test_hostile_text_stays_text_on_the_page(qgauge: Any, write: Any) -> None:
    hostile = "<script>alert(1)</script>"
    row = {
        "id": hostile,
        "sentences": [hostile, hostile],
        "edges": [
            {"question": hostile, "anchor": 1, "answer_sentence": 2, "system": hostile,
             "ratings": {hostile: [hostile]}, "scores": {hostile: {"value": hostile,
             "evidence": {hostile: hostile}}}, "flags": [hostile]},
        ],
    }  # fmt: skip
    shown = qgauge("qud", "show", write("in.jsonl", [row]), "--html", "-")
    assert shown.returncode == 0, shown.stderr
    page = checked(shown.stdout)
    assert page.text.count(hostile) >= 8


def test_one_edge_per_row(qgauge: Any, write: Any) -> None:
    row = {"id": "1", "question": "Why?", "sentences": ["A.", "B."], "anchor": 1,
           "answer_sentence": 2}  # fmt: skip
    file = write("in.jsonl", [row, {**row, "id": "2", "anchor": 7}])
    done = qgauge("qud", "show", file)
    assert done.returncode == 2
    assert "line 2, field 'anchor': is 7" in done.stderr
    shown = qgauge("qud", "show", write("one.jsonl", [row]), "--json")
    assert json.loads(shown.stdout)["edges"][0]["question"] == "Why?"


@pytest.mark.parametrize("rows", [[ARTICLE], [ARTICLE, "{"]])
def test_an_empty_selection_is_not_reported_as_bad_rows(
    rows: list[Any], qgauge: Any, write: Any
) -> None:
    file = write("in.jsonl", rows)
    done = qgauge("qud", "eval", file, "--without", "pool", "--keep-going", "--method", "rule")
    assert done.returncode == 2
    assert "in.jsonl: --without leaves no edge" in done.stderr


def test_a_page_of_labels(qgauge: Any, tmp_path: Path) -> None:
    words = ("qud", "eval", EXAMPLE, "--criterion", "language")
    shown = qgauge(*words)
    done = qgauge(*words, "--html", "page.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, shown.stdout, "")
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    page = checked(html)
    assert "20 questions by atlas and birch about 2 articles." in page.text
    assert "qud_language, share of 'yes': atlas 100 % of 10; birch 90 % of 10." in page.text
    qgauge(*words, "--html", "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == html
    refused = qgauge(*words, "-o", "x.jsonl", "--html", "x.jsonl")
    assert (refused.returncode, "--html" in refused.stderr) == (2, True)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_rows_on_the_page_of_labels(
    qgauge: Any, write: Any, tmp_path: Path, text: str
) -> None:
    edges = [
        {"question": text, "anchor": 1, "answer_sentence": 2, "system": f"{text}{at}",
         "ratings": {text: [text]}}
        for at in range(2)
    ]  # fmt: skip
    row = {"id": text, "sentences": [text, text], "edges": edges, text: text}
    words = ("--criterion", "language", "--no-flags", "--html", "page.html")
    done = qgauge("qud", "eval", write("in.jsonl", [row]), *words)
    if done.returncode == 2:  # half a character is no text
        assert "\ud800" in text, done.stderr
    else:
        checked((tmp_path / "page.html").read_text(encoding="utf-8"))


def test_a_table_on_stdin_is_refused_by_name(qgauge: Any) -> None:
    done = qgauge("qud", "eval", "-", stdin="question,passage\nWho?,One.\n")
    assert done.returncode == 2
    assert "stdin: this is a table, but only jsonl and json are accepted here" in done.stderr
