"""The table of verbs, each with a valid run, so that tests can make one thing at a time hostile.

`test_every_verb.py` compares it with the verbs of the command: a new verb needs a row here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

SERVER = "{server}"
"""Placeholder for the judge on loopback, whose address changes from run to run."""
DATABASE = "rate.sqlite3"
"""What `annotate serve` makes; with it, a second run would add only what is new."""

Row = dict[str, Any]
TEXT = "The town of Orrin closes its old pool in May. Marta Holm built it in 1931."


@dataclass(frozen=True)
class Verb:
    """A verb, with arguments and rows for a valid run."""

    name: str
    """The name, as typed after `qgauge`."""
    words: tuple[str, ...] = ()
    """Options that keep the run short."""
    rows: Sequence[Row] = ()
    """Good rows; none for a verb that reads no rows."""
    file_option: str = ""
    """The option that takes the file of rows, if it is not a positional argument."""
    reads: str = "jsonl"
    """The format of the rows: jsonl, or csv for response matrices."""
    formats: tuple[str, ...] = ("jsonl", "json", "csv", "parquet", "txt")
    """All formats it reads."""
    keeps_going: bool = True
    """Whether the verb has --keep-going."""
    output: str = "-o"
    """The option that names the output file, if there is one."""
    output_name: str = "out.jsonl"
    written: Callable[[str], int] | None = None
    """Returns the number of good rows in the output, given its content."""
    workers: bool = False
    """Whether the verb has --workers."""
    json: bool = True
    """Whether the verb has --json."""
    skims: bool = False
    """Whether it looks for a single row, so that other rows may be bad."""
    costly: bool = False
    """Whether a valid run loads a model or starts a process, which takes half a second or more."""

    def call(self, file: str, *more: str) -> list[str]:
        """Return the arguments of a run on this file."""
        option = [self.file_option] if self.file_option else []
        return [*self.name.split(), *self.words, *option, file, *more]

    def bare(self) -> list[str]:
        """Return the arguments of a run of a verb that reads no rows."""
        return [*self.name.split(), *self.words]

    def content(self) -> str:
        """Return the good rows as the content of a file."""
        return written_as(self.rows, self.reads)

    def __str__(self) -> str:
        return self.name + (f" {self.file_option}" if self.file_option else "")


def written_as(rows: Sequence[Row], form: str) -> str:
    """Return rows as JSONL, or as CSV with the keys of the first row as columns."""
    if form == "jsonl":
        return "".join(json.dumps(row) + "\n" for row in rows)
    lines = [list(rows[0]), *(list(row.values()) for row in rows)]
    return "".join(",".join(map(str, line)) + "\n" for line in lines)


def lines(content: str) -> int:
    return len(content.splitlines())


def _questions(count: int = 6, **more: Any) -> list[Row]:
    """Return questions of two systems in turn; `more` returns further fields of a row."""
    towns = ["Orrin", "Lund", "Halden", "Askerholm", "Brunnau", "Tarro", "Visby", "Moss"]
    about = "Who built the {} pools of {}?"
    return [
        {
            "id": str(at // 2),
            "system": "ab"[at % 2],
            "question": ("" if at % 2 else "Oh! ") + about.format(at // 2, towns[at // 2 % 8]),
            "references": [about.format(at // 2, towns[at // 2 % 8])],
            **{name: made(at) for name, made in more.items()},
        }
        for at in range(count)
    ]


RATED = _questions(40, ratings=lambda at: {"fluency": [at % 5 + 1, (at + at % 3) % 5 + 1]})
PASSAGES = _questions(4, passage=lambda _: TEXT, answer=lambda _: "Marta Holm")
DOCUMENTS = [
    {
        "id": f"d{at}",
        "text": TEXT,
        "annotators": {"ann": [[4, 17], [46, 56]], "ben": [[4, 17]]},
        "systems": {"a": [[4, 17]], "b": [[46, 56]]},
    }
    for at in range(3)
]
MATRIX = [
    {"respondent": f"p{at}", "c1": int(at > 5), "c2": at % 2, "c3": int(at > 3)} for at in range(12)
]
EDGES = [
    {
        "id": f"e{at}",
        "article": f"t{at}",
        "system": "a",
        "question": "Why does the pool close?",
        "sentences": ["The pool closes.", "It leaks.", "People swim."],
        "anchor": 1,
        "answer_sentence": 2,
        "ratings": {"language": ["yes"], "relevance": ["fully_grounded"]},
    }
    for at in range(4)
]
TEXTS = [{"id": f"t{at}", "text": f"{TEXT} It leaks on day {at}."} for at in range(3)]
ARTICLES = [{"id": f"t{at}", "sentences": ["The pool closes.", "It leaks."]} for at in range(3)]

JUDGE = ("--judge", SERVER)
JSON_ONLY = ("jsonl", "json")
SMALL = ("--tuned-on", "10", "--bag", "5", "--bags", "1", "--splits", "2")

VERBS = [
    Verb("score", ("-m", "bleu1"), _questions(), written=lines, workers=True),
    Verb("rank", ("-m", "bleu1"), _questions(), written=lines, workers=True),
    Verb("explain", ("-m", "bleu1"), _questions(), keeps_going=False, output="", skims=True),
    Verb("compare", ("-m", "bleu1", "--resamples", "100"), _questions(), output="", workers=True),
    Verb("report", ("-o", "-"), _questions(), output_name="out.html", json=False),
    Verb("meta", ("-m", "bleu1", "--resamples", "100"), RATED, written=lines, workers=True),
    Verb("calibrate", ("-m", "bleu1"), RATED, output_name="out.json", workers=True),
    Verb("tune", ("-m", "q_bleu1", *SMALL), RATED, output_name="out.json", workers=True),
    Verb("noise", ("-k", "lower_case"), _questions(), written=lines, workers=True),
    Verb("set", (), PASSAGES, written=lines, workers=True, costly=True),
    Verb("generate", ("-n", "1"), TEXTS, formats=JSON_ONLY, written=lines, costly=True),
    Verb(
        "items",
        ("--min-respondents", "3", "--resamples", "100"),
        MATRIX,
        reads="csv",
        formats=("csv",),
    ),
    Verb("items", ("--resamples", "100"), RATED, file_option="--questions"),
    Verb("concepts", ("--resamples", "100"), DOCUMENTS, formats=JSON_ONLY),
    Verb(
        "qud eval",
        ("--method", "rule", "--no-flags"),
        EDGES,
        formats=JSON_ONLY,
        written=lines,
        workers=True,
        costly=True,
    ),
    Verb(
        "qud meta",
        ("--method", "rule"),
        EDGES,
        formats=JSON_ONLY,
        output="",
        workers=True,
        costly=True,
    ),
    Verb("qud parse", JUDGE, ARTICLES, formats=("jsonl",), written=lines, costly=True),
    Verb("qud show", (), EDGES, formats=JSON_ONLY, output="--html", output_name="out.html"),
    Verb(
        "judge estimate",
        ("--rubric", "fluency", *JUDGE),
        _questions(),
        keeps_going=False,
        output="",
    ),
    Verb("judge run", ("--rubric", "fluency", *JUDGE), _questions(), written=lines, costly=True),
    Verb("judge cache", output="--export"),
    Verb(
        "annotate serve",
        ("--scheme", "answerability", "--no-serve", "--database", DATABASE),
        _questions(),
        output="",
        json=False,
        costly=True,
    ),
    # these need a database that `annotate serve` has made; tests/annotate runs them
    Verb("annotate export", ("-h",), keeps_going=False, json=False),
    Verb("annotate import", ("-h",), keeps_going=False, output="", json=False),
    Verb("annotate backup", ("-h",), keeps_going=False, output="", json=False),
    Verb("annotate restore", ("-h",), keeps_going=False, output="", json=False),
    Verb("list", output=""),
    Verb("docs", ("tutorial",), output=""),
    Verb("init", ("new",), output=""),
    Verb("models try", ("grammarian", "Who are you?"), output="", costly=True),
    Verb("run status", ("-h",), output=""),  # it needs the folder of a run
    Verb("models list", output=""),
    Verb("models verify", output=""),
    Verb("models cache", output=""),
]
READERS = [verb for verb in VERBS if verb.rows]
CHECKSUMS = ("calibrate", "meta", "report", "tune")
"""Verbs whose output has the checksum of the file."""


def each(verbs: Sequence[Verb]) -> list[Any]:
    """Return the verbs as parameters of a test; costly ones are marked slow."""
    slow = [pytest.mark.slow]
    return [pytest.param(verb, id=str(verb), marks=slow * verb.costly) for verb in verbs]
