"""A question taken apart: what stands in front, the wh-phrase, the auxiliary, subject and rest."""

from __future__ import annotations

from dataclasses import dataclass

from qgauge.statements.sentence import Sentence
from qgauge.statements.verbs import AUXILIARY, BE, DO, HAVE, MODAL, NEGATION, can_be, whole
from qgauge.text.words import QUESTION_WORDS

PRONOUNS = frozenset({"he", "she", "it", "they", "we", "i", "you", "there", "this", "that", "these"})
DEGREES = frozenset(
    {"many", "much", "long", "old", "far", "often", "tall", "big", "large", "high", "deep", "wide"}
    | {"heavy", "fast", "small", "hot", "cold", "thick", "strong", "quickly", "soon", "late"}
)
_RELATIVE = ("acl", "acl:relcl")
_ORDER = ("and", "but", "so", "then", "or")
HEDGES = frozenset({"most", "likely", "best", "probably", "also", "not", "least", "usually", "first"})
"""Adverbs that stand between auxiliary and verb, however they are tagged."""


@dataclass(frozen=True)
class Asked:
    """Places in a sentence: `wh[0]:wh[1]` is the wh-phrase (empty in a yes-no question).

    The auxiliary is at `auxiliary`, or -1 where none stands before its subject; the subject is at
    `subject[0]:subject[1]`, and the rest of the clause goes from `rest` to the end.
    """

    sentence: Sentence
    word: str
    wh: tuple[int, int]
    auxiliary: int
    negation: str
    subject: tuple[int, int]
    rest: int
    certain: bool = True

    @property
    def inverted(self) -> bool:
        """Whether the auxiliary stands before the subject, so that the wh-phrase is not it."""
        return self.auxiliary >= 0

    @property
    def verb(self) -> str:
        """The auxiliary, written out."""
        if self.auxiliary < 0:
            return ""
        said, after = self.sentence.low[self.auxiliary], self.sentence.low[self.rest]
        if said == "'d" and can_be(after, "VB"):
            return "did" if self.word in ("where", "how", "why", "when") else "would"
        return whole(said, after)

    @property
    def front(self) -> str:
        """What stands before the wh-phrase, such as `After the war`."""
        first = self.wh[0] if self.word else max(self.auxiliary, 0)
        return self.sentence.part(0, first)

    @property
    def phrase(self) -> list[str]:
        """The wh-phrase in lower case."""
        return list(self.sentence.low[self.wh[0] : self.wh[1]])


def wh_at(sentence: Sentence) -> int:
    """Where the wh-word is that asks, or -1."""
    low = sentence.low
    places = [at for at in range(len(sentence)) if low[at] in QUESTION_WORDS]
    opening = [at for at in places if _opens(sentence, at)]
    for at in opening:
        if low[at] in ("who", "whom", "whose", "what", "which") or _inverts(sentence, at):
            return at
    in_place = [at for at in places if at not in opening and not _is_relative(sentence, at)]
    if opening:
        # "When the bell rings, ...": a clause before the question, or before a gap
        later = [at for at in in_place if "," in low[opening[0] : at]]
        if later and sentence.asks:
            return later[-1]
        return -1 if "," in low[opening[0] :] and not sentence.asks else opening[-1]
    if low[0] in AUXILIARY or not sentence.asks:
        return -1
    return in_place[-1] if in_place else -1


def _opens(sentence: Sentence, at: int) -> bool:
    """Whether a wh-word begins the sentence, or what follows a comma or a preposition there."""
    low = sentence.low
    if at and sentence.upos(at - 1) == "ADP":
        at -= 1
    if at == 0:
        return True
    if low[at - 1] in (",", ":", ";", "-", "–", "—", '"', "”"):
        # "the dog, which barked, ..." is no question
        return low[at] not in ("which", "who", "whose") or not _is_relative(sentence, at)
    return at == 1 and low[0] in _ORDER


def _inverts(sentence: Sentence, at: int) -> bool:
    """Whether an auxiliary follows soon and before any subject."""
    end = at + 1
    if sentence.low[at] == "how" and sentence.upos(end) in ("ADJ", "ADV"):
        end += 1
    return sentence.low[end] in AUXILIARY


def _is_relative(sentence: Sentence, at: int) -> bool:
    """Whether a wh-word belongs to a relative or subordinate clause."""
    chain = [at, *sentence.ancestors(at)]
    for one in chain[:4]:
        relation = sentence.relation(one)
        if relation in _RELATIVE or (relation in ("advcl", "ccomp", "csubj") and one > at):
            return True
    return False


def take_apart(sentence: Sentence, at: int) -> Asked:
    """The parts of a wh-question with its wh-word at this place."""
    low = sentence.low
    start = at - 1 if at and sentence.upos(at - 1) == "ADP" else at
    if low[at - 1 : at] == ("of",) and at > 2 and low[at - 2] in ("because", "out"):
        start = at - 2
    end = _phrase_end(sentence, at)
    verb = _past_hedges(sentence, end)
    if low[verb] in AUXILIARY or (low[verb] == "s" and low[at] in ("what", "who", "where")):
        negation = low[verb + 1] if low[verb + 1] in NEGATION else ""
        first = verb + 1 + bool(negation)
        if low[verb] == "cannot":
            negation = "not"
        subject, certain = _subject(sentence, at, verb, first)
        if subject:
            return Asked(sentence, low[at], (start, end), verb, negation, subject, subject[1], certain)
    return Asked(sentence, low[at], (start, end), -1, "", (start, end), end, end < len(sentence))


def _past_hedges(sentence: Sentence, at: int) -> int:
    """The place of the first word from here on that is no adverb."""
    while at < len(sentence) - 1 and (sentence.upos(at) == "ADV" or sentence.low[at] in HEDGES):
        if sentence.low[at] in AUXILIARY:
            break
        at += 1
    return at


def take_yes_no(sentence: Sentence) -> Asked | None:
    """The parts of a question that begins with an auxiliary, perhaps after a comma."""
    low = sentence.low
    for at in range(len(sentence)):
        if low[at] in AUXILIARY and (at == 0 or low[at - 1] in (",", *_ORDER)):
            negation = low[at + 1] if low[at + 1] in NEGATION else ""
            subject, certain = _subject(sentence, -1, at, at + 1 + bool(negation))
            if subject:
                return Asked(
                    sentence, "", (at, at), at, negation, subject, subject[1], certain
                )
            return None
    return None


def _phrase_end(sentence: Sentence, at: int) -> int:
    """One past the wh-phrase: up to the verb or auxiliary that is not inside it."""
    low = sentence.low
    word, end = low[at], at + 1
    if word in ("when", "where", "why"):
        return end
    if word == "how":
        if sentence.upos(end) not in ("ADJ", "ADV") and low[end] not in DEGREES:
            return end
        end += 1
        if low[end - 1] not in ("many", "much", *DEGREES) and sentence.upos(end) == "NOUN":
            return end
        if low[end - 1] not in ("many", "much"):
            return end
    elif word in ("who", "whom") and low[end] not in ("of", "among", "in", "else"):
        return end
    bare = end
    while end < len(sentence):
        if low[end] in AUXILIARY or sentence.upos(end) in ("VERB", "AUX"):
            inside = _inside(sentence, at, end)
            if inside <= end and not _before_noun(sentence, at, end):
                break
            end = max(inside, end + 1)
        elif end > bare and low[end] in PRONOUNS - {"that", "this", "these", "there"}:
            break
        else:
            end += 1
    if end == len(sentence):
        return _nominal_end(sentence, at, bare)
    while end > bare and (
        sentence.upos(end - 1) == "ADV" or low[end - 1] in HEDGES or low[end - 1] == ","
    ):
        end -= 1
    return end


def _before_noun(sentence: Sentence, at: int, verb: int) -> bool:
    """Whether a participle stands where an adjective does: `which of the following gases`."""
    if sentence.low[verb] in AUXILIARY or verb - 1 <= at:
        return False
    return sentence.upos(verb - 1) in ("DET", "ADP", "NUM") or sentence.low[verb] == "following"


def _nominal_end(sentence: Sentence, at: int, bare: int) -> int:
    """The end of a wh-phrase that no verb follows."""
    end = bare
    while end < len(sentence):
        inside = sentence.upos(end) in ("NOUN", "PROPN", "ADJ", "NUM", "DET", "PRON")
        if not (inside or sentence.low[end] in ("of", "the", "following", "below")):
            break
        end += 1
    return end


def _inside(sentence: Sentence, at: int, verb: int) -> int:
    """One past the clause of this verb where it belongs to a noun of the wh-phrase; else 0."""
    for one in [verb, *sentence.ancestors(verb)]:
        relation, head = sentence.relation(one), sentence.words[one].head
        if relation in _RELATIVE and at < head < verb:
            last = max(sentence.subtree(one)) + 1
            if last >= len(sentence):
                return 0
            return last
    return 0


def _subject(
    sentence: Sentence, at: int, auxiliary: int, first: int
) -> tuple[tuple[int, int] | None, bool]:
    """The subject after an auxiliary, and whether tree and words agree; None where none is."""
    low, size = sentence.low, len(sentence)
    if first >= size:
        return None, True
    verb = low[auxiliary]
    if low[first] == "there" and verb in BE:
        return (first, first + 1), True
    found = _subject_by_tree(sentence, auxiliary, first)
    if found and _predicate_fits(sentence, verb, found[1]):
        return found, True
    if verb in BE or verb == "s":
        return _subject_of_be(sentence, at, first, found)
    begins = _past_hedges(sentence, first)
    by_words = _subject_by_words(sentence, verb, first)
    if sentence.upos(begins) in ("VERB", "AUX") and can_be(low[begins], "VBN" if verb in HAVE else "VB"):
        return None, True  # "What could help?": the wh-word is the subject
    if by_words:
        return by_words, False
    return None, False


def _subject_by_tree(sentence: Sentence, auxiliary: int, first: int) -> tuple[int, int] | None:
    for at in range(first, len(sentence)):
        relation = sentence.relation(at)
        if relation not in ("nsubj", "csubj", "expl"):
            continue
        head = sentence.words[at].head
        last = head if head > at else len(sentence)
        start, end = sentence.run(at, first, last)
        if start == first:
            while end - 1 > at and sentence.upos(end - 1) in ("ADV", "PUNCT"):
                end -= 1
            if sentence.low[end] == "," and "," in sentence.low[start:end]:
                end += 1  # "buses, such as these,"
            return start, end
        if start > first + 1:
            return None
    return None


def _predicate_fits(sentence: Sentence, verb: str, rest: int) -> bool:
    """Whether what follows the subject goes with the auxiliary."""
    while sentence.upos(rest) in ("ADV", "PUNCT") or sentence.low[rest] in NEGATION:
        rest += 1
    following = sentence.low[rest]
    if verb in DO or (verb in MODAL and verb != "'d"):
        return sentence.upos(rest) in ("VERB", "AUX") or can_be(following, "VB")
    if verb in HAVE:
        return following in ("been", "got") or can_be(following, "VBN")
    return True


def _subject_of_be(
    sentence: Sentence, at: int, first: int, found: tuple[int, int] | None
) -> tuple[tuple[int, int] | None, bool]:
    """After a form of be: a noun phrase, or nothing where a predicate begins."""
    if found:
        return found, True
    upos = sentence.upos(first)
    while upos == "ADV":
        first += 1
        upos = sentence.upos(first)
    if upos in ("VERB", "AUX", "ADP", "SCONJ", "PART", ""):
        return None, True
    if upos == "ADJ" and not _noun_follows(sentence, first):
        return None, True
    if at >= 0 and sentence.low[at] in ("what", "who", "which", "whose", "how") and (
        _is_subject(sentence, at)
    ):
        # "What is the capital?": the tree has the noun phrase as predicate of the wh-word
        head = next((h for h in [at, *sentence.ancestors(at)] if sentence.words[h].head == -1), -1)
        if head >= first:
            return (first, len(sentence)), True
    by_words = _noun_phrase_end(sentence, first)
    return ((first, by_words), False) if by_words > first else (None, False)


def _is_subject(sentence: Sentence, at: int) -> bool:
    chain = [at, *sentence.ancestors(at)]
    return any(sentence.relation(one) == "nsubj" for one in chain[:3])


def _noun_follows(sentence: Sentence, at: int) -> bool:
    while sentence.upos(at) in ("ADJ", "ADV", "NUM", "CCONJ"):
        at += 1
    return sentence.upos(at) in ("NOUN", "PROPN")


def _noun_phrase_end(sentence: Sentence, first: int) -> int:
    """One past a noun phrase, by the parts of speech alone."""
    at = first
    while at < len(sentence):
        upos = sentence.upos(at)
        if upos == "ADP" or sentence.low[at] in ("'s", "'", "and", "or"):
            if sentence.upos(at + 1) not in ("DET", "NOUN", "PROPN", "PRON", "ADJ", "NUM"):
                break
        elif upos == "ADV" and sentence.upos(at - 1) == "DET" and at > first:
            pass  # "the most likely reason"
        elif upos not in ("DET", "NOUN", "PROPN", "PRON", "ADJ", "NUM", "CCONJ", "PART"):
            break
        elif at > first and upos in ("DET", "PRON") and sentence.upos(at - 1) in ("NOUN", "PROPN"):
            break
        at += 1
    return at


def _subject_by_words(sentence: Sentence, verb: str, first: int) -> tuple[int, int] | None:
    """A noun phrase before the first word that can be the verb of this auxiliary."""
    tag = "VBN" if verb in HAVE else "VB"
    low = sentence.low
    for at in range(first + 1, len(sentence)):
        before = sentence.upos(at - 1)
        if before in ("DET", "ADP", "ADJ") and low[at - 1] not in PRONOUNS:
            continue
        if can_be(low[at], tag) and sentence.upos(at) in ("VERB", "AUX"):
            end = at
            while end > first + 1 and sentence.upos(end - 1) == "ADV":
                end -= 1
            return first, end
    if low[first] in PRONOUNS and can_be(low[first + 1], tag):
        return first, first + 1
    return None
