/** The files of a chart that belong to the user. */
import type { JsonValue } from "@kubewright/apimachinery";

import type { ManagerValues } from "./chart-manager.ts";
import { printChartYaml } from "./print-yaml.ts";

export function chartYaml(projectName: string): string {
  return printChartYaml({
    apiVersion: "v2",
    name: projectName,
    description: `The operator ${projectName}, and its kinds`,
    type: "application",
    version: "0.1.0",
    appVersion: "0.1.0",
  });
}

/** The optional parts in `config/default`. */
export interface DeployedParts {
  readonly certManager: boolean;
  readonly prometheus: boolean;
  readonly networkPolicy: boolean;
}

/** All values, including those of parts that the project does not have yet, because the file is not overwritten later. */
export function valuesYaml(manager: ManagerValues, parts: DeployedParts): string {
  return `# The prefix of names. Default: the name of the release.
fullnameOverride: ""

manager:
  replicas: ${plain(manager.replicas)}
  image:
    repository: ${plain(manager.image.repository)}
    tag: ${plain(manager.image.tag)}
    # sha256:…, instead of the tag.
    digest: ${plain(manager.image.digest)}
    # Empty: the default of Kubernetes.
    pullPolicy: ${plain(manager.pullPolicy)}
  # In addition to those of metrics, webhook and certManager.
${field("args", manager.args)}${field("env", manager.env)}${field("resources", manager.resources)}${field("imagePullSecrets", manager.imagePullSecrets)}${field("nodeSelector", manager.nodeSelector)}${field("tolerations", manager.tolerations)}${field("affinity", manager.affinity)}
rbac:
  # If false, the roles of the operator must be created separately.
  enable: true
  helpers:
    # Roles for users of the kinds: admin, editor, viewer.
    enable: true

crd:
  enable: true
  # Keep the CRDs and all their objects when the release is uninstalled.
  keep: true

metrics:
  enable: true
  port: ${manager.metricsPort ?? 8443}

webhook:
  # Does nothing for an operator without webhooks.
  enable: true
  port: ${manager.webhookPort ?? 9443}

# Use certificates of cert-manager, which must be installed. Otherwise the operator issues its own.
certManager:
  enable: ${parts.certManager}

# A ServiceMonitor, for clusters with the Prometheus operator.
prometheus:
  enable: ${parts.prometheus}

# Closes all ports but those that are needed.
networkPolicy:
  enable: ${parts.networkPolicy}
`;
}

function plain(value: JsonValue): string {
  return JSON.stringify(value) ?? "";
}

function field(name: string, value: JsonValue): string {
  return printChartYaml({ [name]: value }).replaceAll(/^(?=.)/gm, "  ");
}

/**
 * The maximum length, because the name of a Service has at most 63 characters. `-controller-manager-metrics-service` is the longest suffix.
 */
const prefixLengthMax = 63 - "-controller-manager-metrics-service".length;

export function helpers(projectName: string): string {
  return `{{/* The prefix of names. */}}
{{- define "${projectName}.prefix" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc ${prefixLengthMax} | trimSuffix "-" -}}
{{- end -}}
`;
}

export function notes(projectName: string): string {
  return `${projectName} runs in the namespace {{ .Release.Namespace }}:

  kubectl --namespace {{ .Release.Namespace }} get deployments,pods
{{- if .Values.crd.keep }}

The CRDs and all their objects are kept when the release is uninstalled.
{{- end }}
`;
}

export const helmIgnore = `.DS_Store
.git/
.gitignore
.idea/
.vscode/
*.bak
*.orig
*.swp
*.tmp
*~
`;
