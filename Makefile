# Everything here is an npm script; make only does the set-up first. On a machine with Node (20 or newer), npm and make,
# `make demo` and `make test` work from a fresh clone.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup demo project registry test tests test-real test-node test-long test-site bench site check build clean
MAKEFLAGS += --no-print-directory

# Arguments of the demo (ARGS=--once) or of vitest (ARGS=packages/async). EXAMPLE=myjob limits the demo to one example.
ARGS ?=
# Where a lane writes its JSON report; nowhere by default.
REPORT ?=

# No colours if the output is not a terminal. A make older than 4.1 does not know that.
export NO_COLOR := $(if $(NO_COLOR),$(NO_COLOR),$(if $(MAKE_TERMOUT)$(filter 3.%,$(MAKE_VERSION)),,1))
ifeq ($(NO_COLOR),)
unexport NO_COLOR
endif
export npm_config_loglevel := error

vitest = npm exec -- vitest run $(if $(REPORT),--reporter=default --reporter=json --outputFile.json=$(REPORT)) $(ARGS)
# Builds the real control plane once, and exports its folder.
with-real = export KUBEBUILDER_ASSETS="$${KUBEBUILDER_ASSETS:-$$(tools/real/build.sh)}" && [ -n "$$KUBEBUILDER_ASSETS" ] && \
	  echo "Real control plane in $$KUBEBUILDER_ASSETS" &&

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what package-lock.json lists, Node 26 included; does nothing when that is done
	@command -v node >/dev/null || { echo "Cannot set up: node is not installed. Install Node.js 20 or newer" >&2; exit 1; }
	@node tools/setup/setup.js

demo: setup ## Start a cluster and the examples, and watch them run (EXAMPLE=myjob only one, ARGS=--once ends by itself)
	@PATH="$(CURDIR)/node_modules/.bin:$$PATH" node --conditions=source tools/demo/demo.ts $(if $(EXAMPLE),--example=$(EXAMPLE)) $(ARGS)

project: setup ## Create a project with the packages of this checkout: make project DIR=../shop
	@npm run --silent project -- $(if $(DIR),"$(DIR)") $(ARGS)

registry: setup ## Serve the packages of this checkout on loopback, to try `npx kubewright init` in an empty folder
	@npm run --silent registry

test: setup ## Run every test that needs no more than Node
	@$(vitest)

# A folder has this name, so make would report the target as up to date.
tests: test

test-real: setup ## Run the same suites against etcd and kube-apiserver (built once from Go modules, about 10 minutes)
	@$(with-real) $(vitest) --config tests/real.vitest.config.ts

test-node: setup ## Deploy operators on a real node, with containerd, kubelet and kube-proxy (Linux and root; built once, about 15 minutes)
	@IMAGE_NODE=$$(tests/node/machine/install.sh) && HELM=$$(tools/real/build.sh helm) && KUBEBUILDER_ASSETS=$$(tools/real/build.sh node) && \
	  export IMAGE_NODE HELM KUBEBUILDER_ASSETS && npm run --silent build >/dev/null && \
	  tests/node/machine/run.sh $(vitest) --config tests/node.vitest.config.ts

test-long: setup ## Run what takes long: every kubectl from 1.30 to 1.36, random cases beside the real server, fuzzed requests, kill -9
	@$(with-real) $(vitest) --config tests/long.vitest.config.ts

# The generator has its own lock file, so that setup does not install it. Not npm ci, which fails if the registry lacks an optional package of another platform.
site-installed := site/node_modules/.cache/kubewright/package-lock.json

site: setup ## Build the documentation as a website into site/dist (ARGS=--serve serves it on loopback)
	@cmp -s site/package-lock.json $(site-installed) || { \
	  echo "Installing the generator of the website into site/node_modules (once, about 20 seconds)"; \
	  npm install --prefix site --ignore-scripts --no-save --silent || { echo "Cannot set up: npm install failed; 'npm install --prefix site --ignore-scripts' shows why" >&2; exit 1; }; \
	  mkdir -p $(dir $(site-installed)) && cp site/package-lock.json $(site-installed); }
	@npm run --silent site -- $(ARGS)

test-site: ## Build the website and open it in headless Chromium
	@$(MAKE) site ARGS=
	@$(vitest) --config tests/site.vitest.config.ts

bench: setup ## Measure, and print a table (ARGS=--without-real needs no kube-apiserver)
	@$(if $(filter --without-real --help,$(ARGS)),,$(with-real)) npm run --silent bench -- $(ARGS)

check: setup ## Run all that a change must pass: types, lint, format, API reports, tests
	@npm run --silent check

build: setup ## Compile every package into its dist folder
	@npm run --silent build

clean: ## Remove what was built and installed
	@rm -rf node_modules site/node_modules site/dist site/.generated site/.astro packages/*/dist packages/*/tsconfig.tsbuildinfo packages/*/node_modules examples/*/node_modules
