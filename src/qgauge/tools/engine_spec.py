"""How an engine is asked for: `NAME:MODEL`, with settings behind it, `NAME:MODEL,device=cuda`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches

from qgauge.core import BadSetting

_NEXT_SETTING = re.compile(r",(?=[a-z_]+=)")


def settings_of(engine: str, spec: str, defaults: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The model and every setting, from `MODEL,setting=value,…`; commas may be in a name."""
    model, *pairs = _NEXT_SETTING.split(spec)
    settings = dict(defaults)
    for pair in pairs:
        setting, _, value = pair.partition("=")
        if setting not in defaults:
            close = get_close_matches(setting, defaults, 1)
            hint = f" Did you mean '{close[0]}'?" if close else ""
            known = ", ".join(defaults)
            raise BadSetting(f"{engine} has no setting '{setting}'.{hint} There is: {known}.")
        if not value:
            raise BadSetting(f"{engine}: the setting '{setting}' has no value.")
        settings[setting] = value
    if not model:
        raise BadSetting(f"{engine}: which model? Write {engine}:MODEL,setting=value.")
    return model, settings
