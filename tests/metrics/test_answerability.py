"""Answerability and the Q-metrics: the equations by hand, the released script by its own scores."""

from __future__ import annotations

import json
from math import exp
from typing import Any

import pytest
from shared import shared_folder

import qgauge
from qgauge.core import BadSetting, Example
from qgauge.metrics import create
from qgauge.metrics.kinds import sort_words, sort_words_as_released
from qgauge.text.ptb import cased_words, tokenize

TITANIC = "Who was the director of Titanic?"


def parts(metric: str, question: str, *references: str) -> dict[str, float]:
    (score,) = create(metric).score([Example("1", question, references)], {})
    assert isinstance(score.value, float)
    return {"value": score.value, **score.parts}


def test_kinds_of_the_words() -> None:
    words = cased_words("In which year did Ada Lovelace's notes on the Engine appear?")
    kinds = sort_words(words, [word.lower() for word in words], False)
    assert kinds.words == (
        ["ada", "lovelace", "engine"],
        ["'s", "notes", "appear"],
        ["in", "did", "on", "the"],
        ["which", "year"],
    )


def test_kinds_as_the_released_script_has_them() -> None:
    kinds = sort_words_as_released(["Does", "this", "dog", "belong", "to", "?"], False)
    assert kinds.words == (
        ["does"],
        ["dog", "belong"],
        ["does", "this", "to"],
        [],
    )
    assert kinds.present == (True, True, True, False)
    # a lone "?" is a content word before tokenising and none after it
    assert sort_words_as_released(["What", "color", "is", "the", "?"], False).present[1]


def test_movie_relations_are_the_content_of_wikimovies() -> None:
    words = cased_words("which films starred Maya Deren?")
    kinds = sort_words(words, [word.lower() for word in words], True)
    assert kinds.words[1] == ["starred"]
    assert kinds.words[3] == ["which", "films"]


def test_the_papers_first_example() -> None:
    # SQuAD weights: names .41, content .36, function .03, question .20
    # S1: Titanic 1/1, director 1/1, of 1/1 and 1/3, who 0
    precision, recall = 0.41 + 0.36 + 0.03, 0.41 + 0.36 + 0.03 / 3
    first = parts("answerability", "director of Titanic?", TITANIC)
    assert first["value"] == pytest.approx(2 * precision * recall / (precision + recall))
    # S2: no name; director, was the of, who: all found
    second = parts("answerability", "Who was the director of?", TITANIC)
    assert second["value"] == pytest.approx(0.36 + 0.03 + 0.20)
    # the point of the paper: S1 can be answered, and BLEU has it the wrong way round
    assert first["value"] > second["value"]
    bleu = [
        parts("bleu3", text, TITANIC)["value"]
        for text in ("director of Titanic?", "Who was the director of?")
    ]
    assert bleu[0] < bleu[1]
    mixed = parts("q_bleu3", "director of Titanic?", TITANIC)
    assert mixed["value"] == pytest.approx(0.66 * first["value"] + 0.34 * exp(-1), abs=1e-8)


def test_what_a_kind_absent_from_both_counts() -> None:
    # "is", "it": no names on either side; content warm/cold 0, function is it 2/2, question why 1/1
    question, reference = "Why is it cold?", "Why is it warm?"
    present = 0.03 + 0.20
    assert parts("answerability:absent=zero", question, reference)["value"] == pytest.approx(
        present
    )
    assert parts("answerability:absent=one", question, reference)["value"] == pytest.approx(
        present + 0.41
    )
    assert parts("answerability", question, reference)["value"] == pytest.approx(present / 0.59)


def test_released_variant_by_hand() -> None:
    # content: "dog park" against "dog": precision 1/2; the other way 1/1 x exp(1 - 2/1)
    found = parts("answerability:variant=released", "Who saw the dog park", "Who saw the dog")
    precision, recall = 2 / 3, exp(1 - 3 / 2)  # saw dog park / saw dog
    f = 2 * precision * recall / (precision + recall)
    assert found["content"] == pytest.approx(f, abs=1e-8)
    expected = (0.36 * f + 0.03 + 0.20) / 0.59
    assert found["value"] == pytest.approx(expected, abs=1e-8)


def test_several_references_best_or_mean() -> None:
    texts = (TITANIC, "Is soup warm?")
    best = parts("answerability", TITANIC, *texts)["value"]
    assert best == pytest.approx(1)
    # the second has no word in common: (1 + 0) / 2
    mean = parts("answerability:references=mean", TITANIC, *texts)["value"]
    assert mean == pytest.approx(1 / 2)


def test_own_weights() -> None:
    names_only = parts("q_bleu1:weights=1/0/0/0/1", "director of Titanic?", TITANIC)
    assert names_only["value"] == pytest.approx(1)
    assert "preset:own|weights:1/0/0/0/1" in create("q_bleu1:weights=1/0/0/0/1").signature({}, "1")
    # the question has no word of the only kind that counts: there is nothing to say
    (score,) = create("answerability:weights=1/0/0/0/1").score(
        [Example("1", "is it warm?", ("is it cold?",))], {}
    )
    assert score.value is None


@pytest.mark.parametrize(
    "setting",
    [
        "weights=1/2",
        "weights=.5/.5/.5/.5/1",
        "weights=2/-1/0/0/1",
        "weights=a/b/c/d/e",
        "weights=1/0/0/0",
        "weights=1/0/0/0/1,preset=vqa",
        "weights=1/0/0/0/1,preset=squad",
        "preset=own",
    ],
)
def test_wrong_weights_are_refused(setting: str) -> None:
    with pytest.raises(BadSetting):
        create(f"q_bleu1:{setting}")


def test_answerability_alone_needs_no_delta() -> None:
    signature = create("answerability:weights=1/0/0/0").signature({}, "1")
    assert "|preset:own|weights:1/0/0/0|" in signature
    assert create("answerability:weights=1/0/0/0/.5").signature({}, "1") == signature
    with pytest.raises(BadSetting, match="four numbers name/content/function/question,"):
        create("answerability:weights=1/2")
    with pytest.raises(BadSetting, match="five numbers name/content/function/question/delta,"):
        create("q_bleu1:weights=1/0/0/0")


def test_own_weights_that_differ_little_have_signatures_that_differ() -> None:
    one, two = (
        create(f"q_bleu1:weights={name}/.36/.03/.2/.66").signature({}, "1")
        for name in ("0.41", "0.4100001")
    )
    assert "weights:0.4100001/0.36/0.03/0.2/0.66" in two
    assert one != two


def test_printed_presets_that_sum_to_less_than_one_give_the_rest_to_function_words() -> None:
    assert "weights:0.55/0.31/0.03/0.11/0.83" in create("q_bleu1:preset=wikimovies").signature(
        {}, ""
    )
    assert "weights:0.04/0.59/0.16/0.21/0.75" in create("q_bleu1:preset=vqa").signature({}, "")


def test_corpus_level_mixes_mean_answerability_with_corpus_bleu() -> None:
    rows = [
        Example("1", TITANIC, (TITANIC,)),
        Example("2", "Is soup warm", ("Who came here",)),
    ]
    # answerability 1 and 0; of 6 + 3 words 6 are found, and the lengths are equal
    (result,) = qgauge.score(rows, ["q_bleu1:level=corpus"]).values()
    assert result.value == pytest.approx(0.66 / 2 + 0.34 * 6 / 9)


def steps(metric: str, question: str, reference: str) -> list[str]:
    explained = create(metric).explain(Example("1", question, (reference,)), {})
    (view,) = explained.evidence["views"]
    found: list[str] = view["steps"]
    return found


def test_explain_shows_the_steps_of_the_base() -> None:
    # three words, all found, against six: exp(1 - 6/3)
    assert steps("q_bleu1", "director of Titanic?", TITANIC)[2:] == [
        "bleu1: 1-grams found in the reference: 3 of 3",
        "bleu1: length 3 against 6 in the reference: brevity penalty 0.3679",
        "bleu1: geometric mean of the 1 precision x brevity penalty = 0.3679",
        "0.66 x 0.7899 + 0.34 x 0.3679 = 0.6464",
    ]


def test_explain_shows_what_became_of_absent_kinds() -> None:
    # no names on either side; of .36 + .03 + .20 content is lost
    texts = "Why is it cold?", "Why is it warm?"
    assert steps("answerability", *texts)[0] == (
        "weighted precision = 0.2300 / 0.59 = 0.3898, weighted recall = 0.2300 / 0.59 = 0.3898"
    )
    assert steps("answerability:variant=released,absent=one", *texts) == [
        "answerability = weighted sum of F = 0.2300 + 0.41 = 0.6400"
    ]
    assert steps("answerability:variant=released,absent=zero", *texts) == [
        "answerability = weighted sum of F = 0.2300"
    ]


def test_explain_shows_precision_and_recall_of_each_kind() -> None:
    example = Example("1", "Who saw the dog park", ("Who saw the dog",))
    explained = create("answerability:variant=released").explain(example, {})
    (view,) = explained.evidence["views"]
    assert view["table"]["columns"][-3:] == ["P", "R", "F"]
    # saw dog park / saw dog: 2 of 3, and 1 x exp(1 - 3/2); F = 2PR/(P+R)
    assert view["table"]["rows"][1][-3:] == ["0.6667", "0.6065", "0.6352"]


GOLDEN = ("squad", "wikimovies", "vqa")
KIND_COLUMNS = {"name": "ner", "content": "imp", "function": "sw", "question": "qt"}


def golden_rows(name: str) -> list[dict[str, Any]]:
    path = shared_folder() / "golden" / f"answerability_{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", GOLDEN)
def test_equals_the_released_script(name: str) -> None:
    """Its own scores, row by row, wherever our words are those of its Java tokeniser."""
    rows = golden_rows(name)
    same = [
        row
        for row in rows
        if " ".join(tokenize(row["question"])) == row["ptb_question"]
        and " ".join(tokenize(row["reference"])) == row["ptb_reference"]
    ]
    assert len(same) >= 0.998 * len(rows)
    examples = [
        Example(str(at), row["question"], (row["reference"],)) for at, row in enumerate(same)
    ]
    settings = f"variant=released,absent=one,preset={name}"
    columns = {f"bleu{n}": f"Bleu_{n}" for n in range(1, 5)}
    columns |= {f"q_bleu{n}:{settings}": f"Q-Bleu_{n}" for n in range(1, 5)}
    columns |= {"rouge_l": "ROUGE_L", f"q_rouge_l:{settings}": "Q-ROUGE_L"}
    for metric, column in columns.items():
        scores = create(metric).score(examples, {})
        for row, score in zip(same, scores, strict=True):
            assert score.value == pytest.approx(row[column], abs=1e-6), (metric, row)
            if metric.startswith("q_"):
                for part, kind in KIND_COLUMNS.items():
                    assert (part not in score.parts) == row[f"{kind}_empty"], (part, row)
                    if part in score.parts:
                        assert score.parts[part] == pytest.approx(row[kind], abs=1e-6), (part, row)
