"""The generator's sessions: damaged files, and the mixture of speaking and copying."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.models.files import FOLDER, BadModel
from qgauge.models.question_writer import QuestionWriter, _mixture, load_writer
from qgauge.models.session import Pieces
from training.export.manifest import record

FILES = ("generator.onnx", "generator_step.onnx", "generator_words.bin")
SOURCE = Pieces([101, 7592, 102, 2054, 2003, 2009, 102], [0, 0, 0, 1, 2, 2, 1])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the generator's files."""
    for name in FILES:
        shutil.copy(FOLDER / name, tmp_path)
        record(name, "generator.md", tmp_path)
    return tmp_path


# ------------------------------------------------------------------ files


def test_a_damaged_table_is_refused(folder: Path) -> None:
    file = folder / "generator_words.bin"
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(BadModel, match="is truncated"):
        QuestionWriter(folder, 1)


def test_a_table_of_another_size_is_refused(folder: Path) -> None:
    file = folder / "generator_words.bin"
    file.write_bytes(file.read_bytes()[:-1])
    record(file.name, "generator.md", folder)
    with pytest.raises(BadModel, match=r"generator_words\.bin.* has the wrong size"):
        QuestionWriter(folder, 1)


def test_another_model_is_refused(folder: Path) -> None:
    shutil.copy(folder / "generator_step.onnx", folder / "generator.onnx")
    record("generator.onnx", "generator.md", folder)
    with pytest.raises(BadModel, match="is not a generator of format 1: generator_step, format 1"):
        QuestionWriter(folder, 1)


def test_bytes_that_are_no_model_are_refused(folder: Path) -> None:
    (folder / "generator_step.onnx").write_bytes(b"no model")
    record("generator_step.onnx", "generator.md", folder)
    with pytest.raises(BadModel, match=r"generator_step\.onnx.* cannot be loaded"):
        QuestionWriter(folder, 1)


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(BadModel, match="is missing") as caught:
        QuestionWriter(folder, 1)
    assert name in str(caught.value)


def test_a_writer_is_loaded_once_and_pickles_by_name() -> None:
    writer = load_writer()
    assert load_writer() is writer
    assert pickle.loads(pickle.dumps(writer)) is writer


# ------------------------------------------------------------------ the mixture


def logs(*shares: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.log(np.array([shares], np.float32))


def test_mixture_by_hand() -> None:
    # half of the time it speaks; of the copies, pieces 2, 2 and 0 have .5, .25 and .25
    found = _mixture(
        logs(0.1, 0.2, 0.3, 0.4),
        logs(0.5, 0.25, 0.25),
        np.zeros(1, np.float32),
        np.array([2, 2, 0]),
    )
    assert np.exp(found[0]) == pytest.approx([0.05 + 0.125, 0.1, 0.15 + 0.375, 0.2], abs=1e-4)


def test_mixture_is_rounded_and_finite() -> None:
    found = _mixture(
        np.array([[0.0, -1e9]], np.float32), logs(1.0), np.array([40.0], np.float32), np.array([0])
    )
    assert found[0, 0] == 0
    assert found[0, 1] == pytest.approx(np.log(1e-30), abs=1e-3)
    assert (found == found.round(4)).all()


shares = st.lists(st.floats(0.01, 1), min_size=5, max_size=5)


@given(shares, shares, st.floats(-20, 20), st.lists(st.integers(0, 4), min_size=5, max_size=5))
def test_mixture_sums_to_one(
    spoken: list[float], copied: list[float], gate: float, ids: list[int]
) -> None:
    one, two = (np.array(each) / sum(each) for each in (spoken, copied))
    found = _mixture(logs(*one), logs(*two), np.array([gate], np.float32), np.array(ids))
    assert np.exp(found).sum() == pytest.approx(1, abs=1e-3)


# ------------------------------------------------------------------ the embedded weights


def test_probabilities_of_the_next_piece_sum_to_one() -> None:
    writer = load_writer()
    source = writer.read_source(SOURCE)
    step = writer.step(source, np.array([101, 101]), writer.start(2))
    assert np.exp(step.chances).sum(1) == pytest.approx(1, abs=1e-3)
    assert (step.chances[0] == step.chances[1]).all()
    after = writer.step(source, np.array([2054, 2040]), step.past)
    assert after.past.shape[3] == 2
    assert (after.chances[0] != after.chances[1]).any()


def test_rows_of_a_step_may_change_places() -> None:
    writer = load_writer()
    source = writer.read_source(SOURCE)
    first = writer.step(source, np.array([101, 101]), writer.start(2))
    one = writer.step(source, np.array([2054, 2040]), first.past)
    other = writer.step(source, np.array([2040, 2054]), first.past)
    assert (one.chances == other.chances[::-1]).all()


def test_only_pieces_of_the_passage_can_be_copied() -> None:
    source = load_writer().read_source(SOURCE)
    assert (source.copy_bias[0, 0] < -1e8).tolist() == [
        True,
        True,
        True,
        False,
        False,
        False,
        False,
    ]
