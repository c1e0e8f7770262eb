"""Clauses that compare, and what they fix about the ranking."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from training.scenes._comparison_words import ADJECTIVES, COUNTS, ITEMS
from training.scenes.scene import DENIED, ENTAILED, OPEN
from training.scenes.words import listed, upper

Worlds = list[tuple[int, ...]]
Claim = Callable[[tuple[int, ...]], bool]


@dataclass(frozen=True)
class Dim:
    """One thing to compare by; `count` holds base, past and noun if things are counted."""

    noun: str
    plural: str
    items: tuple[str, ...]
    hi: tuple[str, ...]
    lo: tuple[str, ...]
    number: str
    span: tuple[int, int]
    flags: str
    ask: str
    unit: str
    past: bool
    count: bool

    def be(self, text: str) -> str:
        """Choose the tense in `[is/was]`."""
        return re.sub(r"\[([^/\]]*)/([^\]]*)\]", r"\2" if self.past else r"\1", text)

    def more(self, rng: random.Random, a: str, b: str) -> str:
        """Say that a is above b."""
        hi, lo, (base, did, thing) = self.hi, self.lo, self.hi if self.count else ("", "", "")
        if self.count:
            return rng.choice(
                (
                    f"{a} {did} more {thing} than {b}",
                    f"{b} {did} fewer {thing} than {a}",
                    f"{b} did not {base} as many {thing} as {a}",
                    f"{a} {did} a larger number of {thing} than {b}",
                )
            )
        return self.be(
            rng.choice(
                (
                    f"{a} [is/was] {hi[1]} than {b}",
                    f"{a} [is/was] {hi[1]} than {b}",
                    f"{b} [is/was] {lo[1]} than {a}",
                    f"{b} [is/was] {lo[1]} than {a}",
                    f"{b} [is/was] not as {hi[0]} as {a}",
                    f"{a} [is/was] not as {lo[0]} as {b}",
                    f"{b} [isn't/wasn't] as {hi[0]} as {a}",
                    f"compared with {b}, {a} [is/was] {hi[1]}",
                    f"compared with {a}, {b} [is/was] {lo[1]}",
                )
            )
        )

    def best(self, a: str, top: bool, second: bool = False, pair: bool = False) -> str:
        """Say that a is first (or second) from the top or the bottom, or the better of a pair."""
        word = "second " if second else ""
        if pair and self.count:
            return f"{a} {self.hi[1]} {'more' if top else 'fewer'} {self.hi[2]}"
        if pair:
            return self.be(f"{a} [is/was] the {(self.hi if top else self.lo)[1]}")
        if self.count:
            if second:
                return f"{a} {self.hi[1]} the second-{'most' if top else 'fewest'} {self.hi[2]}"
            return f"{a} {self.hi[1]} the {'most' if top else 'fewest'} {self.hi[2]}"
        return self.be(f"{a} [is/was] the {word}{(self.hi if top else self.lo)[2]}")

    def valued(self, a: str, value: int) -> str:
        """Say a's number."""
        return f"{a} {self.be(self.number).replace('V', self.show(value))}"

    def show(self, value: int) -> str:
        """Write a number; years have no comma."""
        return str(value) if self.number.endswith(" in V") else f"{value:,}"


def pick(rng: random.Random) -> Dim:
    """Return a random thing to compare by."""
    if rng.random() < 0.3:
        noun, plural, key, verbs, low, high = rng.choice(COUNTS)
        base, did, thing = verbs.split()
        return Dim(
            noun,
            plural,
            ITEMS.get(key, ()),
            (base, did, thing),
            (),
            f"{did} V {thing}",
            (int(low), int(high)),
            "rd",
            f"How many {thing} did A {base}?",
            thing,
            True,
            True,
        )
    noun, plural, key, hi, lo, number, low, high, flags, ask, unit = rng.choice(ADJECTIVES)
    forms = [tuple(word.replace("_", " ") for word in side.split()) for side in (hi, lo)]
    return Dim(
        noun,
        plural,
        ITEMS.get(key, ()),
        forms[0],
        forms[1],
        number,
        (int(low), int(high)),
        flags,
        ask,
        unit,
        rng.random() < 0.5,
        False,
    )


def worlds(count: int, rules: list[Claim]) -> Worlds:
    """Return every ranking that the rules allow."""
    return [w for w in product(range(count), repeat=count) if all(rule(w) for rule in rules)]


def label(known: Worlds, claim: Claim) -> str:
    """Judge a claim by all rankings that may be true."""
    seen = {claim(world) for world in known}
    return OPEN if len(seen) == 2 else ENTAILED if seen.pop() else DENIED


def above(i: int, j: int) -> Claim:
    """Claim that i is above j."""
    return lambda w: w[i] > w[j]


def ranked(i: int, top: bool, place: int) -> Claim:
    """Claim that i alone holds a place counted from the top or the bottom."""

    def claim(w: tuple[int, ...]) -> bool:
        """Count what stands above or below i."""
        over = sum((x > w[i]) if top else (x < w[i]) for x in w)
        return over == place and w.count(w[i]) == 1

    return claim


def in_words(rng: random.Random, d: Dim, n: list[str]) -> tuple[list[str], list[Claim]]:
    """Tell the ranking in words, in full or in part."""
    k = len(n)
    a, b, c = n[0], n[1], n[min(2, k - 1)]
    lead = d.be(f"[is/was] {d.hi[1]} than") if not d.count else f"{d.hi[1]} more {d.hi[2]} than"
    tail = d.be(f"[is/was] {d.lo[1]} than") if not d.count else f"{d.hi[1]} fewer {d.hi[2]} than"
    if k == 2:
        return [d.more(rng, a, b)], [above(0, 1)]
    more: list[str] = []
    rules: list[Claim] = []
    if k == 4:
        i = rng.randrange(3)
        up = rng.random() < 0.5
        more = [d.more(rng, n[3], n[i]) if up else d.more(rng, n[i], n[3])]
        rules = [above(3, i) if up else above(i, 3)]
    kind = rng.randrange(9)
    if kind == 0:
        said, known = [d.more(rng, a, b), d.more(rng, b, c)], [above(0, 1), above(1, 2)]
    elif kind == 1:
        said = [f"{a} {lead} {b}, and {c} {lead} both"]
        known = [above(0, 1), above(2, 0), above(2, 1)]
    elif kind == 2:
        said = [f"{a} {tail} {b}, and {c} {tail} either of them"]
        known = [above(1, 0), above(0, 2), above(1, 2)]
    elif kind == 3:
        said, known = [f"{a} {lead} both {b} and {c}"], [above(0, 1), above(0, 2)]
    elif kind == 4:
        said, known = [f"{a} {tail} both {b} and {c}"], [above(1, 0), above(2, 0)]
    elif kind == 5:
        said = [f"{a} {lead} {b} but {tail.split(' ', 1)[1]} {c}"]
        known = [above(0, 1), above(2, 0)]
    elif kind == 6:
        said, known = [d.more(rng, a, b), d.more(rng, a, c)], [above(0, 1), above(0, 2)]
    elif kind == 7:
        same = (
            f"{a} and {b} {d.hi[1]} the same number of {d.hi[2]}"
            if d.count
            else d.be(f"{a} [is/was] exactly as {d.hi[0]} as {b}")
        )
        up = rng.random() < 0.5
        said = [same, d.more(rng, c, b) if up else d.more(rng, a, c)]
        known = [lambda w: w[0] == w[1], above(2, 1) if up else above(0, 2)]
    else:
        said, known = [f"of {listed([a, b, c])}, {d.best(a, True)}"], [above(0, 1), above(0, 2)]
        if rng.random() < 0.6:
            said.append(d.best(c, False) + " of these three")
            known.append(above(1, 2))
    if not more and rng.random() < 0.25 and kind in (0, 6):
        known[0] = above(1, 0)
        return [
            d.be(f"many people [think/thought] that {said[0]}"),
            d.be("in fact, the opposite [is/was] true"),
            *said[1:],
        ], known
    both = said + more
    if kind != 8:
        rng.shuffle(both)
    return both, known + rules


def apart(d: Dim, a: str, b: str, gap: int) -> str:
    """Say how far a's number is above b's."""
    size = f"{abs(gap):,}"
    if d.count:
        one = (
            "trout"
            if d.unit == "trout"
            else "loaf"
            if d.unit == "loaves"
            else (d.unit[:-1] if abs(gap) == 1 else d.unit)
        )
        thing = one if abs(gap) == 1 else d.unit
        return f"{a} {d.hi[1]} {size} {('more', 'fewer')[gap < 0]} {thing} than {b}"
    word = (d.hi if (gap > 0) != ("i" in d.flags) else d.lo)[1]
    return d.be(f"{a} [is/was] {size} {d.unit if abs(gap) > 1 else d.unit[:-1]} {word} than {b}")


def in_numbers(rng: random.Random, d: Dim, n: list[str], v: list[int]) -> list[str]:
    """Tell all values, as numbers or by the difference to the one before."""
    said = [d.valued(n[0], v[0])]
    for i in range(1, len(n)):
        if "r" in d.flags and 2 * v[i - 1] not in v and rng.random() < 0.15:
            v[i] = 2 * v[i - 1]
            said.append(
                f"{n[i]} {d.hi[1]} twice as many {d.hi[2]} as {n[i - 1]}"
                if d.count
                else d.be(f"{n[i]} [is/was] twice as {d.hi[0]} as {n[i - 1]}")
            )
            continue
        gap, near = v[i] - v[i - 1], rng.random() < 0.35 and "d" in d.flags
        if near:
            said.append(apart(d, n[i], n[i - 1], gap))
        else:
            said.append(d.valued(n[i], v[i]))
    return said


def joined(rng: random.Random, said: list[str]) -> list[str]:
    """Join clauses to sentences."""
    out: list[str] = []
    for clause in said:
        plain = not re.search(" both$| either of | both ", clause) and not clause.startswith(
            ("of ", "many people", "in fact", "compared")
        )
        if out and plain and rng.random() < 0.35 and len(out[-1]) < 90 and " and " not in out[-1]:
            out[-1] = f"{out[-1]}{rng.choice((', and', ', while', ';'))} {clause}"
        else:
            out.append(clause)
    return [upper(f"{s}.") for s in out]
