"""`qgauge tune` from rated rows to a weights file that a metric can use."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

CITIES = ["Rome", "Oslo", "Lima", "Cairo", "Quito", "Delhi", "Paris", "Accra", "Minsk", "Sofia"]


@pytest.fixture
def rated(tmp_path: Path) -> Path:
    """Rows with high ratings if and only if the question contains the name."""
    source = random.Random(1)
    rows = []
    for at in range(120):
        city = source.choice(CITIES)
        river = f"river{at}"
        kept = source.random() < 0.5
        words = ["What", "old", river, "flows", "through", *([city] if kept else [])]
        if source.random() < 0.5:
            words.remove("old")
        if source.random() < 0.5:
            words.remove(river)
        rows.append(
            {
                "id": at,
                "question": " ".join(words) + "?",
                "references": f"What old {river} flows through {city}?",
                "ratings": {
                    "answerable": [5 if kept else 1, source.choice([4, 5] if kept else [1, 2])]
                },
            }
        )
    file = tmp_path / "rated.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


SMALL = ("--tuned-on", "60", "--bag", "40", "--bags", "5", "--splits", "6")


def test_finds_the_weights_behind_the_ratings_and_writes_them(qgauge: Any, rated: Path) -> None:
    weights = rated.parent / "weights.json"
    shown = qgauge("tune", rated, "-m", "q_bleu1:absent=zero", *SMALL, "-o", weights)
    assert shown.returncode == 0, shown.stderr
    assert "on held-out rows" in shown.stdout
    assert f"q_bleu1:absent=zero,weights={weights}" in shown.stdout.replace("\n", "")
    written = json.loads(weights.read_text(encoding="utf-8"))
    name, content, function, question, delta = map(float, written["weights"].split("/"))
    # the function words are the same in all rows, so their weight has no effect
    assert name > 0.1 > content
    assert name + content + function + question == pytest.approx(1)
    assert delta > 0.9
    assert written["held_out"]["mean"] > 0.9 > written["before"]
    # the initial weights are measured on the same held-out rows as the tuned ones
    assert written["held_out"]["mean"] > written["before_held_out"]["mean"]
    assert len(written["before_held_out"]["each"]) == 6
    assert "tuned is better in 6 splits" in shown.stdout
    assert len(written["held_out"]["each"]) == 6
    assert len(written["data"]["digest"]) == 64
    used = qgauge("score", rated, "-m", f"q_bleu1:absent=zero,weights={weights}", "--json")
    (result,) = json.loads(used.stdout)["metrics"].values()
    assert f"weights:{written['weights']}" in result["signature"]
    assert result["signature"] == written["signature"]


def test_tuning_is_deterministic(qgauge: Any, rated: Path) -> None:
    one, two = (qgauge("tune", rated, *SMALL, "--json").stdout for _ in range(2))
    assert one == two
    other = qgauge("tune", rated, *SMALL, "--json", "--seed", "2").stdout
    assert other != one


def test_weights_hold_for_their_settings_only(qgauge: Any, rated: Path) -> None:
    weights = rated.parent / "weights.json"
    qgauge("tune", rated, "-m", "q_bleu1:absent=zero", *SMALL, "-o", weights)
    for request, said in (
        (f"q_bleu1:weights={weights}", "tuned with absent=zero, not renormalise"),
        (f"q_bleu2:absent=zero,weights={weights}", "are for q_bleu1"),
        ("q_bleu1:weights=none.json", "cannot read the weights none.json"),
    ):
        refused = qgauge("score", rated, "-m", request)
        assert refused.returncode == 2
        assert said in refused.stderr.replace("\n", " ")
    weights.write_text("[1, 2]", encoding="utf-8")
    refused = qgauge("score", rated, "-m", f"q_bleu1:weights={weights}")
    assert "is not a weights file" in refused.stderr.replace("\n", " ")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("-m", "bleu4"), "bleu4 has no weights to tune"),
        (("--dimension", "beauty"), "there are no ratings of 'beauty'"),
        (("--gold", "silver"), "silver"),
        (("--tuned-on", "500"), "too few to tune on 500 and measure on the rest"),
        (("-o", "weights.txt"), "must end in .json"),
        (("--data", "answerability=x"), "give files with ratings, or a public data set"),
    ],
)
def test_mistakes_get_a_message(qgauge: Any, rated: Path, more: tuple[str, ...], said: str) -> None:
    refused = qgauge("tune", rated, *more)
    assert refused.returncode == 2
    assert said in refused.stderr.replace("\n", " ")
    assert "Traceback" not in refused.stderr


def test_rows_without_ratings(qgauge: Any, tmp_path: Path) -> None:
    file = tmp_path / "plain.jsonl"
    file.write_text('{"question": "Who?", "references": "Who?"}', encoding="utf-8")
    refused = qgauge("tune", file)
    assert refused.returncode == 2
    assert "no row has ratings" in refused.stderr.replace("\n", " ")
    assert "give files with ratings" in qgauge("tune").stderr.replace("\n", " ")
    asked = qgauge("tune", "--data", "answerability").stderr.replace("\n", " ")
    assert "--data must be NAME=PATH" in asked
    asked = qgauge("tune", "--data", "answrability=x").stderr.replace("\n", " ")
    assert "Did you mean 'answerability'?" in asked


def write(folder: Path, rows: list[dict[str, Any]]) -> Path:
    file = folder / "rows.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


def test_constant_ratings(qgauge: Any, tmp_path: Path) -> None:
    rows = [
        {"question": f"Who is {at}?", "references": f"Who was {at}?", "ratings": {"good": [3, 3]}}
        for at in range(80)
    ]
    refused = qgauge("tune", write(tmp_path, rows), *SMALL)
    assert refused.returncode == 2
    assert "all ratings are the same" in refused.stderr


def test_one_reference_for_all(qgauge: Any, tmp_path: Path) -> None:
    rows = [
        {"question": f"Who is {at}?", "references": "Who was it?", "ratings": {"good": [at % 5]}}
        for at in range(80)
    ]
    refused = qgauge("tune", write(tmp_path, rows), *SMALL)
    assert refused.returncode == 2
    assert "have 1 different reference(s)" in refused.stderr.replace("\n", " ")


def test_stdin(qgauge: Any, rated: Path) -> None:
    shown = qgauge("tune", "-", *SMALL, "--json", stdin=rated.read_text(encoding="utf-8"))
    assert shown.returncode == 0, shown.stderr
    assert json.loads(shown.stdout)["data"]["rows"] == 120


def test_bad_rows_can_be_skipped(qgauge: Any, rated: Path) -> None:
    with rated.open("a", encoding="utf-8") as file:
        file.write('\n{"question": ""}\n')
    stopped = qgauge("tune", rated, *SMALL)
    assert stopped.returncode == 2
    assert "line 121" in stopped.stderr
    kept = qgauge("tune", rated, *SMALL, "--keep-going", "--refused", rated.parent / "bad.jsonl")
    assert kept.returncode == 1
    assert "120 rows in 120 clusters" in kept.stdout
    assert "1 row(s) refused" in kept.stderr


def test_an_unwritable_file_is_reported_before_tuning(qgauge: Any, rated: Path) -> None:
    refused = qgauge("tune", rated, *SMALL, "-o", rated.parent / "none" / "weights.json")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "weights.json: the folder does not exist" in refused.stderr.replace("\n", " ")
    refused = qgauge("tune", rated, *SMALL, "-o", "weights.txt")
    assert refused.returncode == 2


def test_too_few_rows_for_any_weights(qgauge: Any, tmp_path: Path) -> None:
    rows = [
        {"question": f"Who is {at}?", "references": f"Who was {at}?", "ratings": {"good": at % 5}}
        for at in range(20)
    ]
    refused = qgauge("tune", write(tmp_path, rows), "--tuned-on", "12", "--bag", "8")
    assert refused.returncode == 2
    said = refused.stderr.replace("\n", " ")
    assert "there are 20 rated rows with one reference, and tuning needs at least 30" in said


def test_initial_weights_that_give_constant_scores(qgauge: Any, rated: Path) -> None:
    # the function words are the same in all rows, so weighting only them gives constant scores
    weights = rated.parent / "weights.json"
    own = "q_bleu1:preset=own,weights=0/0/1/0/1,absent=zero"
    shown = qgauge("tune", rated, "-m", own, *SMALL, "-o", weights)
    assert shown.returncode == 0, shown.stderr
    assert "before     - on the same rows" in shown.stdout
    written = json.loads(weights.read_text(encoding="utf-8"))
    assert (written["before"], written["before_held_out"]["mean"]) == (None, None)


# ------------------------------------------------------------------ quality


def sailed(passages: int) -> list[dict[str, Any]]:
    """Return five pairs about each passage, rated by whether the answer is right, and by chance."""
    source = random.Random(2)
    rows = []
    for at in range(5 * passages):
        right, wrong = CITIES[at // 5 % 10], CITIES[(at // 5 + 3) % 10]
        answer = right if at % 5 < 3 else wrong
        rows.append(
            {
                "id": at,
                "question": f"Where did the {at // 5}th ship sail?",
                "passage": f"The {at // 5}th ship sailed to {right}. Nobody went to {wrong}.",
                "answer": answer,
                "ratings": {
                    "fluency": [source.choice([2, 3])],
                    "right": [5 if answer == right else source.choice([1, 2])],
                },
            }
        )
    return rows


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    return write(tmp_path, sailed(12))


BY_WEIGHTS = "quality:method=weights"


@pytest.mark.slow
def test_quality_from_rated_pairs(qgauge: Any, pairs: Path) -> None:
    weights = pairs.parent / "weights.json"
    shown = qgauge("tune", BY_WEIGHTS, pairs, "--dimension", "right", "--folds", "4", "-o", weights)
    assert shown.returncode == 0, shown.stderr
    assert "60 rows in 12 clusters" in shown.stdout
    assert f"use it with -m quality:weights={weights}" in shown.stdout.replace("\n", "")
    written = json.loads(weights.read_text(encoding="utf-8"))
    assert sum(map(float, written["weights"].split("/"))) == pytest.approx(1)
    assert written["out_of_fold"] > 0.5
    assert written["dimension"] == "right"
    used = qgauge("score", pairs, "-m", f"quality:weights={weights}", "--json")
    (result,) = json.loads(used.stdout)["metrics"].values()
    assert result["signature"] == written["signature"]
    both = ("--dimension", "right", "--dimension", "fluency", "--folds", "4", "--json")
    mean = json.loads(qgauge("tune", pairs, "-m", BY_WEIGHTS, *both).stdout)
    assert mean["dimension"] == ["right", "fluency"]
    assert mean["gold"].startswith("the mean of right: ")


def test_the_learned_quality_from_rated_pairs(qgauge: Any, tmp_path: Path) -> None:
    file, weights = write(tmp_path, sailed(24)), tmp_path / "w.json"
    asked = ("--dimension", "right", "--folds", "4", "--cache", tmp_path / "tools.sqlite")
    shown = qgauge("tune", "quality", file, *asked, "--ridge", ".001", "-o", weights)
    assert shown.returncode == 0, shown.stderr
    assert "120 rows in 24 clusters" in shown.stdout
    assert "with weights 1/1/1/1/1/1/1" in shown.stdout
    assert f"use it with -m quality:weights={weights}" in shown.stdout.replace("\n", "")
    written = json.loads(weights.read_text(encoding="utf-8"))
    assert written["settings"] == {"method": "learned"}
    exponents = dict(zip(written["spread"], map(float, written["weights"].split("/")), strict=True))
    # only the answers differ: their dimension counts most, and dimensions of the question, which is
    # the same for all pairs of a passage, hardly move
    assert max(exponents, key=exponents.__getitem__) == "answer_consistency"
    assert exponents["conciseness"] == pytest.approx(1, abs=0.1)
    assert written["out_of_fold"] > 0.5
    used = qgauge("score", file, "-m", f"quality:weights={weights}", "--json", *asked[-2:])
    (result,) = json.loads(used.stdout)["metrics"].values()
    assert result["signature"] == written["signature"]
    assert f"|weights:{written['weights']}|" in result["signature"]
    for more in ("method=weights", "formula=soft"):
        refused = qgauge("score", file, "-m", f"quality:{more},weights={weights}")
        assert refused.returncode == 2
        assert "were fitted with method=learned" in refused.stderr.replace("\n", " ")


def test_the_learned_quality_needs_a_hundred_rows(qgauge: Any, pairs: Path) -> None:
    refused = qgauge("tune", "quality", pairs, "--dimension", "right", "--folds", "4")
    assert refused.returncode == 2
    said = refused.stderr.replace("\n", " ")
    assert "there are 60 rated rows with a passage and an answer, and fitting needs at" in said
    assert "least 100" in said


def test_two_metrics(qgauge: Any, pairs: Path) -> None:
    refused = qgauge("tune", "quality", pairs, "-m", "q_bleu1")
    assert refused.returncode == 2
    assert "two metrics are given: 'quality' and 'q_bleu1'" in refused.stderr


def test_quality_with_too_few_passages(qgauge: Any, pairs: Path) -> None:
    refused = qgauge("tune", BY_WEIGHTS, pairs, "--dimension", "right", "--folds", "20")
    assert refused.returncode == 2
    assert "rows have 12" in refused.stderr.replace("\n", " ")
