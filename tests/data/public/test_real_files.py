"""The real files, if available: every figure is recounted independently."""

from __future__ import annotations

import csv
import gzip
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from helpers.shared_data import shared_folder

from qgauge.core.example import Example
from qgauge.data.public import DATASETS, Dataset, read_public

LABELS = {
    "language": ("lang", 0, {"1": "yes", "No": "no"}),
    "compatibility": ("comp", 0, {"1": "direct", "2": "unfocused", "3": "not_answered"}),
    "givenness": ("givn", 1, {"1": "no_new_concepts", "2": "answer_leakage", "3": "hallucination"}),
    "relevance": (
        "relv",
        1,
        {"1": "fully_grounded", "2": "partially_grounded", "3": "not_grounded"},
    ),
}
"""QUDeval's files with one text pair per row, their question column and their codes."""


def cells(file: Path, encoding: str = "utf-8", header: bool = True) -> list[list[str]]:
    rows = [line.split("\t") for line in file.read_bytes().decode(encoding).split("\n") if line]
    return rows[header:]


def rating(example: Example, dimension: str) -> Any:
    return example.ratings[dimension][0]


def clusters(judged: Dataset) -> Counter[str]:
    return Counter(example.meta[judged.cluster] for example in judged.examples)


@pytest.mark.parametrize("part", ["squad", "wikimovies", "vqa"])
def test_answerability(part: str) -> None:
    file = shared_folder() / "eval" / "answerability" / f"{part}.tsv"
    judged, rows = read_public("answerability", file), cells(file)
    assert [
        [example.references[0], example.question, *example.ratings["answerability"]]
        for example in judged.examples
    ] == [[gold, noisy, float(one), float(two)] for gold, noisy, one, two in rows]
    assert len(clusters(judged)) == len({row[0] for row in rows})
    unchanged = sum(example.meta["same_as_reference"] for example in judged.examples)
    assert unchanged == sum(row[0] == row[1] for row in rows)


def test_answerability_as_the_original_scripts_read_it() -> None:
    shared = shared_folder()
    judged = read_public("answerability", shared / "eval" / "answerability")
    assert judged.parts == ("squad", "wikimovies", "vqa")
    for part in judged.parts:
        golden = (shared / "golden" / f"answerability_{part}.jsonl").read_text(encoding="utf-8")
        pairs = [json.loads(line) for line in golden.splitlines()]
        assert [
            (example.references[0], example.question) for example in judged.part(part).examples
        ] == [(pair["reference"], pair["question"]) for pair in pairs]


def test_simqg() -> None:
    folder = shared_folder() / "eval" / "simqg"
    judged = read_public("simqg", folder)
    rows = cells(next(folder.glob("*.tsv")))
    assert [
        [example.passage, example.references[0], example.question] for example in judged.examples
    ] == [row[:3] for row in rows]
    for place, dimension in enumerate(judged.dimensions, 3):
        values = [rating(example, dimension.name) for example in judged.examples]
        assert values == [float(row[place]) for row in rows]
        # means of three ratings of 0, .5 or 1 are multiples of 1/6
        assert all(abs(6 * value - round(6 * value)) < 1e-9 for value in values)
    assert len(clusters(judged)) == len({row[0].replace(" ", "") for row in rows})
    assert all(
        rating(example, "similarity") == 1
        for example in judged.examples
        if example.meta["same_as_reference"]
    )


def test_qgeval() -> None:
    folder = shared_folder() / "eval" / "qgeval"
    judged = read_public("qgeval", folder)
    instances = json.loads((folder / "instances.json").read_text(encoding="utf-8"))
    assert len(judged.examples) == 15 * len(instances)
    assert clusters(judged) == {instance["id"]: 15 for instance in instances}
    systems = Counter(example.system for example in judged.examples)
    assert len(systems) == 15 and set(systems.values()) == {len(instances)}
    for dimension in judged.dimensions:
        values = [rating(example, dimension.name) for example in judged.examples]
        assert values == [
            question[dimension.name] for one in instances for question in one["questions"]
        ]
        # means of three whole-number ratings, rounded to four digits
        assert all(abs(3 * value - round(3 * value)) < 2e-4 for value in values)
    assert all(
        example.meta["same_as_reference"]
        for example in judged.examples
        if example.system == "reference"
    )


def test_qgeval_rates_equal_questions_once() -> None:
    ratings = defaultdict(set)
    for example in read_public("qgeval", shared_folder() / "eval" / "qgeval").examples:
        ratings[example.id, example.question].add(tuple(example.ratings.items()))
    assert all(len(given) == 1 for given in ratings.values())


def test_qudeval() -> None:
    folder = shared_folder() / "eval" / "qudeval"
    judged = read_public("qudeval", folder)
    with (folder / "data-collection.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [example.id for example in judged.examples] == [row[""] for row in rows]
    assert clusters(judged) == Counter(row["essay_id"] for row in rows)
    assert Counter(example.system for example in judged.examples) == Counter(
        row["system"] for row in rows
    )
    backwards = sum(int(row["anchor_id"]) >= int(row["answer_id"]) for row in rows)
    flags = Counter(flag for example in judged.examples for flag in example.meta["flags"])
    assert flags["anchor_not_before_answer"] == backwards
    assert flags["no_question"] == sum(not row["questions"].strip() for row in rows)
    for example in judged.examples:
        article = folder / "articles" / f"{example.meta['essay_id']}.txt"
        sentences = dict(cells(article, header=False))
        assert {
            str(number): sentence
            for number, sentence in enumerate(example.sentences, 1)
            if sentence
        } == sentences


@pytest.mark.parametrize("dimension", LABELS)
def test_qudeval_agrees_with_its_pair_files(dimension: str) -> None:
    folder = shared_folder() / "eval" / "qudeval"
    stem, place, meanings = LABELS[dimension]
    rows = [row for file in folder.glob(f"{stem}_*.tsv") for row in cells(file, header=False)]
    # in the pair files a missing question is 'nan', and newlines are spaces
    expected = Counter(("".join(row[place].split()), meanings[row[2]]) for row in rows)
    found = Counter(
        ("".join(example.question.split()) or "nan", rating(example, dimension))
        for example in read_public("qudeval", folder).examples
        if dimension in example.ratings
    )
    assert found == expected


def test_qudeval_has_the_sentences_of_its_pair_files() -> None:
    folder = shared_folder() / "eval" / "qudeval"
    rated = [
        example
        for example in read_public("qudeval", folder).examples
        if "relevance" in example.ratings
    ]
    anchors = Counter(
        (example.sentences[example.anchor - 1], example.question)
        for example in rated
        if example.anchor
    )
    rows = [row for file in folder.glob("relv_*.tsv") for row in cells(file, header=False)]
    assert anchors == Counter((row[0], row[1]) for row in rows)


def test_query_wellformedness() -> None:
    folder = shared_folder() / "eval" / "query_wellformedness"
    judged = read_public("query_wellformedness", folder)
    for part in judged.parts:
        assert [
            [example.question, rating(example, "wellformedness")]
            for example in judged.part(part).examples
        ] == [[row[0], float(row[1])] for row in cells(folder / f"{part}.tsv", header=False)]


def test_trec() -> None:
    folder = shared_folder() / "train" / "trec_qc"
    judged = read_public("trec", folder)
    for part in ("train", "test"):
        lines = (folder / f"{part}.txt").read_text(encoding="latin-1").splitlines()
        assert [
            f"{rating(example, 'class')} {example.question}"
            for example in judged.part(part).examples
        ] == lines
    assert {rating(example, "class") for example in judged.examples} == set(
        DATASETS["trec"].dimensions[0].labels
    )


@pytest.mark.parametrize("version", ["1.1", "2.0"])
def test_squad(version: str) -> None:
    file = shared_folder() / "train" / "squad_dev" / f"dev-v{version}.clean.json.gz"
    judged = read_public("squad", file)
    text = gzip.decompress(file.read_bytes()).decode()
    assert len(judged.examples) == text.count('"is_impossible":')
    impossible = sum(example.meta["impossible"] for example in judged.examples)
    assert impossible == text.count('"is_impossible": true') + text.count('"is_impossible":true')
    assert len(clusters(judged)) == text.count('"title":')
    for example in judged.examples:
        assert example.answer is None or example.answer in (example.passage or "")
        assert (example.answer is None) == (rating(example, "answerable") == "no")
