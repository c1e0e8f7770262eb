"""The best subset, by hand and compared with a plain greedy search."""

from __future__ import annotations

from typing import Any

from helpers.set_questions import asked
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.sets import (
    Concept,
    Covered,
    Document,
    JudgedQuestion,
    Leak,
    Pair,
    QuestionSet,
    best_subset,
)
from qgauge.sets.shallow import Copy


def made(
    rows: list[tuple[int, str, bool]],
    pairs: list[tuple[int, int]] = [],  # noqa: B006 - never modified
    leaks: list[tuple[int, int]] = [],  # noqa: B006
    named: list[str] = [],  # noqa: B006
) -> QuestionSet:
    """Return a set about one text, from each question's sentence, kind and whether generic."""
    questions = tuple(
        JudgedQuestion(asked(f"word{at} {name}", "", "text"), kind, sentence, generic, None)
        for at, ((sentence, kind, generic), name) in enumerate(
            zip(rows, named or [""] * len(rows), strict=True)
        )
    )
    concepts = tuple(Concept(name, frozenset({name}), 2) for name in dict.fromkeys(named) if name)
    document = Document("text", (), (), concepts)
    covered = Covered(document, tuple(range(len(rows))), frozenset(), (True,) * len(concepts))
    return QuestionSet(
        questions,
        (covered,),
        tuple(Pair(*sorted(pair), 1.0, "unclear", False) for pair in pairs),
        tuple(Leak(*leak, 1.0, 1.0) for leak in leaks),
    )


def test_new_sentences_first_then_rare_kinds_then_the_order() -> None:
    found = made([(1, "HUM", False), (1, "NUM", False), (2, "HUM", False), (2, "LOC", False)])
    # 0 is the first of four equals. Of the two about sentence 2, 3 is of a kind not chosen yet.
    assert best_subset(found, 2) == [0, 3]
    # Nothing new is left: of 1 and 2, NUM is rarer than HUM.
    assert best_subset(found, 3) == [0, 1, 3]


def test_concepts_count_as_sentences_do() -> None:
    rows = [(1, "HUM", False)] * 3
    assert best_subset(made(rows, named=["", "kettle", "kettle"]), 2) == [0, 1]


def test_flawed_questions_come_last() -> None:
    found = made([(1, "HUM", True), (2, "HUM", False), (2, "HUM", False)])
    assert best_subset(found, 2) == [1, 2]
    assert best_subset(found, 3) == [0, 1, 2]


def test_a_copied_question_is_flawed() -> None:
    one = JudgedQuestion(asked("a", "", "t"), "HUM", 1, False, Copy(1.0, "a", 1))
    assert one.flawed


def test_duplicates_and_leaks_are_not_kept_together() -> None:
    rows = [(at, "HUM", False) for at in range(4)]
    assert best_subset(made(rows, pairs=[(0, 1)], leaks=[(2, 3)]), 4) == [0, 2]
    # 0 and 2 are duplicates of 1, but not of each other
    assert best_subset(made(rows[:3], pairs=[(0, 1), (1, 2)]), 3) == [0, 2]


def test_quality_counts_as_much_as_a_new_sentence() -> None:
    found = made([(1, "HUM", False), (1, "HUM", False), (2, "HUM", False)])
    assert best_subset(found, 1, [0.1, 0.9, 0.5]) == [1]
    # then 0 adds nothing (rank 0), and 2 adds a sentence and rank .5
    assert best_subset(found, 2, [0.1, 0.9, 0.5]) == [1, 2]


def plain(found: QuestionSet, size: int, rank: list[float]) -> list[int]:
    """Run the plain greedy search, over all remaining questions at each step."""
    taken: list[int] = []
    names = [
        {c.text for c in found.documents[0].document.concepts if c.stems <= q.question.words.stems}
        for q in found.questions
    ]
    rivals = {(p.first, p.second) for p in found.pairs} | {
        (leak.source, leak.target) for leak in found.leaks
    }
    while len(taken) < size:
        best: tuple[Any, int] | None = None
        for at, one in enumerate(found.questions):
            if at in taken or any((at, t) in rivals or (t, at) in rivals for t in taken):
                continue
            sentences = {found.questions[t].sentence for t in taken}
            known = set().union(*(names[t] for t in taken))
            gain = rank[at] + (one.sentence not in sentences)
            gain += len(names[at] - known) / len(names[at]) if names[at] else 0
            same = sum(found.questions[t].kind == one.kind for t in taken)
            worth = (not one.flawed, gain, -same, -at)
            if best is None or worth > best[0]:
                best = worth, at
        if best is None:
            break
        taken.append(best[1])
    return sorted(taken)


numbers = st.integers(0, 6)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(1, 3),
            st.sampled_from(["HUM", "NUM"]),
            st.booleans(),
            st.sampled_from(["", "kettle", "tea"]),
        ),
        min_size=1,
        max_size=7,
    ),
    st.lists(st.tuples(numbers, numbers), max_size=4),
    st.lists(st.tuples(numbers, numbers), max_size=3),
    st.integers(1, 8),
)
def test_lazy_greedy_equals_plain_greedy(
    rows: list[Any], pairs: list[tuple[int, int]], leaks: list[tuple[int, int]], size: int
) -> None:
    count = len(rows)

    def usable(links: list[tuple[int, int]]) -> list[tuple[int, int]]:
        return [link for link in links if link[0] != link[1] and max(link) < count]

    found = made([row[:3] for row in rows], usable(pairs), usable(leaks), [row[3] for row in rows])
    assert best_subset(found, size) == plain(found, size, [0.0] * count)
    quality = [float(row[0]) for row in rows]
    below = [sum(other < one for other in quality) for one in quality]
    equal = [sum(other == one for other in quality) - 1 for one in quality]
    rank = [
        (b + e / 2) / (count - 1) if count > 1 else 0.0 for b, e in zip(below, equal, strict=True)
    ]
    assert best_subset(found, size, quality) == plain(found, size, rank)
