/** Validation of webhook configurations. The contract suite tests the webhooks themselves. */
import { cases, post, put, remove } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import type { Change } from "../changes.ts";
import { tryToCreate, tryToMerge } from "../changes.ts";

const api = "admissionregistration.k8s.io/v1";
const rule = { apiGroups: ["example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["widgets"] };
const webhook = {
  name: "a.example.com",
  admissionReviewVersions: ["v1"],
  sideEffects: "None",
  clientConfig: { url: "https://webhook.example.com/path" },
  rules: [rule],
};

const sorts = {
  mutating: { path: `/apis/${api}/mutatingwebhookconfigurations`, kind: "MutatingWebhookConfiguration" },
  validating: { path: `/apis/${api}/validatingwebhookconfigurations`, kind: "ValidatingWebhookConfiguration" },
} as const;

const configuration = (kind: string): object => ({
  apiVersion: api,
  kind,
  metadata: { name: "{{namespace}}" },
  webhooks: [webhook],
});

/** Tries each change of the webhook, in both kinds of configuration. */
function inBoth(...changes: readonly Change[]): readonly DifferentialRequest[] {
  const ofWebhook = changes.map((change) =>
    Object.fromEntries(Object.entries(change).map(([place, value]) => [`webhooks.0.${place}`, value])),
  );
  return Object.values(sorts).flatMap(({ path, kind }) => tryToCreate(path, configuration(kind), ofWebhook));
}

const ruleWith = (more: object): Change => ({ rules: [{ ...rule, ...more }] });
const client = (clientConfig: unknown): Change => ({ clientConfig });
const service = (more: object): Change => client({ service: { name: "s", namespace: "n", ...more } });

export const webhookConfigurationCases: readonly DifferentialCase[] = cases("webhook-configuration", {
  defaults: [
    ...inBoth(
      {},
      service({}),
      { rules: undefined },
      { rules: [] },
      { matchPolicy: "Exact", failurePolicy: "Ignore", timeoutSeconds: 1 },
    ),
    ...Object.values(sorts).flatMap(({ path, kind }) =>
      tryToCreate(path, configuration(kind), [
        { webhooks: undefined },
        { webhooks: [] },
        { "metadata.generation": 9 },
        { "metadata.name": "A" },
        { "metadata.name": "{{namespace}}.static.k8s.io" },
      ]),
    ),
  ],
  names: inBoth(
    { name: "" },
    { name: undefined },
    { name: "a" },
    { name: "a.b" },
    { name: "A.b.c" },
    { name: "a..b.c" },
  ),
  policies: inBoth(
    { failurePolicy: "Other" },
    { matchPolicy: "Other" },
    { sideEffects: undefined },
    { sideEffects: "Some" },
    { sideEffects: "Unknown" },
    { sideEffects: "Other" },
    { sideEffects: "NoneOnDryRun" },
    { timeoutSeconds: 0 },
    { timeoutSeconds: 31 },
    { timeoutSeconds: -1 },
    { timeoutSeconds: 30 },
  ),
  reinvocation: tryToCreate(sorts.mutating.path, configuration(sorts.mutating.kind), [
    { "webhooks.0.reinvocationPolicy": "IfNeeded" },
    { "webhooks.0.reinvocationPolicy": "Other" },
    { "webhooks.0.reinvocationPolicy": "" },
  ]),
  versions: inBoth(
    { admissionReviewVersions: undefined },
    { admissionReviewVersions: [] },
    { admissionReviewVersions: ["v1", "v1"] },
    { admissionReviewVersions: ["v2"] },
    { admissionReviewVersions: ["v1", "V 2"] },
    { admissionReviewVersions: ["v1beta1", "v3"] },
    { admissionReviewVersions: [""] },
  ),
  selectors: inBoth(
    { namespaceSelector: { matchLabels: { "a b": "c" } } },
    { objectSelector: { matchExpressions: [{ key: "a", operator: "Other" }] } },
    { objectSelector: { matchExpressions: [{ key: "a", operator: "In" }] } },
    { namespaceSelector: { matchExpressions: [{ key: "a", operator: "In", values: ["b c"] }] } },
  ),
  rules: inBoth(
    ruleWith({ operations: [] }),
    ruleWith({ operations: ["OTHER"] }),
    ruleWith({ operations: ["*", "CREATE"] }),
    ruleWith({ operations: ["*"] }),
    ruleWith({ apiGroups: [] }),
    ruleWith({ apiGroups: ["*", "a"] }),
    ruleWith({ apiVersions: [] }),
    ruleWith({ apiVersions: [""] }),
    ruleWith({ apiVersions: ["*", "v1"] }),
    ruleWith({ resources: [] }),
    ruleWith({ resources: [""] }),
    ruleWith({ resources: ["*", "pods"] }),
    ruleWith({ resources: ["*", "pods/status"] }),
    ruleWith({ resources: ["*/*", "pods"] }),
    ruleWith({ resources: ["pods/*", "pods/status"] }),
    ruleWith({ resources: ["*/status", "pods/status"] }),
    ruleWith({ resources: ["a/b", "pods"] }),
    ruleWith({ scope: "Other" }),
    ruleWith({ scope: "Cluster" }),
    { rules: [{}] },
  ),
  clients: inBoth(
    client({}),
    client(undefined),
    client({ url: "https://a", service: { name: "s", namespace: "n" } }),
    client({ url: "http://a.b" }),
    client({ url: "https://" }),
    client({ url: "https://user:pw@a.b/c?d=e#f" }),
    client({ url: "" }),
    client({ url: ":" }),
    client({ url: "https://a:b" }),
    client({ url: "https://a.b/%zz" }),
    service({ name: "" }),
    service({ namespace: "" }),
    service({ port: 0 }),
    service({ port: 65536 }),
    service({ path: "" }),
    service({ path: "/" }),
    service({ path: "a" }),
    service({ path: "//" }),
    service({ path: "/a//b" }),
    service({ path: "/A_/b" }),
    client({ url: "https://a.b", caBundle: "eA==" }),
  ),
  several: Object.values(sorts).flatMap(({ path, kind }) =>
    tryToCreate(path, configuration(kind), [
      { "webhooks.1": webhook },
      { "webhooks.1": { ...webhook, name: "b.example.com" } },
      { "webhooks.1": { name: "" } },
    ]),
  ),
  update: Object.values(sorts).flatMap(({ path, kind }) => [
    post(path, configuration(kind)),
    ...tryToMerge(`${path}/{{namespace}}`, [
      { webhooks: null },
      { webhooks: [{ ...webhook, name: "a" }] },
      { webhooks: [{ ...webhook, timeoutSeconds: 3 }] },
      { "metadata.labels": { a: "b" } },
    ]),
    put(`${path}/{{namespace}}?dryRun=All`, configuration(kind)),
    remove(`${path}/{{namespace}}`),
  ]),
});
