"""Exports of Label Studio, in its format JSON (not JSON-MIN), as of version 1.x."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from qgauge.annotate.imports.given import Given, Mark, texts_in, utc
from qgauge.core import BadInput

SKIPPED = "skipped in Label Studio"
_SIDES = {"left": "a", "right": "b"}


def read(row: dict[str, Any], _: str, rater: str) -> Iterator[Given]:
    """Yield the annotations of a row; predictions and drafts are ignored."""
    data, annotations = row.get("data"), row.get("annotations", row.get("completions"))
    if not isinstance(data, dict) or not isinstance(annotations, list):
        hint = "; export as JSON, not as JSON-MIN" if "annotation_id" in row else ""
        raise BadInput(f"must have 'data' and 'annotations'{hint}")
    for at, one in enumerate(annotations):
        where = f"annotations[{at}]"
        if not isinstance(one, dict) or not isinstance(one.get("result"), list):
            raise BadInput("must be an object with a 'result'", field=where)
        seconds = one.get("lead_time")
        yield Given(
            rater=rater or _person(one.get("completed_by"), f"{where}.completed_by"),
            ids=[str(data["id"])] if "id" in data else [],
            texts=texts_in(data),
            system=str(data.get("system") or ""),
            marks=list(_marks(one["result"], where)),
            units=("utf-16", "characters"),  # browsers count UTF-16 units
            where="data",
            skipped=SKIPPED if one.get("was_cancelled") else "",
            seconds=float(seconds) if isinstance(seconds, int | float) else 0.0,
            saved=utc(one.get("updated_at") or one.get("created_at")),
        )


def _person(given: Any, where: str) -> str:
    if isinstance(given, dict):
        given = given.get("email") or given.get("username") or given.get("id")
    if isinstance(given, str) and given.strip():
        return given.strip()
    if type(given) is int:
        return f"user {given}"
    raise BadInput("does not say who it was; add --rater NAME", field=where)


def _marks(result: list[Any], where: str) -> Iterator[Mark]:
    for at, one in enumerate(result):
        place = f"{where}.result[{at}]"
        value = one.get("value") if isinstance(one, dict) else None
        if not isinstance(value, dict):
            kind = one.get("type") if isinstance(one, dict) else None
            raise BadInput(f"{kind or 'this'} is not a rating, a label or a span", field=place)
        name, kind = str(one.get("from_name") or ""), str(one.get("type") or "")
        if kind in ("choices", "textarea"):
            for label in _listed(value.get("choices" if kind == "choices" else "text")):
                yield Mark(name, label, place)
        elif kind in ("rating", "number"):
            yield Mark(name, value.get(kind), place)
        elif kind == "pairwise":
            side = str(value.get("selected") or "same")
            yield Mark(name, _SIDES.get(side, side), place)
        elif kind in ("labels", "hypertextlabels"):
            ends = value.get("globalOffsets") or value
            start, end = ends.get("start"), ends.get("end")
            if type(start) is not int or type(end) is not int:
                raise BadInput("must have 'start' and 'end' as whole numbers", field=place)
            for label in _listed(value.get(kind) or value.get("labels")) or [""]:
                yield Mark(name, label, place, span=(start, end), quoted=value.get("text"))
        else:
            raise BadInput(f"results of type '{kind[:40]}' are not read", field=place)


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
