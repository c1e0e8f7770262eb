"""Windows around a span: inside the text, around the span, within the limit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qgauge.text.sentences import sentence_spans
from qgauge.tools.passage_window import balanced, window_around

TEXTS = st.one_of(st.text(max_size=120), st.text("Ab. \n?", max_size=120)).filter(bool)


@st.composite
def spans(draw: st.DrawFn) -> tuple[str, int, int, int]:
    text = draw(TEXTS)
    start = draw(st.integers(0, len(text) - 1))
    return text, start, draw(st.integers(start + 1, len(text))), draw(st.integers(1, 150))


@given(spans())
def test_a_window_contains_the_span_or_its_beginning(found: tuple[str, int, int, int]) -> None:
    text, start, end, most = found
    low, high = window_around(text, start, end, most)
    assert 0 <= low <= start < high <= len(text)
    assert high - low <= most
    if end - start <= most:
        assert high >= end
    if len(text) <= most:
        assert (low, high) == (0, len(text))


@given(spans())
def test_the_room_is_used_up_and_shared_fairly(found: tuple[str, int, int, int]) -> None:
    text, start, end, most = found
    low, high = balanced(start, end, len(text), most)
    assert high - low == min(most, len(text)) or end - start > most
    before, after = start - low, high - end
    if low > 0 and high < len(text) and end - start <= most:
        assert 0 <= after - before <= 1


def test_edges_are_edges_of_sentences() -> None:
    text = " ".join(f"Ada saw {at} birds." for at in range(50))
    bounds = sentence_spans(text)
    for start, end in bounds[::7]:
        low, high = window_around(text, start, end, 100)
        assert low in [first for first, _ in bounds]
        assert high in [last for _, last in bounds]
        assert high - low > 60


def test_a_long_sentence_is_cut_between_words() -> None:
    text = "word " * 100 + "Ada " + "more " * 100
    start = text.index("Ada")
    low, high = window_around(text, start, start + 3, 50)
    assert text[low:high] == "word word word word Ada more more more more"
    assert window_around("x" * 100, 50, 51, 10) == (50, 51)
