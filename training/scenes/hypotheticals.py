"""Plans, hopes, claims, conditions and implicative verbs: what really happened, what did not."""

from __future__ import annotations

import random
from collections.abc import Callable

from training.scenes._deeds import Deed, around, deeds, drawn, says, yes_no
from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import DAYS, her, people, she, spaced, upper

# {a}: who, {he}: pronoun, {b}: somebody else, {do} {did} {done} {doing}: the deed, {o}: its object
HAPPENED = (
    "{a} managed to {do}.",
    "{a} remembered to {do}.",
    "{a} regretted that {he} had {done}.",
    "{b} knew that {a} had {done}.",
    "{a} was forced to {do}, and did so.",
    "{a} finally got around to {doing}.",
    "{a} succeeded in {doing}.",
    "{a} took the trouble to {do}.",
    "{b} was glad that {a} had {done}.",
    "{b} discovered that {a} had {done}.",
    "{b} thanked {a} for {doing}.",
    "{a} did not forget to {do}.",
    "{a} forgot that {he} had already {done}.",
    "{b} made {a} {do}.",
    "{b} saw {a} {do}.",
    "{a} admitted the truth: {he} had {done}.",
    "Nothing could stop {a} from {doing}, and {he} did it.",
    "{b} was surprised to learn that {a} had {done}.",
    "{a} could not avoid {doing} in the end.",
    "Having {done}, {a} went to meet {b}.",
    "{a} was sorry {he} had {done}.",
    "After {a} had {done}, {b} went home.",
    "{a} did not regret having {done}.",
    "{b} did not know that {a} had already {done}.",
    "{b} still resents the fact that {a} {did}.",
    "{a} pretended not to have {done}, but {he} had.",
)
NOT_HAPPENED = (
    "{a} forgot to {do}.",
    "{a} only pretended to have {done}.",
    "{a} almost {did}.",
    "{a} nearly {did}, but stopped at the last moment.",
    "{a} failed to {do}.",
    "{a} refused to {do}, and stood by that.",
    "{a} neglected to {do}.",
    "{a} would have {done} if {b} had asked.",
    "{a} would have {done}, but there was no time.",
    "{b} wrongly believed that {a} had {done}.",
    "{a} falsely claimed to have {done}.",
    "{a} could have {done} but chose not to.",
    "{a} decided against {doing} and never changed {his} mind.",
    "{a} avoided {doing}.",
    "{a} regretted that {he} had not {done}.",
    "{b} kept {a} from {doing}.",
    "{a} did not manage to {do}.",
    "{a} did not bother to {do}.",
    "{a} wished {he} had {done}, but it was too late.",
    "{a} was prevented from {doing}.",
    "{b} knew that {a} had not {done}.",
    "If {a} had {done}, {b} would have been pleased.",
    "{a} dreamed that {he} had {done}, but it was only a dream.",
    "{a} was about to {do} when {b} stopped {him} for good.",
    "{a} lied to {b} when {he} said that {he} had {done}.",
    "{a} claimed not to have {done}, and that was the truth.",
    "{a} wanted to {do} but never did.",
    "{a} came close to {doing} but did not do it.",
)
UNKNOWN = (
    "{a} hoped to {do}.",
    "{a} planned to {do} on {day}.",
    "{a} wanted to {do}.",
    "{a} promised {b} to {do}.",
    "{a} claimed to have {done}.",
    "{b} said that {a} had {done}.",
    "{b} believed that {a} had {done}.",
    "{a} may have {done}.",
    "{a} might have {done}; {b} was not sure.",
    "It was rumoured that {a} had {done}.",
    "{b} denied that {a} had {done}.",
    "{a} denied having {done}.",
    "{b} doubted that {a} had {done}.",
    "If {a} {did}, {b} will be pleased.",
    "{a} offered to {do}.",
    "{b} asked {a} to {do}.",
    "{b} advised {a} not to {do}.",
    "{a} was supposed to {do} on {day}.",
    "{b} suspected {a} of having {done}.",
    "{a} considered {doing}.",
    "{a} agreed to {do} on {day}.",
    "{b} feared that {a} had {done}.",
    "It is unclear whether {a} {did}.",
    "{a} was allowed to {do} if {he} wished.",
    "{b} wondered whether {a} had {done}.",
    "{a} told {b} that {he} had {done}.",
    "{b} ordered {a} to {do}.",
    "{b} hoped that {a} had not {done}.",
    "{a} swore never to {do}.",
    "{b} told everyone that {a} had not {done}.",
    "{b} thought {a} had not {done}.",
    "{a} intended to {do}.",
    "Perhaps {a} {did}.",
    "{b} accused {a} of having {done}.",
)
TRUTH = {ENTAILED: HAPPENED, DENIED: NOT_HAPPENED, OPEN: UNKNOWN}


def fill(rng: random.Random, form: str, a: str, b: str, d: Deed) -> str:
    """Return the sentence form with names and the deed put in."""
    him = "her" if she(a) == "she" else "him"
    return form.format(
        a=a,
        b=b,
        he=she(a),
        his=her(a),
        him=him,
        do=d.do,
        did=d.did,
        done=d.done,
        doing=d.doing,
        o=d.obj,
        day=rng.choice(DAYS),
    )


def about(rng: random.Random, name: str, deed: Deed, fact: str) -> tuple[str, str]:
    """Return a positive or negative statement about a deed whose state is known, with its label."""
    if fact == OPEN:
        return says(rng, name, deed, rng.random() < 0.5), OPEN
    yes = rng.random() < 0.5
    return says(rng, name, deed, yes), ENTAILED if yes == (fact == ENTAILED) else DENIED


def single(rng: random.Random) -> Scene:
    """Two people, two deeds, each really done, not done or left open."""
    (a, b, c, e), (d, f) = people(rng, 4), deeds(rng, 2)
    one, two = rng.choice(list(TRUTH)), rng.choice(list(TRUTH))
    text = around(
        rng,
        d.topic,
        fill(rng, rng.choice(TRUTH[one]), a, c, d),
        fill(rng, rng.choice(TRUTH[two]), b, e, f),
    )
    asked = []
    for name, deed, fact, other in ((a, d, one, b), (b, f, two, a)):
        near = c if name == a else e
        other = near if near in text and rng.random() < 0.7 else other
        if fact == OPEN or (fact == DENIED and rng.random() < 0.5):
            asked.append(
                Asked(
                    rng.choice((f"Who {deed.did}?", f"Which person {deed.did}?")),
                    None,
                    False,
                    (),
                    (name, f"It was {name}.", other, f"{name} {deed.did}."),
                )
            )
        elif fact == ENTAILED and rng.random() < 0.6:
            asked.append(
                Asked(
                    f"Who {deed.did}?",
                    name,
                    True,
                    (f"It was {name}.", f"{name} {deed.did}.", f"{name} did."),
                    (other, f"It was {other}.", f"{other} {deed.did}."),
                )
            )
        else:
            asked.append(yes_no(rng, name, deed, fact == ENTAILED))
    rest = (
        rng.choice((about(rng, a, f, OPEN), about(rng, b, d, OPEN)))
        if one == two == DENIED
        else about(rng, a, d, one)
    )
    states = {about(rng, a, d, one), about(rng, b, f, two), about(rng, b, f, two), rest}
    return Scene(text, tuple(sorted(states)), tuple(asked))


# text, question about the attitude itself; the tempting question is whether it happened
ATTITUDES = (
    ("planned to {do}", "plan to do", "planned to {do}"),
    ("hoped to {do}", "hope to do", "hoped to {do}"),
    ("wanted to {do}", "want to do", "wanted to {do}"),
    ("promised to {do}", "promise to do", "promised to {do}"),
    ("intended to {do}", "intend to do", "intended to {do}"),
    ("offered to {do}", "offer to do", "offered to {do}"),
    ("decided to {do}", "decide to do", "decided to {do}"),
    ("agreed to {do}", "agree to do", "agreed to {do}"),
    ("claimed to have {done}", "claim to have done", "claimed to have {done}"),
    ("pretended to have {done}", "pretend to have done", "pretended to have {done}"),
    ("forgot to {do}", "forget to do", "forgot to {do}"),
    ("refused to {do}", "refuse to do", "refused to {do}"),
    ("failed to {do}", "fail to do", "failed to {do}"),
    ("tried in vain to {do}", "try to do", "tried to {do}"),
)


def attitude(rng: random.Random) -> Scene:
    """One person plans or claims it, another really does something: questions about both."""
    (a, b), (d, f) = people(rng, 2), deeds(rng, 2)
    says_, ask, asks = rng.choice(ATTITUDES)
    put = {"do": d.do, "did": d.did, "done": d.done}
    phrase = d.done if "{done}" in says_ else d.do
    denied = says_.split()[0] in ("pretended", "forgot", "refused", "failed", "tried")
    mind = rng.choice((f"{a} {says_.format(**put)}.", f"That week {a} {says_.format(**put)}."))
    sure = rng.random() < 0.5
    did = f.did if sure else f"did not {f.do}"
    real = rng.choice(
        (
            f"{b} {did}.",
            f"{b} {did} on {rng.choice(DAYS)}." if sure else f"{b} {did}.",
            f"Meanwhile, {b} {did}.",
        )
    )
    pair = [mind, real] if rng.random() < 0.5 or real.startswith("M") else [real, mind]
    text = around(rng, d.topic, *pair)
    other = f.done if "{done}" in says_ else f.do
    asked = [
        Asked(
            f"What did {a} {ask}?",
            phrase,
            True,
            (upper(phrase) + ".", f"{a} {says_.format(**put)}."),
            (other, upper(other) + ".", f"{a} {f.did}."),
        ),
        Asked(
            f"Who {asks.format(**put)}?",
            a,
            True,
            (f"It was {a}.", f"{a} did."),
            (b, f"It was {b}.", f"{b} did."),
        ),
        Asked(
            rng.choice((f"Who {d.did}?", f"By whom {d.was} {d.obj} {d.part}?")),
            None,
            False,
            (),
            (a, f"It was {a}.", b, f"{a} {d.did}."),
        ),
        Asked(
            f"Who {did}?",
            b,
            True,
            (f"It was {b}.", f"{b} {did}."),
            (a, f"It was {a}.", f"{a} {did}."),
        ),
    ]
    put_f = {"do": f.do, "did": f.did, "done": f.done}
    tail, fact = says_.format(**put), ENTAILED if sure else DENIED
    states = [
        about(rng, a, d, DENIED if denied else OPEN),
        about(rng, b, f, fact),
        about(rng, a, d, DENIED if denied else OPEN),
        (f"{a} {tail}.", ENTAILED),
        (rng.choice(("", "It is not true that ")) + f"{b} {tail}.", OPEN),
        (f"It is not true that {a} {tail}.", DENIED)
        if rng.random() < 0.5
        else (f"It is true that {a} {tail}.", ENTAILED),
        (f"{a} {says_.format(**put_f)}.", OPEN),
        about(rng, b, f, fact),
    ]
    if says_.startswith(("forgot", "refused", "failed", "tried")):
        states[6] = (
            (f"{a} remembered to {d.do}.", DENIED)
            if "forgot" in says_
            else (f"{a} managed to {d.do}.", DENIED)
        )
    return Scene(text, tuple(dict(rng.sample(states, 5)).items()), tuple(rng.sample(asked, 3)))


CONDITIONS = spaced(
    "it rains;the road is closed;the bank agrees;the bank says no;the bus is late;the parts arrive"
    ";the weather holds;the price falls;the guests stay for dinner;the judge allows it",
    ";",
)


def condition(rng: random.Random) -> Scene:
    """If and unless: the condition is open, or stated; then what follows is known."""
    (a, b), (d, f) = people(rng, 2), deeds(rng, 2)
    cond, kind = rng.choice(CONDITIONS), rng.choice(("if", "unless", "only if", "met"))
    rule = {
        "if": (
            f"If {cond}, {a} will {d.do}.",
            f"{a} will {d.do} if {cond}.",
            f"Should {a} find that {cond}, {she(a)} will {d.do}.",
        ),
        "unless": (f"Unless {cond}, {a} will {d.do}.", f"{a} will {d.do} unless {cond}."),
        "only if": (f"{a} will {d.do} only if {cond}.", f"Only if {cond} will {a} {d.do}."),
        "met": (
            f"{a} always says that {she(a)} will {d.do} if {cond}.",
            f"{a} may {d.do} if {cond}.",
        ),
    }[kind]
    done, sure = rng.random() < 0.3, rng.random() < 0.5
    yes, no = (
        (f"{b} has {f.done}.", f"{b} has not {f.done}.")
        if done
        else (f"{b} will {f.do}.", f"{b} will not {f.do}.")
    )
    fact = (yes if sure else no)[:-1]
    text = " ".join(
        (
            rng.choice(rule),
            fact
            + (
                "."
                if done
                else rng.choice((" in any case.", ", whatever happens.", ", and that is certain."))
            ),
        )
    )
    good, bad = (ENTAILED, DENIED) if sure else (DENIED, ENTAILED)
    states = [
        (f"{a} will {d.do}.", OPEN),
        (f"{a} will not {d.do}.", OPEN),
        (yes, good),
        (no, bad),
        (f"It is not true that {no[:-1]}.", good),
        (f"It is not true that {yes[:-1]}.", bad),
    ]
    if kind in ("if", "unless"):
        states += [
            (rule[0] if rule[0] not in text else rule[1], ENTAILED),
            (f"{upper(kind)} {cond}, {a} will refuse to {d.do}.", DENIED),
        ]
    asked = [
        Asked(f"Who {fact[len(b) + 1 :]}?", b, True, (f"It is {b}.",), (a, f"It is {a}.")),
        Asked(f"Who has already {d.done}?", None, False, (), (a, b, f"It is {a}.")),
    ]
    ask = f"Under what condition will {a} {d.do}?"
    if kind == "if":
        asked.append(
            Asked(
                ask,
                cond,
                True,
                (f"if {cond}", f"provided {cond}"),
                (f"unless {cond}", f"if {b} wishes", b),
            )
        )
    elif kind in ("unless", "only if"):
        asked.append(
            Asked(
                ask,
                None,
                True,
                (f"{kind} {cond}", f"{upper(kind)} {cond}."),
                (f"if {b} wishes", f"if {cond}" if kind == "unless" else f"unless {cond}"),
            )
        )
    return Scene(text, tuple(rng.sample(states, 4)), tuple(asked))


REVEALS = (
    ("{b} thought that {a} had {done}, but {b} was mistaken.", DENIED),
    ("{b} thought that {a} had {done}, and {b} was right.", ENTAILED),
    ("{a} promised to {do}, and {he} kept {his} promise.", ENTAILED),
    ("{a} promised to {do}, but {he} broke {his} promise.", DENIED),
    ("{a} planned to {do}, but nothing came of it.", DENIED),
    ("{a} planned to {do}, and that is what {he} did.", ENTAILED),
    ("{a} planned to {do}; what became of the plan is not known.", OPEN),
    ("{a} tried to {do} and succeeded.", ENTAILED),
    ("{a} tried to {do} and failed.", DENIED),
    ("{b} said that {a} had {done}, which was true.", ENTAILED),
    ("{b} said that {a} had {done}, which was a lie.", DENIED),
    ("{b} said that {a} had {done}; nobody has checked this.", OPEN),
    ("{a} was told to {do} and obeyed.", ENTAILED),
    ("{a} was told to {do} but did not obey.", DENIED),
    ("{a} was told to {do}; the letters do not say whether {he} obeyed.", OPEN),
    ("Rumour had it that {a} had {done}, and {he} really had.", ENTAILED),
    ("Rumour had it that {a} had {done}, but {he} had not.", DENIED),
    ("Rumour had it that {a} had {done}, but neither {a} nor {b} would comment.", OPEN),
    ("{a} was going to {do}, but changed {his} mind for good.", DENIED),
    ("{a} was going to {do}, and {b} could not talk {him} out of it, so {he} did.", ENTAILED),
    ("{a} was going to {do}; then the diary breaks off.", OPEN),
    ("{a} denied having {done}, but {b} had proof that {he} was guilty of it.", ENTAILED),
    ("{a} denied having {done}, and {he} was telling the truth.", DENIED),
    ("{a} denied having {done}; {b} did not know what to believe.", OPEN),
)


def outcome(rng: random.Random) -> Scene:
    """A plan, promise or claim, followed by what came of it."""
    (a, b), (d, f) = people(rng, 2), deeds(rng, 2)
    fact = rng.choice(list(TRUTH))
    form = rng.choice([form for form, label in REVEALS if label == fact])
    text = around(rng, d.topic, fill(rng, form, a, b, d))
    other = rng.choice((about(rng, b, f, OPEN), about(rng, a, f, OPEN)))
    asked = [
        yes_no(rng, a, d, fact == ENTAILED)
        if fact != OPEN
        else Asked(f"Who {d.did}?", None, False, (), (a, b, f"{a} {d.did}.", f"It was {a}."))
    ]
    if fact == ENTAILED:
        asked.append(
            Asked(
                f"Who {d.did}?",
                a,
                True,
                (f"It was {a}.", f"{a} did."),
                (b, f"It was {b}.", f"{b} did.")
                if b in text
                else ("Nobody", "Nobody did.", f"It was {b}."),
            )
        )
    states = {about(rng, a, d, fact), about(rng, a, d, fact), other}
    return Scene(text, tuple(sorted(states)), tuple(asked))


VIEWS = {
    OPEN: (
        "said,say;claimed,claim;believed,believe;suspected,suspect;thought,think;feared,;"
        "assumed,assume;hoped,;wrote,;testified,;was told,"
    ),
    ENTAILED: (
        "knew,know;found out,find out;realised,realise;noticed,notice;discovered,discover;"
        "remembered,remember;regretted,regret;learned,learn;was aware,"
    ),
    DENIED: ("wrongly believed,;falsely claimed,;was under the mistaken impression,;lied,"),
}


def views(rng: random.Random) -> Scene:
    """What somebody said, believed or knew about somebody else's deed."""
    (a, b), (d, f) = people(rng, 2), deeds(rng, 2)
    fact = rng.choice((OPEN, OPEN, ENTAILED, DENIED))
    verb, base = rng.choice(VIEWS[fact].split(";")).split(",")
    lied = "told everyone, untruthfully," if verb == "lied" else verb
    claim = f"{b} {lied} that {a} had {d.done}"
    text = around(rng, d.topic, f"{claim}.")
    states = [
        about(rng, a, d, fact),
        about(rng, a, d, fact),
        about(rng, b, f, OPEN),
        (f"{claim}.", ENTAILED),
        (f"{a} {lied} that {b} had {d.done}.", OPEN),
        (f"{b} {lied} that {a} had {f.done}.", OPEN),
        (f"It is not true that {claim}.", DENIED),
    ]
    asked = [
        Asked(
            f"Who {lied.rstrip(',')} that {a} had {d.done}?".replace(
                "untruthfully that", "untruthfully, that"
            ),
            b,
            True,
            (f"It was {b}.", f"{b} did."),
            (a, f"It was {a}.", f"{a} did."),
        )
    ]
    if fact == OPEN and base:
        asked.append(
            Asked(
                f"Who did {b} {base} had {d.done}?", a, True, (f"It was {a}.",), (b, f"It was {b}.")
            )
        )
    if fact == ENTAILED:
        asked.append(
            Asked(
                f"Who had {d.done}?",
                a,
                True,
                (f"It was {a}.", f"{a} had."),
                (b, f"It was {b}.", f"{b} had."),
            )
        )
    else:
        asked.append(Asked(f"Who {d.did}?", None, False, (), (a, b, f"It was {a}.")))
    return Scene(text, tuple(dict(rng.sample(states, 4)).items()), tuple(asked))


# things that can change or happen without a person: subject; base, past, participle
EVENTS = tuple(
    tuple(e.split("/"))
    for e in spaced(
        "the dam/burst/burst/burst;the volcano/erupt/erupted/erupted;the bridge/collapse/collapsed/"
        "collapsed;the company/go bankrupt/went bankrupt/gone bankrupt;the river/flood the town/"
        "flooded the town/flooded the town;the patient/recover/recovered/recovered;the ship/sink/"
        "sank/"
        "sunk;the government/fall/fell/fallen;the strike/spread/spread/spread;the engine/fail/"
        "failed/"
        "failed;the team/lose the final/lost the final/lost the final;the band/split up/split up/"
        "split up;the tower/catch fire/caught fire/caught fire;the comet/return/returned/returned;"
        "the bill/pass/passed/passed;the train/derail/derailed/derailed;the roof/leak/leaked/"
        "leaked;"
        "the museum/reopen/reopened/reopened;the lake/freeze over/froze over/frozen over;the "
        "school/"
        "close/closed/closed;the rocket/explode/exploded/exploded",
        ";",
    )
)
NEWS = {
    ENTAILED: (
        "It came as no surprise that {s} {did}.",
        "Residents were shocked when {s} {did}.",
        "{s} did in fact {do}.",
        "Experts had warned that {s} would {do}, and so it did.",
        "Few people knew that {s} had {done}.",
        "The fact that {s} {did} made headlines.",
    ),
    DENIED: (
        "{s} almost {did}.",
        "{s} came close to the point where it would {do}, but it did not.",
        "Contrary to a false report, {s} never {did}.",
        "Had it not been for {b}, {s} would have {done}.",
        "{s} would have {done} if {b} had not acted in time.",
        "Experts had warned that {s} would {do}, but it did not.",
    ),
    OPEN: (
        "Experts had warned that {s} would {do}.",
        "{b} feared that {s} had {done}.",
        "{s} might have {done} by then.",
        "According to an unconfirmed report, {s} {did}.",
        "{b} predicted that {s} would {do}.",
        "{b} asked whether {s} had {done}.",
        "It was thought possible that {s} would {do}.",
    ),
}


def news(rng: random.Random) -> Scene:
    """Events without an actor that happened, almost happened or were only feared."""
    (s, do, did, done), (t, do2, did2, _) = rng.sample(EVENTS, 2)
    b, fact = people(rng, 1)[0], rng.choice(list(TRUTH))
    day = rng.choice(DAYS)
    text = upper(rng.choice(NEWS[fact]).format(s=s, do=do, did=did, done=done, b=b))
    text += rng.choice(
        (
            f" The news agency reported on it on {day}.",
            f" {b} gave a talk that {day}.",
            f" A meeting was held on {day}.",
            "",
        )
    )
    yes, no = (
        (f"{upper(s)} {did}.", f"It is true that {s} {did}."),
        (
            f"{upper(s)} did not {do}.",
            f"{upper(s)} did not {do}.",
            f"It is not true that {s} {did}.",
        ),
    )
    lab = {ENTAILED: (ENTAILED, DENIED), DENIED: (DENIED, ENTAILED), OPEN: (OPEN, OPEN)}[fact]
    states = {rng.choice(yes): lab[0], rng.choice(no): lab[1]}
    states |= rng.choice(({f"{upper(t)} {did2}.": OPEN}, {f"{upper(t)} did not {do2}.": OPEN}, {}))
    pair = (("Yes", f"Yes, {s} {did}."), ("No", f"No, {s} did not {do}."))
    asked = Asked(f"Did {s} {do}?", None, True, pair[fact == DENIED], pair[fact != DENIED])
    if fact == OPEN:
        asked = Asked(
            rng.choice((f"When did {s} {do}?", f"On which day was it that {s} {did}?")),
            None,
            False,
            (),
            (day, f"On {day}", b),
        )
    return Scene(text, tuple(states.items()), (asked,))


FAMILIES: tuple[Callable[[random.Random], Scene], ...] = (
    single,
    single,
    single,
    single,
    attitude,
    attitude,
    condition,
    outcome,
    outcome,
    news,
    views,
    views,
)


def make(rng: random.Random) -> Scene:
    """Return a random scene with things that happened, did not happen or stay open."""
    return drawn(rng, FAMILIES)
