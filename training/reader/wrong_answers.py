"""Plausible wrong answers, and statements that are right or wrong about a passage."""

from __future__ import annotations

import random
import re
from collections import defaultdict

from training.reader.records import STOP, Book, Question, part, words
from training.statements.statement import statement

QAMR_STATED = 4_500
ELSEWHERE_TRAIN, ELSEWHERE_TEST = 9_000, 500

STATED_TEST = {"squad": 700, "fairytaleqa": 400, "qamr": 230}


NAME = re.compile(r"\b[A-Z][\w'’-]*(?:\s(?:of\s|the\s)?[A-Z][\w'’-]*)*")


NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


NEGATABLE = re.compile(r"\b(is|was|were|are|can|could|will|would|has been|have been|had been)\b")


def kind_of(answer: str) -> str:
    """Return date, number, name or other."""
    if re.search(
        r"\b1\d{3}\b|\b20[012]\d\b|centur|\b(?:January|February|March|April|May|June|July|"
        r"August|September|October|November|December)\b",
        answer,
    ):
        return "date"
    if re.search(r"\d", answer) or re.match(
        r"(?i)(two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand)\b", answer
    ):
        return "number"
    caps = [w for w in answer.split() if w.lower() not in STOP]
    return "name" if caps and all(w[:1].isupper() for w in caps) else "other"


def differs(candidate: str, golds: list[str]) -> bool:
    """Return whether a candidate overlaps with no gold answer and shares few words with it."""
    mine = set(words(candidate))
    for gold in golds:
        low, cand = gold.lower(), candidate.lower()
        theirs = set(words(gold))
        if low in cand or cand in low or not mine or not theirs or mine <= theirs or theirs <= mine:
            return False
        if 2 * len(mine & theirs) / (len(mine) + len(theirs)) >= 0.4:
            return False
    return True


def changed_number(answer: str, rng: random.Random) -> str:
    """Return the answer with one number changed by a plausible amount, or ""."""
    found = [m for m in NUMBER.finditer(answer) if len(m[0].replace(",", "")) < 10]
    if not found:
        return ""
    spot = rng.choice(found)
    digits = spot[0].replace(",", "")
    if "." in digits:
        new = f"{float(digits) * rng.choice((0.5, 0.8, 1.3, 2)):.{len(digits.split('.')[1])}f}"
    elif re.fullmatch(r"1\d{3}|20[012]\d", digits):
        new = str(int(digits) + rng.choice((-40, -12, -7, -3, -2, 2, 3, 5, 9, 14)))
    else:
        value = int(digits)
        new = str(
            max(1, value + rng.choice((-1, 1)) * max(2, round(value * rng.uniform(0.1, 0.6))))
        )
        new = f"{int(new):,}" if "," in spot[0] else new
    return "" if new == spot[0] else answer[: spot.start()] + new + answer[spot.end() :]


def negated(text: str) -> str:
    """Return the sentence with `not` after its first auxiliary, or "" if it has none."""
    if '"' in text or len(NEGATABLE.findall(text)) != 1 or " not " in text:
        return ""
    return NEGATABLE.sub(lambda m: m[0].split()[0] + " not" + m[0][len(m[0].split()[0]) :], text)


def wrong_answers(q: Question, mates: list[Question], rng: random.Random) -> list[tuple[str, str]]:
    """Return (how, answer) of plausible wrong answers, the most plausible first."""
    asked, kind, found = set(words(q.text)), kind_of(q.answer), []
    wh = q.text.lower().split()[0]
    for mate in mates:
        other = set(words(mate.text))
        close = len(asked & other) / max(1, len(asked | other)) > 0.5
        if mate.text == q.text or close or not differs(mate.answer, q.answers):
            continue
        same = kind_of(mate.answer) == kind and (
            kind != "other" or mate.text.lower().startswith(wh)
        )
        far = abs(len(mate.answer) - len(q.answer)) / (5 + len(q.answer))
        here = mate.passage == q.passage
        rank = rng.random() + min(far, 2) + (0 if same else 1.5) + (0 if here else 1.2)
        found.append((rank, "same_type" if same else "other_answer", mate.answer))
    pattern = {
        "name": NAME,
        "date": re.compile(r"\b(?:[A-Z][a-z]+ )?(?:1\d{3}|20[012]\d)\b"),
        "number": NUMBER,
    }.get(kind)
    for m in pattern.finditer(q.passage) if pattern else ():
        text = m[0].strip(" .,'’-")
        start = m.start() == 0 or q.passage[m.start() - 2 : m.start() - 1] in '.!?"'
        if not (kind == "name" and (start or len(text) < 3)) and differs(text, q.answers):
            found.append((rng.random() + 0.3, "same_type", text))
    if (number := changed_number(q.answer, rng)) and differs(number, q.answers):
        found.append((rng.random() + 0.2, "number", number))
    unique: dict[str, tuple[float, str]] = {}
    for rank, how, text in sorted(found):
        if text.lower() not in q.text.lower():
            unique.setdefault(text.strip(), (rank, how))
    return [(how, text) for text, (_, how) in unique.items()]


def swapped_name(q: Question, right: str, rng: random.Random) -> str:
    """Return the right statement about somebody else named in the passage, or ""."""
    mine = [m[0] for m in NAME.finditer(q.text[q.text.find(" ") :]) if len(m[0]) > 3]
    names = [
        m[0].strip(" .'’")
        for m in NAME.finditer(q.passage)
        if m.start() and q.passage[m.start() - 2] not in '.!?"'
    ]
    names = [
        n
        for n in names
        if len(n) > 3 and differs(n, [*q.answers, q.text, *mine]) and n not in q.text
    ]
    mine = [n for n in mine if right.count(n) == 1 and n in q.passage and differs(n, q.answers)]
    return right.replace(rng.choice(mine), rng.choice(names)) if mine and names else ""


def shape(text: str) -> str:
    """Return the frame or stock phrase of a statement, so that wrong ones can use the same."""
    found = re.search(r'" is |right reply|what answers|this (?:time|reason|way):', text)
    return found[0] if found else ""


def stated(
    q: Question, mates: list[Question], rng: random.Random
) -> list[tuple[str, bool, str, str]]:
    """Return one right and two wrong (statement, right, how, answer), or nothing if implausible.

    Right and wrong statements contain `not` equally often: some right ones deny a wrong answer.
    """
    right, wrong = statement(q.text, q.answer), wrong_answers(q, mates, rng)
    if not wrong:
        return []
    out: list[tuple[str, bool, str, str]] = []
    sure = [t for how, t in wrong if how != "other_answer" and kind_of(t) != "other"]
    denied = negated(statement(q.text, sure[0])) if sure and rng.random() < 0.25 else ""
    rows: list[tuple[str, bool, str, str]] = (
        [(denied, True, "wrong_denied", sure[0])] if denied else [(right, True, "gold", q.answer)]
    )
    if rng.random() < 0.12 and (text := negated(right)):
        out.append((text, False, "negation", q.answer))
    elif rng.random() < 0.12 and (text := swapped_name(q, right, rng)):
        out.append((text, False, "swapped_name", q.answer))
    out += [
        (text, False, how, a)
        for how, a in wrong
        if shape(text := statement(q.text, a)) == shape(right)
    ]
    return rows + [o for o in out if o[0] not in (right, rows[0][0])][:2]


def add_statements(book: Book, questions: list[Question], rng: random.Random) -> None:
    """Add the statement records of every answerable question, within the limits."""
    mates: dict[tuple[str, str], list[Question]] = defaultdict(list)
    answered = [q for q in questions if not q.impossible]
    for q in answered:
        mates[q.source, q.passage if q.source != "fairytaleqa" else q.group].append(q)
    left = {(s, "test"): n for s, n in STATED_TEST.items()} | {("qamr", "train"): QAMR_STATED}
    order = sorted(answered, key=lambda q: part(q.text + q.passage, 2**32))
    for q in order:
        key = (q.source, q.split)
        if key in left and left[key] <= 0:
            continue
        rows = stated(q, mates[q.source, q.passage if q.source != "fairytaleqa" else q.group], rng)
        if rows and key in left:
            left[key] -= 1
        for text, right, how, answer in rows:
            book.add(
                task="statement",
                split=q.split,
                source=q.source,
                passage=book.passage(q.passage),
                hypothesis=text,
                right=right,
                how=how,
                question=q.text,
                answer=answer,
            )


def add_elsewhere(book: Book, questions: list[Question]) -> None:
    """Add right statements with a passage that does not mention them, of the same article or not.

    Without these, a model learns that a long text denies everything it does not mention.
    """
    rng = random.Random(20261115)
    passages: dict[tuple[str, str], list[Question]] = defaultdict(list)
    for q in questions:
        near = passages[q.source, q.split]
        if not near or near[-1].passage != q.passage:
            near.append(q)
    left = {"train": ELSEWHERE_TRAIN, "test": ELSEWHERE_TEST}
    answered = [q for q in questions if not q.impossible and q.source != "qamr"]
    for q in sorted(answered, key=lambda q: part(q.passage + q.text, 2**32)):
        others = passages[q.source, q.split]
        if rng.random() < 0.5:
            others = [other for other in others if other.group == q.group]
        silent = [
            other.passage
            for other in rng.sample(others, min(4, len(others)))
            if not any(answer.lower() in other.passage.lower() for answer in q.answers)
        ]
        if silent and left[q.split] > 0:
            left[q.split] -= 1
            book.add(
                task="statement",
                split=q.split,
                source=q.source,
                passage=book.passage(silent[0]),
                hypothesis=statement(q.text, q.answer),
                right=None,
                how="elsewhere",
                question=q.text,
                answer=q.answer,
            )
