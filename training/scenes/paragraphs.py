"""Paragraphs of several sentences with reworded statements and questions about different ones."""

from __future__ import annotations

import random
from collections.abc import Callable

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, DAYS, MONTHS, full_name, her, people, she, spaced, upper

NUMBERS = spaced("two three four five six seven eight nine ten eleven twelve")
FIELDS = spaced("chemistry,law,medicine,physics,botany,architecture,history,mathematics,music", ",")
RELATIVES = spaced("aunt,uncle,grandmother,grandfather,older sister,older brother", ",")


def two(rng: random.Random, words: list[str] | str) -> tuple[str, str]:
    """Return two different words of a list."""
    first, second = rng.sample(words.split(",") if isinstance(words, str) else words, 2)
    return first, second


def two_names(rng: random.Random) -> tuple[str, str]:
    """Return two full names that share no part."""
    first, second = full_name(rng), full_name(rng)
    while set(first.split()) & set(second.split()):
        second = full_name(rng)
    return first, second


def an(phrase: str) -> str:
    """Return the phrase with its indefinite article."""
    return f"{'an' if phrase[0] in 'aeiou' else 'a'} {phrase}"


def finish(
    rng: random.Random,
    text: str,
    statements: list[tuple[str, str]],
    asked: list[Asked],
    details: list[tuple[str, str, str, str]],
    maybe: tuple[str, str, str, tuple[str, ...], tuple[str, ...], tuple[str, ...]],
) -> Scene:
    """Return the scene with some details told, some denied and some left open.

    Args:
        rng: The source of chance.
        text: The paragraph.
        statements: Statements that hold or do not hold in any case.
        asked: Questions that are answered in any case.
        details: (yes sentence, no sentence, claim of yes, claim of no); at most two are told.
        maybe: A sentence that may be told, a question about it, its answer, other right answers,
            the wrong ones if it is told, the wrong ones if it is not.
    """
    rng.shuffle(details)
    told = rng.choice((0, 1, 1, 1, 2))
    extra, open_ones, known = [], [], []
    for index, (yes, no, is_so, is_not) in enumerate(details):
        if index < told:
            sign = rng.random() < 0.5
            extra.append(yes if sign else no)
            known.append((is_so, ENTAILED if sign else DENIED))
            known.append((is_not, DENIED if sign else ENTAILED))
        else:
            open_ones.append((rng.choice((is_so, is_not)), OPEN))
    line, question, answer, right, wrong, untold = maybe
    if rng.random() < 0.5:
        extra.insert(rng.randrange(len(extra) + 1), line)
        asked.append(Asked(question, answer, True, right, wrong, after=line.split(answer)[0]))
    else:
        asked.append(Asked(question, None, False, wrong=untold))
    picked = rng.sample(open_ones, 2)
    for label in (ENTAILED, DENIED):
        picked += rng.sample([pair for pair in known if pair[1] == label], told)[:1]
        picked += rng.sample(
            [pair for pair in statements if pair[1] == label],
            rng.choice((1, 2, 2) if told else (2, 3)),
        )
    if len(open_ones) > 2:
        picked = list(dict.fromkeys([*picked, *rng.sample(open_ones, 3)]))
    rng.shuffle(picked)
    return Scene(" ".join([text, *extra]), tuple(picked[:10]), tuple(asked))


def biography(rng: random.Random) -> Scene:
    """Return the short life of a person."""
    name, mate = two_names(rng)
    while she(name.split()[0]) == she(mate.split()[0]):
        name, mate = two_names(rng)
    first, last = name.split()
    born, study = two(rng, CITIES)
    late = rng.choice([city for city in CITIES if city not in (born, study)])
    year = rng.randrange(1820, 1950)
    age, kids = rng.randrange(55, 90), rng.choice(NUMBERS[:6])
    more = rng.choice([n for n in NUMBERS[:6] if n != kids])
    field, not_field = two(rng, FIELDS)
    kin, not_kin = two(rng, RELATIVES)
    work, not_work = two(
        rng,
        "a hospital for the poor,an observatory,a school for girls,a botanical "
        "garden,a publishing house,a theatre,an orphanage,a museum of clocks",
    )
    cause, said, not_cause, not_said = rng.choice(
        (
            (
                "because the damp climate had ruined {p} lungs",
                "for health reasons",
                "because {s} was in debt",
                "for lack of money",
            ),
            (
                "because {s} was in debt",
                "for lack of money",
                "because the damp climate had ruined {p} lungs",
                "for health reasons",
            ),
            (
                "because war had broken out",
                "on account of the war",
                "because {s} was in debt",
                "for lack of money",
            ),
        )
    )
    s, p = she(first), her(first)
    o = "her" if s == "she" else "him"
    cause, not_cause = (t.replace("{s}", s).replace("{p}", p) for t in (cause, not_cause))
    text = " ".join(
        (
            rng.choice(
                (
                    f"{name} was born in {born} in {year}.",
                    f"{name} came into the world in {year}, in {born}.",
                    f"Born in {born} in {year}, {name} lost both parents early.",
                )
            ),
            rng.choice(
                (f"{upper(s)} was brought up by {p} {kin}.", f"{upper(p)} {kin} brought {o} up.")
            ),
            rng.choice(
                (
                    f"{upper(s)} studied {field} in {study}.",
                    f"At the university of {study} {s} read {field}.",
                )
            ),
            rng.choice(
                (f"Later {s} founded {work}.", f"It was {last} who established {work} there.")
            ),
            rng.choice(
                (
                    f"{last} married {mate}, and they had {kids} children.",
                    f"With {mate}, whom {s} married, {s} had {kids} children.",
                )
            ),
            rng.choice(
                (
                    f"In old age {s} moved to {late} {cause}, and died there aged {age}.",
                    f"{upper(s)} left for {late} {cause} and died there at the age of {age}.",
                )
            ),
        )
    )
    statements = [
        (f"{last} came from {born}.", ENTAILED),
        (f"{last} came from {study}.", DENIED),
        (f"{last} was a parent of {kids}.", ENTAILED),
        (f"{last} had {more} children.", DENIED),
        (f"It was {p} {kin} who raised {last}.", ENTAILED),
        (f"{last} lived to the age of {age}.", ENTAILED),
        (f"{last} died in {born}.", DENIED),
        (f"The founder of {work} was {last}.", ENTAILED),
        (f"The last move was made {said}.", ENTAILED),
        (f"{last} was born before {year}.", DENIED),
        (f"{last} died at the age of {age + rng.choice((-7, -3, 4, 6))}.", DENIED),
    ]
    asked = [
        Asked(
            f"Where did {last} go to university?",
            study,
            right=(f"in {study}", f"at {study}"),
            wrong=(born, f"in {late}", f"in {born}"),
        ),
        Asked(
            f"Who brought {last} up?",
            f"{p} {kin}" if f"{p} {kin}" in text else f"{upper(p)} {kin}",
            right=(f"the {kin}", kin, f"{upper(s)} was raised by {p} {kin}."),
            wrong=(mate, f"{p} {not_kin}", f"the {not_kin}", f"{upper(s)} was raised by {mate}."),
        ),
        Asked(
            f"Which subject did {last} study?",
            field,
            right=(f"{upper(s)} studied {field}.",),
            wrong=(not_field, f"{upper(s)} studied {not_field}."),
        ),
        Asked(
            f"Why did {last} move to {late}?",
            cause,
            right=(said, upper(said)),
            wrong=(not_cause, not_said, f"to found {work}", f"because {s} married {mate}"),
        ),
        Asked(
            f"What did {last} set up?",
            work,
            right=(upper(work), f"{upper(s)} set up {work}."),
            wrong=(not_work, field, f"{upper(s)} set up {not_work}."),
        ),
        Asked(
            f"How old was {last} at {p} death?",
            str(age),
            right=(f"{age} years old", f"aged {age}"),
            wrong=(kids, str(year), f"{age + 5} years old"),
            after="died there",
        ),
        Asked(
            f"Who was {last}'s {'wife' if s == 'he' else 'husband'}?"
            if she(mate.split()[0]) != s
            else f"Whom did {last} marry?",
            mate,
            right=(f"It was {mate}.", mate.split()[0]),
            wrong=(name, f"{p} {kin}", f"It was {name}."),
        ),
    ]
    trade, no_trade = two(rng, "farmers,teachers,actors,weavers,shopkeepers,doctors,miners")
    details = [
        (
            f"{last} wrote several books.",
            f"{last} never wrote a book.",
            f"{last} was the author of books.",
            f"There are no books by {last}.",
        ),
        (
            f"{last} and {mate} had met at a ball in {study}.",
            f"{last} and {mate} had met in {born}.",
            f"{last} first saw {mate} in {study}.",
            f"{last} first saw {mate} in {born}.",
        ),
        (
            f"{mate} outlived {last} by many years.",
            f"{mate} had died long before.",
            f"{mate} died after {last}.",
            f"{mate} died before {last}.",
        ),
        (
            f"The {kin} was very strict.",
            f"The {kin} was anything but strict.",
            f"{last} was raised by a strict person.",
            f"The person who raised {last} was not strict.",
        ),
    ]
    maybe = (
        f"{last}'s parents had been {trade}.",
        f"What did {last}'s parents do for a living?",
        trade,
        (f"They were {trade}.",),
        (no_trade, field, f"They were {no_trade}."),
        (field, f"They founded {work}.", trade),
    )
    return finish(rng, text, statements, asked, details, maybe)


def building(rng: random.Random) -> Scene:
    """Return the history of a building."""
    kind, _ = two(rng, "town hall,mill,lighthouse,castle,railway station,chapel,warehouse,inn")
    city, far = two(rng, CITIES)
    made, other = two_names(rng)
    year = rng.randrange(1650, 1880)
    burnt = year + rng.randrange(20, 70)
    stuff, not_stuff = two(rng, "brick,granite,timber,sandstone,limestone,flint")
    use, new = two(
        rng,
        "a hotel,a prison,a school,a museum,a library,a concert hall,a youth hostel,"
        "a hospital,a restaurant",
    )
    harm, said = rng.choice(
        (
            ("lightning struck the roof", "a thunderstorm"),
            ("a cook left a pan on the stove", "carelessness in the kitchen"),
            ("enemy soldiers set it alight", "an attack in wartime"),
        )
    )
    not_harm, not_said = rng.choice(
        [
            pair
            for pair in (
                ("lightning struck the roof", "a thunderstorm"),
                ("a cook left a pan on the stove", "carelessness in the kitchen"),
                ("enemy soldiers set it alight", "an attack in wartime"),
            )
            if pair[0] != harm
        ]
    )
    floors, not_floors = two(rng, NUMBERS[:5])
    text = " ".join(
        (
            rng.choice(
                (
                    f"The old {kind} of {city} was built of {stuff} in {year}.",
                    f"In {year} a new {kind} of {stuff} went up in {city}.",
                )
            ),
            rng.choice(
                (
                    f"Its architect was {made}, who came from {far}.",
                    f"{made} from {far} designed it.",
                )
            ),
            rng.choice(
                (
                    f"It has {floors} floors and a small tower.",
                    f"The {kind} is {floors} storeys high.",
                )
            ),
            rng.choice(
                (
                    f"In {burnt} it burnt down after {harm}.",
                    f"A fire destroyed it in {burnt}, when {harm}.",
                )
            ),
            rng.choice(
                (f"{other} paid for the rebuilding.", f"The money to rebuild it came from {other}.")
            ),
            rng.choice(
                (
                    f"For some decades the {kind} served as {use}; today it is {new}.",
                    f"It was then used as {use} for a long time, and now it houses {new}.",
                )
            ),
        )
    )
    statements = [
        (f"The {kind} was designed by {made}.", ENTAILED),
        (f"The {kind} was designed by {other}.", DENIED),
        (f"{other} gave money for the {kind}.", ENTAILED),
        (f"Today one finds {new} in the building.", ENTAILED),
        (f"The building is still used as {use}.", DENIED),
        (f"{upper(stuff)} was the material of the first building.", ENTAILED),
        (f"The first building was made of {not_stuff}.", DENIED),
        (f"The fire broke out {burnt - year} years after the building had gone up.", ENTAILED),
        (f"The fire was caused by {said}.", ENTAILED),
        (f"The fire was caused by {not_said}.", DENIED),
        (f"The architect came from {city}.", DENIED),
    ]
    asked = [
        Asked(
            f"Who was the architect of the {kind}?",
            made,
            right=(f"It was {made}.", made.split()[1]),
            wrong=(other, other.split()[1], f"It was {other}."),
        ),
        Asked(
            f"When was the {kind} destroyed?",
            str(burnt),
            right=(f"in {burnt}", f"in the year {burnt}"),
            wrong=(str(year), f"in {year}", f"in the year {burnt + 10}"),
        ),
        Asked(
            "What led to the fire?",
            harm,
            right=(said, f"It was {said}."),
            wrong=(not_said, not_harm, f"It was {not_said}.", f"{other} paid for it"),
        ),
        Asked(
            "What is in the building nowadays?",
            new,
            right=(f"There is {new}.", new.split(" ", 1)[1]),
            wrong=(use, f"There is {use}.", use.split(" ", 1)[1]),
        ),
        Asked(
            "How many floors does it have?",
            floors,
            right=(f"{floors} floors", f"It has {floors}."),
            wrong=(not_floors, f"{not_floors} floors", str(year)),
        ),
        Asked(
            "Where did the architect come from?",
            far,
            right=(f"from {far}",),
            wrong=(city, f"from {city}"),
        ),
    ]
    lord = full_name(rng)
    details = [
        (
            "Nobody was hurt in the fire.",
            "Several people were hurt in the fire.",
            "The fire left no one injured.",
            "There were people who were injured by the fire.",
        ),
        (
            f"{made} lived to see the fire.",
            f"By the time of the fire {made} was already dead.",
            f"{made} was still alive when it burnt.",
            f"{made} had died before the fire.",
        ),
        (
            f"{other} had been born in {city}.",
            f"{other} had been born in {far}.",
            f"{other} was a native of {city}.",
            f"{other} was a native of {far}.",
        ),
        (
            "It stands next to a church.",
            "There is no church nearby.",
            "A church is close to it.",
            "No church is close to it.",
        ),
    ]
    maybe = (
        f"Its first owner was {lord}.",
        "To whom did it first belong?",
        lord,
        (f"It belonged to {lord}.",),
        (made, other, f"It belonged to {made}."),
        (made, other, f"It belonged to {other}."),
    )
    return finish(rng, text, statements, asked, details, maybe)


def company(rng: random.Random) -> Scene:
    """Return the history of a company."""
    boss, heir = two_names(rng)
    city, branch = two(rng, CITIES)
    firm = rng.choice(spaced("Ostra Velko Brannig Luminor Tesk Harrow Calvo Pyrmont Sorrel Dovex"))
    one, two_ = two(
        rng,
        "bicycles,umbrellas,sewing machines,toys,typewriters,shoes,lamps,radios,"
        "watches,furniture,stoves,carpets",
    )
    year = rng.randrange(1870, 1960)
    later = year + rng.randrange(8, 40)
    staff, grown = rng.choice(NUMBERS), rng.randrange(3, 60) * 50
    place, not_place = two(rng, "garage,barn,cellar,former bakery,disused church,back room")
    text = " ".join(
        (
            rng.choice(
                (
                    f"{firm} was founded by {boss} in {city} in {year}.",
                    f"In {year} {boss} started the company {firm} in {city}.",
                )
            ),
            rng.choice(
                (
                    f"The first workshop was {an(place)}, where {staff} people made {one}.",
                    f"At first {staff} workers produced {one} in {an(place)}.",
                )
            ),
            rng.choice(
                (
                    f"In {later} the firm switched to {two_}, because hardly anybody bought "
                    f"{one} any more.",
                    f"Since hardly anybody bought {one} any more, the firm turned to {two_} in "
                    f"{later}.",
                )
            ),
            rng.choice(
                (
                    f"Ten years later it opened a branch in {branch}.",
                    f"A decade after that, a second factory was opened in {branch}.",
                )
            ),
            rng.choice(
                (
                    f"When {boss.split()[1]} retired, {heir} took over the management.",
                    f"{heir} became head of the firm after {boss.split()[1]}'s retirement.",
                )
            ),
            f"Today {firm} has {grown} employees.",
        )
    )
    statements = [
        (f"{firm} started out with {one}.", ENTAILED),
        (f"{firm} started out with {two_}.", DENIED),
        (f"{boss} set up {firm}.", ENTAILED),
        (f"{firm} was set up by {heir}.", DENIED),
        (f"The branch in {branch} opened in {later + 10}.", ENTAILED),
        (f"The branch in {branch} is older than the one in {city}.", DENIED),
        (f"{heir} succeeded {boss.split()[1]}.", ENTAILED),
        (f"The demand for {one} had fallen.", ENTAILED),
        (f"The demand for {one} had grown.", DENIED),
        (f"{firm} now employs {grown} people.", ENTAILED),
        (f"{firm} no longer exists.", DENIED),
    ]
    asked = [
        Asked(
            f"Who set up {firm}?",
            boss,
            right=(f"It was {boss}.", boss.split()[1]),
            wrong=(heir, f"It was {heir}.", heir.split()[1]),
        ),
        Asked(
            "What did the firm produce in its first years?",
            one,
            right=(f"It made {one}.",),
            wrong=(two_, f"It made {two_}."),
        ),
        Asked(
            "Why did the firm change its product?",
            f"hardly anybody bought {one} any more",
            right=(
                f"because there was no longer a market for {one}",
                f"the lack of buyers for {one}",
            ),
            wrong=(
                f"because there was no longer a market for {two_}",
                f"the lack of buyers for {two_}",
                f"because {heir} took over",
            ),
        ),
        Asked(
            "When did the firm change its product?",
            str(later),
            right=(f"in {later}",),
            wrong=(str(year), f"in {year}", f"in {later + 10}"),
        ),
        Asked(
            "Where was the second factory?",
            branch,
            right=(f"in {branch}", f"It was in {branch}."),
            wrong=(city, f"in {city}", f"It was in {an(place)}."),
        ),
        Asked(
            "What kind of room was the first workshop?",
            an(place),
            right=(place, f"It was {an(place)}."),
            wrong=(an(not_place), not_place, f"It was {an(not_place)}."),
        ),
    ]
    gain = rng.randrange(2, 90)
    details = [
        (
            f"{heir} is a cousin of {boss}.",
            f"{heir} is not related to {boss}.",
            f"{heir} and {boss} belong to the same family.",
            f"{heir} and {boss} are not relatives.",
        ),
        (
            f"The {two_} are sold abroad as well.",
            f"The {two_} are not sold abroad.",
            f"One can buy the {two_} in other countries.",
            f"One cannot buy the {two_} in other countries.",
        ),
        (
            f"{boss} had been born in {city}.",
            f"{boss} had been born in {branch}.",
            f"The founder was a native of {city}.",
            f"The founder was a native of {branch}.",
        ),
        (
            "Most of the workers are women.",
            "Only a few of the workers are women.",
            "Women are in the majority.",
            "Women are in the minority.",
        ),
    ]
    maybe = (
        f"Its yearly profit is {gain} million euros.",
        "How much does the firm earn a year?",
        f"{gain} million euros",
        (f"{gain} million", f"It earns {gain} million euros."),
        (f"{grown} euros", str(grown), f"It earns {gain + 3} million euros."),
        (f"{grown} euros", str(grown), f"It earns {gain} million euros."),
    )
    return finish(rng, text, statements, asked, details, maybe)


def animal(rng: random.Random) -> Scene:
    """Return the description of an animal."""
    beast = rng.choice(
        (
            "the reed marten",
            "the crested dormouse",
            "the banded shrew",
            "the river fox",
            "the dwarf otter",
            "the golden vole",
            "the pied badger",
            "the bog hare",
        )
    )
    the = upper(beast)
    land, far = two(rng, "Norway,Bolivia,Kenya,Nepal,Portugal,Canada,Vietnam,Chile,Morocco,Japan")
    food, not_food = two(rng, "snails,acorns,beetles,roots,berries,small fish,mushrooms,frogs")
    time, not_time = two(rng, "at night,at dawn,around noon")
    young, not_young = two(rng, NUMBERS[:7])
    foe, not_foe = two(rng, "owls,wild cats,snakes,eagles,foxes,wolves")
    why, said = rng.choice(
        (
            ("its fur is valuable", "people want its fur"),
            ("farmers think that it harms their crops", "it is seen as a pest"),
            ("its meat is tasty", "people like to eat it"),
        )
    )
    wrong_why = rng.choice(
        [
            w
            for w in ("people want its fur", "it is seen as a pest", "people like to eat it")
            if w != said
        ]
    )
    length, years = rng.randrange(12, 45), rng.randrange(3, 15)
    text = " ".join(
        (
            rng.choice(
                (
                    f"{the} is a small mammal that is found only in {land}.",
                    f"{the}, a small mammal, lives in {land} and nowhere else.",
                )
            ),
            rng.choice(
                (
                    f"It is about {length} centimetres long.",
                    f"Adults reach a length of {length} cm.",
                )
            ),
            rng.choice(
                (
                    f"It leaves its den {time} to look for {food}.",
                    f"Its main food is {food}, which it looks for {time}.",
                )
            ),
            rng.choice(
                (
                    f"In spring the female gives birth to {young} young.",
                    f"Each spring a litter of {young} is born.",
                )
            ),
            rng.choice(
                (f"Its worst enemies are {foe}.", f"Many of the animals are killed by {foe}.")
            ),
            rng.choice(
                (f"People also hunt it, because {why}.", f"As {why}, it is hunted by people too.")
            ),
            f"It can live for {years} years.",
        )
    )
    statements = [
        (f"{the} lives in {land}.", ENTAILED),
        (f"{the} can be seen in the wild in {far}.", DENIED),
        (f"{upper(food)} are eaten by {beast}.", ENTAILED),
        (f"{the} looks for food {time}.", ENTAILED),
        (f"{the} lays eggs.", DENIED),
        (f"{upper(foe)} kill {beast}.", ENTAILED),
        (f"{the} has no natural enemies.", DENIED),
        ("The young are born in autumn.", DENIED),
        (f"Some of them reach an age of {years}.", ENTAILED),
        (f"{the} is left alone by people.", DENIED),
        (f"It is hunted because {said}.", ENTAILED),
        (f"{the} is {length} metres long.", DENIED),
    ]
    asked = [
        Asked(
            f"When does {beast} look for food?",
            time,
            right=(f"It does so {time}.", upper(time)),
            wrong=(not_time, "in spring", f"It does so {not_time}."),
        ),
        Asked(
            "Why do people kill it?",
            why,
            right=(f"because {said}", said),
            wrong=(f"because {wrong_why}", wrong_why, f"because it eats {food}"),
        ),
        Asked(
            f"In which country does {beast} live?",
            land,
            right=(f"in {land}",),
            wrong=(far, f"in {far}"),
        ),
        Asked(
            "How many young are in a litter?",
            young,
            right=(f"{young} young", f"There are {young}."),
            wrong=(not_young, f"{not_young} young", str(years)),
        ),
        Asked("Which animals kill it?", foe, right=(upper(foe),), wrong=(not_foe, food, "farmers")),
        Asked(
            "What does it eat?",
            food,
            right=(f"It eats {food}.",),
            wrong=(not_food, foe, f"It eats {not_food}."),
        ),
    ]
    heavy = rng.randrange(10, 90) * 10
    details = [
        (
            "It swims very well.",
            "It cannot swim.",
            "It is a good swimmer.",
            "It is unable to swim.",
        ),
        (
            "Its numbers have fallen in recent years.",
            "Its numbers have risen in recent years.",
            "There are fewer of them than some years ago.",
            "There are more of them than some years ago.",
        ),
        (
            "The male helps to raise the young.",
            "The male takes no part in raising the young.",
            "The young are cared for by both parents.",
            "The female raises the young on her own.",
        ),
        ("Its fur is brown.", "Its fur is grey.", "It has brown hair.", "It has grey hair."),
    ]
    maybe = (
        f"It weighs about {heavy} grams.",
        "How heavy is it?",
        f"{heavy} grams",
        (f"about {heavy} grams", f"It weighs {heavy} grams."),
        (f"{length} grams", f"{years} kilos", f"It weighs {heavy + 150} grams."),
        (f"{length} grams", f"{years} kilos", f"It weighs {heavy} grams."),
    )
    return finish(rng, text, statements, asked, details, maybe)


def experiment(rng: random.Random) -> Scene:
    """Return an experiment with two groups."""
    boss = full_name(rng)
    city = rng.choice(CITIES)
    thing, other = two(
        rng,
        "tomato plants,mice,sunflowers,bean plants,fruit flies,snails,pea plants,"
        "goldfish,cress plants,young trout",
    )
    treat, not_treat = two(
        rng,
        "classical music,blue light,salt water,an electric field,loud noise,"
        "cigarette smoke,a weak magnet,red light",
    )
    count, weeks = rng.randrange(2, 20) * 10, rng.choice(NUMBERS[1:])
    up = rng.random() < 0.5
    grew, less = ("faster", "more slowly") if up else ("more slowly", "faster")
    month, not_month = two(rng, MONTHS)
    text = " ".join(
        (
            rng.choice(
                (
                    f"In {month} a team led by {boss} began an experiment in {city}.",
                    f"{boss} and {her(boss.split()[0])} team in {city} started a trial in {month}.",
                )
            ),
            rng.choice(
                (
                    f"They wanted to find out whether {treat} affects the growth of {thing}.",
                    f"The question was if {thing} grow differently under the influence of {treat}.",
                )
            ),
            rng.choice(
                (
                    f"{count} {thing} were divided into two groups of equal size.",
                    f"They split {count} {thing} into two equally large groups.",
                )
            ),
            rng.choice(
                (
                    f"Only the first group was exposed to {treat}.",
                    f"The first group got {treat}, the second one did not.",
                )
            ),
            rng.choice(
                (
                    f"After {weeks} weeks the first group had grown {grew} than the second.",
                    f"When {weeks} weeks were over, growth in the first group had been "
                    f"{'greater' if up else 'smaller'} than in the second.",
                )
            ),
            rng.choice(
                (
                    "The researchers cannot explain this yet and plan a second trial.",
                    "As there is no explanation so far, the trial will be repeated.",
                )
            ),
        )
    )
    statements = [
        (f"Each group consisted of {count // 2} {thing}.", ENTAILED),
        (f"Each group consisted of {count} {thing}.", DENIED),
        (f"Both groups were exposed to {treat}.", DENIED),
        (f"{boss} was in charge.", ENTAILED),
        (f"The group with {treat} grew {grew}.", ENTAILED),
        (f"The group with {treat} grew {less}.", DENIED),
        ("The cause of the effect is known.", DENIED),
        ("Another trial is planned.", ENTAILED),
        ("The two groups grew at the same rate.", DENIED),
        (f"The second group did not get {treat}.", ENTAILED),
    ]
    asked = [
        Asked(
            "Who was the head of the team?",
            boss,
            right=(f"It was {boss}.", boss.split()[1]),
            wrong=(city, full_name(rng), "the first group"),
        ),
        Asked(
            "What was the first group exposed to?",
            treat,
            right=(f"It was exposed to {treat}.",),
            wrong=(not_treat, f"It was exposed to {not_treat}.", "the second group"),
        ),
        Asked(
            "When did the experiment start?",
            month,
            right=(f"in {month}",),
            wrong=(not_month, f"in {not_month}", f"after {weeks} weeks"),
        ),
        Asked(
            "What was the effect of the treatment?",
            None,
            right=(f"the {thing} grew {grew}", f"{'more' if up else 'less'} growth"),
            wrong=(
                f"the {thing} grew {less}",
                f"{'less' if up else 'more'} growth",
                "no effect at all",
            ),
        ),
        Asked(
            "How long did the experiment last?",
            f"{weeks} weeks",
            right=(f"for {weeks} weeks",),
            wrong=("two weeks", f"{weeks} months", str(count)),
        ),
    ]
    payer, no_payer = two(
        rng,
        "a foundation,the ministry of health,a drinks company,a rich widow,"
        "the university,a private donor",
    )
    details = [
        (
            "The result came as a surprise.",
            "The result was just what the team had expected.",
            "The scientists had not expected this.",
            "The outcome was as the scientists had foreseen.",
        ),
        (
            "The second trial will be longer.",
            "The second trial will be shorter.",
            "The next trial will take more time.",
            "The next trial will take less time.",
        ),
        (
            f"{boss} had worked with {other} before.",
            f"{boss} had never worked with {other} before.",
            f"{boss} had some experience with {other}.",
            f"{boss} had no experience with {other}.",
        ),
        (
            "A magazine has printed the results.",
            "The results have not been printed anywhere yet.",
            "The results have been published.",
            "The results are still unpublished.",
        ),
    ]
    maybe = (
        f"The costs were paid by {payer}.",
        "Where did the money for it come from?",
        payer,
        (f"from {payer}",),
        (f"from {no_payer}", boss, f"from the city of {city}"),
        (f"from {payer}", boss, f"from the city of {city}"),
    )
    return finish(rng, text, statements, asked, details, maybe)


def journey(rng: random.Random) -> Scene:
    """Return a trip of two friends."""
    a, b, c = people(rng, 3)
    start, goal = two(rng, CITIES)
    stop = rng.choice([city for city in CITIES if city not in (start, goal)])
    go, back = two(rng, "by train,by bus,by ship,by plane,by car")
    day, home = two(rng, DAYS)
    lost, kept = two(rng, "suitcase,passport,camera,umbrella,phone,wallet,guitar")
    night, not_night = two(
        rng,
        "in a tent,in a cheap hotel,at a campsite,in a monastery,in a farmhouse,"
        "on a houseboat,in a youth hostel",
    )
    sight, not_sight = two(
        rng,
        "the cathedral,the zoo,the old harbour,a glass museum,the botanical "
        "garden,"
        "a chocolate factory",
    )
    why, said, not_said = rng.choice(
        (
            ("they had run out of money", "they could not afford to stay", "the weather was bad"),
            ("it would not stop raining", "the weather was bad", "they could not afford to stay"),
            ("{b} had a fever", "one of them was ill", "the weather was bad"),
        )
    )
    why = why.replace("{b}", b)
    text = " ".join(
        (
            rng.choice(
                (
                    f"On {day} {a} and {b} set off from {start} {go}.",
                    f"{a} and {b} left {start} {go} on {day}.",
                )
            ),
            rng.choice(
                (
                    f"They changed in {stop}, where {a} lost {her(a)} {lost}.",
                    f"During a short stop in {stop}, {a}'s {lost} got lost.",
                )
            ),
            rng.choice(
                (f"In {goal} they slept {night}.", f"They spent their nights in {goal} {night}.")
            ),
            rng.choice((f"{b} liked {sight} best.", f"The highlight for {b} was {sight}.")),
            rng.choice(
                (
                    f"They went home earlier than planned because {why}.",
                    f"As {why}, they cut the trip short.",
                )
            ),
            rng.choice(
                (
                    f"They were back on {home}; the return journey was {back}.",
                    f"They travelled back {back} and arrived on {home}.",
                )
            ),
        )
    )
    statements = [
        (f"{a} and {b} travelled to {goal}.", ENTAILED),
        (f"They left {start} on {home}.", DENIED),
        (f"{a} went on the trip alone.", DENIED),
        (f"They returned {back}.", ENTAILED),
        (f"The {lost} was lost in {stop}.", ENTAILED),
        (f"The {lost} belonged to {b}.", DENIED),
        ("They stayed longer than they had meant to.", DENIED),
        ("Their trip was shorter than planned.", ENTAILED),
        (f"{upper(sight)} was what {b} enjoyed most.", ENTAILED),
        (f"They got home on {home}.", ENTAILED),
        (f"They got home on {day}.", DENIED),
    ]
    asked = [
        Asked(
            f"Who travelled with {a}?",
            b,
            right=(f"{b} did.", f"It was {b}."),
            wrong=(c, f"{c} did.", "nobody"),
        ),
        Asked(
            f"Where did {a} lose something?",
            stop,
            right=(f"in {stop}",),
            wrong=(start, f"in {goal}", f"in {start}"),
        ),
        Asked(
            f"What did {a} lose?",
            lost,
            right=(f"{her(a)} {lost}", f"a {lost}".replace("a u", "an u")),
            wrong=(kept, f"{her(a)} {kept}", sight),
        ),
        Asked(
            "Why did they end the trip early?",
            why,
            right=(f"because {said}", said),
            wrong=(f"because {not_said}", not_said, f"because {a} lost {her(a)} {lost}"),
        ),
        Asked(
            "How did they get home?",
            back,
            right=(f"They went {back}.",),
            wrong=(go, f"They went {go}.", night),
        ),
        Asked(
            f"Where did they sleep in {goal}?",
            night,
            right=(f"They slept {night}.",),
            wrong=(not_night, f"in {stop}", f"They slept {not_night}."),
        ),
    ]
    details = [
        (
            f"The {lost} was found two days later.",
            f"The {lost} was never found.",
            f"The {lost} turned up again.",
            f"The {lost} did not turn up again.",
        ),
        (
            f"They had never been to {goal} before.",
            f"They had been to {goal} once before.",
            f"It was their first visit to {goal}.",
            f"It was not their first visit to {goal}.",
        ),
        (
            f"{c} paid for the trip.",
            "They paid for the trip themselves.",
            f"The money for the trip came from {c}.",
            "They paid for it with their own money.",
        ),
        (
            f"{a} did not like {sight} at all.",
            f"{a} enjoyed {sight} very much too.",
            f"{a} disliked {sight}.",
            f"{a} had pleasure in {sight}.",
        ),
    ]
    maybe = (
        f"{a} preferred {not_sight} to everything else.",
        f"What did {a} like best?",
        not_sight,
        (f"{a} liked {not_sight} best.",),
        (sight, f"{a} liked {sight} best."),
        (sight, goal, f"{a} liked {not_sight} best."),
    )
    return finish(rng, text, statements, asked, details, maybe)


def recipe(rng: random.Random) -> Scene:
    """Return a family recipe."""
    cook, kin = people(rng, 2)
    dish, not_dish = two(
        rng, "potato bake,cheese pie,onion tart,fish pie,carrot cake,rice pudding,lentil loaf"
    )
    base = rng.choice(("potatoes", "carrots", "butter", "cream"))
    spice, not_spice = two(rng, "cinnamon,thyme,nutmeg,ginger,mint,saffron,pepper")
    mins, rest = rng.sample(range(10, 95, 5), 2)
    eaters, not_eaters = two(rng, NUMBERS[2:8])
    feast, not_feast = two(
        rng, "New Year's Day,birthdays,Christmas Eve,the first day of school,Sundays"
    )
    place = rng.choice(CITIES)
    text = " ".join(
        (
            rng.choice(
                (
                    f"{cook} learned to make {dish} from {her(cook)} neighbour {kin}.",
                    f"It was {kin}, a neighbour, who taught {cook} how to make {dish}.",
                )
            ),
            rng.choice((f"It is a recipe from {place}.", f"The recipe comes from {place}.")),
            rng.choice(
                (
                    f"First {she(cook)} mixes {base} with a little {spice}.",
                    f"The first step is to mix {base} with some {spice}.",
                )
            ),
            rng.choice(
                (
                    f"Then everything cooks for {mins} minutes.",
                    f"It has to cook for {mins} minutes.",
                )
            ),
            rng.choice(
                (
                    f"After that it must stand for {rest} minutes so that it becomes firm.",
                    f"To become firm, it is then left to stand for {rest} minutes.",
                )
            ),
            rng.choice((f"The amount is enough for {eaters} people.", f"It serves {eaters}.")),
            rng.choice((f"The family eats it on {feast}.", f"{cook}'s family has it on {feast}.")),
        )
    )
    statements = [
        (f"{kin} taught {cook} the recipe.", ENTAILED),
        (f"{cook} taught {kin} the recipe.", DENIED),
        (f"{cook} invented the dish.", DENIED),
        (f"The recipe has its origin in {place}.", ENTAILED),
        (f"{upper(spice)} is one of the ingredients.", ENTAILED),
        (f"There is no {spice} in it.", DENIED),
        (f"The dish is cooked for {mins} minutes.", ENTAILED),
        (f"It is cooked for {rest} minutes.", DENIED),
        ("It can be eaten straight after cooking.", DENIED),
        (f"{upper(eaters)} people can eat from it.", ENTAILED),
    ]
    asked = [
        Asked(
            f"From whom did {cook} get the recipe?",
            kin,
            right=(f"from {kin}", "from a neighbour"),
            wrong=(cook, "from a teacher", f"from {place}"),
        ),
        Asked(
            "Why does it have to stand for a while?",
            None,
            right=("so that it gets firm", "to become firm"),
            wrong=("so that it cools down", "to become soft", "so that it serves more people"),
        ),
        Asked(
            "How long does it cook?",
            f"{mins} minutes",
            right=(f"for {mins} minutes", f"{mins} min"),
            wrong=(f"{rest} minutes", f"for {rest} minutes", f"{mins} hours"),
        ),
        Asked(
            "Which spice is used?",
            spice,
            right=(f"It is {spice}.",),
            wrong=(not_spice, base, f"It is {not_spice}."),
        ),
        Asked(
            "When does the family eat it?",
            feast,
            right=(f"on {feast}",),
            wrong=(not_feast, f"on {not_feast}", f"after {mins} minutes"),
        ),
        Asked(
            "How many people is it for?",
            eaters,
            right=(f"{eaters} people", f"for {eaters}"),
            wrong=(not_eaters, f"{not_eaters} people", str(mins)),
        ),
    ]
    gram = rng.choice((2, 3, 4, 6, 7, 8))
    details = [
        (
            f"{kin} still lives next door.",
            f"{kin} has moved away since then.",
            f"{kin} is a neighbour to this day.",
            f"{kin} is no longer a neighbour.",
        ),
        (
            f"It is {cook}'s favourite dish.",
            f"It is not {cook}'s favourite dish.",
            f"{cook} likes it better than any other dish.",
            f"{cook} likes another dish better.",
        ),
        (
            "Guests always praise it.",
            "Guests do not care for it much.",
            "Visitors like the dish.",
            "Visitors are not fond of the dish.",
        ),
        (
            f"{cook} also makes {not_dish}.",
            f"It is the only dish that {cook} can make.",
            f"{cook} knows how to make {not_dish}.",
            f"{cook} does not know how to make {not_dish}.",
        ),
    ]
    maybe = (
        f"One needs {gram} grams of salt.",
        "How much salt is needed?",
        f"{gram} grams",
        (f"{gram} g", f"One needs {gram} grams."),
        (f"{mins} grams", f"One needs {rest} grams."),
        (f"{mins} grams", f"One needs {gram} grams."),
    )
    return finish(rng, text, statements, asked, details, maybe)


def news(rng: random.Random) -> Scene:
    """Return a small news item."""
    hero, vet = people(rng, 2)
    city, far = two(rng, CITIES)
    street, not_street = two(
        rng, "Mill Lane,Station Road,Harbour Street,Church Square,Park Avenue,High Street"
    )
    day, not_day = two(rng, DAYS)
    job, not_job = two(
        rng, "postman,bus driver,student,baker,window cleaner,police officer,nurse,plumber"
    )
    if she(hero) == "she":
        job, not_job = (word.replace("postman", "postwoman") for word in (job, not_job))
    beast, _ = two(rng, "python,monkey,kangaroo,ostrich,crocodile,parrot,llama")
    how, said, not_how, not_said = rng.choice(
        (
            (
                "with a blanket",
                "by throwing a cover over it",
                "with a bunch of bananas",
                "by offering fruit",
            ),
            (
                "with a bunch of bananas",
                "by offering fruit",
                "with a fishing net",
                "by using a net",
            ),
            (
                "with a fishing net",
                "by using a net",
                "with a blanket",
                "by throwing a cover over it",
            ),
        )
    )
    owner, not_owner = two(rng, "a circus,a private collector,a zoo,a pet shop,a film company")
    fine, hours = rng.randrange(2, 40) * 50, rng.choice(NUMBERS[:6])
    slip, told, not_told = rng.choice(
        (
            ("a keeper had left the gate open", "somebody's carelessness", "stormy weather"),
            ("a storm had damaged the cage", "stormy weather", "somebody's carelessness"),
        )
    )
    text = " ".join(
        (
            rng.choice(
                (
                    f"{an(beast)[:1].upper()}{an(beast)[1:]} caused a stir in {street} in {city} "
                    f"on {day}.",
                    f"People in {street} in {city} could not believe their eyes on {day}: "
                    f"{an(beast)} was on "
                    "the loose.",
                )
            ),
            rng.choice((f"The animal belonged to {owner}.", f"It was the property of {owner}.")),
            rng.choice((f"It had escaped because {slip}.", f"It had got out, as {slip}.")),
            rng.choice(
                (
                    f"After {hours} hours {an(job)} called {hero} caught it {how}.",
                    f"{hero}, {an(job)}, managed to catch it {how} after {hours} hours.",
                )
            ),
            rng.choice(
                (
                    f"A vet from {far}, {vet}, examined it and found it healthy.",
                    f"It was examined by {vet}, a vet from {far}, who found nothing wrong.",
                )
            ),
            f"The owner has to pay a fine of {fine} euros.",
        )
    )
    statements = [
        (f"{upper(an(beast))} was seen in {street}.", ENTAILED),
        (f"The animal was caught by {hero}.", ENTAILED),
        (f"{vet} caught the animal.", DENIED),
        (f"The vet came from {city}.", DENIED),
        ("The animal was ill.", DENIED),
        ("The animal was healthy.", ENTAILED),
        (f"{hero} worked as {an(job)}.", ENTAILED),
        ("The animal was never caught.", DENIED),
        (f"The cause of its escape was {told}.", ENTAILED),
        (f"The cause of its escape was {not_told}.", DENIED),
        (f"The owner is fined {fine} euros.", ENTAILED),
        ("The owner gets away without a fine.", DENIED),
    ]
    asked = [
        Asked(
            "Who caught the animal?",
            hero,
            right=(f"{hero}, {an(job)}", an(job), f"It was {hero}."),
            wrong=(vet, f"{vet}, a vet", an(not_job), f"It was {vet}."),
        ),
        Asked(
            "How was it caught?",
            how,
            right=(said, f"It was caught {how}."),
            wrong=(not_said, not_how, f"It was caught {not_how}."),
        ),
        Asked(
            "How did it come to be free?",
            slip,
            right=(told, f"because of {told}"),
            wrong=(not_told, f"because of {not_told}", f"because {hero} let it out"),
        ),
        Asked(
            "Where was the animal seen?",
            street,
            right=(f"in {street}", f"in {city}"),
            wrong=(far, f"in {far}", f"in {not_street}"),
        ),
        Asked(
            "When did this happen?",
            day,
            right=(f"on {day}",),
            wrong=(not_day, f"on {not_day}", f"after {fine} hours"),
        ),
        Asked(
            "Whose animal was it?",
            owner,
            right=(f"It belonged to {owner}.", f"{owner}'s"),
            wrong=(not_owner, f"{hero}'s", f"It belonged to {not_owner}."),
        ),
    ]
    age = rng.randrange(8, 25)
    details = [
        (
            "It had never got out before.",
            "It had already got out the year before.",
            "It was its first escape.",
            "It was not its first escape.",
        ),
        (
            f"{hero} was not afraid for a moment.",
            f"{hero} admitted to having been afraid.",
            f"{hero} felt no fear.",
            f"{hero} felt fear.",
        ),
        (
            f"{hero} was given a reward.",
            f"{hero} got no reward.",
            f"{hero} received something in return.",
            f"{hero} received nothing in return.",
        ),
        (
            "A child had seen it first.",
            "A taxi driver had seen it first.",
            "The first person to notice it was a child.",
            "The first person to notice it was a taxi driver.",
        ),
    ]
    maybe = (
        f"The animal is {age} years old.",
        "How old is the animal?",
        str(age),
        (f"{age} years old", f"It is {age}."),
        (f"{hours} hours", str(fine), f"It is {age + 2}."),
        (hours, str(fine), f"It is {age}."),
    )
    return finish(rng, text, statements, asked, details, maybe)


def fable(rng: random.Random) -> Scene:
    """Return a small fable."""
    strong, weak = two(rng, "lion,bear,wolf,fox,crow,mouse,hare,hedgehog,goat,stork,frog,donkey")
    third = rng.choice([w for w in spaced("owl,turtle,cat,snake", ",") if w not in (strong, weak)])
    spot, not_spot = two(rng, "a well,a river,a vineyard,a snowy field,a cave,a barn")
    thing, not_thing = two(
        rng, "a piece of cheese,a golden ring,a jar of honey,a fish,a loaf of bread,a bell"
    )
    trick, told, not_told = rng.choice(
        (
            ("pretended to be dead", "by playing dead", "by praising the {k}'s voice"),
            (
                "praised the {k}'s beautiful voice",
                "by praising the {k}'s voice",
                "by shouting that hunters came",
            ),
            (
                "shouted that hunters were coming",
                "by shouting that hunters came",
                "by playing dead",
            ),
        )
    )
    trick, told, not_told = (t.replace("{k}", strong) for t in (trick, told, not_told))
    feel, felt, not_felt = rng.choice(
        (
            ("ashamed", "embarrassed", "very proud"),
            ("furious", "very angry", "calm and happy"),
            ("sad", "unhappy", "cheerful"),
        )
    )
    times, not_times = two(rng, NUMBERS[:5])
    text = " ".join(
        (
            rng.choice(
                (
                    f"Once upon a time {an(strong)} found {thing} near {spot}.",
                    f"Long ago {an(strong)} came upon {thing} beside {spot}.",
                )
            ),
            rng.choice(
                (
                    f"{upper(an(weak))}, who wanted it badly, begged {times} times for a share.",
                    f"{upper(an(weak))} asked {times} times if they could share it.",
                )
            ),
            rng.choice((f"But the {strong} refused.", f"The {strong} would not hear of it.")),
            rng.choice(
                (
                    f"So the {weak} {trick}, and in the confusion ran off with the find.",
                    f"Then the {weak} {trick} and, a moment later, made off with the find.",
                )
            ),
            rng.choice((f"The {strong} was {feel}.", f"The {strong} stayed behind, {feel}.")),
            rng.choice(
                (
                    f'"Half would have been better than nothing," said the {third}, who had '
                    "watched it all.",
                    f'The {third}, who had seen everything, said: "Who shares keeps half."',
                )
            ),
        )
    )
    statements = [
        (f"The {strong} shared the find with the {weak}.", DENIED),
        (f"The {weak} wanted a share.", ENTAILED),
        (f"The {weak} found {thing}.", DENIED),
        (f"The {strong} found {thing}.", ENTAILED),
        (f"In the end the {weak} had the find.", ENTAILED),
        (f"In the end the {strong} had the find.", DENIED),
        (f"The {third} saw what happened.", ENTAILED),
        ("Nobody saw what happened.", DENIED),
        (f"The {strong} was {felt}.", ENTAILED),
        (f"The {strong} was {not_felt}.", DENIED),
    ]
    asked = [
        Asked(
            f"What did the {strong} find?",
            thing,
            right=(thing.split(" ", 1)[1], upper(thing)),
            wrong=(not_thing, spot, f"the {weak}"),
        ),
        Asked(
            f"How did the {weak} get the find?",
            trick,
            right=(told, f"The {weak} {trick}."),
            wrong=(not_told, "by asking for a share", f"The {strong} gave it away."),
        ),
        Asked(
            f"How did the {strong} feel in the end?",
            feel,
            right=(felt, f"It felt {felt}."),
            wrong=(not_felt, f"It felt {not_felt}.", "generous"),
        ),
        Asked(
            "Who watched it all?",
            f"the {third}" if f"the {third}" in text else f"The {third}",
            right=(f"{an(third)}", third),
            wrong=(f"the {weak}", f"the {strong}", an(weak)),
        ),
        Asked(
            f"How often did the {weak} ask for a share?",
            f"{times} times",
            right=(times, f"It asked {times} times."),
            wrong=(not_times, f"{not_times} times", "never"),
        ),
        Asked(
            "Where was it found?",
            spot,
            right=(f"near {spot}", f"beside {spot}"),
            wrong=(f"near {not_spot}", not_spot, f"beside {not_spot}"),
        ),
    ]
    call, no_call = two(rng, "Pim,Tuk,Bosko,Nibs,Rollo,Fidget,Momo,Zip,Grub")
    details = [
        (
            f"The {third} was a friend of the {weak}.",
            f"The {third} was an enemy of the {weak}.",
            f"The {third} and the {weak} were friends.",
            f"The {third} and the {weak} were enemies.",
        ),
        (
            f"The {strong} ran after the {weak}.",
            f"The {strong} did not run after the {weak}.",
            f"The {strong} chased the {weak}.",
            f"The {weak} was not chased by the {strong}.",
        ),
        (
            f"The {weak} was the younger of the two.",
            f"The {weak} was the older of the two.",
            f"The {weak} was younger than the {strong}.",
            f"The {strong} was younger than the {weak}.",
        ),
        (
            f"The {weak} hid the find in a tree.",
            f"The {weak} buried the find in the ground.",
            "The find ended up in a tree.",
            "The find ended up in the earth.",
        ),
    ]
    maybe = (
        f"The {weak} was called {call}.",
        f"What was the name of the {weak}?",
        call,
        (f"It was called {call}.",),
        (third, strong, f"It was called {no_call}."),
        (third, strong, f"It was called {call}."),
    )
    return finish(rng, text, statements, asked, details, maybe)


FAMILIES: tuple[Callable[[random.Random], Scene], ...] = (
    biography,
    building,
    company,
    animal,
    experiment,
    journey,
    recipe,
    news,
    fable,
)


def make(rng: random.Random) -> Scene:
    """Return a paragraph with some of its statements and questions."""
    scene = rng.choice(FAMILIES)(rng)
    picked = []
    for asked in [scene.questions[-1], *rng.sample(scene.questions[:-1], rng.choice((3, 4, 5)))]:
        good = {text.lower().rstrip(".") for text in (*asked.right, asked.answer or "")}
        wrong = [w for w in dict.fromkeys(asked.wrong) if w.lower().rstrip(".") not in good]
        picked.append(
            Asked(
                asked.text, asked.answer, asked.answerable, asked.right, tuple(wrong), asked.after
            )
        )
    return Scene(scene.text, scene.statements, tuple(picked))
