"""Word lists for the order of events."""

from __future__ import annotations

from training.scenes.words import spaced

# One person's deeds; `base>past>participle rest`, regular verbs need only the base; H = his or her.
DEEDS = [
    line.split(";")
    for line in """
wash the car;water the roses;call H aunt;feed>fed>fed the cat;iron a shirt;mop the \
floor;write>wrote>written a postcard;bake a cake;sweep>swept>swept the stairs;repair the fence
answer the emails;print the report;phone the bank;order new paper;meet>met>met a supplier;sign \
the contract;update the website;copy the plans;check the invoices;read>read>read the minutes
visit the cathedral;cross the old bridge;buy>bought>bought a map;eat>ate>eaten an ice cream;climb \
the tower;take>took>taken a boat trip;sketch the harbour;photograph the market;change some money
chop the onions;peel the potatoes;boil the rice;grate the cheese;slice the bread;whip the \
cream;set>set>set the table;roast the peppers;make>made>made a salad;taste the soup
weigh the sample;heat the liquid;clean the lenses;record the temperature;measure the \
current;label the bottles;mix the powders;calibrate the scales;filter the water;draw>drew>drawn a \
graph
question the witness;read>read>read the file;visit the crime scene;call an expert;photograph the \
footprints;search the garage;speak>spoke>spoken to the lawyer;write>wrote>written a report
learn the dates;solve the puzzle;draw>drew>drawn a map;read>read>read a poem;practise the \
piano;finish the essay;build>built>built a model;pack the schoolbag;clean the blackboard
study law;work in a bakery;serve in the navy;marry a doctor;publish a novel;move to Canada;open a \
bookshop;win>won>won a chess title;learn Arabic;teach>taught>taught at a college;found a choir
greet the king;cross the dark forest;find>found>found a golden key;fight>fought>fought the \
dragon;free the princess;drink>drank>drunk from the well;help an old woman;catch>caught>caught a \
hare
examine the patient;check the X-rays;call the pharmacy;change the bandage;take>took>taken a blood \
sample;wash the wound;measure the blood pressure;ring>rang>rung the surgeon;fill in a form
replace the battery;tighten the screws;oil the chain;test the brakes;change a tyre;clean the \
engine;polish the mirrors;check the lights;weld the frame;paint the door
prune the apple tree;mow the lawn;plant the beans;rake the leaves;paint the shed;pick the \
cherries;turn the compost;cut>cut>cut the hedge;sow the carrots;dig>dug>dug a trench
tune the guitar;mix the paints;sketch a portrait;frame the picture;rehearse the final \
scene;record a song;clean the brushes;sew>sewed>sewn the costumes;carve a wooden \
horse;hang>hung>hung the lamps
warm up in the gym;swim>swam>swum ten lengths;lift weights;run>ran>run around the lake;stretch H \
legs;play table tennis;ride>rode>ridden a bike;jump rope;talk to the coach
""".strip().split("\n")
]
# Events with different subjects; a leading + marks a plural subject, =participle a passive.
EVENTS = [
    line.split(";")
    for line in """
the fox/leave>left>left the clearing;the owl/wake>woke>woken up;the crow/steal>stole>stolen the \
cheese;the bear/fall>fell>fallen asleep;the miller/lock the gate;the king/reach the village;the \
wolf/drink>drank>drunk from the stream
the pump/start;the red lamp/go>went>gone out;the valve/open;the belt/stop;the \
alarm/ring>rang>rung;the fan/slow down;the door/close;the screen/turn blue;the printer/jam
the bridge/=opened;the town hall/=built;the railway/=extended;the harbour/=enlarged;the old \
mill/=demolished;the theatre/=renovated;the city walls/+=repaired;the museum/=founded;the \
canal/=closed
the minister/resign;the court/reject the appeal;+the unions/call a strike;the parliament/pass the \
budget;the governor/sign the law;+the farmers/block the roads;the mayor/apologise;+the \
newspapers/publish the letters
+the onions/=fried;the rice/=rinsed;the dough/=rolled out;the oven/=heated;+the eggs/=beaten;the \
sauce/=stirred;+the tomatoes/=peeled;the butter/=melted;+the herbs/=chopped
+the swallows/return;the ice/melt;the river/flood the fields;+the cherry trees/bloom;the \
lake/freeze>froze>frozen;the storm/reach the coast;+the bats/leave>left>left the cave;the first \
snow/fall>fell>fallen
the company/hire a new manager;the factory/close;the price/drop;+the shareholders/vote;the rival \
firm/launch a new phone;the bank/refuse a loan;+the workers/receive a bonus;the shop/move to the \
suburbs
the goalkeeper/slip;the referee/blow>blew>blown the whistle;the captain/score;the rain/stop;the \
coach/leave>left>left the bench;+the fans/storm the pitch;the striker/miss a penalty;+the \
floodlights/fail
the queen/die;the treaty/=signed;the war/begin>began>begun;the capital/=moved;the \
fleet/=destroyed;the rebellion/break>broke>broken out;the fortress/fall>fell>fallen;the \
crown/=stolen;the prince/marry
the sample/=heated;the gas/=released;the solution/turn green;the mixture/=cooled;the \
crystal/form;the pressure/rise>rose>risen;the tube/=sealed;+the results/=recorded;the liquid/boil
the passport/=checked;+the bags/=weighed;the flight/=delayed;the gate/=changed;the \
pilot/arrive;+the passengers/complain;the lounge/fill up;the storm/pass;the runway/=cleared
the defendant/=questioned;the verdict/=read out;the jury/leave>left>left the room;the \
witness/faint;the lawyer/object;the judge/adjourn the hearing;the evidence/=presented;the \
public/=admitted
""".strip().split("\n")
]
# What several people do: base>past>participle rest.
RACES = spaced(
    """arrive at the station;finish the race;leave>left>left the party;join the choir;hand in \
the essay;\
reach the summit;sign the petition;retire;graduate;move to the island;get>got>got to the \
airport;return \
from the forest;enter the courtroom;speak>spoke>spoken at the meeting;finish the exam;board the \
train;\
fall>fell>fallen asleep;take>took>taken the oath;see>saw>seen the doctor;present the \
project""",
    ";",
)
POSTS = spaced(
    """director of the museum;head of the school;mayor of the town;captain of the team;editor \
of the \
paper;conductor of the orchestra;manager of the hotel;president of the club;chief of the fire \
brigade;\
organist of the cathedral;chair of the committee;keeper of the lighthouse;head chef""",
    ";",
)
FILLER = spaced(
    """{f} remembers it well.|The weather was fine.|It was an ordinary {d}.|{f} wrote it all \
down.|\
Nothing else of note happened.|A neighbour from {c} told the story.|{f} later confirmed this.|The \
details \
were noted in a diary.|Some people in {c} still talk about it.""",
    "|",
)
DOUBLE = set(
    spaced("""mop set cut dig swim run get put jam stop drop slip plan win begin chop whip \
knit shovel label""")
)
LONG = spaced(
    """sleep>slept>slept upstairs;drive>drove>driven home;cook dinner;work in the \
cellar;swim>swam>swum in \
the lake;walk the dog;talk to the neighbours;watch a film;clean the attic;load the van;unpack the \
boxes;\
wait at the bus stop;practise the trumpet;pick berries;chop wood;tidy the garage;count the \
money;shovel \
snow;translate a letter;knit>knitted>knitted a scarf;do>did>done the laundry""",
    ";",
)
