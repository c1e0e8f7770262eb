"""Make questions about a tagged sentence by rules: fronted, in place, about the subject, key words.

The teacher labels them, so a question may be odd, but it should be one that people could ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from lemminflect import getAllLemmas, getInflection

from training.unlabelled_pairs.tagger import Token, codes, join, spaced, with_text, word_set
from training.unlabelled_pairs.thesaurus import Thesaurus

NP = r"(?:d(?:r(?=[jE]))?[EG]?)?[jcnN]*[nN](?:s[jcnN]*[nN])*|d?[jc]*c|p"
NPF = rf"(?:{NP})(?:f(?:{NP}))*"
LIST = rf"(?:{NPF})(?:(?:,(?:{NPF}))*,?&(?:{NPF}))?"
VERB = r"(?:[mbhq]r*(?:[BEG]r*)*|[DZB])"
CLAUSE = re.compile(rf"(?P<subj>(?:{LIST})(?:i(?:{NPF}))?)r?(?P<verb>{VERB})")
PIECE = re.compile(rf"(?P<np>{LIST})|(?P<pp>[it](?:{LIST}))|(?P<inf>tB)|.")
STOP = re.compile(rf"[.;owS]|,|&(?=(?:{NPF})?r*[mbhqDZ])")
YEAR = re.compile(r"(?:1\d{3}|20[0-3]\d)s?")
MONTHS = word_set(
    "january february march april may june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday"
)
TITLES = word_set("mr. mrs. ms. dr. sir lord lady king queen president prince saint st.")
BODIES = {
    "university": "university", "company": "company", "church": "church", "party": "party",
    "river": "river", "school": "school", "city": "city", "county": "county", "war": "war",
    "college": "college", "bank": "bank", "museum": "museum", "empire": "empire", "team": "team",
    "act": "law", "island": "island", "lake": "lake", "street": "street", "award": "award",
    "league": "league", "band": "band", "inc.": "company", "corporation": "company",
}  # fmt: skip
WHERE = word_set("in at near on from to outside inside across through into around")
PERSONAL = word_set(
    "say write marry tell ask think believe live die study teach work argue decide know love sing "
    "want eat walk run play sit wear invent discover compose direct publish claim feel"
)


@dataclass(frozen=True)
class Asked:
    """A question with the words that answer it."""

    kind: str
    text: str
    answer: str


@dataclass
class Clause:
    """A subject, its verbs and the rest, as token lists; `pieces` are (kind, tokens)."""

    before: list[Token]
    subject: list[Token]
    verbs: list[Token]
    pieces: list[tuple[str, list[Token]]]

    @property
    def rest(self) -> list[Token]:
        return [t for _, piece in self.pieces for t in piece]

    @property
    def tokens(self) -> list[Token]:
        return self.subject + self.verbs + self.rest


def clauses(tokens: Sequence[Token]) -> list[Clause]:
    """Return the clauses with a plain subject, up to the next comma, conjunction or clause."""
    letters, found, last = codes(tokens), [], 0
    for m in CLAUSE.finditer(letters):
        start, verb = m.start(), m.start("verb")
        if start and letters[start - 1] in "ifts":
            continue
        stop = STOP.search(letters, m.end())
        end = stop.start() if stop else len(letters)
        pieces = []
        for p in PIECE.finditer(letters, m.end(), end):
            kind = p.lastgroup or "x"
            to = end if kind == "inf" else p.end()
            pieces.append((kind, list(tokens[p.start() : to])))
            if kind == "inf":
                break
        while pieces and pieces[-1][0] == "x" and pieces[-1][1][-1].code in "dift&cj,":
            pieces.pop()
        lead = list(tokens[last:start]) if start and letters[start - 1] == "," else []
        if not re.fullmatch(rf"i(?:{LIST})(?:[if](?:{NPF}))*,", codes(lead)):
            lead = []
        subject = list(tokens[start : m.end("subj")])
        verbs = list(tokens[m.end("subj") : verb]) + list(tokens[verb : m.end()])
        if len(subject) < 12:
            found.append(Clause(lead[:-1], subject, verbs, pieces))
        last = end
    return found


@lru_cache(maxsize=100_000)
def lemma(word: str, pos: str = "VERB") -> str:
    found = getAllLemmas(word.lower()).get(pos, ())
    return str(found[0]) if found else word.lower()


@lru_cache(maxsize=20_000)
def form(verb: str, tag: str) -> str:
    found = getInflection(verb, tag)
    return str(found[0]) if found else verb


def lowered(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens without the capital of a sentence's first word."""
    if not tokens or tokens[0].tag in ("NNP", "NNPS") or tokens[0].text == "I":
        return list(tokens)
    head = tokens[0]
    return [with_text(head, head.text[:1].lower() + head.text[1:]), *tokens[1:]]


def question(*parts: Sequence[Token] | str) -> str:
    """Join parts into a question: single spaces, a capital, a question mark."""
    text = " ".join(p if isinstance(p, str) else join(p) for p in parts)
    text = re.sub(r"\s+(?=[,;])|\s+(?=\s)", "", text).strip(" ,;:-")
    return text[:1].upper() + text[1:] + "?"


def core(tokens: Sequence[Token]) -> list[Token]:
    """Return a noun phrase up to its first preposition, comma or conjunction."""
    end = next((i for i, t in enumerate(tokens) if i and t.code in "ifts,&"), len(tokens))
    return list(tokens[:end])


class Asker:
    """Makes questions about sentences."""

    def __init__(self, thesaurus: Thesaurus, random: Random) -> None:
        self.thesaurus, self.random = thesaurus, random

    def kind(self, tokens: Sequence[Token], verb: str = "") -> str:
        """Return person, place, time, number, money, name or thing."""
        words, tags = [t.low for t in tokens], [t.tag for t in tokens]
        if any(YEAR.fullmatch(w) or w in MONTHS - {"may", "march"} for w in words):
            return "time"
        if words[0] in ("$", "£", "€") or words[-1] in ("dollars", "pounds", "euros"):
            return "money"
        cut = len(core(tokens))
        head = lemma(words[cut - 1], "NOUN") if tags[cut - 1][:2] == "NN" else words[cut - 1]
        field = self.thesaurus.field(head)
        if head in ("century", "decade", "year", "month", "week", "day", "morning", "night"):
            return "time"
        if "CD" in tags[:2] and words[0] != "one" and tags[0] in ("CD", "DT", "RB", "IN"):
            return "number"
        if tags == ["PRP"]:
            return "thing" if words[0] in ("it", "them", "they") else "person"
        if tags[-1] in ("NNP", "NNPS"):
            if words[-1] in BODIES:
                return "name"
            if set(words) & TITLES or field == 18:
                return "person"
            if field == 15:
                return "place"
            if verb in PERSONAL and len(tokens) <= 3:
                return "person"
            return "name" if words[0] == "the" or len(tokens) > 3 else "unsure"
        return {18: "person", 15: "place"}.get(field, "thing")

    def wh(self, tokens: Sequence[Token], verb: str = "", before: str = "") -> str:
        """Return a question word for a noun phrase that is a subject or an object."""
        kind, pick = self.kind(tokens, verb), self.random.random()
        whole, tokens = tokens, core(tokens)
        head = tokens[-1]
        if kind == "person" or (kind == "unsure" and pick < 0.6):
            return "who" if pick < 0.92 or before else "which person"
        if kind == "number":
            noun = [t.text for t in tokens if t.tag in ("NNS", "NN", "JJ")]
            if tokens[-1].low == "percent" or tokens[-1].text == "%":
                return "what percentage"
            return "how many " + " ".join(noun) if noun else "what number"
        if kind == "money":
            return "how much money" if pick < 0.5 else "how much"
        if kind == "time" and pick < 0.5:
            return "what year" if any(YEAR.fullmatch(t.text) for t in tokens) else "what time"
        if kind == "name" and tokens[-1].low in BODIES and pick < 0.7:
            return self.random.choice(("what ", "which ")) + BODIES[tokens[-1].low]
        if head.tag in ("NN", "NNS"):
            if pick < 0.15 and len(tokens) > 2 and tokens == whole:
                return self.random.choice(("which ", "what ")) + head.text
            if pick < 0.28 and len(tokens) > 1 and tokens == whole:
                return self.random.choice(("what kind of ", "what type of ")) + head.text
            if pick < 0.4 and (up := self.thesaurus.changed(head.text, head.tag, "@")):
                return self.random.choice(("what ", "which ")) + self.random.choice(up)
        return "what" if pick < 0.98 else "what thing"

    def adjunct(self, tokens: Sequence[Token]) -> tuple[str, bool]:
        """Return a question word for a prepositional phrase, and whether its preposition stays."""
        prep, inner, pick = tokens[0].low, tokens[1:], self.random.random()
        kind = self.kind(inner) if inner else "thing"
        if kind == "time" and prep in ("in", "on", "during", "at", "by", "since", "until"):
            year = any(YEAR.fullmatch(t.text) for t in inner)
            if year and pick < 0.4:
                return self.random.choice(("in what year", "in which year", "what year")), False
            return ("when" if pick < 0.9 else "at what time"), False
        if kind == "time" and prep == "for":
            return "how long", False
        if prep == "for" and pick < 0.15:
            return "why", False
        if prep in WHERE and (kind == "place" or (kind in ("unsure", "name") and pick < 0.5)):
            return ("where" if pick < 0.8 else f"{prep} what place"), False
        if prep == "by" and pick < 0.15:
            return "how", False
        wh = self.wh(inner) if inner else "what"
        if pick < 0.15:
            return f"{prep} " + ("whom" if wh == "who" else wh), False
        return wh, True

    def ask(self, clause: Clause) -> list[Asked]:
        """Return all questions that the rules find in a clause."""
        found = [*self.of_subject(clause), *self.of_rest(clause), *self.of_verb(clause)]
        return [a for a in found if 3 <= len(a.text.split()) <= 30]

    def of_subject(self, clause: Clause) -> Iterator[Asked]:
        if clause.subject[0].tag in ("PRP", "EX", "DT") and len(clause.subject) == 1:
            return
        verb = lemma(clause.verbs[-1].text)
        wh = self.wh(clause.subject, verb)
        verbs = list(clause.verbs)
        if not wh.startswith(("how many", "which", "what ")):
            verbs[0] = singular(verbs[0])
        kind = "how many" if wh.startswith("how many") else "subject"
        tail = clause.before if self.random.random() < 0.5 else []
        answer = join(clause.subject)
        if tail and self.random.random() < 0.4:
            yield Asked(kind, question(tail, ",", wh, verbs, clause.rest), answer)
        else:
            yield Asked(kind, question(wh, verbs, clause.rest, lowered(tail)), answer)

    def inverted(self, clause: Clause) -> tuple[list[Token], list[Token]]:
        """Return the auxiliary to put in front, and the verbs that stay after the subject."""
        verbs = clause.verbs
        letters = codes(verbs)
        at = next((i for i, c in enumerate(letters) if c != "r"), 0)
        adverbs = list(verbs[:at])
        first = verbs[at]
        main = len(letters.rstrip("r")) == at + 1
        if letters[at] in "mb" or (letters[at] in "hq" and not main):
            after = (
                at + 2 if verbs[at + 1 : at + 2] and verbs[at + 1].low in ("n't", "n’t") else at + 1
            )
            return list(verbs[at:after]), adverbs + list(verbs[after:])
        tense = {"VBD": "did", "VBZ": "does"}.get(first.tag, "do")
        if letters[at] in "hq" and first.low in ("had", "did"):
            tense = "did"
        base = with_text(first, lemma(first.text) if letters[at] not in "hq" else
                         {"h": "have", "q": "do"}[letters[at]])  # fmt: skip
        return spaced(tense), [*adverbs, base, *verbs[at + 1 :]]

    def of_rest(self, clause: Clause) -> Iterator[Asked]:
        front, behind = self.inverted(clause)
        subject = lowered(clause.subject)
        copula = len(codes(clause.verbs).strip("r")) == 1 and clause.verbs[-1].code == "b"
        pieces = clause.pieces
        if clause.before:
            wh, stays = self.adjunct(lowered(clause.before))
            if not stays:
                yield Asked(
                    "adjunct",
                    question(wh, front, subject, behind, clause.rest),
                    join(clause.before),
                )
        for at, (kind, piece) in enumerate(pieces):
            rest = [t for i, (_, p) in enumerate(pieces) if i != at for t in p]
            answer = join(piece)
            if kind == "np" and at == 0 and copula:
                wh = "who" if self.kind(piece) == "person" else "what"
                rest = [t for _, p in pieces[1:] for t in p]
                yield Asked("copula", question(wh, front, subject, rest), answer)
            elif kind == "np" and at == 0:
                wh = self.wh(piece, before=clause.verbs[-1].low)
                name = "how many" if wh.startswith("how many") else "object"
                yield Asked(name, question(wh, front, subject, behind, rest), answer)
            elif kind == "pp":
                wh, stays = self.adjunct(piece)
                left = [t for i, (_, p) in enumerate(pieces) if i < at for t in p]
                right = [t for _, p in pieces[at + 1 :] for t in p]
                kept = [*left, *(piece[:1] if stays else []), *right]
                text = question(wh, front, subject, behind, kept)
                yield Asked("adjunct" if not stays else "stranded", text, answer)
            elif kind == "inf" and not copula:
                left = [t for _, p in pieces[:at] for t in p]
                wh = self.random.choice(("why", "for what purpose"))
                if at == 0:
                    text = question("what", front, subject, behind, "to do")
                else:
                    text = question(wh, front, subject, behind, left)
                yield Asked("purpose", text, answer)

    def of_verb(self, clause: Clause) -> Iterator[Asked]:
        """Ask what somebody did, or who or what somebody is."""
        front, behind = self.inverted(clause)
        subject = lowered(clause.subject)
        answer = join(clause.verbs[-1:] + clause.rest)
        letters = codes(clause.verbs).strip("r")
        if letters[-1:] in ("D", "Z") and clause.rest and self.random.random() < 0.4:
            tail = [t for k, p in clause.pieces[1:] if k == "pp" for t in p][-4:]
            tail = tail if self.random.random() < 0.4 else []
            text = question("what", front, subject, "do", tail)
            yield Asked("did", text, answer)
        elif letters[:1] == "b" and letters[-1:] == "G" and self.random.random() < 0.6:
            yield Asked("did", question("what", front, subject, "doing"), answer)
        elif letters[:1] == "b" and letters[-1:] == "E" and self.random.random() < 0.25:
            did = "happened to" if front[0].low in ("was", "were") else "happens to"
            yield Asked("did", question("what", did, subject), answer)
        if self.random.random() < 0.15:
            how = self.random.choice(("how", "why", "when", "where"))
            yield Asked("open", question(how, front, subject, behind, clause.rest), "")

    def in_place(self, clause: Clause) -> Iterator[Asked]:
        """Return the clause with a question word in place of the answer."""
        spots = [(clause.subject, "np"), *((p, k) for k, p in clause.pieces if k in ("np", "pp"))]
        tokens, (piece, kind) = clause.before + clause.tokens, self.random.choice(spots)
        at = next((i for i in range(len(tokens)) if tokens[i] is piece[0]), -1)
        if at < 0 or piece[0].tag in ("PRP", "EX"):
            return
        if kind == "pp":
            wh, stays = self.adjunct(piece)
            new = spaced(f"{piece[0].low} {wh}" if stays else wh)
        else:
            new = spaced(self.wh(piece, lemma(clause.verbs[-1].text)))
        if at:
            new = [with_text(t, "whom") if t.low == "who" and kind == "pp" else t for t in new]
        tokens = [*lowered(tokens[:at]), *new, *tokens[at + len(piece) :]]
        if len(tokens) > len(new) + 1:
            yield Asked("in place", question(tokens), join(piece))

    def key_words(self, clause: Clause) -> Iterator[Asked]:
        """Return a query of key words, as people type it."""
        spots = [clause.subject, *(p for k, p in clause.pieces if k in ("np", "pp"))]
        piece = self.random.choice(spots)
        words = [
            t.low
            for t in clause.before + clause.tokens
            if not any(t is p for p in piece)
            and (t.tag[:2] in ("NN", "VB", "JJ", "CD") and t.code not in "bhq")
        ]
        if len(words) < 2:
            return
        wh = self.wh(piece).split(" of ")[0] if self.random.random() < 0.6 else ""
        words = words[:6]
        order = [wh, *words] if self.random.random() < 0.7 else [*words, wh]
        yield Asked("key words", " ".join(w for w in order if w), join(piece))


def singular(verb: Token) -> Token:
    """Return a finite verb in the form that follows who or what."""
    if verb.low in ("are", "were", "am"):
        return with_text(verb, "was" if verb.low == "were" else "is")
    if verb.low in ("have", "do"):
        return with_text(verb, "has" if verb.low == "have" else "does")
    if verb.tag in ("VBP", "VB"):
        return with_text(verb, form(lemma(verb.text), "VBZ"))
    return verb


def apposed(tokens: Sequence[Token], asker: Asker) -> Iterator[Asked]:
    """Ask who or what the name in `NAME, a/the NOUN …,` is."""
    letters = codes(tokens)
    for m in re.finditer(rf"(?P<name>N+),(?P<what>d[jcnN]*n(?:[if](?:{NP}))*)(?=[,.])", letters):
        name = tokens[m.start("name") : m.end("name")]
        what = tokens[m.start("what") : m.end("what")]
        wh = "who" if asker.kind(what) == "person" else "what"
        yield Asked("apposed", question(wh, "is", name), join(what))
        if wh == "what":
            wh = asker.random.choice(("what is the name of", "what is", "what was"))
        else:
            wh = asker.random.choice(("who is", "who was", "what was the name of"))
        yield Asked("apposed", question(wh, lowered(what)), join(name))


def rephrased(clause: Clause, thesaurus: Thesaurus, random: Random) -> Clause:
    """Rephrase a clause: other words, fewer modifiers, or no trailing adjunct."""

    def some(tokens: list[Token]) -> list[Token]:
        out = []
        for at, token in enumerate(tokens):
            after = tokens[at + 1].code if at + 1 < len(tokens) else ""
            if token.tag in ("JJ", "RB") and after in tuple("njGE") and random.random() < 0.3:
                continue
            new = ""
            if token.code in "njDZBEG" and random.random() < 0.15:
                found = thesaurus.changed(token.text, token.tag, "=")
                if not found and token.code == "n" and random.random() < 0.3:
                    found = thesaurus.changed(token.text, token.tag, "@")
                new = random.choice(found) if found else ""
            out.append(with_text(token, new) if new else token)
        return out

    pieces = [(k, some(p)) for k, p in clause.pieces]
    if len(pieces) > 1 and pieces[-1][0] == "pp" and random.random() < 0.3:
        pieces = pieces[:-1]
    return Clause(clause.before, some(clause.subject), some(clause.verbs), pieces)
