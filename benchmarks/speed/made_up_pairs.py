"""Synthetic English-like questions and noisy copies, generated from a seed without any data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random

SHORTEST, LONGEST = 5, 20
"""Number of words in a generated question."""

Pair = tuple[str, str]
"""A hypothesis and its reference."""

NOUNS = """
    city king company government war river school church book year team law system station
    language member school army player song album disease cell energy engine ship island mountain
    treaty battle court theory student teacher forest bridge castle daughter princess giant wolf
    fisherman bird horse market factory museum university empire province network signal program
    computer machine plant animal species food water temperature pressure oxygen metal stone
    window garden kitchen village road railway airport harbour festival award prize election vote
    party minister president queen prince soldier officer captain doctor patient hospital drug
    virus protein theorem number function equation surface border population economy tax price
    wage bank loan currency trade export crop farmer drought flood storm earthquake volcano coast
    ocean lake desert climate season winter summer night morning century decade dynasty tribe
    religion monk temple bishop pope reform revolution rebellion strike protest movement speech
    letter newspaper journal article poem novel author painter sculptor composer orchestra film
    actor director television channel episode season character hero villain dragon ring sword
    crown treasure secret promise dream wish spell witch fairy brother sister mother father wife
""".split()  # noqa: SIM905 - a word list reads best as words

VERBS = """
    attack build carry change claim collect complete conquer consider contain control cook cover
    create cross cure defeat defend deliver demand describe destroy develop discover divide
    establish examine expand explain export favour finish fold follow found gather govern help
    hunt import improve include influence inspire introduce invent invite join kill launch learn
    limit marry measure move name observe open oppose order organise own paint perform plan
    praise prevent produce promise propose protect publish punish pursue reach receive record
    reduce refuse remove rename repair replace represent rescue restore reveal reward rule sail
    save search seize serve sign steal support surround teach threaten train transform transport
    treat trick use visit want warn watch win witness worship
""".split()  # noqa: SIM905

IRREGULAR = {
    "build": "built",
    "control": "controlled",
    "steal": "stole",
    "teach": "taught",
    "win": "won",
}

ADJECTIVES = """
    first last new old large small main major early late famous common important local national
    royal public private ancient modern northern southern eastern western young great original
    average average-sized well-known long-term so-called political military economic industrial
    scientific religious medical chemical electric natural human wild poor rich beautiful golden
    magic brave clever angry hungry lonely daily annual final official traditional popular
    foreign primary secondary independent successful dangerous powerful broken hidden frozen
""".split()  # noqa: SIM905

SYLLABLES = """
    ba bel bor bra cam cha cor da del dor e el fa fen gal gor ha hel i ja jor ka kel kir la len
    lin lo ma mar mer mi mon na nel nor o or pa per pol ra ren ri ro sa sel sha sil sta ta tel
    tha ti tor tri va ven vi wal win
""".split()  # noqa: SIM905

NAME_ENDS = ("", "", "n", "s", "ton", "ia", "berg", "land", "son", "a", "ford", "ez")
NOUN_ENDS = ("ation", "ment", "ing", "ity", "er", "ism", "ology", "s", "ist", "ance", "e", "y")

GRAMMAR: dict[str, tuple[str, ...]] = {
    "question": (
        "What {noun} did {who} {verb}{tail}?",
        "What {noun} {past} {thing}{tail}?",
        "What did {who} {verb}{tail}?",
        "What is the {noun} of {thing}{tail}?",
        "What was the {adjective} {noun} that {who} {past}{tail}?",
        "What kind of {noun} does {who} {verb} to {verb} {thing}?",
        "Who {past} {thing}{tail}?",
        "Who was the {adjective} {noun} of {place}{tail}?",
        "Whom did {who} {verb}{tail}?",
        "When did {who} {verb} {thing}?",
        "When was {thing} {past} by {who}?",
        "Where did {who} {verb} {thing}{tail}?",
        "Where is {thing} {past}?",
        "Why did {who} {verb} {thing}{tail}?",
        "Why {negation} {who} {verb} {thing}{tail}?",
        "How many {nouns} did {who} {verb}{tail}?",
        "How did {who} {verb} {thing}{tail}?",
        "How {adjective} was {thing}{tail}?",
        "Which {noun} of {thing} {past} {who}?",
        "Which of {name}'s {nouns} {past} {thing}{tail}?",
        "In what year did {who} {verb} {thing}?",
        "Along with {name}, what {noun} did {who} {verb}{tail}?",
        "{Opener} {who} {verb} {thing}{tail}?",
        "The {noun} of {place} {past} {who}, {past} by which {noun}?",
    ),
    "Opener": ("Did", "Did", "Does", "Will", "Could", "Can", "Didn't"),
    "negation": ("didn't", "couldn't", "didn't", "wouldn't", "doesn't", "can't"),
    "who": (
        *("{name}",) * 4,
        *("{name} {name}",) * 3,
        *("the {noun}",) * 4,
        *("the {adjective} {noun}",) * 2,
        "{name}'s {noun}",
        "the {name} {noun}",
        "{title} {name}",
        "{place}",
    ),
    "title": ("Dr.", "Mr.", "Mrs.", "St.", "King", "President", "Gen.", "Pope"),
    "place": ("{name}", "{name}", "{name}", "{name} {name}", "the U.S.", "the U.K.", "New {name}"),
    "thing": (
        *("the {noun}",) * 4,
        *("the {adjective} {noun}",) * 3,
        *("a {noun}",) * 2,
        "the {noun} of {name}",
        "the {noun} of the {noun}",
        "the {name} {noun}",
        "{name}'s {adjective} {noun}",
        "{count} {nouns}",
        "{name}-{name}",
        "{noun} and {noun}",
        "their {noun}",
        "{name}",
    ),
    "tail": (
        *("",) * 3,
        " in {year}",
        " in {year}",
        " in {place}",
        " in the {decade}",
        " after the {noun}",
        " during the {adjective} {noun}",
        " for {count} {nouns}",
        " with the {noun} of {who}",
        " by the {adjective} {noun} in {place}",
        " according to the {noun} of {who}",
        " before {who} {past} {thing}",
        ' called "{name}"',
    ),
    "count": ("two", "three", "10", "25", "100", "3.5", "{figure}", "{figure}"),
    "adjective": tuple(ADJECTIVES),
}

QUESTION_WORDS = ("What", "Who", "Which", "When", "Where", "Why", "How")


class _Writer(dict[str, str]):
    """Fill the slots of a template; each slot gets a new random filler."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self._random = random

    def __missing__(self, slot: str) -> str:
        random = self._random
        if slot == "name":
            return _invented(_rank(random, 0.5), NAME_ENDS).capitalize()
        if slot == "noun":
            return _ranked(_rank(random, 0.7), NOUNS)
        if slot == "nouns":
            return _plural(_ranked(_rank(random, 0.7), NOUNS))
        if slot == "verb":
            return VERBS[_rank(random, 1.6) % len(VERBS)]
        if slot == "past":
            return _past(VERBS[_rank(random, 1.6) % len(VERBS)])
        if slot == "year":
            return str(int(random.triangular(1066, 2025, 1990)))
        if slot == "decade":
            return f"{random.randrange(1800, 2000, 10)}s"
        if slot == "figure":
            return f"{_rank(random, 0.8):,}"
        return random.choice(GRAMMAR[slot]).format_map(self)


def _rank(random: Random, steepness: float) -> int:
    """Draw the rank of a word; low ranks are frequent, as in text."""
    return int(min(60 * (random.paretovariate(steepness) - 1), 1e7))


def _ranked(rank: int, known: Sequence[str]) -> str:
    """Return the word of this rank; beyond the end of the list, invent one."""
    return known[rank] if rank < len(known) else _invented(rank, NOUN_ENDS)


def _invented(rank: int, ends: Sequence[str]) -> str:
    """Return the invented word of a rank, always the same; frequent words are shorter."""
    base = len(SYLLABLES)
    length = 1 if rank < base // 2 else 2 if rank < base**2 // 2 else 3
    code = rank * 2654435761 % base**length
    pieces = []
    for _ in range(length):
        code, syllable = divmod(code, base)
        pieces.append(SYLLABLES[syllable])
    return "".join(pieces) + ends[rank * 7 % len(ends)]


def _plural(noun: str) -> str:
    if noun.endswith("y"):
        return noun[:-1] + "ies"
    return noun if noun.endswith("s") else noun + "s"


def _past(verb: str) -> str:
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("y") and verb[-2] not in "aeou":
        return verb[:-1] + "ied"
    return verb + "d" if verb.endswith("e") else verb + "ed"


def questions(seed: int) -> Iterator[str]:
    """Yield questions without end; some repeat, and `distinct_pairs` drops the repetitions."""
    writer = _Writer(Random(seed))
    while True:
        text = writer["question"]
        if SHORTEST <= text.count(" ") + 1 <= LONGEST:
            yield text


def noisy(text: str, random: Random) -> str:
    """Corrupt a text as a question generator might: words dropped, swapped or changed."""
    words = text.split()
    for _ in range(random.choice((0, 1, 1, 2, 2, 3, 4))):
        at = random.randrange(len(words))
        kind = random.random()
        if kind < 0.45 and len(words) > 2:
            del words[at]
        elif kind < 0.7 and at + 1 < len(words):
            words[at], words[at + 1] = words[at + 1], words[at]
        elif kind < 0.85:
            words[0] = random.choice(QUESTION_WORDS)
        else:
            words[at] = random.choice(NOUNS)
    return " ".join(words)


def pairs_from(references: Iterable[str], seed: int) -> Iterator[Pair]:
    """Yield each reference with a hypothesis made from it."""
    random = Random(seed + 1)
    for reference in references:
        yield noisy(reference, random), reference


def distinct_pairs(references: Iterable[str], count: int, seed: int) -> list[Pair]:
    """Return up to `count` pairs; no reference is repeated or empty."""
    texts = (" ".join(text.split()) for text in references)
    return list(pairs_from(islice(_distinct(texts), count), seed))


def _distinct(texts: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for text in texts:
        if text and text not in seen:
            seen.add(text)
            yield text
