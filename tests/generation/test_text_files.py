"""Texts are read from files, rows and Python values."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from qgauge.core import BadInput
from qgauge.generation.text_files import TextFiles, documents_of


def read(*files: Path | str, **more: Any) -> list[tuple[str, str]]:
    with TextFiles([str(one) for one in files], **more) as texts:
        return [(one.id, one.text) for one in texts.documents()]


def test_formats(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The mill.\n", encoding="utf-8")
    (tmp_path / "b.md").write_text("# B\n\nThe *mill*.\n", encoding="utf-8")
    (tmp_path / "c.txt.gz").write_bytes(gzip.compress(b"The mill."))
    rows = [
        {"id": "p", "passage": "The mill."},
        {"text": "The mill."},
        {"id": 7, "sentences": ["The mill.", "It turns."]},
        {"id": "s", "Story": "The mill."},
    ]
    lines = "".join(f"{json.dumps(row)}\n" for row in rows)
    (tmp_path / "d.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "e.json").write_text(json.dumps([{"id": "e", "text": "The mill."}]))
    files = [tmp_path / name for name in ("a.txt", "b.md", "c.txt.gz", "d.jsonl", "e.json")]
    found = read(*files)
    assert [name for name, _ in found] == ["a", "b", "c", "p", "2", "7", "s", "e"]
    assert {text for name, text in found if name != "7"} == {"The mill."}
    assert dict(found)["7"] == "The mill. It turns."


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"The mill.", [("stdin", "The mill.")]),
        (b"[Note] The mill.", [("stdin", "[Note] The mill.")]),
        (b'{"id": "a", "text": "The mill."}\n', [("a", "The mill.")]),
        (b'[{"id": "a",\n "text": "The mill."}]', [("a", "The mill.")]),
    ],
)
def test_stdin(
    monkeypatch: pytest.MonkeyPatch, content: bytes, expected: list[tuple[str, str]]
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    assert read("-") == expected


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"", "there is no text in this file"),
        ("a.txt", b" \n--\n", "there is no text in this file"),
        ("a.md", b"# Only a title\n", "there is no text in this file"),
        ("a.txt", "Straße. ".encode() + b"\xff", "line 1: not UTF-8 at byte 10"),
        ("a.pdf", b"%PDF", "cannot read .pdf files; save it as .txt, .md or .jsonl first"),
        ("a", b"x", "the name does not show what it is"),
        ("a.jsonl", b'{"id": "a"}\n', "line 1: the row has no text"),
        ("a.jsonl", b'{"text": 3}\n', "line 1, field 'text': must be a string"),
        ("a.jsonl", b'{"text": " "}\n', "line 1, field 'text': there is no text here"),
        ("a.jsonl", b'{"sentences": "x"}\n', "field 'sentences': must be a list of strings"),
        ("a.jsonl", b'{"id": [], "text": "x"}\n', "field 'id': must be a string or a whole"),
        ("a.jsonl", b'{"id":1,"text":"x"}\n{"id":1,"text":"y"}\n', "line 2, field 'id': the text"),
        ("a.jsonl", b"{bad}\n", "line 1"),
        ("a.jsonl", b"", "found no texts"),
    ],
)
def test_bad_files(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInput) as raised:
        read(tmp_path / name)
    assert message in str(raised.value)


def test_missing_files_and_folders(tmp_path: Path) -> None:
    for name in ("no.txt", "no"):
        with pytest.raises(BadInput, match="there is no such file"):
            read(tmp_path / name)
    with pytest.raises(BadInput, match="this is a folder"):
        read(tmp_path)
    with pytest.raises(BadInput, match="give a text"):
        TextFiles([])


def test_windows_texts_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("Die Straße.".encode("cp1252"))
    assert read(tmp_path / "a.txt") == [("a", "Die Straße.")]


def test_bad_rows_may_be_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"text": ""}\n{"text": "The mill."}\n')
    side = tmp_path / "bad.jsonl"
    found = read(tmp_path / "a.jsonl", keep_going=True, refused_file=str(side))
    assert found == [("2", "The mill.")]
    assert "there is no text here" in side.read_text()


def test_python_values(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("The mill.")
    mixed = ["A text.", str(file), file, {"id": "r", "passage": "A row."}]
    found = [(one.id, one.text) for one in documents_of(mixed)]
    assert found == [
        ("text1", "A text."),
        ("a", "The mill."),
        ("a (3)", "The mill."),
        ("r", "A row."),
    ]
    assert documents_of("Read a.txt\nor b.txt")[0].text == "Read a.txt or b.txt"
    for bad in (3, [], [3], [""], "no.txt"):
        with pytest.raises(BadInput):
            documents_of(bad)
