"""The comparison of two machines: its counts, and the agreement of an emulated processor."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from benchmarks import PROJECT
from benchmarks.parity import processors


def test_words_digits_and_differences_are_counted_separately() -> None:
    here = {
        "one": {"answer": "3 5 tea", "sure": 0.5, "all": [0.1, 0.2]},
        "two": {"answer": "0 2 no", "sure": 0.25},
        "three": {"answer": "0 2 no", "sure": 0.5},
    }
    there = {
        "one": {"answer": "3 5 tea", "sure": 0.50000001, "all": [0.1, 0.2]},
        "two": {"answer": "1 2 no", "sure": 0.2502},
        "three": {"answer": "0 2 no", "sure": None},
    }
    found = {name: rest for name, *rest in processors.lines(here, there)}
    assert found["answer"] == [3, 1, 0, 0.0]
    assert found["sure"][:3] == [
        3,
        1,
        1,
    ]  # unscored there counts as different words; .2502 as a different digit
    assert found["sure"][3] == pytest.approx(0.0002)
    assert found["all"] == [1, 0, 0, 0.0]


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("qemu-x86_64"), reason="qemu-user is not installed")
def test_a_processor_without_avx_gives_the_same_values() -> None:
    """Takes a minute or two: two texts and a pair, every number within the bound of the table."""
    script = ["-m", "benchmarks.parity.processors", "--cpu", "Nehalem"]
    options = ["--texts", "2", "--pairs", "1", "--examples"]
    done = subprocess.run(
        [sys.executable, *script, *options],
        check=True,
        capture_output=True,
        text=True,
        cwd=PROJECT,
    )
    rows = [line.strip("| ").split(" | ") for line in done.stdout.splitlines() if " | " in line]
    measured = {name: (int(other), float(step)) for name, _, other, *_, step in rows[1:]}
    assert set(measured) >= {"tree", "well-formed", "confidence", "surprise", "entailment"}
    assert all(other == 0 for other, _ in measured.values()), done.stdout
    assert all(step <= 0.01 for _, step in measured.values()), done.stdout
