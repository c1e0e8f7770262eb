"""Parse the settings of an engine, such as `hf:MODEL,device=cuda`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from qgauge.core import BadSetting
from qgauge.core.suggestions import no_such

_NEXT_SETTING = re.compile(r",(?=[a-z_]+=)")


def settings_of(engine: str, spec: str, defaults: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Parse `MODEL,setting=value,…`. The name of the model may contain commas.

    Args:
        engine: Name of the engine, for messages.
        spec: The text after `ENGINE:`.
        defaults: All settings of the engine with their default values.

    Returns:
        The model, and the value of every setting.

    Raises:
        BadSetting: If a setting is unknown or has no value, or if there is no model.

    Examples:
        >>> settings_of("hf", "my-model,device=cuda", {"device": "cpu", "batch": "1"})
        ('my-model', {'device': 'cuda', 'batch': '1'})
    """
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
        raise BadSetting(f"{engine}: the model is missing. Write {engine}:MODEL,setting=value.")
    return model, settings
