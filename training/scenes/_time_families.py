"""Scenes with ages, since, ends and full dates."""

from __future__ import annotations

import random

from training.scenes._time_parts import (
    Told,
    age_forms,
    build,
    clock_forms,
    number,
    put,
    some_year,
    stop,
    year_forms,
)
from training.scenes._time_words import AGED, STAYS, YEARLY
from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, MONTHS, her, people, she, spaced


def ages(rng: random.Random) -> Scene:
    """Ages from dates of birth; one person's birth may be unknown."""
    names = people(rng, 3)
    acts = rng.sample(AGED, 3)
    found = [n * 10 + rng.randint(1, 9) for n in rng.sample(range(2, 7), 3)]
    lines, asked = [], []
    made: dict[str, str] = {}
    for k, (name, deed, age) in enumerate(zip(names[:2], acts, found, strict=False)):
        born = rng.randint(1880, 1940)
        m1, m2 = (MONTHS[m] for m in sorted(rng.sample(range(12), 2)))
        lines.append(
            rng.choice(
                (
                    f"{name} was born in {m1} {born} and {deed} in {m2} {born + age}",
                    f"born in {m1} {born}, {name} {deed} in {m2} {born + age}",
                    f"in {m2} {born + age}, {name}, who was born in {m1} {born}, {deed}",
                    f"{name} {deed} in {m2} {born + age}; {she(name)} had been born in {m1} {born}",
                )
            )
        )
        away = rng.choice((found[1 - k], found[2], found[2], age // 10 * 10 + (age % 10 + 3) % 10))
        wrong = age_forms(name, away)
        wrong = wrong if away // 10 != age // 10 else wrong[:4]
        made[f"{name} {deed} {rng.choice(age_forms(name, age))}."] = ENTAILED
        made[f"{name} {deed} {rng.choice(wrong)}."] = DENIED
        at = rng.randrange(len(wrong))
        asked.append(
            Asked(
                f"How old was {name} when {she(name)} {deed}?",
                None,
                True,
                (str(age), age_forms(name, age)[at], f"{age} years old"),
                (str(away), wrong[at], f"{away} years old"),
            )
        )
    if rng.random() < 0.75:
        name, deed, year = names[2], acts[2], rng.randint(1910, 1985)
        lines.append(f"{name} {deed} in {year}, but {her(name)} date of birth is not recorded")
        for n in rng.sample(found, 2):
            made[f"{name} {deed} {rng.choice(age_forms(name, n))}."] = OPEN
        asked.append(
            Asked(
                f"How old was {name} when {she(name)} {deed}?",
                None,
                False,
                (),
                (str(found[0]), f"{found[1]} years old", rng.choice(age_forms(name, found[2])[:4])),
            )
        )
    rng.shuffle(lines)
    items = list(made.items())
    rng.shuffle(items)
    return Scene(
        " ".join(stop(x) for x in lines), tuple(items), tuple(rng.sample(asked, rng.randint(1, 2)))
    )


def since(rng: random.Random) -> Scene:
    """Since a year, told in a later year."""
    names = people(rng, 3)
    year = rng.randint(1950, 2024)
    gaps = rng.sample(rng.choice(((2, 4, 8, 15, 30), (3, 6, 12, 20, 40), (2, 5, 10, 20, 35))), 3)

    def ways(n: int) -> list[str]:
        """Return a number of years as a length of time, in two forms."""
        extra = {10: "for a decade", 20: "for two decades", 30: "for three decades"}
        return [f"for about {number(n)} years", extra.get(n, f"for around {n} years")]

    told, lines = [], []
    places = rng.sample(CITIES, 3)
    rows = [x.split("|") for x in rng.sample(STAYS, 3)]
    for name, gap, place, (done, base) in zip(names[:2], gaps, places, rows, strict=False):
        told.append(
            Told(
                f"{name}|has {done} {place}|{base} {place}", f"since {year - gap}", tuple(ways(gap))
            )
        )
        lines.append(f"{told[-1].clause()} {told[-1].said}")
    lines.insert(
        0,
        rng.choice((f"it is {year}", f"this report was written in {year}", f"the year is {year}")),
    )
    lost = f"{names[2]}|has {rows[2][0]} {places[2]}|{rows[2][1]} {places[2]}"
    scene = build(rng, told, ways(gaps[2]), "How long", lines, lost if rng.random() < 0.7 else None)
    fixed = []
    for q in scene.questions:
        name = q.text.split(" did ")[1].split(" ")[0]
        row = names.index(name)
        fixed.append(
            Asked(
                f"How long has {name} {rows[row][0]} {places[row]}?",
                q.answer,
                q.answerable,
                q.right,
                q.wrong,
                q.after,
            )
        )
    return Scene(scene.text, scene.statements, tuple(fixed))


def ends(rng: random.Random) -> Scene:
    """A start and a length give an end; an end and a length give a start."""
    lengths = {
        30: "half an hour",
        45: "three quarters of an hour",
        60: "an hour",
        90: "an hour and a half",
        120: "two hours",
        15: "a quarter of an hour",
        75: "75 minutes",
        20: "twenty minutes",
    }
    e = rng.sample(
        spaced(
            "lesson match concert meeting film flight rehearsal hearing operation tour "
            "lecture ceremony"
        ),
        2,
    )
    size = rng.choice(list(lengths))
    start = rng.choice((8, 9, 13, 14, 15, 19)) * 60 + rng.choice((0, 15, 30, 45))
    end = start + size
    forward = rng.random() < 0.5
    given, sought = (start, end) if forward else (end, start)
    began, ended = ("began", "ended") if forward else ("ended", "began")
    base = "end" if forward else "begin"
    x = e[0]
    when = list(clock_forms(sought))
    near = [given, given + (given - sought), sought + 30, sought - 60]
    bad = [
        f
        for m in near
        if m != sought
        and 360 <= m < 1380
        and m % 60 not in (25, 35)
        and not 720 <= m < 780
        and not 660 <= m < 720
        for f in clock_forms(m)
    ]
    bad = bad or ["at 6:05 a.m."]
    text = rng.choice(
        (
            f"the {x} {began} {clock_forms(given)[0]} and lasted {lengths[size]}",
            f"the {x}, which lasted {lengths[size]}, {began} {clock_forms(given)[1]}"
            if given != 720
            else f"the {x} lasted {lengths[size]} and {began} at noon",
        )
    )
    body = [
        stop(text),
        stop(
            rng.choice(
                (
                    f"the {e[1]} took place on the same day",
                    f"the {e[1]} was held on that day as well",
                    f"on that day, the {e[1]} took place too",
                )
            )
        ),
    ]
    rng.shuffle(when)
    rng.shuffle(bad)
    made = {
        stop(f"the {x} {ended} {when[0]}"): ENTAILED,
        stop(f"the {x} {ended} {bad[0]}"): DENIED,
        stop(f"the {e[1]} {ended} {rng.choice((when[0], bad[0]))}"): OPEN,
        stop(f"the {e[1]} {began} {rng.choice((when[0], clock_forms(given)[0]))}"): OPEN,
    }
    return Scene(
        " ".join(body),
        tuple(made.items()),
        (
            Asked(
                f"When did the {x} {base}?",
                None,
                True,
                (when[0], stop(f"it {ended} {when[1 % len(when)]}")),
                (bad[0], stop(f"it {ended} {bad[-1]}")),
            ),
            Asked(f"When did the {e[1]} {base}?", None, False, (), (bad[0], when[0])),
        ),
    )


def dated(rng: random.Random) -> Scene:
    """Full dates and seasons; coarser forms follow, finer ones stay open."""
    e = rng.sample(YEARLY, 3)
    a = some_year(rng)
    b = some_year(rng, (a,))
    c = some_year(rng, (a, b))
    month = rng.randrange(12)
    told = [
        Told(e[0], f"in {MONTHS[month]} {a}", (f"in {a}", *year_forms(a)[:3])),
        Told(
            e[1],
            f"on {rng.randint(2, 27)} {rng.choice(MONTHS)} {b}",
            (f"in {b}", *year_forms(b)[:3]),
        ),
    ]
    opens = [f"on {day} {MONTHS[month]} {a}" for day in rng.sample(range(2, 28), 2)]
    others = [
        f"in {c}",
        *year_forms(c)[:3],
        f"in {MONTHS[month]} {c}",
        f"on {rng.randint(2, 27)} {MONTHS[month]} {c}",
    ]
    return build(
        rng,
        told,
        others,
        "When",
        [put(rng, t.event, t.said) for t in told],
        e[2] if rng.random() < 0.4 else None,
        opens,
    )
