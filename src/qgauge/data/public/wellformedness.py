"""Query well-formedness (Faruqui and Das 2018): whether a query is a well-formed question."""

from __future__ import annotations

from pathlib import Path

from qgauge.core.example import Example
from qgauge.data.public.dataset import Dimension, PublicSet, Rows
from qgauge.data.public.values import tab_separated
from qgauge.data.reading import stem


def read(path: Path) -> Rows:
    part = stem(path.name)
    for number, row in enumerate(tab_separated(path, names=("query", "rating")), 1):
        example = Example(
            id=f"{part}-{number}",
            question=row["query"].text(),
            ratings={"wellformedness": (row["rating"].number(0, 1),)},
            meta={"part": part},
        )
        yield row, example


QUERY_WELLFORMEDNESS = PublicSet(
    title="Query well-formedness (Faruqui and Das, EMNLP 2018)",
    rated="whether a query is a well-formed question: grammatical, well spelled, explicit",
    size="25,100 queries: 17,500 train, 3,750 dev, 3,850 test; five raters",
    paper="https://aclanthology.org/D18-1091",
    source="https://github.com/google-research-datasets/query-wellformedness",
    licence="CC BY-SA 4.0",
    how_to_get="Download train.tsv, dev.tsv and test.tsv from the repository.",
    files=("train.tsv", "dev.tsv", "test.tsv"),
    read=read,
    dimensions=(
        Dimension(
            "wellformedness",
            "proportion of raters who said yes",
            low=0,
            high=1,
            raters=5,
            means_only=True,
        ),
    ),
    notes=(
        "The files have no header. A few means are multiples of 1/6: six raters instead of five.",
        "All queries have the same style and end with a space and a question mark.",
    ),
)
