"""Hand-written parses: each word is `text/UPOS/relation>head`; heads from 0, -1 for the root."""

from __future__ import annotations

from qgauge.tools.roles import Parse, Word


def tree(written: str, lemmas: dict[str, str] | None = None) -> tuple[str, Parse]:
    """Return the text (words joined by spaces) and its parse; `|` starts a new sentence."""
    text, words, sentence, first = "", [], 0, 0
    for piece in written.split():
        if piece == "|":
            sentence, first = sentence + 1, len(words)
            continue
        token, upos, arc = piece.rsplit("/", 2)
        relation, _, head = arc.partition(">")
        start = len(text) + bool(text)
        text = f"{text} {token}" if text else token
        words.append(
            Word(
                token,
                start,
                len(text),
                upos=upos,
                lemma=(lemmas or {}).get(token, token.lower()),
                head=first + int(head) if int(head) >= 0 else -1,
                relation=relation,
                sentence=sentence,
            )
        )
    return text, Parse(tuple(words))
