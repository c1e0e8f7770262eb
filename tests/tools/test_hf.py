"""Hugging Face models as tools: what they say."""

from __future__ import annotations

import json
import math
from itertools import permutations
from pathlib import Path

import pytest
from helpers import toy_models as toys

import qgauge
from qgauge.core import BadSetting
from qgauge.tools.embedded.reader import PARTIAL
from qgauge.tools.registry import open_tool
from qgauge.tools.roles import MOST_SURPRISE

pytest.importorskip("torch", reason="get it with: pip install '.[test-adapters]'")
pytest.importorskip("transformers", reason="get it with: pip install '.[test-adapters]'")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hf")


@pytest.fixture(scope="module")
def reader(folder: Path) -> Path:
    return toys.save_hf("reader", folder / "reader")


# ------------------------------------------------------------------ reader


@pytest.mark.parametrize("words", [3, 40, 300, 1500])
def test_an_answer_at_the_end_of_a_long_passage_is_found(reader: Path, words: int) -> None:
    """The toy takes 64 tokens at a time and points at "ada"; it stands at the very end."""
    passage = "the tower was built . " * (words // 5) + "it was built by Ada"
    (answer,) = open_tool("reader", f"hf:{reader}").answer([("Who built it?", passage)])
    assert answer.text == "Ada"
    assert answer.end == len(passage)


@pytest.mark.parametrize("at", [0, 25, 52, 53, 54, 100])
def test_an_answer_anywhere_is_found(reader: Path, at: int) -> None:
    before, after = "the tower was " * at, " was the tower" * 40
    (answer,) = open_tool("reader", f"hf:{reader}").answer([("Who?", f"{before}Ada{after}")])
    assert (answer.text, answer.start) == ("Ada", len(before))


def test_a_question_longer_than_the_model_leaves_room_for_the_passage(reader: Path) -> None:
    (answer,) = open_tool("reader", f"hf:{reader}").answer([("who built it? " * 99, "by Ada")])
    assert answer.text == "Ada"


def test_probabilities_are_those_of_all_spans(reader: Path) -> None:
    """By hand from the model's own outputs: spans of three pieces, and none."""
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


def test_the_surprise_of_a_given_answer_by_hand(reader: Path) -> None:
    """-ln of the probability of its span; of an answer of which one piece of two is there, F1 is
    2/3, and ten times ln(3/2) are added."""
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

    # "was" alone is 1, with one "it" 2/3, with both 1/2; beside "was built" 2/3, 1/2 and 2/5
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


def test_accents_and_capitals_make_no_other_answer(reader: Path) -> None:
    passage = "it was Ad\u00e0"
    tool = open_tool("reader", f"hf:{reader}")
    found = tool.weigh([("Who?", passage, answer) for answer in ("Ad\u00e0", "ada", "ADA\u0300")])
    assert len({one.surprise for one in found}) == 1
    assert passage[found[0].start : found[0].end].endswith("Ad\u00e0")


def test_a_given_answer_is_found_by_a_model_on_bytes(tmp_path: Path) -> None:
    """A word has another token at the beginning of a text than within it."""
    model = toys.save_roberta(tmp_path / "roberta", "RobertaForQuestionAnswering")
    tool = open_tool("reader", f"hf:{model}")
    for passage in ("the tower", "built the tower"):
        (found,) = tool.weigh([("Who?", passage, "the tower")])
        assert "tower" in passage[found.start : found.end]
        assert found.surprise < MOST_SURPRISE


def test_quality_and_answering_take_such_a_reader(reader: Path) -> None:
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


# ------------------------------------------------------------------ entailer


PAIRS = [("Ada built the tower.", "It was Ada."), ("Who is it?", "the tower " * 60), ("a", "b")]


def test_the_order_of_labels_is_read_from_the_config(folder: Path) -> None:
    """The same weights with their rows in every order, and the names in that order."""
    said = []
    for at, order in enumerate(permutations(range(3))):
        model = toys.save_hf("entailer", folder / f"nli{at}", order=order)
        said.append(open_tool("entailer", f"hf:{model}").entail(PAIRS))
    configs = [json.loads((folder / f"nli{at}" / "config.json").read_text()) for at in range(6)]
    assert len({config["id2label"]["0"] + config["id2label"]["1"] for config in configs}) == 6
    assert len({(one.entailment > one.neutral, one.contradiction > 0.4) for one in said[0]}) > 1
    for others in said[1:]:
        for one, other in zip(said[0], others, strict=True):
            assert other.entailment == pytest.approx(one.entailment, abs=1e-6)
            assert other.contradiction == pytest.approx(one.contradiction, abs=1e-6)


@pytest.mark.parametrize(
    "labels", [("entailment", "not_entailment"), ("NOT_ENTAILMENT", "Entailment")]
)
def test_of_two_classes_the_other_is_neutral(folder: Path, labels: tuple[str, str]) -> None:
    model = toys.save_hf("entailer", folder / labels[0], labels=labels)
    tool = open_tool("entailer", f"hf:{model}")
    for one in tool.entail(PAIRS):
        assert one.contradiction == 0
        assert one.entailment + one.neutral == pytest.approx(1)
    assert tool.identity.endswith(",classes=2")


def test_the_two_orders_of_two_classes_agree(folder: Path) -> None:
    names = ("entailment", "not_entailment")
    one = toys.save_hf("entailer", folder / "two", labels=names)
    other = toys.save_hf("entailer", folder / "two_turned", labels=names, order=(1, 0))
    first, second = (open_tool("entailer", f"hf:{model}").entail(PAIRS) for model in (one, other))
    for a, b in zip(first, second, strict=True):
        assert a.entailment == pytest.approx(b.entailment, abs=1e-6)


@pytest.mark.parametrize(
    ("labels", "complaint"),
    [
        (("LABEL_0", "LABEL_1", "LABEL_2"), "does not say what its classes are"),
        (("positive", "negative"), "its classes are positive, negative"),
        (("entailment", "entails", "neutral"), "they should be entailment, neutral"),
        (("neutral", "contradiction"), "they should be entailment, neutral"),
    ],
)
def test_labels_that_say_nothing_are_refused(
    folder: Path, tmp_path: Path, labels: tuple[str, ...], complaint: str
) -> None:
    model = toys.save_hf("entailer", tmp_path / "nli", labels=labels)
    with pytest.raises(BadSetting, match=complaint):
        open_tool("entailer", f"hf:{model}")


def test_a_long_premise_is_judged_in_windows_and_the_clearest_decides(tmp_path: Path) -> None:
    model = toys.save_hf("entailer", tmp_path / "nli")
    tool = open_tool("entailer", f"hf:{model}")
    sentences = [f"{letter} built {other} . " for letter in "abcdefgh" for other in "wxyz"]
    for turn in range(0, 32, 4):
        premise = "".join(sentences[turn:] + sentences[:turn]).strip()
        (found,) = tool.entail([(premise, "it is")])
        # 64 tokens, less 3 signs, 2 of the hypothesis and 1 to spare: 14 sentences of 4; the next
        # window begins with the first sentence past its middle, which is 8 sentences on
        parts = [premise[at * 12 : (at + 14) * 12].strip() for at in (0, 8, 16, 24)]
        alone = tool.entail([(part, "it is") for part in parts])
        clearest = min(alone, key=lambda one: one.neutral)
        assert found.neutral == pytest.approx(clearest.neutral, abs=1e-12)
        assert premise[found.start : found.end] == parts[alone.index(clearest)]


# ------------------------------------------------------------------ classifier and grammarian


def test_classes_of_li_and_roth_are_recognised(folder: Path) -> None:
    model = toys.save_hf("classifier", folder / "classes")
    (label,) = open_tool("classifier", f"hf:{model}").classify(["Who built it?"])
    assert list(label.probabilities) == ["HUM:ind", "NUM:date", "LOC:city"]


def test_long_questions_show_the_classifier_their_end(tmp_path: Path) -> None:
    model = toys.save_hf("classifier", tmp_path / "classes")
    tool = open_tool("classifier", f"hf:{model}")
    one, other = tool.classify(["the tower " * 90 + "ada", "the tower " * 90 + "who"])
    assert one.probabilities != other.probabilities


def test_grammar_tags_become_errors_with_better_wordings(tmp_path: Path) -> None:
    """The toy finds "ada" wrong."""
    labels = ("$KEEP", "$REPLACE_the")
    model = toys.save_hf("grammarian", tmp_path / "ged", labels=labels, points_at="ada")
    tool = open_tool("grammarian", f"hf:{model}")
    text = "who is Ada , who is it ? " * 30 + "is Ada Ada ?"
    (found,) = tool.check([text], suggest=True)
    assert len(found.errors) == 32  # edits are one each, neighbours or not
    assert {text[error.start : error.end] for error in found.errors} == {"Ada"}
    assert {error.suggestion for error in found.errors} == {"the"}
    assert found.wellformed is None
    assert {error.suggestion for error in tool.check([text])[0].errors} == {None}


def test_neighbours_with_one_error_are_one(tmp_path: Path) -> None:
    labels = ("correct", "incorrect")
    model = toys.save_hf("grammarian", tmp_path / "ged", labels=labels, points_at="ada")
    (found,) = open_tool("grammarian", f"hf:{model}").check(["is Ada Ada it? Ada"])
    assert [(error.start, error.end) for error in found.errors] == [(3, 10), (15, 18)]
    assert {error.kind for error in found.errors} == {"incorrect"}


def test_a_tagger_of_something_else_is_no_grammarian(tmp_path: Path) -> None:
    model = toys.save_hf("grammarian", tmp_path / "pos", labels=("NOUN", "VERB"))
    with pytest.raises(BadSetting, match="exactly one should be for words that are right"):
        open_tool("grammarian", f"hf:{model}")


# ------------------------------------------------------------------ RoBERTa


def test_a_model_on_bytes_whose_places_begin_at_two(tmp_path: Path) -> None:
    """Long, odd and empty passages: no place is out of the model's reach, and all are exact."""
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


def test_texts_longer_than_such_a_model_takes_are_cut_for_the_encoder(tmp_path: Path) -> None:
    model = toys.save_roberta(tmp_path / "roberta", "RobertaModel")
    long, short = open_tool("encoder", f"hf:{model}").encode(["the tower " * 50, "the"], 2)
    assert len(long.pieces) == 64
    assert short.pieces == ("<s>", "Ġthe", "</s>")  # as within a text, as bert-score has it
