"""Hugging Face models as tools: whatever the user has on disk, in safetensors, and no code."""
