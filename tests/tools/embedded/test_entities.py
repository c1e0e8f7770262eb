"""Decoding of entity tags, and rules for dates and numbers. Needs no weights."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.text.ud import ud_words
from qgauge.tools.embedded.entities import named_entities, with_values
from qgauge.tools.embedded.lemmas import lemma
from qgauge.tools.roles import Entity, Word

LABELS = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG", "B-MISC", "I-MISC"]
TAGS = {
    **dict.fromkeys(("people", "men", "campaigns"), "NOUN"),
    **dict.fromkeys(("young", "first", "second"), "ADJ"),
    "may": "AUX",
    "one": "NUM",
    **dict.fromkeys(["May", "March", "Jan", "Sun"], "PROPN"),
}


def tagged(text: str, **tags: str) -> list[Word]:
    """Return the words of a text with the tags that the rules use."""
    found = []
    for word in ud_words(text):
        upos = tags.get(word.text, TAGS.get(word.text, "X"))
        found.append(Word(word.text, word.start, word.end, upos=upos, lemma=lemma(word.text, upos)))
    return found


def shown(text: str, entities: list[Entity], **tags: str) -> list[str]:
    words = tagged(text, **tags)
    return [
        f"{each.kind} {text[words[each.first].start : words[each.last - 1].end]}"
        for each in entities
    ]


def values(text: str, **tags: str) -> list[str]:
    return shown(text, with_values(tagged(text, **tags), []), **tags)


# ---------------------------------------------------------------------- tags


def scores(*rows: dict[str, float]) -> np.ndarray:
    return np.array([[row.get(label, -9.0) for label in LABELS] for row in rows], np.float32)


def test_adjacent_entities_are_separated() -> None:
    found = named_entities(scores({"B-PER": 5}, {"I-PER": 5}, {"B-PER": 5}, {"O": 5}), LABELS)
    assert found == [Entity(0, 2, "PER"), Entity(2, 3, "PER")]


def test_an_inside_tag_can_begin_an_entity() -> None:
    assert named_entities(scores({"O": 5}, {"I-LOC": 5}, {"I-LOC": 5}), LABELS) == [
        Entity(1, 3, "LOC")
    ]


def test_the_type_is_decided_over_all_words() -> None:
    rows = scores({"B-LOC": 5, "B-ORG": 4.8}, {"I-ORG": 6, "I-LOC": 2})
    assert named_entities(rows, LABELS) == [Entity(0, 2, "ORG")]


def test_an_ambiguous_type_still_makes_an_entity() -> None:
    rows = scores({"O": 1.0, "B-LOC": 0.8, "B-ORG": 0.9})
    assert named_entities(rows, LABELS) == [Entity(0, 1, "ORG")]


@given(st.integers(0, 12), st.integers(0, 10_000))
def test_names_do_not_overlap(words: int, seed: int) -> None:
    drawn = np.random.default_rng(seed).normal(size=(words, len(LABELS))) * 30
    at = 0
    for entity in named_entities(drawn.astype(np.float32), LABELS):
        assert at <= entity.first < entity.last <= words
        at = entity.last


# ---------------------------------------------------------------------- rules


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # years, and four digits that are a count
        ("born in 1969", "DATE 1969"),
        ("1969 people came", "NUMBER 1969"),
        ("about 1500 young people", "NUMBER 1500"),
        ("who won the 2004 election", "DATE 2004"),
        ("in 1066", "DATE 1066"),
        ("the year 1066", "DATE 1066"),
        ("give 1200", "NUMBER 1200"),
        ("from 1914 to 1918", "DATE 1914 to 1918"),
        ("the war of 1914-18", "DATE 1914-18"),
        ("died in 44 BC", "DATE 44 BC"),
        ("AD 79", "DATE AD 79"),
        ("5 ad campaigns", "NUMBER 5"),
        # decades and centuries
        ("in the 1960s", "DATE the 1960s"),
        ("the '60s", "DATE the '60s"),
        ("the late sixties", "DATE the late sixties"),
        ("in the mid-1960s", "DATE the mid-1960s"),
        ("the 19th century", "DATE the 19th century"),
        ("the 18th and 19th centuries", "DATE the 18th and 19th centuries"),
        ("early 20th-century art", "DATE early 20th-century"),
        # months and days
        ("on May 5, 1969", "DATE May 5, 1969"),
        ("on may 5 1969", "DATE may 5 1969"),
        ("the 5th of May", "DATE the 5th of May"),
        ("5 June 2001", "DATE 5 June 2001"),
        ("Monday, July 4th", "DATE Monday, July 4th"),
        ("Sat, May 3", "DATE Sat, May 3"),
        ("in May", "DATE May"),
        ("in march", "DATE march"),
        ("what happened in march 1917", "DATE march 1917"),
        ("in Dec 2001", "DATE Dec 2001"),
        ("on Sept. 11", "DATE Sept. 11"),
        ("next friday", "DATE next friday"),
        ("from May to June", "DATE May to June"),
        ("on 12/25/2001", "DATE 12/25/2001"),
        ("on 2001-12-25", "DATE 2001-12-25"),
        # not months or days
        ("it may rain", ""),
        ("may I come", ""),
        ("they march on", ""),
        ("the sun sat low", ""),
        ("Who is Jan?", ""),
        # durations and ages
        ("for six years", "DATE six years"),
        ("three days ago", "DATE three days ago"),
        ("a year ago", "DATE a year ago"),
        ("the last two weeks", "DATE the last two weeks"),
        ("a 5-year-old boy", "DATE 5-year-old"),
        ("he is 70 years old", "DATE 70 years old"),
        ("wait one second", "TIME one second"),
        ("two or three hours", "TIME two or three hours"),
        # times
        ("at 7:30 am", "TIME 7:30 am"),
        ("at 5pm", "TIME 5pm"),
        ("five o'clock", "TIME five o'clock"),
        ("at noon", "TIME noon"),
        ("Monday morning", "TIME Monday morning"),
        # amounts
        ("$3.2 billion", "MONEY $3.2 billion"),
        ("US$5m", "MONEY US$5m"),
        ("5 to 10 dollars", "MONEY 5 to 10 dollars"),
        ("20€", "MONEY 20€"),
        ("10-15% of it", "PERCENT 10-15%"),
        ("5 per cent", "PERCENT 5 per cent"),
        ("fifty percent", "PERCENT fifty percent"),
        ("60 miles per hour", "QUANTITY 60 miles per hour"),
        ("100 km/h", "QUANTITY 100 km/h"),
        ("10km", "QUANTITY 10km"),
        ("20°C", "QUANTITY 20°C"),
        ("30 square feet", "QUANTITY 30 square feet"),
        # numbers
        ("twenty-one men", "NUMBER twenty-one"),
        ("two hundred and fifty thousand", "NUMBER two hundred and fifty thousand"),
        ("between five and ten", "NUMBER five|NUMBER ten"),
        ("a million", "NUMBER a million"),
        ("1,000 or 3.5", "NUMBER 1,000 or 3.5"),
        ("two thirds", "NUMBER two thirds"),
        ("the first and second time", "ORDINAL first|ORDINAL second"),
        ("the 100th day", "ORDINAL 100th"),
        ("the twenty-first", "ORDINAL twenty-first"),
        ("an F-16 against Covid-19", ""),
    ],
)
def test_dates_and_numbers(text: str, expected: str) -> None:
    assert "|".join(values(text)) == expected


def test_may_depends_on_its_tag() -> None:
    assert values("this may be") == []
    assert values("this may", may="NOUN") == ["DATE this may"]
    assert values("may 5 men come in?") == ["NUMBER 5"]


def test_one_and_second_depend_on_their_tags() -> None:
    assert values("no one knows", one="PRON") == []
    assert values("one of them") == ["NUMBER one"]
    assert values("in a second", second="NOUN") == []
    assert values("a second later") == ["TIME a second later"]


def test_a_name_takes_precedence() -> None:
    words = tagged("Apollo 11 flew in 1969")
    found = with_values(words, [Entity(0, 2, "MISC")])
    assert found == [Entity(0, 2, "MISC"), Entity(4, 5, "DATE")]


def test_a_name_of_numbers_is_not_a_name() -> None:
    assert with_values(tagged("on Friday 13"), [Entity(1, 3, "MISC")]) == [
        Entity(1, 2, "DATE"),
        Entity(2, 3, "NUMBER"),
    ]
    assert with_values(tagged("in June 1969"), [Entity(1, 2, "PER")]) == [
        Entity(1, 2, "PER"),
        Entity(2, 3, "DATE"),
    ]


def test_values_are_not_names() -> None:
    assert not Word("1969", 0, 4, upos="NUM", entity="DATE").is_name
    assert Word("Ada", 0, 3, upos="X", entity="PER").is_name


PIECES = (
    "in the of may May 5 1969 19th century years 3.5 % $ - – , / percent km first second one "
    "hundred and to Monday am a last ago old x people BC °"
)


@settings(max_examples=200)
@given(st.lists(st.sampled_from(PIECES.split()), max_size=14), st.data())
def test_entities_never_overlap(pieces: list[str], data: st.DataObject) -> None:
    words = tagged(" ".join(pieces))
    named = []
    if words:
        first = data.draw(st.integers(0, len(words) - 1))
        last = data.draw(st.integers(first + 1, len(words)))
        named = [Entity(first, last, "ORG")]
    at = 0
    for entity in with_values(words, named):
        assert at <= entity.first < entity.last <= len(words)
        at = entity.last
