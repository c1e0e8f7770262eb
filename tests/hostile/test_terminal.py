"""User text is printed literally: control characters are escaped, and markup has no effect."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hostile.conftest import CONTROLS, EVIL, MARKUP, Done, Run
from hostile.sessions import QGAUGE
from hostile.verbs import READERS, SERVER, Verb, written_as


def assert_harmless(done: Done) -> None:
    found = CONTROLS.search(done.out + done.err)
    assert found is None, (done.out + done.err)[max(0, found.start() - 60) : found.end() + 60]


def spoiled(value: Any, verb: Verb) -> Any:
    """Append EVIL to every string of a row, and to the names that users choose."""
    if isinstance(value, str):
        return value + EVIL
    if isinstance(value, list):
        return [spoiled(one, verb) for one in value]
    if not isinstance(value, dict):
        return value
    row = {}
    for name, inner in value.items():
        if name == "ratings" and verb.name.startswith("qud"):
            row[name] = inner  # their names and values are fixed
        elif name in ("ratings", "annotators", "systems"):
            row[name] = {key + EVIL: spans for key, spans in inner.items()}
        else:
            row[name] = spoiled(inner, verb)
    return row | {f"column{EVIL}": EVIL}


def write_spoiled(verb: Verb, folder: Path) -> list[str]:
    """Write a file of such rows under such a name, and return the arguments that read it."""
    name = f"in{EVIL}.{verb.reads}".replace("/", "")
    if verb.reads == "csv":
        evil = EVIL.replace("\r", "")  # CR would end the line
        content = written_as(
            [{key + evil: cell for key, cell in row.items()} for row in verb.rows], "csv"
        )
        words = verb.call(name, "--respondent", f"respondent{evil}")
    else:
        content = written_as([spoiled(row, verb) for row in verb.rows], "jsonl")
        words = verb.call(name)
    (folder / name).write_text(content)
    return words


@pytest.mark.parametrize("verb", READERS, ids=str)
def test_rows_full_of_escapes_and_markup(run: Run, folder: Path, verb: Verb) -> None:
    words = write_spoiled(verb, folder)
    for more in (
        [],
        ["--json"] * verb.json,
        *([[verb.output, "-"]] if verb.output and verb.written else []),
    ):
        done = run([*words, *more])
        assert done.code == 0, done.err
        assert_harmless(done)
        # these print no rows, or rows as HTML
        if verb.name not in ("judge estimate", "report", "annotate serve"):
            assert MARKUP in done.out + done.err


NO_FILE = f"none{MARKUP}{EVIL}.jsonl".replace("/", "")


@pytest.mark.parametrize(
    "words",
    [
        *(verb.call(NO_FILE) for verb in READERS),
        ["score", "in.jsonl", "-m", EVIL],
        ["score", "in.jsonl", "-m", f"bleu1:{EVIL}=1"],
        ["score", "in.jsonl", "-m", f"bleu1:level={EVIL}"],
        ["score", "in.jsonl", "-m", "bleu1", "--format", EVIL],
        ["score", "in.jsonl", "-m", "bleu1", "--references", NO_FILE],
        ["score", "in.jsonl", "-m", "bleu1", "-o", f"{EVIL}/out.jsonl"],
        ["score", "in.jsonl", "-m", "bleu1", "--workers", EVIL],
        ["score", "in.jsonl", "-m", "qsts", "--parser", EVIL],
        ["score", "in.jsonl", "-m", "qsts", "--parser", f"spacy:{EVIL}"],
        ["score", "in.jsonl", "-m", "qsts", "--embedder", f"vectors:{EVIL}"],
        ["score", "in.jsonl", f"--{EVIL}"],
        ["explain", "in.jsonl", "--id", EVIL],
        ["explain", "in.jsonl", "--system", EVIL],
        ["explain", "--question", EVIL, "--reference", EVIL, "-m", "bleu1"],
        ["compare", "in.jsonl", "-m", "bleu1", "--baseline", EVIL],
        ["meta", "in.jsonl", "-m", "bleu1", "--dimension", EVIL],
        ["meta", "in.jsonl", "-m", "bleu1", "--level", EVIL],
        ["meta", "--data", f"{EVIL}={EVIL}"],
        ["meta", "--data", f"squad={EVIL}"],
        ["tune", "in.jsonl", "-m", EVIL],
        ["noise", "in.jsonl", "-k", EVIL],
        ["set", "in.jsonl", "--keep", "1", "--quality", EVIL],
        ["set", "in.jsonl", "--concepts", NO_FILE],
        ["items", "in.csv", "--by", EVIL],
        ["items", "in.csv", "--ignore", EVIL],
        ["concepts", "in.jsonl", "--explain", EVIL],
        ["concepts", "--annotator", f"{EVIL}={EVIL}"],
        ["qud", "eval", "in.jsonl", "--method", EVIL],
        ["qud", "show", "in.jsonl", "--article", EVIL],
        ["qud", "parse", "in.jsonl", "--answers", EVIL],
        ["judge", "run", "in.jsonl", "--rubric", EVIL, "--judge", SERVER],
        ["judge", "run", "in.jsonl", "--rubric", "fluency", "--judge", f"server:{EVIL}"],
        ["judge", "cache", "--store", NO_FILE],
        ["judge", "cache", "--before", EVIL],
        ["models", "try", EVIL, EVIL],
        ["models", "try", "parser", "x", "--engine", EVIL],
        ["models", "try", "grammarian", f"Who are you?{EVIL}"],
        ["models", "cache", "--clear", "--tool", EVIL],
        ["list", EVIL],
        ["list", "metrics", EVIL],
        [EVIL],
        ["models", EVIL],
    ],
    ids=lambda words: " ".join(words).replace(EVIL, "EVIL").replace(NO_FILE, "NO_FILE"),
)
def test_messages_full_of_escapes_and_markup(run: Run, folder: Path, words: list[str]) -> None:
    row = READERS[0].content()
    (folder / "in.jsonl").write_text(row)
    (folder / "in.csv").write_text("respondent,c1\np1,1\n")
    done = run(words)
    assert done.code in ((0,) if "--question" in words or "grammarian" in words else (2,)), done
    assert_harmless(done)
    assert done.out + done.err


def test_warnings_full_of_escapes(run: Run, folder: Path) -> None:
    cache = f"cache{EVIL}.sqlite".replace("/", "")
    (folder / cache).write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    (folder / "in.jsonl").write_text(READERS[0].content())
    done = run(["score", "in.jsonl", "-m", "answerability:names=parser", "--cache", cache])
    assert done.code == 0, done.err
    assert "was damaged" in done.err
    assert_harmless(done)


def test_rows_cannot_control_a_real_terminal(folder: Path) -> None:
    """The only control sequences are those of colours and the progress bar."""
    words = write_spoiled(READERS[0], folder)
    main, side = pty.openpty()
    with subprocess.Popen(
        [*QGAUGE, *words], stdout=side, stderr=side, stdin=subprocess.DEVNULL,
        env={**os.environ, "COLUMNS": "300", "TERM": "xterm"},
    ) as process:  # fmt: skip
        os.close(side)
        shown = b""
        try:
            while block := os.read(main, 1 << 16):
                shown += block
        except OSError:
            pass  # a terminal reports this when the other side is closed
        finally:
            os.close(main)
    assert process.returncode == 0
    text = shown.decode()
    assert MARKUP in text.replace("\r\n", "")
    assert "\x1b]0;" not in text and "\x1b[31m" not in text and "\x9b" not in text
    assert "\x07" not in text and "\b" not in text and "\x7f" not in text
