"""Unlabelled premises and hypotheses: neighbours, changed sentences, parts, statements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from training.reader.records import Record, sentences, words
from training.unlabelled_pairs.sentence_changes import CHANGES, Source, changed
from training.unlabelled_pairs.texts import Texts

Made = tuple[str, str, str]
"""Kind, premise and hypothesis."""
MOST_WORDS = 60
WIDENING = ("shorter", "adjunct", "part", "hypernym")
"""Changes that drop information: in the other direction the hypothesis says more."""


class Pairs:
    """The pool of pairs; the caller removes held-out texts."""

    def __init__(self, texts: Texts, statements: Sequence[tuple[str, str]], random: Random) -> None:
        self.texts, self.statements, self.random = texts, statements, random
        self.sorted: dict[str, list[Record]] = defaultdict(list)
        for row in texts.rows:
            self.sorted[row["source"]].append(row)
        for mine in self.sorted.values():
            mine.sort(key=lambda r: sorted(words(r["premise"]), key=len)[-1:] or [""])

    def all(self) -> Iterator[Made]:
        yield from self.turned()
        yield from self.neighbours()
        yield from self.rare()
        yield from self.changed_rows()
        yield from self.changed_sentences()
        yield from self.stated()

    def turned(self) -> Iterator[Made]:
        """Yield pairs with premise and hypothesis swapped."""
        for row in self.texts.rows:
            if row["source"] != "conjnli" or self.random.random() < 0.2:
                yield "turned", row["hypothesis"], row["premise"]

    def neighbours(self) -> Iterator[Made]:
        """Pair a premise with the hypothesis of one that shares its longest word."""
        for mine in self.sorted.values():
            for step in (1, 2, 3):
                for a, b in zip(mine, mine[step:]):
                    far = step > 1 and a["source"] == "conjnli"
                    if a["premise"] != b["premise"] and not far:
                        yield "neighbour", a["premise"], b["hypothesis"]
            for a, b in pairwise(mine):
                if a["premise"] == b["premise"] and a["hypothesis"] != b["hypothesis"]:
                    yield "sisters", a["hypothesis"], b["hypothesis"]

    def rare(self) -> Iterator[Made]:
        """Pair a premise with a hypothesis that shares a rare word, from any source."""
        holders: dict[str, list[int]] = defaultdict(list)
        rows = self.texts.rows
        for at, row in enumerate(rows):
            for word in sorted(set(words(row["hypothesis"]))):
                if len(word) > 3:
                    holders[word].append(at)
        for row in rows:
            shared = [w for w in words(row["premise"]) if 2 <= len(holders.get(w, ())) <= 25]
            if not shared or self.random.random() < 0.3:
                continue
            other = rows[self.random.choice(holders[self.random.choice(shared)])]
            if other["premise"] != row["premise"]:
                yield "rare word", row["premise"], other["hypothesis"]

    def changed_rows(self) -> Iterator[Made]:
        """Pair premises with changed hypotheses, and with changed copies of themselves."""
        for mine in self.sorted.values():
            for start in range(0, len(mine), 12):
                rows = mine[start : start + 12]
                around = [r["hypothesis"] for r in rows] + [r["premise"] for r in rows[:4]]
                source = self.texts.source(around, self.random)
                for row in rows:
                    yield from self.change(row["premise"], row["hypothesis"], source, "hypothesis")
                    if self.random.random() < 0.6:
                        yield from self.change(
                            row["premise"], row["hypothesis"], source, "hypothesis"
                        )
                for premise in dict.fromkeys(r["premise"] for r in rows):
                    if len(premise.split()) <= MOST_WORDS:
                        for _ in range(2):
                            yield from self.change(premise, premise, source, "premise")

    def change(self, premise: str, text: str, source: Source, of: str) -> Iterator[Made]:
        """Yield (premise, changed text), sometimes changed twice, sometimes swapped."""
        kind, new = changed(self.texts.tags(text), source)
        if not new:
            return
        if self.random.random() < 0.25:
            again, twice = changed(self.texts.tagger.tag(new), source)
            kind, new = (again, twice) if twice else (kind, new)
        if of != "hypothesis" and self.random.random() < (0.35 if kind in WIDENING else 0.1):
            premise, new = new, premise
        yield f"{of} {kind}", premise, new

    def changed_sentences(self) -> Iterator[Made]:
        """Pair sentences of passages and documents with parts, changes and the next sentence."""
        for paragraph in self.texts.paragraphs.values():
            lines = [s for s in paragraph.sentences if 4 <= len(s.split()) <= MOST_WORDS]
            source = self.texts.source(lines, self.random)
            often = {"squad": 2.5, "qamr": 3}.get(paragraph.source, 0.5)
            for line in lines:
                for _ in range(int(often + self.random.random())):
                    yield from self.change(line, line, source, "sentence")
            for one, two in pairwise(lines):
                if self.random.random() < (0.6 if paragraph.source == "squad" else 0.15):
                    yield "next", one, two
        lines = [t for _, t in self.texts.documents if 5 <= len(t.split()) <= 40]
        for start in range(0, len(lines), 12):
            source = self.texts.source(lines[start : start + 12], self.random)
            for line in lines[start : start + 12]:
                yield from self.change(line, line, source, "sentence")

    def stated(self) -> Iterator[Made]:
        """Pair statements made from questions and answers with the sentence or a few around it."""
        for passage, text in self.statements:
            lines = sentences(passage)
            if not lines or len(text.split()) > MOST_WORDS:
                continue
            asked = set(words(text))
            at = max(range(len(lines)), key=lambda i: len(asked & set(words(lines[i]))))
            if self.random.random() < 0.6:
                yield "statement", lines[at], text
            if len(lines) > 1 and self.random.random() < 0.5:
                a, b = max(0, at - self.random.randrange(3)), at + self.random.randint(1, 3)
                while b - a > 1 and sum(len(s.split()) for s in lines[a:b]) > MOST_WORDS:
                    a, b = (a + 1, b) if at > a else (a, b - 1)
                yield "statement window", " ".join(lines[a:b]), text
            if len(lines) > 2 and self.random.random() < 0.1:
                free = [s for i, s in enumerate(lines) if i != at]
                yield "statement elsewhere", self.random.choice(free), text
            if self.random.random() < 0.25:
                source = Source(self.texts.thesaurus, self.random)
                kinds = [k for k in CHANGES if k != "part"]
                kind, new = changed(self.texts.tagger.tag(text), source, kinds)
                if new:
                    yield f"statement {kind}", lines[at], new
