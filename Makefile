# The words of the README. Everything is installed into .venv; nothing else on the machine is touched, but
# `make test` installs Chromium and PostgreSQL where there are none (tests/parts.sh).
PYTHON ?= python3
BIN := .venv/bin
NODE := $(BIN)/node .venv/node_modules
SCRIPTS := 'src/fivedice/web/**/*.js' 'tests/javascript/*.js'

.PHONY: play serve test javascript container browsers pictures parts found types style format bench golden tables docs clean

play: .venv/play
	@$(BIN)/fivedice play $(ARGS)

serve: .venv/serve
	@$(BIN)/fivedice serve $(ARGS)

# Tests start some hundred processes: what they load is compiled once, whatever the environment says.
test: export PYTHONDONTWRITEBYTECODE =
test:
	@$(MAKE) --no-print-directory -j 2 .venv/scripts parts
	@$(MAKE) --no-print-directory -j 2 types style found
	$(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder $(ARGS)

# The unit tests of the pages' scripts alone, which `make test` runs too.
javascript: .venv/test .venv/scripts
	$(BIN)/pytest tests/javascript $(ARGS)

# The image of the Containerfile, built and started; takes some minutes and needs root.
container:
	@tests/container/build.sh

# What is not Python; packages come over the network meanwhile.
parts:
	@tests/parts.sh

# A match of each game in Firefox and in WebKit; installs them where they are missing.
browsers: .venv/test parts
	@tests/browsers/parts.sh
	$(BIN)/pytest tests/browsers $(ARGS)

# Every page with every game, at five sizes and in both themes, on a sheet to be looked at; and those of the README.
pictures: .venv/test parts
	$(BIN)/python -m tests.pictures.take $(ARGS)

# Loads every test, and so compiles what they load before three processes want it at the same time.
found:
	@$(BIN)/pytest --collect-only -qq > .venv/found || (cat .venv/found; false)

types:
	$(BIN)/mypy

style:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(NODE)/prettier/bin/prettier.cjs --check $(SCRIPTS)
	$(NODE)/typescript/bin/tsc

format: .venv/test .venv/scripts
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NODE)/prettier/bin/prettier.cjs --write $(SCRIPTS)

# Saves what it prints in benchmarks/results; nothing else should run meanwhile.
bench: .venv/test
	for script in random_play solve_cards review hint best_play; do $(BIN)/python -m benchmarks.$$script; done
	$(BIN)/python -m benchmarks.solve_junior 1 2

golden: .venv/test
	$(BIN)/python tests/golden/make.py

# The tables that come with the package, after a change of what solving gives.
tables: .venv/test
	$(BIN)/python -m research.ship_tables

# The reference pages that follow from the code, then the site, which a wheel takes along and a server shows at /docs.
docs: .venv/test
	$(BIN)/python docs/generate.py
	DISABLE_MKDOCS_2_WARNING=true $(BIN)/properdocs build

clean:
	rm -rf .venv

# The pip of an older Python takes twice as long to find out what belongs together.
.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("fivedice needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip

# Without --quiet, so that the first minute shows what it is spent on.
.venv/play: .venv/bin/python pyproject.toml
	@echo "Installing what the game needs into .venv, once; this takes about a minute."
	$(BIN)/pip install --disable-pip-version-check --editable '.[solve]'
	@touch $@

.venv/serve: .venv/bin/python pyproject.toml
	@echo "Installing what the server needs into .venv, once; this takes about a minute."
	$(BIN)/pip install --disable-pip-version-check --editable '.[postgres]'
	@touch $@ .venv/play

# Some hundred packages: pip takes more than twice as long for them.
.venv/test: .venv/bin/python pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --editable '.[dev]'
	@touch $@ .venv/play .venv/serve

# What checks the pages' scripts; node itself comes with the Python packages.
.venv/scripts: .venv/test package.json package-lock.json
	cp package.json package-lock.json .venv/
	$(BIN)/npm ci --prefix .venv --silent --no-audit --no-fund
	@touch $@
