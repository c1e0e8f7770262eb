"""The formats on single items, with files written by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from helpers.oracles.moodle_gift import accepts, read_gift

from qgauge.core.errors import BadSetting
from qgauge.generation.formats import FORMATS, write_quiz
from qgauge.generation.formats.quiz_text import accepted_answers, one_line, options
from qgauge.generation.quiz_item import QuizItem


def item(question: str, answer: str, *distractors: str, id: str = "q1") -> QuizItem:
    return QuizItem(id, question, answer, "", "", 0, 0, "who", 0.8, 0.9, distractors=distractors)


def test_gift_escapes_every_special_character() -> None:
    content = write_quiz("gift", [item(r"Is {a=b} ~ #1: C:\new?", "=yes")], "").content.decode()
    assert content == ("::q1::[plain]Is \\{a\\=b\\} \\~ \\#1\\: C\\:\\\\new? {\n    =\\=yes\n}\n")


def test_gift_options_name_their_format_where_they_look_like_a_weight_or_a_format() -> None:
    content = write_quiz("gift", [item("Who?", "Ada", "%50%", "[html]", "50%")], "").content
    lines = {line.strip() for line in content.decode().splitlines()[1:-1]}
    assert lines == {"=Ada", "~[plain]%50%", "~[plain][html]", "~50%"}


def test_gift_with_a_placeholder_of_moodle_is_html() -> None:
    content = write_quiz("gift", [item("<i>&&058;", "Ada", "Tom")], "").content.decode()
    assert content.startswith("::q1::[html]&lt;i&gt;&amp;&amp;058; {\n")
    assert {"=[plain]Ada", "~[plain]Tom"} < {line.strip() for line in content.splitlines()}


@pytest.mark.parametrize("answer", ["a -> b", "2*3", r"\*", "&&058;", "T", "# 1", "//", "[x]"])
def test_gift_short_answers_accept_the_answer(answer: str) -> None:
    (question,) = read_gift(write_quiz("gift", [item("What?", answer)], "").content.decode())
    assert question.type == "shortanswer" and accepts(question.answers[0], answer)


def test_a_star_is_no_wildcard() -> None:
    (question,) = read_gift(write_quiz("gift", [item("What?", "2*3")], "").content.decode())
    assert not any(accepts(pattern, "2 x 3") for pattern in question.answers)


def test_gift_titles_and_names_cannot_start_a_question_or_set_an_id() -> None:
    quiz = [item("Who?", "Ada", id="a::b [id:7]\n\nc")]
    content = write_quiz("gift", quiz, "Tales\n\n[tag:x]").content.decode()
    assert content.splitlines()[:3] == [
        "// Tales (tag:x)",
        "",
        r"::a\:\:b (id\:7) c::[plain]Who? {",
    ]


def test_aiken_needs_distractors() -> None:
    with pytest.raises(BadSetting, match="--distractors 3"):
        write_quiz("aiken", [item("Who?", "Ada")], "")
    assert write_quiz("aiken", [], "").content == b""


def test_aiken_leaves_out_what_it_cannot_hold() -> None:
    quiz = [
        item("Who?", "Ada", id="none"),
        item("Who?", "Ada", "ADA", id="same"),
        item("?", "Ada", "Tom", id="short"),
        item("Who?", "\x00", "Tom", id="empty"),
        item("Who?", "Ada", *map(str, range(26)), id="many"),
        item("Who?", "Ada", "Tom", id="good"),
    ]
    written = write_quiz("aiken", quiz, "")
    assert [(one.item.id, one.reason) for one in written.left_out] == [
        ("none", "it has no distractor"),
        ("same", "it has no distractor"),
        ("short", "its question has fewer than two characters"),
        ("empty", "its answer has no characters"),
        ("many", "Aiken has letters for 26 options only"),
    ]
    assert written.content.decode().count("ANSWER") == 1


@pytest.mark.parametrize(
    "question", ["A. Lincoln was shot where?", "B) or not?", "ANSWER: who?", "answer : who?"]
)
def test_aiken_questions_never_look_like_options_or_keys(question: str) -> None:
    content = write_quiz("aiken", [item(question, "Ada", "Tom")], "").content.decode()
    assert content.splitlines()[0] == f"Question: {question}"


@pytest.mark.parametrize("format", ["gift", "qti"])
def test_items_without_words_are_left_out(format: str) -> None:
    quiz = [item("Who?", "\x00", id="1"), item("\n", "Ada", id="2"), item("Who?", "Ada", id="3")]
    assert [one.item.id for one in write_quiz(format, quiz, "").left_out] == ["1", "2"]


def test_unknown_formats_are_named() -> None:
    with pytest.raises(BadSetting, match=r"There is no format 'gifts'\. Did you mean 'gift'"):
        write_quiz("gifts", [], "")


def test_only_aiken_needs_distractors() -> None:
    assert [name for name, format in FORMATS.items() if format.needs_distractors] == ["aiken"]


def test_the_right_answer_takes_every_place() -> None:
    # 400 questions, 4 places: 100 each, standard deviation sqrt(400 * 1/4 * 3/4) = 8.7
    places = Counter(
        options(item(f"Who was number {at}?", "Ada", "Tom", "Eve", "Max")).index("Ada")
        for at in range(400)
    )
    assert all(65 < places[place] < 135 for place in range(4))


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("the old mill", ["the old mill", "old mill"]),
        ("because he was tired.", ["because he was tired.", "because he was tired"]),
        ("because of the rain", ["because of the rain", "the rain", "rain"]),
        ("In 1889", ["In 1889", "1889"]),
        ("4,200 crowns", ["4,200 crowns", "4200 crowns"]),
        ("The", ["The"]),
        ("inland", ["inland"]),
        ("A", ["A"]),
    ],
)
def test_short_answers_accept_useful_variants(answer: str, wanted: list[str]) -> None:
    found = accepted_answers(answer)
    assert found[: len(wanted)] == wanted
    assert found[0] == answer


def test_one_line_keeps_ordinary_texts() -> None:
    assert one_line("Who built “it” — 東京?") == "Who built “it” — 東京?"
    assert one_line("a\u2028b\x1b\ud800") == "a b \ufffd"
