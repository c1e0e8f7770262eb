"""Turns the public sets of the shared folder into the linguist's training records.

    python training/linguist_data.py SHARED_FOLDER OUT.jsonl.gz

One JSON record a line: `ewt` and `atis` (parses), `ner`, `trec`, `wellformed`, `blimp`, `errors`
(made by `corruption`), `segment` (running text with sentence ends) and `pool` (unlabelled text
for distillation). Splits go by document. Of the human-judgement sets only query_wellformedness
is read: its train file trains, its dev file is the test split. The inputs with their digests and
licences go to OUT.sources.json; counts go to stderr. The same inputs give the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from corruption import KINDS, Parse, corrupt

from qgauge.text.ud import ud_words

Record = dict[str, Any]

SEED = 20240611
ERRORS = {"train": 60_000, "dev": 3_000, "test": 3_000}
CORRUPTED = 0.55
POOL = 150_000
TYPES = ["PER", "LOC", "ORG", "MISC"]
WNUT = {
    "person": "PER",
    "location": "LOC",
    "corporation": "ORG",
    "group": "ORG",
    "product": "MISC",
    "creative-work": "MISC",
}
LICENCES = {
    "ud_ewt": "CC BY-SA 4.0",
    "ud_atis": "CC BY-SA 4.0",
    "uner_ewt": "CC BY-SA 4.0",
    "wnut17": "CC BY 4.0",
    "ner_misc": "CC BY 4.0",
    "blimp": "CC BY",
    "qamr": "MIT",
    "fairytaleqa": "Apache-2.0",
    "squad_dev": "CC BY-SA 4.0",
    "dcqa": "CC BY-SA 4.0 (questions)",
    "trec_qc": "none stated; public research data (Li and Roth)",
    "nli": "mixed: OANC/CC, CC BY-SA 4.0, Apache-2.0, MIT (RTE rows left out)",
    "query_wellformedness": "CC BY-SA 4.0",
}


# --------------------------------------------------------------------------- reading


class Shared:
    """The shared folder: reads files and remembers their digests and uses."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.sources: dict[str, Record] = {}

    def text(self, name: str, used_for: str, encoding: str = "utf-8") -> str:
        """The text of a file, unpacked where it is gzipped."""
        data = (self.root / name).read_bytes()
        source = self.sources.setdefault(
            name,
            {
                "file": name,
                "sha256": hashlib.sha256(data).hexdigest(),
                "licence": LICENCES[name.split("/")[1]],
                "used for": used_for,
            },
        )
        if used_for not in source["used for"]:
            source["used for"] += f"; {used_for}"
        if name.endswith(".gz"):
            data = gzip.decompress(data)
        return data.decode(encoding)

    def lines(self, name: str, used_for: str) -> list[Record]:
        """The records of a JSON-lines file."""
        return [json.loads(line) for line in self.text(name, used_for).splitlines() if line]


def digest(text: str) -> int:
    """A stable number for a string, for splits that do not depend on order."""
    return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16)


def bucket(document: str, salt: str = "") -> str:
    """The split of a document: 5 % dev, 5 % test, the rest train."""
    share = digest(f"{salt}/{document}") % 1000
    return "dev" if share < 50 else "test" if share < 100 else "train"


def words_of(text: str) -> list[str]:
    return [word.text for word in ud_words(text)]


def key(text: str) -> str:
    """What two copies of a text have in common: letters and digits."""
    return re.sub(r"[^a-z0-9]+", "", text.lower())


@dataclass
class Sentence:
    """One CoNLL-U sentence with its syntactic words."""

    document: str = ""
    words: list[str] = field(default_factory=list)
    upos: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    lemmas: list[str] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    rels: list[str] = field(default_factory=list)
    spaces: list[bool] = field(default_factory=list)
    typo: bool = False

    def parse(self) -> Parse:
        """The parse as the corruptions want it."""
        return Parse(self.upos, self.heads, self.rels, self.lemmas, self.tags)


def read_conllu(text: str) -> list[Sentence]:
    """Sentences in order; empty nodes are skipped, multiword tokens dropped, their words kept."""
    sentences: list[Sentence] = []
    document = ""
    for block in text.split("\n\n"):
        sentence = Sentence()
        until, space_after_range = 0, True
        for line in block.split("\n"):
            if line.startswith("# newdoc"):
                document = line.partition("=")[2].strip() or f"doc{len(sentences)}"
            if not line or line.startswith("#"):
                continue
            columns = line.split("\t")
            number, misc = columns[0], columns[9]
            if "." in number:
                continue
            space = "SpaceAfter=No" not in misc.split("|")
            if "-" in number:
                until, space_after_range = int(number.split("-")[1]), space
                continue
            at = int(number)
            if at < until:
                space = False
            elif at == until:
                space = space_after_range
            sentence.words.append(columns[1])
            sentence.lemmas.append(columns[2])
            sentence.upos.append(columns[3])
            sentence.tags.append(penn(columns[3], columns[5]))
            sentence.heads.append(int(columns[6]))
            sentence.rels.append(columns[7])
            sentence.spaces.append(space)
            sentence.typo |= "Typo=Yes" in columns[5] or columns[7] == "goeswith"
        if sentence.words:
            sentence.document = document
            sentences.append(sentence)
    return sentences


def penn(upos: str, features: str) -> str:
    """A Penn tag for verbs and nouns from UD features; "" for the rest."""
    have = dict(pair.split("=", 1) for pair in features.split("|") if "=" in pair)
    if upos == "NOUN":
        return {"Plur": "NNS", "Ptan": "NNS", "Sing": "NN"}.get(have.get("Number", ""), "NN")
    if upos not in ("VERB", "AUX"):
        return ""
    form, tense = have.get("VerbForm", ""), have.get("Tense", "")
    if form == "Inf" or have.get("Mood") == "Imp":
        return "VB"
    if form == "Ger" or (form == "Part" and tense == "Pres"):
        return "VBG"
    if form == "Part":
        return "VBN"
    if tense == "Past":
        return "VBD"
    if tense == "Pres":
        third = have.get("Person") == "3" and have.get("Number") == "Sing"
        return "VBZ" if third else "VBP"
    return ""


# --------------------------------------------------------------------------- labelled sets


def parses(shared: Shared) -> dict[tuple[str, str], list[Sentence]]:
    """The sentences of both treebanks by set and split."""
    files = {
        ("ewt", "train"): "train/ud_ewt/en_ewt-ud-train.rebuilt.conllu.gz",
        ("ewt", "dev"): "train/ud_ewt/en_ewt-ud-dev.conllu.gz",
        ("ewt", "test"): "train/ud_ewt/en_ewt-ud-test.conllu.gz",
        ("atis", "train"): "train/ud_atis/en_atis-ud-train.conllu.gz",
        ("atis", "dev"): "train/ud_atis/en_atis-ud-dev.conllu.gz",
        ("atis", "test"): "train/ud_atis/en_atis-ud-test.conllu.gz",
    }
    uses = {"train": "training", "dev": "checkpoints", "test": "measuring"}
    return {
        (name, split): read_conllu(shared.text(file, f"parses, errors, segments ({uses[split]})"))
        for (name, split), file in files.items()
    }


def parse_records(trees: dict[tuple[str, str], list[Sentence]]) -> Iterator[Record]:
    """Treebank sentences as records."""
    for (name, split), sentences in trees.items():
        for s in sentences:
            yield {
                "set": name,
                "split": split,
                "words": s.words,
                "upos": s.upos,
                "heads": s.heads,
                "rels": s.rels,
                "spaces": s.spaces,
            }


Tagged = tuple[list[str], list[str]]


def read_tagged(
    text: str, word: int, tag: int, convert: Callable[[str], str], marks: bool = False
) -> list[list[Tagged]]:
    """Documents of (words, tags); `marks` says that documents are marked in the file."""
    documents: list[list[Tagged]] = [[]]
    words: list[str] = []
    tags: list[str] = []
    for line in [*text.split("\n"), ""]:
        columns = line.rstrip("\r").split("\t") if "\t" in line else line.split()
        if marks and (line.startswith(("-DOCSTART-", "# newdoc"))):
            documents.append([])
        elif len(columns) > max(word, tag) and columns[word] and not (marks and line[0:2] == "# "):
            words.append(columns[word])
            tags.append(convert(columns[tag]))
        elif words and not line.startswith("#"):
            documents[-1].append((words, iob2(tags)))
            words, tags = [], []
            if not marks:
                documents.append([])
    return [document for document in documents if document]


def iob2(tags: list[str]) -> list[str]:
    """IOB1 or IOB2 tags as IOB2."""
    fixed: list[str] = []
    for i, tag in enumerate(tags):
        starts = tag.startswith("I-") and (i == 0 or tags[i - 1][2:] != tag[2:])
        fixed.append("B" + tag[1:] if starts else tag)
    return fixed


def plain_tag(tag: str) -> str:
    """A tag of the four types; others are O."""
    return tag if tag[2:] in TYPES else "O"


def wnut_tag(tag: str) -> str:
    """WNUT's six types as our four."""
    return f"{tag[:2]}{WNUT[tag[2:]]}" if tag[2:] in WNUT else "O"


def plain_mentions(words: list[str], tags: list[str]) -> Tagged:
    """Twitter's "@ name" as one word that is no entity, as WNUT has it (BTC calls it a person)."""
    out: Tagged = ([], [])
    joins = False
    for i, (word, tag) in enumerate(zip(words, tags, strict=True)):
        if joins:
            out[0][-1] += word
        else:
            joined = word == "@" and i + 1 < len(words) and tags[i + 1] != "O" and tag != "O"
            out[0].append(word)
            out[1].append("O" if joined else tag)
        joins = not joins and word == "@" and out[1][-1] == "O" and tag != "O"
    return out[0], iob2(out[1])


def ner_records(shared: Shared) -> Iterator[Record]:
    """Entities; the last 5 % of each training file's documents are dev."""
    three = ["PER", "LOC", "ORG"]
    plans: list[tuple[str, str, list[str], int, int, Callable[[str], str], bool]] = [
        ("wnut17", f"train/wnut17/{name}", TYPES, 0, 1, wnut_tag, False)
        for name in ("wnut17train.conll", "emerging.dev.conll", "emerging.test.annotated")
    ]
    plans += [
        ("btc", f"train/ner_misc/BTC/{part}.conll", three, 0, 1, plain_tag, False)
        for part in "abefgh"
    ]
    wikigold = "train/ner_misc/wikigold/wikigold.conll.txt"
    plans.append(("wikigold", wikigold, TYPES, 0, 1, plain_tag, True))
    uner = "train/uner_ewt/en_ewt-ud-{}.iob2.gz"
    plans.append(("uner", uner.format("dev"), three, 1, 2, plain_tag, True))
    plans.append(("uner-test", uner.format("test"), three, 1, 2, plain_tag, True))
    for source, file, types, word, tag, convert, marks in plans:
        test = source == "uner-test"
        text = shared.text(file, "entities (measuring)" if test else "entities (training)")
        documents = read_tagged(text, word, tag, convert, marks)
        for i, document in enumerate(documents):
            split = "test" if test else "dev" if i >= len(documents) * 0.95 else "train"
            for pair in document:
                words, tags = plain_mentions(*pair)
                yield {
                    "set": "ner",
                    "split": split,
                    "source": source.removesuffix("-test"),
                    "types": types,
                    "words": words,
                    "tags": tags,
                }


def trec_records(shared: Shared) -> list[Record]:
    """Question classes; training questions that the test file repeats are left out."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for split in ("train", "test"):
        uses = {
            "train": "question classes, pool (training)",
            "test": "question classes (measuring)",
        }
        text = shared.text(f"train/trec_qc/{split}.txt", uses[split], "latin-1")
        pairs = [line.split(" ", 1) for line in text.splitlines() if line.strip()]
        rows[split] = [(pair[1].strip(), pair[0]) for pair in pairs]
    measured = {key(text) for text, _ in rows["test"]}
    records = [
        {
            "set": "trec",
            "split": "dev" if digest(f"trec/{key(text)}") % 1000 < 50 else "train",
            "text": text,
            "label": label,
        }
        for text, label in rows["train"]
        if key(text) not in measured
    ]
    records += [
        {"set": "trec", "split": "test", "text": text, "label": label}
        for text, label in rows["test"]
    ]
    return records


def wellformed_records(shared: Shared) -> list[Record]:
    """Well-formedness ratings; 8 % of the training queries are dev, the dev file is test."""
    records: list[Record] = []
    seen: set[str] = set()
    for name, use in (("dev", "measuring"), ("train", "training")):
        file = f"eval/query_wellformedness/{name}.tsv"
        for line in shared.text(file, f"well-formedness ({use})").splitlines():
            text, _, score = line.rpartition("\t")
            if name == "dev":
                split = "test"
                seen.add(key(text))
            elif key(text) in seen:
                continue
            else:
                split = "dev" if digest(f"wellformed/{key(text)}") % 1000 < 80 else "train"
            records.append(
                {"set": "wellformed", "split": split, "text": text, "score": float(score)}
            )
    return records


def blimp_records(shared: Shared) -> list[Record]:
    """Minimal pairs; one phenomenon each of morphology, syntax and their border is test."""
    rows = shared.lines("train/blimp/blimp.jsonl.gz", "minimal pairs (training, held-out: test)")
    fields: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        fields[row["field"].replace("/", "_")].add(row["linguistics_term"])
    held: set[str] = set()
    for name in ("morphology", "syntax", "syntax_semantics"):
        held.add(min(fields[name] - held, key=lambda term: digest(f"blimp/{term}")))
    counts: Counter[str] = Counter()
    records: list[Record] = []
    for row in rows:
        test = row["linguistics_term"] in held
        counts[row["UID"]] += 1
        if counts[row["UID"]] <= (100 if test else 300):
            records.append(
                {
                    "set": "blimp",
                    "split": "test" if test else "train",
                    "good": row["sentence_good"],
                    "bad": row["sentence_bad"],
                    "phenomenon": row["linguistics_term"],
                    "uid": row["UID"],
                }
            )
    return records


# --------------------------------------------------------------------------- questions


@dataclass(frozen=True)
class Question:
    """A question with the set and the split of its document."""

    source: str
    split: str
    text: str


def questions(shared: Shared, wellformed: list[Record]) -> list[Question]:
    """Distinct good questions; a text that is in dev or test is nowhere in train."""
    found: list[Question] = []
    for version in ("1.1", "2.0"):
        name = f"train/squad_dev/dev-v{version}.clean.json.gz"
        data = json.loads(shared.text(name, "errors, segments, pool"))["data"]
        found += [
            Question("squad", bucket(article["title"], "squad3"), " ".join(qa["question"].split()))
            for article in data
            for paragraph in article["paragraphs"]
            for qa in paragraph["qas"]
        ]
    for row in shared.lines("train/qamr/qamr_wiki_joined.jsonl.gz", "errors, segments, pool"):
        document = row["sent_id"].rpartition(":")[0]
        found.append(Question("qamr", bucket(document), " ".join(row["question"].split())))
    for row in shared.lines("train/fairytaleqa/fairytaleqa.jsonl.gz", "errors, segments, pool"):
        text = " ".join(row["question"].split())
        found.append(Question("fairytaleqa", bucket(row["story"]), text))
    for row in wellformed:
        if row["split"] == "test" or row["score"] < 0.8:
            continue
        half = "test" if digest(row["text"]) % 2 else "dev"
        split = half if row["split"] == "dev" else "train"
        found.append(Question("wellformed", split, row["text"]))
    measured = {key(row["text"]) for row in wellformed if row["split"] == "test"}
    distinct: dict[str, Question] = {}
    for want in ("test", "dev", "train"):
        for question in found:
            if question.split == want and key(question.text) not in measured:
                distinct.setdefault(key(question.text), question)
    return list(distinct.values())


class Lexicon:
    """The usual tag and lemma of each word form, from treebank training sentences."""

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        counts: dict[str, Counter[tuple[str, str, str]]] = defaultdict(Counter)
        for s in sentences:
            for word, upos, tag, lemma in zip(s.words, s.upos, s.tags, s.lemmas, strict=True):
                counts[word.lower()][upos, tag, lemma.lower()] += 1
        self.known: dict[str, tuple[str, str, str]] = {}
        self.readings: dict[tuple[str, str], tuple[str, str, str]] = {}
        for word, seen in counts.items():
            total = sum(seen.values())
            upos_seen: Counter[str] = Counter()
            for (upos, _, _), n in seen.items():
                upos_seen[upos] += n
            for upos, n in upos_seen.items():
                if n >= 0.1 * total:
                    best = max((k for k in seen if k[0] == upos), key=lambda k: (seen[k], k))
                    self.readings[word, upos] = best
            upos, n = upos_seen.most_common(1)[0]
            sure = n >= 0.8 * total or upos in ("AUX", "DET", "ADP", "PRON", "PART", "SCONJ")
            if sure:
                self.known[word] = self.readings[word, upos]

    def parse(self, words: list[str]) -> Parse:
        """Guessed tags for words, without heads."""
        rows: list[tuple[str, str, str]] = []
        for i, word in enumerate(words):
            low = word.lower()
            unknown = ("X", "?", low)
            before = rows[-1] if rows else unknown
            after = words[i + 1].lower() if i + 1 < len(words) else ""
            if not any(c.isalnum() for c in word) and low not in self.known:
                rows.append(("PUNCT", "", low))
            elif low == "to":
                _, tag, _ = self.readings.get((after, "VERB"), unknown)
                rows.append(("PART" if tag in ("VB", "VBP") else "ADP", "", "to"))
            elif i > 0 and word[:1].isupper() and word != "I":
                rows.append(("PROPN", "", low))
            elif low in self.known:
                rows.append(self.known[low])
            elif before[0] in ("DET", "ADJ", "NUM"):
                rows.append(self.readings.get((low, "NOUN"), unknown))
            elif before[0] == "PART" or before[2] in ("i", "you", "he", "she", "we", "they"):
                rows.append(self.readings.get((low, "VERB"), unknown))
            else:
                rows.append(unknown)
        upos, tags, lemmas = ([row[k] for row in rows] for k in range(3))
        return Parse(upos, lemmas=lemmas, tags=tags)


# --------------------------------------------------------------------------- made sets


def error_records(
    trees: dict[tuple[str, str], list[Sentence]], asked: list[Question], lexicon: Lexicon
) -> Iterator[Record]:
    """Corrupted and clean sentences with the kind of error of every word."""
    known = {key(" ".join(s.words)) for name in ("ewt", "atis") for s in trees[name, "train"]}
    for split, wanted in ERRORS.items():
        random = Random(f"{SEED}/errors/{split}")
        items: list[tuple[str, list[str], Parse]] = []
        for name in ("ewt", "atis"):
            items += [
                (name, s.words, s.parse())
                for s in trees[name, split]
                if 4 <= len(s.words) <= 40
                and not s.typo
                and (split == "train" or key(" ".join(s.words)) not in known)
            ]
        random.shuffle(items)
        if split != "train":
            items = items[: wanted // 2]
        else:
            items = items + [item for item in items if item[0] == "ewt"][:8000]
        by_source: dict[str, list[Question]] = defaultdict(list)
        for question in asked:
            if question.split == split:
                by_source[question.source].append(question)
        # small sets first, so that the largest one only fills up what is left
        left = wanted - len(items)
        for n, source in enumerate(sorted(by_source, key=lambda s: len(by_source[s]))):
            group = by_source[source]
            random.shuffle(group)
            share = left if n == len(by_source) - 1 else left // (len(by_source) - n)
            before = len(items)
            for question in group:
                words = words_of(question.text)
                if 4 <= len(words) <= 40 and len(items) - before < share:
                    items.append((source, words, lexicon.parse(words)))
            left -= len(items) - before
        random.shuffle(items)
        for source, words, parse in items:
            kinds = ["ok"] * len(words)
            out = list(words)
            if random.random() < CORRUPTED:
                out, kinds = corrupt(words, random, parse)
            yield {"set": "errors", "split": split, "source": source, "words": out, "kinds": kinds}


def segment_records(
    trees: dict[tuple[str, str], list[Sentence]], asked: list[Question]
) -> Iterator[Record]:
    """Windows of running text with the sentence ends."""
    for split in ("train", "dev", "test"):
        random = Random(f"{SEED}/segment/{split}")
        documents: dict[str, list[Sentence]] = defaultdict(list)
        for s in trees["ewt", split]:
            documents[s.document].append(s)
        for turn in range(2 if split == "train" else 1):
            for sentences in documents.values():
                rows = [(s.words, s.spaces) for s in sentences]
                yield from windows(rows, split, random, unmarked=0.1 + 0.15 * turn)
        texts = [q.text for q in asked if q.split == split and q.source != "wellformed"]
        random.shuffle(texts)
        texts = texts[: 6000 if split == "train" else 400]
        rows = [
            ([word.text for word in found], [word.space_after for word in found])
            for found in map(ud_words, texts)
        ]
        yield from windows(rows, split, random, unmarked=0.6)


def windows(
    rows: list[tuple[list[str], list[bool]]], split: str, random: Random, unmarked: float
) -> Iterator[Record]:
    """Cuts sentences in order into windows; some lose end marks or begin or end mid-sentence."""
    at = 0
    while at < len(rows):
        size = random.randint(2, 8)
        words: list[str] = []
        spaces: list[bool] = []
        ends: list[int] = []
        bare = random.random() < unmarked
        for more, more_spaces in rows[at : at + size]:
            if words and len(words) + len(more) > 110:
                break
            at += 1
            more, more_spaces = list(more[:110]), list(more_spaces[:110])
            question = "?" in more[-2:]
            while bare and question and len(more) > 2 and more[-1] in ("?", "!", ".", "..."):
                del more[-1], more_spaces[-1]
                more_spaces[-1] = True
            words += more
            spaces += more_spaces
            ends += [0] * (len(more) - 1) + [1]
        if len(words) > 12:
            if random.random() < 0.15:
                cut = random.randint(1, 8)
                words, spaces, ends = words[cut:], spaces[cut:], ends[cut:]
            if random.random() < 0.15:
                cut = random.randint(1, min(8, len(words) - 2))
                words, spaces, ends = words[:-cut], spaces[:-cut], ends[:-cut]
        yield {
            "set": "segment",
            "split": split,
            "words": words,
            "spaces": [int(space) for space in spaces],
            "ends": ends,
        }


def pool_records(
    shared: Shared, asked: list[Question], trec: list[Record], wellformed: list[Record]
) -> Iterator[Record]:
    """Unlabelled questions and sentences: at most half of them questions."""
    random = Random(f"{SEED}/pool")
    held = {key(q.text) for q in asked if q.split != "train"}
    held |= {key(row["text"]) for row in (*trec, *wellformed) if row["split"] != "train"}
    some = [q.text for q in asked if q.split == "train"]
    some += [row["text"] for row in (*trec, *wellformed) if row["split"] == "train"]
    for article in json.loads(shared.text("train/dcqa/train.json.gz", "pool")):
        for part in article["Article"]:
            some += [qa["Question"].split(" | ")[0] for qa in part["qas"]]
    told: list[str] = []
    for row in shared.lines("train/nli/nli.jsonl.gz", "pool"):
        if not row["source"].startswith("rte"):
            told += [row["premise"], row["hypothesis"]]
    passages: dict[str, None] = {}
    for row in shared.lines("train/fairytaleqa/fairytaleqa.jsonl.gz", "pool"):
        passages[row["context"]] = None
    for version in ("1.1", "2.0"):
        name = f"train/squad_dev/dev-v{version}.clean.json.gz"
        for article in json.loads(shared.text(name, "pool"))["data"]:
            for paragraph in article["paragraphs"]:
                passages[paragraph["context"]] = None
    for passage in passages:
        told += re.split(
            r"(?<=[a-z0-9)][.!?])[\"'”]?\s+(?=[\"'“]?[A-Z])", " ".join(passage.split())
        )
    for row in shared.lines("train/qamr/qamr_wiki_joined.jsonl.gz", "pool"):
        told.append(" ".join(row["tokens"]))
    left = POOL
    for texts, share in ((some, 0.5), (told, 1.0)):
        distinct: dict[str, str] = {}
        for text in texts:
            if key(text) and key(text) not in held:
                distinct.setdefault(key(text), text)
        chosen = list(distinct.values())
        random.shuffle(chosen)
        held |= set(distinct)
        count = 0
        for text in chosen:
            words = words_of(text)
            if 3 <= len(words) <= 40 and count < left * share:
                count += 1
                yield {"set": "pool", "words": words}
        left -= count


# --------------------------------------------------------------------------- main


def records(shared: Shared) -> Iterator[Record]:
    """Every record, in the order of the file."""
    trees = parses(shared)
    trec, wellformed = trec_records(shared), wellformed_records(shared)
    asked = questions(shared, wellformed)
    lexicon = Lexicon([*trees["ewt", "train"], *trees["atis", "train"]])
    yield from parse_records(trees)
    yield from ner_records(shared)
    yield from trec
    yield from wellformed
    yield from blimp_records(shared)
    yield from error_records(trees, asked, lexicon)
    yield from segment_records(trees, asked)
    yield from pool_records(shared, asked, trec, wellformed)


def main() -> None:
    """Reads the shared folder, writes the records and the list of sources."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("shared", type=Path, help="the shared folder")
    parser.add_argument("out", type=Path, help="the file to write, OUT.jsonl.gz")
    options = parser.parse_args()
    shared = Shared(options.shared)
    counts: Counter[tuple[str, str]] = Counter()
    kinds: Counter[str] = Counter()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with (
        options.out.open("wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed,
        io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as file,
    ):
        for record in records(shared):
            counts[record["set"], record.get("split", "-")] += 1
            if record["set"] == "errors":
                kinds.update(set(record["kinds"]) - {"ok"} or {"ok"})
            file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
    sources = options.out.with_name(options.out.name.removesuffix(".jsonl.gz") + ".sources.json")
    listed = sorted(shared.sources.values(), key=lambda source: str(source["file"]))
    sources.write_text(json.dumps(listed, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for (name, split), n in counts.items():
        print(f"{name:12}{split:8}{n:8,}", file=sys.stderr)
    for kind in KINDS:
        print(f"errors with {kind:14}{kinds[kind]:8,}", file=sys.stderr)
    for source in listed:
        print(f"{source['sha256']}  {source['file']}", file=sys.stderr)
    print(f"{options.out}: {options.out.stat().st_size / 1e6:.2f} MB", file=sys.stderr)


if __name__ == "__main__":
    main()
