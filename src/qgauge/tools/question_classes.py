"""Plain English names of the question classes."""

from __future__ import annotations

from collections.abc import Mapping

CLASSES: Mapping[str, str] = {
    "ABBR:abb": "an abbreviation",
    "ABBR:exp": "what an abbreviation stands for",
    "DESC:def": "a definition",
    "DESC:desc": "a description",
    "DESC:manner": "how something is done or happens",
    "DESC:reason": "a reason",
    "ENTY:animal": "an animal",
    "ENTY:body": "a part of the body",
    "ENTY:color": "a colour",
    "ENTY:cremat": "a book, film, song or other creation",
    "ENTY:currency": "a currency",
    "ENTY:dismed": "a disease or a medicine",
    "ENTY:event": "an event",
    "ENTY:food": "food or drink",
    "ENTY:instru": "a musical instrument",
    "ENTY:lang": "a language",
    "ENTY:letter": "a letter of the alphabet",
    "ENTY:other": "some other thing",
    "ENTY:plant": "a plant",
    "ENTY:product": "a product",
    "ENTY:religion": "a religion",
    "ENTY:sport": "a sport or a game",
    "ENTY:substance": "a substance or a material",
    "ENTY:symbol": "a symbol or a sign",
    "ENTY:techmeth": "a technique or a method",
    "ENTY:termeq": "a synonym",
    "ENTY:veh": "a vehicle",
    "ENTY:word": "a word with a certain property",
    "HUM:desc": "a description of a person",
    "HUM:gr": "a group or an organisation",
    "HUM:ind": "a person",
    "HUM:title": "a person's title or occupation",
    "LOC:city": "a city",
    "LOC:country": "a country",
    "LOC:mount": "a mountain",
    "LOC:other": "some other place",
    "LOC:state": "a state or a province",
    "NUM:code": "a code or a telephone number",
    "NUM:count": "a count",
    "NUM:date": "a date",
    "NUM:dist": "a distance or a length",
    "NUM:money": "a price or a sum of money",
    "NUM:ord": "a rank",
    "NUM:other": "some other number",
    "NUM:perc": "a percentage or a fraction",
    "NUM:period": "a length of time or an age",
    "NUM:speed": "a speed",
    "NUM:temp": "a temperature",
    "NUM:volsize": "a size, an area or a volume",
    "NUM:weight": "a weight",
}
"""The 50 classes of Li and Roth (2002), each with the kind of answer it asks for."""


def describe(label: str) -> str:
    """Return what a question of this class asks for, or the label itself if it is unknown.

    Examples:
        >>> describe("HUM:ind")
        'a person'
    """
    return CLASSES.get(label, label)
