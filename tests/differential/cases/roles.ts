/** Roles and bindings: validation of creates and updates. */
import { cases, get, patch, post, remove, until } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { tryToCreate, tryToMerge, tryToUpdate } from "../changes.ts";

const api = "rbac.authorization.k8s.io/v1";
const roles = `/apis/${api}/namespaces/{{namespace}}/roles`;
const clusterRoles = `/apis/${api}/clusterroles`;
const bindings = `/apis/${api}/namespaces/{{namespace}}/rolebindings`;
const clusterBindings = `/apis/${api}/clusterrolebindings`;

const rule = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
const role = { apiVersion: api, kind: "Role", metadata: { name: "r" }, rules: [rule] };
const clusterRole = { apiVersion: api, kind: "ClusterRole", metadata: { name: "{{namespace}}" }, rules: [rule] };
const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" };
const subject = { kind: "User", name: "u", apiGroup: "rbac.authorization.k8s.io" };
const binding = { apiVersion: api, kind: "RoleBinding", metadata: { name: "b" }, subjects: [subject], roleRef };
const clusterBinding = { ...binding, kind: "ClusterRoleBinding", metadata: { name: "{{namespace}}" } };

const rules = (...given: readonly unknown[]): { readonly rules: unknown } => ({ rules: given });
const subjects = (...given: readonly unknown[]): { readonly subjects: unknown } => ({ subjects: given });

const badRules = [
  rules({}),
  rules({ ...rule, verbs: [] }),
  rules({ ...rule, verbs: undefined }),
  rules({ ...rule, apiGroups: [] }),
  rules({ ...rule, resources: [] }),
  rules({ verbs: ["get"], nonResourceURLs: ["/metrics"] }),
  rules({ ...rule, nonResourceURLs: ["/metrics"] }),
  rules({ verbs: [], nonResourceURLs: ["/a", "/b"], resourceNames: ["x"] }),
  rules({ verbs: ["get"], nonResourceURLs: ["metrics*"] }),
  rules(rule, { ...rule, verbs: [] }, {}),
  rules({ ...rule, resourceNames: ["a"] }),
  rules({ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }),
  { rules: undefined },
  { rules: [] },
  { rules: {} },
];

const badSubjects = [
  subjects({}),
  subjects({ kind: "User" }),
  subjects({ kind: "User", name: "u" }),
  subjects({ kind: "Group", name: "g", apiGroup: "" }),
  subjects({ kind: "Group", name: "g", apiGroup: "other" }),
  subjects({ kind: "ServiceAccount", name: "s" }),
  subjects({ kind: "ServiceAccount", name: "s", namespace: "n" }),
  subjects({ kind: "ServiceAccount", name: "A_", namespace: "n" }),
  subjects({ kind: "ServiceAccount", name: "s", namespace: "n", apiGroup: "other" }),
  subjects({ kind: "Other", name: "x" }),
  subjects({ kind: "User", name: "u", namespace: "n" }),
  subjects(subject, { kind: "Other" }, {}),
  { subjects: undefined },
  { subjects: [] },
];

const badRefs = [
  { roleRef: undefined },
  { roleRef: {} },
  { "roleRef.apiGroup": undefined },
  { "roleRef.apiGroup": "" },
  { "roleRef.apiGroup": "other" },
  { "roleRef.kind": "Foo" },
  { "roleRef.kind": "Role" },
  { "roleRef.kind": "" },
  { "roleRef.name": "" },
  { "roleRef.name": "a/b" },
  { "roleRef.name": ".." },
];

export const roleCases: readonly DifferentialCase[] = cases("role", {
  rules: tryToCreate(roles, role, badRules),
  "cluster-rules": tryToCreate(clusterRoles, clusterRole, badRules),
  names: tryToCreate(roles, role, [
    { "metadata.name": "a:b" },
    { "metadata.name": "A b" },
    { "metadata.name": "a/b" },
    { "metadata.name": "." },
    { "metadata.name": "a%b" },
    { "metadata.name": "x".repeat(300) },
  ]),
  update: [
    post(roles, role),
    ...tryToUpdate(`${roles}/r`, role, [...badRules.slice(0, 6), { "metadata.labels": { a: "b" } }]),
  ],
  "update-creates": [
    ...tryToUpdate(`${roles}/new`, { ...role, metadata: { name: "new" } }, [{}, ...badRules.slice(0, 2)]),
    get(`${roles}/new`),
  ],
  aggregation: tryToCreate(clusterRoles, clusterRole, [
    { aggregationRule: {} },
    { aggregationRule: { clusterRoleSelectors: [] } },
    { aggregationRule: { clusterRoleSelectors: [{}] } },
    { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] }, rules: undefined },
    { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { "a b": "c" } }] } },
    { aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: "a", operator: "In" }] }] } },
    { aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: "a", operator: "Other" }] }] } },
  ]),
  "cluster-update": [
    post(clusterRoles, clusterRole),
    ...tryToMerge(`${clusterRoles}/{{namespace}}`, [
      { rules: [{}] },
      { aggregationRule: {} },
      { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { "a b": "c" } }] } },
      { "metadata.labels": { a: "b" } },
      { rules: null },
    ]),
    remove(`${clusterRoles}/{{namespace}}`),
  ],
});

export const bindingCases: readonly DifferentialCase[] = cases("binding", {
  subjects: tryToCreate(bindings, binding, badSubjects),
  "cluster-subjects": tryToCreate(clusterBindings, clusterBinding, badSubjects),
  refs: tryToCreate(bindings, binding, badRefs),
  "cluster-refs": tryToCreate(clusterBindings, clusterBinding, badRefs),
  names: tryToCreate(bindings, binding, [
    { "metadata.name": "a:b" },
    { "metadata.name": "a/b" },
    { "metadata.name": "%" },
  ]),
  update: [
    post(bindings, binding),
    ...tryToMerge(`${bindings}/b`, [
      { roleRef: { name: "edit" } },
      { roleRef: { kind: "Role" } },
      { roleRef: { apiGroup: "" } },
      { subjects: [{ kind: "Other", name: "x" }] },
      { subjects: null },
      { "metadata.labels": { a: "b" } },
    ]),
    patch("strategic", `${bindings}/b`, { subjects: [{ kind: "ServiceAccount", name: "s" }] }),
  ],
  "cluster-update": [
    post(clusterBindings, clusterBinding),
    ...tryToMerge(`${clusterBindings}/{{namespace}}`, [
      { roleRef: { name: "edit" } },
      { subjects: [{ kind: "ServiceAccount", name: "x" }] },
    ]),
    remove(`${clusterBindings}/{{namespace}}`),
    until(404, get(`${clusterBindings}/{{namespace}}`)),
  ],
});
