"""Rules that split a chunk (text without white space) into Universal Dependencies words.

The rules follow the UD English Web Treebank. Repetitions are bounded or possessive, so that the
time is linear in the length of the chunk.
"""

from __future__ import annotations

import re

from qgauge.text.ud_lists import (
    ALWAYS_ABBREVIATED,
    CAPITALISED_ABBREVIATED,
    FILE_ENDINGS,
    FUSED,
    NEWSGROUPS,
    NUMBER_ENDINGS,
    OFTEN_ABBREVIATED,
    ONE_LETTER_UNITS,
    PREFIXES,
    SUFFIXES,
    TOP_DOMAINS,
)

# Combining marks, vowel signs, joiners and variation selectors, which continue a word: `\w` does
# not include them. Blocks that are nearly all letters and marks are listed as a whole.
_MARK = (
    "\xad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0"
    "\u07eb-\u07f3\u0816-\u082d\u0859-\u085b\u0898-\u089f\u08ca-\u0963\u0971-\u0dff\u0e31-\u0e3a"
    "\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39\u0f71-\u0f84\u0f86-\u0fbc"
    "\u102b-\u1049\u1056-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752\u1753\u1772\u1773"
    "\u17b4-\u17d3\u17dd\u180b-\u180f\u18a9\u1920-\u193b\u1a17-\u1a1b\u1a55-\u1a7f\u1ab0-\u1ace"
    "\u1b00-\u1b44\u1b6b-\u1b73\u1b80-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1cf9\u1dc0-\u1dff"
    "\u200c\u200d\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua672"
    "\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua802-\ua827\ua880-\ua8c5\ua8e0-\ua8f1\ua926-\ua92d"
    "\ua947-\ua953\ua980-\ua9c0\uaa29-\uaa36\uaa43-\uaa4d\uaa7b-\uaa7d\uaab0-\uaac1\uaaeb-\uaaef"
    "\uaaf5\uaaf6\uabe3-\uabea\uabec\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f"
)
_L = r"[^\W\d_]"  # a letter
_IN_WORD = rf"[\w{_MARK}]"
_WORD_ENDS = f"(?!{_IN_WORD})"
_APOS = "['’‘`´]"
_LINK = r'[^\s<>"“”‘’]*+'
_EMOJI = "[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\u2300-\u23ff]"
_EMOJI_GOES_ON = "(?:[\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]|\u200d.)"

_WEB = re.compile(
    rf"""
    (?P<site>(?i:[a-z]{{2,10}}://|www\.|mailto:){_LINK})
  | (?P<mail>[\w.%+-]{{1,64}}+@[\w-]++(?:\.[\w-]++)*+)
  | (?P<dotted>
        (?P<first>[\w#~%-]{{0,64}}+)(?:\.(?P<last>[\w#~%-]{{1,64}}+)){{1,9}}+(?P<path>/{_LINK})?+
    )
    """,
    re.VERBOSE,
)
_AFTER_LINK = ".,;:!?)]}'*"

# The first alternative that matches wins.
_TOKEN = re.compile(
    rf"""
    (?P<smiley>
        [>}}]?[:;=][-'^o]?(?:[()\[\]|*]++(?!\w)|[/\\](?![/\w]))
      | (?<!\w)[:;=][-'^o]?[DPpOo3](?![\w,]) | \(:(?!\w) | <3++(?!\w) | \^_*+\^ | -_++-
      | [\d\#*]\ufe0f?\u20e3
    )
  | (?P<acronym>
        (?:{_L}\.){{1,12}}+(?:{_L}\.?)?+{_WORD_ENDS}
      | (?i:ph\.d|[bdm]\.(?:com|ed|eng|phil|sc|tech))\.?{_WORD_ENDS}
      | (?:[A-Z]\.){{1,4}}(?=[A-Z][a-z])
      | [A-Za-z]{{1,3}}\d++(?:\.\d++)++ | [A-Z]\.\d++(?!\w) | [Cc](?:\#|\+\+)(?![\w+])
    )
  | (?P<number>
        \d{{1,4}}(?P<between>[-./])\d{{1,2}}(?P=between)\d{{1,4}}(?!\d)
      | (?:\d{{1,2}}[-.])?\d{{3}}[-./]\d{{3}}[-.]\d{{4}}(?!\d)
      | (?:\d|\d{{5}}|\d{{3}}(?!-\d\d00))-\d{{4}}(?!\d)
      | \d{{1,2}}/\d{{1,2}}(?![\d/])
      | \d{{1,2}}(?::\d{{2,3}})++
      | \d++(?:,\d{{3}}(?!\d))*+(?:\.\d++)*+
      | \.\d++
    )
  | (?P<word>
        (?i:{_L}/{_L}(?![\w/{_MARK}]) | w/(?:out{_WORD_ENDS})?+)
      | (?:(?<!-)(?i:{PREFIXES})-(?=\d|{_L}{{2}}))?+ [^\W_]{_IN_WORD}*+
        (?: -(?i:{SUFFIXES}){_WORD_ENDS} | &{_L}{{1,2}}{_WORD_ENDS} | \*++{_L}++ )?+
        (?:{_APOS}{_L}{_IN_WORD}*+)*+
    )
  | {_APOS}(?:
        (?i:em|til|cause|n|s|re|ve|ll|d|m|nt){_WORD_ENDS} | (?i:t(?=(?:is|was){_WORD_ENDS}))
      | (?<!\d.)\d\ds?{_WORD_ENDS}
    )
  | @{_L}\w*+(?:[.-]++\w++)*+ | \#(?:{_L}{_IN_WORD}*+|'s) | \+\d{{1,3}}(?!\d)
  | \.\.++ | …\.*+ | \.[!?]++ | [!?]++(?:\.(?!\.))?+
  | <?(?:-++|=++)> | <-++(?!\w) | [<>]= | '' | ‘’ | ’’ | ``
  | (?P<same>[-–—_*=~\#+<>|$^%&@/\\,])(?P=same)*+
  | [\U0001f1e6-\U0001f1ff]{{2}} | {_EMOJI}{_EMOJI_GOES_ON}*+
  | .[{_MARK}]*+
    """,
    re.VERBOSE | re.DOTALL,
)
_ASCII_ART = re.compile(r"(?=.{5})[-=*~_|+<>{}#^.:/\\]++|[-=]*+")
_CLITIC = re.compile(rf"(?i:n{_APOS}t|{_APOS}(?:s|re|ve|ll|d|m|nt))$")
_LETTERS = re.compile(f"{_L}++")
_CODE = re.compile(f"{_IN_WORD}++")
_NUMBER_PLURAL = re.compile(rf"{_APOS}s{_WORD_ENDS}")
_CLOCK = re.compile(r"[ap]\.?m\b", re.IGNORECASE)
_STRAIGHT = str.maketrans("’‘`´", "''''")
_LONGEST_FUSED = max(map(len, FUSED))
_MOST_CLITICS = 3  # as in who'd've
_USUAL_FRACTIONS = frozenset([2, 3, 4, 5, 6, 8, 10, 16, 32, 64])


def _link_end(chunk: str, start: int, end: int) -> int:
    """Return the end of a link without the punctuation of the sentence after it."""
    unopened = chunk.count(")", start, end) - chunk.count("(", start, end)
    while end > start + 1 and chunk[end - 1] in _AFTER_LINK:
        if chunk[end - 1] == ")":
            if unopened <= 0:
                break
            unopened -= 1
        end -= 1
    return end


def _is_site_or_file(found: re.Match[str]) -> bool:
    last = found["last"]
    if last.lower() in FILE_ENDINGS and found["path"] is None:
        return True
    if not found["first"]:
        return False
    known = last if len(last) == 2 else last.lower()  # "over.It" and "there.De" are not web sites
    return known in TOP_DOMAINS or found["first"] in NEWSGROUPS


def _web_end(chunk: str, found: re.Match[str]) -> int:
    """Return the end of a link, address or file name, or its start if it is not one."""
    if found.lastgroup == "mail":
        return found.end()
    if found.lastgroup == "site" or _is_site_or_file(found):
        return _link_end(chunk, found.start(), found.end())
    return found.start()


def _is_date(digits: str) -> bool:
    """Return whether digits such as 3/14 are a date, not a fraction or a pair."""
    first, _, second = digits.partition("/")
    month, day = int(first), int(second)
    if second[0] == "0" or first[0] == "0":
        return True
    return 0 < month <= 12 and day <= 31 and not (month < day and day in _USUAL_FRACTIONS)


def _number_ends(chunk: str, start: int, end: int) -> list[int]:
    """Return the ends of the words in a number with an optional unit."""
    digits = chunk[start:end]
    if digits.count("/") == 1 and "-" not in digits and not _is_date(digits):
        slash = chunk.index("/", start)
        return [slash, slash + 1, *_number_ends(chunk, slash + 1, end)]
    plural = _NUMBER_PLURAL.match(chunk, end)
    if plural is not None and digits[-1] == "0":  # the 60's
        return [plural.end()]
    if chunk[end : end + 1] in ("x", "X") and chunk[end + 1 : end + 2].isdigit() and digits != "0":
        return [end, end + 1]  # 3x4
    letters = _LETTERS.match(chunk, end)
    if letters is None or _CLOCK.match(chunk, end):
        return [end]
    code = _CODE.match(chunk, end)
    if code is not None and (code[0] != letters[0] or not _is_unit(digits, letters[0])):
        return [code.end()]
    return [end]


def _is_unit(digits: str, letters: str) -> bool:
    """Return whether letters after a number are a separate word: not in 5th, 3D, 4G, 83N."""
    if len(letters) > 1:
        return letters.lower() not in NUMBER_ENDINGS
    if letters in "dDgG":
        return len(digits) > 1 and letters == "g"
    return letters in ONE_LETTER_UNITS


def _word_ends(chunk: str, start: int, end: int) -> list[int]:
    """Return the ends of a word and its clitics."""
    word = chunk[start:end].rstrip("_")  # as in _this_
    end = start + len(word)
    plain = word.translate(_STRAIGHT)
    fused = FUSED.get(plain.lower()) if len(plain) <= _LONGEST_FUSED else None
    if fused is not None and word != "IM":  # "IM" is an instant message, not "I'm"
        return [start + part for part in fused]
    if "'" not in plain or plain.lower() == "ya'll":
        return [end]
    ends = [end]
    if plain.lower().endswith(("n'ta", "i'ma")):
        ends, plain = [end - 1, end], plain[:-1]
    for _ in range(_MOST_CLITICS):
        clitic = _CLITIC.search(plain, max(0, len(plain) - 3))
        # After a digit 's is a plural, not a genitive: the AK47's.
        if clitic is None or clitic.start() == 0 or plain[clitic.start() - 1].isdigit():
            break
        plain = plain[: clitic.start()]
        ends.insert(0, start + len(plain))
    return ends


def _is_abbreviation(word: str) -> bool:
    lower = word.lower()
    if lower in CAPITALISED_ABBREVIATED:
        return word != lower
    return lower in ALWAYS_ABBREVIATED or lower in OFTEN_ABBREVIATED


def _with_full_stop(chunk: str, start: int, end: int) -> int:
    """Return the end of a word, after the full stop if it is an abbreviation."""
    if chunk[end : end + 1] != "." or not _is_abbreviation(chunk[start:end]):
        return end
    after = chunk[end + 1 : end + 2]
    return end if after == "." or after.islower() else end + 1


def word_ends(chunk: str) -> list[int]:
    """Return the ends of the words of a chunk; abbreviations keep their full stop."""
    if _ASCII_ART.fullmatch(chunk):
        return [len(chunk)]
    ends: list[int] = []
    at, web_from = 0, 0 if "." in chunk or "@" in chunk or ":" in chunk else len(chunk)
    while at < len(chunk):
        if at >= web_from and (found := _WEB.match(chunk, at)) is not None:
            end = _web_end(chunk, found)
            if end > at:
                ends.append(end)
                at = end
                continue
            web_from = found.end()  # do not retry inside a rejected match
        token = _TOKEN.match(chunk, at)
        end = token.end() if token is not None else at + 1
        kind = token.lastgroup if token is not None else None
        if kind == "number":
            ends += _number_ends(chunk, at, end)
        elif kind == "word":
            ends += _word_ends(chunk, at, end)
            ends[-1] = _with_full_stop(chunk, at, ends[-1])
        else:
            ends.append(end)
        at = ends[-1]
    return ends
