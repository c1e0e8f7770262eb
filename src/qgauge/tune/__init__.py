"""Tuning of metric weights on human ratings: of the Q-metrics, and of quality."""
