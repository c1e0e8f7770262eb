"""Pairs of texts as word pieces: exact offsets, and bit-identical results in every process."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from qgauge.tools.embedded.entailer import EmbeddedEntailer
from qgauge.tools.embedded.pair_model import LONGEST, Look, encode, room
from qgauge.tools.embedded.reader import EmbeddedReader
from qgauge.tools.embedded.verifier import EmbeddedVerifier

texts = st.text(
    st.one_of(
        st.characters(exclude_categories=()),
        st.sampled_from("ab 1.\n\0\u0301\u200d\ufe0f\ufffd\ud83d\ude00שָ\U0001f468"),
    )
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the cafe\u0301 U\u0308nder", ["the", "cafe\u0301", "U\u0308nder"]),
        ("a\0b \u200bc", ["a\0b", "c"]),
        ("in the 1990s2", ["in", "the", "1990s2"]),
        ("שָׁלוֹם 😀 日本", ["שָׁלוֹם", "😀", "日", "本"]),
        ("\ud83d\ude00 x \ud800y", ["x", "y"]),
        ("k[SEP]", ["k", "[", "SEP", "]"]),
        (" \n\u3000", []),
    ],
)
def test_offsets_of_words_are_exact(text: str, words: list[str]) -> None:
    found = encode([text])[text]
    places = [found.part((at, at + 1)) for at in range(len(found))]
    assert [text[start:end] for start, end in dict.fromkeys(places)] == words


@settings(max_examples=300, deadline=None)
@given(texts)
@example("\ud800")
def test_every_part_slices_back_and_is_trimmed(text: str) -> None:
    found = encode([text])[text]
    for first in range(len(found)):
        start, end = found.part((first, min(first + 2, len(found))))
        part = text[start:end]
        assert part
        assert part == part.strip()


def test_special_tokens_in_a_text_are_plain_text() -> None:
    found = encode(["[SEP]", "[CLS] [MASK] [UNK] [PAD]"])
    assert not {0, 101, 102, 103} & {piece for text in found.values() for piece in text.ids}


def test_a_long_first_text_keeps_its_beginning_and_end() -> None:
    words = " ".join(f"{at}" for at in range(100, 900))
    first, second = encode([words, "yes " * 500]).values()
    pieces = Look(first, second, (7, 7 + room(first))).pieces()
    assert len(pieces.ids) == len(pieces.types) == LONGEST
    assert pieces.ids[1:161] == first.ids[:160].tolist()
    assert pieces.ids[161:321] == first.ids[-160:].tolist()
    assert sum(pieces.types) == room(first) + 1


def test_engines_pickle_by_name_and_give_the_same_bits_in_other_processes() -> None:
    tools = EmbeddedReader(), EmbeddedEntailer(), EmbeddedVerifier()
    unopened = pickle.dumps(tools)
    pairs = [("Who came?", "Ada came at noon."), ("Ada came.", "Nobody came.")]
    triples = [("Who came?", "Ada", "Ada came at noon.")]
    reader, entailer, verifier = tools
    here = repr((reader.answer(pairs), entailer.entail(pairs), verifier.verify(triples)))
    opened = pickle.dumps(tools)
    assert len(opened) == len(unopened) < 500
    code = (
        "import pickle, sys; reader, entailer, verifier = pickle.load(sys.stdin.buffer); "
        f"pairs, triples = {pairs!r}, {triples!r}; "
        "print(repr((reader.answer(pairs), entailer.entail(pairs), verifier.verify(triples))))"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], input=opened, env=env, capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == here


def test_creating_an_engine_loads_no_model() -> None:
    code = (
        "import sys; from qgauge.tools.embedded import entailer, reader, verifier; "
        "entailer.EmbeddedEntailer(), reader.EmbeddedReader(), verifier.EmbeddedVerifier(); "
        "print({'onnxruntime', 'tokenizers'} & set(sys.modules) or 'none')"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True)
    assert done.stdout.decode().strip() == "none"
