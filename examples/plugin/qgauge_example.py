"""An example plug-in for qgauge: a metric, an engine and a file reader."""

import re
from dataclasses import dataclass

from qgauge import Metric
from qgauge.core import Score
from qgauge.tools.roles import Grammar, GrammarError


@dataclass(frozen=True)
class Brevity(Metric):
    """Score 1 for questions of up to `words` words, and less for longer ones."""

    name, about = "brevity", "is the question short?"
    words: int = 8  # every field is a setting: -m brevity:words=5

    def score(self, examples, tools):
        return [self.missing_input(one) or self.rate(one.question) for one in examples]

    def rate(self, question):
        return Score(min(1.0, self.words / len(question.split())))


class Doubles:
    """A grammar checker that finds doubled words: `--grammarian doubles`."""

    identity = "doubles-1.0"  # part of signatures; change it whenever the answers change

    def __init__(self, model, threads): ...

    def check(self, texts, suggest=False):
        return [Grammar(tuple(self.errors(text)), None) for text in texts]

    def errors(self, text):
        for match in re.finditer(r"\b(\w+) \1\b", text):
            yield GrammarError(match.start(), match.end(), "doubled", 1.0, match[1])


def read_qa(lines):
    """Read NAME.qa files with lines "question | answer"."""
    for line in lines:
        question, _, answer = line.partition("|")
        yield {"question": question.strip(), "answer": answer.strip() or None}
