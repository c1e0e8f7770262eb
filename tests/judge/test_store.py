"""The store: answers that stay, claims that die with their owner, damage that stays local."""

from __future__ import annotations

import json
import logging
import os
import pickle
import random
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paid_answers import answer, key, write_hundred

from qgauge.core import BadSetting, ToolFailed
from qgauge.tools.judge.entry import Answer, pack, scan, unpack
from qgauge.tools.judge.store import Store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "answers.sqlite"


def fill(file: Path, count: int) -> None:
    with Store(file) as store:
        for at in range(count):
            store.put(key(at), answer(at))


def found(file: Path) -> dict[bytes, Answer]:
    with Store(file) as store:
        return dict(store.entries())


def test_keeps_what_it_is_given(file: Path) -> None:
    fill(file, 5)
    with Store(file) as store:
        assert store.get([key(3), key(99)]) == {key(3): answer(3)}
        assert list(store.entries()) == [(key(at), answer(at)) for at in range(5)]
    assert oct(file.stat().st_mode)[-3:] == "600"


def test_the_first_answer_stays(file: Path) -> None:
    with Store(file) as store:
        assert store.put(key(1), answer(1)) == answer(1)
        assert store.put(key(1), answer(1, "another")) == answer(1)


def test_odd_texts_come_back_as_they_went(file: Path) -> None:
    odd = answer(1, "naïve 東京 🙂 \x00 \ud800 qgJ1 " + "long " * 20_000)
    with Store(file) as store:
        store.put(key(1), odd)
        assert store.get([key(1)]) == {key(1): odd}


def test_removed_answers_leave_no_trace(file: Path) -> None:
    with Store(file) as store:
        store.put(key(1), answer(1, "the secret of the valley"))
        store.put(key(2), answer(2))
        store.remove([key(1)])
        assert [one for one, _ in store.entries()] == [key(2)]
    traces = [path for path in file.parent.rglob("*") if path.is_file()]
    assert all(b"the secret of the valley" not in path.read_bytes() for path in traces)


def test_pickles_by_name_and_is_used_in_a_with_statement(file: Path) -> None:
    store = Store(file)
    with store, pickle.loads(pickle.dumps(store)) as other:
        store.put(key(1), answer(1))
        assert other.get([key(1)]) == {key(1): answer(1)}
    with pytest.raises(RuntimeError, match="with"):
        store.get([key(1)])


# ------------------------------------------------------------------ claims


def test_a_claim_keeps_others_out_until_it_is_answered_or_given_back(file: Path) -> None:
    with Store(file) as one, Store(file) as other:
        assert one.claim(key(1)) == "mine"
        assert one.claim(key(1)) == "mine"
        assert other.claim(key(1)) == "theirs"
        one.release([key(1)])
        assert other.claim(key(1)) == "mine"
        other.put(key(1), answer(1))
        assert one.claim(key(1)) == "answered"


KILLED = """
import os, signal, sys
from qgauge.tools.judge.store import Store
store = Store(sys.argv[1])
store.__enter__()
print(store.claim(bytes(32)), flush=True)
sys.stdin.read()
"""


def test_a_claim_dies_with_its_process(file: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "mine\n"
        with Store(file) as store:
            assert store.claim(bytes(32)) == "theirs"
            assert store.claimed() == {bytes(32)}
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            assert store.claim(bytes(32)) == "mine"


def test_many_processes_at_once(file: Path) -> None:
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as pool:
        made = sum(pool.map(write_hundred, [str(file)] * 4, range(4)))
    # 4 x 50 of their own, and 50 that all of them want and one of them makes
    assert made == len(found(file)) == 250
    assert list(Path(f"{file}.owners").iterdir()) == []


# ------------------------------------------------------------------ damage


def _spans(data: bytes, count: int) -> dict[int, list[tuple[int, int]]]:
    """Where each entry lies in a file, found by its own bytes."""
    spans: dict[int, list[tuple[int, int]]] = {}
    for at in range(count):
        entry = pack(key(at), answer(at))
        start = data.find(entry)
        while start >= 0:
            spans.setdefault(at, []).append((start, start + len(entry)))
            start = data.find(entry, start + 1)
    return spans


def _check(
    file: Path, count: int, whole: set[int], caplog: pytest.LogCaptureFixture, trial: object
) -> None:
    """Every whole entry is there, all that is there is right, and what is lost is named."""
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        left = found(file)
    known = {key(at): at for at in range(count)}
    assert all(left[one] == answer(known[one]) for one in left), trial
    assert whole <= {known[one] for one in left}, trial
    lost = [at for at in range(count) if key(at) not in left]
    for at in lost[:5]:
        assert key(at).hex()[:12] in caplog.text or "more" in caplog.text, (trial, at)
    if lost:
        assert "asked anew" in caplog.text
    assert found(file) == left, "a mended file is sound"


@pytest.mark.parametrize("flips", [1, 5, 40])
def test_flipped_bits_cost_only_the_entries_they_are_in(
    file: Path, flips: int, caplog: pytest.LogCaptureFixture
) -> None:
    fill(file, 60)
    sound = file.read_bytes()
    spans = _spans(sound, 60)
    assert len(spans) == 60
    draw = random.Random(flips)
    for trial in range(25):
        data = bytearray(sound)
        places = [draw.randrange(len(data)) for _ in range(flips)]
        for place in places:
            data[place] ^= 1 << draw.randrange(8)
        file.write_bytes(data)
        whole = {
            at
            for at, ranges in spans.items()
            if not any(low <= place < high for low, high in ranges for place in places)
        }
        _check(file, 60, whole, caplog, (trial, places))


def test_a_file_cut_short_keeps_what_is_left_of_it(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fill(file, 60)
    sound = file.read_bytes()
    spans = _spans(sound, 60)
    draw = random.Random(5)
    for trial in range(25):
        end = draw.randrange(200, len(sound))
        file.write_bytes(sound[:end])
        whole = {at for at, ranges in spans.items() if any(high <= end for _, high in ranges)}
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            if not whole and end < 16_384:  # not even one page of the file is left
                continue
            left = found(file)
        known = {key(at): at for at in range(60)}
        assert all(left[one] == answer(known[one]) for one in left)
        assert whole <= {known[one] for one in left}, trial
        if len(left) < 60:
            assert "damaged" in caplog.text
    assert any(name.name.startswith("answers.sqlite.damaged") for name in file.parent.iterdir())


LEFT_OPEN = """
import os, sys
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from paid_answers import answer, key
from qgauge.tools.judge.store import Store
store = Store(sys.argv[1])
store.__enter__()
for at in range(60):
    store.put(key(at), answer(at))
os._exit(9)  # as kill -9 would: the journal stays behind
"""


def test_a_damaged_journal_costs_only_the_entries_it_is_damaged_in(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite drops all that follows a wrong bit in its journal; the answers there are whole."""
    here = str(Path(__file__).parents[1])
    done = subprocess.run([sys.executable, "-c", LEFT_OPEN, str(file), here])
    assert done.returncode == 9
    journal = Path(f"{file}-wal")
    main, sound = file.read_bytes(), journal.read_bytes()
    spans = _spans(sound, 60)
    assert len(spans) == 60
    draw = random.Random(3)
    for trial in range(10):
        for leftover in file.parent.glob("answers.sqlite*"):
            if leftover.is_file():
                leftover.unlink()
        data = bytearray(sound)
        place = draw.randrange(len(data))
        data[place] ^= 4
        file.write_bytes(main)
        journal.write_bytes(data)
        whole = {
            at
            for at, ranges in spans.items()
            if any(not low <= place < high for low, high in ranges)
        }
        _check(file, 60, whole, caplog, (trial, place))


def test_an_emptied_file_is_told_of(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    fill(file, 3)
    file.write_bytes(b"")
    with caplog.at_level(logging.WARNING):
        assert found(file) == {}
    assert "gone" in caplog.text


def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    for name, content in (("notes.txt", b"my notes, not yours" * 99), ("other.sqlite", b"")):
        file = tmp_path / name
        file.write_bytes(content)
        if not content:
            with sqlite3.connect(file) as connection:
                connection.execute("CREATE TABLE mine (a)")
            connection.close()
        before = file.read_bytes()
        with pytest.raises(BadSetting, match="choose another"), Store(file):
            pass
        assert file.read_bytes() == before


def test_a_store_made_by_halves_is_made_whole(file: Path) -> None:
    """Killed while the tables were made: the head of the file is there, and nothing else."""
    file.parent.mkdir()
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA page_size = 16384")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    fill(file, 2)
    assert len(found(file)) == 2


def test_a_file_in_use_is_not_mended_under_anybodys_feet(file: Path) -> None:
    fill(file, 40)
    with Store(file):
        data = bytearray(file.read_bytes())
        data[:100] = bytes(100)
        file.write_bytes(data)
        with pytest.raises(ToolFailed, match="another process"), Store(file):
            pass
    assert len(found(file)) == 40


# ------------------------------------------------------------------ entries


@given(st.binary(max_size=300), st.text(max_size=50), st.binary(max_size=300))
def test_an_entry_is_found_in_any_bytes(before: bytes, reply: str, after: bytes) -> None:
    made = answer(1, reply or "x")
    data = before + pack(key(1), made) + after
    assert (key(1), made, made.about) in list(scan(data))


def test_an_answer_that_says_more_is_read() -> None:
    """As one of a later version may; one that says less is no answer."""
    for text, read in (
        (asdict(answer(1)) | {"mood": "good"}, (key(1), answer(1))),
        ({"reply": "x"}, None),
    ):
        data = json.dumps(text).encode()
        length = len(data).to_bytes(4, "big")
        checksum = blake2b(length + key(1) + data, digest_size=16).digest()
        assert unpack(b"qgJ1" + length + checksum + key(1) + data) == read


@given(st.integers(0, 10_000), st.integers(0, 7))
def test_a_wrong_bit_shows(place: int, bit: int) -> None:
    entry = bytearray(pack(key(1), answer(30)))
    entry[place % len(entry)] ^= 1 << bit
    assert unpack(bytes(entry)) is None
    assert unpack(None) is None
    assert unpack(b"") is None
