"""Write the README's table of figures from the tables of the results page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from benchmarks.reproduce.page import head, row
from qgauge.core import QgaugeError

BEGIN = "<!-- figures: python -m benchmarks.reproduce -->"
END = "<!-- end of figures -->"
RESULTS = "docs/RESULTS.md"
ANSWERABILITY = {"squad": "SQuAD", "wikimovies": "WikiMovies", "vqa": "VQA"}
CRITERIA = {
    "compatibility": "does the answer sentence answer it?",
    "givenness": "does it use only what is known?",
    "relevance": "is it about what the sentence that raises it says?",
}
COLUMNS = ("task", "metric", "agreement with raters [95 % interval]", "n", "for comparison")
WIDTH = 140
BELOW = """Agreement is the Pearson correlation with human ratings. For `dimensions`, which is
fitted to such ratings, it is measured on passages (and systems) left out of the fit. For QUD it is
macro-F1 (the mean F1 over the labels) on eight essays that nothing was trained or tuned on,
although we looked at them while writing rules; *cross-validated* is over all 38 essays (n {n})."""

Row = Mapping[str, str]
Cells = tuple[str, str, str, str, str]


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
        for cells in self.tables.get(heading, ()):
            if [*cells.values()][: len(first)] == [*first]:
                for name, value in cells.items():
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
    """Return the README's table of figures for the text of a results page."""
    page = ResultsPage.parse(text)
    rows = [*_answerability(page), *_qgeval(page), *_simqg(page), *_qud(page)]
    n = page.count("Model cards", ["compatibility"], "cross-validated, single seeds")
    below = " ".join(BELOW.format(n=n).split())
    return "\n".join([*head(*COLUMNS), *(row(*cells) for cells in rows), "", fill(below, WIDTH)])


def _answerability(page: ResultsPage) -> Iterator[Cells]:
    for part, name in ANSWERABILITY.items():
        heading, q_bleu = f"Answerability: {part}", [f"`q_bleu1:preset={part}`"]
        ours = page.figure(heading, q_bleu, "Pearson")
        bleu = page.figure(heading, ["`bleu4`"], "Pearson")
        raters = page.cell(heading, ["ceiling: one rater against the other"], "Pearson")[1]
        yield (
            f"Does it keep what is needed to answer it? ([{name}]({RESULTS}#answerability-{part}))",
            q_bleu[0],
            ours,
            page.count(heading, q_bleu, "Pearson"),
            f"`bleu4` {bleu}; one rater with the other {short(raters)}",
        )


def _qgeval(page: ResultsPage) -> Iterator[Cells]:
    n = page.count("QGEval", ["`answering`"], "answer_consistency")
    for task, rated in (
        ("Is it fluent?", "fluency"),
        ("Is it clear what it asks?", "clarity"),
        ("Does it agree with the passage?", "consistency"),
        ("Does the passage answer it?", "answerability"),
        ("Is the given answer right?", "answer consistency"),
    ):
        figures = {
            name: page.figure(f"Dimensions: {name}", [rated], "`dimensions`")
            for name in ("new passages", "new systems and new passages")
        }
        weights = page.figure("Dimensions: new passages", [rated], "`quality:method=weights`")
        yield (
            f"{task} ([QGEval]({RESULTS}#learned-dimensions), no references)",
            "`dimensions`",
            figures["new passages"],
            n,
            f"new systems, too: {figures['new systems and new passages']}; "
            f"`quality:method=weights` {weights}",
        )


def _simqg(page: ResultsPage) -> Iterator[Cells]:
    others = (
        f"`{one}` " + page.figure("SimQG", [f"`{one}`"], "similarity") for one in ("chrf", "meteor")
    )
    yield (
        f"Does it ask the same as the reference? ([SimQG]({RESULTS}#simqg))",
        "`qsts`",
        page.figure("SimQG", ["`qsts`"], "similarity"),
        page.count("SimQG", ["`qsts`"], "similarity"),
        "; ".join(others),
    )


def _qud(page: ResultsPage) -> Iterator[Cells]:
    dev, cards = "Table 4: metrics without references", "Model cards"
    for name, question in CRITERIA.items():
        method = [name, f"`qud_{name}`"]
        folds = page.figure(cards, [name], "cross-validated, all seeds")
        random = page.cell(dev, [name, "floor: random"], "macro-F1")[1]
        raters = page.cell("Table 2: agreement between raters", ["pairwise F1"], name)[1]
        yield (
            f"QUD {name}: {question} ([QUDeval]({RESULTS}#table-4-metrics-without-references))",
            f"`qud_{name}`",
            page.figure(dev, method, "macro-F1"),
            page.cell(dev, method, "n")[1],
            f"cross-validated {folds}; random labels {short(random)}; two raters {short(raters)}",
        )


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
