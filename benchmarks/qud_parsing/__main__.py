"""Compare `qgauge qud parse` with QUDeval's systems and with people, by the four criteria.

    python -m benchmarks.qud_parsing [--shared ../shared] [--generator ENGINE] [--cache FILE]
                                     [--edges FILE]

Parses the eight dev essays of QUDeval with the method `embedded`, labels these edges, those of the
four systems and DCQA's human ones by the default and by the `rule` methods, and prints the share of
the best label: as a value with its 95 % jackknife interval over essays, and the number of labels.
The parser chooses its questions by the default methods, so they favour it; the `rule` methods of
givenness and relevance do not take part (language has only the one that does, and compatibility has
none). The last table tests the choice itself: of the systems' questions for a sentence it
takes one, and people's labels say how good that is. --edges keeps the parsed edges, which contain
article text under copyright, for another run.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.qud_parsing.shares import (
    Counts,
    counts_of_people,
    counts_of_scores,
    difference,
)
from qgauge.core import Example
from qgauge.data.public import read_public
from qgauge.metrics import create
from qgauge.qud.anchors import anchor_chances
from qgauge.qud.criteria.embedded import label_by_all
from qgauge.qud.documents import article_of
from qgauge.qud.embedded_parsing import USES, Candidate, parse_with_generator, value
from qgauge.qud.labelling import habits, label_edges, requested
from qgauge.tools.cache import Cache
from qgauge.tools.registry import open_tool
from training.qud.edges import BEST, DEV, essay_of, human_edges, system_edges

OURS = "qgauge"
SAME = "qgauge, the systems' sentences"
PEOPLE = "people (DCQA)"
ESSAYS = sorted(DEV)
RULES = ("givenness", "relevance")
"""The criteria with a method `rule` that the parser does not use."""


def parsed(
    articles: Mapping[str, tuple[str, ...]], tools: Mapping[str, Any], file: Path | None
) -> list[Example]:
    """Return the parser's edges, from the file if it exists."""
    if file and file.exists():
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        return [Example(**row) for row in rows]
    edges: list[Example] = []
    for name, sentences in articles.items():
        found = parse_with_generator(name, sentences, tools, system=OURS)
        edges += found.article.edges
        failed = ", ".join(sorted(set(found.failed.values()))) or "none"
        print(f"{name}: {len(found.article.edges)} edges, failed: {failed}", flush=True)
    if file:
        fields = ("id", "question", "sentences", "anchor", "answer_sentence", "system", "meta")
        lines = [json.dumps({name: getattr(one, name) for name in fields}) for one in edges]
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return edges


def groups(shared: Path, ours: Sequence[Example]) -> dict[str, list[Example]]:
    """Return the dev edges of each system, ours and people's."""
    published = read_public("qudeval", shared / "eval" / "qudeval").examples
    theirs = [one for one in published if essay_of(one) in DEV and one.system != "human"]
    rated = {(essay_of(one), one.answer_sentence) for one in theirs}
    by_system: dict[str, list[Example]] = {}
    for one in theirs:
        by_system.setdefault(one.system, []).append(one)
    same = [one for one in ours if (essay_of(one), one.answer_sentence) in rated]
    people = [one for one in human_edges(shared) if essay_of(one) in DEV]
    return {OURS: list(ours), SAME: same, **dict(sorted(by_system.items())), PEOPLE: people}


def labelled(edges: Sequence[Example], method: str | None, tools: Mapping[str, Any]) -> Counts:
    """Label edges as `qgauge qud eval` does, and count the labels."""
    requests = requested(None, None, method)
    results = label_edges([one for one in edges if one.question], requests, tools)
    scores = {
        request.metric.judges: result.scores
        for request, result in zip(requests, results, strict=True)
    }
    return counts_of_scores([one for one in edges if one.question], scores, ESSAYS)


def table(title: str, found: Mapping[str, Counts], criteria: Sequence[str]) -> None:
    print(f"\n## {title}\n\n| system | mean | {' | '.join(criteria)} |")
    print("|---|---|" + "---|" * len(criteria))
    for system, counts in found.items():
        cells = [str(counts.share(*criteria)), *(str(counts.share(one)) for one in criteria)]
        print(f"| {system} | {' | '.join(cells)} |")
    for ours, theirs in ((OURS, "alpaca"), (SAME, "alpaca"), ("chosen", "all")):
        if ours in found:
            more = difference(found[ours], found[theirs], *criteria)
            print(f"\n{ours} above {theirs}, mean: {more}")


def describe(
    found: Mapping[str, Sequence[Example]], articles: Mapping[str, tuple[str, ...]]
) -> None:
    """Print counts, lengths and anchors."""
    sentences = sum(sum(bool(one) for one in text) - 1 for text in articles.values())
    print(f"\n## Edges ({sentences} sentences after the first)\n")
    print("| system | edges | asked more than once | mean length | anchor is the sentence before |")
    print("|---|---|---|---|---|")
    for system, edges in found.items():
        about = habits(edges)
        before = sum((one.answer_sentence or 0) - (one.anchor or 0) == 1 for one in edges)
        print(
            f"| {system} | {about.questions} | {about.duplicates} | {about.mean_length:.1f} "
            f"| {before / len(edges):.2f} |"
        )


def choice_among_systems(shared: Path, tools: Mapping[str, Any]) -> dict[str, Counts]:
    """Choose one of the systems' questions for each sentence as the parser does; count labels.

    Without the likelihood of the generator, which wrote none of them.
    """
    every = [one for one in system_edges(shared) if essay_of(one) in DEV]
    good = create("qud_language").score(every, tools)
    edges = [one for one, score in zip(every, good, strict=True) if score.value == "yes"]
    chances: dict[str, dict[int, dict[int, float]]] = {}
    for one in edges:
        if essay_of(one) not in chances:
            numbers = [at for at, text in enumerate(one.sentences, 1) if text][1:]
            chances[essay_of(one)] = anchor_chances(one.sentences, numbers, tools)
    best: dict[tuple[str, int], tuple[float, Example]] = {}
    for edge, scores in zip(edges, label_by_all(edges, tools), strict=True):
        anchor, answer = edge.anchor or 0, edge.answer_sentence or 0
        chance = chances[essay_of(edge)][answer].get(anchor, 0.0)
        worth = value(Candidate(anchor, edge.question, chance, 0.0), scores)
        key = essay_of(edge), answer
        if key not in best or worth > best[key][0]:
            best[key] = worth, edge
    chosen = [edge for _, edge in best.values()]
    return {
        "chosen": counts_of_people(chosen, ESSAYS),
        "all": counts_of_people(every, ESSAYS),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=os.environ.get("QGAUGE_SHARED", "../shared"))
    parser.add_argument("--generator", default="embedded", help="the engine of the generator")
    parser.add_argument("--cache", type=Path, help="the cache file of the tools")
    parser.add_argument("--edges", type=Path, help="keep the parsed edges here, or read them")
    options = parser.parse_args()
    shared = Path(options.shared)
    cache = Cache(options.cache) if options.cache else None
    tools = {role: open_tool(role, cache=cache) for role in USES if role != "generator"}
    if not (options.edges and options.edges.exists()):
        tools["generator"] = open_tool("generator", options.generator)
    articles = {
        article_of(one): one.sentences for one in human_edges(shared) if essay_of(one) in DEV
    }
    found = groups(shared, parsed(articles, tools, options.edges))
    describe(found, articles)
    print("\nShares of the best label: value (95 % interval over essays), number of labels")
    by_default = {name: labelled(edges, None, tools) for name, edges in found.items()}
    table("By the default methods, which chose the questions of qgauge", by_default, list(BEST))
    by_rule = {name: labelled(edges, "rule", tools) for name, edges in found.items()}
    table("By the rule methods", by_rule, RULES)
    people = read_public("qudeval", shared / "eval" / "qudeval").examples
    systems = sorted({one.system for one in people})
    by_people = {
        name: counts_of_people(
            [one for one in people if one.system == name and essay_of(one) in DEV], ESSAYS
        )
        for name in systems
    }
    table("By people (QUDeval's labels)", by_people, list(BEST))
    chosen = choice_among_systems(shared, tools)
    table("Choice among the systems' questions, by people's labels", chosen, list(BEST))


if __name__ == "__main__":
    main()
