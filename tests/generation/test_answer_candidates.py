"""Candidate answers from hand-written trees: which spans are cut, and what they are."""

from __future__ import annotations

import pytest
from helpers.hand_made_parses import tree
from hypothesis import given
from hypothesis import strategies as st

from qgauge.generation.answer_candidates import LONGEST_ANSWER, candidates
from qgauge.generation.answer_features import PassageFacts, features
from qgauge.generation.answer_kinds import kinds_of
from qgauge.generation.answer_tree import AnswerTree
from qgauge.tools.roles import Entity, Parse, Word


def cut(written: str, *entities: tuple[int, int, str], **lemmas: str) -> dict[str, tuple[str, str]]:
    """Return the type and the first kind of each candidate of a hand-written tree."""
    text, parse = tree(written, lemmas)
    parsed = AnswerTree(Parse(parse.words, tuple(Entity(*one) for one in entities)))
    words = parsed.words
    return {
        text[words[one.first].start : words[one.last - 1].end]: (
            one.type,
            kinds_of(one, parsed)[0],
        )
        for one in candidates(text, parsed)
    }


def test_a_noun_phrase_is_cut_before_and_after_each_part() -> None:
    # the old keeper of the lamp who slept
    found = cut(
        "the/DET/det>2 old/ADJ/amod>2 keeper/NOUN/nsubj>8 of/ADP/case>5 the/DET/det>5 "
        "lamp/NOUN/nmod>2 who/PRON/nsubj>7 slept/VERB/acl:relcl>2 woke/VERB/root>-1"
    )
    assert found["the old keeper"] == ("person", "who")
    assert found["the old keeper of the lamp"] == ("person", "who")
    assert found["the old keeper of the lamp who slept"] == ("person", "who")
    assert found["the lamp"] == ("phrase", "what")
    assert "who" not in found


def test_a_reason_is_offered_with_and_without_its_conjunction() -> None:
    found = cut(
        "Tom/PROPN/nsubj>1 left/VERB/root>-1 because/SCONJ/mark>5 the/DET/det>4 mill/NOUN/nsubj>5 "
        "burned/VERB/advcl>1 ./PUNCT/punct>1"
    )
    assert found["because the mill burned"] == ("reason", "why")
    assert found["the mill burned"] == ("reason", "why")


def test_by_names_the_agent_of_a_passive_and_else_the_means() -> None:
    active = cut("He/PRON/nsubj>1 came/VERB/root>-1 by/ADP/case>3 train/NOUN/obl>1", came="come")
    passive = cut(
        "It/PRON/nsubj:pass>2 was/AUX/aux:pass>2 hit/VERB/root>-1 by/ADP/case>5 a/DET/det>5 "
        "train/NOUN/obl>2"
    )
    assert active["by train"] == ("manner", "how")
    assert "by a train" not in passive
    assert passive["a train"] == ("phrase", "what")


def test_a_list_can_be_one_answer() -> None:
    found = cut("He/PRON/nsubj>1 sold/VERB/root>-1 eggs/NOUN/obj>1 and/CCONJ/cc>4 milk/NOUN/conj>2")
    assert {"eggs", "eggs and milk", "milk", "sold eggs and milk"} <= set(found)
    assert not any(text.startswith("and") for text in found)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("PER", ("person", "who")),
        ("ORG", ("organisation", "what")),
        ("MISC", ("name", "what")),
        ("LOC", ("location", "what")),
    ],
)
def test_entities_have_types(kind: str, expected: tuple[str, str]) -> None:
    found = cut("Halden/PROPN/nsubj>1 grew/VERB/root>-1", (0, 1, kind))
    assert found["Halden"] == expected


def test_a_location_after_a_preposition_asks_where() -> None:
    found = cut("It/PRON/nsubj>1 grew/VERB/root>-1 in/ADP/case>3 Halden/PROPN/obl>1", (3, 4, "LOC"))
    assert found["Halden"] == ("location", "where")


def test_part_of_a_name_is_no_answer() -> None:
    found = cut("river/NOUN/nsubj>2 Tarn/PROPN/flat>0 rose/VERB/root>-1", (0, 2, "LOC"))
    assert "river Tarn" in found
    assert "river" not in found


def test_quotes_and_brackets_stay_balanced() -> None:
    found = cut(
        'He/PRON/nsubj>1 read/VERB/root>-1 "/PUNCT/punct>3 Home/PROPN/obj>1 "/PUNCT/punct>3 '
        "(/PUNCT/punct>7 a/DET/det>7 book/NOUN/appos>3 )/PUNCT/punct>7"
    )
    for text in found:
        assert text.count('"') % 2 == 0
        assert text.count("(") == text.count(")")
    assert "a book" in found


def test_vague_nouns_need_a_telling_modifier() -> None:
    found = cut(
        "the/DET/det>1 thing/NOUN/nsubj>2 broke/VERB/root>-1 the/DET/det>5 wooden/ADJ/amod>5 "
        "thing/NOUN/obj>2"
    )
    assert "the thing" not in found
    assert "the wooden thing" in found


WORDS = st.lists(
    st.tuples(
        st.sampled_from(
            ("a", "mill", "(", '"', "and", "1921", "Ada", "sold", "because", ",", "'s")
        ),
        st.sampled_from(("NOUN", "VERB", "PROPN", "PUNCT", "NUM", "ADJ", "CCONJ", "ADP", "")),
        st.sampled_from(("nsubj", "obj", "obl", "nmod", "conj", "advcl", "mark", "case", "appos")),
        st.integers(-2, 14),
        st.integers(0, 1),
    ),
    max_size=12,
)


@given(WORDS, st.lists(st.tuples(st.integers(0, 12), st.integers(0, 4)), max_size=3))
def test_any_tree_gives_clean_spans(drawn, entities) -> None:  # type: ignore[no-untyped-def]
    """Cycles, heads out of range, crossing trees, and entities past the end included."""
    words, text = [], ""
    for token, upos, relation, head, sentence in drawn:
        start = len(text) + bool(text)
        text = f"{text} {token}".strip()
        lemma = token.lower()
        words.append(Word(token, start, len(text), upos, "", lemma, head, relation, sentence))
    found = tuple(Entity(first, first + size, "PER") for first, size in entities)
    parsed = AnswerTree(Parse(tuple(words), found))
    spans = candidates(text, parsed)
    facts = PassageFacts(parsed, spans)
    assert len({(one.first, one.last) for one in spans}) == len(spans)
    for one in spans:
        said = [word.text for word in words[one.first : one.last]]
        assert one.first <= one.head < one.last <= len(words)
        assert len(said) <= LONGEST_ANSWER + 1  # a closing quote may be added
        assert said.count('"') % 2 == 0
        assert all(value == value for value in features(one, facts).values())
        assert kinds_of(one, parsed)
