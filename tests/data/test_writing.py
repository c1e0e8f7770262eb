"""Output files are complete or not written at all, and rows are always valid JSON."""

from __future__ import annotations

import errno
import json
import os
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from qgauge.core.errors import BadInput
from qgauge.core.example import Example
from qgauge.core.score import Score, unscored
from qgauge.data import Output, Refused, dump, example_row, output_row, refused_row


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_rows_are_written_as_utf8_lines(tmp_path: Path):
    with Output(tmp_path / "out.jsonl") as out:
        out.write({"a": "é\u2028\n"})
        out.write_line("{}")
    assert (tmp_path / "out.jsonl").read_bytes() == '{"a": "é\u2028\\n"}\n{}\n'.encode()
    assert names(tmp_path) == ["out.jsonl"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("old", [True, False])
def test_an_exception_leaves_the_old_output(tmp_path: Path, error: type[BaseException], old: bool):
    path = tmp_path / "out.jsonl"
    if old:
        path.write_text("old")
    with pytest.raises(error), Output(path) as out:
        out.write({"a": 1})
        raise error
    assert names(tmp_path) == (["out.jsonl"] if old else [])
    assert not old or path.read_text() == "old"


def test_the_old_output_is_there_until_the_end(tmp_path: Path):
    path = tmp_path / "out.jsonl"
    path.write_text("old")
    with Output(path) as out:
        out.write({"a": 1})
        assert path.read_text() == "old"
    assert path.read_text() == '{"a": 1}\n'


def test_a_full_disk_is_reported_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BadInput, match=r"out\.jsonl: cannot write here: No space"):  # noqa: SIM117
        with Output(tmp_path / "out.jsonl") as out:
            out.write({"a": 1})
    assert names(tmp_path) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_device_that_is_full(tmp_path: Path):
    with pytest.raises(BadInput, match="No space"), Output("/dev/full") as out:
        out.write({"a": "x" * 100_000})


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_a_new_file_has_the_mode_open_would_give(tmp_path: Path, mask: int):
    before = os.umask(mask)
    try:
        with Output(tmp_path / "out.jsonl"):
            pass
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out.jsonl").stat().st_mode) == 0o666 & ~mask


def test_an_old_file_keeps_its_mode(tmp_path: Path):
    path = tmp_path / "out.jsonl"
    path.write_text("old")
    path.chmod(0o640)
    with Output(path):
        pass
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_is_written_through(tmp_path: Path):
    (tmp_path / "real").mkdir()
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "real" / "out.jsonl")
    for _ in range(2):  # the first target does not exist yet
        with Output(link) as out:
            out.write({"a": 1})
    assert link.is_symlink()
    assert (tmp_path / "real" / "out.jsonl").read_text() == '{"a": 1}\n'


def test_devices_and_pipes_are_written_directly(tmp_path: Path):
    with Output("/dev/null") as out:
        out.write({"a": 1})
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    with Output(pipe) as out:
        out.write({"a": 1})
    reader.join()
    assert got == ['{"a": 1}\n'] and stat.S_ISFIFO(pipe.stat().st_mode)


def test_missing_folders_and_folders_as_targets_are_refused(tmp_path: Path):
    (tmp_path / "file").write_text("")
    for target, problem in (
        (tmp_path / "none" / "out.jsonl", "folder does not exist"),
        (tmp_path / "file" / "out.jsonl", "folder does not exist"),
        (tmp_path, "this is a folder"),
        ("a\0b.jsonl", "cannot write"),
    ):
        with pytest.raises(BadInput, match=problem) as caught, Output(target):
            pass
        assert caught.value.file
    assert names(tmp_path) == ["file"]


def test_a_read_only_folder_or_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def denied(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    path = tmp_path / "out.jsonl"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(BadInput, match="read-only"), Output(path):
        pass
    monkeypatch.undo()
    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(BadInput, match="Permission denied"), Output(path):
        pass
    assert path.read_text() == "old"


def test_a_file_name_of_maximum_length(tmp_path: Path):
    path = tmp_path / ("x" * 249 + ".jsonl")
    with Output(path):
        pass
    assert path.exists()


def test_dash_is_stdout_in_utf8(capfdbinary: pytest.CaptureFixture[bytes]):
    with Output("-") as out:
        out.write({"a": "é"})
    print("after")
    assert capfdbinary.readouterr().out == '{"a": "é"}\nafter\n'.encode()


def test_a_broken_pipe_is_left_to_the_caller(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: pipe.open().close())
    reader.start()
    with pytest.raises(BrokenPipeError), Output(pipe) as out:
        reader.join()
        out.write({"a": "x" * 1_000_000})


def test_an_output_row_holds_the_example_and_the_scores():
    example = Example("a", "Q?", ("R?",), system="t5", meta={"z": [1], "b": None})
    scores = {"bleu1": Score(0.5, parts={"p": 1.0}), "x": unscored("no passage")}
    assert dump(output_row(example, scores)) == (
        '{"id": "a", "system": "t5", "question": "Q?", "references": ["R?"], '
        '"z": [1], "b": null, "scores": '
        '{"bleu1": {"value": 0.5, "parts": {"p": 1.0}}, '
        '"x": {"value": null, "unscored": "no passage"}}}'
    )
    assert list(example_row(Example("a", "Q?"))) == ["id", "question"]


def test_existing_scores_are_kept_unless_recomputed():
    old = {"bleu1": {"value": 1}, "mine": {"value": 2}}
    example = Example("a", "Q?", meta={"scores": old})
    row = output_row(example, {"bleu1": Score(0.5)})
    assert row["scores"] == {"bleu1": {"value": 0.5}, "mine": {"value": 2}}
    assert old["bleu1"] == {"value": 1}


def test_columns_that_clash_with_output_names_are_renamed():
    meta = {"id": 1, "passage": 2, "scores": "0.5", "input_scores": 3, "input_id": 4}
    assert output_row(Example("a", "Q?", meta=meta), {}) == {
        "id": "a",
        "question": "Q?",
        "input_id": 1,
        "input_passage": 2,
        "input_scores": 3,
        "input_input_id": 4,
        "input_input_scores": "0.5",
        "scores": {},
    }


def test_nan_is_never_written():
    with pytest.raises(ValueError, match="JSON compliant"):
        dump({"a": float("nan")})


@pytest.mark.parametrize(
    ("row", "written"),
    [
        ({"a": [1, "b", None, True]}, {"a": [1, "b", None, True]}),
        ("\ud800", "\\ud800"),
        ({"\udc80": "x"}, {"\\udc80": "x"}),
        (b"\xff?", "\\xff?"),
        (float("inf"), "inf"),
        ([float("nan"), 1.5], ["nan", 1.5]),
        ((1, {2: 3}), [1, {"2": 3}]),
        ([10**5000], [f"a number of {(10**5000).bit_length()} bits"]),
        (Path("x"), "x"),
    ],
)
def test_a_refused_row_can_always_be_written(row: object, written: object):
    error = BadInput("bad \ud800", file="f\udce9", line=3, field="question")
    expected = {
        "file": "f\\udce9",
        "line": 3,
        "field": "question",
        "problem": "bad \\ud800",
        "row": written,
    }
    line = dump(refused_row(Refused(error, row)))
    assert json.loads(line.encode()) == expected


def test_a_refused_row_nested_beyond_reason_can_be_written():
    row: list[object] = []
    for _ in range(10_000):
        row = [row]
    assert dump(refused_row(Refused(BadInput("bad"), row)))


def test_a_signal_right_after_the_file_is_created_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = os.open

    def interrupted(*given: Any, **options: Any) -> int:
        os.close(make(*given, **options))
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "open", interrupted)
    with pytest.raises(KeyboardInterrupt), Output(tmp_path / "out.jsonl"):
        pass
    assert list(tmp_path.iterdir()) == []
