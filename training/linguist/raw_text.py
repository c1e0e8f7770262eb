"""Measure how well running text is split and parsed, from characters to trees.

    python -m training.linguist.raw_text SHARED_FOLDER [test|dev]

Scored as in the CoNLL 2018 shared task: a word or sentence is correct if its first and last letters
are (ignoring white space), an attachment if word, head and relation are.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from qgauge.tools.embedded.best_tree import best_tree
from qgauge.tools.embedded.linguist import Linguist

Place = tuple[int, int]
"""Start and end in letters, without white space; the end is exclusive."""


@dataclass
class Tree:
    """One sentence: the positions of its words, their heads (0 for the root) and relations."""

    words: list[Place] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    rels: list[str] = field(default_factory=list)


def read_gold(text: str, paragraphs: bool) -> list[tuple[str, list[Tree]]]:
    """Return every document (or the whole file as one) as raw text with its sentences."""
    documents: list[tuple[list[str], list[Tree]]] = []
    letters = 0
    for block in text.strip().split("\n\n"):
        lines = block.split("\n")
        if any(line.startswith("# newdoc") for line in lines) or not documents:
            documents.append(([], []))
            letters = 0
        raw, trees = documents[-1]
        if raw:
            new = paragraphs and any(line.startswith("# newpar") for line in lines)
            raw.append("\n\n" if new else " ")
        tree, pending = Tree(), 0
        surface_end = letters
        for line in lines:
            if line.startswith("#"):
                continue
            number, form, *_, head, rel, _, misc = line.split("\t")[:2] + line.split("\t")[6:10]
            if "." in number:
                continue
            after = "" if "SpaceAfter=No" in misc.split("|") else " "
            if "-" in number:
                pending = int(number.split("-")[1])
                raw.append(form + after)
                surface_end = letters + len("".join(form.split()))
                continue
            size = len("".join(form.split()))
            if int(number) > pending:
                raw.append(form + after)
                surface_end = letters + size
            place = (letters, min(letters + size, surface_end))
            if int(number) == pending:
                place = (letters, surface_end)
            tree.words.append(place)
            tree.heads.append(int(head))
            tree.rels.append(rel.split(":")[0])
            letters = place[1]
        trees.append(tree)
    return [("".join(raw), trees) for raw, trees in documents]


def parsed(linguist: Linguist, texts: list[str]) -> list[list[Tree]]:
    made = []
    names = [name.split(":")[0] for name in linguist.labels["rel"]]
    for text, reading in zip(texts, linguist.read(texts, ["arc", "rel"]), strict=True):
        before = np.cumsum([0, *(not letter.isspace() for letter in text)])
        trees = []
        for (first, last), out in zip(reading.sentences, reading.outputs, strict=True):
            heads = best_tree(out["arc"])
            rels = out["rel"][np.arange(len(heads)), heads].argmax(-1)
            words = reading.words[first:last]
            trees.append(
                Tree(
                    [(int(before[word.start]), int(before[word.end])) for word in words],
                    [int(head) for head in heads],
                    [names[rel] for rel in rels],
                )
            )
        made.append(trees)
    return made


def attachments(tree: Tree) -> set[tuple[Place, Place | None, str]]:
    return {
        (word, tree.words[head - 1] if head else None, rel)
        for word, head, rel in zip(tree.words, tree.heads, tree.rels, strict=True)
    }


def f1(gold: list[set[object]], found: list[set[object]]) -> float:
    right = sum(len(a & b) for a, b in zip(gold, found, strict=True))
    return 2 * right / (sum(map(len, gold)) + sum(map(len, found)))


def figures(linguist: Linguist, documents: list[tuple[str, list[Tree]]]) -> dict[str, float]:
    gold = [trees for _, trees in documents]
    found = parsed(linguist, [text for text, _ in documents])

    def scored(part: Callable[[Tree], Iterable[object]]) -> float:
        return f1(*([{x for t in trees for x in part(t)} for trees in s] for s in (gold, found)))

    return {
        "word_f1": scored(lambda tree: tree.words),
        "sentence_f1": scored(lambda tree: [(tree.words[0][0], tree.words[-1][1])]),
        "las": scored(attachments),
    }


def all_figures(linguist: Linguist, shared: Path, split: str) -> dict[str, float]:
    """Measure EWT by document, with its paragraphs, and ATIS with every question as one text."""

    def text(file: str) -> str:
        return gzip.decompress((shared / "train" / file).read_bytes()).decode()

    ewt = figures(linguist, read_gold(text(f"ud_ewt/en_ewt-ud-{split}.conllu.gz"), True))
    questions = [
        document
        for block in text(f"ud_atis/en_atis-ud-{split}.conllu.gz").strip().split("\n\n")
        for document in read_gold(block, True)
    ]
    atis = figures(linguist, questions)
    return {f"raw_{name}": value for name, value in ewt.items()} | {"raw_atis_las": atis["las"]}


def main() -> None:
    shared, split = Path(sys.argv[1]), (sys.argv[2:] or ["test"])[0]
    for name, value in all_figures(Linguist(), shared, split).items():
        print(f"{name:20}{value:.4f}")


if __name__ == "__main__":
    main()
