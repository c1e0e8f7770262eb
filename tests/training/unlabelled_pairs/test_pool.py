"""The pools contain no held-out text, and the same texts give the same bytes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers.shared_data import shared_folder

from training.reader.data import add_nli, add_qa, read_fairy, read_qamr, read_squad
from training.reader.records import Book, Question, split
from training.reader.wrong_answers import add_statements
from training.unlabelled_pairs.pool import add_pools, chosen
from training.unlabelled_pairs.tagger import Tagger, ewt
from training.unlabelled_pairs.texts import Held, Texts, plain
from training.unlabelled_pairs.thesaurus import Thesaurus

TAGGED = [
    [("The", "DT"), ("king", "NN"), ("bought", "VBD"), ("three", "CD"), ("ships", "NNS"),
     ("in", "IN"), ("London", "NNP"), (".", ".")],
    [("What", "WP"), ("did", "VBD"), ("the", "DT"), ("queen", "NN"), ("buy", "VB"), ("?", ".")],
    [("She", "PRP"), ("was", "VBD"), ("seen", "VBN"), ("by", "IN"), ("a", "DT"), ("large", "JJ"),
     ("dog", "NN"), (",", ","), ("and", "CC"), ("he", "PRP"), ("left", "VBD"), (".", ".")],
] * 3  # fmt: skip
OPEN = "The king bought three ships in London. The queen was seen by a large dog. He left early."
NEXT = "The queen bought a large dog in Paris. Three ships left London in 1850. She was ill."
CLOSED = "The duke sold two houses in Berlin. His son was seen by a small cat. They stayed there."


def make() -> Book:
    """Return a book with one training and one held-out article, and the pools."""
    book = Book()
    questions = [
        Question("squad", "train", "A", OPEN, "What did the king buy?", ["three ships"], 16),
        Question("squad", "train", "A", NEXT, "What did the queen buy?", ["a large dog"], 17),
        Question("squad", "test", "B", CLOSED, "What did the duke sell?", ["two houses"], 14),
    ]
    add_qa(book, questions, Random(1))
    rows = []
    for split_, premise, hypothesis in (
        ("train", "A large dog is running in London.", "A dog is running."),
        ("train", "A large dog was seen by the king.", "The king saw a dog."),
        ("test", "A large dog was fed by the king.", "A dog was fed."),
        ("test", "A dog is running in London.", "A large dog is running."),
    ):
        rows.append({
            "task": "nli", "split": split_, "source": "snli", "premise": premise,
            "hypothesis": hypothesis, "label": "entailment",
        })  # fmt: skip
        book.add(**rows[-1])
    train = [r for r in rows if r["split"] == "train"]
    documents = [("e", "The king bought three ships."), ("e", "She left in a large ship.")]
    texts = Texts(questions, [], train, documents, Tagger(TAGGED), Thesaurus(Path("none")))
    add_pools(book, texts, Random(2))
    return book


def pool(book: Book) -> list[tuple[str, str]]:
    passages = {i: t for t, i in book.passages.items()}
    return [
        (passages[r["passage"]], r["question"])
        if r["task"] == "pool_qa"
        else (r["premise"], r["hypothesis"])
        for r in book.records
        if r["task"].startswith("pool")
    ]


def held_out(book: Book) -> set[str]:
    """Return every held-out text and every sentence of a held-out passage, letters only."""
    passages = {i: t for t, i in book.passages.items()}
    found: set[str] = set()
    for r in book.records:
        if r.get("split") == "test":
            found |= {plain(r[k]) for k in ("premise", "hypothesis", "question") if k in r}
            if "passage" in r:
                found |= {plain(passages[r["passage"]])}
                found |= {plain(s) for s in split(passages[r["passage"]]) if len(s.split()) > 6}
    return found


def test_nothing_held_out_is_in_a_small_pool() -> None:
    book = make()
    held, pairs = held_out(book), pool(book)
    assert len(pairs) > 20 and plain("A dog is running in London.") in held
    for pair in pairs:
        for text in pair:
            assert plain(text) not in held
            assert not any(plain(s) in held for s in split(text))
    # a changed training premise that equals the held-out one is among those removed
    assert ("A large dog is running in London.", "A dog is running in London.") not in pairs


def test_the_pool_has_both_kinds_and_no_pair_twice() -> None:
    book = make()
    kinds = {r["kind"].split()[0] for r in book.records if r["task"].startswith("pool")}
    assert {"real", "made", "hypothesis", "premise", "sentence"} <= kinds
    assert len(pool(book)) == len(set(pool(book)))


def test_the_same_texts_make_the_same_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.gz", tmp_path / "another.gz"
    make().write(one)
    make().write(two)
    assert one.read_bytes() == two.read_bytes()
    with gzip.open(one, "rt") as lines:
        rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
    passages = {r["passage_id"] for r in rows if "passage_id" in r}
    assert {r["passage"] for r in rows if r.get("task") == "pool_qa"} <= passages


def test_the_limit_keeps_the_order_and_drops_held_out_texts() -> None:
    records = [{"split": "test", "premise": "Kept apart.", "hypothesis": "So is this."}]
    made = [("a", "one", "two"), ("a", "One!", "two"), ("b", "kept apart", "x"), ("c", "p", "q")]
    assert chosen(made, Held(records, {}), 9, Random(1)) == [made[0], made[3]]
    assert len(chosen(made, Held(records, {}), 1, Random(1))) == 1


def test_a_sentence_of_a_held_out_passage_is_held_out() -> None:
    records = [{"split": "test", "passage": 0, "question": "Who?"}]
    held = Held(records, {0: CLOSED})
    assert "Two men met. The duke sold two houses in Berlin." in held
    assert "the duke sold two houses in berlin" in held
    assert "They met in Berlin." not in held


@pytest.mark.slow
def test_nothing_held_out_is_in_a_part_of_the_real_pool() -> None:
    folder = shared_folder() / "train"
    qamr, spare = read_qamr(folder)
    questions = []
    for source in (read_squad(folder), read_fairy(folder), qamr):
        for side, most in (("train", 40), ("test", 10_000)):
            questions += [q for q in source if q.split == side][:most]
    book = Book()
    add_qa(book, questions, Random(1))
    add_statements(book, questions[:100], Random(1))
    rows = add_nli(book, folder)[::250]
    tagged, documents = ewt(folder)
    texts = Texts(questions, spare[:30], rows, documents[:40], Tagger(tagged[:4000]), Thesaurus())
    add_pools(book, texts, Random(2))
    held, pairs = held_out(book), pool(book)
    assert len(pairs) > 1000 and len(held) > 5000
    assert not [p for p in pairs for t in p if plain(t) in held]
    groups = {q.passage: q.split for q in questions}
    train = {s for p, side in groups.items() if side == "train" for s in split(p)}
    test = {s for p, side in groups.items() if side == "test" for s in split(p)}
    sentences = {s for one, two in pairs for t in (one, two) for s in split(t)}
    assert sentences & train and not {s for s in sentences & test - train if len(s.split()) > 6}
