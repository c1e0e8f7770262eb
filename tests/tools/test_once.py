"""Tools that remember their output."""

from __future__ import annotations

from collections.abc import Sequence

from helpers.hand_made_tools import CapitalReader, ChainParser
from hypothesis import given
from hypothesis import strategies as st

from qgauge.tools.once import ParseOnce, ReadOnce
from qgauge.tools.roles import Answer, Parse, Weighed

PASSAGE = "Old Bram rowed. Ines sat."
PAIR = ("Who rowed?", PASSAGE)


class Parser(ChainParser):
    """Records the texts it parses."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        self.calls.append(list(texts))
        return super().parse(texts)


class Reader(CapitalReader):
    """Records what it reads."""

    def __init__(self) -> None:
        self.answered: list[tuple[str, str]] = []
        self.weighed: list[tuple[str, str, str]] = []

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        self.answered += pairs
        return super().answer(pairs)

    def weigh(self, triples: Sequence[tuple[str, str, str]]) -> list[Weighed]:
        self.weighed += triples
        before = len(self.answered)
        found = super().weigh(triples)
        del self.answered[before:]  # asked by itself
        return found


class PlainReader:
    """Answers, but cannot weigh."""

    identity = "plain"

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        return CapitalReader().answer(pairs)


@given(st.lists(st.lists(st.sampled_from(["a", "b c", "Who?", ""]), max_size=5), max_size=5))
def test_each_text_is_parsed_once(batches: list[list[str]]) -> None:
    parser = Parser()
    once = ParseOnce(parser)
    for texts in batches:
        assert once.parse(texts) == ChainParser().parse(texts)
    asked = [text for call in parser.calls for text in call]
    assert len(asked) == len(set(asked))
    assert set(asked) == {text for texts in batches for text in texts}
    assert all(parser.calls)  # no empty batches


def test_each_pair_is_answered_once() -> None:
    reader = Reader()
    once = ReadOnce(reader)
    other = ("Who sat?", PASSAGE)
    assert once.answer([PAIR, PAIR]) == CapitalReader().answer([PAIR, PAIR])
    assert once.answer([other, PAIR]) == CapitalReader().answer([other, PAIR])
    assert once.answer([]) == []
    assert reader.answered == [PAIR, other]


def test_an_answer_after_weighing_needs_no_reading() -> None:
    reader = Reader()
    once = ReadOnce(reader)
    triples = [(*PAIR, "Bram"), (*PAIR, "Ines")]
    assert once.weigh(triples) == CapitalReader().weigh(triples)
    assert once.answer([PAIR]) == CapitalReader().answer([PAIR])
    assert reader.weighed == triples
    assert reader.answered == []
    # another question about the passage has not been read
    once.answer([("Who sat?", PASSAGE)])
    assert reader.answered == [("Who sat?", PASSAGE)]


def test_a_reader_that_cannot_weigh_stays_one() -> None:
    assert not hasattr(ReadOnce(PlainReader()), "weigh")
    assert hasattr(ReadOnce(Reader()), "weigh")


def test_identities_are_those_of_the_tools() -> None:
    assert ParseOnce(Parser()).identity == "by-hand"
    assert ReadOnce(PlainReader()).identity == "plain"
