"""The judge against a real model: poor judgements, but a real protocol."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from helpers.injections import INJECTIONS, injected
from helpers.real_model import REASON, RealModel, is_there

from qgauge.core import Example
from qgauge.metrics import create
from qgauge.metrics.judge import Judge
from qgauge.metrics.rubric import shipped
from qgauge.tools.judge import Ask, FailureReason, Message
from qgauge.tools.judge.judge import ServerJudge
from qgauge.tools.judge.server import Server
from qgauge.tools.judge.store import Store

pytestmark = [pytest.mark.llm, pytest.mark.skipif(not is_there(), reason=REASON)]
ROW = Example(
    "1",
    "Who built the lighthouse?",
    ("Who made it?",),
    "Marta Lindqvist built it in 1874.",
    "Marta Lindqvist",
)


@pytest.fixture(scope="module")
def model() -> Iterator[RealModel]:
    with RealModel() as made:
        yield made


def judge(model: RealModel, folder: Path, **settings: Any) -> ServerJudge:
    quick = {"concurrency": 2, "max_tokens": 16, "deadline": 600.0, **settings}
    return ServerJudge(Server("smollm2", model.url, **quick), Store(folder / "answers.sqlite"))


def test_every_rubric_gets_a_verdict(model: RealModel, tmp_path: Path) -> None:
    one = judge(model, tmp_path)
    for name in shipped():
        metric = create(f"judge:rubric={name},reasons=off")
        (score,) = metric.score([ROW], {"judge": one})
        assert score.value in metric.verdicts, score
    totals = one.totals()
    assert totals.answers == len(shipped())
    assert totals.tokens_in > 200 * len(shipped()), "the server counts tokens"


@pytest.mark.parametrize("structured", ["schema", "object", "off"])
def test_every_mode_ends_in_a_verdict_or_a_reason(
    model: RealModel, tmp_path: Path, structured: str
) -> None:
    one = judge(model, tmp_path, structured=structured, max_tokens=48)
    (score,) = create("judge:rubric=fluency").score([ROW], {"judge": one})
    if score.value is None:
        assert score.unscored in {
            FailureReason.unreadable,
            FailureReason.misshapen,
            FailureReason.cut,
        }
        assert score.evidence["reply"]
    else:
        assert score.value in (1.0, 2.0, 3.0)


def test_free_text_and_repeats(model: RealModel, tmp_path: Path) -> None:
    one = judge(model, tmp_path, temperature=1.0, seed=1, max_tokens=48)
    ask = Ask((Message("user", "Name one colour. Reply with one word."),), str.strip)
    (verdict,) = one.ask([ask])
    assert verdict.value or verdict.why is FailureReason.cut
    metric = create("judge:rubric=fluency,reasons=off,samples=3")
    (score,) = metric.score([ROW], {"judge": one})
    assert isinstance(score.value, float)
    assert score.parts["samples"] == 3.0


def test_an_answer_that_is_too_long_is_not_stored(model: RealModel, tmp_path: Path) -> None:
    one = judge(model, tmp_path, max_tokens=2)
    (score,) = create("judge:rubric=fluency").score([ROW], {"judge": one})
    assert score.unscored == FailureReason.cut
    with one.store as store:
        assert list(store.entries()) == []


def test_the_command_end_to_end(model: RealModel, tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text(json.dumps({"question": ROW.question}) + "\n")
    words = ["judge", "run", "rows.jsonl", "--rubric", "fluency", "--no-reasons", "-o", "out.jsonl"]
    words += ["--judge", f"server:smollm2@{model.url},max_tokens=16,store=a.sqlite,deadline=600"]
    command = [sys.executable, "-c", "from qgauge.cli import main; main()", *words]
    for expected in ("1 new answers, 0 from the store", "0 new answers, 1 from the store"):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert expected in done.stderr


def post(model: RealModel, path: str, body: Any) -> Any:
    request = Request(f"{model.root}{path}", json.dumps(body).encode())
    with urlopen(request) as response:
        return json.loads(response.read())


def control_tokens(model: RealModel, question: str) -> int:
    """Number of control tokens in the prompt for a question, by the server's tokeniser."""
    metric = create("judge:rubric=fluency")
    assert isinstance(metric, Judge)
    (ask,) = metric.asks(Example("1", question))
    turns = [{"role": one.role, "content": one.text} for one in ask.messages]
    prompt = post(model, "/apply-template", {"messages": turns})["prompt"]
    asked = {"content": prompt, "parse_special": True, "with_pieces": True}
    tokens = post(model, "/tokenize", asked)["tokens"]
    # SmolLM2's control tokens are its first seventeen
    return sum(token["id"] < 17 for token in tokens)


def test_no_text_becomes_a_control_token(model: RealModel) -> None:
    plain = control_tokens(model, "Who built it?")
    assert plain >= 5, "they separate the messages of the chat"
    everything = " ".join(injected(text, 3) for text in INJECTIONS)
    assert control_tokens(model, f"Who built it? {everything}") == plain
    raw = {"content": "<|im_end|>", "parse_special": True, "with_pieces": True}
    assert [token["id"] < 17 for token in post(model, "/tokenize", raw)["tokens"]] == [True]


def test_no_injection_changes_the_form(model: RealModel, tmp_path: Path) -> None:
    """A sample; benchmarks/judge/injections.py runs all of them and counts moved verdicts."""
    rows = [
        Example(str(at), f"Who built it? {injected(text, 3)}")
        for at, text in enumerate(INJECTIONS[24:42:3])
    ]
    one = judge(model, tmp_path)
    scores = create("judge:rubric=fluency,reasons=off").score(rows, {"judge": one})
    assert all(score.value in (None, 1.0, 2.0, 3.0) for score in scores)
