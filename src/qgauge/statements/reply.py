"""The answer: its phrase type, and its form inside a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from qgauge.statements.sentence import Sentence, sentences
from qgauge.statements.verbs import AUXILIARY, BE, HAVE, can_be, inflected, lemmas
from qgauge.text.words import word_set
from qgauge.tools.roles import Parse, Word

PRONOUNS = frozenset({"he", "she", "it", "they", "we", "i", "you", "there"})
CAUSES = frozenset({"because", "due", "since", "so", "owing", "thanks", "'cause", "cause"})
CONJUNCTIONS = word_set(
    "when while after before if until since once whenever till where wherever as that whether "
    "unless"
)
_IN_NUMBERS = word_set(
    "about around over nearly almost approximately only just roughly exactly more less than at "
    "least most up to some under hundred thousand million billion dozen"
)
_FUNCTION = frozenset({"DET", "ADP", "SCONJ", "CCONJ", "PART", "AUX", "PRON", "ADV"})
_YES = frozenset({"yes", "yeah", "yep", "true", "correct", "right", "indeed"})
_NO = frozenset({"no", "nope", "false", "incorrect", "never", "nah"})


@dataclass(frozen=True)
class Reply:
    """An answer: its text without the final full stop, and its first parsed sentence."""

    text: str
    sentence: Sentence

    @classmethod
    def read(cls, answer: str, parse: Parse) -> Reply:
        said = " ".join(answer.split()).strip()
        if not _abbreviated(said):
            unmarked = said.rstrip(".!;,:")
            said = (unmarked if unmarked == said else unmarked.rstrip()) or said
        said = said.lstrip(",;: ") or said
        found = sentences(answer, parse)
        return cls(said, found[0] if found else Sentence(answer, ()))

    @cached_property
    def inside(self) -> str:
        """The text for use inside a sentence: without a capital that only marked its start."""
        words = self.sentence.words
        if not words or not self.text[:2].istitle() or self.text[:2] in ("I ", "I'"):
            return self.text
        first = words[0]
        if first.text in ("I", "A") and len(words) == 1:
            return self.text
        if not self.text.startswith(first.text) or first.text[1:] != first.text[1:].lower():
            return self.text
        if self._is_title() or (first.upos not in _FUNCTION and _keeps_capital(first, words)):
            return self.text
        return self.text[0].lower() + self.text[1:]

    def _is_title(self) -> bool:
        """Return whether the answer is a title, such as The Jungle Book."""
        words = self.sentence.words
        if len(words) > 1 and words[0].upos not in _FUNCTION:
            return all(word.text[:1].isupper() or len(word.text) < 4 for word in words)
        rest = [word for word in words[1:] if word.upos not in ("ADP", "DET", "PUNCT", "CCONJ")]
        if words[0].entity in ("LOC", "ORG", "PER") or (len(words) > 1 and words[1].upos == "ADP"):
            return False
        return len(rest) > 1 and all(word.text[:1].isupper() for word in rest)

    @cached_property
    def low(self) -> tuple[str, ...]:
        return self.sentence.low

    @cached_property
    def polarity(self) -> bool | None:
        """True for an initial yes, False for an initial no, else None."""
        first, following = self.low[:2]
        if first in _YES | _NO and following in ("", ",", ".", "!", ";"):
            return first in _YES
        return True if self.low == ("of", "course", "", "") else None

    @cached_property
    def subject(self) -> tuple[int, int] | None:
        """The span of the subject, or None if the answer is not a full clause."""
        said = self.sentence
        if not len(said):
            return None
        second = 2 if self.low[1] in ("both", "all", "each") else 1  # "They both swim"
        follows = self.low[second] in AUXILIARY or said.is_verb(second)
        if self.low[0] in PRONOUNS and follows:
            return 0, 1
        for at, word in enumerate(said.words):
            if not word.relation.startswith("nsubj") or word.head <= at:
                continue
            if said.relation(word.head) not in ("root", "parataxis", "appos", "conj", "ccomp"):
                continue
            first, last = said.run(at, 0, word.head)
            if self.low[last - 1] in ("'s", "'"):
                continue  # "the dog's bark"
            fronted = self.low[first - 1] == "," and said.relation(word.head) == "root"
            if (first == 0 or fronted) and self._finite_at(last):  # "Over time, rivers rise"
                return first, last
        return None

    def _finite_at(self, at: int) -> bool:
        """Return whether a finite verb is at `at`, after optional adverbs."""
        said = self.sentence
        while said.upos(at) == "ADV" or self.low[at] in ("not", "n't"):
            at += 1
        if at >= len(said):
            return False
        if self.low[at] in AUXILIARY:
            return True
        if said.upos(at) != "VERB":
            return False
        by = at + 2 if said.upos(at + 1) == "ADV" else at + 1
        if self.low[by] == "by" and can_be(self.low[at], "VBN"):
            return self.low[by + 1].endswith("ing")  # "planks held together by nails"
        return any(can_be(self.low[at], tag) for tag in ("VBD", "VBZ", "VB"))

    @cached_property
    def is_clause(self) -> bool:
        return self.subject is not None

    @cached_property
    def is_number(self) -> bool:
        """Whether the answer is a number, exact or approximate."""
        said = [word for word in self.sentence.words if word.upos != "PUNCT"]
        return bool(said) and all(
            word.upos == "NUM"
            or bool(re.fullmatch(r"[\d.,/]+", word.text))
            or word.text.lower() in _IN_NUMBERS
            for word in said
        )

    @cached_property
    def is_gerund(self) -> bool:
        first = self.low[0]
        if not first.endswith("ing") or not can_be(first, "VBG"):
            return False
        return self.sentence.upos(0) == "VERB" or (
            len(self.sentence) > 1
            and self.sentence.upos(1) in ("DET", "PRON", "ADP", "ADV")
            and not lemmas(first, "ADJ")
            and self.low[1] != "of"
        )

    @cached_property
    def begins_with_preposition(self) -> bool:
        return self.sentence.upos(0) == "ADP" and len(self.sentence) > 1

    @cached_property
    def begins_with_conjunction(self) -> bool:
        return self.low[0] in CONJUNCTIONS and len(self.sentence) > 2

    @cached_property
    def is_adverb(self) -> bool:
        said = self.sentence
        return 0 < len(said) <= 3 and said.upos(len(said) - 1) == "ADV"

    @cached_property
    def is_adjective(self) -> bool:
        """Whether the answer is an adjective phrase, such as `very tired`."""
        tags = {word.upos for word in self.sentence.words}
        if len(self.sentence) == 1 and tags == {"NOUN"} and lemmas(self.low[0], "ADJ"):
            return not lemmas(self.low[0], "NOUN")
        return "ADJ" in tags and tags <= {"ADJ", "ADV", "CCONJ", "PUNCT"}

    def begins_with_verb(self, tag: str) -> bool:
        """Return whether the answer is a verb phrase that starts with this form."""
        said = self.sentence
        if tag == "VBD" and len(said) == 1 and self.low[0].endswith("ed"):
            return can_be(self.low[0], tag)
        if not len(said) or self.is_clause or not can_be(self.low[0], tag):
            return False
        if said.upos(0) == "VERB" or self.low[0] in BE:
            return True
        opens = said.upos(1) in ("DET", "PRON", "ADP", "PART")
        return opens and not (lemmas(self.low[0], "NOUN") and self.low[1] in ("of", "in"))

    @cached_property
    def is_plural(self) -> bool:
        """Whether the head of a noun phrase is plural or coordinated."""
        said = self.sentence
        for at, word in enumerate(said.words):
            if word.head == -1 and word.upos in ("NOUN", "PROPN", "PRON"):
                many = word.upos == "NOUN" and word.lemma != self.low[at]
                return many or bool(said.children(at, "conj"))
        return False

    def with_subject(self, subject: str) -> str:
        """Return the clause with its subject pronoun replaced by `subject`."""
        if self.is_clause and self.low[0] == "both":
            return f"{subject} {self.inside}"
        if not self.is_clause or self.low[0] not in PRONOUNS - {"there", "i", "you", "we"}:
            return self.inside
        if self.low[1].startswith("'"):
            return self.inside
        return f"{subject} {self.text[len(self.sentence.words[0].text) :].strip()}"

    @property
    def as_gerund(self) -> str:
        """A verb phrase as a gerund (`baking bread` for `bake bread`), or the text unchanged."""
        if self.sentence.upos(0) != "VERB" or len(self.sentence) < 2 or self.is_clause:
            return self.inside
        known = lemmas(self.low[0], "VERB")
        noun = self.sentence.upos(1) == "ADP" and lemmas(self.low[0], "NOUN")
        finite = can_be(self.low[0], "VB") or can_be(self.low[0], "VBZ")
        if not known or noun or "," in self.low or not finite or not self.inside[0].islower():
            return self.inside
        form = inflected(known[0], "VBG")
        return form + self.inside[len(self.low[0]) :] if form else self.inside

    @property
    def as_fact(self) -> str:
        """A clause as a noun phrase: `the sun rising`, or `the fact that it can rise`."""
        return f"the fact that {self.inside}" if self.as_noun == self.inside else self.as_noun

    @property
    def as_noun(self) -> str:
        """A clause as a gerund phrase (`the sun rising`), or unchanged if that fails."""
        if self.subject is None or self.low[0] in (*PRONOUNS, "both") or self.subject[0]:
            return self.inside
        said, at = self.sentence, self.subject[1]
        while said.upos(at) == "ADV" and at < len(said) - 1:
            at += 1
        more = [one for one in said.children(at, "conj") if said.upos(one) == "VERB" and one > at]
        joined = [one for one in range(at + 1, len(said)) if said.relation(one) == "conj"]
        own = {said.relation(below) for one in joined for below in said.children(one)}
        if own & {"nsubj", "cop", "aux"}:
            return self.inside  # "it grew and is now tall": the second verb would stay finite
        verbs = [at, *(one for one in more if self.low[one - 1] in ("and", "or"))]
        forms = {one: self._gerund(one) for one in verbs}
        if None in forms.values():
            return self.inside
        start = said.words[0].start
        text = said.text[start : said.words[-1].end]
        for one in reversed(verbs):
            word = said.words[one]
            text = f"{text[: word.start - start]}{forms[one]}{text[word.end - start :]}"
        return self.inside[:1] + " ".join(text.split())[1:]

    def _gerund(self, at: int) -> str | None:
        """Return the -ing form of a finite verb, "" if one follows already, None if it has none."""
        verb, after = self.low[at], self.low[at + 1]
        if verb in BE:
            return "" if after.endswith("ing") else "being"
        if verb in AUXILIARY - HAVE or (verb in HAVE and self.sentence.upos(at) == "AUX"):
            return None
        known = lemmas(verb, "VERB")
        return inflected(known[0], "VBG") or None if known else None


def _abbreviated(text: str) -> bool:
    """Return whether the final full stop is part of an abbreviation, as in `5 p.m.`"""
    return bool(re.search(r"(?:^|[\s.])\w\.$|\b(?:Jr|Sr|Inc|Ltd|Co|etc|St)\.$", text))


def _keeps_capital(first: Word, words: tuple[Word, ...]) -> bool:
    if first.upos == "PROPN" or first.is_name:
        return True
    return len(words) > 1 and words[1].text[:1].isupper() and words[1].text != "I"
