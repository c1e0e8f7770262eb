"""Add the unlabelled pairs that a teacher labels, without held-out texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from training.reader.records import Book, split
from training.unlabelled_pairs.premises import MOST_WORDS, Pairs
from training.unlabelled_pairs.questions import Questions
from training.unlabelled_pairs.texts import Held, Texts, plain

__all__ = ["Texts", "add_pools"]
POOL_QA, POOL_NLI = 172_000, 300_000
Made = tuple[str, str, str]


def chosen(made: Iterable[Made], held: Held, limit: int, random: Random) -> list[Made]:
    """Return at most `limit` pairs, in order, without duplicates and without held-out texts."""
    seen: set[tuple[str, str]] = set()
    known: dict[str, bool] = {}
    kept = []
    for kind, one, two in made:
        key = (plain(one), two)
        if not one or not two or key in seen or key[0] == plain(two):
            continue
        seen.add(key)
        for text in (one, two):
            if text not in known:
                known[text] = text in held
        if not known[one] and not known[two]:
            kept.append((kind, one, two))
    if len(kept) > limit:
        kept = [kept[i] for i in sorted(random.sample(range(len(kept)), limit))]
    return kept


def add_pools(book: Book, texts: Texts, random: Random) -> Counter[tuple[str, str]]:
    """Add both pools, and return the number of records by task and kind."""
    passages = {i: t for t, i in book.passages.items()}
    held = Held(book.records, passages)
    statements = [
        (passages[r["passage"]], r["hypothesis"])
        for r in book.records
        if r["task"] == "statement" and r["split"] == "train"
    ]
    labelled = {(plain(r["premise"]), r["hypothesis"]) for r in book.records if r["task"] == "nli"}
    questions = Questions(texts, held, random)
    asked = [*questions.real(), *questions.written()]
    counts: Counter[tuple[str, str]] = Counter()
    first = {s: i for i, p in enumerate(texts.paragraphs.values()) for s in p.sentences}
    made = chosen(asked, held, POOL_QA, random)
    # windows of one passage next to each other compress better
    made.sort(key=lambda m: first.get(split(m[1])[0], -1))
    for kind, passage, text in made:
        book.add(task="pool_qa", kind=kind, passage=book.passage(passage), question=text)
        counts["pool_qa", kind] += 1
    pairs = (
        (kind, one, two)
        for kind, one, two in Pairs(texts, statements, random).all()
        if max(len(one.split()), len(two.split())) <= MOST_WORDS
        and (plain(one), two) not in labelled
    )
    for kind, premise, hypothesis in chosen(pairs, held, POOL_NLI, random):
        book.add(task="pool_nli", kind=kind, premise=premise, hypothesis=hypothesis)
        counts["pool_nli", kind] += 1
    return counts
