"""Make the labelled rows of the generator: passage, answer and the question that people wrote.

    python -m training.generator.rows SHARED_FOLDER QUD_ROWS.jsonl OUT.jsonl.gz

Each row has a style (encyclopedia, tale, sentence, qud), which the generator reads, so that it can
learn from single sentences (QAMR) and still write questions about whole passages. The splits are
those of the reader: articles and tales that it never saw are `test`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from qgauge.text.question_kind import question_kind
from training.reader.data import place, read_fairy, read_squad
from training.reader.more_sources import read_squad_train
from training.reader.records import Question, part

Row = dict[str, Any]
QAMR = "qamr/qamr_wiki_joined.jsonl.gz"
NEAR = 0.5
"""Token F1 at which a stretch of the passage stands for an answer in other words."""
MOST_LETTERS = 3000


def labelled(questions: list[Question], style: str) -> Iterator[Row]:
    for one in questions:
        if one.impossible or not one.answers or not one.text.endswith("?"):
            continue
        if len(one.passage) > MOST_LETTERS:
            continue
        start, end = one.start, one.start + len(one.answer)
        if start < 0:
            found = nearest(one)
            if found is None:
                continue
            start, end = found
        yield row(style, one.split, one.passage, start, end, one.text)


def row(style: str, part_of: str, passage: str, start: int, end: int, question: str) -> Row:
    return {
        "style": style,
        "split": part_of,
        "passage": passage,
        "start": start,
        "end": end,
        "kind": question_kind(question),
        "question": question,
    }


def nearest(question: Question) -> tuple[int, int] | None:
    """Return the stretch of the passage most like the answer, by token F1; None if none is."""
    spots = [(m.group().lower(), m.start(), m.end()) for m in re.finditer(r"\w+", question.passage)]
    best, where = NEAR, None
    for answer in question.answers[:2]:
        wanted = Counter(re.findall(r"\w+", answer.lower()))
        size = sum(wanted.values())
        for length in {max(1, size - 2), size, size + 2}:
            for first in range(len(spots) - length + 1):
                window = spots[first : first + length]
                common = sum((Counter(word for word, _, _ in window) & wanted).values())
                f1 = 2 * common / (size + length)
                if f1 > best:
                    best, where = f1, (window[0][1], window[-1][2])
    return where


def from_sentences(folder: Path) -> Iterator[Row]:
    """Yield QAMR's questions that both validators answered alike."""
    with gzip.open(folder / QAMR, "rt", encoding="utf-8") as file:
        for each in map(json.loads, file):
            text = spaced(each["tokens"])
            answer, question = spaced(each["answer"].split()), each["question"].strip()
            start = place(text, answer, question)
            good = question.endswith("?") and len(question.split()) > 3 and start >= 0
            held = part("qamr " + each["sent_id"]) == 0
            if good:
                question = question[:1].upper() + question[1:]
                yield row(
                    "sentence",
                    "test" if held else "train",
                    text,
                    start,
                    start + len(answer),
                    question,
                )


def spaced(tokens: list[str]) -> str:
    """Join Penn Treebank tokens as running text."""
    text = " ".join(tokens).replace("-LRB-", "(").replace("-RRB-", ")")
    text = re.sub(r" ([.,;:!?%)]|n't|'s|'re|'ve|'ll|'d|'m|')(?= |$)", r"\1", text)
    return re.sub(r"(\(|\$) ", r"\1", text).replace("`` ", '"').replace(" ''", '"')


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name in ("shared", "qud", "out"):
        parser.add_argument(name, type=Path)
    given = parser.parse_args()
    folder = given.shared / "train"
    rows = list(labelled([*read_squad_train(folder), *read_squad(folder)], "encyclopedia"))
    rows += labelled(read_fairy(folder), "tale")
    rows += from_sentences(folder)
    with given.qud.open(encoding="utf-8") as lines:
        for each in map(json.loads, lines):
            made = row(
                "qud",
                "test" if each["split"] == "dev" else "train",
                each["passage"],
                each["start"],
                each["end"],
                each["question"],
            )
            rows.append({**made, "kind": "", "anchor": each["anchor"]})
    print(Counter((each["style"], each["split"]) for each in rows))
    print(Counter((each["style"], each["kind"]) for each in rows))
    with gzip.open(given.out, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(each, ensure_ascii=False) + "\n" for each in rows)


if __name__ == "__main__":
    main()
