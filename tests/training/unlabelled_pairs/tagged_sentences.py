"""Sentences tagged by hand, for the tests of the rules."""

from __future__ import annotations

from training.unlabelled_pairs.tagger import Token


def tagged(text: str) -> list[Token]:
    """Return tokens from `word/TAG word/TAG`; no space precedes marks and clitics."""
    out = []
    for piece in text.split():
        word, _, tag = piece.rpartition("/")
        out.append(Token(word, tag, bool(out) and tag not in (",", ".", "POS") and word != "n't"))
    return out


BOUGHT = tagged("In/IN 1990/CD ,/, the/DT company/NN was/VBD bought/VBN by/IN Ford/NNP ./.")
SENT = tagged(
    "The/DT old/JJ king/NN sent/VBD three/CD sons/NNS to/IN the/DT forest/NN because/IN "
    "he/PRP was/VBD ill/JJ ./."
)
MOVED = tagged(
    "Tesla/NNP moved/VBD to/IN Paris/NNP in/IN 1882/CD to/TO work/VB for/IN Edison/NNP ./."
)
