"""Encodings and newlines, in every text format."""

from __future__ import annotations

import codecs
import io
import json

import pytest

from qgauge.core.errors import BadInput
from qgauge.core.example import Example
from qgauge.data import Refused, read

FILES = {
    "a.jsonl": '{"question": "Où?"}\n{"question": "Ça 😀?"}\n',
    "a.json": '[{"question": "Où?"}, {"question": "Ça 😀?"}]',
    "a.csv": "question,x\nOù?,1\nÇa 😀?,2\n",
    "a.tsv": "question\tx\nOù?\t1\nÇa 😀?\t2\n",
    "a.txt": "Où?\nÇa 😀?\n",
}
ODD = "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\x1dh?"
"""Characters at which str.splitlines would split a row."""


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_utf8_and_utf16_and_utf32_with_a_bom(examples, name, mark, encoding):
    found = examples(name, mark + FILES[name].encode(encoding))
    assert [example.question for example in found] == ["Où?", "Ça 😀?"]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(("encoding", "byte"), [("utf-16-le", 2), ("utf-16-be", 1)])
def test_utf16_without_a_bom_is_refused(failure, name, encoding, byte):
    error = failure(name, FILES[name].encode(encoding))
    assert error.line == 1
    assert f"byte {byte}" in error.problem and "save the file as UTF-8" in error.problem


def test_latin1_in_jsonl_is_refused_with_its_byte(rows):
    found = rows("a.jsonl", FILES["a.jsonl"].replace(" 😀", "").encode("latin-1"))
    assert all(isinstance(row, Refused) for row in found) and len(found) == 2
    assert found[0].error.line == 1
    assert "not UTF-8 at byte 16 of the line (0xF9)" in found[0].error.problem
    assert "\\xf9" in found[0].row


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.txt"])
def test_tables_and_text_in_windows_1252_are_read_and_the_run_says_so(examples, caplog, name):
    content = FILES[name].replace(" 😀", "")
    expected = [example.question for example in examples(name, content)]
    caplog.set_level("INFO", "qgauge.data")
    found = [example.question for example in examples(name, content.encode("cp1252"))]
    assert found == expected and any("ù" in question for question in found)
    said = [record.getMessage() for record in caplog.records if "Windows-1252" in record.msg]
    assert len(said) == 1 and name in said[0]


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_a_header_in_windows_1252_names_the_columns(examples, name):
    mark = "," if name == "a.csv" else "\t"
    (example,) = examples(name, f"question{mark}été\nQ?{mark}“1”\n".encode("cp1252"))
    assert example.meta == {"été": "“1”"}


def test_bad_bytes_after_utf8_are_refused_not_guessed(rows):
    found = rows("a.csv", "question\nOù ?\n".encode() + b"caf\xe9?\n" + "Là ?\n".encode())
    assert [type(row) is Example for row in found] == [True, False, True]
    assert "not UTF-8 at byte 4 of the line (0xE9)" in found[1].error.problem


def test_a_line_with_utf8_and_other_bytes_is_refused(rows):
    (found,) = rows("a.csv", b"question\n" + "Où ".encode() + b"caf\xe9?\n")
    assert "0xE9" in found.error.problem


def test_a_byte_that_windows_1252_lacks_is_refused(rows):
    (found,) = rows("a.csv", b"question\nWho\x81?\n")
    assert "not UTF-8 at byte 4 of the line (0x81)" in found.error.problem


def test_one_bad_line_of_jsonl_does_not_stop_the_rest(rows):
    found = rows("a.jsonl", b'{"question": "A?"}\n{"question": "\xff"}\n{"question": "B?"}\n')
    assert [type(row) is Example for row in found] == [True, False, True]


def test_damaged_utf16_fails_as_a_whole(failure):
    damaged = codecs.BOM_UTF16_LE + '{"question": "Q?"}\n'.encode("utf-16-le") + b"\x00\xd8\x00"
    assert "not UTF-16" in failure("a.jsonl", damaged).problem


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_any_newline(examples, name, newline):
    found = examples(name, FILES[name].replace("\n", newline))
    assert [example.question for example in found] == ["Où?", "Ça 😀?"]


def test_mixed_newlines_count_as_lines(refusal, examples):
    content = '{"question": "A?"}\r{"question": "B?"}\r\n\n{"question": ""}'
    assert refusal("a.jsonl", content).error.line == 4
    assert [e.question for e in examples("a.txt", "A?\rB?\r\nC?\nD?")] == ["A?", "B?", "C?", "D?"]


@pytest.mark.parametrize("chunk", [1, 2, 3])
def test_newlines_and_boms_split_between_two_reads(chunk):
    class Trickle(io.RawIOBase):
        """A pipe that returns a few bytes at a time."""

        data = io.BytesIO(codecs.BOM_UTF8 + '"a"\r\n{"question": "Où?"}\r\n\r'.encode())

        def readable(self):
            return True

        def readinto(self, buffer):
            return self.data.readinto(memoryview(buffer)[:chunk])

    first, second = read(Trickle(), format="jsonl")
    assert isinstance(first, Refused) and first.error.line == 1
    assert second == Example("2", "Où?")


def test_only_newlines_split_rows(examples):
    assert (
        examples(
            "a.jsonl",
            json.dumps({"question": ODD}, ensure_ascii=False)
            .replace("\x0b", "\\u000b")
            .replace("\x0c", "\\f")
            .replace("\x1c", "\\u001c")
            .replace("\x1d", "\\u001d"),
        )[0].question
        == ODD
    )
    assert examples("a.txt", ODD + "\n")[0].question == ODD
    assert examples("a.tsv", f"question\n{ODD}\n")[0].question == ODD
    assert examples("a.csv", f"question,x\n{ODD},1\n")[0].question == ODD
    assert examples("a.csv", f'question,x\n"{ODD}",1\n')[0].question == ODD


def test_bad_bytes_in_a_reference_file_name_that_file(tmp_path):
    (tmp_path / "q.txt").write_text("A?\nB?\n")
    (tmp_path / "r.txt").write_bytes(b"a\n\x81\n")
    good, bad = read(tmp_path / "q.txt", references=tmp_path / "r.txt")
    assert isinstance(good, Example) and isinstance(bad, Refused)
    assert bad.error.file.endswith("r.txt") and bad.error.line == 2
    with pytest.raises(BadInput, match=r"none\.txt: there is no such file"):
        list(read(tmp_path / "q.txt", references=[tmp_path / "none.txt"]))
