"""Dealing: who gets which item, in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest

from qgauge.annotate.tasks import Task


def tasks(count: int, *, gold: int = 0, clusters: int = 0) -> list[Task]:
    return [
        Task(
            f"t{at}",
            {"question": f"Who built mill {at}?"},
            {},
            cluster=f"text {at % clusters}" if clusters else f"text {at}",
            gold={"answerability": 5} if at < gold else None,
        )
        for at in range(count)
    ]


def rate_all(person: Any, project: Any, grouped: bool = False) -> list[str]:
    """Rate until nothing is left, and return the keys in order."""
    from qgauge.annotate.web.dealing import next_assignment
    from qgauge.annotate.web.saving import save

    seen = []
    while (one := next_assignment(person, project, grouped)) is not None:
        seen.append(one.item.key)
        save(one, version=0, save_id="s", values={"answerability": 3})
    return seen


@pytest.mark.parametrize(("overlap", "people"), [(1, 3), (2, 3), (3, 3), (2, 5)])
def test_each_item_gets_as_many_raters_as_asked(
    project: Callable[..., Any], person: Callable[..., Any], overlap: int, people: int
) -> None:
    begun = project("answerability", tasks(25), overlap=overlap, shuffled=True)
    raters = [person("rater") for _ in range(people)]
    lists = [rate_all(one, begun) for one in raters]
    assert all(len(set(keys)) == len(keys) for keys in lists)
    counts = Counter(key for keys in lists for key in keys)
    assert set(counts.values()) == {overlap} and len(counts) == 25


def test_orders_are_shuffled_reproducibly_and_recorded(
    project: Callable[..., Any], person: Callable[..., Any]
) -> None:
    from qgauge.annotate.web.models import Assignment

    begun = project("answerability", tasks(10), overlap=2, shuffled=True, seed=1)
    ann, ben = person("rater", "ann"), person("rater", "ben")
    first, second = rate_all(ann, begun), rate_all(ben, begun)
    assert sorted(first) == sorted(second) == sorted(one.key for one in tasks(10))
    assert first != second
    recorded = Assignment.objects.filter(person=ann).order_by("position")
    assert [one.item.key for one in recorded] == first
    assert [one.position for one in recorded] == list(range(1, 11))


def test_the_order_of_the_file(project: Callable[..., Any], person: Callable[..., Any]) -> None:
    begun = project("answerability", tasks(23), shuffled=False)
    assert rate_all(person("rater"), begun) == [f"t{at}" for at in range(23)]


def test_items_of_one_text_come_together(
    project: Callable[..., Any], person: Callable[..., Any]
) -> None:
    begun = project("answerability", tasks(24, clusters=3), shuffled=True)
    order = rate_all(person("rater"), begun, grouped=True)
    texts = [int(key[1:]) % 3 for key in order]
    assert sum(one != other for one, other in pairwise(texts)) == 2
    assert len(order) == 24


def test_begun_items_come_first(project: Callable[..., Any], person: Callable[..., Any]) -> None:
    from qgauge.annotate.web.dealing import next_assignment

    begun = project("answerability", tasks(40), overlap=2, shuffled=True)
    ann, ben = person("rater", "ann"), person("rater", "ben")
    next_assignment(ann, begun, grouped=False)
    next_assignment(ben, begun, grouped=False)
    hands = [{one.item_id for one in who.assignments.all()} for who in (ann, ben)]
    assert hands[0] == hands[1] and len(hands[0]) == 10


def test_training_comes_first_and_gold_goes_to_everybody(
    project: Callable[..., Any], person: Callable[..., Any]
) -> None:
    from qgauge.annotate.web.models import Assignment

    begun = project("answerability", tasks(30, gold=5), overlap=1, shuffled=True, training=2)
    raters = [person("rater") for _ in range(3)]
    lists = [rate_all(one, begun) for one in raters]
    for keys in lists:
        assert set(keys[:2]) == {"t0", "t1"}  # the training round
        assert {"t2", "t3", "t4"} <= set(keys[2:])  # gold items to check raters
    stages = Counter(Assignment.objects.values_list("stage", flat=True))
    assert stages == {"training": 6, "rating": 3 * 3 + 25}


def test_two_dealers_at_once_do_not_give_an_item_too_many_raters(
    project: Callable[..., Any], person: Callable[..., Any]
) -> None:
    from django.db import connection

    from qgauge.annotate.web.dealing import next_assignment
    from qgauge.annotate.web.models import Assignment

    begun = project("answerability", tasks(30), overlap=1, shuffled=True)
    raters = [person("rater") for _ in range(8)]

    def ask(one: Any) -> None:
        next_assignment(one, begun, grouped=False)
        connection.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask, raters))
    items = list(Assignment.objects.values_list("item_id", flat=True))
    assert len(items) == len(set(items)) == 30


def test_release_gives_unrated_items_to_others(
    project: Callable[..., Any], person: Callable[..., Any]
) -> None:
    from qgauge.annotate.web.dealing import next_assignment, release
    from qgauge.annotate.web.saving import save

    begun = project("answerability", tasks(6), overlap=1)
    ann, ben = person("rater", "ann"), person("rater", "ben")
    save(next_assignment(ann, begun, False), version=0, save_id="a", values={"answerability": 1})
    assert next_assignment(ben, begun, False) is None
    assert release(ann) == 5
    assert len(rate_all(ben, begun)) == 5


def test_progress_counts_what_is_left_for_this_person(
    project: Callable[..., Any], person: Callable[..., Any]
) -> None:
    from qgauge.annotate.web.dealing import next_assignment, progress
    from qgauge.annotate.web.saving import save

    begun = project("answerability", tasks(12), overlap=1)
    ann = person("rater", "ann")
    assert (progress(ann, begun).done, progress(ann, begun).total) == (0, 12)
    one = next_assignment(ann, begun, False)
    save(one, version=0, save_id="a", values={}, skipped="unreadable")
    assert (progress(ann, begun).done, progress(ann, begun).total) == (1, 12)


def test_a_skipped_item_goes_to_others_until_many_have_skipped_it(
    project: Callable[..., Any], person: Callable[..., Any]
) -> None:
    from qgauge.annotate.web.dealing import next_assignment
    from qgauge.annotate.web.saving import save

    begun = project("answerability", tasks(1), overlap=1)
    for _ in range(2):
        one = next_assignment(person("rater"), begun, False)
        assert one is not None
        save(one, version=0, save_id="s", values={}, skipped="unreadable")
    assert next_assignment(person("rater"), begun, False) is None
