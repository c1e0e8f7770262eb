"""Cached tools return the same records as uncached ones and compute each text once."""

from __future__ import annotations

import itertools
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from helpers.hand_made_tools import WordVerifier
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.tools.cache import Cache
from qgauge.tools.cached_tools import CachedReader, CachedVerifier, compute_once, key
from qgauge.tools.roles import Answer, Verification, Weighed

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=5)
"""Includes lone surrogates, which occur in files."""


@dataclass(frozen=True)
class Note:
    """A record with every type that JSON could change."""

    text: str | tuple[str, ...]
    value: float
    spans: tuple[tuple[int, int], ...] = ()


def dump(note: Note) -> object:
    return [note.text, note.value, note.spans]


def load(made: Any) -> Note:
    text, value, spans = made
    return Note(
        text if isinstance(text, str) else tuple(text), value, tuple(tuple(span) for span in spans)
    )


class Engine:
    """An engine that records the texts it is called with."""

    def __init__(self, value: Callable[[Any], float] = lambda text: len(text) / 3) -> None:
        self.asked: list[list[Any]] = []
        self._value = value

    def __call__(self, texts: list[Any]) -> list[Note]:
        self.asked.append(list(texts))
        return [Note(text, self._value(text), ((0, len(text)),)) for text in texts]


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    with Cache(tmp_path / "tools.sqlite") as cache:
        yield cache


def ask(cache: Cache | None, inputs: list[Any], engine: Engine, **more: Any) -> list[Note]:
    return compute_once(cache, "engine@1", "note", inputs, engine, dump, load, **more)


def test_each_text_is_computed_once_and_in_one_batch(cache: Cache) -> None:
    engine = Engine()
    notes = ask(cache, ["b", "a", "b", "c", "a"], engine)
    assert [note.text for note in notes] == ["b", "a", "b", "c", "a"]
    assert engine.asked == [["b", "a", "c"]]
    assert [note.text for note in ask(cache, ["d", "c", "d", "e", "b"], engine)] == [*"dcdeb"]
    assert engine.asked == [["b", "a", "c"], ["d", "e"]]
    assert ask(cache, [], engine) == []
    assert len(engine.asked) == 2


def test_without_a_cache_each_text_is_computed_once_per_call() -> None:
    engine = Engine()
    assert ask(None, ["b", "a", "b"], engine) == ask(None, ["b", "a", "b"], engine)
    assert engine.asked == [["b", "a"]] * 2


def test_tools_and_methods_have_separate_entries(cache: Cache) -> None:
    engine = Engine()
    for identity, method in [("x", "yz"), ("xy", "z"), ("x", "y"), ("x,y", "z")]:
        compute_once(cache, identity, method, ["text"], engine, dump, load)
    assert len(engine.asked) == 4
    assert cache.entries() == {"x": 2, "xy": 1, "x,y": 1}


@given(
    st.lists(
        st.tuples(ANY_TEXT, ANY_TEXT, ANY_TEXT | st.lists(ANY_TEXT, max_size=3).map(tuple)),
        min_size=2,
        unique=True,
    )
)
def test_keys_differ(asked: list[tuple[str, str, str | tuple[str, ...]]]) -> None:
    assert len({key(*each) for each in asked}) == len(asked)


def test_keys_of_similar_inputs_differ() -> None:
    alike: list[tuple[str, str, str | tuple[str, ...]]] = [
        ("t", "m", ("ab", "c")),
        ("t", "m", ("a", "bc")),
        ("t", "m", ("abc",)),
        ("t", "m", "abc"),
        ("t", "m", ("abc", "")),
        ("t", "m", '["abc"]'),
        ("t", "ma", "bc"),
        ("tm", "", "abc"),
        ("t", "m", "\ud83d\ude00"),
        ("t", "m", "\U0001f600"),
        ("t", "m", "\\ud83d\\ude00"),
    ]
    assert len({key(*each) for each in alike}) == len(alike)


def test_a_key_never_changes() -> None:
    # users' caches, which may have cost money, are looked up by this key
    assert key("embedded@0123abcd", "answer", ("Who?", "Ada.")).hex() == (
        "68b337c33158193be9a9082300b839fc1b966d8b06dbd3cadd78d6272d83cbe0"
    )


@pytest.mark.slow
@settings(deadline=None, max_examples=50)
@given(
    st.lists(
        st.lists(ANY_TEXT | st.tuples(ANY_TEXT, ANY_TEXT), max_size=12), min_size=1, max_size=4
    ),
    st.dictionaries(ANY_TEXT, st.floats(allow_nan=False, allow_infinity=False)),
    st.integers(1, 5),
)
def test_a_cache_does_not_change_results(
    calls: list[list[Any]], values: dict[Any, float], at_once: int
) -> None:
    def value(text: Any) -> float:
        return values.get(text, 1 / 3)

    with tempfile.TemporaryDirectory() as folder, Cache(f"{folder}/tools.sqlite") as cache:
        engine = Engine(value)
        for inputs in calls:
            with_cache = ask(cache, inputs, engine, at_once=at_once)
            without = ask(None, inputs, Engine(value))
            # repr distinguishes 0.0 from -0.0, and a list from a tuple
            assert repr(with_cache) == repr(without)
            assert with_cache == Engine(value)(inputs)
        asked = list(itertools.chain.from_iterable(engine.asked))
        assert len(asked) == len(set(asked))


def test_a_record_is_the_same_whether_computed_or_cached(cache: Cache) -> None:
    """Even if JSON changes it."""

    def pairs(texts: list[str]) -> list[Any]:
        return [{1: (text, 2)} for text in texts]

    def unchanged(made: Any) -> Any:
        return made

    results = [
        compute_once(place, "t", "m", ["x"], pairs, unchanged, unchanged)
        for place in (None, cache, cache)
    ]
    assert results == [[{"1": ["x", 2]}]] * 3


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize("cached", [True, False])
def test_nan_and_infinity_are_rejected(cache: Cache, value: float, cached: bool) -> None:
    with pytest.raises(ValueError, match="Out of range float"):
        ask(cache if cached else None, ["a"], Engine(lambda text: value))
    assert cache.entries() == {}


def test_errors_propagate_and_failed_batches_are_not_cached(cache: Cache) -> None:
    def choosy(text: str) -> float:
        if text == "bad":
            raise RuntimeError("no, thanks")
        return 1.0

    with pytest.raises(RuntimeError, match="no, thanks"):
        ask(cache, ["a", "b", "bad", "c"], Engine(choosy), at_once=2)
    engine = Engine()
    ask(cache, ["a", "b", "c"], engine)
    assert engine.asked == [["c"]]  # the first batch was stored before the failure


def test_too_few_records_raise_an_error(cache: Cache) -> None:
    def lazy(texts: list[str]) -> list[Note]:
        return [Note(text, 1.0) for text in texts[1:]]

    with pytest.raises(ValueError, match="zip"):
        compute_once(cache, "t", "m", ["a", "b"], lazy, dump, load)
    assert cache.entries() == {}


def test_a_killed_run_keeps_its_finished_batches(tmp_path: Path) -> None:
    code = """
import os, signal, sys
from qgauge.tools.cache import Cache
from qgauge.tools.cached_tools import compute_once
def compute(texts):
    if "2500" in texts:
        os.kill(os.getpid(), signal.SIGKILL)
    return texts
compute_once(Cache(sys.argv[1]), "t", "m", [str(n) for n in range(5_000)], compute, str, str)
"""
    path = tmp_path / "tools.sqlite"
    run = subprocess.run([sys.executable, "-c", code, path])
    assert run.returncode == -signal.SIGKILL
    with Cache(path) as cache:
        assert cache.entries() == {"t": 2_000}


def test_damaged_entries_are_recomputed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "tools.sqlite"
    inputs = [f"text {number}" for number in range(100)]
    with Cache(path) as cache:
        expected = ask(cache, inputs, Engine())
    other = sqlite3.connect(path)
    other.execute("UPDATE entries SET value = x'5B' WHERE rowid = 7")
    other.execute("UPDATE entries SET value = 'text' WHERE rowid = 8")
    other.execute("UPDATE entries SET value = (SELECT value FROM entries) WHERE rowid = 9")
    other.commit()
    other.close()
    engine = Engine()
    with Cache(path) as cache:
        assert ask(cache, inputs, engine) == expected
        assert engine.asked == [inputs[6:9]]
        assert len(caplog.records) == 1
        assert ask(cache, inputs, engine) == expected
    assert len(engine.asked) == 1


def test_entries_in_an_unknown_format_are_recomputed(
    cache: Cache, caplog: pytest.LogCaptureFixture
) -> None:
    compute_once(cache, "engine@1", "note", ["a"], list, lambda text: {"old": text}, str)
    engine = Engine()
    assert ask(cache, ["a"], engine) == Engine()(["a"])
    assert engine.asked == [["a"]]
    assert "Recomputing 1 cached result of engine@1" in caplog.text


def test_the_texts_themselves_are_not_stored(tmp_path: Path) -> None:
    path = tmp_path / "tools.sqlite"
    with Cache(path) as cache:
        compute_once(cache, "t", "m", ["a secret question"], lambda texts: [1.5], float, float)
        assert cache.entries() == {"t": 1}
    assert os.listdir(tmp_path) == ["tools.sqlite"]
    assert b"secret" not in path.read_bytes()


def test_a_cached_verifier_computes_each_triple_once(cache: Cache) -> None:
    asked: list[tuple[str, str, str]] = []

    class Recording(WordVerifier):
        def verify(self, triples: Any) -> list[Verification]:
            asked.extend(triples)
            return super().verify(triples)

    # the same three texts in another order are another triple
    triples = [("Who?", "Ada", "Ada came."), ("Ada", "Who?", "Ada came."), ("Who?", "Ada", "Ada")]
    expected = WordVerifier().verify(triples)
    tool = CachedVerifier(Recording(), cache)
    assert tool.verify([*triples, triples[0]]) == [*expected, expected[0]]
    assert CachedVerifier(Recording(), cache).verify(triples[::-1]) == expected[::-1]
    assert asked == triples
    assert tool.identity == "by-hand"
    # as right as a passage of 9 characters allows; "Ada" is at the start
    assert expected[0] == Verification(0.9 / 1.009, 0, 3)


class Reads:
    """A reader that counts what it is asked."""

    identity = "by-hand"

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def answer(self, pairs: Any) -> list[Answer]:
        self.asked.extend(pairs)
        return [Answer(passage[:3], 0, 3, 0.5, 0.25) for _, passage in pairs]

    def weigh(self, triples: Any) -> list[Weighed]:
        self.asked.extend(triples)
        return [Weighed(Answer(passage[:3], 0, 3, 0.5, 0.25), 1.5) for _, passage, _ in triples]


def test_without_a_cache_a_tool_keeps_its_latest_results() -> None:
    engine = Reads()
    tool = CachedReader(engine, None)
    first = tool.weigh([("Who?", "Ada came.", "Ada"), ("Who?", "Bob came.", "Bob")])
    again = tool.weigh([("Who?", "Bob came.", "Bob"), ("Who?", "Ada came.", "Bob")])
    assert again == [first[1], first[0]]
    assert len(engine.asked) == 3
    # the pair was read to weigh an answer, so its own answer is known
    assert tool.answer([("Who?", "Ada came."), ("When?", "Ada came.")])[0] == first[0].own
    assert engine.asked[3:] == [("When?", "Ada came.")]


def test_a_tool_without_a_cache_travels_without_its_results() -> None:
    tool = CachedReader(Reads(), None)
    tool.answer([("Who?", "Ada came.")])
    sent = pickle.loads(pickle.dumps(tool))
    sent.answer([("Who?", "Ada came.")])
    assert sent._engine.asked == [("Who?", "Ada came.")] * 2


def test_with_a_cache_nothing_is_kept_in_memory(cache: Cache) -> None:
    tool = CachedReader(Reads(), cache)
    for _ in range(2):
        tool.answer([("Who?", "Ada came.")])
        cache.clear()
    assert len(tool._engine.asked) == 2  # type: ignore[attr-defined]


def test_a_failure_is_not_kept() -> None:
    class Fails(Reads):
        def answer(self, pairs: Any) -> list[Answer]:
            if not self.asked:
                self.asked.append(("failed",))
                raise RuntimeError("no memory")
            return super().answer(pairs)

    tool = CachedReader(Fails(), None)
    with pytest.raises(RuntimeError):
        tool.answer([("Who?", "Ada came.")])
    assert tool.answer([("Who?", "Ada came.")])[0].text == "Ada"
