"""A saved calibration: what it admits, the steps of scores, and files that are not one."""

from __future__ import annotations

import json
import pickle
from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qgauge
from qgauge.core import BadInput, Score, unscored
from qgauge.gates.calibration import (
    CalibratedMetric,
    SavedCalibration,
    differences,
    read_calibration,
)

RATED = Path(__file__).parent.parent.parent / "examples" / "rated.jsonl"


def entry(**changed: Any) -> CalibratedMetric:
    usual: dict[str, Any] = {
        "dimension": "fluency",
        "metric": "bleu1",
        "part": "",
        "signature": "bleu1|level:mean|v:1",
        "verdict": "trust",
        "kappa": 0.7,
        "required": 0.6,
        "steps": (1.0, 2.0, 3.0),
        "cuts": (0.4, 0.8),
    }
    return CalibratedMetric(**usual | changed)


def saved(*entries: CalibratedMetric) -> SavedCalibration:
    return SavedCalibration("c.json", entries)


# ------------------------------------------------------------------ what is admitted


def test_the_same_signature_is_admitted_under_any_name() -> None:
    (admitted,) = saved(entry()).admit({"bleu1:level=mean": "bleu1|level:mean|v:1"})
    assert admitted.line() == "bleu1:level=mean: trusted for fluency"
    assert admitted.as_json() == {"trusted": ["fluency"], "not_trusted": {}}


@pytest.mark.parametrize(
    ("signature", "what"),
    [
        ("bleu1|level:corpus|v:1", "level is corpus, not mean"),
        ("bleu1|level:mean|v:2", "version is 2, not 1"),
        ("bleu1|level:mean|parser:spacy:en|v:1", "parser is spacy:en, not absent"),
        ("bleu1|v:1", "level is absent, not mean"),
        ("bleu1|v:1|level:mean", "the order of its settings"),
    ],
)
def test_another_signature_is_refused(signature: str, what: str) -> None:
    with pytest.raises(BadInput) as refused:
        saved(entry()).admit({"bleu1": signature})
    said = str(refused.value)
    assert said.startswith(f"c.json: bleu1 is not the metric that was calibrated: {what}.")
    assert f"This run: {signature}. Calibrated: bleu1|level:mean|v:1." in said


def test_the_nearest_signature_is_named() -> None:
    other = entry(signature="bleu1|level:mean|smooth:on|v:7")
    with pytest.raises(BadInput, match=r"level is corpus, not mean[.] This"):
        saved(other, entry()).admit({"bleu1": "bleu1|level:corpus|v:1"})


def test_a_metric_that_was_not_calibrated_is_refused() -> None:
    with pytest.raises(BadInput, match=r"not calibrated; the calibration has bleu1[.] Calib"):
        saved(entry()).admit({"nist": "nist|v:1"})
    with pytest.raises(BadInput, match="the calibration has no metric"):
        saved().admit({"nist": "nist|v:1"})


def test_a_metric_without_trust_is_refused_unless_allowed() -> None:
    weak = entry(verdict="not good enough", kappa=0.2)
    calibration = saved(weak, entry(dimension="clarity", verdict="undecided", kappa=None))
    signatures = {"bleu1": weak.signature}
    with pytest.raises(BadInput) as refused:
        calibration.admit(signatures)
    assert "fluency (not good enough, kappa 0.200, 0.600 required)" in str(refused.value)
    assert "clarity (undecided, no kappa, 0.600 required)" in str(refused.value)
    (admitted,) = calibration.admit(signatures, untrusted=True)
    assert admitted.steps(Score(0.5)) == {}
    assert admitted.line() == (
        "bleu1: trusted for no dimension; not for fluency (not good enough), clarity (undecided)"
    )


def test_a_trusted_part_does_not_make_the_value_trusted() -> None:
    part = entry(part="fluency", cuts=(0.1, 0.2))
    calibration = saved(entry(verdict="undecided"), part)
    signatures = {"bleu1": part.signature}
    (admitted,) = calibration.admit(signatures)
    assert admitted.line() == "bleu1: trusted for fluency (by bleu1.fluency)"
    assert admitted.steps(Score(0.9, {"fluency": 0.15})) == {"fluency": 2}
    with pytest.raises(BadInput) as refused:
        calibration.admit(signatures, parts=False)
    assert "dimension" not in str(refused.value)
    assert str(refused.value).startswith(
        "c.json: the value of bleu1 is not trusted: fluency (undecided, kappa 0.700, 0.600 "
        "required). Of its scores, only bleu1.fluency can be trusted, and rank needs the value."
    )


# ------------------------------------------------------------------ steps


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=5).map(sorted), st.floats(-2, 2))
def test_a_step_is_the_number_of_cuts_below(cuts: list[float], value: float) -> None:
    steps = tuple(float(at) for at in range(len(cuts) + 1))
    found = entry(cuts=tuple(cuts), steps=steps).step(Score(value))
    assert found == bisect_right(cuts, value) == sum(cut <= value for cut in cuts)


def test_scores_that_are_steps_themselves() -> None:
    judge = entry(cuts=None)
    assert [judge.step(Score(one)) for one in (1.0, 2.5, 2.4, 7.0)] == [1.0, 3.0, 2.0, None]
    labels = entry(cuts=None, steps=("no", "yes"))
    assert [labels.step(Score(one)) for one in ("yes", "maybe")] == ["yes", None]
    assert judge.step(unscored("no passage")) is None


def test_what_is_admitted_pickles() -> None:
    (admitted,) = saved(entry()).admit({"bleu1": entry().signature})
    assert pickle.loads(pickle.dumps(admitted)) == admitted


def test_differences_of_equal_signatures() -> None:
    assert differences("a|b:1|v:1", "a|b:1|v:1") == []


# ------------------------------------------------------------------ files


@pytest.fixture(scope="module")
def gate() -> dict[str, Any]:
    return qgauge.calibrate(RATED, ["q_bleu1", "rouge_l"], require_kappa=0.4).gate()


def test_a_calibration_survives_being_saved(gate: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "calibration.json"
    file.write_text(json.dumps(gate))
    found = read_calibration(str(file))
    lines = [(name, line) for name, one in gate["dimensions"].items() for line in one["metrics"]]
    assert len(found.entries) == len(lines) == 5
    for one, (dimension, line) in zip(found.entries, lines, strict=True):
        assert (one.dimension, one.metric, one.part) == (dimension, line["metric"], line["part"])
        assert (one.signature, one.verdict) == (line["signature"], line["verdict"])
        assert list(one.steps) == line["steps"]
        assert list(one.cuts or ()) == line["cuts"]
        assert one.kappa == line["kappa"]["value"]
    assert "question" not in file.read_text().replace("question:", "")


Change = Callable[[dict[str, Any]], Any]


def line_of(gate: dict[str, Any]) -> Any:
    return gate["dimensions"]["fluency"]["metrics"][0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda gate: gate.pop("format"), "this is not a calibration; `qgauge calibrate"),
        (
            lambda gate: gate.update(schema=2),
            "field 'schema': the calibration was written by anoth",
        ),
        (lambda gate: gate.pop("dimensions"), "field 'dimensions': this is missing"),
        (lambda gate: gate.update(dimensions=[]), "field 'dimensions': this must be an object"),
        (
            lambda gate: gate["dimensions"]["fluency"].pop("required"),
            "field 'dimensions.fluency.required': this is missing",
        ),
        (
            lambda gate: gate["dimensions"]["fluency"].update(metrics=[1]),
            "field 'dimensions.fluency.metrics[0]': this must be an object",
        ),
        (lambda gate: line_of(gate).pop("signature"), "metrics[0].signature': this is missing"),
        (lambda gate: line_of(gate).update(verdict="fine"), "verdict': this must be one of: trust"),
        (
            lambda gate: line_of(gate).update(cuts=[3, 2, 1, 0]),
            "cuts': this must be numbers in asc",
        ),
        (lambda gate: line_of(gate).update(cuts=[0.1]), "cuts': this must have one cut fewer"),
        (lambda gate: line_of(gate).pop("cuts"), "cuts': this is missing"),
        (lambda gate: line_of(gate).update(steps=[1, "a"]), "steps': this must be numbers, or te"),
        (
            lambda gate: line_of(gate).update(verdict="trust", steps=[], cuts=None),
            "steps': this must have at least two steps",
        ),
        (
            lambda gate: line_of(gate)["kappa"].update(value="high"),
            "metrics[0].kappa.value': this must be a number",
        ),
    ],
)
def test_a_wrong_field_is_named(
    gate: dict[str, Any], tmp_path: Path, change: Change, said: str
) -> None:
    record = json.loads(json.dumps(gate))
    change(record)
    file = tmp_path / "c.json"
    file.write_text(json.dumps(record))
    with pytest.raises(BadInput) as refused:
        read_calibration(str(file))
    assert str(refused.value).startswith(f"{file}")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "this is not a calibration in JSON"),
        (b"\xff\xfe\x00", "this is not a calibration in JSON"),
        (b'{"format": NaN}', "NaN is not a number in JSON"),
        (b"[" * 100_000, "this is not a calibration in JSON"),
        (b"[1]", "this is not a calibration;"),
    ],
)
def test_other_files(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "c.json"
    file.write_bytes(content)
    with pytest.raises(BadInput) as refused:
        read_calibration(str(file))
    assert said in str(refused.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "absent.json"):
        with pytest.raises(BadInput, match="cannot read the calibration"):
            read_calibration(str(path))
