"""The human questions that the records are made from, with their article-wise splits.

Articles that the reader's training holds out are held out here, too.
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from random import Random

from training.reader.data import read_fairy, read_qamr, read_squad
from training.reader.more_sources import read_squad_train
from training.reader.records import Question, part, split

QAMR_MOST = 12_000
MOST_WORDS = 220


def read_questions(folder: Path) -> list[Question]:
    """Return the questions of all sources, each with a passage of at most 220 words or so."""
    qamr, _ = read_qamr(folder)
    qamr = [q for q in qamr if q.split == "test"] + [q for q in qamr if q.split != "test"]
    qamr = with_neighbours([q for q in qamr[:QAMR_MOST] if q.text.endswith("?")])
    found = read_squad(folder) + read_squad_train(folder) + explicit_fairy(folder) + qamr
    found = [cut(tidy(q)) for q in found if 3 < len(q.text.split()) < 36]
    held = {(q.source[:5], q.group) for q in found if q.split == "test"}
    return [
        replace(q, split="held" if q.split == "test" else "train")
        for q in found
        if q.split == "test" or (q.source[:5], q.group) not in held
    ]


def tidy(q: Question) -> Question:
    """Start the question with a capital and end it with one question mark."""
    text = " ".join(q.text.split()).rstrip(" ?.") + "?"
    return replace(q, text=text[:1].upper() + text[1:])


def explicit_fairy(folder: Path) -> list[Question]:
    """Return FairytaleQA's questions whose answer the section states."""
    explicit = set()
    with gzip.open(folder / "fairytaleqa/fairytaleqa.jsonl.gz", "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            if row.get("ex_or_im", "explicit").startswith("ex"):
                explicit.add((row["story"], row["question"].strip()))
    return [q for q in read_fairy(folder) if (q.group, q.text) in explicit]


def with_neighbours(questions: list[Question]) -> list[Question]:
    """Put each single sentence among two to five others, of the same document where there are."""
    near: dict[tuple[str, str], list[str]] = defaultdict(list)
    every: dict[str, list[str]] = defaultdict(list)
    for q in questions:
        if q.passage not in near[q.split, q.group]:
            near[q.split, q.group].append(q.passage)
            every[q.split].append(q.passage)
    made: dict[str, tuple[str, int]] = {}
    out = []
    for q in questions:
        if q.passage not in made:
            rng = Random(part(q.passage, 2**32))
            others = [s for s in near[q.split, q.group] if s != q.passage]
            if len(others) < 2:
                others += [s for s in rng.sample(every[q.split], 4) if s != q.passage]
            chosen = rng.sample(others, min(len(others), rng.randint(2, 5)))
            at = rng.randint(0, len(chosen))
            text = " ".join([*chosen[:at], q.passage, *chosen[at:]])
            made[q.passage] = (text, len(" ".join(chosen[:at])) + bool(at))
        text, shift = made[q.passage]
        out.append(replace(q, passage=text, start=q.start + shift))
    return out


def cut(q: Question) -> Question:
    """Cut a long passage to whole sentences around the answer."""
    if len(q.passage.split()) <= MOST_WORDS:
        return q
    parts = split(q.passage)
    at = answer_sentence(parts, q)
    first, last = at, at + 1
    size = len(parts[at].split())
    while True:
        before = len(parts[first - 1].split()) if first else MOST_WORDS
        after = len(parts[last].split()) if last < len(parts) else MOST_WORDS
        back = at - first <= last - 1 - at
        if size + (before if back else after) > MOST_WORDS:
            back = not back
        if size + (before if back else after) > MOST_WORDS:
            break
        size += before if back else after
        first, last = (first - 1, last) if back else (first, last + 1)
    return replace(q, passage=" ".join(parts[first:last]), start=-1)


def answer_sentence(sentences: list[str], q: Question) -> int:
    """Return the sentence that has an answer and most words of the question."""
    asked = set(q.text.lower().rstrip("?").split())

    def fit(at: int) -> float:
        low = sentences[at].lower()
        own = any(a.lower() in low for a in q.answers)
        return 6 * own + len(asked & set(low.split())) - at / 100

    return max(range(len(sentences)), key=fit)
