"""Two raters' files joined with the key: shares by hand, and what is refused."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.generation import rated_rows
from benchmarks.generation.blind import KEY, SHEET, write_rows
from benchmarks.generation.rated_rows import FLAWS, rating_of, read_rated
from benchmarks.generation.ratings import (
    DECIDES,
    RATED,
    RATED_GENERATED,
    by_any,
    by_both,
    by_mean,
    by_rater,
    groups,
    main,
    report,
    targets,
)

GUIDE = Path(rated_rows.__file__).with_name("rating_guide.md")
GOOD: dict[str, Any] = {"usable": 1, "asks": 1, "answer_right": 1, "flaw": "none"}
WRONG: dict[str, Any] = {"usable": 0, "asks": 1, "answer_right": 0, "flaw": "wrong answer"}
VAGUE: dict[str, Any] = {"usable": 0, "asks": 1, "answer_right": 1, "flaw": "unclear"}
EMPTY: dict[str, Any] = {"usable": 0, "asks": 0, "answer_right": 0, "flaw": "other"}
# id, source, domain, passage, what the first and the second rater say
ROWS = [
    ("q1", "generated", "tale", "A mill burned.", GOOD, GOOD),
    ("q2", "generated", "tale", "A mill burned.", GOOD, VAGUE),
    ("q3", "generated", "news", "A ferry sank.", WRONG, WRONG),
    ("q4", "generated", "news", "A ferry sank.", GOOD, GOOD),
    ("q5", "people", "tale", "A king slept.", GOOD, GOOD),
    ("q6", "people", "tale", "A king slept.", EMPTY, VAGUE),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sheet = [
        {"id": id, "passage": passage, "question": f"What is {id}?", "answer": "it"}
        for id, _, _, passage, _, _ in ROWS
    ]
    key = [
        {"id": id, "source": source, "domain": domain, "document": passage[:6]}
        for id, source, domain, passage, _, _ in ROWS
    ]
    write_rows(tmp_path / SHEET, sheet)
    write_rows(tmp_path / KEY, key[::-1])  # the order does not matter
    for at in (0, 1):
        write_rows(raters(tmp_path)[at], [{"id": row[0]} | row[4 + at] for row in ROWS[::-1]])
    return tmp_path


def raters(folder: Path) -> list[Path]:
    return [folder / "ann.jsonl", folder / "ben.jsonl"]


def test_shares_by_hand(folder: Path) -> None:
    rows = read_rated(folder, raters(folder))
    mine = [row for row in rows if row.source == "generated"]
    usable, nothing, wrong = (DECIDES[name] for name in ("usable", "asks nothing", "wrong answer"))
    assert by_mean(mine, usable).value == 5 / 8
    assert [by_rater(mine, usable, at).value for at in (0, 1)] == [3 / 4, 2 / 4]
    assert (by_both(mine, usable).value, by_any(mine, usable).value) == (2 / 4, 3 / 4)
    assert by_mean(mine, wrong).value == 1 / 4
    assert by_any(mine, nothing).value == 0
    theirs = [row for row in rows if row.source == "people"]
    assert by_mean(theirs, nothing).value == 1 / 4
    assert (by_both(theirs, nothing).value, by_any(theirs, nothing).value) == (0, 1 / 2)


def test_the_generated_rows_come_first_and_by_domain(folder: Path) -> None:
    found = [
        (source, domain, [row.id for row in some])
        for source, domain, some in groups(read_rated(folder, raters(folder)))
    ]
    assert found == [
        ("generated", "all", ["q1", "q2", "q3", "q4"]),
        ("generated", "tale", ["q1", "q2"]),
        ("generated", "news", ["q3", "q4"]),
        ("people", "all", ["q5", "q6"]),
        ("people", "tale", ["q5", "q6"]),
    ]


def test_the_report_names_agreement_flaws_and_targets(folder: Path) -> None:
    rows = read_rated(folder, raters(folder))
    text = "\n".join(report(rows))
    # usable: both yes 3, both no 2, one differs; chance (4*3 + 2*3)/36 = 1/2, so (5/6-1/2)/(1/2)
    assert "| usable | all | 6 | 0.667 " in text
    assert "| unclear | 0 | 1 | 0 | 1 |" in text
    assert "No teachers rated" in text
    assert list(targets([row for row in rows if row.source == "generated"])) == [
        "- usable, at least 80%: 62.5%, MISSED",
        "- ask nothing by either rater, none: 0, met",
        "- wrong answers, at most 3%: 25.0%, MISSED",
    ]
    assert list(targets([])) == []


def test_meta_reads_the_rated_rows(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(folder), *map(str, raters(folder))])
    assert "### usable" in capsys.readouterr().out
    row = json.loads((folder / RATED).read_text("utf-8").splitlines()[1])
    assert row["ratings"] == {"usable": [1, 0], "asks": [1, 1], "answer_right": [1, 1]}
    assert (row["system"], row["flaws"]) == ("generated", ["none", "unclear"])
    assert len((folder / RATED_GENERATED).read_text("utf-8").splitlines()) == 4
    words = ["meta", str(folder / RATED), "-m", "grammar", "--dimension", "usable", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "qgauge", *words], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert '"usable"' in done.stdout


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"id": "q9"} | GOOD, "there is no row 'q9' in the sheet"),
        ({"id": "q1"} | GOOD, "q1 is rated twice"),
        ({"id": "q6"} | GOOD | {"asks": 2}, "'asks' must be 1 or 0, not 2"),
        ({"id": "q6"} | GOOD | {"asks": 0}, "q6: it is usable, but asks nothing"),
        ({"id": "q6"} | GOOD | {"flaw": "unclear"}, "usable, but the flaw is unclear"),
        ({"id": "q6"} | VAGUE | {"flaw": "none"}, "not usable, but the flaw is none"),
        ({"id": "q6"} | VAGUE | {"flaw": "dull"}, "not 'dull'"),
        ({"id": "q6", "usable": 1}, "'asks' must be 1 or 0, not None"),
        (None, "1 row.s. are not rated, such as q6"),
        ([1], "line 6: not a JSON object"),
    ],
)
def test_bad_ratings_are_refused(folder: Path, line: Any, message: str) -> None:
    file = raters(folder)[1]
    rows = [{"id": row[0]} | row[5] for row in ROWS[:5]]
    write_rows(file, rows + ([line] if line is not None else []))
    with pytest.raises(rated_rows.BadInput, match=message):
        read_rated(folder, raters(folder))


def test_missing_and_broken_files_are_refused(folder: Path) -> None:
    with pytest.raises(rated_rows.BadInput, match=r"carl.jsonl: No such file"):
        read_rated(folder, [*raters(folder)[:1], folder / "carl.jsonl"])
    raters(folder)[0].write_text("{", encoding="utf-8")
    with pytest.raises(rated_rows.BadInput, match=r"ann.jsonl, line 1: not JSON"):
        read_rated(folder, raters(folder))
    write_rows(folder / KEY, [])
    with pytest.raises(rated_rows.BadInput, match="have different ids"):
        read_rated(folder, raters(folder))
    with pytest.raises(SystemExit, match="have different ids"):
        main([str(folder), *map(str, raters(folder))])


def test_raters_may_write_yes_and_true() -> None:
    written: list[dict[str, Any]] = [
        {"usable": "yes", "asks": "yes", "answer_right": "yes", "flaw": "none"},
        {"usable": True, "asks": True, "answer_right": True, "flaw": "none"},
    ]
    assert {rating_of(one) for one in written} == {rating_of(GOOD)}


def test_the_guide_explains_every_flaw_and_decision() -> None:
    guide = GUIDE.read_text("utf-8")
    assert all(f"\n- `{flaw}`: " in guide for flaw in FLAWS)
    assert all(f"\n## `{name}`: 1 or 0\n" in guide for name in rated_rows.DECISIONS)
    example = guide.partition("```json\n")[2].partition("\n```")[0]
    assert rating_of(json.loads(example)).flaw == "unclear"


def test_examples() -> None:
    assert doctest.testmod(rated_rows).failed == 0
