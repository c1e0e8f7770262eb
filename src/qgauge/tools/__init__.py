"""Language tools: parser, classifier, grammar checker, reader, inference model, judge and others.

`roles` defines the interface of each tool. The implementations ("engines") are in `embedded`
(models that ship with qgauge), `adapters` and `hf` (third-party models and servers) and `judge`
(language models on a server). `registry` opens an engine by name, with a `cache` in front.
"""

from __future__ import annotations

from qgauge.tools import old_names
from qgauge.tools.registry import open_tool

__all__ = ["open_tool"]

old_names.register()
