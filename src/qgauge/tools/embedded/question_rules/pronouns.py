"""Replace pronouns by what they refer to, where that is certain."""

from __future__ import annotations

from qgauge.text.words import word_set
from qgauge.tools.embedded.question_rules.pruning import core_of, lowered
from qgauge.tools.embedded.question_rules.tree import Tree
from qgauge.tools.embedded.question_rules.word_lists import (
    ANIMALS,
    OTHER_PERSONS,
    POINTING,
    THIRD_PERSON,
)

_HUMAN = frozenset({"he", "him", "his", "she", "her", "hers"})
_PLURAL = frozenset({"they", "them", "their"})
_FEMALE = word_set(
    "woman girl queen princess wife mother daughter sister aunt widow lady witch grandmother niece "
    "mrs ms miss"
)
_MALE = word_set(
    "man boy king prince husband father son brother uncle lord wizard grandfather nephew mr sir"
)


class Referents:
    """Finds what the pronouns of a clause refer to."""

    def __init__(self, tree: Tree, clause: int, subject: int) -> None:
        self._tree, self._clause, self._subject = tree, clause, subject

    def text(self, at: int) -> str | None:
        """Return the text for a word of a question.

        Returns:
            The word itself, or what a pronoun refers to; None if the question would be unclear.
        """
        tree, low = self._tree, self._tree.lows[at]
        degree = low == "so" and tree.plain(at) == "advmod"  # "so loudly that …"
        if low in OTHER_PERSONS or degree:
            return None
        if low in POINTING and tree.upos(at) in ("PRON", "DET", "ADV", "ADJ", "NOUN"):
            conjunction = low == "that" and tree.relation(at) == "mark"
            relative = low == "that" and tree.upos(at) == "PRON" and at and _in_relative(tree, at)
            distributive = low in ("each", "another") and tree.relation(at) == "det"
            return tree.words[at].text if conjunction or relative or distributive else None
        elliptic = tree.upos(at) in ("ADJ", "NUM", "DET") and tree.plain(at) in ("nsubj", "obj")
        if elliptic and tree.words[at].entity != "DATE":
            return None  # "designed a third"
        if low not in THIRD_PERSON or tree.upos(at) not in ("PRON", "DET"):
            return tree.words[at].text
        if self._bound(at):
            return tree.words[at].text
        antecedent = self._antecedent(at)
        if antecedent is None:
            return None
        return self._named(antecedent, possessive=tree.relation(at) == "nmod:poss")

    def _bound(self, at: int) -> bool:
        """Return whether a subject in the question is what a pronoun refers to."""
        tree, low = self._tree, self._tree.lows[at]
        reflexive = low.endswith(("self", "selves"))
        if tree.plain(at) == "nsubj":
            return self._reported(at)
        if not reflexive and tree.relation(at) != "nmod:poss":
            return False
        subject = self._nearest_subject(at)
        if subject < 0:
            return False
        if tree.upos(subject) == "PRON" and tree.lows[subject] in THIRD_PERSON:
            return _family(tree.lows[subject]) == _family(low)
        if tree.lows[subject] in ("who", "which", "that"):
            return True
        if self._is_new(subject) and self._seen_before(subject, low):
            return False
        return at > subject and self._agrees(subject, low) and not self._rivals(subject, at, low)

    def _is_new(self, noun: int) -> bool:
        tree = self._tree
        return any(tree.lows[one] in ("a", "an") for one in tree.kids(noun, "det"))

    def _seen_before(self, noun: int, low: str) -> bool:
        """Return whether the pronoun already stands for another person: `a man saw her door`."""
        lows, family = self._tree.lows[:noun], _family(low)
        return any(one in THIRD_PERSON and _family(one) == family for one in lows)

    def _reported(self, at: int) -> bool:
        """Return whether a subject is the speaker: `Ada said that she would come`."""
        tree, verb = self._tree, self._tree.heads[at]
        if tree.plain(verb) == "advcl" and tree.heads[verb] == self._clause:
            if tree.upos(self._subject) == "PRON":
                return _family(tree.lows[self._subject]) == _family(tree.lows[at])
            return at < self._clause and self._agrees(self._subject, tree.lows[at])
        if tree.plain(verb) != "ccomp" or self._subject not in tree.kids(tree.heads[verb], "nsubj"):
            return False
        low, subject = tree.lows[at], self._subject
        named = tree.upos(subject) != "PRON" and self._agrees(subject, low)
        person = low in _HUMAN or low == "they"
        return named and person and not self._rivals(subject, at, low)

    def _nearest_subject(self, at: int) -> int:
        """Return the subject of the clause around a word, unless the word is part of it."""
        tree, one, path, nearest = self._tree, at, {at}, -1
        while tree.heads[one] >= 0:
            one = tree.heads[one]
            found = tree.kids(one, "nsubj")
            if found and nearest < 0:
                if found[0] in path:
                    return -1
                nearest = found[0]
            path.add(one)
            if one == self._clause:
                own = -1 if self._subject in path else self._subject
                return nearest if nearest >= 0 else own
        return -1  # outside the clause: the noun of a relative clause

    def _rivals(self, subject: int, at: int, low: str) -> bool:
        """Return whether another noun between the subject and the pronoun fits it."""
        tree = self._tree
        return any(
            tree.upos(one) in ("NOUN", "PROPN")
            and tree.plain(one) in ("obj", "iobj", "nsubj")
            and self._agrees(one, low)
            and (low in _HUMAN) == tree.is_person(one)
            for one in range(subject + 1, at)
            if tree.heads[at] != one
        )

    def _agrees(self, noun: int, low: str) -> bool:
        tree = self._tree
        if low in _PLURAL or low == "themselves":
            return tree.is_plural(noun)
        if tree.is_plural(noun):
            return False
        words = {
            tree.lemma(noun),
            *(tree.lows[one].strip(".") for one in tree.kids(noun, "flat", "compound")),
        }
        male = low in ("he", "him", "his", "himself")
        animate = tree.is_person(noun) or tree.lemma(noun) in ANIMALS or tree.upos(noun) == "PROPN"
        if (male or low in ("she", "her", "hers", "herself")) and not animate:
            return False
        if male:
            return not words & _FEMALE
        if low in ("she", "her", "hers", "herself"):
            return not words & _MALE
        return not tree.is_person(noun)

    def _antecedent(self, at: int) -> int | None:
        tree, low = self._tree, self._tree.lows[at]
        nouns = [
            one
            for one in range(at)
            if tree.upos(one) in ("NOUN", "PROPN")
            and not tree.kids(one, "cop")
            and tree.relation(one) not in ("compound", "flat", "nmod:desc")
        ]
        if low in _HUMAN:
            found = [one for one in nouns if tree.is_person(one) and self._agrees(one, low)]
        else:
            found = self._things(at, nouns)
        names = {self._key(one) for one in found}
        return found[-1] if len(names) == 1 else None

    def _things(self, at: int, nouns: list[int]) -> list[int]:
        """Return what `it` or `they` may refer to: only a subject can be the antecedent."""
        tree, low = self._tree, self._tree.lows[at]
        if tree.relation(at) not in ("nsubj", "nsubj:pass", "nmod:poss"):
            return []
        nouns = [one for one in nouns if self._agrees(one, low)]
        roles = ("nsubj", "obj", "iobj", "obl")
        here = [one for one in nouns if tree.words[one].sentence == tree.words[at].sentence]
        here = [one for one in here if tree.plain(one) in roles and not self._has_own(one, low)]
        if here:
            return here if all(tree.plain(one) == "nsubj" for one in here) else []
        before = tree.words[at].sentence - 1
        return [
            one
            for one in nouns
            if tree.words[one].sentence == before
            and tree.plain(one) == "nsubj"
            and tree.plain(tree.heads[one]) in ("root", "conj", "parataxis")
        ]

    def _has_own(self, noun: int, low: str) -> bool:
        """Return whether a noun has the same pronoun: `it` is not the point in `its point`."""
        tree = self._tree
        return any(
            tree.relation(one) == "nmod:poss" and _family(tree.lows[one]) == _family(low)
            for one in tree.children[noun]
        )

    def _key(self, at: int) -> str:
        tree = self._tree
        tight = ("flat", "appos", "acl", "xcomp")
        below = tree.below(at, lambda child: tree.plain(child) in tight)
        names = [one for one in below if tree.words[one].entity in ("PER", "PERSON")]
        return tree.lows[names[-1]] if names else tree.lemma(at)

    def _named(self, noun: int, *, possessive: bool) -> str | None:
        tree = self._tree
        words = core_of(tree, noun)
        if possessive and any(tree.upos(one) == "ADP" for one in words):
            return None  # "King Midas of Phrygia's gardeners"
        if len(words) > 6 or any(
            tree.lows[one] in THIRD_PERSON | OTHER_PERSONS | POINTING for one in words
        ):
            return None
        text = ""
        for place, one in enumerate(words):
            word = lowered(tree, one)
            if place == 0 and tree.upos(one) == "DET":
                word = "the" if tree.lows[one] in ("a", "an", "the") else word.lower()
            glued = (
                place
                and words[place - 1] == one - 1
                and tree.words[one - 1].end == tree.words[one].start
            )
            text += word if glued or not text else f" {word}"
        if possessive:
            text += "'" if text.endswith("s") and tree.is_plural(noun) else "'s"
        return text


def _family(low: str) -> str:
    for family in ("he him his himself", "she her hers herself", "it its itself"):
        if low in family.split():
            return family[:2]
    return "they"


def _in_relative(tree: Tree, at: int) -> bool:
    return tree.heads[at] >= 0 and tree.relation(tree.heads[at]) == "acl:relcl"
