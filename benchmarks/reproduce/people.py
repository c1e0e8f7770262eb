"""Correlate every metric with every human rating, with `qgauge.meta`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from benchmarks.reproduce.bench import Bench
from benchmarks.reproduce.page import agreement, head, number, row
from benchmarks.reproduce.qud_tables import linked
from qgauge.meta import Block, Gold, Judged, study
from qgauge.meta.report import Line

LEXICAL = (
    *(f"bleu{order}" for order in range(1, 5)),
    *("rouge_l", "meteor", "nist", "chrf", "sacrebleu", "answerability"),
    *(f"q_bleu{order}" for order in range(1, 5)),
    *("q_rouge_l", "q_meteor", "q_nist", "bigram_f"),
)
MEANING = (
    "qsts",
    "qsts:classes=off",
    "qsts:direction=both",
    "qsts:mean=arithmetic",
    "qsts:relations=ud",
    "facet_f",
    "facet_f:probability=entailer",
)
PASSAGE = ("qsts_passage", "qsts_passage:classes=on")
COEFFICIENTS = ("Pearson [95 % interval]", "Spearman", "Pearson given length")
ALONE = ("grammar", "grammar:form=all", "grammar:form=off")
ANSWERED = ("answering", "inference", "quality:method=weights", "quality:formula=document")


def answerability(part: str) -> Callable[[Bench], Iterator[str]]:
    """Return the function that makes the table of one of the three answerability sets."""
    asked = [*(f"{one}:preset={part}" if one in Q_METRICS else one for one in LEXICAL)]

    def made(bench: Bench) -> Iterator[str]:
        judged = bench.judged("answerability", part)
        yield from matrix(bench, judged, [*asked, *MEANING, *ALONE], gold="blatz")

    return made


Q_METRICS = {one for one in LEXICAL if one.startswith("q_") or one == "answerability"}


def simqg(bench: Bench) -> Iterator[str]:
    judged = bench.judged("simqg")
    yield from matrix(bench, judged, [*LEXICAL, *MEANING, *PASSAGE, *ALONE])
    yield SIMQG


def simqg_without_copies(bench: Bench) -> Iterator[str]:
    """Leave out questions that equal the reference: they are trivially similar."""
    whole = bench.judged("simqg")
    judged = whole.only(["similarity"]).without_copies()
    kept = {id(one) for one in judged.examples}
    at = [at for at, one in enumerate(whole.examples) if id(one) in kept]
    asked = [*LEXICAL, *MEANING]
    results = [
        replace(one, scores=tuple(one.scores[place] for place in at))
        for one in bench.on(whole, asked)
    ]
    found = study(judged, results)
    yield from _table(found.blocks, asked)


def qgeval(bench: Bench) -> Iterator[str]:
    judged = bench.judged("qgeval")
    yield from matrix(bench, judged, [*LEXICAL, *MEANING, *PASSAGE, *ALONE, *ANSWERED])
    yield QGEVAL


def qudeval(bench: Bench) -> Iterator[str]:
    yield from matrix(bench, linked(bench), [*LEXICAL, *MEANING, *ALONE])
    yield QUDEVAL


def wellformedness(bench: Bench) -> Iterator[str]:
    yield from matrix(bench, bench.judged("query_wellformedness", "dev"), ALONE)
    yield WELLFORMEDNESS


def matrix(
    bench: Bench, judged: Judged, asked: Sequence[str], gold: Gold = "mean"
) -> Iterator[str]:
    """Yield one row per metric and one column per dimension, then the floors and the ceiling."""
    found = study(judged, bench.on(judged, asked), gold=gold)
    yield from _table(found.blocks, asked)
    settings = next(iter(found.signatures.values())).partition("|meta:")[2]
    yield f"\n{len(judged.examples)} rows, {found.clusters} clusters; `meta:{settings}`."
    there = [one for one in found.blocks if not one.reason]
    for why in dict.fromkeys(one.ceiling["pearson"].reason for one in there):
        if why:
            yield f"No ceiling: {why}."
    for one in found.blocks:
        if one.reason:
            yield f"No correlations with {one.dimension}: its labels are not a scale."
    yield from _unscored(there)


def _table(blocks: Sequence[Block], asked: Sequence[str]) -> Iterator[str]:
    """Yield one table with three columns for one dimension, and three tables for several."""
    there = [one for one in blocks if not one.reason]
    names = [*(f"`{one}`" for one in asked), "floor: length", "floor: random"]
    cells = [[agreement(line) for line in (*one.metrics, *one.floor)] for one in there]
    tops = [[one.ceiling[kind].value for kind in ("pearson", "spearman")] for one in there]
    if any(value is not None for top in tops for value in top):
        names.append("ceiling: one rater against the other")
        for column, (pearson, spearman) in zip(cells, tops, strict=True):
            column.append((number(pearson), number(spearman), "-"))
    if len(there) == 1:
        yield from head("metric", _title(there[0], COEFFICIENTS[0]), *COEFFICIENTS[1:])
        yield from map(row, names, *zip(*cells[0], strict=True))
        return
    for at, coefficient in enumerate(COEFFICIENTS):
        yield f"{coefficient}:\n" if not at else f"\n{coefficient}:\n"
        yield from head("metric", *(f"{one.dimension} (n {one.rated})" for one in there))
        yield from map(row, names, *([one[at] for one in column] for column in cells))


def _title(block: Block, coefficient: str) -> str:
    name, _, interval = coefficient.partition(" ")
    return f"{name} with {block.dimension} (n {block.rated}) {interval}"


def _unscored(blocks: Sequence[Block]) -> Iterator[str]:
    """List the unscored rows of each metric by reason."""
    lines: dict[str, list[str]] = {}
    seen: set[str] = set()
    for line in (line for one in blocks for line in one.metrics):
        if line.unscored and line.metric not in seen:
            seen.add(line.metric)
            lines.setdefault(_why(line), []).append(f"`{line.metric}`")
    for why, metrics in lines.items():
        yield f"Unscored by {', '.join(metrics)}: {why}."


def _why(line: Line) -> str:
    return "; ".join(f"{count} ({reason})" for reason, count in line.reasons.items())


SIMQG = """
`qsts` compares what two questions ask for. On this set, shared words predict the ratings better:
generated questions either keep most of the reference's words or ask something else. Averaging both
directions is better than one direction (raters penalise missing and added information alike). The
arithmetic mean is better than the geometric one, where a single 0 makes the whole score 0."""
QGEVAL = """
Conciseness is mostly length. One of the systems is the reference itself, which metrics with
references score as perfect. For the parts of `quality`, the targets, and attempts at
consistency, see [the agreement of `quality` with raters](quality_agreement.md). The QGEval paper
reports, on all of its rows: RQUGE correlates .561 with answer consistency and .211 with
answerability; UniEval correlates .370 with fluency."""
QUDEVAL = """
Labels are treated as ranks, except those of givenness: two of them are different faults, and
neither is worse. References are DCQA's questions for the same answer sentence. The metrics made
for these criteria return labels; for their F1, see the tables of S5 above."""
WELLFORMEDNESS = """
The grammar checker learned well-formedness from the training rows of this set; these are rows of
dev."""
