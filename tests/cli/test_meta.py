"""`qgauge meta`, run as a user does."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from helpers.page_checks import HOSTILE, checked
from helpers.shared_data import shared_folder

from .conftest import EXAMPLES, Run

RATED = EXAMPLES.parent / "rated.jsonl"
Write = Callable[[str, Sequence[Any]], str]
QUICK = ("--resamples", "100")


def row(at: int, question: str, ratings: Any, **more: Any) -> dict[str, Any]:
    return {
        "id": str(at),
        "question": question,
        "references": ["who is it ?"],
        "ratings": ratings,
    } | more


def test_example(qgauge: Run) -> None:
    done = qgauge("meta", str(RATED))
    assert (done.returncode, done.stderr) == (0, "")
    for part in (
        "30 rows in 10 clusters (same references)",
        f"sha256 {sha256(RATED.read_bytes()).hexdigest()}",
        "answerability: the mean of 2 raters",
        "Pearson [95% CI]",
        "Spearman [95% CI]",
        "Pearson given length",
        "floor: length",
        "floor: random",
        "human ceiling: Pearson 0.883",
        "agreement between raters: kappa",
        "|meta:items|gold:mean|resamples:1000|seed:12345",
    ):
        assert part in done.stdout
    assert "Kendall" not in done.stdout


def test_json_has_everything_needed_to_reproduce_it(qgauge: Run) -> None:
    words = ["meta", str(RATED), "-m", "rouge_l", "-m", "bleu1", "--json", *QUICK, "--seed", "7"]
    done = qgauge(*words)
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert found["settings"] == {
        "level": "items",
        "gold": "mean",
        "kinds": ["pearson", "spearman"],
        "resamples": 100,
        "seed": 7,
    }
    assert found["refused"] == 0
    (study,) = found["studies"]
    assert study["sha256"] == sha256(RATED.read_bytes()).hexdigest()
    assert (study["rows"], study["systems"], study["clusters"]) == (30, 3, 10)
    assert set(study["dimensions"]) == {"answerability", "fluency"}
    block = study["dimensions"]["fluency"]
    assert list(block["metrics"]) == ["rouge_l", "bleu1"]
    assert list(block["floor"]) == ["length", "random"]
    line = block["metrics"]["rouge_l"]
    assert (line["n"], line["unscored"]) == (30, 0)
    assert line["pearson"]["ci"][0] < line["pearson"]["value"] < line["pearson"]["ci"][1]
    assert line["pearson"]["p"] <= line["pearson"]["p_holm"] <= 1
    assert "p_holm" not in block["floor"]["length"]["pearson"]
    assert block["floor"]["length"]["pearson_given_length"]["value"] is None
    assert len(block["ceiling"]["pearson"]["raters"]) == 2
    assert block["agreement"]["kappa"]["n"] == 30
    assert study["signatures"]["rouge_l"].endswith("|meta:items|gold:mean|resamples:100|seed:7")
    assert qgauge(*words).stdout == done.stdout
    assert qgauge(*words, "--workers", "2").stdout == done.stdout


def test_kinds_dimension_gold(qgauge: Run) -> None:
    done = qgauge(
        *("meta", str(RATED), "-m", "rouge_l", "--kind", "kendall", "--kind", "pearson"),
        *("--dimension", "fluency", "--gold", "blatz", *QUICK),
    )
    assert done.returncode == 0
    assert done.stdout.index("Kendall [95% CI]") < done.stdout.index("Pearson [95% CI]")
    assert "Spearman" not in done.stdout
    assert "answerability:" not in done.stdout
    assert "fluency: the mean of 2 raters, each rater's ratings as mid-dist" in done.stdout
    assert "|gold:blatz|" in done.stdout


def test_metrics_compared_with_each_other(qgauge: Run) -> None:
    words = ("meta", str(RATED), "-m", "bleu4", "-m", "rouge_l", "-m", "q_bleu1", *QUICK)
    done = qgauge(*words, "--baseline", "rouge_l", "--dimension", "answerability")
    assert (done.returncode, done.stderr) == (0, "")
    assert "rouge_l -> bleu4" in done.stdout and "rouge_l -> q_bleu1" in done.stdout
    assert "bleu4 -> q_bleu1" not in done.stdout
    assert "p Williams" in done.stdout and "p Holm" in done.stdout
    assert "Differences are computed on the rows that both metrics scored" in done.stdout
    found = json.loads(qgauge(*words, "--all-pairs", "--kind", "kendall", "--json").stdout)
    comparisons = found["studies"][0]["dimensions"]["answerability"]["comparisons"]
    assert [(one["first"], one["second"]) for one in comparisons] == [
        ("bleu4", "rouge_l"),
        ("bleu4", "q_bleu1"),
        ("rouge_l", "q_bleu1"),
    ]
    for one in comparisons:
        assert one["difference"] == pytest.approx(one["second_value"] - one["first_value"])
        assert (one["n"], one["williams_p"]) == (30, None)
        assert one["p"] <= one["p_holm"] <= 1
    plain = qgauge(*words)
    assert "p Williams" not in plain.stdout


def test_gaps_in_ratings(qgauge: Run, write: Write) -> None:
    said = [[1, None, 2], [2, 2, None], [None, 3, 3], [4, 4, 5], None, [5, 5, None], [2, 1, 2]]
    rows = [row(at, f"who {'is ' * at}it ?", {"good": given}) for at, given in enumerate(said)]
    done = qgauge("meta", write("rows.jsonl", rows), "-m", "rouge_l", *QUICK)
    assert done.returncode == 0, done.stderr
    assert "good: the mean of 2 to 3 raters, 1 row unrated" in done.stdout
    assert "of 6 rows" in done.stdout


def test_ratings_of_any_size(qgauge: Run, write: Write) -> None:
    for scale in (1e-300, 1e99):
        rows = [
            row(at, f"who {'is ' * (at % 5)}it ?", {"good": [at * scale, at % 4 * scale]})
            for at in range(9)
        ]
        done = qgauge("meta", write("rows.jsonl", rows), "-m", "rouge_l", *QUICK)
        assert (done.returncode, done.stderr) == (0, "")
        assert "nan" not in done.stdout
        assert "alpha (interval) - " not in done.stdout


def test_binary_ratings_have_an_auc(qgauge: Run, write: Write) -> None:
    rows = [
        row(at, f"who {'is ' * (at % 5)}it ?", {"good": at % 2}, references=[f"who is {at} ?"])
        for at in range(12)
    ]
    done = qgauge("meta", write("rows.jsonl", rows), "-m", "rouge_l", *QUICK)
    assert "AUC [95% CI]" in done.stdout
    assert "AUC" not in qgauge("meta", str(RATED), "-m", "rouge_l", *QUICK).stdout


def test_a_table_with_a_mark_and_ratings_as_json(qgauge: Run, tmp_path: Path) -> None:
    lines = ["id,question,reference,ratings"]
    lines += [f'{at},who {at}?,who is {at}?,"{{""good"": [{at % 5}, null]}}"' for at in range(8)]
    (tmp_path / "rows.csv").write_text("\n".join(lines), encoding="utf-8-sig")
    done = qgauge("meta", "rows.csv", "-m", "rouge_l", *QUICK)
    assert done.returncode == 0, done.stderr
    assert "rows.csv: 8 rows in 8 clusters (same references)" in done.stdout
    assert "good: the one rating" in done.stdout


def test_one_row(qgauge: Run, write: Write) -> None:
    done = qgauge("meta", write("rows.jsonl", [row(1, "who ?", {"good": [1, 2]})]), *QUICK)
    assert done.returncode == 0
    assert "1 row in 1 cluster (" in done.stdout
    assert "agreement between raters: unknown: only one row has two ratings" in done.stdout


def test_copies_are_left_out(qgauge: Run) -> None:
    done = qgauge("meta", str(RATED), "-m", "rouge_l", "--leave-out-copies", *QUICK)
    assert "28 rows (2 copies of a reference excluded) in 10 clusters" in done.stdout


def test_nothing_but_copies(qgauge: Run, write: Write) -> None:
    file = write("rows.jsonl", [row(at, "who is it ?", {"good": at}) for at in range(6)])
    done = qgauge("meta", file, "-m", "rouge_l", "--leave-out-copies", *QUICK)
    assert (done.returncode, done.stdout) == (2, "")
    assert "rows.jsonl: every question is identical to a reference" in done.stderr


def test_systems(qgauge: Run, write: Write) -> None:
    few = qgauge("meta", str(RATED), "-m", "rouge_l", "--level", "systems", *QUICK)
    assert few.returncode == 0
    assert "fewer than 5 systems (rouge_l, length, random)" in few.stdout
    questions = ["who is it ?", "who is he ?", "who was he ?", "what was he ?", "what ?", "x"]
    rows = [
        row(at, f"{text} {'so ' * (at % 3)}", {"good": 6 - system + at % 2}, system=f"s{system}")
        | {"passage": f"passage {at}"}
        for at in range(8)
        for system, text in enumerate(questions)
    ]
    file = write("rows.jsonl", rows)
    done = qgauge("meta", file, "-m", "rouge_l", "--level", "systems", "--json", *QUICK)
    (study,) = json.loads(done.stdout)["studies"]
    line = study["dimensions"]["good"]["metrics"]["rouge_l"]
    assert (line["n"], study["systems"], study["clusters"]) == (6, 6, 8)
    assert line["pearson"]["value"] > 0.9
    assert line["pearson"]["ci"] is not None


def test_scores_and_gold_scores_are_written(qgauge: Run, tmp_path: Path) -> None:
    done = qgauge("meta", str(RATED), "-m", "rouge_l", "-o", "join.jsonl", *QUICK)
    assert done.returncode == 0
    rows = [json.loads(line) for line in (tmp_path / "join.jsonl").read_text().splitlines()]
    assert len(rows) == 30
    assert list(rows[0]) == ["data", "id", "system", "cluster", "scores", "gold"]
    assert (rows[0]["id"], rows[0]["system"]) == ("r01", "finch")
    assert rows[0]["gold"] == {"answerability": 5.0, "fluency": 5.0}
    assert rows[0]["cluster"] == rows[1]["cluster"] != rows[3]["cluster"]
    to_stdout = qgauge("meta", str(RATED), "-m", "rouge_l", "-o", "-", *QUICK)
    assert [json.loads(line) for line in to_stdout.stdout.splitlines()] == rows
    assert "floor: length" in to_stdout.stderr


def test_plots(qgauge: Run, tmp_path: Path) -> None:
    words = ("--dimension", "fluency", "--plot", "plots", *QUICK)
    done = qgauge("meta", str(RATED), "-m", "rouge_l", *words)
    assert (done.returncode, done.stderr) == (0, "")
    names = sorted(path.name for path in (tmp_path / "plots").iterdir())
    ends = [f"{kind}.{form}" for kind in ("calibration", "scatter") for form in ("png", "svg")]
    assert [name.rpartition("fluency-rouge_l-")[2] for name in names] == ends


def test_plots_without_matplotlib(
    qgauge: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qgauge.report.plots.find_spec", lambda name: None)
    done = qgauge("meta", str(RATED), "-m", "rouge_l", "--plot", "plots", *QUICK)
    assert done.returncode == 0
    assert done.stderr == (
        "qgauge: --plot wrote SVG files only; PNG files need the package matplotlib: "
        "pip install 'qgauge[plot]'\n"
    )
    assert {path.suffix for path in (tmp_path / "plots").iterdir()} == {".svg"}


def test_degenerate_rows_get_reasons(qgauge: Run, write: Write) -> None:
    rows = [row(at, "who is it ?", {"same": 3, "kind": "HUM:ind", "good": at}) for at in range(6)]
    rows += [row(6, "who ?", {"kind": "NUM:date"}), row(7, "what ?", {})]
    done = qgauge("meta", write("rows.jsonl", rows), "-m", "rouge_l", *QUICK)
    assert done.returncode == 0
    assert "same: the one rating, 2 rows unrated" in done.stdout
    assert "kind: no gold score, 1 row unrated" in done.stdout
    assert "the ratings are constant" in done.stdout
    assert "no correlations: the ratings are labels without a known order" in done.stdout
    assert "the scores are constant (rouge_l, length)" in done.stdout
    assert "human ceiling: unknown: there is one rater" in done.stdout
    assert "agreement between raters: unknown: no row has two ratings" in done.stdout
    assert "nan" not in done.stdout


def test_unscored_rows_are_counted_and_set_the_exit_code(qgauge: Run, write: Write) -> None:
    rows = [row(at, f"who {'is ' * at}it ?", {"good": at % 3}) for at in range(6)]
    for one in rows[:2]:
        one["references"] = []
    file = write("rows.jsonl", rows)
    done = qgauge("meta", file, "-m", "rouge_l", *QUICK)
    assert done.returncode == 1
    assert "rouge_l leaves 33.3 % of the rows unscored" in done.stderr
    assert "unscored by rouge_l: 2 (" in done.stdout
    assert qgauge("meta", file, "-m", "rouge_l", "--max-unscored", "40", *QUICK).returncode == 0


def test_bad_rows(qgauge: Run, write: Write, tmp_path: Path) -> None:
    rows = [row(at, f"who {'is ' * at}it ?", {"good": at}) for at in range(6)]
    file = write("rows.jsonl", [*rows, {"id": "9", "question": ""}])
    stopped = qgauge("meta", file, "-m", "rouge_l", *QUICK)
    assert stopped.returncode == 2
    assert "line 7" in stopped.stderr
    kept = qgauge("meta", file, "-m", "rouge_l", "--keep-going", "--refused", "bad.jsonl", *QUICK)
    assert kept.returncode == 1
    assert "6 rows" in kept.stdout
    assert (tmp_path / "bad.jsonl").exists()


def test_stdin_has_no_digest(qgauge: Run) -> None:
    done = qgauge("meta", "-", "-m", "rouge_l", *QUICK, stdin=RATED.read_text())
    assert done.returncode == 0
    assert "sha256 unknown" in done.stdout


def test_several_files_are_systems(qgauge: Run, write: Write) -> None:
    for name in "ab":
        write(f"{name}.jsonl", [row(at, f"who {name} {at}", {"good": at}) for at in range(4)])
    done = qgauge("meta", "a.jsonl", "b.jsonl", "-m", "rouge_l", "--json", *QUICK)
    (study,) = json.loads(done.stdout)["studies"]
    assert (study["data"], study["systems"], study["rows"]) == ("a.jsonl, b.jsonl", 2, 8)
    assert len(study["sha256"]) == 64


ANSWERABILITY = "Gold Question\tModified Question\tUser Score 1\tUser Score 2\n" + "".join(
    f"Who built mill {at}?\tWho {'built ' * (at % 3)}{at}?\t{1 + at % 5}\t{1 + at % 4}\n"
    for at in range(12)
)


@pytest.fixture
def public(tmp_path: Path) -> str:
    folder = tmp_path / "sets"
    folder.mkdir()
    for part in ("squad", "vqa"):
        (folder / f"{part}.tsv").write_text(ANSWERABILITY, encoding="utf-8")
    return "answerability=sets"


def names(text: str) -> list[str]:
    return [study["data"] for study in json.loads(text)["studies"]]


def test_public_sets_and_their_parts(qgauge: Run, public: str, tmp_path: Path) -> None:
    def found(*words: str) -> list[str]:
        done = qgauge("meta", *words, "-m", "rouge_l", "--json", *QUICK)
        assert done.returncode == 0, done.stderr
        return names(done.stdout)

    assert found("--data", public) == ["answerability/squad", "answerability/vqa"]
    assert found("--data", f"{public}#vqa") == ["answerability/vqa"]
    assert found("--data", f"{public}#all") == ["answerability"]
    both = ["--data", f"{public}#vqa", "--data", f"{public}#squad"]
    assert found(*both, str(RATED)) == [str(RATED), "answerability/vqa", "answerability/squad"]
    assert found(*both, str(RATED), "--dimension", "fluency") == [str(RATED)]
    (tmp_path / "sets" / "a#b.tsv").write_text(ANSWERABILITY, encoding="utf-8")
    assert found("--data", "answerability=sets/a#b.tsv") == ["answerability/a#b"]


def test_notes_are_printed_once(qgauge: Run, public: str) -> None:
    done = qgauge("meta", "--data", public, "-m", "rouge_l", *QUICK)
    assert done.stdout.count("note: 25 raters took part") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "give files with ratings, or a public data set with --data"),
        (["--data", "simqg"], "--data must be NAME=PATH[#PART], not 'simqg'"),
        (["--data", "answerability=sets", "--data", "answerability=sets"], "given twice"),
        (["--data", "=x"], "--data must be NAME=PATH[#PART]"),
        (["--data", "simgq=x"], "Did you mean 'simqg'?"),
        (["--data", "simqg=nowhere"], "nowhere"),
        (["--data", "answerability=sets#trivia"], "its parts are: squad, vqa"),
        (
            ["--data", "answerability=sets", "--dimension", "wit"],
            "the dimensions are: answerability",
        ),
        (["--data", "answerability=sets", "-m", "bleu9"], "bleu9"),
        (["--data", "answerability=sets/vqa.tsv", "-o", "sets/vqa.tsv"], "input of this run"),
        ([str(EXAMPLES)], "no row has ratings"),
        ([str(RATED), "--kind", "cosine"], "cosine"),
        ([str(RATED), "--level", "words"], "words"),
        ([str(RATED), "--gold", "bar"], "bar"),
        ([str(RATED), "--resamples", "5"], "resamples"),
        ([str(RATED), "-m", "rouge_l", "--all-pairs"], "there is only one metric (rouge_l)"),
        ([str(RATED), "-m", "rouge_l", "-m", "bleu1", "--baseline", "bleu2"], "not one of the"),
        ([str(RATED), "--baseline", "bleu4", "--all-pairs"], "--baseline or --all-pairs, not both"),
        ([str(RATED), "--plot", ""], "the folder name is empty"),
        ([str(RATED), "--reader", "embedded", "-m", "rouge_l"], "--reader is given"),
    ],
)
def test_mistakes_get_one_message(qgauge: Run, public: str, words: list[str], said: str) -> None:
    done = qgauge("meta", *words, *(() if "--resamples" in words else QUICK))
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_a_metric_that_lacks_a_field_names_the_set(qgauge: Run, write: Write) -> None:
    rows = [{"question": f"who {at}", "ratings": {"good": at}} for at in range(5)]
    done = qgauge("meta", write("rows.jsonl", rows), "-m", "rouge_l", *QUICK)
    assert done.returncode == 2
    assert "rows.jsonl: rouge_l needs 'references'" in done.stderr


def test_a_narrow_terminal_cuts_no_number(terminal: Callable[..., str]) -> None:
    shown = terminal(60, "meta", str(RATED), "-m", "rouge_l", "--dimension", "fluency", *QUICK)
    assert "…" not in shown
    wide = terminal(150, "meta", str(RATED), "-m", "rouge_l", "--dimension", "fluency", *QUICK)
    assert "Pearson given length" in wide and "…" not in wide


def test_the_real_answerability_set(qgauge: Run) -> None:
    data = f"answerability={shared_folder() / 'eval' / 'answerability'}"
    done = qgauge("meta", "--data", data, "-m", "rouge_l", "-m", "q_bleu1", "--json", *QUICK)
    assert done.returncode == 0
    assert names(done.stdout) == [
        f"answerability/{part}" for part in ("squad", "wikimovies", "vqa")
    ]
    for study in json.loads(done.stdout)["studies"]:
        lines = study["dimensions"]["answerability"]["metrics"]
        # Q-metrics were designed for this
        assert lines["q_bleu1"]["pearson"]["value"] > lines["rouge_l"]["pearson"]["value"]


def test_a_page(qgauge: Run, tmp_path: Path) -> None:
    words = ("meta", str(RATED), "-m", "rouge_l", "-m", "q_bleu1", *QUICK)
    shown = qgauge(*words)
    done = qgauge(*words, "--html", "page.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, shown.stdout, "")
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    page = checked(html)
    assert "On answerability, q_bleu1 agrees best with people: Pearson .64 [" in page.text
    assert f"qgauge meta {RATED} -m rouge_l -m q_bleu1" in page.text
    assert sha256(RATED.read_bytes()).hexdigest() in page.text
    to_stdout = qgauge(*words, "--html", "-")
    assert to_stdout.stderr == shown.stdout
    assert to_stdout.stdout.replace("--html -", "--html page.html") == html


@pytest.mark.parametrize("target", ["rows.jsonl", "out.jsonl", ""])
def test_a_page_overwrites_no_other_file(qgauge: Run, write: Write, target: str) -> None:
    rows = write("rows.jsonl", [row(at, "who ?", {"good": at}) for at in range(6)])
    done = qgauge("meta", rows, "-m", "rouge_l", "-o", "out.jsonl", "--html", target)
    assert done.returncode == 2
    assert "--html" in done.stderr


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_rows_on_a_page(qgauge: Run, write: Write, tmp_path: Path, text: str) -> None:
    rows = [
        {"id": f"{at}{text}", "system": text, "question": text, "passage": text}
        | {"references": [text], "answer": text, "ratings": {text: [at % 4, at % 3]}, text: text}
        for at in range(7)
    ]
    done = qgauge("meta", write("rows.jsonl", rows), "-m", "rouge_l", *QUICK, "--html", "p.html")
    if done.returncode == 2:  # half a character is no text
        assert "surrogate" in done.stderr or "\\ud800" in done.stderr
    else:
        checked((tmp_path / "p.html").read_text(encoding="utf-8"))
