"""Exports of doccano in JSONL, as of version 1.x: one file per person."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from qgauge.annotate.imports.given import Given, Mark
from qgauge.core import BadInput
from qgauge.data import stem


def read(row: dict[str, Any], file: str, rater: str) -> Iterator[Given]:
    """Yield what a row says; its file is named after the person."""
    text = row.get("text", row.get("data"))
    if not isinstance(text, str):
        raise BadInput("must be a string", field="text")
    known = [name for name in ("label", "labels", "entities") if name in row]
    if not known:
        raise BadInput("must have 'label' or 'entities'")
    marks = [mark for name in known for mark in _marks(row[name], name)]
    if row.get("relations"):
        raise BadInput("relations are not read", field="relations")
    notes = row.get("Comments") or row.get("comments") or []
    yield Given(
        rater=rater or Path(stem(file)).name,
        ids=[str(row["id"])] if "id" in row else [],
        texts=[text],
        system=str(row.get("system") or ""),
        marks=marks,
        units=("characters",),
        where="text",
        note="\n".join(one for one in notes if isinstance(one, str)),
    )


def _marks(given: Any, name: str) -> Iterator[Mark]:
    if isinstance(given, str):
        given = [given]
    if not isinstance(given, list):
        raise BadInput("must be a list", field=name)
    for at, one in enumerate(given):
        where = f"{name}[{at}]"
        if isinstance(one, dict):
            one = [one.get("start_offset"), one.get("end_offset"), one.get("label")]
        if isinstance(one, str):
            yield Mark("", one, where)
        elif (
            isinstance(one, list)
            and len(one) == 3
            and type(one[0]) is type(one[1]) is int
            and isinstance(one[2], str)
        ):
            yield Mark("", one[2], where, span=(one[0], one[1]))
        else:
            raise BadInput("must be a label, or a span such as [0, 9, LABEL]", field=where)
