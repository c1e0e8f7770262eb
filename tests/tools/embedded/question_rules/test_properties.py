"""Any words, any tree and any span give well-formed questions, and never an exception."""

from __future__ import annotations

import itertools
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.tools.embedded.parser import EmbeddedParser
from qgauge.tools.embedded.question_rules import questions_by_rules
from qgauge.tools.roles import QUESTION_KINDS, Parse, Word

WORDS = [
    *("who", "which", "that", "When", "because", "to", "by", "In", "of", "since", "and", "called"),
    *("did", "is", "was", "'s", "can", "n't", "not", "have", "had", "put", "built", "ran", "sings"),
    *("the", "a", "dog", "dogs", "Tom", "Ada", "he", "her", "it", "they", "I", "this", "there"),
    *(",", "?", ".", "-", "1934", "three", "metres", "high", "é😀", "\\1", "(", '"', "May", "day"),
]
TAGS = ["NOUN", "VERB", "AUX", "DET", "ADP", "PRON", "PROPN", "ADV", "ADJ", "PART", "PUNCT", "NUM"]
RELATIONS = [
    *("nsubj", "obj", "obl", "aux", "cop", "det", "case", "root", "advcl", "acl:relcl", "conj"),
    *("xcomp", "ccomp", "advmod", "acl", "appos", "punct", "nmod:poss", "mark", "nummod", "flat"),
]
ENTITIES = ["", "", "PER", "LOC", "DATE", "QUANTITY", "ORDINAL"]


@st.composite
def parsed(draw: st.DrawFn) -> Parse:
    """Draw words with random tags and heads: cycles, and heads outside the text too."""
    chosen = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=16))
    words, end, sentence = [], 0, 0
    for word in chosen:
        start = end + draw(st.integers(0, 1))
        end = start + len(word)
        sentence += draw(st.integers(0, 9)) == 0
        head = draw(st.integers(-1, len(chosen)))
        tag, relation = draw(st.sampled_from(TAGS)), draw(st.sampled_from(RELATIONS))
        entity = draw(st.sampled_from(ENTITIES))
        words.append(Word(word, start, end, tag, entity, word.lower(), head, relation, sentence))
    return Parse(tuple(words))


def _check(questions: list[str], answer: str) -> None:
    assert len(questions) <= 3
    assert len(set(questions)) == len(questions)
    for question in questions:
        assert question.endswith("?")
        assert question == " ".join(question.split())
        assert not question[0].islower()
        assert not re.search(rf"(?<!\w){re.escape(answer.lower())}(?!\w)", question.lower())


@settings(max_examples=300, deadline=None)
@given(parsed(), st.data(), st.sampled_from(["", *QUESTION_KINDS]))
def test_any_tree_and_any_words(parse: Parse, data: st.DataObject, kind: str) -> None:
    first = data.draw(st.integers(0, len(parse.words) - 1))
    last = data.draw(st.integers(first, len(parse.words) - 1))
    inside = parse.words[first : last + 1]
    text = inside[0].text
    for before, word in itertools.pairwise(inside):
        text += " " * (word.start - before.end) + word.text
    found = questions_by_rules(parse, inside[0].start, inside[-1].end, kind)
    _check(found, text)
    assert found == questions_by_rules(parse, inside[0].start, inside[-1].end, kind)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=20).map(" ".join), st.data())
def test_any_text_and_any_span(text: str, data: st.DataObject) -> None:
    [parse] = EmbeddedParser().parse([text])
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(0, len(text)))
    for question in questions_by_rules(parse, start, end):
        assert question.endswith("?")


def test_no_words_give_no_question() -> None:
    assert questions_by_rules(Parse(()), 0, 3) == []
