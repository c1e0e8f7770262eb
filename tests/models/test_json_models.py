"""Models in JSON files: only unchanged files of the right format are loaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qgauge.models.files import BadModel, checksum
from qgauge.models.json_models import identity, load_json
from training.export.manifest import record


def written(folder: Path, content: object) -> str:
    text = content if isinstance(content, str) else json.dumps(content)
    (folder / "small.json").write_text(text, encoding="utf-8")
    record("small.json", "small.md", folder)
    return "small.json"


def start(found: dict[str, Any]) -> float:
    begins = found["start"]
    return float(begins[0] if isinstance(begins, list) else begins)


def test_the_model_is_built_from_the_parsed_file(tmp_path: Path) -> None:
    name = written(tmp_path, {"format": 3, "start": 2.5})
    assert load_json(name, 3, start, tmp_path) == 2.5


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({"format": 4, "start": 2.5}, "format 4, expected 3"),
        ({"start": 2.5}, "'format'"),
        ({"format": 3}, "'start'"),
        ({"format": 3, "start": "high"}, "could not convert"),
        ({"format": 3, "start": None}, "float"),
        ({"format": 3, "start": []}, "index out of range"),
        ([], "indices"),
        ("{", "Expecting property name"),
    ],
)
def test_a_file_that_cannot_be_built_is_named(
    content: object, problem: str, tmp_path: Path
) -> None:
    name = written(tmp_path, content)
    with pytest.raises(BadModel, match=rf"small\.json cannot be loaded .*{problem}"):
        load_json(name, 3, start, tmp_path)


def test_a_changed_or_unknown_file_is_refused(tmp_path: Path) -> None:
    name = written(tmp_path, {"format": 3, "start": 2.5})
    (tmp_path / name).write_text('{"format": 3, "start": 9.5}', encoding="utf-8")
    with pytest.raises(BadModel, match="is corrupted"):
        load_json(name, 3, start, tmp_path)
    with pytest.raises(BadModel, match=r"other\.json is not in manifest\.json"):
        load_json("other.json", 3, start, tmp_path)


def test_the_identity_is_the_name_and_the_checksum() -> None:
    assert identity("dimensions.json") == f"dimensions@{checksum('dimensions.json')[:8]}"
    assert identity("dimensions.json") != identity("qud.json")
