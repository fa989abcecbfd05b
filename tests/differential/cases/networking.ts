/** Ingresses, IngressClasses and NetworkPolicies: validation, defaults, and immutable fields. */
import { cases, get, patch, post, remove } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { creates, tried, updates } from "../variations.ts";
import type { Variation } from "../variations.ts";

const group = "/apis/networking.k8s.io/v1";
const ingresses = `${group}/namespaces/{{namespace}}/ingresses`;
const service = { name: "s", port: { number: 80 } };
const goodIngress = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "a" },
  spec: { defaultBackend: { service } },
};
const asTable = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

function specs(...list: readonly object[]): readonly Variation[] {
  return list.map((spec) => ({ spec }));
}

function paths(...list: readonly object[]): readonly Variation[] {
  return list.map((path) => ({ spec: { rules: [{ http: { paths: [{ backend: { service }, ...path }] } }] } }));
}

function hosts(...list: readonly string[]): readonly Variation[] {
  return list.map((host) => ({ spec: { rules: [{ host }], tls: [{ hosts: [host] }] } }));
}

const className = "kubernetes.io/ingress.class";

export const ingressCases: readonly DifferentialCase[] = cases("ingress", {
  backends: creates(
    ingresses,
    goodIngress,
    specs(
      { defaultBackend: null },
      { defaultBackend: null, rules: [] },
      { rules: [] },
      { defaultBackend: {} },
      { defaultBackend: { service: { name: "" } } },
      { defaultBackend: { service: { name: "Not_A_Label", port: { number: 0 } } } },
      { defaultBackend: { service: { port: { number: 70_000 } } } },
      { defaultBackend: { service: { port: { name: "http" } } } },
      { defaultBackend: { service: { port: { name: "Not_A_Port", number: null } } } },
      { defaultBackend: { resource: { kind: "K", name: "n" } } },
      { defaultBackend: { service: null, resource: { kind: "K", name: "n", apiGroup: "example.com" } } },
      { defaultBackend: { service: null, resource: { kind: "", name: "", apiGroup: "Not_A_Group" } } },
      { defaultBackend: { service: null, resource: { kind: "a/b", name: ".." } } },
      { ingressClassName: "Not_A_Name" },
      { ingressClassName: "" },
    ),
  ),
  paths: creates(
    ingresses,
    goodIngress,
    paths(
      {},
      { pathType: "Other" },
      { pathType: "Exact" },
      { pathType: "Exact", path: "a" },
      { pathType: "Prefix", path: "/a//b/./c/../d%2f%2F" },
      { pathType: "Prefix", path: "/a/.." },
      { pathType: "Prefix", path: "/a/." },
      { pathType: "Prefix", path: "/a" },
      { pathType: "ImplementationSpecific" },
      { pathType: "ImplementationSpecific", path: "a" },
      { pathType: "ImplementationSpecific", path: "/a//b" },
      { pathType: "Prefix", path: "/", backend: {} },
    ),
  ),
  rules: creates(
    ingresses,
    goodIngress,
    specs({ rules: [{}] }, { rules: [{ http: {} }] }, { rules: [{ http: { paths: [] } }] }, { rules: [{ host: "" }] }),
  ),
  hosts: creates(
    ingresses,
    goodIngress,
    hosts("example.com", "Not_A_Host", "*.example.com", "*", "a.*.com", "1.2.3.4", "example.com:80", "**.a"),
  ),
  tls: creates(
    ingresses,
    goodIngress,
    specs({ tls: [{ secretName: "Not_A_Name" }] }, { tls: [{ secretName: "s", hosts: ["a.b"] }] }, { tls: [{}] }),
  ),
  annotation: creates(ingresses, goodIngress, [
    { metadata: { annotations: { [className]: "a" } } },
    { metadata: { annotations: { [className]: "a" } }, spec: { ingressClassName: "a" } },
    { metadata: { annotations: { [className]: "a" } }, spec: { ingressClassName: "b" } },
  ]),
  update: updates(ingresses, goodIngress, [
    ...specs(
      { defaultBackend: null },
      { defaultBackend: null, rules: [] },
      { rules: [{ host: "Not_A_Host" }] },
      { tls: [{ secretName: "Not_A_Name" }] },
    ),
    { metadata: { annotations: { [className]: "a" } }, spec: { ingressClassName: "b" } },
  ]),
  status: [
    post(ingresses, goodIngress),
    ...[
      { ip: "1.2.3.4" },
      { ip: "x" },
      { ip: "2001:DB8::1" },
      { hostname: "Not_A_Name" },
      { hostname: "1.2.3.4" },
      { hostname: "example.com", ports: [{ port: 80, protocol: "TCP" }] },
    ].map((ingress) => patch("merge", `${ingresses}/a/status`, { status: { loadBalancer: { ingress: [ingress] } } })),
    get(`${ingresses}/a`, asTable),
  ],
  table: [
    post(ingresses, {
      ...goodIngress,
      spec: {
        ingressClassName: "c",
        tls: [{}],
        rules: ["a", "b", "c", "d"].map((host) => ({ host: `${host}.example.com` })),
      },
    }),
    get(`${ingresses}/a`, asTable),
  ],
});

const classes = `${group}/ingressclasses`;
const goodClass = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "{{namespace}}" },
  spec: { controller: "example.com/c" },
};
const parameters = { kind: "K", name: "n" };

export const ingressClassCases: readonly DifferentialCase[] = cases("ingress-class", {
  controller: creates(
    classes,
    goodClass,
    specs(
      { controller: null },
      { controller: "c" },
      { controller: "/c" },
      { controller: "example.com/" },
      { controller: "Not_A_Domain/c" },
      { controller: "example.com/a b" },
      { controller: `example.com/${"c".repeat(250)}` },
      { controller: "example.com/a/b.c-d" },
    ),
  ),
  parameters: creates(
    classes,
    goodClass,
    specs(
      { parameters: {} },
      { parameters },
      { parameters: { ...parameters, apiGroup: "Not_A_Group" } },
      { parameters: { kind: "a/b", name: "%" } },
      { parameters: { ...parameters, scope: "Other" } },
      { parameters: { ...parameters, scope: "Namespace" } },
      { parameters: { ...parameters, scope: "Namespace", namespace: "Not_A_Label" } },
      { parameters: { ...parameters, scope: "Namespace", namespace: "n" } },
      { parameters: { ...parameters, namespace: "n" } },
    ),
  ),
  update: [
    post(classes, {
      ...goodClass,
      metadata: { name: "{{namespace}}", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
    }),
    ...tried(`${classes}/{{namespace}}`, goodClass, specs({ controller: "example.com/d" }, { parameters })),
    patch("merge", `${classes}/{{namespace}}`, { spec: { parameters: { ...parameters, apiGroup: "example.com" } } }),
    get(`${classes}/{{namespace}}`, asTable),
    remove(`${classes}/{{namespace}}`),
  ],
});

const policies = `${group}/namespaces/{{namespace}}/networkpolicies`;
const goodPolicy = {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: "a" },
  spec: { podSelector: {} },
};
const ports = [
  {},
  { protocol: "HTTP" },
  { port: 70_000 },
  { port: "Not_A_Port" },
  { port: "http", endPort: 90 },
  { endPort: 90 },
  { port: 80, endPort: 70 },
  { port: 80, endPort: 70_000 },
  { port: 80, endPort: 90 },
];
const blocks = [
  {},
  { cidr: "x" },
  { cidr: "10.0.0.1/8" },
  { cidr: "10.0.0.0/8", except: ["x", "11.0.0.0/16", "10.0.0.0/8", "10.1.0.0/16", "2001:db8::/64"] },
  { cidr: "2001:db8::/32", except: ["2001:db8:1::/48"] },
];

export const networkPolicyCases: readonly DifferentialCase[] = cases("network-policy", {
  selector: creates(
    policies,
    goodPolicy,
    specs(
      { podSelector: null },
      { podSelector: { matchLabels: { "not a key": "x" } } },
      { podSelector: { matchLabels: { a: "not a value" } } },
      { podSelector: { matchExpressions: [{ key: "a", operator: "Other" }] } },
      { podSelector: { matchExpressions: [{ key: "a", operator: "In" }] } },
      { podSelector: { matchExpressions: [{ key: "a", operator: "Exists", values: ["b"] }] } },
      { podSelector: { matchExpressions: [{ key: "not a key", operator: "NotIn", values: ["not a value"] }] } },
    ),
  ),
  ports: creates(policies, goodPolicy, specs(...ports.map((port) => ({ ingress: [{ ports: [port] }] })))),
  egress: creates(policies, goodPolicy, specs(...ports.map((port) => ({ egress: [{ ports: [port] }] })))),
  peers: creates(
    policies,
    goodPolicy,
    specs(
      { ingress: [{ from: [{}] }] },
      { egress: [{ to: [{}] }] },
      { ingress: [{ from: [{ podSelector: {}, namespaceSelector: {} }] }] },
      { ingress: [{ from: [{ podSelector: {}, ipBlock: { cidr: "10.0.0.0/8" } }] }] },
      { ingress: [{ from: [{ podSelector: { matchLabels: { "not a key": "x" } } }] }] },
      { egress: [{ to: [{ namespaceSelector: { matchLabels: { "not a key": "x" } } }] }] },
      ...blocks.map((ipBlock) => ({ ingress: [{ from: [{ ipBlock }] }] })),
      ...blocks.map((ipBlock) => ({ egress: [{ to: [{ ipBlock }] }] })),
    ),
  ),
  types: creates(
    policies,
    goodPolicy,
    specs(
      { policyTypes: [] },
      { policyTypes: ["Other"] },
      { policyTypes: ["Ingress", "Egress", "Ingress"] },
      { ingress: [] },
      { egress: [{}] },
    ),
  ),
  update: updates(policies, goodPolicy, specs({ policyTypes: ["Other"] }, { ingress: [{ from: [{}] }] })),
});
