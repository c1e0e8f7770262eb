"""Weights given by users: a preset, numbers separated by slashes, or a file of `qgauge tune`."""

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
    """Weights of the four word kinds, and delta, the share of answerability in a Q-metric."""

    name: float
    content: float
    function: float
    question: float
    delta: float

    def of_kinds(self) -> tuple[float, float, float, float]:
        """Return the weights of names, content, function and question words."""
        return self.name, self.content, self.function, self.question

    def without_delta(self) -> str:
        """Write the weights of the four kinds, separated by slashes."""
        return "/".join(map(written, self.of_kinds()))

    def __str__(self) -> str:
        return "/".join(map(written, (*self.of_kinds(), self.delta)))


PRESETS = {
    "squad": Weights(0.41, 0.36, 0.03, 0.20, 0.66),
    # The next two sum to .99 in the paper. As in the released script, function words get the
    # remainder.
    "wikimovies": Weights(0.55, 0.31, 0.03, 0.11, 0.83),
    "vqa": Weights(0.04, 0.59, 0.16, 0.21, 0.75),
}


def read_weights(text: str, with_delta: bool) -> Weights:
    """Parse weights written as `name/content/function/question/delta`.

    Args:
        text: Numbers from 0 to 1; the first four sum to 1.
        with_delta: Whether delta is required.

    Returns:
        The weights.

    Raises:
        BadSetting: The text is not a valid set of weights.
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
        raise BadSetting(f"'{text}' is not a set of weights. Give {wanted}.") from None
    check_weights(text, numbers, found.of_kinds(), "the weights of the four kinds")
    return found


def are_numbers(text: str) -> bool:
    """Return whether weights are given as numbers rather than as a file."""
    return re.fullmatch(r"[\d./eE+-]+", text) is not None


def check_weights(
    text: str, numbers: Sequence[float], shares: Sequence[float], of: str = "weights"
) -> None:
    """Raise `BadSetting` if a number is not between 0 and 1, or the shares do not sum to 1."""
    if not all(isfinite(number) and 0 <= number <= 1 for number in numbers):
        raise BadSetting(f"weights must be between 0 and 1, not '{text}'.")
    if abs(sum(shares) - 1) > 1e-6:
        raise BadSetting(f"{of} must sum to 1; those of '{text}' sum to {sum(shares):g}.")


def tuned_settings(file: str) -> Mapping[str, str]:
    """Return the settings that the weights in a file were tuned with; none if it has none."""
    try:
        found = json.loads(Path(file).read_bytes())["settings"]
        return found if isinstance(found, dict) else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def tuned_weights(
    metric: str,
    file: str,
    settings: Mapping[str, str],
    *,
    hint: str = "",
    verb: tuple[str, str] = ("tune", "tuned"),
) -> str:
    """Read weights from a file written by `qgauge tune`.

    Args:
        metric: Name of the metric that uses the weights.
        file: Path of the file.
        settings: Settings of the metric; they must be those the weights were tuned with.
        hint: Advice to append if the file has a different format.
        verb: Word for tuning in messages, with its past participle.

    Returns:
        The weights as text.

    Raises:
        BadSetting: The file is unusable, or it is for a different metric or different settings.
    """
    try:
        found = json.loads(Path(file).read_bytes())
        weights, tuned_with = str(found["weights"]), dict(found["settings"])
    except OSError as problem:
        raise BadSetting(f"{metric}: cannot read the weights {file}: {problem}.") from None
    except (ValueError, KeyError, TypeError):
        raise BadSetting(
            f"{metric}: {file} is not a weights file written by `qgauge tune`.{hint}"
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
