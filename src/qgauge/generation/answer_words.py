"""Word lists for finding answers: connectives, prepositions, and nouns by what they denote."""

from __future__ import annotations

from qgauge.text.words import word_set

REASON_MARKS = word_set("because since as for")
"""Conjunctions of reason; `since`, `as` and `for` also have other meanings."""
TIME_MARKS = word_set("when whenever while after before until till once since as")
MANNER_MARKS = word_set("by without through")
"""Before a verb in -ing: `by listening to the bell`."""

REASON_CASES = frozenset({"because", "due", "owing", "thanks"})
"""First words of `because of`, `due to`, `owing to` and `thanks to`."""
MANNER_CASES = word_set("by with without through via")
PLACE_CASES = word_set(
    "in at on under over above below beneath behind beside near inside outside between among "
    "amongst amid along across around throughout within into onto through toward towards upon "
    "beyond atop opposite against from to up down off past underneath"
)
DIRECTIONS = word_set("into onto through toward towards from to up down off past upon against")
"""Prepositions of place that often have another meaning: `turned into gold`."""
TIME_CASES = word_set(
    "in at on after before during since until till by throughout for within from around about"
)

NOT_PLACES = word_set(
    "fact case addition order example general particular contrast response term terms way return "
    "love least most first last once part charge favor favour line light view turn detail truth "
    "vain average purpose account behalf basis condition respect regard manner style reference "
    "relation connection danger trouble surprise horror joy anger fear despair silence haste mind "
    "heart use need time"
)
"""Nouns whose prepositional phrases rarely say where: `in fact`, `in love`."""

TIME_NOUNS = word_set(
    "day night morning evening afternoon noon midnight dawn dusk sunrise sunset week weekend month "
    "year decade century hour minute second moment winter summer spring autumn season january "
    "february march april may june july august september october november december monday tuesday "
    "wednesday thursday friday saturday sunday period era age christmas easter birthday today "
    "tomorrow yesterday tonight midday nightfall daybreak"
)
DURATIONS = word_set(
    "second minute hour day night week month year decade century time fortnight old"
)
"""Nouns that make a number a length of time: `three days`, `26 years old`."""

LIGHT_NOUNS = word_set(
    "thing way time people person one ones kind sort type lot bit case fact part place something "
    "anything everything nothing someone anyone everyone nobody anybody somebody everybody other "
    "others number example form matter point reason result rest same end side man men woman women "
    "day year moment while while word words means use turn order fellow self"
)
"""Nouns that say too little alone: `the thing`, `a way`."""
LIGHT_ADJECTIVES = word_set(
    "other same such own certain many much more most several few various different next last first "
    "whole entire main very particular further another latter former similar possible good great"
)

PERSON_NOUNS = word_set(
    "man woman boy girl child baby person people king queen prince princess emperor empress duke "
    "duchess lord lady knight squire count countess baron sultan tsar pharaoh pope bishop priest "
    "monk nun saint minister president chancellor governor mayor senator judge lawyer soldier "
    "sailor captain general admiral officer sergeant guard warrior hunter huntsman fisherman "
    "farmer peasant shepherd miller baker butcher smith blacksmith carpenter tailor shoemaker "
    "cobbler weaver merchant trader pedlar peddler innkeeper servant maid maiden cook nurse doctor "
    "physician surgeon teacher professor student pupil scholar scientist engineer architect "
    "inventor explorer writer author poet novelist playwright painter sculptor artist composer "
    "musician singer dancer actor actress director producer editor journalist reporter critic "
    "historian philosopher mathematician physicist chemist biologist astronomer economist banker "
    "manager worker labourer laborer driver pilot astronaut athlete player coach champion father "
    "mother parent son daughter brother sister uncle aunt cousin nephew niece grandfather "
    "grandmother grandson granddaughter husband wife bride bridegroom widow widower stepmother "
    "stepfather orphan twin friend neighbour neighbor enemy stranger guest host traveller traveler "
    "beggar thief robber pirate witch wizard sorcerer magician fairy giant giantess dwarf ogre "
    "troll elf goblin ghost hero heroine leader ruler founder owner keeper master mistress "
    "apprentice partner colleague boss chief employee citizen resident inhabitant colonist settler "
    "immigrant refugee slave prisoner victim witness winner loser rival successor ancestor "
    "descendant heir customer client patient visitor tourist passenger member volunteer expert "
    "researcher analyst librarian gardener mechanic plumber electrician midwife messenger "
    "counsellor councillor courtier nobleman gentleman youth lad lass fellow folk crowd crew team"
)
_PERSON_ENDINGS = ("man", "woman", "men", "women", "ologist", "ician", "keeper", "maker")
SPEAKING = word_set(
    "say tell ask reply answer cry shout whisper think believe know want decide wish promise hope "
    "exclaim beg explain remember marry love hate complain argue claim announce agree refuse laugh "
    "weep write read"
)
"""Verbs whose subject is a person, or acts like one in a tale."""


def is_person_noun(lemma: str) -> bool:
    """Return whether a noun denotes a person.

    Examples:
        >>> is_person_noun("lighthouse-keeper"), is_person_noun("bridge")
        (True, False)
    """
    return lemma in PERSON_NOUNS or (len(lemma) > 5 and lemma.endswith(_PERSON_ENDINGS))
