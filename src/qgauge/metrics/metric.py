"""Metric: a formula over examples. A frozen dataclass whose fields are its settings."""

from __future__ import annotations

import warnings
from abc import ABC
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, wraps
from typing import Any, ClassVar, Literal, Self, get_args, get_origin, get_type_hints

from qgauge.core import BadSetting, Example, Score, Tools, unscored
from qgauge.core.settings import written
from qgauge.core.suggestions import no_such

_RENAMED = {"lacks": "missing_input", "against": "compare"}
"""Earlier names of methods, which metrics of other packages may still use."""


def _deprecated(method: Callable[..., Any], old: str, new: str) -> Callable[..., Any]:
    @wraps(method)
    def call(*given: Any, **named: Any) -> Any:
        warnings.warn(f"{old} is now called {new}.", DeprecationWarning, stacklevel=2)
        return method(*given, **named)

    call.__isabstractmethod__ = False  # type: ignore[attr-defined]
    call.is_old_name = True  # type: ignore[attr-defined]
    return call


@dataclass(frozen=True)
class Metric(ABC):
    """Scores examples one by one and sums them up; same settings, same input, same bits."""

    name: ClassVar[str]
    about: ClassVar[str]
    """One line for `qgauge list`."""
    uses: ClassVar[tuple[str, ...]] = ()
    """Roles of the tools it calls."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        for old, new in _RENAMED.items():  # a class that defines one of the names gets the other
            own = vars(cls).get(old)
            if callable(own) and not hasattr(own, "is_old_name"):
                text = f"{cls.__qualname__}.{old} should be called {new}."
                warnings.warn(text, DeprecationWarning, stacklevel=3)
                setattr(cls, new, vars(cls)[old])
            elif callable(vars(cls).get(new)):
                setattr(cls, old, _deprecated(vars(cls)[new], old, new))

    def __post_init__(self) -> None:
        for setting, kind in setting_types(type(self)).items():
            _check(self.name, setting, kind, getattr(self, setting))

    # These four may depend on the settings. Where they do not, a class attribute of the same name
    # says it in a line.

    @property
    def needs(self) -> tuple[str, ...]:
        """Fields of Example that must be filled, besides the question."""
        return ()

    @property
    def span(self) -> tuple[float, float]:
        """Lowest and highest value there can be."""
        return (0.0, 1.0)

    @property
    def verdicts(self) -> tuple[float | str, ...]:
        """All it can say, from worst to best, where that is one of a few steps or labels."""
        return ()

    @property
    def judges(self) -> str:
        """What it judges, where people's ratings may have a dimension of that name."""
        return ""

    def score(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        """One score per example, in order; a metric has this or `score_complete`."""
        missing = [self.missing_input(example) for example in examples]
        complete = [one for one, reason in zip(examples, missing, strict=True) if reason is None]
        scores = iter(self.score_complete(complete, tools) if complete else ())
        return [next(scores) if reason is None else reason for reason in missing]

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        """The scores of examples that have what the metric needs."""
        raise BadSetting(f"{type(self).__name__} has neither score nor score_complete.")

    def explain(self, example: Example, tools: Tools) -> Score:
        """The same score, with evidence that shows how it came about."""
        (score,) = self.score([example], tools)
        if score.value is None:
            return score
        return replace(score, evidence={**score.evidence, **self.explanation(example, score)})

    def explanation(self, example: Example, score: Score) -> dict[str, Any]:
        """What `explain` adds to the evidence: a list of `views` that it shows, and the like."""
        return {}

    def roles(self) -> tuple[str, ...]:
        """The tools needed with these settings; a metric may need one only for some setting."""
        return self.uses

    @property
    def labelled(self) -> bool:
        """Whether its values are labels, not numbers."""
        return any(isinstance(verdict, str) for verdict in self.verdicts)

    def missing_input(self, example: Example) -> Score | None:
        """Unscored with the reason when the example has not what the metric needs, else None."""
        question = example.question
        if not question or question.isspace():
            return unscored("the question is empty")
        for need in self.needs:
            if not getattr(example, need):
                return unscored(f"no {need}")
        problem = self.input_problem(example)
        return unscored(problem) if problem else None

    lacks = _deprecated(missing_input, "lacks", "missing_input")

    def input_problem(self, example: Example) -> str:
        """Why an example with all the fields that are needed cannot be scored; "" if it can."""
        return ""

    def additive(self, score: Score) -> tuple[float, ...]:
        """The statistics of one scored example that may be summed over a data set."""
        if self.labelled:
            return (1.0, *(float(score.value == label) for label in self.verdicts))
        assert isinstance(score.value, float)
        return (1.0, score.value)

    def combine(self, sums: Any) -> Any:
        """From summed statistics (an array whose last axis they fill) to the value of the set."""
        return sums[..., 1] / sums[..., 0]

    def settings(self) -> dict[str, str]:
        """Every setting as it took effect, in words; part of the signature."""
        return {field.name: written(getattr(self, field.name)) for field in fields(self)}

    def label(self) -> str:
        """The metric as one would ask for it: its name and the settings that are not default."""
        values = {field: getattr(self, field.name) for field in fields(self)}
        changed = [
            f"{field.name}={written(value)}"
            for field, value in values.items()
            if value != field.default and not isinstance(value, Implied)
        ]
        return f"{self.name}:{','.join(changed)}" if changed else self.name

    def signature(self, tools: Tools, version: str) -> str:
        """Everything a reader needs to reproduce the number, in one line."""
        pieces = [self.name]
        pieces += [f"{setting}:{value}" for setting, value in self.settings().items()]
        pieces += [f"{role}:{tools[role].identity}" for role in self.roles()]
        return "|".join([*pieces, f"v:{version}"])

    @classmethod
    def from_words(cls, words: Mapping[str, str]) -> Self:
        """Build the metric from settings written as text, as the command line has them."""
        kinds = setting_types(cls)
        values: dict[str, Any] = {}
        for setting, word in words.items():
            if setting not in kinds:
                raise BadSetting(no_such(f"{cls.name} has no setting", setting, kinds))
            values[setting] = _read(cls.name, setting, kinds[setting], word)
        return cls(**values)


class Implied(str):
    """A default that gives way to other settings; the same word, when asked for, does not."""

    __slots__ = ()


@cache
def setting_types(metric: type[Metric]) -> dict[str, Any]:
    """The settings of a metric class and the type each takes."""
    hints = get_type_hints(metric)
    return {field.name: hints[field.name] for field in fields(metric)}


def _read(metric: str, setting: str, kind: Any, word: str) -> Any:
    if kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            expected = "a whole number" if kind is int else "a number"
            raise BadSetting(f"{metric}: {setting} takes {expected}, not '{word}'.") from None
    return word


def _check(metric: str, setting: str, kind: Any, value: object) -> None:
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        if value not in choices:
            raise BadSetting(no_such(f"{metric}: {setting} cannot be", str(value), choices))
    elif kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        if value != value or value in (float("inf"), float("-inf")):
            raise BadSetting(f"{metric}: {setting} must be a finite number.")
    elif type(value) is not kind:
        raise BadSetting(f"{metric}: {setting} takes a value of type {kind.__name__}.")
