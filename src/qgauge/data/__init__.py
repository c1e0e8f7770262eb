"""Read questions and write results, in the format that the file name ends in."""

from qgauge.data.bad_rows import RowFiles
from qgauge.data.columns import NO_MAP, ColumnMap
from qgauge.data.ids import Ids
from qgauge.data.question_files import QuestionFiles
from qgauge.data.reading import FORMATS, read, read_objects, read_table, stem
from qgauge.data.rows import Refused, Rows
from qgauge.data.text_files import Source, label
from qgauge.data.writing import (
    Output,
    TextOutput,
    dump,
    escape_controls,
    example_row,
    output_line,
    output_row,
    refused_row,
    signed_line,
)

__all__ = [
    "FORMATS",
    "NO_MAP",
    "ColumnMap",
    "Ids",
    "Output",
    "QuestionFiles",
    "Refused",
    "RowFiles",
    "Rows",
    "Source",
    "TextOutput",
    "dump",
    "escape_controls",
    "example_row",
    "label",
    "output_line",
    "output_row",
    "read",
    "read_objects",
    "read_table",
    "refused_row",
    "signed_line",
    "stem",
]
