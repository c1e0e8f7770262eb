"""Plots are written for every metric and dimension with scores."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers.page_checks import HOSTILE

from qgauge.core import BadInput, Example, Result, Score, Summary
from qgauge.meta import Bin, Judged, MetaReport, study
from qgauge.report import plots
from qgauge.report.drawing import Dot, Line
from qgauge.report.plots import Plot, drawing_of, thinned, write_plots

PNG = b"\x89PNG\r\n\x1a\n"
SVG = "{http://www.w3.org/2000/svg}"


def made(
    level: str = "items", values: list[float | None] | None = None, name: str = "a/b"
) -> MetaReport:
    examples = [
        Example(
            f"{at}", f"q {at}", system=f"$ys_{at % 6}", ratings={"good": (at % 5,), "kind": ("a",)}
        )
        for at in range(60)
    ]
    scores = values or [float(at) for at in range(60)]
    results = [
        Result(metric, "", Summary(None, 0, 0, None, {}), {}, tuple(map(Score, scores)))
        for metric in ("m:a=1", "m:a-1")
    ]
    return study(Judged.of_rows(examples, name), results, level=level, resamples=100)  # type: ignore[arg-type]


@pytest.fixture
def no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)


@pytest.mark.slow
def test_a_scatter_and_a_calibration_plot_each(tmp_path: Path) -> None:
    written = write_plots(made(), tmp_path / "deep" / "plots")
    # names that differ only in special characters get distinct files
    assert sorted(path.name for path in written) == [
        f"a_b-good-m_a_1{second}-{kind}.{ending}"
        for second in ("-2", "")
        for kind in ("calibration", "scatter")
        for ending in ("png", "svg")
    ]
    assert all(path.read_bytes().startswith(PNG) for path in written if path.suffix == ".png")
    again = write_plots(made(), tmp_path / "again")
    assert [path.read_bytes() for path in written] == [path.read_bytes() for path in again]


def texts(path: Path) -> list[str | None]:
    return [one.text for one in ElementTree.parse(path).iter(f"{SVG}text")]


@pytest.mark.usefixtures("no_matplotlib")
def test_svg_needs_no_other_package(tmp_path: Path) -> None:
    written = write_plots(made(), tmp_path)
    assert {path.suffix for path in written} == {".svg"}
    scatter = ElementTree.parse(written[0])
    dots = [(one.get("cx"), one.get("cy")) for one in scatter.iter(f"{SVG}circle")]
    assert len(dots) == 60
    # the first row: score 0 of 0 to 60, rating 0 of 0 to 4; the last: 59 and 4
    assert (dots[0], dots[-1]) == (("76", "412"), ("607", "44"))
    assert texts(written[0]) == [
        "a/b",
        *("0", "10", "20", "30", "40", "50", "60"),
        *("0", "1", "2", "3", "4"),
        "m:a=1",
        "good, gold score",
    ]
    assert len(list(ElementTree.parse(written[1]).iter(f"{SVG}circle"))) == 10


def test_the_calibration_curve_has_dots_intervals_and_a_line() -> None:
    bins = [Bin(0.0, 1.0, 5, None), Bin(1.0, 2.0, 5, (1.5, 3.0))]
    shapes = drawing_of(Plot("", "", "", "", bins=bins)).shapes[1:]  # without the axes
    assert shapes == [
        Dot(0.0, 0.0, "two"),
        Line([(1.0, 0.25), (1.0, 1.0)], "two"),
        Dot(1.0, 0.5, "two"),
        Line([(0.0, 0.0), (1.0, 0.5)], "two"),
    ]


@pytest.mark.usefixtures("no_matplotlib")
def test_systems_have_a_scatter_with_their_names(tmp_path: Path) -> None:
    written = write_plots(made("systems"), tmp_path)
    assert [path.name for path in written] == [
        "a_b-good-m_a_1-scatter.svg",
        "a_b-good-m_a_1-2-scatter.svg",
    ]
    assert set(texts(written[0])) >= {f"$ys_{at}" for at in range(6)}


def test_points_of_large_sets_are_thinned_evenly() -> None:
    points = [(float(at), 0.0) for at in range(10)]
    assert thinned(points, 10) == points
    assert [x for x, _ in thinned(points, 4)] == [0, 2, 5, 7]


@pytest.mark.usefixtures("no_matplotlib")
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_stay_text(tmp_path: Path, text: str) -> None:
    for path in write_plots(made(name=text), tmp_path):
        kinds = {one.tag.removeprefix(SVG) for one in ElementTree.parse(path).iter()}
        assert kinds <= {"svg", "title", "desc", "rect", "text", "path", "polyline", "circle"}


def test_drawings_say_what_they_show() -> None:
    first = next(iter(plots.plots(made())))
    assert drawing_of(first).description == "a/b: good, gold score against m:a=1, 60 points"


def test_no_plots_without_scores(tmp_path: Path) -> None:
    assert write_plots(made(values=[None] * 60), tmp_path) == []


@pytest.mark.usefixtures("no_matplotlib")
def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot write plots"):
        write_plots(made(), tmp_path / "file")
