"""The order of events: before, after, until, once, while, first, last, dates and clock times."""

from __future__ import annotations

import random
from itertools import pairwise, permutations

from training.scenes._event_parts import (
    Ev,
    dates,
    earlier,
    event,
    frame,
    label,
    link,
    placed,
    sentences,
    tell,
    verb,
)
from training.scenes._event_words import DEEDS, EVENTS, LONG, POSTS, RACES
from training.scenes._whole_words import clean
from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import her, listed, people, she, upper


def forms(x: Ev, same: bool, t: str, style: int) -> str:
    """Return an event as an answer: short, or as a sentence."""
    if not same:
        return (
            f"{x.subj} {x.fin(t)}",
            upper(f"{x.subj} {x.fin(t)}."),
            f"that {x.subj} {x.sub(t)}" if t == "past" else f"{x.subj} {x.fin(t)}",
        )[style]
    return (x.fin(t), upper(f"{x.pron} {x.fin(t)}."), x.ing)[style]


def ask(
    rng: random.Random, text: str, q: str, e: list[Ev], good: int | None, bad: list[int], t: str
) -> Asked:
    """Build a question about one of the events."""
    same = e[0].subj == e[1].subj
    answer = None
    right: tuple[str, ...] = ()

    def span(x: Ev) -> str | None:
        """Return the words of an event as they stand in the text, if they do."""
        ways = (
            [x.fin(t), x.ing, x.perf(t), x.pp, x.base]
            if same
            else [f"{x.subj} {v}" for v in (x.fin(t), x.perf(t), x.sub(t), f"had already {x.pp}")]
        )
        return next((w for w in [*ways, *map(upper, ways)] if w in text), None)

    if good is not None:
        x = e[good]
        answer = span(x)
        styles = rng.sample(range(3), 2)
        right = tuple(dict.fromkeys(r for k in styles if (r := forms(x, same, t, k)) != answer))
        if not right and answer is None:
            right = (forms(x, same, t, 1),)
    rng.shuffle(bad)
    return Asked(
        q,
        answer,
        good is not None,
        right,
        tuple(
            dict.fromkeys(
                (rng.random() < 0.35 and span(e[b])) or forms(e[b], same, t, rng.randrange(3))
                for b in bad[:3]
            )
        ),
    )


def deeds(rng: random.Random) -> Scene:
    """Tell what one person did, or what happened to several things, in some order."""
    n = rng.choice((2, 3, 3, 3, 3, 4, 4))
    t = rng.choice(("past", "past", "past", "pres", "will"))
    same = rng.random() < 0.55
    if same:
        name = people(rng, 1)[0]
        specs = rng.sample(rng.choice(DEEDS), n)
        e = [event(name, she(name), x.replace("H ", her(name) + " ")) for x in specs]
        kind = "year" if "law" in " ".join(specs) else rng.choice(("clock", "day", "clock"))
    else:
        table = rng.choice(EVENTS)
        e = []
        for entry in rng.sample(table, n):
            subj, _, spec = entry.partition("/")
            many = subj.startswith("+") or spec.startswith("+")
            subj, spec = subj.strip("+"), spec.strip("+")
            e.append(event(subj, "they" if many else "it", spec, many))
        kind = rng.choice(("clock", "day", "month")) if "bridge" not in table[0] else "year"
    if t == "pres":
        kind = "clock"
    if kind == "year" and t != "past":
        t = "past"
    said, rules = tell(rng, e, t, kind)
    known = [o for o in permutations(range(n)) if all(rule(o) for rule in rules)]
    text = sentences(rng, said, t)
    made: dict[str, str] = {}
    for _ in range(rng.randint(3, 5)):
        i, j = rng.sample(range(n), 2)
        if rng.random() < 0.8 or not same:
            for _ in range(2):  # look twice for a pair that stays open
                if label(known, earlier(i, j)) != OPEN:
                    i, j = rng.sample(range(n), 2)
            plain = rng.random() < 0.6
            made[upper(link(rng, e[i], e[j], t, plain)) + "."] = label(known, earlier(i, j))
        else:
            last = rng.random() < 0.5
            i = rng.choice((i, rng.choice(known)[-1 if last else 0]))
            do = {"past": "did was", "pres": "does is", "will": "will do is"}[t]
            made[
                f"The {'last' if last else 'first'} of these things that {e[i].subj} {do} to "
                f"{e[i].base}."
            ] = label(known, placed(i, last))
    asked = []
    do = {"past": "did", "pres": "does", "will": "will"}[t]
    happens = {"past": "happened", "pres": "happens", "will": "will happen"}[t]
    for _ in range(rng.randint(1, 2)):
        i = rng.randrange(n)
        back = rng.random() < 0.5
        rest = [j for j in range(n) if j != i]
        side = [
            j for j in rest if label(known, earlier(j, i) if back else earlier(i, j)) == ENTAILED
        ]
        other = [
            j for j in rest if label(known, earlier(j, i) if back else earlier(i, j)) == DENIED
        ]
        word = "before" if back else "after"
        q = (
            f"What {do} {e[i].subj} do {word} {e[i].ing}?"
            if same
            else f"What {happens} {word} {e[i].subj} {e[i].sub(t)}?"
        )
        if other and (len(side) == 1 or (not side and len(other) == n - 1)):
            asked.append(ask(rng, text, q, e, side[0] if side else None, other, t))
    last = rng.random() < 0.5
    sure = {o[-1 if last else 0] for o in known}
    word = "last" if last else "first"
    q = (
        rng.choice(
            (
                f"What {do} {e[0].subj} do {word}?",
                f"Which of these things {do} {e[0].subj} do {word}?",
            )
        )
        if same
        else f"What {happens} {word}?"
    )
    good = sure.pop() if len(sure) == 1 else None
    asked.append(ask(rng, text, q, e, good, [j for j in range(n) if j != good], t))
    return Scene(text, tuple(made.items()), tuple({a.text: a for a in asked}.values()))


def race(rng: random.Random) -> Scene:
    """Tell who did the same thing earlier or later."""
    n = rng.choice((2, 3, 3, 4, 4))
    names = people(rng, n)
    base, past, pp, _, rest = verb(rng.choice(RACES))
    did, had, to = past + rest, pp + rest, base + rest

    def pair(a: str, b: str, gaps: bool = True) -> str:
        """Return a clause that a was earlier than b."""
        gap = rng.choice(
            ("ten minutes", "an hour", "two days", "a little", "half an hour", "a week")
        )
        if base in ("join", "retire", "graduate", "move"):
            gap = rng.choice(("two years", "a decade", "six months", "a year", "shortly"))
        gap = f"{gap} " if gaps else ""
        return rng.choice(
            (
                f"{a} {did} before {b}",
                f"{b} {did} after {a}",
                f"{a} {did} earlier than {b}",
                f"{b} {did} later than {a}",
                f"{a} {did} {gap}before {b}",
                f"{b} {did} {gap}after {a}",
                f"{a} had already {had} when {b} did so",
                f"{b} did not {to} until {a} had done so",
            )
        )

    full = True
    style = rng.randrange(5)
    if style == 0:
        kind = (
            "year"
            if base in ("join", "retire", "graduate", "move")
            else rng.choice(("clock", "clock", "day"))
        )
        said = [
            rng.choice((f"{a} {did} {w}", f"{w}, {a} {did}"))
            for a, w in zip(names, dates(rng, n, kind), strict=True)
        ]
        rng.shuffle(said)
        said += frame(rng, kind, "past")
    elif style == 1 and n > 2:
        said = [f"{names[0]} was the first to {to}", f"{names[-1]} was the last"]
        if n == 4:
            said.append(pair(names[1], names[2]))
        else:
            said.append(f"{names[1]} also {did}")
    elif style in (2, 3) and n > 2:
        full = False
        said = [pair(names[i], names[i + 1], False) for i in range(n - 2)]
        said.append(
            rng.choice(
                (
                    pair(names[n - 3], names[n - 1], False),
                    f"{names[-1]} also {did}, but nobody remembers when",
                )
            )
        )
    else:
        said = [pair(names[i], names[i + 1]) for i in range(n - 1)]
        rng.shuffle(said)
    known = [tuple(range(n))]
    if not full:
        loose = "nobody remembers" in said[-1]
        known = [
            o
            for o in permutations(range(n))
            if [i for i in o if i != n - 1] == list(range(n - 1))
            and (loose or o.index(n - 3) < o.index(n - 1))
        ]
    text = sentences(rng, said)
    made: dict[str, str] = {}
    for _ in range(rng.randint(3, 5)):
        i, j = rng.sample(range(n), 2)
        if label(known, earlier(i, j)) != OPEN:
            i, j = rng.sample(range(n), 2)
        a, b = names[i], names[j]
        top, end = rng.choice((i, rng.choice(known)[0])), rng.choice((i, rng.choice(known)[-1]))
        kinds = [
            (
                rng.choice(
                    (
                        f"{a} {did} before {b}",
                        f"{b} {did} after {a}",
                        f"{a} {did} earlier than {b}",
                        f"{b} {did} later than {a}",
                        f"when {b} {did}, {a} had already done so",
                    )
                ),
                earlier(i, j),
            ),
            (f"{names[top]} was the first to {to}", placed(top, False)),
            (
                f"{names[end]} was the last of the {['two', 'three', 'four'][n - 2]} to {to}",
                placed(end, True),
            ),
        ]
        said_so, claim = rng.choice(kinds[:1] * 4 + kinds)
        made[upper(said_so) + "."] = label(known, claim)
    asked = []
    for last in rng.sample((True, False), 2):
        sure = {o[-1 if last else 0] for o in known}
        good = names[sure.pop()] if len(sure) == 1 else None
        word = "last" if last else "first"
        long = f"{{}} {did} {word}."
        wrong = [x for x in names if x != good]
        rng.shuffle(wrong)
        asked.append(
            Asked(
                rng.choice((f"Who {did} {word}?", f"Who was the {word} to {to}?")),
                good,
                good is not None,
                (long.format(good),) if good else (),
                (*wrong[:2], long.format(wrong[0])),
            )
        )
    i, j = rng.sample(range(n), 2)
    sign = label(known, earlier(i, j))
    good = None if sign == OPEN else names[i] if sign == ENTAILED else names[j]
    asked.append(
        Asked(
            f"Who {did} earlier, {names[i]} or {names[j]}?",
            good,
            good is not None,
            (f"It was {good}.",) if good else (),
            tuple(x for y in (names[i], names[j]) if y != good for x in (y, f"It was {y}.")),
        )
    )
    return Scene(text, tuple(made.items()), tuple(rng.sample(asked, 2)))


def posts(rng: random.Random) -> Scene:
    """Tell who held a post before and after whom."""
    names = people(rng, rng.choice((3, 3, 4)))
    n, post = len(names), rng.choice(POSTS)
    said = [
        rng.choice(
            (
                f"{b} succeeded {a} as {post}",
                f"{b} took over from {a} as {post}",
                f"{a} was replaced by {b} as {post}",
                f"{a} was {post} until {b} took over",
            )
        )
        for a, b in pairwise(names)
    ]
    rng.shuffle(said)
    odd = next(x for x in iter(lambda: people(rng, 1)[0], "") if x not in names)
    if rng.random() < 0.7:
        said.append(
            rng.choice(
                (
                    f"{odd} was once {post} too, but the years are not known",
                    f"{odd} also served as {post}, though nobody remembers when",
                )
            )
        )
    else:
        odd = ""
    text = sentences(rng, said)
    made = {}
    for _ in range(rng.randint(3, 5)):
        i, j = rng.sample(range(n), 2)
        a, b = names[i], names[j]
        if odd and rng.random() < 0.45:
            a, b = rng.choice(((odd, b), (a, odd)))
            made[
                rng.choice((f"{a} was {post} before {b}.", f"{a} became {post} later than {b}."))
            ] = OPEN
            continue
        if abs(i - j) > 1 and rng.random() < 0.5:
            i, j = rng.choice(((1, 0), (0, 1), (n - 1, n - 2)))
            a, b = names[i], names[j]
        said_so, true = rng.choice(
            (
                (f"{a} was {post} before {b}.", i < j),
                (f"{a} became {post} later than {b}.", i > j),
                (f"{a} directly succeeded {b} as {post}.", i == j + 1),
                (f"{a} had already been {post} when {b} took over.", i < j),
            )
        )
        made[said_so] = ENTAILED if true else DENIED
    i = rng.randrange(n)
    back = rng.random() < 0.5
    k = i - 1 if back else i + 1
    word = "before" if back else "after"
    good = names[k] if 0 <= k < n else None
    wrong = tuple(x for j, x in enumerate(names) if j not in (i, k) and (good or j != i))
    long = f"{{}} was {post} directly {word} {names[i]}."
    first = rng.random() < 0.5
    top = names[0 if first else -1]
    rest = [x for x in names if x != top]
    which = "earliest" if first else "most recent"
    return Scene(
        text,
        tuple(made.items()),
        (
            Asked(
                f"Who was {post} directly {word} {names[i]}?",
                good,
                good is not None,
                (long.format(good),) if good else (),
                (*wrong, long.format(wrong[0])),
            ),
            Asked(
                f"Who among {listed(rng.sample(names, n))} was the {which} {post}?",
                top,
                True,
                (f"It was {top}.",),
                (rest[0], f"It was {rest[-1]}."),
            ),
        ),
    )


def meanwhile(rng: random.Random) -> Scene:
    """Tell what one person did while another was busy."""
    table = rng.choice([t for t in DEEDS if "study law" not in t])
    a, b = people(rng, 2)
    x = event(a, she(a), rng.choice(LONG))
    y, z = (event(b, she(b), s.replace("H ", her(b) + " ")) for s in rng.sample(table, 2))
    after, place = rng.random() < 0.5, rng.choice((-1, 0, 1))  # y before, during or after x
    text = rng.choice(
        {
            0: (
                f"while {a} was {x.ing}, {b} {y.past}",
                f"{b} {y.past} while {a} was {x.ing}",
                f"{a} was still {x.ing} when {b} {y.past}",
                f"as {a} was {x.ing}, {b} {y.past}",
            ),
            1: (
                f"when {a} had finished {x.ing}, {b} {y.past}",
                f"{b} {y.past} after {a} had finished {x.ing}",
                f"{b} did not {y.base} until {a} had finished {x.ing}",
            ),
            -1: (
                f"before {a} started {x.ing}, {b} {y.past}",
                f"{b} {y.past} before {a} started {x.ing}",
                f"{a} did not start {x.ing} until {b} had {y.pp}",
            ),
        }[place]
    )
    more = rng.choice(
        (f"{b} {z.past} after {y.ing}", f"after {y.ing}, {b} {z.past}")
        if after
        else (f"{b} had {z.pp} before {y.ing}", f"before {y.ing}, {b} had {z.pp}")
    )
    text = sentences(rng, [text, more])
    spots = {y: {place}, z: set(range(place, 2) if after else range(-1, place + 1))}
    made: dict[str, str] = {
        upper(link(rng, y, z, "past", True)) + ".": ENTAILED if after else DENIED
    }
    for one, where in spots.items():
        for said, true in (
            (f"{b} {one.past} after {a} had finished {x.ing}.", {1}),
            (f"{b} {one.past} before {a} started {x.ing}.", {-1}),
            (f"{a} was {x.ing} when {b} {one.past}.", {0}),
            (f"{a} had already started {x.ing} when {b} {one.past}.", {0, 1}),
            (f"{a} had not yet finished {x.ing} when {b} {one.past}.", {-1, 0}),
            (f"{a} had not yet started {x.ing} when {b} {one.past}.", {-1}),
        ):
            made[said] = ENTAILED if where <= true else OPEN if where & true else DENIED
    word = "after" if after else "before"
    back = "before" if after else "after"
    they = upper(she(a))
    span = next((v for v in (z.past, f"had {z.pp}") if v in text), None)
    return Scene(
        text,
        tuple(rng.sample(list(made.items()), 5)),
        (
            Asked(
                f"What was {a} doing when {b} {y.past}?",
                None if place else x.ing,
                not place,
                () if place else (f"{they} was {x.ing}.", f"{a} was {x.ing}."),
                (x.ing, f"{they} was {x.ing}.")
                if place
                else (z.ing, f"{they} was {z.ing}.", y.ing),
            ),
            Asked(
                f"What did {b} do {word} {y.ing}?",
                span,
                True,
                (f"{upper(she(b))} {z.past}.",),
                (x.past, f"{upper(she(b))} {x.past}."),
            ),
            Asked(
                f"What did {b} do {back} {y.ing}?",
                None,
                False,
                (),
                (z.past, f"{upper(she(b))} {z.past}.", x.past),
            ),
        ),
    )


def make(rng: random.Random) -> Scene:
    """Return a scene about the order of events."""
    return clean(rng.choice((deeds, deeds, deeds, deeds, race, race, posts, meanwhile)), rng)
