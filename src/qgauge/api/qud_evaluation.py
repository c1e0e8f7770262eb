"""`qgauge.qud`: labels for questions under discussion."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from qgauge.api.inputs import Questions, checked
from qgauge.api.progress import progress_line
from qgauge.api.scoring import opener
from qgauge.core import BadInput, BadSetting, Example, Tools
from qgauge.data import ColumnMap
from qgauge.data.python_rows import ColumnNames, examples_of, paths_of
from qgauge.metrics.metric import Metric

if TYPE_CHECKING:
    from qgauge.qud.evaluation import QudEvaluation


def qud(
    edges: Questions,
    metrics: Sequence[str | Metric] | None = None,
    *,
    criteria: Sequence[str] | None = None,
    method: str | None = None,
    articles: str | os.PathLike[str] | None = None,
    skip: bool = True,
    flags: bool = True,
    columns: ColumnNames = None,
    tools: Tools | None = None,
    workers: int = 1,
    progress: bool | None = None,
) -> QudEvaluation:
    """Label the questions of QUD parsers by the four criteria of QUDeval.

    An edge is a question, the sentence of an article from which it arises (the anchor) and the
    sentence that answers it.

    Args:
        edges: The edges, in any form that `qgauge.score` takes, with the fields `sentences`,
            `anchor` and `answer_sentence`; or articles, as a list of dictionaries with `sentences`
            and `edges`; or files in the formats that `qgauge qud eval` reads.
        metrics: QUD criteria as metrics, with settings if needed, instead of `criteria` and
            `method`.
        criteria: `"language"`, `"compatibility"`, `"givenness"`, `"relevance"`; by default all.
        method: How to judge, such as `"rule"` or `"llm_zero"`; the default depends on the
            criterion. Criteria that do not have the method are skipped.
        articles: For files in the format of DCQA: the folder of the articles.
        skip: Skip the other criteria for questions whose language is bad.
        flags: Also flag redundant and generic questions.
        columns: Which column holds which field, as in `qgauge.score`.
        tools: Language tools by role, as in `qgauge.score`.
        workers: Number of processes, as in `qgauge.score`.
        progress: Whether to show progress, as in `qgauge.score`.

    Returns:
        The label of every edge for each criterion, with counts by system.

    Raises:
        BadInput: A row is invalid, or is not an edge.
        BadSetting: A criterion, a method or an engine does not exist.
        MissingTool: A tool or an optional package is not installed.
        ToolFailed: A tool failed while it ran.

    Examples:
        >>> import qgauge
        >>> article = {
        ...     "sentences": ["The pool will close in May.", "It leaks."],
        ...     "edges": [{"question": "Why will it close?", "anchor": 1, "answer_sentence": 2}],
        ... }
        >>> found = qgauge.qud([article], criteria=["language"], flags=False)
        >>> [score.value for score in found.results[0].scores]
        ['yes']
    """
    from qgauge.qud.evaluation import evaluate_edges, with_flags
    from qgauge.qud.labelling import requested

    requests = requested(None if metrics is None else checked(metrics), criteria, method)
    found = _edges(edges, columns, articles)
    requests = with_flags(requests) if flags else requests
    opened = opener(tools)(requests)
    with progress_line("labelling", len(found), progress) as done:
        return evaluate_edges(found, requests, opened, skip=skip, workers=workers, progress=done)


def _edges(
    given: Questions,
    columns: ColumnNames,
    articles: str | os.PathLike[str] | None,
) -> list[Example]:
    from qgauge.qud.documents import Place, edge_of, edges_of_rows
    from qgauge.qud.edge_files import EdgeFiles

    folder = None if articles is None else os.fspath(articles)
    if files := paths_of(given):
        with EdgeFiles(files, articles=folder, columns=ColumnMap.of(columns)) as reading:
            return reading.edges()
    if folder is not None:
        raise BadSetting("articles can be given with files only.")
    if isinstance(given, list | tuple) and any(
        isinstance(row, Mapping) and "edges" in row for row in given
    ):
        found = list(edges_of_rows(given))
    else:
        rows = enumerate(examples_of(given, columns), start=1)
        found = [edge_of(one, Place(line=at)) for at, one in rows]
    if not found:
        raise BadInput("there are no edges.")
    return found
