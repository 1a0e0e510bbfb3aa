# The two commands a newcomer needs are `make play` and `make test`; `make help` lists the rest.

PYTHON ?= python3
BIN := .venv/bin

# Programs that the tests start are to find compiled modules.
unexport PYTHONDONTWRITEBYTECODE

# Make targets one after the other, and print how long all of it took.
timed = @start=$$(date +%s); for target in $(1); do $(MAKE) --no-print-directory $$target || exit; done; \
	echo "make $@: passed in $$(($$(date +%s) - start)) s"

.PHONY: help play test test-all stress check kernels lint python-types script-types script-tests python-tests
.PHONY: all-python-tests checked-and-compiled format bench levels atlas atlas-page fingerprint pictures
.PHONY: screenshots golden clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

play: .venv/.installed ## set up if need be, and play in the browser
	@$(BIN)/jostle serve --open

test: ## lint, types and tests: what every change must pass
	$(call timed,checked-and-compiled script-tests python-tests)

test-all: ## the slow tests as well
	$(call timed,checked-and-compiled script-tests all-python-tests)

stress: kernels ## the browser tests on a busy machine, a slow processor and a slow network
	$(BIN)/python -m tools.stress_browser_tests

check: .venv/.tests-installed ## lint and types alone
	@$(MAKE) --no-print-directory --jobs lint python-types script-types

checked-and-compiled: .venv/.tests-installed
	@$(MAKE) --no-print-directory --jobs kernels lint python-types script-types

kernels: .venv/.tests-installed
	@$(BIN)/jostle compile

lint:
	$(BIN)/ruff check
	$(BIN)/ruff format --check

python-types:
	$(BIN)/mypy

script-types:
	node_modules/.bin/tsc

script-tests:
	node --test tests/web/*.test.js

python-tests:
	$(BIN)/python -m pytest

all-python-tests:
	$(BIN)/python -m pytest -m "slow or not slow"

format: .venv/.tests-installed ## put the code in its normal form
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: .venv/.bench-installed kernels ## speed here, beside OpenSpiel, beside a bare echo and with reviews in the same run
	$(BIN)/python -m benchmarks.beside_openspiel
	$(BIN)/python -m benchmarks.serving
	$(BIN)/python -m benchmarks.analysing
	$(BIN)/python -m benchmarks.studying

levels: .venv/.installed ## measure how strong the levels are; goes on where it was stopped
	$(BIN)/python tools/measure_levels.py

atlas: .venv/.installed ## solve the small boards of Pomeczi and write their atlas; goes on where it was stopped
	$(BIN)/python -m tools.make_atlas

atlas-page: .venv/.installed ## write the atlas anew from the figures it keeps
	$(BIN)/python -m tools.make_atlas --page-only

fingerprint: kernels ## write the search's fingerprint anew, after a change that is meant
	$(BIN)/python -m tests.test_fingerprint

pictures: .venv/.installed ## draw the README's pictures anew
	$(BIN)/python tools/draw_pictures.py

screenshots: kernels ## take pictures of every page; the README shows some
	$(BIN)/python -m tools.take_screenshots

golden: kernels ## write the golden playthroughs and exports anew, after a change that is meant
	$(BIN)/python -m tests.test_golden
	$(BIN)/python -m tests.exported
	$(BIN)/python -m tests.web_positions

clean: ## remove the virtual environment and caches in this folder
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/.installed: pyproject.toml
	@PYTHON="$(PYTHON)" tools/set_up.sh .
	@$(BIN)/jostle compile
	@touch $@

.venv/.tests-installed: pyproject.toml package.json
	@PYTHON="$(PYTHON)" tools/set_up_tests.sh
	@touch .venv/.installed $@

.venv/.bench-installed: .venv/.tests-installed
	@PYTHON="$(PYTHON)" tools/set_up.sh ".[bench]"
	@touch $@
