"""Tasks from files: what raters see, what stays hidden, and how bad rows are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.blocks import PROJECT
from hypothesis import given
from hypothesis import strategies as st

from qgauge.annotate.scheme_files import parse_scheme, read_scheme
from qgauge.annotate.task_files import read_tasks
from qgauge.annotate.tasks import Task
from qgauge.core import BadInput
from qgauge.data import ColumnMap

Write = Callable[..., str]
QGEVAL, PAIRS = read_scheme("qgeval"), read_scheme("pairs")
ROW = {
    "id": "7",
    "system": "t5",
    "question": "Who built the mill?",
    "context": "Ann built the mill in 1820.",
    "answer": "Ann",
    "topic": "history",
    "ratings": {"fluency": [3, 2]},
}
GOLD = dict.fromkeys([field.name for field in QGEVAL.fields], 3)
SENTENCES = ["The mill closed.", "It was old.", "Nobody wanted flour."]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(*rows: Any, name: str = "rows.jsonl") -> str:
        file = tmp_path / name
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return str(file)

    return written


def whole(task: Task) -> dict[str, Any]:
    return {**task.content, **task.hidden}


# ------------------------------------------------------------------ questions


def test_a_question_is_split_into_what_is_shown_and_what_is_hidden(write: Write) -> None:
    (task,) = read_tasks([write(ROW)], QGEVAL)
    assert task.content == {
        "passage": "Ann built the mill in 1820.",
        "answer": "Ann",
        "question": "Who built the mill?",
    }
    assert task.hidden == {
        "id": "7",
        "system": "t5",
        "ratings": {"fluency": [3, 2]},
        "topic": "history",
    }
    assert task.gold is None and task.why == ""


def test_rows_about_one_passage_form_a_cluster(write: Write) -> None:
    rows = [ROW, ROW | {"system": "gpt"}, ROW | {"id": "8", "context": "Another text."}]
    one, two, three = read_tasks([write(*rows)], QGEVAL)
    assert one.cluster == two.cluster != three.cluster
    assert len({one.key, two.key, three.key}) == 3


def test_keys_are_stable_and_tell_nothing(write: Write) -> None:
    file = write(ROW, ROW | {"id": "secret-model-3"})
    first = read_tasks([file], QGEVAL)
    assert first == read_tasks([file], QGEVAL)
    assert "secret" not in first[1].key
    more = read_tasks([write(ROW | {"id": "6"}, ROW, name="more.jsonl")], QGEVAL)
    assert more[1].key == first[0].key
    rated = read_tasks([write(ROW | {"ratings": {}, "gold": GOLD}, name="new.jsonl")], QGEVAL)
    assert rated[0].key == first[0].key


def test_a_changed_text_is_another_task(write: Write) -> None:
    (old,) = read_tasks([write(ROW)], QGEVAL)
    (new,) = read_tasks([write(ROW | {"question": "Who owned the mill?"})], QGEVAL)
    assert old.key != new.key


def test_a_row_is_known_by_its_id_even_if_its_text_has_changed(write: Write) -> None:
    (old,) = read_tasks([write(ROW)], QGEVAL)
    (new,) = read_tasks([write(ROW | {"question": "Who owned the mill?"})], QGEVAL)
    (other,) = read_tasks([write(ROW | {"system": "gpt"})], QGEVAL)
    assert old.row == new.row != other.row
    assert old.row


@pytest.mark.parametrize("name", ["rows.csv", "rows.jsonl", "rows.txt"])
def test_a_row_before_the_others_changes_no_key_of_rows_without_ids(
    write: Write, name: str
) -> None:
    def rows(*questions: str) -> list[Any]:
        if name.endswith("jsonl"):
            return [{"question": one} for one in questions]
        return [*(["question"] if name.endswith("csv") else []), *questions]

    scheme = read_scheme("answerability")
    old = read_tasks([write(*rows("Who?", "When?", "Who?"), name=name)], scheme)
    new = read_tasks([write(*rows("Why?", "Who?", "When?", "Who?"), name=name)], scheme)
    assert [task.key for task in new[1:]] == [task.key for task in old]
    assert [task.cluster for task in new[1:]] == [task.cluster for task in old]
    assert len({task.key for task in new}) == 4, "rows that are alike are numbered"
    assert {task.row for task in new} == {""}
    assert [task.hidden["id"] for task in new] == ["1", "2", "3", "4"]


def test_the_place_of_a_bad_row_is_that_of_its_file(write: Write) -> None:
    files = [write({"question": "Who?"}, name="a.jsonl")]
    bad = {"question": "Who?", "gold": {"answerability": "5"}}
    files.append(write("", {"question": "Who?"}, bad, name="b.jsonl"))
    with pytest.raises(BadInput) as caught:
        read_tasks(files, read_scheme("answerability"))
    assert str(caught.value) == (
        f"{files[1]}, line 3, field 'gold.answerability': must be a number, not the text '5'"
    )


def test_several_files_are_systems(write: Write) -> None:
    row = {"question": "Who built the mill?"}
    files = [write(row, name="a.jsonl"), write(row, name="b.jsonl")]
    found = read_tasks(files, read_scheme("answerability"))
    assert [task.hidden["system"] for task in found] == ["a", "b"]
    assert found[0].key != found[1].key


def test_a_repeated_id_is_refused(write: Write) -> None:
    with pytest.raises(BadInput, match="the id '7' of system 't5' appears twice"):
        read_tasks([write(ROW, ROW)], QGEVAL)


def test_a_field_that_no_row_has(write: Write) -> None:
    with pytest.raises(BadInput) as caught:
        read_tasks([write({"question": "Who?", "textbook": "x"}, {"question": "Why?"})], QGEVAL)
    said = str(caught.value)
    assert "the scheme 'qgeval' shows 'passage', but none of the 2 rows has it" in said
    assert "Fields and columns there: id, question, textbook." in said
    assert "passage, context, paragraph" in said
    assert "--map passage=COLUMN" in said
    mapped = ColumnMap.parsed(["passage=textbook"])
    with pytest.raises(BadInput, match="shows 'answer', but the row lacks it"):
        read_tasks([write({"question": "Who?", "textbook": "x"})], QGEVAL, columns=mapped)


def test_a_field_that_one_row_lacks(write: Write, tmp_path: Path) -> None:
    file = write(ROW, ROW | {"id": "8", "answer": " "})
    with pytest.raises(BadInput, match=r"line 2, field 'answer': it is empty, but the scheme"):
        read_tasks([file], QGEVAL)
    side = tmp_path / "side.jsonl"
    (task,) = read_tasks([file], QGEVAL, keep_going=True, refused_file=str(side))
    assert task.hidden["id"] == "7"
    assert json.loads(side.read_text(encoding="utf-8"))["line"] == 2


def test_no_row_is_left(write: Write, tmp_path: Path) -> None:
    rows = [ROW | {"gold": 3}]
    with pytest.raises(BadInput, match="none of the 1 rows can be used"):
        read_tasks(
            [write(*rows)], QGEVAL, keep_going=True, refused_file=str(tmp_path / "side.jsonl")
        )


def test_a_scheme_can_show_other_columns(write: Write) -> None:
    own = parse_scheme(
        QGEVAL.source.partition("[[examples]]")[0].replace(
            'shows = ["passage", "answer", "question"]', 'shows = ["question", "grade", "options"]'
        )
    )
    rows = [ROW | {"Grade": 7, "options": ["Ann", "Bob"]}]
    (task,) = read_tasks([write(*rows)], own)
    assert task.content == {
        "question": "Who built the mill?",
        "grade": "7",
        "options": ["Ann", "Bob"],
    }
    assert whole(task)["Grade"] == 7
    with pytest.raises(BadInput, match="line 1, field 'options': must be a text or a list"):
        read_tasks([write(ROW | {"grade": 7, "options": {"A": "Ann"}})], own)


@pytest.mark.parametrize("form", ["object", "json"])
def test_gold_answers(write: Write, form: str) -> None:
    gold: Any = GOLD if form == "object" else json.dumps(GOLD)
    (task,) = read_tasks([write(ROW | {"gold": gold, "why": " All fine. "})], QGEVAL)
    assert task.gold == GOLD
    assert task.why == "All fine."
    assert not {"gold", "why", "input_gold"} & set(whole(task))


def test_gold_answers_in_a_table(write: Write) -> None:
    cell = json.dumps({"answerability": 4}).replace('"', '""')
    file = write("question,Gold,why", f'Who?,"{cell}",short', "When?,,", name="rows.csv")
    one, two = read_tasks([file], read_scheme("answerability"))
    assert (one.gold, one.why) == ({"answerability": 4}, "short")
    assert (two.gold, two.why) == (None, "")


@pytest.mark.parametrize(
    ("gold", "field", "said"),
    [
        (GOLD | {"clarity": 9}, "gold.clarity", "'9' is not one of 1, 2, 3"),
        (GOLD | {"clarity": "2"}, "gold.clarity", "must be a number, not the text '2'"),
        (GOLD | {"clarity": [2]}, "gold.clarity", "must be one value, not several"),
        (GOLD | {"charm": 1}, "gold.charm", "there is no such field"),
        ({"clarity": 1}, "gold.fluency", "is missing; gold must answer every required field"),
        ("Who made it?", "gold", "--map references=gold"),
        ([1], "gold", "must be an object with the right answer"),
    ],
)
def test_bad_gold_answers(write: Write, gold: Any, field: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_tasks([write(ROW, ROW | {"id": "8", "gold": gold})], QGEVAL)
    assert caught.value.field == field
    assert caught.value.file.endswith("rows.jsonl")
    assert caught.value.line == 2
    assert caught.value.problem.startswith(said) or said in caught.value.problem.split("; ")[-1]


def test_gold_can_be_mapped_to_the_references(write: Write) -> None:
    columns = ColumnMap.parsed(["references=gold"])
    row = ROW | {"gold": "Who made it?"}
    (task,) = read_tasks([write(row)], read_scheme("simqg"), columns=columns)
    assert task.content["references"] == ["Who made it?"]
    assert task.gold is None


def test_plain_text_with_references(write: Write) -> None:
    file, other = write("Who?", name="q.txt"), write("Who was it?", name="r.txt")
    scheme = replace(read_scheme("simqg"), optional=("passage",))
    (task,) = read_tasks([file], scheme, references=[other])
    assert task.content == {"references": ["Who was it?"], "question": "Who?"}


# ------------------------------------------------------------------ edges


def test_the_example_edges() -> None:
    tasks = read_tasks([str(PROJECT / "examples" / "qud.jsonl")], read_scheme("qud"))
    assert len(tasks) == len({task.key for task in tasks}) == 20
    for task in tasks:
        assert list(task.content) == ["sentences", "anchor", "answer_sentence", "question"]
        assert task.cluster == task.hidden["article"]
        assert task.hidden["ratings"]


def edge(**more: Any) -> dict[str, Any]:
    return {"question": "Why did it close?", "anchor": 1, "answer_sentence": 3, **more}


def test_gold_answers_of_edges(write: Write) -> None:
    gold = {"language": "no"}
    article = {"id": "mill", "sentences": SENTENCES, "edges": [edge(gold=gold, why="x"), edge()]}
    flat = edge(id="flat", sentences=SENTENCES, gold=gold)
    one, two, three = read_tasks([write(article, flat)], read_scheme("qud"))
    assert (one.gold, one.why, two.gold, three.gold) == (gold, "x", None, gold)
    assert one.cluster == two.cluster == "mill"
    assert "gold" not in whole(one) and "input_gold" not in whole(three)


def test_backwards_edges_are_tasks(write: Write) -> None:
    article = {"id": "mill", "sentences": SENTENCES, "edges": [edge(anchor=3)]}
    (task,) = read_tasks([write(article)], read_scheme("qud"))
    assert (task.content["anchor"], task.content["answer_sentence"]) == (3, 3)
    assert task.hidden["flags"] == ["anchor_not_before_answer"]


def test_edges_of_the_published_table(tmp_path: Path) -> None:
    (tmp_path / "articles").mkdir()
    lines = [f"{at}\t{text}" for at, text in enumerate(SENTENCES, 1)]
    (tmp_path / "articles" / "12.txt").write_text("\n".join(lines), encoding="utf-8")
    header = ",anchor_id,answer_id,questions,criteria1,criteria2,criteria3,criteria4,system"
    rows = [
        f"{header},essay_id",
        "0,1,3,Why?,1,1,2,3,x,12",
        "1,9,3,,No,skipped,skipped,skipped,x,12",
    ]
    file = tmp_path / "data.csv"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    one, two = read_tasks([str(file)], read_scheme("qud"))
    assert one.content["anchor"] == 1
    assert one.hidden["ratings"]["givenness"] == ["answer_leakage"]
    assert (two.content["anchor"], two.content["question"]) == (None, "")
    assert one.cluster == two.cluster == "12"


def test_similarity_to_human_questions(write: Write) -> None:
    human = edge(question="What was the reason?", system="human")
    made = {"id": "mill", "sentences": SENTENCES, "edges": [edge(system="t5")]}
    file = write(made)
    written = write({"id": "mill", "sentences": SENTENCES, "edges": [human]}, name="human.jsonl")
    scheme = read_scheme("qud_similarity")
    with pytest.raises(BadInput, match="Give human questions with --references"):
        read_tasks([file], scheme)
    (task,) = read_tasks([file], scheme, references=[written])
    assert task.content == {
        "sentences": SENTENCES,
        "answer_sentence": 3,
        "references": ["What was the reason?"],
        "question": "Why did it close?",
    }
    assert task.hidden["anchor"] == 1


@pytest.mark.parametrize("named", [True, False])
def test_an_article_before_the_others_changes_no_key_of_edges_without_ids(
    write: Write, named: bool
) -> None:
    def article(name: str, *edges: dict[str, Any]) -> dict[str, Any]:
        id = {"id": name} if named else {}
        return {**id, "sentences": [f"{name} closed.", "It was old.", "Bad."], "edges": [*edges]}

    first = read_tasks([write(article("mill", edge()))], read_scheme("qud"))
    more = [article("pool", edge()), article("mill", edge(question="Which mill?"), edge())]
    grown = read_tasks([write(*more)], read_scheme("qud"))
    assert [task.key == first[0].key for task in grown] == [False, False, True]
    assert grown[1].cluster == grown[2].cluster == first[0].cluster != grown[0].cluster
    assert {task.row for task in grown} == {""}


# ------------------------------------------------------------------ documents


def test_documents(write: Write, tmp_path: Path) -> None:
    scheme = read_scheme("concepts")
    rows = [{"id": 5, "text": "Iron rusts.", "annotators": {"ann": [[0, 4]]}}, {"text": "Ice."}]
    one, two = read_tasks([write(*rows)], scheme)
    assert one.content == {"text": "Iron rusts."}
    assert one.hidden == {"id": "5", "annotators": {"ann": [[0, 4]]}}
    assert two.hidden["id"] == "2"
    (table,) = read_tasks([write("id,text", '5,"Iron rusts."', name="rows.csv")], scheme)
    assert table.key == one.key
    file = tmp_path / "rust.txt"
    file.write_bytes(b"Iron\r\nrusts.\n")
    (text,) = read_tasks([str(file)], scheme)
    assert text.content["text"] == "Iron\r\nrusts.\n"
    assert text.cluster == "rust"


def test_gold_answers_of_documents(write: Write) -> None:
    gold = {"concepts": [{"start": 0, "end": 5, "kind": "vital"}]}
    (task,) = read_tasks([write({"text": "Iron rusts.", "gold": gold})], read_scheme("concepts"))
    assert task.gold == {"concepts": [{"start": 0, "end": 4, "kind": "vital"}]}


@pytest.mark.parametrize(
    ("row", "field", "said"),
    [
        ({"id": "1", "text": 5}, "text", "must be a string"),
        ({"id": "1", "text": "a\0"}, "text", "NUL"),
        ({"id": True, "text": "Ice."}, "id", "a string or a whole number"),
        ({"id": "0", "text": "Ice."}, "id", "appears twice"),
        ([1], "", "must be an object"),
        ({"id": "1"}, "text", "it is empty"),
    ],
)
def test_bad_documents(write: Write, row: Any, field: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_tasks([write({"id": "0", "text": "Iron rusts."}, row)], read_scheme("concepts"))
    assert caught.value.field == field
    assert said in caught.value.problem


def test_a_file_without_texts(write: Write) -> None:
    with pytest.raises(BadInput, match=r"Say which column it is: --map text=COLUMN"):
        read_tasks([write({"id": "1", "body": "Iron."})], read_scheme("concepts"))


# ------------------------------------------------------------------ pairs


def test_each_two_systems_form_a_pair(write: Write) -> None:
    rows = [ROW | {"system": name, "question": f"Who, {name}?"} for name in ("x", "y", "z")]
    rows.append(ROW | {"id": "8"})
    tasks = read_tasks([write(*rows)], PAIRS)
    systems = [{task.hidden["system_a"], task.hidden["system_b"]} for task in tasks]
    assert systems == [{"x", "y"}, {"x", "z"}, {"y", "z"}]
    for task in tasks:
        assert task.content["question_a"] == f"Who, {task.hidden['system_a']}?"
        assert task.content["question_b"] == f"Who, {task.hidden['system_b']}?"
        assert task.content["passage"] == "Ann built the mill in 1820."
        assert task.hidden["row_a"] == {"ratings": {"fluency": [3, 2]}, "topic": "history"}
        assert "ratings" not in task.hidden


def test_the_order_of_systems_is_random_and_does_not_depend_on_the_file(write: Write) -> None:
    rows = [
        ROW | {"id": str(at), "system": name, "question": f"Who, {name}?"}
        for at in range(200)
        for name in ("x", "y")
    ]
    tasks = read_tasks([write(*rows)], PAIRS)
    first = sum(task.hidden["system_a"] == "x" for task in tasks)
    assert 70 < first < 130
    again = read_tasks([write(*reversed(rows), name="again.jsonl")], PAIRS)
    assert {task.key for task in again} == {task.key for task in tasks}


def test_rows_with_two_questions(write: Write) -> None:
    rows = [
        {
            "id": str(at),
            "question_a": f"Good {at}?",
            "question_b": f"Bad {at}?",
            "system_a": "good",
            "system_b": "bad",
            "gold": {"better": "a", "reason": "a"} if at % 2 else None,
        }
        for at in range(200)
    ]
    tasks = read_tasks([write(*rows)], PAIRS)
    assert 70 < sum(task.hidden["swapped"] for task in tasks) < 130
    for at, task in enumerate(tasks):
        good = "b" if task.hidden["swapped"] else "a"
        assert task.content[f"question_{good}"] == f"Good {at}?"
        assert task.hidden[f"system_{good}"] == "good"
        assert (task.gold or {}).get("better") == (good if at % 2 else None)
        assert "question" not in whole(task)


def test_the_order_of_two_questions_does_not_depend_on_the_file(write: Write) -> None:
    pair = {"id": "1", "question_a": "Who?", "question_b": "When?"}
    turned = {"id": "1", "question_a": "When?", "question_b": "Who?"}
    (one,) = read_tasks([write(pair)], PAIRS)
    (two,) = read_tasks([write(turned)], PAIRS)
    assert one.content == two.content
    assert one.hidden["swapped"] != two.hidden["swapped"]


@pytest.mark.parametrize("kind", ["rows of two questions", "files of two systems"])
def test_a_pair_before_the_others_changes_no_key_of_pairs_without_ids(
    write: Write, kind: str
) -> None:
    def pairs(numbers: range) -> dict[str, str]:
        if kind == "rows of two questions":
            rows = [{"question_a": f"Who {at}?", "question_b": f"When {at}?"} for at in numbers]
            found = read_tasks([write(*rows)], PAIRS)
        else:
            texts = {"a": "Who", "b": "When"}
            found = read_tasks(
                [
                    write(*({"question": f"{text} {at}?"} for at in numbers), name=f"{name}.jsonl")
                    for name, text in texts.items()
                ],
                PAIRS,
            )
        return {task.key: task.content["question_a"] for task in found}

    old, new = pairs(range(1, 41)), pairs(range(41))
    assert len(new) == 41
    assert old.items() <= new.items()


def test_rows_with_two_questions_in_a_table(write: Write) -> None:
    file = write("question_a,question_b,passage", "Who?,When?,Ann did.", name="rows.csv")
    (task,) = read_tasks([file], PAIRS)
    assert {task.content["question_a"], task.content["question_b"]} == {"Who?", "When?"}
    columns = ColumnMap.parsed(["question=question_a"])
    assert read_tasks([file], PAIRS, columns=columns) == [task]


@pytest.mark.parametrize(
    ("rows", "field", "said"),
    [
        ([ROW, ROW | {"id": "8"}], "", "no id has the questions of two systems"),
        ([ROW, ROW | {"system": "x", "context": "Other."}], "passage", "different passages"),
        ([ROW, ROW | {"system": "x", "gold": {"better": "a"}}], "gold", "'question_a'"),
        ([{"question_a": "Who?", "question_b": ""}], "question_b", "non-empty"),
        ([{"question_a": "", "question_b": "Who?"}], "question_a", "the question is empty"),
    ],
)
def test_bad_pairs(write: Write, rows: list[Any], field: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_tasks([write(*rows)], PAIRS)
    assert caught.value.field == field
    assert said in caught.value.problem


def test_answers_that_differ_are_not_shown(write: Write) -> None:
    rows = [ROW, ROW | {"system": "x", "answer": "1820"}]
    (task,) = read_tasks([write(*rows)], PAIRS)
    assert "answer" not in task.content
    with pytest.raises(BadInput, match="the rows with the id '7' differ in it"):
        read_tasks([write(*rows)], replace(PAIRS, optional=()))


# ------------------------------------------------------------------ any row

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1).filter(
    lambda text: bool(text.strip())
)


@given(
    question=TEXTS,
    passage=TEXTS,
    answer=TEXTS,
    meta=st.dictionaries(TEXTS.map(lambda text: f"x {text}"), TEXTS, max_size=3),
)
def test_content_and_hidden_are_the_row(
    tmp_path_factory: pytest.TempPathFactory, question: str, passage: str, answer: str, meta: Any
) -> None:
    row = {"id": "1", "system": "s", "question": question, "passage": passage, "answer": answer}
    file = tmp_path_factory.mktemp("rows") / "row.jsonl"
    file.write_text(json.dumps(row | meta) + "\n", encoding="utf-8")
    (task,) = read_tasks([str(file)], QGEVAL)
    assert whole(task) == row | meta
    assert set(task.content) == {"passage", "answer", "question"}
    assert not set(task.content) & set(task.hidden)
    assert json.loads(json.dumps(task.content)) == task.content
