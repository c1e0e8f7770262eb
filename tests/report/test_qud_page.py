"""The pages of an article and of labels: their content, and that all text is escaped."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers.page_checks import HOSTILE, Checked, checked
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.core import Example, Result, Score, Summary
from qgauge.qud.documents import BACKWARDS, Article
from qgauge.qud.evaluation import QudEvaluation
from qgauge.report import Cards, Table, render
from qgauge.report.qud_page import MOST_CARDS, article_page, qud_page

SENTENCES = ("The pool closes.", "People swim.", "", "It leaks.")


def edge(question: str, anchor: int, answer: int, **more: Any) -> Example:
    return Example(
        "1", question, sentences=SENTENCES, anchor=anchor, answer_sentence=answer, **more
    )


ARTICLE = Article(
    "a",
    SENTENCES,
    (
        edge("Why?", 1, 4, system="ko"),
        edge("Who?", 1, 2),
        edge("So?", 4, 4, meta={"flags": [BACKWARDS]}),
    ),
)
LABELS = {"m": ("direct", "best"), "people's language": ("no", "worst")}


def page_of(article: Article, labels: Any, notes: Any) -> Checked:
    return checked(render(article_page(article, labels, notes)))


def test_an_article_has_sentences_questions_labels_and_links_to_anchors() -> None:
    page = page_of(ARTICLE, [LABELS] * 3, [["a note"]] * 3)
    for shown in ("The pool closes.", "missing", "Why?", "m : direct", "a note", "· ko", "→ 4"):
        assert shown in page.text
    assert "human language : no" in page.text
    assert page.links == [
        "#the-article",
        "#labels",
        "#how-it-was-made",
        *(f"#sentence-{at}" for at in (1, 1, 4)),
    ]
    assert {"chip", "good", "poor", "strange"} <= page.classes
    # the question that sentence 2 answers is below it and above sentence 3
    assert page.text.index("People swim.") < page.text.index("Who?") < page.text.index("missing")


def test_the_summary_of_an_article() -> None:
    assert article_page(ARTICLE, [LABELS, LABELS, {}], [[]] * 3).summary == [
        "3 questions by ko on an article of 4 sentences.",
        "1 question: the anchor is not before the answer sentence.",
    ]
    poor = {"m": ("none", "worst"), "n": ("none", "worst"), "people's m": ("no", "worst")}
    assert article_page(ARTICLE, [poor, LABELS, {"m": ("none", "worst")}], [[]] * 3).summary[
        -1
    ] == ("Labels to look at, the worst of their criterion: 2 by m and 1 by n.")
    alone = Article("a", ("A.", "B.", "C.", "D."), (edge("Why?", 1, 2),))
    assert article_page(alone, [{}], [[]]).summary[1] == "No question leads to sentences 3 and 4."


def test_edges_without_a_sentence_come_last() -> None:
    far = replace(ARTICLE.edges[0], anchor=9, answer_sentence=11)
    page = page_of(Article("a", ("A.", "B."), (far,)), [{}], [[]])
    assert "9 → 11 · ko : Why?" in page.text
    assert not any("sentence-9" in link for link in page.links)


def spoiled(text: str) -> str:
    """Return a page with this text in every field."""
    edges = tuple(
        replace(one, question=text, system=text, anchor=1, answer_sentence=2)
        for one in ARTICLE.edges
    )
    article = Article(text, (text, text), edges)
    made = [(text, text)]
    return render(article_page(article, [{text: (text, text)}] * 3, [[text]] * 3, made))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    checked(spoiled(text))


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("<>&\"'/=-! scriptonx;#1`{}%"), min_size=1, max_size=30))
def test_any_text_stays_text(text: str) -> None:
    page = checked(spoiled(text))
    shown = "".join(page.shown)
    # heading and title, two sentences, what it was made of, and for each of three edges
    # system, question, note, label and criterion; the summary has more
    assert shown.count(text) >= 2 + 2 + 2 + 3 * 5


@pytest.mark.parametrize("mark", ["\0", "\x1b", "\x7f", "\x9b", "\ufffe", "\u202e"])
def test_control_characters_are_escaped(mark: str) -> None:
    html = spoiled(f"a{mark}b")
    assert mark not in html
    assert f"a\\u{ord(mark):04x}b" in html


# ------------------------------------------------------------------ labels of systems


def labelled(values: list[str | None], systems: str, articles: str) -> QudEvaluation:
    edges = tuple(
        edge(f"Q{at}?", 1, 2, system=system, meta={"article": article})
        for at, (system, article) in enumerate(zip(systems, articles, strict=True))
    )
    scores = tuple(
        Score(value, {}, {"new": "pool"}) if value else Score(None, unscored="no words")
        for value in values
    )

    def summary(system: str = "") -> Summary:
        mine = [
            one.value
            for one, name in zip(scores, systems, strict=True)
            if system in ("", name) and one.value
        ]
        every = len(systems) if not system else systems.count(system)
        counts = {name: mine.count(name) for name in ("no", "yes")}
        reasons = {"no words": every - len(mine)} if every > len(mine) else {}
        return Summary(None, len(mine), every - len(mine), None, reasons, counts)

    by_system = {name: summary(name) for name in dict.fromkeys(systems)}
    result = Result("qud_language", "signature", summary(), by_system, scores)
    return QudEvaluation(edges, (result,))


def test_the_summary_says_which_system_is_best() -> None:
    found = labelled(["yes", "no", "yes", "yes", None, "no"], "ababab", "xxyyzz")
    assert qud_page(found).summary == [
        "6 questions by a and b about 3 articles.",
        "Best by how many of 1 criteria: a by 1.",
        "qud_language, share of 'yes': a 100 % of 2; b 33 % of 3.",
        "Shares without an interval come from fewer than five articles: they say little about "
        "other articles.",
        "qud_language left 1 question without a label.",
    ]


def test_shares_have_intervals_over_articles() -> None:
    found = labelled(["yes", "no", "yes", "yes", "no", "yes"], "aaaaaa", "uvwxyz")
    # four of six are yes; the jackknife over single values has the usual standard error
    error = (4 / 6 * 2 / 6 / 5) ** 0.5
    table = qud_page(found).sections[1].blocks[0]
    assert isinstance(table, Table)
    cell = table.rows[0][2]
    assert not isinstance(cell, str)
    assert cell.text.startswith(".67 [")
    low = float(cell.text.split("[")[1].split(",")[0])
    assert low == pytest.approx(4 / 6 - 2.57 * error, abs=0.01)  # t with 5 degrees of freedom


def test_questions_with_the_worst_label_are_shown() -> None:
    many = labelled(["no"] * (MOST_CARDS + 5) + ["yes"], "a" * 26, "x" * 26)
    (cards,) = qud_page(many).sections[0].blocks
    assert isinstance(cards, Cards)
    assert cards.caption == "Questions with the worst label of a criterion: 20 of 25"
    assert cards.cards[0].reasons == ["qud_language, new: pool"]
    good = qud_page(labelled(["yes"], "a", "x"))
    assert [section.title for section in good.sections] == [
        "Labels by system",
        "Habits",
        "How it was made",
    ]
