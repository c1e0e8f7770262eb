"""A folder of Parquet files with one set of columns, as data engines read and write it."""

from __future__ import annotations

import os
import re
import shutil

from qgauge.core.errors import BadInput
from qgauge.data.output_formats import format_of_ending
from qgauge.data.table_writing import convert_to_folder
from qgauge.data.writing import Output, beside, sync

_PART = re.compile(r"part-\d+\.parquet")


class ParquetFolder(Output):
    """An output of rows as a folder of Parquet files. It replaces such a folder on success.

    Args:
        target: The path of the folder, with the ending of a Parquet file.

    Raises:
        BadInput: If the target cannot be written, or is something else.
        MissingTool: If pyarrow is not installed.
    """

    def __init__(self, target: str) -> None:
        target = target.rstrip("/")  # shells complete the name of a folder with it
        super().__init__(target, durable=True)
        self._format = format_of_ending(target)  # also of a folder that is there
        self._made = ""
        """The temporary folder."""

    def _open(self) -> None:
        self._real = os.path.realpath(self._target)
        if os.path.lexists(self._real):
            if not os.path.isdir(self._real):
                raise BadInput("this is a file, not a folder; choose another", file=self._name)
            strange = [one for one in sorted(os.listdir(self._real)) if not _PART.fullmatch(one)]
            if strange:
                problem = f"this folder holds other files, such as {strange[0]}; choose another"
                raise BadInput(problem, file=self._name)
        self._open_temporary()

    def _put_in_place(self) -> None:
        self._made = beside(self._real)
        os.mkdir(self._made)
        with self._naming_the_file():
            for file in convert_to_folder(self._temporary, self._made):
                sync(file)
        sync(self._made)
        before = beside(self._real)
        if os.path.isdir(self._real):  # a folder cannot replace one that has files
            os.rename(self._real, before)
        os.rename(self._made, self._real)
        self._made = ""
        sync(os.path.dirname(self._real))
        shutil.rmtree(before, ignore_errors=True)
        os.unlink(self._temporary)
        self._temporary = ""

    def _discard(self) -> None:
        super()._discard()
        if self._made:
            shutil.rmtree(self._made, ignore_errors=True)
            self._made = ""
