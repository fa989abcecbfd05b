/** `.github/workflows/test-chart.yml`: checks that the chart matches `config/`, lints it with Helm, and installs it in a cluster. */
import type { DeployedParts } from "@kubewright/helm";

import { onEveryChange } from "./workflow-files.ts";

/** The versions of the dependencies in the cluster. */
const certManager = "v1.18.2";
const prometheusOperator = "v0.85.0";

export interface ChartWorkflow {
  readonly projectName: string;
  /** The plugin that writes the chart. */
  readonly plugin: string;
  /** The folder of the chart. */
  readonly chart: string;
  /** The parts that the chart needs in the cluster. */
  readonly parts: DeployedParts;
}

export const chartWorkflowFile = ".github/workflows/test-chart.yml";

export function chartWorkflow({ projectName, plugin, chart, parts }: ChartWorkflow): string {
  const image = `${projectName}:chart`;
  return onEveryChange("Test the chart", [
    'make install-helm && echo "$PWD/.kubewright/bin" >> "$GITHUB_PATH"',
    "make build-installer",
    `npx kubewright edit --plugins ${plugin}`,
    "git add --intent-to-add . && git diff --exit-code # The chart matches config/.",
    `helm lint --strict ${chart}`,
    "kind create cluster",
    ...(parts.certManager ? [installCertManager] : []),
    ...(parts.prometheus ? [installServiceMonitors] : []),
    `make docker-build IMG=${image}`,
    `kind load docker-image ${image}`,
    `make helm-deploy IMG=${image}`,
    "make helm-status",
  ]);
}

const installCertManager = `helm install cert-manager oci://quay.io/jetstack/charts/cert-manager --version ${certManager} --namespace cert-manager --create-namespace --set crds.enabled=true --wait`;

/** Only the CRD of ServiceMonitors is installed, without the Prometheus operator. */
const installServiceMonitors = `kubectl apply --server-side -f https://github.com/prometheus-operator/prometheus-operator/releases/download/${prometheusOperator}/stripped-down-crds.yaml`;
