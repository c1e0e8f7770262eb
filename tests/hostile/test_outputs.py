"""Outputs that cannot be written, and readers that close the pipe."""

from __future__ import annotations

import fcntl
import os
import re
from pathlib import Path

import pytest
from helpers.fault_server import FaultServer
from hostile.conftest import Run, judge_at, left_behind
from hostile.forks import ForkServer
from hostile.verbs import READERS, VERBS, Row, Verb, each, written_as

WRITERS = [verb for verb in READERS if verb.output]
PIPE_SIZE = 4096
"""The smallest possible size, so that no output fits."""


def placed(verb: Verb, folder: Path) -> str:
    """Write the verb's good rows to a file."""
    name = f"in.{verb.reads}"
    (folder / name).write_text(verb.content())
    return name


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("/dev/full", "No space left"),
        ("none/out.jsonl", "the folder does not exist"),
        (".", "this is a folder"),
        ("", "empty"),
        ("in.jsonl", "this file is also an input"),
        ("out.jsonl.gz", "drop .gz"),
        ("o" * 300 + ".jsonl", "too long"),
        ("loop.jsonl", "symbolic links"),
    ],
)
@pytest.mark.parametrize("verb", WRITERS, ids=str)
def test_an_impossible_output(run: Run, folder: Path, verb: Verb, target: str, said: str) -> None:
    name = placed(verb, folder)
    (folder / "loop.jsonl").symlink_to("loop.jsonl")
    before = sorted(os.listdir(folder))
    target = target.replace("in.jsonl", name)
    done = run(verb.call(name, verb.output, target))
    assert done.code == 2, done
    assert said in done.err or "must end in .json" in done.err or "end in .html" in done.err
    kept = [file for file in os.listdir(folder) if not file.startswith("answers.sqlite")]
    assert sorted(kept) == before


@pytest.mark.parametrize("verb", [verb for verb in WRITERS if verb.output == "-o"], ids=str)
@pytest.mark.parametrize("target", ["out.txt", "out"])
def test_an_ending_that_names_no_format(run: Run, folder: Path, verb: Verb, target: str) -> None:
    name = placed(verb, folder)
    before = sorted(os.listdir(folder))
    done = run(verb.call(name, verb.output, target))
    assert done.code == 2
    ending = {"report": "must end in .html or .htm"}
    ending |= dict.fromkeys(("calibrate", "tune"), "must end in .json")
    if target == "out.txt":
        ending["generate"] = "say which format it is: --format aiken or --format gift"
    said = ending.get(verb.name, "choose one of .jsonl, .json, .csv")
    assert f"qgauge: {target}" in done.err and said in done.err
    assert sorted(os.listdir(folder)) == before  # no judge was asked, either


ROW_WRITERS = [verb for verb in WRITERS if verb.output_name == "out.jsonl"]


@pytest.mark.parametrize("verb", each(ROW_WRITERS))
@pytest.mark.parametrize("ending", ["json", "csv", "tsv", "xlsx", "parquet"])
def test_every_verb_writes_every_format(run: Run, folder: Path, verb: Verb, ending: str) -> None:
    name = placed(verb, folder)
    assert run(verb.call(name, verb.output, f"out.{ending}")).code == 0
    starts = {"json": b"[\n{", "xlsx": b"PK\x03\x04", "parquet": b"PAR1"}
    content = (folder / f"out.{ending}").read_bytes()
    assert content.startswith(starts.get(ending, content[:1]))
    if ending in ("csv", "tsv"):
        assert b"id" in re.split(b"[,\t\n]", content.removeprefix(b"\xef\xbb\xbf"), maxsplit=3)
    assert not left_behind(folder)


@pytest.mark.parametrize("ending", ["json", "csv", "tsv", "xlsx", "parquet"])
def test_a_disk_that_is_full_at_the_end(
    run: Run, folder: Path, full_disk: Path, ending: str
) -> None:
    target = full_disk / f"out.{ending}"
    target.write_text("old")
    verb = WRITERS[0]
    done = run(verb.call(placed(verb, folder), verb.output, str(target)))
    assert done.code == 2, done
    assert f"{target}: cannot write here: No space left on device" in done.err
    assert target.read_text() == "old"
    assert not left_behind(full_disk)


@pytest.mark.parametrize("verb", WRITERS, ids=str)
def test_a_full_disk(run: Run, folder: Path, full_disk: Path, verb: Verb) -> None:
    name = placed(verb, folder)
    target = full_disk / verb.output_name
    target.write_text("old")
    done = run(verb.call(name, verb.output, str(target)))
    assert done.code == 2, done
    assert f"{target}: cannot write here: No space left on device" in done.err
    assert target.read_text() == "old"
    assert not left_behind(full_disk)


@pytest.mark.parametrize("verb", each(WRITERS))
def test_an_output_of_another_user(
    forks: ForkServer, nobody: int, server: FaultServer, shared: Path, folder: Path, verb: Verb
) -> None:
    """A file and a folder of root, and a run by the user nobody."""
    name = placed(verb, shared)
    folder.chmod(0o777)  # for the answers of the judge
    for target in (shared / "locked" / verb.output_name, shared / verb.output_name):
        target.parent.mkdir(exist_ok=True)
        target.write_text("old")
        target.chmod(0o644)
        words = judge_at(server, folder / "answers.sqlite", verb.call(name, verb.output, target))
        with forks.start(words, shared, logs=folder, uid=nobody) as fork:
            assert fork.wait() == 2, fork.err
        assert "Traceback" not in fork.err
        assert f"{target}: cannot write here: " in fork.err
        assert target.read_text() == "old"
        assert not left_behind(target.parent)


@pytest.mark.parametrize("verb", each(VERBS))
def test_a_full_stdout(forks: ForkServer, server: FaultServer, folder: Path, verb: Verb) -> None:
    words = verb.call(placed(verb, folder)) if verb.rows else verb.bare()
    words = judge_at(server, folder / "answers.sqlite", words)
    with forks.start(words, folder, stdout="/dev/full") as fork:
        assert fork.wait() == 2, fork.err
    assert "No space left on device" in fork.err
    assert "Traceback" not in fork.err and "Exception" not in fork.err


@pytest.mark.parametrize("verb", each(VERBS))
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_closed_stream(
    forks: ForkServer, server: FaultServer, folder: Path, verb: Verb, stream: str
) -> None:
    words = verb.call(placed(verb, folder)) if verb.rows else verb.bare()
    words = judge_at(server, folder / "answers.sqlite", words)
    with forks.start(words, folder, **{stream: "closed"}) as fork:
        assert fork.wait() == (2 if stream == "stdout" else 0)
    if stream == "stdout":
        assert fork.err == "qgauge: stdout is closed, so nothing can be printed.\n"


def _long(row: Row) -> Row:
    long = "x " * 4500
    if "text" in row and "question" not in row:  # each question is written with its passage
        return row | {"text": row["text"] + " The sun was warm." * 60}
    if "question" not in row:  # an article; other fields of its row are not written
        return row | {"sentences": [one + long for one in row["sentences"]]}
    return row | {"more": long}


@pytest.mark.parametrize("verb", each([verb for verb in WRITERS if verb.written]))
def test_a_reader_that_closes_the_pipe(
    forks: ForkServer, server: FaultServer, folder: Path, verb: Verb
) -> None:
    """As with `| head -1`; the rows exceed the capacity of a pipe."""
    times = range(3 if verb.costly else 9)
    rows = [_long(row) | {"id": f"{row['id']}-{at}"} for at in times for row in verb.rows]
    name = f"in.{verb.reads}"
    (folder / name).write_text(written_as(rows, verb.reads))
    os.mkfifo(folder / "pipe")
    words = judge_at(server, folder / "answers.sqlite", verb.call(name, verb.output, "-"))
    pipe = os.open(folder / "pipe", os.O_RDWR)  # O_RDWR does not wait for a reader
    fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_SIZE)
    with forks.start(words, folder, stdout="pipe") as fork:
        os.read(pipe, 1)
        os.close(pipe)
        assert fork.wait() == 1, fork.err
    assert "Traceback" not in fork.err and "Exception" not in fork.err
    assert "Broken pipe" not in fork.err
