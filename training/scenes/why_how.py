"""Causes, purposes, means and results in many constructions."""

from __future__ import annotations

import random

from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, MEN, WOMEN, people, spaced, upper

# kind of {n}; then twice: cause | cause as a noun phrase | result | question for the reason.
# The second fact is the opposite of the first; both cannot be true of the same {n}.
PAIRS = """
person | {n} had practised every day | daily practice | {n} won the race \
| Why did {n} win the race? \
| {n} had hardly trained | a lack of training | {n} came last in the race | Why did {n} come last?
person | {n} had slept badly | a bad night's sleep | {n} was tired all morning \
| Why was {n} tired all morning? \
| {n} had slept well | a good night's sleep | {n} was fresh all morning \
| Why was {n} fresh all morning?
person | {n} had missed the train | the missed train | {n} came late to the wedding \
| Why did {n} come late to the wedding? \
| {n} had caught the early train | the early train | {n} was at the wedding on time \
| Why was {n} at the wedding on time?
person | {n} had passed the exam | the good exam result | {n} got a place at the university \
| Why did {n} get a place at the university? \
| {n} had failed the exam | the bad exam result | {n} was not admitted to the university \
| Why was {n} not admitted to the university?
person | {n} had told the truth | an honest answer | {n} was forgiven | Why was {n} forgiven? \
| {n} had told a lie | a lie | {n} was punished | Why was {n} punished?
person | {n} ate a lot of fruit | a diet rich in fruit | {n} stayed healthy on the voyage \
| Why did {n} stay healthy on the voyage? \
| {n} ate no fruit at all | a diet without fruit | {n} fell ill on the voyage \
| Why did {n} fall ill on the voyage?
person | {n} had worn a helmet | a helmet | {n} was unhurt after the fall \
| Why was {n} unhurt after the fall? \
| {n} had not put on a helmet | the missing helmet | {n} was injured in the fall \
| Why was {n} injured in the fall?
person | {n} spoke the local language | knowledge of the local language \
| {n} soon found friends in the village | How come {n} soon found friends in the village? \
| {n} did not speak a word of the local language | the language barrier \
| {n} remained lonely in the village | Why did {n} remain lonely in the village?
town | it had rained for weeks in {n} | week after week of rain | the river in {n} burst its banks \
| Why did the river in {n} burst its banks? \
| it had not rained for weeks in {n} | the drought | the river in {n} nearly dried up \
| Why did the river in {n} nearly dry up?
town | a new factory had opened in {n} | the opening of a new factory | the population of {n} grew \
| Why did the population of {n} grow? \
| the only factory in {n} had closed | the closure of the only factory \
| the population of {n} shrank | Why did the population of {n} shrink?
town | the museum in {n} had become free | free admission | the museum in {n} was always crowded \
| Why was the museum in {n} always crowded? \
| the museum in {n} had doubled its prices | the doubling of the prices \
| the museum in {n} was often empty \
| Why was the museum in {n} often empty?
town | the harvest around {n} was good | the good harvest | bread in {n} became cheaper \
| Why did bread in {n} become cheaper? \
| the harvest around {n} was poor | the poor harvest | bread in {n} became dearer \
| Why did bread in {n} become dearer?
town | the mayor of {n} had kept her promises | her faithfulness to her word \
| the mayor of {n} was re-elected | Why was the mayor of {n} re-elected? \
| the mayor of {n} had broken her promises | the breaking of her word \
| the mayor of {n} was voted out | Why was the mayor of {n} voted out?
firm | {n} had launched a popular phone | the popular phone | the profits of {n} rose \
| Why did the profits of {n} rise? \
| {n} had lost its biggest customer | the loss of the biggest customer | the profits of {n} fell \
| Why did the profits of {n} fall?
firm | {n} paid its workers well | good pay | hardly any of the staff of {n} left \
| Why did hardly any of the staff of {n} leave? \
| {n} paid its workers badly | low pay | half of the staff of {n} quit \
| Why did half of the staff of {n} quit?
firm | {n} had obeyed the safety rules | respect for the safety rules | {n} kept its licence \
| Why did {n} keep its licence? \
| {n} had ignored the safety rules | a breach of the safety rules | {n} lost its licence \
| Why did {n} lose its licence?
thing | {n} had been oiled regularly | regular oiling | {n} ran without trouble for years \
| Why did {n} run without trouble for years? \
| {n} had never been oiled | a lack of oil | {n} broke down within a month \
| Why did {n} break down within a month?
thing | {n} had been packed in straw | careful packing | {n} arrived in one piece \
| Why did {n} arrive in one piece? \
| {n} had not been packed properly | poor packing | {n} arrived in pieces \
| Why did {n} arrive in pieces?
plant | {n} stood in full sun | the bright sunlight | {n} flowered early \
| Why did {n} flower early? \
| {n} stood in deep shade | the deep shade | {n} flowered late | Why did {n} flower late?
plant | {n} had been watered too much | too much water | the roots of {n} rotted \
| Why did the roots of {n} rot? \
| {n} had been given too little water | a shortage of water | the leaves of {n} dried up \
| Why did the leaves of {n} dry up?
animal | {n} had been fed well | good food | {n} put on weight | Why did {n} put on weight? \
| {n} had been given hardly any food | a lack of food | {n} grew thin | Why did {n} grow thin?
animal | {n} was used to people | long contact with people | {n} came close to the visitors \
| Why did {n} come close to the visitors? \
| {n} had never seen people before | a lack of contact with people \
| {n} ran away from the visitors | Why did {n} run away from the visitors?
"""
# purposes: what was done (past) | base form | purposes (infinitives), each with a so-that form.
PURPOSES = """
learned Spanish | learn Spanish | talk to the neighbours > was able to talk to the neighbours \
| read old poems > could read old poems | find a job in Peru > had a chance of work in Peru
got up at four | get up at four | catch the first ferry > did not miss the first ferry \
| watch the birds > could observe the birds | bake the bread > had time to bake the bread
planted a hedge | plant a hedge | keep the wind out > was sheltered from the wind \
| hide the rubbish bins > no longer had to see the rubbish bins | attract birds > had birds around
sold the car | sell the car | pay a debt > could pay back what was owed \
| protect the climate > did less harm to the climate | buy a boat > had the money for a boat
took the stairs | take the stairs | keep fit > stayed in good shape \
| avoid the boss > did not meet the boss | save electricity > used less power
climbed the tower | climb the tower | ring the bell > could ring the bell \
| take a photograph > was able to take a picture \
| look for smoke > could see whether there was a fire
wrote to the king | write to the king | ask for mercy > might be pardoned \
| complain about the taxes > could protest against the taxes \
| offer help against the enemy > might fight in the war
heated the mixture | heat the mixture | remove the water > got rid of the water \
| kill the germs > had no living germs in it | dissolve the salt > had no more grains of salt in it
walked through the forest at night | walk through the forest at night \
| gather herbs > could pick herbs | look for a lost lamb > might find the missing lamb \
| escape from the soldiers > was not caught by the soldiers
moved the sofa | move the sofa | let in more light > had a brighter room \
| look for a coin > might find a coin | make room for a piano > had a place for a piano
closed the shop for a week | close the shop for a week \
| repaint the walls > could paint the walls anew \
| go on holiday > could have a holiday | count the stock > could find out what was in store
hired a lawyer | hire a lawyer | fight the fine > did not have to pay the fine \
| draw up a will > had a valid will | get a divorce > could end the marriage
"""
# means: what was achieved (past) | base form | means (-ing form > past form).
MEANS = """
stopped the bleeding | stop the bleeding \
| pressing a cloth on the wound > pressed a cloth on the wound \
| tying a belt round the arm > tied a belt round the arm | cooling the cut > cooled the cut
crossed the river | cross the river | building a raft > built a raft | swimming > swam \
| walking over the ice > walked over the ice | hiring a boatman > hired a boatman
saved money | save money | cooking at home > cooked at home | sharing a flat > shared a flat \
| selling the car > sold the car | giving up cigarettes > gave up cigarettes
scared off the bear | scare off the bear | banging two pots together > banged two pots together \
| lighting a torch > lit a torch | shouting > shouted | throwing stones > threw stones
cleaned the silver | clean the silver | rubbing it with ash > rubbed it with ash \
| boiling it in salt water > boiled it in salt water \
| brushing it with chalk > brushed it with chalk
found out the age of the tree | find out the age of the tree \
| counting its rings > counted its rings \
| looking it up in the parish records > looked it up in the parish records \
| measuring the trunk > measured the trunk
became rich | become rich | trading in spices > traded in spices \
| winning a lottery > won a lottery \
| inventing a new lock > invented a new lock | marrying a banker > married a banker
calmed the crying baby | calm the crying baby | singing a lullaby > sang a lullaby \
| rocking the cradle > rocked the cradle | giving it a bottle > gave it a bottle
kept the food fresh | keep the food fresh | burying it in snow > buried it in snow \
| smoking it > smoked it | putting it in the cellar > put it in the cellar
won the vote | win the vote | promising lower taxes > promised lower taxes \
| bribing the council > bribed the council | visiting every village > visited every village
learned the poem | learn the poem | reading it aloud every day > read it aloud every day \
| copying it ten times > copied it ten times | turning it into a song > turned it into a song
got the horse out of the ditch | get the horse out of the ditch | using ropes > used ropes \
| digging a ramp > dug a ramp | tempting it with apples > tempted it with apples
"""
NAMES = {
    "firm": [
        f"{a} {b}"
        for a in spaced("Norvik Baxter Solano Tarrow Hellman Quist Ardent Veldo")
        for b in ("Motors", "Foods", "Systems", "Mining", "Airways", "Electronics")
    ],
    "thing": [
        f"the {a} {b}"
        for a in spaced("old new red large Swiss second baker's school's")
        for b in spaced("clock engine pump loom press organ lathe")
    ],
    "plant": [
        f"the {a} {b}"
        for a in spaced("tall white old young wild potted climbing")
        for b in spaced("rose cherry tree,lilac,magnolia,apple tree,camellia", ",")
    ],
    "animal": [
        f"the {a} {b}"
        for a in spaced("grey young spotted old brown wild")
        for b in spaced("deer fox goat pony seal donkey")
    ],
}
CLAUSES = (
    "{E} because {c}.",
    "Because {c}, {e}.",
    "Since {c}, {e}.",
    "As {c}, {e}.",
    "{C}, so {e}.",
    "{C}; therefore {e}.",
    "{C}. That is why {e}.",
    "{C}, which is why {e}.",
    "{E}, for {c}.",
    "{C}. As a result, {e}.",
    "{C}. Consequently, {e}.",
    "{E}. The reason was that {c}.",
    "It was because {c} that {e}.",
    "{C}, and for that reason {e}.",
    "{E}; after all, {c}.",
)
NOUNS = (
    "Due to {k}, {e}.",
    "{E} because of {k}.",
    "{E} as a result of {k}.",
    "Owing to {k}, {e}.",
    "{K} was the reason why {e}.",
    "{E}. The cause was {k}.",
    "{E}, and that was because of {k}.",
    "On account of {k}, {e}.",
    "{E} on account of {k}.",
    "It was because of {k} that {e}.",
)


GOOD = (
    "won",
    "fresh",
    "time",
    "got a",
    "forgiven",
    "healthy",
    "unhurt",
    "friends",
    "grew",
    "cheaper",
    "re-elected",
    "rose",
    "hardly any",
    "kept",
    "without trouble",
    "one piece",
    "weight",
)


def once(*texts: str) -> tuple[str, ...]:
    """Return the texts, each once."""
    return tuple(dict.fromkeys(texts))


def pick(rng: random.Random, kind: str, count: int) -> list[str]:
    """Return different names of a kind."""
    if kind == "person":
        return people(rng, count)
    return rng.sample(CITIES if kind == "town" else NAMES[kind], count)


def again(text: str, name: str) -> str:
    """Return a clause with a pronoun for its subject, if the subject is {n}."""
    if not text.startswith("{n} "):
        return text.replace("{n}", name)
    word = "she" if name in WOMEN else "he" if name in MEN else "it"
    return text.replace("{n}", word, 1)


def put(form: str, fact: list[str], name: str) -> str:
    """Return a sentence that joins cause and result; a pronoun stands for the later subject."""
    cause, noun, effect = fact[0].replace("{n}", name), fact[1], fact[2].replace("{n}", name)
    low = form.lower()
    if "{c}" in low and fact[0].startswith("{n} ") and fact[2].startswith("{n} "):
        if low.index("{c}") < low.index("{e}"):
            effect = again(fact[2], name)
        else:
            cause = again(fact[0], name)
    return (
        form.replace("{c}", cause)
        .replace("{C}", upper(cause))
        .replace("{e}", effect)
        .replace("{E}", upper(effect))
        .replace("{k}", noun)
        .replace("{K}", upper(noun))
    )


def found(text: str, *tries: str) -> str | None:
    """Return the first wording that stands in the text."""
    for words in tries:
        for form in (words, upper(words)):
            if form in text:
                return form
    return None


def styled(rng: random.Random, text: str) -> str:
    """Return an answer, sometimes with a capital and a full stop."""
    return rng.choice((text, text, upper(text), upper(text) + "."))


def causes(rng: random.Random) -> Scene:
    """Return causes and results of two people or things."""
    lines = [[part.strip() for part in line.split("|")] for line in PAIRS.strip().split("\n")]
    line = rng.choice(lines)
    kind, facts = line[0], [line[1:5], line[5:9]]
    rng.shuffle(facts)
    a, b, c = pick(rng, kind, 3)
    fact, rival = facts
    more = rng.choice([other for other in lines if other[0] == kind and other != line] or lines)
    third = more[1:5] if rng.random() < 0.5 else more[5:9]
    mirrored = rng.random() < 0.6 or more[0] != kind
    second = rival if mirrored else third
    forms = [rng.choice(rng.choice((CLAUSES, NOUNS))) for _ in range(2)]
    for index, item in enumerate((fact, second)):
        if any(word in item[2] for word in GOOD) and rng.random() < 0.25:
            forms[index] = rng.choice(
                ("Thanks to {k}, {e}.", "{E} thanks to {k}.", "It was thanks to {k} that {e}.")
            )
    parts = [put(forms[0], fact, a), put(forms[1], second, b)]
    text = " ".join(rng.sample(parts, 2))

    def say(piece: str, name: str) -> str:
        """Return a piece with its name filled in."""
        return piece.replace("{n}", name)

    def because(item: list[str]) -> str:
        """Return a cause as an answer."""
        clause = say(item[0], a)
        return styled(
            rng,
            rng.choice((f"because {clause}", f"because of {item[1]}", item[1], again(item[0], a))),
        )

    by_clause = "{c}" in forms[0] or "{C}" in forms[0]
    reason = (
        found(parts[0], say(fact[0], a), again(fact[0], a))
        if by_clause
        else found(parts[0], fact[1])
    )
    result = found(parts[0], say(fact[2], a), again(fact[2], a))
    others = [second] if mirrored else [second, rival]
    asked = [
        Asked(
            rng.choice(
                (
                    say(fact[3], a),
                    f"What was the reason that {say(fact[2], a)}?",
                    f"What was the cause of the fact that {say(fact[2], a)}?",
                )
            ),
            reason,
            right=once(because(fact), because(fact), because(fact)),
            wrong=once(
                because(rng.choice(others)),
                because(rng.choice(others)),
                styled(rng, rng.choice(("because ", "")) + say(fact[2], a)),
                because(third),
            ),
        ),
        Asked(
            rng.choice(
                (
                    f"What was the consequence of {fact[1]} in the case of {a}?",
                    f"What did {fact[1]} lead to in the case of {a}?",
                )
            )
            if not by_clause
            else rng.choice(
                (
                    f"What happened because {say(fact[0], a)}?",
                    f"What followed from the fact that {say(fact[0], a)}?",
                )
            ),
            result,
            right=once(styled(rng, say(fact[2], a)), styled(rng, say(fact[2], a))),
            wrong=once(
                *(styled(rng, say(item[2], a)) for item in others),
                styled(rng, say(fact[0], a) if by_clause else fact[1]),
                styled(rng, say(second[2], b)),
            ),
        ),
    ]
    statements = [
        (upper(say(fact[2], a)) + ".", ENTAILED),
        (upper(say(second[2], b)) + ".", ENTAILED),
        (f"{upper(fact[1])} was the reason why {say(fact[2], a)}.", ENTAILED),
        (f"That {say(fact[2], a)} had to do with {fact[1]}.", ENTAILED),
        (upper(say(rival[2], a)) + ".", DENIED),
        (upper(say(rival[0], a)) + ".", DENIED),
        (f"{upper(rival[1])} was the reason why {say(rival[2], a)}.", DENIED),
        (upper(say(fact[2], c)) + ".", OPEN),
        (upper(say(rival[0], c)) + ".", OPEN),
        (f"{upper(second[1])} was the reason why {say(second[2], c)}.", OPEN),
    ]
    if mirrored:
        statements.append((upper(say(fact[2], b)) + ".", DENIED))
        statements.append((f"{upper(fact[1])} was the reason why {say(fact[2], b)}.", DENIED))
    rng.shuffle(statements)
    return Scene(text, tuple(statements[:6]), tuple(asked))


def aims(rng: random.Random) -> Scene:
    """Return purposes or means of two people who did the same."""
    purpose = rng.random() < 0.5
    table = PURPOSES if purpose else MEANS
    row = [part.strip() for part in rng.choice(table.strip().split("\n")).split("|")]
    past, base = row[0], row[1]
    ways = [tuple(part.split(" > ")) for part in row[2:]]
    rng.shuffle(ways)
    a, b, c, d = people(rng, 4)
    own, hers = ways[0], ways[1]
    left = ways[-1] if len(ways) > 2 else hers
    texts = []
    contrast = rng.random() < 0.4
    for name, (way, form) in ((a, own), (b, hers)):
        it = "she" if name in WOMEN else "he"
        if contrast and name == a:
            word = "to" if purpose else "by"
            texts.append(
                rng.choice(
                    (
                        f"{name} {past} not {word} {left[0]} but {word} {way}.",
                        f"{name} {past}, and {it} did so {word} {way}, not {word} {left[0]}.",
                        f"It was not {word} {left[0]} that {name} {past}; {it} did it {word} "
                        f"{way}.",
                    )
                )
            )
        elif purpose:
            texts.append(
                rng.choice(
                    (
                        f"{name} {past} in order to {way}.",
                        f"{name} {past} to {way}.",
                        f"{name} {past} because {it} wanted to {way}.",
                        f"{name} wanted to {way}, so {it} {past}.",
                        f"In order to {way}, {name} {past}.",
                        f"{name} {past} so as to {way}.",
                        f"{name} {past}; the aim was to {way}.",
                        f"{name}'s aim was to {way}, and for that purpose {it} {past}.",
                        f"{name} {past} with the intention to {way}.",
                    )
                )
            )
        else:
            forms = [
                f"{name} {past} by {way}.",
                f"{name} {past}: {it} simply {form}.",
                f"{name} managed to {base} by {way}.",
                f"{name} {past}. How? By {way}.",
            ]
            if " it" not in way:
                forms += [
                    f"By {way}, {name} {past}.",
                    f"{name} {form} and so {past}.",
                    f"{name} {form}. In this way {it} {past}.",
                    f"It was by {way} that {name} {past}.",
                    f"{name} {form} in order to {base}, and it worked.",
                ]
            texts.append(rng.choice(forms))
    text = " ".join(rng.sample(texts, 2))
    idle = rng.random() < 0.6
    if idle:
        text += rng.choice(
            (
                f" {d} did not {base}.",
                f" Unlike them, {d} did not {base}.",
                f" {d}, however, did not {base}.",
            )
        )
    quiet = rng.random() < 0.5
    if quiet:
        text += rng.choice(
            (
                f" {c} {past} too.",
                f" As it happens, {c} {past} as well.",
                f" {c}, who knew them both, also {past}.",
            )
        )

    def reply(way: tuple[str, ...], name: str) -> str:
        """Return a purpose or a means as an answer."""
        it = "she" if name in WOMEN else "he"
        if purpose:
            return styled(
                rng,
                rng.choice(
                    (
                        f"to {way[0]}",
                        f"in order to {way[0]}",
                        f"because {it} wanted to {way[0]}",
                        f"so that {it} {way[1]}"
                        if "mixture" not in past
                        else f"so that it {way[1]}",
                    )
                ),
            )
        return styled(
            rng, rng.choice((f"by {way[0]}", f"{it} {way[1]}", way[0], f"{name} {way[1]}"))
        )

    asks = (
        (
            f"Why did {a} {base}?",
            f"What did {a} {base} for?",
            f"For what purpose did {a} {base}?",
            f"What was {a}'s reason to {base}?",
        )
        if purpose
        else (
            f"How did {a} {base}?",
            f"By what means did {a} {base}?",
            f"In what way did {a} {base}?",
            f"How did {a} manage to {base}?",
        )
    )
    index = texts[0]
    answer = found(index, own[0], own[1])
    asked = [
        Asked(
            rng.choice(asks),
            answer,
            right=once(*(reply(own, a) for _ in range(3))),
            wrong=once(
                reply(hers, a),
                reply(hers, a),
                reply(left, a),
                styled(rng, rng.choice((f"because {'she' if a in WOMEN else 'he'} ", "")) + past),
            ),
        )
    ]
    if quiet:
        asked.append(
            Asked(
                rng.choice(asks).replace(a, c),
                None,
                False,
                wrong=once(reply(own, c), reply(hers, c)),
            )
        )

    def join(way: tuple[str, ...]) -> str:
        """Return the purpose or the means as a phrase."""
        if purpose:
            return rng.choice((f"in order to {way[0]}", f"with the aim to {way[0]}"))
        return f"by {way[0]}"

    statements = [
        (f"{a} {past} {join(own)}.", ENTAILED),
        (f"{b} {past} {join(hers)}.", ENTAILED),
        (f"{c} {past} {join(own)}.", OPEN),
        (f"{c} {past} {join(hers)}.", OPEN),
        (f"{a} did not {base}.", DENIED),
        (f"{b} did not {base}.", DENIED),
        (
            f"{a}'s purpose was not to {own[0]}."
            if purpose
            else f"{a} did not use the method of {own[0]}.",
            DENIED,
        ),
    ]
    if not quiet:
        statements.append((f"{c} did not {base}.", OPEN))
    else:
        statements.append((f"Not only {a} but also {c} {past}.", ENTAILED))
        statements.append((f"Only {a} and {b} {past}.", DENIED))
    if idle:
        statements += [
            (f"{d} did not {base}.", ENTAILED),
            (f"{d} {past} {join(own)}.", DENIED),
            (f"{d} {past}.", DENIED),
        ]
    if contrast:
        statements += [
            (
                f"{a}'s purpose was not to {left[0]}."
                if purpose
                else f"{a} did not use the method of {left[0]}.",
                ENTAILED,
            ),
            (f"{a} {past} {join(left)}.", DENIED),
        ]
    rng.shuffle(statements)
    groups = [
        [pair for pair in statements if pair[1] == label] for label in (ENTAILED, DENIED, OPEN)
    ]
    said = [pair for group in groups for pair in group[:2]]
    rng.shuffle(said)
    return Scene(text, tuple(said), tuple(asked))


def make(rng: random.Random) -> Scene:
    """Return a scene about causes, purposes, means or results."""
    return causes(rng) if rng.random() < 0.55 else aims(rng)
