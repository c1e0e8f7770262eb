"""Replace pronouns by what they refer to, where that is certain."""

from __future__ import annotations

from qgauge.text.noun_classes import is_animal_noun
from qgauge.text.words import word_set
from qgauge.tools.embedded.question_rules import given_names
from qgauge.tools.embedded.question_rules.clause import Clause
from qgauge.tools.embedded.question_rules.pruning import core_of, lowered
from qgauge.tools.embedded.question_rules.tree import Tree
from qgauge.tools.embedded.question_rules.word_lists import (
    OTHER_PERSONS,
    POINTING,
    THIRD_PERSON,
)

_HUMAN = frozenset({"he", "him", "his", "she", "her", "hers"})
_NOUN_ROLES = ("nsubj", "obj", "obl", "nmod")
_NEAR = 2
"""Sentences before a pronoun that are always searched."""
_READER = frozenset({"you", "your", "yours", "yourself"})
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

    def __init__(self, tree: Tree, clause: Clause) -> None:
        self._tree, self._clause, self._subject = tree, clause.head, clause.subject
        self._speaks_to_reader = clause.is_imperative

    def text(self, at: int) -> str | None:
        """Return the text for a word of a question.

        Returns:
            The word itself, or what a pronoun refers to; None if the question would be unclear.
        """
        tree, low = self._tree, self._tree.lows[at]
        degree = low == "so" and tree.plain(at) == "advmod"  # "so loudly that …"
        if low in _READER and self._speaks_to_reader:
            return tree.words[at].text
        if low in OTHER_PERSONS or degree:
            return None
        if low in POINTING and tree.upos(at) in ("PRON", "DET", "ADV", "ADJ", "NOUN"):
            conjunction = low == "that" and tree.relation(at) == "mark"
            relative = low == "that" and tree.upos(at) == "PRON" and at and _in_relative(tree, at)
            distributive = low in ("each", "another") and tree.relation(at) == "det"
            return tree.words[at].text if conjunction or relative or distributive else None
        elliptic = tree.upos(at) in ("ADJ", "NUM", "DET") and tree.plain(at) in _NOUN_ROLES
        counted = tree.upos(at) == "NUM" and tree.plain(at) in ("obl", "nmod") and low != "one"
        if elliptic and tree.words[at].entity != "DATE" and not counted:
            return None  # "designed a third", "died in the first"
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
        if self._subject < 0:
            return False
        if tree.plain(verb) == "advcl" and tree.heads[verb] == self._clause:
            if tree.upos(self._subject) == "PRON":
                return _family(tree.lows[self._subject]) == _family(tree.lows[at])
            return at < self._clause and self._is_alone(at)
        if tree.plain(verb) != "ccomp" or self._subject not in tree.kids(tree.heads[verb], "nsubj"):
            return False
        low, subject = tree.lows[at], self._subject
        named = tree.upos(subject) != "PRON" and self._agrees(subject, low)
        person = low in _HUMAN or low == "they"
        return named and person and not self._rivals(subject, at, low)

    def _is_alone(self, at: int) -> bool:
        """Return whether the subject fits a pronoun before it, and nobody mentioned before does."""
        tree, low, subject = self._tree, self._tree.lows[at], self._subject
        before = [
            one
            for one in range(at)
            if tree.upos(one) in ("NOUN", "PROPN") and tree.is_person(one) and one != subject
        ]
        others = [one for one in before if self._agrees(one, low)]
        alone = all(self._key(one) == self._key(subject) for one in others)
        return self._agrees(subject, low) and alone

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
        animate = (
            tree.is_person(noun) or is_animal_noun(tree.lemma(noun)) or tree.upos(noun) == "PROPN"
        )
        if (male or low in ("she", "her", "hers", "herself")) and not animate:
            return False
        first = tree.lows[self._first_name(noun)]
        if male:
            return not words & _FEMALE and first not in given_names.FEMALE
        if low in ("she", "her", "hers", "herself"):
            return not words & _MALE and first not in given_names.MALE
        return not tree.is_person(noun)

    def _antecedent(self, at: int) -> int | None:
        tree, low = self._tree, self._tree.lows[at]
        nouns = [
            one
            for one in range(at)
            if tree.upos(one) in ("NOUN", "PROPN")
            and not tree.kids(self._first_of_list(one), "cop")
            and tree.relation(one) not in ("compound", "flat", "nmod:desc")
            and not (tree.plain(one) == "appos" and tree.is_person(tree.heads[one]))
        ]
        found = self._people(at, nouns) if low in _HUMAN else self._things(at, nouns)
        names = {self._key(one) for one in found}
        return found[-1] if len(names) == 1 else None

    def _first_of_list(self, noun: int) -> int:
        """Return the first noun of a list: the collector of "a collector and dealer"."""
        while self._tree.plain(noun) == "conj":
            noun = self._tree.heads[noun]
        return noun

    def _people(self, at: int, nouns: list[int]) -> list[int]:
        """Return whom `he` or `she` may refer to.

        Those are the people of the latest sentences that have any. Names further back may be meant,
        too, if a common noun is among them; only names are, if all others are mentioned aside.
        """
        tree, low = self._tree, self._tree.lows[at]
        fitting = [one for one in nouns if tree.is_person(one) and self._agrees(one, low)]
        if not fitting:
            return []
        latest = min(tree.words[at].sentence - _NEAR, tree.words[fitting[-1]].sentence)
        near = [one for one in fitting if tree.words[one].sentence >= latest]
        if any(self._meets_another(one, at, low) for one in near):
            return []
        if any(tree.upos(one) != "PROPN" and not self._is_aside(one) for one in near):
            # "Ada Lund sent a letter. The editor was impressed. She …"
            return [*[one for one in fitting if tree.upos(one) == "PROPN"], *near]
        # "Ada Lund … her father worked as a diplomat. She …"
        names = [one for one in near if tree.upos(one) == "PROPN"]
        return names or [one for one in fitting if tree.upos(one) == "PROPN"]

    def _is_aside(self, noun: int) -> bool:
        """Return whether a noun only belongs to another: "her father", "as a diplomat"."""
        return self._tree.plain(noun) in ("obl", "nmod") or self._is_owned(noun)

    def _is_owned(self, noun: int) -> bool:
        tree = self._tree
        return any(tree.relation(one) == "nmod:poss" for one in tree.children[noun])

    def _meets_another(self, noun: int, at: int, low: str) -> bool:
        """Return whether the pronoun stands for somebody else: "Ada took her home. She …"."""
        tree, family = self._tree, _family(low)
        verb = tree.heads[noun]
        return tree.plain(noun) == "nsubj" and any(
            tree.lows[one] in THIRD_PERSON
            and _family(tree.lows[one]) == family
            and tree.plain(one) in ("obj", "iobj", "obl")
            for one in tree.children[verb]
            if noun < one < at
        )

    def _first_name(self, noun: int) -> int:
        """Return the first word of a name, without titles."""
        tree = self._tree
        tight = ("flat", "appos", "acl", "xcomp", "compound")
        below = tree.below(noun, lambda child: tree.plain(child) in tight)
        return next((one for one in below if tree.words[one].entity in ("PER", "PERSON")), noun)

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
            sure = all(self._is_main_subject(one) or self._gives_reason(one) for one in here)
            return here if sure else []
        before = tree.words[at].sentence - 1
        last = [one for one in nouns if tree.words[one].sentence == before]
        found = [one for one in last if self._is_main_subject(one)]
        if not found:
            return self._chained(at)
        if all(tree.lemma(one) == tree.topic for one in found):
            return found
        rivals = [one for one in last if tree.plain(one) in ("nsubj", "obj") and one not in found]
        # "A band around the jar shows how far the starter rose. When it doubles, …"
        return found if not rivals or all(tree.words[one].is_name for one in found) else []

    def _chained(self, at: int) -> list[int]:
        """Return what the subject of the sentence before stands for, if it is the same pronoun."""
        tree, before = self._tree, self._tree.words[at].sentence - 1
        for one in range(at):
            same = tree.lows[one] in ("it", "they") and tree.lows[one] == tree.lows[at]
            main = tree.plain(one) == "nsubj" and tree.heads[tree.heads[one]] < 0
            if same and main and tree.words[one].sentence == before:
                antecedent = self._antecedent(one)
                return [] if antecedent is None else [antecedent]
        return []

    def _gives_reason(self, noun: int) -> bool:
        """Return whether a noun is the subject of a reason: "Because the tips are fine, they …"."""
        tree, verb = self._tree, self._tree.heads[noun]
        marks = {tree.lows[one] for one in tree.kids(verb, "mark")}
        return tree.plain(noun) == "nsubj" and bool(marks & {"because", "although"})

    def _is_main_subject(self, noun: int) -> bool:
        tree = self._tree
        main = tree.plain(tree.heads[noun]) in ("root", "conj", "parataxis")
        return main and tree.plain(noun) == "nsubj"

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
        if tree.upos(noun) == "PROPN" and any(tree.upos(one) == "NUM" for one in words):
            return None  # "Peggy Nolan, 91,"
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
