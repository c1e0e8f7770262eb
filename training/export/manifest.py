"""Add a newly made model file to the manifest of the shipped files."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

from qgauge.models.files import FOLDER, MANIFEST, Entry, manifest


def record(name: str, card: str, folder: Path = FOLDER) -> Entry:
    """Add a newly made file to the manifest of its folder."""
    data = (folder / name).read_bytes()
    entries = manifest(folder) if (folder / MANIFEST).exists() else {}
    entries[name] = Entry(hashlib.sha256(data).hexdigest(), len(data), card)
    files = {each: asdict(entries[each]) for each in sorted(entries)}
    text = json.dumps({"files": files}, indent=2, ensure_ascii=False) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    return entries[name]
