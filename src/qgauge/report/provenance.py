"""The last section of a page: what is needed to make it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from qgauge import __version__
from qgauge.report.blocks import Prose, Section, Terms


def made_section(pairs: Iterable[tuple[str, str]], notes: Sequence[str] = ()) -> Section:
    """Return the section with signatures, files and the command.

    Args:
        pairs: Names with texts, such as `("command", "qgauge meta rated.jsonl")`. Pairs without a
            text are left out, and repeated ones are shown once.
        notes: Paragraphs above them.

    Returns:
        The section; the version of qgauge comes last.

    Examples:
        >>> from qgauge.report.provenance import made_section
        >>> section = made_section([("command", "qgauge meta rated.jsonl"), ("sha256", "")])
        >>> [name for name, _ in section.blocks[0].pairs]
        ['command', 'version']
    """
    known = [pair for pair in dict.fromkeys(pairs) if pair[1]]
    terms = Terms([*known, ("version", f"qgauge {__version__}")])
    return Section("How it was made", [Prose(notes), terms] if notes else [terms])
