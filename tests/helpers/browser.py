"""A headless Chromium that opens pages as a reader does, and watches what they do.

It needs the package selenium, and the programs chromium and chromedriver.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

AXE = "axe-core@4.14.0"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DRIVER = "chromedriver"

WATCH = """
window.events = [];
for (const name of ["alert", "confirm", "prompt", "open", "print"])
  window[name] = (...words) => { window.events.push([name, String(words[0])]); };
addEventListener("securitypolicyviolation",
  (seen) => window.events.push(["policy", seen.violatedDirective + " " + seen.blockedURI]));
addEventListener("error", (seen) => window.events.push(["error", String(seen.message)]), true);
"""
"""Runs before a page: whatever the page does beyond showing itself is kept in `events`."""

TOUCH = """
for (const element of document.querySelectorAll("*"))
  for (const kind of ["mouseover", "mouseenter", "focus", "pointerdown", "animationstart",
                      "load", "toggle"])
    element.dispatchEvent(new Event(kind, { bubbles: false }));
"""
"""Does to every element what a reader may do."""

LAYOUT = """
const [width] = arguments;
const found = [];
const page = document.scrollingElement;
if (page.scrollWidth > width) found.push(`the page is ${page.scrollWidth} pixels wide`);
const pieces = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const holder = node.parentElement;
  if (!node.data.trim() || holder.closest("script, style")) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  const scrolled = holder.closest(".wide");
  for (const box of range.getClientRects()) {
    if (box.width < 1 || box.height < 1) continue;
    const text = node.data.trim().slice(0, 40);
    if (!scrolled && (box.left < -0.5 || box.right > width + 0.5))
      found.push(`cut off at the side of the page: ${text}`);
    pieces.push({ box, text, node });
  }
  for (let outer = holder; outer && outer !== document.body; outer = outer.parentElement) {
    const style = getComputedStyle(outer);
    const hides = (way) => style[way] === "hidden" || style[way] === "clip";
    if ((hides("overflowX") && outer.scrollWidth > outer.clientWidth + 1) ||
        (hides("overflowY") && outer.scrollHeight > outer.clientHeight + 1))
      found.push(`cut off by ${outer.tagName}: ${node.data.trim().slice(0, 40)}`);
  }
}
pieces.sort((a, b) => a.box.top - b.box.top);
pieces.forEach((one, at) => {
  for (let next = at + 1; next < pieces.length; next++) {
    const other = pieces[next];
    const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
    if (other.box.top >= one.box.bottom) break;
    const left = Math.max(one.box.left, other.box.left);
    const across = Math.min(one.box.right, other.box.right) - left;
    if (one.node !== other.node && across > 2 && down > 4)
      found.push(`overlap: ${one.text} | ${other.text}`);
  }
});
return found.slice(0, 20);
"""
"""Returns what is wrong with the layout: too wide, cut off, or one text over another."""


def missing() -> str:
    """Return what a run in the browser lacks, or ""."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "the package selenium"
    if not any(map(shutil.which, BROWSERS)):
        return "Chromium"
    return "" if shutil.which(DRIVER) else DRIVER


class Browser:
    """A browser with one window."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        self._command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self.width = 0
        self.look(1280)

    def look(self, width: int, scheme: str = "light", scripts: bool = True) -> None:
        """Set how the next page is looked at: a phone has 390 pixels; a scheme is light or dark."""
        self.width = width
        self._command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self._command("Emulation.setEmulatedMedia", media="screen", features=features)
        self._command("Emulation.setScriptExecutionDisabled", value=not scripts)

    def open(self, page: Path | str) -> None:
        """Open a file or an address."""
        self.driver.get_log("browser")  # forget what earlier pages said
        self.driver.get(page.resolve().as_uri() if isinstance(page, Path) else page)

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script in the page, and return its result."""
        return self.driver.execute_script(script, *arguments)

    def happened(self) -> list[Any]:
        """Touch everything on the page; return what it ran, what was blocked, and any complaint."""
        self.run(TOUCH)
        said = [
            entry["message"]
            for entry in self.driver.get_log("browser")
            if "favicon" not in entry["message"]
        ]
        loaded = self.run("return performance.getEntriesByType('resource').map((one) => one.name)")
        return [*self.run("return window.events"), *said, *loaded]

    def layout(self) -> list[str]:
        """Return what is wrong with the layout of the page."""
        found: list[str] = self.run(LAYOUT, self.width)
        return found

    def accessibility(self, axe: str) -> list[str]:
        """Return the serious and critical faults that axe finds."""
        self.run(axe)
        result = self.driver.execute_async_script(
            "const done = arguments[0];axe.run(document).then(done, (fault) => done(String(fault)))"
        )
        assert isinstance(result, dict), result
        assert result["passes"]
        return [
            f"{found['id']}: {found['help']}: {found['nodes'][0]['html'][:200]} "
            f"({len(found['nodes'])} places)"
            for found in result["violations"]
            if found["impact"] in ("serious", "critical")
        ]

    def screenshot(self, file: Path, most: int = 20_000) -> None:
        """Write an image of the whole page, or of its first pixels."""
        from base64 import b64decode

        height = min(self.run("return document.documentElement.scrollHeight"), most)
        clip = {"x": 0, "y": 0, "width": self.width, "height": height, "scale": 1}
        made = self._command("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        file.write_bytes(b64decode(made["data"]))

    def _command(self, name: str, **arguments: object) -> Any:
        return self.driver.execute_cdp_cmd(name, arguments)


def axe_source(config: pytest.Config, folder: Path) -> str:
    """Return the source of axe-core, which npm fetches once into pytest's cache."""
    assert config.cache is not None
    script = config.cache.mkdir("axe") / f"{AXE}.js"
    if not script.exists():
        if not shutil.which("npm"):
            pytest.skip("needs npm, or axe.min.js in pytest's cache")
        done = subprocess.run(["npm", "pack", AXE], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"npm cannot fetch {AXE}: {done.stderr[-300:]}")
        with tarfile.open(next(folder.glob("*.tgz"))) as packed:
            packed.extract("package/axe.min.js", folder, filter="data")
        os.replace(shutil.copy(folder / "package/axe.min.js", script.with_suffix(".part")), script)
    return script.read_text(encoding="utf-8")


@contextmanager
def chromium(preferences: Mapping[str, object] | None = None) -> Iterator[Browser]:
    """Start a browser, and end it.

    Args:
        preferences: Settings that a user could choose, by Chromium's names.
    """
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = next(filter(None, map(shutil.which, BROWSERS)))
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.add_experimental_option("prefs", dict(preferences or {}))
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which(DRIVER)))
    try:
        yield Browser(driver)
    finally:
        driver.quit()
