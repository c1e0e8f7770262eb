"""Parsing of replies that do not quite have the requested form."""

from __future__ import annotations

import pytest
from helpers.hand_made_edges import POOL_EDGE, ScriptedJudge, judged_by

from qgauge.metrics import create
from qgauge.qud.criteria.criterion import COMPATIBILITY, GIVENNESS, LANGUAGE, RELEVANCE
from qgauge.qud.criteria.llm_replies import Lenient
from qgauge.tools.judge import FailureReason, Form, OneOf, Text, Unreadable

ODD: list[tuple[str, str | None]] = [
    ('{"reason": "r", "label": "fully_grounded"}', "fully_grounded"),
    ('```json\n{"reason": "r", "label": "fully_grounded"}\n```', "fully_grounded"),
    ('{"label": "partially_grounded", "reason": "r"}', "partially_grounded"),
    ('{"reason": "r", "label": "NOT_GROUNDED"}', "not_grounded"),
    ('{"reason": "r", "label": " not_grounded "}', "not_grounded"),
    ('<think>fully_grounded?</think>{"reason": "", "label": "not_grounded"}', "not_grounded"),
    ('Here you are: {"reason": "", "label": "not_grounded"} Good luck!', "not_grounded"),
    ("fully_grounded", "fully_grounded"),
    ("Fully grounded", "fully_grounded"),
    ("fully grounded.", "fully_grounded"),
    ("**Fully Grounded**", "fully_grounded"),
    ('"partially-grounded"', "partially_grounded"),
    ("[not_grounded]", "not_grounded"),
    ("Not grounded: the anchor is about the pool.", "not_grounded"),
    ("Verdict: **partially grounded**.", "partially_grounded"),
    ("My verdict is partially grounded, as the tax is not there.", "partially_grounded"),
    ("The label would be not_grounded.", "not_grounded"),
    ("Reasoning: it is fine.\nLabel: fully_grounded", "fully_grounded"),
    ("Answer: `not_grounded`\n\nLet me know if I can help!", "not_grounded"),
    ('{"label": "not_grounded"}', "not_grounded"),
    ('{"reason": "r", "label": "not_grounded", "sure": true}', "not_grounded"),
    ('{"reason": "r", "label": "fully_grounded"', "fully_grounded"),
    ("<think>Hm.</think>\nfully_grounded", "fully_grounded"),
    ("", None),
    ("   \n", None),
    ("I cannot judge that.", None),
    ("It is grounded.", None),
    ("fully", None),
    ("1", None),
    ("Verdict: 2", None),
    ("label: fully_grounded or label: not_grounded", None),
    ("fully_grounded. No: verdict: not_grounded", None),
    ('{"reason": "r", "label": "well grounded"}', None),
    ('{"reason": "r", "label": null}', None),
    ('{"reason": "r", "label": 3}', None),
    ('{"reason": "r", "label": ["fully_grounded"]}', "fully_grounded"),
    ('[{"reason": "r"}]', None),
    ('{"reason": "a", "label": "fully_grounded"}{"label": "not_grounded"}', None),
    ("{" * 2_000, None),
    ("not ungrounded", None),
    ("fullygrounded", None),
    ("The question is not grounded in the anchor at all", None),
    ("\ud800 fully_grounded", None),
    ("完全に根拠がある", None),
    ("Verdict: fully_grounded or partially_grounded", None),
    ("Verdict: **fully grounded** and **partially grounded**.", None),
    ("Fully grounded or perhaps partially grounded.", None),
    ("Fully grounded and clear.", "fully_grounded"),
    ("Verdict: fully_grounded, not partially grounded.", "fully_grounded"),
]


@pytest.mark.parametrize(("reply", "label"), ODD, ids=range(len(ODD)))
def test_odd_replies_give_their_label_or_a_reason(reply: str, label: str | None) -> None:
    score, _ = judged_by("qud_relevance:method=llm_zero", reply)
    assert score.value == label
    if label is None:
        assert score.unscored in (FailureReason.unreadable, FailureReason.misshapen)


NUMBERS: list[tuple[str, int | None]] = [
    ('{"reason": "r", "score": 85}', 85),
    ('```json\n{"reason": "r", "score": 85}\n```', 85),
    ('{"score": 85, "reason": "r"}', 85),
    ('{"reason": "r", "score": 85.0}', 85),
    ('<think>20?</think>{"reason": "", "score": 85}', 85),
    ('Sure! {"reason": "", "score": 85} Anything else?', 85),
    ('{"score": 85}', 85),
    ('{"reason": "r", "score": 85, "sure": true}', 85),
    ('{"reason": "r", "score": 85', 85),
    ('{"reason": "r", "score": "85"}', 85),
    ("85", 85),
    (" 85\n", 85),
    ("85.", 85),
    ("85/100", 85),
    ("85 out of 100", 85),
    ("**85**", 85),
    ("[85]", 85),
    ("Score: 85", 85),
    ("score = 85/100.", 85),
    ("The score is 85, as all of it is there.", 85),
    ("My rating would be 85.", 85),
    ("Reason: it fits.\nScore: **85**\n\nI hope this helps!", 85),
    ("<think>Hm, 20 or 30.</think>\n85", 85),
    ("100", 100),
    ("1", 1),
    ("", None),
    ("\n \t", None),
    ("I cannot judge that.", None),
    ("eighty-five", None),
    ("high", None),
    ("0", None),
    ("101", None),
    ("Score: 250", None),
    ("Score: -5", None),
    ("Score: 8.5", None),
    ("Score: 1,000", None),
    ("1 to 100", None),
    ("Between 60 and 80.", None),
    ("Score: 60. No, score: 85.", None),
    ("There are 3 reasons for this.", None),
    ('{"reason": "r", "score": 0}', None),
    ('{"reason": "r", "score": null}', None),
    ('{"reason": "r", "score": true}', None),
    ('{"reason": "r", "score": 85.5}', None),
    ('{"reason": "r", "score": 1e999}', None),
    ('{"reason": "a", "score": 85}{"score": 20}', None),
    ("[" * 2_000, None),
    ("9" * 5_000, None),
    ("\ud800 85", None),
    ("八十五", None),
    ("Score: 80-90", None),
    ("Score: 80 - 90", None),
    ("Score: **80**–**90**", None),
    ("Score: 80/100 - 90/100", None),
    ("Score: 3 or 90", None),
    ("Score: 3 or maybe 90", None),
    ("Score: 80 and 90", None),
    ("Score: 80 or score: 90", None),
    ("80 or 90", None),
    ("80-90", None),
    ("1. The question fits the anchor.\n2. It is grounded.", None),
    ("(1) The question fits the anchor. (2) It is grounded.", None),
    ("1. The question fits the anchor.", None),
    ("60. No, score: 85.", None),
    ("Score: 85 or so", 85),
    ("Score: 85 - all of it is there.", 85),
    ("Score: 85\n- 2 parts of it are there", 85),
    ("85!", 85),
]


@pytest.mark.parametrize(("reply", "value"), NUMBERS, ids=range(len(NUMBERS)))
def test_odd_replies_give_their_score_or_a_reason(reply: str, value: int | None) -> None:
    score, _ = judged_by("qud_relevance:method=llm_score", reply)
    assert score.parts == ({} if value is None else {"score": float(value)})
    assert (score.value is None) == (value is None)
    if value is None:
        assert score.unscored in (FailureReason.unreadable, FailureReason.misshapen)


@pytest.mark.parametrize(
    ("reply", "label"),
    [
        ("3", "direct"),
        ("Sentence 3", "direct"),
        ("(3) Cracks in the basin lose much water.", "direct"),
        ("Sentence (2).", "not_answered"),
        ("Sentence 9", None),
        ("Sentence 2 or sentence 3", None),
        ("Sentence 2 and 3", None),
        ("The answer is sentence 2-3.", None),
    ],
)
def test_odd_replies_say_where_an_answer_is(reply: str, label: str | None) -> None:
    judge = ScriptedJudge(
        lambda ask: '{"answer": "It leaks."}' if "answer" in ask.schema["properties"] else reply
    )
    (score,) = create("qud_compatibility:method=llm_answer").score([POOL_EDGE], {"judge": judge})
    assert score.value == label


def test_there_are_forty_replies_of_each_kind() -> None:
    assert min(len(ODD), len(NUMBERS)) >= 40


@pytest.mark.parametrize("labels", [LANGUAGE, COMPATIBILITY, GIVENNESS, RELEVANCE])
def test_every_label_is_understood_in_plain_words(labels: tuple[str, ...]) -> None:
    read = Lenient(Form({"reason": Text(), "label": OneOf(labels)}), "label")
    for label in labels:
        for plain in (label, label.replace("_", " ").title(), f"Verdict: {label}."):
            assert read(plain)["label"] == label
    with pytest.raises(Unreadable):
        read(f"Label: {labels[0]}. Label: {labels[1]}.")


def test_no_inside_a_sentence_is_not_a_verdict() -> None:
    read = Lenient(Form({"reason": Text(), "label": OneOf(LANGUAGE)}), "label")
    assert read("No, it makes no sense.")["label"] == "no"
    with pytest.raises(Unreadable):
        read("There is no reason to say so.")
