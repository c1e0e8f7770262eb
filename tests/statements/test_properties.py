"""Any words and any tree give one sentence, deterministically and without an exception."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.statements import statement
from qgauge.tools.roles import Parse, Word

WORDS = [
    *("who", "What", "which", "whose", "when", "where", "why", "how", "many", "long", "In", "of"),
    *("did", "does", "is", "was", "'s", "can", "n't", "not", "have", "do", "be", "to", "or", "and"),
    *("the", "dog", "Tom", "find", "ran", "happens", "describes", "there", "he", "it", "name"),
    *(",", "?", ".", "____", "because", "yes", "No", "5", "following", "é😀", "\\1", "(", '"'),
]
TAGS = ["NOUN", "VERB", "AUX", "DET", "ADP", "PRON", "PROPN", "ADV", "ADJ", "PART", "PUNCT", "NUM"]
RELATIONS = [
    *("nsubj", "obj", "obl", "aux", "cop", "det", "case", "root", "advcl", "acl:relcl", "conj"),
    *("xcomp", "ccomp", "advmod", "compound:prt", "amod", "punct", "nmod:poss", "expl", "mark"),
]


@st.composite
def parsed(draw: st.DrawFn) -> tuple[str, Parse]:
    """Draw sentences with random tags and trees; each head precedes its dependents."""
    chosen = draw(st.lists(st.sampled_from(WORDS), max_size=14))
    text, words, sentence, order = "", [], 0, []
    for at, word in enumerate(chosen):
        if at and draw(st.integers(0, 9)) == 0:
            sentence, order = sentence + 1, []
        start = len(text) + bool(text)
        text = f"{text} {word}" if text else word
        head = draw(st.sampled_from(order)) if order else -1
        order.append(at)
        tag, relation = draw(st.sampled_from(TAGS)), draw(st.sampled_from(RELATIONS))
        words.append(Word(word, start, len(text), tag, "", word.lower(), head, relation, sentence))
    if draw(st.booleans()) and words:
        words = _upside_down(words)
    return text, Parse(tuple(words))


def _upside_down(words: list[Word]) -> list[Word]:
    """Mirror the trees: heads follow their dependents, and the last word is the root."""
    last = {word.sentence: at for at, word in enumerate(words)}
    return [
        Word(w.text, w.start, w.end, w.upos, "", w.lemma, head, w.relation, w.sentence)
        for at, w in enumerate(words)
        for head in [-1 if last[w.sentence] == at else min(at + 1, last[w.sentence])]
    ]


@settings(max_examples=200, deadline=None)
@given(parsed(), parsed())
def test_any_tree_gives_a_sentence(question: tuple[str, Parse], answer: tuple[str, Parse]) -> None:
    found = statement(question[0], answer[0], question[1], answer[1])
    assert found.text and found.text == " ".join(found.text.split())
    assert found.text.endswith((".", "!", "?", '."'))
    assert found.rule
    assert not found.text[0].islower()
    assert statement(question[0], answer[0], question[1], answer[1]) == found


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_without_a_parse_is_framed(question: str, answer: str) -> None:
    assert statement(question, answer, Parse(()), Parse(())).sure is False
