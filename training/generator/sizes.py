"""Sizes of the generator, for its training and its export, which needs no torch."""

from __future__ import annotations

HIDDEN, HEADS, WIDTH, INNER = 384, 12, 32, 1536
VOCABULARY, POSITIONS, TYPES = 30522, 512, 4
ENCODER_LAYERS, DECODER_LAYERS = 7, 5
EPSILON = 1e-12
BLOCK = 32
"""Inputs that share a scale in the 4-bit weights."""
