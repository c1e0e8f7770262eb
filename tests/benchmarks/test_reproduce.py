"""The results page: figures checked by hand on small invented data, and no stale text."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.shared_data import shared_folder

from benchmarks.reproduce.contents import SECTIONS
from benchmarks.reproduce.readme import BEGIN, END, NoFigure, ResultsPage, with_figures

PROJECT = Path(__file__).parent.parent.parent
PAGE = PROJECT / "docs" / "RESULTS.md"
README = PROJECT / "README.md"


def reproduce(
    data: Path, *words: str, cache: Path | None = None
) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": f"{PROJECT}{os.pathsep}{PROJECT / 'src'}"}
    if cache:
        environment["XDG_CACHE_HOME"] = str(cache)
    return subprocess.run(
        [sys.executable, "-m", "benchmarks.reproduce", str(data), *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=data,
    )


def page(data: Path, *words: str, cache: Path | None = None) -> str:
    done = reproduce(data, *words, cache=cache)
    assert done.returncode == 0, done.stderr
    return done.stdout


def cells(text: str, first: str, heading: str) -> list[str]:
    """Return the cells of the row that starts with `first`, below this heading."""
    below = text.partition(f"### {heading}")[2]
    (line, *_) = [line for line in below.splitlines() if line.startswith(f"| {first} |")]
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten rows per data set: five unchanged questions, and five that share no word."""
    data = tmp_path_factory.mktemp("data")
    folder = data / "eval" / "answerability"
    folder.mkdir(parents=True)
    for part in ("squad", "wikimovies", "vqa"):
        lines = ["Gold Question\tModified Question\tUser Score 1\tUser Score 2"]
        for at in range(10):
            kept = at < 5
            gold = f"Who built the bridge number {at} of Orsa?"
            ratings = "5\t1" if at == 4 else "1\t5" if at == 9 else "5\t5" if kept else "1\t1"
            lines.append(f"{gold}\t{gold if kept else 'purple cheese sings'}\t{ratings}")
        (folder / f"{part}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (data / "seeds").mkdir()
    (data / "seeds" / "002_made_up.txt").write_text(
        "Dataset\t\tOriginal Question\tModified Question\tHuman Scores\tQBLEU\n"
        "SQuAD\tPositive\tWho built the bridge number 1 of Orsa? Why is Orsa grey?\t"
        "Who built the bridge number 1 of Orsa? Why ?\t0.10 0.20\t0.30 0.40\n"
        "\nTable 7: made up\n",
        encoding="utf-8",
    )
    return data


@pytest.mark.slow
def test_figures_from_invented_rows(made_up: Path) -> None:
    text = page(made_up, "--only", "s3.3", "--only", "s3.4", "--only", "s3.7")
    # raters: they agree on 8 of 10 rows, and half of the ratings of each are 5: kappa is
    # (.8 - .5) / (1 - .5) = .6; with two values, Pearson and Spearman are
    # phi = (4*4 - 1*1) / (5*5) = .6
    raters = cells(text, "squad", "Table 3")
    assert raters[:3] == ["squad", "10", "0.63"]
    assert raters[3].startswith("0.60 [")
    assert raters[4:] == ["0.823", "0.600", "0.795", "0.600"]
    # BLEU-1 is 1 or 0. The mid-distribution value of a 5 is (5 + 2.5)/10 = .75, that of a 1 is
    # .25. The human scores are .75 (four rows), .5, .5, .25 (four): the covariance is .1, the
    # deviations are .5 and the square root of .05, so r = .1 / (.5 * .2236) = .894
    bleu = cells(text, "bleu1", "Table 4")
    assert bleu[1] == "0.167"
    assert bleu[3] == "0.165"
    assert bleu[2].startswith("0.894 [")
    assert bleu[2].endswith(" *")  # the paper's .167 is outside
    # one of the two examples is a row, rated 5 and 5: .75; it equals its reference: Q-BLEU 1
    first, second = "squad, positive, 1", "squad, positive, 2"
    assert cells(text, first, "Table 7")[1:] == ["0.10", "0.75", "0.30", "1.00", "1.00", "1.00"]
    # one of four words is left. BLEU-1: 1 * exp(1 - 4/1) = .0498. Released script: question word
    # 1 (weight .2), function word "is" 0 (.03), name Orsa 0 (.41), content word grey 0 (.36):
    # .66 * .2 + .34 * .0498 = .1489. The rule for absent word kinds does not matter, as none is
    # absent from both. With the paper's formula P = R = .2, which gives the same value
    assert cells(text, second, "Table 7")[1:] == ["0.20", "-", "0.40", "0.15", "0.15", "0.15"]
    assert "`q_bleu1|references:best|variant:released|absent:zero|preset:squad" in text


@pytest.mark.slow
def test_a_second_run_gives_the_same_bytes_except_for_the_date(
    made_up: Path, tmp_path: Path
) -> None:
    words = (
        "--only",
        "s1.5",
        "--only",
        "s3.3",
        "--only",
        "s3.4",
        "--only",
        "models",
        "--rows",
        "8",
    )
    first, second = (page(made_up, *words, cache=tmp_path / name) for name in ("one", "two"))
    dated = re.compile(r"(?<=^This page was generated on )\d{4}-\d\d-\d\d", flags=re.MULTILINE)
    (first, dates), (again, _) = dated.subn("", first), dated.subn("", second)
    assert dates == 1
    assert first == again
    assert str(made_up) not in first


@pytest.mark.slow
def test_a_table_without_data_names_what_is_missing(tmp_path: Path) -> None:
    keys = ("s", "people", "dimensions", "learned_reference")
    text = page(tmp_path, *(word for key in keys for word in ("--only", key)))
    lines = text.splitlines()
    assert "Not reproduced: the data folder has no eval/simqg." in lines
    assert "Not reproduced: the data folder has no seeds." in lines
    # in the table of all metrics, and in that of the learned dimensions
    assert lines.count("Not reproduced: the data folder has no eval/qgeval.") == 2
    assert "| Where is Columbus? |" in text  # the examples of S1 need no data


@pytest.mark.slow
def test_cards_and_speeds_are_copied_from_their_records(tmp_path: Path) -> None:
    text = page(tmp_path, "--only", "models", "--only", "speed")
    assert "| LAS, UD EWT test, gold words (universal relations) | 25,093 |" in text
    rate, peer = cells(text, "`bleu4`", "Compared with other programs")[1:3]
    recorded = (PROJECT / "benchmarks" / "speed" / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"^bleu4 +{rate} {peer} ", recorded, flags=re.MULTILINE)


@pytest.mark.slow
def test_the_cost_of_noise_is_shown_next_to_table_9(tmp_path: Path) -> None:
    text = page(tmp_path, "--only", "s3.8")
    assert "| Table 9, SQuAD, F1 | named entities | 77.0 | 56.0 | 73.8 |" in text
    file = PROJECT / "benchmarks" / "extrinsic" / "results.json"
    recorded = json.loads(file.read_text(encoding="utf-8"))["noises"]["no_names"]
    told = cells(text, "`no_names`", "Tables 8 to 10")
    assert told[2:4] == ["77.0", f"{100 * recorded['metrics']['bleu4']:.1f}"]
    assert told[6:8] == ["73.8", f"{100 * recorded['f1']:.1f}"]


@pytest.mark.slow
def test_mistakes_give_a_one_line_message(tmp_path: Path) -> None:
    wrong_key = reproduce(tmp_path, "--only", "s9")
    assert wrong_key.returncode == 2
    assert "unknown table s9; the tables are: s1.1," in wrong_key.stderr
    folder = tmp_path / "eval" / "simqg"
    folder.mkdir(parents=True)
    (folder / "simqg_mturk_average_scores.tsv").write_text("nothing\n", encoding="utf-8")
    bad = reproduce(tmp_path, "--only", "s1.2")
    assert bad.returncode != 0
    assert "simqg_mturk_average_scores.tsv" in bad.stderr
    assert "Traceback" not in bad.stderr


@pytest.mark.slow
def test_the_page_in_the_docs_is_up_to_date() -> None:
    text = page(shared_folder(), "--only", "s3.3", "--only", "s5.1", "--only", "s5.3")
    blocks = re.findall(r"^### (?:(?!^##).*\n)*", text, flags=re.MULTILINE)
    assert len(blocks) == 3
    for block in blocks:
        assert block.strip() in PAGE.read_text(encoding="utf-8"), (
            "docs/RESULTS.md is stale: run python -m benchmarks.reproduce DATA"
        )


def test_the_page_in_the_docs_has_every_section_and_table() -> None:
    headings = re.findall("^##+ (.*)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    expected = [one for part in SECTIONS for one in (part.title, *(t.title for t in part.tables))]
    assert [one for one in headings if one in expected] == expected


def test_the_figures_of_the_readme_are_those_of_the_results_page() -> None:
    readme = README.read_text(encoding="utf-8")
    assert with_figures(readme, PAGE.read_text(encoding="utf-8")) == readme, (
        "the figures in README.md are stale: run python -m benchmarks.reproduce --readme"
    )


def test_a_figure_is_read_from_its_row_and_column() -> None:
    results = ResultsPage.parse(
        "### QGEval\n\n| metric | consistency (n 1575) | answer_consistency (n 1575) |\n"
        "|---|---|---|\n| `quality` | 0.096 [0.04, 0.16], 0.1 | -0.375 [-0.44, -0.30], 0.3 |\n"
    )
    assert results.figure("QGEval", ["`quality`"], "answer") == "-.375 [-.44, -.30]"
    assert results.count("QGEval", ["`quality`"], "consistency") == "1,575"


def test_a_readme_is_not_written_without_its_figures() -> None:
    with pytest.raises(NoFigure, match=r"docs/RESULTS\.md has no row '`q_bleu1:preset=squad`'"):
        with_figures(f"{BEGIN}\n{END}\n", "# Results\n\n## QGEval\n\nNot reproduced.\n")
    with pytest.raises(NoFigure, match="it has no lines"):
        with_figures("no markers", PAGE.read_text(encoding="utf-8"))
