/** Roles for users of a kind. The operator does not use them; the administrator of the cluster binds them. */
import { groupOf, isNamespaced, pluralOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { Scaffold } from "../../scaffold/scaffold-file.ts";
import { kept, labelsOf } from "./yaml.ts";

/** All verbs are listed, because `*` would include verbs of later versions of Kubernetes. */
const roles = [
  {
    role: "admin",
    allows: "all verbs, including deletecollection",
    verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
  },
  {
    role: "editor",
    allows: "create, update and delete",
    verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
  },
  { role: "viewer", allows: "read", verbs: ["get", "list", "watch"] },
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
