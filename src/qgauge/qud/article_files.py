"""Read articles to parse: text with one sentence per line, prose, or rows with sentences."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import Any

from qgauge.core import BadInput
from qgauge.data import Refused, RowFiles, label, read_objects, stem
from qgauge.data.text_files import encoding_problem, open_bytes, open_text
from qgauge.qud.documents import MOST_SENTENCES, Place, name_of, sentences_in, sentences_of
from qgauge.qud.parsing import answered


class ArticleFiles(RowFiles):
    """The articles of one or more files."""

    def articles(
        self, answers: Sequence[int], *, split: bool
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the name and sentences of each article; raise BadInput if there are none."""
        seen: set[str] = set()
        for file, line, number, value in self._read():
            place = Place(label(file), line)
            try:
                if _is_text(file):
                    name, sentences = value, _parted(file) if split else _lines(file)
                elif isinstance(value, dict):
                    name, sentences = name_of(value, place, number), sentences_of(value, place)
                else:
                    raise place.refused("must be an object with sentences", "")
                if sum(map(bool, sentences)) < 2:
                    raise place.refused("an article needs at least two sentences", "sentences")
                if name in seen:
                    raise place.refused(f"the article '{name[:80]}' appears twice", "id")
                answered(name, sentences, answers)
            except BadInput as error:
                self.refuse(error, value)
                continue
            seen.add(name)
            yield name, sentences
        if not seen:
            raise self.no_good_rows("articles")

    def _read(self) -> Iterator[tuple[str, int | None, int, Any]]:
        for file in self.files:
            if _is_text(file):
                with open_bytes(file):  # a missing file stops the run; it is not a bad row
                    pass
                yield file, None, 1, os.path.basename(stem(file))
                continue
            for item in read_objects(file, columns=self.columns):
                if isinstance(item, Refused):
                    self.refuse(item.error, item.row)
                else:
                    yield file, *item


def _is_text(file: str) -> bool:
    return file.lower().endswith((".txt", ".txt.gz"))


def _read(file: str) -> Iterator[tuple[int, str]]:
    with open_text(file) as text:
        for at, line in enumerate(text.lines(), 1):
            if problem := encoding_problem(line):
                raise BadInput(problem, file=text.name, line=at)
            yield at, line


def _parted(file: str) -> tuple[str, ...]:
    return sentences_in("".join(line for _, line in _read(file)))


def _lines(file: str) -> tuple[str, ...]:
    """Read one sentence per line, numbered or not; a gap in the numbers is a missing sentence."""
    found: dict[int, str] = {}
    for at, line in _read(file):
        if not line.strip():
            continue
        numbered = re.fullmatch(r"([0-9]{1,5})\t(.*\S.*)", line.rstrip("\n"))
        number = int(numbered[1]) if numbered else max(found, default=0) + 1
        if number in found or not 1 <= number <= MOST_SENTENCES:
            problem = f"the sentence number {number} is out of range or appears twice"
            raise BadInput(problem, file=label(file), line=at)
        found[number] = (numbered[2] if numbered else line).strip()
    return tuple(found.get(number, "") for number in range(1, max(found, default=0) + 1))
