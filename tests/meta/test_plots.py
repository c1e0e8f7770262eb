"""Plots are written for every metric and dimension with scores."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from qgauge.core import BadInput, Example, MissingTool, Result, Score, Summary
from qgauge.meta import Judged, MetaReport, study
from qgauge.meta.plots import write_plots

PNG = b"\x89PNG\r\n\x1a\n"


def made(level: str = "items", values: list[float | None] | None = None) -> MetaReport:
    examples = [
        Example(
            f"{at}", f"q {at}", system=f"$ys_{at % 6}", ratings={"good": (at % 5,), "kind": ("a",)}
        )
        for at in range(60)
    ]
    scores = values or [float(at) for at in range(60)]
    results = [
        Result(name, "", Summary(None, 0, 0, None, {}), {}, tuple(map(Score, scores)))
        for name in ("m:a=1", "m:a-1")
    ]
    return study(Judged.of_rows(examples, "a/b"), results, level=level, resamples=100)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_scatter_and_a_calibration_plot_each(tmp_path: Path) -> None:
    written = write_plots(made(), tmp_path / "deep" / "plots")
    # names that differ only in special characters get distinct files
    assert sorted(path.name for path in written) == [
        "a_b-good-m_a_1-2-calibration.png",
        "a_b-good-m_a_1-2-scatter.png",
        "a_b-good-m_a_1-calibration.png",
        "a_b-good-m_a_1-scatter.png",
    ]
    assert all(path.read_bytes().startswith(PNG) for path in written)
    again = write_plots(made(), tmp_path / "again")
    assert [path.read_bytes() for path in written] == [path.read_bytes() for path in again]


def test_systems_have_a_scatter(tmp_path: Path) -> None:
    names = [path.name for path in write_plots(made("systems"), tmp_path)]
    assert names == ["a_b-good-m_a_1-scatter.png", "a_b-good-m_a_1-2-scatter.png"]


def test_no_plots_without_scores(tmp_path: Path) -> None:
    assert write_plots(made(values=[None] * 60), tmp_path) == []


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot write plots"):
        write_plots(made(), tmp_path / "file")


def test_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingTool, match=r"pip install 'qgauge\[plot\]'"):
        write_plots(made(), tmp_path)
