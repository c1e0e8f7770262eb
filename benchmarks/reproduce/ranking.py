"""S2: the sixteen pairs about two stories that the ranking report ranks. Texts are never shown."""

from __future__ import annotations

from collections.abc import Iterator

from helpers.stories import ranked_stories
from scipy.stats import rankdata, spearmanr

from benchmarks.agreement.quality import WRONG
from benchmarks.reproduce.bench import Bench, Missing
from benchmarks.reproduce.page import head, number, row
from qgauge.core import Example

FORMULAS = ("quality", "quality:method=weights", "quality:formula=document")


def stories(bench: Bench) -> Iterator[str]:
    """List the report's ranks in our order, best first."""
    folder = bench.folder("seeds")
    if not list(folder.glob("001*")):
        raise Missing("the ranking report (001*) is not in seeds/")
    yield from head(
        *("story", "metric", "n", "Spearman with the report's scores"),
        *("the report's ranks in our order, with our scores", "wrong pairs in the top half"),
    )
    for name, (passage, pairs) in ranked_stories(folder).items():
        examples = [
            Example(str(at), question, (), passage, answer)
            for at, (_, question, answer) in enumerate(pairs, start=1)
        ]
        for result in bench.results(f"S2, {name}", examples, FORMULAS):
            values = [float(score.value or 0) for score in result.scores]
            rho = spearmanr([score for score, _, _ in pairs], values).statistic
            ranks = rankdata([-value for value in values], "min")
            high = [at for at in sorted(WRONG) if ranks[at - 1] <= len(pairs) // 2]
            best_first = sorted((-value, at) for at, value in enumerate(values, start=1))
            shown = " ".join(f"{at} ({number(-value, 2)})" for value, at in best_first)
            wrong = ", ".join(map(str, high)) or "none"
            yield row(name, f"`{result.metric}`", len(pairs), number(rho), shown, wrong)
    yield SAYS


SAYS = """
In both stories, the ranking report calls the pairs that it ranks 5 to 8 wrong. Its models (its
reader, the model that finds answers, is roberta-base-squad2) are several times the size of ours, so
compare ranks rather than values. `quality` is our default, learned from ratings of other questions;
`formula=document` is the report's formula ([quality](metrics/quality.md)). For weights fitted to
human ratings, and the agreement of each part of the metric, see [the agreement of the weighted mean
with raters](quality_agreement.md)."""
