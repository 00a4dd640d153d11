# `make help` says what there is. Everything installs into .cache/, at the versions that the lock files in .ci/ name.
CHECK := go -C .ci/check build -o ../../.cache/bin/check . && .cache/bin/check
PYTHON_FOLDERS := templates/python testdata/golden/python testdata/testee/python testdata/bench/python testdata/mcp/sdk cmd/flowgen/demo

.PHONY: help test go python typescript rust bench generate fmt install lock clean
.DEFAULT_GOAL := help

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z -]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

test: ## Check everything: formatters, linters, type checkers, tests, short fuzz runs
	@$(CHECK) test

go python typescript rust: ## Check one language only; `make typescript FILES="…"` some files or folders of it
	@$(CHECK) test $@

bench: ## Measure generation, codecs and the server against what they compete with
	@$(CHECK) install-bench
	@go run ./testdata/bench -python .cache/bench/bin/python $(BENCH)

generate: ## Write the obstacle listings and the goldens anew; read the diff before you commit it
	go test ./gen -run '^TestObstacle' -obstacles
	go test ./gen/python -run Golden -update
	go test ./gen/golang -run Goldens -update
	go test ./gen/rust -run Goldens -update
	go test ./gen/typescript -run Goldens -update
	go generate ./testdata/testee/go

fmt: install ## Format all sources
	gofmt -w $$(git ls-files -co --exclude-standard '*.go')
	.cache/venv/bin/ruff format --quiet $(PYTHON_FOLDERS)
	.cache/venv/bin/ruff check --quiet --fix $(PYTHON_FOLDERS)
	@$(CHECK) format-typescript
	@$(CHECK) format-rust

install: ## Install the checkers into .cache/ (a test run does so by itself)
	@$(CHECK) install

lock: ## Resolve the lock files anew after a change of .ci/*.in, a package.json or a Cargo.toml
	@.ci/lock

clean: ## Remove what was installed and built
	rm -rf .cache
