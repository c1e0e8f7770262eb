"""NLI records that follow from form alone: identity, containment, clauses, small contradictions."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from training.reader.records import Book
from training.unlabelled_pairs.sentence_changes import CHANGES, part_of
from training.unlabelled_pairs.tagger import join
from training.unlabelled_pairs.texts import Texts

Made = tuple[str, str, str, str]
"""How it was made, premise, hypothesis, label."""
MOST = 26_000
TRICKY = re.compile(r"(?i)\b(but|not|no|only|never|nor|without|although|though|however|n't)\b|n't")
UNREAL = re.compile(
    r"(?i)\b(if|unless|said|says|say|thought|would|whether|may|might|could)\b|[\"“”'‘]"
)
"""Sentences whose clauses need not be true: conditions, reports, possibilities."""
CONTRARY = ("negation", "number", "antonym")
BUT = re.compile(
    r"^(?P<one>[A-Z][^,;:\"“”]{12,}), (?P<word>but|and|yet) (?P<two>[^,;:\"“”]{12,})\.$"
)


def reordered(sentence: str) -> str:
    """Return `A, but B.` as `B, but A.`; or nothing."""
    found = BUT.match(sentence)
    if not found:
        return ""
    one, two = found["one"], found["two"]
    first = one if re.match(r"I\b|[A-Z][a-z]+ [A-Z]", one) else one[:1].lower() + one[1:]
    return f"{two[:1].upper()}{two[1:]}, {found['word']} {first}."


def pairs(texts: Texts, rng: random.Random) -> Iterator[Made]:
    """Yield pairs about sentences of the training passages."""
    for paragraph in texts.paragraphs.values():
        lines = paragraph.sentences
        source = texts.source(lines, rng)
        for at, line in enumerate(lines):
            size = len(line.split())
            tricky = bool(TRICKY.search(line))
            if not 4 <= size <= 60 or rng.random() > (0.5 if tricky else 0.12):
                continue
            first, last = paragraph.window(at, rng)
            window = paragraph.text(first, last)
            premise = window if rng.random() < 0.6 else line
            how = rng.random()
            if how < 0.4:
                name = "identity" if premise == line else "contained"
                yield name, premise, line, "entailment"
            elif how < 0.85:
                kind = rng.choice(CONTRARY)
                tokens = CHANGES[kind](texts.tags(line), source)
                if tokens and (text := join(tokens)) != line:
                    yield f"{kind} changed", premise, text, "contradiction"
                    yield (
                        "identity" if premise == line else "contained",
                        premise,
                        line,
                        "entailment",
                    )
            else:
                tokens = part_of(texts.tags(line), source)
                if (
                    tokens
                    and len(tokens) > 4
                    and not re.search(
                        r"(?i)\b(if|unless|said|says|say|thought|would|whether|may|might|could)\b|[\"“”'‘]",
                        line,
                    )
                ):
                    yield "clause", premise, join(tokens), "entailment"
            if text := reordered(line):
                yield "reordered", premise, text, "entailment"


def add_plain_inference(book: Book, texts: Texts, rng: random.Random) -> None:
    """Add the records; all of them are for training."""
    made = list(dict.fromkeys(pairs(texts, rng)))
    rng.shuffle(made)
    for how, premise, hypothesis, label in made[:MOST]:
        book.add(
            task="nli",
            split="train",
            source="plain",
            how=how,
            premise=premise,
            hypothesis=hypothesis,
            label=label,
        )
