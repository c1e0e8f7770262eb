"""Word lists for the changes of questions."""

from __future__ import annotations

from collections import defaultdict

from training.unlabelled_pairs.tagger import word_set

PEOPLE = word_set(
    """king queen prince princess emperor boy girl man woman wife husband father mother son daughter
    brother sister uncle aunt servant maid soldier peasant farmer fisherman merchant hunter tailor
    miller shepherd witch giant dwarf fairy wizard dragon troll wolf fox bear lion cat dog horse
    bird mouse frog fish snake goat pig hare rabbit monkey tiger crow eagle stepmother stepsister
    grandmother grandfather priest monk knight lord lady master judge thief robber baker smith
    minister president general captain teacher student king's child baby sailor cook gardener
    youth maiden beggar doctor nurse governor leader author writer player coach"""
)
"""Nouns for characters, which can take each other's part."""

_SUPERLATIVES = """first last | largest smallest | biggest smallest | highest lowest
oldest youngest | oldest newest
longest shortest | most least | best worst | earliest latest | strongest weakest
richest poorest | greatest least | fastest slowest | former current | original final | previous next
older younger | larger smaller | bigger smaller | higher lower | longer shorter | earlier later
more fewer | better worse | eldest youngest | tallest shortest | initial final | maximum minimum
upper lower | primary secondary | major minor | deepest shallowest | hottest coldest
main only | second first | second third | third second | third fourth"""

INSERTED = {
    "person": ("first", "last", "only", "current", "youngest", "oldest", "second"),
    "thing": ("first", "last", "only", "largest", "oldest", "smallest", "current", "second"),
    "tale": ("youngest", "oldest", "only", "second", "last"),
}
"""Words that limit a noun to one of several."""
NOT_LIMITED = word_set(
    """name number same year reason result time end use way amount title word term date day world
    beginning rest people purpose age place kind type following most least first last only war sun
    century other fact part century idea case rate majority percentage population size"""
)

_SYNONYMS = """begin start | began started | begun started | large big | larger bigger
largest biggest | construct build | constructed built | purchase buy | purchased bought
finish complete | finished completed | help assist | helped assisted | job occupation
kill slay | killed slain | reside live | obtain get | obtained got | permit allow
permitted allowed | forbid prohibit | forbidden prohibited | require need | required needed
select choose | selected chosen | show display | attempt try | attempted tried | occur happen
occurred happened | created made | movie film | rich wealthy | ill sick | quick fast
frightened afraid | scared afraid | gift present | road street | nation country | movement motion
physician doctor | lawyer attorney | error mistake | goal aim | purpose aim | kind type | sort kind
kinds types | named called | utilized used | utilize use | employed used | received got
launched started | established founded | founded established | located situated
situated located | discovered found | entire whole | entire complete | major significant
main chief | primary main | main primary | principal main | famous well-known | renowned famous
famous renowned | sad unhappy | glad happy | angry furious | angry mad | beautiful lovely
beautiful pretty | huge enormous | tiny very\u00a0small | area region | region area
responsible accountable | answer reply | answered replied | shout cry | shouted cried
return come\u00a0back | returned came\u00a0back | discover find\u00a0out | talked spoke | talk speak
residents inhabitants | inhabitants residents | citizens people | founder creator | goods products
portion part | section part | percentage share | frequently often | usually typically
typically usually | often frequently | mostly mainly | primarily mainly | mainly primarily
approximately about | roughly about | initially at\u00a0first
originally at\u00a0first | throw toss | threw tossed | stated said | said stated
declared announced | announced declared
gathered collected | collected gathered | allowed permitted | ended finished
ended concluded | concluded ended | reign rule | fight battle | battle fight | ocean sea
illness disease | disease illness | sickness illness | wedding marriage | automobile car
aircraft plane | television TV | amount quantity | difficult hard | hard difficult | aim goal
objective goal | opponents rivals | rival competitor | appointed named | elected chosen
increased rose | increased grew | decreased fell | decreased dropped | mentioned named
considered seen\u00a0as | regarded seen | viewed seen
destroyed ruined | hid concealed | stole took | got received
sent dispatched | wrote authored | written authored | won gained | defeated beat | beat defeated
leave depart | left departed
couple pair | money cash | woods forest | forest woods | garment piece\u00a0of\u00a0clothing
speech address | struggle fight | ruler sovereign | ceremony rite | consequence result
result outcome | outcome result | cause reason | reason cause | benefit advantage
benefits advantages | drawback disadvantage | method way | way manner | ways manners"""

SYMMETRIC = word_set(
    """marry meet fight merge border differ resemble share join equal wed compete cooperate agree
    talk speak play compare relate connect"""
)
"""Verbs whose subject and object can be exchanged without a change of meaning."""
NO_ROLES = word_set(
    """do have be call want need try say think become get make use mean cost weigh last contain know
    name let ask tell give take put go come happen seem include"""
)

CAUSES = word_set(
    """cause lead replace influence affect precede follow produce surround inspire attack defeat
    support oppose own create control limit prevent increase reduce attract threaten require help
    allow determine cover provide destroy drive dominate absorb generate"""
)
"""Verbs whose subject and object may both be things."""

COMPARED = {
    "PER": ("older", "taller", "richer", "more successful", "younger"),
    "LOC": ("larger", "older", "further north", "more populous", "colder", "smaller"),
    "ORG": ("older", "larger", "more profitable", "smaller"),
}
SIGNS = word_set(
    """not n't never no none without only first last current currently former largest smallest
    oldest youngest least fewer lowest shortest worst except unlike rather"""
)
"""Words that the changes insert; true questions that have them are always used."""


def _both_ways(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for pair in text.replace("\n", "|").split("|"):
        if pair.split(" ") != [""] and pair.strip():
            one, two = pair.strip().split(" ")
            found[one].append(two)
            found[two].append(one)
    return dict(found)


def _one_way(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for pair in text.replace("\n", "|").split("|"):
        if pair.strip():
            one, two = pair.strip(" ").split(" ")
            found[one].append(two.replace("\u00a0", " "))
    return dict(found)


SUPERLATIVES = _both_ways(_SUPERLATIVES)
SYNONYMS = _one_way(_SYNONYMS)
