"""Measure the built word vectors: STS by averaged vectors, and words, compared with GloVe."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from qgauge.models.vectors import Vectors
from training.vectors.build import SEED, Recipe, first_weights, neighbours, unit
from training.vectors.sources import Floats, tokens
from training.vectors.word_relations import PROBES, WordNet, word_figures

Mask = npt.NDArray[np.bool_]
Values = npt.NDArray[Any]

_STOP = (
    "a an the of to in on at by for with from as and or but if than then so that this these those "
    "it its he she they them his her their our your my i you we me us him is are was were be been "
    "being am do does did done doing have has had having will would shall should can could may "
    "might must not no n't 's 're 've 'll 'd 'm what which who whom whose when where why how there "
    "here about into over under out up down off"
)
STOP = frozenset(_STOP.split())


def known(text: str, places: Mapping[str, int], content: bool) -> list[int]:
    """Return the indices of the text's known words; all of them if it has no content word."""
    found = [word for word in tokens(text, places) if word in places]
    kept = [word for word in found if word not in STOP] if content else found
    return [places[word] for word in kept or found or ["the"]]


def averaged(
    pairs: Sequence[tuple[str, str]], places: Mapping[str, int], rows: Floats, content: bool
) -> Values:
    """Return the cosine of each pair's averaged vectors."""
    out = np.zeros(len(pairs))
    for at, pair in enumerate(pairs):
        one, two = (rows[known(text, places, content)].mean(0) for text in pair)
        out[at] = one @ two / max(float(np.linalg.norm(one) * np.linalg.norm(two)), 1e-9)
    return out


class Sentences:
    """The scored STS pairs: those before 2016 to choose recipes, those of 2016 held out."""

    def __init__(self, shared: Path) -> None:
        path = shared / "train" / "sts_2012_2016" / "sts_all.jsonl.gz"
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        self.pairs = [(row["s1"], row["s2"]) for row in rows]
        self.sets = np.array([row["set"] for row in rows])
        self.human = np.array([row["score"] for row in rows], dtype=float)
        self.held: Mask = np.array([name.startswith("2016") for name in self.sets])
        self.questions: Mask = np.array(
            [all(text.rstrip(" \"'").endswith("?") for text in pair) for pair in self.pairs]
        )
        self.forum: Mask = np.isin(self.sets, ["2014_deft-forum.test", "2015_answers-forums.test"])

    def groups(self) -> dict[str, Mask]:
        every = np.ones(len(self.pairs), dtype=bool)
        return {
            "all of STS": every,
            "2016, held out": self.held,
            "2012 to 2015, chosen on": ~self.held,
            "two questions, 2012 to 2015": ~self.held & self.questions,
            **{str(name): self.sets == name for name in sorted(set(self.sets))},
        }

    def mean_over_files(self, cosines: Values, mask: Mask) -> float:
        files = [mask & (self.sets == name) for name in sorted(set(self.sets[mask]))]
        return float(np.mean([spearman(cosines[file], self.human[file]) for file in files]))


def spearman(one: Values, two: Values) -> float:
    from scipy.stats import rankdata

    a, b = rankdata(one), rankdata(two)
    return float(np.corrcoef(a, b)[0, 1])


def interval(ours: Values, theirs: Values, human: Values, draws: int = 1000) -> tuple[float, float]:
    """Return the 95 % interval of the difference of two Spearman correlations, over pairs."""
    random = np.random.default_rng(SEED)
    found = []
    for _ in range(draws):
        drawn = random.integers(0, len(human), len(human))
        found.append(spearman(ours[drawn], human[drawn]) - spearman(theirs[drawn], human[drawn]))
    low, high = np.quantile(found, [0.025, 0.975])
    return float(low), float(high)


def choosing_figures(
    sentences: Sentences, places: Mapping[str, int], rows: Floats, wordnet: Path, names: list[str]
) -> list[str]:
    """Return the figures of a recipe, for content words and then for all words.

    Over files, pooled, questions and forums, questions only; then the share of neighbours that
    WordNet relates, and the AUROC of synonyms.
    """
    chosen = ~sentences.held
    out = []
    for content in (True, False):
        cosines = averaged(sentences.pairs, places, rows, content)
        out.append(sentences.mean_over_files(cosines, chosen))
        for mask in (
            chosen,
            chosen & (sentences.questions | sentences.forum),
            chosen & sentences.questions,
        ):
            out.append(spearman(cosines[mask], sentences.human[mask]))
    found = word_figures(places, rows, WordNet(wordnet, names[: Recipe.common]), 3000)
    return [f"{figure:.3f}" for figure in (*out, found["neighbours"], found["synonyms"]["auroc"])]


def report(
    shared: Path, wordnet: Path, words: list[str], glove: Floats, names: list[str], table: Vectors
) -> None:
    """Compare the built file with GloVe 6B 50d and all its 400,000 words."""
    rows = np.stack([v for word in names if (v := table.vector(word)) is not None])
    rows = rows.astype(np.float32)
    index = {word: place for place, word in enumerate(names)}
    full = {word: place for place, word in enumerate(words)}
    lengths = first_weights(np.arange(len(words)), len(words), Recipe.rarity)[:, None]
    sts = Sentences(shared)
    for content in (False, True):
        print("\nwords:", "content words" if content else "all")
        print("| pairs | n | this table | GloVe | difference, 95 % | GloVe weighted by rank |")
        print("|---|---|---|---|---|---|")
        ours = averaged(sts.pairs, index, rows, content)
        theirs = averaged(sts.pairs, full, glove, content)
        rarer = averaged(sts.pairs, full, glove * lengths, content)
        for name, mask in sts.groups().items():
            human = sts.human[mask]
            one, two, three = (spearman(c[mask], human) for c in (ours, theirs, rarer))
            low, high = interval(ours[mask], theirs[mask], human)
            print(
                f"| {name} | {mask.sum():,} | {one:.3f} | {two:.3f} "
                f"| {one - two:+.3f} [{low:+.3f}, {high:+.3f}] | {three:.3f} |",
                flush=True,
            )
    net = WordNet(wordnet, names[: Recipe.common])
    for name, places, found in (("this table", index, rows), ("GloVe", full, glove)):
        figures = word_figures(places, found, net)
        print(f"\n{name}: {figures['neighbours']:.3f} of 20,000 neighbours related in WordNet")
        for kind in ("random", "synonyms", "co-hyponyms", "antonyms"):
            print(f"  {kind}: {figures[kind]}")
    print("\n| word | this table | GloVe |\n|---|---|---|")
    probes = [index[word] for word in PROBES]
    tables = (unit(rows), unit(glove[[full[word] for word in names]]))
    near = [neighbours(found, probes, 5) for found in tables]
    for probe, *best in zip(PROBES, *near, strict=True):
        lists = (", ".join(names[place] for place in places) for places in best)
        print(f"| {probe} |", " | ".join(lists), "|")
