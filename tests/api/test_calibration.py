"""`qgauge.calibrate`: saved like `-o`, and used by `qgauge.score` and `qgauge.rank`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.command import run_in_process

import qgauge

from .conftest import EXAMPLES

RATED = EXAMPLES / "rated.jsonl"
METRICS = ["q_bleu1", "bleu4"]


@pytest.fixture(scope="module")
def calibrated() -> qgauge.Calibration:
    """At .4, only q_bleu1.answerability is trusted."""
    return qgauge.calibrate(RATED, METRICS, require_kappa=0.4)


@pytest.fixture(params=["object", "path", "text"])
def given(request: pytest.FixtureRequest, calibrated: qgauge.Calibration, tmp_path: Path) -> Any:
    """Return the calibration in each form that `calibration` takes."""
    if request.param == "object":
        return calibrated
    calibrated.save(tmp_path / "c.json")
    return tmp_path / "c.json" if request.param == "path" else str(tmp_path / "c.json")


@pytest.mark.parametrize("limit", [0.4, 1, np.float32(0.5)])
def test_save_writes_what_the_command_writes(tmp_path: Path, limit: Any) -> None:
    found = qgauge.calibrate(RATED, METRICS, require_kappa=limit, seed=np.int64(3))
    found.save(tmp_path / "mine.json")
    words = ("calibrate", RATED, "-m", "q_bleu1", "-m", "bleu4", "--require-kappa", str(limit))
    done = run_in_process(*words, "--seed", "3", "-o", "c.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "mine.json").read_bytes() == (tmp_path / "c.json").read_bytes()


def test_save_refuses_what_the_command_refuses(
    calibrated: qgauge.Calibration, tmp_path: Path
) -> None:
    with pytest.raises(qgauge.BadInput, match=r"c[.]txt: the name .* must end in [.]json$"):
        calibrated.save(tmp_path / "c.txt")
    with pytest.raises(qgauge.BadInput, match="the folder does not exist"):
        calibrated.save(tmp_path / "no folder" / "c.json")
    assert list(tmp_path.iterdir()) == []


def test_a_trusted_metric_is_scored(given: Any) -> None:
    found = qgauge.score(RATED, ["q_bleu1"], calibration=given)
    assert found == qgauge.score(RATED, ["q_bleu1"])


def test_rank_needs_trust_in_the_value(given: Any) -> None:
    with pytest.raises(qgauge.BadInput, match=r"only q_bleu1[.]answerability can be trusted"):
        qgauge.rank(RATED, "q_bleu1", calibration=given)
    allowed = qgauge.rank(RATED, "q_bleu1", calibration=given, allow_untrusted=True)
    assert allowed == qgauge.rank(RATED, "q_bleu1")


@pytest.mark.parametrize(
    "run",
    [
        lambda metric, **more: qgauge.score(RATED, ["q_bleu1", metric], **more),
        lambda metric, **more: qgauge.rank(RATED, metric, **more),
    ],
    ids=["score", "rank"],
)
@pytest.mark.parametrize(
    ("metric", "said"),
    [
        ("q_bleu1:preset=vqa", "preset is vqa, not squad"),
        ("rouge_l", "rouge_l was not calibrated; the calibration has q_bleu1, bleu4"),
        ("bleu4", r"bleu4 is not trusted for any dimension: answerability \(undecided"),
    ],
)
def test_a_run_is_refused_before_anything_is_scored(
    given: Any, run: Callable[..., Any], metric: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scores(*_: object, **__: object) -> None:
        raise AssertionError("a row was scored")

    for function in ("scoring.evaluate", "ranking.rank_rows"):
        monkeypatch.setattr(f"qgauge.api.{function}", scores)
    with pytest.raises(qgauge.BadInput, match=said) as refused:
        run(metric, calibration=given)
    named = "" if isinstance(given, qgauge.Calibration) else str(given)
    assert refused.value.file == named


def test_allowed_metrics_must_still_be_the_calibrated_ones(given: Any) -> None:
    allowed = {"calibration": given, "allow_untrusted": True}
    assert qgauge.score(RATED, ["bleu4"], **allowed) == qgauge.score(RATED, ["bleu4"])
    with pytest.raises(qgauge.BadInput, match="rouge_l was not calibrated"):
        qgauge.score(RATED, ["rouge_l"], **allowed)


@pytest.mark.parametrize("run", [qgauge.score, qgauge.rank])
def test_arguments_that_cannot_be_meant(run: Callable[..., Any], tmp_path: Path) -> None:
    with pytest.raises(qgauge.BadSetting, match=r"^allow_untrusted needs a calibration[.]$"):
        run(RATED, allow_untrusted=True)
    with pytest.raises(qgauge.BadSetting, match=r"what qgauge[.]calibrate returns, not dict[.]$"):
        run(RATED, calibration={"format": "qgauge calibration"})
    with pytest.raises(qgauge.BadInput, match="cannot read the calibration: No such file"):
        run(RATED, calibration=tmp_path / "absent.json")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            {"dimensions": "fluency"},
            "dimensions must be a list, such as ['fluency'], not 'fluency'.",
        ),
        ({"dimensions": 3}, "dimensions must be a list, such as ['fluency'], not 3."),
        ({"share": "x"}, "share must be a number above 0 and at most 1, not 'x'."),
        ({"require_kappa": "x"}, "require_kappa must be a number from -1 to 1, not 'x'."),
        ({"rows": "x"}, "rows must be a whole number of at least 0, not 'x'."),
        ({"seed": -1}, "seed must be a whole number of at least 0, not -1."),
    ],
)
def test_wrong_settings(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(qgauge.BadSetting) as refused:
        qgauge.calibrate(RATED, ["bleu1"], **arguments)
    assert str(refused.value) == said


def test_meta_takes_a_list_of_dimensions_too() -> None:
    with pytest.raises(qgauge.BadSetting, match="dimensions must be a list"):
        qgauge.meta(RATED, ["bleu1"], dimensions="fluency")
