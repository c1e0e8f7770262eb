"""The HTML page of an article: its content, and that all text is escaped."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.core import Example
from qgauge.qud.documents import BACKWARDS, Article
from qgauge.qud.page import lines, page, tree, tree_lines

SENTENCES = ("The pool closes.", "People swim.", "", "It leaks.")


def edge(question: str, anchor: int, answer: int, **more: str) -> Example:
    return Example(
        "1", question, sentences=SENTENCES, anchor=anchor, answer_sentence=answer, **more
    )


ARTICLE = Article(
    "a", SENTENCES, (edge("Why?", 1, 4, system="ko"), edge("Who?", 1, 2), edge("So?", 4, 4))
)
HOSTILE = [
    "<script>alert(1)</script>",
    "</title></style><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "' autofocus onfocus='alert(1)",
    "javascript:alert(1)",
    "&lt;b&gt; &amp; <b>",
    "]]><!--",
    "<!-- --!> <svg/onload=alert(1)>",
    "\u202e<iframe src=//evil>",
    "</p></div></body></html><script>alert(1)</script>",
    "</bdi></span><a href=javascript:alert(1)>x</a>",
    '"><a href="javascript:alert(1)" onclick=alert(1)>',
    "<ScRiPt\x0b>alert(1)</sCrIpT>",
    "<math><style><img src=x onerror=alert(1)>",
    "&#60;script&#62; &lt;script&gt; &#x3c",
    "＜script＞ \u2028\u2029\u0085 ﷽ 👩‍👩‍👧\u200d\ufeff",
    "\u2066\u202e)1(trela\u2069\u200f",
]


class Reader(HTMLParser):
    """Collects the tags, attributes and text of a page, as a browser parses them."""

    def __init__(self) -> None:
        super().__init__()
        self._inside = False
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.text: list[str] = []
        self.isolated: list[str] = []
        """Text inside <bdi>, which isolates the writing direction."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "bdi":
            self.isolated.append("")
            self._inside = True
        self.attributes |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "bdi"

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self._inside:
            self.isolated[-1] += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


PLAIN = read(page(ARTICLE, [{"m": ("direct", "best")}] * 3, [["a note"]] * 3))


def test_the_page_has_sentences_questions_labels_and_links_to_anchors() -> None:
    text = " ".join("".join(PLAIN.text).split())
    for shown in ("The pool closes.", "missing", "Why?", "m: direct", "a note", "· ko"):
        assert shown in text
    assert PLAIN.links == ["#s1", "#s1", "#s4"]
    assert set(PLAIN.tags) == {
        "html", "head", "meta", "title", "style", "body", "h1", "p", "span", "div", "a", "bdi",
    }  # fmt: skip


def test_the_content_security_policy_blocks_everything() -> None:
    assert "default-src 'none'" in page(ARTICLE, [{}] * 3, [[]] * 3)


def spoiled(text: str) -> str:
    """Return a page with this text in every field."""
    article = Article(
        text,
        (text, text),
        tuple(
            replace(
                one,
                question=text,
                system=text,
                anchor=1,
                answer_sentence=2,
                meta={"flags": [BACKWARDS]},
            )
            for one in ARTICLE.edges
        ),
    )
    return page(article, [{text: (text, text)}] * 3, [[text]] * 3)


def check(text: str) -> None:
    found = read(spoiled(text))
    assert set(found.tags) <= set(PLAIN.tags)
    assert found.attributes <= PLAIN.attributes
    assert set(found.links) <= {"#s1"}
    # the title, two sentences, and for three edges system, question, note, label and criterion
    wanted = re.sub("[\x0b\x85]", "\ufffd", text)
    assert sum(wanted in each for each in found.isolated) == 18


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    check(text)


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("<>&\"'/=-! scriptonx;#1`"), min_size=1, max_size=30))
def test_any_text_stays_text(text: str) -> None:
    check(text)


@pytest.mark.parametrize("mark", ["\0", "\x1b", "\x7f", "\x9b", "\ufffe"])
def test_control_characters_are_replaced(mark: str) -> None:
    html = spoiled(f"a{mark}b")
    assert mark not in html
    assert "a\ufffdb" in html


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
