"""American forms of British spellings, for words where nothing else can be meant."""

from __future__ import annotations

_OUR = "armour behaviour colour favour flavour harbour honour humour labour neighbour rumour vapour"
_RE = "centre theatre metre litre fibre sabre meagre sombre spectre"
_OTHER = {
    "grey": "gray",
    "aluminium": "aluminum",
    "defence": "defense",
    "offence": "offense",
    "catalogue": "catalog",
    "plough": "plow",
    "jewellery": "jewelry",
    "aeroplane": "airplane",
    "moustache": "mustache",
    "traveller": "traveler",
    "travelled": "traveled",
    "travelling": "traveling",
    "cancelled": "canceled",
    "archaeology": "archeology",
    "encyclopaedia": "encyclopedia",
    "mediaeval": "medieval",
    "organise": "organize",
    "organised": "organized",
    "recognise": "recognize",
    "recognised": "recognized",
    "sulphur": "sulfur",
    "tyre": "tire",
    "pyjamas": "pajamas",
}
_AMERICAN = (
    {word: f"{word[:-2]}r" for word in _OUR.split()}
    | {word: f"{word[:-2]}er" for word in _RE.split()}
    | {f"kilo{word}": f"kilo{word[:-2]}er" for word in ("metre", "litre")}
    | _OTHER
)


def american(word: str) -> str:
    """Return the American spelling of a lower-case word; other words stay as they are.

    Example:
        >>> from qgauge.text.spelling import american
        >>> american("harbours"), american("organisation"), american("rise")
        ('harbors', 'organization', 'rise')
    """
    if word in _AMERICAN:
        return _AMERICAN[word]
    if word.endswith("s") and word[:-1] in _AMERICAN:
        return f"{_AMERICAN[word[:-1]]}s"
    for ending in ("isation", "isations"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return f"{word[: -len(ending)]}iz{ending[2:]}"
    return word
