# The commands of the README. Everything is installed into .venv and nothing else on the machine is changed,
# except that `make test` installs Chromium and PostgreSQL if they are missing (tests/parts.sh).
PYTHON ?= python3
BIN := .venv/bin
NODE := $(BIN)/node .venv/node_modules
SCRIPTS := 'src/fivedice/web/**/*.js' 'tests/javascript/*.js'

# The extra of pyproject.toml that each command needs, and the commands that then have what they need, too.
EXTRA_play := solve
EXTRA_serve := postgres
EXTRA_test := dev
EXTRA_app := app
COVERED_serve := .venv/play
COVERED_test := .venv/play .venv/serve

.PHONY: play serve test proofs renew quick javascript container browsers pictures parts found types style nearest format bench golden tables docs app clean

# Ctrl+C is the usual way out of both, so it is no error of make.
play: .venv/play
	@trap : INT; $(BIN)/fivedice play $(ARGS) || [ $$? = 130 ]

serve: .venv/serve
	@echo "Starting the server."
	@trap : INT; $(BIN)/fivedice serve $(ARGS) || [ $$? = 130 ]

# Tests start about a hundred processes. Their modules are compiled once, even if the environment forbids it.
test: export PYTHONDONTWRITEBYTECODE =
test:
	@$(MAKE) --no-print-directory -j 2 .venv/scripts parts
	@$(MAKE) --no-print-directory -j 2 types style found
	$(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder $(ARGS)

# What a changed file can break, in less than a minute: the tests nearest to it, and the types.
quick: export PYTHONDONTWRITEBYTECODE =
quick: .venv/test
	@$(MAKE) --no-print-directory -j 2 types nearest

nearest:
	@$(BIN)/python -m tests.quick

# What `make test` leaves out, because it proves at length: long properties, big oracles, floods and kills.
proofs: export PYTHONDONTWRITEBYTECODE =
proofs: .venv/test parts
	$(BIN)/pytest -m proof -n 3 --dist loadfile --no-loadscope-reorder $(ARGS)

# The unit tests of the pages' scripts alone, which `make test` runs too.
javascript: .venv/test .venv/scripts
	$(BIN)/pytest tests/javascript $(ARGS)

# Builds and starts the image of the Containerfile; takes some minutes and needs root.
container:
	@tests/container/build.sh

# Installs programs other than Python packages, which are downloaded at the same time.
parts:
	@tests/parts.sh

# Plays a match of each game in Firefox and in WebKit; installs both if they are missing.
browsers: .venv/test parts
	@tests/browsers/parts.sh
	$(BIN)/pytest tests/browsers $(ARGS)

# Takes pictures of every page with every game, at five sizes and in both themes, and those of the README.
pictures: .venv/test parts
	$(BIN)/python -m tests.pictures.take $(ARGS)

# Imports every test once, so that three parallel processes do not compile the same modules.
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

# Saves the output in benchmarks/results; nothing else should run at the same time.
bench: .venv/test
	for script in random_play solve_cards review hint best_play; do $(BIN)/python -m benchmarks.$$script; done
	$(BIN)/python -m benchmarks.solve_junior 1 2

golden: .venv/test
	$(BIN)/python tests/golden/make.py

# Everything that follows from the values of games, after a change to a card or to the results of a solver: the
# tables in the package, the exercises, the measured bots and the documents. ARGS="piecepack" takes some games.
tables: .venv/test
	$(BIN)/python -m research.ship_tables $(ARGS)
	$(BIN)/python -m research.training.positions $(ARGS)
	$(BIN)/python -m research.arena.strength $(ARGS)
	$(BIN)/python -m research.card_values $(ARGS)
	$(BIN)/python docs/generate.py

# Generates the reference pages from the code, then the site for wheels and for a server's /docs.
docs: .venv/test
	$(BIN)/python docs/generate.py
	DISABLE_MKDOCS_2_WARNING=true $(BIN)/properdocs build

# One file that starts without Python, for this system: dist/fivedice. It carries the documentation.
app: .venv/app
	DISABLE_MKDOCS_2_WARNING=true .venv/app/bin/properdocs build
	.venv/app/bin/pyinstaller --noconfirm --clean --log-level WARN --onefile \
		--name fivedice --workpath build --specpath build --collect-all fivedice --copy-metadata fivedice \
		$$(ls .venv/app/lib/python*/site-packages | sed -n 's/\(.*__mypyc\)\..*/--hidden-import \1/p') app/window.py

# Puts the newest version of every package into requirements/, and runs the tests with them.
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
