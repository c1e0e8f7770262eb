"""Exported ratings: their form, and the numbers of the commands that read them."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.command import run_in_process
from helpers.hand_made_ratings import (
    CONCEPTS,
    QUD,
    column,
    flags,
    labels,
    questions,
    says,
    scale,
    scheme,
)
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, f1_score

from qgauge.annotate.agreement import agreement
from qgauge.annotate.export import export
from qgauge.annotate.rater_names import pseudonyms
from qgauge.annotate.scheme import Choice, Field
from qgauge.annotate.tasks import Answer, Task
from qgauge.core import BadSetting

NAMED = partial(export, raters="names", salt="")


@pytest.fixture
def qgauge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return partial(run_in_process, cwd=tmp_path)


def write(folder: Path, rows: Sequence[Mapping[str, Any]]) -> str:
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    (folder / "ratings.jsonl").write_text("".join(lines), encoding="utf-8")
    return "ratings.jsonl"


def found_by(qgauge: Any, *words: str) -> Any:
    done = qgauge(*words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_question_row_has_one_rating_per_rater_in_the_same_order() -> None:
    known = scheme(scale("fluency", 1, 2, 3), labels("kind", "fact", "why"))
    tasks = questions(3, topic="mills", ratings={"fluency": [1]})
    answers = says("ben", tasks[:2], [{"fluency": 3, "kind": "why"}, {"fluency": 2}])
    answers += says("ann", tasks[:1], [{"fluency": 1, "kind": "fact"}])
    answers += says("ann", tasks[1:2], [{}], skipped="cannot tell", note="I, Ann, cannot tell")
    answers += says("ann", tasks[2:], [{"fluency": 1}], stage="training")
    found = NAMED(known, tasks, answers)
    assert (found.tasks, found.skipped, found.unrated) == (2, 1, 1)
    first, second = found.rows
    assert first == {
        "id": "q1",
        "system": "finch",
        "question": "Who built mill 1?",
        "passage": "Ida built mill 1.",
        "topic": "mills",
        "ratings": {"fluency": [1, 3], "kind": ["fact", "why"]},
        "raters": ["ann", "ben"],
    }
    assert second["ratings"] == {"fluency": [None, 2], "kind": [None, None]}
    assert "Ann" not in json.dumps(found.rows)
    noted = NAMED(known, tasks, answers, notes=True).rows[1]
    assert noted["notes"] == ["I, Ann, cannot tell", ""]
    assert noted["skipped"] == ["cannot tell", ""]


def test_earlier_ratings_come_first_if_they_are_kept() -> None:
    tasks = questions(2, ratings={"fluency": [3, 2], "old": 1})
    tasks[1] = Task("k2", tasks[1].content, {"id": "q2", "ratings": {"fluency": [1]}})
    answers = says("ann", tasks[:1], column("fluency", [1]))
    known = scheme(scale("fluency", 1, 2, 3), flags("issues", "generic"))
    first, second = NAMED(known, tasks, answers, keep_earlier=True).rows
    assert first["raters"] == second["raters"] == ["earlier_1", "earlier_2", "ann"]
    assert first["ratings"] == {"fluency": [3, 2, 1], "old": [1, None, None]}
    assert second["ratings"] == {"fluency": [1, None, None], "old": [None] * 3}
    assert first["issues"] == [None, None, []]
    with pytest.raises(BadSetting, match="final"):
        NAMED(known, tasks, answers, keep_earlier=True, final=True)


def test_columns_of_the_input_keep_their_names() -> None:
    known = scheme(labels("ok", "no", "yes"), flags("topic", "mill"), flags("text", "long"))
    tasks = questions(1, topic="mills", notes="mine", decided=3)
    answers = says("ann", tasks, [{"ok": "yes", "topic": ["mill"], "text": []}], note="seen")
    (row,) = NAMED(known, tasks, answers, notes=True).rows
    assert (row["topic"], row["topic_by_rater"]) == ("mills", [["mill"]])
    assert (row["notes"], row["notes_by_rater"], row["decided"]) == ("mine", ["seen"], 3)
    assert row["text_by_rater"] == [[]], "a reader takes 'text' for a passage"


@given(st.sets(st.text(max_size=8), max_size=6), st.text(max_size=8))
def test_pseudonyms_say_nothing_about_names_or_their_order(names: set[str], salt: str) -> None:
    found = pseudonyms(names, salt)
    assert sorted(found.values()) == sorted(f"r{at}" for at in range(1, len(names) + 1))
    assert found == pseudonyms(sorted(names, reverse=True), salt)


def test_pseudonyms_depend_on_the_salt_and_hide_the_names_in_every_row() -> None:
    names = [f"rater{at}" for at in range(6)]
    orders = {tuple(pseudonyms(names, f"salt {at}")) for at in range(20)}
    assert len(orders) > 15
    tasks = questions(4)
    answers = [one for name in names for one in says(name, tasks, column("ok", ["no"] * 4))]
    rows = export(scheme(labels("ok", "no", "yes")), tasks, answers, salt="s").rows
    assert rows[0]["raters"] == ["r1", "r2", "r3", "r4", "r5", "r6"]
    assert "rater" not in json.dumps(rows).replace("raters", "")


def test_one_final_rating_per_row() -> None:
    known = scheme(
        labels("ok", "no", "yes"),
        scale("fluency", 1, 2, 3, only_if={"ok": ("yes",)}),
        flags("issues", "redundant", "generic"),
    )
    tasks = questions(5)
    yes, no = {"ok": "yes"}, {"ok": "no"}
    answers = says("ann", tasks, [{**yes, "fluency": 3}, {**yes, "fluency": 1}, no, yes, no])
    answers += says("ben", tasks, [{**yes, "fluency": 2}, no, {**yes, "fluency": 3}, no, None])
    answers += says("cleo", tasks, [None, {**no, "issues": ["generic"]}, None, None, None])
    answers += says("zoe", tasks[2:3], [{**yes, "fluency": 1}], stage="adjudication")
    found = NAMED(known, tasks, answers, final=True)
    assert [row["ratings"] for row in found.rows] == [
        {"ok": ["yes"], "fluency": [2.5]},
        {"ok": ["no"], "fluency": [None]},
        {"ok": ["yes"], "fluency": [1]},
        {"ok": ["no"], "fluency": [None]},
    ]
    assert [row["id"] for row in found.rows] == ["q1", "q2", "q3", "q5"]
    assert (found.unresolved, dict(found.left_out)) == (1, {"no final rating": 1})
    assert [row["decided"]["ok"] for row in found.rows] == [
        "majority", "majority", "adjudicated", "one rating"
    ]  # fmt: skip
    assert found.rows[0]["decided"]["fluency"] == "mean"
    assert found.rows[1]["issues"] == [], "one of three raised the flag"
    with_words = NAMED(known, tasks, answers).rows
    assert with_words[2]["adjudicated"] == {"ok": "yes", "fluency": 1}
    assert "adjudicated" not in with_words[0]


def test_an_adjudicator_who_skips_leaves_the_task_without_a_final_rating() -> None:
    tasks = questions(1)
    answers = says("ann", tasks, column("ok", ["no"]))
    answers += says("zoe", tasks, [{}], stage="adjudication", skipped="not decidable")
    found = NAMED(scheme(labels("ok", "no", "yes")), tasks, answers, final=True)
    assert (list(found.rows), found.unresolved, found.left_out) == ([], 1, {"no final rating": 1})


def test_tied_flags_are_unresolved() -> None:
    known = scheme(labels("ok", "no", "yes"), flags("issues", "redundant", "generic"))
    tasks = questions(1)
    answers = says("ann", tasks, [{"ok": "yes", "issues": ["generic"]}])
    answers += says("ben", tasks, [{"ok": "yes"}])
    found = NAMED(known, tasks, answers, final=True)
    assert (found.rows[0]["issues"], found.unresolved) == (None, 1)


def rated_questions(count: int) -> tuple[list[Task], list[Answer]]:
    """Questions with high ratings if and only if they contain the name."""
    source = random.Random(3)
    tasks, answers = [], []
    for at in range(count):
        city = source.choice(["Rome", "Oslo", "Lima", "Cairo", "Quito"])
        kept = source.random() < 0.5
        drop = source.random() < 0.5
        words = ["What", *([] if drop else ["old"]), f"river{at}", "flows", "through"]
        question = " ".join([*words, *([city] if kept else [])]) + "?"
        content = {
            "question": question,
            "references": [f"What old river{at} flows through {city}?"],
        }
        task = Task(f"k{at}", content, {"id": f"q{at}", "system": f"s{at % 2}"}, cluster=f"c{at}")
        tasks.append(task)
        high, low = ([3, 4, 5], [1, 2, 3])
        for name in ("ann", "ben"):
            value = source.choice(high if kept else low)
            answers.append(Answer(task.key, name, "rating", {"answerability": value}))
    answers[5] = Answer(answers[5].task, "ben", "rating", {}, skipped="not English")
    return tasks, answers


def test_meta_and_tune_read_questions(qgauge: Any, tmp_path: Path) -> None:
    tasks, answers = rated_questions(60)
    known = scheme(scale("answerability", 1, 2, 3, 4, 5))
    file = write(tmp_path, NAMED(known, tasks, answers).rows)
    (study,) = found_by(qgauge, "meta", file, "-m", "bleu1", "--resamples", "100")["studies"]
    ours = agreement(known, tasks, answers).field("answerability").measures
    theirs = study["dimensions"]["answerability"]["agreement"]
    for name, measure in (
        ("kappa", "kappa"),
        ("kappa_quadratic", "kappa_quadratic"),
        ("alpha", "alpha_interval"),
        ("full", "full"),
    ):
        assert theirs[name]["value"] == pytest.approx(ours[measure].value), name
        assert theirs[name]["n"] == ours[measure].n == 59
    said = {
        name: {one.task: one.values.get("answerability") for one in answers if one.rater == name}
        for name in ("ann", "ben")
    }
    both = [task.key for task in tasks if said["ben"][task.key]]
    kappa = cohen_kappa_score(
        [said["ann"][key] for key in both], [said["ben"][key] for key in both]
    )
    assert theirs["kappa"]["value"] == pytest.approx(kappa)
    quick = ("--tuned-on", "30", "--bag", "20", "--bags", "3", "--splits", "3")
    tuned = found_by(qgauge, "tune", file, "-m", "q_bleu1", *quick)
    assert tuned["data"]["rows"] == 60
    final = write(tmp_path, NAMED(known, tasks, answers, final=True).rows)
    (study,) = found_by(qgauge, "meta", final, "-m", "bleu1", "--resamples", "100")["studies"]
    assert study["rows"] == 60


def edges() -> tuple[list[Task], list[Answer]]:
    """Edges of the example file, with the labels there as one rater and noisy ones as another."""
    source = random.Random(5)
    tasks, answers = [], []
    for line in Path("examples/qud.jsonl").read_text(encoding="utf-8").splitlines():
        article = json.loads(line)
        for at, edge in enumerate(article["edges"]):
            ends = {name: edge[name] for name in ("question", "anchor", "answer_sentence")}
            task = Task(
                f"{article['id']}:{at}",
                {"sentences": article["sentences"], **ends},
                {"id": f"{article['id']}-{at}", "system": edge["system"], "article": article["id"]},
                cluster=article["id"],
            )
            tasks.append(task)
            values = {name: given[0] for name, given in edge["ratings"].items()}
            answers.append(Answer(task.key, "ann", "rating", values))
            changed = {
                name: source.choice([one.value for one in QUD.field(name).choices])
                if source.random() < 0.3
                else value
                for name, value in values.items()
            }
            changed["issues"] = ["generic"] if at == 0 else []
            changed["other"] = "too long" if at == 1 else ""
            answers.append(Answer(task.key, "ben", "rating", changed))
    return tasks, answers


def test_qud_meta_reads_edges(qgauge: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent.parent.parent)
    tasks, answers = edges()
    exported = NAMED(QUD, tasks, answers)
    assert exported.tasks == len(tasks) == sum(len(row["edges"]) for row in exported.rows)
    first, second = exported.rows[0]["edges"][:2]
    assert (first["issues"], second["other"]) == ([[], ["generic"]], [None, "too long"])
    file = write(tmp_path, exported.rows)
    found = found_by(qgauge, "qud", "meta", file, "--method", "rule", "--cache", "off")
    ours = agreement(QUD, tasks, answers)
    for criterion in ("language", "givenness", "relevance"):
        theirs = found["people"][criterion]["agreement"]
        mine = ours.field(criterion).measures
        alpha = "alpha_ordinal" if criterion == "relevance" else "alpha_nominal"
        assert theirs["alpha"]["value"] == pytest.approx(mine[alpha].value)
        assert theirs["full"]["value"] == pytest.approx(mine["full"].value)
        assert theirs["pairwise_f1"]["value"] == pytest.approx(mine["pairwise_f1"].value)
        said = {
            name: [one.values.get(criterion) for one in answers if one.rater == name]
            for name in ("ann", "ben")
        }
        both = [pair for pair in zip(said["ann"], said["ben"], strict=True) if all(pair)]
        f1 = f1_score(*zip(*both, strict=True), average="macro")
        assert theirs["pairwise_f1"]["value"] == pytest.approx(f1)


def test_edges_that_the_reader_refuses_are_left_out_and_counted() -> None:
    content = {"sentences": ["A.", "", "C."], "question": "Why?", "answer_sentence": 3}
    tasks = [Task(f"k{at}", {**content, "anchor": at}, {"article": "one"}) for at in (1, 2)]
    answers = says("ann", tasks, column("language", ["yes", "no"]))
    found = NAMED(QUD, tasks, answers)
    assert [edge["anchor"] for edge in found.rows[0]["edges"]] == [1]
    assert list(found.left_out) == ["anchor is 2, but article 'one' lacks that sentence"]


def documents() -> tuple[list[Task], list[Answer]]:
    tasks, answers = [], []
    file = Path(__file__).parent.parent.parent / "examples" / "concepts.jsonl"
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        task = Task(
            f"key-{row['id']}", {"text": row["text"]}, {"id": row["id"], "systems": row["systems"]}
        )
        tasks.append(task)
        for name, spans in row["annotators"].items():
            marked = [{"start": start, "end": end, "kind": "vital"} for start, end in spans]
            answers.append(Answer(task.key, name, "rating", {"concepts": marked}))
    return tasks, answers


def test_concepts_reads_documents(qgauge: Any, tmp_path: Path) -> None:
    known = scheme(CONCEPTS, kind="document")
    tasks, answers = documents()
    file = write(tmp_path, NAMED(known, tasks, answers).rows)
    again = found_by(qgauge, "concepts", file, "--resamples", "100")
    example = str(Path(__file__).parent.parent.parent / "examples" / "concepts.jsonl")
    assert (
        again["systems"] == found_by(qgauge, "concepts", example, "--resamples", "100")["systems"]
    )
    ours = agreement(known, tasks, answers).field("concepts")
    assert again["agreement"]["alpha"]["value"] == ours.measures["alpha_nominal"].value
    kappas = [pair["kappa"]["value"] for pair in again["agreement"]["pairs"]]
    assert kappas == [pair.measures["kappa"].value for pair in ours.pairs]
    # all spans are vital here, so the counted concepts are those that `concepts` counts itself
    final = write(tmp_path, NAMED(known, tasks, answers, final=True).rows)
    counted = found_by(qgauge, "concepts", final, "--resamples", "100")
    for name, system in again["systems"].items():
        assert counted["systems"][name]["free"]["recall"] == system["free"]["recall"]


def test_vital_and_optional_of_each_annotator() -> None:
    known = scheme(CONCEPTS, kind="document")
    tasks = [Task("k", {"text": "Acid rain damages forests."}, {"id": "d"})]
    vital = {"start": 0, "end": 9, "kind": "vital"}
    optional = {"start": 18, "end": 25, "kind": "optional"}
    answers = says("ann", tasks, [{"concepts": [optional, vital]}])
    answers += says("ben", tasks, [{"concepts": [{**optional, "kind": "vital"}]}])
    answers += says("cleo", tasks, [{"concepts": []}])
    (row,) = NAMED(known, tasks, answers).rows
    assert row["annotators"] == {"ann": [[0, 9], [18, 25]], "ben": [[18, 25]], "cleo": []}
    assert row["kinds"] == {"ann": ["vital", "optional"], "ben": ["vital"], "cleo": []}
    assert row.keys() == {"id", "text", "annotators", "kinds"}
    (row,) = NAMED(known, tasks, answers, final=True).rows
    # three annotators: nothing is vital to two of them
    assert row["adjudicated"] == {"vital": [], "optional": [[0, 9], [18, 25]]}
    assert "annotators" not in row
    answers += says("zoe", tasks, [{"concepts": [vital, optional]}], stage="adjudication")
    for final in (False, True):
        (row,) = NAMED(known, tasks, answers, final=final).rows
        assert row["adjudicated"] == {"vital": [[0, 9]], "optional": [[18, 25]]}


def test_documents_that_all_skipped_are_left_out() -> None:
    tasks = [Task("k", {"text": "Acid rain."}, {"annotators": {"old": [[0, 4]]}})]
    answers = says("ann", tasks, [{}], skipped="too short")
    known = scheme(CONCEPTS, kind="document")
    found = NAMED(known, tasks, answers)
    assert (list(found.rows), dict(found.left_out)) == ([], {"every rater skipped the document": 1})
    (row,) = NAMED(known, tasks, answers, keep_earlier=True).rows
    assert row["annotators"] == {"old": [[0, 4]]}


def pairs() -> list[Task]:
    return [
        Task(
            f"k{at}",
            {"question_a": "Who built it?", "question_b": f"Mill {at}?", "passage": f"Mill {at}."}
            | {"references": ["Who built the mill?"]},
            {"a": {"id": "q1", "system": "finch"}, "b": {"id": f"q{at}", "system": "heron"}},
        )
        for at in range(1, 5)
    ]


def test_a_pair_gives_two_rows_for_meta(qgauge: Any, tmp_path: Path) -> None:
    known = scheme(labels("better", "a", "b", "same"), kind="pair")
    tasks = pairs()
    answers = says("ann", tasks, column("better", ["a", "b", "same", "a"]))
    answers += says("ben", tasks, column("better", ["a", "a", "b", None]))
    found = NAMED(known, tasks, answers)
    assert (found.tasks, len(found.rows)) == (4, 8)
    first, second = found.rows[2:4]
    assert (first["ratings"], second["ratings"]) == (
        {"preferred": [0.0, 1.0]},
        {"preferred": [1.0, 0.0]},
    )
    assert [row["id"] for row in found.rows[::2]] == ["q1#1", "q1#2", "q1#3", "q1#4"]
    assert (first["question"], second["question"]) == ("Who built it?", "Mill 2?")
    assert second["against"] == {"id": "q1", "system": "finch"}
    file = write(tmp_path, found.rows)
    (study,) = found_by(qgauge, "meta", file, "-m", "bleu1", "--resamples", "100")["studies"]
    assert study["dimensions"]["preferred"]["rated"] == 8
    (decided, _) = NAMED(known, tasks[1:2], answers, final=True).rows
    assert decided["ratings"] == {"preferred": [0.5]}


def test_pairs_of_a_file_with_columns_for_both_questions() -> None:
    content = {"question_a": "Who?", "question_b": "When?", "passage": "Ida, in 1903."}
    hidden = {"id": "7", "system_a": "finch", "system_b": "heron", "swapped": True}
    task = Task("k", content, {**hidden, "row_b": {"temperature": 1, "ratings": {"old": [3]}}})
    known = scheme(labels("better", "a", "b", "same"), kind="pair")
    answers = says("ann", [task], column("better", ["b"]))
    first, second = NAMED(known, [task], answers).rows
    assert first == {
        "id": "7",
        "system": "finch",
        "question": "Who?",
        "passage": "Ida, in 1903.",
        "pair": "k",
        "against": {"id": "7", "system": "heron"},
        "ratings": {"preferred": [0.0]},
        "raters": ["ann"],
    }
    assert (second["system"], second["temperature"]) == ("heron", 1)
    assert second["ratings"] == {"preferred": [1.0]}


def test_scores_of_choices_are_exported_instead_of_labels() -> None:
    choices = (
        Choice("no", "No", score=0.0),
        Choice("so", "So", score=0.5),
        Choice("yes", "Yes", score=1.0),
    )
    field = Field("fluent", "Fluent?", "choice", choices, ordered=True)
    tasks = questions(2)
    answers = says("ann", tasks, column("fluent", ["no", "yes"]))
    answers += says("ben", tasks, column("fluent", ["so", "yes"]))
    rows = NAMED(scheme(field), tasks, answers).rows
    assert [row["ratings"]["fluent"] for row in rows] == [[0.0, 0.5], [1.0, 1.0]]
    finals = NAMED(scheme(field), tasks, answers, final=True).rows
    assert [row["ratings"]["fluent"] for row in finals] == [[np.mean([0, 0.5])], [1.0]]


# ------------------------------------------------------------------ columns in each other's way


@pytest.mark.parametrize("final", [False, True])
@pytest.mark.parametrize("name", ["notes", "skipped", "decided", "adjudicated", "gold_values"])
def test_a_field_may_have_any_name(name: str, final: bool) -> None:
    tasks = questions(1)
    answers = says("ann", tasks, [{"ok": "yes", name: ["odd"]}], note="seen")
    known = scheme(labels("ok", "no", "yes"), flags(name, "odd"))
    (row,) = NAMED(known, tasks, answers, notes=True, final=final).rows
    assert row[f"{name}_by_rater"] == (["odd"] if final else [["odd"]])
    if final:
        assert row["decided"] == {"ok": "one rating", name: "one rating"}
    else:
        assert (row["notes"], row["skipped"]) == (["seen"], [""])


def test_three_columns_of_one_name_are_kept() -> None:
    tasks = questions(1, notes="of the input")
    answers = says("ann", tasks, [{"ok": "yes", "notes": ["odd"]}], note="of the rater")
    known = scheme(labels("ok", "no", "yes"), flags("notes", "odd"))
    (row,) = NAMED(known, tasks, answers, notes=True).rows
    assert row["notes"] == "of the input"
    assert [["odd"]] in row.values() and ["of the rater"] in row.values()


def test_columns_that_only_look_like_earlier_ratings_are_kept() -> None:
    known = scheme(labels("ok", "no", "yes"))
    tasks = questions(1, raters=3, adjudicated="yes")
    (row,) = NAMED(known, tasks, says("ann", tasks, [{"ok": "yes"}])).rows
    assert (row["input_raters"], row["input_adjudicated"], row["raters"]) == (3, "yes", ["ann"])
    tasks = questions(1, ratings={"ok": ["no"]}, raters=["Zoe"], adjudicated={"ok": "no"})
    (row,) = NAMED(known, tasks, says("ann", tasks, [{"ok": "yes"}])).rows
    assert "Zoe" not in json.dumps(row), "they describe ratings that are left out"


# ------------------------------------------------------------------ gold


def with_gold() -> tuple[list[Task], list[Answer]]:
    clear = Task("g", {"question": "Mill?"}, {"id": "g"}, gold={"fluency": 1}, why="No verb.")
    tasks = [*questions(2), clear]
    answers = says("ann", tasks, column("fluency", [1, 2, 1]))
    return tasks, answers + says("ben", [clear], column("fluency", [3]))


def test_gold_tasks_are_left_out_and_counted() -> None:
    tasks, answers = with_gold()
    found = NAMED(scheme(scale("fluency", 1, 2, 3)), tasks, answers)
    assert [row["id"] for row in found.rows] == ["q1", "q2"]
    assert (found.tasks, found.gold, found.unrated) == (2, 1, 0)


def test_gold_tasks_can_be_told_apart(qgauge: Any, tmp_path: Path) -> None:
    tasks, answers = with_gold()
    known = scheme(scale("fluency", 1, 2, 3))
    found = NAMED(known, tasks, answers, gold=True)
    assert (found.tasks, found.gold) == (3, 0)
    assert [row.get("gold_values") for row in found.rows] == [None, None, {"fluency": 1}]
    assert found.rows[2]["gold_why"] == "No verb."
    without = NAMED(known, tasks, answers)
    assert found.rows[:2] == without.rows, "raters keep their places"
    from qgauge.data import read

    (last,) = read(str(tmp_path / write(tmp_path, found.rows[2:])))
    assert (last.references, last.answer) == ((), None)


def test_the_right_answer_of_a_pair_is_about_each_question() -> None:
    known = scheme(labels("better", "a", "b", "same"), kind="pair")
    pair = Task(
        "p", {"question_a": "Who?", "question_b": "Mill?"}, {"id": "1"}, gold={"better": "a"}
    )
    found = NAMED(known, [pair], says("ann", [pair], [{"better": "b"}]), gold=True).rows
    assert [row["gold_values"] for row in found] == [{"preferred": 1.0}, {"preferred": 0.0}]


# ------------------------------------------------------------------ several files


def test_rows_with_the_same_number_get_different_ids() -> None:
    tasks = [Task(key, {"question": f"{key}?"}, {"id": "1"}) for key in "ab"]
    answers = says("ann", tasks, column("fluency", [1, 2]))
    found = NAMED(scheme(scale("fluency", 1, 2, 3)), tasks, answers).rows
    assert [row["id"] for row in found] == ["1#1", "1#2"]


def test_two_texts_of_one_article_are_not_mixed() -> None:
    tasks = [
        Task(
            text,
            {"sentences": [text, "Old."], "anchor": 1, "answer_sentence": 2, "question": "Why?"},
            {"id": f"{text}-1", "article": "1"},
        )
        for text in ("Mill.", "Pool.")
    ]
    rows = NAMED(QUD, tasks, says("ann", tasks, [{"language": "no"}] * 2)).rows
    assert [(row["id"], row["sentences"][0]) for row in rows] == [("1", "Mill."), ("1#2", "Pool.")]
    assert [[edge["id"] for edge in row["edges"]] for row in rows] == [["Mill.-1"], ["Pool.-1"]]
