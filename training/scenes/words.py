"""Names and small helpers that all scenes share."""

from __future__ import annotations

import random
from collections.abc import Sequence


def spaced(text: str, mark: str | None = None) -> list[str]:
    """Return the parts of a text between spaces, or between marks."""
    return text.split(mark)


WOMEN = spaced(
    "Ada Agnes Alma Amal Amina Anita Astrid Beatriz Bella Bridget Carla Celia Chloe Clara Daphne "
    "Deborah Dina Edith Elena Elif Emma Esther Eva Farah Fatima Fiona Freya Gloria Grace Greta "
    "Hanna Hazel Helen Ida Imani Ines Irene Iris Jana Jasmine Joan Judith Julia Karen Keiko Lara "
    "Laura Leila Linda Lucia Mabel Maria Martha Maya Mei Mira Mona Nadia Naomi Nina Nora Olga "
    "Olivia Paula Petra Priya Rachel Rita Rosa Ruth Sana Sarah Selma Sofia Susan Tania Tess Thea "
    "Ursula Vera Wendy Yara Yuki Zoe"
)
MEN = spaced(
    "Aaron Abdul Adam Akira Alan Ali Andrew Anton Arthur Ben Boris Bruno Carlos Cem Chen Daniel "
    "David Diego Edgar Eli Emil Eric Felix Finn Frank George Gustav Hamid Hans Harold Hassan "
    "Henry Hugo Ian Igor Ivan Jack Jakob James Javier Jin Joel John Jonas Kenji Kofi Lars Leo "
    "Liam Louis Luca Magnus Marco Mark Martin Max Milan Mohamed Nathan Nico Noah Oliver Omar "
    "Oscar Owen Pablo Patrick Paul Pedro Peter Quentin Rafael Ravi Robert Samir Samuel Simon "
    "Stefan Tariq Thomas Tobias Victor Walter William Xavier Yusuf Zoltan"
)
FAMILY = spaced(
    "Abbott Akande Alvarez Anders Bauer Becker Bianchi Bloom Brandt Brooks Carter Castro Chandra "
    "Clarke Costa Cruz Dahl Davies Diaz Dubois Eriksen Fischer Fletcher Fontaine Garcia Gill "
    "Graham Haddad Hall Hansen Hayes Hoffman Holt Hughes Ibrahim Ito Jensen Kaya Keller Khan Kim "
    "Klein Kovacs Lang Larsen Lee Lindgren Lopez Marino Mason Meyer Mills Mbeki Moreau Mori "
    "Murphy Nair Nakata Novak Okafor Olsen Ortiz Osei Park Patel Pereira Petrov Quinn Ramos Reed "
    "Rossi Sato Schmidt Shah Silva Singh Sokolov Stone Suzuki Tanaka Torres Turner Usman Vargas "
    "Vogel Walsh Weber White Wolf Wong Yamada Young Zhang Ziegler"
)
CITIES = spaced(
    "Aarhus Accra Ankara Antwerp Athens Baku Bergen Bilbao Bologna Bordeaux Boston Bristol Cairo "
    "Cardiff Chicago Cologne Cork Dallas Delhi Denver Dresden Dublin Edinburgh Florence Geneva "
    "Genoa Ghent Glasgow Graz Hamburg Hanoi Havana Helsinki Istanbul Kyoto Lagos Leeds Lima "
    "Lisbon Liverpool Ljubljana Lyon Madrid Malaga Manila Melbourne Milan Montreal Munich "
    "Nairobi Naples Nantes Odessa Oslo Ottawa Oxford Palermo Perth Porto Prague Quito Riga Rome "
    "Rotterdam Seattle Seoul Seville Sydney Tallinn Toronto Trieste Tunis Turin Utrecht Valencia "
    "Venice Vienna Vilnius Warsaw York Zagreb Zurich"
)
MONTHS = spaced(
    "January February March April May June July August September October November December"
)
DAYS = spaced("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")


def people(rng: random.Random, count: int) -> list[str]:
    """Return different first names."""
    return rng.sample(WOMEN + MEN, count)


def she(name: str) -> str:
    """Return the subject pronoun of a first name."""
    return "she" if name in WOMEN else "he"


def her(name: str) -> str:
    """Return the possessive pronoun of a first name."""
    return "her" if name in WOMEN else "his"


def full_name(rng: random.Random) -> str:
    """Return a first and a family name."""
    return f"{rng.choice(WOMEN + MEN)} {rng.choice(FAMILY)}"


def upper(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def listed(items: Sequence[str]) -> str:
    """Return `a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
