"""Simple rule-based language tools for tests: fast, and independent of model weights."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from qgauge.tools.judge import Ask, Filled, Verdict
from qgauge.tools.roles import (
    Answer,
    Encoding,
    Entailment,
    Grammar,
    GrammarError,
    Label,
    Parse,
    Verification,
    Weighed,
    Word,
)

_RELATIONS = ("nsubj", "obj", "case", "amod", "nmod")
_CLASSES = {
    "who": "HUM:ind",
    "when": "NUM:date",
    "how": "NUM:count",
    "where": "LOC:other",
    "what": "ENTY:other",
    "which": "ENTY:color",
    "why": "DESC:reason",
}


class ChainParser:
    """Attaches every word to the one before it; the relation depends on the word length.

    Capitalised words, except the first, are names.
    """

    identity = "by-hand"

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> Parse:
        return Parse(
            tuple(
                Word(
                    found[0],
                    found.start(),
                    found.end(),
                    upos="PROPN" if at and found[0][0].isupper() else "NOUN",
                    lemma=found[0].lower(),
                    head=at - 1,
                    relation=_RELATIONS[len(found[0]) % len(_RELATIONS)] if at else "root",
                )
                for at, found in enumerate(re.finditer(r"\w+|[^\w\s]", text))
            )
        )


class FirstWordClassifier:
    """Classifies by the first question word."""

    identity = "by-hand"

    def classify(self, texts: Sequence[str]) -> list[Label]:
        names = []
        for text in texts:
            words = [word for word in re.findall(r"\w+", text.lower()) if word in _CLASSES]
            names.append(_CLASSES[words[0]] if words else "DESC:def")
        return [Label(name, {name: 1.0}) for name in names]


class LetterEmbedder:
    """Embeds a word as its letter counts, in 26 dimensions."""

    identity = "by-hand"

    def vector(self, word: str) -> npt.NDArray[np.float64] | None:
        letters = [ord(letter) - 97 for letter in word.lower() if "a" <= letter <= "z"]
        return np.bincount(letters, minlength=26).astype(np.float64) if letters else None

    def similarity(self, pairs: Sequence[tuple[str, str]]) -> list[float | None]:
        found: list[float | None] = []
        for pair in pairs:
            one, two = map(self.vector, pair)
            if one is None or two is None:
                found.append(None)
            else:
                found.append(float(one @ two / np.sqrt((one @ one) * (two @ two))))
        return found


class WordEntailer:
    """Entailment is the share of the statement's words that are in the text; always below 1."""

    identity = "by-hand"

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        found = []
        for premise, hypothesis in pairs:
            known, words = set(premise.lower().split()), hypothesis.lower().split()
            share = 0.9 * sum(word in known for word in words) / max(1, len(words))
            found.append(Entailment(share, 1 - share, 0.0))
        return found


class WordRater:
    """A question is the more usable, the more of its words are in the passage."""

    identity = "by-hand"

    def rate(self, triples: Sequence[tuple[str, str, str]]) -> list[float]:
        found = []
        for question, _, passage in triples:
            words = re.findall(r"\w+", question.lower())
            known = set(re.findall(r"\w+", passage.lower()))
            found.append(sum(word in known for word in words) / max(1, len(words)))
        return found


class WordVerifier:
    """An answer is right if its words are in the passage, and rests on the first of them.

    It is the less right, the longer the passage is.
    """

    identity = "by-hand"

    def verify(self, triples: Sequence[tuple[str, str, str]]) -> list[Verification]:
        found = []
        for _, answer, passage in triples:
            places = {word[0].lower(): word.span() for word in re.finditer(r"\w+", passage)}
            words = re.findall(r"\w+", answer.lower())
            known = [places[word] for word in words if word in places]
            right = 0.9 * len(known) / max(1, len(words)) / (1 + len(passage) / 1000)
            found.append(Verification(right, *(known[0] if known else (0, 0))))
        return found


class WordJudge:
    """Gives a better verdict the more words of the passage a question contains."""

    identity = "by-hand"

    def ask(self, asks: Sequence[Ask[Filled]]) -> list[Verdict[Filled]]:
        return [Verdict(ask.read(self._reply(ask))) for ask in asks]

    def _reply(self, ask: Ask[Filled]) -> str:
        assert ask.schema is not None
        fields = ask.schema["properties"]
        texts = re.findall(r"\[(\w+) \w+\]\n(.*?)\n\[\1 end of", ask.messages[1].text, re.DOTALL)
        question, *rest = [set(re.findall(r"\w+", text.lower())) for _, text in texts]
        wanted = rest[0] if rest else {"who", "what", "the", "is"}
        share = len(question & wanted) / max(1, len(wanted))
        steps = fields["score"]["enum"]
        at = round(share * (len(steps) - 1))
        # so that repeated samples differ, and reasons change the verdict
        at = max(0, at - ask.sample - ("reason" not in fields))
        said = {"reason": "words", "score": steps[at]}
        return json.dumps({name: said[name] for name in fields})


class LetterEncoder:
    """Embeds a word as its letters plus a little of the word before it, between two markers."""

    identity = "by-hand"
    usual_layer = 1

    def pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        return [("<", *re.findall(r"\w+|[^\w\s]", text.lower()), ">") for text in texts]

    def encode(self, texts: Sequence[str], layer: int) -> list[Encoding]:
        found = []
        for pieces in self.pieces(texts):
            letters = np.zeros((len(pieces), 128))
            for at, piece in enumerate(pieces):
                for letter in piece:
                    letters[at, ord(letter) % 128] += 1
            vectors = letters + layer / 10 * np.roll(letters, 1, axis=0)
            found.append(Encoding(pieces, vectors, tuple(piece in "<>" for piece in pieces)))
        return found


class WordComparer:
    """Rates the word overlap (Jaccard); -1 if there is none."""

    identity = "by-hand"

    def compare(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        found = []
        for pair in pairs:
            one, other = (Counter(text.lower().split()) for text in pair)
            found.append(2 * (one & other).total() / max(1, (one | other).total()) - 1)
        return found


class LongWordGrammarian:
    """Marks words of more than nine letters as errors; each error halves well-formedness."""

    identity = "by-hand"

    def check(self, texts: Sequence[str], suggest: bool = False) -> list[Grammar]:
        found = []
        for text in texts:
            errors = tuple(
                GrammarError(word.start(), word.end(), "noun_number", 0.75)
                for word in re.finditer(r"\w{10,}", text)
            )
            found.append(Grammar(errors, 0.8 * 0.5 ** min(len(errors), 60)))
        return found


class CapitalReader:
    """Answers with the first capitalised word that is not in the question.

    The surprise of an answer grows with its position among the capitalised words. A question is the
    more likely to be about another text, the more of its words are not in the passage; half as
    likely, it misstates the passage.
    """

    identity = "by-hand"

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        found = []
        for question, passage in pairs:
            words, known = (set(re.findall(r"\w+", text.lower())) for text in (question, passage))
            elsewhere = 0.05 + 0.9 * len(words - known) / max(1, len(words))
            places = self._places(question, passage)
            (start, end), sure, none = ((0, 0), 0.0, 1.0)
            if places:
                (start, end), sure, none = places[0], 0.6, 0.1
            text = passage[start:end]
            found.append(Answer(text, start, end, sure, none, elsewhere / 2, elsewhere))
        return found

    def weigh(self, triples: Sequence[tuple[str, str, str]]) -> list[Weighed]:
        found = []
        for question, passage, answer in triples:
            (own,) = self.answer([(question, passage)])
            said = [passage[start:end].lower() for start, end in self._places("", passage)]
            known = answer.lower() in said
            found.append(Weighed(own, 2.0 * said.index(answer.lower()) if known else 50.0))
        return found

    @staticmethod
    def _places(question: str, passage: str) -> list[tuple[int, int]]:
        asked = set(re.findall(r"\w+", question.lower()))
        return [
            word.span()
            for word in re.finditer(r"\b[A-Z]\w*", passage)
            if word[0].lower() not in asked
        ]


TOOLS = {
    "parser": ChainParser(),
    "classifier": FirstWordClassifier(),
    "embedder": LetterEmbedder(),
    "entailer": WordEntailer(),
    "verifier": WordVerifier(),
    "rater": WordRater(),
    "judge": WordJudge(),
    "encoder": LetterEncoder(),
    "comparer": WordComparer(),
    "grammarian": LongWordGrammarian(),
    "reader": CapitalReader(),
}
"""The tools by role."""


# ------------------------------------------------------------------ hand-made analyses


def parse_of(written: str) -> Parse:
    """Return a parse from words written as text[=lemma]/UPOS/head/relation[/ENTITY].

    Heads count from 1. A `;` starts the next sentence, where heads count from 1 again.
    """
    words: list[Word] = []
    for number, sentence in enumerate(written.split(";")):
        before = len(words)
        for each in sentence.split():
            form, upos, head, relation, *entity = each.split("/")
            text, _, lemma = form.partition("=")
            words.append(
                Word(
                    text,
                    0,
                    0,
                    upos=upos,
                    entity=entity[0] if entity else "",
                    lemma=lemma or (text if upos == "PROPN" else text.lower()),
                    head=before + int(head) - 1 if int(head) else -1,
                    relation=relation,
                    sentence=number,
                )
            )
    return Parse(tuple(words))


class KnownParses:
    """A parser for texts given with their parses, written as for `parse_of`."""

    identity = "by-hand"

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        return [parse_of(text) for text in texts]


class KnownClasses:
    """A classifier for given texts."""

    identity = "by-hand"

    def __init__(self, classes: Mapping[str, str]) -> None:
        self._classes = classes

    def classify(self, texts: Sequence[str]) -> list[Label]:
        return [Label(self._classes[text], {self._classes[text]: 1.0}) for text in texts]


class KnownVectors:
    """An embedder with given word vectors."""

    identity = "by-hand"

    def __init__(self, vectors: Mapping[str, Sequence[float]]) -> None:
        self._vectors = vectors

    def vector(self, word: str) -> npt.NDArray[np.float64] | None:
        return np.array(self._vectors[word], dtype=np.float64) if word in self._vectors else None


class KnownEntailments:
    """An inference model with a given probability for each statement; records its inputs."""

    identity = "by-hand"

    def __init__(self, probabilities: Mapping[str, float], otherwise: float = 0.0) -> None:
        self._probabilities, self._otherwise = probabilities, otherwise
        self.asked: list[tuple[str, str]] = []

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        self.asked += pairs
        chances = [self._probabilities.get(said, self._otherwise) for _, said in pairs]
        return [Entailment(p, 1 - p, 0.0) for p in chances]
