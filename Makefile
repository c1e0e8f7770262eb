# Everything runs in the virtual environment .venv, which `make` creates when it is missing.
BIN := .venv/bin

.PHONY: test fast lint ci

test: .venv  ## run all tests
	$(BIN)/pytest

fast: .venv  ## run the quick tests
	$(BIN)/pytest -m "not slow"

lint: .venv  ## check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

ci:  ## run what must pass before a change lands, in fresh environments
	.ci/run

.venv: pyproject.toml
	python3 -m venv .venv
	$(BIN)/pip install --quiet --editable '.[test,dev]'
	touch .venv
