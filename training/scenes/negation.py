"""Negation: not, never, neither, nobody, without, lacks, un- words, double negation, denials."""

from __future__ import annotations

import random
from collections.abc import Callable

from training.scenes._deeds import around, deeds, drawn, forms, judged, told, who, yes_no
from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, DAYS, people, she, spaced, upper


def plain(rng: random.Random) -> Scene:
    """Two people, two or three deeds, some done and some not."""
    (a, b), (d, e, f) = people(rng, 2), deeds(rng, 3)
    one, two = rng.random() < 0.5, rng.random() < 0.5
    text = around(rng, d.topic, told(rng, a, d, one), told(rng, b, e, two))
    return Scene(
        text,
        (
            judged(rng, a, d, one),
            judged(rng, b, e, two),
            judged(rng, a, f, None)
            if rng.random() < 0.5
            else judged(
                rng,
                *rng.choice(
                    (
                        (b, f) if two else (a, e),
                        (a, f) if one else (b, d),
                        (b, f),
                        (a, d.swap(d.others[0])),
                    )
                ),
                None,
            ),
        ),
        (yes_no(rng, a, d, one), yes_no(rng, b, e, two)),
    )


def not_but(rng: random.Random) -> Scene:
    """Not one person but another did it."""
    (a, b), (d, e) = people(rng, 2), deeds(rng, 2)
    text = around(
        rng,
        d.topic,
        rng.choice(
            (
                f"It was not {a} but {b} who {d.did}.",
                f"It was {b}, not {a}, who {d.did}.",
                f"{d.obj} {d.was} {d.part} by {b}, not by {a}.",
                f"{b}, and not {a}, {d.did}.",
                f"{a} did not {d.do}; {b} did.",
                f"Many believe that {a} {d.did}, but in fact it was {b}.",
                f"{d.obj} {d.was} not {d.part} by {a}, as first reported, but by {b}.",
                f"Instead of {a}, {b} {d.did}.",
            )
        ),
    )
    return Scene(
        text,
        (
            judged(rng, b, d, True),
            judged(rng, a, d, False),
            judged(rng, rng.choice((a, b)), e, None),
            judged(rng, b, d.swap(d.others[0]), None),
        ),
        (
            who(rng, d, b, (a,)),
            Asked(
                rng.choice((f"Who did not {d.do}?", f"Who didn't {d.do}?")),
                a,
                True,
                (f"It was {a}.", f"{a} did not."),
                (b, f"It was {b}.", f"{b} did not."),
            ),
            yes_no(rng, *rng.choice(((a, d, False), (b, d, True)))),
        ),
    )


def not_object(rng: random.Random) -> Scene:
    """Somebody did it to one thing and not to another."""
    (a, b), (d, f) = people(rng, 2), deeds(rng, 2)
    e = d.swap(d.others[0])
    text = around(
        rng,
        d.topic,
        rng.choice(
            (
                f"{a} {d.did}, but not {e.obj}.",
                f"{a} {d.forms[1]} not {e.obj} but {d.obj}.",
                f"{a} did not {e.do}, only {d.obj}.",
                f"{a} never {e.did}, though {she(a)} {d.did}.",
                f"Instead of {e.obj}, {a} {d.did}.",
                f"{a} {d.did} and left out {e.obj}.",
                f"What {a} {d.forms[1]} was {d.obj}, not {e.obj}.",
            )
        ),
    )
    what = Asked(
        rng.choice((f"What did {a} {d.forms[0]}?", f"What was it that {a} {d.forms[1]}?")),
        d.obj,
        True,
        (upper(d.obj) + ".", f"{a} {d.did}.", d.obj.removeprefix("the ")),
        (e.obj, f"{a} {e.did}.", e.obj.removeprefix("the ")),
    )
    left = Asked(
        f"What did {a} not {d.forms[0]}?",
        e.obj,
        True,
        (f"{a} did not {e.do}.", e.obj.removeprefix("the ")),
        (d.obj, f"{a} did not {d.do}.", d.obj.removeprefix("the ")),
    )
    return Scene(
        text,
        (
            judged(rng, a, d, True),
            judged(rng, a, e, False),
            judged(rng, b, e, None),
            judged(rng, a, f, None),
        ),
        (what, left, yes_no(rng, a, e, False)),
    )


def neither(rng: random.Random) -> Scene:
    """Neither of two people did it, or both did."""
    (a, b, c), (d, e) = people(rng, 3), deeds(rng, 2)
    yes = rng.random() < 0.5
    text = around(
        rng,
        d.topic,
        rng.choice(
            (
                f"Both {a} and {b} {d.did}.",
                f"{a} {d.did}, and so did {b}.",
                f"{a} {d.did}, and {b} did not fail to do so either.",
                f"{a} {d.did} and {b} did, too.",
            )
            if yes
            else (
                f"Neither {a} nor {b} {d.did}.",
                f"{a} did not {d.do}, nor did {b}.",
                f"{a} didn't {d.do}, and {b} didn't either.",
                f"Neither of the two, {a} and {b}, {d.did}.",
                f"{d.obj} {d.was} {d.part} neither by {a} nor by {b}.",
            )
        ),
    )
    both, none = rng.choice(
        (
            (f"Both {a} and {b} {d.did}.", f"Neither {b} nor {a} {d.did}."),
            (f"{b} and {a} both {d.did}.", f"{b} did not {d.do}, and neither did {a}."),
        )
    )
    return Scene(
        text,
        (
            (both, ENTAILED if yes else DENIED),
            (none, DENIED if yes else ENTAILED),
            judged(rng, rng.choice((a, b)), d, yes),
            judged(rng, c, d, None),
            judged(rng, a, e, None),
            judged(rng, b, e, None),
        ),
        (yes_no(rng, a, d, yes), yes_no(rng, b, d, yes)),
    )


GROUPS = spaced(
    "committee team crew orchestra class choir jury council family staff board delegation troupe "
    "band expedition club"
)


def nobody(rng: random.Random) -> Scene:
    """Nobody in a group did it, or everybody did; a named person belongs to the group."""
    (a, b, c), (d, e), g = people(rng, 3), deeds(rng, 2), rng.choice(GROUPS)
    yes = rng.random() < 0.5
    member = rng.choice(
        (
            f"{a} and {b} belong to the {g}; {c} does not.",
            f"Unlike {c}, {a} and {b} are members of the {g}.",
            f"{a} and {b} are in the {g}, whereas {c} is not.",
        )
    )
    fact = rng.choice(
        (
            f"Everybody in the {g} {d.did}.",
            f"Every member of the {g} {d.did}.",
            f"There was nobody in the {g} who did not {d.do}.",
            f"No member of the {g} failed to {d.do}.",
        )
        if yes
        else (
            f"Nobody in the {g} {d.did}.",
            f"No member of the {g} {d.did}.",
            f"Not one member of the {g} {d.did}.",
            f"None of the members of the {g} {d.did}.",
            f"Everyone in the {g} refused to {d.do}.",
        )
    )
    parts = [member, fact] if rng.random() < 0.6 else [fact, member]
    return Scene(
        around(rng, d.topic, *parts),
        (
            judged(rng, a, d, yes),
            judged(rng, b, d, yes),
            judged(rng, c, d, None),
            judged(rng, rng.choice((a, b)), e, None),
            rng.choice(
                (
                    (f"At least one member of the {g} {d.did}.", ENTAILED if yes else DENIED),
                    (
                        f"At least one member of the {g} did not {d.do}.",
                        DENIED if yes else ENTAILED,
                    ),
                )
            ),
        ),
        (
            yes_no(rng, a, d, yes),
            Asked(
                f"Who does not belong to the {g}?",
                c,
                True,
                (f"It is {c}.", f"{c} does not."),
                (a, b, f"It is {b}.", f"{a} does not."),
            ),
        ),
    )


# noun phrase: pairs of an adjective and its exact opposite
STATES = {
    "the door,the gate,the safe,the cellar": "locked/unlocked",
    "the agreement,the contract,the letter,the form": "signed/unsigned,valid/invalid",
    "the bill,the invoice,the fine,the rent": "paid/unpaid",
    "the symphony,the novel,the cathedral,the bridge": "finished/unfinished,complete/incomplete",
    "the mushroom,the berry,the root,the fish": "edible/inedible",
    "the crossing,the ascent,the rescue,the repair": "possible/impossible",
    "the spare part,the medicine,the ticket,the data": "available/unavailable",
    "the custom,the trade,the sale,the strike": "legal/illegal",
    "the comet,the crack,the stain,the island": "visible/invisible",
    "the baker,the painter,the admiral,the librarian": "married/unmarried",
    "the house,the lighthouse,the island,the farm": "inhabited/uninhabited",
    "the author,the cause,the price,the date": "known/unknown",
    "the letter,the parcel,the envelope,the box": "opened/unopened",
    "the suitcase,the van,the weapon,the shed": "attended/unattended",
    "the seat,the flat,the post,the throne": "occupied/unoccupied",
    "the driver,the witness,the patient,the pilot": "conscious/unconscious,able to walk/"
    "unable to walk",
}


def prefix(rng: random.Random) -> Scene:
    """Words with un- or in- and their plain partners, with and without not."""
    things, pairs = rng.choice(list(STATES.items()))
    thing, other = rng.sample(things.split(","), 2)
    good, bad = rng.choice(pairs.split(",")).split("/")
    yes, past = rng.random() < 0.5, rng.random() < 0.5 or good == "opened"
    be, when = ("was", rng.choice((f" on {rng.choice(DAYS)}", " that year", " at the time", "")))
    if not past:
        be, when = "is", rng.choice((" at present", "", " now"))
    p, n = (good, bad) if yes else (bad, good)
    text = upper(
        rng.choice(
            (
                f"{thing} {be} {p}{when}.",
                f"{thing} {be} not {n}{when}.",
                f"some visitors were surprised to learn that {thing} {be} {p}.",
                f"according to the records, which are reliable, {thing} {be} {p}.",
                f"it is a fact that {thing} {be} {p}{when}.",
                f"{thing} {be} by no means {n}{when}.",
            )
        )
    )
    city = rng.choice(CITIES)
    text = rng.choice(
        (
            text,
            f"The story comes from {city}. {text}",
            f"{text} People in {city} talked about it.",
            f"The matter has been looked into in {city}. {text}",
        )
    )
    out = [
        (f"{upper(thing)} {be} {p}.", ENTAILED),
        (f"{upper(thing)} {be} not {n}.", ENTAILED),
        (f"{upper(thing)} {be} {n}.", DENIED),
        (f"{upper(thing)} {be} not {p}.", DENIED),
        (f"It is not true that {thing} {be} {n}.", ENTAILED),
        (f"It is not true that {thing} {be} {p}.", DENIED),
    ]
    more = [(f"{upper(other)} {be} {w}.", OPEN) for w in (p, n, f"not {p}", f"not {n}")]
    answers = [("Yes", f"Yes, {thing} {be} {good}."), ("No", f"No, {thing} {be} {bad}.")]
    ask = Asked(f"{be.capitalize()} {thing} {good}?", None, True, answers[not yes], answers[yes])
    return Scene(text, (*rng.sample(out, 4), *rng.sample(more, 2)), (ask,))


HOLDERS = {
    "cabin,cottage,hotel,houseboat,flat,lodge": "a stove,a balcony,a telephone,a cellar,a lift,"
    "a garage,a bath,a fireplace",
    "village,town,island,suburb,port": "a railway station,a hospital,a library,a school,a harbour,"
    "a market,a theatre,a bank",
    "car,tractor,truck,bus,van": "a radio,a spare wheel,a heater,a roof rack,an alarm,a reversing "
    "camera",
    "phone,laptop,watch,camera,tablet": "a microphone,a flash,a headphone socket,a touch screen,"
    "a torch",
    "beetle,crab,lizard,worm,moth": "a tail,a stinger,a hard shell,a long tongue,a third eye",
    "contract,law,report,handbook": "a summary,an index,an appendix,a glossary,a penalty clause",
    "play,film,opera,novel": "a villain,a narrator,a happy ending,a prologue,a love scene",
}


def lacks(rng: random.Random) -> Scene:
    """A thing has one part and lacks another."""
    kinds, parts = rng.choice(list(HOLDERS.items()))
    kind, (x, y, z) = rng.choice(kinds.split(",")), rng.sample(parts.split(","), 3)
    tag = rng.choice(spaced("old new small grey local third last northern red Danish"))
    thing, bare = f"the {tag} {kind}", y.split(" ", 1)[1]
    text = upper(
        rng.choice(
            (
                f"{thing} has {x} but no {bare}.",
                f"{thing} lacks {y}, but it has {x}.",
                f"{thing} comes with {x} and without {y}.",
                f"there is {x} in {thing}, but there is no {bare}.",
                f"although {thing} does not have {y}, it does have {x}.",
                f"{thing} does not lack {x}; what it lacks is {y}.",
                f"you will not find {y} in {thing}, yet there is {x}.",
            )
        )
    )
    city, name = rng.choice(CITIES), people(rng, 1)[0]
    text = (
        rng.choice(
            (
                f"{name} described it in a letter. ",
                f"A visitor from {city} took notes. ",
                f"{name} gave details in {city}. ",
            )
        )
        + text
    )
    bx, bz = x.split(" ", 1)[1], z.split(" ", 1)[1]
    says_ = [
        (f"{upper(thing)} has {x}.", ENTAILED),
        (f"{upper(thing)} has {y}.", DENIED),
        (f"{upper(thing)} has no {bare}.", ENTAILED),
        (f"{upper(thing)} has no {bx}.", DENIED),
        (f"{upper(thing)} lacks {y}.", ENTAILED),
        (f"{upper(thing)} lacks {x}.", DENIED),
        (f"{upper(thing)} does not lack {x}.", ENTAILED),
        (f"{upper(thing)} is not without {y}.", DENIED),
        (f"{upper(thing)} is not without {x}.", ENTAILED),
        (f"{upper(thing)} does not lack {y}.", DENIED),
    ]
    more = [
        (f"{upper(thing)} has {z}.", OPEN),
        (f"{upper(thing)} lacks {z}.", OPEN),
        (f"{upper(thing)} has no {bz}.", OPEN),
        (f"{upper(thing)} does not lack {z}.", OPEN),
    ]
    have, miss = (
        f"What does {thing} have?",
        rng.choice((f"What does {thing} lack?", f"What does {thing} not have?")),
    )
    return Scene(
        text,
        (*rng.sample(says_, 4), *rng.sample(more, 2)),
        (
            Asked(have, x, True, (bx, f"It has {x}."), (y, bare, f"It has {y}.")),
            Asked(
                miss,
                y if y in text else bare,
                True,
                (y, bare, f"It has no {bare}."),
                (x, bx, f"It has no {bx}."),
            ),
        ),
    )


def false_report(rng: random.Random) -> Scene:
    """A report that turns out to be false or true; a third one stays unchecked."""
    (a, b, c), (d, e, f) = people(rng, 3), deeds(rng, 3)
    yes = rng.random() < 0.5
    word = rng.choice(spaced("rumour report claim story statement"))
    text = around(
        rng,
        d.topic,
        rng.choice(
            (
                f"The {word} that {a} {d.did} is true.",
                f"There was nothing wrong with the {word} that {a} {d.did}; it was true.",
                f"As it turned out, the {word} that {a} {d.did} was correct.",
            )
            if yes
            else (
                f"The {word} that {a} {d.did} is untrue.",
                f"There was no truth in the {word} that {a} {d.did}.",
                f"As it turned out, the {word} that {a} {d.did} was false.",
                f"The {word} that {a} {d.did} has been proved wrong.",
            )
        ),
        rng.choice(
            (
                f"Whether {b} {e.did} has not been checked.",
                f"{c} denied that {b} {e.did}.",
                f"Nobody knows whether {b} {e.did}.",
                f"{b} denies having {e.done}.",
            )
        ),
    )
    return Scene(
        text,
        (
            judged(rng, a, d, yes),
            judged(rng, a, d, yes),
            judged(rng, b, e, None),
            judged(rng, a, f, None),
        )
        if rng.random() < 0.5
        else (judged(rng, a, d, yes), judged(rng, b, e, None)),
        (yes_no(rng, a, d, yes), Asked(f"Who {e.did}?", None, False, (), (a, b, f"It was {b}."))),
    )


BEASTS = spaced(
    "heron frog beetle viper vole owl crab lizard bat moth newt finch spider tortoise fox"
)
HABITS = spaced(
    "hibernate;migrate;live in groups;hunt at night;drink salt water;build nests;shed its skin;"
    "eat seeds;sing;swim;climb trees;dig burrows;change colour;store food;guard its young",
    ";",
)


def species(rng: random.Random) -> Scene:
    """An encyclopedia entry about an animal: what it does and does not do."""
    kind = rng.choice(BEASTS)
    tags = spaced("grey dwarf striped marsh rock golden spotted river desert northern")
    one, two = (f"the {t} {kind}" for t in rng.sample(tags, 2))
    x, y, z = rng.sample(HABITS, 3)
    text = upper(
        rng.choice(
            (
                f"{one} does not {x}, but it does {y}.",
                f"unlike {two}, {one} does not {x}. It does {y}.",
                f"{one} never {forms(x)[4]}, but it {forms(y)[4]}.",
                f"{one} is known to {y}; it does not {x}, however.",
                f"it is a myth that {one} {forms(x)[4]}. What it does is {y}.",
            )
        )
    )
    city = rng.choice(CITIES)
    text += rng.choice(
        (
            "",
            f" It was first described in {city}.",
            " It weighs little.",
            f" A drawing of it hangs in {city}.",
        )
    )
    other = two if "nlike" in text else ""

    def does(who: str, what: str, ok: bool) -> str:
        """Return that somebody does something, or does not."""
        return f"{upper(who)} {forms(what)[4]}." if ok else f"{upper(who)} does not {what}."

    pool = [
        (does(one, x, True), DENIED),
        (does(one, x, False), ENTAILED),
        (does(one, y, True), ENTAILED),
        (does(one, y, False), DENIED),
        (f"It is not true that {one} {forms(x)[4]}.", ENTAILED),
        (f"It is not true that {one} {forms(y)[4]}.", DENIED),
    ]
    more = [(does(one, z, ok), OPEN) for ok in (True, False)]
    more += [(does(other or two, y, ok), OPEN) for ok in (True, False)] if not other else []
    right, wrong = ("No", "No, it does not."), ("Yes", "Yes, it does.")
    return Scene(
        text,
        (*rng.sample(pool, 3), *rng.sample(more, 2)),
        (
            Asked(f"Does {one} {x}?", None, True, right, wrong),
            Asked(f"Does {one} {y}?", None, True, wrong, right),
        ),
    )


def none_left(rng: random.Random) -> Scene:
    """Nothing, none or no trains: counts of zero in everyday news."""
    thing, verb, other = rng.choice(
        (
            ("trains", "left {c}", "buses"),
            ("flights", "landed in {c}", "helicopters"),
            ("paintings", "were damaged in the {c} fire", "statues"),
            ("houses", "were flooded in {c}", "farms"),
            ("shops", "opened in {c}", "cafes"),
            ("ships", "entered the port of {c}", "rowing boats"),
            ("students", "failed the exam in {c}", "trainees"),
            ("votes", "were counted in {c}", "postal ballots"),
            ("lessons", "took place in {c}", "concerts"),
            ("patients", "died in {c}", "animals"),
        )
    )
    c1, day, n = *rng.sample(CITIES, 1), rng.choice(DAYS), rng.choice(spaced("two three four six"))
    verb, yes = verb.format(c=c1), rng.random() < 0.5
    text = (
        rng.choice(
            (
                f"On {day}, {n} {thing} {verb}.",
                f"{upper(n)} {thing} {verb} on {day}.",
                f"It is not true that no {thing} {verb} on {day}: there were {n}.",
            )
        )
        if yes
        else rng.choice(
            (
                f"On {day}, no {thing} {verb}.",
                f"It is not true that any {thing} {verb} on {day}.",
                f"None of the {thing} {verb} on {day}.",
                f"There were no {thing} that {verb} on {day}.",
            )
        )
    )
    text += rng.choice(
        (
            f" The mayor of {c1} spoke on the radio.",
            " The weather was bad.",
            "",
            f" The news came from {people(rng, 1)[0]}.",
        )
    )
    e, d = (ENTAILED, DENIED) if yes else (DENIED, ENTAILED)
    pool = [
        (f"Some {thing} {verb} on {day}.", e),
        (f"No {thing} {verb} on {day}.", d),
        (f"There were no {thing} that {verb} on {day}.", d),
        (f"It is false that no {thing} {verb} on {day}.", e),
    ]
    nxt = DAYS[(DAYS.index(day) + 1) % 7]
    more = [
        (f"Some {other} {verb} on {day}.", OPEN),
        (f"No {other} {verb} on {day}.", OPEN),
        (f"No {thing} {verb} on {nxt}.", OPEN),
        (f"Some {thing} {verb} on {nxt}.", OPEN),
    ]
    return Scene(
        text,
        (*rng.sample(pool, 3), *rng.sample(more, 2)),
        (
            Asked(
                f"On which day was it that {rng.choice(('some', 'several'))} {thing} {verb}?",
                day if yes else None,
                yes,
                (f"On {day}",) if yes else (),
                (nxt, f"On {nxt}") if yes else (day, f"On {day}"),
            ),
        ),
    )


FAMILIES: tuple[Callable[[random.Random], Scene], ...] = (
    plain,
    plain,
    not_but,
    not_but,
    not_object,
    neither,
    nobody,
    prefix,
    lacks,
    false_report,
    species,
    none_left,
)


def make(rng: random.Random) -> Scene:
    """Return a random scene about negation."""
    return drawn(rng, FAMILIES)
