"""Nouns that denote persons."""

from __future__ import annotations

from qgauge.text.words import word_set

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


def is_person_noun(lemma: str) -> bool:
    """Return whether a noun denotes a person.

    Examples:
        >>> is_person_noun("lighthouse-keeper"), is_person_noun("bridge")
        (True, False)
    """
    return lemma in PERSON_NOUNS or (len(lemma) > 5 and lemma.endswith(_PERSON_ENDINGS))
