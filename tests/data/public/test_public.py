"""Tests for all public data sets, regardless of format."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from qgauge.core.errors import BadInput, BadSetting
from qgauge.data.public import DATASETS, Dataset, read_public

Reading = Callable[..., Dataset]


def test_unknown_set(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"no data set 'qg_eval'\. Did you mean 'qgeval'"):
        read_public("qg_eval", tmp_path)


@pytest.mark.parametrize("name", DATASETS)
def test_missing_and_empty_files(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        read_public(name, tmp_path / "missing.tsv")
    with pytest.raises(BadInput, match="the folder has none of the files"):
        read_public(name, tmp_path)
    (tmp_path / "blank").write_bytes(b"")
    with pytest.raises(BadInput, match=r"blank.*(found no rows|not JSON|the file is empty)"):
        read_public(name, tmp_path / "blank")


@pytest.mark.parametrize("name", DATASETS)
@pytest.mark.parametrize("content", [b"\x1f\x8b\x08damaged", b"\xff\xfea", b"\0\0\0\0", b"a\tb"])
def test_junk_is_refused_without_a_traceback(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(content)
    with pytest.raises(BadInput) as caught:
        read_public(name, tmp_path / "junk")
    assert "junk" in str(caught.value)


def test_the_digest_is_what_sha256sum_prints(reading: Reading) -> None:
    one = reading("query_wellformedness", {"dev.tsv": "Q ?\t0.2\n"})
    of_dev = hashlib.sha256(b"Q ?\t0.2\n").hexdigest()
    assert one.digest == of_dev
    two = reading("query_wellformedness", {"dev.tsv": "Q ?\t0.2\n", "train.tsv": "R ?\t0.4\n"})
    of_train = hashlib.sha256(b"R ?\t0.4\n").hexdigest()
    listing = f"{of_dev}  dev.tsv\n{of_train}  train.tsv\n"
    assert two.digest == hashlib.sha256(listing.encode()).hexdigest()


def test_the_page_shows_the_same_table() -> None:
    page = (Path(__file__).parent.parent.parent.parent / "docs" / "datasets.md").read_text("utf-8")
    for name, known in DATASETS.items():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
        for fact in (known.source, known.licence, *(f"`{file}`" for file in known.files)):
            assert fact in row, (name, fact)
