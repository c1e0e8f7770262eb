"""Numeric features of an edge for the small models of the criteria.

They cover new words and their sources, the similarity of the question to anchor and answer, the
outputs of the reader and the inference model, the form of the question, and sentence positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, log1p

from qgauge.core import Example
from qgauge.metrics.dependency_edges import lemma
from qgauge.qud.criteria.criterion import Edge
from qgauge.qud.criteria.tool_outputs import Text, ToolOutputs, cosine, joined, nearness, weight
from qgauge.qud.criteria.words import NOUNS
from qgauge.text.runs import longest_run
from qgauge.text.words import QUESTION_WORDS, word_set
from qgauge.tools.roles import Label, Word

DIGITS = 6
"""Features are rounded, so that a machine's summation order cannot change a label."""

Features = dict[str, float]

_COARSE = ("ABBR", "DESC", "ENTY", "HUM", "LOC", "NUM")
_FINE = ("DESC:reason", "DESC:manner", "DESC:def", "DESC:desc")
_WH = ("what", "how", "why", "who", "when", "where", "which")
_AUXILIARIES = word_set("is are was were do does did has have had can could will would should")
_QUOTES = frozenset(("'", '"', "“", "”", "‘", "’", "``", "''"))
_PERSONS, _PLACES = {"PERSON", "PER"}, {"LOC", "GPE"}


def features(example: Example, outputs: ToolOutputs) -> Features:
    """Return the features by name; every edge has the same names."""
    edge = Edge.of(example)
    compared = _Compared(example, edge, outputs)
    found = {
        **compared.words(),
        **compared.novelty(),
        **compared.runs(),
        **compared.sentences(),
        **_places(example, compared),
        **_form(compared),
        **_tools(edge, outputs),
        **_kind_of_answer(compared, outputs.classes[edge.question]),
    }
    return {name: round(float(value), DIGITS) for name, value in found.items()}


@dataclass(frozen=True, slots=True)
class _QuestionWord:
    """A word of the question, and its similarity to anchor, context and answer (1: present)."""

    word: Word
    weight: float
    anchor: float
    context: float
    answer: float
    later: bool


class _Compared:
    """Compares a question with its anchor, context and answer."""

    def __init__(self, example: Example, edge: Edge, outputs: ToolOutputs) -> None:
        self.example = example
        self.question, self.anchor, self.answer = (
            outputs.texts[text] for text in (edge.question, edge.anchor, edge.answer)
        )
        self.sentence = {text: outputs.texts[text] for text in example.sentences if text}
        context = [self.sentence[text] for text in edge.context]
        rest = [self.sentence[text] for text in edge.rest]
        self.question_words = [
            _QuestionWord(
                word,
                weight(word, self.question.vectors),
                nearness(word, [self.anchor]),
                nearness(word, context),
                nearness(word, [self.answer]),
                any(text.has(word) for text in rest),
            )
            for word in self.question.content
        ]
        self.context = context
        self.total = sum(one.weight for one in self.question_words) or 1.0

    def words(self) -> Features:
        """Return how much of the question is in the anchor, context and answer."""
        words, count = self.question_words, max(1, len(self.question_words))
        nouns = [one for one in words if one.word.upos in NOUNS]
        found: Features = {
            "content": len(words),
            "nouns": len(nouns),
            "length": len(self.question.words),
        }
        for place in ("anchor", "context", "answer"):
            near = [float(getattr(one, place)) for one in words]
            there = [float(value == 1) for value in near]
            weights = [one.weight for one in words]
            found[f"{place}_share"] = sum(there) / count
            found[f"{place}_weight"] = _product(there, weights) / self.total
            found[f"{place}_near"] = _product(near, weights) / self.total
        found["anchor_lacks"] = sum(one.anchor < 1 for one in words)
        found["anchor_lacks_nouns"] = sum(one.anchor < 1 for one in nouns)
        found["anchor_far"] = sum(one.weight * (1 - one.anchor) for one in words)
        found["anchor_farthest"] = max((one.weight * (1 - one.anchor) for one in words), default=0)
        found["anchor_least"] = min((one.anchor for one in words), default=1)
        found["anchor_nouns"] = _mean([float(one.anchor == 1) for one in nouns], 1.0)
        found["anchor_nouns_near"] = _mean([one.anchor for one in nouns], 1.0)
        found["only_context"] = sum(one.anchor < 1 and one.context == 1 for one in words)
        return found

    def novelty(self) -> Features:
        """Return counts and weights of new words, from the answer (leaked) or not (foreign)."""
        new = [one for one in self.question_words if one.context < 1]
        found: Features = {}
        for name, group in (
            ("leaked", [one for one in new if one.answer == 1]),
            ("foreign", [one for one in new if one.answer < 1]),
        ):
            far = [one.weight * (1 - one.context) for one in group]
            found[name] = len(group)
            found[f"{name}_weight"] = sum(one.weight for one in group)
            found[f"{name}_far"] = sum(far)
            found[f"{name}_farthest"] = max(far, default=0)
            found[f"{name}_farthest_noun"] = max(
                (value for one, value in zip(group, far, strict=True) if one.word.upos in NOUNS),
                default=0,
            )
            for kind in ("NOUN", "PROPN", "VERB", "ADJ"):
                found[f"{name}_{kind.lower()}"] = sum(one.word.upos == kind for one in group)
        found["foreign_later"] = sum(one.later for one in new if one.answer < 1)
        return found

    def runs(self) -> Features:
        """Return the lengths of the longest runs of words that the question copies."""
        words = self.question.words
        answer = longest_run(words, self.answer.words)[1]
        context = max(longest_run(words, text.words)[1] for text in self.context)
        return {
            "run_anchor": longest_run(words, self.anchor.words)[1],
            "run_answer": answer,
            "run_context": context,
            "run_more": answer - context,
        }

    def sentences(self) -> Features:
        """Return whether anchor and answer are the sentences most similar to the question."""
        anchor, answer = self.example.anchor or 1, self.example.answer_sentence or 1
        texts = [self.sentence.get(text) for text in self.example.sentences]
        near = [-1.0 if text is None else cosine(self.question, text) for text in texts]
        share = [0.0 if text is None else self._share(text) for text in texts]
        before, after = slice(0, max(anchor, answer - 1)), slice(anchor, None)
        mine, theirs = near[anchor - 1], near[answer - 1]
        return {
            "near_anchor": mine,
            "near_answer": theirs,
            "near_context": max(near[:anchor]),
            "near_anchor_gap": mine - max(near[before]),
            "near_answer_gap": theirs - max(near[after], default=theirs),
            "near_anchor_rank": sum(one > mine for one in near[before]),
            "near_answer_rank": sum(one > theirs for one in near[after]),
            "anchor_to_answer": cosine(self.anchor, self.answer),
            "share_anchor_gap": share[anchor - 1] - max(share[before]),
            "share_answer_gap": share[answer - 1] - max(share[after], default=share[answer - 1]),
        }

    def _share(self, text: Text) -> float:
        return sum(one.weight for one in self.question_words if text.has(one.word)) / self.total


def _places(example: Example, compared: _Compared) -> Features:
    anchor, answer = example.anchor or 1, example.answer_sentence or 1
    return {
        "anchor_place": log1p(anchor),
        "distance": log1p(max(0, answer - anchor)),
        "next": answer - anchor == 1,
        "anchor_first": anchor == 1,
        "answer_place": answer / len(example.sentences),
        "anchor_length": log1p(len(compared.anchor.words)),
        "answer_length": log1p(len(compared.answer.words)),
        "context_length": log1p(sum(len(text.words) for text in compared.context)),
    }


def _form(compared: _Compared) -> Features:
    """Return features of the wording of question and answer."""
    words, answer = compared.question.words, compared.answer
    parse = compared.question.parse
    answer_words = answer.words
    roots = [{lemma(w) for w in one.words if w.head < 0} for one in (parse, answer.parse)]
    subjects = [
        {lemma(w) for w in one.words if w.relation.startswith("nsubj")}
        for one in (parse, answer.parse)
    ]
    because = any(word in answer_words for word in ("because", "since", "due"))
    return {
        **{f"asks_{word}": word in words[:3] for word in _WH},
        "asks_whether": bool(words) and words[0] in _AUXILIARIES,
        "pronouns": sum(w.upos == "PRON" and lemma(w) not in QUESTION_WORDS for w in parse.words),
        "pointers": sum(word in ("this", "that", "these", "those") for word in words),
        "definite": sum(word == "the" for word in words),
        "two": "and" in words,
        "more": any(word in words for word in ("else", "other", "another")),
        "opinion": any(word in words for word in ("say", "said", "think", "feel")),
        "because": because,
        "why_because": because and "why" in words,
        "quote": "said" in answer_words or any(w.text in _QUOTES for w in answer.parse.words),
        "denies": any(word in answer_words for word in ("not", "n't", "no", "never")),
        "contrast": "but" in answer_words[:2],
        "points_back": bool(answer.parse.words) and answer.parse.words[0].upos == "PRON",
        "same_root": bool(roots[0] & roots[1]),
        "same_subject": bool(subjects[0] & subjects[1]),
    }


def _kind_of_answer(compared: _Compared, label: Label) -> Features:
    """Return the expected answer type, and whether the answer sentence has such an entity."""
    chance = {
        name: sum(p for one, p in label.probabilities.items() if one.partition(":")[0] == name)
        for name in _COARSE
    }
    words = compared.answer.parse.words
    entities = {word.entity for word in words}
    number = any(word.upos == "NUM" for word in words)
    person, place = bool(entities & _PERSONS), bool(entities & _PLACES)
    return {
        **{f"class_{name.lower()}": value for name, value in chance.items()},
        **{f"class_{one.split(':')[1]}": label.probabilities.get(one, 0.0) for one in _FINE},
        "number": number,
        "number_fits": chance["NUM"] * number,
        "number_lacks": chance["NUM"] * (not number),
        "person_fits": chance["HUM"] * person,
        "person_lacks": chance["HUM"] * (not person),
        "place_fits": chance["LOC"] * place,
    }


def _tools(edge: Edge, outputs: ToolOutputs) -> Features:
    """Return features from the reader and the inference model."""
    found: Features = {}
    for name, text in (("answer", edge.answer), ("anchor", edge.anchor)):
        read = outputs.answers[edge.question, text]
        entailed = outputs.entailments[text, edge.question]
        odds = max(1e-6, 1 - read.no_answer) / max(1e-6, read.no_answer)
        found |= {
            f"read_{name}": read.confidence,
            f"read_{name}_nothing": read.no_answer,
            f"read_{name}_odds": log(odds),
            f"read_{name}_length": (read.end - read.start) / len(text),
            f"read_{name}_start": read.start / len(text),
            f"entails_{name}": entailed.entailment,
            f"denies_{name}": entailed.contradiction,
        }
    read = outputs.answers[edge.question, joined(edge)]
    inside = float(read.start > len(edge.anchor))
    return found | {
        "read_both": read.confidence,
        "read_both_nothing": read.no_answer,
        "read_both_answer": inside * (1 - read.no_answer),
        "read_both_anchor": (1 - inside) * (1 - read.no_answer),
    }


def _product(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True))


def _mean(values: Sequence[float], nothing: float) -> float:
    return sum(values) / len(values) if values else nothing
