"""What people do in the annotation app: press keys, read, go to pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from helpers.annotation_server import PASSWORD, Server
from helpers.browser import Browser

SECONDS = 20
"""How long a page may take on a busy machine."""

TELL = """
for (const name of ["alert", "confirm", "prompt", "open", "print"])
  window[name] = (...words) => console.error(`RAN ${name} ${words[0]}`);
"""
"""Runs before a page: whatever it runs is in the log of the console."""

AS_PRINTED = """
const each = (selector, act) => document.querySelectorAll(selector).forEach(act);
each(".skip, .only-heard, .stacked thead", (one) => one.remove());
if (innerWidth > 600) each(".scroll", (one) => one.classList.add("wide"));
each(".save, .text, .guide, .kinds", (one) => {
  Object.assign(one.style, { position: "static", maxHeight: "none" });
});
"""
"""Leaves what has a place of its own: not what is only heard, nor what floats over the rest."""

MARK = "document.getElementById('main').dataset.before = 'yes'"
IS_NEW = """
const main = document.getElementById("main");
return document.readyState === "complete" && main && !main.dataset.before
  && !document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")
"""


class Page:
    """The window of a browser."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.driver = browser.driver
        self.run = browser.run
        self._address = ""
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": TELL})

    # ---------------------------------------------------------------- where

    def look(self, width: int, scheme: str = "light") -> None:
        """Set the width in pixels, and light or dark."""
        self.browser.look(width, scheme)

    def forget(self) -> None:
        """Forget cookies, drafts, and what pages said in the console."""
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.driver.execute_cdp_cmd(
            "Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"}
        )
        self.driver.get("about:blank")
        self.driver.get_log("browser")

    def open(self, server: Server, path: str = "") -> None:
        """Open a page of a server; without a path, the link that the command shows."""
        self._address = server.address
        self.driver.get(f"{server.address}{path}" if path else server.link)

    def reload(self) -> None:
        """Reload the page, and wait for it."""
        self.driver.refresh()
        self.wait(IS_NEW)

    @property
    def path(self) -> str:
        """Return where the page is."""
        return str(self.driver.current_url).removeprefix(self._address)

    def wait(self, script: str, *arguments: object) -> Any:
        """Wait until a script returns something true, and return that."""
        from selenium.webdriver.support.ui import WebDriverWait

        return WebDriverWait(self.driver, SECONDS, poll_frequency=0.03).until(
            lambda _: self.run(script, *arguments), f"{script} {arguments} {self.path}"
        )

    # ---------------------------------------------------------------- hands

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is. Longer words than a key are names: ENTER, CTRL+ENTER.

        `type` writes words.
        """
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys

        for key in keys:
            actions = ActionChains(self.driver)
            *held, last = key.split("+") if len(key) > 1 else [key]
            held = [getattr(Keys, {"CTRL": "CONTROL"}.get(one, one)) for one in held]
            for one in held:
                actions.key_down(one)
            actions.send_keys(last if len(last) == 1 else getattr(Keys, last))
            for one in reversed(held):
                actions.key_up(one)
            actions.perform()

    def type(self, text: str) -> None:
        """Write a text where the focus is."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(text).perform()

    def press_and_go(self, *keys: str) -> None:
        """Press keys of which the last brings another page or another content."""
        self.press(*keys[:-1])
        self.run(MARK)
        self.press(keys[-1])
        self.wait(IS_NEW)

    def click(self, selector: str) -> None:
        """Click on an element."""
        self.element(selector).click()

    def scroll_to(self, selector: str) -> None:
        """Bring an element to the middle of the window."""
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)

    def click_and_go(self, selector: str) -> None:
        """Click on something that brings another page."""
        self.run(MARK)
        self.click(selector)
        self.wait(IS_NEW)

    def fill(self, selector: str, text: str) -> None:
        """Write a text into an input."""
        found = self.element(selector)
        found.clear()
        found.send_keys(text)

    def log_in(self, server: Server, name: str, password: str = PASSWORD) -> None:
        """Log in as somebody else."""
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.open(server, "/login/")
        self.fill("[name=username]", name)
        self.fill("[name=password]", password)
        self.click_and_go(".card button")

    # ---------------------------------------------------------------- eyes

    def element(self, selector: str) -> Any:
        """Return an element that is on the page."""
        return self.driver.find_element("css selector", selector)

    def text(self, selector: str = "main") -> str:
        """Return the text that one can see in an element; "" without such an element."""
        found = self.texts(selector)
        return found[0] if found else ""

    def texts(self, selector: str) -> list[str]:
        """Return the texts that one can see in all elements of a kind."""
        each = "Array.from(document.querySelectorAll(arguments[0]), (one) => one.innerText.trim())"
        found: list[str] = self.run(f"return {each}", selector)
        return found

    def style(self, selector: str, name: str) -> str:
        """Return a computed style."""
        found = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"
        return str(self.run(found, selector, name))

    def is_shown(self, selector: str) -> bool:
        """Tell whether an element takes room on the page."""
        return bool(
            self.run(
                "const one = document.querySelector(arguments[0]);"
                "return one !== null && one.getClientRects().length > 0",
                selector,
            )
        )

    def answer(self) -> dict[str, list[str]]:
        """Return what the form has, by field."""
        found: dict[str, list[str]] = self.run(
            """
            const found = {};
            for (const [name, value] of new FormData(document.getElementById("answer")))
              if (value && name.startsWith("field.")) (found[name.slice(6)] ??= []).push(value);
            return found;
            """
        )
        return found

    def complaints(self) -> list[str]:
        """Return what the console says since the last call: errors, violations, what ran."""
        return [
            entry["message"]
            for entry in self.driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")
        ]

    def faults(self, axe: str) -> list[str]:
        """Return what axe finds, and what is wrong with the layout; changes the page."""
        return [
            *self.browser.accessibility(axe),
            *(self.run(AS_PRINTED) or self.browser.layout()),
        ]

    def screenshot(self, file: Path) -> None:
        """Write an image of the whole page."""
        self.browser.screenshot(file)
