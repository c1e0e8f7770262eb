"""QUD parsing without a language model: likely anchors, generated questions, and the best of them.

For each sentence, a small model finds likely anchors, the generator writes questions for each of
them, and the criteria of QUDeval, with their default methods, choose one question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import exp

from qgauge.core import Example, Progress, Score, Tools
from qgauge.metrics import create
from qgauge.models.json_models import identity
from qgauge.qud import anchors
from qgauge.qud.criteria import embedded, tool_outputs
from qgauge.qud.criteria.criterion import COMPATIBILITY, GIVENNESS, RELEVANCE
from qgauge.qud.documents import Article, flagged
from qgauge.qud.flags import is_generic
from qgauge.qud.parsing import Parsed, answered
from qgauge.qud.question_places import question_place
from qgauge.tools.roles import Generated

USES = ("generator", *tool_outputs.USES, "grammarian")
ANCHORS, QUESTIONS = 3, 8
"""The anchors to try for a sentence, and the questions to generate for each."""
LEAST_CHANCE = 0.1
"""An anchor less likely than this is tried only if it is the likeliest."""
ANCHOR_WEIGHT, LIKELIHOOD_WEIGHT = 0.5, 0.5
"""What the probability of the anchor and the likelihood of the question add to the value of a
candidate; the probability of each best label adds 1."""
BEFORE, AFTER = 40, 10
"""Sentences around anchor and answer sentence that the criteria see, so that the time per sentence
does not grow with the article."""
_BEST = {
    "compatibility": COMPATIBILITY[-1],
    "givenness": GIVENNESS[-1],
    "relevance": RELEVANCE[-1],
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A generated question with its anchor."""

    anchor: int
    question: str
    chance: float
    """The probability of the anchor."""
    likelihood: float
    """Of the question by the generator: the mean probability of its tokens, 0 to 1."""


def signature_parts(tools: Tools) -> dict[str, str]:
    """Return the models and tools that decide which edges are found."""
    models = {"anchor": identity(anchors.FILE), "model": identity(embedded.FILE)}
    return models | {role: tools[role].identity for role in USES}


def parse_with_generator(
    name: str,
    sentences: Sequence[str],
    tools: Tools,
    *,
    answers: Sequence[int] = (),
    system: str = "",
    progress: Progress | None = None,
) -> Parsed:
    """Find edges for these answer sentences, or for all but the first.

    Args:
        name: The name of the article.
        sentences: Its sentences; a missing one is an empty string.
        tools: The tools of the roles in `USES`.
        answers: The numbers of the answer sentences.
        system: The name of the system for the edges.
        progress: Called with the number of sentences done.

    Returns:
        The article with at most one edge for each answer sentence, and the reason where there is
        none.

    Raises:
        BadInput: An answer is not a sentence of the article after the first.
    """
    wanted = answered(name, sentences, answers)
    chances = anchors.anchor_chances(sentences, wanted, tools)
    found: dict[int, Candidate] = {}
    failed: dict[int, str] = {}
    for number in wanted:
        asked = {_same(one.question) for one in found.values()}
        candidates = _candidates(sentences, number, chances[number], tools)
        best = _best(candidates, partial(_nearby, sentences, number), asked, tools)
        if isinstance(best, Candidate):
            found[number] = best
        else:
            failed[number] = best
        if progress:
            progress(1)
    edges = [
        Example(
            id=f"{name}-{number}",
            question=one.question,
            sentences=tuple(sentences),
            anchor=one.anchor,
            answer_sentence=number,
            system=system,
            meta={"article": name},
        )
        for number, one in found.items()
    ]
    return Parsed(Article(name, tuple(sentences), tuple(map(flagged, edges))), failed)


def _candidates(
    sentences: Sequence[str], answer: int, chances: Mapping[int, float], tools: Tools
) -> list[Candidate]:
    """Generate questions for the likeliest anchors; the same question once for each anchor."""
    likely = dict(islice(chances.items(), ANCHORS))
    tried = [
        anchor
        for at, (anchor, chance) in enumerate(likely.items())
        if not at or chance >= LEAST_CHANCE
    ]
    places = [question_place(sentences, anchor, answer) for anchor in tried]
    written = tools["generator"].generate(places, QUESTIONS)
    return [
        Candidate(anchor, question, likely[anchor], likelihood)
        for anchor, generated in zip(tried, written, strict=True)
        for question, likelihood in _different(generated).items()
    ]


def _different(generated: Sequence[Generated]) -> dict[str, float]:
    """Return the non-empty questions with their likelihoods, without extra white space."""
    found: dict[str, float] = {}
    for one in generated:
        if question := " ".join(one.question.split()):
            found.setdefault(question, exp(min(0.0, one.score)))
    return found


def _best(
    candidates: Sequence[Candidate],
    edge_of: Callable[[Candidate], Example],
    asked: set[str],
    tools: Tools,
) -> Candidate | str:
    """Return the best candidate, or the reason why there is none."""
    steps: list[tuple[Callable[[Sequence[Candidate]], list[Candidate]], str]] = [
        (list, "the generator wrote no question"),
        (
            lambda some: [one for one in some if _same(one.question) not in asked],
            "every generated question is already asked for another sentence",
        ),
        (lambda some: _specific(some, tools), "every generated question would fit any text"),
        (lambda some: _good(some, edge_of, tools), "no generated question has good language"),
    ]
    for keep, why in steps:
        candidates = keep(candidates)
        if not candidates:
            return why
    labels = embedded.label_by_all(list(map(edge_of, candidates)), tools)
    rated = [
        (value(one, scores), one)
        for one, scores in zip(candidates, labels, strict=True)
        if any(scores[name].value == label for name, label in _BEST.items())
    ]
    if not rated:
        return "no generated question gets the best label by any criterion"
    # of equals the first: the likelier anchor and question
    return max(rated, key=lambda one: one[0])[1]


def value(candidate: Candidate, scores: Mapping[str, Score]) -> float:
    """Return how good a candidate is expected to be.

    Args:
        candidate: A question with its anchor.
        scores: Its labels by criterion, with their probabilities.

    Returns:
        The expected number of best labels, plus the weighted probabilities of anchor and question.

    Examples:
        >>> labels = {
        ...     "compatibility": Score("direct", {"direct": 0.5}),
        ...     "givenness": Score("no_new_concepts", {"no_new_concepts": 1.0}),
        ...     "relevance": Score("fully_grounded", {"fully_grounded": 0.75}),
        ... }
        >>> value(Candidate(1, "Why?", chance=0.5, likelihood=0.5), labels)
        2.75
    """
    labels = sum(scores[name].parts[label] for name, label in _BEST.items())
    extra = ANCHOR_WEIGHT * candidate.chance + LIKELIHOOD_WEIGHT * candidate.likelihood
    return round(labels + extra, 6)


def _specific(candidates: Sequence[Candidate], tools: Tools) -> list[Candidate]:
    parses = tools["parser"].parse([one.question for one in candidates])
    return [one for one, parse in zip(candidates, parses, strict=True) if not is_generic(parse)]


def _good(
    candidates: Sequence[Candidate], edge_of: Callable[[Candidate], Example], tools: Tools
) -> list[Candidate]:
    """Return the candidates whose language is good."""
    scores = create("qud_language").score(list(map(edge_of, candidates)), tools)
    return [one for one, score in zip(candidates, scores, strict=True) if score.value == "yes"]


def _nearby(sentences: Sequence[str], answer: int, candidate: Candidate) -> Example:
    """Return an edge with the sentences near anchor and answer only, numbered anew."""
    anchor, last = candidate.anchor, len(sentences)
    spans = [(anchor - BEFORE, anchor), (answer - BEFORE, answer + AFTER)]
    near = {number for low, high in spans for number in range(max(1, low), min(last, high) + 1)}
    kept = sorted(near)
    return Example(
        id=f"{answer}",
        question=candidate.question,
        sentences=tuple(sentences[number - 1] for number in kept),
        anchor=1 + kept.index(anchor),
        answer_sentence=1 + kept.index(answer),
    )


def _same(question: str) -> str:
    """Return the question as it is compared with others."""
    return question.casefold().rstrip(" ?")
