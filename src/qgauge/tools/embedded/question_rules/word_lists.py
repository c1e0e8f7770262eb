"""Word lists for making questions by rules."""

from __future__ import annotations

from qgauge.text.words import word_set

SENTENCE_ADVERBS = word_set(
    "however therefore then also finally soon simply meanwhile even thus hence moreover instead "
    "nevertheless indeed still already probably perhaps again afterwards eventually "
    "suddenly now just only too once otherwise so yet else"
)
"""Adverbs that tie a clause to its context and that a question does not need."""
THIRD_PERSON = word_set(
    "he him his she her hers it its they them their theirs himself herself itself themselves"
)
OTHER_PERSONS = word_set(
    "i me my mine we us our ours you your yours myself ourselves yourself yourselves"
)
POINTING = word_set(
    "this that these those such there here same others another former latter one ones each then"
)
"""Words that point back to something that a question does not name."""
PLACE_PREPOSITIONS = word_set(
    "in at on under above below beneath behind beside near inside outside between along across "
    "around underneath beyond opposite by"
)
PLACE_NOUNS = word_set(
    "house cottage castle palace hut barn mill church temple school college university hospital "
    "library museum office station airport harbour harbor port market square street road path "
    "bridge gate door wall window roof floor room kitchen cellar garden yard field meadow forest "
    "wood hill mountain valley river lake sea ocean coast shore beach island cave well pond tree "
    "oak town village city country kingdom land ground desert camp fort tower shop store factory "
    "warehouse farm stable deck cliff rock shelf table desk counter box jar basket bed "
    "refrigerator oven atmosphere sky surface bottom top base edge corner centre center middle "
    "north south east west side region district county peninsula bay canal park canteen reeds "
    "step doorstep threshold stove chimney attic bakery hall inn tavern theatre theater abbey "
    "summit peak slope pier quay platform stage entrance corridor staircase balcony terrace"
)
TIME_PREPOSITIONS = word_set("in on at during")
TIME_NOUNS = word_set(
    "day night morning evening afternoon noon midnight dawn dusk sunrise sunset week weekend month "
    "year decade century winter summer spring autumn january february march april may june july "
    "august september october november december monday tuesday wednesday thursday friday saturday "
    "sunday midday nightfall daybreak midsummer christmas easter"
)
DURATIONS = word_set("second minute hour day night week month year decade century fortnight")
MONEY = word_set("dollar pound euro cent penny coin franc crown shilling")
MEASURES = word_set("long high tall wide deep thick old heavy broad")
MORE_PERSONS = word_set(
    "assistant builder steward clerk trainee cleaner caller reader bard scribe goldsmith villager"
)
ORGANISATIONS = word_set(
    "society company council university college school academy institute association union party "
    "club bank trust foundation agency ministry department commission committee corporation firm "
    "group team church hospital museum library observatory cooperative federation league brewery "
    "airline railway ltd inc limited guild board authority service office press "
    "court parliament army navy police bureau nations organisation organization"
)
"""Words in the names of organisations."""
MOTION = word_set("go walk run sail march travel move climb swim fly return hurry ride drive come")
DISCOURSE_NOUNS = word_set(
    "hand example fact course addition result contrast instance reason case last once honour "
    "effect meantime hope"
)
"""Nouns of phrases such as `on the other hand` and `for this reason`."""
MANNER_NOUNS = word_set(
    "help humour humor care ease difficulty pleasure success caution patience pride joy anger "
    "surprise interest speed while time moment way manner charge purpose extent degree accident "
    "mistake chance turn force delight sorrow courage haste pressure"
)
"""Nouns of phrases that say how, and that no question with a preposition asks for."""
DURATIVE_CLAUSES = word_set("if when unless until before after")
EMPTY_HEADS = word_set(
    "anyone everyone those one ones all anything everything someone none nobody nothing everybody "
    "somebody"
)
"""Nouns that say nothing without their relative clause."""
SPEAKING = word_set(
    "say announce explain warn admit hope think believe suggest claim add reply declare insist "
    "argue write"
)
"""Verbs that say nothing without what is said."""
NEEDING_COMPLEMENTS = word_set(
    "prevent stop keep force allow enable cause make let help persuade ask tell order teach take "
    "want expect require need give use lead decide vote agree plan promise refuse offer"
)
"""Verbs that say little without the clause after their object: `prevented him from landing`."""
PLACING = word_set("put place lay set hang throw pour stick fix tie")
"""Verbs that need a place."""
WILLED = word_set(
    "vote order praise decide announce elect appoint promise refuse agree demand urge"
)
"""Verbs whose subject is always a person, or people."""
UTTERING = word_set(
    "say ask reply answer cry shout whisper call explain tell laugh sigh grumble announce declare "
    "beg boast complain promise thank"
)
"""Verbs whose subject speaks, and is a character of the text."""
