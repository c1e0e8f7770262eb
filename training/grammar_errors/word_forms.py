"""English word lists, and inflected forms of verbs and nouns, for the rules that make errors."""

from __future__ import annotations

import re

from qgauge.noise.grammar import WRONG_PREPOSITIONS

BE = {"is", "are", "was", "were", "am"}
DO = {"do", "does", "did"}
HAVE = {"has", "have", "had"}
MODAL = {"can", "could", "will", "would", "should", "may", "might", "must", "shall"}
AUX = BE | DO | HAVE | MODAL
ARTICLES = {"a", "an", "the"}
DET = ARTICLES | {"this", "these", "those", "every", "each", "some", "any", "no"}
POSSESSIVE = {"my", "your", "his", "her", "its", "our", "their"}
SUBJECT = {"i", "you", "he", "she", "it", "we", "they"}
PRON = SUBJECT | {"me", "him", "us", "them", "who", "what"}
WH = {"what", "which", "who", "whom", "whose", "when", "where", "why", "how"}
CCONJ = {"and", "or", "but"}
PREP = {
    "of", "in", "to", "for", "with", "on", "at", "by", "from", "about", "during", "between",
    "into", "through", "against", "under", "after", "before", "over", "among", "since", "within",
    "without",
}  # fmt: skip
_NEARLY_WRONG = {
    "of": (3, "since"), "in": (2, "than"), "to": (2, "in"), "for": (3, "on"), "with": (3, "on"),
    "on": (3, "with"), "at": (3, "for"), "by": (3, "to"), "from": (2, "into"),
}  # fmt: skip
"""More wrong prepositions, correct in very few sentences, with their index in the list."""
WRONG_PREP: dict[str, tuple[str, ...]] = {
    word: (*wrong[:at], *also, *wrong[at:])
    for word, wrong in WRONG_PREPOSITIONS.items()
    for at, *also in [_NEARLY_WRONG.get(word, (0,))]
}
AGREEMENT: dict[str, tuple[str, ...]] = {
    "is": ("are",),
    "are": ("is",),
    "was": ("were",),
    "were": ("was",),
    "has": ("have",),
    "have": ("has",),
    "does": ("do",),
    "do": ("does",),
    "am": ("is", "are"),
}
PLURAL_CUES = {
    "many", "few", "several", "these", "those", "both", "various", "two", "three", "four", "five",
    "six", "seven", "eight", "nine", "ten", "twelve", "twenty", "hundreds", "thousands",
}  # fmt: skip
SINGULAR_CUES = {"a", "an", "this", "each", "every", "another", "one"}
UNCHANGED = {"series", "species", "means", "news", "sheep", "fish", "deer", "aircraft", "people"}
PLURALS: dict[str, str] = {
    "man": "men", "woman": "women", "child": "children", "person": "people", "foot": "feet",
    "tooth": "teeth", "mouse": "mice", "life": "lives", "wife": "wives", "knife": "knives",
    "leaf": "leaves", "half": "halves", "wolf": "wolves", "thief": "thieves", "goose": "geese",
}  # fmt: skip
SINGULARS = {plural: singular for singular, plural in PLURALS.items()}

VERBS = """
be was been|become became become|begin began begun|bite bit bitten|blow blew blown|
break broke broken|bring brought brought|build built built|buy bought bought|
catch caught caught|choose chose chosen|come came come|do did done|draw drew drawn|
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feel felt felt|
fight fought fought|find found found|fly flew flown|forget forgot forgotten|
forgive forgave forgiven|freeze froze frozen|get got got|give gave given|go went gone|
grow grew grown|have had had|hear heard heard|hide hid hidden|hold held held|keep kept kept|
know knew known|lead led led|leave left left|lend lent lent|lose lost lost|make made made|
mean meant meant|meet met met|pay paid paid|ride rode ridden|ring rang rung|rise rose risen|
run ran run|say said said|see saw seen|seek sought sought|sell sold sold|send sent sent|
shake shook shaken|shine shone shone|shoot shot shot|show showed shown|sing sang sung|
sink sank sunk|sit sat sat|sleep slept slept|speak spoke spoken|spend spent spent|
stand stood stood|steal stole stolen|stick stuck stuck|strike struck struck|swear swore sworn|
swim swam swum|take took taken|teach taught taught|tear tore torn|tell told told|
think thought thought|throw threw thrown|understand understood understood|wake woke woken|
wear wore worn|weep wept wept|win won won|write wrote written|arise arose arisen|
bear bore born|beat beat beaten|bend bent bent|bind bound bound|bleed bled bled|
breed bred bred|creep crept crept|deal dealt dealt|dig dug dug|feed fed fed|flee fled fled|
grind ground ground|hang hung hung|lay laid laid|lie lay lain|light lit lit|
overcome overcame overcome|shrink shrank shrunk|slide slid slid|spin spun spun|
spring sprang sprung|sting stung stung|sweep swept swept|swing swung swung|
undergo underwent undergone|withdraw withdrew withdrawn|mistake mistook mistaken|
cut cut cut|put put put|set set set|let let let|hit hit hit|cost cost cost|shut shut shut|
hurt hurt hurt|cast cast cast|spread spread spread|read read read|split split split|
quit quit quit|burst burst burst|bet bet bet|broadcast broadcast broadcast
"""
IRREGULAR: dict[str, tuple[str, str]] = {}
for _row in VERBS.replace("\n", "").split("|"):
    _base, _past, _part = _row.split()
    IRREGULAR[_base] = (_past, _part)
DOUBLING = {
    "stop", "plan", "drop", "ship", "rob", "beg", "grab", "slip", "trap", "wrap", "step", "refer",
    "occur", "permit", "commit", "admit", "prefer", "transfer", "control", "ban", "kid", "rub",
    "win", "run", "sit", "get", "put", "cut", "set", "let", "hit", "begin", "swim", "dig", "spin",
    "shut", "quit", "forget", "bet", "split", "hug", "pat", "chat", "nod", "star", "stir", "map",
    "tap", "tip", "jam", "log", "scan", "submit", "omit", "compel", "propel", "regret", "equip",
}  # fmt: skip
FORMS: dict[str, tuple[str, str]] = {}


def inflect(lemma: str, tag: str) -> str:
    """Return the form of a verb for a Penn tag: VB VBP VBZ VBD VBN VBG."""
    if tag in ("VB", "VBP"):
        return lemma
    if tag == "VBZ":
        if lemma in ("be", "have"):
            return {"be": "is", "have": "has"}[lemma]
        return with_s(lemma)
    if tag in ("VBD", "VBN") and lemma in IRREGULAR:
        return IRREGULAR[lemma][tag == "VBN"]
    stem = lemma + lemma[-1] if lemma in DOUBLING else lemma
    if tag == "VBG":
        if lemma.endswith("ie"):
            return lemma[:-2] + "ying"
        if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")) and lemma != "be":
            return lemma[:-1] + "ing"
        return stem + "ing"
    if lemma.endswith("e"):
        return lemma + "d"
    if re.search(r"[^aeiou]y$", lemma):
        return lemma[:-1] + "ied"
    return stem + "ed"


def with_s(word: str) -> str:
    if re.search(r"(s|x|z|ch|sh)$", word) or word in ("go", "do", "undergo", "hero", "potato"):
        return word + "es"
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + "s"


for _base in IRREGULAR:
    for _tag in ("VBN", "VBD", "VBG", "VBZ", "VB"):
        FORMS[inflect(_base, _tag)] = (_base, _tag)
for _form in AUX | PREP | {"be", "been", "lay", "left", "saw", "felt", "ground", "found", "born"}:
    FORMS.pop(_form, None)


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    return PLURALS.get(noun) or with_s(noun)


def singular(noun: str, lemma: str = "") -> str:
    """Return the singular of a plural noun, or "" if it is unclear."""
    low = noun.lower()
    if low in SINGULARS:
        return SINGULARS[low]
    if low in UNCHANGED or not low.endswith("s") or low.endswith("ss"):
        return ""
    if lemma and lemma.lower() != low and lemma.lower()[:2] == low[:2]:
        return lemma.lower()
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    if low.endswith(("ches", "shes", "sses", "xes", "zes")):
        return low[:-2]
    return low[:-1] if len(low) > 3 and not low.endswith(("us", "is")) else ""
