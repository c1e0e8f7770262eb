"""English text normalisation of METEOR 1.5 (`-norm -l en`), and its function words.

The order of the rules and their left-to-right, non-overlapping application matter ("a,b,c" becomes
"a , b,c"): scores must equal those of METEOR 1.5 to six digits.
"""

from __future__ import annotations

import re

from qgauge.text.words import word_set

# METEOR's letters: Latin with its supplements, Cyrillic, phonetic extensions.
_LETTER = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e"
    "\u0400-\u0527\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f"
)
_BLANK = " \\t\\n\\x0b\\f\\r"


def _around(left: str, mark: str, right: str) -> re.Pattern[str]:
    """Match a mark with one character on each side; METEOR consumes both, so no lookaround."""
    return re.compile(f"([{left}]){mark}([{right}])")


_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    # Separate any character other than letters, digits, spaces and . ' ` , -
    (re.compile(f"([^0-9{_LETTER}{_BLANK}.'`,\\-\u2018\u2019])"), r" \1 "),
    # Keep an ellipsis of any length as one token.
    (re.compile(r"(\.{2,})"), r" \1 "),
    # Separate commas except inside numbers.
    (_around("^0-9", ",", "^0-9"), r"\1 , \2"),
    (_around("0-9", ",", "^0-9"), r"\1 , \2"),
    (_around("^0-9", ",", "0-9"), r"\1 , \2"),
    # Unify quotes and dashes; split hyphenated words.
    (re.compile("[`\u2018\u2019]"), "'"),
    (re.compile("[\u201c\u201d]|''"), ' " '),
    (re.compile("\u2013|--"), "-"),
    (_around(f"0-9{_LETTER}.", "-", f"0-9{_LETTER}"), r"\1 \2"),
    # Separate apostrophes, except between letters: there they start the second token ('s, 't).
    (_around(f"^{_LETTER}", "'", f"^{_LETTER}"), r"\1 ' \2"),
    (_around(f"^0-9{_LETTER}", "'", _LETTER), r"\1 ' \2"),
    (_around(_LETTER, "'", f"^{_LETTER}"), r"\1 ' \2"),
    (_around(_LETTER, "'", _LETTER), r"\1 '\2"),
    (re.compile("([0-9])'s"), r"\1 's"),
)

_PLAIN = re.compile("[0-9A-Za-z ]*")
_LETTER_ANYWHERE = re.compile(f"[{_LETTER}]")
_TOKEN = re.compile(r"[^ \t\n\r\f]+")
_WIDE_BLANKS = re.compile("[ \u2000-\u200a\u202f\u205f\u3000\u00a0]+")
# Java's trim() strips all characters up to the space, including control characters.
_TRIMMED = "".join(map(chr, range(0x21)))

# Abbreviations after which a full stop does not end the sentence.
_ABBREVIATIONS = word_set(
    "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Adj Adm Adv Asst Bart Bldg Brig Bros Capt "
    "Cmdr Col Comdr Con Corp Cpl DR Dr Drs Ens Gen Gov Hon Hr Hosp Insp Lt MM MR MRS MS Maj Messrs "
    "Mlle Mme Mr Mrs Ms Msgr Op Ord Pfc Ph Prof Pvt Rep Reps Res Rev Rt Sen Sens Sfc Sgt Sr St "
    "Supt Surg Nos Nr v vs rev"
)
_ABBREVIATIONS_BEFORE_NUMBERS = frozenset({"No", "Art", "pp"})

# METEOR's English function words: tokens weighted 1 - delta instead of delta.
FUNCTION_WORDS = word_set(
    "the , . to of and a in that for \" is on 's it with was as said at he by be from have has are "
    "his but an this not i will ’ they ) -rrb- ( -lrb- who their had we which were been more or s "
    "its would about new one after you : also up when there than $ all out her people she year two "
    "- can if last first “ over other ” into some what so -- no time years could ? 't — '"
)


def normalize(text: str) -> list[str]:
    """Return the lower-cased tokens that METEOR compares; line breaks count as spaces."""
    if _PLAIN.fullmatch(text):  # fast path: nothing to separate
        return text.lower().split()
    spread = f" {text} "
    for pattern, replacement in _RULES:
        spread = pattern.sub(replacement, spread)
    line = _WIDE_BLANKS.sub(" ", " ".join(_full_stops(_TOKEN.findall(spread))))
    return _TOKEN.findall(line.strip(_TRIMMED).lower())


def _full_stops(tokens: list[str]) -> list[str]:
    """Detach sentence-final full stops; remove the full stops inside abbreviations."""
    return [
        _full_stop(token, following) if len(token) > 1 and token[-1] == "." else token
        for token, following in zip(tokens, [*tokens[1:], ""], strict=False)
    ]


def _full_stop(token: str, following: str) -> str:
    word = token[:-1]
    if not word.strip("."):
        return token  # an ellipsis
    if "." in word and _LETTER_ANYWHERE.search(word):
        return token.replace(".", "")
    ends_sentence = not (
        word in _ABBREVIATIONS
        or "a" <= following[:1] <= "z"
        or (word in _ABBREVIATIONS_BEFORE_NUMBERS and "0" <= following[:1] <= "9")
    )
    return f"{word} ." if ends_sentence else token
