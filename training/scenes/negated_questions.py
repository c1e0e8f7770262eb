"""Questions with not, never, except, without: they ask for the one that is left out."""

from __future__ import annotations

import random
from collections.abc import Callable

from training.scenes._deeds import drawn, forms
from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, DAYS, listed, people, spaced, upper

# What each of several people can do (past); base form | special questions for those left out
SHARED = {
    "school": "hand in the essay;pass the exam;learn the poem;join the choir;"
    "bring a packed lunch;raise a hand;finish the worksheet;understand the joke",
    "sport": "finish the race;clear the bar;train on Sunday;score a goal;warm up;"
    "wear a helmet;reach the final;swim across the bay",
    "cooking": "taste the soup;wash the pans;eat the mushrooms;peel an onion;try the oysters;"
    "order a dessert",
    "history": "sign the treaty;support the king;cross the mountains;pay the tax;"
    "survive the winter;join the revolt",
    "science": "publish a paper;confirm the result;repeat the test;attend the lecture;"
    "wear safety glasses;observe the comet",
    "law": "sign the contract;vote for the law;accept the settlement;appear in court;"
    "receive a fine",
    "nature": "climb the hill;see the otter;plant a tree;hear the cuckoo;cross the stream",
    "work": "answer the email;attend the meeting;work late;accept the offer;get a bonus;"
    "fill in the form",
    "travel": "visit the castle;take the ferry;buy a map;miss the train;lose a bag;"
    "sleep on the bus",
    "health": "take the tablets;catch a cold;get a vaccination;see a dentist;fall ill",
    "art": "sell a painting;visit the gallery;win a prize;paint a portrait;sing a solo",
    "tale": "answer the riddle;enter the cave;believe the witch;see the dragon;drink the potion",
}
PAST = {
    "bring": "brought",
    "learn": "learned",
    "understand": "understood",
    "wear": "wore",
    "eat": "ate",
    "try": "tried",
    "pay": "paid",
    "vote": "voted",
    "see": "saw",
    "hear": "heard",
    "get": "got",
    "take": "took",
    "buy": "bought",
    "lose": "lost",
    "sleep": "slept",
    "catch": "caught",
    "fall": "fell",
    "sell": "sold",
    "win": "won",
    "sing": "sang",
    "drink": "drank",
    "swim": "swam",
    "plan": "planned",
    "clear": "cleared",
    "leave": "left",
    "have": "had",
    "fill": "filled",
}


def past(phrase: str) -> str:
    """Return a verb phrase in the past tense."""
    head, _, tail = phrase.partition(" ")
    return f"{PAST.get(head) or forms(head)[1]} {tail}".strip()


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    return noun[:-1] + "ies" if noun.endswith("y") else noun + "s"


def pick(full: str, text: str, out: str, rest: list[str], when: str) -> Asked:
    """Return a question whose answer is one item and whose wrong answers are the rest."""
    be = "It was" if when == "past" else "It is"
    bare, far = out.removeprefix("the "), rest[-1]
    right, wrong = [f"{be} {out}."], [rest[0], f"{be} {rest[0]}."]
    if bare != out:
        right.append(bare)
        wrong.append(far.removeprefix("the "))
    elif len(rest) > 1:
        wrong.append(far)
    if len(rest) > 1:
        right.append(f"{out}, but not {far}")
        wrong += [listed(rest), f"{far}, but not {out}"]
    return Asked(text, out if out in full else upper(out), True, tuple(right), tuple(wrong))


def many(full: str, text: str, good: list[str], out: str) -> Asked:
    """Return the counterpart question, which all but one item answer."""
    joined, back = listed(good), listed(good[::-1])
    span = joined if joined in full else upper(joined) if upper(joined) in full else None
    return Asked(
        text,
        span,
        True,
        tuple(dict.fromkeys((joined, back, f"{joined}, but not {out}"))),
        (
            out,
            listed([out, *good[1:]]) if good[1:] else f"Only {out}",
            f"{listed([out, *good[1:]])}, but not {good[0]}",
        ),
    )


def facts(
    rng: random.Random, items: list[str], out: str, pred: tuple[str, ...], be: str, were: str
) -> tuple[str, bool]:
    """Return the sentence(s) that set one item apart; also whether the one did it alone.

    `pred` holds the plural predicate, its denial and the same in the singular; `be` is the
    auxiliary that can stand for the predicate; `were` says where the items came up.
    """
    yes, no, yes_s, no_s = pred
    rest = [i for i in items if i != out]
    every, ones = listed(items), listed(rest)
    sing = {"did": "did", "do": "does", "are": "is"}[be]
    if len(items) == 2:
        return rng.choice(
            (
                f"Of {every}, only {out} {yes_s}.",
                f"{upper(out)} {yes_s}, but {ones} {no_s}.",
                f"{upper(ones)} {no_s}; {out} {sing}.",
            )
        ), True
    if rng.random() < 0.5:  # all but one
        return rng.choice(
            (
                f"{upper(ones)} {yes}, but {out} {no_s}.",
                f"{upper(ones)} {yes}; {out} {sing} not.",
                f"Of {every}, all but {out} {yes}.",
                f"Except for {out}, all of them {yes}: {ones} each {be}.",
                f"{upper(every)} {were}. All except {out} {yes}.",
                f"{upper(every)} {were}, and only {out} {no_s}.",
                f"{upper(every)} {were}. With the exception of {out}, they all {yes}.",
                f"{upper(out)} {no_s}. {upper(ones)} {be}.",
                f"Unlike {out}, {ones} {yes}.",
                f"There is one exception among {every}: {out} {no_s}, while the others {be}.",
            )
        ), False
    return rng.choice(
        (
            f"Of {every}, only {out} {yes_s}.",
            f"{upper(out)} {yes_s}, but {ones} {no}.",
            f"{upper(ones)} {no}, whereas {out} {yes_s}.",
            f"{upper(every)} {were}. None of them {yes_s} except {out}.",
            f"{upper(ones)} {no}. {upper(out)} {sing}.",
            f"Apart from {out}, not one of {every} {yes_s}.",
            f"{upper(every)} {were}. Just one of them {yes_s}, namely {out}.",
            f"Unlike {ones}, {out} {yes_s}.",
        )
    ), True


def scene(
    rng: random.Random,
    items: list[str],
    pred: tuple[str, ...],
    be: str,
    noun: str,
    before: str,
    odd: tuple[str, ...],
    third: str,
) -> Scene:
    """Return a scene from items and their predicate; `odd` are further negative questions."""
    out, (yes, no, yes_s, no_s) = rng.choice(items), pred
    rest, folk_ = [i for i in items if i != out], noun == "person"
    when = "past" if folk_ else "now"
    were = rng.choice(
        ("were there", "were asked", "were in the group")
        if folk_
        else ("were compared", "were on the list", "were looked at")
    )
    text, alone = facts(rng, items, out, pred, be, were)
    text = f"{before} {text}".strip()
    lead = rng.choice(
        ("Who", "Who", "Which of them")
        if folk_
        else (f"Which {noun}", f"Which of the {plural(noun)}", f"Which {noun}")
    )
    leads = lead if folk_ else rng.choice((f"Which {plural(noun)}", f"Which of the {plural(noun)}"))
    low = lead[0].lower() + lead[1:]
    negative = rng.choice((f"{lead} {no_s}?", *odd))
    if alone:
        asked = [
            pick(text, f"{lead} {yes_s}?", out, rest, when),
            many(text, f"{leads} {no}?" if len(rest) > 1 else negative, rest, out),
        ]
        if rng.random() < 0.4:
            asked.append(pick(text, f"Unlike {listed(rest)}, {low} {yes_s}?", out, rest, when))
    else:
        asked = [pick(text, negative, out, rest, when), many(text, f"{leads} {yes}?", rest, out)]
        if len(rest) == 2:
            x, y = rng.sample(rest, 2)
            asked.append(
                pick(
                    text,
                    rng.choice(
                        (
                            f"{lead} {yes_s} other than {x}?",
                            f"Except for {x}, {low} {yes_s}?",
                            f"Besides {x}, {low} {yes_s}?",
                        )
                    ),
                    y,
                    [x, out],
                    when,
                )
            )
    if rng.random() < 0.3:
        x = rng.choice(items)
        verb, _, tail = no_s.partition(" not ")
        answers = [("Yes", f"Yes, {x} {yes_s}."), ("No", f"No, {x} {no_s}.")]
        good = (x == out) == alone
        if tail:
            asked.append(
                Asked(f"{upper(verb)} {x} {tail}?", None, True, answers[not good], answers[good])
            )
    states = {}
    for item in sorted({rng.choice(items), rng.choice(rest), out}):
        claim = rng.random() < 0.5
        true = ((item == out) == alone) == claim
        states[f"{upper(item)} {yes_s if claim else no_s}."] = ENTAILED if true else DENIED
    for said in rng.sample((yes_s, no_s), rng.choice((1, 2))):
        states[f"{upper(third)} {said}."] = OPEN
    claim = rng.random() < 0.5
    pair = rng.sample(rest, 2) if len(rest) > 1 and rng.random() < 0.65 else [out, rest[0]]
    one, way = rng.choice((out, rest[-1])), rng.choice(("Of", "Out of"))
    summary = rng.choice(
        (
            (
                f"{upper(listed(pair))} {yes if claim else no}.",
                ENTAILED if out not in pair and claim != alone else DENIED,
            ),
            (
                f"{way} {listed(items)}, only {one} {yes_s if alone else no_s}.",
                ENTAILED if one == out else DENIED,
            ),
        )
    )
    if len(rest) > 1 and rng.random() < 0.6:
        states[summary[0]] = summary[1]
    return Scene(text, tuple(states.items()), tuple(asked))


def folk(rng: random.Random) -> Scene:
    """Several people; all but one (or only one) did something."""
    phrase, other = rng.sample(rng.choice(list(SHARED.values())).split(";"), 2)
    *items, third = people(rng, rng.choice((3, 4, 4, 5)))
    goal = phrase.split()[0] in ("finish", "pass", "reach", "clear", "answer", "confirm")
    no = rng.choice((f"failed to {phrase}", f"did not {phrase}")) if goal else f"did not {phrase}"
    odd = (
        f"Who didn't {phrase}?",
        f"Who of them did not {phrase}?",
        f"Who never {past(phrase)}?",
        f"Was there anyone who did not {phrase}, and if so, who?",
    )
    head = rng.choice(
        (
            "",
            "",
            f"It was a {rng.choice(DAYS)} in {rng.choice(CITIES)}.",
            "The notes give the details.",
            f"The group met in {rng.choice(CITIES)}.",
        )
    )
    did = past(phrase)
    made = scene(rng, items, (did, no, did, no), "did", "person", head, odd, third)
    if rng.random() < 0.3:
        x, y = rng.sample(items, 2)
        ask = rng.choice((f"Who did not {other}?", f"Who {past(other)}?"))
        extra = Asked(ask, None, False, (), (x, f"It was {y}.", listed([x, y])))
        made = Scene(made.text, made.statements, (*made.questions, extra))
    return made


# kind of thing: items | predicates: yes plural/no plural/yes singular/no singular/aux/odd question
KINDS: dict[str, tuple[str, str]] = {
    "soup": (
        "the tomato soup,the pea soup,the onion soup,the fish soup,the lentil soup",
        "contain garlic/do not contain garlic/contains garlic/does not contain "
        "garlic/do/Which "
        "soup is made without garlic;need cream/do not need cream/needs cream/does not need "
        "cream/do/Which soup can be made without cream",
    ),
    "lamp": (
        "the green lamp,the brass lamp,the desk lamp,the floor lamp,the red lamp",
        "work/do not work/works/does not work/do/Which lamp fails to work;are broken/are not "
        "broken/is broken/is not broken/are/Which lamp isn't broken",
    ),
    "ship": (
        "the Aurora,the Petrel,the Sea Star,the Northwind,the Calypso,the Marigold",
        "carry passengers/do not carry passengers/carries passengers/does not carry "
        "passengers/do/Which ship sails without passengers;are seaworthy/are not seaworthy/is "
        "seaworthy/is not seaworthy/are/Which ship is unseaworthy",
    ),
    "bird": (
        "the grey finch,the marsh owl,the rock dove,the river swan,the dwarf heron",
        "migrate/do not migrate/migrates/does not migrate/do/Which bird never migrates;"
        "sing/do not sing/sings/does not sing/do/Which bird never sings;are protected/are not "
        "protected/is protected/is not protected/are/Which bird lacks protection",
    ),
    "novel": (
        "The Glass Road,Winter Salt,The Last Ferry,Blue Orchard,Nine Keys,A Quiet Debt",
        "have a happy ending/do not have a happy ending/has a happy ending/does not have a "
        "happy ending/do/Which novel lacks a happy ending;are out of print/are not out of "
        "print"
        "/is out of print/is not out of print/are/Which novel isn't out of print",
    ),
    "plant": (
        "the fern,the cactus,the orchid,the ivy,the aloe,the fig",
        "tolerate frost/do not tolerate frost/tolerates frost/does not tolerate "
        "frost/do/Which "
        "plant cannot stand frost;are poisonous/are not poisonous/is poisonous/is not "
        "poisonous"
        "/are/Which plant isn't poisonous",
    ),
    "metal": (
        "iron,copper,zinc,tin,nickel,silver",
        "dissolve in the test liquid/do not dissolve in the test liquid/dissolves in the "
        "test "
        "liquid/does not dissolve in the test liquid/do/Which metal fails to dissolve in the "
        "test liquid",
    ),
    "phone": (
        "the Arco 5,the Lumen X,the Tavi One,the Pixa Mini,the Orbit S,the Nova 3",
        "have a headphone socket/do not have a headphone socket/has a headphone socket/does "
        "not have a headphone socket/do/Which phone comes without a headphone socket;are "
        "waterproof/are not waterproof/is waterproof/is not waterproof/are/Which phone isn't "
        "waterproof",
    ),
    "country": (
        "Norway,Chile,Kenya,Japan,Portugal,Peru,Poland,Ghana,Nepal,Austria",
        "support the new treaty/do not support the new treaty/supports the new treaty/does "
        "not support the new treaty/do/Which country stays outside the new treaty",
    ),
    "city": (
        ",".join(CITIES[:40]),
        "have a tram/do not have a tram/has a tram/does not have a tram/do/Which city is "
        "without "
        "a tram;host the fair/do not host the fair/hosts the fair/does not host the fair/do/"
        "Which city isn't a host of the fair",
    ),
    "room": (
        "the library,the kitchen,the attic,the study,the hall,the nursery",
        "are heated/are not heated/is heated/is not heated/are/Which room stays unheated;"
        "have a window/do not have a window/has a window/does not have a window/do/Which room "
        "lacks a window",
    ),
    "company": (
        "Brightwell,Kestrel Foods,Nordia,Hallam Steel,Tessaro,Velox",
        "pay a dividend/do not pay a dividend/pays a dividend/does not pay a dividend/do/"
        "Which company pays no dividend;are profitable/are not profitable/is profitable/is "
        "not profitable/are/Which company is unprofitable",
    ),
    "medicine": (
        "Altirol,Bexadine,Corvamil,Dolutan,Epraxin,Fenolax",
        "cause drowsiness/do not cause drowsiness/causes drowsiness/does not cause "
        "drowsiness/do/Which medicine causes no drowsiness",
    ),
}


def things(rng: random.Random) -> Scene:
    """Several things of a kind; one is set apart."""
    noun = rng.choice(list(KINDS))
    *items, third = rng.sample(KINDS[noun][0].split(","), rng.choice((4, 5)))
    yes, no, yes_s, no_s, be, odd = rng.choice(KINDS[noun][1].split(";")).split("/")
    name = rng.choice(people(rng, 1))
    head = rng.choice(
        (
            "",
            "",
            f"{name} made a list.",
            f"{name} asked about it in {rng.choice(CITIES)}.",
            "The guide gives the details.",
        )
    )
    return scene(rng, items, (yes, no, yes_s, no_s), be, noun, head, (odd + "?",), third)


ACTIVITIES = {
    "sport": ("play", "tennis,chess,golf,hockey,football,rugby,cricket,badminton,volleyball"),
    "language": ("speak", "Greek,Polish,Turkish,Danish,Arabic,Hindi,Korean,Swahili,Dutch"),
    "instrument": ("own", "a cello,a flute,a harp,a trumpet,a drum,a guitar,an accordion,a banjo"),
    "food": ("eat", "fish,eggs,cheese,rice,nuts,beans,lamb,tofu,liver"),
    "subject": ("teach", "physics,history,art,biology,music,geography,Latin,chemistry"),
    "crop": ("grow", "wheat,barley,maize,oats,hops,flax,rye,beets"),
    "city": ("know", ",".join(CITIES[40:])),
    "product": ("sell", "tea,coffee,honey,spices,soap,candles,bread,newspapers,umbrellas"),
}


def habits(rng: random.Random) -> Scene:
    """A person does several things but not one of them."""
    noun, (verb, words) = rng.choice(list(ACTIVITIES.items()))
    x, y, out, z = rng.sample(words.split(","), 4)
    name, other = people(rng, 2)
    third = forms(verb)[4] if verb != "teach" else "teaches"
    text = rng.choice(
        (
            f"{name} {third} {x} and {y}, but not {out}.",
            f"{name} {third} {x} and {y}; {name} does not {verb} {out}.",
            f"Of {x}, {y} and {out}, there is only one that {name} does not {verb}: {out}.",
            f"{name} {third} both {x} and {y}, yet never {out}.",
            f"Except for {out}, {name} {third} everything on the list: {x}, {y} and {out} were "
            "on it.",
            f"Although {name} {third} {x} and {y}, {out} is something {name} does not {verb}.",
        )
    )
    text += rng.choice(("", f" {other} was told about it.", f" {other} lives nearby."))
    asked = (
        pick(
            text,
            rng.choice(
                (
                    f"Which {noun} does {name} not {verb}?",
                    f"Which {noun} doesn't {name} {verb}?",
                    f"What does {name} never {verb}?",
                )
            ),
            out,
            [x, y],
            "now",
        ),
        Asked(
            f"Which {noun} other than {x} does {name} {verb}?",
            y,
            True,
            (f"It is {y}.",),
            (x, out, f"It is {out}.", f"It is {x}."),
        ),
        many(
            text,
            rng.choice((f"What does {name} {verb}?", f"Which of them does {name} {verb}?")),
            [x, y],
            out,
        ),
    )
    w = rng.choice((x, y))
    states = [
        (f"{name} {third} {w}.", ENTAILED),
        (f"{name} {third} {out}.", DENIED),
        (f"{name} does not {verb} {w}.", DENIED),
        (f"{name} does not {verb} {out}.", ENTAILED),
        (f"{name} {third} {z}." if "list" not in text else f"{other} {third} {x}.", OPEN),
        (f"{other} does not {verb} {rng.choice((x, out))}.", OPEN),
    ]
    return Scene(text, tuple(rng.sample(states, 4)), tuple(rng.sample(asked, 2)))


def opening(rng: random.Random) -> Scene:
    """A place is open on all days but one, or on one day only."""
    place, near = rng.sample(
        spaced(
            "museum,library,swimming "
            "pool,bakery,market,theatre,archive,zoo,clinic,cafe,"
            "town hall,tennis club,garden,castle,post office",
            ",",
        ),
        2,
    )
    day, other, third = rng.sample(DAYS, 3)
    city, closed = rng.choice(CITIES), rng.random() < 0.6
    text = rng.choice(
        (
            f"The {place} in {city} is open daily except {day}.",
            f"Every day but {day} the {place} in {city} opens its doors.",
            f"The {place} in {city} is open all week, apart from {day}.",
            f"On {other} and {third} the {place} in {city} is open, but not on {day}.",
        )
        if closed
        else (
            f"The {place} in {city} is open only on {day}.",
            f"Except on {day}, the {place} in {city} is closed all week.",
            f"The {place} in {city} is closed on every day but {day}.",
            f"On {other} and {third} the {place} in {city} is not open, but on {day} it is.",
        )
    )
    text += rng.choice(
        (
            "",
            " Entry is free for children.",
            f" {people(rng, 1)[0]} runs it.",
            " It is near the station.",
        )
    )
    say = (
        rng.choice(("is closed", "is not open", "does not open"))
        if closed
        else rng.choice(("is open", "is not closed", "opens"))
    )
    on = (
        rng.choice(
            (
                f"On which day {say.split()[0]} the {place} {' '.join(say.split()[1:])}?",
                f"Which is the day when the {place} {say}?",
            )
        )
        if " " in say
        else (f"Which is the day when the {place} opens?")
    )
    no, yes = f"The {place} in {city} is not open on ", f"The {place} in {city} is open on "
    g, b = (ENTAILED, DENIED) if closed else (DENIED, ENTAILED)
    states = [
        (f"{no}{day}.", g),
        (f"{yes}{day}.", b),
        (f"{yes}{other}.", g),
        (f"{no}{third}.", b),
        (f"The {near} in {city} is open on {rng.choice((day, other))}.", OPEN),
        (f"The {near} in {city} is not open on {rng.choice((day, other))}.", OPEN),
    ]
    return Scene(
        text,
        tuple(rng.sample(states, 4)),
        (
            Asked(
                on,
                day,
                True,
                (f"On {day}", f"It is {day}."),
                (other, f"On {third}", third, f"It is {other}."),
            ),
        ),
    )


STAYS = (
    ("went to {c}", "stayed at home", "stayed at home", "travelled to {c}"),
    ("got into the lifeboat", "stayed on board", "stayed behind on the ship", "left the ship"),
    ("voted for the plan", "voted against it", "opposed the plan", "backed the plan"),
    ("were chosen for the team", "was left out", "was left out of the team", "made the team"),
    ("caught the bus to {c}", "missed it", "missed the bus", "got on the bus"),
    ("told the truth", "lied", "did not tell the truth", "was honest"),
    ("woke up at six", "slept on", "was still asleep after six", "was up at six"),
    ("were invited to {c}", "was not", "got no invitation", "was invited"),
    ("moved to {c}", "stayed", "did not move away", "moved away"),
    ("agreed with the verdict", "disagreed", "did not share the verdict", "shared the verdict"),
    ("left the burning barn", "remained inside", "failed to get out", "got out"),
    ("ate meat", "ate none", "went without meat", "had meat"),
    ("kept the secret", "gave it away", "did not keep the secret", "kept quiet"),
)


def behind(rng: random.Random) -> Scene:
    """All went, one stayed behind: the question uses other words than the text."""
    yes, no, ask_no, ask_yes = rng.choice(STAYS)
    a, b, out, third = people(rng, 4)
    city = rng.choice(CITIES)
    yes, ask_no, ask_yes = (x.format(c=city) for x in (yes, ask_no, ask_yes))
    pair = listed([a, b])
    text = rng.choice(
        (
            f"{pair} {yes}, but {out} {no}.",
            f"While {pair} {yes}, {out} {no}.",
            f"{pair} {yes}; {out}, however, {no}.",
            f"{pair} {yes}, whereas {out} {no}.",
            f"Unlike {out}, {pair} {yes}."
            if ask_no[:9] in ("did not s", "did not t", "did not k")
            else f"{pair} {yes}, but {out} {no}.",
        )
    )
    text = (
        rng.choice(
            (
                "",
                f"It happened on a {rng.choice(DAYS)}. ",
                "There were three of them. ",
                f"{third} was told the story. ",
            )
        )
        + text
    )
    asked = (
        pick(text, f"Who {ask_no}?", out, [a, b], "past"),
        many(text, f"Who {ask_yes}?", [a, b], out),
        pick(text, f"Who {ask_yes} besides {a}?", b, [a, out], "past"),
    )
    x = rng.choice((a, b))
    states = [
        (f"{out} {ask_no}.", ENTAILED),
        (f"{out} {ask_yes}.", DENIED),
        (f"{x} {ask_yes}.", ENTAILED),
        (f"{x} {ask_no}.", DENIED),
        (f"{third} {rng.choice((ask_yes, ask_no))}.", OPEN),
    ]
    return Scene(text, tuple(rng.sample(states, 4)), tuple(rng.sample(asked, 2)))


FAMILIES: tuple[Callable[[random.Random], Scene], ...] = (
    folk,
    folk,
    folk,
    things,
    things,
    things,
    habits,
    opening,
    behind,
    behind,
)


def make(rng: random.Random) -> Scene:
    """Return a random scene with questions for the one that is left out."""
    return drawn(rng, FAMILIES)
