"""Questions under discussion: an article with its questions, and the labels of systems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from qgauge.core import Example, Result
from qgauge.core.clipping import clip, one_line
from qgauge.qud.criteria.criterion import in_words, titled
from qgauge.qud.documents import BACKWARDS, Article, article_of
from qgauge.qud.labelling import Habits, LabelCounts
from qgauge.qud.text_views import HUMAN, Labels, edges_by_answer
from qgauge.report.blocks import (
    Asked,
    Card,
    Cards,
    Cell,
    Column,
    Discourse,
    Page,
    Prose,
    Section,
    Table,
    Tone,
    Value,
)
from qgauge.report.drawing import Kind, Scale, stacked
from qgauge.report.provenance import made_section
from qgauge.report.wording import counted, interval_cell, listed, share

if TYPE_CHECKING:
    from qgauge.qud.evaluation import QudEvaluation

MOST_CARDS = 20
"""Questions that a page shows one by one."""
ALL = "(all)"
_GRADES: Mapping[str, Tone] = {"worst": "poor", "middle": "fair", "best": "good"}
_COLOURS: Mapping[int, tuple[Kind, ...]] = {
    2: ("good", "poor"),
    3: ("good", "four", "poor"),
    4: ("good", "one", "four", "poor"),
}
"""The colours of labels, best first."""


# ------------------------------------------------------------------ one article


def article_page(
    article: Article,
    labels: Sequence[Labels],
    notes: Sequence[Sequence[str]],
    made: Iterable[tuple[str, str]] = (),
) -> Page:
    """Return the page of `qgauge qud show`.

    Args:
        article: The article with its edges.
        labels: The labels of each edge.
        notes: The evidence for the labels of each edge, in words.
        made: Names with texts for the section "How it was made".

    Returns:
        The page.
    """
    last, by_answer = len(article.sentences), edges_by_answer(article)
    numbers = [*range(1, last + 1), 0]
    asked = [
        [_asked(article.edges[at], labels[at], notes[at]) for at in by_answer.get(number, ())]
        for number in numbers
    ]
    reading = (
        "Each question is below the sentence that answers it. The first number is its anchor, the "
        "sentence from which it arises; the second is the sentence that answers it."
    )
    return Page(
        f"Questions under discussion: {article.id}",
        _article_sentences(article, labels),
        [
            Section("The article", [Prose([reading]), Discourse(article.sentences, asked)]),
            *_label_section(labels),
            made_section(made),
        ],
    )


def _asked(edge: Example, labels: Labels, notes: Sequence[str]) -> Asked:
    chips = [
        (_titled(name), Value(label, tone=_GRADES.get(grade, "")))
        for name, (label, grade) in labels.items()
    ]
    return Asked(
        edge.question,
        edge.anchor,
        edge.answer_sentence,
        edge.system,
        chips,
        notes,
        strange=_is_backwards(edge),
    )


def _titled(name: str) -> str:
    return f"human {name.removeprefix(HUMAN)}" if _human(name) else name


def _is_backwards(edge: Example) -> bool:
    return BACKWARDS in map(str, edge.meta.get("flags", ()))


def _article_sentences(article: Article, labels: Sequence[Labels]) -> list[str]:
    systems = [name for name in dict.fromkeys(one.system for one in article.edges) if name]
    by = f" by {listed(systems)}" if systems else ""
    said = [
        f"{counted(len(article.edges), 'question')}{by} on an article of "
        f"{counted(len(article.sentences), 'sentence')}."
    ]
    answered = {edge.answer_sentence for edge in article.edges}
    silent = [
        number
        for number, text in enumerate(article.sentences, 1)
        if text and number > 1 and number not in answered
    ]
    if silent:
        which = listed([str(number) for number in silent], 10)
        said.append(
            f"No question leads to {'sentence' if len(silent) == 1 else 'sentences'} {which}."
        )
    if backwards := sum(map(_is_backwards, article.edges)):
        said.append(f"{_edges(backwards)}: the anchor is not before the answer sentence.")
    worst = Counter(
        name
        for one in labels
        for name, (_, grade) in one.items()
        if grade == "worst" and not _human(name)
    )
    if worst:
        told = listed([f"{count} by {name}" for name, count in worst.most_common()])
        said.append(f"Labels to look at, the worst of their criterion: {told}.")
    return said


def _label_section(labels: Sequence[Labels]) -> Iterator[Section]:
    """Yield how many questions have which label."""
    counts: dict[str, Counter[str]] = {}
    for one in labels:
        for name, (label, _) in one.items():
            counts.setdefault(name, Counter())[label] += 1
    rows = [
        [_titled(name), ", ".join(f"{label} {count}" for label, count in found.most_common(6))]
        for name, found in counts.items()
    ]
    if rows:
        columns = [Column("criterion"), Column("labels")]
        yield Section("Labels", [Table("How many questions have which label", columns, rows)])


def _human(name: str) -> bool:
    return name.startswith(HUMAN)


def _edges(count: int) -> str:
    return counted(count, "question")


# ------------------------------------------------------------------ the labels of systems


def qud_page(found: QudEvaluation, made: Iterable[tuple[str, str]] = ()) -> Page:
    """Return the page of `qgauge qud eval`.

    Args:
        found: The labels of all edges.
        made: Names with texts for the section "How it was made", besides the signatures.

    Returns:
        The page.
    """
    shares = {result.metric: _best_shares(found.edges, result) for result in found.results}
    tables = [
        _labels_table(result, found.counts[result.metric], shares[result.metric])
        for result in found.results
    ]
    sections = [Section("Labels by system", tables), Section("Habits", [_habits(found.questions)])]
    if cards := _cards(found):
        sections.insert(0, Section("What to look at first", [cards]))
    signatures = [("signature", result.signature) for result in found.results]
    return Page(
        "Questions under discussion: labels of systems",
        qud_sentences(found, shares),
        [*sections, made_section([*made, *signatures])],
    )


Shares = Mapping[str, tuple[float, tuple[float, float] | None, int]]
"""By system the share of its best label, the interval over articles, and the labelled edges."""


def _best_shares(edges: Sequence[Example], result: Result) -> Shares:
    import numpy as np

    from qgauge.stats.interval import jackknife, mean_of_sums
    from qgauge.stats.resample import FEWEST_CLUSTERS

    best = _names(result)[0]
    sums: dict[str, dict[str, list[float]]] = {}
    several = len({edge.system for edge in edges}) > 1
    for edge, score in zip(edges, result.scores, strict=True):
        if score.value is None:
            continue
        for system in (edge.system, ALL) if several else (edge.system,):
            mine = sums.setdefault(system, {}).setdefault(article_of(edge), [0.0, 0.0])
            mine[0] += 1
            mine[1] += score.value == best
    found = {}
    for system, by_article in sums.items():
        table = np.array(list(by_article.values()))
        ends = jackknife(table, mean_of_sums) if len(table) >= FEWEST_CLUSTERS else None
        interval = (max(0.0, ends[0]), min(1.0, ends[1])) if ends else None
        labelled, good = table.sum(axis=0)
        found[system] = (float(good / labelled), interval, int(labelled))
    return found


def _names(result: Result) -> list[str]:
    """Return the labels of a result, best first."""
    return [*reversed([*(result.overall.labels or {})])]


def qud_sentences(found: QudEvaluation, shares: Mapping[str, Shares]) -> list[str]:
    """Return which system is best by each criterion, and how sure that is."""
    systems = list(dict.fromkeys(edge.system for edge in found.edges))
    articles = len({article_of(edge) for edge in found.edges})
    named = [name for name in systems if name]
    by = f" by {listed(named)}" if named else ""
    said = [f"{_edges(len(found.edges))}{by} about {counted(articles, 'article')}."]
    if len(systems) > 1:
        said.append(_winner(shares))
    for result in found.results:
        told = _told(result, shares[result.metric])
        if told:
            said.append(told)
    if any(ends is None for by_system in shares.values() for _, ends, _ in by_system.values()):
        said.append(
            "Shares without an interval come from fewer than five articles: they say little about "
            "other articles."
        )
    if found.backwards:
        said.append(f"{_edges(found.backwards)}: the anchor is not before the answer sentence.")
    for metric, counts in found.counts.items():
        whole = list(counts.values())[-1]
        if whole.unscored:
            said.append(f"{metric} left {_edges(whole.unscored)} without a label.")
    return said


def _winner(shares: Mapping[str, Shares]) -> str:
    """Say which system is best by how many criteria; ties count for nobody."""
    wins: Counter[str] = Counter()
    for by_system in shares.values():
        values = {name: found[0] for name, found in by_system.items() if name != ALL}
        best = [name for name in values if values[name] == max(values.values())]
        wins.update(best if len(best) == 1 else ())
    if not wins:
        return "No system is best by any criterion."
    told = [f"{name or '(no name)'} by {count}" for name, count in wins.most_common()]
    return f"Best by how many of {len(shares)} criteria: {listed(told)}."


def _told(result: Result, shares: Shares) -> str:
    best = _names(result)[0]
    ranked = sorted(
        (name for name in shares if name != ALL), key=lambda name: (-shares[name][0], name)
    )
    if not ranked:
        return ""
    told = [
        f"{name or '(no name)'} {_percent(shares[name])} of {shares[name][2]}" for name in ranked
    ]
    if len(ranked) == 1:
        _, _, labelled = shares[ranked[0]]
        return f"{result.metric}: {_percent(shares[ranked[0]])} of {labelled} are '{best}'."
    return f"{result.metric}, share of '{best}': {'; '.join(told[:6])}."


def _percent(found: tuple[float, tuple[float, float] | None, int]) -> str:
    value, ends, _ = found
    if ends is None:
        return share(value, 1)
    return f"{share(value, 1)} [{share(ends[0], 1)}, {share(ends[1], 1)}]"


def _labels_table(result: Result, counts: Mapping[str, LabelCounts], shares: Shares) -> Table:
    names = list(next(iter(counts.values())).labels)
    colours = _COLOURS[len(names)]
    columns = [Column("system"), Column("labels")]
    columns += [
        Column(name, numeric=True) for name in (f"{names[0]}, share", *names, "n", "skipped")
    ]
    rows: list[list[Cell]] = []
    for system, one in counts.items():
        said = ", ".join(f"{name} {one.labels[name]}" for name in names)
        drawing = stacked(
            [(one.labels[name], colour) for name, colour in zip(names, colours, strict=True)],
            f"{system or '(no name)'}: {said}",
        )
        value, ends, _ = shares.get(system, (None, None, 0))
        rows.append(
            [
                system or "(no name)",
                Value("", drawing=drawing),
                interval_cell(value, ends, Scale(0, 1), what=f"{system}, share of {names[0]}"),
                *(
                    Value(
                        f"{one.labels[name]:,} ({share(one.labels[name], one.n)})", one.labels[name]
                    )
                    for name in names
                ),
                Value(f"{one.n:,}", one.n),
                Value(f"{one.skipped:,}", one.skipped),
                Value(f"{one.unscored:,}", one.unscored),
            ]
        )
    whole = list(counts.values())[-1]
    notes = [
        f"The bars show, from left to right: {listed(names)}. The dots show the share of "
        f"'{names[0]}' on a scale from 0 to 1, with the 95 % interval over articles. Skipped: the "
        "language is not good enough for the other criteria."
    ]
    notes += [f"Without a label: {count:,} ({reason})." for reason, count in whole.reasons.items()]
    return Table(
        f"{result.metric}: labels by system",
        [*columns, Column("unscored", numeric=True)],
        rows,
        notes,
    )


def _habits(systems: Mapping[str, Habits]) -> Table:
    rows: list[list[Cell]] = [
        [
            name or "(no name)",
            Value(f"{one.questions:,}", one.questions),
            Value(f"{one.duplicates:,} ({share(one.duplicates, one.questions)})", one.duplicates),
            Value(f"{one.mean_length:.1f}", one.mean_length),
        ]
        for name, one in systems.items()
    ]
    numbers = ("questions", "asked more than once", "mean length")
    return Table(
        "Habits of each system",
        [Column("system"), *(Column(name, numeric=True) for name in numbers)],
        rows,
        ["Lengths are in words and punctuation marks."],
    )


def _cards(found: QudEvaluation) -> Cards | None:
    """Return the questions with the most faults: labels at the bottom of their scale."""
    worst = {result.metric: _names(result)[-1] for result in found.results}
    best = {result.metric: _names(result)[0] for result in found.results}
    faults = []
    for at in range(len(found.edges)):
        bad = sum(result.scores[at].value == worst[result.metric] for result in found.results)
        if bad:
            faults.append((-bad, at))
    if not faults:
        return None
    chosen = [at for _, at in sorted(faults)[:MOST_CARDS]]
    return Cards(
        f"Questions with the worst label of a criterion: {len(chosen)} of {len(faults):,}",
        [_card(found, at, best, worst) for at in chosen],
    )


def _card(found: QudEvaluation, at: int, best: Mapping[str, str], worst: Mapping[str, str]) -> Card:
    edge = found.edges[at]
    values, reasons = [], []
    for result in found.results:
        score, metric = result.scores[at], result.metric
        if score.value is None:
            continue
        label = str(score.value)
        tone: Tone = (
            "poor" if label == worst[metric] else "good" if label == best[metric] else "fair"
        )
        values.append((metric, Value(label, tone=tone)))
        reasons += [
            f"{metric}, {titled(name)}: {in_words(value)}"
            for name, value in score.evidence.items()
            if value and tone != "good"
        ]
    facts = [("id", edge.id), ("article", article_of(edge))]
    facts += [("system", edge.system)] if edge.system else []
    for name, number in (("anchor", edge.anchor), ("answer", edge.answer_sentence)):
        if number is not None and 1 <= number <= len(edge.sentences):
            facts.append((name, f"{number}. {clip(one_line(edge.sentences[number - 1]), 300)}"))
    return Card(edge.question, values, facts, reasons)
