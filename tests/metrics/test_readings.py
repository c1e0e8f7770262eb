"""What `dimensions` asks the tools: each thing once, and nothing about missing texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from helpers.hand_made_tools import TOOLS, CapitalReader, ChainParser

from qgauge.core import BadSetting, Example, Score
from qgauge.metrics import create
from qgauge.metrics.dimension_features import Reading
from qgauge.metrics.readings import findings_of, read
from qgauge.tools.roles import Answer, Parse, Weighed

PASSAGE = "Old Bram rowed to the island. Ines sat."
ROWS = [
    Example("1", "Who rowed?", (), PASSAGE, "Bram"),
    Example("2", "Who rowed?", (), PASSAGE, "Ines"),
    Example("3", "Did Bram row?", (), PASSAGE, "yes"),
    Example("4", "Who sat?", (), PASSAGE),
    Example("5", "Who sat?"),
    Example("6", "Who rowed?", (), PASSAGE, "Bram"),
]


class Parser(ChainParser):
    def __init__(self) -> None:
        self.texts: list[str] = []

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        self.texts += texts
        return super().parse(texts)


class Reader:
    """Records the pairs it reads, whatever for."""

    identity = "by-hand"

    def __init__(self) -> None:
        self.answered: list[tuple[str, str]] = []
        self.weighed: list[tuple[str, str]] = []

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        self.answered += pairs
        return CapitalReader().answer(pairs)

    def weigh(self, triples: Sequence[tuple[str, str, str]]) -> list[Weighed]:
        self.weighed += dict.fromkeys((question, passage) for question, passage, _ in triples)
        return CapitalReader().weigh(triples)


def test_every_text_is_parsed_and_read_once() -> None:
    parser, reader = Parser(), Reader()
    read(ROWS, TOOLS | {"parser": parser, "reader": reader})
    assert len(parser.texts) == len(set(parser.texts))
    # the inference model answers the yes-no question, so nothing is weighed there
    assert reader.weighed == [("Who rowed?", PASSAGE)]
    assert reader.answered == [("Did Bram row?", PASSAGE), ("Who sat?", PASSAGE)]


def test_readings_are_those_of_the_single_metrics() -> None:
    found = read(ROWS, TOOLS)
    for name in ("grammar", "answering", "inference"):
        for reading, score in zip(found, create(name).score(ROWS, TOOLS), strict=True):
            expected = None if score.value is None else score
            assert getattr(reading, name) == expected
    assert [reading.reader is None for reading in found] == [False] * 4 + [True, False]
    assert found[3].reader == CapitalReader().answer([("Who sat?", PASSAGE)])[0]


def test_a_reader_that_cannot_weigh_is_named() -> None:
    class Plain:
        identity = "plain"
        answer = CapitalReader().answer

    with pytest.raises(BadSetting, match="this reader has no `weigh` method"):
        read(ROWS, TOOLS | {"reader": Plain()})


@pytest.mark.parametrize(
    ("question", "told", "kinds"),
    [
        ("They rowed.", {"asks": False}, ["not_a_question"]),
        ("They rowed.", {"asks": True}, []),
        ("Who is Bram who rowed?", {"asks": True, "given_away": True}, ["answer_given"]),
        ("Who is Bram who rowed?", {"asks": True, "given_away": False}, []),
        ("Q: Who rowed?", {"asks": True, "given_away": False}, ["chatter"]),
    ],
)
def test_answering_may_deny_what_rules_find(
    question: str, told: dict[str, bool], kinds: list[str]
) -> None:
    example = Example("1", question, (), PASSAGE, "Bram")
    (parse,) = ChainParser().parse([question])
    reading = Reading(parse, Score(1.0), None, Score(1.0, {}, told))
    assert [one.kind for one in findings_of(example, reading)] == kinds
    # without a passage, nobody denies it
    alone = replace(reading, answering=None)
    if kinds != ["chatter"]:
        assert len(findings_of(example, alone)) == 1
