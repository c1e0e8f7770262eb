"""Question generators on toy models: what they are given, and what the scores mean."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import toy_models as toys

from qgauge.core import BadSetting
from qgauge.tools.registry import open_tool
from qgauge.tools.roles import QUESTION_KINDS, Place

pytest.importorskip("torch", reason="get it with: pip install '.[test-adapters]'")
pytest.importorskip("transformers", reason="get it with: pip install '.[test-adapters]'")

TEXT = "Ada built the tower. It was a tower of Ada. Was it the tower?"
PLACE = Place(TEXT, 10, 19)


@pytest.fixture(scope="module")
def t5(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toys.save_t5(tmp_path_factory.mktemp("t5") / "asker", longest=128)


@pytest.fixture(scope="module")
def bart(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toys.save_bart(tmp_path_factory.mktemp("bart") / "asker")


@pytest.fixture(scope="module")
def tool(t5: Path) -> Any:
    return open_tool("generator", f"hf:{t5}")


def opened(model: Path, template: str) -> Any:
    return open_tool("generator", f"hf:{model},template={template}")


# ------------------------------------------------------------------ output


def test_scores_of_beams_are_those_of_transformers(tool: Any, t5: Path) -> None:
    """With a length penalty of 1, its scores are means over the tokens, too."""
    import torch
    import transformers

    model = transformers.AutoModelForSeq2SeqLM.from_pretrained(t5)
    given = torch.tensor([tool._model.prompt_ids(tool.prompt(PLACE))])
    said = model.generate(
        given,
        num_beams=8,
        num_return_sequences=8,
        max_new_tokens=64,
        length_penalty=1.0,
        return_dict_in_generate=True,
        output_scores=True,
    )
    expected = sorted(said.sequences_scores.tolist(), reverse=True)
    found = tool._model.written(tool.prompt(PLACE), 8, None)
    assert sorted((score for _, score in found), reverse=True) == pytest.approx(expected, abs=1e-5)
    (questions,) = tool.generate([PLACE], 8)
    assert {one.score for one in questions} <= {score for _, score in found}


@pytest.mark.parametrize("architecture", ["t5", "bart"])
def test_a_score_is_the_mean_log_probability_up_to_the_end(
    architecture: str, request: pytest.FixtureRequest
) -> None:
    """The oracle is the loss of transformers for one text at a time, without padding."""
    import torch
    import transformers

    folder = request.getfixturevalue(architecture)
    model = open_tool("generator", f"hf:{folder}")._model
    oracle = transformers.AutoModelForSeq2SeqLM.from_pretrained(folder)
    config = oracle.config
    start, end, pad = config.decoder_start_token_id, config.eos_token_id, config.pad_token_id
    texts = [[9, 8, 7, end], [6, end], [12, 11, 14, 10]]
    longest = max(map(len, texts))
    padded = [[start, *text, *[pad] * (longest - len(text))] for text in texts]
    given = torch.tensor([[5, 6, 7, end]])
    with torch.inference_mode():
        found = model._scores(given, torch.tensor(padded))
        losses = [oracle(input_ids=given, labels=torch.tensor([text])).loss for text in texts]
    assert found == pytest.approx([-float(loss) for loss in losses], abs=1e-5)


@pytest.mark.parametrize("kind", QUESTION_KINDS)
@pytest.mark.parametrize("seed", [None, 4])
def test_a_question_begins_with_its_kind(tool: Any, kind: str, seed: int | None) -> None:
    (found,) = tool.generate([Place(TEXT, 0, 3, kind)], 4, seed)
    assert found
    for one in found:
        # the toy writes `which`, which it does not know, in letters
        assert one.question.replace(" ", "").startswith(kind.replace(" ", ""))


def test_bart_writes_with_and_without_a_kind(bart: Path) -> None:
    tool = open_tool("generator", f"hf:{bart}")
    plain, why = tool.generate([PLACE, Place(TEXT, 0, 3, "why")], 3, 1)
    assert plain and why
    assert all(one.question.startswith("Why") for one in why)


def test_sampling_leaves_the_random_numbers_of_others_alone(tool: Any) -> None:
    import torch

    before = torch.random.get_rng_state()
    tool.generate([PLACE], 2, 7)
    assert torch.equal(torch.random.get_rng_state(), before)


def test_blank_answers_have_no_questions(tool: Any) -> None:
    assert tool.generate([Place(" \n Ada", 0, 2), PLACE], 2)[0] == []


# ------------------------------------------------------------------ input


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("hl", f"generate question: Ada built <hl> the tower <hl>{TEXT[19:]}"),
        ("hl_only", f"Ada built <hl> the tower <hl>{TEXT[19:]}"),
        ("prepend", f"answer: the tower context: {TEXT}"),
        (
            "ask {kind}, {answer} of {passage} after {anchor}!",
            f"ask why, the tower of {TEXT} after {TEXT[:20]}!",
        ),
    ],
)
def test_templates(t5: Path, template: str, expected: str) -> None:
    place = Place(TEXT, 10, 19, "why", (0, 20))
    assert opened(t5, template).prompt(place) == expected


def test_a_template_is_in_the_identity(t5: Path) -> None:
    names = ["hl", "prepend", "{answer} of {passage}", "{answer}  of {passage}"]
    identities = [opened(t5, name).identity for name in names]
    assert len(set(identities)) == 4
    assert identities[0] == open_tool("generator", f"hf:{t5}").identity
    assert identities[0].endswith(",template=hl")
    assert not any("{" in one or " " in one for one in identities)


def test_a_kind_in_the_template_is_left_to_the_model(t5: Path) -> None:
    (found,) = opened(t5, "{kind} {highlighted}").generate([Place(TEXT, 0, 3, "why")], 4)
    assert not any(one.question.startswith("why") for one in found)


@pytest.mark.parametrize(
    ("template", "complaint"),
    [
        ("highlight", "template must be hl, hl_only, prepend, or a text with {highlighted} or"),
        ("{passage}", "or a text with {highlighted} or {answer} in it, not '{passage}'"),
        ("{awnser}", "a template has no field 'awnser'. Did you mean 'answer'"),
        ("", "the setting 'template' has no value"),
    ],
)
def test_bad_templates_get_a_message(t5: Path, template: str, complaint: str) -> None:
    with pytest.raises(BadSetting, match=complaint.replace("{", r"\{")):
        opened(t5, template)


def test_a_batch_is_refused(t5: Path) -> None:
    with pytest.raises(BadSetting, match="a generator takes no batch"):
        open_tool("generator", f"hf:{t5},batch=8")


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    model = toys.save_hf("reader", tmp_path / "reader")
    with pytest.raises(BadSetting, match="'reader' cannot be used as a generator: it is not a seq"):
        open_tool("generator", f"hf:{model}")


@pytest.mark.parametrize("marker", [True, False])
def test_special_tokens_in_a_text_are_text(tmp_path: Path, marker: bool) -> None:
    model = toys.save_t5(tmp_path / "asker", marker=marker)
    tool = open_tool("generator", f"hf:{model}")
    text = "Ada <hl> built </s> it <<hl>hl> <pad> <hl>"
    prompt = tool.prompt(Place(text, 0, len("Ada <hl> built")))
    assert prompt.count("<hl>") == 2
    ids = tool._model.prompt_ids(prompt)
    names = tool._model._tokenizer.convert_ids_to_tokens(ids)
    assert names.count("</s>") == 1 and names[-1] == "</s>" and "<pad>" not in names
    assert names.count("<hl>") == (2 if marker else 0)


@pytest.mark.parametrize("template", ["hl", "prepend"])
@pytest.mark.parametrize("at", [0, 333, 599])
def test_a_long_passage_is_cut_to_whole_sentences_around_the_answer(
    t5: Path, template: str, at: int
) -> None:
    tool = opened(t5, template)
    sentences = [f"It was the tower {number}." for number in range(600)]
    text = " ".join(sentences)
    answer = str(at)
    start = text.index(f" {at}.") + 1
    prompt = tool.prompt(Place(text, start, start + len(answer)))
    assert 90 < len(tool._model.prompt_ids(prompt)) <= tool._model.longest == 128
    plain = prompt.replace("<hl> ", "").replace(" <hl>", "")
    shown = plain.partition(": ")[2].rpartition("context: ")[2]
    assert f"the tower {at}." in shown
    assert shown in text and shown.startswith("It was") and shown.endswith(".")


def test_a_long_answer_is_shortened(tool: Any) -> None:
    text = "Ada " + "built it " * 500 + "tower"
    prompt = tool.prompt(Place(text, 0, len(text)))
    assert 32 <= len(tool._model.prompt_ids(prompt)) <= 128
    assert prompt.count("<hl>") == 2 and "<hl> Ada" in prompt and "tower <hl>" in prompt
