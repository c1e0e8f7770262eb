"""Only unchanged model files run; each error names the file and the remedy."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from models.conftest import sequence

from qgauge.core.errors import QgaugeError
from qgauge.models import BadModel, Pieces, load, manifest, tokenizer
from training.export.manifest import record


@pytest.fixture
def folder(folders: dict[str, Path], tmp_path: Path) -> Path:
    shutil.copytree(folders["w8"], tmp_path, dirs_exist_ok=True)
    return tmp_path


def error_of(folder: Path, name: str = "linguist") -> str:
    with pytest.raises(BadModel) as caught:
        load(name, folder)
    message = str(caught.value)
    assert isinstance(caught.value, QgaugeError)
    assert "pip install --force-reinstall" in message
    return message


def test_one_flipped_bit_is_detected(folder: Path) -> None:
    file = folder / "linguist.onnx"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    assert "linguist.onnx is corrupted (SHA-256" in error_of(folder)
    assert load("reader", folder).name == "reader"


def test_a_truncated_file_is_detected(folder: Path) -> None:
    file = folder / "linguist.onnx"
    file.write_bytes(file.read_bytes()[:-1])
    assert "linguist.onnx is truncated" in error_of(folder)


def test_a_longer_file_is_detected(folder: Path) -> None:
    file = folder / "linguist.onnx"
    file.write_bytes(file.read_bytes() + b"\0")
    assert "linguist.onnx is too long" in error_of(folder)


def test_swapped_files_are_detected(folder: Path) -> None:
    linguist, reader = folder / "linguist.onnx", folder / "reader.onnx"
    linguist.rename(folder / "other")
    reader.rename(linguist)
    (folder / "other").rename(reader)
    assert "linguist.onnx contains reader.onnx instead" in error_of(folder)
    assert "reader.onnx contains linguist.onnx instead" in error_of(folder, "reader")
    record("linguist.onnx", "linguist.md", folder)  # even if the manifest agrees
    assert "is not a linguist of format 1: reader" in error_of(folder)


def test_missing_files_are_reported(folder: Path) -> None:
    (folder / "linguist.onnx").unlink()
    assert "linguist.onnx is missing" in error_of(folder)
    assert "vectors.onnx is not in manifest.json" in error_of(folder, "vectors")
    (folder / "manifest.json").write_text('{"files": {"reader.onnx": {}}}')
    assert "manifest.json cannot be read" in error_of(folder, "reader")
    (folder / "manifest.json").unlink()
    assert "manifest.json is missing" in error_of(folder, "reader")


def test_files_that_are_not_models_are_rejected(folder: Path) -> None:
    for data in (b"\xff" * 40, b"", b"\x3a\x05hello", b"pickle"):
        (folder / "linguist.onnx").write_bytes(data)
        record("linguist.onnx", "linguist.md", folder)
        assert "linguist.onnx" in error_of(folder)


def test_the_manifest_holds_size_checksum_and_card(folder: Path) -> None:
    entry = manifest(folder)["linguist.onnx"]
    assert entry.size == (folder / "linguist.onnx").stat().st_size
    assert entry.card == "linguist.md"
    data = (folder / "linguist.onnx").read_bytes()
    assert entry.sha256 == hashlib.sha256(data).hexdigest()
    assert list(json.loads((folder / "manifest.json").read_text())["files"]) == [
        "linguist.onnx",
        "reader.onnx",
    ]


def test_a_file_is_checked_once(folder: Path) -> None:
    session = load("linguist", folder)
    (folder / "linguist.onnx").unlink()
    assert load("linguist", folder) is session


def test_errors_can_be_pickled() -> None:
    error = BadModel("linguist.onnx", "is missing")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_the_tokenizer_is_checked_and_never_truncates(folder: Path) -> None:
    tokenizers = import_module("tokenizers")
    words = {"[UNK]": 0, "what": 1, "##ever": 2}
    made = tokenizers.Tokenizer(tokenizers.models.WordPiece(words, unk_token="[UNK]"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    made.enable_truncation(2)
    made.enable_padding(length=8)
    (folder / "tokenizer.json").write_text(made.to_str())
    record("tokenizer.json", "tokenizer.md", folder)
    assert tokenizer(folder).encode("what whatever what").ids == [1, 1, 2, 1]
    other = folder / "other"
    other.mkdir()
    for name in ("tokenizer.json", "manifest.json"):
        shutil.copy(folder / name, other)
    (other / "tokenizer.json").write_text("{}")
    with pytest.raises(BadModel, match=r"tokenizer\.json is truncated"):
        tokenizer(other)


@pytest.mark.parametrize(
    "pieces",
    [
        Pieces([1]),
        Pieces([1] * 513),
        Pieces([1, 2, 3], types=[0]),
        Pieces([1, 2, 3], starts=[3]),
        Pieces([1, 2, 3], starts=[1, 1]),
    ],
)
def test_invalid_sequences_are_rejected(folder: Path, pieces: Pieces) -> None:
    with pytest.raises(ValueError, match="pieces"):
        load("linguist", folder).run([pieces])


def test_outputs_can_be_chosen(folder: Path) -> None:
    session = load("linguist", folder)
    given = [sequence(9, 1), sequence(2, 1)]
    chosen, everything = session.run(given, ["arc", "trec"]), session.run(given)
    assert [set(each) for each in chosen] == [{"arc", "trec"}] * 2
    assert (chosen[0]["arc"] == everything[0]["arc"]).all()
    assert chosen[1]["arc"].shape == (0, 1)
    assert session.run([]) == []


def test_heavy_packages_are_imported_lazily() -> None:
    code = (
        "import sys, qgauge.models\n"
        "print({'onnx', 'onnxruntime', 'tokenizers', 'torch'} & set(sys.modules) or 'none')"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True)
    assert done.stdout.decode().strip() == "none"
