"""Read questions from JSONL, JSON, CSV, TSV, Parquet or plain text, and write results as JSONL."""

from qgauge.data.bad_rows import RowFiles
from qgauge.data.ids import Ids
from qgauge.data.question_files import QuestionFiles
from qgauge.data.reading import FORMATS, read, read_objects, read_table, stem
from qgauge.data.rows import ALIASES, Refused, Rows
from qgauge.data.text_files import Source, label
from qgauge.data.writing import (
    Output,
    dump,
    escape_controls,
    example_row,
    output_line,
    output_row,
    refused_row,
)

__all__ = [
    "ALIASES",
    "FORMATS",
    "Ids",
    "Output",
    "QuestionFiles",
    "Refused",
    "RowFiles",
    "Rows",
    "Source",
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
    "stem",
]
