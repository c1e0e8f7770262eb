"""Word vectors from a text file."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from qgauge.core import BadInput
from qgauge.tools.registry import open_tool

GLOVE = "film 1 0\nmovie 0.6 0.8\n. . . 0 1\nParis -1 0\nfilm 9 9\nmüde 0 2\n"


@pytest.fixture
def glove(tmp_path: Path) -> str:
    file = tmp_path / "glove.txt"
    file.write_text(GLOVE, encoding="utf-8")
    return str(file)


def test_words_and_texts(glove: str) -> None:
    tool = open_tool("embedder", f"vectors:{glove}")
    # of two rows for a word, the first counts
    assert tool.vector("film").tolist() == [1, 0]
    assert tool.vector("Film").tolist() == [1, 0]
    assert tool.vector("paris") is None
    assert tool.vector(". . .").tolist() == [0, 1]
    assert tool.vector("müde").tolist() == [0, 2]
    # the mean of film and movie is (.8, .4): with film, .8 / sqrt(.64 + .16)
    assert tool.similarity([("film", "movie"), ("film movie", "a film"), ("x", "film")]) == [
        pytest.approx(0.6),
        pytest.approx(0.8 / 0.8**0.5),
        None,
    ]


def test_the_header_and_spaces_of_word2vec_are_ignored(glove: str, tmp_path: Path) -> None:
    other = tmp_path / "word2vec.txt"
    lines = "".join(f"{line} \n" for line in GLOVE.splitlines())
    other.write_text(f"6 2\n{lines}", encoding="utf-8")
    plain, headed = (open_tool("embedder", f"vectors:{file}") for file in (glove, other))
    for word in ("film", "movie", ". . .", "6", "Paris"):
        found = [tool.vector(word) for tool in (plain, headed)]
        assert (found[0] is None) == (found[1] is None)
        if found[0] is not None:
            assert found[0].tolist() == found[1].tolist()


def test_the_identity_depends_on_name_and_content(glove: str, tmp_path: Path) -> None:
    tool = open_tool("embedder", f"vectors:{glove}")
    assert tool.identity.startswith("vectors:glove.txt@")
    again = pickle.loads(pickle.dumps(tool))
    assert again.identity == tool.identity
    assert again.vector("movie").tolist() == tool.vector("movie").tolist()
    (tmp_path / "more").mkdir()
    other = tmp_path / "more" / "glove.txt"
    other.write_text(GLOVE + "more 1 1\n", encoding="utf-8")
    assert open_tool("embedder", f"vectors:{other}").identity != tool.identity


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is empty"),
        (b"\n\n", "has no vectors"),
        (b"film 1 0\nmovie 1\n", "line 2: expected a word and 2 numbers"),
        (b"one two three four\n", "line 1: a value after the word is not a number"),
        (b"2 2\nfilm 1 0\nmovie\n", "line 3: expected a word and 2 numbers"),
        (b"film 1 nan\n", "line 1: a number is not finite"),
        (b"3000000 300\n</s> \x8f\x01 @\x00 \xff", "line 2: expected a word and 300 numbers"),
    ],
)
def test_other_files_are_rejected(tmp_path: Path, content: bytes, complaint: str) -> None:
    file = tmp_path / "vectors.txt"
    file.write_bytes(content)
    tool = open_tool("embedder", f"vectors:{file}")
    with pytest.raises(BadInput, match=f"vectors.txt.*{complaint}"):
        tool.vector("film")


def test_errors_name_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nowhere.txt: the file cannot be read \(No such file"):
        _ = open_tool("embedder", f"vectors:{tmp_path}/nowhere.txt").identity
    packed = tmp_path / "glove.txt.gz"
    packed.write_bytes(b"\x1f\x8b")
    with pytest.raises(BadInput, match="is compressed; decompress it first"):
        open_tool("embedder", f"vectors:{packed}").vector("film")
