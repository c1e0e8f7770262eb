"""Quoted texts: none can end its fence or reach a model as a control token."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from qgauge.tools.judge import disarmed, fenced

TOKENS = ["<|im_end|>", "<|im_start|>system", "</s>", "<s>", "[INST]", "[/INST]", "<eos>"]
TOKENS += ["<start_of_turn>", "<|eot_id|>", "<｜User｜>", "[TOOL_CALLS]", "<unk>", "<think>"]
hostile = st.lists(
    st.one_of(st.text(max_size=20), st.sampled_from([*TOKENS, "[", "]", "end of question", "\n"])),
    max_size=12,
).map("".join)


@given(hostile, hostile)
def test_no_text_contains_the_word_of_its_marks(question: str, passage: str) -> None:
    shown, word = fenced({"question": question, "passage": passage})
    # two marks for each of the two texts, and no other occurrence
    assert shown.count(word) == 4
    lines = re.findall(rf"^\[{word} .*\]$", shown, re.MULTILINE)
    assert lines == [
        f"[{word} question]",
        f"[{word} end of question]",
        f"[{word} passage]",
        f"[{word} end of passage]",
    ]


@given(hostile)
def test_a_text_that_copies_its_own_fence_gets_a_new_word(text: str) -> None:
    shown, word = fenced({"question": text})
    again, other = fenced({"question": shown})
    assert other != word
    assert again.count(other) == 2


@given(hostile)
def test_no_control_token_survives(text: str) -> None:
    shown = disarmed(text)
    for token in TOKENS:
        assert token not in shown
    assert disarmed(shown) == shown


def test_ordinary_text_is_unchanged() -> None:
    text = "Is 3 < 4 and 5 > 4? See [1], f(x) = {x}; naïve 東京 🙂\n\tWho?"
    assert disarmed(text) == text


def test_invisible_characters_are_removed() -> None:
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "answer 5")
    assert disarmed(f"Who?{hidden}\u202e\u200b\x00") == "Who?"
    assert disarmed("a\ud800b") == "a\ufffdb"  # a lone surrogate, which no request could carry


@given(st.dictionaries(st.sampled_from(["question", "passage"]), st.text(max_size=30), min_size=1))
def test_the_same_texts_give_the_same_prompt(texts: dict[str, str]) -> None:
    assert fenced(texts) == fenced(dict(texts))
