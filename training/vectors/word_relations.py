"""Compare word vectors with WordNet's relations, and list nearest neighbours."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from training.vectors.build import SEED, neighbours, unit
from training.vectors.sources import Floats

_PROBES = (
    "who what when where why how which many country president capital river movie actor wrote "
    "invented born die buy big cheap happy teacher disease car quickly energy paris einstein "
    "seven 1994"
)
PROBES = _PROBES.split()


class WordNet:
    """Words that share a synset or a direct hypernym, and antonyms, from the database files."""

    def __init__(self, folder: Path, vocabulary: Iterable[str]) -> None:
        self.words = set(vocabulary)
        self.members: dict[str, list[str]] = {}
        self.above: dict[str, list[str]] = {}
        self.antonyms: set[tuple[str, str]] = set()
        opposite: list[tuple[str, int, str, int]] = []
        spelled: dict[str, list[str]] = {}
        for letter, name in zip("nvar", ("noun", "verb", "adj", "adv"), strict=True):
            for synset, words, pointers in self._synsets(folder / f"data.{name}", letter):
                spelled[synset] = words
                self.members[synset] = [word for word in words if word in self.words]
                self.above[synset] = [to for sign, to, _ in pointers if sign == "@"]
                for sign, to, ends in pointers:
                    if sign == "!":
                        opposite.append((synset, int(ends[:2], 16) - 1, to, int(ends[2:], 16) - 1))
        for one, i, two, j in opposite:
            pair = sorted((spelled[one][i], spelled[two][j]))
            if pair[0] in self.words and pair[1] in self.words:
                self.antonyms.add((pair[0], pair[1]))
        self.synsets: dict[str, set[str]] = defaultdict(set)
        for synset, words in self.members.items():
            for word in words:
                self.synsets[word].add(synset)
        self.parents = {
            word: {up for synset in synsets for up in self.above[synset]}
            for word, synsets in self.synsets.items()
        }

    @staticmethod
    def _synsets(
        path: Path, letter: str
    ) -> Iterator[tuple[str, list[str], list[tuple[str, str, str]]]]:
        with path.open(encoding="utf-8") as file:
            for line in file:
                if line.startswith(" "):
                    continue
                fields = line.partition("|")[0].split()
                count = int(fields[3], 16)
                words = [
                    re.sub(r"\(\w+\)$", "", word).lower() for word in fields[4 : 4 + 2 * count : 2]
                ]
                rest = fields[5 + 2 * count :]
                pointers = [
                    (rest[at], rest[at + 2].replace("s", "a") + rest[at + 1], rest[at + 3])
                    for at in range(0, 4 * int(fields[4 + 2 * count]), 4)
                ]
                yield letter + fields[0], words, pointers

    def related(self, one: str, two: str) -> bool:
        """Return whether two words share a synset or hypernym, or one is above the other."""
        a, b = self.synsets[one], self.synsets[two]
        up, over = self.parents[one], self.parents[two]
        return bool(a & b or a & over or b & up or up & over)

    def pairs(self, most: int) -> dict[str, list[tuple[str, str]]]:
        """Return seeded samples of pairs, by relation."""
        random = np.random.default_rng(SEED)
        synonyms = {
            (one, two)
            for words in self.members.values()
            for one, two in itertools.combinations(sorted(set(words)), 2)
        }
        below: dict[str, set[str]] = defaultdict(set)
        for word, ups in self.parents.items():
            for up in ups:
                below[up].add(word)
        sisters: set[tuple[str, str]] = set()
        for up in sorted(below):
            group = sorted(below[up])
            for _ in range(min(10, len(group) * (len(group) - 1) // 2)):
                i, j = sorted(random.choice(len(group), 2, replace=False))
                pair = (group[i], group[j])
                if pair not in synonyms and pair not in self.antonyms:
                    sisters.add(pair)
        every = sorted(self.synsets)
        drawn = random.integers(0, len(every), (2 * most, 2))
        unrelated = [
            (every[i], every[j])
            for i, j in drawn
            if i != j and not self.related(every[i], every[j])
        ]
        found = {
            "random": unrelated,
            "synonyms": sorted(synonyms - self.antonyms),
            "co-hyponyms": sorted(sisters),
            "antonyms": sorted(self.antonyms),
        }
        return {
            name: [pairs[i] for i in sorted(random.permutation(len(pairs))[:most])]
            for name, pairs in found.items()
        }


def word_figures(
    places: Mapping[str, int], rows: Floats, net: WordNet, most: int = 5000
) -> dict[str, Any]:
    """Return the share of neighbours that WordNet relates, and the cosines by relation."""
    rows = unit(rows)
    every = sorted(net.synsets, key=places.__getitem__)
    table = rows[[places[word] for word in every]]
    probes = np.random.default_rng(SEED).permutation(len(every))[:2000]
    near = neighbours(table, [int(probe) for probe in probes], 10)
    hits = [
        net.related(every[probe], every[place])
        for probe, found in zip(probes, near, strict=True)
        for place in found
    ]
    pairs = net.pairs(most)
    cosines = {
        name: np.array([float(rows[places[a]] @ rows[places[b]]) for a, b in found])
        for name, found in pairs.items()
    }
    figures: dict[str, Any] = {"neighbours": float(np.mean(hits))}
    for name, values in cosines.items():
        quantiles = np.quantile(values, [0.05, 0.25, 0.5, 0.75, 0.95])
        figures[name] = {
            "n": len(values),
            "mean": float(values.mean()),
            "floored": float(np.maximum(values, 0).mean()),
            "quantiles": [round(float(value), 3) for value in quantiles],
            "auroc": auroc(values, cosines["random"]),
        }
    return figures


def auroc(high: npt.NDArray[Any], low: npt.NDArray[Any]) -> float:
    from scipy.stats import rankdata

    ranks = rankdata(np.concatenate([high, low]))[: len(high)]
    return float((ranks.sum() - len(high) * (len(high) + 1) / 2) / (len(high) * len(low)))
