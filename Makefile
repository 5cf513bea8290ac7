# make demo   learn the 9×9 Sudoku from a simulated user        make test   all checks and tests
# Both set up what they need in .venv first. PYTHON=… chooses the Python to set it up with (3.11 or newer).

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: demo test lint types tools format clean

demo: $(VENV)/.installed
	@$(BIN)/python -m tacit.demo

test: $(VENV)/.installed lint types tools
	$(BIN)/python -m pytest -n auto -q

lint: $(VENV)/.installed
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests

types: $(VENV)/.installed
	$(BIN)/mypy

# Programs that some tests run beside Python. Where they can't be installed, those tests are skipped and say so.
tools:
	@sh scripts/debian-tools.sh

format: $(VENV)/.installed
	$(BIN)/ruff check --fix src tests
	$(BIN)/ruff format src tests

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tacit needs Python 3.11 or newer: make PYTHON=python3.12 …")'
	@echo "Setting up $(VENV) …"
	@# A Python without ensurepip (Debian's, without python3-venv) gets virtualenv from its own pip.
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || { \
		rm -rf $(VENV) && $(PYTHON) -m pip install --quiet --target $(VENV)/.bootstrap virtualenv && \
		PYTHONPATH=$(VENV)/.bootstrap $(PYTHON) -m virtualenv --quiet $(VENV); }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
