"""How an engine is asked for: `NAME:MODEL`, with settings behind it, `NAME:MODEL,device=cuda`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from qgauge.core import BadSetting
from qgauge.core.suggestions import no_such

_NEXT_SETTING = re.compile(r",(?=[a-z_]+=)")


def settings_of(engine: str, spec: str, defaults: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The model and every setting, from `MODEL,setting=value,…`; commas may be in a name."""
    model, *pairs = _NEXT_SETTING.split(spec)
    settings = dict(defaults)
    for pair in pairs:
        setting, _, value = pair.partition("=")
        if setting not in defaults:
            raise BadSetting(no_such(f"{engine} has no setting", setting, defaults))
        if not value:
            raise BadSetting(f"{engine}: the setting '{setting}' has no value.")
        settings[setting] = value
    if not model:
        raise BadSetting(f"{engine}: which model? Write {engine}:MODEL,setting=value.")
    return model, settings
