"""What each family of rules adds to statements, compared with plain substitution.

    python -m benchmarks.ablation.statements DATA [--rows 300] [--questions 300] [--whole 0]

Prints a line for all rules, for three ways without rules, and for all rules without each family
(`rules.py`), with 95 % intervals of the differences to all rules by a paired bootstrap. The ways
without rules: plain substitution (the answer for the wh-phrase, a full stop for the question mark),
the frame `The answer to "…?" is …`, and the question with the answer after it. The columns:

- changed: statements that differ from those of all rules, of EntailmentBank and of SQuAD;
- chrF and exact matches with human statements, on EntailmentBank (`train/qa2d`): dev and test rows
  first, then the training rows that the rules were developed on;
- AUROC of right answers against other answers of the same passage, if possible of the same shape,
  by entailment minus contradiction, on SQuAD (`train/squad_dev`): articles that the model was not
  trained on first;
- hand-written: how many statements of `tests/statements/questions.tsv` are lost.

The model judges answers best next to the whole question, so AUROC may rise when a family falls
back to the frame: a higher AUROC without a family does not mean that its statements are bad.
--whole N looks into this on N questions: two wordings around the question that the model was not
trained on, and AUROC with the passages of other questions, which should be about one half.
Takes three minutes on one core.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from sacrebleu.metrics.chrf import CHRF

from benchmarks import PROJECT
from benchmarks.ablation.rules import SWITCHES, without
from qgauge.metrics.inference import SENTENCES
from qgauge.statements import frame, statement
from qgauge.stats.arrays import Array
from qgauge.stats.resample import draws
from qgauge.text.answer_forms import normal_words
from qgauge.text.evidence import evidence
from qgauge.tools.registry import open_tool
from qgauge.tools.roles import Parse
from training.reader.records import part

SEED = 20
RESAMPLES = 2000
WH = re.compile(
    r"\b(?:(?:which|what|whose)(?: of (?:these|the following))?|how (?:many|much)|who|whom|when"
    r"|where|why|how)\b",
    re.IGNORECASE,
)
ALL, PLAIN, FRAME, BOTH = "all rules", "plain substitution", "the frame", "question, then answer"
WITHOUT_RULES = (PLAIN, FRAME, BOTH)


@dataclass(frozen=True)
class Pair:
    """A question and an answer with their parses, and what the statement is compared with."""

    question: str
    answer: str
    parses: tuple[Parse, Parse]
    other: str
    """The human statement, or the passage."""


@dataclass
class Scores:
    """The values of one way of making statements."""

    chrf: Array
    exact: Array
    above: Array
    """Whether right answer i scores above wrong answer j; ties count one half."""
    hand_written: int
    """Expected statements that it does not make."""
    changed: tuple[int, int] = field(default=(0, 0))
    """Statements that differ from those of all rules: EntailmentBank, SQuAD."""


def plain(question: str, answer: str) -> str:
    """Put the answer in the place of the wh-phrase, or at the end, in the last sentence."""
    last = re.split(r"(?<=[.!?])\s+(?=[A-Z])", question.strip())[-1].rstrip("?.! ")
    said = answer.rstrip(". ")
    text = WH.sub(lambda _: said, last, count=1) if WH.search(last) else f"{last} {said}"
    return f"{text[:1].upper()}{text[1:]}."


def entailment_bank(folder: Path, count: int) -> list[tuple[str, str, str]]:
    """Return questions, answers and human statements: dev and test first."""
    with gzip.open(folder / "train/qa2d/entailmentbank.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    Random(SEED).shuffle(rows)
    rows.sort(key=lambda row: row["split"] == "train")
    return [(row["question"], row["answer"], row["declarative"]) for row in rows[:count]]


def shape(answer: str) -> str:
    """Return whether an answer has digits, else whether it has capitals."""
    return "digits" if re.search(r"\d", answer) else "capitals" if answer != answer.lower() else ""


def wrong_answers(right: Sequence[str], answers: Sequence[str]) -> list[str]:
    """Return answers that share no word with the right ones: of the same shape if there are any."""
    known = {word for one in right for word in normal_words(one)}
    others = sorted({one for one in answers if known.isdisjoint(normal_words(one))})
    return [one for one in others if shape(one) == shape(right[0])] or others


def squad(folder: Path, count: int) -> Iterator[tuple[str, str, str]]:
    """Yield questions, answers and passages: each question with a right and a wrong answer."""
    name = folder / "train/squad_dev/dev-v1.1.clean.json.gz"
    with gzip.open(name, "rt", encoding="utf-8") as file:
        articles = json.load(file)["data"]
    random, found = Random(SEED), []
    for article in articles:
        seen = part("squad " + article["title"]) != 0
        for paragraph in article["paragraphs"]:
            asked = paragraph["qas"]
            for qa in asked:
                right = [answer["text"] for answer in qa["answers"]]
                if others := wrong_answers(right, [one["answers"][0]["text"] for one in asked]):
                    wrong = random.choice(others)
                    found.append((seen, qa["question"], right[0], wrong, paragraph["context"]))
    random.shuffle(found)
    found.sort(key=lambda one: one[0])
    for _, question, right_answer, wrong, passage in found[:count]:
        yield question, right_answer, passage
        yield question, wrong, passage


def hand_written() -> list[tuple[str, str, str]]:
    file = PROJECT / "tests/statements/questions.tsv"
    lines = file.read_text(encoding="utf-8").splitlines()
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return [(row["question"], row["answer"], row["statement"]) for row in rows]


class Bench:
    """The rows with their parses, and the judgements so far."""

    def __init__(self, folder: Path, rows: int, questions: int) -> None:
        self.parser, self.entailer = open_tool("parser"), open_tool("entailer")
        self.human = self._parsed(entailment_bank(folder, rows))
        self.squad = self._parsed(list(squad(folder, questions)))
        self.hand_written = self._parsed(hand_written())
        self._judged: dict[tuple[str, str], float] = {}
        self.usual: tuple[list[str], list[str]] | None = None
        """The statements of all rules, which are scored first."""
        self._chrf = cache(CHRF().sentence_score)

    def _parsed(self, rows: Sequence[tuple[str, str, str]]) -> list[Pair]:
        texts = sorted({text for row in rows for text in row[:2]})
        parses = dict(zip(texts, self.parser.parse(texts), strict=True))
        return [Pair(q, a, (parses[q], parses[a]), other) for q, a, other in rows]

    def made(self, way: str, pairs: Sequence[Pair]) -> list[str]:
        if way == PLAIN:
            return [plain(one.question, one.answer) for one in pairs]
        if way == FRAME:
            return [frame(one.question, one.answer).text for one in pairs]
        if way == BOTH:
            return [f"{one.question} {one.answer}." for one in pairs]
        if way == ALL:
            return [statement(one.question, one.answer, *one.parses).text for one in pairs]
        with without(way):
            return self.made(ALL, pairs)

    def scores(self, way: str) -> Scores:
        human, said = self.made(way, self.human), self.made(way, self.squad)
        expected = self.made(way, self.hand_written)
        self.usual = usual = self.usual or (human, said)
        gold = [one.other for one in self.human]
        return Scores(
            np.array([self._likeness(*one) for one in zip(human, gold, strict=True)]),
            np.array([normal_words(a) == normal_words(b) for a, b in zip(human, gold, strict=True)],
                     dtype=float),
            self.above(self.squad, said),
            sum(a != b.other for a, b in zip(expected, self.hand_written, strict=True)),
            (_differ(human, usual[0]), _differ(said, usual[1])),
        )  # fmt: skip

    def _likeness(self, text: str, gold: str) -> float:
        return float(self._chrf(text.lower().rstrip("."), (gold.lower().rstrip("."),)).score)

    def above(self, rows: Sequence[Pair], said: Sequence[str]) -> Array:
        """Return whether right answer i scores above wrong answer j, for AUROC."""
        judged = np.array(self._entailed(rows, said))
        gap = judged[::2, None] - judged[None, 1::2]
        return np.asarray((np.sign(gap) + 1) / 2)

    def _entailed(self, rows: Sequence[Pair], said: Sequence[str]) -> list[float]:
        """Return entailment minus contradiction, given the sentences that `inference` uses."""
        pairs = []
        for one, text in zip(rows, said, strict=True):
            spans = evidence(one.other, text, SENTENCES)
            pairs.append((" ".join(one.other[first:last] for first, last in spans), text))
        new = sorted(set(pairs) - self._judged.keys())
        for pair, found in zip(new, self.entailer.entail(new) if new else [], strict=True):
            self._judged[pair] = found.entailment - found.contradiction
        return [self._judged[pair] for pair in pairs]


def _differ(ours: Sequence[str], theirs: Sequence[str]) -> int:
    return sum(a != b for a, b in zip(ours, theirs, strict=True))


def difference(one: Array, full: Array) -> str:
    """Format the difference of means, or of AUROCs, with its paired bootstrap interval."""
    gap = one - full
    times = np.concatenate(list(draws(len(gap), RESAMPLES, np.random.default_rng(SEED))))
    drawn = times @ gap / len(gap)
    if gap.ndim > 1:
        drawn = (drawn * times).sum(axis=1) / len(gap)
    low, high = np.percentile(drawn, [2.5, 97.5])
    if not gap.any():
        return "0"
    marked = "*" if low > 0 or high < 0 else ""
    return f"{gap.mean():+.4f} [{low:+.4f}, {high:+.4f}]{marked}"


OTHER_WORDINGS = {
    "wording 1": 'On the point of "{question}?" the text says: {answer}.',
    "wording 2": 'It was {answer}, as anyone who wonders "{question}?" can find here.',
}
"""Texts with the whole question that are not in the training data."""


def whole_questions(bench: Bench, count: int) -> Iterator[str]:
    """Show AUROC for texts with the whole question, with the right and with unrelated passages."""
    rows = bench.squad[: 2 * count]
    moved = [replace(one, other=rows[at - 74].other) for at, one in enumerate(rows)]
    yield line(("text", "AUROC", "AUROC, unrelated passages"))
    yield line(["---"] * 3)
    for way in (ALL, *WITHOUT_RULES, *OTHER_WORDINGS):
        if wording := OTHER_WORDINGS.get(way):
            said = [
                wording.format(question=one.question.strip(" ?"), answer=one.answer) for one in rows
            ]
        else:
            said = bench.made(way, rows)
        yield line((way, *(f"{bench.above(given, said).mean():.3f}" for given in (rows, moved))))


def line(cells: Sequence[Any]) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def table(bench: Bench) -> Iterator[str]:
    full = bench.scores(ALL)
    yield line(("rules", "changed", "chrF", "exact", "AUROC", "hand-written"))
    yield line(["---"] * 6)
    means = f"{full.chrf.mean():.2f}", f"{full.exact.mean():.3f}", f"{full.above.mean():.4f}"
    yield line((ALL, "", *means, full.hand_written))
    for way in (*WITHOUT_RULES, *SWITCHES):
        one = bench.scores(way)
        gaps = [difference(getattr(one, name), getattr(full, name))
                for name in ("chrf", "exact", "above")]  # fmt: skip
        name = way if way in WITHOUT_RULES else f"without: {way}"
        more = one.hand_written - full.hand_written
        yield line((name, "{} + {}".format(*one.changed), *gaps, f"+{more}" if more else "0"))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    options.add_argument("data", type=Path)
    options.add_argument("--rows", type=int, default=300, help="rows of EntailmentBank")
    options.add_argument("--questions", type=int, default=300, help="questions of SQuAD")
    options.add_argument("--whole", type=int, default=0, help="questions with whole texts")
    given = options.parse_args()
    bench = Bench(given.data, given.rows, given.questions)
    print(f"{datetime.now(UTC).date()}, {bench.parser.identity}, {bench.entailer.identity}: "
          f"{len(bench.human)} rows, {len(bench.squad) // 2} questions\n")  # fmt: skip
    found = whole_questions(bench, given.whole) if given.whole else table(bench)
    for row in found:
        print(row, flush=True)


if __name__ == "__main__":
    main()
