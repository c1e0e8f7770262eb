"""Scenes whose statements keep, shorten, change or add one detail of a text."""

from __future__ import annotations

import random
import re

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, DAYS, FAMILY, MEN, MONTHS, WOMEN, upper

# Slots: the values that a detail may have; two values of one list exclude each other.
SLOTS: dict[str, tuple[str, ...]] = {
    key: tuple(part.strip() for part in text.split("|"))
    for key, text in {
        "colour": "red|blue|green|yellow|white|black|grey|brown|purple|orange|pink|silver",
        "metal": "gold|silver|bronze|copper|iron|tin|steel",
        "job": "carpenter|nurse|baker|lawyer|teacher|dentist|plumber|painter|farmer|tailor|pilot|"
        "journalist|librarian|chemist|gardener|butcher|photographer|judge",
        "kin": "brother|uncle|father|grandfather|cousin|nephew|son",
        "side": "north|south|east|west",
        "part": "morning|afternoon|evening",
        "season": "spring|summer|autumn|winter",
        "count": "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty",
        "big": "200|350|480|600|750|900|1,200|1,500|2,400|3,000|4,500|6,000|12,000|20,000",
        "age": "19|23|27|31|34|38|42|45|49|53|58|61|66|72",
        "building": "library|station|theatre|hospital|town hall|museum|school|post office|"
        "courthouse|"
        "market hall|swimming pool|cinema|chapel|bank",
        "piece": "roof|staircase|entrance|facade|garden|tower|gate|courtyard|ceiling",
        "animal": "dog|cat|goat|horse|parrot|rabbit|donkey|goose|hamster|turtle|pig|sheep",
        "fruit": "apples|pears|plums|cherries|lemons|figs|peaches|grapes|melons|quinces",
        "tool": "spade|shovel|rake|hoe|trowel|pickaxe|garden fork",
        "cloth": "coat|scarf|dress|jacket|hat|sweater|cloak|shirt|waistcoat|skirt",
        "stuff": "silk|wool|cotton|linen|leather|velvet",
        "instrument": "violin|cello|piano|flute|trumpet|harp|guitar|clarinet|drum",
        "sport": "tennis|chess|handball|rowing|fencing|judo|swimming|cycling|boxing",
        "crime": "theft|fraud|arson|smuggling|blackmail|forgery",
        "term": "two years|three years|five years|eighteen months|ten years|six months|four years",
        "carrier": "bus|tram|minibus|truck|train|van|trolleybus|fire engine",
        "organ": "knee|shoulder|hip|heart|left eye|back|hand|foot",
        "vehicle": "train|bus|bicycle|ferry|taxi|tram|motorcycle|plane",
        "product": "tyres|shoes|clocks|bottles|toys|matches|carpets|bicycles|pianos|tractors",
        "meat": "fish|lamb|chicken|beef|duck|tofu|pork|rabbit",
        "herb": "garlic|thyme|ginger|mint|saffron|basil|cumin|parsley",
        "subject": "history|physics|biology|music|geography|Latin|chemistry|art|economics",
        "planet": "Mars|Venus|Jupiter|Saturn|Mercury|Neptune|Uranus",
        "tree": "oak|birch|pine|beech|maple|willow|chestnut|ash",
        "room": "kitchen|cellar|attic|garage|bedroom|living room|hall|bathroom",
        "year": "|".join(str(y) for y in range(1781, 2014, 7)),
        "late": "|".join(str(y) for y in range(1974, 2022)),
        "pair": "Norway|Kenya|Chile|Japan|Portugal|Morocco|Peru|Iceland|Vietnam|Poland|Ghana|"
        "Canada",
    }.items()
}
SLOTS.update(
    city=tuple(CITIES),
    day=tuple(DAYS),
    month=tuple(MONTHS),
    name=tuple(WOMEN + MEN),
    family=tuple(FAMILY),
)

# Frames: text wordings; texts with fewer details; shorter or reworded statements; questions
# `text?slot`; added details.
# In statements, only `[slot]` may be changed; it is then denied, or open if the text lacks it.
FRAMES: tuple[tuple[str, str, str, str, str], ...] = (
    (
        "{name} {family} designed the {piece} of the {building} in {city} in {year}.|In {year}, "
        "the {piece} of the {building} in {city} was designed by {name} {family}.",
        "{name} {family} designed the {piece} of the {building}.|The {piece} of the {building} in "
        "{city} was designed by {name} {family}.",
        "{name} designed a <piece>|The {piece} of the {building} was designed by [name] "
        "{family}|{name} {family} designed the {piece} of the {building} in [year]|The {building} "
        "whose {piece} {name} designed is in [city]|{name} {family} designed part of a <building> "
        "in {city}|It was in [year] that the {piece} was designed|The {piece} is the work of "
        "[name] [family]",
        "Who designed the {piece} of the {building}?name|In which city is the {building}?city|When "
        "was the {piece} designed?year|What did {name} {family} design in {city}?piece",
        "{name} {family} also designed the {piece2} of the {building}|{name} {family} was born in "
        "{city2}|The {piece} of the {building} was rebuilt by {name2}|{name} designed the {piece} "
        "together with a friend",
    ),
    (
        "On {day} {part}, a {job} from {city} found {count} coins under the {tree} behind the "
        "{building}.|Under the {tree} behind the {building}, a {job} from {city} found {count} "
        "coins on {day} {part}.",
        "A {job} found some coins under the {tree}.|On {day}, a {job} found {count} coins under "
        "the {tree}.",
        "A <job> found coins|The person who found the coins comes from [city]|The coins were found "
        "behind the [building]|The coins were found on [day]|There were [count] coins under the "
        "{tree}|The finder of the coins works as a [job]|The coins lay under the [tree]|It was in "
        "the [part] that the {job} found the coins",
        "On which day were the coins found?day|What is the job of the person who found the "
        "coins?job|How many coins were found?count|Where does the {job} come from?city",
        "The {job} found the coins while walking a {animal}|The {count} coins were made of "
        "{metal}|The {job} sold the coins in {city2}|The {job} is {age} years old",
    ),
    (
        "{name}, a {job} of {age}, won the {sport} cup in {city} last {season}.|Last {season}, the "
        "{sport} cup in {city} went to {name}, a {age}-year-old {job}.",
        "{name} won the {sport} cup in {city}.|Last {season}, {name}, a {job}, won the {sport} cup "
        "in {city}.",
        "{name} won a cup in <city>|{name} is a [job]|The {sport} cup in {city} went to [name] "
        "last {season}|The winner of the {sport} cup in {city} is a [job]|{name} is [age] years "
        "old|{name} won a cup last <season>|The {sport} cup that {name} won was held in "
        "[city]|{name}, who won the {sport} cup, works as a [job]",
        "Who won the {sport} cup?name|Where was the {sport} cup won?city|What is {name}'s "
        "job?job|How old is {name}?age|When did {name} win the cup?season",
        "{name} also won a medal in {city2}|{name2} came second in the {sport} cup|{name} wore a "
        "{colour} shirt|{name} has a trainer called {name2}",
    ),
    (
        "Mix {count} eggs with {herb} and fry the {meat} in the big pan from {city}: that is how "
        "{name}'s family has made the dish since {year}.|Since {year}, {name}'s family has made "
        "this dish from {meat}, {herb} and {count} eggs, in a pan from {city}.",
        "{name}'s family makes the dish from {meat}, {herb} and a number of eggs in an old "
        "pan.|Since {year}, {name}'s family has made the dish with {herb} and {meat} in an old "
        "pan.",
        "The dish needs [count] eggs|The pan comes from [city]|The pan is from [city]|{name}'s "
        "family has made the dish since [year]|The family that makes the dish is that of "
        "[name]|The dish contains <herb>|There is <meat> in the dish|The family of [name] makes "
        "the dish",
        "Where does the pan come from?city|How many eggs are used?count|Since when has the family "
        "made the dish?year|Whose family makes the dish?name",
        "The dish is eaten in {season}|{name} learned the dish in {city2}|The pan is made of "
        "{metal}|The dish is served with {fruit}",
    ),
    (
        "The court in {city} sentenced a {job} to {term} in prison for {crime} on {day}.|For "
        "{crime}, a {job} was sentenced on {day} to {term} in prison by the court in {city}.",
        "A court sent a {job} to prison for {crime}.|On {day}, a court sentenced a {job} to prison "
        "for {crime}.",
        "The {job} was sentenced for [crime]|The {job} was sentenced by a court in [city]|The "
        "{job} was sentenced to [term] in prison|The {job} got the sentence on [day]|The {job} has "
        "to spend [term] in prison|The person who was sentenced for {crime} works as a [job]|A "
        "court in {city} sent a <job> to prison|Somebody was sentenced for <crime>",
        "What was the {job} sentenced for?crime|How long does the {job} have to go to "
        "prison?term|On which day was the sentence given?day|Where is the court?city",
        "The {job} had been in prison before|The lawyer of the {job} comes from {city2}|The clerk "
        "of the court is {age} years old|The {job} was caught by {name}",
    ),
    (
        "Dr {family} operated on the {organ} of {name}, a {job}, in {city} on {day} {part}.|On "
        "{day} {part}, {name}, a {job}, was operated on in {city}; it was the {organ}, and Dr "
        "{family} did it.",
        "Dr {family} operated on {name}.|{name} had an operation on the {organ}, which was done by "
        "Dr {family}.",
        "The operation was on {name}'s [organ]|{name} works as a [job]|{name} was operated on in "
        "[city]|The {organ} operation on {name} took place on [day]|{name}'s {organ} was operated "
        "on by Dr [family]|Dr {family} operated on a <job> in {city}|It was in the [part] that "
        "{name} was operated on|Dr {family} was in <city> that {day}",
        "Who was operated on by Dr {family}?name|When did the operation take place?day|Who "
        "operated on {name}?family|Where was {name} operated on?city|What was operated on?organ",
        "{name} stayed in hospital for {count} days|Dr {family} studied in {city2}|{name} had hurt "
        "the {organ} while training for {sport}|Dr {family} is {age} years old",
    ),
    (
        "The {colour} {cloth} of {stuff} that {name} bought in {city} cost {big} euros.|{name} "
        "paid {big} euros in {city} for a {colour} {cloth} made of {stuff}.",
        "{name} bought a {cloth}.|{name} bought a {colour} {cloth} in {city}.",
        "{name} bought something made of <stuff>|The {cloth} that {name} bought is [colour]|The "
        "{cloth} cost [big] euros|{name} bought the {cloth} in [city]|The {cloth} is made of "
        "[stuff]|The {colour} {cloth} was bought by [name]|{name} bought a <colour> piece of "
        "clothing|{name} spent [big] euros on the {cloth}",
        "How much did the {cloth} cost?big|What colour is the {cloth}?colour|Where did {name} buy "
        "the {cloth}?city|What is the {cloth} made of?stuff|Who bought the {cloth}?name",
        "{name} gave the {cloth} to {name2}|The {cloth} was made by a tailor from {city2}|{name} "
        "bought the {cloth} on {day}|The {cloth} has {count} buttons",
    ),
    (
        "In {year}, {name} {family} opened a factory for {product} in the {side} of {city} with "
        "{big} workers.|A factory for {product} with {big} workers was opened by {name} {family} "
        "in the {side} of {city} in {year}.",
        "{name} {family} opened a factory in {city}.|In {year}, {name} {family} opened a factory "
        "for {product}.",
        "{name} {family} opened a factory in <city>|The factory was opened by [name] [family]|The "
        "factory was in the [side] of {city}|The factory opened in [year]|The factory opened with "
        "[big] workers|{name} {family} opened a factory for <product>|The factory that {name} "
        "{family} opened in {year} was in [city]",
        "What did the factory make?product|How many workers did the factory have?big|When did the "
        "factory open?year|In which part of {city} was the factory?side|Who opened the "
        "factory?name",
        "{name} {family} had studied {subject}|The factory burned down after {count} years|{name} "
        "{family} owned a second factory in {city2}|The factory was painted {colour}",
    ),
    (
        "Once upon a time, a poor {job} had {count} sons and a {colour} {animal} that could talk; "
        "it lived in the {room}.|There was once a {colour} talking {animal} that lived in the "
        "{room} of a poor {job} with {count} sons.",
        "Once upon a time, a poor {job} had a {animal} that could talk, and some lazy sons.|There "
        "was once a {colour} talking {animal} in the house of a poor {job} with lazy sons.",
        "The talking {animal} was [colour]|The {job} had [count] sons|The {animal} lived in the "
        "[room]|The {animal} that could talk belonged to a [job]|A poor <job> had sons|In the "
        "{job}'s family there were [count] sons|The talking animal was a [animal]|The talking "
        "animal's home was the [room]",
        "Where did the {animal} live?room|How many sons did the {job} have?count|What colour was "
        "the {animal}?colour",
        "The {animal} loved {fruit}|The {job} had a neighbour called {name}|The {animal} came from "
        "{city2}|The youngest son played the {instrument}",
    ),
    (
        "The probe flew past {planet} in {month} {late} and sent {big} pictures to the station in "
        "{city}.|In {month} {late}, the station in {city} received {big} pictures from a probe "
        "that flew past {planet}.",
        "The probe flew past {planet} and sent pictures to a station on Earth.|In {month}, a probe "
        "flew past {planet} and sent pictures to the station in {city}.",
        "The station that got the pictures is in [city]|The probe flew past {planet} in "
        "[month]|The pictures were received in [late]|The probe sent [big] pictures|The probe sent "
        "the pictures in [month] {late}|A probe flew past <planet>|The number of pictures was "
        "[big]|The station for the probe is located in [city]",
        "Which planet did the probe fly past?planet|How many pictures were sent?big|Where is the "
        "station?city",
        "The probe had been launched by {pair}|The probe weighed {big2} kilograms|The head of the "
        "station is called {name}|The pictures were printed in a newspaper on {day}",
    ),
    (
        "My {kin} {family} teaches {subject} at a school in {city} and goes to work by {vehicle} "
        "every {day}.|Every {day}, my {kin} {family} goes by {vehicle} to a school in {city}, "
        "where he teaches {subject}.",
        "My {kin} {family} teaches at a school in {city}.|My {kin} {family} teaches {subject} and "
        "goes to his school every {day}.",
        "My {kin} {family} teaches at a school in [city]|{family} is my [kin]|{family} teaches "
        "<subject>|My {kin} goes to work by [vehicle]|The school where {family} teaches is in "
        "[city]|My {kin} teaches <subject>|On the way to school, {family} takes the [vehicle]|My "
        "{kin} goes to the school every <day>",
        "Which subject does {family} teach?subject|How does {family} go to work?vehicle|In which "
        "city is the school?city",
        "{family} also plays the {instrument}|{family} is married to {name}|{family} has {count} "
        "classes|The school has {big} pupils",
    ),
    (
        "{name} planted {count} {tree} trees on the {side} side of the {building} with a {tool} in "
        "{month} {year}.|In {month} {year}, {count} {tree} trees were planted by {name} with a "
        "{tool} on the {side} side of the {building}.",
        "{name} planted {tree} trees beside the {building}.|In {month} {year}, {name} planted "
        "{tree} trees on one side of the {building}.",
        "The {tree} trees near the {building} were planted by [name]|{name} planted [count] {tree} "
        "trees at the {building} in {month} {year}|The {tree} trees were planted on the [side] "
        "side of the {building}|{name} used a [tool] to plant the trees|{name} planted the {tree} "
        "trees in [month] {year}|{name} planted <tree> trees|The trees by the {building} were "
        "planted in [year]|{name} used a <tool>",
        "Who planted the trees?name|How many trees were planted?count|On which side of the "
        "{building} were the trees planted?side|What tool did {name} use?tool",
        "{name2} helped {name} with the trees|The {tool} belonged to a {job}|The trees came from "
        "{city}|{name} was {age} years old then",
    ),
    (
        "The orchestra from {pair} will play in the {building} of {city} on {day} {part}, with "
        "{name} {family} on the {instrument}.|With {name} {family} on the {instrument}, the "
        "orchestra from {pair} is going to play in the {building} of {city} on {day} {part}.",
        "The orchestra will play in {city} on {day}, with {name} {family}.|An orchestra from "
        "{pair} will play on {day}, with {name} {family} on the {instrument}.",
        "The orchestra comes from [pair]|{name} {family} will play the [instrument] with the "
        "orchestra|The orchestra will play in {city} on <day>|The concert on {day} will be in the "
        "[building] of {city}|The concert on {day} will be held in [city]|The {instrument} will be "
        "played by [name] [family]|The concert on {day} will be in the [part]|An orchestra from "
        "[pair] will play on {day}",
        "Where does the orchestra come from?pair|What instrument will {name} {family} "
        "play?instrument|On which day will the orchestra play?day|In which building will the "
        "orchestra play?building",
        "{name} {family} was born in {city2}|Tickets cost {count} euros|The orchestra has {count2} "
        "members|The concert is sold out",
    ),
    (
        "A {colour} {carrier} with {count} people on board broke down near the {building} in "
        "{city} on {day} {part}.|On {day} {part}, near the {building} in {city}, a {colour} "
        "{carrier} carrying {count} people broke down.",
        "A {carrier} broke down on {day}.|A {colour} {carrier} broke down in {city}.",
        "A <carrier> broke down in {city}|The {carrier} that broke down was [colour]|There were "
        "[count] people on board the {carrier}|The {carrier} broke down near the [building]|The "
        "{carrier} broke down on [day]|The {carrier} broke down in [city]|It was on {day} [part] "
        "that the {carrier} broke down|The {carrier} was carrying [count] people",
        "On which day did the {carrier} break down?day|What colour was the {carrier}?colour|How "
        "many people were on board?count|Near which building did the {carrier} break down?building",
        "The {carrier} was repaired by {name}|The {carrier} was on its way to {city2}|The driver "
        "was {age} years old|The people on board were on their way to a wedding",
    ),
)
ABOUT = (
    "Few people know this.",
    "So it says in the local paper.",
    "I heard it from a neighbour.",
    "{name3} from {city3} told me so on {day3}.",
    "I read it in {city3} in {month3}.",
    "{name3}, a {job3}, heard of it in {city3} on {day3}.",
    "That is what {name3}, a {age3}-year-old {job3}, told {count3} friends.",
    "{name3} {family3} mentions it in a book with a {colour3} cover.",
    "{name3}, whose house was built in {year3}, told me about it last {season3}.",
    "{name3}, who has a {colour3} {animal3} and wears {stuff3}, told everybody.",
    "A paper in {city3} printed the story on {day3} and sold {big3} copies.",
    "{name3} told me about it in the {part3}, at the {building3} in {city3}.",
    "{name3} {family3}, a {job3} from {city3}, wrote {count3} pages about it.",
)


def fix(text: str) -> str:
    """Return the text with the right article before a vowel, and a capital letter."""
    text = re.sub(r"\b([Aa]) (?=[aeiouAEIO]|18|11|8\b)", r"\1n ", text)
    return upper(text)


def fill(template: str, values: dict[str, str]) -> str:
    """Return a template with its slots filled."""
    return fix(re.sub(r"[\[{<](\w+)[\]}>]", lambda m: values[m.group(1)], template))


BEFORE = {
    "city": "in ",
    "day": "on ",
    "year": "in ",
    "month": "in ",
    "room": "in the ",
    "job": "a ",
    "building": "near the ",
    "side": "the ",
    "instrument": "the ",
    "tool": "a ",
    "part": "in the ",
    "season": "last ",
    "family": "Dr ",
    "vehicle": "by ",
    "pair": "from ",
    "stuff": "of ",
}
BUILDINGS = {"In which building": "in the ", "Near which": "near the "}


def other(rng: random.Random, slot: str, values: dict[str, str], text: str = "") -> str:
    """Return another value of a slot, if possible one that the text has somewhere else."""
    kind = slot.rstrip("23")
    near = [v for k, v in values.items() if k in (kind + "2", kind + "3") and v in text]
    if text and near and rng.random() < 0.6:
        return rng.choice(near)
    return rng.choice([v for v in SLOTS[kind] if v not in values.values()])


def state(
    rng: random.Random, template: str, values: dict[str, str], slot: str | None, text: str = ""
) -> str:
    """Return a statement with one slot changed, or none."""
    changed = values | ({slot: other(rng, slot, values, text)} if slot else {})
    return fill(template, changed) + "."


def ask(
    rng: random.Random, raw: str, text: str, values: dict[str, str], claims: list[str], known: bool
) -> Asked:
    """Return a question about one detail, with the same answer forms right and wrong."""
    question, _, slot = raw.rpartition("?")
    answer = values[slot]
    new = [other(rng, slot, values, text) for _ in range(3)]
    before = next((v for k, v in BUILDINGS.items() if raw.startswith(k)), BEFORE.get(slot, ""))
    before = "from " if "come from" in question else "the " if slot == "piece" else before
    before = "since " if raw.startswith("Since") else before
    marked = [c for c in claims if f"[{slot}]" in c or f"<{slot}>" in c]
    if not known:
        lures = [*new[:1], before + new[1]]
        lures += [v for k, v in values.items() if k[:-1] == slot and v in text]
        lures.append(rng.choice([v for k, v in values.items() if k[-1] not in "23" and v in text]))
        lures += [state(rng, rng.choice(marked), values, None)] if marked else []
        return Asked(fill(question, values) + "?", None, False, (), tuple(dict.fromkeys(lures)))
    wrong = [new[0], before + new[1]]
    full = f"{answer} {values.get('family', '-')}"
    if slot == "name" and full in text:
        answer = full
        wrong = [f"{new[0]} {values['family']}", f"{values['name']} {other(rng, 'family', values)}"]
    right = [before + answer]
    if slot == "name":
        right.append(f"It was {answer}")
        wrong.append(f"It was {new[2]}")
    if before.strip() == "a":
        right, wrong = [fix(r) for r in right], [wrong[0], fix(wrong[1])]
    if marked:
        claim = rng.choice(marked)
        right.append(state(rng, claim, values, None))
        wrong.append(state(rng, claim, values, slot, text))
    right = [r for r in dict.fromkeys(right) if r.lower() != answer.lower()]
    wrong = list(dict.fromkeys(wrong))
    found = re.search(rf"(?<![\w,]){re.escape(answer)}(?!\w|,\d)", text)
    at = found.start() if found else text.find(answer)
    return Asked(
        fill(question, values) + "?",
        answer,
        True,
        tuple(right),
        tuple(wrong),
        text[:at] if text.find(answer) != at else "",
    )


def slots(template: str, marks: str = "[{<") -> set[str]:
    """Return the names of the slots of a template."""
    return set(re.findall(rf"[{re.escape(marks)}](\w+)[\]}}>]", template))


def make(rng: random.Random) -> Scene:
    """Return a scene with statements that keep, drop, change or add a detail."""
    full, short, claims_raw, asks, added = rng.choice(FRAMES)
    about = rng.choice(ABOUT)
    values: dict[str, str] = {}
    for slot in sorted(slots("|".join((full, short, claims_raw, added, about)))):
        values[slot] = other(rng, slot, values)
    told = rng.choice((full if rng.random() < 0.55 else short).split("|"))
    have, claims = slots(told), claims_raw.split("|")
    news = [a for a in added.split("|") if slots(a) & slots(full) <= have]
    rng.shuffle(news)
    sentences = [fill(told, values)]
    labelled: list[tuple[str, str]] = []
    for number, new in enumerate(news[:2]):
        if number == 0 and rng.random() < 0.35:
            sentences.append(fill(new, values) + ".")
            labelled.append((sentences[-1], ENTAILED))
        else:
            labelled.append((fill(new, values) + ".", OPEN))
    if rng.random() < 0.65:
        sentences.append(fill(about, values))
    text = " ".join(sentences)
    sure = [c for c in claims if slots(c) <= have]
    lacking = [c for c in claims if not slots(c) <= have and slots(c, "{<") <= have]
    for claim in rng.sample(sure, min(2, len(sure))):
        labelled.append((state(rng, claim, values, None), ENTAILED))
    firm = [c for c in sure if "[" in c]
    for claim in rng.sample(firm, min(2, len(firm))):
        slot = rng.choice(sorted(slots(claim, "[")))
        labelled.append((state(rng, claim, values, slot, text), DENIED))
    for claim in rng.sample(lacking, min(2, len(lacking))):
        labelled.append((state(rng, claim, values, None), OPEN))
    statements: dict[str, str] = {}
    for claim, label in labelled:
        statements.setdefault(claim, label)
    chosen = rng.sample(list(statements.items()), min(6, len(statements)))
    asked: list[Asked] = []
    for raw in rng.sample(asks.split("|"), len(asks.split("|"))):
        question, _, slot = raw.rpartition("?")
        if slots(question) <= have and len(asked) < 3:
            asked.append(ask(rng, raw, text, values, claims, slot in have))
    return Scene(text, tuple(chosen), tuple(asked))
