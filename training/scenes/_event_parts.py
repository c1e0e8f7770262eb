"""Clauses that order events, and what they fix about the order."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from training.scenes._event_words import DOUBLE, FILLER
from training.scenes.scene import DENIED, ENTAILED, OPEN
from training.scenes.words import CITIES, DAYS, MONTHS, full_name, upper

Claim = Callable[[tuple[int, ...]], bool]


def verb(spec: str) -> tuple[str, str, str, str, str]:
    """Split `base>past>participle rest` into base, past, participle, -ing form and rest."""
    head, _, rest = spec.partition(" ")
    parts = head.split(">")
    base = parts[0]
    stem = base + base[-1] if base in DOUBLE else base
    if len(parts) == 1:
        past = (
            base + "d"
            if base.endswith("e")
            else base[:-1] + "ied"
            if base.endswith("y") and base[-2] not in "aeiou"
            else stem + "ed"
        )
        parts = [base, past, past]
    ing = (
        base[:-2] + "ying"
        if base == "die"
        else base[:-1] + "ing"
        if base.endswith("e") and base not in ("see", "free")
        else stem + "ing"
    )
    return base, parts[1], parts[2], ing, f" {rest}" if rest else ""


@dataclass(frozen=True)
class Ev:
    """An event in all the forms that the sentences need."""

    subj: str
    pron: str
    base: str
    past: str
    pres: str
    pp: str
    ing: str
    plural: bool

    def fin(self, tense: str) -> str:
        """Return the main verb phrase."""
        return {"past": self.past, "pres": self.pres, "will": f"will {self.base}"}[tense]

    def sub(self, tense: str) -> str:
        """Return the verb phrase in a clause of time."""
        return self.past if tense == "past" else self.pres

    def perf(self, tense: str) -> str:
        """Return the perfect."""
        return f"{'had' if tense == 'past' else 'have' if self.plural else 'has'} {self.pp}"

    def neg(self, tense: str) -> str:
        """Return the negated verb phrase."""
        if self.base.startswith("be "):
            be = {"past": "were" if self.plural else "was", "pres": "are" if self.plural else "is"}
            return f"will not {self.base}" if tense == "will" else f"{be[tense]} not {self.pp[5:]}"
        aux = {"past": "did", "pres": "do" if self.plural else "does", "will": "will"}[tense]
        return f"{aux} not {self.base}"


def event(subj: str, pron: str, spec: str, plural: bool = False) -> Ev:
    """Build an event from a table entry."""
    if spec.startswith("="):
        pp = spec[1:]
        return Ev(
            subj,
            pron,
            f"be {pp}",
            f"{'were' if plural else 'was'} {pp}",
            f"{'are' if plural else 'is'} {pp}",
            f"been {pp}",
            f"being {pp}",
            plural,
        )
    base, past, pp, ing, rest = verb(spec)
    third = (
        base
        if plural
        else base[:-1] + "ies"
        if base.endswith("y") and base[-2] not in "aeiou"
        else base + "es"
        if base.endswith(("s", "sh", "ch", "x", "z", "o"))
        else base + "s"
    )
    base, past, third, pp, ing = (f"{form}{rest}" for form in (base, past, third, pp, ing))
    return Ev(subj, pron, base, past, third, pp, ing, plural)


def link(rng: random.Random, x: Ev, y: Ev, t: str, plain: bool = False) -> str:
    """Say that x comes before y; `plain` leaves out the looser wordings."""
    s, p = x.subj, x.pron
    if x.subj == y.subj:
        ways = [
            f"{s} {x.fin(t)} before {y.ing}",
            f"before {y.ing}, {s} {x.fin(t)}",
            f"after {x.ing}, {s} {y.fin(t)}",
            f"{s} {y.fin(t)} after {x.ing}",
            f"once {s} {x.perf(t)}, {p} {y.fin(t)}",
            f"{s} {y.fin(t)} after {p} {x.perf(t)}",
            f"having {x.pp}, {s} {y.fin(t)}",
            f"before {s} {y.sub(t)}, {p} {x.fin(t)}",
            f"{s} {x.fin(t)} first and {y.fin(t)} later",
        ]
        if not plain:
            ways += [
                f"{s} {y.neg(t)} until {p} {x.perf(t)}",
                f"{s} {x.fin(t)} and then {y.fin(t)}",
                f"{s} {x.fin(t)}; later {p} {y.fin(t)}",
                f"{s} {y.fin(t)}, but first {p} {x.fin(t)}",
                f"only after {x.ing} {inverted(y, t)}",
            ]
            if t == "past":
                ways += [
                    f"by the time {s} {y.past}, {p} had already {x.pp}",
                    f"{s} {y.past}; earlier, {p} had {x.pp}",
                ]
        return rng.choice(ways)
    a, b = x.subj, y.subj
    ways = [
        f"{a} {x.fin(t)} before {b} {y.sub(t)}",
        f"before {b} {y.sub(t)}, {a} {x.fin(t)}",
        f"after {a} {x.perf(t)}, {b} {y.fin(t)}",
        f"{b} {y.fin(t)} after {a} {x.perf(t)}",
        f"once {a} {x.perf(t)}, {b} {y.fin(t)}",
        f"{b} {y.fin(t)} only after {a} {x.perf(t)}",
    ]
    if not plain:
        ways += [
            f"{b} {y.neg(t)} until {a} {x.perf(t)}",
            f"{a} {x.fin(t)}, and then {b} {y.fin(t)}",
            f"{a} {x.fin(t)}; later, {b} {y.fin(t)}",
            f"{b} {y.fin(t)}, but first {a} {x.fin(t)}",
        ]
        if t == "past":
            ways += [
                f"by the time {b} {y.past}, {a} had already {x.pp}",
                f"when {b} {y.past}, {a} had already {x.pp}",
            ]
    return rng.choice(ways)


def inverted(y: Ev, t: str) -> str:
    """Return `did she wash the car`."""
    return f"{ {'past': 'did', 'pres': 'does', 'will': 'will'}[t] } {y.subj} {y.base}"


def clock(minutes: int) -> str:
    """Return a clock time."""
    return f"{minutes // 60}:{minutes % 60:02d}"


def dates(rng: random.Random, count: int, kind: str) -> list[str]:
    """Return times in rising order, with their preposition."""
    if kind == "year":
        start = rng.randint(1750, 1975)
        return [f"in {y}" for y in sorted(rng.sample(range(start, start + 40), count))]
    if kind == "month":
        return [f"in {MONTHS[m]}" for m in sorted(rng.sample(range(12), count))]
    if kind == "day":
        return [f"on {DAYS[d]}" for d in sorted(rng.sample(range(6), count))]
    return [f"at {clock(m)}" for m in sorted(rng.sample(range(6 * 60, 12 * 60, 5), count))]


def frame(rng: random.Random, kind: str, t: str) -> list[str]:
    """Return a sentence that makes days, months or clock times comparable."""
    verb_ = {"past": "happened", "pres": "happens", "will": "will happen"}[t]
    span = {
        "day": "within one week, from Monday to Saturday",
        "month": "within a single year",
        "clock": "on the same morning",
    }.get(kind)
    return (
        [f"all of this {verb_} {span}"] if span and (kind != "clock" or rng.random() < 0.5) else []
    )


def tell(rng: random.Random, e: list[Ev], t: str, kind: str) -> tuple[list[str], list[Claim]]:
    """Tell events that happen in list order; also return what the text fixes."""
    n = len(e)
    full: list[Claim] = [lambda o: o == tuple(range(n))]
    same = e[0].subj == e[1].subj
    s, p = e[0].subj, e[0].pron
    style = rng.choice((0, 1, 2, 3, 4, 4, 5, 5, 6, 7))
    if style == 0 and kind:
        when = dates(rng, n, kind)
        said = [
            rng.choice((f"{w}, {x.subj} {x.fin(t)}", f"{x.subj} {x.fin(t)} {w}"))
            for x, w in zip(e, when, strict=True)
        ]
        rng.shuffle(said)
        return [*said, *frame(rng, kind, t)], full
    if style == 1:
        words = ["first", *rng.sample(("then", "next", "after that"), n - 2), "finally"]
        return [
            f"{w}, {x.subj if i == 0 or not same else p} {x.fin(t)}"
            for i, (w, x) in enumerate(zip(words, e, strict=True))
        ], full
    if style == 2 and t == "past":
        if n == 2:
            return [
                f"{e[1].subj} {e[1].past}",
                f"before that, {e[0].pron if same else e[0].subj} had {e[0].pp}",
            ], full
        back = [f"{e[-1].subj} {e[-1].past}"]
        for word, x in zip(
            ("before that", "even earlier", "first of all"), e[-2::-1], strict=False
        ):
            back.append(f"{word}, {x.pron if same else x.subj} had {x.pp}")
        return back, full
    if style == 3 and same and n >= 3:
        said = [f"{s} {e[1].fin(t)} after {e[0].ing} but before {e[2].ing}"]
        if n == 4:
            does = {"past": "did", "pres": "does", "will": "will do"}[t]
            be = "was" if t == "past" else "is"
            said.append(f"the last thing {p} {does} {be} to {e[3].base}")
        return said, full
    if style in (4, 5) and n >= 3:  # the last two events stay open
        a, b = e[-2], e[-1]
        said = [link(rng, e[i], e[i + 1], t, True) for i in range(n - 3)]
        said += [link(rng, e[-3], a, t, True)]
        if style == 4:
            said.append(
                f"at some point, {b.pron if same else b.subj} also {b.fin(t)}"
                if not b.base.startswith("be ")
                else f"at some point, {b.subj} {b.fin(t)} too"
            )
            return said, [lambda o: [i for i in o if i != n - 1] == list(range(n - 1))]
        said.append(link(rng, e[-3], b, t, True))
        come = {"past": "came", "pres": "comes", "will": "will come"}[t]
        said.append(
            rng.choice(
                (
                    f"nobody can say which of the two later events {come} first",
                    "the order of the two later events is unclear",
                    f"it is not known which of those two things {come} first",
                )
            )
        )
        return said, [lambda o: list(o[: n - 2]) == list(range(n - 2))]
    said = [link(rng, e[i], e[i + 1], t) for i in range(n - 1)]
    rng.shuffle(said)
    return said, full


def label(known: list[tuple[int, ...]], claim: Claim) -> str:
    """Judge a claim by all orders that may be true."""
    seen = {claim(order) for order in known}
    return OPEN if len(seen) == 2 else ENTAILED if seen.pop() else DENIED


def earlier(i: int, j: int) -> Claim:
    """Claim that i comes before j."""
    return lambda o: o.index(i) < o.index(j)


def placed(i: int, last: bool) -> Claim:
    """Claim that i comes first, or last."""
    return lambda o: o[-1 if last else 0] == i


def sentences(rng: random.Random, said: list[str], t: str = "past") -> str:
    """Make one text, sometimes with a sentence more."""
    out = [upper(f"{s}.") for s in said]
    if t == "past" and rng.random() < 0.45:
        extra = rng.choice(FILLER).format(
            f=full_name(rng), c=rng.choice(CITIES), d=rng.choice(DAYS)
        )
        out.insert(
            rng.choice((0, len(out))) if extra.startswith(("It was", "The w")) else len(out), extra
        )
    return " ".join(out)
