"""Conversion of CLEAR-style trees (spaCy's English pipelines) to Universal Dependencies."""

from __future__ import annotations

import pytest
from helpers.hand_made_tools import parse_of
from hypothesis import given
from hypothesis import strategies as st

from qgauge.metrics.facet_extraction import no_facets
from qgauge.tools.adapters.clear_style import _NAMES, universal
from qgauge.tools.roles import Parse, Word

# text/UPOS/head/relation, heads from 1; both sides written by hand after the guidelines
TREES = {
    "passive with an agent": (
        "It/PRON/3/nsubjpass was=be/AUX/3/auxpass built/VERB/0/ROOT by/ADP/3/agent "
        "Ada/PROPN/4/pobj",
        "nsubj:pass>built aux:pass>built root>- case>Ada obl:agent>built",
    ),
    "a preposition at a verb and one at a noun": (
        "She/PRON/2/nsubj saw/VERB/0/ROOT the/DET/4/det top/NOUN/2/dobj of/ADP/4/prep "
        "it/PRON/5/pobj in/ADP/2/prep May/PROPN/7/pobj",
        "nsubj>saw root>- det>top obj>saw case>it nmod>top case>May obl>saw",
    ),
    "a nominal predicate": (
        "Who/PRON/2/attr was=be/AUX/0/ROOT the/DET/4/det director/NOUN/2/nsubj of/ADP/4/prep "
        "Titanic/PROPN/5/pobj ?/PUNCT/2/punct",
        "root>- cop>Who det>director nsubj>Who case>Titanic nmod>director punct>Who",
    ),
    "an adjectival predicate with why": (
        "Why/ADV/2/advmod is=be/AUX/0/ROOT the/DET/4/det sky/NOUN/2/nsubj blue/ADJ/2/acomp",
        "advmod>blue cop>blue det>sky nsubj>blue root>-",
    ),
    "a prepositional predicate": (
        "Ada/PROPN/2/nsubj is=be/AUX/0/ROOT in/ADP/2/prep London/PROPN/3/pobj",
        "nsubj>London cop>London case>London root>-",
    ),
    "where as predicate": (
        "Where/ADV/2/advmod is=be/AUX/0/ROOT Rome/PROPN/2/nsubj",
        "root>- cop>Where nsubj>Where",
    ),
    "there is": (
        "There/PRON/2/expl is=be/AUX/0/ROOT a/DET/4/det book/NOUN/2/attr on/ADP/2/prep "
        "it/PRON/5/pobj",
        "expl>is root>- det>book nsubj>is case>it obl>is",
    ),
    "a stranded preposition": (
        "What/PRON/5/pobj is=be/AUX/4/aux he/PRON/4/nsubj looking/VERB/0/ROOT at/ADP/4/prep",
        "obl>looking aux>looking nsubj>looking root>- case>What",
    ),
    "two prepositions": (
        "It/PRON/2/nsubj ran/VERB/0/ROOT out/ADP/2/prep of/ADP/3/prep town/NOUN/4/pobj",
        "nsubj>ran root>- case>town case>town obl>ran",
    ),
    "a chain of conjuncts": (
        "Ann/PROPN/4/nsubj ,/PUNCT/1/punct Bo/PROPN/1/conj sang/VERB/0/ROOT",
        "nsubj>sang punct>Ann conj>Ann root>-",
    ),
    "three conjuncts attach to the first": (
        "I/PRON/2/nsubj saw/VERB/0/ROOT tea/NOUN/2/dobj milk/NOUN/3/conj and/CCONJ/4/cc "
        "jam/NOUN/4/conj",
        "nsubj>saw root>- obj>saw conj>tea cc>jam conj>tea",
    ),
    "a clause after a preposition": (
        "He/PRON/2/nsubj won/VERB/0/ROOT by/ADP/2/prep using/VERB/3/pcomp it/PRON/4/dobj",
        "nsubj>won root>- mark>using advcl>won obj>using",
    ),
    "to with a verb, a particle, a negation, an indirect object": (
        "He/PRON/4/nsubj did/AUX/4/aux not/PART/4/neg want/VERB/0/ROOT to/PART/6/aux "
        "give/VERB/4/xcomp up/ADP/6/prt her/PRON/6/dative it/PRON/6/dobj",
        "nsubj>want aux>want advmod>want root>- mark>give xcomp>want compound:prt>give iobj>give "
        "obj>give",
    ),
    "whose": (
        "Whose/DET/2/poss book/NOUN/3/nsubj sold/VERB/0/ROOT best/ADV/3/advmod",
        "nmod:poss>book nsubj>sold root>- advmod>sold",
    ),
    "a predicate of become": (
        "She/PRON/2/nsubj became=become/VERB/0/ROOT queen/NOUN/2/attr",
        "nsubj>became root>- xcomp>became",
    ),
}  # fmt: skip


def shown(words: tuple[Word, ...]) -> list[str]:
    return [f"{word.relation}>{words[word.head].text if word.head >= 0 else '-'}" for word in words]


@pytest.mark.parametrize("what", TREES)
def test_hand_written_trees(what: str) -> None:
    clear, wanted = TREES[what]
    made = universal(parse_of(clear).words)
    assert shown(made) == wanted.split()
    assert no_facets(Parse(made)) == ""


LABELS = sorted({*_NAMES, "nsubj", "conj", "cc", "advmod", "obl", "expl", "aux", "case", "acl"})


@st.composite
def trees(draw: st.DrawFn) -> tuple[Word, ...]:
    size = draw(st.integers(1, 9))
    order = draw(st.permutations(range(size)))
    head = {order[0]: -1}
    for at in range(1, size):
        head[order[at]] = order[draw(st.integers(0, at - 1))]
    return tuple(
        Word(
            "w",
            at,
            at + 1,
            upos=draw(st.sampled_from(["VERB", "NOUN", "ADP", "AUX", "PART", "ADV"])),
            lemma=draw(st.sampled_from(["be", "there", "where", "of"])),
            head=head[at],
            relation="ROOT" if head[at] < 0 else draw(st.sampled_from(LABELS)),
        )
        for at in range(size)
    )


@given(trees())
def test_any_tree_stays_a_tree(words: tuple[Word, ...]) -> None:
    made = universal(words)
    assert len(made) == len(words)
    assert [word.relation for word in made if word.head < 0] == ["root"]
    for at in range(len(made)):
        passed = set()
        while at >= 0:
            assert at not in passed
            passed.add(at)
            at = made[at].head
