"""Every verb that reads rows, on every kind of bad file and bad row."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hostile.conftest import Run, left_behind
from hostile.inputs import FILES, BadFile, BadRow, bad_rows, with_row
from hostile.verbs import READERS, Verb


def output_of(verb: Verb) -> list[str]:
    return [verb.output, verb.output_name] if verb.output else []


@pytest.mark.parametrize("verb", READERS, ids=str)
def test_the_good_rows_are_good(run: Run, folder: Path, verb: Verb) -> None:
    """Otherwise the other tests here could pass for the wrong reason."""
    name = f"in.{verb.reads}"
    (folder / name).write_text(verb.content())
    done = run(verb.call(name, *output_of(verb)))
    assert done.code == 0, done.err
    if verb.written:
        assert verb.written((folder / verb.output_name).read_text()) == len(verb.rows)


@pytest.mark.parametrize(
    ("verb", "bad"),
    [
        (verb, bad)
        for verb in READERS
        for bad in FILES
        if bad.format in verb.formats or bad.format == "xlsx"
    ],
    ids=str,
)
def test_a_file_that_cannot_be_used(run: Run, folder: Path, verb: Verb, bad: BadFile) -> None:
    bad.make(folder / bad.name, verb)
    (folder / verb.output_name).write_text("old")
    before = sorted(path.name for path in folder.iterdir())
    done = run(verb.call(bad.name, *output_of(verb)))
    assert done.code == 2, done
    assert done.err.startswith("qgauge: ")
    assert bad.name in done.err
    assert bad.said in done.err
    assert len(done.err) < 2000, "messages do not quote whole files"
    assert done.out == ""
    assert sorted(path.name for path in folder.iterdir()) == before
    assert (folder / verb.output_name).read_text() == "old"


@pytest.mark.parametrize("verb", READERS, ids=str)
def test_a_folder(run: Run, folder: Path, verb: Verb) -> None:
    (folder / f"in.{verb.reads}").mkdir()
    done = run(verb.call(f"in.{verb.reads}", *output_of(verb)))
    assert done.code == 2
    assert f"in.{verb.reads}" in done.err
    assert "folder" in done.err or "directory" in done.err or "data-collection.csv" in done.err


ROWS = [(verb, bad) for verb in READERS for bad in bad_rows(verb) if not verb.skims]


@pytest.mark.parametrize(("verb", "bad"), ROWS, ids=str)
def test_a_bad_row_stops_the_run(run: Run, folder: Path, verb: Verb, bad: BadRow) -> None:
    name = f"in.{verb.reads}"
    content, line = with_row(verb, bad)
    (folder / name).write_bytes(content)
    done = run(verb.call(name, *output_of(verb)))
    assert done.code == 2, done
    assert done.err.startswith(f"qgauge: {name}, line {line}")
    assert bad.said in done.err
    assert len(done.err) < 2000, "messages do not quote whole rows"
    assert done.out == ""
    assert [path.name for path in folder.iterdir()] == [name]


@pytest.mark.parametrize(
    ("verb", "bad"),
    [
        pytest.param(
            verb,
            bad,
            id=f"{verb}-{bad}",
            marks=[pytest.mark.slow] if verb.costly and bad is not bad_rows(verb)[0] else [],
        )
        for verb, bad in ROWS
        if verb.keeps_going
    ],
)
def test_a_bad_row_is_skipped(run: Run, folder: Path, verb: Verb, bad: BadRow) -> None:
    """No good row is lost, and the bad one is in the side file, where the user can fix it."""
    name = f"in.{verb.reads}"
    content, line = with_row(verb, bad)
    (folder / name).write_bytes(content)
    words = verb.call(name, *output_of(verb), "--keep-going", "--refused", "bad.jsonl")
    done = run(words)
    assert done.code == 1, done
    assert "1 row(s) refused and written to bad.jsonl" in done.err
    (refused,) = map(json.loads, (folder / "bad.jsonl").read_text().splitlines())
    assert (refused["file"], refused["line"]) == (name, line)
    assert bad.said in refused["problem"] or bad.said in refused["field"]
    if verb.written:
        assert verb.written((folder / verb.output_name).read_text()) == len(verb.rows)
    assert not left_behind(folder)


@pytest.mark.parametrize("verb", [verb for verb in READERS if verb.skims], ids=str)
def test_rows_that_nobody_asked_for_need_not_be_good(run: Run, folder: Path, verb: Verb) -> None:
    bad = b"".join(row.line + b"\n" for row in bad_rows(verb))
    (folder / "in.jsonl").write_bytes(bad + verb.content().encode() + bad)
    assert run(verb.call("in.jsonl")).code == 0
    (folder / "in.jsonl").write_bytes(bad)
    done = run(verb.call("in.jsonl"))
    assert done.code == 2
    assert "No row can be used. The first bad row: in.jsonl, line 1" in done.err


@pytest.mark.parametrize("verb", [verb for verb in READERS if verb.keeps_going], ids=str)
def test_no_row_is_good(run: Run, folder: Path, verb: Verb) -> None:
    """Only bad rows: with --keep-going all of them go to the side file, and the exit code is 2."""
    name = f"in.{verb.reads}"
    header = verb.content().encode().splitlines(keepends=True)[: verb.reads == "csv"]
    bad = [row.line + b"\n" for row in bad_rows(verb) if row.what != "a repeated respondent"]
    (folder / name).write_bytes(b"".join([*header, *bad]))
    words = verb.call(name, *output_of(verb), "--keep-going", "--refused", "bad.jsonl")
    done = run(words)
    assert done.code == 2, done
    assert name in done.err
    refused = [json.loads(line) for line in (folder / "bad.jsonl").read_text().splitlines()]
    assert len(refused) == len(bad)
    assert not (folder / verb.output_name).exists()
    assert not left_behind(folder)
