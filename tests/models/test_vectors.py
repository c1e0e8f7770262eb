"""Writing and reading word vectors, and detecting damaged files."""

from __future__ import annotations

import math
import struct
from pathlib import Path

import numpy as np
import pytest

from qgauge.models.vectors import UNIT, Vectors, cosine, cosines
from training.vectors.table import write

WORDS = ["the", "cafe", "n't", "well-known", "'s", "do"]
ROWS = np.array(
    [[127, 0, 0], [127, 127, 0], [-127, 1, 3], [0, 0, 5], [0, 127, 0], [0, 0, 127]], dtype=np.int8
)
SCALES = np.array([1, 2**14, 300, 65535, 10, 2**15], dtype="<u2")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write(tmp_path / "small.bin", WORDS, ROWS, SCALES)
    return tmp_path / "small.bin"


@pytest.fixture
def table(path: Path) -> Vectors:
    return Vectors(path.read_bytes(), path.name)


def known(table: Vectors, word: str) -> list[float]:
    vector = table.vector(word)
    assert vector is not None
    return [value / UNIT for value in vector.tolist()]


def test_vectors_are_read_as_written(table: Vectors) -> None:
    assert len(table) == 6
    for word, row, scale in zip(WORDS, ROWS.tolist(), SCALES.tolist(), strict=True):
        assert known(table, word) == [value * scale for value in row]
    pairs = [("the", "cafe"), ("the", "well-known")]
    assert cosines(pairs, table.vector) == [pytest.approx(math.sqrt(0.5)), 0]


def test_lookup_ignores_case_accents_and_kind_of_apostrophe(table: Vectors) -> None:
    assert known(table, "CAFÉ") == known(table, "cafe\N{COMBINING ACUTE ACCENT}")
    assert known(table, "Café") == known(table, "cafe")
    assert known(table, "N’T") == known(table, "n't")
    assert [table.vector(word) for word in ("the ", "", "-")] == [None] * 3


def test_an_unknown_word_is_the_sum_of_its_parts_if_all_are_known(table: Vectors) -> None:
    both = [a + b for a, b in zip(known(table, "cafe"), known(table, "'s"), strict=True)]
    assert known(table, "café’s") == both
    both = [a + b for a, b in zip(known(table, "do"), known(table, "n't"), strict=True)]
    assert known(table, "Don't") == both
    assert table.vector("the-cafe") is not None
    assert table.vector("the-zyzzyva") is None
    assert table.vector("zyzzyva's") is None
    assert known(table, "well-known") == [0, 0, 5 * 65535]


def test_an_unknown_word_has_no_vector_and_no_similarity(table: Vectors) -> None:
    assert table.vector("zyzzyva") is None
    assert cosines([("the", "zyzzyva"), ("zyzzyva", "zyzzyva")], table.vector) == [None, None]


def test_similarity_is_one_with_itself_and_symmetric(table: Vectors) -> None:
    for one in [*WORDS, "don't"]:
        assert cosines([(one, one.upper())], table.vector) == [pytest.approx(1)]
        for two in WORDS:
            there, back = cosines([(one, two), (two, one)], table.vector)
            assert there == back


def test_an_average_skips_unknown_words_and_weights_by_length(table: Vectors) -> None:
    average = table.average(["the", "zyzzyva", "do"])
    assert average is not None
    assert (average / UNIT).tolist() == [63.5, 0, 127 * 2**14]
    do, the = table.vector("do"), table.vector("the")
    assert do is not None
    assert the is not None
    assert cosine(average, do) > 0.99 > 0.01 > cosine(average, the)
    assert table.average(["zyzzyva"]) is None
    assert table.average([]) is None


def test_an_average_does_not_depend_on_the_order_of_its_words(table: Vectors) -> None:
    one, two = table.average(WORDS), table.average(reversed(WORDS))
    assert one is not None
    assert two is not None
    assert one.tobytes() == two.tobytes()


def test_a_cosine_is_at_most_one_and_zero_for_a_zero_vector() -> None:
    vector = np.array([0.1, 0.2, 0.3])
    assert cosine(vector, vector * 3) <= 1
    assert cosine(vector, -vector) >= -1
    assert cosine(vector, np.zeros(3)) == 0


def test_writing_is_reproducible(path: Path, tmp_path: Path) -> None:
    write(tmp_path / "again.bin", WORDS, ROWS.copy(order="F"), SCALES)
    assert (tmp_path / "again.bin").read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:10],
        lambda data: b"PK" + data[2:],
        lambda data: data[:7] + b"\x01" + data[8:],
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: data[:20] + b"\xff" + data[21:],
        lambda data: data[:8] + struct.pack("<I", 7) + data[12:] + b"\0\0\0\0\0",
        lambda data: data[:16] + struct.pack("<I", 2**32 - 1) + data[20:],
    ],
)
def test_the_error_for_a_damaged_file_names_it(path: Path, damage: object) -> None:
    assert callable(damage)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ValueError, match=r"small\.bin"):
        Vectors(path.read_bytes(), path.name)


def test_an_inconsistent_table_is_not_written(tmp_path: Path) -> None:
    out = tmp_path / "x.bin"
    with pytest.raises(ValueError, match="do not match rows"):
        write(out, WORDS[:3], ROWS, SCALES)
    with pytest.raises(ValueError, match="do not match scales"):
        write(out, WORDS, ROWS, SCALES[:3])
    with pytest.raises(ValueError, match="twice"):
        write(out, [*WORDS[:5], "the"], ROWS, SCALES)
    with pytest.raises(ValueError, match="zero vector"):
        write(out, WORDS, ROWS * np.int8(0), SCALES)
    with pytest.raises(ValueError, match="zero vector"):
        write(out, WORDS, ROWS, SCALES * np.uint16(0))
    assert not out.exists()
