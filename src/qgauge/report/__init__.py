"""Reports: results as one HTML page that needs no server, no script and nothing from elsewhere."""

from qgauge.report.blocks import (
    Block,
    Card,
    Cards,
    Cell,
    Column,
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
    "Block",
    "Card",
    "Cards",
    "Cell",
    "Column",
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
