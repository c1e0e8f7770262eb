"""Extraction of facets from dependency trees in Universal Dependencies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, cached_property

from qgauge.metrics import facets
from qgauge.metrics.facets import Facet, Facets, facet
from qgauge.text.words import QUESTION_WORDS
from qgauge.tools.roles import Parse, Word

BEING_SOMEWHERE = frozenset({"locate", "situate"})
"""Verbs whose passive means the same as "be": "Where is it located?"."""
NEGATIONS = frozenset({"not", "n't", "n’t", "never", "no"})

MOST_SHARED = 1 << 16
"""Limit on pairs of a subject or object and a verb under one word. Coordinated verbs share their
subjects, with one facet per pair. Reaching the limit takes a sentence of 500 words; the embedded
parser's sentences have at most 200."""

_NO_FACET = frozenset({"aux", "case", "cc", "cop", "discourse", "expl", "fixed", "goeswith"})
_NO_FACET |= {"list", "mark", "parataxis", "punct", "reparandum", "root", "vocative"}
_GRAMMAR = frozenset({"ADP", "AUX", "CCONJ", "DET", "INTJ", "PART", "PUNCT", "SCONJ", "SYM"})
"""Parts of speech of grammatical words, which are never in a facet."""
NOT_UNIVERSAL = frozenset({"dobj", "pobj", "nsubjpass", "prep", "attr", "acomp", "dative"})
"""Relations that occur only in annotation schemes other than Universal Dependencies."""


def no_facets(parse: Parse) -> str:
    """Return why no facets can be extracted from a parse, or ""."""
    relations = {word.relation for word in parse.words}
    if foreign := sorted(relations & NOT_UNIVERSAL):
        return f"the parser does not use Universal Dependencies (relation '{foreign[0]}')"
    if parse.words and relations == {""}:
        return "the parser returns no dependency trees"
    if _most_shared(parse.words) > MOST_SHARED:
        return f"a word governs more than {MOST_SHARED:,} pairs of a subject and a verb"
    return ""


def _most_shared(words: Sequence[Word]) -> int:
    """Return the largest number of pairs of a subject or object and a verb under any word."""
    bases = [(word.head, word.relation.partition(":")[0]) for word in words if word.head >= 0]
    shared = Counter(head for head, base in bases if base in ("nsubj", "csubj", "obj"))
    joined = Counter(head for head, base in bases if base == "conj")
    return max((times * joined[head] for head, times in shared.items()), default=0)


def facets_of(parse: Parse) -> Facets:
    """Extract the facets of a parsed text."""
    tree = _Tree(parse.words)
    found: dict[Facet, None] = {}
    for at in range(len(parse.words)):
        found.update(dict.fromkeys(tree.facets_at(at)))
    related = {word for facet in found for word in (facet.head, facet.dependent)}
    for at in range(len(parse.words)):
        if tree.has_content(at) and (word := tree.term(at)) not in related:
            found[Facet(facets.ALONE, word)] = None
    exact = {
        tree.term(at)
        for at in range(len(parse.words))
        if tree.asks(at) or (tree.is_exact(at) and not tree.question_word_of(at))
    }
    return Facets(tuple(found), frozenset(exact))


class _Tree:
    """The dependency trees of a text, indexed by head."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        for name in ("children", "determiner", "is_passive", "marker"):
            # these scan all dependents of a word, so cache their results
            setattr(self, name, cache(getattr(self, name)))
        self.under: list[list[int]] = [[] for _ in words]
        for at, word in enumerate(words):
            if word.head >= 0:
                self.under[word.head].append(at)

    # ---------------------------------------------------------------- words

    def base(self, at: int) -> str:
        """Return the relation without its subtype."""
        return self.words[at].relation.partition(":")[0]

    def lemma(self, at: int) -> str:
        return (self.words[at].lemma or self.words[at].text).lower()

    def children(self, at: int, *relations: str) -> list[int]:
        return [child for child in self.under[at] if self.base(child) in relations]

    def asks(self, at: int) -> bool:
        """Return whether a word is a question word and not a relative pronoun."""
        return (
            self.lemma(at) in QUESTION_WORDS
            and self.base(at) not in ("mark", "case")
            and at not in self.antecedents
        )

    def determiner(self, at: int) -> int | None:
        """Return the "what" or "which" that determines a noun."""
        return next((c for c in self.children(at, "det") if self.asks(c)), None)

    @cached_property
    def antecedents(self) -> dict[int, int]:
        """The noun that each relative pronoun refers to: "the man *who* built it"."""
        found = {}
        for clause in range(len(self.words)):
            noun = self.words[clause].head
            if self.words[clause].relation != "acl:relcl" or noun < 0:
                continue
            for child in self.under[clause]:
                pronoun = self.lemma(child) in ("who", "whom", "which", "that", "where", "when")
                if pronoun and noun < child < clause and self.base(child) != "mark":
                    found[child] = noun
        return found

    def term(self, at: int) -> str:
        """Return the word as used in facets: its lemma, or an equivalent question word."""
        at = self.antecedents.get(at, at)
        word = self.lemma(at)
        if self.asks(at):
            return facets.ASKS.get(word, word)
        return self.question_word_of(at) or word

    def question_word_of(self, at: int) -> str:
        """Return the question word that a phrase is equivalent to ("what year": "when"), or ""."""
        word = facets.ASKS.get(self.lemma(at), "")
        if not word or word == "what" or self.determiner(at) is None:
            return ""
        if word == "who" or self.base(at) in ("obl", "nmod", "advmod"):
            return word
        return ""

    def is_exact(self, at: int) -> bool:
        """Return whether a word is a name or a number."""
        word = self.words[at]
        return word.is_name or word.upos == "NUM" or any(map(str.isdigit, word.text))

    def has_content(self, at: int) -> bool:
        """Return whether a word may be in a facet: a question word or a content word."""
        word = self.words[at]
        if self.asks(at):
            noun = word.head
            return not (self.base(at) == "det" and noun >= 0 and self.question_word_of(noun))
        if at in self.antecedents:
            return False
        return not (
            word.upos in _GRAMMAR
            or self.base(at) in _NO_FACET - {"root", "parataxis", "list"}
            or self.is_link(at)
            or self.is_having(at)
            # "its" and "their" act as articles
            or (word.upos == "PRON" and (self.lemma(at) == "there" or word.relation == "nmod:poss"))
            or not any(map(str.isalnum, word.text))
        )

    # ---------------------------------------------------------------- clauses

    def is_verb(self, at: int) -> bool:
        return self.words[at].upos in ("VERB", "AUX")

    def is_passive(self, at: int) -> bool:
        if not self.is_verb(at):
            return False
        if any(
            self.words[c].relation in ("aux:pass", "nsubj:pass", "csubj:pass")
            or (self.base(c) == "aux" and self.lemma(c) == "be" and not self.ends_in_ing(at))
            for c in self.under[at]
        ):
            return True
        # "the house built by Ada", "the tower located in Paris"
        return self.words[at].relation == "acl" and self.is_participle(at)

    def ends_in_ing(self, at: int) -> bool:
        return self.words[at].text.lower().endswith("ing")

    def is_participle(self, at: int) -> bool:
        """Return whether a verb is a past participle: no "to", no subject, not in -ing."""
        return not self.ends_in_ing(at) and not self.children(at, "mark", "nsubj", "aux")

    def subject(self, at: int) -> int | None:
        """Return the subject of a verb; coordinated verbs share theirs."""
        if own := self.children(at, "nsubj", "csubj"):
            return own[0]
        while self.is_joined(at) and self.is_verb(at):
            at = self.words[at].head
            if shared := self.children(at, "nsubj", "csubj"):
                return shared[0]
        word = self.words[at]
        if word.relation in ("acl", "acl:relcl"):
            return word.head
        return None

    def is_link(self, at: int) -> bool:
        """Return whether a verb only links its subject to a predicate: "be", "be located"."""
        lemma = self.lemma(at)
        return self.is_verb(at) and (
            lemma == "be" or (lemma in BEING_SOMEWHERE and self.is_passive(at))
        )

    def is_having(self, at: int) -> bool:
        """Return whether "have" expresses possession, which makes the same facet as "of"."""
        return (
            self.lemma(at) == "have"
            and self.words[at].upos == "VERB"
            and self.subject(at) is not None
            and bool(self.children(at, "obj"))
        )

    def marker(self, at: int) -> str:
        """Return the relation expressed by a phrase's preposition or conjunction; "" for none."""
        for child in self.children(at, "case", "mark"):
            if self.words[child].upos == "PART" and self.lemma(child) != "to":
                return facets.OF  # 's
            fixed = [self.lemma(c) for c in self.children(child, "fixed")]
            word = "_".join([self.lemma(child), *fixed])
            return facets.RELATION_OF.get(word, word)
        return ""

    # ---------------------------------------------------------------- facets

    def facets_at(self, at: int) -> Iterator[Facet]:
        """Yield the facets in which a word depends on another."""
        word = self.words[at]
        if word.head < 0:
            return
        if self.lemma(at) in NEGATIONS and self.base(at) in ("advmod", "det"):
            yield Facet(facets.NOT, self.term(self.governor(word.head)), "not")
            return
        if self.base(at) == "acl":
            yield from self.clause_facets(at)
            return
        if not self.has_content(at) and at not in self.antecedents:
            return
        link = self.first_of_list(at)
        head = self.words[link].head
        if head >= 0:
            yield from self.between(at, link, head)
            for verb in self.sharing(at, link, head):
                yield from self.between(at, link, verb)

    def is_joined(self, at: int) -> bool:
        """Return whether a word is a non-first conjunct."""
        return self.base(at) == "conj" and self.words[at].head >= 0

    def first_of_list(self, at: int) -> int:
        """Return the first conjunct of a coordination, whose relation the others share."""
        while self.is_joined(at) and not self.is_verb(at):
            at = self.words[at].head
        return at

    def sharing(self, at: int, link: int, head: int) -> Iterator[int]:
        """Yield conjoined verbs that share a subject or object: "Who wrote and directed it?"."""
        base = self.base(link)
        kinds = ("obj",) if base == "obj" else ("nsubj", "csubj")
        if base not in kinds:
            return
        for verb in self.children(head, "conj"):
            after = base != "obj" or verb < at
            if self.is_verb(verb) and after and not self.children(verb, *kinds):
                yield verb

    def governor(self, at: int) -> int:
        """Return the word itself, or the subject of a linking verb."""
        if self.is_link(at) and (subject := self.subject(at)) is not None:
            return subject
        return at

    def between(self, at: int, link: int, head: int) -> Iterator[Facet]:
        """Yield the facet of a word and its head; `link` is the word whose relation it takes."""
        base = self.base(link)
        if self.is_having(head) and base in ("nsubj", "obj"):
            if base == "obj" and (owner := self.subject(head)) is not None:
                yield facet(facets.OF, self.term(at), self.term(owner))
            return
        if base in ("nsubj", "csubj"):
            yield from self.subject_facets(at, head)
            return
        relation = self.relation(at, link, head)
        over = self.governor(head)
        if relation and over != at:
            yield facet(relation, self.term(over), self.term(at))

    def subject_facets(self, at: int, head: int) -> Iterator[Facet]:
        if self.is_link(head):
            return  # the subject becomes the head of the verb's other dependents
        if self.is_verb(head) and not self.children(head, "cop"):
            relation = facets.THEME if self.is_passive(head) else facets.AGENT
            yield facet(relation, self.term(head), self.term(at))
            return
        predicate = self.term(head)
        relation = self.marker(head) or facets.RELATION_OF_ASKED.get(predicate, facets.BE)
        yield facet(relation, self.term(at), predicate)

    def relation(self, at: int, link: int, head: int) -> str:
        """Return the relation of a word that is not a subject; "" if it makes no facet."""
        full, base = self.words[link].relation, self.base(link)
        if base in _NO_FACET:
            return ""
        if base in ("obl", "nmod"):
            return self.phrase_relation(at, link, head)
        if base == "compound":
            return facets.MANNER if full == "compound:prt" else facets.OF
        if base == "obj":
            return facets.BE if self.is_link(head) else facets.THEME
        if base == "det":
            return facets.WHICH if self.asks(at) else ""
        if base == "advmod":
            return facets.RELATION_OF_ASKED.get(self.lemma(at), facets.MANNER)
        if base == "advcl":
            return self.marker(link) or facets.MANNER
        fixed = {
            "iobj": facets.TO,
            "flat": facets.NAME,
            "amod": facets.BE,
            "nummod": facets.BE,
            "appos": facets.BE,
        }
        fixed |= {"xcomp": facets.COMPLEMENT, "ccomp": facets.COMPLEMENT, "conj": facets.AND}
        return fixed.get(base, "dep")

    def phrase_relation(self, at: int, link: int, head: int) -> str:
        """Return the relation of a phrase, with or without a preposition."""
        full = self.words[link].relation
        marker = self.marker(at) or self.marker(link)
        if full == "obl:agent" or (marker == "by" and self.is_passive(head)):
            return facets.AGENT
        if word := self.question_word_of(at):
            return facets.RELATION_OF_ASKED.get(word, marker or facets.IN)
        if full == "nmod:poss":
            return facets.OF
        if full == "nmod:desc":
            return facets.BE
        return marker or (facets.OF if full == "nmod" else facets.IN)

    def clause_facets(self, at: int) -> Iterator[Facet]:
        """Yield the facets of an adnominal clause: the noun fills the clause's open role."""
        noun = self.words[at].head
        if any(self.antecedents.get(child) == noun for child in self.under[at]):
            return  # the relative pronoun determines the role and makes the facet
        if self.is_link(at):
            return  # the noun is its subject
        if not self.is_verb(at):
            yield facet(self.marker(at) or facets.BE, self.term(noun), self.term(at))
        elif self.words[at].relation == "acl:relcl" or not self.is_participle(at):
            open_subject = not self.children(at, "nsubj") and not self.children(at, "mark")
            yield Facet(
                facets.AGENT if open_subject else facets.THEME, self.term(at), self.term(noun)
            )
        else:
            yield Facet(facets.THEME, self.term(at), self.term(noun))
