"""What the verbs of `qud` share: options, the metrics for them, labels, a table of habits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from rich.console import Console

from qgauge.cli.options import argument, option
from qgauge.cli.terminal import print_rows, progress
from qgauge.core import BadInput, BadSetting, Example, Result, Tools
from qgauge.run import Request, requests_for

if TYPE_CHECKING:
    from qgauge.qud.labelling import Habits

Files = Annotated[
    list[str] | None,
    argument(
        "Edges: .jsonl or .json (one edge, or one article with its edges a row; or DCQA), - "
        "for stdin; or QUDeval's .csv, or the folder with it.",
        "FILES",
    ),
]
Articles = Annotated[
    str | None, option("For DCQA: the articles, ID.txt with `number<TAB>sentence` lines.", "FOLDER")
]
References = Annotated[
    list[str] | None,
    option(
        "Edges by people, as DCQA or ours: their questions for the same answer sentence are "
        "the references; may be repeated.",
        "FILE",
    ),
]
Only = Annotated[list[str] | None, option("These articles only; may be repeated.", "ID[,ID...]")]
Without = Annotated[
    list[str] | None, option("All but these articles; may be repeated.", "ID[,ID...]")
]
Criteria = Annotated[
    list[str] | None,
    option(
        "language, compatibility, givenness or relevance; repeat for more (default: all).", "NAME"
    ),
]
MethodName = Annotated[
    str | None,
    option(
        "How to judge: embedded, rule, infostatus, bleu1, llm_zero, llm_few, llm_score, "
        "llm_answer, reference. Criteria without it are left out. (Default: each one's own.)",
        "NAME",
    ),
]


def requested(
    metric: Sequence[str] | None, criterion: Sequence[str] | None, method: str | None
) -> list[Request]:
    """The metrics asked for by name, or those of the criteria with the method."""
    from qgauge.qud.labelling import CRITERIA

    if metric:
        if criterion or method:
            raise BadInput("give -m, or --criterion and --method, not both.")
        requests = requests_for(metric)
        for request in requests:
            if request.metric.judges not in CRITERIA or not request.metric.labelled:
                names = ", ".join(CRITERIA.values())
                raise BadSetting(f"{request.label} is no criterion for QUDs; there are: {names}.")
        return requests
    for name in criterion or ():
        if name not in CRITERIA:
            raise BadSetting(f"there is no criterion '{name}'; there are: {', '.join(CRITERIA)}.")
    criteria = list(dict.fromkeys(criterion or CRITERIA))
    if method is None:
        return requests_for([CRITERIA[name] for name in criteria])
    able = [name for name in criteria if method in methods_of(name)]
    if not able:
        known = dict.fromkeys(way for name in criteria for way in methods_of(name))
        raise BadSetting(f"no criterion has the method '{method}'; there are: {', '.join(known)}.")
    return requests_for([f"{CRITERIA[name]}:method={method}" for name in able])


def methods_of(criterion: str) -> tuple[str, ...]:
    """The methods of a criterion, its own default first."""
    from typing import get_args

    from qgauge.metrics import metric_class
    from qgauge.metrics.metric import setting_types
    from qgauge.qud.labelling import CRITERIA

    return get_args(setting_types(metric_class(CRITERIA[criterion]))["method"])


def labelled(
    edges: Sequence[Example], requests: Sequence[Request], tools: Tools, *, skip: bool, workers: int
) -> list[Result]:
    """What every metric says of every edge, with a progress bar."""
    from qgauge.qud.labelling import label_edges

    with progress("labelling", len(edges)) as done:
        return label_edges(edges, requests, tools, skip=skip, workers=workers, progress=done)


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
