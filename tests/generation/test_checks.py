"""Every check lets a good question pass and drops a bad one, with its reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.generation import thresholds as limits
from qgauge.generation.candidates import Candidate, Target
from qgauge.generation.checks import (
    REASONS,
    by_grammar,
    by_parse,
    by_passage,
    by_rater,
    by_reader,
    by_rules,
    by_verifier,
    fits,
    is_same_answer,
    repeated_words,
    unknown_name,
)
from qgauge.generation.negations import negation_left_out
from qgauge.generation.texts import Passage
from qgauge.tools import open_tool
from qgauge.tools.roles import QUESTION_KINDS, Answer, Grammar, GrammarError, Place

TEXT = (
    "Osric Penn was the first keeper of the lighthouse. He lit the lamp with whale oil every "
    "evening before the ships came into the bay. Juno Penn kept a diary of the weather. "
    "In 1881 both of them saw a great storm."
)


def candidate(
    question: str, answer: str = "whale oil", kinds: tuple[str, ...] = ("what",)
) -> Candidate:
    start = TEXT.index(answer)
    place = Place(TEXT, start, start + len(answer))
    return Candidate(question, Target(Passage(TEXT, 0), place, 0, kinds))


GOOD = "What did Osric Penn use to light the lamp?"


@pytest.mark.parametrize(
    ("question", "answer", "reason"),
    [
        (f"Sure! Here is a question: {GOOD}", "whale oil", "chatter"),
        ("Womit hat Osric die Lampe angezündet?", "whale oil", "not_english"),
        ("Osric lit the lamp with whale oil.", "whale oil", "not_a_question"),
        ("What did Osric light the lamp with", "whale oil", "not_a_question"),
        ("What did Osric light, and when did Juno write?", "whale oil", "several"),
        ("What did Osric do with the whale oil?", "whale oil", "answer_given"),
        ("What did Juno write about the weather in?", "a diary of the weather", ""),
        ("What did Juno keep about the stormy weather?", "diary of the weather", ""),
        ("Which diary of bad weather was kept?", "a diary of the weather", "answer_given"),
        ("Who saw a great storm in 1881?", "both of them", "vague_answer"),
        ("What was it?", "whale oil", "length"),
        (f"{GOOD[:-1]} {'in the bay near the rock ' * 6}?", "whale oil", "length"),
        ("What did the keeper of the keeper of the keeper use?", "whale oil", "repetition"),
        ("What did did Osric light the lamp with?", "whale oil", "repetition"),
        ("Did Osric light the lamp with oil?", "whale oil", "other_kind"),
        ("Where did Osric light the lamp?", "whale oil", "wrong_kind"),
        ("What did Mabel light the lamp with?", "whale oil", "not_in_passage"),
        ("What did Osric light in 1882?", "whale oil", "not_in_passage"),
        ("What is the main idea of the text?", "whale oil", "generic"),
        (
            "What lit the lamp with whale every evening before the ships came into the bay?",
            "Osric Penn",
            "",
        ),
        (
            "Who lit the lamp with whale oil every evening before the ships came into the bay?",
            "Osric Penn",
            "copied",
        ),
        ("Who was the first keeper of the lighthouse?", "Osric Penn", ""),  # six words
        (GOOD, "whale oil", ""),
    ],
)
def test_rules(question: str, answer: str, reason: str) -> None:
    kinds = ("who", "what") if answer == "Osric Penn" else ("what",)
    found, detail = by_rules(candidate(question, answer, kinds), QUESTION_KINDS)
    assert found == reason, detail
    assert not found or found in REASONS


def test_only_wanted_kinds_pass() -> None:
    assert by_rules(candidate(GOOD), ("what",)) == ("", "")
    assert by_rules(candidate(GOOD), ("who",))[0] == "other_kind"


@pytest.mark.parametrize(
    ("kind", "kinds", "expected"),
    [
        ("who", ("who",), True),
        ("who", ("where", "what"), False),
        ("when", ("how many",), False),
        ("what", ("where",), True),
        ("which", ("who",), True),
        ("why", (), True),
    ],
)
def test_question_words_fit_answers(kind: str, kinds: tuple[str, ...], expected: bool) -> None:
    assert fits(kind, kinds) is expected


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What did Osric's daughter keep?", ""),
        ("Mabel did what in 1881?", ""),  # the first word may be any word
        ("What did Mabel keep?", "Mabel"),
        ("What happened in 1881?", ""),
        ("What happened in 1,881?", "1,881"),
        ("What happened on the 1881st day?", "1881st"),
        ("What did the Osrican keeper do in the 1881s?", ""),
        ("What did the Oslo keeper do?", "Oslo"),
    ],
)
def test_names_must_be_in_the_passage(question: str, name: str) -> None:
    assert unknown_name(question, TEXT) == name


def test_repeated_words() -> None:
    assert repeated_words(["who", "had", "had", "enough"]) == ""
    assert repeated_words(["who", "is", "is", "it"]) == "is"
    assert repeated_words(list("abcdeabcd")) == "a b c d"
    assert repeated_words(list("abcdeabcf")) == ""


@given(st.lists(st.sampled_from("abcdefghij"), max_size=12, unique=True))
def test_words_that_differ_do_not_repeat(words: list[str]) -> None:
    assert repeated_words(words) == ""


# ------------------------------------------------------------------ tools


def test_grammar() -> None:
    error = GrammarError(0, 3, "agreement", limits.LEAST_ERROR)
    unsure = GrammarError(0, 3, "agreement", limits.LEAST_ERROR - 0.01)
    assert by_grammar(Grammar((error,), 0.9))[0] == "grammar"
    assert by_grammar(Grammar((unsure,), 0.9))[0] == ""
    assert by_grammar(Grammar((), limits.LEAST_WELLFORMED - 0.01))[0] == "grammar"
    assert by_grammar(Grammar((), None))[0] == ""


def reply(text: str, *, no_answer: float = 0.0, **more: float) -> Answer:
    start = TEXT.index(text)
    return Answer(text, start, start + len(text), 0.9, no_answer, **more)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (reply("whale oil"), ""),
        (reply("oil"), ""),  # F1 of one of two words: 2/3
        (reply("the lamp with whale oil"), ""),  # F1 2/3, without the article
        (reply("He lit the lamp with whale oil every evening"), ""),  # F1 4/10
        (reply("He lit the lamp with whale oil every evening before"), "other_answer"),  # 4/11
        (reply("the lamp"), "other_answer"),
        (reply("whale oil", no_answer=0.6), "unanswerable"),
        (reply("whale oil", elsewhere=0.6), "elsewhere"),
        (reply("whale oil", misstated=0.9, elsewhere=0.5), ""),
    ],
)
def test_reader(answer: Answer, reason: str) -> None:
    assert by_reader(candidate(GOOD), answer)[0] == reason


def test_the_same_answer_may_be_found_elsewhere() -> None:
    twice = Answer("Whale Oil", 0, 9, 0.9, 0.0)
    assert is_same_answer(candidate(GOOD), twice)
    assert not is_same_answer(candidate(GOOD), Answer("oil", 0, 3, 0.9, 0.0))


def test_verifier() -> None:
    assert by_verifier(limits.LEAST_RIGHT) == ("", "")
    assert by_verifier(limits.LEAST_RIGHT - 0.01)[0] == "not_right"


def test_rater() -> None:
    assert by_rater(limits.LEAST_USABLE) == ("", "")
    assert by_rater(limits.LEAST_USABLE - 0.01)[0] == "not_usable"


def test_a_noun_is_asked_for_without_its_preposition() -> None:
    asked = "What did Osric Penn light the lamp with?"
    assert by_rules(candidate(asked, "with whale oil"), QUESTION_KINDS)[0] == "wrong_kind"
    assert by_rules(candidate(asked), QUESTION_KINDS) == ("", "")
    where = candidate("Where did the ships come before evening?", "into the bay", ("where",))
    assert by_rules(where, QUESTION_KINDS) == ("", "")


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What did Osric Penn light?", ""),
        ("What did Osric Penn light the lamp with?", ""),
        ("What did Osric Penn use to light the lamp?", ""),
        ("What did Osric Penn light the lamp with every evening?", ""),
        ("What did Osric Penn light the old lamp?", "grammar"),
        ("What did Osric Penn light the old lamp in the tower?", "grammar"),
        ("When did the lamp light the lamp of Osric Penn?", "repetition"),
    ],
)
def test_an_inverted_question_needs_a_gap(question: str, reason: str) -> None:
    parse = open_tool("parser").parse([question])[0]
    assert by_parse(candidate(question), parse)[0] == reason


def test_the_passage_must_join_the_words_of_a_question() -> None:
    asked = candidate("What did Osric Penn light?")
    [parse] = open_tool("parser").parse([TEXT])
    assert by_passage(asked, parse, limits.LEAST_SUPPORT) == ("", "")
    assert by_passage(asked, parse, limits.LEAST_SUPPORT - 0.01)[0] == "unsupported"


def _about(passage: str, answer: str, question: str, kind: str) -> str:
    start = passage.index(answer)
    place = Place(passage, start, start + len(answer))
    return by_rules(Candidate(question, Target(Passage(passage, 0), place, 0, (kind,))), [kind])[0]


@pytest.mark.parametrize(
    ("passage", "answer", "question", "kind", "reason"),
    [
        (
            "The spring rose behind the mill.",
            "the mill",
            "Where did the spring rise?",
            "where",
            "vague_answer",
        ),
        ("The spring rose at the mill.", "the mill", "Where did the spring rise?", "where", ""),
        (
            "Pip found it and ate it slowly.",
            "ate it slowly",
            "What did Pip do that day?",
            "what",
            "vague_answer",
        ),
        ("Pip ate because he was hungry.", "he was hungry", "Why did Pip eat?", "why", ""),
        ("They pumped the cellar dry.", "dry", "How was the cellar pumped?", "how", "vague_answer"),
        ("They pumped the cellar quickly.", "quickly", "How was the cellar pumped?", "how", ""),
        (
            "Pip came from the mill.",
            "from the mill",
            "Where did Pip come then?",
            "where",
            "wrong_kind",
        ),
        (
            "Pip came in the morning.",
            "the morning",
            "What time did Pip come?",
            "what",
            "wrong_kind",
        ),
        ("Pip came at 7 a.m. today.", "7 a.m.", "What time did Pip come?", "what", ""),
    ],
)
def test_an_answer_must_stand_on_its_own(
    passage: str, answer: str, question: str, kind: str, reason: str
) -> None:
    assert _about(passage, answer, question, kind) == reason


@pytest.mark.parametrize(
    ("passage", "answer", "question", "word"),
    [
        ("The tide is not caused by the wind.", "the wind", "What is the tide caused by?", "not"),
        ("The tide is not caused by the wind.", "the wind", "What is it not caused by?", ""),
        ("Pip did not wait, but Ada came home.", "Ada", "Who came home at last?", ""),
        ("Pip did not wait for Ada. Ada came.", "Ada came", "Who came at last then?", ""),
        ("Ada did not eat or drink the milk.", "the milk", "What did Ada drink?", "not"),
        ("Ada waited at the mill until Pip came.", "the mill", "Where did Ada wait?", "until"),
        ("Ada waited until Pip sold the mill.", "the mill", "What did Pip sell?", "until"),
        ("Ada never saw the sea.", "the sea", "What did Ada see?", "never"),
        ("Ada stayed because she could not swim.", "she could not swim", "Why did Ada stay?", ""),
    ],
)
def test_a_negation_of_the_answer_s_clause_is_kept(
    passage: str, answer: str, question: str, word: str
) -> None:
    [parse] = open_tool("parser").parse([passage])
    start = passage.rindex(answer)
    assert negation_left_out(question, parse, start, start + len(answer)) == word
