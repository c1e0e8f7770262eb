"""Word lists for times in another form."""

from __future__ import annotations

from training.scenes.words import DAYS, MONTHS, spaced

SMALL = spaced(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
)
CENTURY = {
    17: ("seventeenth", "17th"),
    18: ("eighteenth", "18th"),
    19: ("nineteenth", "19th"),
    20: ("twentieth", "20th"),
}
# subject|past|base (no base: passive)
YEARLY = """the stone bridge|was opened;the town hall|was built;the war|began|begin;the \
bank|failed|fail;the \
railway|was extended;the abbey|burned down|burn down;the newspaper|was founded;the \
mine|closed|close;the treaty|\
was signed;the comet|was discovered;the vaccine|was tested;the novel|appeared|appear;the \
opera|was first \
performed;the dam|collapsed|collapse;the law|was passed;the factory|moved to the coast|move to \
the coast;the king|\
died|die;the island|became independent|become independent;the telescope|was installed;the \
university|admitted \
its first women|admit its first women;the orchestra|split up|split up;the prison|was shut \
down;the map|was \
printed;the lighthouse|was automated;the football club|was formed;the painting|was stolen;the \
recipe|was written \
down;the ship|sank|sink;the patent|was granted;the cinema|was demolished;the park|was laid \
out;the statue|was \
unveiled;the choir|was set up;the canal|was widened""".replace("\n", "").split(";")
DAILY = spaced(
    """the meeting|took place|take place;the parcel|arrived|arrive;the exam|was held;the \
trial|began|begin;the \
concert|was given;the storm|hit the coast|hit the coast;the heating|was repaired;the patient|was \
discharged;the \
guests|left|leave;the shop|reopened|reopen;the letter|was posted;the match|was played;the \
roof|was fixed;the \
contract|was signed;the rehearsal|took place|take place;the ferry|returned|return;the winner|was \
announced;the \
tickets|went on sale|go on sale;the interview|was recorded;the cake|was baked;the horse|ran \
away|run away;the \
experiment|was repeated;the vote|was counted;the new website|went online|go online;the lamb|was \
born;the \
thief|was arrested;the bus drivers|went on strike|go on strike;the play|opened|open""",
    ";",
)
HOURLY = spaced(
    """the train|left|leave;the alarm|went off|go off;the show|started|start;the \
bakery|opened|open;the fire|\
was noticed;the bell|rang|ring;the power|failed|fail;the ferry|docked|dock;the game|ended|end;the \
doctor|arrived|\
arrive;the rain|stopped|stop;the bus|broke down|break down;the lesson|began|begin;the gates|were \
locked;the \
parade|set off|set off;the plane|landed|land;the last guest|left|leave;the soup|was served;the \
call|came in|come \
in;the sensor|was switched on;the burglar|was seen;the rocket|was launched;the \
speech|ended|end;the pool|\
closed|close;the baby|fell asleep|fall asleep;the truck|was unloaded""",
    ";",
)
LASTING = spaced(
    """the strike|lasted|last;the exhibition|ran|run;the siege|lasted|last;the \
training|lasted|last;the \
drought|lasted|last;the repairs|went on|go on;the expedition|lasted|last;the trial|went on|go \
on;the tour|lasted|\
last;the treatment|continued|continue;the festival|lasted|last;the experiment|ran|run;the \
journey|lasted|last;the \
talks|continued|continue;the blockade|lasted|last;the search|went on|go on;the course|ran|run;the \
ban|lasted|last;\
the visit|lasted|last;the project|ran|run""",
    ";",
)
REGULAR = spaced(
    """the committee|meets|meet;the bulletin|appears|appear;the pump|is serviced;the \
choir|gives a concert|give \
a concert;the meter|is read;the fair|takes place|take place;the bandage|is changed;the filter|is \
cleaned;the \
magazine|comes out|come out;the accounts|are checked;the prize|is awarded;the flowers|are \
watered;the fire drill|\
is held;the boat|sails to the island|sail to the island;the survey|is carried out;the clock|is \
wound up;the board|\
reports to the owners|report to the owners;the windows|are washed;the samples|are \
collected""",
    ";",
)
DURATIONS = [
    group.split("|")
    for group in spaced(
        """a quarter of an hour|15 minutes|fifteen \
minutes;half an hour|30 \
minutes|thirty minutes;three quarters of an hour|45 minutes|forty-five minutes;an hour|60 \
minutes|sixty minutes;an hour \
and a half|90 minutes|one and a half hours;two and a half hours|150 minutes;half a day|twelve \
hours|12 hours;a day|24 \
hours|twenty-four hours;two days|48 hours|forty-eight hours;three days|72 hours;a week|seven \
days|7 days;two weeks|a \
fortnight|14 days|fourteen days;three weeks|21 days|twenty-one days;three months|a quarter of a \
year;six months|half a \
year;a year|twelve months|one year;eighteen months|a year and a half|18 months;two years|24 \
months;five years|half a \
decade|60 months;ten years|a decade|120 months;twenty years|two decades|20 years;fifty years|half \
a century|five \
decades;a hundred years|a century|ten decades""",
        ";",
    )
]
OFTEN = [
    group.split("|")
    for group in spaced(
        """every hour|hourly|once an hour;every twelve hours|twice \
a day;every day|daily|\
once a day;every other day|every second day|every two days;every week|weekly|once a week|every \
seven days;every two \
weeks|once a fortnight|every fortnight;every month|monthly|once a month|twelve times a year;every \
three months|four times \
a year|quarterly;every six months|twice a year;every year|annually|once a year|yearly;every two \
years|every other year|\
every second year;every five years|twice a decade;every ten years|once a decade;every hundred \
years|once a \
century""",
        ";",
    )
]
WEEK = [
    [
        f"on {day}",
        f"on the day after {DAYS[i - 1]}",
        f"on the day before {DAYS[(i + 1) % 7]}",
        f"two days before {DAYS[(i + 2) % 7]}",
        f"two days after {DAYS[i - 2]}",
    ]
    for i, day in enumerate(DAYS)
]
ORDINALS = spaced("""first second third fourth fifth sixth seventh eighth ninth tenth eleventh \
twelfth""")
CALENDAR = [
    [
        f"in {month}",
        f"in the month after {MONTHS[i - 1]}",
        f"in the month before {MONTHS[(i + 1) % 12]}",
        f"in the {ORDINALS[i]} month of the year",
    ]
    for i, month in enumerate(MONTHS)
]
FEASTS = [
    pair.split("|")
    for pair in spaced(
        """on New Year's Day|on 1 January|on January 1st;on New \
Year's Eve|on 31 December|on \
the last day of the year;on Christmas Day|on 25 December|on December 25th;on Christmas Eve|on 24 \
December|on the day \
before Christmas Day;on Valentine's Day|on 14 February|on February 14th;on Halloween|on 31 \
October|on the last day \
of October;on May Day|on 1 May|on the first day of May;on the last day of March|on 31 March|on \
March 31st;on the last \
day of June|on 30 June|on the day before 1 July;on the first day of August|on 1 August|on the day \
after 31 July;on \
the first day of November|on 1 November|on the day after Halloween;on the last day of April|on 30 \
April|on the day \
before 1 May""",
        ";",
    )
]
EXTRA = spaced(
    """{f} describes this in a short book.|People in {c} still remember it.|The details come \
from {f}.|A reporter \
from {c} checked the facts.|{f} was there and kept notes.|All of this was in the local paper.|Not \
everyone in {c} was \
pleased.|{f} had expected something else.|This can be read in the archive of the {n} \
family.""",
    "|",
)
AGED = spaced(
    """won a national prize;opened a restaurant;became a judge;published a first novel;climbed \
Kilimanjaro;moved \
to Peru;founded a theatre;retired from the army;learned to fly;got married;joined the \
orchestra;built a boat;\
started a farm;sold the family firm;entered parliament;gave a first concert;ran a marathon;became \
a doctor;\
left the country;bought a castle;swam across the lake;lost an election;invented a lock;became a \
parent""",
    ";",
)
TENS = {2: "twenties", 3: "thirties", 4: "forties", 5: "fifties", 6: "sixties"}
STAYS = spaced(
    """lived in|live in;worked in|work in;taught in|teach in;run a shop in|run a shop \
in;owned a house in|own a house \
in;studied in|study in;had an office in|have an office in;kept bees in|keep bees in;practised law \
in|practise law \
in""",
    ";",
)
