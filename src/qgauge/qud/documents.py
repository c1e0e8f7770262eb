"""Turn rows into articles with numbered sentences, and edges between these.

An edge is an Example: a question, the number of the sentence from which it arises (the anchor) and
of the sentence that answers it. A missing sentence is an empty string, so that the numbering holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from qgauge.core import BadInput, Example
from qgauge.text.sentences import sentence_spans

BACKWARDS = "anchor_not_before_answer"
"""The flag of an edge whose anchor is not before its answer; QUDeval has ratings of such edges."""
MOST_SENTENCES = 10_000
"""Sentences in an article. A larger number is a typo and must not exhaust memory."""
_ARTICLE_KEYS = ("article", "essay_id")
_EDGE_FIELDS = ("id", "question", "anchor", "answer_sentence", "system", "ratings", "references")


@dataclass(frozen=True, slots=True)
class Article:
    """A document with its edges."""

    id: str
    sentences: tuple[str, ...]
    edges: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """The position of a row, for error messages."""

    file: str = ""
    line: int | None = None

    def refused(self, problem: str, field: str) -> BadInput:
        return BadInput(problem, file=self.file, line=self.line, field=field)


def article_of(example: Example) -> str:
    """Return the name of an edge's article, or a hash of its text if it has no name."""
    for key in _ARTICLE_KEYS:
        if example.meta.get(key) not in (None, ""):
            return str(example.meta[key])
    return sha256("\0".join(example.sentences).encode()).hexdigest()[:12]


def articles(edges: Iterable[Example]) -> list[Article]:
    """Group the edges by article, in input order."""
    found: dict[str, list[Example]] = {}
    for edge in edges:
        found.setdefault(article_of(edge), []).append(edge)
    return [Article(name, some[0].sentences, tuple(some)) for name, some in found.items()]


Refuse = Callable[[BadInput, Any], None]
"""Called with the error and the value of each bad edge; may raise to stop instead."""


def _stop(error: BadInput, _: Any) -> None:
    raise error


def edges_of_row(
    row: Mapping[str, Any], place: Place, number: int, refuse: Refuse = _stop
) -> list[Example]:
    """Return the edges of an article in one row, with `sentences` and `edges`."""
    name = name_of(row, place, number)
    sentences = sentences_of(row, place)
    if not isinstance(row["edges"], list):
        raise place.refused("must be a list of edges", "edges")
    beside = {key: value for key, value in row.items() if key not in ("id", "sentences", "edges")}
    found = []
    for at, edge in enumerate(row["edges"], 1):
        field = f"edges[{at}]"
        try:
            if not isinstance(edge, dict):
                raise place.refused("must be an object with a question", field)
            found.append(_edge(name, sentences, edge, beside, at, place, field))
        except BadInput as error:
            refuse(error, {**row, "edges": [edge]})
    return found


def edge_of(example: Example, place: Place) -> Example:
    """Return an example that is one edge, checked, with the name of its article."""
    if not example.sentences:
        raise place.refused("is missing; an edge needs the article's sentences", "sentences")
    check_ends(example, place)
    return flagged(replace(example, meta={**example.meta, "article": article_of(example)}))


def edges_of_rows(articles: Iterable[Any]) -> Iterator[Example]:
    """Yield the edges of articles that are in memory, each a dictionary with its edges."""
    for at, row in enumerate(articles, start=1):
        place = Place(line=at)
        if not isinstance(row, Mapping) or "edges" not in row:
            raise place.refused("is missing; give articles or edges, not both", "edges")
        yield from edges_of_row(row, place, at)


def edges_of_dcqa(
    row: Mapping[str, Any],
    sentences: Callable[[str], Sequence[str]],
    place: Place,
    text_needed: bool = True,
    refuse: Refuse = _stop,
) -> list[Example]:
    """Return the edges of a row of DCQA (Ko et al. 2022), whose articles are in separate files.

    Questions marked as impossible have no answer sentence and are skipped. Without `text_needed`
    the articles are not read, and sentence numbers are not checked.
    """
    found = []
    for of, article in enumerate(_listed(row["Article"], "Article", place), 1):
        field = f"Article[{of}]"
        try:
            name = article.get("ArticleID")
            if not isinstance(name, str | int):
                raise place.refused("must be a string or a number", f"{field}.ArticleID")
            questions = _listed(article.get("qas"), f"{field}.qas", place)
            text = tuple(sentences(str(name))) if text_needed else ()
        except BadInput as error:
            refuse(error, {"Article": [article]})
            continue
        for at, one in enumerate(questions, 1):
            if one.get("is_impossible"):
                continue
            edge = {
                "id": f"{name}-{one.get('QuestionID', at)}-{at}",
                "question": one.get("Question"),
                "anchor": one.get("AnchorSentenceID"),
                "answer_sentence": one.get("AnswerSentenceID"),
                "system": "human",
            }
            where = f"{field}.qas[{at}]"
            try:
                found.append(_edge(str(name), text, edge, {}, at, place, where, check=text_needed))
            except BadInput as error:
                refuse(error, {"Article": [{**article, "qas": [one]}]})
    return found


def with_references(edges: Iterable[Example], written: Iterable[Example]) -> Iterator[Example]:
    """Yield the edges with the human questions for the same answer sentence as references.

    A human question is not its own reference.
    """
    written_for: dict[tuple[str, int | None], dict[str, None]] = {}
    for one in written:
        written_for.setdefault((article_of(one), one.answer_sentence), {})[one.question] = None
    for edge in edges:
        found = written_for.get((article_of(edge), edge.answer_sentence), {})
        own = edge.question if edge.system == "human" else None
        yield replace(edge, references=tuple(one for one in found if one != own))


def flagged(example: Example) -> Example:
    """Return the edge, flagged if its anchor is not before its answer."""
    if example.anchor is None or example.answer_sentence is None:
        return example
    flags = [flag for flag in _list(example.meta.get("flags")) if flag != BACKWARDS]
    if example.anchor >= example.answer_sentence:
        flags.append(BACKWARDS)
    return replace(example, meta={**example.meta, "flags": flags})


def check_ends(example: Example, place: Place, field: str = "") -> None:
    """Refuse an edge whose anchor or answer is not a sentence of the article."""
    for end in ("anchor", "answer_sentence"):
        number = getattr(example, end)
        where = f"{field}.{end}" if field else end
        if number is None:
            raise place.refused("is missing", where)
        last = len(example.sentences)
        if not 1 <= number <= last:
            problem = f"is {number}, but article '{article_of(example)}' has sentences 1 to {last}"
            raise place.refused(problem, where)
        if not example.sentences[number - 1].strip():
            problem = f"is {number}, but article '{article_of(example)}' lacks that sentence"
            raise place.refused(problem, where)


def _edge(
    article: str,
    sentences: tuple[str, ...],
    edge: Mapping[str, Any],
    beside: Mapping[str, Any],
    at: int,
    place: Place,
    field: str,
    *,
    check: bool = True,
) -> Example:
    question = edge.get("question")
    if not isinstance(question, str) or not question.strip():
        raise place.refused("must be a non-empty string", f"{field}.question")
    references: Any = edge.get("references", ())
    references = (references,) if isinstance(references, str) else references
    try:
        example = Example(
            id=str(edge.get("id", f"{article}-{at}")),
            question=question.strip(),
            references=references,
            sentences=sentences,
            anchor=_number(edge.get("anchor"), place, f"{field}.anchor"),
            answer_sentence=_number(edge.get("answer_sentence"), place, f"{field}.answer_sentence"),
            system=str(edge.get("system", "")),
            ratings=_ratings(edge.get("ratings", {}), place, f"{field}.ratings"),
            meta={
                **beside,
                **{key: value for key, value in edge.items() if key not in _EDGE_FIELDS},
                "article": article,
            },
        )
    except BadInput as bad:
        if bad.file or bad.line is not None:
            raise
        raise place.refused(bad.problem, f"{field}.{bad.field}") from None
    if check:
        check_ends(example, place, field)
    return flagged(example)


def name_of(row: Mapping[str, Any], place: Place, number: int) -> str:
    """Return the article's id, or the number of its row if it has none."""
    name = row.get("id", number)
    if not isinstance(name, str | int) or isinstance(name, bool) or name == "":
        raise place.refused("must be a string or a whole number", "id")
    return str(name)


def sentences_in(prose: str) -> tuple[str, ...]:
    """Split a text into sentences, each without line breaks."""
    return tuple(" ".join(prose[start:end].split()) for start, end in sentence_spans(prose))


def sentences_of(row: Mapping[str, Any], place: Place) -> tuple[str, ...]:
    """Read the sentences: a list with null for missing ones, or an object by sentence number."""
    value = row.get("sentences")
    if isinstance(value, dict):
        numbered = {}
        for key, sentence in value.items():
            if not key.isascii() or not key.isdigit() or not 1 <= int(key) <= MOST_SENTENCES:
                problem = f"'{key[:20]}' is not a number from 1 to {MOST_SENTENCES}"
                raise place.refused(problem, "sentences")
            numbered[int(key)] = sentence
        value = [numbered.get(at) for at in range(1, max(numbered, default=0) + 1)]
    if not isinstance(value, list) or not value:
        problem = "must be a list of strings, or an object by sentence number"
        raise place.refused(problem, "sentences")
    for at, sentence in enumerate(value, 1):
        if sentence is not None and not isinstance(sentence, str):
            raise place.refused("must be a string, or null if missing", f"sentences[{at}]")
    return tuple("" if one is None else one.strip() for one in value)


def _number(value: Any, place: Place, field: str) -> int | None:
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        value = int(value.strip()[:9])
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise place.refused("must be a sentence number", field)
    return value


def _ratings(value: Any, place: Place, field: str) -> dict[str, tuple[float | str | None, ...]]:
    if not isinstance(value, dict):
        raise place.refused('must be an object such as {"givenness": ["answer_leakage"]}', field)
    found = {}
    for name, given in value.items():
        given = given if isinstance(given, list) else [given]
        if any(type(one) not in (str, int, float, type(None)) for one in given):
            raise place.refused("must be labels or numbers", f"{field}.{name}")
        found[name] = tuple(given)
    return found


def _listed(value: Any, field: str, place: Place) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise place.refused("must be a list of objects", field)
    return value


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []
