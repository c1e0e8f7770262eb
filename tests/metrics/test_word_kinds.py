"""Word kinds as defined by the paper and by the released script."""

from __future__ import annotations

from qgauge.metrics.word_kinds import sort_words, sort_words_as_released
from qgauge.text.ptb import cased_words


def test_kinds_of_the_words() -> None:
    words = cased_words("In which year did Ada Lovelace's notes on the Engine appear?")
    kinds = sort_words(words)
    assert kinds.words == (
        ["ada", "lovelace", "engine"],
        ["'s", "notes", "appear"],
        ["in", "did", "on", "the"],
        ["which", "year"],
    )


def test_kinds_of_the_released_script() -> None:
    kinds = sort_words_as_released(["Does", "this", "dog", "belong", "to", "?"], False)
    assert kinds.words == (
        ["does"],
        ["dog", "belong"],
        ["does", "this", "to"],
        [],
    )
    assert kinds.present == (True, True, True, False)
    # a separate "?" is a content word before tokenisation only
    assert sort_words_as_released(["What", "color", "is", "the", "?"], False).present[1]


def test_only_movie_relations_are_content_words_in_wikimovies() -> None:
    words = cased_words("which films starred Maya Deren?")
    kinds = sort_words(words, relations=True)
    assert kinds.words[1] == ["starred"]
    assert kinds.words[3] == ["which", "films"]
