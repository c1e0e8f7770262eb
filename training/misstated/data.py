"""Make the data for a detector of questions that misstate their passage.

    python -m training.misstated.data SHARED OUT.jsonl.gz

The file has the table of passages first ({"passage_id", "passage"}), then records with "question",
"passage" (an id), "misstated" (0 or 1), "kind", "source" and "split" ("train" or "held").
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from training.misstated.clause_changes import negation, role, tense
from training.misstated.edits import Change
from training.misstated.items import Item
from training.misstated.material import Material, Types, material, stems
from training.misstated.merges import comparison, merged
from training.misstated.paraphrases import PARAPHRASES, surface
from training.misstated.parses import parse_all
from training.misstated.phrase_changes import name, number, owner, predicate, superlative
from training.misstated.sources import read_questions
from training.misstated.word_lists import SIGNS
from training.reader.records import Question, part
from training.unlabelled_pairs.tagger import Tagger, ewt

CHANGES: dict[str, Callable[[Item, Random], Change | None]] = {
    "name": name,
    "number": number,
    "predicate": predicate,
    "negation": negation,
    "tense": tense,
    "owner": owner,
    "role": role,
    "superlative": superlative,
    "merged": merged,
    "comparison": comparison,
}
MOST = {
    "name": 7000, "number": 5000, "predicate": 7500, "negation": 4000, "tense": 900, "owner": 4000,
    "role": 4000, "superlative": 3800, "merged": 5000, "comparison": 900, "elsewhere": 4000,
    "crowd": 9999,
}  # fmt: skip
"""The most records of each kind; comparisons are written as merged."""
MOST_PARAPHRASES = {"choice": 900, "contrast": 1500, "asked last": 3500, "phrase first": 2500}
VARIED, REWORDED = 0.18, 0.3
"""Shares of questions with another surface, and of misstated ones made from a paraphrase."""
SEED = 20261117


@dataclass
class Records:
    """The passages by id, the records, and how many of each kind there are."""

    passages: dict[str, int] = field(default_factory=dict)
    rows: list[dict[str, object]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    seen: set[tuple[str, str]] = field(default_factory=set)

    def add(self, q: Question, text: str, misstated: int, kind: str, passage: str = "") -> bool:
        """Add a record, unless the passage already has this question."""
        place = passage or q.passage
        if (text.lower(), place) in self.seen:
            return False
        self.seen.add((text.lower(), place))
        self.counts[kind] += 1
        number = self.passages.setdefault(place, len(self.passages))
        row = {"question": text, "passage": number, "misstated": misstated, "kind": kind}
        self.rows.append(row | {"source": q.source, "split": q.split})
        return True

    def write(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as out:
            for text, i in self.passages.items():
                line = json.dumps({"passage_id": i, "passage": text}, ensure_ascii=False)
                out.write((line + "\n").encode())
            for row in self.rows:
                out.write((json.dumps(row, ensure_ascii=False) + "\n").encode())


def items_of(questions: Sequence[Question], folder: Path) -> list[Item]:
    """Return the answerable questions with parses, material and mates."""
    asked = [q for q in questions if not q.impossible]
    parses = parse_all(q.text for q in asked)
    types = Types()
    types.learn(asked, parses)
    tagger = Tagger(ewt(folder)[0])
    materials: dict[str, Material] = {}
    groups: dict[tuple[str, str], list[Item]] = defaultdict(list)
    items = []
    for q in asked:
        if q.passage not in materials:
            materials[q.passage] = material(q.passage, tagger, types)
        item = Item(q, parses[q.text], materials[q.passage])
        groups[q.source, q.passage].append(item)
        items.append(item)
    pools: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for item in items:
        pools[item.question.split] += item.material.names[:2]
    for item in items:
        q = item.question
        item.mates = [m for m in groups[q.source, q.passage] if m is not item]
        far = Random(part(q.text, 2**32))
        item.far_names = far.choices(pools[q.split], k=12)
    return items


def add_misstated(records: Records, items: Sequence[Item], rng: Random) -> None:
    """Give each question up to two changes, rare kinds first."""
    for item in items:
        kinds = list(CHANGES)
        rng.shuffle(kinds)
        kinds.sort(key=lambda k: records.counts[k] / MOST[k])
        made = 0
        for kind in kinds:
            if made == 2 or records.counts[kind] >= MOST[kind]:
                continue
            found = CHANGES[kind](item, rng)
            if found is None or not well_formed(found.text):
                continue
            text = _from_paraphrase(item, found, rng) or found.text
            if text.lower() == item.text.lower():
                continue
            text = surface(text, rng) if rng.random() < VARIED else text
            made += records.add(item.question, text, 1, kind)


def _from_paraphrase(item: Item, found: Change, rng: Random) -> str:
    """Make the same replacement in a paraphrase, so that form does not tell true from wrong."""
    if not found.old or rng.random() > REWORDED:
        return ""
    ways = ["asked last", "phrase first", "synonym", "name form", "passive", "without adjunct"]
    rng.shuffle(ways)
    for way in ways:
        other = PARAPHRASES[way](item, rng)
        if other and len(re.findall(rf"\b{re.escape(found.old)}\b", other.text)) == 1:
            before, after = re.split(rf"\b{re.escape(found.old)}\b", other.text)
            return before + found.new + after
    return ""


def well_formed(text: str) -> bool:
    low = text.lower()
    return (
        text.endswith("?")
        and len(text.split()) > 3
        and not re.search(r"\b(\w+) \1\b", low.replace("had had", ""))
        and not re.search(r"\b(a|an|the) (a|an|the|his|her)\b|  | ,", low)
    )


def signs(text: str) -> bool:
    return bool(set(re.findall(r"n't|\w+", text.lower())) & SIGNS)


def add_true(records: Records, items: Sequence[Item], rng: Random, most: int) -> None:
    """Add paraphrases, then the questions themselves until there are enough true records."""
    true = 0
    for item in items:
        made, wanted = 0, 2 if signs(item.text) or rng.random() < 0.25 else 1
        for kind in _paraphrase_order(records, rng):
            found = PARAPHRASES[kind](item, rng)
            if found and well_formed(found.text) and found.text != item.text:
                text = surface(found.text, rng) if rng.random() < VARIED else found.text
                made += records.add(item.question, text, 0, kind)
            if made == wanted:
                break
        true += made
    rest = sorted(items, key=lambda item: not signs(item.text))
    for item in rest:
        if true >= most:
            break
        text = surface(item.text, rng) if rng.random() < VARIED else item.text
        true += records.add(item.question, text, 0, "true" if text == item.text else "surface")


def _paraphrase_order(records: Records, rng: Random) -> list[str]:
    kinds = [k for k in PARAPHRASES if records.counts[k] < MOST_PARAPHRASES.get(k, 99999)]
    rng.shuffle(kinds)
    return sorted(kinds, key=lambda k: records.counts[k] + rng.randrange(600))


def add_crowd(records: Records, questions: Sequence[Question], rng: Random) -> None:
    """Add SQuAD 2.0's unanswerable questions."""
    for q in questions:
        if q.impossible:
            text = surface(q.text, rng) if rng.random() < VARIED else q.text
            records.add(q, text, 1, "crowd")


def add_elsewhere(records: Records, items: Sequence[Item], rng: Random) -> None:
    """Add questions about another paragraph of the same article, as similar as possible."""
    passages: dict[tuple[str, str], list[Item]] = defaultdict(list)
    for item in items:
        near = passages[item.question.source, item.question.group]
        if not near or near[-1].question.passage != item.question.passage:
            near.append(item)
    for item in items:
        q = item.question
        if q.source == "qamr" or records.counts["elsewhere"] >= MOST["elsewhere"]:
            continue
        if rng.random() > 0.3:
            continue
        mine = stems(q.passage)
        others = [
            other
            for other in passages[q.source, q.group]
            if not any(a.lower() in other.material.low for a in q.answers)
            and len(mine & stems(other.question.passage)) < 0.4 * len(mine)
        ]
        if others:
            asked = stems(q.text)
            tried = rng.sample(others, min(5, len(others)))
            best = max(tried, key=lambda o: len(asked & set().union(*o.material.stems)))
            text = surface(q.text, rng) if rng.random() < VARIED else q.text
            records.add(q, text, 1, "elsewhere", best.question.passage)


def make(shared: Path) -> Records:
    """Return all records."""
    folder = shared / "train"
    questions = read_questions(folder)
    questions.sort(key=lambda q: part(q.passage + q.text, 2**32))
    items = items_of(questions, folder)
    rng, records = Random(SEED), Records()
    add_misstated(records, items, rng)
    add_crowd(records, questions, rng)
    add_elsewhere(records, items, rng)
    add_true(records, items, rng, most=len(records.rows))
    for row in records.rows:
        if row["kind"] == "comparison":
            row["kind"] = "merged"
    rng.shuffle(records.rows)
    return records


def main(shared: Path, out: Path) -> None:
    """Write the file, and print how many records of each kind it has."""
    records = make(shared)
    records.write(out)
    counts = Counter((r["misstated"], r["kind"], r["split"]) for r in records.rows)
    for key, n in sorted(counts.items(), key=str):
        print(*key, n, file=sys.stderr)
    print(len(records.rows), "records,", len(records.passages), "passages", file=sys.stderr)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
