"""Find and check the files of a Hugging Face model before anything is loaded."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from qgauge.core import BadSetting, MissingTool
from qgauge.tools.files_checksum import files_checksum

INSTALL_HF = "pip install 'qgauge[hf]'"
_MATTERS = ("*.safetensors", "*.json", "*.txt", "*.model")
"""Files that affect the model's output."""
_UNNAMED = re.compile(r"LABEL_\d+", re.IGNORECASE)


@dataclass(frozen=True)
class ModelFiles:
    """A model's folder: any folder, or a snapshot in the Hugging Face cache."""

    name: str
    folder: Path
    commit: str = ""
    """Commit of a snapshot; empty for other folders."""

    @cached_property
    def config(self) -> dict[str, Any]:
        try:
            found = json.loads((self.folder / "config.json").read_text(encoding="utf-8"))
        except OSError:
            raise MissingTool(f"'{self.name}' is not a model: it has no config.json.") from None
        except ValueError as problem:
            raise MissingTool(
                f"'{self.name}' is broken: config.json is not valid JSON ({problem})."
            ) from None
        if not isinstance(found, dict):
            raise MissingTool(f"'{self.name}' is broken: config.json is not a JSON object.")
        return found

    @cached_property
    def checksum(self) -> str:
        """The SHA-256 over all files that affect the model's output."""
        paths = sorted({path for kind in _MATTERS for path in self.folder.glob(kind)})
        return files_checksum((path.name, path) for path in paths)

    def labels(self) -> list[str]:
        """Return the class names in the order of the model's outputs.

        Raises:
            BadSetting: If the config does not name them; no order is assumed.
        """
        named = self.config.get("id2label")
        if not isinstance(named, dict) or all(map(_UNNAMED.fullmatch, map(str, named.values()))):
            raise BadSetting(
                f"'{self.name}' does not name its classes: id2label is missing in its config.json "
                "or has no real names. Add the names, in the order of the model's outputs."
            )
        try:
            return [str(named[number]) for number in sorted(named, key=int)]
        except ValueError:
            raise BadSetting(
                f"'{self.name}': the keys of id2label in its config.json must be numbers."
            ) from None


def find_model(model: str, revision: str = "") -> ModelFiles:
    """Find a model on this machine; nothing is downloaded.

    Args:
        model: A folder, or the name of a model in the Hugging Face cache.
        revision: Branch, tag or commit of a model in the cache.

    Raises:
        MissingTool: If the model, its weights as safetensors, or a package is missing.
        BadSetting: If the name is not valid, or if a folder is given with a revision.
    """
    if find_spec("torch") is None or find_spec("transformers") is None:
        raise MissingTool("The engine hf is not installed.", INSTALL_HF)
    folder = Path(model)
    if folder.is_dir():
        if revision:
            raise BadSetting(f"'{model}' is a folder; revision= works only with a model's name.")
        found = ModelFiles(folder.resolve().name, folder.resolve())
    else:
        snapshot = _snapshot(model, revision)
        found = ModelFiles(model, snapshot, snapshot.name)
    if not list(found.folder.glob("*.safetensors")):
        raise MissingTool(
            f"'{model}' has no weights as safetensors. qgauge loads no other format, because "
            "others can run code. Convert the model: load it and call save_pretrained."
        )
    return found


def _snapshot(model: str, revision: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError

    command = f"hf download {model}" + (f" --revision {revision}" if revision else "")
    try:
        return Path(snapshot_download(model, revision=revision or None, local_files_only=True))
    except HFValidationError:
        raise BadSetting(f"'{model}' is neither a folder nor a valid model name.") from None
    except (OSError, ValueError):  # raised by the hub for a model that is not in its cache
        raise MissingTool(f"The model '{model}' is not on this machine.", command) from None
