"""Forms of times, and the scene that is built from events with times."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from training.scenes._time_words import CENTURY, EXTRA, SMALL, TENS
from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene
from training.scenes.words import CITIES, FAMILY, full_name, her, she, upper


@dataclass(frozen=True)
class Told:
    """An event with its time: `said` stands in the text, `forms` mean the same or follow."""

    event: str
    said: str
    forms: tuple[str, ...]

    def clause(self) -> str:
        """Return subject and verb."""
        return " ".join(self.event.split("|")[:2])

    def ask(self, words: str, now: bool = False) -> str:
        """Return a question, such as `When was the bridge opened?`."""
        subj, past, *base = self.event.split("|")
        if not base:
            be, rest = past.split(" ", 1)
            return f"{words} {be} {subj} {rest}?"
        many = subj.endswith("s") and subj not in ("the bus", "the boss")
        return f"{words} {('do' if many else 'does') if now else 'did'} {subj} {base[0]}?"


def stop(text: str) -> str:
    """Return a sentence with a capital letter and one full stop."""
    return upper(text if text.endswith(".") else f"{text}.")


def build(
    rng: random.Random,
    told: Sequence[Told],
    others: Sequence[str],
    word: str,
    sentences: list[str],
    spare: str | None = None,
    opens: Sequence[str] = (),
    now: bool = False,
) -> Scene:
    """Make the scene: `others` are wrong for every event, `opens` may be true of the first."""
    if len(sentences) == 2 and rng.random() < 0.3:
        sentences = [f"{sentences[0]}{rng.choice((', and', ';', ', while'))} {sentences[1]}"]
    tail = rng.choice(
        (
            "",
            "",
            "",
            ", as the local paper reported",
            ", as {f} recalled",
            ", to the surprise of many",
            ", as people in {c} know",
        )
    )
    tail = tail.format(f=full_name(rng), c=rng.choice(CITIES))
    body = [stop(s + (tail if i == len(sentences) - 1 else "")) for i, s in enumerate(sentences)]
    lost = Told(spare, "", ()) if spare else None
    if lost:
        how = "when" if word == "When" else word.lower()
        body.append(
            upper(
                rng.choice(
                    (
                        f"it is not known {how} {lost.clause()}.",
                        f"nobody remembers {how} {lost.clause()}.",
                        f"the records do not say {how} {lost.clause()}.",
                    )
                )
            )
        )
    if rng.random() < 0.4:
        body.append(
            rng.choice(EXTRA).format(f=full_name(rng), c=rng.choice(CITIES), n=rng.choice(FAMILY))
        )
    text = " ".join(body)

    def state(event: Told, time: str) -> str:
        """Return a sentence that an event took place at a time."""
        if word == "When" and rng.random() < 0.3:
            return stop(f"{time}, {event.clause()}")
        if word == "When" and rng.random() < 0.2:
            return stop(f"it was {time} that {event.clause()}")
        return stop(f"{event.clause()} {time}")

    pool: dict[str, list[tuple[str, str]]] = {ENTAILED: [], DENIED: [], OPEN: []}
    for one in told:
        good = rng.sample(one.forms, min(2, len(one.forms)))
        if rng.random() < 0.2 and not one.said.endswith(("later", "earlier", "before", "day")):
            good = [one.said, *good[:1]]
        bad = [
            f
            for two in told
            if two is not one
            for f in (*two.forms, two.said)
            if f not in one.forms
            and f != one.said
            and f not in opens
            and not f.endswith((" later", " earlier", " before", " after", "following day"))
        ]
        bad += [f for f in others if f not in (*one.forms, one.said)]
        pool[ENTAILED] += [(state(one, f), ENTAILED) for f in good]
        pool[DENIED] += [(state(one, f), DENIED) for f in rng.sample(bad, min(2, len(bad)))]
    pool[OPEN] += [(state(told[0], f), OPEN) for f in opens]
    every = [f for one in told for f in (one.said, *one.forms)] + list(others)
    every = [
        f
        for f in dict.fromkeys(every)
        if not f.endswith((" later", " earlier", " before", " after", "following day"))
    ]
    if lost:
        pool[OPEN] += [(state(lost, f), OPEN) for f in rng.sample(every, min(3, len(every)))]
    made: dict[str, str] = {}
    flip = {ENTAILED: DENIED, DENIED: ENTAILED, OPEN: OPEN}
    for kind in (ENTAILED, DENIED, OPEN):
        for said, mark in rng.sample(pool[kind], min(2, len(pool[kind]))):
            if said.startswith("It was ") and rng.random() < 0.5:
                said, mark = said.replace("It was ", "It was not ", 1), flip[mark]
            made[said] = mark
    asked = []
    for one in rng.sample(told, min(2, len(told))):
        bad = [
            f
            for two in told
            if two is not one
            for f in (*two.forms, two.said)
            if f not in one.forms
            and f != one.said
            and f not in opens
            and not f.endswith((" later", " earlier", " before", " after", "following day"))
        ]
        bad = list(dict.fromkeys(bad + [f for f in others if f not in (*one.forms, one.said)]))
        rng.shuffle(bad)
        forms = rng.sample(one.forms, min(2, len(one.forms)))
        right = tuple(forms) + ((state(one, forms[0]),) if rng.random() < 0.5 else ())
        wrong = tuple(bad[:2]) + ((state(one, bad[0]),) if rng.random() < 0.5 else ())
        after = next(
            (c for c in (one.clause(), upper(one.clause())) if f"{c} {one.said}" in text), ""
        )
        asked.append(
            Asked(
                one.ask(word, now),
                one.said if one.said in text else upper(one.said),
                True,
                right,
                wrong,
                after,
            )
        )
    if lost:
        asked.append(Asked(lost.ask(word, now), None, False, (), tuple(rng.sample(every, 2))))
    items = list(made.items())
    rng.shuffle(items)
    return Scene(text, tuple(items), tuple(asked))


def put(rng: random.Random, event: str, time: str) -> str:
    """Return the event with its time before or after it."""
    clause = " ".join(event.split("|")[:2])
    return f"{clause} {time}" if rng.random() < 0.65 else f"{time}, {clause}"


def year_forms(year: int) -> tuple[str, ...]:
    """Return coarser forms of a year."""
    word, digit = CENTURY[year // 100 + 1]
    part = year % 100
    where = "early" if part < 25 else "late" if part > 75 else "mid"
    decade = f"in the {year // 10 * 10}s"
    if where == "mid":
        return (
            decade,
            f"in the middle of the {word} century",
            f"around the middle of the {digit} century",
        )
    half = "first" if where == "early" else "second"
    return (
        decade,
        f"in the {where} {word} century",
        f"in the {half} half of the {word} century",
        f"in the {where} {digit} century",
        f"in the {half} half of the {digit} century",
    )


def some_year(rng: random.Random, avoid: Sequence[int] = ()) -> int:
    """Return a year in an early, middle or late part of a century that is not in use."""
    while True:
        year = rng.choice((1700, 1800, 1900, 1900)) + rng.choice(
            (rng.randint(11, 24), rng.randint(46, 55), rng.randint(76, 98))
        )
        if not any(
            year // 100 == other // 100
            and (
                44 < year % 100 < 57
                or 44 < other % 100 < 57
                or (year % 100 < 50) == (other % 100 < 50)
            )
            for other in avoid
        ):
            return year


def number(value: int) -> str:
    """Return a small number as a word."""
    return SMALL[value] if value < len(SMALL) else str(value)


def clock_forms(minute: int) -> tuple[str, ...]:
    """Return a time of the day (a multiple of five minutes) in several forms."""
    hour, past = divmod(minute, 60)
    part = "in the morning" if hour < 12 else "in the afternoon" if hour < 18 else "in the evening"
    half = "a.m." if hour < 12 else "p.m."
    h = (hour - 1) % 12 + 1
    nxt = SMALL[hour % 12 + 1]
    names = {
        0: f"{SMALL[h]} o'clock",
        15: f"a quarter past {SMALL[h]}",
        30: f"half past {SMALL[h]}",
        45: f"a quarter to {nxt}",
        20: f"twenty past {SMALL[h]}",
        10: f"ten past {SMALL[h]}",
        40: f"twenty to {nxt}",
        50: f"ten to {nxt}",
        5: f"five past {SMALL[h]}",
        55: f"five to {nxt}",
        25: f"twenty-five past {SMALL[h]}",
        35: f"twenty-five to {nxt}",
    }
    if minute == 720:
        return ("at noon", "at 12 noon", "at midday", "at 12:00 p.m.")
    out = [f"at {h}:{past:02d} {half}", f"at {names[past]} {part}"]
    if hour >= 13:
        out.append(f"at {hour}:{past:02d}")
    return tuple(out)


def some_minute(rng: random.Random) -> int:
    """Return a minute of the day that has a name."""
    if rng.random() < 0.08:
        return 720
    hour: int = rng.choice((*range(6, 11), *range(13, 17), *range(19, 22)))
    return hour * 60 + rng.choice((0, 5, 10, 15, 20, 30, 30, 40, 45, 50, 55))


def age_forms(name: str, age: int) -> list[str]:
    """Return ways to give someone's age at an event."""
    return [
        f"at the age of {age}",
        f"at {age}",
        f"when {she(name)} was {age} years old",
        f"when {she(name)} was {age}",
        f"in {her(name)} {TENS[age // 10]}",
    ]
