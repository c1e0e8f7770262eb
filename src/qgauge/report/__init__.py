"""Reports: results as one HTML page that needs no server, no script and nothing from elsewhere."""

from qgauge.report.blocks import (
    Asked,
    Block,
    Card,
    Cards,
    Cell,
    Column,
    Discourse,
    Figure,
    Link,
    Page,
    Piece,
    Prose,
    Section,
    Table,
    Terms,
    Value,
)
from qgauge.report.page import render

__all__ = [
    "Asked",
    "Block",
    "Card",
    "Cards",
    "Cell",
    "Column",
    "Discourse",
    "Figure",
    "Link",
    "Page",
    "Piece",
    "Prose",
    "Section",
    "Table",
    "Terms",
    "Value",
    "render",
]
