"""Find duplicate questions, by their words, by QSTS and by their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qgauge.core import Progress, Tools
from qgauge.sets.comparing import SIMILARITY, task_of
from qgauge.sets.pairs import Answers, Pair, Thresholds, groups, same_answers
from qgauge.sets.question import SetQuestion
from qgauge.sets.steps import InProcesses, Steps
from qgauge.tools.roles import Parse

__all__ = [
    "SIMILARITY",
    "Answers",
    "Pair",
    "Thresholds",
    "duplicates",
    "groups",
    "same_answers",
]


def duplicates(
    questions: Sequence[SetQuestion],
    parses: Mapping[str, Parse],
    tools: Tools,
    limits: Thresholds,
    steps: Steps | None = None,
    *,
    progress: Progress | None = None,
) -> tuple[list[Pair], dict[str, int]]:
    """Return the duplicate pairs, and the reasons why other pairs have no QSTS, with counts.

    QSTS is computed only for pairs that pass the word threshold. Duplicates must pass it anyway,
    so none is missed. `progress` is called with the number of questions compared.
    """
    from qgauge.sets.pair_search import BLOCK, PairSearch

    search = PairSearch(questions, limits)
    blocks = search.blocks()
    tasks = (task_of(block, search, questions, parses, limits.qsts) for block in blocks)
    told = 0

    def tell(blocks_done: int) -> None:
        nonlocal told
        before, told = told, told + blocks_done
        rows = min(len(questions), told * BLOCK) - min(len(questions), before * BLOCK)
        if progress is not None:
            progress(rows)

    pairs: list[Pair] = []
    reasons: dict[str, int] = {}
    if steps is None or (len(blocks) < 2 and isinstance(steps, InProcesses)):
        steps = InProcesses()  # one block is compared before another process has started
    for done in steps.compare(tasks, tools, None if progress is None else tell):
        pairs += done.pairs
        for why, count in done.unscored.items():
            reasons[why] = reasons.get(why, 0) + count
    return pairs, reasons
