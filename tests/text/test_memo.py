"""The bounded cache of short texts."""

from __future__ import annotations

import pytest

from qgauge.text import memo
from qgauge.text.memo import Memo


def test_a_text_is_computed_once() -> None:
    computed: list[str] = []
    lengths = Memo(lambda text: computed.append(text) or len(text))
    assert [lengths["four"], lengths["four"], lengths["six"]] == [4, 4, 3]
    assert computed == ["four", "six"]


def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo, "_ENTRIES", 10)
    lengths = Memo(len)
    for number in range(95):
        assert lengths[f"w{number}"] == len(f"w{number}")
        assert len(lengths) <= 10


def test_long_texts_are_not_cached() -> None:
    lengths = Memo(len)
    assert lengths["y" * 1000] == 1000
    assert not lengths
