"""The finite clause around an answer, cut into subject, verbs and the phrases after them."""

from __future__ import annotations

from dataclasses import dataclass, field

from qgauge.text import inflection
from qgauge.tools.embedded.question_rules.moods import is_hypothetical, is_imperative
from qgauge.tools.embedded.question_rules.pruning import core_of, is_kept, set_off
from qgauge.tools.embedded.question_rules.tree import Tree
from qgauge.tools.embedded.question_rules.word_lists import (
    DISCOURSE_NOUNS,
    POINTING,
    SENTENCE_ADVERBS,
)

_VERBS = frozenset({"aux", "cop"})
_LEFT_OUT = frozenset(
    {
        "cc",
        "mark",
        "punct",
        "parataxis",
        "discourse",
        "vocative",
        "dislocated",
        "list",
        "dep",
        "expl",
    }
)
_LONGEST_CLAUSE = 9
_ADJUNCTS = frozenset({"obl", "advmod", "advcl"})


@dataclass
class Clause:
    """A finite clause; all lists hold the indices of words, in their order."""

    head: int
    """The main verb, or the predicate of a copula."""
    subject: int
    """The head of the subject."""
    subject_words: list[int]
    verbs: list[int]
    """Auxiliaries, the copula and the negation."""
    fronted: list[list[int]] = field(default_factory=list)
    """Adjuncts before the subject."""
    middle: list[int] = field(default_factory=list)
    """Adverbs between the subject and the main verb."""
    predicate: list[int] = field(default_factory=list)
    """The main verb alone, or the whole predicate of a copula."""
    after: list[list[int]] = field(default_factory=list)
    """Complements and adjuncts after the verb."""
    adjuncts: set[int] = field(default_factory=set)
    """First words of the phrases that the clause can do without."""

    is_imperative: bool = False
    """Whether it tells the reader what to do: the question asks what "you should" do."""
    is_inverted: bool = False
    """Whether the subject follows the verb; only it can be asked for."""
    is_doubled: bool = False
    """Whether the parser found two subjects, as it does for `the scientist Ada Lund`."""
    is_relative: bool = False
    """Whether the noun of a relative clause stands for its pronoun."""

    @property
    def finite(self) -> int:
        """The finite verb."""
        return self.verbs[0] if self.verbs else self.head


def clause_of(tree: Tree, head: int) -> Clause | None:
    """Return the clause of a predicate, or None if it is not a plain finite clause.

    Args:
        tree: The tree.
        head: The predicate: a verb, or the noun or adjective after a copula.
    """
    if is_hypothetical(tree, head):
        return None
    if is_imperative(tree, head):
        return _imperative(tree, head)
    subject, owner = _subject(tree, head)
    if subject < 0 or tree.kids(head, "expl"):
        return None
    verbs = [one for one in tree.kids(head, *_VERBS) if one < head] or _shared_verbs(
        tree, head, owner
    )
    if tree.upos(head) not in ("VERB", "AUX") and not any(
        tree.plain(one) == "cop" for one in verbs
    ):
        return None
    if any(tree.lows[one] == "to" for one in tree.kids(head, "mark")):
        return None
    alone = not verbs and owner != head and not tree.kids(head, "obj")
    participle = tree.lows[head] in inflection.forms(tree.lemma(head), "VBN")
    if alone and participle and tree.kids(owner, "cop"):
        return None  # "The tower is high and made of granite"
    subject, words = _subject_words(tree, subject, head)
    if not words or tree.lows[words[-1] + 1 : words[-1] + 2] in (["–"], ["—"]):
        return None  # "LISBON – A pair of ospreys has …"
    if not words[-1] < min([head, *verbs]):
        return _inverted(tree, head, subject) if not verbs and words[0] > head else None
    clause = Clause(head, subject, words, verbs)
    clause.is_doubled = len(tree.kids(owner, "nsubj")) > 1
    clause.is_relative = tree.heads[subject] != owner
    _fill(tree, clause)
    if tree.relation(head) == "acl:relcl" and not clause.is_relative:
        return clause if _with_object(tree, clause) else None
    return clause


def _inverted(tree: Tree, head: int, subject: int) -> Clause | None:
    """Return a clause that begins with a place: "On the bank stood an old woman"."""
    places = [one for one in tree.kids(head, "obl") if one < head]
    if len(places) != 1 or tree.kids(head, "obj", "ccomp", "xcomp", "aux"):
        return None
    clause = Clause(head, subject, [], [], is_inverted=True)
    clause.predicate = [head]
    clause.fronted = [tree.below(places[0], lambda one: is_kept(tree, one))]
    return clause


def _imperative(tree: Tree, head: int) -> Clause:
    """Return the clause of an instruction; its subject is the reader."""
    verbs = [one for one in tree.kids(head, "aux") if tree.lows[one] != "do"]
    clause = Clause(head, -1, [], verbs, is_imperative=True)
    _fill(tree, clause)
    return clause


def _with_object(tree: Tree, clause: Clause) -> bool:
    """Put the noun of a relative clause in the place of its pronoun; False if unsure."""
    noun = tree.heads[clause.head]
    pronouns = [one for one in tree.children[clause.head] if one < clause.subject]
    if any(
        tree.lows[one] in ("which", "that", "whom") and tree.plain(one) == "obj" for one in pronouns
    ):
        clause.after.insert(0, core_of(tree, noun))
        # "the depth that frost can reach" says which depth, and nothing more
        return set_off(tree, clause.head) or len(clause.after) > 1
    return any(tree.lows[one] in ("where", "when") for one in pronouns)


def _subject(tree: Tree, head: int) -> tuple[int, int]:
    """Return the subject of a predicate and the predicate that has it; -1 if there is none."""
    owner, steps = head, 0
    while owner >= 0 and steps < 3:
        found = tree.kids(owner, "nsubj")
        if found:
            one_phrase = len(found) == 1 or found[-1] == found[0] + 1
            return (found[-1], owner) if one_phrase else (-1, owner)
        if tree.plain(owner) != "conj" or tree.kids(owner, "csubj", "expl"):
            return -1, owner
        owner, steps = tree.heads[owner], steps + 1
    return -1, owner


def _shared_verbs(tree: Tree, head: int, owner: int) -> list[int]:
    """Return the auxiliaries that a conjunct takes from the first verb."""
    if owner == head or tree.upos(head) != "VERB" or tree.kids(owner, "cop"):
        return []
    shared = tree.kids(owner, "aux")
    forms = inflection.forms(tree.lemma(head), "VBN") + inflection.forms(tree.lemma(head), "VBG")
    passive = any(tree.lows[one] in ("is", "are", "was", "were", "been") for one in shared)
    if passive and (tree.kids(head, "obj") or tree.lows[head] not in forms):
        return []
    return [one for one in shared if one < owner]


def _subject_words(tree: Tree, subject: int, head: int) -> tuple[int, list[int]]:
    """Return the subject and its words; for a relative pronoun, those of its noun."""
    relative = tree.relation(head) == "acl:relcl" and tree.upos(subject) == "PRON"
    if relative and any(one < head for one in tree.kids(tree.heads[head], "conj")):
        return subject, []  # "cyclists, walkers and farmers who move their cattle"
    if relative and tree.lows[subject] in ("who", "which", "that") and tree.heads[subject] == head:
        return _noun_before(tree, head)
    if tree.upos(subject) == "PRON" and tree.lows[subject] in ("who", "which", "that", "what"):
        return subject, []
    return subject, tree.below(subject, lambda one: is_kept(tree, one))


def _noun_before(tree: Tree, head: int) -> tuple[int, list[int]]:
    """Return what a relative clause is about: Sealand in "Sealand is a state that occupies …"."""
    noun = tree.heads[head]
    subjects = tree.kids(noun, "nsubj") if tree.kids(noun, "cop") else []
    if len(subjects) == 1 and not tree.kids(noun, "conj"):
        return subjects[0], tree.below(subjects[0], lambda one: is_kept(tree, one))
    bare = not tree.kids(noun, "det", "nummod", "nmod") and not tree.words[noun].is_name
    if bare and not set_off(tree, head):
        return noun, []  # "water that feels cool"
    return noun, core_of(tree, noun)


def _fill(tree: Tree, clause: Clause) -> None:
    head, verbal = clause.head, tree.upos(clause.head) in ("VERB", "AUX")
    clause.predicate = [head]
    first = clause.verbs[0] if clause.verbs else head
    if clause.is_imperative:
        start = head
    else:
        start = tree.below(clause.subject)[0] if tree.heads[clause.subject] == head else -1
    for one in tree.children[head]:
        relation = tree.plain(one)
        if relation in _LEFT_OUT or one in clause.verbs or relation in ("nsubj", "csubj", *_VERBS):
            continue
        if relation == "xcomp" and tree.lows[head] == "born":
            continue  # "born Maria Sklodowska"
        if relation == "conj" and (
            verbal or tree.kids(one, "nsubj", "cop") or tree.upos(one) == "VERB"
        ):
            continue
        fronted = relation == "advcl" and one < start
        if relation in ("advmod", "advcl", "acl") and not fronted and not is_kept(tree, one):
            continue
        words = tree.below(one, lambda child: is_kept(tree, child))
        if not verbal and relation not in _ADJUNCTS | {"ccomp", "xcomp"}:
            if one < head or is_kept(tree, one):
                clause.predicate += words
            continue
        _place(tree, clause, one, words, (start, first))
    clause.predicate.sort()
    objects = [words for words in clause.after if _is_object(tree, words)]
    if objects and any(
        words[0] in clause.adjuncts and words < objects[-1] for words in clause.after
    ):
        # "discovered on the summit a tin"
        clause.after.sort(key=lambda words: words[0] in clause.adjuncts)


def _is_object(tree: Tree, words: list[int]) -> bool:
    return any(tree.plain(one) == "obj" and tree.heads[one] not in words for one in words)


def _place(tree: Tree, clause: Clause, one: int, words: list[int], edges: tuple[int, int]) -> None:
    """Put a phrase in front, in the middle or after the verb."""
    if tree.lows[one] in ("not", "n't", "never") and one < clause.head:
        if tree.lows[one] == "never":
            clause.middle += words
        else:
            clause.verbs = sorted([*clause.verbs, one])  # "must not be used"
        return
    if tree.plain(one) in _ADJUNCTS:
        attributed = any(tree.lows[case] == "according" for case in tree.kids(one, "case"))
        if (
            attributed
            or tree.lemma(one) in DISCOURSE_NOUNS
            or (one > clause.head and set_off(tree, one))
        ):
            return
        if (
            tree.plain(one) != "advmod" or tree.lows[one] not in POINTING
        ):  # "shopped there" needs its place
            clause.adjuncts.add(words[0])
    if words[0] > clause.head:
        clause.after.append(words)
    elif words[0] < edges[0]:
        if tree.plain(one) == "obl" or _is_time_clause(tree, one):
            clause.fronted.append(tree.below(one) if tree.plain(one) == "advcl" else words)
    elif tree.upos(clause.head) == "ADJ" and tree.kids(one, "nummod"):
        clause.predicate += words  # "is thirty metres high"
    elif words[0] > clause.subject and tree.plain(one) == "obl":
        clause.fronted.append(words)  # "who last Thursday came"
    elif words[0] > clause.subject and tree.lows[one] not in SENTENCE_ADVERBS:
        if tree.upos(clause.head) in ("VERB", "AUX"):
            clause.middle += words
        else:
            clause.predicate += words


def _is_time_clause(tree: Tree, at: int) -> bool:
    """Return whether a clause in front is a short one of time: `when he saw the water`."""
    marks = [tree.lows[one] for one in tree.kids(at, "mark", "advmod")]
    short = len(tree.below(at)) <= _LONGEST_CLAUSE
    return short and marks[:1] in (["when"], ["after"], ["before"], ["while"])
