"""Makes ungrammatical questions and sentences out of good ones, and says where and how.

`corrupt(words, random, parse)` puts one or two errors into a tokenised sentence and labels
every word with one of `KINDS`. The labels follow one rule a kind:

- `missing`: a word was dropped; the word after the gap is marked (at the end: the last word left).
- `extra`: a word was doubled or put in; that word is marked.
- `agreement`: is/are, was/were, has/have, does/do, walk/walks: the verb is marked.
- `tense`: a verb form its auxiliary does not take ("did went"): the verb is marked.
- `article`: a/an/the in the wrong place: the article is marked.
- `preposition`: a wrong one: it is marked.
- `order`: neighbours swapped, or a question's inversion undone: the words moved are marked.
- `auxiliary`: do for be, be for do, …: the auxiliary is marked.
- `truncated`: cut off after a word that needs another: the last word before the end or the
  final mark is marked.
- `noun_number`: "many book", "a books": the noun is marked.

Everything is drawn from the `random.Random` handed in, so a seed fixes the output. Rules prefer
errors that cannot be read as correct ("the" is never dropped before a plural) to variety. A
`Parse` sharpens them; tags alone (no heads) and nothing at all work as well, with closed word
lists and a table of irregular verbs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

KINDS: tuple[str, ...] = (
    "ok",
    "missing",
    "extra",
    "agreement",
    "tense",
    "article",
    "preposition",
    "order",
    "auxiliary",
    "truncated",
    "noun_number",
)
"""Every label of a word, in the order that models and files use."""

WEIGHTS: dict[str, float] = {
    "missing": 1.6,
    "extra": 0.7,
    "agreement": 2.4,
    "tense": 2.6,
    "article": 1.3,
    "preposition": 1.2,
    "order": 0.9,
    "auxiliary": 1.8,
    "truncated": 1.0,
    "noun_number": 3.5,
}
"""How often a kind is tried first; kinds that seldom apply are tried more often."""


@dataclass(frozen=True)
class Parse:
    """What is known of the words: only `upos` is needed, empty lists mean unknown.

    `tags` are Penn tags of verbs and nouns (VB VBP VBZ VBD VBN VBG NN NNS), "?" for words that
    could not be told, "" elsewhere;
    `heads` are 1-based with 0 for the root, as in CoNLL-U.
    """

    upos: Sequence[str]
    heads: Sequence[int] = ()
    rels: Sequence[str] = ()
    lemmas: Sequence[str] = ()
    tags: Sequence[str] = ()


@dataclass(eq=False)
class _Token:
    word: str
    upos: str
    tag: str
    lemma: str
    rel: str
    head: _Token | None = None
    kind: str = "ok"

    @property
    def low(self) -> str:
        return self.word.lower()


# --------------------------------------------------------------------------- word lists

_BE = {"is", "are", "was", "were", "am"}
_DO = {"do", "does", "did"}
_HAVE = {"has", "have", "had"}
_MODAL = {"can", "could", "will", "would", "should", "may", "might", "must", "shall"}
_AUX = _BE | _DO | _HAVE | _MODAL
_ARTICLES = {"a", "an", "the"}
_DET = _ARTICLES | {"this", "these", "those", "every", "each", "some", "any", "no"}
_POSSESSIVE = {"my", "your", "his", "her", "its", "our", "their"}
_SUBJECT = {"i", "you", "he", "she", "it", "we", "they"}
_PRON = _SUBJECT | {"me", "him", "us", "them", "who", "what"}
_WH = {"what", "which", "who", "whom", "whose", "when", "where", "why", "how"}
_CCONJ = {"and", "or", "but"}
_PREP = {
    "of", "in", "to", "for", "with", "on", "at", "by", "from", "about", "during", "between",
    "into", "through", "against", "under", "after", "before", "over", "among", "since", "within",
    "without",
}  # fmt: skip
_WRONG_PREP: dict[str, tuple[str, ...]] = {
    "of": ("at", "with", "into", "since", "to"),
    "in": ("of", "to", "than", "at"),
    "to": ("of", "at", "in", "by"),
    "for": ("of", "at", "into", "on"),
    "with": ("of", "at", "into", "on"),
    "on": ("of", "into", "to", "with"),
    "at": ("of", "to", "into", "for"),
    "by": ("of", "at", "into", "to"),
    "from": ("of", "at", "into", "on"),
    "about": ("of", "at", "by"),
    "during": ("of", "at", "into"),
    "between": ("of", "at", "into"),
    "into": ("of", "at", "since"),
    "through": ("of", "at", "since"),
    "against": ("of", "at", "since"),
    "under": ("of", "at", "since"),
    "after": ("of", "at", "into"),
    "before": ("of", "at", "into"),
    "over": ("of", "at", "since"),
    "among": ("of", "at", "into"),
    "since": ("of", "at", "into"),
    "within": ("of", "at", "to"),
    "without": ("of", "at", "to"),
}
_AGREEMENT: dict[str, tuple[str, ...]] = {
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
_PLURAL_CUES = {
    "many", "few", "several", "these", "those", "both", "various", "two", "three", "four", "five",
    "six", "seven", "eight", "nine", "ten", "twelve", "twenty", "hundreds", "thousands",
}  # fmt: skip
_SINGULAR_CUES = {"a", "an", "this", "each", "every", "another", "one"}
_UNCHANGED = {"series", "species", "means", "news", "sheep", "fish", "deer", "aircraft", "people"}
_PLURALS: dict[str, str] = {
    "man": "men", "woman": "women", "child": "children", "person": "people", "foot": "feet",
    "tooth": "teeth", "mouse": "mice", "life": "lives", "wife": "wives", "knife": "knives",
    "leaf": "leaves", "half": "halves", "wolf": "wolves", "thief": "thieves", "goose": "geese",
}  # fmt: skip
_SINGULARS = {plural: singular for singular, plural in _PLURALS.items()}

_VERBS = """
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
_IRREGULAR: dict[str, tuple[str, str]] = {}
for _row in _VERBS.replace("\n", "").split("|"):
    _base, _past, _part = _row.split()
    _IRREGULAR[_base] = (_past, _part)
_DOUBLING = {
    "stop", "plan", "drop", "ship", "rob", "beg", "grab", "slip", "trap", "wrap", "step", "refer",
    "occur", "permit", "commit", "admit", "prefer", "transfer", "control", "ban", "kid", "rub",
    "win", "run", "sit", "get", "put", "cut", "set", "let", "hit", "begin", "swim", "dig", "spin",
    "shut", "quit", "forget", "bet", "split", "hug", "pat", "chat", "nod", "star", "stir", "map",
    "tap", "tip", "jam", "log", "scan", "submit", "omit", "compel", "propel", "regret", "equip",
}  # fmt: skip
_FORMS: dict[str, tuple[str, str]] = {}


def inflect(lemma: str, tag: str) -> str:
    """The form of a verb for a Penn tag: VB VBP VBZ VBD VBN VBG."""
    if tag in ("VB", "VBP"):
        return lemma
    if tag == "VBZ":
        if lemma in ("be", "have"):
            return {"be": "is", "have": "has"}[lemma]
        return _add_s(lemma)
    if tag in ("VBD", "VBN") and lemma in _IRREGULAR:
        return _IRREGULAR[lemma][tag == "VBN"]
    stem = lemma + lemma[-1] if lemma in _DOUBLING else lemma
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


def _add_s(word: str) -> str:
    if re.search(r"(s|x|z|ch|sh)$", word) or word in ("go", "do", "undergo", "hero", "potato"):
        return word + "es"
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + "s"


for _base in _IRREGULAR:
    for _tag in ("VBN", "VBD", "VBG", "VBZ", "VB"):
        _FORMS[inflect(_base, _tag)] = (_base, _tag)
for _form in _AUX | _PREP | {"be", "been", "lay", "left", "saw", "felt", "ground", "found", "born"}:
    _FORMS.pop(_form, None)


def plural(noun: str) -> str:
    """The plural of a noun."""
    return _PLURALS.get(noun) or _add_s(noun)


def singular(noun: str, lemma: str = "") -> str:
    """The singular of a plural noun, "" where it cannot be told."""
    low = noun.lower()
    if low in _SINGULARS:
        return _SINGULARS[low]
    if low in _UNCHANGED or not low.endswith("s") or low.endswith("ss"):
        return ""
    if lemma and lemma.lower() != low and lemma.lower()[:2] == low[:2]:
        return lemma.lower()
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    if low.endswith(("ches", "shes", "sses", "xes", "zes")):
        return low[:-2]
    return low[:-1] if len(low) > 3 and not low.endswith(("us", "is")) else ""


# --------------------------------------------------------------------------- tokens


def _guess(word: str, first: bool) -> tuple[str, str, str]:
    """UPOS, tag and lemma of a word by list alone."""
    low = word.lower()
    if not any(c.isalnum() for c in word) and not low.startswith("'"):
        return "PUNCT", "", low
    if low in _AUX or low in ("been", "be", "being"):
        return "AUX", "", "be" if low in _BE else low
    if low in _DET:
        return "DET", "", low
    if low in _PREP:
        return "ADP", "", low
    if low in _PRON or low in _POSSESSIVE:
        return "PRON", "", low
    if low in _CCONJ:
        return "CCONJ", "", low
    if low in _FORMS:
        lemma, tag = _FORMS[low]
        return "VERB", tag, lemma
    if word[:1].isupper() and not first:
        return "PROPN", "", low
    return "X", "", low


def _tokens(words: Sequence[str], parse: Parse | None) -> list[_Token]:
    tokens: list[_Token] = []
    for i, word in enumerate(words):
        if parse is None:
            upos, tag, lemma = _guess(word, i == 0)
            tokens.append(_Token(word, upos, tag, lemma, ""))
            continue
        tokens.append(
            _Token(
                word,
                parse.upos[i],
                parse.tags[i] if parse.tags else "",
                (parse.lemmas[i] if parse.lemmas else word).lower(),
                parse.rels[i] if parse.rels else "",
            )
        )
    if parse is not None and parse.heads:
        for token, head in zip(tokens, parse.heads, strict=True):
            token.head = tokens[head - 1] if head else None
    return tokens


def _free(tokens: list[_Token], i: int) -> bool:
    """Whether a word and its neighbours are untouched so far."""
    return all(t.kind == "ok" for t in tokens[max(0, i - 1) : i + 2])


def _like(model: str, word: str) -> str:
    """`word` with the capitals of `model`."""
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word


def _replace(token: _Token, word: str, kind: str) -> bool:
    if word.lower() == token.low:
        return False
    token.word = _like(token.word, word)
    token.kind = kind
    return True


def _at(tokens: list[_Token], i: int) -> _Token:
    """The token at a place, or an empty one beyond the ends."""
    return tokens[i] if 0 <= i < len(tokens) else _Token("", "PUNCT", "", "", "")


def _place(tokens: list[_Token], token: _Token) -> int:
    """Where a token stands, -1 where it was dropped."""
    return tokens.index(token) if token in tokens else -1


def _is_question(tokens: list[_Token]) -> bool:
    return any(t.low in _WH for t in tokens[:3]) or _at(tokens, 0).low in _AUX


def _recase(tokens: list[_Token], random: Random) -> None:
    """After the first word has changed: mostly move the capital, sometimes leave the trace."""
    if random.random() < 0.3 or not tokens:
        return
    first = tokens[0]
    if first.word[:1].islower():
        first.word = first.word[:1].upper() + first.word[1:]
    second = _at(tokens, 1)
    if second.word[1:].islower() and second.upos not in ("PROPN", "X", "NOUN"):
        second.word = second.word.lower()


def _verb_of(tokens: list[_Token], i: int) -> _Token | None:
    """The verb that the auxiliary at `i` goes with, where it can be told."""
    aux = tokens[i]
    if aux.rel:
        head = aux.head
        if head is None or not aux.rel.startswith("aux") or head.upos != "VERB":
            return None
        return head if head in tokens else None
    for token in tokens[i + 1 : i + 7]:
        if token.upos in ("AUX", "PUNCT", "CCONJ", "SCONJ") or token.low in _WH:
            return None
        if token.upos == "VERB":
            return token
    return None


def _subject_end(tokens: list[_Token], i: int) -> int:
    """The last index of a short subject that begins at `i`; -1 where there is none."""
    first = _at(tokens, i)
    if first.head is not None and first.rel:
        subject = first
        while subject is not None and not subject.rel.startswith("nsubj"):
            if subject.head is None or _place(tokens, subject.head) < i:
                return -1
            subject = subject.head
        inside = [k for k, t in enumerate(tokens) if _under(t, subject)]
        end = inside[-1]
        return end if inside == list(range(i, end + 1)) and len(inside) <= 4 else -1
    if first.low in _SUBJECT:
        return i
    if first.low in _DET | _POSSESSIVE:
        k = i + 1
        while _at(tokens, k).upos == "ADJ":
            k += 1
        noun, after = _at(tokens, k), _at(tokens, k + 1)
        if noun.upos in ("NOUN", "X") and after.upos in ("VERB", "ADP", "PUNCT", "X"):
            return k if (after.low != "of" and noun.upos == "NOUN") or after.upos == "VERB" else -1
    return -1


def _under(token: _Token, top: _Token) -> bool:
    node: _Token | None = token
    for _ in range(60):
        if node is top:
            return True
        if node is None:
            return False
        node = node.head
    return False


# --------------------------------------------------------------------------- the kinds


def _missing(tokens: list[_Token], random: Random) -> bool:
    groups: dict[str, list[int]] = {"article": [], "preposition": [], "auxiliary": [], "other": []}
    for i, token in enumerate(tokens):
        if not _free(tokens, i):
            continue
        group = _droppable(tokens, i, token)
        if group:
            groups[group].append(i)
    names = [name for name, places in groups.items() if places]
    if not names or len(tokens) < 4:
        return False
    i = random.choice(groups[random.choice(names)])
    was_capital = i == 0 and tokens[0].word[:1].isupper()
    del tokens[i]
    tokens[min(i, len(tokens) - 1)].kind = "missing"
    if was_capital:
        _recase(tokens, random)
    return True


def _droppable(tokens: list[_Token], i: int, token: _Token) -> str:
    before, after = _at(tokens, i - 1), _at(tokens, i + 1)
    low = token.low
    if low in _ARTICLES and token.upos == "DET":
        noun = token.head if token.head is not None else after
        if noun.tag == "NNS" or noun.upos == "PROPN" or after.low in ("most", "first", "last"):
            return ""
        return "article" if noun.tag == "NN" or not noun.low.endswith("s") else ""
    if token.upos == "ADP" and low in _PREP:
        if after.upos in ("PUNCT", "CCONJ", "ADP") or token.rel.startswith(("compound", "mark")):
            return ""
        return "preposition"
    if token.upos == "AUX" and low in _AUX:
        return "auxiliary" if _needed_aux(tokens, i) else ""
    if low == "to" and token.upos == "PART" and before.low not in ("help", "helped"):
        return "other"
    if token.upos == "NOUN" and (before.low in _ARTICLES or before.low in ("of", "from")):
        return "other" if after.upos in ("PUNCT", "ADP", "AUX", "VERB") else ""
    if low in _SUBJECT and before.low in _AUX and after.upos in ("VERB", "ADV", "ADJ", "AUX"):
        return "other"
    if token.upos == "VERB" and (before.low in _SUBJECT or before.low == "to"):
        return "other" if after.upos in ("DET", "PRON", "ADP", "PUNCT", "PROPN") else ""
    return ""


def _needed_aux(tokens: list[_Token], i: int) -> bool:
    low, before = tokens[i].low, _at(tokens, i - 1)
    after = _at(tokens, i + 1)
    asks = _is_question(tokens) and i > 0
    if low in _BE:
        return i > 0
    if low in _DO:
        return asks and after.low not in ("n't", "not")
    if low in _MODAL:
        return asks and before.low in _WH
    verb = _verb_of(tokens, i)
    if verb is None or i == 0:
        return False
    past, part = _IRREGULAR.get(verb.lemma, ("", ""))
    return past != part or asks


def _extra(tokens: list[_Token], random: Random) -> bool:
    if random.random() < 0.45:
        places = [
            i
            for i, t in enumerate(tokens)
            if _free(tokens, i)
            and t.upos not in ("PUNCT", "ADV", "ADJ", "INTJ", "NUM", "SYM")
            and t.low not in ("that", "had", "her", "his")
        ]
        if not places:
            return False
        i = random.choice(places)
        source = tokens[i]
        word = source.word if source.upos == "PROPN" or source.word == "I" else source.low
        tokens.insert(i + 1, _Token(word, source.upos, "", source.lemma, "", None, "extra"))
        return True
    choices: list[tuple[int, str]] = []
    for i, token in enumerate(tokens):
        if i == 0 or not _free(tokens, i):
            continue
        before = tokens[i - 1]
        if token.low in _SUBJECT or (token.upos == "AUX" and token.low in _AUX):
            choices += [(i, w) for w in ("the", "a", "of")]
        elif token.upos == "DET" and token.low in _ARTICLES and before.upos == "ADP":
            choices += [(i, w) for w in ("of", "to", "at") if w != before.low]
        elif token.tag in ("VBD", "VBZ") and token.upos == "VERB" and before.upos != "AUX":
            choices += [(i, w) for w in ("is", "do", "of", "the")]
        elif token.upos == "ADP" and before.upos in ("NOUN", "PROPN") and token.low in _PREP:
            choices += [(i, w) for w in ("is", "the", "a")]
        elif token.tag in ("VB", "VBP") and token.upos == "VERB" and before.low in _SUBJECT:
            choices += [(i, w) for w in ("is", "are", "of")]
    if not choices:
        return False
    i, word = random.choice(choices)
    tokens.insert(i, _Token(word, "X", "", word, "", None, "extra"))
    return True


def _agreement(tokens: list[_Token], random: Random) -> bool:
    choices: list[tuple[int, str]] = []
    for i, token in enumerate(tokens):
        if not _free(tokens, i):
            continue
        low = token.low
        if low in _AGREEMENT and token.upos in ("AUX", "VERB"):
            if low in ("do", "have") and (token.tag in ("VB", "VBN") or _governed(tokens, i)):
                continue
            if low == "were" and any(t.low in ("if", "wish", "though") for t in tokens[:i]):
                continue
            if low in ("is", "was") and _asks_for_subject(tokens, i):
                continue
            if low == "do" and i == 0 and _at(tokens, 1).low in ("not", "n't"):
                continue
            choices.append((i, random.choice(_AGREEMENT[low])))
        elif token.upos == "VERB" and token.tag == "VBZ" and len(token.lemma) > 1:
            choices.append((i, token.lemma))
        elif (token.upos == "VERB" and token.tag == "VBP" and token.rel and low.isalpha()) or (
            token.upos == "VERB"
            and token.tag in ("VB", "VBP")
            and not token.rel
            and _at(tokens, i - 1).low in _SUBJECT
            and not _governed(tokens, i)
        ):
            choices.append((i, inflect(token.lemma, "VBZ")))
    if not choices:
        return False
    i, word = random.choice(choices)
    return _replace(tokens[i], word, "agreement")


def _asks_for_subject(tokens: list[_Token], i: int) -> bool:
    """ "What is under it": the question word may be one thing or many."""
    before, after = _at(tokens, i - 1), _at(tokens, i + 1)
    return before.low in ("what", "which", "who") and after.upos in ("ADP", "ADJ", "VERB", "ADV")


def _governed(tokens: list[_Token], i: int) -> bool:
    """Whether an auxiliary or "to" before a verb asks for its plain form."""
    for token in reversed(tokens[max(0, i - 6) : i]):
        if token.upos == "PUNCT" or token.low in _WH:
            return False
        if token.low in _MODAL | _DO | {"to", "'ll", "'d", "ca", "wo", "let"}:
            return True
    return False


def _tense(tokens: list[_Token], random: Random) -> bool:
    choices: list[tuple[_Token, str]] = []
    wanted: tuple[str, ...]
    for i, token in enumerate(tokens):
        if token.upos == "PART" and token.low == "to" and _at(tokens, i + 1).tag in ("VB", "VBP"):
            verb: _Token | None = tokens[i + 1]
            wanted = ("VBD", "VBG", "VBZ")
        elif token.upos != "AUX" or token.low not in _AUX:
            continue
        else:
            verb = _verb_of(tokens, i)
            wanted = _wrong_forms(token.low, verb.tag if verb else "")
        if verb is None or not wanted or not verb.lemma.isalpha() or verb.lemma == "be":
            continue
        k = _place(tokens, verb)
        if k > i and _free(tokens, k) and verb.low.isalpha():
            forms = [inflect(verb.lemma, tag) for tag in wanted]
            choices += [(verb, form) for form in forms if form != verb.low]
    if not choices:
        return False
    verb, form = random.choice(choices)
    return _replace(verb, form, "tense")


def _wrong_forms(aux: str, tag: str) -> tuple[str, ...]:
    """Tags that a verb with this tag must not get under this auxiliary."""
    if aux in _DO and tag in ("VB", "VBP"):
        return ("VBD", "VBD", "VBZ", "VBG")
    if aux in _MODAL and tag in ("VB", "VBP"):
        return ("VBD", "VBZ", "VBG")
    if aux in _HAVE and tag in ("VBN", "VBD"):
        return ("VB", "VBG", "VBZ")
    if aux in _BE and tag == "VBG":
        return ("VB", "VBZ")
    if aux in _BE and tag in ("VBN", "VBD"):
        return ("VB", "VBZ")
    return ()


def _article(tokens: list[_Token], random: Random) -> bool:
    choices: list[tuple[int, str]] = []
    for i, token in enumerate(tokens):
        after = _at(tokens, i + 1)
        if token.low not in _ARTICLES or not _free(tokens, i) or not after.word[:1].isalpha():
            continue
        if token.upos not in ("DET", "X"):
            continue
        right = "an" if _vowel_sound(after.low) else "a"
        wrong = "a" if right == "an" else "an"
        if token.low == right and len(after.word) > 1:
            choices += [(i, wrong)] * 3
        elif token.low == "the":
            if len(after.word) > 1:
                choices.append((i, wrong))
            noun = token.head if token.head is not None else after
            if noun.tag == "NNS" or after.low in ("most", "same", "only", "best", "first"):
                choices += [(i, right)] * 3
    if not choices:
        return False
    i, word = random.choice(choices)
    return _replace(tokens[i], word, "article")


def _vowel_sound(word: str) -> bool:
    if word.startswith(("hour", "honest", "honor", "honour", "heir")):
        return True
    if re.match(r"(uni|use|usu|eu|one|once|ut[ei]|ub)", word) and not word.startswith("unin"):
        return False
    return word[:1] in "aeiou"


def _preposition(tokens: list[_Token], random: Random) -> bool:
    choices: list[tuple[int, str]] = []
    for i, token in enumerate(tokens):
        after = _at(tokens, i + 1)
        if token.low not in _WRONG_PREP or token.upos != "ADP" or not _free(tokens, i):
            continue
        if after.upos in ("PUNCT", "SCONJ", "CCONJ") or token.rel.startswith(("mark", "advmod")):
            continue
        if token.low == "to" and not token.rel and after.upos not in ("DET", "PRON", "PROPN"):
            continue
        choices += [(i, word) for word in _WRONG_PREP[token.low]]
    if not choices:
        return False
    i, word = random.choice(choices)
    return _replace(tokens[i], word, "preposition")


_SWAPS = {
    ("DET", "NOUN"), ("DET", "ADJ"), ("ADP", "DET"), ("ADP", "PROPN"), ("ADP", "NOUN"),
    ("ADP", "X"), ("DET", "X"), ("ADJ", "NOUN"), ("NOUN", "ADP"), ("VERB", "DET"), ("AUX", "VERB"),
    ("PART", "VERB"), ("NOUN", "VERB"), ("ADP", "PRON"), ("NUM", "NOUN"), ("AUX", "DET"),
}  # fmt: skip


def _order(tokens: list[_Token], random: Random) -> bool:
    inversions: list[tuple[int, int]] = []
    if any(t.low in _WH for t in tokens[:2]):
        for i, token in enumerate(tokens[:8]):
            if i == 0 or token.upos != "AUX" or token.low not in _AUX:
                continue
            end = _subject_end(tokens, i + 1)
            if end > 0 and all(_free(tokens, k) for k in range(i, end + 1)):
                inversions.append((i, end))
            break
    swaps = [
        i
        for i in range(len(tokens) - 1)
        if (tokens[i].upos, tokens[i + 1].upos) in _SWAPS
        and tokens[i].low != tokens[i + 1].low
        and not (i == 0 and tokens[0].upos == "AUX")
        and _free(tokens, i)
        and _free(tokens, i + 1)
    ]
    if inversions and (not swaps or random.random() < 0.6):
        i, end = random.choice(inversions)
        moved = tokens.pop(i)
        tokens.insert(end, moved)
        for token in tokens[i : end + 1]:
            token.kind = "order"
        return True
    if not swaps:
        return False
    i = random.choice(swaps)
    tokens[i], tokens[i + 1] = tokens[i + 1], tokens[i]
    tokens[i].kind = tokens[i + 1].kind = "order"
    if i == 0 and tokens[1].word[:1].isupper():
        _recase(tokens, random)
    return True


def _auxiliary(tokens: list[_Token], random: Random) -> bool:
    choices: list[tuple[int, str]] = []
    for i, token in enumerate(tokens):
        low = token.low
        if token.upos != "AUX" or low not in _AUX or not _free(tokens, i):
            continue
        if _at(tokens, i + 1).low in ("n't", "not"):
            continue
        verb = _verb_of(tokens, i)
        if low in _DO:
            if verb is None or verb.tag not in ("VB", "VBP"):
                continue
            same = inflect(verb.lemma, "VBN") == verb.low
            wrong = {"do": ("are", "have"), "does": ("is", "has"), "did": ("was", "has", "is")}[low]
            choices += [(i, w) for w in wrong if not same]
        elif low in _BE:
            wrong = ("do",) if low in ("are", "am") else ("does",) if low == "is" else ("did",)
            if verb is not None or (_is_question(tokens) and i > 0):
                choices += [(i, w) for w in wrong]
        elif low in _HAVE:
            if verb is None or inflect(verb.lemma, "VBN") == verb.lemma:
                continue
            choices += [
                (i, w)
                for w in {"has": ("does", "can"), "have": ("do", "can")}.get(low, ("did", "could"))
            ]
        elif verb is not None and verb.tag in ("VB", "VBP"):
            same = inflect(verb.lemma, "VBN") == verb.low
            choices += [(i, w) for w in ("is", "has", "was", "are") if not same]
    if not choices:
        return False
    i, word = random.choice(choices)
    return _replace(tokens[i], word, "auxiliary")


def _truncated(tokens: list[_Token], random: Random) -> bool:
    if any(t.kind != "ok" for t in tokens):
        return False
    last = len(tokens) - 1
    final = tokens[last] if tokens[last].word in ("?", ".", "!") else None
    places: list[int] = []
    for i, token in enumerate(tokens):
        after = _at(tokens, i + 1)
        if i < 2 or after.upos == "PUNCT" or i >= last:
            continue
        before = tokens[i - 1]
        if (
            token.low in _ARTICLES
            or (token.low in _POSSESSIVE and token.low not in ("his", "her", "its"))
            or token.low in _CCONJ
            or token.low == "of"
            or (token.upos == "ADP" and token.low in _PREP and before.upos in ("NOUN", "PROPN"))
            or (token.low == "to" and token.upos == "PART" and before.upos in ("NOUN", "ADJ"))
            or (
                token.upos == "ADJ"
                and before.low in _ARTICLES
                and after.upos == "NOUN"
                and not token.low.endswith("st")
            )
        ):
            places.append(i)
    if not places:
        return False
    cut = random.choice(places)
    del tokens[cut + 1 :]
    tokens[-1].kind = "truncated"
    if final is not None:
        tokens.append(final)
    return True


def _noun_number(tokens: list[_Token], random: Random) -> bool:
    choices: list[tuple[int, str]] = []
    for i, token in enumerate(tokens):
        if token.upos not in ("NOUN", "X") or not token.word.isalpha() or not _free(tokens, i):
            continue
        if token.low in _WH or _at(tokens, i + 1).upos in ("NOUN", "PROPN", "X"):
            continue
        cues = {t.low for t in _modifiers(tokens, i)}
        number = any(t.upos == "NUM" and t.low not in ("one", "1") for t in _modifiers(tokens, i))
        one = "one" if token.tag == "NNS" and _one_of(tokens, i) else ""
        if (cues & _PLURAL_CUES or number or one) and token.tag in ("NNS", "", "?"):
            word = singular(token.word, token.lemma)
            if word:
                choices.append((i, word))
        elif (
            cues & _SINGULAR_CUES
            and not number
            and token.low not in _UNCHANGED
            and (token.tag == "NN" or (not token.tag and not token.low.endswith("s")))
        ):
            choices.append((i, plural(token.low)))
    if not choices:
        return False
    i, word = random.choice(choices)
    return _replace(tokens[i], word, "noun_number")


def _modifiers(tokens: list[_Token], i: int) -> list[_Token]:
    """The words before a noun that belong to it."""
    if tokens[i].head is not None or tokens[i].rel:
        return [t for t in tokens[max(0, i - 4) : i] if t.head is tokens[i]]
    found: list[_Token] = []
    for token in reversed(tokens[max(0, i - 3) : i]):
        found.append(token)
        if token.upos != "ADJ":
            break
    return found


def _one_of(tokens: list[_Token], i: int) -> bool:
    return " ".join(t.low for t in tokens[max(0, i - 3) : i]).endswith("one of the")


_RULES: dict[str, Callable[[list[_Token], Random], bool]] = {
    "missing": _missing,
    "extra": _extra,
    "agreement": _agreement,
    "tense": _tense,
    "article": _article,
    "preposition": _preposition,
    "order": _order,
    "auxiliary": _auxiliary,
    "truncated": _truncated,
    "noun_number": _noun_number,
}


# --------------------------------------------------------------------------- entry points


def apply(
    kind: str, words: Sequence[str], random: Random, parse: Parse | None = None
) -> tuple[list[str], list[str]]:
    """One error of the given kind; all "ok" and the words unchanged where none fits."""
    tokens = _tokens(words, parse)
    _RULES[kind](tokens, random)
    return [t.word for t in tokens], [t.kind for t in tokens]


def corrupt(
    words: Sequence[str], random: Random, parse: Parse | None = None, errors: int | None = None
) -> tuple[list[str], list[str]]:
    """The words with one or two errors (or `errors` of them), and the kind of every word.

    Words that no rule fits come back as they are, all "ok".
    """
    tokens = _tokens(words, parse)
    if errors is None:
        errors = 2 if len(words) >= 8 and random.random() < 0.3 else 1
    for _ in range(errors):
        # weighted order without replacement (Efraimidis and Spirakis)
        order = sorted(WEIGHTS, key=lambda kind: -(random.random() ** (1 / WEIGHTS[kind])))
        for kind in order:
            if _RULES[kind](tokens, random):
                break
    return [t.word for t in tokens], [t.kind for t in tokens]
