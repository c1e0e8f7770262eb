"""Compare statements made from question and answer with those that people wrote.

    python -m benchmarks.agreement.statements DATA [--any 20000] [--read 450]

DATA has `train/qa2d/entailmentbank.jsonl.gz` and, for --any, the other sets of `train/` and
`eval/`. The rules were written with the training part in view; dev and test were only measured.
--any N makes statements for N questions from all sets, none of which may fail. --read N shows what
the inference model makes of our statements and of variants, on N training rows. Takes half a
minute; --any and --read take some minutes more.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import snowballstemmer
from rapidfuzz.distance import LCSseq

from qgauge.statements import Statement, statement
from qgauge.tools.registry import open_tool

SEED = 20
RESAMPLES = 2000
TARGETS = {"all rows": 0.55, "own words": 0.75}
BATCH = 256


def words(text: str) -> list[str]:
    """Split into words as rouge-score does without its stemmer."""
    return re.findall(r"[a-z0-9]+", text.lower())


def rouge_l(text: str, gold: str) -> float:
    """Return the F1 of the longest common subsequence."""
    ours, theirs = words(text), words(gold)
    shared = LCSseq.similarity(ours, theirs)
    return 2 * shared / (len(ours) + len(theirs)) if shared else 0.0


def stemmed(text: str) -> str:
    """Apply Porter's stemmer to words of four letters or more, as rouge-score does."""
    stemmer = snowballstemmer.stemmer("porter")
    return " ".join(stemmer.stemWord(w) if len(w) > 3 else w for w in words(text))


def interval(values: Sequence[float]) -> str:
    """Format the mean with a 95 % percentile interval of a bootstrap over rows."""
    column = np.array(values)
    random = np.random.default_rng(SEED)
    drawn = [random.choice(column, len(column)).mean() for _ in range(RESAMPLES)]
    low, high = np.percentile(drawn, [2.5, 97.5])
    return f"{column.mean():.3f} [{low:.3f}, {high:.3f}]"


def made(pairs: Sequence[tuple[str, str]], parser: Any) -> Iterator[Statement]:
    """Yield the statement of each pair, with a progress line on a terminal."""
    for first in range(0, len(pairs), BATCH):
        part = pairs[first : first + BATCH]
        texts = [text for pair in part for text in pair]
        parses = iter(parser.parse(texts))
        for question, answer in part:
            yield statement(question, answer, next(parses), next(parses))
        if sys.stderr.isatty():
            print(f"\r{first + len(part):,} of {len(pairs):,}", end="", file=sys.stderr)


def entailment_rows(folder: Path) -> list[dict[str, str]]:
    with gzip.open(folder / "train/qa2d/entailmentbank.jsonl.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def entailment_bank(folder: Path, parser: Any) -> None:
    """Print ROUGE-L by split, overall and for rows where people added no words."""
    rows = entailment_rows(folder)
    found = list(made([(row["question"], row["answer"]) for row in rows], parser))
    scores = [rouge_l(f.text, row["declarative"]) for f, row in zip(found, rows, strict=True)]
    own = [
        set(words(row["declarative"])) <= set(words(row["question"] + " " + row["answer"]))
        for row in rows
    ]
    print("EntailmentBank, ROUGE-L (F1, no stemmer) with human statements, 95 % intervals\n")
    for split in ("train", "dev", "test", "dev+test"):
        inside = [row["split"] in split for row in rows]
        kinds = {
            "all rows": inside,
            "own words": [a and b for a, b in zip(inside, own, strict=True)],
        }
        for name, chosen in kinds.items():
            part = [score for score, yes in zip(scores, chosen, strict=True) if yes]
            print(f"{split:9} {name:10} n={len(part):<5} {interval(part)}  target {TARGETS[name]}")
    stems = [
        rouge_l(stemmed(f.text), stemmed(row["declarative"]))
        for f, row in zip(found, rows, strict=True)
        if row["split"] != "train"
    ]
    print(f"dev+test  all rows in stems         {interval(stems)}")
    pairs = [(row, f.text) for row, f in zip(rows, found, strict=True) if row["split"] == "train"]
    bounds(pairs)
    sure = [f.sure for f in found]
    print(f"\nsure of {sum(sure):,} of {len(sure):,}")
    for name, flag in (("sure", True), ("not sure", False)):
        part = [score for score, yes in zip(scores, sure, strict=True) if yes is flag]
        print(f"{name:9} n={len(part):<5} {interval(part)}")


def without(pattern: str) -> Callable[[dict[str, str], str], str]:
    """Return a function that removes the matches of the pattern from our statement."""
    return lambda _, text: capital(re.sub(pattern, "", text))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def asked_before(row: dict[str, str]) -> list[str]:
    """Split a question into sentences; the last one asks."""
    return re.split(r"(?<=[.!?])\s+(?=[A-Z])", row["question"].strip())


def with_all_before(row: dict[str, str], text: str) -> str:
    return " ".join([*asked_before(row)[:-1], text])


def with_one_before(row: dict[str, str], text: str) -> str:
    """Prepend the previous sentence if our statement may refer to it."""
    refers = re.search(r"(?i)\b(?:this|these|it|they|he|she|both)\b", text)
    return " ".join([*(asked_before(row)[-2:-1] if refers else []), text])


def swapped(row: dict[str, str], _: str) -> str:
    last = asked_before(row)[-1]
    wh = r"\b(?:which|what|who|how|why|where|when)\b"
    put = re.sub(wh, lambda _: row["answer"], last, count=1, flags=re.IGNORECASE)
    return put if put != last else f"{last} {row['answer']}"


WAYS: dict[str, Callable[[dict[str, str], str], str]] = {
    "ours": lambda _, text: text,
    "ours without hedges": without(r"(?i)\b(?:most likely|probably|best|correctly) "),
    "ours without the introduction": without(r"^(?:If|When|As|After|In|During)[^,]*, "),
    "ours after all sentences before the question": with_all_before,
    "ours after one of them, if it refers to it": with_one_before,
    "the question with the answer for its wh-word": swapped,
}
"""Variants of a statement, made from the row and our statement."""


def bounds(pairs: Sequence[tuple[dict[str, str], str]]) -> None:
    """Show what variants score on the training part: why faithful rules cannot reach the target."""

    def in_any_order(row: dict[str, str], text: str) -> float:
        ours, theirs = Counter(words(text)), Counter(words(row["declarative"]))
        return 2 * (ours & theirs).total() / (ours.total() + theirs.total())

    def without_others(row: dict[str, str], text: str) -> str:
        theirs = set(words(row["declarative"]))
        return " ".join(word for word in words(text) if word in theirs)

    ways = {**WAYS, "ours, only with words that people used": without_others}
    print()
    for name, way in ways.items():
        values = [rouge_l(way(row, text), row["declarative"]) for row, text in pairs]
        print(f"train     {name:46} {np.mean(values):.3f}")
    best = np.mean([in_any_order(row, text) for row, text in pairs])
    print(f"train     {'our words in the best order':46} {best:.3f}")


def readings(folder: Path, parser: Any, count: int) -> None:
    """Print how often the inference model finds our statement and the human one equivalent."""
    rows = [row for row in entailment_rows(folder) if row["split"] == "train"]
    rows = Random(SEED).sample(rows, count)
    found = list(made([(row["question"], row["answer"]) for row in rows], parser))
    entailer = open_tool("entailer")
    theirs = [f"{capital(row['declarative'])}." for row in rows]
    print(f"\n{entailer.identity}, {count} training rows: human statement entails ours, "
          f"ours entails the human statement")  # fmt: skip
    for name, way in WAYS.items():
        ours = [way(row, f.text) for row, f in zip(rows, found, strict=True)]
        there = entailer.entail(list(zip(theirs, ours, strict=True)))
        back = entailer.entail(list(zip(ours, theirs, strict=True)))
        means = [np.mean([one.entailment for one in side]) for side in (there, back)]
        print(f"train     {name:46} {means[0]:.3f} {means[1]:.3f}", flush=True)


def questions(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the questions of all sets, with their answers, or "" if they have none."""
    train, judged = folder / "train", folder / "eval"
    for name, key in (("fairytaleqa/fairytaleqa", "answers"), ("qamr/qamr_wiki_joined", "answer")):
        with gzip.open(train / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            for row in map(json.loads, file):
                yield row["question"], row[key] if isinstance(row[key], str) else row[key][0]
    with gzip.open(train / "squad_dev/dev-v2.0.clean.json.gz", "rt", encoding="utf-8") as file:
        for article in json.load(file)["data"]:
            for paragraph in article["paragraphs"]:
                for qa in paragraph["qas"]:
                    yield qa["question"], qa["answers"][0]["text"] if qa["answers"] else ""
    for instance in json.loads((judged / "qgeval/instances.json").read_text(encoding="utf-8")):
        for one in instance["questions"]:
            yield one["prediction"], instance["answer"]
    for table in sorted((judged / "answerability").glob("*.tsv")):
        for line in table.read_text(encoding="utf-8").splitlines():
            yield from ((text, "") for text in line.split("\t")[:2])
    for table in sorted((judged / "query_wellformedness").glob("*.tsv")):
        for line in table.read_text(encoding="utf-8").splitlines():
            yield line.split("\t")[0], ""
    for line in (train / "trec_qc/train.txt").read_text(encoding="latin-1").splitlines():
        yield line.partition(" ")[2], ""


def any_question(folder: Path, parser: Any, count: int) -> None:
    """Make statements for questions from all sets; those without an answer borrow one."""
    random = Random(SEED)
    pairs = list(questions(folder))
    answers = [answer for _, answer in pairs if answer]
    random.shuffle(pairs)
    pairs = [(question, answer or random.choice(answers)) for question, answer in pairs[:count]]
    start = time.perf_counter()
    found = list(made(pairs, parser))
    took = time.perf_counter() - start
    bad = [f for f in found if not f.text.strip() or f.text != f.text.strip()]
    rules = Counter(f.rule for f in found)
    print(f"\n{len(found):,} questions of {len(list(questions(folder))):,}: no exception, "
          f"{len(bad)} empty; sure of {sum(f.sure for f in found):,}; "
          f"{len(found) / took:.0f} per second with parsing")  # fmt: skip
    print(", ".join(f"{rule} {n:,}" for rule, n in rules.most_common()))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    options.add_argument("shared", type=Path)
    options.add_argument(
        "--any",
        type=int,
        default=0,
        metavar="N",
        help="make statements for N questions of all sets",
    )
    options.add_argument(
        "--read", type=int, default=0, metavar="N", help="give N rows to the inference model"
    )
    given = options.parse_args()
    parser = open_tool("parser")
    print(f"{datetime.now(UTC).date()}, parser {parser.identity}\n")
    entailment_bank(given.shared, parser)
    if given.read:
        readings(given.shared, parser, given.read)
    if given.any:
        any_question(given.shared, parser, given.any)


if __name__ == "__main__":
    main()
