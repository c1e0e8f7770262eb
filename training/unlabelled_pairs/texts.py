"""The texts that the unlabelled pairs are made from, and the texts they must not contain."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from random import Random

from training.reader.records import Question, Record, split, words
from training.unlabelled_pairs.question_rules import lemma
from training.unlabelled_pairs.sentence_changes import Source, names_of
from training.unlabelled_pairs.tagger import Tagger, Token, join
from training.unlabelled_pairs.thesaurus import Thesaurus

MOST_WORDS, WHOLE = 130, 230
"""Maximum words of a usual window (about 170 word pieces), and of any window."""
SIZES = {1: 6, 2: 13, 3: 18, 4: 17, 5: 14, 6: 12, 12: 20}
"""Numbers of sentences per window, with weights; twelve is mostly the whole passage."""


@lru_cache(maxsize=400_000)
def plain(text: str) -> str:
    """Reduce a text to its letters and digits in lower case, for comparisons."""
    return re.sub(r"[\W_]+", "", text.lower())


@dataclass
class Paragraph:
    """Consecutive sentences; `group` is the article, story or document."""

    source: str
    group: str
    sentences: list[str]

    def window(self, at: int, random: Random, most: int = MOST_WORDS) -> tuple[int, int]:
        """Choose one to six sentences around sentence `at`, or many, within the word limit."""
        size = random.choices(list(SIZES), list(SIZES.values()))[0]
        most = WHOLE if size > 6 and most == MOST_WORDS else most
        start = max(0, at - random.randrange(size))
        end = min(len(self.sentences), max(at + 1, start + size))
        while end - start > 1 and sum(len(s.split()) for s in self.sentences[start:end]) > most:
            start, end = (start + 1, end) if at - start > end - 1 - at else (start, end - 1)
        return start, end

    def text(self, start: int, end: int) -> str:
        return " ".join(self.sentences[start:end])


@dataclass
class Texts:
    """Questions of both splits, more training questions, training pairs, documents, tools."""

    questions: list[Question]
    spare: list[Question]
    rows: list[Record]
    documents: list[tuple[str, str]]
    tagger: Tagger
    thesaurus: Thesaurus
    _tags: dict[str, list[Token]] = field(default_factory=dict)

    def tags(self, text: str) -> list[Token]:
        if text not in self._tags:
            self._tags[text] = self.tagger.tag(text)
        return self._tags[text]

    @cached_property
    def training(self) -> list[Question]:
        return [q for q in self.questions if q.split == "train"] + self.spare

    @cached_property
    def paragraphs(self) -> dict[str, Paragraph]:
        """Return the training passages, by their text."""
        found = {}
        for q in self.training:
            if q.passage not in found:
                found[q.passage] = Paragraph(q.source[:5], q.group, split(q.passage))
        return found

    @cached_property
    def neighbours(self) -> dict[tuple[str, str], list[Paragraph]]:
        """Return the paragraphs of each article, story or document."""
        found = defaultdict(list)
        for paragraph in self.paragraphs.values():
            found[paragraph.source, paragraph.group].append(paragraph)
        return found

    def source(self, sentences: Sequence[str], random: Random) -> Source:
        """Collect names and verbs of some sentences, for the changes to use."""
        names, verbs = set(), set()
        for sentence in sentences:
            tokens = self.tags(sentence)
            names |= {join(tokens[a:b]) for a, b in names_of(tokens) if b - a < 5 and (a or b > 1)}
            verbs |= {lemma(t.text) for t in tokens if t.code in "DZBEG"}
        return Source(self.thesaurus, random, sorted(names), sorted(verbs - {"be", "have", "do"}))


class Held:
    """Everything held out: passages, their sentences, questions, premises and hypotheses."""

    def __init__(self, records: Sequence[Record], passages: dict[int, str]) -> None:
        self.texts: set[str] = set()
        self.sentences: set[str] = set()
        for record in records:
            if record["split"] != "test":
                continue
            for key in ("premise", "hypothesis", "question"):
                if key in record:
                    self.texts.add(plain(record[key]))
            if "passage" in record:
                self.texts.add(plain(passages[record["passage"]]))
                self.sentences |= {
                    plain(s) for s in split(passages[record["passage"]]) if len(words(s)) > 3
                }

    def __contains__(self, text: str) -> bool:
        whole = plain(text)
        if whole in self.texts or whole in self.sentences:
            return True
        return any(plain(s) in self.texts or plain(s) in self.sentences for s in split(text))
