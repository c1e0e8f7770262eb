"""Facets from trees written by hand: what is one fact, and what says the same in other words."""

from __future__ import annotations

import pytest
from hand_parses import tree
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.metrics.facets import Facet, facets_of, no_facets
from qgauge.tools.parser import Parse, Word


def facets(line: str) -> set[str]:
    return {str(facet) for facet in facets_of(tree(line)).facets}


REWORDED = {
    # what is said, in two ways, and the facets of both
    "active and passive": (
        "Who/P/2/nsubj built=build/V/0/root the/D/4/det lighthouse/N/2/obj ?/U/2/punct",
        "By/I/2/case whom/P/6/obl was=be/X/6/aux:pass the/D/5/det lighthouse/N/6/nsubj:pass "
        "built=build/V/0/root ?/U/6/punct",
        "agent(build, who) theme(build, lighthouse)",
    ),
    "passive with its preposition at the end": (
        "Who/P/2/nsubj built=build/V/0/root the/D/4/det lighthouse/N/2/obj ?/U/2/punct",
        "Who/P/5/obl was=be/X/5/aux:pass the/D/4/det lighthouse/N/5/nsubj:pass "
        "built=build/V/0/root by/I/1/case ?/U/5/punct",
        "agent(build, who) theme(build, lighthouse)",
    ),
    "passive of a parser without subtypes": (
        "Who/P/2/nsubj built=build/V/0/root the/D/4/det lighthouse/N/2/obj ?/U/2/punct",
        "By/I/2/case whom/P/6/obl was=be/X/6/aux the/D/5/det lighthouse/N/6/nsubj "
        "built=build/V/0/root ?/U/6/punct",
        "agent(build, who) theme(build, lighthouse)",
    ),
    "possessive and of": (
        "What/P/0/root is=be/X/1/cop Norway/E/5/nmod:poss 's/T/3/case population/N/1/nsubj",
        "What/P/0/root is=be/X/1/cop the/D/4/det population/N/1/nsubj of/I/6/case Norway/E/4/nmod",
        "be(population, what) of(population, norway)",
    ),
    "compound and of": (
        "Who/P/2/nsubj closed=close/V/0/root the/D/5/det coal/N/5/compound mines=mine/N/2/obj",
        "Who/P/2/nsubj closed=close/V/0/root the/D/4/det mines=mine/N/2/obj of/I/6/case "
        "coal/N/4/nmod",
        "agent(close, who) theme(close, mine) of(mine, coal)",
    ),
    "have and of": (
        "How/R/2/advmod many/A/3/amod moons=moon/N/6/obj does=do/X/6/aux Mars/E/6/nsubj "
        "have/V/0/root",
        "How/R/2/advmod many/A/3/amod moons=moon/N/6/nsubj of/I/5/case Mars/E/3/nmod "
        "are=be/V/0/root there/P/6/expl",
        "manner(many, how) be(many, moon) of(moon, mars)",
    ),
    "in what year and when": (
        "In/I/3/case what/D/3/det year/N/6/obl was=be/X/6/aux:pass it/P/6/nsubj:pass "
        "built=build/V/0/root",
        "When/R/4/advmod was=be/X/4/aux:pass it/P/4/nsubj:pass built=build/V/0/root",
        "in(build, when) theme(build, it)",
    ),
    "what year … in and when": (
        "What/D/2/det year/N/5/obl was=be/X/5/aux:pass it/P/5/nsubj:pass "
        "built=build/V/0/root in/I/2/case",
        "When/R/4/advmod was=be/X/4/aux:pass it/P/4/nsubj:pass built=build/V/0/root",
        "in(build, when) theme(build, it)",
    ),
    "two objects and to": (
        "Who/P/2/nsubj gave=give/V/0/root Tom/E/2/iobj the/D/5/det book/N/2/obj",
        "Who/P/2/nsubj gave=give/V/0/root the/D/4/det book/N/2/obj to/I/6/case Tom/E/2/obl",
        "agent(give, who) to(give, tom) theme(give, book)",
    ),
    "relative clause and participle": (
        "Who/P/2/nsubj sold=sell/V/0/root the/D/4/det book/N/2/obj that/P/7/obj Anna/E/7/nsubj "
        "wrote=write/V/4/acl:relcl",
        "Who/P/2/nsubj sold=sell/V/0/root the/D/4/det book/N/2/obj written=write/V/4/acl "
        "by/I/7/case "
        "Anna/E/5/obl:agent",
        "agent(sell, who) theme(sell, book) theme(write, book) agent(write, anna)",
    ),
    "relative clause without its pronoun": (
        "Who/P/2/nsubj sold=sell/V/0/root the/D/4/det book/N/2/obj Anna/E/6/nsubj "
        "wrote=write/V/4/acl:relcl",
        "Who/P/2/nsubj sold=sell/V/0/root the/D/4/det book/N/2/obj written=write/V/4/acl "
        "by/I/7/case "
        "Anna/E/5/obl:agent",
        "agent(sell, who) theme(sell, book) theme(write, book) agent(write, anna)",
    ),
    "relative clause and participle in -ing": (
        "Who/P/0/root is=be/X/1/cop the/D/4/det man/N/1/nsubj who/P/6/nsubj "
        "sells=sell/V/4/acl:relcl "
        "hats=hat/N/6/obj",
        "Who/P/0/root is=be/X/1/cop the/D/4/det man/N/1/nsubj selling=sell/V/4/acl "
        "hats=hat/N/5/obj",
        "be(man, who) agent(sell, man) theme(sell, hat)",
    ),
    "adjective before and after": (
        "Who/P/2/nsubj painted=paint/V/0/root the/D/5/det green/A/5/amod door/N/2/obj",
        "Who/P/2/nsubj painted=paint/V/0/root the/D/4/det door/N/2/obj that/P/7/nsubj "
        "is=be/X/7/cop "
        "green/A/4/acl:relcl",
        "agent(paint, who) be(door, green) theme(paint, door)",
    ),
    "is located and is": (
        "Where/R/5/advmod is=be/X/5/aux:pass the/D/4/det tower/N/5/nsubj:pass "
        "located=locate/V/0/root",
        "Where/R/0/root is=be/X/1/cop the/D/4/det tower/N/1/nsubj",
        "in(tower, where)",
    ),
    "at and in": (
        "Who/P/2/nsubj lives=live/V/0/root at/I/5/case the/D/5/det castle/N/2/obl",
        "Who/P/2/nsubj lives=live/V/0/root in/I/5/case the/D/5/det castle/N/2/obl",
        "agent(live, who) in(live, castle)",
    ),
    "due to and because of": (
        "What/P/2/nsubj sank=sink/V/0/root due/A/6/case to/I/3/fixed the/D/6/det storm/N/2/obl",
        "What/P/2/nsubj sank=sink/V/0/root because/S/6/case of/I/3/fixed the/D/6/det storm/N/2/obl",
        "agent(sink, what) because(sink, storm)",
    ),
    "for what reason and why": (
        "For/I/3/case what/D/3/det reason/N/6/obl did=do/X/6/aux they/P/6/nsubj leave/V/0/root",
        "Why/R/4/advmod did=do/X/4/aux they/P/4/nsubj leave/V/0/root",
        "because(leave, why) agent(leave, they)",
    ),
    "in what way and how": (
        "In/I/3/case what/D/3/det way/N/6/obl did=do/X/6/aux they/P/6/nsubj leave/V/0/root",
        "How/R/4/advmod did=do/X/4/aux they/P/4/nsubj leave/V/0/root",
        "manner(leave, how) agent(leave, they)",
    ),
    "which person and who": (
        "Which/D/2/det person/N/3/nsubj found=find/V/0/root it/P/3/obj",
        "Who/P/2/nsubj found=find/V/0/root it/P/2/obj",
        "agent(find, who) theme(find, it)",
    ),
    "what and which": (
        "What/D/2/det river/N/3/nsubj ends=end/V/0/root here/R/3/advmod",
        "Which/D/2/det river/N/3/nsubj ends=end/V/0/root here/R/3/advmod",
        "which(river, what) agent(end, river) manner(end, here)",
    ),
    "preposition in front and at the end": (
        "On/I/3/case which/D/3/det island/N/6/obl did=do/X/6/aux they/P/6/nsubj land/V/0/root",
        "Which/D/2/det island/N/5/obl did=do/X/5/aux they/P/5/nsubj land/V/0/root on/I/2/case",
        "which(island, what) in(land, island) agent(land, they)",
    ),
    "two verbs in either order": (
        "Who/P/2/nsubj wrote=write/V/0/root and/C/4/cc directed=direct/V/2/conj it/P/2/obj",
        "Who/P/2/nsubj directed=direct/V/0/root and/C/4/cc wrote=write/V/2/conj it/P/2/obj",
        "agent(write, who) agent(direct, who) and(direct, write) theme(write, it) "
        "theme(direct, it)",
    ),
    "two nouns in either order": (
        "Who/P/2/nsubj sold=sell/V/0/root hats=hat/N/2/obj and/C/5/cc shoes=shoe/N/3/conj",
        "Who/P/2/nsubj sold=sell/V/0/root shoes=shoe/N/2/obj and/C/5/cc hats=hat/N/3/conj",
        "agent(sell, who) theme(sell, hat) theme(sell, shoe)",
    ),
    "there is, and a phrase": (
        "Is=be/V/0/root there/P/1/expl meat/N/1/nsubj in/I/6/case the/D/6/det soup/N/1/obl",
        "Is=be/X/5/cop meat/N/5/nsubj in/I/5/case the/D/5/det soup/N/0/root",
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
    "who does it and to whom it is done": (
        "Who/P/2/nsubj killed=kill/V/0/root Anna/E/2/obj",
        "Who/P/4/obj did=do/X/4/aux Anna/E/4/nsubj kill/V/0/root",
    ),
    "yes and no": (
        "Why/R/4/advmod do/X/4/aux penguins=penguin/N/4/nsubj fly/V/0/root",
        "Why/R/5/advmod do/X/5/aux n't=not/T/5/advmod penguins=penguin/N/5/nsubj fly/V/0/root",
    ),
    "to and from": (
        "Who/P/2/nsubj came=come/V/0/root to/I/4/case Rome/E/2/obl",
        "Who/P/2/nsubj came=come/V/0/root from/I/4/case Rome/E/2/obl",
    ),
    "when and where": (
        "When/R/4/advmod was=be/X/4/aux:pass it/P/4/nsubj:pass built=build/V/0/root",
        "Where/R/4/advmod was=be/X/4/aux:pass it/P/4/nsubj:pass built=build/V/0/root",
    ),
    "what year it is, and when": (
        # here the year is not the time at which something happens
        "What/D/2/det year/N/4/nsubj was=be/X/4/cop wettest=wet/A/0/root",
        "When/R/0/root was=be/X/1/cop wettest=wet/A/1/nsubj",
    ),
    "beside a river and in it": (
        "Who/P/2/nsubj sat=sit/V/0/root by/I/5/case the/D/5/det river/N/2/obl",
        "Who/P/2/nsubj sat=sit/V/0/root in/I/5/case the/D/5/det river/N/2/obl",
    ),
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_what_says_something_else_has_other_facets(name: str) -> None:
    one, other = DIFFERENT[name]
    assert facets(one) != facets(other)


def test_a_negation_belongs_to_its_verb() -> None:
    line = "Why/R/5/advmod do/X/5/aux n't=not/T/5/advmod penguins=penguin/N/5/nsubj fly/V/0/root"
    assert facets(line) == {"because(fly, why)", "not(fly, not)", "agent(fly, penguin)"}


def test_a_word_without_relations_stands_alone() -> None:
    assert facets("Why/R/0/root ?/U/1/punct") == {"alone(why)"}
    assert facets("in/I/2/case 1874/M/0/root") == {"alone(1874)"}
    assert facets("?/U/0/root") == set()


def test_its_and_articles_make_no_facet() -> None:
    line = "Who/P/2/nsubj lost=lose/V/0/root its=it/P/5/nmod:poss the/D/5/det hat/N/2/obj"
    assert facets(line) == {"agent(lose, who)", "theme(lose, hat)"}


def test_names_numbers_and_question_words_match_only_themselves() -> None:
    found = facets_of(
        tree(
            "Who/P/2/nsubj met=meet/V/0/root Anna/E/2/obj Lind/E/3/flat in/I/6/case 1874/M/2/obl "
            "with/I/9/case two/M/9/nummod friends=friend/N/2/obl"
        )
    )
    assert found.exact == {"who", "anna", "lind", "1874", "two"}
    assert Facet("name", "anna", "lind") in found.facets


def test_trees_of_other_kinds_are_told_apart() -> None:
    assert no_facets(tree("Who/P/2/nsubj won=win/V/0/root")) == ""
    assert "'dobj'" in no_facets(tree("Who/P/2/nsubj won=win/V/0/root it/P/2/dobj"))
    assert no_facets(Parse((Word("Who", 0, 3), Word("won", 4, 7)))) == "the parser gives no trees"
    assert no_facets(Parse(())) == ""


RELATIONS = sorted(
    """
    acl acl:relcl advcl advmod amod appos aux aux:pass case cc ccomp compound compound:prt conj
    cop csubj dep det expl fixed flat iobj mark nmod nmod:poss nsubj nsubj:pass nummod obj obl
    obl:agent parataxis punct xcomp
    """.split()  # noqa: SIM905 - a list of names reads best as words
)


@st.composite
def any_tree(draw: st.DrawFn) -> Parse:
    """Any tree with any relations, sensible or not: a parser may make of a text what it likes."""
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
            relation=draw(st.sampled_from(RELATIONS)) if rank else "root",
        )
    return Parse(tuple(words))


@settings(max_examples=300, deadline=None)
@given(any_tree())
def test_any_tree_gives_facets_that_are_well_formed(parse: Parse) -> None:
    found = facets_of(parse)
    assert len(set(found.facets)) == len(found.facets)
    for facet in found.facets:
        assert facet.relation and facet.head
        assert bool(facet.dependent) == (facet.relation != "alone")
    assert facets_of(parse) == found


def test_a_very_long_text_is_read() -> None:
    """Nothing is recursive and nothing is looked at again and again."""
    words = [
        Word("go", 0, 0, upos="VERB", lemma="go", head=at - 1, relation="conj" if at else "root")
        for at in range(5_000)
    ]
    assert {str(facet) for facet in facets_of(Parse(tuple(words))).facets} == {"and(go, go)"}


def test_the_order_of_sentences_does_not_matter() -> None:
    one = (
        "Who/P/2/nsubj won=win/V/0/root Why/R/6/advmod did=do/X/6/aux they/P/6/nsubj leave/V/0/root"
    )
    two = (
        "Why/R/4/advmod did=do/X/4/aux they/P/4/nsubj leave/V/0/root Who/P/6/nsubj won=win/V/0/root"
    )
    assert facets(one) == facets(two)
    assert facets(one) == {"agent(win, who)", "because(leave, why)", "agent(leave, they)"}
