# The commands of the README. Everything is installed into .venv and nothing else on the machine is changed,
# except that `make test` installs Chromium and PostgreSQL if they are missing (tests/parts.sh).
PYTHON ?= python3
BIN := .venv/bin
NODE := $(BIN)/node .venv/node_modules
SCRIPTS := 'src/fivedice/web/**/*.js' 'tests/javascript/*.js' 'types/pages.d.ts'

# The extra of pyproject.toml that each command needs, and the commands that then have what they need, too.
EXTRA_play := solve
EXTRA_serve := postgres
EXTRA_test := dev
EXTRA_app := app
COVERED_serve := .venv/play
COVERED_test := .venv/play .venv/serve

# `make help` prints the lines that begin with `##`, each with the command below it.
.PHONY: help play serve test proofs renew quick javascript container browsers pictures parts found types style nearest format bench golden tables docs app clean

## Lists these commands.
help:
	@awk '/^## /{line=substr($$0, 4)} /^[a-z]+:/&&line{sub(":.*", ""); printf "make %-12s%s\n", $$0, line; line=""}' Makefile

## Plays a match in this terminal. ARGS="yatzy --seats Ann,Ben" are its options, here and below.
# Ctrl+C is the usual way out of both, so it is no error of make.
play: .venv/play
	@trap : INT; $(BIN)/fivedice play $(ARGS) || [ $$? = 130 ]

## Starts a server for the browsers of a household or a club.
serve: .venv/serve
	@echo "Starting the server."
	@trap : INT; $(BIN)/fivedice serve $(ARGS) || [ $$? = 130 ]

## Runs every test, after the types and the style.
# Tests start about a hundred processes. Their modules are compiled once, even if the environment forbids it.
test: export PYTHONDONTWRITEBYTECODE =
test:
	@echo "Installing, then checks and all tests: about five minutes on a quiet machine with two cores."
	@$(MAKE) --no-print-directory -j 2 .venv/scripts parts
	@$(MAKE) --no-print-directory -j 2 types style found
	$(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder $(ARGS)

## Checks in less than a minute what a changed file can break: the tests nearest to it, and the types.
quick: export PYTHONDONTWRITEBYTECODE =
quick: .venv/test
	@$(MAKE) --no-print-directory -j 2 types nearest

nearest:
	@$(BIN)/python -m tests.quick

## Runs what `make test` leaves out, because it takes long: properties, big oracles, floods and kills.
proofs: export PYTHONDONTWRITEBYTECODE =
proofs: .venv/test parts
	$(BIN)/pytest -m proof -n 3 --dist loadfile --no-loadscope-reorder $(ARGS)

## Runs the unit tests of the pages' scripts alone.
javascript: .venv/test .venv/scripts
	$(BIN)/pytest tests/javascript $(ARGS)

## Builds and starts the image of the Containerfile; takes some minutes and needs root.
container:
	@tests/container/build.sh

## Installs the programs other than Python packages that tests need.
# They are downloaded at the same time.
parts:
	@tests/parts.sh

## Plays a match of each game in Firefox and in WebKit; installs both if they are missing.
browsers: .venv/test parts
	@tests/browsers/parts.sh
	$(BIN)/pytest tests/browsers $(ARGS)

## Takes pictures of every page with every game, at five sizes and in both themes, and those of the README.
pictures: .venv/test parts
	$(BIN)/python -m tests.pictures.take $(ARGS)

# Imports every test once, so that three parallel processes do not compile the same modules.
found:
	@$(BIN)/pytest --collect-only -qq > .venv/found || (cat .venv/found; false)

## Checks the types.
types:
	$(BIN)/mypy

## Checks the style of Python and of the pages' scripts.
style:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(NODE)/prettier/bin/prettier.cjs --check $(SCRIPTS)
	$(NODE)/typescript/bin/tsc

## Formats Python and the pages' scripts.
format: .venv/test .venv/scripts
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NODE)/prettier/bin/prettier.cjs --write $(SCRIPTS)

## Measures how fast the program is, for benchmarks/results; nothing else should run at the same time.
bench: .venv/test
	for script in random_play solve_cards review hint best_play; do $(BIN)/python -m benchmarks.$$script; done
	$(BIN)/python -m benchmarks.solve_junior 1 2

## Writes the recorded matches of tests/golden again, after a change to the rules or the record.
golden: .venv/test
	$(BIN)/python tests/golden/make.py

## Computes again what follows from the values of games.
# Needed after a change to a card or to the results of a solver: the tables in the package, the exercises, the
# measured bots and the documents. ARGS="piecepack" takes some games. Not statistics/luck.json (from
# research/luck.py) and weights.npz of challenge, junior and showdown (from research/*/learn.py), which take long.
tables: .venv/test
	$(BIN)/python -m research.ship_tables $(ARGS)
	$(BIN)/python -m research.training.positions $(ARGS)
	$(BIN)/python -m research.arena.strength $(ARGS)
	$(BIN)/python -m research.card_values $(ARGS)
	$(BIN)/python docs/generate.py

## Generates the reference pages from the code, then the site for wheels and for a server's /docs.
docs: .venv/test
	$(BIN)/python docs/generate.py
	DISABLE_MKDOCS_2_WARNING=true $(BIN)/properdocs build

## Builds one file that starts without Python, for this system: dist/fivedice. It carries the documentation.
app: .venv/app
	DISABLE_MKDOCS_2_WARNING=true .venv/app/bin/properdocs build
	.venv/app/bin/pyinstaller --noconfirm --clean --log-level WARN --onefile \
		--name fivedice --workpath build --specpath build --collect-all fivedice --copy-metadata fivedice \
		$$(ls .venv/app/lib/python*/site-packages | sed -n 's/\(.*__mypyc\)\..*/--hidden-import \1/p') app/window.py

## Puts the newest version of every package into requirements/, and runs the tests with them.
COMPILE := $(BIN)/uv pip compile - --universal --python-version 3.11 --upgrade --generate-hashes \
	--no-annotate --custom-compile-command 'make renew' --quiet
LIST := printf 'hatchling\npip\n' | $(COMPILE) pyproject.toml
renew: .venv/test
	@echo "Looking up the newest version of every package."
	@echo uv | $(COMPILE) --output-file requirements/uv.txt
	@$(LIST) --extra $(EXTRA_test) --output-file requirements/test.txt
	@$(foreach each,play serve app,$(LIST) --constraint requirements/test.txt \
		--extra $(EXTRA_$(each)) --output-file requirements/$(each).txt &&) true
	@$(MAKE) --no-print-directory test

## Removes .venv with everything installed into it.
clean:
	rm -rf .venv

.venv/bin/python:
	@echo "Creating .venv with $(PYTHON)."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "fivedice needs Python 3.11 or" \
		"newer. If you have one, add its name or path to the command, as in: make play PYTHON=python3.13" >&2; false; }
	@$(PYTHON) -m venv --clear --without-pip .venv

# The versions of requirements/ are those with which the tests passed.
.venv/play .venv/serve .venv/test .venv/app: .venv/%: .venv/bin/python pyproject.toml requirements/%.txt
	@PYTHON=$(PYTHON) requirements/install.sh $* $(EXTRA_$*)
	@touch $@ $(COVERED_$*)

# The tools that check the pages' scripts; node itself comes with the Python packages.
.venv/scripts: .venv/test package.json package-lock.json
	cp package.json package-lock.json .venv/
	$(BIN)/npm ci --prefix .venv --silent --no-audit --no-fund
	@touch $@
