"""Verification records: a question, an answer and a passage, and whether the answer is right.

Right answers come as users write them. Wrong ones are mistakes that generators and readers make.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from training.reader.number_forms import other_forms
from training.reader.records import Book, Question, part, split, words
from training.reader.wrong_answers import (
    NAME,
    changed_number,
    differs,
    kind_of,
    shape,
    wrong_answers,
)
from training.statements.statement import statement
from training.unlabelled_pairs.sentence_changes import changed
from training.unlabelled_pairs.texts import Texts

Tempting = Mapping[tuple[str, str], str]
"""What a reader answered, by question and the first 100 characters of the passage."""
Made = tuple[str, str, str, bool]
"""How it was made, the question, the answer, and whether the answer is right."""

BEFORE = re.compile(
    r"\b((?:in|on|at|by|to|from|for|with|of|about|into|under|near)(?: the| an?)?|the|an?) $"
)
ARTICLE = re.compile(r"(?i)^(?:the|an?) (?=\S)")
OWNER = re.compile(r"(?i)^(?:his|her|its|their) (?=\w)")
MISSTATED = ("antonym", "number", "negation", "name", "swapped")
SAME_PASSAGE = "same passage"
QAMR_TRAIN = 9_000
TEST = {"squad": 800, "fairytaleqa": 600, "qamr": 300, "squad2": 300, "boolq": 400}


def right_answers(q: Question) -> list[tuple[str, str]]:
    """Return (how, answer) for the forms in which a right answer may be written."""
    answer, question = q.answer.strip(), q.text.lower()
    forms = [("verbatim", gold) for gold in q.answers]
    forms += [("number form", form) for form in other_forms(answer)]
    if ARTICLE.match(answer):
        forms.append(("article", ARTICLE.sub("", answer)))
    if q.start > 0 and (found := BEFORE.search(q.passage[max(0, q.start - 14) : q.start])):
        forms.append(("preposition", found[0] + answer))
    if question.startswith("why"):
        if answer.lower().startswith("because "):
            forms.append(("because", answer[8:]))
        elif answer.lower().startswith("to "):
            forms.append(("purpose", "in order " + answer))
        elif re.match(r"(?i)(he|she|it|they|the|his|her|there|\w+ed)\b", answer):
            forms.append(("because", "because " + answer[:1].lower() + answer[1:]))
    names = [name for name in NAME.findall(q.text[q.text.find(" ") :]) if len(name) > 2]
    if OWNER.match(answer) and len(names) == 1:
        forms.append(("owner", OWNER.sub(f"{names[0]}'s ", answer)))
    if len(answer.split()) > 1 or kind_of(answer) != "other":
        said = statement(q.text, answer)
        if not shape(said):
            forms.append(("sentence", said))
    return [(how, form) for how, form in dict.fromkeys(forms) if form.strip()]


def cut_off(answer: str, rng: random.Random) -> str:
    """Return the answer without its last words, ending in a function word; empty if too short."""
    tokens = answer.split()
    ends = [
        at
        for at in range(1, len(tokens) - 1)
        if re.fullmatch(r"(?i)the|an?|of|to|by|in|and|his|her|with|for|from", tokens[at])
    ]
    return " ".join(tokens[: rng.choice(ends) + 1]) if len(tokens) > 3 and ends else ""


def too_long(q: Question) -> str:
    """Return the answer and everything to the end of the next sentence; empty if none follows."""
    if q.start < 0:
        return ""
    rest = split(q.passage[q.start :])
    text = " ".join(rest[:2])
    return text if len(rest) > 1 and len(text.split()) > len(q.answer.split()) + 18 else ""


def other_name(q: Question, rng: random.Random) -> str:
    """Return the answer with one name replaced by another name of the passage; or nothing."""
    mine = [name for name in NAME.findall(q.answer) if len(name) > 2 and name != q.answer]
    others = [name for name in NAME.findall(q.passage) if differs(name, [*q.answers, q.text])]
    return q.answer.replace(rng.choice(mine), rng.choice(others)) if mine and others else ""


def misstated(q: Question, texts: Texts, rng: random.Random) -> str:
    """Return the question with a detail that the passage denies; or nothing."""
    source = texts.source(split(q.passage)[:20], rng)
    kind, text = changed(texts.tags(q.text), source, MISSTATED)
    return text if kind and text.lower() != q.text.lower() else ""


def foils(
    q: Question, mates: Sequence[Question], tempting: Tempting, texts: Texts, rng: random.Random
) -> Iterator[Made]:
    """Yield wrong pairs, the most tempting kinds first."""
    read = tempting.get((q.text, q.passage[:100]), "")
    if read and differs(read, q.answers):
        yield "reader", q.text, read, False
    wrong = wrong_answers(q, list(mates), rng)
    kinds = []
    if (text := misstated(q, texts, rng)) and rng.random() < 0.5:
        kinds.append(("misstated", text, q.answer))
    if (text := changed_number(q.answer, rng)) and differs(text, q.answers):
        kinds.append(("number", q.text, text))
    if text := other_name(q, rng):
        kinds.append(("name", q.text, text))
    if rng.random() < 0.06:
        kinds.append(("negation", q.text, "not " + q.answer))
    if rng.random() < 0.12 and (text := cut_off(q.answer, rng)):
        kinds.append(("cut off", q.text, text))
    if rng.random() < 0.05 and (text := too_long(q)):
        kinds.append(("too long", q.text, text))
    rng.shuffle(kinds)
    first = [(how, q.text, answer) for how, answer in wrong[:1]]
    more = [(how, q.text, answer) for how, answer in wrong[1:3]]
    for how, question, answer in [*first, *kinds[:2], *more]:
        yield how, question, answer, False


def as_sentence(made: Made, rng: random.Random) -> Made:
    """Write some wrong answers as whole sentences, as some right ones are."""
    how, question, answer, right = made
    if not right and how != SAME_PASSAGE and rng.random() < 0.12:
        said = statement(question, answer)
        if not shape(said):
            return f"{how}, sentence", question, said, right
    return made


def same_passage(q: Question, mates: Sequence[Question], rng: random.Random) -> list[Made]:
    """Return another answer of the same passage as a foil; the held-out figures use these."""
    others = [m.answer for m in mates if m.passage == q.passage and differs(m.answer, q.answers)]
    return [(SAME_PASSAGE, q.text, rng.choice(others), False)] if others else []


def verified(
    q: Question, mates: Sequence[Question], tempting: Tempting, texts: Texts, rng: random.Random
) -> list[Made]:
    """Return right and wrong pairs for one question, about two wrong for each right one."""
    if q.source == "boolq":
        other = "no" if q.answer == "yes" else "yes"
        return [("polar", q.text, q.answer, True), ("polar", q.text, other, False)]
    if q.impossible:
        read = tempting.get((q.text, q.passage[:100]), "")
        candidates = [
            ("unanswerable", m.answer) for m in mates if m.passage == q.passage and m.answer
        ]
        rng.shuffle(candidates)
        found = [("unanswerable, reader", read)] if read else []
        return [(how, q.text, answer, False) for how, answer in [*found, *candidates][:2]]
    forms = right_answers(q)
    right = [("verbatim", q.text, q.answer, True)]
    others = [form for form in forms if form[1] != q.answer]
    if others and rng.random() < 0.6:
        how, answer = rng.choice(others)
        right.append((how, q.text, answer, True))
        if rng.random() < 0.3:
            right.pop(0)
    near = same_passage(q, mates, rng)
    if q.split == "train" and rng.random() < 0.4:
        near = []
    wrong = list(foils(q, mates, tempting, texts, rng))[: 2 * len(right)]
    wrong = [*near, *wrong] if q.split == "test" else [*near, *wrong][: 2 * len(right)]
    return [*right, *(as_sentence(made, rng) for made in wrong)] if wrong else []


def add_verification(
    book: Book, questions: Sequence[Question], tempting: Tempting, texts: Texts, rng: random.Random
) -> None:
    """Add the records, within the limits for each source."""
    mates: dict[tuple[str, str], list[Question]] = defaultdict(list)
    passages: dict[tuple[str, str], list[Question]] = defaultdict(list)
    for q in questions:
        mates[q.source[:5], q.passage if q.source != "fairytaleqa" else q.group].append(q)
        passages[q.source[:5], q.split].append(q)
    left = {(source, "test"): n for source, n in TEST.items()} | {("qamr", "train"): QAMR_TRAIN}
    for q in sorted(questions, key=lambda q: part(q.passage + q.text + "verify", 2**32)):
        key = (q.source, q.split)
        if left.get(key, 1) <= 0:
            continue
        near = mates[q.source[:5], q.passage if q.source != "fairytaleqa" else q.group]
        made = verified(q, [m for m in near if not m.impossible], tempting, texts, rng)
        if made and key in left:
            left[key] -= 1
        rows = [(how, question, answer, right, q.passage) for how, question, answer, right in made]
        if made and not q.impossible and q.source != "boolq" and rng.random() < 0.12:
            other = rng.choice(passages[q.source[:5], q.split]).passage
            if not any(set(words(a)) <= set(words(other)) for a in q.answers):
                rows.append(("another passage", q.text, q.answer, False, other))
        for how, question, answer, right, passage in rows:
            book.add(
                task="verify",
                split=q.split,
                source=q.source,
                passage=book.passage(passage),
                question=question,
                answer=answer,
                right=right,
                how=how,
                start=q.start if right else -1,
                size=len(q.answer) if right and q.start >= 0 else 0,
            )
