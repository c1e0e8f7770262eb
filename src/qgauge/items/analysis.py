"""Join test items with their questions, and score items and systems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Literal, get_args

from qgauge.core import BadInput, BadSetting, Example, Summary
from qgauge.core.settings import check_choice
from qgauge.items.option_use import OptionUse, option_uses
from qgauge.items.power import FILTERED, WEAK, ItemPower, powers
from qgauge.items.responses import Matrix
from qgauge.items.task import Task, filtered, task_of
from qgauge.stats.estimate import Estimate

Power = Literal["point_biserial", "upper_lower"]
By = Literal["system", "track", "question_type"]
NOT_TESTED = "it is not in any test"


@dataclass(frozen=True)
class ItemSettings:
    """Settings of the item analysis.

    Raises:
        BadSetting: If a value is not allowed.

    Examples:
        >>> from qgauge.items import ItemSettings
        >>> ItemSettings(power="upper_lower").fewest
        10
    """

    power: Power = "point_biserial"
    """The measure of discriminating power: `point_biserial` or `upper_lower`."""
    by: By = "system"
    """The groups to report: `system`, `track` or `question_type`."""
    fewest: int = 10
    """The minimum number of respondents for a power."""
    missing: Literal["left-out", "wrong"] = "left-out"
    """Whether an empty response is skipped (`left-out`) or counts as `wrong`."""
    judged: tuple[str, ...] = ()
    """Yes-or-no dimensions; an item is filtered out if most judges say no in one of them."""
    resamples: int = 1000
    """Bootstrap samples of the intervals."""
    seed: int = 12345
    """The seed of the bootstrap."""

    def __post_init__(self) -> None:
        for name, kind in (("power", Power), ("by", By)):
            check_choice("items", name, getattr(self, name), get_args(kind))
        check_choice("items", "missing", self.missing, ("left-out", "wrong"))
        if self.fewest < 3:
            problem = "items: min-respondents must be at least 3: two points always correlate."
            raise BadSetting(problem)

    def signature(self, version: str) -> str:
        """Return the signature: every setting and the version."""
        judged = "+".join(self.judged) or "none"
        return (
            f"items|power:{self.power}|by:{self.by}|outer:27%|min_respondents:{self.fewest}|"
            f"missing:{self.missing}|judged:{judged}|resamples:{self.resamples}|seed:{self.seed}"
            f"|v:{version}"
        )


@dataclass(frozen=True, slots=True)
class Item:
    """A question that was tested, filtered out before testing, or rated by experts."""

    id: str
    """The column of the item in the response matrix."""
    example: Example | None
    """The question; None if only responses are known."""
    task: Task
    """The task that the question was written for."""
    filtered: str
    """The reason why judges filtered it out, or ""."""
    tested: ItemPower | None
    """The item statistics; None if it was not tested."""
    power: Estimate
    """The power by the chosen measure; -1 if it was filtered out."""
    options: tuple[OptionUse, ...] = ()
    """How its options were used; () without an answer key."""

    @property
    def note(self) -> str:
        """What to look at, or why there is no power; "" if nothing."""
        if self.filtered:
            return f"filtered out: {self.filtered}"
        if self.power.value is None:
            return self.power.reason
        if self.power.value < 0:
            return "weak respondents do better; check the answer key"
        return "weak" if self.power.value < WEAK else ""

    def group(self, by: By) -> str:
        """Return the system, track or question type of the item."""
        if by == "system":
            return self.example.system if self.example else ""
        return self.task.track if by == "track" else self.task.question_type


@dataclass(frozen=True, slots=True)
class Group:
    """The items of one system, track or question type."""

    power: Summary
    """Mean power, with filtered items at -1."""
    kept: Summary
    """Mean power without filtered items."""
    filtered: Mapping[str, int]
    """Reasons for filtering, with counts."""
    ratings: Mapping[str, Summary]
    """Mean expert rating by dimension; each item counts once."""


@dataclass
class ItemAnalysis:
    """Test items joined with their questions.

    Examples:
        >>> from qgauge import Example
        >>> from qgauge.items import ItemAnalysis, ItemSettings, Responses
        >>> responses = Responses("test")
        >>> for line, (name, first, second) in enumerate(["a10", "b11", "c00"], 2):
        ...     responses.add({"id": name, "q1": first, "q2": second}, line)
        >>> questions = [Example("q1", "Who?", system="t5"), Example("q2", "When?", system="t5")]
        >>> settings = ItemSettings(fewest=3)
        >>> analysis = ItemAnalysis.of(settings, [responses.matrix()], questions)
        >>> round(analysis.groups()["t5"].power.value, 3)
        0.5
    """

    settings: ItemSettings
    """The settings."""
    tests: Sequence[Matrix]
    """The response matrices."""
    items: list[Item] = field(default_factory=list)
    """All items: the questions first, then items without a question."""
    rows: bool = False
    """Whether questions were given."""

    @classmethod
    def of(
        cls, settings: ItemSettings, tests: Sequence[Matrix], examples: Sequence[Example]
    ) -> ItemAnalysis:
        """Join tests with questions by id.

        Args:
            settings: The settings.
            tests: The response matrices.
            examples: The questions; may be empty.

        Returns:
            The analysis.

        Raises:
            BadInput: If several questions share the id of an item, or no id is an item of a test.
        """
        found = powers(
            tests, fewest=settings.fewest, resamples=settings.resamples, seed=settings.seed
        )
        options = option_uses(tests)
        study = cls(settings, tests, rows=bool(examples))
        names = _names(examples, tests)
        if tests and not _any_used(settings, examples, names, found):
            columns = ", ".join(f"'{name}'" for name in list(found)[:3])
            raise BadInput(
                f"none of the {len(examples)} question(s) is a column of a test; check the ids. "
                f"The first ids are {', '.join(repr(name) for name in names[:3])}; the first "
                f"columns are {columns}"
            )
        for example, name in zip(examples, names, strict=True):
            why = filtered(example, settings.judged)
            tested = found.pop(name, None)
            study.items.append(
                Item(
                    name,
                    example,
                    task_of(example),
                    why,
                    tested,
                    _power(settings, why, tested),
                    options.get(name, ()),
                )
            )
        study.items += [
            Item(
                name, None, Task(), "", tested, _power(settings, "", tested), options.get(name, ())
            )
            for name, tested in found.items()
        ]
        return study

    def groups(self) -> dict[str, Group]:
        """Return the groups by system, track or question type, in the order of the data.

        Items without a question belong to no group, unless no questions were given at all.
        """
        members: dict[str, list[Item]] = {}
        for item in self.items:
            if self.rows and item.example is None:
                continue
            members.setdefault(item.group(self.settings.by), []).append(item)
        return {name: _group(items, self.settings.judged) for name, items in members.items()}


def _any_used(
    settings: ItemSettings,
    examples: Sequence[Example],
    names: Sequence[str],
    tested: Mapping[str, Any],
) -> bool:
    """Return whether a question is in a test or filtered out, or there are no questions."""
    return not examples or any(
        name in tested or filtered(example, settings.judged)
        for example, name in zip(examples, names, strict=True)
    )


def _names(examples: Sequence[Example], tests: Sequence[Matrix]) -> list[str]:
    """Return the matrix column of each question: its id, or SYSTEM/ID if systems share ids."""
    ids = Counter(example.id for example in examples)
    for test in tests:
        for id in test.items:
            if ids[id] > 1:
                systems = [example.system for example in examples if example.id == id]
                first, second = systems[:2]
                raise BadInput(
                    f"column '{id}': systems {first} and {second} both have a question with this "
                    f"id. Name the column {first}/{id} or {second}/{id}",
                    file=test.test,
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
    """Return the mean rating of one question.

    Args:
        example: The question.
        dimension: The rated dimension; a key of `example.ratings`.

    Returns:
        The mean over raters, or the reason why there is none.

    Examples:
        >>> from qgauge import Example
        >>> from qgauge.items import mean_rating
        >>> mean_rating(Example("1", "Who?", ratings={"fluency": (4, 5)}), "fluency").value
        4.5
    """
    given = [one for one in example.ratings[dimension] if one is not None]
    if not given:
        return Estimate(None, reason="not rated")
    if any(isinstance(one, str) for one in given):
        return Estimate(None, reason="the ratings are words, not numbers")
    numbers = [float(one) for one in given]
    return Estimate(sum(numbers) / len(numbers))


def _summary(estimates: Iterable[Estimate], span: tuple[float, float] = (-inf, inf)) -> Summary:
    """Return the mean over items, with a jackknife interval clipped to the range of the values."""
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
