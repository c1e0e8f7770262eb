"""Times in another form: decades, centuries, clock times, durations, dates to be computed."""

from __future__ import annotations

import random
from collections.abc import Callable

from training.scenes._time_families import ages, dated, ends, since
from training.scenes._time_parts import (
    Told,
    build,
    clock_forms,
    number,
    put,
    some_minute,
    some_year,
    year_forms,
)
from training.scenes._time_words import (
    CALENDAR,
    DAILY,
    DURATIONS,
    FEASTS,
    HOURLY,
    LASTING,
    OFTEN,
    REGULAR,
    WEEK,
    YEARLY,
)
from training.scenes._whole_words import clean
from training.scenes.scene import DENIED, ENTAILED, Asked, Scene
from training.scenes.words import DAYS, MONTHS, upper


def years(rng: random.Random) -> Scene:
    """Years, with decades and centuries in the statements."""
    e = rng.sample(YEARLY, 3)
    a = some_year(rng)
    b = some_year(rng, (a,))
    c = some_year(rng, (a, b))
    told = [Told(x, f"in {y}", year_forms(y)) for x, y in zip(e, (a, b), strict=False)]
    return build(
        rng,
        told,
        year_forms(c),
        "When",
        [put(rng, t.event, t.said) for t in told],
        e[2] if rng.random() < 0.7 else None,
    )


def decades(rng: random.Random) -> Scene:
    """Decades and spans in the text; single years stay open."""
    e = rng.sample(YEARLY, 3)
    pool = [d for d in range(171, 200) if d % 10]
    a, b = rng.sample(pool, 2)

    def ways(d: int) -> list[str]:
        """Return a decade in several forms."""
        return [f"in the {d}0s", f"between {d}0 and {d}9", f"at some time from {d}0 to {d}9"]

    told = []
    for x, d in zip(e, (a, b), strict=False):
        said, *rest = rng.sample(ways(d), 3)
        told.append(Told(x, said, tuple(rest)))
    opens = [f"in {a}{rng.randint(1, 8)}" for _ in range(2)]
    far = [d for d in pool if d not in (a, b)]
    c, d = rng.sample(far, 2)
    others = [f"in {c}{rng.randint(1, 8)}", *ways(d), f"in {d}{rng.randint(1, 8)}"]
    return build(
        rng,
        told,
        others,
        "When",
        [put(rng, t.event, t.said) for t in told],
        e[2] if rng.random() < 0.3 else None,
        opens,
    )


def later(rng: random.Random) -> Scene:
    """A date with an offset: two years later, the day after, a week earlier."""
    kind = rng.choice(("year", "day", "date"))
    sign = rng.choice((1, -1))
    word = "later" if sign > 0 else "earlier"
    if kind == "year":
        e = rng.sample(YEARLY, 3)
        base, gap = rng.randint(1700, 1990), rng.randint(2, 30)
        size = rng.choice((number(gap), str(gap))) + " years"
        if gap in (10, 20):
            size = "a decade" if gap == 10 else "two decades"
        show = [f"in {base}", f"in {base + sign * gap}", f"in {base - sign * gap}"]
        more = [f"in {base + sign * gap + n}" for n in (-1, 1, 10)]
    elif kind == "day":
        e = rng.sample(DAILY, 3)
        base, gap = rng.randrange(7), rng.choice((1, 1, 2, 3))
        size = "a day" if gap == 1 else f"{number(gap)} days"
        show = [f"on {DAYS[(base + s) % 7]}" for s in (0, sign * gap, -sign * gap)]
        more = [f"on {DAYS[(base + s) % 7]}" for s in (sign * gap + sign, 4 if gap < 3 else 2)]
    else:
        e = rng.sample(DAILY, 3)
        gap, size = rng.choice(
            (
                (7, "a week"),
                (14, "a fortnight"),
                (3, "three days"),
                (14, "two weeks"),
                (10, "ten days"),
                (5, "five days"),
                (2, "two days"),
            )
        )
        month = rng.choice(MONTHS)
        base = rng.randint(1, 28 - gap) if sign > 0 else rng.randint(gap + 1, 28)
        show = [f"on {base + s} {month}" for s in (0, sign * gap, -sign * gap) if 0 < base + s < 29]
        more = [
            f"on {base + sign * gap + s} {month}" for s in (-1, 1) if 0 < base + sign * gap + s < 29
        ]
    offset = f"{size} {word}"
    if kind == "day" and gap == 1:
        offset = rng.choice(
            (offset, "the following day") if sign > 0 else (offset, "the day before")
        )
    others = [x for x in dict.fromkeys([*show[2:], *more]) if x not in show[:2]]
    first, second = Told(e[0], show[0], (f"{show[0]}",)), Told(e[1], offset, (show[1],))
    clause = first.clause()
    join = rng.choice((f"{offset}, {second.clause()}", f"{second.clause()} {offset}"))
    scene = build(
        rng,
        (first, second),
        others,
        "When",
        [put(rng, e[0], show[0]), join],
        e[2] if rng.random() < 0.55 else None,
    )
    extra = rng.choice(((sign, ENTAILED), (-sign, DENIED)))
    said = f"{second.clause()} {'after' if extra[0] > 0 else 'before'} {clause}."
    questions = tuple(
        q
        if q.answer != show[0]
        else Asked(
            q.text,
            q.answer,
            True,
            (show[0][3:], upper(f"{clause} {show[0]}.")),
            (show[1], upper(f"{clause} {others[0]}.")),
        )
        for q in scene.questions
    )
    turned = f"{size} {'earlier' if sign > 0 else 'later'}"
    questions = tuple(
        q
        if not q.answer or q.answer.lower() != offset or rng.random() < 0.2
        else Asked(q.text, q.answer, True, q.right, (*q.wrong[:2], turned), q.after)
        for q in questions
    )
    return Scene(scene.text, (*scene.statements[:5], (upper(said), extra[1])), questions)


def clocks(rng: random.Random) -> Scene:
    """Clock times in words, with a.m. and p.m. and in the 24-hour form."""
    e = rng.sample(HOURLY, 3)
    a = some_minute(rng)
    near = [(a + 720) % 1440, a + 60, a - 60, a + 30, a - 30, some_minute(rng), some_minute(rng)]
    near = [
        m
        for m in near
        if 360 <= m < 1320
        and m != a
        and m % 60 not in (25, 35)
        and not 660 <= m < 720
        and (m == 720 or not 720 < m < 780)
        and not 1020 <= m < 1140
    ]
    b, c = rng.sample(sorted(set(near)) + [x for x in (605, 930) if x != a and x not in near], 2)
    told = []
    for x, m in zip(e, (a, b), strict=False):
        said, *rest = rng.sample(clock_forms(m), len(clock_forms(m)))
        told.append(Told(x, said, tuple(rest)))
    return build(
        rng,
        told,
        clock_forms(c),
        "When",
        [put(rng, t.event, t.said) for t in told],
        e[2] if rng.random() < 0.7 else None,
    )


def dayparts(rng: random.Random) -> Scene:
    """Parts of the day: exact times stay open."""
    e = rng.sample(HOURLY, 3)
    parts = {
        "in the morning": (range(7, 11), "before noon"),
        "in the afternoon": (range(13, 17), "between noon and 6 p.m."),
        "in the evening": (range(19, 22), "after 6 p.m."),
    }
    a, b = rng.sample(list(parts), 2)

    def at(part: str) -> str:
        """Return a clock time in a part of the day."""
        minute = rng.choice(parts[part][0]) * 60 + rng.choice((0, 10, 15, 20, 30, 45))
        return clock_forms(minute)[0]

    exact = at(b)
    told = [Told(e[0], a, (parts[a][1],)), Told(e[1], exact, (b, parts[b][1]))]
    other = next(p for p in parts if p not in (a, b))
    return build(
        rng,
        told,
        (other, at(other), parts[other][1]),
        "When",
        [put(rng, t.event, t.said) for t in told],
        e[2] if rng.random() < 0.3 else None,
        (at(a), at(a)),
    )


def same_as(
    rng: random.Random,
    table: list[list[str]],
    events: list[str],
    word: str,
    lead: str,
    now: bool = False,
) -> Scene:
    """Times from a table of groups with the same meaning."""
    e = rng.sample(events, 3)
    at = rng.randrange(len(table) - 4)
    groups = rng.sample(table[at : at + 5], 3)
    told = []
    for x, group in zip(e[:2], groups[:2], strict=True):
        said, *rest = (lead + w for w in rng.sample(group, len(group)))
        told.append(Told(x, said, tuple(rest)))
    return build(
        rng,
        told,
        [lead + w for w in groups[2]],
        word,
        [f"{t.clause()} {t.said}" for t in told],
        e[2] if rng.random() < 0.7 else None,
        now=now,
    )


def spans(rng: random.Random) -> Scene:
    """From one time to another, with the length in the statements."""

    def one() -> tuple[str, list[str]]:
        """Return a period, and its length in several forms."""
        kind = rng.randrange(4)
        if kind == 0:
            m, n = rng.randrange(9), rng.randint(2, 4)
            return (
                f"from the beginning of {MONTHS[m]} to the end of {MONTHS[min(m + n - 1, 11)]}",
                [f"for {number(min(n, 12 - m))} months", f"for about {min(n, 12 - m)} months"],
            )
        if kind == 1:
            y, n = rng.randint(1700, 1960), rng.choice((2, 3, 4, 6, 8, 10, 12, 20, 30))
            extra = {10: "for a decade", 20: "for two decades", 30: "for three decades"}
            return (
                f"from {rng.choice(MONTHS[:1])} {y} to January {y + n}",
                [extra.get(n, f"for {n} years"), f"for {number(n)} years"],
            )
        if kind == 2:
            h, n = rng.randint(1, 7), rng.choice((30, 90, 120, 150, 180, 240))
            size = {
                30: "half an hour",
                90: "an hour and a half",
                120: "two hours",
                150: "two and a half hours",
                180: "three hours",
                240: "four hours",
            }[n]
            start = h * 60 + rng.choice((0, 15, 30))
            end = start + n
            return (
                f"from {start // 60}:{start % 60:02d} to {end // 60}:{end % 60:02d} p.m.",
                [f"for {size}", f"for {n} minutes"],
            )
        d, n = rng.randint(1, 14), rng.choice((7, 14))
        return (
            f"from noon on {d} May to noon on {d + n} May",
            ["for a week", "for seven days"] if n == 7 else ["for two weeks", "for a fortnight"],
        )

    e = rng.sample(LASTING, 3)
    rows = [one()]
    while len(rows) < 3:
        row = one()
        if not any(set(row[1]) & set(old[1]) or row[0] == old[0] for old in rows):
            rows.append(row)
    told = [Told(x, said, tuple(forms)) for x, (said, forms) in zip(e[:2], rows[:2], strict=True)]
    return build(
        rng,
        told,
        rows[2][1],
        "How long",
        [f"{t.clause()} {t.said}" for t in told],
        e[2] if rng.random() < 0.7 else None,
    )


def limits(rng: random.Random) -> Scene:
    """More or less than a length of time: exact lengths stay open."""
    unit, per, name, low = rng.choice(
        (
            ("days", 7, "week", 2),
            ("years", 10, "decade", 3),
            ("months", 12, "year", 3),
            ("hours", 24, "day", 4),
        )
    )
    e = rng.sample(LASTING, 2)
    less = rng.random() < 0.5
    under, over = list(range(low, per - 1)), list(range(per + 2, per + 9))
    inside, outside = (under, over) if less else (over, under)
    w = ("less than", "under") if less else ("more than", "over")
    opposite = ("more than", "over") if less else ("less than", "under")
    said, *rest = rng.sample(
        [f"for {x} {y}" for x in w for y in (f"a {name}", f"{number(per)} {unit}")], 4
    )
    told = (Told(e[0], said, tuple(rest)),)
    others = [f"for {x} {y}" for x in opposite for y in (f"a {name}", f"{number(per)} {unit}")]
    others.append(f"for {number(rng.choice(outside))} {unit}")
    opens = [f"for {number(n)} {unit}" for n in rng.sample(inside, 2)]
    return build(
        rng,
        told,
        others,
        "How long",
        [f"{told[0].clause()} {told[0].said}"],
        e[1] if rng.random() < 0.3 else None,
        opens,
    )


FAMILIES: tuple[Callable[[random.Random], Scene], ...] = (
    years,
    years,
    decades,
    later,
    later,
    clocks,
    clocks,
    dayparts,
    spans,
    limits,
    ages,
    ages,
    since,
    ends,
    dated,
    lambda rng: same_as(rng, WEEK, DAILY, "When", ""),
    lambda rng: same_as(rng, CALENDAR, DAILY, "When", ""),
    lambda rng: same_as(rng, DURATIONS, LASTING, "How long", "for "),
    lambda rng: same_as(rng, OFTEN, REGULAR, "How often", "", True),
    lambda rng: same_as(rng, FEASTS, DAILY, "When", ""),
)


def make(rng: random.Random) -> Scene:
    """Return a scene with times in several forms."""
    return clean(rng.choice(FAMILIES), rng)
