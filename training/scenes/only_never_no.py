"""Only, never, no, nobody but, nothing but, alone, solely, just one, without exception."""

from __future__ import annotations

import random
from collections.abc import Callable

from training.scenes._deeds import around, deeds, drawn, judged
from training.scenes.negated_questions import SHARED, past
from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, DAYS, listed, people, spaced, upper


def labelled(rng: random.Random, yes: str, no: str, truth: bool | None) -> tuple[str, str]:
    """Return the claim or its denial with the label that the truth of the claim gives it."""
    claim = rng.random() < 0.5
    label = OPEN if truth is None else ENTAILED if claim == truth else DENIED
    return (yes if claim else no), label


def nobody_else(text: str, wrong: list[str]) -> Asked:
    """Return a question that asks for others besides the only one."""
    right = ("Nobody", "No one", "No one else", "Nobody else did.")
    return Asked(text, None, True, right, (*wrong, f"{wrong[0]} did.", listed(wrong)))


def only_one(rng: random.Random) -> Scene:
    """Only one person of a group did it, or all did, or nothing is said about the others."""
    a, b, c = people(rng, 3)
    do, other = rng.sample(rng.choice(list(SHARED.values())).split(";"), 2)
    did, group = past(do), rng.sample([a, b, c], 3)
    way = rng.choice(("only", "only", "all", "open"))
    met = rng.choice(
        (
            f"{listed(group)} were in the group.",
            f"There were three of them: {listed(group)}.",
            f"{listed(group)} have known each other for years.",
            f"{listed(group)} met in {rng.choice(CITIES)}.",
        )
    )
    text = rng.choice(
        {
            "only": (
                f"Only {a} {did}.",
                f"{a} alone {did}.",
                f"No one but {a} {did}.",
                f"Nobody {did} except {a}.",
                f"No one other than {a} {did}.",
                f"{a} was the only one who {did}.",
                f"Just one of them {did}, namely {a}.",
                f"Apart from {a}, nobody {did}.",
                f"Nobody {did}, with the sole exception of {a}.",
            ),
            "all": (
                f"Not only {a} {did}, but all three of them.",
                f"Without exception, they {did}.",
                f"{a} was not the only one who {did}: the others did, too.",
                f"There was no one among them who did not {do}.",
                f"Each of them {did}, with no exception.",
            ),
            "open": (
                f"{a} {did}.",
                f"At least {a} {did}.",
                f"It is known that {a} {did}.",
                f"{a}, for one, {did}.",
                f"Whoever else did, {a} certainly {did}.",
            ),
        }[way]
    )
    text = f"{met} {text}"
    rest = {"only": False, "all": True, "open": None}[way]

    def yes(who: str, what: str = do) -> tuple[str, str]:
        """Return that somebody did something, and that they did not."""
        return f"{who} {past(what)}.", f"{who} did not {what}."

    n, ok = rng.choice(((a, True), (b, rest)))
    states = [
        labelled(rng, *yes(a), True),
        labelled(rng, *yes(b), rest),
        labelled(rng, *yes(c), rest),
        labelled(rng, *yes(a, other), None),
        labelled(rng, f"All three of them {did}.", f"Not all of them {did}.", rest),
        labelled(rng, f"{b} and {c} {did}.", f"{b} and {c} did not {do}.", rest),
        labelled(rng, f"It is true that {n} {did}.", f"It is not true that {n} {did}.", ok),
    ]
    asked = [Asked(f"Who {past(other)}?", None, False, (), (a, b, f"It was {c}."))]
    if way == "only":
        asked += [
            nobody_else(f"Who besides {a} {did}?", [b, c]),
            Asked(
                f"Who {did}?",
                a,
                True,
                (f"It was {a}.", f"Only {a}", f"{a} did."),
                (b, f"It was {c}.", f"{b} and {c}", f"Only {b}"),
                met,
            ),
            Asked(
                f"Who did not {do}?",
                None,
                True,
                (f"{b} and {c}", f"{c} and {b}"),
                (a, f"{a} and {b}"),
            ),
        ]
    if way == "all":
        asked += [
            Asked(
                f"Who besides {a} {did}?",
                None,
                True,
                (f"{b} and {c}", f"{c} and {b}"),
                ("Nobody", "No one else", f"Only {b}"),
            ),
            Asked(f"Who did not {do}?", None, True, ("Nobody", "No one"), (a, b, f"{b} and {c}")),
        ]
    return Scene(text, tuple(rng.sample(states, 4)), tuple(rng.sample(asked, min(2, len(asked)))))


PERSONS = spaced(
    "landlord builder insurer doctor plumber vet witness expert accountant translator trainee "
    "dentist "
    "specialist prisoners hostages juniors goalkeepers giant dragon"
)


def only_object(rng: random.Random) -> Scene:
    """Somebody did it to one thing only, or at least to that thing."""
    (a, b), (d, f) = people(rng, 2), deeds(rng, 2)
    e, shut, verb = d.swap(d.others[0]), rng.random() < 0.7, d.forms[1]
    text = around(
        rng,
        d.topic,
        rng.choice(
            (
                f"{a} {verb} only {d.obj}.",
                f"{a} {verb} nothing but {d.obj}.",
                f"The only thing {a} {verb} was {d.obj}.",
                f"Apart from {d.obj}, {a} {verb} nothing.",
                f"{a} {verb} {d.obj} and nothing else.",
                f"{a} {verb} nothing other than {d.obj}.",
            )
            if shut
            else (
                f"{a} {d.did}.",
                f"Among other things, {a} {d.did}.",
                f"{a} {d.did}, to name just one thing.",
                f"{a} {verb} at least {d.obj}.",
            )
        ),
    )
    if d.obj.split()[-1] in PERSONS:
        text = around(
            rng,
            d.topic,
            rng.choice(
                (
                    f"{a} {verb} nobody but {d.obj}.",
                    f"{a} {verb} only {d.obj}.",
                    f"Apart from {d.obj}, {a} {verb} nobody.",
                )
                if shut
                else (f"{a} {d.did}, among others.", f"{a} {d.did}.")
            ),
        )
    bare = d.obj.removeprefix("the ")
    kind, what = ("body", "Whom") if d.obj.split()[-1] in PERSONS else ("thing", "What")
    states = [
        judged(rng, a, d, True),
        judged(rng, a, e, False if shut else None),
        judged(rng, b, rng.choice((d, e)), None),
        judged(rng, a, e, False if shut else None),
        judged(rng, a, d, True),
    ]
    asked = [Asked(f"What did {b} {f.forms[0]}?", None, False, (), (d.obj, bare, a))]
    if shut:
        asked.append(
            Asked(
                f"Was there any{kind} else that {a} {verb} besides {d.obj}?",
                None,
                True,
                ("No", "No, that was all.", f"No, not {e.obj}."),
                ("Yes", e.obj, f"Yes, {e.obj}."),
            )
        )
    asked.append(
        Asked(
            f"{what} did {a} {d.forms[0]}?",
            d.obj,
            True,
            (bare, f"{a} {d.did}."),
            (e.obj, f"{a} {e.did}.", e.obj.removeprefix("the ")),
        )
    )
    return Scene(
        text,
        tuple(dict(states).items()),
        tuple(asked[-2:] if rng.random() < 0.6 else rng.sample(asked, 2)),
    )


# subjects | verb in the present/base | question word | "but" word | things shut out
SETS = tuple(
    tuple(x.split("|"))
    for x in spaced(
        "the blue gentian,the marsh orchid,the dwarf palm,the red fern|grows/grow|Where|nowhere "
        "but|"
        "in Chile,in Nepal,in Kenya,in Peru,in Norway,in Japan#"
        "the stone finch,the cave lizard,the tree vole,the moon crab|eats/eat|What|nothing but|"
        "seeds,"
        "insects,leaves,fungi,fish,snails#"
        "the corner shop,the market stall,the kiosk,the old mill shop|sells/sell|What|nothing but|"
        "tea,honey,soap,newspapers,candles,cheese#"
        "the night ferry,the mountain train,the shuttle bus|runs/run|When|never except|on "
        "Mondays,on "
        "Fridays,on Sundays,on Tuesdays,on Saturdays#"
        "the village choir,the new tenor,the women's choir|sings/sing|How|never except|in Latin,in "
        "Welsh,"
        "in Italian,in English,in French#"
        "the factory,the workshop,the family firm|makes/make|What|nothing "
        "but|shoes,tyres,clocks,bottles,"
        "furniture,ropes#"
        "the clinic,the young vet,the animal hospital|treats/treat|What|nothing but|dogs,cats,"
        "horses,"
        "birds,cows#"
        "the poet,the queen's secretary,the monk|writes/write|What|nothing but|letters,poems,plays,"
        "sermons,novels#"
        "the ticket machine,the vending machine,the parking meter|accepts/accept|What|nothing "
        "but|coins,"
        "cards,banknotes,tokens#"
        "the express bus,the harbour tram,the last train|stops/stop|Where|nowhere but|at the "
        "harbour,at "
        "the zoo,at the hospital,at the airport,at the castle#"
        "the magazine,the newsletter,the yearbook|appears/appear|When|never except|in May,in "
        "June,in "
        "October,in January,in March#"
        "the miller,the old king,the hermit|drinks/drink|What|nothing but|milk,wine,water,beer,tea#"
        "the wooden box,the iron chest,the top drawer|contains/contain|What|nothing but|coins,"
        "letters,"
        "buttons,shells,photographs#"
        "the small museum,the east wing,the travelling exhibition|shows/show|What|nothing "
        "but|paintings,"
        "fossils,coins,costumes,maps#"
        "the court,the tribunal,the committee|meets/meet|Where|nowhere but|in Geneva,in Lisbon,in "
        "Vienna,"
        "in Boston,in Nairobi#"
        "the allotment holder,the farmer,the monastery|grows/grow|What|nothing but|beans,roses,"
        "garlic,"
        "barley,hops#"
        "the law,the new rule,the old tax|applies/apply|What|nothing but|to ships,to lorries,to "
        "dogs,"
        "to shops,to farms",
        "#",
    )
)


def sets(rng: random.Random) -> Scene:
    """A thing does it only with one of several; or with one, among others."""
    names, verbs, word, but, words = rng.choice(SETS)
    s, t = rng.sample(names.split(","), 2)
    (does, do), (x, y, z) = verbs.split("/"), rng.sample(words.split(","), 3)
    way = rng.choice(("only", "only", "both", "open"))
    shut, plain = way == "only", not x.startswith("to ")
    only = [
        f"{s} {does} only {x}.",
        f"{s} {does} exclusively {x}.",
        f"{s} {does} solely {x}.",
        f"{s} {does} {x} and not {y} or {z}.",
    ]
    if "never" in but:
        only += [f"{s} never {does} except {x}."] * 2
    elif plain:
        only += [f"{s} {does} {but} {x}.", f"{s} {does} {x} and {but.split()[0]} else."]
    text = upper(
        rng.choice(
            {
                "only": only,
                "both": [
                    f"{s} {does} not only {x} but also {y}.",
                    f"{s} {does} both {x} and {y}.",
                    f"{s} {does} {x} and, less well known, {y}.",
                ],
                "open": [
                    f"{s} {does} {x}.",
                    f"{s} often {does} {x}.",
                    f"{s} also {does} {x}.",
                    f"{s} sometimes {does} {x}.",
                ],
            }[way]
        )
    )
    place, name = rng.choice(CITIES), people(rng, 1)[0]
    text = (
        rng.choice(
            (
                "",
                f"{name} wrote to a friend in {place}. ",
                f"A guide from {place} mentions it. ",
                f"{name} took notes in {place}. ",
            )
        )
        + text
    )

    def say(who: str, what: str) -> tuple[str, str]:
        """Return that it does something, and that it does not."""
        return f"{upper(who)} {does} {what}.", f"{upper(who)} does not {do} {what}."

    truth = {"only": False, "both": True, "open": None}[way]
    far = False if shut else None
    v, ok = rng.choice(((x, True), (y, truth)))
    states = [
        labelled(rng, *say(s, x), True),
        labelled(rng, *say(s, y), truth),
        labelled(rng, *say(s, z), far),
        labelled(rng, *say(t, x), None),
        labelled(
            rng,
            f"{upper(s)} {does} both {x} and {y}.",
            f"{upper(s)} {does} neither {x} nor {y}.",
            True,
        )
        if way == "both"
        else (f"{upper(s)} {does} both {x} and {y}.", DENIED if shut else OPEN),
        (
            f"{upper(s)} {does} neither {y} nor {z}.",
            {"only": ENTAILED, "both": DENIED, "open": OPEN}[way],
        ),
        labelled(
            rng, f"It is true that {s} {does} {v}.", f"It is not true that {s} {does} {v}.", ok
        ),
    ]
    head = "To what" if x.startswith("to ") else word if word != "How" else "In which language"

    def form(what: str) -> str:
        """Return a phrase without its preposition."""
        return what.split(" ", 1)[1] if what.startswith(("in ", "on ", "at ", "to ")) else what

    span = form(x) if head in ("To what", "In which language") else x
    wrong = (y, f"{upper(s)} {does} {y}.", form(z))
    asked = (
        [
            Asked(
                f"{head} does {s} {do}?",
                span,
                True,
                (f"{upper(s)} {does} {x}.", f"only {x}"),
                (*wrong, f"only {y}"),
            )
        ]
        if shut
        else []
    )
    if way == "both" and word == "What":
        asked.append(
            Asked(
                f"{head} else does {s} {do} besides {form(x)}?",
                form(y),
                True,
                (f"{upper(s)} also {does} {y}.",),
                (form(x), "Nothing", f"{upper(s)} also {does} {z}."),
            )
        )
    asked.append(Asked(f"{head} does {t} {do}?", None, False, (), (x, f"only {x}", upper(s))))
    asked.append(
        Asked(
            f"Does {s} {do} {x}?",
            None,
            True,
            ("Yes", f"Yes, {s} {does} {x}."),
            ("No", f"No, {s} does not {do} {x}."),
        )
    )
    if shut:
        asked.append(
            Asked(
                f"Does {s} {do} {y}?",
                None,
                True,
                ("No", f"No, only {x}."),
                ("Yes", f"Yes, and {x}, too."),
            )
        )
    return Scene(text, tuple(rng.sample(states, 4)), (asked[0], *rng.sample(asked[1:], 1)))


# participle phrase | past tense phrase
LIFE = tuple(
    tuple(x.split("|"))
    for x in spaced(
        "eaten oysters|ate oysters;ridden a horse|rode a horse;seen the sea|saw the sea;driven a "
        "lorry|"
        "drove a lorry;broken a bone|broke a bone;lost a match|lost a match;met a judge|met a "
        "judge;"
        "written a poem|wrote a poem;worn a uniform|wore a uniform;slept in a tent|slept in a tent;"
        "flown in a balloon|flew in a balloon;paid a fine|paid a fine;owned a cat|owned a cat;"
        "visited a mosque|visited a mosque;played chess|played chess;milked a cow|milked a cow;"
        "given a speech|gave a speech;missed a flight|missed a flight;cooked a goose|cooked a "
        "goose;"
        "repaired a watch|repaired a watch;told a lie|told a lie;sung in public|sang in public",
        ";",
    )
)


def never(rng: random.Random) -> Scene:
    """What somebody has never done, and what somebody has done."""
    (a, b, c), ((x, xd), (y, yd), (z, _)) = people(rng, 3), rng.sample(LIFE, 3)
    one, two = rng.random() < 0.4, rng.random() < 0.6
    year = rng.randint(1990, 2023)
    good = (
        "{n} has {p} several times.",
        "{n} {d} once.",
        "{n} has already {p}.",
        "{n} {d} in {y}.",
        "{n} has {p} more than once.",
    )
    bad = (
        "{n} has never {p}.",
        "Never in {n}'s life has {n} {p}.",
        "At no time has {n} {p}.",
        "{n} has not {p} even once.",
        "Not once has {n} {p}.",
        "To this day, {n} has never {p}.",
    )

    def tell(who: str, part: str, did: str, ok: bool) -> str:
        """Return that somebody has done something, or never has."""
        return rng.choice(good if ok else bad).format(n=who, p=part, d=did, y=year)

    parts = [tell(a, x, xd, one), tell(b, y, yd, two)]
    text = " ".join(rng.sample(parts, 2))
    text += rng.choice(("", f" They both live in {rng.choice(CITIES)}.", f" {c} knows them well."))

    def say(who: str, part: str) -> tuple[str, str]:
        """Return that somebody has done something, and that they never have."""
        return rng.choice(
            (
                (f"{who} has {part}.", f"{who} has never {part}."),
                (f"{who} has {part} at least once.", f"{who} has not {part}."),
                (f"It is true that {who} has {part}.", f"At no time has {who} {part}."),
            )
        )

    states = [
        labelled(rng, *say(a, x), one),
        labelled(rng, *say(b, y), two),
        labelled(rng, *say(rng.choice((a, b)), z), None),
        labelled(rng, *say(*rng.choice(((a, y), (b, x), (c, x)))), None),
    ]
    for n, d, ok in ((a, xd, one), (b, yd, two)):
        when = f"{n} {d} in {year}."
        states.append((when, ENTAILED if when in text else OPEN if ok else DENIED))
        states.append((f"{n} {d} as a child.", OPEN if ok else DENIED))
    asked = [Asked(f"Who has {z}?", None, False, (), (a, b, f"It is {a}."))]
    for n, p, ok, m in ((a, x, one, b), (b, y, two, a)):
        asked.append(
            Asked(
                f"Who has {p}?" if ok else f"Who has never {p}?",
                n,
                True,
                (f"It is {n}.", f"{n} has." if ok else f"{n} has not."),
                (m, f"It is {m}.", f"{m} has." if ok else f"{m} has not."),
            )
        )
        asked.append(
            Asked(
                f"Has {n} ever {p}?",
                None,
                True,
                ("Yes", f"Yes, {n} has {p}.") if ok else ("No", f"No, {n} has never {p}."),
                ("No", f"No, {n} has never {p}.") if ok else ("Yes", f"Yes, {n} has {p}."),
            )
        )
    return Scene(text, tuple(rng.sample(states, 4)), tuple(rng.sample(asked, 2)))


RULES = (
    ("members", "a member", "use the pool,vote,book a court,enter the club house"),
    ("students", "a student", "borrow books,eat in the canteen,use the lab,join the trip"),
    ("residents", "a resident", "park in the yard,use the lift,fish in the lake,keep a boat here"),
    ("nurses", "a nurse", "open the cabinet,give the injections,enter the ward,order bandages"),
    ("officers", "an officer", "carry a sword,enter the bridge,sign the log,wear the badge"),
    ("citizens", "a citizen", "vote,own land,join the guard,stand for election"),
    ("adults", "an adult", "buy fireworks,rent a boat,watch the film,enter the casino"),
    ("engineers", "an engineer", "start the reactor,enter the plant,change the code,open valves"),
    ("monks", "a monk", "enter the chapel,ring the bell,eat in the hall,read the old books"),
    ("pilots", "a pilot", "enter the cockpit,park here,wear the wings,use the lounge"),
)


def rules(rng: random.Random) -> Scene:
    """Only one kind of people may do it; or nobody may; or everybody without exception."""
    kind, one, acts = rng.choice(RULES)
    (a, b), (do, other) = people(rng, 2), rng.sample(acts.split(","), 2)
    way = rng.choice(("only", "all", "none"))
    rule = rng.choice(
        {
            "only": (
                f"Only {kind} may {do}.",
                f"None but {kind} may {do}.",
                f"Nobody except {kind} is allowed to {do}.",
                f"No one who is not {one} may {do}.",
            ),
            "all": (
                f"Without exception, everybody may {do}.",
                f"Everyone may {do}, not only {kind}.",
                f"There is nobody who may not {do}.",
                f"All people, {kind} or not, may {do}.",
            ),
            "none": (
                f"Nobody may {do}, not even {kind}.",
                f"No one is allowed to {do}.",
                f"Without exception, everybody is forbidden to {do}.",
                f"Under no circumstances may anyone {do}.",
            ),
        }[way]
    )
    place = rng.choice(CITIES)
    person = rng.choice((f"{a} is not {one}.", f"{a}, a visitor from {place}, is not {one}."))
    text = " ".join(
        rng.sample(
            [
                rule,
                person,
                rng.choice(
                    (
                        f"{b} knows the rule.",
                        f"{b} wrote it down.",
                        "The rule is old.",
                        f"The notice hangs in {place}.",
                    )
                ),
            ],
            3,
        )
    )
    may = way == "all"
    states = [
        labelled(rng, f"{a} may {do}.", f"{a} may not {do}.", may),
        labelled(rng, f"{a} is allowed to {do}.", f"{a} is not allowed to {do}.", may),
        labelled(rng, f"{a} may {other}.", f"{a} may not {other}.", None),
        labelled(rng, f"{b} may {do}.", f"{b} may not {do}.", None if way == "only" else may),
    ]
    if way != "only":
        states.append(
            labelled(rng, f"{upper(kind)} may {do}.", f"{upper(kind)} may not {do}.", may)
        )
    yes, no = ("Yes", f"Yes, {a} may {do}."), ("No", f"No, {a} may not {do}.")
    asked = [
        Asked(f"May {a} {do}?", None, True, yes if may else no, no if may else yes),
        Asked(f"Who may {other}?", None, False, (), (kind, a, f"Only {kind}")),
    ]
    if way == "only" and "not" not in rule:
        asked.append(
            Asked(
                f"Who may {do}?",
                kind,
                True,
                (f"only {kind}", f"{upper(kind)} may."),
                ("everybody", a, f"only {a}", "nobody"),
            )
        )
    elif way == "all" or way == "none":
        asked.append(
            Asked(
                f"Who may {do}?",
                None,
                True,
                ("everybody", "everyone", "Anyone may.")
                if may
                else ("nobody", "no one", "Nobody may."),
                ("nobody", f"only {kind}", "Nobody may.")
                if may
                else (kind, f"only {kind}", "everybody", "Anyone may."),
            )
        )
    return Scene(text, tuple(rng.sample(states, 4)), tuple(rng.sample(asked, 2)))


COUNTS = tuple(
    tuple(x.split("|"))
    for x in spaced(
        "bridges|survived the flood|survive the flood|the Mill Bridge,the Iron Bridge,the Abbey "
        "Bridge,"
        "the Old Bridge;ships|reached the port|reach the port|the Aurora,the Petrel,the Calypso,"
        "the Marigold;teams|scored|score|the Hawks,the Foxes,the Rovers,the Comets;villages|kept a "
        "school|"
        "keep a school|Elmside,Norrow,Tarnby,Westholm;satellites|answered|answer|Orla,Vesta-2,"
        "Helios B,"
        "Minka;paintings|found a buyer|find a buyer|Red Barn,The Widow,Low Tide,Two Sisters;"
        "bears|woke "
        "early|wake early|Balu,Mischa,Tilly,Grom;mills|closed|close|the North Mill,the Hill Mill,"
        "the "
        "Town "
        "Mill,the Lower Mill;candidates|passed the test|pass the test|Ms Reed,Mr Novak,Ms Sato,"
        "Mr Gill;"
        "towers|fell|fall|the White Tower,the Clock Tower,the East Tower,the Salt Tower;cafes|"
        "made a "
        "profit|make a profit|Luna,Milo's,The Cup,Zest",
        ";",
    )
)


def just_one(rng: random.Random) -> Scene:
    """Just one of several did it, all did without exception, or none did."""
    noun, did, do, names = rng.choice(COUNTS)
    x, y, z, w = rng.sample(names.split(","), 4)
    way = rng.choice(("one", "one", "all", "all", "none"))
    trio = listed(rng.sample([x, y, z], 3))
    intro = rng.choice(
        (
            f"Three of the {noun} were looked at: {trio}.",
            f"The report is about three {noun}, {trio}.",
            f"Three of the {noun} are on record: {trio}.",
        )
    )
    text = rng.choice(
        {
            "one": (
                f"Just one of them {did}, {x}.",
                f"Only {x} {did}.",
                f"No more than one {did}: {x}.",
                f"The only one that {did} was {x}.",
                f"None of them {did} but {x}.",
            ),
            "all": (
                f"Without exception, they {did}.",
                f"All of them {did}, without exception.",
                f"There was not one that did not {do}.",
                f"Every single one {did}.",
            ),
            "none": (
                f"Not a single one {did}.",
                f"None of them {did}.",
                f"There was not one that {did}.",
                f"Without exception, they failed to {do}."
                if do[0] not in "fcw"
                else f"None of the three {did}.",
            ),
        }[way]
    )
    text = f"{intro} {text} " + rng.choice(
        ("", f"The news reached {rng.choice(CITIES)} on {rng.choice(DAYS)}.")
    )
    tx, ty = way != "none", way == "all"
    count = {"one": "One", "all": "Three", "none": "None"}[way]
    wrong = rng.choice([n for n in ("One", "Two", "Three", "None") if n != count])
    states = [
        labelled(rng, f"{upper(x)} {did}.", f"{upper(x)} did not {do}.", tx),
        labelled(rng, f"{upper(y)} {did}.", f"{upper(y)} did not {do}.", ty),
        labelled(rng, f"{upper(z)} {did}.", f"{upper(z)} did not {do}.", ty),
        (f"{upper(x)} and {y} {did}.", ENTAILED if ty else DENIED),
        labelled(
            rng,
            f"{count} of the three {noun} {did}.",
            f"{wrong} of the three {noun} {did}{', no more' if wrong in ('One', 'Two') else ''}.",
            True,
        ),
    ]
    more = [
        labelled(rng, f"{upper(w)} {did}.", f"{upper(w)} did not {do}.", None),
        labelled(rng, f"It is true that {w} {did}.", f"It is not true that {w} {did}.", None),
    ]
    asked = [
        Asked(
            f"How many of the three {noun} {did}?",
            None,
            True,
            (count, f"{count} of them"),
            (wrong, f"{wrong} of them"),
        )
    ]
    if way == "one":
        which = x if x in text[len(intro) :] else upper(x)
        asked.append(
            Asked(
                f"Which of the three {noun} {did}?",
                which,
                True,
                (f"It was {x}.", f"only {x}"),
                (y, f"It was {z}.", f"only {y}", f"{y} and {z}"),
                intro,
            )
        )
    asked.append(
        Asked(
            f"Why did {x} {do}?" if tx else f"When did {x} {do}?",
            None,
            False,
            (),
            (y, noun, f"Because of {y}."),
        )
    )
    return Scene(
        text.strip(),
        tuple(rng.sample(states, 3) + rng.sample(more, 1)),
        tuple(rng.sample(asked, 2)),
    )


FAMILIES: tuple[Callable[[random.Random], Scene], ...] = (
    only_one,
    only_one,
    only_object,
    sets,
    sets,
    sets,
    never,
    rules,
    rules,
    just_one,
)


def make(rng: random.Random) -> Scene:
    """Return a random scene with a word that shuts others out."""
    return drawn(rng, FAMILIES)
