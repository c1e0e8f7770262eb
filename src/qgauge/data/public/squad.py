"""SQuAD 1.1 and 2.0 (Rajpurkar et al. 2016, 2018): passages, questions and answers."""

from __future__ import annotations

from pathlib import Path

from qgauge.core.example import Example
from qgauge.data.public.dataset import Dimension, PublicSet, Rows
from qgauge.data.public.values import Value, objects


def read(path: Path) -> Rows:
    for article in objects(path):
        title = article["title"].text()
        for paragraph in article["paragraphs"]:
            passage = paragraph["context"].text()
            for entry in paragraph["qas"]:
                yield entry, _example(entry, passage, title)


def _example(entry: Value, passage: str, title: str) -> Example:
    marked = entry.get("is_impossible")  # only in version 2.0
    impossible = marked is not None and marked.truth()
    answers = [answer["text"].text() for answer in entry["answers"]]
    if impossible == bool(answers):
        state = "has an answer but is marked impossible" if impossible else "has no answer"
        raise entry["answers"].refused(f"the question {state}")
    meta = {"title": title, "impossible": impossible, "answers": answers[1:]}
    if plausible := entry.get("plausible_answers"):
        meta["plausible_answers"] = [answer["text"].text() for answer in plausible]
    return Example(
        id=entry["id"].text(),
        question=entry["question"].text(),
        passage=passage,
        answer=answers[0] if answers else None,
        ratings={} if marked is None else {"answerable": ("no" if impossible else "yes",)},
        meta=meta,
    )


SQUAD = PublicSet(
    title="SQuAD 1.1 and 2.0 (Rajpurkar et al., EMNLP 2016, ACL 2018)",
    rated="nothing in 1.1 (human-written questions with answers); in 2.0, whether the passage "
    "answers the question",
    size="1.1: 87,599 train, 10,570 dev; 2.0: 130,319 train, 11,873 dev (5,945 impossible)",
    paper="https://aclanthology.org/D16-1264 and https://aclanthology.org/P18-2124",
    source="https://rajpurkar.github.io/SQuAD-explorer/",
    licence="CC BY-SA 4.0",
    how_to_get="Download the JSON file of the version you need.",
    files=("train-v1.1.json", "dev-v1.1.json", "train-v2.0.json", "dev-v2.0.json"),
    read=read,
    dimensions=(
        Dimension("answerable", "the passage answers the question (2.0)", labels=("yes", "no")),
    ),
    cluster="title",
    notes=(
        "The two versions share questions and ids: read one file at a time.",
        "The first answer is in answer, the others in meta 'answers', duplicates included.",
        "A few questions occur twice in their paragraph, under two ids.",
    ),
    together=False,
)
