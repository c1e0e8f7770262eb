"""Explanation of the scores of one row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qgauge import __version__
from qgauge.core import Example, Score, Tools
from qgauge.core.display import Shown, Table, aligned, bar, frame, number, plain, plain_line
from qgauge.core.flat_scores import example_columns, names_of_columns, score_columns
from qgauge.run.requests import Request

if TYPE_CHECKING:
    import pandas

MOST_LINES = 200
"""Lines that an explanation shows."""
MOST_TEXT = 400
"""Length to which each of them is clipped."""


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Shown):
    """How the scores of one row were computed.

    Examples:
        >>> import qgauge
        >>> row = {"id": "e1", "question": "Where is Etna?", "references": ["Where is Mount Etna?"]}
        >>> explanation = qgauge.explain(row, metrics=["rouge_l"])
        >>> explanation
        Explanation(e1: rouge_l 0.8356)
        >>> explanation.scores["rouge_l"].parts
        {'precision': 1.0, 'recall': 0.75}
    """

    example: Example
    """The row."""
    scores: Mapping[str, Score]
    """Its scores by metric; the steps of the calculation are in their `evidence`."""
    signatures: Mapping[str, str]
    """The signature of each metric."""

    def as_json(self) -> dict[str, Any]:
        """Return the explanation as `qgauge explain --json` prints it."""
        shown = ("id", "system", "question", "references", "passage", "answer")
        return {
            **{field: getattr(self.example, field) for field in shown},
            "scores": {
                label: {**score.as_json(), "signature": self.signatures[label]}
                for label, score in self.scores.items()
            },
        }

    def to_pandas(self) -> pandas.DataFrame:
        """Return one row with the scores, their parts and reasons."""
        row = example_columns(self.example)
        for label, score in self.scores.items():
            row |= score_columns(label, score)
        names = names_of_columns({label: [score] for label, score in self.scores.items()})
        return frame([row], ["id", "system", "question", *names])

    def lines(self) -> list[str]:
        """Return the steps of the calculation, with matched words in brackets."""
        return [line for label in self.scores for line in self._lines(label)]

    def _lines(self, label: str) -> Iterator[str]:
        score = self.scores[label]
        if score.value is None:
            yield f"{label}: unscored, {score.unscored}"
            yield from (f"  {name}: {text}" for name, text in score.evidence.items())
            return
        value = score.value if isinstance(score.value, str) else number(score.value)
        choice = score.evidence.get("choice")
        yield f"{label} = {value}" + (f"  ({choice})" if choice else "")
        for view in score.evidence.get("views", ()):
            if view["question"]:
                yield f"  question: {_marked(view['question'])}"
            for words in view["references"]:
                yield f"  reference: {_marked(words)}"
            if "table" in view:
                cells = [view["table"]["columns"], *view["table"]["rows"]]
                shown = [[plain(cell) for cell in row] for row in cells]
                yield from (f"  {line}" for line in aligned(shown))
            yield from (f"  {step}" for step in view["steps"])

    def __repr__(self) -> str:
        return f"Explanation({plain(self.example.id)}: {_values(self.scores)})"

    def __str__(self) -> str:
        return "\n".join([f"question: {plain(self.example.question)}", *self._shown_lines()])

    def _repr_html_(self) -> str:
        from html import escape

        lines = escape("\n".join(self._shown_lines()))
        style = "white-space:pre-wrap;font-family:monospace"  # notebooks give `pre` another font
        return f'{self._table().html()}<pre style="{style}">{lines}</pre>'

    def _shown_lines(self) -> list[str]:
        every = self.lines()
        more = [f"… {len(every) - MOST_LINES:,} more lines"] if len(every) > MOST_LINES else []
        return [plain_line(line, MOST_TEXT) for line in every[:MOST_LINES]] + more

    def _table(self) -> Table:
        rows = [
            [label, score.value if isinstance(score.value, str) else bar(score.value)]
            for label, score in self.scores.items()
        ]
        return Table(["metric", "value"], rows, title=self.example.question, right=["value"])


def explain_row(example: Example, requests: Sequence[Request], tools: Tools) -> Explanation:
    """Explain the scores of one row."""
    return Explanation(
        example,
        {one.label: one.metric.explain(example, tools) for one in requests},
        {one.label: one.metric.signature(tools, __version__) for one in requests},
    )


def _marked(words: Sequence[tuple[str, str]]) -> str:
    return " ".join(f"[{word}]" if mark else word for word, mark in words)


def _values(scores: Mapping[str, Score]) -> str:
    shown = [
        f"{plain(label)} {plain(one.value) if isinstance(one.value, str) else number(one.value)}"
        for label, one in list(scores.items())[:8]
    ]
    return ", ".join([*shown, *(["…"] if len(scores) > 8 else [])])
