"""The tools on the models in the package."""
