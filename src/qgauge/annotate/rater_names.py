"""What raters are called in exports: pseudonyms, or their names."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import Literal

Naming = Literal["pseudonyms", "names"]


def pseudonyms(names: Iterable[str], salt: str) -> dict[str, str]:
    """Return r1, r2, … for the names of raters.

    The order is that of a keyed hash, so it says nothing about names or about who came first. It
    stays the same as long as the salt and the raters do.

    Args:
        names: The names.
        salt: A secret of the project.

    Returns:
        The pseudonym of each name.

    Examples:
        >>> from qgauge.annotate.rater_names import pseudonyms
        >>> sorted(pseudonyms(["ann", "ben"], "a secret").values())
        ['r1', 'r2']
    """

    def key(name: str) -> bytes:
        return hmac.digest(salt.encode(), name.encode(), "sha256")

    return {name: f"r{at}" for at, name in enumerate(sorted(set(names), key=key), 1)}


def shown_names(names: Iterable[str], naming: Naming, salt: str) -> dict[str, str]:
    """Return what each rater is called in an export, in the order of the columns."""
    if naming == "pseudonyms":
        return pseudonyms(names, salt)
    return {name: name for name in sorted(set(names))}
