"""Items and the questions behind them: what each is worth, and what each system is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Literal, get_args

from qgauge.core import BadInput, BadSetting, Example, Summary
from qgauge.core.settings import check_choice
from qgauge.items.power import FILTERED, ItemPower, powers
from qgauge.items.responses import Matrix
from qgauge.items.task import Task, filtered, task_of
from qgauge.stats.estimate import Estimate

Power = Literal["point_biserial", "upper_lower"]
By = Literal["system", "track", "question_type"]
NOT_TESTED = "it is in no test"


@dataclass(frozen=True)
class ItemSettings:
    """What counts as an item's power, from how many respondents on, and who is grouped."""

    power: Power = "point_biserial"
    by: By = "system"
    fewest: int = 10
    """Respondents below whom there is no power."""
    missing: Literal["left-out", "wrong"] = "left-out"
    judged: tuple[str, ...] = ()
    """Dimensions in which judges say yes or no; most of them no: filtered."""
    resamples: int = 1000
    seed: int = 12345

    def __post_init__(self) -> None:
        for name, kind in (("power", Power), ("by", By)):
            check_choice("items", name, getattr(self, name), get_args(kind))
        check_choice("items", "missing", self.missing, ("left-out", "wrong"))
        if self.fewest < 3:
            raise BadSetting("items: min-respondents is 3 or more: two are always on a line.")

    def signature(self, version: str) -> str:
        judged = "+".join(self.judged) or "none"
        return (
            f"items|power:{self.power}|by:{self.by}|outer:27%|min_respondents:{self.fewest}|"
            f"missing:{self.missing}|judged:{judged}|resamples:{self.resamples}|seed:{self.seed}"
            f"|v:{version}"
        )


@dataclass(frozen=True, slots=True)
class Item:
    """A question in tests, filtered out before them, or rated by experts."""

    id: str
    example: Example | None
    """None for an item of which only responses are known."""
    task: Task
    filtered: str
    """Why judges filtered it out, or ""."""
    tested: ItemPower | None
    power: Estimate
    """By the setting; -1 if it was filtered out."""

    def group(self, by: By) -> str:
        if by == "system":
            return self.example.system if self.example else ""
        return self.task.track if by == "track" else self.task.question_type


@dataclass(frozen=True, slots=True)
class Group:
    """The items of a system, a track or a type."""

    power: Summary
    """Mean power, the filtered ones at -1."""
    kept: Summary
    """The same without the filtered ones."""
    filtered: Mapping[str, int]
    """Reasons of the judges, with counts."""
    ratings: Mapping[str, Summary]
    """Means of the experts' ratings by dimension, each item counting once."""


@dataclass
class ItemAnalysis:
    """Questions and tests put together."""

    settings: ItemSettings
    tests: Sequence[Matrix]
    items: list[Item] = field(default_factory=list)
    rows: bool = False
    """Whether rows of questions were given."""

    @classmethod
    def of(
        cls, settings: ItemSettings, tests: Sequence[Matrix], examples: Sequence[Example]
    ) -> ItemAnalysis:
        found = powers(
            tests, fewest=settings.fewest, resamples=settings.resamples, seed=settings.seed
        )
        study = cls(settings, tests, rows=bool(examples))
        names = _names(examples, found)
        for example, name in zip(examples, names, strict=True):
            why = filtered(example, settings.judged)
            tested = found.pop(name, None)
            study.items.append(
                Item(name, example, task_of(example), why, tested, _power(settings, why, tested))
            )
        study.items += [
            Item(name, None, Task(), "", tested, _power(settings, "", tested))
            for name, tested in found.items()
        ]
        return study

    def groups(self) -> dict[str, Group]:
        """By system, track or type, in the order of the data."""
        members: dict[str, list[Item]] = {}
        for item in self.items:
            members.setdefault(item.group(self.settings.by), []).append(item)
        return {name: _group(items, self.settings.judged) for name, items in members.items()}


def _names(examples: Sequence[Example], tested: Mapping[str, Any]) -> list[str]:
    """The column of each question: its id; SYSTEM/ID where several systems share ids."""
    ids = Counter(example.id for example in examples)
    for id, times in ids.items():
        if times > 1 and id in tested:
            system = next(example.system for example in examples if example.id == id)
            raise BadInput(
                f"{times} questions have this id; call the columns of the matrix SYSTEM/ID, such "
                f"as '{system}/{id}'",
                field=id,
            )
    return [one.id if ids[one.id] == 1 else f"{one.system}/{one.id}" for one in examples]


def _power(settings: ItemSettings, why: str, tested: ItemPower | None) -> Estimate:
    if why:
        return Estimate(FILTERED)
    if tested is None:
        return Estimate(None, reason=NOT_TESTED)
    return tested.point_biserial if settings.power == "point_biserial" else tested.upper_lower


def _group(items: Sequence[Item], judged: Sequence[str]) -> Group:
    rated_by = dict.fromkeys(
        name
        for item in items
        if item.example
        for name in item.example.ratings
        if name not in judged
    )
    return Group(
        power=_summary([item.power for item in items], span=(-1.0, 1.0)),
        kept=_summary([item.power for item in items if not item.filtered], span=(-1.0, 1.0)),
        filtered=Counter(item.filtered for item in items if item.filtered),
        ratings={
            name: _summary(
                mean_rating(item.example, name)
                for item in items
                if item.example and name in item.example.ratings
            )
            for name in rated_by
        },
    )


def mean_rating(example: Example, dimension: str) -> Estimate:
    """The mean over the raters of one question."""
    given = [one for one in example.ratings[dimension] if one is not None]
    if not given:
        return Estimate(None, reason="nobody rated it")
    if any(isinstance(one, str) for one in given):
        return Estimate(None, reason="rated in words, not in numbers")
    numbers = [float(one) for one in given]
    return Estimate(sum(numbers) / len(numbers))


def _summary(estimates: Iterable[Estimate], span: tuple[float, float] = (-inf, inf)) -> Summary:
    """The mean over items; its interval leaves out one item at a time, and ends where values do."""
    import numpy as np

    from qgauge.stats.interval import jackknife, mean_of_sums

    given = list(estimates)
    values = [one.value for one in given if one.value is not None]
    reasons = Counter(one.reason for one in given if one.value is None)
    if not values:
        return Summary(None, 0, len(given), None, reasons)
    sums = np.column_stack([np.ones(len(values)), values])
    interval = jackknife(sums, mean_of_sums)
    if interval is not None:
        interval = max(interval[0], span[0]), min(interval[1], span[1])
    return Summary(float(np.mean(values)), len(values), reasons.total(), interval, reasons)
