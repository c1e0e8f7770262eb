"""Names of units: their symbols, spellings and plurals."""

from __future__ import annotations

_PREFIXES = {"": "", "kilo": "k", "centi": "c", "milli": "m", "nano": "n"}
_METRIC = {"meter": "m", "liter": "l", "gram": "g"}
# The word "pound" is money here: it cannot equal both "£" and "lb", which differ.
_OTHER = {
    "hectare": "ha",
    "megawatt": "mw",
    "gigawatt": "gw",
    "kilowatt": "kw",
    "watt": "",
    "volt": "",
    "hertz": "hz",
    "kilohertz": "khz",
    "megahertz": "mhz",
    "gigahertz": "ghz",
    "kilobyte": "kb",
    "megabyte": "mb",
    "gigabyte": "gb",
    "terabyte": "tb",
    "mile": "mi",
    "yard": "yd yds",
    "foot": "ft",
    "inch": "",
    "acre": "",
    "tonne": "",
    "ton": "",
    "gallon": "gal",
    "pint": "",
    "pound": "gbp £",
    "lb": "",
    "ounce": "oz",
    "second": "s sec secs",
    "millisecond": "ms",
    "minute": "min mins",
    "hour": "h hr hrs",
    "day": "",
    "week": "wk wks",
    "month": "",
    "year": "yr yrs",
    "century": "",
    "degree": "° º",
    "dollar": "usd $ us$",
    "cent": "",
    "euro": "eur €",
    "yen": "jpy ¥",
    "rupee": "inr ₹",
}
_PLURALS = {
    "foot": "feet",
    "inch": "inches",
    "century": "centuries",
    "hertz": "hertz",
    "kilohertz": "kilohertz",
    "megahertz": "megahertz",
    "gigahertz": "gigahertz",
    "yen": "yen",
}
TIMES = frozenset({"second", "minute", "hour", "day", "week", "month", "year"})
RATES = {
    "mph": ("mile", "hour"),
    "kph": ("kilometer", "hour"),
    "kmh": ("kilometer", "hour"),
    "km/h": ("kilometer", "hour"),
    "mi/h": ("mile", "hour"),
    "m/s": ("meter", "second"),
    "km/s": ("kilometer", "second"),
    "ft/s": ("foot", "second"),
}
"""Symbols for one unit per another."""
POWERS = {"2": "square", "²": "square", "3": "cubic", "³": "cubic"}


def plural(unit: str) -> str:
    """Return the plural of the name of a unit."""
    return _PLURALS.get(unit, f"{unit}s")


def _names() -> dict[str, str]:
    names = {}
    for base, symbol in _METRIC.items():
        for prefix, short in _PREFIXES.items():
            unit = prefix + base
            british = f"{unit[:-2]}re" if base != "gram" else f"{unit}me"
            for name in (unit, british):
                names[name] = names[f"{name}s"] = unit
            names[short + symbol] = unit
    names |= {"kilo": "kilogram", "kilos": "kilogram", "kgs": "kilogram"}
    for unit, symbols in _OTHER.items():
        names[unit] = names[plural(unit)] = unit
        for symbol in symbols.split():
            names[symbol] = unit
    return names


NAMES = _names()
"""The American singular of every name and symbol of a unit."""
CURRENCIES = frozenset({"$", "us$", "£", "€", "¥", "₹"})
