/** ConfigMaps, Secrets, ServiceAccounts, Leases and Namespaces: validation, defaults, and immutable fields. */
import { cases, get, patch, post, put, remove } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { creates, tried, updates } from "../variations.ts";

const inNamespace = "/api/v1/namespaces/{{namespace}}";
const maps = `${inNamespace}/configmaps`;
const goodMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "1" } };
const badKeys = ["", "a b", "a/b", "..", ".", "..a", "k".repeat(254)];

export const dataCases: readonly DifferentialCase[] = cases("data", {
  "map-keys": creates(maps, goodMap, [
    ...badKeys.map((key) => ({ data: { a: null, [key]: "1" } })),
    ...badKeys.map((key) => ({ binaryData: { [key]: "YQ==" } })),
    { data: { a: null }, binaryData: { b: "YQ" } },
    { binaryData: { b: 5 } },
    { data: { a: null }, binaryData: { b: "" } },
    { data: { b: "" } },
    { data: null },
    { data: {} },
    { immutable: "yes" },
    { data: { big: "x".repeat(1024 * 1024 - 1) } },
  ]),
  "map-immutable": [
    post(maps, { ...goodMap, immutable: true }),
    ...tried(`${maps}/a`, goodMap, [
      { immutable: true },
      { immutable: false },
      { immutable: true, data: { b: "1" } },
      { immutable: true, binaryData: { b: "YQ==" } },
      { immutable: true, metadata: { labels: { l: "1" } } },
      { data: { a: "2" }, binaryData: { b: "YQ==" } },
    ]),
    remove(`${maps}/a`),
  ],
  "map-becomes-immutable": [
    post(maps, goodMap),
    patch("merge", `${maps}/a`, { immutable: false }),
    patch("merge", `${maps}/a`, { immutable: true }),
    patch("merge", `${maps}/a`, { immutable: null }),
  ],
});

const secrets = `${inNamespace}/secrets`;
const goodSecret = { apiVersion: "v1", kind: "Secret", metadata: { name: "a" }, data: { a: "YQ==" } };

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

export const secretCases: readonly DifferentialCase[] = cases("secret", {
  keys: creates(secrets, goodSecret, [
    ...badKeys.map((key) => ({ data: { a: null, [key]: "YQ==" } })),
    { data: { a: "***" } },
    { data: { a: "" } },
    { data: null },
    { stringData: { a: "text", b: "" } },
    { stringData: { "a b": "text" } },
    { data: { a: base64("x".repeat(1024 * 1024 + 1)) } },
    { type: "" },
    { type: "example.com/own" },
  ]),
  types: creates(secrets, goodSecret, [
    { type: "kubernetes.io/tls" },
    { type: "kubernetes.io/tls", data: { "tls.crt": "", "tls.key": "" } },
    { type: "kubernetes.io/dockercfg" },
    { type: "kubernetes.io/dockercfg", data: { ".dockercfg": base64("{bad") } },
    { type: "kubernetes.io/dockercfg", data: { ".dockercfg": "" } },
    { type: "kubernetes.io/dockercfg", data: { ".dockercfg": base64("{}") } },
    { type: "kubernetes.io/dockercfg", data: { ".dockercfg": base64("[]") } },
    { type: "kubernetes.io/dockerconfigjson" },
    { type: "kubernetes.io/dockerconfigjson", data: { ".dockerconfigjson": base64("5") } },
    { type: "kubernetes.io/dockerconfigjson", data: { ".dockerconfigjson": base64('{"a":}') } },
    { type: "kubernetes.io/dockerconfigjson", data: { ".dockerconfigjson": base64('{"auths":{}}') } },
    { type: "kubernetes.io/basic-auth" },
    { type: "kubernetes.io/basic-auth", data: { username: "" } },
    { type: "kubernetes.io/basic-auth", data: { password: "YQ==" } },
    { type: "kubernetes.io/ssh-auth" },
    { type: "kubernetes.io/ssh-auth", data: { "ssh-privatekey": "" } },
    { type: "kubernetes.io/ssh-auth", data: { "ssh-privatekey": "YQ==" } },
    { type: "kubernetes.io/service-account-token" },
    {
      type: "kubernetes.io/service-account-token",
      metadata: { annotations: { "kubernetes.io/service-account.name": "sa" } },
    },
    { type: "bootstrap.kubernetes.io/token" },
  ]),
  update: updates(secrets, goodSecret, [
    { type: "example.com/own" },
    { type: "" },
    { type: null },
    { stringData: { b: "text" } },
    { data: { "a b": "YQ==" } },
  ]),
  immutable: [
    post(secrets, { ...goodSecret, immutable: true }),
    ...tried(`${secrets}/a`, goodSecret, [
      { immutable: true },
      { immutable: false },
      { immutable: true, data: { b: "YQ==" } },
      { immutable: true, type: "example.com/own" },
    ]),
    get(`${secrets}?fieldSelector=type%3DOpaque`),
    get(`${secrets}?fieldSelector=type!%3DOpaque`),
  ],
});

const accounts = `${inNamespace}/serviceaccounts`;
const goodAccount = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "a" } };
const mountable = "kubernetes.io/enforce-mountable-secrets";

const tokenOf = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest" };

export const serviceAccountCases: readonly DifferentialCase[] = cases("service-account", {
  tokens: [
    post(accounts, goodAccount),
    ...[
      { spec: { expirationSeconds: 599 } },
      { spec: { expirationSeconds: 4_294_967_297 } },
      { spec: { expirationSeconds: 0 } },
      { metadata: { name: "b" }, spec: {} },
      { metadata: { namespace: "default" }, spec: {} },
      { spec: { boundObjectRef: { kind: "Other", apiVersion: "v1", name: "x" } } },
      { spec: { boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "not-there" } } },
      { spec: { boundObjectRef: { kind: "Secret", apiVersion: "v1", name: "not-there" } } },
    ].map((body) => post(`${accounts}/a/token`, { ...tokenOf, ...body })),
    post(`${accounts}/not-there/token`, { ...tokenOf, spec: {} }),
  ],
  fields: creates(accounts, goodAccount, [
    { secrets: [{ name: "s", namespace: "n", kind: "Secret", uid: "u" }] },
    { secrets: [{}] },
    { secrets: [{ name: "s" }, { name: "s" }] },
    { imagePullSecrets: [{ name: "s" }, {}] },
    { automountServiceAccountToken: false },
    { automountServiceAccountToken: "no" },
    { metadata: { annotations: { [mountable]: "true" } } },
  ]),
  update: [
    post(accounts, goodAccount),
    patch("merge", `${accounts}/a`, { metadata: { annotations: { [mountable]: "true" } } }),
    patch("merge", `${accounts}/a`, { metadata: { annotations: { [mountable]: "false" } } }),
    patch("merge", `${accounts}/a`, { secrets: [{ name: "s", namespace: "other" }] }),
    patch("strategic", `${accounts}/a`, { secrets: [{ name: "t" }], imagePullSecrets: [{ name: "p" }] }),
    get(`${accounts}/a`, { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" }),
  ],
});

const leases = "/apis/coordination.k8s.io/v1/namespaces/{{namespace}}/leases";
const goodLease = {
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: { name: "a" },
  spec: { holderIdentity: "me", leaseDurationSeconds: 15 },
};

/** Times of which Go's parser accepts some. */
export const oddTimes: readonly string[] = [
  "2026-02-30T00:00:00.000000Z",
  "2026-13-01T00:00:00.000000Z",
  "2026-01-01T24:00:00.000000Z",
  "2026-01-01T1:00:00.000000Z",
  "2026-01-01T00:00:00,000000Z",
  "2026-01-01T00:00:00.000000+24:60",
  "2026-01-01T00:00:00.000000+99:00",
  "9999-12-31T23:59:59.000000-01:00",
  "0000-01-01T00:00:00.000000+01:00",
  "2026-01-01T00:00:00.000000Zé",
];

export const leaseCases: readonly DifferentialCase[] = cases("lease", {
  fields: creates(leases, goodLease, [
    ...[
      { leaseDurationSeconds: 0 },
      { leaseDurationSeconds: -1 },
      { leaseTransitions: -1 },
      { leaseTransitions: 0 },
      { holderIdentity: "" },
      { strategy: "Other" },
      { preferredHolder: "x" },
      { renewTime: "2026-01-01T00:00:00Z" },
      { renewTime: "2026-01-01T00:00:00.000000Z" },
      { acquireTime: "2026-01-01T01:00:00.123456+01:00" },
      { acquireTime: "2026-01-01T00:00:00.1234567Z" },
      { acquireTime: "yesterday" },
    ].map((spec) => ({ spec })),
    { spec: null },
  ]),
  times: creates(
    leases,
    goodLease,
    oddTimes.map((renewTime) => ({ spec: { renewTime } })),
  ),
  update: [
    post(leases, goodLease),
    put(`${leases}/a`, goodLease),
    put(`${leases}/a`, { ...goodLease, metadata: { name: "a", resourceVersion: "{{0.metadata.resourceVersion}}" } }),
    patch("merge", `${leases}/a`, { spec: { leaseDurationSeconds: 0, leaseTransitions: -1 } }),
    patch("merge", `${leases}/a`, { spec: { renewTime: "2026-01-01T00:00:00.000000Z", leaseTransitions: 1 } }),
    put(`${leases}/b`, { ...goodLease, metadata: { name: "b", resourceVersion: "1" } }),
  ],
});

const namespaces = "/api/v1/namespaces";
const own = `${namespaces}/{{namespace}}`;
const goodNamespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "{{namespace}}-a" } };

export const namespaceLifecycleCases: readonly DifferentialCase[] = cases("namespace-lifecycle", {
  fields: creates(namespaces, goodNamespace, [
    { spec: { finalizers: ["example.com/x"] } },
    { spec: { finalizers: ["kubernetes"] } },
    { spec: { finalizers: ["x"] } },
    { spec: { finalizers: ["not a name/x"] } },
    { spec: { finalizers: ["orphan"] } },
    { status: { phase: "Terminating" } },
    { metadata: { labels: { "kubernetes.io/metadata.name": "other" } } },
    { metadata: { namespace: "x" } },
  ]),
  label: [
    patch("merge", own, { metadata: { labels: null } }),
    patch("merge", own, { metadata: { labels: { "kubernetes.io/metadata.name": "x", l: "1" } } }),
    patch("merge", own, { spec: { finalizers: null } }),
    patch("merge", own, { metadata: { labels: { l: "2" } }, spec: { finalizers: ["example.com/x"] } }),
    patch("merge", own, { status: { phase: "Terminating" } }),
  ],
  status: [
    patch("merge", `${own}/status`, { status: { phase: "Terminating" } }),
    patch("merge", `${own}/status`, { status: { phase: "" } }),
    patch("merge", `${own}/status`, { status: { conditions: [{ type: "A", status: "True" }] } }),
    patch("merge", `${own}/status`, { spec: { finalizers: null }, metadata: { labels: { l: "1" } } }),
    remove(own),
    patch("merge", `${own}/status`, { status: { phase: "Active" } }),
    patch("merge", `${own}/status`, { status: { phase: "Terminating", conditions: null } }),
  ],
  finalize: [
    put(`${own}/finalize`, { ...goodNamespace, metadata: { name: "{{namespace}}" }, spec: { finalizers: ["x"] } }),
    put(`${own}/finalize`, {
      ...goodNamespace,
      metadata: { name: "{{namespace}}", labels: { l: "1" } },
      spec: { finalizers: ["kubernetes", "example.com/x"] },
      status: { phase: "Terminating" },
    }),
    put(`${own}/finalize`, { ...goodNamespace, metadata: { name: "other" }, spec: {} }),
    put(`${own}/finalize`, { ...goodNamespace, metadata: { name: "{{namespace}}", resourceVersion: "1" }, spec: {} }),
    get(`${own}/finalize`),
    put(`${namespaces}/not-there/finalize`, { ...goodNamespace, metadata: { name: "not-there" }, spec: {} }),
    put(`${own}/finalize`, { ...goodNamespace, metadata: { name: "{{namespace}}" }, spec: {} }),
    get(own),
    remove(own),
    get(own),
  ],
  held: [
    patch("merge", own, { metadata: { finalizers: ["example.com/hold"] } }),
    remove(own),
    put(`${own}/finalize`, {
      ...goodNamespace,
      metadata: { name: "{{namespace}}", finalizers: ["example.com/hold"] },
      spec: {},
    }),
    get(own),
    remove(own),
    patch("merge", own, { metadata: { finalizers: null } }),
    get(own),
  ],
  deletes: [
    remove(`${own}?dryRun=All`),
    remove(own, { preconditions: { uid: "nope" } }),
    remove(own, { propagationPolicy: "Orphan" }),
    remove(own, { propagationPolicy: "Foreground" }),
    remove(own, { gracePeriodSeconds: 0 }),
    remove(`${namespaces}/kube-node-lease?dryRun=All`),
  ],
  terminating: [
    post(maps, goodMap),
    remove(own),
    patch("merge", `${maps}/a`, { data: { a: "2" } }),
    put(`${maps}/a`, goodMap),
    put(`${inNamespace}/limitranges/l`, {
      apiVersion: "v1",
      kind: "LimitRange",
      metadata: { name: "l" },
      spec: { limits: [] },
    }),
    post(`${maps}?dryRun=All`, { ...goodMap, metadata: { generateName: "g-" } }),
    get(maps),
    remove(maps),
    get(maps),
  ],
});
