"""The generator: questions about a place of a passage."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import numpy as np

from qgauge import models
from qgauge.models.question_writer import QuestionWriter, load_writer
from qgauge.text.surrogates import without_surrogates
from qgauge.tools.embedded.generator_source import source
from qgauge.tools.embedded.parser import EmbeddedParser
from qgauge.tools.embedded.piece_search import Written, beam_search, sample
from qgauge.tools.embedded.question_rules import questions_by_rules
from qgauge.tools.embedded.surface import Surface
from qgauge.tools.passage_window import window_around
from qgauge.tools.ranked_questions import ranked_questions
from qgauge.tools.relation_support import support
from qgauge.tools.roles import Generated, Parse, Place

FILES = ("generator.onnx", "generator_step.onnx", "generator_words.bin", "linguist.onnx")
"""The files that its questions depend on; the last is the parser's."""
LEAST_SCORE = -0.05
"""Mean log-probability below which a question of the model is not given: it is mostly nonsense."""
LEAST_SAMPLED = -0.5
"""The same for questions sampled with a seed, for which variety matters more."""
LEAST_MODEL_SUPPORT = 0.9
"""Support of the model's questions by the passage; below it, they say what it does not say."""
READ_AROUND = 4000
"""Letters around an answer that are parsed for the rules."""
STYLES = ("encyclopedia", "tale")
"""The styles that it learned from SQuAD and from FairytaleQA; each writes half of the questions."""
DISCUSSION = "qud"
"""The style of questions under discussion."""
_ABOUT_CLAUSES = ("why", "how")
"""Kinds of question that have clauses as answers."""


class EmbeddedGenerator:
    """The generator in the package, for English.

    Rules turn the answer's sentence into questions by its parse. Such a question says what the
    sentence says, so its score is 0. Where the rules have none, and always with a seed, a small
    model writes questions freely; it reads about 250 words around the answer. Its word pieces are
    in lower case; capitals come from the passage.
    """

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._latest: tuple[str, Parse] | None = None
        """The latest passage and its parse: places of one passage come one after another."""

    def __reduce__(self) -> tuple[object, ...]:
        return EmbeddedGenerator, (self._threads,)

    @property
    def identity(self) -> str:
        digest = hashlib.sha256("".join(map(models.checksum, FILES)).encode()).hexdigest()
        return f"embedded@{digest[:8]}"

    @property
    def _writer(self) -> QuestionWriter:
        return load_writer(threads=self._threads)

    def generate(
        self, places: Sequence[Place], count: int = 8, seed: int | None = None
    ) -> list[list[Generated]]:
        return [self._about(place, count, seed) for place in places]

    def at_once(self, places: Sequence[Place], count: int = 8) -> list[list[Generated]]:
        """Return the questions of the rules alone, of any kind."""
        found = []
        for place in places:
            clean = _clean(Place(place.passage, place.start, place.end))
            by_rules = self._by_rules(clean)[0] if clean.answer.strip() else []
            found.append(ranked_questions([(one, 0.0) for one in by_rules], count))
        return found

    def _about(self, place: Place, count: int, seed: int | None) -> list[Generated]:
        clean = _clean(place)
        if count < 1 or not clean.answer.strip():
            return []
        by_rules, clausal = ([], False) if place.anchor else self._by_rules(clean)
        found = [(one, 0.0) for one in by_rules]
        # the model writes worse questions than the rules, and nonsense about clauses
        if (found and seed is None) or (clausal and place.kind not in _ABOUT_CLAUSES):
            return ranked_questions(found, count)
        written = self.by_model(clean, count, seed)
        least = LEAST_SCORE if seed is None else LEAST_SAMPLED
        found += [
            one
            for one in written
            if place.anchor or (one[1] >= least and self._is_supported(one[0], clean))
        ]
        return ranked_questions(found, count)

    def by_model(
        self, place: Place, count: int = 8, seed: int | None = None
    ) -> list[tuple[str, float]]:
        """Return all questions that the model writes, without the rules, with their scores."""
        tokenizer, clean = models.tokenizer(), _clean(place)
        encoded = tokenizer.encode(clean.passage, add_special_tokens=False)
        if not encoded.ids:
            return []
        surface = Surface(clean.passage, encoded)
        return [
            (
                surface.text([str(tokenizer.id_to_token(one)) for one in written.pieces]),
                round(written.score, 3),
            )
            for written in self._written(clean, count, seed)
        ]

    def _is_supported(self, question: str, place: Place) -> bool:
        """Return whether the passage joins the words that a question joins."""
        [asked] = EmbeddedParser(self._threads).parse([question])
        return support(asked, self._around(place)[0]) >= LEAST_MODEL_SUPPORT

    def _by_rules(self, place: Place) -> tuple[list[str], bool]:
        """Return the questions of the rules, and whether the answer is a clause."""
        parse, low, high = self._around(place)
        start, end = place.start - low, min(place.end, high) - low
        return questions_by_rules(parse, start, end, place.kind), _is_clause(parse, start, end)

    def _around(self, place: Place) -> tuple[Parse, int, int]:
        """Return the parse of the text around an answer, and where that begins and ends."""
        low, high = window_around(place.passage, place.start, place.end, READ_AROUND)
        return self._parse(place.passage[low:high]), low, high

    def _parse(self, passage: str) -> Parse:
        if self._latest is None or self._latest[0] != passage:
            self._latest = passage, EmbeddedParser(self._threads).parse([passage])[0]
        return self._latest[1]

    def _written(self, place: Place, count: int, seed: int | None) -> Iterator[Written]:
        for style in (DISCUSSION,) if place.anchor else STYLES:
            share = max(2, -(-count // len(STYLES)))
            read = self._writer.read_source(source(place, style, models.tokenizer()))
            if seed is None:
                yield from beam_search(self._writer, read, share)
            else:
                yield from sample(self._writer, read, share, _chance(place, style, seed))


def _clean(place: Place) -> Place:
    passage = without_surrogates(place.passage)
    return Place(passage, place.start, place.end, place.kind, place.anchor)


def _is_clause(parse: Parse, start: int, end: int) -> bool:
    """Return whether the answer is a clause or begins with a verb."""
    inside = [at for at, word in enumerate(parse.words) if word.start >= start and word.end <= end]
    tops = [at for at in inside if parse.words[at].head not in inside]
    return any(
        parse.words[at].upos in ("VERB", "AUX")
        or any(
            parse.words[one].relation == "nsubj" for one in inside if parse.words[one].head == at
        )
        for at in tops
    )


def _chance(place: Place, style: str, seed: int) -> np.random.Generator:
    """Return a source of randomness that depends on the place, not on its neighbours."""
    about = repr((seed, style, place.kind, place.start, place.end, place.passage))
    digest = hashlib.sha256(about.encode("utf-8", "surrogatepass")).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "big"))
