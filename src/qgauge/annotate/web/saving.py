"""Save, skip and undo answers. Each is one short write; nothing is ever overwritten unseen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from qgauge.annotate.web.models import Assignment, Revision

MOST_SECONDS = 3600.0
"""A longer time on one item was a break."""
LONGEST_NOTE = 5000
LONGEST_REASON = 500
_SAID = ("state", "values", "note", "skipped")


class Stale(Exception):
    """Somebody, perhaps the same person in another window, has saved in the meantime."""

    def __init__(self, current: Assignment) -> None:
        super().__init__("the answer has been changed in the meantime")
        self.current = current


def save(
    assignment: Assignment,
    *,
    version: int,
    save_id: str,
    values: Mapping[str, Any],
    note: str = "",
    skipped: str = "",
    seconds: float = 0.0,
) -> Assignment:
    """Save an answer, or why the item was skipped.

    Args:
        assignment: The assignment, which must belong to the person who saves.
        version: The version that the person has seen.
        save_id: Chosen by the browser for this save; sending the same save again changes nothing.
        values: The checked answer; empty if the item is skipped.
        note: A note by the person.
        skipped: Why the item was skipped.
        seconds: Time since the item was shown; it is added to the time of earlier saves.

    Returns:
        The assignment as it is in the database now.

    Raises:
        Stale: The version is not the latest.
    """
    spent = min(max(seconds, 0.0), MOST_SECONDS) if seconds == seconds else 0.0
    return _write(
        assignment,
        version,
        save_id,
        state=Assignment.State.SKIPPED if skipped else Assignment.State.DONE,
        values={} if skipped else dict(values),
        note=note[:LONGEST_NOTE],
        skipped=skipped[:LONGEST_REASON],
        seconds=assignment.seconds + spent,
    )


def undo(assignment: Assignment, *, version: int, save_id: str) -> Assignment:
    """Go back to the answer before the latest, as a new version.

    Raises:
        Stale: The version is not the latest.
    """
    before = (
        Revision.objects.filter(assignment=assignment, version=version - 1).first()
        if version > 1
        else None
    )
    if before is None:
        return _write(
            assignment,
            version,
            save_id,
            state=Assignment.State.OPEN,
            values={},
            note="",
            skipped="",
            seconds=assignment.seconds,
        )
    return _write(
        assignment,
        version,
        save_id,
        state=before.state,
        values=before.values,
        note=before.note,
        skipped=before.skipped,
        seconds=assignment.seconds,
    )


def _write(assignment: Assignment, version: int, save_id: str, **what: Any) -> Assignment:
    with transaction.atomic():
        written = {**what, "saved_at": timezone.now()}
        same = Assignment.objects.filter(pk=assignment.pk, version=version)
        if same.update(version=version + 1, **written):
            Revision.objects.create(
                assignment_id=assignment.pk, version=version + 1, save_id=save_id, **written
            )
            return Assignment.objects.get(pk=assignment.pk)
        current = Assignment.objects.get(pk=assignment.pk)
    # The answer to this save may have been lost on its way to the browser. A form that was sent
    # before, changed and sent again is another save, though it has the same identifier.
    latest = Revision.objects.filter(assignment=current, version=current.version).first()
    again = latest is not None and latest.save_id == save_id
    same_answer = all(getattr(latest, name, None) == what[name] for name in _SAID)
    if not again or not same_answer:
        raise Stale(current)
    return current
