"""The embedded files match their cards, and the models work."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import onnx
import pytest

from qgauge.models import Pieces, about, load, tokenizer, word_vectors
from qgauge.models.files import FOLDER, manifest, read
from qgauge.models.shapes import word_shape
from qgauge.models.vectors import cosines

BUDGET = 94_500_000
"""Compressed, as in a wheel, which may have 95 MB."""
QUESTION = ["Who", "wrote", "the", "first", "book", "about", "Paris", "?"]


def pieces(words: list[str]) -> Pieces:
    encoded = tokenizer().encode(words, is_pretokenized=True)
    starts = [encoded.word_ids.index(at) for at in range(len(words))]
    shapes = [0 if word is None else word_shape(words[word]) for word in encoded.word_ids]
    return Pieces(encoded.ids, shapes, starts)


@pytest.mark.parametrize("name", ["linguist.onnx", "reader.onnx", "misstated.onnx", "usable.onnx"])
def test_no_model_refers_to_data_in_another_file(name: str) -> None:
    graph = onnx.load_from_string(read(name)).graph
    inside = [each.t for node in graph.node for each in node.attribute if each.HasField("t")]
    assert graph.initializer
    for tensor in (*graph.initializer, *inside):
        assert not tensor.external_data
    assert not any(
        each.HasField("g") or each.graphs for node in graph.node for each in node.attribute
    )


def test_every_weight_file_is_in_the_manifest_and_on_its_card() -> None:
    entries = manifest()
    shipped = {
        path.name
        for path in FOLDER.iterdir()
        if path.suffix not in (".py", ".md")
        and path.is_file()
        and path.name not in ("manifest.json", "cards.json")
    }
    assert set(entries) == shipped
    assert sum(len(zlib.compress(read(name))) for name in entries) < BUDGET
    for name, entry in entries.items():
        assert len(read(name)) == entry.size
        card = (FOLDER / entry.card).read_text(encoding="utf-8")
        assert entry.sha256 in card, f"the card of {name} has a different checksum"


def test_the_short_cards_agree_with_the_cards() -> None:
    entries = manifest()
    assert set(about()) == set(entries)
    for name, short in about().items():
        card = (FOLDER / entries[name].card).read_text(encoding="utf-8")
        assert short.licence in card
        assert short.made in card
        for quality in short.quality.values():
            for figure in re.findall(r"(?<=\s)\.\d+", quality):
                assert figure in card, f"{figure} of {name} is not on its card"


def test_a_well_formed_question_scores_higher_than_a_garbled_one() -> None:
    good, bad = load("linguist").run(
        [pieces(QUESTION), pieces(["Who", "the", "wrote", "book", "first", "the"])]
    )
    assert float(good["wellformed"][0]) > float(bad["wellformed"][0])


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    "size",
    [pytest.param(1, marks=SLOW), 8, pytest.param(32, marks=SLOW), pytest.param(1024, marks=SLOW)],
)
def test_the_embedded_linguist_gives_the_same_bits_in_any_batch(size: int) -> None:
    session = load("linguist")
    texts = [QUESTION[: 1 + at % 8] for at in range(40)]
    texts += [["word"] * 400, ["🙂"], ["why"] * 30]
    sequences = [pieces(words) for words in texts]
    together = session.run(sequences)
    for start in range(0, len(sequences), size):
        batch = sequences[start : start + size]
        for expected, found in zip(together[start:], session.run(batch), strict=False):
            for name in expected:
                assert np.array_equal(expected[name], found[name]), name


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("film", 1),
        ("Paris", 2),
        ("I", 2),
        ("USA", 3),
        ("iPod", 4),
        ("1998", 5),
        ("U.S.", 3),
        ("", 5),
    ],
)
def test_word_shapes(word: str, shape: int) -> None:
    assert word_shape(word) == shape


def test_the_vectors_know_common_words() -> None:
    near, far = cosines([("film", "movie"), ("film", "potato")], word_vectors().vector)
    assert near is not None
    assert far is not None
    assert near > 0.5 > far


@pytest.mark.slow
def test_the_embedded_reader_gives_the_same_bits_in_any_batch() -> None:
    session = load("reader")
    sequences = []
    for length in (3, 9, 9, 40, 40, 40, 300):
        ids = [101, *range(2000, 2000 + length), 102, *range(3000, 3000 + length // 2), 102]
        sequences.append(Pieces(ids, [0] * (length + 2) + [1] * (length // 2 + 1)))
    together = session.run(sequences)
    alone = [session.run([each])[0] for each in sequences]
    backwards = session.run(sequences[::-1])[::-1]
    two_threads = load("reader", threads=2).run(sequences)
    for one, *others in zip(alone, together, backwards, two_threads, strict=True):
        for other in others:
            assert all(np.array_equal(one[name], other[name]) for name in one)


def test_onnxruntime_collects_no_telemetry(tmp_path: Path) -> None:
    """With telemetry, onnxruntime writes a device id and a queue of events to the cache folder."""
    look = "from qgauge.models import load; load('reader')"
    home = {"XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    environment = {key: value for key, value in os.environ.items() if not key.startswith("ORT_")}
    subprocess.run([sys.executable, "-c", look], check=True, env={**environment, **home})
    assert list(tmp_path.iterdir()) == []
