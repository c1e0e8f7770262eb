"""Word vectors from GloVe 6B 50d and the MiniLM encoder, trained to average well.

    python -m training.vectors build   --glove DIR --encoder DIR --shared DIR --out FILE
    python -m training.vectors choose  --glove DIR --encoder DIR --shared DIR --cache DIR
    python -m training.vectors measure --glove DIR --shared DIR --out FILE

sources.py names the origin of the folders; the digest of every file is checked. `choose` compares
recipes on the STS files of 2012 to 2015, `measure` prints the figures for the card of the built
file. STS and WordNet are used for measurement, never for training. Needs numpy, pyarrow, scipy,
torch and transformers.
"""

from __future__ import annotations

import argparse
import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from qgauge.models.vectors import Vectors
from training.vectors.build import Recipe, first_weights, joined, packed, taught
from training.vectors.sources import (
    Floats,
    cached_encoding,
    chosen_words,
    questions,
    read_glove,
    tokens,
)
from training.vectors.table import write

LIMIT = 12_000_000


@dataclass(frozen=True)
class Sources:
    words: list[str]
    """All words of GloVe."""
    glove: Floats
    places: list[int]
    """The indices of the chosen words in GloVe."""
    names: list[str]
    encoded: Floats
    bags: list[list[int]]
    """The known words of each text."""
    targets: Floats
    """The encoder's vector of each text."""

    def rows(self, recipe: Recipe) -> Floats:
        inputs = joined(self.glove[self.places], self.encoded, recipe)
        weights = first_weights(np.array(self.places), len(self.words), recipe.rarity)
        return taught(inputs, weights, self.bags, self.targets, recipe)


def sources(options: argparse.Namespace) -> Sources:
    def encoded(texts: list[str]) -> Floats:
        return cached_encoding(texts, options.encoder, options.cache, options.threads)

    words, glove = read_glove(options.glove)
    places = chosen_words(words, Recipe.words)
    names = [words[place] for place in places]
    index = {word: place for place, word in enumerate(names)}
    read = [
        (text, [index[word] for word in tokens(text, index) if word in index])
        for text in questions(options.shared)
    ]
    texts, bags = zip(*((text, bag) for text, bag in read if bag), strict=True)
    print(f"{len(names):,} words, {len(texts):,} texts", flush=True)
    rows = encoded(names)
    return Sources(words, glove, places, names, rows, list(bags), encoded(list(texts)))


def build(options: argparse.Namespace) -> None:
    found = sources(options)
    rows, scales = packed(found.rows(Recipe()))
    write(options.out, found.names, rows, scales)
    data = options.out.read_bytes()
    if len(data) > LIMIT:
        raise SystemExit(f"{options.out} has {len(data):,} bytes, more than the limit of {LIMIT:,}")
    print(f"{options.out}: {len(found.names):,} words x {rows.shape[1]}, {len(data):,} bytes")
    print(f"sha256 {hashlib.sha256(data).hexdigest()}")


def choose(options: argparse.Namespace) -> None:
    from training.vectors.measure import Sentences, choosing_figures

    found = sources(options)
    sentences = Sentences(options.shared)
    index = {word: place for place, word in enumerate(found.names)}
    full = {word: place for place, word in enumerate(found.words)}
    print("GloVe", *choosing_figures(sentences, full, found.glove, options.wordnet, found.names))
    base = Recipe()
    for recipe in (
        *(replace(base, keep_words=share) for share in (0.0, 0.3, 1.0, 3.0)),
        replace(base, dimensions=140),
        replace(base, steps=1500),
        replace(base, rarity=1e-3),
    ):
        rows = found.rows(recipe)
        print(recipe)
        print(*choosing_figures(sentences, index, rows, options.wordnet, found.names), flush=True)


def measure(options: argparse.Namespace) -> None:
    from training.vectors.measure import report

    words, glove = read_glove(options.glove)
    table = Vectors(options.out.read_bytes(), str(options.out))
    names = [words[place] for place in chosen_words(words, len(table))]
    report(options.shared, options.wordnet, words, glove, names, table)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("command", choices=["build", "choose", "measure"])
    parser.add_argument("--glove", type=Path, required=True)
    parser.add_argument("--encoder", type=Path)
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--out", type=Path)
    parser.add_argument("--cache", type=Path, help="folder for caching the encoder's rows")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    needed = {"build": "encoder out", "choose": "encoder", "measure": "out"}
    for name in needed[options.command].split():
        if getattr(options, name) is None:
            parser.error(f"{options.command} needs --{name}")
    {"build": build, "choose": choose, "measure": measure}[options.command](options)


if __name__ == "__main__":
    main()
