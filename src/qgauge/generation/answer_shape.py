"""The outward form of an answer: a wrong answer must not be told from the right one by it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from qgauge.generation.near_values import has_value, value_shape
from qgauge.text.words import word_set
from qgauge.tools.roles import Parse, Word

_ARTICLES = {"the": "the", "a": "a", "an": "a"}
_POSSESSIVES = word_set("his her its their my our your")
_PRONOUNS = word_set(
    "he she it they him them i me we us you this that these those himself herself itself "
    "themselves each both other others another such there here then who whom which"
)
_VAGUE = word_set(
    "only half most all some any no every several few many much more less just even little"
)
"""First words of phrases that answer nothing on their own."""
_PREPOSITIONS = word_set(
    "in on at by near from under over behind beside between inside outside into through across "
    "along past with without for during after before until since beyond above below around "
    "among against"
)


@dataclass(frozen=True, slots=True)
class AnswerShape:
    """The form of an answer."""

    words: tuple[str, ...]
    """The words in lower case."""
    opening: str
    """What kind of phrase it is, by its first word: `to`, `preposition`, `because`, `-ing`..."""
    article: str
    """`the`, `a` or empty."""
    owned: bool
    """Whether it begins with a possessive, such as "his"."""
    named: bool
    """Whether its main words are capitalised as names are."""
    starts_with_name: bool
    """Whether its first word keeps its capital anywhere."""
    plural: bool | None
    """Whether its head is a plural noun; None if that is not known."""
    tense: str
    """For verb phrases, the ending of the first verb: `-ing`, `base` or `finite`."""
    pronouns: bool
    """Whether it contains a pronoun, so that it needs its context."""
    joined: bool
    """Whether it is a list, or has commas."""
    value: str
    """The form of its numbers, dates and times (`value_shape`); empty without any."""


def answer_shape(text: str, parse: Parse | None = None, start: int = -1) -> AnswerShape:
    """Return the form of an answer.

    Args:
        text: The answer.
        parse: The parse of the passage that contains it, if there is one.
        start: Where it starts in the passage.

    Returns:
        The form.

    Examples:
        >>> from qgauge.generation.answer_shape import answer_shape
        >>> shape = answer_shape("the old mill")
        >>> shape.article, shape.named, shape.opening
        ('the', False, '')
    """
    words = re.findall(r"[\w'’.-]+", text)
    low = tuple(word.lower() for word in words)
    inside = _inside(parse, start, start + len(text)) if parse else []
    first = low[0] if low else ""
    bare = words[1:] if first in _ARTICLES or first in _POSSESSIVES else words
    return AnswerShape(
        words=low,
        opening=_opening(low),
        article=_ARTICLES.get(first, ""),
        owned=first in _POSSESSIVES,
        named=_is_named(bare, inside),
        starts_with_name=_starts_with_name(words, inside),
        plural=_is_plural(inside),
        tense=_tense(inside),
        pronouns=not _PRONOUNS.isdisjoint(low) or not _POSSESSIVES.isdisjoint(low[1:]),
        joined="," in re.sub(r"\d,\d", "", text) or "and" in low or "or" in low,
        value=value_shape(text) if has_value(text) else "",
    )


def fits(right: AnswerShape, wrong: AnswerShape) -> bool:
    """Return whether a wrong answer looks like the right one.

    Args:
        right: The form of the right answer.
        wrong: The form of the wrong one.

    Returns:
        Whether kind of phrase, article, capitals, number, tense, values and length agree.

    Examples:
        >>> from qgauge.generation.answer_shape import answer_shape, fits
        >>> mill = answer_shape("the old mill")
        >>> fits(mill, answer_shape("the new bridge")), fits(mill, answer_shape("to sell it"))
        (True, False)
    """
    if not wrong.words or not right.words:
        return False
    if right.value != wrong.value or right.opening != wrong.opening:
        return False
    if right.article != wrong.article or right.owned != wrong.owned:
        return False
    if right.named != wrong.named or (wrong.pronouns and not right.pronouns):
        return False
    if right.starts_with_name != wrong.starts_with_name:
        return False
    if wrong.joined and not right.joined:
        return False
    if wrong.words[0] in _VAGUE and right.words[0] not in _VAGUE:
        return False
    if wrong.words[-1] in _PREPOSITIONS:
        return False
    if None not in (right.plural, wrong.plural) and right.plural != wrong.plural:
        return False
    if right.tense and wrong.tense and right.tense != wrong.tense:
        return False
    shorter, longer = sorted((len(right.words), len(wrong.words)))
    return longer <= 2 * shorter + 1


def like(text: str, shape: AnswerShape, right: str, right_shape: AnswerShape) -> str:
    """Return a wrong answer with the article and the first capital of the right one, if it can.

    "a rope" becomes "the rope", and "the ropes" becomes "ropes"; other changes of articles need
    more knowledge of the noun.

    Args:
        text: The wrong answer.
        shape: Its form.
        right: The right answer.
        right_shape: The form of that.

    Returns:
        The wrong answer to show.

    Examples:
        >>> from qgauge.generation.answer_shape import answer_shape, like
        >>> like("a rope", answer_shape("a rope"), "The mill", answer_shape("The mill"))
        'The rope'
    """
    if not shape.named and not shape.owned:
        _, _, bare = text.partition(" ")
        if right_shape.article == "the" and shape.article == "a" and bare:
            text = f"the {bare}"
        elif not right_shape.article and shape.article == "the" and shape.plural and bare:
            text = bare if right_shape.plural else text
    if shape.starts_with_name:
        return text
    if right[:1].isupper() and not right_shape.starts_with_name:
        return text[:1].upper() + text[1:]
    return text[:1].lower() + text[1:]


def _inside(parse: Parse, start: int, end: int) -> list[Word]:
    return [word for word in parse.words if start <= word.start and word.end <= end]


def _opening(words: tuple[str, ...]) -> str:
    if not words:
        return ""
    first = words[0]
    if first in ("to", "because", "since", "so", "when", "while", "if", "as", "that", "how"):
        return first
    if first in _PREPOSITIONS:
        return "preposition"
    return "-ing" if first.endswith("ing") and len(first) > 5 and len(words) > 1 else ""


def _is_named(words: list[str], inside: list[Word]) -> bool:
    """Return whether it is a name, given its words without the article.

    The first word of a sentence has a capital anyway, so its tag decides.
    """
    content = [word for word in words if word.lower() not in _PREPOSITIONS]
    if not content or not content[-1][:1].isupper():
        return False
    return not inside or len(content) > 1 or any(word.is_name for word in inside)


def _starts_with_name(words: list[str], inside: list[Word]) -> bool:
    if not words or not words[0][:1].isupper() or words[0].lower() in _ARTICLES:
        return False
    return inside[0].is_name if inside else words[0].lower() not in _PREPOSITIONS


def _is_plural(inside: list[Word]) -> bool | None:
    """Return whether the first noun that no other noun follows is plural: "plum cakes"."""
    first = inside[0] if inside else None
    if first is None or first.upos in ("ADP", "SCONJ", "PART", "AUX"):
        return None
    if first.upos == "VERB" and first.relation != "amod":
        return None
    for at, word in enumerate(inside):
        following = inside[at + 1].upos if at + 1 < len(inside) else ""
        if word.upos == "NOUN" and following not in ("NOUN", "PROPN"):
            return word.lemma.lower() != word.text.lower()
    return None


def _tense(inside: list[Word]) -> str:
    verb = inside[0] if inside and inside[0].upos == "VERB" else None
    if verb is None:
        return ""
    if verb.text.lower().endswith("ing"):
        return "-ing"
    return "base" if verb.text.lower() == verb.lemma.lower() else "finite"
