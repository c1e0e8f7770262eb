# Everything runs in the virtual environment .venv, which `make` creates when it is missing.
BIN := .venv/bin

.PHONY: test fast coverage lint docs ci

test: .venv  ## run all tests
	$(BIN)/pytest

fast: .venv  ## run the quick tests
	$(BIN)/pytest -m "not slow"

coverage: .venv  ## run the quick tests and list the lines they miss
	$(BIN)/pytest -m "not slow" --cov

lint: .venv  ## check style, types and the workflow
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/yamllint --strict .github mkdocs.yml .pre-commit-config.yaml CITATION.cff
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/ci.yml

docs: .venv  ## build the documentation site in site/; a warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

ci:  ## run all checks that a change must pass, in fresh environments
	.ci/run

.venv: pyproject.toml
	python3 -m venv .venv
	$(BIN)/pip install --quiet --editable '.[test,dev]'
	touch .venv
