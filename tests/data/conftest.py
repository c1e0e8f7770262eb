"""Fixtures that write a file and read it back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qgauge.core.errors import BadInput
from qgauge.core.example import Example
from qgauge.data import Refused, read
from qgauge.data.public import Dataset, read_public

Got = list[Example | Refused]
Reading = Callable[..., Dataset]


@pytest.fixture
def rows(tmp_path: Path) -> Callable[..., Got]:
    """Write a file and read all its rows."""

    def write_and_read(name: str, content: str | bytes, **options: Any) -> Got:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return list(read(path, **options))

    return write_and_read


@pytest.fixture
def examples(rows: Callable[..., Got]) -> Callable[..., list[Example]]:
    """Write a file without bad rows and read it."""

    def write_and_read(name: str, content: str | bytes, **options: Any) -> list[Example]:
        found = rows(name, content, **options)
        assert all(isinstance(row, Example) for row in found), found
        return [row for row in found if isinstance(row, Example)]

    return write_and_read


@pytest.fixture
def refusal(rows: Callable[..., Got]) -> Callable[..., Refused]:
    """Write a file with exactly one bad row; return the refusal, whose message is checked."""

    def write_and_read(name: str, content: str | bytes, **options: Any) -> Refused:
        found = [row for row in rows(name, content, **options) if isinstance(row, Refused)]
        assert len(found) == 1, found
        error = found[0].error
        assert error.file.endswith(name) and error.file in str(error)
        assert f"line {error.line}" in str(error)
        assert not error.field or f"field '{error.field}'" in str(error)
        return found[0]

    return write_and_read


@pytest.fixture
def failure(rows: Callable[..., Got]) -> Callable[..., BadInput]:
    """Write a file that cannot be read at all; return the error, which must name the file."""

    def write_and_read(name: str, content: str | bytes, **options: Any) -> BadInput:
        with pytest.raises(BadInput) as caught:
            rows(name, content, **options)
        assert caught.value.file.endswith(name)
        return caught.value

    return write_and_read


# ------------------------------------------------------------------ public sets


@pytest.fixture
def reading(tmp_path: Path) -> Reading:
    """Write files and read them as a data set: one file by name, several as a folder."""

    def write_and_read(name: str, files: dict[str, str | bytes], path: str = "") -> Dataset:
        for file, content in files.items():
            (tmp_path / file).parent.mkdir(exist_ok=True)
            (tmp_path / file).write_bytes(content.encode() if isinstance(content, str) else content)
        one = next(iter(files)) if len(files) == 1 else ""
        return read_public(name, tmp_path / (path or one))

    return write_and_read


@pytest.fixture
def refused_set(reading: Reading) -> Callable[..., BadInput]:
    """Read files that cannot be used; return the error, which must name the file."""

    def write_and_read(name: str, files: dict[str, str | bytes]) -> BadInput:
        with pytest.raises(BadInput) as caught:
            reading(name, files)
        error = caught.value
        assert error.file and error.file in str(error)
        return error

    return write_and_read
