"""Every kind of page, on a screen and a phone, in light and dark: layout and accessibility."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from helpers.annotation_server import PASSWORD, Server
from helpers.rating_page import Page

pytestmark = pytest.mark.browser
EDGES = Path(__file__).parents[3] / "examples" / "qud.jsonl"
PASSAGE = (
    "The observatory on Mount Tarn was built in 1911 by the astronomer Ilse Brandt, who paid for "
    "it with what she had earned as a maker of spectacles. For eleven years she watched variable "
    "stars every clear night, alone. Her notebooks, 4,300 pages in all, were found in 1987 behind "
    "a cupboard."
)
QUESTIONS = {
    "finch": (
        "Who built the observatory on Mount Tarn?",
        "How many pages has the notebook?",
        "With what did Ilse Brandt, who built the observatory, pay for the observatory?",
    ),
    "heron": (
        "Mount Tarn who was the builder of?",
        "Where were Ilse Brandt’s notebooks found?",
        "What did she watch?",
    ),
}
RATED = [
    {
        "id": f"{system}-{at}",
        "system": system,
        "passage": PASSAGE,
        "answer": ("Ilse Brandt", "behind a cupboard", "stars")[at],
        "question": question,
    }
    for system, questions in QUESTIONS.items()
    for at, question in enumerate(questions)
]
PAIRS = [
    {"id": f"p{at}", "passage": PASSAGE, "question_a": one, "question_b": other}
    for at, (one, other) in enumerate(zip(*QUESTIONS.values(), strict=True))
]
DOCUMENTS = [
    {"id": "tarn", "text": PASSAGE + " The dome still turns by hand."},
    {"id": "brandt", "text": "Brandt never published. Her stars were found again by others."},
]
KEYS = {
    "qgeval": (["3332331", "3113223", "1112131", "3223133"], ["3332331", "3213213", "2112131"]),
    "pairs": (["1", "3"], ["2", "3", "3"]),
    "concepts": (["v"], ["o"]),
    "qud": (["2333", "2311", "1", *["2332"] * 7], ["2333", "2211", "2333", *["2331"] * 7]),
}
"""By scheme, what two raters press for their first items."""
ROWS = {"qgeval": RATED, "pairs": PAIRS, "concepts": DOCUMENTS, "qud": EDGES}

PAGES = {
    **{f"rate_{scheme}": (scheme, "Ada", "/work/") for scheme in ROWS},
    **{f"guidelines_{scheme}": (scheme, "Ada", "/guidelines/") for scheme in ROWS},
    **{f"mine_{scheme}": (scheme, "Ada", "/mine/") for scheme in ROWS},
    "saved_qgeval": ("qgeval", "Ada", "/task/1/"),
    "all_done": ("pairs", "Benedikt-Konstantin", "/work/"),
    "feedback": ("qud", "Ada", "/feedback/1/"),
    "saved_concepts": ("concepts", "Ada", "/task/1/"),
    **{f"overview_{scheme}": (scheme, "admin", "/overview/") for scheme in ROWS},
    **{f"agreement_{scheme}": (scheme, "admin", "/agreement/") for scheme in ROWS},
    **{f"people_{scheme}": (scheme, "admin", "/people/") for scheme in ("qgeval", "qud")},
    **{f"disputes_{scheme}": (scheme, "Cleo", "/disputes/") for scheme in ROWS},
    **{f"dispute_{scheme}": (scheme, "Cleo", "td.item a") for scheme in ROWS},
    "codes": ("qud", "admin", "/codes/?code=ABCD-2345"),
    "login": ("qgeval", "", "/login/"),
    "join": ("qgeval", "", "join"),
    "no_page": ("qgeval", "Ada", "/nothing/"),
    "forbidden": ("qgeval", "Ada", "/people/"),
}
"""By name: the scheme, who looks, and where."""
Sites = dict[str, Server | str]
"""Servers with teams at work, by scheme; and links of invitations."""


def _join(page: Page, server: Server, role: str, name: str) -> str:
    """Invite somebody and, if they have a name, join. Return the link."""
    page.log_in(server, "admin")
    page.open(server, "/people/")
    page.run("document.querySelector('#invite ~ form select').value = arguments[0]", role)
    page.fill("#invite ~ form [name=note]", name or "somebody who has not come yet")
    page.click_and_go("#invite ~ form button")
    link = str(page.element("input.link").get_attribute("value"))
    if name:
        page.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        page.driver.get(link)
        for field, text in (("username", name), ("password", PASSWORD), ("again", PASSWORD)):
            page.fill(f"[name={field}]", text)
        page.click_and_go(".card button")
    return link


def _rate(page: Page, scheme: str, keys: str) -> None:
    if scheme == "concepts":
        page.press(*("SHIFT+RIGHT",) * 4)
    page.press(*keys)
    if keys == "3113223":
        page.press("n")
        page.type("Which notebook is meant? There are many of them, on 4,300 pages.")
        page.press("ESCAPE")
    page.press_and_go("ENTER")
    if page.text("h1") == "This text is finished":
        page.press_and_go("ENTER")


@pytest.fixture(scope="module")
def sites(_browser: Page, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    """Let two raters work on each scheme, and an adjudicator join."""
    page = _browser
    page.look(1280)
    page.forget()
    with ExitStack() as running:
        found = {}
        for scheme, rows in ROWS.items():
            folder = tmp_path_factory.mktemp(scheme)
            options = ("--team", "--overlap", "2", "--order", "file")
            server = running.enter_context(Server(folder, rows, scheme, *options))
            found[scheme] = server
            for name, some in zip(("Ada", "Benedikt-Konstantin"), KEYS[scheme], strict=True):
                _join(page, server, "rater", name)
                for keys in some:
                    _rate(page, scheme, keys)
            _join(page, server, "adjudicator", "Cleo")
            found[f"{scheme} link"] = _join(page, server, "rater", "")
        yield found


@pytest.fixture(scope="module")
def screenshots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which all images are, to be looked at."""
    return tmp_path_factory.mktemp("screenshots", numbered=False)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "light"), (1280, "dark")])
@pytest.mark.parametrize("name", PAGES)
def test_pages_fit_and_axe_finds_no_serious_fault(
    page: Page,
    sites: Sites,
    axe: str,
    screenshots: Path,
    name: str,
    width: int,
    scheme: str,
) -> None:
    site, person, where = PAGES[name]
    server = sites[site]
    assert isinstance(server, Server)
    if person:
        page.log_in(server, person)
    page.look(width, scheme)
    if where == "join":
        page.driver.get(sites[f"{site} link"])
    elif where.startswith("/"):
        page.open(server, where)
    else:
        page.open(server, "/disputes/")
        page.click_and_go(where)
    assert all("404" in one or "403" in one for one in page.complaints())
    page.run("for (const one of document.querySelectorAll('details')) one.open = true")
    page.run("window.scrollTo(0, 0)")
    page.screenshot(screenshots / f"{name}-{width}-{scheme}.png")
    assert page.faults(axe) == []
