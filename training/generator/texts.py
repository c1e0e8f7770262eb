"""Collect the unlabelled passages that the teacher asks about.

    python -m training.generator.texts SHARED_FOLDER OUT.jsonl.gz

Held-out articles and tales are left out.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from training.reader.data import read_fairy, read_squad
from training.reader.more_sources import read_boolq, read_squad_train

EWT = "ud_ewt/en_ewt-ud-train.rebuilt.conllu.gz"
MOST_WORDS, FEWEST_WORDS = 260, 30


def passages(shared: Path) -> Iterator[tuple[str, str]]:
    """Yield (style, passage) for training: encyclopedia, tale, or web."""
    folder = shared / "train"
    squad = [*read_squad_train(folder), *read_squad(folder), *read_boolq(folder)]
    seen = set()
    for style, questions in (("encyclopedia", squad), ("tale", read_fairy(folder))):
        for question in questions:
            if question.split == "train" and question.passage not in seen:
                seen.add(question.passage)
                yield style, question.passage
    yield from (("web", text) for text in web_texts(folder))


def web_texts(folder: Path) -> Iterator[str]:
    """Yield the documents of UD EWT's training part, cut after enough words."""
    with gzip.open(folder / EWT, "rt", encoding="utf-8") as file:
        lines = file.read()
    for document in lines.split("# newdoc")[1:]:
        text: list[str] = []
        for sentence in re.findall(r"^# text = (.*)$", document, re.M):
            text.append(sentence)
            if sum(len(one.split()) for one in text) > MOST_WORDS * 0.7:
                yield " ".join(text)
                text = []
        if text:
            yield " ".join(text)


def main() -> None:
    texts = []
    for style, text in passages(Path(sys.argv[1])):
        short = " ".join(text.split())
        if FEWEST_WORDS <= len(short.split()) <= MOST_WORDS:
            texts.append({"style": style, "passage": short})
    random.Random(1).shuffle(texts)
    with gzip.open(sys.argv[2], "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(text, ensure_ascii=False) + "\n" for text in texts)
    print(len(texts), "passages")


if __name__ == "__main__":
    main()
