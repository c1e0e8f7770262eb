"""Weights from people's ratings: of the Q-metrics, and of quality."""
