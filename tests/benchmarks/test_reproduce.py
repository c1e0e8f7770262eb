"""The page of results: made from small made-up data by hand-checked numbers, and never stale."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.shared_data import shared_folder

PROJECT = Path(__file__).parent.parent.parent
PAGE = PROJECT / "docs" / "RESULTS.md"


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
    """The cells of the line that begins so, below this heading."""
    below = text.partition(f"### {heading}")[2]
    (line, *_) = [line for line in below.splitlines() if line.startswith(f"| {first} |")]
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten rows a set: five questions unchanged, five with nothing of theirs left."""
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
def test_figures_from_made_up_rows(made_up: Path) -> None:
    text = page(made_up, "--only", "s3.3", "--only", "s3.4", "--only", "s3.7")
    # raters: 8 of 10 agree, half of the ratings of each are 5s: (.8 - .5) / (1 - .5) = .6; with two
    # values Pearson and Spearman are phi = (4*4 - 1*1) / (5*5) = .6
    raters = cells(text, "squad", "Table 3")
    assert raters[:3] == ["squad", "10", "0.63"]
    assert raters[3].startswith("0.60 [")
    assert raters[4:] == ["0.823, 0.795", "0.600, 0.600"]
    # BLEU-1 is 1 or 0. A rating of 5 has (5 + 2.5)/10 = .75 below it and beside it, one of 1 .25;
    # people's scores are .75 (four rows), .5, .5, .25 (four): covariance .1, deviations .5 and
    # root .05, so r = .1 / (.5 * .2236) = .894
    bleu = cells(text, "bleu1", "Table 4")
    assert bleu[1] == "0.167, 0.165"
    assert bleu[2].startswith("0.894 [")
    assert bleu[2].endswith(" *")  # the paper's .167 is outside
    # of the two examples one is a row, rated 5 and 5: .75; it equals its reference: Q-BLEU 1
    first, second = "squad, positive, 1", "squad, positive, 2"
    assert cells(text, first, "Table 7")[1:] == ["0.10", "0.75", "0.30", "1.00", "1.00", "1.00"]
    # one of four words is left. BLEU-1: 1 * exp(1 - 4/1) = .0498. Released script: question word
    # 1 (weight .2), function word "is" 0 (.03), name Orsa 0 (.41), content grey 0 (.36):
    # .66 * .2 + .34 * .0498 = .1489, whatever absent kinds count, as none is absent from both.
    # By the paper P = R = .2, which is the same
    assert cells(text, second, "Table 7")[1:] == ["0.20", "-", "0.40", "0.15", "0.15", "0.15"]
    assert "`q_bleu1|references:best|variant:released|absent:zero|preset:squad" in text


@pytest.mark.slow
def test_a_second_run_gives_the_same_bytes_but_for_the_date(made_up: Path, tmp_path: Path) -> None:
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
    dated = re.compile(r"^Made on \d{4}-\d\d-\d\d\.$", flags=re.MULTILINE)
    (first, dates), (again, _) = dated.subn("", first), dated.subn("", second)
    assert dates == 1
    assert first == again
    assert str(made_up) not in first


@pytest.mark.slow
def test_what_is_missing_is_said(tmp_path: Path) -> None:
    text = page(tmp_path, "--only", "s", "--only", "people")
    told = [line for line in text.splitlines() if line.startswith("Not reproduced: there is no")]
    assert "Not reproduced: there is no eval/simqg in the data folder." in told
    assert "Not reproduced: there is no seeds in the data folder." in told
    assert "| Where is Columbus? |" in text  # S1's own examples need no data


@pytest.mark.slow
def test_cards_and_speeds_are_read_from_where_they_are_recorded(tmp_path: Path) -> None:
    text = page(tmp_path, "--only", "models", "--only", "speed")
    assert "| LAS, the same (universal relations) | 25,093 |" in text
    rate, peer = cells(text, "`bleu4`", "Beside other programs")[1:3]
    recorded = (PROJECT / "benchmarks" / "speed" / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"^bleu4 +{rate} {peer} ", recorded, flags=re.MULTILINE)


@pytest.mark.slow
def test_what_noise_costs_stands_beside_table_9(tmp_path: Path) -> None:
    text = page(tmp_path, "--only", "s3.8")
    assert "| Table 9, SQuAD, F1 | named entities | 77.0 | 56.0 | 73.8 |" in text
    file = PROJECT / "benchmarks" / "extrinsic" / "results.json"
    recorded = json.loads(file.read_text(encoding="utf-8"))["noises"]["no_names"]
    told = cells(text, "`no_names`", "Tables 8 to 10")
    assert told[2:4] == ["77.0", f"{100 * recorded['metrics']['bleu4']:.1f}"]
    assert told[6:8] == ["73.8", f"{100 * recorded['f1']:.1f}"]


@pytest.mark.slow
def test_mistakes_are_told_in_a_line(tmp_path: Path) -> None:
    wrong_key = reproduce(tmp_path, "--only", "s9")
    assert wrong_key.returncode == 2
    assert "there is no table s9; there are: s1.1," in wrong_key.stderr
    folder = tmp_path / "eval" / "simqg"
    folder.mkdir(parents=True)
    (folder / "simqg_mturk_average_scores.tsv").write_text("nothing\n", encoding="utf-8")
    bad = reproduce(tmp_path, "--only", "s1.2")
    assert bad.returncode != 0
    assert "simqg_mturk_average_scores.tsv" in bad.stderr
    assert "Traceback" not in bad.stderr


@pytest.mark.slow
def test_the_page_in_the_docs_is_what_the_data_gives() -> None:
    text = page(shared_folder(), "--only", "s3.3", "--only", "s5.1", "--only", "s5.3")
    blocks = re.findall(r"^### (?:(?!^##).*\n)*", text, flags=re.MULTILINE)
    assert len(blocks) == 3
    for block in blocks:
        assert block.strip() in PAGE.read_text(encoding="utf-8"), (
            "docs/RESULTS.md is not what the code gives: run python -m benchmarks.reproduce DATA"
        )
