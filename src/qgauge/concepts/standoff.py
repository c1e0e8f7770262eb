"""Parse brat's standoff format: one span per line, `T1<TAB>Type 0 12;20 25<TAB>text`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from qgauge.concepts.documents import OPTIONAL, VITAL
from qgauge.core.errors import BadInput

_PAIR = r"-?\d{1,18} -?\d{1,18}"
_SPAN = re.compile(rf"T\S+\t(\S+) ({_PAIR}(?:;{_PAIR})*)(?:\t(.*))?", re.DOTALL)
_OTHER = re.compile(r"[REAMN#*]\S*\t")
"""Relations, events, attributes, notes and equivalences, which are ignored."""


def standoff(lines: Iterable[str], file: str) -> list[dict[str, Any]]:
    """Return the spans of one file with their types, in the form of a JSON row."""
    spans = []
    for number, line in enumerate(lines, 1):
        bare = line.rstrip("\r\n")
        if not bare.strip() or _OTHER.match(bare):
            continue
        found = _SPAN.fullmatch(bare)
        if found is None:
            problem = "not a span in brat's format, T1<TAB>Type 0 12<TAB>the text"
            raise BadInput(problem, file=file, line=number)
        pairs = [[int(end) for end in pair.split()] for pair in found[2].split(";")]
        span: dict[str, Any] = {"fragments": pairs, "type": found[1], "line": number}
        if found[3] is not None:
            span["text"] = found[3]
        spans.append(span)
    return spans


def by_verdict(spans: Iterable[dict[str, Any]], file: str) -> dict[str, list[dict[str, Any]]]:
    """Group the spans of an adjudicated file by type, which must be Vital or Optional."""
    decided: dict[str, list[dict[str, Any]]] = {VITAL: [], OPTIONAL: []}
    for span in spans:
        verdict = span["type"].lower()
        if verdict not in decided:
            problem = f"an adjudicated span must be Vital or Optional, not '{span['type']}'"
            raise BadInput(problem, file=file, line=span["line"])
        decided[verdict].append(span)
    return decided
