"""Word lists for comparisons."""

from __future__ import annotations

from training.scenes.words import CITIES, spaced

ITEMS: dict[str, tuple[str, ...]] = {
    key: tuple(f"{article}{name.strip()}" for name in names.split(","))
    for key, article, names in (
        ("river", "the ", "Alder,Brenna,Corvo,Dunn,Elva,Farrow,Isk,Lorne,Marl,Orla,Sarn,Tavy,Wend"),
        (
            "peak",
            "",
            "Mount Ardal,Mount Bel,Mount Corran,Mount Dray,Mount Hekk,Mount Ilsa,Mount Tor",
        ),
        (
            "buy",
            "the ",
            "lamp,jacket,kettle,backpack,tent,blender,guitar,printer,armchair,camera,"
            "bicycle,watch,raincoat,carpet,mirror,toaster,umbrella,desk,violin,suitcase",
        ),
        (
            "load",
            "the ",
            "red box,blue crate,green trunk,wooden chest,steel drum,leather bag,canvas "
            "sack,grey suitcase,old barrel,metal case,black toolbox,wicker basket",
        ),
        (
            "house",
            "the ",
            "library,town hall,chapel,theatre,post office,museum,mill,lighthouse,castle,"
            "school,market hall,railway station,courthouse,hospital,observatory",
        ),
        (
            "film",
            "",
            "Cold Harbour,The Glass Door,Silent Road,Blue Lantern,Winter Bees,Paper Moonlight,"
            "Northern Line,The Last Orchard,Red Kites,Salt and Sand,Falling Leaves",
        ),
        ("planet", "", "Kelda,Orrin,Vesk,Talos,Mirabel,Junia,Ceto,Arvo,Drell,Zeph,Hadar,Lumo"),
        (
            "road",
            "the ",
            "coast road,mill lane,harbour street,forest track,old post road,ring road,"
            "station road,castle lane,market street,canal path",
        ),
        ("lake", "Lake ", "Anser,Birk,Colm,Dorn,Ember,Fenna,Gorm,Hester,Ivel,Jorun,Kessel,Morra"),
        (
            "machine",
            "the ",
            "drill,fan,pump,mixer,compressor,saw,generator,lawnmower,vacuum cleaner,"
            "dryer,washing machine,printing press",
        ),
        (
            "dish",
            "the ",
            "lentil soup,fish curry,bean stew,pepper sauce,chicken broth,rice dish,"
            "tomato chutney,noodle salad,lamb casserole,pumpkin soup",
        ),
        (
            "firm",
            "",
            "Altara,Benwick,Corvex,Delmont,Elkor,Fenwood,Gravis,Halden,Inova,Jarvik,Lumex",
        ),
        ("beast", "the ", "fox,bear,goat,crow,hare,wolf,badger,owl,donkey,rooster,otter,heron,ox"),
        (
            "village",
            "",
            "Ashby,Brookend,Caldon,Deepwell,Elmford,Fernley,Gadbrook,Holmwick,Ivercombe,"
            "Kirkdale,Longmere,Millbeck,Norwell,Oakham,Penrose",
        ),
        (
            "cord",
            "the ",
            "white rope,brown rope,copper wire,steel cable,silk thread,nylon line,hemp "
            "cord,rubber hose",
        ),
        ("town", "", ",".join(city for city in CITIES if city != "Milan")),
        (
            "ship",
            "the ",
            "Aurora,Beluga,Calypso,Dorado,Esperance,Falcon,Halcyon,Juno,Meridian,Nereid",
        ),
        (
            "school",
            "",
            "Hill School,Park School,Lake School,Abbey School,Bridge School,Mill School",
        ),
        ("club", "the ", "Rovers,Falcons,Comets,Pioneers,Harriers,Lynx,Dolphins,Hornets"),
    )
}
# noun|plural|items|high forms|low forms|number predicate|low|high|flags|question|unit
# flags: i = a smaller number means the high form, r = "twice as" makes sense, d = differences do
ADJECTIVES = [
    line.split("|")
    for line in """
pupil|pupils||tall taller tallest|short shorter shortest|[is/was] V centimetres \
tall|118|171|d|How tall [is/was] A?|centimetres
player|players||tall taller tallest|short shorter shortest|[measures/measured] V \
centimetres|172|214|d|How tall [is/was] A?|centimetres
cousin|cousins||old older oldest|young younger youngest|[is/was] V years old|4|79|rd|How old \
[is/was] A?|years
colleague|colleagues||old older oldest|young younger youngest|was born in V|1941|1999|i|When was \
A born?|
river|rivers|river|long longer longest|short shorter shortest|[is/was] V kilometres \
long|40|900|rd|How long [is/was] A?|kilometres
mountain|mountains|peak|high higher highest|low lower lowest|[rises/rose] to V \
metres|900|4800|d|How high [is/was] A?|metres
item|items|buy|expensive more_expensive most_expensive|cheap cheaper cheapest|[costs/cost] V \
euros|12|390|rd|How much [does/did] A cost?|euros
item|items|buy|expensive more_expensive most_expensive|cheap cheaper cheapest|[is/was] priced at \
V dollars|15|700|d|What [is/was] the price of A?|dollars
load|loads|load|heavy heavier heaviest|light lighter lightest|[weighs/weighed] V \
kilograms|3|90|rd|How much [does/did] A weigh?|kilograms
boxer|boxers||heavy heavier heaviest|light lighter lightest|[weighs/weighed] V \
kilograms|52|104|d|How much [does/did] A weigh?|kilograms
building|buildings|house|old older oldest|new newer newest|was built in V|1620|1995|i|When was A \
built?|
building|buildings|house|tall taller tallest|low lower lowest|[is/was] V metres tall|8|96|rd|How \
tall [is/was] A?|metres
company|companies|firm|old older oldest|young younger youngest|was founded in V|1840|2015|i|When \
was A founded?|
company|companies|firm|large larger largest|small smaller smallest|[has/had] V \
employees|25|9400||How many employees [does/did] A have?|
city|cities|town|warm warmer warmest|cold colder coldest|[has/had] a noon temperature of V \
degrees|2|39|d|What [is/was] the noon temperature in A?|degrees
runner|runners||fast faster fastest|slow slower slowest|[needs/needed] V minutes for the \
course|31|88|id|How many minutes [does/did] A need?|minutes
swimmer|swimmers||fast faster fastest|slow slower slowest|[finishes/finished] in V \
seconds|48|119|id|How many seconds [does/did] A take?|seconds
ship|ships|ship|fast faster fastest|slow slower slowest|[reaches/reached] a top speed of V \
knots|9|38||What [is/was] the top speed of A?|
film|films|film|long longer longest|short shorter shortest|[lasts/lasted] V minutes|74|188|d|How \
long [does/did] A last?|minutes
planet|planets|planet|large larger largest|small smaller smallest|[has/had] a diameter of V \
kilometres|2100|98000||What [is/was] the diameter of A?|
road|roads|road|wide wider widest|narrow narrower narrowest|[is/was] V metres wide|3|28|rd|How \
wide [is/was] A?|metres
lake|lakes|lake|deep deeper deepest|shallow shallower shallowest|[is/was] V metres \
deep|4|240|rd|How deep [is/was] A?|metres
machine|machines|machine|loud louder loudest|quiet quieter quietest|[produces/produced] V \
decibels|41|108||How many decibels [does/did] A produce?|
machine|machines|machine|powerful more_powerful most_powerful|weak weaker weakest|[has/had] an \
output of V watts|120|4800||What [is/was] the output of A?|
dish|dishes|dish|spicy spicier spiciest|mild milder mildest||0|0|||
animal|animals|beast|clever cleverer cleverest|foolish more_foolish most_foolish||0|0|||
animal|animals|beast|strong stronger strongest|weak weaker weakest||0|0|||
merchant|merchants||rich richer richest|poor poorer poorest|[owns/owned] V gold \
coins|40|900|r|How many gold coins [does/did] A own?|
village|villages|village|close_to_the_lake closer_to_the_lake \
closest_to_the_lake|far_from_the_lake farther_from_the_lake farthest_from_the_lake|[is/was] V \
kilometres from the lake|2|60|i|How far from the lake [is/was] A?|
cord|cords|cord|thick thicker thickest|thin thinner thinnest|[is/was] V millimetres \
thick|2|48|rd|How thick [is/was] A?|millimetres
task|tasks|task|difficult more_difficult most_difficult|easy easier easiest||0|0|||
""".strip().split("\n")
]
ITEMS["task"] = (
    "the spelling test",
    "the maths exam",
    "the driving test",
    "the swimming test",
    "the language exam",
    "the history quiz",
    "the chemistry paper",
    "the oral exam",
)
# noun|plural|items|base past thing|low|high
COUNTS = [
    line.split("|")
    for line in """
candidate|candidates||receive received votes|120|9800
player|players||score scored points|6|48
baker|bakers||bake baked loaves|20|190
angler|anglers||catch caught trout|3|29
gardener|gardeners||plant planted trees|8|95
athlete|athletes||win won medals|2|19
clerk|clerks||sell sold tickets|35|870
student|students||solve solved problems|5|40
volunteer|volunteers||collect collected bottles|30|620
school|schools|school|enrol enrolled pupils|45|310
writer|writers||write wrote letters|4|66
firm|firms|firm|produce produced bicycles|90|5200
driver|drivers||deliver delivered parcels|21|140
nurse|nurses||treat treated patients|6|47
judge|judges||hear heard cases|7|88
painter|painters||paint painted portraits|3|75
translator|translators||translate translated pages|12|260
city|cities|town|attract attracted tourists|1200|98000
team|teams|club|win won matches|4|31
village|villages|village|lose lost houses|3|58
ship|ships|ship|carry carried passengers|60|1900
child|children||pick picked apples|9|99
""".strip().split("\n")
]
EXTRA_PEOPLE = spaced(
    """All of them live in {c}.|They met in {c} for the first time.|A reporter from \
{c} wrote \
about it.|The figures come from {f}.|{f} told the story at dinner.|Nobody in {c} was \
surprised.|They have \
known each other since childhood.|It was a quiet week in {c}.|{f} kept a careful \
record.""",
    "|",
)
EXTRA_THINGS = spaced(
    """A newspaper in {c} published the comparison.|{f} made the list.|The details \
come from a \
report by {f}.|Visitors often ask about this.|{f} explained it to a class in {c}.|A leaflet \
printed in {c} \
mentions them all.|This is well known in {c}.|The survey was carried out by {f}.""",
    "|",
)
