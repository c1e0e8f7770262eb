"""Rating in a browser: by keyboard, through reloads and without a network."""

from __future__ import annotations

import json
import time

import pytest

from qgauge.annotate.scheme_files import read_scheme
from qgauge.annotate.tasks import Task

pytestmark = pytest.mark.browser
QUESTION = {"passage": "Ann built it in 1962.", "answer": "1962", "question": "When was it built?"}
DIMENSIONS = [field.name for field in read_scheme("qgeval").fields]


class Keys:
    """Types on the page, and waits for what should come of it."""

    def __init__(self, browser):
        self.browser = browser

    def press(self, *keys):
        from selenium.webdriver.common.action_chains import ActionChains

        for key in keys:
            ActionChains(self.browser.driver).send_keys(key).perform()

    def select(self, *keys):
        """Press keys while Shift is down."""
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys as Named

        moves = ActionChains(self.browser.driver).key_down(Named.SHIFT)
        moves.send_keys(*keys).key_up(Named.SHIFT).perform()

    def until(self, script):
        """Wait until a script returns something true, and return that."""
        ends = time.monotonic() + 20
        while not (found := self.browser.run(f"return {script}")):
            assert time.monotonic() < ends, f"never true: {script}"
            time.sleep(0.02)
        return found

    def reload(self):
        self.browser.driver.refresh()
        self.until("document.readyState === 'complete'")
        self.until("document.activeElement !== document.body")

    def chosen(self):
        found = "Array.from(document.querySelectorAll('#answer :checked')).map((one) => one.id)"
        return self.browser.run(f"return {found}")

    def task(self, number):
        """Wait until this task is on the page."""
        self.until(f"location.pathname === '/task/{number}/' && !!document.activeElement.name")


@pytest.fixture
def ann(person):
    return person("rater", "ann")


@pytest.fixture
def keys(enter, ann, project):
    """Open a project: `keys("qgeval", tasks)`."""

    def start(scheme, tasks, **plan):
        project(scheme, tasks, **plan)
        made = Keys(enter(ann))
        made.until("document.activeElement !== document.body")
        return made

    return start


def own(person, position=1):
    return person.assignments.get(position=position)


def test_digits_choose_from_top_to_bottom_and_enter_saves(keys, ann):
    typing = keys("qgeval", [QUESTION] * 2)
    for position, digits in enumerate(["1232123", "3213213"], 1):
        typing.task(own(ann, position).pk)
        typing.press(*digits, "\ue007")
        typing.until(f"location.pathname !== '/task/{own(ann, position).pk}/'")
        wanted = dict(zip(DIMENSIONS, map(int, digits), strict=True))
        assert own(ann, position).values == wanted
    assert own(ann).seconds > 0
    assert typing.until("document.querySelector('h1').textContent") == "All done"


def test_enter_does_not_save_while_something_is_missing(keys, ann):
    typing = keys("qgeval", [QUESTION])
    typing.press(*"12", "\ue007")
    assert typing.until("document.getElementById('status').textContent") == "5 still to answer."
    assert typing.browser.run("return document.activeElement.id") == "conciseness.1"
    assert own(ann).version == 0


def test_a_reload_in_the_middle_loses_nothing(keys, ann):
    typing = keys("qgeval", [QUESTION])
    typing.press(*"123", "n", *"half a note")
    typing.reload()
    assert typing.chosen() == ["fluency.1", "clarity.2", "conciseness.3"]
    assert typing.browser.run("return document.getElementById('note').value") == "half a note"
    typing.press(*"1231", "\ue007")
    typing.until("document.querySelector('h1').textContent === 'All done'")
    assert (own(ann).values["clarity"], own(ann).note) == (2, "half a note")
    typing.until("localStorage.length === 0")


def test_keys_do_nothing_else_while_somebody_types(keys, ann):
    typing = keys("qgeval", [QUESTION])
    typing.press("n", *"us1?g", "\ue007", "x")
    assert typing.browser.run("return document.getElementById('note').value") == "us1?g\nx"
    assert typing.chosen() == []
    assert not typing.browser.run("return document.querySelector('dialog').open")
    assert own(ann).version == 0


def test_without_a_network_the_input_stays_and_can_be_sent_again(keys, ann):
    from .conftest import go_offline

    typing = keys("qgeval", [QUESTION])
    go_offline(typing.browser, True)
    typing.press(*"1231231", "\ue007")
    shown = "!document.getElementById('trouble').hidden && document.activeElement.textContent"
    assert typing.until(shown) == "Try again"
    assert own(ann).version == 0
    go_offline(typing.browser, False)
    typing.press("\ue007")
    typing.until("document.querySelector('h1').textContent === 'All done'")
    assert (own(ann).version, own(ann).values["fluency"]) == (1, 1)


def test_undo_skip_and_help_have_keys(keys, ann):
    typing = keys("qgeval", [QUESTION] * 2)
    typing.press(*"1111111", "\ue007")
    typing.task(own(ann, 2).pk)
    typing.press("u")
    typing.task(own(ann, 1).pk)
    assert own(ann).state == "open"
    assert len(typing.chosen()) == len(DIMENSIONS)
    typing.press("s", "2", "\ue007")
    typing.task(own(ann, 2).pk)
    assert own(ann).skipped == read_scheme("qgeval").skip_reasons[1]
    typing.press("?")
    assert typing.until("document.getElementById('keys').open")
    typing.press("\ue00c")  # Escape
    typing.until("!document.getElementById('keys').open")


def test_single_keys_can_be_turned_off(keys):
    typing = keys("qgeval", [QUESTION])
    typing.press("?", " ", "\ue00c", *"123")  # the first control of the list turns them off
    assert typing.chosen() == []


def test_a_no_hides_the_other_criteria(keys, ann):
    content = read_scheme("qud").examples[0].content
    typing = keys("qud", [Task(f"k{at}", content, {}, "ferry") for at in range(2)])
    hidden = (
        "Array.from(document.querySelectorAll('#answer .field')).filter((one) => "
        "!one.offsetParent).map((one) => one.dataset.field)"
    )
    assert typing.browser.run(f"return {hidden}") == []
    typing.press("1")
    criteria = ["compatibility", "givenness", "relevance", "other_issues"]
    assert typing.browser.run(f"return {hidden}") == criteria
    typing.press("\ue007")
    typing.task(own(ann, 2).pk)
    assert own(ann).values == {"language": "no"}
    done = "getComputedStyle(document.querySelector('.block.is-done')).backgroundColor"
    assert typing.browser.run(f"return {done}") == "rgb(220, 236, 247)"
    typing.press(*"2331", "\ue007")
    typing.until("!!document.getElementById('code')")


def test_spans_are_marked_by_keyboard_in_code_points(keys, ann):
    text = "\U0001f4a7 Dew forms \U0001f319 at night."
    typing = keys("concepts", [{"text": text}])
    right = "\ue014"
    typing.select(right)
    typing.press("v", right)
    typing.select(right)
    typing.press("o")
    typing.reload()
    marked = typing.until("document.querySelector('[data-spans]').value")
    found = [(text[one["start"] : one["end"]], one["kind"]) for one in json.loads(marked)]
    assert found == [("\U0001f4a7 Dew", "vital"), ("forms \U0001f319", "optional")]
    typing.press("\ue017")  # Delete: the mark at the first word
    assert "Dew" not in typing.browser.run("return document.querySelector('.marked').innerText")
    typing.press("\ue007")
    typing.until("document.querySelector('h1').textContent === 'All done'")
    saved = own(ann).values["concepts"]
    assert [text[one["start"] : one["end"]] for one in saved] == ["forms \U0001f319"]


def test_spans_are_marked_with_the_mouse(keys, ann):
    from selenium.webdriver.common.action_chains import ActionChains

    typing = keys("concepts", [{"text": "\U0001f4a7 Dew forms at night."}])
    words = typing.browser.driver.find_elements("css selector", "[data-document] [data-at]")
    first, last = (next(one for one in words if one.text == word) for word in ("forms", "night"))
    moves = ActionChains(typing.browser.driver).move_to_element(first).click_and_hold()
    moves.move_to_element(last).release().perform()
    typing.browser.driver.find_element("css selector", ".kinds .kind2").click()
    marked = json.loads(typing.until("document.querySelector('[data-spans]').value"))
    assert marked == [{"start": 6, "end": 20, "kind": "optional"}]
    typing.browser.driver.find_element("css selector", ".marked button").click()
    assert typing.browser.run("return document.querySelector('[data-spans]').value") == "[]"


def test_pairs_are_decided_by_one_key(keys, ann):
    typing = keys("pairs", [{"question_a": "Who?", "question_b": "When?"}])
    typing.press("3", "\ue007")
    typing.until("document.querySelector('h1').textContent === 'All done'")
    assert own(ann).values == {"better": "same"}


@pytest.mark.parametrize("scheme", ["qgeval", "qud", "concepts", "pairs"])
@pytest.mark.parametrize("width", [1280, 390])
def test_pages_run_nothing_foreign_and_fit_the_screen(keys, scheme, width):
    typing = keys(scheme, [read_scheme(scheme).examples[0].content])
    typing.browser.look(width)
    typing.reload()
    assert typing.browser.run("return window.events") == []
    page = "document.documentElement"
    assert typing.browser.run(f"return {page}.scrollWidth") <= width
