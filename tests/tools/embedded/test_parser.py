"""The embedded parser returns a valid parse for any text."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from helpers.spoiled_questions import QUESTIONS
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from qgauge.tools.embedded.parser import EmbeddedParser
from qgauge.tools.registry import open_tool
from qgauge.tools.roles import Parse

PARSER = EmbeddedParser()
WORDS = ["the", "dog", "sees", "a", "cat", "who", "and", "runs", "of", "house", "in"]


def check(text: str, parse: Parse) -> None:
    words = parse.words
    for word in words:
        assert word.text and text[word.start : word.end] == word.text
        assert word.upos and word.relation and word.lemma
    assert "".join(word.text for word in words) == "".join(text.split())
    assert [word.start for word in words] == sorted({word.start for word in words})
    for number in range(words[-1].sentence + 1 if words else 0):
        places = [at for at, word in enumerate(words) if word.sentence == number]
        assert places == list(range(places[0], places[-1] + 1))
        roots = [at for at in places if words[at].head == -1]
        assert len(roots) == 1
        reached = set(roots)
        while more := {at for at in places if words[at].head in reached} - reached:
            reached |= more
        assert reached == set(places)
    at = 0
    for entity in parse.entities:
        assert at <= entity.first < entity.last <= len(words)
        assert {word.entity for word in words[entity.first : entity.last]} == {entity.kind}
        assert len({word.sentence for word in words[entity.first : entity.last]}) == 1
        at = entity.last
    inside = {at for each in parse.entities for at in range(each.first, each.last)}
    assert inside == {at for at, word in enumerate(words) if word.entity}


def test_a_parse() -> None:
    text = "Ada Lovelace didn't publish her notes in 1843. They are read by 5,000 people."
    (parse,) = open_tool("parser", "embedded").parse([text])
    check(text, parse)
    words = {word.text: word for word in parse.words}
    assert words["publish"].head == -1
    assert parse.words[words["notes"].head].text == "publish"
    assert words["notes"].relation == "obj"
    assert (words["n't"].lemma, words["notes"].lemma) == ("not", "note")
    assert words["people"].sentence == 1
    named = [(parse.words[each.first].text, each.kind) for each in parse.entities]
    assert named == [("Ada", "PER"), ("1843", "DATE"), ("5,000", "NUMBER")]
    assert words["Lovelace"].is_name and not words["1843"].is_name


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t\u00a0 ",
        "?",
        "👨‍👩‍👧‍👦 ❤️‍🔥 is great! 😀 What?",
        "ما هي عاصمة فرنسا؟ מה זה?",
        "e\u0301a\u0300 n\u0303o? z" + "\u0301" * 300,
        "a\0b \0 what?",
        "who \ud800 is \udfff?",
        "x" * 1_000_000,
        "法国的首都是哪里？" * 20,
        "1.\n2.\n-\n•",
        "\r\n\r\nwho\r\n\r\n\r\nwhat\u2028why\u2029how",
    ],
    ids=range(12),
)
def test_odd_texts(text: str) -> None:
    (parse,) = PARSER.parse([text])
    check(text, parse)


@pytest.mark.slow
@pytest.mark.parametrize("size", [500, 2000])
def test_a_very_long_sentence(size: int) -> None:
    source = random.Random(size)
    text = " ".join(source.choice(WORDS) for _ in range(size))
    (parse,) = PARSER.parse([text])
    check(text, parse)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.text(max_size=40), max_size=3))
@example(["S$"])
def test_any_text(texts: list[str]) -> None:
    parses = PARSER.parse(texts)
    assert len(parses) == len(texts)
    for text, parse in zip(texts, parses, strict=True):
        check(text, parse)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=6), st.integers(1, 4))
def test_the_batch_does_not_matter(texts: list[str], size: int) -> None:
    whole = PARSER.parse(texts)
    parts = [texts[at : at + size] for at in range(0, len(texts), size)]
    assert [parse for part in parts for parse in PARSER.parse(part)] == whole


def test_many_identical_texts() -> None:
    parses = PARSER.parse(QUESTIONS[:1] * 10_000)
    assert len(parses) == 10_000
    assert all(parse is parses[0] for parse in parses)


@pytest.mark.slow
def test_processes_and_threads_do_not_matter() -> None:
    again = pickle.loads(pickle.dumps(PARSER))
    assert again.identity == PARSER.identity
    assert PARSER.identity.startswith("embedded@")
    here = PARSER.parse(QUESTIONS)
    assert EmbeddedParser(threads=2).parse(QUESTIONS) == here
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(PARSER.parse, QUESTIONS).result() == here
