# make demo      see pincite work on its demo documents     make test       lint, types, core tests
# make demo-ko   the same in Korean                         make test-slow  the tests that take their time
# make clean     remove what these made
VENV ?= .venv
EXTRAS ?= dev,local,repair,serve,mcp
MARKS ?= not slow
PYTEST_ARGS ?= -n auto
BIN = $(VENV)/bin

.PHONY: help demo demo-ko environment lint test test-slow clean

help:
	@sed -n '1,3s/^# //p' Makefile

demo:
	@VENV=$(VENV) bash demo/demo.sh en

demo-ko:
	@VENV=$(VENV) bash demo/demo.sh ko

environment:
	@bash scripts/environment.sh $(VENV) $(EXTRAS)

lint: environment
	$(BIN)/ruff check .
	$(BIN)/mypy

# All three run even where one fails. Tests skip what needs data or extras that are not there; pytest's last lines count
# them. The code is pytest's, or 1 where only the lint or the types are off.
test: environment
	@status=0; \
	$(BIN)/ruff check . || status=1; \
	$(BIN)/mypy || status=1; \
	$(BIN)/python -m pytest -m "$(MARKS)" $(PYTEST_ARGS) || status=$$?; \
	exit $$status

test-slow: environment
	$(BIN)/python -m pytest -m slow $(PYTEST_ARGS)

clean:
	rm -rf .venv demo-library demo-library-ko build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
