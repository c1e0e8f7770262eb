"""Agreement with human labels, computed by hand and compared with scikit-learn."""

from __future__ import annotations

import csv
import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import pytest
from helpers.shared_data import shared_folder
from sklearn.metrics import cohen_kappa_score, f1_score

from qgauge.core import Example, Score, Tools, unscored
from qgauge.data.public import read_public
from qgauge.metrics import create
from qgauge.metrics.metric import Metric
from qgauge.qud.agreement import gold_of, human_labels, label_agreement
from qgauge.qud.criteria.criterion import RELEVANCE
from qgauge.qud.labelling import (
    CRITERIA,
    SKIPPED,
    habits,
    habits_by_system,
    label_counts,
    label_edges,
)
from qgauge.run import Request

NOT, PARTLY, FULLY = RELEVANCE
WORD = re.compile(r"n['’]t\b|['’](?:s|re|ve|ll|d|m)\b|\w+?(?=n['’]t\b)|\w[\w.,]*\w|\w|[^\w\s]")
METRIC = create("qud_relevance:method=bleu1")


def rows(pairs: list[tuple[str | None, str | None, str]]) -> tuple[list[Example], list[Score]]:
    """Return rows from human label, metric's label and system; four rows per article."""
    examples = [
        Example(
            str(at),
            "Why?",
            system=system,
            ratings={} if gold is None else {"relevance": (gold,)},
            meta={"article": str(at // 4)},
        )
        for at, (gold, _, system) in enumerate(pairs)
    ]
    return examples, [unscored("no anchor") if one is None else Score(one) for _, one, _ in pairs]


def test_f1_by_hand() -> None:
    pairs: list[tuple[str | None, str | None, str]] = [
        (FULLY, FULLY, "a"),
        (FULLY, PARTLY, "a"),
        (NOT, NOT, "b"),
        (PARTLY, FULLY, "b"),
        (FULLY, None, "b"),
        (None, FULLY, "a"),
    ]
    found = label_agreement("m", METRIC, *rows(pairs))
    # fully: 1 hit, 2 gold, 2 predicted: 2/4; partially: 0 hits; not: 2/2
    assert found.f1 == {NOT: 1.0, PARTLY: 0.0, FULLY: 0.5}
    assert found.macro_f1 == pytest.approx(0.5)
    assert (found.n, found.unscored) == (4, {"no anchor": 1})
    assert found.confusion == ((1, 0, 0), (0, 0, 1), (0, 1, 1))
    assert found.interval is None
    assert "fewer than 5 articles" in found.reason
    # fully grounded: 2 of a's two for people, 1 for the metric; of b's two, 0 and 1
    assert found.ranking is not None
    assert found.ranking.people == {"a": 1.0, "b": 0.0}
    assert found.ranking.metric == {"a": 0.5, "b": 0.5}
    assert (found.ranking.kendall, found.ranking.pairs, found.ranking.agreed) == (None, 1, 0)


def test_a_label_that_the_method_cannot_give_counts_as_the_one_it_gives() -> None:
    """Locating an answer cannot show that it is unfocused, so "unfocused" counts as "direct"."""
    metric = create("qud_compatibility:method=llm_answer")
    said = [
        ("direct", "direct"),
        ("unfocused", "direct"),
        ("unfocused", "not_answered"),
        ("not_answered", "not_answered"),
    ]
    examples = [
        Example(str(at), "Why?", ratings={"compatibility": (gold,)})
        for at, (gold, _) in enumerate(said)
    ]
    found = label_agreement("m", metric, examples, [Score(label) for _, label in said])
    assert found.labels == ("not_answered", "direct")
    assert found.merged == {"unfocused": "direct"}
    # direct: 2 hits of 3 and 2, 4/5; not answered: 1 hit of 1 and 2, 2/3
    assert found.f1 == {"not_answered": pytest.approx(2 / 3), "direct": pytest.approx(0.8)}
    assert found.macro_f1 == pytest.approx((2 / 3 + 0.8) / 2)
    assert found.confusion == ((1, 0), (1, 2))
    whole = label_agreement(
        "m", create("qud_compatibility"), examples, [Score(label) for _, label in said]
    )
    assert whole.f1["unfocused"] == 0


def test_beside_scikit_learn() -> None:
    chance = random.Random(5)
    pairs: list[tuple[str | None, str | None, str]] = [
        (chance.choice(RELEVANCE), chance.choice(RELEVANCE), chance.choice("abc"))
        for _ in range(80)
    ]
    gold, said = [one[0] for one in pairs], [one[1] for one in pairs]
    found = label_agreement("m", METRIC, *rows(pairs))
    assert found.macro_f1 == pytest.approx(f1_score(gold, said, average="macro"))
    by_label = f1_score(gold, said, average=None, labels=list(RELEVANCE))
    assert list(found.f1.values()) == pytest.approx(by_label.tolist())
    assert found.kappa.value == pytest.approx(cohen_kappa_score(gold, said))
    assert found.articles == 20
    assert found.interval is not None
    low, high = found.interval
    assert low < found.macro_f1 < high
    assert found.floors is not None
    assert 0.2 < found.floors.random < 0.45
    assert found.as_json()["ci"] == [low, high]


def test_ranking_of_systems_by_hand() -> None:
    """People: a .75, b .5, c .25; metric: .5, .5, 0. Of 3 pairs two are in order and one is tied.

    Tau-b = 2 / sqrt(3 * 2).
    """
    pairs: list[tuple[str | None, str | None, str]] = []
    for system, good, said in (("a", 3, 2), ("b", 2, 2), ("c", 1, 0)):
        pairs += [
            (FULLY if at < good else NOT, FULLY if at < said else NOT, system) for at in range(4)
        ]
    ranking = label_agreement("m", METRIC, *rows(pairs)).ranking
    assert ranking is not None
    assert ranking.kendall == pytest.approx(2 / 6**0.5)
    assert (ranking.pairs, ranking.agreed) == (3, 2)


def test_gold_is_the_majority() -> None:
    def rated(*labels: str | None) -> Example:
        return Example("1", "Why?", ratings={"relevance": labels})

    assert gold_of(rated("a", "b", "b"), "relevance") == "b"
    assert gold_of(rated("a", None), "relevance") == "a"
    assert gold_of(rated("a", "b"), "relevance") is None
    assert gold_of(rated(), "relevance") is None


def test_human_labels_and_their_agreement() -> None:
    examples = [
        Example(str(at), "Why?", system=system, ratings={"relevance": given})
        for at, (system, given) in enumerate(
            [("a", (FULLY, FULLY)), ("a", (NOT, NOT)), ("b", (FULLY, FULLY)), ("b", (NOT, FULLY))]
        )
    ]
    found = human_labels(examples, "relevance", RELEVANCE)
    assert found.systems == {"a": {NOT: 1, PARTLY: 0, FULLY: 1}, "b": {NOT: 0, PARTLY: 0, FULLY: 1}}
    assert found.agreement["full"].value == 0.75
    one = human_labels(
        [Example("1", "Why?", ratings={"relevance": (NOT,)})], "relevance", RELEVANCE
    )
    assert one.agreement == {}


@dataclass(frozen=True)
class Language(Metric):
    name: ClassVar[str] = "l"
    judges: ClassVar[str] = "language"
    verdicts: ClassVar[tuple[float | str, ...]] = ("no", "yes")

    def score(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        return [Score("no" if "bad" in one.question else "yes") for one in examples]


@dataclass(frozen=True)
class Other(Metric):
    name: ClassVar[str] = "o"
    judges: ClassVar[str] = "relevance"
    verdicts: ClassVar[tuple[float | str, ...]] = RELEVANCE
    seen: ClassVar[list[str]] = []

    def score(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        self.seen.extend(one.question for one in examples)
        return [unscored("no anchor") if "odd" in one.question else Score(NOT) for one in examples]


@pytest.mark.parametrize("workers", [1, 2])
def test_edges_with_bad_language_skip_the_rest_and_are_counted_separately(workers: int) -> None:
    examples = [Example(str(at), text) for at, text in enumerate(["good", "bad", "odd"])]
    requests = [Request.of(Other()), Request.of(Language())]
    Other.seen.clear()
    other, language = label_edges(examples, requests, {}, workers=workers)
    if workers == 1:
        assert Other.seen == ["good", "odd"], "edges with bad language are not scored again"
    assert [one.unscored for one in other.scores] == ["", SKIPPED, "no anchor"]
    assert [one.value for one in language.scores] == ["yes", "no", "yes"]
    counts = label_counts(other.overall)
    assert (counts.labels[NOT], counts.n, counts.skipped, counts.unscored) == (1, 1, 1, 1)
    assert list(counts.labels) == list(reversed(RELEVANCE)), "best label first"
    assert counts.reasons == {"no anchor": 1}
    everything, _ = label_edges(examples, requests, {}, skip=False)
    assert everything.scores[1].value == NOT


def test_duplicates_and_length() -> None:
    examples = [Example(str(at), text) for at, text in enumerate(["a b?", "c", "a b?", "d"])]
    found = habits(examples)
    # lengths in tokens: 3, 1, 3 and 1
    assert (found.questions, found.duplicates, found.mean_length) == (4, 2, 2.0)
    pair = [Example("1", "Why?", system="a"), Example("2", "Why?", system="b")]
    by_system = habits_by_system(pair)
    assert list(by_system) == ["a", "b", "(all)"]
    assert [one.duplicates for one in by_system.values()] == [0, 0, 2]
    assert list(habits_by_system(pair[:1])) == ["a"], "a single system has no total"


def test_label_counts_of_qudeval_equal_its_table() -> None:
    """Recount the labels directly from the CSV."""
    folder = shared_folder() / "eval" / "qudeval"
    codes = {
        "language": ("criteria1", {"1": "yes", "No": "no"}),
        "compatibility": ("criteria2", {"1": "direct", "2": "unfocused", "3": "not_answered"}),
        "givenness": (
            "criteria3",
            {"1": "no_new_concepts", "2": "answer_leakage", "3": "hallucination"},
        ),
        "relevance": (
            "criteria4",
            {"1": "fully_grounded", "2": "partially_grounded", "3": "not_grounded"},
        ),
    }
    with (folder / "data-collection.csv").open(newline="", encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    examples = read_public("qudeval", folder).examples
    assert len(examples) == len(table)
    for criterion, (column, meanings) in codes.items():
        expected = Counter(
            (row["system"], meanings[row[column]]) for row in table if row[column] in meanings
        )
        labels = [str(one) for one in create(CRITERIA[criterion]).verdicts]
        found = human_labels(examples, criterion, labels)
        assert {
            (system, label): count
            for system, counts in found.systems.items()
            for label, count in counts.items()
            if count
        } == expected
    for system in ("Ko", "alpaca", "chatgpt", "gpt4", "human"):
        asked = Counter(row["questions"].strip() for row in table if row["system"] == system)
        own = [one for one in examples if one.system == system]
        repeated = sum(count for count in asked.values() if count > 1)
        found_habits = habits(own)
        assert (found_habits.questions, found_habits.duplicates) == (asked.total(), repeated)
        # recount tokens with a simple regex, which splits a few words differently
        words = sum(len(WORD.findall(text)) * count for text, count in asked.items())
        assert found_habits.mean_length == pytest.approx(words / asked.total(), rel=0.01)
