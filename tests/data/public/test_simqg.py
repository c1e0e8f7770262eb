"""A miniature SimQG, and its bad rows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qgauge.core.errors import BadInput
from qgauge.data.public import Dataset

Reading = Callable[..., Dataset]


SIMQG_HEADER = "#PASSAGE\tREFQ\tGENQ\tFLUENCY\tRELEVANT\tANSWERABLE\tSIMILAR\n"


def test_simqg(reading: Reading) -> None:
    rows = [
        "the mill 's wheel turns .\twhat turns ?\twhich part ?\t1.0\t0.6666666666666666\t0\t0.5",
        "the mill's wheel turns.\twhat turns ?\twhat turns?\t1.0\t1.0\t1.0\t1.0",
        'a &amp; b "c" .\twho ?\tWho ?\t0.0\t0.0\t0.0\t0.0',
    ]
    judged = reading("simqg", {"any name.tsv": SIMQG_HEADER + "\n".join(rows)})
    first, second, third = judged.examples
    assert first.passage == "the mill 's wheel turns ."
    assert (first.id, first.question, first.references) == (
        "1",
        "which part ?",
        ("what turns ?",),
    )
    assert first.ratings == {
        "fluency": (1.0,),
        "relevance": (2 / 3,),
        "answerability": (0.0,),
        "similarity": (0.5,),
    }
    same = [example.meta["same_as_reference"] for example in judged.examples]
    assert same == [False, True, False]
    assert first.meta["passage_id"] == second.meta["passage_id"] != third.meta["passage_id"]
    assert third.passage == 'a &amp; b "c" .'
    assert judged.cluster == "passage_id" and judged.parts == ()
    assert {(one.low, one.high, one.raters, one.means_only) for one in judged.dimensions} == {
        (0, 1, 3, True)
    }


@pytest.mark.parametrize(
    ("old", "new", "field", "problem"),
    [
        ("0.5", "1.5", "SIMILAR", "1.5 is not on the scale from 0 to 1"),
        ("0.5", "high", "SIMILAR", "must be a number, not 'high'"),
        ("\t0.5", "", "SIMILAR", "must have 7 cells"),
        ("p .", "", "#PASSAGE", "is empty"),
    ],
)
def test_bad_rows_of_simqg(
    refused_set: Callable[..., BadInput], old: str, new: str, field: str, problem: str
) -> None:
    row = "p .\tr ?\tg ?\t1.0\t1.0\t1.0\t0.5\n".replace(old, new)
    error = refused_set("simqg", {"s.tsv": SIMQG_HEADER + row})
    assert (error.line, error.field) == (2, field)
    assert problem in error.problem
