"""The word vectors: what is written is read, and damage is refused by name."""

from __future__ import annotations

import math
import struct
from pathlib import Path

import numpy as np
import pytest

from qgauge.models.vectors import Vectors, write

WORDS = ["the", "café", "n't", "well-known"]
ROWS = np.array([[127, 0, 0], [127, 127, 0], [-127, 1, 3], [0, 0, 5]], dtype=np.int8)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write(tmp_path / "small.bin", WORDS, ROWS)
    return tmp_path / "small.bin"


def test_what_is_written_is_read(path: Path) -> None:
    table = Vectors.load(path)
    assert len(table) == 4
    assert table.dimension == 3
    vector = table.vector("café")
    assert vector is not None
    assert vector.dtype == np.float32
    assert vector.tolist() == pytest.approx([math.sqrt(0.5), math.sqrt(0.5), 0])
    assert table.similarity("the", "café") == pytest.approx(math.sqrt(0.5))
    assert table.similarity("the", "well-known") == 0


def test_words_are_found_in_any_case_and_with_any_apostrophe(path: Path) -> None:
    table = Vectors.load(path)
    assert "CAFÉ" in table
    assert "N’T" in table
    assert "the " not in table
    assert "" not in table
    assert 3 not in table


def test_an_unknown_word_has_no_vector_and_no_similarity(path: Path) -> None:
    table = Vectors.load(path)
    assert table.vector("zyzzyva") is None
    assert table.similarity("the", "zyzzyva") is None
    assert table.similarity("zyzzyva", "zyzzyva") is None


def test_a_word_is_exactly_like_itself_and_similarity_is_symmetric(path: Path) -> None:
    table = Vectors.load(path)
    for one in WORDS:
        assert table.similarity(one, one.upper()) == 1
        for two in WORDS:
            assert table.similarity(one, two) == table.similarity(two, one)


def test_the_same_table_is_the_same_bytes(path: Path, tmp_path: Path) -> None:
    write(tmp_path / "again.bin", WORDS, ROWS.copy(order="F"))
    assert (tmp_path / "again.bin").read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:10],
        lambda data: b"PK" + data[2:],
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: data[:20] + b"\xff" + data[21:],
        lambda data: data[:8] + struct.pack("<I", 5) + data[12:] + b"\0\0\0",
        lambda data: data[:16] + struct.pack("<I", 2**32 - 1) + data[20:],
    ],
)
def test_a_damaged_file_is_refused_by_name(path: Path, damage: object) -> None:
    assert callable(damage)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ValueError, match=r"small\.bin"):
        Vectors.load(path)


def test_a_table_that_does_not_fit_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        write(tmp_path / "x.bin", WORDS[:3], ROWS)
    with pytest.raises(ValueError, match="twice"):
        write(tmp_path / "x.bin", ["a", "b", "b", "c"], ROWS)
    with pytest.raises(ValueError, match="zeros"):
        write(tmp_path / "x.bin", WORDS, ROWS * np.array([[1], [0], [1], [1]], dtype=np.int8))
    assert not (tmp_path / "x.bin").exists()
