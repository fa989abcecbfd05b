/** Roles and bindings: rules that grant nothing useful, and references to missing objects. */
import { cases, get, patch, post, put, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const group = "/apis/rbac.authorization.k8s.io/v1";
const roles = `${group}/namespaces/{{namespace}}/roles`;
const bindings = `${group}/namespaces/{{namespace}}/rolebindings`;
const reviews = "/apis/authorization.k8s.io/v1";

function role(rules: unknown): object {
  return { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata: { name: "r" }, rules };
}

function binding(roleRef: object, subjects: unknown = []): object {
  return {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: { name: "b" },
    roleRef,
    subjects,
  };
}

const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" };
const clusterAdmin = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" };

const readConfigMaps = { apiGroups: [""], resources: ["configmaps"], verbs: ["get"] };
const readSecrets = { apiGroups: ["", "apps"], resources: ["secrets"], resourceNames: ["s"], verbs: ["get", "list"] };
const readPaths = { nonResourceURLs: ["/metrics"], verbs: ["get"] };

function as(user: string): Readonly<Record<string, string>> {
  return { "impersonate-user": user };
}

/** Lets a user read config maps and write roles and bindings, in the namespace of the case. */
function writerOfRbac(user: string, ...rules: readonly object[]): readonly DifferentialRequest[] {
  const writeRbac = {
    apiGroups: ["rbac.authorization.k8s.io"],
    resources: ["roles", "rolebindings"],
    verbs: ["get", "create", "update"],
  };
  return [
    post(roles, role([readConfigMaps, writeRbac, ...rules])),
    post(bindings, binding(roleRef, [{ kind: "User", name: user }])),
    until(404, get(`${roles}/none`, as(user))),
  ];
}

export const accessCases: readonly DifferentialCase[] = cases("access", {
  created: [
    post(roles, role([{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }])),
    post(bindings, binding(roleRef)),
  ],
  "no-verbs": [post(roles, role([{ apiGroups: [""], resources: ["pods"] }]))],
  "no-groups": [post(roles, role([{ resources: ["pods"], verbs: ["get"] }]))],
  "no-resources": [post(roles, role([{ apiGroups: [""], verbs: ["get"] }]))],
  "paths-in-a-role": [post(roles, role([{ nonResourceURLs: ["/healthz"], verbs: ["get"] }]))],
  "rules-wrong-type": [post(roles, role({}))],
  "path-as-name": [post(roles, { ...role([]), metadata: { name: "a/b" } })],
  "bad-role-kind": [post(bindings, binding({ ...roleRef, kind: "Pod" }))],
  "no-role-name": [post(bindings, binding({ ...roleRef, name: "" }))],
  "bad-role-group": [post(bindings, binding({ ...roleRef, apiGroup: "apps" }))],
  "bad-subject": [post(bindings, binding(roleRef, [{ kind: "Robot", name: "r2" }]))],
  "service-account-without-namespace": [post(bindings, binding(roleRef, [{ kind: "ServiceAccount", name: "a" }]))],
  "role-changed": [
    post(bindings, binding(roleRef, [{ kind: "User", name: "u" }])),
    patch("merge", `${bindings}/b`, { roleRef: { name: "other" } }),
  ],
  "cluster-role-bootstrap": [get(`${group}/clusterroles/system:public-info-viewer`)],
  "forbidden-to-a-user": [
    get("/api/v1/namespaces/{{namespace}}/pods", { "impersonate-user": "jane" }),
    get("/api/v1/namespaces/{{namespace}}/pods/p", { "impersonate-user": "jane" }),
    post("/api/v1/namespaces/{{namespace}}/pods", {}, { "impersonate-user": "jane" }),
    get("/api/v1/nodes", { "impersonate-user": "jane" }),
    get("/metrics", { "impersonate-user": "jane" }),
    get("/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs", { "impersonate-user": "jane" }),
  ],
  "allowed-by-a-binding": [
    post(roles, role([{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }])),
    post(bindings, binding(roleRef, [{ kind: "User", name: "joe" }])),
    until(200, get("/api/v1/namespaces/{{namespace}}/configmaps?limit=1", { "impersonate-user": "joe" })),
    get("/api/v1/namespaces/{{namespace}}/configmaps/a", { "impersonate-user": "joe" }),
    post(
      `${reviews}/selfsubjectaccessreviews`,
      { spec: { resourceAttributes: { namespace: "{{namespace}}", verb: "list", resource: "configmaps" } } },
      { "impersonate-user": "joe" },
    ),
    post(
      `${reviews}/selfsubjectaccessreviews`,
      { spec: { resourceAttributes: { namespace: "{{namespace}}", verb: "delete", resource: "configmaps" } } },
      { "impersonate-user": "joe" },
    ),
  ],
  "escalation-by-a-role": [
    ...writerOfRbac("eve"),
    post(roles, { ...role([readSecrets, readPaths]), metadata: { name: "more" } }, as("eve")),
    post(roles, { ...role([readConfigMaps]), metadata: { name: "less" } }, as("eve")),
    put(`${roles}/less`, { ...role([readConfigMaps, readSecrets]), metadata: { name: "less" } }, as("eve")),
    put(`${roles}/less`, { ...role([readConfigMaps]), metadata: { name: "less", labels: { a: "b" } } }, as("eve")),
  ],
  "escalation-by-a-binding": [
    ...writerOfRbac("eva"),
    post(bindings, { ...binding(clusterAdmin), metadata: { name: "more" } }, as("eva")),
    post(bindings, { ...binding({ ...roleRef, name: "none" }), metadata: { name: "more" } }, as("eva")),
    post(bindings, { ...binding({ ...roleRef, kind: "Pod" }), metadata: { name: "more" } }, as("eva")),
    post(bindings, { ...binding(roleRef), metadata: { name: "same" } }, as("eva")),
  ],
  "escalation-allowed": [
    ...writerOfRbac("ada", {
      apiGroups: ["rbac.authorization.k8s.io"],
      resources: ["roles", "clusterroles"],
      verbs: ["escalate", "bind"],
    }),
    post(roles, { ...role([readSecrets]), metadata: { name: "more" } }, as("ada")),
    post(bindings, { ...binding(clusterAdmin), metadata: { name: "more" } }, as("ada")),
  ],
});
