"""An article as text for a terminal, and as a tree."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qgauge.core import Example
from qgauge.qud.documents import Article
from qgauge.qud.text_views import lines, tree, tree_lines

SENTENCES = ("The pool closes.", "People swim.", "", "It leaks.")


def edge(question: str, anchor: int, answer: int, **more: str) -> Example:
    return Example(
        "1", question, sentences=SENTENCES, anchor=anchor, answer_sentence=answer, **more
    )


ARTICLE = Article(
    "a", SENTENCES, (edge("Why?", 1, 4, system="ko"), edge("Who?", 1, 2), edge("So?", 4, 4))
)


def test_the_article_in_a_terminal() -> None:
    shown = lines(ARTICLE, [{"m": ("direct", "best")}, {}, {}], [["new: pool"], [], []])
    assert shown == [
        "article a",
        "   1  The pool closes.",
        "   2  People swim.",
        "      1 -> 2 Who?",
        "   3  (missing)",
        "   4  It leaks.",
        "      1 -> 4 [ko] Why?",
        "         m direct",
        "         new: pool",
        "      4 -> 4 So?",
    ]


def test_the_tree_puts_each_sentence_under_its_anchor() -> None:
    grown = tree(ARTICLE)
    (root,) = grown["roots"]
    assert root["sentence"] == 1
    assert [(one["sentence"], one["question"]) for one in root["children"]] == [
        (2, "Who?"),
        (4, "Why?"),
    ]
    assert tree_lines(grown) == [
        "article a",
        "1 The pool closes.",
        "   ? Who?",
        "   2 People swim.",
        "   ? Why?",
        "   4 It leaks.",
    ]


@given(
    st.integers(1, 12).flatmap(
        lambda n: st.tuples(
            st.just(n), st.lists(st.tuples(st.integers(1, n), st.integers(1, n)), max_size=30)
        )
    )
)
def test_every_sentence_is_in_the_tree_once(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    """This holds for any edges, also backward and circular ones."""
    count, ends = drawn
    sentences = tuple(f"S{at}." for at in range(count))
    edges = tuple(
        Example("1", "Q?", sentences=sentences, anchor=one, answer_sentence=other)
        for one, other in ends
    )
    found, queue = [], list(tree(Article("a", sentences, edges))["roots"])
    while queue:
        node = queue.pop()
        found.append(node["sentence"])
        queue += node["children"]
    assert sorted(found) == list(range(1, count + 1))
