"""Wrong answers for multiple choice: of the same kind, from the same text, and verified wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from qgauge.core import Tools
from qgauge.generation.answer_places import AnswerPlaces
from qgauge.generation.distractor_rules import MOST_SHARED, Candidate, Option, RightAnswer
from qgauge.generation.near_values import has_value
from qgauge.generation.quiz_item import QuizItem
from qgauge.generation.wrongness import Claim, are_wrong
from qgauge.text.answer_forms import compare_answers

ROLES = ("parser", "embedder", "verifier", "reader", "entailer")
"""The tools that distractors need."""
_NAMES = ("person", "organisation", "location")
_LONGEST_NAME = 5
_TYPE_BY_KIND = {
    "who": "person",
    "when": "date",
    "where": "place",
    "why": "reason",
    "how many": "number",
}
_CHECKED_PER_DISTRACTOR, _CHECKED_AT_LEAST = 3, 6
"""How many candidates are verified."""
_MOST_TRIED = 300
"""How many candidates are looked at for one item, those of the nearest passages first."""
_MODERATE = 0.5
"""The best similarity of a distractor to the answer: related, but no synonym."""
_UNKNOWN = 0.3
"""The similarity of words that the embedder does not know."""
_LEAST_SIMILAR = 0.1
"""Things and places that are less similar to the answer are no answers to the same question."""
_COMPARED = ("phrase", "location", "organisation", "name")
"""The types that the least similarity is for; that of people's names says little."""
_LEAST_SIMILAR_ELSEWHERE = {
    **dict.fromkeys(("reason", "purpose", "manner", "action", "clause", "state"), 0.3),
    **dict.fromkeys(("phrase", "place"), 0.2),
}
"""The same for what other passages say, which is mostly about something else."""


def add_distractors(
    items: Sequence[QuizItem],
    passages: Sequence[str],
    candidates: Sequence[tuple[str, str, int]],
    tools: Tools,
    count: int,
) -> list[QuizItem]:
    """Give each item up to a number of wrong answers.

    Candidates are the other answers of the same type in the passage, then in the rest of the text,
    and near values for numbers, dates and times. Each one must look like the answer, must not
    share its place in a list, and must be wrong by the verifier, the reader and the inference
    model.

    Args:
        items: The items.
        passages: The passages of the text that the items are about, in order.
        candidates: (type, text, index of the passage) of every possible answer, as
            `qgauge.generation.answers` finds them.
        tools: The tools of `ROLES`.
        count: The number of distractors wanted.

    Returns:
        The items in order; an item has fewer distractors, or none, if no more are good enough.

    Examples:
        >>> from qgauge.generation.distractors import ROLES, add_distractors
        >>> from qgauge.generation.quiz_item import QuizItem
        >>> from qgauge.tools.registry import open_tools
        >>> mill = "Ada Lund built the mill in 1874. Later Tom Berg sold it to Eva Holm."
        >>> asked = "Who built the mill?"
        >>> item = QuizItem("1", asked, "Ada Lund", mill, mill, 0, 8, "who", 0.8, 0.9)
        >>> found = [("person", name, 0) for name in ("Ada Lund", "Tom Berg", "Eva Holm")]
        >>> tools = open_tools(ROLES, {}, cache=None)
        >>> add_distractors([item], [mill], found, tools, 2)[0].distractors
        ('Eva Holm', 'Tom Berg')
    """
    if count < 1 or not items:
        return list(items)
    texts = list(dict.fromkeys([*passages, *(item.passage for item in items)]))
    parses = tools["parser"].parse(texts)
    places = {text: AnswerPlaces(text, one) for text, one in zip(texts, parses, strict=True)}
    text = _Text(places, [(type, text, passages[at]) for type, text, at in candidates])
    most = _CHECKED_AT_LEAST + _CHECKED_PER_DISTRACTOR * count
    offered = [text.options(item, tools)[:most] for item in items]
    claims = [
        Claim(item.question, one.text, item.answer, (item.passage, *one.passages), one.made_up)
        for item, options in zip(items, offered, strict=True)
        for one in options
    ]
    wrong = iter(are_wrong(claims, tools))
    return [
        replace(item, distractors=_chosen([one for one in options if next(wrong)], count))
        for item, options in zip(items, offered, strict=True)
    ]


def _chosen(options: Sequence[Option], count: int) -> tuple[str, ...]:
    """Return the first options that are no variants of one another."""
    chosen: list[Option] = []
    for option in options:
        if len(chosen) < count and not any(_alike(one, option) for one in chosen):
            chosen.append(option)
    return tuple(one.text for one in chosen)


def _alike(one: Option, other: Option) -> bool:
    match = compare_answers(one.text, other.text)
    values = has_value(one.text) and has_value(other.text)
    return match.same or match.contained or (not values and match.f1 > MOST_SHARED)


class _Text:
    """The passages of a text in order, and the possible answers in them: type, text, passage."""

    def __init__(
        self, places: Mapping[str, AnswerPlaces], answers: Sequence[tuple[str, str, str]]
    ) -> None:
        self._places = places
        self._order = {passage: at for at, passage in enumerate(places)}
        self._types: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        found = []
        for type, text, passage in dict.fromkeys(answers):
            self._types[text, passage].append(type)
            if spans := places[passage].spans(text):
                found.append(Candidate(type, text, places[passage], tuple(spans)))
        self._by_type: defaultdict[str, list[Candidate]] = defaultdict(list)
        for one in _without_doubtful_names(found):
            self._by_type[one.type].append(one)

    def options(self, item: QuizItem, tools: Tools) -> list[Option]:
        """Return the possible distractors of an item, the most plausible first."""
        right = RightAnswer(item, self._places[item.passage], self._type(item))
        own = self._order[item.passage]
        candidates = [one for type in right.types for one in self._by_type[type]]
        candidates.sort(key=lambda one: abs(self._order[one.places.passage] - own))
        found: dict[str, Option] = {}
        for one in candidates[:_MOST_TRIED]:
            for option in right.options(one):
                found.setdefault(option.text.lower(), option)
        similar = _similarities([option.text for option in found.values()], item, tools)
        ranked = sorted(
            (
                replace(option, plausible=option.plausible - abs(near - _MODERATE))
                for option, near in zip(found.values(), similar, strict=True)
                if near >= _least_similar(right.type, option)
            ),
            key=lambda option: (-option.plausible, option.text),
        )
        return [*ranked, *right.made_up()]

    def _type(self, item: QuizItem) -> str:
        """Return the type of an answer. A word may be an adjective elsewhere, so `state` yields."""
        types = sorted(self._types[item.answer, item.passage], key="state".__eq__)
        return types[0] if types else _TYPE_BY_KIND.get(item.kind, "phrase")


def _without_doubtful_names(candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield all but parts of longer names, and names that have another type elsewhere."""
    types, parts = defaultdict(set), set()
    for one in candidates:
        if one.type in _NAMES:
            types[one.text].add(one.type)
            if one.shape.starts_with_name:
                parts |= {(part, one.places.passage) for part in _parts_of_name(one.text)}
    for one in candidates:
        if len(types[one.text]) < 2 and (one.text, one.places.passage) not in parts:
            yield one


def _parts_of_name(text: str) -> set[str]:
    """Return the shorter names in a name: "Averell" of "Lord Averell"."""
    words = text.split()
    if len(words) > _LONGEST_NAME or not all(word[0].isupper() for word in words):
        return set()
    size = len(words)
    spans = ((first, last) for first in range(size) for last in range(first + 1, size + 1))
    return {" ".join(words[first:last]) for first, last in spans if last - first < size}


def _least_similar(type: str, option: Option) -> float:
    """Return how similar to the answer an option must be. The similarity of names says little."""
    named = type in ("phrase", "place") and not option.text[1:].islower()
    if option.passages and not named and type in _LEAST_SIMILAR_ELSEWHERE:
        return _LEAST_SIMILAR_ELSEWHERE[type]
    return _LEAST_SIMILAR if type in _COMPARED else -1.0


def _similarities(texts: Sequence[str], item: QuizItem, tools: Tools) -> list[float]:
    pairs = [(item.answer, text) for text in texts]
    found = tools["embedder"].similarity(pairs) if pairs else []
    return [_UNKNOWN if one is None else one for one in found]
