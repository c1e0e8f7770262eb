"""How long work tells how far it is: it calls what it was given with the number of things done."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int], None]
"""Called now and then with how many more are done; None where nobody wants to know."""
