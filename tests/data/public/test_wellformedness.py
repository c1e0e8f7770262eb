"""A miniature query well-formedness data set, and its bad rows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qgauge.core.errors import BadInput
from qgauge.data.public import Dataset

Reading = Callable[..., Dataset]


def test_query_wellformedness(reading: Reading) -> None:
    files = {
        "train.tsv": "What is it ?\t0.8\nit what ?\t0.0\n",
        "dev.tsv": "Who ?\t0.166666666667\n",
    }
    judged = reading("query_wellformedness", files)
    assert [example.id for example in judged.examples] == ["train-1", "train-2", "dev-1"]
    assert judged.examples[2].ratings == {"wellformedness": (0.166666666667,)}
    assert (judged.cluster, judged.parts) == ("", ("train", "dev"))
    assert judged.dimensions[0].raters == 5


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("Q ?", "rating"),
        ("Q ?\t2", "rating"),
        ("Q ?\tx", "rating"),
        ("\t0.5", "query"),
        ("a\tb\tc", ""),
    ],
)
def test_bad_rows_of_query_wellformedness(
    refused_set: Callable[..., BadInput], row: str, field: str
) -> None:
    error = refused_set("query_wellformedness", {"dev.tsv": f"Q ?\t0.2\n{row}\n"})
    assert (error.line, error.field) == (2, field)
