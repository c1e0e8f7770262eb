"""Each change on sentences written for this test, with parses written by hand."""

from __future__ import annotations

from random import Random

import pytest

from qgauge.tools.roles import Parse, Word
from training.misstated.clause_changes import negation, role, tense
from training.misstated.data import Records, well_formed
from training.misstated.edits import replaced
from training.misstated.items import Item
from training.misstated.material import Material
from training.misstated.merges import choice, comparison, contrast, merged
from training.misstated.paraphrases import (
    asked_last,
    name_form,
    number_words,
    passive,
    phrase_first,
    synonym,
)
from training.misstated.phrase_changes import name, number, owner, predicate, superlative
from training.misstated.sources import cut
from training.reader.records import Question, split

PASSAGE = (
    "The architect Anna Berg built the Moss Tower in 1990. Her rival Karl Lund designed the "
    "harbour. The largest mill was sold in 1875. The miller thanked the baker."
)
NAMES = [("Anna Berg", "PER"), ("Karl Lund", "PER"), ("Moss Tower", "LOC")]


def item(rows: str, answer: str = "nobody", passage: str = PASSAGE) -> Item:
    """Return an item from `word/UPOS/lemma/head/relation[/ENTITY]`, separated by spaces."""
    words, text = [], ""
    for row in rows.split():
        form, upos, lemma, head, relation, *entity = row.split("/")
        text += " " * (bool(text) and form not in ("?", ",", "'s", "n't"))
        start, end, kind = len(text), len(text) + len(form), "".join(entity)
        words.append(Word(form, start, end, upos, kind, lemma, int(head), relation))
        text += form
    question = Question("squad", "train", "Towers", passage, text, [answer])
    found = Material(split(passage), list(NAMES))
    found.verbs |= {"build": True, "design": True, "sell": True, "thank": True}
    found.nouns["NN"] += ["architect", "rival", "harbour", "mill", "miller", "baker"]
    return Item(question, Parse(tuple(words)), found)


WHEN = item(
    "When/ADV/when/4/advmod did/AUX/do/4/aux Anna/PROPN/Anna/4/nsubj/PER "
    "Berg/PROPN/Berg/2/flat/PER open/VERB/open/-1/root the/DET/the/6/det mill/NOUN/mill/4/obj "
    "?/PUNCT/?/4/punct",
    "1875",
)
WHO = item(
    "Who/PRON/who/1/nsubj built/VERB/build/-1/root the/DET/the/4/det "
    "Moss/PROPN/Moss/4/compound/LOC Tower/PROPN/Tower/1/obj/LOC "
    "in/ADP/in/6/case 1990/NUM/1990/1/obl/DATE ?/PUNCT/?/1/punct",
    "Anna Berg",
)
THANKED = item(
    "Who/PRON/who/1/nsubj thanked/VERB/thank/-1/root the/DET/the/3/det baker/NOUN/baker/1/obj "
    "?/PUNCT/?/1/punct",
    "the miller",
)
SISTER = item(
    "Who/PRON/who/-1/root is/AUX/be/0/cop Berg/PROPN/Berg/4/nmod:poss/PER 's/PART/'s/2/case "
    "sister/NOUN/sister/0/nsubj ?/PUNCT/?/0/punct"
)
LARGEST = item(
    "When/ADV/when/5/advmod was/AUX/be/5/aux:pass the/DET/the/4/det largest/ADJ/large/4/amod "
    "mill/NOUN/mill/5/nsubj:pass sold/VERB/sell/-1/root ?/PUNCT/?/5/punct"
)


def test_a_name_becomes_another_name_of_the_passage() -> None:
    made = name(WHEN, Random(1))
    assert made and made.text == "When did Karl Lund open the mill?"


def test_a_year_becomes_another_year_of_the_passage() -> None:
    assert {number(WHO, Random(n)).text for n in range(9)} >= {  # type: ignore[union-attr]
        "Who built the Moss Tower in 1875?"
    }


def test_a_number_that_the_passage_supports_is_no_change() -> None:
    double = "Ann built the Moss Tower in 1990. Karl built the Moss Tower again in 1875."
    other = item("Who/PRON/who/1/nsubj built/VERB/build/-1/root the/DET/the/4/det "
                 "Moss/PROPN/Moss/4/compound Tower/PROPN/Tower/1/obj in/ADP/in/6/case "
                 "1990/NUM/1990/1/obl ?/PUNCT/?/1/punct", "Ann", double)  # fmt: skip
    made = {found.text if (found := number(other, Random(n))) else "" for n in range(20)}
    assert "Who built the Moss Tower in 1875?" not in made


def test_a_predicate_becomes_its_opposite() -> None:
    made = {found.text for n in range(20) if (found := predicate(WHEN, Random(n)))}
    assert "When did Anna Berg close the mill?" in made


def test_the_verb_is_negated() -> None:
    made = {negation(WHEN, Random(n)).text for n in range(20)}  # type: ignore[union-attr]
    assert made == {
        "When didn't Anna Berg open the mill?",
        "When did Anna Berg not open the mill?",
        "When did Anna Berg never open the mill?",
    }
    assert negation(WHO, Random(1)).text in (  # type: ignore[union-attr]
        "Who did not build the Moss Tower in 1990?",
        "Who didn't build the Moss Tower in 1990?",
    )


def test_a_negation_is_removed() -> None:
    denied = item(
        "Who/PRON/who/3/nsubj did/AUX/do/3/aux n't/PART/not/3/advmod build/VERB/build/-1/root "
        "mills/NOUN/mill/3/obj ?/PUNCT/?/3/punct"
    )
    assert negation(denied, Random(1)).text == "Who did build mills?"  # type: ignore[union-attr]


def test_the_past_becomes_the_future() -> None:
    assert tense(WHEN, Random(1)).text == "When will Anna Berg open the mill?"  # type: ignore[union-attr]
    made = tense(LARGEST, Random(1))
    assert made and made.text == "When will the largest mill be sold?"


def test_the_owner_is_exchanged() -> None:
    made = owner(SISTER, Random(1))
    assert made and made.text == "Who is Karl Lund's sister?"


def test_the_roles_are_exchanged() -> None:
    assert role(THANKED, Random(1)).text == "Who did the baker thank?"  # type: ignore[union-attr]


def test_a_superlative_is_reversed() -> None:
    made = {found.text for n in range(9) if (found := superlative(LARGEST, Random(n)))}
    assert made == {"When was the smallest mill sold?"}


def test_two_facts_are_merged() -> None:
    asked = item(
        "What/PRON/what/4/obj did/AUX/do/4/aux Karl/PROPN/Karl/4/nsubj/PER "
        "Lund/PROPN/Lund/2/flat/PER design/VERB/design/-1/root ?/PUNCT/?/4/punct",
        "the harbour",
    )
    asked.mates = [WHO]
    made = {found.text for n in range(9) if (found := merged(asked, Random(n)))}
    assert made == {"What did Karl Lund design in 1990?"}


def test_a_comparison_that_the_passage_does_not_make() -> None:
    made = comparison(WHO, Random(1))
    assert made and " or " in made.text and ", " in made.text


def test_true_questions_get_names_and_denials_too() -> None:
    assert choice(WHO, Random(1)).text in (  # type: ignore[union-attr]
        "Who built the Moss Tower in 1990, Anna Berg or Karl Lund?",
        "Who built the Moss Tower in 1990, Karl Lund or Anna Berg?",
    )
    made = contrast(WHO, Random(1))
    assert made and "Karl Lund," in made.text and made.text.startswith("Who, ")


@pytest.mark.parametrize(
    ("change", "of", "expected"),
    [
        (phrase_first, WHO, {"In 1990, who built the Moss Tower?"}),
        (asked_last, WHEN, {"Anna Berg opened the mill when?"}),
        (name_form, WHEN, {"When did Berg open the mill?"}),
        (
            passive,
            WHO,
            {
                "Who was the Moss Tower built by in 1990?",
                "By whom was the Moss Tower built in 1990?",
            },
        ),
        (synonym, WHO, {None}),
        (number_words, WHEN, {None}),
    ],
)
def test_paraphrases(change, of, expected) -> None:  # type: ignore[no-untyped-def]
    made = {found.text if (found := change(of, Random(n))) else None for n in range(12)}
    assert made == expected


def test_articles_and_capitals_are_mended() -> None:
    assert replaced("Who saw a fox?", 10, 13, "owl") == "Who saw an owl?"
    assert replaced("Fox and owl?", 0, 3, "wolf") == "Wolf and owl?"
    assert not well_formed("Who saw the the owl?")


def test_a_long_passage_is_cut_around_the_answer() -> None:
    text = " ".join(f"Sentence number {n} says nothing of note here." for n in range(60))
    q = Question("squad", "train", "A", text + " The owl slept.", "Who slept?", ["owl"])
    short = cut(q).passage
    assert short.endswith("The owl slept.") and len(short.split()) <= 220


def test_a_passage_has_each_question_once() -> None:
    records = Records()
    assert records.add(WHO.question, "Who built it?", 0, "true")
    assert not records.add(WHO.question, "who built it?", 1, "name")
    assert len(records.rows) == 1
