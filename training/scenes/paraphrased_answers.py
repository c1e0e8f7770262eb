"""Right answers in other words than the text, and wrong ones in other words too."""

from __future__ import annotations

import random
from dataclasses import dataclass

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, DAYS, MEN, WOMEN, her, people, she, upper


@dataclass(frozen=True)
class Frame:
    """A kind of question with facts that can answer it.

    Attributes:
        kind: "why" (clauses and nouns), "did" (past verb phrases) or "plain" (used as they are).
        asks: Questions about {A}.
        carries: Sentences with {A} and the fact {x}.
        claims: Statements with {A} and {x}.
        silent: A sentence about {A} that leaves the answer open.
        contra: What is said of somebody who did not do it, and of {A} a contradiction.
        event: What follows for everybody who did it.
        exclusive: Whether only one fact can hold of one person.
        facts: One fact per line: the words of the text, then other words, with bars between.
            A leading = marks a clause where nouns are possible too.
        things: Who or what {A} can be; empty for people.
    """

    kind: str
    asks: tuple[str, ...]
    carries: tuple[str, ...]
    claims: tuple[str, ...]
    silent: str
    contra: str
    event: str
    facts: str
    exclusive: bool = False
    things: tuple[str, ...] = ()


def why(base: str, past: str, silent: str, contra: str, event: str, facts: str) -> Frame:
    """Return a frame that asks for the reason why a person did something."""
    return Frame(
        "why",
        (
            f"Why did {{A}} {base}?",
            f"What made {{A}} {base}?",
            f"What was the reason that {{A}} {past}?",
            f"For what reason did {{A}} {base}?",
            f"How come {{A}} {past}?",
        ),
        (
            f"{{A}} {past} because {{x}}.",
            f"{{A}} {past}, as {{x}}.",
            f"{{A}} {past}, for {{x}}.",
            f"The reason why {{A}} {past} was that {{x}}.",
            f"{{A}} {past} since {{x}}.",
        ),
        (f"{{A}} {past} because {{x}}.", f"The reason why {{A}} {past} was {{x}}."),
        silent,
        contra,
        event,
        facts,
    )


def was(
    past: str, silent: str, contra: str, event: str, facts: str, things: tuple[str, ...]
) -> Frame:
    """Return a frame that asks why something was done to a thing."""
    return Frame(
        "why",
        (
            f"Why was {{A}} {past}?",
            f"What was the reason that {{A}} was {past}?",
            f"For what reason was {{A}} {past}?",
            f"Why did {{A}} have to be {past}?",
        ),
        (
            f"{{A}} was {past} because {{x}}.",
            f"{{A}} had to be {past}, as {{x}}.",
            f"{{A}} was {past}, since {{x}}.",
            f"The reason why {{A}} was {past} was that {{x}}.",
        ),
        (f"{{A}} was {past} because {{x}}.", f"The reason why {{A}} was {past} was {{x}}."),
        silent,
        contra,
        event,
        facts,
        things=things,
    )


def place(kinds: str) -> tuple[str, ...]:
    """Return things with a town each."""
    return tuple(f"the {kind} in {city}" for kind in kinds.split(",") for city in CITIES)


FRAMES = (
    why(
        "leave the party early",
        "left the party early",
        "{A} went home early too, but nobody knows why.",
        "{A} stayed at the party to the end.",
        "{A} went home before the party was over.",
        """
=={p} head ached|a headache|={s} had a sore head|the pain in {p} head
=={s} had to catch the last bus|={s} did not want to miss the final bus|the last bus
=={p} baby had fallen ill|={p} little child was sick|{p} sick baby|the illness of {p} child
==the music was far too loud|the noise of the songs|={s} could not bear the loud songs
=={s} had quarrelled with the host|an argument with the person who gave the party|\
={s} and the host had had a row
=={s} had to get up at five the next day|={s} needed to rise very early the next morning|\
the early start the following day
==there was nothing left to eat|the lack of food|=all the food was gone
=={s} knew none of the guests|=all the people there were strangers to {o}|\
=there was not one familiar face
==snow had begun to fall|the start of the snow|=it was starting to snow
=={s} could hardly keep {p} eyes open|={s} was very sleepy|{p} tiredness""",
    ),
    was(
        "called off",
        "{A} did not take place either, and no reason was given.",
        "{A} went ahead as planned.",
        "{A} did not take place.",
        """
==it had rained for days|the long rain|days of wet weather|=it had been pouring for a long time
==the leading singer had lost her voice|=the main performer could no longer sing|\
the singer's voice problems
==hardly any tickets had been sold|the poor ticket sales|=almost nobody had bought a ticket
==the electricity had failed|a power cut|=there was no current
==a fire had damaged the hall|the damage done by flames|=part of the building had burnt
==the bus drivers were on strike|a strike by drivers|=the people who drive the buses refused to work
==the police had received a bomb threat|=somebody had threatened to blow the place up|\
a threat of an explosion
==the organisers had run out of money|=there were no funds left|a lack of money
==many helpers had caught the flu|=a lot of volunteers were ill|the illness of many volunteers
==a storm had torn down the tents|=strong winds had destroyed the tents|\
the harm that the gale did to the tents
==the mayor had died|the death of the head of the town|=the town was mourning its mayor""",
        place("match,concert,book fair,street festival,parade,flower show,spring market"),
    ),
    why(
        "move to the coast",
        "moved to the coast",
        "{A} moved there as well and never said why.",
        "{A} never moved away from home.",
        "{A} went to live by the sea.",
        """
==the sea air was good for {p} lungs|{p} health|=breathing was easier for {o} there
=={s} had been offered a job there|a work offer|=a firm there wanted to employ {o}
=={s} had fallen in love with a fisherman's cousin|love|=a person there had won {p} heart
=={s} could no longer pay the rent in the city|the high cost of a city flat|\
=living in the city had become too dear for {o}
=={s} wanted to paint the waves|={s} wished to make pictures of the sea|\
the wish to put the sea on canvas
=={p} parents needed care|={s} had to look after {p} mother and father|\
{p} duty to tend {p} ageing parents
=={s} had inherited a cottage there|a small house left to {o} in a will|\
=a dead relative had left {o} a little house
=={s} was hiding from the police|={s} wished to avoid arrest|{p} fear of being caught by the law
=={s} loved sailing|{p} passion for boats|={s} was very fond of going out in a boat
=={s} hated the noise of the traffic|=the sound of all the cars was unbearable to {o}|\
the din of the cars""",
    ),
    why(
        "lose {p} job",
        "lost {p} job",
        "{A} lost {p} job too, though the reason is not known.",
        "{A} kept {p} job.",
        "{A} was no longer employed there.",
        """
=={s} was always late|{p} lack of punctuality|={s} never arrived on time
=={s} had stolen from the till|a theft|={s} had taken money that was not {p} own
=={s} had insulted a customer|={s} had been rude to a client|{p} rude words to a client
=={s} had fallen asleep on duty|={s} had dozed off at work|a nap during working hours
==a robot could do the work more cheaply|=a machine had taken over {p} tasks|\
{p} replacement by a cheaper machine
==the owner had gone bankrupt|=the boss had run out of money|the financial ruin of the boss
=={s} had lied about {p} diploma|=the qualification {s} claimed to have was made up|\
the false claim about {p} education
=={s} refused to work on Sundays|={s} would not come in at the weekend|\
{p} refusal to give up {p} day of rest
=={s} had crashed the delivery van|an accident with the firm's vehicle|\
={s} had driven the firm's van into something
=={s} had told the press about the poisoned river|={s} had told journalists of the pollution|\
the leak to the newspapers""",
    ),
    was(
        "abandoned",
        "{A} was given up in the same century, for reasons that nobody recorded.",
        "{A} is still in use today.",
        "{A} was given up.",
        """
==the river had changed its course|=the water now flowed elsewhere|the shift of the stream
==the plague had killed most of the people|a deadly disease|=most people had died in an epidemic
==the wells had dried up|a shortage of water|=there was no water left to drink
==the silver had run out|=all the precious metal had been dug up|the end of the ore
==raiders kept attacking it|the constant attacks|=it was assaulted again and again
==the sand had buried the fields|the advance of the desert|=dunes had covered the farmland
==an earthquake had destroyed the walls|=the ground had shaken and brought the walls down|\
a violent tremor of the ground
==the new railway passed it by|=trains did not stop anywhere near it|the route of the new train line
==the king had built a new capital|=the ruler had founded another chief city|\
the ruler's move to another seat
==a volcano was about to erupt|the danger from the fire mountain|\
=lava and ash were expected""",
        tuple(
            f"the {a} {n}"
            for a in ("old", "northern", "southern", "small", "walled", "upper")
            for n in ("village", "settlement", "fortress", "town", "trading post", "colony")
        ),
    ),
    Frame(
        "plain",
        (
            "Why did {A} go to town?",
            "What did {A} go to town for?",
            "What was the purpose of {A}'s trip to town?",
            "What did {A} want in town?",
        ),
        (
            "{A} went to town {x}.",
            "Early in the morning {A} walked to town {x}.",
            "On market day {A} rode to town {x}.",
        ),
        ("{A} went to town {x}.", "{A} made the trip to town {x}."),
        "{A} went to town too and did not tell anyone the purpose.",
        "{A} stayed away from town.",
        "{A} went into town.",
        """
to feed {p} children|so that {p} children had something to eat|to get food for {p} little ones
to sell a cow|to find a buyer for one of {p} cattle|so that {s} could turn a cow into money
to see a dentist|to have {p} teeth looked at|because {s} needed treatment for {p} teeth
to pay {p} taxes|to hand over what {s} owed the state|because {s} had to settle {p} tax bill
to visit {p} grandmother|to call on {p} mother's mother|because {s} wished to see {p} gran
to buy a wedding ring|to get a ring for {p} marriage|because {s} needed a ring for the wedding
to look for work|in the hope of finding a job|because {s} wanted to be employed
to complain to the judge|to make a complaint in court|because {s} had a grievance for the court
to have {p} boots mended|to get {p} footwear repaired|because {p} boots needed fixing
to borrow a book|to get something to read from the library|because {s} wanted to take out a volume
to hear the new preacher|to listen to the sermon of the new minister|\
because {s} was curious about the new man in the pulpit
to vote|to cast {p} ballot|because {s} wanted to take part in the election""",
    ),
    Frame(
        "did",
        (
            "What did {A} do when the alarm went off?",
            "How did {A} react to the alarm?",
            "What was {A}'s reaction when the alarm sounded?",
        ),
        (
            "When the alarm went off, {A} {x}.",
            "{A} {x} as soon as the alarm sounded.",
            "At the sound of the alarm {A} {x}.",
        ),
        ("When the alarm rang, {A} {x}.", "{A} {x} at the sound of the alarm."),
        "{A} heard the alarm as well; what {s} did then is not known.",
        "{A} slept through the alarm.",
        "{A} heard the alarm.",
        """
fled|ran away|took to {p} heels|made off
hid behind a curtain|concealed {r} behind the drapes|got out of sight behind some cloth
phoned the police|called the cops|rang the officers of the law
burst into tears|started to cry|began weeping
fainted|passed out|lost consciousness
grabbed a hammer|seized a tool|took hold of something to hit nails with
locked the door|turned the key|shut the room so that nobody could get in
laughed|chuckled|showed amusement
put out the lights|switched off the lamps|made the room dark
woke the children|roused the kids|got the little ones out of their sleep
kept calm|did not panic|stayed cool
screamed|let out a shrill cry|gave a loud yell""",
    ),
    Frame(
        "did",
        (
            "What did {A} do with the letter?",
            "What happened to {A}'s letter?",
            "What became of the letter that {A} received?",
        ),
        (
            "{A} got a letter and {x}.",
            "When a letter came for {A}, {s} {x}.",
            "{A} received a letter on {D} and {x}.",
        ),
        ("{A} got a letter and {x}.", "After getting a letter, {A} {x}."),
        "{A} got a letter as well, and nobody saw what {s} did with it.",
        "{A} got no letter.",
        "A letter was sent to {A}.",
        """
burnt it|set fire to it|let the flames have it
tore it up|ripped it to pieces|pulled it apart
answered it at once|wrote back immediately|replied without delay
sent it back unopened|returned it with the seal unbroken|had it go back to the sender unread
hid it under the mattress|concealed it in {p} bed|put it in a secret place in {p} bed
read it aloud|let everybody hear what it said|spoke its words so that all could listen
gave it to {p} lawyer|handed it to {p} attorney|passed it on to {p} legal adviser
lost it|could not find it any more|mislaid it
framed it|put it behind glass on the wall|hung it up in a frame
sold it to a collector|got money for it from someone who gathers such things|\
let a collector buy it""",
    ),
    Frame(
        "plain",
        ("What happened to {A}?", "What became of {A}?", "What was the fate of {A}?"),
        ("In the end {A} {x}.", "{A} {x} that autumn.", "A year later {A} {x}."),
        ("{A} {x}.", "It is a fact that {A} {x}."),
        "The fate of {A} is not known.",
        "{A} remained exactly as and where it was.",
        "Something happened to {A}.",
        """
was stolen|was taken by thieves|fell into the hands of robbers
burnt to ashes|was destroyed by fire|went up in flames
sank|went down in the water|ended up under water
was sold to a museum|was bought for an exhibition house|became the property of a museum
was given to an orphanage|was donated to a home for children without parents|\
became a present for orphans
was painted green|got a coat of green paint|was given the colour of grass
was struck by lightning|was hit by a flash from the sky|was hit in a thunderstorm
was repaired|was mended|was put in working order again
was eaten by termites|was destroyed by insects|fell victim to wood-eating insects
was shipped abroad|was taken to another country by boat|left the country by sea
was crushed by a falling tree|was flattened when a tree came down|was squashed under a trunk""",
        things=tuple(
            f"the {a} {n}"
            for a in ("wooden", "antique", "little", "miller's", "captain's", "teacher's", "carved")
            for n in ("boat", "cart", "cupboard", "piano", "raft", "wagon", "chest")
        ),
    ),
    Frame(
        "plain",
        (
            "Who rented the room from {A}?",
            "Who was {A}'s lodger?",
            "What was the job of {A}'s lodger?",
            "Who lived in {A}'s spare room?",
        ),
        (
            "{A} rented {p} spare room to {x}.",
            "The spare room in {A}'s house was let to {x}.",
            "{A} let {p} spare room to {x}.",
        ),
        ("{A}'s lodger was {x}.", "The room in {A}'s house was rented by {x}."),
        "{A} had a lodger too, whom nobody ever met.",
        "{A} never took in a lodger.",
        "Somebody rented a room from {A}.",
        """
a vet|an animal doctor|somebody who treats sick animals
a tailor|a maker of clothes|somebody who sews suits for a living
an attorney|a lawyer|someone who represents people in court
a cobbler|a shoemaker|a person who repairs shoes
a physician|a medical doctor|a person who heals the sick
a journalist|a newspaper reporter|somebody who writes for the press
an astronomer|a scientist who studies the stars|an expert on planets and stars
a lumberjack|a woodcutter|somebody who fells trees
a florist|a flower seller|the owner of a flower shop
a fisherman|somebody who catches fish for a living|a person who goes out to sea with nets
a novelist|a writer of long stories|an author of books of fiction
a sculptor|an artist who carves stone|somebody who makes statues
a chemist's assistant|a helper in a pharmacy|someone who worked in a drugstore
a burglar|a thief who breaks into houses|a criminal who robs homes
a beekeeper|a honey producer|somebody with hives""",
        exclusive=True,
    ),
    Frame(
        "plain",
        (
            "Where did {A} find the key?",
            "Where was {A}'s key?",
            "In what place did {A} come across the key?",
        ),
        (
            "{A} found {p} key {x}.",
            "After a long search {A} discovered {p} key {x}.",
            "{A}'s missing key turned up {x}.",
        ),
        ("{A}'s key was {x}.", "{A} came across {p} key {x}."),
        "{A} had lost a key too and found it again, {s} did not say where.",
        "{A} never found {p} key again.",
        "{A} got {p} key back.",
        """
beneath the sofa|under the couch|below the settee
in the automobile|inside the car|in the vehicle
in the cellar|in the basement|in the room below ground
at the top of the tower|up in the tower|on the highest floor of the tower
on the lawn|in the grass of the garden|on the grass outside
in the dustbin|in the trash can|among the rubbish
in the rucksack|inside the backpack|in the bag {s} carried on {p} back
beside the stove|next to the cooker|near the thing meals are cooked on
in the barn|in the building where the hay is kept|in the farm's storage building
on the pier|on the landing stage|where the boats tie up
in the attic|in the room under the roof|in the loft
behind the wardrobe|at the back of the cupboard for clothes|at the rear of the clothes closet
in the graveyard|in the cemetery|among the tombs""",
        exclusive=True,
    ),
    Frame(
        "plain",
        (
            "What kind of person was {A} in the eyes of the boss?",
            "What did the boss think of {A}?",
            "How did the boss describe {A}?",
        ),
        (
            "The boss told everyone that {A} was {x}.",
            "In a letter the boss called {A} {x}.",
            "{A} was {x}, the boss said.",
        ),
        ("The boss said that {A} was {x}.", "According to the boss, {A} was {x}."),
        "The boss also described {A}, but that page is missing.",
        "The boss never said a word about {A}.",
        "The boss spoke or wrote about {A}.",
        """
stingy|mean with money|not willing to spend a penny|miserly
diligent|hard-working|never idle
timid|easily frightened|not brave at all|shy and fearful
courteous|polite|well-mannered
talkative|fond of chatting|hardly ever silent
irascible|hot-tempered|quick to get angry
absent-minded|forgetful|always thinking of something else
wealthy|rich|in possession of a lot of money
conceited|vain|too proud of {r}
truthful|honest|unable to tell a lie
clumsy|awkward with {p} hands|always dropping things
inquisitive|curious|keen to know everything""",
    ),
    Frame(
        "did",
        (
            "How did {A} get into the locked house?",
            "In what way did {A} enter the house?",
            "By what means did {A} get inside?",
        ),
        (
            "To get into the locked house, {A} {x}.",
            "{A} {x} and so got into the locked house.",
            "The house was locked, so {A} {x} to get in.",
        ),
        ("To enter the house, {A} {x}.", "{A} {x} to get inside."),
        "{A} got into the house as well, but how {s} did it remains a riddle.",
        "{A} never got inside the house.",
        "{A} got inside the house.",
        """
smashed a window|broke the glass|shattered a pane
climbed down the chimney|came in by way of the fireplace|lowered {r} through the smoke shaft
picked the lock|opened the lock without a key|fiddled with the lock until it gave way
used a spare key|unlocked the door with a second key|had another key and opened the door
dug a tunnel|made a passage under the ground|burrowed {p} way in
dressed up as a plumber|disguised {r} as a man who mends pipes|\
pretended that {s} had to fix the pipes
kicked in the door|forced the door open with {p} foot|broke down the door with a kick
bribed the guard|paid the watchman to look away|slipped the guard some money
squeezed through the cat flap|wriggled in where the cat goes|came in by the pet's little door
waited until the maid came out|slipped in when the servant left|\
stood by until the servant opened the door""",
    ),
    Frame(
        "plain",
        (
            "How does {A} get to work?",
            "How does {A} travel to the office?",
            "What is {A}'s way of getting to the office?",
        ),
        (
            "{A} goes to work {x}.",
            "Every morning {A} gets to the office {x}.",
            "Whatever the weather, {A} always travels to work {x}.",
        ),
        ("{A} gets to the office {x}.", "{A} goes to work {x}."),
        "{A} works in the same office and has never told anybody how {s} gets there.",
        "{A} works from home and never goes to the office.",
        "{A} travels to work.",
        """
on foot|by walking|using nothing but {p} legs
by bicycle|on {p} bike|by cycling
by underground|on the subway|on the train that runs below the streets
on horseback|by riding a horse|in the saddle of {p} mare
by ferry|on a boat|by ship
in {p} own car|by driving {r}|at the wheel of {p} automobile
by taxi|in a cab|in a car with a hired driver
on roller skates|on shoes with wheels|by skating
by helicopter|through the air|in a machine with rotor blades
by tram|on the streetcar|in a carriage that runs on rails in the street""",
        exclusive=True,
    ),
    Frame(
        "plain",
        ("When did {A} arrive?", "When did {A} get to the inn?", "At what time did {A} turn up?"),
        ("{A} arrived at the inn {x}.", "{A} reached the inn {x}.", "{x!}, {A} came to the inn."),
        ("{A} got to the inn {x}.", "{A} turned up {x}."),
        "{A} came to the inn too, nobody remembers when.",
        "{A} never reached the inn.",
        "{A} reached the inn.",
        """
at dawn|when the sun came up|at sunrise
at noon|at twelve o'clock in the day|in the middle of the day
at midnight|at twelve at night|when the old day ended and the new one began
at teatime, at a quarter to four|fifteen minutes before four in the afternoon|at 3.45 p.m.
at dusk|as it was getting dark|just after the sun had gone down
at half past nine in the morning|at 9.30 a.m.|thirty minutes after nine in the morning
at half past seven in the evening|at 7.30 p.m.|thirty minutes past seven at night
at a quarter past two in the afternoon|at 2.15 p.m.|fifteen minutes after two in the afternoon
at two in the morning|at 2 a.m.|two hours after midnight
at eleven in the morning|an hour before noon|at 11 a.m.""",
        exclusive=True,
    ),
    Frame(
        "plain",
        (
            "How did {A} feel after the exam?",
            "What was {A}'s mood after the exam?",
            "In what state was {A} when the exam was over?",
        ),
        (
            "After the exam {A} was {x}.",
            "When the exam was over, {A} felt {x}.",
            "{A} walked out of the exam {x}.",
        ),
        ("{A} was {x} when the exam was over.", "After the exam {A} felt {x}."),
        "{A} took the exam too, and {p} face gave nothing away.",
        "{A} did not take the exam.",
        "{A} took the exam.",
        """
delighted|very happy|full of joy
exhausted|worn out|dead tired
furious|very angry|full of rage
starving|very hungry|in great need of a meal
ashamed|embarrassed about {r}|full of shame
anxious about {p} marks|worried about the result|afraid of a bad grade
relieved|glad that it was behind {o}|as if a weight had been lifted from {o}
bored|without any interest|weary of the dull questions
thirsty|badly in need of a drink|in need of something to drink
puzzled|confused|at a loss to understand it""",
    ),
)


def fill(text: str, who: str, fact: str = "", day: str = "Monday") -> str:
    """Return the text with the name, the fact and the pronouns put in."""
    text = text.replace("{x!}", upper(fact)).replace("{x}", fact).replace("{A}", who)
    man = who in MEN
    known = man or who in WOMEN
    words = {
        "{s}": she(who) if known else "it",
        "{p}": her(who) if known else "its",
        "{o}": "him" if man else "her",
        "{r}": "himself" if man else "herself",
        "{D}": day,
    }
    for mark, word in words.items():
        text = text.replace(mark, word)
    return text


def facts_of(frame: Frame) -> list[list[str]]:
    """Return the facts of a frame, each as a list of wordings (the first as in the text)."""
    lines = [line.strip() for line in frame.facts.strip().split("\n")]
    return [[part.strip() for part in line.lstrip("=").split("|")] for line in lines]


def worded(rng: random.Random, frame: Frame, part: str, who: str) -> str:
    """Return one wording of a fact as a user would answer with it."""
    clause = part.startswith("=")
    text = fill(part.lstrip("="), who)
    if frame.kind == "why":
        if clause:
            text = rng.choice(("because ", "", "", "since ")) + text
        else:
            text = rng.choice(("because of ", "", "", "")) + text
    elif frame.kind == "did":
        known = who in MEN or who in WOMEN
        text = rng.choice(("", f"{she(who)} " if known else "", f"{who} ")) + text
    return rng.choice((text, text, upper(text), upper(text).rstrip(".") + "."))


def claimed(rng: random.Random, frame: Frame, part: str, who: str) -> str:
    """Return a statement that the fact holds of somebody."""
    clause = part.startswith("=")
    text = part.lstrip("=")
    if frame.kind == "why":
        claim = frame.claims[0]
        if not clause:
            claim = rng.choice((frame.claims[1], frame.claims[0].replace("because", "because of")))
    else:
        claim = rng.choice(frame.claims)
    return upper(fill(claim, who, text)).replace("..", ".")


def make(rng: random.Random) -> Scene:
    """Return a scene with two people or things, a fact of each, and answers in other words."""
    frame = rng.choice(FRAMES)
    facts = facts_of(frame)
    if frame.kind == "why":
        facts = [["=" + fact[0], *fact[1:]] for fact in facts]
    names = list(rng.sample(frame.things, 4) if frame.things else people(rng, 4))
    picked = rng.sample(range(len(facts)), 4)
    mine = {names[0]: facts[picked[0]], names[1]: facts[picked[1]]}
    extra = facts[picked[2]] + facts[picked[3]]
    day = rng.choice(DAYS)
    parts: list[str] = []
    said: dict[str, str] = {}
    for name, fact in mine.items():
        said[name] = fill(fact[0].lstrip("="), name)
        carry = rng.choice([c for c in frame.carries if c != (parts[0] if parts else "")])
        parts.append(carry)
    lines = [
        upper(fill(carry, name, mine[name][0].lstrip("="), day))
        for carry, name in zip(parts, mine, strict=True)
    ]
    silent = rng.random() < 0.6
    contra = rng.random() < 0.6
    if silent:
        lines.append(upper(fill(frame.silent, names[2])))
    if contra:
        lines.append(upper(fill(frame.contra, names[3])))
    rng.shuffle(lines)
    text = " ".join(lines)
    asked, first_second = [], list(mine)
    for name in first_second:
        other = first_second[1 - first_second.index(name)]
        own = mine[name]
        right = {worded(rng, frame, part, name) for part in own[1:]}
        right.add(worded(rng, frame, own[0], name))
        wrong = {worded(rng, frame, part, name) for part in rng.sample(mine[other], 3)}
        wrong |= {worded(rng, frame, part, name) for part in rng.sample(extra, 2)}
        answer = said[name] if said[name] in text else upper(said[name])
        asked.append(
            Asked(
                fill(rng.choice(frame.asks), name),
                answer,
                right=tuple(sorted(right)),
                wrong=tuple(sorted(wrong)),
            )
        )
    if silent:
        pool = mine[names[0]] + mine[names[1]]
        wrong = {worded(rng, frame, part, names[2]) for part in rng.sample(pool, 3)}
        asked.append(
            Asked(fill(rng.choice(frame.asks), names[2]), None, False, wrong=tuple(sorted(wrong)))
        )
    said_so = []
    for name in first_second:
        other = first_second[1 - first_second.index(name)]
        said_so.append((claimed(rng, frame, rng.choice(mine[name][1:]), name), ENTAILED))
        if frame.exclusive:
            said_so.append((claimed(rng, frame, rng.choice(mine[other]), name), DENIED))
    if silent:
        for name in first_second:
            said_so.append((claimed(rng, frame, rng.choice(mine[name]), names[2]), OPEN))
    else:
        part = rng.choice(mine[rng.choice(first_second)])
        said_so.append((claimed(rng, frame, part, names[2]), OPEN))
        said_so.append((upper(fill(frame.contra, names[2])), OPEN))
    said_so.append((upper(fill(frame.contra, rng.choice(first_second))), DENIED))
    if contra:
        if rng.random() < 0.5:
            said_so.append((upper(fill(frame.contra, names[3])), ENTAILED))
        said_so.append((upper(fill(frame.event, names[3])), DENIED))
        part = rng.choice(mine[rng.choice(first_second)])
        said_so.append((claimed(rng, frame, part, names[3]), DENIED))
    rng.shuffle(said_so)
    return Scene(text, tuple(said_so[:6]), tuple(asked))
