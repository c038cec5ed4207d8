# Each command sets up all it needs: Python 3.11 and make are enough.

PYTHON ?= python3.11
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
# Scored by time: these have the machine to themselves.
TIMED := tests/proof/test_load.py tests/proof/test_lighthouse.py tests/web/test_webkit.py
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard locales/*/LC_MESSAGES/*.po))

.PHONY: run chat test proof lint coverage mutate answers sbom bench pictures locales texts lock clean

# The page on http://127.0.0.1:$(PORT), and the bot beside it if TELEGRAM_TOKEN is set.
run: $(READY) $(CATALOGUES)
	@trap 'kill 0' INT TERM EXIT; \
	if [ -n "$$TELEGRAM_TOKEN" ]; then $(BIN)/python -m bot & fi; \
	$(BIN)/python -m web.pack & \
	echo "Rheincrew: http://127.0.0.1:$(PORT)"; \
	$(BIN)/gunicorn --workers 2 --threads 4 --preload --no-control-socket --bind 127.0.0.1:$(PORT) 'web:create_app()'

# The bot's dialogue in this terminal.
chat: $(READY) $(CATALOGUES)
	@$(BIN)/python -m bot.terminal $(ARGS)

test: $(READY) $(CATALOGUES) lint
	$(BIN)/python -m pytest -n auto

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache > /dev/null || $(BIN)/lint-imports --no-cache

# The bill of materials that goes with a release.
sbom: $(READY)
	$(BIN)/python deploy/sbom.py dist/sbom.json

# What takes minutes: every branch of the core, mutants of the core, random inputs, every case without a network as with
# one, other browsers, hard kills, PostgreSQL, ten thousand chats, load, restarts.
proof: $(READY) $(CATALOGUES) coverage mutate
	$(BIN)/python -m pytest -n 2 -m proof $(addprefix --ignore=,$(TIMED))
	$(BIN)/python -m pytest -m proof $(TIMED)

coverage: $(READY) $(CATALOGUES)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n 2 tests/core
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Small faults put into the core, one at a time: the tests must notice. ARGS="--seed 8 --number 40" for others or fewer.
mutate: $(READY) $(CATALOGUES)
	$(BIN)/python -m tests.mutate --minutes 8 $(ARGS)

# After a change of answers that is meant: the counts and digests that are kept beside the code.
answers: $(READY)
	$(BIN)/python -m core enumerate --on 2026-11-30 --write tests/cases/answers.txt

# The rule engines that serve as yardsticks need older packages than the tests, so they live apart.
bench: $(READY) $(CATALOGUES)
	test -x $(VENV)-bench/bin/python || $(PYTHON) -m venv $(VENV)-bench
	$(VENV)-bench/bin/python -m pip install --quiet psutil -e '.[bench]'
	$(VENV)-bench/bin/python -m bench $(ARGS)

# The pictures of the README, taken anew.
pictures: $(READY) $(CATALOGUES)
	$(BIN)/python -m tests.web.pictures

# Compiled catalogues; installing the project makes them too.
locales: $(CATALOGUES)

%.mo: %.po $(READY)
	$(BIN)/pybabel --quiet compile --domain rheincrew --directory locales

# After a change of English source texts: bring the catalogues up to date; new entries are empty and a test says so.
texts: $(READY)
	$(BIN)/pybabel --quiet extract -F locales/babel.cfg -k N_ -k Text -k Plural:1,2 --no-location --sort-by-file \
	  --project rheincrew --version 1 --copyright-holder Rheincrew -o locales/rheincrew.pot core bot web
	for language in de nl fr; do $(BIN)/pybabel --quiet update --no-fuzzy-matching --ignore-obsolete --no-wrap -N \
	  -i locales/rheincrew.pot -d locales -D rheincrew -l $$language; done

# The versions and hashes that CI and deployments install.
lock: $(READY)
	$(BIN)/pip-compile --quiet --strip-extras --generate-hashes --extra dev --no-emit-index-url --no-emit-trusted-host \
	  --no-emit-find-links --no-header --allow-unsafe --output-file deploy/requirements-dev.txt pyproject.toml
	$(BIN)/pip-compile --quiet --strip-extras --generate-hashes --no-emit-index-url --no-emit-trusted-host \
	  --no-emit-find-links --no-header --allow-unsafe --output-file deploy/requirements.txt pyproject.toml
	$(BIN)/pip-compile --quiet --strip-extras --generate-hashes --all-build-deps --only-build-deps --no-emit-index-url \
	  --no-emit-trusted-host --no-emit-find-links --no-header --allow-unsafe --output-file deploy/requirements-build.txt pyproject.toml

$(READY): pyproject.toml deploy/requirements-dev.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r deploy/requirements-dev.txt
	$(BIN)/python -m pip install --quiet --no-deps -e .
	touch $@

clean:
	rm -rf $(VENV) $(VENV)-bench locales/*/LC_MESSAGES/*.mo locales/rheincrew.pot
