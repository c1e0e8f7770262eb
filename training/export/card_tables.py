"""Write the tables of the model cards from the measured figures."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

Figures = Mapping[str, float]


class Row(NamedTuple):
    """A row of the table: label, key of the figure, key of its n, and target."""

    what: str
    figure: str
    n: str = ""
    target: float | None = None


ROWS = {
    "linguist": (
        Row("UPOS, UD EWT test, gold words", "test_upos", "test_words", 0.964),
        Row("UAS, UD EWT test, gold words", "test_uas", "test_words", 0.918),
        Row("LAS, UD EWT test, gold words (universal relations)", "test_las", "test_words", 0.895),
        Row("LAS, UD ATIS test", "test_atis_las", "test_atis_words", 0.940),
        Row("LAS, 80 hand-parsed questions", "questions_las", "questions_words"),
        Row(
            "LAS, 80 hand-parsed questions in lower case", "questions_las_lower", "questions_words"
        ),
        Row("word F1, UD EWT test as raw text", "raw_word_f1", "", 0.98),
        Row("sentence F1, UD EWT test as raw text", "raw_sentence_f1", "", 0.85),
        Row("LAS F1, UD EWT test as raw text, end to end", "raw_las", "", 0.86),
        Row("LAS F1, UD ATIS test as raw text", "raw_atis_las", "", 0.90),
        Row("entity F1, UNER EWT test, original case", "ner", "", 0.74),
        Row("entity F1, UNER EWT test in lower case", "ner_lower", "", 0.66),
        Row("question class, TREC test, 50 classes", "test_trec50", "", 0.925),
        Row("question class, TREC test, 6 classes", "test_trec6", "", 0.972),
        Row("well-formedness, query-wellformedness dev, Pearson", "wellformed_r", "", 0.71),
        Row('well-formedness, accuracy of "rated at least .8"', "wellformed_accuracy", "", 0.775),
        Row("BLiMP accuracy on phenomena not in training", "blimp", "n_blimp", 0.75),
        Row("error spans in held-out corrupted sentences, F0.5", "errors_f05", "", 0.60),
    ),
    "reader": (
        Row("answer F1, held-out SQuAD articles", "f1_squad", "n_squad", 0.86),
        Row("answer F1, held-out FairytaleQA stories", "f1_fairytaleqa", "n_fairytaleqa"),
        Row("answerability (SQuAD 2), AUROC", "auroc_squad2", "n_unanswerable_squad2", 0.83),
        Row("answerability (unrelated passage), AUROC", "auroc_other", "n_unanswerable_other"),
        Row("MNLI accuracy, held-out tenth", "nli_mnli", "n_nli_mnli", 0.78),
        Row("SNLI accuracy, held-out tenth", "nli_snli", "n_nli_snli", 0.86),
        Row("SciTail accuracy, held-out tenth", "nli_scitail", "n_nli_scitail", 0.93),
        Row("right vs wrong statements, AUROC", "statement_auroc", "n_statement", 0.90),
        Row("unrelated statements labelled neutral", "elsewhere_neutral", "n_elsewhere"),
        Row("right vs other answers, SQuAD, AUROC", "verify_squad", "n_verify_squad", 0.985),
        Row(
            "right vs other answers, FairytaleQA, AUROC",
            "verify_fairytaleqa",
            "n_verify_fairytaleqa",
            0.985,
        ),
        Row("right vs other answers, QAMR, AUROC", "verify_qamr", "n_verify_qamr"),
        Row(
            "right answers vs those to a misstated question, AUROC",
            "verify_against_misstated",
            "n_verify_against_misstated",
        ),
        Row(
            "right answers vs those to an unanswerable question, AUROC",
            "verify_against_unanswerable",
            "n_verify_against_unanswerable",
        ),
        Row("yes-no answers of BoolQ, AUROC", "verify_against_polar", "n_verify_against_polar"),
    ),
}
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


def shown(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def table(model: str, exported: Figures, seeds: Sequence[Figures]) -> str:
    """Return a table of the exported file's figures, those of the seeds, and the targets."""
    lines = ["| figure | n | exported | seeds before export | target |", "|---|---|---|---|---|"]
    for row in ROWS[model]:
        if row.figure not in exported:
            continue
        value = exported[row.figure]
        n = f"{exported[row.n]:,.0f}" if row.n in exported else ""
        spread = " ".join(shown(seed[row.figure]) for seed in seeds if row.figure in seed)
        target = ""
        if row.target is not None:
            met = round(value, 3) >= row.target
            target = shown(row.target) + ("" if met else ", missed")
        lines.append(f"| {row.what} | {n} | {shown(value)} | {spread} | {target} |")
    return "\n".join(lines)


def seeds_of(card: Path) -> list[dict[str, float]]:
    """Read the seeds' figures from the card, as the checkpoints are not kept."""
    text = card.read_text(encoding="utf-8") if card.exists() else ""
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.count("|") == 6]
    names = {row.what: row.figure for each in ROWS.values() for row in each}
    seeds: dict[int, dict[str, float]] = {}
    for what, _, _, figures, *_ in (row for row in rows if row[0] in names):
        for number, figure in enumerate(figures.split()):
            seeds.setdefault(number, {})[names[what]] = float(figure)
    return list(seeds.values())


def write_into(card: Path, filled: str, sizes: Mapping[str, tuple[int, str]]) -> None:
    """Write the table between its markers, and size and digest after the name of each file."""
    text = card.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    text = f"{before}{BEGIN}\n\n{filled}\n\n{END}{after}"
    for name, (size, digest) in sizes.items():
        text = re.sub(
            rf"`{re.escape(name)}`, [\d,]+ bytes, SHA-256\s+`\w*`",
            f"`{name}`, {size:,} bytes, SHA-256 `{digest}`",
            text,
        )
    card.write_text(text, encoding="utf-8")
