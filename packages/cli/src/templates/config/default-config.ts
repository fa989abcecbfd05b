/**
 * `config/default`: all deployed objects, with the name prefix and in the namespace of the project. Metrics are served over HTTPS to users
 * with the role `metrics-reader`. Later commands insert their lines above the comments.
 */
import type { Project } from "../../project/project.ts";
import type { Scaffold } from "../../scaffold/scaffold-file.ts";
import { argumentAndPort, patchOfManager } from "./manager-patches.ts";
import { kept, labelsOf, list, text } from "./yaml.ts";

export function defaultConfig(project: Project): Scaffold {
  const resources = ["../rbac", "../manager", "metrics_service.yaml"];
  return {
    files: [
      kept(
        "default/kustomization.yaml",
        `namespace: ${project.projectName}-system
namePrefix: ${project.projectName}-
# Add ../prometheus for clusters with the Prometheus operator, and ../network-policy to close all ports that are not needed.
${list("resources", resources, "defaultkustomizeresource")}${list("patches", [patchOfManager("manager_metrics_patch.yaml")], "defaultkustomizepatch")}`,
      ),
      kept(
        "default/metrics_service.yaml",
        `apiVersion: v1
kind: Service
metadata:
${labelsOf(project)}
    control-plane: controller-manager
  name: controller-manager-metrics-service
  namespace: system
spec:
  ports:
    - name: https
      port: 8443
      protocol: TCP
      targetPort: 8443
  selector:
    control-plane: controller-manager
    app.kubernetes.io/name: ${text(project.projectName)}
`,
      ),
      kept("default/manager_metrics_patch.yaml", argumentAndPort("--metrics-bind-address=:8443", "metrics", 8443)),
    ],
    insertions: [],
  };
}
