"""Settings, signatures and errors of metrics."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pytest

from qgauge.core import (
    BadInput,
    BadSetting,
    Example,
    MissingTool,
    Score,
    ToolFailed,
    Tools,
    View,
    unscored,
    view,
)
from qgauge.metrics.metric import Metric
from qgauge.metrics.reference import TextMetric


@dataclass(frozen=True)
class Length(Metric):
    name: ClassVar[str] = "length"
    about: ClassVar[str] = "number of words"
    needs: ClassVar[tuple[str, ...]] = ("passage",)

    unit: Literal["words", "letters"] = "words"
    scale: float = 1.0
    least: int = 0

    def score(self, examples: list[Example], tools: Tools) -> list[Score]:  # type: ignore[override]
        return [
            self.missing_input(example) or Score(self.scale * len(example.question.split()))
            for example in examples
        ]


def test_settings_are_read_from_words() -> None:
    metric = Length.from_words({"unit": "letters", "scale": ".5", "least": "2"})
    assert metric == Length("letters", 0.5, 2)


def test_signature_names_every_setting_and_the_version() -> None:
    assert Length().signature({}, "9.9") == "length|unit:words|scale:1|least:0|v:9.9"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ({"unti": "words"}, "Did you mean 'unit'"),
        ({"unit": "word"}, "Did you mean 'words'"),
        ({"scale": "much"}, "takes a number, not 'much'"),
        ({"scale": "nan"}, "finite"),
        ({"least": "1.5"}, "takes a whole number"),
    ],
)
def test_wrong_settings_are_rejected_with_advice(words: dict[str, str], complaint: str) -> None:
    with pytest.raises(BadSetting, match=complaint):
        Length.from_words(words)


def test_wrong_types_are_rejected_in_python_too() -> None:
    with pytest.raises(BadSetting, match="type int"):
        Length(least="2")  # type: ignore[arg-type]


@pytest.mark.parametrize("scale", [0.41, 0.4100001, 1 / 3, 1e-7, 2.0])
def test_numbers_in_signatures_are_exact(scale: float) -> None:
    signature = Length(scale=scale).signature({}, "1")
    (shown,) = [piece for piece in signature.split("|") if piece.startswith("scale:")]
    assert float(shown.removeprefix("scale:")) == scale


def test_the_label_is_the_request_for_the_metric() -> None:
    assert Length().label() == "length"
    assert Length(scale=0.5, least=2).label() == "length:scale=0.5,least=2"


@dataclass(frozen=True)
class Steps(Metric):
    name: ClassVar[str] = "steps"
    about: ClassVar[str] = "a given number of steps"

    most: int = 3

    @property
    def verdicts(self) -> tuple[float | str, ...]:
        return tuple(map(float, range(1, self.most + 1)))

    def score(self, examples: list[Example], tools: Tools) -> list[Score]:  # type: ignore[override]
        return [Score(1.0) for _ in examples]


def test_needs_span_and_verdicts_are_class_attributes_or_properties() -> None:
    assert Length().needs == ("passage",)
    assert (Length().span, Length().verdicts, Length().judges) == ((0.0, 1.0), (), "")
    assert Steps(most=2).verdicts == (1.0, 2.0)
    assert not Steps().labelled
    assert pickle.loads(pickle.dumps(Steps(2))).verdicts == (1.0, 2.0)


def test_missing_fields_are_unscored_with_the_reason() -> None:
    (score,) = Length().score([Example("1", "Why?")], {})
    assert score == unscored("no passage")
    (score,) = Length().score([Example("1", "  ", passage="Because.")], {})
    assert score.unscored == "the question is empty"


def test_old_names_of_methods_still_work_with_a_warning() -> None:
    """Plug-ins written for 0.1.0 use the old names."""
    with pytest.warns(DeprecationWarning, match="lacks is deprecated; call missing_input"):
        assert Length().lacks(Example("1", "Why?")) == unscored("no passage")
    with pytest.warns(
        DeprecationWarning, match="Picky.lacks is deprecated; rename it to missing_input"
    ):

        class Picky(Length):
            name = "picky"

            def lacks(self, example: Example) -> Score | None:
                lacking: Score | None = super().lacks(example)
                return lacking or (unscored("too long") if len(example.question) > 9 else None)

    rows = [Example("1", "Why?"), Example("2", "Why?", passage="So."), Example("3", "?" * 10)]
    with pytest.warns(DeprecationWarning, match="lacks is deprecated; call missing_input"):
        assert [one.unscored for one in Picky().score(rows, {})] == ["no passage", "", "no passage"]
    long = Example("4", "?" * 10, passage="So.")
    with pytest.warns(DeprecationWarning, match="lacks is deprecated; call missing_input"):
        assert Picky().missing_input(long) == unscored("too long")


def test_only_complete_examples_are_scored() -> None:
    seen: list[str] = []

    @dataclass(frozen=True)
    class Fussy(Metric):
        name: ClassVar[str] = "fussy"
        about: ClassVar[str] = "a passage that ends in a full stop"
        needs: ClassVar[tuple[str, ...]] = ("passage",)

        def input_problem(self, example: Example) -> str:
            return "" if str(example.passage).endswith(".") else "no full stop"

        def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
            seen.extend(one.id for one in examples)
            return [Score(1.0) for _ in examples]

        def explanation(self, example: Example, score: Score) -> dict[str, Any]:
            return {"passage": example.passage}

    rows = [Example(str(at), "Why?", passage=one) for at, one in enumerate((None, "So.", "So"))]
    found = Fussy().score([*rows, Example("3", "")], {})
    assert seen == ["1"]
    reasons = ["no passage", "", "no full stop", "the question is empty"]
    assert [one.unscored for one in found] == reasons
    assert Fussy().explain(rows[1], {}).evidence == {"passage": "So."}
    assert Fussy().explain(rows[2], {}) == unscored("no full stop")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            BadInput("is empty", file="a.csv", line=3, field="q"),
            "a.csv, line 3, field 'q': is empty",
        ),
        (BadInput("is empty"), "is empty"),
        (MissingTool("No parser.", "pip install x"), "No parser. Install it with: pip install x"),
        (ToolFailed("It broke.", ["1", "2"]), "It broke. (examples: 1, 2)"),
    ],
)
def test_errors_have_readable_messages_and_pickle(error: Exception, text: str) -> None:
    assert str(error) == text
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == text


def test_scores_as_json() -> None:
    assert Score(0.5, {"p": 1.0}).as_json() == {"value": 0.5, "parts": {"p": 1.0}}
    assert unscored("no words").as_json() == {"value": None, "unscored": "no words"}
    assert Score("yes", {}, {"why": ["so"]}).as_json() == {
        "value": "yes",
        "evidence": {"why": ["so"]},
    }


def test_old_names_do_not_interfere_with_mixins() -> None:
    class Comparing:
        def compare(self, question: str, references: Sequence[str]) -> Score:
            return Score(float(question in references))

    with warnings.catch_warnings():
        warnings.simplefilter("error")

        @dataclass(frozen=True, slots=True)
        class Same(Comparing, TextMetric):
            name: ClassVar[str] = "same"
            about: ClassVar[str] = "is it a reference?"

            def prepare(self, text: str) -> str:
                return text

            def view(self, question: str, references: Sequence[str], score: Score) -> View:
                return view([])

            def input_problem(self, example: Example) -> str:
                return "too short" if len(example.question) < 4 else ""

        same = Same()
    found = same.score([Example("1", "Why?", ("Why?",)), Example("2", "So?", ("So?",))], {})
    assert found == [Score(1.0), unscored("too short")]


def test_a_metric_without_a_score_method_raises() -> None:
    @dataclass(frozen=True)
    class Unfinished(Metric):
        name: ClassVar[str] = "unfinished"
        about: ClassVar[str] = "nothing yet"

    with pytest.raises(BadSetting, match="Unfinished defines neither score nor score_complete"):
        Unfinished().score([Example("1", "Why?")], {})
