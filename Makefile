# Everything runs from a fresh clone: `.venv` and the release core are built when needed.
# Needed beforehand: Python >= 3.11, a Rust toolchain, a C compiler. `make help` lists the rest.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# The interpreter that makes `.venv`: the first one here that is new enough. PYTHON=... overrides.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
ifndef PYTHON
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c '$(NEW_ENOUGH)' 2>/dev/null && { echo $$p; break; }; done)
endif
comma := ,
# How many processes run the Python tests.
JOBS ?= 2

VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
CARGO := cargo
# Stamps: what the package needs, the tools of developers, the core. The first two follow pyproject.toml, the
# core follows the Rust sources.
RUNTIME := $(VENV)/.runtime
TOOLS := $(VENV)/.tools
CORE := $(VENV)/.core
RUST := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock .cargo/config.toml
PYTHON_SOURCES := python tests examples benches

.PHONY: help
help:  ## list the targets
	@grep -hE '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | \
		awk -F ':.*## ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

# What cannot be installed into `.venv`. A recipe that expands to nothing, or ends make in a line.
finds = $(shell command -v $(1) 2>/dev/null)
.PHONY: requirements
requirements:
	@$(if $(and $(PYTHON),$(shell $(PYTHON) -c '$(NEW_ENOUGH)' 2>/dev/null && echo yes)),,$(error \
	  upstar needs Python 3.11 or newer: install it, or name it with PYTHON=/path/to/python3))
	@$(if $(call finds,$(CARGO)),,$(error \
	  upstar needs a Rust toolchain and there is no cargo on the PATH: rustup.rs tells how to get one))
	@$(if $(call finds,cc),,$(error \
	  upstar needs a C compiler to link its core and there is no cc on the PATH: install gcc or clang))

# Installs what pyproject.toml lists under a key of [project], given as a Python expression on `p`.
install = $(PY) -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	print(*$(1), sep="\n")' > $(VENV)/requirements.txt && \
	$(PY) -m pip install --quiet --disable-pip-version-check -r $(VENV)/requirements.txt

# What the package needs, and what builds it: a demo needs no more.
$(RUNTIME): pyproject.toml | requirements
	@echo "creating $(VENV) with $(PYTHON)"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@$(call install,p["dependencies"]$(comma) *p["optional-dependencies"]["build"])
	@touch $@

# What tests, lints and documents need.
$(TOOLS): $(RUNTIME)
	@echo "installing the tools of developers"
	@$(call install,p["optional-dependencies"]["dev"])
	@touch $@

# An x86-64 processor from before 2013 gets a core that it can run (docs/decisions/0036-processors.md).
ifeq ($(shell uname -m):$(shell grep -cm1 avx2 /proc/cpuinfo 2>/dev/null),x86_64:0)
export RUSTFLAGS ?= -C target-cpu=x86-64-v2
endif

# Release profile: maturin alone would make a debug build, many times slower.
$(CORE): $(RUNTIME) $(RUST) | requirements
	@echo "building the core (release; a minute or two the first time)"
	@PIP_QUIET=1 VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop --release --quiet
	@$(PY) -c 'import upstar; assert upstar.build_info()["profile"] == "release"'
	@touch $@

.PHONY: build
build: $(CORE)  ## make .venv and build the release core, if they are not up to date

.PHONY: demo
demo: $(CORE)  ## from nothing: build the package, then solve a few games
	@echo; echo "\$$ upstar solve domineering 6x6"
	@$(BIN)/upstar solve domineering 6x6
	@echo; echo "\$$ upstar solve mnk 3x3:3                         # Tic-Tac-Toe"
	@$(BIN)/upstar solve mnk 3x3:3
	@echo; echo "\$$ upstar solve connect-four 5x5 --goal win       # can the first player win?"
	@$(BIN)/upstar solve connect-four 5x5 --goal win
	@echo; echo "\$$ upstar solve examples/tic_tac_toe.py:TicTacToe # the rules in 40 lines of Python"
	@$(BIN)/upstar solve examples/tic_tac_toe.py:TicTacToe
	@echo; echo "more: $(BIN)/upstar --help, README.md, docs/"

.PHONY: test
test: lint test-rust test-python  ## from nothing: all that CI checks, without the slow tests

.PHONY: test-all
test-all: lint test-rust $(CORE) $(TOOLS) browser  ## the same, the slow tests, and the core's tests with debug assertions
	$(CARGO) test --workspace --exclude upstar-py --locked --quiet
	$(BIN)/pytest -n $(JOBS) -m "" --hypothesis-profile=deep

.PHONY: lint
lint: $(CORE) $(TOOLS)  ## formatting, lints, types, stubs, the Rust documentation
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --release --locked --quiet -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --quiet
	$(BIN)/ruff check $(PYTHON_SOURCES)
	$(BIN)/ruff format --check $(PYTHON_SOURCES)
	$(BIN)/mypy
	$(PY) -m mypy.stubtest upstar._core --mypy-config-file pyproject.toml \
		--allowlist tests/stubtest-allowlist.txt --ignore-unused-allowlist

# The profile is the one of the package, so that the core is compiled once. upstar-py has no Rust tests: it is a
# Python module and cannot be linked without an interpreter.
.PHONY: test-rust
test-rust: $(CORE)  ## unit tests, game laws, perft counts and doctests of the core
	$(CARGO) test --release --workspace --exclude upstar-py --locked --quiet

# The tests of the workbench in a real browser want Debian's Chromium; without it they are skipped.
.PHONY: browser
browser:  ## install Debian's Chromium where it is missing and we may
	@if ! command -v chromium >/dev/null && command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "installing chromium for the tests in a browser"; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1 \
			|| echo "no chromium: the tests in a browser will be skipped"; fi

.PHONY: test-python
test-python: $(CORE) $(TOOLS) browser  ## pytest, with the doctests of the README, docs and examples
	$(BIN)/pytest -n $(JOBS)

.PHONY: bench
bench: $(CORE) $(TOOLS)  ## nodes per second, bytes per node, answers asserted (BENCH=--json)
	@$(PY) benches/bench.py $(BENCH)

.PHONY: performance
performance: $(CORE) $(TOOLS)  ## docs/performance.md and its picture, in nearly three hours (PERFORMANCE="--seconds 60")
	@$(PY) benches/performance.py $(PERFORMANCE)

.PHONY: signatures
signatures: $(CORE) $(TOOLS)  ## measure the node counts anew (REASON="why they changed")
	@$(PY) -m tests.signatures.update --reason "$(REASON)"

.PHONY: docs
docs: $(CORE) $(TOOLS)  ## write the tables and outputs in README.md and docs/ anew
	@$(PY) -m tests.docs.update

.PHONY: pictures
pictures: $(CORE) $(TOOLS) browser  ## take the pictures in docs/pictures from the real page
	@PYTHONPATH=tests $(PY) -m web.pictures

.PHONY: format
format: $(TOOLS)  ## format Rust and Python in place
	$(CARGO) fmt --all
	$(BIN)/ruff check --fix-only --quiet $(PYTHON_SOURCES)
	$(BIN)/ruff format $(PYTHON_SOURCES)

.PHONY: clean
clean:  ## remove everything that was made
	rm -rf $(VENV) target dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find python -name '*.so' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
