"""Exports of Potato: `annotated_instances.jsonl` in a folder per person, as of versions 1 and 2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from qgauge.annotate.imports.given import Given, Mark
from qgauge.core import BadInput

_TIME = re.compile(r"(?:(\d+)d\s*)?(?:(\d+)h\s*)?(?:(\d+)m\s*)?(\d+)s")
_UNNAMED = re.compile(r"(scale|label)_?\d+|slider|number|select\w*", re.IGNORECASE)
"""Boxes whose name says nothing: the value is what was chosen."""
_OFF = (None, False, "", "false")
"""Values of boxes that are not ticked."""


def read(row: dict[str, Any], file: str, rater: str) -> Iterator[Given]:
    """Yield what a row says; its folder is named after the person."""
    id = row.get("id", row.get("instance_id"))
    labels, spans = row.get("label_annotations"), row.get("span_annotations") or []
    if not isinstance(labels, dict):
        raise BadInput("must be an object by schema", field="label_annotations")
    who = rater or row.get("user_id") or row.get("user") or Path(file).absolute().parent.name
    texts = [row[name] for name in ("displayed_text", "text") if isinstance(row.get(name), str)]
    yield Given(
        rater=str(who),
        ids=[] if id is None else [str(id)],
        texts=texts,
        system=str(row.get("system") or ""),
        marks=[*_labels(labels), *_spans(spans)],
        units=("characters", "utf-16"),
        where="displayed_text" if texts else "id",
        seconds=_seconds(row.get("behavioral_data")),
    )


def _labels(given: dict[str, Any]) -> Iterator[Mark]:
    for schema, chosen in given.items():
        where = f"label_annotations.{schema}"
        if isinstance(chosen, dict):
            for name, value in chosen.items():
                if value not in _OFF:
                    # The value of another box is its number, not what was chosen.
                    other = value if _UNNAMED.fullmatch(name) else None
                    yield Mark(schema, name, where, other=other, typed=str(value))
        elif isinstance(chosen, list):
            yield from (Mark(schema, one, where) for one in chosen)
        elif chosen not in _OFF:
            yield Mark(schema, chosen, where)


def _spans(given: Any) -> Iterator[Mark]:
    if isinstance(given, dict):  # by schema
        listed = [(name, one) for name, some in given.items() for one in some]
    elif isinstance(given, list):
        listed = [("", one) for one in given]
    else:
        raise BadInput("must be a list of spans", field="span_annotations")
    for at, (schema, one) in enumerate(listed):
        where = f"span_annotations[{at}]"
        if not isinstance(one, dict) or not type(one.get("start")) is type(one.get("end")) is int:
            raise BadInput("must have 'start' and 'end' as whole numbers", field=where)
        label = one.get("annotation") or one.get("name") or one.get("label")
        name = one.get("schema") or schema
        quoted = one.get("span") or one.get("text")
        span = one["start"], one["end"]
        yield Mark(str(name), label, where, span=span, quoted=quoted)


def _seconds(behaviour: Any) -> float:
    """Return the time on the task from a text such as "Time spent: 0d 0h 1m 12s"."""
    told = behaviour.get("time_string") if isinstance(behaviour, dict) else None
    found = _TIME.search(told) if isinstance(told, str) else None
    if found is None:
        return 0.0
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return float(seconds + 60 * (minutes + 60 * (hours + 24 * days)))
