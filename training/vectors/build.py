"""Build word vectors: join two sources, train a linear map on sentences, and quantise the rows.

A word starts with its vectors from GloVe and from the encoder. One linear map and one weight per
word are then trained so that the cosine of two texts' summed words equals the encoder's cosine of
the two texts. The map is shared by all words, so words that are in no text benefit as well; a
second term preserves the cosines between words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from training.vectors.sources import Floats

Places = npt.NDArray[np.int64]
SEED = 20261115


@dataclass(frozen=True)
class Recipe:
    words: int = 100_000
    dimensions: int = 112
    common: int = 30_000
    """The most frequent words, which determine the centre and the axes, and train word cosines."""
    encoder_drop: int = 3
    """Number of leading axes removed from the encoder's rows."""
    flatten: float = 0.5
    """The map starts from axes divided by their spread to this power."""
    rarity: float = 3e-4
    """The a in a / (a + p), the initial weight of a word with probability p."""
    steps: int = 3000
    groups: int = 48
    near: int = 30
    """Number of nearest texts from which five are drawn to form a group with a text."""
    block: int = 20_000
    """Block size of the search for nearest texts."""
    keep_words: float = 1.0
    """Weight of the cosines of words relative to those of texts."""
    keep_weights: float = 0.01
    """Weight of the term that keeps weights close to their initial values."""


# sources


def unit(rows: Floats) -> Floats:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def axes(rows: Floats) -> tuple[Floats, Floats]:
    """Return the principal axes of centred rows, widest first, and their spread; fix the signs."""
    exact = rows.astype(np.float64)
    variance, vectors = np.linalg.eigh(exact.T @ exact / len(exact))
    vectors = vectors[:, ::-1]
    vectors = vectors * np.sign(vectors[np.abs(vectors).argmax(0), np.arange(vectors.shape[1])])
    spread = np.sqrt(np.maximum(variance[::-1], 1e-12))
    return vectors.astype(np.float32), spread.astype(np.float32)


def cleaned(rows: Floats, drop: int, common: int) -> Floats:
    """Centre on the common words, remove the leading axes, and normalise the rows."""
    rows = unit(rows)
    rows = rows - rows[:common].mean(0)
    leading = axes(rows[:common])[0][:, :drop]
    return unit(rows - rows @ leading @ leading.T)


def joined(glove: Floats, encoder: Floats, recipe: Recipe) -> Floats:
    """Concatenate both sources and centre them: the input of the map."""
    parts = [
        cleaned(glove, 0, recipe.common),
        cleaned(encoder, recipe.encoder_drop, recipe.common),
    ]
    rows = np.concatenate(parts, axis=1)
    return rows - rows[: recipe.common].mean(0)


def first_map(rows: Floats, recipe: Recipe) -> Floats:
    """Return the leading axes of the common words, flattened."""
    vectors, spread = axes(rows[: recipe.common])
    keep = recipe.dimensions
    return vectors[:, :keep] / spread[:keep] ** recipe.flatten / 10


def first_weights(ranks: Places, every: int, rarity: float) -> Floats:
    """Return a / (a + p), with p by Zipf-Mandelbrot from a word's rank among `every` words."""
    total = (1 / (np.arange(every) + 3.7)).sum()
    chances = 1 / (ranks + 3.7) / total
    return (rarity / (rarity + chances)).astype(np.float32)


# training


def neighbours(rows: Floats, probes: Sequence[int], most: int) -> Places:
    """Return the indices of the nearest rows (of unit length) of each probe, without itself."""
    out = np.zeros((len(probes), most), np.int64)
    for start in range(0, len(probes), 256):
        batch = np.asarray(probes[start : start + 256])
        cosines = rows[batch] @ rows.T
        cosines[np.arange(len(batch)), batch] = -2
        best = np.argpartition(-cosines, most, axis=1)[:, :most]
        order = np.take_along_axis(cosines, best, 1).argsort(axis=1, kind="stable")[:, ::-1]
        out[start : start + 256] = np.take_along_axis(best, order, 1)
    return out


def near_in_blocks(rows: Floats, order: Places, most: int, block: int) -> Places:
    """Return each row's nearest among the rows in its block of a random order."""
    near = np.zeros((len(rows), most), np.int64)
    for start in range(0, len(order), block):
        # fill the last block from the one before, so that it is not too small
        places = order[max(0, min(start, len(order) - block)) :][:block]
        near[places] = places[neighbours(rows[places], range(len(places)), most)]
    return near


def taught(
    rows: Floats, weights: Floats, bags: Sequence[Sequence[int]], targets: Floats, recipe: Recipe
) -> Floats:
    """Return the words' vectors, with the weight as length; `targets` are the encoder's texts."""
    import torch
    from torch.nn.functional import embedding_bag, normalize

    random = np.random.default_rng(SEED)
    targets = unit(targets)
    near = near_in_blocks(targets, random.permutation(len(bags)), recipe.near, recipe.block)
    common = rows[: recipe.common]
    akin = neighbours(unit(common), range(len(common)), 20)
    given, texts, words = (torch.from_numpy(part) for part in (rows, targets, unit(common)))
    turn = torch.nn.Parameter(torch.from_numpy(first_map(rows, recipe)))
    start = torch.from_numpy(np.log(weights))
    logs = torch.nn.Parameter(start.clone())
    optimizer = torch.optim.Adam(
        [{"params": [turn], "lr": 2e-3}, {"params": [logs], "lr": 2e-2}], foreach=False
    )
    rate = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / 50) * (1 - step / max(1, recipe.steps))
    )
    group = torch.kron(torch.eye(recipe.groups), torch.ones(6, 6)).bool()
    inside, outside = group & ~torch.eye(len(group)).bool(), ~group

    def drawn(table: Places) -> Places:
        seeds = random.choice(len(table), recipe.groups)
        return np.concatenate(
            [
                [seed, *table[seed][random.choice(table.shape[1], 5, replace=False)]]
                for seed in seeds
            ]
        )

    def apart(one: torch.Tensor, two: torch.Tensor) -> torch.Tensor:
        """Return the distance of cosines to their targets, near and far pairs alike."""
        one = normalize(one, dim=1)
        error = (one @ one.T - two @ two.T) ** 2
        return error[inside].mean() + error[outside].mean()

    for _ in range(recipe.steps):
        batch = drawn(near)
        flat = torch.tensor([place for text in batch for place in bags[text]])
        starts = np.cumsum([0, *(len(bags[text]) for text in batch[:-1])])
        used, at = torch.unique(flat, return_inverse=True)
        long = given[used] @ turn * logs[used].exp()[:, None]
        summed = embedding_bag(at, long, torch.from_numpy(starts), mode="sum")
        loss = apart(summed, texts[batch])
        loss = loss + recipe.keep_weights * ((logs[used] - start[used]) ** 2).mean()
        some = drawn(akin)
        loss = loss + recipe.keep_words * apart(given[some] @ turn, words[some])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        rate.step()
    with torch.inference_mode():
        return np.asarray((given @ turn * logs.exp()[:, None]).numpy())


# quantising


def packed(
    rows: Floats, one: float = 2.0**22
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.uint16]]:
    """Quantise each row by its largest value, with a scale for its length; the longest is 1."""
    lengths = np.linalg.norm(rows, axis=1)
    small = np.rint(rows / np.abs(rows).max(axis=1, keepdims=True) * 127).astype(np.int8)
    wanted = lengths / lengths.max() / np.linalg.norm(small.astype(np.float64), axis=1)
    return small, np.maximum(np.rint(wanted * one), 1).astype("<u2")
