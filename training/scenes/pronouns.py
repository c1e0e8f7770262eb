"""What he, she, it, they, who, this and the latter stand for."""

from __future__ import annotations

import random

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, DAYS, MEN, WOMEN, spaced, upper

# first sentences about two people: no hint at who acts next
MEET = spaced(
    "{a} met {b} at the station.|{a} and {b} run a small bakery.|Last {day}, {a} visited {b} in "
    "{city}.|{a} works with {b} at the town hall.|{a} shared a taxi with {b} after the conference "
    "in {city}.|In the clinic {a} was talking to {b}.|{a} and {b} had planned the trip to {city} "
    "for months.|On {day} {a} had lunch with {b}.|{a} phoned {b} from {city}.|{a} found {b} in the "
    "workshop.|{a} played a duet with {b} at the school concert.|{a} waited for {b} outside the "
    "court.|{b} had invited {a} to the opening of the gallery.|{a} went sailing with {b}.|"
    "{a} wrote a report together with {b}.|{a} sat next to {b} on the train to {city}.|"
    "After the match, {a} walked home with {b}.|{a} helped {b} in the garden.",
    "|",
)
# deeds that only one of the two can have done
ONE = spaced(
    "paid the whole bill|was behind the wheel the whole way|gave the opening speech|"
    "won the only prize|was the younger of the two|was the taller of the two|arrived first|"
    "was the only one who could swim|bought the last ticket|had the only key|"
    "took the only photograph of the day|was the first to leave|made the final decision|"
    "was the only one with a map|broke the silence|"
    "was the last to fall asleep|ate the last sandwich|"
    "scored the only goal|wrote every word of the letter|carried both suitcases alone",
    "|",
)
# things that may be true of both
MANY = spaced(
    "was very tired|had been born in {city}|spoke good Spanish|wore a green coat|was a dentist|"
    "had a bad cold|had studied law in {city}|liked strong coffee|was worried about the weather|"
    "had lost a lot of money|was afraid of heights|had once lived in {city}|was in a good mood|"
    "knew the city well|had worked as a nurse|was wearing glasses|had slept badly|"
    "wanted to go to {city}|had never seen the sea|collected old coins|had two children|"
    "played the cello|was hungry|had read the book twice",
    "|",
)
OWNED = spaced(
    "passport car phone umbrella laptop suitcase bicycle coat wallet camera notebook boat watch "
    "briefcase tent"
)
LOST = spaced(
    "was stolen|was found in a ditch|turned up two days later|was brand new|had been repaired|"
    "was older than it looked|fell into the water|was made in {city}|was searched by the police|"
    "got wet in the rain",
    "|",
)
# one thing ; several things ; said of things
THINGS = (
    ("clock", "vases", "the shelf"),
    ("sofa", "chairs", "the sales room"),
    ("oak", "birches", "the park"),
    ("cathedral", "bridges", "the town"),
    ("lorry", "tractors", "the yard"),
    ("novel", "essays", "the glass case"),
    ("sword", "shields", "the museum"),
    ("telescope", "microscopes", "the laboratory"),
    ("cake", "pies", "the kitchen table"),
    ("horse", "sheep", "the stable"),
    ("printer", "screens", "the office"),
    ("statue", "paintings", "the entrance hall"),
    ("harp", "flutes", "the music room"),
    ("lighthouse", "barns", "the island"),
    ("mine", "quarries", "the valley"),
    ("engine", "pumps", "the hall"),
)
SAID = spaced(
    "{be} insured for a large sum|{be} about ninety years old|{be} damaged in the fire|"
    "{be} sold in {month}|{be} shown to the guests from {city}|{be} a gift from {city}|"
    "{be} in very good condition|{be} sketched by an artist from {city}|"
    "{be} photographed by many visitors|"
    "{be} worth less than expected|{be} first mentioned in {year}",
    "|",
)
GROUPS = spaced(
    "twins|neighbours|students|guards|tourists|musicians|nurses|reporters|lawyers|children|"
    "workers|farmers|engineers|players|guests|police officers",
    "|",
)
GROUP_DEEDS = spaced(
    "stayed until midnight|sang an old song|asked many questions|went home by bus|"
    "laughed loudly|had come from {city}|brought a cake|took notes|signed the petition|"
    "wanted more money|had been waiting for hours|left without a word|missed the last train",
    "|",
)
PLACES = spaced("the harbour|the old mill|the town hall|the school|the stadium|the farm", "|")
# pairs for the former and the latter ; predicates
PAIRS = (
    (
        ("copper", "tin", "zinc", "nickel", "lead", "cobalt"),
        "The alloy contains {x} and {y}.",
        "comes from a mine near {city}|is the more expensive of the two|makes up most of the mass|"
        "is bought from a firm in {city}|was added only in {year}",
    ),
    (
        ("the novel", "the opera", "the film", "the ballet", "the play"),
        "Both {x} and {y} are about the same queen.",
        "was the greater success|was finished in {year}|caused a scandal in {city}|"
        "was first shown in {city}|is now forgotten",
    ),
    (
        ("the otter", "the heron", "the beaver", "the kingfisher", "the pike"),
        "Among the animals of this river are {x} and {y}.",
        "was counted for the first time in {year}|is seen mostly at dawn|is strictly protected|"
        "is the rarer of the two|came back to the river in {year}",
    ),
    (
        ("the mayor", "the bishop", "the general", "the queen", "the duke"),
        "In those years power lay with {x} and {y}.",
        "lived in {city}|died in {year}|wanted peace|could raise taxes|was the richer of the two",
    ),
    (
        ("the lease", "the will", "the contract", "the patent", "the licence"),
        "The court had to look at two papers, {x} and {y}.",
        "was declared invalid|had been signed in {city}|was dated {year}|turned out to be a "
        "forgery|"
        "was the older of the two",
    ),
    (
        tuple(CITIES),
        "The company has offices in {x} and {y}.",
        "was opened in {year}|is the bigger of the two|is to be closed next year|"
        "has its own laboratory|is run by a woman",
    ),
    (
        ("rice", "barley", "rye", "wheat", "millet"),
        "The farm grows {x} and {y}.",
        "is sold to a brewery in {city}|needs more water than the other|is harvested first|"
        "was first sown here in {year}|suffered badly from the drought",
    ),
    (
        ("the cough", "the rash", "the fever", "the headache", "the nausea"),
        "In most patients {x} and {y} came together.",
        "usually lasted three days|was the more common of the two|began on the first day|"
        "was treated with a new drug|was seen mostly in children",
    ),
)
RANKED = ("of the two", "greater", "than the other", "harvested first", "most of the mass")
# whole events for `this`
EVENTS = spaced(
    "the bus drivers went on strike|the bridge was closed|the price of bread doubled|"
    "the old cinema burned down|the river froze|the teacher fell ill|the power failed|"
    "the museum dropped its entrance fee|a new doctor came to the village|the well ran dry|"
    "the team lost its sponsor|the ferry was late|the court freed the banker|"
    "the council banned cars|the lift broke down|the cook resigned",
    "|",
)
EFFECTS = spaced(
    "pleased the shopkeepers|made {b} angry|delayed the wedding by a week|surprised nobody|"
    "kept {b} at home all day|was on the front page in {city}|cost the town a fortune|"
    "gave {b} an idea|led to long queues|was bad news for the tourists|made {b} laugh",
    "|",
)
# done to another person ; the same in the passive
TO = tuple(
    line.split(";")
    for line in spaced(
        "gave {o} the key;was given the key|lent {o} forty euros;was lent forty euros|"
        "drove {o} home;was driven home|beat {o} at chess;was beaten at chess|"
        "introduced {o} to the mayor;was introduced to the mayor|showed {o} the way;was shown "
        "the way|"
        "taught {o} an old song;was taught an old song|owed {o} an apology;was owed an apology|"
        "examined {o} for an hour;was examined for an hour|paid {o} in cash;was paid in cash|"
        "woke {o} at six;was woken at six|sold {o} the boat;was sold the boat|"
        "offered {o} a job;was offered a job|handed {o} the sealed letter;was handed the sealed "
        "letter|carried {o} up the stairs;was carried up the stairs|"
        "overtook {o} before the finish;was overtaken before the finish|"
        "picked {o} up at the airport;was picked up at the airport|"
        "rescued {o} from the lake;was rescued from the lake|"
        "dismissed {o} from the firm;was dismissed from the firm|"
        "asked {o} for directions;was asked for directions|photographed {o};was photographed",
        "|",
    )
)
RETURNED = spaced("photographed owed asked offered paid lent taught examined introduced")
SOLD = spaced(
    "sold {t} to {y}|gave {t} to {y}|left {t} with {y}|sent {t} to {y}|showed {t} to {y}|"
    "bought {t} from {y}|inherited {t} from {y}|hid {t} from {y}",
    "|",
)
GOODS = spaced("the piano|the lamp|the letter|the necklace|the engine|the carpet|the dagger", "|")
EXTRA = spaced(
    "It had been raining all morning.|The street was quiet.|That was in {year}.|"
    "It was the {day} after the fair.|Nobody else was around.|The sun was already low.",
    "|",
)


class Words:
    """Fills the open places of a pattern with words drawn once per scene."""

    def __init__(self, rng: random.Random) -> None:
        """Draw the words."""
        self.city, self.day = rng.choice(CITIES), rng.choice(DAYS)
        self.year = rng.randint(1805, 2022)
        self.month = rng.choice(("March", "May", "June", "autumn", "spring", "October"))

    def fill(self, pattern: str, **names: str) -> str:
        """Return the filled pattern."""
        return pattern.format(
            city=self.city, day=self.day, year=self.year, month=self.month, **names
        )


def _couple(rng: random.Random) -> tuple[str, str, str, str]:
    """Return the one meant, the other one, and the pronoun and possessive of the one meant."""
    woman, man = rng.choice(WOMEN), rng.choice(MEN)
    return (woman, man, "she", "her") if rng.random() < 0.5 else (man, woman, "he", "his")


def _ask(rng: random.Random, text: str, pred: str, good: str, bad: str) -> Asked:
    """Ask who or what a predicate belongs to."""
    question = rng.choice((f"Who {pred}?", f"Who was it that {pred}?"))
    long = rng.random() < 0.5
    right = f"{upper(good)} {pred}." if long else f"It was {good}."
    wrong = f"{upper(bad)} {pred}." if long else f"It was {bad}."
    answer = good if good in text else upper(good)
    return Asked(question, answer, right=(right,), wrong=(bad, wrong))


def _person(rng: random.Random) -> Scene:
    """Two people, one pronoun that fits only one of them."""
    w = Words(rng)
    x, y, he, _ = _couple(rng)
    a, b = rng.sample((x, y), 2)
    one, unknown, third = rng.sample(ONE, 3)
    many = [w.fill(p) for p in rng.sample(MANY, 2)]
    first = w.fill(rng.choice(MEET), a=a, b=b)
    other = "he" if he == "she" else "she"
    form = rng.randrange(4)
    facts = {one: (x, DENIED), many[0]: (x, OPEN)}
    if rng.random() < 0.5:
        many[0] = third
        facts = {one: (x, DENIED), third: (x, DENIED)}
    if form == 0:
        rest = f"{upper(he)} {one}. {upper(he)} {many[0]}."
    elif form == 1:
        rest = f"{upper(he)} {many[0]}, while {other} {many[1]}. And it was {he} who {one}."
        facts[many[1]] = (y, OPEN)
    elif form == 2:
        rest = f"It turned out later that {he} {many[0]} and that {he} {one}."
    else:
        rest = f"{upper(other)} {many[1]}, but it was {he} who {one}. Besides, {he} {many[0]}."
        facts[many[1]] = (y, OPEN)
    extra = w.fill(rng.choice(EXTRA)) + " " if rng.random() < 0.3 else ""
    text = f"{first} {extra}{rest}"
    statements: dict[str, str] = {}
    asked = []
    for pred, (who, label) in facts.items():
        left = y if who == x else x
        if rng.random() < 0.6:
            statements[f"{who} {pred}."] = ENTAILED
        if rng.random() < 0.75 or not statements:
            statements[f"{left} {pred}."] = label
        asked.append(_ask(rng, text, pred, who, left))
    if len(statements) < 2:
        statements[f"It was {x} who {one}."] = ENTAILED
        statements[f"It was {y} who {one}."] = DENIED
    asked = rng.sample(asked, 2)
    if rng.random() < 0.3:
        asked.append(Asked(f"Who {unknown}?", None, False, (), (x, y, f"It was {x}.")))
    return Scene(text, tuple(statements.items()), tuple(asked))


def _owner(rng: random.Random) -> Scene:
    """His or her thing."""
    w = Words(rng)
    x, y, _, his = _couple(rng)
    a, b = rng.sample((x, y), 2)
    thing, fate = rng.choice(OWNED), w.fill(rng.choice(LOST))
    other_his = "his" if his == "her" else "her"
    first = w.fill(rng.choice(MEET), a=a, b=b)
    if rng.random() < 0.5:
        text = f"{first} {upper(his)} {thing} {fate}."
        label = OPEN
        if rng.random() < 0.5:
            thing2 = rng.choice([t for t in OWNED if t != thing])
            text += f" {upper(other_his)} {thing2} was not worth much."
    else:
        hers = "his" if his == "her" else "hers"
        things = "watches" if thing == "watch" else thing + "s"
        text = rng.choice(
            (
                f"{first} It was {his} {thing}, not {hers}, that {fate}.",
                f"{first} Of their two {things}, only {his} {thing} {fate}.",
                f"{first} {upper(his)} {thing} {fate}; the same was not true of "
                f"{other_his} {thing}.",
            )
        )
        label = DENIED
    statements = {
        f"{x}'s {thing} {fate}.": ENTAILED,
        f"{y}'s {thing} {fate}.": label,
        f"The {thing} that {fate} belonged to {x}.": ENTAILED,
    }
    if label == DENIED:
        statements[f"The {thing} that {fate} belonged to {y}."] = DENIED
    keep = rng.sample(list(statements.items()), rng.choice((2, 3)))
    asked = (
        Asked(
            f"Whose {thing} {fate}?",
            x,
            right=(f"{x}'s {thing}", f"It was {x}'s."),
            wrong=(y, f"{y}'s {thing}", f"It was {y}'s."),
        ),
    )
    return Scene(text, tuple(keep), asked)


def _number(rng: random.Random) -> Scene:
    """One thing and several things: it and they."""
    w = Words(rng)
    one, more, place = rng.choice(THINGS)
    count = rng.choice(("two", "three", "four", "six"))
    it, they = f"the {one}", f"the {count} {more}"
    art = "an" if one[0] in "aeiou" else "a"
    pair = rng.sample((f"{art} {one}", f"{count} {more}"), 2)
    first = rng.choice(
        (
            f"In {place} there were {pair[0]} and {pair[1]}." if "the" in place else "",
            f"{upper(pair[0])} and {pair[1]} could be seen in {place}.",
            f"Visitors noticed {pair[0]} next to {pair[1]} in {place}.",
        )
    )
    if place in ("the shelf", "the kitchen table", "the island"):
        first = first.replace(f"in {place}", f"on {place}").replace(f"In {place}", f"On {place}")
    p, q = rng.sample(SAID, 2)
    single, plural = w.fill(p, be="was"), w.fill(q, be="were")
    rest = [f"It {single}.", f"They {plural}."]
    if rng.random() < 0.5:
        rest.reverse()
    if rng.random() < 0.4:
        rest = [rest[0][:-1] + ", while " + rest[1][0].lower() + rest[1][1:]]
    only = rng.random() < 0.4
    if only:
        rest.append(
            f"Nothing else there {single}."
            if rng.random() < 0.5
            else f"No other object in that place {single}."
        )
    text = f"{first} {' '.join(rest)}"
    plural_of_single = w.fill(p, be="were")
    statements = {
        upper(f"{it} {single}."): ENTAILED,
        upper(f"{they} {plural}."): ENTAILED,
        upper(f"{they} {plural_of_single}."): DENIED if only else OPEN,
        upper(f"{it} {w.fill(q, be='was')}."): OPEN,
    }
    if "gift" in plural or "gift" in single:
        statements = dict(list(statements.items())[:2])
    keep = rng.sample(list(statements.items()), min(3, len(statements)))
    long = rng.random() < 0.5
    asked = [
        Asked(
            f"What {single}?",
            f"{art} {one}" if f"{art} {one}" in text else f"{upper(art)} {one}",
            right=(it, f"It was {it}." if not long else upper(f"{it} {single}.")),
            wrong=(
                they,
                f"{count} {more}",
                f"It was {they}." if not long else upper(f"{they} {plural_of_single}."),
            ),
        ),
        Asked(
            f"Which things {plural}?",
            f"{count} {more}" if f"{count} {more}" in text else f"{upper(count)} {more}",
            right=(they,),
            wrong=(it, f"{art} {one}"),
        ),
    ]
    return Scene(text, tuple(keep), tuple(asked))


def _group(rng: random.Random) -> Scene:
    """One person and a group: he or she, and they."""
    w = Words(rng)
    x, _, he, _ = _couple(rng)
    group, place = f"the {rng.choice(GROUPS)}", rng.choice(PLACES)
    p, q = (w.fill(d) for d in rng.sample(GROUP_DEEDS, 2))
    first = rng.choice(
        (
            f"{x} met {group} at {place}.",
            f"{upper(group)} talked to {x} at {place}.",
            f"{x} had asked {group} to come to {place}.",
            f"At {place}, {group} were waiting for {x}.",
        )
    )
    rest = rng.choice(
        (
            f"They {p}. {upper(he)} {q}.",
            f"{upper(he)} {q}, while they {p}.",
            f"After a while they {p}, and {he} {q}.",
            f"{upper(he)} {q}. They {p}.",
        )
    )
    text, only = f"{first} {rest}", rng.random() < 0.4
    if only:
        text += rng.choice((f" {upper(he)} was the only one who {q}.", f" No one else {q}."))
    pool = [
        (f"{upper(group)} {p}.", ENTAILED),
        (f"{x} {q}.", ENTAILED),
        (f"{x} {p}.", OPEN),
        (f"{upper(group)} {q}.", DENIED if only else OPEN),
        (f"It was {x} alone who {q}.", ENTAILED if only else OPEN),
    ]
    if only:
        pool += [(f"Everyone at {place} {q}.", DENIED), (f"{x} and {group} {q} together.", DENIED)]
    asked = (_ask(rng, text, p, group, x), _ask(rng, text, q, x, group))
    return Scene(text, tuple(rng.sample(pool, 3)), asked)


def _latter(rng: random.Random) -> Scene:
    """The former and the latter, the first and the second."""
    w = Words(rng)
    items, first, preds = rng.choice(PAIRS)
    x, y = rng.sample(items, 2)
    while w.city in (x, y):
        w = Words(rng)
    p, q = (w.fill(d) for d in rng.sample(preds.split("|"), 2))
    one, two = rng.choice(
        (
            ("the former", "the latter"),
            ("the first", "the second"),
            ("the first of these", "the other"),
        )
    )
    both = (
        f"{upper(one)} {p}, {two} {q}."
        if rng.random() < 0.5
        else f"{upper(one)} {p}. {upper(two)} {q}."
    )
    if rng.random() < 0.35:
        both, q = f"{upper(one)} {p}.", ""
    elif rng.random() < 0.35 and one == "the former":
        both = f"{upper(two)} {q}, the former {p}."
    text = upper(first.format(x=x, y=y)) + " " + both
    here = f"The office in {x}" if items is PAIRS[5][0] else upper(x)
    there = f"The office in {y}" if items is PAIRS[5][0] else upper(y)
    ranked = any(mark in p for mark in RANKED)
    pool = [(f"{here} {p}.", ENTAILED), (f"{there} {p}.", DENIED if ranked else OPEN)]
    if q:
        ranked_q = any(mark in q for mark in RANKED)
        pool += [(f"{there} {q}.", ENTAILED), (f"{here} {q}.", DENIED if ranked_q else OPEN)]
    if "of the two" in p:
        pool.append((f"It is {y}, not {x}, that {p}.", DENIED))
        pool.append((f"It is {x}, not {y}, that {p}.", ENTAILED))
    which = "Which of the two" if items is not PAIRS[5][0] else "Which of the two offices"
    p, q = p.replace(" of the two", ""), q.replace(" of the two", "")
    asked = [Asked(f"{which} {p}?", x, right=(f"It is {x}.",), wrong=(y, f"It is {y}."))]
    if q:
        asked.append(Asked(f"{which} {q}?", y, right=(f"It is {y}.",), wrong=(x, f"It is {x}.")))
    return Scene(text, tuple(rng.sample(pool, min(len(pool), 3))), tuple(asked))


def _three(rng: random.Random) -> Scene:
    """Three people: the other two, both, all three."""
    w = Words(rng)
    names = (
        [*rng.sample(WOMEN, 2), rng.choice(MEN)]
        if rng.random() < 0.5
        else [*rng.sample(MEN, 2), rng.choice(WOMEN)]
    )
    x, y, z = names
    he = "he" if z in MEN else "she"
    order = rng.sample(names, 3)
    p, q = (w.fill(d) for d in rng.sample(GROUP_DEEDS, 2))
    kind = "women" if he == "he" else "men"
    text = f"{order[0]}, {order[1]} and {order[2]} met at {rng.choice(PLACES)} in {w.city}. "
    text += rng.choice(
        (
            f"{z} alone {p}; the other two {q}.",
            f"The two {kind} {q}; only the third of the party {p}.",
            f"Unlike the two {kind}, {he} {p}. As for them, they {q}.",
            f"Only {z} {p}. The other two {q}.",
        )
    )
    who = rng.choice((x, y))
    pool = [
        (f"{z} {p}.", ENTAILED),
        (f"{who} {p}.", DENIED),
        (f"{who} {q}.", ENTAILED),
        (f"{x} and {y} both {q}.", ENTAILED),
        (f"{z} {q}.", OPEN),
        (f"All three of them {p}.", DENIED),
        (f"All three of them {q}.", OPEN),
        (f"{who}, and not {z}, {p}.", DENIED),
        (f"{z}, and not {who}, {p}.", ENTAILED),
        (f"{z} and {who} both {p}.", DENIED),
    ]
    asked = [
        Asked(
            f"Who {p}?",
            z,
            right=(f"It was {z}.", f"{z} {p}."),
            wrong=(x, y, f"{x} and {y}", f"It was {who}."),
        ),
        Asked(
            f"Which two people {q}?",
            None,
            right=(f"{x} and {y}", f"{y} and {x}"),
            wrong=(f"{x} and {z}", f"{z} and {y}"),
        ),
    ]
    return Scene(text, tuple(rng.sample(pool, 4)), tuple(asked))


def _this(rng: random.Random) -> Scene:
    """This or that, standing for a whole event."""
    w = Words(rng)
    _, b, _, _ = _couple(rng)
    e, f = rng.sample(EVENTS, 2)
    p, q, *more = (w.fill(d, b=b) for d in rng.sample(EFFECTS, 4))
    text = rng.choice(
        (
            f"On {w.day} {e}. This {p}. A week later {f}, which {q}.",
            f"First {e}, which {p}. Then {f}. That {q}.",
            f"In {w.year} {e}. This {p}. The year after, {f}. It {q}.",
        )
    )
    pool = [
        (f"The fact that {e} {p}.", ENTAILED),
        (f"The fact that {f} {q}.", ENTAILED),
        (f"What {p} was that {e}.", ENTAILED),
        (f"What {q} was that {e}.", DENIED),
        (f"What {p} was that {f}.", DENIED),
        (f"The fact that {e} {more[0]}.", OPEN),
        (f"The fact that {f} {more[1]}.", OPEN),
    ]
    asked = [
        Asked(f"What {p}?", e, right=(f"That {e}.",), wrong=(f, f"That {f}.")),
        Asked(f"What {q}?", f, right=(f"That {f}.",), wrong=(e, f"That {e}.")),
    ]
    return Scene(text, tuple(rng.sample(pool, 4)), tuple(asked))


def _speech(rng: random.Random) -> Scene:
    """I, you, my and your in direct speech."""
    x, y, he, _ = _couple(rng)
    thing = rng.choice(OWNED)
    i_did, did = rng.choice(
        (
            ("I broke the window", "broke the window"),
            ("I have sold the farm", "has sold the farm"),
            ("I am moving to Oslo", "is moving to Oslo"),
            ("I won the raffle", "won the raffle"),
            ("I missed the train", "missed the train"),
            ("I was born in Peru", "was born in Peru"),
            ("I have lost the keys", "has lost the keys"),
            ("I cooked the soup", "cooked the soup"),
            ("I am going to resign", "is going to resign"),
            ("I wrote the song", "wrote the song"),
        )
    )
    mine = rng.random() < 0.5
    owner, other = (x, y) if mine else (y, x)
    text = rng.choice(
        (
            f'"{i_did}," {x} told {y}. "{"My" if mine else "Your"} {thing} is in the hall."',
            f'{x} wrote to {y}: "{i_did}. {"My" if mine else "Your"} {thing} is in the hall."',
            f'{y} listened as {x} spoke. "{i_did}," {x} said, "and {"my" if mine else "your"} '
            f'{thing} is in the hall."',
        )
    )
    pool = [
        (f"{x} said that {he} {did}.", ENTAILED),
        (f"What {x} claimed was that {y} {did}.", DENIED),
        (f"According to {x}, it is {owner}'s {thing} that is in the hall.", ENTAILED),
        (f"According to {x}, it is {other}'s {thing} that is in the hall.", DENIED),
        (f"What {x} claimed was that {x} {did}.", ENTAILED),
        (f"{y} said that {'she' if he == 'he' else 'he'} {did}.", OPEN),
        (f"What {y} claimed was that {y} {did}.", OPEN),
    ]
    asked = (
        Asked(
            f"According to {x}, who {did}?", x, right=(f"It was {x}.",), wrong=(y, f"It was {y}.")
        ),
        Asked(
            f"Whose {thing} is in the hall, according to {x}?",
            owner,
            right=(f"{owner}'s",),
            wrong=(other, f"{other}'s"),
        ),
    )
    return Scene(text, tuple(rng.sample(pool, 4)), asked)


def _object(rng: random.Random) -> Scene:
    """Both people stand as pronouns: he gave her, she gave him."""
    w = Words(rng)
    x, y, he, _ = _couple(rng)
    her = "her" if he == "he" else "him"
    a, b = rng.sample((x, y), 2)
    (deed, passive), (again, passive2) = rng.sample(TO, 2)
    first = w.fill(rng.choice(MEET), a=a, b=b)
    opening = rng.choice(("", "Later ", "Before that, ", "As agreed, ", "That evening "))
    text = f"{first} {upper(opening + he)} {deed.format(o=her)}."
    loose = deed.split()[0] in RETURNED
    label = OPEN if loose else DENIED
    pool = [
        (f"{x} {deed.format(o=y)}.", ENTAILED),
        (f"{y} {deed.format(o=x)}.", label),
        (f"{y} {passive}.", ENTAILED),
        (f"{x} {passive}.", label),
    ]
    if not loose:
        pool += [
            (f"It was {x} who {passive}.", DENIED),
            (f"It was {y}, not {x}, who {passive}.", ENTAILED),
            (f"It was {x}, not {y}, who {passive}.", DENIED),
        ]
    if rng.random() < 0.3:
        she, him = ("she", "him") if he == "he" else ("he", "her")
        text += f" {upper(she)}, in turn, {again.format(o=him)}."
        pool += [(f"{y} {again.format(o=x)}.", ENTAILED), (f"{x} {again.format(o=y)}.", OPEN)]
        pool = [c if c[1] != DENIED or "It was" in c[0] else (c[0], label) for c in pool]
        if again.split()[0] not in RETURNED:
            pool = [c for c in pool if c[0] != f"{x} {again.format(o=y)}."]
            pool.append((f"{x} {again.format(o=y)}.", DENIED))
    else:
        pool += [(f"{x} {again.format(o=y)}.", OPEN), (f"{y} {passive2}.", OPEN)]
    form = rng.choice(("It was {}.", "The answer is {}."))
    asked = [
        Asked(f"Who {passive}?", y, right=(form.format(y),), wrong=(x, form.format(x))),
        Asked(
            f"Who {deed.format(o='the other person')}?",
            x,
            right=(form.format(x),),
            wrong=(y, form.format(y)),
        ),
    ]
    if passive2 and "in turn" not in text:
        asked.append(Asked(f"Who {passive2}?", None, False, (), (x, y, form.format(y))))
    return Scene(text, tuple(rng.sample(pool, 3)), tuple(rng.sample(asked, 2)))


def _relative(rng: random.Random) -> Scene:
    """Who, which and whose in one long sentence."""
    w = Words(rng)
    x, y = rng.sample(WOMEN + MEN, 2)
    thing, owned, fate = rng.choice(GOODS), rng.choice(OWNED), w.fill(rng.choice(LOST))
    p, q = w.fill(rng.choice(MANY)), w.fill(rng.choice(SAID[:5]), be="was")
    deed = rng.choice(SOLD)
    text = upper(
        rng.choice(
            (
                f"{x}, who {p}, "
                + deed.format(t=f"{thing}, which {q},", y=f"{y}, whose {owned} {fate}."),
                f"{x}, whose {owned} {fate}, "
                + deed.format(t=f"{thing}, which {q},", y=f"{y}, who {p}."),
            )
        )
    )
    who, whose = (x, y) if text.startswith(f"{x}, who ") else (y, x)
    pool = [
        (f"{who} {p}.", ENTAILED),
        (f"{whose} {p}.", OPEN),
        (f"{whose}'s {owned} {fate}.", ENTAILED),
        (f"{who}'s {owned} {fate}.", OPEN),
        (upper(f"{thing} {q}."), ENTAILED),
        (f"It is not true that {who} {p}.", DENIED),
        (f"{x} {deed.format(t=thing, y=y)}.", ENTAILED),
        (f"It is not true that {thing} {q}.", DENIED),
        (f"It is not true that {whose} {p}.", OPEN),
    ]
    asked = [
        _ask(rng, text, p, who, whose),
        Asked(
            f"Whose {owned} {fate}?",
            whose,
            right=(f"{whose}'s {owned}",),
            wrong=(who, f"{who}'s {owned}"),
        ),
        Asked(
            f"What {q}?",
            thing,
            right=(f"It was {thing}.",),
            wrong=(f"the {owned}", f"It was the {owned}."),
        ),
    ]
    return Scene(text, tuple(rng.sample(pool, 4)), tuple(rng.sample(asked, 2)))


def make(rng: random.Random) -> Scene:
    """Return a new random scene."""
    kinds = (_person, _owner, _number, _group, _latter, _three, _this, _speech, _object, _relative)
    return rng.choices(kinds, (5, 2, 2, 2, 3, 2, 2, 1, 4, 2))[0](rng)
