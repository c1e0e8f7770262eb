"""A miniature TREC, and its bad rows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qgauge.core.errors import BadInput
from qgauge.data.public import DATASETS, Dataset
from qgauge.tools.question_classes import CLASSES

Reading = Callable[..., Dataset]


def test_trec_is_latin1_or_utf8(reading: Reading) -> None:
    text = "NUM:date When did the café open ?\nHUM:ind Who is `` it '' ?\n"
    files = {"train_5500.label": text.encode("latin-1"), "TREC_10.label": text.encode()}
    judged = reading("trec", files)
    assert judged.parts == ("train", "test")
    assert judged.part("train").examples[0].question == "When did the café open ?"
    assert judged.part("test").examples[0].question == "When did the café open ?"
    assert judged.examples[1].question == "Who is `` it '' ?"
    assert judged.examples[1].ratings == {"class": ("HUM:ind",)}
    assert judged.examples[3].id == "test-2"


def test_trec_has_the_classes_of_the_classifier() -> None:
    assert sorted(DATASETS["trec"].dimensions[0].labels) == sorted(CLASSES)


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("NUM:when When ?", "class"),
        ("NUM When ?", "class"),
        ("NUM:date", "question"),
        ("NUM:date  ", "question"),
        ("When was it ?", "class"),
    ],
)
def test_bad_rows_of_trec(refused_set: Callable[..., BadInput], row: str, field: str) -> None:
    error = refused_set("trec", {"test.txt": f"LOC:city Where ?\n{row}\n"})
    assert (error.line, error.field) == (2, field)
