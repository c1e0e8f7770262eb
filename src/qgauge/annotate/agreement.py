"""Agreement between raters while they work, and what is still missing.

The statistics are those of `qgauge meta`, `qgauge qud meta` and `qgauge concepts`; intervals are
jackknives over the clusters of tasks. Gold tasks are left out: they are chosen because they are
clear, so they would flatter the raters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from statistics import fmean, median
from typing import Any, Literal

from qgauge.annotate.collected import (
    Collected,
    choice_of,
    collect,
    exported,
    flags_of,
    is_numeric,
    raters_in,
)
from qgauge.annotate.marked import concepts_in, document_of
from qgauge.annotate.scheme import Field, Scheme
from qgauge.annotate.tasks import Answer, Task
from qgauge.stats.estimate import Estimate

Rated = Literal["labels", "ordered labels", "numbers", "flag", "spans"]
SKIPPED = "skipped"
"""The name under which it counts that some people skipped a task and others did not."""
_TIED = "the others do not agree on a label of any task that the rater rated"


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """How well two raters agree in one field."""

    first: str
    second: str
    measures: Mapping[str, Estimate]

    def as_json(self) -> dict[str, Any]:
        """Return the agreement as a JSON object."""
        return {"first": self.first, "second": self.second, **_json(self.measures)}


@dataclass(frozen=True, slots=True)
class FieldAgreement:
    """How well the raters agree in one field, or on one flag."""

    name: str
    """The name of the field; of a flag, `FIELD.FLAG`."""
    rated: Rated
    raters: int
    """The number of people who rated it."""
    measures: Mapping[str, Estimate]
    """By name: `alpha_nominal`, `alpha_ordinal`, `alpha_interval`, `kappa`, `kappa_quadratic`,
    `full`, `pairwise_f1`, `snippet_f`; those that make sense for the field."""
    pairs: tuple[PairAgreement, ...]
    """Every two raters who rated at least one task both."""
    against_rest: Mapping[str, Estimate]
    """Each rater against the others.

    Labels and flags: kappa with the majority of the others. Numbers: interval alpha with their
    mean. Spans: F against the concepts of the others.
    """

    def as_json(self) -> dict[str, Any]:
        """Return the agreement as a JSON object."""
        return {
            "name": self.name,
            "rated": self.rated,
            "raters": self.raters,
            "measures": _json(self.measures),
            "pairs": [one.as_json() for one in self.pairs],
            "against_rest": _json(self.against_rest),
        }


@dataclass(frozen=True, slots=True)
class RaterSummary:
    """What one rater has done so far."""

    rater: str
    ratings: int
    """Tasks rated, gold tasks included."""
    skipped: int
    seconds: float | None
    """The median time on a task that the rater did not skip; None if no time was recorded."""
    gold: Estimate
    """The share of right answers to the fields of gold tasks."""

    def as_json(self) -> dict[str, Any]:
        """Return the summary as a JSON object."""
        return {
            "rater": self.rater,
            "ratings": self.ratings,
            "skipped": self.skipped,
            "seconds": self.seconds,
            "gold": self.gold.as_json(),
        }


@dataclass(frozen=True, slots=True)
class ItemAgreement:
    """How far people agree on one task."""

    task: str
    ratings: int
    skipped: int
    agreed: tuple[str, ...]
    """The fields and flags in which all agree."""
    disagreed: Mapping[str, float]
    """The other ones, with the mean distance of two raters: from 0 (equal) to 1 (opposite)."""
    adjudicated: bool

    @property
    def distance(self) -> float:
        """The sum of the distances."""
        return sum(self.disagreed.values())

    def as_json(self) -> dict[str, Any]:
        """Return the item as a JSON object."""
        return {
            **asdict(self),
            "agreed": list(self.agreed),
            "disagreed": dict(self.disagreed),
            "distance": self.distance,
        }


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """How well the raters agree."""

    tasks: int
    """All tasks, without gold tasks."""
    rated: int
    """Tasks with at least one rating."""
    several: int
    """Tasks with at least two ratings, from which agreement is computed."""
    adjudicated: int
    gold: int
    """Gold tasks, which are left out of everything but `RaterSummary.gold`."""
    fields: tuple[FieldAgreement, ...]
    raters: tuple[RaterSummary, ...]
    items: tuple[ItemAgreement, ...]
    """The tasks with at least two answers, the largest disagreement first."""

    def field(self, name: str) -> FieldAgreement:
        """Return the agreement in one field, or on one flag."""
        return next(one for one in self.fields if one.name == name)

    def as_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "tasks": self.tasks,
            "rated": self.rated,
            "several": self.several,
            "adjudicated": self.adjudicated,
            "gold": self.gold,
            "fields": [one.as_json() for one in self.fields],
            "raters": [one.as_json() for one in self.raters],
            "items": [one.as_json() for one in self.items],
        }


@dataclass(frozen=True, slots=True)
class Missing:
    """What is still to be rated. A skipped task gives no rating."""

    overlap: int
    """The number of ratings that every task should have."""
    tasks: Mapping[str, int]
    """By task, how many ratings it lacks; complete tasks are not listed."""
    single: tuple[str, ...]
    """Tasks that fewer than two people rated, so that they say nothing about agreement."""

    @property
    def ratings(self) -> int:
        """The number of ratings still to collect."""
        return sum(self.tasks.values())

    def as_json(self) -> dict[str, Any]:
        """Return what is missing as a JSON object."""
        return {
            "overlap": self.overlap,
            "ratings": self.ratings,
            "tasks": dict(self.tasks),
            "single": list(self.single),
        }


def agreement(scheme: Scheme, tasks: Sequence[Task], answers: Sequence[Answer]) -> AgreementReport:
    """Measure how well the raters agree.

    Args:
        scheme: What they were asked.
        tasks: The tasks.
        answers: All answers; those of the training round are ignored.

    Returns:
        Agreement by field, by rater and by task. Values and intervals that cannot be computed yet
        have a reason instead.

    Examples:
        >>> from qgauge.annotate.agreement import agreement
        >>> from qgauge.annotate.scheme import Choice, Field, Scheme
        >>> from qgauge.annotate.tasks import Answer, Task
        >>> labels = (Choice("no", "No"), Choice("yes", "Yes"))
        >>> fluent = Field("fluent", "Is it fluent?", "choice", labels)
        >>> scheme = Scheme("mine", "Mine", "", "question", ("question",), (fluent,), "")
        >>> tasks = [Task(key, {"question": "Who?"}, {}) for key in "abcd"]
        >>> said = {"ann": ["yes", "yes", "no", "no"], "ben": ["yes", "yes", "no", "yes"]}
        >>> answers = [
        ...     Answer(task.key, name, "rating", {"fluent": value})
        ...     for name, values in said.items()
        ...     for task, value in zip(tasks, values)
        ... ]
        >>> report = agreement(scheme, tasks, answers)
        >>> report.field("fluent").measures["kappa"].value
        0.5
        >>> report.items[0].task, dict(report.items[0].disagreed)
        ('d', {'fluent': 1.0})
    """
    everything = collect(tasks, answers)
    counted = [one for one in everything if one.task.gold is None]
    parts = _parts(scheme)
    items = [_item(parts, one) for one in counted if len(one.ratings) > 1]
    return AgreementReport(
        tasks=len(counted),
        rated=sum(bool(one.rated) for one in counted),
        several=sum(len(one.rated) > 1 for one in counted),
        adjudicated=sum(bool(one.adjudicated) for one in counted),
        gold=len(everything) - len(counted),
        fields=tuple(
            _spans_agreement(part.field, counted)
            if part.rated == "spans"
            else _Columns.of(part, counted).agreement()
            for part in parts
        ),
        raters=tuple(_summary(parts, name, everything) for name in raters_in(everything)),
        items=tuple(sorted(items, key=lambda one: -one.distance)),
    )


def disputed(
    scheme: Scheme, tasks: Sequence[Task], answers: Sequence[Answer]
) -> list[ItemAgreement]:
    """Return the tasks that need an adjudicator, the largest disagreement first.

    Args:
        scheme: What the raters were asked.
        tasks: The tasks.
        answers: All answers.

    Returns:
        The tasks with at least two answers that differ in a choice, a flag or a concept, or of
        which only some are skipped, and that nobody has adjudicated yet. Gold tasks are left out.
    """
    parts = _parts(scheme)
    found = [
        _item(parts, one)
        for one in collect(tasks, answers)
        if len(one.ratings) > 1 and not one.adjudicated and one.task.gold is None
    ]
    return sorted((one for one in found if one.disagreed), key=lambda one: -one.distance)


def missing(tasks: Sequence[Task], answers: Sequence[Answer], overlap: int) -> Missing:
    """Return what is still to be rated.

    Args:
        tasks: The tasks.
        answers: All answers.
        overlap: The number of ratings that every task should have.

    Returns:
        The tasks that lack ratings.
    """
    counts = {one.task.key: len(one.rated) for one in collect(tasks, answers)}
    lacking = {key: overlap - count for key, count in counts.items() if count < overlap}
    return Missing(overlap, lacking, tuple(key for key, count in counts.items() if count < 2))


@dataclass(frozen=True, slots=True)
class _Part:
    """A field, or one flag of a field."""

    name: str
    rated: Rated
    field: Field
    value: Callable[[Mapping[str, Any]], Any]
    """Finds the value of a choice or a flag in an answer."""
    order: tuple[Any, ...]
    numbers: Mapping[Any, Any]
    """By value, the number it stands for, on a numeric scale."""


def _parts(scheme: Scheme) -> list[_Part]:
    found = []
    for one in scheme.fields:
        if one.type == "choice":
            found.append(_choice(one))
        elif one.type == "flags":
            found += [_flag(one, choice.value) for choice in one.choices]
        elif one.type == "spans":
            found.append(_Part(one.name, "spans", one, dict, (), {}))
    return found


def _choice(field: Field) -> _Part:
    rated: Rated = "numbers" if is_numeric(field) else "labels"
    if rated == "labels" and field.ordered:
        rated = "ordered labels"
    order = tuple(one.value for one in field.choices)
    numbers = {value: exported(field, value) for value in order} if rated == "numbers" else {}
    return _Part(field.name, rated, field, lambda values: choice_of(field, values), order, numbers)


def _flag(field: Field, flag: int | str) -> _Part:
    def value(values: Mapping[str, Any]) -> str | None:
        raised = flags_of(field, values)
        return None if raised is None else "yes" if flag in raised else "no"

    return _Part(f"{field.name}.{flag}", "flag", field, value, ("no", "yes"), {})


@dataclass(frozen=True, slots=True)
class _Columns:
    """The values of one field by rater and row. Rows are the tasks that anybody rated."""

    part: _Part
    clusters: list[str]
    rows: list[dict[str, Any]]
    """By row, what each rater said."""
    shared: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """By two raters, the rows that both rated."""

    @classmethod
    def of(cls, part: _Part, collected: Sequence[Collected]) -> _Columns:
        made = cls(part, [], [])
        for one in collected:
            said = {name: part.value(answer.values) for name, answer in one.rated.items()}
            said = {name: said[name] for name in sorted(said) if said[name] is not None}
            if said:
                made.clusters.append(one.cluster)
                made.rows.append(said)
        for at, said in enumerate(made.rows):
            for pair in combinations(said, 2):
                made.shared.setdefault(pair, []).append(at)
        return made

    @property
    def ordered(self) -> bool:
        return self.part.field.type == "choice" and self.part.field.ordered

    def agreement(self) -> FieldAgreement:
        raters = sorted({name for said in self.rows for name in said})
        pairs = tuple(self._pair(*pair) for pair in sorted(self.shared))
        against = {name: self._against(name) for name in raters} if len(raters) > 1 else {}
        return FieldAgreement(
            self.part.name, self.part.rated, len(raters), self._measures(pairs), pairs, against
        )

    def _measures(self, pairs: Sequence[PairAgreement]) -> dict[str, Estimate]:
        from qgauge.stats.agreement import full_agreement, krippendorff_alpha

        # Alpha and full agreement do not depend on who said what, so a row needs as many columns
        # as it has ratings, not as many as there are raters.
        columns, groups = self._filled([list(said.values()) for said in self.rows])
        order = self.part.order
        found = {"alpha_nominal": krippendorff_alpha(columns, order=order, groups=groups)}
        if self.ordered:
            found["alpha_ordinal"] = krippendorff_alpha(
                columns, level="ordinal", order=order, groups=groups
            )
        if self.part.rated == "numbers":
            numbers = [[self.part.numbers.get(one) for one in column] for column in columns]
            found["alpha_interval"] = krippendorff_alpha(numbers, level="interval", groups=groups)
        names = ["kappa", *(["kappa_quadratic"] if self.ordered else [])]
        names += [] if self.part.rated == "numbers" else ["pairwise_f1"]
        found |= {name: _over_pairs(name, pairs) for name in names}
        return _within_range(found | {"full": full_agreement(columns, groups=groups)})

    def _filled(self, rows: list[list[Any]]) -> tuple[list[list[Any]], list[str]]:
        from qgauge.stats.agreement import by_rater

        several = [at for at, row in enumerate(rows) if len(row) > 1]
        return by_rater([rows[at] for at in several]), [self.clusters[at] for at in several]

    def _pair(self, first: str, second: str) -> PairAgreement:
        from qgauge.stats.agreement import cohen_kappa, pairwise_f1

        shared = self.shared[first, second]
        one, other = ([self.rows[at][name] for at in shared] for name in (first, second))
        groups, order = [self.clusters[at] for at in shared], self.part.order
        found = {"kappa": cohen_kappa(one, other, order=order, groups=groups)}
        if self.ordered:
            found["kappa_quadratic"] = cohen_kappa(
                one, other, weights="quadratic", order=order, groups=groups
            )
        if self.part.rated != "numbers":
            found["pairwise_f1"] = pairwise_f1([one, other])
        return PairAgreement(first, second, _within_range(found))

    def _against(self, name: str) -> Estimate:
        from qgauge.stats.agreement import cohen_kappa, krippendorff_alpha, majority

        own: list[Any] = []
        rest: list[Any] = []
        groups = []
        for said, cluster in zip(self.rows, self.clusters, strict=True):
            others = [value for other, value in said.items() if other != name]
            if name not in said or not others:
                continue
            if self.part.rated == "numbers":
                own.append(self.part.numbers[said[name]])
                rest.append(sum(self.part.numbers[one] for one in others) / len(others))
            elif (label := majority(others)) is not None:
                own.append(str(said[name]))
                rest.append(label)
            else:
                continue
            groups.append(cluster)
        if not own:
            alone = all(len(said) == 1 for said in self.rows if name in said)
            return Estimate(None, reason="no row has two ratings" if alone else _TIED)
        if self.part.rated == "numbers":
            return _at_least(-1.0, krippendorff_alpha([own, rest], level="interval", groups=groups))
        order = list(map(str, self.part.order))
        return _at_least(-1.0, cohen_kappa(own, rest, order=order, groups=groups))


def _over_pairs(name: str, pairs: Sequence[PairAgreement]) -> Estimate:
    """Return the mean over all pairs of raters; of a single pair, with its interval."""
    found = [pair.measures[name] for pair in pairs]
    if len(found) == 1:
        return found[0]
    values = [one.value for one in found if one.value is not None]
    rows = sum(one.n for one in found)
    if not values:
        reasons = dict.fromkeys(one.reason for one in found)
        return Estimate(None, n=rows, reason="; ".join(reasons) or "no row has two ratings")
    why = f"no interval: the mean over {len(values)} pairs of raters"
    return Estimate(fmean(values), n=rows, reason=why)


def _spans_agreement(field: Field, collected: Sequence[Collected]) -> FieldAgreement:
    """Return the agreement on marked words and snippets, as `qgauge concepts` computes it."""
    from qgauge.annotate.marked import SETTINGS, lexicon_of, text_of
    from qgauge.concepts import Gold, JudgedDocument
    from qgauge.concepts.agreement import Annotators

    annotators, raters = Annotators(SETTINGS), set[str]()
    for one in collected:
        marked = _marked(field, one)
        raters |= marked.keys()
        if len(marked) > 1:
            document = document_of(one.task, marked)
            lexicon = lexicon_of(text_of(one.task))
            annotators.add(JudgedDocument(document, lexicon, Gold(()), {}))
    found = annotators.as_json()
    if found is None:
        nothing = Estimate(None, reason="no text was marked by two people")
        names = ("alpha_nominal", "kappa", "snippet_f", "full")
        return FieldAgreement(
            field.name, "spans", len(raters), dict.fromkeys(names, nothing), (), {}
        )
    pairs = tuple(
        PairAgreement(
            one["first"],
            one["second"],
            _within_range(
                {"kappa": _estimate(one["kappa"]), "snippet_f": _estimate(one["snippet_f"])}
            ),
        )
        for one in found["pairs"]
    )
    return FieldAgreement(
        field.name,
        "spans",
        len(raters),
        _within_range(
            {
                "alpha_nominal": _estimate(found["alpha"]),
                "kappa": _over_pairs("kappa", pairs),
                "snippet_f": _over_pairs("snippet_f", pairs),
                "full": _estimate(found["full_agreement"]),
            }
        ),
        pairs,
        {name: _estimate(one["f"]) for name, one in found["against_the_others"].items()},
    )


def _estimate(row: Mapping[str, Any]) -> Estimate:
    low, high = row["ci"] or (None, None)
    why = "" if row["ci"] else row.get("reason") or "no interval: fewer than two texts"
    return Estimate(row["value"], low, high, row["n"], why)


def _marked(field: Field, one: Collected) -> dict[str, list[dict[str, Any]]]:
    """Return the spans of each rater; a field that was not filled in has none."""
    return {name: list(answer.values.get(field.name) or ()) for name, answer in one.rated.items()}


def _item(parts: Sequence[_Part], one: Collected) -> ItemAgreement:
    agreed, disagreed = [], {}
    rated = one.rated
    if 0 < len(rated) < len(one.ratings):
        disagreed[SKIPPED] = _apart([bool(each.skipped) for each in one.ratings.values()], ())
    for part in parts:
        if part.rated == "spans":
            found = concepts_in(one.task, _marked(part.field, one)) if len(rated) > 1 else None
            apart = None if found is None else 0.0
            if found:
                apart = 1 - fmean(concept.agreed(len(rated)) for concept in found)
        else:
            values = [part.value(answer.values) for answer in rated.values()]
            given = [value for value in values if value is not None]
            ordered = part.order if part.field.ordered else ()
            apart = _apart(given, ordered) if len(given) > 1 else None
        if apart:
            disagreed[part.name] = apart
        elif apart is not None:
            agreed.append(part.name)
    return ItemAgreement(
        one.task.key,
        len(rated),
        len(one.ratings) - len(rated),
        tuple(agreed),
        disagreed,
        bool(one.adjudicated),
    )


def _apart(values: Sequence[Any], order: Sequence[Any]) -> float:
    """Return the mean distance of two values, from 0 (equal) to 1 (other label, or other end)."""
    if all(value == values[0] for value in values):
        return 0.0
    if len(order) < 2:
        return fmean(one != other for one, other in combinations(values, 2))
    places = [order.index(value) for value in values]
    return fmean(abs(one - other) for one, other in combinations(places, 2)) / (len(order) - 1)


def _summary(parts: Sequence[_Part], name: str, collected: Sequence[Collected]) -> RaterSummary:
    own = [one for one in collected if name in one.ratings]
    rated = [one.ratings[name] for one in own if not one.ratings[name].skipped]
    seconds = [one.seconds for one in rated if one.seconds > 0]
    return RaterSummary(
        name,
        len(rated),
        len(own) - len(rated),
        median(seconds) if seconds else None,
        _on_gold(parts, name, [one for one in own if one.task.gold is not None]),
    )


def _on_gold(parts: Sequence[_Part], name: str, own: Sequence[Collected]) -> Estimate:
    """Return the share of the fields of gold tasks that a rater answered as expected."""
    from qgauge.stats.agreement import full_agreement

    said, right, groups = [], [], []
    for one in own:
        gold, answer = one.task.gold or {}, one.ratings[name]
        if answer.skipped:
            continue
        for part in parts:
            if part.field.name not in gold:
                continue
            if part.rated == "spans":
                marked = {"gold": gold[part.name], "rater": answer.values.get(part.name) or ()}
                found = concepts_in(one.task, marked)
                rows = [(concept.agreed(2) == 1, True) for concept in found]
            else:
                rows = [(part.value(answer.values), part.value(gold))]
            for given, expected in rows:
                said.append("" if given is None else str(given))
                right.append(str(expected))
                groups.append(one.cluster)
    if not said:
        return Estimate(None, reason="no gold task rated yet")
    return _at_least(0.0, full_agreement([said, right], groups=groups))


def _within_range(measures: Mapping[str, Estimate]) -> dict[str, Estimate]:
    """Cut intervals off where no value can be; the jackknife does not know the range.

    Kappa and alpha are at least -1, F and shares at least 0.
    """
    return {
        name: _at_least(-1.0 if name.startswith(("alpha", "kappa")) else 0.0, one)
        for name, one in measures.items()
    }


def _at_least(lowest: float, one: Estimate) -> Estimate:
    return one if one.low is None else replace(one, low=max(one.low, lowest))


def _json(measures: Mapping[str, Estimate]) -> dict[str, Any]:
    return {name: one.as_json() for name, one in measures.items()}
