"""Given names that tell whether a person is `he` or `she`."""

from __future__ import annotations

from qgauge.text.words import word_set

FEMALE = word_set(
    "ada agnes alice amelia amy ana anna anne annie astrid barbara beatrice beatrix bella bridget "
    "camilla carmen caroline catherine cecilia charlotte chloe clara claire daisy daphne deborah "
    "diana dora dorothy edith eleanor elena elisabeth elizabeth ella ellen elsa emily emma erika "
    "esther eva eve fatima fiona flora florence freya frida gertrude gloria grace greta hannah "
    "harriet heidi helen helena hester hilda ida ingrid irene irina isabel isabella jane janet "
    "jasmine jennifer jessica joan johanna josephine judith julia julie karen kate katherine laura "
    "layla leila lena lily linda lisa louise lucia lucy lydia mabel margaret maria marie marion "
    "marta martha mary matilda maud mei miriam molly monica nadia nancy nina nora olga olivia "
    "pamela patricia paula penelope petra phoebe priya rachel rebecca rosa rose ruth sally sandra "
    "sara sarah selma sheila silvia sofia sonia sophia sophie stella susan susanna sylvia tamsin "
    "teresa tilda ursula vera victoria viola violet virginia wendy yasmin zoe"
)
MALE = word_set(
    "aaron adam adrian ahmed alan albert alexander alfred ali ambrose andrew andreas anthony anton "
    "antonio arthur august barnaby ben benjamin bernard boris brian carl carlos charles christian "
    "christopher colin daniel david derek dennis dmitri edgar edmund eduard edward edwin eric erik "
    "ernest ethan felix ferdinand finn francis francisco frank franz fred frederick gabriel gareth "
    "george georg gerald gilbert giovanni graham gregory gustav hamid hans harold harry hassan "
    "hector heinrich henri henry herbert hermann hugh hugo ian ibrahim igor isaac ivan ivo jack "
    "jacob jakob james jan jean john johann jonas jonathan jose joseph juan karl kenneth klaus "
    "lars laurence lawrence leo leonard leopold louis lucas ludwig luke magnus malcolm marcel "
    "marco marcus mario mark martin matthew max michael miguel mohammed nathan neil nicholas niels "
    "nils oliver omar oscar otto owen pablo patrick paul pedro peter petar philip pierre piotr "
    "ralph raymond richard robert roger roland rudolf rupert samir samuel sebastian sergei simon "
    "stefan stephen steven sven theodore thomas timothy tobias tom tomas tomasz victor vincent "
    "walter werner wilhelm william wolfgang yusuf"
)
