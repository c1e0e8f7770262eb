"""Compare answers by what they say: "4,200" and "4200", "July 4, 1776" and "4 July 1776".

Answers without numbers, dates, times and units compare as in SQuAD (Rajpurkar et al. 2016): in
lower case, without punctuation and articles. Forms that may mean two things, such as "04/07/1776",
"1,5" and "1.500", are left alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from qgauge.text.answer_pieces import Piece, pieces_of
from qgauge.text.number_words import SCALES
from qgauge.text.runs import contains

POLAR = ("yes", "no")

_KINDS = {
    "number": "number",
    "ordinal": "place in an order",
    "amount": "amount",
    "date": "date",
    "time": "time",
}


@dataclass(frozen=True, slots=True)
class AnswerMatch:
    """How an answer compares with the expected one."""

    same: bool
    """Whether both say the same; False if neither has a word."""
    contained: bool
    """Whether the words of one are a run of words in the other; True if they are the same."""
    f1: float
    """Words in common, as the harmonic mean of precision and recall."""
    forms: tuple[str, str]
    """The normal forms of the expected answer and of the given one."""
    steps: tuple[str, ...]
    """The reasons, in plain English."""

    @property
    def match(self) -> float:
        """1 for the same answer, .8 if one contains the other, else 0."""
        return 1.0 if self.same else 0.8 if self.contained else 0.0


def normal_words(text: str) -> list[str]:
    """Return the words of the normal form of an answer.

    Args:
        text: The answer.

    Returns:
        Words in lower case, without punctuation and articles; numbers, amounts, dates and times
        in one written form.

    Examples:
        >>> from qgauge.text.answer_forms import normal_words
        >>> normal_words("The fourth of July, 1776")
        ['4', 'july', '1776']
    """
    return [word for piece in pieces_of(text) for word in piece.words]


def normal_form(text: str) -> str:
    """Return the normal form of an answer: `normal_words`, joined by spaces.

    Args:
        text: The answer.

    Returns:
        The normal form. The normal form of a normal form is itself.

    Examples:
        >>> from qgauge.text.answer_forms import normal_form
        >>> normal_form("$4.2 million"), normal_form("7:00 p.m."), normal_form("The Old Mill.")
        ('4200000 dollars', '7 pm', 'old mill')
    """
    return " ".join(normal_words(text))


def compare_answers(expected: str, given: str) -> AnswerMatch:
    """Compare two answers and say why they are the same or not.

    Args:
        expected: The expected answer.
        given: The given answer.

    Returns:
        The comparison.

    Examples:
        >>> from qgauge.text.answer_forms import compare_answers
        >>> match = compare_answers("4,200 kilometres", "about 4200 km")
        >>> match.same, match.contained, round(match.f1, 2)
        (False, True, 0.8)
        >>> print(*match.steps, sep="\\n")
        '4,200 kilometres' and '4200 km' are the same amount
        '4200 kilometers' is part of 'about 4200 kilometers'
    """
    pieces = pieces_of(expected), pieces_of(given)
    one, other = ([word for piece in side for word in piece.words] for side in pieces)
    same = bool(one) and one == other
    shared = (Counter(one) & Counter(other)).total()
    f1 = 2 * shared / (len(one) + len(other)) if shared else 0.0
    shorter, longer = sorted((one, other), key=len)
    contained = contains(longer, shorter)
    steps = [*_same_pieces(*pieces), *_different_pieces(*pieces)]
    if same:
        steps += _sameness(expected, given, steps)
    elif not one or not other:
        steps.append(f"the {'given' if one else 'expected'} answer has no words to compare")
    elif contained:
        steps.append(f"'{' '.join(shorter)}' is part of '{' '.join(longer)}'")
    elif shared:
        steps.append(f"they share {shared} of {len(one)} expected and {len(other)} given words")
    else:
        steps.append("they share no word")
    return AnswerMatch(same, contained, f1, (" ".join(one), " ".join(other)), tuple(steps))


def is_polar(answer: str) -> bool:
    """Return whether an answer is a plain yes or no.

    Args:
        answer: The answer.

    Returns:
        Whether its only word is "yes" or "no".

    Examples:
        >>> from qgauge.text.answer_forms import is_polar
        >>> is_polar("Yes."), is_polar("No man")
        (True, False)
    """
    return normal_form(answer) in POLAR


def as_written_in(passage: str, text: str) -> str:
    """Return a text with its numbers, dates, times and amounts as the passage writes them.

    Args:
        passage: The passage.
        text: An answer or a statement.

    Returns:
        The text with another wording of each such part that the passage writes only in another
        way; everything else is as it was. The normal form is unchanged.

    Examples:
        >>> from qgauge.text.answer_forms import as_written_in
        >>> as_written_in("The mill cost 4,200 crowns in May.", "4200 crowns")
        '4,200 crowns'
        >>> as_written_in("Seven boats sank.", "7")
        'Seven'
        >>> as_written_in("It starts at 8:30 p.m.", "The show starts at 20:30.")
        'The show starts at 8:30 p.m.'
    """
    pieces = pieces_of(text)
    if not any(piece.kind in _KINDS for piece in pieces):
        return text
    there = _wordings(passage)
    made = _rewritten(text, pieces, there)
    if made == text:
        return text
    # side by side, two numbers may make another one
    again = pieces_of(made)
    same = [piece.words for piece in again] == [piece.words for piece in pieces]
    return made if same and _rewritten(made, again, there) == made else text


_Wordings = Mapping[tuple[str, ...], Mapping[str, str]]
"""By the normal words of a number, its wordings by their lower case."""
_WITH_ARTICLE = frozenset({"dozen", "half", "third", "quarter", *SCALES})
"""Words whose "a" is a part of the number."""
_ARTICLE_BEFORE = re.compile(r"(?<![\w'’.-])an?[ ]+$", re.IGNORECASE)
_ARTICLE = re.compile(r"an?[ ]+", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\r\n]+")
_TRIED = 3
"""Wordings of one number that are tried."""


def _rewritten(text: str, pieces: Sequence[Piece], there: _Wordings) -> str:
    """Replace the numbers that are written only in another way there."""
    parts = []
    done = 0
    for piece in pieces:
        if piece.kind not in _KINDS or piece.start < 0:
            continue
        found = _replacement(text, piece, there.get(piece.words, {}))
        if found:
            start, end, new = found
            if piece is pieces[0] and len(pieces) > 1:
                new = _at_the_start(text, start, new)
            if piece is pieces[-1] and len(pieces) > 1:
                new = _at_the_end(text, end, new)
            parts += [text[done:start], new]
            done = end
    return "".join([*parts, text[done:]])


@lru_cache(maxsize=256)
def _wordings(passage: str) -> _Wordings:
    """Return how a passage writes its numbers."""
    found: dict[tuple[str, ...], dict[str, str]] = {}
    for piece in pieces_of(passage):
        if piece.kind in _KINDS:
            written = piece.source
            if piece.start >= 0:
                written = _SPACE.sub(" ", passage[_full_start(passage, piece) : piece.end])
            elif piece.kind == "amount" and tuple(written.split()) != piece.words:
                continue  # the "25 year" of "25-year-old"
            found.setdefault(piece.words, {}).setdefault(written.lower(), written)
    return found


def _full_start(text: str, piece: Piece) -> int:
    """Return the start of a piece with the article that is a part of it: "a hundred"."""
    if _SPACE.split(piece.source, maxsplit=1)[0].lower() not in _WITH_ARTICLE:
        return piece.start
    start = _article_before(text, piece)
    return start if _reads_as(piece, text[start : piece.end]) else piece.start


def _reads_as(piece: Piece, text: str) -> bool:
    """Return whether a text says on its own what a piece says in its place."""
    return tuple(normal_words(text)) == piece.words


def _article_before(text: str, piece: Piece) -> int:
    """Return the start of an "a" or "an" before a piece; the piece's own if there is none."""
    near = max(0, piece.start - 5)
    found = _ARTICLE_BEFORE.search(text[near : piece.start])
    return near + found.start() if found else piece.start


def _replacement(
    text: str, piece: Piece, wordings: Mapping[str, str]
) -> tuple[int, int, str] | None:
    """Return the start and end of what to replace, and the new wording; None if it stays."""
    if not wordings:
        return None
    start, end = _full_start(text, piece), piece.end
    own = {_SPACE.sub(" ", text[at:end]).lower() for at in (start, piece.start)}
    if own & wordings.keys() or not _reads_as(piece, text[start:end]):
        return None
    for new in islice(wordings.values(), _TRIED):
        article = _ARTICLE.match(new)
        if article:
            start = _article_before(text, piece)
            if text[max(0, start - 6) : start].lower().split()[-1:] == ["the"]:
                new = new[article.end() :]
        if _reads_as(piece, new):
            return start, end + (new[-1] == text[end : end + 1] == "."), new
    return None


def _at_the_start(text: str, start: int, new: str) -> str:
    """Keep the capital at the start of a text."""
    begins = not text[:start].strip("\"'“‘( ") and not text[start].islower()
    return new[0].upper() + new[1:] if begins else new


def _at_the_end(text: str, end: int, new: str) -> str:
    """Keep the full stop of a sentence that ends with "p.m."."""
    ends = text[end - 1] == "." and not text[end:].strip() and not text.lstrip()[0].islower()
    return f"{new}." if ends and new[-1] != "." else new


def _same_pieces(expected: Sequence[Piece], given: Sequence[Piece]) -> Iterator[str]:
    """Say which differently written pieces are the same."""
    written = {piece.words: piece for piece in given}
    seen = set()
    for piece in expected:
        found = written.get(piece.words)
        if found is None or found.source.lower() == piece.source.lower() or piece.words in seen:
            continue
        seen.add(piece.words)
        kinds = {piece.kind, found.kind}
        if "spelling" in kinds:
            yield f"'{piece.source}' and '{found.source}' are spellings of one word"
        elif piece.kind in _KINDS:
            yield f"'{piece.source}' and '{found.source}' are the same {_KINDS[piece.kind]}"


def _different_pieces(expected: Sequence[Piece], given: Sequence[Piece]) -> Iterator[str]:
    """Say which number, date or time is another one, where each answer has one of its kind."""
    for kind, name in _KINDS.items():
        sides = [[piece for piece in side if piece.kind == kind] for side in (expected, given)]
        if [len(side) for side in sides] == [1, 1] and sides[0][0].words != sides[1][0].words:
            one, other = (side[0].source for side in sides)
            yield f"'{one}' and '{other}' are not the same {name}"


def _sameness(expected: str, given: str, steps: Sequence[str]) -> Iterator[str]:
    if expected == given:
        yield "they are the same text"
    elif not steps:
        yield "they differ only in case, punctuation, articles or the 's of a possessive"
    else:
        yield "all other words are the same"
