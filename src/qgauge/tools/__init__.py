"""Language tools: roles, and the engines that fill them.

`roles` has what each tool is asked and what it gives; `embedded` the tools on our own models,
`adapters` and `hf` those on other people's, `judge` language models on a server. `registry` opens
them by name, with a `cache` in front.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qgauge.tools import old_names

if TYPE_CHECKING:
    from qgauge.tools.registry import open_tool

__all__ = ["open_tool"]

old_names.register()


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import on first use, so that a role can be imported without the registry."""
        if name == "open_tool":
            from qgauge.tools.registry import open_tool

            return open_tool
        raise AttributeError(f"module 'qgauge.tools' has no attribute '{name}'")
