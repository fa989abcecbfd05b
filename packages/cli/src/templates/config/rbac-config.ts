/**
 * `config/rbac`: the permissions of the operator, and roles for users of its kinds. `kubewright generate rbac` generates `role.yaml` from
 * the markers in the sources; before that it allows nothing.
 */
import type { Project } from "../../project/project.ts";
import type { Scaffold } from "../../scaffold/scaffold-file.ts";
import { kept, labelsOf, list } from "./yaml.ts";

/** The roles of the operator. */
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
  # Changes of the leader are recorded as Events.
  - apiGroups: ["events.k8s.io"]
    resources: ["events"]
    verbs: ["create"]
`,
      ),
      kept("rbac/leader_election_role_binding.yaml", bindingOf(project, "Role", "leader-election")),
      kept(
        "rbac/metrics_auth_role.yaml",
        `# The operator authenticates and authorizes requests for its metrics with the API server.
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
        `# For readers of the metrics: bind it to the service account of Prometheus.
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
 * The binding that an operator needs beside `role_binding.yaml` if its rules have both scopes, as those of webhooks have: the certificates are in a Secret of
 * the operator's namespace, which a Role allows, and the configurations of webhooks have no namespace, which a ClusterRole allows. A namespaced operator
 * with a cluster-scoped kind needs the same binding. The file has one name for both cases, so that the binding exists once.
 */
export function secondBindingConfig(project: Project): Scaffold {
  const file = "webhook_role_binding.yaml";
  return {
    files: [kept(`rbac/${file}`, bindingOf(project, project.namespaced ? "ClusterRole" : "Role", "manager"))],
    insertions: [{ path: "config/rbac/kustomization.yaml", marker: "rbackustomizeresource", lines: [`- ${file}`] }],
  };
}

type RoleKind = "ClusterRole" | "Role";

/** `manager-rolebinding` binds the ServiceAccount to `manager-role` for the name `manager`. */
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

/** An empty role, in the format of the generated one. */
function emptyRole({ namespaced }: Project): string {
  return `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${namespaced ? "Role" : "ClusterRole"}
metadata:
  name: manager-role
${namespaced ? "  namespace: system\n" : ""}rules: []
`;
}
