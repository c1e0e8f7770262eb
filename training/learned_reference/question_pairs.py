"""Question pairs of QAMR: the same answer in the same sentence, or not."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random

from qgauge.text.ptb import tokenize

FILE = Path("train", "qamr", "qamr_wiki_joined.jsonl.gz")
EACH = 8
"""Most pairs with the same answer, and most with other answers, from one sentence."""
ELSEWHERE = 2
"""Pairs with a question about another sentence."""
SEED = 5


@dataclass(frozen=True)
class Asked:
    """A question about a sentence, and the places of its answer there."""

    question: str
    answer: frozenset[int]


@dataclass(frozen=True)
class QuestionPair:
    """Two different questions."""

    first: str
    second: str
    same: bool
    """Whether they have the same answer in the same sentence."""
    sentence: str
    hard: bool
    """Whether both are about the same sentence."""


def read_questions(shared: Path) -> dict[str, list[Asked]]:
    """Read the questions by sentence."""
    found: dict[str, list[Asked]] = defaultdict(list)
    with gzip.open(shared / FILE, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if question := row["question"].strip():
                found[row["sent_id"]].append(Asked(question, frozenset(row["answer_idx"])))
    return dict(sorted(found.items()))


def question_pairs(by_sentence: dict[str, list[Asked]]) -> list[QuestionPair]:
    """Sample pairs: the same answer, another answer that shares no word, another sentence."""
    random = Random(SEED)
    everything = [one.question for some in by_sentence.values() for one in some]
    found = []
    for sentence, some in by_sentence.items():
        for same in (True, False):
            pairs = list(_pairs(some, same))
            for one, other in random.sample(pairs, min(EACH, len(pairs))):
                first, second = random.sample((one, other), 2)
                found.append(QuestionPair(first, second, same, sentence, True))
        for _ in range(ELSEWHERE):
            first, second = random.choice(some).question, random.choice(everything)
            found.append(QuestionPair(first, second, False, sentence, False))
    return found


def _pairs(some: Sequence[Asked], same: bool) -> Iterator[tuple[str, str]]:
    for one, other in combinations(some, 2):
        if tokenize(one.question) == tokenize(other.question):
            continue
        if one.answer == other.answer if same else not one.answer & other.answer:
            yield one.question, other.question
