"""Where the files of a Hugging Face model are, and what they are: before anything is loaded."""

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
_UNNAMED = re.compile(r"LABEL_\d+", re.IGNORECASE)


@dataclass(frozen=True)
class ModelFiles:
    """A model's folder: the user's own, or a snapshot in the cache of the Hugging Face hub."""

    name: str
    folder: Path
    commit: str = ""

    @cached_property
    def config(self) -> dict[str, Any]:
        try:
            found = json.loads((self.folder / "config.json").read_text(encoding="utf-8"))
        except OSError:
            raise MissingTool(f"'{self.name}' is no model: it has no config.json.") from None
        except ValueError as problem:
            raise MissingTool(f"'{self.name}' is broken: config.json ({problem}).") from None
        if not isinstance(found, dict):
            raise MissingTool(f"'{self.name}' is broken: config.json holds no settings.")
        return found

    @cached_property
    def checksum(self) -> str:
        """Of all files that have a part in what the model says."""
        paths = sorted({path for kind in _MATTERS for path in self.folder.glob(kind)})
        return files_checksum((path.name, path) for path in paths)

    def labels(self) -> list[str]:
        """The names of the classes, in the order of the model's outputs; never assumed."""
        named = self.config.get("id2label")
        if not isinstance(named, dict) or all(map(_UNNAMED.fullmatch, map(str, named.values()))):
            raise BadSetting(
                f"'{self.name}' does not say what its classes are: its config.json has no names "
                "in id2label. Write them there, in the order of the model's outputs."
            )
        try:
            return [str(named[number]) for number in sorted(named, key=int)]
        except ValueError:
            raise BadSetting(
                f"'{self.name}': id2label in its config.json has no numbers."
            ) from None


def find_model(model: str, revision: str = "") -> ModelFiles:
    """The model of this name or in this folder, if it is on this machine. Nothing is downloaded."""
    if find_spec("torch") is None or find_spec("transformers") is None:
        raise MissingTool("The engine hf is not installed.", INSTALL_HF)
    folder = Path(model)
    if folder.is_dir():
        if revision:
            raise BadSetting(f"'{model}' is a folder, and a folder has no revisions.")
        found = ModelFiles(folder.resolve().name, folder.resolve())
    else:
        snapshot = _snapshot(model, revision)
        found = ModelFiles(model, snapshot, snapshot.name)
    if not list(found.folder.glob("*.safetensors")):
        raise MissingTool(
            f"'{model}' has no weights as safetensors, and qgauge loads no other kind: others can "
            "run code. Save it once more with save_pretrained."
        )
    return found


def _snapshot(model: str, revision: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError

    command = f"hf download {model}" + (f" --revision {revision}" if revision else "")
    try:
        return Path(snapshot_download(model, revision=revision or None, local_files_only=True))
    except HFValidationError:
        raise BadSetting(f"'{model}' is neither a folder nor the name of a model.") from None
    except (OSError, ValueError):  # what the hub raises for a model that is not in its cache
        raise MissingTool(f"The model '{model}' is not on this machine.", command) from None
