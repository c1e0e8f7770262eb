"""A team at work: invitations, two raters, agreement, and a third who decides."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from helpers.annotation_server import PASSWORD, Server, qgauge
from helpers.rating_page import Page

pytestmark = pytest.mark.browser
NAMES = (
    *("fluency", "clarity", "conciseness", "relevance"),
    *("consistency", "answerability", "answer_consistency"),
)
ROWS = [
    {
        "id": f"mill-{at}",
        "system": ("finch", "heron")[at % 2],
        "passage": f"The mill on brook {at} ground barley until {1900 + at}. Then a flood took it.",
        "answer": "a flood",
        "question": f"What took the mill on brook {at}?",
    }
    for at in range(8)
]
LAST = ROWS[-1]["question"]
SAID = {
    "Ada": ["3332331", "3213213", "1112131", "2222222", "3333333", "1231231", "2322332", "3132131"],
    "Bo": ["3332331", "3113223", "1112121", "2223222", "3333323", "1231231", "2332332", "1132131"],
}
"""By rater, the keys for each row."""


def invite(page: Page, server: Server, role: str, name: str) -> None:
    """Invite somebody as the admin, and join as them."""
    page.log_in(server, "admin")
    page.open(server, "/people/")
    page.run("document.querySelector('#invite ~ form select').value = arguments[0]", role)
    page.fill("#invite ~ form [name=note]", f"for {name}")
    page.click_and_go("#invite ~ form button")
    link = page.element("input.link").get_attribute("value")
    page.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    page.driver.get(link)
    assert page.text("h1") == f"Join as {role}"
    page.fill("[name=username]", name)
    page.fill("[name=password]", PASSWORD)
    page.fill("[name=again]", PASSWORD)
    page.click_and_go(".card button")


def test_two_raters_agreement_and_a_decision(page: Page, serve: Callable[..., Server]) -> None:
    server = serve(ROWS, "qgeval", "--team", "--overlap", "2")
    page.log_in(server, "admin")
    assert page.path == "/overview/"
    number = {row["question"]: at for at, row in enumerate(ROWS)}
    for name, keys in SAID.items():
        invite(page, server, "rater", name)
        assert page.path.startswith("/task/")
        for _ in ROWS:
            assert not re.search("finch|heron|mill-", page.driver.page_source)
            page.press_and_go(*keys[number[page.text(".text-question dd")]], "ENTER")
        assert page.text("h1") == "All done"
    invite(page, server, "adjudicator", "Cleo")
    assert page.path == "/disputes/"
    assert page.texts("nav a")[-1] == "Disagreements"

    page.log_in(server, "admin")
    page.open(server, "/agreement/")
    done = qgauge("meta", server.export(), "-m", "quality", "--json", "--max-unscored", "100")
    assert done.returncode == 0, done.stderr
    (study,) = json.loads(done.stdout)["studies"]
    shown = {}
    for section in page.driver.find_elements("css selector", ".by-field"):
        field = section.find_element("css selector", "h3").text
        names = [one.text for one in section.find_elements("css selector", ".measures dt")]
        values = [one.text for one in section.find_elements("css selector", ".measures dd")]
        shown[field] = dict(zip(names, values, strict=True))
    assert [*shown] == [*study["dimensions"]]
    for field, measures in shown.items():
        expected = study["dimensions"][field]["agreement"]
        for name, same in (
            ("κ", "kappa"),
            ("κ quadratic", "kappa_quadratic"),
            ("α interval", "alpha"),
            ("full agreement", "full"),
        ):
            value = f"{expected[same]['value']:.3f}"
            value = value.removeprefix("0") if value[0] == "0" else value
            assert measures[name].startswith(value), (field, name, measures[name], expected[same])
            assert f"n = {expected[same]['n']}" in measures[name]
    differing = sum(one != other for one, other in zip(*SAID.values(), strict=True))
    assert len(page.texts("tbody td.item")) == differing == 6

    page.log_in(server, "Cleo")
    assert page.path == "/disputes/"
    assert len(page.texts("td.item a")) == differing
    links = page.driver.find_elements("css selector", "td.item a")
    page.click_and_go(f"tr:nth-child({[one.text for one in links].index(LAST) + 1}) a")
    assert page.text(".text-question dd") == LAST
    assert not {"Ada", "Bo"} & {*re.findall(r"\w+", page.text())}
    assert page.texts(".said .differ th") == ["Fluency differ"]
    assert len(page.answer()) == len(NAMES) - 1  # what they agree on is filled in
    page.press("2", "n")
    page.type("One article is missing.")
    page.press_and_go("CTRL+ENTER")
    assert len(page.texts("table[class=stacked] td.item")) == differing
    assert server.query(
        "select \"values\", note from annotate_assignment where stage = 'adjudication'"
    ) == [
        (
            json.dumps(dict(zip(NAMES, (2, 1, 3, 2, 1, 3, 1), strict=True))),
            "One article is missing.",
        )
    ]
    decided = {row["id"]: row.get("adjudicated") for row in server.exported()}
    assert [name for name, one in decided.items() if one] == ["mill-7"]
    assert decided["mill-7"]["fluency"] == 2


def test_training_round(page: Page, serve: Callable[..., Server], axe: str) -> None:
    gold = dict.fromkeys(NAMES, 3) | {"clarity": 1}
    rows = [{**ROWS[0], "gold": gold, "why": "Which mill is meant?"}, *ROWS[1:3]]
    server = serve(rows, "qgeval", "--training", "1")
    page.open(server)
    assert "Training." in page.text(".banner")
    page.press_and_go(*"3333333", "ENTER")
    assert page.text("h1") == "Not quite"
    assert "Which mill is meant?" in page.text(".why")
    rows = [row.split("\t") for row in page.texts("tbody tr")]
    assert [row[0] for row in rows if row[-1] == "✗ no"] == ["Clarity"]
    assert sum(row[-1] == "✓ yes" for row in rows) == 6
    assert "You had 0 of 1 right" in page.text()
    for width in (1280, 390):
        page.look(width)
        page.reload()
        assert page.faults(axe) == []
    page.reload()
    page.press_and_go("ENTER")
    assert page.path.startswith("/task/")
    assert "Training." not in page.text()
    page.press_and_go(*"2222222", "ENTER")
    page.press_and_go(*"2222222", "ENTER")
    assert page.text("h1") == "All done"
    assert len(server.exported()) == 2  # training does not count
