"""Weights given as presets and as numbers; tests/cli/test_tune.py covers files."""

from __future__ import annotations

import pytest

from qgauge.core import BadSetting, Example
from qgauge.metrics import create

TITANIC = "Who was the director of Titanic?"


def test_custom_weights() -> None:
    example = Example("1", "director of Titanic?", (TITANIC,))
    (names_only,) = create("q_bleu1:weights=1/0/0/0/1").score([example], {})
    assert names_only.value == pytest.approx(1)
    assert "preset:own|weights:1/0/0/0/1" in create("q_bleu1:weights=1/0/0/0/1").signature({}, "1")
    # neither text has a word of the only kind with a weight
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
def test_wrong_weights_are_rejected(setting: str) -> None:
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


def test_slightly_different_weights_have_different_signatures() -> None:
    one, two = (
        create(f"q_bleu1:weights={name}/.36/.03/.2/.66").signature({}, "1")
        for name in ("0.41", "0.4100001")
    )
    assert "weights:0.4100001/0.36/0.03/0.2/0.66" in two
    assert one != two


def test_presets_printed_with_a_sum_below_1_give_the_remainder_to_function_words() -> None:
    assert "weights:0.55/0.31/0.03/0.11/0.83" in create("q_bleu1:preset=wikimovies").signature(
        {}, ""
    )
    assert "weights:0.04/0.59/0.16/0.21/0.75" in create("q_bleu1:preset=vqa").signature({}, "")
