"""The public sets of the linguist's records: files with digests and licences, and treebanks."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qgauge.text.ud import ud_words
from training.grammar_errors.corrupt import Parse

Record = dict[str, Any]

LICENCES = {
    "ud_ewt": "CC BY-SA 4.0",
    "ud_atis": "CC BY-SA 4.0",
    "uner_ewt": "CC BY-SA 4.0",
    "wnut17": "CC BY 4.0",
    "ner_misc": "CC BY 4.0",
    "blimp": "CC BY",
    "qamr": "MIT",
    "fairytaleqa": "Apache-2.0",
    "squad_dev": "CC BY-SA 4.0",
    "dcqa": "CC BY-SA 4.0 (questions)",
    "trec_qc": "none stated; public research data (Li and Roth)",
    "nli": "mixed: OANC/CC, CC BY-SA 4.0, Apache-2.0, MIT (RTE rows left out)",
    "query_wellformedness": "CC BY-SA 4.0",
}


class Shared:
    """The shared folder; reads files and records their digests and uses."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.sources: dict[str, Record] = {}

    def text(self, name: str, used_for: str, encoding: str = "utf-8") -> str:
        """Return the text of a file, unpacked if it is gzipped."""
        data = (self.root / name).read_bytes()
        source = self.sources.setdefault(
            name,
            {
                "file": name,
                "sha256": hashlib.sha256(data).hexdigest(),
                "licence": LICENCES[name.split("/")[1]],
                "used for": used_for,
            },
        )
        if used_for not in source["used for"]:
            source["used for"] += f"; {used_for}"
        if name.endswith(".gz"):
            data = gzip.decompress(data)
        return data.decode(encoding)

    def lines(self, name: str, used_for: str) -> list[Record]:
        """Return the records of a JSON-lines file."""
        return [json.loads(line) for line in self.text(name, used_for).splitlines() if line]


def digest(text: str) -> int:
    """Return a stable number for a string, for splits that do not depend on order."""
    return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16)


def bucket(document: str, salt: str = "") -> str:
    """Return the split of a document: 5 % dev, 5 % test, the rest train."""
    share = digest(f"{salt}/{document}") % 1000
    return "dev" if share < 50 else "test" if share < 100 else "train"


def words_of(text: str) -> list[str]:
    return [word.text for word in ud_words(text)]


def key(text: str) -> str:
    """Reduce a text to its letters and digits, to recognise copies."""
    return re.sub(r"[^a-z0-9]+", "", text.lower())


@dataclass
class Sentence:
    """One CoNLL-U sentence with its syntactic words."""

    document: str = ""
    words: list[str] = field(default_factory=list)
    upos: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    lemmas: list[str] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    rels: list[str] = field(default_factory=list)
    spaces: list[bool] = field(default_factory=list)
    typo: bool = False

    def parse(self) -> Parse:
        """Return the parse in the form that the corruptions need."""
        return Parse(self.upos, self.heads, self.rels, self.lemmas, self.tags)


def read_conllu(text: str) -> list[Sentence]:
    """Return the sentences in order; skip empty nodes, and keep the words of multiword tokens."""
    sentences: list[Sentence] = []
    document = ""
    for block in text.split("\n\n"):
        sentence = Sentence()
        until, space_after_range = 0, True
        for line in block.split("\n"):
            if line.startswith("# newdoc"):
                document = line.partition("=")[2].strip() or f"doc{len(sentences)}"
            if not line or line.startswith("#"):
                continue
            columns = line.split("\t")
            number, misc = columns[0], columns[9]
            if "." in number:
                continue
            space = "SpaceAfter=No" not in misc.split("|")
            if "-" in number:
                until, space_after_range = int(number.split("-")[1]), space
                continue
            at = int(number)
            if at < until:
                space = False
            elif at == until:
                space = space_after_range
            sentence.words.append(columns[1])
            sentence.lemmas.append(columns[2])
            sentence.upos.append(columns[3])
            sentence.tags.append(penn(columns[3], columns[5]))
            sentence.heads.append(int(columns[6]))
            sentence.rels.append(columns[7])
            sentence.spaces.append(space)
            sentence.typo |= "Typo=Yes" in columns[5] or columns[7] == "goeswith"
        if sentence.words:
            sentence.document = document
            sentences.append(sentence)
    return sentences


def penn(upos: str, features: str) -> str:
    """Return a Penn tag for verbs and nouns from UD features; "" for other words."""
    have = dict(pair.split("=", 1) for pair in features.split("|") if "=" in pair)
    if upos == "NOUN":
        return {"Plur": "NNS", "Ptan": "NNS", "Sing": "NN"}.get(have.get("Number", ""), "NN")
    if upos not in ("VERB", "AUX"):
        return ""
    form, tense = have.get("VerbForm", ""), have.get("Tense", "")
    if form == "Inf" or have.get("Mood") == "Imp":
        return "VB"
    if form == "Ger" or (form == "Part" and tense == "Pres"):
        return "VBG"
    if form == "Part":
        return "VBN"
    if tense == "Past":
        return "VBD"
    if tense == "Pres":
        third = have.get("Person") == "3" and have.get("Number") == "Sing"
        return "VBZ" if third else "VBP"
    return ""
