"""Comparisons: who or what is bigger, older, cheaper, most, least, second, in words or numbers."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import pairwise

from training.scenes._comparison_parts import (
    Claim,
    Dim,
    above,
    apart,
    in_numbers,
    in_words,
    joined,
    label,
    pick,
    ranked,
    worlds,
)
from training.scenes._comparison_words import ADJECTIVES, EXTRA_PEOPLE, EXTRA_THINGS, ITEMS
from training.scenes._whole_words import clean
from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, full_name, listed, people, upper


def asked_item(
    rng: random.Random,
    d: Dim,
    n: list[str],
    question: str,
    text: str,
    i: int | None,
    says: Callable[[str], str],
) -> Asked:
    """Build a question whose answer is one of the items, or unknown."""
    long = rng.random() < 0.5

    def forms(name: str) -> tuple[str, ...]:
        """Return a name as an answer, short and in a sentence."""
        plain = name if name in text else upper(name)
        extra = upper(says(name)) + "." if long else f"It {'was' if d.past else 'is'} {name}."
        return (plain, extra)

    wrong = [form for j, name in enumerate(n) if j != i for form in forms(name)]
    rng.shuffle(wrong)
    if i is None:
        return Asked(question, None, False, (), tuple(wrong[:3]))
    plain, extra = forms(n[i])
    return Asked(question, plain, True, (extra,), tuple(wrong[:3]))


def balanced(rng: random.Random, made: dict[str, str]) -> dict[str, str]:
    """Keep two statements of each label at most, or three open ones."""
    items = list(made.items())
    rng.shuffle(items)
    kept: list[tuple[str, str]] = []
    for said, mark in items:
        if sum(old == mark for _, old in kept) < (3 if mark == OPEN else 2):
            kept.append((said, mark))
    return dict(kept[:6])


def two_ways(rng: random.Random) -> Scene:
    """Compare the same two or three things in two ways; a third way stays open."""
    groups: dict[str, list[list[str]]] = {}
    for row in ADJECTIVES:
        groups.setdefault(row[2], []).append(row)
    key = rng.choice(["", "", "", "house", "firm", "machine", "beast"])
    rows = {row[3].split()[0]: row for row in rng.sample(groups[key], len(groups[key]))}
    chosen = rng.sample(list(rows.values()), min(3, len(rows)))
    past = rng.random() < 0.5
    dims = []
    for row in chosen:
        hi, lo = (tuple(w.replace("_", " ") for w in side.split()) for side in (row[3], row[4]))
        dims.append(
            Dim(row[0], row[1], ITEMS.get(key, ()), hi, lo, "", (0, 0), "", "", "", past, False)
        )
    k = rng.choice((2, 2, 3))
    n = rng.sample(dims[0].items, k) if key else people(rng, k)
    said, known = [], []
    for d in dims[:2]:
        order = rng.sample(range(k), k)
        pairs = list(pairwise(order))
        if k == 3 and rng.random() < 0.3:
            pairs = [(order[0], order[1]), (order[0], order[2])]
        said += [d.more(rng, n[i], n[j]) for i, j in pairs]
        known.append(worlds(k, [above(i, j) for i, j in pairs]))
    known.append(worlds(k, []))
    if k == 2:
        said = [f"{said[0]}, {rng.choice(('but', 'and', 'while', 'although'))} {said[1]}"]
    else:
        rng.shuffle(said)
    extra = rng.choice(("", *(EXTRA_THINGS if key else EXTRA_PEOPLE)))
    text = " ".join(
        [*(upper(f"{s}.") for s in said), extra.format(c=rng.choice(CITIES), f=full_name(rng))]
    ).strip()
    made: dict[str, str] = {}
    asked = []
    for d, world in zip(dims, known, strict=False):
        for _ in range(4):
            i, j = rng.sample(range(k), 2)
            made[upper(d.more(rng, n[i], n[j])) + "."] = label(world, above(i, j))
        i, j = rng.sample(range(k), 2)
        up = rng.random() < 0.5
        word = (d.hi if up else d.lo)[1]
        sign = label(world, above(i, j) if up else above(j, i))
        pair = [n[i], n[j]]
        at = None if sign == OPEN else 0 if sign == ENTAILED else 1
        who = f"Which {d.noun}" if key else "Who"
        asked.append(
            asked_item(
                rng,
                d,
                pair,
                d.be(f"{who} [is/was] {word}, {n[i]} or {n[j]}?"),
                text,
                at,
                of_the_two(d, word),
            )
        )
    return Scene(text, tuple(balanced(rng, made).items()), tuple(asked))


def of_the_two(d: Dim, word: str) -> Callable[[str], str]:
    """Return what says of one of two things that it is the more so."""
    return lambda x: d.be(f"{x} [is/was] the {word} of the two")


def best_of(d: Dim, top: bool, second: bool, two: bool) -> Callable[[str], str]:
    """Return what says of a thing that it holds a place."""
    return lambda x: d.best(x, top, second, two)


def not_above(i: int, j: int) -> Claim:
    """Claim that i is level with j or below it."""
    return lambda w: not w[i] > w[j]


def level(i: int, j: int) -> Claim:
    """Claim that i and j are level."""
    return lambda w: w[i] == w[j]


def make(rng: random.Random) -> Scene:
    """Return a scene that compares two to four things."""
    return clean(two_ways if rng.random() < 0.2 else one_way, rng)


def one_way(rng: random.Random) -> Scene:
    """Compare two to four things in one way, in words or in numbers."""
    d = pick(rng)
    k = rng.choice((2, 3, 3, 3, 3, 4, 4, 4))
    n = rng.sample(d.items, k) if d.items else people(rng, k)
    value: list[int] = []
    if d.number and rng.random() < 0.5:
        value = rng.sample(range(d.span[0], d.span[1] + 1), k)
        told = in_numbers(rng, d, n, value)
        missing = k > 2 and rng.random() < 0.65
        ranks = sorted(value, reverse="i" in d.flags)
        rules: list[Claim] = [
            (above(i, j) if ranks.index(value[i]) > ranks.index(value[j]) else above(j, i))
            for i in range(k - missing)
            for j in range(i)
        ]
        if missing:
            told[-1] = rng.choice(
                (
                    f"the figure for {n[-1]} is not known",
                    f"for {n[-1]}, no figure is given",
                    f"{n[-1]} is not included in the figures",
                )
            )
        known = worlds(k, rules)
    else:
        told, rules = in_words(rng, d, n)
        known = worlds(k, rules)
        missing = True
    amount = {2: "two", 3: "three", 4: "four"}[k]
    group = listed(rng.sample(n, k))
    intro = rng.choice(
        (
            "",
            "",
            f"There {'were' if d.past else 'are'} {amount} {d.plural}: {group}.",
            f"{full_name(rng)} compared {amount} {d.plural}: {group}.",
        )
    )
    body = joined(rng, told)
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        line = rng.choice(EXTRA_THINGS if d.items else EXTRA_PEOPLE)
        line = line.format(c=rng.choice(CITIES), f=full_name(rng))
        at = rng.choice((0, len(body)))
        if line not in body and (at or not line.startswith(("All of", "They", "This", "Visitors"))):
            body.insert(at, line)
    text = " ".join([intro, *body]).strip()
    made: dict[str, str] = {}
    for _ in range(14):
        i, j = rng.sample(range(k), 2)
        kind = rng.random()
        if value and "d" in d.flags and rng.random() < 0.12 and max(i, j) < k - missing:
            gap = value[i] - value[j]
            shown = rng.choice(
                (gap, gap, -gap, gap + rng.choice((2, 3, 5)) * (1 if gap > 0 else -1))
            )
            made[upper(apart(d, n[i], n[j], shown)) + "."] = ENTAILED if shown == gap else DENIED
            continue
        if kind < 0.5 or (k == 2 and kind < 0.8):
            said, claim = d.more(rng, n[i], n[j]), above(i, j)
        elif kind < 0.62 and not d.count:
            up = rng.random() < 0.5
            said = d.be(f"{n[i]} [is/was] not {(d.hi if up else d.lo)[1]} than {n[j]}")
            claim = not_above(i, j) if up else not_above(j, i)
        elif kind < 0.92 or not value:
            top, second = rng.random() < 0.5, k > 2 and rng.random() < 0.3
            if k > 2 and label(known, ranked(i, top, int(second))) == DENIED and rng.random() < 0.6:
                i = rng.randrange(k)
            fit = [x for x in range(k) if label(known, ranked(x, top, int(second))) == ENTAILED]
            i = fit[0] if fit and rng.random() < 0.3 else i
            said = d.best(n[i], top, second, k == 2)
            claim = ranked(i, top, int(second))
            said += rng.choice(
                ("", f" of the {amount}", f" of the {amount} {d.plural}")
                if k > 2 or not d.count
                else ("",)
            )
            said += " of the two" if k == 2 and not d.count and " of " not in said else ""
        elif i < k - missing and j < k - missing:
            shown = value[i] if rng.random() < 0.5 else value[j]
            made[upper(d.valued(n[i], shown)) + "."] = ENTAILED if shown == value[i] else DENIED
            continue
        else:
            continue
        made[upper(said) + "."] = label(known, claim)
    made = balanced(rng, made)
    asked: list[Asked] = []
    which = "Who" if not d.items and rng.random() < 0.7 else f"Which {d.noun}"
    for _ in range(2):
        top, place = rng.random() < 0.5, int(k > 2 and rng.random() < 0.3)
        sure = [i for i in range(k) if label(known, ranked(i, top, place)) == ENTAILED]
        maybe = [i for i in range(k) if label(known, ranked(i, top, place)) == OPEN]
        i, j = rng.sample(range(k), 2)
        if rng.random() < 0.3 and not d.count:
            word = (d.hi if top else d.lo)[1]
            sign = label(known, above(i, j))
            same = label(known, level(i, j))
            if same == ENTAILED:
                continue
            best = None if sign == OPEN else i if (sign == ENTAILED) == top else j
            pair = [n[i], n[j]]
            right = None if best is None else pair.index(n[best])
            asked.append(
                asked_item(
                    rng,
                    d,
                    pair,
                    d.be(f"{which} [is/was] {word}, {n[i]} or {n[j]}?"),
                    text,
                    right,
                    of_the_two(d, word),
                )
            )
        elif sure or maybe:
            tail = rng.choice(("", f" of the {amount}", f", {listed(rng.sample(n, k)[:-1])} or "))
            tail = "" if tail.endswith(" or ") or (k == 2 and d.count) else tail
            asked.append(
                asked_item(
                    rng,
                    d,
                    n,
                    f"{d.best(which, top, bool(place), k == 2)}{tail}?",
                    text,
                    sure[0] if sure else None,
                    best_of(d, top, bool(place), k == 2),
                )
            )
    if value and rng.random() < 0.6:
        i = rng.randrange(k)
        direct = d.valued(n[i], value[i])
        figure = d.show(value[i])
        before = direct[: direct.index(figure)].rstrip()
        if direct in text or upper(direct) in text:
            others = [d.show(value[x]) for x in range(k) if x != i and d.show(value[x]) in text]
            wrong = tuple(others[:2]) or (d.show(value[i] + rng.choice((-1, 1, 2))),)
            miss = tuple(upper(d.valued(n[i], int(o.replace(",", "")))) + "." for o in wrong[:1])
            unit = re.search(r"V( \w+)", d.number)
            full = unit.group(1) if unit else ""
            wrong = tuple(f"{o}{full}" for o in wrong) if rng.random() < 0.5 else wrong
            asked.append(
                Asked(
                    d.be(d.ask).replace("A", n[i], 1),
                    figure,
                    True,
                    (upper(direct) + ".", *((figure + full,) if full else ())),
                    wrong + miss,
                    after=before if before in text else upper(before),
                )
            )
    if not asked or rng.random() < 0.12:
        i, j = rng.sample(range(k), 2)
        sign = label(known, above(i, j))
        if sign != OPEN and not d.count:
            yes, no = ("Yes", "No") if sign == ENTAILED else ("No", "Yes")
            asked.append(
                Asked(d.be(f"[Is/Was] {n[i]} {d.hi[1]} than {n[j]}?"), None, True, (yes,), (no,))
            )
    unique = {q.text: q for q in asked}
    return Scene(text, tuple(made.items()), tuple(unique.values()))
