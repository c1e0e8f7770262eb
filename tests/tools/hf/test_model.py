"""Finding and rejecting Hugging Face models."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from helpers import toy_models as toys

from qgauge.core import BadSetting, MissingTool
from qgauge.tools.registry import open_tool

pytest.importorskip("torch", reason="get it with: pip install '.[test-adapters]'")
pytest.importorskip("transformers", reason="get it with: pip install '.[test-adapters]'")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hf")


@pytest.fixture(scope="module")
def reader(folder: Path) -> Path:
    return toys.save_hf("reader", folder / "reader")


def changed(model: Path, copy: Path, **config: Any) -> Path:
    """Copy a model and change its config."""
    shutil.copytree(model, copy)
    file = copy / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **config}))
    return copy


def test_a_model_for_another_task_is_rejected(reader: Path) -> None:
    """Otherwise its head would be initialised at random."""
    tool = open_tool("encoder", f"hf:{reader}")  # works, because an encoder needs no head
    assert tool.encode(["who"], 1)[0].pieces == ("[CLS]", "who", "[SEP]")
    with pytest.raises(BadSetting, match="does not name its classes"):
        open_tool("classifier", f"hf:{reader}")


def test_a_head_without_weights_is_rejected(reader: Path, tmp_path: Path) -> None:
    model = changed(reader, tmp_path / "claims", id2label={"0": "a", "1": "b"})
    tool = open_tool("classifier", f"hf:{model}")
    with pytest.raises(BadSetting, match="it was trained for BertForQuestionAnswering and has no"):
        tool.classify(["who"])


def test_only_safetensors_are_loaded(reader: Path, tmp_path: Path) -> None:
    import torch

    model = tmp_path / "pickled"
    shutil.copytree(reader, model)
    (model / "model.safetensors").unlink()
    torch.save({}, model / "pytorch_model.bin")
    with pytest.raises(MissingTool, match="has no weights as safetensors"):
        open_tool("reader", f"hf:{model}")


def test_no_code_of_the_model_is_run(reader: Path, tmp_path: Path) -> None:
    auto = {"AutoConfig": "evil.Config", "AutoModelForQuestionAnswering": "evil.Model"}
    model = changed(reader, tmp_path / "evil", model_type="evil", auto_map=auto)
    (model / "evil.py").write_text(f"open({str(tmp_path / 'was_here')!r}, 'w')\n")
    with pytest.raises(MissingTool, match=r"'evil' cannot be used: .* cannot be loaded"):
        open_tool("reader", f"hf:{model}").answer([("Who?", "Ada")])
    assert not (tmp_path / "was_here").exists()


def test_damaged_weights_are_reported(reader: Path, tmp_path: Path) -> None:
    model = tmp_path / "damaged"
    shutil.copytree(reader, model)
    (model / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(MissingTool, match="'damaged' cannot be used: it cannot be loaded"):
        open_tool("reader", f"hf:{model}").answer([("Who?", "Ada")])


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (
            "hf:no/such-model",
            "'no/such-model' is not on this machine. Install it with: hf download",
        ),
        ("hf:no/such,revision=v2", "hf download no/such --revision v2"),
        ("hf:/no/such/folder/at all", "neither a folder nor a valid model name"),
        ("hf:TOY,device=warp", "the device 'warp' is not available"),
        ("hf:TOY,batch=0", "batch must be a whole number of at least 1"),
        ("hf:TOY,batch=many", "batch must be a whole number of at least 1"),
        ("hf:TOY,devise=cpu", "no setting 'devise'. Did you mean 'device'"),
        ("hf:TOY,device=", "'device' has no value"),
        ("hf:TOY,revision=main", "is a folder; revision= works only"),
        ("hf:,device=cpu", "the model is missing"),
    ],
)
def test_mistakes_get_a_message(reader: Path, asked: str, complaint: str) -> None:
    with pytest.raises((BadSetting, MissingTool), match=complaint):
        open_tool("reader", asked.replace("TOY", str(reader))).answer([("Who?", "Ada")])


def test_missing_and_broken_configs_are_reported(reader: Path, tmp_path: Path) -> None:
    nli = toys.save_hf("entailer", tmp_path / "nli")
    (nli / "config.json").write_text("{")
    with pytest.raises(MissingTool, match=r"'nli' is broken: config.json"):
        open_tool("entailer", f"hf:{nli}")
    (nli / "config.json").unlink()
    with pytest.raises(MissingTool, match="has no config"):
        open_tool("entailer", f"hf:{nli}")


@pytest.fixture
def hub(tmp_path: Path, reader: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Save the reader in the layout of the Hugging Face cache, and return its commit."""
    commit = "0123456789abcdef0123456789abcdef01234567"
    kept = tmp_path / "models--toys--reader"
    shutil.copytree(reader, kept / "snapshots" / commit)
    (kept / "refs").mkdir()
    (kept / "refs" / "main").write_text(commit)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    return commit


def test_a_model_given_by_name_comes_from_the_hugging_face_cache(hub: str, reader: Path) -> None:
    asked = [("Who?", "by Ada")]
    named = open_tool("reader", "hf:toys/reader")
    assert named.answer(asked) == open_tool("reader", f"hf:{reader}").answer(asked)
    assert named.identity.startswith("hf:toys/reader@")
    assert f",revision={hub[:12]},device=cpu,batch=1" in named.identity
    assert open_tool("reader", f"hf:toys/reader,revision={hub}").identity == named.identity
    with pytest.raises(MissingTool, match="hf download toys/reader --revision v2"):
        open_tool("reader", "hf:toys/reader,revision=v2")


def test_the_identity_holds_all_that_can_change_results(reader: Path, tmp_path: Path) -> None:
    identity = open_tool("reader", f"hf:{reader}").identity
    other = toys.save_hf("reader", tmp_path / "reader", seed=2)
    known = {
        identity,
        open_tool("reader", f"hf:{other}").identity,
        open_tool("reader", f"hf:{reader},batch=8").identity,
        open_tool("reader", f"hf:{reader}", threads=2).identity,
    }
    assert len(known) == 4
    copy = tmp_path / "elsewhere" / "reader"
    shutil.copytree(reader, copy)
    assert open_tool("reader", f"hf:{copy}").identity == identity


def test_larger_batches_agree_to_six_digits(folder: Path) -> None:
    model = toys.save_hf("entailer", folder / "batched")
    pairs = [(f"ada built {one}", f"who is {other}") for one in "abcd" for other in "efgh"]
    alone = open_tool("entailer", f"hf:{model}").entail(pairs)
    together = open_tool("entailer", f"hf:{model},batch=16").entail(pairs)
    for one, other in zip(alone, together, strict=True):
        assert other.entailment == pytest.approx(one.entailment, abs=1e-6)
