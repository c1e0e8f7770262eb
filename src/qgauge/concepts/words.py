"""The content words of texts and snippets. A snippet contains a word if it covers half of it."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from typing import Literal

from qgauge.concepts.documents import Snippet
from qgauge.text.stem import stem
from qgauge.text.ud import Word, ud_words
from qgauge.text.words import FUNCTION_WORDS, QUESTION_WORDS

Compare = Literal["words", "stems", "places"]
Words = frozenset[str | int]

_CLITICS = frozenset({"n't", "'s", "'re", "'ve", "'ll", "'d", "'m"})
_NOT_CONTENT = FUNCTION_WORDS | QUESTION_WORDS | _CLITICS
_EMOJI_STYLE = "\ufe0f"
"""Variation selector for colour emoji; the character is the same without it."""


class Lexicon:
    """The content words of one document, cached, and compared in one of three ways.

    Attributes:
        content: The content words with their normalised forms.

    Examples:
        >>> from qgauge.concepts import Lexicon, Snippet
        >>> lexicon = Lexicon("Acid rain damages the forests.", "words")
        >>> sorted(lexicon.of(Snippet(((0, 9),), "ann")))
        ['acid', 'rain']
    """

    def __init__(self, text: str, compare: Compare) -> None:
        """Find the content words of a text.

        Args:
            text: The text of the document.
            compare: `"words"` compares words without case, in Unicode's composed form; `"stems"`
                compares stems; `"places"` compares positions in the text.
        """
        self.content = [(word, form) for word in ud_words(text) if _is_content(form := _form(word))]
        self._starts = [word.start for word, _ in self.content]
        self._ends = [word.end for word, _ in self.content]
        self._compare = compare
        self._known: dict[Snippet, Words] = {}

    def of(self, snippet: Snippet) -> Words:
        """Return the keys by which a snippet is compared; empty if it has no content word."""
        found = self._known.get(snippet)
        if found is None:
            found = frozenset(map(self._key, self.places(snippet)))
            self._known[snippet] = found
        return found

    def places(self, snippet: Snippet) -> set[int]:
        """Return the indices of the content words of which at least half is in the snippet."""
        inside: dict[int, int] = {}
        for start, end in snippet.fragments:
            first, beyond = bisect_right(self._ends, start), bisect_left(self._starts, end)
            for at in range(first, beyond):
                shared = min(end, self._ends[at]) - max(start, self._starts[at])
                inside[at] = inside.get(at, 0) + shared
        return {
            at for at, shared in inside.items() if 2 * shared >= self._ends[at] - self._starts[at]
        }

    def shown(self, keys: Words) -> list[str]:
        """Return compared keys as readable words, in alphabetical order or in text order."""
        if self._compare == "places":
            at_places = sorted(key for key in keys if isinstance(key, int))
            return [self.content[at][1] for at in at_places]
        return sorted(map(str, keys))

    def _key(self, at: int) -> str | int:
        if self._compare == "places":
            return at
        form = self.content[at][1]
        return stem(form) if self._compare == "stems" else form


def _form(word: Word) -> str:
    plain = unicodedata.normalize("NFC", word.text.replace(_EMOJI_STYLE, "").casefold())
    return plain.replace("’", "'")


def _is_content(form: str) -> bool:
    """Return whether a form is neither a function word nor punctuation. Emoji count as content."""
    return form not in _NOT_CONTENT and any(
        sign.isalnum() or unicodedata.category(sign) == "So" for sign in form
    )
