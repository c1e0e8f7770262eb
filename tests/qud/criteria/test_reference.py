"""Labels from reference-based metrics."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.hand_made_edges import ScriptedJudge, edge

from qgauge.core import BadInput, BadSetting
from qgauge.metrics import create
from qgauge.qud.criteria.reference import inner_metric, thresholds, without_version

ASKED = "why will the pool close"


def own(folder: Path, signature: str, cuts: tuple[float, float] = (0.3, 0.6)) -> str:
    file = folder / "cuts.json"
    labels = ["not_grounded", "partially_grounded", "fully_grounded"]
    record = {"signature": signature, "labels": labels, "cuts": cuts, "macro_f1": 0.5, "n": 9}
    file.write_text(json.dumps({"relevance": record}))
    return str(file)


@pytest.mark.parametrize(
    ("question", "label"),
    [
        # 5 of 5 words, 2 of 5, 1 of 5: the value is at or above the cut, or below it
        ("why will the pool close", "fully_grounded"),
        ("why will a tax rise", "partially_grounded"),
        ("why has a tax risen", "not_grounded"),
    ],
)
def test_a_score_is_cut_into_labels(question: str, label: str, tmp_path: Path) -> None:
    file = own(tmp_path, without_version(create("bleu1").signature({}, "9")))
    metric = create(f"qud_relevance:method=reference,metric=bleu1,thresholds={file}")
    (score,) = metric.score([edge(question, references=(ASKED,))], {})
    assert score.value == label
    assert "bleu1" in score.parts
    assert score.evidence == {"references": [ASKED]}


@pytest.mark.parametrize(
    ("verdict", "label"),
    [(1, "not_grounded"), (3, "partially_grounded"), (4, "fully_grounded"), (5, "fully_grounded")],
)
def test_a_judge_can_be_the_reference_based_metric(
    verdict: int, label: str, tmp_path: Path
) -> None:
    """QUDeval's reference-based score by a language model (table 11): 1 to 5, cut at 2 and 4."""
    judge = ScriptedJudge(lambda _: json.dumps({"reason": "so", "score": verdict}))
    asked = "judge:rubric=similarity"
    signature = without_version(create(asked).signature({"judge": judge}, "1"))
    file = own(tmp_path, signature, (2.0, 4.0))
    metric = create(f"qud_relevance:method=reference,metric={asked},thresholds={file}")
    assert metric.roles() == ("judge",)
    (score,) = metric.score([edge("why so", references=(ASKED, "who"))], {"judge": judge})
    assert (score.value, score.parts) == (label, {"judge": float(verdict)})
    assert score.evidence == {"references": [ASKED, "who"], "reason": "so"}
    shown = judge.asked[0].messages[-1].text
    assert "why so" in shown
    assert f"{ASKED}\nwho" in shown


def test_thresholds_hold_for_one_metric_with_its_settings(tmp_path: Path) -> None:
    file = own(tmp_path, without_version(create("bleu1").signature({}, "1")))
    for other in ("bleu2", "bleu1:references=best"):
        metric = create(f"qud_relevance:method=reference,metric={other},thresholds={file}")
        with pytest.raises(BadSetting, match="were tuned for bleu1"):
            metric.score([edge(ASKED, references=(ASKED,))], {})


def test_the_package_has_thresholds_for_metrics_without_tools() -> None:
    for criterion in ("compatibility", "givenness", "relevance"):
        for name in ("bleu1", "rouge_l", "meteor"):
            cuts = thresholds(criterion, name, "")
            assert set(cuts.labels) == set(create(f"qud_{criterion}").verdicts)
            assert cuts.signature == without_version(inner_metric(name).signature({}, "1")), (
                "tune them again"
            )
            request = f"qud_{criterion}:method=reference,metric={name}"
            (score,) = create(request).score([edge(ASKED, references=(ASKED,))], {})
            assert score.value in cuts.labels


def test_semicolons_separate_settings_of_the_inner_metric() -> None:
    metric = create("qud_relevance:method=reference,metric=qsts:mean=arithmetic;classes=off")
    assert metric.roles() == ("parser", "embedder")
    with pytest.raises(BadSetting, match=r"no thresholds for qsts.*--tune"):
        metric.settings()


def test_the_signature_says_metric_and_cuts() -> None:
    settings = create("qud_relevance:method=reference").settings()
    assert settings["metric"] == "bleu1(references=joint,level=mean)"
    assert settings["thresholds"].count("/") == 1


def test_rows_without_references_are_unscored() -> None:
    metric = create("qud_relevance:method=reference")
    assert "references" in metric.needs
    (score,) = metric.score([edge(ASKED)], {})
    assert score.unscored == "no references"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "not JSON"),
        ("[]", "has no thresholds for relevance"),
        ('{"givenness": {}}', "has no thresholds for relevance"),
        ('{"relevance": {"cuts": [1]}}', "no 'signature'"),
        (
            '{"relevance": {"signature": "s", "labels": ["a"], "cuts": [2, 1], "macro_f1": 0, '
            '"n": 1}}',
            "one cut fewer",
        ),
    ],
)
def test_bad_threshold_files_are_refused(content: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "cuts.json"
    file.write_text(content)
    metric = create(f"qud_relevance:method=reference,thresholds={file}")
    with pytest.raises(BadInput, match=told) as caught:
        metric.score([edge(ASKED, references=(ASKED,))], {})
    assert caught.value.file == str(file)


@pytest.mark.parametrize("other", ["qsts_passage", "qud_relevance", "nothing"])
def test_only_reference_based_metrics_are_accepted(other: str) -> None:
    with pytest.raises(BadSetting):
        create(f"qud_relevance:method=reference,metric={other}").roles()
