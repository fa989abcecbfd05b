/** The files of a chart that belong to its user from the first moment. */
import type { JsonValue } from "@kubewright/apimachinery";

import type { Project } from "../../project/project.ts";
import type { ManagerValues } from "./chart-manager.ts";
import { printChartYaml } from "./print-yaml.ts";

export function chartYaml({ projectName }: Project): string {
  return printChartYaml({
    apiVersion: "v2",
    name: projectName,
    description: `The operator ${projectName}, and the kinds that it brings`,
    type: "application",
    version: "0.1.0",
    appVersion: "0.1.0",
  });
}

/** Which parts `config/default` has beside those that every operator has. */
export interface DeployedParts {
  readonly certManager: boolean;
  readonly prometheus: boolean;
  readonly networkPolicy: boolean;
}

/** All values, also of parts that the project does not have yet: the file stays when it gets them. */
export function valuesYaml(manager: ManagerValues, parts: DeployedParts): string {
  return `# What names begin with; empty: the name of the release.
fullnameOverride: ""

manager:
  replicas: ${plain(manager.replicas)}
  image:
    repository: ${plain(manager.image.repository)}
    tag: ${plain(manager.image.tag)}
    # sha256:…, instead of the tag.
    digest: ${plain(manager.image.digest)}
    # Empty: as Kubernetes does by default.
    pullPolicy: ${plain(manager.pullPolicy)}
  # Beside those that metrics, webhook and certManager give.
${field("args", manager.args)}${field("env", manager.env)}${field("resources", manager.resources)}${field("imagePullSecrets", manager.imagePullSecrets)}${field("nodeSelector", manager.nodeSelector)}${field("tolerations", manager.tolerations)}${field("affinity", manager.affinity)}
rbac:
  # Without it, whoever installs the chart gives the operator its rights.
  enable: true
  helpers:
    # Roles for those who work with the kinds: admin, editor, viewer.
    enable: true

crd:
  enable: true
  # A release that is uninstalled leaves the definitions, and with them all objects of their kinds.
  keep: true

metrics:
  enable: true
  port: ${manager.metricsPort ?? 8443}

webhook:
  # Does nothing for an operator without webhooks.
  enable: true
  port: ${manager.webhookPort ?? 9443}

# Certificates of cert-manager, which has to be there; without them the operator makes its own.
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

/** The name of a Service has at most 63 characters; the longest that comes behind the prefix is `-controller-manager-metrics-service`. */
const prefixLengthMax = 63 - "-controller-manager-metrics-service".length;

export function helpers({ projectName }: Project): string {
  return `{{/* What names begin with. */}}
{{- define "${projectName}.prefix" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc ${prefixLengthMax} | trimSuffix "-" -}}
{{- end -}}
`;
}

export function notes({ projectName }: Project): string {
  return `${projectName} runs in the namespace {{ .Release.Namespace }}:

  kubectl --namespace {{ .Release.Namespace }} get deployments,pods
{{- if .Values.crd.keep }}

Its definitions stay when the release is uninstalled, and with them all objects of their kinds.
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
