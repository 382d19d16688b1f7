# The commands of the README. Everything is installed into .venv and nothing else on the machine is changed,
# except that `make test` installs Chromium and PostgreSQL if they are missing (tests/parts.sh).
PYTHON ?= python3
BIN := .venv/bin
NODE := $(BIN)/node .venv/node_modules
SCRIPTS := 'src/fivedice/web/**/*.js' 'tests/javascript/*.js'

.PHONY: play serve test proofs quick javascript container browsers pictures parts found types style nearest format bench golden tables docs app clean

play: .venv/play
	@$(BIN)/fivedice play $(ARGS)

serve: .venv/serve
	@$(BIN)/fivedice serve $(ARGS)

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

# Solves the tables in the package again, after a change to the results of a solver.
tables: .venv/test
	$(BIN)/python -m research.ship_tables

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

clean:
	rm -rf .venv

# The pip of an older Python takes twice as long to resolve dependencies.
.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("fivedice needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip

# Without --quiet, so that pip shows its progress during the first minute.
.venv/play: .venv/bin/python pyproject.toml
	@echo "Installing the packages of the game into .venv, once; this takes about a minute."
	$(BIN)/pip install --disable-pip-version-check --editable '.[solve]'
	@touch $@

.venv/serve: .venv/bin/python pyproject.toml
	@echo "Installing the packages of the server into .venv, once; this takes about a minute."
	$(BIN)/pip install --disable-pip-version-check --editable '.[postgres]'
	@touch $@ .venv/play

# Uses uv, because pip takes more than twice as long for about a hundred packages.
.venv/test: .venv/bin/python pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --editable '.[dev]'
	@touch $@ .venv/play .venv/serve

# Only what the file of `make app` needs, so that it neither fetches nor carries the tools for tests.
.venv/app: .venv/bin/python pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $@
	$(BIN)/uv pip install --quiet --python $@/bin/python --editable '.[docs,print,serve]' pyinstaller

# The tools that check the pages' scripts; node itself comes with the Python packages.
.venv/scripts: .venv/test package.json package-lock.json
	cp package.json package-lock.json .venv/
	$(BIN)/npm ci --prefix .venv --silent --no-audit --no-fund
	@touch $@
