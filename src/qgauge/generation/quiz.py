"""Make a quiz from texts: write questions, check, score, choose and rank them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from typing import Any

from qgauge.core import Example, MissingTool, Progress, Tools
from qgauge.generation import thresholds as limits
from qgauge.generation.candidates import (
    QUESTIONS_PER_PLACE,
    AnswerPool,
    Target,
    write_candidates,
)
from qgauge.generation.choosing import Scored, choose
from qgauge.generation.difficulty import difficulty_of, wanted_range
from qgauge.generation.kinds import wanted_kinds
from qgauge.generation.quiz_item import QuizItem
from qgauge.generation.quiz_result import Quiz
from qgauge.generation.quiz_settings import QuizSettings
from qgauge.generation.screening import Dropped, Screened, screen
from qgauge.generation.texts import Document
from qgauge.run import Request, scores_only, stream
from qgauge.tools.roles import QuickGenerator

MOST_ROUNDS = 3
"""How often more places are asked about if too few questions pass."""
_QUALITY = "quality"

Stages = Callable[[str, int], AbstractContextManager[Progress | None]]
"""Opens the progress of a stage, given its name and the number of things to do."""


def make_quiz(
    documents: Sequence[Document],
    count: int,
    tools: Tools,
    *,
    kinds: str | Sequence[str] | None = None,
    difficulty: str | tuple[float, float] | None = None,
    distractors: int = 0,
    seed: int | None = None,
    stages: Stages | None = None,
) -> Quiz:
    """Make a quiz about documents.

    Args:
        documents: The texts to ask about.
        count: Questions per document; fewer if fewer pass the checks.
        tools: The tools of `ROLES`.
        kinds: The kinds of question, a list or separated by commas; None for all.
        difficulty: `"easy"`, `"medium"`, `"hard"` or a range such as `".3-.7"`; None for any.
        distractors: Wrong answers per question, for multiple choice.
        seed: Seed for sampled questions; None for the likeliest ones.
        stages: Shows the progress.

    Returns:
        The quiz. It may be empty.

    Raises:
        BadSetting: A setting is invalid.
        MissingTool: There is no generator.
        ToolFailed: A tool failed.
    """
    settings = QuizSettings(count, wanted_kinds(kinds), wanted_range(difficulty), distractors, seed)
    if "generator" not in tools:
        raise MissingTool("There is no generator. Choose one with --generator ENGINE.")
    show: Stages = stages or (lambda *_: nullcontext(None))
    several = len(documents) > 1
    made = [_Making(one, settings, tools, named=several) for one in documents]
    if several:
        with show("documents", len(made)) as done:
            for one in made:
                one.run(lambda *_: nullcontext(None))
                if done is not None:
                    done(1)
    else:
        for one in made:
            one.run(show)
    return Quiz(
        tuple(item for one in made for item in one.items),
        settings.signature(tools),
        count,
        {one.document.id: len(one.chosen) for one in made},
        tuple(replace(d, document=one.document.id) for one in made for d in one.dropped),
        sum(len(one.scored) for one in made),
    )


class _Making:
    """The questions of one document, while they are made."""

    def __init__(
        self, document: Document, settings: QuizSettings, tools: Tools, *, named: bool
    ) -> None:
        """Take a document; `named` says that its name is part of each question."""
        self.document, self._settings, self._tools = document, settings, tools
        self._named = named
        self.scored: list[Scored] = []
        self.dropped: list[Dropped] = []
        self.chosen: list[Scored] = []
        self.items: list[QuizItem] = []

    def run(self, show: Stages) -> None:
        """Ask about more and more places, until enough questions pass or no place is left."""
        settings = self._settings
        pool = AnswerPool(self.document, self._tools["parser"], settings.kinds)
        generator = self._tools["generator"]
        if settings.seed is None and isinstance(generator, QuickGenerator):
            best = pool.best(settings.count)
            pool.mark_taken(self._ask(best, generator.at_once, show) if best else [])
        for _ in range(MOST_ROUNDS):
            missing = settings.count - len(self.chosen)
            targets = pool.take(missing) if missing else []
            if not targets:
                break
            self._ask(targets, partial(generator.generate, seed=settings.seed), show)
        self.items = [self._item(number, one) for number, one in enumerate(self.chosen, 1)]
        if settings.distractors and self.items:
            with show("distractors", len(self.items)) as done:
                self._add_distractors(pool.possible, done)

    def _ask(
        self, targets: Sequence[Target], generate: Callable[..., Any], show: Stages
    ) -> list[Target]:
        """Ask about targets and choose anew; return those with a question of a wanted kind."""
        write = partial(generate, count=QUESTIONS_PER_PLACE)
        with show("writing", len(targets)) as done:
            written = write_candidates(targets, write, progress=done)
        with show("checking", len(written)) as done:
            screening = screen(written, self._tools, self._settings.kinds, progress=done)
        self.dropped += screening.dropped
        with show("scoring", len(screening.kept)) as done:
            self._score(screening.kept, done)
        self.chosen = choose(self.scored, self.document, self._settings.count, self._tools)
        return [one.target for one in written if one.kind in self._settings.kinds]

    def _score(self, kept: Sequence[Screened], done: Progress | None) -> None:
        """Add the questions that are good and of the difficulty that is wanted."""
        low, high = self._settings.difficulty
        rows = [
            Example(
                str(at),
                one.candidate.question,
                passage=one.candidate.target.passage.text,
                answer=one.candidate.answer,
            )
            for at, one in enumerate(kept)
        ]
        scores = stream(
            rows, [Request.of(_QUALITY)], self._tools, finish=scores_only, progress=done
        )
        for one, (_, (score,)) in zip(kept, scores, strict=True):
            candidate = one.candidate
            quality = score.value if isinstance(score.value, float) else None
            hard = difficulty_of(candidate, one.confidence).value
            if quality is None or quality < limits.LEAST_QUALITY:
                why = "; ".join(score.evidence.get("why", ())) or score.unscored
                reason = "quality"
            elif not low <= hard <= high:
                reason, why = "difficulty", f"Its difficulty is {hard:.2f}."
            else:
                self.scored.append(Scored(candidate, quality, hard, one.usable))
                continue
            self.dropped.append(Dropped(candidate.question, candidate.answer, reason, why))

    def _add_distractors(
        self, possible: Sequence[tuple[str, str, int]], done: Progress | None
    ) -> None:
        from qgauge.generation.distractors import add_distractors

        passages = [one.text for one in self.document.passages]
        count = self._settings.distractors
        self.items = list(add_distractors(self.items, passages, possible, self._tools, count))
        if done is not None:
            done(len(self.items))

    def _item(self, number: int, one: Scored) -> QuizItem:
        candidate = one.candidate
        return QuizItem(
            id=f"{self.document.id}-{number}",
            question=candidate.question,
            answer=candidate.answer,
            passage=candidate.target.passage.text,
            sentence=self._sentence(one),
            start=candidate.target.place.start,
            end=candidate.target.place.end,
            kind=candidate.kind,
            usable=round(one.usable, 4),
            quality=round(one.quality, 4),
            difficulty=one.difficulty,
            document=self.document.id if self._named else "",
        )

    def _sentence(self, one: Scored) -> str:
        start, end = self.document.sentences[one.candidate.target.sentence]
        return self.document.text[start:end]
