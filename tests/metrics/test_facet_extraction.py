"""Facets extracted from hand-written trees: paraphrases share facets, other questions do not."""

from __future__ import annotations

import pytest
from helpers.hand_made_tools import parse_of
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.metrics.facet_extraction import facets_of, no_facets
from qgauge.metrics.facets import Facet
from qgauge.tools.roles import Parse, Word


def facets(line: str) -> set[str]:
    return {str(facet) for facet in facets_of(parse_of(line)).facets}


REWORDED = {
    # two paraphrases and the facets of both
    "active and passive": (
        "Who/PRON/2/nsubj built=build/VERB/0/root the/DET/4/det lighthouse/NOUN/2/obj "
        "?/PUNCT/2/punct",
        "By/ADP/2/case whom/PRON/6/obl was=be/AUX/6/aux:pass the/DET/5/det "
        "lighthouse/NOUN/6/nsubj:pass built=build/VERB/0/root ?/PUNCT/6/punct",
        "agent(build, who) theme(build, lighthouse)",
    ),
    "passive with its preposition at the end": (
        "Who/PRON/2/nsubj built=build/VERB/0/root the/DET/4/det lighthouse/NOUN/2/obj "
        "?/PUNCT/2/punct",
        "Who/PRON/5/obl was=be/AUX/5/aux:pass the/DET/4/det lighthouse/NOUN/5/nsubj:pass "
        "built=build/VERB/0/root by/ADP/1/case ?/PUNCT/5/punct",
        "agent(build, who) theme(build, lighthouse)",
    ),
    "passive of a parser without subtypes": (
        "Who/PRON/2/nsubj built=build/VERB/0/root the/DET/4/det lighthouse/NOUN/2/obj "
        "?/PUNCT/2/punct",
        "By/ADP/2/case whom/PRON/6/obl was=be/AUX/6/aux the/DET/5/det lighthouse/NOUN/6/nsubj "
        "built=build/VERB/0/root ?/PUNCT/6/punct",
        "agent(build, who) theme(build, lighthouse)",
    ),
    "possessive and of": (
        "What/PRON/0/root is=be/AUX/1/cop Norway/PROPN/5/nmod:poss 's/PART/3/case "
        "population/NOUN/1/nsubj",
        "What/PRON/0/root is=be/AUX/1/cop the/DET/4/det population/NOUN/1/nsubj of/ADP/6/case "
        "Norway/PROPN/4/nmod",
        "be(population, what) of(population, norway)",
    ),
    "compound and of": (
        "Who/PRON/2/nsubj closed=close/VERB/0/root the/DET/5/det coal/NOUN/5/compound "
        "mines=mine/NOUN/2/obj",
        "Who/PRON/2/nsubj closed=close/VERB/0/root the/DET/4/det mines=mine/NOUN/2/obj "
        "of/ADP/6/case coal/NOUN/4/nmod",
        "agent(close, who) theme(close, mine) of(mine, coal)",
    ),
    "have and of": (
        "How/ADV/2/advmod many/ADJ/3/amod moons=moon/NOUN/6/obj does=do/AUX/6/aux "
        "Mars/PROPN/6/nsubj have/VERB/0/root",
        "How/ADV/2/advmod many/ADJ/3/amod moons=moon/NOUN/6/nsubj of/ADP/5/case "
        "Mars/PROPN/3/nmod are=be/VERB/0/root there/PRON/6/expl",
        "manner(many, how) be(many, moon) of(moon, mars)",
    ),
    "in what year and when": (
        "In/ADP/3/case what/DET/3/det year/NOUN/6/obl was=be/AUX/6/aux:pass "
        "it/PRON/6/nsubj:pass built=build/VERB/0/root",
        "When/ADV/4/advmod was=be/AUX/4/aux:pass it/PRON/4/nsubj:pass built=build/VERB/0/root",
        "in(build, when) theme(build, it)",
    ),
    "what year … in and when": (
        "What/DET/2/det year/NOUN/5/obl was=be/AUX/5/aux:pass it/PRON/5/nsubj:pass "
        "built=build/VERB/0/root in/ADP/2/case",
        "When/ADV/4/advmod was=be/AUX/4/aux:pass it/PRON/4/nsubj:pass built=build/VERB/0/root",
        "in(build, when) theme(build, it)",
    ),
    "two objects and to": (
        "Who/PRON/2/nsubj gave=give/VERB/0/root Tom/PROPN/2/iobj the/DET/5/det book/NOUN/2/obj",
        "Who/PRON/2/nsubj gave=give/VERB/0/root the/DET/4/det book/NOUN/2/obj to/ADP/6/case "
        "Tom/PROPN/2/obl",
        "agent(give, who) to(give, tom) theme(give, book)",
    ),
    "relative clause and participle": (
        "Who/PRON/2/nsubj sold=sell/VERB/0/root the/DET/4/det book/NOUN/2/obj that/PRON/7/obj "
        "Anna/PROPN/7/nsubj wrote=write/VERB/4/acl:relcl",
        "Who/PRON/2/nsubj sold=sell/VERB/0/root the/DET/4/det book/NOUN/2/obj "
        "written=write/VERB/4/acl by/ADP/7/case Anna/PROPN/5/obl:agent",
        "agent(sell, who) theme(sell, book) theme(write, book) agent(write, anna)",
    ),
    "relative clause without its pronoun": (
        "Who/PRON/2/nsubj sold=sell/VERB/0/root the/DET/4/det book/NOUN/2/obj "
        "Anna/PROPN/6/nsubj wrote=write/VERB/4/acl:relcl",
        "Who/PRON/2/nsubj sold=sell/VERB/0/root the/DET/4/det book/NOUN/2/obj "
        "written=write/VERB/4/acl by/ADP/7/case Anna/PROPN/5/obl:agent",
        "agent(sell, who) theme(sell, book) theme(write, book) agent(write, anna)",
    ),
    "relative clause and participle in -ing": (
        "Who/PRON/0/root is=be/AUX/1/cop the/DET/4/det man/NOUN/1/nsubj who/PRON/6/nsubj "
        "sells=sell/VERB/4/acl:relcl hats=hat/NOUN/6/obj",
        "Who/PRON/0/root is=be/AUX/1/cop the/DET/4/det man/NOUN/1/nsubj "
        "selling=sell/VERB/4/acl hats=hat/NOUN/5/obj",
        "be(man, who) agent(sell, man) theme(sell, hat)",
    ),
    "where and in which": (
        "Who/PRON/2/nsubj left=leave/VERB/0/root the/DET/4/det town/NOUN/2/obj "
        "where/ADV/7/advmod Anna/PROPN/7/nsubj lives=live/VERB/4/acl:relcl",
        "Who/PRON/2/nsubj left=leave/VERB/0/root the/DET/4/det town/NOUN/2/obj "
        "in/ADP/6/case which/PRON/8/obl Anna/PROPN/8/nsubj lives=live/VERB/4/acl:relcl",
        "agent(leave, who) theme(leave, town) in(live, town) agent(live, anna)",
    ),
    "adjective before and after": (
        "Who/PRON/2/nsubj painted=paint/VERB/0/root the/DET/5/det green/ADJ/5/amod door/NOUN/2/obj",
        "Who/PRON/2/nsubj painted=paint/VERB/0/root the/DET/4/det door/NOUN/2/obj "
        "that/PRON/7/nsubj is=be/AUX/7/cop green/ADJ/4/acl:relcl",
        "agent(paint, who) be(door, green) theme(paint, door)",
    ),
    "is located and is": (
        "Where/ADV/5/advmod is=be/AUX/5/aux:pass the/DET/4/det tower/NOUN/5/nsubj:pass "
        "located=locate/VERB/0/root",
        "Where/ADV/0/root is=be/AUX/1/cop the/DET/4/det tower/NOUN/1/nsubj",
        "in(tower, where)",
    ),
    "at and in": (
        "Who/PRON/2/nsubj lives=live/VERB/0/root at/ADP/5/case the/DET/5/det castle/NOUN/2/obl",
        "Who/PRON/2/nsubj lives=live/VERB/0/root in/ADP/5/case the/DET/5/det castle/NOUN/2/obl",
        "agent(live, who) in(live, castle)",
    ),
    "due to and because of": (
        "What/PRON/2/nsubj sank=sink/VERB/0/root due/ADJ/6/case to/ADP/3/fixed the/DET/6/det "
        "storm/NOUN/2/obl",
        "What/PRON/2/nsubj sank=sink/VERB/0/root because/SCONJ/6/case of/ADP/3/fixed "
        "the/DET/6/det storm/NOUN/2/obl",
        "agent(sink, what) because(sink, storm)",
    ),
    "for what reason and why": (
        "For/ADP/3/case what/DET/3/det reason/NOUN/6/obl did=do/AUX/6/aux they/PRON/6/nsubj "
        "leave/VERB/0/root",
        "Why/ADV/4/advmod did=do/AUX/4/aux they/PRON/4/nsubj leave/VERB/0/root",
        "because(leave, why) agent(leave, they)",
    ),
    "in what way and how": (
        "In/ADP/3/case what/DET/3/det way/NOUN/6/obl did=do/AUX/6/aux they/PRON/6/nsubj "
        "leave/VERB/0/root",
        "How/ADV/4/advmod did=do/AUX/4/aux they/PRON/4/nsubj leave/VERB/0/root",
        "manner(leave, how) agent(leave, they)",
    ),
    "which person and who": (
        "Which/DET/2/det person/NOUN/3/nsubj found=find/VERB/0/root it/PRON/3/obj",
        "Who/PRON/2/nsubj found=find/VERB/0/root it/PRON/2/obj",
        "agent(find, who) theme(find, it)",
    ),
    "what and which": (
        "What/DET/2/det river/NOUN/3/nsubj ends=end/VERB/0/root here/ADV/3/advmod",
        "Which/DET/2/det river/NOUN/3/nsubj ends=end/VERB/0/root here/ADV/3/advmod",
        "which(river, what) agent(end, river) manner(end, here)",
    ),
    "preposition in front and at the end": (
        "On/ADP/3/case which/DET/3/det island/NOUN/6/obl did=do/AUX/6/aux they/PRON/6/nsubj "
        "land/VERB/0/root",
        "Which/DET/2/det island/NOUN/5/obl did=do/AUX/5/aux they/PRON/5/nsubj "
        "land/VERB/0/root on/ADP/2/case",
        "which(island, what) in(land, island) agent(land, they)",
    ),
    "two verbs in either order": (
        "Who/PRON/2/nsubj wrote=write/VERB/0/root and/CCONJ/4/cc directed=direct/VERB/2/conj "
        "it/PRON/2/obj",
        "Who/PRON/2/nsubj directed=direct/VERB/0/root and/CCONJ/4/cc wrote=write/VERB/2/conj "
        "it/PRON/2/obj",
        "agent(write, who) agent(direct, who) and(direct, write) theme(write, it) "
        "theme(direct, it)",
    ),
    "two nouns in either order": (
        "Who/PRON/2/nsubj sold=sell/VERB/0/root hats=hat/NOUN/2/obj and/CCONJ/5/cc "
        "shoes=shoe/NOUN/3/conj",
        "Who/PRON/2/nsubj sold=sell/VERB/0/root shoes=shoe/NOUN/2/obj and/CCONJ/5/cc "
        "hats=hat/NOUN/3/conj",
        "agent(sell, who) theme(sell, hat) theme(sell, shoe)",
    ),
    "there is, and a phrase": (
        "Is=be/VERB/0/root there/PRON/1/expl meat/NOUN/1/nsubj in/ADP/6/case the/DET/6/det "
        "soup/NOUN/1/obl",
        "Is=be/AUX/5/cop meat/NOUN/5/nsubj in/ADP/5/case the/DET/5/det soup/NOUN/0/root",
        "in(meat, soup)",
    ),
}


@pytest.mark.parametrize("name", REWORDED)
def test_rewordings_have_the_same_facets(name: str) -> None:
    one, other, wanted = REWORDED[name]
    expected = {facet.strip() + ")" for facet in wanted.split(")") if facet.strip()}
    assert facets(one) == expected
    assert facets(other) == expected


def test_the_list_of_rewordings_is_long_enough() -> None:
    assert len(REWORDED) >= 15


DIFFERENT = {
    "agent and theme swapped": (
        "Who/PRON/2/nsubj killed=kill/VERB/0/root Anna/PROPN/2/obj",
        "Who/PRON/4/obj did=do/AUX/4/aux Anna/PROPN/4/nsubj kill/VERB/0/root",
    ),
    "with and without a negation": (
        "Why/ADV/4/advmod do/AUX/4/aux penguins=penguin/NOUN/4/nsubj fly/VERB/0/root",
        "Why/ADV/5/advmod do/AUX/5/aux n't=not/PART/5/advmod penguins=penguin/NOUN/5/nsubj "
        "fly/VERB/0/root",
    ),
    "to and from": (
        "Who/PRON/2/nsubj came=come/VERB/0/root to/ADP/4/case Rome/PROPN/2/obl",
        "Who/PRON/2/nsubj came=come/VERB/0/root from/ADP/4/case Rome/PROPN/2/obl",
    ),
    "when and where": (
        "When/ADV/4/advmod was=be/AUX/4/aux:pass it/PRON/4/nsubj:pass built=build/VERB/0/root",
        "Where/ADV/4/advmod was=be/AUX/4/aux:pass it/PRON/4/nsubj:pass built=build/VERB/0/root",
    ),
    "what year as a subject, and when": (
        # here the year is not the time of an event
        "What/DET/2/det year/NOUN/4/nsubj was=be/AUX/4/cop wettest=wet/ADJ/0/root",
        "When/ADV/0/root was=be/AUX/1/cop wettest=wet/ADJ/1/nsubj",
    ),
    "by a river and in a river": (
        "Who/PRON/2/nsubj sat=sit/VERB/0/root by/ADP/5/case the/DET/5/det river/NOUN/2/obl",
        "Who/PRON/2/nsubj sat=sit/VERB/0/root in/ADP/5/case the/DET/5/det river/NOUN/2/obl",
    ),
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_different_meanings_have_different_facets(name: str) -> None:
    one, other = DIFFERENT[name]
    assert facets(one) != facets(other)


def test_a_negation_belongs_to_its_verb() -> None:
    line = (
        "Why/ADV/5/advmod do/AUX/5/aux n't=not/PART/5/advmod penguins=penguin/NOUN/5/nsubj "
        "fly/VERB/0/root"
    )
    assert facets(line) == {"because(fly, why)", "not(fly, not)", "agent(fly, penguin)"}


def test_a_word_without_relations_makes_a_facet_alone() -> None:
    assert facets("Why/ADV/0/root ?/PUNCT/1/punct") == {"alone(why)"}
    assert facets("in/ADP/2/case 1874/NUM/0/root") == {"alone(1874)"}
    assert facets("?/PUNCT/0/root") == set()


def test_possessive_pronouns_and_articles_make_no_facet() -> None:
    line = (
        "Who/PRON/2/nsubj lost=lose/VERB/0/root its=it/PRON/5/nmod:poss the/DET/5/det "
        "hat/NOUN/2/obj"
    )
    assert facets(line) == {"agent(lose, who)", "theme(lose, hat)"}


def test_names_numbers_and_question_words_match_only_themselves() -> None:
    found = facets_of(
        parse_of(
            "Who/PRON/2/nsubj met=meet/VERB/0/root Anna/PROPN/2/obj Lind/PROPN/3/flat "
            "in/ADP/6/case 1874/NUM/2/obl with/ADP/9/case two/NUM/9/nummod "
            "friends=friend/NOUN/2/obl"
        )
    )
    assert found.exact == {"who", "anna", "lind", "1874", "two"}
    assert Facet("name", "anna", "lind") in found.facets


def test_unusable_trees_are_recognised() -> None:
    assert no_facets(parse_of("Who/PRON/2/nsubj won=win/VERB/0/root")) == ""
    assert "'dobj'" in no_facets(parse_of("Who/PRON/2/nsubj won=win/VERB/0/root it/PRON/2/dobj"))
    assert no_facets(Parse((Word("Who", 0, 3), Word("won", 4, 7)))) == (
        "the parser returns no dependency trees"
    )
    assert no_facets(Parse(())) == ""


def test_too_many_pairs_of_subjects_and_verbs_under_one_word_are_rejected() -> None:
    def flat(size: int) -> Parse:
        some = [Word("so", 0, 2, head=0, relation="nsubj") for _ in range(size)]
        some += [Word("run", 0, 3, head=0, relation="conj") for _ in range(size)]
        return Parse((Word("go", 0, 2, head=-1, relation="root"), *some))

    assert no_facets(flat(256)) == ""
    assert "more than 65,536 pairs of a subject and a verb" in no_facets(flat(257))


RELATIONS = sorted(
    """
    acl acl:relcl advcl advmod amod appos aux aux:pass case cc ccomp compound compound:prt conj
    cop csubj dep det expl fixed flat iobj mark nmod nmod:poss nsubj nsubj:pass nummod obj obl
    obl:agent parataxis punct xcomp
    """.split()  # noqa: SIM905 - a list of names reads best as words
)


@st.composite
def any_tree(draw: st.DrawFn) -> Parse:
    """Random trees with random relations, because parsers may return anything."""
    size = draw(st.integers(1, 9))
    order = draw(st.permutations(range(size)))
    words: list[Word] = [Word("", 0, 0)] * size
    for rank, at in enumerate(order):
        words[at] = Word(
            "",
            0,
            0,
            upos=draw(st.sampled_from(["NOUN", "VERB", "AUX", "ADJ", "PRON", "ADP", "PROPN"])),
            lemma=draw(st.sampled_from(["be", "have", "who", "what", "year", "that", "a", "b"])),
            head=order[draw(st.integers(0, rank - 1))] if rank else -1,
            relation=draw(st.sampled_from(["root", *RELATIONS])),
        )
    return Parse(tuple(words))


@settings(max_examples=300, deadline=None)
@given(any_tree())
def test_facets_of_random_trees_are_well_formed(parse: Parse) -> None:
    found = facets_of(parse)
    assert len(set(found.facets)) == len(found.facets)
    for facet in found.facets:
        assert facet.relation and facet.head
        assert bool(facet.dependent) == (facet.relation != "alone")
    assert facets_of(parse) == found


def test_a_very_long_text_is_processed() -> None:
    """Extraction is neither recursive nor quadratic."""
    words = [
        Word("go", 0, 0, upos="VERB", lemma="go", head=at - 1, relation="conj" if at else "root")
        for at in range(5_000)
    ]
    assert {str(facet) for facet in facets_of(Parse(tuple(words))).facets} == {"and(go, go)"}


def test_the_order_of_sentences_does_not_matter() -> None:
    one = (
        "Who/PRON/2/nsubj won=win/VERB/0/root Why/ADV/6/advmod did=do/AUX/6/aux "
        "they/PRON/6/nsubj leave/VERB/0/root"
    )
    two = (
        "Why/ADV/4/advmod did=do/AUX/4/aux they/PRON/4/nsubj leave/VERB/0/root "
        "Who/PRON/6/nsubj won=win/VERB/0/root"
    )
    assert facets(one) == facets(two)
    assert facets(one) == {"agent(win, who)", "because(leave, why)", "agent(leave, they)"}
