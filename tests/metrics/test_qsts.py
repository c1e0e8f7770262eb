"""QSTS on hand-written parses, classes and vectors; comments derive each part."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.hand_made_tools import KnownClasses, KnownParses, KnownVectors

from qgauge.core import Example, Score, ToolFailed
from qgauge.metrics import create, qsts_parts

VECTORS = {
    "film": (1, 0),
    "movie": (0.6, 0.8),  # cosine with film .6
    "see": (3, 0),
    "watch": (3, 4),  # cosine with see .6
    "cat": (0, 2),
    "dog": (3, 4),  # cosine with cat .8
    "hunt": (1, 0),
    "chase": (-3, 4),  # cosine with hunt -.6
}

# Edges are written relation(head, dependent). Table 1 of the paper, rows 1 and 2:
TABLE_1: dict[str, tuple[str, str, tuple[float, float, float], float]] = {
    # content edges of the reference: nmod(title, album), nmod:poss(album, Bob), flat(Bob, Dylan),
    # case(Bob, 's), amod(album, first); the root is a stop word. The first is not in the question.
    "album": (
        "What/PRON/0/root was=be/AUX/1/cop the/DET/4/det title/NOUN/1/nsubj of/ADP/10/case "
        "Bob/PROPN/10/nmod:poss/PERSON Dylan/PROPN/6/flat/PERSON 's/PART/6/case first/ADJ/10/amod "
        "album/NOUN/4/nmod ?/PUNCT/1/punct",
        "What/PRON/8/obj was=be/AUX/8/aux:pass Bob/PROPN/7/nmod:poss/PERSON "
        "Dylan/PROPN/3/flat/PERSON 's/PART/3/case first/ADJ/7/amod album/NOUN/8/nsubj:pass "
        "called=call/VERB/0/root ?/PUNCT/8/punct",
        (1, 1, 4 / 5),
        0.928,
    ),
    # nmod(name, brother), nmod:poss(brother, Vincent), case(Vincent, 's): the first is missing
    "brother": (
        "What/PRON/0/root was=be/AUX/1/cop the/DET/4/det name/NOUN/1/nsubj of/ADP/8/case "
        "Vincent/PROPN/8/nmod:poss/PERSON 's/PART/6/case brother/NOUN/4/nmod",
        "Who/PRON/0/root was=be/AUX/1/cop Vincent/PROPN/5/nmod:poss/PERSON 's/PART/3/case "
        "brother/NOUN/1/nsubj ?/PUNCT/1/punct",
        (1, 1, 2 / 3),
        0.874,
    ),
}

PAIRS: dict[str, tuple[str, str, tuple[str, str], tuple[float, float, float]]] = {
    # Who directed the film? / the movie?  root 1, obj (1 + .6) / 2 = .8
    "a synonym": (
        "Who/PRON/2/nsubj directed=direct/VERB/0/root the/DET/4/det film/NOUN/2/obj",
        "Who/PRON/2/nsubj directed=direct/VERB/0/root the/DET/4/det movie/NOUN/2/obj",
        ("HUM:ind", "HUM:ind"),
        (1, 1, 0.9),
    ),
    # Who directed the old film? / the film?  root 1, obj 1, amod(film, old) 0
    "less information": (
        "Who/PRON/2/nsubj directed=direct/VERB/0/root the/DET/5/det old/ADJ/5/amod film/NOUN/2/obj",
        "Who/PRON/2/nsubj directed=direct/VERB/0/root the/DET/4/det film/NOUN/2/obj",
        ("HUM:ind", "HUM:gr"),  # a different class of the same group: .5
        (0.5, 1, 2 / 3),
    ),
    # Who was Abraham Lincoln? / Lincoln?  one of two names; only flat(Abraham, Lincoln) counts
    "half a name": (
        "Who/PRON/0/root was=be/AUX/1/cop Abraham/PROPN/1/nsubj/PERSON Lincoln/PROPN/3/flat/PERSON",
        "Who/PRON/0/root was=be/AUX/1/cop Lincoln/PROPN/1/nsubj/PERSON",
        ("HUM:desc", "HUM:desc"),
        (1, 0.5, 0),
    ),
    # When did Ada visit Rome? / Bob visit Rome?  root 1, nsubj 0: the name differs, obj 1
    "a different name": (
        "When/ADV/4/advmod did=do/AUX/4/aux Ada/PROPN/4/nsubj visit/VERB/0/root Rome/PROPN/4/obj",
        "When/ADV/4/advmod did=do/AUX/4/aux Bob/PROPN/4/nsubj visit/VERB/0/root Rome/PROPN/4/obj",
        ("NUM:date", "NUM:date"),
        (1, 0.5, 2 / 3),
    ),
    # When did Ada see Rome? / watch Rome?  root (.6 + 1) / 2; next to a name only the verb: .6, .6
    "a name and a different verb": (
        "When/ADV/4/advmod did=do/AUX/4/aux Ada/PROPN/4/nsubj see/VERB/0/root Rome/PROPN/4/obj",
        "When/ADV/4/advmod did=do/AUX/4/aux Ada/PROPN/4/nsubj watch/VERB/0/root Rome/PROPN/4/obj",
        ("NUM:date", "NUM:other"),  # same group, and one class is `other`: .75
        (0.75, 1, (0.8 + 0.6 + 0.6) / 3),
    ),
    # What do lynxes hunt? / dogs chase?  root (0 + 1) / 2, -.6 counts as 0; no vector for lynx: 0
    "a negative cosine and an unknown word": (
        "What/PRON/4/obj do/AUX/4/aux lynxes=lynx/NOUN/4/nsubj hunt/VERB/0/root",
        "What/PRON/4/obj do/AUX/4/aux dogs=dog/NOUN/4/nsubj chase/VERB/0/root",
        ("ENTY:animal", "ENTY:animal"),
        (1, 1, 0.25),
    ),
    # Who was seen by Ada? / Who saw Ada?  root 1, obl and obj differ
    "a different relation": (
        "Who/PRON/3/nsubj:pass was=be/AUX/3/aux:pass seen=see/VERB/0/root by/ADP/5/case "
        "Ada/PROPN/3/obl",
        "Who/PRON/2/nsubj saw=see/VERB/0/root Ada/PROPN/2/obj",
        ("HUM:ind", "HUM:ind"),
        (1, 1, 0.5),
    ),
    # What is Ada's cat? / What does Ada's dog eat?  nmod:poss .8 (the name matches), case 1
    "a possessive": (
        "What/PRON/0/root is=be/AUX/1/cop Ada/PROPN/5/nmod:poss 's/PART/3/case cat/NOUN/1/nsubj",
        "What/PRON/6/obj does=do/AUX/6/aux Ada/PROPN/5/nmod:poss 's/PART/3/case dog/NOUN/6/nsubj "
        "eat/VERB/0/root",
        ("ENTY:animal", "ENTY:food"),
        (0.5, 1, 0.9),
    ),
    # Who met Ada Lovelace? / Ada Byron?  root 1, obj 1, flat: both ends are names, one differs
    "names at both ends": (
        "Who/PRON/2/nsubj met=meet/VERB/0/root Ada/PROPN/2/obj Lovelace/PROPN/3/flat",
        "Who/PRON/2/nsubj met=meet/VERB/0/root Ada/PROPN/2/obj Byron/PROPN/3/flat",
        ("HUM:ind", "HUM:ind"),
        (1, 0.5, 2 / 3),
    ),
    # Cats hunt. Do cats hunt mice? / Do cats hunt?  root 1 and nsubj 1 twice each, obj 0: 4 of 5
    "two sentences": (
        "Cats=cat/NOUN/2/nsubj hunt/VERB/0/root ; "
        "Do/AUX/3/aux cats=cat/NOUN/3/nsubj hunt/VERB/0/root mice=mouse/NOUN/3/obj",
        "Do/AUX/3/aux cats=cat/NOUN/3/nsubj hunt/VERB/0/root",
        ("DESC:desc", "HUM:ind"),
        (0, 1, 0.8),
    ),
    # Who sang for the beatles in 1962? / for the beetles in 1963?  in lower case: band and year are
    # entities and therefore names, and both differ. root 1; obl: beatle has no vector and is not a
    # proper noun, so (1 + 0) / 2; the same for 1962
    "entities that are not proper nouns": (
        "Who/PRON/2/nsubj sang=sing/VERB/0/root for/ADP/5/case the/DET/5/det "
        "beatles=beatle/NOUN/2/obl/ORG in/ADP/7/case 1962/NUM/2/obl/DATE",
        "Who/PRON/2/nsubj sang=sing/VERB/0/root for/ADP/5/case the/DET/5/det "
        "beetles=beetle/NOUN/2/obl/ORG in/ADP/7/case 1963/NUM/2/obl/DATE",
        ("HUM:ind", "HUM:ind"),
        (1, 0, (1 + 0.5 + 0.5) / 3),
    ),
    # Who is he? / Why?  no names and edges: nesim and semsim are 1; stop words do not count, and
    # neither does the "Who" that is tagged as a proper noun
    "no names and no edges": (
        "Who/PROPN/0/root is=be/AUX/1/cop he/PRON/1/nsubj ?/PUNCT/1/punct",
        "Why/ADV/0/root",
        ("HUM:desc", "HUM:desc"),
        (1, 1, 1),
    ),
}


def scored(
    metric: str, reference: str, question: str, classes: tuple[str, str] = ("HUM:ind", "HUM:ind")
) -> Score:
    tools = {
        "parser": KnownParses(),
        "classifier": KnownClasses({reference: classes[0], question: classes[1]}),
        "embedder": KnownVectors(VECTORS),
    }
    example = Example("1", question, (reference,), reference)
    (score,) = create(metric).score([example], tools)
    assert create(metric).explain(example, tools).value == score.value
    return score


def three(score: Score) -> tuple[float, ...]:
    return tuple(score.parts[part] for part in ("qcsim", "nesim", "semsim"))


@pytest.mark.parametrize("pair", TABLE_1)
def test_first_pairs_of_table_1_equal_the_printed_values(pair: str) -> None:
    reference, question, parts, printed = TABLE_1[pair]
    score = scored("qsts", reference, question)
    assert three(score) == pytest.approx(parts)
    assert isinstance(score.value, float)
    assert round(score.value, 3) == printed


@pytest.mark.parametrize("pair", PAIRS)
def test_each_part_by_hand(pair: str) -> None:
    reference, question, classes, parts = PAIRS[pair]
    qcsim, nesim, semsim = parts
    score = scored("qsts", reference, question, classes)
    assert three(score) == pytest.approx(parts, abs=1e-7)
    assert score.value == pytest.approx((qcsim * nesim * semsim) ** (1 / 3), abs=1e-7)
    score = scored("qsts:mean=arithmetic", reference, question, classes)
    assert score.value == pytest.approx(sum(parts) / 3, abs=1e-7)
    score = scored("qsts:mean=harmonic", reference, question, classes)
    harmonic = 3 / sum(1 / part for part in parts) if min(parts) else 0
    assert score.value == pytest.approx(harmonic, abs=1e-7)
    assert three(scored("qsts:classes=off", reference, question)) == pytest.approx(
        (1, nesim, semsim), abs=1e-7
    )
    # swapped, because qsts_passage looks up the content of the question in the passage
    assert three(scored("qsts_passage", question, reference)) == pytest.approx(
        (1, nesim, semsim), abs=1e-7
    )


def test_relations_skipped_in_ud() -> None:
    """Without `case`, "a possessive" has only nmod:poss."""
    reference, question, classes, _ = PAIRS["a possessive"]
    score = scored("qsts:relations=ud", reference, question, classes)
    assert three(score) == pytest.approx((0.5, 1, 0.8))


@pytest.mark.parametrize(
    "relation", ["det", "expl", "goeswith", "possessive", "preconj", "predet", "prep", "ref"]
)
def test_relations_skipped_by_the_authors(relation: str) -> None:
    reference = f"Cats=cat/NOUN/2/nsubj hunt/VERB/0/root mice=mouse/NOUN/2/{relation}"
    assert three(scored("qsts", reference, "Cats=cat/NOUN/2/nsubj hunt/VERB/0/root"))[2] == 1
    other = reference.replace(f"/{relation}", "/obj")
    assert three(scored("qsts", other, "Cats=cat/NOUN/2/nsubj hunt/VERB/0/root"))[2] < 1


def test_directions() -> None:
    """The question lacks "old"; in the other direction, nothing is missing."""
    reference, question, _, _ = PAIRS["less information"]
    there = (2 / 3) ** (1 / 3)
    assert scored("qsts", reference, question).value == pytest.approx(there)
    assert scored("qsts:direction=question", reference, question).value == 1
    both = scored("qsts:direction=both", reference, question)
    assert both.value == pytest.approx((1 + there) / 2)
    assert both.parts["from_reference"] == pytest.approx(there)
    assert both.parts["from_question"] == 1
    assert both.parts["semsim"] == pytest.approx((2 / 3 + 1) / 2)


SEES, WATCHES, HUNTS = (
    f"Who/PRON/2/nsubj {verb}s={verb}/VERB/0/root" for verb in ("see", "watch", "hunt")
)


class Refuses:
    """A classifier that must not be called."""

    identity = "none"

    def classify(self, texts: Any) -> Any:
        raise AssertionError(f"called with {texts}")


def tools(**others: Any) -> dict[str, Any]:
    known = {"parser": KnownParses(), "embedder": KnownVectors(VECTORS)}
    return {**known, "classifier": Refuses(), **others}


def test_several_references() -> None:
    example = Example("1", SEES, (HUNTS, WATCHES))
    classes = KnownClasses({SEES: "HUM:ind", WATCHES: "HUM:gr", HUNTS: "LOC:city"})
    (best,) = create("qsts").score([example], tools(classifier=classes))
    # the second has a class of the same group, and its root has (.6 + 1) / 2
    assert best.value == pytest.approx((0.5 * 0.8) ** (1 / 3))
    (mean,) = create("qsts:references=mean").score([example], tools(classifier=classes))
    assert mean.value == pytest.approx((0.5 * 0.8) ** (1 / 3) / 2)


def test_classes_in_the_row_are_used() -> None:
    given = {"question_class": "hum:IND", "reference_class": ["NUM:date", "HUM:ind"]}
    example = Example("1", SEES, (SEES, WATCHES), passage=SEES, meta=given)
    (score,) = create("qsts").score([example], tools())
    assert three(score) == pytest.approx((1, 1, 0.8))
    (score,) = create("qsts_passage:classes=on").score([example], tools())
    assert score.value == 1  # one of the expected classes fits
    one = {"question_class": "LOC:city", "reference_class": "LOC:other"}
    (score,) = create("qsts").score([Example("1", SEES, (SEES, SEES), meta=one)], tools())
    assert score.parts["qcsim"] == 0.75
    (score,) = create("qsts_passage:classes=on").score(
        [Example("1", SEES, passage=SEES, meta=one)], tools()
    )
    assert score.parts["qcsim"] == 0.75


def test_one_class_in_the_row_and_the_other_from_the_classifier() -> None:
    example = Example("1", SEES, (WATCHES,), meta={"question_class": "HUM:ind"})
    (score,) = create("qsts").score([example], tools(classifier=KnownClasses({WATCHES: "HUM:gr"})))
    assert score.parts["qcsim"] == 0.5


@pytest.mark.parametrize(
    ("meta", "reason"),
    [
        ({"question_class": "person"}, "question_class is 'person', which is not a question class"),
        ({"question_class": 3}, "question_class is 3"),
        ({"reference_class": "HUM"}, "reference_class is 'HUM'"),
        ({"reference_class": ["HUM:ind"] * 2}, "2 classes for 1 reference(s)"),
        ({"reference_class": ["HUM:ind", None]}, "2 classes for 1 reference(s)"),
    ],
)
@pytest.mark.parametrize("metric", ["qsts", "qsts_passage:classes=on"])
def test_an_invalid_class_affects_only_its_own_row(
    metric: str, meta: dict[str, Any], reason: str
) -> None:
    bad = Example("1", SEES, (SEES,), SEES, meta=meta)
    good = Example("2", SEES, (SEES,), SEES)
    scores = create(metric).score([bad, good], tools(classifier=KnownClasses({SEES: "HUM:ind"})))
    assert reason in scores[0].unscored
    assert scores[1].value == 1
    ignored = create(metric.replace("=on", "=off") if ":" in metric else f"{metric}:classes=off")
    assert ignored.score([bad], tools())[0].value == 1


def test_no_expected_class() -> None:
    metric = create("qsts_passage:classes=on")
    example = Example("1", SEES, (" ",), passage=SEES)
    (score,) = metric.score([example], tools())
    assert "no reference_class, and no references" in score.unscored
    assert create("qsts_passage").score([example], tools())[0].value == 1


def test_a_parser_without_trees_is_unscored() -> None:
    flat = "Who/PRON/0/ sees=see/VERB/0/"
    for metric in ("qsts", "qsts_passage"):
        (score,) = create(f"{metric}:classes=off").score(
            [Example("1", flat, (flat,), flat)], tools()
        )
        assert score.unscored == "the parser returns no dependency trees"


def test_texts_with_too_many_pairs_of_edges_are_unscored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qsts_parts, "MOST_PAIRS", 0)
    for metric in ("qsts", "qsts_passage"):
        (score,) = create(f"{metric}:classes=off").score(
            [Example("1", SEES, (SEES,), SEES)], tools()
        )
        assert score.unscored == "the texts are too long: more than 0 pairs of edges"


def test_a_tool_that_fails_names_the_example() -> None:
    examples = [Example("good", SEES, (SEES,)), Example("bad", "Who?", (SEES,))]
    with pytest.raises(ToolFailed, match=r"parser failed.*\(examples: bad\)"):
        create("qsts:classes=off").score(examples, tools())


def test_signatures_name_the_required_tools() -> None:
    known = tools(classifier=KnownClasses({}))
    with_classes = create("qsts").signature(known, "1")
    assert with_classes == (
        "qsts|references:best|mean:geometric|relations:authors|classes:on|direction:reference|"
        "parser:by-hand|classifier:by-hand|embedder:by-hand|v:1"
    )
    assert "classifier" not in create("qsts:classes=off").signature(known, "1")
    assert "classifier" not in create("qsts_passage").signature(known, "1")


def test_explanation_has_classes_names_and_edges() -> None:
    reference, question, classes, _ = PAIRS["a different name"]
    known = KnownClasses(dict(zip((reference, question), classes, strict=True)))
    example = Example("1", question, (reference,))
    (view,) = create("qsts").explain(example, tools(classifier=known)).evidence["views"]
    assert view["table"]["rows"] == [
        ["nsubj(visit, ada)", "-", "0.0000"],
        ["root(ROOT, visit)", "root(ROOT, visit)", "1.0000"],
        ["obj(visit, rome)", "obj(visit, rome)", "1.0000"],
    ]
    assert view["steps"] == [
        "question class NUM:date, reference class NUM:date; qcsim = 1.0000",
        "names of the reference found in the question: rome; missing: ada; nesim = 0.5000",
        "mean similarity over 3 edges of the reference: semsim = 0.6667",
        "(1.0000 x 0.5000 x 0.6667)^(1/3) = 0.6934",
    ]
