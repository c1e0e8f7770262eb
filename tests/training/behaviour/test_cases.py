"""The behaviour suite's files: they parse, and there are enough cases of every kind."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeVar

import pytest

from training.behaviour.cases import (
    Capability,
    Case,
    InferenceCase,
    ReaderCase,
    VerifierCase,
    kind,
    read_capabilities,
    read_capability,
)

CAPABILITIES = read_capabilities()
NAMES = [one.name for one in CAPABILITIES]
WANTED = [
    "answers_of_other_questions",
    "articles_prepositions",
    "but_although",
    "changed_names",
    "changed_numbers",
    "comparison_superlatives",
    "containment",
    "cut_off_answers",
    "distractors",
    "identity",
    "long_passages",
    "lower_case",
    "negated_questions",
    "negation",
    "number_forms",
    "only_never_no",
    "order_of_events",
    "paraphrased_answers",
    "part_whole",
    "pronouns",
    "quantifiers",
    "reordered_clauses",
    "several_candidates",
    "swapped_roles",
    "temporal_paraphrase",
    "too_much_in_the_answer",
    "typos",
    "unanswerable",
    "units",
    "why_questions",
    "yes_no_questions",
]


Wanted = TypeVar("Wanted", ReaderCase, InferenceCase, VerifierCase)


def cases_of(wanted: type[Wanted]) -> list[tuple[str, Wanted]]:
    return [
        (one.name, case) for one in CAPABILITIES for case in one.cases if isinstance(case, wanted)
    ]


def text_of(case: Case) -> str:
    return case.premise if isinstance(case, InferenceCase) else case.passage


def named(name: str) -> tuple[Case, ...]:
    return next(one.cases for one in CAPABILITIES if one.name == name)


def plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def test_all_capabilities_are_there() -> None:
    assert set(WANTED) <= set(NAMES)


@pytest.mark.parametrize("capability", CAPABILITIES, ids=NAMES)
def test_a_capability_has_thirty_cases_and_a_description(capability: Capability) -> None:
    assert len(capability.cases) >= 30
    assert re.fullmatch(r"[A-Z].{20,}\.", capability.about)


def test_no_case_appears_twice() -> None:
    """Compared without case and punctuation, over all files."""
    seen: dict[tuple[str, ...], str] = {}
    for capability in CAPABILITIES:
        for case in capability.cases:
            if isinstance(case, InferenceCase):
                key: tuple[str, ...] = (case.premise, case.hypothesis)
            elif isinstance(case, ReaderCase):
                key = (case.passage, case.question)
            else:
                key = (case.passage, case.question, case.answer)
            key = (kind(case), *map(plain, key))
            assert key not in seen, f"{capability.name} and {seen[key]} both have {key}"
            seen[key] = capability.name


def test_no_text_is_in_two_files() -> None:
    files: dict[str, str] = {}
    for capability in CAPABILITIES:
        for case in capability.cases:
            text = plain(text_of(case))
            assert files.setdefault(text, capability.name) == capability.name, text


def test_texts_rarely_begin_alike() -> None:
    """Cases from one template would begin with the same four words."""
    texts = {text_of(case) for capability in CAPABILITIES for case in capability.cases}
    beginnings = {tuple(plain(text).split()[:4]) for text in texts}
    assert len(texts) >= 400
    assert len(beginnings) >= 0.97 * len(texts)


def test_accepted_answers_stand_in_the_passage() -> None:
    for name, case in cases_of(ReaderCase):
        found = [one for one in case.answers if one.lower() in case.passage.lower()]
        assert found or not case.answers, (name, case.question)


def test_unanswerable_questions_are_mixed_with_answerable_ones() -> None:
    answered = [bool(case.answers) for name, case in cases_of(ReaderCase) if name == "unanswerable"]
    assert 0 < sum(answered) < len(answered) / 3


def test_about_half_of_the_verifier_answers_are_right() -> None:
    by_name: dict[str, list[bool]] = {}
    for name, case in cases_of(VerifierCase):
        by_name.setdefault(name, []).append(case.right)
    for name, values in by_name.items():
        assert set(values) == {True, False} or len(values) < 3, name
    everything = [value for values in by_name.values() for value in values]
    assert len(everything) >= 300
    assert 0.4 <= sum(everything) / len(everything) <= 0.6


def test_every_inference_label_is_asked_for() -> None:
    single = [case.labels[0] for _, case in cases_of(InferenceCase) if len(case.labels) == 1]
    for label in ("entailment", "neutral", "contradiction"):
        assert single.count(label) >= 30, label


def test_long_passages_are_long() -> None:
    assert all(len(text_of(case).split()) > 400 for case in named("long_passages"))


def test_identity_and_containment_hold_to_their_names() -> None:
    for name, case in cases_of(InferenceCase):
        if name == "identity":
            assert case.hypothesis == case.premise
        if name == "containment":
            assert case.hypothesis in case.premise and case.hypothesis != case.premise


def test_lower_case_has_no_capitals() -> None:
    for case in named("lower_case"):
        values = [one for one in vars(case).values() if isinstance(one, str)]
        assert len(values) >= 2 and all(value == value.lower() for value in values)


GOOD = """
about = "What a file looks like."

[[texts]]
text = "Ada fed the goats."
reader = [{ question = "Who fed the goats?", answers = ["Ada"] }]
inference = [{ hypothesis = "The goats fed Ada.", labels = ["contradiction", "neutral"] }]
verifier = [{ question = "What did Ada feed?", answer = "goats", right = true }]
"""


def test_a_file_is_read_as_written(tmp_path: Path) -> None:
    (tmp_path / "goats.toml").write_text(GOOD)
    assert read_capability(tmp_path / "goats.toml") == Capability(
        "goats",
        "What a file looks like.",
        (
            ReaderCase("Ada fed the goats.", "Who fed the goats?", ("Ada",)),
            InferenceCase("Ada fed the goats.", "The goats fed Ada.", ("contradiction", "neutral")),
            VerifierCase("Ada fed the goats.", "What did Ada feed?", "goats", True),
        ),
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('about = "What a file looks like."', "", "must have 'about'"),
        ('text = "Ada fed the goats."', "", "must have a 'text'"),
        ("reader = [", "riddle = [", "of the kinds"),
        ('"neutral"]', '"perhaps"]', "labels must be"),
        ('["contradiction", "neutral"]', "[]", "labels must be"),
        ("right = true", 'right = "yes"', "true or false"),
        (", right = true", "", "true or false"),
        ('answer = "goats"', 'answer = " "', "a field is empty"),
        ('question = "Who fed', 'asked = "Who fed', "unexpected keyword"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    (tmp_path / "goats.toml").write_text(GOOD.replace(old, new))
    with pytest.raises(ValueError, match=re.escape(message)):
        read_capability(tmp_path / "goats.toml")


def test_a_text_without_cases_is_refused(tmp_path: Path) -> None:
    (tmp_path / "goats.toml").write_text('about = "No cases."\n[[texts]]\ntext = "Ada."\n')
    with pytest.raises(ValueError, match="no cases"):
        read_capability(tmp_path / "goats.toml")
