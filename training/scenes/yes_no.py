"""Yes-or-no questions, and questions with a choice, about short texts of many kinds."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, DAYS, FAMILY, listed, people, she, spaced, upper


@dataclass(frozen=True)
class Claim:
    """A claim: its parts, whether the text makes it true (None: open), and the reason why."""

    aux: str
    subject: str
    pronoun: str
    predicate: str
    full: str
    truth: bool | None
    why: str
    negative: str = ""

    def denial(self) -> str:
        """Return the claim with "not"."""
        aux = "cannot" if self.aux == "can" else f"{self.aux} not"
        return self.negative or f"{self.subject} {aux} {self.predicate}"


Made = tuple[str, list[Claim]]
SHORT = {"will": "won't", "can": "can't", "may": "may not", "am": "am not"}
# Name, wordings with {n}, low, high, word for more, word for less.
DIMENSIONS = (
    (
        "the {F} Tower",
        "is {n} metres high|reaches a height of {n} metres",
        31,
        300,
        "taller",
        "shorter",
    ),
    (
        "the {F} River",
        "is {n} kilometres long|flows for {n} kilometres",
        40,
        900,
        "longer",
        "shorter",
    ),
    ("{P}", "is {n} years old|turned {n} this year", 7, 90, "older", "younger"),
    ("the {I}", "costs {n} euros|is on sale for {n} euros", 11, 400, "more expensive", "cheaper"),
    ("the {I}", "weighs {n} kilos|has a weight of {n} kilos", 3, 90, "heavier", "lighter"),
    (
        "the {F} train",
        "needs {n} minutes to reach the coast|gets to the coast in {n} minutes",
        20,
        200,
        "slower",
        "faster",
    ),
    (
        "the village of {F}dale",
        "has {n} inhabitants|is home to {n} people",
        110,
        999,
        "larger",
        "smaller",
    ),
    (
        "the film about {P}",
        "lasts {n} minutes|has a running time of {n} minutes",
        60,
        200,
        "longer",
        "shorter",
    ),
    ("the {F} School", "was founded in {n}|dates from {n}", 1800, 2010, "newer", "older"),
    (
        "the cave at {F}ford",
        "is {n} metres deep|goes down {n} metres",
        10,
        300,
        "deeper",
        "less deep",
    ),
    ("{F} Street", "is {n} feet wide|measures {n} feet across", 12, 90, "wider", "narrower"),
)
ITEMS = spaced(
    "lamp carpet armchair clock drum mirror suitcase tent stove printer statue bench "
    "telescope cello wardrobe saddle"
)
# past, base, what is done
DONE = tuple(
    x.split("/")
    for x in (
        "passed the test/pass the test",
        "came to the party/come to the party",
        "ate the soup/eat the soup",
        "signed the letter/sign the letter",
        "got a prize/get a prize",
        "learned to swim/learn to swim",
        "crossed the river/cross the river",
        "voted for the plan/vote for the plan",
        "missed the bus/miss the bus",
        "fell ill/fall ill",
        "paid the fee/pay the fee",
        "saw the eclipse/see the eclipse",
        "finished the race/finish the race",
        "forgot the keys/forget the keys",
        "liked the film/like the film",
        "caught a fish/catch a fish",
        "survived the shipwreck/survive the shipwreck",
        "told the truth/tell the truth",
        "wore a hat/wear a hat",
        "read the contract/read the contract",
        "broke a glass/break a glass",
    )
)
GROUPS = ("choir", "class", "crew", "hiking club", "jury", "band", "office", "family", "team")
PLACES = (
    "museum",
    "library",
    "swimming pool",
    "bakery",
    "market",
    "castle",
    "post office",
    "clinic",
    "zoo",
    "town archive",
    "bicycle shop",
    "sauna",
    "cinema",
    "chapel",
)
# text if so / text if not / aux / predicate / full claim / opposite aux / predicate / full claim
FACTS = """
the old bridge;the stone arch;the footbridge at {F}ford|it
was ready months before the agreed date/was ready a year after the agreed date/did/take longer \
than planned/{s} took longer than planned/was/finished early/{s} was finished early/-
may be crossed by anyone free of charge/may be crossed only by those who pay a toll/does/cost \
anything to cross/{s} costs something to cross/is/free to cross/{s} is free to cross/-
is now closed to lorries/carries lorries as well as cars/can/be used by lorries/{s} can be used by \
lorries/is/off limits for lorries/{s} is off limits for lorries/-
#the novel by {P};the latest play by {P};{P}'s first film|it
sold out within days/found hardly a buyer/was/a commercial success/{s} was a commercial \
success/did/fail commercially/{s} failed commercially/+
ends with the wedding of the two rivals/ends with the death of both rivals/does/have a happy \
ending/{s} has a happy ending/does/end sadly/{s} ends sadly/+
was banned for ten years/could be bought freely from the first day/was/forbidden at first/{s} was \
forbidden at first/was/legal from the start/{s} was legal from the start/+
#{P}|p
gave up smoking years ago and has never gone back to it/smokes a packet a day/does/smoke/{s} \
smokes/is/a non-smoker/{s} is a non-smoker/-
was the last to cross the finishing line/crossed the finishing line ahead of everyone \
else/did/win the race/{s} won the race/did/come last in the race/{s} came last in the race/-
has lived in the same house since birth/moves to another house every year/has/moved \
house/{s} has moved house/has/always had the same home/{s} has always had the same home/-
is an only child/has two brothers and a sister/does/have any brothers or sisters/{s} has \
brothers or sisters/is/without brothers and sisters/{s} is without brothers and sisters/-
turned down the job in Rome/accepted the job in Rome/did/take the job in Rome/{s} took the job in \
Rome/did/refuse the job in Rome/{s} refused the job in Rome/-
has lost the key to the shed/keeps the key to the shed in a pocket/does/still have the key to \
the shed/{s} still has the key to the shed/is/without the key to the shed/{s} is without the key \
to the shed/-
woke up long before dawn/slept until noon/did/get up early/{s} got up early/did/get up \
late/{s} got up late/+
remembered every line of the poem/forgot every line of the poem/did/know the poem by \
heart/{s} knew the poem by heart/had/forgotten the poem/{s} had forgotten the poem/+
#the bill;the contract;the peace plan;the proposal by {P}|it
was \
praised by all the members/was criticised by all the members/did/please the members/{s} \
pleased the members/did/meet with criticism/{s} met with criticism/+
will come into force next spring/came into force last spring/is/already in force/{s} is already \
in force/is/without legal force today/{s} is without legal force today/-
makes small firms pay more/spares small firms any cost/will/be a burden on small firms/{s} \
will be a burden on small firms/will/be free of cost for small firms/{s} \
will be free of cost for small firms/+
#the marsh plant;the {F} lily;the desert shrub;the dwarf rose|it
flowers only once in its life/flowers again every spring/does/bloom more than once/{s} blooms \
more than once/does/bloom a single time/{s} blooms a single time/-
dies at the first frost/stands the hardest frost without harm/can/survive frost/{s} can survive \
frost/is/killed by frost/{s} is killed by frost/-
contains a deadly poison/can be eaten raw without any risk/is/safe to eat/{s} is safe to \
eat/is/poisonous/{s} is poisonous/-
keeps its leaves all winter/sheds all its leaves in autumn/is/bare in winter/{s} is bare in \
winter/is/an evergreen/{s} is an evergreen/-
#the ferry;the night train;the morning flight;the bus to {F}ton|it
left ten minutes late/left exactly on time/did/leave on time/{s} left on time/was/late in \
leaving/{s} was late in leaving/-
had not a single free seat/was almost empty/was/full/{s} was full/did/have plenty of empty \
seats/{s} had plenty of empty seats/+
goes every day, Sundays included/rests on Sundays/does/run on Sundays/{s} runs on \
Sundays/is/out of service on Sundays/{s} is out of service on Sundays/+
was stopped by snow halfway/reached its goal in spite of the snow/did/arrive/{s} arrived/did/get \
stuck in the snow/{s} got stuck in the snow/-
#the vaccine;the new pump;the cheap battery;the {F} engine|it
failed every test/passed every test/did/work in the tests/{s} worked in the tests/did/fail in the \
tests/{s} failed in the tests/-
has to be kept cold/keeps well even in great heat/does/need cooling/{s} needs \
cooling/can/be stored without cooling/{s} can be stored without cooling/+
is sold only to hospitals/can be bought by anybody/is/on sale to the public/{s} is on sale to \
the public/is/reserved for hospitals/{s} is reserved for hospitals/-
#the shop on the corner;{P}'s café;the {F} bakery|it
made a loss last year/made a profit last year/did/earn money last year/{s} earned money last \
year/did/lose money last year/{s} lost money last year/-
takes nothing but cash/takes cards as well as cash/does/accept cards/{s} accepts cards/is/a \
cash-only place/{s} is a cash-only place/-
belongs to two sisters/belongs to a single owner/does/have more than one owner/{s} has more than \
one owner/is/in the hands of one person/{s} is in the hands of one person/+
moved to a new building last month/has been in the same building for fifty years/has/changed its \
address lately/{s} has changed its address lately/is/where it was decades ago/{s} is where it \
was decades ago/+
#the witch in the wood;the fairy queen;the old hen;the miller's daughter|she
kept her promise to the frog/broke her promise to the frog/was/true to her word/{s} was true to \
her word/did/fail to keep her word/{s} failed to keep her word/+
hid the golden key from everyone/showed everyone the golden key/did/keep the golden key a \
secret/{s} kept the golden key a secret/did/let others see the golden key/{s} let others see the \
golden key/+
lived to be a hundred/died young/did/reach old age/{s} reached old age/did/die at an early \
age/{s} died at an early age/+
could not see at all/had the sharpest eyes in the land/was/blind/{s} was blind/did/have good \
eyesight/{s} had good eyesight/+
#the history lesson;the swimming course;the lecture by {P};the evening class|it
had to turn people away because every place was taken/was attended by three people only/was/well \
attended/{s} was well attended/did/draw few people/{s} drew few people/+
ended sooner than planned/went on longer than planned/did/take more time than planned/{s} took \
more time than planned/was/over early/{s} was over early/-
cost nothing at all/had a high fee/was/free of charge/{s} was free of charge/did/cost money/{s} \
cost money/+
was meant for beginners only/was meant for advanced learners only/was/suitable for beginners/{s} \
was suitable for beginners/was/aimed at advanced learners/{s} was aimed at advanced learners/+
#the cheese from {F}dale;{P}'s plum jam;the new kind of bread|it
goes bad within a day/keeps for months/does/spoil quickly/{s} spoils quickly/does/keep for a \
long time/{s} keeps for a long time/+
is made entirely by hand/is made entirely by machines/is/handmade/{s} is handmade/is/a machine \
product/{s} is a machine product/+
contains no sugar at all/contains a lot of sugar/is/free of sugar/{s} is free of sugar/does/have \
sugar in it/{s} has sugar in it/+
is sold all over the world/cannot be bought outside the valley/is/exported/{s} is \
exported/is/sold only locally/{s} is sold only locally/+
"""
CHOICES = (
    (
        "took {v} to the coast",
        "Did {s} take {v} or {w} to the coast?",
        "the train/the bus/the ferry/a taxi/the tram/a plane",
    ),
    ("ordered {v}", "Did {s} order {v} or {w}?", "coffee/tea/soup/a salad/pancakes/juice"),
    ("is learning {v}", "Is {s} learning {v} or {w}?", "Greek/Polish/Arabic/Korean/Welsh/Finnish"),
    ("played {v}", "Did {s} play {v} or {w}?", "the flute/the piano/the cello/the harp/the drums"),
    ("painted the door {v}", "Did {s} paint the door {v} or {w}?", "red/green/yellow/white/blue"),
    ("adopted {v}", "Was it {v} or {w} that {s} adopted?", "a cat/a dog/a parrot/a rabbit"),
    ("works as {v}", "Is {s} {v} or {w}?", "a nurse/a baker/a judge/a plumber/a dentist/a pilot"),
    ("planted {v}", "Which did {s} plant, {v} or {w}?", "beans/tomatoes/roses/cabbages/leeks"),
)


def fill(rng: random.Random, text: str) -> str:
    """Fill in a random name."""
    return text.format(F=rng.choice(FAMILY), P=people(rng, 1)[0], I=rng.choice(ITEMS))


def compare(rng: random.Random) -> Made | None:
    """Two things with numbers."""
    name, wording, low, high, more, less = rng.choice(DIMENSIONS)
    x, y, z = fill(rng, name), fill(rng, name), fill(rng, name)
    if x == y:
        return None
    n, m = rng.sample(range(low, high), 2)
    a, b = rng.choice(wording.split("|")), rng.choice(wording.split("|"))
    join = rng.choice((". ", ", while ", "; ", ", and "))
    second = f"{y} {b.format(n=m)}."
    text = f"{upper(x)} {a.format(n=n)}{join}{upper(second) if join == '. ' else second}"
    claims = []
    if z not in (x, y) and rng.random() < 0.6:
        text += rng.choice(
            (
                f" {upper(z)} is on the same list.",
                f" Nothing of the kind is known about {z}.",
                f" The article mentions {z} as well.",
            )
        )
        word, one = rng.choice((more, less)), rng.choice((x, y))
        claims.append(
            Claim(
                "is",
                one,
                she(one) if name == "{P}" else "it",
                f"{word} than {z}",
                f"{one} is {word} than {z}",
                None,
                f"{one} is {word}",
            )
        )
    for one, two, k, j in ((x, y, n, m), (y, x, m, n)):
        word = rng.choice((more, less))
        pron = she(one) if name == "{P}" else "it"
        why = f"{x} {a.format(n=n)} and {y} {b.format(n=m)}"
        claims.append(
            Claim(
                "is",
                one,
                pron,
                f"{word} than {two}",
                f"{one} is {word} than {two}",
                (k > j) == (word == more),
                why,
            )
        )
    return text, claims


def excluded(rng: random.Random) -> Made:
    """A group of which all but one, or only one, did something."""
    names = people(rng, rng.randint(3, 4))
    odd = rng.choice(names)
    past, base = rng.choice(DONE)
    group = rng.choice(GROUPS)
    only = rng.random() < 0.5
    intro = rng.choice(
        (
            f"{listed(names)} belong to the same {group}.",
            f"{listed(names)} are the members of a small {group}.",
        )
    )
    if only:
        line = rng.choice(
            (
                f"Of them all, only {odd} {past}.",
                f"{odd} {past}, but none of the others did.",
                f"{odd} was the only one of them who {past}.",
                f"Nobody but {odd} {past}.",
            )
        )
    else:
        line = rng.choice(
            (
                f"All of them except {odd} {past}.",
                f"Everyone but {odd} {past}.",
                f"{odd} was the only one of them who did not {base}.",
                f"With the exception of {odd}, they all {past}.",
            )
        )
    why = line[0].lower() + line[1:-1] if not line.startswith(odd) else line[:-1]
    claims = [
        Claim("did", p, she(p), base, f"{p} {past}", (p == odd) == only, why)
        for p in (odd, rng.choice([p for p in names if p != odd]))
    ]
    past, base = rng.choice([d for d in DONE if d[0] != past])
    who = rng.choice(names)
    claims.append(Claim("did", who, she(who), base, f"{who} {past}", None, why))
    return f"{intro} {line}", claims


def opening(rng: random.Random) -> Made:
    """Opening days and hours."""
    place = f"the {rng.choice(PLACES)}"
    days = rng.sample(DAYS, 3)
    only = rng.random() < 0.5
    shown = days[: rng.randint(1, 2)]
    plural = listed([d + "s" for d in shown])
    start, end = rng.randint(7, 11), rng.randint(7, 9)
    rule = rng.choice(
        (
            f"is open only on {plural}",
            f"opens its doors on {plural} and at no other time of the week",
        )
        if only
        else (
            f"is open every day except {plural}",
            f"is closed on {plural} but open on all other days",
        )
    )
    hours = f"{start} in the morning until {end} in the evening"
    text = f"{upper(place)} {rule}. On open days people can come in from {hours}."
    claims = []
    for d in (shown[0], days[2]):
        truth = (d in shown) == only
        flip = rng.random() < 0.5
        word = "closed" if flip else "open"
        claims.append(
            Claim(
                "is",
                place,
                "it",
                f"{word} on {d}s",
                f"{place} is {word} on {d}s",
                truth != flip,
                f"{place} {rule}",
            )
        )
    hour = rng.choice((end - 1, end + 1))
    claims.append(
        Claim(
            "is",
            place,
            "it",
            f"open at {hour} in the evening on open days",
            f"{place} is open at {hour} in the evening on open days",
            hour < end,
            f"on open days people can come in from {hours}",
        )
    )
    other = f"the {rng.choice(PLACES)}"
    if other != place:
        text += f" {upper(other)} across the street has hours of its own."
        word = rng.choice(("open", "closed"))
        claims.append(
            Claim(
                "is",
                other,
                "it",
                f"{word} on {days[0]}s",
                f"{other} is {word} on {days[0]}s",
                None,
                f"{place} {rule}",
            )
        )
    return text, claims


def limits(rng: random.Random) -> Made:
    """A rule with a number and a case."""
    p, q = people(rng, 2)
    n = rng.randint(8, 60)
    k = n + rng.choice((-5, -3, -2, -1, 1, 2, 3, 6))
    aux, pred, full, rule, case, truth = rng.choice(
        (
            (
                "may",
                "take part",
                f"{p} may take part",
                f"Anyone who is at least {n} years old may take part, and nobody else",
                f"{p} is {k} years old",
                k >= n,
            ),
            (
                "does",
                "have to pay",
                f"{p} has to pay",
                f"Visitors under {n} get in free, while all others have to pay",
                f"{p} is {k}",
                k >= n,
            ),
            (
                "did",
                "reach the final",
                f"{p} reached the final",
                f"Those with more than {n} points, and only those, reached the final",
                f"{p} ended up with {k} points",
                k > n,
            ),
            (
                "did",
                "pass the exam",
                f"{p} passed the exam",
                f"It took at least {n} points to pass the exam, and that was enough",
                f"{p} got {k} points in the exam",
                k >= n,
            ),
            (
                "was",
                "fined",
                f"{p} was fined",
                f"Every driver going faster than {n + 20} was fined, and no others were",
                f"{p} was driving at {k + 20}",
                k > n,
            ),
            (
                "can",
                "afford the ticket",
                f"{p} can afford the ticket",
                f"A ticket costs {n} euros",
                f"{p} has exactly {k} euros and can get no more",
                k >= n,
            ),
            (
                "did",
                "break the record",
                f"{p} broke the record",
                f"The old record in the long throw was {n} metres",
                f"{p} threw the ball {k} metres",
                k > n,
            ),
        )
    )
    parts = [rule + ".", case + "."]
    rng.shuffle(parts)
    claims = [Claim(aux, p, she(p), pred, full, truth, case)]
    if rng.random() < 0.6:
        parts.append(rng.choice((f"{q} is a friend of {p}.", f"{q} knew about this, too.")))
        claims.append(Claim(aux, q, she(q), pred, full.replace(p, q), None, case.replace(p, q)))
    return " ".join(parts), claims


def fact(rng: random.Random) -> Made:
    """Facts told directly, in other words or by an opposite."""
    block = rng.choice(FACTS.strip().split("#")).strip().split("\n")
    names, kind = block[0].split("|")
    subject = fill(rng, rng.choice(names.split(";")))
    pron = she(subject) if kind == "p" else kind
    rows = [row.split("/") for row in block[1:]]
    rng.shuffle(rows)
    lines: list[str] = []
    claims: list[Claim] = []
    count = rng.randint(1, len(rows) if len(rows) < 4 else 3)
    for i, row in enumerate(rows):
        first = rng.random() < 0.5
        told = row[0 if first else 1]
        good = first == (row[8] == "+")
        side = rng.random() < 0.5
        aux, pred, full = row[2:5] if side else row[5:8]
        truth: bool | None = good == side
        if i >= count:
            truth = None
            if i > count or rng.random() < 0.5:
                break
        else:
            lines.append(upper(f"{subject if not lines else pron} {told}."))
        claims.append(
            Claim(aux, subject, pron, pred, full.format(s=subject), truth, f"{pron} {told}")
        )
    return " ".join(lines), claims


def visits(rng: random.Random) -> Made:
    """A complete list, and what is or is not on it."""
    who, cities = people(rng, 1)[0], rng.sample(CITIES, 4)
    seen = cities[:3]
    verb, base = rng.choice(
        (
            ("visited", "visit"),
            ("lived in", "live in"),
            ("sang in", "sing in"),
            ("gave lectures in", "give lectures in"),
            ("worked in", "work in"),
        )
    )
    rule = rng.choice(
        (
            f"{who} {verb} {listed(seen)}, and in no other city",
            f"In all those years {who} {verb} three cities and no more: {listed(seen)}",
            f"{who} {verb} just three cities, namely {listed(seen)}",
        )
    )
    if rule.endswith("in no other city") and verb == "visited":
        rule = rule.replace("in no", "no")
    complete = rng.random() < 0.6
    if not complete:
        rule = rng.choice(
            (
                f"{who} {verb} {listed(seen)}, among other places",
                f"In those years {who} {verb} {listed(seen)} and elsewhere",
            )
        )
    why = rule if rule.startswith(who) else "i" + rule[1:]
    claims = [
        Claim(
            "did",
            who,
            she(who),
            f"{base} {c}",
            f"{who} {verb} {c}",
            c in seen if complete or c in seen else None,
            why,
        )
        for c in (rng.choice(seen), cities[3])
    ]
    return rule + ".", claims


def order(rng: random.Random) -> Made:
    """Who did something first, second and last."""
    a, b, c = people(rng, 3)
    past, base = rng.choice(
        (
            ("arrived", "arrive"),
            ("left", "leave"),
            ("woke up", "wake up"),
            ("finished", "finish"),
            ("fell asleep", "fall asleep"),
        )
    )
    text = rng.choice(
        (
            f"{a} {past} before {b}, and {c} {past} last.",
            f"{b} {past} after {a} but before {c}.",
            f"First {a} {past}, then {b}, and in the end {c}.",
        )
    )
    claims = []
    if rng.random() < 0.35:
        text = rng.choice(
            (
                f"{a} {past} before {b}, and also before {c}.",
                f"{b} and {c} {past} at different times, but both after {a}.",
            )
        )
        for x, y, truth in ((a, b, True), (c, a, False), (b, c, None), (c, b, None)):
            word = rng.choice(("before", "after"))
            claims.append(
                Claim(
                    "did",
                    x,
                    she(x),
                    f"{base} {word} {y}",
                    f"{x} {past} {word} {y}",
                    truth if truth is None else truth == (word == "before"),
                    f"{a} {past} before the two others",
                )
            )
        return text, claims
    for x, y in rng.sample(((a, b), (b, c), (a, c), (b, a), (c, b), (c, a)), 2):
        word = rng.choice(("before", "after"))
        why = f"{a} {past} first, then {b}, then {c}"
        claims.append(
            Claim(
                "did",
                x,
                she(x),
                f"{base} {word} {y}",
                f"{x} {past} {word} {y}",
                ("abc"[(a, b, c).index(x)] < "abc"[(a, b, c).index(y)]) == (word == "before"),
                why,
            )
        )
    return text, claims


def amounts(rng: random.Random) -> Made:
    """All, none or some of a number of things."""
    n = rng.choice(spaced("six eight ten twelve twenty thirty"))
    noun = rng.choice(spaced("boats houses letters windows paintings trees bottles coins sheep"))
    done, other = rng.choice(
        (
            ("damaged", "unharmed"),
            ("sold", "unsold"),
            ("counted", "uncounted"),
            ("examined", "unexamined"),
            ("touched", "untouched"),
        )
    )
    how = rng.choice(("all", "none", "some"))
    line = {
        "all": (f"All the {n} {noun} were {done}", f"Not one of the {n} {noun} was left {other}"),
        "none": (
            f"None of the {n} {noun} were {done}",
            f"Every one of the {n} {noun} was left {other}",
        ),
        "some": (
            f"Only two of the {n} {noun} were {done}",
            f"Just two of the {n} {noun} were left {other}, and the rest were {done}",
        ),
    }[how]
    text = rng.choice(line)
    why = text[0].lower() + text[1:]
    if how == "some" and rng.random() < 0.5:
        how, text = "open", f"At least two of the {n} {noun} were {done}"
    claims = []
    for state, here in ((done, "all"), (other, "none")):
        if how == "open" and state == other:
            continue
        every = f"all of the {noun}"
        who = "not all" if how in ("some", "open", here) else "none"
        full_no = f"{who} of the {noun} were {state}"
        if how != "some" or rng.random() < 0.3:
            claims.append(
                Claim(
                    "were",
                    every,
                    "they",
                    state,
                    f"{every} were {state}",
                    None if how == "open" else how == here,
                    why,
                    full_no,
                )
            )
        if how != here:
            some = f"some of the {noun}"
            claims.append(
                Claim(
                    "were",
                    some,
                    "they",
                    state,
                    f"{some} were {state}",
                    how in ("some", "open"),
                    why,
                    f"none of the {noun} were {state}",
                )
            )
    return f"{text}.", claims


def change(rng: random.Random) -> Made:
    """A state that someone changes, or tries to change."""
    thing, one, two, do, undo = rng.choice(
        (
            ("the gate", "locked", "unlocked", "lock", "unlock"),
            ("the window", "open", "shut", "open", "shut"),
            ("the lamp", "on", "off", "switch on", "switch off"),
            ("the bath", "full", "empty", "fill", "empty"),
            ("the shirt", "clean", "dirty", "wash", "soil"),
            ("the tent", "up", "down", "put up", "take down"),
            ("the radio", "working", "broken", "mend", "break"),
            ("the floor", "wet", "dry", "wet", "dry"),
            ("the knife", "sharp", "blunt", "sharpen", "blunt"),
            ("the bird", "free", "in its cage", "release", "put into its cage"),
        )
    )
    if rng.random() < 0.5:
        one, two, do, undo = two, one, undo, do
    words = undo.split()
    act = f"{words[0]} {thing} {' '.join(words[1:])}".strip()
    p = people(rng, 1)[0]
    works = rng.random() < 0.5
    line = (
        rng.choice((f"Then {p} managed to {act}", f"{p} was told to {act} and did so at once"))
        if works
        else rng.choice(
            (
                f"{p} tried to {act} but did not manage to",
                f"{p} was about to {act} but was called away before that",
            )
        )
    )
    unsure = rng.random() < 0.3
    if unsure:
        line = f"{p} was told to {act}, but nobody saw whether that was done"
    text = f"In the morning {thing} was {one}. {line}. Nobody else went near it that day."
    state = rng.choice((one, two))
    full = f"{thing} was {state} that evening"
    why = line if line.startswith(p) else "t" + line[1:]
    return text, [
        Claim(
            "was",
            thing,
            "it",
            f"{state} that evening",
            full,
            None if unsure else (state == two) == works,
            why,
        )
    ]


def answers(rng: random.Random, claim: Claim, yes: bool, bare: bool, dummy: str) -> list[str]:
    """Return answers that say yes or no to a claim."""
    word = "yes" if yes else "no"
    short = SHORT.get(claim.aux, claim.aux + "n't")
    subject, aux = (claim.pronoun, claim.aux) if not dummy else ("it", dummy)
    if dummy:
        short = dummy + "n't"
    no = rng.choice((f"{subject} {short}", f"{subject} {aux} not"))
    clause = claim.full if yes else claim.denial()
    out = [
        f"{upper(word)}, {subject + ' ' + aux if yes else no}.",
        f"{word}, {subject + ' ' + aux if yes else no}",
        f"{upper(word)}, {clause}.",
    ]
    if bare:
        out += [word, word, f"{upper(word)}.", f"{upper(word)}, because {claim.why}."]
    return out


def ask(rng: random.Random, claim: Claim) -> Asked:
    """Return a yes-or-no question about a claim."""
    shape = rng.random()
    dummy, bare = "", True
    if shape < 0.55:
        question = f"{upper(claim.aux)} {claim.subject} {claim.predicate}?"
    elif shape < 0.7:
        dummy = "is"
        question = rng.choice(("Is it true that {0}?", "Is it right that {0}?")).format(claim.full)
    elif shape < 0.85 and claim.aux != "may":
        short = SHORT.get(claim.aux, claim.aux + "n't")
        question = f"{upper(claim.full)}, {short} {claim.pronoun}?"
    elif shape < 0.92 and claim.aux != "may":
        bare = False
        short = SHORT.get(claim.aux, claim.aux + "n't")
        question = f"{upper(short)} {claim.subject} {claim.predicate}?"
    else:
        dummy, question = rng.choice(
            (
                ("does", f"Does it follow that {claim.full}?"),
                ("is", f"Is it a fact that {claim.full}?"),
                ("does", f"Does the text say that {claim.full}?"),
            )
        )
        if claim.truth is None:
            dummy, question = "is", f"Is it a fact that {claim.full}?"
    good = answers(rng, claim, claim.truth is not False, bare, dummy)
    bad = answers(rng, claim, claim.truth is False, bare, dummy)
    if claim.truth is None:
        return Asked(question, None, False, (), (rng.choice(good), rng.choice(bad)))
    right = tuple(dict.fromkeys(rng.sample(good, 2)))
    wrong = tuple(dict.fromkeys(rng.sample(bad, 2)))
    return Asked(question, None, True, right, wrong)


def choice(rng: random.Random) -> Scene:
    """Return a scene with a question that names two choices."""
    told, question, values = rng.choice(CHOICES)
    v, w = rng.sample(values.split("/"), 2)
    a, b = people(rng, 2)
    lines = [f"{a} {told.format(v=v)}.", f"{b} {told.format(v=w)}."]
    if rng.random() < 0.4:
        lines = [
            f"{a} had first thought about {w}, as {b} had advised.",
            f"In the end, however, {a} {told.format(v=v)}.",
        ]
    elif rng.random() < 0.5:
        rng.shuffle(lines)
    pair = [v, w] if rng.random() < 0.5 else [w, v]
    form = rng.choice(("It was {0}.", "{0}, not {1}", "{0}, I think"))
    asked = [
        Asked(
            question.format(s=a, v=pair[0], w=pair[1]),
            v,
            True,
            (form.format(v, w),),
            (w, form.format(w, v)),
        )
    ]
    said: list[tuple[str, str]] = []
    if "had first" in lines[0]:
        said = [
            rng.choice(
                (
                    (f"{a} did not choose {w} but {v}.", ENTAILED),
                    (f"{a} did not choose {v} but {w}.", DENIED),
                )
            )
        ]
    if "had first" not in lines[0]:
        asked.append(
            Asked(
                question.format(s=b, v=pair[0], w=pair[1]),
                w,
                True,
                (form.format(w, v),),
                (v, form.format(v, w)),
            )
        )
    return Scene(" ".join(lines), tuple(said), tuple(asked))


MAKERS: tuple[Callable[[random.Random], Made | None], ...] = (
    compare,
    compare,
    excluded,
    opening,
    limits,
    fact,
    fact,
    fact,
    visits,
    order,
    amounts,
    change,
)


def make(rng: random.Random) -> Scene:
    """Return a new scene."""
    if rng.random() < 0.1:
        return choice(rng)
    made = rng.choice(MAKERS)(rng)
    while made is None:
        made = compare(rng)
    text, claims = made
    if rng.random() < 0.3:
        teller, day = people(rng, 1)[0], rng.choice(DAYS)
        if teller not in text:
            text += rng.choice(
                (
                    f" {teller} told us about it on {day}.",
                    f" {teller} wrote this down on a {day}.",
                    f" That is what {teller} said last {day}.",
                )
            )
    rng.shuffle(claims)
    statements: dict[str, str] = {}
    for claim in claims[:4]:
        flip = rng.random() < 0.5
        label = OPEN if claim.truth is None else ENTAILED if claim.truth != flip else DENIED
        statements[upper(claim.denial() if flip else claim.full) + "."] = label
    return Scene(text, tuple(statements.items()), tuple(ask(rng, c) for c in claims[:3]))
