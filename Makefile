# make demo   learn the 9×9 Sudoku from a simulated user        make test   all checks and tests
# make bench  speed on every benchmark; bench-compare, bench-peers, bench-scale, bench-web, bench-guided …: bench/README.md
# make docs   the documentation as a site, in build/docs
# make coverage   which lines of src/tacit the tests run; TESTS="tests/unit …" measures a part
# All set up what they need in .venv first. PYTHON=… chooses the Python to set it up with (3.11 or newer).

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
PEERS ?= .venv-peers

.PHONY: demo test coverage lint types tools format clean bench bench-compare bench-peers bench-pycona bench-kappa bench-scale bench-sizes bench-web bench-estimate bench-plot bench-guided bench-rules bench-rule-slips bench-trust bench-plans bench-constants bench-attack bench-parallel docs

demo: $(VENV)/.installed
	@$(BIN)/python -m tacit.cli.demo

test: $(VENV)/.installed lint types tools
	$(BIN)/python -m pytest -n auto --dist worksteal -q

# A warning is an error, and so is a reference that leads nowhere. The tests build it, too, and run what the pages show.
docs: $(VENV)/.installed
	@$(BIN)/python -m sphinx -q -W --keep-going -n -b html -d build/doctrees docs build/docs
	@echo "The site is in build/docs: open build/docs/index.html"

# It shows, and fails nothing ("-"): measured code is slower, and a test of speed may say so.
# Processes that are killed, and workers of Dask, are not counted.
coverage: $(VENV)/.installed
	-$(BIN)/python -m pytest -n auto --dist worksteal -q $(TESTS) --cov

lint: $(VENV)/.installed
	$(BIN)/ruff check src tests bench scripts docs/*.py
	$(BIN)/ruff format --check src tests bench scripts docs/*.py

types: $(VENV)/.installed
	$(BIN)/mypy src bench

# Programs that some tests run beside Python. Where they can't be installed, those tests are skipped and say so.
tools:
	@sh scripts/debian-tools.sh

format: $(VENV)/.installed
	$(BIN)/ruff check --fix src tests bench scripts docs/*.py
	$(BIN)/ruff format src tests bench scripts docs/*.py

# SEEDS=3, ONLY="sudoku murder", CAP=600 and RESULTS=FILE are for bench, -compare, -peers and -scale; the others say theirs.
BENCH = $(if $(SEEDS),--seeds $(SEEDS)) $(if $(CAP),--cap $(CAP)) $(if $(RESULTS),--results $(RESULTS)) $(if $(ONLY),--only $(ONLY))

bench: $(VENV)/.installed
	@$(BIN)/python bench/suite.py $(BENCH)

bench-compare: $(VENV)/.installed
	@test -n "$(A)" || { echo 'make bench-compare A=<commit> [B=<commit>]'; exit 2; }
	@$(BIN)/python bench/compare.py $(A) $(B) $(BENCH)

bench-peers: $(VENV)/.installed $(PEERS)/.installed
	@$(BIN)/python bench/peers.py --python $(PEERS)/bin/python $(BENCH)

# CAP=60, ONLY="sudoku murder"
bench-pycona: $(PEERS)/.installed
	@$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(PEERS)/bin/python bench/pycona_problems.py $(if $(CAP),--cap $(CAP)) $(if $(ONLY),--only $(ONLY))

bench-kappa: $(VENV)/.installed
	@$(BIN)/python bench/reference_kappa.py $(if $(TURNS),--turns $(TURNS)) $(if $(RESULTS),--results $(RESULTS))

# SECTIONS="guided-20 golomb-40": only some of the bars
bench-scale: $(VENV)/.installed
	@$(BIN)/python bench/scale.py $(if $(SIZES),--sizes $(SIZES)) $(if $(SECTIONS),--sections $(SECTIONS)) $(BENCH)

# SIZES="4 6 8" and LEARNERS="mquacq rules pycona": in parts; what is there for this commit is not measured again
bench-sizes: $(VENV)/.installed
	@$(BIN)/python bench/sizes.py $(if $(SIZES),--sizes $(SIZES)) $(if $(LEARNERS),--learners $(LEARNERS)) $(BENCH)

bench-web: $(VENV)/.installed tools
	@$(BIN)/python bench/web.py $(if $(ONLY),--only $(ONLY)) $(if $(SECONDS),--seconds $(SECONDS))

bench-attack: $(VENV)/.installed
	@$(BIN)/python bench/attack.py $(if $(SECONDS),--seconds $(SECONDS))

bench-estimate: $(VENV)/.installed
	@$(BIN)/python bench/estimate.py $(if $(ONLY),--only $(ONLY)) $(if $(SEEDS),--seeds $(SEEDS))

bench-plot: $(VENV)/.installed
	@$(BIN)/python bench/plot.py $(if $(RESULTS),--results $(RESULTS))

# GUIDED=--unseen: problems that no benchmark has; GUIDED="--figure sudoku": docs/figures/guided.svg
bench-guided: $(VENV)/.installed
	@$(BIN)/python bench/guided.py $(if $(SEEDS),--seeds $(SEEDS)) $(if $(ONLY),--only $(ONLY)) $(GUIDED)

# RULES="--unseen", "--largest 12", "--unknown" or "--without"
bench-rules: $(VENV)/.installed
	@$(BIN)/python bench/rules.py $(if $(SEEDS),--seeds $(SEEDS)) $(if $(ONLY),--only $(ONLY)) $(RULES)

bench-rule-slips: $(VENV)/.installed
	@$(BIN)/python bench/rule_slips.py $(if $(SEEDS),--seeds $(SEEDS)) $(ONLY)

# TRUST="coin magic", "slips --only murder", "--jobs 2" …; RUNS=5
bench-trust: $(VENV)/.installed
	@$(BIN)/python bench/trust.py $(TRUST) $(if $(RUNS),--runs $(RUNS))

# FOLDER: the challenge's files; PLANS="--unseen", "--negatives", "--show" …
bench-plans: $(VENV)/.installed
	@$(BIN)/python bench/pthg.py $(FOLDER) $(PLANS)

# One constant of the guided learner with other values: CONSTANT=LIKELY VALUES="0.3 0.5"; without CONSTANT all of them
bench-constants: $(VENV)/.installed
	@$(BIN)/python bench/constants.py $(if $(CONSTANT),--constant $(CONSTANT)) $(if $(VALUES),--values $(VALUES)) \
		$(if $(SEEDS),--seeds $(SEEDS)) $(if $(ONLY),--only $(ONLY))

# An oracle that takes 2 seconds, one by one and 8 side by side: PARALLEL="4 8 16", DELAY=0.5, SEEDS=3; SIMULATED=--simulated
bench-parallel: $(VENV)/.installed
	@$(BIN)/python bench/parallel.py $(if $(PARALLEL),--parallel $(PARALLEL)) $(if $(DELAY),--delay $(DELAY)) \
		$(if $(SEEDS),--seeds $(SEEDS)) $(if $(ONLY),--only $(ONLY)) $(SIMULATED)

# A Python without ensurepip (Debian's, without python3-venv) gets virtualenv from its own pip.
define new-environment
@echo "Setting up $(@D) …"
@$(PYTHON) -m venv $(@D) >/dev/null 2>&1 || { \
	rm -rf $(@D) && $(PYTHON) -m pip install --quiet --target $(@D)/.bootstrap virtualenv && \
	PYTHONPATH=$(@D)/.bootstrap $(PYTHON) -m virtualenv --quiet $(@D); }
endef

$(PEERS)/.installed:
	$(new-environment)
	@echo '*' > $(@D)/.gitignore
	@$(@D)/bin/python -m pip install --quiet --disable-pip-version-check pycona==0.4.1
	@touch $@

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tacit needs Python 3.11 or newer: make PYTHON=python3.12 …")'
	$(new-environment)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) $(PEERS) .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .coverage.*
