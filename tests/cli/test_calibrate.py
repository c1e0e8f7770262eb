"""`qgauge calibrate`, and `--calibration` of score, rank and judge run, as a user runs them."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers.fault_server import FaultServer
from helpers.shared_data import shared_folder

from .conftest import EXAMPLES, Run

RATED = str(EXAMPLES.parent / "rated.jsonl")
Write = Callable[[str, Sequence[Any]], str]
EASY = ("--require-kappa", ".4", "-o", "c.json")


@pytest.fixture(autouse=True)
def no_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QGAUGE_JUDGE", "QGAUGE_JUDGE_KEY"):
        monkeypatch.delenv(name, raising=False)


def test_example(qgauge: Run, tmp_path: Path) -> None:
    done = qgauge("calibrate", RATED, "-m", "rouge_l", "-m", "q_bleu1", "-o", "c.json")
    assert (done.returncode, done.stderr) == (0, "")
    for part in (
        "30 rows in 10 clusters (same references)",
        "human ceiling: kappa 0.878 [0.809, 0.948]",
        "required: 0.703 (80% of the human ceiling)",
        "floor: length",
        "floor: random",
        "undecided        about 75 more ",
        "steps 1, 2, 3, 4, 5; step of a row: nearest to the mean of 2 raters; kappa",
        "r02 of wren: people 2, 1; metric 4 (score 0.796): What did the ferry",
        "answerability: trust no metric yet; about 2,700 more rows would probably show that "
        "q_bleu1.answerability can be trusted; about 75 more rows would probably show that "
        "q_bleu1 is not good enough\n",
        "fluency: trust none of these metrics\n",
        "saved c.json, but it trusts no metric: --calibration c.json refuses them all\n",
    ):
        assert part in done.stdout
    first = (tmp_path / "c.json").read_bytes()
    qgauge("calibrate", RATED, "-m", "rouge_l", "-m", "q_bleu1", "-o", "c.json", "--workers", "2")
    assert (tmp_path / "c.json").read_bytes() == first
    gate = json.loads(first)
    assert gate["data"]["rows"] == 30
    assert "What did the ferry" not in first.decode()


def test_one_rating_per_row_has_no_ceiling(qgauge: Run, write: Write) -> None:
    rows = [json.loads(line) for line in Path(RATED).read_text().splitlines()]
    for row in rows:
        row["ratings"] = {"answerability": row["ratings"]["answerability"][0]}
    done = qgauge("calibrate", write("one.jsonl", rows), "-m", "q_bleu1")
    assert "human ceiling: kappa - (there is one rating per row)" in done.stdout
    assert "required: 0.600 (substantial agreement (Landis and Koch)" in done.stdout
    assert "differs most from people\n" in done.stdout


def test_labels_without_an_order(qgauge: Run, write: Write) -> None:
    rows = [
        {"id": str(at), "question": "Who?", "references": [f"Who {at}?"], "ratings": {"fit": one}}
        for at, one in enumerate(["yes", "no"] * 5)
    ]
    done = qgauge("calibrate", write("rows.jsonl", rows), "-m", "bleu1")
    assert done.returncode == 0
    assert "bleu1: the labels have no known order, and the metric gives numbers" in done.stdout
    assert "fit: trust no metric yet; none could be measured" in done.stdout


def test_ratings_to_fix_first(qgauge: Run, write: Write) -> None:
    def rated(kind: type[int] | type[str]) -> str:
        rows = [
            {
                "id": str(at),
                "question": "Who?",
                "references": [f"Who {at}?"],
                "ratings": {"fit": [kind(1 + at % 3), kind(1 + at % 2)]},
            }
            for at in range(12)
        ]
        return write(f"{kind.__name__}.jsonl", rows)

    done = qgauge("calibrate", rated(str), "-m", "bleu1")
    assert done.stdout.endswith(' without an order: write 1 instead of "1"\n')
    assert "hardly" not in done.stdout
    done = qgauge("calibrate", rated(int), "-m", "bleu1")
    assert "\nraters hardly agree on fit (ceiling 0.000 [-0.5" in done.stdout
    assert done.stdout.endswith("fix the guidelines or the ratings first\n")


def test_the_output_says_what_happens_if_labels_tie(qgauge: Run, write: Write) -> None:
    rows = [
        {"id": str(at), "question": "Who?", "references": ["Who?"], "ratings": {"fit": one}}
        for at, one in enumerate([["yes", "no"], ["yes", "yes"], ["no", "no"]] * 3)
    ]
    done = qgauge("calibrate", write("rows.jsonl", rows), "-m", "bleu1")
    assert "step of a row: the most frequent label, none if labels tie;" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give files with ratings, or a public data set"),
        ((RATED, "--data", "qgeval=x"), "not both"),
        ((RATED, "--dimension", "beauty"), "there is no dimension 'beauty'"),
        ((RATED, "-o", "c.txt"), "the name of the calibration must end in .json"),
        ((RATED, "-m", "no_such"), "There is no metric 'no_such'"),
    ],
)
def test_mistakes(qgauge: Run, words: tuple[str, ...], said: str) -> None:
    done = qgauge("calibrate", *words)
    assert done.returncode == 2
    assert said in done.stderr


# ------------------------------------------------------------------ --calibration


def test_score_accepts_a_trusted_metric_and_writes_steps(qgauge: Run, tmp_path: Path) -> None:
    assert qgauge("calibrate", RATED, "-m", "q_bleu1", *EASY).returncode == 0
    words = ("score", RATED, "-m", "q_bleu1", "--calibration", "c.json")
    done = qgauge(*words, "-o", "out.jsonl", "--workers", "2")
    assert (done.returncode, done.stderr) == (0, "")
    trusted = "calibrated  q_bleu1: trusted for answerability (by q_bleu1.answerability); not for "
    assert f"{trusted}fluency (undecided)" in done.stdout
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    cuts = json.loads((tmp_path / "c.json").read_text())["dimensions"]["answerability"]["metrics"]
    for row in rows:
        score = row["scores"]["q_bleu1"]
        below = sum(cut <= score["parts"]["answerability"] for cut in cuts[1]["cuts"])
        assert score["calibrated"] == {"answerability": 1 + below}
    assert {row["scores"]["q_bleu1"]["calibrated"]["answerability"] for row in rows} == set(
        range(1, 6)
    )
    found = json.loads(qgauge(*words, "--json").stdout)
    assert found["calibration"] == {
        "q_bleu1": {"trusted": ["answerability"], "not_trusted": {"fluency": "undecided"}}
    }
    qgauge(*words, "-o", "out.csv")
    with (tmp_path / "out.csv").open(newline="") as file:
        assert next(csv.DictReader(file))["q_bleu1.calibrated.answerability"] == "5"
    assert qgauge(*words, "--html", "page.html").returncode == 0


@pytest.mark.parametrize("verb", ["score", "rank"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-m", "q_bleu1:preset=vqa"), "preset is vqa, not squad"),
        (("-m", "rouge_l"), "rouge_l was not calibrated; the calibration has q_bleu1, bleu4"),
        (("-m", "bleu4"), "bleu4 is not trusted for any dimension: answerability (undecided"),
    ],
)
def test_a_run_is_refused_before_anything_is_scored(
    qgauge: Run, tmp_path: Path, verb: str, words: tuple[str, ...], said: str
) -> None:
    qgauge("calibrate", RATED, "-m", "q_bleu1", "-m", "bleu4", *EASY)
    done = qgauge(verb, RATED, *words, "--calibration", "c.json", "-o", "out.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("qgauge: c.json: ")
    assert said in done.stderr
    assert not (tmp_path / "out.jsonl").exists()


def test_another_version_is_refused(qgauge: Run, tmp_path: Path) -> None:
    qgauge("calibrate", RATED, "-m", "q_bleu1", *EASY)
    file = tmp_path / "c.json"
    file.write_text(file.read_text().replace("|v:0", "|v:9"))
    done = qgauge("score", RATED, "-m", "q_bleu1", "--calibration", "c.json")
    assert done.returncode == 2
    assert "version is 0." in done.stderr
    assert "Calibrated: q_bleu1|" in done.stderr


def test_another_tool_is_refused(qgauge: Run, tmp_path: Path) -> None:
    metric = ("-m", "q_bleu1:names=parser")
    qgauge("calibrate", RATED, *metric, *EASY)
    file = tmp_path / "c.json"
    file.write_text(file.read_text().replace("|parser:", "|parser:other-"))
    done = qgauge("score", RATED, *metric, "--calibration", "c.json")
    assert done.returncode == 2
    assert "calibrated: parser is " in done.stderr


def test_rank_needs_trust_in_the_value_it_ranks_by(qgauge: Run, tmp_path: Path) -> None:
    """At .4, only the part answerability of q_bleu1 is trusted; at .3, its value is, too."""
    words = ("rank", RATED, "-m", "q_bleu1", "--calibration", "c.json", "-o", "out.jsonl")
    qgauge("calibrate", RATED, "-m", "q_bleu1", *EASY)
    refused = qgauge(*words)
    assert refused.returncode == 2
    assert "the value of q_bleu1 is not trusted: answerability (undecided" in refused.stderr
    assert "only q_bleu1.answerability can be trusted, and rank needs the value" in refused.stderr
    easier = qgauge("calibrate", RATED, "-m", "q_bleu1", "--require-kappa", ".3", "-o", "c.json")
    assert "required: 0.300 (--require-kappa)\n" in easier.stdout
    assert "saved c.json; use it with --calibration c.json\n" in easier.stdout
    done = qgauge(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "calibrated  q_bleu1: trusted for answerability; not for fluency" in done.stdout
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    steps = [row["scores"]["q_bleu1"]["calibrated"]["answerability"] for row in rows]
    assert steps == sorted(steps, reverse=True)
    assert json.loads(qgauge(*words[:-2], "--json").stdout)["calibration"]["q_bleu1"]["trusted"]


def test_an_untrusted_metric_can_be_allowed(qgauge: Run, tmp_path: Path) -> None:
    qgauge("calibrate", RATED, "-m", "bleu4", "-o", "c.json")
    words = ("score", RATED, "-m", "bleu4", "--calibration", "c.json", "--allow-untrusted")
    done = qgauge(*words, "-o", "out.jsonl")
    assert done.returncode == 0
    assert (
        "calibrated  bleu4: trusted for no dimension; not for answerability (not g" in done.stdout
    )
    assert "calibrated" not in (tmp_path / "out.jsonl").read_text()
    assert qgauge("score", RATED, "-m", "bleu3", *words[4:]).returncode == 2


def test_options_that_do_not_go_together(qgauge: Run, tmp_path: Path) -> None:
    alone = qgauge("score", RATED, "-m", "bleu4", "--allow-untrusted")
    assert (alone.returncode, alone.stderr) == (
        2,
        "qgauge: --allow-untrusted needs --calibration.\n",
    )
    absent = qgauge("rank", RATED, "-m", "bleu4", "--calibration", "absent.json")
    assert absent.returncode == 2
    assert "absent.json: cannot read the calibration: No such file" in absent.stderr
    qgauge("calibrate", RATED, "-m", "q_bleu1", *EASY)
    before = (tmp_path / "c.json").read_bytes()
    both = qgauge("score", RATED, "-m", "q_bleu1", "--calibration", "c.json", "-o", "c.json")
    assert both.returncode == 2
    assert "this file is also the calibration" in both.stderr
    assert (tmp_path / "c.json").read_bytes() == before


# ------------------------------------------------------------------ judges


def good_judge(request: dict[str, Any]) -> str:
    """Rate a question by its number of words: one word 1, two words 2, more 3."""
    text = request["messages"][1]["content"]
    level = next(
        level for level, word in ((3, "Wherever"), (2, "Whoever"), (1, "Why")) if word in text
    )
    return json.dumps({"reason": "as told", "score": level})


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with FaultServer(answer=good_judge) as made:
        yield made


def rated_for_judge() -> list[dict[str, Any]]:
    words = {1: "Why", 2: "Whoever", 3: "Wherever"}
    return [
        {
            "id": str(at),
            "question": f"{words[1 + at % 3]} is number {at}?",
            "ratings": {"fluency": [1 + at % 3, 1 + at % 3]},
        }
        for at in range(30)
    ]


def test_a_judge_is_calibrated_and_then_run(
    qgauge: Run, write: Write, server: FaultServer, tmp_path: Path
) -> None:
    file = write("rated.jsonl", rated_for_judge())
    engine = f"server:tiny@{server.url},store=answers.sqlite,pause=0.01"
    words = ("-m", "judge:rubric=fluency", "--judge", engine, "-o", "c.json")
    done = qgauge("calibrate", file, *words)
    assert done.returncode == 0, done.stderr
    assert "fluency: trust judge:rubric=fluency" in done.stdout
    (line,) = json.loads((tmp_path / "c.json").read_text())["dimensions"]["fluency"]["metrics"]
    assert (line["kappa"]["value"], line["cuts"], line["steps"]) == (1.0, None, [1.0, 2.0, 3.0])

    new = write("new.jsonl", [{"id": "n", "question": "Whoever is it?", "passage": "Ann."}])
    run = ("judge", "run", new, "--rubric", "fluency", "--calibration", "c.json")
    asked = sum(server.asked.values())
    for changed, said in (
        (("--judge", engine.replace("tiny", "large")), "judge is server:large@"),
        (("--judge", engine, "--samples", "3"), "samples is 3, not 1"),
        (("--judge", engine, "--no-reasons"), "reasons is off, not on"),
        (("--judge", engine, "--rubric", "clarity"), "rubric is clarity@"),
    ):
        refused = qgauge(*run, *changed, "-o", "out.jsonl")
        assert refused.returncode == 2
        assert said in refused.stderr
        assert not (tmp_path / "out.jsonl").exists()
    assert sum(server.asked.values()) == asked  # no call was made, and none was paid

    limited = f"{engine},price_in=1,price_out=1"  # prices and limits do not change a verdict
    done = qgauge(*run, "--judge", limited, "--limit", "100", "-o", "out.jsonl")
    assert done.returncode == 0, done.stderr
    assert "calibrated  judge:rubric=fluency: trusted for fluency" in done.stdout
    row = json.loads((tmp_path / "out.jsonl").read_text())
    assert row["scores"]["judge:rubric=fluency"]["calibrated"] == {"fluency": 2}


# ------------------------------------------------------------------ published ratings


def test_published_ratings(qgauge: Run) -> None:
    folder = shared_folder() / "eval" / "answerability"
    several = qgauge("calibrate", "--data", f"answerability={folder}", "-m", "q_bleu1")
    assert several.returncode == 2
    assert "one rated set at a time, not on answerability/squad" in several.stderr
    data = ("--data", f"answerability={folder}#wikimovies")
    found = json.loads(qgauge("calibrate", *data, "-m", "q_bleu1", "--json").stdout)
    dimension = found["dimensions"]["answerability"]
    assert dimension["ceiling"]["value"] > 0.9
    value, part = dimension["metrics"]
    assert part["part"] == "answerability"
    assert part["kappa"]["value"] > value["kappa"]["value"] > 0.7
    assert dimension["floor"]["random"]["kappa"]["value"] < 0.2
