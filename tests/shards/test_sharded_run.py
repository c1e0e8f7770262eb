"""A run in shards does what is missing, once, and mends what is damaged."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from qgauge.core import BadInput, Example
from qgauge.data.blocks import Block, blocks_of
from qgauge.shards.engines import LocalEngine
from qgauge.shards.folder import DiskFolder, Folder, folder_at
from qgauge.shards.note import note_file, rows_file
from qgauge.shards.record import RunRecord
from qgauge.shards.sharded_run import ShardedRun
from qgauge.shards.status import status_of
from qgauge.shards.work import Record, ShardWork

RECORD = RunRecord("score", {"--require": []}, {"bleu1": "bleu1|v:1"}, {"made.jsonl": "abc"})


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qgauge.data.blocks.BLOCK", 3)


@dataclass
class Shouting:
    """Writes each question in capitals, and counts what it is asked."""

    asked: list[str] = field(default_factory=list)

    def __call__(self, batch: Sequence[Example]) -> list[Record]:
        self.asked += [example.id for example in batch]
        return [
            Record(json.dumps({"id": one.id, "said": one.question.upper()}) + "\n", len(one.id))
            for one in batch
        ]


def examples(count: int, word: str = "who") -> list[Example]:
    return [Example(f"q{at}", f"{word} {at}?") for at in range(count)]


def run(
    folder: Folder,
    rows: Sequence[Example],
    work: Shouting | None = None,
    record: RunRecord = RECORD,
    *,
    restart: bool = False,
    stop_after: int | None = None,
) -> str:
    """Return the output of a run, or "" if it stops after some shards."""
    sharded = ShardedRun(folder, record, restart=restart)
    task = ShardWork(folder, record.digest, work or Shouting(), 2)
    with sharded.opened():
        text = ""
        blocks: Iterator[Block] = blocks_of(rows, "made.jsonl")
        for at, shard in enumerate(sharded.shards(blocks, task, LocalEngine()), 1):
            text += shard.content.decode()
            assert list(shard.rows) == [len(json.loads(line)["id"]) for line in shard.lines()]
            if at == stop_after:
                return ""
    return text


def expected(rows: Sequence[Example]) -> str:
    return "".join(record.text for record in Shouting()(rows))


@pytest.fixture
def folder(tmp_path: Path) -> DiskFolder:
    return DiskFolder(str(tmp_path / "out.parts"))


def test_an_interrupted_run_goes_on_where_it_stopped(folder: DiskFolder) -> None:
    rows = examples(11)
    assert run(folder, rows, stop_after=2) == ""
    again = Shouting()
    assert run(folder, rows, again) == expected(rows)
    assert again.asked == [one.id for one in rows[6:]]
    nothing = Shouting()
    assert run(folder, rows, nothing) == expected(rows)
    assert nothing.asked == []


def test_a_shard_in_the_middle_may_be_missing(folder: DiskFolder) -> None:
    rows = examples(9)
    run(folder, rows)
    folder.remove(note_file(1))
    again = Shouting()
    assert run(folder, rows, again) == expected(rows)
    assert again.asked == ["q3", "q4", "q5"]


def test_a_shard_that_is_not_final_is_worked_on_again(folder: DiskFolder) -> None:
    class Failing(Shouting):
        def __call__(self, batch: Sequence[Example]) -> list[Record]:
            return [one._replace(is_final="4" not in one.text) for one in super().__call__(batch)]

    rows = examples(9)
    run(folder, rows, Failing())
    again = Shouting()
    assert run(folder, rows, again) == expected(rows)
    assert again.asked == ["q3", "q4", "q5"]


def flip(content: bytes) -> bytes:
    return content[:-20] + bytes([content[-20] ^ 1]) + content[-19:]


@pytest.mark.parametrize("file", [rows_file(1), note_file(1)])
@pytest.mark.parametrize(
    "damage",
    [
        flip,
        lambda content: content[: len(content) // 2],
        lambda _: b"",
        lambda content: content * 2,
    ],
    ids=["bit flipped", "cut in half", "empty", "twice"],
)
def test_damaged_shards_are_named_and_computed_again(
    folder: DiskFolder, file: str, damage: Any, caplog: pytest.LogCaptureFixture
) -> None:
    rows = examples(9)
    run(folder, rows)
    path = Path(folder.path_of(file))
    path.write_bytes(damage(path.read_bytes()))
    verified = status_of(folder, verify=True)
    assert [one.number for one in verified.shards if one.state == "damaged"] == [1]
    again = Shouting()
    with caplog.at_level(logging.WARNING, "qgauge"):
        assert run(folder, rows, again) == expected(rows)
    assert again.asked == ["q3", "q4", "q5"]
    assert f"Shard 1 of {folder.name} is computed again" in caplog.text
    assert all(one.state == "finished" for one in status_of(folder, verify=True).shards)


def test_missing_rows_are_computed_again(folder: DiskFolder) -> None:
    rows = examples(9)
    run(folder, rows)
    folder.remove(rows_file(2))
    assert run(folder, rows) == expected(rows)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (replace(RECORD, command="rank"), "it was `qgauge score`, not `qgauge rank`"),
        (
            replace(RECORD, settings={"--require": ["bleu1>=.5"]}),
            '--require was not given, and is ["bleu1>=.5"] now',
        ),
        (
            replace(RECORD, signatures={"bleu1": "bleu1|v:2"}),
            "the metric bleu1 was bleu1|v:1, and is bleu1|v:2 now",
        ),
        (
            replace(RECORD, signatures={**RECORD.signatures, "nist": "nist|v:1"}),
            "the metric nist is new",
        ),
        (replace(RECORD, signatures={}), "the metric bleu1 is missing"),
        (replace(RECORD, files={"made.jsonl": "abd"}), "the input made.jsonl has changed"),
        (replace(RECORD, files={"other.jsonl": "abd"}), "the input made.jsonl is missing"),
        (replace(RECORD, version="0.0.9"), "it was made by qgauge 0.1.0, and this is 0.0.9"),
    ],
)
def test_another_run_is_refused_by_name(folder: DiskFolder, changed: RunRecord, said: str) -> None:
    rows = examples(7)
    run(folder, rows, stop_after=1)
    with pytest.raises(BadInput) as refused:
        run(folder, rows, record=changed)
    assert refused.value.problem.startswith(f"cannot resume the run kept here: {said}")
    assert "--restart" in refused.value.problem and refused.value.file == folder.name
    again = Shouting()
    assert run(folder, rows, again, changed, restart=True) == expected(rows)
    assert len(again.asked) == 7


TWO = replace(
    RECORD,
    signatures={"bleu1": "bleu1|v:1", "nist": "nist|v:1"},
    files={"a.jsonl": "abc", "b.jsonl": "abc"},
)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            replace(TWO, signatures=dict(reversed(TWO.signatures.items()))),
            "the metrics are in another order",
        ),
        (
            replace(TWO, files=dict(reversed(TWO.files.items()))),
            "the inputs are in another order",
        ),
    ],
)
def test_another_order_is_refused(folder: DiskFolder, changed: RunRecord, said: str) -> None:
    run(folder, examples(7), record=TWO, stop_after=1)
    with pytest.raises(BadInput, match=said):
        run(folder, examples(7), record=changed)


def test_one_file_may_have_another_path(folder: DiskFolder) -> None:
    rows = examples(7)
    run(folder, rows, stop_after=1)
    moved = replace(RECORD, files={"../made.jsonl": "abc"})
    assert run(folder, rows, record=moved) == expected(rows)


def test_changed_rows_of_stdin_are_found_by_the_digest_of_their_shard(folder: DiskFolder) -> None:
    run(folder, examples(7))
    rows = [*examples(4), *examples(7, "why")[4:]]
    with pytest.raises(BadInput, match=r"rows 4 to 6 of made\.jsonl have changed"):
        run(folder, rows)


def test_a_shard_that_a_worker_of_an_earlier_run_writes_late_is_replaced(
    folder: DiskFolder,
) -> None:
    rows = examples(7)
    run(folder, rows)
    late = {name: folder.read(name) for name in (rows_file(1), note_file(1))}
    other = replace(RECORD, settings={"--require": ["x"]})
    run(folder, rows, record=other, restart=True, stop_after=1)
    for name, content in late.items():
        assert content is not None
        folder.write(name, content)
    again = Shouting()
    assert run(folder, rows, again, other) == expected(rows)
    assert "q3" in again.asked


def test_two_runs_cannot_use_one_folder(folder: DiskFolder) -> None:
    with (
        ShardedRun(folder, RECORD).opened(),
        pytest.raises(BadInput, match="another run is using this folder"),
        ShardedRun(folder, RECORD).opened(),
    ):
        pass
    assert not status_of(folder).is_running


def test_a_folder_with_other_files_is_left_alone(folder: DiskFolder) -> None:
    os.makedirs(folder.path)
    for name in ("thesis.jsonl", "x.note", "000000.jsonl"):
        Path(folder.path, name).write_text("mine")
    for restart in (False, True):
        with pytest.raises(BadInput, match=r"not that of a run: it holds thesis\.jsonl"):
            run(folder, examples(4), restart=restart)
    for name in ("thesis.jsonl", "x.note", "000000.jsonl"):
        assert Path(folder.path, name).read_text() == "mine"


def test_other_files_in_the_folder_of_a_run_survive_a_restart(folder: DiskFolder) -> None:
    run(folder, examples(4))
    Path(folder.path, "mine.jsonl").write_text("mine")
    Path(folder.path, "._000000.note").write_text("as macOS leaves it")
    assert status_of(folder).rows == 4
    assert run(folder, examples(4), restart=True) == expected(examples(4))
    assert Path(folder.path, "mine.jsonl").read_text() == "mine"


def test_a_missing_record_is_named(folder: DiskFolder) -> None:
    run(folder, examples(4))
    folder.remove("run.json")
    with pytest.raises(BadInput, match=r"run\.json is missing"):
        run(folder, examples(4))
    assert run(folder, examples(4), restart=True) == expected(examples(4))


def test_a_damaged_record_is_named(folder: DiskFolder) -> None:
    run(folder, examples(4))
    whole = json.loads(folder.read("run.json") or b"")
    for content in (b"{", b"[]", json.dumps({**whole, "settings": []}).encode()):
        folder.write("run.json", content)
        with pytest.raises(BadInput, match=r"run\.json is damaged"):
            run(folder, examples(4))
    assert run(folder, examples(4), restart=True) == expected(examples(4))


def test_temporary_files_of_killed_runs_are_removed(folder: DiskFolder) -> None:
    run(folder, examples(4), stop_after=1)
    Path(folder.path, ".000001.jsonl.0123456789ab.tmp").write_text("half")
    run(folder, examples(4))
    assert [name for name in os.listdir(folder.path) if name.endswith(".tmp")] == []


@pytest.mark.parametrize("fault", ["write", "fsync", "replace"])
def test_a_full_disk_is_named_and_leaves_nothing_half(
    folder: DiskFolder, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    rows = examples(9)
    run(folder, rows, stop_after=1)
    before = sorted(os.listdir(folder.path))

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        if fault == "write":
            patched.setattr("os.open", full)
        else:
            patched.setattr(f"os.{fault}", full)
        with pytest.raises(BadInput, match="No space left on device") as refused:
            DiskFolder(folder.path).write(rows_file(2), b"x")
    assert refused.value.file.endswith(rows_file(2))
    assert sorted(os.listdir(folder.path)) == before
    assert run(folder, rows) == expected(rows)


def test_changes_of_the_clock_do_not_matter(folder: DiskFolder) -> None:
    rows = examples(9)
    run(folder, rows, stop_after=2)
    os.utime(folder.path_of(note_file(0)), (4_000_000_000, 4_000_000_000))
    os.utime(folder.path_of(note_file(1)), (1, 1))
    again = Shouting()
    assert run(folder, rows, again) == expected(rows)
    assert again.asked == ["q6", "q7", "q8"]
    rate = status_of(folder).rows_per_second
    assert rate is not None
    assert rate > 0


def test_a_file_in_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "out.parts").write_text("mine")
    with pytest.raises(BadInput, match="not a folder"):
        run(DiskFolder(str(tmp_path / "out.parts")), examples(4))


def test_shards_can_be_kept_in_any_file_system_of_fsspec() -> None:
    pytest.importorskip("fsspec", reason="needs fsspec")
    folder = folder_at("memory://bucket/run.parts")
    rows = examples(8)
    run(folder, rows, stop_after=1)
    again = Shouting()
    assert run(folder, rows, again) == expected(rows)
    assert again.asked == [one.id for one in rows[3:]]
    with pytest.raises(BadInput, match="cannot resume"):
        run(folder, rows, record=replace(RECORD, command="rank"))
    assert run(folder, rows, restart=True) == expected(rows)
    assert [one.state for one in status_of(folder, verify=True).shards] == ["finished"] * 3


def test_unknown_kinds_of_urls_are_named() -> None:
    pytest.importorskip("fsspec", reason="needs fsspec")
    with pytest.raises(BadInput, match="cannot be used"):
        folder_at("nosuch://bucket/run.parts")
