"""The linguist's synthetic records: corrupted sentences, running text, unlabelled text."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from qgauge.text.ud import ud_words
from training.grammar_errors.corrupt import Parse, corrupt
from training.linguist.sources import Record, Sentence, Shared, bucket, digest, key, words_of

SEED = 20240611
ERRORS = {"train": 60_000, "dev": 3_000, "test": 3_000}
CORRUPTED = 0.55
POOL = 150_000


@dataclass(frozen=True)
class Question:
    """A question with the set and the split of its document."""

    source: str
    split: str
    text: str


def questions(shared: Shared, wellformed: list[Record]) -> list[Question]:
    """Return distinct correct questions; no text of dev or test is also in train."""
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
    """The most frequent tag and lemma of each word form, from treebank training sentences."""

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
        """Guess tags for words, without heads."""
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


# --------------------------------------------------------------------------- synthetic sets


def error_records(
    trees: dict[tuple[str, str], list[Sentence]], asked: list[Question], lexicon: Lexicon
) -> Iterator[Record]:
    """Yield corrupted and clean sentences with the error kind of every word."""
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
        # small sets first, so that the largest one only fills the rest
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
    """Yield windows of running text with the sentence ends."""
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
    """Cut sentences into windows; some lose end marks, or begin or end mid-sentence."""
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
    """Yield unlabelled questions and sentences; at most half of them are questions."""
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
