"""A server that is gone, two windows, and a browser without JavaScript."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from helpers.annotation_server import Server
from helpers.rating_page import Page

pytestmark = pytest.mark.browser
ROWS = [
    {
        "id": f"quay-{at}",
        "passage": f"Quay {at} was built of oak. It sank.",
        "answer": "oak",
        "question": f"What was quay {at} built of?",
    }
    for at in range(3)
]


NAMES = (
    *("fluency", "clarity", "conciseness", "relevance"),
    *("consistency", "answerability", "answer_consistency"),
)


def _is_about_network(line: str) -> bool:
    return "ERR_CONNECTION_REFUSED" in line or "htmx:sendError" in line or "afterRequest" in line


def test_a_save_without_a_server_is_kept_and_sent_again(
    page: Page, serve: Callable[..., Server]
) -> None:
    server = serve(ROWS, "qgeval", "--order", "file")
    page.open(server)
    page.press_and_go(*"1231231", "ENTER")
    server.stop()
    page.press(*"3213213", "n")
    page.type("kept")
    page.press("CTRL+ENTER")
    page.wait("return !document.getElementById('trouble').hidden")
    assert "Not saved: there is no connection" in page.text("#trouble")
    filled = {
        "fluency": ["3"],
        "clarity": ["2"],
        "conciseness": ["1"],
        "relevance": ["3"],
        "consistency": ["2"],
        "answerability": ["1"],
        "answer_consistency": ["3"],
    }
    assert page.answer() == filled
    page.press("ENTER")  # the button has the focus; the server is still gone
    page.wait("return !document.getElementById('trouble').hidden")
    server.start()
    page.press_and_go("ENTER")
    assert page.text(".text-question dd") == ROWS[2]["question"]
    saved = [one for one in server.answers() if one["content"]["question"] == ROWS[1]["question"]]
    assert [(one["note"], one["version"]) for one in saved] == [("kept", 1)]
    assert saved[0]["values"] == {name: int(said[0]) for name, said in filled.items()}
    assert server.query("select count(*) from annotate_revision") == [(2,)]
    refused = page.complaints()
    assert refused and all(_is_about_network(one) for one in refused)


def test_input_survives_a_server_and_a_reload(page: Page, serve: Callable[..., Server]) -> None:
    server = serve(ROWS, "qgeval", "--order", "file")
    page.open(server)
    page.press(*"32132")
    server.stop()
    page.driver.refresh()  # the browser shows its own page
    server.start()
    page.open(server, "/work/")
    assert len(page.answer()) == 5
    page.press_and_go(*"13", "ENTER")
    assert [*server.answers()[0]["values"].values()] == [3, 2, 1, 3, 2, 1, 3]
    assert all(_is_about_network(one) for one in page.complaints())


def test_a_stale_save_is_refused_and_shown(
    page: Page, serve: Callable[..., Server], axe: str
) -> None:
    server = serve(ROWS, "qgeval", "--order", "file")
    page.open(server)
    first = page.driver.current_window_handle
    path = page.path
    page.driver.switch_to.new_window("tab")
    try:
        page.open(server, path)
        page.press_and_go(*"1111111", "ENTER")
    finally:
        page.driver.close()
        page.driver.switch_to.window(first)
    # the other window still has the empty form
    page.press_and_go(*"3333333", "ENTER")
    assert page.text("h1") == "This answer was changed in the meantime"
    assert "Nothing was overwritten" in page.text(".banner")
    assert page.texts(".two .answer dd") == ["1"] * 7
    assert [*server.answers()[0]["values"].values()] == [1] * 7
    assert all("409" in one for one in page.complaints())
    assert page.browser.accessibility(axe) == []
    page.click_and_go(".two .card + .card button.primary")
    assert [*server.answers()[0]["values"].values()] == [3] * 7
    assert page.text(".text-question dd") == ROWS[1]["question"]
    page.reload()
    assert page.answer() == {}


def test_keys_typed_while_saving_change_nothing(page: Page, serve: Callable[..., Server]) -> None:
    server = serve(ROWS, "qgeval", "--order", "file")
    page.open(server)
    page.press(*"1231231")
    slow = {"offline": False, "latency": 1000, "downloadThroughput": -1, "uploadThroughput": -1}
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
    try:
        page.press_and_go("ENTER", *"3", "2")
    finally:
        fast = {**slow, "latency": 0}
        page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", fast)
    assert page.text(".text-question dd") == ROWS[1]["question"]
    assert page.answer() == {}
    page.open(server, "/task/1/")
    assert page.text("#status") == ""
    assert page.answer() == {name: [key] for name, key in zip(NAMES, "1231231", strict=True)}


def test_rating_without_scripts(without_scripts: Page, serve: Callable[..., Server]) -> None:
    page = without_scripts
    server = serve(ROWS, "qgeval", "--order", "file")
    page.open(server)

    def choose(*values: int) -> None:
        for name, value in zip(NAMES, values, strict=True):
            page.scroll_to(f'[name="field.{name}"][value="{value}"]')
            page.click(f'[name="field.{name}"][value="{value}"]')

    assert page.element(".text-question dd").text == ROWS[0]["question"]
    assert not page.element("[data-open-keys]").is_displayed()
    page.click_and_go("[data-save]")  # nothing chosen
    assert "Nothing was saved yet" in page.element(".problem").text
    choose(1, 2, 3, 1, 2, 3, 1)
    page.click_and_go("[data-save]")
    assert page.element(".text-question dd").text == ROWS[1]["question"]
    page.click(".leave summary")
    page.click('[name="reason"]')
    page.click_and_go("[data-skip]")
    assert page.element(".text-question dd").text == ROWS[2]["question"]
    page.click_and_go("[data-undo] button")
    assert page.element(".text-question dd").text == ROWS[1]["question"]
    choose(*(3,) * 7)
    page.click_and_go("[data-save]")
    choose(*(2,) * 7)
    page.click_and_go("[data-save]")
    assert page.element("h1").text == "All done"
    kept = {one["content"]["question"]: [*one["values"].values()] for one in server.answers()}
    assert [kept[row["question"]] for row in ROWS] == [[1, 2, 3, 1, 2, 3, 1], [3] * 7, [2] * 7]


def test_marking_without_scripts(without_scripts: Page, serve: Callable[..., Server]) -> None:
    page = without_scripts
    server = serve([{"id": "d", "text": "Dew forms at night 🌙. It is cold."}], "concepts")
    page.open(server)
    page.fill('[name="snippets.concepts.vital"]', "forms at night 🌙")
    page.fill('[name="snippets.concepts.optional"]', "It is warm")
    page.click_and_go("[data-save]")
    assert "It is warm" in page.element(".field .problem").text
    page.fill('[name="snippets.concepts.optional"]', "It is cold")
    page.click_and_go("[data-save]")
    assert page.element("h1").text == "All done"
    assert server.exported()[0]["annotators"] == {"r1": [[4, 20], [22, 32]]}


def test_edges_without_scripts(without_scripts: Page, serve: Callable[..., Server]) -> None:
    """The criteria that are not asked after "no" are shown with their condition."""
    page = without_scripts
    edge = {"question": "Why did it?", "anchor": 1, "answer_sentence": 2}
    server = serve(
        [{"id": "a", "sentences": ["It rained.", "Clouds came."], "edges": [edge]}], "qud"
    )
    page.open(server)
    assert "Only if" in page.element("[data-field=relevance]").text
    page.click('[name="field.language"][value="no"]')
    page.click_and_go("[data-save]")
    assert page.element("h1").text == "This text is finished"
    assert server.answers()[0]["values"] == {"language": "no"}
