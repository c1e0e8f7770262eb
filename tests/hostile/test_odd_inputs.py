"""Unusual but valid files: they give the same results as the plain file, and no cell is changed."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from hostile.conftest import Run, judge_at
from hostile.forks import ForkServer
from hostile.sessions import members, needs_proc, until
from hostile.verbs import CHECKSUMS, DATABASE, READERS, Verb, each

FORMS: dict[str, Callable[[str], bytes]] = {
    "with a UTF-8 BOM": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "as UTF-16": lambda text: text.encode("utf-16"),
    "as UTF-32": lambda text: text.encode("utf-32"),
    "with CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "with blank lines": lambda text: text.replace("\n", "\n\n\n").encode(),
    "without a final newline": lambda text: text.rstrip("\n").encode(),
    "gzipped": lambda text: gzip.compress(text.encode()),
    "gzipped in two parts": lambda text: (
        gzip.compress(text[:50].encode()) + gzip.compress(text[50:].encode())
    ),
}


@pytest.mark.parametrize("verb", each(READERS))
def test_the_same_rows_in_another_form(run: Run, folder: Path, verb: Verb) -> None:
    name = f"in.{verb.reads}"
    (folder / name).write_text(verb.content())
    form_of_output = ["--json"] * verb.json
    plain = run(verb.call(name, *form_of_output))
    assert plain.code == 0, plain.err
    for form, made in FORMS.items():
        (folder / name).write_bytes(made(verb.content()))
        (folder / DATABASE).unlink(missing_ok=True)
        done = run(verb.call(name, *form_of_output))
        assert done.code == 0, (form, done.err)
        if verb.name not in CHECKSUMS:
            assert done.out == plain.out, form


@needs_proc
@pytest.mark.parametrize("verb", each(READERS))
def test_a_named_pipe(forks: ForkServer, server: object, folder: Path, verb: Verb) -> None:
    """A pipe can be read only once, from the start; a verb that reads it again would hang."""
    pipe = folder / f"in.{verb.reads}"
    os.mkfifo(pipe)
    Thread(target=pipe.write_text, args=(verb.content(),), daemon=True).start()
    words = judge_at(server, folder / "answers.sqlite", verb.call(pipe.name))
    with forks.start(words, folder) as fork:
        until(lambda: not members(fork.pid), "the run ends")
        assert fork.wait() == 0, fork.err


FORMULAS = ["=1+1", "+1", "-1", "@SUM(1)", "\tx", "=cmd|' /C calc'!A0", '=HYPERLINK("http://x")']
"""Cells that a spreadsheet would execute. The command writes no tables, so they are not changed."""


@pytest.mark.parametrize("form", ["csv", "tsv"])
def test_formulas_are_texts(run: Run, folder: Path, form: str) -> None:
    cells = [one for one in FORMULAS if form == "csv" or "\t" not in one]
    quoted = [f'"{one.replace(chr(34), chr(34) * 2)}"' if form == "csv" else one for one in cells]
    between = "," if form == "csv" else "\t"
    lines = [between.join(["question", "references", "=note"])]
    lines += [between.join([one, one, one]) for one in quoted]
    (folder / f"in.{form}").write_text("\n".join(lines))
    done = run(["score", f"in.{form}", "-m", "bleu1", "-o", "out.jsonl"])
    assert done.code == 0, done.err
    rows = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
    assert [row["=note"] for row in rows] == cells
    assert [row["question"] for row in rows] == cells
    assert [row["references"] for row in rows] == [[one] for one in cells]
