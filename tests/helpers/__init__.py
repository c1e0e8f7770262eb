"""Helpers shared by several tests: servers, toy models and tools, data, the command."""
