"""Made-up scenes: their labels and answers fit their texts, and the same seed gives the same ones.

Also the training records made from them, by hand.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

from training.behaviour.cases import InferenceCase, read_capabilities
from training.reader import made_scenes
from training.reader.made_scenes import add_question, add_scenes, framed, makers
from training.reader.records import Book, Record
from training.scenes.scene import DENIED, ENTAILED, OPEN, Asked, Scene

COUNT = 300
NAMES = sorted(makers())

every_module = pytest.mark.parametrize("name", NAMES)


@functools.cache
def scenes(name: str, seed: int = 7) -> tuple[Scene, ...]:
    rng = random.Random(seed)
    return tuple(makers()[name](rng) for _ in range(COUNT))


def digest(name: str) -> str:
    """Return a digest of a module's scenes."""
    return hashlib.sha256(repr(scenes(name)).encode()).hexdigest()


def test_there_are_modules() -> None:
    assert len(NAMES) > 20
    assert not {"scene", "words"} & set(NAMES)


@every_module
def test_answers_stand_in_the_text(name: str) -> None:
    for scene in scenes(name):
        for asked in scene.questions:
            assert asked.after in scene.text
            if asked.answer is not None:
                assert asked.answer
                rest = scene.text[scene.text.index(asked.after) + len(asked.after) :]
                assert asked.answer in rest, (scene.text, asked)


@every_module
def test_no_answer_is_right_and_wrong(name: str) -> None:
    for scene in scenes(name):
        for asked in scene.questions:
            right = {one.lower() for one in (*asked.right, asked.answer or "") if one}
            assert not right & {one.lower() for one in asked.wrong}, (scene.text, asked)


@every_module
def test_no_statement_has_two_labels(name: str) -> None:
    for scene in scenes(name):
        labels: dict[str, set[str]] = {}
        for text, label in scene.statements:
            labels.setdefault(text, set()).add(label)
        assert all(len(found) == 1 for found in labels.values()), scene


@every_module
def test_no_label_is_rare(name: str) -> None:
    counts = Counter(label for scene in scenes(name) for _, label in scene.statements)
    assert set(counts) <= {ENTAILED, OPEN, DENIED}
    assert all(count >= 0.15 * counts.total() for count in counts.values()), counts


@every_module
def test_unanswerable_questions_have_wrong_answers_only(name: str) -> None:
    for scene in scenes(name):
        for asked in scene.questions:
            if not asked.answerable:
                assert asked.answer is None, asked
                assert not asked.right, asked
                assert asked.wrong, asked


@every_module
def test_the_seed_decides(name: str) -> None:
    rng = random.Random(7)
    assert tuple(makers()[name](rng) for _ in range(COUNT)) == scenes(name)
    assert scenes(name, 8) != scenes(name)


@every_module
def test_texts_differ(name: str) -> None:
    assert len({scene.text for scene in scenes(name)}) >= 280


@pytest.mark.slow
def test_scenes_are_the_same_in_another_process() -> None:
    """Hash seeds differ between processes."""
    here = {name: digest(name) for name in NAMES}
    code = (
        "import importlib.util, json, sys\n"
        "spec = importlib.util.spec_from_file_location('test_scenes', sys.argv[1])\n"
        "module = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(module)\n"
        "print(json.dumps({name: module.digest(name) for name in module.NAMES}))"
    )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code, __file__],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert json.loads(done.stdout) == here


@functools.cache
def suite() -> frozenset[tuple[str, ...]]:
    """Return the texts of the behaviour suite, alone and with a question or statement."""
    found: set[tuple[str, ...]] = set()
    for capability in read_capabilities():
        for case in capability.cases:
            inference = isinstance(case, InferenceCase)
            text = case.premise if inference else case.passage
            said = case.hypothesis if inference else case.question
            found |= {(text.lower(),), (text.lower(), said.lower())}
    return frozenset(found)


@every_module
def test_nothing_of_the_behaviour_suite_is_trained_on(name: str) -> None:
    assert len(suite()) > 1_000
    for scene in scenes(name):
        said = [text for text, _ in scene.statements] + [one.text for one in scene.questions]
        made = {(scene.text.lower(),)} | {(scene.text.lower(), one.lower()) for one in said}
        assert not made & suite()


class Fixed(random.Random):
    """Always draws the same number."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self.number = number

    def random(self) -> float:
        return self.number


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0.59, "Ada fed Bo."),
        (0.6, "It rained. Ada fed Bo."),
        (0.75, "It rained. Ada fed Bo."),
        (0.8, "It rained. Ada fed Bo. It rained."),
        (0.85, "Ada fed Bo. It rained."),
    ],
)
def test_framed_by_hand(number: float, expected: str) -> None:
    assert framed("Ada fed Bo.", ["It rained."], Fixed(number)) == expected


def test_framed_keeps_the_text_in_one_piece() -> None:
    text, others = "Ada fed Bo. Bo slept.", ["It rained.", "The sun shone.", "Snow fell."]
    rng = random.Random(3)
    passages = [framed(text, others, rng) for _ in range(COUNT)]
    assert all(passage.count(text) == 1 for passage in passages)
    assert {passage.replace(text, "…") for passage in passages} == {
        " ".join(part for part in (before, "…", after) if part)
        for before in ("", *others)
        for after in ("", *others)
    }


def test_a_long_text_gets_no_frame() -> None:
    assert framed("a" * 1_201, ["It rained."], Fixed(0.8)) == "a" * 1_201
    assert framed("a" * 1_200, ["It rained."], Fixed(0.8)) != "a" * 1_200


TEXT = "Ada fed Bo. Bo fed Cy."
# "Bo" stands at 8 and, after "fed Bo.", at 12
WHO = Asked("Who fed Cy?", "Bo", True, ("It was Bo.",), ("Ada",), after="fed Bo.")


def verify(question: str, answer: str, right: bool, start: int, size: int) -> Record:
    return {
        "task": "verify",
        "split": "train",
        "source": "scenes",
        "passage": 0,
        "question": question,
        "answer": answer,
        "right": right,
        "how": "hand",
        "start": start,
        "size": size,
    }


def answered(question: str, start: int, answer: str) -> Record:
    return {
        "task": "qa",
        "split": "train",
        "source": "scenes",
        "how": "hand",
        "passage": 0,
        "question": question,
        "start": start,
        "answer": answer,
        "answers": [answer] if answer else [],
    }


def test_the_records_of_a_framed_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(TEXT, (("Cy was fed.", ENTAILED),), (WHO,))
    monkeypatch.setattr(made_scenes, "makers", lambda: {"hand": lambda rng: scene})
    book = Book()
    add_scenes(book, ["Bo fell ill."], Fixed(0.8))
    # the text before the scene has 12 characters, and a space follows; "Bo" is at 13 + 12
    passage = f"Bo fell ill. {TEXT} Bo fell ill."
    assert book.passages == {passage: 0}
    assert book.records == [
        {
            "task": "nli",
            "split": "train",
            "source": "scenes",
            "how": "hand",
            "premise": passage,
            "hypothesis": "Cy was fed.",
            "label": "entailment",
        },
        answered("Who fed Cy?", 25, "Bo"),
        verify("Who fed Cy?", "Bo", True, 25, 2),
        verify("Who fed Cy?", "It was Bo.", True, 25, 2),
        verify("Who fed Cy?", "Ada", False, -1, 0),
    ]


def records(asked: Asked) -> list[Record]:
    book = Book()
    add_question(book, "hand", asked, TEXT, 0, random.Random(0))
    return book.records


def test_an_answer_is_looked_for_after_a_piece_of_the_text() -> None:
    assert records(WHO)[0] == answered("Who fed Cy?", 12, "Bo")
    assert records(replace(WHO, after=""))[0] == answered("Who fed Cy?", 8, "Bo")


def test_a_question_without_an_answer() -> None:
    asked = Asked("When did Ada feed Bo?", None, False, (), ("Cy",))
    assert records(asked) == [
        answered("When did Ada feed Bo?", -1, ""),
        verify("When did Ada feed Bo?", "Cy", False, -1, 0),
    ]


def test_an_answer_that_is_not_in_the_text_is_for_the_verifier_only() -> None:
    asked = Asked("Did Ada feed Bo?", None, True, ("Yes",), ("No",))
    assert records(asked) == [
        verify("Did Ada feed Bo?", "Yes", True, -1, 0),
        verify("Did Ada feed Bo?", "No", False, -1, 0),
    ]


def test_there_are_as_many_wrong_answers_as_right_ones_and_at_most_two() -> None:
    many = ("a", "b", "c", "d")
    for right, wrong, expected in [
        (many, ("w", "x", "y"), (2, 2)),
        (("a",), ("w", "x", "y"), (1, 1)),
        ((), ("w", "x", "y"), (0, 1)),
        (many, ("w",), (2, 1)),
    ]:
        rows = records(Asked("Who?", None, bool(right), right, wrong))
        truths = [row["right"] for row in rows if row["task"] == "verify"]
        assert (truths.count(True), truths.count(False)) == expected
