"""Saving: versions, repeats, undo, and what happens when two windows save at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

QUESTION = {"question": "Who built the mill?", "passage": "Ada built the mill.", "answer": "Ada"}


@pytest.fixture
def assignment(project: Callable[..., Any], person: Callable[..., Any]) -> Any:
    from qgauge.annotate.web.dealing import next_assignment

    begun = project("answerability", [QUESTION])
    return next_assignment(person("rater", "ann"), begun, grouped=False)


def test_every_save_is_a_new_version_and_the_old_ones_are_kept(assignment: Any) -> None:
    from qgauge.annotate.web.models import Revision
    from qgauge.annotate.web.saving import save

    save(assignment, version=0, save_id="a", values={"answerability": 2}, seconds=3)
    assignment.refresh_from_db()
    now = save(assignment, version=1, save_id="b", values={"answerability": 4}, seconds=2, note="x")
    assert (now.version, now.values, now.note, now.state) == (2, {"answerability": 4}, "x", "done")
    assert now.seconds == 5
    kept = Revision.objects.order_by("version").values_list("version", "values", "save_id")
    assert list(kept) == [(1, {"answerability": 2}, "a"), (2, {"answerability": 4}, "b")]


def test_a_stale_save_is_refused_and_changes_nothing(assignment: Any) -> None:
    from qgauge.annotate.web.models import Revision
    from qgauge.annotate.web.saving import Stale, save

    save(assignment, version=0, save_id="a", values={"answerability": 2})
    with pytest.raises(Stale) as refused:
        save(assignment, version=0, save_id="b", values={"answerability": 5})
    assert refused.value.current.values == {"answerability": 2}
    assert Revision.objects.count() == 1


def test_a_save_sent_twice_counts_once(assignment: Any) -> None:
    from qgauge.annotate.web.models import Revision
    from qgauge.annotate.web.saving import save

    first = save(assignment, version=0, save_id="a", values={"answerability": 2}, seconds=3)
    again = save(assignment, version=0, save_id="a", values={"answerability": 2}, seconds=3)
    assert (again.version, again.seconds) == (first.version, first.seconds) == (1, 3)
    assert Revision.objects.count() == 1


def test_a_skip_has_a_reason_and_no_values(assignment: Any) -> None:
    from qgauge.annotate.web.saving import save

    now = save(assignment, version=0, save_id="a", values={"answerability": 2}, skipped="in Latin")
    assert (now.state, now.values, now.skipped) == ("skipped", {}, "in Latin")


def test_undo_goes_back_one_answer_and_then_to_none(assignment: Any) -> None:
    from qgauge.annotate.web.saving import save, undo

    save(assignment, version=0, save_id="a", values={"answerability": 2})
    save(assignment, version=1, save_id="b", values={"answerability": 4})
    back = undo(assignment, version=2, save_id="c")
    assert (back.version, back.values, back.state) == (3, {"answerability": 2}, "done")


def test_undo_of_the_only_answer_opens_the_item_again(assignment: Any) -> None:
    from qgauge.annotate.web.saving import save, undo

    save(assignment, version=0, save_id="a", values={"answerability": 2})
    back = undo(assignment, version=1, save_id="b")
    assert (back.values, back.state, back.version) == ({}, "open", 2)


def test_undo_is_refused_if_another_window_has_saved(assignment: Any) -> None:
    from qgauge.annotate.web.saving import Stale, save, undo

    save(assignment, version=0, save_id="a", values={"answerability": 2})
    save(assignment, version=1, save_id="b", values={"answerability": 4})
    with pytest.raises(Stale):
        undo(assignment, version=1, save_id="c")


@pytest.mark.parametrize(
    ("seconds", "kept"), [(-5, 0), (1e9, 3600), (float("nan"), 0), (12.5, 12.5)]
)
def test_times_are_plausible(assignment: Any, seconds: float, kept: float) -> None:
    from qgauge.annotate.web.saving import save

    assert save(assignment, version=0, save_id="a", values={}, seconds=seconds).seconds == kept


def test_of_many_saves_at_once_one_wins(assignment: Any) -> None:
    from django.db import connection

    from qgauge.annotate.web.models import Assignment, Revision
    from qgauge.annotate.web.saving import Stale, save

    def try_to_save(number: int) -> bool:
        try:
            own = Assignment.objects.get(pk=assignment.pk)
            save(own, version=0, save_id=str(number), values={"answerability": number % 5 + 1})
        except Stale:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(16) as pool:
        won = list(pool.map(try_to_save, range(32)))
    assert won.count(True) == 1
    assert Revision.objects.get().save_id == str(won.index(True))
