"""Which column holds which field: aliases, capitals, and the user's own map."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.core import BadInput, BadSetting
from qgauge.core.field_names import ALIASES, names_of
from qgauge.data import ColumnMap, Refused, example_row

LONG = "The mill at Oriel was built in 1820 by two brothers who came from the coast."


def mapped(text: str) -> ColumnMap:
    return ColumnMap.parsed([text])


def jsonl(*rows: dict[str, object]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


# ------------------------------------------------------------------ by name


@pytest.mark.parametrize(
    ("field", "column"),
    [(field, name) for field in ("references", "passage", "answer") for name in names_of(field)],
)
@pytest.mark.parametrize("change", [str, str.upper, str.title, lambda name: name.replace("_", " ")])
def test_every_name_of_a_field_is_recognised_in_any_case(examples, field, column, change):
    (example,) = examples("a.jsonl", jsonl({"question": "Q?", change(column): LONG}))
    value = getattr(example, field)
    assert value == ((LONG,) if field == "references" else LONG)
    assert example.meta == {}


@pytest.mark.parametrize("column", names_of("question"))
def test_every_name_of_a_question_is_recognised(examples, column):
    (example,) = examples("a.jsonl", jsonl({column: "Q?"}))
    assert example.question == "Q?"


def test_a_loose_name_gives_way_to_any_other(examples):
    row = {"question": "Q?", "query": "x", "text": LONG, "context": "c", "correct_answer": "z"}
    (example,) = examples("a.jsonl", jsonl(row | {"answers": ["a"]}))
    assert (example.question, example.passage, example.answer) == ("Q?", "c", "a")
    assert example.meta["text"] == LONG and example.meta["query"] == "x"


@pytest.mark.parametrize("column", ["article", "document", "text", "story", "source"])
def test_a_name_or_title_is_not_a_passage(examples, column):
    (example,) = examples("a.jsonl", jsonl({"question": "Q?", column: "The Frog Prince"}))
    assert example.passage is None


def test_of_several_loose_names_the_first_in_the_list_is_taken(examples):
    (example,) = examples("a.jsonl", jsonl({"question": "Q?", "text": LONG, "story": f"S {LONG}"}))
    assert example.passage == f"S {LONG}" and example.meta == {"text": LONG}


def test_the_exact_name_beats_the_same_name_in_capitals(examples):
    (example,) = examples("a.jsonl", jsonl({"question": "Q?", "Answer": "A", "answer": "a"}))
    assert example.answer == "a" and example.meta == {"Answer": "A"}


def test_numbered_references_are_all_read(examples):
    (example,) = examples("a.csv", "question,reference_1,Ref 2,gold3\nQ?,A?,,C?\n")
    assert example.references == ("A?", "C?") and example.meta == {}


def test_a_source_with_many_words_is_the_passage(examples):
    rows = [{"question": "Q?", "source": text} for text in ("", LONG, "Short.")]
    found = examples("a.jsonl", jsonl(*rows))
    assert [example.passage for example in found] == [None, LONG, "Short."]
    assert {example.system for example in found} == {""}


def test_a_short_source_is_the_system(examples):
    (example,) = examples("a.jsonl", jsonl({"question": "Q?", "source": "t5 large"}))
    assert (example.system, example.passage) == ("t5 large", None)


def test_a_long_source_next_to_a_passage_is_neither(examples):
    row = {"question": "Q?", "source": LONG, "context": "c", "model": "t5"}
    (example,) = examples("a.jsonl", jsonl(row))
    assert (example.system, example.passage, example.meta) == ("t5", "c", {"source": LONG})


def test_the_letter_of_an_answer_stands_for_its_option(examples):
    options = ["at sea", "in a mill", " "]
    rows = [
        {"question": "Q?", "options": options, "answer": text} for text in ("B", "(a)", "C", "E")
    ]
    found = examples("a.jsonl", jsonl(*rows))
    assert [example.answer for example in found] == ["in a mill", "at sea", "C", "E"]
    (plain,) = examples("b.jsonl", jsonl({"question": "Q?", "answer": "B", "options": "x"}))
    assert plain.answer == "B"


@pytest.mark.parametrize(
    "table",
    [
        'question,options,answer\nQ?,"[""at sea"", ""in a mill""]",B\n',
        "question,choices,answer\nQ?,\"['at sea', 'in a mill']\",b\n",
        "question,A,B,answer\nQ?,at sea,in a mill,B\n",
        "question,Option A,Option B,answer\nQ?,at sea,in a mill,(B)\n",
    ],
)
def test_options_of_a_table_are_found(examples, table):
    assert examples("a.csv", table)[0].answer == "in a mill"


def test_numbers_and_truth_values_are_answers(examples):
    rows = [{"question": "Q?", "answer": value} for value in (1871, 2.5, 3.0, True, False)]
    found = [example.answer for example in examples("a.jsonl", jsonl(*rows))]
    assert found == ["1871", "2.5", "3", "yes", "no"]


def test_a_mapped_column_that_no_row_has_is_an_error(failure, examples):
    for row in ({"question": "Q?", "context": "c"}, {"question": "Q?"}):
        error = failure("a.jsonl", jsonl(row, row), columns=mapped("passage=contxt"))
        assert error.field == "contxt" and "no such column in the first 2 rows" in error.problem
    rows = [{"question": "Q?"}, {"question": "Q?", "note": "p"}]
    assert examples("b.jsonl", jsonl(*rows), columns=mapped("passage=note"))[1].passage == "p"


def test_the_run_says_once_which_columns_it_took(examples, caplog):
    caplog.set_level("INFO", "qgauge.data")
    row = {"Prediction": "Q?", "source": LONG, "answer": "a"}
    examples("a.jsonl", jsonl(row, row))
    (said,) = [record.getMessage() for record in caplog.records]
    assert said == "qgauge: read the column 'Prediction' as question, 'source' as passage."


def test_a_target_that_is_no_question_is_doubted(examples, caplog):
    caplog.set_level("INFO", "qgauge.data")
    row = {"question": "Who built the mill?", "target": "Marta Lindqvist"}
    assert examples("a.jsonl", jsonl(row))[0].references == ("Marta Lindqvist",)
    said = [record.getMessage() for record in caplog.records]
    assert said[1] == (
        "qgauge: 'target' does not look like a question; if it is the answer, add --map "
        "answer=target."
    )


def test_fields_under_their_own_names_are_not_mentioned(examples, caplog):
    caplog.set_level("INFO", "qgauge.data")
    examples("a.jsonl", jsonl({"question": "Q?", "passage": "p", "topic": "x"}))
    assert not caplog.records


@pytest.mark.parametrize(
    ("columns", "option"),
    [
        ("question,prediction", "--map question=prediction,references=question"),
        (
            "question,prediction,context,answers",
            "--map question=prediction,references=question,passage=context",
        ),
        ("question,prediction,reference", "--map question=prediction"),
        ("prediction,generated", "--map question=prediction"),
        ("id,question,generated question", "--map 'question=generated question,references="),
        ("question,model,source", "--map system=model"),
    ],
)
def test_two_columns_for_one_field_offer_the_map_to_type(failure, examples, columns, option):
    content = columns + "\n" + ",".join("A?" for _ in columns.split(",")) + "\n"
    problem = failure("a.csv", content).problem
    assert "both hold the" in problem and option in problem
    for typed in re.findall(r"--map (?:'([^']*)'|([^\s;]+))", problem):  # what is offered works
        examples("b.csv", content, columns=mapped("".join(typed)))


# ------------------------------------------------------------------ --map


def test_a_map_renames_columns(examples):
    row = {"question": "Gold?", "prediction": "Made?", "context": "Text.", "x": 1}
    given = mapped("question=prediction,references=question,passage=context")
    (example,) = examples("a.jsonl", jsonl(row), columns=given)
    assert (example.question, example.references) == ("Made?", ("Gold?",))
    assert (example.passage, example.meta) == ("Text.", {"x": 1})


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.json"])
def test_columns_in_the_way_of_a_map_are_kept_under_another_name(examples, name):
    row = {"question": "Old?", "q2": "New?", "target": "Gold?", "ref": "Best?", "reference_1": "x"}
    content = {
        "a.jsonl": jsonl(row),
        "a.json": json.dumps([row]),
        "a.csv": ",".join(row) + "\n" + ",".join(row.values()) + "\n",
    }[name]
    (example,) = examples(name, content, columns=mapped("question=q2,references=ref"))
    assert (example.question, example.references) == ("New?", ("Best?",))
    assert example.meta == {
        "input_question": "Old?",
        "input_target": "Gold?",
        "input_reference_1": "x",
    }
    (again,) = examples("again.jsonl", jsonl(example_row(example)))
    assert (again.question, again.references) == ("New?", ("Best?",))


def test_several_columns_may_hold_references(examples):
    given = mapped("question=q,references=a,references=b")
    (example,) = examples("a.csv", "q,a,b\nQ?,A?,B?\n", columns=given)
    assert example.references == ("A?", "B?")


def test_a_column_name_may_contain_commas_and_equals_signs(examples):
    given = ColumnMap.parsed(["question=the question, as made,passage=a=b"])
    assert given.pairs == (("question", "the question, as made"), ("passage", "a=b"))
    (example,) = examples(
        "a.jsonl", jsonl({"the question, as made": "Q?", "a=b": "p"}), columns=given
    )
    assert (example.question, example.passage) == ("Q?", "p")


def test_the_capitals_of_a_mapped_column_do_not_matter(examples):
    (example,) = examples("a.csv", "Frage,y\nQ?,1\n", columns=mapped("question=frage"))
    assert example.question == "Q?"


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl"])
def test_ratings_can_be_mapped_one_by_one(examples, name):
    given = mapped("ratings.fluency=Fluent,ratings.clear.ann=C1,ratings.clear.ben=C2")
    content = {"a.csv": "question,Fluent,C1,C2\nQ?,4,2,\n"}.get(
        name, jsonl({"question": "Q?", "Fluent": 4, "C1": 2, "C2": None})
    )
    (example,) = examples(name, content, columns=given)
    assert example.ratings == {"fluency": (4,), "clear": (2, None)}


def test_a_bad_value_is_reported_under_the_users_column(refusal):
    refused = refusal("a.jsonl", jsonl({"asked": " "}), columns=mapped("question=asked"))
    assert refused.error.field == "asked" and refused.row == {"asked": " "}


def test_a_mapped_column_that_a_table_lacks_is_an_error(failure):
    error = failure("a.csv", "question,story\nQ?,s\n", columns=mapped("passage=stroy"))
    assert error.field == "stroy" and "columns: question, story" in error.problem


def test_a_mapped_question_that_a_row_lacks_refuses_the_row(rows):
    found = rows("a.jsonl", jsonl({"q": "A?"}, {"x": 1}), columns=mapped("question=q"))
    assert isinstance(found[1], Refused) and "no column 'q'" in found[1].error.problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("prediction", "write FIELD=COLUMN"),
        ("question=", "write FIELD=COLUMN"),
        ("=x", "write FIELD=COLUMN"),
        ("questoin=x", "Did you mean 'question'?"),
        ("context=x", "Did you mean 'passage'?"),
        ("prediction=question", "Did you mean 'question'?"),
        ("ratings.=x", "no field 'ratings.'"),
        ("question=a,question=b", "'question' is given twice"),
        ("question=a,passage=a", "column 'a' is given twice"),
    ],
)
def test_a_bad_map_says_what_to_write(text, problem):
    with pytest.raises(BadSetting, match="--map") as caught:
        mapped(text)
    assert problem in str(caught.value)


def test_python_takes_a_dictionary():
    pairs = ColumnMap.of({"question": "q", "references": ["a", "b"]}).pairs
    assert pairs == (("question", "q"), ("references", "a"), ("references", "b"))
    assert ColumnMap.of(None).pairs == ()
    for bad in ("question=q", {"question": 3}, {"quest": "q"}):
        with pytest.raises(BadSetting, match="columns"):
            ColumnMap.of(bad)


_NAMES = st.text("abqQ_ .1", min_size=1, max_size=6) | st.sampled_from(
    [name for field in ALIASES for name in names_of(field)]
)


@given(names=st.lists(_NAMES, min_size=1, unique=True), data=st.data())
def test_renaming_keeps_every_column_and_makes_names_unique(names, data):
    column = data.draw(st.sampled_from(names))
    field = data.draw(st.sampled_from(list(ALIASES)))
    new = ColumnMap(((field, column),)).names(tuple(names))
    assert len(set(new)) == len(names)
    assert new[names.index(column)] == field


@given(st.dictionaries(_NAMES, st.text("Who is? ", min_size=1, max_size=9), min_size=1))
def test_what_is_read_reads_back_the_same(row):
    from qgauge.data import Rows

    (first,) = Rows("a").examples(iter([(1, 1, row)]))
    if isinstance(first, Refused):
        assert isinstance(first.error, BadInput)
        return
    (again,) = Rows("b").examples(iter([(1, 1, json.loads(json.dumps(example_row(first))))]))
    assert not isinstance(again, Refused)
    for field in ALIASES:
        assert getattr(again, field) == getattr(first, field), field


@pytest.mark.parametrize("column", ["gold", "Gold"])
def test_a_column_that_is_set_aside_fills_no_field(column):
    aside = ColumnMap(aside=("gold",))
    assert aside.names(("question", column)) == ("question", f"input_{column}")
    assert aside.names(("question",), all_needed=True) == ("question",)
    both = ColumnMap((("references", "gold"),), aside=("gold",))
    assert both.names(("question", "gold")) == ("question", "references")
    assert aside.renamed({"question": "Q?", column: {"fluency": 3}}) == {
        "question": "Q?",
        f"input_{column}": {"fluency": 3},
    }
