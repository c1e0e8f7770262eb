"""Language tools: roles, and the engines that fill them.

`roles` has what each tool is asked and what it gives; `embedded` the tools on our own models,
`adapters` and `hf` those on other people's, `judge` language models on a server. `registry` opens
them by name, with a `cache` in front.
"""

from __future__ import annotations

from qgauge.tools import old_names
from qgauge.tools.registry import open_tool

__all__ = ["open_tool"]

old_names.register()
