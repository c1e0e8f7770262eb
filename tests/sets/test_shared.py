"""Duplicates compared with human ratings, if the data are available."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.shared_data import shared_folder

from qgauge.core import Example
from qgauge.data.public import read_public
from qgauge.sets import judge
from qgauge.tools.registry import open_tool


@pytest.mark.slow
def test_rated_paraphrases_are_found_and_others_are_not() -> None:
    # docs/set.md has the figures for all rows: .58 of the same, .02 of the different pairs
    rows = read_public("simqg", shared_folder() / "eval" / "simqg").examples[:120]
    asked = []
    for row in rows:
        # a separate, short document for each pair
        one = Example(f"{row.id}.g", row.question, passage=f"Text {row.id}.")
        asked += [one, replace(one, id=f"{row.id}.r", question=row.references[0])]
    tools = {role: open_tool(role) for role in ("parser", "classifier", "embedder")}
    found = {group[0] // 2 for group in judge(asked, tools)[""].groups}
    rated = [float(row.ratings["similarity"][0] or 0) for row in rows]
    same = [at in found for at, rating in enumerate(rated) if rating >= 0.8]
    different = [at in found for at, rating in enumerate(rated) if rating < 0.4]
    assert len(same) > 25 and len(different) > 40
    assert sum(same) / len(same) > 0.4
    assert sum(different) / len(different) < 0.06
