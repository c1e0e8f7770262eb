"""What is known of a candidate answer from the parse: the input of the scoring model.

A feature that does not apply is absent. `tale` says how much a passage reads like a tale, by its
personal pronouns: people ask about other spans of tales than of encyclopedias.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from qgauge.generation.answer_candidate import Candidate
from qgauge.generation.answer_tree import AnswerTree
from qgauge.text.words import word_set

_PERSONAL = word_set("i you he she him her his me my your they them their we us our")
_CASES = word_set("in of to for by with on at from as into about between after during through")
_ARTICLES = {"the": "the", "a": "a", "an": "a", "this": "this", "these": "this", "that": "this"}


class PassageFacts:
    """What the features of all candidates of a passage share."""

    def __init__(self, tree: AnswerTree, found: Sequence[Candidate]) -> None:
        words = tree.words
        self.tree = tree
        real = sum(word.upos != "PUNCT" for word in words)
        personal = sum(low in _PERSONAL for low in tree.lows)
        self.tale = min(personal / real, 0.15) if real else 0.0
        self.words = min(real, 400)
        self.sentence_words = Counter(word.sentence for word in words if word.upos != "PUNCT")
        self.sentence_first: dict[int, int] = {}
        self.sentence_last: dict[int, int] = {}
        for at, word in enumerate(words):
            self.sentence_first.setdefault(word.sentence, at)
            if word.upos != "PUNCT":
                self.sentence_last[word.sentence] = at
        self.lemma_counts = Counter(tree.lemmas)
        self.first_seen: dict[str, int] = {}
        for at, lemma in enumerate(tree.lemmas):
            self.first_seen.setdefault(lemma, at)
        self.rivals = Counter(words[one.head].sentence for one in found)
        self.starts: Counter[int] = Counter(one.first for one in found)
        self.pronouns = [0]
        self.digits = [0]
        self.verbs = [0]
        for at, word in enumerate(words):
            self.pronouns.append(self.pronouns[-1] + (tree.lows[at] in _PERSONAL))
            self.digits.append(self.digits[-1] + any(map(str.isdigit, word.text)))
            self.verbs.append(self.verbs[-1] + (word.upos == "VERB"))


def features(one: Candidate, facts: PassageFacts) -> dict[str, float]:
    """Return the features of a candidate by name.

    Args:
        one: The candidate.
        facts: What is known of its passage.

    Returns:
        The features that apply; those of categories have the value 1.
    """
    tree, kind = facts.tree, one.type
    sentence = tree.words[one.head].sentence
    size = one.last - one.first
    long = max(1, facts.sentence_words[sentence])
    contents = tree.contents[one.last] - tree.contents[one.first]
    lemma = tree.lemmas[one.head]
    found = {
        f"type {kind}": 1.0,
        f"{kind} {one.form}": 1.0,
        f"{kind}: tale": facts.tale,
        f"{kind}: words": float(min(size, 16)),
        f"relation {_relation(tree, one)}": 1.0,
        f"determiner {_determiner(tree, one)}": 1.0,
        "share of the sentence": min(1.0, size / long),
        "content words": float(min(contents, 10)),
        "share of content words": contents / size,
        "sentence": float(min(sentence, 12)),
        "words of the sentence": float(min(long, 50)),
        "words of the passage": float(facts.words),
        "place in the sentence": min(1.0, (one.head - facts.sentence_first[sentence]) / long),
        "depth": float(min(tree.depths[one.head], 8)),
        "same noun in the passage": float(min(facts.lemma_counts[lemma], 8)),
        "candidates in the sentence": float(min(facts.rivals[sentence], 60)),
        "candidates with this start": float(min(facts.starts[one.first], 5)),
        "letters of the head": float(min(len(tree.lows[one.head]), 14)),
    }
    flags = {
        "mentioned before": facts.first_seen[lemma] < one.first,
        "ends the sentence": facts.sentence_last.get(sentence, -1) < one.last,
        "begins the sentence": facts.sentence_first[sentence] == one.first,
        "has a pronoun": facts.pronouns[one.last] > facts.pronouns[one.first],
        "has a digit": facts.digits[one.last] > facts.digits[one.first],
        "has a verb": facts.verbs[one.last] > facts.verbs[one.first],
        "in quotes": tree.in_quotes(one.first),
        "in brackets": tree.in_brackets(one.first),
        "capitalised": tree.words[one.last - 1].text[:1].isupper(),
        "all capitals": tree.words[one.head].text.isupper() and len(tree.lows[one.head]) > 1,
    }
    found.update({name: 1.0 for name, holds in flags.items() if holds})
    return found


def _relation(tree: AnswerTree, one: Candidate) -> str:
    """Return the relation of the head, with the preposition of adjuncts."""
    relation = tree.relation(one.head)
    if tree.plain_relation(one.head) in ("obl", "nmod"):
        case = next((tree.lows[at] for at in tree.children[one.head] if at < one.head), "")
        relation = tree.plain_relation(one.head) if relation != "nmod:poss" else relation
        return f"{relation} {case}" if case in _CASES else relation
    if relation == "root" and any(tree.relation(at) == "cop" for at in tree.children[one.head]):
        return "predicate"
    return relation


def _determiner(tree: AnswerTree, one: Candidate) -> str:
    low = tree.lows[one.first]
    if low in _ARTICLES:
        return _ARTICLES[low]
    return "own" if low in _PERSONAL else "none" if tree.upos(one.first) != "DET" else "other"
