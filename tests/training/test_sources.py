"""The models were trained on the listed files, under open licences, without evaluation texts."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.shared_data import shared_folder

TRAINING = Path(__file__).parents[2] / "training"
LISTED: list[dict[str, str]] = [
    each
    for name in ("linguist", "reader")
    for each in json.loads((TRAINING / name / "sources.json").read_text(encoding="utf-8"))
]
TRAINED_ON = sorted(
    {
        each["file"]
        for each in LISTED
        if each["file"] != "WordNet" and not each["used for"].endswith("(measuring)")
    }
)
OPEN = ("CC BY", "MIT", "Apache", "mixed: OANC", "MNLI OANC", "WordNet", "none stated; public res")
ENOUGH = 8
"""Words in a text that two texts do not share by chance; anyone may ask "What is in the air?"."""


def test_only_permitted_files_are_used_for_training() -> None:
    for file in TRAINED_ON:
        assert file.startswith("train/") or file == "eval/query_wellformedness/train.tsv"
        assert file.split("/")[1] not in ("cola", "mrpc", "sts_2012_2016")
        assert "SEC-filings" not in file
        assert "mctest" not in file


@pytest.mark.parametrize("each", LISTED, ids=lambda each: each["file"])
def test_licences_are_open(each: dict[str, str]) -> None:
    assert each["licence"].startswith(OPEN)


@pytest.mark.parametrize("file", TRAINED_ON)
def test_the_files_match_the_list(file: str) -> None:
    digests = {each["sha256"] for each in LISTED if each["file"] == file}
    assert digests == {hashlib.sha256((shared_folder() / file).read_bytes()).hexdigest()}


@pytest.mark.slow
def test_no_judged_text_is_trained_on() -> None:
    shared = shared_folder()
    trained = {digest for file in TRAINED_ON for digest in digests(shared / file)}
    assert len(trained) > 100_000
    judged = {
        path: set(digests(path))
        for path in sorted((shared / "eval").rglob("*"))
        if path.suffix in (".tsv", ".csv", ".json", ".txt") and "wellformedness" not in str(path)
    }
    assert len(set.union(*judged.values())) > 5_000
    for path, found in judged.items():
        assert not found & trained, path


def digests(path: Path) -> Iterator[bytes]:
    """Yield digests of every text of a file and of every sentence in it, by letters and digits."""
    for text in texts(path):
        for part in {text, *re.split(r"(?<=[.!?])\s+", text)}:
            if len(part.split()) >= ENOUGH:
                yield hashlib.sha256(re.sub(r"[^a-z0-9]+", "", part.lower()).encode()).digest()[:8]


def texts(path: Path) -> Iterator[str]:
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8", "replace")
    if "jsonl" in path.name:
        for line in text.splitlines():
            yield from strings(json.loads(line))
    elif "json" in path.name:
        yield from strings(json.loads(text))
    elif "conllu" in path.name:
        yield from re.findall(r"^# text = (.*)$", text, re.MULTILINE)
    elif "conll" in path.name or "iob2" in path.name or "emerging" in path.name:
        column = 1 if "iob2" in path.name else 0
        for block in re.split(r"\n\s*\n", text):
            rows = [line.split() for line in block.splitlines() if not line.startswith("#")]
            yield " ".join(row[column] for row in rows if len(row) > column)
    else:
        for line in text.splitlines():
            yield from re.split(r'\t|","|,"|",', line)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        if all(isinstance(each, str) for each in value):
            yield " ".join(value)
        for each in value:
            yield from strings(each)
