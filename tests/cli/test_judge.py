"""`qgauge judge` and the metric judge, end to end, against a server on loopback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.fault_server import FaultServer

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Write = Callable[[str, list[Any]], str]
ROWS = [
    {"id": "1", "question": "Who built it?", "passage": "Marta built it.", "system": "a"},
    {"id": "2", "question": "When was that?", "passage": "It was in 1874.", "system": "a"},
    {"id": "1", "question": "Built who?", "passage": "Marta built it.", "system": "b"},
    {"id": "2", "question": "Is soup warm?", "system": "b"},
]
PRICES = "price_in=1000,price_out=2000"


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with FaultServer() as made:
        yield made


@pytest.fixture(autouse=True)
def no_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QGAUGE_JUDGE", "QGAUGE_JUDGE_KEY"):
        monkeypatch.delenv(name, raising=False)


def engine(server: FaultServer, *settings: str) -> str:
    return ",".join([f"server:tiny@{server.url}", "store=answers.sqlite", "pause=0.01", *settings])


def test_estimate_makes_no_calls(
    qgauge: Run, write: Write, server: FaultServer, tmp_path: Path
) -> None:
    """Four questions on fluency; three have a passage for relevance. Nothing is stored yet."""
    words = [write("rows.jsonl", ROWS), "--rubric", "fluency", "--rubric", "relevance"]
    words += ["--judge", engine(server, PRICES)]
    done = qgauge("judge", "estimate", *words, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    fluency, relevance = found["rubrics"]["fluency"], found["rubrics"]["relevance"]
    assert (fluency["calls"], fluency["lacking"], fluency["stored"]) == (4, 0, 0)
    assert (relevance["calls"], relevance["lacking"]) == (3, 1)
    expected = (fluency["tokens_in"] * 1000 + fluency["tokens_out"] * 2000) / 1e6
    assert fluency["cost"] == pytest.approx(expected)
    assert fluency["most_cost"] > fluency["cost"]
    assert not server.asked
    table = qgauge("judge", "estimate", *words).stdout
    assert "(all)" in table
    assert "at 4 bytes per token" in table
    qgauge("judge", "run", *words)
    after = json.loads(qgauge("judge", "estimate", *words, "--json").stdout)
    assert after["rubrics"]["fluency"]["calls"] == 0
    assert after["rubrics"]["fluency"]["stored"] == 4
    assert after["based_on"] == "7 stored answers of this model"


def test_run_writes_verdicts_and_reports_the_cost(
    qgauge: Run, write: Write, server: FaultServer, tmp_path: Path
) -> None:
    """7 calls of 100 tokens in and 10 out: 7 x (100 x 1000 + 10 x 2000) / 1e6 = .84."""
    words = [write("rows.jsonl", ROWS), "--rubric", "fluency", "--rubric", "relevance"]
    words += ["--judge", engine(server, PRICES), "--max-unscored", "50", "-o", "out.jsonl"]
    done = qgauge("judge", "run", *words)
    assert done.returncode == 0, done.stderr
    assert "7 calls, 7 new answers, 0 from the store; 700 tokens in, 70 out; cost 0.84" in (
        done.stderr
    )
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert rows[3]["scores"]["judge:rubric=relevance"] == {"value": None, "unscored": "no passage"}
    assert rows[0]["scores"]["judge:rubric=fluency"]["value"] in (1.0, 2.0, 3.0)
    assert rows[0]["scores"]["judge:rubric=fluency"]["evidence"]["reason"]
    first = (tmp_path / "out.jsonl").read_bytes()
    again = qgauge("judge", "run", *words)
    assert "0 calls, 0 new answers, 7 from the store" in again.stderr
    assert (tmp_path / "out.jsonl").read_bytes() == first
    assert sum(server.asked.values()) == 7


def test_score_explain_and_workers_use_the_judge_from_the_environment(
    qgauge: Run, write: Write, server: FaultServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write("rows.jsonl", ROWS)
    monkeypatch.setenv("QGAUGE_JUDGE", engine(server))
    metric = "judge:rubric=fluency,samples=2"
    one = qgauge("score", file, "-m", metric, "-m", "judge:rubric=clarity", "--max-unscored", "50")
    assert one.returncode == 0, one.stderr
    assert "11 calls" in one.stderr
    two = qgauge("score", file, "-m", metric, "--workers", "2")
    assert two.returncode == 0, two.stderr
    assert "0 calls, 0 new answers, 8 from the store" in two.stderr
    shown = qgauge("explain", file, "--id", "2", "--system", "b", "-m", "judge:rubric=fluency")
    assert "user: Is soup warm?" in shown.stdout
    assert "rubric fluency: whether the question reads" in shown.stdout
    assert f"server:tiny@{server.url}" in shown.stdout


def test_repeated_samples_at_temperature_0_give_a_warning(
    qgauge: Run, write: Write, server: FaultServer
) -> None:
    words = ["judge", "run", write("rows.jsonl", ROWS), "--rubric", "fluency", "--samples", "2"]
    cold = qgauge(*words, "--judge", engine(server))
    assert cold.returncode == 0, cold.stderr
    assert "at temperature 0" in cold.stderr
    warm = qgauge(*words, "--judge", engine(server, "temperature=0.7"))
    assert "at temperature 0" not in warm.stderr
    assert "8 calls" in warm.stderr


def test_the_cost_limit_stops_the_run_with_a_message(
    qgauge: Run, write: Write, server: FaultServer
) -> None:
    rows = [{"id": str(at), "question": f"Who is number {at}?"} for at in range(30)]
    words = [write("rows.jsonl", rows), "--rubric", "fluency", "--limit", "3.5"]
    done = qgauge("judge", "run", *words, "--judge", engine(server, PRICES, "max_tokens=20"))
    assert done.returncode == 1
    assert "unscored by judge:rubric=fluency" in done.stdout
    assert "(the spend limit was reached)" in done.stdout
    assert 0 < sum(server.asked.values()) * 0.12 <= 3.5


def test_cache_shows_exports_and_prunes(
    qgauge: Run, write: Write, server: FaultServer, tmp_path: Path
) -> None:
    words = [write("rows.jsonl", ROWS), "--rubric", "fluency", "--rubric", "clarity"]
    qgauge("judge", "run", *words, "--judge", engine(server, PRICES), "--max-unscored", "50")
    store = ("--store", "answers.sqlite")
    shown = json.loads(qgauge("judge", "cache", *store, "--json").stdout)
    assert [(line["about"], line["answers"]) for line in shown["answers"]] == [
        ("clarity", 3),
        ("fluency", 4),
    ]
    assert shown["answers"][1]["cost"] == pytest.approx(4 * 0.12)
    assert "tiny" in qgauge("judge", "cache", *store).stdout
    out = qgauge("judge", "cache", *store, "--export", "-").stdout
    exported = [json.loads(line) for line in out.splitlines()]
    assert len(exported) == 7
    replies = {one["about"]: json.loads(one["reply"]) for one in exported}
    assert replies["fluency of a/1"]["score"] in (1, 2, 3)
    nothing = qgauge("judge", "cache", *store, "--prune", "--before", "2001-01-01")
    assert "Deleted 0 answers" in nothing.stdout
    pruned = qgauge("judge", "cache", *store, "--prune", "--about", "clarity")
    assert "Deleted 3 answers, which had cost 0.36" in pruned.stdout
    left = json.loads(qgauge("judge", "cache", *store, "--json").stdout)
    assert [line["about"] for line in left["answers"]] == ["fluency"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["judge", "run", "rows.jsonl"], "choose what to judge with --rubric: answer_consistency"),
        (["judge", "run", "rows.jsonl", "--rubric", "fluncy"], "Did you mean 'fluency'"),
        (["judge", "run", "rows.jsonl", "--rubric", "fluency"], "--judge server:MODEL@URL"),
        (["judge", "run", "no.jsonl", "--rubric", "fluency"], "no.jsonl"),
        (
            ["judge", "run", "rows.jsonl", "--rubric", "fluency", "--judge", "gpt"],
            "server:MODEL@URL",
        ),
        (
            ["judge", "run", "rows.jsonl", "--rubric", "answer_consistency", "--judge", "HERE"],
            "needs 'answer'",
        ),
        (["judge", "cache", "--prune"], "choose what to delete"),
        (["judge", "cache", "--store", "nowhere.sqlite"], "no such file"),
        (["judge", "cache", "--before", "yesterday"], "must be a date"),
        (["judge", "cache", "--store", "rows.jsonl"], "choose another file"),
        (["score", "rows.jsonl", "-m", "judge:rubric=fluency"], "QGAUGE_JUDGE"),
        (
            ["score", "rows.jsonl", "-m", "judge", "--judge", "server:m@http://h/?k=v"],
            "must not contain a user",
        ),
    ],
)
def test_mistakes_get_one_message(
    qgauge: Run, write: Write, server: FaultServer, words: list[str], said: str
) -> None:
    write("rows.jsonl", ROWS)
    given = [engine(server) if word == "HERE" else word for word in words]
    done = qgauge(*given)
    assert done.returncode == 2
    assert said in done.stderr
    assert not server.asked


def test_an_unreachable_server_gets_one_message(qgauge: Run, write: Write) -> None:
    judge = "server:m@http://127.0.0.1:9/v1,tries=2,pause=0.01"
    file = write("rows.jsonl", ROWS)
    done = qgauge("judge", "run", file, "--rubric", "fluency", "--judge", judge)
    assert done.returncode == 2
    assert "http://127.0.0.1:9/v1 does not answer: no connection" in done.stderr


@pytest.mark.slow
def test_an_interrupted_run_keeps_answers_and_resumes(
    qgauge: Run, write: Write, tmp_path: Path
) -> None:
    rows = [{"id": str(at), "question": f"Who is number {at}?"} for at in range(60)]
    with FaultServer(delay=0.1) as server:
        words = ["judge", "run", write("rows.jsonl", rows), "--rubric", "fluency"]
        words += ["-o", "out.jsonl", "--judge", engine(server, "concurrency=4")]
        process = subprocess.Popen(
            [sys.executable, "-c", "from qgauge.cli import main; main()", *words],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        while process.poll() is None and sum(server.paid.values()) < 8:
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGINT)
        _, said = process.communicate()
        assert process.returncode == 130
        assert "in flight" in said
        assert "Traceback" not in said
        paid = sum(server.paid.values())
        assert f"{paid} new answers" in said
        assert not (tmp_path / "out.jsonl").exists()
        done = qgauge(*words)
        assert f"{60 - paid} new answers, {paid} from the store" in done.stderr
        assert sum(server.paid.values()) == 60


def test_labels_are_counted(qgauge: Run, write: Write, tmp_path: Path) -> None:
    (tmp_path / "tone.toml").write_text(
        'name = "tone"\nabout = "whether it is polite"\nfields = ["question"]\n'
        'labels = ["rude", "polite"]\ninstructions = "Look at the words."\n'
    )

    def answer(request: dict[str, Any]) -> str:
        polite = "soup" in request["messages"][1]["content"]
        return json.dumps({"reason": "so", "label": "polite" if polite else "rude"})

    with FaultServer(answer=answer) as server:
        words = [write("rows.jsonl", ROWS), "-m", "judge:rubric=tone.toml"]
        words += ["--judge", engine(server)]
        done = qgauge("score", *words)
        assert done.returncode == 0, done.stderr
        assert "rude 3, polite 1" in done.stdout
        found = json.loads(qgauge("score", *words, "--json").stdout)
        overall = found["metrics"]["judge:rubric=tone.toml"]
        assert overall["labels"] == {"rude": 3, "polite": 1}
        assert overall["systems"]["b"]["labels"] == {"rude": 1, "polite": 1}
        assert "gives labels" in qgauge("compare", *words).stderr
        shown = qgauge("explain", *words, "--id", "2", "--system", "b")
        assert "judge:rubric=tone.toml = polite" in shown.stdout


# ------------------------------------------------------------------ agreement with people


def rated(count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": str(at),
            "question": f"Who {'really ' * (at % 4)}is number {at}?",
            "system": "ab"[at % 2],
            "ratings": {"fluency": [at % 3 + 1]},
        }
        for at in range(count)
    ]


def agreeing(share: int) -> Callable[[dict[str, Any]], str]:
    """A model that gives the human rating, except for every n-th row."""

    def answer(request: dict[str, Any]) -> str:
        text = request["messages"][1]["content"]
        at = int(text.partition("is number ")[2].partition("?")[0])
        score = at % 3 + 1 if at % share else 1
        return json.dumps({"reason": "so", "score": score})

    return answer


def test_meta_compares_the_judge_with_people_and_requires_kappa(qgauge: Run, write: Write) -> None:
    """Every fifth of 60 rows gets a 1; 4 of those 12 are right, so 52 agree.

    The judge says 1 for 28, 2 and 3 for 16 each; people give each one 20 times. Expected by chance:
    (20 x 28 + 20 x 16 + 20 x 16) / 3600 = 1/3; kappa = (52/60 - 1/3) / (2/3) = .8.
    """
    file = write("rated.jsonl", rated(60))
    with FaultServer(answer=agreeing(5)) as server:
        words = ["meta", file, "-m", "judge:rubric=fluency", "--judge", engine(server)]
        done = qgauge(*words, "--require-kappa", ".4")
        assert done.returncode == 0, done.stderr
        assert "kappa 0.800 [" in done.stdout
        assert "people   judge 1  judge 2  judge 3  total" in done.stdout
        lines = [line.split() for line in done.stdout.splitlines()]
        assert ["1", "20", "0", "0", "20"] in lines
        assert ["3", "4", "0", "16", "20"] in lines
        # the errors: 4 rows by one step, 4 by two
        assert ["(all)", "60", "86.7%", "-0.200"] in lines
        assert "correlation of error with question length: Pearson" in done.stdout
        low = qgauge(*words, "--require-kappa", ".85")
        assert low.returncode == 1
        assert "kappa of judge:rubric=fluency with people on fluency" in low.stderr
        assert "does not meet --require-kappa 0.85" in low.stderr
        found = json.loads(qgauge(*words, "--json").stdout)
        (one,) = found["verdicts"]
        assert one["kappa"]["value"] == pytest.approx(0.8)
        assert one["bias_by_system"]["a"]["n"] == 30


def test_kappa_needs_a_judge(qgauge: Run, write: Write) -> None:
    rows = [{**row, "references": ["Who?"]} for row in rated(6)]
    done = qgauge("meta", write("rows.jsonl", rows), "-m", "bleu1", "--require-kappa", ".4")
    assert done.returncode == 2
    assert "--require-kappa" in done.stderr
