"""Answers that say too much (with false or unknown additions), too little, or just enough."""

from __future__ import annotations

import random
from collections.abc import Callable

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import (
    CITIES,
    DAYS,
    MONTHS,
    full_name,
    her,
    listed,
    people,
    she,
    spaced,
    upper,
)

JOBS = spaced(
    "baker carpenter doctor nurse teacher painter lawyer farmer miller gardener tailor dentist "
    "plumber librarian pilot sailor singer judge chemist cook weaver potter printer surveyor"
)
OBJECTS = spaced("box hat bag mask purse bracelet doll basket case belt toy lampshade")
COLOURS = spaced("red green blue yellow white black brown grey purple orange pink")
MADE = spaced("felt leather straw silk cotton paper plastic wood cork")
FIRMS = (
    (
        "bakery brewery publishing house sawmill shipyard theatre school hospital bank newspaper "
        "glassworks library orphanage music shop"
    )
    .replace("publishing house", "publishing_house")
    .replace("music shop", "music_shop")
    .split()
)
GOODS = spaced(
    "apples pears bread cheese eggs candles nails rope honey milk soap flour carrots onions rice "
    "matches plums walnuts butter salt"
)
LANDS = spaced(
    "Norway Portugal Kenya Peru Japan Canada Egypt India Chile Greece Poland Ireland Vietnam "
    "Morocco Austria Cuba Nepal Iceland"
)
# An addition to an answer, and the sentence of the text that makes it true.
TAILS = (
    (", with the help of a neighbour", "A neighbour helped {o}."),
    (", to everyone's surprise", "Everyone was surprised by this."),
    (", although {k} doctor was against it", "{K} doctor was against it."),
    (", after a long quarrel", "There had been a long quarrel before that."),
    (", in spite of heavy rain", "It was raining heavily, but that did not stop {o}."),
    (", as {k} sister had asked", "{K} sister had asked {o} to do so."),
    (", which {s} kept secret from {k} parents", "{S} kept this secret from {k} parents."),
    (", to please {k} grandfather", "{S} did it to please {k} grandfather."),
    (", as a newspaper reported", "A newspaper reported on it."),
    (", to the delight of {k} friends", "{K} friends were delighted at this."),
    (", thanks to a loan from a bank", "A loan from a bank had made it possible."),
    (", because of a bet", "{S} did so because of a bet."),
    (", although {s} had a fever", "{S} had a fever at the time."),
)
OPENERS = (
    "It was a year of changes.",
    "The story is told in an old newspaper.",
    "Not much else is known.",
    "Many people still remember it.",
    "There are photographs of it.",
)


def an(word: str) -> str:
    """Return the noun with its article."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def other(rng: random.Random, words: list[str], *used: str) -> str:
    """Return a word that is not used yet."""
    return rng.choice([word for word in words if word not in used])


def tails(rng: random.Random, name: str) -> tuple[str, list[str], str]:
    """Return a sentence (or nothing), the additions it makes true, and one that is not given."""
    first = name.split()[0]
    words = {
        "{k}": her(first),
        "{K}": upper(her(first)),
        "{s}": she(first),
        "{S}": upper(she(first)),
        "{o}": "her" if she(first) == "she" else "him",
    }

    def put(text: str) -> str:
        """Fill in the marks of a text."""
        for mark, word in words.items():
            text = text.replace(mark, word)
        return text

    (told, line), (untold, _) = rng.sample(TAILS, 2)
    if rng.random() < 0.6:
        return " " + put(line), [put(told)], put(untold)
    return "", [], put(untold)


def founding(rng: random.Random) -> Scene:
    """Return who founded what, when and where."""
    name, rival = full_name(rng), full_name(rng)
    while set(name.split()) & set(rival.split()):
        rival = full_name(rng)
    firm, rfirm = (w.replace("_", " ") for w in rng.sample(FIRMS, 2))
    city, rcity, no_city = rng.sample(CITIES, 3)
    year, ryear = rng.sample(range(1790, 1990), 2)
    job, rjob = rng.sample(JOBS, 2)
    one = rng.choice(
        (
            f"{name}, {an(job)}, founded the {firm} in {city} in {year}.",
            f"In {year} the {firm} in {city} was founded by {name}, who was {an(job)}.",
            f"The {firm} was opened in {city} by the {job} {name} in {year}.",
        )
    )
    two = rng.choice(
        (
            f"The {rfirm} in {rcity} goes back to {rival}, {an(rjob)}, and to the year {ryear}.",
            f"In {ryear} {rival}, {an(rjob)}, set up a {rfirm} in {rcity}.".replace("a o", "an o"),
        )
    )
    line, told, un = tails(rng, name)
    line2, told2, un2 = tails(rng, rival)
    text = " ".join(rng.sample([one + line, two + line2], 2))
    return Scene(
        text,
        (
            *((f"{name} founded the {firm} in {year}{tail}.", ENTAILED) for tail in told),
            *((f"{rival} set up the {rfirm}{tail}.", ENTAILED) for tail in told2),
            (f"{name} founded the {firm} in {city} in {year}.", ENTAILED),
            (f"{rival}, {an(rjob)}, set up the {rfirm} in {ryear}.", ENTAILED),
            (f"{name} founded the {firm} in {rcity} in {year}.", DENIED),
            (f"{name}, {an(rjob)}, set up the {firm} in {ryear}.", DENIED),
            (f"{name} founded the {firm} in {city} in {year}{un}.", OPEN),
            (f"{rival}, {an(rjob)}, set up the {rfirm} in {ryear}{un2}.", OPEN),
        ),
        (
            Asked(
                f"When was the {firm} founded?",
                str(year),
                right=(
                    f"in {year}",
                    f"in {year} in {city}",
                    f"in {year}, by {name}",
                    f"It was founded in {year} by {name}.",
                    *(f"It was founded in {year}{tail}." for tail in told),
                ),
                wrong=(
                    f"in {year} in {no_city}",
                    f"in {year}, by {rival}",
                    f"in {ryear}",
                    f"It was founded in {year}{un}.",
                    f"in {year} and {ryear}",
                ),
            ),
            Asked(
                f"Who founded the {firm}?",
                name,
                right=(f"{name}, {an(job)}", f"the {job} {name}", f"{name} in {year}"),
                wrong=(
                    f"{name} and {rival}",
                    f"{name}, {an(rjob)}",
                    f"the {rjob} {name}",
                    f"{name} in {ryear}",
                    f"the {job} {rival}",
                ),
            ),
            Asked(
                f"Where was the {rfirm}?",
                rcity,
                right=(f"in {rcity}", f"It was in {rcity}.", f"the city of {rcity}"),
                wrong=(
                    f"in {rcity} and {city}",
                    f"in {city}",
                    f"in {rcity} and in {no_city}",
                    f"It was in {rcity}, next to {rival}'s house.",
                    "in the city of",
                ),
            ),
        ),
    )


def object_scene(rng: random.Random) -> Scene:
    """Return who bought which thing, what it was like and where."""
    a, b = people(rng, 2)
    thing = rng.choice(OBJECTS)
    c1, c2, c3 = rng.sample(COLOURS, 3)
    m1, m2 = rng.sample(MADE, 2)
    d1, d2 = rng.sample(DAYS, 2)
    shop, shop2 = rng.sample(["market", "station", "harbour", "museum", "airport", "castle"], 2)
    line, told, un = tails(rng, a)
    line2, told2, un2 = tails(rng, b)
    one = rng.choice(
        (
            f"{a} picked the {c1} {thing} made of {m1} and bought it at the {shop} on {d1}.",
            f"On {d1} {a} went to the {shop} and bought the {c1} {thing}, which was made of {m1}.",
        )
    )
    late = rng.choice(
        (
            f"{b} bought the {c2} {thing} on {d2}, at the {shop2}; it was made of {m2}.",
            f"The {c2} {thing}, made of {m2}, was bought by {b} at the {shop2} on {d2}.",
        )
    )
    text = " ".join(rng.sample([one + line, late + line2], 2))
    s = she(a)
    return Scene(
        text,
        (
            *((f"{a} bought the {c1} {thing}{tail}.", ENTAILED) for tail in told),
            *((f"{b} bought a {thing} on {d2}{tail}.", ENTAILED) for tail in told2),
            (f"{a} bought the {c1} {thing}, which was made of {m1}.", ENTAILED),
            (f"{b} bought the {c2} {thing} on {d2}.", ENTAILED),
            (f"{a} bought the {c1} {thing}, which was made of {m2}.", DENIED),
            (f"On {d1}, {b} bought the {c2} {thing}.", DENIED),
            (f"{a} bought the {c1} {thing}{un}.", OPEN),
            (f"{b} bought the {c2} {thing} on {d2}{un2}.", OPEN),
        ),
        (
            Asked(
                f"Which {thing} did {a} buy?",
                f"the {c1} {thing}" if f"the {c1} {thing}" in text else f"The {c1} {thing}",
                right=(
                    f"the {c1} one",
                    f"the {c1} one made of {m1}",
                    f"the {c1} {thing} of {m1}",
                    f"{upper(s)} bought the {c1} one.",
                    *(f"the {c1} one{tail}" for tail in told),
                ),
                wrong=(
                    f"the {c1} one{un}",
                    f"the {c1} one made of {m2}",
                    f"the {c1} and the {c2} one",
                    f"the {c1} one and a {c3} one",
                    f"the {c2} one",
                    f"{upper(s)} bought the {c1} one{un}.",
                ),
            ),
            Asked(
                f"When did {b} buy the {thing}?",
                d2,
                right=(
                    f"on {d2}",
                    f"on {d2}, at the {shop2}",
                    f"{upper(she(b))} did so on {d2}.",
                    *(f"on {d2}{tail}" for tail in told2),
                ),
                wrong=(
                    f"on {d2}, at the {shop}",
                    f"on {d1}",
                    f"on {d1} and {d2}",
                    f"on {d2}{un2}",
                    f"on {d2} with {a}",
                ),
            ),
        ),
    )


def shopping(rng: random.Random) -> Scene:
    """Return a list of two or three things asked for in full."""
    a, b = people(rng, 2)
    n = rng.choice((2, 3))
    mine, hers = rng.sample(GOODS, 3), []
    hers = rng.sample([g for g in GOODS if g not in mine], 3)
    mine, hers = mine[:n], hers[:n]
    out = other(rng, GOODS, *mine, *hers)
    word = {2: "two", 3: "three"}[n]
    verb, base = rng.choice(
        (
            ("bought", "buy"),
            ("sold", "sell"),
            ("brought", "bring"),
            ("ordered", "order"),
            ("packed", "pack"),
            ("carried", "carry"),
        )
    )
    text = rng.choice(
        (
            f"{a} {verb} {listed(mine)}, while {b} {verb} {listed(hers)}.",
            f"On the list of what {b} {verb} were {listed(hers)}. {a} {verb} {listed(mine)}.",
            f"Both went to the shop. {upper(listed(mine))} were what {a} {verb}; {b}, however, "
            f"{verb} "
            f"{listed(hers)}.",
        )
    )
    line, told, un = tails(rng, b)
    for_her = rng.random() < 0.5
    if for_her:
        text += f" {a}'s mother got all that {she(a)} {verb}."
    if text.endswith(f"{listed(hers)}.") and not for_her:
        text += line
    else:
        told = []
    turned = mine[::-1]
    whole = listed(mine) if listed(mine) in text else upper(listed(mine))
    few = rng.sample(mine, n - 1)
    return Scene(
        text,
        (
            (f"{a} {verb} {listed(turned)}.", ENTAILED),
            (f"{b} {verb} {listed(rng.sample(hers, n - 1))}.", ENTAILED),
            (f"The only thing that {a} {verb} was {mine[0]}.", DENIED),
            (f"{a} {verb} nothing but {listed(few)}.", DENIED),
            (f"{a}'s mother got {mine[-1]}.", ENTAILED if for_her else OPEN),
            *((f"{b} {verb} {listed(hers)}{tail}.", ENTAILED) for tail in told),
            (f"{b} {verb} {listed(hers)}{un}.", OPEN),
            (f"Of the two, only {a} {verb} {mine[0]}.", ENTAILED),
            (f"Of the two, only {b} {verb} {mine[0]}.", DENIED),
        ),
        (
            Asked(
                f"Which {word} things did {a} {base}?",
                whole,
                right=(
                    listed(turned),
                    f"{' and '.join(turned)}",
                    f"{upper(she(a))} {verb} {listed(rng.sample(mine, n))}.",
                ),
                wrong=(
                    mine[0],
                    listed(few),
                    f"{upper(she(a))} {verb} {mine[-1]}.",
                    listed(hers),
                    listed([*mine[:-1], rng.choice(hers)]),
                    listed([*mine, rng.choice(hers)]),
                    listed([*turned, out]),
                ),
            ),
            Asked(
                f"What did {b} {base}?",
                listed(hers),
                right=(
                    listed(hers[::-1]),
                    f"{upper(she(b))} {verb} {listed(hers)}.",
                    *(f"{listed(hers)}{tail}" for tail in told),
                ),
                wrong=(
                    listed([*hers, out]),
                    f"{listed(hers)}{un}",
                    listed([*hers, mine[0]]),
                    listed(mine),
                    f"{upper(she(b))} {verb} {listed([*hers, rng.choice(mine)])}.",
                ),
            ),
        ),
    )


def office(rng: random.Random) -> Scene:
    """Return a person with a title that must not be cut off."""
    name, second = full_name(rng), full_name(rng)
    while set(name.split()) & set(second.split()):
        second = full_name(rng)
    city, city2 = rng.sample(CITIES, 2)
    role, role2 = rng.sample(
        [
            "mayor",
            "bishop",
            "police chief",
            "architect",
            "archivist",
            "football coach",
            "chief engineer",
            "poet",
        ],
        2,
    )
    old = rng.choice(("former", "current", "acting", "youngest", "first female"))
    if old == "first female" and she(name.split()[0]) == "he":
        old = "longest-serving"
    title = f"the {old} {role} of {city}"
    month, month2 = rng.sample(MONTHS, 2)
    line, told, un = tails(rng, name)
    line2, told2, un2 = tails(rng, second)
    one = rng.choice(
        (
            f"The new bridge was opened in {month} by {name}, {title}.",
            f"{name}, {title}, opened the new bridge in {month}.",
        )
    )
    late = rng.choice(
        (
            f"The old one had been closed in {month2} by {second}, a {role2} from {city2}.",
            f"{second}, a {role2} from {city2}, had closed the old one in {month2}.",
        )
    )
    text = f"{one}{line} {late}{line2}".replace(" a arch", " an arch")
    art = "an" if role2[0] == "a" else "a"
    return Scene(
        text,
        (
            (f"{upper(title)} opened the new bridge.", ENTAILED),
            (f"{second} closed the old bridge in {month2}.", ENTAILED),
            *((f"{name} opened the new bridge{tail}.", ENTAILED) for tail in told),
            (f"{second} closed the old bridge{un2}.", OPEN),
            (f"{second} closed the old bridge in {month}.", DENIED),
            (f"The new bridge was opened in {month2} by {name}.", DENIED),
            (f"{name} opened the new bridge in {month}{un}.", OPEN),
        ),
        (
            Asked(
                "Who opened the new bridge?",
                name,
                right=(
                    title,
                    f"{name}, {title}",
                    *(f"{name}{tail}" for tail in told),
                    f"The new bridge was opened by {name}.",
                ),
                wrong=(
                    f"the {old} {role} of {city2}",
                    f"the {old}",
                    f"{name}{un}",
                    f"the {old} {role} of",
                    f"{name} and {second}",
                    second,
                    f"{name}, {art} {role2} from {city2}",
                    f"The new bridge was opened by {name} and {second}.",
                ),
            ),
            Asked(
                "When was the old bridge closed?",
                month2,
                right=(
                    f"in {month2}",
                    f"in {month2}, by {second}",
                    f"It was closed in {month2}.",
                    *(f"It was closed in {month2}{tail}." for tail in told2),
                ),
                wrong=(
                    f"in {month2}, by {name}",
                    f"in {month}",
                    f"in {month} and {month2}",
                    "in",
                    f"It was closed in {month2}{un2}.",
                ),
            ),
        ),
    )


def trip(rng: random.Random) -> Scene:
    """Return who travelled where with whom and how."""
    a, b, c = people(rng, 3)
    l1, l2, l3 = rng.sample(LANDS, 3)
    way, way2 = rng.sample(["by train", "by ship", "by car", "by plane", "by bus"], 2)
    m1, m2 = rng.sample(MONTHS, 2)
    n1, n2 = rng.sample(["two", "three", "four", "five", "six", "ten"], 2)
    line, told, un = tails(rng, c)
    one = rng.choice(
        (
            f"{a} travelled to {l1} {way} in {m1} and stayed there for {n1} weeks with {b}.",
            f"{a} and {b} went to {l1} {way} in {m1} and spent {n1} weeks there.",
        )
    )
    late = rng.choice(
        (
            f"{c} spent {n2} weeks alone in {l2}; {she(c)} went there {way2} in {m2}.",
            f"In {m2} {c} went alone to {l2} {way2}, for {n2} weeks.",
        )
    )
    text = " ".join(rng.sample([one, late + line], 2))
    both = f"{a} and {b}" if f"{a} and {b}" in text else None
    return Scene(
        text,
        (
            (f"{a} went to {l1} {way} in {m1}.", ENTAILED),
            (f"{c} was in {l2} for {n2} weeks.", ENTAILED),
            (f"{c} was in {l2} for {n1} weeks.", DENIED),
            (f"{c} was in {l2} with {b}.", DENIED),
            *((f"{c} went to {l2} {way2}{tail}.", ENTAILED) for tail in told),
            (f"{c} went to {l2} {way2}{un}.", OPEN),
            (f"{a} had been to {l3} before.", OPEN),
        ),
        (
            Asked(
                f"Where did {c} go?",
                l2,
                right=(
                    f"to {l2}",
                    f"to {l2}, alone",
                    f"to {l2} in {m2}",
                    f"{c} went to {l2} {way2}.",
                    *(f"to {l2}{tail}" for tail in told),
                ),
                wrong=(
                    f"to {l2} and {l3}",
                    f"to {l1} and {l2}",
                    f"to {l2} with {b}",
                    f"to {l2} in {m1}",
                    f"{c} went to {l2} {way}.",
                    f"to {l2}{un}",
                ),
            ),
            Asked(
                f"How long did {a} stay in {l1}?",
                f"{n1} weeks",
                right=(
                    f"for {n1} weeks",
                    f"{n1} weeks, with {b}",
                    f"{upper(she(a))} stayed for {n1} weeks.",
                ),
                wrong=(
                    f"{n2} weeks",
                    f"{n1} weeks, with {c}",
                    f"{n1} weeks and three days",
                    n1,
                    f"{upper(she(a))} stayed for {n1} weeks in a hotel.",
                    "weeks",
                ),
            ),
            Asked(
                f"Who was in {l1}?",
                both,
                right=(f"{a} and {b}", f"{b} and {a}", f"both {b} and {a}"),
                wrong=(a, b, f"{a} and {c}", f"{listed([a, b, c])}", f"{c} and {b}"),
            ),
        ),
    )


def runon(rng: random.Random) -> Scene:
    """Return three short sentences; wrong answers run on into the next one."""
    a, b, c = people(rng, 3)
    j1, j2, j3 = rng.sample(JOBS, 3)
    c1, c2, c3 = rng.sample(CITIES, 3)
    age1, age2, age3 = rng.sample(range(21, 80), 3)
    p1, p2, p3 = rng.sample(
        [
            "the cello",
            "chess",
            "tennis",
            "the drums",
            "football",
            "the harp",
            "cards",
            "hockey",
            "the flute",
            "golf",
        ],
        3,
    )
    text = (
        f"{a} is {an(j1)} from {c1}. {upper(she(a))} is {age1} and plays {p1}. {b}, {an(j2)}, "
        f"lives in {c2}, is {age2} years old and plays {p2}. {c} comes from {c3}, works as "
        f"{an(j3)}, plays {p3} and is {age3}."
    )
    if rng.random() < 0.5:
        text = (
            rng.choice(
                (
                    "The club has three members.",
                    "Here are the new members.",
                    "Three guests were at the table.",
                )
            )
            + " "
            + text
        )
    return Scene(
        text,
        (
            (f"{a}, {an(j1)}, plays {p1}.", ENTAILED),
            (f"{c}, who plays {p3}, is {age3}.", ENTAILED),
            (f"{b}, {an(j2)}, is {age1}.", DENIED),
            (f"{c}, who plays {p3}, is {age2}.", DENIED),
            (f"{b}, {an(j2)}, lives in {c2} with {a}.", OPEN),
            (f"{a} plays {p1} with {c}.", OPEN),
        ),
        (
            Asked(
                f"What does {a} do for a living?",
                an(j1),
                right=(j1, f"{an(j1)} from {c1}", f"{upper(she(a))} is {an(j1)}."),
                wrong=(
                    f"{an(j1)} from {c1}. {upper(she(a))} is {age1} and plays {p1}. {b}, {an(j2)}",
                    f"{an(j1)} from {c2}",
                    f"{an(j1)} and {an(j2)}",
                    an(j3),
                    f"{upper(she(a))} is {an(j1)} and {an(j3)}.",
                    "from",
                ),
            ),
            Asked(
                f"What does {b} play?",
                p2,
                right=(f"{upper(she(b))} plays {p2}.", f"{b} plays {p2}"),
                wrong=(
                    f"{p2}. {c} comes from {c3}, works as {an(j3)}, plays {p3}",
                    f"{p2} and {p3}",
                    p1,
                    f"{upper(she(b))} plays {p2} and {p1}.",
                    f"{p2} with {c}",
                ),
            ),
            Asked(
                f"How old is {c}?",
                str(age3),
                right=(f"{age3} years old", f"{upper(she(c))} is {age3}."),
                wrong=(
                    f"{age3} and {age2}",
                    f"{age2}",
                    f"{age2} years old",
                    "years old",
                    f"{upper(she(c))} is {age3} and plays {p1}.",
                    f"{age3} and {her(c)} son is 5",
                ),
            ),
        ),
    )


def animal(rng: random.Random) -> Scene:
    """Return what two animals eat, where they live and how long."""
    x, y = rng.sample(
        [
            "marten",
            "heron",
            "badger",
            "otter",
            "gull",
            "lynx",
            "toad",
            "hedgehog",
            "stork",
            "beaver",
            "hare",
            "lizard",
            "bat",
            "magpie",
        ],
        2,
    )
    foods = [
        "insects",
        "roots",
        "berries",
        "fish",
        "snails",
        "seeds",
        "eggs",
        "mice",
        "frogs",
        "worms",
        "leaves",
        "crabs",
    ]
    f1, f2, g1, g2, no = rng.sample(foods, 5)
    h1, h2 = rng.sample(
        [
            "in hollow trees",
            "on river banks",
            "under hedges",
            "in caves",
            "on rocky slopes",
            "in marshes",
            "in old walls",
        ],
        2,
    )
    n1, n2 = rng.sample(range(3, 30), 2)
    text = (
        rng.choice(
            (
                f"On this island the {x} lives {h1} and eats {f1} and {f2}. The {y} lives {h2} "
                "and feeds "
                f"on {g1} and {g2}. A {x} lives for about {n1} years, a {y} for {n2}.",
                f"Visitors of the reserve can see the {y} {h2}, where it feeds on {g1} and {g2}; "
                "it lives "
                f"to be {n2}. The {x}, whose food is {f1} and {f2}, is found {h1} and lives for "
                f"{n1} "
                "years.",
            )
        )
        .replace("A otter", "An otter")
        .replace("a otter", "an otter")
    )
    (told, line), (rest, _), (way, way_line) = rng.sample(
        (
            (", mainly at night", "looks for food mainly at night"),
            (" that it steals from others", "steals its food from others"),
            (", which it stores in holes", "stores its food in holes"),
            (", which it shares with its mate", "shares its food with its mate"),
        ),
        3,
    )
    known = rng.random() < 0.6
    if known:
        text += f" The {x} {line}, and the {y} {way_line}."
    return Scene(
        text,
        (
            (f"The {x} eats {f2} and {f1}.", ENTAILED),
            (f"The {y} feeds on {g2}.", ENTAILED),
            (f"The food of the {x} is {g1} and {g2} only.", DENIED),
            (f"The {y} lives to be {n1 if n1 != n2 else n1 + 1}.", DENIED),
            (f"The {x} eats {f2} and {f1}{rest}.", OPEN),
            (f"The {y} feeds on {g2}{rest}.", OPEN),
            (f"The {x} eats {f2} and {f1}{told}.", ENTAILED if known else OPEN),
            (f"The {y} feeds on {g2}{way}.", ENTAILED if known else OPEN),
        ),
        (
            Asked(
                f"Which two things does the {x} eat?",
                f"{f1} and {f2}",
                right=(
                    f"{f2} and {f1}",
                    f"It eats {f2} and {f1}.",
                    f"{f2} as well as {f1}",
                    *([f"{f2} and {f1}{told}"] if known else []),
                ),
                wrong=(
                    f1,
                    f2,
                    f"{f1} and {g1}",
                    f"{g2} and {g1}",
                    f"It eats {f1} and {no}.",
                    f"{listed([f1, f2, g1])}",
                    f"{listed([f2, f1, no])}",
                    f"{f2} and {f1}{rest}",
                ),
            ),
            Asked(
                f"Where does the {y} live?",
                h2,
                right=(f"It lives {h2}.", f"the {y} lives {h2}"),
                wrong=(
                    f"{h2} and {h1}",
                    h1,
                    f"{h2} in large groups",
                    h2.split()[0],
                    f"It lives {h1}.",
                    f"{h2}, where it eats {f1}",
                ),
            ),
        ),
    )


def contest(rng: random.Random) -> Scene:
    """Return the prizes of a contest, with only some of the winners asked for."""
    a, b, c, d = people(rng, 4)
    dish, dish2 = rng.sample(
        [
            "a song",
            "a drawing",
            "a cake",
            "a poem",
            "a robot",
            "a short film",
            "a photograph",
            "a kite",
            "a dance",
        ],
        2,
    )
    pts, pts2, pts3 = sorted(rng.sample(range(40, 99), 3), reverse=True)
    text = rng.choice(
        (
            f"{a} and {b} shared first prize for {dish} they had made together, with {pts} "
            f"points. {c} "
            f"came second with {dish2} and {pts2} points, and {d} third with {pts3}.",
            f"With {pts2} points for {dish2}, {c} took second place. {d} was third with {pts3} "
            "points. "
            f"The winners, with {pts} points, were {a} and {b}, who had entered {dish} together.",
        )
    )
    return Scene(
        text,
        (
            (f"{b} was one of the winners.", ENTAILED),
            (f"{c} got {pts2} points for {dish2}.", ENTAILED),
            (f"{a} was the only winner.", DENIED),
            (f"{d} shared first prize with {a}.", DENIED),
            (f"{c} got {pts2} points for {dish2} about the sea.", OPEN),
            (f"{d} came third with {dish}.", OPEN),
        ),
        (
            Asked(
                "Who won first prize?",
                f"{a} and {b}",
                right=(f"{b} and {a}", f"{b} together with {a}", f"{b} and {a}, with {pts} points"),
                wrong=(
                    a,
                    b,
                    f"{a} and {c}",
                    listed([a, b, c]),
                    f"{b} and {a}, with {pts2} points",
                    f"{b} and {d}",
                    f"{a} and",
                ),
            ),
            Asked(
                f"How many points did {c} get?",
                str(pts2),
                right=(f"{pts2} points", f"{pts2}, for {dish2}", f"{upper(she(c))} got {pts2}."),
                wrong=(
                    f"{pts2}, for {dish}",
                    f"{pts} points",
                    f"{pts2} and {pts3}",
                    "points",
                    f"{upper(she(c))} got {pts2} and {d} got {pts}.",
                ),
            ),
            Asked(
                f"What did {c} enter?",
                dish2,
                right=(f"{upper(she(c))} entered {dish2}.", dish2.split(" ", 1)[1]),
                wrong=(
                    f"{dish2} and {dish}",
                    dish,
                    f"{dish2} with {d}",
                    dish2.split()[0],
                    f"{dish2} and a poster",
                ),
            ),
        ),
    )


def partners(rng: random.Random) -> Scene:
    """Return something that two people did together, or one of them alone."""
    a, b, c = (full_name(rng) for _ in range(3))
    while len({*a.split(), *b.split(), *c.split()}) < 6:
        a, b, c = (full_name(rng) for _ in range(3))
    both = rng.random() < 0.6
    who = f"{a} and {b}" if both else a
    rest = c if both else f"{b} and {c}"
    verb, thing, thing2 = rng.choice(
        (
            ("wrote", "the first opera", "the second opera"),
            ("discovered", "the cave", "the hot spring"),
            ("invented", "the folding ladder", "the safety lamp"),
            ("translated", "the novel", "the play"),
            ("painted", "the ceiling", "the altar"),
            ("designed", "the bridge", "the tower"),
            ("stole", "the crown", "the sceptre"),
            ("trained", "the junior team", "the women's team"),
            ("directed", "the film", "the sequel"),
            ("drafted", "the law", "the treaty"),
        )
    )
    year, year2 = rng.sample(range(1850, 2015), 2)
    base = f"{verb} {thing} in {year}"
    one = rng.choice(
        (
            f"{who} {base}.",
            f"{upper(thing)} was {part(verb)} by {who} in {year}.",
            f"It was in {year} that {who} {verb} {thing}.",
        )
    )
    late = rng.choice(
        (
            f"{rest} {verb} {thing2} in {year2}.",
            f"{upper(thing2)} was {part(verb)} in {year2} by {rest}.",
        )
    )
    text = " ".join(rng.sample([one, late], 2))
    right = (f"{b} and {a}", f"both {a} and {b}") if both else (f"{a}, in {year}", f"It was {a}.")
    wrong = (
        (a, b, f"{a} and {c}", f"It was {a}.")
        if both
        else (f"{a} and {b}", f"{a} and {c}", f"both {a} and {b}", f"{b} and {a}")
    )
    return Scene(
        text,
        (
            (f"{b} and {a} {verb} {thing}.", ENTAILED if both else DENIED),
            (f"{a} {verb} {thing} without {b}.", DENIED if both else ENTAILED),
            (f"{rest} {verb} {thing2} in {year2}.", ENTAILED),
            (f"{c} {verb} {thing} in {year}.", DENIED),
            (f"{a} and {c} knew each other.", OPEN),
            (f"{who} {base} and won a prize for it.", OPEN),
            (f"{b} was born in {rng.choice(CITIES)}.", OPEN),
        ),
        (
            Asked(f"Who {verb} {thing}?", who, right=right, wrong=wrong),
            Asked(
                f"When was {thing2} {part(verb)}?",
                str(year2),
                right=(f"in {year2}", f"in {year2}, by {rest}"),
                wrong=(f"in {year}", f"in {year2}, by {who}", f"in {year} and {year2}"),
            ),
        ),
    )


def part(verb: str) -> str:
    """Return the past participle of a past form."""
    return {"wrote": "written", "stole": "stolen"}.get(verb, verb)


FAMILIES: tuple[Callable[[random.Random], Scene], ...] = (
    founding,
    object_scene,
    shopping,
    office,
    trip,
    runon,
    animal,
    contest,
    partners,
)


def tidy(rng: random.Random, asked: Asked) -> Asked:
    """Return the question with fewer wrong answers, none of which equals a right one."""
    good = {text.lower().rstrip(".") for text in (*asked.right, asked.answer or "")}
    wrong = [text for text in dict.fromkeys(asked.wrong) if text.lower().rstrip(".") not in good]
    keep = rng.sample(wrong, min(len(wrong), 4))
    return Asked(
        asked.text,
        asked.answer,
        asked.answerable,
        tuple(dict.fromkeys(asked.right)),
        tuple(keep),
        asked.after,
    )


def make(rng: random.Random) -> Scene:
    """Return a scene with answers that are too long, too short or just right."""
    scene = rng.choice(FAMILIES)(rng)
    text = scene.text
    if rng.random() < 0.25:
        text = f"{rng.choice(OPENERS)} {text}"
    count = rng.choice((4, 5, 6))
    groups = [
        [pair for pair in scene.statements if pair[1] == label]
        for label in (ENTAILED, DENIED, OPEN)
    ]
    picked = [pair for group in groups for pair in rng.sample(group, min(2, len(group)))]
    picked = rng.sample(picked, min(count, len(picked)))
    return Scene(text, tuple(picked), tuple(tidy(rng, asked) for asked in scene.questions))
