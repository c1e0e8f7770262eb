"""S5, Wu et al. (2023): human labels of questions under discussion, and how well metrics agree.

Thresholds of metrics with references are tuned on the training essays. F1 is measured on the eight
dev essays, with jackknife intervals over essays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from benchmarks.agreement.qud import (
    ASKING,
    DEV,
    METHODS,
    NOT_EMBEDDED,
    PAPER_HABITS,
    PAPER_LABELS,
    PAPER_RANDOM,
    WITH_REFERENCES,
)
from benchmarks.reproduce.bench import Bench
from benchmarks.reproduce.page import between, head, number, row
from qgauge.core import Example, Score, unscored
from qgauge.data import Refused, read_objects
from qgauge.meta import Judged
from qgauge.metrics import create
from qgauge.qud.agreement import LabelAgreement, gold_of, human_labels, label_agreement
from qgauge.qud.criteria.reference import without_version
from qgauge.qud.documents import Place, edges_of_dcqa, with_references
from qgauge.qud.labelling import CRITERIA, habits
from qgauge.stats.thresholds import Thresholds, tune

AGREEMENT = {
    "Krippendorff's alpha": (0.56, 0.52, 0.48, 0.51),
    "all three agree": (0.91, 0.58, 0.64, 0.57),
    "pairwise F1": (0.78, 0.61, 0.60, 0.60),
}
"""Table 2, one figure per criterion."""
LINKED = "qudeval with references"


def labels(bench: Bench) -> Iterator[str]:
    """Table 1."""
    judged = bench.judged("qudeval")
    yield from head(
        "system", "n", *(f"{one}, {who}" for one in CRITERIA for who in ("paper", "ours"))
    )
    found = {}
    for criterion, name in CRITERIA.items():
        order = [str(one) for one in create(name).verdicts]
        found[criterion] = human_labels(judged.examples, criterion, order).systems
    for system, printed in PAPER_LABELS.items():
        cells = []
        for criterion, figures in zip(CRITERIA, printed.split(" | "), strict=True):
            counts = found[criterion].get(system, {})
            cells += [figures, _shares([*counts.values()][::-1])]
        yield row(system, sum(found["language"].get(system, {}).values()), *cells)
    yield "\nPercentages, best label first; the paper has 51 essays, we have 38."


def _shares(counts: Sequence[int]) -> str:
    return " ".join(f"{100 * one / sum(counts):.1f}" for one in counts) if sum(counts) else "-"


def between_people(_: Bench) -> Iterator[str]:
    """Table 2."""
    yield from head("paper", *CRITERIA)
    for name, figures in AGREEMENT.items():
        yield row(name, *(number(one, 2) for one in figures))
    yield (
        "\nNot reproduced: the published file has one label per item, not the labels of the three "
        "raters. Pairwise F1 is the human ceiling for Tables 4 and 5. If a file has each rater's "
        "labels, `qgauge qud meta` reports all three figures."
    )


def lengths(bench: Bench) -> Iterator[str]:
    """Table 3."""
    yield from head("system", "n", "duplicates, mean length: paper", "ours")
    for system, printed in PAPER_HABITS.items():
        rows = [one for one in bench.judged("qudeval").examples if one.system == system]
        found = habits(rows)
        share = found.duplicates / max(found.questions, 1)
        yield row(
            system,
            found.questions,
            printed,
            f"{found.duplicates} ({share:.0%}), {found.mean_length:.2f}",
        )
    yield "\nLength counts words and punctuation marks; the paper does not name its tokeniser. We"
    yield "do not know why only Ko's questions are longer in the paper."


def without_references(bench: Bench) -> Iterator[str]:
    """Table 4: our methods, then those that need a language model and were not run."""
    rows = _of(bench.judged("qudeval").examples, dev=True)
    yield from _head()
    for criterion, name in CRITERIA.items():
        found = None
        for request in (one for one in METHODS if one.partition(":")[0] == name):
            (result,) = bench.results("qudeval dev", rows, [request])
            found = label_agreement(request, create(request), rows, result.scores)
            yield _line(found, METHODS[request])
        for request, printed in ASKING.items():
            if printed and request.partition(":")[0] == name:
                yield _not_run(criterion, request, printed)
        yield from _floors(found) if found else ()
    yield WITHOUT


def with_questions_by_people(bench: Bench) -> Iterator[str]:
    """Table 5, with thresholds tuned on the training essays."""
    edges = linked(bench).examples
    train, rows = ([one for one in _of(edges, dev) if one.references] for dev in (False, True))
    yield from _head()
    for at, criterion in enumerate(("compatibility", "givenness", "relevance")):
        found = None
        for name, printed in WITH_REFERENCES.items():
            if set(NOT_EMBEDDED) & set(create(name).roles()):
                yield _not_run(criterion, name, printed[at])
                continue
            found = _tuned(bench, criterion, name, train, rows)
            yield _line(found, printed[at])
        yield from _floors(found) if found else ()
    yield WITH


def _tuned(
    bench: Bench, criterion: str, name: str, train: Sequence[Example], rows: Sequence[Example]
) -> LabelAgreement:
    """Turn the metric's scores into labels with thresholds from the training essays."""
    metric = create(CRITERIA[criterion])
    (tuned,) = bench.results("qudeval train", train, [name])
    (measured,) = bench.results("qudeval dev with references", rows, [name])
    cuts = tune(
        _values(tuned.scores),
        [gold_of(one, criterion) for one in train],
        order=[str(one) for one in metric.verdicts],
        signature=without_version(tuned.signature),
    )
    said: Sequence[str | None] = [None] * len(rows)  # too few rows to tune on
    if isinstance(cuts, Thresholds):
        said = cuts.apply(_values(measured.scores), signature=without_version(measured.signature))
    scores = [unscored("no score") if one is None else Score(one) for one in said]
    return label_agreement(name, metric, rows, scores)


def _not_run(criterion: str, name: str, printed: str) -> str:
    return row(criterion, f"`{name}`", "not run", "-", "-", "-", "-", printed)


def linked(bench: Bench) -> Judged:
    """Return QUDeval with DCQA's questions about the same sentences as references."""
    if LINKED not in bench.used:
        judged, folder, written = bench.judged("qudeval"), bench.folder("train/dcqa"), []
        for name in ("val.json", "test.json"):
            for one in read_objects(str(folder / name)):
                assert not isinstance(one, Refused)
                written += edges_of_dcqa(one[2], lambda _: (), Place(name), text_needed=False)
        examples = list(with_references(judged.examples, written))
        bench.used[LINKED] = replace(judged, name=LINKED, examples=examples)
    return bench.used[LINKED]


def _of(edges: Iterable[Example], dev: bool) -> list[Example]:
    return [one for one in edges if (one.meta["essay_id"] in DEV) == dev]


def _values(scores: Sequence[Score]) -> list[float | None]:
    return [one.value if isinstance(one.value, float) else None for one in scores]


def _head() -> list[str]:
    names = ("criterion", "method", "F1 by label, best first", "macro-F1", "n", "order of systems")
    return head(*names, "kappa", "paper")


def _line(found: LabelAgreement, printed: str) -> str:
    ranking = "-"
    if found.ranking:
        ranking = f"{found.ranking.agreed} of {found.ranking.pairs} pairs"
    low, high = found.interval or (None, None)
    return row(
        found.criterion,
        f"`{found.metric}`",
        " ".join(number(found.f1[one]) for one in reversed(found.labels)),
        number(found.macro_f1) + between(low, high, 3),
        found.n,
        ranking,
        number(found.kappa.value),
        printed or "-",
    )


def _floors(found: LabelAgreement) -> Iterator[str]:
    if found.floors is None:
        return
    for name in ("random", "majority"):
        printed = PAPER_RANDOM.get(found.criterion, "-") if name == "random" else "-"
        value = number(getattr(found.floors, name))
        yield row(found.criterion, f"floor: {name}", "-", value, found.n, "-", "-", printed)


WITHOUT = """
The paper's figures (F1 by label, macro-F1) are on its whole set without GPT-4's questions. Ours are
on eight essays that nothing was trained or tuned on, although we looked at them while writing rules
and features (for cross-validated figures, see [the models](#the-models-in-the-package)). Rows
without a method name use the embedded trees (for language: rules); the paper has no counterpart.
Rows marked "not run" need a large language model; with your own server you can run them
([how](qud.md)). The paper measures GPT-4's answers (`llm_answer`) on two classes. `infostatus` uses
rules where Hou (2021) uses a trained classifier. For givenness, the released code looks at nouns
only, and so does `rule`; the paper describes all content words (`words=content`), which marks far
too much as new."""
WITH = """
References are DCQA's questions for the same answer sentence; thresholds are tuned on the 30
training essays. As in the paper, these metrics are hardly better than random labels. QSTS uses the
arithmetic mean, as in the paper. BERTScore and the judge need models that are not in the package;
for BERTScore with your own encoder, see [these figures](qud.md#how-good-the-methods-are)."""
