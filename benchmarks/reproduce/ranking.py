"""S2: the two stories of the document, whose sixteen pairs it ranks. Texts are never shown."""

from __future__ import annotations

from collections.abc import Iterator

from helpers.stories import ranked_stories
from scipy.stats import rankdata, spearmanr

from benchmarks.agreement.quality import WRONG
from benchmarks.reproduce.bench import Bench, Missing
from benchmarks.reproduce.page import head, number, row
from qgauge.core import Example

FORMULAS = ("quality", "quality:formula=document")


def stories(bench: Bench) -> Iterator[str]:
    """The document's ranks in our order, best first."""
    folder = bench.folder("seeds")
    if not list(folder.glob("001*")):
        raise Missing("there is no document 001 in seeds/")
    yield from head(
        *("story", "metric", "n", "Spearman with the document's scores"),
        *("the document's ranks in our order, with our scores", "wrong pairs in the top half"),
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
The document calls the pairs with its ranks 5 to 8 wrong, in both stories. Its models (the reader is
roberta-base-squad2) are several times the size of ours, so ranks can be compared, values hardly.
`formula=soft` is our default, `document` its own ([quality](metrics/quality.md)). Weights fitted to
people, and the parts of the metric beside them: [quality beside people](quality_agreement.md)."""
