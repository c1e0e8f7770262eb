"""Metric: the base class of all metrics, a frozen dataclass whose fields are its settings."""

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
"""Deprecated method names, which plug-ins written for 0.1.0 may still use."""


def _deprecated(method: Callable[..., Any], old: str, new: str) -> Callable[..., Any]:
    @wraps(method)
    def call(*given: Any, **named: Any) -> Any:
        warnings.warn(f"{old} is deprecated; call {new}.", DeprecationWarning, stacklevel=2)
        return method(*given, **named)

    call.__isabstractmethod__ = False  # type: ignore[attr-defined]
    call.is_old_name = True  # type: ignore[attr-defined]
    return call


@dataclass(frozen=True)
class Metric(ABC):
    """Base class for metrics, including those of plug-ins.

    A metric is a frozen dataclass. Its fields are its settings, with `str`, `int`, `float` or
    `Literal` types and a default each. They appear in the signature and in `qgauge list NAME`, and
    can be set with `-m NAME:SETTING=VALUE`. A metric must be deterministic: the same settings and
    input give the same score.

    Subclasses set `name` and `about` and override `score_complete`. Override `needs`, `span`,
    `marks`, `verdicts` and `judges` with a class attribute, or with a property if they depend on
    the settings. Metrics that compare a question with references derive from
    `qgauge.metrics.reference.TextMetric` or `ReferenceMetric` instead.

    Examples:
        >>> from dataclasses import dataclass
        >>> from typing import ClassVar
        >>> import qgauge
        >>> @dataclass(frozen=True)
        ... class Brevity(qgauge.Metric):
        ...     name: ClassVar[str] = "brevity"
        ...     about: ClassVar[str] = "share of the allowed words that is unused"
        ...     words: int = 10
        ...     def score_complete(self, examples, tools):
        ...         lengths = [len(example.question.split()) for example in examples]
        ...         return [qgauge.Score(max(0.0, 1 - one / self.words)) for one in lengths]
        >>> rows = [{"question": "Who built the tower?"}]
        >>> qgauge.score(rows, [Brevity(words=8)])["brevity:words=8"].value
        0.5
    """

    name: ClassVar[str]
    """Name of the metric on the command line and in results."""
    about: ClassVar[str]
    """One-line description for `qgauge list`."""
    uses: ClassVar[tuple[str, ...]] = ()
    """Roles of the language tools that the metric may call, such as `("parser",)`."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        # Let old and new method names work alike, whichever of them the class defines.
        for old, new in _RENAMED.items():
            own = vars(cls).get(old)
            if callable(own) and not hasattr(own, "is_old_name"):
                text = f"{cls.__qualname__}.{old} is deprecated; rename it to {new}."
                warnings.warn(text, DeprecationWarning, stacklevel=3)
                setattr(cls, new, vars(cls)[old])
            elif callable(vars(cls).get(new)):
                setattr(cls, old, _deprecated(vars(cls)[new], old, new))

    def __post_init__(self) -> None:
        for setting, kind in setting_types(type(self)).items():
            _check(self.name, setting, kind, getattr(self, setting))

    # The next five are properties because they may depend on the settings. Subclasses in which
    # they do not can use class attributes.

    @property
    def needs(self) -> tuple[str, ...]:
        """Fields of `Example` that must not be empty, besides the question; none by default."""
        return ()

    @property
    def optional(self) -> tuple[str, ...]:
        """Fields of `Example` that it uses where they are filled, besides `needs`."""
        return ()

    @property
    def span(self) -> tuple[float, float]:
        """Lowest and highest possible value; 0 and 1 by default."""
        return (0.0, 1.0)

    @property
    def marks(self) -> tuple[float, float] | None:
        """Value below which a row is poor, and from which on it is good; None if not known."""
        return None

    @property
    def verdicts(self) -> tuple[float | str, ...]:
        """All possible values from worst to best, if they are labels or a few steps; else empty."""
        return ()

    @property
    def judges(self) -> str:
        """Dimension that the metric judges, by which matching human ratings are found; else ""."""
        return ""

    def score(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        """Score examples.

        The default marks incomplete examples as unscored and passes the others to
        `score_complete`. Override either method.

        Args:
            examples: The examples to score.
            tools: The language tools named in `roles`, by role.

        Returns:
            One score per example, in order.
        """
        missing = [self.missing_input(example) for example in examples]
        complete = [one for one, reason in zip(examples, missing, strict=True) if reason is None]
        scores = iter(self.score_complete(complete, tools) if complete else ())
        return [next(scores) if reason is None else reason for reason in missing]

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        """Score examples that have all required fields.

        Args:
            examples: Examples for which `missing_input` returns None; at least one.
            tools: The language tools named in `roles`, by role.

        Returns:
            One score per example, in order. Use `unscored` for an example without a value.
        """
        raise BadSetting(f"{type(self).__name__} defines neither score nor score_complete.")

    def explain(self, example: Example, tools: Tools) -> Score:
        """Score one example and add evidence that shows how the value was computed.

        Args:
            example: The example to score.
            tools: The language tools named in `roles`, by role.

        Returns:
            The same value as from `score`, with evidence from `explanation`.
        """
        (score,) = self.score([example], tools)
        if score.value is None:
            return score
        return replace(score, evidence={**score.evidence, **self.explanation(example, score)})

    def explanation(self, example: Example, score: Score) -> dict[str, Any]:
        """Return evidence for `explain`, such as a list of `views`; empty by default.

        Args:
            example: The scored example.
            score: Its score, with a value.

        Returns:
            Entries to add to `Score.evidence`. `qgauge explain` shows those of `views`, which
            `qgauge.core.view` creates.
        """
        return {}

    def roles(self) -> tuple[str, ...]:
        """Return the roles of the tools needed with these settings; `uses` by default."""
        return self.uses

    @property
    def labelled(self) -> bool:
        """Whether values are labels rather than numbers."""
        return any(isinstance(verdict, str) for verdict in self.verdicts)

    def missing_input(self, example: Example) -> Score | None:
        """Check whether an example can be scored.

        Args:
            example: The example to check.

        Returns:
            None if it can be scored, else an unscored result with the reason.
        """
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
        """Return why an example with all required fields cannot be scored; "" if it can.

        Override this for conditions beyond `needs`.

        Args:
            example: An example with all required fields.

        Returns:
            The reason, shown to users, or "".
        """
        return ""

    def additive(self, score: Score) -> tuple[float, ...]:
        """Return the statistics of one score that are summed over a data set.

        The default is a count and the value; for labels, a count and one indicator per label.

        Args:
            score: A score with a value.

        Returns:
            The statistics, of the same length for every score.
        """
        if self.labelled:
            return (1.0, *(float(score.value == label) for label in self.verdicts))
        assert isinstance(score.value, float)
        return (1.0, score.value)

    def combine(self, sums: Any) -> Any:
        """Compute the value of a data set from summed statistics; by default their mean.

        Args:
            sums: An array with the sums of `additive` along its last axis. Resampling passes
                several rows at a time.

        Returns:
            An array of values, without the last axis.
        """
        return sums[..., 1] / sums[..., 0]

    def settings(self) -> dict[str, str]:
        """Return every setting in effect as text, for the signature."""
        return {field.name: written(getattr(self, field.name)) for field in fields(self)}

    def label(self) -> str:
        """Return the request for this metric: its name and the settings that are not default."""
        values = {field: getattr(self, field.name) for field in fields(self)}
        changed = [
            f"{field.name}={written(value)}"
            for field, value in values.items()
            if value != field.default and not isinstance(value, Implied)
        ]
        return f"{self.name}:{','.join(changed)}" if changed else self.name

    def signature(self, tools: Tools, version: str) -> str:
        """Return one line with everything needed to reproduce a score.

        Args:
            tools: The language tools in use, by role.
            version: Version of qgauge.

        Returns:
            Name, settings, tool identities and version, separated by `|`.
        """
        pieces = [self.name]
        pieces += [f"{setting}:{value}" for setting, value in self.settings().items()]
        pieces += [f"{role}:{tools[role].identity}" for role in self.roles()]
        return "|".join([*pieces, f"v:{version}"])

    @classmethod
    def from_words(cls, words: Mapping[str, str]) -> Self:
        """Create the metric from settings given as text, as on the command line.

        Args:
            words: Values by name of setting.

        Returns:
            The metric.

        Raises:
            BadSetting: There is no such setting, or the value is invalid.
        """
        kinds = setting_types(cls)
        values: dict[str, Any] = {}
        for setting, word in words.items():
            if setting not in kinds:
                raise BadSetting(no_such(f"{cls.name} has no setting", setting, kinds))
            values[setting] = _read(cls.name, setting, kinds[setting], word)
        return cls(**values)


class Implied(str):
    """A default value that other settings may override; the same value set explicitly is kept."""

    __slots__ = ()


@cache
def setting_types(metric: type[Metric]) -> dict[str, Any]:
    """Return the settings of a metric class with their types."""
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
