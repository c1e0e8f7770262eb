"""Measurements of speed, of agreement with people, and of equal numbers: see README.md.

Some of them use helpers of the tests, which are imported by their bare names, as in the tests.
"""

import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]

sys.path.append(str(PROJECT / "tests"))
