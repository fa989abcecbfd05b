/** `.github/workflows/test-chart.yml`: the chart is what `config/` gives, Helm finds nothing wrong with it, and in a cluster it becomes an operator. */
import type { DeployedParts } from "../helm/chart-texts.ts";
import { onEveryChange } from "./workflow-files.ts";

/** The versions of what others bring into a cluster. */
const certManager = "v1.18.2";
const prometheusOperator = "v0.85.0";

export interface ChartWorkflow {
  readonly projectName: string;
  /** The plugin that lays the chart out again. */
  readonly plugin: string;
  /** The folder of the chart. */
  readonly chart: string;
  /** What has to be in the cluster before the chart. */
  readonly parts: DeployedParts;
}

export const chartWorkflowFile = ".github/workflows/test-chart.yml";

export function chartWorkflow({ projectName, plugin, chart, parts }: ChartWorkflow): string {
  const image = `${projectName}:chart`;
  return onEveryChange("Test the chart", [
    'make install-helm && echo "$PWD/.kubewright/bin" >> "$GITHUB_PATH"',
    "make build-installer",
    `npx kubewright edit --plugins ${plugin}`,
    "git add --intent-to-add . && git diff --exit-code # The chart is what config/ gives.",
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

/** Their definition is enough: what reads them is not what is tested. */
const installServiceMonitors = `kubectl apply --server-side -f https://github.com/prometheus-operator/prometheus-operator/releases/download/${prometheusOperator}/stripped-down-crds.yaml`;
