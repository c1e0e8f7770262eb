"""Properties that every metric must have."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest
from helpers.hand_made_tools import TOOLS
from helpers.spoiled_questions import QUESTIONS, spoiled
from helpers.wordnets import write_wordnet
from hypothesis import given, settings
from hypothesis import strategies as st

import qgauge
from qgauge.core import BadSetting, Example, Score
from qgauge.metrics import TABLE, create, metric_class
from qgauge.metrics.metric import Metric, setting_types

ALL = sorted(name for name in TABLE if not name.startswith("qud_"))
"""Numeric metrics; tests/qud/criteria/test_contract.py covers the metrics with labels."""

VARIANTS = [
    *ALL,
    "rouge_l:flavour=rouge_score",
    "answerability:variant=released",
    "answerability:variant=released,absent=one",
    "answerability:absent=zero",
    "q_bleu1:preset=vqa",
    "q_bleu1:preset=wikimovies,variant=released",
    "q_bleu4:references=mean",
    "bleu4:references=best",
    "chrf:word_order=2",
    "sacrebleu:smooth=none",
    "meteor:stages=exact",
    "q_bleu1:names=parser",
    "q_nist:level=corpus",
    "qsts:mean=harmonic,relations=ud",
    "qsts:classes=off,direction=both,references=mean",
    "qsts_passage:classes=on,mean=arithmetic",
    "facet_f:probability=entailer",
    "facet_f:leak=off",
    "bigram_f:references=mean",
    "grammar:value=errors,form=all",
    "answering:formula=document,gate=off",
    "answering:polar=reader",
    "inference:premise=both",
    "inference:method=document",
    "quality:method=weights",
    "quality:formula=document,weights=.5/.25/.25",
]
ALONE = {"grammar", "answering", "inference", "quality", "dimensions"}
"""Metrics that do not compare the question with another text."""
COMPARING = [request for request in VARIANTS if request.partition(":")[0] not in ALONE]

PASSAGE = "Who built the Halden lighthouse is known. James Cameron was the director of Titanic."

PLAIN = [
    Example("1", "Who directed the film Titanic?", ("Who was the director of Titanic?",)),
    Example("2", "what color is ferry", ("What color is the ferry?", "Which colour has it?")),
    Example("3", "When was it built?", ("When was the Halden lighthouse built?",)),
    Example("4", "?", ("Why does copper turn green?",)),
    Example("5", "How many 1,000 $5.50 people aren't 'ere (today)?", ("How many people came?",)),
    Example("6", "ما هو؟ 東京 🙂", ("東京 は どこ ?", "🙂")),
    Example("7", "Why? " * 40, ("Why why why not?",)),
    Example("8", "Who is who?", ("Who?",)),
]
EXAMPLES = [
    replace(example, passage=PASSAGE, answer=answer)
    for example, answer in zip(
        PLAIN, ["James Cameron", "no", "Halden", "yes", "?", "東京", "titanic", "it"], strict=True
    )
]


def scores(metric: Metric, examples: list[Example]) -> list[Score]:
    return metric.score(examples, TOOLS)


@pytest.mark.parametrize("request_", VARIANTS)
def test_batch_and_order_do_not_matter(request_: str) -> None:
    metric = create(request_)
    together = scores(metric, EXAMPLES)
    assert [scores(metric, [example])[0] for example in EXAMPLES] == together
    shuffled = EXAMPLES * 3
    random.Random(7).shuffle(shuffled)
    by_id = {example.id: score for example, score in zip(EXAMPLES, together, strict=True)}
    for example, score in zip(shuffled, scores(metric, shuffled), strict=True):
        assert score == by_id[example.id]


@pytest.mark.slow
def test_scores_are_identical_in_another_process() -> None:
    """Hash seeds differ between processes, so nothing may depend on the order of a set."""
    code = (
        "import pickle, sys\n"
        "metrics, examples, tools = pickle.load(sys.stdin.buffer)\n"
        "found = [[score.value for score in m.score(examples, tools)] for m in metrics]\n"
        "sys.stdout.buffer.write(pickle.dumps(found))"
    )
    metrics = [create(name) for name in VARIANTS]
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=pickle.dumps((metrics, EXAMPLES, TOOLS)),
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        here = [[score.value for score in scores(metric, EXAMPLES)] for metric in metrics]
        assert pickle.loads(done.stdout) == here


@pytest.mark.parametrize("request_", VARIANTS)
def test_values_stay_in_the_range_the_metric_states(request_: str) -> None:
    metric = create(request_)
    low, high = metric.span
    for score in scores(metric, EXAMPLES):
        if score.value is not None:
            assert isinstance(score.value, float)
            assert low <= score.value <= high + 1e-9
        else:
            assert score.unscored


@pytest.mark.parametrize("request_", COMPARING)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_identical_scores_at_least_as_high_as_any_noised_version(
    request_: str, data: st.DataObject
) -> None:
    metric = create(request_)
    question = data.draw(st.sampled_from(QUESTIONS))
    noised = data.draw(spoiled(question))
    same, other = scores(
        metric,
        [
            Example("1", question, (question,), question),
            Example("2", noised, (question,), question),
        ],
    )
    assert isinstance(same.value, float)
    assert isinstance(other.value, float)
    assert other.value <= same.value + 1e-9


@pytest.mark.parametrize("request_", COMPARING)
def test_unrelated_questions_score_lower(request_: str) -> None:
    """Unlike the test above, this one fails for a constant."""
    metric = create(request_)
    reference = "Who was the director of Titanic?"
    same, other = scores(
        metric,
        [
            Example("1", reference, (reference,), reference),
            Example("2", "Is soup warm?", (reference,), reference),
        ],
    )
    assert isinstance(same.value, float)
    assert isinstance(other.value, float)
    assert other.value < same.value


@pytest.mark.parametrize("name", ALL)
def test_empty_input_is_unscored_not_zero(name: str) -> None:
    metric = create(name)
    empty = [Example("1", "", ("Why?",), "So."), Example("2", " \n\t", ("Why?",), "So.")]
    if "references" in metric.needs:
        empty += [
            Example("3", "Why?", (), "So."),
            Example("4", "Why?", ("",), "So."),
            Example("5", "Why?", ("  ",), "So."),
        ]
    if "passage" in metric.needs:
        empty += [
            Example("6", "Why?", ("Why?",)),
            Example("7", "Why?", ("Why?",), ""),
            Example("8", "Why?", ("Why?",), " "),
        ]
    if "answer" in metric.needs:
        empty += [
            Example("9", "Why?", (), "So."),
            Example("10", "Why?", (), "So.", ""),
            Example("11", "Why?", (), "So.", " "),
        ]
    for example, score in zip(empty, scores(metric, empty), strict=True):
        assert score.value is None, example
        assert score.unscored
        assert metric.explain(example, TOOLS).unscored == score.unscored


@pytest.mark.parametrize("request_", VARIANTS)
def test_explaining_does_not_change_the_score(request_: str) -> None:
    metric = create(request_)
    for example, score in zip(EXAMPLES, scores(metric, EXAMPLES), strict=True):
        shown = metric.explain(example, TOOLS)
        assert (shown.value, shown.parts) == (score.value, score.parts)
        if shown.value is not None:
            assert shown.evidence["views"]
            json.dumps(shown.as_json(), allow_nan=False)


@pytest.mark.parametrize("request_", VARIANTS)
def test_metrics_and_scores_pickle_and_round_trip(request_: str) -> None:
    metric = create(request_)
    found = scores(metric, EXAMPLES)  # score first: caches must pickle, too
    again = pickle.loads(pickle.dumps(metric))
    assert again == metric
    assert again.signature(TOOLS, "1") == metric.signature(TOOLS, "1")
    assert scores(again, EXAMPLES) == found
    assert pickle.loads(pickle.dumps(found)) == found
    for score in found:
        written = json.loads(json.dumps(score.as_json(), allow_nan=False))
        assert written["value"] == score.value
        assert written.get("parts", {}) == score.parts
        assert written.get("unscored", "") == score.unscored


SETTING_EXAMPLES = [
    *PLAIN,
    Example("9", "Running foxes jumped over The Dog", ("The fox runs and jumps over a dog?",)),
    Example("10", "Which car drove", ("Which automobile drove on the road?", "Which car drove?")),
    Example("11", "what does Maya Lind act in ?", ("what films did Maya act in ?",)),
    Example("12", "What's the U.S. role, again?", ("What is the US role again ?", "Whose role?")),
    Example("13", "Where is Rome?", ("Where?", "Where is Rome in the world of today?")),
    Example("14", "Which car broke?", ("Which automobile broke?",)),
    Example("15", "When fell an old oak tree?", ("Who saw an old oak tree outside the house?",)),
    Example("16", "Who saw an old oak tree outside?", ("Who saw an old oak fall outside?",)),
    Example("17", "Who saw Maya?", ("Who saw the dog?",), answer="Maya Deren"),
]


WORDS = ["red", "dogs", "old", "cats", "saw", "and", "Lima", "cows"]

BESIDE = {
    "content=rest": "preset=wikimovies",
    "wordnet": "stages=exact+stem+synonym",
    "references": "",
    "quality:formula": "method=weights",
    "quality:weights=.1/.1/.8": "method=weights",
}
"""Other settings that are needed for a setting or a value to have an effect, or that it implies.

The default is references=best, for metrics with this setting.
"""

REFUSED = {"preset=own": "needs weights"}
"""Values that are invalid without other settings, and the error message."""


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Files for settings of bertscore, and weights that were fitted for the learned quality."""
    (tmp_path / "references.txt").write_text("Who was it?\nWhat was Titanic?\n", encoding="utf-8")
    (tmp_path / "baseline.csv").write_text("LAYER,P,R,F\n1,.5,.5,.5\n", encoding="utf-8")
    fitted = {"metric": "quality", "weights": "1/2/0/1/1/1/1", "settings": {"method": "learned"}}
    (tmp_path / "fitted.json").write_text(json.dumps(fitted), encoding="utf-8")
    names = {"idf": "references.txt", "baseline": "baseline.csv", "fitted": "fitted.json"}
    return {setting: str(tmp_path / name) for setting, name in names.items()}


@pytest.fixture
def wordnets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Two WordNets: the installed one, in which cars are automobiles, and a different one."""
    found = write_wordnet(tmp_path / "found", {"car": 1, "automobile": 1})
    monkeypatch.setenv("WNSEARCHDIR", str(found))
    return {"wordnet": str(write_wordnet(tmp_path / "other", {"car": 1, "road": 1}))}


def _others(metric: str, setting: str, kind: object) -> list[str]:
    """Return values of a setting that differ from its default."""
    default = {field.name: field.default for field in fields(metric_class(metric))}[setting]
    if get_origin(kind) is Literal:
        return [value for value in get_args(kind) if value != default]
    others = {"weights": ["1/0/0/0/.5"], "word_order": ["2"], "beta": ["1"]}
    others |= {"rubric": ["fluency"], "samples": ["2"], "layer": ["2"]}
    if metric == "quality":
        others["weights"] = [".1/.1/.8"]
    return others.get(setting, [])


@pytest.mark.parametrize("name", ALL)
def test_every_setting_changes_a_score_or_is_rejected(
    name: str, wordnets: dict[str, str], files: dict[str, str]
) -> None:
    named = wordnets | files
    examples = [
        replace(one, passage=one.references[0], answer=one.answer or "Where")
        for one in SETTING_EXAMPLES
    ] + [
        Example("18", "is Rome old?", (), "Rome is old. Oslo is new. Rome is.", "yes"),
        Example("19", "Oslo is where Rome is?", ("Where?",), "Rome is. Oslo is.", "Oslo"),
        Example("20", "what extraordinary thingamajigs bark", ("Where?",), "A dog barks.", "dog"),
        Example("21", "Who saw red dogs and old cats?", (), "\n\n".join(WORDS), "Lima"),
    ]
    types = setting_types(metric_class(name))
    for setting, kind in types.items():
        values = [named[setting]] if setting in named else _others(name, setting, kind)
        if (name, setting) == ("quality", "weights"):
            values.append(files["fitted"])
        assert values, f"untested: {name} {setting}"
        for value in values:
            asked = f"{setting}={value}"
            if asked in REFUSED:
                with pytest.raises(BadSetting, match=REFUSED[asked]):
                    create(f"{name}:{asked}")
                continue
            usually = "references=best" if "references" in types else ""
            keys = (f"{name}:{asked}", f"{name}:{setting}", asked, setting)
            beside = next((BESIDE[key] for key in keys if key in BESIDE), usually)
            plain = create(f"{name}:{beside}") if beside else create(name)
            changed = create(f"{name}:{beside},{asked}" if beside else f"{name}:{asked}")
            usual, moved = (
                qgauge.score(examples, [metric], tools=TOOLS)[metric.label()]
                for metric in (plain, changed)
            )
            assert moved.signature != usual.signature
            assert [score.value for score in moved.scores] != [
                score.value for score in usual.scores
            ] or moved.value != usual.value, f"{name}:{asked} changes nothing"


WITHIN_ANOTHER = {
    *("bleu1", "bleu2", "bleu3"),  # bleu4
    *("q_bleu1", "q_bleu2", "q_bleu3"),  # q_bleu4
    *("grammar", "answering", "inference", "dimensions"),  # quality
}
"""Metrics whose code is fully exercised by a different metric."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in ALL if name not in WITHIN_ANOTHER])
def test_a_megabyte_question_is_scored(name: str) -> None:
    long, short = "What is the name of the river? " * 32_000, "What is the river's name?"
    (score,) = scores(create(name), [Example("1", long, (short,), short, "river")])
    assert isinstance(score.value, float)
