"""Read the numbers, amounts, dates and times of an answer into one written form each.

Every rule looks at a few tokens from where it starts, and what it writes reads as itself again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from qgauge.text.answer_numbers import ERAS, NUMBER_STARTS, NumberReader, Reading
from qgauge.text.answer_tokens import MONTHS, Token, prepare, tokens_of
from qgauge.text.spelling import american
from qgauge.text.words import word_set

_MONTHS = (
    {name: name for name in MONTHS} | {name[:3]: name for name in MONTHS} | {"sept": "september"}
)
_STARTS = NUMBER_STARTS | _MONTHS.keys() | {"noon", "midnight", "ad"}
"""Words that a rule may start at."""
_DAYTIMES = {"morning": "am", "afternoon": "pm", "evening": "pm"}
_HOURS = frozenset(map(str, range(1, 13)))
_AT_A_TIME = word_set("at by until till before after around about from exactly")
_BEFORE_A_YEAR = word_set(
    "in of about around circa by from to until since between before after and"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an answer in its normal form."""

    words: tuple[str, ...]
    source: str
    """The part as it was written."""
    kind: str
    """`"word"`, `"spelling"`, `"number"`, `"ordinal"`, `"amount"`, `"date"` or `"time"`."""
    start: int = -1
    """Where the source stands in the answer; -1 if it is a part of a chunk such as "2-3"."""
    end: int = -1


def pieces_of(text: str) -> list[Piece]:
    """Return the pieces of an answer, in order."""
    prepared, places = prepare(text)
    reader = _Reader(tokens_of(prepared))
    pieces = []
    at = 0
    while at < len(reader.tokens):
        words, now, kind = reader.read(at)
        span = _span(prepared, reader.tokens, at, now)
        if span is None:  # the tokens themselves
            source = " ".join(token.text for token in reader.tokens[at:now])
            pieces.append(Piece(words, source, kind))
        else:
            source = prepared[slice(*span)]
            start, end = (places[span[0]], places[span[1] - 1] + 1) if source else (-1, -1)
            if not isinstance(places, range) and prepare(text[start:end])[0] != source:
                start = end = -1
            pieces.append(Piece(words, source, kind, start, end))
        at = now
    return pieces


_AROUND = " ,;:!?\"'()[]"
_ABBREVIATION = re.compile(r"(?<![^\W\d_])[^\W\d_]\.[^\W\d_]\.$")


def _span(text: str, tokens: Sequence[Token], first: int, last: int) -> tuple[int, int] | None:
    """Return where the tokens stand, without punctuation around; None for a part of "2-3"."""
    start, end = tokens[first].start, tokens[last - 1].end
    before = first and tokens[first - 1].start == start
    if before or (last < len(tokens) and tokens[last].end == end):
        return None
    source = text[start:end]
    start += len(source) - len(source.lstrip(_AROUND))
    source = source.strip(_AROUND)
    # a full stop is no part of the source, but that of "p.m." is
    if not _ABBREVIATION.search(source[-4:]):
        source = source.rstrip(".").rstrip(_AROUND)
    return start, start + len(source)


class _Reader(NumberReader):
    """The tokens of an answer, and the rules for dates and times."""

    def read(self, at: int) -> Reading:
        rules: tuple[Callable[[int], Reading | None], ...] = (
            self._date,
            self._time,
            self.amount,
            self.ordinal,
            self._year_after_era,
        )
        token = self.tokens[at]
        if token.kind != "word" or token.text in _STARTS:
            for rule in rules:
                found = rule(at)
                if found is not None:
                    return found
        if token.kind != "word":
            return (token.text,), at + 1, "number"
        if token.text == "per" and self.word(at + 1) == "cent":
            return ("percent",), at + 2, "spelling"
        spelled = american(token.text)
        return (spelled,), at + 1, "word" if spelled == token.text else "spelling"

    # ------------------------------------------------------------------ dates

    def _date(self, at: int) -> Reading | None:
        """ "July 4th, 1776", "the fourth of July 1776", "July 1776"."""
        month = _MONTHS.get(self.word(at), "")
        if month:
            year = self._year(at + 1)
            if year:
                return (month, *year[0]), year[1], "date"
            day = self._day(at + 1)
            if day is None or self._is_day(day[1]) or self._time(at + 1):
                return None
            if self.ordinal(at + 1) is None and self._goes_on(day[1]):
                return None
            now = day[1]
        else:
            day = self._day(at)
            if day is None:
                return None
            now = day[1] + (self.word(day[1]) == "of")
            month = _MONTHS.get(self.word(now), "")
            if not month:
                return None
            now += 1
        year = self._year(now)
        words = (str(day[0]), month)
        return ((*words, *year[0]), year[1], "date") if year else (words, now, "date")

    def _goes_on(self, at: int) -> bool:
        """Return whether what follows makes a number more than a day of the month."""
        word = self.word(at)
        return word in ("percent", "per") or self.unit(at, "2") is not None

    def _is_day(self, at: int) -> bool:
        """Return whether a month follows the number before this index."""
        return self.word(at) in _MONTHS

    def _day(self, at: int) -> tuple[int, int] | None:
        if at >= len(self.tokens):
            return None
        found = self.ordinal(at)
        if found:
            value, now = found[0][0].rstrip("stndrh"), found[1]
        else:
            whole = self.whole(at)
            if whole is None:
                return None
            value, now = whole
        return (int(value), now) if len(value) < 3 and 0 < int(value) < 32 else None

    def _year(self, at: int) -> tuple[tuple[str, ...], int] | None:
        whole = self.whole(at + (self.word(at) == "of"))
        if whole is None:
            return None
        value, now = whole
        era = ERAS.get(self.word(now), "")
        if era:
            return (value, era), now + 1
        if self._goes_on(now):
            return None
        return ((value,), now) if len(value) == 4 and value[0] in "12" else None

    def _year_after_era(self, at: int) -> Reading | None:
        """ "AD 79" is "79 AD"."""
        if self.word(at) != "ad" or (at and self.word(at - 1) not in _BEFORE_A_YEAR):
            return None
        whole = self.whole(at + 1)
        if whole is None or self.word(whole[1]) in ERAS or self._goes_on(whole[1]):
            return None
        if self._time(at + 1) or self._is_day(whole[1]):
            return None
        return (whole[0], "ad"), whole[1], "date"

    # ------------------------------------------------------------------ times of day

    def _time(self, at: int) -> Reading | None:
        """ "7 pm", "19:00", "seven in the evening", "half past seven"."""
        noon = {"noon": "pm", "midnight": "am"}.get(self.word(at))
        if noon and (len(self.tokens) == 1 or self.word(at - 1) in _AT_A_TIME):
            return ("12", noon), at + 1, "time"
        start = self._past(at) or self._hour(at)
        if start is None:
            return None
        hour, minutes, now, sure = start
        if self.word(now) == "oclock":
            now, sure = now + 1, True
        daytime, after = self._daytime(now, hour)
        if not daytime and not sure:
            return None
        if hour == 0 or hour > 12:
            daytime, hour = ("am", 12) if hour == 0 else ("pm", hour - 12)
        shown = f"{hour}:{minutes:02d}" if minutes else str(hour)
        suffix = (daytime,) if daytime else () if minutes else ("oclock",)
        return (shown, *suffix), after, "time"

    def _hour(self, at: int) -> tuple[int, int, int, bool] | None:
        """Hour, minutes, next index, and whether it must be a time whatever follows."""
        token = self.tokens[at]
        if token.kind == "clock":
            hour, _, minutes = token.text.partition(":")
            return int(hour), int(minutes), at + 1, True
        if token.kind == "number" and self.word(at + 1) in ("am", "pm"):
            hour, point, minutes = token.text.partition(".")
            if point and len(minutes) == 2 and int(minutes) < 60 and hour in _HOURS:
                return int(hour), int(minutes), at + 1, True
        whole = self.whole(at)
        return (int(whole[0]), 0, whole[1], False) if whole and whole[0] in _HOURS else None

    def _past(self, at: int) -> tuple[int, int, int, bool] | None:
        minutes = {"half": 30, "quarter": 15}.get(self.word(at))
        way = self.word(at + 1)
        if minutes is None or way not in ("past", "to") or at + 2 >= len(self.tokens):
            return None
        hour = self._hour(at + 2)
        if hour is None or hour[1] or (way == "to" and minutes == 30):
            return None
        if self._goes_on(hour[2]) or self._is_day(hour[2]):
            return None
        if way == "past":
            return hour[0], minutes, hour[2], True
        return (hour[0] - 1 or 12), 45, hour[2], True

    def _daytime(self, at: int, hour: int) -> tuple[str, int]:
        word = self.word(at)
        following = self.word(at + 1)
        if word in ("am", "pm"):
            return word, at + 1
        if word == "in" and following in _DAYTIMES:
            return _DAYTIMES[following], at + 2
        if word == "at" and following == "night" and 6 <= hour < 12:
            return "pm", at + 2
        if hour == 12 and word in ("noon", "midnight"):
            return ("pm" if word == "noon" else "am"), at + 1
        return "", at
