"""Find the spans of a passage that are worth asking about.

The rules of `answer_candidates` offer names, dates, numbers, noun phrases and clauses; a small
model, fitted to what people ask about, scores each of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from qgauge.generation.answer_candidate import ANSWER_TYPES, Candidate
from qgauge.generation.answer_candidates import candidates
from qgauge.generation.answer_choice import AnswerSpan, diverse
from qgauge.generation.answer_features import PassageFacts, features
from qgauge.generation.answer_kinds import kinds_of
from qgauge.generation.answer_model import answer_model
from qgauge.generation.answer_tree import AnswerTree
from qgauge.text.answer_tokens import ARTICLES
from qgauge.tools.roles import Parser

__all__ = ["ANSWER_TYPES", "AnswerSpan", "answer_spans", "diverse"]

_ABBREVIATION = re.compile(r"(?<![^\W\d_])[^\W\d_]\.[^\W\d_]\Z")
"""Matches the end of `4 a.m` and `the U.S`."""


def answer_spans(passages: Sequence[str], parser: Parser) -> list[list[AnswerSpan]]:
    """Find all candidate answers of passages.

    Args:
        passages: The passages.
        parser: The tool that parses them.

    Returns:
        The spans of each passage, in order of their place. Spans overlap: `the keeper` and
        `the keeper of the lighthouse` are both candidates.

    Examples:
        >>> from qgauge.tools import open_tool
        >>> passage = "Ada Lund sold the mill in 1921 because her father was ill."
        >>> [spans] = answer_spans([passage], open_tool("parser"))
        >>> sorted(passage[span.start : span.end] for span in diverse(spans, 3))
        ['1921', 'Ada Lund', 'her father was ill']
    """
    parses = parser.parse(passages)
    return [spans_of(text, AnswerTree(one)) for text, one in zip(passages, parses, strict=True)]


def spans_of(text: str, tree: AnswerTree) -> list[AnswerSpan]:
    """Return the spans of one parsed passage, in order of their place.

    Args:
        text: The passage.
        tree: Its parse.
    """
    found = candidates(text, tree)
    facts, model = PassageFacts(tree, found), answer_model()
    return [_span(text, one, tree, model.chance(features(one, facts))) for one in found]


def _span(text: str, one: Candidate, tree: AnswerTree, score: float) -> AnswerSpan:
    words = tree.words
    end = words[one.last - 1].end
    if text[end : end + 1] == "." and _ABBREVIATION.search(text, max(0, end - 4), end):
        end += 1  # the full stop of an abbreviation, which also ends the sentence
    return AnswerSpan(
        start=words[one.first].start,
        end=end,
        sentence=words[one.first].sentence,
        type=one.type,
        kinds=kinds_of(one, tree),
        score=score,
        topic=" ".join(low for low in tree.lows[one.first : one.last] if low not in ARTICLES),
    )
