"""Question and answer as one declarative sentence, by rules over the question's parse."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from qgauge.statements import adjuncts
from qgauge.statements.asked import Asked, take_apart, take_yes_no, wh_at
from qgauge.statements.gaps import adjunct_gap, lemma_of, main_verb, object_gap, stranded
from qgauge.statements.reply import Reply
from qgauge.statements.sentence import Sentence, sentences
from qgauge.statements.verbs import AUXILIARY, BE, DO, HAVE, MODAL, can_be, finite, lemmas, negated
from qgauge.tools.parser import Parse


@dataclass(frozen=True, slots=True)
class Statement:
    """A declarative sentence, whether the rule that made it was sure, and the rule's name."""

    text: str
    sure: bool
    rule: str


_LINKING = frozenset("feel look seem become sound smell taste appear remain stay".split())
_MEASURES = frozenset("old tall long wide deep high thick".split())
_PROPERTIES = frozenset(
    """
    color colour kind type sort size shape nationality religion age gender race sex breed species
    state class form temperature sign
    """.split()  # noqa: SIM905
)
_TIME_NOUNS = frozenset(
    "year day date month century decade time week hour years".split()
)
_PROMPTS = frozenset("name list give identify state mention specify provide".split())
_TELLING = frozenset("tell explain describe say know show discuss state remember wonder".split())
_SHARES = frozenset("percentage percent proportion portion fraction share".split())
_KINDS = frozenset("kind kinds type types sort sorts form forms".split())
_PARTS = frozenset("part parts layer side region section half area end stage phase step floor".split())
_BLANK = re.compile(r"_{2,}|\[(?:blank|MASK|___+)\]|(?<!\.)\.{3,}(?=\s*\w)")


def statement(question: str, answer: str, asked: Parse, answered: Parse) -> Statement:
    """The statement that question and answer make; `asked` and `answered` are their parses."""
    reply = Reply.read(answer, answered)
    said = sentences(question, asked)
    if not said or not len(reply.sentence):
        return frame(question, reply.text or answer)
    if _BLANK.search(question):
        return _made("blank", [_BLANK.sub(lambda _: f" {reply.mid} ", question, count=1)])
    at = next((n for n in reversed(range(len(said))) if said[n].asks), len(said) - 1)
    before = said[at - 1] if at else None
    return _of(said[at], before, reply) or frame(question, reply.mid)


def frame(question: str, answer: str) -> Statement:
    """The neutral frame, for whatever no rule is sure of."""
    asked = " ".join(question.split()).rstrip("?.! ")
    return Statement(f'The answer to "{asked}?" is {answer}.', False, "frame")


def _made(rule: str, parts: Iterable[str], sure: bool = True) -> Statement:
    """One sentence from its parts: single spaces, a capital, a full stop."""
    text = " ".join(" ".join(part for part in parts if part).split())
    text = re.sub(r" ([,;:.])", r"\1", text).strip(" ,;")
    text = text[:1].upper() + text[1:]
    if not text.endswith((".", "!", "?", '."', ".'", ".”")):
        text += "."
    return Statement(text, sure, rule)


def _of(sentence: Sentence, before: Sentence | None, reply: Reply) -> Statement | None:
    at = wh_at(sentence)
    if at >= 0 and len(sentence) <= at + 2 and sentence.low[at + 1] in ("", "not", "so", "come"):
        return _alone(sentence.low[at], before, reply)
    prompt = _prompt(sentence, reply)
    if prompt:
        return prompt
    if at < 0:
        return _without_wh(sentence, reply)
    if at and not _front(sentence, at):
        return _in_place(sentence, at, reply)
    return _wh(take_apart(sentence, at), reply)


# ------------------------------------------------------------------ questions without a wh-word


def _without_wh(sentence: Sentence, reply: Reply) -> Statement | None:
    asked = take_yes_no(sentence)
    if asked:
        return _yes_no(asked, reply)
    whole = sentence.part(0, len(sentence))
    if sentence.asks:
        return _made("as asked", [whole]) if reply.polarity else None
    return _made("gap at the end", [whole, reply.mid])


def _yes_no(asked: Asked, reply: Reply) -> Statement | None:
    sentence, positive = asked.sentence, reply.polarity
    if positive is None:
        choice = _choice(asked, reply)
        if choice:
            return choice
        embedded = _embedded(sentence, reply)
        if embedded:
            return embedded
        if reply.is_clause:
            return _made("clause", [reply.with_subject(_subject(asked))])
        return None
    negation = "" if positive else "not"
    if positive and asked.negation:
        negation = ""
    rest = _rest(asked, asked.rest, len(sentence))
    if positive:
        rest = re.sub(r"\bany\b", "some", rest)
    return _made(
        "yes-no",
        [asked.front and asked.front + ",", _subject(asked), _verbed(asked, rest, negation)],
        asked.certain,
    )


def _choice(asked: Asked, reply: Reply) -> Statement | None:
    """A question with `or`: the answer takes the place of the alternatives."""
    sentence = asked.sentence
    for at in range(asked.rest, len(sentence)):
        if sentence.low[at] != "or":
            continue
        last = sentence.words[at].head if sentence.words[at].head > at else at + 1
        first = sentence.words[last].head if last < len(sentence) else -1
        if not asked.rest <= first < at:
            continue
        start = min(one for one in sentence.subtree(first) if one >= asked.rest)
        start = max(start, asked.rest)
        end = max(sentence.subtree(last)) + 1
        tail = sentence.part(end, len(sentence))
        head = sentence.part(asked.rest, start) if start > asked.rest else ""
        verb = _verbed(asked, head, asked.negation) if head else asked.verb
        if not head and asked.verb in DO:
            return None
        return _made("choice", [_subject(asked), verb, reply.mid, tail])
    return None


def _embedded(sentence: Sentence, reply: Reply) -> Statement | None:
    """`Can you tell me where the cat sleeps?`"""
    low = sentence.low
    for at in range(1, len(sentence)):
        if low[at] in ("who", "what", "which", "when", "where", "why", "how", "whose", "whom"):
            before = {word.lemma.lower() for word in sentence.words[:at]}
            if before & _TELLING:
                return _indirect(sentence, at, reply)
    return None


def _prompt(sentence: Sentence, reply: Reply) -> Statement | None:
    """`Name the longest river.` and `Explain why the sky is blue.`"""
    low = sentence.low
    start = 1 if low[0] in ("please", "now") else 0
    if low[start] not in _PROMPTS | _TELLING or sentence.upos(start) == "AUX":
        return None
    at = start + 1
    while low[at] in ("me", "us", "briefly"):
        at += 1
    if low[at] in ("who", "what", "which", "when", "where", "why", "how", "whose", "whom"):
        return _indirect(sentence, at, reply)
    if low[start] not in _PROMPTS or at >= len(sentence):
        return None
    if reply.is_clause:
        return _made("prompt", [reply.text], False)
    named = sentence.part(at, len(sentence))
    many = _several(sentence, at)
    return _made("prompt", [named, "are" if many else "is", reply.mid])


def _several(sentence: Sentence, first: int) -> bool:
    """Whether the first noun from here on is plural."""
    for at in range(first, len(sentence)):
        if sentence.low[at] in ("of", "in", "that", "who", "which", "for"):
            return False
        if sentence.upos(at) == "NUM" and sentence.low[at] not in ("one", "1"):
            return True
        if sentence.upos(at) == "NOUN" and sentence.upos(at + 1) not in ("NOUN", "PROPN"):
            return sentence.words[at].lemma.lower() != sentence.low[at]
    return False


def _indirect(sentence: Sentence, at: int, reply: Reply) -> Statement | None:
    """A question inside a sentence has no auxiliary to move."""
    asked = take_apart(sentence, at)
    first = asked.wh[1]
    subject = next(
        (
            sentence.run(one, first, sentence.words[one].head)
            for one in range(first, len(sentence))
            if sentence.relation(one) in ("nsubj", "expl", "csubj") and sentence.words[one].head > one
        ),
        None,
    )
    body = sentence.part(first, len(sentence))
    if not body:
        return None
    if asked.word in ("when", "where", "why", "how") and asked.wh[1] == at + 1:
        verb = lemma_of(sentence, main_verb(asked))
        phrase, sure = _adjunct(asked.word, reply, verb, sentence.part(*subject) if subject else "")
        return _made("indirect", [body, phrase], sure)
    if subject is None or subject[0] != first:
        return _made("indirect subject", [_filled(asked, reply), body])
    moved = Asked(sentence, asked.word, asked.wh, -1, "", subject, subject[1])
    gap, sure = object_gap(moved)
    parts = [sentence.part(first, gap), _filled(asked, reply), sentence.part(gap, len(sentence))]
    return _made("indirect object", parts, sure)


def _alone(word: str, before: Sentence | None, reply: Reply) -> Statement | None:
    """`X said so. Why?`: the sentence before, and the reason."""
    if before is None or before.asks or word not in ("why", "how", "when", "where"):
        return None
    phrase, sure = _adjunct(word, reply, "", "")
    return _made("sentence before", [before.part(0, len(before)), phrase], sure)


def _front(sentence: Sentence, at: int) -> bool:
    """Whether what stands before a wh-word is an introduction and no clause of its own."""
    start = at - 1 if sentence.upos(at - 1) == "ADP" else at
    if start == 0 or sentence.low[start - 1] in (",", ":", ";", "and", "but", "so", "then", "-", "—"):
        return True
    return take_apart(sentence, at).inverted


def _in_place(sentence: Sentence, at: int, reply: Reply) -> Statement | None:
    """`The heart pumps blood through which vessels?`"""
    end = take_apart(sentence, at).wh[1]
    before, after = sentence.part(0, at), sentence.part(end, len(sentence))
    if sentence.low[at] in ("when", "where", "why"):
        phrase, sure = _adjunct(sentence.low[at], reply, "", "")
        return _made("in place", [before, phrase, after], sure)
    said = _filled(take_apart(sentence, at), reply)
    if sentence.upos(at - 1) == "ADP" and reply.low[0] == sentence.low[at - 1]:
        before = sentence.part(0, at - 1)
    return _made("in place", [before, said, after], not reply.is_clause)


# ------------------------------------------------------------------ questions with a wh-word


def _wh(asked: Asked, reply: Reply) -> Statement | None:
    repeated = _repeated(asked, reply)
    if repeated:
        return repeated
    if reply.polarity is not None:
        return None
    phrase = asked.phrase
    word = asked.word
    if word in ("when", "where", "why") or (word == "how" and phrase[-1] == "how"):
        return _adverbial(asked, reply)
    if word == "how" and not {"many", "much"} & set(phrase):
        return _degree(asked, reply)
    if not asked.inverted:
        return _subject_question(asked, reply)
    if asked.verb in BE and asked.rest >= len(asked.sentence):
        return _be(asked, reply)
    return _object_question(asked, reply)


def _repeated(asked: Asked, reply: Reply) -> Statement | None:
    """An answer that is a whole sentence and says what was asked about once more."""
    if not reply.is_clause:
        return None
    sentence = asked.sentence
    content = {
        word.lemma.lower()
        for at, word in enumerate(sentence.words)
        if word.upos in ("NOUN", "VERB", "ADJ", "PROPN", "NUM")
        and not asked.wh[0] <= at < asked.wh[1]
    }
    given = {word.lemma.lower() for word in reply.sentence.words}
    shared = len(content & given)
    verb = lemma_of(sentence, main_verb(asked)) if asked.inverted else lemma_of(sentence, asked.rest)
    same_verb = verb in given and verb not in ("be", "do", "have")
    enough = shared >= 2 and shared >= 0.6 * len(content)
    if asked.word == "why" and "because" not in reply.low:
        return None
    pronoun_first = reply.low[0] in ("he", "she", "it", "they")
    if enough or (same_verb and (shared * 2 >= len(content) or pronoun_first)):
        subject = _subject(asked) if asked.inverted else ""
        return _made("repeated", [reply.with_subject(subject) if subject else reply.text])
    return None


def _adjunct(word: str, reply: Reply, verb: str, subject: str) -> tuple[str, bool]:
    if word == "when":
        return adjuncts.when(reply)
    if word == "where":
        return adjuncts.where(reply, verb)
    if word == "why":
        return adjuncts.why(reply, subject)
    return adjuncts.how(reply)


def _adverbial(asked: Asked, reply: Reply) -> Statement | None:
    """When, where, why and how."""
    sentence, word = asked.sentence, asked.word
    if not asked.inverted:
        return _uninverted(asked, reply)
    verb = main_verb(asked)
    lemma = lemma_of(sentence, verb) if asked.rest < len(sentence) else "be"
    if word == "how" and (lemma in _LINKING or asked.rest >= len(sentence)):
        if not (reply.is_clause or reply.begins_with_preposition and asked.rest < len(sentence)):
            gap = verb + 1 if asked.rest < len(sentence) else asked.rest
            return _placed("how it is", asked, gap, reply.mid, True)
    last = stranded(asked)
    if word == "where" and last == len(sentence):
        said = reply.mid
        if reply.low[0] == sentence.low[last - 1]:
            said = said[len(reply.low[0]) :].strip()
        return _placed("where from", asked, last, said, True)
    phrase, sure = _adjunct(word, reply, lemma, _subject(asked))
    gap = adjunct_gap(asked, before_clauses=word in ("where", "how"), before_times=word == "where")
    return _placed(word, asked, gap, phrase, sure)


def _uninverted(asked: Asked, reply: Reply) -> Statement | None:
    """`Why visit Rome?`, `How come he left?`, or a question without its auxiliary."""
    sentence, first = asked.sentence, asked.wh[1]
    if asked.word == "how" and sentence.low[first] == "come":
        first += 1
    subject = next(
        (one for one in range(first, len(sentence)) if sentence.relation(one) == "nsubj"), -1
    )
    if subject < 0 or sentence.words[subject].head < subject:
        return None
    phrase, _ = _adjunct(asked.word, reply, "", "")
    return _made("no auxiliary", [sentence.part(first, len(sentence)), phrase], False)


def _degree(asked: Asked, reply: Reply) -> Statement | None:
    """How long, how old, how far, how often and the like."""
    sentence, adjective, said = asked.sentence, asked.phrase[-1], reply.mid
    if not asked.inverted or reply.is_clause:
        return None
    if asked.verb in BE and (asked.rest >= len(sentence) or _no_verb(asked)):
        measured = adjective in _MEASURES and re.search(r"\d|\w+ \w*(?:s|feet|foot)$", said)
        known = {adjective, "away", "long", "old"} & set(said.lower().split())
        if measured and not known and not reply.is_number:
            said = f"{said} {adjective}"
        return _placed("how much it is", asked, asked.rest, said, True)
    lemma = lemma_of(sentence, main_verb(asked))
    if adjective == "long" and lemma not in ("take", "last", "spend", "be"):
        if re.match(r"(?:about |over |nearly |almost |around )?(?:\d|an? |\w+ \w+s$)", said):
            said = f"for {said}"
    if adjective in ("far", "much", "fast", "high", "deep") or lemma in ("take", "last"):
        gap, sure = object_gap(asked)
        return _placed("how far", asked, gap, said, sure)
    return _placed("how often", asked, adjunct_gap(asked, before_clauses=True), said, True)


def _no_verb(asked: Asked) -> bool:
    """Whether no participle follows the subject of a form of be."""
    verb = main_verb(asked)
    return asked.sentence.upos(verb) != "VERB" or verb - asked.rest > 2


def _subject_question(asked: Asked, reply: Reply) -> Statement | None:
    sentence = asked.sentence
    rest = sentence.part(asked.rest, len(sentence))
    front = asked.front and asked.front + ","
    if not rest:
        return None
    lead = sentence.low[asked.rest : len(sentence)]
    verbs = {lemma_of(sentence, at) for at in range(asked.rest, min(asked.rest + 4, len(sentence)))}
    if "happen" in verbs or ("occur" in verbs and reply.is_clause):
        return _happened(asked, reply)
    described = _described(asked, reply)
    if described:
        return described
    if reply.is_clause:
        return _clause_as_subject(asked, reply, rest)
    del lead
    if asked.phrase[-1] == "which" or len(asked.phrase) > 1:
        rest = _without_choice(sentence, asked.rest)
    rest = _agreeing(asked, reply, rest)
    return _made("subject", [front, _filled(asked, reply), rest], asked.certain)


def _described(asked: Asked, reply: Reply) -> Statement | None:
    """`Which best describes X?`: X is the answer."""
    sentence, size = asked.sentence, len(asked.sentence)
    at = asked.rest
    while sentence.upos(at) == "ADV" or sentence.low[at] in ("best", "most"):
        at += 1
    if sentence.low[at] not in ("describes", "describe") or reply.is_clause:
        return None
    if sentence.upos(at + 1) not in ("DET", "NOUN", "PROPN", "PRON", "ADJ", "NUM") or at + 1 >= size:
        return None
    verb = "are" if _several(sentence, at + 1) else "is"
    front = asked.front and asked.front + ","
    return _made("described", [front, sentence.part(at + 1, size), verb, reply.mid])


def _without_choice(sentence: Sentence, first: int) -> str:
    """The rest of `Which is heavier, gold or silver?` without the alternatives."""
    for at in range(first + 1, len(sentence)):
        if sentence.low[at] == "," and "or" in sentence.low[at:]:
            tail = sentence.low[at + 1 : len(sentence)]
            if len(tail) <= 12 and not any(sentence.upos(one) in ("VERB", "AUX") for one in range(at, len(sentence))):
                return sentence.part(first, at)
    return sentence.part(first, len(sentence))


def _agreeing(asked: Asked, reply: Reply, rest: str) -> str:
    """The verb in the plural where the answer is, and the question's subject was not."""
    sentence, at = asked.sentence, asked.rest
    while sentence.upos(at) == "ADV":
        at += 1
    verb = sentence.low[at]
    if not reply.is_plural or asked.word == "how" or reply.is_gerund:
        return rest
    plural = {"is": "are", "was": "were", "has": "have", "does": "do", "'s": "are"}.get(verb)
    if plural is None and can_be(verb, "VBZ") and not can_be(verb, "VB"):
        plural = next(iter(lemmas(verb, "VERB")), None)
    if plural is None:
        return rest
    return re.sub(rf"\b{re.escape(verb)}(?!\w)", plural, rest, count=1)


def _clause_as_subject(asked: Asked, reply: Reply, rest: str) -> Statement | None:
    """`Which statement explains why S?` with a sentence for an answer."""
    sentence = asked.sentence
    for at in range(asked.rest, len(sentence)):
        if sentence.low[at] == "why" and lemma_of(sentence, at - 1) in ("explain", "describe", "reason"):
            why = sentence.part(at + 1, len(sentence))
            return _made("explains why", [why, "because", reply.mid])
    told = {"statement", "statements", "sentence", "conclusion", "generalization", "claim"}
    is_true = sentence.low[asked.rest] in BE and sentence.low[asked.rest + 1] in ("true", "correct")
    if told & set(asked.phrase) or is_true:
        return _made("statement", [reply.text])
    if reply.as_noun == reply.mid:
        return None
    return _made("clause as noun", [reply.as_noun, rest], False)


def _happened(asked: Asked, reply: Reply) -> Statement | None:
    """`What happened to X when ...?`"""
    sentence = asked.sentence
    places = range(asked.rest, len(sentence))
    at = next(n for n in places if lemma_of(sentence, n) in ("happen", "occur"))
    front = asked.front and asked.front + ","
    to_whom, after = "", at + 1
    if sentence.low[after] == "to" and after + 1 < len(sentence):
        noun = sentence.words[after].head
        if noun <= after:
            noun = after + 1
        start, after = sentence.run(noun, after, len(sentence))
        to_whom = sentence.part(start + 1, after)
    tail = sentence.part(after, len(sentence))
    if reply.is_clause:
        said = reply.with_subject(to_whom) if to_whom else reply.mid
        return _made("happened", [front, said, tail])
    for tag in ("VBD", "VBZ"):
        if to_whom and reply.begins_with_verb(tag):
            return _made("happened", [front, to_whom, reply.mid, tail])
    return _made("subject", [front, reply.mid, sentence.part(asked.rest, len(sentence))], False)


def _be(asked: Asked, reply: Reply) -> Statement | None:
    """`What is X?`: X is the answer, or the answer is X."""
    sentence = asked.sentence
    subject = sentence.low[asked.subject[0] : asked.subject[1]]
    noun = asked.phrase[1] if len(asked.phrase) > 1 else ""
    answer_first = (
        (asked.word == "which" and not {noun} & _PROPERTIES)
        or subject[0] in ("an", "a", "one") and "example" in subject[:4]
        or (bool(noun) and subject[0] == "the" and not {noun} & _PROPERTIES)
        or (asked.word == "who" and len(subject) == 1 and sentence.upos(asked.subject[0]) == "NOUN")
    )
    front = asked.front and asked.front + ","
    said = reply.as_noun if reply.is_clause else _filled(asked, reply)
    verb = _negation(asked)
    if reply.is_clause and answer_first and reply.as_noun == reply.mid:
        return None
    if reply.is_clause and not answer_first:
        said = f"that {reply.mid}"
    if answer_first:
        if reply.is_plural and not reply.is_clause:
            verb = {"is": "are", "was": "were"}.get(verb, verb)
        return _made("is", [front, said, verb, _subject(asked)], not reply.is_clause)
    return _made("is", [front, _subject(asked), verb, said], asked.certain and not reply.is_clause)


def _object_question(asked: Asked, reply: Reply) -> Statement | None:
    sentence = asked.sentence
    verb = main_verb(asked)
    if asked.sentence.low[asked.wh[0]] != asked.word:
        return _fronted(asked, reply)
    noun = asked.phrase[-1]
    timed = noun in _TIME_NOUNS or (
        noun in ("season", "era", "period") and sentence.relation(asked.wh[1] - 1) != "obj"
    )
    if len(asked.phrase) > 1 and timed and stranded(asked) < 0 and asked.word != "how":
        phrase, sure = adjuncts.when(reply)
        return _placed("what time", asked, adjunct_gap(asked, before_clauses=False), phrase, sure)
    done = _doing(asked, reply)
    if done:
        return done
    if asked.verb in BE and sentence.low[asked.subject[0]] == "there":
        return _placed("there is", asked, asked.rest, _filled(asked, reply), True)
    gap, sure = object_gap(asked)
    if asked.verb in BE and sentence.upos(verb) != "VERB" and stranded(asked) < 0:
        gap = asked.rest if sentence.low[asked.rest] not in ("able", "likely") else gap
    said, clear = _filled(asked, reply), True
    if reply.is_clause and lemma_of(sentence, verb) not in ("say", "think", "believe", "know"):
        if sentence.low[len(sentence) - 2 : len(sentence)] == ("in", "common"):
            return _made("in common", [reply.with_subject(_subject(asked))])
        if reply.as_noun == reply.mid:
            return None
        said, clear = reply.as_noun, False
    previous = sentence.low[gap - 1] if gap else ""
    if previous and previous == reply.low[0] and reply.sentence.upos(0) == "ADP":
        said = said[len(previous) :].strip()
    return _placed("object", asked, gap, said, sure and clear)


def _doing(asked: Asked, reply: Reply) -> Statement | None:
    """`What did X do?`: the answer is what X did."""
    sentence, size = asked.sentence, len(asked.sentence)
    at = next(
        (
            n
            for n in range(asked.rest, size)
            if sentence.low[n] in ("do", "doing", "done") and sentence.upos(n) in ("VERB", "AUX")
        ),
        -1,
    )
    if at < 0 or asked.word != "what" or len(asked.phrase) > 1:
        return None
    subject, tail = _subject(asked), sentence.part(at + 1, size)
    front = asked.front and asked.front + ","
    if reply.is_clause:
        return _made("what it did", [front, reply.with_subject(subject), tail])
    said, first = reply.mid, reply.low[0]
    if first == "to" and len(reply.sentence) > 1:
        said, first = said[2:].strip(), reply.low[1]
    if at == asked.rest and asked.verb in DO:
        if reply.begins_with_verb("VBD" if asked.verb == "did" else "VBZ"):
            return _made("what it did", [front, subject, said, tail])
        if can_be(first, "VB") and (reply.begins_with_verb("VB") or reply.low[0] == "to"):
            form = f"{_negation(asked)} {first}" if asked.negation else finite(first, asked.verb)
            if form:
                return _made("what it did", [front, subject, form, said[len(first) :], tail])
        if reply.is_gerund:
            return None
        gap, sure = object_gap(asked)
        return _placed("object", asked, gap, reply.mid, sure)
    if sentence.low[at] == "doing" and not reply.is_gerund:
        return None
    if sentence.low[at] == "do" and not can_be(first, "VB"):
        return None
    head = _verbed(asked, _rest(asked, asked.rest, at), asked.negation) if at > asked.rest else _negation(asked)
    return _made("what it does", [front, subject, head, said, tail])


def _fronted(asked: Asked, reply: Reply) -> Statement | None:
    """`In which year did ...`: the preposition goes along with the answer."""
    sentence = asked.sentence
    preposition = " ".join(sentence.low[asked.wh[0] : asked.wh[1]]).split(f" {asked.word}")[0]
    if preposition == "in" and asked.phrase[-1] in ("way", "ways"):
        phrase, sure = adjuncts.how(reply)
        return _placed("how", asked, adjunct_gap(asked, before_clauses=True), phrase, sure)
    if reply.is_clause:
        return None
    said = _filled(asked, reply)
    if reply.begins_with_preposition and (
        reply.low[0] == preposition or preposition in ("in", "at", "on")
    ):
        phrase = reply.mid
    elif preposition == "at" and asked.phrase[-1] == "age" and reply.is_number:
        phrase = f"at the age of {said}"
    else:
        phrase = f"{preposition} {said}"
    return _placed("preposition", asked, adjunct_gap(asked, before_clauses=True), phrase, True)


# ------------------------------------------------------------------ pieces


def _filled(asked: Asked, reply: Reply) -> str:
    """The answer with what it needs of the wh-phrase: `five eggs`, `their uncle's house`."""
    sentence, said = asked.sentence, reply.mid
    first = next((n for n in range(*asked.wh) if sentence.low[n] == asked.word), asked.wh[0])
    phrase = sentence.low[first : asked.wh[1]]
    rest = sentence.part(first + 1, asked.wh[1])
    if asked.word == "whose" and rest and not _ends_with(reply, phrase[-1]):
        if reply.low[len(reply.sentence) - 1] not in ("'s", "'") and not said.endswith("s'"):
            if reply.low[-3] in ("his", "hers", "theirs", "mine"):
                return said
            said += "'" if said.endswith("s") and reply.is_plural else "'s"
        return f"{said} {rest}"
    if asked.word == "how" and len(phrase) > 2 and reply.is_number:
        return f"{said} {sentence.part(first + 2, asked.wh[1])}"
    if len(phrase) > 3 and phrase[1] in _SHARES and phrase[2] == "of":
        whole = sentence.part(first + 2, asked.wh[1])
        return f"{said} {whole}" if " of " not in f" {said} " else said
    if reply.is_adjective and asked.word in ("what", "which") and said.islower():
        return _qualified(asked, first, said)
    if len(phrase) > 3 and phrase[1] in _PARTS and phrase[2] == "of" and "of" not in reply.low:
        if reply.sentence.upos(len(reply.sentence) - 1) == "NOUN":
            return f"{said} {sentence.part(first + 2, asked.wh[1])}"
    return said


def _qualified(asked: Asked, first: int, said: str) -> str:
    """An adjective with the noun asked for: `which system` and `nervous` give `the nervous system`."""
    sentence = asked.sentence
    phrase = sentence.low[first : asked.wh[1]]
    if len(phrase) > 3 and phrase[1] in _KINDS and phrase[2] == "of":
        return f"{said} {sentence.part(first + 3, asked.wh[1])}"
    plain = len(phrase) > 1 and all(
        sentence.upos(at) in ("NOUN", "ADJ") for at in range(first + 1, asked.wh[1])
    )
    if not plain or {phrase[-1]} & _PROPERTIES or phrase[-1] in said.split():
        return said
    return f"the {said} {sentence.part(first + 1, asked.wh[1])}"


def _ends_with(reply: Reply, noun: str) -> bool:
    return len(reply.sentence) > 0 and noun in reply.low


def _subject(asked: Asked) -> str:
    return asked.sentence.part(*asked.subject)


def _negation(asked: Asked) -> str:
    return negated(asked.verb, asked.negation) if asked.negation else asked.verb


def _rest(asked: Asked, first: int, last: int) -> str:
    return asked.sentence.part(first, last)


def _verbed(asked: Asked, rest: str, negation: str) -> str:
    """Auxiliary and rest of a clause, with do-support undone where nothing is denied."""
    if asked.verb not in DO or negation:
        return f"{negated(asked.verb, negation) if negation else asked.verb} {rest}"
    return _undone(asked, rest, 0)


def _undone(asked: Asked, rest: str, _: int) -> str:
    """`did` and a base form as one finite verb; verbs joined to it follow."""
    sentence = asked.sentence
    verb = main_verb(asked)
    forms = [verb] + [
        one
        for one in sentence.children(verb)
        if sentence.relation(one) == "conj"
        and sentence.upos(one) == "VERB"
        and sentence.low[one - 1] in ("and", "or", "but")
        and can_be(sentence.low[one], "VB")
    ]
    for at in forms:
        word = sentence.words[at].text
        form = finite(word, asked.verb)
        if form:
            rest = re.sub(rf"\b{re.escape(word)}\b", lambda _, f=form: f, rest, count=1)
        elif at == verb:
            return f"{asked.verb} {rest}"
    return rest


def _placed(rule: str, asked: Asked, gap: int, said: str, sure: bool) -> Statement:
    """Subject, verb and rest in the order of a statement, with the answer in its gap."""
    sentence, size = asked.sentence, len(asked.sentence)
    gap = max(gap, asked.rest)
    mark = "\0"
    body = f"{sentence.part(asked.rest, gap)} {mark} {sentence.part(gap, size)}"
    verbed = _verbed(asked, body, asked.negation).replace(mark, said)
    front = asked.front and asked.front + ","
    return _made(rule, [front, _subject(asked), verbed], sure and asked.certain)
