"""A small trigram tagger, trained in seconds on UD EWT, for the rules that make training pairs.

The package does not use it: the rules need verbs, nouns and names only roughly, and often.
"""

from __future__ import annotations

import gzip
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from lemminflect import getAllLemmas

Tagged = tuple[str, str]
SHARES = (0.03, 0.27, 0.7)
"""Weights of single tags, pairs and triples of tags."""
TOKEN = re.compile(
    r"(?:[A-Z]\.){2,}|(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|No|Gen|Col|Prof|vs)\.|\d+(?:,\d{3})*(?:\.\d+)?(?=\W|$)"
    r"|\w+(?=n['’]t\b)|n['’]t\b|['’](?:s|re|ve|ll|d|m)\b|\w+(?:[-’']\w+)*?(?=['’](?:s|re|ve|ll|d|m)\b)"
    r"|\w+(?:[-–/&.]\w+)*|\.{2,}|--+|\S"
)


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


BE = word_set("is are was were am 's 're 'm")
HAVE, DO = word_set("has have had 've"), word_set("do does did")
CLAUSE = word_set("that because although though while if whereas unless whether lest")


@dataclass(frozen=True)
class Token:
    """A word with its tag, and whether a space precedes it."""

    text: str
    tag: str
    space: bool = True

    @property
    def low(self) -> str:
        return self.text.lower()

    @property
    def code(self) -> str:
        """Return one letter for the tag, so that regular expressions can run over sentences."""
        return _code(self.text, self.tag)


@lru_cache(maxsize=500_000)
def _code(text: str, tag: str) -> str:
    low = text.lower().replace("’", "'")
    if tag in ("VBD", "VBZ", "VBP", "MD"):
        for words, letter in ((BE, "b"), (HAVE, "h"), (DO, "q")):
            if low in words:
                return letter
    if tag == "IN":
        return "f" if low == "of" else "S" if low in CLAUSE else "i"
    return {
        "DT": "d", "PDT": "d", "PRP$": "d", "CD": "c", "$": "c", "JJ": "j", "JJR": "j", "JJS": "j",
        "NN": "n", "NNS": "n", "NNP": "N", "NNPS": "N", "PRP": "p", "POS": "s", "VBD": "D",
        "VBZ": "Z", "VBP": "Z", "VB": "B", "VBN": "E", "VBG": "G", "MD": "m", "TO": "t",
        "RB": "r", "RBR": "r", "RBS": "r", "CC": "&", ",": ",", ".": ".", "WDT": "w", "WP": "w",
        "WP$": "w", "WRB": "w", "EX": "x", "RP": "R",
    }.get(tag, "o")  # fmt: skip


def codes(tokens: Sequence[Token]) -> str:
    """Return the letters of a sentence."""
    return "".join(t.code for t in tokens)


def tokenise(text: str) -> list[tuple[str, bool]]:
    """Split into words and marks, each with whether a space precedes it."""
    return [(m[0], text[m.start() - 1 : m.start()].isspace()) for m in TOKEN.finditer(text)]


def join(tokens: Iterable[Token]) -> str:
    """Join tokens into running text."""
    return "".join(" " * t.space + t.text for t in tokens).strip()


def spaced(words: str, tag: str = "XX") -> list[Token]:
    """Return tokens of one tag from words separated by spaces."""
    return [Token(w, tag) for w in words.split()]


def with_text(token: Token, text: str) -> Token:
    return Token(text, token.tag, token.space)


class Tagger:
    """Counts of tags, and the most likely sequence by Viterbi."""

    def __init__(self, sentences: Iterable[Sequence[Tagged]]) -> None:
        self.words: dict[str, Counter[str]] = defaultdict(Counter)
        self.endings: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self.tags: Counter[str] = Counter()
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.triples: Counter[tuple[str, str, str]] = Counter()
        self._steps: dict[tuple[str, str, str], float] = {}
        self._seen: dict[tuple[str, bool], list[tuple[str, float]]] = {}
        for sentence in sentences:
            before, last = "^", "^"
            for at, (word, tag) in enumerate(sentence):
                form = word.lower() if at == 0 and tag not in ("NNP", "NNPS") else word
                self.words[form][tag] += 1
                if tag not in ("DT", "PRP", "IN", "CC", "TO", "MD"):
                    for ending in self._endings(form):
                        self.endings[ending][tag] += 1
                self.tags[tag] += 1
                self.pairs[last, tag] += 1
                self.triples[before, last, tag] += 1
                before, last = last, tag
            self.tags["^"] += 1
            self.pairs["^", "^"] += 1
        self.total = sum(self.tags.values())

    @staticmethod
    def _endings(word: str) -> list[tuple[str, str]]:
        shape = "9" if word[:1].isdigit() else "X" if word[:1].isupper() else "x"
        return [(shape, word[-n:].lower() if n else "") for n in (4, 3, 2, 1, 0)]

    def choices(self, word: str, first: bool) -> list[tuple[str, float]]:
        """Return the tags of a word with log(P(tag | word) / P(tag))."""
        if (word, first) in self._seen:
            return self._seen[word, first]
        low = word.lower()
        counts = Counter(self.words.get(word, {}))
        if first or not counts:
            counts += self.words.get(low, Counter())
        weights: dict[str, float] = dict(counts)
        if not counts or (sum(counts.values()) < 3 and word.isalpha()):
            weights = self._guessed(word, first, counts)
        size = sum(weights.values())
        best = sorted(weights.items(), key=lambda c: (-c[1], c[0]))[:6]
        scored = [(t, math.log(n / size / (self.tags[t] or 1) * self.total)) for t, n in best]
        self._seen[word, first] = scored
        return scored

    def _guessed(self, word: str, first: bool, counts: Counter[str]) -> dict[str, float]:
        """Return weights for the tags of a rare word, by its ending and by the dictionary."""
        low = word.lower()
        weights: dict[str, float] = defaultdict(float, {t: 3.0 * n for t, n in counts.items()})
        known = _possible(low) if word == low or first else set()
        for ending in self._endings(word if not first else low):
            found = self.endings.get(ending, Counter())
            size = sum(found.values())
            if size >= (1 if not ending[1] else 8):
                for tag, n in found.items():
                    if n / size > 0.01:
                        weights[tag] += n / size * (1 if not known or tag in known else 0.05)
                break
        for tag in sorted(known):
            weights[tag] += 0.15
        if first and word[:1].isupper() and low not in self.words:
            weights["NNP"] += 0.3 * sum(weights.values()) + 0.1
        return weights or {"CD" if word[:1].isdigit() else "NN": 1.0}

    def _step(self, before: str, last: str, tag: str) -> float:
        key = (before, last, tag)
        if key not in self._steps:
            one, two, three = SHARES
            share = one * self.tags[tag] / self.total
            share += two * self.pairs[last, tag] / (self.tags[last] or 1)
            share += three * self.triples[key] / (self.pairs[before, last] or 1)
            self._steps[key] = math.log(share or 1e-9)
        return self._steps[key]

    def tag(self, text: str) -> list[Token]:
        """Return the tokens of a sentence."""
        words = tokenise(text)
        trail: list[dict[tuple[str, str], tuple[str, str]]] = []
        scores, steps = {("^", "^"): 0.0}, self._steps
        for at, (word, _) in enumerate(words):
            new: dict[tuple[str, str], float] = {}
            back: dict[tuple[str, str], tuple[str, str]] = {}
            for tag, fit in self.choices(word, at == 0 or words[at - 1][0] in '"“`'):
                for (before, last), score in scores.items():
                    step = steps.get((before, last, tag))
                    total = score + fit + (step or self._step(before, last, tag))
                    if total > new.get((last, tag), -math.inf):
                        new[last, tag], back[last, tag] = total, (before, last)
            scores = new
            trail.append(back)
        if not words:
            return []
        state = max(scores, key=lambda s: (scores[s], s))
        tags = []
        for back in reversed(trail):
            tags.append(state[1])
            state = back[state]
        return [Token(w, t, s) for (w, s), t in zip(words, reversed(tags))]


def _possible(word: str) -> set[str]:
    """Return the tags that lemminflect's dictionary allows for a lower-case word."""
    found: set[str] = set()
    for pos, lemmas in getAllLemmas(word).items():
        if pos == "VERB":
            if word in lemmas:
                found |= {"VB", "VBP"}
            elif word.endswith("ing"):
                found.add("VBG")
            elif word.endswith("s"):
                found.add("VBZ")
            else:
                found |= {"VBD", "VBN"}
        elif pos == "NOUN":
            found.add("NN" if word in lemmas else "NNS")
        elif pos == "ADJ":
            found.add("JJ" if word in lemmas else "JJR" if word.endswith("er") else "JJS")
        elif pos == "ADV":
            found.add("RB")
    return found


def ewt(folder: Path) -> tuple[list[list[Tagged]], list[tuple[str, str]]]:
    """Return EWT's tagged training sentences, and its sentences with their documents."""
    tagged: list[list[Tagged]] = []
    texts: list[tuple[str, str]] = []
    document, rows = "", []
    path = folder / "ud_ewt/en_ewt-ud-train.rebuilt.conllu.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            columns = line.rstrip("\n").split("\t")
            if line.startswith("# newdoc"):
                document = line.partition("=")[2].strip()
            elif line.startswith("# text = "):
                texts.append((document, line[9:].strip()))
            elif len(columns) > 4 and columns[0].isdigit():
                rows.append((columns[1], columns[4]))
            elif not line.strip() and rows:
                tagged.append(rows)
                rows = []
    return tagged, texts
