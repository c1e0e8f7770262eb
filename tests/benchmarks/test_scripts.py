"""Every script of `benchmarks/` and `training/` that pages, cards and docstrings name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks import PROJECT

FOLDERS = ("benchmarks", "training")
PLACES = ("*.md", "docs/**/*.md", "src/**/*.py", "src/**/*.md", "benchmarks/**/*", "training/**/*")
TEXTS = sorted(
    {
        file
        for place in (*PLACES, "tests/**/*.py")
        for file in PROJECT.glob(place)
        if file.suffix in (".py", ".md", ".sh")
    }
)
NOT_THERE = {"benchmarks/no.py", "training.no"}
"""Missing scripts that the tests of pages name on purpose."""


def scripts(folder: str) -> list[Path]:
    return sorted((PROJECT / folder).rglob("*.py"))


def test_every_named_script_exists() -> None:
    modules = {
        ".".join(file.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__main__")
        for folder in FOLDERS
        for file in scripts(folder)
    }
    named = [
        (file, name)
        for file in TEXTS
        for name in re.findall(
            r"\bpython3? -m ((?:benchmarks|training)[\w.]*\w)"
            r"|(?<![\w/])((?:benchmarks|training)/[\w/]+\.py)\b",
            file.read_text(encoding="utf-8"),
        )
    ]
    assert len(named) > 80
    for file, (module, path) in named:
        is_there = module in modules if module else (PROJECT / path).is_file()
        assert is_there or (module or path) in NOT_THERE, f"{file} names {module or path}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_index_names_every_file_in_its_folder(folder: str) -> None:
    index = (PROJECT / folder / "README.md").read_text(encoding="utf-8")
    sections = dict(
        re.findall(r"^`(\w+)/`(.*?)(?=^`\w+/`|^## |\Z)", index, re.MULTILINE | re.DOTALL)
    )
    for file in scripts(folder):
        if file.parent != PROJECT / folder:
            assert f"`{file.name}`" in sections[file.parent.name], f"{file} is not in the index"
