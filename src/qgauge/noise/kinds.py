"""The kinds of noise by name, and requests for them such as `no_content:share=0.3`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from qgauge.core import BadSetting
from qgauge.core.suggestions import did_you_mean
from qgauge.noise import grammar, surface
from qgauge.noise.places import Amount, Change, Place, changes
from qgauge.noise.word_kinds import droppable, names, question_type

ONE = Amount(most=1)
ALL = Amount(share=1.0)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of noise: where it can strike in a text, and how often it does."""

    name: str
    about: str
    """One line for `qgauge noise --help`."""
    places: Callable[[str], list[Place]]
    amount: Amount = ONE
    counts: bool = True
    """Whether there can be more than one place, and so an amount to set."""
    given: str = ""
    """The setting that was given, as it is written."""

    @property
    def label(self) -> str:
        """The kind as one would ask for it."""
        return f"{self.name}:{self.given}" if self.given else self.name

    def changes(self, text: str, random: Random) -> list[Change]:
        """What it does to a text; nothing where it does not apply."""
        return changes(text, self.places(text), self.amount, random)

    def setting(self) -> str:
        """The setting that holds, as it is written; "" where there is none."""
        return str(self.amount) if self.counts else ""


_KINDS = (
    Kind("no_names", "names are dropped, three at most", names, Amount(most=3)),
    Kind("no_content", "content words are dropped", droppable("content"), Amount(share=0.5)),
    Kind("no_function", "function words are dropped", droppable("function"), ALL),
    Kind(
        "other_question_word",
        "another question word (who for when, how for which film)",
        question_type,
        counts=False,
    ),
    Kind("no_question_word", "question words are dropped", droppable("question"), ALL),
    Kind("agreement", "is for are, who live for who lives", grammar.agreement),
    Kind("tense", "did went, was build", grammar.tense),
    Kind("article", "an for a, a for an, none", grammar.articles),
    Kind("preposition", "a wrong preposition", grammar.prepositions),
    Kind("noun_number", "many book, a books", grammar.noun_numbers),
    Kind("inversion", "when the fair was held?", grammar.inversion, counts=False),
    Kind("word_order", "neighbours are swapped", surface.swapped_words),
    Kind("doubled_word", "a word stands there twice", surface.doubled_words),
    Kind(
        "dropped_word",
        "a word of any kind is missing",
        droppable("name", "content", "function", "question", "auxiliary"),
    ),
    Kind("truncated", "the end is cut off", surface.cut_ends, counts=False),
    Kind("spelling", "letters are swapped, dropped or doubled", surface.misspelt_words),
    Kind("lower_case", "no capitals", surface.capitals, ALL),
    Kind("no_question_mark", "the mark at the end is missing", surface.final_mark, counts=False),
)
TABLE: Mapping[str, Kind] = {kind.name: kind for kind in _KINDS}
PUBLISHED = ("no_names", "no_content", "no_function", "other_question_word")
"""The four of Nema and Khapra 2018."""


def create(request: str) -> Kind:
    """The kind for a request such as `no_names` or `spelling:share=0.2`."""
    name, colon, rest = (piece.strip() for piece in request.partition(":"))
    if name not in TABLE:
        hint = did_you_mean(name.lower().replace("-", "_"), TABLE)
        raise BadSetting(f"There is no noise '{name}'.{hint} There are: {', '.join(TABLE)}.")
    kind = TABLE[name]
    if not colon:
        return kind
    if not kind.counts:
        raise BadSetting(f"'{request}': {name} has no settings.")
    setting, equals, value = (piece.strip() for piece in rest.partition("="))
    if not (equals and value) or "," in value or setting not in ("share", "most"):
        raise BadSetting(
            f"'{request}': a noise is written {name}:share=0.5 (of the places where it can "
            f"strike) or {name}:most=3 (of them)."
        )
    amount = _share(request, value) if setting == "share" else _most(request, value)
    return replace(kind, amount=amount, given=str(amount))


def _share(request: str, value: str) -> Amount:
    try:
        share = float(value)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise BadSetting(f"'{request}': share is a number above 0 and up to 1.")
    return Amount(share=share)


def _most(request: str, value: str) -> Amount:
    if not (value.isascii() and value.isdigit() and 0 < len(value) < 7 and int(value)):
        raise BadSetting(f"'{request}': most is a whole number, 1 or more.")
    return Amount(most=int(value))
