"""The rule-based criteria, on hand-written parses."""

from __future__ import annotations

import pytest
from helpers.hand_made_edges import (
    CRACKS,
    MAYOR,
    POOL,
    SENTENCES,
    SWIM,
    BrokenWordGrammarian,
    edge,
)
from helpers.hand_made_tools import KnownParses, KnownVectors, parse_of

from qgauge.core import BadSetting, Example, Score
from qgauge.metrics import create
from qgauge.qud.criteria.words import longest_phrase, noun_phrases

TOOLS = {"parser": KnownParses()}
WHY = "Why/ADV/4/advmod will/AUX/4/aux pools=pool/NOUN/4/nsubj close/VERB/0/root"


def score(request: str, example: Example, **tools: object) -> Score:
    (found,) = create(request).score([example], {**TOOLS, **tools})
    return found


@pytest.mark.parametrize(
    ("question", "anchor", "label", "words"),
    [
        # pool is a lemma of sentence 1
        (WHY, 1, "no_new_concepts", []),
        # basin is in the answer, sentence 3
        ("Which/DET/2/det basin/NOUN/0/root", 1, "answer_leakage", [("basin", 3, True)]),
        # "people" is in sentence 2, which is after the anchor and not the answer
        ("What/PRON/2/obj people/NOUN/0/root", 1, "hallucination", [("people", 2, False)]),
        # ... and is known once sentence 2 is the anchor
        ("What/PRON/2/obj people/NOUN/0/root", 2, "no_new_concepts", []),
        # a hallucinated word outweighs a leaked one
        (
            "What/PRON/2/obj basin/NOUN/0/root tax/NOUN/2/compound",
            1,
            "hallucination",
            [("basin", 3, True), ("tax", None, False)],
        ),
        # a person's name is never new, other names can be
        ("Who/PRON/0/root is/AUX/1/cop Bo/PROPN/1/nsubj/PERSON", 1, "no_new_concepts", []),
        (
            "What/PRON/0/root is/AUX/1/cop Oslo/PROPN/1/nsubj/LOC",
            1,
            "hallucination",
            [("Oslo", None, False)],
        ),
    ],
)
def test_givenness_by_new_nouns(
    question: str, anchor: int, label: str, words: list[tuple[str, int | None, bool]]
) -> None:
    found = score("qud_givenness:method=rule", edge(question, anchor))
    assert found.value == label
    new = [(w["word"], w["first"], w["in_answer"]) for w in found.evidence["new_words"]]
    assert new == words


def test_givenness_by_all_content_words() -> None:
    """Verbs count as well ("leak" is in no sentence), but names do not ("Oslo")."""
    question = "Why/ADV/2/advmod leaks=leak/VERB/0/root Oslo/PROPN/2/nsubj/LOC"
    assert score("qud_givenness:method=rule", edge(question)).value == "hallucination"
    found = score("qud_givenness:method=rule,words=content", edge(question))
    assert [one["word"] for one in found.evidence["new_words"]] == ["leaks"]


def test_a_word_with_a_known_stem_is_not_new() -> None:
    """The words closing and closes share the stem close."""
    question = "What/PRON/2/nsubj closing/NOUN/0/root"
    assert score("qud_givenness:method=rule", edge(question)).value == "no_new_concepts"


VECTORS = {
    "pool": (1.0, 0.0, 0.0),
    "bath": (0.9, 0.1, 0.0),
    "close": (0.0, 1.0, 0.0),
    "tax": (0.0, 0.0, 1.0),
    "price": (0.0, 0.0, 1.0),
}


@pytest.mark.parametrize(
    ("question", "status", "label"),
    [
        ("How/ADV/3/advmod is/AUX/3/cop it/PRON/0/root", "old", "no_new_concepts"),
        ("Which/DET/2/det pool/NOUN/0/root", None, "no_new_concepts"),
        ("Is/AUX/2/aux pool/NOUN/0/root", "old", "no_new_concepts"),
        # bath is close to pool: cosine .994
        ("Is/AUX/2/aux bath/NOUN/0/root", "mediated", "no_new_concepts"),
        # a tax is far from everything, but the pool's tax can be inferred
        ("Is/AUX/2/aux tax/NOUN/0/root", "new", "hallucination"),
        (
            "Is/AUX/3/aux pool/NOUN/3/nmod:poss tax/NOUN/0/root",
            "mediated",
            "no_new_concepts",
        ),
        ("Is/AUX/2/aux basin/NOUN/0/root", "new", "answer_leakage"),
    ],
)
def test_givenness_by_information_status(question: str, status: str | None, label: str) -> None:
    found = score("qud_givenness:method=infostatus", edge(question), embedder=KnownVectors(VECTORS))
    assert found.value == label
    told = {one["text"]: one["status"] for one in found.evidence["mentions"]}
    if status is None:
        assert not told, "the phrase asked for is not a mention"
    else:
        assert list(told.values())[-1] == status


def test_noun_phrases_include_their_modifiers() -> None:
    parse = parse_of(
        "What/PRON/0/root is/AUX/1/cop the/DET/5/det old/ADJ/5/amod plan/NOUN/1/nsubj "
        "of/ADP/8/case the/DET/8/det town/NOUN/5/nmod"
    )
    texts = [[parse.words[at].text for at in one.places] for one in noun_phrases(parse)]
    assert texts == [["the", "old", "plan", "of", "the", "town"], ["the", "town"]]
    longest = longest_phrase(parse)
    assert longest is not None
    assert longest.head == 4


def test_the_phrase_asked_for_is_skipped() -> None:
    parse = parse_of(
        "What/DET/2/det reason/NOUN/4/obj did/AUX/4/aux give/VERB/0/root they/PRON/4/nsubj"
    )
    assert [parse.words[one.head].text for one in noun_phrases(parse)] == ["they"]
    assert longest_phrase(parse) is None, "a pronoun has no content"


@pytest.mark.parametrize(
    ("phrase", "label", "missing"),
    [
        ("the/DET/2/det pool/NOUN/{0}/nsubj", "fully_grounded", []),
        ("the/DET/3/det pool/NOUN/3/compound tax/NOUN/{0}/nsubj", "partially_grounded", ["tax"]),
        ("the/DET/2/det tax/NOUN/{0}/nsubj", "not_grounded", ["tax"]),
        ("it/PRON/{0}/nsubj", "fully_grounded", []),
    ],
)
def test_relevance_by_the_longest_phrase(phrase: str, label: str, missing: list[str]) -> None:
    words = len(phrase.split())
    question = f"{phrase.format(words + 1)} works=work/VERB/0/root how/ADV/{words + 1}/advmod"
    found = score("qud_relevance:method=rule", edge(question))
    assert found.value == label
    assert found.evidence["missing"] == missing
    head = phrase.split()[-1].partition("/")[0]
    assert found.evidence["head"] == (None if head == "it" else head)


@pytest.mark.parametrize(
    ("question", "anchor", "value", "label"),
    [
        # all 6 words of 6: 1
        ("the pool will close in May", "the pool will close in May", 1.0, "fully_grounded"),
        # 1 of 2 words, and the brevity of 2 for 6 words: .5 * exp(1 - 3) = .0677
        ("which pool", "the pool will close in May", 0.0677, "fully_grounded"),
        # the same for 8 words: .5 * exp(1 - 4) = .0249
        ("which pool", "the pool will close in May or June", 0.0249, "partially_grounded"),
        # .5 * exp(1 - 5) = .0092
        ("which pool", "the pool will close in May or June or July", 0.0092, "not_grounded"),
        ("who", "the pool will close", 0.0, "not_grounded"),
    ],
)
def test_relevance_by_bleu(question: str, anchor: str, value: float, label: str) -> None:
    found = score("qud_relevance:method=bleu1", edge(question, sentences=(anchor, "x", "y")))
    assert found.parts["bleu1"] == pytest.approx(value, abs=5e-4)
    assert found.value == label
    # PTB words in lower case
    shared = [word for word in question.lower().split() if word in anchor.lower().split()]
    assert found.evidence["in_anchor"] == shared
    assert len(found.evidence["not_in_anchor"]) == len(question.split()) - len(shared)


class Alike:
    identity = "by-hand"

    def similarity(self, pairs: list[tuple[str, str]]) -> list[float | None]:
        return [0.1 if "tax" in one else 0.5 for one, _ in pairs]


@pytest.mark.parametrize(
    ("question", "anchor", "label", "why"),
    [
        (WHY, 1, "yes", []),
        (WHY, 3, "no", ["the anchor is not before the answer"]),
        (f"{WHY} broken/ADJ/4/xcomp", 1, "no", ["it is not well formed"]),
        # three content words that the document lacks, and no similar sentence
        (
            "Who/PRON/2/nsubj levies=levy/VERB/0/root old/ADJ/4/amod tax/NOUN/2/obj",
            1,
            "no",
            ["it is not about the document"],
        ),
        # two such words are too few to decide
        ("Who/PRON/2/nsubj levies=levy/VERB/0/root tax/NOUN/2/obj", 1, "yes", []),
    ],
)
def test_language(question: str, anchor: int, label: str, why: list[str]) -> None:
    found = score(
        "qud_language", edge(question, anchor), grammarian=BrokenWordGrammarian(), embedder=Alike()
    )
    assert (found.value, found.evidence["why"]) == (label, why)


def test_language_without_the_order_check() -> None:
    tools = {"grammarian": BrokenWordGrammarian(), "embedder": Alike()}
    assert score("qud_language:order=off", edge(WHY, 3), **tools).value == "yes"
    nowhere = Example("1", WHY, sentences=SENTENCES)
    assert score("qud_language:order=off", nowhere, **tools).value == "yes"
    assert score("qud_language", nowhere, **tools).unscored == "no anchor"


@pytest.mark.parametrize(
    ("example", "reason"),
    [
        (edge("", 1), "the question is empty"),
        (edge(WHY, sentences=()), "no sentences"),
        (Example("1", WHY, sentences=SENTENCES, answer_sentence=2), "no anchor"),
        (edge(WHY, 5), "the anchor is 5, but the last sentence is 4"),
        (edge(WHY, 1, 9), "the answer_sentence is 9, but the last sentence is 4"),
        (
            edge(WHY, 2, sentences=(POOL, "", CRACKS, MAYOR)),
            "the anchor is 2, but that sentence is missing",
        ),
    ],
)
def test_edges_without_a_sentence_are_unscored(example: Example, reason: str) -> None:
    """Other rows keep their labels."""
    metric = create("qud_givenness:method=rule")
    first, second = metric.score([example, edge(WHY)], TOOLS)
    assert (first.value, first.unscored) == (None, reason)
    assert second.value == "no_new_concepts"


def test_a_missing_sentence_is_not_context() -> None:
    found = score("qud_givenness:method=rule", edge(WHY, 3, 4, sentences=(SWIM, "", POOL, MAYOR)))
    assert found.value == "no_new_concepts"


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ("qud_givenness:words=content", "words can be set only with method=rule"),
        ("qud_relevance:metric=bleu1", "metric can be set only with method=reference"),
        (
            "qud_relevance:method=rule,thresholds=x.json",
            "thresholds can be set only with method=reference",
        ),
        ("qud_compatibility:method=rule", "method cannot be 'rule'"),
        ("qud_language:method=llm_zero,order=off", "order can be set only with method=rule"),
    ],
)
def test_settings_without_effect_are_refused(request_: str, told: str) -> None:
    with pytest.raises(BadSetting, match=told):
        create(request_)


def test_explanations_are_readable() -> None:
    metric = create("qud_givenness:method=rule")
    found = metric.explain(edge("Which/DET/2/det basin/NOUN/0/root"), TOOLS)
    (view,) = found.evidence["views"]
    assert "words not in the text up to the anchor: basin (in the answer sentence)" in view["steps"]
    assert found.value == metric.score([edge("Which/DET/2/det basin/NOUN/0/root")], TOOLS)[0].value
