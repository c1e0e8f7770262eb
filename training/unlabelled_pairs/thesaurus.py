"""Synonyms, hypernyms and antonyms for the rules that make training pairs.

Antonyms come from a list and from WordNet, the rest from WordNet's first senses only. Without an
installed WordNet only the list is used.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from functools import cached_property
from pathlib import Path

from lemminflect import getAllLemmas, getInflection

FOLDERS = (Path("/usr/share/wordnet"), Path("/usr/local/WordNet-3.0/dict"))
FILES = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
POS = {"N": "noun", "V": "verb", "J": "adj", "R": "adv"}
UPOS = {"noun": "NOUN", "verb": "VERB", "adj": "ADJ", "adv": "ADV"}
OPPOSITES = """
largest smallest | larger smaller | large small | biggest smallest | bigger smaller | big little
first last | earliest latest | early late | earlier later | before after | north south | east west
northern southern | eastern western | northwest southeast | northeast southwest
increase decrease | increased decreased | increasing decreasing | increases decreases | rise fall
rising falling | highest lowest | higher lower | high low | most least | more less | more fewer
majority minority | maximum minimum | major minor | above below | inside outside
internal external | inner outer | upper lower | top bottom | left right | front back | begin end
began ended | beginning end | start finish | started stopped | opened closed | open closed
opening closing | birth death | born killed | alive dead | living dead | win lose | won lost
winner loser | winning losing | victory defeat | defeated supported | success failure
successful unsuccessful | accept reject | accepted rejected | allow forbid | allowed forbidden
allowed prohibited | approve oppose | approved rejected | support oppose | supported opposed
supporters opponents | with without | public private | national local | domestic foreign
native foreign | rich poor | wealthy poor | strong weak | stronger weaker | strongest weakest
long short | longer shorter | longest shortest | tall short | wide narrow | deep shallow
near far | nearest farthest | closest farthest | close distant | hot cold | warm cool | wet dry
hard soft | heavy light | heavier lighter | fast slow | faster slower | fastest slowest | old new
older younger | oldest youngest | oldest newest | young old | ancient modern | modern traditional
past future | former current | previous next | previous following | common rare | commonly rarely
usually rarely | often seldom | always never | frequently rarely | many few | all none | some no
every no | both neither | each neither | true false | right wrong | correct incorrect | good bad
better worse | best worst | positive negative | beneficial harmful | safe dangerous
easy difficult | simple complex | possible impossible | likely unlikely | able unable | happy sad
happy unhappy | glad sorry | kind cruel | brave cowardly | beautiful ugly | clever stupid
wise foolish | love hate | loved hated | like dislike | liked disliked | friend enemy
friends enemies | ally enemy | allies enemies | husband wife | father mother | son daughter
sons daughters | brother sister | brothers sisters | king queen | prince princess | boy girl
boys girls | man woman | men women | male female | uncle aunt | give take | gave took
given taken | buy sell | bought sold | buying selling | lend borrow | send receive | sent received
come go | came went | arrive leave | arrived left | enter leave | entered left | join leave
joined left | push pull | add remove | added removed | build destroy | built destroyed
create destroy | created destroyed | construct demolish | constructed demolished | attack defend
attacked defended | import export | imports exports | imported exported | hire fire | hired fired
advance retreat | advanced retreated | appear disappear | appeared disappeared | remember forget
remembered forgot | ask answer | asked answered | question answer | found lost | find lose
hide show | hid showed | include exclude | included excluded | including excluding | include omit
gain lose | gained lost | strengthen weaken | strengthened weakened | improve worsen
improved worsened | expand shrink | expanded shrank | grew shrank | grow shrink | growth decline
unite divide | united divided | married divorced | marry divorce | sleeping awake
sitting standing | stand sit | standing sitting | walking running | indoors outdoors
inside outdoors | up down | upward downward | empty full | same different | similar different
equal unequal | direct indirect | formal informal | legal illegal | official unofficial
permanent temporary | active passive | primary secondary | original final | temporary permanent
urban rural | summer winter | spring autumn | day night | morning evening | black white
dark light | sunrise sunset | war peace | civilian military | liberal conservative
democratic republican | catholic protestant | liquid solid | cause effect | causes effects
causes results | teacher student | teachers students | employer employee | employers employees
buyer seller | parent child | parents children | master servant | doctor patient | offense defense
offensive defensive | profit loss | income expense | supply demand | credit debt
presence absence | present absent | advantage disadvantage | advantages disadvantages
benefits drawbacks | strengths weaknesses | agree disagree | agreed disagreed | succeed fail
succeeded failed | encourage discourage | encouraged discouraged | prevent cause
prevented caused | protect endanger | protected exposed | required optional | mandatory optional
necessary unnecessary | popular unpopular | famous unknown | known unknown | visible invisible
dependent independent
""".replace("\n", "|")


class Thesaurus:
    """First senses of WordNet; every list is sorted, so that choices are reproducible."""

    def __init__(self, folder: Path | None = None) -> None:
        places = [folder] if folder else list(FOLDERS)
        self.folder = next((p for p in places if (p / "data.noun").is_file()), None)
        self._changed: dict[tuple[str, str, str], list[str]] = {}
        self.opposites: dict[str, list[str]] = defaultdict(list)
        for pair in OPPOSITES.split("|"):
            if pair.split():
                one, two = pair.split()
                self.opposites[one].append(two)
                self.opposites[two].append(one)

    @cached_property
    def _senses(self) -> dict[tuple[str, str], list[int]]:
        found: dict[tuple[str, str], list[int]] = {}
        for pos in FILES if self.folder else ():
            for fields in self._lines(f"index.{pos}"):
                count = int(fields[2])
                found[fields[0], pos] = [int(n) for n in fields[-count:]]
        return found

    @cached_property
    def _synsets(self) -> dict[tuple[str, int], tuple[int, list[str], list[str]]]:
        """Return the lexicographer file, words and pointer fields of each synset."""
        found = {}
        for pos in FILES if self.folder else ():
            for fields in self._lines(f"data.{pos}"):
                count = int(fields[3], 16)
                names = [fields[4 + 2 * i].split("(")[0] for i in range(count)]
                at = 4 + 2 * count
                pointers = fields[at + 1 : at + 1 + 4 * int(fields[at])]
                found[pos, int(fields[0])] = (int(fields[1]), names, pointers)
        return found

    def _lines(self, name: str) -> list[list[str]]:
        assert self.folder
        text = (self.folder / name).read_text(encoding="utf-8", errors="replace")
        return [line.split() for line in text.split("\n") if line and not line.startswith(" ")]

    @property
    def digest(self) -> str:
        """Return a digest of the files used."""
        total = hashlib.sha256()
        for pos in FILES if self.folder else ():
            for kind in ("index", "data"):
                total.update((self.folder / f"{kind}.{pos}").read_bytes())  # type: ignore[operator]
        return total.hexdigest()

    def _sense(self, lemma: str, pos: str, which: int = 0) -> tuple[int, list[str], list[str]]:
        senses = self._senses.get((lemma, pos), ())
        if len(senses) <= which:
            return -1, [], []
        return self._synsets[pos, senses[which]]

    def synonyms(self, lemma: str, pos: str) -> list[str]:
        return _plain(self._sense(lemma, pos)[1], lemma)

    def pointed(self, lemma: str, pos: str, symbols: str) -> list[str]:
        """Return words of the synsets a first sense points to: `@` (kinds) or `~` (examples)."""
        _, _, pointers = self._sense(lemma, pos)
        found: list[str] = []
        for symbol, offset, letter, _ in zip(*[iter(pointers)] * 4):
            if symbol in symbols and letter == FILES[pos]:
                found += self._synsets[pos, int(offset)][1]
        return _plain(found, lemma)

    def antonyms(self, lemma: str, pos: str) -> list[str]:
        found: list[str] = []
        for which in (0, 1):
            _, names, pointers = self._sense(lemma, pos, which)
            for symbol, offset, letter, ends in zip(*[iter(pointers)] * 4):
                mine, theirs = int(ends[:2], 16), int(ends[2:], 16)
                if symbol == "!" and letter == FILES[pos] and names[mine - 1].lower() == lemma:
                    found.append(self._synsets[pos, int(offset)][1][theirs - 1])
        return _plain(found, lemma)

    def field(self, noun: str) -> int:
        """Return the lexicographer file of a noun's first sense:

        18 people, 15 places, 28 times, ...
        """
        return self._sense(noun, "noun")[0]

    def opposite(self, word: str, tag: str) -> list[str]:
        """Return antonyms of a word, in its inflected form."""
        low = word.lower()
        if low in ("kind", "like", "right", "left") and tag[:1] != "V":
            return []  # mostly "what kind of", "like this", "the right to", "was left"
        if low in self.opposites:
            return self.opposites[low]
        return self.changed(low, tag, "!")

    def changed(self, word: str, tag: str, how: str) -> list[str]:
        """Return replacements for a word, in its form: how is one of = (synonyms) ! @ ~."""
        key = (word.lower(), tag, how)
        if key not in self._changed:
            self._changed[key] = self._found(*key)
        return self._changed[key]

    def _found(self, word: str, tag: str, how: str) -> list[str]:
        pos = POS.get(tag[:1], "")
        if not pos or tag.startswith("NNP"):
            return []
        out: list[str] = []
        for lemma in getAllLemmas(word).get(UPOS[pos], ())[:1]:
            if how == "=":
                found = self.synonyms(lemma, pos)
            elif how == "!":
                found = self.antonyms(lemma, pos)
            else:
                found = self.pointed(lemma, pos, how)
            for other in found:
                forms = getInflection(other, tag) if tag[:1] in "NV" else (other,)
                if tag in ("JJ", "RB", "NN", "VB") or forms:
                    out.append(forms[0] if forms else other)
        return [o for o in out if o != word]


def _plain(names: list[str], lemma: str) -> list[str]:
    """Return single lower-case words other than the lemma."""
    return sorted({n for n in names if n.isalpha() and n.islower() and n != lemma and len(n) > 2})
