"""Judge: a large language model's verdict on one property, following a rubric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from statistics import fmean, stdev
from typing import Any, ClassVar, Literal

from qgauge.core import BadSetting, Example, Score, Tools, view
from qgauge.metrics.metric import Metric
from qgauge.metrics.rubric import Rubric, read_rubric
from qgauge.prompts import template
from qgauge.tools.judge import Ask, Filled, Form, Message, OneOf, Text, Verdict, Whole, fenced

MOST_SAMPLES = 100
SHOWN = 2_000
"""Characters of an unusable reply that are kept as evidence."""
NO_MAJORITY = "the judge's samples are tied between two labels"


@dataclass(frozen=True)
class Judge(Metric):
    """A language model's rating of one property, which a rubric describes.

    The value is a number or a label, depending on the rubric.
    """

    name: ClassVar[str] = "judge"
    about: ClassVar[str] = "a language model's verdict on one property, following a rubric"
    uses: ClassVar[tuple[str, ...]] = ("judge",)

    rubric: str = "answerability"
    """Name of a rubric that comes with qgauge, or your own rubric file, FILE.toml."""
    samples: int = 1
    """Verdicts per question, from 1 to 100; the score is their mean or their majority label."""
    reasons: Literal["on", "off"] = "on"
    """Whether the judge gives a reason before its verdict."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.samples <= MOST_SAMPLES:
            raise BadSetting(f"judge: samples must be between 1 and {MOST_SAMPLES}.")
        _ = self.loaded_rubric  # report an invalid rubric now rather than at the first row

    @cached_property
    def loaded_rubric(self) -> Rubric:
        """The rubric, read from its file."""
        return read_rubric(self.rubric)

    @property
    def needs(self) -> tuple[str, ...]:
        return self.loaded_rubric.needs

    @property
    def span(self) -> tuple[float, float]:
        low, high = self.loaded_rubric.scale or (0, 1)
        return float(low), float(high)

    @property
    def verdicts(self) -> tuple[float | str, ...]:
        return self.loaded_rubric.verdicts

    @property
    def judges(self) -> str:
        return self.loaded_rubric.name

    @cached_property
    def form(self) -> Form:
        """The JSON form that the model has to fill in."""
        rubric = self.loaded_rubric
        verdict = Whole(*rubric.scale) if rubric.scale else OneOf(rubric.labels)
        reason = {"reason": Text()} if self.reasons == "on" else {}
        return Form({**reason, "score" if rubric.scale else "label": verdict})

    def settings(self) -> dict[str, str]:
        words = "\0".join(template(name).template for name in ("judge/system", "judge/user"))
        return {
            **super().settings(),
            "rubric": f"{self.loaded_rubric.name}@{self.loaded_rubric.digest}",
            "prompt": sha256(words.encode()).hexdigest()[:8],
        }

    def asks(self, example: Example) -> list[Ask[Filled]]:
        """Build the requests about one example.

        Args:
            example: The example to judge.

        Returns:
            One request per sample.
        """
        rubric, form = self.loaded_rubric, self.form
        meaning = "\n".join(f"{verdict}: {text}" for verdict, text in rubric.meaning.items())
        system, user = verdict_messages("judge", form, rubric.about, rubric.instructions, meaning)
        messages = (system, user(rubric.texts(example)))
        about = f"{rubric.name} of {example_name(example)}"
        return [form.ask(*messages, about=about, sample=at) for at in range(self.samples)]

    def input_problem(self, example: Example) -> str:
        texts = self.loaded_rubric.texts(example).items()
        empty = [field for field, text in texts if not text.strip()]
        return f"no {empty[0].replace('_', ' ')}" if empty else ""

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        verdicts = iter(tools["judge"].ask([ask for one in examples for ask in self.asks(one)]))
        return [self._summed([next(verdicts) for _ in range(self.samples)]) for _ in examples]

    def _summed(self, verdicts: Sequence[Verdict[Filled]]) -> Score:
        """Return the mean or the majority label; most samples must have a valid verdict."""
        filled = [one.value for one in verdicts if one.value is not None]
        failed = [one for one in verdicts if one.value is None]
        if len(filled) <= len(failed):
            return without_verdict(failed[0])
        reasons = [one["reason"] for one in filled if "reason" in one]
        evidence = {"reason": reasons[0] if self.samples == 1 else reasons} if reasons else {}
        if not self.loaded_rubric.scale:
            return self._labelled([one["label"] for one in filled], evidence)
        values = [float(one["score"]) for one in filled]
        parts = {}
        if self.samples > 1:
            spread = stdev(values) if len(values) > 1 else 0.0
            parts = {"samples": float(len(values)), "spread": spread}
        return Score(fmean(values), parts, evidence)

    def _labelled(self, labels: Sequence[str], evidence: dict[str, Any]) -> Score:
        counts = Counter(labels).most_common()
        if len(counts) > 1 and counts[0][1] == counts[1][1]:
            return Score(None, unscored=NO_MAJORITY, evidence={"labels": dict(counts)})
        parts = {label: times / len(labels) for label, times in counts} if self.samples > 1 else {}
        return Score(counts[0][0], parts, evidence)

    def explanation(self, example: Example, score: Score) -> dict[str, Any]:
        messages = self.asks(example)[0].messages
        steps = [f"rubric {self.loaded_rubric.name}: {self.loaded_rubric.about}"]
        steps += [
            f"{one.role}: {line}" for one in messages for line in one.text.splitlines() if line
        ]
        reasons = score.evidence.get("reason", [])
        each = [reasons] if isinstance(reasons, str) else reasons
        steps += [f"the judge: {reason}" for reason in each]
        return {"views": [view(steps)]}


def verdict_messages(
    folder: str, form: Form, about: str, instructions: str, meaning: str
) -> tuple[Message, Callable[[Mapping[str, str]], Message]]:
    """Fill in the prompts for judging one property.

    Args:
        folder: Folder of the prompts `system.txt` and `user.txt`.
        form: The form to fill in; its last field is the verdict.
        about: What is judged, in one line.
        instructions: Instructions of the rubric.
        meaning: What each verdict means, one per line.

    Returns:
        The system message, and a function that makes the user message from texts by name.
    """
    filling = {"about": about, "verdict": list(form.fields.values())[-1].words()}
    filling |= {"instructions": instructions, "meaning": meaning, "form": form.words()}

    def user(texts: Mapping[str, str]) -> Message:
        shown, word = fenced(texts)
        text = template(f"{folder}/user").substitute(filling, texts=shown, word=word)
        return Message("user", text)

    return Message("system", template(f"{folder}/system").substitute(filling)), user


def example_name(example: Example) -> str:
    """Return the name of an example in the log of requests."""
    return "/".join(filter(None, (example.system, example.id)))


def without_verdict(verdict: Verdict[Any]) -> Score:
    """Return an unscored result with the reason, and the model's reply as evidence."""
    assert verdict.why is not None
    evidence = {"reply": verdict.reply[:SHOWN], "problem": verdict.detail}
    kept = {name: text for name, text in evidence.items() if text}
    return Score(None, evidence=kept, unscored=verdict.why.value)
