"""Synonyms as defined by METEOR, read from an installed WordNet 3.x `dict` folder.

Only the index and exception files are read: two words are synonyms if they or their base forms
share a synset number, and the index has these numbers. WordNet is not included in qgauge.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from qgauge.text.memo import Memo

_PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")
_INDEX_FILES = tuple(f"index.{pos}" for pos in _PARTS_OF_SPEECH)
_EXCEPTION_FILES = tuple(f"{pos}.exc" for pos in _PARTS_OF_SPEECH)
_FILES = _INDEX_FILES + _EXCEPTION_FILES
_USUAL_FOLDERS = (
    "/usr/share/wordnet",
    "/usr/share/wordnet/dict",
    "/usr/local/share/wordnet/dict",
    "/usr/local/WordNet-3.0/dict",
    "/usr/local/WordNet-3.1/dict",
    "/opt/homebrew/opt/wordnet/dict",
    "/usr/local/opt/wordnet/dict",
)

# WordNet's detachment rules (inflected ending, base ending): nouns, then verbs, then adjectives.
# METEOR takes the first rule that gives a known word, whatever its part of speech.
_DETACHMENTS = (
    ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"),
    ("men", "man"), ("ies", "y"),
    ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
    ("er", ""), ("est", ""), ("er", "e"), ("est", "e"),
)  # fmt: skip


def find(folder: str | os.PathLike[str] | None = None) -> Path | None:
    """Return the WordNet folder: the given one, $WNSEARCHDIR, $WNHOME/dict or a usual place."""
    search, home = os.environ.get("WNSEARCHDIR"), os.environ.get("WNHOME")
    usual = filter(None, (search, home and f"{home}/dict", *_USUAL_FOLDERS))
    candidates = map(Path, usual if folder is None else [folder])
    return next(filter(_is_wordnet, candidates), None)


def _is_wordnet(folder: Path) -> bool:
    return all((folder / name).is_file() for name in _FILES)


class WordNet:
    """Synset numbers of English words; files are read on first use."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._known = Memo(self._look_up)

    def synsets(self, word: str) -> frozenset[int]:
        """Return the synsets of a lower-cased word and its base forms, as METEOR does.

        The numbers are file offsets without the part of speech. So, as in METEOR, a noun and a verb
        with equal offsets count as synonyms.
        """
        return self._known[word]

    def synonyms(self, first: str, second: str) -> bool:
        """Return whether two words share a synset, directly or by their base forms."""
        return not self.synsets(first).isdisjoint(self.synsets(second))

    def read(self) -> None:
        """Read all files now.

        Raises:
            OSError: A file cannot be read.
            ValueError: A line is not valid; the message names file and line.
        """
        _ = self._synsets, self._exceptions, self.identity

    @functools.cached_property
    def identity(self) -> str:
        """The WordNet version and a hash of the files used, for the signature of a score."""
        digest = hashlib.sha256()
        for name in _FILES:
            digest.update((self.folder / name).read_bytes())
        with (self.folder / "index.noun").open(encoding="utf-8", errors="replace") as lines:
            header = "".join(line for _, line in zip(range(40), lines, strict=False))
        version = re.search(r"WordNet (?:Release )?(\d+(?:\.\d+)+)", header)
        return f"wordnet-{version[1] if version else 'unknown'}-{digest.hexdigest()[:8]}"

    def _look_up(self, word: str) -> frozenset[int]:
        words = (word, *self._bases(word))
        return frozenset[int]().union(*(self._synsets.get(one, ()) for one in words))

    def _bases(self, word: str) -> tuple[str, ...]:
        """Return the irregular base forms of a word, else the first regular one in WordNet."""
        irregular = self._exceptions.get(word)
        if irregular:
            return irregular
        if len(word) <= 2 or word.endswith("ss"):
            return ()
        regular = (
            word.removesuffix(ending) + base
            for ending, base in _DETACHMENTS
            if word.endswith(ending)
        )
        return next(((base,) for base in regular if base in self._synsets), ())

    @functools.cached_property
    def _synsets(self) -> dict[str, frozenset[int]]:
        """Synset numbers by word, over all parts of speech; multi-word entries are skipped."""
        synsets: dict[str, frozenset[int]] = {}
        for name in _INDEX_FILES:
            for at, fields in self._rows(name):
                word = fields[0]
                if "_" in word:
                    continue
                try:
                    numbers = frozenset(map(int, fields[-int(fields[2]) :]))
                except (IndexError, ValueError):
                    problem = f"{self.folder / name}, line {at} is not a WordNet index line"
                    raise ValueError(problem) from None
                synsets[word] = numbers | synsets.get(word, frozenset())
        return synsets

    @functools.cached_property
    def _exceptions(self) -> dict[str, tuple[str, ...]]:
        """Base forms by irregular form, over all parts of speech."""
        bases: dict[str, tuple[str, ...]] = {}
        for name in _EXCEPTION_FILES:
            for _, (form, *found) in self._rows(name):
                bases[form] = (*bases.get(form, ()), *found)
        return bases

    def _rows(self, name: str) -> Iterator[tuple[int, list[str]]]:
        """Yield the number and the fields of each line; skip the licence, which is indented."""
        with (self.folder / name).open(encoding="utf-8", errors="replace") as lines:
            for at, line in enumerate(lines, start=1):
                if not line.startswith(" ") and (fields := line.split()):
                    yield at, fields
