"""The language of requirements, and their evaluation against plain sums over random scores."""

from __future__ import annotations

import math
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.core import BadSetting, Example, Result, Score, Summary, unscored
from qgauge.gates import Gate, Outcome, Requirement, metrics_to_score, parse
from qgauge.gates.gate import LOOK_AHEAD, WORST_KEPT
from qgauge.gates.language import Condition, parse_condition


@dataclass(frozen=True)
class Kind:
    """The properties of a metric that a gate looks at."""

    span: tuple[float, float] = (0.0, 1.0)
    verdicts: tuple[float | str, ...] = ()

    @property
    def labelled(self) -> bool:
        return any(isinstance(one, str) for one in self.verdicts)


@dataclass(frozen=True)
class Asked:
    label: str
    metric: Kind = Kind()


NUMBERS = Kind(span=(-math.inf, math.inf))
LABELS = Kind(verdicts=("no", "partly", "yes"))


def outcome(text: str, scores: Sequence[Score], metric: Kind = NUMBERS) -> Outcome:
    """Return the outcome of a requirement on the metric `m` over these scores."""
    gate = Gate([parse(text)], [Asked("m", metric)])
    for at, score in enumerate(scores):
        gate.add(Example(str(at), f"Question {at}?", system="s"), gate.readings((score,)))
    gate.check_parts()
    (found,) = gate.outcomes([Result("m", "m|v:1", _summary(scores))])
    return found


def _summary(scores: Sequence[Score]) -> Summary:
    values = [one.value for one in scores if isinstance(one.value, float)]
    mean = math.fsum(values) / len(values) if values else None
    return Summary(mean, len(values), len(scores) - len(values))


def values(*numbers: float) -> list[Score]:
    return [Score(float(one)) for one in numbers]


# ------------------------------------------------------------------ the language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("quality>=.6", Requirement("quality", Condition(">=", 0.6))),
        ("  quality  <  60 % ", Requirement("quality", Condition("<", 0.6))),
        ("nist>1e1", Requirement("nist", Condition(">", 10.0))),
        ("bleurt<=-.5", Requirement("bleurt", Condition("<=", -0.5))),
        (
            "q_bleu1:preset=vqa,absent=one>=.5",
            Requirement("q_bleu1:preset=vqa,absent=one", Condition(">=", 0.5)),
        ),
        (
            "q_bleu1:weights=0.4/0.3/0.1/0.2/0.7>.5",
            Requirement("q_bleu1:weights=0.4/0.3/0.1/0.2/0.7", Condition(">", 0.5)),
        ),
        ("quality.fluency>=.7", Requirement("quality", Condition(">=", 0.7), part="fluency")),
        (
            "quality.grammar.errors:method=weights<=2",
            Requirement("quality:method=weights", Condition("<=", 2.0), part="grammar.errors"),
        ),
        (
            "share( quality < .3 ) <= .05",
            Requirement("quality", Condition("<=", 0.05), "share", each=Condition("<", 0.3)),
        ),
        (
            "share(m:a=b,c=d>=.3)>50%",
            Requirement("m:a=b,c=d", Condition(">", 0.5), "share", each=Condition(">=", 0.3)),
        ),
        (
            "share(qud_language=no)<=.1",
            Requirement("qud_language", Condition("<=", 0.1), "share", each=Condition("=", "no")),
        ),
        (
            "share(qud_language:method=rule != yes)<=.1",
            Requirement(
                "qud_language:method=rule",
                Condition("<=", 0.1),
                "share",
                each=Condition("!=", "yes"),
            ),
        ),
        ("unscored(quality)<=1%", Requirement("quality", Condition("<=", 0.01), "unscored")),
        (
            "min(quality.fluency:a=b)>=.1",
            Requirement("quality:a=b", Condition(">=", 0.1), "min", "fluency"),
        ),
        ("max (nist) < 5", Requirement("nist", Condition("<", 5.0), "max")),
    ],
)
def test_requirements(text: str, expected: Requirement) -> None:
    found = parse(text)
    assert found == expected
    assert found.text == text.strip()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("quality", "it has no comparison"),
        ("", "it has no comparison"),
        ("quality=.6", "'=' compares labels; for numbers, write >="),
        ("quality=good", r"'=' compares labels, in share\(METRIC=LABEL\)"),
        ("quality=>.6", "'=>' is not a comparison"),
        ("quality==.6", "'==' is not a comparison"),
        ("quality>=", "'>=' needs a number"),
        ("quality>=good", "'good' after '>=' is not a number"),
        ("quality>=nan", "'nan' after '>=' is not a number"),
        ("quality>=1e999", "is not a number"),
        ("quality>=1e1%", "is not a number"),
        (">=.6", "the metric is missing"),
        (".3<=quality<=.6", "'.3<=quality' is not a metric"),
        ("quality.>=.6", "'quality.' is not a metric"),
        ("share(quality<.3)", "there is no comparison after the closing bracket"),
        ("share(quality)<=.3", "it has no comparison"),
        ("share(quality<.3)<=5", "a share lies between 0 and 1; write 5% for percent"),
        ("unscored(quality)<=-1", "a share lies between 0 and 1"),
        ("shar(quality<.3)<=.05", r"there is no 'shar\(…\)'.* Did you mean 'share'\?"),
        ("mean(quality)>=.6", "Without any, the mean is compared"),
        ("min(quality<.3)>=.1", r"min\(…\) takes a metric, not a comparison"),
    ],
)
def test_typos_show_the_text_the_problem_and_the_right_form(text: str, problem: str) -> None:
    with pytest.raises(BadSetting, match=problem) as caught:
        parse(text)
    assert str(caught.value).startswith(f"The requirement '{text}': ")
    assert "Write, for example, quality>=.6, share(quality<.3)<=5%" in str(caught.value)


def test_a_percentage_is_the_nearest_number() -> None:
    """.7 / 100 is not the number nearest to .007."""
    assert 0.7 / 100 != 0.007
    assert parse("unscored(m)<=.7%").bound.against == 0.007
    assert parse("unscored(m)<=5%").bound.holds(1 / 20)


NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
SETTINGS = st.dictionaries(
    NAMES, st.from_regex(r"[a-z0-9./_-]{1,8}", fullmatch=True), max_size=3
).map(lambda found: ",".join(f"{name}={value}" for name, value in found.items()))
SIGNS = st.sampled_from([">=", "<=", ">", "<"])
FINITE = st.floats(allow_nan=False, allow_infinity=False)
METRICS = st.builds(
    lambda name, settings: f"{name}:{settings}" if settings else name, NAMES, SETTINGS
)
PARTS = st.one_of(st.just(""), st.lists(NAMES, min_size=1, max_size=2).map(".".join))
EACH = st.one_of(
    st.builds(Condition, SIGNS, FINITE),
    st.builds(Condition, st.sampled_from(["=", "!="]), NAMES),
)
SHARES = st.builds(Condition, SIGNS, st.floats(0, 1))
REQUIREMENTS = st.one_of(
    st.builds(Requirement, METRICS, st.builds(Condition, SIGNS, FINITE), part=PARTS),
    st.builds(
        Requirement,
        METRICS,
        st.builds(Condition, SIGNS, FINITE),
        st.sampled_from(["min", "max"]),
        PARTS,
    ),
    st.builds(Requirement, METRICS, SHARES, st.just("unscored"), PARTS),
    st.builds(Requirement, METRICS, SHARES, st.just("share"), PARTS, EACH),
)


@given(REQUIREMENTS, st.sampled_from(["", " ", "  \t"]))
def test_the_text_of_every_requirement_parses_back(wanted: Requirement, space: str) -> None:
    assert parse(str(wanted)) == wanted
    assert str(parse(wanted.text)) == wanted.text
    bound = str(wanted.bound)
    spaced = wanted.text.removesuffix(bound) + space + wanted.bound.sign + space
    assert parse(f"{space}{spaced}{bound.removeprefix(wanted.bound.sign)}{space}") == wanted


@given(st.text(alphabet="quality.:=,<>!()% \t5e-", max_size=30))
def test_any_text_is_a_requirement_or_refused(text: str) -> None:
    try:
        found = parse(text)
    except BadSetting:
        return
    assert parse(str(found)) == found


@pytest.mark.parametrize("text", ["0.6", 0.6, ">=", "=0.6", ">=0.6.1", "about 1", ">=nan", ""])
def test_invalid_conditions(text: object) -> None:
    with pytest.raises(BadSetting, match="bleu1: write a condition like"):
        parse_condition("bleu1", text)


@pytest.mark.parametrize(
    ("text", "holds", "fails"),
    [(">=0.6", 0.6, 0.59), ("> .6", 0.61, 0.6), ("<= 1%", 0.01, 0.011), ("<-1", -2, -1)],
)
def test_conditions(text: str, holds: float, fails: float) -> None:
    assert parse_condition("x", text).holds(holds)
    assert not parse_condition("x", text).holds(fails)


def test_required_metrics_are_scored_besides_the_chosen_ones() -> None:
    wanted = [parse("b>=.5"), parse("share(b<.1)<=1%"), parse("min(c.part:x=y)>=.1")]
    assert metrics_to_score(wanted, ["a", "b"]) == ["a", "b", "c:x=y"]
    assert metrics_to_score(wanted, None) == ["b", "c:x=y"]
    assert metrics_to_score([], ["a"]) == ["a"]
    assert metrics_to_score([], None) is metrics_to_score([], []) is None


# ------------------------------------------------------------------ evaluation


def test_the_value_is_that_of_the_result_and_the_lowest_rows_fail() -> None:
    found = outcome("m>=.6", values(0.9, 0.1, 0.5, 0.7, 0.1))
    assert (found.value, found.n, found.holds, found.failing) == (pytest.approx(0.46), 5, False, 3)
    assert [(row.id, row.value) for row in found.worst] == [("1", 0.1), ("4", 0.1), ("2", 0.5)]
    assert list(found.lines()) == [
        "m>=.6: 0.4600 (n 5)",
        "  0.1000  1 of s: Question 1?",
        "  0.1000  4 of s: Question 4?",
        "  0.5000  2 of s: Question 2?",
    ]
    assert found.as_json()["rows"][2] == {
        "id": "2",
        "system": "s",
        "question": "Question 2?",
        "value": 0.5,
    }


def test_the_highest_rows_fail_an_upper_bound() -> None:
    found = outcome("m<.4", values(0.9, 0.1, 0.5))
    assert [row.value for row in found.worst] == [0.9, 0.5]


@pytest.mark.parametrize(
    ("text", "value", "holds", "worst"),
    [
        ("share(m<.3)<=40%", 0.4, True, []),
        ("share(m<.3)<40%", 0.4, False, [0.1, 0.2]),
        ("share(m>=.5)>=.8", 0.6, False, [0.1, 0.2]),
        ("share(m>.5)<=.1", 0.4, False, [0.9, 0.6]),
        ("share(m<=.5)>.9", 0.6, False, [0.9, 0.6]),
        ("min(m)>=.2", 0.1, False, [0.1]),
        ("min(m)>=.1", 0.1, True, []),
        ("max(m)<.9", 0.9, False, [0.9]),
    ],
)
def test_shares_and_extremes(text: str, value: float, holds: bool, worst: list[float]) -> None:
    found = outcome(text, values(0.5, 0.2, 0.9, 0.1, 0.6))
    assert (found.value, found.n, found.holds) == (value, 5, holds)
    assert [row.value for row in found.worst] == worst


def test_only_scored_rows_are_in_a_share() -> None:
    found = outcome("share(m<.3)<=.4", [*values(0.1, 0.9), unscored("no answer")])
    assert (found.value, found.n, found.measured) == (0.5, 2, "0.5000 (1 of 2 rows)")


def test_unscored_rows_are_shown_with_the_reason() -> None:
    found = outcome("unscored(m)<=1%", [*values(0.1), unscored("no answer"), unscored("no text")])
    assert (found.value, found.n, found.holds) == (2 / 3, 3, False)
    assert list(found.lines()) == [
        "unscored(m)<=1%: 0.6667 (2 of 3 rows: no answer (1), no text (1))",
        "  unscored  1 of s: Question 1? (no answer)",
        "  unscored  2 of s: Question 2? (no text)",
    ]
    assert found.as_json()["rows"][0]["unscored"] == "no answer"


@pytest.mark.parametrize("text", ["m<=1", "m.p<=1", "share(m>.5)<=1", "min(m)<=1", "max(m)<=1"])
def test_a_requirement_that_cannot_be_computed_is_not_met(text: str) -> None:
    found = outcome(text, [unscored("no answer"), unscored("no answer")])
    assert (found.value, found.n, found.holds, found.worst) == (None, 0, False, ())
    reason = "no value, because no row was scored: no answer (2)"
    assert found.as_json() == {
        "value": None,
        "n": 0,
        "holds": False,
        "reason": reason,
        "failing": 0,
        "rows": [],
    }
    assert not outcome("unscored(m)<=1", []).holds


def test_a_part_is_averaged_over_the_rows_that_have_it() -> None:
    scores = [
        Score(0.9, {"p": 0.2, "p.q": 1}),
        Score(0.8, {"p.q": 3}),
        unscored("no answer"),
        Score(0.7, {"p": 0.6}),
    ]
    found = outcome("m.p>=.5", scores)
    assert (found.value, found.n, found.failing) == (0.4, 2, 1)
    assert outcome("m.p.q>=2", scores).holds
    found = outcome("unscored(m.p)<=1%", scores)
    assert [row.reason for row in found.worst] == ["no p", "no answer"]


def test_an_unknown_part_gets_a_suggestion() -> None:
    with pytest.raises(BadSetting, match=r"m has no part 'flency'\. Did you mean 'fluency'"):
        outcome("m.flency>=.5", [Score(0.5, {"fluency": 0.5})])
    with pytest.raises(BadSetting, match=r"m has no part 'x'\. There are none"):
        outcome("m.x>=.5", values(0.5))


def test_an_unknown_part_stops_a_long_run_early() -> None:
    gate = Gate([parse("m.x>=.5")], [Asked("m")])
    readings = gate.readings((Score(0.5, {"p": 0.5}),))
    for _ in range(LOOK_AHEAD - 1):
        gate.add(Example("1", "Why?"), readings)
    with pytest.raises(BadSetting, match="no part 'x'"):
        gate.add(Example("1", "Why?"), readings)


def test_labels() -> None:
    scores = [Score("yes"), Score("no"), Score("partly"), unscored("no answer"), Score("no")]
    found = outcome("share(m=no)<=10%", scores, LABELS)
    assert (found.value, found.n, found.holds) == (0.5, 4, False)
    assert [str(row) for row in found.worst] == [
        "no  1 of s: Question 1?",
        "no  4 of s: Question 4?",
    ]
    found = outcome("share(m=yes)>=90%", scores, LABELS)
    assert [row.id for row in found.worst] == ["1", "2", "4"]
    assert outcome("share(m!=no)>=50%", scores, LABELS).holds
    assert not outcome("unscored(m)<=0", scores, LABELS).holds


@pytest.mark.parametrize(
    ("text", "metric", "problem"),
    [
        ("m>=.5", LABELS, r"m gives labels. Require a share of them: share\(m=yes\)>=90%."),
        ("min(m)>=.5", LABELS, "m gives labels"),
        ("share(m<.5)<=.1", LABELS, "m gives labels"),
        ("share(m=yess)<=.1", LABELS, "m has no label 'yess'. Did you mean 'yes'?"),
        ("share(m=yes)<=.1", Kind(), "m gives numbers, so write >="),
        ("share(m.p=yes)<=.1", Kind(), "a part is a number"),
        ("m>=60", Kind(), "m lies between 0 and 1; write 60% for percent."),
        ("share(m<-1)<=.1", Kind(), "m lies between 0 and 1"),
        ("max(m)<=101", Kind(span=(0, 100)), "m lies between 0 and 100.$"),
    ],
)
def test_a_requirement_must_fit_its_metric(text: str, metric: Kind, problem: str) -> None:
    with pytest.raises(BadSetting, match=problem):
        outcome(text, [], metric)


def test_parts_may_lie_outside_the_span_of_the_metric() -> None:
    assert outcome("m.errors<=3", [Score(0.5, {"errors": 2.0})], Kind()).holds


def test_a_value_that_rounds_to_the_bound_is_shown_in_full() -> None:
    assert outcome("m>=.6", values(0.59999)).measured == "0.59999 (n 1)"
    assert outcome("m>.6", values(0.60001)).measured == "0.60001 (n 1)"
    assert outcome("m>=.6", values(0.6)).measured == "0.6000 (n 1)"


def test_only_the_worst_rows_are_kept() -> None:
    found = outcome("m>=.9", values(*(at / 1000 for at in reversed(range(500)))))
    assert found.failing == 500
    assert [row.value for row in found.worst] == [at / 1000 for at in range(WORST_KEPT)]
    assert list(found.lines())[-1] == "  and 495 more"


SCORES = st.lists(
    st.one_of(
        st.builds(lambda value, part: Score(value, {"p": part}), st.floats(0, 1), st.floats(-9, 9)),
        st.sampled_from([unscored("no answer"), unscored("no text")]),
    ),
    max_size=40,
)
MEASURED = st.sampled_from(["m", "m.p", "share(m{}{})", "unscored(m)", "min(m.p)", "max(m)"])


@given(SCORES, MEASURED, SIGNS, SIGNS, st.floats(0, 1), st.floats(0, 1))
def test_outcomes_agree_with_plain_sums(
    scores: list[Score], measured: str, sign: str, inner: str, bound: float, limit: float
) -> None:
    found = outcome(f"{measured.format(inner, limit)}{sign}{bound}", scores)
    expected = _plainly(measured, scores, inner, limit)
    compared: dict[str, Any] = {
        ">=": lambda one: one >= bound,
        "<=": lambda one: one <= bound,
        ">": lambda one: one > bound,
        "<": lambda one: one < bound,
    }
    assert found.value == expected
    assert found.holds == (expected is not None and compared[sign](expected))
    assert len(found.worst) == min(found.failing, WORST_KEPT)
    kept = [row.value for row in found.worst if isinstance(row.value, float)]
    assert kept == sorted(kept) or kept == sorted(kept, reverse=True)
    if found.holds:
        assert found.failing == 0


def _plainly(measured: str, scores: list[Score], inner: str, limit: float) -> float | None:
    if measured == "unscored(m)":
        return sum(one.value is None for one in scores) / len(scores) if scores else None
    scored = [one for one in scores if isinstance(one.value, float)]
    own = [float(one.value or 0) for one in scored]
    parts = [one.parts["p"] for one in scored]
    if not scored:
        return None
    match measured:
        case "m":
            return math.fsum(own) / len(own)
        case "m.p":
            return float(sum(map(Fraction, parts)) / len(parts))
        case "min(m.p)":
            return min(parts)
        case "max(m)":
            return max(own)
    condition = Condition(inner, limit)
    return sum(condition.holds(one) for one in own) / len(own)


def test_the_function_for_workers_pickles() -> None:
    gate = Gate([parse("m.p>=.5"), parse("unscored(m)<=1%")], [Asked("other"), Asked("m")])
    finish = pickle.loads(pickle.dumps(gate.beside(_id)))
    scores = (Score(0.1), Score(0.5, {"p": 0.25}))
    assert finish(Example("7", "Why?"), scores) == ("7", gate.readings(scores))
    assert [one.value for one in gate.readings(scores)] == [0.25, 0.5]


def _id(example: Example, _: tuple[Score, ...]) -> str:
    return example.id
