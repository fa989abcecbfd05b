/** The Makefile with the targets of kubebuilder. Targets that only need Node run npm scripts, which work without make, too. */
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";

export function makefile({ projectName }: Project): ScaffoldFile {
  return { path: "Makefile", content: text(projectName), ifExists: "refuse" };
}

function text(projectName: string): string {
  return String.raw`# The image that is built, pushed and deployed.
IMG ?= controller:latest
# The platforms of docker-buildx.
PLATFORMS ?= linux/arm64,linux/amd64,linux/s390x
# The kustomization to deploy.
CONFIG ?= config/default
# The programs that build and deploy the operator.
CONTAINER_TOOL ?= docker
KUBECTL ?= kubectl
KIND ?= kind
KIND_CLUSTER ?= ${projectName}-test-e2e
# With true, deletion ignores missing objects.
ignore-not-found ?= false

SHELL := /usr/bin/env bash
.SHELLFLAGS := -o pipefail -ec
.DEFAULT_GOAL := help

##@ General

.PHONY: help
help: ## Show the targets
	@awk 'BEGIN { FS = ":.*## "; print "Usage: make <target>" } \
	  /^[a-zA-Z0-9_-]+:.*## / { printf "  %-20s %s\n", $$1, $$2 } \
	  /^##@ / { printf "\n%s\n", substr($$0, 5) }' $(MAKEFILE_LIST)

##@ Development

node_modules: package.json
	npm install
	@touch node_modules

.PHONY: manifests
manifests: node_modules ## Generate CRDs, roles and webhook configurations
	npm run --silent manifests

.PHONY: generate
generate: node_modules ## Run all generators of the project: "kubewright" in package.json lists them
	npm run --silent generate

.PHONY: fmt
fmt: node_modules ## Format the sources
	npm run --silent fmt

.PHONY: lint
lint: node_modules ## Check the sources with the linter
	npm run --silent lint

.PHONY: lint-fix
lint-fix: node_modules ## Apply the fixes of the linter
	npm run --silent lint-fix

.PHONY: typecheck
typecheck: node_modules ## Check the types
	npm run --silent typecheck

.PHONY: test
test: generate typecheck ## Run the tests and print their coverage; KUBEWRIGHT_TEST_SERVER=real with KUBEBUILDER_ASSETS uses a real API server
	npm run --silent test

.PHONY: setup-test-e2e
setup-test-e2e: ## Create the cluster of the end-to-end tests
	$(call need,$(KIND))
	@$(KIND) get clusters | grep -qx '$(KIND_CLUSTER)' || $(KIND) create cluster --name $(KIND_CLUSTER)

.PHONY: test-e2e
test-e2e: setup-test-e2e generate ## Run the end-to-end tests in a temporary cluster
	@status=0; KIND=$(KIND) KIND_CLUSTER=$(KIND_CLUSTER) npm run --silent test-e2e || status=$$?; \
	  $(KIND) delete cluster --name $(KIND_CLUSTER); exit $$status

.PHONY: cleanup-test-e2e
cleanup-test-e2e: ## Delete the cluster of the end-to-end tests
	$(call need,$(KIND))
	$(KIND) delete cluster --name $(KIND_CLUSTER)

##@ Build

.PHONY: build
build: generate typecheck ## Bundle the program into dist/main.js
	npm run --silent build

.PHONY: run
run: generate ## Run the operator on this machine, against the cluster of the current kubeconfig
	npm run --silent run -- $(ARGS)

.PHONY: docker-build
docker-build: ## Build the image IMG for this machine
	$(call need,$(CONTAINER_TOOL))
	$(CONTAINER_TOOL) build -t $(IMG) .

.PHONY: docker-push
docker-push: ## Push the image IMG
	$(call need,$(CONTAINER_TOOL))
	$(CONTAINER_TOOL) push $(IMG)

.PHONY: docker-buildx
docker-buildx: ## Build the image IMG for PLATFORMS and push it
	$(call need,$(CONTAINER_TOOL))
	$(CONTAINER_TOOL) buildx build --push --platform=$(PLATFORMS) -t $(IMG) .

.PHONY: build-installer
build-installer: generate ## Write all manifests of deploy into dist/install.yaml
	$(call need,$(KUBECTL))
	mkdir -p dist
	$(with_image) > dist/install.yaml

##@ Deployment

.PHONY: install
install: manifests ## Install the CRDs in the cluster of the current kubeconfig
	npm run --silent install-crds

.PHONY: uninstall
uninstall: manifests ## Delete the CRDs with all objects of their kinds
	npm run --silent uninstall-crds -- --ignore-not-found=$(ignore-not-found)

.PHONY: deploy
deploy: manifests ## Deploy the operator: make deploy IMG=registry.example.com/${projectName}:v1
	$(call need,$(KUBECTL))
	$(with_image) | $(KUBECTL) apply --server-side -f -

.PHONY: undeploy
undeploy: ## Delete the operator and its CRDs
	$(call need,$(KUBECTL))
	$(with_image) | $(KUBECTL) delete --ignore-not-found=$(ignore-not-found) -f -

# The manifests of CONFIG with the image IMG.
with_image := $(KUBECTL) kustomize $(CONFIG) | sed 's|image: controller:latest|image: $(IMG)|'

# Fails early if a program is missing.
need = @command -v $(1) >/dev/null || { echo "$(1) is required but not installed" >&2; exit 1; }
`;
}
