"""Longest-match rules of the Penn Treebank tokenizer, over the shape of a text.

Every repetition is bounded or part of the token, so that scanning takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Normaliser = Callable[[str], str]
Rule = tuple[re.Pattern[str], Normaliser]


def _plain(raw: str) -> str:
    """Remove soft hyphens and decode `&amp;`."""
    if "\xad" in raw:
        raw = raw.replace("\xad", "")
    return _AMPERSAND.sub("&", raw) if ";" in raw else raw


def _dropped(_raw: str) -> str:
    return ""


def _verbatim(raw: str) -> str:
    return raw


def _spaced(raw: str) -> str:
    """Write spaces inside a token as no-break spaces, and brackets as -LRB- and -RRB-."""
    return _tag(raw).replace("(", "-LRB-").replace(")", "-RRB-")


def _tag(raw: str) -> str:
    return raw.replace(" ", "\xa0").replace("\n", "\xa0")


def _ascii_quotes(raw: str) -> str:
    """Normalise the apostrophes of clitics."""
    for quote in ("’", "\x92", "&apos;"):
        raw = raw.replace(quote, "'")
    for quote in ("‘", "\x91", "‛"):
        raw = raw.replace(quote, "`")
    return raw.replace("\xad", "")


def _quotes(raw: str) -> str:
    """Write quotation marks in LaTeX form; two adjacent ones are one token."""
    return raw.translate(_LATEX_QUOTES)


_LATEX_QUOTES = str.maketrans(
    {
        **dict.fromkeys("‘\x91‛‹", "`"),
        **dict.fromkeys("’\x92›", "'"),
        **dict.fromkeys("“\x93«", "``"),
        **dict.fromkeys("”\x94»", "''"),
    }
)
_AMPERSAND = re.compile("&amp;", re.IGNORECASE)

# --- building blocks of patterns ------------------------------------------------------------------
_APOS = r"(?:['\x92’]|(?i:&apos;))"
_APOS_LIKE = r"(?:['\x92’`\x91‘‛]|(?i:&apos;))"
_L = "A-Za-zé"  # letters
_D = "0-9\u0660"  # digits
_W = _L + "\u0301\xad"  # word characters other than digits
_ENTITY = r"(?i:&[aeiou](?:acute|grave|uml);)"
_WORD_REST = rf"[{_W}{_D}]*+(?:{_ENTITY}[{_W}{_D}]*+)*+"
_WORD_PIECE = rf"(?:[{_W}]|{_ENTITY}){_WORD_REST}"
_WORD = rf"{_WORD_PIECE}(?:[.!?]{_WORD_PIECE})*+"
_ACRONYM = (
    r"(?:(?:(?i:Canada|Sino|Korean|EU|Japan|non)-)(?i:U\.S)"
    r"|(?i:U\.S\.-U\.(?:K|S\.S\.R))|[A-Za-z](?:\.[A-Za-z])+)"
)
_NUMBER = rf"(?:[{_D}]*(?:[.:,\xad\u066b\u066c][{_D}]+)+|[{_D}]+)"
_ALNUM = f"[{_L}{_D}]"
_THING_PIECE = rf"(?:[dDoOlL]{_APOS_LIKE}{_ALNUM})?{_ALNUM}+"
_CLITIC = rf"{_APOS}(?i:[msd]|re|ve|ll)"
_NOT = rf"(?i:n){_APOS_LIKE}(?i:t)"
_URL_CHAR = r"[^ \t\n\f\r\"<>|(){}]"
_URL_LAST = r"[^ \t\n\f\r\"<>|.!?(){},\-]"

_LOWER_NEXT = (
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri"
    " ala ariz calif colo conn ct dak fla ga ind kan kans ky md mich minn mo mont neb nev okla"
    " penn tenn va vt wis wisc wyo inc co cos corp pty ptys pte ptes ppty pptys ppte pptes"
    " ltd plc rt bancorp bhd"
    " assn assoc univ intl sys tel est ext sq jr sr bros blvd rd esq etc al seq ed.d ph.d bldg"
)
_UPPER_NEXT = (
    "adj adm adv alex atty attys ave brig capt cf cie cmdr col comdr cpl dept det dr drs elec ens"
    " ft gen gov govs hon insp invt jos lieut lt maj messrs mfg mlle mme mr mrs ms msgr mt mtg"
    " natl pfc ph"
    " pres prof profs pvt rep reps rev sen sens sfc sgt spc st ste supt supts treas vs wm a.k.a"
)
# In lower case these are ordinary words.
_CAPITALISED = "Ark Az Del Ill La Mass Miss Ore Pa Tex Wash"
# Words that start a new sentence after a one-letter abbreviation.
_STARTERS = (
    "A About According Additionally After An As At But Earlier He Her Here However If In It Last"
    " Many More Now Once One Other Our She Since So Some Such That The Their Then There These They"
    " This We What When While Yet You"
)


def _any_case(words: str) -> str:
    """Match any of the words in any case, longest first so that the first match is the longest."""
    ordered = sorted(words.split(), key=len, reverse=True)
    return f"(?i:{'|'.join(map(re.escape, ordered))})"


def _capitalised(words: str) -> str:
    """Match any of the words with a capital first letter and the rest in any case."""
    ordered = sorted(words.split(), key=len, reverse=True)
    return f"(?:{'|'.join(f'{word[0]}(?i:{word[1:]})' for word in ordered)})"


def _rules(*pairs: tuple[str, Normaliser]) -> list[Rule]:
    return [(re.compile(pattern), normaliser) for pattern, normaliser in pairs]


_TAG_NAME = r"[A-Za-z][A-Za-z0-9_:.\-]*+"
_ATTRIBUTE = rf"{_TAG_NAME}(?: *+= *+(?:'[^'\r\n]{{0,999}}'|\"[^\"\r\n]{{0,999}}\"))?+"
_MARKUP = (
    rf"<(?:[!?][A-Za-z\-][^>\r\n]{{0,999}}|/{_TAG_NAME}"
    rf"|{_TAG_NAME}(?: ++{_ATTRIBUTE})*+ *+/?+) *+>"
)
_TAG = _rules((_MARKUP, _tag))
_NEW_SENTENCE = rf"[ \n]+(?:{_capitalised(_STARTERS)}|(?i:Mr|Ms)\.|{_MARKUP})[ \n]"
_NUMBERED = _any_case("ca fig figs prop no nos art pp op") + r"\."


# Of matches of equal length the earlier rule wins. The length includes the context after the
# token; a pattern with context captures the token in its only group.
MAIL = _rules(
    (
        r"(?:<|(?i:&lt;))?[A-Za-z0-9][^ \t\n\f\r\"<>|(){}]{0,400}@"
        r"[^ \t\n\f\r\"<>|().{}]+(?:\.[^ \t\n\f\r\"<>|().{}]+)*(?:>|(?i:&gt;))?",
        _verbatim,
    ),
)
_HOST = r"(?:[^ \t\n\f\r\"`'<>|.!?(){},\-_$\x2c-\x5f]{1,63}\.){1,32}(?i:com|net|org|edu)"
_WWW_HOST = r"(?i:www)\.(?:[^ \t\n\f\r\"<>|.!?(){},]{1,200}\.){1,32}[A-Za-z]{2,4}"
SITE = _rules(
    (rf"{_HOST}/{_URL_CHAR}+{_URL_LAST}", _verbatim),
    (_HOST, _verbatim),
)
_WEB = _rules(
    (rf"(?i:https?)://{_URL_CHAR}+{_URL_LAST}", _verbatim),
    (rf"{_WWW_HOST}/{_URL_CHAR}+{_URL_LAST}", _verbatim),
    (_WWW_HOST, _verbatim),
)
_THING = rf"{_THING_PIECE}(?:[-_\u058a‐‑]{_THING_PIECE})*+"
_HYPHENATED = rf"[A-Za-z0-9][A-Za-z0-9.,\xad]{{0,200}}(?:-(?:{_ACRONYM}\.|[A-Za-z0-9\xad]++))++"
_COMPOUND = _rules(
    (rf"({_THING}\.)[,;:\u3001]", _plain),
    (rf"({_HYPHENATED}\.)[,;:\u3001]", _plain),
    (_THING, _plain),
    (_HYPHENATED, _plain),
)
_SLASHED = _rules(
    (
        r"[A-Za-z0-9]+(?:-[A-Za-z]+){0,2}(?:\\?/[A-Za-z0-9]+(?:-[A-Za-z]+){0,2}){1,2}",
        _plain,
    ),
)
_FILE = _rules(
    (
        rf"([{_W}{_D}]+(?:\.[{_W}{_D}]+){{0,20}}\."
        + _any_case(
            "bat bmp c class cgi cpp dll doc docx exe gif gz h htm html jar java jpeg jpg mov mp3"
            " pdf php pl png ppt ps py sql tar txt wav x xml zip"
        )
        + r")[ \n.?!,]",
        _verbatim,
    ),
)
_EMOTICON = _rules(
    (r"([<>]?[:;=][\-o*']?[()DPdpO\\{@|\[\]])[^A-Za-z0-9]", _spaced),
    (
        r"[-^x=~<>']_[-^x=~<>']"
        r"|\([-^x=~<>'][_.]?[-^x=~<>']\)|\([\^x=~<>']-[\^x=~<>'`]\)",
        _spaced,
    ),
)
_LETTER_RULES = [
    *_rules(
        (r"((?i:can))(?i:not)", _plain),
        (r"((?i:gon(?=n)|wan(?=n)|got(?=t)))(?i:na|ta)", _plain),
        (r"((?i:lem|gim))(?i:me)", _plain),
        (rf"({_WORD}){_CLITIC}", _plain),
        (rf"([A-Za-z\xad]*[A-MO-Za-mo-z]\xad*){_NOT}", _plain),
        (_WORD, _plain),
        (rf"[lLdDjJ]{_APOS}|(?i:Dunkin|somethin|ol){_APOS}|(?i:c){_APOS_LIKE}(?i:mon)", _plain),
        (rf"[{_L}]+[aeiouyAEIOUY]{_APOS_LIKE}[aeiouA-Z][{_L}]*", _plain),
        (rf"(?i:o){_APOS_LIKE}(?i:o)", _plain),
        (r"(?i:cont'd\.?|nor'easter|c'mon|e'er|s'mores|ev'ry|li'l|nat'l)", _plain),
        (rf"[A-HJ-XZn]{_APOS_LIKE}[{_L}]{{2,}}", _plain),
        (rf"((?i:y){_APOS})[{_L}]", _plain),
    ),
    *_WEB,
    *_rules(
        (r"(?i:C\.D\.s|pro-|anti-|S(?:&|&amp;)P-500|S(?:&|&amp;)Ls)", _plain),
        (rf"(?i:Cap){_APOS}(?i:n)|(?i:c){_APOS}(?i:est)", _plain),
        (_NOT, _ascii_quotes),
    ),
    *_SLASHED,
    *_rules(
        (r"[A-Z]*\$", _plain),
        (rf"({_NUMBERED})[ \n]?[{_D}]", _plain),
        (rf"({_any_case(_LOWER_NEXT)}\.)(?s:..)", _plain),
        (rf"({_capitalised(_CAPITALISED)}\.)(?s:..)", _plain),
        (rf"({_any_case(_UPPER_NEXT)}\.)", _plain),
        (rf"({_ACRONYM}\.){_NEW_SENTENCE}", _plain),
        (rf"([A-Za-z])\.{_NEW_SENTENCE}", _plain),
        (rf"{_ACRONYM}\.|[A-Za-z]\.", _plain),
        (_ACRONYM, _plain),
        (rf"({_WORD}\.)[,;:\u3001]", _plain),
    ),
    *_FILE,
    *_COMPOUND,
    *_rules(
        (r"[A-Z]+(?:(?:[+&]|(?i:&amp;))[A-Z]+)+", _plain),
        (r"(?i:c\+\+|[cf]#)", _plain),
    ),
    *_EMOTICON,
]
_FRACTION = _rules(
    (rf"(?:[{_D}]{{1,4}}[- ])?[{_D}]{{1,4}}(?:\\?/|⁄)[{_D}]{{1,4}}", _spaced),
)
_PHONE = _rules(
    (r"\([0-9]{2,3}\) ?[0-9]{3,4}[- ]?[0-9]{3,5}", _spaced),
    (r"(?:\+\+?)?[0-9]{2,4}[- ][0-9]{2,4}[- ][0-9]{3,4}[- ]?[0-9]{3,5}", _spaced),
    (r"(?:\+\+?)?[0-9]{2,4}[- ][0-9]{3,4}[- ]?[0-9]{3,5}", _spaced),
    (r"(?:(?:\+\+?)?[0-9]{2,4}\.)?[0-9]{2,4}\.[0-9]{3,4}\.[0-9]{3,5}", _spaced),
)
_SIGNED = _rules((rf"[-+]?{_NUMBER}", _plain))
_DIGIT_RULES = [*_FILE, *_SIGNED, *_FRACTION, *_SLASHED, *_PHONE, *_COMPOUND]
_QUOTE_RULES = _rules(
    (r"((?i:'t))(?i:is|was)", _plain),
    (rf"{_APOS}(?i:n){_APOS}?|{_APOS}(?i:em)|{_APOS}[2-9]0(?i:s)", _plain),
    (rf"{_APOS}(?i:till?|cause)", _plain),
    (rf"({_CLITIC})[^A-Za-z]", _ascii_quotes),
    (rf"({_APOS}[0-9][0-9])[ \n]", _plain),
    (r"(')[A-Za-z][^ \t\n\r]", _dropped),
    (_CLITIC, _ascii_quotes),
    (r"''", _dropped),
)
_QUOTE_PAIR = _rules((r"[`\x91-\x94‘’‚‛“”„‟‹›«»]{1,2}", _quotes))


def _dashes(raw: str) -> str:
    """Drop dashes of one to four hyphens; keep longer ones."""
    return raw if len(raw) > 4 else ""


def _question(raw: str) -> str:
    """Drop a single mark as punctuation; keep runs such as "?!", as coco-caption does."""
    return raw if len(raw) > 1 else ""


def _entity(raw: str) -> str:
    return {"&amp;": "&", "&lt;": "<", "&gt;": ">"}[raw.lower()]


def _quote_entity(raw: str) -> str:
    """Drop `&quot;` as a quotation mark; other spellings are kept unchanged."""
    return "" if raw == "&quot;" else raw


_ENTITY_RULES = _rules(
    (r"(?i:&(?:md|[mn]dash|nbsp);)", _dropped),
    (r"(?i:&(?:amp|lt|gt);)", _entity),
    (r"(?i:&(?:ht|tl|ur|lr|qc|ql|qr|odq|cdq|#[0-9]+);)", _verbatim),
    (r"(?i:&quot;)", _quote_entity),
    (r"(?i:&apos;)", _dropped),
)
_MINUS_RULES = [*_SIGNED, *_rules((r"-(?i:[rl][rcs]b)-", _verbatim), (r"-+", _dashes)), *_EMOTICON]
_APOSTROPHE_RULES = [*_QUOTE_RULES, *_QUOTE_PAIR]
_SCRIPT_RULES = _rules((r"[⁺⁻₊₋]?(?:[⁰¹²³⁴-⁹]+|[₀-₉]+)", _verbatim))

RULES: dict[str, list[Rule]] = {
    "<": [*_TAG, *_rules((r"<<", _verbatim)), *_EMOTICON],
    ">": [*_rules((r">>", _verbatim)), *_EMOTICON],
    "(": [*_PHONE, *_EMOTICON],
    "-": _MINUS_RULES,
    "+": [*_SIGNED, *_PHONE],
    ".": _rules((r"\.{3,5}|(?:\. ){2,4}\.", _dropped)) + _SIGNED,
    "#": _rules((rf"#[{_W}]+", _verbatim), (r"#+", _verbatim)),
    "@": _rules((r"@[A-Za-z_][A-Za-z_0-9]*", _verbatim), (r"@+", _verbatim)),
    "_": _rules((r"_+", _verbatim)),
    "*": _rules((r"\*+", _verbatim)),
    "\\": _rules((r"(?:\\\*){1,3}", _verbatim)),
    "&": [*_ENTITY_RULES, *_LETTER_RULES, *_QUOTE_RULES],
    **dict.fromkeys(",\u066b\u066c", _SIGNED),
    ":": [*_SIGNED, *_EMOTICON],
    **dict.fromkeys(";=^~", _EMOTICON),
    **dict.fromkeys("?!", _rules((r"[?!]+", _question))),
    "'": [*_QUOTE_RULES, *_EMOTICON],
    **dict.fromkeys("\x92’", _APOSTROPHE_RULES),
    **dict.fromkeys("`\x91\x93\x94‘‚‛“”„‟‹›«»", _QUOTE_PAIR),
    **dict.fromkeys("⁺⁻₊₋²³¹⁰⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", _SCRIPT_RULES),
    **dict.fromkeys("0123456789\u0660", _DIGIT_RULES),
    **dict.fromkeys("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZé\u0301", _LETTER_RULES),
    "\xad": [*_LETTER_RULES, *_SIGNED],
}
# Tokens for single characters that no rule matches; "" drops one, unlisted ones are kept.
SINGLES: dict[str, str] = (
    {"(": "-LRB-", ")": "-RRB-", "[": "-LSB-", "]": "-RSB-", "{": "-LCB-", "}": "-RCB-"}
    | {"¢": "cents", "£": "#", "\x80": "$", "¤": "$", "₠": "$", "€": "$"}
    | {"¼": "1/4", "½": "1/2", "¾": "3/4", "⅓": "1/3", "⅔": "2/3"}
    | dict.fromkeys(".,:;-'`\"\x7f\xad\x00 \n\x91\x92\x93\x94\x96\x97", "")
    | dict.fromkeys("«»\u058a\u066b\u066c‐‑–—―‘’‛“”…‹›", "")
)
