"""Engines on the models that ship with qgauge."""
