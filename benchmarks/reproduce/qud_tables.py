"""S5, Wu et al. (2023): what people said of questions under discussion, and how far metrics follow.

Thresholds of metrics with references are tuned on the train essays; F1 is on the eight dev essays,
with intervals that leave out one essay at a time.
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
"""Table 2, by criterion."""
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
    yield "\nIn %, best label first; the paper has 51 essays, we have 38."


def _shares(counts: Sequence[int]) -> str:
    return " ".join(f"{100 * one / sum(counts):.1f}" for one in counts) if sum(counts) else "-"


def between_people(_: Bench) -> Iterator[str]:
    """Table 2."""
    yield from head("paper", *CRITERIA)
    for name, figures in AGREEMENT.items():
        yield row(name, *(number(one, 2) for one in figures))
    yield (
        "\nNot reproduced: the published file has one label an item, not the three raters' own. "
        "Pairwise F1 is the ceiling of Tables 4 and 5. Where a file has each rater's labels, "
        "`qgauge qud meta` gives all three figures."
    )


def lengths(bench: Bench) -> Iterator[str]:
    """Table 3."""
    yield from head("system", "n", "asked more than once, mean length: paper", "ours")
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
    yield "\nLength in words and marks; the paper does not name its tokens. Why Ko's questions, and"
    yield "only they, are longer there we do not know."


def without_references(bench: Bench) -> Iterator[str]:
    """Table 4: our methods, then what asks a language model and was not run."""
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
    """Table 5: cuts tuned on the train essays."""
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
    """Labels by the metric's score, cut where the train essays say."""
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
    """QUDeval with, as references, the questions that people asked for the same sentences."""
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
The paper's figures (F1 by label, macro-F1) are on its whole set less GPT-4's questions; ours on
eight essays that nothing was trained or tuned on, though they were looked at while rules and
features were made ([cross-validated](#the-models-in-the-package)). Lines without a method name have
the embedded trees (language: rules); the paper has nothing of the kind. What was not run needs a
large language model; with a server of the user's own it does run ([how](qud.md)). GPT-4's answers
(`llm_answer`) are measured on two classes in the paper. `infostatus` has rules where Hou (2021) has
a trained classifier. The released code for givenness looks at nouns only, and so does `rule`; the
paper says all content words (`words=content`), which finds far too much new."""
WITH = """
References are DCQA's questions for the same answer sentence, thresholds are tuned on the 30 train
essays. As in the paper, such metrics are hardly better than labels drawn at random. QSTS takes the
arithmetic mean, as there. BERTScore and a judge need models that are not in the package; BERTScore
with an encoder of one's own: [figures](qud.md#how-good-the-methods-are)."""
