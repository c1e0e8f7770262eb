"""The verifier: is an answer right, given a question and a passage?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from qgauge.text.answer_forms import as_written_in
from qgauge.tools.embedded.entailer import windows
from qgauge.tools.embedded.pair_model import (
    SEP,
    Look,
    PairTool,
    PieceText,
    Read,
    encode,
    room,
)
from qgauge.tools.embedded.rounding import rounded_probability
from qgauge.tools.roles import Verification

Triple = tuple[str, str, str]


class EmbeddedVerifier(PairTool):
    """The verifier model in the package, for English.

    Question and answer are read together with the passage. A long passage is read in windows of
    whole sentences that overlap by about half; the window that supports the answer most decides.
    Numbers, dates, times and amounts of an answer are read as the passage writes them: "4,200" for
    "4200". Where question, answer or passage has no words, the answer is not right.
    """

    def verify(self, triples: Sequence[Triple]) -> list[Verification]:
        written = {
            triple: (triple[0], as_written_in(triple[2], triple[1]), triple[2])
            for triple in dict.fromkeys(triples)
        }
        texts = encode(text for triple in written.values() for text in triple)
        distinct = dict.fromkeys(written.values())
        seen = (look for triple in distinct for look in looks(triple, texts))
        found = {
            pair: _best(reads) for pair, reads in self._by_pair(seen, ["verify", "start", "end"])
        }
        return [found.get(as_pair(written[triple]), Verification(0.0)) for triple in triples]


def as_pair(triple: Triple) -> tuple[str, str]:
    """Return the triple as a pair; the first text is unambiguous, whatever signs it contains."""
    question, answer, passage = triple
    return repr((question, answer)), passage


def looks(triple: Triple, texts: dict[str, PieceText]) -> Iterator[Look]:
    """Yield a triple as inputs of the model: question and answer, and windows of the passage."""
    question, answer, passage = (texts[text] for text in triple)
    if len(question) and len(answer) and len(passage):
        ids = np.concatenate([question.ids, [SEP], answer.ids]).astype(np.int32)
        # the places of pieces are needed in the passage only
        asked = PieceText(as_pair(triple)[0], ids, question.places, question.words)
        for window in windows(passage.text, passage.places, room(asked)):
            yield Look(asked, passage, window)


def _best(reads: Iterable[Read]) -> Verification:
    return max((_verification(*read) for read in reads), key=lambda one: one.right)


def _verification(look: Look, outputs: dict[str, np.ndarray]) -> Verification:
    """Return the probability, and the place with the best start and end of an answer."""
    logit = float(outputs["verify"].reshape(()))
    right = rounded_probability(1 / (1 + float(np.exp(-logit))))
    first, last = look.window
    inside = slice(look.start, look.start + last - first)
    starts = outputs["start"][inside].astype(np.float64)
    ends = outputs["end"][inside].astype(np.float64)
    begin = int(starts.argmax())
    stop = begin + int(ends[begin:].argmax())
    start, end = look.second.part((first + begin, first + stop + 1))
    return Verification(right, start, end)
