"""Engines for local Hugging Face models: safetensors only, and no remote code is run."""
