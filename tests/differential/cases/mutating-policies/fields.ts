/** Which mutating admission policies and bindings are valid. */
import { cases, get, patch, post, put, remove } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { tryToCreate, tryToMerge } from "../../changes.ts";
import type { Change } from "../../changes.ts";
import { apply, binding, bindings, configMapRule, patching, policies, policy } from "./objects.ts";

const good = policy({ mutations: [apply("Object{}")] });
const own = `${policies}/{{namespace}}`;
const ownBinding = `${bindings}/{{namespace}}`;
const asTable = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

const create = (...changes: readonly Change[]): ReturnType<typeof tryToCreate> => tryToCreate(policies, good, changes);
const bind = (...changes: readonly Change[]): ReturnType<typeof tryToCreate> =>
  tryToCreate(bindings, binding(), changes);
const mutations = (...list: readonly unknown[]): Change => ({ "spec.mutations": list });
const mutating = (...expressions: readonly string[]): ReturnType<typeof tryToCreate> =>
  create(...expressions.map((expression) => mutations(apply(expression))));
const patches = (...expressions: readonly string[]): ReturnType<typeof tryToCreate> =>
  create(...expressions.map((expression) => mutations(patching(expression))));
const rule = "spec.matchConstraints.resourceRules.0";

export const mutatingPolicyFieldCases: readonly DifferentialCase[] = cases("mutating-policy-field", {
  defaults: create(
    {},
    { "spec.failurePolicy": "Ignore", "spec.matchConstraints.matchPolicy": "Exact" },
    { "metadata.generation": 9 },
    { "metadata.name": "A" },
    { "metadata.name": "{{namespace}}.static.k8s.io" },
    { spec: undefined },
    { spec: {} },
    { "spec.failurePolicy": "Other" },
    { "spec.reinvocationPolicy": undefined },
    { "spec.reinvocationPolicy": "Other" },
    { "spec.reinvocationPolicy": "IfNeeded" },
  ),
  constraints: create(
    { "spec.matchConstraints": undefined },
    { "spec.matchConstraints": {} },
    { "spec.matchConstraints.matchPolicy": "Other" },
    { "spec.matchConstraints.resourceRules": [] },
    { [`${rule}.operations`]: ["DELETE"] },
    { [`${rule}.operations`]: ["*"] },
    { [`${rule}.operations`]: ["CREATE", "DELETE", "CONNECT", "OTHER"] },
    { "spec.matchConstraints.excludeResourceRules": [{ ...configMapRule, operations: ["DELETE"] }] },
    { [`${rule}.resourceNames`]: ["a", "a"] },
  ),
  mutations: create(
    { "spec.mutations": undefined },
    mutations(),
    mutations({}),
    mutations({ patchType: "Other" }),
    mutations({ patchType: "JSONPatch" }),
    mutations({ patchType: "ApplyConfiguration" }),
    mutations({ ...apply("Object{}"), jsonPatch: { expression: "[]" } }),
    mutations({ ...patching("[JSONPatch{}]"), applyConfiguration: { expression: "Object{}" } }),
    mutations({ patchType: "JSONPatch", jsonPatch: {} }),
    mutations(apply(""), apply(" \n ")),
    mutations(patching("[JSONPatch{op: 'add'}]"), apply("Object{spec: Object.spec{}}")),
  ),
  expressions: mutating(
    "Object",
    "object",
    "Object{",
    "1",
    "{'spec': 1}",
    "Object.spec{}",
    "Objects{}",
    "Object{spec: 1 + 'a'}",
    "true ? Object{} : Object{spec: Object.spec{}}",
    "true ? Object{} : Object.spec{}",
    "Object{spec: variables.a}",
    "Object{spec: params.a}",
    "Object{metadata: Object.metadata{labels: {'a': 1}}}",
    "Object{spec: Object.spec{?a: optional.none()}}",
    "Object{spec: JSONPatch{op: 'a'}}",
    "  Object{a: jsonpatch.escapeKey('a/b')}  ",
    "Object{spec: Object.spec{a: authorizer.requestResource.check('create').allowed(), b: namespaceObject.metadata.name}}",
  ),
  patches: patches(
    "[]",
    "JSONPatch{op: 'add', path: '/a'}",
    "[JSONPatch{}]",
    "[JSONPatch{op: 'x', path: 'y'}]",
    "[JSONPatch{op: 1}]",
    "[JSONPatch{other: 1}]",
    "[JSONPatch{op: 'add', path: '/a', value: [1, 'a']}]",
    "[JSONPatch{op: 'add', path: '/a', value: {'a': {'b': [1]}}}]",
    "[JSONPatch{op: 'add', path: '/a', value: Object.spec{a: 1}}]",
    "[JSONPatch{op: 'add', path: '/a'}, Object{}]",
    "[JSONPatch{op: 'add', path: '/a'}] + []",
    "has(object.a) ? [JSONPatch{op: 'add', path: '/a'}] : []",
    "['a', 'b'].map(k, JSONPatch{op: 'add', path: '/metadata/labels/' + k, value: k})",
    "dyn([JSONPatch{}])",
  ),
  variables: create(
    { "spec.variables": [{ name: "a", expression: "1" }], ...mutations(apply("Object{a: variables.a + 1}")) },
    { "spec.variables": [{ name: "a", expression: "1" }], ...mutations(apply("Object{a: variables.a + 'b'}")) },
    { "spec.variables": [{ name: "a", expression: "Object{}" }] },
    { "spec.variables": [{ name: "a", expression: "variables.b" }] },
    { "spec.variables": [{ name: "in", expression: "" }] },
    {
      "spec.variables": [{ name: "a", expression: "true" }],
      "spec.matchConditions": [{ name: "c", expression: "variables.a" }],
    },
  ),
  "match-conditions": create(
    { "spec.matchConditions": [{ name: "c", expression: "params.a == 1" }] },
    { "spec.matchConditions": [{ name: "c", expression: "Object{} == Object{}" }] },
    {
      "spec.paramKind": { apiVersion: "v1", kind: "ConfigMap" },
      "spec.matchConditions": [{ name: "c", expression: "params.a == 1" }, { name: "c" }],
    },
  ),
  params: create(
    { "spec.paramKind": { apiVersion: "v1", kind: "ConfigMap" }, ...mutations(apply("Object{data: params.data}")) },
    { "spec.paramKind": {} },
    { "spec.paramKind": { apiVersion: "a/b/c", kind: "K" } },
  ),
  update: [
    post(policies, policy({ mutations: [apply("Object{}")], matchConditions: [{ name: "c", expression: "true" }] })),
    get(own, asTable),
    ...tryToMerge(own, [
      { "metadata.labels": { a: "b" } },
      { "spec.reinvocationPolicy": "IfNeeded" },
      { "spec.mutations": [apply("1")] },
      { "spec.failurePolicy": "Ignore" },
      { "spec.matchConditions": [{ name: "c", expression: "1" }] },
    ]),
    patch("merge", own, { spec: { reinvocationPolicy: "IfNeeded" } }),
    patch("merge", `${own}/status`, { status: {} }),
    put(own, good),
    remove(own),
  ],
  binding: bind(
    {},
    { "spec.policyName": "" },
    { "spec.policyName": "A b" },
    { spec: undefined },
    { "spec.paramRef": { name: "a" } },
    { "spec.paramRef": { name: "a", selector: {}, parameterNotFoundAction: "Deny" } },
    { "spec.matchResources": {} },
    { "spec.matchResources": { resourceRules: [{ ...configMapRule, operations: ["DELETE"] }] } },
    { "spec.validationActions": ["Deny"] },
    { "metadata.name": "{{namespace}}.static.k8s.io" },
  ),
  "binding-update": [
    post(bindings, binding({ paramRef: { name: "a", namespace: "b", parameterNotFoundAction: "Deny" } })),
    get(ownBinding, asTable),
    patch("merge", ownBinding, { spec: { policyName: "other" } }),
    ...tryToMerge(ownBinding, [{ "spec.policyName": "" }]),
    remove(ownBinding),
  ],
});
