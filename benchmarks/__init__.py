"""Measurements of speed, agreement with human judgement, and parity with the original programs.

See README.md. Some scripts import the test helpers by their bare names, as the tests do.
"""

import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]

sys.path.append(str(PROJECT / "tests"))
