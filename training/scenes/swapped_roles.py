"""Who did what to whom: the roles of a deed, told right or swapped, in many wordings."""

from __future__ import annotations

import random

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import DAYS, FAMILY, MONTHS, WOMEN, full_name, people, spaced, upper

ROLES = spaced(
    "baker teacher plumber nurse lawyer gardener carpenter dentist farmer painter librarian pilot "
    "butcher tailor singer journalist mechanic chemist waiter photographer judge sailor student "
    "clerk miner poet cook guard professor manager neighbour postman drummer architect"
)
ANIMALS = spaced("dog cat fox goose horse goat bull hen badger rabbit otter donkey wolf bear swan")
KIN = spaced("brother sister cousin uncle aunt lawyer neighbour driver boss assistant son")
FIRMS = spaced("Motors Foods Systems Textiles Shipping Energy Media Steel Optics Logistics Pharma")
WARES = spaced(
    "the old tractor|the piano|the sailing boat|the red bicycle|the house by the lake|the violin|"
    "the vineyard|the gold watch|the camera|the two oil paintings|the delivery van|the bakery",
    "|",
)
LOANS = spaced(
    "the ladder|the bicycle|the electric drill|the two hundred euros|the dictionary|the tent|"
    "the umbrella|the trailer|the warm coat|the lawnmower|the suitcase|the forty pounds",
    "|",
)
SKILLS = spaced(
    "chess|the violin|Portuguese|pottery|sign language|how to swim|how to bake bread|knitting|"
    "the tango|archery|how to weld|book-keeping|calligraphy|how to sail",
    "|",
)
GIFTS = spaced(
    "the silver ring|the bunch of tulips|the key to the attic|the jar of honey|"
    "the signed photograph|the sealed envelope|the woollen scarf|the old map|"
    "the box of chocolates|the last ticket",
    "|",
)
NEWS = spaced(
    "the news of the flood|the secret|the result of the test|the truth about the will|"
    "the joke about the goat|the date of the wedding|the password|the story of the ghost ship",
    "|",
)
# kind of parties ; objects ; wordings ; questions for a ; questions for b
EVENTS = (
    (
        "p",
        WARES,
        "{a} sold {o} to {b}|{b} bought {o} from {a}|{a} sold {b} {o}|"
        "the buyer of {o} was {b} and the seller was {a}|it was {b} who bought {o} from {a}",
        "Who sold {o}?|From whom did {b} buy {o}?|Who was the seller?|Who got the money for {o}?",
        "Who bought {o}?|To whom did {a} sell {o}?|Who was the buyer?|Who paid for {o}?",
    ),
    (
        "p",
        LOANS,
        "{a} lent {o} to {b}|{b} borrowed {o} from {a}|{a} lent {b} {o}|"
        "{b} was lent {o} by {a}|it was from {a} that {b} borrowed {o}",
        "Who lent {o}?|From whom did {b} borrow {o}?|Who was the lender?|Who lent {b} {o}?",
        "Who borrowed {o}?|To whom did {a} lend {o}?|Who was the borrower?|Who borrowed from {a}?",
    ),
    (
        "p",
        SKILLS,
        "{a} taught {b} {o}|{b} learned {o} from {a}|{b} was taught {o} by {a}|"
        "it was {a} who taught {b} {o}|{o} is something that {b} learned from {a}",
        "Who taught {b} {o}?|From whom did {b} learn {o}?|Who was the teacher?|Who gave the "
        "lessons?",
        "Who learned {o}?|Whom did {a} teach {o}?|Who was taught by {a}?|Who was the pupil?",
    ),
    (
        "p",
        GIFTS,
        "{a} gave {b} {o}|{b} received {o} from {a}|{a} gave {o} to {b}|"
        "{b} was given {o} by {a}|the person who got {o} from {a} was {b}",
        "Who gave {o} away?|From whom did {b} receive {o}?|Who was the giver?",
        "Who received {o}?|To whom did {a} give {o}?|Who was given {o}?|Who got {o} from {a}?",
    ),
    (
        "p",
        NEWS,
        "{a} told {b} {o}|{b} heard {o} from {a}|{b} was told {o} by {a}|"
        "it was from {a} that {b} heard {o}",
        "Who told {o}?|From whom did {b} hear {o}?|Who did the telling?",
        "Who was told {o}?|Who heard {o} from {a}?|To whom did {a} tell {o}?",
    ),
    (
        "p",
        spaced(
            "the final|the semi-final|the chess match|the tennis match|the mayoral election|"
            "the debate|the arm-wrestling contest|the fencing bout|the play-off",
            "|",
        ),
        "{a} beat {b} in {o}|{b} lost {o} to {a}|{a} won {o} against {b}|{a} defeated {b} in {o}|"
        "in {o}, {b} was beaten by {a}|it was {a}, not {b}, who won {o}",
        "Who won {o}?|To whom did {b} lose {o}?|Who was the winner?|Who beat {b}?",
        "Who lost {o}?|Whom did {a} beat in {o}?|Who was beaten?|Who was the loser of {o}?",
    ),
    (
        "p",
        spaced("restaurant|law firm|shop|workshop|hotel|clinic|printing house|farm", "|"),
        "{a} employed {b} at the {o}|{b} worked for {a} at the {o}|{b} was employed by {a} at "
        "the {o}|"
        "{a} was the boss of {b} at the {o}|{a} had {b} on the payroll of the {o}",
        "Who was the employer?|For whom did {b} work?|Who was the boss at the {o}?",
        "Who was the employee?|Whom did {a} employ?|Who worked for {a}?",
    ),
    (
        "p",
        spaced("expedition|mountain tour|rescue party|night march|protest march|caravan", "|"),
        "on the {o}, {a} went in front and {b} behind|{b} followed {a} on the {o}|{a} walked "
        "ahead of "
        "{b} on the {o}|on the {o}, {b} walked behind {a}|on the {o}, {a} was followed by {b}",
        "Who walked in front?|Whom did {b} follow?|Who went ahead on the {o}?",
        "Who walked behind?|Who followed {a}?|Who was behind on the {o}?",
    ),
    (
        "p",
        spaced("house|flat|warehouse|cottage|garage|studio|field", "|"),
        "{a} rented the {o} out to {b}|{b} was the tenant of {a} in the {o}|{a} let the {o} to {b}|"
        "{b} paid {a} rent for the {o}|for the {o}, {a} collected rent from {b}",
        "Who was the landlord?|To whom did {b} pay rent?|Who collected the rent?",
        "Who was the tenant?|Who paid rent for the {o}?|From whom did {a} collect rent?",
    ),
    (
        "p",
        spaced(
            "the farm|the family bakery|the large library|the castle|the debt of ten thousand "
            "crowns|"
            "the herd of cattle|the shipyard",
            "|",
        ),
        "{b} inherited {o} from {a}|it was from {a} that {b} inherited {o}|"
        "on the death of {a}, {b} inherited {o}|{o} was inherited by {b} from {a}",
        "From whom did {b} inherit {o}?|Who was the former owner of {o}?",
        "Who inherited {o}?|Who was the heir of {a}?|Who was the heir?",
    ),
    (
        "p",
        [""],
        "{a} is the mother of {b}|{b} is the child of {a}|{b} is the daughter of {a}|"
        "{a} is a parent of {b}|{b} calls {a} her mother|{a} has a daughter whose name is {b}",
        "Who is the parent?|Whose child is {b}?|Who is the mother of {b}?",
        "Who is the child?|Whose mother is {a}?|Who is the daughter?",
    ),
    (
        "f",
        [""],
        "{a} took over {b}|{b} was taken over by {a}|{a} acquired {b}|{b} was swallowed up "
        "by {a}|{b} became a subsidiary of {a}|{a} became the owner of {b}",
        "Which company was the buyer?|Who took over {b}?|Who became the owner of {b}?",
        "Which company was bought?|Whom did {a} take over?|What was acquired by {a}?",
    ),
    (
        "f",
        spaced("brakes|sensors|packaging|cables|batteries|spare parts|raw sugar", "|"),
        "{a} supplied {b} with {o}|{b} bought {o} from {a}|{b} was a customer of {a} for {o}|"
        "{a} delivered {o} to {b}|{a} was the firm that shipped {o} to {b}",
        "Which company was the supplier?|Who delivered {o}?|From whom did {b} buy {o}?",
        "Which company was the customer?|Who bought {o}?|To whom did {a} deliver {o}?",
    ),
    (
        "g",
        spaced("gear shaft wheel pump fan drum roller"),
        "in this machine the {a} drives the {b}|"
        "the {b} is driven by the {a}|the {a} passes its motion on to the {b}|"
        "the {b} gets its motion from the {a}",
        "Which part does the driving?|What drives the {b}?|Where does the {b} get its motion from?",
        "Which part is driven?|What does the {a} drive?|What gets its motion from the {a}?",
    ),
)
# base ; past ; participle ; where (single deeds that only one of the two can have done)
DEEDS = tuple(
    tuple(line.split(";"))
    for line in (
        "rescue;rescued;rescued;p;from the frozen lake|from the burning house|from the cave",
        "arrest;arrested;arrested;p;at the border|outside the bank|after a short chase",
        "hire;hired;hired;p;for the summer season|as a driver|for the night shift",
        "dismiss;dismissed;dismissed;p;without notice|because of the missing money",
        "overtake;overtook;overtaken;p;in the last lap|just before the finish|on the final hill",
        "interview;interviewed;interviewed;p;for the evening news|for the school paper",
        "succeed;succeeded;succeeded;p;as head of the museum|as mayor|as team captain",
        "carry;carried;carried;p;across the river|down from the summit|up the stairs",
        "examine;examined;examined;p;in the clinic|after the accident|before the voyage",
        "cross-examine;cross-examined;cross-examined;p;on the second day of the trial|in court",
        "coach;coached;coached;p;before the regional games|for the Olympic trials",
        "drive;drove;driven;p;to the airport|to the hospital|home after the party",
        "outlive;outlived;outlived;p;by eleven years|by only a few months",
        "bail;bailed out;bailed out;p;after the bad investment|after the second bankruptcy",
        "chase;chased;chased;a;across the yard|through the orchard|around the barn",
        "bite;bit;bitten;a;behind the stable|near the well|at the garden gate",
        "kick;kicked;kicked;a;in the meadow|next to the trough|by the fence",
        "wake;woke;woken;a;before sunrise|in the middle of the night",
        "chase;chased;chased;m;down the lane|around the market square",
        "bite;bit;bitten;m;on the village green|on the doorstep",
        "frighten;frightened;frightened;m;in the dark shed|at the edge of the wood",
        "find;found;found;m;in the snow|under the bridge|behind the haystack",
    )
)
# feelings and habits that need not be returned: third person ; past ; base
LOOSE = tuple(
    tuple(line.split(";"))
    for line in spaced(
        "admires;admired;admire|trusts;trusted;trust|envies;envied;envy|misses;missed;miss|"
        "respects;respected;respect|likes;liked;like|fears;feared;fear|loves;loved;love|"
        "distrusts;distrusted;distrust|often phones;often phoned;often phone|"
        "writes letters to;wrote letters to;write letters to|remembers;remembered;remember|"
        "supports;supported;support|quotes;quoted;quote|understands;understood;understand|"
        "recognises;recognised;recognise|talks about;talked about;talk about|"
        "believes;believed;believe|blames;blamed;blame|listens to;listened to;listen to",
        "|",
    )
)
# wordings in which the two may change places ; question ; wordings that deny it
MUTUAL = (
    (
        "{a} married {b}|{a} became the spouse of {b}|{a} and {b} got married",
        "Whom did {a} marry?|Who became the spouse of {a}?",
        "{a} and {b} never got married",
    ),
    (
        "{a} met {b} for the first time|{a} and {b} met for the first time",
        "Whom did {a} meet?",
        "{a} and {b} had known each other long before that",
    ),
    (
        "{a} shared an office with {b}|{a} and {b} sat in the same office|{a} and {b} were office "
        "mates",
        "With whom did {a} share an office?",
        "{a} and {b} worked in separate offices",
    ),
    (
        "{a} collided with {b} on the cycle path|{a} and {b} ran into each other on the cycle path",
        "With whom did {a} collide?",
        "{a} and {b} avoided a collision on the cycle path",
    ),
    (
        "{a} is a cousin of {b}|{a} and {b} are cousins|one of the cousins of {a} is {b}",
        "Who is a cousin of {a}?|Whose cousin is {a}?",
        "{a} and {b} are not related at all",
    ),
    (
        "{a} lives next door to {b}|{a} and {b} are next-door neighbours",
        "Who lives next door to {a}?",
        "{a} lives in a different town from {b}",
    ),
    (
        "{a} was in the same class as {b}|{a} and {b} were classmates",
        "Who was in the same class as {a}?",
        "{a} and {b} went to different schools",
    ),
    (
        "{a} is exactly as tall as {b}|{a} and {b} are of the same height",
        "Who is as tall as {a}?",
        "{a} is taller than {b}|{b} is taller than {a}",
    ),
    (
        "{a} drew with {b} in round four|the game between {a} and {b} in round four ended in a "
        "draw",
        "With whom did {a} draw?",
        "{a} beat {b} in round four|{a} lost to {b} in round four",
    ),
    (
        "{a} danced a waltz with {b}|{a} and {b} danced a waltz together",
        "Who danced a waltz with {a}?",
        "{a} refused to dance a waltz with {b}",
    ),
)
ENDS = spaced(
    "said little afterwards|was still thinking about it weeks later|has never forgotten that day|"
    "remembers every detail|moved away a year later|did not want to talk to reporters|"
    "wrote about it in a diary",
    "|",
)
BEFORE = spaced(
    "It was a quiet week in the village.|The local paper had a short report.|Nobody had expected "
    "it.|The story is soon told.|The weather had been bad for days.|This is how it was recorded.|"
    "People still talk about it.|Here is what the file says.",
    "|",
)
AFTER = spaced(
    "{c} saw it all.|{c} heard of it only later.|Nothing more is known about it.|{c} did not "
    "believe it at first.|The whole town was talking about it.|{c} wrote it down that evening.|"
    "There were several witnesses, among them {c}.|It made few headlines.",
    "|",
)

STATIC_BEFORE = spaced(
    "One thing is worth knowing.|This much is certain.|The story is soon told.|"
    "Newcomers are often surprised by this.|Here is what we know.",
    "|",
)
STATIC = spaced(
    "{c} mentioned it in passing.|Nobody doubts it.|That is what {c} says.|{c} can confirm it.|"
    "It has been so for a long time.|{c} was surprised to hear it.|No one has ever denied it.",
    "|",
)


def _parties(rng: random.Random, kind: str) -> list[str]:
    """Return three different parties of a kind (a, b and an onlooker)."""
    onlooker = rng.choice(("the priest", "the mayor", "the caretaker", "the innkeeper"))
    if kind == "f":
        return [f"{n} {rng.choice(FIRMS)}" for n in rng.sample(FAMILY, 3)]
    if kind == "a":
        return [f"the {n}" for n in rng.sample(ANIMALS, 2)] + [onlooker]
    if kind == "m":
        pair = [f"the {rng.choice(ANIMALS)}", f"the {rng.choice(ROLES)}"]
        return [*rng.sample(pair, 2), onlooker]
    style = rng.random()
    if style < 0.5:
        return people(rng, 3)
    if style < 0.7:
        names: list[str] = []
        while len({part for n in names for part in n.split()}) < 6:
            names = [full_name(rng) for _ in range(3)]
        return names
    return [f"the {n}" for n in rng.sample(ROLES, 2)] + [onlooker]


def _time(rng: random.Random) -> str:
    """Return an opening time phrase, often empty."""
    return rng.choice(
        (
            "",
            "",
            f"last {rng.choice(DAYS)}, ",
            f"in {rng.choice(MONTHS)}, ",
            f"in {rng.randint(1890, 2023)}, ",
            "according to the local paper, ",
            f"one {rng.choice(DAYS)} in {rng.choice(MONTHS)}, ",
            "as it turned out, ",
        )
    )


def _in(text: str, part: str) -> str:
    """Return the part as it is spelled in the text."""
    return part if part in text else upper(part)


def _ask(
    rng: random.Random, text: str, question: str, good: str, bad: list[str], true: str, false: str
) -> Asked:
    """Return a question with short and long answers."""
    wrong = list(bad)
    if rng.random() < 0.5:
        true, false = f"It was {good}.", f"It was {bad[0]}."
        wrong += [f"It was {b}." for b in bad[1:]]
    return Asked(question, _in(text, good), right=(true,), wrong=(*wrong, false))


def _told(rng: random.Random, event: str, c: str, static: bool = False) -> str:
    """Return the event as a text, sometimes with sentences around it."""
    text = event
    if rng.random() < 0.35:
        text = f"{rng.choice(STATIC_BEFORE if static else BEFORE)} {text}"
    if rng.random() < 0.5:
        text = f"{text} {upper(rng.choice(STATIC if static else AFTER).format(c=c))}"
    return text


def _build(
    rng: random.Random,
    kind: str,
    obj: str,
    telling: list[str],
    wordings: list[str],
    ask_a: list[str],
    ask_b: list[str],
    pair: list[str] | None = None,
    other: str = "",
) -> Scene:
    """Build a scene of a deed whose swapped form is wrong."""
    a, b, c = pair or _parties(rng, kind)

    def say(pattern: str, one: str, two: str) -> str:
        """Return a sentence with the two parties in their roles."""
        return upper(pattern.format(a=one, b=two, o=obj))

    first = rng.choice(telling)
    static = kind == "g" or " is " in wordings[0] or kind == "f"
    timeless = (static and kind != "f") or " is " in first or first[:3] in ("in ", "on ")
    event = upper(("" if timeless else _time(rng)) + first.format(a=a, b=b, o=obj))
    text = _told(rng, event + ".", c, static)
    others = [w for w in wordings if w != first] or wordings
    statements: dict[str, str] = {}
    for pattern in rng.sample(others, min(len(others), rng.choice((1, 2, 2)))):
        statements[say(pattern, a, b) + "."] = ENTAILED
    for pattern in rng.sample(wordings, min(len(wordings), rng.choice((1, 2, 2)))):
        statements[say(pattern, b, a) + "."] = DENIED
    for pattern in rng.sample(wordings, rng.choice((1, 2)) if other else 0):
        one, two = rng.sample((a, b), 2)
        statements[upper(pattern.format(a=one, b=two, o=other)) + "."] = OPEN
    if rng.random() < 0.35:
        claim = rng.choice(wordings[:3]).format(a=b, b=a, o=obj)
        statements[f"It is not true that {claim}."] = ENTAILED
    elif rng.random() < 0.2:
        claim = rng.choice(wordings[:3]).format(a=a, b=b, o=obj)
        statements[f"It is not true that {claim}."] = DENIED
    plain = [w for w in wordings if " not " not in w and ", not" not in w]
    true, false = (say(rng.choice(plain), *p) + "." for p in ((a, b), (b, a)))
    onlooker = [c] if c in text or upper(c) in text else []
    asked = []
    for patterns, good, bad in ((ask_a, a, b), (ask_b, b, a)):
        pattern = rng.choice(patterns)
        art = "the " if kind == "g" else ""
        asked.append(
            _ask(rng, text, say(pattern, a, b), art + good, [art + bad, *onlooker], true, false)
        )
    both = [(q, a) for q in ask_b if "{a}" in q] + [(q, b) for q in ask_a if "{b}" in q]
    if both and rng.random() < 0.4:
        pattern, tempting = rng.choice(both)
        wrong = (tempting, f"It was {tempting}.", *onlooker)
        asked.append(Asked(say(pattern, b, a), None, False, (), wrong))
    return Scene(text, tuple(statements.items()), tuple(asked))


def _event(rng: random.Random) -> Scene:
    """Make a scene of giving, selling, teaching, winning and the like."""
    kind, objects, wordings, ask_a, ask_b = rng.choice(EVENTS)
    patterns, pair = wordings.split("|"), None
    obj = rng.choice(objects)
    if kind == "g":
        pair = [*rng.sample(objects, 2), "the engineer"]
    elif wordings.startswith("{a} is the mother"):
        pair = rng.sample(WOMEN, 3)
    other = ""
    if objects in (WARES, LOANS, SKILLS, GIFTS, NEWS):
        other = rng.choice([o for o in objects if o != obj])
    asks = ask_a.split("|"), ask_b.split("|")
    return _build(rng, kind, obj, patterns, patterns, *asks, pair, other)


def _deed(rng: random.Random) -> Scene:
    """Make a scene of a single deed, told in active, passive or relative clauses."""
    base, past, part, kind, wheres = rng.choice(DEEDS)
    if base == "bail":
        base = "bail out"
    w, end = rng.choice(wheres.split("|")), rng.choice(ENDS)
    who, whom = ("that", "that") if kind == "a" else ("who", "whom")
    done = f"{part} by {{a}} {w}" if base == "outlive" else f"{part} {w} by {{a}}"
    wordings = [
        f"{{a}} {past} {{b}} {w}",
        f"{{b}} was {done}",
        f"it was {{a}} {who} {past} {{b}} {w}",
        f"it was {{b}} {whom} {{a}} {past} {w}",
        f"it was {{b}}, not {{a}}, who was {part} {w}",
        f"it was not {{b}} but {{a}} {who} {past} the other {w}",
        f"what happened was that {{b}} was {done}",
    ]
    telling = wordings[:4]
    if kind == "p":
        telling += [
            f"{{b}}, whom {{a}} {past} {w}, {end}",
            f"{{a}}, who {past} {{b}} {w}, {end}",
            f"{{b}}, who had been {done}, {end}",
        ]
        wordings.append(f"the person whom {{a}} {past} {w} was {{b}}")
    if base == "succeed":
        wordings = [
            f"{{a}} {past} {{b}} {w}",
            f"{{b}} was {done}",
            f"{{a}} came after {{b}} {w}",
            f"{{b}} was followed by {{a}} {w}",
        ]
    ask_a = [
        f"Who {past} {{b}} {w}?",
        f"Who was it that {past} {{b}}?",
        f"By whom was {{b}} {part}?",
    ]
    ask_b = [f"Whom did {{a}} {base} {w}?", f"Who was {part} by {{a}}?", f"Who was {part} {w}?"]
    if base == "outlive":
        wordings += ["{b} died before {a}", "{a} died later than {b}"]
    if kind != "p" or rng.random() < 0.7:
        return _build(rng, kind, "", telling, wordings, ask_a, ask_b)
    one, two, c = people(rng, 3)
    kin, kin2 = rng.sample(KIN, 2)
    a, b = f"{one}'s {kin}", f"{two}'s {kin2}"
    scene = _build(rng, kind, "", telling, wordings, ask_a, ask_b, [a, b, c])
    extra = rng.sample(
        [
            (f"{one} {past} {two} {w}.", OPEN),
            (f"{two} {past} {one} {w}.", OPEN),
            (upper(f"{a} was {done}.".format(a=two)), OPEN),
        ],
        2,
    )
    asked = rng.choice(
        (
            Asked(
                f"Whose {kin} {past} {b} {w}?", one, right=(f"{one}'s",), wrong=(two, f"{two}'s")
            ),
            Asked(
                f"Whose {kin2} was {part} by {a} {w}?",
                two,
                right=(f"{two}'s",),
                wrong=(one, f"{one}'s"),
            ),
        )
    )
    return Scene(scene.text, (*scene.statements[:4], *extra), (*scene.questions, asked))


def _loose(rng: random.Random) -> Scene:
    """Make a scene of a feeling or habit that the other may or may not return."""
    now, then, base = rng.choice(LOOSE)
    a, b, c = _parties(rng, "p")
    present = rng.random() < 0.6
    verb, does = (now, "does") if present else (then, "did")
    event = rng.choice(
        (
            f"{a} {verb} {b}.",
            f"It is well known that {a} {verb} {b}.",
            f"{a} {verb} {b} and has told everyone so.",
            f"Everybody in the office knew that {a} {verb} {b}.",
            f"It is {b} whom {a} {verb}."
            if verb.split()[-1] not in ("to", "about")
            else f"It is no secret that {a} {verb} {b}.",
        )
    )
    back = rng.random()
    label = OPEN
    if back < 0.2:
        label = ENTAILED
        event += rng.choice(
            (
                f" {upper(b)} {verb} {a} just as much.",
                f" The reverse {'is' if present else 'was'} just as true.",
            )
        )
    elif back < 0.45:
        label = DENIED
        event += rng.choice(
            (
                f" {upper(b)}, however, {does} not {base} {a}.",
                " The reverse was never the case."
                if not present
                else f" But {b} {does} not {base} {a} in return.",
            )
        )
    elif back < 0.6:
        event += rng.choice(
            (
                f" Whether {b} {verb} {a} as well, nobody can say.",
                f" What {b} thought of {a} is not recorded.",
            )
        )
    text = _told(rng, upper(event), c, True)
    swapped = [
        upper(s)
        for s in (
            f"{b} {verb} {a}.",
            f"{a} is someone {b} {verb}.",
            f"one person who {verb} {a} is {b}.",
        )
    ]
    same = [
        upper(s)
        for s in (
            f"{a} {verb} {b}.",
            f"{b} is someone {a} {verb}.",
            f"one person who {verb} {b} is {a}.",
        )
    ]
    denial, back_denial = f"{upper(a)} {does} not {base} {b}.", f"{upper(b)} {does} not {base} {a}."
    flip = {OPEN: OPEN, ENTAILED: DENIED, DENIED: ENTAILED}
    statements = {rng.choice(same): ENTAILED}
    statements.update((s, label) for s in rng.sample(swapped, rng.choice((1, 2))))
    if rng.random() < 0.6:
        statements[back_denial] = flip[label]
    if rng.random() < 0.35:
        statements[denial] = DENIED
    wrong = (b, f"It is {b}.") + ((c,) if c in text or upper(c) in text else ())
    asked = [Asked(f"Who {verb} {b}?", _in(text, a), right=(f"It is {a}.",), wrong=wrong)]
    if label == OPEN:
        asked.append(Asked(f"Who {verb} {a}?", None, False, (), (b, f"{upper(b)} {verb} {a}.")))
    return Scene(text, tuple(statements.items()), tuple(asked))


def _mutual(rng: random.Random) -> Scene:
    """Make a scene in which the two may change places without changing the truth."""
    wordings, asks, denials = rng.choice(MUTUAL)
    a, b, c = _parties(rng, "p")
    patterns = wordings.split("|")
    static = "is" in patterns[0].split() or "lives" in wordings
    event = ("" if static else _time(rng)) + rng.choice(patterns).format(a=a, b=b)
    text = _told(rng, upper(event) + ".", c, static)
    statements = {upper(rng.choice(patterns).format(a=b, b=a)) + ".": ENTAILED}
    x, y = rng.sample((a, b), 2)
    statements[upper(rng.choice(denials.split("|")).format(a=x, b=y)) + "."] = DENIED
    if rng.random() < 0.8:
        x, y = rng.sample((rng.choice((a, b)), c), 2)
        if "marr" not in wordings and "draw" not in wordings:
            statements[upper(rng.choice(patterns).format(a=x, b=y)) + "."] = OPEN
    seen = (c,) if c in text or upper(c) in text else ()
    asked = []
    for x, y in ((a, b), (b, a)):
        ask = rng.choice(asks.split("|")).format(a=x)
        asked.append(
            Asked(ask, _in(text, y), right=(f"It was {y}.",), wrong=(x, f"It was {x}.", *seen))
        )
    return Scene(text, tuple(statements.items()), tuple(asked))


def make(rng: random.Random) -> Scene:
    """Return a new random scene."""
    kinds = (_event, _deed, _loose, _mutual)
    return rng.choices(kinds, (8, 4, 12, 3))[0](rng)
