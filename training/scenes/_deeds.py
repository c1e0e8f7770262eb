"""The bank of deeds (who did what, in fifteen topics) that the negation modules share."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, MEN, WOMEN, she, spaced, upper

IRREGULAR = {
    v.split()[0]: v.split()
    for v in spaced(
        "write wrote written writing,read read read reading,draw drew drawn drawing,"
        "buy bought bought buying,sell sold sold selling,set set set setting,"
        "build built built building,send sent sent sending,take took taken taking,"
        "see saw seen seeing,steal stole stolen stealing,hide hid hidden hiding,"
        "ring rang rung ringing,feed fed fed feeding,wrap wrapped wrapped wrapping,"
        "chop chopped chopped chopping,cancel cancelled cancelled cancelling,"
        "pay paid paid paying,cut cut cut cutting,find found found finding,"
        "label labelled labelled labelling,wake woke woken waking,free freed freed freeing,"
        "lead led led leading,give gave given giving,shut shut shut shutting,"
        "sing sang sung singing,make made made making,catch caught caught catching",
        ",",
    )
}
# topic: sentences about it that name nobody | deeds as verb:object/object/object
BANK = {
    "school": (
        "The school year was nearly over.|The classroom smelled of chalk and wet coats."
        "|Lessons began at eight that morning.|The headteacher had a cold.",
        "hand in:the essay/the lab report/the permission slip;correct:the spelling test/"
        "the maths homework;return:the library book/the calculator;draw:the map/the poster;"
        "join:the chess club/the debating team/the choir;read:the novel/the poem/the play",
    ),
    "sport": (
        "The stadium was almost full.|It had rained since noon.|The season ended in May."
        "|A local paper reported on the day.",
        "watch:the sprint/the long jump/the relay;carry:the flag/the torch/the trophy;"
        "coach:the juniors/the goalkeepers;book:the pitch/the gym/the indoor court;"
        "clean:the changing room/the boots;order:the new shirts/the medals",
    ),
    "cooking": (
        "The kitchen was warm.|Guests were expected at seven.|The oven was very old."
        "|The radio was playing softly.",
        "bake:the bread/the apple pie/the cheesecake;peel:the potatoes/the carrots;"
        "taste:the soup/the curry/the sauce;chop:the onions/the herbs/the peppers;"
        "set:the table/the timer;wash:the lettuce/the pans/the glasses",
    ),
    "history": (
        "The war had lasted for nine years.|The chronicle was written a century later."
        "|The winter of that year was hard.|Grain was scarce in the province.",
        "sign:the treaty/the decree/the petition;build:the fortress/the bridge/the canal;"
        "burn:the archive/the letters/the old mill;sell:the estate/the silver mine;"
        "free:the prisoners/the hostages;lead:the uprising/the embassy/the expedition",
    ),
    "science": (
        "The laboratory is in the basement.|The study ran for eleven months."
        "|The results were discussed in spring.|Funding came from the state.",
        "measure:the temperature/the wind speed/the soil moisture;calibrate:the scale/"
        "the sensor;photograph:the comet/the crater/the fossil;label:the samples/the jars;"
        "repeat:the experiment/the survey;publish:the data/the article",
    ),
    "law": (
        "The hearing took place in a small courtroom.|The case had dragged on for years."
        "|The press was waiting outside.|The file ran to six hundred pages.",
        "sign:the contract/the lease/the confession;sue:the landlord/the builder/the insurer;"
        "question:the witness/the expert;pay:the fine/the deposit/the court fees;"
        "delete:the emails/the photos;copy:the key/the will/the map",
    ),
    "nature": (
        "Fog lay over the valley.|The first frost came early that autumn."
        "|The path was steep and narrow.|Two buzzards circled above the wood.",
        "feed:the hedgehog/the swans/the fawn;plant:the oak/the roses/the cherry tree;"
        "climb:the ridge/the old lookout tower;cross:the river/the marsh/the gorge;"
        "photograph:the heron/the otters/the waterfall;cut:the hedge/the reeds",
    ),
    "work": (
        "The office was closed on Friday.|It was the busiest week of the quarter."
        "|The lift was out of order again.|A new coffee machine stood in the hall.",
        "send:the invoice/the report/the parcel;cancel:the meeting/the order/the workshop;"
        "approve:the budget/the schedule/the design;print:the leaflets/the badges;"
        "hire:the accountant/the translator/the trainee;update:the website/the price list",
    ),
    "travel": (
        "The ferry left an hour late.|The guidebook was out of date."
        "|The weather was mild for March.|The journey took two days.",
        "book:the hotel/the sleeper train/the hire car;pack:the tent/the maps/the camera;"
        "visit:the cathedral/the harbour/the castle;exchange:the money/the tickets;"
        "find:the hostel/the bus station;carry:the suitcase/the rucksack",
    ),
    "family": (
        "It was a quiet Sunday.|The grandparents lived next door."
        "|The house was full of visitors.|Rain drummed on the windows.",
        "wash:the dishes/the car/the curtains;walk:the dog/the neighbour's puppy;"
        "repair:the bicycle/the tap/the doll's house;wrap:the presents/the sandwiches;"
        "call:the plumber/the doctor/the vet;paint:the fence/the nursery/the shed",
    ),
    "machines": (
        "The workshop opened at six.|The plant had been built in the sixties."
        "|A smell of oil hung in the hall.|The night shift was short of staff.",
        "repair:the pump/the generator/the crane;switch off:the conveyor/the heater;"
        "replace:the filter/the battery/the fan belt;test:the brakes/the alarm/the valve;"
        "oil:the hinges/the chain;inspect:the boiler/the turbine/the cables",
    ),
    "art": (
        "The gallery was free to enter that night.|The studio faced north."
        "|Critics had been waiting for months.|The catalogue cost ten euros.",
        "paint:the portrait/the ceiling/the mural;sell:the sculpture/the etching;"
        "restore:the fresco/the altarpiece/the icon;record:the album/the ballad/the duet;"
        "design:the stage set/the costumes/the logo;frame:the sketches/the photograph",
    ),
    "health": (
        "The clinic was crowded that day.|The waiting room had been repainted."
        "|A flu epidemic was under way.|Visiting hours ended at eight.",
        "take:the tablets/the cough syrup/the vitamins;see:the dentist/the eye specialist;"
        "fill in:the questionnaire/the consent form;clean:the wound/the thermometer;"
        "change:the bandage/the bed sheets;order:the blood test/the x-ray",
    ),
    "business": (
        "Share prices fell slightly that week.|The deal was discussed for months."
        "|The company was founded in 1962.|Analysts had expected a calm year.",
        "buy:the bakery/the brewery/the shipyard;sell:the warehouse/the patents;"
        "close:the branch in {c}/the old factory;open:the shop in {c}/the second store;"
        "rename:the firm/the brand/the magazine;reject:the offer/the merger/the loan",
    ),
    "tale": (
        "Once upon a time there was a poor village by the sea.|The moon was full that night."
        "|Deep in the forest stood a tower.|The queen had three cats.",
        "steal:the golden apple/the silver crown/the magic flute;open:the forbidden door/"
        "the iron chest;free:the raven/the wolf/the white deer;wake:the giant/the dragon;"
        "hide:the ring/the lantern/the map;ring:the bell/the gong",
    ),
}


@dataclass(frozen=True)
class Deed:
    """Something a person can do: the forms of the verb, its object, other objects, the topic."""

    forms: tuple[str, ...]
    obj: str
    others: tuple[str, ...]
    topic: str

    def __getattr__(self, name: str) -> str:
        """Return the phrase in a form: do, did, done (participle), doing, does."""
        names = ("do", "did", "done", "doing", "does")
        if name not in names:
            raise AttributeError(name)
        return f"{self.forms[names.index(name)]} {self.obj}"

    @property
    def part(self) -> str:
        """Return the participle alone."""
        return self.forms[2]

    @property
    def was(self) -> str:
        """Return was or were, as the object asks."""
        head = self.obj.split(" in ")[0]
        return "were" if head.endswith("s") and not head.endswith("ss") else "was"

    def swap(self, obj: str) -> Deed:
        """Return the deed with another of its objects."""
        rest = tuple(x for x in (self.obj, *self.others) if x != obj)
        return Deed(self.forms, obj, rest, self.topic)


def forms(verb: str) -> tuple[str, ...]:
    """Return base, past, participle, ing form and third person of a (phrasal) verb."""
    head, _, tail = verb.partition(" ")
    stem = head[:-1] if head.endswith("e") else head
    end_y = head.endswith("y") and head[-2] not in "aeiou"
    past = head[:-1] + "ied" if end_y else stem + "ed"
    third = (
        head[:-1] + "ies"
        if end_y
        else head + ("es" if head.endswith(("s", "sh", "ch", "x")) else "s")
    )
    base = IRREGULAR.get(head, [head, past, past, stem + "ing"])
    return tuple(f"{f} {tail}".strip() for f in (*base, third))


def deeds(rng: random.Random, count: int, topic: str = "") -> list[Deed]:
    """Return deeds with different verbs and objects of one topic."""
    topic = topic or rng.choice(list(BANK))
    city, found = rng.choice(CITIES), []
    for item in rng.sample(BANK[topic][1].split(";"), count):
        verb, objects = item.split(":")
        names = objects.replace("{c}", city).split("/")
        rng.shuffle(names)
        found.append(Deed(forms(verb), names[0], tuple(names[1:]), topic))
    return found


GENERAL = spaced(
    "A newspaper in {c} wrote about it later.|People in {c} still talk about that time.|The "
    "details "
    "come from a notebook kept in {c}.|It was not an easy time for anyone.|Nobody was in a hurry.|"
    "The days were getting longer.|A similar case is known from {c}.|There was much to talk about.",
    "|",
)
TRADES = spaced(
    "a retired nurse,a young carpenter,a quiet tailor,a former sailor,a busy engineer,a gardener,"
    "a widowed baker,a musician,a student,a clerk,a cousin of the mayor,a clever lawyer,a "
    "beekeeper",
    ",",
)


def described(rng: random.Random, sentence: str) -> str:
    """Return the sentence with a few words about the person that it begins with, if it does."""
    name, _, rest = sentence.partition(" ")
    first = rest.split(" ")[0]
    if name not in WOMEN + MEN or not first.isalpha() or first in ("and", "alone", "nor", "or"):
        return sentence
    about = rng.choice(TRADES) + rng.choice(("", f" from {rng.choice(CITIES)}"))
    return f"{name}, {about}, {rest}"


def around(rng: random.Random, topic: str, *sentences: str) -> str:
    """Return the sentences as a text, often with other sentences of the topic around them."""
    city = rng.choice(CITIES)
    extra = BANK[topic][0].split("|") + [g.format(c=city) for g in rng.sample(GENERAL, 3)]
    rng.shuffle(extra)
    parts = [upper(s) for s in sentences if s]
    if rng.random() < 0.3:
        spot = rng.randrange(len(parts))
        parts[spot] = described(rng, parts[spot])
    if rng.random() < 0.45:
        parts.insert(0, extra.pop())
    if rng.random() < 0.3:
        parts.append(extra.pop())
    return " ".join(parts)


def says(rng: random.Random, name: str, deed: Deed, yes: bool) -> str:
    """Return a sentence that says that somebody did or did not do something."""
    thing = upper(deed.obj)
    if yes:
        return rng.choice(
            (
                f"{name} {deed.did}.",
                f"{name} {deed.did}.",
                f"{thing} {deed.was} {deed.part} by {name}.",
                f"{name} did {deed.do}.",
                f"{name} did not fail to {deed.do}.",
                f"It is true that {name} {deed.did}.",
                f"It is false that {name} did not {deed.do}.",
                f"It is not true that {name} didn't {deed.do}.",
            )
        )
    return rng.choice(
        (
            f"{name} did not {deed.do}.",
            f"{name} did not {deed.do}.",
            f"{name} didn't {deed.do}.",
            f"{name} never {deed.did}.",
            f"{thing} {deed.was} not {deed.part} by {name}.",
            f"It is not true that {name} {deed.did}.",
            f"It is false that {name} {deed.did}.",
            f"At no point did {name} {deed.do}.",
        )
    )


def told(rng: random.Random, name: str, deed: Deed, yes: bool) -> str:
    """Return a sentence for a text that says that somebody did or did not do something."""
    if yes:
        return rng.choice(
            (
                says(rng, name, deed, True),
                f"{name} managed to {deed.do}.",
                f"{name} succeeded in {deed.doing} in the end.",
                f"Without hesitation, {name} {deed.did}.",
            )
        )
    return rng.choice(
        (
            says(rng, name, deed, False),
            f"{name} failed to {deed.do}.",
            f"{name} refused to {deed.do}, and nothing could change that.",
            f"{name} was unable to {deed.do}.",
            f"{name} went home without {deed.doing} and never came back to do it.",
            f"Contrary to what people say, {name} never {deed.did}.",
        )
    )


def judged(rng: random.Random, name: str, deed: Deed, truth: bool | None) -> tuple[str, str]:
    """Return a positive or negative statement about the deed with its label."""
    yes = rng.random() < 0.5
    label = OPEN if truth is None else ENTAILED if yes == truth else DENIED
    return says(rng, name, deed, yes), label


def yes_no(rng: random.Random, name: str, deed: Deed, truth: bool) -> Asked:
    """Return a yes-no question about the deed."""
    he = she(name)
    yes = ("Yes", f"Yes, {he} did.", f"Yes, {name} {deed.did}.")
    no = ("No", f"No, {he} did not.", f"No, {name} did not {deed.do}.")
    text = rng.choice(
        (
            f"Did {name} {deed.do}?",
            f"Is it true that {name} {deed.did}?",
            f"{deed.was.capitalize()} {deed.obj} {deed.part} by {name}?",
        )
    )
    right, wrong = (yes, no) if truth else (no, yes)
    return Asked(text, None, True, right, wrong)


def who(
    rng: random.Random,
    deed: Deed,
    doer: str,
    others: tuple[str, ...],
    after: str = "",
) -> Asked:
    """Return the question who did it, with the answer and tempting wrong names."""
    text = rng.choice(
        (
            f"Who {deed.did}?",
            f"By whom {deed.was} {deed.obj} {deed.part}?",
            f"Which person {deed.did}?",
            f"Who was it that {deed.did}?",
        )
    )
    return Asked(
        text,
        doer,
        True,
        (f"{doer} did.", f"It was {doer}.", f"{doer} {deed.did}."),
        tuple(w for o in others for w in (o, f"It was {o}.", f"{o} {deed.did}.")),
        after,
    )


def placed(scene: Scene) -> Scene:
    """Return the scene with `after` set where an answer first stands inside a longer word."""
    asked = []
    for question in scene.questions:
        if question.answer is not None:
            start = scene.text.find(question.after) + len(question.after)
            whole = re.compile(rf"(?<!\w){re.escape(question.answer)}(?!\w)")
            found = whole.search(scene.text, start)
            if found and found.start() != scene.text.find(question.answer, start):
                question = replace(question, after=scene.text[: found.start()].rstrip())
        asked.append(question)
    return replace(scene, questions=tuple(asked))


def drawn(rng: random.Random, families: Sequence[Callable[[random.Random], Scene]]) -> Scene:
    """Return a scene of a random family; none where Milan is both a man and a city."""
    scene = rng.choice(families)(rng)
    while scene.text.count("Milan") > 1:
        scene = rng.choice(families)(rng)
    return placed(scene)
