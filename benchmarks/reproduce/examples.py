"""S3, Table 7: the paper's twelve examples. Their texts are read from the paper and never shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.reproduce.bench import Bench, Missing
from benchmarks.reproduce.page import head, number, row
from benchmarks.reproduce.q_metrics import RULES
from qgauge.core import Example
from qgauge.meta import study

NEAR = 0.03
"""Largest difference that counts as equal: our human scores come from half of the rows."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One example as printed in the paper."""

    part: str
    kind: str
    reference: str
    question: str
    human: float
    q_bleu: float


def examples(bench: Bench) -> Iterator[str]:
    """Table 7: the human score of each row that we have, and Q-BLEU-1 by each rule."""
    printed = list(_printed(bench))
    yield from head(
        *("example", "human score, paper", "human score, ours", "Q-BLEU, paper"),
        *(f"Q-BLEU-1, {rule}" for rule in RULES),
    )
    scores = [_q_bleu(bench, printed, settings) for settings in RULES.values()]
    found = []
    for at, one in enumerate(printed):
        human = _human(bench, one)
        found += [] if human is None else [abs(human - one.human)]
        yield row(
            f"{one.part}, {one.kind}, {at % 2 + 1}",
            *(number(one.human, 2), number(human, 2), number(one.q_bleu, 2)),
            *(number(column[at], 2) for column in scores),
        )
    near = sum(gap <= NEAR for gap in found)
    count = "all" if near == len(found) else str(near)
    yield f"\nOur rows contain {len(found)} of these examples; for {count} of them our human score"
    yield f"is within {NEAR:.2f} of the printed one. Our score is the mean of the two raters'"
    yield "mid-distribution values (Blatz et al. 2004). No rule of the released script gives the"
    yield "printed Q-BLEU values; the paper does not say which weights and BLEU order it used."


def _printed(bench: Bench) -> Iterator[Printed]:
    files = sorted(bench.folder("seeds").glob("002*"))
    if not files:
        raise Missing("the paper of Nema and Khapra (002*) is not in seeds/")
    table = (
        files[0].read_text(encoding="utf-8").partition("Dataset\t\t")[2].partition("\nTable 7")[0]
    )
    part = ""
    for line in table.splitlines()[1:]:
        cells = line.split("\t")
        if len(cells) != 6:
            continue
        part = cells[0] or part
        texts = [re.findall(r"[^?]+\?", cell) for cell in cells[2:4]]
        figures = [map(float, cell.split()) for cell in cells[4:]]
        for reference, question, human, q_bleu in zip(*texts, *figures, strict=True):
            yield Printed(
                part.lower(), cells[1].lower(), reference.strip(), question.strip(), human, q_bleu
            )


def _q_bleu(bench: Bench, printed: list[Printed], settings: str) -> list[float | None]:
    values: list[float | None] = []
    for at, one in enumerate(printed):
        example = Example(str(at), one.question, (one.reference,))
        request = f"q_bleu1:{settings},preset={one.part}"
        (result,) = bench.results(f"table 7, {at}", [example], [request])
        (score,) = result.scores
        values.append(score.value if isinstance(score.value, float) else None)
    return values


def _human(bench: Bench, printed: Printed) -> float | None:
    """Return the human score of the row with these texts, or None if we do not have it."""
    judged = bench.judged("answerability", printed.part)
    gold = study(judged, [], gold="blatz", resamples=1).gold["answerability"]
    for example, score in zip(judged.examples, gold, strict=True):
        texts = (example.references[0], example.question)
        if [*map(_squeezed, texts)] == [*map(_squeezed, (printed.reference, printed.question))]:
            return float(score)
    return None


def _squeezed(text: str) -> str:
    return re.sub(r"[\s?]", "", text)
