"""The notebooks in `examples` hold what their cells show now, and nothing that runs by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.blocks import PROJECT
from helpers.html_checks import harmless, harmless_frame
from helpers.notebook import Notebook, differences, executed, read, texts, written
from helpers.pages import Wrong

NOTEBOOKS = sorted((PROJECT / "examples").glob("*.ipynb"))
HINT = (
    "If the new output is right, run: cd tests; python -m helpers.notebook ../examples/NAME.ipynb"
)


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS


@pytest.mark.slow
@pytest.mark.parametrize("page", NOTEBOOKS, ids=lambda page: page.name)
def test_cells_show_what_the_notebook_has(page: Path, tmp_path: Path) -> None:
    now = executed(page, tmp_path)
    for wrong in differences(read(page), now):
        pytest.fail(f"{wrong}\n{HINT}")
    check_html(now)


@pytest.mark.parametrize("page", NOTEBOOKS, ids=lambda page: page.name)
def test_the_file_holds_nothing_that_runs_or_changes(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == written(read(page)), HINT
    check_html(read(page))


def check_html(notebook: Notebook) -> None:
    shown = [text for kind, text in all_texts(notebook) if kind.endswith("text/html")]
    assert shown
    for html in shown:
        if 'class="dataframe"' in html:
            harmless_frame(html)
        else:
            harmless(html, most=10_000)
    assert {kind.split()[1] for kind, _ in all_texts(notebook)} <= {
        "text/plain", "text/html", "stdout"
    }  # fmt: skip


def all_texts(notebook: Notebook) -> Iterator[tuple[str, str]]:
    for cell in notebook["cells"]:
        yield from texts(cell)


@pytest.mark.parametrize("page", NOTEBOOKS, ids=lambda page: page.name)
def test_links_lead_to_pages(page: Path) -> None:
    prose = "".join(
        "".join(cell["source"]) for cell in read(page)["cells"] if cell["cell_type"] == "markdown"
    )
    links = re.findall(r"\]\(([^)#]+)", prose)
    assert links
    assert [link for link in links if not (page.parent / link).is_file()] == []


def notebook(source: str, *outputs: dict[str, Any]) -> Notebook:
    return {"cells": [{"cell_type": "code", "source": [source], "outputs": list(outputs)}]}


def result(**data: str) -> dict[str, Any]:
    shown = {kind.replace("_", "/"): [text] for kind, text in data.items()}
    return {"output_type": "execute_result", "data": shown}


def printed(text: str, name: str = "stdout") -> dict[str, Any]:
    return {"output_type": "stream", "name": name, "text": [text]}


@pytest.mark.parametrize(
    ("source", "before", "after", "alike"),
    [
        ("qgauge.score", result(text_plain="0.6464"), result(text_plain="0.6464"), True),
        ("qgauge.score", result(text_plain="0.6464"), result(text_plain="0.6465"), False),
        ("qgauge.dimensions", result(text_plain="0.6464"), result(text_plain="0.6484"), True),
        ("qgauge.dimensions", result(text_plain="0.6464"), result(text_plain="0.6485"), False),
        ("x", result(text_html="width:71%"), result(text_html="width:72%"), True),
        ("x", result(text_html="width:71px"), result(text_html="width:72px"), False),
        ("x", result(text_html="a"), result(text_html="a", text_plain="b"), False),
        ("x", result(text_plain="a"), printed("a"), False),
        ("x", printed("a"), printed("a", "stderr"), False),
    ],
)
def test_outputs_are_compared(source: str, before: Any, after: Any, alike: bool) -> None:
    assert (not list(differences(notebook(source, before), notebook(source, after)))) is alike


def test_what_differs_from_run_to_run_is_left_out(tmp_path: Path) -> None:
    code = {"cell_type": "code", "id": "c1", "metadata": {"tags": ["x"]}, "execution_count": 7}
    progress = {"output_type": "display_data", "data": {"text/plain": ""}, "metadata": {}}
    outputs = [printed("a"), printed("b\n"), progress, {**result(text_plain="1"), "metadata": {}}]
    page = tmp_path / "n.ipynb"
    page.write_text(written({"cells": [{**code, "source": "x", "outputs": outputs}]}))
    (cell,) = read(page)["cells"]
    assert list(texts(cell)) == [("1 stdout", "ab\n"), ("2 text/plain", "1")]
    assert "id" not in cell and cell["metadata"] == {} and cell["execution_count"] is None


@pytest.mark.slow
def test_a_cell_that_fails_is_reported(tmp_path: Path) -> None:
    page = tmp_path / "failing.ipynb"
    head = {name: value for name, value in read(NOTEBOOKS[0]).items() if name != "cells"}
    cell = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
    page.write_text(written({"cells": [{**cell, "source": ["1 / 0"]}], **head}))
    with pytest.raises(Wrong, match="ZeroDivisionError"):
        executed(page, tmp_path / "run")
