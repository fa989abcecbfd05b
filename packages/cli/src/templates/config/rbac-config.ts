/**
 * `config/rbac`: what the operator may do, and roles for those who use its kinds. `role.yaml` is what `kubewright generate rbac` makes of
 * the markers in the source; until then it allows nothing.
 */
import type { Project } from "../../project/project.ts";
import type { Scaffold } from "../../scaffold/scaffold-file.ts";
import { kept, labelsOf, list } from "./yaml.ts";

/** The rights of the operator itself. */
export function rbacConfig(project: Project): Scaffold {
  const labels = labelsOf(project);
  return {
    files: [
      kept(
        "rbac/kustomization.yaml",
        list(
          "resources",
          [
            "service_account.yaml",
            "role.yaml",
            "role_binding.yaml",
            "leader_election_role.yaml",
            "leader_election_role_binding.yaml",
            "metrics_auth_role.yaml",
            "metrics_auth_role_binding.yaml",
            "metrics_reader_role.yaml",
          ],
          "rbackustomizeresource",
        ),
      ),
      kept(
        "rbac/service_account.yaml",
        `apiVersion: v1
kind: ServiceAccount
metadata:
${labels}
  name: controller-manager
  namespace: system
`,
      ),
      kept("rbac/role.yaml", emptyRole(project)),
      kept("rbac/role_binding.yaml", bindingOf(project, project.namespaced ? "Role" : "ClusterRole", "manager")),
      kept(
        "rbac/leader_election_role.yaml",
        `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
${labels}
  name: leader-election-role
  namespace: system
rules:
  - apiGroups: ["coordination.k8s.io"]
    resources: ["leases"]
    verbs: ["get", "create", "update"]
  # Who leads, and who does no longer, is told as an Event.
  - apiGroups: ["events.k8s.io"]
    resources: ["events"]
    verbs: ["create"]
`,
      ),
      kept("rbac/leader_election_role_binding.yaml", bindingOf(project, "Role", "leader-election")),
      kept(
        "rbac/metrics_auth_role.yaml",
        `# The operator asks the API server who it is that wants its metrics, and whether they may have them.
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
${labels}
  name: metrics-auth-role
rules:
  - apiGroups: ["authentication.k8s.io"]
    resources: ["tokenreviews"]
    verbs: ["create"]
  - apiGroups: ["authorization.k8s.io"]
    resources: ["subjectaccessreviews"]
    verbs: ["create"]
`,
      ),
      kept("rbac/metrics_auth_role_binding.yaml", bindingOf(project, "ClusterRole", "metrics-auth")),
      kept(
        "rbac/metrics_reader_role.yaml",
        `# For whoever scrapes the metrics: bind it to the service account of Prometheus.
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
${labels}
  name: metrics-reader
rules:
  - nonResourceURLs: ["/metrics"]
    verbs: ["get"]
`,
      ),
    ],
    insertions: [],
  };
}

/**
 * The binding that an operator with webhooks needs beside `role_binding.yaml`: its certificates are in a Secret of its own namespace,
 * which a Role allows, and their authority goes into configurations that have no namespace, which a ClusterRole allows.
 */
export function webhookRbacConfig(project: Project): Scaffold {
  const file = "webhook_role_binding.yaml";
  return {
    files: [kept(`rbac/${file}`, bindingOf(project, project.namespaced ? "ClusterRole" : "Role", "manager"))],
    insertions: [{ path: "config/rbac/kustomization.yaml", marker: "rbackustomizeresource", lines: [`- ${file}`] }],
  };
}

type RoleKind = "ClusterRole" | "Role";

/** `manager` is bound by `manager-rolebinding` to `manager-role`. */
function bindingOf(project: Project, kind: RoleKind, name: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}Binding
metadata:
${labelsOf(project)}
  name: ${name}-rolebinding
${kind === "Role" ? "  namespace: system\n" : ""}roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ${kind}
  name: ${name}-role
subjects:
  - kind: ServiceAccount
    name: controller-manager
    namespace: system
`;
}

/** In the form in which it is generated. */
function emptyRole({ namespaced }: Project): string {
  return `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${namespaced ? "Role" : "ClusterRole"}
metadata:
  name: manager-role
${namespaced ? "  namespace: system\n" : ""}rules: []
`;
}
