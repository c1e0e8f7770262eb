"""Questions, the collection of training records, and simple word and sentence splitting."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

STOP = frozenset(
    re.findall(
        r"\w+",
        "the a an of in on at to for and or is was were are be by with from as that this it its "
        "did do does what who which when where why how many much his her their he she they had "
        "has have",
    )
)


ABBREVIATED = re.compile(
    r"(?:\b[A-Z]|\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|vs|etc|No|Gen|Col|Prof|Lt|Sgt|Rev|Hon|Mt|c|ca|approx))\.$"
)


Record = dict[str, Any]


def part(text: str, parts: int = 10) -> int:
    """Return a stable hash bucket for a text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % parts


def words(text: str) -> list[str]:
    """Return lower-case content words."""
    return [w for w in re.findall(r"[\w'-]+", text.lower()) if w not in STOP]


def split(text: str) -> list[str]:
    """Split a text into sentences, roughly: not after an initial or a common abbreviation."""
    ends = re.finditer(r"(?<=[.!?])[\"'”’)]?\s+(?=[A-Z\"'“(])", text)
    cuts = [m.end() for m in ends if not ABBREVIATED.search(text[: m.end()].rstrip())]
    return [text[a:b].strip() for a, b in zip([0, *cuts], [*cuts, len(text)]) if text[a:b].strip()]


def sentences(text: str) -> list[str]:
    """Return the sentences of 4 to 60 words."""
    return [s for s in split(text) if 4 <= len(s.split()) <= 60]


@dataclass
class Question:
    """A question about one passage; `group` is its article, story or document."""

    source: str
    split: str
    group: str
    passage: str
    text: str
    answers: list[str]
    start: int = -1
    impossible: bool = False

    @property
    def answer(self) -> str:
        return self.answers[0] if self.answers else ""


@dataclass
class Book:
    """Passages and texts by id, and the records that refer to them."""

    passages: dict[str, int] = field(default_factory=dict)
    texts: Counter[str] = field(default_factory=Counter)
    records: list[Record] = field(default_factory=list)

    def passage(self, text: str) -> int:
        return self.passages.setdefault(text, len(self.passages))

    def add(self, **record: Any) -> None:
        for key in ("premise", "hypothesis", "question"):
            if key in record:
                self.texts[record[key]] += 1
        self.records.append(record)

    def write(self, path: Path) -> None:
        """Write the tables first; texts used more than once become ids."""
        ids = {t: i for i, t in enumerate(t for t, n in self.texts.items() if n > 1)}
        # no file name in the header: the same records give the same bytes under any name
        with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as out:

            def line(record: Record) -> None:
                out.write((json.dumps(record, ensure_ascii=False) + "\n").encode())

            for text, i in self.passages.items():
                line({"passage_id": i, "passage": text})
            for text, i in ids.items():
                line({"text_id": i, "text": text})
            for record in self.records:
                shared = {
                    k: ids[v]
                    for k, v in record.items()
                    if k in ("premise", "hypothesis", "question") and v in ids
                }
                line(record | shared)
