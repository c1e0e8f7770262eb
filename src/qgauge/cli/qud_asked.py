"""What `qud eval` and `qud meta` share: what is asked for, labels for it, a table of habits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from qgauge.cli.terminal import print_rows, with_progress
from qgauge.core import BadInput, BadSetting, Example
from qgauge.run import Request, requests

if TYPE_CHECKING:
    from qgauge.qud.labelling import Habits, Labelled

Criteria = Annotated[
    list[str] | None,
    typer.Option(
        "--criterion",
        metavar="NAME",
        help="language, compatibility, givenness or relevance; repeat for more (default: all).",
        show_default=False,
    ),
]
MethodName = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="NAME",
        help="How to judge: embedded, rule, infostatus, bleu1, llm_zero, llm_few, llm_score, "
        "llm_answer, reference. Criteria without it are left out. (Default: each one's own.)",
        show_default=False,
    ),
]


def wanted(
    metric: Sequence[str] | None, criterion: Sequence[str] | None, method: str | None
) -> list[Request]:
    """The metrics asked for by name, or those of the criteria with the method."""
    from qgauge.qud.labelling import CRITERIA

    if metric:
        if criterion or method:
            raise BadInput("give -m, or --criterion and --method, not both.")
        asked = requests(metric)
        for request in asked:
            if request.metric.judges not in CRITERIA or not request.metric.labelled:
                names = ", ".join(CRITERIA.values())
                raise BadSetting(f"{request.label} is no criterion for QUDs; there are: {names}.")
        return asked
    for name in criterion or ():
        if name not in CRITERIA:
            raise BadSetting(f"there is no criterion '{name}'; there are: {', '.join(CRITERIA)}.")
    chosen = list(dict.fromkeys(criterion or CRITERIA))
    if method is None:
        return requests([CRITERIA[name] for name in chosen])
    able = [name for name in chosen if method in methods_of(name)]
    if not able:
        known = dict.fromkeys(way for name in chosen for way in methods_of(name))
        raise BadSetting(f"no criterion has the method '{method}'; there are: {', '.join(known)}.")
    return requests([f"{CRITERIA[name]}:method={method}" for name in able])


def methods_of(criterion: str) -> tuple[str, ...]:
    """The methods of a criterion, its own default first."""
    from typing import get_args

    from qgauge.core.metric import setting_types
    from qgauge.metrics import metric_class
    from qgauge.qud.labelling import CRITERIA

    return get_args(setting_types(metric_class(CRITERIA[criterion]))["method"])


def judged(
    examples: Sequence[Example],
    asked: Sequence[Request],
    opened: Mapping[str, Any],
    *,
    skip: bool,
) -> list[Labelled]:
    """Every edge labelled, with a progress bar for each metric."""
    from qgauge.qud.labelling import label_edges

    _check(examples, asked)

    def watch(
        batches: Iterable[Sequence[Example]], name: str, total: int
    ) -> Iterable[Sequence[Example]]:
        return with_progress(batches, name, [], total=total)

    metrics = {request.label: request.metric for request in asked}
    return label_edges(examples, metrics, opened, skip=skip, watch=watch)


def _check(examples: Sequence[Example], asked: Sequence[Request]) -> None:
    for request in asked:
        if "references" in request.metric.needs and not any(one.references for one in examples):
            raise BadInput(
                f"{request.label} compares with references, and no edge has any. Give questions by "
                f"people with --references, or a field 'references'."
            )


def print_habits(out: Console, systems: Mapping[str, Habits]) -> None:
    """How often systems repeat themselves, and how long their questions are."""
    columns = ["questions", "n", "asked more than once", "mean length"]
    rows = [
        [
            name or "(no name)",
            str(one.questions),
            f"{one.duplicates} ({one.duplicates / one.questions:.0%})",
            f"{one.mean_length:.2f}",
        ]
        for name, one in systems.items()
    ]
    print_rows(out, columns, rows, right=columns[1:])
