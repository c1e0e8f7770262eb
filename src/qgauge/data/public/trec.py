"""TREC question classes (Li and Roth 2002): the type of answer that a question asks for."""

from __future__ import annotations

from pathlib import Path

from qgauge.core.example import Example
from qgauge.data.public.dataset import Dimension, PublicSet, Rows
from qgauge.data.public.values import Value, lines
from qgauge.data.reading import stem

_FINE = {
    "ABBR": "abb exp",
    "DESC": "def desc manner reason",
    "ENTY": "animal body color cremat currency dismed event food instru lang letter other plant "
    "product religion sport substance symbol techmeth termeq veh word",
    "HUM": "desc gr ind title",
    "LOC": "city country mount other state",
    "NUM": "code count date dist money ord other perc period speed temp volsize weight",
}
_CLASSES = tuple(f"{coarse}:{fine}" for coarse, names in _FINE.items() for fine in names.split())
_PARTS = {"train_5500.label": "train", "TREC_10.label": "test"}


def read(path: Path) -> Rows:
    part = _PARTS.get(path.name) or stem(path.name)
    for number, line in enumerate(lines(path, latin1=True), 1):
        label, _, text = line.held.partition(" ")
        row = Value(line.file, line.line, "", {"class": label, "question": text})
        if label not in _CLASSES:
            problem = f"{label[:40]!r} is not one of the 50 classes, such as NUM:date"
            raise row["class"].refused(problem)
        example = Example(
            id=f"{part}-{number}",
            question=row["question"].text(),
            ratings={"class": (label,)},
            meta={"part": part},
        )
        yield row, example


TREC = PublicSet(
    title="TREC question classes (Li and Roth, COLING 2002)",
    rated="the type of answer that a question asks for, in 6 coarse and 50 fine classes",
    size="5,452 training and 500 test questions; one label each",
    paper="https://aclanthology.org/C02-1150",
    source="https://cogcomp.seas.upenn.edu/Data/QA/QC/",
    licence="none stated",
    how_to_get="Save train_5500.label and TREC_10.label; NLTK's qc.zip has them as train.txt and "
    "test.txt.",
    files=("train_5500.label", "TREC_10.label", "train.txt", "test.txt"),
    read=read,
    dimensions=(Dimension("class", "COARSE:fine", labels=_CLASSES),),
    notes=(
        "The files are Latin-1; lines that are valid UTF-8 are read as UTF-8.",
        "Some training questions occur twice, one of them with two classes, and a few test "
        "questions are also in the training set.",
        "The labels are question classes, not ratings of quality.",
    ),
)
