"""`qgauge.generate`: a ranked quiz from a text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from qgauge.api.inputs import whole_number
from qgauge.api.progress import progress_line
from qgauge.core import Progress, Tools
from qgauge.tools.registry import open_tools

if TYPE_CHECKING:
    from qgauge.generation.quiz_result import Quiz

Texts = str | os.PathLike[str] | Iterable[str | os.PathLike[str] | Mapping[str, Any]]
"""A text, a file of texts, or several of them; rows have a field `text`."""


def generate(
    texts: Texts,
    n: int = 10,
    *,
    kinds: str | Iterable[str] | None = None,
    difficulty: str | tuple[float, float] | None = None,
    distractors: int = 0,
    seed: int | None = None,
    tools: Tools | None = None,
    progress: bool | None = None,
) -> Quiz:
    """Make a quiz: questions about a text with their answers, best first.

    Args:
        texts: A text; the path of a .txt, .md, .json or .jsonl file; or a list of texts, paths, or
            dictionaries with the fields `text` (or `passage`, or `sentences`) and `id`.
        n: Questions about each text; fewer if fewer pass the checks.
        kinds: Only questions of these kinds, such as `["who", "why"]` or `"who,why"`.
        difficulty: Only questions of this difficulty: `"easy"`, `"medium"`, `"hard"`, or a range
            such as `".3-.7"` or `(0.3, 0.7)`.
        distractors: Wrong answers for each question.
        seed: Sample questions with this seed; by default, the likeliest ones are taken.
        tools: Language tools by role, as in `qgauge.score`; the role `generator` writes the
            questions.
        progress: Whether to show progress, as in `qgauge.score`.

    Returns:
        The quiz: its questions are in `items`, and what was dropped, with reasons, in `dropped`.
        It may be empty.

    Raises:
        BadInput: A file or a row is invalid, or there is no text.
        BadSetting: A kind, a difficulty or an engine does not exist.
        MissingTool: A tool is not installed.
        ToolFailed: A tool failed while it ran.

    Examples:
        A toy generator that knows one question:

        >>> import qgauge
        >>> from qgauge.tools.roles import Generated
        >>> class OneQuestion:
        ...     identity = "one-question-1"
        ...     def generate(self, places, count=8, seed=None):
        ...         known = [Generated("Who built the old mill at Orrin?", -1.0)]
        ...         return [known if one.answer == "Ada Lund" else [] for one in places]
        >>> text = "Ada Lund built the old mill at Orrin in 1874. Tom Berg sold the mill in 1902."
        >>> quiz = qgauge.generate(text, n=1, tools={"generator": OneQuestion()})
        >>> [(one.question, one.answer, one.kind) for one in quiz.items]
        [('Who built the old mill at Orrin?', 'Ada Lund', 'who')]
    """
    from qgauge.generation.difficulty import wanted_range
    from qgauge.generation.kinds import wanted_kinds
    from qgauge.generation.quiz import make_quiz
    from qgauge.generation.quiz_settings import ROLES
    from qgauge.generation.text_files import documents_of

    wanted = wanted_kinds(kinds)
    wanted_range(difficulty)  # before the tools are opened, which takes a while
    documents = documents_of(texts)

    def stages(what: str, total: int) -> AbstractContextManager[Progress | None]:
        return progress_line(what, total, progress)

    return make_quiz(
        documents,
        whole_number("n", n),
        open_tools(ROLES, tools or {}),
        kinds=wanted,
        difficulty=difficulty,
        distractors=whole_number("distractors", distractors),
        seed=None if seed is None else whole_number("seed", seed),
        stages=stages,
    )
