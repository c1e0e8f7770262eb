"""The extension of the reader: it adds outputs, and changes none of the others."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from qgauge.models import BadModel, Pieces, Session, load, tokenizer
from qgauge.models.files import FOLDER
from qgauge.models.session import EXTENSIONS
from qgauge.tools.embedded.pair_model import CLS, SEP
from training.export.manifest import record

PASSAGE = "The old bridge of Oriel was built by the engineer Maria Costa in 1874. It is green."
QUESTIONS = [
    "Who built the bridge?",
    "Who built the tower?",  # as long as the first one
    "When was the bridge of Oriel painted green by its builder?",
    "How many eggs does a sea turtle lay?",
    "Why?",
]
ADDED = ("misstated", "elsewhere")


def pair(question: str, passage: str) -> Pieces:
    both = (question, passage)
    one, two = (tokenizer().encode(text, add_special_tokens=False).ids for text in both)
    ids = [CLS, *one, SEP, *two, SEP]
    return Pieces(ids, [0] * (len(one) + 2) + [1] * (len(two) + 1))


PAIRS = [pair(question, passage) for question in QUESTIONS for passage in (PASSAGE, PASSAGE * 12)]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """The reader without its extension."""
    folder = tmp_path_factory.mktemp("alone")
    shutil.copy(FOLDER / "reader.onnx", folder)
    record("reader.onnx", "reader.md", folder)
    return load("reader", folder)


def test_the_other_outputs_are_bit_identical(alone: Session) -> None:
    extended = load("reader")
    assert extended.outputs == (*alone.outputs, *ADDED)
    assert extended.labels == alone.labels
    for one, other in zip(alone.run(PAIRS), extended.run(PAIRS), strict=True):
        assert set(other) - set(one) == set(ADDED)
        for name, values in one.items():
            assert values.tobytes() == other[name].tobytes(), name


def test_the_added_outputs_do_not_depend_on_the_batch() -> None:
    session = load("reader")
    together = session.run(PAIRS)
    for at, pieces in enumerate(PAIRS):
        (by_itself,) = session.run([pieces], ADDED)
        for name in ADDED:
            assert by_itself[name].shape == (1,)
            assert by_itself[name].tobytes() == together[at][name].tobytes()
    backwards = session.run(PAIRS[::-1], ADDED)[::-1]
    for one, other in zip(together, backwards, strict=True):
        assert all(one[name].tobytes() == other[name].tobytes() for name in ADDED)
    values = np.array([one["misstated"] for one in together])
    assert len(np.unique(values)) == len(PAIRS)  # not a constant


def test_a_damaged_extension_is_named(tmp_path: Path) -> None:
    for name in ("reader.onnx", *EXTENSIONS["reader"]):
        shutil.copy(FOLDER / name, tmp_path)
        record(name, "reader.md", tmp_path)
    file = tmp_path / "misstated.onnx"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(BadModel, match=r"misstated\.onnx is corrupted"):
        load("reader", tmp_path)
    file.unlink()
    with pytest.raises(BadModel, match=r"misstated\.onnx is missing"):
        load("reader", tmp_path)
