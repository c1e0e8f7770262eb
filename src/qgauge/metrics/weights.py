"""Weights as users give them: a preset, numbers between slashes, or a file of `qgauge tune`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from qgauge.core import BadSetting, written


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each kind of word counts, and delta, the share of answerability in a Q-metric."""

    name: float
    content: float
    function: float
    question: float
    delta: float

    def of_kinds(self) -> tuple[float, float, float, float]:
        return self.name, self.content, self.function, self.question

    def without_delta(self) -> str:
        return "/".join(map(written, self.of_kinds()))

    def __str__(self) -> str:
        return "/".join(map(written, (*self.of_kinds(), self.delta)))


PRESETS = {
    "squad": Weights(0.41, 0.36, 0.03, 0.20, 0.66),
    # the two below are printed with a sum of .99; as the released script does, the weight of
    # function words is what the others leave
    "wikimovies": Weights(0.55, 0.31, 0.03, 0.11, 0.83),
    "vqa": Weights(0.04, 0.59, 0.16, 0.21, 0.75),
}


def read_weights(text: str, with_delta: bool) -> Weights:
    """Weights from `name/content/function/question/delta`; those of the kinds sum to 1.

    Delta may be left out where it does not count.
    """
    try:
        numbers = [float(piece) for piece in text.split("/")]
        if len(numbers) == 4 and not with_delta:
            numbers.append(1.0)
        found = Weights(*numbers)
    except (ValueError, TypeError):
        wanted = f"five numbers name/content/function/question/delta, such as {PRESETS['squad']}"
        if not with_delta:
            wanted = "four numbers name/content/function/question, such as "
            wanted += PRESETS["squad"].without_delta()
        raise BadSetting(f"weights are {wanted}; not '{text}'.") from None
    check_weights(text, numbers, found.of_kinds(), "the weights of the four kinds")
    return found


def are_numbers(text: str) -> bool:
    """Whether weights are written out, and not in a file."""
    return re.fullmatch(r"[\d./eE+-]+", text) is not None


def check_weights(
    text: str, numbers: Sequence[float], shares: Sequence[float], of: str = "weights"
) -> None:
    """Refuse numbers that are not between 0 and 1, and shares that do not sum to 1."""
    if not all(isfinite(number) and 0 <= number <= 1 for number in numbers):
        raise BadSetting(f"weights lie between 0 and 1; not '{text}'.")
    if abs(sum(shares) - 1) > 1e-6:
        raise BadSetting(f"{of} must sum to 1; {text} sums to {sum(shares):g}.")


def tuned_weights(
    metric: str,
    file: str,
    settings: Mapping[str, str],
    *,
    hint: str = "",
    verb: tuple[str, str] = ("tune", "tuned"),
) -> str:
    """The weights `qgauge tune` wrote to a file; they hold for the settings they were tuned with.

    `hint` ends the message about a file of another kind, and `verb` is how messages call tuning.
    """
    try:
        found = json.loads(Path(file).read_bytes())
        weights, tuned_with = str(found["weights"]), dict(found["settings"])
    except OSError as problem:
        raise BadSetting(f"{metric}: cannot read the weights {file}: {problem}.") from None
    except (ValueError, KeyError, TypeError):
        raise BadSetting(
            f"{metric}: {file} is not a file of weights; `qgauge tune` writes them.{hint}"
        ) from None
    if found.get("metric") != metric:
        raise BadSetting(f"{metric}: the weights in {file} are for {found.get('metric')}.")
    for setting, value in settings.items():
        if (wanted := tuned_with.get(setting)) != value:
            raise BadSetting(
                f"{metric}: the weights in {file} were {verb[1]} with {setting}={wanted}, not "
                f"{value}. Add {setting}={wanted}, or {verb[0]} again."
            )
    return weights
