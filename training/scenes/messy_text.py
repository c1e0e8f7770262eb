"""Small scenes in messy spelling: lower case, no punctuation, typos, chat style, other spelling."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, people, she, upper


@dataclass(frozen=True)
class Spec:
    """A kind of fact about people ({a}) and one thing ({x}) each.

    Attributes:
        lines: Sentences of the text.
        what: Questions for the thing.
        who: Questions for the person.
        states: Statements of the fact.
        denials: Statements that the fact does not hold.
        items: The things, separated by commas; other spellings after a slash.
        extras: Sentences that may stand before or after.
        longer: Right or wrong answers as a short sentence, with {s} for she or he.
    """

    lines: tuple[str, ...]
    what: tuple[str, ...]
    who: tuple[str, ...]
    states: tuple[str, ...]
    denials: tuple[str, ...]
    items: str
    extras: tuple[str, ...]
    longer: str


SPECS = (
    Spec(
        (
            "{a} has brought {x} for the picnic.",
            "{a}'s contribution to the picnic is {x}.",
            "The only thing that {a} brought to the picnic was {x}.",
        ),
        ("What did {a} bring to the picnic?", "What has {a} brought along?"),
        ("Who brought {x}?", "Which of them contributed {x} to the picnic?"),
        ("{a} brought {x} to the picnic.", "{x!} came from {a}."),
        ("{a} did not bring {x} to the picnic.", "It was not {a} who contributed {x}."),
        "potato salad/potatosalad,lemonade,cheese sandwiches/cheese-sandwiches,ice "
        "cream/ice-cream,"
        "yoghurt/yogurt,a cherry cake/a cherry-cake,boiled eggs,doughnuts/donuts,sausages,grape "
        "juice",
        (
            "It's going to be sunny, they've said.",
            "We're meeting at the lake.",
            "Please don't be late.",
        ),
        "{s} brought {x}",
    ),
    Spec(
        (
            "{a}'s favourite colour is {x}.",
            "The colour that {a} likes best is {x}.",
            "{a} thinks that {x} is the nicest colour of all.",
        ),
        ("What is {a}'s favourite colour?", "Which colour does {a} like best?"),
        ("Whose favourite colour is {x}?", "Who likes {x} best?"),
        ("{a} likes {x} best.", "{x!} is the favourite colour of {a}."),
        ("{a}'s favourite colour is not {x}.", "{x!} isn't the colour that {a} likes best."),
        "grey/gray,dark blue/dark-blue,orange,purple,light green/light-green,red,yellow,pink,brown",
        (
            "They've been neighbours for years.",
            "They couldn't agree on the paint.",
            "The new curtains haven't been chosen yet.",
        ),
        "{s} likes {x} best",
    ),
    Spec(
        ("{a} works as {x}.", "{a} earns {p} money as {x}.", "By profession {a} is {x}."),
        ("What is {a}'s job?", "What does {a} do for a living?"),
        ("Who works as {x}?", "Which person is {x}?"),
        ("{a} is {x}.", "{a} has a job as {x}."),
        ("{a} isn't {x}.", "{a} does not work as {x}."),
        "a jeweller/a jeweler,a night nurse/a night-nurse,a bus driver/a busdriver,a plumber,a "
        "judge,"
        "a language teacher,a tree surgeon,a dentist,a bookseller/a book seller,a tiler,a chemist",
        (
            "They're all in the same chess club.",
            "I've known them since school.",
            "It's a small village.",
        ),
        "{s} is {x}",
    ),
    Spec(
        (
            "{a} is going to spend the holidays in {x}.",
            "{a}'s whole holiday will be spent in {x}.",
            "For the holidays {a} is travelling to {x} and nowhere else.",
        ),
        ("Where is {a} going for the holidays?", "Where will {a} spend the holidays?"),
        ("Who is going to {x}?", "Who will be in {x} for the holidays?"),
        (
            "{a} is going to {x} for the holidays.",
            "The place where {a} will spend the holidays is {x}.",
        ),
        ("{a} is not going to {x} for the holidays.", "{a} won't spend the holidays in {x}."),
        ",".join(CITIES),
        ("School's out on Friday.", "The flights weren't cheap.", "Nobody's staying at home."),
        "{s} is going to {x}",
    ),
    Spec(
        (
            "{a} has one pet, {x}.",
            "The only animal in {a}'s house is {x}.",
            "{a} keeps {x} and no other animal.",
        ),
        ("What pet does {a} have?", "What kind of animal does {a} keep?"),
        ("Who has {x}?", "Who keeps {x} at home?"),
        ("{a} owns {x}.", "{a}'s pet is {x}."),
        ("{a} doesn't have {x}.", "{a}'s pet is not {x}."),
        "a guinea pig/a guinea-pig,a goldfish,a parrot,a grey cat/a gray cat,a poodle,a rabbit,"
        "a tortoise,a sheep dog/a sheepdog,a hamster,a ferret,a canary",
        ("The neighbours don't mind.", "They've got big gardens.", "It's quite noisy sometimes."),
        "{s} has {x}",
    ),
    Spec(
        (
            "{a}'s train leaves at {x}.",
            "The train {a} is taking departs at {x}.",
            "{a} has booked one train, and it leaves at {x}.",
        ),
        ("When does {a}'s train leave?", "At what time is {a}'s train?"),
        ("Whose train leaves at {x}?", "Who is taking the train at {x}?"),
        ("{a} is taking a train at {x}.", "The departure of {a}'s train is at {x}."),
        ("{a}'s train does not leave at {x}.", "The train {a} is taking doesn't depart at {x}."),
        "7.15/7:15,8.40/8:40,9.05/9:05,10.30/10:30,6.50/6:50,11.25/11:25,5.35/5:35,4.20/4:20",
        ("The station's being rebuilt.", "Don't forget the tickets.", "It's a long journey."),
        "it leaves at {x}",
    ),
    Spec(
        (
            "{a}'s recipe needs exactly {x} of milk.",
            "In {a}'s version you use {x} of milk.",
            "{a} always takes {x} of milk for the dough.",
        ),
        ("How much milk does {a}'s recipe need?", "How much milk does {a} use?"),
        ("Who uses {x} of milk?", "Whose recipe needs {x} of milk?"),
        ("{a} uses {x} of milk.", "{x!} of milk are needed in {a}'s recipe."),
        ("{a} does not use {x} of milk.", "{a}'s recipe doesn't need {x} of milk."),
        "two litres/two liters/2 litres,300 millilitres/300 ml/300 milliliters,three litres/3 "
        "liters,"
        "two cups/2 cups,200 millilitres/200 ml,400 millilitres/400 ml,five cups/5 cups,"
        "four cups/4 cups",
        (
            "The flour's in the cupboard.",
            "It's best when it's still warm.",
            "Everybody's granny has her own recipe.",
        ),
        "{s} uses {x}",
    ),
    Spec(
        (
            "{a} finished the race in {x} place.",
            "{a} came {x} in the race.",
            "In the race {x} place went to {a}.",
        ),
        ("In which place did {a} finish?", "What place did {a} get in the race?"),
        ("Who came {x}?", "Who finished in {x} place?"),
        ("{a} was {x} in the race.", "{a} got {x} place."),
        ("{a} did not come {x} in the race.", "{a} wasn't the one in {x} place."),
        "second/2nd,third/3rd,fourth/4th,fifth/5th,sixth/6th,seventh/7th,eighth/8th,ninth/9th",
        (
            "It was the last race of the programme.",
            "The organisers weren't happy.",
            "There'd been rain all morning.",
        ),
        "{s} came {x}",
    ),
    Spec(
        (
            "{a} is learning to play {x}, {p} first and only instrument.",
            "{a} plays just one instrument, {x}.",
            "The one instrument {a} can play is {x}.",
        ),
        ("Which instrument does {a} play?", "What does {a} play?"),
        ("Who plays {x}?", "Whose instrument is {x}?"),
        ("{a} plays {x}.", "{a}'s instrument is {x}."),
        ("{a} doesn't play {x}.", "{x!} is not {a}'s instrument."),
        "the cello,the double bass/the double-bass,the drums,the flute,the bass guitar,the harp,"
        "the trombone,the violin,the piano,the accordion",
        ("The theatre's booked for May.", "They practise every night.", "It's loud in there."),
        "{s} plays {x}",
    ),
    Spec(
        ("{a} was born in {x}.", "{a}'s month of birth is {x}.", "In {x} it's {a}'s birthday."),
        ("In which month was {a} born?", "When's {a}'s birthday?"),
        ("Who was born in {x}?", "Whose birthday is in {x}?"),
        ("{a}'s birthday is in {x}.", "{a} came into the world in {x}."),
        ("{a} was not born in {x}.", "{a}'s birthday isn't in {x}."),
        "January,February,March,April,June,July,August,September,October,November,December",
        ("The teacher's made a list.", "There's cake every time.", "Nobody's allowed to forget."),
        "in {x}",
    ),
    Spec(
        (
            "{a} is a pupil of {x}.",
            "The class that {a} goes to is {x}.",
            "{a} has been put in {x}.",
        ),
        ("Which class is {a} in?", "What class does {a} go to?"),
        ("Who is in {x}?", "Who goes to {x}?"),
        ("{a} is in {x}.", "{a} belongs to {x}."),
        ("{a} is not in {x}.", "{a} doesn't belong to {x}."),
        "class 5a/class 5A,class 6b/class 6B,class 7c/class 7C,class 8a/class 8A,class 9d/class "
        "9D,"
        "class 4b/class 4B",
        ("The school's quite big.", "School starts on Monday.", "They're allowed to change later."),
        "{s} is in {x}",
    ),
    Spec(
        (
            "{a} repaired {x} on Saturday and nothing else.",
            "What {a} fixed on Saturday was {x}.",
            "On Saturday {a} mended just one thing, {x}.",
        ),
        ("What did {a} repair on Saturday?", "What has {a} fixed?"),
        ("Who repaired {x}?", "Who has fixed {x}?"),
        ("{a} mended {x} on Saturday.", "{x!} was fixed by {a}."),
        ("{a} did not repair {x} on Saturday.", "It wasn't {a} who fixed {x}."),
        "the lawn mower/the lawnmower/the lawn-mower,the bicycle/the bike,the washing machine,"
        "the fridge/the refrigerator,the television/the TV,the toaster,the kitchen tap,the "
        "aeroplane "
        "model/the airplane model,the tyre/the tire,the garden gate",
        ("The neighbours didn't help.", "It's been a busy weekend.", "The tools weren't new."),
        "{s} fixed {x}",
    ),
    Spec(
        (
            "{a} paid {x} for the tickets.",
            "The tickets cost {a} {x}.",
            "{a} had to hand over {x} for the tickets.",
        ),
        ("How much did {a} pay for the tickets?", "What did the tickets cost {a}?"),
        ("Who paid {x}?", "Whose tickets cost {x}?"),
        ("{a} paid {x} for the tickets.", "{a}'s tickets cost {x}."),
        ("{a} did not pay {x} for the tickets.", "{a}'s tickets didn't cost {x}."),
        "20 euros/twenty euros,15 euros/fifteen euros,30 euros/thirty euros,12 euros/twelve euros,"
        "50 euros/fifty euros,18 euros/eighteen euros,40 euros/forty euros",
        (
            "The show's in the old theatre.",
            "They haven't got their seats yet.",
            "It's sold out now.",
        ),
        "{s} paid {x}",
    ),
    Spec(
        (
            "{a} had to stay off work because of {x}.",
            "{a} called in sick with {x}.",
            "The doctor says that what {a} has got is {x}.",
        ),
        ("What's wrong with {a}?", "Why isn't {a} at work?"),
        ("Who has {x}?", "Who called in sick because of {x}?"),
        ("{a} is off work with {x}.", "{a} stayed away from work because of {x}."),
        (),
        "a sore throat,a tooth ache/a toothache,hay fever/hay-fever/hayfever,a broken toe,"
        "back pain/backpain,a bad cold,an ear infection,a sprained ankle,food poisoning",
        ("The office's half empty.", "They'll be back on Monday.", "The boss isn't pleased."),
        "{s} has {x}",
    ),
)
SPELLING = {
    "colour": "color",
    "favourite": "favorite",
    "neighbours": "neighbors",
    "travelling": "traveling",
    "theatre": "theater",
    "practise": "practice",
    "organisers": "organizers",
    "programme": "program",
}
SHORT = {
    "is not": "isn't",
    "did not": "didn't",
    "does not": "doesn't",
    "it is": "it's",
    "what is": "what's",
    "who is": "who's",
    "has brought": "'s brought",
    "do not": "don't",
}
CHAT = {
    "because": "cuz",
    "please": "pls",
    "you": "u",
    "are": "r",
    "and": "n",
    "going to spend": "gonna spend",
    "people": "ppl",
    "the": "da",
    "for": "4",
    "to": "2",
    "with": "w/",
    "tomorrow": "tmrw",
}


def typo(rng: random.Random, word: str) -> str:
    """Return the word with two letters swapped, one dropped or one doubled."""
    at = rng.randrange(1, len(word) - 2)
    kind = rng.randrange(3)
    if kind == 0:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind == 1:
        return word[:at] + word[at + 1 :]
    return word[:at] + word[at] + word[at:]


@dataclass(frozen=True)
class Mess:
    """What is done to every piece of a scene."""

    lower: bool
    bare: bool
    quotes: bool
    american: bool
    short: bool
    chat: float
    typos: float
    spaces: float


def messy(rng: random.Random, text: str, mess: Mess, keep: list[str]) -> str:
    """Return the text in messy spelling; the phrases of `keep` keep their letters."""
    for index, phrase in enumerate(keep):
        text = re.sub(rf"(?<!\w){re.escape(phrase)}(?!\w)", chr(0xE000 + index), text, flags=re.I)
    for on, table in ((mess.american, SPELLING), (mess.short, SHORT)):
        for old, new in table.items() if on else ():
            text = re.sub(rf"\b{old}\b", new, text)
    text = text.replace(" 's brought", "'s brought")
    for old, new in CHAT.items():
        if rng.random() < mess.chat:
            text = re.sub(rf"(?<![\w']){old}(?![\w'])", new, text)
    words = text.split(" ")
    for at, word in enumerate(words):
        if (
            len(word) >= 5
            and word.strip(".,?").isalpha()
            and rng.random() < mess.typos
            and not any(ord(ch) >= 0xE000 for ch in word)
        ):
            end = re.search(r"[.,?]*$", word)
            tail = end.group() if end else ""
            words[at] = typo(rng, word[: len(word) - len(tail)]) + tail
    text = "".join(
        word + (" " * rng.choice((2, 3)) if rng.random() < mess.spaces else " ") for word in words
    ).strip()
    if mess.quotes:
        text = text.replace("'", "")
    if mess.bare:
        text = re.sub(r"[.,?;](?=\s|$)", "", text)
    for index, phrase in enumerate(keep):
        text = text.replace(chr(0xE000 + index), phrase)
    return text.lower() if mess.lower else upper(text)


def fill(rng: random.Random, forms: tuple[str, ...], name: str, item: str) -> str:
    """Return one of the sentences with name and thing put in."""
    text = rng.choice(forms).replace("{x!}", upper(item)).replace("{x}", item).replace("{a}", name)
    it = she(name)
    return upper(text.replace("{s}", it).replace("{p}", "her" if it == "she" else "his"))


def make(rng: random.Random) -> Scene:
    """Return a scene in messy spelling."""
    spec = rng.choice(SPECS)
    names = [name for name in people(rng, 6) if name not in CITIES][:4]
    count = rng.choice((2, 3, 3))
    items = [
        rng.choice((item, item.split("/")[0])).split("/")
        for item in rng.sample(spec.items.split(","), count + 1)
    ]
    for item in items:
        rng.shuffle(item)
    mine = dict(zip(names[:count], items, strict=False))
    mess = Mess(
        rng.random() < 0.6,
        rng.random() < 0.5,
        rng.random() < 0.5,
        rng.random() < 0.5,
        rng.random() < 0.5,
        rng.choice((0, 0, 0.15, 0.35)),
        rng.choice((0, 0.08, 0.18, 0.25)),
        rng.choice((0, 0, 0.06)),
    )
    keep = sorted([form for item in items for form in item] + names, key=len, reverse=True)
    lines = [fill(rng, spec.lines, name, item[0]) for name, item in mine.items()]
    rng.shuffle(lines)
    for extra in rng.sample(spec.extras, rng.choice((0, 1, 1, 2))):
        lines.insert(rng.choice((0, len(lines))), extra)
    text = messy(rng, " ".join(lines), mess, keep)

    def soiled(words: str) -> str:
        """Return words as messy as the text, or clean."""
        return messy(rng, words, mess if rng.random() < 0.8 else CLEAN, keep)

    def stated(forms: tuple[str, ...], name: str, item: list[str]) -> str:
        """Return a statement about somebody and an item."""
        return soiled(fill(rng, forms, name, rng.choice(item)))

    def found(words: str) -> str | None:
        """Return words as they are spelled in the text, if they stand in it."""
        match = re.search(rf"(?<!\w)({re.escape(words)})(?=s?(?!\w))", text, flags=re.I)
        return match.group(1) if match else None

    def reply(name: str, item: str) -> str:
        """Return an answer that names an item."""
        form = rng.choice((item, item, spec.longer, upper(item) + "."))
        form = form.replace("{s}", rng.choice((name, she(name)))).replace("{x}", item)
        return form.lower() if mess.lower and rng.random() < 0.7 else form

    a, b = rng.sample(list(mine), 2)
    rest = [name for name in mine if name != a]
    statements = [
        (stated(spec.states, a, mine[a]), ENTAILED),
        (stated(spec.states, a, mine[b]), DENIED),
        (stated(spec.states, b, mine[b]), ENTAILED),
        (stated(spec.states, b, mine[a]), DENIED),
        (stated(spec.states, names[3], rng.choice(items)), OPEN),
    ]
    if "place" in spec.lines[0]:
        statements[-1] = (stated(spec.states, names[3], items[-1]), OPEN)
    if spec.denials:
        statements += [
            (stated(spec.denials, a, mine[a]), DENIED),
            (stated(spec.denials, a, mine[b]), ENTAILED),
            (stated(spec.denials, names[3], items[-1]), OPEN),
        ]
    else:
        statements = [pair for pair in statements if pair[1] != DENIED]
    rng.shuffle(statements)
    seen: dict[str, str] = {}
    for said, label in statements:
        seen.setdefault(said, label)
    asked = [
        Asked(
            soiled(fill(rng, spec.what, a, "")),
            found(mine[a][0]),
            right=tuple(sorted({*mine[a], reply(a, mine[a][0]), reply(a, mine[a][-1])})),
            wrong=tuple(
                sorted(
                    {
                        *(reply(a, mine[name][0]) for name in rest),
                        mine[b][-1],
                        reply(a, items[-1][0]),
                    }
                )
            ),
        ),
        Asked(
            soiled(fill(rng, spec.who, "", rng.choice(mine[b]))),
            found(b),
            right=(b.lower(), f"it's {b}", f"{b}."),
            wrong=tuple(
                rng.choice((name, name.lower(), f"it's {name}", f"{name}."))
                for name in mine
                if name != b
            ),
        ),
    ]
    if rng.random() < 0.3:
        asked.append(
            Asked(
                soiled(fill(rng, spec.what, names[3], "")),
                None,
                False,
                wrong=tuple(sorted({reply(names[3], mine[a][0]), mine[b][0]})),
            )
        )
    return Scene(text, tuple(seen.items())[:6], tuple(asked))


CLEAN = Mess(False, False, False, False, False, 0, 0, 0)
