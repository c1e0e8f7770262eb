"""Progress bars: they move, tell the time left, leave no trace, and change no result."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from cli.conftest import EXAMPLES
from helpers.command import run_watched, shown_in_terminal, without_escapes

from qgauge.cli import terminal

BAR = re.compile(r"(\w[\w ]*?) [━╸╺]+ (\d+)(?:/(\d+))?(?: ([\d.]+)/s)?(?: +(\S+))?( left)?")
"""What is done, how much of how much, how fast, and a time: left or taken."""
FOLDER = EXAMPLES.parent


def frames(shown: str) -> list[re.Match[str]]:
    """Return the states of the bars on a terminal, in order."""
    return list(BAR.finditer(without_escapes(shown).replace("\r", "\n")))


@pytest.fixture(scope="module")
def stories(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write 96 different rows with passages and answers."""
    rows = [json.loads(line) for line in (FOLDER / "stories.jsonl").read_text().splitlines()]
    file = tmp_path_factory.mktemp("stories") / "stories.jsonl"
    with file.open("w") as out:
        for at in range(96):
            row = rows[at % len(rows)]
            passage = f"{row['passage']} It was {1800 + at}."
            out.write(json.dumps({**row, "id": str(at), "passage": passage}) + "\n")
    return file


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_bar_of_rank_moves_within_batches(stories: Path, workers: str, tmp_path: Path) -> None:
    words = ["rank", stories, "--cache", "off", "--workers", workers]
    watched = run_watched(*words, cwd=tmp_path, apart=True)
    assert watched.returncode == 0
    seen = frames(watched.stderr)
    assert {one[3] for one in seen} == {"96"}
    assert any(one[1] == "loading models" and one[2] == "0" for one in seen)
    counts = [int(one[2]) for one in seen if one[1] == "scoring"]
    assert counts == sorted(counts) and counts[-1] == 96
    # batches end at 8, 72 and 96 or, with two workers, at 8, 16, 80 and 96
    assert len({*counts} - {0, 8, 16, 72, 80, 96}) >= 4
    timed = [one for one in seen if 0 < int(one[2]) < 96 and one[6]]
    assert timed and all(one[4] and re.fullmatch(r"\d+:\d\d:\d\d", one[5]) for one in timed)
    assert watched.stderr.endswith("\x1b[?25h\r\x1b[1A\x1b[2K")  # erased, with its cursor back


def test_a_bar_changes_no_result(stories: Path, qgauge: Any, tmp_path: Path) -> None:
    words = ["score", stories, "-m", "quality", "-m", "answering", "-o"]
    watched = run_watched(*words, "a.jsonl", "--cache", "off", cwd=tmp_path)
    plain = qgauge(*words, "b.jsonl", "--cache", "off")
    assert frames(watched.stderr) and plain.stderr == ""
    assert watched.stdout == plain.stdout
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


VERBS = {
    "score": (["questions.jsonl"], "scoring"),
    "compare": (["questions.jsonl", "--resamples", "100"], "testing"),
    "meta": (["rated.jsonl", "--resamples", "100"], "correlating"),
    "set": (["set.jsonl"], "comparing"),
    "noise": (["questions.jsonl", "-o", "noise.jsonl"], "writing"),
    "concepts": (["concepts.jsonl", "--resamples", "100"], "testing"),
    "qud eval": (["qud.jsonl"], "labelling"),
    "qud meta": (["qud.jsonl"], "labelling"),
}


@pytest.mark.parametrize("verb", VERBS)
def test_every_long_verb_has_a_bar_on_a_terminal_only(
    verb: str, qgauge: Any, tmp_path: Path
) -> None:
    (file, *options), what = VERBS[verb]
    words = [*verb.split(), FOLDER / file, *options]
    watched = run_watched(*words, cwd=tmp_path)
    assert watched.returncode == 0, watched.stderr
    last = frames(watched.stderr)[-1]
    assert last[1] == what
    assert last[2] == last[3] != "0" and last[6] == " left"
    plain = qgauge(*words)
    assert plain.stderr == ""
    assert plain.stdout == watched.stdout


def test_a_set_is_read_and_then_compared(tmp_path: Path) -> None:
    shown = frames(run_watched("set", FOLDER / "set.jsonl", cwd=tmp_path).stderr)
    assert [*dict.fromkeys(one[1] for one in shown if one[1] != "loading models")] == [
        "reading",
        "comparing",
    ]


def test_tuning_has_bars(qgauge: Any, write: Any, tmp_path: Path) -> None:
    words = ["who", "what", "met", "the", "a", "in", "old", "king", "of", "river"]
    rows = [
        {
            "question": f"Who met {words[at % 10]} {words[at // 10]} in {1900 + at % 7}?",
            "references": [f"Who met {words[at % 10]} {words[at % 7]} in {1900 + at % 7}?"],
            "ratings": {"fluency": [at % 5]},
        }
        for at in range(60)
    ]
    file = write("rated.jsonl", rows)
    plan = ["--tuned-on", "30", "--bag", "20", "--bags", "2", "--splits", "3"]
    watched = run_watched("tune", file, "-m", "q_bleu1", *plan, cwd=tmp_path)
    assert watched.returncode == 0, watched.stderr
    last = {one[1]: (one[2], one[3]) for one in frames(watched.stderr)}
    assert last == {"reading": ("60", "60"), "scoring": ("60", "60"), "tuning": ("3", "3")}


def test_without_a_total_the_bar_counts(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in EXAMPLES.read_text().splitlines()]
    (tmp_path / "all.json").write_text(json.dumps(rows))
    watched = run_watched("score", "all.json", cwd=tmp_path)
    last = frames(watched.stderr)[-1]
    assert (last[1], last[2], last[3]) == ("scoring", str(len(rows)), None)
    assert last[5] and not last[6]


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"TERM": "unknown"}])
def test_a_terminal_that_cannot_move_its_cursor_has_no_bar(
    environment: dict[str, str], tmp_path: Path
) -> None:
    watched = run_watched("score", EXAMPLES, cwd=tmp_path, environment=environment)
    assert watched.returncode == 0
    assert watched.stderr == ""


def test_messages_are_printed_above_the_bar(tmp_path: Path, write: Any) -> None:
    (tmp_path / "cache.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    words = ["score", EXAMPLES, "-m", "answerability:names=parser", "--cache", "cache.sqlite"]
    watched = run_watched(*words, cwd=tmp_path, environment={"COLUMNS": "500"})
    lines = re.split(r"\r\n|\x1b\[2K", watched.stderr)
    (said,) = [line for line in lines if "was damaged" in line]
    assert said.startswith("The cache ") and said.endswith("a new cache is started.")


def test_rows_on_a_terminal_are_not_mixed_with_a_bar(tmp_path: Path) -> None:
    words = ["noise", EXAMPLES, "-k", "spelling", "--json"]
    wide = {"COLUMNS": "500"}
    assert frames(shown_in_terminal(*words, cwd=tmp_path, environment=wide, both=True)) == []
    words += ["-o", "rows.jsonl"]
    assert frames(shown_in_terminal(*words, cwd=tmp_path, environment=wide, both=True))


@pytest.mark.parametrize(
    ("name", "content", "rows"),
    [
        ("a.jsonl", b'{"question": "Who?"}\n{"question": "What?"}\n', 2),
        ("a.jsonl", b'{"question": "Who?"}\n{"question": "What?"}', 2),
        ("a.csv", b"question\nWho?\nWhat?\n", 2),
        ("a.TSV", b"question\nWho?", 1),
        ("a.txt", b"", 0),
        ("a.json", b"[]", None),
        ("a.jsonl.gz", b"\x1f\x8b", None),
    ],
)
def test_the_estimate_of_rows(name: str, content: bytes, rows: int | None, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    assert terminal.rows_in([str(tmp_path / name)]) == rows


def test_the_rows_of_several_files_are_added(tmp_path: Path) -> None:
    files = []
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("Who?\nWhat?\n")
        files.append(str(tmp_path / name))
    assert terminal.rows_in(files) == 4
    assert terminal.rows_in([*files, "-"]) is None
    assert terminal.rows_in([*files, str(tmp_path / "none.txt")]) is None


def test_parquet_says_how_many_rows_it_has(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    file = str(tmp_path / "a.parquet")
    parquet.write_table(pyarrow.table({"question": ["Who?", "What?", "When?"]}), file)
    assert terminal.rows_in([file]) == 3
    Path(file).write_bytes(b"PAR1 is not enough")
    assert terminal.rows_in([file]) is None
