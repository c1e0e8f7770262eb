"""Rows in blocks are the rows of the file, whoever parses them."""

from __future__ import annotations

import io
import json
import pickle
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.core import BadInput, Example
from qgauge.data import ColumnMap, QuestionFiles, Refused
from qgauge.data.blocks import Block, LineBlock, QuestionBlocks, Unsettled, blocks_of

Rows = list[Example | Refused]


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qgauge.data.blocks.BLOCK", 3)


def write(file: Path, rows: list[Any]) -> str:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(file)


def read_elsewhere(files: QuestionFiles, ahead: int = 2) -> tuple[Rows, int]:
    """Read blocks as a run with workers does, a few of them ahead; count those settled here."""
    blocks = QuestionBlocks(files)
    rows: Rows = []
    waiting: list[Block] = []
    count = 0

    def collect(block: Block) -> int:
        sent = pickle.loads(pickle.dumps(block))
        try:
            read = sent.read()
            is_stale = read.prose is not None and read.prose != blocks.prose_of(block)
            fits = read.keys is None or (not is_stale and blocks.claim(read.keys))
        except Unsettled:
            fits = False
        found = read.rows if fits else blocks.settled(block).rows
        rows.extend(found)
        assert len(found) == block.count
        return 0 if fits else 1

    for block in blocks:
        waiting.append(block)
        if len(waiting) > ahead:
            count += collect(waiting.pop(0))
    for block in waiting:
        count += collect(block)
    return rows, count


def same(one: Rows, other: Rows) -> bool:
    return [as_text(row) for row in one] == [as_text(row) for row in other]


def as_text(row: Example | Refused) -> Any:
    return (str(row.error), row.row) if isinstance(row, Refused) else row


PROSE = "It was a long and cold winter in the town by the sea that year."
values = st.one_of(
    st.text(max_size=8), st.none(), st.integers(), st.just(PROSE), st.lists(st.text(max_size=3))
)
rows = st.fixed_dictionaries(
    {"question": st.sampled_from(["Who?", "Why so?", "", "Où ça ?", "A\u2028b?"])},
    optional={
        "id": st.sampled_from(["1", "2", "7", "x"]),
        "text": st.sampled_from(["Ada", PROSE, ""]),
        "source": st.sampled_from(["t5", PROSE, None]),
        "references": values,
        "passage": values,
        "system": st.sampled_from(["a", "b"]),
    },
)
lines = st.one_of(
    rows.map(json.dumps),
    rows.map(lambda row: json.dumps(row, ensure_ascii=False)),
    st.sampled_from(["", "  ", "{", "[1]", '{"question": NaN}', "\ufeff", "\x0b"]),
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(lines, max_size=14),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
    st.integers(0, 3),
)
def test_blocks_hold_the_rows_of_the_file(
    tmp_path_factory: pytest.TempPathFactory,
    texts: list[str],
    newline: str,
    ends: bool,
    ahead: int,
) -> None:
    file = tmp_path_factory.mktemp("blocks") / "made.jsonl"
    file.write_bytes((newline.join(texts) + newline * ends).encode("utf-8", "surrogatepass"))
    files = QuestionFiles([str(file)])
    expected = list(files.rows())
    found, _ = read_elsewhere(files, ahead)
    assert same(found, expected)


def test_a_first_long_text_settles_what_its_column_holds(tmp_path: Path) -> None:
    # `text` is empty at first; its first text, in the second block, is too short for a passage,
    # so the long one in the third block must not become one
    start = [{"question": f"Who {at}?", "text": ""} for at in range(3)]
    second = [{"question": f"Why {at}?", "text": "Ada"} for at in range(3)]
    third = [{"question": f"When {at}?", "text": PROSE} for at in range(3)]
    files = QuestionFiles([write(tmp_path / "made.jsonl", [*start, *second, *third])])
    found, settled = read_elsewhere(files, ahead=5)
    assert same(found, list(files.rows()))
    assert settled == 2
    assert all(isinstance(row, Example) and row.passage is None for row in found)


def test_a_decision_about_a_column_holds_for_empty_cells_of_later_blocks(tmp_path: Path) -> None:
    # the third block was cut before the second showed that `document` holds passages
    rows: list[Any] = [{"question": f"Who {at}?"} for at in range(3)]
    rows += [{"question": f"Why {at}?", "document": PROSE} for at in range(3)]
    rows += [{"question": f"When {at}?", "document": ""} for at in range(3)]
    files = QuestionFiles([write(tmp_path / "made.jsonl", rows)])
    found, settled = read_elsewhere(files, ahead=5)
    assert same(found, list(files.rows()))
    assert settled == 2


def test_a_column_that_is_always_empty_is_read_elsewhere(tmp_path: Path) -> None:
    rows = [{"question": f"Who {at}?", "document": ""} for at in range(12)]
    files = QuestionFiles([write(tmp_path / "made.jsonl", rows)])
    found, settled = read_elsewhere(files)
    assert same(found, list(files.rows()))
    assert settled == 0


def test_a_mapped_column_may_be_missing_in_blocks_that_are_settled_here(tmp_path: Path) -> None:
    rows: list[Any] = [{"id": str(at), "question": "Who?", "gold": "Ada"} for at in range(3)]
    rows += [{"id": str(at % 4), "question": "Who?"} for at in range(3, 6)]
    columns = ColumnMap.parsed(["answer=gold"])
    files = QuestionFiles([write(tmp_path / "made.jsonl", rows)], columns=columns)
    found, settled = read_elsewhere(files)
    assert same(found, list(files.rows()))
    assert settled == 1


def test_an_id_of_another_block_is_refused_where_it_comes_second(tmp_path: Path) -> None:
    ids = ["a", "b", "c", "d", "e", "b", "g", "h"]
    rows = [{"id": id, "question": f"Who is {id}?"} for id in ids]
    files = QuestionFiles([write(tmp_path / "made.jsonl", rows)])
    found, settled = read_elsewhere(files)
    (bad,) = (row for row in found if isinstance(row, Refused))
    assert bad.error.line == 6 and bad.error.field == "id"
    assert "appears twice" in bad.error.problem
    assert settled == 1


def test_ids_are_unique_over_files_with_the_same_system(tmp_path: Path) -> None:
    rows = [{"id": str(at), "question": "Who?", "system": "t5"} for at in range(5)]
    files = QuestionFiles([write(tmp_path / f"{name}.jsonl", rows) for name in "ab"])
    found, _ = read_elsewhere(files)
    assert same(found, list(files.rows()))
    assert [isinstance(row, Refused) for row in found] == [False] * 5 + [True] * 5


def test_columns_named_by_the_user_may_be_missing_in_later_blocks(tmp_path: Path) -> None:
    rows: list[Any] = [{"ask": f"Who {at}?", "context": "Here."} for at in range(4)]
    rows += [{"question": "Why?"}]
    columns = ColumnMap.parsed(["question=ask"])
    files = QuestionFiles([write(tmp_path / "made.jsonl", rows)], columns=columns)
    found, _ = read_elsewhere(files)
    assert same(found, list(files.rows()))


def test_a_column_that_the_first_rows_lack_is_an_error(tmp_path: Path) -> None:
    rows = [{"question": f"Who {at}?"} for at in range(5)]
    columns = ColumnMap.parsed(["passage=story"])
    files = QuestionFiles([write(tmp_path / "made.jsonl", rows)], columns=columns)
    with pytest.raises(BadInput, match="there is no such column"):
        read_elsewhere(files)


@pytest.mark.parametrize("form", ["csv", "tsv", "json", "txt"])
def test_other_formats_are_parsed_here(tmp_path: Path, form: str) -> None:
    file = tmp_path / f"made.{form}"
    content = {
        "csv": "id,question\n" + "".join(f'{at},"Who,\n{at}?"\n' for at in range(7)),
        "tsv": "id\tquestion\n" + "".join(f"{at}\tWho {at}?\n" for at in range(7)),
        "json": json.dumps([{"question": f"Who {at}?"} for at in range(7)]),
        "txt": "".join(f"Who {at}?\n" for at in range(7)),
    }[form]
    file.write_text(content)
    files = QuestionFiles([str(file)])
    blocks = list(QuestionBlocks(files))
    assert [block.count for block in blocks] == [3, 3, 1]
    assert not any(isinstance(block, LineBlock) for block in blocks)
    assert same([row for block in blocks for row in block.read().rows], list(files.rows()))


def test_articles_of_squad_become_rows(tmp_path: Path) -> None:
    asked = [{"question": f"Who {at}?", "id": str(at)} for at in range(5)]
    article = {"title": "T", "paragraphs": [{"context": "Here.", "qas": asked}]}
    files = QuestionFiles([write(tmp_path / "made.jsonl", [article])])
    found, _ = read_elsewhere(files)
    assert same(found, list(files.rows()))
    assert len(found) == 5


def test_an_article_after_the_first_block_is_an_error(tmp_path: Path) -> None:
    article = {"paragraphs": [{"context": "Here.", "qas": [{"question": "Who?"}]}]}
    rows = [*({"question": f"Who {at}?"} for at in range(4)), article]
    files = QuestionFiles([write(tmp_path / "made.jsonl", rows)])
    with pytest.raises(BadInput, match="line 5: an article of SQuAD"):
        read_elsewhere(files)


def test_stdin_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(json.dumps({"question": f"Who {at}?"}) + "\n" for at in range(7))

    class Stdin:
        buffer = io.BytesIO(text.encode())

    monkeypatch.setattr(sys, "stdin", Stdin())
    found, _ = read_elsewhere(QuestionFiles(["-"]))
    assert [row.id for row in found if isinstance(row, Example)] == list("1234567")


def test_digests_follow_the_content_and_nothing_else(tmp_path: Path) -> None:
    rows = [{"question": f"Who {at}?"} for at in range(7)]
    one, other = (
        list(QuestionBlocks(QuestionFiles([write(tmp_path / name, rows)])))
        for name in ("a.jsonl", "b.jsonl")
    )
    assert [block.digest for block in one] == [block.digest for block in other]
    rows[4] = {"question": "Why?"}
    changed = list(QuestionBlocks(QuestionFiles([write(tmp_path / "a.jsonl", rows)])))
    assert [a.digest == b.digest for a, b in zip(one, changed, strict=True)] == [True, False, True]


def test_rows_in_memory_are_cut_like_those_of_files() -> None:
    examples = [Example(str(at), "Who?") for at in range(4)]
    blocks = list(blocks_of(examples, "made.jsonl"))
    assert [str(block) for block in blocks] == [
        "rows 1 to 3 of made.jsonl",
        "rows 4 to 4 of made.jsonl",
    ]
    assert [row for block in blocks for row in block.read().rows] == examples
