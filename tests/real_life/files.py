"""Forty files as people really have them, each with the command that a newcomer types first.

A file either works with that command, or the message names the one thing to add.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MILL = (
    "The old mill at Oriel was built in 1820 by Marta Lindqvist. It ground wheat and rye for the "
    "whole valley until a flood broke its wheel in 1931."
)
PAIRS = [
    ("Who built the old mill at Oriel?", "Marta Lindqvist"),
    ("When was the mill at Oriel built?", "1820"),
    ("What broke the wheel of the mill?", "a flood"),
]
GOLD = ["Who was the builder of the mill?", "In which year was it built?", "What broke the wheel?"]
Row = dict[str, Any]
Make = Callable[[Path], None]


@dataclass(frozen=True)
class RealFile:
    """A file or folder, and what happens when someone tries it."""

    name: str
    what: str
    """What it is, and where people have it from."""
    make: Make
    """Writes it."""
    command: str
    """The command that a newcomer types first."""
    says: str = ""
    """For a command that fails: what the message must say."""
    add: str = ""
    """For a command that fails: what must be added to it."""
    note: str = ""
    """For a command that works: what it must say on stderr about the file."""
    instead: str = ""
    """For a command that fails: the command that the message leads to, if nothing is added."""


def rows(**columns: str | Callable[[int], Any]) -> list[Row]:
    """Return three rows; a column is a text in all of them, or a function of the row."""
    return [
        {name: make(at) if callable(make) else make for name, make in columns.items()}
        for at in range(3)
    ]


def made(at: int) -> str:
    return PAIRS[at][0]


def answer(at: int) -> str:
    return PAIRS[at][1]


def gold(at: int) -> str:
    return GOLD[at]


QUIZ = rows(question=made, answer=answer, passage=MILL)


def text(content: str | bytes) -> Make:
    def make(path: Path) -> None:
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    return make


def table(lines: Sequence[Row], mark: str = ",", end: str = "\n", above: str = "") -> str:
    """Return rows as CSV."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(lines[0]), delimiter=mark, lineterminator=end)
    writer.writeheader()
    writer.writerows(lines)
    return above + out.getvalue()


def jsonl(lines: Sequence[Any]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def workbook(**sheets: Sequence[Row]) -> Make:
    def make(path: Path) -> None:
        import openpyxl

        book = openpyxl.Workbook()
        book.remove(book.active)
        for name, lines in sheets.items():
            sheet = book.create_sheet(name)
            for line in [list(lines[0]), *(list(line.values()) for line in lines)]:
                sheet.append(line)
        book.save(path)

    return make


def parquet(lines: Sequence[Row]) -> Make:
    def make(path: Path) -> None:
        import pyarrow
        from pyarrow import parquet as files

        files.write_table(pyarrow.Table.from_pylist(list(lines)), path)

    return make


def saved(lines: Sequence[Row], *splits: str) -> Make:
    """Return a data set of Hugging Face, as `save_to_disk` writes it."""

    def make(path: Path) -> None:
        import pyarrow
        from pyarrow import ipc

        for split in splits or ("",):
            folder = path / split if split else path
            folder.mkdir(parents=True)
            content = pyarrow.Table.from_pylist(list(lines))
            with ipc.new_stream(str(folder / "data-00000-of-00001.arrow"), content.schema) as out:
                out.write_table(content)
            files = [{"filename": "data-00000-of-00001.arrow"}]
            (folder / "state.json").write_text(json.dumps({"_data_files": files}))
        if splits:
            (path / "dataset_dict.json").write_text(json.dumps({"splits": splits}))

    return make


def squad(answers: Callable[[int], list[Row]]) -> str:
    asked = [{"id": f"q{at}", "question": made(at), "answers": answers(at)} for at in range(3)]
    article = {"title": "Oriel", "paragraphs": [{"context": MILL, "qas": asked}]}
    return json.dumps({"version": "1.1", "data": [article]})


def beside(name: str, content: str, first: Make) -> Make:
    """Return a file with another one next to it."""

    def make(path: Path) -> None:
        first(path)
        (path.parent / name).write_text(content)

    return make


GERMAN = rows(
    Frage=lambda at: ["Wer baute die Mühle?", "Wann?", "Was zerbrach?"][at], Note="gut – é"
)
ARRAYS = rows(
    id=lambda at: f"q{at}",
    context=MILL,
    question=made,
    answers=lambda at: (
        f"{{'text': array(['{answer(at)}'], dtype=object), 'answer_start': array([1])}}"
    ),
)
RATED = [
    {
        "question": made(at % 3),
        "reference": gold(at % 3),
        "Fluency": at % 5 + 1,
        "Relevance": 5 - at % 4,
    }
    for at in range(12)
]

FILES = [
    RealFile(
        "quiz.csv",
        "a teacher's quiz, saved from a spreadsheet",
        text(table(QUIZ)),
        "qgauge rank quiz.csv",
    ),
    RealFile(
        "quiz.csv",
        "the same from Excel in Germany: semicolons and Windows-1252",
        text(
            table(
                rows(question=made, answer=answer, passage=MILL + " – sagt René."), ";", "\r\n"
            ).encode("cp1252")
        ),
        "qgauge rank quiz.csv",
        note="Windows-1252",
    ),
    RealFile(
        "quiz.csv",
        "a header in capitals with spaces, and a byte order mark, as Excel writes 'CSV UTF-8'",
        text(
            b"\xef\xbb\xbf"
            + table(
                rows(**{"Generated Question ": made, "ANSWER": answer, "Context": MILL})
            ).encode()
        ),
        "qgauge rank quiz.csv",
        note="'Generated Question ' as question, 'Context' as passage",
    ),
    RealFile(
        "quiz.csv",
        "a column with the row numbers of pandas",
        text(table(rows(**{"": str, "question": made, "reference": gold}))),
        "qgauge score quiz.csv",
    ),
    RealFile(
        "quiz.csv",
        "a title above the header",
        text(table(QUIZ, above="Oriel quiz,,\nMay 2026,,\n")),
        "qgauge rank quiz.csv",
        says="line 3 looks like the header; remove the lines above it",
    ),
    RealFile(
        "quiz.csv",
        "separated by vertical bars, from a database",
        text(table(QUIZ, "|")),
        "qgauge rank quiz.csv",
        note="vertical bars",
    ),
    RealFile(
        "quiz.csv",
        "the line ends of an old Mac",
        text(table(QUIZ, end="\r")),
        "qgauge rank quiz.csv",
    ),
    RealFile(
        "quiz.csv",
        "the first line of Excel that states the mark",
        text("sep=;\n" + table(QUIZ, ";")),
        "qgauge rank quiz.csv",
        note="semicolons",
    ),
    RealFile(
        "fragen.csv",
        "columns in German",
        text(table(GERMAN)),
        "qgauge score fragen.csv -m grammar",
        says="add --map question=COLUMN",
        add="--map question=Frage",
    ),
    RealFile(
        "quiz.xlsx", "a teacher's quiz as a workbook", workbook(Quiz=QUIZ), "qgauge rank quiz.xlsx"
    ),
    RealFile(
        "quiz.xlsx",
        "a workbook with two sheets",
        workbook(New=QUIZ, Old=QUIZ),
        "qgauge rank quiz.xlsx",
        note="quiz.xlsx#SHEET",
    ),
    RealFile(
        "quiz.xls",
        "a workbook of Excel 97",
        text(b"\xd0\xcf\x11\xe0"),
        "qgauge rank quiz.xls",
        says="save it as .xlsx first",
    ),
    RealFile(
        "quiz.docx",
        "questions in a Word document",
        text(b"PK\x03\x04"),
        "qgauge rank quiz.docx",
        says="save it as .txt first",
    ),
    RealFile(
        "quiz.txt",
        "'Unicode Text' of Excel: tabs and UTF-16",
        text(table(QUIZ, "\t").encode("utf-16")),
        "qgauge rank quiz.txt",
        says="add --format csv",
        add="--format csv",
    ),
    RealFile(
        "dev.json",
        "SQuAD 1.1",
        text(squad(lambda at: [{"text": answer(at), "answer_start": 9}] * 3)),
        "qgauge rank dev.json",
    ),
    RealFile(
        "dev.json",
        "SQuAD 2.0, with a question that has no answer",
        text(squad(lambda at: [{"text": answer(at), "answer_start": 9}] if at else [])),
        "qgauge rank dev.json --max-unscored 50",
    ),
    RealFile(
        "squad",
        "SQuAD from Hugging Face, saved to disk",
        saved(
            rows(
                question=made,
                context=MILL,
                answers=lambda at: {"text": [answer(at)], "answer_start": [9]},
            )
        ),
        "qgauge rank squad",
    ),
    RealFile(
        "squad",
        "the same with two splits",
        saved(QUIZ, "train", "validation"),
        "qgauge rank squad",
        says="give one: squad/train, squad/validation",
        instead="qgauge rank squad/validation",
    ),
    RealFile(
        "train.parquet",
        "a file of a data set on the Hub",
        parquet(QUIZ),
        "qgauge rank train.parquet",
    ),
    RealFile(
        "squad.csv",
        "SQuAD that datasets wrote as CSV",
        text(table(ARRAYS)),
        "qgauge rank squad.csv",
    ),
    RealFile(
        "predictions.jsonl",
        "the output of a fine-tuned T5 next to its input: question, prediction, context",
        text(jsonl(rows(question=gold, prediction=made, context=MILL))),
        "qgauge score predictions.jsonl",
        says="add --map question=prediction,references=question,passage=context",
        add="--map question=prediction,references=question,passage=context",
    ),
    RealFile(
        "predictions.jsonl",
        "predictions with their targets",
        text(jsonl(rows(prediction=made, target=gold))),
        "qgauge score predictions.jsonl",
        note="'prediction' as question, 'target' as references",
    ),
    RealFile(
        "made.jsonl.gz",
        "gzipped",
        text(gzip.compress(jsonl(QUIZ).encode(), mtime=0)),
        "qgauge rank made.jsonl.gz",
    ),
    RealFile(
        "made.json",
        "rows under 'questions'",
        text(json.dumps({"title": "Oriel", "questions": QUIZ})),
        "qgauge rank made.json",
    ),
    RealFile(
        "made.json",
        "one row per line, in a file called .json",
        text(jsonl(QUIZ)),
        "qgauge rank made.json",
        says="add --format jsonl",
        add="--format jsonl",
    ),
    RealFile(
        "made.jsonl",
        "one array, in a file called .jsonl",
        text(json.dumps(QUIZ, indent=1)),
        "qgauge rank made.jsonl",
        says="add --format json",
        add="--format json",
    ),
    RealFile(
        "frame.json",
        "the output of DataFrame.to_json",
        text(json.dumps({"question": {"0": made(0)}, "reference": {"0": gold(0)}})),
        "qgauge score frame.json",
        says="orient='records'",
    ),
    RealFile(
        "lists.csv",
        "lists in cells, as pandas writes them",
        text(table(rows(question=made, references=lambda at: str([gold(at), made(at)])))),
        "qgauge score lists.csv",
    ),
    RealFile(
        "wide.tsv",
        "one column per reference",
        text(table(rows(question=made, reference_1=gold, reference_2=made), "\t")),
        "qgauge score wide.tsv",
        note="'reference_2' as references",
    ),
    RealFile(
        "systems.csv",
        "one column per system",
        text(table(rows(reference=gold, t5=made, bart=made))),
        "qgauge score systems.csv",
        says="add --map question=COLUMN",
        add="--map question=t5",
    ),
    RealFile(
        "generated.txt",
        "one question per line, references in another file",
        beside("gold.txt", "\n".join(GOLD) + "\n", text("\n".join(map(made, range(3))) + "\n")),
        "qgauge score generated.txt --references gold.txt",
    ),
    RealFile(
        "generated.txt",
        "one question per line, nothing else",
        text("\n".join(map(made, range(3))) + "\n"),
        "qgauge score generated.txt",
        says="choose a metric with -m",
        add="-m grammar",
    ),
    RealFile(
        "race.jsonl",
        "RACE: article, question, options, the letter of the answer",
        text(
            jsonl(
                rows(article=MILL, question=made, options=lambda at: [answer(at), "x"], answer="A")
            )
        ),
        "qgauge rank race.jsonl",
        note="read the letter of the answer as the text of its option",
    ),
    RealFile(
        "fairytale.csv",
        "FairytaleQA: the passage is called cor_section",
        text(table(rows(cor_section=MILL, question=made, answer1=answer))),
        "qgauge rank fairytale.csv",
        says="--map passage=COLUMN",
        add="--map passage=cor_section,answer=answer1",
    ),
    RealFile(
        "testset.csv",
        "a synthetic test set of Ragas",
        text(table(rows(user_input=made, reference_contexts=str([MILL]), reference=answer))),
        "qgauge rank testset.csv",
        says="columns: user_input, reference_contexts, reference",
        add="--map question=user_input,passage=reference_contexts,answer=reference",
    ),
    RealFile(
        "goldens.json",
        "goldens of DeepEval",
        text(json.dumps(rows(input=made, expected_output=answer, context=lambda _: [MILL]))),
        "qgauge rank goldens.json",
        says="columns: input, expected_output, context",
        add="--map question=input,answer=expected_output",
    ),
    RealFile(
        "queries.jsonl",
        "synthetic queries for retrieval",
        text(jsonl(rows(query=made, document=MILL, source="t5"))),
        "qgauge score queries.jsonl -m grammar",
        note="'query' as question, 'document' as passage, 'source' as system",
    ),
    RealFile(
        "stories.jsonl",
        "a source that is the passage",
        text(jsonl(rows(question=made, source=MILL, correct_answer=answer))),
        "qgauge rank stories.jsonl",
        note="'source' as passage, 'correct_answer' as answer",
    ),
    RealFile(
        "ratings.csv",
        "ratings in columns, from a form",
        text(table(RATED)),
        "qgauge meta ratings.csv -m rouge_l --resamples 100",
        says="--map ratings.fluency=COLUMN",
        add="--map ratings.fluency=Fluency,ratings.relevance=Relevance",
    ),
    RealFile(
        "quiz.gift",
        "a quiz of Moodle",
        text("::Mill:: Who built it? {=Marta ~Ann}\n"),
        "qgauge rank quiz.gift",
        says="unknown format 'gift'; set --format to one of jsonl, json, csv",
    ),
    RealFile(
        "broken.jsonl",
        "one bad row in a good file",
        text(jsonl(QUIZ[:2]) + '{"question": "", "answer": "x"}\n'),
        "qgauge rank broken.jsonl",
        says="broken.jsonl, line 3, field 'question': the question is empty",
        instead="qgauge rank broken.jsonl --keep-going",
    ),
]


def as_page() -> str:
    """Return the table as the content of README.md."""
    lines = [
        "# Files as people have them",
        "",
        "`test_real_files.py` writes each file, types the command, and checks what happens. This "
        "page is made by `python -m real_life.files > real_life/README.md` in the folder `tests`.",
        "",
        "| file | what it is | first command | what happens |",
        "|---|---|---|---|",
    ]
    for file in FILES:
        if file.says:
            happens = f"the message says: {file.says}"
            happens += f"; then it works with `{file.add}`" if file.add else ""
            happens += f"; then `{file.instead}` works" if file.instead else ""
        else:
            happens = "works" + (f", and says: {file.note}" if file.note else "")
        lines.append(f"| `{file.name}` | {file.what} | `{file.command}` | {happens} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(as_page(), end="")
