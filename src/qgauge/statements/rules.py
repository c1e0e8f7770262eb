"""Choose the rule that turns a question and its answer into a statement."""

from __future__ import annotations

import re
from dataclasses import replace

from qgauge.statements.adverbials import adjunct, adverbial, degree
from qgauge.statements.answer_phrase import answer_phrase
from qgauge.statements.composition import Statement, compose, frame, is_plural
from qgauge.statements.gaps import before_commas, main_verb, object_gap
from qgauge.statements.is_question import BLANK, PROMPTS, TELLING
from qgauge.statements.objects import TAKE_CLAUSE, object_question, what_is, with_preposition
from qgauge.statements.polar import choice, yes_no
from qgauge.statements.question_parts import ROUNDING, QuestionParts, take_apart, take_yes_no, wh_at
from qgauge.statements.reply import Reply
from qgauge.statements.sentence import Sentence, sentences
from qgauge.statements.subjects import CLAIMS, subject_question
from qgauge.statements.verbs import AUXILIARY, BE, MODAL
from qgauge.text.words import QUESTION_WORDS
from qgauge.tools.roles import Parse

LONGEST = 400
"""The longest sentence, in words, that rules are tried on: their time is quadratic in its length.
The embedded parser splits sentences at 200 words; other parsers may not."""
_SHORTEST_ASKING = 3
"""The frame of a question with more words omits the sentences before it."""
_HAPPENS = ("is", "was", "happens", "happened", "occurs", "occurred")
_BREAKS = (",", ":", ";", "and", "but", "so", "then", "-", "—")


def statement(question: str, answer: str, question_parse: Parse, answer_parse: Parse) -> Statement:
    """Turn a question and its answer into a declarative sentence.

    The rules undo wh-movement, subject-auxiliary inversion and do-support, and put the answer into
    the gap. Where no rule applies, the statement is the frame `The answer to "…?" is …`.

    Args:
        question: The question. Of several sentences, the last one that asks counts.
        answer: The answer: a phrase, a clause, or yes or no.
        question_parse: The parse of the question.
        answer_parse: The parse of the answer.

    Returns:
        The statement, whether it is certain, and the rule used.

    Examples:
        >>> from qgauge.statements import statement
        >>> from qgauge.tools import open_tool
        >>> question, answer = "What did Marta build in 1874?", "a lighthouse"
        >>> parses = open_tool("parser").parse([question, answer])
        >>> statement(question, answer, *parses)
        Statement(text='Marta built a lighthouse in 1874.', sure=True, rule='object')
    """
    reply = Reply.read(answer, answer_parse)
    found = sentences(question, question_parse)
    if not found or not len(reply.sentence):
        return frame(question, reply.text or answer)
    if BLANK.search(question):
        before, after = BLANK.split(_blanked(question), maxsplit=1)
        return compose("blank", [before, reply.inside, after])
    at = next((n for n in reversed(range(len(found))) if found[n].asks), len(found) - 1)
    asking, previous = found[at], found[at - 1] if at else None
    short = max(len(asking), len(reply.sentence)) <= LONGEST
    if short and (made := _by_rules(asking, previous, reply)):
        return made
    whole = len(asking) > _SHORTEST_ASKING and not QUESTION_WORDS.isdisjoint(asking.low)
    return frame(asking.part(0) if whole else question, reply.inside)


def _blanked(question: str) -> str:
    """Return the sentence that contains the blank."""
    parts = re.split(r"(?<=[^\W\d_]{3}[.!?]) +(?=[A-Z])", " ".join(question.split()))
    return next((part for part in parts if BLANK.search(part)), question)


def _by_rules(sentence: Sentence, before: Sentence | None, reply: Reply) -> Statement | None:
    """Return the statement for the interrogative sentence, or None if no rule applies."""
    at = wh_at(sentence)
    if at >= 0:
        sentence = _first_question(sentence, at)
    if at == 0 and len(sentence) <= 2 and sentence.low[1] in ("", "not", "so", "come"):
        word = "why" if sentence.low[at + 1] == "come" else sentence.low[at]
        return _alone(word, before, reply)
    if prompt := _prompt(sentence, reply):
        return prompt
    if at < 0:
        return _without_wh(sentence, before, reply)
    if at and not _front(sentence, at):
        return _in_place(sentence, at, reply)
    return _wh(take_apart(sentence, at), reply)


def _first_question(sentence: Sentence, at: int) -> Sentence:
    """Cut off a second, coordinated question: `..., and what does it mean?`"""
    low = sentence.low
    for one in range(at + 3, len(sentence) - 2):
        second = low[one] == "and" and low[one + 1] in QUESTION_WORDS and low[one + 2] != "to"
        if second and not AUXILIARY.isdisjoint(low[one + 2 : one + 5]):
            return sentence.until(before_commas(sentence, one))
    return sentence


def _without_wh(sentence: Sentence, before: Sentence | None, reply: Reply) -> Statement | None:
    """Handle a yes-no question, an alternative question, or a sentence to be completed."""
    parts = take_yes_no(sentence)
    whole = sentence.part(0)
    if parts is None and sentence.asks:
        return compose("as asked", [whole]) if reply.polarity else None
    if parts is None:
        low = sentence.low
        if before and low[0] == "this" and low[1] in _HAPPENS and low[2] == "because":
            # "The lake is empty. This is because ...": replace `this` by the sentence before
            whole = f"{before.part(0)} {sentence.part(2)}"
        return compose("gap at the end", [whole, reply.inside])
    if reply.polarity is not None:
        return yes_no(parts, reply.polarity)
    found = choice(parts, reply) or _embedded(sentence, reply)
    if found is None and reply.is_clause:
        return compose("clause", [reply.with_subject(parts.subject_text)])
    return found


def _embedded(sentence: Sentence, reply: Reply) -> Statement | None:
    """Handle an embedded question: `Can you tell me where the cat sleeps?`"""
    for at in range(1, len(sentence)):
        if sentence.low[at] in QUESTION_WORDS:
            before = {word.lemma.lower() for word in sentence.words[:at]}
            return _indirect(sentence, at, reply) if before & TELLING else None
    return None


def _prompt(sentence: Sentence, reply: Reply) -> Statement | None:
    """Handle imperatives: `Name the longest river.`, `Explain why the sky is blue.`"""
    low = sentence.low
    start = 1 if low[0] in ("please", "now") else 0
    if low[start] not in PROMPTS | TELLING or sentence.upos(start) == "AUX":
        return None
    at = start + 1
    while low[at] in ("me", "us", "briefly"):
        at += 1
    if low[at] in QUESTION_WORDS:
        return _indirect(sentence, at, reply)
    if low[start] not in PROMPTS or at >= len(sentence):
        return None
    if reply.is_clause:
        return compose("prompt", [reply.text], False)
    verb = "are" if is_plural(sentence, at) else "is"
    return compose("prompt", [sentence.part(at), verb, reply.inside])


def _indirect(sentence: Sentence, at: int, reply: Reply) -> Statement | None:
    """Handle an indirect question, which has wh-movement but no inversion."""
    parts = take_apart(sentence, at)
    first = parts.wh[1]
    subjects = (
        sentence.run(one, first, sentence.words[one].head)
        for one in range(first, len(sentence))
        if sentence.relation(one) in ("nsubj", "expl", "csubj") and sentence.words[one].head > one
    )
    subject = next(subjects, None)
    body = sentence.part(first)
    if not body:
        return None
    if parts.word in ("when", "where", "why", "how") and parts.wh[1] == at + 1:
        verb = sentence.lemma(main_verb(parts))
        phrase, sure = adjunct(parts.word, reply, verb, sentence.part(*subject) if subject else "")
        return compose("indirect", [body, phrase], sure)
    if subject is None or subject[0] != first:
        return compose("indirect subject", [answer_phrase(parts, reply), body])
    moved = QuestionParts(sentence, parts.word, parts.wh, -1, "", subject, subject[1])
    gap = object_gap(moved)
    around = sentence.part(first, gap), sentence.part(gap)
    return compose("indirect object", [around[0], answer_phrase(parts, reply), around[1]])


def _alone(word: str, before: Sentence | None, reply: Reply) -> Statement | None:
    """Handle a bare wh-word after a statement, `X said so. Why?`: add the adjunct to it."""
    if before is None or before.asks or word not in ("why", "how", "when", "where"):
        return None
    phrase, sure = adjunct(word, reply)
    return compose("sentence before", [before.part(0), phrase], sure)


def _front(sentence: Sentence, at: int) -> bool:
    """Return whether the words before a wh-word are fronted, so that the wh-word has moved."""
    start = at - 1 if sentence.upos(at - 1) == "ADP" else at
    if start == 0 or sentence.low[start - 1] in _BREAKS:
        return True
    if start < at and sentence.low[start] == "of":
        return False  # "Atoms of which element are ...?"
    return take_apart(sentence, at).inverted


def _in_place(sentence: Sentence, at: int, reply: Reply) -> Statement | None:
    """Handle wh-in-situ: `The heart pumps blood through which vessels?`"""
    parts = take_apart(sentence, at)
    end = parts.wh[1]
    before, after = sentence.part(0, at), sentence.part(end)
    if sentence.low[at] in ("when", "where", "why"):
        phrase, sure = adjunct(sentence.low[at], reply)
        return compose("in place", [before, phrase, after], sure)
    if reply.is_clause:
        return _clause_in_place(parts, reply)
    repeated = sentence.upos(at - 1) == "ADP" and reply.low[0] == sentence.low[at - 1]
    acts = sentence.low[at - 1 : at + 1] == ("do", "what") and reply.begins_with_verb("VB")
    if repeated or acts:
        before = sentence.part(0, at - 1)
    return compose("in place", [before, answer_phrase(parts, reply), after])


def _clause_in_place(parts: QuestionParts, reply: Reply) -> Statement:
    """Handle wh-in-situ answered by a clause: `It sank because of what?`"""
    sentence, (first, end) = parts.sentence, parts.wh
    if sentence.low[first : first + 2] == ("because", "of"):
        before = sentence.part(0, first)
        return compose("in place", [before, "because", reply.inside, sentence.part(end)])
    at = sentence.low.index(parts.word, first)
    before, tail = sentence.part(0, at), sentence.part(end)
    if sentence.lemma(at - 1) in TAKE_CLAUSE:
        tail = "" if sentence.low[end] == "about" else tail
        return compose("in place", [before, "that", reply.inside, tail])
    noun = sentence.part(at + 1, end)
    if CLAIMS & set(sentence.low[at:end]):
        return compose("in place", [before, "the", noun, "that", reply.inside, tail])
    return compose("in place", [before, reply.as_fact, tail], False)


def _wh(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Dispatch on the wh-word and the syntactic function of the wh-phrase."""
    if repeated := _repeated(parts, reply):
        return repeated
    if reply.polarity is not None:
        return None
    phrase, word = parts.phrase, parts.word
    if word == "how" and phrase[0] in ROUNDING:
        reply = replace(reply, text=f"{phrase[0]} {reply.inside}")
    elif parts.inverted and phrase[0] != word:
        return with_preposition(parts, reply)
    if word in ("when", "where", "why") or (word == "how" and phrase[-1] == "how"):
        return adverbial(parts, reply)
    if word == "how" and not {"many", "much"} & set(phrase):
        return degree(parts, reply)
    if not parts.inverted:
        return subject_question(parts, reply)
    if parts.verb in BE and _only_subject(parts):
        return what_is(parts, reply)
    return object_question(parts, reply)


def _only_subject(parts: QuestionParts) -> bool:
    """Return whether a single noun phrase follows `is`: `the best way to make it last longer`."""
    sentence, (first, last) = parts.sentence, parts.subject
    acts = any(sentence.upos(at) == "VERB" for at in range(first, last))
    return all(acts and sentence.upos(at) == "ADV" for at in range(parts.rest, len(sentence)))


def _same_number(parts: QuestionParts, reply: Reply) -> bool:
    """Return whether the answer's `they` or `it` agrees in number with the question's subject."""
    first, last = parts.subject
    several = "and" in parts.sentence.low[first:last] or is_plural(parts.sentence, first)
    return reply.low[0] not in ("it", "they") or several is (reply.low[0] == "they")


def _repeated(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Use the answer itself if it is a full sentence that repeats the question."""
    if not reply.is_clause:
        return None
    sentence = parts.sentence
    content = {
        word.lemma.lower()
        for at, word in enumerate(sentence.words)
        if word.upos in ("NOUN", "VERB", "ADJ", "PROPN", "NUM")
        and not parts.wh[0] <= at < parts.wh[1]
    }
    given = {word.lemma.lower() for word in reply.sentence.words}
    shared = len(content & given)
    verb = sentence.lemma(main_verb(parts) if parts.inverted else parts.rest)
    same_verb = verb in given and verb not in ("be", "do", "have", "happen", *MODAL)
    enough = shared >= 2 and shared >= 0.6 * len(content)
    if parts.word == "why" and "because" not in reply.low:
        return None
    pronoun_first = reply.low[0] in ("he", "she", "it", "they")
    if enough or (same_verb and (shared * 2 >= len(content) or pronoun_first)):
        subject = parts.subject_text if parts.inverted and _same_number(parts, reply) else ""
        return compose("repeated", [reply.with_subject(subject) if subject else reply.text])
    return None
