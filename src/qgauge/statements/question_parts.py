"""Split a question into fronted material, wh-phrase, auxiliary, subject and rest."""

from __future__ import annotations

from dataclasses import dataclass

from qgauge.statements.inversion import HEDGES, PRONOUNS, is_auxiliary, past_hedges, subject_after
from qgauge.statements.sentence import Sentence
from qgauge.statements.verbs import AUXILIARY, NEGATION, can_be, negated, written_out
from qgauge.text.words import QUESTION_WORDS, word_set

_DEGREES = word_set(
    "many much long old far often tall big large high deep wide heavy fast small hot cold thick "
    "strong quickly soon late"
)
ROUNDING = ("approximately", "about", "roughly", "around", "exactly")
_RELATIVE = ("acl", "acl:relcl")
_ORDER = ("and", "but", "so", "then", "or")


@dataclass(frozen=True)
class QuestionParts:
    """The parts of a question as word indices; spans are half-open."""

    sentence: Sentence
    word: str
    """The wh-word in lower case; empty in a yes-no question."""
    wh: tuple[int, int]
    """The span of the wh-phrase; empty in a yes-no question."""
    auxiliary: int
    """The index of the inverted auxiliary, or -1 without inversion."""
    negation: str
    """The negation after the auxiliary (`not`, `n't`), or ""."""
    subject: tuple[int, int]
    """The span of the subject."""
    rest: int
    """The start of the rest of the clause, which runs to the end."""
    certain: bool = True
    """Whether parse and word order agree on the subject."""

    @property
    def inverted(self) -> bool:
        """Whether subject and auxiliary are inverted; if not, the wh-phrase is the subject."""
        return self.auxiliary >= 0

    @property
    def verb(self) -> str:
        """The auxiliary without contraction."""
        if self.auxiliary < 0:
            return ""
        said, after = self.sentence.low[self.auxiliary], self.sentence.low[self.rest]
        if said == "'d" and can_be(after, "VB"):
            return "did" if self.word in ("where", "how", "why", "when") else "would"
        return written_out(said, after)

    @property
    def negated_verb(self) -> str:
        """The auxiliary with the question's negation, if any."""
        return negated(self.verb, self.negation) if self.negation else self.verb

    @property
    def subject_text(self) -> str:
        """The text of the subject."""
        return self.sentence.part(*self.subject)

    @property
    def lead(self) -> str:
        """The fronted phrase or clause with a comma, such as `After the war,`, or ""."""
        first = self.wh[0] if self.word else max(self.auxiliary, 0)
        front = self.sentence.part(0, first).rstrip(" ,")
        return front and f"{front},"

    @property
    def hedge(self) -> str:
        """Adverbs such as `most likely` next to the auxiliary, which the statement keeps."""
        if self.auxiliary < 0:
            return ""
        low, start = self.sentence.low, self.auxiliary + 1 + bool(self.negation)
        words = low[self.wh[1] : self.auxiliary] + low[start : self.subject[0]]
        return " ".join(words) if set(words) <= HEDGES - {"not"} else ""

    @property
    def phrase(self) -> list[str]:
        """The words of the wh-phrase in lower case."""
        return list(self.sentence.low[self.wh[0] : self.wh[1]])


def wh_at(sentence: Sentence) -> int:
    """Return the index of the interrogative wh-word, or -1."""
    low = sentence.low
    places = [at for at in range(len(sentence)) if low[at] in QUESTION_WORDS]
    opening = [at for at in places if _opens(sentence, at)]
    for at in opening:
        if low[at] in ("who", "whom", "whose", "what", "which") or _inverts(sentence, at):
            return at
    others = [at for at in places if at not in opening]
    in_place = [at for at in others if _ends(sentence, at) or not _is_relative(sentence, at)]
    if opening:
        # "When the bell rings, ...": a subordinate clause before the question or the gap
        later = [at for at in in_place if "," in low[opening[0] : at]]
        if later and sentence.asks:
            return later[-1]
        return -1 if "," in low[opening[0] :] and not sentence.asks else opening[-1]
    if low[0] in AUXILIARY or not sentence.asks:
        return -1
    return in_place[-1] if in_place else -1


def _ends(sentence: Sentence, at: int) -> bool:
    """Return whether a wh-phrase ends the sentence; a relative pronoun never does."""
    takes_noun = sentence.low[at] in ("what", "which", "whose")
    return len(sentence) == (_nominal_end(sentence, at + 1) if takes_noun else at + 1)


def _opens(sentence: Sentence, at: int) -> bool:
    """Return whether a wh-word, or its preposition, starts the sentence or follows a comma."""
    low = sentence.low
    if at and sentence.upos(at - 1) == "ADP":
        at -= 1
    if at == 0:
        return True
    if low[at - 1] in (",", ":", ";", "-", "–", "—", '"', "”"):
        # "the dog, which barked, ..." is not a question
        return low[at] not in ("which", "who", "whose") or not _is_relative(sentence, at)
    return at == 1 and low[0] in _ORDER


def _inverts(sentence: Sentence, at: int) -> bool:
    """Return whether an auxiliary follows the wh-word (and its adjective or adverb) directly."""
    end = at + 1
    if sentence.low[at] == "how" and sentence.upos(end) in ("ADJ", "ADV"):
        end += 1
    return sentence.low[end] in AUXILIARY


def _is_relative(sentence: Sentence, at: int) -> bool:
    """Return whether a wh-word belongs to a relative or subordinate clause."""
    chain = [at, *sentence.ancestors(at)]
    for one in chain[:4]:
        relation = sentence.relation(one)
        if relation in _RELATIVE or (relation in ("advcl", "ccomp", "csubj") and one > at):
            return True
    return False


def take_apart(sentence: Sentence, at: int) -> QuestionParts:
    """Split a wh-question whose wh-word is at index `at`."""
    low = sentence.low
    rounded = low[at] == "how" and low[at - 1] in ROUNDING  # "Approximately how many ...?"
    start = at - 1 if at and (sentence.upos(at - 1) == "ADP" or rounded) else at
    if at > 2 and low[at - 1] == "of" and low[at - 2] in ("because", "out"):
        start = at - 2
    end = _phrase_end(sentence, at)
    verb = past_hedges(sentence, end)
    if is_auxiliary(sentence, verb) or (low[verb] == "s" and low[at] in ("what", "who", "where")):
        negation = low[verb + 1] if low[verb + 1] in NEGATION else ""
        first = verb + 1 + bool(negation)
        if low[verb] == "cannot":
            negation = "not"
        subject, certain = subject_after(sentence, at, verb, first)
        if subject:
            negation, rest = _past_negation(sentence, negation, subject[1])
            return QuestionParts(
                sentence, low[at], (start, end), verb, negation, subject, rest, certain
            )
    return QuestionParts(
        sentence, low[at], (start, end), -1, "", (start, end), end, end < len(sentence)
    )


def take_yes_no(sentence: Sentence) -> QuestionParts | None:
    """Split a question that starts with an auxiliary, perhaps after a comma or conjunction."""
    low = sentence.low
    for at in range(len(sentence)):
        if low[at] in AUXILIARY and (at == 0 or low[at - 1] in (",", *_ORDER)):
            negation = low[at + 1] if low[at + 1] in NEGATION else ""
            subject, certain = subject_after(sentence, -1, at, at + 1 + bool(negation))
            if subject:
                negation, rest = _past_negation(sentence, negation, subject[1])
                return QuestionParts(sentence, "", (at, at), at, negation, subject, rest, certain)
            return None
    return None


def _past_negation(sentence: Sentence, negation: str, rest: int) -> tuple[str, int]:
    """Return the negation, also one after the subject (`What did he not eat?`), and the rest."""
    if negation or sentence.low[rest] != "not" or sentence.low[rest + 1] == "only":
        return negation, rest
    return "not", rest + 1


def _phrase_end(sentence: Sentence, at: int) -> int:
    """Return the end of the wh-phrase: the first verb or auxiliary outside it."""
    low = sentence.low
    word, end = low[at], at + 1
    if word in ("when", "where", "why"):
        return end
    if word == "how":
        if sentence.upos(end) not in ("ADJ", "ADV") and low[end] not in _DEGREES:
            return end
        end += 1
        if low[end - 1] not in ("many", "much"):
            return end
    elif word in ("who", "whom") and low[end] not in ("of", "among", "in", "else"):
        return end
    bare = end
    while end < len(sentence):
        if is_auxiliary(sentence, end) or sentence.is_verb(end):
            inside = _inside(sentence, at, end)
            infinitive = low[end - 1] == "to" and sentence.upos(end) == "VERB"
            if inside <= end and not infinitive and not _before_noun(sentence, at, end):
                break
            end = max(inside, end + 1)
        elif end > bare and low[end] in PRONOUNS - {"that", "this", "these", "there"}:
            break
        elif low[end] == "," and low[end + 1] in ("when", "if", "while", "once"):
            return end
        else:
            end += 1
    if end == len(sentence):
        return _nominal_end(sentence, bare)
    while end > bare and (
        sentence.upos(end - 1) == "ADV" or low[end - 1] in HEDGES or low[end - 1] == ","
    ):
        if low[end - 1] in ("below", "above"):
            break  # "Which of the items below ...?"
        end -= 1
    return end


def _before_noun(sentence: Sentence, at: int, verb: int) -> bool:
    """Return whether a participle modifies a noun: `which of the following gases`."""
    if sentence.low[verb] in AUXILIARY:
        return False
    qualifies = sentence.relation(verb) == "amod" and sentence.words[verb].head > verb
    if qualifies or sentence.low[verb] == "following":
        return True
    return verb - 1 > at and sentence.upos(verb - 1) in ("DET", "ADP", "NUM")


def _nominal_end(sentence: Sentence, bare: int) -> int:
    """Return the end of a wh-phrase that is not followed by a verb."""
    end = bare
    while end < len(sentence):
        inside = sentence.upos(end) in ("NOUN", "PROPN", "ADJ", "NUM", "DET", "PRON")
        if not (inside or sentence.low[end] in ("of", "the", "following", "below")):
            break
        end += 1
    return end


def _inside(sentence: Sentence, at: int, verb: int) -> int:
    """Return the end of a relative clause inside the wh-phrase that has this verb, or 0."""
    for one in [verb, *sentence.ancestors(verb)]:
        relation, head = sentence.relation(one), sentence.words[one].head
        if relation in _RELATIVE and at < head < verb:
            return max(sentence.subtree(one)) + 1
    return 0
