"""CSV and TSV: quotes, cells and headers."""

from __future__ import annotations

import csv

import numpy
import pandas
import pytest

from qgauge.core.example import Example
from qgauge.data import Refused


def test_quoted_cells_hold_commas_newlines_and_quotes(examples):
    content = 'question,x\r\n"Who, ""he""\r\nsaid,\nor\r she?",""\r\nWhy?,"a"\r\n'
    first, second = examples("a.csv", content)
    assert first.question == 'Who, "he"\r\nsaid,\nor\r she?'
    assert (second.question, second.meta, second.id) == ("Why?", {"x": "a"}, "2")


def test_a_quote_inside_an_unquoted_cell_is_a_character(examples):
    assert (
        examples("a.csv", 'question,x\nHow tall is 5" 2?,"1"\n')[0].question == 'How tall is 5" 2?'
    )


@pytest.mark.parametrize(
    ("row", "count"),
    [("Q?", "1 cell,"), ("Q?,1,2", "3 cells,"), ('"Q?"', "1 cell,")],
)
def test_too_few_or_too_many_cells(refusal, row, count):
    refused = refusal("a.csv", f"question,x\nA?,1\n{row}\nB?,1\n")
    assert refused.error.line == 3
    assert f"has {count} but the header has 2" in refused.error.problem


def test_too_many_cells_in_tsv(refusal):
    refused = refusal("a.tsv", "question\tx\nA?\t1\t2\n")
    assert refused.error.line == 2 and "3 cells" in refused.error.problem


def test_an_unclosed_quote_loses_one_row_not_the_file(rows):
    good = "".join(f"Q{n}?,{n}\n" for n in range(50_000))
    found = rows("a.csv", f'question,x\nA?,1\n"B?,2\n{good}')
    refused = [row for row in found if isinstance(row, Refused)]
    assert len(found) == 50_002 and len(refused) == 1
    assert refused[0].error.line == 3 and refused[0].row == '"B?,2'
    assert "never closed" in refused[0].error.problem


def test_a_quote_closed_by_the_next_quoted_cell_is_detected(rows):
    found = rows("a.csv", 'question,x\n"A?,1\nB?,2\n"C?",3\nD?,4\n')
    assert [row.question if isinstance(row, Example) else row.error.line for row in found] == [
        2,
        "B?",
        "C?",
        "D?",
    ]
    assert "on line 4" in found[0].error.problem


def test_the_refusal_names_the_line_where_the_quoted_cell_began(rows):
    found = rows("a.csv", 'question,x\n"A\n?","open\nB?,2\n')
    assert isinstance(found[0], Refused) and found[0].error.line == 3
    assert found[1] == Example("2", "B?", meta={"x": "2"})


def test_an_unclosed_quote_is_abandoned_long_before_the_end(monkeypatch, rows):
    monkeypatch.setattr("qgauge.data.tables._LONGEST", 100)
    found = rows("a.csv", 'question\n"A?\n' + "B?\n" * 500 + '"C?"\n')
    assert isinstance(found[0], Refused) and found[0].error.line == 2
    assert len(found) == 502


def test_text_after_a_closing_quote_is_refused(refusal):
    refused = refusal("a.csv", 'question,x\n"A"?,1\n')
    assert refused.error.line == 2 and "closing quote" in refused.error.problem


def test_a_quote_in_tsv_is_a_character(examples):
    content = 'question\tx\n"Who\t1\n"Why?"\t"2"\nA "b" c"\t3\n'
    assert [example.question for example in examples("a.tsv", content)] == [
        '"Who',
        '"Why?"',
        'A "b" c"',
    ]


def test_blank_lines_are_not_rows_but_count_as_lines(rows):
    first, second = rows("a.csv", "\n\nquestion,x\n\nA?,1\n\n,2\n")
    assert first.id == "1"
    assert second.error.line == 7


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_empty_rows_and_columns_of_a_spreadsheet_are_left_out(rows, name):
    mark = "," if name == "a.csv" else "\t"
    lines = ["question,x,,", "A?,1,,", ",,,", " , ,,", "B?,2,,9", "C?,3"]
    good, bad, last = rows(name, "\n".join(lines).replace(",", mark) + "\n")
    assert (good.question, good.meta, good.id) == ("A?", {"x": "1"}, "1")
    assert "the row has 4 cells, but the header has 2" in bad.error.problem
    assert (last.question, last.id) == ("C?", "3")


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.csv", '{"question": "A?"}\n', "add --format jsonl"),
        ("a.csv", b"PK\x03\x04\x14", "add --format xlsx"),
        ("a.csv", "Who built it?,Ann\nWhy?,x\n", "looks like a question: add a line above it"),
        ("a.csv", "question1,answer1,question2\na,b,c\n", "one row per question is needed"),
        ("a.txt", "question\tanswer\nA?\tx\n", "add --format csv"),
    ],
)
def test_a_file_of_another_kind_says_what_to_do(failure, name, content, told):
    assert told in failure(name, content).problem


def test_a_tsv_file_with_commas_names_the_format(failure):
    problem = failure("a.tsv", "question,reference\nA?,B?\n").problem
    assert "separated by ','" in problem and "--format csv" in problem


@pytest.mark.parametrize(
    ("mark", "name"), [(";", "semicolons"), ("\t", "tabs"), ("|", "vertical bars")]
)
def test_other_marks_between_the_cells_are_found_and_told(examples, caplog, mark, name):
    caplog.set_level("INFO", "qgauge.data")
    content = f'id{mark}question{mark}passage\n7{mark}"A{mark} or, B?"{mark}"One,\ntwo"\n'
    (example,) = examples("a.csv", content)
    assert (example.id, example.question) == ("7", f"A{mark} or, B?")
    assert example.passage == "One,\ntwo"
    assert [record.getMessage() for record in caplog.records if name in record.getMessage()]


def test_the_mark_that_gives_a_question_column_wins(examples):
    (example,) = examples("a.csv", "note, long;question\n1, 2;Who?\n")
    assert example.question == "Who?"
    (example,) = examples("a.csv", "question,a;b;c;d\nWho?,1;2;3;4\n")
    assert (example.question, example.meta) == ("Who?", {"a;b;c;d": "1;2;3;4"})


def test_excel_states_the_mark_in_the_first_line(rows):
    good, bad = rows("a.csv", "sep=;\nquestion;x\nWho?;1\n;2\n")
    assert good.question == "Who?" and bad.error.line == 4


def test_capitals_and_spaces_in_a_header_do_not_matter(examples):
    header = "ID,Generated Question,Reference-Question,CONTEXT,Answer,Topic"
    (example,) = examples("a.csv", f"{header}\nx1,Who?,Who is it?,A text.,Ann,Art\n")
    assert (example.id, example.question) == ("x1", "Who?")
    assert (example.references, example.passage) == (("Who is it?",), "A text.")
    assert (example.answer, example.meta) == ("Ann", {"Topic": "Art"})


def test_lists_as_pandas_writes_them_are_lists(examples):
    content = (
        "question,references,answers,contexts\n"
        'Q?,"[\'Who is ""he""?\', \'It\\\'s who?\']",'
        "\"{'text': array(['Ann', 'Ann B.'], dtype=object), 'answer_start': array([1, 2])}\","
        "\"['One.', 'Two.']\"\n"
    )
    (example,) = examples("a.csv", content)
    assert example.references == ('Who is "he"?', "It's who?")
    assert example.answer == "Ann" and example.passage == "One.\nTwo."


@pytest.mark.parametrize(
    "texts", [["Who is it?", 'It\'s "who"?'], ["a]b", "c, d"], ["x"], ["é\\n"] * 9]
)
def test_lists_of_numpy_in_a_table_of_pandas_are_lists(examples, texts):
    frame = pandas.DataFrame({"question": ["Q?"], "references": [numpy.array(texts, dtype=object)]})
    frame["answers"] = [{"text": numpy.array(texts, dtype=object), "answer_start": numpy.arange(2)}]
    (example,) = examples("a.csv", frame.to_csv(index=False))
    assert example.references == tuple(texts)
    assert example.answer == texts[0] and example.meta["answers"]["text"] == texts


def test_a_rating_with_a_decimal_comma_is_a_number(examples):
    (example,) = examples("a.csv", "question;ratings.fluency.a;ratings.fluency.b\nQ?;4,5;3\n")
    assert example.ratings == {"fluency": (4.5, 3.0)}


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_nul_in_a_cell(refusal, name):
    refused = refusal(name, "prediction\nA\0?\n")
    assert (refused.error.line, refused.error.field) == (2, "prediction")
    assert "NUL" in refused.error.problem


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
@pytest.mark.parametrize("content", ["", "\n\n"])
def test_an_empty_table_lacks_its_header(failure, name, content):
    assert "name the columns" in failure(name, content).problem


@pytest.mark.parametrize("header", ["questoin,text", "text,Predicton", "the questions,x"])
def test_a_header_without_a_question_lists_what_was_found_and_looked_for(failure, header):
    error = failure("a.csv", f"{header}\nA?,1\n")
    assert (error.line, error.field) == (1, "question")
    assert header.replace(",", ", ") in error.problem
    assert "looked for: question, prediction" in error.problem
    close = max(header.split(","), key=len)
    assert f"did you mean '{close}'? Add --map " in error.problem
    assert f"question={close}" in error.problem


def test_a_header_with_nothing_close_has_no_guess(failure):
    assert "did you mean" not in failure("a.csv", "x,y\n1,2\n").problem


def test_a_column_named_twice(failure):
    error = failure("a.csv", "question,x,x\nA?,1,2\n")
    assert (error.line, error.field) == (1, "x")


def test_two_names_for_the_question_in_the_header(failure):
    error = failure("a.tsv", "question\tcandidate\nA?\tB?\n")
    assert "'question' and 'candidate' both hold the question" in error.problem


@pytest.mark.parametrize("cell", ["3.5", "true", "0", "-1", "9" * 5000, "x", "[3]"])
def test_an_anchor_cell_must_be_a_sentence_number(refusal, cell):
    refused = refusal("a.csv", f"question,anchor\nA?,{cell}\n")
    assert (refused.error.line, refused.error.field) == (2, "anchor")


@pytest.mark.parametrize(
    ("column", "cell"), [("sentences", "One."), ("ratings", "{bad"), ("ratings", "4")]
)
def test_a_cell_that_should_be_json(refusal, column, cell):
    refused = refusal("a.csv", f"question,{column}\nA?,{cell}\n")
    assert (refused.error.line, refused.error.field) == (2, column)


def test_rating_columns(examples):
    header = "question,ratings.fluency.ann,x,ratings.fluency.ben,ratings.kind"
    rows = ["A?,4,1,5,open", "B?,,2, 3.5 ,", "C?,,3,,"]
    first, second, third = examples("a.csv", "\n".join([header, *rows]) + "\n")
    assert first.ratings == {"fluency": (4.0, 5.0), "kind": ("open",)}
    assert second.ratings == {"fluency": (None, 3.5)}
    assert (third.ratings, third.meta) == ({}, {"x": "3"})
    (tabs,) = examples("a.tsv", "question\tratings.fluency\nA?\t2\n")
    assert tabs.ratings == {"fluency": (2.0,)}


@pytest.mark.parametrize(
    ("names", "field"),
    [("ratings,ratings.fluency", "ratings.fluency"), ("ratings.,x", "ratings.")],
)
def test_bad_rating_columns_are_refused(failure, names, field):
    error = failure("a.csv", f"question,{names}\nA?,4,5\n")
    assert (error.line, error.field) == (1, field)
    assert "ratings.NAME.RATER" in error.problem


def test_the_limit_of_the_csv_module_is_unchanged(examples):
    before = csv.field_size_limit()
    examples("a.csv", "question\n" + "x" * 200_000 + "\n")
    assert csv.field_size_limit() == before
