"""Scenes about one measure in another unit or written another way; other units are wrong."""

from __future__ import annotations

import random
from fractions import Fraction

from training.scenes.number_forms import SHARES, Frame, build, words
from training.scenes.scene import Scene
from training.scenes.words import spaced

# Unit: (family, size in the base unit of the family, one, many, short forms).
UNITS: dict[str, tuple[str, Fraction, str, str, tuple[str, ...]]] = {}
for _line in spaced(
    "distance 1000 kilometre kilometres km|distance 1 metre metres m|"
    "length 1000 metre metres m|length 10 centimetre centimetres cm|length 1 millimetre "
    "millimetres "
    "mm|miles 1760 mile miles -|miles 1 yard yards -|"
    "feet 12 foot feet ft|feet 1 inch inches -|weight 1000 kilogram kilograms kg|"
    "weight 1000 kilo kilos -|weight 1 gram grams g|heavy 1000 tonne tonnes t|"
    "heavy 1 kilogram kilograms kg|pounds 16 pound pounds lb|pounds 1 ounce ounces oz|"
    "time 60 hour hours h|time 1 minute minutes min|short 60 minute minutes min|"
    "short 1 second seconds s|days 7 week weeks -|days 1 day days -|years 12 year years -|"
    "years 1 month months -|ages 10 decade decades -|ages 1 year years -|"
    "volume 1000 litre litres l|volume 10 centilitre centilitres cl|volume 1 millilitre "
    "millilitres "
    "ml|gallons 8 gallon gallons -|gallons 1 pint pints -|area 10000 hectare hectares ha|"
    "area 1 square_metre square_metres m²|power 1000 kilowatt kilowatts kW|power 1 watt watts W",
    "|",
):
    _family, _size, _one, _many, _short = (part.replace("_", " ") for part in _line.split())
    UNITS[f"{_family}:{_many}"] = (
        _family,
        Fraction(_size),
        _one,
        _many,
        () if _short == "-" else (_short,),
    )
# Kind of frame: the values (number, unit) that its texts have.
VALUES: dict[str, str] = {
    "walk": "0.5 1 1.5 2 2.5 3 4 5 6 7 8 12 distance:kilometres;500 800 1500 2000 3000 4000 5000 "
    "7000 distance:metres;1 2 3 4 5 6 8 10 miles:miles",
    "wide": "0.5 1 1.5 2 2.5 3 4 length:metres;50 80 90 150 200 250 300 length:centimetres;"
    "600 900 1500 length:millimetres;2 3 4 5 6 8 10 feet:feet;18 24 36 48 60 feet:inches",
    "tall": "1.5 2 2.5 3 4 length:metres;120 150 180 250 300 length:centimetres;5 6 8 9 feet:feet;"
    "48 60 72 96 feet:inches",
    "weigh": "0.5 1 1.5 2 2.5 3 4 5 weight:kilograms;0.5 1.5 2 3 weight:kilos;250 500 750 1500 "
    "2000 "
    "3000 weight:grams;1 2 3 4 5 6 pounds:pounds;8 16 32 48 pounds:ounces",
    "heavy": "0.5 1.5 2 2.5 3 4 6 heavy:tonnes;500 1500 2000 2500 3000 5000 heavy:kilograms",
    "last": "0.5 1 1.5 2 2.5 3 4 time:hours;30 45 90 120 150 180 time:minutes",
    "brief": "1 1.5 2 3 4 5 short:minutes;30 90 120 180 240 short:seconds",
    "stay": "1 2 3 4 5 6 8 days:weeks;7 14 21 28 35 days:days",
    "train": "0.5 1 1.5 2 2.5 3 4 years:years;6 18 24 30 36 48 years:months",
    "age": "2 3 4 5 6 ages:decades;20 30 40 50 60 ages:years",
    "hold": "0.5 1 1.5 2 2.5 3 5 volume:litres;250 500 750 1500 2000 volume:millilitres;"
    "50 75 volume:centilitres;1 2 3 4 5 gallons:gallons;8 16 24 4 gallons:pints",
    "land": "0.5 1 1.5 2 3 4 5 6 area:hectares;5000 10000 20000 30000 area:square_metres",
    "power": "0.5 1 1.5 2 2.5 3 power:kilowatts;500 750 1500 2000 2500 power:watts",
}
TEMPERATURES = {
    0: 32,
    5: 41,
    10: 50,
    15: 59,
    20: 68,
    25: 77,
    30: 86,
    35: 95,
    40: 104,
    100: 212,
    -10: 14,
    50: 122,
    60: 140,
    80: 176,
}
COINS = (("dollar", "cent", "$"), ("euro", "cent", "€"), ("pound", "pence", "£"))
PART_WORDS = {
    Fraction(1, 2): "half a",
    Fraction(1, 4): "a quarter of a",
    Fraction(3, 4): "three quarters of a",
}
ABOUT: dict[tuple[str, int | Fraction], str] = {
    ("distance", 8000): "about five miles",
    ("distance", 5000): "about three miles",
    ("weight", 5000): "about 11 pounds",
    ("weight", 1000): "about 2.2 pounds",
    ("miles", 8800): "about eight kilometres",
    ("miles", 17600): "about 16 kilometres",
    ("pounds", 32): "about 900 grams",
    ("feet", 36): "about 90 centimetres",
    ("length", 3000): "about ten feet",
    ("length", 1500): "about five feet",
}
Value = tuple[str, Fraction]


def amounts(number: Fraction, unit: str) -> list[str]:
    """Return the ways of writing a number of units."""
    _, _, one, many, short = UNITS[unit]
    an = "an" if one[0] in "aeiou" or one == "hour" else "a"
    if number in PART_WORDS:
        phrase = PART_WORDS[number]
        phrase = phrase[:-1] + an if phrase.endswith(" a") else phrase
        out = [f"{phrase} {one}"]
        return out + [f"{float(number):g} {s}" for s in (*short, many)]
    whole, rest = divmod(number, 1)
    name = one if number == 1 else many
    if rest:
        figures = f"{float(number):g}"
        out = [f"{figures} {many}", *(f"{figures} {s}" for s in short)]
        if rest == Fraction(1, 2):
            out.append(f"{words(whole)} and a half {many}")
            if whole == 1:
                out.append(f"{an} {one} and a half")
        return out
    out = [f"{whole} {name}", f"{words(whole)} {name}", *(f"{whole} {s}" for s in short)]
    if whole >= 1000:
        out += [f"{whole:,} {name}", *(f"{whole:,} {s}" for s in short)]
    return out + ([f"{an} {one}"] if whole == 1 else [])


def forms(value: Value) -> list[str]:
    """Return the ways of writing a measure, in all units of its family."""
    family, size = value
    if family == "heat":
        c, f = int(size), TEMPERATURES[int(size)]
        return [f"{c} °C", f"{f} °F", f"{c} degrees Celsius", f"{f} degrees Fahrenheit"]
    if family == "fahrenheit":
        return [f"{int(size)} °F", f"{int(size)} degrees Fahrenheit"]
    if family == "chance":
        n = int(size)
        return [
            f"{n}%",
            f"{n} per cent",
            f"{n / 100:g}",
            f"{words(n)} percent",
            *(part for part in SHARES.get(n, ()) if " in " in part or "/" in part),
        ]
    if family == "tiny":
        return [f"{int(size) / 100:g}%", f"{int(size) / 100:g} per cent"]
    if family == "count":
        n = int(size)
        dozens = {6: "half a dozen", 12: "a dozen", 18: "one and a half dozen"}
        by_dozen = dozens.get(n) or (f"{words(n // 12)} dozen" if n % 12 == 0 else None)
        return [str(n), words(n), *([by_dozen, by_dozen] if by_dozen else [])]
    if family in ("dollar", "euro", "pound"):
        return money(family, int(size))
    if family == "speed km":
        return [
            f"{size} km/h",
            f"{size} kilometres per hour",
            f"{words(int(size))} kilometres an hour",
        ]
    if family == "speed miles":
        return [f"{size} mph", f"{size} miles per hour", f"{words(int(size))} miles an hour"]
    out: list[str] = []
    for unit, (kin, scale, *_) in UNITS.items():
        number = size / scale
        fine = number in PART_WORDS or (number >= 1 and number.denominator in (1, 2))
        if kin == family and fine and number < 100000:
            out += amounts(number, unit)
    if family in ("time", "short") and size > 60 and size % 60:
        big, small = ("hour", "minute") if family == "time" else ("minute", "second")
        left = int(size // 60)
        out.append(f"{left} {big}{'s' * (left > 1)} and {int(size % 60)} {small}s")
    if (family, size) in ABOUT:
        out.append(ABOUT[family, size])
    return out


def money(name: str, cents: int) -> list[str]:
    """Return the ways of writing a sum of money."""
    _, coin, sign = next(c for c in COINS if c[0] == name)
    coins = coin if coin == "pence" else coin + "s"
    whole, rest = divmod(cents, 100)
    if name == "euro" and rest:
        return [f"{sign}{whole}.{rest:02}", f"{whole}.{rest:02} euros"]
    if not whole:
        return [f"{rest} {coins}", f"{words(rest)} {coins}", f"{sign}0.{rest:02}"] + (
            [f"half a {name}"] if rest == 50 and name == "dollar" else []
        )
    if rest:
        return [
            f"{sign}{whole}.{rest:02}",
            f"{whole}.{rest:02} {name}s",
            f"{cents} {coins}",
            f"{words(whole)} {name}{'s' * (whole > 1)} and {words(rest)} {coins}",
        ]
    out = [f"{sign}{whole:,}", f"{whole:,} {name}s", f"{words(whole)} {name}s"]
    if whole >= 10**6:
        short = f"{whole / 10**6:g} million"
        out = [*out[:2], f"{sign}{short}", f"{short} {name}s"]
        out += [f"{words(whole)} {name}s"] if whole % 10**6 == 0 else []
    return out


def draw(rng: random.Random, kind: str) -> Value:
    """Return a value of a kind."""
    if kind == "heat":
        return "heat", Fraction(rng.choice(list(TEMPERATURES)))
    if kind == "chance":
        return "chance", Fraction(rng.choice([*SHARES, 5, 15, 35, 45, 85]))
    if kind == "count":
        return "count", Fraction(rng.choice([6, 12, 24, 36, 48, 60, 12, 24, 10, 20, 15, 30]))
    if kind == "price":
        cents = rng.choice([50, 25, 75, 99, 150, 250, 120, 350, 475, 1250, 2000, 4500])
        return rng.choice(COINS)[0], Fraction(cents)
    if kind == "budget":
        halves = rng.choice([4, 6, 10, 16, 24, 40, 3, 5, 9])
        return rng.choice(COINS)[0], Fraction(halves * 10**8, 2)
    if kind == "speed":
        return rng.choice(("speed km", "speed miles")), Fraction(rng.randint(2, 24) * 5)
    *numbers, unit = rng.choice(VALUES[kind].split(";")).split()
    family, scale = UNITS[unit.replace("_", " ")][:2]
    return family, Fraction(rng.choice(numbers)) * scale


def rivals(kind: str, value: Value) -> list[Value]:
    """Return measures with the same number in another unit, or a number that is out by some."""
    family, size = value
    if kind == "heat":
        return [("fahrenheit", size), ("heat", Fraction(rng_next(int(size))))]
    if kind == "chance":
        return [("tiny", size), (family, 100 - size)]
    if kind == "count":
        return [(family, size + 12), (family, size * 10 if size < 10 else size / 2)]
    if kind == "price" and size < 100:
        return [("pound" if family != "pound" else "dollar", size), (family, size * 10)]
    if kind in ("price", "budget"):
        return [(c[0], size) for c in COINS if c[0] != family] + [
            (family, size * 10),
            (family, size + 100),
        ][:1]
    if kind == "speed":
        other = "speed miles" if family == "speed km" else "speed km"
        return [(other, size), (other, size), (family, size + 10), (family, size * 2)]
    kin = {p.split()[-1].split(":")[0] for p in VALUES[kind].split(";")}
    out = [(family, size * 10), (family, size / 10), (family, size * 2), (family, size / 2)]
    for unit, (fam, scale, *_) in UNITS.items():
        if fam == family:
            number = size / scale
            for to, (fam2, scale2, *_) in UNITS.items():
                fits = fam2 in kin or (fam2 == "miles" and "distance" in kin)
                if fits and to != unit and number.denominator <= 2 and number < 5000:
                    out.append((fam2, number * scale2))
    return out


def rng_next(celsius: int) -> int:
    """Return the next temperature of the list."""
    known = sorted(TEMPERATURES)
    return known[(known.index(celsius) + 1) % len(known)]


def metric(value: Value) -> float:
    """Return a size that measures of one kind can be compared by."""
    family, size = value
    if family in ("heat", "fahrenheit"):
        return 100 + float(size if family == "heat" else (size - 32) * 5 / 9)
    return float(size) * {
        "miles": 0.9144,
        "length": 0.001,
        "feet": 0.0254,
        "heavy": 1000,
        "pounds": 28.35,
        "time": 60,
        "gallons": 500,
        "speed miles": 1.609,
        "euro": 1.3,
        "pound": 1.7,
        "tiny": 0.01,
    }.get(family, 1)


def wrong(rng: random.Random, kind: str, value: Value) -> Value:
    """Return a measure that is not the same, mostly one that could be true of such a thing."""
    usual = [metric(draw(rng, kind)) for _ in range(30)]
    low, high = min(usual), max(usual)
    while True:
        any_size = rng.random()
        other = rng.choice(rivals(kind, value)) if rng.random() < 0.75 else draw(rng, kind)
        if value[0] in ("fahrenheit", "tiny"):
            other = draw(rng, kind)
        same = {f.lower() for f in forms(value)} & {f.lower() for f in forms(other)}
        if any_size < 0.6 and not low * 0.9 <= metric(other) <= high * 1.1:
            continue
        apart = 0.03 if other[0] == value[0] else 0.15
        if not same and forms(other) and abs(metric(other) / metric(value) - 1) > apart:
            return other


PLACES = (
    "the mill|the lake|the monastery|the ruins|the old quarry|the village school|the hut|the "
    "waterfall|the bus station|the chapel|the beach|the hospital|the farm|the camp"
)
THINGS = (
    "the oak desk|the garden bench|the bookcase|the glass case|the blue carpet|the altar|the "
    "market stall|the tent|the stage|the workbench|the window|the fish tank"
)
GOODS = (
    "the parcel|the cheese|the iron pan|the puppy|the bag of flour|the laptop|the pumpkin|the "
    "dictionary|the goose|the silver cup|the drill|the cake"
)
FRAMES = (
    Frame(
        "walk",
        PLACES,
        "{x} is {q} from the station|the distance from the station to {x} is {q}|to get from "
        "the station to {x}, you have to go {q}|{x} lies {q} away from the station",
        "How far is {x} from the station?|What is the distance from the station to {x}?",
        "{x} is {q} from the harbour|{x} is {q} above the sea",
        "The path is marked in red|Buses run twice a day|The station itself is new",
        "How far is {x} from the harbour?",
        "{x} is more than {q} from the station",
        "{x} is less than {q} from the station",
    ),
    Frame(
        "walk",
        "PERSON",
        "{x} ran {q} this morning|this morning, {x} ran {q}|*a run of {q} was on {x}'s plan "
        "for this morning, and {x} did exactly that",
        "How far did {x} run this morning?|What distance did {x} run this morning?",
        "{x} ran {q} yesterday|{x} swam {q} this morning",
        "The air was cold and clear|{x} trains for a race in {c}|The coach was pleased",
        "How far did {x} run yesterday?",
        "{x} ran more than {q} this morning",
        "{x} ran less than {q} this morning",
    ),
    Frame(
        "wide",
        THINGS,
        "{x} is {q} wide|the width of {x} is {q}|{x} has a width of {q}|*someone measured {x} "
        "and found that it is {q} wide",
        "How wide is {x}?|What is the width of {x}?",
        "{x} is {q} high|{x} is {q} away from the door",
        "It was made by a carpenter in {c}|The room is rather dark|Movers are coming on Monday",
        "How high is {x}?|How deep is {x}?",
        "{x} is wider than {q}",
        "{x} is narrower than {q}|{x} is less than {q} wide",
    ),
    Frame(
        "tall",
        "the statue|the apple tree|the fence|the sunflower|the giraffe calf|the snowman|the "
        "totem pole|the wardrobe|the cactus|the scarecrow",
        "{x} is {q} tall|the height of {x} is {q}|{x} has a height of {q}",
        "How tall is {x}?|What is the height of {x}?|How high is {x}?",
        "the wall behind {x} is {q} tall|the shadow of {x} is {q} long",
        "Children like to stand next to it|It can be seen from the road|A photographer came "
        "from {c}",
        "How tall is the wall behind {x}?",
        "{x} is taller than {q}",
        "{x} is shorter than {q}",
    ),
    Frame(
        "weigh",
        GOODS,
        "{x} weighs {q}|the weight of {x} is {q}|*on the scales, {x} came to {q}|*{x} tipped "
        "the scales at {q}|{x} has a weight of {q}",
        "How much does {x} weigh?|What is the weight of {x}?|How heavy is {x}?",
        "the box next to {x} weighs {q}|the man who brought {x} also carried {q} of rice",
        "The scales in the kitchen are new|Nobody had expected that|It came from {c} by train",
        "How much does the box next to {x} weigh?|How much does {x} cost?",
        "{x} weighs more than {q}",
        "{x} weighs less than {q}",
    ),
    Frame(
        "weigh",
        "flour|sugar|butter|rice|minced beef|spinach|potatoes|onions|apples|cherries|lentils",
        "the recipe asks for {q} of {x}|you need {q} of {x}|the recipe uses {q} of {x}|*the "
        "cook always takes {q} of {x}",
        "What amount of {x} does the recipe ask for?|What amount of {x} is needed?",
        "the cupboard still has {q} of {x} in it|the shop sold {q} of {x}",
        "Heat the oven first|Salt is added at the end|Guests from {c} love this dish",
        "What amount of {x} is left in the cupboard?",
        "the recipe asks for more than {q} of {x}",
        "the recipe asks for less than {q} of {x}",
    ),
    Frame(
        "heavy",
        "the elephant|the truck|the church bell|the anchor|the meteorite|the stone lion|the "
        "hippo|the tractor|the turbine|the steel door",
        "{x} weighs {q}|{x} has a weight of {q}|the weight of {x} is {q}|*engineers put the "
        "weight of {x} at {q}|*according to the report, {x} weighs {q}",
        "How much does {x} weigh?|How heavy is {x}?",
        "the crane that lifted {x} weighs {q}|the base under {x} weighs {q}",
        "Moving it took all night|It stands in {c} now|The road had to be closed",
        "How much does the base under {x} weigh?",
        "{x} weighs more than {q}",
        "{x} weighs less than {q}",
    ),
    Frame(
        "last",
        "the exam|the hearing|the flight|the operation|the film|the lecture|the ferry trip|the "
        "interview|the rehearsal|the ceremony|the football lesson|the debate",
        "{x} lasted {q}|{x} took {q}|it took {q} before {x} was over|{x} went on for {q}",
        "How long did {x} last?|How long did {x} take?|What was the length of {x}?",
        "the break after {x} lasted {q}|the talk before {x} lasted {q}",
        "Some people fell asleep|It was held in {c}|Afterwards everyone went home",
        "How long was the break after {x}?",
        "{x} lasted longer than {q}|{x} took more than {q}",
        "{x} took less than {q}",
    ),
    Frame(
        "brief",
        "PERSON",
        "{x} held the pose for {q}|for {q}, {x} held the pose|{x} kept the pose for {q}",
        "How long did {x} hold the pose?|For how long did {x} keep the pose?",
        "{x} was applauded for {q}|{x} rested for {q} afterwards",
        "The hall was silent|The judges took notes|It was the final in {c}",
        "How long did {x} rest afterwards?",
        "{x} held the pose for more than {q}",
        "{x} held the pose for less than {q}",
    ),
    Frame(
        "stay",
        "PERSON",
        "{x} stayed in the hospital for {q}|{x} spent {q} in the hospital|{x}'s stay in the "
        "hospital lasted {q}",
        "How long did {x} stay in the hospital?|How much time did {x} spend in the hospital?",
        "{x} stayed at the seaside for {q}|{x} was ill for {q} before that",
        "The nurses were kind|The doctor comes from {c}|{x} had fallen off a ladder",
        "How long was {x} ill before that?",
        "{x} stayed in the hospital for more than {q}",
        "{x} stayed in the hospital for less than {q}",
    ),
    Frame(
        "train",
        "PERSON",
        "{x}'s training as a pilot took {q}|{x} trained as a pilot for {q}|it took {x} {q} to "
        "become a pilot",
        "How long did {x}'s training take?|How long did {x} train as a pilot?",
        "{x} has been flying for {q}|{x} looked for work for {q}",
        "The school is in {c}|The last test is the hardest|{x} had a gift for it",
        "How long has {x} been flying?",
        "{x}'s training took more than {q}",
        "{x}'s training took less than {q}",
    ),
    Frame(
        "age",
        "the war|the drought|the reign of the queen|the dispute over the border|the building "
        "of the cathedral|the peace|the ban on dancing|the strike of the bell makers",
        "{x} lasted {q}|{x} went on for {q}|*according to the chronicle, {x} lasted {q}",
        "How long did {x} last?|How long did {x} go on?",
        "{x} was followed by {q} of calm|{x} began {q} after the flood",
        "Many people left for {c}|Old songs tell of it|Trade suffered badly",
        "How long was the calm after {x}?",
        "{x} lasted longer than {q}",
        "{x} lasted less than {q}",
    ),
    Frame(
        "hold",
        "the jug|the tin bucket|the vase|the watering can|the bowl|the thermos flask|the "
        "teapot|the fuel can|the glass jar|the copper kettle",
        "{x} holds {q}|{x} has a capacity of {q}|{x} can take {q} of water|when it is full, "
        "{x} holds {q}",
        "How much does {x} hold?|What is the capacity of {x}?",
        "the mug beside {x} holds {q}|the cook drank {q} of milk",
        "It was bought in {c}|The handle is broken|Grandmother used it every day",
        "How much milk is in {x} now?|How much does the mug beside {x} hold?",
        "{x} holds more than {q}",
        "{x} holds less than {q}",
    ),
    Frame(
        "land",
        "the vineyard|the park|the orchard|the cemetery|the rice field|the factory site|the "
        "zoo|the rose garden|the pasture|the playground",
        "{x} covers {q}|{x} has an area of {q}|*the land register lists {x} at {q}|the area of "
        "{x} is {q}",
        "What is the area of {x}?|How large is {x}?|How much land does {x} cover?",
        "a century ago {x} covered {q}|the field next to {x} covers {q}",
        "It belongs to a family from {c}|The soil is rich|A wall runs around it",
        "How large is the field next to {x}?",
        "{x} covers more than {q}",
        "{x} covers less than {q}",
    ),
    Frame(
        "power",
        "the heater|the vacuum cleaner|the kettle|the pump|the hair dryer|the oven|the drill|"
        "the toaster|the microwave",
        "{x} uses {q}|{x} has a power of {q}|the power of {x} is {q}|*the label on {x} says {q}",
        "How much power does {x} use?|What is the power of {x}?",
        "the old version of {x} used {q}|the motor of the fan beside {x} uses {q}",
        "Please read the manual first|It was made in {c}|The cable is rather short",
        "How much power did the old version of {x} use?",
        "{x} uses more than {q}",
        "{x} uses less than {q}",
    ),
    Frame(
        "heat",
        "the water in the pool|the air in the greenhouse|the oil|the soup|the liquid in the "
        "flask|the milk|the sand|the room|the engine|the bath water",
        "the temperature of {x} is {q}|{x} has a temperature of {q}|*{x} is kept at {q}",
        "What is the temperature of {x}?|How warm is {x}?",
        "an hour ago the temperature of {x} was {q}|tomorrow {x} will have a temperature of {q}",
        "The sensor was checked in {c}|Please do not open the door|The values are written down "
        "daily",
        "What was the temperature of {x} an hour ago?",
        "the temperature of {x} is higher than {q}",
        "the temperature of {x} is lower than {q}",
    ),
    Frame(
        "count",
        "eggs|bread rolls|roses|candles|oysters|pencils|spoons|muffins|oranges|buttons|stamps",
        "the cook ordered {q} {x}|there are {q} {x} in the box|in the box lie {q} {x}",
        "",
        "",
        "",
    ),
    Frame(
        "price",
        "a cup of tea|the bus ticket|a postcard|a pound of plums|the notebook|a bar of soap|"
        "the guidebook|an ice cream|the toy boat|a pair of socks",
        "{x} costs {q}|the price of {x} is {q}|you pay {q} for {x}|{x} is sold for {q}",
        "How much does {x} cost?|What is the price of {x}?",
        "last year {x} cost {q}|in {c} {x} costs {q}",
        "The shop is around the corner|Cards are accepted|The owner knows everyone",
        "How much did {x} cost last year?",
    ),
    Frame(
        "budget",
        "the airport|the startup|the museum|the film studio|the rescue service|the football "
        "club|the research centre|the theatre|the harbour|the charity",
        "{x} received {q} from the state|{q} in state aid went to {x}|the state gave {x} {q}|"
        "{x} was granted {q} by the state",
        "How much did {x} receive from the state?|How much did the state give {x}?",
        "{x} lost {q} last year|{x} received {q} from a bank in {c}",
        "The minister announced it on Tuesday|The opposition was angry|The money is for repairs",
        "How much did {x} lose last year?",
    ),
    Frame(
        "speed",
        "the tractor|the night train|the delivery van|the motorcycle|the fishing boat|the "
        "racing pigeon|the ambulance|the old tram|the greyhound|the truck",
        "{x} was going {q}|{x} reached a top speed of {q}|{x} had a top speed of {q} that day|"
        "the top speed of {x} was {q}",
        "",
        "",
        "",
    ),
    Frame(
        "chance",
        "rain|snow|fog|a storm|frost|hail|a flood|thunder",
        "the chance of {x} is {q}|*forecasters put the chance of {x} at {q}|the probability of "
        "{x} is {q}",
        "What is the chance of {x}?|How likely is {x}?|What is the probability of {x}?",
        "a week ago the chance of {x} was {q}|the chance of {x} in {c} is {q}",
        "The wind comes from the west|The forecast is for the whole coast|Farmers are worried",
        "What was the chance of {x} a week ago?",
        "the chance of {x} is higher than {q}",
        "the chance of {x} is lower than {q}",
    ),
)


def beside(rng: random.Random, kind: str, value: Value) -> Value:
    """Return another usual measure for the second thing of a text."""
    for _ in range(12):
        other = wrong(rng, kind, value)
        usual = [metric(draw(rng, kind)) for _ in range(30)]
        if min(usual) <= metric(other) <= max(usual):
            return other
    return wrong(rng, kind, value)


def make(rng: random.Random) -> Scene:
    """Return a scene with measures that statements and answers give in other units."""
    frame = rng.choice(FRAMES)
    kind = frame.kind
    if kind == "count":
        place = rng.choice(spaced("box basket crate drawer sack pantry cupboard tin bag cellar"))
        frame = Frame(
            kind,
            frame.items,
            f"there are {{q}} {{x}} in the {place}|in the {place} "
            f"lie {{q}} "
            f"{{x}}|the {place} contains {{q}} {{x}}",
            f"How many {{x}} are in the {place}?|How many {{x}} does the {place} contain?",
            "there are {q} {x} on the table|{q} {x} were sold yesterday",
            "The market is closed today|A boat brought them "
            "from {c}|"
            "Aunt and uncle are coming for dinner",
            "How many {x} are on the table?",
            f"there are more than {{q}} {{x}} in the {place}",
            f"there are fewer than {{q}} {{x}} in the {place}",
        )
    if kind == "speed":
        frame = Frame(
            kind,
            frame.items,
            "the top speed of {x} was {q}|{x} reached a top speed "
            "of {q}|"
            "at its fastest, {x} did {q}",
            "What was the top speed of {x}?|How fast did {x} go at most?",
            "a year before, the top speed of {x} was {q}|a year later, "
            "the top speed of {x} was {q}",
            "The road to {c} was wet|A camera took pictures|Nobody was hurt",
            "What was the top speed of {x} a year later?",
            "the top speed of {x} was above {q}",
            "the top speed of {x} was below {q}",
        )
    rank = None if kind in ("price", "budget") else metric
    return build(
        rng,
        frame,
        forms,
        lambda: draw(rng, kind),
        lambda v: wrong(rng, kind, v),
        rank,
        lambda v: beside(rng, kind, v),
    )
