"""A rater works through whole files by keyboard alone, and nothing typed is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from helpers.annotation_server import Server, qgauge
from helpers.rating_page import Page

pytestmark = pytest.mark.browser
EDGES = Path(__file__).parents[3] / "examples" / "qud.jsonl"
CRITERIA = ("language", "compatibility", "givenness", "relevance")
OTHERS = ("other_issues", "issue_text", "several_questions")
KEYS = {
    "no": "1",
    "yes": "2",
    "not_answered": "1",
    "unfocused": "2",
    "direct": "3",
    "hallucination": "1",
    "answer_leakage": "2",
    "no_new_concepts": "3",
    "not_grounded": "1",
    "partially_grounded": "2",
    "fully_grounded": "3",
}
DIMENSIONS = (
    *("fluency", "clarity", "conciseness", "relevance"),
    *("consistency", "answerability", "answer_consistency"),
)


# ------------------------------------------------------------------ questions under discussion


def _edges() -> dict[tuple[str, str], dict[str, Any]]:
    """Return what to say about each edge, by the first sentence of its article and its question."""
    found = {}
    for line in EDGES.read_text(encoding="utf-8").splitlines():
        article = json.loads(line)
        for edge in article["edges"]:
            said = {name: labels[0] for name, labels in edge["ratings"].items()}
            found[article["sentences"][0], edge["question"]] = said
    pool, yeast = dict.fromkeys(first for first, _ in found)
    found[pool, "How many people use the pool?"] |= {"other_issues": ["redundant", "generic"]}
    found[pool, "Who is Petra Holm?"] |= {"issue_text": "Nobody knows her yet – ½ of it is new."}
    found[yeast, "What happened next?"] |= {"other_issues": ["generic"]}
    found[yeast, "Do people buy the bread?"] |= {"several_questions": ["yes"]}
    # language "no" hides the criteria, not the rest
    found[pool, "Why it buses the free Lund?"] |= {"issue_text": "no grammar"}
    return found


def _current(page: Page) -> tuple[str, str]:
    sentence = page.text(".article li").removeprefix("Anchor ")
    return sentence, page.text(".block.is-current .block-title b")


def _choose_edge(page: Page, said: dict[str, Any]) -> None:
    """Press the keys of an answer; the focus goes from question to question by itself."""
    page.press(*(KEYS[said[name]] for name in CRITERIA if name in said))
    if said["language"] == "no":
        assert not page.is_shown("[data-field=compatibility]")
        assert not page.is_shown("[data-field=other_issues]")
    elif said.get("other_issues"):
        page.press(*({"redundant": "1", "generic": "2"}[one] for one in said["other_issues"]))
    if said.get("several_questions"):
        _tab_to(page, "several_questions")
        page.press("1")
    if said.get("issue_text"):
        _tab_to(page, "issue_text", "UP" if said["language"] == "no" else "DOWN")
        page.type(said["issue_text"])


def _tab_to(page: Page, name: str, key: str = "TAB") -> None:
    """Go to a field with Tab or an arrow key."""
    for _ in range(20):
        if page.run("return document.activeElement.name") == f"field.{name}":
            return
        page.press(key)
    raise AssertionError(name)


def _sent_by(said: dict[str, Any]) -> str:
    return "CTRL+ENTER" if "issue_text" in said and "several_questions" not in said else "ENTER"


def _follow_link(page: Page, text: str) -> None:
    """Go to a link with the Tab key, and open it."""
    for _ in range(60):
        page.press("TAB")
        if page.run("return document.activeElement.innerText") == text:
            page.press_and_go("ENTER")
            return
    raise AssertionError(text)


def test_twenty_edges_by_keyboard(page: Page, serve: Callable[..., Server]) -> None:
    server = serve(EDGES, "qud", "--order", "file")
    planned = _edges()
    page.open(server)
    codes = []
    for number, (first, question) in enumerate(planned, start=1):
        said = planned[first, question]
        assert _current(page) == (first, question)
        assert page.text(".progress") == f"{number - 1} of 20 done"
        if number == 3:  # rated wrong, and taken back
            page.press_and_go("1", "ENTER")
            page.press_and_go("u")
            assert _current(page) == (first, question)
            assert "taken this answer back" in page.text()
            assert page.answer() == {"language": ["no"]}
            page.press("UP", "UP")  # past the text box
        if number == 4:  # skipped for now
            page.press_and_go("s", "2", "ENTER")
            continue
        if number == 5:
            page.press("n")
            page.type("I swim there myself.")
            page.press("ESCAPE")
        if number == 7:  # a reload in the middle of a form
            page.press("2", "1", "1")
            page.reload()
            assert page.answer() == {
                "language": ["yes"],
                "compatibility": ["not_answered"],
                "givenness": ["hallucination"],
            }
            assert "unsaved input is back" in page.text("#status")
            page.press(KEYS[said["relevance"]])
            _tab_to(page, "issue_text")
            page.type(said["issue_text"][:10])
            page.reload()
            assert page.answer()["issue_text"] == [said["issue_text"][:10]]
            _tab_to(page, "issue_text")
            page.press("END")
            page.type(said["issue_text"][10:])
        else:
            _choose_edge(page, said)
        page.press_and_go(_sent_by(said))
        if number in (10, 20):
            _check_table(page, planned, first)
            codes.append(page.element("#code").get_attribute("value"))
            if number == 10:  # the table leads back to what was skipped
                _follow_link(page, "Why is a new basin not built?")
                assert "You skipped this task: I do not know enough" in page.text()
                _choose_edge(page, planned[first, "Why is a new basin not built?"])
                page.press_and_go("ENTER")
                assert "Why is a new basin not built?\tYes\tDirect" in page.text(".feedback")
            page.press_and_go("ENTER")
        else:
            _check_colours(page)
    assert page.text("h1") == "All done"
    assert all(re.fullmatch(r"[A-Z2-7]{4}-[A-Z2-7]{4}", code) for code in codes)
    assert len({*codes}) == 2

    kept = {
        (one["content"]["sentences"][0], one["content"]["question"]): one
        for one in server.answers()
    }
    assert {key: one["values"] for key, one in kept.items()} == planned
    assert [one["note"] for one in kept.values() if one["note"]] == ["I swim there myself."]
    assert {one["state"] for one in kept.values()} == {"done"}
    exported = {
        (article["sentences"][0], edge["question"]): {
            name: said[0]
            for name, said in {**edge["ratings"], **{name: edge[name] for name in OTHERS}}.items()
            if said[0]
        }
        for article in server.exported()
        for edge in article["edges"]
    }
    assert exported == planned
    done = qgauge("qud", "meta", server.export(), "-m", "qud_relevance:method=bleu1", "--json")
    assert done.returncode == 0, done.stderr
    (compared,) = json.loads(done.stdout)["metrics"].values()
    assert compared["n"] == sum(said["language"] == "yes" for said in planned.values()) == 19


def _check_table(page: Page, planned: dict[tuple[str, str], dict[str, Any]], first: str) -> None:
    """Check the feedback table after the last question of a text."""
    heads = page.texts(".feedback thead th")
    assert heads == [
        *("Question", "1. Language", "2. Compatibility", "3. Givenness", "4. Relevance"),
        *("Other issues", "Issue text", "Several questions"),
    ]
    rows = page.texts(".feedback tbody tr")
    assert len(rows) == 10
    for row in rows:
        question = row.split("\t")[0].partition(" ")[2]
        said = planned[first, question]
        if question == "Why is a new basin not built?":
            continue
        cells = row.split("\t")
        assert cells[1] == {"yes": "Yes", "no": "No"}[said["language"]]
        assert ("skipped" in cells) == (said["language"] == "no")
        assert said.get("issue_text", "") in row


def _check_colours(page: Page) -> None:
    """Check that the page shows context, anchor, what is between, and what is finished."""
    numbers = {
        name: page.run(
            "return [...document.querySelectorAll(arguments[0])].map((one) => one.value)",
            f".work > .text .{name}",
        )
        for name in ("context", "anchor", "between", "answer")
    }
    plain = page.style("body", "color")
    assert page.style(".block.is-done:not(.is-current)", "backgroundColor") == "rgb(220, 236, 247)"
    if numbers["between"]:
        assert page.style(".work > .text .between", "color") != plain
        (anchor,), (answer,) = numbers["anchor"], numbers["answer"]
        assert numbers["between"] == [*range(anchor + 1, answer)]
        assert numbers["context"] == [*range(1, anchor)]
    shown = {
        name: page.style(f".work > .text .{name}", "backgroundColor")
        for name, some in numbers.items()
        if some and name != "between"
    }
    assert len({*shown.values(), "rgba(0, 0, 0, 0)"}) == len(shown) + 1


# ------------------------------------------------------------------ seven dimensions

PLACES = ("Ambleby", "Corsund", "Dunmere", "Eskvik", "Fallow", "Grimsel", "Hollin", "Ister")
ROWS = [
    {
        "id": f"{place}-{kind}",
        "system": ("finch", "heron")[(at + number) % 2],
        "passage": f"The lighthouse of {place} was lit in {1800 + 7 * at}. Its keeper, Ada Wren, "
        f"wrote down the weather for {at + 3} years.",
        "answer": answer,
        "question": question.format(place=place),
    }
    for (at, place), (number, (kind, answer, question)) in product(
        enumerate(PLACES[:7]),
        enumerate(
            (
                ("when", "in the past", "When was the lighthouse of {place} lit?"),
                ("who", "Ada Wren", "Who kept the lighthouse of {place}?"),
                ("what", "the weather", "What did the keeper at {place} wrote down?"),
            )
        ),
    )
][:20]
DAMAGED = {
    "id": "damaged",
    "system": "heron",
    "passage": "The lighthouse of",
    "answer": "?",
    "question": "Who is the lighthouse?",
}


def _ratings(at: int) -> dict[str, int]:
    """Return different ratings for every row."""
    return {name: 1 + (at // 3**place + place) % 3 for place, name in enumerate(DIMENSIONS[:4])} | {
        name: 1 + (at * 7 + place) % 3 for place, name in enumerate(DIMENSIONS[4:])
    }


def test_twenty_questions_by_keyboard(page: Page, serve: Callable[..., Server]) -> None:
    server = serve([*ROWS, DAMAGED], "qgeval")
    planned = {row["question"]: _ratings(at) for at, row in enumerate(ROWS)}
    assert len(planned) == len(ROWS) == 20
    page.open(server)
    for number in range(1, 22):
        question = page.text(".text-question dd")
        assert page.text(".progress") == f"{number - 1} of 21 done"
        if question == DAMAGED["question"]:
            page.press("s")
            page.press("TAB")  # past the reasons
            page.type("the passage breaks off")
            page.press_and_go("ENTER")
            continue
        keys = [str(planned[question][name]) for name in DIMENSIONS]
        page.press(*keys[: number % 7])
        if number in (5, 11):
            before = page.answer()
            assert len(before) == number % 7
            page.reload()
            assert page.answer() == before
        if number == 12:  # not complete
            page.press("ENTER")
            assert page.text("#status") == "2 still to answer."
            assert page.path.startswith("/task/")
        page.press(*keys[number % 7 :])
        if number == 9:
            page.press("n")
            page.type("Odd.\nStill fine – naïve 🙂")
            page.press_and_go("CTRL+ENTER")
        elif number == 14:
            page.press_and_go("ENTER")
            page.press_and_go("u")
            assert page.text(".text-question dd") == question
            assert page.answer() == {n: [str(v)] for n, v in planned[question].items()}
            page.press_and_go("ENTER")
        else:
            page.press_and_go("ENTER")
    assert page.text("h1") == "All done"

    kept = server.answers()
    rated = {one["content"]["question"]: one["values"] for one in kept if one["state"] == "done"}
    assert rated == planned
    assert [one["note"] for one in kept if one["note"]] == ["Odd.\nStill fine – naïve 🙂"]
    assert [one["skipped"] for one in kept if one["skipped"]] == ["the passage breaks off"]
    exported = {row["question"]: row for row in server.exported()}
    assert {
        question: {name: said[0] for name, said in row["ratings"].items()}
        for question, row in exported.items()
        if question in planned
    } == planned
    assert exported[DAMAGED["question"]]["ratings"]["fluency"] == [None]
    done = qgauge("meta", server.export(), "-m", "quality", "--json")
    assert done.returncode == 0, done.stderr
    (study,) = json.loads(done.stdout)["studies"]
    assert {name: one["rated"] for name, one in study["dimensions"].items()} == dict.fromkeys(
        DIMENSIONS, 20
    )
