"""Read a question's task, and the judges' verdict on it, from its row."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qgauge.concepts import document
from qgauge.core import BadInput, Example

TYPE, SNIPPETS, TRACK, VERDICT = "question_type", "snippets", "track", "filtered"
"""The columns of a task and its verdict."""

_NO = frozenset({"no", "false", "0"})
_YES = frozenset({"yes", "true", "1"})


@dataclass(frozen=True, slots=True)
class Task:
    """The task of Nielsen's (2008) challenge: a question of a type, about snippets, in a track."""

    question_type: str = ""
    """The requested type of question."""
    snippets: tuple[str, ...] = ()
    """The texts that the question should be about."""
    track: str = ""
    """The application, such as tutoring."""

    def as_json(self) -> dict[str, Any]:
        """Return the fields that are not empty."""
        named = {TYPE: self.question_type, SNIPPETS: list(self.snippets), TRACK: self.track}
        return {name: value for name, value in named.items() if value}


def task_of(example: Example) -> Task:
    """Read the task from the columns `question_type`, `snippets` and `track`.

    Args:
        example: The question. Snippets are strings, or offsets in its passage in the form that
            `qgauge concepts` reads.

    Returns:
        The task; empty fields for missing columns.

    Raises:
        BadInput: If a column is malformed.

    Examples:
        >>> from qgauge import Example
        >>> from qgauge.items import task_of
        >>> meta = {"question_type": "why", "snippets": [[0, 9]]}
        >>> task_of(Example("1", "Why?", passage="Acid rain damages forests.", meta=meta))
        Task(question_type='why', snippets=('Acid rain',), track='')
    """
    return Task(_text(example, TYPE), _snippets(example), _text(example, TRACK))


def _text(example: Example, field: str) -> str:
    given = example.meta.get(field)
    if given is None:
        return ""
    if not isinstance(given, str):
        raise _bad(example, field, f"must be a string, not {given!r}"[:120])
    return given.strip()


def _snippets(example: Example) -> tuple[str, ...]:
    given = example.meta.get(SNIPPETS)
    if given is None or given == "":
        return ()
    if isinstance(given, str):
        if not given.lstrip().startswith("["):
            return (given,)
        try:
            given = json.loads(given)  # tables hold lists as JSON
        except ValueError:
            return (given,)
    if not isinstance(given, list):
        raise _bad(example, SNIPPETS, "must be a string, or a list of strings or of [start, end]")
    if all(isinstance(one, str) for one in given):
        return tuple(given)
    if not example.passage:
        raise _bad(example, SNIPPETS, "offsets need a text; give it as 'passage'")
    row = {"id": example.id, "text": example.passage, "annotators": {SNIPPETS: given}}
    try:
        marked = document(row)
    except BadInput as error:
        place = error.field.removeprefix("annotators.") or SNIPPETS
        raise _bad(example, place, error.problem) from None
    return tuple(one.text(marked.text) for one in marked.annotators[SNIPPETS])


def filtered(example: Example, judged: Sequence[str] = ()) -> str:
    """Return the reason why judges filtered the question out.

    Args:
        example: The question. Its column `filtered` holds the reason, or a yes or no.
        judged: Yes-or-no dimensions of its ratings; a majority of no filters it out as well.

    Returns:
        The reason, or "" if it was not filtered out.

    Raises:
        BadInput: If a verdict is malformed.

    Examples:
        >>> from qgauge import Example
        >>> from qgauge.items import filtered
        >>> filtered(Example("1", "Who?", ratings={"on_topic": ("no", "no", "yes")}), ["on_topic"])
        'on_topic'
    """
    given = example.meta.get(VERDICT)
    if isinstance(given, str):
        given = given.strip()
        if given.lower() not in _NO | {""}:
            return VERDICT if given.lower() in _YES else given
    elif isinstance(given, bool) or given in (0, 1):
        if given:
            return VERDICT
    elif given is not None:
        problem = f'must be the reason for filtering, such as "type", or empty; not {given!r}'
        raise _bad(example, VERDICT, problem[:160])
    for dimension in judged:
        said = [_verdict(example, dimension, one) for one in example.ratings.get(dimension, ())]
        known = [one for one in said if one is not None]
        if known and 2 * known.count(False) > len(known):
            return dimension
    return ""


def _verdict(example: Example, dimension: str, given: object) -> bool | None:
    if given is None:
        return None
    word = str(given).strip().lower().removesuffix(".0")
    if word in _YES | _NO:
        return word in _YES
    problem = f"must be yes or no (1 or 0), not {given!r}"[:120]
    raise _bad(example, f"ratings.{dimension}", problem)


def _bad(example: Example, field: str, problem: str) -> BadInput:
    return BadInput(f"question '{example.id}': {problem}", field=field)
