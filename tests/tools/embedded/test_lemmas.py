"""Lemmas as in Universal Dependencies. Needs no weights."""

from __future__ import annotations

import gzip

import pytest
from helpers.shared_data import shared_folder
from hypothesis import given
from hypothesis import strategies as st

from qgauge.tools.embedded.lemmas import lemma

TAGS = ["ADJ", "ADP", "ADV", "AUX", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "VERB", "X"]


@pytest.mark.parametrize(
    ("word", "upos", "expected"),
    [
        ("Cities", "NOUN", "city"),
        ("children", "NOUN", "child"),
        ("e-mails", "NOUN", "e-mail"),
        ("thanks", "NOUN", "thanks"),
        ("pm", "NOUN", "p.m."),
        ("S", "NOUN", "s"),
        ("x-s", "NOUN", "x-s"),
        ("cbg", "VERB", "cbg"),
        ("went", "VERB", "go"),
        ("Running", "VERB", "run"),
        ("bigger", "ADJ", "big"),
        ("best", "ADJ", "good"),
        ("better", "ADV", "well"),
        ("other", "ADJ", "other"),
        ("interested", "ADJ", "interested"),
        ("'s", "AUX", "be"),
        ("’re", "AUX", "be"),
        ("'m", "AUX", "be"),
        ("'ve", "AUX", "have"),
        ("ca", "AUX", "can"),
        ("wo", "AUX", "will"),
        ("would", "AUX", "would"),
        ("n’t", "PART", "not"),
        ("'", "PART", "'s"),
        ("me", "PRON", "I"),
        ("those", "DET", "that"),
        ("States", "PROPN", "States"),
        ("1,000", "NUM", "1,000"),
        ("Two", "NUM", "two"),
        ("XIV", "NUM", "XIV"),
        ("...", "PUNCT", "..."),
    ],
)
def test_lemmas(word: str, upos: str, expected: str) -> None:
    assert lemma(word, upos) == expected


@given(st.text(min_size=1, max_size=12), st.sampled_from(TAGS))
def test_any_word_has_a_lemma(word: str, upos: str) -> None:
    assert lemma(word, upos)


def test_accuracy_on_the_english_web_treebank() -> None:
    file = shared_folder() / "train/ud_ewt/en_ewt-ud-dev.conllu.gz"
    lines = gzip.decompress(file.read_bytes()).decode().split("\n")
    rows = [line.split("\t") for line in lines if line[:1].isdigit()]
    rows = [row for row in rows if row[0].isdigit()]
    right = sum(lemma(row[1], row[3]) == row[2] for row in rows)
    assert right / len(rows) > 0.975
