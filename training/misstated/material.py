"""What a passage offers for changes: its names with their types, numbers, verbs and nouns."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from qgauge.tools.roles import Parse
from training.misstated.word_lists import PEOPLE
from training.reader.records import STOP, Question, split
from training.unlabelled_pairs.question_rules import lemma
from training.unlabelled_pairs.sentence_changes import names_of
from training.unlabelled_pairs.tagger import Tagger, Token, join, word_set

NAMED = ("PER", "LOC", "ORG")
NUMBER = re.compile(
    r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w,])|(?<![\w.,])\d+(?:\.\d+)?(?![\w]|[.,]\d)"
)
YEAR = re.compile(r"1[0-9]\d\d|20[0-3]\d")
_MONTHS = word_set(
    """january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday"""
)


@dataclass
class Material:
    """Names, numbers and content words of one passage."""

    sentences: list[str]
    names: list[tuple[str, str]] = field(default_factory=list)
    verbs: dict[str, bool] = field(default_factory=dict)
    nouns: dict[str, list[str]] = field(default_factory=lambda: {"NN": [], "NNS": [], "JJ": []})

    def __post_init__(self) -> None:
        self.stems = [stems(s) for s in self.sentences]
        self.low = " ".join(self.sentences).lower()

    @property
    def numbers(self) -> list[str]:
        found = [m[0] for s in self.sentences for m in NUMBER.finditer(s)]
        return list(dict.fromkeys(found))

    def supported(self, new: str, others: str) -> bool:
        """Return whether one sentence has the new words and most of the other words."""
        mine, rest = stems(new), stems(others)
        return any(
            mine <= have and len(rest & have) >= 0.5 * max(1, len(rest)) for have in self.stems
        )

    def best(self, text: str) -> int:
        """Return the sentence that shares most words with a text."""
        mine = stems(text)
        return max(range(len(self.stems)), key=lambda i: (len(mine & self.stems[i]), -i))


@lru_cache(maxsize=300_000)
def stems(text: str) -> frozenset[str]:
    """Return the first five letters of the content words, so that built forms match roughly."""
    return frozenset(w[:5] for w in re.findall(r"\w\w+|\d", text.lower()) if w not in STOP)


class Types:
    """The types of names, learnt from the parsed questions and from what they ask for."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)

    def learn(self, questions: Iterable[Question], parses: dict[str, Parse]) -> None:
        for q in questions:
            for name, kind in entities(parses[q.text]):
                self.counts[name.lower()][kind] += 1
            asked = asked_type(q.text)
            if asked and q.answer[:1].isupper() and len(q.answer.split()) < 5:
                self.counts[q.answer.lower()][asked] += 2

    def of(self, name: str) -> str:
        """Return the most frequent type of a name, or of its last word."""
        for part in (name, name.split()[-1], name.split()[0]):
            if found := self.counts.get(part.lower()):
                return sorted(found.items(), key=lambda c: (-c[1], c[0]))[0][0]
        return ""


def asked_type(text: str) -> str:
    """Return the type of name that a question asks for."""
    low = text.lower()
    if re.match(r"(who|whose|which (man|woman|person|player|king|president|author))\b", low):
        return "PER"
    if re.match(
        r"(in )?(where|(what|which) (city|country|state|town|county|region|continent))", low
    ):
        return "LOC"
    if re.match(r"(what|which) (company|organi[sz]ation|team|university|school|party|band)", low):
        return "ORG"
    return ""


def entities(parse: Parse) -> list[tuple[str, str]]:
    """Return the names of a parsed text with their types."""
    out: list[tuple[str, str]] = []
    for places in name_spans(parse):
        words = [parse.words[i] for i in places]
        out.append((" ".join(w.text for w in words), words[0].entity))
    return out


def name_spans(parse: Parse) -> list[list[int]]:
    """Return the places of the names, without a leading article."""
    found: list[list[int]] = []
    last = -2
    for i, word in enumerate(parse.words):
        if word.entity not in NAMED or not word.text[:1].isalnum():
            continue
        if i == last + 1 and found and parse.words[last].entity == word.entity:
            found[-1].append(i)
        else:
            found.append([i])
        last = i
    trimmed = [p[1:] if parse.words[p[0]].text.lower() in ("the", "a") else p for p in found]
    return [
        p
        for p in trimmed
        if p and parse.words[p[0]].text[:1].isupper() and parse.words[p[-1]].text[:1].isalnum()
    ]


def material(passage: str, tagger: Tagger, types: Types) -> Material:
    """Collect the material of a passage with the small tagger."""
    sentences = split(passage) or [passage]
    tagged = [tagger.tag(s) for s in sentences]
    found = Material(sentences)
    seen: set[str] = set()
    for tokens in tagged:
        for a, b in names_of(tokens):
            name = join(tokens[a:b]).strip(" .,'’-")
            kind = types.of(name) if name else ""
            if kind and name not in seen and usable(name, b - a):
                seen.add(name)
                found.names.append((name, kind))
        _add_words(found, tokens)
    return found


def usable(name: str, size: int) -> bool:
    return (
        size < 5
        and len(name) > 2
        and name[0].isupper()
        and name.lower() not in _MONTHS
        and not re.search(r"[^\w .'’-]", name)
        and (not name.isupper() or len(name) < 6)
    )


def _add_words(found: Material, tokens: Sequence[Token]) -> None:
    for at, token in enumerate(tokens):
        low = token.low
        if not low.isalpha() or len(low) < 3:
            continue
        after = tokens[at + 1].code if at + 1 < len(tokens) else "."
        if token.code in "DZBEG":
            base = lemma(token.text)
            found.verbs[base] = found.verbs.get(base, False) or after in "djnNpc"
        elif token.tag in ("NN", "NNS") and token.text == low:
            if low not in found.nouns[token.tag]:
                found.nouns[token.tag].append(low)
        elif token.tag == "JJ" and token.text == low and low not in found.nouns["JJ"]:
            found.nouns["JJ"].append(low)


def characters(found: Material) -> list[str]:
    """Return the nouns of the passage that stand for a person or an animal."""
    return [n for n in found.nouns["NN"] if n in PEOPLE]


def overlap(one: str, two: str) -> bool:
    """Return whether two phrases share a content word or one contains the other."""
    return bool(stems(one) & stems(two)) or one.lower() in two.lower() or two.lower() in one.lower()
