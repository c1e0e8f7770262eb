"""Hugging Face models as readers."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from helpers import toy_models as toys

import qgauge
from qgauge.tools.registry import open_tool
from qgauge.tools.roles import MOST_SURPRISE
from qgauge.tools.span_reader import PARTIAL

pytest.importorskip("torch", reason="get it with: pip install '.[test-adapters]'")
pytest.importorskip("transformers", reason="get it with: pip install '.[test-adapters]'")


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toys.save_hf("reader", tmp_path_factory.mktemp("hf") / "reader")


@pytest.mark.parametrize("words", [3, 40, 300, 1500])
def test_an_answer_at_the_end_of_a_long_passage_is_found(reader: Path, words: int) -> None:
    """The toy model takes 64 tokens and answers "ada", which is at the very end."""
    passage = "the tower was built . " * (words // 5) + "it was built by Ada"
    (answer,) = open_tool("reader", f"hf:{reader}").answer([("Who built it?", passage)])
    assert answer.text == "Ada"
    assert answer.end == len(passage)


@pytest.mark.parametrize("at", [0, 25, 52, 53, 54, 100])
def test_an_answer_anywhere_is_found(reader: Path, at: int) -> None:
    before, after = "the tower was " * at, " was the tower" * 40
    (answer,) = open_tool("reader", f"hf:{reader}").answer([("Who?", f"{before}Ada{after}")])
    assert (answer.text, answer.start) == ("Ada", len(before))


def test_a_very_long_question_leaves_room_for_the_passage(reader: Path) -> None:
    (answer,) = open_tool("reader", f"hf:{reader}").answer([("who built it? " * 99, "by Ada")])
    assert answer.text == "Ada"


def test_probabilities_are_normalised_over_all_spans(reader: Path) -> None:
    """Computed from the model's logits: all spans of three pieces, and no answer."""
    import torch
    from transformers import AutoModelForQuestionAnswering

    (answer,) = open_tool("reader", f"hf:{reader}").answer([("Who?", "it was it")])
    vocabulary = toys.VOCABULARY.index
    ids = [vocabulary(word) for word in ("[CLS]", "who", "?", "[SEP]", "it", "was", "it", "[SEP]")]
    model = AutoModelForQuestionAnswering.from_pretrained(reader)
    with torch.no_grad():
        said = model(torch.tensor([ids]), token_type_ids=torch.tensor([[0] * 4 + [1] * 4]))
    start, end = said.start_logits[0].double(), said.end_logits[0].double()
    scores = {(a, b): start[a] + end[b] for a in (4, 5, 6) for b in (4, 5, 6) if a <= b}
    nothing = start[0] + end[0]
    total = sum(torch.exp(score) for score in (*scores.values(), nothing))
    assert answer.confidence == pytest.approx(float(max(scores.values()).exp() / total), rel=1e-5)
    assert answer.no_answer == pytest.approx(float(nothing.exp() / total), rel=1e-5)


def test_the_surprise_of_a_given_answer(reader: Path) -> None:
    """It is -ln of the probability of its span. If one of two pieces is in the passage, F1 is 2/3,
    and ten times ln(3/2) is added.
    """
    import torch
    from transformers import AutoModelForQuestionAnswering

    tool = open_tool("reader", f"hf:{reader}")
    exact, partly, absent, article = tool.weigh(
        [("Who?", "it was it", answer) for answer in ("was", "was built", "tower", "the")]
    )
    vocabulary = toys.VOCABULARY.index
    ids = [vocabulary(word) for word in ("[CLS]", "who", "?", "[SEP]", "it", "was", "it", "[SEP]")]
    model = AutoModelForQuestionAnswering.from_pretrained(reader)
    with torch.no_grad():
        said = model(torch.tensor([ids]), token_type_ids=torch.tensor([[0] * 4 + [1] * 4]))
    start, end = said.start_logits[0].double(), said.end_logits[0].double()
    spans = [(a, b) for a in (4, 5, 6) for b in (4, 5, 6) if a <= b]
    total = torch.logsumexp(torch.stack([start[a] + end[b] for a, b in [(0, 0), *spans]]), 0)

    def surprise(a: int, b: int, f1: float) -> float:
        return float(total - start[a] - end[b]) - PARTIAL * math.log(f1)

    # F1 with "was": "was" 1, with one "it" 2/3, with both 1/2; with "was built": 2/3, 1/2, 2/5
    least = min(
        (4, 5, 2 / 3), (4, 6, 1 / 2), (5, 5, 1.0), (5, 6, 2 / 3), key=lambda s: surprise(*s)
    )
    assert exact.surprise == pytest.approx(surprise(*least), rel=1e-5)
    least = min(
        (4, 5, 1 / 2), (4, 6, 2 / 5), (5, 5, 2 / 3), (5, 6, 1 / 2), key=lambda s: surprise(*s)
    )
    assert partly.surprise == pytest.approx(surprise(*least), rel=1e-5)
    assert exact.own == tool.answer([("Who?", "it was it")])[0]
    assert absent.surprise == article.surprise == MOST_SURPRISE


@pytest.mark.parametrize("words", [3, 300])
def test_a_given_answer_at_the_end_of_a_long_passage_is_found(reader: Path, words: int) -> None:
    passage = "the tower was built . " * (words // 5) + "it was built by Ada"
    tool = open_tool("reader", f"hf:{reader}")
    right, wrong = tool.weigh([("Who?", passage, answer) for answer in ("ADA", "built")])
    assert (right.start, right.end) == (len(passage) - 3, len(passage))
    assert right.surprise < wrong.surprise
    assert right.surprise == pytest.approx(-math.log(right.own.confidence))


def test_accents_and_capitals_do_not_matter(reader: Path) -> None:
    passage = "it was Ad\u00e0"
    tool = open_tool("reader", f"hf:{reader}")
    found = tool.weigh([("Who?", passage, answer) for answer in ("Ad\u00e0", "ada", "ADA\u0300")])
    assert len({one.surprise for one in found}) == 1
    assert passage[found[0].start : found[0].end].endswith("Ad\u00e0")


def test_a_byte_level_model_finds_a_given_answer(tmp_path: Path) -> None:
    """A word has a different token at the start of a text than within it."""
    model = toys.save_roberta(tmp_path / "roberta", "RobertaForQuestionAnswering")
    tool = open_tool("reader", f"hf:{model}")
    for passage in ("the tower", "built the tower"):
        (found,) = tool.weigh([("Who?", passage, "the tower")])
        assert "tower" in passage[found.start : found.end]
        assert found.surprise < MOST_SURPRISE


def test_quality_and_answering_work_with_a_hugging_face_reader(reader: Path) -> None:
    row = {"question": "Who built the tower?", "passage": "It was built by Ada.", "answer": "Ada"}
    results = qgauge.score(
        [row, {**row, "answer": "London"}],
        metrics=["answering", "quality"],
        tools={"reader": f"hf:{reader}"},
    )
    right, wrong = results["answering"].scores
    assert right.value > wrong.value
    assert all(isinstance(score.value, float) for score in results["quality"].scores)
    assert "reader:hf:reader@" in results["quality"].signature


def test_a_byte_level_model_whose_positions_begin_at_two(tmp_path: Path) -> None:
    """Positions stay in range for long, odd and empty passages, and offsets are exact."""
    model = toys.save_roberta(tmp_path / "roberta", "RobertaForQuestionAnswering")
    passages = [
        "the tower " * 50 + "Ada",
        " 東京 🙂 the\u0301 x",
        "half \ud83d of it",
        "",
        " ",
        "Ada",
    ]
    tool = open_tool("reader", f"hf:{model}")
    for passage, answer in zip(
        passages, tool.answer([("Who built it?", one) for one in passages]), strict=True
    ):
        assert answer.text == passage[answer.start : answer.end] == answer.text.strip()
        assert bool(answer.text) == bool(passage.strip())
