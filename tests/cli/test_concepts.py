"""`qgauge concepts` from files to tables, rows and messages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.page_checks import HOSTILE, checked
from typer.testing import CliRunner

from qgauge.cli.app import app

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TEXT = "Iron rusts in salty water. Zinc 🛡 protects iron."
ANNOTATORS = {"ann": [[0, 10], [27, 48]], "ben": [[0, 10], [14, 25]], "cleo": [[27, 48]]}
# Vital: "Iron rusts" and "Zinc 🛡 protects iron", each marked by two of three; "salty water" not.


def document(id: str = "rust", **systems: Any) -> dict[str, Any]:
    return {"id": id, "text": TEXT, "annotators": ANNOTATORS, "systems": systems}


def flat(text: str) -> str:
    return " ".join(text.split())


def test_scores_in_a_table_with_signature(qgauge: Any, write: Any) -> None:
    # IR: "rusts" has 1 of 2 words, and none of "Zinc 🛡 protects iron": R 1/4; IP 1, and 1 for water
    file = write("d.jsonl", [document(mine=[[5, 10], [20, 25]])])
    shown = qgauge("concepts", file)
    assert shown.returncode == 0, shown.stderr
    assert (
        "1 document(s): 3 concepts, 2 of them vital, 1 optional, from 5 annotated" in shown.stdout
    )
    lines = [line.split() for line in shown.stdout.splitlines()]
    assert ["mine", "free", "0.2500", "-", "1.0000", "-", "0.4000", "-", "1", "0"] in lines
    assert ["one-to-one", "0.2500", "-", "1.0000", "-", "0.4000", "-", "1", "0"] in lines
    signature = "concepts|compare:words|similarity:dice|threshold:0.5|vital:majority|merge:on"
    assert f"signature {signature}|adjudication:counted|offsets:characters|v:" in shown.stdout


def test_json_for_programs(qgauge: Any) -> None:
    shown = qgauge("concepts", EXAMPLES / "concepts.jsonl", "--json", "--all-pairs")
    found = json.loads(shown.stdout)
    assert found["documents"] == 6
    assert list(found["systems"]) == ["atlas", "birch", "cedar"]
    for system in found["systems"].values():
        for measure in ("recall", "precision", "f"):
            free, aligned = system["free"][measure], system["one_to_one"][measure]
            assert aligned["value"] <= free["value"]
            assert free["ci"][0] <= free["value"] <= free["ci"][1]
        assert system["one_to_one_not_proven"] == 0
    assert len(found["comparisons"]) == 6
    assert found["agreement"]["alpha"]["n"] == found["agreement"]["words"]
    assert "|test:paired|resamples:10000|seed:12345" in found["comparison_signature"]


def test_settings_reach_scores_and_signature(qgauge: Any, write: Any) -> None:
    file = write("d.jsonl", [document(mine=[[5, 10], [20, 25]])])
    settings = ("--compare", "stems", "--similarity", "overlap", "--threshold", "0.2")
    shown = qgauge("concepts", file, "--json", *settings, "--vital", "1", "--merge", "off")
    found = json.loads(shown.stdout)
    expected = "compare:stems|similarity:overlap|threshold:0.2|vital:1|merge:off"
    assert expected in found["signature"]
    assert found["adjudication"]["vital"] == 5  # every snippet counts separately


def test_output_rows_explain_every_snippet(qgauge: Any, write: Any, tmp_path: Path) -> None:
    file = write("d.jsonl", [document(mine=[[5, 10], [11, 13]])])
    shown = qgauge("concepts", file, "-o", "out.jsonl")
    assert shown.returncode == 0, shown.stderr
    assert "1 snippet(s) excluded: no content word" in shown.stdout
    (row,) = map(json.loads, (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines())
    assert (row["id"], row["system"]) == ("rust", "mine")
    assert row["scores"]["free"] == {"recall": 0.25, "precision": 1.0, "f": 0.4}
    iron, zinc = row["vital"]
    assert iron["text"] == "Iron rusts" and iron["annotators"] == ["ann", "ben"]
    assert iron["recall"] == 0.5
    assert iron["by"] == {"span": [5, 10], "text": "rusts"}
    assert (iron["shared"], iron["missing"]) == (["rusts"], ["iron"])
    assert zinc["recall"] == 0 and zinc["by"] is None
    assert zinc["missing"] == ["iron", "protects", "zinc", "🛡"]
    (tagged,) = row["tagged"]
    assert tagged["by"] == {
        "span": [0, 10],
        "text": "Iron rusts",
        "source": "ann",
        "verdict": "vital",
    }
    assert tagged["aligned"]["text"] == "Iron rusts"
    assert row["tagged_without_content_words"] == [{"span": [11, 13], "text": "in"}]


def test_tables_go_to_stderr_when_rows_go_to_stdout(qgauge: Any, write: Any) -> None:
    shown = qgauge("concepts", write("d.jsonl", [document(mine=[[5, 10]])]), "-o", "-")
    assert json.loads(shown.stdout)["system"] == "mine"
    assert "one-to-one" in shown.stderr


def test_one_document_snippet_by_snippet(qgauge: Any, terminal: Callable[..., str]) -> None:
    file = EXAMPLES / "concepts.jsonl"
    shown = qgauge("concepts", file, "--explain", "cafe")
    assert shown.returncode == 0
    assert "concepts (vital if marked by at least 2 annotator(s))" in shown.stdout
    assert "188-235 A fire in 1903 destroyed all but eleven of them" in shown.stdout
    assert "free: recall 0.2500, precision 0.7500, F = 2PR/(P+R) = 0.3750" in shown.stdout
    assert "|adjudication:counted|" in shown.stdout
    narrow = terminal(60, "concepts", str(file), "--explain", "cafe")
    assert all(len(line) <= 60 for line in narrow.splitlines() if "signature" not in line)
    rows = json.loads(qgauge("concepts", file, "--explain", "cafe", "--json").stdout)["document"]
    assert [row["system"] for row in rows] == ["atlas", "birch", "cedar"]
    refused = qgauge("concepts", file, "--explain", "caffe")
    assert refused.returncode == 2 and "there is no document 'caffe'" in refused.stderr


def test_gold_and_systems_in_separate_files(qgauge: Any, write: Any) -> None:
    gold = write("gold.jsonl", [{key: document()[key] for key in ("id", "text", "annotators")}])
    mine = write("mine.jsonl", [{"id": "rust", "system": "mine", "spans": [[5, 10], [20, 25]]}])
    apart = qgauge("concepts", mine, gold)
    whole = write("whole.jsonl", [document(mine=[[5, 10], [20, 25]])])
    assert apart.returncode == 0, apart.stderr
    assert apart.stdout == qgauge("concepts", whole).stdout


def test_json_and_stdin(qgauge: Any, tmp_path: Path) -> None:
    whole = {"documents": [document("a", mine=[[5, 10]]), document("b", mine=[])]}
    (tmp_path / "d.json").write_text(json.dumps(whole), encoding="utf-8")
    listed = qgauge("concepts", "d.json")
    assert "2 document(s)" in listed.stdout
    assert "mine: no usable snippets in 1 document(s): F is 0, no precision" in listed.stdout
    piped = qgauge("concepts", "-", stdin=json.dumps(document("a", mine=[[5, 10]])))
    assert "1 document(s)" in piped.stdout


def test_order_of_documents_and_systems_does_not_matter(qgauge: Any, write: Any) -> None:
    lines = (EXAMPLES / "concepts.jsonl").read_text(encoding="utf-8").splitlines()
    one = qgauge("concepts", write("one.jsonl", lines), "--json")
    two = qgauge("concepts", write("two.jsonl", lines[::-1]), "--json")
    assert one.stdout == two.stdout


@pytest.fixture
def standoff(tmp_path: Path) -> Path:
    """Two annotators, a system and an adjudication in brat's standoff format."""
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "rust.txt").write_bytes("Iron rusts.\r\nZinc 🛡 helps.\r\n".encode())
    for folder, lines in {
        "ann": "T1\tConcept 0 10\tIron rusts\n#1\tNote T1\tnot\u2028sure\n",
        "ben": "T1\tConcept 0 10\tIron rusts\nT2\tConcept 13 25\tZinc 🛡 helps\n",
        "mine": "T1\tConcept 0 4;13 17\tIron Zinc\n",
        "people": "T1\tVital 0 10\tIron rusts\nT2\tOptional 13 17\tZinc\n",
    }.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "rust.ann").write_text(lines, encoding="utf-8")
    return tmp_path


def test_standoff_beside_its_text(qgauge: Any, standoff: Path) -> None:
    where = ("--annotator", "ann=ann", "--annotator", "ben=ben", "--system", "mine=mine")
    shown = qgauge("concepts", *where, "--texts", "texts", "--json")
    assert shown.returncode == 0, shown.stderr
    found = json.loads(shown.stdout)
    assert found["adjudication"]["vital"] == 1 and found["adjudication"]["optional"] == 1
    # "Iron … Zinc" has 1 of 2 words of "Iron rusts", and each concept covers 1 of its 2 words
    free = found["systems"]["mine"]["free"]
    assert (free["recall"]["value"], free["precision"]["value"]) == (0.5, 0.5)
    decided = qgauge("concepts", *where, "--adjudicated", "people", "--texts", "texts", "--json")
    assert "|adjudication:given|" in json.loads(decided.stdout)["signature"]
    for name in ("ann", "ben", "mine"):
        (standoff / name / "rust.txt").write_bytes((standoff / "texts" / "rust.txt").read_bytes())
    beside = qgauge("concepts", *where, "--json")
    assert beside.stdout == shown.stdout


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("T1\tConcept 0 99\tIron", "field 'systems.mine[0]': document 'rust': the span 0-99 ends"),
        ("T1\tConcept 0 4\tZinc", "the text at its offsets is 'Iron', not 'Zinc'"),
        ("\nT1 Concept 0 4", "line 2: not a span in brat's format"),
        ("\nT1\tConcept 4 4\t", "line 2, field 'systems.mine[0]'"),
    ],
)
def test_bad_standoff_is_named(qgauge: Any, standoff: Path, content: str, said: str) -> None:
    (standoff / "mine" / "rust.ann").write_text(content, encoding="utf-8")
    where = ("--annotator", "ann=ann", "--system", "mine=mine", "--texts", "texts")
    refused = qgauge("concepts", *where)
    assert refused.returncode == 2
    assert "mine/rust.ann" in refused.stderr and said in refused.stderr
    kept = qgauge("concepts", *where, "--keep-going", "--refused", "bad.jsonl")
    assert kept.returncode == 1 and "1 document(s)" in kept.stdout
    (row,) = (standoff / "bad.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(row)["file"] == "mine/rust.ann"


def test_bad_rows_stop_the_run_or_are_skipped(qgauge: Any, write: Any, tmp_path: Path) -> None:
    bad = document("bad", mine=[[5, 10], [40, 99]])
    file = write("d.jsonl", [document("good", mine=[[5, 10]]), bad, "{broken"])
    refused = qgauge("concepts", file, "-o", "out.jsonl")
    assert refused.returncode == 2
    assert "d.jsonl, line 3: not JSON" in refused.stderr
    assert not (tmp_path / "out.jsonl").exists()
    kept = qgauge("concepts", file, "--keep-going")
    assert kept.returncode == 1
    assert "1 document(s)" in kept.stdout
    assert "2 row(s) refused and written to d.jsonl.refused.jsonl" in kept.stderr
    side = (tmp_path / "d.jsonl.refused.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in side.splitlines()]
    assert [row["line"] for row in rows] == [3, 2]
    assert rows[1]["field"] == "systems.mine[1]"
    assert rows[1]["problem"].startswith("document 'bad': the span 40-99 ends after the text")


def test_too_many_unscored_documents_set_the_exit_code(qgauge: Any, write: Any) -> None:
    file = write("d.jsonl", [document("a", mine=[[5, 10]]), document("b")])
    shown = qgauge("concepts", file)
    assert shown.returncode == 1
    assert "'mine' is unscored in 50.0 % of the documents" in flat(shown.stderr)
    assert "mine: unscored 1 (the system has no list of spans" in flat(shown.stdout)
    assert qgauge("concepts", file, "--max-unscored", "50").returncode == 0


def test_utf16_offsets(qgauge: Any, write: Any) -> None:
    # the last "iron" is at 43-47 in code points; the emoji before it is two UTF-16 units
    wide = document(mine=[{"start": 44, "end": 48, "text": "iron"}])
    wide["annotators"] = {"ann": [[0, 10]]}
    refused = qgauge("concepts", write("d.jsonl", [wide]))
    assert "the offsets seem to count UTF-16 units: try --offsets utf-16" in flat(refused.stderr)
    shown = qgauge("concepts", "d.jsonl", "--offsets", "utf-16", "--json")
    assert json.loads(shown.stdout)["systems"]["mine"]["free"]["recall"]["value"] == 0.5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give a file of documents"),
        (("d.jsonl", "d.jsonl"), "the same file is given twice"),
        (("none.jsonl",), "there is no such file"),
        (("d.csv",), "d.csv, line 1: a table of snippets needs the columns document, snippet"),
        (("none.csv",), "there is no such file"),
        (("no.csv",), "no.csv, line 2, field 'annotator': document 'x': name either"),
        (("un.csv",), "un.csv, line 2, field 'document': the document is empty"),
        (("empty.jsonl",), "found no documents with spans"),
        (("d.jsonl", "--compare", "letters"), "compare must be one of words, stems, places"),
        (("d.jsonl", "--vital", "most"), "vital must be 'majority' or a number"),
        (("d.jsonl", "--offsets", "utf-8"), "--offsets must be one of characters, utf-16, bytes"),
        (("d.jsonl", "--threshold", "2"), "threshold must be a number above 0 and at most 1"),
        (("d.jsonl", "--refused", "x"), "--refused needs --keep-going"),
        (("d.jsonl", "--baseline", "a", "--all-pairs"), "--baseline or --all-pairs, not both"),
        (("d.jsonl", "--baseline", "yours"), "there is only one system (mine)"),
        (("d.jsonl", "-o", "d.jsonl"), "this file is also an input of this run"),
        (("d.jsonl", "--texts", "none"), "none, field '--texts': there is no such folder"),
        (("d.jsonl", "--adjudicated", ""), "must be an .ann file or a folder of them"),
        (("--annotator", "folder"), "--annotator must be NAME=PATH, not 'folder'"),
        (("--system", "a=none"), "must be an .ann file or a folder of them"),
        (("--system", "a=none.ann"), "there is no such file"),
        (("--system", "a=."), "there is no .ann file in this folder"),
    ],
)
def test_mistakes_get_a_message(
    write: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    write("d.jsonl", [document(mine=[[5, 10]])])
    (tmp_path / "d.csv").write_text("id,text\n1,Iron\n")
    (tmp_path / "no.csv").write_text("document,snippet,annotator\nx,Iron,\n")
    (tmp_path / "un.csv").write_text("document,snippet,annotator\n,Iron,ann\n")
    write("empty.jsonl", [])
    refused = CliRunner().invoke(
        app, ["concepts", *words]
    )  # run in this process, because there are many cases
    assert refused.exit_code == 2
    assert said in flat(refused.output)


def test_agreement_needs_no_systems(qgauge: Any, write: Any) -> None:
    shown = qgauge("concepts", write("d.jsonl", [document(str(at)) for at in range(6)]))
    assert shown.returncode == 0, shown.stderr
    assert "Krippendorff's alpha, words" in shown.stdout
    assert "one-to-one" not in shown.stdout


def test_snippets_as_text_give_what_their_offsets_give(
    qgauge: Any, write: Any, tmp_path: Path
) -> None:
    marked = {"ann": [[0, 10], [14, 25]], "ben": [[0, 10]]}
    text = "Iron rusts in salty water. Copper does not."
    by_offsets = {"id": "rust", "text": text, "annotators": marked, "systems": {"mine": [[0, 4]]}}
    by_text = {
        "id": "rust",
        "text": text,
        "annotators": {"ann": ["iron  rusts", "salty water."], "ben": [{"text": "Iron rusts"}]},
    }
    mine = {"id": "rust", "system": "mine", "snippets": ["Iron"]}
    (tmp_path / "t.csv").write_text(
        "document,annotator,system,snippet\n"
        "rust,ann,,Iron rusts\nrust,ann,,salty water\nrust,ben,,iron rusts\nrust,,mine,IRON\n"
    )
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "rust.txt").write_text(text)
    (tmp_path / "own.tsv").write_text(
        "doc\ttext\tsnippet\tannotator\tsystem\n"
        f"rust\t{text}\tIron rusts\tann\t\nrust\t\tsalty water\tann\t\n"
        "rust\t\tiron rusts\tben\t\nrust\t\tIron\t\tmine\n"
    )
    expected = json.loads(qgauge("concepts", write("o.jsonl", [by_offsets]), "--json").stdout)
    assert expected["systems"]["mine"]["free"]["recall"]["value"] == 0.5
    for words in (
        (write("s.jsonl", [by_text, mine]),),
        ("t.csv", "--texts", "texts"),
        ("own.tsv",),
    ):
        shown = qgauge("concepts", *words, "--json")
        assert shown.returncode == 0, shown.stderr
        assert json.loads(shown.stdout) == expected


def test_a_snippet_that_is_not_in_the_text_is_refused(
    qgauge: Any, write: Any, tmp_path: Path
) -> None:
    row = {"id": "rust", "text": "Iron rusts in salty water.", "annotators": {"ann": ["Iron"]}}
    bad = {"id": "rust", "system": "mine", "snippets": ["Iron", "iron rusted in water"]}
    shown = qgauge("concepts", write("d.jsonl", [row, bad]))
    assert shown.returncode == 2
    assert (
        "d.jsonl, line 2, field 'snippets[1]': document 'rust': 'iron rusted in water' is not in "
        "the document; the closest place is 0-19, 'Iron rusts in salty'"
    ) in flat(shown.stderr)
    (tmp_path / "t.csv").write_text("document,snippet,system\nrust,Iron,mine\nrust,gold,mine\n")
    shown = qgauge("concepts", write("g.jsonl", [row]), "t.csv")
    assert shown.returncode == 2
    assert "t.csv, line 3, field 'systems.mine[1]': document 'rust': 'gold'" in flat(shown.stderr)
    shown = qgauge("concepts", "g.jsonl", "t.csv", "--keep-going", "--json")
    assert shown.returncode == 1 and json.loads(shown.stdout)["refused"] == 1


def test_a_page(qgauge: Any, tmp_path: Path) -> None:
    words = ("concepts", str(EXAMPLES / "concepts.jsonl"), "--resamples", "100")
    shown = qgauge(*words)
    done = qgauge(*words, "--html", "page.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, shown.stdout, "")
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    page = checked(html)
    assert "atlas has the highest F: atlas .91 [.80, 1.00], birch .89 [.80, .99] and" in page.text
    assert "signature concepts|" in page.text
    to_stdout = qgauge(*words, "--html", "-")
    assert to_stdout.stdout.replace("--html -", "--html page.html") == html
    assert to_stdout.stderr == shown.stdout


def test_pages_that_cannot_be_written(qgauge: Any, write: Any) -> None:
    file = write("in.jsonl", [document(a=[[0, 10]])])
    for words in (("--html", file), ("--html", "x.html", "--explain", "rust"), ("--html", "")):
        done = qgauge("concepts", file, *words)
        assert (done.returncode, "--html" in done.stderr) == (2, True), words


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_rows_on_the_page(qgauge: Any, write: Any, tmp_path: Path, text: str) -> None:
    rows = [
        {"id": f"{at}{text}", "text": f"{TEXT} {text}", text: text,
         "annotators": {text: [[0, 10]], "ben": [[0, 10]]},
         "systems": {text: [[0, 10]], "b": [[14, 25]]}}
        for at in range(3)
    ]  # fmt: skip
    words = ("--resamples", "100", "--html", "page.html")
    done = qgauge("concepts", write("in.jsonl", rows), *words)
    if done.returncode == 2:  # half a character is no text, and a name has an end
        assert "\ud800" in text or len(text) > 1000, done.stderr
    else:
        checked((tmp_path / "page.html").read_text(encoding="utf-8"))
