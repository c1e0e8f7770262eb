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

SPEAKING = word_set(
    "say tell ask reply answer cry shout whisper think believe know want decide wish promise hope "
    "exclaim beg explain remember marry love hate complain argue claim announce agree refuse laugh "
    "weep write read"
)
"""Verbs whose subject is a person, or acts like one in a tale."""
