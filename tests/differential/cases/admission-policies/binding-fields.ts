/** Which bindings of validating admission policies are valid. */
import { cases, get, patch, post } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { tryToCreate } from "../../changes.ts";
import type { Change } from "../../changes.ts";
import { binding, bindings, configMapRule } from "./objects.ts";

const create = (...changes: readonly Change[]): ReturnType<typeof tryToCreate> =>
  tryToCreate(bindings, binding(), changes);
const own = `${bindings}/{{namespace}}`;
const ref = (paramRef: unknown): Change => ({ "spec.paramRef": paramRef });
const actions = (...validationActions: readonly unknown[]): Change => ({ "spec.validationActions": validationActions });
const asTable = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

export const policyBindingFieldCases: readonly DifferentialCase[] = cases("validating-policy-binding-field", {
  "policy-name": create(
    {},
    { "spec.policyName": "" },
    { "spec.policyName": undefined },
    { "spec.policyName": "A b" },
    { spec: undefined },
    { spec: {} },
    { "metadata.generation": 4, "metadata.name": "{{namespace}}.static.k8s.io" },
  ),
  "param-ref": create(
    ref({ name: "a", parameterNotFoundAction: "Deny" }),
    ref({ name: "a", namespace: "b", parameterNotFoundAction: "Allow" }),
    ref({ selector: {}, parameterNotFoundAction: "Allow" }),
    ref({}),
    ref({ name: "a" }),
    ref({ name: "a", parameterNotFoundAction: "" }),
    ref({ name: "a", parameterNotFoundAction: "Other" }),
    ref({ name: "a/b", parameterNotFoundAction: "Deny" }),
    ref({ name: "..", parameterNotFoundAction: "Deny" }),
    ref({ name: "a", selector: {}, parameterNotFoundAction: "Deny" }),
    ref({ name: "a", namespace: "B c", parameterNotFoundAction: "Deny" }),
    ref({ selector: { matchExpressions: [{ key: "a", operator: "In" }] }, parameterNotFoundAction: "Deny" }),
    ref({ selector: { matchLabels: { "a b": "c" } }, parameterNotFoundAction: "Deny" }),
  ),
  "validation-actions": create(
    actions(),
    { "spec.validationActions": undefined },
    actions("Warn", "Audit"),
    actions("Deny", "Warn"),
    actions("Deny", "Deny"),
    actions("Other"),
    actions("Other", "Other"),
    actions("Audit", "Deny", "Warn", "Other"),
    actions(""),
  ),
  "match-resources": create(
    { "spec.matchResources": {} },
    { "spec.matchResources": { resourceRules: [configMapRule], matchPolicy: "Exact" } },
    {
      "spec.matchResources": {
        matchPolicy: "Other",
        resourceRules: [{}],
        excludeResourceRules: [{ ...configMapRule, resourceNames: ["a", "a"] }],
      },
    },
    {
      "spec.matchResources": {
        namespaceSelector: { matchLabels: { "a b": "c" } },
        objectSelector: { matchExpressions: [{ key: "a", operator: "Other" }] },
      },
    },
  ),
  order: create({
    "spec.policyName": "",
    "spec.paramRef": {},
    "spec.matchResources": { matchPolicy: "Other" },
    "spec.validationActions": [],
  }),
  tables: [
    post(bindings, binding()),
    get(own, asTable),
    patch("merge", own, { spec: { paramRef: { name: "a", parameterNotFoundAction: "Deny" } } }),
    get(own, asTable),
    patch("merge", own, { spec: { paramRef: { name: "a", namespace: "b" } } }),
    get(own, asTable),
    patch("merge", own, { spec: { paramRef: { name: null, selector: { matchLabels: { a: "b" } } } } }),
    get(own, asTable),
    patch("merge", own, {
      spec: {
        paramRef: {
          selector: { matchLabels: { "0": "c" }, matchExpressions: [{ key: "d", operator: "In", values: ["e", "f"] }] },
        },
      },
    }),
    get(own, asTable),
    patch("merge", own, { metadata: { labels: { a: "b" } } }),
    patch("merge", own, { spec: { paramRef: null, policyName: "" } }),
    { ...get(own), method: "DELETE" },
  ],
});
