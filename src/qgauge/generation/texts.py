"""Texts cut into passages: paragraphs of a size that a person or a model reads at once."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil

from qgauge.text.sentences import sentence_spans
from qgauge.text.words import word_set

MOST_WORDS = 250
"""Words of a passage; a longer paragraph is split between sentences."""
LEAST_WORDS = 80
"""A paragraph with fewer words is joined with the next one."""
MOST_CONTEXT = 2
"""Sentences before a passage that are shown with it."""

_UNSEEN = dict.fromkeys(map(ord, "\ufeff\u00ad\u200b\u2060"), "")
_CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f]")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_BACKWARD = word_set(
    "he she it they him her them his hers its their theirs himself herself itself themselves "
    "this that these those such both another"
)
"""Words that refer to something said before, where a text begins with them."""
_ENDS_LINE = re.compile(r"[.!?…:;,)\]\"'”’–—-]\s*$")
_STARTS_PARAGRAPH = re.compile(r"\s*[\"'“‘(\[]?[A-Z0-9]")


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document that questions are asked about."""

    text: str
    """The passage, after the sentences before it that its pronouns need."""
    start: int
    """Character offset of `text` in the document."""
    own: int = 0
    """Offset in `text` where the passage itself begins. Nothing is asked about what is before."""


@dataclass(frozen=True)
class Document:
    """A text to ask about: paragraphs separated by empty lines.

    Examples:
        >>> from qgauge.generation.texts import document_of
        >>> document = document_of("pool", "The pool\\nleaks.  It closes.")
        >>> document.text, document.sentences
        ('The pool leaks. It closes.', ((0, 15), (16, 26)))
    """

    id: str
    """Its name, unique among the documents of a quiz."""
    text: str

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """Start and end of each sentence."""
        return tuple(sentence_spans(self.text))

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The passages, in order. Their own parts do not overlap and leave no word out."""
        return tuple(self._with_context(start, end) for start, end in _joined(_pieces(self)))

    def sentence_at(self, place: int) -> int:
        """Return the index of the sentence at a character offset; the one before, between two."""
        return max(0, bisect_right(self.sentences, place, key=lambda one: one[0]) - 1)

    def _with_context(self, start: int, end: int) -> Passage:
        first = at = self.sentence_at(start)
        while at and first - at < MOST_CONTEXT and refers_back(self._sentence(at)):
            at -= 1
        shown = self.sentences[at][0] if at < first else start
        return Passage(self.text[shown:end], shown, start - shown)

    def _sentence(self, at: int) -> str:
        start, end = self.sentences[at]
        return self.text[start:end]


def document_of(id: str, text: str) -> Document:
    """Return a document with one line per paragraph, however the lines of the text are wrapped.

    Args:
        id: Its name.
        text: Plain text; empty lines separate paragraphs.

    Returns:
        The document, without control characters and repeated spaces.
    """
    plain = _CONTROL.sub(" ", text.translate(_UNSEEN).replace("\r\n", "\n").replace("\r", "\n"))
    return Document(id, "\n\n".join(_paragraphs(plain)))


def refers_back(sentence: str) -> bool:
    """Return whether a sentence needs the one before: a pronoun comes before any name.

    Examples:
        >>> from qgauge.generation.texts import refers_back
        >>> refers_back("Then he sold it."), refers_back("Then Bram sold his boat.")
        (True, False)
    """
    for at, word in enumerate(_WORD.findall(sentence)):
        if word.lower() in _BACKWARD:
            return True
        if at and word[0].isupper() and word != "I":
            return False
    return False


def count_words(text: str) -> int:
    """Return the number of words of a text."""
    return len(_WORD.findall(text))


# ------------------------------------------------------------------ paragraphs


def _paragraphs(text: str) -> Iterator[str]:
    block: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.strip():
            block.append(line)
        elif block:
            yield from _unwrapped(block)
            block = []


def _unwrapped(lines: Sequence[str]) -> Iterator[str]:
    """Join wrapped lines; a short line without a mark at its end is a heading of its own."""
    wide = max(map(len, lines))
    part: list[str] = []
    for line, after in pairwise([*lines, ""]):
        part += line.split()
        heading = len(line) < 0.6 * wide and not _ENDS_LINE.search(line[-5:])
        if not after or (heading and _STARTS_PARAGRAPH.match(after)):
            yield " ".join(part)
            part = []


# ------------------------------------------------------------------ passages


def _pieces(document: Document) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and number of words of each paragraph, or of each part of a long one."""
    text = document.text
    at = 0
    for paragraph in text.split("\n\n"):
        start, end = at, at + len(paragraph)
        at = end + 2
        words = count_words(paragraph)
        if not words:
            continue
        if words <= MOST_WORDS:
            yield start, end, words
            continue
        aim = words / ceil(words / MOST_WORDS)
        first, sum_words = start, 0
        sentences = document.sentences[
            document.sentence_at(start) + 1 : document.sentence_at(end) + 1
        ]
        bounds = [first for first, _ in sentences if first < end]
        for bound, after in pairwise([start, *bounds, end]):
            for cut in _cuts(text, bound, after):
                size = count_words(text[bound:cut])
                if sum_words and sum_words + size > aim:
                    yield first, bound, sum_words
                    first, sum_words = bound, 0
                sum_words += size
                bound = cut
        yield first, end, sum_words


def _cuts(text: str, start: int, end: int) -> Iterator[int]:
    """Yield where a sentence may be cut: at its end, and within it if it goes on and on."""
    words = 0
    for found in _WORD.finditer(text, start, end):
        if words == MOST_WORDS:
            yield found.start()
            words = 0
        words += 1
    yield end


def _joined(pieces: Iterator[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Join short paragraphs with their neighbours."""
    found: list[tuple[int, int, int]] = []
    for start, end, words in pieces:
        if found:
            first, _, before = found[-1]
            if min(before, words) < LEAST_WORDS and before + words <= MOST_WORDS:
                found[-1] = first, end, before + words
                continue
        found.append((start, end, words))
    return [(start, end) for start, end, _ in found]
