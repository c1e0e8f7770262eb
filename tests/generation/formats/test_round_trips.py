"""Every format: hostile texts are read back by the rules of the importers as they were."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from helpers.hostile_texts import PATTERNS
from helpers.oracles.moodle_aiken import read_aiken
from helpers.oracles.moodle_gift import accepts, read_gift
from helpers.oracles.qti_package import read_qti
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.core import Example
from qgauge.data import read
from qgauge.generation.formats import FORMATS, write_quiz
from qgauge.generation.formats.quiz_text import accepted_answers, one_line, options
from qgauge.generation.quiz_item import QuizItem

_MARKS = (
    *("~", "=", "#", "{", "}", ":", "\\", "\n", "//", "[html]", "[plain]", "[", "]", "%50%", "%"),
    *("$CATEGORY: x", "::", "####", "->", "*", "&&058;", "&&092;", "&&010", "&", "&amp;", "<b>"),
    *("A.", "B)", "ANSWER: A", "answer:", "\r", "\r\n", "\t", " ", "0", "T", "TRUE", "a", "the "),
    *("\x00", "\x0b", "\x1b", "\x85", "\u2028", "\ud800", "\ufffe", "\ufeff", "é", "🙂", "]]>"),
    *("because ", "in ", ".", "7", "?", "+1", "'", '"', ",", "_____"),
)
TEXTS = st.one_of(
    st.lists(st.sampled_from(_MARKS), min_size=1, max_size=8).map("".join),
    st.text(st.characters(), min_size=1, max_size=20),
    st.sampled_from(sorted(PATTERNS)).map(lambda name: PATTERNS[name](60)),
)
FULL = TEXTS.filter(lambda text: len(one_line(text)) > 1)


@st.composite
def items(draw: st.DrawFn, least: int = 0) -> list[QuizItem]:
    count = draw(st.integers(1, 3))
    return [
        QuizItem(
            draw(TEXTS),
            draw(FULL),
            draw(FULL),
            "A passage.",
            "A passage.",
            0,
            1,
            "who",
            0.5,
            0.5,
            distractors=tuple(draw(st.lists(FULL, min_size=least, max_size=4))),
        )
        for _ in range(count)
    ]


@settings(max_examples=300)
@given(items(), TEXTS)
def test_moodle_reads_gift_as_it_was(quiz: list[QuizItem], title: str) -> None:
    written = write_quiz("gift", quiz, title)
    questions = read_gift(written.content.decode())
    assert not written.left_out and len(questions) == len(quiz)
    for item, question in zip(quiz, questions, strict=True):
        assert question.text == one_line(item.question)
        shown = options(item)
        if shown:
            assert question.type == "multichoice"
            assert question.answers == shown
            right = [float(one == one_line(item.answer)) for one in shown]
            assert question.weights == right and sum(right) == 1
        else:
            wanted = accepted_answers(item.answer)
            assert question.type == "shortanswer"
            assert question.weights == [1.0] * len(wanted)
            for pattern, answer in zip(question.answers, wanted, strict=True):
                assert accepts(pattern, answer)


@settings(max_examples=300)
@given(items(least=1))
def test_moodle_reads_aiken_as_it_was(quiz: list[QuizItem]) -> None:
    written = write_quiz("aiken", quiz, "")
    without = [item for item in quiz if not options(item)]
    assert [one.item for one in written.left_out] == without
    questions = read_aiken(written.content.decode())
    kept = [item for item in quiz if options(item)]
    for item, question in zip(kept, questions, strict=True):
        assert question.text.removeprefix("Question: ") == one_line(item.question)
        assert question.options == options(item)
        assert question.options[question.right] == one_line(item.answer)


@settings(max_examples=300)
@given(items(), TEXTS)
def test_qti_is_valid_and_read_as_it_was(quiz: list[QuizItem], title: str) -> None:
    written = write_quiz("qti", quiz, title)
    found, questions = read_qti(written.content)
    assert not written.left_out and found == (one_line(title) or "Quiz")
    for item, question in zip(quiz, questions, strict=True):
        assert question.text == one_line(item.question)
        assert question.options == options(item)
        answer = one_line(item.answer)
        assert question.right == ([answer] if question.options else accepted_answers(answer))
    assert write_quiz("qti", quiz, title).content == written.content


@settings(max_examples=100)
@given(items())
def test_jsonl_rows_are_the_items(quiz: list[QuizItem]) -> None:
    content = write_quiz("jsonl", quiz, "").content.decode()
    wanted = [json.dumps(item.as_row()) for item in quiz]
    found = [json.dumps(json.loads(line)) for line in content.split("\n")[:-1]]
    assert found == [json.dumps(json.loads(row, object_hook=_without_surrogates)) for row in wanted]


def _without_surrogates(row: dict[str, object]) -> dict[str, object]:
    def plain(value: object) -> object:
        if isinstance(value, list):
            return [plain(one) for one in value]
        if isinstance(value, str):
            return "".join("\ufffd" if "\ud800" <= one <= "\udfff" else one for one in value)
        return value

    return {name: plain(value) for name, value in row.items()}


def _printable(item: QuizItem, number: int) -> QuizItem:
    """Return the item in single lines; our readers refuse rows with control characters."""
    distractors = tuple(map(one_line, item.distractors))
    texts = {"question": one_line(item.question), "answer": one_line(item.answer)}
    return replace(item, id=str(number), distractors=distractors, **texts)


@settings(max_examples=50, deadline=None)
@given(items().map(lambda quiz: [_printable(item, at) for at, item in enumerate(quiz)]))
def test_our_reader_takes_csv_back_and_no_cell_is_a_formula(quiz: list[QuizItem]) -> None:
    content = write_quiz("csv", quiz, "").content
    with TemporaryDirectory() as folder:
        file = Path(folder) / "quiz.csv"
        file.write_bytes(content)
        examples = list(read(str(file)))
    for item, example in zip(quiz, examples, strict=True):
        assert isinstance(example, Example)
        assert (example.question, example.answer) == (item.question, item.answer)
    table = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    for cells in table:
        assert not any(cell.startswith(("=", "@")) for cell in cells)


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_quiz_gives_the_same_bytes(name: str) -> None:
    item = QuizItem("1", "Who?", "Ada", "Ada.", "Ada.", 0, 3, "who", 0.8, 0.9, distractors=("Tom",))
    first = write_quiz(name, [item], "Quiz").content
    assert first == write_quiz(name, [item], "Quiz").content
