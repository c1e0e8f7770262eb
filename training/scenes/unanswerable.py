"""Texts with questions that they answer and look-alike questions that they do not answer."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, FAMILY, MONTHS, WOMEN, full_name, people, spaced, upper

# A slot: type, wordings of the text, questions, wordings that deny it (may be empty).
# In a text, {v} is the value; the subject comes first unless {S} says where it stands.
Slot = tuple[str, str, str, str]
WHY = (
    "why:a fire/a flood/a shortage of money/heavy rain/a strike/a broken pump/a legal dispute/"
    "the cold winter/a public petition/a new law/an outbreak of flu/a printing mistake"
)
HALVES = spaced("Har Wex Lan Brid Cor Ash Elm Tor Mal Kes Thorn Wood Stan Mel Rav Hol Pen Gar Fen")
ENDS = spaced("ley ford wick dale ton mere stead bourne field worth by don combe holm gate")
# Names of things: kinds joined to a made-up name.
KINDS = {
    "building": "Bridge/Library/Theatre/Lighthouse/Castle/Town Hall/Museum/Mill/Chapel/Tower",
    "company": "Motors/Foods/Textiles/Instruments/Shipping/Paper Works/Airlines/Glass/Ceramics",
    "river": "River/Canal",
    "match": "Rovers/United/Wanderers/Athletic",
    "school": "School/College/Academy",
    "festival": "Festival/Fair/Carnival/Regatta",
}
FAMILIES: dict[str, tuple[Slot, ...]] = {
    "building": (
        (
            "year",
            "was opened in {v}|first opened its doors in {v}",
            "When was {S} opened?|In what year did {S} open?",
            "",
        ),
        (
            "person",
            "was designed by {v}|was the work of the architect {v}",
            "Who designed {S}?|Who was the architect of {S}?",
            "",
        ),
        (
            "person",
            "was paid for by {v}|was built with money given by {v}",
            "Who paid for {S}?|Who gave the money for {S}?",
            "",
        ),
        (
            "money",
            "cost {v} to build|was put up at a cost of {v}",
            "How much did {S} cost to build?|What did it cost to build {S}?",
            "",
        ),
        (
            "length",
            "is {v} high|rises to a height of {v}",
            "How high is {S}?|What is the height of {S}?",
            "",
        ),
        (
            "length",
            "is {v} long|has a total length of {v}",
            "How long is {S}, measured from end to end?|What is the length of {S}?",
            "",
        ),
        (
            "year",
            "was restored in {v}|underwent restoration in {v}",
            "When was {S} restored?|In which year was {S} restored?",
            "has never been restored|is still waiting for its first restoration",
        ),
        (
            "person",
            "was sold to {v}|passed by sale to {v}",
            "Who was {S} sold to?|To whom was {S} sold?",
            "was never sold|was not sold to anybody",
        ),
        (
            WHY,
            "had to close for a time because of {v}|was closed for a time on account of {v}",
            "Why was {S} closed for a time?|What made {S} close for a while?",
            "never had to close, not even for a day|has never been closed",
        ),
    ),
    "company": (
        (
            "year",
            "was founded in {v}|began business in {v}|started out in {v}",
            "When was {S} founded?|In what year was {S} founded?",
            "",
        ),
        (
            "person",
            "was founded by {v}|goes back to its founder, {v}",
            "Who founded {S}?|Who was the founder of {S}?",
            "",
        ),
        (
            "person",
            "is now run by {v}|is headed today by {v}",
            "Who runs {S} today?|Who is the present head of {S}?",
            "",
        ),
        (
            "place",
            "has its head office in {v}|is based in {v}",
            "Where is {S} based?|In which city is the head office of {S}?",
            "",
        ),
        (
            "place",
            "opened its second factory in {v}|chose {v} for its second factory",
            "Where did {S} open its second factory?|Where is the second factory of {S}?",
            "has only ever had one factory|never opened a second factory",
        ),
        (
            "count",
            "employs {v} people|has {v} workers",
            "How many people work for {S}?|How many people does {S} employ?",
            "",
        ),
        (
            "money",
            "made a profit of {v} last year|earned {v} in profit last year",
            "How much profit did {S} make last year?|What was last year's profit of {S}?",
            "made no profit last year|ended last year without any profit",
        ),
        (
            WHY,
            "cut its prices because of {v}|lowered its prices on account of {v}",
            "Why did {S} cut its prices?|What led {S} to lower its prices?",
            "has never lowered its prices|left its prices as they were",
        ),
    ),
    "person": (
        (
            "year",
            "was born in {v}|came into the world in {v}",
            "When was {S} born?|What is the year of birth of {S}?",
            "",
        ),
        (
            "place",
            "was born in {v}|was a native of {v}",
            "Where was {S} born?|In which city was {S} born?",
            "",
        ),
        (
            "place",
            "studied in {v}|went to university in {v}",
            "Where did {S} study?|In which city did {S} go to university?",
            "never went to university|did not study at all",
        ),
        (
            "person",
            "married {v}|was married to {v}",
            "Who did {S} marry?|Who was {S} married to?",
            "never married|stayed unmarried all through life",
        ),
        (
            "person",
            "was taught to paint by {v}|learned painting from {v}",
            "Who taught {S} to paint?|From whom did {S} learn painting?",
            "was entirely self-taught as a painter|learned to paint without any teacher",
        ),
        (
            "year",
            "won the state prize in {v}|received the state prize in {v}",
            "When did {S} win the state prize?|In which year did {S} receive the state prize?",
            "never won the state prize|was never given the state prize",
        ),
        (
            "year",
            "retired in {v}|stopped working in {v}",
            "When did {S} retire?|In what year did {S} stop working?",
            "",
        ),
        (
            "place",
            "is buried in {v}|lies buried in {v}",
            "Where is {S} buried?|In which city is the grave of {S}?",
            "",
        ),
        (
            "what:malaria/pneumonia/a heart attack/a stroke/typhoid fever/blood poisoning",
            "died of {v}|lost {h} life to {v}",
            "What did {S} die of?|How did {S} die?",
            "",
        ),
    ),
    "work": (
        (
            "person",
            "was written by {v}|is a novel by {v}",
            "Who wrote {S}?|Who is the author of {S}?",
            "",
        ),
        (
            "person",
            "was translated into English by {v}|reached English readers in a version by {v}",
            "Who translated {S} into English?|Whose English translation of {S} is mentioned?",
            "was never translated into English|has no English translation",
        ),
        (
            "person",
            "was illustrated by {v}|contains drawings by {v}",
            "Who illustrated {S}?|Who made the drawings in {S}?",
            "contains no drawings",
        ),
        (
            "year",
            "came out in {v}|was first published in {v}",
            "When was {S} published?|In what year did {S} first come out?",
            "",
        ),
        (
            "year",
            "was made into a film in {v}|was turned into a film in {v}",
            "When was {S} made into a film?|In which year was {S} filmed?",
            "was never filmed|has never been turned into a film",
        ),
        (
            "place",
            "is set in {v}|has {v} as its setting",
            "Where is {S} set?|In which city does {S} take place?",
            "",
        ),
        (
            "count",
            "sold {v} copies in its first year|found {v} buyers in its first year",
            "How many copies of {S} were sold in the first year?|"
            "How many buyers did {S} find in its first year?",
            "",
        ),
        (
            WHY,
            "appeared a year late because of {v}|was delayed by a year because of {v}",
            "Why was {S} delayed?|What was the reason why {S} appeared late?",
            "appeared on time|came out exactly when it was planned to",
        ),
    ),
    "species": (
        (
            "size",
            "grows to a length of {v}|can reach a length of {v}",
            "How long does {S} grow?|What length can {S} reach?",
            "",
        ),
        (
            "mass",
            "weighs up to {v}|can weigh as much as {v}",
            "How much does {S} weigh?|What weight can {S} reach?",
            "",
        ),
        (
            "age",
            "lives for about {v}|has a life span of about {v}",
            "How long does {S} live?|What is the life span of {S}?",
            "",
        ),
        (
            "duration",
            "stays with its young for {v}|cares for its young for {v}",
            "How long does {S} care for its young?|For how long does {S} stay with its young?",
            "does not care for its young|leaves its young on the day they are born",
        ),
        (
            "what:beetles/berries/small crabs/snails/grass seeds/water plants/earthworms/fallen "
            "fruit",
            "feeds mainly on {v}|lives mainly on {v}",
            "What does {S} feed on?|What is {S}'s food?",
            "",
        ),
        (
            "what:dense reeds/old hollow trees/dry caves/rocky slopes/salt marshes/sandy banks",
            "makes its home in {v}|is at home in {v}",
            "Where does {S} make its home?|In what kind of place does {S} live?",
            "",
        ),
        (
            "person",
            "was first described by {v}|was first described in a paper by {v}",
            "Who first described {S}?|Whose paper was the first to describe {S}?",
            "",
        ),
        (
            "year",
            "was last seen in the wild in {v}|was seen in the wild for the last time in {v}",
            "When was {S} last seen in the wild?|In which year was {S} seen in the wild for the "
            "last time?",
            "",
        ),
    ),
    "fire": (
        (
            "person",
            "was first noticed by {v}|was first seen by {v}",
            "Who first noticed {S}?|Who was the first to see {S}?",
            "",
        ),
        (
            "person",
            "was investigated by {v}|was looked into by {v}",
            "Who investigated {S}?|Who looked into {S}?",
            "was never investigated",
        ),
        (
            "small",
            "left {v} people injured|sent {v} people to hospital",
            "How many people were injured in {S}?|How many people were hurt in {S}?",
            "did not injure anyone|left nobody hurt",
        ),
        (
            "small",
            "destroyed {v} cars|left {v} cars beyond repair",
            "How many cars did {S} destroy?|How many cars were lost in {S}?",
            "",
        ),
        (
            "what:a faulty heater/a cigarette/a burst gas pipe/a candle/an old cable/lightning",
            "was caused by {v}|was started by {v}",
            "What caused {S}?|How did {S} start?",
            "",
        ),
        (
            "duration",
            "kept the road closed for {v}|shut the road for {v}",
            "How long did {S} keep the road closed?|For how long was the road closed by {S}?",
            "did not affect the road, which stayed open",
        ),
        (
            "money",
            "did damage worth {v}|caused damage of {v}",
            "How much damage did {S} do?|What was the damage done by {S} worth?",
            "",
        ),
    ),
    "machine": (
        (
            "person",
            "was invented by {v}|is an invention of {v}",
            "Who invented {S}?|Who was the inventor of {S}?",
            "",
        ),
        (
            "person",
            "was tested by {v}|was tried out by {v}",
            "Who tested {S}?|By whom was {S} tried out?",
            "was never tested",
        ),
        (
            "year",
            "was patented in {v}|received a patent in {v}",
            "When was {S} patented?|In what year did {S} receive a patent?",
            "was never patented|never received a patent",
        ),
        (
            "year",
            "went out of production in {v}|was last produced in {v}",
            "When did {S} go out of production?|In which year was {S} last produced?",
            "is still in production",
        ),
        (
            "price",
            "sold for {v}|was on sale for {v}",
            "How much did {S} cost to buy?|What was the price of {S}?",
            "was never on sale",
        ),
        (
            "weight",
            "weighs {v}|has a weight of {v}",
            "How much does {S} weigh?|What is the weight of {S}?",
            "",
        ),
        (
            "duration",
            "runs for {v} without a stop|can work for {v} without a stop",
            "How long can {S} run without a stop?|For how long can {S} work without a stop?",
            "",
        ),
        (
            "what:brass/cast iron/oak/bamboo/aluminium/steel/copper",
            "is made of {v}|consists mostly of {v}",
            "What is {S} made of?|What material does {S} consist of?",
            "",
        ),
    ),
    "river": (
        (
            "length",
            "is {v} wide at the old ferry|measures {v} across at the old ferry",
            "How wide is {S} at the old ferry?|What is the width of {S} at the old ferry?",
            "",
        ),
        (
            "length",
            "is {v} deep at its deepest point|reaches a depth of {v}",
            "How deep is {S}?|What is the greatest depth of {S}?",
            "",
        ),
        (
            "year",
            "was first mapped in {v}|appeared on a map for the first time in {v}",
            "When was {S} first mapped?|In what year did {S} first appear on a map?",
            "",
        ),
        (
            "year",
            "froze over completely in {v}|was covered with ice from bank to bank in {v}",
            "When did {S} freeze over?|In which year was {S} covered with ice?",
            "has never frozen over",
        ),
        (
            "person",
            "was named after {v}|owes its name to {v}",
            "Who was {S} named after?|To whom does {S} owe its name?",
            "",
        ),
        (
            "person",
            "was first swum from end to end by {v}|{v} was the first to swim all of {S}",
            "Who was the first to swim all of {S}?|Who first swam {S} from end to end?",
            "has never been swum from end to end",
        ),
        (
            "small",
            "is crossed by {v} bridges|has {v} bridges",
            "How many bridges cross {S}?|How many bridges are there over {S}?",
            "has no bridges|is not crossed by any bridge",
        ),
    ),
    "match": (
        (
            "person",
            "were coached by {v}|had {v} as their coach",
            "Who coached {S}?|Who was the coach of {S}?",
            "",
        ),
        (
            "person",
            "were captained by {v}|had {v} as their captain",
            "Who was the captain of {S}?|Who captained {S}?",
            "",
        ),
        (
            "year",
            "won the cup in {v}|lifted the cup in {v}",
            "When did {S} win the cup?|In which year did {S} win the cup?",
            "never won the cup",
        ),
        (
            "year",
            "were relegated in {v}|dropped to a lower league in {v}",
            "When were {S} relegated?|In what year did {S} drop to a lower league?",
            "were never relegated|have never dropped to a lower league",
        ),
        (
            "count",
            "drew {v} spectators on average|played in front of {v} spectators on average",
            "How many spectators did {S} draw on average?|What was the average crowd of {S}?",
            "",
        ),
        (
            "money",
            "paid {v} for a new striker|spent {v} on a new striker",
            "How much did {S} pay for a new striker?|How much did {S} spend on a striker?",
            "did not buy a striker",
        ),
        (
            "money",
            "owed the bank {v}|had bank debts of {v}",
            "How much did {S} owe the bank?|How large were the bank debts of {S}?",
            "had no debts|owed nothing to any bank",
        ),
    ),
    "festival": (
        (
            "place",
            "is held in {v}|takes place in {v}",
            "Where is {S} held?|In which city does {S} take place?",
            "",
        ),
        (
            "month",
            "is held every {v}|takes place each {v}",
            "In which month is {S} held?|When in the year does {S} take place?",
            "",
        ),
        (
            "year",
            "was held for the first time in {v}|dates back to {v}",
            "When was {S} first held?|In what year was the first edition of {S}?",
            "",
        ),
        (
            "year",
            "had to be cancelled in {v}|was called off in {v}",
            "When was {S} cancelled?|In which year was {S} called off?",
            "has never been cancelled",
        ),
        (
            "count",
            "attracts {v} visitors|draws {v} visitors",
            "How many visitors does {S} attract?|How many visitors come to {S}?",
            "",
        ),
        (
            "duration",
            "lasts {v}|goes on for {v}",
            "How long does {S} last?|For how long does {S} go on?",
            "",
        ),
        (
            "person",
            "is organised by {v}|is in the hands of {v}",
            "Who organises {S}?|Who is the organiser of {S}?",
            "",
        ),
        (
            "price",
            "charges {v} for a ticket|sells its tickets at {v} each",
            "How much is a ticket for {S}?|What does {S} charge for a ticket?",
            "is free for everyone|does not charge any visitor",
        ),
    ),
    "school": (
        (
            "person",
            "was opened by {v}|was declared open by {v}",
            "Who opened {S}?|By whom was {S} opened?",
            "",
        ),
        (
            "person",
            "has {v} as its head teacher|is led by its head teacher, {v}",
            "Who is the head teacher of {S}?|Who leads {S}?",
            "",
        ),
        (
            "count",
            "has {v} pupils|is attended by {v} pupils",
            "How many pupils does {S} have?|How many pupils attend {S}?",
            "",
        ),
        (
            "small",
            "has {v} classrooms|holds its lessons in {v} classrooms",
            "How many classrooms does {S} have?|How many classrooms are there in {S}?",
            "",
        ),
        (
            "small",
            "has {v} music teachers|employs {v} music teachers",
            "How many music teachers does {S} have?|How many music teachers work at {S}?",
            "has no music teachers|employs no music teachers",
        ),
        (
            "money",
            "spent {v} on a new gym|paid {v} for a new gym",
            "How much did {S} spend on a new gym?|What did {S} pay for its gym?",
            "has no gym and is not planning one",
        ),
        (
            WHY,
            "postponed its exams because of {v}|put off its exams because of {v}",
            "Why did {S} postpone its exams?|What made {S} put off its exams?",
            "held its exams on the planned day",
        ),
        (
            "year",
            "began to admit girls in {v}|took its first girls in {v}",
            "When did {S} begin to admit girls?|In what year did {S} take its first girls?",
            "does not admit girls",
        ),
    ),
}
NAMES = {
    "work": "The {a} {n}",
    "species": "the {a} {s}",
    "machine": "the {m} {k}",
    "fire": "the fire at the {m} {f}",
}
ADJ = spaced("Silent Broken Golden Last Hidden Crooked Winter Distant Paper Burning Glass Empty")
NOUN = spaced("Orchard Harbour Letter Garden Staircase Clock Island Compass Window Mountain Sea")
SPEC = spaced("frog lizard duck otter beetle shrew heron gecko newt vole finch turtle")
SADJ = spaced("spotted dwarf striped northern marsh red-backed horned island silver blunt-nosed")
MACH = spaced("press loom pump engine harvester drill mixer projector plough crane")
SITE = spaced("bakery warehouse sawmill hotel barn laundry depot brewery")
# Events: verbs (past, base), objects; each verb says nothing about the others.
EVENTS = (
    (
        "bought buy|sold sell|photographed photograph|insured insure",
        "a sailing boat/a violin/a vineyard/a racehorse/a windmill/a motorcycle/a tapestry/a barge",
    ),
    (
        "composed compose|conducted conduct|recorded record|criticised criticise",
        "a mass/a string quartet/an opera/a march/a symphony/a song cycle/a ballet/a requiem",
    ),
    (
        "planted plant|felled fell|measured measure|painted paint",
        "a walnut tree/an oak/a cherry tree/a cedar/a plum tree/a giant fir/an old pear tree",
    ),
    (
        "wrote write|translated translate|reviewed review|burned burn",
        "a cookery book/a travel diary/a play/a dictionary/a ghost story/a long poem/a biography",
    ),
    (
        "found find|lost lose|repaired repair|stole steal",
        "a silver watch/a gold ring/a pocket lamp/a telescope/a bronze bell/a leather case/a crown",
    ),
    (
        "opened open|closed close|visited visit|inspected inspect",
        "a hospital/a coal mine/a school for nurses/a brewery/a flower market/a cinema/a bakery",
    ),
    (
        "praised praise|attacked attack|defended defend|misquoted misquote",
        "a tax reform/a court ruling/a peace treaty/a housing plan/a voting law/a trade agreement",
    ),
)


def value(rng: random.Random, kind: str) -> str:
    """Return a random value of a type."""
    if ":" in kind:
        return rng.choice(kind.split(":")[1].split("/"))
    if kind == "year":
        return str(rng.randint(1790, 2015))
    if kind == "person":
        return full_name(rng)
    if kind == "place":
        return rng.choice(CITIES)
    if kind == "month":
        return rng.choice(MONTHS)
    if kind == "money":
        form = rng.choice(("${0},000", "{0},500 pounds", "€{0},000", "{0} million dollars"))
        return form.format(rng.randint(2, 98))
    if kind == "price":
        return rng.choice(("${0}", "{0} pounds", "€{0}", "{0} francs")).format(rng.randint(6, 98))
    if kind == "count":
        return f"{rng.randint(1, 89)},{rng.randint(1, 9)}00"
    if kind == "small":
        return rng.choice(spaced("three four five six seven eight nine eleven twelve fourteen"))
    unit = {
        "length": "metres/feet/yards",
        "weight": "kilos/pounds",
        "size": "centimetres/inches",
        "mass": "grams/ounces",
        "age": "years/months",
        "duration": "hours/days/weeks",
    }[kind].split("/")
    return f"{rng.randint(9, 75)} {rng.choice(unit)}"


def forms(rng: random.Random, kind: str, val: str) -> str:
    """Return an answer with this value in a random form."""
    more = {
        "year": ("in {v}", "It was in {v}.", "In {v}."),
        "place": ("in {v}", "In {v}."),
        "person": ("It was {v}.", "{l}", "{v}."),
        "month": ("in {v}", "In {v}."),
        "why": ("because of {v}", "Because of {v}."),
    }.get(kind.split(":")[0], ("{v}.",))
    form = rng.choice(("{v}", "It says {v}.", *more, *more))
    return form.format(v=val, l=val.split()[-1])


def name(rng: random.Random, family: str) -> str:
    """Return the name of a random thing of a family."""
    if family == "person":
        return full_name(rng)
    made = rng.choice(HALVES) + rng.choice(ENDS)
    if family in NAMES:
        return NAMES[family].format(
            a=rng.choice(ADJ if family == "work" else SADJ),
            m=made,
            n=rng.choice(NOUN),
            s=rng.choice(SPEC),
            k=rng.choice(MACH),
            f=rng.choice(SITE),
        )
    the = "the " if family in ("river", "festival", "building") and rng.random() < 0.8 else ""
    kind = rng.choice(KINDS[family].split("/"))
    return f"the River {made}" if kind == "River" else f"{the}{made} {kind}"


def said(predicate: str, subject: str, val: str, who: str) -> str:
    """Return a clause about the subject, without a full stop."""
    whole = predicate if "{S}" in predicate else "{S} " + predicate
    return whole.format(S=subject, v=val, h="her" if who.split()[0] in WOMEN else "his")


def told(rng: random.Random) -> Scene | None:
    """Return a scene about two things of a kind with some of their facts."""
    family = rng.choice(list(FAMILIES))
    slots = FAMILIES[family]
    both = (name(rng, family), name(rng, family))
    if both[0].split()[-2:] == both[1].split()[-2:] or both[0].split()[0] == both[1].split()[-1]:
        return None
    vals = {(w, i): value(rng, s[0]) for w in (0, 1) for i, s in enumerate(slots)}
    for w in (0, 1):
        year = rng.randint(1790, 1940)
        for i in (i for i, s in enumerate(slots) if s[0] == "year"):
            vals[w, i] = str(year)
            year += rng.randint(24, 34)
    last = [v.split()[-1] for (_, i), v in vals.items() if slots[i][0] == "person"]
    if len(set(last)) < len(last):
        return None
    known: list[tuple[int, int]] = []
    denied: list[tuple[int, int]] = []
    used: dict[tuple[int, int], str] = {}
    parts: list[str] = []
    for w in (0, 1):
        chosen = rng.sample(range(len(slots)), rng.randint(2, 4) if w == 0 else rng.randint(1, 3))
        third = {"person": "she" if both[w].split()[0] in WOMEN else "he", "match": "they"}
        clauses: list[str] = []
        for j, i in enumerate(chosen):
            negative = slots[i][3] and j > 0 and rng.random() < 0.3
            wording = rng.choice(slots[i][3 if negative else 1].split("|"))
            (denied if negative else known).append((w, i))
            used[w, i] = wording
            subject = both[w] if j == 0 or rng.random() < 0.15 else third.get(family, "it")
            val = vals[w, i]
            if (
                j
                and clauses
                and "{S}" not in wording
                and " and " not in clauses[-1]
                and not negative
                and rng.random() < 0.35
            ):
                clauses[-1] += " and " + said(wording, "", val, both[w]).strip()
            else:
                clauses.append(said(wording, subject, val, both[w]))
        parts += [upper(c) + "." for c in clauses]
    text = " ".join(parts)
    if any(len(re.findall(re.escape(vals[k]), text)) != 1 for k in known):
        return None
    keys = list(vals)
    unknown = [k for k in keys if k not in known]
    rng.shuffle(unknown)
    types = {slots[i][0] for _, i in known}
    unknown.sort(key=lambda k: (slots[k[1]][0] not in types) + (k not in denied) * rng.random())
    asked: list[Asked] = []
    for k in (*rng.sample(known, 2), *unknown[:2]):
        kind, _, question, _ = slots[k[1]]
        wording = rng.choice(question.split("|")).format(S=both[k[0]])
        near = [vals[o] for o in known if o != k and slots[o[1]][0] == kind]
        rest = [vals[o] for o in known if o != k and slots[o[1]][0] != kind]
        if not near:
            near = [value(rng, kind) if k in known or ":" in kind else rng.choice(rest)]
        wrong = tuple(
            dict.fromkeys(
                forms(rng, kind if o not in rest else "", o)
                for o in near[:2] + near[:1]
                if o != vals[k]
            )
        )
        same = kind == "person" and any(o.split()[-1] == vals[k].split()[-1] for o in near)
        if not wrong or same:
            return None
        if k in known:
            right = further(vals[k], [forms(rng, kind, vals[k]) for _ in range(2)])
            asked.append(Asked(wording, vals[k], True, right, wrong))
        else:
            asked.append(Asked(wording, None, False, (), wrong))
    rng.shuffle(asked)
    return Scene(
        text, tuple(claims(rng, slots, both, vals, known, denied, unknown, used)), tuple(asked)
    )


def claims(
    rng: random.Random,
    slots: tuple[Slot, ...],
    both: tuple[str, str],
    vals: dict[tuple[int, int], str],
    known: list[tuple[int, int]],
    denied: list[tuple[int, int]],
    unknown: list[tuple[int, int]],
    used: dict[tuple[int, int], str],
) -> list[tuple[str, str]]:
    """Return statements that follow, are denied or stay open."""
    out: list[tuple[str, str]] = []
    picks = [(rng.choice(known), ENTAILED), (rng.choice(known), DENIED)]
    picks += [(k, OPEN) for k in unknown if k not in denied][:1]
    picks += [(k, DENIED) for k in denied[:1]]
    seen: set[tuple[int, int]] = set()
    for k, label in picks:
        kind, wordings, _, _ = slots[k[1]]
        if k in seen or (":" in kind and label == DENIED and k in known):
            continue
        seen.add(k)
        other = [w for w in wordings.split("|") if w != used.get(k)]
        near = [vals[o] for o in known if slots[o[1]][0] == kind and vals[o] != vals[k]]
        val = vals[k] if label == ENTAILED else rng.choice(near or [value(rng, kind)])
        if label == DENIED and val == vals[k]:
            continue
        out.append((upper(said(rng.choice(other), both[k[0]], val, both[k[0]])) + ".", label))
    return out


def happened(rng: random.Random) -> Scene | None:
    """Return a scene of events and questions of which one detail may not fit."""
    verbs, objects = rng.choice(EVENTS)
    verb = [v.split() for v in verbs.split("|")]
    things = rng.sample(objects.split("/"), 4)
    count = rng.randint(2, 3)
    who = people(rng, count)
    if rng.random() < 0.5:
        who = [f"{w} {f}" for w, f in zip(who, rng.sample(FAMILY, count), strict=True)]
    years = rng.random() < 0.6
    when = [str(y) for y in rng.sample(range(1850, 2015), 4)] if years else rng.sample(MONTHS, 4)
    where = rng.sample(CITIES, 4)
    events = [(who[i], rng.choice(verb), things[i], when[i], where[i]) for i in range(count)]
    shapes = (
        "{0} {1} {2} in {4} in {3}.",
        "In {3}, {0} {1} {2} in {4}.",
        "In {3} it was {0} who {1} {2} in {4}.",
        "It was in {4}, in {3}, that {0} {1} {2}.",
        "While staying in {4} in {3}, {0} {1} {2}.",
        "{0}, who was in {4} in {3}, {1} {2} there.",
    )
    text = " ".join(rng.choice(shapes).format(e[0], e[1][0], *e[2:]) for e in events)
    if any(text.count(x) != 1 for e in events for x in (e[0], e[2], e[3], e[4])):
        return None
    pools: tuple[Sequence[str | list[str]], ...] = (who, verb, things, when, where)
    asked: list[Asked] = []
    for fits in (True, False, True, False):
        mine = rng.randrange(count)
        event: list[str | list[str]] = list(events[mine])
        role = rng.choice((0, 2, 3, 4))
        roles = [r for r in (0, 1, 2, 3, 4) if r != role]
        if not fits:
            bent = rng.choice([r for r in roles if r < 3] if role > 2 else [0, 1, 3, 4, 1])
            if bent == role:
                bent = 1
            event[bent] = rng.choice([x for x in pools[bent] if x != event[bent]])
        else:
            bent = rng.choice((3, 4))
        base = event[1][1]
        time = (
            f"in {event[3]}" if (not fits and bent == 3) or rng.random() < 0.5 else f"in {event[4]}"
        )
        if not fits and bent == 4:
            time = f"in {event[4]}"
        wording = {
            0: f"Who {event[1][0]} {event[2]} {time}?",
            2: f"What did {event[0]} {base} {time}?",
            3: rng.choice(
                (
                    f"When did {event[0]} {base} {event[2]}?",
                    f"In which {'year' if years else 'month'} did {event[0]} {base} {event[2]}?",
                )
            ),
            4: rng.choice(
                (
                    f"Where did {event[0]} {base} {event[2]}?",
                    f"In which city did {event[0]} {base} {event[2]}?",
                )
            ),
        }[role]
        kind = {0: "person", 2: "what", 3: "year", 4: "place"}[role]
        values = [str(e[role]) for e in events]
        mine_value = values[mine]
        others = [v for v in values if v != mine_value]
        if fits:
            right = further(mine_value, [forms(rng, kind, mine_value) for _ in range(2)])
            asked.append(
                Asked(wording, mine_value, True, right, tuple(forms(rng, kind, o) for o in others))
            )
        else:
            tempt = [forms(rng, kind, mine_value), forms(rng, kind, rng.choice(others))]
            asked.append(Asked(wording, None, False, (), tuple(tempt)))
    return Scene(text, (), tuple({a.text: a for a in asked}.values()))


def further(said: str, found: Sequence[str]) -> tuple[str, ...]:
    """Return what was found, each once, without what is said already."""
    return tuple(one for one in dict.fromkeys(found) if one != said)


def make(rng: random.Random) -> Scene:
    """Return a new scene."""
    while True:
        scene = told(rng) if rng.random() < 0.65 else happened(rng)
        if scene is not None:
            return scene
