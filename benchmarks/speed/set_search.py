"""Time the search for duplicates and leaks in large sets: `python -m benchmarks.speed.set_search`.

Runs no models: it measures what `qgauge set` does to find the pairs that QSTS then scores. The
questions are synthetic; half of them are noisy copies of the other half, with the same answer, and
some stems are in every sixth question. Each size runs in a process of its own.
At `--old` questions, the search by a product of sparse matrices, which compares every two questions
that share a stem, runs as well, and must find the same pairs.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from benchmarks.speed.made_up_pairs import GRAMMAR, _Writer, distinct_pairs, questions
from benchmarks.speed.separate_runs import pin_to_one_core
from qgauge.core import Example
from qgauge.sets import SetSettings
from qgauge.sets.answers import looked_up
from qgauge.sets.leaks import leaks
from qgauge.sets.pair_search import PairSearch
from qgauge.sets.pairs import Pair, Thresholds, is_likely, same_answers
from qgauge.sets.question import SetQuestion
from qgauge.sets.words import words_of

SEED = 20
A_DOCUMENT = 6
KINDS = ("documents and answers", "answers only", "questions only")
SIZES = (20_000, 100_000, 1_000_000)
FRAMES = {
    "{}": 60,
    "According to the text, {}": 16,
    "In the year of the war, {}": 8,
    "What is the name of the person and {}": 6,
    "According to the author of the passage, {}": 5,
    "In the history of the United States, {}": 5,
}
"""What questions begin with, with percentages: stems that many questions have."""
AT_ONCE = 256
"""Questions per product of matrices."""


def made_up(count: int, kind: str) -> Iterator[SetQuestion]:
    pairs = distinct_pairs(questions(SEED), count // 2, SEED)
    writer, random = _Writer(Random(SEED)), Random(SEED)
    things = [text for text in GRAMMAR["thing"] if "{" in text]
    for at, texts in enumerate(pairs):
        answer = "" if kind == "questions only" else random.choice(things).format_map(writer)
        words, why_not = looked_up(answer)
        document = str(2 * at // A_DOCUMENT) if kind == "documents and answers" else ""
        (frame,) = random.choices([*FRAMES], [*FRAMES.values()])
        for text in map(frame.format, texts):
            example = Example(str(at), text, answer=answer or None)
            yield SetQuestion(example, words_of(text), words, "", document, why_not)


def by_matrices(asked: Sequence[SetQuestion], limits: Thresholds) -> list[Pair]:
    """Compare every two questions that share a stem, as `qgauge set` did before this search."""
    stems = [one.words.stems for one in asked]
    places = {stem: at for at, stem in enumerate(dict.fromkeys(s for one in stems for s in one))}
    sizes = np.array([len(one) for one in stems])
    columns = [places[stem] for one in stems for stem in one]
    rows = np.repeat(np.arange(len(asked)), sizes)
    matrix = csr_array((np.ones(len(rows), np.int64), (rows, columns)))
    other_way = matrix.T.tocsc()
    found = []
    for start in range(0, len(asked), AT_ONCE):
        counts = (matrix[start : start + AT_ONCE] @ other_way).tocoo()
        first, second = counts.row + start, counts.col
        words = 2 * counts.data / (sizes[first] + sizes[second])
        near = (second > first) & (words >= min(limits.words, limits.words_same_answer))
        for one, other, alike in zip(
            first[near].tolist(), second[near].tolist(), words[near].tolist(), strict=True
        ):
            found.append(_pair(asked, one, other, alike))
    empty: dict[tuple[str, ...], list[int]] = {}
    for at, words_ in enumerate(one.words for one in asked):
        if words_.all and not words_.stems:
            same = empty.setdefault(words_.all, [])
            found += [_pair(asked, before, at, 1.0) for before in same]
            same.append(at)
    likely = [
        pair
        for pair in found
        if is_likely(
            pair,
            limits,
            same_document=asked[pair.first].document == asked[pair.second].document,
        )
    ]
    return sorted(likely, key=lambda pair: (pair.first, pair.second))


def _pair(asked: Sequence[SetQuestion], first: int, second: int, words: float) -> Pair:
    one, other = asked[first], asked[second]
    answers = same_answers(one.example.answer or "", other.example.answer or "")
    return Pair(first, second, words, answers, one.words.all == other.words.all)


def peak() -> float:
    """Return the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run(count: int, kind: str, *, old: bool) -> dict[str, Any]:
    """Search one set in this process."""
    limits = SetSettings().thresholds
    asked = list(islice(made_up(count, kind), count))
    gc.collect()
    before = peak()
    start = time.process_time()
    search = PairSearch(asked, limits)
    built = time.process_time()
    found = [pair for block in search.blocks() for pair in search.likely(block)]
    searched = time.process_time()
    memory = peak() - before
    given_away = leaks(asked, SetSettings().leak, SetSettings().shared)
    leaked = time.process_time()
    result = {
        "index": built - start,
        "search": searched - built,
        "leaks": leaked - searched,
        "pairs": len(found),
        "leaks found": len(given_away),
        "memory": memory,
        "set": before,
    }
    if old:
        start = time.process_time()
        if by_matrices(asked, limits) != found:
            raise RuntimeError("the two searches found different pairs")
        result["old"] = time.process_time() - start
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--old", type=int, nargs="*", default=SIZES[:2])
    parser.add_argument("--one", nargs=2, metavar=("N", "KIND"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        count, kind = int(options.one[0]), options.one[1]
        print(json.dumps(run(count, kind, old=count in options.old)))
        return
    pin_to_one_core()
    print("CPU seconds; memory in MB, of the questions, and of the search for duplicates on top")
    for kind in KINDS:
        print(f"\n{kind}")
        for count in options.sizes:
            command = [sys.executable, "-m", "benchmarks.speed.set_search", "--one", str(count)]
            command += [kind, "--old", *map(str, options.old)]
            done = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
            line = (
                f"  {count:>9,} questions: index {done['index']:6.1f}, search {done['search']:6.1f}"
                f", leaks {done['leaks']:6.1f}; {1e6 * _total(done) / count:5.0f} µs a question; "
                f"{done['pairs']:,} pairs, {done['leaks found']:,} leaks; "
                f"memory {done['set']:,.0f} + {done['memory']:,.0f}"
            )
            if "old" in done:
                line += f"; before: {done['old']:.1f}, the same pairs"
            print(line, flush=True)


def _total(done: dict[str, Any]) -> float:
    return float(done["index"] + done["search"] + done["leaks"])


if __name__ == "__main__":
    main()
