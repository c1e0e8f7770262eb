"""Caches, stored answers and models that are damaged, on a full disk, or owned by another user."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.fault_server import FaultServer
from hostile.conftest import Run, judge_at
from hostile.forks import ForkServer
from hostile.sessions import QGAUGE
from hostile.verbs import READERS

from qgauge.models.files import FOLDER
from qgauge.tools.cache import Cache

SEED = 7 if os.environ.get("CI") else random.randrange(10**6)
PARSED = ["score", "in.jsonl", "-m", "answerability:names=parser", "-o", "out.jsonl"]
"""A run that uses the parser, and therefore the cache."""
JUDGED = next(verb for verb in READERS if verb.name == "judge run")


def flipped(data: bytes, seed: int) -> bytes:
    """Flip eight random bits."""
    draw, changed = random.Random(seed), bytearray(data)
    for _ in range(8):
        changed[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    return bytes(changed)


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "the first 100 bytes": lambda data: data[:100],
    "half of it": lambda data: data[: len(data) // 2],
    "all but a byte": lambda data: data[:-1],
    "more than it": lambda data: data + b"\0" * 5000,
    "zeros": lambda data: b"SQLite format 3\0" + b"\0" * len(data),
    **{f"bits flipped, {at}": lambda data, at=at: flipped(data, SEED + at) for at in range(3)},
}


@pytest.fixture
def parsed(run: Run, folder: Path) -> bytes:
    """Return the output of a run without a cache; a second run fills cache.sqlite."""
    (folder / "in.jsonl").write_text(READERS[0].content())
    assert run([*PARSED, "--cache", "off"]).code == 0
    without = (folder / "out.jsonl").read_bytes()
    assert run([*PARSED, "--cache", "cache.sqlite"]).code == 0
    assert (folder / "out.jsonl").read_bytes() == without
    Cache(folder / "cache.sqlite").close()
    (folder / "out.jsonl").unlink()
    return without


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_cache_changes_no_score(
    run: Run, folder: Path, parsed: bytes, damage: str
) -> None:
    file = folder / "cache.sqlite"
    file.write_bytes(DAMAGE[damage](file.read_bytes()))
    for _ in range(2):
        done = run([*PARSED, "--cache", "cache.sqlite"])
        assert done.code == 0, done.err
        assert (folder / "out.jsonl").read_bytes() == parsed
        Cache(file).close()
    assert done.err == "", "the second run finds an intact cache"


@pytest.mark.slow
def test_a_cache_of_another_user(
    forks: ForkServer, nobody: int, folder: Path, parsed: bytes
) -> None:
    """The cache file or its folder is read-only: its entries may be used."""
    folder.chmod(0o777)
    (folder / "locked").mkdir(mode=0o755)
    shutil.copy("cache.sqlite", folder / "locked" / "cache.sqlite")
    before = (folder / "cache.sqlite").read_bytes()
    for cache in ("cache.sqlite", "locked/cache.sqlite", "locked/new.sqlite"):
        with forks.start([*PARSED, "--cache", cache], folder, uid=nobody) as fork:
            assert fork.wait() == 0, fork.err
        assert "Traceback" not in fork.err
        assert (folder / "out.jsonl").read_bytes() == parsed
        assert fork.err == "" or (cache in fork.err and "results are not cached" in fork.err)
        for made in ("out.jsonl", "stdout.txt", "stderr.txt"):
            (folder / made).unlink()
    assert (folder / "cache.sqlite").read_bytes() == before
    assert not list(folder.glob("**/*damaged*")) and not list(folder.glob("**/new*"))


def test_a_cache_on_a_full_disk(run: Run, folder: Path, full_disk: Path, parsed: bytes) -> None:
    done = run([*PARSED, "--cache", str(full_disk / "cache.sqlite")])
    assert done.code == 0, done.err
    assert "results are not cached" in done.err
    assert (folder / "out.jsonl").read_bytes() == parsed


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (at % 3 > 0))
        for at, name in enumerate(DAMAGE)
        if name != "zeros"  # it may be another program's file, so it is not touched
    ],
)
def test_damaged_answers_are_recovered_or_asked_again(
    run: Run, folder: Path, server: FaultServer, damage: str
) -> None:
    (folder / "in.jsonl").write_text(JUDGED.content())
    words = JUDGED.call("in.jsonl", "-o", "out.jsonl")
    assert run(words).code == 0
    first = (folder / "out.jsonl").read_bytes()
    store = folder / "answers.sqlite"
    store.write_bytes(DAMAGE[damage](store.read_bytes()))
    (folder / "out.jsonl").unlink()
    done = run(words)
    assert done.code == 0, done.err
    assert (folder / "out.jsonl").read_bytes() == first
    assert "0 new answers" in run(words).err


@pytest.mark.parametrize("place", ["folder.sqlite", "file/a.sqlite", "/proc/none/a.sqlite"])
def test_a_store_that_cannot_be_written(run: Run, folder: Path, place: str) -> None:
    (folder / "folder.sqlite").mkdir()
    (folder / "file").touch()
    (folder / "in.jsonl").write_text(JUDGED.content())
    judge = f"server:m@http://127.0.0.1:9/v1,store={place}"
    words = ["in.jsonl", "--rubric", "fluency", "--judge", judge]
    for verb in ("run", "estimate"):
        done = run(["judge", verb, *words])
        assert done.code == 2
        assert "The judge's answers" in done.err and str(folder / place) in done.err
        assert done.err.count("\n") == 1


def test_a_store_on_a_full_disk_is_not_touched(run: Run, folder: Path, full_disk: Path) -> None:
    """Keeping the paid answers is more important than the run."""
    (folder / "in.jsonl").write_text(JUDGED.content())
    assert run(JUDGED.call("in.jsonl")).code == 0
    paid = (folder / "answers.sqlite").read_bytes()
    (full_disk / "filler").write_bytes(b"")
    (full_disk / "filler").unlink()
    subprocess.run(["mount", "-o", f"remount,size={len(paid)}", full_disk], check=True)
    (full_disk / "answers.sqlite").write_bytes(paid)
    judge = f"server:m@http://127.0.0.1:9/v1,store={full_disk / 'answers.sqlite'}"
    done = run(["judge", "run", "in.jsonl", "--rubric", "fluency", "--judge", judge])
    assert done.code == 2, done
    assert str(full_disk / "answers.sqlite") in done.err
    assert (full_disk / "answers.sqlite").read_bytes() == paid
    assert not list(full_disk.glob("*damaged*"))


def test_a_store_of_another_user_is_not_touched(
    run: Run, forks: ForkServer, nobody: int, server: FaultServer, folder: Path
) -> None:
    (folder / "in.jsonl").write_text(JUDGED.content())
    assert run(JUDGED.call("in.jsonl")).code == 0
    paid = (folder / "answers.sqlite").read_bytes()
    folder.chmod(0o777)
    words = judge_at(server, folder / "answers.sqlite", JUDGED.call("in.jsonl"))
    with forks.start(words, folder, uid=nobody) as fork:
        assert fork.wait() == 2, fork.err
    assert "Traceback" not in fork.err
    assert str(folder / "answers.sqlite") in fork.err
    assert (folder / "answers.sqlite").read_bytes() == paid
    assert not list(folder.glob("*damaged*"))


# ------------------------------------------------------------------ models


MODEL_RUNS = {
    "linguist.onnx": ["score", "in.jsonl", "-m", "answerability:names=parser"],
    "tokenizer.json": ["models", "try", "grammarian", "Who are you?"],
    "reader.onnx": ["models", "try", "reader", "Who built it?", "Marta built it."],
    "vectors.bin": ["models", "try", "embedder", "a pool", "a bath"],
    "qud.json": ["qud", "eval", "edges.jsonl", "--criterion", "relevance"],
    "learned_reference.json": ["score", "in.jsonl", "-m", "learned_reference"],
}


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        pytest.param(name, damage, marks=[pytest.mark.slow] * (row > 1 or column > 0))
        for row, name in enumerate(MODEL_RUNS)
        for column, damage in enumerate(["bits flipped, 0", "half of it", "empty", "more than it"])
    ],
)
def test_a_damaged_model_is_refused(folder: Path, name: str, damage: str) -> None:
    """Run a copy of the package in which only one model file is damaged."""
    package = folder / "copy" / "qgauge"
    shutil.copytree(FOLDER.parent, package, copy_function=os.symlink, symlinks=True)
    # modules find model files relative to their own location, so links would not do
    for module in package.rglob("*.py"):
        content = module.read_bytes()
        module.unlink()
        module.write_bytes(content)
    model = package / "models" / name
    data = (FOLDER / name).read_bytes()
    model.unlink()
    model.write_bytes(DAMAGE[damage](data))
    (folder / "in.jsonl").write_text(READERS[0].content())
    edges = next(verb for verb in READERS if verb.name == "qud eval")
    (folder / "edges.jsonl").write_text(edges.content())
    done = subprocess.run(
        [*QGAUGE, *MODEL_RUNS[name]],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(folder / "copy")},
        cwd=folder,
    )
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert f"{model} is " in done.stderr.replace("\n", "")
    assert "pip install --force-reinstall" in done.stderr
