/** Which validating admission policies are valid, apart from their expressions. */
import { cases, get, patch, post, put } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { tryToCreate, tryToMerge, tryToUpdate } from "../../changes.ts";
import type { Change } from "../../changes.ts";
import { policies, policy } from "./objects.ts";

const good = policy({ validations: [{ expression: "true" }] });
const own = `${policies}/{{namespace}}`;

const create = (...changes: readonly Change[]): ReturnType<typeof tryToCreate> => tryToCreate(policies, good, changes);
const rule = "spec.matchConstraints.resourceRules.0";

export const policyFieldCases: readonly DifferentialCase[] = cases("validating-policy-field", {
  defaults: [
    ...create(
      {},
      { "spec.failurePolicy": "Ignore", "spec.matchConstraints.matchPolicy": "Exact" },
      {
        "spec.matchConstraints.excludeResourceRules": [
          { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] },
        ],
      },
      { "metadata.generation": 9, status: { observedGeneration: 3 } },
      { "metadata.name": "A" },
      { "metadata.name": "{{namespace}}.static.k8s.io" },
      { spec: undefined },
      { spec: {} },
    ),
  ],
  "failure-policy": create(
    { "spec.failurePolicy": "Other" },
    { "spec.failurePolicy": "" },
    { "spec.failurePolicy": null },
  ),
  "match-constraints": create(
    { "spec.matchConstraints": undefined },
    { "spec.matchConstraints": {} },
    { "spec.matchConstraints.matchPolicy": "Other" },
    { "spec.matchConstraints.resourceRules": [] },
    { "spec.matchConstraints.namespaceSelector": { matchLabels: { "a b": "c" } } },
    {
      "spec.matchConstraints.namespaceSelector": { matchExpressions: [{ key: "a", operator: "In", values: ["b c"] }] },
    },
    { "spec.matchConstraints.objectSelector": { matchExpressions: [{ key: "a", operator: "In" }] } },
    { "spec.matchConstraints.excludeResourceRules": [{}] },
  ),
  "resource-rules": create(
    { [`${rule}.resourceNames`]: ["a", "b"] },
    { [`${rule}.resourceNames`]: ["a", "a"] },
    { [`${rule}.resourceNames`]: ["a/b", "..", "100%"] },
    { [`${rule}.operations`]: [] },
    { [`${rule}.operations`]: ["*", "CREATE"] },
    { [`${rule}.operations`]: ["OTHER"] },
    { [`${rule}.apiGroups`]: [] },
    { [`${rule}.apiVersions`]: [""] },
    { [`${rule}.resources`]: ["*", "pods"] },
    { [`${rule}.resources`]: ["pods/*", "pods/status"] },
    { [`${rule}.scope`]: "Cluster" },
    { [`${rule}.scope`]: "Other" },
    { "spec.matchConstraints.resourceRules": [{ resourceNames: ["a", "a"] }] },
  ),
  "param-kind": create(
    { "spec.paramKind": { apiVersion: "v1", kind: "ConfigMap" } },
    { "spec.paramKind": { apiVersion: "example.com/v1", kind: "Missing" } },
    { "spec.paramKind": {} },
    { "spec.paramKind": { apiVersion: "/", kind: "A" } },
    { "spec.paramKind": { apiVersion: "a/b/c", kind: "A" } },
    { "spec.paramKind": { apiVersion: "A/v1", kind: "A" } },
    { "spec.paramKind": { apiVersion: "a/V1", kind: "A" } },
    { "spec.paramKind": { apiVersion: "a/", kind: "A" } },
    { "spec.paramKind": { apiVersion: "v1", kind: "" } },
    { "spec.paramKind": { apiVersion: "v1", kind: "Config Map" } },
    { "spec.paramKind": { apiVersion: "v1", kind: "1Map" } },
  ),
  "match-conditions": create(
    { "spec.matchConditions": [{ name: "a", expression: "true" }] },
    {
      "spec.matchConditions": [
        { name: "a", expression: "true" },
        { name: "a", expression: "false" },
      ],
    },
    { "spec.matchConditions": [{}] },
    { "spec.matchConditions": [{ name: "a b", expression: "   " }] },
    { "spec.matchConditions": [{ name: "a", expression: " 1 " }] },
    { "spec.matchConditions": [{ name: "a", expression: "params.x" }] },
    {
      "spec.matchConditions": [{ name: "a", expression: "variables.x" }],
      "spec.variables": [{ name: "x", expression: "1" }],
    },
    {
      "spec.matchConditions": [{ name: "a", expression: "params.x" }],
      "spec.paramKind": { apiVersion: "v1", kind: "ConfigMap" },
    },
    { "spec.matchConditions": Array.from({ length: 65 }, (_, index) => ({ name: `n${index}`, expression: "true" })) },
  ),
  "validations-absent": create(
    { "spec.validations": [] },
    { "spec.validations": undefined },
    { "spec.validations": [], "spec.auditAnnotations": [{ key: "k", valueExpression: "'v'" }] },
    { "spec.validations": [{}] },
  ),
  "audit-annotations": create(
    { "spec.auditAnnotations": [{ key: "k", valueExpression: "'v'" }] },
    { "spec.auditAnnotations": [{ key: "k", valueExpression: "null" }] },
    {
      "spec.auditAnnotations": [
        { key: "k", valueExpression: "'v'" },
        { key: "k", valueExpression: "'w'" },
      ],
    },
    { "spec.auditAnnotations": [{}] },
    { "spec.auditAnnotations": [{ key: "a b", valueExpression: " " }] },
    { "spec.auditAnnotations": [{ key: "k", valueExpression: " 1 " }] },
    { "spec.auditAnnotations": [{ key: "k", valueExpression: `'${"v".repeat(5121)}'` }] },
    {
      "spec.auditAnnotations": Array.from({ length: 21 }, (_, index) => ({ key: `k${index}`, valueExpression: "'v'" })),
    },
  ),
  messages: create(
    { "spec.validations.0.message": "" },
    { "spec.validations.0.message": "  " },
    { "spec.validations.0.message": " a\nb " },
    { "spec.validations.0.message": "a\n" },
    { "spec.validations.0.messageExpression": " " },
    { "spec.validations.0.messageExpression": "1" },
    { "spec.validations.0.messageExpression": "'a' + object.metadata.name" },
    { "spec.validations.0.messageExpression": "authorizer.path('/')" },
    { "spec.validations.0.messageExpression": "params.a", "spec.paramKind": { apiVersion: "v1", kind: "ConfigMap" } },
    {
      "spec.validations.0.messageExpression": "string(params.a)",
      "spec.paramKind": { apiVersion: "v1", kind: "ConfigMap" },
    },
    { "spec.validations.0.reason": "Forbidden" },
    { "spec.validations.0.reason": "NotFound" },
    { "spec.validations.0.reason": "" },
  ),
  update: [
    post(policies, good),
    ...tryToUpdate(own, good, [{}]),
    patch("merge", own, { metadata: { labels: { a: "b" } } }),
    patch("merge", own, { spec: { failurePolicy: "Ignore" } }),
    patch("merge", own, { status: { observedGeneration: 1 } }),
    patch("merge", `${own}/status`, {
      status: { observedGeneration: 2 },
      spec: { failurePolicy: "Fail" },
      metadata: { labels: { c: "d" } },
    }),
    put(`${policies}/{{namespace}}-other`, policy({ validations: [{ expression: "true" }] }, "{{namespace}}-other")),
    ...tryToMerge(own, [{ "spec.validations": [] }, { "spec.matchConstraints": null }, { "spec.failurePolicy": null }]),
    { ...get(own), headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } },
    patch("merge", own, { spec: { paramKind: { apiVersion: "v1", kind: "ConfigMap" } } }),
    { ...get(own), headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } },
    { ...post(policies, good), method: "DELETE", path: own, body: undefined },
  ],
  status: [
    post(policies, good),
    ...tryToMerge(`${own}/status`, [
      { "status.typeChecking": {} },
      { "status.typeChecking": { expressionWarnings: [{ fieldRef: "spec.validations[0].expression", warning: "a" }] } },
      { "status.typeChecking": { expressionWarnings: [{}] } },
      { "status.typeChecking": { expressionWarnings: [{ fieldRef: "a[", warning: "a" }] } },
      { "status.typeChecking": { expressionWarnings: [{ fieldRef: " a b ", warning: "" }] } },
      { "status.conditions": [{ type: "A b", status: "Maybe", reason: "", message: "" }] },
      {
        "status.conditions": [
          { type: "A", status: "True", reason: "R", message: "m", lastTransitionTime: "2020-01-01T00:00:00Z" },
        ],
      },
      { "status.observedGeneration": -1 },
    ]),
  ],
});
