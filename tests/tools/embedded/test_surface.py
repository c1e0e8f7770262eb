"""Capitals and spaces of generated questions. Needs the tokenizer, but no weights."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge import models
from qgauge.tools.embedded.surface import Surface


def spelled(passage: str, question: str) -> str:
    """Return a question that went through the tokenizer, which loses capitals and spaces."""
    tokenizer = models.tokenizer()
    pieces = tokenizer.encode(question, add_special_tokens=False).tokens
    return Surface(passage, tokenizer.encode(passage, add_special_tokens=False)).text(pieces)


@pytest.mark.parametrize(
    ("passage", "question"),
    [
        # a common word that begins a sentence has its capital from there only
        ("Rivers flow to the sea.", "Where do rivers flow?"),
        ("The boat sank. Rivers flow to the sea.", "Where do rivers flow?"),
        # names keep theirs
        ("Zoltan left. He sold it.", "When did Zoltan leave?"),
        ("Rose Miller left. She sold it.", "When did Rose Miller leave?"),
        ("When it rained, José went to Åland.", "Who went to Åland?"),
        ("He moved to The Hague in 1902.", "When did he move to The Hague?"),
        ("McDonald sold an iPhone to eBay.", "Who sold an iPhone to eBay?"),
        ("NATO met. The talks ended.", "When did NATO meet?"),
        ("My dog and I ran.", "When did I run?"),
        ("They saw Dr. Stone. He slept.", "Who saw Dr. Stone?"),
        # the same word inside a sentence decides
        ("Stone is heavy. The stone fell on Peter Stone.", "What is stone like?"),
        # abbreviations, hyphens, apostrophes, quotes
        ("The U.S. Navy bought it. It sank.", "What did the U.S. Navy buy?"),
        ("In the U.S., it sank.", "What sank in the U.S.?"),
        ("She ran a one-man show in Bath.", "Who ran a one-man show?"),
        ("The miller's wife didn't leave.", "Why didn't the miller's wife leave?"),
        ("The miller’s wife didn’t leave.", "Why didn’t the miller’s wife leave?"),
        ("The dogs' bowl broke.", "When did the dogs' bowl break?"),
        ('The film "Blue Rain" ran.', 'Who saw "Blue Rain" and "The Fog"?'),
        ("She said, “Boats sink.”", "Why do boats sink?"),
        # headings
        ("Old Lighthouses\n\nThe lighthouse was built by Marta.", "Who built the lighthouse?"),
        ("The Lighthouse\n\nThe lighthouse was built by Marta.", "Who built the lighthouse?"),
        ("A guide\n\nRivers flow to the sea.", "Where do rivers flow?"),
        # months and days have a capital even if the passage does not mention them
        ("It closed.", "Did it close in October or on a Monday?"),
        ("It closed in May.", "Did it close in May?"),
        # numbers and marks, in the passage or not
        ("It cost $5 (about 4%).", "What cost $5 (about 4%)?"),
        (
            "3.5 metres, 1,500 people, 10:30, 1914–1918, and/or",
            "Who ate 1,500 in 3.5 and/or 10:30?",
        ),
        ("It sank.", "Did 1,500 people see 3.5 boats at 10:30?"),
    ],
)
def test_spelling(passage: str, question: str) -> None:
    want = question.replace('"The Fog"', '"the fog"')  # no passage mentions it
    assert spelled(passage, question) == want


def test_long_copies_are_from_one_sentence() -> None:
    # "the pool" ends one sentence and "The Town" begins the next: no run crosses the boundary
    assert spelled("Ann saw the pool. The town slept.", "Was the pool the town?") == (
        "Was the pool the town?"
    )


def test_a_line_break_becomes_a_space() -> None:
    assert spelled("It was old\nHarbour Street.", "What about old Harbour Street?") == (
        "What about old Harbour Street?"
    )


def test_an_empty_question() -> None:
    assert spelled("It sank.", "") == ""


@given(st.text(max_size=80), st.text(max_size=40))
def test_any_text_becomes_one_line(passage: str, question: str) -> None:
    text = spelled(passage, question)
    assert text == text.strip()
    assert "\n" not in text
    assert not text[:1].islower() or text[:1] == text[:1].upper()


WORDS = ["Ann", "saw", "the", "old", "pool", "in", "Orrin", ".", "?", ",", "-", "'"]


@given(st.lists(st.sampled_from(WORDS), max_size=30))
def test_letters_do_not_change(words: list[str]) -> None:
    passage = "The old pool in Orrin. Ann saw it - Ann's pool, of 1931?"
    text = spelled(passage, " ".join(words))
    assert "".join(text.lower().split()) == "".join(words).lower()
