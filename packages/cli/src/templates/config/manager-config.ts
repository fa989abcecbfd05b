/** `config/manager`: the namespace of the operator and its Deployment, which comply with the restricted Pod Security Standard. */
import type { Project } from "../../project/project.ts";
import type { Scaffold } from "../../scaffold/scaffold-file.ts";
import { kept, labelsOf, list, text } from "./yaml.ts";

/** The resource requests and limits of the manager. Measured: docs/decisions/0024-memory-of-an-operator.md. */
const resources = { cpu: { request: "10m", limit: "500m" }, memory: { request: "128Mi", limit: "256Mi" } };

export function managerConfig(project: Project): Scaffold {
  return {
    files: [
      kept(
        "manager/kustomization.yaml",
        `${list("resources", ["manager.yaml"])}images:
  - name: controller
    newName: controller
    newTag: latest
`,
      ),
      kept("manager/manager.yaml", `${namespaceOf(project)}---\n${deploymentOf(project)}`),
    ],
    insertions: [],
  };
}

function namespaceOf(project: Project): string {
  return `apiVersion: v1
kind: Namespace
metadata:
${labelsOf(project)}
    control-plane: controller-manager
    pod-security.kubernetes.io/enforce: restricted
  name: system
`;
}

function deploymentOf(project: Project): string {
  const name = text(project.projectName);
  return `apiVersion: apps/v1
kind: Deployment
metadata:
${labelsOf(project)}
    control-plane: controller-manager
  name: controller-manager
  namespace: system
spec:
  selector:
    matchLabels:
      control-plane: controller-manager
      app.kubernetes.io/name: ${name}
  replicas: 1
  template:
    metadata:
      annotations:
        kubectl.kubernetes.io/default-container: manager
      labels:
        control-plane: controller-manager
        app.kubernetes.io/name: ${name}
    spec:
      securityContext:
        runAsNonRoot: true
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: manager
          image: controller:latest
          args:
            - --leader-elect
            - --health-probe-bind-address=:8081
          ports:
            - name: health
              containerPort: 8081
          securityContext:
            readOnlyRootFilesystem: true
            allowPrivilegeEscalation: false
            capabilities:
              drop: ["ALL"]
          livenessProbe:
            httpGet:
              path: /healthz
              port: health
            initialDelaySeconds: 15
            periodSeconds: 20
          readinessProbe:
            httpGet:
              path: /readyz
              port: health
            initialDelaySeconds: 5
            periodSeconds: 10
          resources:
            limits:
              cpu: ${resources.cpu.limit}
              memory: ${resources.memory.limit}
            requests:
              cpu: ${resources.cpu.request}
              memory: ${resources.memory.request}
      serviceAccountName: controller-manager
      # Longer than the manager's graceful shutdown timeout (30 s) and the preStop hook of webhooks (3 s).
      terminationGracePeriodSeconds: 40
`;
}
