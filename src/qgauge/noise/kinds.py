"""The registry of noise kinds, and the parsing of requests such as `no_content:share=0.3`."""

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
    """A kind of noise: where it can apply in a text, and how often it does."""

    name: str
    """Name of the kind."""
    about: str
    """One-line description for `qgauge noise --help`."""
    places: Callable[[str], list[Place]]
    """Function that returns the places in a text where the noise can apply."""
    amount: Amount = ONE
    """How many of the places are changed."""
    counts: bool = True
    """Whether a text can have several places, so that the amount can be set."""
    given: str = ""
    """The amount as requested; "" for the default."""

    @property
    def label(self) -> str:
        """The request for this kind, such as `spelling:share=0.2`."""
        return f"{self.name}:{self.given}" if self.given else self.name

    def changes(self, text: str, random: Random) -> list[Change]:
        """Return the changes to make to a text; empty if the noise does not apply.

        Args:
            text: The question.
            random: Source of random numbers.

        Returns:
            The changes, from left to right.
        """
        return changes(text, self.places(text), self.amount, random)

    def setting(self) -> str:
        """Return the amount in effect, such as `share=0.5`; "" if it cannot be set."""
        return str(self.amount) if self.counts else ""


_KINDS = (
    Kind("no_names", "up to three names are dropped", names, Amount(most=3)),
    Kind("no_content", "content words are dropped", droppable("content"), Amount(share=0.5)),
    Kind("no_function", "function words are dropped", droppable("function"), ALL),
    Kind(
        "other_question_word",
        "a different question word (who for when, how for which film)",
        question_type,
        counts=False,
    ),
    Kind("no_question_word", "question words are dropped", droppable("question"), ALL),
    Kind("agreement", "wrong agreement (is for are, who live for who lives)", grammar.agreement),
    Kind("tense", "a wrong verb form (did went, was build)", grammar.tense),
    Kind("article", "a wrong or missing article (an for a, a for an)", grammar.articles),
    Kind("preposition", "a wrong preposition", grammar.prepositions),
    Kind("noun_number", "a noun in the wrong number (many book, a books)", grammar.noun_numbers),
    Kind("inversion", "no inversion (when the fair was held?)", grammar.inversion, counts=False),
    Kind("word_order", "two adjacent words are swapped", surface.swapped_words),
    Kind("doubled_word", "a word is repeated", surface.doubled_words),
    Kind(
        "dropped_word",
        "a word of any kind is missing",
        droppable("name", "content", "function", "question", "auxiliary"),
    ),
    Kind("truncated", "the end is cut off", surface.cut_ends, counts=False),
    Kind("spelling", "letters are swapped, dropped or doubled", surface.misspelt_words),
    Kind("lower_case", "no capitals", surface.capitals, ALL),
    Kind("no_question_mark", "the question mark is missing", surface.final_mark, counts=False),
)
TABLE: Mapping[str, Kind] = {kind.name: kind for kind in _KINDS}
"""All kinds of noise by name, with their default amounts.

For example, `TABLE["spelling"].about` is a one-line description of the kind `spelling`.
"""
PUBLISHED = ("no_names", "no_content", "no_function", "other_question_word")
"""The four kinds of Nema and Khapra (2018)."""


def create(request: str) -> Kind:
    """Create a kind of noise from a request as written on the command line.

    Args:
        request: A name from `TABLE`, optionally with an amount: `spelling:share=0.2` for a share
            of the possible places, or `no_names:most=3` for a random number from 1 to 3.

    Returns:
        The kind of noise.

    Raises:
        BadSetting: There is no such kind, or the amount is invalid.

    Examples:
        >>> from qgauge.noise import create
        >>> create("spelling:share=0.2").label
        'spelling:share=0.2'
    """
    name, colon, rest = (piece.strip() for piece in request.partition(":"))
    if name not in TABLE:
        hint = did_you_mean(name.lower().replace("-", "_"), TABLE)
        raise BadSetting(
            f"There is no kind of noise '{name}'.{hint} Choose one of {', '.join(TABLE)}."
        )
    kind = TABLE[name]
    if not colon:
        return kind
    if not kind.counts:
        raise BadSetting(f"'{request}': {name} has no settings.")
    setting, equals, value = (piece.strip() for piece in rest.partition("="))
    if not (equals and value) or "," in value or setting not in ("share", "most"):
        raise BadSetting(
            f"'{request}': write {name}:share=0.5 to change this share of the possible places, or "
            f"{name}:most=3 to change at most three of them."
        )
    amount = _share(request, value) if setting == "share" else _most(request, value)
    return replace(kind, amount=amount, given=str(amount))


def _share(request: str, value: str) -> Amount:
    try:
        share = float(value)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise BadSetting(f"'{request}': share must be a number above 0 and at most 1.")
    return Amount(share=share)


def _most(request: str, value: str) -> Amount:
    if not (value.isascii() and value.isdigit() and 0 < len(value) < 7 and int(value)):
        raise BadSetting(f"'{request}': most must be a whole number, from 1 to 999,999.")
    return Amount(most=int(value))
