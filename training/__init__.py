"""The scripts that made the models in the package: see README.md."""
