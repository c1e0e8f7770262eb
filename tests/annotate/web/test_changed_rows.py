"""Files that change while people rate: rows that are new, moved, corrected, or rated already."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from helpers.annotation_work import rated

from qgauge.annotate.scheme_files import read_scheme
from qgauge.annotate.task_files import read_tasks
from qgauge.annotate.web.dealing import next_assignment, progress
from qgauge.annotate.web.live import live_state
from qgauge.annotate.web.models import Assignment, Item, Person, Project
from qgauge.annotate.web.project import Plan, begin
from qgauge.annotate.web.store import all_answers, all_tasks, earlier_texts, the_project

SCHEME = read_scheme("answerability")
Import = Callable[..., dict[str, int]]


@pytest.fixture
def import_(db: None, tmp_path: Path) -> Import:
    """Import a CSV file; return what has changed."""

    def imported(*lines: str, **plan: Any) -> dict[str, int]:
        file = tmp_path / "rows.csv"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        settings = {"name": "Trial", "shuffled": False, "team": True, **plan}
        return asdict(begin(SCHEME, read_tasks([str(file)], SCHEME), [], Plan(**settings))[1])

    return imported


def changes(new: int = 0, corrected: int = 0, kept: int = 0) -> dict[str, int]:
    return {"new": new, "corrected": corrected, "kept": kept}


def questions() -> list[str]:
    return [task.content["question"] for task in all_tasks()]


def key_of(question: str) -> str:
    (item,) = [one for one in Item.objects.all() if one.content["question"] == question]
    return item.key


def dealt(person: Person, project: Project) -> list[str]:
    """Return all that a person is given; each item is skipped."""
    found: list[str] = []
    while (one := next_assignment(person, project, grouped=False)) is not None:
        found.append(one.item.content["question"])
        rated(person, one.item.key, {}, skipped="tired")
    return found


def test_a_row_before_the_others_adds_one_item(import_: Import) -> None:
    assert import_("question", "Who?", "When?", "Where?") == changes(new=3)
    assert import_("question", "Why?", "Who?", "When?", "Where?") == changes(new=1)
    assert questions() == ["Who?", "When?", "Where?", "Why?"]
    numbers = {task.content["question"]: task.hidden["id"] for task in all_tasks()}
    assert numbers == {"Why?": "1", "Who?": "2", "When?": "3", "Where?": "4"}


def test_a_corrected_row_that_nobody_has_rated(
    import_: Import, person: Callable[..., Person]
) -> None:
    ann = person("rater", "ann")
    import_("id,question,topic", "1,Whoo?,x", "2,When?,y")
    before = Item.objects.get(number=1)
    open_page = next_assignment(ann, the_project(), grouped=False)
    assert open_page is not None and open_page.item == before
    assert import_("id,question,topic", "1,Who?,z", "2,When?,y") == changes(corrected=1)
    after = Item.objects.get(number=1)
    assert (after.pk, after.content, after.hidden["topic"]) == (
        before.pk,
        {"question": "Who?"},
        "z",
    )
    assert after.key != before.key
    assert not Assignment.objects.filter(pk=open_page.pk), "its page shows the old text"
    assert sorted(dealt(ann, the_project())) == ["When?", "Who?"]
    assert import_("id,question,topic", "1,Who?,z", "2,When?,y") == changes()


def test_a_corrected_row_that_was_rated(import_: Import, person: Callable[..., Person]) -> None:
    ann, ben = person("rater", "ann"), person("rater", "ben")
    import_("id,question", "1,Whoo?", "2,When?", overlap=2)
    old = key_of("Whoo?")
    for who, mark in ((ann, 1), (ben, 5)):
        rated(who, old, {"answerability": mark})
    assert [one.task for one in live_state(the_project()).disputed] == [old]
    assert import_("id,question", "1,Who?", "2,When?") == changes(kept=1)
    assert questions() == ["When?", "Who?"]
    assert Item.objects.get(key=old).assignments.count() == 2, "answers are never lost"
    assert all_answers() == []
    assert live_state(the_project()).disputed == []
    assert earlier_texts() == 1
    assert (progress(ann, the_project()).done, progress(ann, the_project()).total) == (0, 2)
    assert sorted(dealt(ann, the_project())) == ["When?", "Who?"]


def test_an_answer_that_was_taken_back_is_not_asked_for_again(
    import_: Import, person: Callable[..., Person]
) -> None:
    from qgauge.annotate.web.saving import undo

    ann = person("rater", "ann")
    import_("id,question", "1,Whoo?")
    saved = rated(ann, key_of("Whoo?"), {"answerability": 1})
    undo(saved, version=1, save_id="u")
    assert import_("id,question", "1,Who?") == changes(kept=1)
    assert dealt(ann, the_project()) == ["Who?"]


@pytest.mark.parametrize("both_rated", [True, False])
def test_a_text_that_comes_back_brings_its_answers(
    import_: Import, person: Callable[..., Person], both_rated: bool
) -> None:
    ann = person("rater", "ann")
    import_("id,question", "1,Whoo?")
    rated(ann, key_of("Whoo?"), {"answerability": 1})
    import_("id,question", "1,Who?")
    if both_rated:
        rated(ann, key_of("Who?"), {"answerability": 5})
    state = live_state(the_project())
    back = import_("id,question", "1,Whoo?")
    assert back == (changes(kept=1) if both_rated else changes(corrected=1))
    assert questions() == ["Whoo?"]
    assert [one.values for one in all_answers()] == [{"answerability": 1}]
    assert live_state(the_project()) is not state


def test_the_training_round_keeps_its_size(import_: Import, person: Callable[..., Person]) -> None:
    gold = '"{""answerability"": 5}"'
    import_("id,question,gold", f"1,Whoo?,{gold}", f"2,When?,{gold}", training=1)
    rated(person("rater", "ann"), key_of("Whoo?"), {"answerability": 5}, stage="training")
    import_("id,question,gold", f"1,Who?,{gold}", f"2,When?,{gold}", training=1)
    training: Iterable[Item] = Item.objects.filter(training=True, replaced=False)
    assert [item.content["question"] for item in training] == ["Who?"]
    assert questions() == ["When?"]


def test_an_earlier_text_cannot_be_adjudicated(
    import_: Import, person: Callable[..., Person], client_of: Callable[..., Any]
) -> None:
    import_("id,question", "1,Whoo?", overlap=2)
    item = Item.objects.get()
    for name, mark in (("ann", 1), ("ben", 5)):
        rated(person("rater", name), item.key, {"answerability": mark})
    client = client_of(person("adjudicator", "cleo"))
    assert client.get(f"/disputes/{item.pk}/").status_code == 200
    import_("id,question", "1,Who?")
    assert client.get(f"/disputes/{item.pk}/").status_code == 404
