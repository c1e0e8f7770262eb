"""facet_f: overlap of facets with the reference, with a penalty for giving away the answer.

After Nielsen (2008), section 3.2, which also proposes bigram overlap as a simpler baseline.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from qgauge.core import Example, Score, Tools, View, unscored, view
from qgauge.metrics.answerability import f_score
from qgauge.metrics.dependency_edges import Meanings
from qgauge.metrics.facet_extraction import facets_of, no_facets
from qgauge.metrics.facet_match import (
    ByEntailer,
    ByVectors,
    FacetMatcher,
    Match,
    as_text,
    open_pairs,
)
from qgauge.metrics.facets import Facet, Facets
from qgauge.metrics.metric import Metric
from qgauge.metrics.reference import WordMetric, marked
from qgauge.text.ngrams import ngrams, overlap
from qgauge.tools.asking import ask, call

MOST_PAIRS = {"lexical": 1 << 22, "entailer": 1 << 16}
"""Maximum number of facet pairs: 2,048 facets on both sides, or 256 with the inference model, which
reads all facets of one side for each facet of the other. A question has one or two facets per three
words."""
QUALITY = "reference_quality"
"""Column with the quality of each reference, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A facet of the answer that is not in the reference, and the share the question reveals."""

    facet: Facet
    share: float


@dataclass(frozen=True, slots=True)
class Gold:
    """A reference with its facets and its quality."""

    text: str
    facets: Facets
    quality: float | None
    """None if the row gives no quality."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of a question with one reference."""

    gold: Gold
    question: Facets
    recalled: Sequence[Match]
    """Matches of the reference's facets in the question."""
    precise: Sequence[Match]
    """Matches of the question's facets in the reference."""
    leaks: Sequence[Leak] | None
    """None if there is no answer with a facet."""

    def score(self) -> Score:
        parts = {"precision": _mean(self.precise), "recall": _mean(self.recalled)}
        value = parts["f"] = f_score(parts["precision"], parts["recall"])
        if self.leaks is not None:
            parts["leak"] = leak_share(self.leaks)
            value *= 1.0 - parts["leak"]
        if self.gold.quality is not None:
            parts["quality"] = self.gold.quality
            value *= self.gold.quality
        return Score(value, parts)


@dataclass(frozen=True)
class FacetF(Metric):
    """F-score of facets shared with the best reference, reduced if the question leaks the answer.

    Facets are elementary facts, relations between two words. After Nielsen (2008).
    """

    name: ClassVar[str] = "facet_f"
    about: ClassVar[str] = "facts shared with the reference; giving away the answer is penalised"
    needs: ClassVar[tuple[str, ...]] = ("references",)
    uses: ClassVar[tuple[str, ...]] = ("parser", "entailer", "embedder")

    probability: Literal["lexical", "entailer"] = "lexical"
    """How the probability of a facet is estimated: from word vectors, or by the inference model."""
    leak: Literal["on", "off"] = "on"
    """Whether to penalise a question that gives away the answer."""

    @property
    def optional(self) -> tuple[str, ...]:
        return ("answer",) if self.leak == "on" else ()

    def roles(self) -> tuple[str, ...]:
        return ("parser", "entailer" if self.probability == "entailer" else "embedder")

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        return [_best(each)[0] for each in self._compared(examples, tools)]

    def explain(self, example: Example, tools: Tools) -> Score:
        if (missing := self.missing_input(example)) is not None:
            return missing
        (compared,) = self._compared([example], tools)
        score, chosen = _best(compared)
        if chosen is None:
            return score
        count = len(example.references)
        choice = f"the best of {count} references" if count > 1 else ""
        shown = _view(chosen, score, self.probability == "entailer")
        return replace(score, evidence={"choice": choice, "views": [shown]})

    def _compared(
        self, examples: Sequence[Example], tools: Tools
    ) -> list[Score | list[Comparison]]:
        """Compare each example with each of its references, or return why it is unscored."""
        parses = ask("parser", tools["parser"].parse, examples, self._texts)
        problems = {text: no_facets(parse) for text, parse in parses.items()}
        found = {text: facets_of(parse) for text, parse in parses.items() if not problems[text]}
        golds = {id(example): self._golds(example, found, problems) for example in examples}
        matcher = self._matcher([e for e in examples if golds[id(e)][0]], found, golds, tools)
        compared: list[Score | list[Comparison]] = []
        for example in examples:
            usable, reason = golds[id(example)]
            if reason:
                compared.append(unscored(reason))
                continue
            answer_text = example.answer if self.leak == "on" else None
            answer = found.get(answer_text or "", Facets(()))
            question = found[example.question]
            compared.append([_compare(question, gold, answer, matcher) for gold in usable])
        return compared

    def _texts(self, example: Example) -> Iterator[str]:
        yield from (example.question, *example.references)
        if self.leak == "on" and example.answer and not example.answer.isspace():
            yield example.answer

    def _golds(
        self, example: Example, found: Mapping[str, Facets], problems: Mapping[str, str]
    ) -> tuple[list[Gold], str]:
        """Return the references to compare with, or the reason why there are none."""
        for text in (example.question, *example.references):
            if problems[text]:
                return [], problems[text]
        try:
            qualities = reference_qualities(example)
        except ValueError as problem:
            return [], str(problem)
        golds = [
            Gold(text, found[text], quality)
            for text, quality in zip(example.references, qualities, strict=True)
            if found[text].facets
        ]
        if not golds:
            return [], "no reference has a facet to compare"
        most = MOST_PAIRS[self.probability]
        count = len(found[example.question].facets)
        if any(count * len(gold.facets.facets) > most for gold in golds):
            return [], f"the texts are too long: more than {most:,} pairs of facets"
        return golds, ""

    def _matcher(
        self,
        examples: Sequence[Example],
        found: Mapping[str, Facets],
        golds: Mapping[int, tuple[list[Gold], str]],
        tools: Tools,
    ) -> FacetMatcher:
        """Create the matcher; its tool processes all examples in one batch."""
        if self.probability == "lexical":
            words = dict.fromkeys(word for facets in found.values() for word in facets.words)
            vector = tools["embedder"].vector
            return ByVectors(call("embedder", lambda _: Meanings(words, vector), examples))

        def pairs(example: Example) -> Iterator[tuple[str, str]]:
            question = found[example.question]
            for gold in golds[id(example)][0]:
                yield from open_pairs(gold.facets, question)
                yield from open_pairs(question, gold.facets)

        return ByEntailer(ask("entailer", tools["entailer"].entail, examples, pairs))


def _compare(question: Facets, gold: Gold, answer: Facets, matcher: FacetMatcher) -> Comparison:
    return Comparison(
        gold,
        question,
        recalled=matcher.matches(gold.facets, question),
        precise=matcher.matches(question, gold.facets),
        leaks=answer_leaks(answer, question, gold.facets) if answer.facets else None,
    )


def answer_leaks(answer: Facets, question: Facets, reference: Facets) -> list[Leak]:
    """Return the facets of the answer that the question reveals and the reference does not.

    Only literal mentions count. Similar words do not: "blue" is very close to the answer "red", but
    it does not give it away.
    """
    found = []
    for facet in answer.facets:
        ends = [word for word in (facet.head, facet.dependent) if word]
        before = sum(word in reference.words for word in ends) / len(ends)
        now = sum(word in question.words for word in ends) / len(ends)
        if before < 1:
            found.append(Leak(facet, max(0.0, now - before) / (1 - before)))
    return found


def leak_share(found: Sequence[Leak]) -> float:
    """Return the probability that the answer is given away: the mean share over its facets."""
    return sum(leak.share for leak in found) / len(found) if found else 0.0


def reference_qualities(example: Example) -> list[float | None]:
    """Read the quality of each reference from a row.

    In tables, the value is text: a number, or a JSON list of numbers.

    Args:
        example: The row; `meta["reference_quality"]` holds the qualities.

    Returns:
        One quality per reference, all None if the row has none.

    Raises:
        ValueError: The values are invalid; the message is meant for users.
    """
    given = example.meta.get(QUALITY)
    if given is None or given == "":
        return [None] * len(example.references)
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            given = [given]
    values = given if isinstance(given, list | tuple) else [given]
    if any(type(one) not in (int, float) or not 0 <= one <= 1 for one in values):
        raise ValueError(f"{QUALITY} must contain numbers from 0 to 1, not {given!r}"[:120])
    if len(values) != len(example.references):
        raise ValueError(
            f"{QUALITY} must have one number per reference; it has {len(values)} for "
            f"{len(example.references)} reference(s)"
        )
    return [float(one) for one in values]


def _best(compared: Score | list[Comparison]) -> tuple[Score, Comparison | None]:
    """Return the best score over the references, the first on a tie.

    With the maximum, an additional reference never lowers the score.
    """
    if isinstance(compared, Score):
        return compared, None
    scored = [(one.score(), one) for one in compared]
    return max(scored, key=lambda pair: float(pair[0].value or 0.0))


def _mean(matches: Sequence[Match]) -> float:
    return sum(match.probability for match in matches) / len(matches) if matches else 0.0


# -------------------------------------------------------------------- explanation


def _view(compared: Comparison, score: Score, entailer: bool) -> dict[str, Any]:
    rows = []
    for side, matches in (("reference", compared.recalled), ("question", compared.precise)):
        for match in matches:
            statement = [match.statement or "-"] if entailer else []
            nearest = str(match.nearest or "-")
            rows.append([side, str(match.facet), nearest, *statement, f"{match.probability:.4f}"])
    for leak in compared.leaks or ():
        nothing = ["-", "-"] if entailer else ["-"]
        rows.append(["answer", str(leak.facet), *nothing, f"{leak.share:.4f}"])
    statement_column = ["statement"] if entailer else []
    columns = ["text", "facet", "closest match", *statement_column, "probability"]
    return view(_steps(compared, score, entailer), columns=columns, rows=rows)


def _steps(compared: Comparison, score: Score, entailer: bool) -> list[str]:
    parts, gold = score.parts, compared.gold
    steps = [f"reference: {gold.text}"]
    if entailer:
        steps += [
            f"reference as statements: {as_text(gold.facets)}",
            f"question as statements: {as_text(compared.question)}",
        ]
    steps += [
        f"recall = mean probability of the reference's {len(compared.recalled)} facets in the "
        f"question = {parts['recall']:.4f}",
        f"precision = mean probability of the question's {len(compared.precise)} facets in the "
        f"reference = {parts['precision']:.4f}",
        f"F = 2PR/(P+R) = {parts['f']:.4f}",
    ]
    factors = [f"{parts['f']:.4f}"]
    if compared.leaks is None:
        steps.append("leak: not computed, because there is no answer with a facet")
    else:
        given_away = [str(leak.facet) for leak in compared.leaks if leak.share > 0]
        what = f"given away: {', '.join(given_away)}" if given_away else "nothing given away"
        steps.append(f"leak = {parts['leak']:.4f}; {what}")
        factors.append(f"(1 - {parts['leak']:.4f})")
    if gold.quality is not None:
        factors.append(f"quality {gold.quality:g}")
    if len(factors) > 1:
        steps.append(f"{' x '.join(factors)} = {score.value:.4f}")
    return steps


# -------------------------------------------------------------------- bigrams


@dataclass(frozen=True)
class BigramF(WordMetric):
    """F-score of shared word bigrams, the baseline of `facet_f` (Nielsen 2008)."""

    name: ClassVar[str] = "bigram_f"
    about: ClassVar[str] = "F-score of shared word bigrams"

    def of_words(self, words: list[str]) -> list[Hashable]:
        return ngrams(words, 2)

    def compare(self, question: list[Hashable], references: Sequence[list[Hashable]]) -> Score:
        (reference,) = references
        shared = overlap(question, reference)
        precision = shared / len(question) if question else 0.0
        recall = shared / len(reference)
        return Score(f_score(precision, recall), {"precision": precision, "recall": recall})

    def view(
        self, question: list[Hashable], references: Sequence[list[Hashable]], score: Score
    ) -> View:
        here, there = _joined(question), _joined(references[0])
        shared = overlap(question, references[0])
        steps = [
            f"precision = {shared} of {len(here)} = {score.parts['precision']:.4f}, "
            f"recall = {shared} of {len(there)} = {score.parts['recall']:.4f}",
            f"F = 2PR/(P+R) = {score.value:.4f}",
        ]
        return view(steps, marked(here, there), [marked(there, here)])


def _joined(pairs: Sequence[Hashable]) -> list[str]:
    return [" ".join(pair) for pair in pairs if isinstance(pair, tuple)]
