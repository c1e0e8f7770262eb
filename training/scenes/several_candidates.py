"""Several things of one kind, one of them picked out by an attribute."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, DAYS, FAMILY, MEN, MONTHS, WOMEN, listed, spaced, upper

Draw = Callable[[random.Random, int], list[str]]


@dataclass(frozen=True)
class Attribute:
    """Something told of every candidate.

    Attributes:
        draw: Returns different values.
        say: Clauses with {e} (the candidate) and {v} (the value), split by |.
        gap: A short clause without its verb.
        who: Questions for the candidate.
        what: Questions for the value.
        np: A description of the candidate by its value.
        row: The plural sentence for lists with `respectively`.
        alone: Whether no two candidates can share a value.
    """

    draw: Draw
    say: str
    gap: str
    who: str
    what: str
    np: str
    row: str
    alone: bool = False


def _pick(words: str) -> Draw:
    """Draw from a list split by |."""
    return lambda rng, count: rng.sample(words.split("|"), count)


def _number(low: int, high: int, form: str, step: int = 1) -> Draw:
    """Draw different numbers in a form such as `{} euros`."""
    return lambda rng, n: [form.format(x) for x in rng.sample(range(low, high, step), n)]


def _first(rng: random.Random, count: int) -> list[str]:
    """Draw first names."""
    return rng.sample(WOMEN + MEN, count)


def _full(rng: random.Random, count: int) -> list[str]:
    """Draw full names without a common part."""
    pairs = zip(rng.sample(WOMEN + MEN, count), rng.sample(FAMILY, count))
    return [f"{a} {b}" for a, b in pairs]


def _time(rng: random.Random, count: int) -> list[str]:
    """Draw clock times."""
    return [
        f"{h}:{rng.choice(('05', '15', '20', '30', '45', '50'))}"
        for h in rng.sample(range(10, 23), count)
    ]


def _firm(rng: random.Random, count: int) -> list[str]:
    """Draw company names."""
    return [
        f"{n} {rng.choice(('Steel', 'Tools', 'Metals', 'Supply'))}"
        for n in rng.sample(FAMILY, count)
    ]


def _team(rng: random.Random, count: int) -> list[str]:
    """Draw team names."""
    kinds = rng.sample(spaced("Rovers Lions Eagles Comets Wanderers Stars Hawks"), count)
    return [f"the {c} {k}" for c, k in zip(rng.sample(CITIES, count), kinds)]


def _city(rng: random.Random, count: int) -> list[str]:
    """Draw cities."""
    return rng.sample(CITIES, count)


YEAR = _number(1702, 2021, "{}")
RECENT = _number(1950, 2024, "{}")
PLACE = _pick("first|second|third|fourth|fifth|sixth")
# candidates ; plural noun ; opening sentences ; attributes
DOMAINS: tuple[tuple[Draw, str, tuple[Attribute, ...]], ...] = (
    (
        _pick(
            "the chapel|the castle|the bakery|the mill|the town hall|the granary|the theatre|"
            "the school|the lighthouse|the prison|the brewery|the customs house"
        ),
        "The old town has {n} buildings worth seeing.|Guides always stop at {n} buildings.",
        (
            Attribute(
                YEAR,
                "{e} was built in {v}|{e} dates from {v}|the year {v} saw the building of {e}",
                "{e} in {v}",
                "Which building was built in {v}?|What dates from {v}?",
                "When was {e} built?|What year does {e} date from?",
                "the building that dates from {v}",
                "{e} were built in {v} respectively",
            ),
            Attribute(
                _full,
                "{e} was designed by {v}|{v} drew the plans for {e}|the architect of {e} was {v}",
                "{e} by {v}",
                "Which building was designed by {v}?|What did {v} design?",
                "Who designed {e}?|Who was the architect of {e}?",
                "the building designed by {v}",
                "{e} were designed by {v} respectively",
            ),
        ),
    ),
    (
        _first,
        "The office has {n} new employees.|{n} people joined the firm this year.",
        (
            Attribute(
                _number(10, 99, "room {}"),
                "{e} works in {v}|{e} has a desk in {v}|in {v} you will find {e}",
                "{e} in {v}",
                "Who works in {v}?|Whose desk is in {v}?",
                "In which room does {e} work?|Where is the desk of {e}?",
                "the person who works in {v}",
                "{e} work in {v} respectively",
            ),
            Attribute(
                _city,
                "{e} was born in {v}|{e} is from {v} by birth|the birthplace of {e} is {v}",
                "{e} in {v}",
                "Who was born in {v}?|Whose birthplace is {v}?",
                "Where was {e} born?|What is the birthplace of {e}?",
                "the person born in {v}",
                "{e} were born in {v} respectively",
            ),
        ),
    ),
    (
        _pick(
            "the lentil soup|the lamb stew|the fish pie|the pumpkin risotto|the goose|the trout|"
            "the mushroom omelette|the beef curry|the onion tart|the potato salad"
        ),
        "There are {n} dishes on the menu tonight.|The inn serves only {n} dishes.",
        (
            Attribute(
                _number(10, 39, "{} euros"),
                "{e} costs {v}|the price of {e} is {v}|guests pay {v} for {e}",
                "{e} {v}",
                "Which dish costs {v}?|What can you get for {v}?",
                "How much is {e}?|What does {e} cost?",
                "the dish that costs {v}",
                "{e} cost {v} respectively",
            ),
            Attribute(
                _first,
                "{e} is cooked by {v}|{v} is the one who makes {e}|the cook of {e} is {v}",
                "{e} by {v}",
                "Which dish is cooked by {v}?|What does {v} prepare?",
                "Who makes {e}?|Who is the cook of {e}?",
                "the dish cooked by {v}",
                "{e} are cooked by {v} respectively",
            ),
        ),
    ),
    (
        _team,
        "The league table is final.|The season ended on Sunday.",
        (
            Attribute(
                PLACE,
                "{e} finished {v}|{e} came {v} in the table",
                "{e} {v}",
                "Which team finished {v}?|Who came {v}?",
                "Where did {e} finish?|In which place did {e} end the season?",
                "the team that came {v}",
                "{e} finished {v} respectively",
                True,
            ),
            Attribute(
                _number(21, 88, "{} goals"),
                "{e} scored {v}|the season's tally of {e} was {v}",
                "{e} {v}",
                "Which team scored {v}?|Who ended the season with {v}?",
                "How many goals did {e} score?|What was the season's tally of {e}?",
                "the team with {v}",
                "{e} scored {v} respectively",
            ),
        ),
    ),
    (
        _full,
        "The mountain race is run once a year.|The prize is given to one person a year.",
        (
            Attribute(
                YEAR,
                "{e} won in {v}|the winner of {v} was {e}|in {v} it was {e} who won",
                "{e} in {v}",
                "Who won in {v}?|Who was the winner of {v}?|Who came out on top in {v}?",
                "When did {e} win?|In which year was {e} the winner?",
                "the winner of {v}",
                "{e} won in {v} respectively",
                True,
            ),
            Attribute(
                _city,
                "{e} was born in {v}|the birthplace of {e} is {v}|{v} is where {e} was born",
                "{e} in {v}",
                "Who was born in {v}?|Whose birthplace is {v}?",
                "Where was {e} born?|In which city was {e} born?",
                "the winner born in {v}",
                "{e} were born in {v} respectively",
            ),
        ),
    ),
    (
        _pick(
            "the library|the laboratory|the canteen|the gym|the archive|the music room|the chapel|"
            "the computer room|the nursery|the pharmacy"
        ),
        "The building is large and visitors get lost.|{n} rooms are open to visitors.",
        (
            Attribute(
                _pick(
                    "the ground floor|the first floor|the second floor|the third floor|"
                    "the fourth floor|the top floor"
                ),
                "{e} is on {v}|you will find {e} on {v}|{v} houses {e}",
                "{e} on {v}",
                "What is on {v}?|Which room is found on {v}?",
                "On which floor is {e}?|Where is {e}?",
                "the room on {v}",
                "{e} are on {v} respectively",
            ),
            Attribute(
                _time,
                "{e} closes at {v}|the doors of {e} are locked at {v}",
                "{e} at {v}",
                "What closes at {v}?|Which room is locked at {v}?",
                "When does {e} close?|Until what time is {e} open?",
                "the room that closes at {v}",
                "{e} close at {v} respectively",
            ),
        ),
    ),
    (
        _pick("Tarsis|Velor|Ombra|Kethra|Lumen|Dorado|Icarion|Senna|Fyris|Halcyon"),
        "Astronomers know {n} planets around this star.|The system has {n} planets.",
        (
            Attribute(
                _number(100, 980, "{} days"),
                "{e} takes {v} to go round the star|a year on {e} lasts {v}",
                "{e} {v}",
                "Which planet takes {v} to circle the star?|On which planet does a year last {v}?",
                "How long is a year on {e}?|How long does {e} need for one orbit?",
                "the planet whose year lasts {v}",
                "{e} circle the star in {v} respectively",
            ),
            Attribute(
                _full,
                "{e} was discovered by {v}|{v} was the first to see {e}",
                "{e} by {v}",
                "Which planet was discovered by {v}?|What did {v} discover?",
                "Who discovered {e}?|By whom was {e} first seen?",
                "the planet discovered by {v}",
                "{e} were discovered by {v} respectively",
            ),
        ),
    ),
    (
        lambda rng, n: [f"the train to {c}" for c in _city(rng, n)],
        "{n} trains leave this evening.|The timetable has changed.",
        (
            Attribute(
                _pick("|".join(f"platform {i}" for i in range(1, 10))),
                "{e} leaves from {v}|passengers board {e} at {v}|{v} is where {e} departs",
                "{e} from {v}",
                "Which train leaves from {v}?|What can you board at {v}?",
                "Which platform does {e} leave from?|Where do passengers board {e}?",
                "the train on {v}",
                "{e} leave from {v} respectively",
            ),
            Attribute(
                _time,
                "{e} leaves at {v}|the departure of {e} is at {v}",
                "{e} at {v}",
                "Which train leaves at {v}?|What departs at {v}?",
                "When does {e} leave?|What is the departure time of {e}?",
                "the train that leaves at {v}",
                "{e} leave at {v} respectively",
            ),
        ),
    ),
    (
        _pick("Solvane|Trexin|Mirodol|Pavadol|Cardivo|Lenitan|Orfenol|Zestrin|Nuvalin"),
        "The study compared {n} drugs.|Doctors can choose between {n} drugs.",
        (
            Attribute(
                RECENT,
                "{e} was approved in {v}|the approval of {e} came in {v}",
                "{e} in {v}",
                "Which drug was approved in {v}?|What has been on the market since {v}?",
                "When was {e} approved?|In which year did the approval of {e} come?",
                "the drug approved in {v}",
                "{e} were approved in {v} respectively",
            ),
            Attribute(
                _number(10, 100, "{} milligrams", 5),
                "the daily dose of {e} is {v}|patients take {v} of {e} a day",
                "that of {e} {v}",
                "Which drug is taken in a dose of {v}?|Of which drug do patients take {v}?",
                "What is the daily dose of {e}?|How much {e} do patients take per day?",
                "the drug with a daily dose of {v}",
                "the daily doses of {e} are {v} respectively",
            ),
        ),
    ),
    (
        _pick(
            "the otter|the lynx|the tapir|the lemur|the wombat|the heron|the badger|the ibex|"
            "the panda|the gibbon"
        ),
        "The zoo has {n} new animals.|Children can adopt one of {n} animals.",
        (
            Attribute(
                _number(10, 99, "{} kilos"),
                "{e} weighs {v}|the weight of {e} is {v}",
                "{e} {v}",
                "Which animal weighs {v}?|What tips the scales at {v}?",
                "How much does {e} weigh?|How heavy is {e}?",
                "the animal that weighs {v}",
                "{e} weigh {v} respectively",
            ),
            Attribute(
                _first,
                "the keeper of {e} is {v}|{v} is the keeper of {e}|{e} has {v} as its keeper",
                "that of {e} {v}",
                "Which animal has {v} as its keeper?|Of which animal is {v} the keeper?",
                "Who is the keeper of {e}?|What is the name of the keeper of {e}?",
                "the animal whose keeper is {v}",
                "the keepers of {e} are {v} respectively",
            ),
        ),
    ),
    (
        _first,
        "{n} students had to give a talk.|The talks were spread over a week.",
        (
            Attribute(
                _pick(
                    "volcanoes|the Vikings|bees|black holes|glass|the steam engine|coral reefs|"
                    "the plague|jazz|paper money"
                ),
                "{e} gave a talk about {v}|{e} talked "
                "about {v}|the talk about {v} was given by {e}",
                "{e} about {v}",
                "Who gave the talk about {v}?|Who chose {v} as a topic?",
                "What did {e} talk about?|What was the topic of {e}?",
                "the student who talked about {v}",
                "{e} talked about {v} respectively",
            ),
            Attribute(
                lambda rng, n: rng.sample(DAYS, n),
                "{e} spoke on {v}|the turn of {e} came on {v}|on {v} it was {e} who spoke",
                "{e} on {v}",
                "Who spoke on {v}?|Whose turn came on {v}?",
                "On which day did {e} speak?|When was it the turn of {e}?",
                "the student who spoke on {v}",
                "{e} spoke on {v} respectively",
            ),
        ),
    ),
    (
        _pick(
            "Mount Arden|Mount Kessel|Mount Orrin|Mount Bravo|Mount Selby|Mount Tyne|Mount Ula|"
            "Mount Vance"
        ),
        "The range has {n} famous peaks.|Climbers love {n} peaks.",
        (
            Attribute(
                _number(1210, 7900, "{} metres"),
                "{e} is {v} high|{e} rises to {v}|the height of {e} is {v}",
                "{e} {v}",
                "Which peak is {v} high?|What rises to {v}?",
                "How high is {e}?|What is the height of {e}?",
                "the peak that rises to {v}",
                "{e} are {v} high respectively",
            ),
            Attribute(
                _full,
                "{e} was first climbed by {v}|{v} was the first on top of {e}",
                "{e} by {v}",
                "Which peak was first climbed by {v}?|On which peak was {v} the first?",
                "Who was the first to climb {e}?|By whom was {e} first climbed?",
                "the peak first climbed by {v}",
                "{e} were first climbed by {v} respectively",
            ),
        ),
    ),
    (
        _pick(
            "the arson case|the case of the stolen horse|the libel case|the smuggling case|"
            "the tax case|the forgery case|the patent case|the divorce case"
        ),
        "{n} cases came before the court.|The court had a busy term.",
        (
            Attribute(
                lambda rng, n: [f"Judge {x}" for x in rng.sample(FAMILY, n)],
                "{e} was heard by {v}|{v} presided over {e}|{e} came before {v}",
                "{e} by {v}",
                "Which case was heard by {v}?|Over which case did {v} preside?",
                "Who presided over {e}?|Which judge heard {e}?",
                "the case heard by {v}",
                "{e} were heard by {v} respectively",
            ),
            Attribute(
                lambda rng, n: rng.sample(MONTHS, n),
                "{e} was decided in {v}|the verdict in {e} came in {v}",
                "{e} in {v}",
                "Which case was decided in {v}?|In which case did the verdict come in {v}?",
                "When was {e} decided?|In which month did the verdict in {e} come?",
                "the case decided in {v}",
                "{e} were decided in {v} respectively",
            ),
        ),
    ),
    (
        _pick("the pump|the valve|the piston|the gearbox|the boiler|the rotor|the filter|the axle"),
        "The machine was rebuilt from {n} parts.|Every part has its own supplier.",
        (
            Attribute(
                _firm,
                "{e} was supplied by {v}|{v} delivered {e}|{e} came from {v}",
                "{e} by {v}",
                "Which part was supplied by {v}?|What did {v} deliver?",
                "Who supplied {e}?|Which firm delivered {e}?",
                "the part supplied by {v}",
                "{e} were supplied by {v} respectively",
            ),
            Attribute(
                RECENT,
                "{e} was last replaced in {v}|the last replacement of {e} was in {v}",
                "{e} in {v}",
                "Which part was last replaced in {v}?|What was last renewed in {v}?",
                "When was {e} last replaced?|In which year was {e} last renewed?",
                "the part last replaced in {v}",
                "{e} were last replaced in {v} respectively",
            ),
        ),
    ),
    (
        _pick(
            "the eldest son|the second son|the third son|the fourth son|the youngest son|"
            "the adopted son"
        ),
        "A miller divided his goods among his sons.|Once upon a time a king had several sons.",
        (
            Attribute(
                _pick(
                    "the mill|the donkey|the cat|the forest|the silver flute|the boat|"
                    "the ruby ring|the empty purse"
                ),
                "{e} inherited {v}|{v} went to {e}|{e} was given {v}",
                "{e} {v}",
                "Which son inherited {v}?|Who was given {v}?",
                "What did {e} inherit?|What was {e} given?",
                "the son who inherited {v}",
                "{e} inherited {v} respectively",
                True,
            ),
            Attribute(
                _city,
                "{e} set out for {v}|the road of {e} led to {v}",
                "{e} for {v}",
                "Which son set out for {v}?|Whose road led to {v}?",
                "Which city did {e} set out for?|Where did the road of {e} lead?",
                "the son who set out for {v}",
                "{e} set out for {v} respectively",
            ),
        ),
    ),
)
EXTRA = spaced(
    "Many people mix up {e} and {f}.|Most questions are about {e}.|{e} is usually mentioned before "
    "{f}.|A reporter once confused {e} with {f}.|{f} gets more attention than {e}.|"
    "There is a leaflet about {e}.|Little else has been written about {e}.",
    "|",
)
COUNT = {3: "three", 4: "four", 5: "five", 6: "six"}


def _listing(rng: random.Random, attr: Attribute, ents: list[str], values: list[str]) -> list[str]:
    """Tell one attribute of all candidates."""
    form = rng.randrange(4)
    full = attr.say.split("|")
    if form == 0:
        return [upper(attr.row.format(e=listed(ents), v=listed(values))) + "."]
    if form == 1:
        rest = [attr.gap.format(e=e, v=v) for e, v in zip(ents[1:], values[1:])]
        sep = rng.choice(("; ", ", "))
        head = full[0].format(e=ents[0], v=values[0])
        sep_last = sep.rstrip() if len(rest) > 1 else ""
        return [upper(sep.join([head, *rest[:-1]])) + f"{sep_last} and {rest[-1]}."]
    pattern = [full[0]] * len(ents) if form == 2 else [rng.choice(full) for _ in ents]
    parts = [p.format(e=e, v=v) for p, e, v in zip(pattern, ents, values)]
    if rng.random() < 0.4:
        return [upper("; ".join(parts)) + "."]
    if rng.random() < 0.3:
        parts[0:2] = [f"{parts[0]}, while {parts[1]}"]
    return [upper(p) + "." for p in parts]


def make(rng: random.Random) -> Scene:
    """Return a new random scene."""
    draw, openings, attrs = rng.choice(DOMAINS)
    count = rng.choice((3, 3, 4, 4, 5, 6))
    ents = draw(rng, count)
    first, second = rng.sample(attrs, 2)
    values = {id(first): first.draw(rng, count)}
    blocks = [" ".join(_listing(rng, first, ents, values[id(first)]))]
    missing = ""
    two = rng.random() < (0.75 if count < 5 else 0.4)
    if two:
        values[id(second)] = second.draw(rng, count)
        told = list(range(count))
        if rng.random() < 0.6:
            missing = ents[told.pop(rng.randrange(count))]
        if rng.random() < 0.5:
            rng.shuffle(told)
        blocks.append(
            " ".join(
                _listing(
                    rng, second, [ents[i] for i in told], [values[id(second)][i] for i in told]
                )
            )
        )
    place = {id(a): b for a, b in zip((first, second), blocks)}
    if rng.random() < 0.45:
        e, f = rng.sample(ents, 2)
        if rng.random() < 0.4:
            f = first.np.format(v=values[id(first)][ents.index(f)])
        blocks.insert(rng.randint(0, len(blocks)), upper(rng.choice(EXTRA).format(e=e, f=f)))
    if rng.random() < 0.6:
        blocks.insert(0, upper(rng.choice(openings.split("|")).format(n=COUNT[count])))
    text = " ".join(blocks)

    statements: dict[str, str] = {}
    asked: list[Asked] = []
    for attr in (first, second) if two else (first,):
        vals, block = values[id(attr)], place[id(attr)]
        lead = text[: text.index(block)].strip()
        fresh = [v for v in attr.draw(rng, count) if v not in vals and v not in text]
        gone = ents.index(missing) if missing and attr is second else -1
        known = [i for i in range(count) if i != gone]
        i, j = rng.sample(known, 2)
        say = [rng.choice(attr.say.split("|")) for _ in range(4)]
        statements[upper(say[0].format(e=ents[i], v=vals[i])) + "."] = ENTAILED
        false = fresh[0] if fresh and rng.random() < 0.35 else vals[j]
        statements[upper(say[1].format(e=ents[i], v=false)) + "."] = DENIED
        if gone >= 0:
            maybe = vals[gone] if attr.alone or rng.random() < 0.35 else vals[i]
            statements[upper(say[2].format(e=missing, v=maybe)) + "."] = OPEN
            claim = say[3].format(e=missing, v=maybe)
            if rng.random() < 0.4:
                statements[f"It is not the case that {claim}."] = OPEN
            what = rng.choice(attr.what.split("|")).format(e=missing)
            wrong = [vals[k] for k in rng.sample(known, 2)]
            asked.append(Asked(what, None, False, (), tuple(wrong)))
        elif rng.random() < 0.25:
            good = rng.random() < 0.5
            claim = say[2].format(e=ents[j], v=vals[i if good else j])
            statements[f"It is not the case that {claim}."] = ENTAILED if good else DENIED
        k, m = rng.sample(known, 2)
        asked.append(_which(rng, (block, lead), attr, ents, vals, k, known))
        asked.append(_value(rng, (block, lead), attr, ents[m], vals, m, known))
        if attr is second and rng.random() < 0.7:
            other = first.np.format(v=values[id(first)][m])
            asked.append(_value(rng, (block, lead), attr, other, vals, m, known))
    if not two:
        claim = rng.choice(second.say.split("|"))
        for e, v in zip(rng.sample(ents, 2), second.draw(rng, 2)):
            statements[upper(claim.format(e=e, v=v)) + "."] = OPEN
    if rng.random() < 0.3:
        strange = [v for v in first.draw(rng, count) if v not in text]
        if strange:
            ask = rng.choice(first.who.split("|")).format(v=strange[0])
            asked.append(Asked(ask, None, False, (), tuple(rng.sample(ents, 2))))
    keep = rng.sample(list(statements.items()), min(4, len(statements)))
    return Scene(text, tuple(keep), tuple(rng.sample(asked, min(4, len(asked)))))


def _which(
    rng: random.Random,
    where: tuple[str, str],
    attr: Attribute,
    ents: list[str],
    vals: list[str],
    k: int,
    known: list[int],
) -> Asked:
    """Ask for the candidate with a value."""
    others = [i for i in known if i != k]
    bad = [ents[i] for i in rng.sample(others, min(2, len(others)))]
    say = rng.choice(attr.say.split("|"))
    if rng.random() < 0.5:
        say = "it is {e}"
    right, *wrong = (upper(say.format(e=e, v=vals[k])) + "." for e in (ents[k], *bad))
    answer = ents[k] if ents[k] in where[0] else upper(ents[k])
    return Asked(
        rng.choice(attr.who.split("|")).format(v=vals[k]),
        answer,
        right=(right,),
        wrong=(*bad, *wrong),
        after=where[1],
    )


def _value(
    rng: random.Random,
    where: tuple[str, str],
    attr: Attribute,
    entity: str,
    vals: list[str],
    m: int,
    known: list[int],
) -> Asked:
    """Ask for the value of a candidate."""
    others = [i for i in known if i != m]
    bad = [vals[i] for i in rng.sample(others, min(2, len(others)))]
    say = rng.choice(attr.say.split("|")[:2])
    right, *wrong = (upper(say.format(e=entity, v=v)) + "." for v in (vals[m], *bad))
    answer = vals[m] if vals[m] in where[0] else upper(vals[m])
    return Asked(
        rng.choice(attr.what.split("|")).format(e=entity),
        answer,
        right=(right,),
        wrong=(*bad, *wrong),
        after=where[1],
    )
