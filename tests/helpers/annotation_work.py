"""People at work in the annotation app: saves without a browser, and several at once."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qgauge.annotate.web.models import Assignment, Person


def rated(
    person: Person, key: str, values: Mapping[str, Any], stage: str = "rating", **settings: Any
) -> Assignment:
    """Give an item to a person and save an answer; `skipped`, `note` and `seconds` as in `save`."""
    from qgauge.annotate.web.models import Assignment, Item
    from qgauge.annotate.web.saving import save

    given, _ = Assignment.objects.get_or_create(
        item=Item.objects.get(key=key),
        person=person,
        stage=stage,
        defaults={"position": person.assignments.count() + 1},
    )
    save_id = secrets.token_hex(8)
    return save(given, version=given.version, save_id=save_id, values=values, **settings)


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """Run jobs in threads that start together, each with its own connection to the database.

    Returns:
        What they return, or the exception.
    """
    from django.db import connections

    start = Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return job()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))
