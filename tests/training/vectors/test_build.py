"""Building and measuring word vectors, on small invented tables."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from qgauge.models.vectors import UNIT
from training.vectors.build import (
    Recipe,
    cleaned,
    first_weights,
    joined,
    near_in_blocks,
    neighbours,
    packed,
    taught,
    unit,
)
from training.vectors.measure import averaged, interval, known, spearman
from training.vectors.sources import checked, chosen_words, distinct, tokens

RANDOM = np.random.default_rng(7)
SMALL = Recipe(
    dimensions=6, common=60, encoder_drop=1, steps=40, groups=4, near=8, block=50, keep_words=0.1
)


def table(*shape: int) -> np.ndarray:
    return RANDOM.normal(size=shape).astype(np.float32)


def test_a_source_with_a_wrong_digest_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"text")
    right = {"a": hashlib.sha256(b"text").hexdigest()}
    assert checked(tmp_path, "a", right) == b"text"
    with pytest.raises(SystemExit, match="a has sha256"):
        checked(tmp_path, "a", {"a": "0"})


def test_words_are_chosen_in_order_and_without_signs_and_long_numbers() -> None:
    words = ["the", ",", "'s", "1994", "10000", "u.s.", "well-known", "3-d", "café", "b2b"]
    assert [words[at] for at in chosen_words(words, 5)] == [
        "the",
        "'s",
        "1994",
        "well-known",
        "3-d",
    ]
    assert len(chosen_words(words, 99)) == 6


def test_texts_are_split_into_words_of_the_table() -> None:
    places = {word: at for at, word in enumerate(["do", "n't", "well-known", "steam"])}
    found = list(tokens("Don’t STEAM-powered, well-known?", places))
    assert found == ["do", "n't", "steam", "powered", "well-known"]


def test_training_texts_are_distinct_sorted_and_within_the_length_limits() -> None:
    assert distinct(["why  is it so?", "Why?", "a" * 301, "how is it?", "why is it so?"]) == [
        "how is it?",
        "why is it so?",
    ]


def test_cleaned_rows_are_centred_and_zero_on_the_dropped_axis() -> None:
    rows = table(80, 5) + 10 * np.eye(5, dtype=np.float32)[0]
    rows[:, 1] *= 20
    clean = cleaned(rows, 1, 80)
    assert np.allclose(np.linalg.norm(clean, axis=1), 1, atol=1e-5)
    assert np.abs(clean.mean(0)).max() < 0.2
    assert np.abs(clean[:, 1]).mean() < 0.2 * np.abs(clean[:, 2]).mean()


def test_rare_words_start_with_more_weight() -> None:
    weights = first_weights(np.array([0, 10, 1000, 99_999]), 100_000, 3e-4)
    assert (np.diff(weights) > 0).all()
    assert weights[0] < 0.02
    assert 0.98 < weights[-1] < 1


def test_neighbours_come_nearest_first_and_without_the_word_itself() -> None:
    angles = np.array([0.0, 0.1, 0.3, 1.5, 3.0])
    rows = np.stack([np.cos(angles), np.sin(angles)], 1).astype(np.float32)
    assert neighbours(rows, [0, 4], 3).tolist() == [[1, 2, 3], [3, 2, 1]]


def test_blocks_cover_every_text_and_stay_large_enough() -> None:
    rows = unit(table(25, 4))
    near = near_in_blocks(rows, RANDOM.permutation(25), 5, 10)
    assert all(len({at, *found}) == 6 for at, found in enumerate(near.tolist()))


def test_quantising_keeps_directions_and_lengths() -> None:
    rows = table(50, 20) * RANDOM.uniform(0.005, 1, (50, 1)).astype(np.float32)
    small, scales = packed(rows)
    assert small.dtype == np.int8
    assert scales.dtype == np.dtype("<u2")
    back = small * (scales[:, None] * UNIT)
    assert ((unit(rows) * unit(back.astype(np.float32))).sum(1) > 0.9998).all()
    lengths = np.linalg.norm(rows, axis=1)
    assert np.allclose(np.linalg.norm(back, axis=1), lengths / lengths.max(), rtol=0.02)


def test_training_brings_averages_nearer_to_the_encoder_and_is_reproducible() -> None:
    pytest.importorskip("torch")
    inputs = joined(table(80, 5), table(80, 9), SMALL)
    bags = [sorted(RANDOM.choice(80, 4, replace=False).tolist()) for _ in range(120)]
    meaning = inputs @ table(14, 8)
    targets = np.stack([meaning[bag][:2].sum(0) for bag in bags])

    def error(rows: np.ndarray) -> float:
        texts = unit(np.stack([rows[bag].sum(0) for bag in bags]))
        wanted = unit(targets)
        return float(((texts @ texts.T - wanted @ wanted.T) ** 2).mean())

    weights = np.full(80, 0.5, dtype=np.float32)
    before = taught(inputs, weights, bags, targets, replace(SMALL, steps=0))
    after = taught(inputs, weights, bags, targets, SMALL)
    assert after.shape == (80, 6)
    assert error(after) < 0.9 * error(before)
    assert taught(inputs, weights, bags, targets, SMALL).tobytes() == after.tobytes()


def test_averages_use_known_words_and_optionally_content_words_only() -> None:
    places = {"the": 0, "what": 1, "cat": 2, "dog": 3}
    assert known("What the cat?", places, content=False) == [1, 0, 2]
    assert known("What the cat?", places, content=True) == [2]
    assert known("What the?", places, content=True) == [1, 0]
    assert known("?", places, content=True) == [0]
    rows = np.eye(4, dtype=np.float32)
    pairs = [("the cat", "the dog")]
    assert averaged(pairs, places, rows, content=True).tolist() == [0]
    assert averaged(pairs, places, rows, content=False) == pytest.approx([0.5])


def test_the_interval_of_a_difference_contains_it_and_is_reproducible() -> None:
    human = RANDOM.normal(size=200)
    good, bad = human + RANDOM.normal(size=200) / 4, human + RANDOM.normal(size=200) * 4
    low, high = interval(good, bad, human, draws=200)
    assert 0 < low < spearman(good, human) - spearman(bad, human) < high
    assert interval(good, bad, human, draws=200) == (low, high)
