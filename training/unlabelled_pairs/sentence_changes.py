"""Make small changes to tagged sentences and questions; some keep the meaning, some reverse it.

Each function takes the tokens and a source of words and random choices, and returns new tokens, or
none if it does not fit. The teacher decides how a change affects the truth.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from training.reader.wrong_answers import changed_number
from training.unlabelled_pairs.question_rules import Clause, clauses, form, lemma, lowered
from training.unlabelled_pairs.tagger import Token, codes, join, spaced, with_text, word_set
from training.unlabelled_pairs.thesaurus import Thesaurus

Tokens = list[Token]
ASKING = word_set("kind type thing number name many much be been being do have")
"""Function words of questions, however they are tagged."""
DENIALS = ("not", "n't", "n’t", "never")
NUMBERS = sorted(word_set("two three four five six seven eight nine ten eleven twelve twenty"))
QUANTIFIERS = {
    "some": ("all", "no", "most"), "all": ("some", "no", "not all", "most"), "no": ("some", "all"),
    "many": ("few", "some", "all"), "most": ("some", "few", "all"), "few": ("many", "most"),
    "every": ("no", "some"), "several": ("no", "all", "two"), "both": ("neither of", "one of"),
    "each": ("no", "some"), "any": ("every", "no"),
}  # fmt: skip


@dataclass
class Source:
    """Material for a change: the thesaurus, names and verbs of the context, a random generator."""

    thesaurus: Thesaurus
    random: Random
    names: Sequence[str] = ()
    verbs: Sequence[str] = field(default_factory=tuple)


def _exchange(tokens: Sequence[Token], source: Source, how: str, letters: str) -> Tokens:
    """Replace one word with another from the thesaurus."""
    spots = [i for i, t in enumerate(tokens) if t.code in letters and t.low not in ASKING]
    source.random.shuffle(spots)
    for i in spots:
        token = tokens[i]
        if how == "!":
            found = source.thesaurus.opposite(token.text, token.tag)
        else:
            found = source.thesaurus.changed(token.text, token.tag, how)
        if found:
            new = source.random.choice(found)
            new = new[:1].upper() + new[1:] if token.text[:1].isupper() else new
            out = [*tokens[:i], with_text(token, new), *tokens[i + 1 :]]
            return _article(out, i)
    return []


def _article(tokens: Tokens, at: int) -> Tokens:
    """Choose a or an before a new word."""
    if at and tokens[at - 1].low in ("a", "an"):
        old = tokens[at - 1].text
        new = "an" if tokens[at].low[:1] in "aeiou" else "a"
        tokens[at - 1] = with_text(tokens[at - 1], new.capitalize() if old[0] == "A" else new)
    return tokens


def antonym(tokens: Sequence[Token], source: Source) -> Tokens:
    return _exchange(tokens, source, "!", "njDZBEGr" + "i" * (source.random.random() < 0.3))


def synonym(tokens: Sequence[Token], source: Source) -> Tokens:
    return _exchange(tokens, source, "=", "njDZBEG")


def hypernym(tokens: Sequence[Token], source: Source) -> Tokens:
    return _exchange(tokens, source, "@", "n")


def hyponym(tokens: Sequence[Token], source: Source) -> Tokens:
    return _exchange(tokens, source, "~", "n")


def number(tokens: Sequence[Token], source: Source) -> Tokens:
    """Replace a number, in digits or in words."""
    spots = [i for i, t in enumerate(tokens) if t.tag == "CD"]
    source.random.shuffle(spots)
    for i in spots:
        text = tokens[i].text
        new = changed_number(text, source.random)
        if text.lower() in NUMBERS:
            new = source.random.choice([n for n in NUMBERS if n != text.lower()])
            new = new.capitalize() if text[0].isupper() else new
        if new:
            return [*tokens[:i], with_text(tokens[i], new), *tokens[i + 1 :]]
    return []


def negation(tokens: Sequence[Token], source: Source) -> Tokens:
    """Negate the first finite verb, or remove a negation."""
    for i, token in enumerate(tokens):
        if token.code in "mbhq" and i + 1 < len(tokens) and tokens[i + 1].low in DENIALS:
            whole = with_text(token, {"ca": "can", "wo": "will"}.get(token.low, token.text))
            return [*tokens[:i], whole, *tokens[i + 2 :]]
        after = tokens[i + 1].code if i + 1 < len(tokens) else ""
        asked = tokens[-1].text == "?" and i < 5
        if token.code in "mb" or (token.code in "hq" and (asked or after in tuple("rEB"))):
            word = "never" if source.random.random() < 0.15 and not asked else "not"
            if token.text.startswith(("'", "’")):
                return [*tokens[: i + 1], Token(word, "RB"), *tokens[i + 1 :]]
            if asked and token.low in ("may", "am"):
                return []
            if asked or (word == "not" and source.random.random() < 0.35 and token.low != "am"):
                short = {"can": "ca", "will": "wo"}.get(token.low, token.text)
                return [
                    *tokens[:i],
                    with_text(token, short),
                    Token("n't", "RB", False),
                    *tokens[i + 1 :],
                ]
            return [*tokens[: i + 1], Token(word, "RB"), *tokens[i + 1 :]]
        if token.code in "DZ" or (token.code == "h" and i):
            do = "did" if token.tag == "VBD" else "does" if token.tag == "VBZ" else "do"
            base = "have" if token.code == "h" else lemma(token.text)
            return [*tokens[:i], *spaced(f"{do} not"), Token(base, "VB"), *tokens[i + 1 :]]
    return []


def shorter(tokens: Sequence[Token], source: Source) -> Tokens:
    """Remove a modifier of a noun or verb."""
    letters = codes(tokens)
    spots = [m.start() for m in re.finditer(r"(?<!b)j(?=[jnN])|r(?=[jEDZ])", letters)]
    spots = [i for i in spots if tokens[i].low not in ("not", "n't", "never")]
    if not spots:
        return []
    i = source.random.choice(spots)
    rest = list(tokens[i + 1 :])
    if i == 0:
        rest[0] = with_text(rest[0], rest[0].text[:1].upper() + rest[0].text[1:])
    return _article([*tokens[:i], *rest], i)


def without_adjunct(tokens: Sequence[Token], source: Source) -> Tokens:
    """Remove a prepositional phrase."""
    spots = list(
        re.finditer(r"(?<=[nNDEGZBR])i(?:d?[jcnN]*[nNc])(?:fd?[jcnN]*[nN])*", codes(tokens))
    )
    if not spots:
        return []
    m = source.random.choice(spots)
    return [*tokens[: m.start()], *tokens[m.end() :]]


def quantifier(tokens: Sequence[Token], source: Source) -> Tokens:
    """Change some, all or no; give a bare plural one of them."""
    for i, token in enumerate(tokens):
        if token.low in QUANTIFIERS and token.tag in ("DT", "JJ", "PDT"):
            new = source.random.choice(QUANTIFIERS[token.low])
            new = new.capitalize() if token.text[:1].isupper() else new
            return [*tokens[:i], with_text(token, new), *tokens[i + 1 :]]
    if tokens and tokens[0].tag == "NNS":
        new = source.random.choice(("All", "Some", "No", "Most", "Few"))
        return [Token(new, "DT", False), Token(tokens[0].low, "NNS"), *tokens[1:]]
    return []


def hedge(tokens: Sequence[Token], source: Source) -> Tokens:
    """Add may, might or allegedly."""
    for i, token in enumerate(tokens):
        if token.code == "b" and i and not token.text.startswith(("'", "’")):
            past = token.low in ("was", "were")
            words = source.random.choice(("may", "might", "could")) + (
                " have been" if past else " be"
            )
            return [*tokens[:i], *spaced(words), *tokens[i + 1 :]]
        if token.code in "DZ" and i:
            modal = source.random.choice(("may", "might"))
            if token.tag == "VBD":
                done = form(lemma(token.text), "VBN")
                return [*tokens[:i], *spaced(f"{modal} have {done}"), *tokens[i + 1 :]]
            return [*tokens[:i], *spaced(f"{modal} {lemma(token.text)}"), *tokens[i + 1 :]]
    return []


def names_of(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Return the spans of the names: runs of proper nouns."""
    return [m.span() for m in re.finditer(r"N+", codes(tokens))]


def other_name(tokens: Sequence[Token], source: Source) -> Tokens:
    """Replace a name with another one from the context."""
    text = join(tokens).lower()
    found = [n for n in source.names if n.lower() not in text]
    spots = names_of(tokens)
    if not found or not spots:
        return []
    start, end = source.random.choice(spots)
    new = spaced(source.random.choice(found), "NNP")
    new[0] = Token(new[0].text, "NNP", tokens[start].space)
    return [*tokens[:start], *new, *tokens[end:]]


def swapped(tokens: Sequence[Token], source: Source) -> Tokens:
    """Swap two names, or the subject and the object."""
    spots = names_of(tokens)
    if len(spots) >= 2:
        (a, b), (c, d) = sorted(source.random.sample(spots, 2))
        if join(tokens[a:b]) == join(tokens[c:d]):
            return []
        return _placed(tokens, a, b, c, d)
    m = re.match(r"(d?[jcnN]*[nN])r?[DZb][EG]?i?(d?[jcnN]*[nN])(?=[.i])", codes(tokens))
    return _placed(tokens, *m.span(1), *m.span(2)) if m else []


def _placed(tokens: Sequence[Token], a: int, b: int, c: int, d: int) -> Tokens:
    one, two = list(tokens[a:b]), list(tokens[c:d])
    two[0] = Token(two[0].text, two[0].tag, one[0].space)
    one[0] = Token(one[0].text, one[0].tag, True)
    if a == 0:
        one = lowered(one)
        two[0] = with_text(two[0], two[0].text[:1].upper() + two[0].text[1:])
    return [*tokens[:a], *two, *tokens[b:c], *one, *tokens[d:]]


def passive(tokens: Sequence[Token], _source: Source) -> Tokens:
    """Turn `A VERBed B …` into `B was VERBed by A …`."""
    m = re.match(r"(d?[jcnN]*[nN])[DZ](d?[jcnN]*[nN])(?=[.it])", codes(tokens))
    if not m:
        return []
    verb = tokens[m.end(1)]
    subject, thing = list(tokens[: m.end(1)]), list(tokens[m.start(2) : m.end(2)])
    many = thing[-1].tag in ("NNS", "NNPS")
    be = ("were" if many else "was") if verb.tag == "VBD" else ("are" if many else "is")
    thing[0] = Token(thing[0].text[:1].upper() + thing[0].text[1:], thing[0].tag, False)
    subject = lowered(subject)
    subject[0] = Token(subject[0].text, subject[0].tag)
    done = form(lemma(verb.text), "VBN")
    rest = list(tokens[m.end(2) :])
    by = [*spaced("by"), *subject]
    return [*thing, *spaced(f"{be} {done}"), *by, *rest]


def verb(tokens: Sequence[Token], source: Source) -> Tokens:
    """Replace the verb with another one in the same form."""
    spots = [i for i, t in enumerate(tokens) if t.code in "DZBEG" and t.low not in ASKING]
    if not spots or not source.verbs:
        return []
    i = source.random.choice(spots)
    new = form(source.random.choice(source.verbs), tokens[i].tag)
    if new == tokens[i].low:
        return []
    return [*tokens[:i], with_text(tokens[i], new), *tokens[i + 1 :]]


def said(clause: Clause) -> Tokens:
    """Turn a clause into a sentence."""
    tokens = clause.subject + clause.verbs + clause.rest
    first = tokens[0]
    head = Token(first.text[:1].upper() + first.text[1:], first.tag, False)
    return [head, *tokens[1:], Token(".", ".", False)]


def part_of(tokens: Sequence[Token], source: Source) -> Tokens:
    """Return one clause of a sentence, sometimes without its last adjuncts."""
    found = [c for c in clauses(tokens) if len(c.tokens) >= 4]
    if not found:
        return []
    clause = source.random.choice(found)
    pieces = clause.pieces
    while len(pieces) > 1 and pieces[-1][0] in ("pp", "inf") and source.random.random() < 0.4:
        pieces = pieces[:-1]
    out = said(Clause([], clause.subject, clause.verbs, pieces))
    return out if join(out).rstrip(".") != join(tokens).rstrip(" .") else []


CHANGES: dict[str, Callable[[Sequence[Token], Source], Tokens]] = {
    "antonym": antonym,
    "synonym": synonym,
    "hypernym": hypernym,
    "hyponym": hyponym,
    "number": number,
    "negation": negation,
    "shorter": shorter,
    "adjunct": without_adjunct,
    "quantifier": quantifier,
    "hedge": hedge,
    "name": other_name,
    "swapped": swapped,
    "passive": passive,
    "verb": verb,
    "part": part_of,
}
"""The changes of statements; those of questions are below."""
ASKED = ("antonym", "number", "negation", "name", "swapped", "verb", "hyponym")
WEIGHTS = {
    "antonym": 2.0, "synonym": 1.5, "hypernym": 1.5, "hyponym": 0.7, "number": 3.0, "negation": 1.2,
    "shorter": 1.0, "adjunct": 1.2, "quantifier": 1.5, "hedge": 0.6, "name": 2.5, "swapped": 2.0,
    "passive": 3.0, "verb": 0.7, "part": 2.5,
}  # fmt: skip


def changed(
    tokens: Sequence[Token], source: Source, kinds: Sequence[str] = tuple(CHANGES)
) -> tuple[str, str]:
    """Return one change that fits, as (kind, text); heavier ones are tried first more often."""
    order = sorted(kinds, key=lambda k: source.random.random() ** (1 / WEIGHTS[k]), reverse=True)
    for kind in order[:5]:
        out = CHANGES[kind](tokens, source)
        if out and (text := join(out)) != join(tokens):
            return kind, text
    return "", ""
