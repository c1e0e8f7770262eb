"""Two clauses with but, although, however, despite, yet, while: both halves hold."""

from __future__ import annotations

import random
from collections.abc import Callable

from training.scenes._deeds import Deed, around, deeds, drawn, judged, yes_no
from training.scenes.negated_questions import ACTIVITIES
from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, DAYS, MONTHS, full_name, people, she, spaced, upper


def joined(rng: random.Random, one: str, two: str, contrast: bool = True) -> str:
    """Return two clauses as one or two sentences with a word of contrast between them."""
    forms = [
        f"{one}, but {two}.",
        f"Although {one}, {two}.",
        f"Though {one}, {two}.",
        f"{one}. However, {two}.",
        f"{one}; however, {two}.",
        f"{one}, yet {two}.",
        f"While {one}, {two}.",
        f"Even though {one}, {two}.",
        f"{two}, although {one}.",
        f"{two}, even though {one}.",
        f"{one}, though {two}.",
    ]
    if contrast:
        forms += [
            f"{one}. Nevertheless, {two}.",
            f"{one}. Still, {two}.",
            f"{one}. Even so, {two}.",
            f"Despite the fact that {one}, {two}.",
            f"{two}, despite the fact that {one}.",
            f"{one}, and yet {two}.",
            f"{one}, but {two} all the same.",
        ]
    else:
        forms += [f"{one}, whereas {two}.", f"{one}, while {two}.", f"Whereas {one}, {two}."]
    return upper(rng.choice(forms))


# kind: subjects | attributes, better/worse
TRAITS = {
    "hotel,guest house,campsite,hostel": "cheap/expensive,quiet/noisy,clean/dirty,modern/"
    "old-fashioned,close to the beach/far from the beach",
    "phone,laptop,camera,printer": "fast/slow,light/heavy,cheap/expensive,easy to use/hard to use,"
    "reliable/unreliable",
    "novel,film,play,lecture": "short/long,cheerful/gloomy,well known/unknown,easy to follow/"
    "hard to follow,original/unoriginal",
    "soup,stew,curry,pie": "hot/cold,cheap/expensive,tasty/tasteless,mild/spicy",
    "road,path,tunnel,bridge": "wide/narrow,straight/winding,safe/dangerous,dry/wet,new/old",
    "garden,park,beach,meadow": "large/small,empty/crowded,sunny/shady,tidy/untidy",
    "coat,jacket,sweater,tent": "cheap/expensive,light/heavy,new/old,pretty/ugly",
    "law,treaty,contract,rule": "short/long,clear/unclear,popular/unpopular,fair/unfair",
    "horse,donkey,camel,dog": "strong/weak,tame/wild,young/old,healthy/sick,fast/slow",
    "captain,judge,teacher,queen": "strict/lenient,young/old,rich/poor,popular/unpopular,"
    "patient/impatient",
    "factory,mine,farm,shop": "profitable/unprofitable,modern/old-fashioned,large/small,busy/quiet",
    "operation,treatment,medicine,therapy": "painless/painful,cheap/expensive,safe/risky,"
    "effective/ineffective",
}


def traits(rng: random.Random) -> Scene:
    """One thing with two traits that pull in different directions."""
    kinds, pairs = rng.choice(list(TRAITS.items()))
    kind, dims = rng.choice(kinds.split(",")), rng.sample(pairs.split(","), 3)
    tag = rng.choice(("second", "local", "Danish", "third", "last", "other", "royal"))
    s, be = f"the {tag} {kind}", rng.choice(("was", "is"))
    up = rng.random() < 0.5
    (a, not_a), (b, not_b) = dims[0].split("/"), dims[1].split("/")[::-1]
    if not up:
        a, not_a, b, not_b = not_a, a, not_b, b
    it = "it" if kinds[:3] not in ("cap",) else s
    text = rng.choice(
        (
            joined(rng, f"{s} {be} {a}", f"it {be} {b}" if it == "it" else f"{s} {be} {b}"),
            f"{upper(s)} {be} {a} but {b}.",
            f"{upper(s)}, though {a}, {be} {b}.",
            f"{upper(s)} {be} {a}, yet {b}.",
        )
    )
    if text.split()[0] in ("It",) or ", although" in text or f"it {be} {b}, " in text.lower():
        text = f"{upper(s)} {be} {b}, although {rng.choice((it, s))} {be} {a}."
    text = (
        rng.choice(
            ("", "", f"{full_name(rng)} wrote about it. ", f"This was in {rng.choice(CITIES)}. ")
        )
        + text
    )
    c = rng.choice(dims[2].split("/"))
    top = upper(s)
    states = [
        (f"{top} {be} {a}.", ENTAILED),
        (f"{top} {be} {b}.", ENTAILED),
        (f"{top} {be} {not_a}.", DENIED),
        (f"{top} {be} {not_b}.", DENIED),
        (f"{top} {be} both {a} and {b}.", ENTAILED),
        (f"{top} {be} neither {a} nor {b}.", DENIED),
        (f"{top} {be} neither {not_a} nor {not_b}.", ENTAILED),
        (f"It is not true that {s} {be} {b}.", DENIED),
        (f"It is not true that {s} {be} {not_a}.", ENTAILED),
    ]
    if it == "it":
        states += [(f"{top} {be} {not_b} because it {be} {a}.", DENIED)]
    more = [
        (f"{top} {be} {c}.", OPEN),
        (f"It is not true that {s} {be} {c}.", OPEN),
        (
            f"{top} {be} {b} because it {be} {a}."
            if it == "it"
            else f"{top} {be} both {a} and {c}.",
            OPEN,
        ),
        (f"{top} {be} both {b} and {c}.", OPEN),
    ]
    yes, no = ("Yes", f"Yes, {s} {be} {a}."), ("No", f"No, {s} {be} {not_a}.")
    no2, yes2 = ("No", f"No, {s} {be} {b}."), ("Yes", f"Yes, {s} {be} {not_b}.")
    asked = [
        Asked(f"{be.capitalize()} {s} {a}?", None, True, yes, no),
        Asked(f"{be.capitalize()} {s} {not_b}?", None, True, no2, yes2),
        Asked(f"Why {be} {s} {b}?", None, False, (), (a, f"Because {s} {be} {a}.", b)),
    ]
    return Scene(
        text,
        tuple(dict(rng.sample(states, 4) + rng.sample(more, 2)).items()),
        tuple(rng.sample(asked, 2)),
    )


# whole: parts, each with better/worse words
PARTS = {
    "restaurant,inn,cafe": "the food:excellent/bland;the service:friendly/rude;the bill:low/high;"
    "the room:bright/gloomy;the music:soft/loud",
    "concert,opera,musical": "the singing:superb/weak;the seats:comfortable/hard;the hall:full/"
    "half empty;the tickets:cheap/expensive;the sound:clear/muffled",
    "hike,expedition,bike tour": "the weather:fine/awful;the path:dry/muddy;the view:clear/hazy;"
    "the guide:helpful/useless;the food:plentiful/scarce",
    "harvest,farm year,season": "the apples:sweet/sour;the wheat:plentiful/scarce;the prices:high/"
    "low;the summer:dry/wet;the grapes:ripe/unripe",
    "exam,course,class": "the questions:easy/hard;the room:warm/cold;the teacher:calm/nervous;"
    "the handouts:clear/confusing;the results:good/poor",
    "flat,house,villa": "the kitchen:spacious/tiny;the rent:low/high;the street:quiet/noisy;"
    "the windows:tight/draughty;the neighbours:kind/unfriendly",
    "trial,hearing,inquiry": "the evidence:strong/weak;the witnesses:reliable/unreliable;"
    "the judge:patient/impatient;the sentence:mild/harsh;the courtroom:packed/empty",
    "clinic,hospital,surgery": "the nurses:kind/brusque;the wait:short/long;the building:spotless/"
    "shabby;the treatment:painless/painful",
    "car,van,tractor": "the engine:quiet/loud;the brakes:reliable/faulty;the seats:comfortable/"
    "hard;the price:fair/excessive;the boot:roomy/cramped",
}


def parts(rng: random.Random) -> Scene:
    """Two parts of a whole: one good, one bad."""
    kinds, words = rng.choice(list(PARTS.items()))
    kind, chosen = rng.choice(kinds.split(",")), rng.sample(words.split(";"), 3)
    (p, pw), (q, qw), (r, rw) = (x.split(":") for x in chosen)
    (a, not_a), (b, not_b) = pw.split("/"), qw.split("/")[::-1]
    if rng.random() < 0.5:
        a, not_a, b, not_b = not_a, a, not_b, b

    def was(part: str) -> str:
        """Return was or were for a part."""
        return "were" if part.endswith("s") else "was"

    name = people(rng, 1)[0]
    text = joined(rng, f"{p} {was(p)} {a}", f"{q} {was(q)} {b}", False)
    text = (
        rng.choice(
            (
                f"{name} remembers the {kind} well. ",
                f"{name} reviewed the {kind} on {rng.choice(DAYS)}. ",
                f"{name} told friends about the {kind}. ",
            )
        )
        + text
    )
    c, d = rng.sample(rw.split("/"), 2)
    both = [(p, a, not_a, b), (q, b, not_b, a)]
    states = [
        s
        for x, v, n, _ in both
        for s in (
            (f"{upper(x)} {was(x)} {v}.", ENTAILED),
            (f"{upper(x)} {was(x)} {n}.", DENIED),
            (f"{upper(x)} {was(x)} not {v}.", DENIED),
            (f"{upper(x)} {was(x)} not {n}.", ENTAILED),
        )
    ]
    more = [
        (f"{upper(r)} {was(r)} {c}.", OPEN),
        (f"{upper(r)} {was(r)} not {c}.", OPEN),
        (f"{upper(r)} {was(r)} {d}.", OPEN),
    ]
    asked = [
        Asked(
            rng.choice((f"How {was(x)} {x}?", f"What {was(x)} {x} like?")),
            v,
            True,
            (upper(v) + ".", f"{upper(x)} {was(x)} {v}."),
            (w, n, f"{upper(x)} {was(x)} {n}."),
        )
        for x, v, n, w in both
    ]
    asked.append(Asked(f"How {was(r)} {r}?", None, False, (), (a, b, f"{upper(a)}.")))
    return Scene(
        text, tuple(rng.sample(states, 4) + rng.sample(more, 2)), tuple(rng.sample(asked, 2))
    )


def deeds_done(rng: random.Random) -> Scene:
    """One deed done and another not done, by one or two people."""
    (a, b, c), (d, e, f) = people(rng, 3), deeds(rng, 3)
    other = rng.choice((a, b))
    one = rng.random() < 0.5
    two = not one
    name = she(a) if other == a else b

    def tell(who: str, deed: Deed, done: bool) -> str:
        """Return that somebody did a deed, or did not."""
        return f"{who} {deed.did}" if done else f"{who} did not {deed.do}"

    first, last = tell(a, d, one), tell(name, e, two)
    text = joined(rng, first, last, other == a)
    if text.startswith(upper(last)) and other == a:
        text = f"{upper(tell(a, e, two))}, although {tell(she(a), d, one)}."
    text = around(rng, d.topic, text)
    who_did, did, left = (a, d, e) if one else (other, e, d)
    asked = [
        yes_no(rng, a, d, one),
        yes_no(rng, other, e, two),
        Asked(
            f"Why did {who_did} {did.do}?",
            None,
            False,
            (),
            (left.obj, f"Because of {left.obj}.", did.obj),
        ),
    ]
    if other != a:
        wrong = a if who_did == b else b
        asked.append(
            Asked(
                f"Who {did.did}?",
                who_did,
                True,
                (f"{who_did} did.", f"It was {who_did}."),
                (wrong, f"{wrong} did.", f"It was {wrong}."),
            )
        )
    states = [
        judged(rng, a, d, one),
        judged(rng, other, e, two),
        judged(rng, *rng.choice(((c, d), (a, f), (other, f))), None),
    ]
    return Scene(text, tuple(states), tuple(rng.sample(asked, 2)))


def two_people(rng: random.Random) -> Scene:
    """Two people, two different tastes, with while or whereas."""
    noun, (verb, words) = rng.choice(list(ACTIVITIES.items()))
    (a, b), (x, y, z) = people(rng, 2), rng.sample(words.split(","), 3)
    does = {"teach": "teaches"}.get(verb, verb + "s")
    one, two = f"{a} {does} {x}", f"{b} {does} {y}"
    form = rng.choice(
        (
            f"{one}, but {two}.",
            f"{one}, whereas {two}.",
            f"{one}, while {two}.",
            f"While {one}, {two}.",
            f"{one}; {two}, however.",
            f"Whereas {one}, {two}.",
            f"{one}. {b}, however, {does} {y}.",
            f"{one}. {b}, by contrast, {does} {y}.",
        )
    )
    text = rng.choice(("", f"They live in {rng.choice(CITIES)}. ", "They are neighbours. ")) + form
    asked = [
        Asked(
            f"Which {noun} does {n} {verb}?",
            v,
            True,
            (f"{n} {does} {v}.", upper(v) + "."),
            (w, f"{n} {does} {w}."),
        )
        for n, v, w in ((a, x, y), (b, y, x))
    ]
    asked += [
        Asked(
            f"Who {does} {v}?",
            n,
            True,
            (f"{n} does.", f"It is {n}."),
            (m, f"{m} does.", f"It is {m}."),
        )
        for n, v, m in ((a, x, b), (b, y, a))
    ]
    asked.append(Asked(f"Who {does} {z}?", None, False, (), (a, b, f"It is {b}.")))
    states = [
        (f"{a} {does} {x}.", ENTAILED),
        (f"{b} {does} {y}.", ENTAILED),
        (f"{a} does not {verb} {x}.", DENIED),
        (f"{b} does not {verb} {y}.", DENIED),
        (f"It is not the case that {a} {does} {x}.", DENIED),
        (f"It is not the case that {b} does not {verb} {y}.", ENTAILED),
    ]
    more = [
        (f"{a} {does} {z}.", OPEN),
        (f"{b} does not {verb} {z}.", OPEN),
        (f"{a} does not {verb} {z}.", OPEN),
        (f"{b} {does} {z}.", OPEN),
    ]
    return Scene(
        text, tuple(rng.sample(states, 4) + rng.sample(more, 2)), tuple(rng.sample(asked, 3))
    )


# obstacle as noun phrase | as clause | its opposite
OBSTACLES = tuple(
    tuple(x.split("|"))
    for x in spaced(
        "the heavy rain|it rained heavily|it stayed dry;the strike|there was a strike|nobody "
        "went on "
        "strike;the high costs|the costs were high|the costs were low;the lack of staff|there "
        "was a "
        "lack "
        "of staff|there were more than enough staff;the late start|the start was late|the start "
        "was on "
        "time;strong protests|there were strong protests|there were no protests;the power cut|"
        "there "
        "was "
        "a power cut|there was no power cut;the bitter cold|it was bitterly cold|it was warm;the "
        "long "
        "delay|there was a long delay|there was no delay;widespread doubts|doubts were widespread|"
        "nobody had any doubts;the poor reviews|the reviews were poor|the reviews were excellent;"
        "the thick fog|the fog was thick|the air was clear",
        ";",
    )
)
RESULTS = tuple(
    tuple(x.split("|"))
    for x in spaced(
        "the match was played|the match was cancelled;the bridge was completed|the bridge was "
        "never "
        "completed;the concert sold out|tickets for the concert remained unsold;the treaty was "
        "signed|"
        "the treaty was left unsigned;the festival made a profit|the festival made a loss;the "
        "hospital "
        "stayed open|the hospital was closed;the climbers reached the summit|the climbers never "
        "reached "
        "the summit;the trial ended on the planned day|the trial ended later than planned;the "
        "harvest "
        "was "
        "good|the harvest was bad;the rocket was launched|the launch of the rocket was called off;"
        "the wedding took place|the wedding was called off;the school reopened|the school stayed "
        "shut;"
        "the film won an award|the film won no award;the patient recovered|the patient did not "
        "recover",
        ";",
    )
)


def despite(rng: random.Random) -> Scene:
    """Despite an obstacle, something happened."""
    (np, clause, opposite), (result, failed) = rng.choice(OBSTACLES), rng.choice(RESULTS)
    other = rng.choice([r for r in RESULTS if r[0] != result])
    city, month = rng.choice(CITIES), rng.choice(MONTHS)
    turn = rng.random() < 0.5
    if turn:  # the hopes were good, the outcome was bad
        clause, opposite, result, failed = opposite, clause, failed, result
        text = joined(rng, clause, result)
    else:
        text = rng.choice(
            (
                f"Despite {np}, {result}.",
                f"In spite of {np}, {result}.",
                f"{result}, despite {np}.",
                f"{result} in spite of {np}.",
                f"Notwithstanding {np}, {result}.",
                joined(rng, clause, result),
            )
        )
    text = rng.choice(
        (
            f"It was {month} in {city}. ",
            f"The report from {city} is dated {month}. ",
            f"{city} will remember that {month}. ",
        )
    ) + upper(text)
    states = [
        (clause, ENTAILED),
        (result, ENTAILED),
        (opposite, DENIED),
        (failed, DENIED),
        (f"it is not true that {failed}", ENTAILED),
        (f"it is not true that {result}", DENIED),
    ]
    late = ("the late start", "the long delay")
    block = rng.choice([o for o in OBSTACLES if o[0] != np and not (o[0] in late and np in late)])
    more = [
        (other[0], OPEN),
        (other[1], OPEN),
        (f"it is not true that {rng.choice(other)}", OPEN),
        (block[1], OPEN),
        (block[2], OPEN),
    ]
    more = [rng.choice(more[:3]), rng.choice(more[3:])]
    subject = rng.choice(("Why", "When exactly"))
    good, bad = ("Yes", f"Yes, {result}."), ("No", f"No, {failed}.")
    asked = (
        Asked(f"Is it true that {result}?", None, True, good, bad),
        Asked(
            f"Is it true that {opposite}?",
            None,
            True,
            ("No", f"No, {clause}."),
            ("Yes", f"Yes, {opposite}."),
        ),
        Asked(
            f"{subject} is it that {result}?"
            if subject == "Why"
            else f"On which day was it known that {result}?",
            None,
            False,
            (),
            (clause, f"Because {clause}.", month),
        ),
    )
    return Scene(
        text,
        tuple((upper(s) + ".", label) for s, label in (*rng.sample(states, 4), *more)),
        tuple(rng.sample(asked, 2)),
    )


FIGURES = spaced(
    "exports,imports;sales,profits;rents,wages;the price of oil,the price of wheat;births,deaths;"
    "car traffic,rail traffic;the number of foxes,the number of hares;bread prices,milk prices;"
    "ticket sales,donations;boys' scores,girls' scores;the number of nurses,the number of doctors",
    ";",
)


def figures(rng: random.Random) -> Scene:
    """One figure rose, the other fell."""
    x, y = rng.choice(FIGURES).split(",")
    if rng.random() < 0.5:
        x, y = y, x
    (m, n), city = rng.sample(range(2, 49), 2), rng.choice(CITIES)
    year = rng.randint(1950, 2024)
    up, down = rng.choice(
        (("rose", "fell"), ("increased", "decreased"), ("grew", "shrank"), ("went up", "went down"))
    )
    text = joined(rng, f"{x} {up} by {m} percent", f"{y} {down} by {n} percent", False)
    text = f"In {city}, the figures for {year} are mixed. {text}"
    top, low = upper(x), upper(y)
    states = [
        (f"{top} {up} in {city}.", ENTAILED),
        (f"{low} {down} in {city}.", ENTAILED),
        (f"{top} {down} in {city}.", DENIED),
        (f"{low} {up} in {city}.", DENIED),
        (f"{top} {up} by {n} percent.", DENIED),
        (f"{low} {down} by {n} percent.", ENTAILED),
        (f"Both {x} and {y} {up}.", DENIED),
    ]
    states += [
        (f"{low} {up} because {x} {up}.", DENIED),
        (f"It is not true that {x} {down}.", ENTAILED),
    ]
    z = rng.choice([f for f in FIGURES if x not in f]).split(",")[rng.random() < 0.5]
    more = [
        (f"{upper(z)} {up} in {city}.", OPEN),
        (f"{upper(z)} {down} in {city}.", OPEN),
        (f"{low} {down} because {x} {up}.", OPEN),
        (f"Both {x} and {z} {up}.", OPEN),
    ]
    base = {
        "rose": "rise",
        "fell": "fall",
        "increased": "increase",
        "decreased": "decrease",
        "grew": "grow",
        "shrank": "shrink",
        "went up": "go up",
        "went down": "go down",
    }
    asked = [
        Asked(
            f"By how much did {x} {base[up]}?",
            f"{m} percent",
            True,
            (f"by {m} percent", f"{m}%"),
            (f"{n} percent", f"by {n} percent", f"{n}%"),
        ),
        Asked(
            f"By how much did {y} {base[down]}?",
            f"{n} percent",
            True,
            (f"by {n} percent", f"{n}%"),
            (f"{m} percent", f"by {m} percent", f"{m}%"),
        ),
        Asked(
            f"By how much did {x} {base[down]}?",
            None,
            False,
            (),
            (f"{m} percent", f"{n} percent", f"by {n} percent"),
        ),
    ]
    for text_ in (x, y):  # the span may stand at the start of a sentence
        v, w = (up, m) if text_ == x else (down, n)
        o = y if text_ == x else x
        asked.append(
            Asked(
                f"What {v} by {w} percent?",
                text_ if text_ in text else upper(text_),
                True,
                (f"It was {text_}.",),
                (o, f"It was {o}."),
            )
        )
    return Scene(
        text, tuple(rng.sample(states, 4) + rng.sample(more, 2)), tuple(rng.sample(asked, 2))
    )


LIVES = (
    ("was born in {}", "grew up in {}", "was {} born", "did {} grow up"),
    ("studied in {}", "found work in {}", "did {} study", "did {} find work"),
    ("lives in {}", "works in {}", "does {} live", "does {} work"),
    (
        "wrote the book in {}",
        "published it in {}",
        "did {} write the book",
        "did {} publish the book",
    ),
    ("bought the boat in {}", "sold it in {}", "did {} buy the boat", "did {} sell the boat"),
    ("got married in {}", "died in {}", "did {} get married", "did {} die"),
    (
        "left the train in {}",
        "spent the night in {}",
        "did {} leave the train",
        "did {} spend the night",
    ),
    (
        "lost the first match in {}",
        "won the second one in {}",
        "did {} lose the first match",
        "did {} win the second match",
    ),
)


def lives(rng: random.Random) -> Scene:
    """Two stations of a life in two places."""
    name, (c1, c2, c3) = full_name(rng), rng.sample(CITIES, 3)
    one, two, q1, q2 = rng.choice(LIVES)
    first = name.split()[0]
    he = she(first)
    text = rng.choice(
        (
            f"{name} {one.format(c1)} but {two.format(c2)}.",
            f"Although {name} {one.format(c1)}, {he} {two.format(c2)}.",
            f"{name} {one.format(c1)}. However, {he} {two.format(c2)}.",
            f"While {name} {one.format(c1)}, {he} {two.format(c2)}.",
            f"{name} {one.format(c1)}, though {he} {two.format(c2)}.",
            f"{name} {one.format(c1)}; {he} {two.format(c2)}, however.",
        )
    )
    text += rng.choice(
        (
            "",
            f" A street in {c3} bears the name {name}.",
            f" {upper(he)} had never seen {c3}.",
            f" Letters to friends in {c3} tell the story.",
        )
    )
    two_full = two.replace(" it ", f" the {'boat' if 'boat' in q2 else 'book'} ")
    two_full = two_full.replace("second one", "second match")
    states = [
        (f"{name} {one.format(c1)}.", ENTAILED),
        (f"{name} {two_full.format(c2)}.", ENTAILED),
        (f"{name} {one.format(c2)}.", DENIED),
        (f"{name} {two_full.format(c1)}.", DENIED),
        (f"It was in {c1} that {first} {one.rsplit(' in', 1)[0]}.", ENTAILED),
        (f"It was in {c2} that {first} {one.rsplit(' in', 1)[0]}.", DENIED),
    ]
    far = rng.choice(
        [x for x in LIVES if x[0] != one and x[0] not in ("lives in {}", "got married in {}")]
    )
    more = [(f"{name} {far[0].format(c)}.", OPEN) for c in (c1, c2)]
    more.append((f"It was in {c1} that {first} {far[0].rsplit(' in', 1)[0]}.", OPEN))
    asked = [
        Asked(
            f"Where {q.format(name)}?",
            c,
            True,
            (f"in {c}", f"It was in {c}."),
            (d, f"in {d}", f"It was in {d}."),
        )
        for q, c, d in ((q1, c1, c2), (q2, c2, c1))
    ]
    asked.append(Asked(f"Why did {first} leave {c1}?", None, False, (), (c2, f"because of {c2}")))
    return Scene(
        text, tuple(rng.sample(states, 4) + rng.sample(more, 2)), tuple(rng.sample(asked, 2))
    )


FAMILIES: tuple[Callable[[random.Random], Scene], ...] = (
    traits,
    traits,
    parts,
    parts,
    deeds_done,
    two_people,
    despite,
    despite,
    figures,
    lives,
)


def make(rng: random.Random) -> Scene:
    """Return a random scene with two contrasting halves."""
    return drawn(rng, FAMILIES)
