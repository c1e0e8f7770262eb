"""Writes what the shipped reader answers to training questions, as foils for the verifier.

    python -m training.reader.tempting_answers SHARED OUT.jsonl.gz

Its wrong answers, and its answers to questions without one, are the mistakes a verifier must see.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

from qgauge.tools import open_tool
from training.reader.data import read_fairy, read_squad
from training.reader.more_sources import read_squad_train

AT_A_TIME = 64


def main(shared: Path, out: Path) -> None:
    folder = shared / "train"
    questions = read_squad(folder) + read_squad_train(folder)
    questions += [q for q in read_fairy(folder) if q.start < 0]
    questions = [q for q in questions if q.split == "train"]
    questions.sort(key=lambda q: len(q.passage))
    reader = open_tool("reader")
    with gzip.open(out, "wt", encoding="utf-8") as file:
        for start in range(0, len(questions), AT_A_TIME):
            some = questions[start : start + AT_A_TIME]
            for q, answer in zip(
                some, reader.answer([(q.text, q.passage) for q in some]), strict=True
            ):
                row = {"question": q.text, "passage": q.passage[:100], "answer": answer.text}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
