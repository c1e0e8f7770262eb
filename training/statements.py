"""Rewrites a question and its answer as one declarative sentence, by rule and without a parser.

Word lists and lemminflect's dictionary find the auxiliary, the subject and the main verb. Whatever
the rules are not sure of goes into a neutral frame that quotes the question, so that a statement
never says something else than its question and answer do.
"""

from __future__ import annotations

import hashlib
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
FRAMES = (
    'The answer to "{q}?" is {a}.',
    'If someone asks "{q}?", the right reply is {a}.',
    '{A} is what answers the question "{q}?"',
)
MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?|january|february|march|april|"
    r"june|july|august|september|october|november|december"
)


@lru_cache(maxsize=50_000)
def _lemmas(word: str, pos: str) -> tuple[str, ...]:
    return tuple(getAllLemmas(word.lower().strip(",;:'\"")).get(pos, ()))


@lru_cache(maxsize=50_000)
def _is(word: str, tag: str) -> bool:
    """Whether a lower-case word can be the verb form `tag` (VB, VBD, VBZ, VBG, VBN)."""
    low = word.strip(",;:")
    if not low.isalpha() or low != low.lower() or low in DET | PREP | WH:
        return False
    lemmas = _lemmas(low, "VERB") or _lemmas(low, "AUX")
    if tag == "VB":
        return low in lemmas
    return any(low in getInflection(lemma, tag) for lemma in lemmas)


def _inflect(verb: str, do: str) -> str:
    """The finite form of a base verb that stands for `do verb`."""
    if do == "do":
        return verb
    tag = "VBD" if do == "did" else "VBZ"
    if verb == "be":
        return "was" if do == "did" else "is"
    forms = getInflection(verb, tag)
    return str(forms[0]) if forms else ""


def _low(word: str) -> str:
    return word.lower().strip(",;:")


def _join(*parts: str | list[str]) -> str:
    """One sentence from words: single spaces, a capital, a full stop."""
    words = [p if isinstance(p, str) else " ".join(p) for p in parts]
    text = re.sub(r"\s+", " ", " ".join(w for w in words if w)).strip(" ,;")
    text = re.sub(r" ([,;:])", r"\1", text)
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."


def _mid(answer: str) -> str:
    """An answer as it stands inside a sentence: function words lose their capital."""
    first, _, rest = answer.partition(" ")
    if first.lower() in DET | PREP | PRONOUN | CONJ and first != "I":
        return f"{first.lower()} {rest}".strip()
    return answer


def frame(question: str, answer: str) -> str:
    """The neutral frame: quotes the question; which paraphrase depends on the question only."""
    q = question.strip().rstrip("?").strip()
    pick = hashlib.sha256(q.encode()).digest()[0] % len(FRAMES)
    a = _mid(answer)
    return FRAMES[pick].format(q=q, a=a, A=answer[:1].upper() + answer[1:])


def _clause(answer: str) -> bool:
    """Whether an answer looks like a clause with its own subject and finite verb."""
    words = answer.split()
    return _low(words[0]) in PRONOUN - {"that", "this"} or any(_low(w) in AUX for w in words[1:6])


def _nominal(answer: str) -> bool:
    """Whether an answer can stand where a noun phrase does."""
    first = _low(answer.split()[0])
    verbal = _is(first, "VB") or _is(first, "VBD")
    if first.endswith("ed") and len(answer.split()) == 2 and _lemmas(answer.split()[1], "NOUN"):
        return True
    if first in {"felt", "saw", "left", "found", "put", "set", "cut"} and " " in answer:
        return False
    return not (
        _clause(answer)
        or first in AUX
        or first == "because"
        or (verbal and not _lemmas(first, "NOUN") and not _lemmas(first, "ADJ") and " " in answer)
    )


def _agreeing(aux: str, answer: str) -> str:
    """is, was and has in the plural where the answer, as subject, plainly is one."""
    last = answer.split()[-1]
    head = re.split(r" (?:of|in|for|with|from|at|on|to|by) ", answer)[0].split()[-1]
    nouns = _lemmas(head, "NOUN")
    many = " and " in answer and not answer[:1].isupper()
    plural = (head.islower() and head.endswith("s") and nouns and head not in nouns) or many
    if not plural or not last or _is(answer.split()[0].lower(), "VBG") or re.search(r"\d", answer):
        return aux
    return {"is": "are", "was": "were", "has": "have"}.get(aux, aux)


def _when(answer: str) -> str:
    low, first = answer.lower(), _low(answer.split()[0])
    if re.match(r"(?:early|late|mid|right|about|around)\W+(?:in )?(?:the )?\d", low):
        return f"in {answer}"
    if first in WHEN_START or low.endswith((" ago", " later", " earlier")):
        return answer
    if re.match(rf"(?:{MONTH})\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?!\d)", low) or re.match(
        rf"\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{MONTH})\b", low
    ):
        return f"on {answer}"
    if re.match(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", low):
        return f"on {answer}"
    if re.match(r"\d{1,2}(?::\d\d)?\s*(?:am|pm|a\.m|p\.m|o'clock)|noon|midnight|\d{1,2}:\d\d", low):
        return f"at {answer}"
    if re.search(r"\d|centur|decade|month|year|spring|summer|autumn|winter", low) or re.match(
        rf"(?:{MONTH})\b", low
    ):
        return f"in {answer}"
    return f"when {answer}" if _clause(answer) else f"at this time: {answer}"


def _adjunct(wh: str, answer: str, verb: str) -> str:
    """The answer to when, where, why or how as a phrase at the end of a sentence."""
    first = _low(answer.split()[0])
    if wh == "when":
        return _when(answer)
    if wh == "where":
        if first in PREP or first in {
            "there",
            "home",
            "everywhere",
            "nowhere",
            "here",
            "abroad",
            "back",
            "away",
            "upstairs",
            "next",
            "north",
            "south",
        }:
            return answer
        return f"{'to' if verb in {'go', 'move', 'travel', 'return'} else 'in'} {answer}"
    if wh == "why":
        if first in WHY_START:
            return answer
        if _clause(answer):
            return f"because {answer}"
        nominal = first in DET or answer[:1].isupper() or first.endswith("ing")
        nominal = nominal and not any(_is(_low(w), "VBD") for w in answer.split()[1:])
        return f"because of {answer}" if nominal else f"for this reason: {answer}"
    adverbial = any(w.endswith("ly") for w in answer.split()[:2]) and len(answer.split()) < 4
    if first in PREP or adverbial or verb in FEEL:
        return answer
    return f"by {answer}" if _is(first, "VBG") else f"in this way: {answer}"


def _noun_before(words: list[str], i: int) -> bool:
    """Whether a noun phrase can end right before word i."""
    if i == 0:
        return False
    prev = _low(words[i - 1]) if words[i - 1].islower() else ""
    if prev in ADVERB and i > 1:
        return _noun_before(words, i - 1)
    if prev in DET - {"one", "this", "that", "these", "those", "all", "both"} or prev in PREP | {
        "and"
    }:
        return False
    only_adj = _lemmas(prev, "ADJ") and not _lemmas(prev, "NOUN") and words[i - 1].islower()
    return not (only_adj or prev.endswith("'s") or words[i - 1].endswith(("'", ",")))


def _low_at(words: list[str], i: int) -> str:
    """The bare lower-case word at i, or nothing past the end."""
    return _low(words[i]) if i < len(words) else ""


def _verbal(words: list[str], i: int) -> bool:
    """Whether a word that may be a noun stands where a main verb would."""
    if not _lemmas(words[i], "NOUN"):
        return True
    after = _low_at(words, i + 1)
    return _low(words[i]) not in NOUNY and (not after or after in (PREP | DET | CONJ) - {"of"})


def _verb_at(words: list[str], tag: str = "VB") -> int:
    """Where the main verb stands in `subject verb rest`, or -1 when that is not clear."""
    if not words:
        return -1
    if _low(words[0]) in PRONOUN and len(words) > 1:
        at = 2 if _low(words[1]) in ADVERB and len(words) > 2 else 1
        return at if _is(words[at], tag) or _low(words[at]) == "be" else -1
    found = [i for i, w in enumerate(words) if i and _is(w, tag) and _noun_before(words, i)]
    sure = [i for i in found if _low(words[i]) in VERBS - NOUNY or not _lemmas(words[i], "NOUN")]
    found = [i for i in found if _low(words[i]) in VERBS or _verbal(words, i)]
    if not found:
        return -1
    if sure and (sure[0] == found[0] or _low(words[found[0]]) not in VERBS):
        return sure[0]
    return found[0] if len(found) == 1 and _low(words[found[0]]) not in NOUNY else -1


def _participle_at(words: list[str]) -> int:
    """Where a passive or progressive predicate starts after its subject, or -1."""
    found = [
        i
        for i, w in enumerate(words)
        if i
        and (_is(w, "VBN") or _is(w, "VBG") or _low(w) in PRED_ADJ)
        and _noun_before(words, i)
        and _low(words[i - 1]) not in {"been", "being"}
        and not (_is(w, "VBG") and _lemmas(w, "NOUN") and not _verbal(words, i))
    ]
    if len(found) > 1:
        if found[-1] == len(words) - 1 and _low(words[found[-1] - 1]) not in {"and", "to"}:
            return found[-1]
        gap = {_low(w) for w in words[found[0] + 1 : found[1]]}
        return found[0] if gap & (CONJ | {"by", "to"}) else -1
    return found[0] if found else -1


def _gap(rest: list[str], verb: str) -> int:
    """Where the object goes among the words after the verb, or -1 when that is not clear."""
    n = len(rest)
    low = [_low(w) for w in rest]
    if any(w in AUX or w in {"who", "which"} for w in low):
        return n if low and low[-1] in BE else (0 if low[0] in PREP | CONJ else -1)
    for i, word in enumerate(low):
        if word in PREP and (i + 1 == n or (low[i + 1] in PREP | CONJ and i == 0)):
            while i + 1 < n and low[i + 1] in PREP and i + 2 == n:
                i += 1
            return i + 1
    if verb in CONTROL and low[:1] == ["to"] and n > 1 and _is(rest[1], "VB"):
        inner = _gap(rest[2:], low[1])
        return -1 if inner < 0 else inner + 2
    if low[:1] == ["to"] and verb in {"need", "have", "ask", "help", "like", "use", "want"}:
        return -1 if verb != "use" else 0
    if not low or low[0] in PREP | CONJ | ADVERB or low[0].endswith("ly"):
        return 0
    if _is(rest[0], "VBD") and not _lemmas(rest[0], "NOUN"):
        return 0
    if verb in DITRANSITIVE:
        return next((i for i, w in enumerate(low) if i and w in PREP | CONJ), n)
    return -1


def _with_do(do: str, rest: list[str], neg: bool) -> tuple[list[str], str, str, list[str]] | None:
    """(subject, base verb, finite verb, words after it) of `do subject verb ...`."""
    at = _verb_at([w for w in rest if w != "not"])
    if at < 1:
        return None
    if "not" in rest[: at + 1]:
        neg = True
        rest = [w for i, w in enumerate(rest) if w != "not" or i > at]
    verb = _low(rest[at])
    finite = f"{do} not {verb}" if neg else _inflect(verb, do)
    tail = rest[at + 1 :]
    for i in range(1, 0 if neg else len(tail)):
        joined = _low(tail[i - 1]) == "and" and _is(tail[i], "VB") and "to" not in tail[:i]
        if joined and (_low(tail[i]) in VERBS - NOUNY or not _lemmas(tail[i], "NOUN")):
            tail[i] = _inflect(_low(tail[i]), do) or tail[i]
    return (rest[:at], verb, finite, tail) if finite else None


def _subject_question(words: list[str]) -> bool:
    """Whether the words after be/have/modal start a predicate, so that the wh-word is subject."""
    first = _low(words[0])
    if first in ADVERB and len(words) > 1:
        return _subject_question(words[1:])
    nxt = _low(words[1]) if len(words) > 1 else ""
    if first in PREP | {"able", "been", "being", "responsible"}:
        return True
    if _is(words[0], "VBN") or first in PRED_ADJ:
        return not nxt or nxt in PREP | DET | CONJ or words[-1] == words[0]
    return False


def _be(wh: str, noun: list[str], aux: str, rest: list[str], a: str) -> str:
    """Questions whose auxiliary is a form of be."""
    if not rest or _low(rest[0]) == "there":
        return ""
    if wh in {"when", "where", "why", "how"}:
        at = _participle_at(rest)
        if at < 0:
            if wh in {"when", "where"} and not any(_low(w) in AUX for w in rest):
                return _join(rest, aux, _adjunct(wh, a, ""))
            return ""
        if _is(rest[at], "VBN") and _low_at(rest, at + 1) in DET and _low_at(rest, at) not in GIVEN:
            return ""
        while at > 1 and (_low(rest[at - 1]) in ADVERB or _low(rest[at - 1]).endswith("ly")):
            at -= 1
        if wh == "where" and _low(rest[-1]) in PREP:
            return _join(rest[:at], aux, rest[at:], a)
        return _join(rest[:at], aux, rest[at:], _adjunct(wh, a, ""))
    if not _nominal(a) or _low(rest[-1]) in ADVERB | {"doing"}:
        return ""
    if noun and _low(noun[-1]) in TIME_NOUN and not _subject_question(rest):
        at = _participle_at(rest)
        if at < 0 or _low(rest[-1]) in PREP:
            return ""
        return _join(rest[:at], aux, rest[at:], _when(a))
    if _subject_question(rest) or (wh == "who" and _is(rest[0], "VBG")):
        return _join(a, _agreeing(aux, a), rest)
    if _low(rest[0]) in ADVERB:
        return ""
    if _is(rest[0], "VBG") or _is(rest[0], "VBN"):
        return _join(rest, aux, a) if len(rest) == 1 and _is(rest[0], "VBG") else ""
    low = [_low(w) for w in rest]
    if low[-1] in PREP:
        if any(w in AUX | {"that", "which", "who"} for w in low):
            return ""
        at = _participle_at(rest)
        if at < 0 and len(rest) > 1 and low[-2] not in PREP and not noun:
            adj = _lemmas(low[-2], "ADJ") and not _lemmas(low[-2], "NOUN")
            at = len(rest) - (2 if adj else 1)
        return _join(rest[:at], aux, rest[at:], a) if at > 0 else ""
    at = next((i for i, w in enumerate(low) if i and w in GIVEN and _noun_before(rest, i)), -1)
    if at > 0 and low[at + 1 : at + 2] not in (["by"], ["to"]):
        gap = _gap(rest[at + 1 :], "")
        if gap < 0:
            return ""
        cut = at + 1 + gap
        return _join(rest[:at], aux, rest[at:cut], a, rest[cut:])
    at = next((i for i, w in enumerate(rest) if i and _is(w, "VBG") and _noun_before(rest, i)), -1)
    if at > 0 and at < len(rest) - 1 and low[at + 1] in PREP and "of" not in low[:at]:
        return ""
    if at > 0 and (at == len(rest) - 1 or low[at + 1] in CONJ) and not _lemmas(rest[at], "NOUN"):
        return _join(rest[:at], aux, rest[at], a, rest[at + 1 :])
    if "to" in low[-2:-1] and _is(rest[-1], "VB") and low[-1] not in {"do", "be", "have", "become"}:
        return ""
    if "to" in low and low[-1] in {"do", "be", "have", "become"} and _participle_at(rest) > 0:
        at = _participle_at(rest)
        return _join(rest[:at], aux, rest[at:], a)
    if any(w in AUX for w in low) and not any(w in {"that", "who", "which", "when"} for w in low):
        return ""
    if noun and not (low[0] == "the" and {"of", "for", "first", "most", "only", "last"} & {*low}):
        return ""
    if noun and _participle_at(rest) > 0:
        return ""
    return _join(a, aux, rest) if noun else _join(rest, aux, a)


def _aux(wh: str, noun: list[str], aux: str, neg: bool, rest: list[str], a: str, unit: str) -> str:
    """Questions with do-support, have or a modal."""
    full = _counted(a, unit)
    if aux in DO:
        parts = _with_do(aux, rest, neg)
        if parts is None:
            return ""
        subject, verb, finite, tail = parts
    else:
        tag = "VBN" if aux in HAVE else "VB"
        start = 1 if rest and _low(rest[0]) in ADVERB else 0
        if len(rest) > start and (_is(rest[start], tag) or _low(rest[start]) in {"be", "been"}):
            later = _verb_at(rest[start:], tag) > 0
            if wh in {"when", "where", "why", "how"} or (later and _lemmas(rest[start], "NOUN")):
                return ""
            if not _nominal(a) or _low(rest[start]) == "happen":
                return ""
            return _join(full, _agreeing(aux, full), "not" if neg else "", rest)
        at = _verb_at(rest, tag)
        if at < 1:
            return ""
        subject, verb, tail = rest[:at], _low(rest[at]), rest[at + 1 :]
        finite = f"{aux} not {verb}" if neg else f"{aux} {verb}"
    if wh in {"when", "where", "why", "how"}:
        if tail and _low(tail[0]) in AUX:
            return ""
        if wh == "where" and tail and _low(tail[-1]) in PREP:
            return _join(subject, finite, tail, a)
        if wh == "how" and verb in FEEL:
            return "" if not _nominal(a) else _join(subject, finite, a, tail)
        return _join(subject, finite, tail, _adjunct(wh, a, verb))
    if noun and _low(noun[-1]) in TIME_NOUN and (not tail or _low(tail[-1]) not in PREP):
        return _join(subject, finite, tail, _when(a))
    if verb == "do" and wh == "what" and not noun:
        words = a.split()
        if aux in MODAL and _is(words[0], "VB") and not neg:
            return _join(subject, aux, a, tail)
        if aux not in DO:
            return ""
        if _is(words[0], "VBD" if aux == "did" else "VBZ") and not neg:
            return _join(subject, a, tail)
        if _is(words[0], "VB") and aux == "did" and not neg:
            return _join(subject, _inflect(words[0], "did"), words[1:], tail)
        return ""
    if a.split()[0] == finite or (_low(tail[-1]) if tail else "") in AUX | {"do"}:
        return ""
    if not _nominal(a) or verb == "happen" or [_low(w) for w in tail[:2]] == ["to", "do"]:
        return ""
    gap = _gap(tail, verb)
    return "" if gap < 0 else _join(subject, finite, tail[:gap], full, tail[gap:])


def _counted(answer: str, unit: str) -> str:
    """`40` and `people` give `40 people`; an answer that names its unit stays."""
    if not unit or not unit.split():
        return answer
    head = unit.split()[0].lower()[:4]
    bare = re.fullmatch(
        r"(?:(?:about|over|almost|nearly|around|approximately|more than|up to|at "
        r"least)\s+)?[\w.,-]+(?:\s(?:hundred|thousand|million|billion))?",
        answer,
    )
    return f"{answer} {unit}" if bare and head not in answer.lower() else answer


def _yes_no(words: list[str], answer: str) -> str:
    said = answer.lower().strip(" .!,")
    if said not in {"yes", "no"}:
        return ""
    aux, rest, no = _low(words[0]), words[1:], said == "no"
    aux = NEGATED.get(aux, aux)
    if aux in DO:
        parts = _with_do(aux, rest, no)
        return _join(parts[0], parts[2], parts[3]) if parts else ""
    at = _participle_at(rest) if aux in BE else _verb_at(rest, "VBN" if aux in HAVE else "VB")
    if at < 1 and aux in BE and rest and (_low(rest[0]) in PRONOUN or rest[0][:1].isupper()):
        at = next((i for i, w in enumerate(rest) if i and not w[:1].isupper()), -1)
    if at < 1:
        return ""
    return _join(rest[:at], aux, "not" if no else "", rest[at:])


def _kind(a: str, body: list[str], at: int) -> tuple[str, list[str]]:
    """The answer and the words after what or which, without `kind of`; no words when unsure."""
    end = at if at > 0 else _finite_at(body)
    noun = [_low(w) for w in body[: max(end, 0)]]
    if not noun or (at < 0 and (_is(body[0], "VBD") or _is(body[0], "VBZ"))):
        return a, body
    head = noun[-1]
    if noun[0] in {"percentage", "percent", "proportion", "portion", "fraction", "part", "amount"}:
        whole = " ".join(body[1:end]) if noun[1:2] == ["of"] else ""
        return (f"{a} {whole}" if whole and whole.split()[-1] not in a else a), body[end - 1 :]
    if noun[0] in {"type", "kind", "sort", "types", "kinds", "form", "style", "color", "colour"}:
        if noun[1:2] == ["of"] and head[:4] not in a.lower():
            adj = " " not in a and a.islower() and not _lemmas(a, "NOUN")
            adj = adj and bool(_lemmas(a, "ADJ") or a.endswith("ed"))
            return (f"{a} {' '.join(body[2:end])}", body[end - 1 :]) if adj else (a, [])
        return a, body
    if any(w in PREP - {"of"} or (_is(w, "VBG") and not _lemmas(w, "NOUN")) for w in noun):
        return a, []
    if head == "century" and re.fullmatch(r"(?:the )?\w+(?:st|nd|rd|th|first)", a):
        return f"the {a.removeprefix('the ')} century", body
    return a, body


def _finite_at(words: list[str]) -> int:
    """Where the finite verb stands in `noun phrase verb ...` of a subject question, or -1."""
    for i, word in enumerate(words):
        if i == 0 or not _noun_before(words, i):
            continue
        verbal = _is(word, "VBD") or _is(word, "VBZ")
        if not verbal and not (_is(word, "VB") and words[i - 1].lower().endswith(("s", "people"))):
            continue
        after = _low(words[i + 1]) if i + 1 < len(words) else ""
        if not _lemmas(word, "NOUN") or _is(word, "VBD") or after in DET:
            return i
        return i if after in PREP - {"of"} and _low(word) in VERBS else -1
    return -1


def _rule(question: str, answer: str) -> str:
    """The declarative sentence, or nothing when no rule is sure."""
    words = question.replace("“", '"').replace("”", '"').split()
    if not words or not answer or len(words) < 2 or len(answer.split()) > 40:
        return ""
    first = _low(words[0])
    if first in AUX or first in NEGATED:
        return _yes_no(words, answer)
    prep = ""
    if first in PREP and _low(words[1]) in WH:
        prep, words = first, words[1:]
        first = _low(words[0])
    if first not in WH or first == "whose" or len(words) < 2:
        return ""
    if first in {"what's", "who's", "where's"}:
        words = [first[:-2], "is", *words[1:]]
        first = words[0]
    a, wh = _mid(answer), "who" if first == "whom" else first
    unit, body = "", words[1:]
    at = next((i for i, w in enumerate(body) if _low(w) in AUX or _low(w) in NEGATED), -1)
    if wh == "how" and _low(body[0]) in {"many", "much"}:
        wh, body = "what", body[1:]
        unit = " ".join(body[: at - 1]) if at > 0 else ""
        at = at - 1 if at > 0 else at
        counted = True
    elif wh == "how" and at == 1:
        if _low(body[0]) not in {"long", "old", "far", "often", "large", "tall", "big", "high"}:
            return ""
        return _degree(_low(body[0]), _low(body[1]), body[2:], a)
    else:
        counted = False
    if counted and at < 0:
        at = _finite_at(body)
        return _join(_counted(a, " ".join(body[:at])), body[at:]) if at > 0 else ""
    if wh in {"what", "which"} and not counted:
        a, body = _kind(a, body, at)
        if not body:
            return ""
        at = next((i for i, w in enumerate(body) if _low(w) in AUX or _low(w) in NEGATED), -1)
    if wh in {"what", "which"} and _low(body[0]) in ADVERB and not counted:
        return ""
    if at < 0:
        if wh == "who" or (wh == "what" and (_is(body[0], "VBD") or _is(body[0], "VBZ"))):
            ok = _is(body[0], "VBD") or _is(body[0], "VBZ") or _low(body[0]) in ADVERB
            odd = a.lower() in {"i", "we", "they", "you"} and _is(body[0], "VBZ")
            odd = odd or _low(body[0]) in {"happened", "happens"} or not _nominal(a)
            return _join(a, body) if ok and not prep and not odd else ""
        at = _finite_at(body)
        return _join(a, body[at:]) if wh in {"what", "which"} and at > 0 and not prep else ""
    noun, aux, rest = body[:at], _low(body[at]), body[at + 1 :]
    neg, aux = aux in NEGATED, NEGATED.get(aux, aux)
    if not rest:
        return ""
    if noun and wh not in {"what", "which"}:
        if wh == "who" and (_is(noun[0], "VBD") or _is(noun[0], "VBZ")):
            return _join(a, body) if _low(noun[0]) not in {"happened", "happens"} else ""
        return ""
    if _low(body[0]) in {"happened", "happens"}:
        return ""
    early = _finite_at(noun) if noun and not counted else -1
    if early > 0 or (noun and wh == "what" and not counted and _is(noun[0], "VBD")):
        return _join(a, body[max(early, 0) :]) if not prep else ""
    if prep:
        return _fronted(prep, aux, neg, rest, a)
    if counted and not noun and aux in BE:
        return ""
    if counted and aux in BE and _low(rest[0]) == "there":
        return _join("there", aux, _counted(a, unit), rest[1:])
    if (
        aux in HAVE
        and _low(rest[0]) in {"a", "an", "its", "their", "no", "his", "her"}
        and (wh == "who" or noun)
        and not any(_is(w, "VBN") for w in rest[-1:])
    ):
        return _join(_counted(a, unit), aux, rest)
    if (
        aux in HAVE
        and not neg
        and noun
        and not _subject_question(rest)
        and _verb_at(rest, "VBN") < 1
    ):
        return _join(_counted(a, unit), aux, rest)
    if aux in BE:
        if neg:
            return ""
        if counted and not _subject_question(rest):
            return ""
        return _be(wh, noun, aux, rest, _counted(a, unit))
    return _aux(wh, [] if counted else noun, aux, neg, rest, a, unit)


def _degree(word: str, aux: str, rest: list[str], a: str) -> str:
    """`How long did it last?`, `How old is she?`."""
    if aux in DO:
        parts = _with_do(aux, rest, False)
        if parts is None:
            return ""
        subject, verb, finite, tail = parts
        lasting = verb in {"last", "take", "wait", "go"} or _low(a.split()[0]) in PREP
        link = "for" if word == "long" and not lasting else ""
        return (
            _join(subject, finite, link, a, tail)
            if not tail
            else _join(subject, finite, tail, link, a)
        )
    if aux in BE and rest and _participle_at(rest) < 0 and word != "often":
        unit = word if re.search(r"(?:year|met|feet|foot|mile|km|inch)\w*$", a) else ""
        return _join(rest, aux, a, "" if unit in {"far", "large", "big"} else unit)
    return ""


def _fronted(prep: str, aux: str, neg: bool, rest: list[str], a: str) -> str:
    """`In which year did ...`: the phrase goes to the end."""
    phrase = a if _low(a.split()[0]) in PREP else f"{prep} {a}"
    if aux in DO:
        parts = _with_do(aux, rest, neg)
        return _join(parts[0], parts[2], parts[3], phrase) if parts else ""
    at = _participle_at(rest) if aux in BE else _verb_at(rest, "VBN" if aux in HAVE else "VB")
    return _join(rest[:at], aux, "not" if neg else "", rest[at:], phrase) if at > 0 else ""


def by_rule(question: str, answer: str) -> str:
    """The rewritten sentence, or an empty string when the neutral frame is safer."""
    q = re.sub(r"\s+", " ", question).strip().rstrip("?").strip().rstrip(".")
    a = re.sub(r"\s+", " ", answer).strip().rstrip(".;,").strip()
    if not q or not a or "?" in q or re.search(r"[.;] ", q):
        return ""
    if "," in q and re.match(r"(?i)(in|on|at|during|after|before|when|by|as|according|along)\b", q):
        lead, _, tail = q.rpartition(", ")
        if tail and _low(tail.split()[0]) in WH | PREP and len(lead.split()) < 12:
            text = _rule(tail, a)
            plain = text and text.split()[0].lower() in DET | PRONOUN
            return f"{lead}, {text[:1].lower() if plain else text[:1]}{text[1:]}" if text else ""
    return _rule(q, a)


def statement(question: str, answer: str) -> str:
    """One declarative sentence that says that `answer` answers `question`."""
    a = re.sub(r"\s+", " ", answer).strip().rstrip(".;,").strip() or answer.strip()
    return by_rule(question, answer) or frame(re.sub(r"\s+", " ", question), a)
