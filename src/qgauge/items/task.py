"""The task a question was made for, and the judges' verdict on it, as a row has them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qgauge.concepts import document
from qgauge.core import BadInput, Example

TYPE, SNIPPETS, TRACK, VERDICT = "question_type", "snippets", "track", "filtered"
"""The columns."""

_NO = frozenset({"no", "false", "0"})
_YES = frozenset({"yes", "true", "1"})


@dataclass(frozen=True, slots=True)
class Task:
    """What the challenge asks for: a question of a type, from snippets, for an application."""

    question_type: str = ""
    snippets: tuple[str, ...] = ()
    track: str = ""

    def as_json(self) -> dict[str, Any]:
        named = {TYPE: self.question_type, SNIPPETS: list(self.snippets), TRACK: self.track}
        return {name: value for name, value in named.items() if value}


def task_of(example: Example) -> Task:
    """The task record of a row; BadInput names the field that cannot be read.

    Snippets are texts, or places in the passage as `qgauge concepts` takes them.
    """
    return Task(_text(example, TYPE), _snippets(example), _text(example, TRACK))


def _text(example: Example, field: str) -> str:
    given = example.meta.get(field)
    if given is None:
        return ""
    if not isinstance(given, str):
        raise _bad(example, field, f"must be a text, not {given!r}"[:120])
    return given.strip()


def _snippets(example: Example) -> tuple[str, ...]:
    given = example.meta.get(SNIPPETS)
    if given is None or given == "":
        return ()
    if isinstance(given, str):
        if not given.lstrip().startswith("["):
            return (given,)
        try:
            given = json.loads(given)  # as tables have it
        except ValueError:
            return (given,)
    if not isinstance(given, list):
        raise _bad(example, SNIPPETS, "must be a text or a list of texts or of [start, end]")
    if all(isinstance(one, str) for one in given):
        return tuple(given)
    if not example.passage:
        raise _bad(example, SNIPPETS, "places need a passage; give its text as 'passage'")
    row = {"id": example.id, "text": example.passage, "annotators": {SNIPPETS: given}}
    try:
        marked = document(row)
    except BadInput as error:
        place = error.field.removeprefix("annotators.") or SNIPPETS
        raise _bad(example, place, error.problem) from None
    return tuple(one.text(marked.text) for one in marked.annotators[SNIPPETS])


def filtered(example: Example, judged: Sequence[str] = ()) -> str:
    """Why judges filtered the question out; "" if they did not.

    Either the row says so, or in one of the `judged` dimensions more than half of them said no.
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
        problem = f'must say why judges filtered it, such as "type", or nothing; not {given!r}'
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
    problem = f"a judge says yes or no (1 or 0) here, not {given!r}"[:120]
    raise _bad(example, f"ratings.{dimension}", problem)


def _bad(example: Example, field: str, problem: str) -> BadInput:
    return BadInput(f"question '{example.id}': {problem}", field=field)
