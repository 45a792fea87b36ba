# Two commands do all on a machine with Python (3.11 or later) and make: `make demo` and `make test`.
PYTHON ?= python3
VENV ?= .venv
UV ?= uv
JOBS ?= 2
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PIN := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate

.PHONY: demo test check bench-smoke transcript pins stance clean newsroom newsroom-password newsroom-measure panel screens

demo: $(VENV)/.package  ## answers, ledger, diff and checklist on the corpus that ships with the package
	$(BIN)/ledgerrag demo

# What drives a browser keeps an event loop in its process, in which nothing else can run one of its own.
test: check  ## the checks, then every test (one of them builds and installs the wheel)
	$(BIN)/python -m pytest tests/browser
	$(BIN)/python -m pytest -n $(JOBS) --ignore tests/browser

check: $(VENV)/.dev  ## style, types, direction of imports, declared dependencies
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry .

bench-smoke: $(VENV)/.package  ## speed and size on 12,400 chunks
	$(BIN)/ledgerrag bench smoke

transcript: $(VENV)/.dev  ## write what the demo prints into README.md and docs
	$(BIN)/python -m pytest tests/project/test_readme.py tests/project/test_newsroom.py --regenerate

pins:  ## write requirements/ anew from pyproject.toml (needs uv)
	$(PIN) --output-file requirements/base.txt pyproject.toml
	$(PIN) --output-file requirements/build.txt --group build
	$(PIN) --output-file requirements/dev.txt --group dev \
		--constraints requirements/base.txt --constraints requirements/build.txt

NEWSROOM ?=
newsroom: $(VENV)/.dev  ## a Wagtail site with the evidence panel, and the service behind it; Ctrl-C ends both
	$(BIN)/python examples/newsroom/start.py run $(NEWSROOM)

newsroom-password: $(VENV)/.dev  ## a new password for it
	$(BIN)/python examples/newsroom/start.py password $(NEWSROOM)

PANEL := src/ledgerrag/service/static/ledger-panel.js
panel:  ## copy the panel, which is one file for every host, into the plug-ins
	cp $(PANEL) integrations/wagtail/src/wagtail_ledgerrag/static/wagtail_ledgerrag/ledger-panel.js
	cp $(PANEL) integrations/wordpress/ledgerrag/assets/ledger-panel.js

screens: $(VENV)/.dev  ## take the pictures of docs/screens anew (needs Chromium)
	$(BIN)/python -m tests.browser.screens
	LEDGERRAG_SCREENS=1 $(BIN)/python -m pytest tests/browser/test_wagtail.py tests/browser/test_wordpress.py

newsroom-measure: $(VENV)/.dev  ## how long an editor waits, through the site and at the service
	$(BIN)/python examples/newsroom/measure.py

TRAINING := build/stance
stance: $(VENV)/.package  ## train the stance model anew (DATA=folder; over an hour on two cores)
	@test -n "$(DATA)" || { echo "make stance needs DATA=folder; see training/stance/README.md" >&2; exit 2; }
	test -x $(TRAINING)/venv/bin/python || $(PYTHON) -m venv $(TRAINING)/venv
	$(TRAINING)/venv/bin/python -m pip install --quiet --disable-pip-version-check -e . -r training/stance/requirements.txt
	$(TRAINING)/venv/bin/python training/stance/train.py --data $(DATA) --out $(TRAINING)/run
	$(TRAINING)/venv/bin/python training/stance/export.py --data $(DATA) --run $(TRAINING)/run --out $(TRAINING) --version stance/2 --compare

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# A stamp is written when its step has ended, so that a second run starts at once.
$(VENV)/.package: requirements/base.txt requirements/build.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements/base.txt -r requirements/build.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.package
	$(PIP) --require-hashes -r requirements/dev.txt
	touch $@
