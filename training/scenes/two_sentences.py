"""Answers and statements that need two sentences of the text put together."""

from __future__ import annotations

import random

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, DAYS, FAMILY, MEN, WOMEN, full_name, people, spaced, upper

# middle things ; wordings of the first link ; the middle thing named by its person ; question for
# the person by a fact ; facts with one value and their questions ; facts that several may share
LINKS = (
    (
        "the school in Elm Street|the school by the canal|the girls' school|the village school|"
        "the music school|the school behind the church",
        "{x} teaches at {y}|{x} is a teacher at {y}",
        "the school where {x} teaches",
        "Who teaches at the school that {p}?",
        "was founded in {year};When was {n} founded?|was named after {name};After whom was {n} "
        "named?",
        "burned down on Friday|has no library|was closed by the inspectors|got a new roof",
    ),
    (
        "the brown terrier|the grey parrot|the lame donkey|the white cat|the black mare|the old "
        "goose",
        "{x} owns {y}|{y} belongs to {x}",
        "the animal that {x} owns",
        "Who is the owner of the animal that {p}?",
        "was born in {year};When was {n} born?|was bought in {city};Where was {n} bought?",
        "bit the postman|ran away last night|woke the whole street|won a ribbon at the fair",
    ),
    (
        "the shoe factory|the shipping company|the paper mill|the software firm|the glass works|"
        "the insurance company",
        "{x} works for {y}|{x} has a job at {y}",
        "the company {x} works for",
        "Who works for the company that {p}?",
        "has its head office in {city};Where does {n} have its head office?|"
        "was founded in {year};When was {n} founded?",
        "is cutting jobs|made a record profit|"
        "was fined for polluting the river|is looking for a new director",
    ),
    (
        "the yellow house|the red farmhouse|the corner house|the tower house|the wooden hut|"
        "the brick cottage",
        "{x} lives in {y}|{y} is the home of {x}",
        "the home of {x}",
        "Who lives in the building that {p}?",
        "was built in {year};When was {n} built?|was designed by {name};Who designed {n}?",
        "was struck by lightning|was hit by the flood|has no heating|was searched by the police",
    ),
    (
        "the portrait of the bishop|the harvest scene|the winter landscape|the view of the harbour|"
        "the still life with lemons|the battle scene",
        "{x} painted {y}|{y} was painted by {x}",
        "the picture painted by {x}",
        "Who painted the picture that {p}?",
        "hangs in {city};Where does {n} hang?|was bought by {name};Who bought {n}?",
        "was damaged by smoke|was thought to be lost|was shown on television|needs cleaning",
    ),
    (
        "the Aurora|the Blue Star|the Kestrel|the Santa Rosa|the North Wind|the Morning Glory",
        "{x} is the captain of {y}|{y} is under the command of {x}",
        "the ship commanded by {x}",
        "Who is the captain of the ship that {p}?",
        "was built in {city};Where was {n} built?|was launched in {year};When was {n} launched?",
        "ran aground in the fog|is full of coffee|lost its anchor|rescued three fishermen",
    ),
    (
        "the Rovers|the Hornets|the Dockers|the Red Caps|the Falcons|the Millers",
        "{x} plays for {y}|{x} is a player of {y}",
        "the team {x} plays for",
        "Who plays for the team that {p}?",
        "played the first match of the season in {city};Where "
        "did {n} play the first match of the season?|came into being in {year};"
        "When did {n} come into being?",
        "won on Saturday|needed a new goalkeeper|travelled by night train|lost the first match",
    ),
    (
        '"Salt Roads"|"The Ninth Bell"|"A Winter Debt"|"Paper Birds"|"The Glass Orchard"|'
        '"Low Tide"',
        "{x} wrote {y}|{y} is a novel by {x}|the author of {y} is {x}",
        "the novel by {x}",
        "Who wrote the novel that {p}?",
        "was published in {year};When was {n} published?|is set in {city};Where is {n} set?",
        "was banned for years|was turned into a film|sold a million copies|ends with a wedding",
    ),
    (
        "the large press|the old lathe|the packing machine|the steam hammer|the band saw|the crane",
        "{x} operates {y}|the person at {y} is {x}",
        "the machine operated by {x}",
        "Who operates the machine that {p}?",
        "was built in {city};Where was {n} built?|"
        "was last checked by {name};By whom was {n} last checked?",
        "leaks oil|stopped on Tuesday|needs a new belt|is very noisy",
    ),
    (
        "the baker|the lighthouse keeper|the banker|the coachman|the apothecary|the tax collector",
        "{x} defended {y} in court|{y} was defended in court by {x}",
        "the client of {x}",
        "Who was the lawyer of the man that {p}?",
        "had been arrested in {city};Where had {n} been "
        "arrested?|had been arrested by {name};By whom had {n} been arrested?",
        "kept silent throughout|had lost his papers|was in poor health|said he was innocent",
    ),
    (
        "the goose with plums|the nut cake|the fish soup|the goat cheese|the lentil salad|"
        "the cherry pie",
        "{x} ordered {y}|{y} was what {x} ordered",
        "the dish that {x} ordered",
        "Who ordered the dish that {p}?",
        "was invented in {city};Where was {n} invented?|was cooked by {name};Who cooked {n}?",
        "was too salty|arrived cold|was praised in the guide|came with bread",
    ),
    (
        "the cave of bones|the iron tower|the well of mist|the sunken chapel|the crooked bridge|"
        "the hall of mirrors",
        "{x} guards {y}|{y} is guarded by {x}",
        "the place guarded by {x}",
        "Who guards the place that {p}?",
        "was built by {name};Who built {n}?|was cursed in {year};When was {n} cursed?",
        "glows at night|frightens every horse|is full of gold|smells of smoke",
    ),
)
KIN = (  # a is ... of b ; b is ... of c ; so a is ... of c ; sex of a, sex of b ; wrong kin
    ("brother", "mother", "uncle", "mw", "grandfather"),
    ("sister", "father", "aunt", "wm", "grandmother"),
    ("mother", "father", "grandmother", "wm", "aunt"),
    ("father", "mother", "grandfather", "mw", "uncle"),
    ("sister", "mother", "aunt", "ww", "grandmother"),
    ("father", "father", "grandfather", "mm", "uncle"),
    ("son", "brother", "nephew", "mm", "cousin"),
    ("daughter", "sister", "niece", "ww", "cousin"),
    ("daughter", "uncle", "cousin", "wm", "niece"),
    ("son", "aunt", "cousin", "mw", "nephew"),
    ("son", "daughter", "grandson", "mw", "nephew"),
    ("daughter", "son", "granddaughter", "wm", "niece"),
)
MORE = (  # x ... y ; the other way round ; question for the top
    ("{a} is taller than {b}", "{b} is shorter than {a}", "Who is the tallest?", "p"),
    ("{a} is older than {b}", "{b} is younger than {a}", "Who is the oldest?", "p"),
    ("{a} earns more than {b}", "{b} earns less than {a}", "Who earns the most?", "p"),
    ("{a} arrived before {b}", "{b} arrived after {a}", "Who was the first to arrive?", "p"),
    ("{a} runs faster than {b}", "{b} runs more slowly than {a}", "Who runs fastest?", "p"),
    (
        "{a} lies further north than {b}",
        "{b} lies further south than {a}",
        "Which of them lies furthest north?",
        "c",
    ),
    (
        "{a} has more inhabitants than {b}",
        "{b} has fewer inhabitants than {a}",
        "Which city has the most inhabitants?",
        "n",
    ),
    ("{a} is heavier than {b}", "{b} is lighter than {a}", "What is the heaviest of them?", "t"),
    (
        "{a} costs more than {b}",
        "{b} is cheaper than {a}",
        "What is the most expensive of them?",
        "t",
    ),
    ("{a} was built before {b}", "{b} was built later than {a}", "What was built first?", "b"),
)
THINGS = spaced(
    "the crate|the trunk|the barrel|the safe|the stove|the anvil|the harp|the wardrobe|the mirror",
    "|",
)
BUILT = spaced(
    "the church|the bridge|the mill|the school|the harbour|the tower|the market hall", "|"
)
TOWNS = spaced("Alderby Brackwell Corvale Dunmere Estholm Farrow Glimsted Harnfield Ivelund")
SMALL = spaced(
    "the letter|the ring|the key|the map|the coin|the passport|the ticket|the knife", "|"
)
BOXES = spaced(
    "the blue box|the leather bag|the drawer|the tin|the glass jar|the wooden chest", "|"
)
ROOMS = spaced("attic|cellar|kitchen|shed|office|garage|library|workshop|barn|pantry", "|")
POSTS = spaced(
    "mayor|judge|head teacher|chief engineer|bishop|ambassador|coach|treasurer|conductor|"
    "head nurse|harbour master|editor",
    "|",
)
DEEDS = spaced(
    "opened the new bridge;Who opened the new bridge?|signed the treaty;Who signed the treaty?|"
    "found the missing ring;Who found the missing ring?|stopped the fight;Who stopped the fight?|"
    "gave the longest speech;Who gave the longest speech?|lost the key;Who lost the key?|"
    "drove the first car off the ferry;Who drove the first car off the ferry?|"
    "cut the cake;Who cut the cake?|called the fire brigade;Who called the fire brigade?|"
    "wrote the winning essay;Who wrote the winning essay?",
    "|",
)
RULES = (  # group with article ; member phrase ; what the rule gives ; the same with not
    (
        "members of the rowing club",
        "a member of the rowing club",
        "gets a free ticket",
        "get a free ticket",
    ),
    (
        "nurses on the night shift",
        "a nurse on the night shift",
        "receives a bonus",
        "receive a bonus",
    ),
    (
        "pupils of class 4b",
        "a pupil of class 4b",
        "has to be tested again",
        "have to be tested again",
    ),
    (
        "passengers on flight 212",
        "a passenger on flight 212",
        "has to change in Oslo",
        "have to change in Oslo",
    ),
    (
        "residents of Hill Street",
        "a resident of Hill Street",
        "pays the new tax",
        "pay the new tax",
    ),
    (
        "knights of the round tower",
        "a knight of the round tower",
        "sleeps in the great hall",
        "sleep in the great hall",
    ),
    (
        "patients of ward three",
        "a patient of ward three",
        "is given the new drug",
        "are given the new drug",
    ),
    (
        "players under eighteen",
        "a player under eighteen",
        "needs a doctor's note",
        "need a doctor's note",
    ),
    (
        "customers of the bank",
        "a customer of the bank",
        "is entitled to a refund",
        "are entitled to a refund",
    ),
)
STATES = spaced(
    "Kenya Nairobi|Peru Lima|Norway Oslo|Portugal Lisbon|Egypt Cairo|Latvia Riga|Ghana Accra|"
    "Vietnam Hanoi|Cuba Havana|Austria Vienna|Greece Athens|Tunisia Tunis|Croatia Zagreb|"
    "Estonia Tallinn|Slovenia Ljubljana|Ecuador Quito|Lithuania Vilnius|Finland Helsinki",
    "|",
)
OPENINGS = spaced(
    "As the register shows, |It is well known that |According to the files, |By the way, |"
    "As far as we know, |Everyone knows that |A neighbour told us that |We have learned that |"
    "The latest report says that |As I found out yesterday, ",
    "|",
)
LOWER = ("As", "According", "By", "A", "We", "The", "It", "All", "Only", "One", "Everyone")
EXTRA = spaced(
    "The matter was in the papers.|Nobody was surprised.|It had been a long winter.|"
    "That is what the records say.|More is not known.|The rest of the story is less clear.",
    "|",
)


def _text(rng: random.Random, parts: list[str]) -> str:
    """Join sentences, sometimes with one more."""
    done: list[str] = []
    for part in parts:
        if done and len(done[-1]) < 90 and ";" not in done[-1] and rng.random() < 0.2:
            small = part[0].lower() + part[1:] if part.split()[0] in LOWER else part
            done[-1] = done[-1].rstrip(".") + rng.choice(("; ", ", and ", ", while ")) + small
        else:
            done.append(part)
    if rng.random() < 0.3:
        done.insert(rng.choice((0, len(done))), rng.choice(EXTRA))
    return " ".join(upper(p) for p in done)


def _ask(rng: random.Random, text: str, question: str, good: str, bad: list[str]) -> Asked:
    """Return a question with short and long answers."""
    answer = good if good in text else upper(good)
    form = rng.choice(("It is {}.", "The answer is {}.", "That would be {}."))
    return Asked(
        question, answer, right=(form.format(good),), wrong=(*bad, *(form.format(b) for b in bad))
    )


def _link(rng: random.Random) -> Scene:
    """A person, the thing the person has to do with, and a fact about that thing."""
    middles, firsts, np, who, valued, shared = rng.choice(LINKS)
    count = rng.choice((2, 2, 3))
    xs = (
        people(rng, count)
        if rng.random() < 0.6
        else [f"{a} {b}" for a, b in zip(people(rng, count), rng.sample(FAMILY, count))]
    )
    ys = rng.sample(middles.split("|"), count)
    link = [rng.choice(firsts.split("|")).format(x=x, y=y) + "." for x, y in zip(xs, ys)]
    one = rng.random() < 0.55
    ask = ""
    if one:
        pattern, ask = rng.choice(valued.split("|")).split(";")
        kind = pattern[pattern.index("{") + 1 : pattern.index("}")]
        values = {
            "year": [str(v) for v in rng.sample(range(1820, 2020), count)],
            "city": rng.sample(CITIES, count),
            "name": [
                f"{a} {b}"
                for a, b in zip(
                    [n for n in people(rng, 9) if all(n not in x for x in xs)],
                    [f for f in rng.sample(FAMILY, 9) if all(f not in x for x in xs)],
                )
            ][:count],
        }[kind]
        preds = [pattern.format(**{kind: v}) for v in values]
    else:
        values = []
        preds = rng.sample(shared.split("|"), count)
    told = count if rng.random() < 0.6 else count - 1
    facts = [f"{y} {p}." for y, p in zip(ys[:told], preds)]
    link, facts = (
        [rng.choice(OPENINGS) + s if rng.random() < 0.2 else s for s in row]
        for row in (link, facts)
    )
    if rng.random() < 0.4:
        parts = [s for i in range(count) for s in (link[i], *facts[i : i + 1])]
    elif rng.random() < 0.5:
        parts = link + rng.sample(facts, told)
    else:
        parts = facts + rng.sample(link, count)
    text = _text(rng, parts)
    i = rng.randrange(told)
    j = rng.choice([k for k in range(count) if k != i])
    label = OPEN
    if one and j < told:
        label = DENIED
    mine, other = np.format(x=xs[i]), np.format(x=xs[j])
    pool = [(f"{mine} {preds[i]}.", ENTAILED), (f"{other} {preds[i]}.", label)]
    if one and j < told:
        pool.append((f"{mine} {preds[j]}.", DENIED))
    elif j < told:
        pool.append((f"{mine} {preds[j]}.", OPEN))
    if j >= told:
        pool.append((f"it is not true that {other} {preds[i]}.", OPEN))
    elif one:
        pool.append((f"it is not true that {other} {preds[i]}.", ENTAILED))
    if rng.random() < 0.3:
        pool.append((f"it is not true that {mine} {preds[i]}.", DENIED))
    asked = [_ask(rng, text, who.format(p=preds[i]), xs[i], [x for x in xs if x != xs[i]])]
    if one:
        bad = [v for v in values[:told] if v != values[i]]
        if bad:
            asked.append(_ask(rng, text, ask.format(n=mine), values[i], bad))
        if told < count:
            asked.append(
                Asked(ask.format(n=np.format(x=xs[-1])), None, False, (), tuple(values[:told]))
            )
    keep = rng.sample([(upper(s), la) for s, la in pool], min(len(pool), 3))
    return Scene(text, tuple(keep), tuple(asked))


def _kin(rng: random.Random) -> Scene:
    """Two family ties make a third one."""
    one, two, result, sexes, wrong = rng.choice(KIN)
    women, men = rng.sample(WOMEN, 4), rng.sample(MEN, 4)
    a, b = (women.pop() if s == "w" else men.pop() for s in sexes)
    c, d = women.pop(), men.pop()
    if rng.random() < 0.5:
        c, d = d, c
    tie = rng.choice(("{a} is the {r} of {b}.", "{a} is {b}'s {r}.", "{b} has a {r} called {a}."))
    parts = [tie.format(a=a, b=b, r=one), f"{b} is the {two} of {c}."]
    parts.append(
        rng.choice(
            (
                f"{d} is a friend of {a}.",
                f"{c} often plays chess with {d}.",
                f"{d} lives next door to {b}.",
            )
        )
    )
    rng.shuffle(parts)
    text = _text(rng, parts)
    pool = [
        (f"{a} is the {result} of {c}.", ENTAILED),
        (f"{a} and {c} are related.", ENTAILED),
        (f"{a} is the {wrong} of {c}.", DENIED),
        (f"{a} and {c} are not related.", DENIED),
        (f"{d} and {b} are related.", OPEN),
        (f"{d} is not related to {a}.", OPEN),
        (f"{c} is the {result} of {a}.", DENIED if result != "cousin" else ENTAILED),
    ]
    who = rng.choice((f"Who is the {result} of {c}?", f"Who is {c}'s {result}?"))
    asked = [
        _ask(rng, text, who, a, [b, d]),
        Asked(
            f"How is {a} related to {c}?",
            None,
            right=(result, f"{a} is the {result} of {c}."),
            wrong=(wrong, two, f"{a} is the {wrong} of {c}."),
        ),
    ]
    return Scene(text, tuple(rng.sample(pool, 3)), tuple(asked))


def _more(rng: random.Random) -> Scene:
    """A chain of comparisons, or two comparisons that do not make a chain."""
    up, down, ask, kind = rng.choice(MORE)
    a, b, c = {"p": people(rng, 3), "t": rng.sample(THINGS, 3), "b": rng.sample(BUILT, 3)}.get(
        kind
    ) or rng.sample(TOWNS, 3)
    chain = rng.random() < 0.6
    pairs = [(a, b), (b, c)] if chain else rng.choice(([(a, b), (c, b)], [(b, a), (b, c)]))
    parts = [rng.choice((up, down)).format(a=x, b=y) + "." for x, y in pairs]
    rng.shuffle(parts)
    text = _text(rng, parts)
    low, high = (ENTAILED, DENIED) if chain else (OPEN, OPEN)
    pool = [
        (up.format(a=a, b=c), low),
        (down.format(a=a, b=c), low),
        (up.format(a=c, b=a), high),
        (down.format(a=c, b=a), high),
    ]
    if not chain:
        x, y = rng.choice(pairs)
        pool = [*rng.sample(pool, 2), (rng.choice((up, down)).format(a=y, b=x), DENIED)]
    top = a if chain else b if pairs[0][0] == b else ""
    if top:
        asked = _ask(rng, text, ask, top, [x for x in (a, b, c) if x != top])
    else:
        asked = Asked(ask, None, False, (), (a, c, f"It is {rng.choice((a, c))}."))
    return Scene(text, tuple((upper(s) + ".", la) for s, la in rng.sample(pool, 3)), (asked,))


def _inside(rng: random.Random) -> Scene:
    """A thing in a box, and the box in a room."""
    (s, t), (p, q), (m, n) = (rng.sample(x, 2) for x in (SMALL, BOXES, ROOMS))
    who = people(rng, 1)[0]
    put = rng.choice(
        (
            f"{who} put {s} into {p} and closed it.",
            f"{s} lies in {p}.",
            f"{p} contains {s}.",
            f"{s} has been hidden in {p} by {who}.",
        )
    )
    parts = [put, f"{p} is in the {m}.", f"{q} is in the {n}."]
    known = rng.random() < 0.5
    if known:
        parts.append(f"{t} is kept in {q}.")
    rng.shuffle(parts)
    text = _text(rng, parts)
    pool = [
        (f"{s} is in the {m}.", ENTAILED),
        (f"{s} is in the {n}.", DENIED),
        (f"anyone looking for {s} should go to the {rng.choice((m, m, n))}.", ""),
        (f"{s} can be found in the {rng.choice((m, n))}.", ""),
        (f"{s} is not in the {n}.", ENTAILED),
        (f"{t} is in the {n}.", ENTAILED if known else OPEN),
        (f"{t} is in the {m}.", DENIED if known else OPEN),
    ]
    pool = [(x, la or (ENTAILED if x.endswith(f"the {m}.") else DENIED)) for x, la in pool]
    asked = [
        _ask(rng, text, f"In which room is {s}?", f"the {m}", [f"the {n}"]),
        _ask(rng, text, f"What is in the {m}, inside {p}?", s, [t if known else q]),
    ]
    if not known:
        asked.append(Asked(f"In which room is {t}?", None, False, (), (f"the {m}", f"the {n}")))
    return Scene(text, tuple((upper(x), la) for x, la in rng.sample(pool, 3)), tuple(asked))


def _post(rng: random.Random) -> Scene:
    """Somebody known by an office, and the name of the one who holds it."""
    r, u = rng.sample(POSTS, 2)
    x, y = full_name(rng), full_name(rng)
    while set(x.split()) & set(y.split()):
        y = full_name(rng)
    (d, _), (e, other) = (line.split(";") for line in rng.sample(DEEDS, 2))
    names = [
        rng.choice(
            (
                f"The {o} at that time was {n}.",
                f"{n} was the {o}.",
                f"{n} had been appointed {o} the year before.",
                f"The post of {o} was held by {n}.",
            )
        )
        for o, n in ((r, x), (u, y))
    ]
    both = rng.random() < 0.5
    deeds = [f"It was the {r} who {d}." if rng.random() < 0.4 else f"The {r} {d}."]
    if both:
        deeds.append(f"The {u} {e}.")
    text = _text(
        rng, rng.sample(deeds + names, len(deeds + names)) if rng.random() < 0.5 else deeds + names
    )
    pool = [
        (f"{x} {d}.", ENTAILED),
        (f"{y} {d}.", DENIED),
        (f"It was {y} who {d}.", DENIED),
        (f"It was not {y} who {d}.", ENTAILED),
        (f"It was not {x} who {d}.", DENIED),
        (f"{y} {e}.", ENTAILED if both else OPEN),
        (f"{x} {e}.", DENIED if both else OPEN),
    ]
    asked = [_ask(rng, text, "What is the name of the person who " + d + "?", x, [y])]
    if both:
        asked.append(_ask(rng, text, other, y, [x, f"the {r}"]))
    else:
        asked.append(Asked(other, None, False, (), (x, y, f"It was {y}.")))
    return Scene(text, tuple(rng.sample(pool, 4)), tuple(asked))


def _rule(rng: random.Random) -> Scene:
    """A rule for a group, and who is in the group."""
    group, member, gets, get = rng.choice(RULES)
    a, b = people(rng, 2)
    form = rng.random()
    if form < 0.5:
        rule, label = rng.choice((f"All {group} {get}.", f"Everyone who is {member} {gets}.")), OPEN
    else:
        rule, label = (
            rng.choice(
                (
                    f"All {group} {get}, and nobody else does."
                    if gets.split()[0] not in ("is", "has")
                    else f"Only {group} {get}, and all of them without exception.",
                    f"Only {group} {get}, but every one of them.",
                )
            ),
            DENIED,
        )
    parts = [
        rule,
        rng.choice((f"{a} is {member}.", f"One of the {group} is {a}.")),
        rng.choice((f"{b} is not {member}.", f"{b} is not one of the {group}.")),
    ]
    rng.shuffle(parts)
    text = _text(rng, parts)
    pool = [
        (f"{a} {gets}.", ENTAILED),
        (f"{b} {gets}.", label),
        (f"it is not true that {a} {gets}.", DENIED),
        (f"it is not true that {b} {gets}.", ENTAILED if label == DENIED else OPEN),
        (f"both {a} and {b} {get}.", label),
    ]
    who = rng.choice((f"Who {gets}?", f"Which of the two people {gets}?"))
    asked = _ask(rng, text, who, a, [b])
    return Scene(text, tuple((upper(s), la) for s, la in rng.sample(pool, 4)), (asked,))


def _capital(rng: random.Random) -> Scene:
    """A person, the country and the capital of the country."""
    pairs = [s.split() for s in rng.sample(STATES, 3)]
    (s, k), (t, m), _ = pairs
    x, y = people(rng, 2)
    did, ask = rng.choice(
        (
            ("was born in", "was born"),
            ("studied in", "studied"),
            ("spent the war in", "spent the war"),
            ("got married in", "married"),
            ("worked as a doctor in", "worked as a doctor"),
        )
    )
    parts = [
        f"{x} {did} {s}.",
        f"{y} {did} {t}.",
        f"The capital of {s} is {k}.",
        f"{t} is governed from its capital, {m}.",
    ]
    if rng.random() < 0.5:
        rng.shuffle(parts)
    text = _text(rng, parts)
    noun = f"the country where {x} {ask}"
    pool = [
        (f"The capital of {noun} is {k}.", ENTAILED),
        (f"The capital of {noun} is {m}.", DENIED),
        (f"{x} {did} a country whose capital is {k}.", ENTAILED),
        (f"{m} is the capital of {noun}.", DENIED),
        (f"{x} {did} {k}.", OPEN),
        (f"{y} {did} {m}.", OPEN),
    ]
    asked = [
        _ask(rng, text, f"What is the capital of {noun}?", k, [m, s]),
        _ask(rng, text, f"Who {did} the country whose capital is {m}?", y, [x]),
    ]
    return Scene(text, tuple(rng.sample(pool, 3)), tuple(asked))


def _days(rng: random.Random) -> Scene:
    """A day told by another event, whose day is told elsewhere."""
    e, f, g = rng.sample(
        (
            "the market",
            "the concert",
            "the exam",
            "the council meeting",
            "the race",
            "the wedding",
            "the auction",
            "the trial",
        ),
        3,
    )
    day = rng.randrange(7)
    shift, word = rng.choice(
        (
            (1, "the day after"),
            (-1, "the day before"),
            (2, "two days after"),
            (0, "the same day as"),
        )
    )
    parts = [
        f"{e} takes place {'on ' if shift in (0, 1, -1) else ''}{word} {f}.",
        f"{f} is on {DAYS[day]}.",
    ]
    rng.shuffle(parts)
    told = rng.random() < 0.4
    third = DAYS[(day + rng.choice((0, 1, 3, 4, 5))) % 7]
    if told:
        parts.append(f"{g} is on {third}.")
    text = _text(rng, parts)
    right = DAYS[(day + shift) % 7]
    other = rng.choice([d for d in DAYS if d != right])
    pool = [
        (f"{e} is on {right}.", ENTAILED),
        (f"{e} is on {other}.", DENIED),
        (f"{e} is not on {right}.", DENIED),
        (f"{e} is not on {other}.", ENTAILED),
        (f"{g} is on {third}.", ENTAILED if told else OPEN),
        (f"{g} is not on {third}.", DENIED if told else OPEN),
    ]
    bad = [DAYS[day] if shift else DAYS[(day + 1) % 7], DAYS[(day - shift - 1) % 7]]
    bad = [d for d in dict.fromkeys(bad) if d != right]
    asked = Asked(
        f"On which day is {e}?",
        right if right in text and shift == 0 else None,
        right=(right, f"On {right}."),
        wrong=(*bad, f"On {bad[0]}."),
    )
    return Scene(text, tuple((upper(s), la) for s, la in rng.sample(pool, 4)), (asked,))


def make(rng: random.Random) -> Scene:
    """Return a new random scene."""
    kinds = (_link, _kin, _more, _inside, _post, _rule, _capital, _days)
    return rng.choices(kinds, (8, 2, 3, 2, 3, 2, 1, 1))[0](rng)
