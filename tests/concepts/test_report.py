"""Reports on many documents: macro means, intervals, tests, agreement and the signature."""

from __future__ import annotations

from statistics import fmean, stdev
from typing import Any

import krippendorff
import pytest
from sklearn.metrics import cohen_kappa_score

from qgauge.concepts import ConceptReport, ConceptSettings, document, judge_document
from qgauge.concepts.agreement import Annotators
from qgauge.concepts.report import NOT_RUN, mean

TEXT = "one two three four five six seven eight"


def spans(*texts: str) -> list[list[int]]:
    return [[TEXT.index(one), TEXT.index(one) + len(one)] for one in texts]


def made(id: int, annotators: dict[str, Any], systems: dict[str, Any] | None = None) -> Any:
    row = {"id": id, "text": TEXT, "annotators": annotators, "systems": systems or {}}
    return judge_document(document(row), ConceptSettings())


def test_the_mean_is_over_documents_and_leaves_out_those_without_a_value() -> None:
    study = ConceptReport(ConceptSettings())
    gold = {"ann": spans("one two three four")}
    # recall 1/4, 3/4 and 1, precision 1: F 2/5, 6/7 and 1; the fourth has no vital concept
    for at, system in enumerate(["one", "one two three", "one two three four"]):
        study.add(made(at, gold, {"mine": spans(system), "other": []}))
    study.add(made(3, {"ann": []}, {"mine": spans("one")}))
    mine = study.systems["mine"]
    assert mine.mean("free", "recall").value == pytest.approx((0.25 + 0.75 + 1) / 3)
    found = mine.mean("free", "f")
    values = [0.4, 6 / 7, 1]
    assert found.n == 3
    assert found.value == pytest.approx(fmean(values))
    # the t interval with 2 degrees of freedom, clipped at 1
    low = fmean(values) - 4.302653 * stdev(values) / 3**0.5
    assert found.interval == pytest.approx((max(0, low), 1))
    # precision needs no vital concept: in the fourth document no annotation covers the snippet
    assert mine.mean("free", "precision").value == pytest.approx(3 / 4)
    assert study.unscored("mine") == {"no concept is vital": 1}
    other = study.systems["other"]
    assert other.mean("free", "f").value == 0
    assert other.mean("free", "precision").value is None
    assert study.unscored("other") == {NOT_RUN: 1}


def test_without_values_there_is_no_interval() -> None:
    assert mean([None]).value is None
    assert mean([0.5]).interval is None


def test_systems_are_compared_on_the_documents_both_have() -> None:
    study = ConceptReport(ConceptSettings())
    gold = {"ann": spans("one two three four")}
    for at in range(8):
        systems = {"good": spans("one two three four"), "poor": spans("one")}
        if at == 7:
            del systems["poor"]
        study.add(made(at, gold, systems))
    free, aligned = study.compare([("good", "poor")], resamples=1000, seed=1)
    assert free["metric"] == "F free" and aligned["metric"] == "F one-to-one"
    assert (free["n"], free["unpaired"], free["unscored"]) == (7, 1, 0)
    assert free["difference"] == pytest.approx(0.4 - 1)
    # all 7 differ in the same direction: 2 of the 128 sign permutations are as extreme
    assert free["p_randomisation"] == pytest.approx(2 / 128, abs=0.01)
    assert study.compare([("good", "poor")], resamples=1000, seed=1) == [free, aligned]


def test_too_few_documents_to_compare() -> None:
    study = ConceptReport(ConceptSettings())
    study.add(made(0, {"ann": spans("one")}, {"a": spans("one"), "b": spans("two")}))
    assert "fewer than two" in study.compare([("a", "b")], resamples=100, seed=1)[0]["reason"]


def test_agreement_equals_other_packages() -> None:
    marked = [
        {"a": spans("one two", "five"), "b": spans("one two three"), "c": spans("two", "six")},
        {"a": spans("four five six"), "b": spans("five six"), "c": []},
        {"a": spans("seven"), "b": spans("seven eight")},
    ]
    people = Annotators(ConceptSettings())
    for at, annotators in enumerate(marked):
        people.add(made(at, annotators))
    people.add(made(9, {"a": spans("one")}))  # a single annotator is ignored
    found = people.as_json()
    assert found is not None and found["documents"] == 3 and found["words"] == 24
    words = TEXT.split()

    def ratings(name: str) -> list[float]:
        made = []
        for annotators in marked:
            inside = [TEXT[start:end].split() for start, end in annotators.get(name, [])]
            flat = [word for part in inside for word in part]
            made += [float(word in flat) if name in annotators else float("nan") for word in words]
        return made

    a, b, c = map(ratings, "abc")
    alpha = krippendorff.alpha([a, b, c], level_of_measurement="nominal")
    assert found["alpha"]["value"] == pytest.approx(alpha)
    kappas = {(one["first"], one["second"]): one["kappa"] for one in found["pairs"]}
    assert kappas["a", "b"]["value"] == pytest.approx(cohen_kappa_score(a, b))
    assert kappas["a", "c"]["value"] == pytest.approx(cohen_kappa_score(a[:16], c[:16]))
    assert kappas["a", "c"]["n"] == 16


def test_snippet_f_of_two_annotators_and_each_against_the_others() -> None:
    # a: one two three four; b: one two | eight. Shared: one two.
    #   recall of a by b 2/4, precision of b (1 + 0)/2: F = 1/2, whichever is gold
    # a against b: every snippet of b is vital (one annotator): R = (1 + 0)/2, P = 2/4: F = 1/2
    # b against a: R = 2/4, P = (1 + 0)/2: F = 1/2
    for names in ("ab", "ba"):
        people = Annotators(ConceptSettings())
        marks = (spans("one two three four"), spans("one two", "eight"))
        people.add(made(0, dict(zip(names, marks, strict=True))))
        found = people.as_json()
        assert found is not None
        assert found["pairs"][0]["snippet_f"]["value"] == pytest.approx(0.5)
        assert found["against_the_others"]["a"]["f"]["value"] == pytest.approx(0.5)
        recall = found["against_the_others"][names[0]]["recall"]["value"]
        assert recall == pytest.approx(0.5)


def test_agreement_needs_two_annotators() -> None:
    people = Annotators(ConceptSettings())
    people.add(made(0, {"a": spans("one")}))
    assert people.as_json() is None


def test_the_signature_holds_every_setting_and_says_who_adjudicated() -> None:
    settings = ConceptSettings("stems", "jaccard", 0.4, 2, "off")
    study = ConceptReport(settings, "bytes")
    study.add(made(0, {"ann": spans("one")}))
    expected = "concepts|compare:stems|similarity:jaccard|threshold:0.4|vital:2|merge:off"
    assert study.signature("9") == f"{expected}|adjudication:counted|offsets:bytes|v:9"
    given = document({"id": 1, "text": TEXT, "adjudicated": {"vital": spans("one")}})
    study.add(judge_document(given, settings))
    assert "|adjudication:mixed|" in study.signature("9")
    only = ConceptReport(settings)
    only.add(judge_document(given, settings))
    assert "|adjudication:given|" in only.signature("9")
