"""learned_reference: the numbers it compares, its model, and its scores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.hand_made_tools import TOOLS

import qgauge
from qgauge.core import Example, Score
from qgauge.metrics import create, learned_reference, question_reading
from qgauge.metrics.question_agreement import agreement
from qgauge.metrics.question_reading import Reading, read_questions
from qgauge.metrics.reference_model import (
    FILE,
    Comparison,
    ReferenceModel,
    kinds_of,
    reference_model,
)
from qgauge.models.additive import Additive, Curve
from qgauge.models.files import FOLDER, BadModel, checksum, manifest

FULL = "Who saw Maya Deren in Oslo?"


def readings(question: str, reference: str) -> tuple[Reading, Reading]:
    read = read_questions([Example("1", question, (reference,))], TOOLS)
    return read[question], read[reference]


def numbers(question: str, reference: str) -> dict[str, float]:
    found = agreement(*readings(question, reference))
    return {name: value for part in found.values() for name, value in part.items()}


def score(question: str, *references: str, request: str = "learned_reference") -> Score:
    (found,) = create(request).score([Example("1", question, references)], TOOLS)
    return found


# ------------------------------------------------------------------ numbers


def test_all_numbers_of_equal_texts_are_exactly_1() -> None:
    assert set(numbers(FULL, FULL).values()) == {1.0}


def test_lost_words_lower_the_numbers_of_what_is_kept_only() -> None:
    found = numbers("Who saw Maya in Oslo?", FULL)
    assert found["names_kept"] == pytest.approx(2 / 3)  # Maya, Oslo; not Deren
    assert found["names_same"] == pytest.approx(2 * (2 / 3) / (1 + 2 / 3))
    assert found["not_shorter"] == pytest.approx(5 / 6)
    assert found["not_longer"] == 1.0
    # the hand-made parser tags every other word as a noun: saw, Maya, Deren, in, Oslo (and "?")
    assert found["proper_nouns_kept"] == pytest.approx(2 / 3)
    assert found["words_old"] == found["weight_old"] == 1.0
    assert found["words_kept"] < 1.0
    assert found["order"] == pytest.approx(2 * 5 / (5 + 6))
    # pairs: who saw, saw maya, maya in, in oslo; saw maya deren in oslo has five, three are shared
    assert found["word_pairs"] == pytest.approx(2 * 3 / (4 + 5))


def test_another_question_word_changes_what_is_asked() -> None:
    found = numbers("Why saw Maya Deren in Oslo?", FULL)
    assert found["class_same"] == found["class_shared"] == found["group_shared"] == 0.0
    assert found["first_question_word"] == found["question_word_kind"] == 0.0
    assert found["question_word_kept"] == 1.0
    assert found["not_now_why"] == 0.0
    assert found["not_now_how"] == 1.0
    assert found["names_kept"] == 1.0


def test_what_and_which_are_one_kind_of_question_word() -> None:
    found = numbers("Which film is it?", "What film is it?")
    assert found["question_word_kind"] == 1.0
    assert found["first_question_word"] == 0.0


def test_an_article_without_its_noun_dangles() -> None:
    class Parser:
        identity = "by-hand"

        def parse(self, texts: list[str]) -> list[object]:
            from helpers.hand_made_tools import parse_of

            tree = "Who/PRON/2/nsubj fed/VERB/0/root the/DET/4/det dog/NOUN/2/obj"
            short = "Who/PRON/2/nsubj fed/VERB/0/root the/DET/2/det"
            return [parse_of(tree if "dog" in text else short) for text in texts]

    tools = {**TOOLS, "parser": Parser()}
    read = read_questions([Example("1", "Who fed the", ("Who fed the dog",))], tools)
    found = agreement(read["Who fed the"], read["Who fed the dog"])["structure"]
    assert found["nothing_dangles"] == pytest.approx(2 / 3)  # one of at most three
    assert found["end_kept"] == 0.0
    assert found["root_kept"] == 1.0
    assert found["core_kept"] == pytest.approx(1 / 2)  # who, dog


# ------------------------------------------------------------------ kinds and model


@pytest.mark.parametrize(
    ("old", "reworded"), [(1.0, 0.0), (0.85, 0.0), (0.7, 0.5), (0.55, 1.0), (0.0, 1.0)]
)
def test_kinds_depend_on_new_words_length_and_names(old: float, reworded: float) -> None:
    # by the hand-made parser: saw, Maya, Deren, in, Oslo and "?" have content, six words; "Who" not
    _, reference = readings(FULL, FULL)
    found = kinds_of(reference, {"words": {"words_old": old}})
    assert found == pytest.approx(
        {"reworded": reworded, "long": 1 - reworded, "short_with_name": 0.0, "short": 0.0}
    )


def test_kinds_of_short_references() -> None:
    _, named = readings("Who saw Maya", "Who saw Maya")
    _, plain = readings("Who saw dogs", "Who saw dogs")
    assert kinds_of(named, {"words": {"words_old": 1.0}})["short_with_name"] == 1.0
    assert kinds_of(plain, {"words": {"words_old": 1.0}})["short"] == 1.0


def test_a_number_counts_for_a_kind_by_its_share() -> None:
    found = Comparison({"names": {"names_kept": 0.5}}, {"long": 0.25, "short": 0.75}).values()
    assert found == {
        "names_kept": 0.5,
        "long: names_kept": 1 - 0.25 * 0.5,
        "short: names_kept": 1 - 0.75 * 0.5,
    }


@pytest.fixture
def small_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model in which lost names take up to .6, and lost word order up to .2 in long questions."""
    curves = {
        "names_kept": Curve((0.0, 1.0), (-0.6, 0.0)),
        "long: order": Curve((0.0, 1.0), (-0.2, 0.0)),
    }
    same = Additive(1.0, {"names_kept": Curve((0.0, 1.0), (-0.3, 0.0))})
    model = ReferenceModel(same, {"all": Additive(1.0, curves)})
    monkeypatch.setattr(learned_reference, "reference_model", lambda: model)


@pytest.mark.usefixtures("small_model")
def test_the_score_is_1_less_what_the_parts_take() -> None:
    found = score("Who saw Maya in Oslo?", FULL)
    # a third of the names is lost: .2; order is 10/11 and the reference is long: .2 x 1/11
    assert found.value == pytest.approx(1 - 0.6 / 3 - 0.2 / 11)
    assert found.parts["same_question"] == pytest.approx(1 - 0.3 / 3)
    assert found.parts["names"] == pytest.approx(2 / 3)


@pytest.mark.usefixtures("small_model")
def test_explaining_shows_what_each_part_took() -> None:
    example = Example("1", "Who saw Maya in Oslo?", (FULL,))
    (view,) = create("learned_reference").explain(example, TOOLS).evidence["views"]
    rows = {row[0]: row[1:] for row in view["table"]["rows"]}
    assert rows["names"] == ["0.6667", "0.2000", "names kept 0.6667"]
    assert rows["words"][1:] == ["0.0182", "long: order 0.9091"]
    assert rows["grammar"] == ["1.0000", "0.0000", "-"]
    assert view["steps"][-1] == "1 - 0.2182 taken by the parts = 0.7818"


# ------------------------------------------------------------------ the shipped model


def test_more_agreement_never_lowers_the_score() -> None:
    model = reference_model()
    known = Comparison(
        {**agreement(*readings(FULL, FULL)), "same_question": {"same_question": 1.0}},
        dict.fromkeys(("reworded", "long", "short_with_name", "short"), 0.0),
    ).values()
    for one in (model.same_question, *model.presets.values()):
        assert one.start == 1.0
        for name, curve in one.curves.items():
            assert name in known
            assert list(curve.adds) == sorted(curve.adds)
            assert curve.adds[-1] == 0.0


def test_the_card_names_the_file_and_the_tools_it_was_fitted_to() -> None:
    card = (FOLDER / "learned_reference.md").read_text(encoding="utf-8")
    assert f"{manifest()[FILE].size:,} bytes, SHA-256 `{checksum(FILE)}`" in card
    for file in ("linguist.onnx", "vectors.bin"):
        assert checksum(file)[:8] in card, (
            f"{file} has changed: run training/learned_reference/fit.py and rewrite the card"
        )


def test_the_best_reference_counts() -> None:
    assert score(FULL, "Is soup warm?", FULL).value == 1.0


def test_the_signature_names_the_model() -> None:
    signature = create("learned_reference").signature(TOOLS, "1")
    assert "|preset:all|model:learned_reference@" in signature


def test_texts_with_too_many_pairs_are_unscored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question_reading, "MOST_PAIRS", 41)
    assert score(FULL, FULL).unscored == "the texts are too long: more than 41 pairs of words"


def test_a_parser_without_trees_is_named() -> None:
    class Flat:
        identity = "flat"

        def parse(self, texts: list[str]) -> list[object]:
            from qgauge.tools.roles import Parse, Word

            return [Parse((Word(text, 0, len(text)),)) for text in texts]

    example = Example("1", "Who saw it?", ("Who saw it?",))
    (found,) = create("learned_reference").score([example], {**TOOLS, "parser": Flat()})
    assert found.unscored == "the parser returns no dependency trees"


@pytest.mark.parametrize("content", ['{"format": 2}', "{}", "[]", '{"format": 1, "presets": 3}'])
def test_an_unreadable_model_is_reported(tmp_path: Path, content: str) -> None:
    import hashlib

    (tmp_path / FILE).write_text(content, encoding="utf-8")
    entry = {"sha256": hashlib.sha256(content.encode()).hexdigest(), "size": len(content)}
    manifest = {"files": {FILE: {**entry, "card": "x.md"}}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(BadModel, match="cannot be loaded"):
        reference_model(tmp_path)


def test_with_the_embedded_tools_paraphrases_score_between_copies_and_other_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QGAUGE_CACHE", str(tmp_path / "cache"))
    reference = "When was the lighthouse of Marta Lindqvist opened?"
    questions = [
        reference,
        "In what year did Marta Lindqvist's lighthouse open?",
        "When was the lighthouse opened?",
        "How many people live in Oslo?",
    ]
    found = qgauge.load("learned_reference").compute(
        predictions=questions, references=[reference] * 4
    )
    values = [one.value for one in found.scores]
    assert values[0] == 1.0
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 4
