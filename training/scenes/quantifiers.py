"""Scenes about all, most, some, few, none, both, neither, at least, at most, exactly, half."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

from training.scenes.number_forms import words
from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, people, spaced, upper

# Groups: one; many; first sentences; what they may have done: `past/base` or `=adjective`.
GROUPS = tuple(
    tuple(line.split(";"))
    for line in (
        "pupil;pupils;A class from {c} went to the museum last week./The school in {c} held an "
        "exam on "
        "Monday.;passed the exam/pass the exam,brought an umbrella/bring an umbrella,=late,drew "
        "a map/"
        "draw a map,took the bus/take the bus,asked a question/ask a question,=tired,wrote a "
        "report/"
        "write a report",
        "player;players;The handball club from {c} played its last match in the rain./A new "
        "coach took "
        "over the team in {c}.;scored a goal/score a goal,signed a new contract/sign a new "
        "contract,"
        "=born abroad,shook hands with the referee/shake hands with the referee,=angry,trained "
        "on Sunday/"
        "train on Sunday,wore black socks/wear black socks",
        "patient;patients;A clinic in {c} tested a new drug./Doctors in {c} reported on a long "
        "study.;"
        "recovered within a week/recover within a week,felt a slight pain/feel a slight "
        "pain,=older "
        "than sixty,slept badly/sleep badly,=vaccinated,lost weight/lose weight,came back for a "
        "second "
        "visit/come back for a second visit",
        "worker;workers;The factory in {c} closed in autumn./There was a meeting at the shipyard "
        "in {c}."
        ";joined the strike/join the strike,found a new job/find a new job,=in the union,voted "
        "for the offer/vote for the offer,received a bonus/receive a bonus,=disappointed,worked at "
        "night/work at night",
        "villager;villagers;Long ago, a giant came to a village behind the hills./Once a "
        "stranger with a "
        "golden flute walked into a poor village.;ran into the forest/run into the "
        "forest,believed the "
        "stranger/believe the stranger,=afraid,danced until dawn/dance until dawn,gave away a "
        "goat/give "
        "away a goat,=barefoot,hid in the cellar/hide in the cellar",
        "senator;senators;Parliament discussed the new water law./A debate about the budget was "
        "held in "
        "{c}.;voted for the law/vote for the law,left early/leave early,=younger than "
        "forty,spoke in the debate/"
        "speak in the debate,signed the letter/sign the letter,=in favour of a tax,changed "
        "sides/change "
        "sides",
        "guest;guests;My cousin got married in {c} last summer./The old hotel in {c} gave a "
        "dinner.;"
        "tried the soup/try the soup,stayed until midnight/stay until midnight,=hungry,brought a "
        "present/bring a present,sang along/sing along,=in a good mood,ordered fish/order fish",
        "hiker;hikers;A group of hikers set out from the hut at dawn./The tour over the glacier "
        "was led by "
        "a guide from {c}.;reached the summit/reach the summit,carried a rope/carry a "
        "rope,=exhausted,"
        "=wet to the skin,saw an eagle/see an eagle,=new to climbing,drank from the "
        "stream/drink from the stream",
        "cake;cakes;The bakery in {c} took part in the market./Grandmother spent two days in the "
        "kitchen.;"
        "contained nuts/contain nuts,=sold before noon,=covered with chocolate,won a ribbon/win "
        "a ribbon,"
        "fell apart/fall apart,=burnt,cost less than five euros/cost less than five euros",
        "painting;paintings;The gallery in {c} reopened in May./An old collection from {c} was "
        "put up for "
        "sale.;showed a landscape/show a landscape,=stolen,=signed by the artist,came from private "
        "homes/come from private homes,needed repair/need repair,=framed in gold,fetched a high "
        "price/fetch a "
        "high price",
        "ship;ships;A fleet left the port of {c} in spring./The admiral watched the harbour from "
        "the tower."
        ";reached the island/reach the island,lost a mast/lose a mast,=damaged,carried "
        "spices/carry "
        "spices,=built of oak,took on water/take on water,flew a white flag/fly a white flag",
        "sample;samples;A laboratory in {c} looked at water from the river./The team repeated the "
        "experiment twice.;contained lead/contain lead,=from the lower valley,turned blue/turn "
        "blue,=older than a "
        "year,reacted with the acid/react with the acid,=frozen,showed traces of salt/show "
        "traces of "
        "salt",
        "tree;trees;A storm crossed the park in {c}./The forester walked through the old "
        "orchard.;lost "
        "branches/lose branches,=diseased,carried fruit/carry fruit,=planted by monks,survived the "
        "storm/survive the storm,=hollow,had bird nests/have bird nests",
        "machine;machines;The printing works in {c} bought used equipment./An engineer checked "
        "the hall "
        "after the power cut.;broke down/break down,=painted green,needed oil/need oil,passed the "
        "inspection/pass the inspection,=made in Japan,made a strange noise/make a strange noise",
        "train;trains;Snow fell on the whole region around {c}./The railway changed its "
        "timetable.;arrived "
        "on time/arrive on time,=electric,had a dining car/have a dining "
        "car,=overcrowded,stopped in {c}/"
        "stop in {c},=bound for the coast",
        "shop;shops;A new tax hit the high street of {c}./The mayor of {c} visited the market "
        "square.;"
        "raised prices/raise prices,=closed on Monday,hired new staff/hire new staff,=owned by a "
        "chain,"
        "accepted cards/accept cards,=profitable",
    )
)
HUMAN = spaced("pupil player patient worker villager senator guest hiker")
# Quantifier: wordings with a singular (`{s}`) or plural noun.
WORDINGS = {
    "all": "all the {p}/all of the {p}/every {s}/each of the {p}!/every one of the {p}!/every "
    "single {s}",
    "none": "none of the {p}/not one of the {p}!/not a single {s}/no {s}",
    "some": "some of the {p}/some {p}",
    "most": "most of the {p}/the majority of the {p}/most {p}",
    "many": "many of the {p}/a large number of the {p}",
    "several": "several of the {p}/several {p}",
    "few": "only a few of the {p}/only a few {p}/just a handful of the {p}",
    "half": "half of the {p}/exactly half of the {p}/50% of the {p}",
    "not all": "not all of the {p}/not every {s}/not all the {p}",
    "over half": "more than half of the {p}/over half of the {p}",
    "under half": "fewer than half of the {p}/less than half of the {p}",
    "any": "at least one of the {p}!/at least one {s}/one or more of the {p}",
    "least": "at least {n} of the {p}/at least {n} {p}/no fewer than {n} {p}",
    "most n": "at most {n} of the {p}/no more than {n} {p}/at most {n} {p}",
    "more": "more than {n} of the {p}/more than {n} {p}/over {n} {p}",
    "fewer": "fewer than {n} of the {p}/fewer than {n} {p}/less than {n} of the {p}",
    "exactly": "exactly {n} of the {p}/exactly {n} {p}/precisely {n} of the {p}",
}
Truth = bool | None
# Whether a quantifier holds for k of m things; None where readers may differ.
HOLDS: dict[str, Callable[[int, int, int], Truth]] = {
    "all": lambda k, m, _n: k == m,
    "none": lambda k, _m, _n: k == 0,
    "some": lambda k, _m, _n: None if k == 1 else k > 1,
    "most": lambda k, m, _n: False if 2 * k <= m else (True if 10 * k >= 6 * m else None),
    "many": lambda k, m, _n: False if k < 2 else (True if k >= 10 and 2 * k >= m else None),
    "several": lambda k, _m, _n: False if k < 2 else (True if 3 < k < 13 else None),
    "few": lambda k, m, _n: False if k == 0 or 2 * k >= m else (k in (2, 3) and m > 15) or None,
    "half": lambda k, m, _n: 2 * k == m,
    "not all": lambda k, m, _n: k < m if k else None,
    "over half": lambda k, m, _n: 2 * k > m,
    "under half": lambda k, m, _n: 2 * k < m,
    "any": lambda k, _m, _n: k >= 1,
    "least": lambda k, _m, n: k >= n,
    "most n": lambda k, _m, n: k <= n,
    "more": lambda k, _m, n: k > n,
    "fewer": lambda k, _m, n: k < n,
    "exactly": lambda k, _m, n: k == n,
}
# Pairs of text and statement that readers may judge differently.
DEBATED = {
    ("some", "not all"),
    ("most", "all"),
    ("most", "not all"),
    ("many", "not all"),
    ("several", "not all"),
    ("not all", "none"),
    ("not all", "any"),
    ("not all", "some"),
    ("few", "most n"),
    ("some", "exactly"),
    ("over half", "not all"),
    ("over half", "all"),
    ("under half", "none"),
    ("under half", "any"),
    ("under half", "some"),
    ("fewer", "none"),
    ("most n", "none"),
    ("fewer", "any"),
    ("most n", "any"),
    ("fewer", "some"),
    ("most n", "some"),
    ("any", "all"),
    ("many", "all"),
    ("any", "not all"),
    ("none", "most n"),
    ("none", "fewer"),
    ("none", "under half"),
    ("several", "few"),
    ("some", "few"),
    ("many", "few"),
    ("any", "few"),
    ("few", "several"),
    ("few", "many"),
    ("several", "many"),
    ("some", "many"),
    ("some", "several"),
    ("many", "half"),
    ("several", "half"),
    ("some", "half"),
}
CLOSE = ("least", "most n", "more", "fewer", "exactly")
CORES = {
    "all": ("all", "all of them", "every one of them"),
    "none": ("none", "none of them", "not one"),
    "some": ("some", "some of them"),
    "most": ("most", "most of them", "the majority"),
    "many": ("many", "many of them", "a large number"),
    "several": ("several", "several of them"),
    "few": ("only a few", "only a few of them", "a handful"),
    "half": ("half", "half of them", "50%"),
    "not all": ("not all of them", "not all"),
    "over half": ("more than half", "over half"),
    "under half": ("fewer than half", "less than half of them"),
    "any": ("at least one",),
    "least": ("at least {n}", "{n} or more"),
    "most n": ("at most {n}", "no more than {n}"),
    "more": ("more than {n}", "over {n}"),
    "fewer": ("fewer than {n}", "less than {n}"),
    "exactly": ("exactly {n}", "{n}", "{n} of them"),
}
Said = tuple[str, int]


def number(rng: random.Random, n: int) -> str:
    """Return a number in figures or words."""
    return rng.choice([str(n), words(n)])


def phrase(rng: random.Random, said: Said, one: str, many: str) -> tuple[str, bool]:
    """Return a quantified noun and whether its verb is in the plural."""
    template = rng.choice(WORDINGS[said[0]].split("/"))
    plural = "{p}" in template and not template.endswith("!")
    return template.rstrip("!").format(s=one, p=many, n=number(rng, said[1])), plural


def verb(act: str, plural: bool) -> str:
    """Return the past form of an act."""
    if act.startswith("="):
        return ("were " if plural else "was ") + act[1:]
    return act.split("/")[0]


def sentence(rng: random.Random, said: Said, one: str, many: str, act: str) -> str:
    """Return a quantified sentence."""
    noun, plural = phrase(rng, said, one, many)
    return f"{upper(noun)} {verb(act, plural)}."


def judge(text: Said, total: int | None, claim: Said) -> str | None:
    """Return the label of a claim after a text about the same act, or None if it is debated."""
    vague = text[0] in ("some", "several", "many", "few")
    if (text[0], claim[0]) in DEBATED or (
        vague and claim[0] in CLOSE and (text[0] == "few" or claim[1] < 6)
    ):
        return None
    values: set[Truth] = set()
    for m in [total] if total else range(2, 61):
        for k in range(m + 1):
            if HOLDS[text[0]](k, m, text[1]) is not False and not (
                text[0] in ("some", "several", "many", "few", "half", "over half") and k < 2
            ):
                values.add(HOLDS[claim[0]](k, m, claim[1]))
    if values == {True}:
        return ENTAILED
    if values == {False}:
        return DENIED
    return OPEN if {True, False} <= values else None


def draw(rng: random.Random, total: int | None) -> Said:
    """Return a quantifier with its number."""
    kind = rng.choice(list(WORDINGS))
    if rng.random() < 0.25:
        kind = rng.choice(("all", "none", "none", "most", "some", "exactly", "few"))
    if kind == "half" and total and total % 2:
        kind = "most"
    return kind, rng.randint(3, (total - 1) if total else 25)


def group_scene(rng: random.Random) -> Scene:
    """Return a scene about a group, some of which did something."""
    one, many, intros, listed = rng.choice(GROUPS)
    city = rng.choice(CITIES)
    acts = rng.sample([act.replace("{c}", city) for act in listed.split(",")], 3)
    total = rng.choice([None, None, rng.randint(8, 40), 2 * rng.randint(5, 20)])
    said = [draw(rng, total), draw(rng, total)]
    said[0] = ("exactly", said[0][1]) if total and rng.random() < 0.3 else said[0]
    parts = [sentence(rng, q, one, many, act) for q, act in zip(said, acts)]
    key = parts[0]
    told = [key] if rng.random() < 0.4 else rng.sample(parts, 2)
    text = [rng.choice(intros.split("/")).format(c=city)] if rng.random() < 0.7 or total else []
    if total:
        text.append(
            rng.choice(
                (
                    f"There were {number(rng, total)} {many} in all.",
                    f"In total, {number(rng, total)} {many} were counted.",
                )
            )
        )
    member = people(rng, 1)[0] if one in HUMAN and rng.random() < 0.5 else None
    text += told
    if member:
        text.insert(
            rng.randint(len(text) - len(told), len(text)),
            rng.choice((f"{member} was one of the {many}.", f"Among the {many} was {member}.")),
        )
    known = [(q, a) for q, a, part in zip(said, acts, parts) if part in told]
    found: dict[str, list[str]] = {ENTAILED: [], DENIED: [], OPEN: []}
    for q, act in known:
        for _ in range(14):
            claim = draw(rng, total)
            if rng.random() < 0.4:
                claim = (claim[0], max(2, q[1] + rng.randint(-3, 3)))
            label = judge(q, total, claim)
            usual = {"some": ENTAILED, "any": ENTAILED, "none": DENIED, "all": DENIED}
            if usual.get(claim[0]) == label and rng.random() < 0.75:
                continue
            if label and not (total and claim[1] >= total):
                found[label].append(sentence(rng, claim, one, many, act))
        if rng.random() < (0.9 if q[0] in ("exactly", "few", "half", "all") else 0.3):
            found[ENTAILED].append(sentence(rng, q, one, many, act))
        if member:
            fate = {"all": ENTAILED, "none": DENIED}.get(q[0], OPEN)
            found[fate].append(f"{member} {verb(act, False)}.")
            deny = {ENTAILED: DENIED, DENIED: ENTAILED, OPEN: OPEN}[fate]
            base = act[1:] if act[0] == "=" else act.split("/")[1]
            found[deny].append(f"{member} {'was' if act[0] == '=' else 'did'} not {base}.")
    for _ in range(2):
        loose = draw(rng, total)
        loose = (rng.choice(("some", "any", "none", "none", "few", loose[0])), loose[1])
        found[OPEN].append(sentence(rng, loose, one, many, acts[2]))
    statements: dict[str, str] = {}
    for label in (ENTAILED, DENIED, OPEN):
        for statement in rng.sample(found[label], min(2, len(found[label]))):
            if statements.get(statement, label) == label:
                statements[statement] = label
    return Scene(
        " ".join(text),
        tuple(statements.items()),
        tuple(ask_group(rng, key, one, many, acts, said[0], total, member)),
    )


def ask_group(
    rng: random.Random,
    key: str,
    one: str,
    many: str,
    acts: list[str],
    said: Said,
    total: int | None,
    member: str | None,
) -> list[Asked]:
    """Return questions about a group scene: how many, did all, did one of them."""
    act = acts[0]
    past = verb(act, True)
    n = number(rng, said[1])
    answer = key[:-1].removesuffix(" " + verb(act, True)).removesuffix(" " + verb(act, False))
    right = [core.format(n=n) for core in CORES[said[0]]] + [sentence(rng, said, one, many, act)]
    wrong: list[str] = []
    for _ in range(30):
        claim = draw(rng, total)
        if judge(said, total, claim) == DENIED and judge(claim, total, said) in (DENIED, None):
            wrong.append(rng.choice(CORES[claim[0]]).format(n=number(rng, claim[1])))
            wrong.append(sentence(rng, claim, one, many, act))
    right = [r for r in dict.fromkeys(right) if r.lower() != answer.lower()]
    wrong = [w for w in dict.fromkeys(wrong) if w not in right]
    asked = []
    if wrong:
        asked.append(
            Asked(
                rng.choice((f"How many of the {many} {past}?", f"How many {many} {past}?")),
                answer,
                True,
                tuple(rng.sample(right, min(3, len(right)))),
                tuple(rng.sample(wrong, min(3, len(wrong)))),
            )
        )
    claim = rng.choice(
        (
            ("all", 0),
            ("all", 0),
            ("none", 0),
            ("most", 0),
            ("any", 0),
            ("over half", 0),
            ("least", said[1] + rng.randint(-2, 2)),
        )
    )
    label = judge(said, total, claim)
    base = act[1:] if act[0] == "=" else act.split("/")[1]
    aux = "Were" if act[0] == "=" else "Did"
    does = "were" if act[0] == "=" else "did"
    noun = {
        "all": f"all of the {many}",
        "most": f"most of the {many}",
        "any": f"any of the {many}",
        "over half": f"more than half of the {many}",
        "none": f"any of the {many}",
        "least": f"at least {number(rng, claim[1])} of the {many}",
    }[claim[0]]
    if label and claim[0] == "none":
        label = {ENTAILED: DENIED, DENIED: ENTAILED}.get(label, label)
    if label == OPEN:
        start = rng.choice(("Yes, they ", "No, they "))
        lures = ("Yes", "No", start + does + (" not" if start[0] == "N" else ""))
        asked.append(Asked(f"{aux} {noun} {base}?", None, False, (), lures))
    elif label:
        kept, short = rng.choice(CORES[said[0]]).format(n=n), rng.random() < 0.4
        yes = ("Yes",) if short else ("Yes", f"Yes, {kept}")
        no = ("No",) if short else ("No", f"No, {kept}")
        asked.append(
            Asked(
                f"{aux} {noun} {base}?",
                None,
                True,
                yes if label == ENTAILED else no,
                no if label == ENTAILED else yes,
            )
        )
    if member and rng.random() < 0.5:
        aux, does = ("Was", "was") if act[0] == "=" else ("Did", "did")
        forms = [("Yes", f"Yes, {member} {does}"), ("No", f"No, {member} {does} not")]
        if said[0] in ("all", "none"):
            good, bad = forms if said[0] == "all" else forms[::-1]
            asked.append(Asked(f"{aux} {member} {base}?", None, True, good, bad))
        else:
            asked.append(Asked(f"{aux} {member} {base}?", None, False, (), forms[0] + forms[1]))
    if not asked or rng.random() < 0.3:
        tempting = tuple(dict.fromkeys([answer, rng.choice(CORES[said[0]]).format(n=n)]))
        question = f"How many of the {many} {verb(acts[2], True)}?"
        asked.append(Asked(question, None, False, (), tempting))
    return asked


PAIR = {  # What may be said about two people: the states (first did, second did) that fit.
    "both": ("both {a} and {b} {v}", "{a} and {b} both {v}", "{a} {v}, and so did {b}"),
    "neither": ("neither {a} nor {b} {v}", "{a} did not {d}, and neither did {b}"),
    "first": ("{a} {v}, but {b} did not", "of the two, only {a} {v}", "{a} {v}, unlike {b}"),
    "one": ("exactly one of the two, {a} or {b}, {v}", "either {a} or {b} {v}, but not both"),
    "any": ("at least one of the two, {a} or {b}, {v}", "{a} or {b}, or perhaps both, {v}"),
    "not both": ("{a} and {b} did not both {d}", "at most one of the two, {a} or {b}, {v}"),
    "a": ("{a} {v}",),
    "b": ("{b} {v}",),
    "not a": ("{a} did not {d}",),
    "not b": ("{b} did not {d}",),
}
PAIR_HOLDS: dict[str, Callable[[bool, bool], bool]] = {
    "both": lambda a, b: a and b,
    "neither": lambda a, b: not a and not b,
    "first": lambda a, b: a and not b,
    "one": lambda a, b: a != b,
    "any": lambda a, b: a or b,
    "not both": lambda a, b: not (a and b),
    "a": lambda a, _b: a,
    "b": lambda _a, b: b,
    "not a": lambda a, _b: not a,
    "not b": lambda _a, b: not b,
}


def pair_scene(rng: random.Random) -> Scene:
    """Return a scene about two people: both, neither, one of them."""
    a, b, c = people(rng, 3)
    one, _, intros, listed = rng.choice([g for g in GROUPS if g[0] in HUMAN])
    city = rng.choice(CITIES)
    acts = [x.replace("{c}", city) for x in listed.split(",") if not x.startswith("=")]
    (past, base), (past2, base2) = (x.split("/") for x in rng.sample(acts, 2))
    kind = rng.choice(("both", "neither", "first", "one", "any", "both", "neither", "not both"))

    def say(key: str, v: str = past, d: str = base) -> str:
        """Return a sentence about the two."""
        return upper(rng.choice(PAIR[key]).format(a=a, b=b, v=v, d=d)) + "."

    def label_of(key: str) -> str:
        """Return the label of a claim about the two."""
        truths = {
            PAIR_HOLDS[key](x, y)
            for x, y in product((True, False), repeat=2)
            if PAIR_HOLDS[kind](x, y)
        }
        return OPEN if len(truths) > 1 else (ENTAILED if truths == {True} else DENIED)

    text = [say(kind)]
    if rng.random() < 0.7:
        text.insert(0, rng.choice(intros.split("/")).format(c=city))
    if rng.random() < 0.5:
        text.append(rng.choice((f"{c} {past2}.", f"{c}, another {one}, {past2}.")))
    claims = [k for k in PAIR if not ((kind == "both" and k == "any") or k == "not both")]
    found: dict[str, str] = {}
    for key in rng.sample(claims, 5):
        found.setdefault(say(key), label_of(key))
    found.setdefault(say(rng.choice(claims), past2, base2), OPEN)
    asked = []
    for who, key in ((a, "a"), (b, "b")):
        label = label_of(key)
        yes, no = ("Yes", f"Yes, {who} did"), ("No", f"No, {who} did not")
        if label == OPEN:
            asked.append(Asked(f"Did {who} {base}?", None, False, (), (*yes, *no)))
        else:
            good, bad = (yes, no) if label == ENTAILED else (no, yes)
            asked.append(Asked(f"Did {who} {base}?", None, True, good, bad))
    fits = {
        "both": ("both of them", f"both {a} and {b}", f"{b} and {a}"),
        "first": (a, f"only {a}"),
        "neither": ("neither of them", f"neither {a} nor {b}", "neither"),
    }
    if kind in fits:
        wrong = [w for k, v in fits.items() if k != kind for w in v] + [b, f"only {b}", c]
        asked.append(
            Asked(
                f"Which of the two, {a} or {b}, {past}?",
                a if kind == "first" else None,
                True,
                fits[kind],
                tuple(rng.sample(wrong, 3)),
            )
        )
    keep = rng.sample(list(found.items()), min(len(found), rng.randint(3, 5)))
    return Scene(" ".join(text), tuple(keep), tuple(rng.sample(asked, 2)))


def make(rng: random.Random) -> Scene:
    """Return a scene with a quantifier and what follows from it."""
    return pair_scene(rng) if rng.random() < 0.25 else group_scene(rng)
