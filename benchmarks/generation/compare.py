"""Compare generators, and people, on the same passages and answers.

    python -m benchmarks.generation.compare FOLDER

FOLDER has JSONL files with rows of passage, answer, question and system. Only the passages and
answers that every system has a question for are compared.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import qgauge
from benchmarks.generation.rated_rows import rows_of
from benchmarks.generation.ratings import percent
from benchmarks.generation.shares import clustered_mean, share
from benchmarks.reproduce.page import between, head, number, row
from qgauge.core import BadInput, Example, QgaugeError, Score, Tools
from qgauge.metrics.dimension_model import dimension_model
from qgauge.sets import judge
from qgauge.stats.estimate import Estimate
from qgauge.text.answer_forms import compare_answers
from qgauge.tools.registry import open_tools

METRICS = ("dimensions", "answering", "grammar")
FIELDS = ("passage", "answer", "question", "system")
Place = tuple[str, str, int]
"""A passage, an answer, and the number of earlier rows with both."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure with one value per row; None where the row has no score."""

    name: str
    values: Mapping[str, Sequence[float | None]]
    """By system; values at the same place belong to the same passage and answer."""
    is_share: bool = False


def read_systems(folder: Path) -> dict[str, dict[Place, Example]]:
    """Return the rows of each system, by passage and answer."""
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise BadInput(f"{folder}: there is no JSONL file.")
    systems: dict[str, dict[Place, Example]] = {}
    for file in files:
        for line, found in enumerate(rows_of(file), start=1):
            if not all(isinstance(found.get(name), str) for name in FIELDS):
                raise BadInput(f"{file}, row {line}: it needs texts in {', '.join(FIELDS)}.")
            one = Example(id="", **{name: found[name] for name in FIELDS})
            mine = systems.setdefault(one.system, {})
            again = 0
            while (place := (found["passage"], found["answer"], again)) in mine:
                again += 1
            mine[place] = one
    return systems


def shared_rows(systems: Mapping[str, Mapping[Place, Example]]) -> dict[str, list[Example]]:
    """Keep the places that every system has, in one order, and number them."""
    first, *others = systems.values()
    places = [place for place in first if all(place in other for other in others)]
    if not places:
        raise BadInput("the systems have no passage and answer in common.")
    return {
        name: [replace(rows[place], id=f"{name} {at}") for at, place in enumerate(places)]
        for name, rows in systems.items()
    }


def measures(rows: Mapping[str, Sequence[Example]], reader: str) -> list[Measure]:
    """Score every row."""
    flat = [one for mine in rows.values() for one in mine]
    results = qgauge.score(flat, METRICS, progress=False)

    def by_system(scores: Sequence[float | None]) -> dict[str, list[float | None]]:
        values = iter(scores)
        return {name: [next(values) for _ in mine] for name, mine in rows.items()}

    def part(score: Score, name: str) -> float | None:
        return None if score.value is None else score.parts.get(name)

    found = [
        Measure(f"{name} (0 to 1)", by_system([part(one, name) for one in scores]))
        for scores in [results["dimensions"].scores]
        for name in dimension_model().dimensions
    ]
    for metric in METRICS:
        values = [one.value for one in results[metric].scores]
        name = "no flaw (dimensions)" if metric == "dimensions" else metric
        found.append(Measure(name, by_system([_float(value) for value in values])))
    return [*found, *answers_found(rows, reader)]


def _float(value: object) -> float | None:
    return value if isinstance(value, float) else None


def answers_found(rows: Mapping[str, Sequence[Example]], reader: str) -> Iterator[Measure]:
    """Yield how often a reader gives the expected answer, exactly or with other words around."""
    tool = open_tools(["reader"], {"reader": reader})["reader"]
    matches = {}
    for name, mine in rows.items():
        answers = tool.answer([(one.question, one.passage or "") for one in mine])
        matches[name] = [
            compare_answers(one.answer or "", answer.text)
            for one, answer in zip(mine, answers, strict=True)
        ]
    same = {name: [float(one.same) for one in of] for name, of in matches.items()}
    near = {name: [float(one.same or one.contained) for one in of] for name, of in matches.items()}
    yield Measure("answer found by the reader", same, is_share=True)
    yield Measure("answer found, or part of it", near, is_share=True)


def table(rows: Mapping[str, Sequence[Example]], found: Sequence[Measure]) -> Iterator[str]:
    """Yield the table: a line per measure, a column per system."""
    clusters = [one.passage for one in next(iter(rows.values()))]
    yield from head("measure", *rows)
    for measure in found:
        yield row(measure.name, *(shown(measure, name, clusters) for name in rows))


def shown(measure: Measure, system: str, clusters: Sequence[str | None]) -> str:
    """Format a value with its interval, and the number of unscored rows."""
    pairs = zip(measure.values[system], clusters, strict=True)
    scored = [(value, cluster) for value, cluster in pairs if value is not None]
    values, of = [value for value, _ in scored], [cluster for _, cluster in scored]
    missing = len(clusters) - len(scored)
    text = percent(share(values, of)) if measure.is_share else mean(clustered_mean(values, of))
    return text + (f", {missing} unscored" if missing else "")


def mean(found: Estimate) -> str:
    return number(found.value) + between(found.low, found.high, 3)


def differences(
    rows: Mapping[str, Sequence[Example]], found: Sequence[Measure], baseline: str
) -> Iterator[str]:
    """Yield the differences from the baseline, on the rows that both have scored."""
    clusters = [one.passage for one in rows[baseline]]
    others = [name for name in rows if name != baseline]
    yield from head("difference", *(f"{name} - {baseline}" for name in others))
    for measure in found:
        cells = []
        for name in others:
            triples = zip(measure.values[name], measure.values[baseline], clusters, strict=True)
            both = [(a - b, of) for a, b, of in triples if a is not None and b is not None]
            gap = clustered_mean([one for one, _ in both], [of for _, of in both])
            clear = gap.interval and not gap.interval[0] <= 0 <= gap.interval[1]
            cells.append(mean(gap) + ("*" if clear else ""))
        yield row(measure.name, *cells)


def set_table(rows: Mapping[str, Sequence[Example]], tools: Tools) -> Iterator[str]:
    """Yield the share of duplicates and the kinds of answers that are asked for."""
    flat = [one for mine in rows.values() for one in mine]
    sets = judge(flat, tools)
    yield from head("set", *rows)
    yield row("questions", *(len(mine) for mine in rows.values()))
    extra = [sum(len(group) - 1 for group in sets[name].groups) for name in rows]
    shares = (count / len(rows[name]) for count, name in zip(extra, rows, strict=True))
    yield row("duplicates of another question", *(f"{one:.1%}" for one in shares))
    yield row("effective kinds", *(number(sets[name].kinds.effective, 2) for name in rows))
    for kind in next(iter(sets.values())).kinds.counts:
        counts = (sets[name].kinds.counts[kind] / len(rows[name]) for name in rows)
        yield row(f"asks for {kind}", *(f"{one:.1%}" for one in counts))


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--reader", default="embedded", help="engine that looks for the answers, such as hf:FOLDER"
    )
    parser.add_argument("--baseline", help="compare with this system (people, or the first)")
    given = parser.parse_args(words)
    try:
        rows = shared_rows(read_systems(given.folder))
        first = "people" if "people" in rows else next(iter(rows))
        baseline = given.baseline or first
        if baseline not in rows:
            raise BadInput(f"there is no system '{baseline}'; the systems: {', '.join(rows)}.")
        found = measures(rows, given.reader)
        tools = open_tools(["parser", "classifier", "embedder"], {})
        print("\n".join(table(rows, found)), end="\n\n")
        print("\n".join(differences(rows, found, baseline)), end="\n\n")
        print("\n".join(set_table(rows, tools)))
        print(SAYS.format(reader=given.reader))
    except QgaugeError as problem:
        sys.exit(str(problem))


SAYS = """
Square brackets are 95 % intervals over passages. * marks a difference whose interval excludes 0.
The reader is `{reader}`; the other measures use the embedded tools. The seven dimensions are
predicted ratings."""


if __name__ == "__main__":
    main()
