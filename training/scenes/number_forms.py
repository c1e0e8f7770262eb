"""Scenes about one number written in several ways: figures, words, Roman, dates, shares, clock."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, MONTHS, people, spaced, upper

ONES = spaced(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
TENS = spaced("- - twenty thirty forty fifty sixty seventy eighty ninety")
ODD = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
ROMAN = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
SHARES = {
    10: ("a tenth", "one in ten"),
    20: ("a fifth", "one in five", "one fifth"),
    25: ("a quarter", "one in four", "1/4", "one quarter"),
    50: ("half", "one half", "1/2"),
    40: ("two fifths", "2/5", "two in five"),
    60: ("three fifths", "3/5", "three in five"),
    75: ("three quarters", "three in four", "3/4"),
    80: ("four fifths", "four in five"),
    90: ("nine tenths", "nine in ten"),
    30: ("three tenths", "three in ten"),
}


def words(n: int, joint: str = " and ") -> str:
    """Return a whole number in words."""
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand")):
        if n >= size:
            rest = n % size
            link = joint if 0 < rest < 100 else " "
            return f"{words(n // size, joint)} {name}" + (link + words(rest, joint) if rest else "")
    if n >= 100:
        return f"{ONES[n // 100]} hundred" + (joint + words(n % 100) if n % 100 else "")
    if n >= 20:
        return TENS[n // 10] + ("-" + ONES[n % 10] if n % 10 else "")
    return ONES[n]


def ordinal(n: int) -> str:
    """Return an ordinal in words, as in `twenty-first`."""
    head, dash, last = words(n).rpartition("-")
    if last in ODD:
        return head + dash + ODD[last]
    return head + dash + (last[:-1] + "ieth" if last.endswith("y") else last + "th")


def short_ordinal(n: int) -> str:
    """Return an ordinal in figures, as in `21st`."""
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def roman(n: int) -> str:
    """Return a Roman numeral below 90."""
    out = ""
    for size, sign in ROMAN:
        while n >= size:
            out, n = out + sign, n - size
    return out


def count_forms(n: int) -> list[str]:
    """Return the ways of writing a count."""
    if n < 1000:
        extra = {
            12: ["a dozen"],
            24: ["two dozen"],
            36: ["three dozen"],
            6: ["half a dozen"],
            100: ["a hundred"],
        }
        plain = [words(n, " ")] if n > 100 and n % 100 else []
        return [str(n), words(n), *plain, *extra.get(n, [])]
    out = [f"{n:,}", str(n), words(n)]
    if n % 100 == 0 and n < 10000 and n % 1000:
        out.append(f"{words(n // 100)} hundred")
    if n >= 10**6:
        whole, part = divmod(n, 10**6)
        out = out[:1] + ([words(n)] if not part else [])
        out.append(f"{n / 10**6:g} million")
        digits = f"{n / 10**6:g}".partition(".")[2]
        spoken = " point " + " ".join(ONES[int(d)] for d in digits) if digits else ""
        out.append(f"{words(whole)}{spoken} million")
        if part == 500000:
            out.append(f"{words(whole)} and a half million")
    return list(dict.fromkeys(out))


def decimal_forms(tenths: int) -> list[str]:
    """Return the ways of writing a decimal with one digit after the point."""
    whole, part = divmod(tenths, 10)
    out = [f"{whole}.{part}", f"{words(whole)} point {ONES[part]}"]
    return out + ([f"{words(whole)} and a half", f"{whole} 1/2"] if part == 5 else [])


def share_forms(n: int) -> list[str]:
    """Return the ways of writing a share in per cent."""
    return [f"{n}%", f"{n} percent", f"{n} per cent", f"{words(n)} percent", *SHARES.get(n, ())]


def date_forms(date: tuple[int, int, int]) -> list[str]:
    """Return the ways of writing a date; figures alone only where they can be read one way."""
    y, m, d = date
    name = MONTHS[m - 1]
    out = [
        f"{d} {name} {y}",
        f"{name} {d}, {y}",
        f"{name} {short_ordinal(d)}, {y}",
        f"the {ordinal(d)} of {name} {y}",
        f"{y}-{m:02}-{d:02}",
        f"{short_ordinal(d)} {name} {y}",
    ]
    if d > 12 or d == m:
        out += [f"{d}/{m}/{y}", f"{d:02}.{m:02}.{y}", f"{m}/{d}/{y}"]
    return out


def year_forms(y: int) -> list[str]:
    """Return the ways of writing a year."""
    low = y % 100
    tail = "hundred" if not low else (f"oh {ONES[low]}" if low < 10 else words(low))
    return [str(y), f"{words(y // 100)} {tail}", f"the year {y}"]


def century_forms(c: int) -> list[str]:
    """Return the ways of naming a century."""
    return [
        f"the {short_ordinal(c)} century",
        f"the {ordinal(c)} century",
        f"the {c - 1}00s",
        f"the {words(c - 1)} hundreds",
    ]


def clock_forms(time: tuple[int, int]) -> list[str]:
    """Return the ways of writing a time of day after noon."""
    h, m = time
    part = "in the afternoon" if (h, m) < (5, 31) else "in the evening"
    soon = words(h + 1)
    spoken = {
        0: f"{words(h)} o'clock {part}",
        15: f"a quarter past {words(h)} {part}",
        30: f"half past {words(h)} {part}",
        45: f"a quarter to {soon} {part}",
        20: f"twenty past {words(h)} {part}",
        40: f"twenty to {soon} {part}",
    }[m]
    return [f"{h}:{m:02} pm", f"{h + 12}:{m:02}", f"{h}.{m:02} pm", spoken]


def times_forms(n: int) -> list[str]:
    """Return the ways of saying how often."""
    return [f"{n} times", f"{words(n)} times"] + (["twice", "on two occasions"] if n == 2 else [])


def king_forms(king: tuple[str, int]) -> list[str]:
    """Return the ways of writing a ruler's name."""
    name, n = king
    return [
        f"{name} {roman(n)}",
        f"{name} the {upper(ordinal(n))}",
        f"{name} the {short_ordinal(n)}",
    ]


def part_forms(part: tuple[str, int]) -> list[str]:
    """Return the ways of naming a numbered part of a work."""
    name, n = part
    return [f"{name} {roman(n)}", f"{name} {n}", f"{name} {words(n)}", f"the {ordinal(n)} {name}"]


def near(rng: random.Random, kind: str, value: Any) -> Any:
    """Return another value of the kind, mostly one that is easily mistaken for it."""
    while True:
        other = KINDS[kind][0](rng)
        if kind == "million" and rng.random() < 0.6:
            other = rng.choice([value * 10, value + 10**6, value - 10**6, value + 500000])
        elif kind in ("small", "large", "share") and rng.random() < 0.6:
            other = rng.choice(
                [
                    value * 10,
                    value + 10 ** (len(str(value)) - 1),
                    value + 1,
                    value // 10,
                    max(value - 1, 2),
                    int(str(value)[::-1]),
                ]
            )
        elif isinstance(value, tuple) and rng.random() < 0.7:
            keep = rng.randrange(len(value))
            other = (
                tuple(v if i != keep else o for i, (v, o) in enumerate(zip(value, other)))
                if kind != "king"
                else (value[0], other[1])
            )
        elif kind in ("year", "decimal") and rng.random() < 0.6:
            other = value + rng.choice([-10, 10, 1, -1])
        limit = {
            "share": (2, 99),
            "small": (2, 130),
            "large": (200, 99999),
            "decimal": (11, 99),
            "million": (10**6, 10**8),
            "year": (1110, 1999),
        }.get(kind)
        if other != value and (limit is None or limit[0] <= other <= limit[1]):
            return other


KINDS: dict[str, tuple[Callable[[random.Random], Any], Callable[[Any], list[str]]]] = {
    "small": (
        lambda r: r.choice([*range(2, 31), 36, 40, 45, 52, 64, 77, 99, 100, 24, 12, 6]),
        count_forms,
    ),
    "large": (
        lambda r: r.choice(
            [
                r.randint(2, 99) * 100,
                r.randint(2, 90) * 1000,
                r.randint(1001, 9999),
                r.randint(200, 999),
            ]
        ),
        count_forms,
    ),
    "million": (
        lambda r: r.choice(
            [r.randint(10, 99) * 10**5, r.randint(1, 90) * 10**6, r.randint(5, 39) * 250000]
        ),
        count_forms,
    ),
    "share": (lambda r: r.choice([*SHARES, *SHARES, 15, 35, 45, 65, 70, 85, 95, 12]), share_forms),
    "ordinal": (lambda r: r.randint(1, 31), lambda n: [short_ordinal(n), ordinal(n)]),
    "decimal": (lambda r: r.choice([r.randint(11, 98), 10 * r.randint(1, 9) + 5]), decimal_forms),
    "date": (lambda r: (r.randint(1710, 2019), r.randint(1, 12), r.randint(1, 28)), date_forms),
    "year": (lambda r: r.randint(1110, 1999), year_forms),
    "century": (lambda r: r.randint(12, 20), century_forms),
    "clock": (lambda r: (r.randint(1, 9), r.choice([0, 15, 20, 30, 40, 45])), clock_forms),
    "times": (lambda r: r.choice([2, 2, 2, 3, 4, 5, 6, 7, 8, 9, 11, 14]), times_forms),
    "king": (
        lambda r: (
            r.choice(
                spaced(
                    "Henry Edward Louis Charles George Frederick Philip Christian "
                    "Gustav Leopold William Pius Ferdinand"
                )
            ),
            r.randint(2, 16),
        ),
        king_forms,
    ),
    "part": (
        lambda r: (r.choice(spaced("chapter volume part section")), r.randint(1, 19)),
        part_forms,
    ),
}


@dataclass(frozen=True)
class Frame:
    """Sentences about items `{x}` with a value `{q}` of one kind; lists are split at `|`."""

    kind: str
    items: str
    says: str
    asks: str
    opens: str
    extra: str
    unasked: str = ""
    more: str = ""
    less: str = ""


def pick(rng: random.Random, text: str, told: bool = False) -> str:
    """Return one of the parts between `|`; those with a star say more and stand in texts only."""
    parts = [part.strip() for part in text.split("|")]
    return rng.choice([part for part in parts if told or part[0] != "*"]).lstrip("*")


def items_of(rng: random.Random, frame: Frame, count: int) -> list[str]:
    """Return different items of a frame."""
    if frame.items == "PERSON":
        return people(rng, count)
    if frame.items == "CITY":
        return rng.sample(CITIES, count)
    return rng.sample([part.strip() for part in frame.items.split("|")], count)


def fill(rng: random.Random, template: str, item: str, form: str) -> str:
    """Return a sentence with a full stop and a capital letter."""
    end = upper(template.format(x=item, q=form, c=rng.choice(CITIES)))
    return end if end[-1] in ".?!" else end + "."


def build(
    rng: random.Random,
    frame: Frame,
    forms: Callable[[Any], list[str]],
    draw: Callable[[], Any],
    wrong: Callable[[Any], Any],
    rank: Callable[[Any], float] | None = None,
    beside: Callable[[Any], Any] | None = None,
) -> Scene:
    """Return a scene of the frame: one or two items with values, and a third one not named."""
    a, b, c = items_of(rng, frame, 3)
    value, second = draw(), None
    form, sentences = rng.choice(forms(value)), []
    said = fill(rng, pick(rng, frame.says, True), a, form)
    sentences.append(said)
    if rng.random() < 0.65:
        second = (beside or wrong)(value)
        sentences.append(fill(rng, pick(rng, frame.says, True), b, rng.choice(forms(second))))
        if rng.random() < 0.5:
            sentences.reverse()
    extras = rng.sample([e.strip() for e in frame.extra.split("|")], rng.choice([0, 1, 1, 2]))
    for extra in extras:
        sentences.insert(rng.choice([0, len(sentences)]), fill(rng, extra, a, form))
    text = " ".join(sentences)
    if second is not None and rng.random() < 0.4 and not extras and sentences[0] != sentences[1]:
        lower = sentences[1]
        if lower.split()[0] in ("The", "In", "At", "On", "For", "About"):
            lower = lower[0].lower() + lower[1:]
        text = sentences[0][:-1] + rng.choice([", while ", ", and ", "; "]) + lower
    bad = [wrong(value) for _ in range(5)] + ([second, second] if second is not None else [])
    statements: dict[str, str] = {}

    def state(item: str, v: Any, label: str, templates: str = frame.says) -> None:
        """Add a statement."""
        statements.setdefault(fill(rng, pick(rng, templates), item, rng.choice(forms(v))), label)

    state(a, value, ENTAILED)
    state(a, rng.choice(bad), DENIED)
    free = [v for v in bad if v != second]
    free = free or bad if frame.kind == "ordinal" else [value, bad[0]]
    state(c, rng.choice(free), OPEN)
    if second is not None:
        if rng.random() < 0.5:
            state(b, second, ENTAILED)
        else:
            state(b, value, DENIED)
    state(a, rng.choice([value, bad[1]]), OPEN, frame.opens)
    if frame.more and rank is not None and rng.random() < 0.6:
        mark = rng.choice(bad[:5])
        up = rng.random() < 0.5
        true = (rank(value) > rank(mark)) == up
        state(a, mark, ENTAILED if true else DENIED, frame.more if up else frame.less)
    if rng.random() < 0.5:
        state(a, value, ENTAILED)
        state(a, rng.choice(bad), DENIED)
    chosen = rng.sample(list(statements.items()), min(len(statements), rng.randint(4, 6)))
    start = text.lower().find(said[:-1].lower())
    at = text.lower().find(form.lower(), start + max(0, said.lower().find(form.lower()) - 1))
    answer = text[at : at + len(form)]
    first = text.find(answer)
    good = [f for f in forms(value) if f.lower() != answer.lower()]
    rng.shuffle(good)
    bads = list(dict.fromkeys(rng.choice(forms(v)) for v in bad))
    rng.shuffle(bads)
    right = [*good[:2], fill(rng, pick(rng, frame.says), a, rng.choice(forms(value)))]
    wrongs = [*bads[:2], fill(rng, pick(rng, frame.says), a, rng.choice(forms(rng.choice(bad))))]
    keep = rng.choice([2, 3, 3])
    asked = [
        Asked(
            fill(rng, pick(rng, frame.asks), a, ""),
            answer,
            True,
            tuple(right[:keep]),
            tuple(wrongs[:keep]),
            text[:at] if first != at else "",
        )
    ]
    if rng.random() < 0.55:
        lures = tuple(dict.fromkeys([answer, rng.choice(forms(value)), rng.choice(bads)]))
        ask = frame.unasked if frame.unasked and rng.random() < 0.5 else frame.asks
        if ask == frame.asks and rng.random() < 0.6:
            lures += (fill(rng, pick(rng, frame.says), c, rng.choice(forms(value))),)
        asked.append(
            Asked(
                fill(rng, pick(rng, ask), a if ask == frame.unasked else c, ""),
                None,
                False,
                (),
                lures,
            )
        )
    return Scene(text, tuple(chosen), tuple(asked))


FRAMES = (
    Frame(
        "small",
        "the old lighthouse|the town hall|the north tower|the bell tower|the castle|the "
        "library|the new hotel|the opera house|the grain store|the prison|the ferry terminal",
        "{x} has {q} windows|there are {q} windows in {x}|{x} was built with {q} windows",
        "How many windows does {x} have?|How many windows are there in {x}?",
        "{x} has {q} doors|{x} was repaired {q} years ago|{q} people work in {x}",
        "Visitors often stop to look at {x}|The stone came by river|Nobody knows the architect",
        "How many doors does {x} have?|How many people work in {x}?",
        "{x} has more than {q} windows",
        "{x} has fewer than {q} windows",
    ),
    Frame(
        "small",
        "PERSON",
        "{x} baked {q} loaves for the fair|for the fair, {x} baked {q} loaves|{q} loaves were "
        "baked by {x} for the fair",
        "How many loaves did {x} bake for the fair?|How many loaves were baked by {x}?",
        "{x} sold {q} jars of honey|{x} baked {q} cakes as well|{x} has been baking for {q} years",
        "The fair opens at dawn|The oven was still warm in the evening|Everybody in the "
        "village came to taste",
        "How many cakes did {x} bake?|How many jars of honey did {x} sell?",
        "{x} baked more than {q} loaves for the fair",
        "{x} baked fewer than {q} loaves for the fair",
    ),
    Frame(
        "small",
        "PERSON",
        "*{x} turned {q} this spring|{x} is now {q} years old|at present {x} is {q} years of age",
        "How old is {x}?|What is {x}'s age?|What age is {x} now?",
        "{x} has {q} cousins|{x}'s neighbour is {q} years old|{x} owns {q} books",
        "There was a party in the garden|{x} still swims in the lake|Friends came from {c}",
        "How old is {x}'s dog?|How many guests did {x} invite?",
        "{x} is older than {q}",
        "{x} is younger than {q}",
    ),
    Frame(
        "large",
        "CITY",
        "the stadium in {x} holds {q} spectators|the stadium in {x} was built for {q} "
        "spectators|the stadium in {x} has room for {q} spectators",
        "How many spectators does the stadium in {x} hold?|How many people fit into the "
        "stadium in {x}?",
        "{q} people watched the last match in {x} on television|the museum in {x} has {q} "
        "visitors a week",
        "Football is popular all over the country|The grass is cut every other morning|Tickets "
        "are cheap",
        "How many people watched the last match in {x}?",
        "the stadium in {x} holds more than {q} spectators",
        "the stadium in {x} holds fewer than {q} spectators",
    ),
    Frame(
        "large",
        "PERSON",
        "{x} earned {q} dollars last month|last month, {x} made {q} dollars|a sum of {q} "
        "dollars was paid to {x} last month",
        "How many dollars did {x} earn last month?|How much was {x} paid last month?|What did "
        "{x} make last month?",
        "{x} spent {q} dollars last month|{x} will earn {q} dollars next month|{x} owes the "
        "bank {q} dollars",
        "{x} works at a shipyard in {c}|Business had been slow since the winter|Taxes are not "
        "included",
        "How much did {x} spend last month?|How much does {x} owe?",
        "{x} earned more than {q} dollars last month",
        "{x} earned less than {q} dollars last month",
    ),
    Frame(
        "large",
        "the valley of the herons|the salt marsh|the southern forest|the bird park|the lake "
        "district|the nature reserve|the delta|the dunes|the coral bay|the high forest",
        "biologists counted {q} nests in {x}|{q} nests were counted in {x}|*according to the "
        "survey, there are {q} nests in {x}",
        "How many nests were counted in {x}?|How many nests are there in {x}?",
        "{q} tourists visit {x} each year|{x} had {q} nests ten years earlier",
        "The survey took most of the summer|Rain made the work hard|The results were printed "
        "in a journal",
        "How many tourists visit {x} each year?",
        "biologists counted more than {q} nests in {x}",
        "biologists counted fewer than {q} nests in {x}",
    ),
    Frame(
        "million",
        "CITY",
        "{x} is home to {q} people|the city of {x} has {q} inhabitants|*in the last census, "
        "{x} had {q} inhabitants",
        "How many people live in {x}?|What is the population of {x}?|How many inhabitants does "
        "{x} have?",
        "{q} tourists visited {x} last year|the port of {x} handles {q} containers a year",
        "The figures come from the statistics office|Rents keep rising|Many families have "
        "moved to the suburbs",
        "How many tourists visited {x} last year?",
        "{x} has more than {q} inhabitants",
        "{x} has fewer than {q} inhabitants",
    ),
    Frame(
        "million",
        "the bridge|the hospital wing|the concert hall|the rescue ship|the space probe|the "
        "swimming pool|the tram line|the film|the dam|the new school",
        "{x} cost {q} euros|a total of {q} euros was spent on {x}|the price of {x} was {q} euros",
        "How much did {x} cost?|How many euros were spent on {x}?|What was the price of {x}?",
        "{x} earned {q} euros in its first year|{x} has been used by {q} people",
        "The council published the bill on Friday|Critics had warned about delays|A bank in "
        "{c} lent the money",
        "How many people have used {x}?|How much did {x} earn in its first year?",
        "{x} cost more than {q} euros",
        "{x} cost less than {q} euros",
    ),
    Frame(
        "share",
        "the voters|the pupils|the patients|the workers|the farmers|the members|the nurses|the "
        "drivers|the guests|the tenants|the soldiers|the shareholders",
        "{q} of {x} agreed with the plan|the plan was backed by {q} of {x}|*in the poll, {q} "
        "of {x} were for the plan|{q} of {x} were for the plan",
        "What share of {x} agreed with the plan?|How many of {x} were for the plan?|What "
        "percentage of {x} backed the plan?",
        "{q} of {x} own a car|{q} of {x} are over fifty|{q} of {x} agreed with the plan a year ago",
        "The poll was taken in {c}|The plan had been discussed for months|A second poll will "
        "follow",
        "What share of {x} own a car?|What percentage of {x} are women?",
        "more than {q} of {x} agreed with the plan",
        "less than {q} of {x} agreed with the plan",
    ),
    Frame(
        "ordinal",
        "PERSON",
        "{x} finished {q} in the race|in the race, {x} came {q}|*at the finish, {x} was {q} in "
        "the race",
        "What place did {x} take in the race?|Where did {x} finish?|In which position did {x} "
        "end the race?",
        "{x} finished {q} in the race a year earlier|{x} lives on the {q} floor",
        "The course led through the old town of {c}|It rained the whole morning|Thousands "
        "stood along the road",
        "What place did {x} take the year before?",
    ),
    Frame(
        "ordinal",
        "PERSON",
        "{x} lives on the {q} floor|{x}'s flat is on the {q} floor|on the {q} floor you will "
        "find {x}'s flat",
        "On which floor does {x} live?|What floor is {x}'s flat on?",
        "{x} works on the {q} floor of a bank|{x} was the {q} tenant to move in",
        "The lift is out of order again|The tower stands in {c}|From the roof one can see the "
        "hills",
        "On which floor does {x} work?",
    ),
    Frame(
        "decimal",
        "the first quake|the morning quake|the coastal quake|the island quake|the quake near "
        "the border|the quake in the valley|the night quake",
        "{x} had a magnitude of {q}|{x} measured {q} on the scale|a magnitude of {q} was "
        "recorded for {x}",
        "What was the magnitude of {x}?|How strong was {x} on the scale?",
        "the last quake before {x} had a magnitude of {q}|{x} was felt in {q} million homes",
        "Nobody was hurt|Schools stayed closed|The station in {c} confirmed the figures",
        "",
        "{x} had a magnitude above {q}",
        "{x} had a magnitude below {q}",
    ),
    Frame(
        "date",
        "PERSON",
        "{x} was born on {q}|{x} came into the world on {q}|*the church book says that {x} was "
        "born on {q}",
        "When was {x} born?|What is {x}'s date of birth?|On what date was {x} born?",
        "{x}'s cousin was born on {q}|{x}'s parents married on {q}",
        "The family lived above a bakery in {c}|Church books from those years survive|{x} had "
        "a strict father",
        "When did {x} marry?|When did {x} die?",
    ),
    Frame(
        "date",
        "the treaty|the peace agreement|the lease|the contract|the charter|the will|the loan "
        "agreement|the trade deal|the new law|the licence",
        "{x} was signed on {q}|on {q}, {x} was signed|the signatures under {x} were put down "
        "on {q}",
        "When was {x} signed?|On what date was {x} signed?",
        "a similar text was signed in {c} on {q}|the notary was born on {q}",
        "Lawyers from {c} had prepared the text|Both sides seemed content|A copy is kept in "
        "the archive",
        "When was {x} first drafted?",
    ),
    Frame(
        "year",
        "the abbey|the university|the brewery|the watch company|the botanical garden|the "
        "harbour|the orchestra|the silver mine|the observatory|the glass factory",
        "{x} was founded in {q}|the founding of {x} took place in {q}|in {q}, {x} was founded",
        "When was {x} founded?|In what year was {x} founded?",
        "the church near {x} was built in {q}|the first director's mother was born in {q}",
        "Little is known about its first owners|A museum in {c} shows old plans|The river made "
        "trade easy",
        "When was {x} enlarged?",
        "{x} was founded later than {q}",
        "{x} was founded earlier than {q}",
    ),
    Frame(
        "century",
        "the cathedral|the stone bridge|the fortress|the painting of the harvest|the folk song|"
        "the organ|the city wall|the manuscript|the palace|the mosque|the windmill",
        "{x} dates from {q}|*experts date {x} to {q}|{x} was made in {q}",
        "Which century does {x} date from?|When was {x} made?",
        "a similar work was made in {c} in {q}|the mayor's house dates from {q}",
        "Scholars from {c} studied it for years|It is open to visitors|The colours are well kept",
        "When was {x} restored?",
    ),
    Frame(
        "clock",
        "the coast train|the concert|the school play|the night ferry|the meeting|the guided "
        "tour|the lecture|the last bus|the chess match|the cooking class",
        "{x} starts at {q}|at {q}, {x} starts|*the start of {x} is planned for {q}|*according "
        "to the poster, {x} starts at {q}",
        "When does {x} start?|At what time does {x} start?",
        "yesterday {x} started at {q}|the café opposite closes at {q}",
        "Please be there early|Children travel free of charge|The doors are shut at once",
        "When does {x} end?",
    ),
    Frame(
        "times",
        "PERSON",
        "{x} climbed the mountain {q}|{x} has won the prize {q}|{x} has been to {c} {q}|{x} "
        "failed the driving test {q}",
        "",
        "",
        "",
    ),
    Frame(
        "king",
        "the castle|the canal|the royal chapel|the mint|the hunting lodge|the academy|the "
        "naval hospital|the botanical garden|the opera|the fortress",
        "{x} was built under {q}|{q} had {x} built|it was {q} who ordered {x} to be built",
        "Who had {x} built?|Under which ruler was {x} built?",
        "{q} was born near {x}|{q} was married in {c}",
        "The works lasted many years|The money came from a tax on salt|Craftsmen from {c} were "
        "called in",
        "Who designed {x}?",
    ),
    Frame(
        "part",
        "the duel|the wedding|the storm|the trial|the escape|the first kiss|the murder|the "
        "shipwreck|the dream|the feast",
        "{x} is described in {q}|you can read about {x} in {q}|{q} tells of {x}",
        "Where is {x} described?|Which part tells of {x}?",
        "{x} was left out of the film|most readers like {q} best",
        "The author lived in {c}|Readers loved the book at once|Critics were less kind",
    ),
)
DID = (
    ("climbed the mountain", "climb the mountain"),
    ("won the prize", "win the prize"),
    ("crossed the desert", "cross the desert"),
    ("failed the exam", "fail the exam"),
    ("visited the island", "visit the island"),
    ("changed jobs", "change jobs"),
    ("broke the record", "break the record"),
    ("called the doctor", "call the doctor"),
)


def make(rng: random.Random) -> Scene:
    """Return a scene with a number that statements and answers write in another way."""
    frame = rng.choice(FRAMES)
    kind = frame.kind
    if kind == "times":
        past, base = rng.choice(DID)
        frame = Frame(
            kind,
            "PERSON",
            f"{{x}} {past} {{q}}|{{x}} {past} {{q}} in all|over the years, {{x}} {past} {{q}}",
            f"How many times did {{x}} {base}?|How often did {{x}} {base}?",
            f"{{x}}'s sister {past} {{q}}|{{x}} dreamed of it {{q}}",
            "{x} grew up in {c}|It was never easy|The diary tells the whole story|"
            "Neighbours still talk about it",
            f"How many times did {{x}}'s sister {base}?",
        )
    draw, forms = KINDS[kind]
    rank = (lambda v: float(v)) if isinstance(draw(rng), int) else None
    fixed = draw(rng)[0] if kind == "part" else None

    def value() -> Any:
        """Return a value."""
        return (fixed, draw(rng)[1]) if fixed else draw(rng)

    def other(v: Any) -> Any:
        """Return another value, easily mistaken for it."""
        while fixed:
            new = value()
            if new != v:
                return new
        return near(rng, kind, v)

    return build(rng, frame, forms, value, other, rank)
