"""Probabilities of facets, with given word similarities and given inference judgements."""

from __future__ import annotations

import pytest
from helpers.hand_made_tools import KnownEntailments, KnownVectors
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.metrics.dependency_edges import Meanings
from qgauge.metrics.facet_match import (
    ByEntailer,
    ByVectors,
    FacetMatcher,
    as_text,
    open_pairs,
    statement,
)
from qgauge.metrics.facets import Facet, Facets


def some(*written: str, exact: str = "") -> Facets:
    """Parse facets written as `relation(head, dependent)`."""
    made = []
    for one in written:
        relation, _, ends = one.removesuffix(")").partition("(")
        head, _, dependent = ends.partition(", ")
        made.append(Facet(relation, head, dependent))
    return Facets(tuple(made), frozenset(exact.split()))


VECTORS = KnownVectors(
    {
        # unit vectors: build and construct have the cosine .6, lighthouse and tower .4, …
        "build": (1, 0, 0, 0, 0, 0, 0, 0),
        "construct": (0.6, 0.8, 0, 0, 0, 0, 0, 0),
        "lighthouse": (0, 0, 1, 0, 0, 0, 0, 0),
        "tower": (0, 0, 0.4, 0.84**0.5, 0, 0, 0, 0),
        "door": (0, 0, 0, 0, 1, 0, 0, 0),
        "soup": (0, 0, 0, 0, -0.2, 0.96**0.5, 0, 0),
        "anna": (0, 0, 0, 0, 0, 0, 1, 0),
        "berta": (0, 0, 0, 0, 0, 0, 0.9, 0.19**0.5),
    }
)


def by_words(*sides: Facets) -> FacetMatcher:
    return ByVectors(Meanings([word for side in sides for word in side.words], VECTORS.vector))


def by_entailer(entailer: KnownEntailments, wanted: Facets, given: Facets) -> FacetMatcher:
    pairs = list(dict.fromkeys(open_pairs(wanted, given)))
    return ByEntailer(dict(zip(pairs, entailer.entail(pairs), strict=True)))


def lexical(wanted: Facets, given: Facets) -> list[tuple[str, float]]:
    matches = by_words(wanted, given).matches(wanted, given)
    return [(str(match.nearest or "-"), match.probability) for match in matches]


@pytest.mark.parametrize(
    ("wanted", "given", "nearest", "probability"),
    [
        # the same facet is certain
        ("theme(build, lighthouse)", "theme(build, lighthouse)", "theme(build, lighthouse)", 1.0),
        # one end the same, the other .6 close: (1 + .6) / 2
        ("theme(build, tower)", "theme(construct, tower)", "theme(construct, tower)", 0.8),
        # (.6 + .4) / 2
        ("theme(build, lighthouse)", "theme(construct, tower)", "theme(construct, tower)", 0.5),
        # the same words in a different relation: .75
        ("theme(build, tower)", "agent(build, tower)", "agent(build, tower)", 0.75),
        # ends swapped: .75, even in the same relation
        ("of(door, hinge)", "of(hinge, door)", "of(hinge, door)", 0.75),
        # a single word matches in any facet
        ("alone(tower)", "theme(build, tower)", "theme(build, tower)", 1.0),
        # a single word is at most half of a facet, without its relation: .75 / 2
        ("theme(build, tower)", "alone(tower)", "alone(tower)", 0.375),
        # negative cosines count as 0: (1 + 0) / 2, and 0
        ("be(big, door)", "be(big, soup)", "be(big, soup)", 0.5),
        ("alone(door)", "alone(soup)", "-", 0.0),
        # unknown words match only themselves
        ("be(xyzzy, door)", "be(plugh, soup)", "-", 0.0),
    ],
)
def test_lexical_by_hand(wanted: str, given: str, nearest: str, probability: float) -> None:
    ((found, value),) = lexical(some(wanted), some(given))
    assert (found, value) == (nearest, pytest.approx(probability))


def test_lexical_takes_the_best_facet_of_the_other_text() -> None:
    other = some("theme(see, door)", "theme(construct, tower)", "agent(build, who)")
    # against the three: 0, .5, and crossed or straight at most (1 + 0) / 2 x .75
    ((nearest, value),) = lexical(some("theme(build, lighthouse)"), other)
    assert (nearest, value) == ("theme(construct, tower)", pytest.approx(0.5))


def test_a_name_matches_only_itself() -> None:
    # similarity .9 as words, but a different person: only the other end counts, (0 + 1) / 2
    ((_, value),) = lexical(some("agent(go, anna)", exact="anna"), some("agent(go, berta)"))
    assert value == pytest.approx(0.5)
    ((_, value),) = lexical(some("agent(go, anna)"), some("agent(go, berta)"))
    assert value == pytest.approx(0.95)


FACETS = st.builds(
    Facet,
    st.sampled_from(["agent", "theme", "of"]),
    st.sampled_from(["build", "construct", "tower"]),
    st.sampled_from(["lighthouse", "tower", "door", "soup", "anna"]),
)
SIDES = st.lists(FACETS, unique=True, max_size=5).map(lambda made: Facets(tuple(made)))


@settings(deadline=None)
@given(SIDES, SIDES)
def test_probabilities_are_in_range_and_do_not_depend_on_order(
    wanted: Facets, given: Facets
) -> None:
    turned = Facets(given.facets[::-1], given.exact)
    for judge in (
        by_words(wanted, given),
        by_entailer(KnownEntailments({}, 0.3), wanted, given),
    ):
        found = judge.matches(wanted, given)
        assert [match.facet for match in found] == list(wanted.facets)
        for match in found:
            assert 0 <= match.probability <= 1
            assert match.facet not in given.facets or match.probability == 1
        assert [m.probability for m in judge.matches(wanted, turned)] == [
            m.probability for m in found
        ]


def test_the_inference_model_judges_only_undecided_facets() -> None:
    wanted = some(
        "agent(build, who)",
        "theme(build, lighthouse)",
        "in(build, 1874)",
        "of(lighthouse, halden)",
        "in(build, when)",
        exact="who when halden 1874",
    )
    given = some("agent(build, who)", "theme(construct, lighthouse)", "in(construct, 1874)")
    entailer = KnownEntailments({"Lighthouse is built.": 0.9, "Build in 1874.": 0.7})
    judge = by_entailer(entailer, wanted, given)
    premise = "Someone builds. Construct in 1874. Lighthouse is constructed."
    # agent(build, who) is known; "halden" and "when" are missing; the other two are judged
    assert entailer.asked == [(premise, "Lighthouse is built."), (premise, "Build in 1874.")]
    found = judge.matches(wanted, given)
    assert [match.probability for match in found] == [1.0, 0.9, 0.7, 0.0, 0.0]
    assert [str(match.nearest) for match in found[:3]] == [
        "agent(build, who)",
        "theme(construct, lighthouse)",
        "in(construct, 1874)",
    ]


def test_nothing_follows_from_nothing() -> None:
    entailer = KnownEntailments({}, 1.0)
    judge = by_entailer(entailer, some("alone(why)"), some())
    assert entailer.asked == []
    assert [m.probability for m in judge.matches(some("alone(why)"), some())] == [0.0]


@pytest.mark.parametrize(
    ("facet", "said"),
    [
        ("agent(build, who)", "Someone builds."),
        ("theme(build, lighthouse)", "Lighthouse is built."),
        ("theme(write, what)", "Something is written."),
        ("of(capital, france)", "The capital of france."),
        ("be(door, green)", "Door is green."),
        ("in(build, when)", "Build in some time."),
        ("because(turn, why)", "Turn because some reason."),
        ("which(river, what)", "There is some river."),
        ("alone(why)", "There is some reason."),
        ("not(fly, not)", "Not fly."),
        ("name(lind, marta)", "Lind marta."),
        ("manner(leave, how)", "Leave some way."),
        ("complement(turn, green)", "Turn green."),
        ("agent(xyzzy, who)", "Someone xyzzies."),
    ],
)
def test_facets_as_statements(facet: str, said: str) -> None:
    assert statement(*some(facet).facets) == said


def test_statements_of_a_question_do_not_depend_on_order() -> None:
    text = as_text(some("theme(build, tower)", "agent(build, who)"))
    assert text == "Someone builds. Tower is built."
    assert text == as_text(some("agent(build, who)", "theme(build, tower)"))
