"""Word lists, lemmas and inflected forms for making statements by rule."""

from __future__ import annotations

import re
from functools import lru_cache

from lemminflect import getAllLemmas, getInflection


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


BE = _set("is are was were am")
DO = _set("do does did")
MODAL = _set("can could will would shall should may might must")
HAVE = _set("has have had")
AUX = BE | DO | MODAL | HAVE
NEGATED = {f"{a}n't": a for a in AUX} | {"can't": "can", "won't": "will", "cannot": "can"}
WH = _set("who whom whose what which when where why how")
DET = _set(
    "the a an this that these those his her its their my our your some any each every no all both "
    "another several many most few one two three four five six seven eight nine ten"
)
PRONOUN = _set("he she it they we you i there someone everyone people everybody anyone this that")
PREP = _set(
    "in on at by for with from to of about into through during after before since until under "
    "over between among against without within as like upon near around across along behind beside "
    "above below towards toward onto off out up down throughout via outside inside per due despite"
)
CONJ = _set("when while because if after before since until so and or but that as though although")
WHEN_START = _set(
    "in on at during after before when since until by from between around about as while once "
    "every last next today yesterday tomorrow now never always immediately soon later early late "
    "throughout within right just only upon over for under prior following"
)
WHY_START = _set("because to for due so since as by out in through with owing thanks from after if")
ADVERB = _set(
    "also not often usually first originally currently now still never always then only once most "
    "commonly generally typically mainly primarily later already widely recently initially "
    "officially eventually finally mostly sometimes traditionally today there not"
)
NAMING = _set("called named termed dubbed titled nicknamed considered labeled entitled")
DITRANSITIVE = _set(
    "give tell call name ask teach show offer pay cost send promise consider lend award dub label"
)
GIVEN = NAMING | _set("given awarded offered paid taught told asked deemed declared appointed")
CONTROL = _set(
    "want try begin start decide attempt plan hope refuse agree wish intend continue seem"
)
TIME_NOUN = _set("year day date month century decade time season week era period age years")
VERBS = _set(
    "write make take give find use become begin believe bring build buy call cause choose claim "
    "come consider contain continue create decide describe develop die do eat encourage establish "
    "feel fight follow form found get give go grow happen have hear help hold include increase "
    "introduce invade join keep kill know lead learn leave let live lose marry mean meet move need "
    "occur open own pay perform play prefer produce prove provide publish put reach receive refer "
    "release remain replace represent require return run say see seem sell send serve show sign "
    "sing speak spend stand start state stay stop study suggest support take teach tell think try "
    "turn understand want wear win work add allow apply appear argue ask attack attend be end "
    "discover die act affect change cost differ belong attract carry catch compare conquer control "
    "cover cross cut cry defeat depend destroy drink enter escape exist expect explain fail fall "
    "fear force gain hate hide hire hope hunt invent land last launch like look love offer operate "
    "order pass plan promise publish push refuse relate rely remove rise rule sail save share sit "
    "sleep steal suffer surrender swim tend throw travel treat view visit vote wait walk wish name "
    "base demand drop experience impact limit measure pray record report result cause score host "
    "sound stem derive originate earn employ adopt abandon arrive avoid ban bear beat bite bury"
)
NOUNY = _set(
    "body state people oil power city company man king water war world house force group "
    "church school river day university party number river earth island fish son bear duke "
    "queen fox wolf cat dog bird princess prince mother father brother sister government "
    "model act plant land land court army team film market county sea host hand light"
)
PRED_ADJ = _set(
    "important necessary responsible able unable available popular famous similar different likely "
    "common angry sad happy afraid upset surprised worried scared jealous unhappy glad proud "
    "difficult hard easy dangerous significant unique open active present true false known alive "
    "dead sick ill late ready useful essential effective capable aware free rich poor lonely tired"
)
FEEL = _set("feel look seem become sound smell taste")
MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?|january|february|march|april|"
    r"june|july|august|september|october|november|december"
)


@lru_cache(maxsize=50_000)
def lemmas_of(word: str, pos: str) -> tuple[str, ...]:
    return tuple(getAllLemmas(word.lower().strip(",;:'\"")).get(pos, ()))


@lru_cache(maxsize=50_000)
def has_form(word: str, tag: str) -> bool:
    """Return whether a lower-case word can be the verb form `tag` (VB, VBD, VBZ, VBG, VBN)."""
    low = word.strip(",;:")
    if not low.isalpha() or low != low.lower() or low in DET | PREP | WH:
        return False
    lemmas = lemmas_of(low, "VERB") or lemmas_of(low, "AUX")
    if tag == "VB":
        return low in lemmas
    return any(low in getInflection(lemma, tag) for lemma in lemmas)


def finite_form(verb: str, do: str) -> str:
    """Return the finite form of a base verb that replaces `do verb`."""
    if do == "do":
        return verb
    tag = "VBD" if do == "did" else "VBZ"
    if verb == "be":
        return "was" if do == "did" else "is"
    forms = getInflection(verb, tag)
    return str(forms[0]) if forms else ""


def low_word(word: str) -> str:
    return word.lower().strip(",;:")


def low_word_at(words: list[str], i: int) -> str:
    """Return the bare lower-case word at i, or "" past the end."""
    return low_word(words[i]) if i < len(words) else ""


def sentence_of(*parts: str | list[str]) -> str:
    """Join words into one sentence: single spaces, a capital, a full stop."""
    words = [p if isinstance(p, str) else " ".join(p) for p in parts]
    text = re.sub(r"\s+", " ", " ".join(w for w in words if w)).strip(" ,;")
    text = re.sub(r" ([,;:])", r"\1", text)
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."


def inside_sentence(answer: str) -> str:
    """Return the answer as it appears inside a sentence: function words lose their capital."""
    first, _, rest = answer.partition(" ")
    if first.lower() in DET | PREP | PRONOUN | CONJ and first != "I":
        return f"{first.lower()} {rest}".strip()
    return answer
