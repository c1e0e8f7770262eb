"""Unlabelled questions and passages: real questions in other contexts, and generated ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from training.reader.records import Question, words
from training.unlabelled_pairs.question_rules import Asked, Asker, apposed, clauses, rephrased
from training.unlabelled_pairs.sentence_changes import ASKED, changed, names_of
from training.unlabelled_pairs.tagger import Token, join, spaced
from training.unlabelled_pairs.texts import MOST_WORDS, WHOLE, Held, Paragraph, Texts

Made = tuple[str, str, str]
"""Kind, passage and question."""
REWORDED = (
    (r"^In what year ", "When "),
    (r"^In which year ", "In what year "),
    (r"^What year ", "When "),
    (r"^When ", "In what year "),
    (r"^When (was|were|did|is) ", r"What year \1 "),
    (r"^Which ", "What "),
    (r"^What (?!is|was|are|were|did|does|do|has|had|have|can|could|would|will|if)", "Which "),
    (r"^What (?:is|was) the name of the (?:person|man|woman) who ", "Who "),
    (r"^What (?:is|was) the name of ", "What is "),
    (r"^Who (?!is|was|are|were|did)", "What is the name of the person who "),
    (r"^Who (?!is|was|are|were|did)", "Which person "),
    (r"^Where ", "In what place "),
    (r"^Why ", "For what reason "),
    (r"^How many ", "What number of "),
    (r"^How (?=did|do|does|is|was)", "In what way "),
    (r"^What (is|was) ", r"Can you tell me what \1 "),
)


def reworded(text: str, random: Random, noun: bool = True) -> str:
    """Rephrase the question, or return ""; `noun` tells whether its second word is a noun."""
    found = [
        re.sub(p, new, text)
        for p, new in REWORDED
        if re.search(p, text) and (noun or new not in ("What ", "Which "))
    ]
    return random.choice(found) if found else ""


def misspelt(text: str, random: Random) -> str:
    """Swap two letters of one word, or drop one."""
    spots = list(re.finditer(r"[a-z]{5,}", text))
    if not spots:
        return text
    m = random.choice(spots)
    at = random.randrange(m.start() + 1, m.end() - 2)
    if random.random() < 0.5:
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    return text[:at] + text[at + 1 :]


def styled(text: str, random: Random) -> str:
    """Return a question as people type it: mostly unchanged."""
    pick = random.random()
    if pick < 0.68:
        return text
    if pick < 0.78:
        return text[:1].lower() + text[1:] if pick < 0.71 else text.lower()
    if pick < 0.86:
        return text.rstrip("? ")
    if pick < 0.95:
        return text.lower().rstrip("? ")
    return misspelt(text, random)


class Questions:
    """The pool of questions; the caller removes those in `held`."""

    def __init__(self, texts: Texts, held: Held, random: Random) -> None:
        self.texts, self.held, self.random = texts, held, random
        self.asker = Asker(texts.thesaurus, random)

    def real(self) -> Iterator[Made]:
        """Use every training question several times."""
        times = {"squad": 5, "squad2": 4, "fairytaleqa": 2, "qamr": 1}
        for q in self.texts.training:
            paragraph = self.texts.paragraphs[q.passage]
            at = answer_sentence(q, paragraph)
            kinds = ["window", "without", "joined", "moved", "changed", "reworded", "relation"]
            if q.source == "qamr":
                weights = [0, 0, 5, 0.7, 3, 2, 0.5]
            else:
                weights = [3.5, 1.2, 1, 1.2, 2.5, 1.2, 0.6]
            for _ in range(times[q.source]):
                how = self.random.choices(kinds, weights)[0]
                yield from self.variant(q, paragraph, at, how)

    def variant(self, q: Question, paragraph: Paragraph, at: int, how: str) -> Iterator[Made]:
        """Use one question in another form or context."""
        text, size = q.text, len(paragraph.sentences)
        start, end = paragraph.window(at, self.random)
        passage = paragraph.text(start, end)
        others = [
            p
            for p in self.texts.neighbours[paragraph.source, paragraph.group]
            if p is not paragraph
        ]
        if how == "without":
            free = [i for i in range(size) if i < start or i >= end] if size > 1 else []
            free = free or [i for i in range(size) if i != at]
            if not free:
                return
            spot = self.random.choice(free)
            a, b = paragraph.window(spot, self.random)
            a, b = (max(a, at + 1), b) if spot > at else (a, min(b, at))
            passage = paragraph.text(a, b)
        elif how in ("joined", "moved"):
            if not others:
                return
            other = self.near(q, others)
            a, b = other.window(
                self.best(q, other), self.random, 70 if how == "joined" else MOST_WORDS
            )
            near = other.text(a, b)
            order = [near, passage] if self.random.random() < 0.5 else [passage, near]
            passage = near if how == "moved" else " ".join(order)
        elif how == "changed":
            around = [s for p in [paragraph, *others[:2]] for s in p.sentences]
            source = self.texts.source(around[:30], self.random)
            kind, text = changed(self.texts.tags(q.text), source, ASKED)
            how = f"changed {kind}"
        elif how == "reworded":
            tags = [t.tag for t in self.texts.tags(q.text)]
            text = reworded(q.text, self.random, tags[1:2] in (["NN"], ["NNS"]))
        elif how == "relation":
            text = self.relation(q, paragraph)
        if text and passage:
            yield f"real {how}", passage, styled(text, self.random)

    def near(self, q: Question, others: list[Paragraph]) -> Paragraph:
        """Return the one of a few paragraphs that shares most words with the question."""
        asked = set(words(q.text))
        tried = self.random.sample(others, min(4, len(others)))
        return max(tried, key=lambda p: len(asked & set(words(" ".join(p.sentences)))))

    def best(self, q: Question, paragraph: Paragraph) -> int:
        asked = set(words(q.text))
        return max(
            range(len(paragraph.sentences)),
            key=lambda i: len(asked & set(words(paragraph.sentences[i]))),
        )

    def relation(self, q: Question, paragraph: Paragraph) -> str:
        """Return a question from elsewhere, about a name in this passage."""
        other = self.random.choice(self.texts.training)
        tokens = self.texts.tags(other.text)
        theirs = [s for s in names_of(tokens) if s[0] > 0]
        mine = sorted({
            join(found[a:b])
            for s in paragraph.sentences
            for found in [self.texts.tags(s)]
            for a, b in names_of(found)
            if a or b > 1
        })  # fmt: skip
        if not theirs or not mine:
            return ""
        a, b = self.random.choice(theirs)
        return join([*tokens[:a], *spaced(self.random.choice(mine), "NNP"), *tokens[b:]])

    def written(self) -> Iterator[Made]:
        """Make questions by rule about windows of all training texts."""
        for paragraph in self.texts.paragraphs.values():
            count = len(paragraph.sentences)
            if paragraph.source == "qamr":
                mates = self.texts.neighbours["qamr", paragraph.group]
                for _ in range(2):
                    chosen = self.random.sample(mates, min(len(mates), self.random.randint(1, 4)))
                    merged = [s for p in chosen for s in p.sentences]
                    yield from self.about(Paragraph("qamr", "", merged), 0, len(merged), 4)
                continue
            most = 5 if paragraph.source == "squad" else 2
            spots = range(count) if count <= most else self.random.sample(range(count), most)
            for at in spots:
                a, b = paragraph.window(at, self.random)
                yield from self.about(paragraph, a, b, 5 if paragraph.source == "squad" else 4)
        yield from self.put_together()

    def put_together(self) -> Iterator[Made]:
        """Join premises that share their longest words into passages; use EWT unchanged."""
        by_source: dict[str, list[str]] = {}
        for row in self.texts.rows:
            if row["premise"] not in self.held:
                by_source.setdefault(row["source"], []).append(row["premise"])
        for name, premises in by_source.items():
            unique = sorted(dict.fromkeys(premises))
            for key in (2, 1):
                unique.sort(key=lambda t: (sorted(words(t), key=len)[-key:] or [""])[0])
                if name == "med" and key == 1:
                    break  # its sentences are very similar
                at = 0
                while at < len(unique):
                    size = self.random.randint(2, 5)
                    paragraph = Paragraph(name, "", unique[at : at + size])
                    at += size
                    yield from self.about(paragraph, 0, len(paragraph.sentences), 4)
        documents: dict[str, list[str]] = {}
        for document, text in self.texts.documents:
            documents.setdefault(document, []).append(text)
        for name, lines in documents.items():
            paragraph = Paragraph("ewt", name, lines)
            for at in range(0, len(lines), 4):
                a, b = paragraph.window(at, self.random)
                yield from self.about(paragraph, a, b, 4)

    def about(self, paragraph: Paragraph, a: int, b: int, most: int) -> Iterator[Made]:
        """Yield some questions about a window, of different kinds if possible."""
        lines = paragraph.sentences[a:b]
        passage = " ".join(lines)
        if len(passage.split()) < 6 or len(passage.split()) > WHOLE:
            return
        found: dict[str, list[Asked]] = {}
        last: dict[bool, list[Token]] = {}
        for line in lines:
            if len(line.split()) <= 60:
                for asked in self.asked(line, last):
                    found.setdefault(asked.kind, []).append(asked)
        chosen: list[Asked] = []
        kinds = sorted(found)
        while kinds and len(chosen) < most:
            kind = self.random.choice(kinds)
            chosen.append(found[kind].pop(self.random.randrange(len(found[kind]))))
            kinds = [k for k in kinds if found[k]]
        source = None
        for asked in chosen:
            text, kind, where = asked.text, f"made {asked.kind}", passage
            pick = self.random.random()
            if pick < 0.2 and asked.kind != "key words":
                source = source or self.texts.source(paragraph.sentences[:30], self.random)
                how, text = changed(self.texts.tagger.tag(text), source, ASKED)
                kind = f"made changed {how}"
            elif pick < 0.3 and len(paragraph.sentences) > b - a:
                free = [i for i in range(len(paragraph.sentences)) if not a <= i < b]
                c, d = paragraph.window(self.random.choice(free), self.random)
                where, kind = paragraph.text(c, d), "made moved"
            if text:
                yield kind, where, styled(text, self.random)

    def asked(self, line: str, last: dict[bool, list[Token]]) -> list[Asked]:
        """Return questions about one sentence; each clause is used once, unchanged or rephrased.

        `last` holds the latest person and the latest thing, to replace a pronoun.
        """
        tokens = self.texts.tags(line)
        found = list(apposed(tokens, self.asker))
        for clause in clauses(tokens):
            subject = clause.subject
            kind = self.asker.kind(subject)
            if subject[0].tag != "PRP":
                last[kind == "person" or kind == "unsure"] = subject
            elif self.random.random() < 0.7 and (was := last.get(subject[0].low in ("he", "she"))):
                clause.subject = was
            elif self.random.random() < 0.85:
                continue
            if self.random.random() < 0.45:
                clause = rephrased(clause, self.texts.thesaurus, self.random)
            found += self.asker.ask(clause)
            if self.random.random() < 0.25:
                found += self.asker.in_place(clause)
            if self.random.random() < 0.2:
                found += self.asker.key_words(clause)
        return [a for a in found if a.answer or a.kind == "open"]


def answer_sentence(q: Question, paragraph: Paragraph) -> int:
    """Return the sentence that has the answer span, else the one most like the question."""
    if q.start >= 0:
        seen = 0
        for at, sentence in enumerate(paragraph.sentences):
            seen = q.passage.find(sentence, seen) + len(sentence)
            if seen > q.start:
                return at
    asked = set(words(f"{q.text} {q.answer}"))
    return max(
        range(len(paragraph.sentences)),
        key=lambda i: len(asked & set(words(paragraph.sentences[i]))),
    )
