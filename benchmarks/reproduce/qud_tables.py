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
    yield "Percentage of questions with each label. The paper has 51 essays, we have 38."
    for at, (criterion, name) in enumerate(CRITERIA.items()):
        order = [str(one) for one in create(name).verdicts]
        found = human_labels(judged.examples, criterion, order).systems
        yield f"\n{criterion}:\n"
        columns = (f"{_words(one)}, {who}" for one in order[::-1] for who in ("paper", "ours"))
        yield from head("system", "n", *columns)
        for system, printed in PAPER_LABELS.items():
            counts = [*found.get(system, {}).values()][::-1]
            both = zip(printed.split(" | ")[at].split(), _shares(counts, order), strict=True)
            yield row(system, sum(counts), *(cell for pair in both for cell in pair))


def _shares(counts: Sequence[int], labels: Sequence[str]) -> list[str]:
    if not sum(counts):
        return ["-"] * len(labels)
    return [f"{100 * one / sum(counts):.1f}" for one in counts]


def _words(label: str) -> str:
    return label.replace("_", " ")


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
    columns = ("duplicates, paper", "duplicates, ours", "mean length, paper", "mean length, ours")
    yield from head("system", "n", *columns)
    for system, printed in PAPER_HABITS.items():
        rows = [one for one in bench.judged("qudeval").examples if one.system == system]
        found = habits(rows)
        share = found.duplicates / max(found.questions, 1)
        yield row(
            system,
            found.questions,
            printed.partition(", ")[0],
            f"{found.duplicates} ({share:.0%})",
            printed.partition(", ")[2] or "-",
            f"{found.mean_length:.2f}",
        )
    yield "\n`Ko` is the parser of Ko et al. (2023). Length counts words and punctuation marks; the"
    yield "paper does not name its tokeniser. We do not know why only the questions of `Ko` are"
    yield "longer in the paper."


def without_references(bench: Bench) -> Iterator[str]:
    """Table 4: our methods, then those that need a language model and were not run."""
    rows = _of(bench.judged("qudeval").examples, dev=True)
    for criterion, name in CRITERIA.items():
        yield from _head(criterion)
        found = None
        for request in (one for one in METHODS if one.partition(":")[0] == name):
            (result,) = bench.results("qudeval dev", rows, [request])
            found = label_agreement(request, create(request), rows, result.scores)
            yield _line(found, METHODS[request])
        for request, printed in ASKING.items():
            if printed and request.partition(":")[0] == name:
                yield _not_run(criterion, request, printed)
        yield from _floors(found) if found else ()
        yield ""
    yield WITHOUT


def with_questions_by_people(bench: Bench) -> Iterator[str]:
    """Table 5, with thresholds tuned on the training essays."""
    edges = linked(bench).examples
    train, rows = ([one for one in _of(edges, dev) if one.references] for dev in (False, True))
    for at, criterion in enumerate(("compatibility", "givenness", "relevance")):
        yield from _head(criterion)
        found = None
        for name, printed in WITH_REFERENCES.items():
            if set(NOT_EMBEDDED) & set(create(name).roles()):
                yield _not_run(criterion, name, printed[at])
                continue
            found = _tuned(bench, criterion, name, train, rows)
            yield _line(found, printed[at])
        yield from _floors(found) if found else ()
        yield ""
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
    labels = len(create(CRITERIA[criterion]).verdicts)
    return row(criterion, f"`{name}`", "not run", *["-"] * (labels + 3), *_paper(printed))


def _paper(printed: str) -> tuple[str, str]:
    """Split figures such as `GPT-4 .70 .05 .36, .37`: macro-F1 with its method, and F1 by label."""
    each, _, macro = printed.partition(", ")
    method, dot, rest = each.partition(".")
    return (f"{method}{macro}" or "-", f"{dot}{rest}" or "-") if macro else ("-", "-")


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


def _head(criterion: str) -> list[str]:
    labels = [f"F1 {_words(str(one))}" for one in create(CRITERIA[criterion]).verdicts][::-1]
    rest = ("n", "systems ordered as by raters", "kappa", "macro-F1, paper", "F1 by label, paper")
    return head("criterion", "method", "macro-F1 [95 % interval]", *labels, *rest)


def _line(found: LabelAgreement, printed: str) -> str:
    ranking = "-"
    if found.ranking:
        ranking = f"{found.ranking.agreed} of {found.ranking.pairs} pairs"
    low, high = found.interval or (None, None)
    return row(
        found.criterion,
        f"`{found.metric}`",
        number(found.macro_f1) + between(low, high, 3),
        *(number(found.f1[one]) for one in reversed(found.labels)),
        found.n,
        ranking,
        number(found.kappa.value),
        *_paper(printed),
    )


def _floors(found: LabelAgreement) -> Iterator[str]:
    if found.floors is None:
        return
    for name in ("random", "majority"):
        printed = PAPER_RANDOM.get(found.criterion, "") if name == "random" else ""
        value, each = number(getattr(found.floors, name)), ["-"] * len(found.labels)
        rest = (found.n, "-", "-", *_paper(printed))
        yield row(found.criterion, f"floor: {name}", value, *each, *rest)


WITHOUT = """The paper's figures are on its whole set without GPT-4's questions; its F1 by label
is in the order of our columns. Macro-F1 is the mean of F1 over the labels. Our figures are on
eight essays that nothing was trained or tuned on, although we looked at them while writing rules
and features (for cross-validated figures, see [the models](#the-models-in-the-package)). Rows
without a method name use the embedded trees (for language: rules); the paper has no counterpart.
Rows marked "not run" need a large language model, which you can run [on your own server](qud.md).
"9 of 10 pairs" means that the labels put 9 of 10 pairs of systems in the order of the human
labels. The paper measures GPT-4's answers (`llm_answer`) on two classes. `infostatus` uses rules
where Hou (2021) uses a trained classifier. For givenness, the released code looks at nouns only,
and so does `rule`; the paper describes all content words (`words=content`), which marks far too
much as new."""
WITH = """References are the questions that people wrote for the same answer sentence in DCQA (Ko
et al. 2022). Thresholds that turn a score into a label are tuned on the 30 training essays. As in
the paper, these metrics are hardly better than random labels. QSTS uses the arithmetic mean, as
in the paper. BERTScore and the judge need models that are not in the package; for BERTScore with
your own encoder, see [these figures](qud.md#how-good-the-methods-are)."""
