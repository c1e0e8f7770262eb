"""Word lists of the Universal Dependencies tokeniser."""

from __future__ import annotations

from itertools import accumulate

from qgauge.text.words import word_set

# --- contractions without an apostrophe -----------------------------------------------------------
_FUSED_LINE = (
    "can|not a|lot gon|na wan|na got|ta gim|me lem|me out|ta du|n|no c'm|on 't|is 't|was "
    "do|nt does|nt did|nt ca|nt wo|nt is|nt are|nt was|nt were|nt ai|nt ar|nt "
    "has|nt have|nt had|nt could|nt would|nt should|nt must|nt need|nt "
    "i|m i|ve you|re you|ve you|ll they|re they|ve they|ll we|ve he|s she|s it|ll it|d that|ll "
    "that|s there|s here|s what|s who|s where|s how|s when|s let|s "
    "could|ve would|ve should|ve might|ve must|ve could|a would|a should|a "
    "else|s today|s yesterday|s tomorrow|s tonight|s anyone|s everyone|s someone|s nobody|s "
    "everybody|s somebody|s anybody|s children|s women|s men|s "
)
# The end offsets of the parts of each contraction.
FUSED = {
    line.replace("|", ""): tuple(accumulate(map(len, line.split("|"))))
    for line in _FUSED_LINE.split()
}

# Before these words "its" is a misspelt "it's": they cannot follow a possessive.
AFTER_IT_IS = word_set(
    "a about all almost also always an as at awesome bad basically because been being better by "
    "called cheap coming cool definitely difficult easy either even fine for from fun funny "
    "getting going gonna good great hard he here hot how i if important impossible in it just "
    "kinda like me more my necessary never nice no not nothing now obvious of off ok okay on only "
    "or our over perfect possible pretty probably quite rather ready really safe she simple "
    "simply so some sometimes still such that the their there they this time to too true "
    "unlikely up usually very we weird well what when where why with working worth wrong you "
    "your"
)

# --- hyphens --------------------------------------------------------------------------------------
# Bound prefixes keep their hyphen; every other hyphen is a separate word.
PREFIXES = (
    "anti|arch|bi|bio|co|counter|cross|cyber|de|e|eco|ex|extra|hyper|infra|inter|intra|macro|mega"
    "|meta|micro|mid|mini|mis|mono|multi|nano|neo|non|over|poly|post|pre|pro|proto|pseudo|psycho"
    "|quasi|re|semi|socio|sub|super|trans|tri|ultra|un|under|uni"
)
SUFFIXES = "esque|ish|wise"

# --- full stops -----------------------------------------------------------------------------------
# Always followed by something: with a capital they never end a sentence.
ALWAYS_ABBREVIATED = word_set(
    "mr mrs ms messrs mme mlle dr drs prof rev hon gen lt col sgt capt cpl cmdr maj adm gov sen "
    "rep reps pres supt insp ste mt vs viz cf ie eg esp attn approx"
)
NEVER_LAST = word_set("e.g i.e p.s")
# These sometimes end a sentence; the next chunk decides.
OFTEN_ABBREVIATED = word_set(
    "inc corp co ltd pvt llc bros jr sr esq phd assn dept univ natl intl etc al st ft ave blvd "
    "jan feb apr aug sept oct nov dec tue tues thu thur thurs ext mfg govt mgr arrv eds vol vols "
    "figs pp lb lbs oz yrs hrs mins tel calif minn tenn ariz okla"
)
# Likewise, but only with a capital: in lower case they are ordinary words.
CAPITALISED_ABBREVIATED = word_set(
    "chap ch conf conn dist ed est fig fla fri ind inst mass mich mob ont para penn ph que rd sec "
    "spec wis"
)
# Abbreviations only before a number.
ABBREVIATED_BEFORE_A_NUMBER = word_set(
    "no nos art fig p pp pg op sun sat mon wed fri mar jun jul sec ch ext ca c vol tel"
)
# Words that, capitalised after a full stop, start a new sentence.
SENTENCE_STARTERS = word_set(
    "a according additionally after again all also although among an and another any are as at "
    "be because before both but by can could despite did do does due during each even every "
    "everyone everything finally first for from furthermore had has have he her here his how "
    "however i if in instead is it its just last later let like many maybe me meanwhile more "
    "moreover most much my never nevertheless no not nothing now of oh on once one only or other "
    "our over people please several she should similarly since so some still such thank thanks "
    "that the their them then there these they this those though throughout thus to today under "
    "unfortunately until upon very was we well were what when where whether which while who why "
    "will with within without would yes yet you your"
)

# --- numbers --------------------------------------------------------------------------------------
# Letters that are part of a number (5th); other letters are a separate word, usually a unit.
NUMBER_ENDINGS = word_set("st nd rd th s ths rds")
ONE_LETTER_UNITS = frozenset("kKmMbBcCfFhxtg")

# --- web addresses and files ----------------------------------------------------------------------
TOP_DOMAINS = word_set(
    "com org net edu gov mil biz info int arpa uk eu de fr ca au nz jp ru ch nl kr cn io tv"
)
FILE_ENDINGS = word_set(
    "doc docx xls xlsx ppt pptx pdf txt rtf csv htm html xml json zip gz tar rar exe dll bat "
    "jpg jpeg gif png bmp tif mp3 mp4 wav avi mov py js php asp jsp cgi log dat"
)
NEWSGROUPS = word_set("alt comp misc news rec sci soc talk")
