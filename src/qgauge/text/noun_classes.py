"""Nouns that denote persons, groups of people, animals and scales."""

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
    "counsellor councillor courtier nobleman gentleman youth lad lass fellow folk crowd crew team "
    "auditor inspector opponent supporter campaigner organiser organizer spokesperson passer-by "
    "buyer seller tenant landlord holder competitor entrant contestant teenager pensioner "
    "commander lieutenant curator trustee developer designer planner chef waiter cashier diver "
    "swimmer runner climber walker hiker cyclist rider motorist commuter rescuer firefighter "
    "lifeguard paramedic investigator detective collector dealer translator interpreter preacher "
    "missionary pilgrim hermit chieftain tribesman herder farmhand ferryman boatman potter printer "
    "publisher programmer technician specialist consultant adviser advisor delegate ambassador "
    "diplomat politician activist protester demonstrator voter juror donor sponsor pharmacist "
    "dentist vet veterinarian zoologist botanist geologist instructor trainer referee umpire "
    "forecaster newscaster abbot abbess deacon friar vicar rector canon"
)
_PERSON_ENDINGS = ("man", "woman", "men", "women", "ist", "ician", "keeper", "maker")
_NO_PERSONS = word_set(
    "specimen regimen abdomen acumen bitumen talisman ottoman caiman checklist playlist shortlist "
    "wishlist blacklist stamen dolmen cyclamen pacemaker"
)
_GROUPS = word_set(
    "public family council committee government parliament jury audience couple police staff "
    "community association household orchestra choir coastguard union class"
)
_ANIMALS = word_set(
    "fox hare badger bear wolf lion tiger mouse rat cat dog horse donkey mule cow ox bull goat "
    "lamb pig hen cock rooster goose duck crow raven owl eagle bird fish frog toad snake tortoise "
    "rabbit squirrel monkey elephant spider ant bee dragon deer stag camel animal puppy kitten "
    "heron otter stork swan crane sparrow robin wren nightingale cuckoo magpie hawk falcon peacock "
    "turtle lizard crocodile hedgehog mole beaver weasel ferret stoat boar calf foal pony mare ram "
    "ewe turkey pigeon dove swallow lark hound pike salmon trout carp crab snail worm beetle "
    "cricket grasshopper butterfly moth wasp fly whale dolphin seal walrus leopard panther jackal "
    "hyena gazelle antelope buffalo ape parrot"
)
_SCALES = word_set(
    "angle temperature speed depth height price rate age distance level pressure altitude length"
)


def is_animal_noun(lemma: str) -> bool:
    """Return whether a noun denotes an animal, which may be `he` or `she` in a tale.

    Examples:
        >>> is_animal_noun("heron"), is_animal_noun("boat")
        (True, False)
    """
    return lemma in _ANIMALS


def is_scale_noun(lemma: str) -> bool:
    """Return whether a noun has a value that questions ask for with "at what".

    Examples:
        >>> is_scale_noun("angle"), is_scale_noun("bridge")
        (True, False)
    """
    return lemma in _SCALES


def is_group_noun(lemma: str) -> bool:
    """Return whether a noun denotes people as a group, so that questions say `who`.

    Examples:
        >>> is_group_noun("council"), is_group_noun("flock")
        (True, False)
    """
    return lemma in _GROUPS


def is_person_noun(lemma: str) -> bool:
    """Return whether a noun denotes a person.

    Examples:
        >>> is_person_noun("lighthouse-keeper"), is_person_noun("bridge")
        (True, False)
    """
    if lemma in PERSON_NOUNS:
        return True
    return len(lemma) > 5 and lemma.endswith(_PERSON_ENDINGS) and lemma not in _NO_PERSONS
