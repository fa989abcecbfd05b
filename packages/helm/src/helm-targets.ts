/**
 * The make targets for the chart. They are appended to the user's Makefile once, and only if none of their names
 * exists.
 */

/** The version of Helm that `install-helm` downloads, with which charts are tested. */
export const helmVersion = "v3.19.0";

/** The defaults of the variables of the targets. */
export interface HelmTargets {
  readonly release: string;
  readonly namespace: string;
  /** The folder of the chart. */
  readonly chart: string;
}

const targetNames: readonly string[] = [
  "install-helm",
  "helm-deploy",
  "helm-uninstall",
  "helm-status",
  "helm-history",
  "helm-rollback",
];

/** The names of the targets that a Makefile already has. */
export function helmTargetsIn(makefile: string): readonly string[] {
  const names = new Set(makefile.matchAll(/^([\w-]+)[ \t]*:/gm).map(([, name]) => name));
  return targetNames.filter((name) => names.has(name));
}

/** The Makefile with the targets appended, with its line endings. */
export function withHelmTargets(makefile: string, targets: HelmTargets): string {
  const text = textOf(targets);
  const newline = makefile.includes("\r\n") ? "\r\n" : "\n";
  const own = makefile === "" || makefile.endsWith("\n") ? makefile : makefile + newline;
  return own + text.replaceAll("\n", newline);
}

function textOf({ release, namespace, chart }: HelmTargets): string {
  return String.raw`
##@ Helm

# Helm from PATH, or the one that install-helm downloads.
HELM ?= $(or $(shell command -v helm 2>/dev/null),.kubewright/bin/helm)
HELM_VERSION ?= ${helmVersion}
HELM_RELEASE ?= ${release}
HELM_NAMESPACE ?= ${namespace}
HELM_CHART_DIR ?= ${chart}
# Additional arguments for helm-deploy: --values production.yaml
HELM_EXTRA_ARGS ?=

.PHONY: install-helm
install-helm: ## Download Helm into .kubewright/bin, unless this machine has it
	@set -e; if command -v $(HELM) >/dev/null; then exit; fi; \
	  system=$$(uname -s | tr '[:upper:]' '[:lower:]'); machine=$$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/'); \
	  archive=helm-$(HELM_VERSION)-$$system-$$machine.tar.gz; folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	  for file in $$archive $$archive.sha256sum; do curl -fsSL -o "$$folder/$$file" "https://get.helm.sh/$$file"; done; \
	  (cd "$$folder" && $$(command -v sha256sum || echo shasum -a 256) -c $$archive.sha256sum); \
	  tar -xzf "$$folder/$$archive" -C "$$folder"; mkdir -p .kubewright/bin; \
	  install "$$folder/$$system-$$machine/helm" .kubewright/bin/helm

.PHONY: helm-deploy
helm-deploy: ## Install or upgrade the release: make helm-deploy IMG=registry.example.com/${release}:v1
	$(need_helm)
	$(HELM) upgrade --install $(HELM_RELEASE) $(HELM_CHART_DIR) --namespace $(HELM_NAMESPACE) --create-namespace \
	  --set-string manager.image.repository=$(helm_repository),manager.image.tag=$(helm_tag),manager.image.digest=$(helm_digest) \
	  --wait --timeout 5m $(HELM_EXTRA_ARGS)

.PHONY: helm-uninstall
helm-uninstall: ## Uninstall the release; its CRDs stay, unless the chart was deployed with crd.keep=false
	$(need_helm)
	$(HELM) uninstall $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)

.PHONY: helm-status
helm-status: ## Show the status of the release
	$(need_helm)
	$(HELM) status $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)

.PHONY: helm-history
helm-history: ## Show the history of the release
	$(need_helm)
	$(HELM) history $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)

.PHONY: helm-rollback
helm-rollback: ## Roll back to the previous revision of the release
	$(need_helm)
	$(HELM) rollback $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)

# The parts of IMG. A colon before a slash belongs to a port.
helm_image = $(firstword $(subst @, ,$(IMG)))
helm_repository = $(patsubst %:$(helm_tag),%,$(helm_image))
helm_tag = $(or $(word 2,$(subst :, ,$(notdir $(helm_image)))),latest)
helm_digest = $(word 2,$(subst @, ,$(IMG)))

need_helm = @command -v $(HELM) >/dev/null || { echo "helm is required and not installed: run make install-helm" >&2; exit 1; }
`;
}
