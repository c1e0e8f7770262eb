"""Statistics on arrays: correlation, agreement between raters, paired tests and intervals."""
