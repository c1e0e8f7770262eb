"""What passes, and the rates, with small tools whose replies are written down here."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.tools.roles import Answer, Entailment
from training.behaviour.__main__ import main, open_tools
from training.behaviour.cases import Capability, InferenceCase, ReaderCase, VerifierCase
from training.behaviour.outcomes import mean_rate, rows
from training.behaviour.report import as_json, failures, table


@dataclass(frozen=True)
class KnownReader:
    """Replies with a span and the chance of no answer, by question."""

    replies: Mapping[str, tuple[str, float]]
    identity: str = "known-reader-1"

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        made = []
        for question, passage in pairs:
            text, no_answer = self.replies[question]
            start = passage.index(text)
            made.append(Answer(text, start, start + len(text), 1 - no_answer, no_answer))
        return made


@dataclass(frozen=True)
class KnownEntailer:
    """Replies with (entailment, neutral, contradiction), by hypothesis."""

    replies: Mapping[str, tuple[float, float, float]]
    identity: str = "known-entailer-1"

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        return [Entailment(*self.replies[hypothesis]) for _, hypothesis in pairs]


@dataclass(frozen=True)
class Right:
    right: float


@dataclass(frozen=True)
class KnownVerifier:
    """Replies with the chance that an answer is right, by answer."""

    replies: Mapping[str, float]
    identity: str = "known-verifier-1"

    def verify(self, triples: Sequence[tuple[str, str, str]]) -> list[Right]:
        assert all(passage.endswith(".") for _, _, passage in triples)
        return [Right(self.replies[answer]) for _, answer, _ in triples]


FARM = "The old farmer Ada Lund fed the two goats at six."


def passes(case: ReaderCase | InferenceCase | VerifierCase, tool: object) -> bool:
    [row] = rows([Capability("one", "One case.", (case,))], {case.role: tool})
    assert row.outcomes is not None
    return row.outcomes[0].passed


@pytest.mark.parametrize(
    ("span", "no_answer", "passed"),
    [
        ("Ada Lund", 0.1, True),  # F1 1
        ("farmer Ada Lund", 0.1, True),  # 2 shared words: F1 = 2 * 2 / (3 + 2) = .8
        ("The old farmer Ada Lund", 0.1, True),  # without "the": 2 * 2 / (4 + 2) = .67
        ("The old farmer Ada Lund fed", 0.1, False),  # 2 * 2 / (5 + 2) = .57
        ("Ada", 0.1, True),  # 2 * 1 / (1 + 2) = .67
        ("goats", 0.1, False),  # 0
        ("Ada Lund", 0.5, True),  # .5 is not above .5
        ("Ada Lund", 0.51, False),  # the reply is "no answer"
    ],
)
def test_a_reader_passes_by_token_f1(span: str, no_answer: float, passed: bool) -> None:
    case = ReaderCase(FARM, "Who fed the goats?", ("Ada Lund",))
    assert passes(case, KnownReader({"Who fed the goats?": (span, no_answer)})) is passed


def test_the_best_accepted_answer_counts() -> None:
    # "two goats": F1 = 2 * 1 / (2 + 3) = .4 with the first answer, 1 with the second
    case = ReaderCase(FARM, "What did she feed?", ("both her goats", "two goats"))
    assert passes(case, KnownReader({"What did she feed?": ("two goats", 0.0)}))


@pytest.mark.parametrize(("no_answer", "passed"), [(0.49, False), (0.5, False), (0.51, True)])
def test_an_unanswerable_question_wants_no_answer(no_answer: float, passed: bool) -> None:
    case = ReaderCase(FARM, "Why?", ())
    assert passes(case, KnownReader({"Why?": ("six", no_answer)})) is passed


@pytest.mark.parametrize(
    ("reply", "labels", "passed"),
    [
        ((0.4, 0.3, 0.3), ("entailment",), True),
        ((0.3, 0.4, 0.3), ("entailment",), False),
        ((0.3, 0.4, 0.3), ("contradiction", "neutral"), True),
        ((0.1, 0.2, 0.7), ("contradiction",), True),
        ((0.1, 0.2, 0.7), ("entailment", "neutral"), False),
    ],
)
def test_an_inference_passes_by_its_largest_probability(
    reply: tuple[float, float, float], labels: tuple[str, ...], passed: bool
) -> None:
    case = InferenceCase(FARM, "Ada fed goats.", labels)
    assert passes(case, KnownEntailer({"Ada fed goats.": reply})) is passed


@pytest.mark.parametrize(
    ("chance", "right", "passed"),
    [(0.51, True, True), (0.5, True, False), (0.5, False, True), (0.9, False, False)],
)
def test_a_verifier_passes_above_one_half(chance: float, right: bool, passed: bool) -> None:
    case = VerifierCase(FARM, "Who?", "Ada", right)
    assert passes(case, KnownVerifier({"Ada": chance})) is passed


def farm(name: str = "farm") -> Capability:
    return Capability(
        name,
        "Three questions, two statements, one answer.",
        (
            ReaderCase(FARM, "Who fed the goats?", ("Ada Lund",)),
            ReaderCase(FARM, "When?", ("at six", "six")),
            ReaderCase(FARM, "Why?", ()),
            InferenceCase(FARM, "Ada fed goats.", ("entailment",)),
            InferenceCase(FARM, "Ada fed cows.", ("contradiction", "neutral")),
            VerifierCase(FARM, "How many goats?", "six", False),
        ),
    )


READER = KnownReader(
    {"Who fed the goats?": ("two goats", 0.0), "When?": ("six", 0.2), "Why?": ("six", 0.9)}
)
ENTAILER = KnownEntailer({"Ada fed goats.": (0.8, 0.1, 0.1), "Ada fed cows.": (0.6, 0.2, 0.2)})
VERIFIER = KnownVerifier({"six": 0.3})


def test_rates_and_means() -> None:
    """By hand: reader 2 of 3, inference 1 of 2, verifier 1 of 1: farm 4 of 6."""
    identity = Capability("same", "One.", (InferenceCase(FARM, FARM, ("entailment",)),))
    known = KnownEntailer({**ENTAILER.replies, FARM: (0.9, 0.1, 0.0)})
    tools = {"reader": READER, "entailer": known, "verifier": VERIFIER}
    made = rows([farm(), identity], tools)
    assert [(row.capability, row.kind, row.size, row.rate) for row in made] == [
        ("farm", "reader", 3, pytest.approx(2 / 3)),
        ("farm", "inference", 2, 0.5),
        ("farm", "verifier", 1, 1.0),
        ("same", "inference", 1, 1.0),
    ]
    assert mean_rate(made) == pytest.approx((4 / 6 + 1) / 2)
    assert mean_rate([row for row in made if row.kind == "inference"]) == pytest.approx(0.75)
    assert list(table(made)) == [
        "capability  kind          n     pass",
        "farm        reader        3    66.7%",
        "farm        inference     2    50.0%",
        "farm        verifier      1   100.0%",
        "same        inference     1   100.0%",
        "",
        "mean        reader        3    66.7%",
        "mean        inference     3    75.0%",
        "mean        verifier      1   100.0%",
        "mean        all run       7    83.3%",
    ]


def test_without_a_verifier_its_cases_are_not_run() -> None:
    made = rows([farm()], {"reader": READER, "entailer": ENTAILER})
    assert [row.rate for row in made] == [pytest.approx(2 / 3), 0.5, None]
    assert mean_rate(made) == pytest.approx(3 / 5)
    assert mean_rate(made[2:]) is None
    lines = list(table(made))
    assert lines[3] == "farm        verifier      1  not run"
    assert lines[-1] == "mean        all run       5    60.0%"
    assert as_json(made, {})["rows"][2] == {
        "capability": "farm",
        "kind": "verifier",
        "n": 1,
        "rate": None,
        "cases": [],
    }


def test_failures_are_listed_up_to_a_number() -> None:
    made = rows([farm()], {"reader": READER, "entailer": ENTAILER, "verifier": VERIFIER})
    assert list(failures(made, 0)) == []
    assert list(failures(made, 5)) == [
        "\nfarm, reader: 1 of 3 failed",
        f"  passage:    {FARM}",
        "  question:   Who fed the goats?",
        "  expected:   Ada Lund",
        "  reply:      two goats (no answer 0.00)\n",
        "\nfarm, inference: 1 of 2 failed",
        f"  premise:    {FARM}",
        "  hypothesis: Ada fed cows.",
        "  expected:   contradiction or neutral",
        "  reply:      entailment (0.60)\n",
    ]


def test_failed_verifier_and_unanswerable_cases_are_described() -> None:
    case = Capability(
        "x", "Two cases.", (ReaderCase(FARM, "Why?", ()), VerifierCase(FARM, "Who?", "Ada", True))
    )
    tools = {"reader": KnownReader({"Why?": ("six", 0.0)}), "verifier": KnownVerifier({"Ada": 0.2})}
    lines = list(failures(rows([case], tools), 1))
    assert lines[3:5] == ["  expected:   no answer", "  reply:      six (no answer 0.00)\n"]
    assert lines[-2:] == ["  expected:   Ada is right", "  reply:      wrong (right 0.20)\n"]


@given(st.lists(st.booleans(), min_size=1, max_size=30))
def test_a_rate_is_the_share_of_passes(passed: list[bool]) -> None:
    cases = tuple(VerifierCase(FARM, "Who?", str(i), True) for i in range(len(passed)))
    verifier = KnownVerifier({str(i): 0.9 if ok else 0.1 for i, ok in enumerate(passed)})
    [row] = rows([Capability("x", "Some.", cases)], {"verifier": verifier})
    assert row.rate == sum(passed) / len(passed)
    assert mean_rate([row]) == row.rate


CASES = """
about = "Goats and cows."

[[texts]]
text = "The old farmer Ada Lund fed the two goats at six."
reader = [{ question = "When?", answers = ["six"] }, { question = "Why?", answers = [] }]
inference = [{ hypothesis = "Ada fed cows.", labels = ["contradiction"] }]
"""


def test_the_command_prints_a_table_and_writes_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "goats.toml").write_text(CASES)
    (tmp_path / "other.toml").write_text(CASES)
    file = tmp_path / "out.json"
    options = ["--cases", str(tmp_path), "--capability", "goats", "--failures", "3"]
    main([*options, "--json", str(file)], {"reader": READER, "entailer": ENTAILER})
    printed = capsys.readouterr().out
    assert "goats       reader        2   100.0%" in printed
    assert "other" not in printed
    assert "goats, inference: 1 of 1 failed" in printed
    written = json.loads(file.read_text(encoding="utf-8"))
    assert written["tools"] == {"reader": "known-reader-1", "entailer": "known-entailer-1"}
    assert written["mean"] == pytest.approx(2 / 3)
    assert written["mean_by_kind"] == {"reader": 1.0, "inference": 0.0, "verifier": None}
    assert written["rows"][1]["cases"] == [
        {
            "premise": FARM,
            "hypothesis": "Ada fed cows.",
            "labels": ["contradiction"],
            "reply": "entailment (0.60)",
            "passed": False,
        }
    ]


def test_an_unknown_capability_or_role_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="There is no capability flying"):
        main(["--capability", "flying"], {})
    with pytest.raises(SystemExit):
        main(["--engine", "writer=embedded"], {})
    assert "the roles are reader, entailer, verifier" in capsys.readouterr().err


def test_the_embedded_tools_are_opened_by_default() -> None:
    tools = open_tools({}, threads=1)
    assert {"reader", "entailer"} <= set(tools)
    assert all(tool.identity.startswith("embedded@") for tool in tools.values())
