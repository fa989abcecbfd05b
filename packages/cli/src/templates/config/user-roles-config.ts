/** Roles for those who work with a kind. The operator uses none of them; whoever administers the cluster binds them. */
import { groupOf, isNamespaced, pluralOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { Scaffold } from "../../scaffold/scaffold-file.ts";
import { kept, labelsOf } from "./yaml.ts";

/** Each verb by its name: `*` would give those away too that a later Kubernetes adds. */
const roles = [
  {
    role: "admin",
    allows: "everything, also deleting many at once",
    verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
  },
  {
    role: "editor",
    allows: "making, changing and deleting them",
    verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
  },
  { role: "viewer", allows: "looking at them", verbs: ["get", "list", "watch"] },
] as const;

/** `<kind>_{admin,editor,viewer}_role.yaml` for a kind of the project's own. */
export function userRolesConfig(project: Project, resource: Resource): Scaffold {
  const group = groupOf(resource);
  const plural = pluralOf(resource);
  const kind = project.namespaced === true && isNamespaced(resource) ? "Role" : "ClusterRole";
  const words = [project.multigroup === true ? (resource.group ?? "") : "", resource.kind.toLowerCase()].filter(
    Boolean,
  );
  const files = roles.map(({ role, allows, verbs }) => ({
    name: `${words.join("_")}_${role}_role.yaml`,
    content: `# For users of ${plural}.${group}: ${allows}.
apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata:
${labelsOf(project)}
  name: ${words.join("-")}-${role}-role
${kind === "Role" ? "  namespace: system\n" : ""}rules:
  - apiGroups: ["${group}"]
    resources: ["${plural}"]
    verbs: ["${verbs.join('", "')}"]
  - apiGroups: ["${group}"]
    resources: ["${plural}/status"]
    verbs: ["get"]
`,
  }));
  return {
    files: files.map(({ name, content }) => kept(`rbac/${name}`, content)),
    insertions: [
      {
        path: "config/rbac/kustomization.yaml",
        marker: "rbackustomizeresource",
        lines: files.map(({ name }) => `- ${name}`),
      },
    ],
  };
}
