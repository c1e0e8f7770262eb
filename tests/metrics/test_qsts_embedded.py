"""QSTS with the embedded tools on the examples of the paper."""

from __future__ import annotations

import pytest

import qgauge
from qgauge.core import Result

ALBUM = "What was the title of Bob Dylan's first album?"
BEETHOVEN = "Where in Germany was the composer Beethoven born?"

TABLE_1 = [
    (ALBUM, "What was Bob Dylan's first album called?"),
    ("What was the name of Vincent's brother", "Who was Vincent's brother?"),
    (BEETHOVEN, "Which city in Germany is the place of birth of Beethoven?"),
    ("Who was Columbus?", "Where is Columbus?"),
    ("What was the name of Vincent's brother?", "What was the name of Vincent's painting?"),
    ("When did Freddie Mercury die?", "How did Freddie Mercury die?"),
]
TABLE_5 = [
    (
        ALBUM,
        "After the eponymous first album, Bob Dylan went on to become the breakthrough songwriter "
        "of 'The Freewheelin'",
    ),
    (
        "What was the name of Vincent's brother?",
        "Vincent's brother, Theo disagreed vehemently with the placement of Irises.",
    ),
    (BEETHOVEN, "The composer ludwig van beethoven went deaf in his final years."),
    (
        "Where is Columbus?",
        "Lincoln the 16th president of the United States was born in Kentucky.",
    ),
]


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


def values(result: Result) -> list[float]:
    found = [score.value for score in result.scores]
    assert all(isinstance(value, float) for value in found)
    return found  # type: ignore[return-value]


def test_table_1() -> None:
    """The paper prints .928, .874, .548, and 0 for three pairs with different question classes."""
    references, questions = zip(*TABLE_1, strict=True)
    result = qgauge.load("qsts").compute(predictions=questions, references=references)
    first, second, third, *rest = values(result)
    assert min(first, second) > 0.75
    assert 0.45 <= third < min(first, second)
    assert rest == [0, 0, 0]
    assert [score.parts["qcsim"] for score in result.scores[3:]] == [0, 0, 0]
    without = qgauge.load("qsts:classes=off").compute(predictions=questions, references=references)
    assert min(values(without)[3:]) > 0


def test_table_5() -> None:
    """The paper prints .679, .889, .488 and 0."""
    questions, passages = zip(*TABLE_5, strict=True)
    first, second, third, last = values(
        qgauge.load("qsts_passage").compute(predictions=questions, passages=passages)
    )
    assert min(first, second) > 0.6
    assert 0 < third < 0.6
    assert third < min(first, second)
    assert last == 0


def test_directions_differ() -> None:
    """The paper prints 0 and .718, depending on which question is the reference."""
    investor = "How does one become an angel investor?"
    banker = "How do I get a job at Goldman Sachs?"
    metric = qgauge.load("qsts")
    one, other = values(
        metric.compute(predictions=[investor, banker], references=[banker, investor])
    )
    assert one == 0
    assert other > 0.5
    both = qgauge.load("qsts:direction=both").compute(predictions=[investor], references=[banker])
    assert both.value == pytest.approx((one + other) / 2)
