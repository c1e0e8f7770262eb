"""QUDeval (Wu et al. 2023): questions under discussion that link two sentences of an article."""

from __future__ import annotations

import re
from pathlib import Path

from qgauge.core.errors import BadInput
from qgauge.core.example import Example
from qgauge.data.public.dataset import Dimension, PublicSet, Rows
from qgauge.data.public.values import Value, comma_separated, lines
from qgauge.data.text_files import label

_CRITERIA = ("criteria1", "criteria2", "criteria3", "criteria4")
_HEADER = ("", "anchor_id", "answer_id", "questions", *_CRITERIA, "system", "essay_id")
_CODES = {
    "language": {"1": "yes", "No": "no"},
    "compatibility": {"1": "direct", "2": "unfocused", "3": "not_answered"},
    "givenness": {"1": "no_new_concepts", "2": "answer_leakage", "3": "hallucination"},
    "relevance": {"1": "fully_grounded", "2": "partially_grounded", "3": "not_grounded"},
}
"""The four criteria in column order, and the meaning of their codes."""
_ABOUT = {
    "language": "a well-formed question that fits between its anchor and its answer",
    "compatibility": "the answer sentence answers it",
    "givenness": "it mentions only concepts that the reader knows at the anchor",
    "relevance": "it follows from the anchor sentence",
}
_LONGEST = 10_000
"""Sentences in an article. A larger number is a typo and must not exhaust memory."""


def read(path: Path) -> Rows:
    articles: dict[str, tuple[str, ...]] = {}
    for row in comma_separated(path, _HEADER):
        essay = row["essay_id"].text()
        if essay not in articles:
            articles[essay] = _article(row["essay_id"], path.parent / "articles")
        yield row, _example(row, essay, articles[essay])


def _example(row: Value, essay: str, sentences: tuple[str, ...]) -> Example:
    ratings: dict[str, tuple[float | str | None, ...]] = {}
    for column, (name, codes) in zip(_CRITERIA, _CODES.items(), strict=True):
        known = codes if name == "language" else {**codes, "skipped": ""}
        if meaning := row[column].meaning(known):
            ratings[name] = (meaning,)
    # an empty output was rated as "not a question", and counts for the system that made it
    question = row["questions"].text(empty=ratings["language"] == ("no",))
    anchor, answer = row["anchor_id"].whole(), row["answer_id"].whole()
    there = {number for number, sentence in enumerate(sentences, 1) if sentence}
    flags = {
        "no_question": not question,
        "no_anchor": anchor not in there,
        "no_answer": answer not in there,
        "anchor_not_before_answer": anchor >= answer,
    }
    return Example(
        id=str(row["id"].whole()),
        question=question,
        sentences=sentences,
        anchor=anchor if anchor in there else None,
        answer_sentence=answer if answer in there else None,
        system=row["system"].text(),
        ratings=ratings,
        meta={"essay_id": essay, "flags": [flag for flag, raised in flags.items() if raised]},
    )


def _article(essay: Value, folder: Path) -> tuple[str, ...]:
    try:
        return read_article(essay.text(), folder)
    except BadInput as bad:
        if bad.file:
            raise
        raise essay.refused(bad.problem) from None


def read_article(name: str, folder: Path) -> tuple[str, ...]:
    """Return the sentences of an article in order; one missing in the file is an empty string."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        raise BadInput(f"{name[:40]!r} is not a valid article name")
    file = folder / f"{name}.txt"
    if not file.is_file():
        raise BadInput(f"the article is missing; it belongs in {file}")
    sentences: dict[int, str] = {}
    for line in lines(file):
        number, _, sentence = line.held.partition("\t")
        row = Value(line.file, line.line, "", {"number": number, "sentence": sentence})
        position = row["number"].whole()
        if not 1 <= position <= _LONGEST:
            raise row["number"].refused(f"must be from 1 to {_LONGEST}")
        if position in sentences:
            raise row["number"].refused(f"sentence {position} appears twice")
        sentences[position] = row["sentence"].text()
    if not sentences:
        raise BadInput("the article is empty", file=label(file))
    return tuple(sentences.get(number, "") for number in range(1, max(sentences) + 1))


QUDEVAL = PublicSet(
    title="QUDeval (Wu et al., EMNLP 2023)",
    rated="labels for language, compatibility with the answer, givenness, relevance to the anchor",
    size="2,190 questions on 51 news articles: four systems 510 each, 150 by people",
    paper="https://aclanthology.org/2023.emnlp-main.325",
    source="https://github.com/lingchensanwen/QUDeval",
    licence="none stated in the paper; the articles are under their publishers' copyright",
    how_to_get="Download data-collection.csv and the folder of articles from the repository.",
    files=("data-collection.csv",),
    beside="articles/*.txt",
    read=read,
    dimensions=tuple(
        Dimension(name, _ABOUT[name], labels=tuple(codes.values()))
        for name, codes in _CODES.items()
    ),
    cluster="essay_id",
    notes=(
        "Skipped criteria are not in the ratings; if language is 'no', the others are skipped.",
        "One label per item: three raters labelled 200 items (majority vote, then adjudication), "
        "one rater the rest; the file does not say which.",
        "Rows whose anchor is not before the answer, or is not a sentence of the article, are kept "
        "and marked in meta 'flags'; a number without a sentence leaves its field empty.",
        "A sentence missing in an article is an empty string, so that the numbering holds.",
        "The files with one text pair per row (lang, comp, givn, relv) hold the same labels and "
        "are not read.",
    ),
)
