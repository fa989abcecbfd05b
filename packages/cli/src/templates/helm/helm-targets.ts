/**
 * The targets of make that work with the chart. They go to the end of a Makefile that is its user's: once, and only where none of their names is
 * taken.
 */

/** The Helm that `install-helm` brings: the one that the charts are tested with. */
export const helmVersion = "v3.19.0";

/** What the targets begin with; the user may set each of it differently. */
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

/** Those of the targets that a Makefile has, whoever wrote them. */
export function helmTargetsIn(makefile: string): readonly string[] {
  const names = new Set(makefile.matchAll(/^([\w-]+)[ \t]*:/gm).map(([, name]) => name));
  return targetNames.filter((name) => names.has(name));
}

/** The Makefile with the targets behind all that it has, in its line ends. */
export function withHelmTargets(makefile: string, targets: HelmTargets): string {
  const text = textOf(targets);
  const newline = makefile.includes("\r\n") ? "\r\n" : "\n";
  const own = makefile === "" || makefile.endsWith("\n") ? makefile : makefile + newline;
  return own + text.replaceAll("\n", newline);
}

function textOf({ release, namespace, chart }: HelmTargets): string {
  return String.raw`
##@ Helm

# This machine's Helm, or the one that install-helm brings.
HELM ?= $(or $(shell command -v helm 2>/dev/null),.kubewright/bin/helm)
HELM_VERSION ?= ${helmVersion}
HELM_RELEASE ?= ${release}
HELM_NAMESPACE ?= ${namespace}
HELM_CHART_DIR ?= ${chart}
# More words for helm-deploy: --values production.yaml
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
helm-status: ## Show what the release is
	$(need_helm)
	$(HELM) status $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)

.PHONY: helm-history
helm-history: ## Show what the release has been
	$(need_helm)
	$(HELM) history $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)

.PHONY: helm-rollback
helm-rollback: ## Go back to what the release was before
	$(need_helm)
	$(HELM) rollback $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)

# IMG in parts. A colon that a slash follows is that of a port.
helm_image = $(firstword $(subst @, ,$(IMG)))
helm_repository = $(patsubst %:$(helm_tag),%,$(helm_image))
helm_tag = $(or $(word 2,$(subst :, ,$(notdir $(helm_image)))),latest)
helm_digest = $(word 2,$(subst @, ,$(IMG)))

need_helm = @command -v $(HELM) >/dev/null || { echo "helm is needed for this and not installed: make install-helm brings it" >&2; exit 1; }
`;
}
