"""The walk through an invented package, counted by hand, and lines of code."""

from __future__ import annotations

from pathlib import Path

from benchmarks.code import walks

PACKAGE = {
    "__init__.py": "",
    "door.py": """
        from toyhouse.kitchen.oven import bake
        from toyhouse.kitchen.shelf import Shelf
        from toyhouse.cellar import fetch

        def imported(): pass
        imported()

        OPENED = []

        def main():
            if not OPENED:
                only_the_first_time()
            OPENED.append(1)
            knock()
            Shelf().take()
            fetch(lambda: [knock() for _ in range(3)])
            bake()

        def knock(): pass

        def only_the_first_time(): pass

        def never(): pass
        """,
    "kitchen/__init__.py": "",
    "kitchen/oven.py": """
        from toyhouse.cellar import fetch, lock

        def bake():
            fetch(heat)
            lock()

        def heat(): pass
        """,
    "kitchen/shelf.py": """
        class Shelf:
            def take(self): return max([1, 2], key=self.size)
            def size(self, thing): return thing
        """,
    "cellar.py": """
        def fetch(thing): thing()
        def lock(): pass
        """,
}


def test_a_walk_is_counted_from_first_calls(tmp_path: Path) -> None:
    for name, text in PACKAGE.items():
        file = tmp_path / "toyhouse" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(line.removeprefix(" " * 8) for line in text.splitlines()))
    walk = walks.walk_in_process(tmp_path, "toyhouse", "toyhouse.door", ["some", "words"])
    # door: main, knock | kitchen: Shelf.take, Shelf.size | cellar: fetch | kitchen: bake, heat |
    # cellar: lock. The modules are door, kitchen.shelf, cellar, kitchen.oven.
    assert walk == walks.Walk(modules=4, functions=8, switches=4)


def test_lines_of_code_exclude_docstrings_comments_and_blank_lines() -> None:
    source = '''"""A docstring
of two lines."""

# a comment
TEXT = """counted:

three lines"""


class Thing:
    """Also a docstring."""

    size: int = 3  # counted
    """A string below a field is code to Python."""

    def method(self) -> str:
        "A docstring in single quotes."
        return "not a docstring"
'''
    # TEXT (3), class, size, the string below it, def, return
    assert walks.lines_of_code(source) == 8
