"""Tools that remember their output, for metrics that ask several times about the same texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qgauge.tools.roles import Answer, Parse, Parser, Weighed


class ParseOnce:
    """A parser that parses each text once."""

    def __init__(self, parser: Parser) -> None:
        self._parser, self._known = parser, dict[str, Parse]()

    @property
    def identity(self) -> str:
        return self._parser.identity

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        if missing:
            self._known.update(zip(missing, self._parser.parse(missing), strict=True))
        return [self._known[text] for text in texts]


class ReadOnce:
    """A reader that reads each passage once for a question, to answer it or to weigh an answer."""

    def __init__(self, reader: Any) -> None:
        self._reader, self._known = reader, dict[tuple[str, str], Answer]()
        if hasattr(reader, "weigh"):
            self.weigh = self._weigh

    @property
    def identity(self) -> str:
        return str(self._reader.identity)

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        missing = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        if missing:
            self._known.update(zip(missing, self._reader.answer(missing), strict=True))
        return [self._known[pair] for pair in pairs]

    def _weigh(self, triples: Sequence[tuple[str, str, str]]) -> list[Weighed]:
        found: list[Weighed] = self._reader.weigh(triples)
        for (question, passage, _), one in zip(triples, found, strict=True):
            self._known[question, passage] = one.own
        return found
