# Every target works in a fresh clone: make creates `.venv` and builds the release core if needed.
# Requirements: Python >= 3.11, a Rust toolchain, a C compiler. `make help` lists the targets.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# The interpreter for `.venv`: the first of these that is new enough. PYTHON=... overrides it.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
ifndef PYTHON
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c '$(NEW_ENOUGH)' 2>/dev/null && { echo $$p; break; }; done)
endif
comma := ,
# The number of processes for the Python tests.
JOBS ?= 2

VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PY := $(BIN)/python
CARGO := cargo
# Stamp files: runtime dependencies, development tools, the core. The first two depend on pyproject.toml, the core
# depends on the Rust sources.
RUNTIME := $(VENV)/.runtime
TOOLS := $(VENV)/.tools
CORE := $(VENV)/.core
RUST := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock .cargo/config.toml
PYTHON_SOURCES := python tests examples benches tools fuzz docs/conf.py docs/extensions docs/lessons

.PHONY: help
help:  ## List the targets.
	@grep -hE '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | \
		awk -F ':.*## ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

# Checks for programs that cannot be installed into `.venv`. Each line is empty, or stops make with an error.
finds = $(shell command -v $(1) 2>/dev/null)
.PHONY: requirements
requirements:
	@$(if $(and $(PYTHON),$(shell $(PYTHON) -c '$(NEW_ENOUGH)' 2>/dev/null && echo yes)),,$(error \
	  upstar needs Python 3.11 or newer: install it, or set PYTHON=/path/to/python3))
	@$(PYTHON) tools/build_backend.py --quiet
	@$(if $(or $(filter Windows_NT,$(OS)),$(call finds,cc)),,$(error \
	  upstar needs a C compiler to link its core, but cc is not on the PATH: install gcc or clang))

# Installs packages from pyproject.toml. The argument is a Python expression on `p`, its table [project].
install = $(PY) -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	print(*$(1), sep="\n")' > $(VENV)/requirements.txt && \
	$(PY) -m pip install --quiet --disable-pip-version-check -r $(VENV)/requirements.txt

# The runtime dependencies and the build tools. `make demo` needs only these.
$(RUNTIME): pyproject.toml | requirements
	@echo "creating $(VENV) with $(PYTHON)"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@$(call install,p["dependencies"]$(comma) *p["optional-dependencies"]["build"])
	@touch $@

# The tools for tests, lints and documentation.
$(TOOLS): $(RUNTIME)
	@echo "installing the development tools"
	@$(call install,p["optional-dependencies"]["dev"])
	@touch $@

# An x86-64 processor from before 2013 gets a core that it can run (docs/decisions/0001-rust-core.md).
ifeq ($(shell uname -m):$(shell grep -cm1 avx2 /proc/cpuinfo 2>/dev/null),x86_64:0)
export RUSTFLAGS ?= -C target-cpu=x86-64-v2
endif

# Without --release, maturin makes a debug build, which is many times slower.
$(CORE): $(RUNTIME) $(RUST) | requirements
	@$(PYTHON) tools/build_backend.py
	@PIP_QUIET=1 VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop --release
	@$(PY) -c 'import upstar; assert upstar.build_info()["profile"] == "release"'
	@touch $@

.PHONY: build
build: $(CORE)  ## Create .venv and build the release core, if they are out of date.

.PHONY: demo
demo: $(CORE)  ## Build the package and solve four positions.
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
test: $(CORE) $(TOOLS)  ## Run all checks of CI. They do not include the slow tests.
	@$(MAKE) -j2 --output-sync=target lint test-rust
	@$(MAKE) test-python

.PHONY: test-all
test-all: lint test-rust $(CORE) $(TOOLS) browser  ## Run all tests, also the slow ones and those of the core with debug assertions.
	UPSTAR_DAMAGES=100000 $(CARGO) test --workspace --exclude upstar-py --locked --quiet
	$(BIN)/pytest -n $(JOBS) -m "" --hypothesis-profile=deep
	$(MAKE) hunt HUNT="--seconds 300"
	$(MAKE) fuzz FUZZ_SECONDS=30
	$(MAKE) faults FAULTS="--times 3"

.PHONY: hunt
hunt: $(CORE)  ## Hunt for wrong answers, an hour by default (HUNT="--seconds 60 --seed 1").
	@$(BIN)/upstar selftest $(if $(HUNT),$(HUNT),--seconds 3600)

# The targets need the nightly compiler and cargo-fuzz. Without them nothing is fuzzed. New inputs stay in target/fuzz.
FUZZ_TARGETS := position value certificate checkpoint database solved
FUZZ_SECONDS ?= 300
.PHONY: fuzz
fuzz:  ## Fuzz every parser and reader of the core (FUZZ_SECONDS=300 for each; needs nightly and cargo-fuzz).
	@if ! $(CARGO) +nightly fuzz --version >/dev/null 2>&1; then \
		echo "not fuzzed: install a nightly compiler, and run cargo install cargo-fuzz"; exit 0; fi; \
	$(CARGO) +nightly fuzz build --fuzz-dir fuzz && for target in $(FUZZ_TARGETS); do \
		mkdir -p target/fuzz/$$target; \
		$(CARGO) +nightly fuzz run --fuzz-dir fuzz $$target target/fuzz/$$target fuzz/seeds/$$target -- \
			-max_total_time=$(FUZZ_SECONDS) -timeout=20 -max_len=2048 -print_final_stats=1; done

# The sanitizers also instrument the standard library (rustup component add rust-src --toolchain nightly).
SANITIZED := -p upstar-core -p upstar-cgt -p upstar-search --lib
.PHONY: sanitize
sanitize:  ## Run the tests of the core's unsafe code with the address and the thread sanitizer (needs nightly).
	@for kind in address thread; do echo "$$kind sanitizer"; \
		RUSTFLAGS="-Zsanitizer=$$kind" CARGO_TARGET_DIR=target/sanitize-$$kind $(CARGO) +nightly test -Zbuild-std \
			--target $$(rustc -vV | sed -n 's/host: //p') $(SANITIZED); done

.PHONY: faults
faults: $(CORE)  ## Inject faults while commands work, and print a table (FAULTS="--times 20").
	@$(PY) tests/faults.py $(FAULTS)

.PHONY: forgeries
forgeries: $(CORE)  ## Try 100,000 forged certificates.
	UPSTAR_FORGERIES=100000 $(CARGO) test --release -p upstar-engine --test forgery --locked -- --nocapture

.PHONY: licences
licences:  ## Check the licences of all dependencies of the core.
	@$(PYTHON) tools/licences.py

# The lints have a folder of their own, because cargo locks a folder while it builds there: `make test` runs the tests of
# the core meanwhile.
.PHONY: lint
lint: $(CORE) $(TOOLS)  ## Check formatting, lints, types, stubs and the Rust documentation.
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked --quiet --target-dir target/lint -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --quiet --target-dir target/lint
	$(BIN)/ruff check $(PYTHON_SOURCES)
	$(BIN)/ruff format --check $(PYTHON_SOURCES)
	$(BIN)/mypy
	$(PY) -m mypy.stubtest upstar._core --mypy-config-file pyproject.toml \
		--allowlist tests/stubtest-allowlist.txt --ignore-unused-allowlist

# The tests use the release profile of the package, so that the core is compiled once. upstar-py is excluded: it is
# a Python module, cannot be linked without an interpreter, and has no Rust tests.
.PHONY: test-rust
test-rust: $(CORE)  ## Run the tests of the core: unit tests, game laws, perft counts, doctests.
	$(CARGO) test --release --workspace --exclude upstar-py --locked --quiet

# The browser tests of the workbench need Chromium. Without it they are skipped.
.PHONY: browser
browser:  ## Install Chromium if it is missing (on Debian, as root).
	@if ! command -v chromium >/dev/null && command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "installing chromium for the browser tests"; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1 \
			|| echo "chromium was not installed: the browser tests will be skipped"; fi

.PHONY: test-python
test-python: $(CORE) $(TOOLS) browser  ## Run pytest, with the doctests of README.md, docs/ and examples/.
	$(BIN)/pytest -n $(JOBS) --dist worksteal

.PHONY: bench
bench: $(CORE) $(TOOLS)  ## Measure nodes per second and bytes per node, and check the answers (BENCH=--json).
	@$(PY) benches/bench.py $(BENCH)

.PHONY: performance
performance: $(CORE) $(TOOLS)  ## Measure docs/performance.md and its picture; takes nearly three hours (PERFORMANCE="--seconds 60").
	@$(PY) benches/performance.py $(PERFORMANCE)

.PHONY: signatures
signatures: $(CORE) $(TOOLS)  ## Measure the node-count signatures again (REASON="why they changed").
	@$(PY) -m tests.signatures.update --reason "$(REASON)"

.PHONY: docs
docs: $(CORE) $(TOOLS)  ## Regenerate the tables and outputs in README.md and docs/, and the types of parameters.
	@$(PY) tools/search_types.py
	@$(PY) tools/results.py
	@$(PY) -m tests.docs.update
	@$(PY) -m tests.docs.lessons

# Options of Sphinx: warnings are errors, and unresolved names are warnings. tests/docs/test_site.py has the same.
.PHONY: site
site: $(CORE) $(TOOLS)  ## build the documentation site in target/site, without a network
	@$(PY) -m sphinx -b html -n -W --keep-going -q -d target/site-cache docs target/site
	@echo "open target/site/index.html"

.PHONY: pictures
pictures: $(CORE) $(TOOLS) browser  ## Take the screenshots in docs/pictures.
	@PYTHONPATH=tests $(PY) -m web.pictures
	@$(PY) -m pip install --quiet --disable-pip-version-check jupyterlab
	@PYTHONPATH=tests $(PY) -m notebooks.pictures

# What builds wheels: zig as the linker, auditwheel to check the result.
WHEEL_TOOLS := $(VENV)/.wheel-tools
$(WHEEL_TOOLS): $(RUNTIME)
	@$(call install,p["optional-dependencies"]["wheel"])
	@touch $@

.PHONY: wheel
wheel: $(WHEEL_TOOLS)  ## Build a wheel for this system in dist/; on x86-64 with two cores.
	@$(PYTHON) tools/build_backend.py
	@rm -f dist/*.whl
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(PY) tools/wheel.py
	@if [ "$$(uname -s)" = Linux ]; then $(BIN)/auditwheel show dist/*.whl | grep manylinux; fi

.PHONY: wheel-test
wheel-test:  ## Install the wheel without Rust and use it (EMULATE=Nehalem: on an old processor).
	@$(PYTHON) tools/wheel_test.py $(if $(EMULATE),--emulate $(EMULATE))

.PHONY: sdist
sdist: $(RUNTIME)  ## Build the source distribution in dist/.
	@rm -f dist/*.tar.gz
	@$(BIN)/maturin sdist --out dist

.PHONY: format
format: $(TOOLS)  ## Format the Rust and Python sources in place.
	$(CARGO) fmt --all
	$(BIN)/ruff check --fix-only --quiet $(PYTHON_SOURCES)
	$(BIN)/ruff format $(PYTHON_SOURCES)

.PHONY: clean
clean:  ## Remove all generated files.
	rm -rf $(VENV) target dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find python -name '*.so' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
