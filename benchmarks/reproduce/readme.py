"""Write the figures of the README from the tables of the results page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from qgauge.core import QgaugeError

BEGIN = "<!-- figures: python -m benchmarks.reproduce -->"
END = "<!-- end of figures -->"
LINES = (
    "- **Answerability**, Pearson with two raters: `q_bleu1` correlates {q_squad} on SQuAD "
    "(n {n_squad}) and {q_movies} on WikiMovies (n {n_movies}); `bleu4` correlates {bleu_squad} "
    "and {bleu_movies}. On VQA (n {n_vqa}) they correlate {q_vqa} and {bleu_vqa}. "
    "[Table](docs/RESULTS.md#answerability-squad)",
    "- **Without a reference**, QGEval (n {n_qgeval}): `answering` correlates {answering} with "
    "rated answer consistency and `grammar` {grammar} with fluency. `quality` with its default "
    "weights correlates {quality} with answer consistency and {consistency} with consistency with "
    "the passage. [Table](docs/RESULTS.md#qgeval)",
    "- **Similarity to the reference**, SimQG (n {n_simqg}): `chrf` correlates {chrf} with rated "
    "similarity, `meteor` {meteor} and `qsts` {qsts}. [Table](docs/RESULTS.md#simqg)",
    "- **Questions under discussion**, macro-F1 on eight essays (n {n_qud}): compatibility "
    "{compatibility}, givenness {givenness}, relevance {relevance}. Cross-validated over 38 essays "
    "(n {n_folds}): {compatibility_folds}, {givenness_folds}, {relevance_folds}. Random labels "
    "reach {random}; two raters reach {raters}. "
    "[Table](docs/RESULTS.md#table-4-metrics-without-references)",
)
"""The block in README.md. It has no verdicts on the figures, which would go stale with them."""
WIDTH = 140

Row = Mapping[str, str]


class NoFigure(QgaugeError):
    """The results page lacks a figure of the README."""


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """The tables of the results page, by the heading above them."""

    tables: Mapping[str, Sequence[Row]]

    @classmethod
    def parse(cls, text: str) -> ResultsPage:
        """Read every table of the page; rows of all tables under one heading are joined."""
        tables: dict[str, list[Row]] = {}
        heading = ""
        columns: list[str] = []
        for line in text.splitlines():
            if line.startswith("#"):
                heading = line.lstrip("# ")
            if not line.startswith("|"):
                columns = []
                continue
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not columns:
                columns = cells
            elif set(line) != set("|-"):
                tables.setdefault(heading, []).append(dict(zip(columns, cells, strict=True)))
        return cls(tables)

    def cell(self, heading: str, first: Sequence[str], column: str) -> tuple[str, str]:
        """Return the name of the column that starts like this, and its cell in the row."""
        for row in self.tables.get(heading, ()):
            if [*row.values()][: len(first)] == [*first]:
                for name, value in row.items():
                    if name.startswith(column):
                        return name, value
        raise NoFigure(
            f"README.md is unchanged: docs/RESULTS.md has no row {' | '.join(first)!r} "
            f"with a column {column!r} under {heading!r}"
        )

    def figure(self, heading: str, first: Sequence[str], column: str) -> str:
        """Return a value with its interval, as `.515 [.43, .59]`."""
        _, value = self.cell(heading, first, column)
        found = re.match(r"(-?[\d.]+) (?:\[|\()(-?[\d.]+)(?:, | to )(-?[\d.]+)[\])]", value)
        if not found:
            raise NoFigure(f"README.md is unchanged: {value!r} under {heading!r} has no interval")
        middle, low, high = map(short, found.groups())
        return f"{middle} [{low}, {high}]"

    def count(self, heading: str, first: Sequence[str], column: str) -> str:
        """Return the n in the name of a column, with a comma for thousands."""
        name, _ = self.cell(heading, first, column)
        found = re.search(r"\bn ([\d,]+)", name)
        if not found:
            raise NoFigure(f"README.md is unchanged: {name!r} under {heading!r} has no n")
        return f"{int(found[1].replace(',', '')):,}"


def short(figure: str) -> str:
    """Drop the zero before the decimal point."""
    return re.sub(r"^(-?)0\.", r"\1.", figure)


def figures(text: str) -> str:
    """Return the README's figures for the text of a results page."""
    page = ResultsPage.parse(text)
    known: dict[str, str] = {}
    for name, part in (("squad", "squad"), ("movies", "wikimovies"), ("vqa", "vqa")):
        heading, column = f"Answerability: {part}", "answerability"
        q_bleu = [f"`q_bleu1:preset={part}`"]
        known[f"n_{name}"] = page.count(heading, q_bleu, column)
        known[f"q_{name}"] = page.figure(heading, q_bleu, column)
        known[f"bleu_{name}"] = page.figure(heading, ["`bleu4`"], column)
    known["n_qgeval"] = page.count("QGEval", ["`answering`"], "answer_consistency")
    known["answering"] = page.figure("QGEval", ["`answering`"], "answer_consistency")
    known["grammar"] = page.figure("QGEval", ["`grammar`"], "fluency")
    known["quality"] = page.figure("QGEval", ["`quality`"], "answer_consistency")
    known["consistency"] = page.figure("QGEval", ["`quality`"], "consistency")
    known["n_simqg"] = page.count("SimQG", ["`chrf`"], "similarity")
    for name in ("chrf", "meteor", "qsts"):
        known[name] = page.figure("SimQG", [f"`{name}`"], "similarity")
    known |= _qud(page)
    return "\n".join(_wrapped(line.format(**known)) for line in LINES)


def _wrapped(line: str) -> str:
    """Wrap a line, but not inside an interval or between `n` and its number."""
    joined = re.sub(r"(?<=\(n) |(?<=\d,) (?=-?\.)", "\u00a0", line)
    lines = fill(
        joined, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return lines.replace("\u00a0", " ")


def _qud(page: ResultsPage) -> dict[str, str]:
    dev, cards = "Table 4: metrics without references", "Model cards"
    known, random, raters = {}, [], []
    for name in ("compatibility", "givenness", "relevance"):
        method = [name, f"`qud_{name}`"]
        known[name] = page.figure(dev, method, "macro-F1")
        known["n_qud"] = page.cell(dev, method, "n")[1]
        known[f"{name}_folds"] = page.figure(cards, [name], "cross-validated, all seeds")
        known["n_folds"] = page.count(cards, [name], "cross-validated, single seeds")
        random.append(short(page.cell(dev, [name, "floor: random"], "macro-F1")[1]))
        agreement = page.cell("Table 2: agreement between raters", ["pairwise F1"], name)
        raters.append(short(agreement[1]))
    return {**known, "random": ", ".join(random), "raters": ", ".join(raters)}


def write_figures(readme: Path, text: str) -> None:
    """Replace the block between the markers of the README with the figures of this page."""
    old = readme.read_text(encoding="utf-8")
    readme.write_text(with_figures(old, text), encoding="utf-8")


def with_figures(readme: str, text: str) -> str:
    """Return the text of the README with the figures of this page between the markers."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise NoFigure(f"README.md is unchanged: it has no lines {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{figures(text)}\n\n{END}{after}"
