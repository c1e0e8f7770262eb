"""Statements that follow, or do not, from what the words of a text mean."""

from __future__ import annotations

import random
from collections.abc import Callable

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import MEN, MONTHS, WOMEN, her, people, she, spaced, upper

Made = tuple[str, list[tuple[str, str]], list[Asked]]
# Things that exclude each other, by a more general word and a still more general one.
KINDS = {
    "dog/animal": "poodle beagle terrier spaniel greyhound dachshund bulldog collie",
    "bird/animal": "sparrow eagle swan owl robin parrot stork crow duck heron pigeon",
    "fish/animal": "salmon trout carp herring cod pike shark mackerel",
    "insect/animal": "beetle wasp moth ant butterfly cricket mosquito",
    "horse/animal": "mare stallion",
    "snake/animal": "viper cobra python rattlesnake",
    "tree/plant": "oak birch pine willow maple cedar elm poplar",
    "flower/plant": "tulip daisy lily orchid daffodil carnation",
    "boat/vehicle": "canoe ferry yacht barge kayak dinghy",
    "car/vehicle": "convertible limousine hatchback taxi",
    "aircraft/vehicle": "helicopter glider",
    "musical instrument/object": "violin trumpet flute piano harp drum cello guitar clarinet",
    "tool/object": "hammer saw screwdriver chisel spanner",
    "piece of furniture/object": "chair sofa wardrobe bookcase table stool desk",
    "piece of clothing/object": "scarf jacket skirt shirt sweater coat dress waistcoat",
    "weapon/object": "sword pistol rifle spear dagger cannon",
    "piece of jewellery/object": "necklace bracelet brooch earring",
    "container/object": "bucket barrel crate jug vase basket",
    "fruit/food": "plum pear banana cherry lemon peach apricot",
    "pastry/food": "croissant tart",
}
JOBS = {
    "musician": "violinist/pianist/drummer/cellist/flautist/guitarist/trumpeter",
    "doctor": "surgeon/cardiologist/paediatrician/neurologist",
    "writer": "novelist/poet",
    "scientist": "chemist/physicist/biologist/geologist/astronomer",
    "athlete": "sprinter/gymnast/hurdler/pole-vaulter",
    "artist": "painter/sculptor",
    "medical worker": "nurse/midwife/surgeon",
    "driver": "bus driver/taxi driver/lorry driver",
    "singer": "soprano/tenor/baritone",
    "farmer": "sheep farmer/dairy farmer/fruit farmer",
    "teacher": "music teacher/primary school teacher/chemistry teacher",
}
SHADES = {
    "red": "crimson/scarlet/ruby red/cherry red",
    "blue": "navy blue/sky blue/azure/royal blue",
    "green": "emerald green/olive green/lime green/bottle green",
    "yellow": "lemon yellow/mustard yellow/golden yellow",
    "grey": "slate grey/silver grey",
    "brown": "chestnut brown/chocolate brown/reddish brown",
    "pink": "salmon pink/hot pink",
}
PAINTED = spaced("coat kite bicycle sofa curtain envelope helmet canoe teapot scarf fence")
TOWNS = {
    "France/Europe": "Lyon Marseille Bordeaux Toulouse Nantes Lille",
    "Spain/Europe": "Seville Bilbao Malaga Madrid Valencia",
    "Italy/Europe": "Milan Naples Turin Bologna Palermo Genoa",
    "Germany/Europe": "Hamburg Munich Cologne Dresden Leipzig",
    "Japan/Asia": "Tokyo Osaka Kyoto Nagoya",
    "India/Asia": "Mumbai Delhi Chennai Kolkata",
    "Brazil/South America": "Salvador Recife Brasilia",
    "Egypt/Africa": "Cairo Alexandria Luxor",
    "Kenya/Africa": "Nairobi Mombasa",
    "Canada/North America": "Toronto Montreal Ottawa Calgary",
    "Poland/Europe": "Warsaw Gdansk Krakow",
    "China/Asia": "Shanghai Beijing Wuhan",
    "Nigeria/Africa": "Lagos Abuja Ibadan",
    "Peru/South America": "Lima Cusco Arequipa",
    "Sweden/Europe": "Stockholm Malmo Uppsala",
}
# Subjects : words of one side : words of the opposite side : what stays open.
SIDES = tuple(
    tuple(part.split("/") for part in row.split(" : "))
    for row in spaced(
        """\
the bottle/the jar/the tank : was empty/had nothing in it : was full/was filled completely : \
was green/was made of glass
the shop/the bank : was open/was doing business : was closed/was shut : was new/belonged to a \
woman
the old sailor/the king/the prisoner : was alive/was still living : was dead/had died : came \
from the north/had once been a monk
the road/the floor/the grass : was dry/was without a drop of water : was wet/was far from dry : \
was old/had been repaired
the room/the cellar : was dark/had hardly any light : was brightly lit/was full of light : was \
large/was painted white
the exam/the puzzle/the climb : was easy/was not hard : was difficult/was hard : \
was part of a contest/was planned by a teacher
the story/the report : was true/was correct : was false/was not true : was in French/was \
by a woman
the witness/the child : was asleep/was sleeping : was awake/was not sleeping : was tall/came from \
the south
the street/the engine : was silent/made no sound at all : was noisy/made a lot of noise : was \
new/came up in the report
the village/the harbour : was far away/was a long way off : was nearby/was close at hand : was \
very old/had once burned down
the guest/the train : was late/came after the agreed time : was early/came ahead of time : had \
come from the south/was expected by many
the knife/the blade : was sharp/cut well : was blunt/did not cut well : was new/was made \
in Japan
the rope/the beam : was strong/was hard to break : was weak/was easy to break : was long/was new
the bag/the box : was heavy/weighed a great deal : was light/did not weigh much : was \
brown/belonged to a doctor
the path/the corridor : was narrow/was not wide : was wide/was broad : was old/led to the \
north
the pupil/the clerk : was present/was there : was absent/stayed away : was ill/was new in the \
town
the merchant/the widow : was wealthy/was rich : was poor/had little money : was old/came from \
the north
the speech/the winter : was brief/was short : was long/lasted a long time : was \
remembered for years/was mentioned in the papers
the milk/the meat : was fresh/had not gone bad : had gone off/was spoiled : came from the \
north/was sold by a farmer
the seat/the parking space : was vacant/was free : was taken/was occupied : was \
expensive/was near the entrance""",
        "\n",
    )
)
GRADES = tuple(
    row.split("/")
    for row in spaced(
        """\
the soup/boiling hot/hot/cold
the lake/ice-cold/cold/warm
the house/huge/big/small
the coin/tiny/small/big
the nurse/exhausted/tired/full of energy
the coach/furious/angry/calm
the kitchen/filthy/dirty/clean
the child/terrified/afraid/free of fear
the temple/ancient/old/new
the pupil/brilliant/clever/stupid
the guests/starving/hungry/full
the winner/overjoyed/happy/sad
the film/hilarious/funny/without any humour
the meal/delicious/good/bad
the tower/gigantic/tall/low
the shirts/soaked/wet/dry
the news/horrifying/bad/good
the view/breathtaking/beautiful/ugly""",
        "\n",
    )
)
# text : follows : open : denied : question>who is right>who is not ({a}, {b} people, {x} a thing)
ROWS = tuple(
    tuple(part.split("/") for part in row.split(" : "))
    for row in spaced(
        """\
{a} has just bought {x} from {b}/{b} has just sold {x} to {a} : {x} now belongs to {a}/{b} no \
longer owns {x}/{a} is now the owner of {x} : {a} paid too much for {x}/{a} and {b} are related \
: {b} is still the owner of {x}/{b} gave {x} to {a} free of charge : Who owns {x} now?>a>b
{b} has just given {x} to {a} as a present/{a} has just received {x} from {b} as a gift : {x} \
now belongs to {a}/{b} no longer owns {x}/{a} did not have to pay for {x} : {b} had paid too \
much for {x}/{a} and {b} are related : {b} is still the owner of {x}/{a} bought {x} from {b} : \
Who owns {x} now?>a>b
{a} lent {x} to {b}/{b} borrowed {x} from {a} : {a} let {b} use {x} for a time/{b} had the use \
of {x} : {b} damaged {x}/{a} and {b} are related : {b} \
never had the use of {x}/{a} refused to let {b} use {x} : Who had the use of {x}?>b>a
{a} refused to lend {x} to {b}/{a} would not let {b} borrow {x} : {a} \
did not lend {x} to {b}/{b} did not borrow {x} from {a} : {b} borrowed something else from {a}/{a} \
was angry with {b} : {a} let {b} use {x}/{a} lent {x} to {b}
{a} murdered {b}/{b} was murdered by {a} : {b} died/{b} is dead/{a} killed {b} : {a} poisoned \
{b}/{a} knew {b} well : {b} is still alive/{b} died a natural death/{a} did {b} no harm : Who \
was killed?>b>a
{b} died last winter/{b} lost {h} life last winter : {b} is dead/{b} is no longer alive : {b} \
was murdered/{a} killed {b} : {b} is still alive/{b} is in good health
{b} drowned in the lake/The lake took the life of {b}, who drowned : {b} died/{b} is dead/{b} \
was in the water : {a} pushed {b} into the water/{b} was a bad swimmer : {b} is still alive/{b} \
died of old age in bed
{a} saved {b} from drowning/{b} would have drowned but for {a} : {b} was in danger/{b} did not \
drown/{a} helped {b} : {a} knew {b} well/{b} thanked {a} : {b} drowned/{a} let {b} drown : Who \
was in danger?>b>a
{a} is {b}'s widow/{b} has died and left {a} a widow : {b} is dead/{a} was married to {b} : {a} \
has children/{b} died young : {b} is still alive/{a} was never married : Who has died?>b>a
{a} divorced {b} last year/{a} and {b} got divorced last year : {a} was once married to {b}/{b} \
and {a} are no longer a married couple : {a} has children/{a} has married again : {a} and {b} \
were never married/{a} and {b} have been strangers all their lives
{a} forgot to lock {x} away/{a} did not remember to lock {x} away : {a} did not lock {x} \
away/{x} was not locked away by {a} : {x} was stolen/{b} noticed the mistake : {a} locked {x} \
away/{a} remembered to lock {x} away
{a} managed to repair {x}/{a} succeeded in repairing {x} : {a} repaired {x}/{x} was repaired : \
{a} had broken {x}/{b} paid {a} for the work : {a} failed to repair {x}/{a} left {x} unrepaired
{a} tried to repair {x}/{a} did what was possible to repair {x} : {a} made an attempt to repair \
{x}/{a} did not want {x} to stay as it was : \
{a} repaired {x}/{x} was repaired/{a} failed to repair {x} : {a} \
never touched {x}/{a} did not even try to repair {x}
{a} stole {x} from {b}/{x} was stolen from {b} by {a} : {a} took {x}/{b} did not give {x} to \
{a}/{a} is a thief : {a} sold {x}/{b} called the police : {b} gave {x} to {a} as a present/{a} \
took nothing from {b} : Who is the thief?>a>b
{a} has lost {x}/{x} has been lost by {a} : {a} does not know where {x} is/{a} once had {x} : \
{x} was stolen/{b} has found {x} : {a} knows exactly where {x} is/{a} never had {x}
{a} taught {b} to swim/{b} was taught to swim by {a}, with success : {b} learned to swim/{b} can \
swim or once could : {a} is a teacher by profession/{a} is older than {b} : {b} never learned to \
swim/{b} was taught nothing by {a} : Who learned to swim?>b>a
{a} defeated {b} in the final/{b} was beaten by {a} in the final : {b} lost the final/{a} won \
the final : {b} was injured/{a} is younger than {b} : {b} won the final/{a} lost to {b} in the \
final/The final between them ended in a draw : Who lost the final?>b>a
{a} lost to {b} in the final/{b} beat {a} in the final : {b} won the final/{a} was defeated by \
{b} : {a} was injured/{a} is younger than {b} : {b} lost the final/{a} defeated {b} in the final \
: Who won the final?>b>a
{a} employs {b}/{b} works for {a} : {a} is {b}'s employer/{b} is in {a}'s service : {b} is well \
paid/{a} is older than {b} : {b} has no job/{a} has nobody working for {o} : Who is the \
employer?>a>b
{a} dismissed {b} on Friday/{b} was fired by {a} on Friday : {b} lost a job on Friday/{b} had \
been working for {a} : {b} had come too late/{b} has found other work : {b} resigned of {h} own \
free will/{a} gave {b} a job on Friday : Who lost a job?>b>a
{a} admitted having broken {x}/{a} owned up to breaking {x} : {a} said that {q} had broken \
{x}/{a} did not hide what {q} had done : {b} forgave {a}/{x} was expensive : {a} denied having \
broken {x}/{a} claimed to have had nothing to do with it
{a} denied having broken {x}/{a} said that it was someone else who broke {x} : {a} did not admit \
to breaking {x}/{a} did not own up to breaking {x} : {a} had broken {x}/{b} had broken {x} : {a} \
admitted having broken {x}/{a} owned up to breaking {x}
{a} arrived in the capital on Monday/On Monday {a} reached the capital : {a} was in the capital \
on Monday/{a} got to the capital : {a} came by train/{b} met {a} there : {a} never reached the \
capital/{a} was outside the capital all Monday long
{a} set out for the capital on Monday/On Monday {a} left for the capital : {a} began a journey \
on Monday/{a} did not stay where {q} was : {a} arrived in the capital on Monday/{b} went with \
{a} : {a} did not travel at all/{a} stayed at home all Monday
{b} has recovered from the fever/{b} has got over the fever : {b} is still alive/{b} was ill for \
a time : {a} looked after {b}/{b} caught the fever from {a} : {b} died of the fever/{b} is \
dead/{b} was never ill
{a} kept {x} although {b} wanted to buy it/{b} wanted to buy {x}, but {a} would not part with it \
: {a} is still the owner of {x}/{a} never sold {x} to {b}/{b} did not get {x} from {a} : {b} has \
bought something else/{a} paid too much for {x} : {x} now belongs to {b}/{a} no longer owns \
{x}/{b} is now the owner of {x} : Who owns {x} now?>a>b
{a} has stayed single for a lifetime/{a} has been unmarried from birth to this day : {a} was \
never married/{a} did not marry {b} : {a} has children/{a} is older than {b} : {a} was once \
married to {b}/{a} divorced {b} last year
{a} let {x} rust and did not lay a finger on it/{a} left {x} to rust without doing anything \
about it : {a} did nothing to repair {x}/{a} did not even try to repair {x} : {b} had broken \
{x}/{x} was expensive : {a} repaired {x}/{a} worked hard on {x} to repair it
{a} stayed at home all Monday instead of going to the capital/All Monday {a} was at home and not \
in the capital : {a} was outside the capital all Monday long/{a} did not go to the capital on \
Monday : {a} was ill/{b} went to the capital on Monday : {a} arrived in the capital on \
Monday/{a} was in the capital on Monday
{a} failed to repair {x}/{a} did not succeed in repairing {x} : {a} did not manage to repair \
{x}/{x} was not repaired by {a} : {b} repaired {x} later/{a} had broken {x} : {a} repaired \
{x}/{a} managed to repair {x}
{b} has paid {a} the full price of {x}/{a} has got the full price of {x} from {b} : {b} owes {a} \
nothing more for {x}/{b} did not get {x} free of charge : {b} paid too much for {x}/{b} is \
richer than {a} : {b} still owes {a} money for {x}/{b} got {x} from {a} as a gift
{b} has paid {a} only half of the agreed price of {x}/{a} has got only half of the agreed price \
of {x} from {b} : {b} still owes {a} money for {x}/{b} has paid {a} something for {x} : {b} \
cannot pay the rest/{b} is richer than {a} : {b} owes {a} nothing more for {x}/{b} has paid {a} \
nothing for {x} : Who still owes money?>b>a
{a} was born ten years after {b}/{b} was born ten years before {a} : {a} is younger than {b}/{b} \
was born earlier than {a} : {a} is taller than {b}/{b} is richer than {a} : {a} was born earlier \
than {b}/{b} is younger than {a} : Who is the younger one?>a>b
{a} has grown to be a head taller than {b}/{b} is a head shorter than {a} : {a} is taller than \
{b}/{b} is shorter than {a} : {a} is older than {b}/{a} is stronger than {b} : {b} is taller \
than {a}/{a} is shorter than {b} : Who is the taller one?>a>b
{a} paid twice what {x} was worth/For {x}, {a} paid twice its worth : {a} paid too much for \
{x}/{a} paid more for {x} than it was worth : {b} sold {x} to {a}/{a} was angry about the price \
of {x} : {a} paid less for {x} than it was worth/{a} got {x} for nothing
{a} and {b} are first cousins/{a} is a first cousin of {b} : {a} and {b} are related/{a} and {b} \
belong to the same family : {a} is older than {b}/{a} and {b} have never met : {a} and {b} are \
not related/{a} and {b} come from families that have no ties at all
{a} inherited {x} from {b}/{b} left {x} to {a} in a will and died : {a} got {x} after the death \
of {b}/{b} is dead : {a} sold {x}/{a} and {b} are related : {a} bought {x} from {b}/{b} is still \
alive : Who has died?>b>a
{a} never learned to swim and still cannot/{a} cannot swim and never could : {a} is unable to \
swim/{a} is not a swimmer : {a} is afraid of the water/{b} can swim : {a} can swim/{a} learned \
to swim as a child
{a} woke {b} at six/{b} was woken by {a} at six : {b} had been asleep/{a} was awake at six : {b} \
went back to sleep/{b} was angry with {a} : {b} was already awake before six/{a} was still \
asleep at six : Who had been asleep?>b>a
{a} followed {b} into the cave/{b} went into the cave, and {a} came after : {b} entered the cave \
before {a}/{a} entered the cave/{b} was in the cave : {a} was afraid/{b} came out again : {a} \
entered the cave before {b}/{a} never entered the cave : Who was the first to enter the \
cave?>b>a
{a} replaced {b} as mayor/{b} was followed by {a} as mayor : {b} was mayor before {a}/{a} became \
mayor : {b} had resigned/{a} is younger than {b} : {b} has never been mayor/{a} was mayor before \
{b} and not after : Who was mayor first?>b>a
{a} interrupted {b}'s speech/{b} was speaking when {a} broke in : {b} had begun to speak/{b} was \
speaking before {a} broke in : {a} disagreed with {b}/{b} was angry with {a} : {a} listened to \
{b} in silence to the end/{b} had not said a word
{a} recognised {b} at once/At first sight {a} knew who {b} was : {b} \
was not unknown to {a}/{a} knew who {b} was : {b} recognised {a}/{a} greeted {b} : {a} had no \
idea who {b} was/{a} took {b} for somebody else""",
        "\n",
    )
)
OBJECTS = (
    "the old piano",
    "the silver watch",
    "the blue bicycle",
    "the camera",
    "the tent",
    "the sewing machine",
    "the motorboat",
    "the gold ring",
    "the radio",
    "the telescope",
)


def a(noun: str) -> str:
    """Return the noun with its article."""
    return ("an " if noun[0] in "aeiou" else "a ") + noun


def plural(noun: str) -> str:
    """Return the plural of a noun of the lists."""
    if noun.startswith("piece of "):
        return "pieces" + noun[5:]
    if noun.endswith("fish") or noun in ("aircraft", "salmon", "trout", "cod", "fruit", "food"):
        return noun
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    if noun == "scarf":
        return "scarves"
    return noun + ("es" if noun.endswith(("ch", "sh", "s", "x")) else "s")


def label(text: str, said: str, up: dict[str, tuple[str, ...]], no: bool) -> str:
    """Return the label of "is (no: not) said" for something that is `text`."""
    if said == text or said in up[text]:
        return DENIED if no else ENTAILED
    if text in up[said]:
        return OPEN
    return ENTAILED if no else DENIED


def ups() -> dict[str, tuple[str, ...]]:
    """Return the more general words of each word for a thing."""
    up: dict[str, tuple[str, ...]] = {}
    for key, nouns in KINDS.items():
        group, top = key.split("/")
        up[top] = ()
        up[group] = (top,)
        up.update(dict.fromkeys(nouns.split(), (group, top)))
    return up


UP = ups()
IS = (
    "What {n} saw in the {p} was {0}{x}",
    "The thing in the {p} was {0}{x}",
    "The prize that {n} won in the {p} was {0}{x}",
    "The thing that {n} looked for in the {p} was {0}{x}",
)
ROOMS = ("kitchen", "cellar", "attic", "entrance hall", "dining room", "bathroom", "library")
HOUSES = spaced("mill castle farmhouse hotel school convent villa hospital inn palace")
SPOTS = spaced("garden yard hall harbour kitchen museum station barn school church")


def near(rng: random.Random, word: str) -> list[str]:
    """Return words above, below and beside a word."""
    below = [w for w, above in UP.items() if word in above]
    beside = [w for w, above in UP.items() if above and above == UP[word] and w != word]
    far = [
        w
        for w in UP
        if len(UP[w]) == 1
        and w not in UP[word]
        and w not in below
        and w != word
        and {w, *UP[w], word, *UP[word]} & {"plant", "food"} == set()
    ]
    out = [UP[word][0], rng.choice(UP[word])] if UP[word] else []
    out += rng.sample(below, min(2, len(below))) + rng.sample(beside, min(1, len(beside)))
    return list(dict.fromkeys(out + rng.sample(far, min(1, len(far)))))


def single(rng: random.Random) -> Made:
    """One thing, named with a special or a general word."""
    level = rng.choice((1, 2))
    word = rng.choice([w for w in UP if len(UP[w]) == level])
    name, spot = people(rng, 1)[0], rng.choice(SPOTS)
    form = rng.choice(IS)
    text = form.format("", n=name, p=spot, x=a(word)) + "."
    out = []
    for other in near(rng, word):
        no = rng.random() < 0.5
        what = form.format("not " if no else "", n=name, p=spot, x=a(other))
        if rng.random() < 0.5 and form == IS[0]:
            what = f"It was{' not' if no else ''} {a(other)} that {name} saw in the {spot}"
        out.append((what + ".", label(word, other, UP, no)))
    return text, out, []


def owners(rng: random.Random) -> Made:
    """Several people with one thing each."""
    groups = rng.sample([g for g in KINDS if len(KINDS[g].split()) > 2], 3)
    names = people(rng, 3)
    verb = rng.choice(("bought", "drew", "photographed", "dreamed of", "won", "described", "found"))
    things = []
    for g in groups:
        things.append(rng.choice(KINDS[g].split()) if rng.random() < 0.5 else g.split("/")[0])
    lines = [f"{n} {verb} {a(t)}" for n, t in zip(names, things, strict=True)]
    text = rng.choice(("{0}, {1} and {2}.", "{0}. {1}. {2}.", "{0}, while {1}. {2}."))
    text = text.format(*lines)
    out: list[tuple[str, str]] = []
    asked: list[Asked] = []
    for i in rng.sample(range(3), 3):
        group = groups[i].split("/")[0]
        special = things[i] != group
        said = group if special else rng.choice(KINDS[groups[i]].split())
        out.append((f"{names[i]} {verb} {a(said)}.", ENTAILED if special else OPEN))
        rest = [n for n in names if n != names[i]]
        forms = rng.choice(("It was {0}.", "{0} did.", "{0}."))
        if special:
            asked.append(
                Asked(
                    f"Who {verb} {a(said)}?",
                    names[i],
                    True,
                    (forms.format(names[i]),),
                    (rest[0], forms.format(rest[1])),
                )
            )
        else:
            asked.append(
                Asked(f"Who {verb} {a(said)}?", None, False, (), (names[i], forms.format(rest[0])))
            )
    return text, out, asked


def rules(rng: random.Random) -> Made:
    """Rules for all, some or none of a kind."""
    word = rng.choice(
        [w for w in UP if len(UP[w]) == 1 and UP[w] != ("food",) and w != "piece of furniture"]
    )
    narrow = plural(rng.choice([w for w, above in UP.items() if word in above]))
    middle, wide = plural(word), plural(UP[word][0])
    where = rng.choice(
        (
            "on this island",
            "in the old museum",
            "in the market hall",
            "at the fair",
            "in this town",
            "on the list",
        )
    )
    end = rng.choice(
        (
            f"{where} have a number",
            f"{where} are registered",
            f"{where} are for sale",
            f"{where} were stolen",
            f"{where} were described in the report",
        )
    )
    kind = rng.choice(("All", "No", "Some", "Not all"))
    told, out = {
        "All": (
            middle,
            [
                ("All", narrow, ENTAILED),
                ("All", wide, OPEN),
                ("Not all", narrow, DENIED),
                ("Not all", wide, OPEN),
                ("Not all", middle, DENIED),
            ],
        ),
        "No": (
            middle,
            [
                ("No", narrow, ENTAILED),
                ("No", wide, OPEN),
                ("Some", narrow, DENIED),
                ("Some", wide, OPEN),
                ("Some", middle, DENIED),
            ],
        ),
        "Some": (
            narrow,
            [
                ("Some", middle, ENTAILED),
                ("Some", wide, ENTAILED),
                ("No", middle, DENIED),
                ("No", narrow, DENIED),
            ],
        ),
        "Not all": (
            narrow,
            [
                ("Not all", middle, ENTAILED),
                ("Not all", wide, ENTAILED),
                ("All", middle, DENIED),
                ("All", narrow, DENIED),
            ],
        ),
    }[kind]
    if kind == "Some" and rng.random() < 0.5:
        told, out = (
            middle,
            [
                ("Some", narrow, OPEN),
                ("Some", wide, ENTAILED),
                ("No", wide, DENIED),
                ("No", narrow, OPEN),
            ],
        )
    said = [(f"{k} {w} {end}.", lab) for k, w, lab in rng.sample(out, 4)]
    return f"{kind} {told} {end}.", said, []


def jobs(rng: random.Random) -> Made:
    """Professions."""
    group = rng.choice(list(JOBS))
    one = rng.choice(JOBS[group].split("/"))
    name, friend = people(rng, 2)
    verb = rng.choice(("is", "was"))
    kind = rng.random()
    if kind < 0.4:
        told, out = a(one), [(a(group), ENTAILED), (f"not {a(group)}", DENIED)]
    elif kind < 0.7:
        told, out = a(group), [(a(one), OPEN), (f"not {a(one)}", OPEN)]
    else:
        told, out = f"not {a(group)}", [(a(one), DENIED), (f"not {a(one)}", ENTAILED)]
    said = [(f"{name} {verb} {w}.", lab) for w, lab in out]
    shape = rng.choice(
        (
            "{n} {v} {t}.",
            "{n} {v} {t}, as {f} told us correctly.",
            "{f} knew {n} from school; {n} {v} {t}.",
            "{f} met {n}, who {v} {t}.",
        )
    )
    if friend in shape.format(n=name, v=verb, t=told, f=friend):
        what = rng.choice(("", "not ")) + a(rng.choice((one, group)))
        said.append((f"{friend} {verb} {what}.", OPEN))
    asked = []
    if kind < 0.4 and "{f} met" in shape:
        asked = [
            Asked(
                f"Who {verb} {a(group)}?",
                name,
                True,
                (f"It {verb} {name}.",),
                (friend, f"It {verb} {friend}."),
            )
        ]
    return shape.format(n=name, v=verb, t=told, f=friend), said, asked


def times(rng: random.Random) -> Made:
    """Days in months, months in years, parts of the day."""
    from_, to = rng.sample(MONTHS, 2)
    year, day = rng.randint(1901, 1999), rng.randint(2, 27)
    what = rng.choice(
        (
            "The fire broke out",
            "The ship sank",
            "The treaty was signed",
            "The bank was robbed",
            "The mayor resigned",
            "The bridge collapsed",
            "The goal was scored",
        )
    )
    part, not_ = rng.sample(("morning", "evening", "afternoon"), 2)
    decade, other = year // 10 * 10, (year // 10 + rng.choice((-2, -1, 1, 2))) * 10
    exact = rng.random() < 0.55
    if exact:
        text = rng.choice(
            (
                f"{what} on the {part} of {day} {from_} {year}.",
                f"{what} in the {part}; it was {day} {from_} {year}.",
            )
        )
        out = [
            (f"in {from_} {year}", ENTAILED),
            (f"in the {part}", ENTAILED),
            (f"in {to}", DENIED),
            (f"in the {not_}", DENIED),
            (f"on {day + 1} {from_} {year}", DENIED),
        ]
    else:
        text = rng.choice((f"{what} in {from_} {year}.", f"{what} one day in {from_} {year}."))
        out = [
            (f"on {day} {from_} {year}", OPEN),
            (f"in the {part}", OPEN),
            (f"in {to} {year}", DENIED),
            (f"in {from_}", ENTAILED),
            (f"in the {not_}", OPEN),
        ]
    out += [(f"in the {decade}s", ENTAILED), (f"in the {other}s", DENIED)]
    return text, [(f"{what} {w}.", lab) for w, lab in rng.sample(out, 4)], []


def rooms(rng: random.Random) -> Made:
    """Parts of buildings and the whole."""
    n, m = people(rng, 2)
    room, room2, room3 = rng.sample(ROOMS, 3)
    house, house2 = rng.sample(HOUSES, 2)
    verb, base = rng.choice(
        (
            ("spent all of Sunday night", "spend all of Sunday night"),
            ("died", "die"),
            ("wrote the last letter", "write the last letter"),
            ("first met the duke", "first meet the duke"),
        )
    )
    exact = rng.random() < 0.5
    text = f"{n} {verb} in the {room} of the {house}" if exact else f"{n} {verb} in the {house}"
    text += f", while {m} {verb} in the {room2} of the {house2}."
    out = [
        (f"{n} {verb} in the {house}.", ENTAILED),
        (f"{n} {verb} in the {house2}.", DENIED),
        (f"{m} {verb} in the {house2}.", ENTAILED),
        (f"{m} {verb} in the {house}.", DENIED),
    ]
    out = rng.sample(out, 2) if not exact else rng.sample(out, 3)
    if not exact:
        out = [o for o in out if o[0][:-1] not in text] + [
            (f"{n} {verb} in the {room} of the {house}.", OPEN),
            (f"{n} did not {base} in the {rng.choice((room2, room3))} of the {house}.", OPEN),
        ]
    asked = [Asked(f"Who {verb} in the {house2}?", m, True, (f"It was {m}.",), (n, f"It was {n}."))]
    if not exact:
        asked.append(
            Asked(f"Who {verb} in the {room} of the {house}?", None, False, (), (n, f"It was {m}."))
        )
    return text, out, asked


def shades(rng: random.Random) -> Made:
    """Colours."""
    base, other = rng.sample(list(SHADES), 2)
    shade = rng.choice(SHADES[base].split("/"))
    thing, name = rng.choice(PAINTED), people(rng, 1)[0]
    who = f"{name}'s {thing}" if rng.random() < 0.5 else f"the {thing} that belonged to {name}"
    exact = rng.random() < 0.6
    text = f"{who} was {shade if exact else base} all over."
    out = [
        (f"{who} was {'not ' if no else ''}{c}.", lab)
        for no, c, lab in (
            (False, base if exact else shade, ENTAILED if exact else OPEN),
            (True, base if exact else shade, DENIED if exact else OPEN),
            (False, other, DENIED),
            (True, other, ENTAILED),
        )
    ]
    asked = []
    if not exact or " " not in shade:
        asked = [
            Asked(
                f"What colour was {who}?",
                shade if exact else base,
                True,
                (base,) if exact else (f"It was {base}.",),
                (other, f"It was {other}."),
            )
        ]
    return upper(text), [(upper(s), lab) for s, lab in rng.sample(out, 3)], asked


def towns(rng: random.Random) -> Made:
    """Places in countries and parts of the world."""
    key, far = rng.sample(list(TOWNS), 2)
    (land, part), (land2, part2) = key.split("/"), far.split("/")
    town, town2 = rng.choice(TOWNS[key].split()), rng.choice(TOWNS[far].split())
    n, m = people(rng, 2)
    done = rng.choice(
        (
            "was born in",
            "got married in",
            "spent the whole of last summer in",
            "broke a leg in",
            "first met the queen in",
        )
    )
    exact = rng.random() < 0.65
    place = rng.choice((town, f"{town}, {land}") if exact else (land, f"the north of {land}"))
    text = f"{n} {done} {place}, and {m} {done} {rng.choice((town2, land2))}."
    out = [(f"{n} {done} {land}.", ENTAILED), (f"{n} {done} {land2}.", DENIED)]
    out += [(f"{n} {done} {part}.", ENTAILED)] if rng.random() < 0.4 else []
    if exact:
        out.append((f"{n} {done} {town2}.", DENIED))
    elif place == land:
        out += [(f"{n} {done} {town}.", OPEN), (f"{n} {done} the south of {land}.", OPEN)]
    asked = [Asked(f"Who {done} {land}?", n, True, (f"It was {n}.",), (m, f"It was {m}."))]
    if part != part2:
        asked.append(
            Asked(f"Who {done} {part2}?", m, True, (f"{m}, I think",), (n, f"{n}, I think"))
        )
    out.append(
        (f"{m} {done} {rng.choice([t for t in TOWNS[far].split() if t != town2])}.", OPEN)
        if text.endswith(land2 + ".")
        else (f"{m} {done} {land2}.", ENTAILED)
    )
    return text, list(dict.fromkeys(out)), asked


def sides(rng: random.Random) -> Made:
    """Words and their opposites."""
    row = rng.choice(SIDES)
    thing, name = rng.choice(row[0]), people(rng, 1)[0]
    here, there = rng.sample((1, 2), 2)
    told, alike = rng.sample(row[here], 2)
    text = rng.choice(
        (
            f"When {name} came by, {thing} {told}.",
            f"{upper(thing)} {told}, as {name} noticed at once.",
            f"{name} saw right away that {thing} {told}.",
        )
    )
    thing = upper(thing)
    out = [
        (f"{thing} {alike}.", ENTAILED),
        (f"{thing} {rng.choice(row[there])}.", DENIED),
        (f"{thing} {rng.choice(row[3])}.", OPEN),
    ]
    return text, out, []


def grades(rng: random.Random) -> Made:
    """Strong and weak words of a scale."""
    thing, strong, weak, opposite = rng.choice(GRADES)
    be = "were" if thing.endswith("s") and thing != "the news" else "was"
    name = people(rng, 1)[0]
    exact = rng.random() < 0.5
    told = strong if exact else weak
    text = rng.choice(
        (
            f"{upper(thing)} {be} {told} when {name} arrived.",
            f"{name} wrote home that {thing} {be} {told}, and that was true.",
            f"As {name} could see, {thing} {be} {told}.",
        )
    )
    said = weak if exact else strong
    out = [
        (f"{said}", ENTAILED if exact else OPEN),
        (f"not {said}", DENIED if exact else OPEN),
        (opposite, DENIED),
        (f"not {opposite}", ENTAILED),
    ]
    return text, [(f"{upper(thing)} {be} {w}.", lab) for w, lab in rng.sample(out, 3)], []


def rows(rng: random.Random) -> Made:
    """Verbs and what follows from them."""
    told, follows, open_, denied, *ask = rng.choice(ROWS)
    one, two = people(rng, 2)
    if "widow" in told[0] and (one not in WOMEN or two in WOMEN):
        one, two = rng.choice(WOMEN), rng.choice(MEN)
    words = {
        "a": one,
        "b": two,
        "x": rng.choice(OBJECTS),
        "h": her(two),
        "q": she(one),
        "o": "her" if one in WOMEN else "him",
    }
    text = upper(rng.choice(told).format(**words)) + "."
    out = [(s, ENTAILED) for s in rng.sample(follows, min(2, len(follows)))]
    out += [(s, OPEN) for s in rng.sample(open_, min(2, len(open_)))]
    out += [(s, DENIED) for s in rng.sample(denied, min(2, len(denied)))]
    asked = []
    if ask:
        question, good, bad = ask[0][0].split(">")
        form = rng.choice(("It was {0}.", "{0}.", "The answer is {0}.", "{0}, I think"))
        asked = [
            Asked(
                question.format(**words),
                words[good],
                True,
                (form.format(words[good]),),
                (words[bad], form.format(words[bad])),
            )
        ]
    return text, [(upper(s.format(**words)) + ".", lab) for s, lab in out], asked


MAKERS: tuple[Callable[[random.Random], Made], ...] = (
    single,
    single,
    owners,
    rules,
    jobs,
    shades,
    towns,
    towns,
    sides,
    grades,
    times,
    rooms,
    rows,
    rows,
    rows,
)


def make(rng: random.Random) -> Scene:
    """Return a new scene."""
    text, statements, asked = rng.choice(MAKERS)(rng)
    rng.shuffle(statements)
    if rng.random() < 0.25:
        name = people(rng, 1)[0]
        if name not in text:
            more = rng.choice(
                (
                    f"{name} told us so.",
                    f"This is from a letter by {name}.",
                    f"{name} remembers it well.",
                    f"{name} read about it later.",
                )
            )
            text = f"{text} {more}"
    kept = [x for x in statements if x[0] != text]
    return Scene(text, tuple(dict(kept[:5]).items()), tuple(asked))
