"""Texts with statements that follow, that are denied, or that are only plausible."""

from __future__ import annotations

import random

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import FAMILY, MEN, WOMEN, full_name, her, she, spaced, upper

# A family: subjects, then facts "text yes / text no / statement yes / statement no" (predicates,
# "|" between wordings, {h} = her or his), then "question / predicate with {v} / plausible values".
Family = tuple[str, str, str]
THINGS = spaced("Anchor Lantern Swan Oak Harp Compass Heron Crown Rose Fox Bell Star")
COLOURS = spaced("Blue Green Golden Silver Red White Black Old Little Copper Crooked Merry")
FAMILIES: tuple[Family, ...] = (
    (
        "the {C} {T} Hotel;the {C} {T} Inn;the {F} Guest House;Hotel {F}",
        """
stays open all year|welcomes guests in every month / shuts for the winter|is closed from November \
to March / is open in January|does not close in winter / is not open in January|closes in winter
takes cards as well as cash / accepts nothing but cash / lets guests pay by card / does not let \
guests pay by card
welcomes guests with dogs / turns away guests with dogs / allows dogs / does not allow dogs
looks straight out on the sea / lies far from any coast / has a view of the sea / offers no view \
of the sea
includes breakfast in the price of every room / charges extra for breakfast / serves breakfast at \
no extra cost / makes its guests pay separately for breakfast
has a lift to every floor / has stairs but no lift / is equipped with a lift / is without a lift
made a healthy profit last year / lost money last year / earned more than it spent last year / \
spent more than it earned last year
has no rooms left for August|is fully booked for August / still has free rooms for August / can \
take no more bookings for August / can still take bookings for August
was renovated last spring / has not been renovated for forty years / had work done on it last \
year or this year|was renovated not long ago / has gone decades without renovation""",
        """
What do guests of {S} get on arrival? / gives every guest {v} on arrival / a glass of cider/a map \
of the town/a bowl of fruit/a slice of plum cake/a cup of mint tea/a pair of slippers
What does the cook at {S} like best to prepare? / has a cook who likes best to prepare {v} / \
fish soup/roast lamb/mushroom pie/stuffed peppers/apple pancakes/lentil stew""",
    ),
    (
        "{N}",
        """
speaks fluent Spanish|grew up speaking Spanish and still does / does not understand a word of \
Spanish / can hold a conversation in Spanish / is unable to hold a conversation in Spanish
goes to work on foot every single day / drives to work every single day / always walks to the \
office / takes the car to the office
lives alone|has a flat all to {m}self / shares a flat with two old friends / has no flatmates / \
does not live alone
passed the driving test at the first attempt / passed the driving test only at the third attempt \
/ needed just one try to pass the driving test / failed the driving test at least once
has been a vegetarian since childhood / ate a large steak last night|eats meat nearly every day / \
does not eat meat / is not a vegetarian
has never been abroad / has travelled to a dozen foreign countries / has not once left the \
country / has been outside the country
is the oldest person in the office / is the youngest person in the office / has only younger \
colleagues in the office / has older colleagues in the office
earns more than {h} sister / earns less than {h} sister / has a sister with a smaller income / \
has a sister with a larger income
is afraid of heights / feels quite at ease on the highest ladder / does not like being high up / \
has no fear of heights
sold {h} bicycle last month and has not replaced it / still rides {h} old bicycle every evening \
/ does not own a bicycle any more / still has a bicycle""",
        """
What does {S} do on Sunday mornings? / spends Sunday mornings {v} / reading the newspaper/working \
in the garden/playing chess/visiting relatives/swimming in the lake/baking bread
What is {S} saving money for? / is saving money for {v} / a new car/a trip to Japan/a piano/a \
wedding/a boat/a house by the sea
Why did {S} come home late? / came home late because of {v} / a traffic jam/a flat tyre/a long \
meeting/a missed bus/a power cut/a birthday party""",
    ),
    (
        "the town of {F}ville;{F}ford;the port of {F}sund;the village of {F}dale",
        """
is crossed by a river / has neither river nor stream / has a river running through it / has no river
has more inhabitants than it had ten years ago / has lost a third of its people over the past ten \
years / has grown in the past decade|has a growing population / has shrunk in the past decade
has a railway station with hourly trains / lost its only railway line long ago / can be reached \
by train / cannot be reached by train
has banned all cars from its centre / lets cars drive anywhere in its centre / keeps cars out of \
its centre / allows cars in its centre
has a university of its own / has no university, so that students must move away / offers young \
people a place to study at university / gives its young people no chance to study at a local \
university
was founded long before the capital / was founded long after the capital / is older than the \
capital / is younger than the capital
re-elected its mayor in May / voted its mayor out of office in May / kept the same mayor after \
the vote in May / got a different mayor after the vote in May
was spared by the great fire / was burned to the ground in the great fire / came through the \
great fire unharmed / was destroyed in the great fire
owes no money to anyone / is deep in debt / is free of debt / has debts""",
        """
What is {S} best known for? / is best known for its {v} / cheese/glass/lace/cherries/church \
bells/pottery/carnival/hot springs
What do most people in {S} live from? / lives mostly from {v} / fishing/tourism/farming/coal \
mining/shipbuilding/timber""",
    ),
    (
        "the {A} owl;the {A} fox;the {A} snake;the {A} bat;the {A} lizard;the {A} gull",
        """
comes out only at night / comes out only in broad daylight / is active after dark|is active at \
night / is active by day
stays in the same valley all year round / moves far to the south before winter / does not \
migrate / is a migrant
lives in large groups|is never seen alone / lives alone except when mating / is a social animal / \
is a solitary animal
is strictly protected by law / may be hunted by anyone / must not be hunted / can be hunted legally
is becoming rarer every year / is more common now than ever before / is declining in number / is \
growing in number
swims well / cannot swim / is able to cross water by swimming / drowns if it falls into deep water
avoids people / often comes close to houses and people / keeps its distance from humans / is not \
shy of humans
is larger than its southern cousin / is smaller than its southern cousin / has a smaller cousin \
in the south / has a larger cousin in the south""",
        """
What does {S} mainly eat? / eats mainly {v} / mice/beetles/frogs/small fish/worms/berries/moths
Where does {S} sleep? / sleeps {v} / in hollow trees/under flat stones/in old barns/in thick \
hedges/in caves/on high ledges
What is the worst enemy of {S}? / has one great enemy, {v} / the eagle/the wild cat/the marten/the \
stray dog/the hawk/the rat""",
    ),
    (
        "the {F} {K};the new {F} {K}",
        """
runs on batteries alone / has to be plugged into the wall / works without a power cable / does \
not work without a power cable
is lighter than the model before it / is heavier than the model before it / weighs less than its \
predecessor / weighs more than its predecessor
comes with a two-year guarantee / is sold without any guarantee / is covered by a guarantee / is \
not covered by a guarantee
has become cheaper since spring / has become more expensive since spring / costs less now than \
it did before spring / costs more now than it did before spring
can be used in pouring rain / is ruined by a few drops of water / is not harmed by water / must \
not get wet
was sold out within a week / found hardly any buyers / sold very quickly / sold badly
makes hardly any noise / is so loud that it can be heard next door / is quiet / is noisy
can be repaired at home with a screwdriver / can only be repaired at the factory / can be repaired \
by its owner / has to be sent back for any repair""",
        """
What colour is {S}? / comes in {v} / black/white/grey/dark blue/red/light green
Where is {S} made? / is made in {v} / China/Germany/Japan/Poland/Mexico/Vietnam
What do buyers of {S} complain about? / has drawn complaints about {v} / its short cable/its weak \
motor/the smell of plastic/its high price/the tiny buttons/the poor manual""",
    ),
    (
        "the {F} team;the {C} {T}s team;the {F} school team",
        """
won its last game|came away from its last game with a win / lost its last game / was victorious \
in its last game / was beaten in its last game
played the final in its own stadium / had to travel to another town for the final / played the \
final at home / played the final away from home
scored three times before the break / did not score at all before the break / had at least one \
goal by half-time / was without a goal at half-time
had every one of its players fit|had no injured players / was missing its injured captain / was \
able to use all of its players / had to do without one of its players
dismissed its coach in March / gave its coach a longer contract in March / got rid of its coach / \
was pleased enough with its coach to keep on working together
finished the game with all its players on the field / had a player sent off / did not get a red \
card / got a red card
has won the league before / has never won the league / has been champion of the league at least \
once / is still waiting for its first league title""",
        """
What did the players of {S} eat before the game? / had {v} before the game / pasta/rice with \
chicken/bananas/porridge/an omelette/baked potatoes
What did the coach blame for the poor start of {S}? / made a poor start, which the coach blamed on \
{v} / the weather/the referee/the long journey/a lack of sleep/the wet grass/nerves""",
    ),
    (
        "the novel The {C} {T};the film The {C} {T};the play The {C} {T}",
        """
is based on things that really happened / is invented from beginning to end / tells a true story / \
tells a story that never happened
ends happily for everyone / ends in disaster for everyone / has a happy ending / has a sad ending
was praised by every critic / was torn to pieces by every critic / was liked by the critics / was \
disliked by the critics
takes place in the distant past / takes place in the distant future / is set long ago / is set in \
a time that has not come yet
was its creator's very first work / followed five earlier works by the same hand / was not \
preceded by other works of its creator / was not its creator's first work
was forbidden for many years / was never forbidden anywhere / was once banned / has never been \
banned
made its creator rich / did not bring its creator a penny / earned its creator a lot of money / \
earned its creator nothing""",
        """
What is the main character of {S} by profession? / has a main character who works as {v} / a \
detective/a doctor/a teacher/a fisherman/a nurse/a lawyer/a baker
What does the hero of {S} find in the cellar? / has a hero who finds {v} in the cellar / a \
skeleton/a chest of gold/an old diary/a secret door/a sleeping dog/a case of wine""",
    ),
    (
        "the {W} bill;the new {W} law;the {W} plan",
        """
was passed by a large majority / was voted down in parliament / got enough votes / did not get \
enough votes
was supported by the opposition / was fought by the opposition from the first day / had the \
opposition behind it / had the opposition against it
would raise taxes / would lower taxes / means higher taxes / means lower taxes
treats rich and poor exactly alike / favours the rich over the poor / makes no difference between \
rich and poor / gives the rich an advantage
was kept secret until June / was published in full in January / was not known to the public in \
spring / was known to the public in spring
is shorter than ten pages / is longer than four hundred pages / is a short document / is a long \
document
was written by a woman / was written by a man / has a female author / has a male author""",
        """
Who protested against {S}? / led to protests by {v} / farmers/teachers/truck \
drivers/students/nurses/pensioners/shopkeepers
What is {S} meant to reduce? / is meant to reduce {v} / noise/crime/air pollution/traffic/\
unemployment/food waste""",
    ),
    (
        "{N}",
        """
sleeps soundly through the night / lies awake most of the night / has no trouble sleeping / has \
trouble sleeping
refused to take any medicine / took all the medicine that the doctor ordered / went without \
medicine / did take medicine
can eat nuts without any trouble / is allergic to nuts / does not react badly to nuts / must not \
eat nuts
was sent home on the same day / was kept in hospital for a week / did not have to spend the night \
in hospital / had to spend more than one night in hospital
has never touched a cigarette / has smoked for thirty years / is a non-smoker / is a smoker
has two healthy kidneys / lost one kidney in an operation / has both kidneys / has only one kidney
was seen by the doctor at once / waited four hours to see a doctor / did not have to wait for a \
doctor / had to wait for a doctor
wears glasses all day / has perfect eyesight and needs no glasses / needs glasses / can see \
perfectly well without glasses""",
        """
What did the doctor tell {S} to eat? / was told by the doctor to eat more {v} / \
fruit/fish/vegetables/beans/rice/wholemeal bread
What is {S} suffering from? / is suffering from {v} / a cold/back pain/a sprained ankle/high blood \
pressure/migraine/an ear infection""",
    ),
    (
        "the old king;the young miller;the widow by the lake;the woodcutter;the giant;the \
shoemaker;the queen of the islands",
        """
had more gold than anyone in the land / did not own a single coin / was rich / was penniless
had seven children / was childless / was a parent / had neither son nor daughter
had never learned to read / read a book every evening / was unable to read / was able to read
was kind to every animal / beat every animal in sight / treated animals well / was cruel to animals
was loved by the whole village / was hated by the whole village / was popular with the villagers / \
was unpopular with the villagers
always told the truth / told nothing but lies / was honest / was a liar
forgave the thief / had the thief thrown into prison / let the thief go unpunished / punished the \
thief
slept badly ever after / slept peacefully ever after / found no peace at night after that / had \
quiet nights after that""",
        """
What did the fairy give {S}? / got {v} from the fairy / a magic ring/a golden apple/a flying \
carpet/a wooden flute/a bag of salt/a talking bird
What was {S} afraid of? / was afraid of {v} / wolves/the dark/thunder/witches/deep water/cats""",
    ),
    (
        "{F} soup;{F} cake;the {F} pie;the {F} stew",
        """
contains no milk, butter or cream / is made with butter and plenty of cream / is free of dairy \
products / contains dairy products
is eaten while it is hot / is served ice-cold / is a hot dish / is not served hot
takes a whole day to make / is ready in ten minutes / takes hours to make / is quick to make
will keep for several weeks / has to be eaten on the day it is made / is still good after a week / \
is no longer good after a week
is cheap enough for any family / costs more than most families can pay / is affordable for most \
people / is too expensive for most people
was unknown before the war / was already popular before the war / is a dish of the time after the \
war / goes back to the time before the war""",
        """
What is {S} usually served with? / is usually served with {v} / bread/rice/a green salad/boiled \
potatoes/sour cream/pickles
What gives {S} its special taste? / gets its special taste from {v} / garlic/lemon \
juice/cinnamon/black pepper/honey/nutmeg/smoked salt""",
    ),
)
INTRO = (
    "A reporter wrote a few lines about {S}.",
    "This is what is known about {S}.",
    "Here is something about {S}.",
    "There was talk about {S} again yesterday.",
)
AREA = spaced("housing transport school health farming water forest energy pension")
DEVICE = spaced("drill mixer radio lawnmower kettle heater printer fan toaster shaver")
LAND = spaced("northern Alpine desert marsh mountain island Siberian Andean woodland coastal")


def split(block: str) -> list[list[list[str]]]:
    """Return the rows of a block as wordings."""
    return [
        [part.strip().split("|") for part in row.split(" / ")] for row in block.strip().split("\n")
    ]


def make(rng: random.Random) -> Scene:
    """Return a new scene."""
    subjects, facts, asks = rng.choice(FAMILIES)
    person = rng.choice(WOMEN + MEN)
    subject = rng.choice(subjects.split(";")).format(
        C=rng.choice(COLOURS),
        T=rng.choice(THINGS),
        F=rng.choice(FAMILY),
        A=rng.choice(LAND),
        K=rng.choice(DEVICE),
        W=rng.choice(AREA),
        N=person if rng.random() < 0.6 else f"{person} {full_name(rng).split()[1]}",
    )
    human = subjects == "{N}"
    folk = {
        "queen": "she",
        "widow": "she",
        "king": "he",
        "miller": "he",
        "woodcutter": "he",
        "giant": "he",
        "shoemaker": "he",
    }
    third = she(person) if human else next((p for w, p in folk.items() if w in subject), "it")
    own = {"h": her(person), "m": "her" if third == "she" else "him"}
    rows = split(facts)
    rng.shuffle(rows)
    stated = rows[: rng.randint(2, min(4, len(rows) - 2))]
    truth = [rng.random() < 0.5 for _ in stated]
    slots = split(asks)
    rng.shuffle(slots)
    told = slots[0]
    values = "|".join(told[2]).split("/")
    rng.shuffle(values)
    clauses = [rng.choice(row[0 if yes else 1]) for row, yes in zip(stated, truth, strict=True)]
    clauses.append(told[1][0].replace("{v}", values[0]))
    rng.shuffle(clauses)
    sentences: list[str] = [rng.choice(INTRO).format(S=subject)] if rng.random() < 0.25 else []
    first = True
    while clauses:
        who = subject if first or rng.random() < 0.15 else third
        line = f"{who} {clauses.pop()}"
        if clauses and rng.random() < 0.35 and " and " not in line:
            line += rng.choice((" and ", "; moreover, " + third + " ", ", and " + third + " "))
            line += clauses.pop()
        sentences.append(upper(line.format(**own)) + ".")
        first = False
    text = " ".join(sentences)

    out: list[tuple[str, str]] = []
    for row, yes in zip(stated, truth, strict=True):
        same = rng.random() < 0.5
        out.append((rng.choice(row[2 if same == yes else 3]), ENTAILED if same else DENIED))
    for row in rows[len(stated) :][: rng.randint(1, 2)]:
        out.append((rng.choice(row[rng.choice((2, 3))]), OPEN))
    rng.shuffle(out)
    statements = tuple((upper(f"{subject} {p}.".format(**own)), label) for p, label in out)
    return Scene(text, statements, tuple(questions(rng, subject, text, slots, values)))


def questions(
    rng: random.Random, subject: str, text: str, slots: list[list[list[str]]], values: list[str]
) -> list[Asked]:
    """Return a question that the text answers and one for which it offers nothing."""
    shapes = (
        "{v}",
        "{v}",
        "{V}.",
        "The answer is {v}.",
        "It says {v}.",
        "I think it is {v}.",
        "{V}, according to the text.",
    )

    def form(val: str) -> str:
        """Return an answer with this value."""
        return rng.choice(shapes).format(v=val, V=upper(val))

    asked: list[Asked] = []
    answer = values[0]
    if text.count(answer) == 1:
        right = tuple(dict.fromkeys(f for f in map(form, [answer] * 3) if f != answer))
        wrong = tuple(form(v) for v in values[1 : rng.randint(3, 4)])
        asked.append(Asked(slots[0][0][0].format(S=subject), answer, True, right, wrong))
    other = rng.choice(slots[1:])
    guesses = [v for v in "|".join(other[2]).split("/") if v not in text]
    wrong = (form(rng.choice(guesses)), form(rng.choice((answer, rng.choice(guesses)))))
    asked.append(Asked(other[0][0].format(S=subject), None, False, (), tuple(dict.fromkeys(wrong))))
    rng.shuffle(asked)
    return asked
