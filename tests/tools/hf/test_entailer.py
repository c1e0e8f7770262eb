"""Hugging Face models as inference models."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest
from helpers import toy_models as toys

from qgauge.core import BadSetting
from qgauge.tools.registry import open_tool

pytest.importorskip("torch", reason="get it with: pip install '.[test-adapters]'")
pytest.importorskip("transformers", reason="get it with: pip install '.[test-adapters]'")


PAIRS = [("Ada built the tower.", "It was Ada."), ("Who is it?", "the tower " * 60), ("a", "b")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hf")


def test_the_order_of_labels_is_read_from_the_config(folder: Path) -> None:
    """The same weights with the rows and class names permuted."""
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
def test_not_entailment_of_two_classes_is_neutral(folder: Path, labels: tuple[str, str]) -> None:
    model = toys.save_hf("entailer", folder / labels[0], labels=labels)
    tool = open_tool("entailer", f"hf:{model}")
    for one in tool.entail(PAIRS):
        assert one.contradiction == 0
        assert one.entailment + one.neutral == pytest.approx(1)
    assert tool.identity.endswith(",classes=2")


def test_both_orders_of_two_classes_agree(folder: Path) -> None:
    names = ("entailment", "not_entailment")
    one = toys.save_hf("entailer", folder / "two", labels=names)
    other = toys.save_hf("entailer", folder / "two_turned", labels=names, order=(1, 0))
    first, second = (open_tool("entailer", f"hf:{model}").entail(PAIRS) for model in (one, other))
    for a, b in zip(first, second, strict=True):
        assert a.entailment == pytest.approx(b.entailment, abs=1e-6)


@pytest.mark.parametrize(
    ("labels", "complaint"),
    [
        (("LABEL_0", "LABEL_1", "LABEL_2"), "does not name its classes"),
        (("positive", "negative"), "its classes are positive, negative"),
        (("entailment", "entails", "neutral"), "must be entailment, neutral"),
        (("neutral", "contradiction"), "must be entailment, neutral"),
    ],
)
def test_labels_without_meaning_are_rejected(
    folder: Path, tmp_path: Path, labels: tuple[str, ...], complaint: str
) -> None:
    model = toys.save_hf("entailer", tmp_path / "nli", labels=labels)
    with pytest.raises(BadSetting, match=complaint):
        open_tool("entailer", f"hf:{model}")


def test_the_least_neutral_window_of_a_long_premise_decides(tmp_path: Path) -> None:
    model = toys.save_hf("entailer", tmp_path / "nli")
    tool = open_tool("entailer", f"hf:{model}")
    sentences = [f"{letter} built {other} . " for letter in "abcdefgh" for other in "wxyz"]
    for turn in range(0, 32, 4):
        premise = "".join(sentences[turn:] + sentences[:turn]).strip()
        (found,) = tool.entail([(premise, "it is")])
        # 64 tokens less 3 special tokens, 2 of the hypothesis and 1 spare hold 14 sentences of 4
        # tokens; the next window begins at the first sentence past the middle, 8 sentences later
        parts = [premise[at * 12 : (at + 14) * 12].strip() for at in (0, 8, 16, 24)]
        alone = tool.entail([(part, "it is") for part in parts])
        clearest = min(alone, key=lambda one: one.neutral)
        assert found.neutral == pytest.approx(clearest.neutral, abs=1e-12)
        assert premise[found.start : found.end] == parts[alone.index(clearest)]
