"""Question detection on handwritten parses and on the embedded parser."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.hand_made_parses import tree

from qgauge.statements import asks
from qgauge.tools.registry import open_tool

RELATIVE = (
    "The/DET/det>1 mill/NOUN/nsubj>7 ,/PUNCT/punct>5 which/PRON/nsubj:pass>5 was/AUX/aux:pass>5"
    " built/VERB/acl:relcl>1 is/AUX/cop>7 old/ADJ/root>-1 ?/PUNCT/punct>7"
)
IN_PLACE = (
    "Ada/PROPN/nsubj>1 lived/VERB/root>-1 in/ADP/case>4 which/DET/det>4 city/NOUN/obl>1"
    " ?/PUNCT/punct>1"
)


@pytest.mark.parametrize(
    ("written", "asking"),
    [
        ("Who/PRON/nsubj>1 slept/VERB/root>-1", True),
        (RELATIVE, False),
        (IN_PLACE, True),
        # parsed as a relative clause, but a noun follows the wh-word
        (
            IN_PLACE.replace("which/DET/det>4", "which/PRON/obj>1").replace("root", "acl:relcl"),
            True,
        ),
        (
            "trio/NOUN/root>-1 made/VERB/acl>0 of/ADP/case>3 whom/PRON/obl>1 ?/PUNCT/punct>0",
            True,
        ),
        ("Is/AUX/cop>2 it/PRON/nsubj>2 old/ADJ/root>-1", True),
        ("Here/ADV/advmod>4 ,/PUNCT/punct>4 is/AUX/cop>4 it/PRON/nsubj>4 old/ADJ/root>-1", True),
        # no inversion after the comma: no subject follows the auxiliary
        ("Ada/PROPN/nsubj>3 ,/PUNCT/punct>3 is/AUX/cop>3 old/ADJ/root>-1 ?/PUNCT/punct>3", False),
        ("Name/VERB/root>-1 a/DET/det>2 river/NOUN/obj>0", True),
        ("It/PRON/nsubj>1 rains/VERB/root>-1 ?/PUNCT/punct>1", False),
        ("It/PRON/nsubj>1 is/VERB/root>-1 ____/SYM/obj>1", True),
        ("no/INTJ/root>-1", False),
        ("", False),
    ],
)
def test_by_hand(written: str, asking: bool) -> None:
    assert asks(*tree(written)) is asking


def test_a_parser_without_trees_falls_back_to_words() -> None:
    text, parse = tree("Ada/X/>-1 asked/X/>-1 where/X/>-1 she/X/>-1 was/X/>-1")
    assert asks(text, parse)


def test_questions_of_every_kind_are_detected() -> None:
    file = Path(__file__).parent / "questions.tsv"
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    questions = [row[1] for row in rows if row[0] != "gap"]
    parses = open_tool("parser").parse(questions)
    silent = [q for q, parse in zip(questions, parses, strict=True) if not asks(q, parse)]
    assert len(questions) > 100
    assert len(silent) <= 3, silent


def test_statements_are_not_questions() -> None:
    texts = [
        "The ferry to Askerholm, which leaves only once a day, leaves at seven.",
        "Marta told him about the tea, who had won the contest six times.",
        "Bram was a fisherman.",
    ]
    for text, parse in zip(texts, open_tool("parser").parse(texts), strict=True):
        assert not asks(text, parse), text
