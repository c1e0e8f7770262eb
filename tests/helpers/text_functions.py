"""All functions that process texts; their run time must be linear in the length of the text.

`tests/text/test_linear_time.py` runs them on short adversarial texts, and
`benchmarks/speed/linear_time.py` on long ones. A function takes one text.
"""

from __future__ import annotations

import gc
import io
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

import numpy as np

from helpers.hand_made_tools import TOOLS, LetterEncoder
from helpers.hostile_texts import Pattern
from qgauge.annotate.answers import InvalidAnswer, check_answer
from qgauge.annotate.scheme_files import read_scheme
from qgauge.annotate.shown import guideline_blocks, shown
from qgauge.cli.terminal import clean
from qgauge.concepts.finding import Finder
from qgauge.concepts.words import Lexicon
from qgauge.core import BadInput, Example, Score
from qgauge.data import read
from qgauge.generation.answers import answer_spans, diverse
from qgauge.generation.candidates import Candidate, Target
from qgauge.generation.checks import by_rules
from qgauge.generation.difficulty import difficulty_of
from qgauge.generation.markdown import prose_of
from qgauge.generation.texts import Passage, document_of
from qgauge.metrics import TABLE as METRICS_BY_NAME
from qgauge.metrics import create
from qgauge.metrics.dimension_features import Reading, features
from qgauge.metrics.facet_extraction import facets_of, no_facets
from qgauge.models import tokenizer
from qgauge.noise import TABLE as KINDS_OF_NOISE
from qgauge.noise import apply
from qgauge.noise.words import words_of
from qgauge.qud.anchor_features import REACH
from qgauge.qud.anchors import pair_features
from qgauge.qud.criteria.llm_replies import Lenient
from qgauge.qud.question_places import question_place
from qgauge.questions import check_question
from qgauge.sets import judge as judge_set
from qgauge.statements import asks, statement
from qgauge.text.answer_forms import as_written_in, compare_answers
from qgauge.text.evidence import _sentences, content_stems, evidence, grounded
from qgauge.text.meteor import normalize
from qgauge.text.ptb import bleu_words_of, cased_words, tokenize
from qgauge.text.question_kind import question_kind
from qgauge.text.runs import contains, longest_run
from qgauge.text.sentences import sentence_spans
from qgauge.text.ud import ud_words
from qgauge.tools.embedded.entailer import windows
from qgauge.tools.embedded.entities import with_values
from qgauge.tools.embedded.linguist import LONGEST_SENTENCE
from qgauge.tools.embedded.piece_search import MOST_PIECES
from qgauge.tools.embedded.question_rules import questions_by_rules
from qgauge.tools.embedded.sentence_ends import blocks, sentences
from qgauge.tools.embedded.span_f1 import overlaps
from qgauge.tools.embedded.surface import Surface
from qgauge.tools.judge import Form, OneOf, Unreadable, Whole, fenced
from qgauge.tools.judge import Text as FreeText
from qgauge.tools.passage_window import window_around
from qgauge.tools.roles import QUESTION_KINDS, Answer, Parse, Place, Word

# ------------------------------------------------------------------ parsers for rules over trees


_TAGS = ("NOUN", "VERB", "ADJ", "ADP", "DET", "PROPN", "ADV", "AUX", "PRON", "NUM", "NOUN")
_RELATIONS = ("nsubj", "obj", "amod", "case", "det", "conj", "acl:relcl", "advcl", "obl", "nmod")


class TreeParser:
    """Makes sentences of a fixed length, with cyclic tags and relations and a regular tree."""

    identity = "by-hand"

    def __init__(self, head: Callable[[int, int], int], longest: int = sys.maxsize) -> None:
        self._head, self._longest = head, longest
        """Returns the head of a word from its position and the sentence length; -1 for the root."""

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        return [Parse(tuple(self._words(text))) for text in texts]

    def _words(self, text: str) -> Iterator[Word]:
        words = ud_words(text)
        for at, word in enumerate(words):
            number, place = divmod(at, self._longest)
            first = at - place
            head = self._head(place, min(self._longest, len(words) - first))
            yield Word(
                *word[:3],
                upos=_TAGS[at % len(_TAGS)] if word.text.isalnum() else "PUNCT",
                lemma=word.text.lower(),
                head=first + head if head >= 0 else -1,
                relation=_RELATIONS[at % len(_RELATIONS)] if head >= 0 else "root",
                sentence=number,
            )


TREES: Mapping[str, TreeParser] = {
    "chain to the left": TreeParser(lambda at, size: at - 1),
    "chain to the right": TreeParser(lambda at, size: at + 1 if at + 1 < size else -1),
    "flat": TreeParser(lambda at, size: 0 if at else -1),
    "flat to the right": TreeParser(lambda at, size: size - 1 if at + 1 < size else -1),
}


# ------------------------------------------------------------------ functions

Function = Callable[[str], object]


def _turned(text: str) -> str:
    """Return a similar text: its halves swapped, and one more word."""
    middle = len(text) // 2
    return f"{text[middle:]} {text[:middle]} indeed"


def _ends(chance: float) -> Function:
    """Find sentence ends if the model predicts an end nowhere or everywhere."""

    def split(text: str) -> object:
        words = ud_words(text)
        return [
            list(sentences(text, words[first:last], np.full(last - first, chance)))
            for first, last in blocks(text, words)
        ]

    return split


def _windows(text: str) -> object:
    places = np.array([(at, at + 1) for at in range(len(text))], np.int32)
    return list(windows(text, places, 250))


def _overlaps(text: str) -> object:
    pieces = np.array([ord(letter) for letter in text], np.int32)
    return overlaps(pieces[:250], pieces, frozenset({32}), 30)


def _values(text: str) -> object:
    """Find dates and numbers per sentence, with sentences no longer than the parser's limit."""
    words = [_word(word.text, word.start) for word in ud_words(text)]
    parts = (words[at : at + LONGEST_SENTENCE] for at in range(0, len(words), LONGEST_SENTENCE))
    return [with_values(part, []) for part in parts]


def _word(text: str, start: int) -> Word:
    return Word(text, start, start + len(text), upos="NUM", lemma=text)


def _asks(text: str) -> object:
    return asks(text, TREES["chain to the left"].parse([text])[0])


_LABELS = Form({"reason": FreeText(), "label": OneOf(("fully_grounded", "not_grounded"))})
_SCORE = Form({"reason": FreeText(), "score": Whole(1, 100)})


def _reply(form: Form, field: str, text: str) -> object:
    with suppress(Unreadable):
        return Lenient(form, field)(text)
    return None


def _facets(parser: TreeParser, text: str) -> object:
    parse = parser.parse([text])[0]
    return no_facets(parse) or facets_of(parse)


def _features(text: str) -> object:
    """Compute the features of a question full of names that its passage does not have."""
    words = tuple(Word(*word[:3], upos="PROPN") for word in ud_words(text))
    grammar = Score(1.0, {"errors": 0.0}, {"errors": []})
    reading = Reading(Parse(words), grammar, Answer("x", 0, 1, 0.5, 0.5))
    return features(Example("1", text, passage=_turned(text).swapcase()[::-1]), reading)


def _noise(kind: str, text: str) -> object:
    return list(apply(kind, [Example("1", text)]))


def _read(format: str, text: str) -> object:
    with suppress(BadInput):
        return list(read(io.BytesIO(text.encode("utf-8", "replace")), format=format))
    return None


def _cell(text: str) -> object:
    table = 'question,references\nWhy?,"' + text.replace('"', '""') + '"\n'
    return _read("csv", table)


def _value(text: str) -> object:
    return _read("jsonl", json.dumps({"question": text, "references": [text]}))


def _set(text: str) -> object:
    turned = _turned(text)
    rows = [
        Example("1", f"Who {text}?", answer=turned, passage=text),
        Example("2", f"Who {turned}?", answer=text, passage=text),
    ]
    return judge_set(rows, METRIC_TOOLS)


def _lexicon(text: str) -> object:
    return Lexicon(text, "stems")


_BEGINNINGS = ("", "What ", "Who is ", "What did ", "How long is ", "When was ", "Name ", "Was ")


def _statements(parser: TreeParser, text: str) -> object:
    """Make statements from questions that contain the text, and from one that it answers."""
    questions = [f"{beginning}{text}?" for beginning in _BEGINNINGS]
    return [
        statement(asked, said, *parser.parse([asked, said]))
        for asked, said in [*((one, "Ada") for one in questions), ("How long is it?", text)]
    ]


def _answers(parser: TreeParser, text: str) -> object:
    """Find what to ask about, and choose one span in ten."""
    [spans] = answer_spans([text], parser)
    return diverse(spans, len(spans) // 10)


def _rule_questions(parser: TreeParser, text: str) -> object:
    """Make questions for single words all over the text."""
    [parse] = parser.parse([text])
    step = max(1, len(parse.words) // 20)
    return [questions_by_rules(parse, word.start, word.end) for word in parse.words[::step]]


def _shown(text: str) -> object:
    answer = text[: len(text) // 20]
    return shown(read_scheme("qgeval"), {"passage": text, "answer": answer, "question": text})


def _checked_answer(text: str) -> object:
    spans = [{"start": at, "end": len(text), "kind": "vital"} for at in range(min(9, len(text)))]
    with suppress(InvalidAnswer):
        check_answer(read_scheme("pairs"), {"better": "a", "reason": text}, {})
    with suppress(InvalidAnswer):
        check_answer(read_scheme("concepts"), {"concepts": spans}, {"text": text})
    return None


def _generated(question: str, passage: str) -> Candidate:
    """Return a question about a passage, whose answer is at its end."""
    text = f"{passage} Ada left."
    place = Place(text, len(text) - 9, len(text) - 6)
    return Candidate(question, Target(Passage(text, 0), place, 0))


def _checked_question(text: str) -> None:
    by_rules(_generated(text, "Nobody knows."), QUESTION_KINDS)
    by_rules(_generated("Who left the house of Ines today?", text), QUESTION_KINDS)


def _anchors(text: str) -> object:
    """Find anchors in a text cut into sentences, after enough others that all have candidates."""
    words = text.split()
    sentences = ["A b."] * REACH + [
        " ".join(words[at : at + 10]) for at in range(0, len(words), 10)
    ]
    return pair_features(sentences, range(2, len(sentences) + 1), TOOLS)


def _spelled(text: str) -> str:
    encoded = tokenizer().encode(text, add_special_tokens=False)
    return Surface(text, encoded).text(encoded.tokens[:MOST_PIECES])  # a question is not longer


FUNCTIONS: Mapping[str, Function] = {
    "text.ptb.tokenize": tokenize,
    "text.ptb.cased_words": cased_words,
    "text.ptb.bleu_words_of": lambda text: bleu_words_of(text.split()),
    "text.meteor.normalize": normalize,
    "text.ud.ud_words": ud_words,
    "text.sentences.sentence_spans": sentence_spans,
    "text.answer_forms.as_written_in": lambda text: as_written_in(
        f"12 {text}", f"twelve {text[: len(text) // 2]} b"
    ),
    "text.answer_forms.compare_answers": lambda text: compare_answers(text, _turned(text)),
    "questions.check_question": lambda text: check_question(text, _turned(text)),
    "questions.check_question, a second question": lambda text: check_question(
        f"Who built {text} and when was it {text}?", "Ada"
    ),
    "text.evidence.content_stems": content_stems,
    "text.evidence.evidence": lambda text: evidence(text, _turned(text), 3),
    "text.evidence.grounded": lambda text: grounded(text, _turned(text), 2),
    "tools.sentences, no end": _ends(-1.0),
    "tools.sentences, all ends": _ends(1.0),
    "tools.entailer.windows": _windows,
    "tools.entities.with_values": _values,
    "tools.overlap.overlaps": _overlaps,
    "tools.passage_window.window_around": lambda text: window_around(
        text, len(text) // 2, len(text) // 2 + 1, len(text) // 2
    ),
    "tools.judge.fenced": lambda text: fenced({"question": text}),
    "tools.judge.Form.read": lambda text: _reply(_LABELS, "reason", text),
    "a reply with a label": partial(_reply, _LABELS, "label"),
    "a reply with a score": partial(_reply, _SCORE, "score"),
    "text.runs.contains": lambda text: contains(
        text.split(), [*text[: len(text) // 2].split(), "b"]
    ),
    "text.runs.longest_run": lambda text: longest_run(text.split(), _turned(text).split()),
    "statements.asks": _asks,
    "concepts.Lexicon": _lexicon,
    "concepts.Finder.missing": lambda text: Finder(text).missing(_turned(text)),
    "concepts.Finder.find": lambda text: Finder(text).find(text[: len(text) // 2]),
    "annotate.guideline_blocks": guideline_blocks,
    "annotate.shown": _shown,
    "annotate.check_answer": _checked_answer,
    "qud.pair_features": lambda text: pair_features(["A b.", text, _turned(text)], [3], TOOLS),
    "qud.pair_features, many sentences": _anchors,
    "qud.question_place": lambda text: question_place(["A b.", text, "C d."], 1, 3),
    "sets.judge": _set,
    "generation.texts": lambda text: document_of("a", text).passages,
    "generation.markdown": prose_of,
    "text.question_kind": question_kind,
    "tools.embedded.surface": _spelled,
    "generation.checks.by_rules": _checked_question,
    "generation.difficulty": lambda text: difficulty_of(_generated(text, text), 0.5),
    "cli.terminal.clean": clean,
    "data.read, jsonl": partial(_read, "jsonl"),
    "data.read, json": partial(_read, "json"),
    "data.read, csv": partial(_read, "csv"),
    "data.read, tsv": partial(_read, "tsv"),
    "data.read, txt": partial(_read, "txt"),
    "data.read, a cell": _cell,
    "data.read, a value": _value,
    **{
        f"metrics.facet_extraction, {tree}": partial(_facets, parser)
        for tree, parser in TREES.items()
    },
    "metrics.dimension_features": _features,
    **{f"noise {kind}": partial(_noise, kind) for kind in KINDS_OF_NOISE},
    **{f"generation.answers, {tree}": partial(_answers, TREES[tree]) for tree in TREES},
    **{f"tools.question_rules, {tree}": partial(_rule_questions, TREES[tree]) for tree in TREES},
    **{f"statements.statement, {tree}": partial(_statements, TREES[tree]) for tree in TREES},
}
"""Functions of one text, by name."""


class ShortEncoder(LetterEncoder):
    """Reads only the beginning of long texts, as models do."""

    def pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        return [found[:512] for found in super().pieces(texts)]


METRIC_TOOLS = {
    **TOOLS,
    "parser": TreeParser(lambda at, size: at - 1, LONGEST_SENTENCE),
    "encoder": ShortEncoder(),
}
"""With sentences as long as the embedded parser allows."""


def _scored(request: str, text: str) -> object:
    metric = create(request)
    turned = _turned(text)
    example = Example(
        "1",
        text,
        (turned,),
        passage=text,
        answer=turned,
        sentences=(text, turned, turned + " so"),
        anchor=1,
        answer_sentence=3,
    )
    return metric.score([example], METRIC_TOOLS)


_VARIANTS = (
    "rouge_l:flavour=rouge_score",
    "answerability:variant=released",
    "answerability:names=parser",
    "chrf:word_order=2",
    "meteor:stages=exact",
    "qsts:direction=both",
    "facet_f:probability=entailer",
    "answering:formula=document",
    "inference:premise=both",
    "inference:method=document",
    "qud_givenness:method=rule",
    "qud_givenness:method=infostatus",
    "qud_relevance:method=rule",
    "qud_relevance:method=bleu1",
)
METRICS: Mapping[str, Function] = {
    request: partial(_scored, request) for request in (*METRICS_BY_NAME, *_VARIANTS)
}
"""Every metric with hand-made tools, with the text as question, reference, passage and answer."""

BOUNDED: Mapping[str, str] = {
    **dict.fromkeys(
        ("meteor", "q_meteor", "meteor:stages=exact"),
        "METEOR's search is greedy beyond 50,000 candidate pairs",
    ),
    **dict.fromkeys(
        ("qsts", "qsts:direction=both", "qsts_passage", "sets.judge"),
        "unscored beyond 16,777,216 pairs of edges",
    ),
    "facet_f": "unscored beyond 4,194,304 pairs of facets",
    "learned_reference": "unscored beyond 4,194,304 pairs of words, edges or facets",
    "facet_f:probability=entailer": "unscored beyond 65,536 pairs of facets",
    **{
        f"metrics.facet_extraction, {tree}": "no facets beyond 65,536 pairs of subjects and verbs"
        for tree in TREES
    },
    **{f"statements.statement, {tree}": "a frame beyond 400 words a sentence" for tree in TREES},
    "inference:method=document": "a frame beyond 400 words a sentence",
    "bertscore": "the encoder reads 512 pieces of a text",
    **dict.fromkeys(
        ("qud_compatibility", "qud_givenness", "qud_relevance"),
        "1,000 words of a text are looked at",
    ),
    **dict.fromkeys(
        ("qud_givenness:method=infostatus", "qud_relevance:method=rule"),
        "noun phrases of the first 1,000 words",
    ),
    **dict.fromkeys(
        ("rouge_l", "q_rouge_l", "rouge_l:flavour=rouge_score"),
        "unscored beyond 4,294,967,296 pairs of words",
    ),
}
"""Functions that may grow faster than linearly up to a bound, and why there is a bound."""


# ------------------------------------------------------------------ measuring


def seconds(function: Function, pattern: Pattern, size: int, rounds: int) -> float:
    """Return the processor time of one call, the best of several, with caches cleared."""
    best = float("inf")
    for _ in range(rounds):
        text = pattern(size)
        for kept in (words_of, _sentences):
            kept.cache_clear()
        collecting = gc.isenabled()
        gc.disable()  # like timeit: the time of a garbage collection depends on unrelated objects
        try:
            start = time.process_time()
            function(text)
            best = min(best, time.process_time() - start)
        finally:
            if collecting:
                gc.enable()
    return best
